//! The contents of the box in the edition in force: steles, tokens, altars, and every seal card with its kind and its
//! effect. The rulebook lists what no source shows.

use super::Wangdo;
use super::names::{Card, Colour, Knowledge, Token};
use super::picture::{stele, token};
use crate::game::picture::{Figure, Panel};

/// The kinds of seal cards, with a heading for each.
const KINDS: [(&str, &str); 3] = [
    ("A", "Seal cards of kind A: each alters a standard action"),
    ("B", "Seal cards of kind B: each is an action of its own"),
    ("3", "Seal card of neither kind"),
];

impl Wangdo {
    pub(super) fn box_of_components(&self) -> Vec<Panel> {
        let mut panels = vec![self.all_steles(), self.all_tokens(), Panel::new("Temples")];
        panels[2].value("altars of each of the four temples", self.altars);
        let cards = Card::ALL.map(|card| (card, self.effect(card)));
        for (label, title) in KINDS {
            let mut panel = Panel::new(title);
            for (card, (_, effect)) in cards.iter().filter(|(_, (kind, _))| *kind == label) {
                let figure = Figure { name: format!("{}: {effect}", card.title()), ..Figure::card(label) };
                panel.row(card.title(), figure.times(self.deck[*card]));
                panel.rows.last_mut().into_iter().for_each(|row| row.value.clone_from(effect));
            }
            panels.push(panel);
        }
        panels
    }

    fn all_steles(&self) -> Panel {
        let mut panel = Panel::new(&format!("Steles: {}", self.steles.total()));
        for colour in Colour::ALL {
            panel.row(colour.name(), stele(colour).times(self.steles[colour]));
        }
        panel
    }

    fn all_tokens(&self) -> Panel {
        let [fewer, all] = self.tokens;
        let total: u32 = all.iter().map(|count| u32::from(*count)).sum();
        let mut panel = Panel::new(&format!("Tokens: {total} (* carries a Dragon Seal)"));
        for knowledge in Knowledge::ALL {
            let both = [false, true].map(|sealed| Token::of(knowledge, sealed));
            panel.row(&knowledge.to_string(), both.into_iter().filter_map(|one| token(one).times(all[one as usize])));
        }
        panel.row("bear", token(Token::Bear).times(all[Token::Bear as usize]));
        let removed = Token::ALL.into_iter().map(|one| (one, all[one as usize].saturating_sub(fewer[one as usize])));
        panel.row("removed with 2 or 3 players", removed.filter_map(|(one, count)| token(one).times(count)));
        panel
    }

    /// The kind of a card, as in [`KINDS`], and its effect in a few words.
    fn effect(&self, card: Card) -> (&'static str, String) {
        let (kind, effect) = match card {
            Card::ThreeSeals => {
                return ("3", format!("never played; {} Dragon Seals at the end", self.options.three_seals));
            }
            Card::ExtraAction => ("B", "one more standard action in this turn"),
            Card::BoardSwap => ("B", "exchange 2 unlike steles on the board"),
            Card::PlayerSwap => ("B", "exchange 1 or 2 steles with a player"),
            Card::DrawThree => ("B", "draw 3 steles from the bag"),
            Card::Discount => ("A", "placing: pay 1 stele less, of your choice"),
            Card::SameColour => ("A", "placing: own colour may stand beside"),
            Card::TempleThree => ("A", "taking from the temples: 3, not 2"),
        };
        (kind, effect.to_owned())
    }
}
