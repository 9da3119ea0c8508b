//! The numbered rules of Wangdo, in our own words: R from the source; D the decisions where it is silent (D1 to D22),
//! the designs of the seal cards, whose texts are missing (D23 to D30), and the numbers of the default edition (D31 to
//! D34); P the precise rulings that complete them.

use crate::game::Rule;
use crate::rules;

/// All of them, in order.
pub static RULES: &[Rule] = rules! {
    R1 Printed, Checked: "Two to four play. Four use the whole board; two or three leave out part P.";
    R2 Printed, Checked:
        "A player board has a column for each of the four types of knowledge (religion, education, military, trade), \
         with 2 slots each; with two players 3.";
    R3 Printed, Checked:
        "The 40 tokens are shuffled and lie open, one on each village; with two or three players eight are removed \
         first: of each type one with a Dragon Seal and one without.";
    R4 Printed, Checked: "Each of the four temples starts with one stele of its colour.";
    R5 Printed, Checked:
        "The other 80 of the 84 steles are in the bag; four of them, drawn at random, replace the four bear tokens, \
         which leave the game.";
    R6 Printed, Checked: "When the bears have been replaced, every player draws three steles.";
    R7 Printed, Checked: "The 16 seal cards are a shuffled pile, face down.";
    R8 Printed, BuiltIn("player 0 has the golden bear; seats are numbered clockwise"):
        "The players choose in any way who begins. That player, player 0, takes the golden bear; play goes clockwise.";
    R9 Printed, Checked: "In a turn a player does one of two standard actions: taking steles or gaining a token.";
    R10 Printed, Checked: "Besides the standard action a player may play any number of their seal cards.";
    R11 Printed, Checked:
        "A player who takes steles takes two of their choice from the temples, or three at random from the bag.";
    R12 Printed, Checked:
        "A player who has more than ten steles at the end of their turn returns the excess to the bag.";
    R13 Printed, Checked:
        "A player who gains a token places a stele of their reserve on a village that still has its token, and takes \
         the token.";
    R14 Printed, Checked: "The stele may not be joined by a path to one of its own colour.";
    R15 Printed, Checked: "The stele must be joined by a path to at least one other stele.";
    R16 Printed, Checked: "A player can never gain a token whose column is full on their board.";
    R17 Printed, Checked:
        "After placing, the player pays one stele of the same colour for every stele beside the village. It goes to \
         the first free altar, from the left, of the temple of that colour. The whole price must be paid.";
    R18 Printed, Checked:
        "A stele on the last altar of a temple triggers a ritual: all steles of that temple go to the bag.";
    R19 Printed, Checked: "In a ritual the player on turn may take one stele from any other temple into their reserve.";
    R20 Printed, BuiltIn("payments go stele by stele; unit test `two_rituals_in_one_payment`"):
        "Several rituals can happen in a turn, and one may have to come before more steles fit on the same temple.";
    R21 Printed, Checked: "A player who fills a column draws the top seal card.";
    R22 Printed, BuiltIn("unit tests `declarations`, `one_more_action`, `drawing_what_is_left`, \
                          `exchanging_on_the_board` and `exchanging_with_a_player`"):
        "There are two kinds of seal cards: cards of kind A are played during a standard action and alter it a little; \
         cards of kind B, which bear a sign for it, grant an additional action.";
    R23 Printed, Checked: "A player never has more than four seal cards, one for each column.";
    R24 Printed, BuiltIn("a card leaves the turn open for the next one"):
        "Several cards may be played and combined in a turn.";
    R25 Printed, Checked: "A card is never played in the turn in which it was gained.";
    R26 Printed, Checked: "A card that is played is discarded.";
    R27 Printed, Checked: "Filling the fourth column triggers the end: the round is played to its last player.";
    R28 Printed, BuiltIn("unit test `the_round_is_played_out`"):
        "Only full boards compete; a player who alone has one wins.";
    R29 Printed, BuiltIn("unit test `nine_seals`"):
        "Among several full boards the most Dragon Seals win: those on tokens, those on the backs of unused seal \
         cards, and three for a card of three seals. How many that makes for each card is decided (D23, P15b).";
    R30 Printed, BuiltIn("unit test `only_full_boards_compete`"):
        "Full boards with equally many Dragon Seals share the victory.";
    R31 Printed, Checked:
        "The rulebook's first example: an orange stele is refused beside an orange one, and where it would have no \
         neighbour.";
    R32 Printed, BuiltIn("unit test `one_black_and_one_blue`"):
        "The rulebook's second example: a stele beside one black and one blue costs one black and one blue.";
    R33 Printed, BuiltIn("unit test `nine_seals`"):
        "The rulebook's third example: a player has nine Dragon Seals in all, on tokens, on the backs of cards and on \
         a card of three seals.";
    D1 Printed, Checked:
        "The price counts steles, not colours: two black steles beside the village cost two black steles.";
    D2 Decided, Checked: "A player who cannot pay in full may not place.";
    D3 Printed, Checked: "A player may not place on a village whose token has no free slot on their board.";
    D4 Decided, Checked: "Without cards the price is at least one.";
    D5 Decided, BuiltIn("the stele leaves the reserve before the price is looked at; unit test \
                         `the_placed_stele_does_not_pay`"):
        "The stele that was placed cannot pay.";
    D6 Decided, Checked: "A ritual is carried out at once, in the middle of the payment.";
    D7 Decided, Checked: "A stele gained in a ritual may pay the rest of the same price (option `ritual_pays`).";
    D8 Decided, BuiltIn("`pay` names one stele"): "The player on turn chooses the order of payment, stele by stele.";
    D9 Printed, Checked: "Taking a stele in a ritual is optional; it comes from a temple other than the filled one.";
    D10 Printed, BuiltIn("`take` names any colours"):
        "The two steles from the temples may have the same colour or different colours, and so come from one temple or \
         two.";
    D11 Decided, Checked: "If the temples hold fewer than asked for, all are taken; from empty temples nothing can be.";
    D12 Decided, Checked: "If the bag holds fewer than three, all are drawn; from an empty bag nothing can be.";
    D13 Decided, Checked: "The owner chooses which steles to return, at the end of their turn only.";
    D14 Decided, BuiltIn("views show them"):
        "Reserves and boards are open. Of a hand of seal cards only the number of cards is open.";
    D15 Printed, Checked:
        "Set-up in this order: tokens, a stele for each temple, steles for the bears, three steles for each player in \
         turn.";
    D16 Decided, BuiltIn("only new steles are checked"):
        "Steles that replace bears may happen to stand beside their own colour.";
    D17 Decided, BuiltIn("nothing distinguishes it"):
        "The first placement of a game follows the same rules as every other.";
    D18 Decided, Checked: "Passing is allowed only if no standard action is legal.";
    D19 Decided, Checked:
        "The rulebook says that a player may do one of the two standard actions. Here they must: the standard action \
         cannot be left out.";
    D20 Decided, BuiltIn("the end is tested after the last player of a round"):
        "The starting player stays the same, so that all have equally many turns.";
    D21 Decided, BuiltIn("unit test `only_full_boards_compete`"):
        "Dragon Seals decide among full boards only. The players who do not win are not ranked: they share the place \
         after the winners.";
    D22 Decided, Checked:
        "House rule: the game ends when no player can ever gain a token again (P6, option `stalemate`).";
    D23 Decided, Checked:
        "The back of a seal card counts one seal. `three_seals` is of neither kind of R22: it cannot be played, and \
         counts three seals instead of one.";
    D24 Reconstructed, Checked: "`extra_action` (kind B): one more standard action, under all normal rules.";
    D25 Reconstructed, Checked:
        "`board_swap` (kind B): the player exchanges two steles of different colours on two villages, but not so that \
         equal ones are newly joined; nothing is paid.";
    D26 Reconstructed, Checked:
        "`player_swap` (kind B): the player gives one opponent one or two steles of their reserve and takes as many of \
         the opponent's, which they choose.";
    D27 Reconstructed, Checked: "`draw_three` (kind B): three steles from the bag.";
    D28 Reconstructed, BuiltIn("unit tests `discounts_are_settled_by_paying` and \
                                `a_discount_without_choice_just_happens`"):
        "`discount` (kind A, declared before a placement): the player pays one stele less and chooses which; two of \
         these cards add up.";
    D29 Reconstructed, BuiltIn("unit test `beside_its_own_colour`"):
        "`same_colour` (kind A, declared before a placement): the stele may be placed beside its own colour; the price \
         still counts every stele beside the village.";
    D30 Reconstructed, Checked:
        "`temple_three` (kind A, declared before taking from the temples): three steles are taken instead of two.";
    D31 Reconstructed, Checked: "A temple has five altars.";
    D32 Decided, Checked: "There are 21 steles of each colour.";
    D33 Reconstructed, Checked:
        "Of each type of knowledge there are five tokens without a Dragon Seal and four with one; the other four of \
         the 40 show bears.";
    D34 Reconstructed, Checked: "There are two copies of each of the eight seal cards.";
    D35 Reconstructed, BuiltIn("the paths come from the edition; unit test `the_board_is_the_one_described`"):
        "The board has three parts: the left one with 16 villages, part P in the middle with 8, and the right one with \
         16. Which paths join the villages is reconstructed too.";
    P1 Decided, BuiltIn("unit test `a_full_column_draws_before_it_pays`"):
        "The seal card for a full column is drawn before the price is paid.";
    P2 Decided, Checked:
        "The player on turn always chooses the standard action, a pass, and the action after a declaration. Payments, \
         choices in rituals and returns happen by themselves if only one is possible.";
    P3 Decided, BuiltIn("every draw is a chance event"):
        "Every draw is written down, even if only one outcome is left.";
    P4 Decided, BuiltIn("canonical actions; unit test `any_order_is_read`"):
        "Steles are listed white, orange, black, blue; villages by number.";
    P6 Decided, Checked:
        "A stalemate is judged on what all players know. Two things must hold. First, for every player every free \
         village has a token whose column is full, or touches no stele, or touches all four colours. Second, no card \
         can change this: either no player holds a card; or every `board_swap` has been played and, besides, either \
         every `same_colour` has been played or no player who holds a card has room for the token of a free village \
         that touches a stele. With `stalemate: false` it is never tested.";
    P7 Decided, Checked:
        "When a turn has ended, after the return, the end is tested in this order: full board (only after the last \
         player of the round), stalemate (only if no board is full), round limit (only after the last player of the \
         round). If no board is full, the most tokens win, then the most Dragon Seals; if these are equal the victory \
         is shared.";
    P8 Decided, Checked: "A payment that leaves no choice happens by itself, all of it or stele by stele.";
    P9 Decided, Checked: "No payment and no choice in a ritual may make the rest of the price unpayable.";
    P10 Decided, Checked: "With `ritual_pays: false` steles gained in rituals lie apart until the price is paid.";
    P11 Decided, BuiltIn("unit tests `discounts_are_settled_by_paying` and `a_discount_without_choice_just_happens`"):
        "The number of steles to pay is the price less one for every discount, but never below zero. It is fixed when \
         the stele is placed.";
    P12 Decided, Checked:
        "`extra_action` adds a standard action that must be done (or passed). The card is legal only if some standard \
         action is legal at that moment without cards of kind A.";
    P13 Decided, BuiltIn("a declaration asks for an owed action only"):
        "Cards of kind A may alter an additional action too.";
    P14 Decided, Checked:
        "After a declaration only further cards for the same action may be declared. A second `discount` may be among \
         them; a second `same_colour` or `temple_three` may not.";
    P15 Decided, Checked:
        "A card of kind A is declared just before its action. That is the same as during it (R22), since nothing else \
         can come between; the declaration fixes only the kind of the action. Cards combine: a declaration is legal if \
         such an action is legal after it, or would be after declaring further cards of kind A that the player may \
         still play for it. From then on only what leads to the action is legal.";
    P15b Decided, Checked:
        "No card is played inside a payment. \"During a standard action\" (R22) could be understood otherwise; but \
         every card of kind A can be declared before its action (P15), so the payment needs none. An unused card \
         `three_seals` counts 3 seals in all, face and back together; with the option `three_seals: 4` the back counts \
         besides.";
    P16 Decided, Checked:
        "A turn has this order: cards of kind B, one standard action (with the cards of kind A declared for it), cards \
         of kind B, the end, the return. A player who still holds any card from before the turn, whichever it is, says \
         when the turn ends; for any other player it ends by itself.";
    P17 Decided, BuiltIn("a full board changes nothing before the round ends; unit test `the_round_is_played_out`"):
        "A player who fills their board still pays, may play cards, and returns steles. Tokens and seals are counted \
         at the end of the round.";
    P18 Decided, Checked:
        "`player_swap`: as many steles are given as taken, one or two, from the two reserves. No colour is both given \
         and taken.";
    P20 Decided, Checked:
        "`board_swap`: afterwards no path may join equal steles that it did not join before. A path may join the two \
         villages themselves.";
    P21 Decided, Checked:
        "`draw_three` draws what is left if the bag holds fewer than three steles, and is illegal if the bag is empty.";
    P22 Decided, Checked:
        "A player may pass only if they still owe a standard action, have declared no card of kind A, and no standard \
         action is legal. A pass counts as one action that was owed.";
    P24 Decided, BuiltIn("`sees`, with the law of views"):
        "The others see that a seal card is drawn, but not which. Every card left in the pile is equally likely.";
};
