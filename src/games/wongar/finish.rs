//! The end: the bonus for most cards of a kind, and which results depend on reconstructed numbers. And what is scored
//! during the game, in words.

use schemars::JsonSchema;
use serde::Serialize;

use super::edition::Datum;
use super::names::{Kind, TerritoryCards};
use super::position::Players;
use super::view::View;
use super::{Phase, State, Wongar};
use crate::game::{EventOf, Gain, Outcome, Player, Provenance};
use crate::text::{count, plural};

/// Details of a finished game besides the outcome.
///
/// ```
/// use referee::game::Game as _;
/// use referee::games::wongar::Wongar;
/// use referee::{Session, Setup};
///
/// let mut session = Session::<Wongar>::open(&Setup::new().seed(1))?;
/// while !session.legal().is_empty() {
///     let first = session.legal()[0];
///     session.play(first)?;
/// }
/// let details = session.game().details(session.state()).expect("the game is over");
/// let sums: Vec<i32> = details.track.iter().zip(&details.bonus).map(|(track, bonus)| track + bonus).collect();
/// assert_eq!(session.outcome().and_then(|outcome| outcome.scores), Some(sums));
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Debug, Serialize, JsonSchema)]
pub struct Details {
    /// Points on the track before the bonus, by player.
    pub track: Vec<i32>,
    /// Points for most cards of a kind (R86), by player.
    pub bonus: Vec<i32>,
    /// The players with the most cards of each kind.
    pub most: Most,
    /// The players whose score depends on a reconstructed number: on points from such a cell of the score table, on a
    /// scorpion's sting that compared such scores, or on such a bonus. It is all players if the length of the time
    /// scale is reconstructed, since it ended the game.
    pub scores_rest_on_reconstructed: Players,
    /// Whether the places may depend on a reconstructed number, because some player's score does.
    pub places_rest_on_reconstructed: bool,
}

/// The players with the most cards of each kind; none if no such card was taken.
#[doc(hidden)]
#[derive(Debug, Serialize, JsonSchema)]
pub struct Most {
    /// Most disc cards.
    pub disc: Players,
    /// Most cube cards.
    pub cube: Players,
    /// Most cylinder cards.
    pub cylinder: Players,
}

/// All players who share the most cards of each kind (R87, D36). `taken`: the cards that a player has taken.
fn most<'a>(players: u8, taken: impl Fn(Player) -> &'a TerritoryCards) -> [Players; 3] {
    Kind::ALL.map(|kind| {
        let cards = |player| taken(player)[kind.card()];
        let best = Player::all(players).map(cards).max().unwrap_or(0);
        Player::all(players).filter(|player| best > 0 && cards(*player) == best).collect()
    })
}

/// The same in a state.
fn most_in(state: &State) -> [Players; 3] {
    most(state.players, |player| &state.taken[player])
}

impl Wongar {
    /// The bonus of a player, given the players with most cards of each kind.
    fn bonus(&self, most: [Players; 3], player: Player) -> i32 {
        most.iter().map(|most| if most.has(player) { i32::from(self.bonus.value) } else { 0 }).sum()
    }

    /// The bonus of each player, as all players see it.
    pub(super) fn bonus_seen(&self, view: &View) -> Vec<i32> {
        let players = view.players.len() as u8;
        let most = most(players, |player| &view.players[player.index()].taken);
        Player::all(players).map(|player| self.bonus(most, player)).collect()
    }

    /// Each player's total if the game ended now, in seat order.
    pub(super) fn totals(&self, state: &State) -> impl Iterator<Item = i32> {
        let most = most_in(state);
        state.seats().map(move |player| state.scores[player] + self.bonus(most, player))
    }

    /// What an event scores. It is performed step by step on a copy: points change when someone is stung, when a
    /// ceremony is over, and at the end.
    pub(super) fn gains(&self, before: &State, event: &EventOf<Wongar>) -> Vec<Gain> {
        let mut gains = Vec::new();
        let mut state = before.clone();
        self.perform(&mut state, event);
        for player in before.seats() {
            let points = state.scores[player] - before.scores[player];
            if points != 0 {
                let why = format!("the sting of a scorpion, with {} behind", count(-points, "player"));
                gains.push(Gain { player, points, why, at: None });
            }
        }
        loop {
            let earns = self.earned(&state);
            if !self.step(&mut state) {
                break;
            }
            if !matches!(state.phase, Phase::Ceremony { .. }) {
                gains.extend(earns);
            }
        }
        if state.phase == Phase::Over {
            for (kind, most) in Kind::ALL.into_iter().zip(most_in(&state)) {
                let why = format!("most {} cards", kind.name());
                let bonus = |player| Gain { player, points: self.bonus.value.into(), why: why.clone(), at: None };
                gains.extend(state.seats().filter(|player| most.has(*player)).map(bonus));
            }
        }
        gains.retain(|gain| gain.points != 0);
        gains
    }

    /// What a ceremony brings if it ends now; nothing without a ceremony.
    fn earned(&self, state: &State) -> Vec<Gain> {
        let Phase::Ceremony { card, at, .. } = state.phase else { return Vec::new() };
        let points = i32::from(self.majority_earns(state, card).value);
        let gain = |kind: &Kind| {
            let why = format!("the majority of {} in {at}", plural(kind.name()));
            Some(Gain { player: state.majority(at, *kind)?, points, why, at: Some(at.to_string()) })
        };
        Kind::ALL.iter().filter_map(gain).collect()
    }

    /// Places by points; equal points share a place (R88, D37).
    pub(super) fn final_outcome(&self, state: &State) -> Option<Outcome> {
        if state.phase != Phase::Over {
            return None;
        }
        let scores: Vec<i32> = self.totals(state).collect();
        Some(Outcome::ranked(&scores.clone(), scores, state.end?.name()))
    }

    pub(super) fn final_details(&self, state: &State) -> Details {
        let (players, most) = (state.seats(), most_in(state));
        let guessed = |datum: Datum| datum.source == Provenance::Reconstructed;
        let rests = |player: &Player| {
            state.unverified.has(*player)
                || guessed(self.x_square)
                || (guessed(self.bonus) && self.bonus(most, *player) > 0)
        };
        let resting: Players = players.clone().filter(rests).collect();
        Details {
            track: players.clone().map(|player| state.scores[player]).collect(),
            bonus: players.map(|player| self.bonus(most, player)).collect(),
            most: Most { disc: most[0], cube: most[1], cylinder: most[2] },
            scores_rest_on_reconstructed: resting,
            places_rest_on_reconstructed: !resting.is_empty(),
        }
    }
}
