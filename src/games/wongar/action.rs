//! The decisions and draws, as in JSON.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::names::{Figure, Kind, RitualCard, Territory, TerritoryCard};
use crate::game::{Player, lists};

/// One or two things of one kind, such as the territories that two pieces go to. It is a multiset; the game puts it
/// into canonical order.
///
/// ```
/// use referee::game::Player;
/// use referee::games::wongar::OneOrTwo;
///
/// // A double may act on two pieces of one player.
/// let owners = OneOrTwo::Two(Player(1), Player(1));
/// assert_eq!((owners.count(), owners.counted().collect::<Vec<_>>()), (2, vec![(Player(1), 2)]));
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum OneOrTwo<T> {
    /// For one piece.
    One(T),
    /// For two pieces.
    Two(T, T),
}

impl<T: Copy> OneOrTwo<T> {
    /// The number of things.
    pub fn count(self) -> u8 {
        match self {
            OneOrTwo::One(_) => 1,
            OneOrTwo::Two(..) => 2,
        }
    }

    /// The one or the two.
    pub fn iter(self) -> impl Iterator<Item = T> {
        match self {
            OneOrTwo::One(a) => [Some(a), None],
            OneOrTwo::Two(a, b) => [Some(a), Some(b)],
        }
        .into_iter()
        .flatten()
    }

    /// Sorts by a key.
    pub(super) fn sort_by_key<K: Ord>(&mut self, key: impl Fn(T) -> K) {
        if let OneOrTwo::Two(a, b) = self
            && key(*a) > key(*b)
        {
            std::mem::swap(a, b);
        }
    }
}

impl<T: Copy + Eq> OneOrTwo<T> {
    /// Each different thing with its number.
    pub fn counted(self) -> impl Iterator<Item = (T, u8)> {
        let twice = matches!(self, OneOrTwo::Two(a, b) if a == b);
        self.iter().take(if twice { 1 } else { 2 }).map(move |one| (one, 1 + u8::from(twice)))
    }
}

impl<T: Copy + Serialize> Serialize for OneOrTwo<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Copy + Deserialize<'de>> Deserialize<'de> for OneOrTwo<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const LIST: &str = "a list of one or two";
        let read = lists::read(deserializer, LIST, 1..=2, None, |kept, next| {
            *kept = Some(match *kept {
                Some(OneOrTwo::One(first)) => OneOrTwo::Two(first, next),
                _ => OneOrTwo::One(next),
            });
        });
        read?.ok_or_else(|| D::Error::invalid_length(0, &LIST))
    }
}

impl<T: JsonSchema> JsonSchema for OneOrTwo<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("OneOrTwo{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let item = generator.subschema_for::<T>();
        schemars::json_schema!({ "type": "array", "items": item, "minItems": 1, "maxItems": 2 })
    }
}

/// What a player may do.
///
/// ```
/// use referee::games::wongar::names::Territory;
/// use referee::games::wongar::{Action, Wongar};
/// use referee::{Session, Setup};
///
/// let mut session = Session::<Wongar>::open(&Setup::new().seed(1))?;
/// session.play(Action::Take { territory: Territory::Kangaroo })?;
/// // A card is taken first, and then used.
/// let refused = session.play(Action::Take { territory: Territory::Hand }).unwrap_err();
/// assert_eq!(refused.violations()[0].rule, "wongar.place-due");
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Take the face-up card of a territory (R27).
    Take {
        /// The territory.
        territory: Territory,
    },
    /// Play a figure card of your own instead of taking one (R90).
    PlayOwn {
        /// Which.
        card: Figure,
    },
    /// Put a piece on a territory: at set-up (R93), or for a card (R33, R35).
    Place {
        /// The kind of piece.
        kind: Kind,
        /// Where.
        territory: Territory,
    },
    /// Draw ritual cards instead of placing (R33).
    Draw,
    /// Choose the kind for a triple card (R35).
    Choose {
        /// The kind of piece.
        kind: Kind,
    },
    /// Place no more pieces for a triple card; only with `triple_may_place_fewer`.
    Stop,
    /// Move a figure (R41, R44).
    Move {
        /// Which.
        figure: Figure,
        /// Where to.
        to: Territory,
    },
    /// Choose a ritual card instead of drawing it; only with `choose_ritual_cards` (R95).
    ChooseCard {
        /// Which.
        card: RitualCard,
    },
    /// In a ceremony: send rivals' pieces back (R72).
    Remove {
        /// The card played.
        card: RitualCard,
        /// The kind of the pieces.
        kind: Kind,
        /// The owner of each piece.
        owners: OneOrTwo<Player>,
    },
    /// In a ceremony: move own pieces out of it (R73).
    MoveOut {
        /// The card played.
        card: RitualCard,
        /// The kind of the pieces.
        kind: Kind,
        /// Where each piece goes.
        to: OneOrTwo<Territory>,
    },
    /// In a ceremony: move own pieces into it (R74).
    MoveIn {
        /// The card played.
        card: RitualCard,
        /// The kind of the pieces.
        kind: Kind,
        /// Where each piece comes from.
        from: OneOrTwo<Territory>,
    },
    /// In a ceremony: play no more cards (R64).
    Pass,
}

/// What is drawn.
///
/// ```
/// use referee::games::wongar::names::TerritoryCard;
/// use referee::games::wongar::{Chance, Wongar};
/// use referee::{Session, Setup};
///
/// let mut session = Session::<Wongar>::open(&Setup::new())?;
/// // The first card that somebody turns up at the table.
/// session.draw(Chance::TerritoryCard(TerritoryCard::Elder))?;
/// assert_eq!(session.n(), 1);
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Chance {
    /// A territory card is turned up (R7, R22).
    TerritoryCard(TerritoryCard),
    /// A piece comes out of the bag (R10).
    Piece {
        /// Whose it is.
        player: Player,
        /// Its kind.
        kind: Kind,
    },
    /// A ritual card is dealt or drawn (R12, R25).
    RitualCard(RitualCard),
    /// A score marker comes out of the bag (R14).
    Marker(Player),
}
