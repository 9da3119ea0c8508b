//! The law of faults: of a position with two faults both are named, unless one presupposes the other. Two parts of a position
//! out of a random game are spoilt, each so that it is refused; spoilt together, every rule that either breaks must still
//! be said to be broken, or one that [`PRESUPPOSED`] says it cannot be asked about without.

mod sample;

use std::collections::BTreeSet;

use referee::dice::Dice;
use referee::game::Source;
use referee::games::GAMES;
use referee::judge::{Emit, Scribe};
use referee::registry::{Opened, Referee};
use referee::stream::{Asked, Stream};
use referee::wire::{Header, Seed, VERSION};
use sample::sample;
use serde_json::{Value, json};

/// A rule, and those without which it is not asked.
type Presupposed = (&'static str, &'static [&'static str]);

/// Rules of positions, without their game, each with those that cannot be asked about where it is broken, and why; a name
/// that ends with `*` stands for all that begin so.
const PRESUPPOSED: &[(&str, &[Presupposed])] = &[
    (
        "tectonic",
        &[
            // It is open what stands on the square.
            (
                "position-square-twice",
                &["position-reserve", "position-decided", "position-memory", "position-not-over"],
            ),
            // Moves are made again along with what is counted, and show what had decided the game.
            ("position-decided", &["position-memory"]),
            ("position-quiet", &["position-memory"]),
            ("position-plies", &["position-memory"]),
            ("position-passes", &["position-memory"]),
            // What is left over says nothing, and no moves can have led there.
            ("position-too-many", &["position-reserve", "position-memory", "position-not-over"]),
        ],
    ),
    (
        "wigwam",
        &[
            // While one side has still to arrange there is nothing but an arrangement.
            ("position-set-up", &["*"]),
            ("arrange-*", &["position-*", "arrange-*"]),
            // What stands where decides who captures whom.
            ("position-base-twice", &["position-huff-*", "position-decided", "position-memory", "position-not-over"]),
            ("position-too-many", &["position-huff-*", "position-decided", "position-memory", "position-not-over"]),
            ("position-no-chief", &["position-huff-*", "position-decided", "position-memory", "position-not-over"]),
            ("position-huff-*", &["position-decided", "position-memory", "position-not-over"]),
        ],
    ),
    (
        "wangdo",
        &[
            // Whatever is counted is somebody's in part.
            ("position-players", &["*"]),
            // What can be so depends on who is on turn.
            ("position-turn", &["position-reserve", "position-new-cards", "position-phase", "position-owed"]),
            ("position-turn", &["position-gain", "position-decided", "position-not-over"]),
            // What is left for the bag says nothing where there is more than there can be.
            ("position-steles", &["position-bag"]),
            // There is a card for every full column.
            ("position-tokens", &["position-cards"]),
            // How a phase can have come about, and what was gained in it, depends on what lies where.
            ("position-village-*", LATER_IN_WANGDO),
            ("position-bear", LATER_IN_WANGDO),
            ("position-tokens", LATER_IN_WANGDO),
            ("position-column", LATER_IN_WANGDO),
            ("position-temple", LATER_IN_WANGDO),
            ("position-steles", LATER_IN_WANGDO),
            ("position-reserve", LATER_IN_WANGDO),
            ("position-hand", LATER_IN_WANGDO),
            ("position-cards", LATER_IN_WANGDO),
            ("position-deck", LATER_IN_WANGDO),
            ("position-new-cards", LATER_IN_WANGDO),
            ("position-played", LATER_IN_WANGDO),
            // What was done in the turn follows from what is still owed, what was gained from what is drawn or paid.
            ("position-owed", &["position-new-cards", "position-gain", "position-decided"]),
            ("position-phase", &["position-gain"]),
        ],
    ),
    (
        "we-will-wok-you",
        &[
            // Whatever is counted is somebody's in part.
            ("position-players", &["*"]),
            // Where the cards lie says whether the table is still being set up.
            ("position-deck", &["position-pile", "position-last", "position-taking", "position-refill"]),
            ("position-deck", &["position-set-up", "position-score"]),
            ("position-removed", &["position-last", "position-taking", "position-refill", "position-set-up"]),
            ("position-removed", &["position-score"]),
            ("position-wok-twice", &["position-last", "position-taking", "position-refill", "position-set-up"]),
            ("position-wok-twice", &["position-score", "position-laid"]),
            ("position-woks", &["position-last", "position-taking", "position-refill", "position-set-up"]),
            // A card that is missing can be one that was paid for with what is missing too.
            ("position-woks", &["position-score", "position-laid", "position-row"]),
            // Before the first turn other things are expected.
            ("position-set-up", &["*"]),
            // Whoever is taking a wok card has paid for it.
            ("position-laid", &["position-taking"]),
            // Which row is being filled is open, or for whom.
            ("position-row", &["position-taking", "position-refill"]),
            ("position-turn", &["position-refill", "position-laid", "position-set-up"]),
            // The best score takes long to find, so it is looked for only where all else is right.
            ("*", &["position-score"]),
        ],
    ),
    (
        "wongar",
        &[
            // Whatever is counted is somebody's in part.
            ("position-seats", &["*"]),
            ("position-time", &["position-end", "position-passed"]),
            // What is missing from the piles says nothing where one has too much.
            ("position-pile", &["position-taken"]),
            // What has happened in a round depends on who is who and what is where.
            (
                "position-player",
                &["position-turn", "position-pawn", "position-setup", "position-phase", "position-end"],
            ),
            ("position-player", &["position-bare", "position-passed", "position-unplaced"]),
            ("position-markers", &["position-turn", "position-pawn", "position-setup", "position-phase"]),
            ("position-markers", &["position-end", "position-bare", "position-passed", "position-unplaced"]),
            ("position-territory", &["position-turn", "position-pawn", "position-setup", "position-phase"]),
            ("position-territory", &["position-end", "position-bare", "position-passed", "position-unplaced"]),
            ("position-territory", &["position-taken", "not-present"]),
            ("no-such-territory", &["position-turn", "position-pawn", "position-setup", "position-phase"]),
            // Whether anything happens by itself is tried out only where all else is right.
            ("*", &["position-unsettled"]),
        ],
    ),
];

/// What depends on the phase of Wangdo.
const LATER_IN_WANGDO: &[&str] = &["position-phase", "position-setup", "position-not-over", "position-gain"];

/// Options under which more rules are in play than under the defaults.
const OPTIONS: &[(&str, &str)] = &[
    ("tectonic", r#"{"no_move":"pass"}"#),
    ("wigwam", r#"{"capture":"huff"}"#),
    ("wangdo", r#"{"ritual_pays":false}"#),
    ("we-will-wok-you", r#"{"payment":"at_least_four"}"#),
    ("wongar", r#"{"free_placement":true,"own_figures":true,"choose_ritual_cards":true}"#),
];

fn below(dice: &mut Dice, most: usize) -> usize {
    dice.draw(Source(0), most.max(1) as u64) as usize
}

/// A header for a game with these options.
fn header(referee: &dyn Referee, players: u8, options: &Value) -> Value {
    json!({"referee": VERSION, "game": referee.name(), "players": players, "options": options})
}

/// The positions of a random game, each as a header that begins with it.
fn positions(referee: &dyn Referee, options: &Value, dice: &mut Dice) -> Vec<Value> {
    let span = usize::from(referee.players().end() - referee.players().start()) + 1;
    let begin = header(referee, *referee.players().start() + below(dice, span) as u8, options);
    let mut seeded: Header = serde_json::from_value(begin.clone()).expect("a header");
    seeded.seed = Some(Seed(dice.draw(Source(0), u64::MAX)));
    let (scribe, mut text) = (Scribe::new(Emit::STATE), Vec::new());
    let Ok(mut judge) = referee.sit(seeded, &mut Opened::default()) else { panic!("the header is right") };
    judge.play_at_random(dice, &mut |answer| {
        scribe.write(answer, &mut text);
        true
    });
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let lines = lines.map(|line| serde_json::from_slice::<Value>(line).expect("JSON"));
    let states = lines.filter_map(|mut line| line.as_object_mut().and_then(|line| line.remove("state")));
    let with = |state| {
        let mut header = begin.clone();
        header["state"] = state;
        header
    };
    states.map(with).collect()
}

/// The rules that a position breaks; `None`: it cannot even be read.
fn broken(header: &Value) -> Option<BTreeSet<String>> {
    let emit: Emit = "none".parse().expect("an emit");
    let mut stream = Stream::new(Asked::default(), emit);
    let mut out = Vec::new();
    stream.line(Some(header.to_string().as_bytes()), &mut out).expect("there is no command line to contradict");
    // A position that is decided is answered by its outcome, too.
    let first = out.split(|byte| *byte == b'\n').next().expect("an answer");
    let answer: Value = serde_json::from_slice(first).expect("JSON");
    if answer.get("malformed").is_some() {
        return None;
    }
    let violations = answer["violations"].as_array().map(Vec::as_slice).unwrap_or_default();
    Some(violations.iter().map(|violation| violation["rule"].as_str().expect("an id").to_owned()).collect())
}

/// A way to spoil a position: what stands at a path and becomes something else.
#[derive(Clone, Debug)]
struct Spoil {
    path: String,
    value: Option<Value>,
}

/// Every way to spoil one part of a position: a number is far too large, the first of a list is there twice, a field is
/// missing.
fn spoils(value: &Value, path: &str, out: &mut Vec<Spoil>) {
    match value {
        Value::Number(_) => out.push(Spoil { path: path.to_owned(), value: Some(199.into()) }),
        Value::Array(items) => {
            if let Some(first) = items.first() {
                let twice = std::iter::once(first).chain(items).cloned().collect();
                out.push(Spoil { path: path.to_owned(), value: Some(twice) });
            }
            for (at, item) in items.iter().enumerate() {
                spoils(item, &format!("{path}/{at}"), out);
            }
        }
        Value::Object(fields) => {
            for (name, part) in fields {
                let path = format!("{path}/{name}");
                out.push(Spoil { path: path.clone(), value: None });
                spoils(part, &path, out);
            }
        }
        _ => {}
    }
}

fn spoilt(header: &Value, spoil: &Spoil) -> Option<Value> {
    let mut header = header.clone();
    let Some(value) = &spoil.value else {
        let (parent, name) = spoil.path.rsplit_once('/')?;
        header.pointer_mut(parent)?.as_object_mut()?.remove(name)?;
        return Some(header);
    };
    *header.pointer_mut(&spoil.path)? = value.clone();
    Some(header)
}

/// Whether a rule cannot be asked about where the other one is broken.
fn is_presupposed(by: &str, hidden: &str) -> bool {
    let (game, by) = by.split_once('.').expect("a game");
    let (_, hidden) = hidden.split_once('.').expect("a game");
    let matches = |pattern: &str, id: &str| match pattern.strip_suffix('*') {
        Some(start) => id.starts_with(start),
        None => id == pattern,
    };
    let of_game = PRESUPPOSED.iter().filter(|(name, _)| *name == game).flat_map(|(_, rules)| *rules);
    of_game
        .filter(|(presupposed, _)| matches(presupposed, by))
        .any(|(_, others)| others.iter().any(|other| matches(other, hidden)))
}

#[test]
fn two_faults_are_both_named() {
    let mut hidden = BTreeSet::new();
    for referee in GAMES {
        let other = OPTIONS.iter().find(|(game, _)| *game == referee.name()).map_or("{}", |(_, options)| options);
        for options in ["{}", other] {
            let options = serde_json::from_str(options).expect("options");
            let mut dice = Dice::new(1);
            let (mut pairs, mut rules) = (0, BTreeSet::new());
            let mut known: Vec<Value> = Vec::new();
            // So many pairs are looked at of each game and options.
            while pairs < sample(40, 150) {
                if known.is_empty() || below(&mut dice, 40) == 0 {
                    known = positions(*referee, &options, &mut dice);
                }
                let header = &known[below(&mut dice, known.len())];
                let mut ways = Vec::new();
                spoils(&header["state"], "/state", &mut ways);
                let [one, other] = [(); 2].map(|()| ways[below(&mut dice, ways.len())].clone());
                // What lies within the other is no second fault, and what is there once more can make up for what is missing.
                let within = |one: &Spoil, other: &Spoil| one.path.starts_with(&other.path);
                let makes_up =
                    |one: &Spoil, other: &Spoil| one.value.is_none() && matches!(other.value, Some(Value::Array(_)));
                if within(&one, &other) || within(&other, &one) || makes_up(&one, &other) || makes_up(&other, &one) {
                    continue;
                }
                let alone =
                    [&one, &other].map(|spoil| spoilt(header, spoil).as_ref().and_then(broken).unwrap_or_default());
                if alone.iter().any(BTreeSet::is_empty) {
                    continue;
                }
                let together = spoilt(header, &one).and_then(|header| spoilt(&header, &other));
                // Without both sides, say, a game has not begun.
                let Some(together) = together.as_ref().and_then(broken).filter(|rules| !rules.is_empty()) else {
                    continue;
                };
                pairs += 1;
                rules.extend(together.iter().cloned());
                for rule in alone.iter().flatten().filter(|rule| !together.contains(*rule)) {
                    if !together.iter().any(|by| is_presupposed(by, rule)) {
                        hidden.insert(format!("{rule} is hidden by {together:?}: {one:?} and {other:?} of {header}"));
                    }
                }
            }
            assert!(rules.len() > 3, "{}: only {rules:?} are met", referee.name());
        }
    }
    assert!(hidden.is_empty(), "{} rules are hidden:\n{}", hidden.len(), Vec::from_iter(hidden).join("\n"));
}
