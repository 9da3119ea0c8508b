//! The board in force: ten territories in reading order, and which are adjacent.

use super::edition::BoardData;
use super::names::{ByTerritory, Figure, Territory};
use crate::bit_set;
use crate::game::Provenance;

bit_set! {
    /// A set of territories, one bit per id.
    pub struct Territories(u16) of Territory, |territory| territory as u16, |id| Territory::ALL[usize::from(id)]
}

/// One board. No rule names an edge; all edges are data.
#[derive(Clone, Debug)]
pub struct Board {
    /// The territories in reading order (R11).
    pub order: [Territory; 10],
    /// How many of them lie in each row, for pictures.
    pub rows: Vec<u8>,
    /// How well the edges are founded.
    pub source: Provenance,
    /// The index in reading order; `None` for an id that this board does not have.
    place: ByTerritory<Option<u8>>,
    /// Where each figure can go from each territory (R41, R44).
    steps: [ByTerritory<Territories>; 2],
}

impl Board {
    /// Reads a board without faults.
    pub(super) fn of(data: &BoardData) -> Board {
        let mut board = Board {
            order: data.reading_order,
            rows: data.rows.clone(),
            source: data.source,
            place: ByTerritory::default(),
            steps: [ByTerritory::default(); 2],
        };
        for (place, territory) in board.order.iter().enumerate() {
            board.place[*territory] = Some(place as u8);
        }
        let mut near = ByTerritory::<Territories>::default();
        for [a, b] in &data.edges {
            near[*a].insert(*b);
            near[*b].insert(*a);
        }
        let mut far = near;
        for from in Territory::ALL {
            for over in near[from] {
                far[from] = far[from].or(near[over].without(Territories::of(from)));
            }
        }
        board.steps = [near, far];
        board
    }

    /// Whether the board has a territory.
    pub fn has(&self, territory: Territory) -> bool {
        self.place[territory].is_some()
    }

    /// The index of a territory in reading order, 0 to 9; territories not on the board come last.
    pub fn place(&self, territory: Territory) -> u8 {
        self.place[territory].unwrap_or(10 + territory as u8)
    }

    /// Whether two different territories are adjacent.
    pub fn adjacent(&self, a: Territory, b: Territory) -> bool {
        self.steps[Figure::Ancestor as usize][a].has(b)
    }

    /// The neighbours of a territory in reading order.
    pub fn neighbours(&self, of: Territory) -> impl Iterator<Item = Territory> + Clone {
        let near = self.steps[Figure::Ancestor as usize][of];
        self.order.into_iter().filter(move |territory| near.has(*territory))
    }

    /// Where a figure can go: the ancestor one step, the elder one or two, never back to its own territory (D21).
    pub fn reach(&self, figure: Figure, from: Territory) -> Territories {
        self.steps[figure as usize][from]
    }
}
