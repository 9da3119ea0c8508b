//! The state of a game: arrays and small numbers, cheap to copy.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Reason;
use super::names::{
    ByTerritory, Figure, Figures, Kind, Pieces, RitualCards, Territory, TerritoryCard, TerritoryCards, Trigger,
};
use super::position::Players;
use crate::game::{ByPlayer, Player};

/// The phase. The set-up follows this order, except that with free placement the cards are dealt last. Then every
/// round turns cards up, grants the privilege and gives each player a turn, which begins with `take`.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// The first face-up cards are turned (R7).
    SetupTerritories,
    /// Pieces are drawn from the bag (R10).
    SetupPieces,
    /// Ritual cards are dealt (R12).
    SetupHands,
    /// The marker of the first player is drawn (R14).
    SetupFirst,
    /// The marker of the elder's holder is drawn (R15).
    SetupElder,
    /// The players place their first pieces (R93).
    SetupPlacement,
    /// Phase 1: bare territories get a face-up card (R22).
    Reveal,
    /// Phase 2: the elder's holder draws a ritual card (R25).
    Privilege,
    /// Phase 3: a player takes a card (R27).
    Take,
    /// A disc, cube or cylinder card: place or draw (R33).
    Place {
        /// The card's kind.
        kind: Kind,
        /// Pieces placed by choice, 0 or 1.
        placed: u8,
    },
    /// A triple card: choose a kind (R35).
    Choose,
    /// A triple card: place pieces.
    Triple {
        /// The chosen kind.
        kind: Kind,
        /// Pieces still to be placed, 1 to 3.
        left: u8,
    },
    /// An ancestor or elder card: move the figure (R41, R44).
    Move {
        /// Which.
        figure: Figure,
    },
    /// Ritual cards are drawn on a turn (R33, R48).
    Draw {
        /// Cards still to be drawn, 1 to 4.
        left: u8,
    },
    /// A ceremony (R58).
    Ceremony {
        /// What caused it.
        card: Trigger,
        /// Where.
        at: Territory,
        /// Who has passed (R65).
        passed: Players,
        /// Who is to act.
        next: Player,
    },
    /// The game has ended.
    Over,
}

impl Phase {
    /// Whether it belongs to the set-up.
    pub(super) fn is_set_up(self) -> bool {
        use Phase::{SetupElder, SetupFirst, SetupHands, SetupPieces, SetupPlacement, SetupTerritories};
        matches!(self, SetupTerritories | SetupPieces | SetupHands | SetupFirst | SetupElder | SetupPlacement)
    }
}

/// The cards of one territory. The order of a shuffled pile is unknown to all players, so a pile is a multiset.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Pile {
    /// The face-up card; never a scorpion.
    pub shows: Option<TerritoryCard>,
    /// The shuffled face-down part.
    pub cards: TerritoryCards,
    /// Scorpions put under the pile at set-up (R8); they come when the shuffled part is used up.
    pub under: u8,
}

impl Pile {
    /// Whether there is nothing face down.
    pub fn is_used_up(&self) -> bool {
        self.under == 0 && self.cards.is_empty()
    }
}

/// The state of a game.
///
/// ```
/// use referee::game::Player;
/// use referee::games::wongar::names::Territory;
/// use referee::games::wongar::{Action, Wongar};
/// use referee::{Session, Setup};
///
/// let mut session = Session::<Wongar>::open(&Setup::new().seed(1))?;
/// let shown = session.state().piles[Territory::Kangaroo].shows.expect("a card lies there");
/// session.play(Action::Take { territory: Territory::Kangaroo })?;
/// assert_eq!(session.state().taken[Player(0)][shown], 1);
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct State {
    /// How many play, 3 to 5.
    pub players: u8,
    /// What is going on.
    pub phase: Phase,
    /// The player on turn in phase 3 and when placing at set-up; otherwise the boomerang's holder. Player 0 until the
    /// markers have been drawn, like the next three.
    pub turn: Player,
    /// The first player of the round (R19).
    pub boomerang: Player,
    /// Who holds the ancestor pawn.
    pub ancestor_pawn: Player,
    /// Who holds the elder pawn.
    pub elder_pawn: Player,
    /// Where the ancestor and the elder figure stand.
    pub figures: [Territory; 2],
    /// The square of the time marker, from 1.
    pub time: u8,
    /// Which trigger of the end came first; the round is still completed (R85).
    pub end: Option<Reason>,
    /// Points on the track, without the final bonus.
    pub scores: ByPlayer<i32>,
    /// Players whose points depend on a reconstructed number.
    pub unverified: Players,
    /// The cards of the territories.
    pub piles: ByTerritory<Pile>,
    /// The pieces on the territories.
    pub pieces: ByTerritory<ByPlayer<Pieces>>,
    /// The pieces in front of their owners.
    pub supply: ByPlayer<Pieces>,
    /// The pieces still to be brought onto the board at set-up.
    pub bag: ByPlayer<Pieces>,
    /// Ritual cards in hand.
    pub hands: ByPlayer<RitualCards>,
    /// Territory cards taken.
    pub taken: ByPlayer<TerritoryCards>,
    /// The players' own figure cards, not yet played (R89).
    pub own: ByPlayer<Figures>,
    /// The ritual draw pile.
    pub deck: RitualCards,
    /// The ritual discards.
    pub discards: RitualCards,
    /// Ritual scorpions set aside, 0 or 1 (R55).
    pub aside: u8,
}

impl State {
    /// All players in seat order.
    pub(super) fn seats(&self) -> impl Iterator<Item = Player> + Clone + use<> {
        (0..self.players).map(Player)
    }

    /// All players clockwise from one of them.
    pub(super) fn clockwise(&self, from: Player) -> impl Iterator<Item = Player> + use<> {
        let players = self.players;
        (0..players).map(move |step| Player((from.0 + step) % players))
    }

    /// Whether ritual cards are being drawn, after the deal.
    pub(super) fn is_drawing(&self) -> bool {
        matches!(self.phase, Phase::Privilege | Phase::Draw { .. })
    }

    /// The player who draws a ritual card now.
    pub(super) fn drawer(&self) -> Player {
        if self.phase == Phase::Privilege { self.elder_pawn } else { self.turn }
    }
}
