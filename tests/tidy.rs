//! Conventions of the code: which modules may use which, what the rules must not use, the length of files, and that
//! related parts are complete.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use referee::games::GAMES;

/// Which modules each module of the library may use. `games/*` stands for the folder of any one game.
const MAY_USE: &[(&str, &[&str])] = &[
    ("bots", &["as_text", "dice", "game", "judge", "names", "strict", "table", "text", "wire"]),
    ("breach", &[]),
    ("by_name", &["games", "registry", "session", "setup"]),
    ("commitment", &["as_text", "strict", "text", "wire"]),
    ("contest", &["as_text", "bots", "commitment", "judge", "names", "render", "search", "strict", "text"]),
    ("dice", &["game"]),
    ("game", &["breach", "names", "spoken", "text"]),
    ("games", &["registry"]),
    (
        "games/*",
        &["bit_set", "breach", "breaches", "game", "multiset", "names", "rules", "short_text", "spoken", "text"],
    ),
    ("guard", &[]),
    (
        "judge",
        &[
            "breach",
            "commitment",
            "dice",
            "game",
            "names",
            "perft",
            "render",
            "search",
            "spoken",
            "strict",
            "table",
            "text",
            "wire",
        ],
    ),
    ("lib", &["registry", "session", "setup", "strict"]),
    ("lines", &["wire"]),
    (
        "matches",
        &[
            "bots",
            "commitment",
            "contest",
            "dice",
            "game",
            "games",
            "judge",
            "registry",
            "search",
            "stream",
            "strict",
            "table",
            "text",
            "wire",
        ],
    ),
    ("perft", &["dice", "game"]),
    ("render", &["game", "text", "wire"]),
    ("rulebook", &["game", "judge", "registry", "render", "stream", "text"]),
    (
        "registry",
        &[
            "breach",
            "commitment",
            "game",
            "judge",
            "schema",
            "session",
            "setup",
            "spoken",
            "strict",
            "table",
            "text",
            "wire",
        ],
    ),
    ("schema", &["bots", "contest", "game", "judge", "wire"]),
    ("session", &["breach", "game", "judge", "setup", "strict", "table", "wire"]),
    ("setup", &["game", "strict"]),
    ("spoken", &[]),
    ("stream", &["breach", "games", "judge", "registry", "strict", "table", "wire"]),
    ("search", &["dice", "game", "strict"]),
    ("strict", &["text"]),
    ("text", &[]),
    ("table", &["breach", "breaches", "dice", "game"]),
    (
        "validate",
        &["game", "games", "judge", "names", "registry", "schema", "strict", "stream", "table", "text", "wire"],
    ),
    ("wire", &["game", "strict", "table", "text"]),
];

/// The macros that can be named instead of a module, with the module that declares them.
const MACROS: &[(&str, &str)] = &[
    ("bit_set", "game"),
    ("multiset", "game"),
    ("names", "game"),
    ("rules", "game"),
    ("breaches", "breach"),
    ("short_text", "text"),
];

/// Things that rules and table must not use: the outside world, randomness that is not an event, values without an
/// exact order.
const FORBIDDEN_IN_RULES: &[&str] = &[
    "std::fs",
    "std::io",
    "std::time",
    "std::env",
    "std::net",
    "std::process",
    "std::thread",
    "HashMap",
    "HashSet",
    "f32",
    "f64",
    "print!",
    "println!",
    "eprint!",
    "eprintln!",
    "rand::",
    "rand_chacha",
    "SystemTime",
    "Instant",
];

/// Files that may use a hash map, because nothing depends on its order: they only look up. Clippy refuses to walk through it.
const LOOKED_UP: &[(&str, &str)] = &[("src/games/tectonic/memory.rs", "HashMap")];

/// Folders of tests and fixtures that belong to no single game.
const SHARED: &[&str] = &[
    "beside",
    "browser",
    "clients",
    "conformance",
    "contract",
    "fuzz",
    "hostile",
    "laws",
    "lines",
    "megabytes",
    "models",
    "pipes",
    "planted",
    "program",
    "sample",
    "support",
    "table",
    "tournaments",
    "toy",
    "universe",
    "validate",
];

/// Files about all games, which therefore name none: they follow from [`GAMES`] or from `every_game!`.
const FOR_EVERY_GAME: &[&str] = &[
    "benches/playout.rs",
    "benches/strength.rs",
    "benches/validate.rs",
    "benches/validate.sh",
    "tests/conformance.rs",
    "tests/pictures.rs",
    "tests/positions.rs",
];

/// The files of one folder that use each other in a circle, and why that is simplest. Elsewhere the files of a folder can
/// be read one after another.
const CIRCLES: &[(&str, &[&str], &str)] = &[
    (
        "bots",
        &["contain", "process", "sandbox", "watch"],
        "a process is contained and watched, and what contains or watches it starts this program as another process",
    ),
    (
        "contest",
        &[
            "config",
            "extension",
            "groups",
            "knockout",
            "ladder",
            "ratings",
            "record",
            "schedule",
            "standings",
            "swiss",
            "tally",
        ],
        "the next pairings follow from the standings, and the standings from the games that were paired",
    ),
    (
        "games/wangdo",
        &["breach", "seal", "words"],
        "words tell a seal card, playing one finds breaches, and a breach is told in words",
    ),
    ("games/wangdo", &["declare", "turn"], "a declaration alters the turn, and the turn ends what was declared"),
    ("games/we_will_wok_you", &["breach", "market"], "a breach names a line of the market, and the market finds it"),
    ("games/we_will_wok_you", &["declaration", "woks"], "a declaration names woks, and a wok judges how it is filled"),
];

/// The modules that contain rules and must not use the outside world.
const PURE: &[&str] = &["breach", "game", "games/*", "table"];

const MOST_LINES: usize = 600;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let listed = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = listed.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// Every Rust file under a folder, with its path from the root of the project.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in entries(folder) {
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root()).expect("under the root").to_string_lossy().into_owned();
            found.push((name, read(&path)));
        }
    }
    found
}

/// The lines of a text that are not comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a line contains `what` as a separate word.
fn mentions(line: &str, what: &str) -> bool {
    line.match_indices(what).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_none_or(|c| !is_word(c));
        let after = line[at + what.len()..].chars().next().is_none_or(|c| !is_word(c));
        before && (after || !what.ends_with(is_word))
    })
}

fn names(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

/// The folder names of the games in the registry.
fn games() -> BTreeSet<String> {
    GAMES.iter().map(|game| game.name().replace('-', "_")).collect()
}

/// The module of a library file.
fn module(file: &str) -> String {
    let path = file.trim_start_matches("src/").trim_end_matches(".rs");
    match path.split_once('/') {
        Some(("games", "mod")) => "games".to_owned(),
        Some(("games", _)) => "games/*".to_owned(),
        Some((first, _)) => first.to_owned(),
        None => path.to_owned(),
    }
}

/// The entries of [`MAY_USE`], expanded: for each module, the modules it may use.
fn may_use() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let declared = |name| MACROS.iter().find(|(written, _)| *written == name).map_or(name, |(_, module)| *module);
    // A macro that a module declares is its own.
    let others = |module, used: &[&'static str]| {
        used.iter().map(|name| declared(*name)).filter(|name| *name != module).collect()
    };
    MAY_USE.iter().map(|(module, used)| (*module, others(*module, used))).collect()
}

#[test]
fn no_module_uses_itself_through_others() {
    let mut left = may_use();
    // A module that uses none of the rest is at the bottom; a cycle has no bottom.
    loop {
        let bottom = |used: &BTreeSet<&str>| used.iter().all(|name| !left.contains_key(name));
        let Some(module) = left.iter().find(|(_, used)| bottom(used)).map(|(module, _)| *module) else { break };
        left.remove(module);
    }
    assert!(left.is_empty(), "these use each other in a circle, or are used by one: {left:?}");
}

#[test]
fn files_of_a_folder_use_each_other_in_no_circle() {
    let mut folders: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for (file, text) in sources(&root().join("src")) {
        let path = file.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod");
        // The modules themselves are in `MAY_USE`; tests may use anything.
        let Some((folder, name)) = path.rsplit_once('/').filter(|_| !file.contains("tests")) else { continue };
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        folders.entry(folder.to_owned()).or_default().insert(name.to_owned(), text.to_owned());
    }
    let mut unknown = BTreeSet::new();
    let mut listed: BTreeSet<(&str, BTreeSet<&str>)> =
        CIRCLES.iter().map(|(folder, names, _)| (*folder, names.iter().copied().collect())).collect();
    for (folder, files) in &folders {
        let from_above = format!("crate::{}::", folder.replace('/', "::"));
        let leads_to = |text: &str, name: &str| {
            code(text).any(|line| {
                let several = line.split_once("super::{").is_some_and(|(_, inner)| {
                    inner.split([',', '}']).any(|one| one.trim().split("::").next() == Some(name))
                });
                several || mentions(line, &format!("super::{name}")) || mentions(line, &format!("{from_above}{name}"))
            })
        };
        let next_files: BTreeMap<&str, BTreeSet<&str>> = files
            .iter()
            .map(|(file, text)| {
                let others = files.keys().filter(|name| *name != file && leads_to(text, name));
                (&**file, others.map(|name| &**name).collect())
            })
            .collect();
        let reaches = |from: &str, to: &str| {
            let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
            while let Some(file) = next.pop() {
                next.extend(next_files[file].iter().filter(|name| seen.insert(**name)));
            }
            seen.contains(to)
        };
        for file in files.keys() {
            let circle: BTreeSet<&str> =
                files.keys().map(|name| &**name).filter(|name| reaches(file, name) && reaches(name, file)).collect();
            if circle.len() < 2 {
                continue;
            }
            let known = CIRCLES.iter().any(|(of, names, _)| of == folder && circle.iter().eq(names.iter()));
            listed.remove(&(&**folder, circle.clone()));
            if !known {
                unknown.insert(format!("src/{folder}: {circle:?}"));
            }
        }
    }
    assert!(unknown.is_empty(), "these use each other in a circle; break it, or say in CIRCLES why not: {unknown:#?}");
    assert!(listed.is_empty(), "these circles are no more: {listed:?}");
}

#[test]
fn modules_use_only_what_they_may() {
    let may_use: BTreeMap<&str, &[&str]> = MAY_USE.iter().copied().collect();
    let mut unused: BTreeSet<(&str, &str)> =
        MAY_USE.iter().flat_map(|(module, used)| used.iter().map(|name| (*module, *name))).collect();
    for (file, text) in sources(&root().join("src")) {
        let module = module(&file);
        // The program uses the library from outside; tests may use anything.
        if module == "main" || module == "cmd" || file.contains("/tests") {
            continue;
        }
        let allowed =
            may_use.get(module.as_str()).unwrap_or_else(|| panic!("{file}: who may it use? say so in MAY_USE"));
        for line in code(&text) {
            for used in line.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| is_word(*c)).collect();
                let fine =
                    used == module || allowed.contains(&used.as_str()) || used.is_empty() || line.contains("$crate");
                assert!(fine, "{file} may not use `crate::{used}`: {line}");
                assert!(!line.contains("crate::{"), "{file}: one `use` for each module: {line}");
                unused.retain(|(user, name)| (*user, *name) != (&*module, &*used));
            }
        }
    }
    assert!(unused.is_empty(), "MAY_USE allows uses that do not occur: {unused:?}");
}

#[test]
fn rules_know_nothing_of_the_world() {
    let mut seen = BTreeSet::new();
    for (file, text) in sources(&root().join("src")) {
        let module = module(&file);
        let Some(pure) = PURE.iter().find(|pure| **pure == module && !file.contains("/tests")) else { continue };
        seen.insert(*pure);
        for line in code(&text) {
            for what in FORBIDDEN_IN_RULES.iter().filter(|what| !LOOKED_UP.contains(&(&*file, what))) {
                assert!(!mentions(line, what), "{file} mentions {what}: {line}");
            }
        }
    }
    assert_eq!(seen, PURE.iter().copied().collect(), "each of these is there");
}

#[test]
fn players_are_they() {
    let pages = ["README.md", "GUIDE.md", "CONTRIBUTING.md", "SECURITY.md", "NOTICE.md", "DESIGN.md"]
        .map(|name| (name.to_owned(), read(&root().join(name))));
    let shell = sources(&root().join("src")).into_iter().filter(|(file, _)| !file.starts_with("src/games/"));
    for (file, text) in shell.chain(pages) {
        for line in text.lines() {
            for word in ["he", "him", "his", "himself", "He", "His"] {
                assert!(!mentions(line, word), "{file}: a player need not be {word}: {line}");
            }
        }
    }
}

#[test]
fn no_file_is_long_and_none_is_unfinished() {
    for (file, text) in sources(&root().join("src")) {
        let lines = text.lines().count();
        assert!(
            lines <= MOST_LINES,
            "{file} has {lines} lines, at most {MOST_LINES}; give a part of it a file of its own"
        );
        assert!(text.starts_with("//!"), "{file} does not open with why it exists");
        for line in code(&text) {
            for what in ["todo!", "unimplemented!", "dbg!"] {
                assert!(!mentions(line, what), "{file} has {what}: {line}");
            }
        }
    }
}

#[test]
fn every_game_is_whole_and_registered() {
    let folder = root().join("src/games");
    let folders: BTreeSet<String> =
        entries(&folder).iter().filter(|path| path.is_dir()).map(|path| names(path)).collect();
    assert_eq!(folders, games(), "the folders under src/games and the entries of GAMES");
    let mut faults = String::new();
    for game in &folders {
        for file in ["mod.rs", "breach.rs", "picture.rs", "rulebook.rs", "rules.rs", "edition.rs", "edition.json"] {
            if !folder.join(game).join(file).is_file() {
                faults += &format!("src/games/{game}/{file} is missing\n");
            }
        }
    }
    for game in GAMES {
        for needed in ["rulebook", "rules", "play", "perft.txt", "malformed.jsonl", "rule-ids.txt"] {
            let place = format!("fixtures/{}/{needed}", game.name());
            let path = root().join(&place);
            let empty =
                if path.is_dir() { entries(&path).is_empty() } else { !path.exists() || read(&path).trim().is_empty() };
            if empty {
                faults += &format!("{place} is missing or empty\n");
            }
        }
        for clause in game.clauses() {
            let prefix = format!("{}.", game.name());
            assert!(clause.id.starts_with(&prefix), "{} is a rule of {}", clause.id, game.name());
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn tests_and_fixtures_belong_somewhere() {
    let games = games();
    let known = |name: &str| games.contains(&name.replace('-', "_")) || SHARED.contains(&name);
    for folder in ["tests", "fixtures", "schemas"].map(|folder| root().join(folder)) {
        if !folder.is_dir() {
            continue;
        }
        for path in entries(&folder).iter().filter(|path| path.is_dir()) {
            let name = names(path);
            assert!(known(&name) || name == "wire", "{} belongs to no game and is not known", path.display());
        }
    }
    let universes: BTreeSet<String> = entries(&root().join("tests/universe"))
        .iter()
        .map(|path| names(path).trim_end_matches(".rs").to_owned())
        .collect();
    assert_eq!(universes, games, "every game is put to the laws");
    for game in &games {
        let text = read(&root().join(format!("tests/universe/{game}.rs")));
        assert!(
            text.contains("#[test]") && text.contains("obey("),
            "tests/universe/{game}.rs puts nothing to the laws"
        );
    }
}

#[test]
fn what_is_done_for_every_game_names_none() {
    for file in FOR_EVERY_GAME {
        let text = read(&root().join(file));
        for game in GAMES {
            for name in [game.name().to_owned(), game.name().replace('-', "_")] {
                let named = code(&text).find(|line| mentions(line, &name));
                assert!(named.is_none(), "{file} names `{name}`, so that a new game would be forgotten: {named:?}");
            }
        }
    }
}

#[test]
fn the_pages_and_the_list_of_changes_name_the_same_games() {
    let changes = read(&root().join("CHANGELOG.md"));
    let mut faults = String::new();
    for game in GAMES {
        let (name, title, players) = (game.name(), game.title(), game.players());
        let (fewest, most) = (*players.start(), *players.end());
        let seats = if fewest == most { fewest.to_string() } else { format!("{fewest}-{most}") };
        let announced = changes.lines().any(|line| mentions(line, title));
        let rows = [("README.md", format!("| {title} | `{name}` | {seats} |")), ("NOTICE.md", format!("| {title} |"))];
        for (file, row) in
            rows.into_iter().chain(players.map(|players| ("GUIDE.md", format!("| {title} | {players} |"))))
        {
            if read(&root().join(file)).lines().any(|line| line.starts_with(&row)) != announced {
                let there = if announced { "has no line that begins" } else { "announces what CHANGELOG.md does not:" };
                faults += &format!("{file} {there} `{row}`\n");
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// Wilson's score interval at 95 % for a share of `n`, in per cent.
fn wilson(share: f64, n: f64) -> [f64; 2] {
    let z = 1.96_f64;
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    [100.0 * (middle - half), 100.0 * (middle + half)]
}

/// Checks that a row is plausible: it names a game and a number of its players, once; its games add up; and its
/// shares and intervals follow from them.
#[test]
fn rows_of_strength_hang_together() {
    const GAMES_A_ROW: f64 = 200.0;
    let guide = read(&root().join("GUIDE.md"));
    let (_, table) = guide.split_once("| game | players | won |").expect("the table of strength");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let mut seen = BTreeSet::new();
    for line in rows {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let number = |at: usize| -> f64 { cells[at].trim_end_matches(" %").parse().expect("a number") };
        let players = number(1);
        let game = GAMES.iter().find(|game| game.title() == cells[0]).unwrap_or_else(|| panic!("no such game: {line}"));
        assert!(game.players().contains(&(players as u8)), "the game does not allow this number of players: {line}");
        assert!(seen.insert((cells[0], cells[1])), "it is there twice: {line}");
        let [won, shared, lost, first] = [2, 3, 4, 5].map(number);
        assert!((won + shared + lost - GAMES_A_ROW).abs() < 0.1, "these are not {GAMES_A_ROW} games: {line}");
        // A shared first place counts at most a half, and at least one divided by the number of players.
        let [least, most] = [players, 2.0].map(|parts| 100.0 * (won + shared / parts) / GAMES_A_ROW);
        assert!(first > least - 0.06 && first < most + 0.06, "first places are {least} to {most}: {line}");
        let (low, high) = cells[6].split_once('-').expect("an interval");
        for (told, due) in [low, high].into_iter().zip(wilson(first / 100.0, GAMES_A_ROW)) {
            let told: f64 = told.parse().expect("a number");
            assert!((told - due).abs() < 0.15, "{told} should be {due:.1}: {line}");
        }
        assert!((number(7) - 100.0 / players).abs() < 0.06, "that is no fair share: {line}");
    }
    assert!(!seen.is_empty());
}

#[test]
fn every_dependency_is_accounted_for() {
    let design = read(&root().join("DESIGN.md"));
    let manifest = read(&root().join("Cargo.toml"));
    let mut section = "";
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section.ends_with("dependencies]")
            && let Some((name, _)) = line.split_once(" =")
        {
            assert!(design.lines().any(|line| mentions(line, name)), "DESIGN.md does not say why {name} is needed");
        }
    }
}
