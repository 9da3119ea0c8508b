//! The file of positions that a tournament begins from: each header opens a stream, whose last position counts. The rules
//! judge every line, so a position is one that the game can be in.

use std::path::Path;

use anyhow::Result;
use referee::contest::config::Config;
use referee::contest::record::Positions;
use referee::judge::answer::Answer;
use referee::judge::{Emit, Look};
use referee::stream::{Asked, Stream, Usage};
use referee::table::Next;
use referee::wire::is_header;
use serde_json::{Value, json};

use super::faults::sentence;
use super::read_edition;

/// The largest file, in bytes.
const MOST_BYTES: u64 = 1 << 26;

/// The positions of a configuration with the bytes of their file; none if it names no file. An error says which line of
/// the file is wrong.
pub(crate) fn read(config: &Config) -> Result<(Positions, Option<Vec<u8>>)> {
    let Some(path) = &config.positions else { return Ok((Positions::default(), None)) };
    let failed = |message: String| Usage(format!("{path}: {message}"));
    let is_long = std::fs::metadata(path).is_ok_and(|file| file.len() > MOST_BYTES);
    if is_long {
        return Err(failed(format!("it has more than {MOST_BYTES} bytes")).into());
    }
    let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
    let editions = config.edition.iter().map(|path| read_edition(Path::new(path))).collect::<Result<Vec<_>>>()?;
    let lines = (1..).zip(bytes.split(|byte| *byte == b'\n')).filter(|(_, line)| !line.trim_ascii().is_empty());
    let lines: Vec<(usize, &[u8])> = lines.collect();
    if lines.is_empty() {
        return Err(failed("there is no position in it".to_owned()).into());
    }
    let games = lines.chunk_by(|_, (_, next)| !is_header(next));
    let states: Result<Vec<Value>, String> = games.map(|game| position(game, config, &editions)).collect();
    Ok((Positions(states.map_err(failed)?), Some(bytes)))
}

/// The position at the end of a stream, given as lines with their numbers.
fn position(
    game: &[(usize, &[u8])],
    config: &Config,
    editions: &[referee::registry::EditionFile],
) -> Result<Value, String> {
    let (first, header) = game[0];
    let at = |line: usize, why: &str| format!("line {line}: {why}");
    let mut header: serde_json::Map<String, Value> =
        serde_json::from_slice(header).map_err(|_| at(first, "a header begins a position"))?;
    // The tournament's settings hold; a header may repeat them.
    let settings =
        [("game", json!(config.game)), ("players", json!(config.players)), ("options", json!(config.options))];
    for (key, value) in settings {
        let told = header.entry(key).or_insert_with(|| value.clone());
        let told_all = told
            .as_object()
            .zip(value.as_object())
            .is_some_and(|(told, ours)| ours.iter().all(|(name, value)| told.get(name) == Some(value)));
        if *told != value && !told_all {
            return Err(at(first, &format!("`{key}` is {told}, but the tournament has {value}")));
        }
    }
    let asked = Asked { editions: editions.to_vec(), ..Asked::default() };
    let mut stream = Stream::new(asked, Emit::NONE);
    let header = serde_json::to_vec(&header).unwrap_or_default();
    let lines = std::iter::once((first, &header[..])).chain(game[1..].iter().copied());
    for (number, line) in lines {
        let mut fault = None;
        let mut hear = |answer: &Answer<'_>| {
            let told = answer.told(None).filter(|_| answer.fate.is_fault());
            fault = fault.take().or_else(|| sentence(&format!("line {number}"), &told?, None));
        };
        stream.put(Some(line), &mut hear).map_err(|Usage(why)| at(number, &why))?;
        if let Some(fault) = fault {
            return Err(fault);
        }
        if stream.look().is_some_and(|look| look.next() == Next::Over) {
            return Err(at(number, "the game is over there, so nothing can begin from it"));
        }
    }
    let last = game[game.len() - 1].0;
    let look = stream.look().filter(|_| !stream.is_redacted());
    look.map(Look::state).ok_or_else(|| at(last, "the position is hidden"))
}
