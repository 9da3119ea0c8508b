//! Secrets, the end, the advanced rules, options and terms.

use crate::game::rulebook::Passage::{List, Options, Rules, Terms, Text};
use crate::game::rulebook::{Chapter, Passage};

pub(super) const SECRETS: Chapter = Chapter {
    title: "What is hidden from whom",
    passages: &[
        Terms(&[
            ("known only to you", "which ritual cards you hold, dealt or drawn; but a scorpion that you draw is seen by all"),
            (
                "known to no player",
                "the order of the face-down piles and of the ritual pile. Since all piles began with the same cards, you can work \
                 out what is still in them, and how many scorpions the ritual pile holds",
            ),
            (
                "known to all",
                "everything else: pieces on the board and in supplies, points, pawns, face-up cards, how many ritual cards each \
                 player holds, the discards, and every scorpion",
            ),
        ]),
        Text(
            "The territory cards that you took lie face down, and you need not show them. But all players saw you take them and \
             may remember, so the pictures show them to all. When the game is over nothing is hidden.",
        ),
        Rules(&["P23", "D38"]),
        Passage::legal("Player 0 draws two ritual cards, as in the chapter on territory cards. This is what the others see: how many cards \
             there are, but not which.", stream!("draw")).seen_by(1),
    ],
};

pub(super) const END: Chapter = Chapter {
    title: "The end and who wins",
    passages: &[
        Text("The end is triggered as soon as one of these happens, at any moment:"),
        List(&[
            "the time marker reaches square 12, X;",
            "the last card of a territory is gone: it has neither a face-up card nor a pile. That happens when its last card \
             is taken, or when its last cards, turned up at the beginning of a round, were scorpions.",
        ]),
        Text(
            "The round is then played to its end: cards are still turned up, the privilege is still granted, and every player who \
             has not yet had a turn in it has one. No other round begins, and there is no hand-over. If X is reached in the last \
             turn of a round, that turn is the last of the game.",
        ),
        Rules(&["R85", "D11", "P12", "P13", "D35", "P1"]),
        Text("Then show the territory cards that you took and add the bonus to your points:"),
        List(&["most disc cards: 8 points;", "most cube cards: 8 points;", "most cylinder cards: 8 points."]),
        Text(
            "Players who are level for the most cards of a kind get 8 points each. You need at least one such card. Triple, \
             ancestor, elder, both, draw four and scorpion cards do not count here, nor do ritual cards. The highest total wins; \
             players who are level for the highest total share the win.",
        ),
        Rules(&["R86", "R34", "R87", "D36", "R88", "D37"]),
        Passage::legal(
            "Time is on X, and player 2, the last of the round, places their last piece: the game is over. The score shown is \
             the one before the bonus. Disc cards: player 0 has three, player 1 two: 8 points for player 0. Cube cards: \
             player 2 has three, player 1 one: 8 for player 2. Cylinder cards: players 0 and 2 have one each: 8 for both. \
             Totals: player 0 has 31 + 16 = 47, player 1 has 38, player 2 has 36 + 16 = 52 and wins.",
            stream!("over"),
        ),
    ],
};

pub(super) const ADVANCED: Chapter = Chapter {
    title: "Advanced rules",
    passages: &[
        Text(
            "There are five advanced rules for a game with more planning and less luck. You may play with any of them, each with or \
             without the others. Leave them out in your first games. The name in brackets is that of the option.",
        ),
        Rules(&["D39"]),
        Text(
            "Figure cards of your own (`own_figures`). Before the set-up take one ancestor and one elder card out of every \
             pile: 13 cards are left in each. Each player gets one ancestor and one elder card and lays them face up in front of them; put the others back into the \
             box. In your turn you may play one of them instead of taking a card from the \
             board. It does all that such a card from the board does: pawn, move, ceremony, points. Then it leaves the game. It does \
             not count as a card that you took.",
        ),
        Rules(&["R89", "R90", "D40", "P15"]),
        Passage::legal("Player 0 plays their own elder card. They get the elder pawn and are to move the elder.", stream!("own-figure")),
        Passage::refused(&["wongar.own-card-gone"], "Here player 0 has played it in an earlier round; only the ancestor card is left.", stream!("own-figure-gone")),
        Text(
            "A double of your own (`own_doubles`). Before the deal take the scorpions and the five doubles out of the ritual \
             cards. Each player gets one double into their hand; the others leave the game. Then two cards are dealt to each player as \
             usual. The ritual pile has no scorpions and 30, 28 or 26 cards for 3, 4 or 5 players. A double that \
             was played leaves the game instead of being discarded. When the pile is empty and a card is to be drawn, the \
             discards are shuffled and become the pile.",
        ),
        Rules(&["R91", "R92", "D41", "P18"]),
        Passage::legal("Player 0 plays their double and removes two cylinders. The card leaves the game, so the discards stay empty. All \
             players know who still has a double.", stream!("own-double")),
        Text(
            "Free placement (`free_placement`). The bag is not used for pieces. After the territory cards have been turned up \
             the two score markers are drawn. Then, clockwise from the first player, each player places one of their 4 discs, 4 cubes and 4 cylinders on any \
             territory, and so on, twelve times round. A territory can hold any number of pieces, and hand and foot are like the \
             others. Only then are the ritual cards dealt.",
        ),
        Rules(&["R93", "D42", "P17"]),
        Passage::legal("Player 0 begins and places a disc on kangaroo.", stream!("free-placement")),
        Passage::refused(&["wongar.none-left"], "Player 0 has already placed all four discs and must place a cube or a cylinder.", stream!("free-placement-none")),
        Text(
            "Harmless scorpions (`harmless_scorpions`). Scorpions cost no points. All else stays the same: time moves on, the card \
             is kept or set aside, the second ritual scorpion renews the pile, and another card is drawn.",
        ),
        Rules(&["R94", "D43"]),
        Passage::legal("The same cards and the same scorpion as in the chapter on scorpions: time moves, but player 0 keeps their 4 points.", stream!("harmless")).seen_by(0),
        Text(
            "Chosen ritual cards (`choose_ritual_cards`). The rulebook says that you may choose the ritual cards that you draw; with \
             this option you always do. Look through the ritual pile in secret and take any card but a scorpion into your hand. That holds for the privilege \
             and for territory cards; the two cards at the start are dealt at random. So scorpions of the ritual pile never strike, and a pile that holds only scorpions counts as empty.",
        ),
        Rules(&["R95", "D44", "P5", "P7"]),
        Passage::legal("Player 1 uses the privilege and takes a double. Player 1 sees this: while choosing they see what the pile holds.", stream!("choose-card")).seen_by(1),
        Passage::legal("Player 0 sees the same moment like this: neither the pile nor the card that was chosen.", stream!("choose-card")).seen_by(0),
        Passage::refused(&["wongar.scorpion-not-chosen"], "A scorpion cannot be chosen.", stream!("choose-scorpion")).seen_by(1),
    ],
};

pub(super) const OPTIONS: Chapter = Chapter {
    title: "Options",
    passages: &[
        Text(
            "The value in brackets is what is played unless you agree on something else. The first option chooses the board, the \
             next two settle what the printed rules leave open, and the others are the advanced rules.",
        ),
        Options,
        Rules(&["P9"]),
    ],
};

pub(super) const TERMS: Chapter = Chapter {
    title: "Terms",
    passages: &[Terms(&[
        ("adjacent", "joined by a path; such territories are neighbours"),
        ("ancestor, elder", "the two figures that walk over the board; each has a pawn that lies in front of a player"),
        ("bare", "a territory without a face-up card"),
        ("behind", "having fewer points at that moment; level players are not behind each other"),
        ("boomerang", "lies in front of the first player of this round"),
        ("both card", "the territory card with the ancestor and the elder"),
        ("ceremony", "what is held where a figure arrives: ritual cards are played, then majorities earn points"),
        ("discards", "ritual cards that were played, face up on a heap of their own"),
        ("double", "the ritual card that acts on two pieces of one kind"),
        ("first player", "the player who begins the round and holds the boomerang until it ends"),
        ("hand, foot", "the two territories in the middle; the cards in your hand are something else"),
        ("kind", "disc, cube or cylinder"),
        ("majority", "the most pieces of a kind on the territory of a ceremony"),
        ("participant", "a player who has had a piece on the ceremony's territory from its beginning until now"),
        ("pawn", "the piece of the ancestor or of the elder that lies in front of a player"),
        ("pile", "the face-down cards of a territory; the ritual pile, or deck, is that of the ritual cards"),
        ("privilege", "the ritual card that the elder pawn's holder draws at the beginning of a round"),
        ("reading order", "from left to right and from top to bottom, as on a page"),
        (
            "renew the pile",
            "shuffle pile, discards and scorpions into a new pile, when the second ritual scorpion comes",
        ),
        ("rival", "any other player"),
        ("ritual card", "one of the large cards in your hand, played in ceremonies only"),
        ("scorpion", "a card of either sort that moves time on; the yellow scorpion is the time marker"),
        ("section", "a third of the scale of time: four squares"),
        ("step", "from a territory to an adjacent one"),
        ("sting", "what a scorpion costs: a point for each player behind"),
        ("strike", "all that a scorpion does"),
        ("supply", "your pieces that are not on the board"),
        ("taken card", "a territory card in front of you that you carried out, or a scorpion that you turned up"),
        ("time", "how far the time marker has come, square 1 to 12"),
        ("X", "the last square of the scale of time, square 12"),
    ])],
};

pub(super) const PROGRAM: Chapter = Chapter {
    title: "Writing a game down for the referee",
    passages: &[
        Text(
            "A game that was played at a table is written down with what was drawn. Its header, the first line, says \
             `\"draws\": \"recorded\"`. Each thing that is drawn is a line of its own, at the place where it was drawn, in this \
             order:",
        ),
        Terms(&[
            (
                "{\"chance\": {\"territory_card\": \"draw_four\"}}",
                "the card that is turned up on the next territory that shows none, by the order in which they are read; at \
                 set-up and at the beginning of each round",
            ),
            (
                "{\"chance\": {\"piece\": {\"player\": 0, \"kind\": \"disc\"}}}",
                "a piece from the bag for the next territory that is not full, after all cards of the set-up",
            ),
            (
                "{\"chance\": {\"ritual_card\": \"disc\"}}",
                "a ritual card that is dealt, both of player 0 first, or drawn later",
            ),
            (
                "{\"chance\": {\"marker\": 0}}",
                "the score marker that is drawn for the boomerang, then the one for the elder pawn, at the end of the set-up",
            ),
        ]),
        Text("These statements are about questions, the deal, and the example of play in the printed rulebook:"),
        Rules(&["P2", "P16", "P20", "P26", "P27"]),
    ],
};
