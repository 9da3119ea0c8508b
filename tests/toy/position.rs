//! Pouch as JSON: the position, which shows everything, and the view, which hides the other hands.

use referee::game::picture::{Figure, Panel, Picture, Shape};
use referee::game::{Draw, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Breach, DEALT, Phase, Pouch, State, Tile, Tiles, total};

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    pub(crate) turn: Player,
    pub(crate) phase: Phase,
    #[serde(default)]
    pub(crate) die: u8,
    pub(crate) round: u16,
    pub(crate) hands: Vec<Vec<Tile>>,
    pub(crate) scores: Vec<u16>,
    #[serde(default)]
    pub(crate) spent: Vec<Tile>,
}

fn listed(tiles: Tiles) -> Vec<Tile> {
    Tile::ALL.into_iter().flat_map(|tile| std::iter::repeat_n(tile, tiles[tile as usize].into())).collect()
}

fn counted(tiles: &[Tile]) -> Tiles {
    Tile::ALL.map(|tile| tiles.iter().filter(|other| **other == tile).count().try_into().unwrap_or(u8::MAX))
}

impl Position {
    pub(crate) fn of(state: &State) -> Position {
        let seats = usize::from(state.players);
        Position {
            turn: Player(state.turn),
            phase: state.phase,
            die: state.die,
            round: state.round,
            hands: state.hands[..seats].iter().copied().map(listed).collect(),
            scores: state.scores[..seats].to_vec(),
            spent: listed(state.spent),
        }
    }

    pub(crate) fn restore(&self, game: &Pouch, players: u8) -> Result<State, Vec<Breach>> {
        let mut faults = Vec::new();
        let seats = usize::from(players);
        if self.hands.len() != seats || self.scores.len() != seats || self.turn.0 >= players {
            return Err(vec![Breach::Seats { hands: self.hands.len(), players }]);
        }
        for tile in Tile::ALL {
            let all = self.hands.iter().flatten().chain(&self.spent);
            let count = all.filter(|other| **other == tile).count() as u32;
            if count > game.each.into() {
                faults.push(Breach::TooManyTiles { tile, count, each: game.each });
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut state = game_start(players);
        for (hand, tiles) in state.hands.iter_mut().zip(&self.hands) {
            *hand = counted(tiles);
        }
        state.scores[..seats].copy_from_slice(&self.scores);
        state.spent = counted(&self.spent);
        (state.turn, state.phase, state.die, state.round) = (self.turn.0, self.phase, self.die, self.round);
        let bag = total(game.bag(&state));
        let fits = match self.phase {
            Phase::Draw => self.die == 0 && bag > 0 && self.round <= game.options.turns,
            Phase::Roll => self.die == 0 && (1..=game.options.turns).contains(&self.round),
            Phase::Act => (1..=3).contains(&self.die) && self.round > 0,
            Phase::Name => (1..=3).contains(&self.die) && self.round > 0 && players > 2,
            Phase::Over => self.die == 0 && self.round > 0,
        };
        let dealing = self.round > 0 || self.hands.iter().all(|hand| hand.len() <= DEALT.into());
        let name = ["draw", "roll", "act", "name", "over"][self.phase as usize];
        if fits && dealing { Ok(state) } else { Err(vec![Breach::PhaseWrong { phase: name }]) }
    }
}

fn game_start(players: u8) -> State {
    let (hands, spent, scores) = ([[0; 3]; 3], [0; 3], [0; 3]);
    State { players, hands, spent, scores, turn: 0, phase: Phase::Draw, die: 0, round: 0 }
}

/// What one player knows: of the other hands only the number of tiles, until the game is over.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct View {
    pub(crate) turn: Player,
    pub(crate) phase: Phase,
    pub(crate) die: u8,
    pub(crate) round: u16,
    pub(crate) hands: Vec<Hand>,
    pub(crate) sizes: Vec<u8>,
    pub(crate) scores: Vec<u16>,
    pub(crate) spent: Vec<Tile>,
}

/// A hand.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Hand {
    Known(Vec<Tile>),
    /// Written `null`.
    Hidden(()),
}

impl View {
    pub(crate) fn of(state: &State, viewer: Option<Player>) -> View {
        let Position { turn, phase, die, round, hands, scores, spent } = Position::of(state);
        let sizes = hands.iter().map(|hand| hand.len() as u8).collect();
        let open = |seat: usize| phase == Phase::Over || viewer.is_some_and(|viewer| viewer.index() == seat);
        let seen = |(seat, hand)| if open(seat) { Hand::Known(hand) } else { Hand::Hidden(()) };
        let hands = hands.into_iter().enumerate().map(seen).collect();
        View { turn, phase, die, round, hands, sizes, scores, spent }
    }

    /// The picture: the hands, and the tiles spent.
    pub(crate) fn draw(&self) -> Picture {
        let mut picture = Picture::of("Pouch", self.sizes.len() as u8);
        picture.waits = format!("{:?}", self.phase);
        let tile = |tile: &Tile| Figure::new(Shape::Round, *tile);
        for (player, hand) in Player::all(picture.seats.len() as u8).zip(&self.hands) {
            picture.seats[player.index()].points = Some(self.scores[player.index()].into());
            let mut panel = Panel::of(player);
            panel.value("score", self.scores[player.index()]);
            match hand {
                Hand::Known(hand) => panel.row("hand", hand.iter().map(tile)),
                Hand::Hidden(()) => panel.row("hand", Figure::card("?").turned().times(self.sizes[player.index()])),
            }
            picture.panels.push(panel);
        }
        let mut spent = Panel::new("Spent");
        spent.row("tiles", self.spent.iter().map(tile));
        picture.panels.push(spent);
        picture
    }

    /// Deals the hidden hands randomly from the unseen tiles.
    pub(crate) fn deal(&self, game: &Pouch, draw: &mut dyn Draw) -> State {
        let mut state = game_start(self.sizes.len() as u8);
        let seats = self.sizes.len();
        state.scores[..seats].copy_from_slice(&self.scores);
        state.spent = counted(&self.spent);
        (state.turn, state.phase, state.die, state.round) = (self.turn.0, self.phase, self.die, self.round);
        for (hand, tiles) in state.hands.iter_mut().zip(&self.hands) {
            if let Hand::Known(tiles) = tiles {
                *hand = counted(tiles);
            }
        }
        for seat in (0..seats).filter(|seat| self.hands[*seat] == Hand::Hidden(())) {
            for _ in 0..self.sizes[seat] {
                let mut unseen = game.bag(&state);
                let mut at = draw.below(total(unseen).into());
                for (count, held) in unseen.iter_mut().zip(&mut state.hands[seat]) {
                    if at < u32::from(*count) {
                        *held += 1;
                        break;
                    }
                    at -= u32::from(*count);
                }
            }
        }
        state
    }
}
