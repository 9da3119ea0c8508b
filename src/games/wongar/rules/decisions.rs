//! The decisions where the rulebook is silent.

use crate::game::Kept::{BuiltIn, Checked, NotApplicable};
use crate::game::Provenance::{Decided, Printed, Reconstructed};
use crate::game::{Rule, rule};

pub(super) const DECISIONS: [Rule; 45] = [
    rule(
        "D1",
        Reconstructed,
        BuiltIn("the edition marks every cell, and what rests on one says so"),
        "The score table is elder 3 5 7, ancestor 4 6 8, both 5 7 9; only the first ancestor cell is printed.",
    ),
    rule("D2", Decided, Checked, "The scale has twelve squares, the last of which ends the game."),
    rule(
        "D3",
        Reconstructed,
        Checked,
        "The board is G1, three rows of 3, 4 and 3 (option `board`). Invented with it are which territories are adjacent, hand and foot side by side, the kangaroo at the top left, the names of the other seven territories, and the scale of time at the left edge.",
    ),
    rule("D4", Decided, Checked, "Three to five players play."),
    rule(
        "D5",
        Decided,
        BuiltIn("only markers of the players can be drawn"),
        "The rulebook puts all five score markers into the bag. Here only those of the players are in it, since the marker of a colour that is not played names no player.",
    ),
    rule("D6", Decided, Checked, "A scorpion turned up at set-up goes to the very bottom and has no effect."),
    rule("D7", Decided, Checked, "Cards are turned up in reading order."),
    rule(
        "D8",
        Printed,
        BuiltIn("unit test `scores_go_below_zero_and_level_players_are_not_behind`"),
        "Behind means strictly fewer points at that moment.",
    ),
    rule(
        "D9",
        Decided,
        BuiltIn("unit test `a_territory_scorpion_strikes_the_first_player_and_is_replaced`"),
        "The new first player who turns up a scorpion keeps it and is stung.",
    ),
    rule("D10", Decided, Checked, "Time never passes the last square; later scorpions still sting."),
    rule(
        "D11",
        Decided,
        Checked,
        "A territory with neither a face-up card nor a pile ends the game, even if a scorpion was its last card.",
    ),
    rule(
        "D12",
        Decided,
        BuiltIn("unit test `the_first_player_changes_every_round`"),
        "After every round but the last the holder of the ancestor pawn takes the boomerang, or both are handed on (R21).",
    ),
    rule("D13", Printed, BuiltIn("round 1 begins with the privilege"), "The privilege is granted in round 1 too."),
    rule("D14", Decided, Checked, "Every ritual scorpion is replaced, whatever caused the draw."),
    rule(
        "D15",
        Decided,
        BuiltIn("unit test `the_second_ritual_scorpion_renews_the_deck`"),
        "A scorpion does this in order: it moves time, is put aside or renews the pile, stings, and is replaced.",
    ),
    rule(
        "D16",
        Decided,
        BuiltIn("unit test `a_draw_is_cancelled_when_nothing_but_scorpions_is_left`"),
        "If pile and discards hold nothing but scorpions, a draw is cancelled and no scorpion strikes.",
    ),
    rule(
        "D17",
        Decided,
        BuiltIn("unit test `without_ritual_scorpions_the_discards_become_the_pile_when_a_card_must_be_drawn`"),
        "An empty pile is renewed from the discards; without discards the draw is forfeited.",
    ),
    rule(
        "D18",
        Decided,
        BuiltIn(
            "unit tests `with_two_pieces_one_may_be_placed_and_one_card_drawn` and `the_last_piece_goes_to_the_territory_of_the_card`",
        ),
        "A player may not choose what they cannot carry out in full. With one or two pieces left, they place fewer and draw cards.",
    ),
    rule(
        "D19",
        Decided,
        Checked,
        "The rulebook says that the taker of a triple card may place three pieces. Here they must place three, or all that are left; with none left the card does nothing. With the option `triple_may_place_fewer` they may place fewer.",
    ),
    rule(
        "D20",
        Decided,
        BuiltIn("a pawn may go to its own holder"),
        "A player who already has the pawn may take its card; the figure must still move.",
    ),
    rule("D21", Decided, Checked, "The elder reaches every territory one or two steps away, but not its own."),
    rule(
        "D22",
        Decided,
        BuiltIn("unit test `the_card_with_both_figures_brings_both_and_one_ceremony`"),
        "The card with both figures works even if they stand there already.",
    ),
    rule(
        "D23",
        Decided,
        BuiltIn("pawns change hands before the ceremony begins"),
        "The order of a ceremony and its ties go by the player who holds the ancestor pawn after the card has been carried out.",
    ),
    rule(
        "D24",
        Decided,
        Checked,
        "Players who have a piece there when the ceremony begins take part; no player joins later.",
    ),
    rule(
        "D25",
        Decided,
        Checked,
        "A player without a piece left on the ceremony's territory is out, even if they moved the last one out themselves.",
    ),
    rule(
        "D26",
        Decided,
        Checked,
        "A player without cards has passed for good. A player who has cards but can play none must pass.",
    ),
    rule(
        "D27",
        Decided,
        BuiltIn("a ritual action names at least one piece, an empty list is malformed"),
        "A ritual card is not played without effect.",
    ),
    rule(
        "D28",
        Decided,
        Checked,
        "A double card acts on a single piece only where its source holds no second one, in removals as well (option `double_may_act_on_one`).",
    ),
    rule(
        "D29",
        Decided,
        BuiltIn("no way of a ritual card starts from the supply"),
        "The rulebook says that a double card places or moves pieces, but in none of its three ways is a piece placed. So ritual cards never place pieces from the supply.",
    ),
    rule("D30", Decided, Checked, "Only rivals' pieces are removed; they can be placed again."),
    rule("D31", Decided, Checked, "The ceremony ends when all participants have passed or have no cards."),
    rule(
        "D32",
        Decided,
        BuiltIn("unit test `an_ancestor_card_moves_the_ancestor_and_not_the_elder`"),
        "A ceremony without participants ends at once, without points.",
    ),
    rule(
        "D33",
        Decided,
        BuiltIn("unit test `ties_go_clockwise_from_the_pawn_even_if_its_holder_is_absent`"),
        "Ties are broken clockwise from the pawn's holder, who need not be present.",
    ),
    rule(
        "D34",
        Decided,
        BuiltIn("scoring looks at pieces alone; time stands still in a ceremony"),
        "A player who has passed still scores, by the section in which the time marker stands at that moment.",
    ),
    rule(
        "D35",
        Decided,
        BuiltIn("unit test `the_round_is_completed_after_time_has_run_out_and_time_stops`"),
        "Whenever the end is triggered, that round is completed and no other begins.",
    ),
    rule(
        "D36",
        Decided,
        BuiltIn(
            "unit tests `the_final_bonus_goes_to_everybody_who_has_most` and `the_round_is_completed_after_time_has_run_out_and_time_stops`",
        ),
        "Each kind earns 8 points for every player with the most of its cards, who must have at least one. Other cards earn nothing.",
    ),
    rule("D37", Decided, BuiltIn("equal points share a place"), "A tie for the win is shared."),
    rule(
        "D38",
        Decided,
        NotApplicable("the program shows taken cards to everybody, since every taking was public (P23)"),
        "Taken cards lie face down until the end, but all players may remember who took what.",
    ),
    rule("D39", Decided, Checked, "The five advanced rules are independent switches."),
    rule(
        "D40",
        Decided,
        BuiltIn("an own card and a taken one use the same lines"),
        "A figure card of a player's own works like one on the board, but does not count as taken.",
    ),
    rule(
        "D41",
        Decided,
        BuiltIn("they are taken out before the deal; unit test `own_doubles_are_there_before_the_deal`"),
        "Under `own_doubles` doubles and scorpions are taken out of the deck before the deal.",
    ),
    rule(
        "D42",
        Decided,
        BuiltIn("unit test `free_placement_goes_round_twelve_times`"),
        "Free placement goes clockwise from the first player, twelve times round, without quotas.",
    ),
    rule(
        "D43",
        Decided,
        BuiltIn(
            "unit tests `harmless_scorpions_only_move_time`, `a_territory_scorpion_strikes_the_first_player_and_is_replaced` and `the_second_ritual_scorpion_renews_the_deck`",
        ),
        "Harmless scorpions still move time, are kept and replaced, and renew the pile.",
    ),
    rule(
        "D44",
        Decided,
        Checked,
        "A player who chooses a ritual card cannot choose a scorpion, so the scorpions of the ritual deck never strike then.",
    ),
    rule("D45", Decided, Checked, "A turn cannot be passed; there is always a card to take."),
];
