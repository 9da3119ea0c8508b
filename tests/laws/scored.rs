//! What an event is said to score is what it scores.

use referee::game::{ByPlayer, Event, EventOf, Game, Outcome, Player, Sight, Turn};

/// What has been told of the scores of a game in progress.
#[derive(Default)]
pub(crate) struct Told {
    sums: ByPlayer<i32>,
    /// How often something was scored.
    pub gains: u64,
}

impl Told {
    /// Performs an event. The sums told are the points that pictures show, and no one misses a gain.
    pub(crate) fn perform<G: Game>(&mut self, game: &G, state: &mut G::State, players: u8, event: &EventOf<G>) {
        let gains = game.scored(state, event);
        let full = |viewer| game.sees(state, event, viewer) == Sight::Full;
        let seen = Player::all(players).map(Some).chain([None]).all(full);
        assert!(gains.is_empty() || seen, "{event:?} scores {gains:?}, and not everybody sees it");
        match event {
            Event::Action(player, action) => game.apply(state, *player, action),
            Event::Chance(chance) => game.apply_chance(state, chance),
        }
        for gain in &gains {
            assert!(gain.player.0 < players && gain.points != 0, "{gain:?}");
            let phrase = !gain.why.is_empty() && !gain.why.ends_with('.') && !gain.why.contains(['_', '{']);
            assert!(phrase, "`{}` is no phrase", gain.why);
            self.sums[gain.player] += gain.points;
            self.gains += 1;
        }
        let picture = game.picture(&game.view(state, None));
        let place = |name: &String| picture.board.places.iter().any(|place| place.name == *name);
        assert!(gains.iter().filter_map(|gain| gain.at.as_ref()).all(place), "{gains:?} is at no place of the board");
        // A game that scores at its end alone may show something else until then.
        let earlier = self.gains > gains.len() as u64;
        if G::HAS_POINTS && self.gains > 0 && (earlier || game.turn(state) != Turn::Over) {
            for (player, seat) in Player::all(players).zip(&picture.seats) {
                assert_eq!(seat.points.unwrap_or(0), self.sums[player], "{player} after {event:?}, told {gains:?}");
            }
        }
    }

    /// At the end they are the scores of the outcome.
    pub(crate) fn end<G: Game>(&self, outcome: &Outcome) {
        let Some(scores) = outcome.scores.as_ref().filter(|_| G::HAS_POINTS) else {
            return assert_eq!(self.gains, 0, "a game without points scores");
        };
        assert_eq!(self.sums.0[..scores.len()], scores[..], "the sums told are the scores");
        assert!(self.gains > 0 || scores.iter().all(|score| *score == 0));
    }
}
