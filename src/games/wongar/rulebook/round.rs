//! A round in its order, and scorpions.

use crate::game::rulebook::Passage::{List, Rules, Text};
use crate::game::rulebook::{Chapter, Passage};

pub(super) const ROUND: Chapter = Chapter {
    title: "A round",
    passages: &[
        Text("The game is played in rounds. Each round has three parts and a hand-over:"),
        List(&[
            "The ancestors' duty (not in the first round). The first player, who has the boomerang, turns up the top card \
             of every pile that shows none, in reading order. A scorpion turned up strikes the first player, who keeps the \
             card and turns up the next of the same pile, until another card lies face up or the pile is used up.",
            "The elders' privilege (in every round). The holder of the elder pawn draws the top card of the ritual pile. A \
             scorpion strikes them, and they draw another card.",
            "The turns. Clockwise from the first player each player has one turn. In your turn you take one face-up card of your \
             choice, from any territory, and carry it out. You cannot pass. Then lay the card face down in front of you; its \
             territory stays bare until the next round.",
            "The hand-over. If the first player holds the ancestor pawn now, boomerang and pawn both go to the player on their \
             left. If another player holds the pawn, that player keeps it and takes the boomerang too. So every round has a new \
             first player.",
        ]),
        Text(
            "Do not confuse the two. The boomerang says who begins the round, and it stays where it is until the round is over. The \
             ancestor pawn changes hands during the round. It says who begins ceremonies and who wins ties there, and it decides \
             who is the first player of the next round.",
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
            "The card of hand has been taken in this round. No other card is turned up there before the next round.",
            stream!("take-bare"),
        ),
        Passage::legal(
            "In the last turn of a round player 2 places the last piece of a cube card. Player 1 has taken the ancestor pawn in \
             this round and now gets the boomerang too. They turn up a card on west, on hand and on foot. The card on foot is a \
             scorpion: time goes to square 2, player 1 keeps the card and loses 1 point, since only player 0 has fewer points, and \
             another card is turned up on foot. Then player 0, who holds the elder pawn, draws a ritual card, and player 1 is to \
             take a card.",
            stream!("round-ends"),
        ),
    ],
};

pub(super) const SCORPIONS: Chapter = Chapter {
    title: "Scorpions",
    passages: &[
        Text(
            "A scorpion strikes the player who turns it up from a territory's pile or draws it from the ritual pile, at once. Only \
             scorpions turned up during the set-up do not strike. If a scorpion strikes you, do this in order:",
        ),
        List(&[
            "Move the time marker on by one square. If it is already on the last square, X, it stays there.",
            "A territory's scorpion goes to the cards that you have taken. The first ritual scorpion is set aside face up \
             beside the pile. When the second comes, shuffle the ritual pile, the discards and both scorpions: that is the \
             new pile. Cards in hands stay there.",
            "You are stung: count the players who have fewer points than you at this moment, and lose as many points. Players \
             level with you do not count, so a player in the last place loses nothing. A score may fall below 0.",
            "Draw or turn up another card in its place. It may be a scorpion again.",
        ]),
        Text(
            "If you draw several cards, do all of this for each card before you draw the next. With some advanced rules the \
             ritual pile can run out. Then shuffle the discards: they become the pile. If pile and discards hold only scorpions \
             or nothing, you draw nothing and no scorpion strikes. You may choose to draw even then.",
        ),
        Rules(&[
            "R50", "R52", "D10", "R54", "R55", "R56", "D8", "R57", "D14", "D15", "P8", "D16", "P6", "D17", "P4",
        ]),
        Passage::legal("Player 0 has 4 points, the others 0. Player 0 takes a draw four card, and one of the cards drawn is a scorpion: time \
             goes to square 2, the scorpion is set aside, player 0 loses 2 points for the two players behind them and draws a \
             fifth card. So they end with four new cards and 2 points. (This is what player 0 sees.)", stream!("four-cards")).seen_by(0),
        Passage::legal("Here one scorpion already lies aside. The second of the four cards is the other scorpion: time goes to square 3, and \
             pile, discards and both scorpions become a new pile, from which the remaining cards are drawn. Player 0 has 9 points, \
             and only player 1 has fewer: player 0 loses 1 point.", stream!("second-scorpion")).seen_by(0),
    ],
};
