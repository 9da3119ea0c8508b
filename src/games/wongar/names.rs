//! The fixed sets of names: kinds of piece, cards, figures, territories. An edition changes values and edges only.

use std::borrow::Cow;
use std::fmt::{self, Debug, Display};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::names;

/// A fixed set of names, in the order of the rules.
#[doc(hidden)]
pub trait Name: Copy + Eq + Debug + Display + Serialize + DeserializeOwned + 'static {
    /// All of them.
    const ALL: &'static [Self];
    /// The name in JSON.
    fn name(self) -> &'static str;
    /// The name for people.
    fn title(self) -> String {
        self.name().replace('_', " ")
    }
    /// The index in [`Name::ALL`].
    fn index(self) -> usize;
}

/// [`names!`](crate::names) that are counted.
macro_rules! counted {
    ($(#[$about:meta])* $set:ident { $($content:tt)* }) => {
        names! { $(#[$about])* pub enum $set { $($content)* } }

        impl Name for $set {
            const ALL: &'static [$set] = &$set::ALL;
            fn name(self) -> &'static str {
                $set::name(self)
            }
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}

counted! {
    /// A kind of piece (R3).
    ///
    /// ```
    /// use referee::games::wongar::names::Kind;
    ///
    /// assert_eq!(Kind::NAMES, ["disc", "cube", "cylinder"]);
    /// assert_eq!("cone".parse::<Kind>().unwrap_err().to_string(), "`cone` is not disc, cube or cylinder");
    /// ```
    Kind {
        /// 18 per player.
        Disc = "disc",
        /// 15 per player.
        Cube = "cube",
        /// 12 per player.
        Cylinder = "cylinder",
    }
}

counted! {
    /// A card of a territory's pile (R4).
    ///
    /// ```
    /// use referee::games::wongar::names::{Kind, TerritoryCard};
    ///
    /// // Three of the cards place a piece of one kind.
    /// assert_eq!(Kind::ALL.map(Kind::card), [TerritoryCard::Disc, TerritoryCard::Cube, TerritoryCard::Cylinder]);
    /// ```
    TerritoryCard {
        /// Places discs (R31).
        Disc = "disc",
        /// Places cubes.
        Cube = "cube",
        /// Places cylinders.
        Cylinder = "cylinder",
        /// Places three pieces of one kind (R35).
        Triple = "triple",
        /// Moves the ancestor (R40).
        Ancestor = "ancestor",
        /// Moves the elder (R43).
        Elder = "elder",
        /// Brings both figures (R46).
        Both = "both",
        /// Draws four ritual cards (R48).
        DrawFour = "draw_four",
        /// Advances time and stings (R50).
        Scorpion = "scorpion",
    }
}

counted! {
    /// A ritual card (R5).
    ///
    /// ```
    /// use referee::games::wongar::names::{Kind, RitualCard};
    ///
    /// assert_eq!((RitualCard::Cube.kind(), RitualCard::Double.kind()), (Some(Kind::Cube), None));
    /// ```
    RitualCard {
        /// Acts on a disc.
        Disc = "disc",
        /// Acts on a cube.
        Cube = "cube",
        /// Acts on a cylinder.
        Cylinder = "cylinder",
        /// Acts on two pieces of one kind.
        Double = "double",
        /// Advances time and stings; never in a hand.
        Scorpion = "scorpion",
    }
}

counted! {
    /// One of the two figures, each with a pawn (R2).
    ///
    /// ```
    /// use referee::games::wongar::Wongar;
    /// use referee::games::wongar::names::{Figure, Territory};
    /// use referee::{Session, Setup};
    ///
    /// let session = Session::<Wongar>::open(&Setup::new().seed(1))?;
    /// let reach = |figure| session.game().board().reach(figure, Territory::Hand).len();
    /// // An elder moves one or two steps, an ancestor one.
    /// assert!(reach(Figure::Elder) > reach(Figure::Ancestor));
    /// # Ok::<(), referee::Refused>(())
    /// ```
    Figure {
        /// Moves one step (R41).
        Ancestor = "ancestor",
        /// Moves one or two steps (R44).
        Elder = "elder",
    }
}

counted! {
    /// The cause of a ceremony; it selects the row of the score table (R80).
    #[doc(hidden)]
    Trigger {
        /// An ancestor card.
        Ancestor = "ancestor",
        /// An elder card.
        Elder = "elder",
        /// A card with both figures.
        Both = "both",
    }
}

counted! {
    /// A territory of either board. An id that the board in force does not have is a violation.
    ///
    /// ```
    /// use referee::games::wongar::names::Territory;
    ///
    /// assert_eq!(Territory::North3.name(), "north3");
    /// assert_eq!("hand".parse(), Ok(Territory::Hand));
    /// ```
    Territory {
        /// Top left on both boards.
        Kangaroo = "kangaroo",
        /// Upper row.
        North2 = "north2",
        /// Upper row.
        North3 = "north3",
        /// Upper row of G2.
        North4 = "north4",
        /// Left end of the middle row of G1.
        West = "west",
        /// In the middle; the ancestor figure starts here (R14).
        Hand = "hand",
        /// In the middle; the elder figure starts here (R15).
        Foot = "foot",
        /// Right end of the middle row of G1.
        East = "east",
        /// Lower row.
        South1 = "south1",
        /// Lower row.
        South2 = "south2",
        /// Lower row.
        South3 = "south3",
        /// Lower row of G2.
        South4 = "south4",
    }
}

/// All territory ids of all boards.
#[doc(hidden)]
pub const IDS: usize = Territory::ALL.len();

impl Kind {
    /// The territory card that places this kind.
    pub fn card(self) -> TerritoryCard {
        TerritoryCard::ALL[self as usize]
    }
}

impl Figure {
    /// What causes a ceremony when this figure alone has moved.
    pub fn cause(self) -> Trigger {
        Trigger::ALL[self as usize]
    }
}

impl RitualCard {
    /// The kind that a single card acts on; `None` for doubles (any kind) and scorpions.
    pub fn kind(self) -> Option<Kind> {
        Kind::ALL.get(self as usize).copied()
    }
}

/// A number for each name, at most 255. Written as an object without zeros.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Tally<K, const N: usize>(pub [u8; N], PhantomData<K>);

/// Pieces by kind.
#[doc(hidden)]
pub type Pieces = Tally<Kind, 3>;
/// Territory cards by name.
#[doc(hidden)]
pub type TerritoryCards = Tally<TerritoryCard, 9>;
/// Ritual cards by name.
#[doc(hidden)]
pub type RitualCards = Tally<RitualCard, 5>;
/// A player's own figure cards.
#[doc(hidden)]
pub type Figures = Tally<Figure, 2>;

impl<K, const N: usize> Tally<K, N> {
    /// Counts in the order of the names.
    pub const fn of(counts: [u8; N]) -> Tally<K, N> {
        Tally(counts, PhantomData)
    }

    /// The total.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; N]
    }

    /// Adds all of `other`, which becomes empty.
    pub fn absorb(&mut self, other: &mut Tally<K, N>) {
        for (mine, theirs) in self.0.iter_mut().zip(&mut other.0) {
            *mine += std::mem::take(theirs);
        }
    }
}

impl<K: Name, const N: usize> Tally<K, N> {
    /// Each name of which there are any, with its number, in the order of the names.
    pub fn each(self) -> impl Iterator<Item = (K, u8)> + Clone {
        K::ALL.iter().copied().zip(self.0).filter(|(_, count)| *count > 0)
    }
}

impl<K, const N: usize> Default for Tally<K, N> {
    fn default() -> Self {
        Tally::of([0; N])
    }
}

impl<K: Name, const N: usize> Index<K> for Tally<K, N> {
    type Output = u8;
    fn index(&self, name: K) -> &u8 {
        &self.0[name.index()]
    }
}

impl<K: Name, const N: usize> IndexMut<K> for Tally<K, N> {
    fn index_mut(&mut self, name: K) -> &mut u8 {
        &mut self.0[name.index()]
    }
}

impl<K: Name, const N: usize> Serialize for Tally<K, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.each())
    }
}

impl<'de, K: Name, const N: usize> Deserialize<'de> for Tally<K, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let what = "an object of numbers by name";
        by_name(deserializer, what, Tally::default(), |tally, name: K, count| tally[name] = count)
    }
}

impl<K: Name, const N: usize> JsonSchema for Tally<K, N> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Tally".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        schema_by_name::<K, u8>(generator)
    }
}

/// One value for each territory id; absent territories hold the default. If all are optional, they are written as an
/// object.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct ByTerritory<T>(pub [T; IDS]);

impl<T> Index<Territory> for ByTerritory<T> {
    type Output = T;
    fn index(&self, territory: Territory) -> &T {
        &self.0[territory as usize]
    }
}

impl<T> IndexMut<Territory> for ByTerritory<T> {
    fn index_mut(&mut self, territory: Territory) -> &mut T {
        &mut self.0[territory as usize]
    }
}

impl<T: Serialize> Serialize for ByTerritory<Option<T>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let there = Territory::ALL.iter().zip(&self.0);
        serializer.collect_map(there.filter_map(|(territory, value)| Some((territory, value.as_ref()?))))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByTerritory<Option<T>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let what = "an object by territory";
        by_name(deserializer, what, ByTerritory([const { None }; IDS]), |written, at: Territory, value| {
            written[at] = Some(value);
        })
    }
}

impl<T: JsonSchema> JsonSchema for ByTerritory<Option<T>> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("ByTerritoryOf{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        schema_by_name::<Territory, T>(generator)
    }
}

/// Reads an object value by value into what it is kept as: `what` is expected, and `kept` is the empty object.
fn by_name<'de, D: Deserializer<'de>, K: Name, V: Deserialize<'de>, T>(
    deserializer: D,
    what: &'static str,
    kept: T,
    put: impl FnMut(&mut T, K, V),
) -> Result<T, D::Error> {
    struct Object<K, V, T, P> {
        what: &'static str,
        kept: T,
        put: P,
        of: PhantomData<(K, V)>,
    }
    impl<'de, K: Name, V: Deserialize<'de>, T, P: FnMut(&mut T, K, V)> Visitor<'de> for Object<K, V, T, P> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.what)
        }
        fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<T, A::Error> {
            while let Some(name) = map.next_key()? {
                (self.put)(&mut self.kept, name, map.next_value()?);
            }
            Ok(self.kept)
        }
    }
    deserializer.deserialize_map(Object { what, kept, put, of: PhantomData })
}

/// The schema of an object with any of the names.
fn schema_by_name<K: Name, V: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let value = generator.subschema_for::<V>().to_value();
    let names: serde_json::Map<_, _> = K::ALL.iter().map(|name| (name.name().to_owned(), value.clone())).collect();
    schemars::json_schema!({ "type": "object", "properties": names, "additionalProperties": false })
}
