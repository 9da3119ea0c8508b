//! The edition of Wongar: cards, pieces, score table, time scale and boards, each marked with how well it is founded.
//! The source gives only one cell of the score table and no adjacency; a user who knows better can replace what is
//! reconstructed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::{
    ByTerritory, IDS, Kind, Pieces, RitualCard, RitualCards, Territory, TerritoryCard, TerritoryCards, Trigger,
};
use super::{BoardName, EACH_AT_START, Options, STARTS};
use crate::game::{Fault, Provenance};

/// The most territories in a row of a board.
pub(super) const WIDEST: u8 = 4;

/// All data of Wongar.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edition {
    /// Always `wongar`.
    pub game: String,
    /// The name of the edition.
    pub id: String,
    /// The pieces of a player (R3).
    pub pieces: PieceTable,
    /// The cards of a territory's pile (R4).
    pub territory_cards: PileTable,
    /// The ritual deck (R5).
    pub ritual_cards: DeckTable,
    /// The last square of the time scale; the marker starts on square 1 (R17, R85).
    pub x_square: Datum,
    /// Points for a majority (R80).
    pub points: Points,
    /// Points for most cards of a kind at the end (R86).
    pub bonus: Datum,
    /// The boards, one entry for each value of the option `board`.
    pub boards: Boards,
}

/// A number and how well it is founded.
#[derive(Copy, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Datum {
    /// How well the number is founded.
    pub source: Provenance,
    /// The number.
    pub value: u8,
}

/// The pieces of a player.
#[derive(Copy, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PieceTable {
    /// How well the numbers are founded.
    pub source: Provenance,
    /// Numbers by kind, at least 4 each.
    pub each: Pieces,
}

/// The cards of a territory's pile.
#[derive(Copy, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PileTable {
    /// How well the numbers are founded.
    pub source: Provenance,
    /// Numbers by card.
    pub pile: TerritoryCards,
}

/// The ritual deck.
#[derive(Copy, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeckTable {
    /// How well the numbers are founded.
    pub source: Provenance,
    /// Numbers by card.
    pub deck: RitualCards,
}

/// Points for a majority by cause of the ceremony, each in the three sections of the time scale.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// After an elder card.
    pub elder: [Datum; 3],
    /// After an ancestor card.
    pub ancestor: [Datum; 3],
    /// After a card with both figures.
    pub both: [Datum; 3],
}

impl Points {
    /// The row of a cause.
    pub fn row(&self, trigger: Trigger) -> &[Datum; 3] {
        match trigger {
            Trigger::Ancestor => &self.ancestor,
            Trigger::Elder => &self.elder,
            Trigger::Both => &self.both,
        }
    }
}

/// The boards by name.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Boards {
    /// Rows of 3, 4 and 3.
    #[serde(rename = "G1")]
    pub g1: BoardData,
    /// Rows of 4, 2 and 4.
    #[serde(rename = "G2")]
    pub g2: BoardData,
}

/// One board.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardData {
    /// How well the order, the rows and the edges are founded.
    pub source: Provenance,
    /// The ten territories from left to right and from top to bottom (R11).
    pub reading_order: [Territory; 10],
    /// How many of them lie in each row, from top to bottom: 1 to 4. For pictures only, no rule depends on it.
    pub rows: Vec<u8>,
    /// Pairs of adjacent territories.
    pub edges: Vec<[Territory; 2]>,
}

impl BoardData {
    fn faults(&self, at: &str, faults: &mut Vec<Fault>) {
        let order = &self.reading_order;
        for (i, territory) in order.iter().enumerate() {
            if order[..i].contains(territory) {
                faults.push(Fault::new(format!("{at}.reading_order[{i}]"), format!("{territory} is named twice")));
            }
        }
        for territory in STARTS.iter().filter(|start| !order.contains(start)) {
            let message = format!("{territory} is missing; a figure starts there");
            faults.push(Fault::new(format!("{at}.reading_order"), message));
        }
        if self.rows.iter().any(|row| !(1..=WIDEST).contains(row)) {
            faults.push(Fault::new(format!("{at}.rows"), format!("1 to {WIDEST} territories lie in a row")));
        }
        let in_rows: usize = self.rows.iter().map(|row| usize::from(*row)).sum();
        if in_rows != order.len() {
            faults.push(Fault::new(format!("{at}.rows"), format!("{in_rows} territories, not {}", order.len())));
        }
        for (i, [a, b]) in self.edges.iter().enumerate() {
            let at = format!("{at}.edges[{i}]");
            for end in [a, b].into_iter().filter(|end| !order.contains(end)) {
                faults.push(Fault::new(&at, format!("{end} is not on this board")));
            }
            if a == b {
                faults.push(Fault::new(&at, format!("{a} cannot be adjacent to itself")));
            }
            if self.edges[..i].iter().any(|edge| [[*a, *b], [*b, *a]].contains(edge)) {
                faults.push(Fault::new(&at, format!("{a} and {b} are already adjacent")));
            }
        }
        let mut reached = ByTerritory::default();
        reached[Territory::Hand] = true;
        // Going once along all edges reaches at least one more territory, as long as there is one.
        for [a, b] in self.edges.iter().cycle().take(self.edges.len() * IDS) {
            let either = reached[*a] || reached[*b];
            (reached[*a], reached[*b]) = (either, either);
        }
        for territory in order.iter().filter(|territory| !reached[**territory]) {
            faults.push(Fault::new(format!("{at}.edges"), format!("{territory} cannot be reached from hand")));
        }
        if !self.edges.iter().any(|edge| edge.iter().all(|end| STARTS.contains(end))) {
            faults.push(Fault::new(format!("{at}.edges"), "hand and foot lie side by side"));
        }
    }
}

impl Edition {
    /// The board under an option.
    pub(super) fn board(&self, name: BoardName) -> &BoardData {
        match name {
            BoardName::G1 => &self.boards.g1,
            BoardName::G2 => &self.boards.g2,
        }
    }

    /// Appends every fault of the data.
    pub(super) fn faults(&self, options: &Options, faults: &mut Vec<Fault>) {
        if self.id.is_empty() {
            faults.push(Fault::new("id", "an edition needs an id"));
        }
        for kind in Kind::ALL {
            if !(EACH_AT_START..=60).contains(&self.pieces.each[kind]) {
                let message = format!("a player has {EACH_AT_START} to 60 of each kind (R10)");
                faults.push(Fault::new(format!("pieces.each.{kind}"), message));
            }
        }
        let pile = &self.territory_cards.pile;
        for card in TerritoryCard::ALL {
            let at = format!("territory_cards.pile.{card}");
            if pile[card] > 20 {
                faults.push(Fault::new(&at, "a pile has at most 20 cards of a kind"));
            }
            let own = [TerritoryCard::Ancestor, TerritoryCard::Elder].contains(&card);
            if options.own_figures && own && pile[card] == 0 {
                faults.push(Fault::new(&at, "with `own_figures` one is taken out of every pile (R89)"));
            }
        }
        let others = pile.total() - u32::from(pile[TerritoryCard::Scorpion]);
        let left = others.saturating_sub(if options.own_figures { 2 } else { 0 });
        if left == 0 {
            faults.push(Fault::new("territory_cards.pile", "something other than a scorpion must lie face up (R8)"));
        }
        let deck = &self.ritual_cards.deck;
        for (card, _) in deck.each().filter(|(_, count)| *count > 40) {
            faults.push(Fault::new(format!("ritual_cards.deck.{card}"), "the deck has at most 40 cards of a kind"));
        }
        if deck[RitualCard::Scorpion] != 2 {
            faults.push(Fault::new("ritual_cards.deck.scorpion", "the second of two scorpions renews the deck (R55)"));
        }
        if options.own_doubles && deck[RitualCard::Double] < 5 {
            faults
                .push(Fault::new("ritual_cards.deck.double", "with `own_doubles` each of five players gets one (R91)"));
        }
        let doubles = if options.own_doubles { deck[RitualCard::Double] } else { 0 };
        let kept_back = u32::from(deck[RitualCard::Scorpion]) + u32::from(doubles);
        if deck.total() - kept_back < 10 {
            faults.push(Fault::new("ritual_cards.deck", "five players are dealt two cards each (R12)"));
        }
        if !(2..=60).contains(&self.x_square.value) {
            faults.push(Fault::new("x_square.value", "the last square is 2 to 60; the marker starts on 1"));
        }
        for trigger in Trigger::ALL {
            for (section, datum) in self.points.row(trigger).iter().enumerate() {
                if datum.value > 50 {
                    faults.push(Fault::new(format!("points.{trigger}[{section}].value"), "a majority earns 0 to 50"));
                }
            }
        }
        if self.bonus.value > 50 {
            faults.push(Fault::new("bonus.value", "most cards of a kind earn 0 to 50"));
        }
        self.boards.g1.faults("boards.G1", faults);
        self.boards.g2.faults("boards.G2", faults);
    }
}
