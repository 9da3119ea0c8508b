//! Ceremonies: who takes part, step by step, the ritual cards, and the points.

use crate::game::rulebook::Passage::{List, Rules, Terms, Text};
use crate::game::rulebook::{Chapter, Passage};

pub(super) const CEREMONY: Chapter = Chapter {
    title: "A ceremony",
    passages: &[
        Text(
            "An ancestor, elder or both card causes one ceremony, on the territory where it has brought the figure. The ceremony \
             belongs to the turn of the player who took the card. It goes like this:",
        ),
        List(&[
            "Only players who have at least one piece on the territory when it begins take part; this holds for the player who \
             took the card too. No player joins later.",
            "The player who holds the ancestor pawn now begins. (An ancestor or both card has just given them the pawn; an elder \
             card does not move it.) If they do not take part, the first participant to their left begins.",
            "Clockwise, each participant in turn plays one ritual card from their hand, carries it out and puts it face up \
             on the discards, or passes.",
            "A player who passes plays no more cards in this ceremony. A player who has no cards, or has played their last, has \
             passed too.",
            "A player who has no piece left on the territory is out of the ceremony at once, even if they moved the last one away \
             themselves.",
            "The turns go round until every participant has passed or is out. The last one left may play card after card.",
            "Then the points are given. A player who has passed can still earn them.",
        ]),
        Text(
            "If there are no participants, or none of them has cards, no card is played and the points follow at once. Without \
             pieces there are no points.",
        ),
        Rules(&[
            "R58", "R60", "D24", "R62", "D23", "R63", "R64", "D27", "R67", "R65", "D26", "P3", "R61", "D25", "R68",
            "R69", "D31", "R66", "D32",
        ]),
        Text(
            "Here is a whole ceremony, step by step. There are three players, and the time marker stands on square 1. Player 2 is \
             the first player and has had their turn; now player 0 is to act. Players 0 and 1 hold a disc and a cube card each, \
             player 2 a cube card. Each picture shows what the player who acts sees.",
        ),
        Passage::legal("Step 1. Player 0 takes the ancestor card of hand and with it the ancestor pawn of player 2, who keeps the \
             boomerang.", stream!("ceremony-1")).seen_by(0),
        Passage::legal("Step 2. The ancestor goes to north2. Player 0 has a disc there, player 1 a disc and a cylinder, player 2 a \
             cube: all three take part, and player 0, who holds the pawn, begins.", stream!("ceremony-2")).seen_by(0),
        Passage::legal("Step 3. Player 0 plays their disc card and brings in a disc from kangaroo. They now have most discs there. \
             The card goes to the discards.", stream!("ceremony-3")).seen_by(0),
        Passage::legal("Step 4. Player 1 plays their cube card and removes player 2's cube, which goes back to player 2's supply. It \
             was player 2's only piece there: they are out, and player 0 is next.", stream!("ceremony-4")).seen_by(1),
        Passage::refused(&["table.not-your-turn", "wongar.not-present"], "Player 2 cannot act any more.", stream!("ceremony-out")).seen_by(2),
        Passage::legal("Step 5. Player 0 passes, though they still have a card.", stream!("ceremony-5")).seen_by(0),
        Passage::refused(&["table.not-your-turn", "wongar.already-passed"], "Having passed, player 0 cannot come back.", stream!("ceremony-passed")).seen_by(0),
        Passage::legal("Step 6. Player 1 plays their disc card, their last, and removes a disc of player 0. With that the ceremony is \
             over. Each majority earns 4 points: an ancestor card, section 1. Discs: player 0 and player 1 have one each, \
             and player 0 holds the ancestor pawn, so they earn 4. Cubes: none is there, so no player earns points. Cylinders: player 1 earns 4. Then player 1 has their turn.", stream!("ceremony-6")).seen_by(1),
    ],
};

pub(super) const RITUAL_CARDS: Chapter = Chapter {
    title: "The ritual cards",
    passages: &[
        Text(
            "A disc, cube or cylinder card acts on one piece of its kind. A double card acts on two pieces of one kind; you choose \
             the kind. Play a card in one of three ways:",
        ),
        Terms(&[
            (
                "remove",
                "take a rival's piece off the territory of the ceremony. It goes back to its owner's supply and can be placed \
                 again",
            ),
            ("move out", "move a piece of your own from the territory of the ceremony to an adjacent one"),
            ("move in", "move a piece of your own from an adjacent territory to that of the ceremony"),
        ]),
        Text(
            "A card must do something: if none of the three ways is possible, you cannot play it. If you can play none of your \
             cards, you must pass. No ritual card places pieces from the supply. You may remove a piece of a rival who has passed.",
        ),
        Rules(&["R71", "R72", "D30", "R73", "R74", "D29"]),
        Text(
            "In the next pictures player 0 is to act in a ceremony at hand. They hold a disc and a double card, unless other cards \
             are named. You see what player 0 sees.",
        ),
        Passage::legal("Remove: the disc of player 1 goes.", stream!("remove")).seen_by(0),
        Passage::refused(&["wongar.remove-own"], "You cannot remove your own pieces.", stream!("remove-own"))
            .seen_by(0),
        Passage::refused(
            &["wongar.remove-none"],
            "Player 0 has a cube card, but player 2 has no cube there.",
            stream!("remove-none"),
        )
        .seen_by(0),
        Passage::legal("Move out: a disc goes from hand to south1.", stream!("move-out")).seen_by(0),
        Passage::refused(&["wongar.not-adjacent"], "East is not adjacent to hand.", stream!("move-out-far")).seen_by(0),
        Passage::legal("Move in: player 0 has a cube card and brings a cube from west.", stream!("move-in")).seen_by(0),
        Passage::refused(&["wongar.move-in-none"], "Player 0 has no disc on kangaroo.", stream!("move-in-none"))
            .seen_by(0),
        Passage::refused(&["wongar.card-kind"], "A disc card does not move a cube.", stream!("other-kind")).seen_by(0),
        Passage::refused(
            &["wongar.not-in-hand"],
            "Player 0 has a disc and a double card, but no cube card.",
            stream!("not-in-hand"),
        )
        .seen_by(0),
        Text(
            "A double card acts in one of the three ways on two pieces of one kind. Remove two pieces of one rival, or one piece \
             each of two rivals; move two pieces out, to one territory or to two; or move two pieces in, from one territory or \
             from two. It may act on a single piece only if there is no second: if you have only one of the kind on the territory \
             from which it moves, or if all rivals together have only one of the kind that can be removed. For moving in, each \
             territory counts by itself: with one cube on each of two neighbours you may bring in either one, or both.",
        ),
        Rules(&["R75", "R76", "R77", "R78", "R79", "D28", "P10"]),
        Passage::legal("A double removes one cylinder each of two rivals.", stream!("double-remove")).seen_by(0),
        Passage::legal("A double moves two discs out, to two territories.", stream!("double-out")).seen_by(0),
        Passage::legal("A double moves in one cube from north2 and one from west.", stream!("double-in")).seen_by(0),
        Passage::legal(
            "It may bring in the cube of west alone, since there is no second cube on west.",
            stream!("double-one"),
        )
        .seen_by(0),
        Passage::refused(
            &["wongar.double-two"],
            "Two cubes stand on north2, so one alone is not enough.",
            stream!("double-one-of-two"),
        )
        .seen_by(0),
    ],
};

pub(super) const POINTS: Chapter = Chapter {
    title: "Points of a ceremony",
    passages: &[
        Text(
            "When the cards of a ceremony have been played, look at each of the three kinds by itself. The player with the most \
             discs on the territory earns points, then the player with the most cubes, then the player with the most cylinders; \
             one player may win all three. A kind that is not there earns nothing. If players are level, only one of them earns \
             the points: the holder of the ancestor pawn, or else the first of them clockwise from the holder. The holder need \
             not have a piece there.",
        ),
        Text(
            "How much a majority earns depends on the card that caused the ceremony and on where the time marker stands now:",
        ),
        Terms(&[
            ("elder card", "3 points in section 1, 5 in section 2, 7 in section 3"),
            ("ancestor card", "4 points in section 1, 6 in section 2, 8 in section 3"),
            ("card with both figures", "5 points in section 1, 7 in section 2, 9 in section 3"),
        ]),
        Text(
            "Only the 4 of the ancestor card in section 1 is printed; the other eight numbers are reconstructed. If you own the game, \
             use the table on your board. An ancestor card that moves the ancestor to where the elder stands still counts as an \
             ancestor card; an elder card that moves the elder to where the ancestor stands still counts as an elder card.",
        ),
        Rules(&["R59", "R70", "R80", "D1", "R81", "R82", "R83", "D33", "R84", "D34"]),
        Passage::legal(
            "A ceremony at south2 caused by a both card, time on square 5: 7 points for each majority. Player 0 passes, and the others have no cards. Discs: players 1 and 2 have two each and player 0 one; going clockwise from player 0, \
             who holds the pawn, player 1 comes first and earns 7. Cubes: none. Cylinders: player 0 has two, player 2 one, \
             so player 0 earns 7.",
            stream!("score"),
        ),
    ],
};
