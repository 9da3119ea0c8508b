//! The edition of Wangdo: paths, temples, and the numbers of steles, tokens and cards of each sort. The source's
//! pictures are missing, so most of it is reconstructed; a user who knows better can replace it.
//!
//! The villages and their parts of the board are fixed: part A is V01 to V16, part P V17 to V24, part B V25 to V40.
//! The paths and the places of the villages are data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::counts::{Cards, STELES, Steles};
use super::names::{Colour, Knowledge, Token, VILLAGES, Village, Villages};
use super::slots;
use crate::game::{Fault, Provenance};

/// All data of Wangdo.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edition {
    /// Always `wangdo`.
    pub game: String,
    /// The name of the edition.
    pub id: String,
    /// The board.
    pub board: Board,
    /// The temple tracks.
    pub temples: Temples,
    /// The steles in the box.
    pub steles: SteleCounts,
    /// The tokens in the box.
    pub tokens: Tokens,
    /// The seal cards.
    pub cards: Deck,
}

/// Which villages a path joins, and where they lie.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// How well the paths are founded.
    pub source: Provenance,
    /// The paths by part of the board.
    pub paths: Paths,
    /// Where the villages lie.
    pub places: Places,
}

/// Where the villages lie; for pictures only, no rule depends on it.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Places {
    /// How well it is founded.
    pub source: Provenance,
    /// The columns of the board from left to right, each with its villages from top to bottom; at most 10 of either.
    pub columns: Vec<Vec<String>>,
}

/// Paths, each a pair of villages.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Paths {
    /// Within part A, V01 to V16.
    pub part_a: Vec<[String; 2]>,
    /// Within part P, V17 to V24 (four players).
    pub part_p: Vec<[String; 2]>,
    /// Within part B, V25 to V40.
    pub part_b: Vec<[String; 2]>,
    /// Between parts with four players.
    pub seam_with_p: Vec<[String; 2]>,
    /// Between A and B with two or three players.
    pub seam_without_p: Vec<[String; 2]>,
}

/// The temple tracks; all four are equal.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Temples {
    /// How well the number is founded.
    pub source: Provenance,
    /// Altars of a temple, 2 to 9; the stele on the last one triggers the ritual (R18).
    pub altars: u8,
}

/// The steles in the box, 84 in all (R5).
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "they say it themselves")]
pub struct SteleCounts {
    /// How well the split is founded.
    pub source: Provenance,
    pub white: u8,
    pub orange: u8,
    pub black: u8,
    pub blue: u8,
}

/// The tokens in the box, 40 in all (R3).
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tokens {
    /// Tokens of each type of knowledge.
    pub per_type: PerType,
    /// Tokens of each type that are left out with two or three players.
    pub left_out_per_type: PerType,
    /// Tokens that show a bear.
    pub bears: Bears,
}

/// A number of tokens of each type.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PerType {
    /// How well the numbers are founded.
    pub source: Provenance,
    /// Tokens without a Dragon Seal.
    pub plain: u8,
    /// Tokens with a Dragon Seal.
    pub sealed: u8,
}

/// The bear tokens.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bears {
    /// How well the number is founded.
    pub source: Provenance,
    /// How many there are, at least 1.
    pub number: u8,
}

/// The seal cards, 16 in all (R7).
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the designs are described where they are played")]
pub struct Deck {
    pub three_seals: Copies,
    pub extra_action: Copies,
    pub board_swap: Copies,
    pub player_swap: Copies,
    pub draw_three: Copies,
    pub discount: Copies,
    pub same_colour: Copies,
    pub temple_three: Copies,
}

/// The copies of one design.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Copies {
    /// How well design and number are founded.
    pub source: Provenance,
    /// How many there are.
    pub copies: u8,
}

/// Seal cards of the deck (R7).
const CARDS: u32 = 16;
/// The most paths that may meet in a village. The limit keeps prices low, and so the search for a payment small.
const MOST_PATHS: u8 = 8;

const PART_A: Villages = Villages(0xffff);
const PART_B: Villages = Villages(0xffff << 24);

/// The most columns of the board, and the most villages in one: a terminal shows no more.
const WIDEST: usize = 10;

/// For every village, the villages that a path joins to it.
pub type Near = [Villages; VILLAGES];

impl Deck {
    fn all(&self) -> [&Copies; 8] {
        [
            &self.three_seals,
            &self.extra_action,
            &self.board_swap,
            &self.player_swap,
            &self.draw_three,
            &self.discount,
            &self.same_colour,
            &self.temple_three,
        ]
    }
}

impl Edition {
    pub(super) fn box_of_steles(&self) -> Steles {
        Steles([self.steles.white, self.steles.orange, self.steles.black, self.steles.blue])
    }

    /// The tokens in play, by kind, with four players or with fewer.
    pub(super) fn tokens_in_play(&self, four: bool) -> [u8; 9] {
        let (all, out) = (&self.tokens.per_type, &self.tokens.left_out_per_type);
        let left = |all: u8, out: u8| if four { all } else { all.saturating_sub(out) };
        let mut tokens = [self.tokens.bears.number; 9];
        for knowledge in Knowledge::ALL {
            tokens[Token::of(knowledge, false) as usize] = left(all.plain, out.plain);
            tokens[Token::of(knowledge, true) as usize] = left(all.sealed, out.sealed);
        }
        tokens
    }

    /// The seal cards, and how well each is founded.
    pub(super) fn deck(&self) -> (Cards, [Provenance; 8]) {
        let all = self.cards.all();
        (Cards(all.map(|card| card.copies)), all.map(|card| card.source))
    }

    /// The paths of the board with or without part P. Paths to unknown villages are left out; they are faults.
    pub(super) fn near(&self, with_p: bool) -> Near {
        let paths = &self.board.paths;
        let mut near = [Villages::NONE; VILLAGES];
        let parts = if with_p { [&paths.part_p, &paths.seam_with_p] } else { [&paths.seam_without_p, &paths.part_b] };
        for [one, other] in parts.into_iter().chain([&paths.part_a, &paths.part_b]).flatten() {
            if let (Some(one), Some(other)) = (Village::parse(one), Village::parse(other))
                && one != other
            {
                near[one.index()].insert(other);
                near[other.index()].insert(one);
            }
        }
        near
    }

    /// Column and row of every village.
    pub(super) fn places(&self) -> [[u8; 2]; VILLAGES] {
        let mut places = [[0; 2]; VILLAGES];
        for (column, villages) in (0..).zip(&self.board.places.columns) {
            for (row, village) in (0..).zip(villages.iter().filter_map(|text| Village::parse(text))) {
                places[village.index()] = [column, row];
            }
        }
        places
    }

    /// Every village must lie in one column, and columns may be neither empty nor too long.
    fn place_faults(&self, faults: &mut Vec<Fault>) {
        let columns = self.board.places.columns.len();
        if columns > WIDEST {
            faults.push(Fault::new("board.places.columns", format!("at most {WIDEST} columns, not {columns}")));
        }
        let mut placed = Villages::NONE;
        for (i, column) in self.board.places.columns.iter().enumerate() {
            let at = format!("board.places.columns[{i}]");
            if !(1..=WIDEST).contains(&column.len()) {
                faults.push(Fault::new(&at, format!("1 to {WIDEST} villages lie in a column, not {}", column.len())));
            }
            for text in column {
                match Village::parse(text) {
                    None => faults.push(Fault::new(&at, format!("`{text}` is not a village from V01 to V40"))),
                    Some(village) if placed.has(village) => {
                        faults.push(Fault::new(&at, format!("{village} is listed twice")));
                    }
                    Some(village) => placed.insert(village),
                }
            }
        }
        let missing = Villages::ALL.without(placed);
        if let Some(village) = missing.first() {
            let message = format!("{village} is missing ({} villages are)", missing.len());
            faults.push(Fault::new("board.places.columns", message));
        }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        if self.game != "wangdo" {
            faults.push(Fault::new("game", format!("is `wangdo`, not `{}`", self.game)));
        }
        if self.id.is_empty() {
            faults.push(Fault::new("id", "is not empty"));
        }
        self.path_faults(faults);
        self.place_faults(faults);
        self.shape_faults(faults);
        self.number_faults(faults);
    }

    /// Every path must join two different villages of the parts it is listed under, and be listed once.
    fn path_faults(&self, faults: &mut Vec<Fault>) {
        let paths = &self.board.paths;
        let small = PART_A.or(PART_B);
        let lists = [
            ("part_a", &paths.part_a, PART_A, false),
            ("part_p", &paths.part_p, Villages::PART_P, false),
            ("part_b", &paths.part_b, PART_B, false),
            ("seam_with_p", &paths.seam_with_p, Villages::ALL, true),
            ("seam_without_p", &paths.seam_without_p, small, true),
        ];
        for (name, list, allowed, seam) in lists {
            let mut seen: Vec<[Village; 2]> = Vec::new();
            for (i, pair) in list.iter().enumerate() {
                let at = format!("board.paths.{name}[{i}]");
                let mut ends = [None; 2];
                for (end, text) in ends.iter_mut().zip(pair) {
                    *end = Village::parse(text);
                    match *end {
                        None => faults.push(Fault::new(&at, format!("`{text}` is not a village from V01 to V40"))),
                        Some(village) if !allowed.has(village) => {
                            faults.push(Fault::new(&at, format!("{village} does not lie on the parts of this list")));
                        }
                        Some(_) => {}
                    }
                }
                let [Some(one), Some(other)] = ends else { continue };
                if one == other {
                    faults.push(Fault::new(&at, format!("joins {one} to itself")));
                }
                let part = |village| [PART_A, Villages::PART_P, PART_B].iter().position(|part| part.has(village));
                if seam && part(one) == part(other) {
                    faults.push(Fault::new(&at, "a seam joins villages of different parts"));
                }
                let path = [one.min(other), one.max(other)];
                if seen.contains(&path) {
                    faults.push(Fault::new(&at, format!("the path from {} to {} is listed twice", path[0], path[1])));
                }
                seen.push(path);
            }
        }
    }

    /// Both boards must be connected, and no village may have too many paths.
    fn shape_faults(&self, faults: &mut Vec<Fault>) {
        for (with_p, name) in [(true, "with part P"), (false, "without part P")] {
            let near = self.near(with_p);
            let board = if with_p { Villages::ALL } else { PART_A.or(PART_B) };
            let mut reached = Villages::of(Village::from_index(0));
            let mut new = reached;
            while let Some(village) = new.pop() {
                let further = near[village.index()].and(board).without(reached);
                reached = reached.or(further);
                new = new.or(further);
            }
            let apart = board.without(reached);
            if let Some(village) = apart.first() {
                let message = format!("{name}, {village} cannot be reached from V01 ({} villages cannot)", apart.len());
                faults.push(Fault::new("board.paths", message));
            }
            for village in board {
                let paths = near[village.index()].len();
                if paths > MOST_PATHS {
                    let message = format!("{name}, {paths} paths meet in {village}, at most {MOST_PATHS} may");
                    faults.push(Fault::new("board.paths", message));
                }
            }
        }
    }

    /// The numbers must add up.
    fn number_faults(&self, faults: &mut Vec<Fault>) {
        if !(2..=9).contains(&self.temples.altars) {
            faults.push(Fault::new("temples.altars", format!("is 2 to 9, not {}", self.temples.altars)));
        }
        let steles = self.box_of_steles();
        let total: u32 = steles.0.iter().map(|count| u32::from(*count)).sum();
        if total != u32::from(STELES) {
            faults.push(Fault::new("steles", format!("there are {STELES} steles (R5), not {total}")));
        }
        for colour in Colour::ALL {
            if steles[colour] == 0 {
                let at = format!("steles.{colour}");
                faults.push(Fault::new(at, "at least 1, for the first altar of its temple (R4)"));
            }
        }
        let tokens = |four| self.tokens_in_play(four).map(u32::from).iter().sum::<u32>();
        let (all, small) = (tokens(true), tokens(false));
        if all != VILLAGES as u32 {
            faults.push(Fault::new("tokens", format!("there is one token a village, 40 (R3), not {all}")));
        }
        let Tokens { per_type, left_out_per_type, bears } = &self.tokens;
        let pairs =
            [("plain", per_type.plain, left_out_per_type.plain), ("sealed", per_type.sealed, left_out_per_type.sealed)];
        for (name, all, out) in pairs.into_iter().filter(|(_, all, out)| out > all) {
            let at = format!("tokens.left_out_per_type.{name}");
            faults.push(Fault::new(at, format!("{out} of {all} tokens cannot be left out")));
        }
        if small != 32 {
            let message = format!("with two or three players there is one token a village, 32 (R3), not {small}");
            faults.push(Fault::new("tokens", message));
        }
        let [plain, sealed, ..] = self.tokens_in_play(false);
        if plain.saturating_add(sealed) < slots(2) {
            faults.push(Fault::new("tokens", "with two players a column cannot be filled"));
        }
        if bears.number == 0 {
            let message = "at least 1: without a stele on the board none can be placed (R15)";
            faults.push(Fault::new("tokens.bears.number", message));
        }
        let cards: u32 = self.cards.all().iter().map(|card| u32::from(card.copies)).sum();
        if cards != CARDS {
            faults.push(Fault::new("cards", format!("there are {CARDS} cards (R7), not {cards}")));
        }
    }
}
