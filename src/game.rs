//! The contract for every game. It is independent, so that rules can be written, read and tested without any protocol:
//! a game says whose turn it is, which rules an action would break, what can be drawn and who may see what.
//!
//! A game never draws at random, reads a clock or prints. Its state is plain data; equal states are equal values, and
//! the state alone decides turn, legality and outcome.

#[doc(hidden)]
pub mod lists;
#[doc(hidden)]
pub mod names;
mod numbers;
pub mod picture;
pub mod rulebook;
#[doc(hidden)]
pub mod set;

use std::fmt::{self, Debug, Display};
use std::ops::{Index, IndexMut, RangeInclusive};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use self::numbers::{Numbered, Numbers};
use self::picture::{Panel, Picture};
use self::rulebook::Rulebook;
pub use crate::breach::Provenance;
use crate::breach::{Breach, none_of};
pub use crate::spoken::Spoken;

/// The most players any game seats.
pub const MAX_PLAYERS: usize = 5;

/// A player, numbered from 0 in turn order round the table.
#[doc = include_str!("game/examples/player.md")]
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Player(pub u8);

impl Player {
    /// The player's place in arrays indexed by player.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The next player clockwise at a table of `players`.
    #[must_use]
    pub fn next(self, players: u8) -> Player {
        Player((self.0 + 1) % players)
    }

    /// All players of a table of `players`, in turn order.
    pub fn all(players: u8) -> impl Iterator<Item = Player> {
        (0..players).map(Player)
    }
}

impl Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.0)
    }
}

/// One value for each seat, indexed by [`Player`]; seats that are not taken hold the default.
#[doc = include_str!("game/examples/by_player.md")]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct ByPlayer<T>(pub [T; MAX_PLAYERS]);

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;
    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}

/// The most actions that [`Game::legal`] lists. Real games stay far below: a bot that collected cards to get as many
/// actions as possible reached 1,663. Hand-written positions can have hundreds of thousands of legal actions, and
/// listing them all would help no one.
pub const MOST_LISTED: usize = 4096;

/// What a position waits for. Exactly one holds.
#[doc = include_str!("game/examples/turn.md")]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Turn {
    /// A decision of this player.
    Player(Player),
    /// A draw; see [`Game::chances`].
    Chance,
    /// Nothing: the game has ended by its rules and [`Game::outcome`] answers.
    Over,
}

/// One numbered statement of a game's rules, as `referee rules` lists them.
#[doc = include_str!("game/examples/rule.md")]
#[derive(Copy, Clone, Debug, Serialize)]
pub struct Rule {
    /// The number: `R15` (rule), `D4` (decision), `P2` (precise ruling).
    pub id: &'static str,
    /// How well the sources support the statement.
    pub source: Provenance,
    /// The statement, in the project's own words.
    pub text: &'static str,
    /// How the program keeps it.
    pub kept: Kept,
}

/// How the program keeps a numbered rule.
#[doc = include_str!("game/examples/kept.md")]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kept {
    /// An action or position can break it; at least one breach cites it.
    Checked,
    /// No input can break it: the program itself carries it out. The text says where, or how it is tested.
    BuiltIn(&'static str),
    /// A referee cannot enforce it; the text says why.
    NotApplicable(&'static str),
}

/// The numbered rules of a game, a `&'static [Rule]`: for each its number, its [`Provenance`](crate::game::Provenance),
/// how it is [`Kept`](crate::game::Kept), and after the colon the statement.
///
/// ```
/// const RULES: &[referee::game::Rule] = referee::rules! {
///     R1 Printed, Checked: "In turn each player takes one or more counters.";
///     D1 Decided, BuiltIn("the start of every game"):
///         "There are piles of three, four and five.";
/// };
/// assert_eq!((RULES[1].id, RULES[1].text), ("D1", "There are piles of three, four and five."));
/// ```
///
/// Rustfmt leaves the lines as they are, so that a hundred rules read as a table.
#[macro_export]
macro_rules! rules {
    ($($id:ident $source:ident, $kept:ident $(($how:literal))?: $text:literal;)*) => {
        &[$($crate::game::Rule {
            id: stringify!($id),
            source: $crate::game::Provenance::$source,
            text: $text,
            kept: $crate::game::Kept::$kept $(($how))?,
        }),*]
    };
}

/// The pile, bag or deck a draw comes from: the number of its random stream (see [`crate::dice`]).
#[doc = include_str!("game/examples/source.md")]
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Source(pub u8);

/// Something that happened in a game: an action of a player or a draw.
#[doc = include_str!("game/examples/event.md")]
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Event<A, C> {
    /// A player acted.
    Action(Player, A),
    /// Something was drawn.
    Chance(C),
}

/// The events of one game.
pub type EventOf<G> = Event<<G as Game>::Action, <G as Game>::Chance>;

/// How much of an event a viewer learns.
#[doc = include_str!("game/examples/sight.md")]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Sight {
    /// All of it.
    Full,
    /// Only its kind: it is written for them as `{"kind":null}`.
    Kind,
}

/// Points that an event brought a player or cost them, and why.
#[doc = include_str!("game/examples/gain.md")]
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Gain {
    /// The player.
    pub player: Player,
    /// The points; below 0 if the event cost them.
    pub points: i32,
    /// Why, in words, such as `the majority of cylinders in north`.
    pub why: String,
    /// The name of the place on the board where they were scored; `None`: at no place.
    pub at: Option<String>,
}

/// The result of a finished game.
#[doc = include_str!("game/examples/outcome.md")]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Outcome {
    /// For each player, 1 + the number of players who did better.
    pub places: Vec<u8>,
    /// For each player, the game's own points; in games without points 2 for a win, 1 each for a draw and 0 for a loss.
    /// `None` (written `null`) when the game ended by a forfeit.
    #[schemars(schema_with = "or_null::schema::<Vec<i32>>")]
    pub scores: Option<Vec<i32>>,
    /// Why the game ended: one of the game's own kebab-case reasons, or `forfeit`.
    pub reason: &'static str,
}

impl Outcome {
    /// Ranks players by a key, the greatest first; equal keys share a place.
    pub fn ranked<K: Ord>(keys: &[K], scores: Vec<i32>, reason: &'static str) -> Outcome {
        Outcome { places: Outcome::places(keys), scores: Some(scores), reason }
    }

    /// For each key, 1 + the number of greater ones.
    pub(crate) fn places<K: Ord>(keys: &[K]) -> Vec<u8> {
        keys.iter().map(|key| 1 + keys.iter().filter(|other| *other > key).count() as u8).collect()
    }
}

/// What is wrong with an edition or with options, and where.
#[doc = include_str!("game/examples/fault.md")]
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Fault {
    /// The path of the faulty datum, such as `setups.S1.hills`.
    pub at: String,
    /// What is wrong and what would be right.
    pub message: String,
}

impl Fault {
    /// A fault at a path.
    pub fn new(at: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault { at: at.into(), message: message.into() }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.at.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.at, self.message) }
    }
}

impl std::error::Error for Fault {}

/// Why a game is over, in words, for a game that has a type for its reasons: the `words` of the reason whose wire name
/// is `called`. An unknown name is returned unchanged.
#[doc(hidden)]
pub fn reason_called<R: Copy>(
    called: &'static str,
    all: &[R],
    name: fn(R) -> &'static str,
    words: fn(R) -> &'static str,
) -> &'static str {
    all.iter().find(|reason| name(**reason) == called).map_or(called, |reason| words(*reason))
}

/// A supply of uniform random numbers, lent to [`Game::determinize`].
#[doc = include_str!("game/examples/draw.md")]
pub trait Draw {
    /// A number below `total`, each equally likely. `total` is at least 1.
    fn below(&mut self, total: u32) -> u32;
}

/// One thing that an action is checked for. Each check is its own function and ignores what other checks found.
#[doc = include_str!("game/examples/check.md")]
pub struct Check<G: Game> {
    /// The id of the one rule that it may find broken. With one rule per check, no rule can hide another.
    pub finds: &'static str,
    /// The ids of the rules that it presupposes: the check is skipped if one of them is broken. For instance, a jump
    /// cannot be checked if no piece jumps.
    pub after: &'static [&'static str],
    /// Appends what it finds.
    pub find: Find<G>,
}

impl<G: Game> Check<G> {
    /// A check by what it finds, what it presupposes and its function. The types in a closure follow from the game, so a
    /// game calls this through an alias, `type Check = game::Check<MyGame>;`.
    pub const fn new(finds: &'static str, after: &'static [&'static str], find: Find<G>) -> Check<G> {
        Check { finds, after, find }
    }
}

/// The function of a check: looks at a player's action in a state.
pub type Find<G> = fn(&G, &<G as Game>::State, Player, &<G as Game>::Action, &mut Vec<<G as Game>::Breach>);

/// The chance of a game without chance: it has no values.
#[doc = include_str!("game/examples/never.md")]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Never {}

/// What the specification of the protocol says of a kind of draw.
#[doc = include_str!("game/examples/draw_kind.md")]
#[derive(Copy, Clone, Debug)]
pub struct DrawKind {
    /// The kind as it is written.
    pub kind: &'static str,
    /// The number of its source, or the numbers and what tells them apart.
    pub source: &'static str,
    /// In which order [`Game::chances`] lists such draws.
    pub order: &'static str,
    /// What their weights are.
    pub weight: &'static str,
}

/// The rules of one game under one edition and one set of options: the value *is* the rules in force.
///
/// Reading types (`Options`, `Position`, `Action`, `Chance`, `Edition`) are plain serde types; the program always reads
/// them through [`crate::strict`], which refuses duplicate keys, arrays for objects and `null` for an absent field.
/// Structs among them say `deny_unknown_fields`; actions and draws are externally tagged enums in `snake_case`.
#[doc = include_str!("game/examples/game.md")]
pub trait Game: Clone + Send + Sync + 'static {
    /// The name on the wire, in kebab-case; rule ids begin with it.
    const NAME: &'static str;
    /// The name for people.
    const TITLE: &'static str;
    /// The possible numbers of players.
    const PLAYERS: RangeInclusive<u8>;
    /// The default edition: the text of `edition.json`.
    const EDITION: &'static str;
    /// Every numbered statement of the rules, in order.
    const RULES: &'static [Rule];
    /// The rulebook made from these statements.
    const RULEBOOK: &'static Rulebook;
    /// The kinds of action of which some viewers may see only the kind (see [`Game::sees`]).
    const SECRET_ACTIONS: &'static [&'static str] = &[];
    /// The kinds of draw of which some viewers may see only the kind.
    const SECRET_DRAWS: &'static [&'static str] = &[];
    /// Whether the game ever hides anything from a player.
    const HAS_SECRETS: bool = !Self::SECRET_ACTIONS.is_empty() || !Self::SECRET_DRAWS.is_empty();

    /// Whether the scores of an outcome are the game's own points; otherwise they only show who won (see [`Outcome`]).
    const HAS_POINTS: bool = true;

    /// The rule options; the default is the recommended way to play.
    type Options: Clone + Default + PartialEq + Debug + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// Boards, decks, scores and start squares, with a provenance mark on each.
    type Edition: Serialize + DeserializeOwned + JsonSchema;
    /// The state while playing: arrays and small integers, cheap to clone.
    type State: Clone + Eq + Debug + Send;
    /// The state as people and programs read and write it. Equal states give equal positions and equal bytes.
    type Position: Eq + Debug + Serialize + DeserializeOwned + JsonSchema;
    /// What a player may decide.
    type Action: Clone + Eq + Debug + Serialize + DeserializeOwned + JsonSchema + Send;
    /// What may be drawn; [`Never`] for a game without chance.
    type Chance: Clone + Eq + Debug + Serialize + DeserializeOwned + JsonSchema + Send;
    /// Every way to break a rule of this game, by an action or by a position from outside.
    type Breach: Breach;
    /// What one player may know; `Position` if nothing is hidden. It must include the number of players, since
    /// [`Game::picture`] and [`Game::determinize`] get nothing else.
    type View: Eq + Debug + Serialize + DeserializeOwned + JsonSchema;
    /// The details of a finished game beyond the outcome; `()` if there are none.
    type Details: Serialize + JsonSchema;

    /// Builds the rules from an edition and options, or names every fault of either.
    fn open(edition: &Self::Edition, options: &Self::Options) -> Result<Self, Vec<Fault>>;

    /// The edition's id, for headers.
    fn edition_id(&self) -> &str;

    /// The start of a game; `players` is within [`Game::PLAYERS`].
    fn start(&self, players: u8) -> Self::State;

    /// What the position waits for.
    fn turn(&self, state: &Self::State) -> Turn;

    /// The result; `Some` exactly when [`Game::turn`] says [`Turn::Over`].
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// The details of a finished game; never called for an unfinished one.
    fn details(&self, _state: &Self::State) -> Option<Self::Details> {
        None
    }

    /// Puts set-like lists of an action into their canonical order. Everything below sees canonical actions only.
    fn canonical(&self, _state: &Self::State, _player: Player, _action: &mut Self::Action) {}

    /// The checks for an action of this kind, in the game's documented order. Every check runs, whatever the others
    /// find, unless a rule that it presupposes is broken. So this table guarantees that no rule hides another.
    fn checks(action: &Self::Action) -> &'static [Check<Self>];

    /// Appends *every* rule that the action would break, in the game's documented order. If nothing is appended, the
    /// action is legal.
    ///
    /// The caller has checked whose turn it is: the action is judged as if `player` were to act. `player` is a player
    /// of this game, the game is not over and no draw is due.
    fn check(&self, state: &Self::State, player: Player, action: &Self::Action, broken: &mut Vec<Self::Breach>) {
        let first = broken.len();
        for check in Self::checks(action) {
            if broken.len() == first || none_of(&broken[first..], check.after) {
                (check.find)(self, state, player, action, broken);
            }
        }
    }

    /// Performs an action that passed `check`, for the player whose turn it is, and every consequence that leaves no
    /// choice.
    fn apply(&self, state: &mut Self::State, player: Player, action: &Self::Action);

    /// Appends the legal actions of the player whose turn it is, each once, in a fixed order, and returns whether the
    /// list is complete. At least one action is appended and at most [`MOST_LISTED`]; at that limit the search for more
    /// must stop too. Called only when a player must act.
    fn legal(&self, state: &Self::State, out: &mut Vec<Self::Action>) -> bool;

    /// Every action that can be legal in some position under these rules, each once and in canonical form. The order stays
    /// the same for an edition and its options, so that the place of an action is its number. `None`: there are too many.
    fn all_actions(&self) -> Option<Vec<Self::Action>> {
        None
    }

    /// A number that no two actions of [`Game::all_actions`] share, so that the place of an action is found quickly. A game
    /// without such a list needs none.
    fn action_key(_action: &Self::Action) -> u32 {
        0
    }

    /// Appends every possible draw with its weight (at least 1) in the documented order, and returns their source.
    /// Called only when [`Game::turn`] returns [`Turn::Chance`].
    fn chances(&self, _state: &Self::State, _out: &mut Vec<(Self::Chance, u32)>) -> Source {
        Source(0)
    }

    /// Whose draw it is: the player who draws or for whom it is drawn; `None` if it is no player's, such as the set-up.
    /// This is public even if the draw is hidden, so every state from [`Game::determinize`] must give the same player.
    /// Called only when [`Game::turn`] returns [`Turn::Chance`].
    fn drawer(&self, _state: &Self::State) -> Option<Player> {
        None
    }

    /// The purpose of the draw that is due, in words, such as `for row A2`, without the player; empty if there is
    /// nothing to say. It is public, like the [`Game::drawer`]. Called only when [`Game::turn`] returns
    /// [`Turn::Chance`].
    fn draw_purpose(&self, _state: &Self::State) -> String {
        String::new()
    }

    /// Performs a draw that `chances` lists.
    fn apply_chance(&self, _state: &mut Self::State, _chance: &Self::Chance) {}

    /// The state as a position; with `memory` also what it remembers of earlier positions.
    fn position(&self, state: &Self::State, memory: bool) -> Self::Position;

    /// Turns a position into a state for a table of `players`, or names every fault of it. A fault may hide another
    /// only if a comment says that the second check presupposes the first (see [`crate::breach::none_of`]). If the
    /// position has no memory, its history starts with the position itself.
    fn restore(&self, players: u8, position: &Self::Position) -> Result<Self::State, Vec<Self::Breach>>;

    /// How many times the present position has occurred, this time included; `None` if the game does not count.
    fn occurrence(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// Everything that `viewer` knows with perfect memory; `None` is the public's view. A finished game hides nothing.
    fn view(&self, state: &Self::State, viewer: Option<Player>) -> Self::View;

    /// The picture of a position. It is made only from a view, so it shows nothing that the viewer may not know. The
    /// caller adds whose turn it is, what changed and how the game ended.
    fn picture(&self, view: &Self::View) -> Picture;

    /// Adds the last event to the picture of the position after it, such as the way of a piece; by default nothing. The
    /// event may also be a refused action, which may be any action at all. Called only if the viewer saw all of it.
    fn picture_event(&self, _picture: &mut Picture, _view: &Self::View, _event: &EventOf<Self>) {}

    /// An action in words, in the imperative, such as `move c1 to c5 and turn d5`, for replays, pictures and the
    /// terminal. Different actions must have different words.
    fn action_in_words(action: &Self::Action) -> String;

    /// Reads an action, legal or not, from words such as those of [`Game::action_in_words`]; `None` if they describe
    /// none. The caller checks that all words have been read: see [`read_words`].
    fn action_from_words(said: &mut Spoken<'_>) -> Option<Self::Action>;

    /// How actions are written in words: examples of every kind, and of every form that a kind has. They are fixed and so
    /// say nothing of what is legal in a position.
    const NOTATION: &'static [&'static str] = &[];
    /// More such examples: of actions that are checked for other rules than all of these are.
    const MORE_NOTATION: &'static [&'static str] = &[];

    /// In which order [`Game::legal`] lists the actions, for the specification of the protocol.
    const LEGAL_ORDER: &'static str;
    /// The kinds of draw, for the specification of the protocol.
    const DRAWS: &'static [DrawKind] = &[];

    /// How long a question in words may be, in characters.
    const ASK_TEXT: usize = 3000;
    /// How long the rules for a prompt may be, in characters.
    const RULES_PROMPT: usize = 12_000;

    /// A draw in words, such as `a tuna with a star`. Different draws must have different words.
    fn chance_in_words(chance: &Self::Chance) -> String;

    /// Why the game is over, in words, such as `the chief was captured`, for each reason that [`Game::outcome`] gives.
    fn reason_in_words(reason: &'static str) -> &'static str;

    /// What an event that happens in `before` scores, in the order in which it is counted: the game's own points, which
    /// [`Outcome::scores`] adds up. Everybody may learn it. Empty for a game without points.
    fn scored(&self, _before: &Self::State, _event: &EventOf<Self>) -> Vec<Gain> {
        Vec::new()
    }

    /// The contents of the box, from the edition: every kind of piece or card with its number; its name says what is
    /// printed on it and what it does. Empty if the rulebook's text is enough.
    fn components(&self) -> Vec<Panel> {
        Vec::new()
    }

    /// How much a viewer learns of an event that is about to happen in `before`. Only kinds named in
    /// [`Game::SECRET_ACTIONS`] and [`Game::SECRET_DRAWS`] are ever less than [`Sight::Full`].
    fn sees(&self, _before: &Self::State, _event: &EventOf<Self>, _viewer: Option<Player>) -> Sight {
        Sight::Full
    }

    /// Whether everybody may learn that `player` tried an action and what is wrong with it; with `None`, whether
    /// everybody may learn all legal actions of this player, whose turn it is. This must be false unless all of it
    /// follows from public knowledge. It must also be false if the attempt itself gives a secret away: a player who
    /// tries to play a card shows that they hold it. Never called for a finished game, which hides nothing.
    fn is_open(&self, _state: &Self::State, _player: Player, _tried: Option<&Self::Action>) -> bool {
        !Self::HAS_SECRETS
    }

    /// Whether the decision that is due shows its player something hidden, such as a pile that they look through. Then
    /// it may also show part of the event before it, even if the player saw only its kind. Otherwise an event that a
    /// player sees only by kind must not change their view. Called only when a player must act.
    fn shows_hidden(&self, _state: &Self::State) -> bool {
        false
    }

    /// A full state that is consistent with `view`: deals everything unseen at random. A view may come from outside and say
    /// anything that its type can; then this names what is wrong with it. It need not compare: the caller finds a view that
    /// the state does not give.
    fn determinize(&self, view: &Self::View, draw: &mut dyn Draw) -> Result<Self::State, Vec<Self::Breach>>;

    /// The keys (greater is better) by which the rules would rank the players if an unfinished game ended now; not an
    /// estimate of who will win. `None` if the rules define no such order.
    fn standing(&self, _state: &Self::State) -> Option<ByPlayer<i32>> {
        None
    }
}

/// The number of players of a position or view that describes this many: for [`Game::restore`], which says so if they are too few
/// or too many.
#[doc(hidden)]
pub fn described(written: usize, players: &RangeInclusive<u8>) -> u8 {
    u8::try_from(written).unwrap_or(u8::MAX).clamp(*players.start(), *players.end())
}

/// Reads an action from a text; `None` if it does not describe exactly one. `names` are the players' names.
#[doc(hidden)]
pub fn read_words<G: Game>(text: &str, names: &[String]) -> Option<G::Action> {
    let mut said = Spoken::new(text, names);
    G::action_from_words(&mut said).filter(|_| said.is_read())
}

/// For `#[serde(with = "…")]` on a field of type `Option<T>` that must be there and may be `null`, such as
/// `{"ritual":{"take":null}}`. `T` is read from a string.
#[doc(hidden)]
pub mod or_null {
    use std::marker::PhantomData;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use serde::de::{Error, IntoDeserializer, Visitor};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// For `#[schemars(schema_with = "…")]`. `null` comes first, where an `Option` that may only be left out has it last.
    pub fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"anyOf": [{"type": "null"}, generator.subschema_for::<T>()]})
    }

    /// Writes the value or `null`.
    pub fn serialize<T: Serialize, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }

    /// Reads the value or `null`.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
        struct OrNull<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for OrNull<T> {
            type Value = Option<T>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a name or null")
            }
            fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
                Ok(None)
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                T::deserialize(text.into_deserializer()).map(Some)
            }
        }
        deserializer.deserialize_any(OrNull(PhantomData))
    }
}
