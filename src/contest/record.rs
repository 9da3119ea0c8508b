//! A planned game and its result, each as one line of JSON. A planned line holds everything needed to play, so you
//! can spread lines over machines. A result line is the same in a stream and in a journal. This module specifies
//! both.
//!
//! ```json
//! {"planned":{"tournament":"…","game_id":"r1t2b1g1","game":"wangdo","options":{},"seats":[{"name":"a","command":"@random"},…],
//!             "luck":{"seed":"…","nonce":"…"},"clock":"60+0.5","on_illegal":"forfeit","max_turns":2000}}
//! {"result":{"tournament":"…","game_id":"r1t2b1g1","bots":["a","b"],"commitment":"sha256:…","places":[1,2],"scores":[31,24],
//!            "reason":"…","causes":["normal","normal"],"plies":58,"moves":[29,29],"think_us":[120000,98000],
//!            "ended":1767225600,"play":"…","transcript":"games/r1t2b1g1.jsonl","luck":{"seed":"…","nonce":"…"}}}
//! ```
//!
//! `tournament` and `game_id` together name a game, so one file can hold results of several competitions. A planned
//! line holds the seed, so it is for the organiser only; no bot may read it. The first of `seats` plays as player 0.
//! `places`, `scores`, `causes`, `moves`, `attempts`, `think_us` and `why` are lists by seat. `attempts`
//! counts the answers that were not accepted and is present only if there were any. `why` describes each bot's fault
//! and is present only if a bot was at fault. A game that was called off has no `places`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::config::{Bot, Clock, Config, OnIllegal, is_usual, name_fits, settings_in, with_settings, with_settings_of};
use super::schedule::{Block, BlockId, GameId};
use crate::bots::attempts::Attempts;
pub use crate::bots::cause::Cause;
use crate::bots::limits::{Adjudicate, Pondering};
use crate::commitment::{Bits128, Luck};
use crate::judge::seats::Lists;

/// A line that plans a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedLine {
    /// The game.
    pub planned: Planned,
}

/// A line that reports the result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultLine {
    /// The result.
    pub result: GameResult,
}

with_settings! {
settings_in
/// Everything needed to play a game. Absent settings have the defaults of `match`.
///
/// ```
/// use referee::matches::{NotPlayed, Tournament};
///
/// let tournament = Tournament::read(
///     r#"
///     game = "wigwam"
///     players = 2
///     format = "round-robin"
///     blocks = 1
///     bots = [{ name = "a", command = "@random" }, { name = "b", command = "@random" }]
///     "#,
/// )?;
/// // Both orders of the seats, each game with the name under which its result is kept.
/// let due = tournament.due(&[]);
/// let seats: Vec<_> = due.iter().map(|game| [0, 1].map(|seat| game.seats[seat].name.as_str())).collect();
/// assert!(seats.contains(&["a", "b"]) && seats.contains(&["b", "a"]));
/// # Ok::<(), NotPlayed>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Planned {
    /// The competition; see [`tournament`]. Absent: it has no name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<Bits128>,
    /// The game's name in the competition.
    pub game_id: GameId,
    /// The game to play.
    pub game: String,
    /// The rule options that differ from the default.
    pub options: Map<String, Value>,
    /// The edition file to play with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// The position to begin from. Absent: the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// The bots in turn order.
    pub seats: Vec<Bot>,
    /// The folder in which bots without a `directory` start. Absent: the working directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Its luck. No bot may see it until all games with the same seed have ended.
    pub luck: Luck,
}
{}
{}
}

/// A position to begin from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Its number among the competition's positions, from 1.
    pub number: usize,
    /// The position, as the game writes its states.
    pub state: Value,
}

/// The result of a game.
///
/// ```
/// use referee::matches::{GameResult, NotPlayed, Tournament};
///
/// let tournament = Tournament::read(
///     r#"
///     game = "wigwam"
///     players = 2
///     format = "round-robin"
///     blocks = 1
///     bots = [{ name = "a", command = "@random" }, { name = "b", command = "@random" }]
///     "#,
/// )?;
/// let due = tournament.due(&[]);
/// let result = tournament.play(&due[0])?;
/// // As JSON it can be kept anywhere until all games are played.
/// let kept = serde_json::to_string(&result).expect("it is data");
/// let read: GameResult = serde_json::from_str(&kept).expect("it was written so");
/// assert_eq!(tournament.due(&[read]).len(), due.len() - 1);
/// # Ok::<(), NotPlayed>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The competition; see [`tournament`]. Absent: it has no name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<Bits128>,
    /// The game's name in the competition, which includes its block.
    pub game_id: GameId,
    /// The names of the bots in turn order.
    pub bots: Vec<String>,
    /// The commitment to the seed that the bots received: see [`Luck::commitment`].
    pub commitment: String,
    /// For each seat 1 + the number of bots that did better. Absent: the game was called off and does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u8>>,
    /// For each seat, the game's own points. Absent: the game has no points or ended by a forfeit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<i32>>,
    /// Why the game ended, in the game's own words.
    pub reason: String,
    /// How it ended for each seat.
    pub causes: Vec<Cause>,
    /// For each seat, a description of its fault, which may quote the bot; empty without a fault. Absent: no bot was
    /// at fault, or no description was kept. For information only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// How many actions were performed.
    pub plies: u32,
    /// For each seat, how many times it was asked.
    pub moves: Vec<u32>,
    /// For each seat how many answers were not taken, and why. Absent: all were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attempts: Vec<Attempts>,
    /// For each seat, its total thinking time in microseconds.
    pub think_us: Vec<u64>,
    /// The longest time for which the judge itself was stopped during a turn, in milliseconds.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub lag_ms: u64,
    /// The longest time for which it waited for a processor then, in milliseconds.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub queued_ms: u64,
    /// When it ended, in seconds since the beginning of 1970 (UTC), by the machine's clock. For information only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<u64>,
    /// The digest of what was played, without luck and names; see [`super::play::digest`]. Absent: not computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<Bits128>,
    /// The path of the transcript.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript: Option<String>,
    /// Its luck, in the result of the last game with this seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Luck>,
}

/// The games that have ended. Each is boxed: a tree filled in order leaves nearly half its slots empty.
pub type Games = BTreeMap<GameId, Box<GameResult>>;

/// Adds a result. A second result of the same game is a duplicate. But any other result replaces one that failed by
/// the judge's own fault, in either order.
pub fn tell(games: &mut Games, duplicates: &mut Vec<Duplicate>, game: Box<GameResult>) {
    match games.entry(game.game_id) {
        Entry::Vacant(free) => {
            free.insert(game);
        }
        Entry::Occupied(mut there) if there.get().failed() && !game.failed() => {
            there.insert(game);
        }
        Entry::Occupied(there) if game.failed() && !there.get().failed() => {}
        Entry::Occupied(there) => duplicates.push(Duplicate::of(there.get(), &game)),
    }
}

/// The name of a competition: the first 16 bytes of the SHA-256 of its configuration's digest (as text) and its secret.
pub fn tournament(config_sha256: &str, secret: Bits128) -> Bits128 {
    let digest = Sha256::new().chain_update(config_sha256).chain_update(secret.0).finalize();
    let mut first = [0; 16];
    first.copy_from_slice(&digest[..16]);
    Bits128(first)
}

/// A repeated result of a game. The first result counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Duplicate {
    /// The competition, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<Bits128>,
    /// The game.
    pub game_id: GameId,
    /// The field in which the two contradict each other; absent if they agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs_in: Option<&'static str>,
}

impl Duplicate {
    /// The duplicate that a second result of a game makes.
    pub fn of(first: &GameResult, second: &GameResult) -> Duplicate {
        Duplicate { tournament: first.tournament, game_id: first.game_id, differs_in: first.contradicts(second) }
    }
}

/// The positions of a competition, in order; none: games begin as usual.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Positions(pub Vec<Value>);

impl Positions {
    /// The position of a block. It follows from the numbers of round and block alone, so every table of a round has the
    /// same positions, and neither a resumed nor an extended competition shifts them.
    pub fn of(&self, block: BlockId) -> Option<Start> {
        let at = (u64::from(block.round) + u64::from(block.block)).checked_sub(2)?;
        let at = at.checked_rem(self.0.len() as u64)? as usize;
        Some(Start { number: at + 1, state: self.0.get(at)?.clone() })
    }
}

/// Plans the games of a tournament.
#[derive(Copy, Clone, Debug)]
pub struct Planner<'a> {
    /// Its configuration now.
    pub config: &'a Config,
    /// Its name; see [`tournament`].
    pub name: Bits128,
    /// The source of its luck.
    pub secret: Bits128,
    /// The positions that its games begin from.
    pub positions: &'a Positions,
}

impl Planner<'_> {
    /// The games of a block.
    pub fn games(self, block: &Block) -> impl Iterator<Item = Planned> {
        let Planner { config, name, secret, positions } = self;
        let start = positions.of(block.id);
        block.games().map(move |(game_id, seats)| {
            with_settings! {
                with_settings_of config => Planned {
                    tournament: Some(name),
                    game_id,
                    game: config.game.clone(),
                    options: config.options.clone(),
                    edition: config.edition.clone(),
                    start: start.clone(),
                    seats: seats.iter().map(|bot| config.seated(*bot)).collect(),
                    folder: config.place(),
                    luck: config.luck.luck(secret, game_id),
                }
            }
        })
    }
}

impl Planned {
    /// Its result before anything is known of it. Add `luck` only after the last game of the block.
    pub fn blank_result(&self) -> GameResult {
        GameResult {
            tournament: self.tournament,
            game_id: self.game_id,
            bots: self.seats.iter().map(|bot| bot.name.clone()).collect(),
            commitment: self.luck.commitment(),
            ..GameResult::default()
        }
    }

    /// Checks whether a planned game from outside can be played; the error says why not.
    pub fn check(&self) -> Result<(), String> {
        are_seated("seats", &self.names())
    }

    /// The names of the bots in turn order.
    fn names(&self) -> Vec<&str> {
        self.seats.iter().map(|bot| &*bot.name).collect()
    }

    /// Checks whether this can be the result of this game; the error says why not.
    pub fn admits(&self, result: &GameResult) -> Result<(), String> {
        let seated = self.names();
        if seated != result.bots {
            return Err(format!("`bots` are {}, not {}", seated.join(", "), result.bots.join(", ")));
        }
        if result.tournament.is_some_and(|name| self.tournament.is_some_and(|own| own != name)) {
            return Err("it belongs to another `tournament`".to_owned());
        }
        if result.commitment != self.luck.commitment() {
            return Err("`commitment` belongs to another seed".to_owned());
        }
        Ok(())
    }
}

impl GameResult {
    /// Whether the game was called off because the judge or the machine failed.
    pub fn failed(&self) -> bool {
        self.places.is_none() && self.causes.contains(&Cause::RefereeFault)
    }

    /// The bots as they sat in the first game of the block: each game moves every bot one seat further.
    pub fn first_order(&self) -> Vec<&str> {
        let mut order: Vec<&str> = self.bots.iter().map(String::as_str).collect();
        let turned = usize::from(self.game_id.game).saturating_sub(1) % order.len().max(1);
        order.rotate_left(turned);
        order
    }

    /// The field in which two results of one game contradict each other, or show that it was played twice; `None` if
    /// only times differ.
    pub fn contradicts(&self, other: &GameResult) -> Option<&'static str> {
        let differ = [
            ("commitment", self.commitment != other.commitment),
            ("bots", self.bots != other.bots),
            ("places", self.places != other.places),
            ("causes", self.causes != other.causes),
            ("play", self.play.zip(other.play).is_some_and(|(one, two)| one != two) || self.plies != other.plies),
        ];
        differ.into_iter().find(|(_, differs)| *differs).map(|(name, _)| name)
    }

    /// Checks whether a result from outside can be true; the error says why not.
    pub fn check(&self) -> Result<(), String> {
        let seats = self.bots.len();
        are_seated("bots", &self.bots)?;
        let lengths = [
            ("places", self.places.as_ref().map_or(seats, Vec::len)),
            ("scores", self.scores.as_ref().map_or(seats, Vec::len)),
            ("causes", self.causes.len()),
            ("why", if self.why.is_empty() { seats } else { self.why.len() }),
            ("moves", self.moves.len()),
            ("attempts", if self.attempts.is_empty() { seats } else { self.attempts.len() }),
            ("think_us", self.think_us.len()),
        ];
        if let Some((name, length)) = lengths.into_iter().find(|(_, length)| *length != seats) {
            return Err(format!("`{name}` has {length} entries for {seats} bots"));
        }
        if let Some(places) = &self.places {
            let true_place = |place: u8| 1 + places.iter().filter(|other| **other < place).count();
            if places.iter().any(|place| true_place(*place) != usize::from(*place)) {
                return Err(format!("`places` {places:?}: a place is 1 + the number of bots that did better"));
            }
        }
        if self.luck.is_some_and(|luck| luck.commitment() != self.commitment) {
            return Err("`luck` does not match the `commitment`".to_owned());
        }
        let id = self.game_id;
        if usize::from(id.game) > seats || [id.block.round, id.block.table, id.block.block, id.game.into()].contains(&0)
        {
            return Err(format!("`game_id`: there is no game {id}"));
        }
        Ok(())
    }
}

/// Checks whether a game can be among bots with these names; `key` is where they stand.
fn are_seated(key: &str, names: &[impl AsRef<str> + PartialEq]) -> Result<(), String> {
    let seats = names.len();
    if !(2..=5).contains(&seats) {
        return Err(format!("a game has 2 to 5 `{key}`, not {seats}"));
    }
    names.iter().try_for_each(|name| name_fits(name.as_ref()))?;
    let twice = (1..seats).find(|seat| names[..*seat].contains(&names[*seat]));
    twice.map_or(Ok(()), |seat| Err(format!("`{}` has two seats", names[seat].as_ref())))
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;

    use super::super::config::Sharing;
    use super::super::schedule::{Scheduled, Scheduler, tests::config};
    use super::*;
    use serde_json::json;

    /// A made-up result: the bots in turn order with their places.
    pub(in crate::contest) fn result(id: &str, seated: &[(&str, u8)]) -> GameResult {
        let luck = Sharing::Shared.luck(Bits128::typed(1), id.parse().expect(id));
        let n = seated.len();
        GameResult {
            game_id: id.parse().expect(id),
            bots: seated.iter().map(|(name, _)| (*name).to_owned()).collect(),
            commitment: luck.commitment(),
            places: Some(seated.iter().map(|(_, place)| *place).collect()),
            reason: "over".to_owned(),
            causes: vec![Cause::Normal; n],
            plies: 10,
            moves: vec![5; n],
            think_us: vec![5000; n],
            luck: Some(luck),
            ..GameResult::default()
        }
    }

    #[test]
    fn lines_are_read_as_they_are_written() {
        let config = config("round-robin", 3, 3, "clock = \"1/1\"\nmax_turns = 9");
        let Scheduled::Block(block) = Scheduler::new(&config, Bits128::typed(3)).next(&Games::new()) else {
            panic!("no block")
        };
        let positions = Positions(vec![json!({"a": 1}), json!({"a": 2}), json!({"a": 3})]);
        let organiser =
            Planner { config: &config, name: Bits128::typed(9), secret: Bits128::typed(3), positions: &positions };
        let planned: Vec<Planned> = organiser.games(&block).collect();
        assert_eq!(planned.len(), 3);
        assert!(planned.iter().all(|game| game.start == Some(Start { number: 1, state: json!({"a": 1}) })));
        let of = |round, table, block| positions.of(BlockId { round, table, block }).map(|start| start.number);
        assert_eq!([of(1, 5, 2), of(1, 1, 4), of(2, 1, 1), of(0, 1, 1)], [Some(2), Some(1), Some(2), None]);
        assert_eq!(Positions::default().of(block.id), None);
        assert!(planned.iter().all(|game| game.luck.seed == planned[0].luck.seed));
        let commitments: BTreeSet<String> = planned.iter().map(|game| game.luck.commitment()).collect();
        assert_eq!(commitments.len(), 3, "what bots see does not tell that they share a seed");
        let fresh = Config { luck: Sharing::Fresh, ..config.clone() };
        let games = Planner { config: &fresh, ..organiser }.games(&block);
        let seeds: BTreeSet<u64> = games.map(|game| game.luck.seed.0).collect();
        assert_eq!(seeds.len(), 3);
        let line = PlannedLine { planned: planned[1].clone() };
        let text = serde_json::to_vec(&line).expect("JSON");
        assert_eq!(crate::strict::from_slice(&text), Ok(line));
        let mut told = result("r1t1b1g1", &[("a", 1), ("b", 2)]);
        told.why = vec![String::new()];
        assert!(told.check().is_err_and(|why| why.contains("`why` has 1 entries for 2 bots")));
        let result = GameResult {
            places: Some(vec![1, 2, 2]),
            scores: Some(vec![3, -1, -1]),
            reason: "over".to_owned(),
            causes: vec![Cause::Normal, Cause::TimeMove, Cause::CpuLimit],
            why: vec![String::new(), "51 ms too late".to_owned(), "5001 ms".to_owned()],
            plies: 1,
            moves: vec![1, 0, 0],
            attempts: vec![Attempts::default(), Attempts { illegal: 2, ..Attempts::default() }, Attempts::default()],
            think_us: vec![1, 0, 0],
            lag_ms: 12,
            luck: Some(planned[1].luck),
            ..planned[1].blank_result()
        };
        let line = ResultLine { result };
        assert_eq!(line.result.check(), Ok(()));
        assert_eq!(line.result.bots, ["bot2", "bot0", "bot1"], "every bot sits one seat further");
        let text = serde_json::to_vec(&line).expect("JSON");
        assert_eq!(crate::strict::from_slice(&text), Ok(line));
    }

    #[test]
    fn what_cannot_be_true_is_refused() {
        let good = result("r1t1b1g1", &[("a", 1), ("b", 1), ("c", 3)]);
        assert_eq!(good.check(), Ok(()));
        let refused = |change: fn(&mut GameResult), because: &str| {
            let mut bad = good.clone();
            change(&mut bad);
            let said = bad.check().expect_err(because);
            assert!(said.contains(because), "{said}");
        };
        refused(|bad| bad.bots.truncate(1), "2 to 5 `bots`");
        refused(|bad| bad.bots[2] = "a".to_owned(), "two seats");
        refused(|bad| bad.moves.truncate(2), "`moves` has 2 entries");
        refused(|bad| bad.places = Some(vec![1, 2]), "`places` has 2 entries");
        refused(|bad| bad.places = Some(vec![1, 1, 2]), "1 + the number");
        refused(|bad| bad.places = Some(vec![0, 1, 1]), "1 + the number");
        refused(|bad| bad.commitment.push('0'), "does not match");
        refused(|bad| bad.game_id.game = 4, "no game r1t1b1g4");
    }
}
