//! A round in its order, and scorpions.

use crate::game::rulebook::Passage::{List, Rules, Text};
use crate::game::rulebook::{Chapter, Passage};

pub(super) const ROUND: Chapter = Chapter {
    title: "A round",
    passages: &[
        Text("The game goes in rounds. Each has three parts and a hand-over:"),
        List(&[
            "The ancestors' duty (not in the first round). The first player, who has the boomerang, turns up the top card \
             of every pile that shows none, in reading order. A scorpion turned up strikes the first player, who keeps the \
             card and turns up the next of the same pile, until another card lies face up or the pile is used up.",
            "The elders' privilege (in every round). Whoever holds the elder pawn draws the top card of the ritual pile. A \
             scorpion strikes them, and they draw another.",
            "The turns. Clockwise from the first player everybody has one turn. In your turn you take one face-up card of \
             your choice, from any territory, and carry it out. You cannot pass. What you took lies face down in front of \
             you afterwards, and its territory stays bare until the next round.",
            "The hand-over. If the first player holds the ancestor pawn now, kept or regained, both boomerang and pawn go to their left \
             neighbour. If somebody else holds the pawn, they take the boomerang as well and keep the pawn. So the first \
             player is another in every round.",
        ]),
        Text(
            "Keep the two apart: the boomerang stays where it is until the round is over and says who begins; the ancestor \
             pawn changes hands during the round, says who begins in ceremonies and wins ties there, and decides who is the \
             first player of the next round.",
        ),
        Rules(&[
            "R18", "R19", "R20", "R22", "D7", "R23", "R24", "D9", "R25", "R26", "D13", "R27", "D45", "R28", "R29",
            "R30", "R21", "D12", "P14",
        ]),
        Passage::refused(
            &["wongar.no-passing"],
            "It is player 0's turn, and a card must be taken.",
            stream!("take-pass"),
        ),
        Passage::refused(
            &["wongar.no-face-up-card"],
            "Player 0 has taken the card of hand in this round. No other is turned up there before the next.",
            stream!("take-bare"),
        ),
        Passage::legal(
            "The last turn of a round: player 2 places the last piece of a cube card. Player 1 has taken the ancestor pawn \
             in this round and now gets the boomerang too. They turn up a card on west, on hand and on foot. The one of \
             foot is a scorpion: time goes to square 2, player 1 keeps the card and loses 1 point, since only player 0 has \
             fewer, and another card of foot is turned up. Then player 0, who holds the elder pawn, draws a ritual card, \
             and player 1 is to take a card.",
            stream!("round-ends"),
        ),
    ],
};

pub(super) const SCORPIONS: Chapter = Chapter {
    title: "Scorpions",
    passages: &[
        Text(
            "A scorpion strikes at once whoever turns it up or draws it, from a territory's pile or from the ritual pile. \
             The only exception are those turned up during the set-up. Do this in order:",
        ),
        List(&[
            "Move the time marker on by one square. If it is on the last one, X, already, it stays there.",
            "A territory's scorpion goes to the cards that you have taken. The first ritual scorpion is set aside face up \
             beside the pile. When the second comes, shuffle the ritual pile, the discards and both scorpions: that is the \
             new pile. Cards in hands stay there.",
            "You are stung: count the players who have fewer points than you at this moment, and lose as many points. \
             Players level with you do not count. So whoever is last loses nothing. A score may fall below 0.",
            "Draw or turn up another card in its place. It may be a scorpion again.",
        ]),
        Text(
            "If you draw several cards, finish each with all of this before you draw the next. In the rare case that \
             the ritual pile is empty, the discards are shuffled and become the pile; if pile and discards together hold \
             no card that is not a scorpion, nothing is drawn and nothing strikes; you may choose to draw all the same.",
        ),
        Rules(&[
            "R50", "R52", "D10", "R54", "R55", "R56", "D8", "R57", "D14", "D15", "P8", "D16", "P6", "D17", "P4",
        ]),
        Passage::legal(
            "Player 0 has 4 points, the others 0. They take the card for four ritual cards, and one card drawn is a \
             scorpion: time goes to square 2, the scorpion is set aside, player 0 loses 2 points for the two players behind \
             them, and draws a fifth card. So they end with four new cards and 2 points. (As player 0 sees it.)",
            stream!("four-cards"),
        )
        .seen_by(0),
        Passage::legal(
            "Here one scorpion lies aside already. Of the four cards the second is the other scorpion: time goes to square \
             3, and pile, discards and both scorpions become a new pile, from which the remaining cards come. Player 0 has \
             9 points, and only player 1 has fewer: they lose 1.",
            stream!("second-scorpion"),
        )
        .seen_by(0),
    ],
};
