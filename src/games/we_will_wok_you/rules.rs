//! The numbered rules of We Will Wok You, in our own words: R from the source, D the decisions where it is silent, P the
//! precise rulings that complete them.

use crate::game::Rule;
use crate::rules;

/// All of them, in order.
pub static RULES: &[Rule] = rules! {
    R1 Printed, Checked: "Two to four can play.";
    R2 Printed, Checked:
        "There are 63 ingredient cards, 22 coins and 25 wok cards: 21 have a red border and show one or two woks, 4 \
         have a blue border and show a cook.";
    R3 Printed, BuiltIn("the edition is refused without each of them"):
        "There are six types of ingredient, in different numbers: broccoli, chicken, carrot, tuna, octopus and prawn.";
    R4 Printed, Checked: "Each ingredient card says how many cards of its type the deck has.";
    R5 Printed, BuiltIn("the 126 faces are a closed set"):
        "Each ingredient card shows no, one or two symbols, of five kinds: fortune cookie, spoon, bowl, chopsticks and \
         star.";
    R6 Printed, BuiltIn("`Face::shows`; unit test `payments_show_four_identical_symbols`"):
        "A star stands for any other symbol.";
    R7 Printed, BuiltIn("a face names its symbols once"):
        "The symbols are printed in two corners of a card and count once.";
    R8 Printed, Checked: "The ingredients form a shuffled pile.";
    R9 Printed, Checked: "24, 12 or no random ingredients are removed with 2, 3 or 4 players.";
    R10 Printed, BuiltIn("they are part of every position"):
        "The removed cards never come into play, and every player may look at them.";
    R11 Printed, Checked:
        "Two rows of three cards lie beside a line of six coins, two rows of two beside a line of four.";
    R12 Printed, Checked: "The coins in a line are the price of each of the two rows beside it.";
    R13 Printed, Checked: "12, 15 or 18 random wok cards lie open with 2, 3 or 4 players; the rest is out of the game.";
    R14 Printed, Checked: "Each player starts with three coins.";
    R15 Printed, Checked: "Coins that are not needed are out of the game.";
    R16 Printed, BuiltIn("every view is the whole position"): "Everything on the table is visible to everybody.";
    R17 Printed, BuiltIn("the end of a turn names the next seat; unit test `the_end_gives_everybody_one_more_action`"):
        "The player who used a wok last starts, and the others follow clockwise.";
    R18 Printed, BuiltIn("one action ends the turn"):
        "A turn is one action: taking a coin, buying a row or taking a wok card.";
    R19 Printed, Checked: "A player must do an action.";
    R20 Printed, Checked: "A player may pass only if they can do nothing else.";
    R21 Printed, BuiltIn("the effect of `take_coin`; unit tests `sophie_takes_a_coin` and \
                          `nothing_appears_or_vanishes`"):
        "A player who takes a coin moves it from either line to their hand.";
    R22 Printed, BuiltIn("the price is the line"): "Taking a coin makes both rows beside its line cheaper by one.";
    R23 Printed, BuiltIn("`take_coin` names one line"): "An action takes one coin.";
    R24 Printed, Checked: "The last coin of a line stays.";
    R25 Printed, Checked: "A row is paid from the hand, with as many coins as lie beside it.";
    R26 Printed, Checked: "The coins paid join the line, so the price of its rows doubles.";
    R27 Printed, Checked: "The ingredients of the row go to the buyer's hand.";
    R28 Printed, Checked: "The row is refilled at once, to three cards or two.";
    R29 Printed, BuiltIn("unit test `a_short_pile_refills_what_it_can`"):
        "If the pile is too short, the row gets the cards that are left, perhaps none.";
    R30 Printed, Checked: "The game goes on while each line has an ingredient beside it.";
    R31 Printed, BuiltIn("`buy` names one row"): "An action buys one row.";
    R32 Printed, Checked: "A wok card is paid for by laying cards from the hand that show four identical symbols.";
    R33 Printed, Checked: "In a payment each star counts as the symbol wanted.";
    R34 Printed, Checked: "The player takes any wok card on the table; it is not replaced.";
    R35 Printed, Checked: "Laid cards cannot pay again, but they can be placed on woks at the end.";
    R36 Printed, BuiltIn("`take_wok` names one card"): "An action takes one wok card.";
    R37 Printed, Checked: "At the end open woks take ingredients; covered woks take none and give their points.";
    R38 Printed, Checked:
        "A cook is of use only together with a red card, chosen at the end. There are three sorts of cook: the \
         double-wok man, the almighty man and the changing man. How many of the four are of which sort is not printed \
         (D29).";
    R39 Printed, Checked: "The end is triggered when the last ingredients beside a line are bought.";
    R40 Printed, Checked:
        "After the end is triggered, each player, including the one who triggered it, may do one last action (D3 \
         settles whether they must).";
    R41 Printed, Checked:
        "After the last actions the players place ingredients, from the hand and from those laid, on their own wok \
         cards.";
    R42 Printed, Checked: "Each ingredient goes to at most one wok, freely chosen.";
    R43 Printed, BuiltIn("counted by `count`"): "Ingredients that are left over are counted.";
    R44 Printed, Checked: "Every cook must be given to a red card of the same player.";
    R45 Printed, BuiltIn("`cooks` is a list; unit test `cooks_combine`"):
        "Several cooks may be given to the same red card.";
    R46 Printed, BuiltIn("the outcome; unit test `a13_ties_are_broken_by_unused_cards_then_coins`"):
        "The most points win.";
    R47 Printed, BuiltIn("the outcome; unit test `a13_ties_are_broken_by_unused_cards_then_coins`"):
        "With equal points, more ingredients left over are better.";
    R48 Printed, BuiltIn("the outcome; unit test `a13_ties_are_broken_by_unused_cards_then_coins`"):
        "With equal points and equally many ingredients left over, more coins are better.";
    R49 Printed, BuiltIn("the outcome; unit test `a13_ties_are_broken_by_unused_cards_then_coins`"):
        "With equal points, ingredients left over and coins, the place is shared.";
    R50 Printed, Checked: "An independent wok is covered: it takes nothing and gives the points printed on it.";
    R51 Printed, Checked: "A group wok takes its combination any number of times and pays for each.";
    R52 Printed, Checked: "A group wok takes no incomplete combination.";
    R53 Printed, BuiltIn("`Red::points`; unit tests `a9_hard_woks_take_complete_sets` and `woks_from_other_sources`"):
        "A hard wok takes sets of three, or of five, identical ingredients and pays for each set.";
    R54 Printed, Checked: "The sets on a hard wok may differ in type; incomplete sets are not placed.";
    R55 Printed, BuiltIn("it refuses nothing; unit test `woks_from_other_sources`"):
        "The experimental wok takes any ingredients, a point each.";
    R56 Printed, Checked: "The alternative wok takes ingredients that are still in hand, two points each.";
    R57 Printed, Checked: "The free wok takes ingredients without any symbol, three points each.";
    R58 Printed, Checked:
        "The two woks of a concert are filled independently, each with its own ingredient, and pay for each card.";
    R59 Printed, BuiltIn("unit tests `a10_a_concert_may_be_filled_on_one_side` and `woks_from_other_sources`"):
        "One side of a concert may stay empty and the numbers need not agree.";
    R60 Printed, Checked: "A double-wok man belongs to a concert and replaces the points per card of its woks.";
    R61 Printed, Checked: "The almighty man makes any red card a covered wok worth 12.";
    R62 Printed, Checked:
        "The changing man belongs to a card that asks for specific ingredients: a group or a concert.";
    R63 Printed, Checked: "The changing man replaces one ingredient of his card by another.";
    R64 Printed, BuiltIn("unit test `woks_from_other_sources`"):
        "The ingredient that the changing man puts in may be one that the card already asks for.";
    R65 Printed, BuiltIn("unit test `sophie_takes_a_coin`"):
        "A coin taken from a line of four leaves both its rows at a price of three.";
    R66 Printed, BuiltIn("unit test `arthur_buys_a_row`"):
        "Buying a row of three cards at a price of four leaves the line at eight, the buyer with four coins less and \
         three cards more, and the row refilled.";
    R67 Printed, BuiltIn("unit test `a1_to_a5_the_example_counts_42`; transcript `scoring-example.jsonl`"):
        "The scoring example of the rulebook counts 42 points. Of the three cards left over it names only the tuna; \
         the other two are invented here.";
    D1 Decided, NotApplicable("who used a wok last is a fact of the real world; the table seats him as player 0"):
        "The player who starts is called player 0.";
    D2 Decided, BuiltIn("the turn simply passes on; unit test `the_end_gives_everybody_one_more_action`"):
        "The last actions follow in turn order, the player who triggered the end acting last.";
    D3 Decided, Checked:
        "The rulebook says that the players may do a last action. Unless the option is chosen they must if they can, \
         as in every turn (R19). `final_pass: allowed` plays it as printed: a player may decline.";
    D4 Decided, Checked: "The end is triggered when, after the refill, both rows beside a line are empty.";
    D5 Decided, Checked: "An empty row cannot be bought, whatever its price.";
    D5b Decided, BuiltIn("the price is the line; unit test `a_short_pile_refills_what_it_can`"):
        "A row that is not full costs the full price.";
    D5c Decided, BuiltIn("unit test `a_short_pile_refills_what_it_can`"):
        "Only the row that was bought is refilled; no card moves from row to row.";
    D6 Decided, BuiltIn("`lay` names cards only"):
        "A player does not name the symbol of a payment; any symbol that fits will do.";
    D7 Decided, Checked:
        "A payment shows exactly four symbols; with `payment: at_least_four` it may show more. A player who can show \
         more than four can always show exactly four.";
    D8 Decided, BuiltIn("unit test `payments_show_four_identical_symbols`"):
        "Any number of the four symbols may be stars, even all.";
    D8b Decided, Checked: "A card that does not show the symbol cannot be part of the payment.";
    D9 Decided, Checked:
        "A player passes when no coin can be taken, no row with cards can be paid for, and no wok card is left or can \
         be paid for.";
    D10 Decided, BuiltIn("random games end; unit test `nothing_appears_or_vanishes`"):
        "The game cannot stall: coins, rows and wok cards run out.";
    D11 Decided, BuiltIn("unit test `the_end_gives_everybody_one_more_action`"):
        "Emptying the other line during the last actions changes nothing.";
    D12 Decided, NotApplicable("the list of all wok cards is public, so the unused ones can be worked out"):
        "The players do not look through the unused wok cards.";
    D13 Decided, Checked:
        "A player must give away every cook for whom they have a suitable red card; with `cooks: optional` they need \
         not. A cook without a suitable card stays idle and gives nothing.";
    D13b Decided, BuiltIn("`swap` may be left out; unit test `a12_without_the_combination_the_rest_scores_30`"):
        "The changing man need not replace anything.";
    D14 Decided, BuiltIn("unit test `cooks_combine`"):
        "Two double men may be on one concert. The values of only one of them hold, and the player chooses whose.";
    D15 Decided, Checked: "Other cooks on the almighty man's card have no effect; it takes no ingredients.";
    D16 Decided, BuiltIn("unit test `woks_from_other_sources`"):
        "The almighty man's 12 replace the points of a covered wok, they do not add up.";
    D17 Decided, Checked:
        "The left value of a double man holds for the left wok and the right value for the right one; with \
         `double_man: player_choice` the player may exchange the values.";
    D18 Decided, Checked: "A replacement holds for the whole card: the replaced ingredient is no longer accepted.";
    D18b Decided, Checked:
        "The changing man can replace only an ingredient that is on the card. If he replaces an ingredient by itself, \
         nothing changes.";
    D18c Decided, BuiltIn("unit test `cooks_combine`"):
        "A replacement may make both sides of a concert equal; each card still lies on one side.";
    D18d Decided, BuiltIn("unit test `cooks_combine`"):
        "The changing man and a double man on one concert both take effect.";
    D18e Decided, Checked: "The changing man is refused on woks that ask for no specific ingredient.";
    D19 Decided, BuiltIn("unit tests `the_alternative_wok_takes_what_is_in_hand` and `nothing_appears_or_vanishes`"):
        "Cards without symbol are never laid, so both the alternative and the free wok take them, each card once.";
    D20 Decided, BuiltIn("the effect of `lay`"): "Laid cards stay in front of their owner until the end.";
    D21 Decided, BuiltIn("nothing but the order of the pile is hidden, and that is not in the state"):
        "Hands are known from public draws and moves; only the order of the pile is hidden.";
    D22 Decided, BuiltIn("the last actions alone are counted"):
        "The players may have had unequal numbers of turns at the end.";
    D23 Decided, BuiltIn("the outcome; unit test `a13_ties_are_broken_by_unused_cards_then_coins`"):
        "Coins left over give no points and only break ties.";
    D24 Decided, BuiltIn("a declaration is judged by its maker's cards alone"):
        "The order of the declarations does not matter.";
    D25 Decided, BuiltIn("a refused declaration changes nothing"):
        "A player who declares something illegal is told why and declares again.";
    D26 Decided, BuiltIn("the outcome compares all criteria at once"):
        "Ties are broken criterion by criterion among those tied.";
    D27 Decided, BuiltIn("unit tests `cooks_combine` and `the_end_gives_everybody_one_more_action`"):
        "A player without red cards scores nothing and leaves all ingredients unused.";
    D28 Decided, BuiltIn("an empty declaration is accepted; unit test `whatever_could_be_placed_may_be_left_over`"):
        "A player may leave over ingredients that could be placed. The rulebook says that the players must place their \
         ingredients, but also that they choose freely, and it counts the unused ones.";
    D29 Reconstructed, BuiltIn("the edition has two double-wok men, one almighty and one changing man"):
        "Of the four cooks two are double-wok men, one is the almighty and one the changing man.";
    P1 Decided, Checked:
        "After the payment the player chooses the wok card, unless only one is left. A declaration never happens by \
         itself, nor does a pass, even if nothing else is possible.";
    P2 Decided, BuiltIn("the weights of `chances`; unit tests `draws_are_weighted_by_copies` and \
                         `set_up_draws_what_the_rules_say`"):
        "The more copies of a face are in the pile, the more likely it is to be drawn; all wok cards are equally \
         likely.";
    P3 Decided, BuiltIn("option `payment`; unit test `more_symbols_may_be_laid_with_the_option`"):
        "With `payment: at_least_four` a payment may show more than four symbols, but every card in it must show the \
         symbol.";
    P5 Decided, BuiltIn("unit tests `a6_an_incomplete_combination_is_refused` and \
                         `a12_without_the_combination_the_rest_scores_30`"):
        "If the scoring example is played without the replacement, the changing man must still be given to a card, and \
         he replaces nothing there.";
    P6 Decided, Checked:
        "A face is placed at most as often as the player has it, on the alternative wok at most as often as the hand \
         holds it.";
    P7 Decided, BuiltIn("the canonical form; unit test `declarations_are_written_in_one_way`"):
        "Cooks are written in the order of their ids. Two double-wok men on a concert without the almighty man are \
         written in any order: the values of the last one hold.";
    P8 Decided, BuiltIn("`WokCards::suits`; unit test `cooks_combine`"):
        "What is printed on a card decides whether a cook suits it, even if the almighty man is on the card.";
    P9 Decided, BuiltIn("`count`; unit test `a6_an_incomplete_combination_is_refused`"):
        "A red card without cooks and ingredients may be left out of a declaration; a covered one scores all the same.";
    P10 Decided, Checked:
        "A declaration is written with every red card of the player once, in the order of their ids, without anything \
         that has no effect.";
    P11 Decided, BuiltIn("unit tests `a10_a_concert_may_be_filled_on_one_side` and \
                          `what_no_declaration_can_look_like_is_malformed`"):
        "Empty lists may be written. A list that this kind of wok does not have, and an unknown field, are malformed.";
    P12 Decided, Checked:
        "`swap` is written only for a card to which the changing man is given. It names an ingredient that is printed \
         on the card and the one that takes its place. If the two are the same, or if the almighty man is on the card \
         too, it has no effect.";
    P13 Decided, Checked:
        "`mirror` is written only for a card to which a double-wok man is given, and only with `double_man: \
         player_choice`. If the almighty man is on the card too, it has no effect.";
    P14 Decided, BuiltIn("unit test `no_worse_than_brute_force_with_cooks`; transcript `scoring-example.jsonl`"):
        "If several declarations are the best, one of them is offered, always the same one.";
    P15 Decided, Checked: "Player 0 declares first, then player 1, and so on.";
    P16 Decided, BuiltIn("the outcome; unit test `a13_ties_are_broken_by_unused_cards_then_coins`"):
        "All players are ranked by points, unused ingredients and coins.";
    P17 Decided, Checked:
        "A player may pass exactly when nothing else is possible, and with `final_pass: allowed` also instead of every \
         last action.";
    P18 Decided, Checked:
        "A player can pay as long as a wok card lies on the table. They may then take any of these cards, and must \
         take one.";
    P19 Decided, BuiltIn("unknown options are malformed"): "These four options are all there are.";
    P20 Decided, Checked:
        "A cook without a suitable card cannot be given away. With `cooks: optional` any cook may be left out. No cook \
         is given to two cards.";
    P23 Decided, Checked:
        "In a position that was set up, the laid cards of a player are one payment for each of their wok cards, and \
         one more between laying and taking. A payment shows four symbols (four or more with `payment: \
         at_least_four`). As long as the pile has cards, all rows are full whenever no draw is due.";
    P24 Decided, NotApplicable("figures about typical games are not rules"):
        "How long games last and how much is scored is not part of the rules.";
    P25 Decided, BuiltIn("every view is the position"): "All draws are face up and all actions are public.";
    P26 Decided, BuiltIn("the order of faces; unit tests `faces_are_ordered_and_named` and \
                          `a_position_is_read_as_it_is_written`"):
        "Faces are ordered by ingredient, and then: no symbol, a star, other single symbols, pairs. The line beside \
         the rows A1 and A2 is written 3, the line beside B1 and B2 is written 2.";
    P28 Decided, BuiltIn("unit test `the_end_gives_everybody_one_more_action`"):
        "The end is tested once, after the refill. Coins may still be taken from a bare line, and rows of the other \
         line may still be bought.";
    P29 Decided, BuiltIn("the edition is refused with a card in the wrong place; unit test `every_fault_is_named`"):
        "Wok cards are named by ids that are not on them: W01 to W15 show one wok, W16 to W21 two; W22 and W23 are the \
         double-wok men, W24 is the almighty and W25 the changing man.";
};
