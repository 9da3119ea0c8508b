//! The contents of the box, from the edition: every ingredient card by its symbols, and every wok card with what it
//! demands and gives. Wok cards of one kind stand together under a title that explains them all.

use super::cards::{INGREDIENTS, Ingredient};
use super::market::{COINS, LINES};
use super::picture::{card, coin, tint};
use super::woks::{Of, Red, Wok};
use super::{SEATS, WeWillWokYou};
use crate::game::Provenance;
use crate::game::picture::{Figure, Panel, Row, Tint};

/// A description of a kind of red card, and a test for it.
type Kind = (&'static str, fn(&Red) -> bool);

/// The kinds of red card, in the order of their ids in the built-in edition.
const KINDS: [Kind; 7] = [
    ("Independent Woks: covered, take nothing", |red| matches!(red, Red::Covered { .. })),
    ("Group Woks: take any number of these sets, none incomplete", |red| matches!(red, Red::Group { .. })),
    ("Hard Woks: take any number of sets of one ingredient", |red| matches!(red, Red::Hard { .. })),
    ("Experimental Wok: takes any ingredients", |red| matches!(red, Red::Each { of: Of::Any, .. })),
    ("Alternative Wok: takes ingredients from your hand only", |red| matches!(red, Red::Each { of: Of::Hand, .. })),
    ("Free Wok: takes ingredients without any symbol only", |red| matches!(red, Red::Each { of: Of::Plain, .. })),
    ("Wok Concerts: a left and a right wok, any number on each", |red| matches!(red, Red::Concert(_))),
];

impl WeWillWokYou {
    /// All parts of the game.
    pub(super) fn parts(&self) -> Vec<Panel> {
        let mut coins = Panel::new("Coins");
        coins.row("", coin().times(LINES.iter().sum::<u8>() + SEATS as u8 * COINS));
        let mut panels = vec![coins, self.ingredients()];
        panels.extend(KINDS.iter().map(|kind| self.kind(kind)).filter(|panel| !panel.rows.is_empty()));
        panels.push(self.cooks());
        panels.extend(self.reconstructed());
        panels
    }

    /// The ingredient cards: a row for each ingredient.
    fn ingredients(&self) -> Panel {
        let mut panel = Panel::new("Ingredient cards, by the symbols they show");
        let counts = self.deck.by_ingredient();
        for (ingredient, count) in Ingredient::ALL.into_iter().zip(counts) {
            let name = ingredient.to_string();
            let faces = self.deck.runs().filter(|(face, _)| face.ingredient() == ingredient);
            let figures = faces.filter_map(|(face, copies)| {
                let label = if face.is_plain() { "no symbol".to_owned() } else { face.symbols_in_brief() };
                Figure { label, ..card(face) }.times(copies)
            });
            let figures = figures.collect();
            panel.rows.push(Row { name, value: format!("{count} cards"), figures, ..Row::default() });
        }
        panel
    }

    /// The red cards of a kind.
    fn kind(&self, (title, is): &Kind) -> Panel {
        let mut panel = Panel::new(title);
        for (wok, red) in Wok::all().filter_map(|wok| Some((wok, self.woks.printed(wok)?))).filter(|(_, red)| is(red)) {
            let (value, figures) = demands(*red);
            panel.rows.push(Row { name: wok.to_string(), value, figures, ..Row::default() });
        }
        panel
    }

    /// The blue cards.
    fn cooks(&self) -> Panel {
        let mut panel = Panel::new("Cooks: each is given to one of your red cards at the end");
        for man in [Wok::DOUBLE_MAN, Wok::OTHER_DOUBLE_MAN] {
            let [left, right] = self.woks.double_values(man, false);
            let figures = [("left", left), ("right", right)];
            let figures = figures.map(|(side, each)| Figure::card(format!("{side}: {each} each"))).to_vec();
            let (name, value) = (format!("{man} Double-Wok Man"), "on a concert".to_owned());
            panel.rows.push(Row { name, value, figures, ..Row::default() });
        }
        let points = self.woks.almighty.is;
        let value = format!("any red card: covered, {points} points");
        panel.value(&format!("{} Almighty Wok Man", Wok::ALMIGHTY_MAN), value);
        panel.value(&format!("{} Changing Wok Man", Wok::CHANGING_MAN), "group or concert: one type for another");
        panel
    }

    /// The parts that no source shows in print; `None` if there are none.
    fn reconstructed(&self) -> Option<Panel> {
        let mut panel = Panel::new("Reconstructed: may differ from the cards in your box");
        let guessed = |source: Provenance| source == Provenance::Reconstructed;
        let woks = Wok::all().filter(|wok| guessed(self.woks.source(*wok)));
        let woks: Vec<Figure> = woks.map(|wok| colour(wok, Figure::card(wok))).collect();
        let symbols = (0..INGREDIENTS).filter(|at| guessed(self.deck_source[*at])).map(|at| Ingredient::ALL[at]);
        let symbols: Vec<Figure> = symbols.map(|of| Figure::card(of).tint(tint(of))).collect();
        for (name, figures) in [("symbols of", symbols), ("wok cards", woks)] {
            if !figures.is_empty() {
                panel.row(name, figures);
            }
        }
        (!panel.rows.is_empty()).then_some(panel)
    }
}

/// Adds the border colour of a wok card.
fn colour(wok: Wok, figure: Figure) -> Figure {
    figure.tint(if wok.is_cook() { Tint::Blue } else { Tint::Red })
}

/// The points of a red card, in words, and its ingredients.
fn demands(red: Red) -> (String, Vec<Figure>) {
    let ingredient = |ingredient: Ingredient, label: String| Figure::card(label).tint(tint(ingredient));
    match red {
        Red::Covered { points } => (format!("{points} points"), Vec::new()),
        Red::Group { needs, points } => {
            let needs = Ingredient::ALL.into_iter().zip(needs);
            let needs = needs.filter_map(|(of, need)| ingredient(of, of.to_string()).times(need));
            (format!("{points} points for each"), needs.collect())
        }
        Red::Hard { size, points } => (format!("{points} points for each {size} alike"), Vec::new()),
        Red::Each { each: 1, .. } => ("1 point for each card".to_owned(), Vec::new()),
        Red::Each { each, .. } => (format!("{each} points for each card"), Vec::new()),
        Red::Concert(sides) => {
            let side = |(name, side): (&str, super::woks::Side)| {
                ingredient(side.ingredient, format!("{name} {}: {} each", side.ingredient, side.each))
            };
            ("points for".to_owned(), ["left", "right"].into_iter().zip(sides).map(side).collect())
        }
    }
}
