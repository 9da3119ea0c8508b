//! What is wrong with a configuration that could be parsed, and on which line.

use serde::Deserialize;
use serde::de::IgnoredAny;
use unicode_normalization::UnicodeNormalization as _;

use super::{Bot, Config, ConfigFault, Format, MAX_BOTS, MAX_GAMES, TieBreak, name_fits};
use crate::contest::schedule;
use crate::text::is_unseen;

/// Takes the faulty key of a fault, and the message.
type Tell<'a> = &'a mut dyn FnMut(&str, String);

impl Config {
    /// Every fault that the configuration alone shows; `text` is the file, for the lines.
    pub(in crate::contest) fn faults(&self, text: &str) -> Vec<ConfigFault> {
        let mut faults = Vec::new();
        let mut fault = |key: &str, message| {
            faults.push(ConfigFault { line: line_of(text, key), key: key.to_owned(), message });
        };
        self.check_tables(&mut fault);
        self.check_format(&mut fault);
        self.check_settings(&mut fault);
        self.check_ranking(&mut fault);
        if self.bots.len() > MAX_BOTS {
            return faults;
        }
        let heads = heads(text);
        // One name can be encoded in two ways: an accented letter as one character, or as letter and accent.
        let looks: Vec<String> = self.bots.iter().map(|bot| bot.name.nfc().collect()).collect();
        for at in 0..self.bots.len() {
            let mut fault = |key: &str, message| {
                faults.push(ConfigFault { line: line_in(text, &heads, at, key), key: format!("bots.{key}"), message });
            };
            self.check_name(&looks, at, &mut fault);
            self.check_replaced(at, &mut fault);
            self.bots[at].check(&mut fault);
        }
        faults
    }

    /// Whether the bots fit the tables and the format.
    fn check_tables(&self, fault: Tell<'_>) {
        let (bots, players) = (self.bots.len(), usize::from(self.players));
        if !(2..=5).contains(&self.players) {
            fault("players", format!("a table seats 2 to 5, not {players}"));
        } else if bots < players || bots > MAX_BOTS {
            fault("bots", format!("a table of {players} needs {players} to {MAX_BOTS} bots, not {bots}"));
        } else if let Err(message) = schedule::fits(self) {
            fault(if self.format == Format::Swiss { "rounds" } else { "format" }, message);
        }
    }

    /// Whether there are only keys that the format has.
    fn check_format(&self, fault: Tell<'_>) {
        let knocked_out = match self.format {
            Format::Knockout => self.bots.len(),
            Format::Groups => crate::contest::groups::advancing(self),
            _ => 0,
        };
        let no_third = self.third_place && (self.players != 2 || knocked_out < 4);
        let [swiss, groups, ladder] = [Format::Swiss, Format::Groups, Format::Ladder].map(|it| self.format == it);
        let checks = [
            ("rounds", !swiss && self.rounds.is_some(), "only a swiss tournament has a number of rounds"),
            (
                "first_round",
                !swiss && self.first_round.is_some(),
                "only a swiss tournament pairs a first round without results",
            ),
            ("third_place", no_third, "it needs a knockout of four bots or more at tables of two"),
            ("groups", !groups && self.groups.is_some(), "only the format `groups` has groups"),
            ("advance", !groups && self.advance.is_some(), "only the format `groups` has groups"),
            ("budget", !ladder && self.budget.is_some(), "only a ladder plays within a budget"),
        ];
        tell_wrong(checks, fault);
        if self.budget.is_some_and(|games| !(1..=MAX_GAMES).contains(&games)) {
            fault("budget", format!("1 to {MAX_GAMES} games"));
        }
    }

    /// Whether the settings of all games can hold.
    fn check_settings(&self, fault: Tell<'_>) {
        let unfit = |title: &String| title.is_empty() || title.len() > 200 || title.chars().any(is_unseen);
        let title = self.title.as_ref().is_some_and(unfit);
        let sandboxed = self.sandbox || self.bots.iter().any(|bot| bot.sandbox == Some(true));
        let checks = [
            ("title", title, "1 to 200 bytes without control characters and direction marks"),
            ("blocks", self.blocks == 0, "at least 1"),
            ("concurrency", !(1..=256).contains(&self.concurrency), "1 to 256 games at once"),
            ("memory", !is_memory(self.memory), MEMORY),
            ("sandbox", self.sandbox && self.wrap.is_some(), ONE_RUNNER),
            ("sandbox_read", !sandboxed && !self.sandbox_read.is_empty(), "it needs `sandbox = true`"),
        ];
        tell_wrong(checks, fault);
    }

    /// Whether the test and the tie-breaks can be used.
    fn check_ranking(&self, fault: Tell<'_>) {
        let (tests, two) = (self.sprt.is_some(), (self.bots.len(), self.players) == (2, 2));
        let checks = [
            ("sprt", tests && !two, "the test compares two bots at tables of two"),
            ("sprt", tests && !self.format.is_fixed(), "the test needs a round-robin or gauntlet"),
        ];
        tell_wrong(checks, fault);
        if let Some(twice) = TieBreak::twice(&self.tie_breaks) {
            fault("tie_breaks", format!("`{}` is listed twice", twice.name()));
        }
    }

    /// Whether a bot has a name of its own; `looks` holds how the names look.
    fn check_name(&self, looks: &[String], at: usize, fault: Tell<'_>) {
        let name = &self.bots[at].name;
        if let Err(message) = name_fits(name) {
            fault("name", message);
        }
        if let Some(other) = looks[..at].iter().position(|look| *look == looks[at]) {
            let differ = if self.bots[other].name == *name { "" } else { ", in characters that look the same" };
            fault("name", format!("there is a bot named `{name}` already{differ}"));
        }
    }

    /// Whether a bot can replace the one that it names.
    fn check_replaced(&self, at: usize, fault: Tell<'_>) {
        let Some(old) = &self.bots[at].replaces else { return };
        let earlier = self.bots[..at].iter().position(|other| other.name == *old);
        let again = self.bots[..at].iter().any(|other| other.replaces.as_ref() == Some(old));
        if earlier.is_none() || again {
            let why = if again { "is replaced already" } else { "is not the name of an earlier bot" };
            fault("replaces", format!("`{old}` {why}"));
        } else if matches!(self.format, Format::Knockout | Format::Groups)
            || (self.format == Format::Gauntlet && earlier == Some(0))
        {
            fault("replaces", "this bot cannot be replaced in this format".to_owned());
        }
    }
}

impl Bot {
    /// Whether the bot can be started on its own terms.
    fn check(&self, fault: Tell<'_>) {
        let nul = |text: &str| text.contains('\0');
        let wrapped = self.wrap.as_ref().is_some_and(|wrap| !wrap.is_empty());
        let unset = |(key, value): (&String, &String)| key.is_empty() || key.contains('=') || nul(key) || nul(value);
        let checks = [
            ("memory", !is_memory(self.memory), MEMORY),
            ("sandbox", self.sandbox == Some(true) && wrapped, ONE_RUNNER),
            ("command", self.command.trim().is_empty() || nul(&self.command), "it says how the bot is started"),
            (
                "env",
                self.env.iter().any(unset),
                "a variable's name has no `=`, and neither name nor value contains NUL",
            ),
        ];
        tell_wrong(checks, fault);
    }
}

/// What a limit of memory is, in words.
const MEMORY: &str = "1 to 1073741824 MiB";
const ONE_RUNNER: &str = "use `sandbox` or `wrap`, not both";

/// Whether a limit of memory can hold.
fn is_memory(memory: Option<u64>) -> bool {
    memory.is_none_or(|memory| (1..=1 << 30).contains(&memory))
}

/// Tells what is wrong of some keys, where it is.
fn tell_wrong(checks: impl IntoIterator<Item = (&'static str, bool, &'static str)>, fault: Tell<'_>) {
    for (key, _, why) in checks.into_iter().filter(|(_, is_wrong, _)| *is_wrong) {
        fault(key, why.to_owned());
    }
}

/// The line, from 0, of a byte offset.
pub(super) fn line_at(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|byte| *byte == b'\n').count()
}

/// Whether a line sets a key or opens its table.
fn sets(line: &str, key: &str) -> bool {
    let rest = line.trim_start().trim_start_matches('[').strip_prefix(key).map(str::trim_start);
    rest.is_some_and(|rest| rest.starts_with(['=', '.', ']']))
}

/// The line, from 1, that sets a top-level key.
pub(super) fn line_of(text: &str, key: &str) -> Option<usize> {
    text.lines().position(|line| sets(line, key)).map(|line| line + 1)
}

/// The first line, from 0, of each bot, in either notation; empty if the text cannot be read.
pub(super) fn heads(text: &str) -> Vec<usize> {
    #[derive(Deserialize)]
    struct Heads {
        bots: Vec<toml::Spanned<IgnoredAny>>,
    }
    let bots = toml::from_str(text).map_or_else(|_| Vec::new(), |heads: Heads| heads.bots);
    bots.iter().map(|bot| line_at(text, bot.span().start)).collect()
}

/// The line, from 1, that sets a key of a bot, or the bot's first line if none does. `heads` holds the first lines.
pub(super) fn line_in(text: &str, heads: &[usize], bot: usize, key: &str) -> Option<usize> {
    let head = *heads.get(bot)?;
    let length = heads.get(bot + 1).map_or(usize::MAX, |next| next - head);
    let below = text.lines().skip(head).take(length).position(|line| sets(line, key));
    Some(head + below.unwrap_or(0) + 1)
}
