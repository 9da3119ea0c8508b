//! The rulebook: play in `playing`, the final declaration and who wins in `scoring`, the rest here.

/// A stream of the examples.
macro_rules! stream {
    ($name:literal) => {
        include_str!(concat!("../../../../fixtures/we-will-wok-you/rulebook/", $name, ".jsonl"))
    };
}

mod playing;
mod scoring;

use crate::game::rulebook::Passage::{Components, Options, Rules, Terms, Text};
use crate::game::rulebook::{Chapter, Rulebook};

/// The rulebook.
pub(super) static RULEBOOK: Rulebook = Rulebook {
    chapters: &[
        ABOUT,
        BOX,
        playing::TABLE,
        playing::SETTING_UP,
        playing::TURN,
        playing::COIN,
        playing::BUYING,
        playing::TAKING,
        playing::HIDDEN,
        playing::END,
        scoring::DECLARATION,
        scoring::COOKS,
        scoring::EXAMPLE,
        scoring::WINNER,
        OPTIONS,
        TERMS,
        PROGRAM,
    ],
};

const ABOUT: Chapter = Chapter {
    title: "What the game is about",
    passages: &[
        Text(
            "You cook for a music festival whose ingredients were stolen. In your turns you collect coins, buy rows of \
             ingredients with them, and show the symbols on your ingredients to take wok cards. When the ingredients beside one \
             line of coins are sold out, every player has one last action. Then you put your ingredients on your wok cards, each \
             ingredient on at most one of them, and the wok cards give points. The most points win.",
        ),
        Text(
            "An ingredient card serves you twice. During the game its symbols help to pay for a wok card. Cards that have paid stay \
             yours, so at the end you can put the same card on a wok for points.",
        ),
        Rules(&["R1"]),
    ],
};

const BOX: Chapter = Chapter {
    title: "What is in the box",
    passages: &[
        Terms(&[
            ("22 coins", "each is worth 1"),
            (
                "63 ingredient cards",
                "six types: broccoli (on the cards called Freddie Broccoli), chicken (Chick'n Jagger), carrot (Mariah \
                 Carrot), tuna (Tina Tuna), octopus (Ozzy Octopus) and prawn (Elvis the King Prawn). A card tells how many of its type there are and shows no, one or two symbols. The symbols are printed in two \
                 corners of the card, the same in both: count one corner only",
            ),
            (
                "5 kinds of symbol",
                "fortune cookie, spoon, bowl, chopsticks, and the star, which stands for any of the other four",
            ),
            (
                "21 wok cards with a red border",
                "they show one wok or two and give points at the end. A covered wok gives them by itself, an open one for the \
                 ingredients that you put on it",
            ),
            (
                "4 wok cards with a blue border",
                "the cooks. A cook gives nothing by himself: at the end you give him to one of your red cards, and he \
                 changes what that card takes or pays",
            ),
        ]),
        Components(
            "Every card of the game; ×2 means that there are two of it. Wok cards are called W01 to W25 here; these numbers are \
             not on the cards. The colours only tell the ingredients apart. The rulebook that this page follows does not describe \
             the cards listed as reconstructed, or not completely, and it does not say how many cards of each type there are. On \
             W22, 5 and 1 are printed; which of them is on the left is reconstructed. If you own the game, go by your cards.",
        ),
        Rules(&["R2", "R3", "R4", "R5", "R6", "R7", "R37", "R38", "D29", "P29"]),
    ],
};

const OPTIONS: Chapter = Chapter {
    title: "Options",
    passages: &[
        Text("The value in brackets is what is played unless you agree on something else."),
        Options,
        Rules(&["P19", "P3"]),
    ],
};

const TERMS: Chapter = Chapter {
    title: "Terms",
    passages: &[
        Terms(&[
            ("alike, identical ingredients", "of the same type, whatever symbols they show"),
            ("bare line", "a line of coins whose two rows are both empty"),
            ("combination", "the set of ingredients that a group wok demands"),
            ("concert", "a red card with two woks, a left and a right one"),
            ("cook", "a wok card with a blue border, also called a wok man"),
            ("covered, independent wok", "a wok with a lid: it takes nothing and gives its points"),
            ("declaration", "what you put on which of your wok cards at the end"),
            ("face", "what an ingredient card shows: its type and its symbols; cards with the same face are alike"),
            ("idle cook", "a cook who is given to no red card"),
            ("laid cards", "ingredients that lie open in front of you because they paid for wok cards"),
            ("last action", "the one action that every player has after the end was triggered"),
            ("line", "the coins beside two rows: line 3 beside A1 and A2, line 2 beside B1 and B2"),
            ("open wok", "a wok without a lid, which takes ingredients"),
            ("payment", "cards that show four identical symbols, laid for a wok card"),
            ("pile", "the ingredients that are still to be drawn, face down"),
            ("price", "the number of coins in the line beside a row"),
            ("red card", "a wok card with a red border, which shows woks"),
            ("refill", "put new cards from the pile into the row that was just bought"),
            ("row", "ingredients that are bought together: A1, A2, B1 or B2"),
            ("unused ingredients", "those that you put on no wok, from your hand and among the laid ones"),
        ]),
        Text(
            "You can also begin from a position that you set up yourselves, such as a puzzle. It must obey the rules as well:",
        ),
        Rules(&["P23", "P24"]),
    ],
};

const PROGRAM: Chapter = Chapter {
    title: "Writing a game down for the referee",
    passages: &[
        Text("An action is written as a line such as `{\"player\": 0, \"action\": \"pass\"}`. The actions are:"),
        Terms(&[
            ("{\"take_coin\": {\"line\": 3}}", "take a coin from line 3, or 2"),
            ("{\"buy\": {\"row\": \"A1\"}}", "buy a row"),
            (
                "{\"lay\": {\"cards\": [\"broccoli:bowl\", \"carrot:bowl+bowl\", \"prawn:star\"]}}",
                "pay for a wok card. A card is written as its type, a colon and its symbols; one without symbol as its type \
                 alone, such as `tuna`",
            ),
            (
                "{\"take_wok\": {\"wok\": \"W09\"}}",
                "then take the wok card; if only one is left, you get it without this line",
            ),
            ("\"pass\"", "pass"),
            (
                "{\"score\": {\"woks\": [{\"wok\": \"W11\", \"cards\": [...]}, {\"wok\": \"W17\", \"cooks\": [\"W22\"], \"left\": [...], \"right\": [...]}]}}",
                "declare, with an entry for each red card that you put something on: its cooks, and the ingredients under \
                 cards, or on a concert under left and right. The changing man's replacement is added as \
                 `\"swap\": {\"from\": \"tuna\", \"to\": \"broccoli\"}`",
            ),
        ]),
        Text(
            "A game that was played at a table is written down with what was drawn. Its header, the first line, says \
             `\"draws\": \"recorded\"`. Each thing that is drawn is a line of its own, at the place where it was drawn, in this \
             order:",
        ),
        Terms(&[
            (
                "{\"chance\": {\"ingredient\": \"tuna:bowl\"}}",
                "an ingredient: first those that are removed, one after another, then those of the rows A1, A2, B1 and B2, \
                 each until it is full; later, after a row was bought, those that refill it",
            ),
            (
                "{\"chance\": {\"wok\": \"W09\"}}",
                "a wok card that is laid out, after the rows and before the first turn",
            ),
        ]),
        Rules(&["P1", "P2", "P7", "P9", "P10", "P11", "P12", "P13", "P14", "P26"]),
    ],
};
