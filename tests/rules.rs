//! Every rule that can be broken has a proof: for each id, the fixture `fixtures/<game>/rules/<id>.jsonl` breaks
//! exactly this rule, and each declaration is complete. Missing proofs, proofs without a rule, and renamed or lost
//! ids fail here.
//!
//! A fixture is a stream. Its header says what it shows; legal lines may follow; then a line claims its own refusal
//! (a fault of a position is claimed on the header itself):
//!
//! ```json
//! {"referee":1,"game":"tectonic","about":{"shows":"A mount goes five squares along its file."}}
//! {"action":{"move":{"from":"c1","to":"c6"}},"violations":[{"rule":"tectonic.mount-range","facts":{"from":"c1","to":"c6","distance":5}}]}
//! ```
//!
//! If the claim gives `facts`, they must match exactly. The few rules that cannot be broken alone are listed.

mod support;

use std::collections::BTreeSet;
use std::path::Path;

use referee::breach::Clause;
use referee::game::rulebook::Passage;
use referee::game::{Kept, Rule};
use referee::games::GAMES;
use referee::registry::table_clauses;
use referee::render::prompt::prompt;
use referee::render::text::{COLUMNS, Style};
use referee::rulebook::book;
use referee::wire::kind;
use serde_json::Value;
use support::{assert_none, converse, entries, fixture, name, read};

/// Clauses whose provenance differs from that of their first reference, with the reason.
const OTHERWISE_FOUNDED: &[(&str, &str)] =
    &[("wigwam.remove-chief", "huffing is printed, that a chief may be spared is decided")];

/// Clauses that are never broken alone, the others broken in their fixture, and why.
const NEVER_ALONE: &[(&str, &str, &str)] =
    &[("wongar.choose-cards-off", "wongar.wrong-decision", "what the options leave out is never asked for")];

/// Every owner of clauses: the games by name, and the table. The table has no numbered rules.
fn owners() -> Vec<(&'static str, &'static [Clause], &'static [Rule])> {
    let games = GAMES.iter().map(|game| (game.name(), game.clauses(), game.rules()));
    games.chain([("table", table_clauses(), &[][..])]).collect()
}

#[test]
fn every_kind_of_action_has_examples_in_words() {
    for game in GAMES {
        let mut kinds = BTreeSet::new();
        for example in game.notation() {
            let told =
                game.understand(example, &[]).unwrap_or_else(|| panic!("{}: `{example}` is no action", game.name()));
            let line = serde_json::json!({"action": told.action});
            assert_eq!(game.in_words(&line).as_deref(), Some(*example), "{}: it is told so", game.name());
            kinds.insert(kind(&told.action).expect("a kind").to_owned());
        }
        let schemas = game.schemas();
        let (_, schema) = schemas.iter().find(|(name, _)| *name == "action").expect("a schema");
        let forms = schema.as_value()["oneOf"].as_array().expect("kinds").iter();
        let named = |form: &Value| match &form["required"][0] {
            Value::String(kind) => vec![kind.clone()],
            _ => form["enum"]
                .as_array()
                .cloned()
                .unwrap_or_else(|| vec![form["const"].clone()])
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
        };
        let all: BTreeSet<String> = forms.flat_map(named).collect();
        assert_eq!(kinds, all, "{}: every kind has an example", game.name());
    }
}

#[test]
fn the_rules_for_a_prompt_are_complete_and_short() {
    for game in GAMES {
        let text = prompt(&book(*game, false).expect("a true book"), game.notation(), game.rules_prompt());
        let (name, length) = (game.name(), text.chars().count());
        assert!(length <= game.rules_prompt(), "{name}: {length}; raise `RULES_PROMPT`");
        let missing: Vec<&Rule> =
            game.rules().iter().filter(|rule| !text.contains(&format!("\n{} {}\n", rule.id, rule.text))).collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
        assert!(game.notation().iter().all(|example| text.contains(&format!("\n- {example}\n"))), "{name}");
        assert!(!text.contains(['│', '─', '●', '\u{1b}']), "{name}: there is a picture in it");
    }
}

#[test]
fn every_rule_has_a_fixture_that_breaks_just_it() {
    let mut faults = Vec::new();
    for (owner, clauses, _) in owners() {
        let folder = format!("{owner}/rules");
        let mut expected = BTreeSet::new();
        for clause in clauses {
            let path = format!("{folder}/{}.jsonl", clause.id);
            expected.insert(format!("{}.jsonl", clause.id));
            if fixture(&path).exists() {
                proves(owner, clause.id, &path, &mut faults);
            } else {
                faults.push(format!("fixtures/{path} is missing: {}", clause.statement));
            }
        }
        for file in entries(&folder).iter().map(|path| name(path)).filter(|file| !expected.contains(file)) {
            faults.push(format!("fixtures/{folder}/{file} is not the fixture of any rule"));
        }
    }
    assert_none(&faults);
}

/// Checks that a fixture breaks exactly this rule.
fn proves(owner: &str, id: &str, path: &str, faults: &mut Vec<String>) {
    let (exchanges, tally) = converse(&read(&fixture(path)));
    let path = format!("fixtures/{path}");
    if !tally.is_clean() {
        faults.push(format!("{path}: not every line is legal or rightly claimed to be refused: {tally:?}"));
    }
    let header = exchanges[0].said();
    if owner != "table" && header["game"] != owner {
        faults.push(format!("{path}: it is not a game of {owner}"));
    }
    if header["about"]["shows"].as_str().is_none_or(|shows| !shows.ends_with('.')) {
        faults.push(format!("{path}: the header does not say in a sentence, as `about.shows`, what is shown"));
    }
    let mut refused = 0;
    for exchange in &exchanges {
        let claimed = exchange.said();
        for answer in exchange.answers.iter().filter(|answer| answer.get("violations").is_some()) {
            refused += 1;
            let at = format!("{path}:{}", exchange.number);
            let none = Vec::new();
            let claimed = claimed["violations"].as_array().unwrap_or(&none);
            let actual = answer["violations"].as_array().unwrap_or(&none);
            let with = NEVER_ALONE.iter().find(|(alone, ..)| *alone == id).map_or(id, |(_, with, _)| with);
            for violation in actual.iter().filter(|violation| violation["rule"] != id && violation["rule"] != with) {
                faults.push(format!("{at}: {} is broken too", violation["rule"]));
            }
            if claimed.len() != actual.len() {
                faults.push(format!("{at}: {} violations are claimed, there are {}", claimed.len(), actual.len()));
            }
            for (claimed, actual) in claimed.iter().zip(actual) {
                let facts = claimed.get("facts").unwrap_or(&actual["facts"]);
                if *facts != actual["facts"] {
                    faults.push(format!("{at}: the facts are {}, not {facts}", actual["facts"]));
                }
            }
        }
        for answer in exchange.answers.iter().filter_map(|answer| answer.get("malformed")) {
            faults.push(format!("{path}:{}: malformed: {}", exchange.number, answer["message"]));
        }
        for answer in exchange.answers.iter().filter_map(|answer| answer.get("contradicted")) {
            faults.push(format!("{path}:{}: contradicted: {answer}", exchange.number));
        }
    }
    if refused == 0 {
        faults.push(format!("{path}: no line is refused"));
    }
}

#[test]
fn exceptions_are_needed() {
    let clauses: Vec<&Clause> = owners().into_iter().flat_map(|(_, clauses, _)| clauses).collect();
    for (id, why) in OTHERWISE_FOUNDED {
        assert!(clauses.iter().any(|clause| clause.id == *id), "{id} is no clause");
        assert!(!why.is_empty());
    }
    for (id, with, why) in NEVER_ALONE {
        let known = |id: &str| clauses.iter().any(|clause| clause.id == id);
        assert!(known(id) && known(with) && !why.is_empty(), "{id} with {with}");
        let owner = id.split('.').next().expect("an owner");
        let said = std::fs::read_to_string(fixture(format!("{owner}/rules/{id}.jsonl"))).expect("a fixture");
        assert!(said.contains(with), "{id} is broken without {with}");
    }
}

#[test]
fn clauses_are_complete() {
    let mut faults = Vec::new();
    let mut ids = BTreeSet::new();
    for (owner, clauses, rules) in owners() {
        for Clause { id, statement, refs, source, .. } in clauses {
            if !ids.insert(id) {
                faults.push(format!("{id} is declared twice"));
            }
            if !id.strip_prefix(owner).and_then(|rest| rest.strip_prefix('.')).is_some_and(is_kebab_case) {
                faults.push(format!("{id} is not `{owner}.` and a name in kebab-case"));
            }
            if !statement.ends_with('.') || !statement.starts_with(|first: char| first.is_uppercase()) {
                faults.push(format!("{id}: the statement is not a sentence: {statement}"));
            }
            if refs.is_empty() && owner != "table" {
                faults.push(format!("{id} names no numbered rule"));
            }
            // The first reference is the broken rule; the others complete it.
            let excepted = OTHERWISE_FOUNDED.iter().any(|(other, _)| other == id);
            if let Some(rule) = refs.first().and_then(|first| rules.iter().find(|rule| rule.id == *first))
                && (rule.source != *source) != excepted
            {
                faults.push(format!("{id} is {source}, but {} is {}", rule.id, rule.source));
            }
            for reference in refs.iter().filter(|reference| rules.iter().all(|rule| rule.id != **reference)) {
                faults.push(format!("{id} refers to {reference}, which is no rule of {owner}"));
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn numbered_rules_are_complete() {
    let mut faults = Vec::new();
    for (owner, clauses, rules) in owners() {
        let mut ids = BTreeSet::new();
        for Rule { id, text, kept, .. } in rules {
            if !ids.insert(id) {
                faults.push(format!("{owner} {id} is there twice"));
            }
            if !text.ends_with('.') {
                faults.push(format!("{owner} {id}: the text is not a sentence: {text}"));
            }
            let cited = clauses.iter().any(|clause| clause.refs.contains(id));
            match kept {
                Kept::Checked if !cited => faults.push(format!("{owner} {id} is `Checked`, but no clause cites it")),
                Kept::BuiltIn(why) | Kept::NotApplicable(why) if why.is_empty() => {
                    faults.push(format!("{owner} {id} does not say how it is kept"));
                }
                Kept::BuiltIn(_) if cited => {
                    faults.push(format!("{owner} {id} is cited by a clause, so it is `Checked`"));
                }
                _ => {}
            }
        }
    }
    assert_none(&faults);
}

/// The rulebook is enough to play from: every statement appears once, legal and illegal moves are shown, and printing
/// it judges all of them. The examples are in `fixtures/<game>/rulebook/`.
#[test]
fn rulebooks_are_whole() {
    let mut faults = Vec::new();
    for game in GAMES {
        let passages = game.rulebook().chapters.iter().flat_map(|chapter| chapter.passages);
        let (mut told, mut shown, mut legal, mut refused) = (Vec::<&str>::new(), BTreeSet::new(), 0, 0);
        let files = entries(format!("{}/rulebook", game.name()));
        let (mut boards, mut options) = (0, 0);
        for passage in passages {
            match passage {
                Passage::Rules(ids) => told.extend(*ids),
                Passage::Example(example) => {
                    shown.insert(example.stream.to_owned());
                    *(if example.breaks.is_empty() { &mut legal } else { &mut refused }) += 1;
                }
                Passage::Position { stream, .. } => {
                    // A short stream need not be a file; files end with a line end.
                    if stream.ends_with('\n') {
                        shown.insert((*stream).to_owned());
                    }
                    boards += 1;
                }
                Passage::Components(_) => boards += 1,
                Passage::Options => options += 1,
                Passage::Text(_) | Passage::List(_) | Passage::Terms(_) => {}
            }
        }
        for rule in game.rules() {
            let times = told.iter().filter(|id| **id == rule.id).count();
            if times != 1 {
                faults.push(format!("{} {}: {times} times in the rulebook", game.name(), rule.id));
            }
        }
        if legal < 2 || refused < 2 || legal + refused < 6 || boards < 1 || options != 1 {
            let counts =
                format!("{legal} legal and {refused} refused moves, {boards} positions, {options} tables of options");
            faults.push(format!("the rulebook of {} has only {counts}", game.name()));
        }
        let written: BTreeSet<String> = files.iter().map(|path| read(path)).collect();
        for path in files.iter().filter(|path| !shown.contains(&read(path))) {
            faults.push(format!("{} is not in the rulebook", support::shown(path)));
        }
        for stream in shown.difference(&written) {
            faults.push(format!("{}: not in its folder of fixtures: {stream}", game.name()));
        }
        match book(*game, true) {
            Err(untrue) => faults.push(format!("{}: {untrue}", game.name())),
            Ok(book) => {
                let text = book.text(Style { ascii: false, colour: false });
                let wide = text.lines().filter(|line| line.chars().count() > COLUMNS);
                faults.extend(wide.map(|line| format!("wider than {COLUMNS}: {line}")));
                // Below every legal move, the board is drawn as it is after the move.
                let drawn = text.lines().filter(|line| line.starts_with(&format!("{}: ", game.title()))).count();
                if drawn < legal + boards.min(1) {
                    faults.push(format!("{}: the text draws only {drawn} positions", game.name()));
                }
                let html = book.html();
                for (form, page) in [("text", &text), ("html", &html)] {
                    if !page
                        .split_whitespace()
                        .collect::<Vec<_>>()
                        .join(" ")
                        .contains("mark beside a number is the mark of that statement alone")
                    {
                        faults.push(format!("{} as {form} does not say what a mark belongs to", game.name()));
                    }
                }
                if html.matches("<svg").count() != boards + 2 * legal + refused {
                    faults.push(format!("{}: a picture is missing", game.name()));
                }
            }
        }
        let described = game.schemas().into_iter().find(|(name, _)| *name == "options").expect("options").1.to_value();
        let undescribed = |value: &Value| value["description"].as_str().is_none_or(str::is_empty);
        for (name, option) in described["properties"].as_object().into_iter().flatten() {
            if undescribed(option) {
                faults.push(format!("{}: option {name} is not described", game.name()));
            }
        }
        for (name, values) in described["$defs"].as_object().into_iter().flatten() {
            let values = values["oneOf"].as_array().map(|values| values.iter().any(undescribed));
            if values != Some(false) {
                faults.push(format!("{}: a value of {name} is not described", game.name()));
            }
        }
    }
    assert_none(&faults);
}

/// Everything missing in the source's rulebooks is marked, and `may` there is `may` here.
#[test]
fn nothing_is_called_printed_that_is_not() {
    let rule = |game: &str, id: &str| {
        let game = GAMES.iter().find(|other| other.name() == game).expect("a game");
        *game.rules().iter().find(|rule| rule.id == id).expect("a rule")
    };
    for (game, id) in [
        ("wigwam", "D1"),
        ("wangdo", "D35"),
        ("we-will-wok-you", "D29"),
        ("wongar", "D1"),
        ("wongar", "D3"),
        ("wongar", "P21"),
    ] {
        assert_eq!(rule(game, id).source.to_string(), "reconstructed", "{game} {id}");
    }
    for (game, id, said) in [
        ("tectonic", "D5", "« nouveau pion »"),
        ("wangdo", "D19", "The rulebook says that a player may"),
        ("wangdo", "P15", "the same as during it"),
        ("we-will-wok-you", "R40", "may do one last action"),
        ("we-will-wok-you", "D3", "`final_pass: allowed` plays it as printed"),
        ("wongar", "R35", "may place three pieces"),
        ("wongar", "R95", "may choose them"),
        ("wongar", "D5", "all five score markers"),
        ("wongar", "D29", "places or moves pieces"),
    ] {
        assert!(rule(game, id).text.contains(said), "{game} {id}: {}", rule(game, id).text);
    }
}

#[test]
fn what_a_rule_says_to_show_it_exists() {
    let mut faults = Vec::new();
    for (owner, _, rules) in owners() {
        let folder = format!("{}/src/games/{}", env!("CARGO_MANIFEST_DIR"), owner.replace('-', "_"));
        let code = sources(Path::new(&folder));
        for rule in rules {
            let Kept::BuiltIn(how) = rule.kept else { continue };
            for part in how.split("; ") {
                let named: Vec<&str> = part.split('`').skip(1).step_by(2).collect();
                if part.starts_with("unit test") {
                    let missing = named.iter().filter(|name| !code.contains(&format!("fn {name}()")));
                    faults.extend(missing.map(|name| format!("{owner} {}: there is no test `{name}`", rule.id)));
                } else if part.starts_with("transcript") {
                    let missing = named.iter().filter(|name| !fixture(format!("{owner}/play/{name}")).exists());
                    faults.extend(missing.map(|name| format!("{owner} {}: there is no transcript `{name}`", rule.id)));
                } else {
                    continue;
                }
                if named.is_empty() {
                    faults.push(format!("{owner} {}: which one? {part}", rule.id));
                }
            }
        }
    }
    assert_none(&faults);
}

/// All code below a folder.
fn sources(folder: &Path) -> String {
    let Ok(entries) = std::fs::read_dir(folder) else { return String::new() };
    let paths = entries.map(|entry| entry.expect("can list the folder").path());
    paths.map(|path| if path.is_dir() { sources(&path) } else { read(&path) }).collect()
}

#[test]
fn ids_are_never_lost() {
    let mut faults = Vec::new();
    for (owner, clauses, _) in owners() {
        let path = format!("{owner}/rule-ids.txt");
        let list = if fixture(&path).exists() { read(&fixture(&path)) } else { String::new() };
        let listed: BTreeSet<&str> = list.lines().collect();
        let declared: BTreeSet<&str> = clauses.iter().map(|clause| clause.id).collect();
        for id in listed.difference(&declared) {
            faults.push(format!("{id} is in fixtures/{path}, but no longer declared; ids are never renamed or reused"));
        }
        for id in declared.difference(&listed) {
            faults.push(format!("{id} is new: append it to fixtures/{path}"));
        }
    }
    assert_none(&faults);
}

fn is_kebab_case(name: &str) -> bool {
    name.split('-')
        .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()))
}

#[test]
fn claims_of_facts_are_read() {
    // The check is useless unless it fails for a wrong fact.
    let mut faults = Vec::new();
    let path = "tectonic/rules/tectonic.mount-range.jsonl";
    let text = read(&fixture(path));
    let (exchanges, _) = converse(&text);
    let facts: Vec<Value> = exchanges
        .iter()
        .flat_map(|exchange| &exchange.answers)
        .map(|answer| answer["violations"][0]["facts"].clone())
        .collect();
    assert!(facts.iter().any(|facts| facts["distance"] == 5), "{facts:?}");
    proves("wigwam", "tectonic.mount-line", path, &mut faults);
    assert!(faults.iter().any(|fault| fault.contains("is broken too")), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.contains("not a game of wigwam")), "{faults:?}");
}

/// A person who writes down a game played at a table needs to know how each kind of draw is written; the rulebook's
/// examples are draws.
#[test]
fn rulebooks_show_how_draws_are_written() {
    for game in GAMES {
        let schemas = game.schemas();
        let (_, schema) = schemas.iter().find(|(name, _)| *name == "chance").expect("a schema");
        let schema = serde_json::to_value(schema).expect("JSON");
        let kinds = schema["oneOf"].as_array().into_iter().flatten();
        let kinds: BTreeSet<String> =
            kinds.flat_map(|kind| kind["properties"].as_object().expect("an object").keys().cloned()).collect();
        let terms =
            game.rulebook().chapters.iter().flat_map(|chapter| chapter.passages).filter_map(|passage| match passage {
                Passage::Terms(terms) => Some(*terms),
                _ => None,
            });
        let mut shown = BTreeSet::new();
        for line in terms.flatten().filter_map(|(term, _)| serde_json::from_str::<Value>(term).ok()) {
            if let Some(kind) = line["chance"].as_object().and_then(|chance| chance.keys().next()) {
                let words = game.in_words(&line).expect("a draw");
                assert!(words != referee::text::words(&line["chance"]), "{}: {line} is no draw: {words}", game.name());
                shown.insert(kind.clone());
            }
        }
        assert_eq!(shown, kinds, "{}", game.name());
    }
}
