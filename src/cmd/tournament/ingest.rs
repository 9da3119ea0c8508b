//! Tournaments whose games are played elsewhere, round by round: `tournament plan --journal` writes the games that are due,
//! and `tournament ingest` adds their results to the journal. Either may be run again at any time: what is there already
//! is not added twice, and what is missing is planned again.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use referee::contest::config::Config;
use referee::contest::course::given;
use referee::contest::journal::{Files, Journal, Ledger};
use referee::contest::record::{GameResult, PlannedLine, Planner, ResultLine};
#[cfg(target_os = "linux")]
use referee::contest::schedule::Block;
use referee::contest::schedule::{GameId, Scheduled, Scheduler};
use referee::text::count;

use crate::cmd::tournament::config::Organised;
use crate::cmd::tournament::{NO_FIRST_LINE, journal_failed, opened, read_files, read_lines};
use crate::cmd::{Exit, Output, positions, remark, secret};

/// Arguments of `tournament ingest`.
#[derive(Args)]
#[command(after_help = "\
Plan the games that are due, play them anywhere, add the results, and plan again, until no game is due:

  referee tournament plan league.toml --journal league.jsonl > planned
  parallel -k --pipe -N 10 referee tournament play < planned > results
  referee tournament ingest results --journal league.jsonl

Each step may be repeated: results that the journal has already are left out, and games whose results are missing are \
planned again. A second result that contradicts the first is left out too, and the exit code is 1.

Examples:
  j=fixtures/tournaments/simulated.jsonl; tail -n 2 $j | referee tournament ingest --journal $j")]
pub(crate) struct IngestArgs {
    /// Result lines, as `tournament play` writes them [default: standard input]
    files: Vec<PathBuf>,
    /// The journal of the tournament, which no other command may be using
    #[arg(long, value_name = "FILE")]
    journal: PathBuf,
}

/// Opens or creates the journal of a tournament.
pub(crate) fn journal_of(path: &Path, config: &Config) -> Result<Journal> {
    let edition = config.edition.as_ref().map(std::fs::read).transpose()?;
    let (_, listed) = positions::read(config)?;
    let files = Files { edition: edition.as_deref(), positions: listed.as_deref() };
    opened(path, Journal::open(path, config, files, || secret().map_err(std::io::Error::other)))
}

/// Writes a line for each game that is due and has not been played. A round that is due is added to the journal.
pub(crate) fn plan_due(organised: &Organised, path: &Path) -> Result<Exit> {
    let config = &organised.config;
    let mut journal = journal_of(path, config)?;
    let (positions, _) = positions::read(config)?;
    let secret = journal.seed().context(NO_FIRST_LINE)?;
    let mut scheduler = Scheduler::new(journal.ledger().stages.as_ref().context(NO_FIRST_LINE)?, secret);
    let games_of = Planner { config, name: journal.ledger().name, secret, positions: &positions };
    let mut output = Output::open();
    let mut due = 0;
    let over = loop {
        match scheduler.next(&journal.ledger().games) {
            Scheduled::Round(number, round) => {
                journal.begin_round(number, &round, &config.names()).map_err(journal_failed)?;
            }
            Scheduled::Block(block) => {
                for planned in games_of.games(&block) {
                    if !journal.ledger().games.contains_key(&planned.game_id) {
                        output.json(&PlannedLine { planned });
                        due += 1;
                    }
                }
                output.relieve()?;
            }
            Scheduled::Wait => break false,
            Scheduled::Over => break due == 0,
        }
    };
    output.flush()?;
    if over {
        remark("everything has been played");
    }
    Ok(Exit::Valid)
}

/// Adds results to a journal.
pub(crate) fn run(args: &IngestArgs) -> Result<Exit> {
    let mut journal = opened(&args.journal, Journal::reopen(&args.journal))?;
    let players = usize::from(journal.ledger().config().context(NO_FIRST_LINE)?.players);
    let (mut added, mut known, mut contradict) = (0, 0, Vec::new());
    read_files(&args.files, |file, name| {
        read_lines(file, name, |line: Result<ResultLine, String>, _| {
            let result = line?.result;
            result.check()?;
            if let Some(there) = journal.ledger().games.get(&result.game_id).filter(|there| !there.failed()) {
                known += 1;
                contradict.extend(there.contradicts(&result).map(|what| (result.game_id, what)));
                return Ok(());
            }
            added += 1;
            add(&mut journal, result, players)
        })
    })?;
    let mut output = Output::open();
    let missing = match missing(&journal) {
        0 => String::new(),
        games => format!(", {} missing", count(games, "game")),
    };
    output.text(&format!("{} added, {known} known already{missing}\n", count(added, "result")));
    output.flush()?;
    if let Some((game, what)) = contradict.first() {
        let all = contradict.len();
        let contradict = if all == 1 { "contradicts" } else { "contradict" };
        remark(&format!("{} {contradict} the journal, the first of game {game} in `{what}`", count(all, "result")));
        return Ok(Exit::Fault);
    }
    Ok(Exit::Valid)
}

/// Adds a result. The last one of a block reveals its seed; no other one does.
fn add(journal: &mut Journal, mut result: GameResult, players: usize) -> Result<(), String> {
    let ledger = journal.ledger();
    ledger.fits(&result)?;
    let block = result.game_id.block;
    let last = ledger.ended(block) + usize::from(!ledger.games.contains_key(&result.game_id)) == players;
    let sharing = ledger.config().map(|config| config.luck).unwrap_or_default();
    let seed = journal.seed().filter(|_| last);
    result.luck = seed.map(|seed| sharing.luck(seed, result.game_id));
    journal.add_result(result).map_err(|fault| fault.to_string())?;
    #[cfg(target_os = "linux")]
    if let Some(seed) = seed {
        let mut untold = crate::cmd::tournament::transcripts::Untold::default();
        for (id, game) in journal.ledger().games.range(Block::ids(block)) {
            // The files may be on another machine; then only the journal has their seeds.
            let told = game.transcript.iter().try_for_each(|path| untold.tell(path, &sharing.luck(seed, *id)));
            told.map_err(|error| format!("{error:#}"))?;
        }
    }
    Ok(())
}

/// How many games have been given out and have no result.
fn missing(journal: &Journal) -> usize {
    let Ledger { stages, games, rounds, .. } = journal.ledger();
    let (Some(seed), Some(stages)) = (journal.seed(), stages) else { return 0 };
    // A round that is due but has not been planned is not missing.
    let rounds = if stages.latest().format.is_fixed() { 1 } else { rounds.len() as u32 };
    let is_missing = |id: &&GameId| id.block.round <= rounds && !games.contains_key(id);
    given(stages, seed, games).iter().filter(is_missing).count()
}
