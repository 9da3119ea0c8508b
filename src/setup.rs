//! How to play a game: with which options and how many players; and the rules that follow from that.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::game::{Fault, Game};
use crate::strict::{self, Malformed, hint, near_miss};

/// How to play a game.
///
/// ```
/// use referee::{AnySession, Setup};
///
/// // Without a seed, every draw is given; the first is the seventh card of the pile, say.
/// let mut session = AnySession::open("we-will-wok-you", &Setup::new().players(4))?;
/// let (card, _weight) = session.chances()[6].clone();
/// session.draw(&card)?;
/// // With one, the referee draws.
/// assert!(AnySession::open("wongar", &Setup::new().seed(1))?.chances().is_empty());
/// assert!(AnySession::open("tectonic", &Setup::new().option("setup", "S9")).is_err());
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Setup {
    /// The number of players. `None`: the smallest that the game allows.
    pub players: Option<u8>,
    /// With a seed the referee makes the draws. `None`: you give every draw, with `Session::draw`.
    pub seed: Option<u64>,
    /// The rule options that differ from their defaults, as the protocol writes them.
    pub options: Map<String, Value>,
}

impl Setup {
    /// The default options, the smallest number of players, and no seed.
    pub fn new() -> Setup {
        Setup::default()
    }

    /// With this number of players.
    #[must_use]
    pub fn players(self, players: u8) -> Setup {
        Setup { players: Some(players), ..self }
    }

    /// With the draws of a seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Setup {
        Setup { seed: Some(seed), ..self }
    }

    /// With a rule option, such as `.option("setup", "S2")`.
    #[must_use]
    pub fn option(mut self, name: &str, value: impl Into<Value>) -> Setup {
        self.options.insert(name.to_owned(), value.into());
        self
    }
}

/// The possible numbers of players in words, such as "wangdo is for 2 to 4 players".
pub fn for_players(game: &str, players: &RangeInclusive<u8>) -> String {
    let (least, most) = (players.start(), players.end());
    let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
    format!("{game} is for {range} players")
}

/// The number of players that is asked for; `None`: the smallest.
pub(crate) fn players<G: Game>(asked: Option<u8>) -> Result<u8, Malformed> {
    let players = asked.unwrap_or(*G::PLAYERS.start());
    if G::PLAYERS.contains(&players) {
        return Ok(players);
    }
    Err(Malformed::new(format!("{}, not {players}", for_players(G::NAME, &G::PLAYERS))))
}

/// Opens the rules of an edition with these options, and returns them with all options. Those that are left out have their
/// defaults.
pub(crate) fn open<G: Game>(
    edition: &str,
    given: Option<Map<String, Value>>,
) -> Result<(G, Map<String, Value>), Malformed> {
    let options = read::<G>(given)?;
    let edition: G::Edition = strict::from_slice(edition.as_bytes())?;
    let game = G::open(&edition, &options).map_err(|faults| Malformed::new(listed(&faults)))?;
    Ok((game, as_map(&options)))
}

/// Reads options from a JSON object; options that are left out have their defaults.
fn read<G: Game>(given: Option<Map<String, Value>>) -> Result<G::Options, Malformed> {
    let Some(given) = given else { return Ok(G::Options::default()) };
    let defaults = defaults::<G>();
    for key in given.keys() {
        if !defaults.contains_key(key) {
            let near = near_miss(key, defaults.keys().map(String::as_str));
            let hint =
                hint(near, || format!("; the options are {}", defaults.keys().cloned().collect::<Vec<_>>().join(", ")));
            return Err(Malformed::new(format!("{} has no option `{key}`{hint}", G::NAME)));
        }
    }
    let mut all = defaults;
    for (key, value) in given {
        // One option at a time, so that the message can name it.
        let mut one = Map::new();
        one.insert(key.clone(), value.clone());
        all.insert(key.clone(), value);
        strict::from_value::<G::Options>(&Value::Object(one))
            .map_err(|malformed| Malformed::new(format!("option `{key}`: {}", malformed.message)))?;
    }
    strict::from_value(&Value::Object(all))
}

/// The options with their defaults.
pub(crate) fn defaults<G: Game>() -> Map<String, Value> {
    as_map(&G::Options::default())
}

fn as_map<T: serde::Serialize>(value: &T) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// The first few faults in one message: an edition may have thousands.
fn listed(faults: &[Fault]) -> String {
    const MOST: usize = 10;
    let mut all: Vec<String> = faults.iter().take(MOST).map(ToString::to_string).collect();
    if faults.len() > MOST {
        all.push(format!("and {} more", faults.len() - MOST));
    }
    all.join("; ")
}
