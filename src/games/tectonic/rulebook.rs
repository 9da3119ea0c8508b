//! The rulebook of TecTonic.

use crate::game::rulebook::Passage::{List, Options, Position, Rules, Terms, Text};
use crate::game::rulebook::{Chapter, Passage, Rulebook};

/// A stream of the examples.
macro_rules! stream {
    ($name:literal) => {
        include_str!(concat!("../../../fixtures/tectonic/rulebook/", $name, ".jsonl"))
    };
}

/// The rulebook.
pub(super) static RULEBOOK: Rulebook = Rulebook {
    chapters: &[
        Chapter {
            title: "What the game is about",
            passages: &[
                Text(
                    "Two mountain ranges are pushed towards each other. You win if you bring one piece of each of your three types \
                     together in one of the two corners on your opponent's side. You also win if you turn red every piece that \
                     shows your opponent's colour. Nothing is hidden and nothing is left to chance.",
                ),
                Rules(&["R1"]),
            ],
        },
        Chapter {
            title: "What is in the box",
            passages: &[
                Terms(&[
                    ("a board", "10 by 10 squares; in each corner 6 of them form a region"),
                    ("6 hills", "round pieces, 3 for each player"),
                    ("6 peaks", "triangular pieces, 3 for each player"),
                    ("6 mounts", "square pieces, 3 for each player"),
                ]),
                Text(
                    "Every piece has two faces. One has the colour of its owner, white or black; the other is red. You must still be \
                     able to tell whose a red piece is, so mark both faces.",
                ),
                Rules(&["R2", "R3", "R24", "R4", "R5"]),
            ],
        },
        Chapter {
            title: "Setting up",
            passages: &[
                Text(
                    "White sits at the side with rank 1, Black at the side with rank 10. Each player puts 2 hills, 2 peaks \
                     and 2 mounts on their first rank, as in the picture: from each corner inwards a hill, a peak, a mount. \
                     The third piece of each type lies in front of them, off the board: that is their reserve. The printed diagram is \
                     missing. That there is a start position and a reserve is printed; the start squares, the shape of the regions \
                     and the split, two pieces of a type on the board and one in reserve, are reconstructed.",
                ),
                Position {
                    caption: "The start. The shaded corners are the regions: a1, b1, c1, a2, b2 and a3 at the lower left, and six \
                              squares of the same shape in each other corner. The letters name the files, the numbers the ranks.",
                    stream: r#"{"referee":1,"game":"tectonic"}"#,
                },
                Rules(&["P9", "R6", "D22", "R7", "D20", "P4"]),
            ],
        },
        Chapter {
            title: "A turn",
            passages: &[
                Text("White begins, and the players take turns. In your turn you do two things, in this order:"),
                List(&[
                    "You move one piece that shows your colour to an empty square, as its type moves.",
                    "You look at the squares that share an edge with the square it has reached: there are up to four. If a piece \
                     on them can be turned, you turn exactly one.",
                ]),
                Rules(&["R8", "R9", "R16", "R17", "D8", "D16"]),
            ],
        },
        Chapter {
            title: "Moving",
            passages: &[
                Text(
                    "A piece goes in one straight line over empty squares to an empty square. It never passes over another piece, \
                     whatever colour that piece shows. It may slip diagonally between two pieces that touch at a corner.",
                ),
                Rules(&["R10", "D15"]),
                Text("A hill goes one step in any direction, like a king in chess."),
                Rules(&["R11"]),
                Passage::legal("A hill may go to any of the eight squares around it.", stream!("hill")),
                Passage::refused(&["tectonic.hill-step"], "Two steps are too many for a hill.", stream!("hill-far")),
                Text(
                    "A peak goes up to three squares: forward on a diagonal, or straight back towards its owner's side.",
                ),
                Rules(&["R12", "R13", "R14", "D21"]),
                Passage::legal("White's peak goes three squares forward on a diagonal.", stream!("peak")),
                Passage::legal("It may go three squares straight back.", stream!("peak-back")),
                Passage::refused(&["tectonic.peak-line"], "It may not go straight ahead.", stream!("peak-ahead")),
                Text("A mount goes up to four squares along its rank or its file, in all four directions."),
                Rules(&["R15"]),
                Passage::legal("A mount goes four squares along the rank.", stream!("mount")),
                Passage::refused(
                    &["tectonic.mount-range", "tectonic.no-jumping"],
                    "Five squares are too many, and the black mount at f5 is in the way: the move breaks two rules.",
                    stream!("mount-jumps"),
                ),
            ],
        },
        Chapter {
            title: "Turning a neighbour",
            passages: &[
                Text(
                    "At the end of its move your piece may stand beside others. What colour they show and whose they are decides \
                     which of them can be turned, and into what:",
                ),
                Terms(&[
                    ("a piece in your opponent's colour", "is turned to red. It stays where it is and cannot be moved"),
                    (
                        "a red piece of your own",
                        "is turned back to your colour. From your next turn on you can move it again",
                    ),
                    (
                        "a red piece of your opponent's, if you have a piece of its type in reserve",
                        "goes to your opponent's reserve, and your piece from the reserve takes its square, in your colour",
                    ),
                    (
                        "a red piece of your opponent's, if you have none of its type in reserve",
                        "cannot be turned and stays red",
                    ),
                    ("a piece in your own colour", "cannot be turned"),
                ]),
                Text(
                    "If one or more can be turned, you must turn one, and only one; you choose which. Only the piece that moved \
                     turns another, and only where its move ends. The piece that was turned does not turn others.",
                ),
                Rules(&["R18", "R19", "R25", "D1", "D2", "D3", "D6", "D7", "D17", "P5"]),
                Rules(&["R20"]),
                Passage::legal("White's mount arrives beside a black peak and turns it red.", stream!("turn-enemy")),
                Passage::refused(
                    &["tectonic.flip-missing"],
                    "The same move without turning the peak: it can be turned, so it must be.",
                    stream!("turn-forgotten"),
                ),
                Rules(&["R21", "R22", "D5"]),
                Passage::legal(
                    "White's hill arrives beside a red peak of White's own and turns it back.",
                    stream!("recover"),
                ),
                Rules(&["R23", "D4"]),
                Passage::legal(
                    "White's mount arrives beside a red peak of Black's. White has a peak in reserve: it takes the place of the red \
                     one, and the black peak goes to Black's reserve.",
                    stream!("exchange"),
                ),
                Passage::refused(
                    &["tectonic.flip-no-reserve"],
                    "Here all of White's peaks are on the board, so the red peak cannot be exchanged. White may make the move, but \
                     without turning anything.",
                    stream!("exchange-without-reserve"),
                ),
                Passage::refused(
                    &["tectonic.red-piece"],
                    "A red piece cannot be moved, not even by its owner.",
                    stream!("red-stays"),
                ),
            ],
        },
        Chapter {
            title: "The end",
            passages: &[
                Text(
                    "After your move, when a neighbour has been turned or none can be, check these in order. You have won",
                ),
                List(&[
                    "if at least one hill, one peak and one mount in your colour stand in the same region on your opponent's side; \
                     other pieces there do not matter;",
                    "if no piece on the board shows your opponent's colour; pieces in reserve do not matter;",
                    "if your opponent, who is to move next, has no legal move.",
                ]),
                Passage::legal(
                    "The white mount joins a hill and a peak in the region around a10: White has won.",
                    stream!("trio"),
                ),
                Rules(&["R26", "R27", "R28", "D10", "D11", "R29", "D14", "R30", "D9", "D12", "D13"]),
                Text(
                    "A win counts 2 and a defeat 0; a draw counts 1 for each. So that every game ends, it is drawn when a \
                     position occurs for the third time in the game, with the same player to move, when 100 moves in a \
                     row have turned nothing, or after 500 moves in all. The moves of both players count. Two positions are \
                     the same if the same pieces stand on the same squares. For red pieces, type and owner count too.",
                ),
                Rules(&["D18", "P3", "D19"]),
            ],
        },
        Chapter {
            title: "Options",
            passages: &[
                Text(
                    "The value in brackets is what is played unless you agree on something else. A value of `setup` names the \
                     squares in one corner; those in the other corner of the same side are their mirror image, from left to \
                     right.",
                ),
                Options,
                Rules(&["P1", "P2", "P6", "P8"]),
            ],
        },
        Chapter {
            title: "Terms",
            passages: &[
                Terms(&[
                    ("flip", "turning a piece, or exchanging it for one from the reserve"),
                    ("recovery", "turning back a red piece of your own"),
                    ("conversion", "exchanging a red piece of your opponent's for your own"),
                    ("beside", "on one of the four squares that share an edge; never across a corner"),
                    ("forward", "away from the side of the player whose colour the piece shows"),
                    ("rank, file", "a row of squares from left to right; a column from White's side to Black's"),
                    (
                        "red piece",
                        "a piece that was turned; it blocks the way, counts for neither player and cannot be moved",
                    ),
                    ("region", "the six squares in a corner; you own the two on your side and aim for the other two"),
                    ("reserve", "a player's pieces off the board, in view of both"),
                    ("trio", "a hill, a peak and a mount of one colour in the same region"),
                    ("turn a piece", "show its other face, or exchange it for one from the reserve"),
                    ("ply", "a move, or a pass, of one player"),
                ]),
                Text(
                    "You can also begin from a position that you set up yourselves, such as a puzzle. It must obey the rules as well:",
                ),
                Rules(&["P7"]),
            ],
        },
    ],
};
