//! The counts of games: who met whom, how often and with what success. Standings use these whole numbers, so equal
//! results compare as equal.
//!
//! **Points.** In a game, a bot wins two half points for every opponent placed below it and one for every opponent
//! that shares its place. The score shown is this sum divided by the maximum, 2 x (players - 1): 1 for a sole first
//! place, 0 for a sole last place, a half for a draw of two, and in general the mean of the shared places.

use std::collections::{BTreeMap, BTreeSet};

use super::record::{Cause, GameResult};
use super::schedule::{BlockId, GameId};
use crate::bots::attempts::Attempts;

/// What a seat wins in a game, in half points per opponent.
pub fn points(places: &[u8], seat: usize) -> u64 {
    let own = places[seat];
    let of = |place: &u8| 2 * u64::from(*place > own) + u64::from(*place == own);
    // Subtract the half point for sharing a place with itself.
    places.iter().map(of).sum::<u64>() - 1
}

/// The counts of one bot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deeds {
    /// Games that count.
    pub games: u64,
    /// Half points won in them.
    pub points: u64,
    /// First places that it did not share.
    pub wins: u64,
    /// Games lost by its own fault, by cause.
    pub faults: BTreeMap<Cause, u64>,
    /// How many times it was asked.
    pub moves: u64,
    /// Its answers that were not taken.
    pub attempts: Attempts,
    /// Its total thinking time, in microseconds.
    pub think_us: u64,
    /// The blocks with a counted game of this bot, each with the number of its competition.
    pub blocks: BTreeSet<(usize, BlockId)>,
}

/// A game that counts, with bots by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedGame {
    /// The number of its competition, if there are several.
    pub of: usize,
    /// The game.
    pub id: GameId,
    /// The bots by seat.
    pub bots: Vec<usize>,
    /// Their places.
    pub places: Vec<u8>,
}

/// The counts of all games of a competition.
#[derive(Clone, Debug, Default)]
pub struct GameTally {
    /// The bots; their index here is their number everywhere else.
    pub names: Vec<String>,
    /// How many players sit at a table; 0 before the first game.
    pub players: usize,
    /// The counts of each bot.
    pub deeds: Vec<Deeds>,
    /// `met[a][b]`: the number of games in which a and b met.
    pub met: Vec<Vec<u64>>,
    /// `won[a][b]`: what a won against b: two for each better place and one for each shared place.
    pub won: Vec<Vec<u64>>,
    /// The games that count, in the order of their ids.
    pub games: Vec<CountedGame>,
    /// The games that were called off and do not count.
    pub called_off: Vec<GameId>,
}

impl GameTally {
    /// Counts games of one competition between these bots. No game may appear twice.
    pub fn new<'a>(names: &[String], games: impl Iterator<Item = &'a GameResult>) -> Result<GameTally, String> {
        GameTally::of(names, games.map(|game| (0, game)))
    }

    /// Counts games of several competitions, each with the number of its competition.
    pub fn of<'a>(names: &[String], games: impl Iterator<Item = (usize, &'a GameResult)>) -> Result<GameTally, String> {
        let (names, pairs) = (names.to_vec(), vec![vec![0; names.len()]; names.len()]);
        let deeds = vec![Deeds::default(); names.len()];
        let mut tally = GameTally { deeds, met: pairs.clone(), won: pairs, ..GameTally::default() };
        let number: BTreeMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
        for (of, game) in games {
            let mut bots = Vec::with_capacity(game.bots.len());
            for name in &game.bots {
                let Some(number) = number.get(&**name) else {
                    return Err(format!("game {}: there is no bot `{name}` in this tournament", game.game_id));
                };
                bots.push(*number);
            }
            if tally.players != 0 && tally.players != bots.len() {
                return Err(format!(
                    "game {} has {} players, but earlier games have {}",
                    game.game_id,
                    bots.len(),
                    tally.players
                ));
            }
            tally.players = bots.len();
            tally.count(of, game, bots);
        }
        tally.games.sort_by_key(|game| (game.of, game.id));
        tally.names = names;
        Ok(tally)
    }

    fn count(&mut self, of: usize, game: &GameResult, bots: Vec<usize>) {
        let Some(places) = &game.places else {
            self.called_off.push(game.game_id);
            return;
        };
        for (seat, bot) in bots.iter().enumerate() {
            let deeds = &mut self.deeds[*bot];
            deeds.games += 1;
            deeds.points += points(places, seat);
            deeds.wins += u64::from(points(places, seat) == 2 * (places.len() as u64 - 1));
            deeds.moves += u64::from(game.moves[seat]);
            game.attempts.get(seat).into_iter().for_each(|attempts| deeds.attempts.add(attempts));
            deeds.think_us = deeds.think_us.saturating_add(game.think_us[seat]);
            deeds.blocks.insert((of, game.game_id.block));
            if game.causes[seat].is_fault() {
                *deeds.faults.entry(game.causes[seat]).or_default() += 1;
            }
            for (other, place) in bots.iter().zip(places) {
                if other != bot {
                    self.met[*bot][*other] += 1;
                    self.won[*bot][*other] += 2 * u64::from(*place > places[seat]) + u64::from(*place == places[seat]);
                }
            }
        }
        self.games.push(CountedGame { of, id: game.game_id, bots, places: places.clone() });
    }

    /// The maximum points in a game; at least 2, to allow division.
    pub fn most_points(&self) -> u64 {
        (2 * self.players.saturating_sub(1)).max(2) as u64
    }

    /// The blocks with a counted game, in order, with these games.
    pub fn blocks(&self) -> Vec<&[CountedGame]> {
        self.games.chunk_by(|a, b| (a.of, a.id.block) == (b.of, b.id.block)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::result;
    use super::*;

    #[test]
    fn shared_places_share_the_points() {
        let of = |places: &[u8]| (0..places.len()).map(|seat| points(places, seat)).collect::<Vec<_>>();
        assert_eq!(of(&[1, 2]), [2, 0]);
        assert_eq!(of(&[1, 1]), [1, 1]);
        assert_eq!(of(&[3, 1, 4, 2]), [2, 6, 0, 4]);
        // A shared first place gives the mean of 6 and 4 half points; four equal players share 12.
        assert_eq!(of(&[1, 1, 3, 4]), [5, 5, 2, 0]);
        assert_eq!(of(&[1, 1, 1, 1]), [3, 3, 3, 3]);
    }

    #[test]
    fn games_are_counted_for_bots_pairs_and_blocks() {
        let mut fault = result("r1t1b1g2", &[("b", 2), ("a", 1)]);
        fault.causes[0] = Cause::TimeMove;
        let mut off = result("r1t1b2g1", &[("a", 1), ("b", 2)]);
        off.places = None;
        let games = [fault, result("r1t1b1g1", &[("a", 1), ("b", 1)]), off];
        let names = ["a", "b", "c"].map(str::to_owned);
        let tally = GameTally::new(&names[..2], games.iter()).expect("good games");
        assert_eq!(tally.names, ["a", "b"]);
        assert_eq!((tally.deeds[0].points, tally.deeds[1].points), (3, 1));
        assert_eq!((tally.deeds[0].wins, tally.deeds[0].games, tally.called_off.len()), (1, 2, 1));
        assert_eq!(tally.deeds[1].faults, [(Cause::TimeMove, 1)].into());
        assert_eq!((tally.won[0][1], tally.won[1][0], tally.met[0][1]), (3, 1, 2));
        assert_eq!(tally.blocks().len(), 1);
        assert_eq!(tally.games[0].id.game, 1, "sorted by id");
        assert!(GameTally::new(&names[..1], games.iter()).is_err());
        let mixed = [result("r1t1b1g1", &[("a", 1), ("b", 2)]), result("r1t1b2g1", &[("a", 1), ("b", 2), ("c", 3)])];
        assert!(GameTally::new(&names, mixed.iter()).is_err());
    }
}
