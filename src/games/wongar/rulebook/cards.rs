//! The territory cards, with a move that is legal and one that is not for each.

use crate::game::rulebook::Passage::{List, Rules, Text};
use crate::game::rulebook::{Chapter, Passage};

pub(super) const CARDS: Chapter = Chapter {
    title: "The territory cards",
    passages: &[
        Text(
            "Every pile has the same 15 cards, so there are nine sorts. On the program the cards are called disc, cube, \
             cylinder, triple, ancestor, elder, both, draw four and scorpion. \"Anywhere\" means on any of the ten territories, \
             whoever else is there; there is no limit to the pieces on a territory, nor to the ritual cards in a hand.",
        ),
        Text("Disc, cube and cylinder cards (3, 2 and 1 in a pile). You place pieces of the card's kind:"),
        List(&[
            "First one piece goes from your supply to the territory on which the card lay. You must place it; on the \
             program it happens by itself.",
            "Then choose: place two more of the kind anywhere, on the same territory or on different ones; or place one \
             more anywhere and draw one ritual card; or draw two ritual cards.",
            "With two pieces of the kind left before the card you cannot place three: place one, and then place the other \
             and draw one card, or draw two. With a single one left you place it and draw two. With none left you may take \
             the card all the same, and just draw two.",
        ]),
        Text(
            "Keep these cards apart from the others you take: at the end most cards of a kind earn a bonus. On the program \
             you place before you draw, and drawing ends the card: it draws two cards, or one if a second piece has been placed.",
        ),
        Rules(&["R31", "R32", "R33", "P11", "D18"]),
        Passage::legal(
            "Player 0 takes the disc card of north2, and one of their discs goes there. They now choose whether to place or \
             to draw.",
            stream!("take"),
        ),
        Passage::legal(
            "They place a second disc, on south3. A third may follow anywhere, or they draw one ritual card instead.",
            stream!("place"),
        ),
        Passage::refused(
            &["wongar.place-kind"],
            "After a disc card only discs are placed.",
            stream!("place-other-kind"),
        ),
        Passage::legal(
            "Instead of placing they draw two ritual cards, and the turn is over. (As player 0 sees it: what others see \
             stands in the chapter on secrets.)",
            stream!("draw"),
        )
        .seen_by(0),
        Text(
            "Triple card (1 in a pile). Choose one kind of which you have at least one piece left and place three pieces of it \
             anywhere; if you have fewer than three, place all you have. (The rulebook says that you may place three. You may \
             agree that this allows fewer: option `triple_may_place_fewer`.) You never mix kinds and draw no cards. No piece has \
             to go to the territory of the card. With an empty supply the card does nothing.",
        ),
        Rules(&["R35", "R36", "R37", "R38", "R39", "D19"]),
        Passage::legal("Player 0 has taken a triple card and chooses cubes.", stream!("triple-kind")),
        Passage::legal(
            "Player 0 has taken a triple card and chosen cubes. The first goes to east; two more follow.",
            stream!("triple"),
        ),
        Passage::refused(
            &["wongar.triple-one-kind"],
            "The second piece must be a cube as well.",
            stream!("triple-mixed"),
        ),
        Passage::refused(
            &["wongar.triple-no-draw"],
            "Cards cannot be drawn instead.",
            stream!("triple-draw"),
        ),
        Text(
            "Ancestor card (2 in a pile). Take the ancestor pawn from whoever holds it; if you hold it yourself, keep it. Then \
             move the ancestor figure to an adjacent territory. It starts from where it stands; where the card lay does not \
             matter. A ceremony is held where it arrives.",
        ),
        Rules(&["R40", "R41", "R42", "D20"]),
        Passage::legal(
            "Player 0 has taken an ancestor card; the figure goes from hand to south1. Nobody has a piece there, so this \
             ceremony is over at once without points, and player 1 is to act.",
            stream!("ancestor"),
        ),
        Passage::refused(
            &["wongar.ancestor-step"],
            "No path joins hand and north3.",
            stream!("ancestor-far"),
        ),
        Passage::refused(&["wongar.figure-must-move"], "The figure must move.", stream!("ancestor-stays")),
        Text(
            "Elder card (2 in a pile). Take the elder pawn, then move the elder figure one or two steps along paths. It may \
             not stay, nor go one step out and back. A ceremony is held where it arrives, not where it passes through.",
        ),
        Rules(&["R43", "R44", "R45", "D21"]),
        Passage::legal("The elder goes two steps, from foot by way of hand to west.", stream!("elder")),
        Passage::refused(
            &["wongar.elder-steps"],
            "From kangaroo south3 is three steps away.",
            stream!("elder-far"),
        ),
        Text(
            "The card with both figures (1 in a pile; called both on the program). Take both pawns. Both figures come to the \
             territory of the card from wherever they are. One ceremony is held there, and it earns more.",
        ),
        Rules(&["R46", "R47", "D22"]),
        Passage::legal(
            "Player 0 takes the card of south2 and gets the elder pawn too; both figures come. Only player 2 has a piece \
             there, so they alone are asked for ritual cards.",
            stream!("both"),
        ),
        Text("The card for ritual cards (1 in a pile; called draw four on the program). Draw four ritual cards."),
        Rules(&["R48"]),
        Text("Scorpions (2 in a pile) never stay face up, so nobody takes them. The next chapter tells what they do."),
        Rules(&["R49"]),
    ],
};
