//! `referee tournament verify`: checks a journal as far as possible without playing again. Reading it checks every
//! game against the schedule, and every commitment against the secret. This file checks the pairings that depend on
//! results, and the transcripts: each is judged by the rules and compared with the journal.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use referee::commitment::Bits128;
use referee::contest::course::{course, given};
use referee::contest::journal::{Ledger, Opening};
use referee::contest::play;
use referee::contest::record::{GameResult, Positions};
use referee::registry::EditionFile;
use referee::text::{count, harmless, hex};
use referee::validate::check::Checker;
use referee::validate::games::{Block, Cutter};
use referee::validate::verdict::{Kind, Verdict};
use referee::wire::AbortCause;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::cmd::tournament::recorded;
use crate::cmd::{Exit, Output, Unreadable, read_edition};

/// The longest transcript, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// Arguments of `tournament verify`.
#[derive(Args)]
#[command(after_help = "\
Writes a line for each fault. The exit code is 1 if there is any. Results without a transcript cannot be checked; \
they are only counted.

Examples:
  referee tournament verify fixtures/tournaments/simulated.jsonl")]
pub(crate) struct VerifyArgs {
    /// The journal
    journal: PathBuf,
    /// The folder of the transcripts now [default: the paths in the journal]
    #[arg(long, value_name = "DIR")]
    transcripts: Option<PathBuf>,
}

/// Verifies a journal.
pub(crate) fn run(args: &VerifyArgs) -> Result<Exit> {
    let ledger = recorded(&args.journal)?;
    let empty = || Unreadable(format!("{}: the journal is empty", args.journal.display()));
    let opening = ledger.opening.as_ref().ok_or_else(empty)?;
    let editions: Vec<EditionFile> =
        opening.config.edition.iter().map(|path| read_edition(Path::new(path))).collect::<Result<_>>()?;
    let mut faults = pairings(&ledger, opening);
    for twice in ledger.duplicates.iter().filter_map(|twice| Some((twice.game_id, twice.differs_in?))) {
        faults.push(format!("{}: it has two results, which differ in `{}`", twice.0, twice.1));
    }
    let (positions, listed) = crate::cmd::positions::read(&opening.config)?;
    let digest = listed.map(|bytes| hex(&Sha256::digest(bytes)));
    if digest != opening.positions_sha256 {
        faults.push("the file of positions is not that of the tournament".to_owned());
    }
    let checker = Checker::new(&editions, false);
    let mut verifier = Verifier { opening, positions: &positions, checker };
    let mut held = 0;
    for (id, game) in &ledger.games {
        let Some(path) = &game.transcript else { continue };
        held += 1;
        let path = match (&args.transcripts, Path::new(path).file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => PathBuf::from(path),
        };
        let found = match read(&path) {
            Ok(text) => verifier.transcript(game, &text),
            Err(error) => vec![format!("{}: {error:#}", path.display())],
        };
        faults.extend(found.into_iter().map(|fault| format!("{id}: {fault}")));
    }
    let mut output = Output::open();
    for fault in &faults {
        output.text(&format!("{}\n", harmless(fault)));
        output.relieve()?;
    }
    let trusted = ledger.games.len() - held;
    let (results, held) = (count(ledger.games.len(), "result"), count(held, "transcript"));
    output.text(&format!(
        "{results}, {held} checked, {trusted} without a transcript, {}.\n",
        count(faults.len(), "fault")
    ));
    output.end(if faults.is_empty() { Exit::Valid } else { Exit::Fault })
}

/// Checks each round against the results before it, and each game against the schedule that follows from those
/// results.
fn pairings(ledger: &Ledger, opening: &Opening) -> Vec<String> {
    let paired = ledger.stages.as_ref().filter(|stages| !stages.latest().format.is_fixed());
    let Some(stages) = paired else { return Vec::new() };
    if let Some(nth) = ledger.mispaired(&course(stages, opening.seed, &ledger.games)).next() {
        return vec![format!("round {}: its pairing does not follow from the earlier results", nth + 1)];
    }
    let given = given(stages, opening.seed, &ledger.games);
    let untied = ledger.games.keys().filter(|id| !given.contains(id));
    untied.map(|id| format!("{id}: its table was not tied, so this game should not have been played")).collect()
}

/// Reads a transcript.
fn read(path: &Path) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut text)?;
    if text.len() as u64 > MOST_BYTES {
        anyhow::bail!("it is longer than {MOST_BYTES} bytes");
    }
    Ok(text)
}

/// Checks transcripts against their journal.
struct Verifier<'a> {
    opening: &'a Opening,
    positions: &'a Positions,
    checker: Checker,
}

impl Verifier<'_> {
    /// The contradictions between a result and its transcript.
    fn transcript(&mut self, game: &GameResult, text: &[u8]) -> Vec<String> {
        let mut verdicts = Vec::new();
        let (mut cutter, mut block) = (Cutter::new(text), Block::default());
        while cutter.next(&mut block) {
            self.checker.check(&block, &mut |verdict| verdicts.push(verdict));
        }
        let [verdict] = &verdicts[..] else {
            return vec![format!("the transcript holds {}, not one", count(verdicts.len(), "game"))];
        };
        if verdict.verdict != Kind::Valid {
            let message = verdict.fault.as_ref().map_or("", |fault| &fault.message);
            return vec![format!("the transcript is {}: {message}", verdict.verdict.name())];
        }
        let Some(Transcribed { header, play, outcome, rulings }) = Transcribed::by(text, game.causes.len()) else {
            return vec!["the first line of the transcript is not a header".to_owned()];
        };
        let mut faults = self.of_header(game, &header);
        let mut differ = |what: &str, journal: Value, transcript: &Value| {
            if journal != *transcript {
                faults.push(format!("`{what}` is {journal} in the journal, {transcript} in the transcript"));
            }
        };
        if let Some(played) = game.play {
            differ("play", json!(played), &json!(play));
        }
        // A game that was called off has neither.
        differ("places", json!(game.places), &outcome["places"]);
        if game.places.is_some() && outcome.is_object() {
            differ("reason", json!(game.reason), &outcome["reason"]);
            if let Some(scores) = &game.scores {
                differ("scores", json!(scores), &outcome["scores"]);
            }
        }
        faults.extend(of_causes(game, &rulings, verdict));
        faults
    }

    /// The contradictions in the header.
    fn of_header(&self, game: &GameResult, header: &Value) -> Vec<String> {
        let Opening { config, edition_sha256, seed, .. } = self.opening;
        let mut faults = Vec::new();
        let mut held = |what: &str, wanted: Value| {
            let told = what.split('.').try_fold(header, |told, key| told.get(key));
            if told != Some(&wanted) {
                let told = told.map_or_else(|| "missing".to_owned(), ToString::to_string);
                faults.push(format!("`{what}` of the transcript is {told}, not {wanted}"));
            }
        };
        held("game", json!(config.game));
        let start = self.positions.of(game.game_id.block).map(|start| start.state);
        if start.is_some() || header.get("state").is_some() {
            held("state", start.unwrap_or_default());
        }
        held("names", json!(game.bots));
        held("match.game_id", json!(game.game_id));
        held("match.commitment", json!(game.commitment));
        for (option, value) in &config.options {
            held(&format!("options.{option}"), value.clone());
        }
        if let Some(edition) = edition_sha256 {
            held("edition.sha256", json!(edition));
        }
        if header.get("seed").is_some() {
            held("seed", json!(config.luck.luck(*seed, game.game_id).seed));
        }
        faults
    }
}

/// What a transcript tells of its game.
struct Transcribed {
    header: Value,
    play: Bits128,
    /// `null`: there is none.
    outcome: Value,
    /// For each seat the cause by which it lost; `null`: by none.
    rulings: Vec<Value>,
}

impl Transcribed {
    /// What a valid transcript tells; `None` if its first line is not a header.
    fn by(text: &[u8], seats: usize) -> Option<Transcribed> {
        let mut lines = text.split(|byte| *byte == b'\n').peekable();
        let header = serde_json::from_slice(lines.peek()?).ok().filter(Value::is_object)?;
        let (mut outcome, mut rulings) = (Value::Null, vec![Value::Null; seats]);
        let lines = lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
        let play = play::digest(lines.inspect(|line| {
            if let Some(forfeit) = line.get("forfeit") {
                let seat = forfeit["player"].as_u64().and_then(|seat| usize::try_from(seat).ok());
                if let Some(ruling) = seat.and_then(|seat| rulings.get_mut(seat)) {
                    *ruling = forfeit["cause"].clone();
                }
            }
            if let Some(told) = line.get("outcome").filter(|told| told.is_object()) {
                outcome = told.clone();
            }
        }));
        Some(Transcribed { header, play, outcome, rulings })
    }
}

/// Compares faults with the rulings in the record: both or neither must say that a seat lost by a fault.
fn of_causes(game: &GameResult, rulings: &[Value], verdict: &Verdict) -> Vec<String> {
    let faults = game.causes.iter().zip(rulings).enumerate().filter_map(|(seat, (cause, ruling))| {
        let told = if cause.is_loss() { json!(cause.name()) } else { Value::Null };
        (told != *ruling).then(|| {
            let bot = &game.bots[seat];
            format!("`causes`: {bot} lost by {told} in the journal, by {ruling} in the transcript")
        })
    });
    let mut faults: Vec<String> = faults.collect();
    if verdict.abort == Some(AbortCause::MaxTurns) && game.places.is_some() {
        faults.push("the game was called off in the transcript but counts in the journal".to_owned());
    }
    faults
}
