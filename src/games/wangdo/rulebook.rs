//! The rulebook of Wangdo.

use crate::game::rulebook::Passage::{Components, List, Options, Position, Rules, Terms, Text};
use crate::game::rulebook::{Chapter, Passage, Rulebook};

/// A stream of the examples.
macro_rules! stream {
    ($name:literal) => {
        include_str!(concat!("../../../fixtures/wangdo/rulebook/", $name, ".jsonl"))
    };
}

/// The rulebook.
pub(super) static RULEBOOK: Rulebook = Rulebook {
    chapters: &[
        ABOUT, BOX, BOARD, SETTING_UP, A_TURN, TAKING, PLACING, PAYING, COLUMNS, CARDS, SECRETS, THE_END, OPTIONS,
        TERMS, PROGRAM,
    ],
};

const ABOUT: Chapter = Chapter {
    title: "What the game is about",
    passages: &[
        Text(
            "Two to four bear princes travel from village to village. Where you raise a stele, a coloured pillar, you take the \
             token of knowledge that lies there and put it on your player board. In return you offer steles to the temples, one \
             for every stele beside the village. When a player's board is full, the round is finished and the game ends. If only \
             one board is full then, its owner wins. If several are full, the owner with the most Dragon Seals wins.",
        ),
        Text(
            "Only the seal cards are hidden, in the players' hands and in their pile. Chance decides where the tokens lie, which \
             steles come out of the bag and which seal card you draw.",
        ),
    ],
};

const BOX: Chapter = Chapter {
    title: "What is in the box",
    passages: &[
        Terms(&[
            ("a board in three parts", "villages joined by paths, and four temples. The middle part is called P"),
            (
                "4 player boards",
                "each with four columns of slots. One side has 2 slots in each column, the other has 3",
            ),
            ("84 steles", "pillars, 21 in each of the colours white, orange, black and blue"),
            ("40 tokens", "36 of knowledge, in four types, some with a Dragon Seal on them; and 4 that show a bear"),
            ("16 seal cards", "the face shows what the card does; every back shows one Dragon Seal"),
            ("a bag", "out of which steles are drawn without looking"),
            ("a golden bear", "for the player who begins"),
        ]),
        Components(
            "All steles, tokens and seal cards; ×21 means that there are 21 of them. The figure of a card bears A, B or 3, for \
             its kind. The chapter on seal cards explains every card.",
        ),
        Text(
            "The rulebook that this page follows says neither what the cards do nor which paths the board has, and some numbers \
             are missing. What is marked as reconstructed takes their place; if you own the game, go by your board and your \
             cards. If you do not, you can make everything from paper and counters in four colours.",
        ),
        Rules(&["D31", "D32", "D33", "D34", "D35"]),
    ],
};

const BOARD: Chapter = Chapter {
    title: "The board",
    passages: &[
        Text(
            "A village is a place for one thing: a token or a stele. The villages are called V01 to V40, counted downwards, column \
             after column. A line between two villages is a path. Villages that a path joins are beside each other, and no \
             others are. No two paths cross.",
        ),
        Position {
            caption: "The whole board, for four players: 40 villages. V01 to V16 are the left part, V17 to V24 part P, V25 to \
                      V40 the right part.",
            stream: r#"{"referee":1,"game":"wangdo","players":4}"#,
        },
        Position {
            caption: "The board for two or three players: 32 villages. Part P is left out and its neighbours are joined \
                      directly, V13 to V25, V14 to V26, V15 to V27 and V16 to V28.",
            stream: r#"{"referee":1,"game":"wangdo","players":2}"#,
        },
        Rules(&["R1"]),
        Text(
            "There are four temples, one for each colour. A temple is a row of five altars. Each altar has room for one stele of \
             the temple's colour; the altars are filled from the left. The temples are shown below the board; a dot, or a \
             dashed circle round the temple's colour in drawn pictures, is an empty altar.",
        ),
        Text("The signs in the pictures:"),
        List(&[
            "a pillar with wh, or, bk or bl for a stele: white, orange, black or blue;",
            "a circle with rel, edu, mil or tra for a token of religion, education, military or trade, and with * if the \
             token carries a Dragon Seal; bear for a bear token;",
            "a card with its name for a seal card, and with ? for one that lies face down;",
            "A, B, C and D for the players. Player 0, who begins, is A, player 1 is B, and so on.",
        ]),
    ],
};

const SETTING_UP: Chapter = Chapter {
    title: "Setting up",
    passages: &[
        List(&[
            "Lay out the board: all of it for four players, without part P for two or three.",
            "Each player takes a player board: with two players the side with 3 slots in each column, with three or four \
             players the side with 2.",
            "With two or three players, take 8 of the 40 tokens out of the game: for each of the four types one with a Dragon \
             Seal and one without. 32 are left.",
            "Shuffle the tokens face down and lay one face up on every village.",
            "Put one stele of its colour on the first altar of every temple, and the other 80 into the bag.",
            "Draw four steles from the bag without looking and put them in the place of the four bear tokens, which leave the \
             game. These four are the first steles on the board; it does not matter if some of them stand beside their own \
             colour.",
            "Each player draws three steles from the bag. They are the player's reserve and lie in front of them, open.",
            "Shuffle the seal cards into a pile, face down. No player has a card yet.",
            "Agree on who begins. That player takes the golden bear and keeps it to the end.",
        ]),
        Position {
            caption: "A start for three players. Everything lies open except the pile of seal cards. For the bag the picture \
                      shows what must be in it.",
            stream: r#"{"referee":1,"game":"wangdo","players":3,"seed":8}"#,
        },
        Rules(&["R2", "R3", "R4", "R5", "R6", "R7", "R8", "D15", "D16"]),
    ],
};

const A_TURN: Chapter = Chapter {
    title: "A turn",
    passages: &[
        Text("The player with the golden bear begins, and play goes clockwise. In your turn, in this order,"),
        List(&[
            "you may play seal cards of kind B, as many as you like, each an action of its own;",
            "you do one standard action: you take steles, or you gain a token. Just before it you may play cards of kind A, \
             which alter it;",
            "you may play further cards of kind B. If one of them gives you an additional standard action, you do that too, \
             again with cards of kind A if you like;",
            "you end your turn;",
            "if you now have more than ten steles in your reserve, you return some to the bag until you have ten.",
        ]),
        Text(
            "You must do your standard action: you cannot leave it out. You may pass only if none is possible, which hardly ever \
             happens. You need not play a card. If you still hold a card from before this turn, say when your turn ends; if you \
             hold none, it ends by itself.",
        ),
        Rules(&["R9", "R10", "D19", "D18", "P22", "P16"]),
        Text(
            "The examples in the following chapters come from games of two players, with 3 slots in each column and without part \
             P. A picture shows what the player on turn sees, unless it says otherwise.",
        ),
        Passage::refused(
            &["wangdo.pass-with-actions"],
            "There are steles in the temples and in the bag, so A cannot pass.",
            stream!("pass"),
        )
        .seen_by(0),
    ],
};

const TAKING: Chapter = Chapter {
    title: "Taking steles",
    passages: &[
        Text("As your standard action you may take steles into your reserve, in one of two ways:"),
        List(&[
            "two steles of your choice from the temples, from one temple or from two;",
            "or three steles from the bag, drawn without looking.",
        ]),
        Text(
            "Take the stele at the right end of its row, so that a temple has no gaps. If the temples hold only one stele in all, \
             you take that one. If the bag holds fewer than three, you draw all of them.",
        ),
        Rules(&["R11", "D10", "D11", "D12"]),
        Passage::legal("A takes one white and one blue stele from the temples.", stream!("take")).seen_by(0),
        Passage::refused(&["wangdo.temple-short"], "The white temple holds only one stele.", stream!("take-short"))
            .seen_by(0),
        Passage::legal("A draws three steles from the bag. All players see them.", stream!("draw")).seen_by(0),
        Text(
            "During your turn you may have any number of steles. Count them only when it has ended. If you have more than ten, you \
             choose which of them go back to the bag.",
        ),
        Rules(&["R12", "D13"]),
        Passage::legal("A has 12 steles and returns two of them.", stream!("return")).seen_by(0),
        Passage::refused(&["wangdo.return-count"], "Returning only one would leave 11.", stream!("return-one"))
            .seen_by(0),
    ],
};

const PLACING: Chapter = Chapter {
    title: "Gaining a token",
    passages: &[
        Text(
            "As your standard action you may instead put a stele from your reserve on a village. You may do so only if all of \
             these are true:",
        ),
        List(&[
            "a token still lies on the village;",
            "your player board has an empty slot for the type of this token;",
            "at least one stele stands beside the village;",
            "no stele beside it has the same colour as yours;",
            "you can pay the whole price, as the next chapter explains.",
        ]),
        Text(
            "You place the stele, take the token and put it into an empty slot of its column. If that was the last slot of the \
             column, you draw a seal card at once. Then you pay the price. The stele stays on the village; only \
             the card Board Swap can move it.",
        ),
        Rules(&["R13", "R14", "R15", "R16", "D3", "D17", "R31"]),
        Text(
            "The price depends only on the steles beside the village: for each of them you pay one stele of the same colour. In \
             the next picture black stands on V06, blue on V11, white on V30 and orange on V36. Some villages in it:",
        ),
        Terms(&[
            ("V02, V03, V05, V10", "price: 1 black. A white, an orange or a blue stele may be placed"),
            ("V08, V12, V15", "price: 1 blue. White, orange or black"),
            ("V07", "price: 1 black and 1 blue. White or orange"),
            ("V31, V35", "price: 1 white and 1 orange. Black or blue"),
            ("V01, V14, V16, V37", "no stele stands beside them, so no stele can be placed there yet"),
        ]),
        Passage::legal(
            "A places orange on V07, takes the token of education and pays 1 black and 1 blue, for the steles on V06 and V11.",
            stream!("place"),
        )
        .seen_by(0),
        Passage::refused(&["wangdo.same-colour"], "V07 lies beside a black stele.", stream!("place-beside-own")).seen_by(0),
        Passage::refused(&["wangdo.no-neighbour"], "No stele stands beside V01.", stream!("place-alone")).seen_by(0),
        Passage::refused(
            &["wangdo.price-unpayable"],
            "V31 costs 1 white and 1 orange, and A has no white stele.",
            stream!("place-too-dear"),
        )
        .seen_by(0),
        Passage::refused(
            &["wangdo.column-full"],
            "A has three tokens of education already. A fourth can never be gained.",
            stream!("place-full-column"),
        )
        .seen_by(0),
    ],
};

const PAYING: Chapter = Chapter {
    title: "Paying, and rituals",
    passages: &[
        Text(
            "After placing, pay from your reserve: for every stele beside the village one stele of the same colour. Two black \
             steles beside it cost two black ones. The stele that you have just placed is on the board and cannot pay. Each stele \
             that you pay goes to the first empty altar of the temple of its colour.",
        ),
        Rules(&["R17", "D1", "D2", "D4", "D5", "R32"]),
        Passage::legal("Two black steles stand beside V07: the price is 2 black.", stream!("place-two-alike")).seen_by(0),
        Text(
            "If a stele that you pay fills the last altar of a temple, there is a ritual at once, before you go on paying:",
        ),
        List(&[
            "all five steles of that temple go back to the bag;",
            "then you may take one stele from any other temple into your reserve. You need not.",
        ]),
        Text(
            "The temple that was filled is now empty, and you go on paying. A stele that you have taken in the ritual may pay the \
             rest of the price. So you may place a stele although you do not yet have the whole price, if rituals during the \
             payment bring what is missing. There may be several rituals in one payment.",
        ),
        Rules(&["R18", "R19", "R20", "D6", "D7", "D9"]),
        Passage::legal(
            "A has no blue stele left after placing, but the black one that A pays fills the black temple. In the ritual A takes \
             blue and pays with it. A has no choice, since nothing else would pay the price.",
            stream!("ritual-pays"),
        )
        .seen_by(0),
        Passage::refused(
            &["wangdo.price-unpayable-apart"],
            "The same with the option `ritual_pays: false`: now A must be able to pay without the steles that rituals bring.",
            stream!("ritual-apart"),
        )
        .seen_by(0),
        Text(
            "If the payment can cause a ritual, the order matters: you choose, stele by stele, which colour you pay next, and what \
             you take in the ritual. But you may never pay or take in a way that would leave you unable to pay the rest. If only \
             one choice is left, it happens by itself.",
        ),
        Rules(&["D8", "P9", "P8", "P10"]),
        Passage::legal(
            "A has placed orange on V07 and owes 1 black and 1 blue. Black fills the temple: its five steles go to the bag.",
            stream!("ritual-begins"),
        )
        .seen_by(0),
        Passage::legal("In the ritual A takes a white stele. The blue one is then paid.", stream!("ritual-takes")).seen_by(0),
        Passage::refused(
            &["wangdo.ritual-same-temple"],
            "The stele must come from another temple than the one that was filled.",
            stream!("ritual-same"),
        )
        .seen_by(0),
        Passage::refused(
            &["wangdo.pay-dead-end"],
            "A owes 1 white, 1 black and 2 blue, and has only one blue stele; the blue temple is empty. If black were paid \
             now, its ritual could not bring the second blue one.",
            stream!("pay-dead-end"),
        )
        .seen_by(0),
        Passage::legal(
            "So blue comes first. When black is paid after it, A takes that blue stele back in the ritual and pays it again.",
            stream!("pay-order"),
        )
        .seen_by(0),
    ],
};

const COLUMNS: Chapter = Chapter {
    title: "A full column",
    passages: &[
        Text(
            "When you fill the last slot of a column on your player board, you draw the top card of the pile of seal cards, before \
             you pay the price. You look at it and keep it in your hand, hidden from the others. You cannot play it in this turn. \
             There are four columns, so a player never has more than four cards, and the pile cannot run out.",
        ),
        Rules(&["R21", "R23", "P1"]),
        Passage::legal(
            "A gains the third token of education and draws a card, which is shown apart from the others in this turn. Then A pays \
             1 white and 1 black. A still holds a card from an earlier column, so the turn goes on.",
            stream!("column"),
        )
        .seen_by(0),
    ],
};

const CARDS: Chapter = Chapter {
    title: "Seal cards",
    passages: &[
        Text(
            "You may play any of your cards in your turn, except a card that you have drawn in the same turn. A card that you have \
             played goes face up on a discard pile and does not come back. A card that you keep counts as a Dragon Seal at the \
             end. In the numbered statements, `extra_action` is the card Extra Action, and so on.",
        ),
        Rules(&["R22", "R24", "R25", "R26"]),
        Passage::refused(
            &["wangdo.card-new"],
            "A has drawn the card in this turn and cannot play it yet.",
            stream!("card-new"),
        )
        .seen_by(0),
        Text(
            "Cards of kind B are actions of their own. Play one at any time in your turn before you end it, except in the \
             middle of a payment and between a card of kind A and its action. Do at once what it says:",
        ),
        Terms(&[
            (
                "Extra Action (2 cards)",
                "you must do one more standard action in this turn, under all the usual rules. Some standard action must be \
                 possible when you play the card",
            ),
            (
                "Board Swap (2 cards)",
                "choose two villages with steles of different colours and exchange these steles. In their new places neither of \
                 them may come to stand beside its own colour. You pay nothing and gain no token. The two villages may lie \
                 beside each other",
            ),
            (
                "Player Swap (2 cards)",
                "choose one other player. Give them one or two steles of your reserve and take the same number of theirs. You \
                 choose all of these steles, and they cannot refuse. No colour may be both given and taken",
            ),
            ("Draw Three (2 cards)", "draw three steles from the bag, or those that are left"),
        ]),
        Rules(&["D24", "P12", "D25", "P20", "D26", "P18", "D27", "P21"]),
        Passage::legal(
            "A plays a single card, Draw Three, and still has to do the standard action.",
            stream!("draw-three"),
        )
        .seen_by(0),
        Passage::legal("A exchanges white on V12 and orange on V36.", stream!("board-swap")).seen_by(0),
        Passage::refused(
            &["wangdo.swap-same-colour", "wangdo.swap-same-colour"],
            "White on V05 and black on V31 cannot change places: each would come to stand beside its own colour.",
            stream!("board-swap-beside"),
        )
        .seen_by(0),
        Passage::legal("A gives B two orange steles for a white and a blue one.", stream!("player-swap")).seen_by(0),
        Passage::refused(
            &["wangdo.swap-common-colour"],
            "Black would go to B and come from B.",
            stream!("player-swap-common"),
        )
        .seen_by(0),
        Passage::legal("A now has two standard actions to do.", stream!("extra-action")).seen_by(0),
        Passage::refused(
            &["wangdo.action-owed"],
            "A has played the card and has taken two steles. The additional standard action must be done before the turn can end.",
            stream!("extra-twice"),
        )
        .seen_by(0),
        Text(
            "Cards of kind A alter one standard action, which may be an additional one. Play them just before it. You must then do \
             an action of that kind next, and until it is done you may play only further cards that alter the same action.",
        ),
        Terms(&[
            (
                "Discount (2 cards)",
                "before you gain a token: you pay one stele less than the price and choose which. With both cards you pay two \
                 less, but a price never falls below zero",
            ),
            (
                "Same Colour (2 cards)",
                "before you gain a token: steles of the same colour may stand beside yours. They count for the price like all \
                 others. You may play only one of these cards for a placement",
            ),
            (
                "Temple Three (2 cards)",
                "before you take steles from the temples: you take three instead of two, or all if there are fewer. You may play \
                 only one of these cards for an action. It does not help when you draw from the bag",
            ),
        ]),
        Rules(&["D28", "P11", "D29", "D30", "P13", "P14"]),
        Passage::legal(
            "A has just played Temple Three and takes two white steles and one black one from the temples.",
            stream!("temple-three"),
        )
        .seen_by(0),
        Passage::refused(
            &["wangdo.declared-action-due"],
            "Temple Three has been played. A must take from the temples and cannot draw from the bag.",
            stream!("temple-three-draw"),
        )
        .seen_by(0),
        Passage::legal(
            "V02 costs 1 white and 1 black. After a Discount A has to pay only one of them. A has black but no white, and so pays \
             black.",
            stream!("discount"),
        )
        .seen_by(0),
        Text(
            "Cards can be combined. You may play a card of kind A that is not enough by itself if further cards that you may \
             play now make its action possible; you must then play those too. You may also play a card that your action does \
             not need; it is then spent for nothing.",
        ),
        Rules(&["P15", "P15b"]),
        Passage::refused(
            &["wangdo.same-colour", "wangdo.price-unpayable"],
            "A would like to put white on V02. But white stands beside it, on V05. Besides, the price is 1 white and 1 black, and A \
             could pay only black.",
            stream!("without-cards"),
        )
        .seen_by(0),
        Passage::refused(
            &["wangdo.price-unpayable"],
            "With Same Colour alone the price is still too high.",
            stream!("one-card"),
        )
        .seen_by(0),
        Passage::legal(
            "With Same Colour and Discount, played one after the other, A places white on V02 and pays 1 black.",
            stream!("two-cards"),
        )
        .seen_by(0),
        Passage::refused(
            &["wangdo.card-in-payment"],
            "White would fill its temple, so A chooses the order of payment. Until the whole price is paid A can play no card.",
            stream!("card-in-payment"),
        )
        .seen_by(0),
        Text("The card Three Seals (2 cards) is of neither kind. You keep it, and it counts three Dragon Seals at the end."),
        Rules(&["D23"]),
        Passage::refused(&["wangdo.card-not-playable"], "Three Seals is never played.", stream!("three-seals")).seen_by(0),
    ],
};

const SECRETS: Chapter = Chapter {
    title: "What is hidden from whom",
    passages: &[
        Text(
            "Everything lies open except three things: which seal cards another player holds, the order of their pile, and what \
             will come out of the bag. You see how many cards the others hold, and every card that was played. Reserves and \
             player boards are open, so you can work out what the bag holds. When the game is over, all hands are shown.",
        ),
        Rules(&["D14", "P24"]),
        Passage::legal(
            "This is the move of the chapter on a full column once more, now as B sees it. A fills a column and draws a card; B \
             does not see which. Of the cards in the players' hands B sees only B's own, a Discount. A ? stands for a card that \
             B does not see.",
            stream!("column"),
        )
        .seen_by(1),
    ],
};

const THE_END: Chapter = Chapter {
    title: "The end, and who wins",
    passages: &[
        Text(
            "When all four columns of a player are full, their board is full: 8 tokens with three or four players, 12 with two. \
             This brings the end. The player finishes the turn: they draw the card, pay, may play other cards and return steles. \
             Then the round goes on until the player to the right of the golden bear has had a turn, so that all have had the \
             same number of turns. Then the game is over. If the last player of the round is the first to fill their board, the \
             game is over after that turn.",
        ),
        Rules(&["R27", "D20", "P17"]),
        Text("Only players with a full board compete. If there is only one, that player wins. If there are several, each adds up"),
        List(&[
            "1 for every Dragon Seal on their tokens;",
            "1 for every seal card in their hand, for the seal on its back;",
            "3 instead of 1 for every card Three Seals in their hand.",
        ]),
        Text(
            "The player with the most Dragon Seals wins. Players with the same number share the victory. A card that was played \
             counts nothing. A card drawn for the last column counts, although it can never be played.",
        ),
        Rules(&["R28", "R29", "R30", "D21", "R33"]),
        Passage::legal(
            "A's board is full. B is the last player of the round and fills theirs as well. B has 5 seals on tokens and 1 card: 6. \
             A has 4 on tokens, 3 for the card Three Seals and 1 for the other card: 8. A wins. (The points in the picture are \
             the tokens.)",
            stream!("end"),
        )
        .seen_by(1),
        Text(
            "Two house rules keep a game from going on for ever. First, the game ends after a turn when all can see that no player \
             will ever gain a token again: a stalemate. Then no free village is open to any player: the column of its token is \
             full on their board, or no stele stands beside it, or steles of all four colours do. Only two cards can change that: \
             Board Swap, and Same Colour in the hand of a player who has room for the token of a free village beside a stele. As \
             long as a card in a hand might be one of these, because not all of them have been played, the game goes on. Second, \
             the game ends after 200 complete rounds. In both cases no board is full. The player with the most tokens wins then; \
             among those with equally many, the one with the most Dragon Seals; if these are equal too, they share the victory. \
             The others share the place after the winners.",
        ),
        Rules(&["P7", "D22", "P6"]),
    ],
};

const OPTIONS: Chapter = Chapter {
    title: "Options",
    passages: &[Text("The value in brackets is what is played unless you agree on something else."), Options],
};

const TERMS: Chapter = Chapter {
    title: "Terms",
    passages: &[Terms(&[
        ("altar", "a place for one stele in a temple"),
        ("bear token", "one of four tokens that mark where the first steles stand; they leave the game in the set-up"),
        ("beside", "joined by a path; villages beside each other are neighbours"),
        ("column", "the slots for one type of knowledge on a player board"),
        ("declare", "to play a card of kind A, before the action that it alters"),
        ("discard", "to lay a played card on the open pile of cards that are out of the game"),
        ("Dragon Seal", "a sign on some tokens and on the back of every seal card; it decides among full boards"),
        ("due", "still to be paid"),
        ("free village", "one on which a token still lies"),
        ("full board", "a player board without an empty slot"),
        ("golden bear", "the sign of the player who begins every round; play goes clockwise from there"),
        ("kind A, kind B", "seal cards that alter a standard action; seal cards that are an action of their own"),
        ("knowledge", "religion, education, military and trade: the four types of tokens"),
        ("owed", "a standard action that must still be done in this turn"),
        ("part P", "the middle part of the board, with V17 to V24, for four players only"),
        ("path", "a line that joins two villages"),
        ("price", "what you pay for placing on a village: as many steles of each colour as stand beside it"),
        ("reserve", "the steles of a player, in view of all"),
        ("ritual", "what happens when the last altar of a temple is filled"),
        ("round", "one turn of each player, beginning with the golden bear"),
        ("seal card", "a card drawn for a full column; not to be confused with the Dragon Seal on it"),
        ("slot", "a place for one token on a player board"),
        ("standard action", "taking steles, or gaining a token"),
        ("stele", "a pillar in one of four colours; steles of the same colour are all alike"),
        ("temple", "the row of altars for steles of one colour"),
        ("token", "a disc of knowledge, with or without a Dragon Seal"),
    ])],
};

const PROGRAM: Chapter = Chapter {
    title: "Writing a game down for the referee",
    passages: &[
        Text(
            "A game that was played at a table is written down with what was drawn. Its header, the first line, says \
             `\"draws\": \"recorded\"`. Each thing that is drawn is a line of its own, at the place where it was drawn, in this \
             order:",
        ),
        Terms(&[
            (
                "{\"chance\": {\"token\": \"education+seal\"}}",
                "the token that is laid on the next village that has none, by number; one without Dragon Seal is written as \
                 its knowledge alone, and the bear as `bear`",
            ),
            (
                "{\"chance\": {\"stele\": \"white\"}}",
                "a stele from the bag: one for each bear, then three for each player, those of player 0 first; later every stele \
                 that a player draws",
            ),
            (
                "{\"chance\": {\"seal_card\": \"board_swap\"}}",
                "the seal card that the player on turn gets for a full column",
            ),
        ]),
        Text("These statements are about what players are asked and how it is written down:"),
        Rules(&["P2", "P3", "P4"]),
    ],
};
