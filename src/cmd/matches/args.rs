//! The arguments shared by `match`, `check-bot` and tournaments: who plays, and the limits of bots.

use std::path::PathBuf;

use clap::Args;
use referee::bots::cause::OnIllegal;
use referee::bots::clock::Clock;
use referee::bots::limits::{Adjudicate, Limits, Pondering};
use referee::bots::sandbox::Sandbox;
use referee::judge::seats::Lists;
use referee::matches::entrants::{RunBy, Runner};
use referee::matches::worker::Setting;
use referee::registry::Referee;
use referee::stream::Asked;

use crate::cmd::numbers::{ANY, whole};

/// The limits of bots.
#[derive(Args, Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct LimitArgs {
    /// How long bots may think, in seconds: BANK+INC/MOVE, where BANK is for the whole game, INC is added after each
    /// move and MOVE limits each move; parts may be left out. none: as long as they like, also to start
    #[arg(long, value_name = "BANK+INC/MOVE|none", default_value_t)]
    pub(crate) clock: Clock,
    /// How long a new process may take to write its first line, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = Limits::default().start_ms, value_parser = whole::<u64>(ANY), allow_negative_numbers = true)]
    pub(crate) start_ms: u64,
    /// Allowance added to every time limit for the transfer of messages, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = Limits::default().margin_ms, value_parser = whole::<u64>(ANY), allow_negative_numbers = true)]
    pub(crate) margin_ms: u64,
    /// What an illegal action costs: forfeit, retry:N or random (a random action then also replaces a late one)
    #[arg(long, value_name = "WHAT", default_value_t)]
    pub(crate) on_illegal: OnIllegal,
    /// What an unreadable answer costs: forfeit, retry:N or random [default: as --on-illegal, with one budget for both]
    #[arg(long, value_name = "WHAT")]
    pub(crate) on_unreadable: Option<OnIllegal>,
    /// How much bots are told of what is legal: none, number (how many actions there are) or full
    #[arg(long, value_name = "HOW", default_value = "full")]
    pub(crate) lists: Lists,
    /// Ask every question in words, too, for language models
    #[arg(long)]
    pub(crate) ask_text: bool,
    /// The most memory a bot may use, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Limits::default().memory >> 20, value_parser = whole::<u64>(1..=1 << 30), allow_negative_numbers = true)]
    pub(crate) memory: u64,
    /// The most processor time a bot may use in a game while it is not its turn, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = Limits::default().idle_cpu_ms, value_parser = whole::<u64>(ANY), allow_negative_numbers = true)]
    pub(crate) idle_cpu_ms: u64,
    /// Whether bots may run while it is not their turn; if off, they are stopped once another has thought
    /// for 20 ms, or for one if they have worked out of turn [default: on, but off in the sandbox]
    #[arg(long, value_name = "on|off")]
    pub(crate) pondering: Option<Pondering>,
    /// Call the players `player 0`, `player 1` and so on, so that no bot knows its opponents
    #[arg(long)]
    pub(crate) anonymous: bool,
    /// Call a game off after this many actions and draws; 0: never
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_turns.unwrap_or_default(), value_parser = whole::<u64>(ANY), allow_negative_numbers = true)]
    pub(crate) max_turns: u64,
    /// What becomes of a game that --max-turns ends: decided as the rules rank the players then (standing), a draw, or void
    #[arg(long, value_name = "HOW", default_value_t)]
    pub(crate) adjudicate: Adjudicate,
    /// Let bots resign, by {"ask":7,"resign":true}
    #[arg(long)]
    pub(crate) resign: bool,
    /// Make a loss on time void if the judge itself was stopped for at least this many milliseconds meanwhile; bots
    /// are never charged for such stops in any case
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(ANY), allow_negative_numbers = true)]
    pub(crate) void_lag: Option<u64>,
    /// Make a loss on time void if the judge waited for a processor for at least this many milliseconds meanwhile; only for
    /// bots that you trust, since one that computes on all processors can bring this about
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(ANY), allow_negative_numbers = true)]
    pub(crate) void_wait: Option<u64>,
    /// Run each bot in the built-in sandbox, which uses bubblewrap: the bot sees the system's programs and its own
    /// folder, and nothing else of the host
    #[arg(long)]
    pub(crate) sandbox: bool,
    /// Let bots in the sandbox also read this file or folder; may be repeated
    #[arg(long, value_name = "PATH", requires = "sandbox")]
    pub(crate) sandbox_read: Vec<PathBuf>,
    /// Your own program that runs each bot, such as another sandbox, with its arguments; the bot's command follows
    /// them. It must be able to run `true`, which is tried first
    #[arg(long, value_name = "CMD", conflicts_with = "sandbox")]
    pub(crate) wrap: Option<String>,
    /// Write a transcript of every game into this folder; existing files are never overwritten. A transcript has at most
    /// some 3 KiB for each action, and 2 MiB of answers that were not taken
    #[arg(long, value_name = "DIR")]
    pub(crate) transcripts: Option<PathBuf>,
    /// Write what each bot received and wrote into this folder, at most 64 MiB a game and 4 KiB a line; existing files are
    /// never overwritten. A built-in bot reads and writes no lines: its entry says only that
    #[arg(long, value_name = "DIR")]
    pub(crate) log: Option<PathBuf>,
}

impl LimitArgs {
    /// The runner of bots. `hide` lists files of the judge to hide, besides the folders for transcripts and logs.
    pub(crate) fn runner(&self, hide: &[PathBuf]) -> Runner {
        let by = if self.sandbox {
            let hide = [&self.transcripts, &self.log].into_iter().flatten().chain(hide).cloned().collect();
            RunBy::Sandbox(Sandbox { read: self.sandbox_read.clone(), hide })
        } else {
            self.wrap.clone().map_or(RunBy::Nothing, RunBy::Wrap)
        };
        Runner { by, memory: self.memory << 20 }
    }

    /// The setting of games as these arguments and those of the game say it.
    pub(crate) fn setting(&self, game: &'static dyn Referee, players: u8, asked: Asked) -> Setting<'static> {
        let limits = Limits {
            clock: self.clock,
            start_ms: self.start_ms,
            margin_ms: self.margin_ms,
            memory: self.memory << 20,
            idle_cpu_ms: self.idle_cpu_ms,
            pondering: Pondering::holds(self.pondering, self.sandbox),
            on_illegal: self.on_illegal,
            on_unreadable: self.on_unreadable,
            lists: self.lists,
            ask_text: self.ask_text,
            max_turns: Some(self.max_turns).filter(|most| *most > 0),
            adjudicate: self.adjudicate.how(),
            resign: self.resign,
            void_lag_ms: self.void_lag,
            void_wait_ms: self.void_wait,
        };
        Setting {
            options: asked.options,
            editions: asked.editions,
            limits,
            anonymous: self.anonymous,
            transcripts: self.transcripts.clone(),
            log: self.log.clone(),
            ..Setting::new(game, players)
        }
    }
}
