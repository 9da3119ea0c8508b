//! The precise rulings that complete them.

use crate::game::Kept::{BuiltIn, Checked};
use crate::game::Provenance::{Decided, Reconstructed};
use crate::game::{Rule, rule};

pub(super) const RULINGS: [Rule; 23] = [
    rule(
        "P1",
        Decided,
        BuiltIn("unit test `scorpions_beneath_a_pile_end_the_game_only_when_they_are_turned_up`"),
        "The end triggered while cards are turned up stops neither that nor the round.",
    ),
    rule(
        "P2",
        Decided,
        Checked,
        "Taking a card is always asked, and so is a ceremony turn; other decisions without a choice just happen, but `choose_card` only if everybody can count that one card is left to choose.",
    ),
    rule(
        "P3",
        Decided,
        Checked,
        "A participant without cards is never asked; if nobody can be asked, scoring follows at once.",
    ),
    rule(
        "P4",
        Decided,
        Checked,
        "Discards are shuffled in when a card must be drawn and the pile is empty, not before.",
    ),
    rule(
        "P5",
        Decided,
        BuiltIn("unit test `chosen_cards_are_never_scorpions_and_a_pile_of_scorpions_counts_as_empty`"),
        "When cards are chosen, a pile of scorpions only counts as empty.",
    ),
    rule("P6", Decided, Checked, "The guard is asked before every single card; a cancelled draw is no event."),
    rule("P7", Decided, Checked, "With chosen cards every draw is a choice, but the deal stays random."),
    rule(
        "P8",
        Decided,
        BuiltIn("each card is resolved before the next is due"),
        "Each card of several is resolved completely before the next; what is in hand is not reshuffled.",
    ),
    rule(
        "P9",
        Decided,
        BuiltIn("unit test `a_triple_card_places_three_of_one_kind_or_what_is_left`"),
        "With `triple_may_place_fewer` the kind is chosen first; then the player may stop before every piece, the first included.",
    ),
    rule(
        "P10",
        Decided,
        Checked,
        "A double moves in one piece alone only from a territory that has no second; for removals all rivals' pieces count together.",
    ),
    rule("P11", Decided, Checked, "After drawing nothing more is placed."),
    rule(
        "P12",
        Decided,
        Checked,
        "A pile is exhausted when its last card is taken, before that card's effects; time moves before a scorpion's replacement is sought.",
    ),
    rule(
        "P13",
        Decided,
        BuiltIn("unit test `scorpions_beneath_a_pile_end_the_game_only_when_they_are_turned_up`"),
        "Scorpions beneath a pile are a pile: taking the card above them is no trigger, but turning them up in the next round is.",
    ),
    rule(
        "P14",
        Decided,
        Checked,
        "With n players at most n territories are bare when a round begins, so at least n cards are on offer.",
    ),
    rule(
        "P15",
        Decided,
        BuiltIn("conformance over every combination"),
        "Own figures and own doubles do not interact; own figure cards are public and never count as taken.",
    ),
    rule("P16", Decided, Checked, "Both cards of the deal go to player 0 first, then both to player 1, and so on."),
    rule(
        "P17",
        Decided,
        Checked,
        "Free placement stands where pieces are drawn otherwise, before anybody holds ritual cards: territory cards, markers, placement, deal; then round 1 begins. With `choose_ritual_cards` too, the elder's marker is drawn after the deal: its holder sees the pile next, and would see there which card was dealt last.",
    ),
    rule(
        "P18",
        Decided,
        BuiltIn("unit test `own_doubles_are_there_before_the_deal`"),
        "Own doubles are there before the deal; hands start with three cards.",
    ),
    rule(
        "P20",
        Decided,
        BuiltIn("unit test `scorpions_turned_up_at_set_up_go_beneath_the_pile_without_effect`"),
        "A draw's weight is the number of such cards in the shuffled part; scorpions beneath it come last.",
    ),
    rule(
        "P21",
        Reconstructed,
        Checked,
        "The reading order of G2 is kangaroo, north2, north3, north4, hand, foot, south1 to south4; `north1` is no id.",
    ),
    rule(
        "P23",
        Decided,
        BuiltIn("views are built so; conformance laws"),
        "Public is everything but the ritual cards that were dealt, drawn or chosen; who chooses sees the pile while choosing.",
    ),
    rule(
        "P26",
        Decided,
        BuiltIn("unit test `the_worked_example`"),
        "In the worked example cards are turned up in reading order: B, D, E, C.",
    ),
    rule(
        "P27",
        Decided,
        BuiltIn("unit test `the_worked_example`"),
        "In the worked example the end of the first round is looked at when the second begins.",
    ),
];
