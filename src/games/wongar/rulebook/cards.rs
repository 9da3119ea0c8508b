//! The territory cards, with a move that is legal and one that is not for each.

use crate::game::rulebook::Passage::{List, Rules, Text};
use crate::game::rulebook::{Chapter, Passage};

pub(super) const CARDS: Chapter = Chapter {
    title: "The territory cards",
    passages: &[
        Text(
            "Every pile has the same 15 cards, of nine sorts: disc, cube, cylinder, triple, ancestor, elder, both, draw four and \
             scorpion. \"Anywhere\" means on any of the ten territories, even if other players have pieces there. A territory can \
             hold any number of pieces, and a hand any number of ritual cards.",
        ),
        Text("Disc, cube and cylinder cards (3, 2 and 1 in a pile). You place pieces of the card's kind:"),
        List(&[
            "First put one piece from your supply on the territory where the card lay. You must place it.",
            "Then choose: place two more of the kind anywhere, on the same territory or on different ones; or place one \
             more anywhere and draw one ritual card; or draw two ritual cards.",
            "If you have only two pieces of the kind when you take the card, place one; then place the other and draw one card, or \
             draw two cards. If you have only one, place it and draw two cards. If you have none, you may still take the card: \
             draw two cards.",
        ]),
        Text(
            "Place before you draw: when you have drawn, you place no more pieces for this card. Keep these cards apart from the \
             others that you take: at the end the most cards of a kind earn a bonus.",
        ),
        Rules(&["R31", "R32", "R33", "P11", "D18"]),
        Passage::legal("Player 0 takes the disc card of north2 and puts a disc there. They now choose whether to place or to draw.", stream!("take")),
        Passage::legal("They place a second disc, on south3. A third may follow anywhere, or they draw one ritual card instead.", stream!("place")),
        Passage::refused(&["wongar.place-kind"], "After a disc card only discs are placed.", stream!("place-other-kind")),
        Passage::legal("Instead of placing they draw two ritual cards, and the turn is over. (This is what player 0 sees; the chapter on \
             secrets shows what the others see.)", stream!("draw")).seen_by(0),
        Text(
            "Triple card (1 in a pile). Choose one kind of which you have at least one piece left and place three pieces of it \
             anywhere; if you have fewer than three, place all you have. (The rulebook says that you may place three. You may \
             agree that this allows fewer: option `triple_may_place_fewer`.) You never mix kinds and draw no cards. No piece has \
             to go to the territory of the card. With an empty supply the card does nothing.",
        ),
        Rules(&["R35", "R36", "R37", "R38", "R39", "D19"]),
        Passage::legal("Player 0 has taken a triple card and chooses cubes.", stream!("triple-kind")),
        Passage::legal("Player 0 has taken a triple card and chosen cubes. The first goes to east; two more follow.", stream!("triple")),
        Passage::refused(&["wongar.triple-one-kind"], "The second piece must be a cube as well.", stream!("triple-mixed")),
        Passage::refused(&["wongar.triple-no-draw"], "Cards cannot be drawn instead.", stream!("triple-draw")),
        Text(
            "Ancestor card (2 in a pile). Take the ancestor pawn from its holder; if you hold it yourself, keep it. Then move the \
             ancestor figure from where it stands to an adjacent territory. It does not matter where the card lay. A ceremony is \
             held where the figure arrives.",
        ),
        Rules(&["R40", "R41", "R42", "D20"]),
        Passage::legal("Player 0 has taken an ancestor card; the figure goes from hand to south1. No player has a piece there, so this \
             ceremony is over at once without points, and player 1 is to act.", stream!("ancestor")),
        Passage::refused(&["wongar.ancestor-step"], "No path joins hand and north3.", stream!("ancestor-far")),
        Passage::refused(&["wongar.figure-must-move"], "The figure must move.", stream!("ancestor-stays")),
        Text(
            "Elder card (2 in a pile). Take the elder pawn. Then move the elder figure one or two steps along paths. It may not \
             stay where it is, nor go out one step and back. A ceremony is held where it arrives, not where it passes through.",
        ),
        Rules(&["R43", "R44", "R45", "D21"]),
        Passage::legal("The elder goes two steps, from foot by way of hand to west.", stream!("elder")),
        Passage::refused(&["wongar.elder-steps"], "It is three steps from kangaroo to south3.", stream!("elder-far")),
        Text(
            "Both card, with both figures (1 in a pile). Take both pawns. Move both figures to the territory of the card, however \
             far away they are. One ceremony is held there, and it earns more.",
        ),
        Rules(&["R46", "R47", "D22"]),
        Passage::legal("Player 0 takes the card of south2 and gets the elder pawn too; both figures come. Only player 2 has a piece there, so \
             only player 2 may play ritual cards.", stream!("both")),
        Text("Draw four card (1 in a pile). Draw four ritual cards."),
        Rules(&["R48"]),
        Text("Scorpions (2 in a pile) never stay face up, so they are never taken. The next chapter tells what they do."),
        Rules(&["R49"]),
    ],
};
