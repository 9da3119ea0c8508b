//! How a tournament grows while it is being played: more blocks or rounds, bots that join, new versions of bots, and
//! bots that leave. Each change is a line in the journal, so what was played before stays valid. Games are numbered
//! such that a longer tournament has all games of the shorter one.
//!
//! Formats whose pairings are known from the start take a change at once. Formats that are paired by results take it
//! from the next round on.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::config::{Bot, Config, Format};
use crate::text::count;

/// A line that extends a tournament. Absent values stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Extension {
    /// The digest of the configuration from here on; see [`Config::digest`].
    pub config_sha256: String,
    /// How many blocks each table plays from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<u32>,
    /// How many rounds a Swiss tournament has now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// How many games a ladder has now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<u64>,
    /// The bots that join.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<Bot>,
    /// The names of the bots that leave. A bot that is replaced leaves without being named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withdrawn: Vec<String>,
}

impl Extension {
    /// What turns one configuration into the other; `None` if they are the same. If more differs than a running
    /// tournament can take, the error names the differences.
    pub fn between(now: &Config, wanted: &Config) -> Result<Option<Extension>, Vec<String>> {
        let wanted = &wanted.without_leavers(now);
        if now.digest() == wanted.digest() {
            return Ok(None);
        }
        let new: Vec<Bot> = wanted.bots.iter().skip(now.bots.len()).cloned().collect();
        let leaves =
            |(was, is): (&Bot, &Bot)| (was.name == is.name && is.withdrawn && !was.withdrawn).then(|| is.name.clone());
        let extension = Extension {
            config_sha256: wanted.digest(),
            blocks: (wanted.blocks > now.blocks).then_some(wanted.blocks),
            rounds: wanted.rounds.filter(|rounds| now.rounds.is_some_and(|before| *rounds > before)),
            budget: wanted.budget.filter(|budget| now.budget.is_some_and(|before| *budget > before)),
            bots: new,
            withdrawn: now.bots.iter().zip(&wanted.bots).filter_map(leaves).collect(),
        };
        let grown = extension.grown(now).map_err(|why| vec![why])?;
        if grown.digest() == wanted.digest() { Ok(Some(extension)) } else { Err(grown.differs_from(wanted)) }
    }

    /// The line by which these bots leave.
    pub fn withdrawing(now: &Config, bots: &BTreeSet<usize>) -> Extension {
        let withdrawn = bots.iter().map(|bot| now.bots[*bot].name.clone()).collect();
        let mut extension = Extension { withdrawn, ..Extension::default() };
        extension.config_sha256 = extension.grown(now).map(|grown| grown.digest()).unwrap_or_default();
        extension
    }

    /// The configuration after this line; the error says why a tournament cannot be extended so.
    pub fn applied(&self, now: &Config) -> Result<Config, String> {
        let grown = self.grown(now)?;
        if grown.digest() == self.config_sha256 {
            return Ok(grown);
        }
        Err("`config_sha256` is not the digest of the configuration after this line".to_owned())
    }

    fn grown(&self, now: &Config) -> Result<Config, String> {
        let mut grown = now.clone();
        let more = |what: &str, before: Option<u64>, after: Option<u64>| match (before, after) {
            (Some(before), Some(after)) if after <= before => {
                Err(format!("`{what}` can only grow: {after} after {before}"))
            }
            (None, Some(_)) => Err(format!("this tournament has no `{what}`")),
            _ => Ok(()),
        };
        more("blocks", Some(now.blocks.into()), self.blocks.map(u64::from))?;
        more("rounds", now.rounds.map(u64::from), self.rounds.map(u64::from))?;
        more("budget", now.budget, self.budget)?;
        grown.blocks = self.blocks.unwrap_or(now.blocks);
        grown.rounds = self.rounds.or(now.rounds);
        grown.budget = self.budget.or(now.budget);
        for name in &self.withdrawn {
            let bot = grown.number(name).filter(|bot| now.is_active(*bot));
            let bot = bot.ok_or_else(|| format!("there is no bot `{name}` in this tournament that could leave"))?;
            grown.bots[bot].withdrawn = true;
        }
        if matches!(now.format, Format::Knockout | Format::Groups) && !self.bots.is_empty() {
            return Err("nobody can join a knockout after it has begun".to_owned());
        }
        grown.bots.extend(self.bots.iter().cloned());
        match grown.faults("").first() {
            Some(fault) => Err(fault.to_string()),
            None => Ok(grown),
        }
    }

    /// In words: `2 blocks a table, b joins, c leaves`.
    pub fn words(&self) -> String {
        let mut words = Vec::new();
        words.extend(self.blocks.map(|blocks| format!("{} a table", count(blocks, "block"))));
        words.extend(self.rounds.map(|rounds| count(rounds, "round")));
        words.extend(self.budget.map(|games| count(games, "game")));
        words.extend(self.bots.iter().map(|bot| match &bot.replaces {
            Some(old) => format!("{} replaces {old}", bot.name),
            None => format!("{} joins", bot.name),
        }));
        words.extend(self.withdrawn.iter().map(|name| format!("{name} leaves")));
        words.join(", ")
    }
}

/// The configurations of a tournament one after the other, each with the number of rounds paired before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stages {
    first: Config,
    later: Vec<(u32, Config)>,
}

impl Stages {
    /// Adds a configuration that applies after this many rounds.
    pub fn push(&mut self, rounds: u32, config: Config) {
        self.later.push((rounds, config));
    }

    /// The configuration now.
    pub fn latest(&self) -> &Config {
        self.later.last().map_or(&self.first, |(_, config)| config)
    }

    /// The configuration with which the round after this many is paired.
    pub fn after(&self, rounds: u32) -> &Config {
        self.later.iter().rfind(|(before, _)| *before <= rounds).map_or(&self.first, |(_, config)| config)
    }
}

impl From<&Config> for Stages {
    fn from(config: &Config) -> Stages {
        Stages { first: config.clone(), later: Vec::new() }
    }
}

impl From<&Stages> for Stages {
    fn from(stages: &Stages) -> Stages {
        stages.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::tests::config;
    use super::*;

    fn grown(from: &Config, change: impl FnOnce(&mut Config)) -> Result<Option<Extension>, Vec<String>> {
        let mut wanted = from.clone();
        change(&mut wanted);
        Extension::between(from, &wanted)
    }

    #[test]
    fn what_only_grows_is_an_extension() {
        let now = config("swiss", 4, 2, "rounds = 2");
        assert_eq!(grown(&now, |config| config.concurrency = 9), Ok(None));
        let bot = |name: &str, replaces: Option<&str>| Bot {
            name: name.to_owned(),
            command: "@random".to_owned(),
            replaces: replaces.map(str::to_owned),
            ..Bot::default()
        };
        let line = grown(&now, |config| {
            (config.blocks, config.rounds) = (2, Some(3));
            config.bots[1].withdrawn = true;
            config.bots.extend([bot("late", None), bot("bot0-2", Some("bot0"))]);
        });
        let line = line.expect("it only grows").expect("it differs");
        assert_eq!(line.words(), "2 blocks a table, 3 rounds, late joins, bot0-2 replaces bot0, bot1 leaves");
        let after = line.applied(&now).expect("it fits");
        assert_eq!((0..6).filter(|bot| after.is_active(*bot)).collect::<Vec<_>>(), [2, 3, 4, 5]);
        assert!(line.applied(&after).is_err(), "not twice");
        assert_eq!(
            Extension::withdrawing(&now, &BTreeSet::from([3])).applied(&now).map(|config| config.is_active(3)),
            Ok(false)
        );
    }

    #[test]
    fn what_changes_otherwise_is_named() {
        let now = config("swiss", 4, 2, "rounds = 2\nblocks = 2");
        let refused = |change: fn(&mut Config), because: &str| {
            let said = grown(&now, change).expect_err(because).join("; ");
            assert!(said.contains(because), "{said}");
        };
        refused(|config| config.blocks = 1, "blocks: 2 in the journal, 1 here");
        refused(|config| config.memory = Some(9), "memory: none in the journal, 9 here");
        refused(|config| config.bots[0].command = "@mcts:1".to_owned(), "bots.1.command");
        refused(|config| config.bots.swap(0, 1), "bots.1.name");
        refused(|config| drop(config.bots.pop()), "bots: 4 in the journal, 3 here");
        refused(|config| config.rounds = Some(9), "at most 3 rounds, not 9");
        refused(
            |config| config.bots.push(Bot { name: "bot0".to_owned(), command: "x".to_owned(), ..Bot::default() }),
            "already",
        );
        let knockout = config("knockout", 4, 2, "");
        let more = grown(&knockout, |config| {
            config.bots.push(Bot { name: "new".to_owned(), command: "x".to_owned(), ..Bot::default() });
        });
        assert!(more.is_err_and(|why| why[0].contains("knockout")));
    }

    #[test]
    fn each_round_has_its_configuration() {
        let now = config("swiss", 4, 2, "rounds = 2");
        let mut stages = Stages::from(&now);
        stages.push(2, Config { blocks: 5, ..now.clone() });
        stages.push(2, Config { blocks: 6, ..now });
        assert_eq!([0, 1, 2, 3].map(|rounds| stages.after(rounds).blocks), [1, 1, 6, 6]);
        assert_eq!(stages.latest().blocks, 6);
    }
}
