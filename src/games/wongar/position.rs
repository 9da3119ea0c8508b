//! The state as JSON, made for people to read and write. For example, in the middle of a ceremony:
//!
//! ```json
//! {"phase":{"ceremony":{"card":"ancestor","at":"north2","passed":[],"next":1}},
//!  "turn":1,"boomerang":0,"ancestor_pawn":1,"elder_pawn":2,"figures":{"ancestor":"north2","elder":"foot"},"time":1,
//!  "territories":{"kangaroo":{"shows":"disc","pile":{"disc":2,"cube":2},"under":1,"pieces":[{"disc":1},{},{"cube":2}]}},
//!  "players":[{"score":4,"supply":{"disc":14,"cube":11,"cylinder":7},"hand":{"cube":1},"taken":{"cylinder":1}}],
//!  "deck":{"disc":12,"cube":11,"cylinder":8,"double":5,"scorpion":2},"discards":{"disc":1}}
//! ```
//!
//! Zero counts and empty lists may be left out. `pile` is the shuffled part of a territory's pile, and `under` counts
//! the scorpions that the set-up put beneath it. `unplaced` are a player's pieces that the set-up still has to bring
//! onto the board, and `own` their own figure cards. `score` does not include the final bonus. `unverified` lists the
//! players whose points depend on a reconstructed number. Players are listed in seat order.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::names::{ByTerritory, Figures, Pieces, RitualCards, Territory, TerritoryCard, TerritoryCards};
use super::{Options, Phase, Reason, State, Wongar};
use crate::bit_set;
use crate::game::{MAX_PLAYERS, Player};

bit_set! {
    /// A set of players, 0 to 4. Written as a list in seat order; read in any order.
    #[doc(hidden)]
    pub struct Players(u8) of Player, |player| player.0, |seat| Player(seat)
}

/// Whether nobody, or nothing, is there.
fn is_none<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Serialize for Players {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for Players {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Players, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Players;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list of different players, 0 to 4")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Players, A::Error> {
                let mut players = Players::default();
                while let Some(player) = list.next_element::<Player>()? {
                    if player.index() >= MAX_PLAYERS || players.has(player) {
                        return Err(A::Error::invalid_value(serde::de::Unexpected::Unsigned(player.0.into()), &self));
                    }
                    players.insert(player);
                }
                Ok(players)
            }
        }
        deserializer.deserialize_seq(List)
    }
}

impl JsonSchema for Players {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Players".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let player = serde_json::json!({ "type": "integer", "minimum": 0, "maximum": MAX_PLAYERS - 1 });
        schemars::json_schema!({ "type": "array", "items": player, "uniqueItems": true })
    }
}

/// A position as JSON; see the module.
#[doc(hidden)]
pub type Position = Writing<RitualCards, RitualCards>;

/// The common fields of a position and a view; they differ in hands (`H`) and the draw pile (`D`).
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Writing<H, D> {
    /// What is going on.
    pub phase: Phase,
    /// Whose turn it is in phase 3; outside of turns the boomerang's holder. Absent until the first marker is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Player>,
    /// The first player of the round. Absent until the first marker is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boomerang: Option<Player>,
    /// Who holds the ancestor pawn. Absent until the first marker is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ancestor_pawn: Option<Player>,
    /// Who holds the elder pawn. Absent until the second marker is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elder_pawn: Option<Player>,
    /// Where the figures stand.
    pub figures: Standing,
    /// The square of the time marker, from 1.
    pub time: u8,
    /// Which trigger of the end came first. Absent: none yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Reason>,
    /// The ten territories of the board.
    pub territories: ByTerritory<Option<Land>>,
    /// The players in seat order.
    pub players: Vec<Seat<H>>,
    /// The ritual draw pile.
    pub deck: D,
    /// The ritual discards.
    #[serde(default, skip_serializing_if = "RitualCards::is_empty")]
    pub discards: RitualCards,
    /// Ritual scorpions set aside, 0 or 1.
    #[serde(default, skip_serializing_if = "is_none")]
    pub aside: u8,
    /// Players whose points depend on a reconstructed number.
    #[serde(default, skip_serializing_if = "is_none")]
    pub unverified: Players,
}

/// Where the figures stand.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The ancestor figure.
    pub ancestor: Territory,
    /// The elder figure.
    pub elder: Territory,
}

/// A territory with its cards and pieces.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Land {
    /// The face-up card. Absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows: Option<TerritoryCard>,
    /// The shuffled part of the pile.
    #[serde(default, skip_serializing_if = "TerritoryCards::is_empty")]
    pub pile: TerritoryCards,
    /// Scorpions beneath the shuffled part.
    #[serde(default, skip_serializing_if = "is_none")]
    pub under: u8,
    /// The pieces of each player in seat order. Absent: no player has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Pieces>,
}

/// A player with cards and pieces.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seat<H> {
    /// Points on the track.
    #[serde(default)]
    pub score: i32,
    /// Pieces in front of the player.
    #[serde(default)]
    pub supply: Pieces,
    /// Pieces that the set-up has still to bring onto the board.
    #[serde(default, skip_serializing_if = "Pieces::is_empty")]
    pub unplaced: Pieces,
    /// The ritual cards in hand.
    pub hand: H,
    /// Territory cards taken.
    #[serde(default, skip_serializing_if = "TerritoryCards::is_empty")]
    pub taken: TerritoryCards,
    /// Figure cards of their own, not yet played.
    #[serde(default, skip_serializing_if = "Figures::is_empty")]
    pub own: Figures,
}

impl Phase {
    /// Whether the marker of the first player has been drawn. With `free_placement` that comes before the deal (P17).
    pub(super) fn first_is_known(self, options: &Options) -> bool {
        match self {
            Phase::SetupTerritories | Phase::SetupPieces | Phase::SetupFirst => false,
            Phase::SetupHands => options.free_placement,
            _ => true,
        }
    }

    /// Whether the marker of the elder's holder has been drawn.
    pub(super) fn elder_is_known(self, options: &Options) -> bool {
        self.first_is_known(options) && self != Phase::SetupElder
    }
}

impl<H, D> Writing<H, D> {
    /// Converts a state; `hand` and `deck` decide what is told of the hidden cards.
    pub(super) fn with(game: &Wongar, state: &State, hand: impl Fn(Player) -> H, deck: D) -> Writing<H, D> {
        let (options, players) = (&game.options, state.seats());
        let first = |player| state.phase.first_is_known(options).then_some(player);
        let mut territories = ByTerritory::default();
        for territory in game.board.order {
            let pile = &state.piles[territory];
            let mut pieces: Vec<Pieces> = players.clone().map(|player| state.pieces[territory][player]).collect();
            if pieces.iter().all(Pieces::is_empty) {
                pieces.clear();
            }
            territories[territory] = Some(Land { shows: pile.shows, pile: pile.cards, under: pile.under, pieces });
        }
        Writing {
            phase: state.phase,
            turn: first(state.turn),
            boomerang: first(state.boomerang),
            ancestor_pawn: first(state.ancestor_pawn),
            elder_pawn: state.phase.elder_is_known(options).then_some(state.elder_pawn),
            figures: Standing { ancestor: state.figures[0], elder: state.figures[1] },
            time: state.time,
            end: state.end,
            territories,
            players: players
                .map(|player| Seat {
                    score: state.scores[player],
                    supply: state.supply[player],
                    unplaced: state.bag[player],
                    hand: hand(player),
                    taken: state.taken[player],
                    own: state.own[player],
                })
                .collect(),
            deck,
            discards: state.discards,
            aside: state.aside,
            unverified: state.unverified,
        }
    }
}
