//! The options of Wigwam: what players may agree on before they begin, the recommended value first.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names;

names! {
    /// The start bases; the edition defines them.
    #[doc(hidden)]
    pub enum LayoutName {
        /// Two full rows: light on rows B and C, dark on rows E and F.
        L0 = "L0",
        /// At the edge, with the middle of the third row: light on rows A and B, C3 and C4; dark on rows F and G, E3 and E4.
        L1 = "L1",
        /// At the edge, with the ends of the third row: light on rows A and B, C1 and C6; dark on rows F and G, E1 and E6.
        L2 = "L2",
        /// At the edge, with the bases next to those ends: light on rows A and B, C2 and C5; dark on rows F and G, E2 and E5.
        L3 = "L3",
        /// In opposite corners: light on row A, B1-B3, C1-C3, left end of row D; dark on row G, F3-F5, E4-E6, right end of row D.
        L4 = "L4",
    }
}

/// What happens to a player who can capture and does not (R27, R29).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Capture {
    /// They must: a move without a capture is refused.
    Strict,
    /// They may move otherwise; then the opponent may huff: force the capture, or remove the figure that omitted it.
    Huff,
}

/// Whether a capture that can go on must go on (D4).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Chain {
    /// No: one jump is enough, and the player may stop after any.
    Optional,
    /// Yes: it goes on until the figure has no further jump or has taken the chief; of several ways any may be chosen.
    Compulsory,
}

/// The angle between two jumps of a warrior (D2).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WarriorChain {
    /// Straight on or at an obtuse angle.
    Obtuse,
    /// In any direction, sharp turns too; each jump by itself stays straight.
    Any,
}

/// The angle between two jumps of a chief (D3).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChiefChain {
    /// In any direction.
    Any,
    /// Straight on or at an obtuse angle to the last half of the jump before, from the victim to the landing (P14).
    Obtuse,
}

/// Which figures must be stuck for a side to be blocked (D7).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Blockade {
    /// The chief and all warriors; it does not help that tents could still move.
    Fighters,
    /// All figures: a side that can still move a tent is not blocked.
    AllFigures,
}

/// Who must be safe for a player to win by having captured all warriors (D10).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LoneChiefWin {
    /// The winner's warriors only.
    WarriorsSafe,
    /// The winner's warriors and their chief.
    AllSafe,
}

/// What a huff can do to a chief.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HuffChief {
    /// He can be forced to capture or be removed; removing him wins the game with 2 points, like capturing him.
    Wins,
    /// He can be forced to capture, but not be removed.
    ForceOnly,
}

/// How the set-up is shown (P12).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// Dark does not: light's arrangement stays hidden until dark has arranged.
    Secret,
    /// Dark sees it.
    Open,
}

/// The options of Wigwam.
///
/// ```
/// use referee::games::wigwam::Options;
///
/// let Options { repetition, no_capture_plies, .. } = Options::default();
/// assert_eq!((repetition, no_capture_plies), (3, 100));
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The start bases of the two sides.
    pub layout: LayoutName,
    /// Whether a player who can capture must.
    pub capture: Capture,
    /// Whether a capture that can go on must go on.
    pub chain: Chain,
    /// How a warrior may go on from one capture to the next.
    pub warrior_chain: WarriorChain,
    /// How a chief may go on from one capture to the next.
    pub chief_chain: ChiefChain,
    /// Which figures must be unable to move and capture for a side to be blocked and lose.
    pub blockade: Blockade,
    /// Who must be safe from the enemy chief for a player to win by having captured all enemy warriors.
    pub lone_chief_win: LoneChiefWin,
    /// What a huff can do to a chief; only with `capture: huff`.
    pub huff_chief: HuffChief,
    /// How often the same position must occur for a draw, twice or more; 0: there is no such draw.
    pub repetition: u32,
    /// How many plies in a row, of both players, without a capture make a draw; 0: there is no such draw.
    pub no_capture_plies: u32,
    /// Whether dark sees light's arrangement before arranging.
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
