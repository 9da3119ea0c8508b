//! Pictures: both renderers draw everything that a game shows. Every position of random games and of every recorded
//! game is drawn for every viewer.

#[path = "laws/open.rs"]
mod open;
mod sample;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread;

use open::what_is_open_is_known;
use referee::dice::{Dice, RANDOM_PLAYER, Supply};
use referee::every_game;
use referee::game::picture::{Figure, Panel, Picture, Row, Shape, Tint};
use referee::game::{Game, Player, Source, Turn};
use referee::games::GAMES;
use referee::judge::{Emit, Memory};
use referee::render::svg::{Layer, Sheet, Sprite, escape, sheet, svg, whole};
use referee::render::text::{COLUMNS, Style, text};
use referee::render::words::said;
use referee::stream::{Asked, Stream};
use referee::strict;
use referee::text::columns;
use sample::{is_thorough, sample};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The names of figures with their numbers.
fn named<'a>(figures: impl Iterator<Item = &'a Figure>) -> BTreeMap<String, u32> {
    let mut names = BTreeMap::new();
    for figure in figures {
        *names.entry(escape(&figure.name)).or_default() += 1;
    }
    names
}

/// Draws a picture in every way and looks for missing, doubled, overlapping or outlying parts.
fn draw(picture: &Picture) {
    in_text(picture);
    let (sheet, whole) = (sheet(picture), whole(picture));
    for one in [&sheet, &whole] {
        let drawn = |layer: Layer| one.sprites.iter().filter(move |sprite| sprite.layer == layer);
        for sprite in &one.sprites {
            let part = one.parts[sprite.part];
            let inside = sprite.x + sprite.width <= part.width && sprite.y + sprite.height <= part.height;
            assert!(inside, "{sprite:?} lies outside of {part:?}\n{picture:?}");
        }
        apart(&drawn(Layer::Place).collect::<Vec<_>>());
        apart(&drawn(Layer::Figure).chain(drawn(Layer::Word)).collect::<Vec<_>>());
    }
    assert_eq!(whole.parts.len(), 1, "an image has one part");
    assert_eq!(sheet.parts.len(), 2 + picture.panels.len(), "every panel is a part");
    let drawn = |layer: Layer| sheet.sprites.iter().filter(move |sprite| sprite.layer == layer);
    let told = said(picture);
    for place in &picture.board.places {
        let Some(words) = place.words.as_ref().filter(|words| !words.is_empty()) else { continue };
        // A price is drawn, and told in whole words.
        let each = |figure: &Figure| format!("{} {}", figure.count, figure.name);
        let price = place.price.as_ref().map(|price| price.iter().map(each).collect::<Vec<_>>().join(", "));
        let words = price.as_ref().unwrap_or(words);
        assert!(drawn(Layer::Word).any(|sprite| sprite.svg.contains(&format!(">{words}<"))), "{words} is not written");
        let line = told.iter().find(|line| line.text.starts_with(&format!("{}: ", place.name)));
        assert!(line.is_some_and(|line| line.text.contains(&**words)), "{words} is not told: {line:?}");
    }
    for line in &told {
        assert!(!line.text.contains('?'), "{} is no word", line.text);
    }
    let mut names: BTreeMap<String, u32> = BTreeMap::new();
    for sprite in drawn(Layer::Figure).filter(|sprite| !sprite.svg.contains("class=\"slot\"")) {
        let name = sprite.svg.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
        *names.entry(name.expect("a figure has a name").to_owned()).or_default() += 1;
    }
    assert_eq!(names, named(picture.figures()), "every figure is drawn once");
    let image = svg(picture);
    for figure in picture.figures().filter(|figure| figure.count > 1) {
        let written = ["×", ">"].iter().any(|before| image.contains(&format!("{before}{}<", figure.count)));
        assert!(written, "{figure:?}");
    }
    nothing_is_covered(&image, &whole);
}

/// Later parts are drawn over earlier ones: grounds come before everything on them, in an image by their order and in
/// a replay by the number of their layer.
fn nothing_is_covered(image: &str, sheet: &Sheet) {
    let written = |layer: Layer| {
        sheet.sprites.iter().filter(move |sprite| sprite.layer == layer).map(|sprite| {
            let [x, y] = [sprite.x, sprite.y];
            let drawn = format!("<g transform=\"translate({x} {y})\"{}>{}</g>", sprite.lies, sprite.svg);
            image.find(&drawn).unwrap_or_else(|| panic!("{drawn} is not in the image"))
        })
    };
    let Some(grounds) = written(Layer::Place).max() else { return };
    for layer in [Layer::Frame, Layer::Trail, Layer::Word, Layer::Figure] {
        assert!(written(layer).all(|at| at > grounds), "{layer:?} lies under the ground of a place");
        assert!(layer as u8 > Layer::Place as u8);
    }
    assert!(written(Layer::Line).all(|at| at < grounds), "lines end at places");
}

fn in_text(picture: &Picture) {
    for ascii in [false, true] {
        let plain = text(picture, Style { ascii, colour: false });
        for line in plain.lines() {
            assert!(columns(line) <= COLUMNS, "wider than {COLUMNS}: {line}");
        }
        let coloured = text(picture, Style { ascii, colour: true });
        let mut bare = String::new();
        for (at, part) in coloured.split("\x1b[").enumerate() {
            bare.push_str(if at == 0 { part } else { part.split_once('m').expect("a sequence ends").1 });
        }
        let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        assert_eq!(trimmed(&bare), trimmed(&plain), "colour changes nothing but colour");
        assert!(!plain.contains("\n\n\n"), "one blank line is enough:\n{plain}");
        if ascii {
            assert!(plain.is_ascii());
            continue;
        }
        let glyphs = plain.chars().filter(|c| "●○▲△■□▮▯◆◇★☆".contains(*c)).count();
        let pieces = |figure: &&Figure| !matches!(figure.shape, Shape::Card | Shape::Slot);
        let expected = picture.figures().filter(pieces).count() + picture.legend.iter().filter(pieces).count();
        assert_eq!(glyphs, expected, "every piece is written once:\n{plain}");
        let frames = picture.board.places.iter().filter(|place| place.fresh && !place.field).count();
        let cards = picture.figures().filter(|figure| figure.shape == Shape::Card).count();
        let sign = usize::from(plain.contains("[ ], * changed last"));
        assert_eq!(plain.matches('[').count(), cards + frames + sign, "every card is written once:\n{plain}");
    }
}

/// None of these overlap.
fn apart(sprites: &[&Sprite]) {
    for (at, one) in sprites.iter().enumerate() {
        for other in &sprites[..at] {
            let beside = one.x + one.width <= other.x || other.x + other.width <= one.x;
            let below = one.y + one.height <= other.y || other.y + other.height <= one.y;
            assert!(one.part != other.part || beside || below, "{one:?} lies on {other:?}");
        }
    }
}

/// The number of figures of each form.
fn totals(picture: &Picture) -> BTreeMap<Shape, u32> {
    let mut totals = BTreeMap::new();
    for figure in picture.figures() {
        *totals.entry(figure.shape).or_default() += figure.count;
    }
    totals
}

/// A table whose random games are drawn, with how many figures of some forms every picture shows, which is how many there
/// are in the box. `fixtures/<game>/pictures.txt` lists those of a game, each a line of JSON; without it, its default options and all numbers
/// of players are drawn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    players: u8,
    #[serde(default)]
    options: Map<String, Value>,
    #[serde(default)]
    figures: BTreeMap<String, u32>,
}

/// Draws the random games of a game.
fn drawn<G: Game>() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(G::NAME).join("pictures.txt");
    let listed = fs::read_to_string(path).unwrap_or_default();
    let mut tables: Vec<Drawn> = listed.lines().map(|line| serde_json::from_str(line).expect("a table")).collect();
    if tables.is_empty() {
        let of = |players| Drawn { players, options: Map::new(), figures: BTreeMap::new() };
        tables.extend(G::PLAYERS.map(of));
    }
    thread::scope(|scope| {
        for table in tables {
            scope.spawn(move || random_games::<G>(&table));
        }
    });
}

#[test]
fn random_games_are_drawn() {
    every_game!(for drawn());
}

/// At the end of a game everything that shows points shows those of the outcome: the numbers of the players, the marks on a scale
/// and the panels. Where the players' numbers count something else until then, only the panels are compared.
fn agrees_with(picture: &Picture, scores: &[i32]) {
    if picture.counts.is_empty() {
        let points: Vec<Option<i32>> = picture.seats.iter().map(|seat| seat.points).collect();
        assert_eq!(points, scores.iter().copied().map(Some).collect::<Vec<_>>(), "{}", picture.title);
    }
    for (panel, row) in picture.panels.iter().flat_map(|panel| panel.rows.iter().map(move |row| (panel, row))) {
        let marks = row.scale.iter().flat_map(|scale| row.figures.iter().zip(&scale.at));
        for (figure, at) in marks.filter(|(figure, _)| figure.wire == "score") {
            let score = scores[figure.owner.expect("a player's mark").index()];
            assert_eq!((*at, &figure.label), (score, &score.to_string()), "{}: {figure:?}", picture.title);
        }
        if let Some(owner) = panel.owner.filter(|_| row.name == "score") {
            let written = row.value.split_whitespace().last();
            assert_eq!(written, Some(&*scores[owner.index()].to_string()), "{}: {}", picture.title, row.value);
        }
    }
}

/// Plays a random game and draws it for everybody.
fn random_games<G: Game>(Drawn { players, options, figures }: &Drawn) {
    let players = *players;
    let shape = |name: &String| Shape::ALL.into_iter().find(|shape| format!("{shape:?}").to_lowercase() == *name);
    let expected: Vec<(Shape, u32)> =
        figures.iter().map(|(name, count)| (shape(name).expect("the name of a form"), *count)).collect();
    let edition: G::Edition = strict::from_slice(G::EDITION.as_bytes()).expect("an edition");
    let options: G::Options = strict::from_value(&Value::Object(options.clone())).expect("options");
    let game = G::open(&edition, &options).unwrap_or_else(|faults| panic!("{faults:?}"));
    draw(&Picture { panels: game.components(), ..Picture::of(G::TITLE, 0) });
    let mut dice = Dice::new(11);
    let mut state = game.start(players);
    let (mut draws, mut legal, mut pictures) = (Vec::new(), Vec::new(), 0);
    // Actions that were possible elsewhere are worth trying here.
    let (mut tried, mut open, mut withheld) = (Vec::new(), 0, 0);
    let mut columns = None;
    for events in 0..3000 {
        let every = if events < 60 { 3 } else { 17 };
        let over = game.turn(&state) == Turn::Over;
        if over || events % (every * sample(3, 1)) == 0 {
            for viewer in Player::all(players).map(Some).chain([None]) {
                let view = game.view(&state, viewer);
                let picture = game.picture(&view);
                draw(&picture);
                let outcome = game.outcome(&state).filter(|_| G::HAS_POINTS);
                if let Some(scores) = outcome.and_then(|outcome| outcome.scores) {
                    agrees_with(&picture, &scores);
                }
                let whole = picture.waits.starts_with(|c: char| c.is_ascii_uppercase());
                match game.turn(&state) {
                    Turn::Player(_) => assert!(!whole, "a name stands before `{}`", picture.waits),
                    Turn::Chance => assert!(whole, "`{}` is no sentence", picture.waits),
                    Turn::Over => {}
                }
                let ground = |sprite: &Sprite| sprite.layer == Layer::Place && sprite.svg.contains("class=\"place");
                let places = sheet(&picture).sprites.into_iter().filter(ground);
                let here: Vec<[u32; 2]> =
                    places.take(picture.board.places.len()).map(|sprite| [sprite.x, sprite.width]).collect();
                assert_eq!(*columns.get_or_insert_with(|| here.clone()), here, "places move after {events} events");
                let twin = game.determinize(&view, &mut Supply(&mut dice.clone(), Source(0))).expect("a view");
                let same = game.picture(&game.view(&twin, viewer));
                assert_eq!(same, picture, "{viewer:?} cannot tell the two apart, nor can the picture");
                let totals = totals(&picture);
                for (shape, count) in &expected {
                    assert_eq!(totals.get(shape).copied().unwrap_or(0), *count, "{shape:?} after {events} events");
                }
                pictures += 1;
            }
        }
        match game.turn(&state) {
            Turn::Over => {
                assert!(pictures > 0);
                assert!(open > 0, "nothing that is refused is open");
                assert!(withheld == 0 || G::HAS_SECRETS, "nothing is secret, but something is withheld");
                return;
            }
            Turn::Chance => {
                draws.clear();
                let source = game.chances(&state, &mut draws);
                let at = dice.peek_weighted(source, &draws);
                dice.advance(source);
                game.apply_chance(&mut state, &draws[at].0);
            }
            Turn::Player(player) => {
                legal.clear();
                game.legal(&state, &mut legal);
                if events % every == 0 {
                    tried.extend(legal.iter().step_by(1 + legal.len() / 3).cloned());
                    let some: Vec<_> = tried.iter().rev().step_by(1 + tried.len() / 16).cloned().collect();
                    let counts = what_is_open_is_known(&game, &state, players, &some, events);
                    (open, withheld) = (open + counts[0], withheld + counts[1]);
                }
                let at = dice.draw(RANDOM_PLAYER, legal.len() as u64) as usize;
                game.apply(&mut state, player, &legal[at]);
            }
        }
    }
    panic!("the game does not end");
}

/// Every file of recorded lines under a folder.
fn fixtures(folder: &Path, found: &mut Vec<Vec<u8>>) {
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("fixtures").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            fixtures(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            found.push(fs::read(&path).expect("a fixture"));
        }
    }
}

#[test]
fn every_recorded_game_is_drawn_with_what_changed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut drawn, mut fresh, mut trails) = (0, 0, 0);
    for game in GAMES {
        let (mut files, mut figures, mut changed) = (Vec::new(), 0, 0);
        fixtures(&root.join("fixtures").join(game.name()), &mut files);
        assert!(!files.is_empty(), "{}", game.name());
        for file in files.into_iter().step_by(sample(4, 1)) {
            let mut stream = Stream::new(Asked::default(), Emit::NONE);
            stream.watch(Memory::Lines);
            let lines = file.split(|byte| *byte == b'\n');
            let step = if lines.clone().count() > 60 { 7 } else { 1 };
            // Most viewers see the same as others, or the same as before; each picture is drawn once.
            let mut now = Vec::new();
            for (at, line) in lines.enumerate() {
                stream.line(Some(line), &mut Vec::new()).expect("nothing is asked");
                let Some(judge) = stream.look() else { continue };
                if at % step != 0 {
                    continue;
                }
                let whole = judge.pictures(&[None]).remove(0);
                let secrets = judge.has_secrets();
                let before = std::mem::take(&mut now);
                let mut draw_once = |picture: &Picture| {
                    if !before.contains(picture) && !now.contains(picture) {
                        draw(picture);
                    }
                    now.push(picture.clone());
                };
                if secrets {
                    draw_once(&whole);
                }
                for player in Player::all(judge.players()).filter(|_| secrets) {
                    let own = judge.picture(Some(player));
                    let of = |picture: &Picture| -> Vec<Row> {
                        let panels = picture.panels.iter().filter(|panel| panel.owner == Some(player));
                        let rows = panels.flat_map(|panel| &panel.rows);
                        rows.map(|row| Row { fresh: false, ..row.clone() }).collect()
                    };
                    assert_eq!(of(&whole), of(&own), "all hands lie open");
                }
                for viewer in Player::all(judge.players()).map(Some).chain([None]) {
                    let picture = judge.picture(viewer);
                    draw_once(&picture);
                    // A page draws it once for all.
                    assert!(judge.has_secrets() || picture == judge.picture(None), "{}", game.name());
                    assert!(!picture.sentence().is_empty(), "{} does not say what it waits for", game.name());
                    drawn += 1;
                    figures += picture.figures().count();
                    changed += picture.panels.iter().flat_map(|panel| &panel.rows).filter(|row| row.fresh).count();
                    changed += picture.board.places.iter().filter(|place| place.fresh).count();
                    fresh += picture.board.places.iter().filter(|place| place.fresh).count();
                    trails += usize::from(picture.board.trail.len() > 1);
                }
            }
        }
        // A sample may leave out the only record of a small game in which anything happens.
        let seen = figures > 0 && changed > 0;
        assert!(seen || !is_thorough(), "{}: nothing is seen, or nothing of it ever changes", game.name());
    }
    let [most, some, few] = sample([500, 250, 25], [2000, 1000, 100]);
    assert!(drawn > most && fresh > some && trails > few, "{drawn} {fresh} {trails}");
}

#[test]
fn names_are_foreign_text() {
    let mut picture = Picture::of("Game", 2);
    let hostile = "</script>\u{1b}2J\u{202e}<b>&\"' a very long name that goes on and on".to_owned();
    picture.call(&[hostile, " ".to_owned()]);
    picture.waits = "is to move".to_owned();
    picture.turn = Some(Player(0));
    picture.panels.push(Panel::of(Player(0)));
    draw(&picture);
    let image = svg(&picture);
    assert!(!image.contains("</script") && !image.contains('\u{1b}') && !image.contains('\u{202e}'));
    assert!(!text(&picture, Style::default()).contains('\u{1b}'));
    assert_eq!(picture.name(Player(1)), "player 1");
}

#[test]
fn wide_names_and_marks_take_the_columns_that_they_take() {
    let mut picture = Picture::of("Game", 3);
    picture.call(&["龍".repeat(30), format!("\u{301}{}", "e\u{301}".repeat(10)), "\u{301}".repeat(40)]);
    picture.turn = Some(Player(0));
    picture.waits = "is to move ".to_owned() + &"and to move ".repeat(9);
    picture.last = "龍".repeat(60);
    picture.panels.extend(Player::all(3).map(Panel::of));
    draw(&picture);
    assert_eq!(picture.name(Player(0)), format!("{}, player 0", "龍".repeat(12)), "24 columns");
    let plain = text(&picture, Style::default());
    assert!(plain.contains(&"e\u{301}".repeat(10)), "marks stay on their letters: {plain}");
    assert_eq!(
        plain.lines().filter(|line| line.contains('龍')).map(columns).max(),
        Some(COLUMNS),
        "lines are used: {plain}"
    );
}

#[test]
fn what_is_new_and_empty_is_no_change() {
    let with = |names: &[&str]| {
        let mut panel = Panel::of(Player(0));
        for name in names {
            panel.row(name, (*name == "coins").then(|| Figure::new(Shape::Round, "coin")));
        }
        Picture { panels: vec![panel], ..Picture::of("Game", 1) }
    };
    let mut picture = with(&["prisoners", "coins", "hand"]);
    picture.mark_changes(&with(&["hand"]));
    let fresh: Vec<bool> = picture.panels[0].rows.iter().map(|row| row.fresh).collect();
    assert_eq!(fresh, [false, true, false]);
    picture.mark_changes(&with(&["prisoners", "coins", "hand"]));
    assert!(picture.panels[0].rows.iter().all(|row| !row.fresh));
}

#[test]
fn a_star_in_ascii_means_one_thing() {
    let mut picture = Picture::of("Game", 1);
    picture.panels.push(Panel::of(Player(0)));
    for shape in Shape::ALL {
        let figure = Figure { label: "x".to_owned(), ..Figure::new(shape, "it") };
        picture.panels[0].row("row", [figure.clone(), figure.turned()]);
    }
    assert!(!text(&picture, Style { ascii: true, colour: false }).contains('*'), "nothing has changed");
    picture.panels[0].rows[0].fresh = true;
    assert!(text(&picture, Style { ascii: true, colour: false }).contains("* changed last"));
}

#[test]
fn a_changed_row_without_a_name_has_a_star_alone() {
    let mut picture = Picture::of("Game", 1);
    picture.panels.push(Panel::of(Player(0)));
    picture.panels[0].row("", [Figure::card("W01")]);
    picture.panels[0].row("hand", [Figure::card("W02")]);
    picture.panels[0].rows.iter_mut().for_each(|row| row.fresh = true);
    let plain = text(&picture, Style::default());
    assert!(plain.contains("* [W01]") && plain.contains("*hand: [W02]") && !plain.contains("*:"), "{plain}");
}

/// A picture of the last position of every recorded game, with the position and the number of players.
fn recorded_ends() -> Vec<(String, Value, u64, String)> {
    let mut ends = Vec::new();
    for game in GAMES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(game.name()).join("play");
        for entry in fs::read_dir(folder).expect("recorded games") {
            let path = entry.expect("a file").path();
            let mut stream = Stream::new(Asked::default(), Emit::NONE);
            let mut out = Vec::new();
            let record = fs::read(&path).expect("a record");
            let asks = [
                &b"{\"query\":\"header\"}"[..],
                b"{\"query\":\"state\"}",
                b"{\"query\":{\"picture\":\"svg\",\"for\":0}}",
            ];
            for line in record.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).chain(asks) {
                stream.line(Some(line), &mut out).expect("no flags");
            }
            let out = String::from_utf8(out).expect("answers are UTF-8");
            let last: Vec<Value> = out.lines().rev().take(3).map(|line| line.parse().expect("JSON")).collect();
            let [picture, state, header] = &last[..] else { panic!("three answers") };
            // A stream of one player cannot be followed.
            if let (Some(picture), Some(players)) = (picture["picture"].as_str(), header["header"]["players"].as_u64())
            {
                ends.push((game.name().to_owned(), state["state"].clone(), players, picture.to_owned()));
            }
        }
    }
    ends
}

/// Without their letters, which are small, the owners of turned pieces differ by their colours.
#[test]
fn a_turned_piece_has_the_colour_of_its_owner() {
    let mut picture = Picture::of("Game", 2);
    for player in Player::all(2) {
        let mut panel = Panel::of(player);
        let turned = |shape| Figure::new(shape, "it").of(player).tint(Tint::Red).turned();
        panel.row("turned", [Shape::Round, Shape::Triangle, Shape::Square].map(turned));
        picture.panels.push(panel);
    }
    let drawn: Vec<String> =
        sheet(&picture).sprites.into_iter().filter(|one| one.layer == Layer::Figure).map(|one| one.svg).collect();
    assert_eq!(drawn.len(), 6);
    for (figure, at) in drawn.iter().zip(0..) {
        let owner = picture.seats[at / 3].tint.name();
        assert!(figure.starts_with("<g class=\"red\""), "{figure}");
        assert!(figure.contains(&format!("<g class=\"{owner} core\">")), "{owner}: {figure}");
        assert_eq!(figure.matches("class=\"s\"").count(), 2, "{figure}");
    }
}

/// The values of an attribute.
fn values<'a>(picture: &'a str, name: &str) -> Vec<&'a str> {
    let begins = format!(" data-{name}=\"");
    picture.split(&begins).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn images_name_places_pieces_and_players_as_the_protocol_does() {
    let mut met: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for (game, state, players, picture) in recorded_ends() {
        let written = state.to_string();
        let pieces = values(&picture, "piece");
        for piece in &pieces {
            let known = [format!("\"{piece}\""), format!("\"{piece}s\"")];
            // What nobody has any more is in no list.
            let gone = !known.iter().any(|word| written.contains(word)) && picture.contains("prisoners");
            assert!(gone || known.iter().any(|word| written.contains(word)), "{game}: {piece} is not in {written}");
        }
        let places = values(&picture, "place");
        for place in values(&picture, "at") {
            assert!(places.contains(&place), "{game}: {place}");
            let written = written.contains(&format!("\"{place}\"")) || place.contains(' ');
            assert!(written, "{game}: {place} holds a figure and is not in {state}");
        }
        let named = ["player", "seat", "turn"].map(|name| values(&picture, name));
        for player in named.iter().flatten() {
            assert!(player.parse::<u64>().is_ok_and(|player| player < players), "{game}: {player}");
        }
        let seats: std::collections::BTreeSet<&&str> = named[0].iter().collect();
        assert_eq!(seats.len() as u64, players, "{game}: every player is named");
        // Only what is face down has no name.
        let unnamed = picture.split("<g class=\"").skip(1).filter(|rest| {
            let tag = rest.split('>').next().unwrap_or_default();
            rest.split_once('>').is_some_and(|(_, inner)| inner.starts_with("<title>")) && !tag.contains("data-piece")
        });
        for rest in unnamed {
            let title = rest.split("<title>").nth(1).and_then(|rest| rest.split('<').next()).unwrap_or_default();
            let counted = title.starts_with(|c: char| c.is_ascii_digit());
            let nameless = ["face down", "with a Dragon Seal", "empty", "golden bear"].contains(&title);
            assert!(nameless || counted, "{game}: {title} has no name");
        }
        let one = met.entry(game).or_default();
        *one = [one[0] + pieces.len(), one[1] + places.len(), one[2] + 1];
    }
    assert_eq!(met.len(), GAMES.len());
    assert!(met.values().all(|found| found.iter().all(|count| *count > 0)), "{met:?}");
}

#[test]
fn the_style_of_an_image_holds_within_it_alone() {
    let (_, _, _, picture) = recorded_ends().swap_remove(0);
    assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"referee\""), "{}", &picture[..90]);
    let style = picture.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next()).expect("a style");
    let mut bare = String::new();
    for part in style.split("/*") {
        bare += part.split_once("*/").map_or(part, |(_, rest)| rest);
    }
    let mut selectors = 0;
    // What stands before a brace and after the rule before it.
    for before in bare.split('{').rev().skip(1).collect::<Vec<_>>().into_iter().rev() {
        let list = before.rsplit(['}', ';']).next().unwrap_or_default().trim();
        if list.starts_with('@') {
            continue;
        }
        for selector in list.split(',').map(str::trim) {
            assert!(selector == ".referee" || selector.starts_with(".referee "), "{selector}");
            selectors += 1;
        }
    }
    assert!(selectors > 40, "{selectors}");
    assert!(!picture.contains(" id=\""), "an id would be one for the whole page");
}
