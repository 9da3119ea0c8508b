//! The numbered rules of Wigwam, in our own words: R from the source, D the decisions where it is silent, P the precise
//! rulings that complete them.

use crate::game::Rule;
use crate::rules;

/// All of them, in order.
pub static RULES: &[Rule] = rules! {
    R1 Printed, Checked: "Two players; each has one chief, seven warriors and three tents.";
    R2 Printed, NotApplicable("who sits where is settled before the game; player 0 is light"):
        "The players draw lots for the colours.";
    R3 Printed, BuiltIn("after both arrangements it is light's turn; unit test `the_set_up`"): "Light moves first.";
    R4 Printed, Checked:
        "At the start each of a side's start bases holds one of its figures, and no figure stands elsewhere. Eleven \
         bases follow from the eleven figures of R1; which bases they are is reconstructed.";
    R5 Printed, Checked:
        "Which figure stands on which of them is the player's free choice. So all arrangements are allowed; with the \
         figures of R1 there are 1,320.";
    R6 Printed, Checked: "The players take turns. In a turn a player moves exactly one of their own figures.";
    R7 Printed, BuiltIn("distances know no forward; unit tests `v1_the_chief_alone` and `both_referees_agree`"):
        "A figure moves along the lines in any direction, backwards too.";
    R8 Printed, Checked: "A figure ends its move on an empty base only; there is never more than one figure on a base.";
    R9 Printed, Checked: "Enemy figures are captured by jumping over them and leave the game for good.";
    R10 Printed, Checked: "A tent moves one step to an empty neighbouring base.";
    R11 Printed, Checked: "A tent never captures.";
    R12 Printed, Checked: "A tent is never captured.";
    R13 Printed, Checked:
        "A tent is an obstacle: no warrior and no enemy passes over it, only the chief of its own side.";
    R14 Printed, Checked: "A warrior that does not capture moves one step to an empty neighbouring base.";
    R15 Printed, BuiltIn("fighters are chief and warriors; unit tests `v2_chains_of_a_warrior` and \
                          `v4_a_warrior_takes_the_chief`"):
        "A warrior captures enemy warriors and the enemy chief.";
    R16 Printed, Checked:
        "A warrior captures an enemy fighter next to it if the next base in the same direction is empty, and lands \
         there.";
    R17 Printed, Checked: "A captured figure is taken off the board.";
    R18 Printed, BuiltIn("a capture lists its jumps; unit test `v2_chains_of_a_warrior`"):
        "In one turn a warrior may capture several figures one after the other, each from the base just reached.";
    R19 Printed, Checked:
        "Every single capture of a warrior is straight; between two of them its path goes straight on or makes an \
         obtuse angle.";
    R20 Printed, Checked: "A chief that does not capture moves one base or two, to an empty base.";
    R21 Printed, Checked: "The two steps of a chief's long move lie in line or make an obtuse angle.";
    R22 Printed, Checked: "In a long move the chief may pass over a figure of his own side, never over an enemy.";
    R23 Printed, Checked:
        "To capture, the chief stands next to the enemy figure and lands on an empty base right behind it (R24); he \
         takes no step first.";
    R24 Printed, Checked: "The chief's capture is straight or bent at an obtuse angle over the captured figure.";
    R25 Printed, BuiltIn("fighters are chief and warriors; unit tests `v3_the_chiefs_capture` and \
                          `v13_two_chiefs_in_contact`"):
        "The chief captures warriors and the enemy chief.";
    R26 Printed, BuiltIn("a capture lists its jumps; unit test `the_chief_turns_as_he_likes_unless_agreed_otherwise`"):
        "The chief may capture several figures in one turn and may change direction between two captures.";
    R27 Printed, Checked: "A player who can capture at the beginning of their turn must capture.";
    R28 Printed, BuiltIn("all captures are listed; unit tests `v6_to_v9_captures_are_compulsory` and \
                          `v2_chains_of_a_warrior`"):
        "Of several captures the player may choose any; a single one is enough.";
    R29 Printed, Checked:
        "If the players have agreed on it before the game: when a figure has omitted a capture, the opponent either \
         makes it capture or removes it.";
    R30 Printed, Checked:
        "If several figures could have captured and none did, the opponent chooses which of them captures or is \
         removed.";
    R31 Printed, Checked: "A player who captures the enemy chief wins at once, with 2 points.";
    R32 Printed, BuiltIn("tested after every turn; unit tests `v14_blocked` and `v15_ones_own_tents_do_not_block`"):
        "A player wins 2 points when the enemy chief and all remaining enemy warriors can neither move nor capture.";
    R33 Printed, BuiltIn("tested after every turn; unit test `v12_the_last_warriors_are_gone`"):
        "A player wins 1 point when they have captured all enemy warriors, still have warriors themselves, and the \
         enemy chief can capture none of these in his next turn. This is tested only after the player's own turns \
         (D12).";
    R34 Printed, BuiltIn("tested after every turn; unit tests `v12_the_last_warriors_are_gone` and \
                          `v13_two_chiefs_in_contact`"):
        "The game is drawn when only the two chiefs are left and the chief of the player who has just moved cannot be \
         captured in the next turn.";
    D1 Reconstructed, BuiltIn("unit tests `the_board_has_37_bases_and_90_lines` and \
                               `neighbours_are_those_of_the_rules`"):
        "The board has 37 bases in rows A to G of 4, 5, 6, 7, 6, 5 and 4, named A1 to G4: A is light's edge, G dark's, \
         numbers run from light's left. Lines join each base to its neighbours in its own row and in the rows beside \
         it, B3 for instance to A2, A3, B2, B4, C3 and C4: 90 lines.";
    D2 Decided, Checked:
        "An obtuse angle is one of 120 degrees between two lines that meet on a base, which is a turn of 60 degrees to \
         the left or right. The third of the three bases is then neither next to the first nor straight ahead of it. \
         Between two captures a warrior goes straight on or turns at such an angle; with `warrior_chain: any` it turns \
         as it likes.";
    D3 Decided, Checked:
        "Between two captures a chief turns as he likes; with `chief_chain: obtuse` he turns only as a warrior does.";
    D4 Decided, Checked: "A capture that could go on may stop after any jump; with `chain: compulsory` it must go on.";
    D5 Decided, BuiltIn("judged jump by jump; unit tests `c12_a_chain_may_lead_back_to_where_it_began` and \
                         `both_referees_agree`"):
        "A captured figure leaves the board at once. Its base, and the base that the capturing figure has left, are \
         empty for the rest of the turn.";
    D6 Decided, BuiltIn("`arrange` names all figures of a side; the start bases come from the edition"):
        "Each side arranges all its figures in one step on its own start bases (option `layout`), light first (P12).";
    D7 Decided, BuiltIn("unit test `v14_blocked`"):
        "A side whose chief and warriors are stuck is blocked even if its tents can move (option `blockade`).";
    D8 Decided, BuiltIn("only the side on turn is tested; unit test `d8_only_the_side_on_turn_is_tested`"):
        "A side can be blocked only when its own turn begins. It then loses even if the other side is blocked as well.";
    D9 Decided, BuiltIn("unit tests `v12_the_last_warriors_are_gone` and `c18_a_warrior_in_danger_delays_the_win`"):
        "While the enemy chief could capture even one of the player's warriors, R33 does not apply and the game goes \
         on.";
    D10 Decided, BuiltIn("unit test `d10_the_winners_chief_in_danger`"):
        "For R33 it does not matter whether the winner's chief is in danger (option `lone_chief_win`).";
    D11 Decided, BuiltIn("only warriors are counted; unit test `c17_two_chiefs_in_contact_without_a_landing`"):
        "R34 means that no warriors are left; tents always stay on the board.";
    D12 Decided, Checked:
        "After a turn the tests come in this order: chief captured, opponent blocked, all enemy warriors gone, only \
         the chiefs left. R33 is tested for a player after their own turn only.";
    D13 Decided, BuiltIn("unit tests `v12_the_last_warriors_are_gone` and `house_rules`"):
        "In a draw neither player gets points.";
    D14 Decided, BuiltIn("a jump begins next to its victim; unit test `d14_no_capture_from_afar`"):
        "A chief may not pass over a figure of his own, or take a step, and then capture in the same move.";
    D15 Decided, BuiltIn("two steps pass over one base; unit test `both_referees_agree`"):
        "A chief may not pass over two figures in a row.";
    D16 Decided, Checked:
        "Unless huffing was agreed on (option `capture`), a move without capture is refused while a capture exists.";
    D17 Decided, Checked:
        "House rules: the third occurrence of a position, or 100 plies without a capture, draw the game (options \
         `repetition`, `no_capture_plies`).";
    D18 Decided, BuiltIn("a capture names one figure; captures are never counted"):
        "One figure makes all captures of a turn. A player need not capture as many figures as possible.";
    D19 Decided, NotApplicable("passing, resigning and agreeing on a draw are not on the wire"):
        "A player cannot pass. These rules say nothing about resigning or agreeing on a draw; the players may settle \
         that.";
    P1 Decided, Checked:
        "A move that omits a capture may be huffed until the opponent does something else. If the move would end the \
         game by R32 to R34, the opponent must huff it. Otherwise the opponent may move or capture instead, and it is \
         then too late to huff.";
    P2 Decided, Checked:
        "After a removal the move that omitted the capture stands, and the player who huffed moves next. R32 is tested \
         before that move, and so is R33 if the huffed side still has a warrior. If it has none, R33 and R34 are \
         tested after that move.";
    P3 Decided, BuiltIn("unit tests `house_rules` and `p3_house_rules_do_not_wait`"):
        "Repetition is tested after D12, then the plies without a capture. After a move that may be huffed both are \
         tested at once, although R32 to R34 wait.";
    P4 Decided, Checked:
        "Two positions are the same if the same figures stand on the same bases, the same side is to move, and the \
         same move, or none, may be huffed.";
    P5 Decided, Checked:
        "The position after both arrangements counts as the first occurrence. Every move, capture and removal adds an \
         occurrence of the position after it. A position that a huff restores is not counted again.";
    P6 Decided, Checked:
        "A ply is a move or capture of one player. A ply without a capture is counted when it is complete. Huffs are \
         no plies: a huff that removes a figure starts the count anew; a huff that forces a capture takes back the ply \
         of the move that omitted it.";
    P7 Decided, Checked:
        "A huff that forces takes back the move that omitted the capture. Now only the named figure may act, and it \
         must capture; then it is the other player's turn as usual. If its owner could have huffed before the move \
         that is taken back, that right does not return.";
    P8 Decided, Checked:
        "With `chain: compulsory` an unfinished capture is refused, with huffing and without. A capture is finished \
         when it takes the chief or no further jump is possible.";
    P9 Decided, Checked: "A capture that goes on after taking the chief is refused.";
    P10 Decided, BuiltIn("options are refused"):
        "`repetition` is 0 or at least 2. The players may agree on other start bases.";
    P11 Decided, BuiltIn("lists of bases are written in board order; jumps keep theirs"):
        "Lists of bases are written in the order A1, A2 and so on to G4 for both sides; the jumps of a capture are \
         written in the order in which they are made.";
    P12 Decided, Checked:
        "Light arranges first, then dark; with `placement: secret` dark does not see light's arrangement before.";
    P13 Decided, BuiltIn("only what is on the board is counted; transcript `huff-game.jsonl`"):
        "Warriors removed by a huff count as captured.";
    P14 Decided, Checked:
        "With `chief_chain: obtuse` the angle is measured on the base where the chief has landed, between the line \
         from his last victim and the line to the next one.";
    P15 Decided, Checked:
        "A position that was set up instead of played may be one that the last move of the player not on turn can have \
         decided; it is then over. A position that is decided in another way is refused.";
};
