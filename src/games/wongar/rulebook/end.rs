//! Secrets, the end, the advanced rules, options and terms.

use crate::game::rulebook::Passage::{List, Options, Rules, Terms, Text};
use crate::game::rulebook::{Chapter, Passage};

pub(super) const SECRETS: Chapter = Chapter {
    title: "What is hidden from whom",
    passages: &[
        Terms(&[
            ("known to you alone", "which ritual cards you hold: those dealt to you and those you drew, scorpions excepted"),
            (
                "known to nobody",
                "the order of the face-down piles and of the ritual pile. Since all piles began with the same cards, \
                 everybody can count what is still in them, and how many scorpions the ritual pile holds",
            ),
            (
                "known to all",
                "everything else: pieces on the board and in supplies, points, pawns, face-up cards, how many ritual \
                 cards everybody holds, the discards, and every scorpion",
            ),
        ]),
        Text(
            "At a table the territory cards that you took lie face down, and you need not show them; but everybody saw you \
             take them and may remember. The program therefore shows them to all. When the game is over nothing is hidden.",
        ),
        Rules(&["P23", "D38"]),
        Passage::legal(
            "The two ritual cards that player 0 draws here are the same as in the chapter on territory cards, but this is \
             what the others see: how many cards, not which.",
            stream!("draw"),
        )
        .seen_by(1),
    ],
};

pub(super) const END: Chapter = Chapter {
    title: "The end and who wins",
    passages: &[
        Text("The end comes near as soon as one of these happens, at whatever moment:"),
        List(&[
            "the time marker reaches square 12, X;",
            "the last card of a territory is gone: it has neither a face-up card nor a pile. That happens when its last card \
             is taken, or when its last cards, turned up at the beginning of a round, were scorpions.",
        ]),
        Text(
            "The round is then played to its end in full: cards are still turned up, the privilege is still granted, and \
             everybody who has not had their turn in it has one. No other round begins, and nothing is handed over after it. If X is reached in the last turn of \
             a round, that turn is the last of the game.",
        ),
        Rules(&["R85", "D11", "P12", "P13", "D35", "P1"]),
        Text("Then show the territory cards that you took and add the bonus to your points:"),
        List(&["most disc cards: 8 points;", "most cube cards: 8 points;", "most cylinder cards: 8 points."]),
        Text(
            "Of players who are level for most, each gets the 8 points. You need at least one such card. Triple, figure, \
             both, draw-four and scorpion cards count for nothing here, nor do ritual cards. The highest total wins; players \
             level for most points share the win.",
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
            "For a game with more planning and less luck there are five advanced rules. You may play with any of them, \
             each with or without the others. In the first games leave them out. Each names the option of the program.",
        ),
        Rules(&["D39"]),
        Text(
            "Figure cards of your own (`own_figures`). Before the set-up take one ancestor and one elder card out of every \
             pile: 13 cards are left in each. Everybody gets one ancestor and one elder card and lays them face up in front of \
             them; put the others back into the box. In your turn you may play one of them instead of taking a card from the \
             board. It does all that the printed card does: pawn, move, ceremony, points. Then it leaves the game. It is not \
             a card that you took.",
        ),
        Rules(&["R89", "R90", "D40", "P15"]),
        Passage::legal(
            "Player 0 plays their own elder card. They get the elder pawn and are to move the elder.",
            stream!("own-figure"),
        ),
        Passage::refused(
            &["wongar.own-card-gone"],
            "Here player 0 has played it in an earlier round; only the ancestor card is left.",
            stream!("own-figure-gone"),
        ),
        Text(
            "A double of your own (`own_doubles`). Before the deal take the scorpions and the five doubles out of the ritual \
             cards. Everybody gets one double into their hand; the rest leaves the game. Then two cards are dealt to \
             everybody as usual. The ritual pile has no scorpions and 30, 28 or 26 cards for 3, 4 or 5 players. A double that \
             was played leaves the game instead of being discarded. When the pile is empty and a card is to be drawn, the \
             discards are shuffled and become the pile.",
        ),
        Rules(&["R91", "R92", "D41", "P18"]),
        Passage::legal(
            "Player 0 plays their double: two cylinders go, and the card is gone too; the discards stay empty. Who has still \
             a double everybody knows.",
            stream!("own-double"),
        ),
        Text(
            "Free placement (`free_placement`). The bag is not used for pieces. After the territory cards have been turned up \
             the two score markers are drawn. Then, clockwise from the first player, everybody places one of their 4 discs, \
             4 cubes and 4 cylinders on any territory, and so on, twelve times round. There is no limit to the pieces on a \
             territory, and hand and foot are nothing special. Only then are the ritual cards dealt. (If ritual cards are chosen as well, the second marker, \
             the elder's, is drawn after the deal: P17.)",
        ),
        Rules(&["R93", "D42", "P17"]),
        Passage::legal("Player 0 begins and places a disc on kangaroo.", stream!("free-placement")),
        Passage::refused(
            &["wongar.none-left"],
            "Player 0 has placed all four discs that are placed at the start; a cube or a cylinder is due.",
            stream!("free-placement-none"),
        ),
        Text(
            "Harmless scorpions (`harmless_scorpions`). They cost no points. All else stays: time moves on, the card is kept or \
             set aside, the second ritual scorpion renews the pile, and another card is drawn.",
        ),
        Rules(&["R94", "D43"]),
        Passage::legal(
            "The same four cards and the same scorpion as in the chapter on scorpions: time moves, but player 0 keeps their \
             4 points.",
            stream!("harmless"),
        )
        .seen_by(0),
        Text(
            "Chosen ritual cards (`choose_ritual_cards`). The rulebook says that you may choose the ritual cards that you draw; with \
             this option you always do. Look through the ritual pile in secret and take any card but a scorpion into your hand. That holds for the privilege \
             and for territory cards; the two cards at the start are dealt at random. Scorpions of the ritual pile so never \
             strike, and a pile with nothing but scorpions counts as empty.",
        ),
        Rules(&["R95", "D44", "P5", "P7"]),
        Passage::legal(
            "The privilege of player 1, as they see it: while choosing they see what the pile holds. They take a double.",
            stream!("choose-card"),
        )
        .seen_by(1),
        Passage::legal(
            "The same as player 0 sees it: neither the pile nor the card that was chosen.",
            stream!("choose-card"),
        )
        .seen_by(0),
        Passage::refused(&["wongar.scorpion-not-chosen"], "A scorpion cannot be chosen.", stream!("choose-scorpion"))
            .seen_by(1),
    ],
};

pub(super) const OPTIONS: Chapter = Chapter {
    title: "Options",
    passages: &[
        Text(
            "The value in brackets is what is played unless you agree on something else. The first settles what the board \
             is like, the next two what the printed rules leave open; the others are the advanced rules.",
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
        ("boomerang", "shows who is first player of this round"),
        ("both card", "the territory card with the ancestor and the elder"),
        ("ceremony", "what is held where a figure arrives: ritual cards are played, then majorities earn points"),
        ("discards", "ritual cards that were played, face up on a heap of their own"),
        ("double", "the ritual card that acts on two pieces of one kind"),
        ("first player", "who begins the round; holds the boomerang until it ends"),
        ("hand, foot", "the two territories in the middle; the cards in your hand are something else"),
        ("kind", "disc, cube or cylinder"),
        ("majority", "most pieces of a kind on the territory of a ceremony"),
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
    title: "For those who play on the program",
    passages: &[
        Text(
            "A game that was played at a table is written down with what was drawn. Its header, the first line, says \
             `\"draws\": \"recorded\"`, and each thing that is drawn is a line by itself, where it was drawn, in this order:",
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
        Text(
            "Which decisions the program asks for, how it deals, and the example of play at the end of the printed rulebook, \
             which it replays (it ships with the program and is not shown here):",
        ),
        Rules(&["P2", "P16", "P20", "P26", "P27"]),
    ],
};
