//! The contents of the box for the rulebook: pieces, both sorts of cards with their effects, the points of a ceremony
//! and the scale of time, all from the edition.

use super::Wongar;
use super::ceremony::section;
use super::names::{Kind, Name as _, RitualCard, TerritoryCard, Trigger};
use super::picture::{ancestor, elder, piece};
use crate::game::Player;
use crate::game::picture::{Figure, Panel, Row};

impl Wongar {
    /// The panels, each with rows of things.
    pub(super) fn parts(&self) -> Vec<Panel> {
        vec![self.colour(), shared(), self.pile_cards(), self.deck_cards(), self.majorities(), self.scale()]
    }

    fn colour(&self) -> Panel {
        let mut panel = Panel::new("Pieces of each player, in one colour");
        for kind in Kind::ALL {
            let piece = Figure { owner: None, ..piece(kind, Player(0)) };
            panel.row(&format!("{kind}s"), piece.times(self.pieces.each[kind]));
        }
        panel
    }

    fn pile_cards(&self) -> Panel {
        let count = self.cards.pile.total();
        let mut panel = Panel::new(&format!("Territory cards: {count} for each of the ten territories"));
        for card in TerritoryCard::ALL {
            let figure = Figure::card(card.title()).times(self.cards.pile[card]);
            panel.row(territory_card(card), figure);
        }
        panel
    }

    fn deck_cards(&self) -> Panel {
        let mut panel = Panel::new(&format!("Ritual cards: {}, larger than the others", self.ritual.deck.total()));
        for card in RitualCard::ALL {
            panel.row(ritual_card(card), Figure::card(card).times(self.ritual.deck[card]));
        }
        panel
    }

    fn majorities(&self) -> Panel {
        let mut panel = Panel::new("Points for each majority in a ceremony");
        for trigger in Trigger::ALL {
            let [first, second, third] = self.points[trigger as usize].map(|datum| datum.value);
            let points = format!("section 1: {first}, section 2: {second}, section 3: {third}");
            panel.value(&format!("caused by: {trigger}"), points);
        }
        panel
    }

    /// The squares of each section; the very last one is marked.
    fn scale(&self) -> Panel {
        let last = usize::from(self.x_square.value);
        let mut panel = Panel::new("Scale of time");
        for of in 0..3 {
            let square = |at: usize| if at == last { Figure::card(format!("{at} X")) } else { Figure::card(at) };
            let figures = (1..=last).filter(|at| section(*at) == of).map(square).collect();
            panel.rows.push(Row { name: format!("section {}", of + 1), figures, ..Row::default() });
        }
        panel
    }
}

/// The shared things.
fn shared() -> Panel {
    let mut panel = Panel::new("Figures, pawns and markers");
    panel.row("figures on the board", [ancestor(), elder()]);
    panel.row("pawns before players", [Figure::card("ancestor pawn"), Figure::card("elder pawn")]);
    panel.row("for the first player", [Figure::card("boomerang")]);
    panel.row("a scorpion that shows the time", [Figure::card("time marker")]);
    panel.row("one of each colour", Figure::card("score marker").times(5_u32));
    panel
}

/// The effect of a territory card, in a few words.
fn territory_card(card: TerritoryCard) -> &'static str {
    match card {
        TerritoryCard::Disc => "1 disc here, then twice: a disc anywhere or a card",
        TerritoryCard::Cube => "1 cube here, then twice: a cube anywhere or a card",
        TerritoryCard::Cylinder => "1 cylinder here, then twice: a cylinder anywhere or a card",
        TerritoryCard::Triple => "3 pieces of one kind anywhere",
        TerritoryCard::Ancestor => "take the ancestor, 1 step, ceremony",
        TerritoryCard::Elder => "take the elder, 1 or 2 steps, ceremony",
        TerritoryCard::Both => "take both, both come here, ceremony",
        TerritoryCard::DrawFour => "draw 4 ritual cards",
        TerritoryCard::Scorpion => "strikes when turned up; never taken",
    }
}

/// The effect of a ritual card, in a few words.
fn ritual_card(card: RitualCard) -> &'static str {
    match card {
        RitualCard::Disc => "remove a rival's disc or move your own in or out",
        RitualCard::Cube => "remove a rival's cube or move your own in or out",
        RitualCard::Cylinder => "remove a rival's cylinder or move your own in or out",
        RitualCard::Double => "the same with two pieces of one kind",
        RitualCard::Scorpion => "strikes when drawn; never held",
    }
}
