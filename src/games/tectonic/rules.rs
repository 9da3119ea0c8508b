//! The numbered rules of TecTonic, in our own words: R from the source, D the decisions where it is silent, P the precise
//! rulings that complete them.

use crate::game::Rule;
use crate::rules;

/// All of them, in order.
pub static RULES: &[Rule] = rules! {
    R1 Printed, BuiltIn("player 0 is White, player 1 Black"):
        "Two players, White and Black, sit at opposite ends of the board.";
    R2 Printed, BuiltIn("a square outside a1 to j10 cannot be written"): "The board has 100 squares, 10 by 10.";
    R3 Printed, Checked:
        "Each player has 3 hills, 3 peaks and 3 mounts; every piece shows its owner's colour on one face and red on \
         the other.";
    R4 Printed, BuiltIn("the edition is refused if a region has another size"):
        "In each corner lies a region of 6 squares; the other 76 squares are plain.";
    R5 Printed, BuiltIn("regions are written for White and turned for Black"):
        "Each player owns the two regions on their own side.";
    R6 Printed, BuiltIn("the start is fixed by the option `setup`"):
        "The start position is given; there is nothing to choose.";
    R7 Printed, Checked:
        "Pieces that are not on the board lie in reserve in front of their owner. They are used when an enemy piece is \
         taken over.";
    R8 Decided, Checked:
        "The players take turns. In a turn the player moves one piece of their own colour to another square and then \
         turns a neighbour.";
    R9 Printed, Checked: "At most one piece stands on a square.";
    R10 Printed, Checked: "A move never passes over an occupied square, whatever piece stands there.";
    R11 Printed, Checked: "A hill moves exactly one square, in any of the 8 directions.";
    R12 Printed, Checked: "A peak moves 1 to 3 squares diagonally forward, in one line.";
    R13 Printed, Checked: "A peak moves 1 to 3 squares backward, in one line.";
    R14 Printed, Checked: "Forward is away from the owner: for White up the ranks, for Black down.";
    R15 Printed, Checked: "A mount moves 1 to 4 squares along a rank or a file, in one line.";
    R16 Printed, Checked: "A red piece cannot be moved.";
    R17 Decided, BuiltIn("no check looks at regions"): "Pieces may enter, leave and stand in any region.";
    R18 Printed, Checked:
        "A piece is turned only at the end of a move, and only beside the square that the moved piece has reached.";
    R19 Printed, Checked: "Only pieces across an edge count as neighbours, not those across a corner.";
    R20 Printed, Checked: "A neighbour that shows the enemy's colour is turned to red and is neutral from then on.";
    R21 Printed, Checked: "A red neighbour takes the colour of the player who moved.";
    R22 Printed, BuiltIn("unit test `t6_a_red_peak_of_ones_own`"):
        "If the red piece is the mover's own, it is simply turned back.";
    R23 Printed, Checked:
        "If the red piece is the opponent's, a piece of the same type from the mover's reserve takes its place, and \
         the red piece goes to the opponent's reserve.";
    R24 Printed, Checked: "A player never has more than 3 pieces of a type.";
    R25 Printed, Checked: "If several neighbours can be turned, the mover chooses; exactly one is turned in a move.";
    R26 Printed, Checked:
        "A player wins as soon as a hill, a peak and a mount of their colour stand in one and the same region of the \
         opponent's.";
    R27 Printed, BuiltIn("unit test `c12_spread_over_two_regions`"): "Pieces spread over both regions do not add up.";
    R28 Printed, BuiltIn("unit tests `t11_no_trio` and `red_pieces_are_no_move_and_no_trio`"):
        "Red pieces count for neither player.";
    R29 Printed, Checked: "A player wins as soon as no piece on the board shows the opponent's colour.";
    R30 Printed, NotApplicable("it gives the reason for R29; what follows from it for a blocked player is D9"):
        "The reason given for R29: such a player cannot move any more.";
    D1 Decided, Checked: "If anything can be turned, exactly one neighbour is turned (option `flip`).";
    D2 Decided, BuiltIn("an action names at most one piece to turn"): "One neighbour is turned, never all of them.";
    D3 Decided, Checked:
        "These neighbours can be turned: one that shows the enemy's colour; a red one of the mover's own; a red one of \
         the enemy's, if the mover has a piece of its type in reserve. A piece that shows the mover's colour is never \
         turned.";
    D4 Decided, Checked:
        "A red piece of the enemy's stays red if the mover has no piece of its type in reserve; it cannot be chosen.";
    D5 Decided, Checked:
        "The rulebook says that a new piece (« nouveau pion ») comes beside the red one. Any piece that ends its move \
         there is new in this sense, even if it stood beside the red one before (option `recovery`); a piece that \
         stays does nothing.";
    D6 Decided, Checked: "For red pieces too, only neighbours across an edge count.";
    D7 Decided, BuiltIn("a move turns at most one piece; unit test `a_move_changes_one_square_and_at_most_one_face`"):
        "A piece that is turned turns no other piece, and pieces that a move goes past do nothing.";
    D8 Decided, Checked: "A player cannot pass.";
    D9 Decided, Checked: "A player who is to move and has no legal move loses (option `no_move`).";
    D10 Decided, BuiltIn("unit tests `c14_a_trio_completed_by_a_flip` and `a_trio_by_flip_may_have_to_wait`"):
        "A trio that is completed by turning a piece in the region wins too (option `trio_by_conversion`).";
    D11 Decided, BuiltIn("unit test `d11_further_pieces_in_the_region_do_not_matter`"):
        "Further pieces in the region do not matter.";
    D12 Decided, Checked:
        "After a move the tests come in this order: the mover's trio, an opponent without colour, an opponent without \
         a move.";
    D13 Decided, BuiltIn("the opponent's trio is never tested; unit test \
                          `c11_a_move_never_completes_the_trio_of_the_other`"):
        "A player never wins by the opponent's move.";
    D14 Decided, BuiltIn("unit test `t12_red_or_in_reserve_is_all_the_same`"):
        "An opponent who shows no colour on the board has lost, whether their pieces are red or in reserve.";
    D15 Decided, BuiltIn("only squares on the way are checked"): "Squeezing diagonally between two pieces is allowed.";
    D16 Decided, Checked: "Staying put is not a move.";
    D17 Decided, Checked: "The mover always names the piece that is turned; a move that leaves it open is refused.";
    D18 Decided, Checked:
        "House rules: the third occurrence of a position, 100 plies without a flip, or 500 plies in all draw the game \
         (options `repetition`, `no_flip_plies`, `ply_limit`).";
    D19 Decided, NotApplicable("resigning and agreeing on a draw are not on the wire"):
        "These rules say nothing about resigning or agreeing on a draw.";
    D20 Decided, BuiltIn("positions show the reserves, and no action puts a piece down"):
        "Both players see the reserves. A piece in reserve comes into play only by an exchange; it is never simply put \
         on the board.";
    D21 Decided, Checked: "A peak goes straight back (option `peak_back`: diagonally).";
    D22 Reconstructed, BuiltIn("the edition; unit tests `t3_the_start` and `the_set_ups_are_where_the_rules_put_them`"):
        "The printed diagram of the start is missing. The squares of each set-up, with two pieces of a type on the \
         board and one in reserve, are chosen so that all the rules can apply (option `setup`).";
    P1 Decided, BuiltIn("unit tests `a_trio_by_flip_may_have_to_wait` and \
                         `a_trio_by_the_move_itself_wins_whatever_is_turned`"):
        "With `trio_by_conversion: false` the trio is tested after the move and before the flip. A trio that a flip \
         completes wins after a later move of its owner, if it still stands.";
    P2 Decided, Checked:
        "With `no_move: pass` a pass is a ply, and the position after it counts for repetition; a second pass in a row \
         draws the game. With `no_move: draw` the game is drawn when a player cannot move.";
    P3 Decided, Checked:
        "After D12, repetition is tested first, then the plies without a flip, then the plies in all. The start is the \
         first occurrence of its position, and occurrences are counted over the whole game, since a flip can be \
         undone. Every flip starts the plies without one anew.";
    P4 Reconstructed, BuiltIn("unit test `every_shape_of_regions_goes_with_every_set_up`"):
        "Every shape of regions goes with every set-up; Black's set-up is White's turned by 180 degrees.";
    P5 Decided, Checked:
        "When flips are compulsory, a move that names no piece to turn is refused if any piece can be turned, even if \
         only one can. A piece that is named must be one that can be turned.";
    P6 Decided, BuiltIn("options are refused"):
        "`repetition` is 0 or at least 2; `no_flip_plies` and `ply_limit` are 0 or at least 1.";
    P7 Decided, Checked:
        "A position that was set up instead of played may be one that the last move of the player not on turn has \
         decided; it is then over. A position that is decided in another way is refused.";
    P8 Decided, Checked:
        "With `recovery: newcomer` a piece turns a red one, its owner's or the opponent's, only if it did not stand \
         beside that red piece before its move. A red piece that it may not turn does not oblige it to turn anything. \
         The option changes nothing about turning enemy pieces red.";
    P9 Decided, BuiltIn("player 0 is White; unit test `t3_the_start`"):
        "White begins. Files run from a to j, from White's left to White's right; ranks from 1 to 10, from White's \
         side to Black's.";
};
