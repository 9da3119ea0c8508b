//! Declarations (R22, P14, P15): a card that alters a standard action is played just before it and fixes the action's
//! kind.
//!
//! Cards combine: a card may be declared if it helps together with further cards of the same hand that can still be
//! declared, even if it does not help alone. More cards never make an action impossible, because they lower the price
//! or lift the rule of colours. So it is enough to test all of them together.

use super::breach::Breach;
use super::counts::Cards;
use super::names::Card;
use super::seal::{CARD_NEW, CARD_NOT_HELD};
use super::turn::{CARD_IN_PAYMENT, DECLARED_DUE, NO_ACTION_OWED, RETURN_DUE};
use super::{Action, Check, Declared, State, Wangdo};
use crate::game::{Player, Provenance};

/// The kind of standard action that a card alters; `None` if it alters none.
pub(super) fn alters(card: Card) -> Option<&'static str> {
    match card {
        Card::Discount | Card::SameColour => Some("place"),
        Card::TempleThree => Some("take"),
        _ => None,
    }
}

/// The checks for a card that alters an action.
pub(super) static DECLARE: [Check; 8] = [
    CARD_IN_PAYMENT,
    RETURN_DUE,
    DECLARED_DUE,
    CARD_NOT_HELD,
    CARD_NEW,
    NO_ACTION_OWED,
    Check::new("wangdo.card-twice", &[], |game, state, _, action, broken| {
        let Action::Seal(seal) = action else { return };
        let card = seal.card();
        if is_second(state, card) {
            broken.push(Breach::CardTwice { card, data: game.card_source(card) });
        }
    }),
    // Without an owed action there is none to alter; and what can be done after a payment is unknown until it ends.
    Check::new(
        "wangdo.altered-action-impossible",
        &["wangdo.card-in-payment", "wangdo.no-action-owed"],
        |game, state, player, action, broken| {
            let Action::Seal(seal) = action else { return };
            let (card, declared) = (seal.card(), declare(state, seal.card()));
            let further = state.playable(player).minus(std::iter::once(card).collect());
            if !game.leads_on(state, player, declared, further) {
                let data = game.card_source(card);
                let data = if declared == Declared::Take { data } else { data.max(game.sources.payment) };
                broken.push(Breach::AlteredActionImpossible { card, action: declared.action(), data });
            }
        },
    ),
];

/// Whether this card can alter an action only once and has already been declared for it (P14).
fn is_second(state: &State, card: Card) -> bool {
    match state.declared() {
        Some(Declared::Place { same_colour, .. }) => same_colour && card == Card::SameColour,
        Some(Declared::Take) => card == Card::TempleThree,
        None => false,
    }
}

/// The declaration after one more such card; a declaration for the other kind of action is dropped.
pub(super) fn declare(state: &State, card: Card) -> Declared {
    let (discounts, same_colour) = state.altered();
    match card {
        Card::Discount => Declared::Place { discounts: discounts.saturating_add(1), same_colour },
        Card::SameColour => Declared::Place { discounts, same_colour: true },
        _ => Declared::Take,
    }
}

impl Wangdo {
    /// Whether an action altered this way is legal, or becomes legal by declaring some of these further cards (P15).
    pub(super) fn leads_on(&self, state: &State, player: Player, declared: Declared, further: Cards) -> bool {
        match declared {
            Declared::Place { discounts, same_colour } => {
                let discounts = discounts.saturating_add(further[Card::Discount]);
                self.can_place(state, player, (discounts, same_colour || further[Card::SameColour] > 0))
            }
            Declared::Take => !state.temples.is_empty(),
        }
    }

    /// Whether a playable card that alters an action can be declared now.
    pub(super) fn can_declare(&self, state: &State, player: Player, card: Card) -> bool {
        let declared = declare(state, card);
        let fits = state.declared().is_none_or(|before| before.action() == declared.action());
        let further = || state.playable(player).minus(std::iter::once(card).collect());
        state.owed > 0 && fits && !is_second(state, card) && self.leads_on(state, player, declared, further())
    }

    /// How well the declared cards are founded.
    pub(super) fn declared_source(&self, declared: Declared) -> Option<Provenance> {
        let cards = match declared {
            Declared::Place { discounts, same_colour } => {
                [(discounts > 0).then_some(Card::Discount), same_colour.then_some(Card::SameColour)]
            }
            Declared::Take => [Some(Card::TempleThree), None],
        };
        cards.into_iter().flatten().map(|card| self.card_source(card)).max()
    }
}
