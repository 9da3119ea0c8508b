//! `referee match`: bots play each other, game after game. Each worker has one process for every bot and plays one
//! game at a time with them. The processes are reused from game to game.

mod account;
pub(crate) mod args;
mod folders;
pub(crate) mod hall;
mod table;

use std::fmt::Display;
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context as _, Result};
use clap::Args;
use referee::bots::watch::{become_judge, end_all};
use referee::commitment::Bits128;
use referee::matches::entrants::{Contender, Entrant, distinguish};
use referee::matches::series::{Series, id};
use referee::matches::tally::MatchTally;
use referee::matches::worker::Setting;
use referee::matches::{NotPlayed, start_probe};
use referee::registry::{Referee, for_players};
use referee::stream::Usage;
use referee::strict::Malformed;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use self::account::Scoreboard;
use self::args::LimitArgs;
use self::folders::all_there;
pub(crate) use self::folders::make_folders;
use self::hall::{Attendee, Hall, player};
use super::human;
use super::live::{Guest, LiveArgs};
use super::numbers::{POSITIVE, seed, whole};
use super::processors::{self, CpuList};
use super::{Exit, GameArgs, Output, remark};

/// Arguments of `match`.
#[derive(Args)]
#[command(mut_arg("game", |arg| arg.help("The game to play")))]
#[command(mut_arg("players", |arg| arg.help("The number of players [default: as many as there are bots]")))]
#[command(after_help = "\
A bot is a command, @random, @mcts or @mcts:PLAYOUTS (ours), @human (you, at this terminal), or @browser or @browser:NAME (a \
person in a browser, whose own link is written to standard error). There is one for each \
player; they change seats from game to game. `referee protocol` describes what a bot reads and writes.

Each game has its own seed, from the operating system unless --seed or --seed-file gives one. The bots receive a \
commitment to it; the transcript holds the seed, so anyone can verify it. Bots can guess a typed --seed: use it for tests.

--watch serves pages on which the games can be watched in a browser (see `referee watch --help`).

With --json each game is a line, in order, and the last line is the summary (`referee schema wire/match-line`).

What confines a bot:
  always      its own session, a small environment (PATH, HOME, LANG, TMPDIR) and no files of
              the judge; as far as the kernel supports it, no signals to other processes, no
              inspecting them, no limits and priorities for them, no typing into terminals, no
              root powers except over files
  --sandbox   of the host only the system's programs and the bot's own folder, read-only; no
              network; no other processes; private files in /tmp and /dev/shm that count as
              memory; nothing is kept from game to game
  cgroup v2   where the system has delegated a control group to the judge alone: the kernel limits
              the memory of each bot and the number of its processes (1024), shares the processors
              out equally, counts their time, and ends or stops all that a bot has started:
              systemd-run --user --scope -p Delegate=yes referee match ...

`check-bot` and `match.held` of a transcript show which of these were in force. Without --sandbox a bot can read and write what you can, and lift \
the limits of its control group. \
--sandbox needs bubblewrap (`bwrap`). A bot's own folder is the folder of its program; --sandbox-read PATH adds more, \
such as an interpreter outside /usr.

Examples:
  referee match --game tectonic --bot @mcts:20 --bot @random --games 2 --seed 1
  referee match --game wangdo --bot 'python3 fixtures/clients/five_lines.py' --bot @mcts:20
  referee match --game wangdo --bot @random --bot @random --bot @mcts:10 --json")]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// A bot: a command, @random, @mcts, @mcts:PLAYOUTS, @human or @browser[:NAME]; one for each player
    #[arg(long = "bot", value_name = "CMD", required = true)]
    pub(crate) bots: Vec<String>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(POSITIVE), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// The seed of the match, for tests
    #[arg(long, value_name = "SEED", env = SEED, hide_env = true, value_parser = seed, allow_negative_numbers = true, conflicts_with = "seed_file")]
    pub(crate) seed: Option<u64>,
    /// A file with the seed of the match, 32 lower-case hexadecimal digits
    #[arg(long, value_name = "FILE")]
    pub(crate) seed_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// How many games run at the same time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole::<u64>(1..=256), allow_negative_numbers = true)]
    pub(crate) concurrency: u64,
    /// The processors for bots, such as 1,3-5: games that run at once get their own, and the judge the others
    #[arg(long, value_name = "LIST")]
    pub(crate) cpus: Option<CpuList>,
    #[command(flatten)]
    pub(crate) live: LiveArgs,
    /// End with code 4 if a bot was at fault
    #[arg(long)]
    pub(crate) fail_on_bot_fault: bool,
    /// Write one JSON line for each game and one for all
    #[arg(long)]
    pub(crate) json: bool,
}

/// The variable that carries a typed seed, which any user could read on the command line of a running judge.
const SEED: &str = "REFEREE_SEED";

/// Restarts this program without the typed seed on its command line, if there was one.
fn hide_seed() -> Result<()> {
    let (mut rest, mut seed) = (Vec::new(), None);
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    while let Some(argument) = arguments.next() {
        match argument.to_str().and_then(|text| text.strip_prefix("--seed")) {
            Some("") => seed = arguments.next(),
            Some(value) if value.starts_with('=') => seed = Some(value[1..].into()),
            _ => rest.push(argument),
        }
    }
    let Some(seed) = seed else { return Ok(()) };
    let program = std::env::current_exe().context("cannot find this program")?;
    let error = Command::new(program).arg0(name).args(rest).env(SEED, seed).exec();
    Err(error).context("cannot restart")
}

/// The same error for those who read messages.
pub(crate) fn failed(error: NotPlayed) -> anyhow::Error {
    match error {
        NotPlayed::Failed(what, error) => anyhow::Error::new(error).context(what),
        unfit => Usage(unfit.to_string()).into(),
    }
}

/// Plays the match.
pub(crate) fn run(args: &MatchArgs) -> Result<Exit> {
    hide_seed()?;
    let (referee, asked) = args.game.chosen(None)?;
    let runner = args.limits.runner(args.seed_file.as_slice());
    let (mut entrants, people): (Vec<Entrant>, Vec<Option<Attendee>>) =
        args.bots.iter().map(|bot| player(bot, &runner)).collect::<Result<Vec<_>>>()?.into_iter().unzip();
    distinguish(&mut entrants);
    let players = seats_for(referee, asked.players, entrants.len())?;
    let is_attended = args.has_people(&people)?;
    if entrants.iter().any(|entrant| matches!(entrant.who, Contender::Program(_))) {
        runner.try_out().map_err(failed)?;
    }
    let secret = args.secret()?;
    let hall = Hall { house: args.live.open(&asked.editions, &guests(&entrants, &people))?, people };
    let setting = Setting { host: Some(&hall), ..args.limits.setting(referee, players, asked) };
    let games = args.games;
    let is_ours = |name: &str| {
        name.strip_prefix('g').and_then(|n| n.parse().ok()).is_some_and(|n| n < games && id(n, games) == name)
    };
    make_folders(&args.limits, &is_ours)?;
    become_judge()?;
    let stop = stop_on_signals()?;
    let series = Series { setting: &setting, entrants: &entrants, secret, games, stop: &stop };
    let processors = processors::shared_out(args.cpus.as_ref(), args.concurrency.min(games) as usize)?;
    let tried = start_probe::started(&entrants, &processors[0]).map_err(failed)?;
    let mut account = Scoreboard {
        entrants: &entrants,
        house: hall.house.as_deref(),
        stop: &stop,
        json: args.json,
        output: Output::open(),
        tally: MatchTally::new(&entrants),
        bar: super::progress(games, args.json || is_attended),
        noticed: None,
    };
    let played = series.play(&processors, tried, &mut |plan, played| account.add(plan, &played));
    account.bar.finish_and_clear();
    // The games played before a failure count.
    if played.is_ok() || account.tally.summary.games > 0 {
        account.close()?;
    }
    played.map_err(failed)?;
    if stop.load(Ordering::Relaxed) {
        remark("stopped before the last game");
        return Ok(stopped());
    }
    all_there(&args.limits, games, &|number| id(number, games))?;
    if hall.people.iter().any(|person| matches!(person, Some(Attendee::Human))) {
        remark(human::parting());
    }
    Ok(if args.fail_on_bot_fault && account.tally.has_faults() { Exit::BotFault } else { Exit::Valid })
}

/// The number of players, if there are as many bots and the game can be played so.
fn seats_for(referee: &dyn Referee, asked: Option<u8>, bots: usize) -> Result<u8> {
    let players = asked.unwrap_or(bots.try_into().unwrap_or(u8::MAX));
    if usize::from(players) != bots {
        let said = format!("{players} players need {players} bots, not {bots}; give --bot for each");
        return Err(Usage(said).into());
    }
    if !referee.players().contains(&players) {
        let said = for_players(referee.name(), &referee.players());
        return Err(Usage(format!("{said}; repeat --bot as many times")).into());
    }
    Ok(players)
}

/// The people who play in a browser, with their names.
fn guests<'a>(entrants: &'a [Entrant], people: &[Option<Attendee>]) -> Vec<(&'a str, Arc<Guest>)> {
    let guest = |(entrant, person): (&'a Entrant, &Option<Attendee>)| match person {
        Some(Attendee::Guest(guest)) => Some((&*entrant.name, Arc::clone(guest))),
        _ => None,
    };
    entrants.iter().zip(people).filter_map(guest).collect()
}

impl MatchArgs {
    /// Whether people play; they play one game at a time.
    fn has_people(&self, people: &[Option<Attendee>]) -> Result<bool> {
        let humans = people.iter().filter(|person| matches!(person, Some(Attendee::Human))).count();
        if humans > 1 || (humans == 1 && self.concurrency > 1) {
            return Err(Usage("there is one person at the terminal, who plays one game at a time".to_owned()).into());
        }
        let any = people.iter().any(Option::is_some);
        if any && self.concurrency > 1 {
            return Err(Usage("people play one game at a time, without --concurrency".to_owned()).into());
        }
        Ok(any)
    }

    /// The secret of the match, as it was given or from the operating system.
    fn secret(&self) -> Result<Bits128> {
        match (&self.seed, &self.seed_file) {
            (Some(seed), _) => Ok(Bits128::typed(*seed)),
            (None, Some(path)) => {
                let unfit = |why: &dyn Display| Usage(format!("{}: {why}", path.display()));
                let text = fs::read_to_string(path).map_err(|error| unfit(&error))?;
                Ok(text.trim().parse().map_err(|wrong: Malformed| unfit(&wrong))?)
            }
            (None, None) => super::secret(),
        }
    }
}

/// Whether one of the requests to end was SIGTERM.
static TERMINATED: AtomicBool = AtomicBool::new(false);

/// The exit code of a program asked to end early. It lets a cluster's scheduler recognise its own SIGTERM.
pub(crate) fn stopped() -> Exit {
    if TERMINATED.load(Ordering::Relaxed) { Exit::Terminated } else { Exit::Fault }
}

/// A flag that is set when the program is asked to end.
pub(crate) fn stop_on_signals() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            TERMINATED.fetch_or(signal == SIGTERM, Ordering::Relaxed);
            // The second request ends the program and the bots at once.
            if flag.swap(true, Ordering::Relaxed) {
                end_all();
                signal_hook::low_level::exit(130);
            }
        }
    });
    Ok(stop)
}
