//! Every way to break a rule of Wongar.

use std::fmt::Display;

use super::names::{Figure, Kind, Name, RitualCard, Territory, TerritoryCard};
use super::{BoardName, Reason};
use crate::breaches;
use crate::game::{Player, Provenance};
use crate::text::{a, count, is_are};

breaches! {
    /// A broken rule of Wongar. The first group is about actions, in the order in which they are checked; the second about
    /// positions from outside.
    pub enum Breach {
        /// A turn begins with taking a card, or with playing one of the player's own.
        WrongDecision { #[serde(skip)] own: bool } = "wongar.wrong-decision" [Printed "R27"]
            => "a turn begins with taking a card{or}"
            with(or = if *own { " or playing one of the player's own figure cards" } else { "" }),
        /// A player must take a card on their turn; they cannot pass it.
        NoPassing {} = "wongar.no-passing" [Decided "D45" "R27"]
            => "a turn cannot be passed: take a card",
        /// While first pieces are being placed at set-up, nothing else is done.
        SetUpDue {} = "wongar.set-up-due" [Printed "R93"]
            => "the set-up is not over: place a piece",
        /// A disc, cube or cylinder card is carried out by placing or drawing, before anything else is done.
        PieceDue { kind: Kind } = "wongar.place-due" [Printed "R33"]
            => "the {kind} card must be carried out: place {piece}, or draw ritual cards"
            with(piece = a(*kind)),
        /// A triple card is carried out by choosing a kind and placing pieces of it, before anything else is done.
        TripleDue { chosen: Option<Kind> } = "wongar.triple-due" [Printed "R35"]
            => "the triple card must be carried out: {step}"
            with(step = chosen.map_or("choose a kind".to_owned(), |kind| format!("place {}", a(kind)))),
        /// An ancestor or elder card is carried out by moving the figure, before anything else is done.
        MoveDue { figure: Figure } = "wongar.move-due" [Printed "R41" "R44"]
            => "the card must be carried out: move the {figure}",
        /// With `choose_ritual_cards` a card that is drawn is chosen, before anything else is done.
        ChoiceDue {} = "wongar.choice-due" [Decided "P7" "P11" "R95"]
            => "a ritual card is due: choose it",
        /// In a ceremony a player plays a ritual card or passes, and does nothing else.
        CeremonyDue { at: Territory } = "wongar.ceremony-due" [Printed "R64"]
            => "there is a ceremony on {at}: play a ritual card or pass",
        /// Players have figure cards of their own to play only under the advanced rule `own_figures`.
        OwnFiguresOff {} = "wongar.own-figures-off" [Decided "D39" "R89" "R90"]
            => "the players have no figure cards of their own (the option `own_figures` is off)",
        /// Ritual cards are chosen only under the advanced rule `choose_ritual_cards`.
        ChooseCardsOff {} = "wongar.choose-cards-off" [Decided "D39" "R95"]
            => "ritual cards are drawn blindly (the option `choose_ritual_cards` is off)",
        /// The triple card places pieces; drawing cards instead is not allowed.
        TripleNoDraw {} = "wongar.triple-no-draw" [Printed "R37"]
            => "a triple card cannot be used to draw cards",
        /// The triple card places three pieces, or all that are left of the kind.
        TripleInFull {} = "wongar.triple-in-full" [Decided "D19" "R35" "R38"]
            => "all pieces of a triple card must be placed (the option `triple_may_place_fewer` is off)",
        /// Only the territories of the board in force can be named.
        NoSuchTerritory { territory: Territory, board: BoardName, #[serde(skip)] data: Provenance }
            = "wongar.no-such-territory" [Reconstructed "D3"] data(*data)
            => "{territory} is not on the board {board}",
        /// Only a face-up card can be taken; a card that was taken is not replaced before the next round.
        NoFaceUpCard { territory: Territory } = "wongar.no-face-up-card" [Printed "R27" "R28"]
            => "no card lies face up on {territory}",
        /// A player's own figure card leaves the game when it has been played.
        OwnCardGone { card: Figure } = "wongar.own-card-gone" [Printed "R90"]
            => "the player's own {card} card has been played already",
        /// All pieces placed for a disc, cube or cylinder card are of the card's kind.
        PieceKind { kind: Kind, card: Kind } = "wongar.place-kind" [Printed "R33"]
            => "a {card} card places {card}s, not a {kind}",
        /// A triple card never places pieces of different kinds.
        TripleOneKind { kind: Kind, chosen: Kind } = "wongar.triple-one-kind" [Printed "R39"]
            => "{chosen}s were chosen for the triple card, not {kind}s",
        /// A piece can be placed, or its kind be chosen, only while one is left.
        NoneLeft { kind: Kind } = "wongar.none-left" [Printed "R31" "R38" "R93" "D19"]
            => "no {kind} is left to place",
        /// An ancestor card moves the ancestor, an elder card the elder.
        WrongFigure { figure: Figure, card: Figure } = "wongar.wrong-figure" [Printed "R41" "R44"]
            => "the card moves the {card}, not the {figure}",
        /// The figure must move; it neither stays nor goes there and back.
        FigureMustMove { figure: Figure, at: Territory } = "wongar.figure-must-move" [Printed "R41" "R44" "D21"]
            => "the {figure} stands on {at} already and must move",
        /// The ancestor moves to an adjacent territory.
        AncestorStep { from: Territory, to: Territory, #[serde(skip)] data: Provenance }
            = "wongar.ancestor-step" [Printed "R41"] data(*data)
            => "the ancestor moves one step, {to} is not next to {from}",
        /// The elder moves one or two steps.
        ElderSteps { from: Territory, to: Territory, #[serde(skip)] data: Provenance }
            = "wongar.elder-steps" [Printed "R44" "D21"] data(*data)
            => "the elder moves one or two steps, {to} is farther from {from}",
        /// A scorpion cannot be chosen from the ritual pile.
        ScorpionNotChosen {} = "wongar.scorpion-not-chosen" [Decided "D44"]
            => "a scorpion cannot be chosen",
        /// Only a card that the ritual pile holds can be chosen.
        NotInPile { card: RitualCard } = "wongar.not-in-pile" [Printed "R95"]
            => "there is no {card} card in the ritual pile",
        /// Only players with at least one piece on the territory take part in the ceremony there.
        NotPresent { player: Player, at: Territory } = "wongar.not-present" [Printed "R60" "R61" "D24" "D25"]
            => "{player} has no piece on {at} and takes no part in the ceremony",
        /// A player who has passed plays no more in this ceremony.
        AlreadyPassed { player: Player } = "wongar.already-passed" [Printed "R65"]
            => "{player} has passed in this ceremony",
        /// A ritual card is played from the player's own hand.
        NotInHand { card: RitualCard } = "wongar.not-in-hand" [Printed "R64"]
            => "there is no {card} card in the player's hand",
        /// A card of one kind acts on pieces of that kind only.
        CardKind { card: RitualCard, kind: Kind } = "wongar.card-kind" [Printed "R71"]
            => "a {card} card {acts}"
            with(acts = if *card == RitualCard::Scorpion { "acts on no piece".to_owned() } else { format!("does not act on {}", a(*kind)) }),
        /// A card of one kind acts on one piece.
        CardCount { card: RitualCard } = "wongar.card-count" [Printed "R72" "R73" "R74"]
            => "a {card} card acts on one piece, not on two",
        /// A double card acts on two pieces where it can; on one only if there is no second one.
        DoubleTwo { kind: Kind, there: u8 } = "wongar.double-two" [Decided "D28" "P10" "R75" "R79"]
            => "a double card must act on two {kind}s, because {there} stand there",
        /// Only rivals' pieces are removed.
        RemoveOwn {} = "wongar.remove-own" [Printed "R72" "D30"]
            => "a player cannot remove their own pieces",
        /// An owner must sit at the table.
        NoSuchOwner { owner: Player, players: u8 } = "wongar.no-such-owner" [Printed "R9"]
            => "there is no {owner} in a game of {players} players",
        /// What is removed must stand on the territory of the ceremony.
        RemoveNone { owner: Player, kind: Kind, there: u8 } = "wongar.remove-none" [Printed "R72" "R76"]
            => "{owner} has {pieces} on the territory of the ceremony" with(pieces = only(*there, *kind)),
        /// What is moved out must stand on the territory of the ceremony.
        MoveOutNone { kind: Kind, there: u8 } = "wongar.move-out-none" [Printed "R73" "R77"]
            => "the player has {pieces} on the territory of the ceremony" with(pieces = only(*there, *kind)),
        /// What is moved in must stand where it is said to come from.
        MoveInNone { kind: Kind, from: Territory, there: u8 } = "wongar.move-in-none" [Printed "R74" "R78"]
            => "the player has {pieces} on {from}" with(pieces = only(*there, *kind)),
        /// Ritual cards move pieces between the territory of the ceremony and adjacent ones.
        NotAdjacent { at: Territory, territory: Territory, #[serde(skip)] data: Provenance }
            = "wongar.not-adjacent" [Printed "R73" "R74" "R77" "R78"] data(*data)
            => "{territory} is {not_next}"
            with(not_next = if territory == at {
                "where the ceremony is, not next to it".to_owned()
            } else {
                format!("not next to {at}, where the ceremony is")
            }),

        /// A position has one entry for each player.
        PositionSeats { list: &'static str, written: usize, players: u8 } = "wongar.position-seats" [Decided "D4"]
            => "`{list}` has {entries}, {players} play" with(entries = count(written, "entry")),
        /// A position names players who sit at the table.
        PositionPlayer { field: &'static str, player: Player, players: u8 } = "wongar.position-player" [Decided "D4"]
            => "`{field}` names {player}, {players} play",
        /// A position has the ten territories of the board in force and no other.
        PositionTerritory { territory: Territory, written: bool, #[serde(skip)] data: Provenance }
            = "wongar.position-territory" [Reconstructed "D3" "P21"] data(*data)
            => "{territory} {fault}"
            with(fault = if *written { "is written but not on the board" } else { "is on the board but not written" }),
        /// Turn, boomerang, pawns and figures are assigned when the markers have been drawn, and not before.
        PositionMarkers { field: &'static str, written: bool } = "wongar.position-markers" [Printed "R14" "R15"]
            => "`{field}` is {fault}"
            with(fault = if *written { "written before its marker is drawn" } else { "not written" }),
        /// Before the first turn of a round and after the last, the player named in `turn` holds the boomerang.
        PositionTurn { turn: Player, boomerang: Player } = "wongar.position-turn" [Printed "R18" "R19" "R27"]
            => "`turn` is {turn} and `boomerang` {boomerang}, but between turns they are the same",
        /// The pawn lies with the boomerang until a player plays a card that gives it to them.
        PositionPawn { pawn: Player, boomerang: Player } = "wongar.position-pawn" [Printed "R18" "R19" "R21" "R40"]
            => "`ancestor_pawn` is {pawn}, who has had no turn in the round that began with {boomerang}",
        /// The time marker stands on the scale.
        PositionTime { time: u8, last: u8, #[serde(skip)] data: Provenance }
            = "wongar.position-time" [Decided "D2" "D10" "R17"] data(*data)
            => "the time marker stands on a square from 1 to {last}, not {time}",
        /// Time passes by scorpions alone; those of the ritual deck return to it in pairs.
        PositionPassed { time: u8, scorpions: u16, pairs: bool, #[serde(skip)] data: Provenance }
            = "wongar.position-passed" [Printed "R52" "R54" "R55" "D10"] data(*data)
            => "{out} {are} taken or set aside, which does not make {time} the square of time"
            with(out = count(scorpions, "scorpion"), are = is_are(scorpions)),
        /// A player's pieces are on the board, in front of them or still to be placed, and none is lost.
        PositionPieces { player: Player, kind: Kind, count: u16, each: u8, #[serde(skip)] data: Provenance }
            = "wongar.position-pieces" [Printed "R3" "R31" "D30"] data(*data)
            => "{player} has {each} {kind}s, not {count}",
        /// A territory has no more cards of a name than its pile began with.
        PositionPile { territory: Territory, card: TerritoryCard, count: u16, most: u8, #[serde(skip)] data: Provenance }
            = "wongar.position-pile" [Printed "R4" "R89"] data(*data)
            => "{territory} has at most {cards}, not {count}" with(cards = cards(*most, *card)),
        /// The cards that the territories lack are those that the players have taken.
        PositionTaken { card: TerritoryCard, taken: u16, missing: u16, #[serde(skip)] data: Provenance }
            = "wongar.position-taken" [Printed "R4" "R29" "R54"] data(*data)
            => "{cards} {are} taken, {missing} {lack} missing from the territories"
            with(cards = cards(*taken, *card), are = is_are(taken), lack = is_are(missing)),
        /// A scorpion never stays face up.
        PositionFace { territory: Territory } = "wongar.position-face" [Printed "R8" "R23" "R49"]
            => "a scorpion cannot lie face up on {territory}",
        /// Ritual cards are in the pile, in hands, discarded or set aside, and none is lost.
        PositionRitual { card: RitualCard, count: u16, total: u8, #[serde(skip)] data: Provenance }
            = "wongar.position-ritual" [Printed "R5" "R91"] data(*data)
            => "there {are} {cards} in the game, not {count}" with(are = is_are(total), cards = cards(*total, *card)),
        /// A ritual scorpion is in the pile or set aside, never in a hand or among the discards; two are never set aside.
        PositionScorpion { field: &'static str } = "wongar.position-scorpion" [Printed "R55" "R26" "D14"]
            => "`{field}` cannot hold these scorpions",
        /// Where ritual cards are chosen, no scorpion is ever drawn from their deck.
        PositionScorpionChosen {} = "wongar.position-scorpion-chosen" [Decided "P7" "D44"]
            => "a ritual scorpion is set aside, but with `choose_ritual_cards` no scorpion is drawn",
        /// A player has at most one double card of their own under `own_doubles`; it is never discarded or in the pile.
        PositionOwnDouble { field: &'static str } = "wongar.position-own-double" [Printed "R91" "R92"]
            => "`{field}` cannot hold these double cards",
        /// A player has at most one ancestor and one elder card of their own, and only under `own_figures`.
        PositionOwnFigures { player: Player, card: Figure, count: u8, most: u8 }
            = "wongar.position-own-figures" [Printed "R89" "R90"]
            => "{player} has at most {cards} of their own, not {count}" with(cards = cards(*most, *card)),
        /// At set-up the boomerang and the elder pawn are with different players: two markers are drawn.
        PositionElderPawn { player: Player } = "wongar.position-elder-pawn" [Printed "R15" "R14"]
            => "{player} has the boomerang, and the second marker is another player's, so they cannot have the elder pawn",
        /// Set-up goes step by step: cards face up, pieces, hands, markers; with free placement cards face up, markers, pieces,
        /// hands.
        PositionSetup { field: &'static str, #[serde(skip)] data: Option<Provenance> }
            = "wongar.position-setup"
            [Printed "R7" "R10" "R11" "R12" "R14" "R16" "R17" "R93" "D6" "D7" "P16" "P17"] data((*data)?)
            => "`{field}` does not fit this stage of the set-up",
        /// Every player has all start pieces on the board once the set-up is over.
        PositionUnplaced { player: Player, count: u16 } = "wongar.position-unplaced" [Printed "R11" "R93"]
            => "{player} still has {pieces} to place, but the set-up is over" with(pieces = crate::text::count(count, "piece")),
        /// The end is near exactly if the marker stands on the last square or a territory has run out of cards.
        PositionEnd { end: Option<Reason>, at_x: bool, exhausted: bool, #[serde(skip)] data: Provenance }
            = "wongar.position-end" [Printed "R85" "D11" "P12"] data(*data)
            => "`end` is {written}, but the time marker {is} on the last square and {territory} has run out of cards"
            with(
                written = end.map_or("not written".to_owned(), |end| end.to_string()),
                is = if *at_x { "is" } else { "is not" },
                territory = if *exhausted { "a territory" } else { "no territory" },
            ),
        /// As many territories can be bare as cards were taken in the round; a player who is still to act finds a card.
        PositionBare { bare: u8, most: u8 } = "wongar.position-bare" [Printed "R22" "R28" "P14" "D45"]
            => "{territories} {are} without a face-up card, at most {most} can be"
            with(territories = count(bare, "territory"), are = is_are(bare)),
        /// What is going on fits the rules of the card that caused it.
        PositionPhase { field: &'static str } = "wongar.position-phase" [Printed "R33" "R35" "R40" "R43" "R46" "R58"]
            => "`phase.{field}` is not possible here",
        /// A position waits for a decision that leaves a choice, or for a draw; everything else has happened.
        PositionUnsettled {} = "wongar.position-unsettled" [Decided "P2" "P3" "P4" "P6" "D26" "D31"]
            => "no player is asked this, since it leaves no choice",
        /// A score is one that can be reached; it goes below zero only by scorpions that sting.
        PositionScore { player: Player, score: i32, least: i32, most: i32 } = "wongar.position-score" [Printed "R57" "R94"]
            => "{player} has {least} to {most} points, not {score}",
    }
}

/// A number of pieces of a kind, when there are too few.
fn only(there: u8, kind: Kind) -> String {
    if there == 0 { format!("no {kind}") } else { format!("only {}", count(there, kind.name())) }
}

/// A number of cards of a name.
fn cards(n: impl Display, name: impl Name) -> String {
    count(n, &format!("{} card", name.title()))
}
