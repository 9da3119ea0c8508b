//! The chapters about the table, the turns and the end.

use crate::game::rulebook::Passage::{List, Position, Rules, Terms, Text};
use crate::game::rulebook::{Chapter, Passage};

pub(super) const TABLE: Chapter = Chapter {
    title: "The table",
    passages: &[
        Text(
            "In the middle lie four rows of ingredients and two lines of coins. Two rows share a line. The number of coins in the \
             line is the price of each of the two rows.",
        ),
        Terms(&[
            ("rows A1 and A2", "three ingredients each, beside line 3"),
            ("rows B1 and B2", "two ingredients each, beside line 2"),
            ("line 3", "six coins at the start: A1 costs six, and so does A2"),
            ("line 2", "four coins at the start: B1 costs four, and so does B2"),
            ("the pile", "face-down ingredients with which rows are refilled"),
            ("the wok cards on offer", "face up, for all players to take; one that is taken is not replaced"),
            (
                "in front of you",
                "the ingredients that you have laid and your wok cards, face up; your other cards are in your hand",
            ),
        ]),
        Position {
            caption: "The table of three players at the start. In the market each line is a row, its price and its cards: B1 costs \
                      4 coins and holds two cards.",
            stream: stream!("start"),
        },
        Text(
            "In the pictures cards have short names. A drawn wok card shows what it earns on white, and below it what it needs, \
             with the first four letters of each ingredient.",
        ),
        Terms(&[
            ("tuna; tuna bowl; tuna 2 bowls", "a tuna without a symbol; with one bowl; with two bowls"),
            ("W02 =8", "a covered wok worth 8 points"),
            ("W05 4 broccoli+3 prawn =20", "a group wok: 20 points for each set of 4 broccoli and 3 prawns"),
            ("W11 3 alike =6", "a hard wok: 6 points for each 3 ingredients of one type"),
            ("W13 any =1 each", "the experimental wok: 1 point for each ingredient"),
            ("W14 from hand =2 each", "the alternative wok: 2 points for each ingredient from the hand"),
            ("W15 no symbol =3 each", "the free wok: 3 points for each ingredient that shows no symbol"),
            (
                "W16 chicken =2 each | carrot =1 each",
                "a concert: 2 points for each chicken on its left wok, 1 for each carrot on its right one",
            ),
            ("W22 cook: concert 5/1", "a double-wok man: 5 for each ingredient on the left, 1 on the right"),
        ]),
        Rules(&["R11", "R12", "R16"]),
    ],
};

pub(super) const SETTING_UP: Chapter = Chapter {
    title: "Setting up",
    passages: &[
        List(&[
            "Shuffle the ingredients and remove as many at random as the list below says. They stay out of the game, and every \
             player may look through them at any time. The others are the face-down pile.",
            "Deal three ingredients face up into each of the rows A1 and A2 and put six coins beside them: line 3.",
            "Deal two ingredients face up into each of the rows B1 and B2 and put four coins beside them: line 2.",
            "Shuffle all wok cards, red and blue together. Lay as many face up as the list below says. The others are out of the \
             game.",
            "Every player takes three coins into their hand, and no ingredients. Coins that are left over are out of the game.",
        ]),
        Terms(&[
            (
                "2 players",
                "24 ingredients are removed, 29 are left in the pile; 12 wok cards on offer; 16 coins in play, 6 left over",
            ),
            (
                "3 players",
                "12 ingredients are removed, 41 are left in the pile; 15 wok cards on offer; 19 coins in play, 3 left over",
            ),
            (
                "4 players",
                "no ingredient is removed, 53 are left in the pile; 18 wok cards on offer; all 22 coins in play",
            ),
        ]),
        Text(
            "The player who used a wok last begins, and the turns go round clockwise. The players are numbered in this order: the \
             first is player 0, the next ones are players 1, 2 and 3.",
        ),
        Rules(&["R8", "R9", "R10", "R13", "R14", "R15", "D12", "R17", "D1"]),
    ],
};

pub(super) const TURN: Chapter = Chapter {
    title: "A turn",
    passages: &[
        Text("In your turn you do exactly one of these three actions, once:"),
        List(&["take one coin from a line,", "buy one row of ingredients, or", "pay for one wok card and take it."]),
        Text(
            "Then it is the next player's turn. You must act. You pass only if none of the three is possible: each line is down to \
             its last coin, you cannot afford any row with cards in it, and you cannot pay for a wok card or none is left. That is \
             very rare, since a line nearly always has a coin to spare. You may hold any number of coins and cards.",
        ),
        Rules(&["R18", "R19", "R20", "D9", "D10", "P17", "D22"]),
        Passage::legal(
            "Both lines are down to their last coin, Arthur has no coin, and a bowl and a spoon do not pay for a wok card: Arthur \
             passes.",
            stream!("pass"),
        ),
        Passage::refused(
            &["we-will-wok-you.pass-with-actions"],
            "Here Arthur could do all three, so passing is refused.",
            stream!("pass-refused"),
        ),
    ],
};

pub(super) const COIN: Chapter = Chapter {
    title: "Taking a coin",
    passages: &[
        Text(
            "Take one coin from line 3 or from line 2 into your hand. You now have a coin more, and both rows beside that line cost \
             one coin less for all players. At the start you have three coins and the cheapest row costs four, so the first player \
             can do nothing else.",
        ),
        Text("The last coin of a line must stay, so no row is ever free."),
        Rules(&["R21", "R22", "R23", "R24", "R65"]),
        Passage::legal("Sophie takes a coin from line 2: B1 and B2 cost three instead of four.", stream!("coin")),
        Passage::refused(
            &["we-will-wok-you.last-coin"],
            "Line 2 is down to its last coin, which stays.",
            stream!("coin-last"),
        ),
    ],
};

pub(super) const BUYING: Chapter = Chapter {
    title: "Buying a row",
    passages: &[
        List(&[
            "Choose a row with at least one card in it. Pay from your hand as many coins as lie in the line beside it.",
            "Put these coins into that same line. The line now has twice as many coins, so both its rows cost twice as much.",
            "Take all cards of the row into your hand.",
            "Refill that row at once from the pile: A1 or A2 to three cards, B1 or B2 to two. If the pile has too few cards, put \
             in those that are left, perhaps none. Cards never move from one row to another.",
        ]),
        Text(
            "The price is always the number of coins in the line. So a row that is not full still costs the full price. An empty \
             row cannot be bought at all.",
        ),
        Rules(&["R25", "R26", "R27", "R31", "R66", "D5b", "D5"]),
        Passage::legal(
            "Arthur pays four coins for A1. They join line 3, which now holds eight. The second picture shows A1 still empty: the \
             next three cards of the pile go there, and then it is Sophie's turn.",
            stream!("buy"),
        ),
        Passage::refused(
            &["we-will-wok-you.coins-short"],
            "A1 costs seven coins, and Arthur has five.",
            stream!("buy-short"),
        ),
        Rules(&["R28", "R29", "D5c"]),
    ],
};

pub(super) const TAKING: Chapter = Chapter {
    title: "Taking a wok card",
    passages: &[
        List(&[
            "Choose one symbol: cookie, spoon, bowl or chopsticks.",
            "Lay ingredient cards from your hand face up in front of you that show this symbol exactly four times in all. A star \
             counts as the symbol, and a card that shows the symbol twice counts twice. The types of the ingredients do not \
             matter. Every card that you lay must show the symbol or a star.",
            "Take any one wok card on offer, red or blue, and put it in front of you. It is not replaced.",
        ]),
        Text(
            "Laid cards stay in front of you. They cannot pay again and do not return to your hand, but at the end you may put them \
             on your woks. When no wok card is left, you can no longer pay for one.",
        ),
        Rules(&["R32", "R33", "D6", "D7", "D8", "D8b", "R34", "R36", "P18"]),
        Passage::legal(
            "Arthur lays a card with two bowls, a card with one bowl and a card with a star: four bowls. Arthur has paid and takes a \
             wok card in the same turn.",
            stream!("pay"),
        ),
        Passage::legal("Arthur takes W09, and the turn is over.", stream!("take")),
        Passage::refused(
            &["we-will-wok-you.wok-not-offered"],
            "W11 is not on offer: Arthur took it earlier.",
            stream!("take-absent"),
        ),
        Passage::refused(
            &["we-will-wok-you.symbols-short"],
            "Two bowls and a star show three symbols; four are needed.",
            stream!("pay-short"),
        ),
        Passage::refused(
            &["we-will-wok-you.card-idle", "we-will-wok-you.symbols-more"],
            "Two faults: the card with a spoon shows no bowl, and the others show five bowls instead of four.",
            stream!("pay-more"),
        ),
        Rules(&["R35", "D20"]),
        Passage::refused(
            &["we-will-wok-you.already-laid"],
            "The octopus with two spoons paid for W11. It lies in front of Arthur and cannot pay again.",
            stream!("pay-laid"),
        ),
    ],
};

pub(super) const HIDDEN: Chapter = Chapter {
    title: "What is hidden",
    passages: &[
        Text(
            "Only the order of the pile is hidden; no player may look at it. All see the market, the wok cards on offer, laid cards, \
             wok cards that were taken and the removed ingredients. You hold your coins and ingredients so that the others do not \
             see them, but they have all seen you get them and may remember. So the pictures show all hands.",
        ),
        Rules(&["D21", "P25"]),
    ],
};

pub(super) const END: Chapter = Chapter {
    title: "The end of the game",
    passages: &[
        Text(
            "The game goes on as long as there is at least one ingredient beside each of the two lines. The end is triggered when a \
             player buys the last ingredients beside a line: the pile has nothing left for the refill, and both rows of that line \
             are empty.",
        ),
        Text(
            "Then every player has exactly one more action. The turns simply go on: the next player clockwise comes first, and \
             the player who bought the last row comes last. In a last action you may do what you may do in any turn, and you must act if you can. (The rulebook says only that you may. \
             If you agree to play it as printed, you may pass: option `final_pass: allowed`.) You may still take a coin from the \
             line whose rows are empty. If the rows of the other line are sold out as well now, that changes nothing. After the \
             last actions you declare.",
        ),
        Rules(&["R30", "R39", "D4", "P28", "R40", "D2", "D3", "D11"]),
        Passage::legal(
            "The pile is empty, and so is B2. Arthur buys the last card beside line 2: the end is triggered. Sophie has the \
             first of the two last actions, then Arthur the other.",
            stream!("end"),
        ),
    ],
};
