//! Every way to break a rule of Wigwam.

use super::board::Base;
use super::figures::{Figure, Side};
use super::{Reason, options::LayoutName};
use crate::breach::Listed;
use crate::breaches;
use crate::game::Provenance;
use crate::text::{count, is_are};

breaches! {
    /// A broken rule of Wigwam. The first group is about the set-up, the second about moves, captures and huffs in the
    /// order in which they are checked, the third about positions from outside.
    pub enum Breach {
        /// A side arranges its figures once, before the first move.
        AlreadyArranged {} = "wigwam.already-arranged" [Decided "P12" "R4"]
            => "this side has arranged its figures already",
        /// Every figure of an arrangement stands on a base of its own.
        ArrangeBaseTwice { base: Base } = "wigwam.arrange-base-twice" [Printed "R8"]
            => "{base} is named more than once",
        /// A side sets up exactly one chief, seven warriors and three tents.
        ArrangeCount { figure: Figure, count: u8, needed: u8 } = "wigwam.arrange-count" [Printed "R1"]
            => "{number} must be set up, not {count}" with(number = crate::text::count(*needed, &figure.to_string())),
        /// A side arranges its figures on its own start bases, one on each.
        ArrangeOutside { base: Base, layout: LayoutName, #[serde(skip)] data: Provenance }
            = "wigwam.arrange-outside" [Printed "R4" "R5"] data(*data)
            => "{base} is not a start base of this side in layout {layout}",
        /// Figures move only after both sides have arranged theirs.
        SetUpUnfinished {} = "wigwam.set-up-unfinished" [Printed "R4"]
            => "both sides must have arranged their figures first",

        /// A turn moves a figure, so there must be one on the base it starts from.
        NoFigure { from: Base } = "wigwam.no-figure" [Printed "R6"]
            => "there is no figure on {from}",
        /// A player moves figures of their own side only.
        EnemyFigure { from: Base, figure: Figure } = "wigwam.enemy-figure" [Printed "R6"]
            => "the {figure} on {from} belongs to the opponent",
        /// When the opponent's omission of a capture would end the game, it must be huffed; it cannot be passed over.
        HuffDue { reason: Reason } = "wigwam.huff-due" [Decided "P1"]
            => "the opponent's move would end the game ({end}), so only a huff can follow it" with(end = reason.in_words()),
        /// After a huff that forces a capture only the named figure may act, and only by capturing.
        ForcedFigure { figure: Base } = "wigwam.forced-figure" [Decided "P7" "R29" "R30"]
            => "the figure on {figure} was huffed and must capture now",
        /// A figure must leave its base.
        NullMove { from: Base } = "wigwam.null-move" [Printed "R6"]
            => "the figure on {from} would stay where it is",
        /// A tent moves exactly one step, to a neighbouring base.
        TentStep { from: Base, to: Base } = "wigwam.tent-step" [Printed "R10"]
            => "a tent moves one step, {to} is not next to {from}",
        /// A warrior that does not capture moves exactly one step, to a neighbouring base.
        WarriorStep { from: Base, to: Base } = "wigwam.warrior-step" [Printed "R14"]
            => "a warrior that does not capture moves one step, {to} is not next to {from}",
        /// A chief that does not capture moves one base or two.
        ChiefRange { from: Base, to: Base, distance: u8 } = "wigwam.chief-range" [Printed "R20"]
            => "a chief moves at most 2 bases, {from} to {to} is {distance}",
        /// A chief's long move passes over an empty base or one of its own side, straight or at an obtuse angle, never over
        /// an enemy.
        ChiefPath { from: Base, to: Base, enemies: Listed<Base> } = "wigwam.chief-path" [Printed "R21" "R22" "R13"]
            => "from {from} to {to} the chief would have to pass over the enemy on {enemies}",
        /// A figure comes to rest on an empty base.
        Occupied { to: Base } = "wigwam.occupied" [Printed "R8"]
            => "{to} is occupied",
        /// A player who can capture must capture.
        CaptureMandatory { figures: Listed<Base> } = "wigwam.capture-mandatory" [Printed "R27" "D16"]
            => "{figures} can capture, so a move without capture is not allowed",
        /// A tent never captures.
        TentCaptures { from: Base } = "wigwam.tent-captures" [Printed "R11"]
            => "the tent on {from} cannot capture",
        /// A figure captures only what stands next to it; it takes no step first.
        VictimNotNear { from: Base, over: Base } = "wigwam.victim-not-near" [Printed "R16" "R23"]
            => "{over} is not next to {from}",
        /// What is captured must be a figure that is still on the board.
        NothingToCapture { over: Base } = "wigwam.nothing-to-capture" [Printed "R9" "R17"]
            => "there is nothing to capture on {over}",
        /// A player captures only figures of the opponent.
        OwnFigureCaptured { over: Base } = "wigwam.own-figure-captured" [Printed "R9" "R13"]
            => "the figure on {over} is the player's own",
        /// A tent is never captured and never jumped by the enemy.
        TentCaptured { over: Base } = "wigwam.tent-captured" [Printed "R12" "R13"]
            => "there is a tent on {over}, it cannot be captured",
        /// Between two captures a warrior goes straight on or turns at an obtuse angle.
        WarriorChainTurn { at: Base, before: Base, over: Base } = "wigwam.warrior-chain-turn" [Decided "D2" "R19"]
            => "having jumped over {before} to {at}, a warrior cannot turn towards {over}",
        /// With `chief_chain: obtuse` a chief, too, goes straight on or turns at an obtuse angle between two captures.
        ChiefChainTurn { at: Base, before: Base, over: Base } = "wigwam.chief-chain-turn" [Decided "D3" "P14"]
            => "having jumped over {before} to {at}, a chief cannot turn towards {over}",
        /// A warrior lands on the base straight behind its victim.
        WarriorLanding { from: Base, over: Base, to: Base } = "wigwam.warrior-landing" [Printed "R16"]
            => "{to} is not straight behind {over}, seen from {from}",
        /// A chief lands behind his victim, straight or at an obtuse angle.
        ChiefLanding { from: Base, over: Base, to: Base } = "wigwam.chief-landing" [Printed "R23" "R24"]
            => "{to} is not behind {over}, seen from {from}",
        /// Nothing follows the capture of the chief: the game is over with that jump.
        ChainAfterChief { over: Base } = "wigwam.chain-after-chief" [Decided "P9" "R31"]
            => "the chief has been captured, so there is no jump over {over} any more",
        /// With `chain: compulsory` a capture goes on until no further jump exists.
        ChainUnfinished { at: Base, victims: Listed<Base> } = "wigwam.chain-unfinished" [Decided "D4" "P8"]
            => "the capture must go on from {at}, over {victims}",
        /// Huffing must have been agreed on before the game.
        HuffNotAgreed {} = "wigwam.huff-not-agreed" [Decided "D16" "R29"]
            => "there is huffing only under the option `capture: huff`",
        /// Only a capture that the opponent has just omitted can be huffed, before anything else is done.
        NothingToHuff {} = "wigwam.nothing-to-huff" [Decided "P7" "R29"]
            => "the opponent has not just omitted a capture",
        /// A player forces a figure that could have captured, named by its base before the move that is taken back.
        ForceInnocent { figure: Base, figures: Listed<Base> } = "wigwam.force-innocent" [Printed "R29" "R30"]
            => "only {figures} could have captured, not {figure}",
        /// A player removes a figure that could have captured, named by the base where it stands now.
        RemoveInnocent { figure: Base, figures: Listed<Base> } = "wigwam.remove-innocent" [Printed "R29" "R30"]
            => "{removable}"
            with(removable = if figures.0.is_empty() {
                format!("{figure} could not have captured; only the chief could, and it can only be forced (option `huff_chief: force_only`)")
            } else {
                format!("only {figures} can be removed, not {figure}")
            }),
        /// With `huff_chief: force_only` a chief can be forced to capture but not removed.
        RemoveChief { figure: Base } = "wigwam.remove-chief" [Decided "R29"]
            => "the chief on {figure} can only be forced to capture (option `huff_chief: force_only`)",

        /// A position has at most one figure on a base.
        PositionBaseTwice { base: Base } = "wigwam.position-base-twice" [Printed "R8"]
            => "{base} is named more than once",
        /// A side has at most seven warriors and three tents.
        PositionTooMany { side: Side, figure: Figure, count: u8, most: u8 } = "wigwam.position-too-many" [Printed "R1"]
            => "{side} has {number}, there {are} only {most}"
            with(number = crate::text::count(*count, &figure.to_string()), are = is_are(most)),
        /// Both sides have a chief, unless the game has just been decided by the capture of the chief of the side to move.
        PositionNoChief { side: Side } = "wigwam.position-no-chief" [Decided "P15" "R1" "R31"]
            => "{side} has no chief, and its chief cannot have been captured by the last move",
        /// Light arranges first, then dark; before both have arranged there is nothing to record but the arrangements.
        PositionSetUp { turn: Side } = "wigwam.position-set-up" [Decided "P12" "R4"]
            => "this cannot be the set-up with {turn} to arrange: light arranges first, and nothing else has happened",
        /// A position has no more plies without a capture than end the game, and fewer while a huff is answered.
        PositionQuiet { quiet: u32, limit: u32 } = "wigwam.position-quiet" [Decided "D17" "P6" "P15"]
            => "the game would have ended after {plies} without a capture, so there cannot have been {quiet}"
            with(plies = plies(*limit)),
        /// Huffs are recorded only where huffing was agreed on.
        PositionHuffStrict {} = "wigwam.position-huff-strict" [Decided "D16"]
            => "there is huffing only under the option `capture: huff`, so none can be recorded",
        /// An open huff window follows a legal move without capture of a player who could have captured.
        PositionHuffOpen { from: Base, to: Base } = "wigwam.position-huff-open" [Printed "R29" "P4"]
            => "{from} to {to} cannot have been a move that omitted a capture",
        /// A figure that was forced to capture can capture.
        PositionHuffForced { figure: Base } = "wigwam.position-huff-forced" [Decided "P7"]
            => "the figure on {figure} cannot have been forced to capture",
        /// A figure has just been removed only if one is missing, no ply has followed, and there is a choice of moves: a sole
        /// one happens by itself.
        PositionHuffRemoved { side: Side } = "wigwam.position-huff-removed" [Decided "P2" "P6"]
            => "a warrior of {side} cannot have been removed just now, with a move still to follow",
        /// A position may be decided by the last move of the player who is not on turn, and in no other way. A side without
        /// warriors that cannot capture has already lost or drawn, so its last move was a capture or omitted one.
        PositionDecided { reason: Reason, side: Side, quiet: u32 } = "wigwam.position-decided" [Decided "P15" "D12"]
            => "{side} has no warriors and, {quiet} after the last capture, cannot just have captured with its chief, so the \
                game would have ended before ({end})"
            with(end = reason.in_words(), quiet = plies(*quiet)),
        /// A position says that the game is over only if it is.
        PositionNotOver { written: Reason } = "wigwam.position-not-over" [Decided "P15"]
            => "the position is said to be over ({reason}), but it is not" with(reason = written.in_words()),
        /// What a position remembers are positions of the same figures, the present one among them, none often enough to
        /// have ended the game and not more than plies were played.
        PositionMemory { entry: String } = "wigwam.position-memory" [Decided "D17" "P4" "P5"]
            => "the memory does not fit the position: {entry}",
    }
}

fn plies(n: u32) -> String {
    count(n, "ply")
}
