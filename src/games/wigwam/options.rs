//! The options of Wigwam: what players may agree on before they begin, the recommended way first.

use std::fmt::{self, Display};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::Fault;

/// The start bases; the edition says which they are.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the edition says what they are")]
pub enum LayoutName {
    #[default]
    L0,
    L1,
    L2,
    L3,
    L4,
}

impl LayoutName {
    /// All layouts.
    pub const ALL: [LayoutName; 5] = [LayoutName::L0, LayoutName::L1, LayoutName::L2, LayoutName::L3, LayoutName::L4];
}

impl Display for LayoutName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// What happens to a player who can capture and does not (R27, R29).
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Capture {
    /// He must: any other move is refused.
    #[default]
    Strict,
    /// His opponent may huff: force the capture, or remove the figure.
    Huff,
}

/// Whether a capture that can go on must go on (D4).
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Chain {
    /// One jump is enough.
    #[default]
    Optional,
    /// It goes on until no further jump exists.
    Compulsory,
}

/// The angle between two jumps of a warrior (D2).
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WarriorChain {
    /// Straight on or an obtuse angle.
    #[default]
    Obtuse,
    /// Any direction.
    Any,
}

/// The angle between two jumps of a chief (D3).
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChiefChain {
    /// Any direction.
    #[default]
    Any,
    /// Straight on or an obtuse angle, measured from the last half of the jump before (P14).
    Obtuse,
}

/// Who must be stuck for a side to be blocked (D7).
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Blockade {
    /// The chief and the warriors; tents may still be able to move.
    #[default]
    Fighters,
    /// Tents as well.
    AllFigures,
}

/// Who must be safe for a player to win by having captured all warriors (D10).
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LoneChiefWin {
    /// The winner's warriors.
    #[default]
    WarriorsSafe,
    /// His chief as well.
    AllSafe,
}

/// What a huff can do to a chief.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HuffChief {
    /// He can be removed, which wins the game.
    #[default]
    Wins,
    /// He can only be forced to capture.
    ForceOnly,
}

/// How the set-up is shown (P12).
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// Light's arrangement stays hidden until dark has arranged.
    #[default]
    Secret,
    /// Dark sees light's arrangement before arranging.
    Open,
}

/// The options of Wigwam.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The start bases.
    pub layout: LayoutName,
    /// What happens to a player who can capture and does not.
    pub capture: Capture,
    /// Whether a capture that can go on must go on.
    pub chain: Chain,
    /// The angle between two jumps of a warrior.
    pub warrior_chain: WarriorChain,
    /// The angle between two jumps of a chief.
    pub chief_chain: ChiefChain,
    /// Who must be stuck for a side to be blocked.
    pub blockade: Blockade,
    /// Who must be safe for a player to win by having captured all warriors.
    pub lone_chief_win: LoneChiefWin,
    /// What a huff can do to a chief; only with `capture: huff`.
    pub huff_chief: HuffChief,
    /// The occurrence of a position that draws the game, at least 2; 0: off.
    pub repetition: u32,
    /// The plies without a capture that draw the game; 0: off.
    pub no_capture_plies: u32,
    /// How the set-up is shown.
    pub placement: Placement,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            layout: LayoutName::L0,
            capture: Capture::Strict,
            chain: Chain::Optional,
            warrior_chain: WarriorChain::Obtuse,
            chief_chain: ChiefChain::Any,
            blockade: Blockade::Fighters,
            lone_chief_win: LoneChiefWin::WarriorsSafe,
            huff_chief: HuffChief::Wins,
            repetition: 3,
            no_capture_plies: 100,
            placement: Placement::Secret,
        }
    }
}

impl Options {
    /// Appends every option out of range.
    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        if self.repetition == 1 {
            faults.push(Fault::new("options.repetition", "is 0 (off) or at least 2 (P10)"));
        }
    }
}
