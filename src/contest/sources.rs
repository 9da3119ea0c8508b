//! Results of any number of competitions, as `rate` reads them: journals, result lines, and files that concatenate
//! several of either. Each competition has a name ([`super::record::tournament`]), which keeps games with equal ids
//! apart.

use std::collections::{BTreeMap, BTreeSet};

use super::config::MAX_BOTS;
use super::journal::{JournalLine, Ledger};
use super::record::{Duplicate, GameResult, Games, Planned, tell};
use super::schedule::GameId;
use crate::commitment::Bits128;

/// The planned games, by competition and name.
pub type Plan = BTreeMap<(Option<Bits128>, GameId), Planned>;

/// The lines read so far.
#[derive(Clone, Debug, Default)]
pub struct ResultSources {
    journals: Vec<Ledger>,
    results: Vec<GameResult>,
    plan: Option<Plan>,
    in_journal: bool,
}

/// The results of all competitions, put together.
#[derive(Clone, Debug, Default)]
pub(super) struct Gathered {
    /// The games of each competition that have ended.
    pub(super) games: BTreeMap<Option<Bits128>, Games>,
    /// Repeated results.
    pub(super) duplicates: Vec<Duplicate>,
    /// The bots, sorted, so that the order of lines does not matter.
    pub(super) names: BTreeSet<String>,
    /// The game played, if known.
    pub(super) game: Option<String>,
    /// The planned games, if known.
    pub(super) plan: Option<Plan>,
}

impl ResultSources {
    /// Begins a file: its first lines belong to no journal.
    pub fn begin_file(&mut self) {
        self.in_journal = false;
    }

    /// Whether the last line was of a journal.
    pub fn in_journal(&self) -> bool {
        self.in_journal
    }

    /// Adds a line; an error says what is wrong with it.
    pub fn add(&mut self, line: JournalLine) -> Result<(), String> {
        if matches!(line, JournalLine::Tournament(_)) {
            self.in_journal = false;
            let mut ledger = Ledger::default();
            ledger.add(line)?;
            self.journals.push(ledger);
            self.in_journal = true;
            return Ok(());
        }
        let journal = self.journals.last_mut().filter(|_| self.in_journal);
        match (line, journal) {
            (JournalLine::Result(game), journal) => {
                if let Some(journal) = journal.filter(|own| game.tournament.is_none_or(|name| name == own.name)) {
                    return journal.add(JournalLine::Result(game));
                }
                game.check()?;
                self.results.push(*game);
                Ok(())
            }
            (line, Some(journal)) => journal.add(line),
            (_, None) => Err("this line may appear only in a journal, after its `tournament`".to_owned()),
        }
    }

    /// Adds a planned game.
    pub fn plan(&mut self, planned: Planned) -> Result<(), String> {
        planned.check()?;
        self.begin_plan().insert((planned.tournament, planned.game_id), planned);
        Ok(())
    }

    /// Notes that a plan is known, even an empty one.
    pub fn begin_plan(&mut self) -> &mut Plan {
        self.plan.get_or_insert_default()
    }

    /// Combines everything; an error says what does not fit together.
    pub(super) fn gather(self) -> Result<Gathered, String> {
        let mut all = Gathered::default();
        let configured = self.journals.iter().filter_map(|journal| Some(&journal.config()?.game));
        let planned = self.plan.iter().flat_map(BTreeMap::values).map(|planned| &planned.game);
        let kinds: BTreeSet<&String> = configured.chain(planned).collect();
        if kinds.len() > 1 {
            let kinds: Vec<&str> = kinds.into_iter().map(String::as_str).collect();
            return Err(format!("these are results of different games: {}", kinds.join(", ")));
        }
        all.game = kinds.first().map(|kind| (*kind).clone());
        let seats = self.plan.iter().flat_map(BTreeMap::values).flat_map(|planned| &planned.seats);
        seats.for_each(|bot| meet(&mut all.names, &bot.name));
        let bots = self.journals.iter().filter_map(|journal| Some(&journal.config()?.bots)).flatten();
        bots.for_each(|bot| meet(&mut all.names, &bot.name));
        // If one competition is planned, a result without a name belongs to it.
        let mut planned: Vec<Option<Bits128>> =
            self.plan.iter().flat_map(|plan| plan.keys().map(|key| key.0)).collect();
        planned.dedup();
        let only = if let [only] = planned[..] { only } else { None };
        for journal in self.journals {
            all.duplicates.extend(journal.duplicates);
            let games = all.games.entry(Some(journal.name)).or_default();
            journal.games.into_values().for_each(|game| tell(games, &mut all.duplicates, game));
        }
        for game in self.results {
            game.bots.iter().for_each(|name| meet(&mut all.names, name));
            let games = all.games.entry(game.tournament.or(only)).or_default();
            tell(games, &mut all.duplicates, game.into());
        }
        if all.names.len() > MAX_BOTS {
            return Err(format!("there are more than {MAX_BOTS} bots"));
        }
        for (name, games) in &all.games {
            if let Some(plan) = &self.plan {
                for (id, game) in games {
                    let planned = plan.get(&(*name, *id)).ok_or_else(|| format!("game {id} was not planned"))?;
                    planned.admits(game).map_err(|why| format!("game {id} does not match its plan: {why}"))?;
                }
            }
            let games: Vec<&GameResult> = games.values().map(Box::as_ref).collect();
            for block in games.chunk_by(|one, next| one.game_id.block == next.game_id.block) {
                let order = block[0].first_order();
                if let Some(game) = block[1..].iter().find(|game| game.first_order() != order) {
                    let (id, first) = (game.game_id, block[0].game_id);
                    return Err(format!("games {id} and {first} are of one block but contradict each other in `bots`"));
                }
            }
        }
        if all.games.len() < 2 {
            all.duplicates.iter_mut().for_each(|twice| twice.tournament = None);
        }
        all.plan = self.plan;
        Ok(all)
    }
}

/// Adds a name, unless there are more than [`MAX_BOTS`] already.
fn meet(names: &mut BTreeSet<String>, name: &str) {
    if names.len() <= MAX_BOTS && !names.contains(name) {
        names.insert(name.to_owned());
    }
}
