//! The edition of We Will Wok You: the faces of the 63 ingredient cards and the content of the 25 wok cards. Much of
//! it is reconstructed; an owner of the game can copy the edition, correct it and play with it.
//!
//! Names are read as plain text, so that a misspelt one is reported together with all other faults.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cards::{Cards, DECK, Face, INGREDIENTS, Ingredient, misspelt};
use super::woks::{Marked, Of, Red, Side, WOKS, Wok, WokCards};
use crate::game::{Fault, Provenance};

/// All data of We Will Wok You.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edition {
    /// Always `we-will-wok-you`.
    pub game: String,
    /// The name of the edition.
    pub id: String,
    /// The ingredient cards, one entry for each of the six types, 63 cards in all (R2 to R5).
    pub ingredients: Vec<IngredientCards>,
    /// The wok cards, one entry for each of W01 to W25 (R2).
    pub woks: Vec<WokCard>,
}

/// The cards of one type of ingredient.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IngredientCards {
    /// The type: `broccoli`, `chicken`, `carrot`, `tuna`, `octopus` or `prawn`.
    pub ingredient: String,
    /// The name on the cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number printed on each card of the type (R4).
    pub count: Count,
    /// The cards.
    pub cards: Faces,
}

/// The printed number of cards of a type.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// How well the number is founded.
    pub source: Provenance,
    /// The number.
    pub printed: u8,
}

/// The faces of the cards of a type.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Faces {
    /// How well they are founded.
    pub source: Provenance,
    /// Each card: the ingredient, and its symbols in the order cookie, spoon, bowl, chopsticks, star, such as `tuna`,
    /// `tuna:star` or `tuna:cookie+bowl`.
    pub faces: Vec<String>,
}

/// A wok card.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WokCard {
    /// `W01` to `W25`. W16 to W21 are concerts, W22 and W23 double-wok men, W24 the almighty and W25 the changing man;
    /// the others show one wok of any kind.
    pub id: String,
    /// The name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How well the card is founded.
    pub source: Provenance,
    /// Its source, or which part of it is reconstructed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The content of the card.
    pub card: Printed,
}

/// The content of a wok card. Points and values are 0 to 50.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Printed {
    /// Independent wok (R50).
    Covered {
        /// Its points.
        points: u8,
    },
    /// Group wok (R51).
    Group {
        /// How many cards of each ingredient a combination needs.
        needs: BTreeMap<String, u8>,
        /// Points for each combination.
        points: u8,
    },
    /// Hard wok (R53).
    Hard {
        /// How many identical cards a set needs, 2 to 14.
        size: u8,
        /// Points for each set.
        points: u8,
    },
    /// Experimental wok (R55): any cards.
    Experimental {
        /// Points for each card.
        each: u8,
    },
    /// Alternative wok (R56): cards from the hand.
    Alternative {
        /// Points for each card.
        each: u8,
    },
    /// Free wok (R57): cards without symbol.
    Free {
        /// Points for each card.
        each: u8,
    },
    /// Concert of woks (R58).
    Concert {
        /// The left wok.
        left: Half,
        /// The right wok.
        right: Half,
    },
    /// Double-wok man (R60).
    DoubleMan {
        /// Points for each card on the left wok.
        left: u8,
        /// Points for each card on the right wok.
        right: u8,
    },
    /// Almighty wok man (R61).
    AlmightyMan {
        /// The points of the card he covers.
        points: u8,
    },
    /// Changing wok man (R62).
    ChangingMan,
}

/// One wok of a concert.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Half {
    /// What it takes.
    pub ingredient: String,
    /// Points for each card.
    pub each: u8,
}

/// The most points or value that a wok card can have.
const MOST_POINTS: u8 = 50;

impl Edition {
    /// The 63 cards, and how well the faces of each ingredient are founded. Appends every fault of the data about them,
    /// and of the edition's name.
    pub(super) fn deck(&self, faults: &mut Vec<Fault>) -> (Cards, [Provenance; INGREDIENTS]) {
        if self.id.is_empty() {
            faults.push(Fault::new("id", "an edition needs an id"));
        }
        let mut deck = Cards::NONE;
        let mut total = 0;
        let mut named = [false; INGREDIENTS];
        let mut sources = [Provenance::Reconstructed; INGREDIENTS];
        for (i, entry) in self.ingredients.iter().enumerate() {
            let at = format!("ingredients[{i}]");
            let ingredient = ingredient(&entry.ingredient, &format!("{at}.ingredient"), faults);
            if let Some(ingredient) = ingredient {
                sources[ingredient as usize] = entry.cards.source;
                if std::mem::replace(&mut named[ingredient as usize], true) {
                    faults.push(Fault::new(format!("{at}.ingredient"), format!("{ingredient} is listed twice")));
                }
            }
            let faces = &entry.cards.faces;
            if faces.is_empty() {
                let message = "a type of ingredient needs at least one card (R3)";
                faults.push(Fault::new(format!("{at}.cards.faces"), message));
            }
            total += faces.len();
            if faces.len() != usize::from(entry.count.printed) {
                let message =
                    format!("the printed number is {}, but {} cards are listed (R4)", entry.count.printed, faces.len());
                faults.push(Fault::new(format!("{at}.count.printed"), message));
            }
            for (j, name) in faces.iter().enumerate() {
                let at = format!("{at}.cards.faces[{j}]");
                match Face::parse(name) {
                    None => faults.push(Fault::new(at, unknown_face(name))),
                    Some(face) => {
                        if let Some(ingredient) = ingredient.filter(|ingredient| *ingredient != face.ingredient()) {
                            faults.push(Fault::new(at, format!("{name} is not a {ingredient} card")));
                        }
                        deck.insert(face);
                    }
                }
            }
        }
        for ingredient in Ingredient::ALL.into_iter().filter(|ingredient| !named[*ingredient as usize]) {
            faults.push(Fault::new("ingredients", format!("{ingredient} is missing (R3)")));
        }
        if total != DECK {
            faults.push(Fault::new("ingredients", format!("there are {DECK} ingredient cards (R2), not {total}")));
        }
        (deck, sources)
    }

    /// The 25 wok cards. Appends every fault of the data about them.
    pub(super) fn wok_cards(&self, faults: &mut Vec<Fault>) -> WokCards {
        let nothing = Marked { is: Red::Covered { points: 0 }, source: Provenance::Reconstructed };
        let mut cards = WokCards {
            red: [nothing; 21],
            double_men: [Marked { is: [0, 0], source: Provenance::Reconstructed }; 2],
            almighty: Marked { is: 0, source: Provenance::Reconstructed },
            changing: Provenance::Reconstructed,
        };
        let mut named = [false; WOKS];
        for (i, entry) in self.woks.iter().enumerate() {
            let at = format!("woks[{i}]");
            let wok = Wok::parse(&entry.id);
            match wok {
                None => {
                    let message = format!("`{}` is not a wok card from W01 to W25", entry.id);
                    faults.push(Fault::new(format!("{at}.id"), message));
                }
                Some(wok) if std::mem::replace(&mut named[wok.index()], true) => {
                    faults.push(Fault::new(format!("{at}.id"), format!("{wok} is listed twice")));
                }
                Some(_) => {}
            }
            entry.card.faults(&format!("{at}.card"), faults);
            if let Some(wok) = wok {
                entry.take_over(wok, &format!("{at}.card"), &mut cards, faults);
            }
        }
        for wok in Wok::all().filter(|wok| !named[wok.index()]) {
            faults.push(Fault::new("woks", format!("{wok} is missing (R2)")));
        }
        cards
    }
}

impl WokCard {
    /// Writes the card into its place, if it is of the kind that belongs there.
    fn take_over(&self, wok: Wok, at: &str, cards: &mut WokCards, faults: &mut Vec<Fault>) {
        let source = self.source;
        // Wrong names have been reported; their substitutes are never played with.
        let known = |name: &str| name.parse().unwrap_or(Ingredient::Broccoli);
        let side = |half: &Half| Side { ingredient: known(&half.ingredient), each: half.each };
        let expected = match wok.index() {
            0..15 => "one wok: covered, group, hard, experimental, alternative or free",
            15..21 => "a concert",
            21..23 => "a double man",
            23 => "the almighty man",
            _ => "the changing man",
        };
        let red = match (&self.card, wok.index()) {
            (Printed::Covered { points }, 0..15) => Red::Covered { points: *points },
            (Printed::Group { needs, points }, 0..15) => {
                let mut combination = [0u8; INGREDIENTS];
                for (name, need) in needs {
                    combination[known(name) as usize] = *need;
                }
                Red::Group { needs: combination, points: *points }
            }
            (Printed::Hard { size, points }, 0..15) => Red::Hard { size: *size, points: *points },
            (Printed::Experimental { each }, 0..15) => Red::Each { of: Of::Any, each: *each },
            (Printed::Alternative { each }, 0..15) => Red::Each { of: Of::Hand, each: *each },
            (Printed::Free { each }, 0..15) => Red::Each { of: Of::Plain, each: *each },
            (Printed::Concert { left, right }, 15..21) => Red::Concert([side(left), side(right)]),
            (Printed::DoubleMan { left, right }, 21..23) => {
                cards.double_men[wok.index() - 21] = Marked { is: [*left, *right], source };
                return;
            }
            (Printed::AlmightyMan { points }, 23) => {
                cards.almighty = Marked { is: *points, source };
                return;
            }
            (Printed::ChangingMan, 24) => {
                cards.changing = source;
                return;
            }
            _ => return faults.push(Fault::new(at, format!("{wok} is {expected}"))),
        };
        cards.red[wok.index()] = Marked { is: red, source };
    }
}

impl Printed {
    /// Appends the faults of the card.
    fn faults(&self, at: &str, faults: &mut Vec<Fault>) {
        let mut limit = |name: &str, value: u8| {
            if value > MOST_POINTS {
                faults.push(Fault::new(format!("{at}.{name}"), format!("is at most {MOST_POINTS}, not {value}")));
            }
        };
        match self {
            Printed::Covered { points } => limit("covered.points", *points),
            Printed::Group { needs, points } => {
                limit("group.points", *points);
                for (name, need) in needs {
                    let at = format!("{at}.group.needs.{name}");
                    ingredient(name, &at, faults);
                    if *need == 0 {
                        faults.push(Fault::new(at, "each needed ingredient is needed at least once"));
                    }
                }
                let total: u32 = needs.values().map(|need| u32::from(*need)).sum();
                if !(1..=DECK as u32).contains(&total) {
                    let message = format!("a combination has 1 to {DECK} cards, not {total}");
                    faults.push(Fault::new(format!("{at}.group.needs"), message));
                }
            }
            Printed::Hard { size, points } => {
                limit("hard.points", *points);
                if !(2..=14).contains(size) {
                    faults.push(Fault::new(format!("{at}.hard.size"), format!("a set has 2 to 14 cards, not {size}")));
                }
            }
            Printed::Experimental { each } => limit("experimental.each", *each),
            Printed::Alternative { each } => limit("alternative.each", *each),
            Printed::Free { each } => limit("free.each", *each),
            Printed::Concert { left, right } => {
                limit("concert.left.each", left.each);
                limit("concert.right.each", right.each);
                ingredient(&left.ingredient, &format!("{at}.concert.left.ingredient"), faults);
                ingredient(&right.ingredient, &format!("{at}.concert.right.ingredient"), faults);
            }
            Printed::DoubleMan { left, right } => {
                limit("double_man.left", *left);
                limit("double_man.right", *right);
            }
            Printed::AlmightyMan { points } => limit("almighty_man.points", *points),
            Printed::ChangingMan => {}
        }
    }
}

/// The ingredient of this name, or a fault.
fn ingredient(name: &str, at: &str, faults: &mut Vec<Fault>) -> Option<Ingredient> {
    let found = name.parse().ok();
    if found.is_none() {
        let known = Ingredient::NAMES.join(", ");
        faults.push(Fault::new(at, format!("unknown ingredient `{name}`; the ingredients are {known}")));
    }
    found
}

fn unknown_face(name: &str) -> String {
    let why = misspelt(name)
        .unwrap_or_else(|| "an ingredient, then up to two symbols in order, such as `tuna:cookie+bowl`".to_owned());
    format!("`{name}` is not a card: {why}")
}
