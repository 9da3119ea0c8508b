//! The rulebook of Wigwam. Its prose never names a base of row D, because words such as `D4` link to the statement of
//! that number.

use crate::game::rulebook::Passage::{List, Options, Position, Rules, Terms, Text};
use crate::game::rulebook::{Chapter, Passage, Rulebook};

/// A stream of the examples.
macro_rules! stream {
    ($name:literal) => {
        include_str!(concat!("../../../fixtures/wigwam/rulebook/", $name, ".jsonl"))
    };
}

/// The rulebook.
pub(super) static RULEBOOK: Rulebook = Rulebook {
    chapters: &[
        ABOUT,
        BOX,
        BOARD,
        SETTING_UP,
        TURN,
        MOVING,
        CAPTURING,
        CHAINS,
        HUFFING,
        HIDDEN,
        END,
        Chapter {
            title: "Options",
            passages: &[
                Text("The value in brackets is what is played unless you agree on something else before the game."),
                Options,
                Rules(&["P10", "P14"]),
            ],
        },
        TERMS,
        PROGRAM,
    ],
};

const ABOUT: Chapter = Chapter {
    title: "What the game is about",
    passages: &[
        Text(
            "Two tribes meet on a board of 37 bases. Each has a chief, seven warriors and three tents. Chiefs and warriors \
             capture by jumping, much as in draughts. Tents cannot capture and cannot be captured; they stand in the way. You win \
             if you capture the enemy chief, if you shut him and all his warriors in so that none of them can move or capture, \
             or if you capture all his warriors. Chance decides only who plays which colour.",
        ),
        Rules(&["R1"]),
    ],
};

const BOX: Chapter = Chapter {
    title: "What is in the box",
    passages: &[
        Terms(&[
            (
                "a board",
                "bases joined by lines; 11 bases of each side are marked as start bases. The printed picture of it is missing: \
                 the hexagon of 37 bases and 90 lines is reconstructed",
            ),
            ("2 chiefs", "one light, one dark; stars in the pictures"),
            ("14 warriors", "7 light, 7 dark; discs in the pictures"),
            ("6 tents", "3 light, 3 dark; triangles in the pictures"),
        ]),
        Text(
            "Each player has all 11 figures of a colour. Figures of light carry the letter L in the pictures, those of dark \
             the letter D. Chiefs and warriors together are called fighters.",
        ),
        Text(
            "Most pictures show only the few figures that matter. Chiefs and warriors that are missing count as captured; they \
             are listed below the board, under \"prisoners\" of the player who has captured them. Tents that are missing were left \
             out of the picture: in a real game all six are always on the board. When a game has ended, the picture gives places \
             and points: \"1. Light with 2; 2. Dark with 0\".",
        ),
    ],
};

/// Tents mark the neighbours of a base.
const NEIGHBOURS: &str = r#"{"referee":1,"game":"wigwam","state":{"turn":"light","light":{"chief":"A1","warriors":["B3"],"tents":["A2","A3","B2"]},"dark":{"chief":"G4","warriors":["G1"],"tents":["B4","C3","C4"]},"quiet":0}}"#;

/// Tents mark the third bases of ways over two lines: dark ones straight on or at an obtuse angle, light ones at an
/// acute angle.
const ANGLES: &str = r#"{"referee":1,"game":"wigwam","state":{"turn":"light","light":{"chief":"A2","warriors":["A4"],"tents":["B2","A3"]},"dark":{"chief":"G1","warriors":["B3"],"tents":["B4","C3","C4"]},"quiet":0}}"#;

const BOARD: Chapter = Chapter {
    title: "The board",
    passages: &[
        Text(
            "The bases lie in seven rows of 4, 5, 6, 7, 6, 5 and 4. The rows are called A to G: row A is at the edge before \
             the player of the light figures, row G at the edge before the player of the dark ones, and row D is the long \
             one in the middle. Within a row the bases are numbered from 1, beginning at light's left hand (which is dark's \
             right hand). So A1 to A4 lie before light from left to right, and G1 to G4 before dark from right to left.",
        ),
        Text(
            "Every base is joined by lines to all bases around it: the ones to its left and right in the same row, and the \
             two nearest in the row above and in the row below, as far as they exist. Bases joined by a line are next to \
             each other. A base inside the hexagon has six neighbours, one on the rim four, one of the six corners three. \
             Think of all lines as equally long, with 60 degrees between neighbouring ones; the pictures do not keep these \
             proportions.",
        ),
        Rules(&["D1"]),
        Position {
            caption: "The neighbours of B3, on which a light warrior stands, are the six bases with tents on them: A2 and A3 \
                      below, B2 and B4 beside, C3 and C4 above. The corner A1, with light's chief, has the three neighbours \
                      A2, B1 and B2.",
            stream: NEIGHBOURS,
        },
        Text(
            "Some moves lead over two lines, from a base to one next to it and on to a third. The angle between the two lines \
             matters. From the middle base up to six lines lead on:",
        ),
        Terms(&[
            ("straight on", "one line leads on in the same direction (180 degrees)"),
            (
                "at an obtuse angle",
                "the two lines to the left and right of that one (120 degrees): the way bends, but still goes forwards",
            ),
            (
                "at an acute angle",
                "the next two lines (60 degrees): the way turns sharply and ends next to where it began",
            ),
            ("back", "the line on which you came"),
        ]),
        Text(
            "You need not measure. If the third base is next to the first, the angle is acute. If it is neither next to the \
             first, nor straight ahead, nor the first itself, the angle is obtuse.",
        ),
        Position {
            caption: "The way begins on A2 (light's chief) and leads over B3 (a dark warrior). The dark tents stand where it can \
                      go on straight, to C4, or at an obtuse angle, to C3 or B4. The light tents stand where it would turn at \
                      an acute angle, on B2 and A3: both are next to A2.",
            stream: ANGLES,
        },
        Rules(&["D2"]),
    ],
};

const SETTING_UP: Chapter = Chapter {
    title: "Setting up",
    passages: &[
        Text(
            "Draw lots for the colours. Light sits at row A, dark at row G. Each side has eleven start bases, one for each of \
             its figures. On the printed board they have a light centre: if you own the game, use your board and its start bases. The rulebook \
             that this page follows does not say which bases they are; the ones used here are reconstructed. They are rows B and \
             C for light, and rows E and F for dark, unless you choose another layout among the options.",
        ),
        Position {
            caption: "The empty board with its 37 bases. The shaded ones are the start bases: rows B and C are light's, \
                      rows E and F dark's. What lies below the board is still to be arranged.",
            stream: r#"{"referee":1,"game":"wigwam"}"#,
        },
        Text(
            "You put one figure on each of your start bases; you choose which figure goes where. Light arranges first, but dark \
             must not see it: light writes the arrangement down or sets it up behind a screen. Then dark arranges, and only \
             now are light's figures shown. You arrange all eleven figures at once and do not change them afterwards.",
        ),
        Rules(&["R2", "R4", "R5", "D6", "P12"]),
        Passage::legal(
            "Light puts the chief in the middle of row B between two tents. This is what light sees.",
            stream!("arrange"),
        )
        .seen_by(0),
        Position {
            caption: "The same moment as dark and all others see it: light has arranged, but only light knows where. The hollow \
                      figures with a small letter below the board are hidden; none of them is shown on the board.",
            stream: stream!("arrange"),
        },
        Passage::legal("Dark arranges, and both arrangements are open from now on. Light begins.", stream!("revealed")),
        Passage::refused(
            &["wigwam.arrange-outside"],
            "A tent at the edge, on A2: that is not one of light's start bases, and one of these would stay empty.",
            stream!("arrange-outside"),
        )
        .seen_by(0),
    ],
};

const TURN: Chapter = Chapter {
    title: "A turn",
    passages: &[
        Text("Light begins, and the players take turns. In your turn you act with one figure of your own:"),
        List(&[
            "If one or more of your fighters can capture, you must capture with one of them. You choose which fighter, \
             which victim and, for the chief, where he lands.",
            "If the same figure can then capture again from where it has landed, it may go on, or stop.",
            "If nothing of yours can capture, you move one figure without capturing. You cannot pass.",
        ]),
        Text("After your turn check whether the game has ended. If not, it is your opponent's turn."),
        Rules(&["R3", "R6", "R7", "R8", "R27", "R28", "D16", "D18"]),
        Passage::refused(
            &["wigwam.capture-mandatory"],
            "Light's warrior on C3 can jump over the dark warrior in front of it. So light may not move the tent.",
            stream!("must-capture"),
        )
        .seen_by(0),
    ],
};

const MOVING: Chapter = Chapter {
    title: "Moving without capturing",
    passages: &[
        Text("A tent goes one step along a line, in any direction, to an empty base."),
        Rules(&["R10"]),
        Passage::legal("A light tent goes one step.", stream!("tent")),
        Passage::refused(&["wigwam.tent-step"], "Two steps are too many for a tent.", stream!("tent-far")).seen_by(0),
        Text("A warrior that does not capture also goes one step in any direction, and jumps over nothing."),
        Rules(&["R14", "R13"]),
        Passage::legal("A warrior may go backwards as well.", stream!("warrior")),
        Passage::refused(
            &["wigwam.warrior-step"],
            "Behind the dark tent the base E4 is empty, but a warrior cannot pass over a tent, neither an enemy's nor its own.",
            stream!("warrior-over-tent"),
        ).seen_by(0),
        Text(
            "The chief goes one step or two. The base where he ends must be empty. The base between two steps must be empty or \
             hold a warrior or a tent of his own side, which stays where it is; if an enemy stands on it, he cannot go that way. \
             The two steps go straight on or make an obtuse angle, so that he ends two bases away from where he began. If two \
             ways lead to the same base, it is enough that one of them is free.",
        ),
        Rules(&["R20", "R21", "R22", "D15"]),
        Passage::legal("Two steps straight on, over a warrior of his own.", stream!("chief-straight")),
        Passage::legal(
            "Two steps at an obtuse angle, over a tent of his own. The other way to C5 is closed, since it leads over the dark \
             tent on C4; but one way is enough.",
            stream!("chief-bent"),
        ),
        Passage::refused(
            &["wigwam.chief-path"],
            "Only one way leads to B4, straight over C4, and a dark tent stands there.",
            stream!("chief-over-enemy"),
        ).seen_by(0),
        Passage::refused(&["wigwam.chief-range"], "Three steps are too many.", stream!("chief-far")).seen_by(0),
    ],
};

const CAPTURING: Chapter = Chapter {
    title: "Capturing",
    passages: &[
        Text(
            "Fighters capture enemy fighters by jumping over them. The capturing figure stands next to its victim before the jump. It lands on an empty base that is also next to the \
             victim. The victim leaves the board at once and never comes back. The figure takes no step before the jump, and it \
             does not jump over figures of its own side.",
        ),
        Rules(&["R9", "R17", "D5"]),
        Text(
            "A warrior captures straight ahead only: the base where it starts, its victim and the base where it lands lie on one \
             straight line.",
        ),
        Rules(&["R15", "R16"]),
        Passage::legal("A warrior jumps straight over a dark warrior and captures it.", stream!("capture")),
        Passage::refused(
            &["wigwam.warrior-landing"],
            "The same capture, but with a bend: a warrior lands only straight behind its victim.",
            stream!("capture-bent"),
        ).seen_by(0),
        Passage::refused(
            &["wigwam.occupied"],
            "Here a dark tent stands behind the victim. There is nowhere to land, so there is no capture.",
            stream!("capture-blocked"),
        ).seen_by(0),
        Text(
            "A chief captures straight ahead or at an obtuse angle: he goes as in a long move, over his victim's base and on to one \
             of the bases behind it, of which there are up to three. The base where he lands must be empty.",
        ),
        Rules(&["R23", "R24", "R25", "D14"]),
        Passage::legal("The chief captures straight ahead.", stream!("chief-captures")),
        Passage::legal(
            "He may also turn at an obtuse angle over his victim, to either side; here to the left.",
            stream!("chief-captures-bent"),
        ),
        Passage::refused(
            &["wigwam.chief-landing"],
            "He may not turn at an acute angle: that base is next to where he began, so it is not behind the victim.",
            stream!("chief-captures-sharp"),
        ).seen_by(0),
        Passage::refused(
            &["wigwam.victim-not-near"],
            "The dark warrior is two bases away. In a plain move the chief may pass over his own tent, but not to capture.",
            stream!("chief-afar"),
        ).seen_by(0),
        Text("Tents have no part in this: a tent never captures and is never captured."),
        Rules(&["R11", "R12"]),
        Passage::refused(&["wigwam.tent-captured"], "The figure in between is a tent.", stream!("capture-tent")).seen_by(0),
        Passage::refused(
            &["wigwam.tent-captures"],
            "Here a tent tries to capture. Light's other figures are too far away, so light moves without capturing.",
            stream!("tent-captures"),
        ).seen_by(0),
    ],
};

const CHAINS: Chapter = Chapter {
    title: "Several captures in one turn",
    passages: &[
        Text(
            "If the figure that has captured can capture again from where it has landed, it may do so in the same turn, and so on: \
             a chain. Every single jump obeys the rules above. You may stop after any jump, unless you have agreed otherwise \
             (option `chain`). The bases that the victims and the figure itself have left are empty for the rest of the chain, so \
             the chain may use them. The jumps of a chain are judged one by one. After a wrong jump it is not clear where the \
             figure stands, so the jumps after it are not judged.",
        ),
        Text(
            "From one jump to the next a warrior goes straight on or turns at an obtuse angle. The angle lies on the base where the \
             warrior has landed, between the line from its last victim and the line to the next. In short: the next victim must \
             not stand next to the base where the last one stood.",
        ),
        Rules(&["R18", "R19", "D4"]),
        Passage::legal(
            "Three captures. The warrior jumps along row C, turns left at an obtuse angle on C4, and again on E5.",
            stream!("chain"),
        ),
        Passage::legal("The same position: one capture is enough.", stream!("chain-stops")),
        Passage::refused(
            &["wigwam.warrior-chain-turn"],
            "The second victim stands next to the base of the first: the warrior would have to turn at an acute angle on E4. \
             The first jump alone would be legal.",
            stream!("chain-sharp"),
        ).seen_by(0),
        Text("A chief turns between two jumps as he likes, at an acute angle too."),
        Rules(&["R26", "D3"]),
        Passage::legal(
            "The chief jumps straight over E4, turns sharply on F4, and jumps straight over E5.",
            stream!("chief-chain"),
        ),
        Text("With the capture of the enemy chief the game is over, and nothing follows it."),
        Rules(&["P9"]),
        Passage::refused(
            &["wigwam.chain-after-chief"],
            "The first jump captures the chief and wins. No second jump may follow.",
            stream!("after-chief"),
        ).seen_by(0),
        Text("If you have agreed that chains must go on (option `chain: compulsory`):"),
        Rules(&["P8"]),
    ],
};

const HUFFING: Chapter = Chapter {
    title: "Huffing, if you have agreed on it",
    passages: &[
        Text(
            "Usually you must capture when you can. Before the game you may agree on huffing instead (option `capture`). Then you may \
             move without capturing although one of your fighters could capture: you omit the capture. Your opponent answers in \
             their turn in one of three ways:",
        ),
        List(&[
            "They force: they name one of your figures that could have captured. Your move is taken back, and you must \
             capture with that figure, as you like and for as long as you like. Then it is their turn.",
            "They remove: they name one of your figures that could have captured and take it off the board as if it were \
             captured, even if your move has taken it to another base. Your move stands. Then they make their own move.",
            "They do neither, but move or capture. Then it is too late to huff.",
        ]),
        Text(
            "They can name only a fighter that could have captured before your move, and only if you captured with none. They can \
             never name a tent. If your chief is removed, you have lost (with the option `huff_chief: force_only` he can only be \
             forced).",
        ),
        Rules(&["R29", "R30", "P7", "P13"]),
        Passage::legal(
            "With huffing: light moves the tent although the warrior on C3 could capture. Dark may huff now.",
            stream!("huff-omits"),
        ),
        Passage::legal(
            "Dark forces the warrior on C3. The tent is back on B1, and light is to capture.",
            stream!("huff-force"),
        ),
        Passage::legal("Light does so, and it is dark's turn.", stream!("huff-forced")),
        Passage::refused(
            &["wigwam.forced-figure"],
            "Light cannot move the tent again: the forced warrior has to capture.",
            stream!("huff-disobeyed"),
        ).seen_by(0),
        Passage::legal(
            "Or dark removes the warrior on C3. The tent stays on C1, and dark is still to move.",
            stream!("huff-remove"),
        ),
        Passage::refused(
            &["wigwam.remove-innocent"],
            "The warrior on A4 could not have captured anything, so it cannot be removed.",
            stream!("huff-innocent"),
        ).seen_by(1),
        Text(
            "In one case your opponent must huff: if your move would end the game because your opponent is blocked (R32), because \
             your opponent has no warriors left (R33), or because only the two chiefs are left (R34). Otherwise you could win by \
             omitting a capture. A draw by repetition, or because nothing was captured for too long, is different: it takes \
             effect at once, and your opponent can no longer huff (P3).",
        ),
        Text(
            "After a removal, check again whether the huffed move wins. Its player is called the mover here. The mover wins at once: \
             with 2 points if the player who huffed is now blocked; with 1 point if the player who huffed has no warriors, the mover \
             still has some, and the other chief can capture none of these. The other ends wait until the player who huffed \
             has moved (P2).",
        ),
        Rules(&["P1", "P2"]),
        Passage::refused(
            &["wigwam.huff-due"],
            "Dark has no warriors left. Light's warrior could have captured the dark chief but has stepped away from him, which \
             would win the game. Dark must huff before anything else.",
            stream!("huff-due"),
        ).seen_by(1),
    ],
};

const HIDDEN: Chapter = Chapter {
    title: "What is hidden from whom",
    passages: &[Text(
        "Only light's arrangement is hidden, and only until dark has arranged too. Until then dark and all onlookers see which \
         figures light has, but not where they stand. From dark's arrangement on everything lies open. You may agree that light's \
         arrangement is open as well (option `placement: open`).",
    )],
};

const END: Chapter = Chapter {
    title: "The end",
    passages: &[
        Text(
            "Check these in order after each turn, when a chain is finished. \"You\" are the player whose turn it was. The first \
             that is true ends the game:",
        ),
        List(&[
            "You have captured the enemy chief: you win 2 points.",
            "Your opponent, who is to move now, is blocked: neither their chief nor any warrior they have left can move or \
             capture. You win 2 points, even if their tents could still move.",
            "You have captured all enemy warriors, you have at least one warrior yourself, and the enemy chief, who is to \
             move now, can capture none of your warriors: you win 1 point. Whether he could capture your chief does not \
             matter.",
            "Neither side has a warrior left, and the enemy chief cannot capture yours now: the game is drawn, and neither player \
             gets points. If he can capture yours, he must, and wins.",
        ]),
        Text("The loser gets no points. If none of these is true, the game goes on."),
        Rules(&["R31", "R32", "R33", "R34", "D7", "D8", "D9", "D10", "D11", "D12", "D13"]),
        Passage::legal("A warrior captures the chief: light wins 2 points.", stream!("end-chief")),
        Passage::legal(
            "Light's tent shuts dark in. Next to the dark chief stand only enemies and a warrior of his own, and all bases \
             that he could reach over this warrior are occupied. The warrior has no empty base next to it, and tents cannot be \
             captured. Light wins 2 points, although two dark tents could move.",
            stream!("end-blocked"),
        ),
        Passage::legal(
            "Light captures the last dark warrior, and the dark chief is far away: light wins 1 point.",
            stream!("end-warriors"),
        ),
        Passage::legal(
            "The same capture, but the dark chief stands next to the base where the warrior lands and can capture it. The game \
             goes on, and the chief must capture now.",
            stream!("end-not-yet"),
        ),
        Passage::legal(
            "Dark's chief captures the last warrior. Light's chief is too far away to capture him: a draw.",
            stream!("end-draw"),
        ),
        Text(
            "The printed rules allow a game to go on for ever. Two house rules prevent that. The game is also drawn when the same \
             position, with the same player to move, occurs for the third time since the set-up; and when 100 plies in a row have \
             captured nothing, the plies of both players counted together.",
        ),
        Rules(&["D17", "P3", "P4", "P5", "P6"]),
    ],
};

const TERMS: Chapter = Chapter {
    title: "Terms",
    passages: &[
        Terms(&[
            ("base", "one of the 37 places on which a figure can stand"),
            (
                "behind",
                "next to the victim, straight ahead or at an obtuse angle as seen from where the jump begins; for a \
                        warrior only straight ahead",
            ),
            (
                "blocked",
                "to move while neither the chief nor any remaining warrior can move or capture; tents do not count, except with \
                 the option `blockade: all_figures`",
            ),
            ("capture", "jump over an enemy fighter, who leaves the board"),
            ("chain", "several captures by one figure in one turn"),
            ("fighter", "a chief or a warrior"),
            ("figure", "a chief, a warrior or a tent"),
            ("force, remove", "the two ways of huffing"),
            ("huff", "what a player does to an opponent who has omitted a capture, if that was agreed on"),
            ("layout", "which eleven bases are the start bases of each side"),
            ("long move", "a move of the chief over two lines, without a capture"),
            ("next to, neighbouring", "joined by one line"),
            ("obtuse, acute angle", "see the chapter on the board"),
            ("omit a capture", "move without a capture although one was possible"),
            ("ply", "a move or a capture of one player"),
            ("side", "light or dark: a player with all their figures"),
            ("start base", "a base on which a figure of a side is set up"),
            ("victim", "the figure that is jumped over and captured"),
        ]),
        Text(
            "You can also begin from a position that you set up yourselves, such as a puzzle. It must obey the rules as \
             well. One rule is easy to miss. If a side without warriors cannot capture when its turn begins, the game is already \
             over. So if the player not on turn has no warriors, their chief has just captured or, with huffing, omitted a \
             capture.",
        ),
        Rules(&["P15", "D19"]),
    ],
};

const PROGRAM: Chapter = Chapter {
    title: "Writing a game down for the referee",
    passages: &[
        Text("An action is written as a line like these, with the bases by their names:"),
        Terms(&[
            (
                r#"{"action": {"arrange": {"chief": "B3", "tents": ["B2", "B4", "C4"], "warriors": ["B1", "B5", "C1", "C2", "C3", "C5", "C6"]}}}"#,
                "arrange all figures",
            ),
            (r#"{"action": {"move": {"from": "C3", "to": "C4"}}}"#, "move without capturing"),
            (
                r#"{"action": {"capture": {"from": "C2", "jumps": [{"over": "C3", "to": "C4"}]}}}"#,
                "capture; a chain has several jumps in their order, each with its victim and where it lands",
            ),
            (
                r#"{"action": {"huff": {"force": "C3"}}}"#,
                "huff; the figure is named by where it stood before the move that is taken back",
            ),
            (r#"{"action": {"huff": {"remove": "C3"}}}"#, "huff; the figure is named by where it stands now"),
        ]),
        Rules(&["P11"]),
    ],
};
