//! The numbered rules of TecTonic, in our own words: R from the source, D the decisions where it is silent, P the precise
//! rulings that complete them.

use crate::game::Kept::{self, BuiltIn, Checked, NotApplicable};
use crate::game::Provenance::{self, Decided, Printed, Reconstructed};
use crate::game::Rule;

const fn rule(id: &'static str, source: Provenance, kept: Kept, text: &'static str) -> Rule {
    Rule { id, source, text, kept }
}

/// All of them, in order.
pub const RULES: &[Rule] = &[
    rule(
        "R1",
        Printed,
        BuiltIn("player 0 is White, player 1 Black"),
        "Two players, White and Black, sit at opposite ends of the board.",
    ),
    rule(
        "R2",
        Printed,
        BuiltIn("a square outside a1 to j10 cannot be written"),
        "The board has 100 squares, 10 by 10.",
    ),
    rule(
        "R3",
        Printed,
        Checked,
        "Each player has 3 hills, 3 peaks and 3 mounts; every piece shows its owner's colour on one face and red on the other.",
    ),
    rule(
        "R4",
        Printed,
        BuiltIn("the edition is refused if a region has another size"),
        "In each corner lies a region of 6 squares; the other 76 squares are plain.",
    ),
    rule(
        "R5",
        Printed,
        BuiltIn("regions are written for White and turned for Black"),
        "Each player owns the two regions on his side.",
    ),
    rule(
        "R6",
        Printed,
        BuiltIn("the start is fixed by the option `setup`"),
        "The start position is given; there is nothing to choose.",
    ),
    rule(
        "R7",
        Printed,
        Checked,
        "Pieces off the board lie in their owner's reserve, in view, and come into play by exchange only, never by being put down.",
    ),
    rule(
        "R8",
        Decided,
        Checked,
        "The players take turns; a turn moves one piece of one's own colour to another square, then turns a neighbour.",
    ),
    rule("R9", Printed, Checked, "At most one piece stands on a square."),
    rule("R10", Printed, Checked, "A move never passes over an occupied square, whoever's piece it is."),
    rule("R11", Printed, Checked, "A hill moves exactly one square, in any of the 8 directions."),
    rule("R12", Printed, Checked, "A peak moves 1 to 3 squares diagonally forward, in one line."),
    rule(
        "R13",
        Printed,
        Checked,
        "A peak moves 1 to 3 squares backward, in one line (straight back, unless the option `peak_back` says diagonally).",
    ),
    rule("R14", Printed, Checked, "Forward is away from the owner; a piece that changed hands follows its new owner."),
    rule("R15", Printed, Checked, "A mount moves 1 to 4 squares along a rank or a file, in one line."),
    rule("R16", Printed, Checked, "Nobody can move a red piece."),
    rule("R17", Printed, BuiltIn("no check looks at regions"), "Pieces may enter, leave and stand in any region."),
    rule(
        "R18",
        Printed,
        Checked,
        "Turning is considered once, at the end of the move, around the moved piece on the square it reached.",
    ),
    rule("R19", Printed, Checked, "Only orthogonal neighbours count."),
    rule(
        "R20",
        Printed,
        Checked,
        "A neighbour that shows the enemy's colour is turned to red and is neutral from then on.",
    ),
    rule("R21", Printed, Checked, "A red neighbour takes the colour of the player who moved."),
    rule("R22", Printed, BuiltIn("unit test t6"), "If the red piece is the mover's own, it is simply turned back."),
    rule(
        "R23",
        Printed,
        Checked,
        "If it is the opponent's, a piece of the same type from the mover's reserve takes its place, and it goes to the opponent's reserve.",
    ),
    rule("R24", Printed, Checked, "A player never has more than 3 pieces of a type."),
    rule(
        "R25",
        Printed,
        Checked,
        "If several neighbours can be turned, the mover chooses; exactly one is turned in a move.",
    ),
    rule(
        "R26",
        Printed,
        Checked,
        "A player wins as soon as a hill, a peak and a mount of his colour stand in one and the same region of the opponent's.",
    ),
    rule("R27", Printed, BuiltIn("unit test t11"), "Pieces spread over both regions do not add up."),
    rule("R28", Printed, BuiltIn("unit test t11"), "Red pieces count for nobody."),
    rule("R29", Printed, Checked, "A player wins as soon as no piece on the board shows the opponent's colour."),
    rule(
        "R30",
        Printed,
        NotApplicable("it gives the reason for R29; what follows from it for a blocked player is D9"),
        "The reason given for R29: such a player cannot move any more.",
    ),
    rule("D1", Decided, Checked, "If anything can be turned, exactly one neighbour is turned (option `flip`)."),
    rule(
        "D2",
        Decided,
        BuiltIn("an action names at most one piece to turn"),
        "One neighbour is turned, never all of them.",
    ),
    rule(
        "D3",
        Decided,
        Checked,
        "What can be turned: an enemy-coloured neighbour, a red one of one's own, a red one of the enemy's whose type one has in reserve; never one's own colour.",
    ),
    rule(
        "D4",
        Decided,
        Checked,
        "A red piece of the enemy's whose type is missing from one's reserve stays red and is no choice.",
    ),
    rule(
        "D5",
        Decided,
        BuiltIn("unit test t8"),
        "Whatever ends its move beside a red piece counts as coming beside it, even if it stood beside it before; a piece that stays does nothing.",
    ),
    rule("D6", Decided, Checked, "For red pieces too, only orthogonal neighbours count."),
    rule(
        "D7",
        Decided,
        BuiltIn("a move turns at most one piece; conformance laws"),
        "A piece that was turned turns nothing itself, nor do pieces that were passed.",
    ),
    rule("D8", Decided, Checked, "A turn cannot be passed."),
    rule("D9", Decided, Checked, "A player on turn without a legal move loses (option `no_move`)."),
    rule(
        "D10",
        Decided,
        BuiltIn("unit test of the option"),
        "A trio completed by turning a piece in the region wins just as well (option `trio_by_conversion`).",
    ),
    rule(
        "D11",
        Decided,
        BuiltIn("the test for a trio looks at nothing else"),
        "Further pieces in the region do not matter.",
    ),
    rule(
        "D12",
        Decided,
        Checked,
        "After a move the tests come in this order: the mover's trio, an opponent without colour, an opponent without a move.",
    ),
    rule("D13", Decided, BuiltIn("the opponent's trio is never tested"), "Nobody wins by the opponent's move."),
    rule(
        "D14",
        Decided,
        BuiltIn("unit test t12"),
        "An opponent without colour has lost whether his pieces are red or in reserve.",
    ),
    rule(
        "D15",
        Decided,
        BuiltIn("only squares on the way are looked at"),
        "Squeezing diagonally between two pieces is allowed.",
    ),
    rule("D16", Decided, Checked, "Staying put is not a move."),
    rule("D17", Decided, Checked, "The piece that is turned is always named; a move that leaves it open is refused."),
    rule(
        "D18",
        Decided,
        Checked,
        "House rules: the third occurrence of a position, or 100 plies without a flip, draw the game (options `repetition`, `no_flip_plies`).",
    ),
    rule(
        "D19",
        Decided,
        NotApplicable("resigning and agreeing on a draw are not on the wire"),
        "Resignation and agreed draws are matters of the software, not of the rules.",
    ),
    rule(
        "P1",
        Decided,
        BuiltIn("unit test of the option"),
        "With `trio_by_conversion: false` the trio is tested after the move and before the flip; one completed by a flip wins after a later move of its owner, if it still stands.",
    ),
    rule(
        "P2",
        Decided,
        Checked,
        "With `no_move: pass` a pass is a ply and its position counts for repetition; a second pass in a row draws. With `no_move: draw` a player who cannot move draws.",
    ),
    rule(
        "P3",
        Decided,
        Checked,
        "Repetition is tested after D12, then the plies without a flip. The start is the first occurrence; every flip starts both counts anew.",
    ),
    rule(
        "P4",
        Reconstructed,
        BuiltIn("unit test over all pairs"),
        "Every shape of regions goes with every set-up; Black's set-up is White's turned by 180 degrees.",
    ),
    rule(
        "P5",
        Decided,
        Checked,
        "With compulsory flips a move that names nothing is refused when anything can be turned, even a single piece; what is named can always be turned.",
    ),
    rule(
        "P6",
        Decided,
        BuiltIn("options are refused"),
        "`repetition` is 0 or at least 2; `no_flip_plies` is 0 or at least 1.",
    ),
    rule(
        "P7",
        Decided,
        Checked,
        "A position from outside may be decided by the last move of the player not on turn, and is then over; decided in another way it is refused.",
    ),
];
