//! What the game is about, what is in the box, the board and the set-up.

use crate::game::rulebook::Chapter;
use crate::game::rulebook::Passage::{Components, List, Position, Rules, Terms, Text};

pub(super) const ABOUT: Chapter = Chapter {
    title: "What the game is about",
    passages: &[
        Text(
            "You put pieces of three kinds on ten territories: discs, cubes and cylinders. Two figures, the ancestor and the \
             elder, walk about. Where one of them arrives, a ceremony is held. Players with pieces there play ritual cards that \
             remove and move pieces. Then the player with the most discs there earns points, and so do the players with the most \
             cubes and the most cylinders.",
        ),
        Text(
            "In your turn you take one card that lies face up on a territory and do what it says: place pieces, draw \
             ritual cards, or move a figure and so cause a ceremony. Scorpions hide among the cards. Each scorpion moves time on and costs the player who drew it points. When time has run out, the highest score \
             wins.",
        ),
        Rules(&["D4"]),
    ],
};

pub(super) const BOX: Chapter = Chapter {
    title: "What is in the box",
    passages: &[
        Terms(&[
            ("a board", "ten territories, a track for the points around them, and a scale of time"),
            ("225 pieces", "in five colours; each colour has 18 discs, 15 cubes and 12 cylinders"),
            ("150 territory cards", "ten sets of the same 15 cards; the back tells which territory a set belongs to"),
            ("43 ritual cards", "larger, with a back of their own"),
            (
                "2 ancestors and 2 elders",
                "of each, one is a figure on the board and the other a pawn that a player holds",
            ),
            ("a boomerang", "lies in front of the first player of this round"),
            ("a yellow scorpion", "the time marker"),
            ("5 score markers", "one of each colour"),
            ("a bag", "to draw pieces and markers from without looking"),
        ]),
        Components(
            "Every piece and every card: how many there are, and what it does in short. In the pictures a disc is round, a cube \
             is square and a cylinder is an upright bar; a card has its name on it. A number in a drawn piece says how many \
             of them stand there.",
        ),
        Rules(&["R1", "R2", "R3", "R9", "R4", "R5"]),
    ],
};

/// The neighbours of every territory of G1, in reading order.
pub(in super::super) const G1_PATHS: &[(&str, &str)] = &[
    ("kangaroo", "north2, west, hand"),
    ("north2", "kangaroo, north3, hand, foot"),
    ("north3", "north2, foot, east"),
    ("west", "kangaroo, hand, south1"),
    ("hand", "kangaroo, north2, west, foot, south1, south2"),
    ("foot", "north2, north3, hand, east, south2, south3"),
    ("east", "north3, foot, south3"),
    ("south1", "west, hand, south2"),
    ("south2", "hand, foot, south1, south3"),
    ("south3", "foot, east, south2"),
];

/// The neighbours of every territory of G2, in reading order.
pub(in super::super) const G2_PATHS: &[(&str, &str)] = &[
    ("kangaroo", "north2, hand"),
    ("north2", "kangaroo, north3, hand"),
    ("north3", "north2, north4, foot"),
    ("north4", "north3, foot"),
    ("hand", "kangaroo, north2, foot, south1, south2"),
    ("foot", "north3, north4, hand, south3, south4"),
    ("south1", "hand, south2"),
    ("south2", "hand, south1, south3"),
    ("south3", "foot, south2, south4"),
    ("south4", "foot, south3"),
];

pub(super) const BOARD: Chapter = Chapter {
    title: "The board",
    passages: &[
        Text(
            "If you own the game, play on your printed board and go by the numbers printed on it: they take the place of the board \
             and of the table of points on this page. The rulebook that this page follows has lost its picture of the board. Its \
             text says that there are ten territories and that hand and foot are the two in the middle. All else about the board \
             is reconstructed (D3), in two ways; you play on G1 unless you agree on G2. A sheet of paper with the ten \
             territories and their paths is enough to play.",
        ),
        Text(
            "Pictures of moves show only as many pieces and cards as the example needs. \"ritual pile: [?]×34 [scorpion]×2\" \
             says that two of the 36 cards of the ritual pile are scorpions; all of them lie face down and mixed.",
        ),
        Text(
            "Two territories are adjacent if a path joins them, in both directions. Reading order is from left to right and from \
             top to bottom. Hand and foot are names of territories; a ceremony \"at hand\" is held on the territory hand. The \
             cards that you hold are always called the cards in your hand.",
        ),
        Position {
            caption: "The board G1 before the set-up: three rows of 3, 4 and 3 territories, each with its 15 cards face \
                      down. The short lines in the gaps are the paths. The star is the ancestor, the diamond the elder; both stand where they \
                      start.",
            stream: r#"{"referee":1,"game":"wongar"}"#,
        },
        Text("The neighbours on G1, the territories in reading order:"),
        Terms(G1_PATHS),
        Position {
            caption: "The board G2: rows of 4, 2 and 4 territories. Hand lies below kangaroo and north2 and above south1 \
                      and south2; foot in the same way to the right.",
            stream: r#"{"referee":1,"game":"wongar","options":{"board":"G2"}}"#,
        },
        Text("The neighbours on G2:"),
        Terms(G2_PATHS),
        Rules(&["D3", "P21"]),
        Text("Beside the territories the board has two tracks:"),
        Terms(&[
            (
                "the scale of time",
                "12 squares, from 1 at the bottom to 12 at the top, which is marked X. Squares 1 to 4 are \
                 section 1, 5 to 8 section 2, 9 to 12 section 3. The later the section, the more a ceremony earns. Only \
                 scorpions move the time marker, and only forwards",
            ),
            (
                "the track of points",
                "runs around the board. Every player starts on 0. One square is one point, and below 0 you count on backwards. \
                 The rulebook does not say how many squares the track has; you can use paper and pencil instead. Ceremonies add \
                 points, scorpions take some away, and the end adds a bonus. Nothing else changes a score",
            ),
        ]),
        Rules(&["R53", "D2"]),
    ],
};

pub(super) const SET_UP: Chapter = Chapter {
    title: "Setting up",
    passages: &[
        Text(
            "Sit around the table; the player on your left is the next clockwise. On this page the players are called player 0, \
             player 1 and so on, clockwise, and their pieces carry the letters A, B and so on. Follow these steps in order:",
        ),
        List(&[
            "Piles. Sort the territory cards by their backs, shuffle each of the ten sets and lay it face down on its territory: \
             that is its pile.",
            "Cards on offer. Turn up the top card of every pile and leave it on top. If it is a scorpion, push it face down under the same \
             pile and turn up another, until a card that is no scorpion lies face up. These scorpions do nothing now.",
            "Supply and bag. Each player takes the pieces of one colour, puts 4 discs, 4 cubes and 4 cylinders into the bag, and \
             keeps the others in front of them in view of all: 14 discs, 11 cubes and 8 cylinders. They are the player's supply.",
            "First pieces. Draw the pieces from the bag one by one and fill the territories in reading order: each gets as many pieces as \
             there are players, hand and foot twice as many. That uses up the bag.",
            "Ritual cards. Take the two scorpions out of the ritual cards, shuffle the others and deal two to each player, face \
             down. Then shuffle the scorpions into the rest: this is the ritual pile. It lies face down beside the board.",
            "First player. Put the score markers of the players into the bag and draw one. Its owner is the first player and gets the \
             boomerang and the ancestor pawn. The ancestor figure goes to hand.",
            "Elder. Draw a second marker without putting the first back. Its owner, another player, gets the elder pawn. The elder figure goes to foot.",
            "Tracks. Take the markers out of the bag and put them on 0. The time marker starts on square 1.",
        ]),
        Text("By the number of players:"),
        Terms(&[
            ("3 players", "3 pieces on a territory, 6 on hand and on foot, 36 in all; the ritual pile has 37 cards"),
            ("4 players", "4 pieces on a territory, 8 on hand and on foot, 48 in all; the ritual pile has 35 cards"),
            ("5 players", "5 pieces on a territory, 10 on hand and on foot, 60 in all; the ritual pile has 33 cards"),
        ]),
        Position {
            caption: "A start with three players. The holder of the elder pawn has already drawn the ritual card with which every \
                      round begins, and the first player is to take a territory card. On each territory lie its face-up card, \
                      its face-down cards, marked with a question mark, and the pieces, a row for each player. The list below \
                      the board shows what each player has: points, pawns, supply, ritual cards in hand, territory cards taken.",
            stream: r#"{"referee":1,"game":"wongar","players":3,"seed":7}"#,
        },
        Rules(&["R6", "R7", "R8", "D6", "R51", "R10", "R11", "R12", "R13", "R14", "D5", "R15", "R16", "R17"]),
    ],
};
