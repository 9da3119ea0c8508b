//! The end: the bonus for most cards of a kind, and which results depend on reconstructed numbers. And what is scored
//! during the game, in words.

use schemars::JsonSchema;
use serde::Serialize;

use super::edition::Datum;
use super::names::{Kind, Territory, Trigger};
use super::position::Players;
use super::view::View;
use super::{Phase, State, Wongar};
use crate::game::{EventOf, Gain, Outcome, Player, Provenance};
use crate::text::{count, plural};

/// Details of a finished game besides the outcome.
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
#[derive(Debug, Serialize, JsonSchema)]
pub struct Most {
    /// Most disc cards.
    pub disc: Players,
    /// Most cube cards.
    pub cube: Players,
    /// Most cylinder cards.
    pub cylinder: Players,
}

/// All players who share the most cards of a kind (R87, D36). `cards`: how many cards of it a player has taken.
fn most(players: u8, cards: impl Fn(Player) -> u8) -> Players {
    let best = Player::all(players).map(&cards).max().unwrap_or(0);
    Player::all(players).filter(|player| best > 0 && cards(*player) == best).collect()
}

/// The same in a state.
fn most_in(state: &State, kind: Kind) -> Players {
    most(state.players, |player| state.taken[player][kind.card()])
}

impl Wongar {
    fn bonus(&self, state: &State, player: Player) -> i32 {
        self.bonus_of(player, Kind::ALL.iter().map(|kind| most_in(state, *kind)))
    }

    /// The bonus of a player, given the players with most cards of each kind.
    fn bonus_of(&self, player: Player, most: impl Iterator<Item = Players>) -> i32 {
        most.filter(|most| most.has(player)).map(|_| i32::from(self.bonus.value)).sum()
    }

    /// The bonus of each player, as all players see it.
    pub(super) fn bonus_seen(&self, view: &View) -> Vec<i32> {
        let players = view.players.len() as u8;
        let most_of = |kind: &Kind| most(players, |player| view.players[player.index()].taken[kind.card()]);
        Player::all(players).map(|player| self.bonus_of(player, Kind::ALL.iter().map(most_of))).collect()
    }

    /// A player's total if the game ended now.
    pub(super) fn total(&self, state: &State, player: Player) -> i32 {
        state.scores[player] + self.bonus(state, player)
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
            let phase = state.phase;
            let earns: Vec<Gain> = match phase {
                Phase::Ceremony { card, at, .. } => self.earned(&state, card, at),
                _ => Vec::new(),
            };
            if !self.step(&mut state) {
                break;
            }
            if !matches!(state.phase, Phase::Ceremony { .. }) {
                gains.extend(earns);
            }
        }
        if state.phase == Phase::Over {
            for kind in Kind::ALL {
                let most = most_in(&state, kind);
                let why = format!("most {} cards", kind.name());
                let bonus = |player| Gain { player, points: self.bonus.value.into(), why: why.clone(), at: None };
                gains.extend(state.seats().filter(|player| most.has(*player)).map(bonus));
            }
        }
        gains.retain(|gain| gain.points != 0);
        gains
    }

    /// What a ceremony brings that ends now.
    fn earned(&self, state: &State, card: Trigger, at: Territory) -> Vec<Gain> {
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
        let scores: Vec<i32> = state.seats().map(|player| self.total(state, player)).collect();
        Some(Outcome::ranked(&scores.clone(), scores, state.end?.name()))
    }

    pub(super) fn final_details(&self, state: &State) -> Details {
        let players = state.seats();
        let guessed = |datum: Datum| datum.source == Provenance::Reconstructed;
        let rests = |player: &Player| {
            state.unverified.has(*player)
                || guessed(self.x_square)
                || (guessed(self.bonus) && self.bonus(state, *player) > 0)
        };
        let resting: Players = players.clone().filter(rests).collect();
        Details {
            track: players.clone().map(|player| state.scores[player]).collect(),
            bonus: players.map(|player| self.bonus(state, player)).collect(),
            most: Most {
                disc: most_in(state, Kind::Disc),
                cube: most_in(state, Kind::Cube),
                cylinder: most_in(state, Kind::Cylinder),
            },
            scores_rest_on_reconstructed: resting,
            places_rest_on_reconstructed: !resting.is_empty(),
        }
    }
}
