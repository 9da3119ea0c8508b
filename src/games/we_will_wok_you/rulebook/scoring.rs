//! The chapters about the final declaration and who wins.

use crate::game::rulebook::Passage::{List, Rules, Terms, Text};
use crate::game::rulebook::{Chapter, Passage};

pub(super) const DECLARATION: Chapter = Chapter {
    title: "The final declaration",
    passages: &[
        Text(
            "Now all players put ingredients on their own red cards. You use both the cards in your hand and those that you have \
             laid. Each card goes to one wok or to none. You choose freely, and you may leave over cards that could be placed. \
             Symbols matter only for the free wok. Put what is left over on a heap of unused ingredients; they give no points but \
             count in a tie. All players declare, player 0 first. What one player declares does not change the points of \
             another, and a wrong declaration is simply made again.",
        ),
        Rules(&["R41", "R42", "R43", "D28", "D27", "P6", "D24", "P15", "D25"]),
        Text(
            "This is what each kind of red card takes and gives. The values stand on the card (see the chapter on the box):",
        ),
        Terms(&[
            ("Independent Wok", "covered: nothing is put on it. It gives its points"),
            (
                "Group Wok",
                "takes the combination on the card as often as you like and gives the points each time: 8 broccoli and 6 prawns \
                 on W05 give 40. Nothing else may be put on it, nor an incomplete combination",
            ),
            (
                "Hard Wok",
                "takes sets of 3 (W11) or of 5 (W12) ingredients of one type, as many sets as you like, each of any type. \
                 Incomplete sets may not be placed: 3 broccoli and 2 octopuses are refused on W11",
            ),
            ("Experimental Wok", "takes any ingredients, 1 point for each card"),
            (
                "Alternative Wok",
                "takes any ingredients that are in your hand at the end, 2 points for each card; none that you have laid",
            ),
            ("Free Wok", "takes ingredients without any symbol, 3 points for each card. A star is a symbol too"),
            (
                "Wok Concert",
                "two woks on one card: the left takes one type, the right another, any number of each. Each side has its own \
                 points for every card on it. One side may stay empty, and the numbers need not be the same",
            ),
        ]),
        Rules(&["R50", "R51", "R52", "R53", "R54", "R55", "R56", "R57", "R58", "R59", "D19"]),
        Text(
            "In the pictures a declaration stands below the players: each red card that is used, with its points, its cooks and its \
             ingredients. If the declaration is refused, these points do not count.",
        ),
        Passage::legal(
            "Arthur puts five broccoli on W12 for 12 points (it does not matter which were laid and which are in hand); three cards from the hand on \
             W14 for 2 each; and the tuna without a symbol on W15 for 3. The cook W24 makes W03 worth 12 instead of 9. That is \
             12 + 6 + 3 + 12 = 33 points. The other nine cards stay unused.",
            stream!("kinds"),
        ),
        Passage::refused(
            &["we-will-wok-you.covered-filled", "we-will-wok-you.free-symbol", "we-will-wok-you.alternative-laid"],
            "Three faults with the same cards: W03 is covered and takes no prawn, the carrot on W15 shows a star, and the \
             octopus on W14 was laid during the game.",
            stream!("kinds-wrong"),
        ),
        Passage::refused(
            &["we-will-wok-you.cook-idle", "we-will-wok-you.hard-incomplete"],
            "Four broccoli are not a set for W12, which demands five alike. Besides, the cook W24 is given to no card.",
            stream!("kinds-set"),
        ),
    ],
};

pub(super) const COOKS: Chapter = Chapter {
    title: "The cooks",
    passages: &[
        Text(
            "With your ingredients you also give away your cooks: each to one of your own red cards that suits him. You must give \
             away every cook for whom you have such a card, even if that costs you points. A cook for whom you have none stays \
             idle and gives nothing. You may give several cooks to the same card. You may also give a cook to a card on which you \
             put nothing.",
        ),
        Terms(&[
            (
                "Double-Wok Man (W22, W23)",
                "only to a concert. His two values take the place of the points on the card: the left value for each \
                 ingredient on the left wok, the right value for each on the right one. If both men are on one concert, only the values of one of them hold; you say whose",
            ),
            (
                "Almighty Wok Man (W24)",
                "to any red card. It becomes a covered wok that gives 12 points and nothing else. You may put nothing on it, and \
                 other cooks on it have no effect",
            ),
            (
                "Changing Wok Man (W25)",
                "only to a group wok or a concert. You may name one type on that card and another in its place. This holds \
                 for the whole card: it now takes the new type wherever it took the old one, and the old one no longer. The new type may be one that is on the card already; the card then needs more of it. You may also give him away \
                 and replace nothing",
            ),
        ]),
        Rules(&["R44", "D13", "P20", "R45", "P8"]),
        Rules(&["R60", "D17", "D14", "R61", "D15", "D16"]),
        Passage::refused(
            &["we-will-wok-you.almighty-filled"],
            "The almighty man turns W12 into a covered wok worth 12, so the five broccoli may not lie on it.",
            stream!("kinds-covered"),
        ),
        Rules(&["R62", "D18e", "R63", "D13b", "D18", "D18b", "R64", "D18c", "D18d"]),
    ],
};

pub(super) const EXAMPLE: Chapter = Chapter {
    title: "A declaration from beginning to end",
    passages: &[
        Text(
            "Arthur has four red cards and two cooks: W01 (covered, 7 points), W08 (2 chickens, 2 tunas and 1 prawn for 12), \
             W11 (3 alike for 6), W17 (a concert of prawns and carrots), W22 (double-wok man, 5 and 1) and W25 (changing \
             man). Arthur has 17 ingredients, in hand and laid: 6 broccoli, 2 chickens, 1 carrot, 1 tuna, 4 octopuses and 3 \
             prawns.",
        ),
        Terms(&[
            (
                "W08, group: 12 points",
                "one tuna is not enough. Arthur gives W25 to this card and replaces tuna by broccoli. It now demands 2 chickens, \
                 2 broccoli and 1 prawn, and Arthur has them once",
            ),
            ("W11, hard: 12 points", "3 broccoli and 3 octopuses are two sets, 6 points each"),
            (
                "W17, concert: 11 points",
                "Arthur gives W22 to this card. Its left wok takes prawns, now for 5 points each; its right wok takes carrots, now \
                 for 1 point each. 2 prawns and 1 carrot give 5 + 5 + 1",
            ),
            ("W01, covered: 7 points", "nothing is put on it"),
            (
                "unused: 0 points",
                "3 cards: the tuna, a broccoli and an octopus. The rulebook says that three are left over but names only the \
                 tuna; the broccoli and the octopus are invented",
            ),
        ]),
        Passage::legal("So Arthur declares 12 + 12 + 11 + 7 = 42 points.", stream!("arthur")),
        Text(
            "A declaration counts as it was made, even if another would have given more. Here the best would have been 50 points. \
             Arthur gives both cooks to W17 and replaces prawn by broccoli: 6 broccoli at 5 points and the carrot at 1 give 31. 3 \
             octopuses and 3 prawns on W11 give 12, W01 gives 7, and W08 stays empty.",
        ),
        Rules(&["R67", "P5"]),
        Text("Some declarations of the same cards that are refused:"),
        Passage::refused(
            &["we-will-wok-you.group-incomplete"],
            "Both cooks are on W17 here, so W08 still demands two tunas; one is missing.",
            stream!("arthur-without"),
        ),
        Passage::refused(
            &["we-will-wok-you.swap-mixed", "we-will-wok-you.group-incomplete"],
            "The changing man replaces all tunas of W08: one tuna and one broccoli are not enough.",
            stream!("arthur-mixed"),
        ),
        Passage::refused(
            &["we-will-wok-you.card-twice"],
            "Arthur has two broccoli with two cookies and puts both on W08; there is no third for W11.",
            stream!("arthur-twice"),
        ),
        Passage::refused(
            &["we-will-wok-you.changing-man-target"],
            "A hard wok demands no particular type, so the changing man may not be given to W11.",
            stream!("arthur-hard"),
        ),
        Passage::refused(
            &["we-will-wok-you.double-man-target"],
            "W08 is not a concert, so the double-wok man W22 may not be given to it.",
            stream!("arthur-double"),
        ),
    ],
};

pub(super) const WINNER: Chapter = Chapter {
    title: "Who wins",
    passages: &[
        Text("Add up the points of your red cards. The most points win. Among players with equal points"),
        List(&[
            "the one with more unused ingredients is ahead;",
            "if these are equal too, the one with more coins;",
            "if the coins are equal as well, they share the place.",
        ]),
        Rules(&["R46", "R47", "R48", "R49", "D23", "D26", "P16"]),
    ],
};
