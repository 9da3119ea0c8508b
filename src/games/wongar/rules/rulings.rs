//! The precise rulings that complete them.

use crate::game::Kept::{BuiltIn, Checked};
use crate::game::Provenance::{Decided, Reconstructed};
use crate::game::{Rule, rule};

pub(super) const RULINGS: [Rule; 23] = [
    rule(
        "P1",
        Decided,
        BuiltIn("unit test `scorpions_beneath_a_pile_end_the_game_only_when_they_are_turned_up`"),
        "If the end is triggered while cards are turned up at the beginning of a round, the remaining cards are still turned up, and the round is played to its end.",
    ),
    rule(
        "P2",
        Decided,
        Checked,
        "The card to take and the turn in a ceremony are always left to the player. Other decisions that leave no choice happen by themselves; `choose_card` does so only if all players can work out that just one card is left to choose.",
    ),
    rule(
        "P3",
        Decided,
        Checked,
        "A participant without cards has no turn in the ceremony. If no participant has cards, scoring follows at once.",
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
        "When cards are chosen, a pile that holds only scorpions counts as empty.",
    ),
    rule(
        "P6",
        Decided,
        Checked,
        "Whether a card can be drawn (D16) is checked before every single card. A draw that is cancelled does not happen.",
    ),
    rule(
        "P7",
        Decided,
        Checked,
        "With `choose_ritual_cards` a player chooses every card that they draw, but the deal at the set-up stays random.",
    ),
    rule(
        "P8",
        Decided,
        BuiltIn("each card is resolved before the next is due"),
        "If several cards are drawn, each is carried out completely before the next is drawn. Cards in hand are not shuffled into a new pile.",
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
        "A double may move in a single piece only from a territory where the player has no second piece of the kind. For a removal the pieces of all rivals count together.",
    ),
    rule(
        "P11",
        Decided,
        Checked,
        "A player who has drawn cards for a disc, cube or cylinder card places no more pieces for it.",
    ),
    rule(
        "P12",
        Decided,
        Checked,
        "A pile is exhausted when its last card is taken, before that card takes effect. A scorpion moves time before another card replaces it.",
    ),
    rule(
        "P13",
        Decided,
        BuiltIn("unit test `scorpions_beneath_a_pile_end_the_game_only_when_they_are_turned_up`"),
        "Scorpions beneath a pile count as a pile. Taking the card above them does not trigger the end, but turning them up in the next round does.",
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
    rule("P16", Decided, Checked, "Player 0 is dealt both cards first, then player 1 both, and so on."),
    rule(
        "P17",
        Decided,
        Checked,
        "With `free_placement` the players place their pieces at the point where otherwise pieces are drawn, before ritual cards are dealt: territory cards, both markers, placement, deal. Then round 1 begins with the privilege. With `choose_ritual_cards` too, the holder of the elder pawn looks through the pile when their privilege is due, and not before; R95 intends that they can then work out which cards the other players hold in all.",
    ),
    rule(
        "P18",
        Decided,
        BuiltIn("unit test `own_doubles_are_there_before_the_deal`"),
        "With `own_doubles` the players get their doubles before the deal, so hands start with three cards.",
    ),
    rule(
        "P20",
        Decided,
        BuiltIn("unit test `scorpions_turned_up_at_set_up_go_beneath_the_pile_without_effect`"),
        "The more cards of a sort are in the shuffled part of the pile, the more likely one of them is drawn; scorpions beneath that part come last.",
    ),
    rule(
        "P21",
        Reconstructed,
        Checked,
        "The reading order of G2 is kangaroo, north2, north3, north4, hand, foot, south1 to south4; no territory is called `north1`.",
    ),
    rule(
        "P23",
        Decided,
        BuiltIn("views are built so; conformance laws"),
        "Everything is public except the ritual cards that were dealt, drawn or chosen. A player who chooses a card sees the pile while choosing.",
    ),
    rule(
        "P26",
        Decided,
        BuiltIn("unit test `the_worked_example`"),
        "In the printed rulebook's example of play, which names its territories by letters, the first player turns up the cards of the second round in reading order: B, D, E, C.",
    ),
    rule(
        "P27",
        Decided,
        BuiltIn("unit test `the_worked_example`"),
        "In the printed rulebook's example of play, the end of the first round is checked when the second begins.",
    ),
];
