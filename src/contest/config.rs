//! The organiser's file: everything a tournament depends on, in TOML. It uses the words of `match` on the command
//! line. A fault names its line and key. All faults are reported at once, if the file can be parsed.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::standings::TieBreak;
use crate::bots::limits::{Adjudicate, Limits, Pondering};
use crate::judge::seats::Lists;
use crate::search::BuiltIn;
use crate::strict::Malformed;
use crate::text::{hex, is_unseen};

mod checks;
mod differences;
mod settings;
mod terms;
mod words;

use checks::{heads, line_in, line_of};
use differences::differences;
pub use settings::BotTerms;
pub(in crate::contest) use settings::{settings_in, with_settings, with_settings_of};
pub use terms::{Clock, FirstRound, Hypotheses, OnFailure, OnIllegal, Sharing};
use words::unreadable;

/// The most bots in one tournament.
pub const MAX_BOTS: usize = 256;
/// The most games in one tournament.
pub const MAX_GAMES: u64 = 10_000_000;
/// The longest name of a bot, in bytes.
const MAX_NAME: usize = 64;

with_settings! {
settings_in
/// A tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the file")]
pub struct Config {
    /// What pages call the tournament, in at most 200 bytes. You may change it when you resume a tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The game, by its name in the protocol.
    pub game: String,
    /// How many players sit at a table, 2 to 5.
    #[serde(default = "two")]
    #[schemars(range(min = 2, max = 5))]
    pub players: u8,
    /// The rule options that differ from the default.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// An edition file to play with instead of the built-in one. Paths are relative to the working directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// A file of positions to begin from: lines of headers with a `state`, or streams of which the last position counts.
    /// Each block takes the next one. Absent: games begin as usual. Relative to the working directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<String>,
    /// Who meets whom.
    pub format: Format,
    /// How many rounds a Swiss tournament has. With n bots, n/2 rounds can always be paired without repeats. With
    /// more rounds, the tournament ends when no pairing is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// How many groups there are, in the format `groups`. Bots are shared out to them in a snake, in the order of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub groups: Option<u32>,
    /// How many bots of each group go on to the knockout. Absent: 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub advance: Option<u32>,
    /// Whether a knockout at tables of two also plays for the third place, beside the final.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub third_place: bool,
    /// How many games a ladder plays. Absent: it goes on until it is stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000_000))]
    pub budget: Option<u64>,
    /// How the first round of a Swiss tournament is paired. Absent: by halves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_round: Option<FirstRound>,
    /// How many blocks each table plays (in a Swiss or knockout tournament: in each round). A block is one seed
    /// played with every rotation of the seats: as many games as there are players.
    #[serde(default = "one")]
    #[schemars(range(min = 1))]
    pub blocks: u32,
    /// The seed of all luck. A seed given here makes a tournament of built-in bots repeatable, but other bots can
    /// guess it. Absent: the operating system supplies a secret one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}
{
    /// Whether the games of a block share their luck.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub luck: Sharing,
    /// How many games run at once. You may change it when you resume a tournament.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 256))]
    pub concurrency: u32,
    /// What becomes of a bot that loses games by its own faults: `play-on` (it plays on), `stop` (the tournament stops)
    /// or `withdraw:N` (the bot leaves after N such games). You may change it when you resume a tournament.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub on_failure: OnFailure,
}
{
    /// The tie-breaks for bots of equal score, in this order.
    #[serde(default = "TieBreak::usual")]
    pub tie_breaks: Vec<TieBreak>,
    /// For two bots: stop as soon as a test has decided between these hypotheses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Hypotheses>,
    /// The bots. Their order seeds a knockout, so list the strongest first if you know it.
    pub bots: Vec<Bot>,
    /// The folder of the file, as it is found from where this program runs; not part of the tournament.
    #[serde(skip)]
    pub folder: PathBuf,
}
}

/// A bot in the tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bot {
    /// Its name, different from all others.
    pub name: String,
    /// The command that starts it. `@random` and `@mcts:500` are built in.
    pub command: String,
    /// The folder in which it is started, relative to the folder of the configuration. Absent: that folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<String>,
    /// Variables of its environment besides PATH, HOME, LANG and TMPDIR.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// Its time to think, if that differs from the others'.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The most memory that it may use, in MiB, if that differs from the others'.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_073_741_824))]
    pub memory: Option<u64>,
    /// The program that runs it, if that differs from the others'; empty: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrap: Option<String>,
    /// Whether it runs in the built-in sandbox, if that differs from the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<bool>,
    /// The name of the earlier bot of which this is a new version; that one plays no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// Whether the bot has left the tournament. Its games so far count.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub withdrawn: bool,
}

impl Bot {
    /// The built-in player that its command names; `None` if the command is a program.
    pub fn built_in(&self) -> Option<Result<BuiltIn, String>> {
        let command = self.command.strip_prefix('@').map(|_| &*self.command)?;
        if command == "@human" {
            return Some(Err("a person at a terminal cannot play in a tournament".to_owned()));
        }
        Some(command.parse().map_err(|wrong: Malformed| wrong.message))
    }
}

/// Who meets whom.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every set of bots that fills a table.
    RoundRobin,
    /// The first bot against every set of others.
    Gauntlet,
    /// Bots of similar score, no pair twice.
    Swiss,
    /// The winner of each table goes on.
    Knockout,
    /// A round-robin within each group, then a knockout of the best of each.
    Groups,
    /// Bots join and leave; those meet whose games tell most about their ratings.
    Ladder,
}

impl Format {
    /// Whether all pairings are known before the first game.
    pub fn is_fixed(self) -> bool {
        matches!(self, Format::RoundRobin | Format::Gauntlet)
    }
}

/// Whether a value is the usual one, which need not be written.
pub(super) fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn one() -> u32 {
    1
}

fn two() -> u8 {
    2
}

/// What is wrong with a configuration, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigFault {
    /// The line, from 1; `None` if no line is to blame.
    pub line: Option<usize>,
    /// The key, such as `bots.name`; empty for the file as a whole.
    pub key: String,
    /// What is wrong and what would be right.
    pub message: String,
}

impl fmt::Display for ConfigFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.key.is_empty() {
            write!(f, "`{}`: ", self.key)?;
        }
        f.write_str(&self.message)
    }
}

impl Config {
    /// Reads a configuration and reports every fault.
    pub fn read(text: &str) -> Result<Config, Vec<ConfigFault>> {
        Config::read_with(text, |_| ())
    }

    /// Reads a configuration with settings from the command line, which `alter` puts in place of those of the file. They
    /// become part of the configuration, so the journal and every planned game record what applied.
    pub fn read_with(text: &str, alter: impl FnOnce(&mut Config)) -> Result<Config, Vec<ConfigFault>> {
        let mut config: Config = toml::from_str(text).map_err(|error| vec![unreadable(text, &error)])?;
        alter(&mut config);
        let faults = config.faults(text);
        if faults.is_empty() { Ok(config) } else { Err(faults) }
    }

    /// A fault found by code that knows the game and the machine, at the line of a top-level key or of a bot's key.
    pub fn fault(text: &str, key: &str, bot: Option<usize>, message: &dyn fmt::Display) -> ConfigFault {
        let name = if bot.is_some() { format!("bots.{key}") } else { key.to_owned() };
        let line = bot.map_or_else(|| line_of(text, key), |bot| line_in(text, &heads(text), bot, key));
        ConfigFault { line, key: name, message: message.to_string() }
    }

    /// A bot as a game needs it, with its folder as it is found from where this program runs.
    pub fn seated(&self, bot: usize) -> Bot {
        let mut bot = Bot { replaces: None, withdrawn: false, ..self.bots[bot].clone() };
        bot.directory = bot.directory.map(|own| self.folder.join(own).to_string_lossy().into_owned());
        bot
    }

    /// The folder of the file, in which bots without a folder of their own start; `None`: where this program runs.
    pub fn place(&self) -> Option<String> {
        (!self.folder.as_os_str().is_empty()).then(|| self.folder.to_string_lossy().into_owned())
    }

    /// The number of a bot in the order of the file; `None` if none has this name.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.bots.iter().position(|bot| bot.name == name)
    }

    /// Whether a bot still plays: it has not left, and no other bot replaces it.
    pub fn is_active(&self, bot: usize) -> bool {
        let Bot { name, withdrawn, .. } = &self.bots[bot];
        !withdrawn && self.bots.iter().all(|other| other.replaces.as_ref() != Some(name))
    }

    /// The numbers of the bots that still play.
    pub fn active(&self) -> Vec<usize> {
        (0..self.bots.len()).filter(|bot| self.is_active(*bot)).collect()
    }

    /// The names of the bots, in order.
    pub fn names(&self) -> Vec<String> {
        self.bots.iter().map(|bot| bot.name.clone()).collect()
    }

    /// What two runs of one tournament share: the SHA-256 of the configuration as JSON, without `concurrency` and
    /// without settings that only spell out their default.
    pub fn digest(&self) -> String {
        // Every key of the configuration is a string, so writing it cannot fail.
        let text = serde_json::to_vec(&self.plain()).unwrap_or_default();
        hex(&Sha256::digest(text))
    }

    /// The same tournament, written in the shortest way.
    fn plain(&self) -> Config {
        fn unless<T: PartialEq>(value: Option<T>, usual: &T) -> Option<T> {
            value.filter(|value| value != usual)
        }
        let usual = Limits::default();
        let pondering = Pondering::usual(self.sandbox);
        let all = self.clone();
        Config {
            title: None,
            concurrency: 1,
            on_failure: OnFailure::PlayOn,
            first_round: unless(all.first_round, &FirstRound::default()),
            clock: unless(all.clock, &usual.clock),
            lists: unless(all.lists, &usual.lists),
            margin_ms: unless(all.margin_ms, &usual.margin_ms),
            start_ms: unless(all.start_ms, &usual.start_ms),
            memory: unless(all.memory, &(usual.memory >> 20)),
            idle_cpu_ms: unless(all.idle_cpu_ms, &usual.idle_cpu_ms),
            pondering: unless(all.pondering, &pondering),
            max_turns: unless(all.max_turns, &usual.max_turns.unwrap_or_default().try_into().unwrap_or(u32::MAX)),
            ..all
        }
    }

    /// Whether bots could remember the luck of one game of a block for the next: then programs have places where
    /// something lasts.
    pub fn luck_can_be_remembered(&self) -> bool {
        let programs = self.bots.iter().any(|bot| !bot.command.starts_with('@'));
        self.luck == Sharing::Shared && !self.sandbox && programs
    }

    /// Settings that are valid but may surprise an organiser.
    pub fn doubts(&self) -> Vec<String> {
        let rounds = self.rounds.filter(|_| self.format == Format::Swiss && self.players == 2).unwrap_or(0) as usize;
        let (bots, sure) = (self.bots.len(), self.bots.len().div_ceil(2));
        let doubt = format!(
            "`rounds`: {bots} bots are sure to find opponents without repeats for {sure} rounds; the tournament ends before \
             round {rounds} if no pairing is left"
        );
        (rounds > sure).then_some(doubt).into_iter().collect()
    }

    /// The configuration, in which the bots that have left another one have left too: they cannot come back.
    #[must_use]
    pub fn without_leavers(&self, of: &Config) -> Config {
        let mut config = self.clone();
        for (bot, other) in config.bots.iter_mut().zip(&of.bots) {
            bot.withdrawn |= other.withdrawn && other.name == bot.name;
        }
        config
    }

    /// How this configuration differs from the one at hand, in words.
    pub fn differs_from(&self, here: &Config) -> Vec<String> {
        differences(self, here)
    }
}

/// Whether a bot may have this name. Names that look like others or reverse the text direction mislead.
pub(super) fn name_fits(name: &str) -> Result<(), String> {
    if name.is_empty() || name.len() > MAX_NAME || name.trim() != name {
        return Err(format!("a name has 1 to {MAX_NAME} bytes and no blanks at its ends"));
    }
    if name.chars().any(is_unseen) {
        return Err("a name has no control characters and no direction marks".to_owned());
    }
    Ok(())
}

/// The hint for a top-level key that was written below a table's head.
pub fn misplaced(key: &str) -> &'static str {
    if is_key(key) {
        " (a key of the tournament itself: write it above the first line such as `[options]` or `[[bots]]`)"
    } else {
        ""
    }
}

/// Whether there is such a top-level key.
fn is_key(name: &str) -> bool {
    static SCHEMA: LazyLock<Schema> = LazyLock::new(|| schema_for!(Config));
    SCHEMA.get("properties").is_some_and(|keys| keys.get(name).is_some())
}

#[cfg(test)]
mod tests;
