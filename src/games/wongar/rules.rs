//! The numbered rules of Wongar, in our own words: R from the source, D the decisions where it is silent, P the precise
//! rulings that complete them.

use crate::game::Rule;
use crate::rules;

/// All of them, in order.
pub static RULES: &[Rule] = rules! {
    R1 Printed, NotApplicable("the marker, the boomerang and the score markers are numbers and names in the state"):
        "There is a board, a bag, a boomerang, a marker for time and a score marker for each of five players.";
    R2 Printed, BuiltIn("the state has two pawns held by players and two figures on territories"):
        "Ancestor and elder have two pieces each: a pawn that a player holds and a figure on the board.";
    R3 Printed, Checked: "Each player has 18 discs, 15 cubes and 12 cylinders of one colour.";
    R4 Printed, Checked:
        "Each of the ten territories has 15 cards: 3 discs, 2 cubes, 1 cylinder, 1 triple, 1 for four ritual cards, 2 \
         elders, 2 ancestors, 1 with both figures, 2 scorpions.";
    R5 Printed, Checked: "There are 43 ritual cards: 14 discs, 12 cubes, 10 cylinders, 5 doubles, 2 scorpions.";
    R6 Printed, BuiltIn("a pile is a multiset, and each draw from it is a chance event"):
        "The cards of a territory are shuffled and lie face down on it.";
    R7 Printed, Checked: "At set-up the top card of every pile is turned up.";
    R8 Printed, Checked: "A scorpion turned up at set-up goes under its pile and another card is turned.";
    R9 Printed, Checked: "Each player owns the pieces of one colour.";
    R10 Printed, Checked:
        "Each player puts four pieces of each kind into the bag, and the pieces are drawn from it one at a time.";
    R11 Printed, Checked:
        "Territories are filled in reading order with as many pieces as there are players, hand and foot with twice as \
         many.";
    R12 Printed, Checked: "Each player is dealt two ritual cards from a deck without scorpions.";
    R13 Printed, BuiltIn("the scorpions are counted in the deck but cannot be dealt; unit test \
                          `no_scorpion_is_dealt_and_player_0_gets_both_cards_first`"):
        "After the deal the scorpions are shuffled into the deck.";
    R14 Printed, Checked:
        "The first marker drawn names the first player, who gets boomerang and ancestor pawn; the ancestor figure \
         starts on hand.";
    R15 Printed, Checked:
        "The second marker drawn names the holder of the elder pawn; the elder figure starts on foot.";
    R16 Printed, Checked: "Every player starts with 0 points.";
    R17 Printed, Checked: "The time marker starts on the first square.";
    R18 Printed, Checked: "The first player of a round is the one who holds the ancestor pawn when it begins.";
    R19 Printed, Checked:
        "The first player keeps the boomerang for the whole round, even if another player gets the ancestor pawn.";
    R20 Printed, BuiltIn("the pawn moves with every card that says so"):
        "The ancestor pawn may change hands several times in a round.";
    R21 Printed, Checked:
        "No player is first player twice in a row: if the holder of the boomerang still has the ancestor pawn, both go \
         to the player on their left.";
    R22 Printed, Checked:
        "In every round but the first, the first player begins by turning up a card on every bare territory.";
    R23 Printed, Checked: "A scorpion so turned moves time on and is replaced by the next card.";
    R24 Decided, BuiltIn("unit test `the_worked_example`"):
        "A scorpion turned up when a round begins also stings the first player, who keeps it (D9).";
    R25 Printed, BuiltIn("phase `privilege`"):
        "Before the turns of a round the holder of the elder pawn draws a ritual card.";
    R26 Printed, Checked: "If the holder of the elder pawn draws a scorpion, they suffer it and draw another card.";
    R27 Printed, Checked:
        "In a round each player, clockwise from the first, takes one face-up card and carries it out.";
    R28 Printed, Checked: "A card that was taken is not replaced before the next round.";
    R29 Printed, Checked: "A card that was carried out lies face down before its taker until the end.";
    R30 Printed, BuiltIn("unit test `the_first_player_changes_every_round`"):
        "When every player has had a turn, the next round begins.";
    R31 Printed, Checked:
        "A disc, cube or cylinder card first puts a piece of its kind on the card's territory, if its taker has one.";
    R32 Printed, BuiltIn("unit test `a_card_without_piece_only_draws_two`"):
        "A player without a piece of the kind may still take such a card, and draws two ritual cards.";
    R33 Printed, Checked:
        "After the first piece of such a card its taker places two more of the kind anywhere, or one and draws a card, \
         or draws two cards.";
    R34 Printed, BuiltIn("unit test `the_final_bonus_goes_to_everybody_who_has_most`"):
        "At the end the players with the most disc, cube or cylinder cards earn points for them.";
    R35 Printed, Checked:
        "The taker of a triple card may place three pieces of one kind of their choice anywhere (D19 and the option \
         `triple_may_place_fewer` settle whether they must).";
    R36 Printed, BuiltIn("every territory is listed"):
        "The pieces of a triple card need not go to the territory of the card.";
    R37 Printed, Checked: "The taker of a triple card may not draw cards instead of placing pieces.";
    R38 Printed, Checked: "If fewer than three pieces of the chosen kind are left for a triple card, those are placed.";
    R39 Printed, Checked: "A triple card never places pieces of different kinds.";
    R40 Printed, Checked: "An ancestor card gives its taker the ancestor pawn.";
    R41 Printed, Checked:
        "The ancestor figure must then move to an adjacent territory; the card's own territory does not matter.";
    R42 Printed, BuiltIn("the figure's arrival begins the ceremony"):
        "A ceremony follows where the ancestor figure arrives.";
    R43 Printed, Checked: "An elder card gives its taker the elder pawn.";
    R44 Printed, Checked: "The elder figure must then move one or two steps, and not there and back.";
    R45 Printed, BuiltIn("the figure's arrival begins the ceremony"):
        "A ceremony follows where the elder figure arrives.";
    R46 Printed, Checked:
        "The card with both figures gives its taker both pawns and brings both figures to its territory from any \
         distance.";
    R47 Printed, BuiltIn("unit test `the_card_with_both_figures_brings_both_and_one_ceremony`"):
        "The card with both figures causes exactly one ceremony, on its territory.";
    R48 Printed, BuiltIn("four draws in a row"):
        "The card for ritual cards draws four of them, and scorpions among them strike.";
    R49 Decided, Checked: "Scorpions of the territories are never taken, since they never stay face up.";
    R50 Printed, BuiltIn("every scorpion is handled by the same lines, one at a time"):
        "Every scorpion drawn strikes, from either deck; several strike one after the other.";
    R51 Printed, BuiltIn("unit test `scorpions_turned_up_at_set_up_go_beneath_the_pile_without_effect`"):
        "Scorpions turned up at set-up do not strike.";
    R52 Printed, Checked: "A scorpion moves time on by one square.";
    R53 Printed, BuiltIn("unit test `sections_have_four_squares`"):
        "The scale has three sections of four squares, each with its own points.";
    R54 Printed, Checked: "A player who turns up a territory's scorpion keeps it with the cards they have taken.";
    R55 Printed, Checked:
        "The first ritual scorpion is set aside. When the second comes, the pile, the discards and both scorpions are \
         shuffled into a new pile.";
    R56 Printed, BuiltIn("unit test `the_second_of_five_loses_three`"):
        "A player who draws a scorpion loses as many points as there are players behind them.";
    R57 Printed, Checked: "Scores may go below zero.";
    R58 Printed, Checked: "A card with one or both figures causes one ceremony, where it brings them.";
    R59 Printed, BuiltIn("scoring follows every ceremony"):
        "After a ceremony the player with the most pieces of a kind on its territory scores, for each kind.";
    R60 Printed, Checked: "Only players with a piece on the ceremony's territory take part in it.";
    R61 Printed, Checked:
        "A player who loses their last piece on the ceremony's territory is out of the ceremony at once.";
    R62 Printed, BuiltIn("unit test `the_holder_of_the_pawn_begins_and_then_the_left`"):
        "The holder of the ancestor pawn begins the ceremony, or else the first player to their left who takes part.";
    R63 Printed, BuiltIn("the search for the next player goes clockwise"):
        "In a ceremony the participants act clockwise.";
    R64 Printed, Checked: "In a ceremony each player in turn plays one ritual card or passes.";
    R65 Printed, Checked: "A player who has passed plays no more cards in this ceremony.";
    R66 Printed, BuiltIn("scoring looks at pieces alone; unit test \
                          `who_is_absent_or_without_cards_is_not_asked_but_may_score`"):
        "A player who has passed in a ceremony may still score.";
    R67 Printed, BuiltIn("played cards go to the discards"): "Ritual cards that were played are discarded.";
    R68 Printed, BuiltIn("a ceremony ends when no player can be asked"):
        "The ceremony ends when no player plays any more.";
    R69 Printed, BuiltIn("the search for the next player may find the same"):
        "The last participant may play card after card.";
    R70 Printed, BuiltIn("scoring follows every ceremony"): "Scoring follows a ceremony at once.";
    R71 Printed, Checked: "A ritual card of one kind acts on pieces of that kind only.";
    R72 Printed, Checked:
        "A ritual card may take a rival's piece off the ceremony's territory and return it to its owner.";
    R73 Printed, Checked:
        "A ritual card may move one of the player's own pieces from the ceremony's territory to an adjacent one.";
    R74 Printed, Checked:
        "A ritual card may move one of the player's own pieces from an adjacent territory to that of the ceremony.";
    R75 Printed, Checked: "A double card acts on two pieces of any one kind in one of these ways.";
    R76 Printed, Checked: "A double card that removes takes two pieces of one rival, or one each of two.";
    R77 Printed, Checked: "A double card that moves pieces out brings them to one or two territories.";
    R78 Printed, Checked: "A double card that moves pieces in takes them from one or two territories.";
    R79 Printed, Checked:
        "Where a player has only one piece of the kind, a double card may move that one alone; for removals see D28.";
    R80 Printed, BuiltIn("the score table of the edition"):
        "How much a majority earns depends on the section of time and on the card that caused the ceremony.";
    R81 Printed, BuiltIn("unit test `a_card_with_one_figure_keeps_its_row_where_the_other_stands`"):
        "A card with one figure uses its own row, even if the other figure stands there.";
    R82 Printed, BuiltIn("unit test `ties_go_clockwise_from_the_pawn_even_if_its_holder_is_absent`"):
        "All three kinds score alike: the player with the most pieces of the kind on the territory scores.";
    R83 Printed, BuiltIn("unit test `ties_go_clockwise_from_the_pawn_even_if_its_holder_is_absent`"):
        "If players are level on a kind, the holder of the ancestor pawn scores, or else the one of them who is \
         nearest clockwise from the holder.";
    R84 Printed, BuiltIn("unit test `who_is_absent_or_without_cards_is_not_asked_but_may_score`"):
        "A kind that has no piece on the territory earns no points.";
    R85 Printed, Checked:
        "The end comes when time reaches its last square or a territory's last card is taken; the round is completed.";
    R86 Printed, BuiltIn("unit test `the_final_bonus_goes_to_everybody_who_has_most`"):
        "At the end the players reveal their territory cards. The most disc cards, the most cube cards and the most \
         cylinder cards earn 8 points each.";
    R87 Printed, BuiltIn("unit test `the_round_is_completed_after_time_has_run_out_and_time_stops`"):
        "Players who are level for the most cards of a kind at the end earn 8 points each.";
    R88 Printed, BuiltIn("the outcome; unit test `the_worked_example`"): "The highest score wins.";
    R89 Printed, Checked:
        "Advanced: one ancestor and one elder card leave each pile, and every player gets one of each; the rest of \
         them leave the game.";
    R90 Printed, Checked:
        "Advanced: on their turn a player may play one of these instead of taking a card; it leaves the game.";
    R91 Printed, Checked:
        "Advanced: scorpions and doubles leave the ritual deck, and every player gets a double; the rest of them leave \
         the game.";
    R92 Printed, Checked: "Advanced: such a double leaves the game when it is played.";
    R93 Printed, Checked:
        "Advanced: instead of drawing from the bag the players place their twelve pieces one by one, anywhere; the \
         first player begins.";
    R94 Printed, Checked: "Advanced: scorpions cost no points.";
    R95 Printed, Checked:
        "Advanced: a player who draws ritual cards may choose them from the pile (with the option \
         `choose_ritual_cards` every draw is a choice: P7).";
    D1 Reconstructed, BuiltIn("the edition marks every cell, and what rests on one says so"):
        "The score table is elder 3 5 7, ancestor 4 6 8, both 5 7 9; only the first ancestor cell is printed.";
    D2 Decided, Checked: "The scale has twelve squares, the last of which ends the game.";
    D3 Reconstructed, Checked:
        "The board is G1, three rows of 3, 4 and 3 (option `board`). Invented with it are which territories are \
         adjacent, hand and foot side by side, the kangaroo at the top left, the names of the other seven territories, \
         and the scale of time at the left edge.";
    D4 Decided, Checked: "Three to five players play.";
    D5 Decided, BuiltIn("only markers of the players can be drawn"):
        "The rulebook puts all five score markers into the bag. Here only those of the players are in it, since the \
         marker of a colour that is not played names no player.";
    D6 Decided, Checked: "A scorpion turned up at set-up goes to the very bottom and has no effect.";
    D7 Decided, Checked: "Cards are turned up in reading order.";
    D8 Printed, BuiltIn("unit test `scores_go_below_zero_and_level_players_are_not_behind`"):
        "Behind means strictly fewer points at that moment.";
    D9 Decided, BuiltIn("unit test `a_territory_scorpion_strikes_the_first_player_and_is_replaced`"):
        "The new first player who turns up a scorpion keeps it and is stung.";
    D10 Decided, Checked: "Time never passes the last square; later scorpions still sting.";
    D11 Decided, Checked:
        "A territory with neither a face-up card nor a pile ends the game, even if a scorpion was its last card.";
    D12 Decided, BuiltIn("unit test `the_first_player_changes_every_round`"):
        "After every round but the last the holder of the ancestor pawn takes the boomerang, or both are handed on \
         (R21).";
    D13 Printed, BuiltIn("round 1 begins with the privilege"): "The privilege is granted in round 1 too.";
    D14 Decided, Checked: "Every ritual scorpion is replaced, whatever caused the draw.";
    D15 Decided, BuiltIn("unit test `the_second_ritual_scorpion_renews_the_deck`"):
        "A scorpion does this in order: it moves time, is put aside or renews the pile, stings, and is replaced.";
    D16 Decided, BuiltIn("unit test `a_draw_is_cancelled_when_nothing_but_scorpions_is_left`"):
        "If pile and discards hold nothing but scorpions, a draw is cancelled and no scorpion strikes.";
    D17 Decided, BuiltIn("unit test `without_ritual_scorpions_the_discards_become_the_pile_when_a_card_must_be_drawn`"):
        "An empty pile is renewed from the discards; without discards the draw is forfeited.";
    D18 Decided, BuiltIn("unit tests `with_two_pieces_one_may_be_placed_and_one_card_drawn` and \
                          `the_last_piece_goes_to_the_territory_of_the_card`"):
        "A player may not choose what they cannot carry out in full. With one or two pieces left, they place fewer and \
         draw cards.";
    D19 Decided, Checked:
        "The rulebook says that the taker of a triple card may place three pieces. Here they must place three, or all \
         that are left; with none left the card does nothing. With the option `triple_may_place_fewer` they may place \
         fewer.";
    D20 Decided, BuiltIn("a pawn may go to its own holder"):
        "A player who already has the pawn may take its card; the figure must still move.";
    D21 Decided, Checked: "The elder reaches every territory one or two steps away, but not its own.";
    D22 Decided, BuiltIn("unit test `the_card_with_both_figures_brings_both_and_one_ceremony`"):
        "The card with both figures works even if they stand there already.";
    D23 Decided, BuiltIn("pawns change hands before the ceremony begins"):
        "The order of a ceremony and its ties go by the player who holds the ancestor pawn after the card has been \
         carried out.";
    D24 Decided, Checked: "Players who have a piece there when the ceremony begins take part; no player joins later.";
    D25 Decided, Checked:
        "A player without a piece left on the ceremony's territory is out, even if they moved the last one out \
         themselves.";
    D26 Decided, Checked:
        "A player without cards has passed for good. A player who has cards but can play none must pass.";
    D27 Decided, BuiltIn("a ritual action names at least one piece, an empty list is malformed"):
        "A ritual card is not played without effect.";
    D28 Decided, Checked:
        "A double card acts on a single piece only where its source holds no second one, in removals as well (option \
         `double_may_act_on_one`).";
    D29 Decided, BuiltIn("no way of a ritual card starts from the supply"):
        "The rulebook says that a double card places or moves pieces, but in none of its three ways is a piece placed. \
         So ritual cards never place pieces from the supply.";
    D30 Decided, Checked: "Only rivals' pieces are removed; they can be placed again.";
    D31 Decided, Checked: "The ceremony ends when all participants have passed or have no cards.";
    D32 Decided, BuiltIn("unit test `an_ancestor_card_moves_the_ancestor_and_not_the_elder`"):
        "A ceremony without participants ends at once, without points.";
    D33 Decided, BuiltIn("unit test `ties_go_clockwise_from_the_pawn_even_if_its_holder_is_absent`"):
        "Ties are broken clockwise from the pawn's holder, who need not be present.";
    D34 Decided, BuiltIn("scoring looks at pieces alone; time stands still in a ceremony"):
        "A player who has passed still scores, by the section in which the time marker stands at that moment.";
    D35 Decided, BuiltIn("unit test `the_round_is_completed_after_time_has_run_out_and_time_stops`"):
        "Whenever the end is triggered, that round is completed and no other begins.";
    D36 Decided, BuiltIn("unit tests `the_final_bonus_goes_to_everybody_who_has_most` and \
                          `the_round_is_completed_after_time_has_run_out_and_time_stops`"):
        "Each kind earns 8 points for every player with the most of its cards, who must have at least one. Other cards \
         earn nothing.";
    D37 Decided, BuiltIn("equal points share a place"): "A tie for the win is shared.";
    D38 Decided, NotApplicable("the program shows taken cards to everybody, since every taking was public (P23)"):
        "Taken cards lie face down until the end, but all players may remember who took what.";
    D39 Decided, Checked: "The five advanced rules are independent switches.";
    D40 Decided, BuiltIn("an own card and a taken one use the same lines"):
        "A figure card of a player's own works like one on the board, but does not count as taken.";
    D41 Decided, BuiltIn("they are taken out before the deal; unit test `own_doubles_are_there_before_the_deal`"):
        "Under `own_doubles` doubles and scorpions are taken out of the deck before the deal.";
    D42 Decided, BuiltIn("unit test `free_placement_goes_round_twelve_times`"):
        "Free placement goes clockwise from the first player, twelve times round, without quotas.";
    D43 Decided, BuiltIn("unit tests `harmless_scorpions_only_move_time`, \
                          `a_territory_scorpion_strikes_the_first_player_and_is_replaced` and \
                          `the_second_ritual_scorpion_renews_the_deck`"):
        "Harmless scorpions still move time, are kept and replaced, and renew the pile.";
    D44 Decided, Checked:
        "A player who chooses a ritual card cannot choose a scorpion, so the scorpions of the ritual deck never strike \
         then.";
    D45 Decided, Checked: "A turn cannot be passed; there is always a card to take.";
    P1 Decided, BuiltIn("unit test `scorpions_beneath_a_pile_end_the_game_only_when_they_are_turned_up`"):
        "If the end is triggered while cards are turned up at the beginning of a round, the remaining cards are still \
         turned up, and the round is played to its end.";
    P2 Decided, Checked:
        "The card to take and the turn in a ceremony are always left to the player. Other decisions that leave no \
         choice happen by themselves; `choose_card` does so only if all players can work out that just one card is \
         left to choose.";
    P3 Decided, Checked:
        "A participant without cards has no turn in the ceremony. If no participant has cards, scoring follows at \
         once.";
    P4 Decided, Checked: "Discards are shuffled in when a card must be drawn and the pile is empty, not before.";
    P5 Decided, BuiltIn("unit test `chosen_cards_are_never_scorpions_and_a_pile_of_scorpions_counts_as_empty`"):
        "When cards are chosen, a pile that holds only scorpions counts as empty.";
    P6 Decided, Checked:
        "Whether a card can be drawn (D16) is checked before every single card. A draw that is cancelled does not \
         happen.";
    P7 Decided, Checked:
        "With `choose_ritual_cards` a player chooses every card that they draw, but the deal at the set-up stays \
         random.";
    P8 Decided, BuiltIn("each card is resolved before the next is due"):
        "If several cards are drawn, each is carried out completely before the next is drawn. Cards in hand are not \
         shuffled into a new pile.";
    P9 Decided, BuiltIn("unit test `a_triple_card_places_three_of_one_kind_or_what_is_left`"):
        "With `triple_may_place_fewer` the kind is chosen first; then the player may stop before every piece, the \
         first included.";
    P10 Decided, Checked:
        "A double may move in a single piece only from a territory where the player has no second piece of the kind. \
         For a removal the pieces of all rivals count together.";
    P11 Decided, Checked:
        "A player who has drawn cards for a disc, cube or cylinder card places no more pieces for it.";
    P12 Decided, Checked:
        "A pile is exhausted when its last card is taken, before that card takes effect. A scorpion moves time before \
         another card replaces it.";
    P13 Decided, BuiltIn("unit test `scorpions_beneath_a_pile_end_the_game_only_when_they_are_turned_up`"):
        "Scorpions beneath a pile count as a pile. Taking the card above them does not trigger the end, but turning \
         them up in the next round does.";
    P14 Decided, Checked:
        "With n players at most n territories are bare when a round begins, so at least n cards are on offer.";
    P15 Decided, BuiltIn("conformance over every combination"):
        "Own figures and own doubles do not interact; own figure cards are public and never count as taken.";
    P16 Decided, Checked: "Player 0 is dealt both cards first, then player 1 both, and so on.";
    P17 Decided, Checked:
        "With `free_placement` the players place their pieces at the point where otherwise pieces are drawn, before \
         ritual cards are dealt: territory cards, both markers, placement, deal. Then round 1 begins with the \
         privilege. With `choose_ritual_cards` too, the holder of the elder pawn looks through the pile when their \
         privilege is due, and not before; R95 intends that they can then work out which cards the other players hold \
         in all.";
    P18 Decided, BuiltIn("unit test `own_doubles_are_there_before_the_deal`"):
        "With `own_doubles` the players get their doubles before the deal, so hands start with three cards.";
    P20 Decided, BuiltIn("unit test `scorpions_turned_up_at_set_up_go_beneath_the_pile_without_effect`"):
        "The more cards of a sort are in the shuffled part of the pile, the more likely one of them is drawn; \
         scorpions beneath that part come last.";
    P21 Reconstructed, Checked:
        "The reading order of G2 is kangaroo, north2, north3, north4, hand, foot, south1 to south4; no territory is \
         called `north1`.";
    P23 Decided, BuiltIn("views are built so; conformance laws"):
        "Everything is public except the ritual cards that were dealt, drawn or chosen. A player who chooses a card \
         sees the pile while choosing.";
    P26 Decided, BuiltIn("unit test `the_worked_example`"):
        "In the printed rulebook's example of play, which names its territories by letters, the first player turns up \
         the cards of the second round in reading order: B, D, E, C.";
    P27 Decided, BuiltIn("unit test `the_worked_example`"):
        "In the printed rulebook's example of play, the end of the first round is checked when the second begins.";
};
