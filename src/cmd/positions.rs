//! The file of positions that a tournament begins from: each header opens a stream, whose last position counts. The rules
//! judge every line, so a position is one that the game can be in.

use std::path::Path;

use anyhow::Result;
use referee::contest::config::Config;
use referee::contest::record::Positions;
use referee::judge::Emit;
use referee::stream::{Asked, Stream, Usage};
use referee::wire::is_header;
use serde_json::{Value, json};

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
    let positions = Positions(of_text(&bytes, config)?.map_err(failed)?);
    Ok((positions, Some(bytes)))
}

/// The positions of a file's bytes; the inner error says what is wrong with which line.
fn of_text(bytes: &[u8], config: &Config) -> Result<std::result::Result<Vec<Value>, String>> {
    let editions = config.edition.iter().map(|path| read_edition(Path::new(path))).collect::<Result<Vec<_>>>()?;
    let mut states = Vec::new();
    let lines: Vec<(usize, &[u8])> = (1..).zip(bytes.split(|byte| *byte == b'\n')).collect();
    let lines: Vec<(usize, &[u8])> = lines.into_iter().filter(|(_, line)| !line.trim_ascii().is_empty()).collect();
    if lines.is_empty() {
        return Ok(Err("there is no position in it".to_owned()));
    }
    for game in lines.chunk_by(|_, (_, next)| !is_header(next)) {
        match position(game, config, &editions) {
            Ok(state) => states.push(state),
            Err(why) => return Ok(Err(why)),
        }
    }
    Ok(Ok(states))
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
    let last = game[game.len() - 1].0;
    let mut state = Value::Null;
    for (number, line) in lines.chain(std::iter::once((last, &br#"{"query":"state"}"#[..]))) {
        let mut out = Vec::new();
        stream.line(Some(line), &mut out).map_err(|Usage(why)| at(number, &why))?;
        for answer in out.split(|byte| *byte == b'\n').filter(|answer| !answer.is_empty()) {
            let answer: Value = serde_json::from_slice(answer).map_err(|error| at(number, &error.to_string()))?;
            let fault = ["malformed", "violations", "contradicted"].iter().find_map(|key| answer.get(key));
            if let Some(fault) = fault {
                let message = fault.get("message").or_else(|| fault.get(0)?.get("message"));
                let why = message.and_then(Value::as_str).map_or_else(|| fault.to_string(), str::to_owned);
                return Err(at(number, &why));
            }
            if answer.get("outcome").is_some() || answer["next"] == "over" {
                return Err(at(number, "the game is over there, so nothing can begin from it"));
            }
            state = answer.get("state").cloned().unwrap_or(state);
        }
    }
    if state.is_object() { Ok(state) } else { Err(at(last, "the position is hidden")) }
}
