//! What the judge says about a line, as a value: the result, the subject, the broken rules, the false claims, and what
//! is next. Each part has its audience, and only [`Answer::told`] and [`Answer::shown`] give access, for a named
//! viewer.
//!
//! A stream writes an answer as a line. Reports, replays and rulebooks use the value itself.
//!
//! ```
//! use referee::judge::Emit;
//! use referee::judge::answer::About;
//! use referee::stream::{Asked, Stream};
//! use referee::wire::Viewer;
//!
//! let asked = Asked { game: Some("wongar".into()), seed: Some(1), ..Asked::default() };
//! let mut stream = Stream::new(asked, Emit::NONE);
//! let mut seen = Vec::new();
//! stream.put(Some(br#"{"pick":0}"#), &mut |answer| {
//!     let told = answer.shown(Some(Viewer::Public));
//!     if let Some(About::Event { event, .. }) = told.map(|told| told.about()) {
//!         // `None`: the public does not see it.
//!         seen.push(event.in_words(Some(Viewer::Public)));
//!     }
//! })?;
//! assert!(seen.contains(&None) && seen.iter().any(Option::is_some));
//! # Ok::<(), referee::stream::Usage>(())
//! ```

use serde::Serialize;
use serde_json::{Number, Value, json};

pub use super::audience::Audience;
pub use super::json::Json;
use super::scene::Look;
use crate::game::Player;
use crate::strict::Malformed;
use crate::table::Next;
use crate::wire::{
    Abort, Attempt, By, ClaimName, Contradiction, Forfeit, Header, Object, Pick, Query, Seed, Viewer, Violation,
};

/// The result of judging a line.
///
/// ```
/// use referee::judge::Emit;
/// use referee::stream::{Asked, Stream};
///
/// let asked = Asked { game: Some("tectonic".into()), ..Asked::default() };
/// let mut fates = Vec::new();
/// let refused = r#"{"action":{"move":{"from":"c1","to":"c6"}}}"#;
/// let told = r#"{"action":{"move":{"from":"c1","to":"c6"}},"violations":[{"rule":"tectonic.mount-range"}]}"#;
/// // Both lines break a rule, but the second says so itself. Before each the header of the command line is answered.
/// for line in [refused, told] {
///     let mut stream = Stream::new(asked.clone(), Emit::NONE);
///     stream.put(Some(line.as_bytes()), &mut |answer| fates.push(answer.fate.is_fault()))?;
/// }
/// assert_eq!(fates, [false, true, false, false]);
/// # Ok::<(), referee::stream::Usage>(())
/// ```
#[allow(clippy::struct_excessive_bools, reason = "each of them is independent of the others")]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Fate {
    /// It does not follow the protocol.
    pub malformed: bool,
    /// It broke a rule, and did not claim to.
    pub refused: bool,
    /// It claims something false.
    pub contradicted: bool,
    /// It is a remark of an earlier run.
    pub skipped: bool,
    /// Its event is hidden, so the game cannot be judged any further.
    pub redacted: bool,
}

impl Fate {
    /// Whether the line is at fault.
    pub fn is_fault(self) -> bool {
        self.malformed || self.refused || self.contradicted
    }
}

/// An action or a draw, with its game erased.
#[doc(hidden)]
pub trait AnyEvent {
    /// Its key: `action` or `chance`.
    fn key(&self) -> &'static str {
        if self.is_draw() { "chance" } else { "action" }
    }
    /// Whether it is a draw.
    fn is_draw(&self) -> bool;
    /// Appends it as JSON.
    fn write(&self, out: &mut Vec<u8>);
    /// Appends only its kind.
    fn write_kind(&self, out: &mut Vec<u8>);
    /// The event in words.
    fn in_words(&self) -> String;
}

/// An event, and who may see more than its kind.
///
/// ```
/// use referee::judge::Emit;
/// use referee::judge::answer::About;
/// use referee::stream::{Asked, Stream};
///
/// let asked = Asked { game: Some("tectonic".into()), ..Asked::default() };
/// let mut words = Vec::new();
/// Stream::new(asked, Emit::NONE).put(Some(br#"{"pick":0}"#), &mut |answer| {
///     if let Some(About::Event { event, .. }) = answer.told(None).map(|told| told.about()) {
///         words.extend(event.in_words(None));
///     }
/// })?;
/// assert_eq!(words, ["move a1 to a2"]);
/// # Ok::<(), referee::stream::Usage>(())
/// ```
#[derive(Copy, Clone)]
pub struct Seen<'a> {
    event: &'a dyn AnyEvent,
    whole: Audience,
}

impl<'a> Seen<'a> {
    pub(super) fn new(event: &'a dyn AnyEvent, whole: Audience) -> Seen<'a> {
        Seen { event, whole }
    }

    /// Its key.
    pub fn key(&self) -> &'static str {
        self.event.key()
    }

    /// Whether it is a draw.
    pub fn is_draw(&self) -> bool {
        self.event.is_draw()
    }

    /// Appends what a viewer sees of it.
    pub fn write(&self, viewer: Option<Viewer>, out: &mut Vec<u8>) {
        if self.whole.hears(viewer) { self.event.write(out) } else { self.event.write_kind(out) }
    }

    /// It in the language of the game; `None`: the viewer does not see it.
    pub fn in_words(&self, viewer: Option<Viewer>) -> Option<String> {
        self.whole.hears(viewer).then(|| self.event.in_words())
    }
}

/// A header, with access to its secret parts by viewer.
///
/// ```
/// use referee::judge::Emit;
/// use referee::judge::answer::About;
/// use referee::stream::{Asked, Stream};
/// use referee::wire::Viewer;
///
/// let mut seeds = Vec::new();
/// Stream::new(Asked::default(), Emit::NONE).put(Some(br#"{"referee":1,"game":"wangdo","seed":7}"#), &mut |answer| {
///     if let Some(About::Header(said)) = answer.told(Some(Viewer::Public)).map(|told| told.about()) {
///         seeds.extend([said.seed(None).is_some(), said.seed(Some(Viewer::Public)).is_some()]);
///     }
/// })?;
/// // The seed tells all draws to come.
/// assert_eq!(seeds, [true, false]);
/// # Ok::<(), referee::stream::Usage>(())
/// ```
#[derive(Copy, Clone)]
pub struct HeaderSaid<'a> {
    /// The header. Use the methods for its secret parts.
    pub(super) header: &'a Header,
    /// The position to start from, if it is not the usual one.
    pub(super) start: Option<&'a dyn Json>,
    /// Whether the game has secrets.
    pub(super) secrets: bool,
}

impl<'a> HeaderSaid<'a> {
    /// A header that gives its position itself, if it is not the usual one.
    pub(super) fn of(header: &'a Header, secrets: bool) -> HeaderSaid<'a> {
        HeaderSaid { header, start: header.state.as_ref().map(|state| state as &dyn Json), secrets }
    }

    /// The header, for everything but its seed, note and position.
    pub fn header(&self) -> &'a Header {
        self.header
    }

    /// The seed, for the organiser only.
    pub fn seed(&self, viewer: Option<Viewer>) -> Option<Seed> {
        self.header.seed.filter(|_| viewer.is_none())
    }

    /// The start position, if it is not the usual one; `Some(None)` if it is hidden from the viewer.
    pub fn start(&self, viewer: Option<Viewer>) -> Option<Option<&'a dyn Json>> {
        self.start.map(|start| Some(start).filter(|_| viewer.is_none() || !self.secrets))
    }
}

/// Why a line cannot be read.
///
/// ```
/// use referee::judge::Emit;
/// use referee::judge::answer::About;
/// use referee::stream::{Asked, Stream};
///
/// let asked = Asked { game: Some("tectonic".into()), ..Asked::default() };
/// let mut why = Vec::new();
/// Stream::new(asked, Emit::NONE).put(Some(br#"{"pick":"first"}"#), &mut |answer| {
///     if let Some(About::Malformed(wrong)) = answer.told(None).map(|told| told.about()) {
///         why.push(wrong.told(None).message.clone());
///     }
/// })?;
/// assert!(why[0].contains("integer") || why[0].contains("number"), "{why:?}");
/// # Ok::<(), referee::stream::Usage>(())
/// ```
#[derive(Copy, Clone)]
pub struct Wrong<'a> {
    /// What viewers are told.
    pub(super) told: &'a Malformed,
    /// What the organiser is told.
    pub(super) whole: &'a Malformed,
}

impl<'a> Wrong<'a> {
    /// What a viewer is told.
    pub fn told(&self, viewer: Option<Viewer>) -> &'a Malformed {
        if viewer.is_none() { self.whole } else { self.told }
    }
}

impl<'a> From<&'a Malformed> for Wrong<'a> {
    fn from(malformed: &'a Malformed) -> Wrong<'a> {
        Wrong { told: malformed, whole: malformed }
    }
}

/// What an answer is about.
///
/// ```
/// use referee::judge::Emit;
/// use referee::judge::answer::About;
/// use referee::stream::{Asked, Stream};
///
/// let mut stream = Stream::new(Asked::default(), Emit::NONE);
/// let mut story = Vec::new();
/// for line in [r#"{"referee":1,"game":"tectonic"}"#, r#"{"pick":0}"#, r#"{"query":"undo"}"#, r#"{"query":"state"}"#] {
///     stream.put(Some(line.as_bytes()), &mut |answer| {
///         story.push(match answer.told(None).map(|told| told.about()) {
///             Some(About::Header(_)) => "a game",
///             Some(About::Event { .. }) => "a move",
///             Some(About::Undo { .. }) => "an undo",
///             _ => "something else",
///         });
///     })?;
/// }
/// assert_eq!(story, ["a game", "a move", "an undo", "something else"]);
/// # Ok::<(), referee::stream::Usage>(())
/// ```
#[derive(Copy, Clone)]
#[non_exhaustive]
pub enum About<'a> {
    /// A game begins, or its header is refused.
    Header(HeaderSaid<'a>),
    /// A header whose position is hidden.
    HiddenHeader(HeaderSaid<'a>),
    /// An action or a draw.
    Event {
        /// Its number, or the number that it would have had.
        n: u64,
        /// Who acts, or whose draw it is. `None`: no player's.
        player: Option<Player>,
        /// Who acts in the player's place.
        by: Option<By>,
        /// The event.
        event: Seen<'a>,
    },
    /// A number that names no action.
    Pick {
        /// The number that the action would have had.
        n: u64,
        /// Who picks.
        player: Option<Player>,
        /// Who acts in the player's place.
        by: Option<By>,
        /// The number.
        pick: Pick,
    },
    /// A player loses by a ruling.
    Forfeit(&'a Forfeit),
    /// The game is called off.
    Abort(&'a Abort),
    /// What a bot said in vain.
    Attempt(&'a Attempt),
    /// Steps are taken back.
    Undo {
        /// How many.
        undone: usize,
        /// How many events are left; `None`: the undo was refused.
        n: Option<u64>,
    },
    /// A question about the position.
    Query(Query),
    /// The game is over. `outcome` and `details` stand in [`Look::write_outcome`].
    End,
    /// A wrong statement of the outcome. A right one gets no answer.
    Stated,
    /// A line that does not follow the protocol.
    Malformed(Wrong<'a>),
    /// The line's event is hidden, and the game cannot be judged any further.
    Redacted,
    /// The remark that something is hidden, although nothing can be.
    NotRedacted,
    /// The end of this game's lines, whether it is over or not.
    Left,
}

/// A false claim.
///
/// ```
/// use referee::judge::Emit;
/// use referee::stream::{Asked, Stream};
///
/// let asked = Asked { game: Some("tectonic".into()), ..Asked::default() };
/// let mut found = Vec::new();
/// Stream::new(asked, Emit::NONE).put(Some(br#"{"pick":0,"legal_n":3}"#), &mut |answer| {
///     let told = answer.told(None).expect("the organiser hears everything");
///     found.extend(told.contradicted().map(|false_claim| false_claim.written(false)));
/// })?;
/// assert_eq!((found[0].claim.to_string(), found[0].claimed.clone()), ("legal_n".to_owned(), 3.into()));
/// # Ok::<(), referee::stream::Usage>(())
/// ```
pub struct Falsehood<'a> {
    /// What it is about.
    pub claim: ClaimName,
    sides: Sides<'a>,
    pub(super) to: Audience,
}

/// What is claimed and what is true.
enum Sides<'a> {
    Values(Value, Value),
    /// Two lists, and for each a list with its first entry that the other lacks.
    Lists([Box<dyn Json + 'a>; 2], [Value; 2]),
}

impl<'a> Falsehood<'a> {
    pub(super) fn new(claim: ClaimName, claimed: Value, actual: Value) -> Falsehood<'a> {
        Falsehood { claim, sides: Sides::Values(claimed, actual), to: Audience::ALL }
    }

    pub(super) fn of_lists(claim: ClaimName, lists: [Box<dyn Json + 'a>; 2], differ: [Value; 2]) -> Falsehood<'a> {
        Falsehood { claim, sides: Sides::Lists(lists, differ), to: Audience::ALL }
    }

    /// Whether it is about a list.
    pub fn is_list(&self) -> bool {
        matches!(self.sides, Sides::Lists(..))
    }

    /// Appends the claim as it is written; with `brief`, only the first differing entries of a list.
    pub(super) fn write(&self, brief: bool, out: &mut Vec<u8>) {
        let [claimed, actual] = self.sides(brief);
        let mut object = Object::open(out);
        object.field("claim", &self.claim);
        claimed.write(object.key("claimed"));
        actual.write(object.key("actual"));
        object.end();
    }

    /// The claim as a value; with `brief`, only the first differing entries of a list.
    pub fn written(&self, brief: bool) -> Contradiction {
        let [claimed, actual] = self.sides(brief).map(Json::value);
        Contradiction { claim: self.claim, claimed, actual }
    }

    /// What is claimed, and what is true; with `brief`, only the first differing entries of a list.
    fn sides(&self, brief: bool) -> [&dyn Json; 2] {
        match &self.sides {
            Sides::Values(claimed, actual) => [claimed, actual],
            Sides::Lists(_, [claimed, actual]) if brief => [claimed, actual],
            Sides::Lists([claimed, actual], _) => [&**claimed, &**actual],
        }
    }
}

impl From<Contradiction> for Falsehood<'_> {
    fn from(Contradiction { claim, claimed, actual }: Contradiction) -> Self {
        Falsehood::new(claim, claimed, actual)
    }
}

/// A list of this one entry; empty if there is none.
pub(super) fn alone(entry: Option<&impl Serialize>) -> Value {
    entry.map_or_else(|| json!([]), |entry| json!([entry]))
}

/// What the judge says about a line or on its own; see the module.
///
/// ```
/// use referee::judge::Emit;
/// use referee::stream::{Asked, Stream};
/// use referee::table::Next;
///
/// let asked = Asked { game: Some("tectonic".into()), ..Asked::default() };
/// let mut next = Vec::new();
/// Stream::new(asked, Emit::NONE).put(Some(br#"{"pick":0}"#), &mut |answer| {
///     next.push((answer.number, answer.next));
/// })?;
/// // First the header of the command line is answered, then the line.
/// let [white, black] = [0, 1].map(|player| Some(Next::Player(referee::game::Player(player))));
/// assert_eq!(next, [(1, white), (1, black)]);
/// # Ok::<(), referee::stream::Usage>(())
/// ```
#[non_exhaustive]
pub struct Answer<'a> {
    pub(super) about: About<'a>,
    /// Who may know more than that there was a line.
    pub(super) to: Audience,
    pub(super) violations: &'a [Violation],
    pub(super) contradicted: Vec<Falsehood<'a>>,
    pub(crate) note: Option<&'a str>,
    pub(super) eval: Option<&'a Number>,
    /// Who may read the note and the evaluation.
    pub(crate) own: Audience,
    /// Who may see in pictures and replays what was refused; see `Game::is_open`.
    pub(super) open: Audience,
    /// The number of the line in its stream, from 1.
    pub number: u64,
    /// The result of judging the line.
    pub fate: Fate,
    /// What the game waits for now; `None`: no game is on.
    pub next: Option<Next>,
    /// Milliseconds that the line took, as it says.
    pub ms: Option<u64>,
    /// Whether what `--emit` requests is added.
    pub accompanied: bool,
    /// The game as it stands now; `None`: no game is on.
    pub game: Option<&'a dyn Look>,
    /// Whether the line is a header.
    pub header: bool,
}

/// An answer as one viewer may know it.
///
/// ```
/// use referee::judge::Emit;
/// use referee::stream::{Asked, Stream};
/// use referee::wire::Viewer;
///
/// let asked = Asked { game: Some("tectonic".into()), ..Asked::default() };
/// let mut notes = Vec::new();
/// Stream::new(asked, Emit::NONE).put(Some(br#"{"pick":0,"note":"a quiet start"}"#), &mut |answer| {
///     let note = |viewer| answer.told(viewer).and_then(|told| told.note());
///     notes.push([note(None).is_some(), note(Some(Viewer::Public)).is_some()]);
/// })?;
/// // Notes are for the organiser and for those who wrote them.
/// assert_eq!(notes.last(), Some(&[true, false]));
/// # Ok::<(), referee::stream::Usage>(())
/// ```
#[derive(Copy, Clone)]
pub struct Told<'t, 'a> {
    answer: &'t Answer<'a>,
    viewer: Option<Viewer>,
}

impl<'t, 'a> Told<'t, 'a> {
    /// What it is about.
    pub fn about(self) -> About<'a> {
        self.answer.about
    }

    /// The rules that were broken. Empty: the line was not refused.
    pub fn violations(self) -> &'a [Violation] {
        self.answer.violations
    }

    /// The false claims.
    pub fn contradicted(self) -> impl Iterator<Item = &'t Falsehood<'a>> {
        self.answer.contradicted.iter().filter(move |falsehood| falsehood.to.hears(self.viewer))
    }

    /// Whether there is any false claim.
    pub fn is_contradicted(self) -> bool {
        self.contradicted().next().is_some()
    }

    /// The note of the line.
    pub fn note(self) -> Option<&'a str> {
        self.answer.note.filter(|_| self.answer.own.hears(self.viewer))
    }

    /// What the sender thinks of the position.
    pub fn eval(self) -> Option<&'a Number> {
        self.answer.eval.filter(|_| self.answer.own.hears(self.viewer))
    }
}

impl<'a> Answer<'a> {
    /// An answer for everybody, with nothing wrong.
    #[inline]
    pub(crate) fn new(about: About<'a>, number: u64, game: Option<&'a dyn Look>) -> Answer<'a> {
        Answer {
            about,
            to: Audience::ALL,
            violations: &[],
            contradicted: Vec::new(),
            note: None,
            eval: None,
            own: Audience::ALL,
            open: Audience::ALL,
            number,
            fate: Fate::default(),
            next: game.map(Look::next),
            ms: None,
            accompanied: false,
            game,
            header: false,
        }
    }

    /// The answer to a line that cannot be read. `to` are those who may know why.
    pub(crate) fn malformed(
        wrong: impl Into<Wrong<'a>>,
        number: u64,
        to: Audience,
        game: Option<&'a dyn Look>,
    ) -> Answer<'a> {
        let fate = Fate { malformed: true, ..Fate::default() };
        Answer { to, open: to, fate, ..Answer::new(About::Malformed(wrong.into()), number, game) }
    }

    /// The answer to a header.
    pub(super) fn of_header(
        about: About<'a>,
        said: HeaderSaid<'a>,
        number: u64,
        game: Option<&'a dyn Look>,
    ) -> Answer<'a> {
        // A note may tell secrets.
        let own = if said.secrets { Audience::ORGANISER } else { Audience::ALL };
        let HeaderSaid { header, .. } = said;
        Answer { ms: header.ms, note: header.note.as_deref(), own, header: true, ..Answer::new(about, number, game) }
    }

    /// What a viewer is told. `None`: only the number of the line and what is next.
    pub fn told(&self, viewer: Option<Viewer>) -> Option<Told<'_, 'a>> {
        self.to.hears(viewer).then_some(Told { answer: self, viewer })
    }

    /// What a viewer of pictures and replays is told: also what others tried illegally, if the game makes that public
    /// (`Game::is_open`).
    pub fn shown(&self, viewer: Option<Viewer>) -> Option<Told<'_, 'a>> {
        self.open.hears(viewer).then_some(Told { answer: self, viewer })
    }
}
