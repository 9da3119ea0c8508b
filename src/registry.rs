//! The games with their types erased: the one place that maps a game's name to its rules. Higher layers use a
//! [`Referee`] for a game and a [`Judge`] for a game in progress.

mod actions;

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::Arc;

use schemars::Schema;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use crate::breach::{Breach as _, Clause};
use crate::commitment;
use crate::game::picture::Panel;
use crate::game::rulebook::Rulebook;
use crate::game::{DrawKind, Fault, Game, Numbers, Rule, read_words};
use crate::judge::answer::{Falsehood, Fate};
use crate::judge::seats::{Chair, SeatedGame, Seats};
use crate::judge::{GameJudge, Judge, NoStart, verify_violations, violation};
use crate::schema;
use crate::session::{AnySession, Refused, Session};
use crate::setup::{self, Setup};
use crate::spoken::folded;
use crate::strict::{self, Malformed, hint, near_miss};
use crate::table::{Draws, Table, TableBreach};
use crate::text::{hex, words};
use crate::wire::{ActionSpaceMark, Awaited, Claim, Contradiction, EditionMark, Header, VERSION, Violation};

pub use self::actions::ActionSpace;
pub use crate::setup::for_players;

/// The longest name of an edition, in bytes: every header repeats it.
const ID_LIMIT: usize = 200;

/// The message about a header whose position would not fit into its answer.
const TOO_LONG: &str =
    "the position to start from is too long: with the rest of the header it does not fit into a line";

/// An edition that replaces the built-in one.
#[derive(Clone, Debug)]
pub struct EditionFile {
    /// The game that it is for.
    pub game: &'static str,
    /// Its text, byte for byte.
    pub text: Arc<str>,
    /// How headers name it.
    pub mark: EditionMark,
}

/// Why a game cannot begin.
#[derive(Debug)]
pub enum NoGame {
    /// The header cannot be used.
    Malformed(Malformed),
    /// The position to start from has faults.
    Refused(Box<NoStart>),
    /// The position to start from is hidden.
    Redacted(Box<NoStart>),
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGame::Malformed(malformed) => malformed.fmt(f),
            NoGame::Refused(_) => f.write_str("the position to start from has faults"),
            NoGame::Redacted(_) => f.write_str("the position to start from is hidden"),
        }
    }
}

impl std::error::Error for NoGame {}

/// An action read from words.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// The action, as the protocol writes it.
    pub action: Value,
    /// Whether the words are its full description, so that nothing else can be meant.
    pub in_full: bool,
}

/// The id of a rule, and those of the rules that it presupposes.
pub type Presupposes = (&'static str, &'static [&'static str]);

/// A game with its type erased.
///
/// ```
/// use referee::games::GAMES;
/// use referee::game::Kept;
///
/// let wangdo = GAMES.iter().find(|game| game.name() == "wangdo").expect("it is one of the games");
/// assert_eq!((wangdo.title(), wangdo.players()), ("Wangdo", 2..=4));
/// let checked = wangdo.rules().iter().filter(|rule| rule.kept == Kept::Checked);
/// assert!(checked.count() > 10);
/// ```
pub trait Referee: Sync {
    /// The name on the wire.
    fn name(&self) -> &'static str;
    /// The name for people.
    fn title(&self) -> &'static str;
    /// The possible numbers of players.
    fn players(&self) -> RangeInclusive<u8>;
    /// The numbered rules.
    fn rules(&self) -> &'static [Rule];
    /// The rulebook made from them.
    fn rulebook(&self) -> &'static Rulebook;
    /// The contents of the built-in edition's box, for pictures.
    fn components(&self) -> Vec<Panel>;
    /// Every way to break a rule.
    fn clauses(&self) -> &'static [Clause];
    /// The action or the draw of a line in words; `None`: it has none.
    fn in_words(&self, line: &Value) -> Option<String>;
    /// Reads an action from words; `None` if they describe none. `names` are the players' names.
    fn understand(&self, text: &str, names: &[String]) -> Option<Told>;
    /// How actions are written in words.
    fn notation(&self) -> &'static [&'static str];
    /// For examples of every form of action, the rules that such an action is checked for, in order, each with those that it presupposes.
    fn checks(&self) -> Vec<(&'static str, Vec<Presupposes>)>;
    /// In which order the legal actions are listed, for the specification.
    fn legal_order(&self) -> &'static str;
    /// The kinds of draw, for the specification.
    fn draws(&self) -> &'static [DrawKind];
    /// How long a question in words may be, in characters.
    fn ask_text(&self) -> usize;
    /// How long the rules for a prompt may be, in characters.
    fn rules_prompt(&self) -> usize;
    /// The text of the built-in edition.
    fn edition(&self) -> &'static str;
    /// The options with their defaults.
    fn default_options(&self) -> Map<String, Value>;
    /// The JSON Schemas of the game's types, by name.
    fn schemas(&self) -> Vec<(&'static str, Schema)>;
    /// Reads an edition file for this game, or names every fault of it.
    fn read_edition(&self, text: &str) -> Result<EditionFile, Vec<Fault>>;
    /// The actions of the game under the options and the edition of a header.
    fn actions(&self, header: &Header, opened: &mut Opened) -> Result<ActionSpace, NoGame>;
    /// Opens a game that is played by calls.
    fn session(&self, setup: &Setup) -> Result<AnySession, Refused>;
    /// Opens a game as its header says.
    fn sit(&self, header: Header, opened: &mut Opened) -> Result<Box<dyn Judge>, NoGame>;
    /// Opens a game between bots, from its usual start, as the header says. `shown` is what the bots are told in
    /// `match`, `chairs` who plays at each seat.
    fn seat(
        &self,
        header: Header,
        opened: &mut Opened,
        shown: Map<String, Value>,
        chairs: &[Chair],
    ) -> Result<Box<dyn Seats>, NoGame>;
}

/// The game `G`, as an entry of the registry.
///
/// ```
/// use referee::games::tectonic::TecTonic;
/// use referee::judge::Emit;
/// use referee::stream::{Asked, Stream};
/// use referee::{Entry, Referee};
///
/// // A program that judges one game only.
/// static GAMES: &[&dyn Referee] = &[&Entry::<TecTonic>::NEW];
/// let mut stream = Stream::of(GAMES, Asked::default(), Emit::NONE);
/// stream.line(Some(br#"{"referee":1,"game":"wigwam"}"#), &mut Vec::new())?;
/// assert_eq!(stream.tally.malformed, 1);
/// # Ok::<(), referee::stream::Usage>(())
/// ```
pub struct Entry<G>(PhantomData<G>);

impl<G> Entry<G> {
    /// The entry.
    pub const NEW: Entry<G> = Entry(PhantomData);
}

fn mark(id: &str, text: &str) -> EditionMark {
    EditionMark { id: id.to_owned(), sha256: hex(&Sha256::digest(text)) }
}

impl<G: Game> Referee for Entry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn players(&self) -> RangeInclusive<u8> {
        G::PLAYERS
    }

    fn rules(&self) -> &'static [Rule] {
        G::RULES
    }

    fn rulebook(&self) -> &'static Rulebook {
        G::RULEBOOK
    }

    fn components(&self) -> Vec<Panel> {
        let edition = strict::from_slice::<G::Edition>(G::EDITION.as_bytes()).ok();
        let game = edition.and_then(|edition| G::open(&edition, &G::Options::default()).ok());
        game.map(|game| game.components()).unwrap_or_default()
    }

    fn clauses(&self) -> &'static [Clause] {
        G::Breach::CLAUSES
    }

    fn in_words(&self, line: &Value) -> Option<String> {
        let (action, chance) = (&line["action"], &line["chance"]);
        if !action.is_null() {
            let read = strict::from_value(action);
            return Some(read.map_or_else(|_| words(action), |action| G::action_in_words(&action)));
        }
        let read = strict::from_value(chance);
        (!chance.is_null()).then(|| read.map_or_else(|_| words(chance), |chance| G::chance_in_words(&chance)))
    }

    fn understand(&self, text: &str, names: &[String]) -> Option<Told> {
        let action = read_words::<G>(text, names)?;
        let in_full = folded(&G::action_in_words(&action)) == folded(text);
        Some(Told { action: serde_json::to_value(action).ok()?, in_full })
    }

    fn notation(&self) -> &'static [&'static str] {
        G::NOTATION
    }

    fn checks(&self) -> Vec<(&'static str, Vec<Presupposes>)> {
        let rules = |action| G::checks(&action).iter().map(|check| (check.finds, check.after)).collect();
        let of = |example: &&'static str| Some((*example, rules(read_words::<G>(example, &[])?)));
        G::NOTATION.iter().chain(G::MORE_NOTATION).filter_map(of).collect()
    }

    fn legal_order(&self) -> &'static str {
        G::LEGAL_ORDER
    }

    fn draws(&self) -> &'static [DrawKind] {
        G::DRAWS
    }

    fn ask_text(&self) -> usize {
        G::ASK_TEXT
    }

    fn rules_prompt(&self) -> usize {
        G::RULES_PROMPT
    }

    fn edition(&self) -> &'static str {
        G::EDITION
    }

    fn default_options(&self) -> Map<String, Value> {
        setup::defaults::<G>()
    }

    fn schemas(&self) -> Vec<(&'static str, Schema)> {
        schema::of_game::<G>()
    }

    fn read_edition(&self, text: &str) -> Result<EditionFile, Vec<Fault>> {
        let edition: G::Edition =
            strict::from_slice(text.as_bytes()).map_err(|malformed| vec![Fault::new("", malformed.to_string())])?;
        let game = G::open(&edition, &G::Options::default())?;
        let id = game.edition_id();
        if id.is_empty() {
            return Err(vec![Fault::new("id", "an edition needs an id")]);
        }
        if id.len() > ID_LIMIT {
            return Err(vec![Fault::new("id", format!("may have at most {ID_LIMIT} bytes"))]);
        }
        let [given, own] = [text, G::EDITION].map(|text| serde_json::from_str::<Value>(text).unwrap_or_default());
        if given["id"] == own["id"] && given != own {
            return Err(vec![Fault::new(
                "id",
                format!("`{id}` is the built-in edition; a different edition must have another id"),
            )]);
        }
        Ok(EditionFile { game: G::NAME, text: text.into(), mark: mark(id, text) })
    }

    fn actions(&self, header: &Header, opened: &mut Opened) -> Result<ActionSpace, NoGame> {
        let InForce { numbers, game, options, edition, .. } = InForce::<G>::of(header, opened)?;
        let list = numbers.of(game).map(|numbers| {
            let actions = numbers.actions().iter().map(|action| serde_json::to_string(action).unwrap_or_default());
            (actions.collect(), ActionSpaceMark::of(numbers))
        });
        Ok(ActionSpace {
            options: options.clone(),
            edition: edition.clone(),
            list,
            schema: schema::of::<G::Action>().to_value(),
        })
    }

    fn session(&self, setup: &Setup) -> Result<AnySession, Refused> {
        Session::<G>::open(setup).map(AnySession::from)
    }

    fn sit(&self, header: Header, opened: &mut Opened) -> Result<Box<dyn Judge>, NoGame> {
        let Requested { game, numbers, mut header, players, seed, draws, found } = ask::<G>(header, opened)?;
        let state = match &header.state {
            None if header.cut.iter().flatten().any(|key| key == "state") => {
                return Err(malformed("the position to start from was cut out of this header"));
            }
            None if header.redacted.is_none() => game.start(players),
            Some(Value::Null) if G::HAS_SECRETS => {
                let fate = Fate { redacted: true, contradicted: !found.is_empty(), ..Fate::default() };
                return Err(NoGame::Redacted(Box::new(NoStart {
                    header,
                    violations: Vec::new(),
                    contradicted: found,
                    unjudged: false,
                    fate,
                    secrets: true,
                })));
            }
            Some(position) if header.redacted.is_none() => match restored(&game, players, position)? {
                Ok(state) => state,
                Err(violations) => return Err(refuse(header, violations, found, G::HAS_SECRETS)),
            },
            _ => return Err(malformed("`redacted` belongs to a hidden position")),
        };
        if header.viewer.is_some() && header.view.is_none() {
            return Err(malformed("`viewer` belongs to a view"));
        }
        let claims = header.take_claims().map_err(NoGame::Malformed)?;
        let mut table = Table::new(game, players, state).seeded(seed, draws);
        table.share_numbers(numbers);
        if header.resume.is_some() {
            table.repeat();
        }
        let bench = Box::new(GameJudge::new(table, header, claims, found));
        if bench.start_fits() { Ok(bench) } else { Err(malformed(TOO_LONG)) }
    }

    fn seat(
        &self,
        header: Header,
        opened: &mut Opened,
        shown: Map<String, Value>,
        chairs: &[Chair],
    ) -> Result<Box<dyn Seats>, NoGame> {
        let Requested { game, numbers, header, players, seed, draws, found } = ask::<G>(header, opened)?;
        let state = match &header.state {
            None => game.start(players),
            Some(position) => match restored(&game, players, position)? {
                Ok(state) => state,
                Err(violations) => return Err(refuse(header, violations, found, G::HAS_SECRETS)),
            },
        };
        let mut table = Table::new(game, players, state).seeded(seed, draws);
        table.share_numbers(numbers);
        Ok(Box::new(SeatedGame::new(table, header, shown, chairs)))
    }
}

/// What a header requests.
struct Requested<G: Game> {
    game: G,
    numbers: Numbers<G>,
    /// The completed header.
    header: Header,
    players: u8,
    seed: Option<u64>,
    draws: Draws,
    /// Its false claims so far.
    found: Vec<Contradiction>,
}

/// Why the numbers of legal actions cannot be written.
pub fn no_numbers(game: &str) -> String {
    format!("legal_ids: the actions of {game} have no numbers; `referee actions {game}` shows what they are made of")
}

/// Completes a header and opens the rules that it requests.
fn ask<G: Game>(mut header: Header, opened: &mut Opened) -> Result<Requested<G>, NoGame> {
    let players = setup::players::<G>(header.players).map_err(NoGame::Malformed)?;
    if header.names.as_ref().is_some_and(|names| names.len() != usize::from(players)) {
        return Err(malformed(format!("`names` must have one name for each of the {players} players")));
    }
    if let Some(emit) = header.emit.filter(|emit| emit.viewer.is_some_and(|viewer| !viewer.is_at(players))) {
        return Err(malformed(format!("`emit`: {emit}: there is no such player in this game")));
    }
    let rules = InForce::<G>::of(&header, opened)?;
    let (game, numbers, edition) = (rules.game.clone(), rules.numbers.clone(), rules.edition.clone());
    if header.emit.is_some_and(|emit| emit.legal_ids) && numbers.of(&game).is_none() {
        return Err(malformed(format!("`emit`: {}", no_numbers(G::NAME))));
    }
    let mut found = Vec::new();
    if let Some(claimed) = header.action_space.take() {
        let actual = numbers.of(&game).map(ActionSpaceMark::of);
        if actual.as_ref() != Some(&claimed) {
            let [claimed, actual] = [Some(claimed), actual].map(|mark| serde_json::to_value(mark).unwrap_or_default());
            found.push(Contradiction { claim: Claim::ActionSpace.into(), claimed, actual });
        }
    }
    if let Some(claimed) = header.edition.as_ref().filter(|claimed| **claimed != edition) {
        let claimed = serde_json::to_value(claimed).unwrap_or_default();
        let actual = serde_json::to_value(&edition).unwrap_or_default();
        found.push(Contradiction { claim: Claim::Edition.into(), claimed, actual });
    }
    let seed = header.seed.map(|seed| seed.0);
    if let Some(contradiction) = commitment::verify(header.seed, header.match_.as_ref()) {
        found.push(contradiction);
    }
    let draws = header.draws.unwrap_or(if seed.is_some() { Draws::Referee } else { Draws::Recorded });
    if draws == Draws::Referee && seed.is_none() {
        return Err(malformed("`\"draws\":\"referee\"` needs a `seed`"));
    }
    header.players = Some(players);
    header.draws = Some(Draws::Recorded);
    header.options = Some(rules.options.clone());
    header.edition = Some(edition);
    Ok(Requested { game, numbers, header, players, seed, draws, found })
}

/// The available editions, and the rules that were opened last, so that a series of games with the same edition and
/// options opens them only once.
#[derive(Default)]
pub struct Opened {
    editions: Vec<EditionFile>,
    rules: Option<Box<dyn Any>>,
}

impl Opened {
    /// Makes these editions available besides the built-in ones.
    pub fn with(editions: Vec<EditionFile>) -> Opened {
        Opened { editions, rules: None }
    }
}

/// The rules in force, with what the header requested and the result.
struct InForce<G: Game> {
    numbers: Numbers<G>,
    asked_options: Option<Map<String, Value>>,
    asked_edition: Option<EditionMark>,
    game: G,
    options: Map<String, Value>,
    edition: EditionMark,
}

impl<G: Game> InForce<G> {
    /// The rules that a header requests; opens them unless they are open already.
    fn of<'a>(header: &Header, opened: &'a mut Opened) -> Result<&'a InForce<G>, NoGame> {
        let fits = |rules: &InForce<G>| rules.asked_options == header.options && rules.asked_edition == header.edition;
        if !opened.rules.as_ref().and_then(|rules| rules.downcast_ref()).is_some_and(fits) {
            opened.rules = Some(Box::new(InForce::<G>::open(header, &opened.editions)?));
        }
        let rules = opened.rules.as_ref().and_then(|rules| rules.downcast_ref());
        rules.ok_or_else(|| malformed("the rules could not be opened"))
    }

    /// Opens the rules with the edition that the header names, if it is available; otherwise with the first one given
    /// for this game, or the built-in one.
    fn open(header: &Header, editions: &[EditionFile]) -> Result<InForce<G>, NoGame> {
        let mut own = editions.iter().filter(|edition| edition.game == G::NAME);
        let named = header.edition.as_ref().map(|named| named.sha256.as_str());
        let chosen = match own.clone().find(|edition| Some(edition.mark.sha256.as_str()) == named) {
            Some(exact) => Some(exact),
            None if named.is_some_and(|named| named == hex(&Sha256::digest(G::EDITION))) => None,
            None => own.next(),
        };
        let text = chosen.map_or(G::EDITION, |edition| &edition.text);
        let (game, options): (G, _) = setup::open(text, header.options.clone()).map_err(NoGame::Malformed)?;
        let edition = mark(game.edition_id(), text);
        Ok(InForce {
            asked_options: header.options.clone(),
            asked_edition: header.edition.clone(),
            numbers: Numbers::default(),
            game,
            options,
            edition,
        })
    }
}

/// The state that a header gives, or what is wrong with it.
fn restored<G: Game>(game: &G, players: u8, position: &Value) -> Result<Result<G::State, Vec<Violation>>, NoGame> {
    let position: G::Position = strict::from_part("state", position).map_err(|wrong| {
        malformed(format!("{}; write a position as the answer to {{\"query\":\"state\"}} has it", wrong.message))
    })?;
    let faults = |breaches: Vec<G::Breach>| {
        breaches.iter().map(|breach| violation(breach.clause(), breach, breach.data())).collect()
    };
    Ok(game.restore(players, &position).map_err(faults))
}

fn malformed(message: impl Into<String>) -> NoGame {
    NoGame::Malformed(Malformed::new(message))
}

/// Refuses a header, such as one whose position has faults.
pub(crate) fn refuse(
    mut header: Header,
    violations: Vec<Violation>,
    found: Vec<Contradiction>,
    secrets: bool,
) -> NoGame {
    let mut found: Vec<Falsehood<'_>> = found.into_iter().map(Falsehood::from).collect();
    let claimed = header.violations.take();
    if let Some(claimed) = &claimed {
        verify_violations(claimed, violations.iter().map(|violation| violation.rule), &mut found);
    }
    let contradicted: Vec<Contradiction> = found.iter().map(|falsehood| falsehood.written(false)).collect();
    let refused = claimed.is_none() || !contradicted.is_empty();
    let fate = Fate { refused, contradicted: !contradicted.is_empty(), ..Fate::default() };
    // A header that begins no game says so itself.
    header.next.take_if(|next| *next == Awaited::Header);
    let unjudged = header.is_claiming();
    let no_start = NoStart { header, violations, contradicted, unjudged, fate, secrets };
    // An answer without the position would refuse a different header.
    if no_start.fits() { NoGame::Refused(Box::new(no_start)) } else { malformed(TOO_LONG) }
}

/// The game with this name, or what is wrong with the name.
pub fn find(games: &[&'static dyn Referee], name: &str) -> Result<&'static dyn Referee, Malformed> {
    games.iter().copied().find(|game| game.name() == name).ok_or_else(|| {
        let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
        let near = near_miss(name, names.iter().copied());
        let hint = hint(near, || format!("; the games are {}", names.join(", ")));
        Malformed::new(format!("unknown game `{name}`{hint}"))
    })
}

/// Every schema of the protocol and of these games, as text, by name.
pub fn schemas(games: &[&dyn Referee], more: Vec<(&str, Schema)>) -> Vec<(String, String)> {
    schema::all(games.iter().map(|game| (game.name(), game.schemas())).collect(), more)
}

/// The rules that hold in every game.
pub fn table_clauses() -> &'static [Clause] {
    TableBreach::CLAUSES
}

/// Checks the protocol's version.
pub fn check_version(header: &Header) -> Result<(), Malformed> {
    if header.referee == VERSION {
        return Ok(());
    }
    Err(Malformed::new(format!("this program reads version {VERSION} of the protocol, not {}", header.referee)))
}
