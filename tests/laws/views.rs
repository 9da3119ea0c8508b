//! Views from outside: whatever they say, they are drawn as they are, or refused, and nothing panics. The same for streams with
//! views in them, in which lines are changed, left out, doubled or exchanged.

use referee::dice::Dice;
use referee::game::{Player, Source};
use referee::games::GAMES;
use referee::judge::{Emit, Memory, Scribe, Unseen};
use referee::registry::{Opened, Referee};
use referee::render::svg::svg;
use referee::render::text::{Style, text};
use referee::stream::{Asked, Stream};
use referee::wire::{Header, Seed, VERSION, Viewer};
use serde_json::{Map, Value, json};

use crate::sample::sample;

const VIEWER: Viewer = Viewer::Player(Player(1));

fn below(dice: &mut Dice, most: usize) -> usize {
    dice.draw(Source(0), most.max(1) as u64) as usize
}

/// The lines of a random game, for one player, and whether the game hides anything.
fn seen(game: &dyn Referee, players: u8, dice: &mut Dice) -> (Vec<String>, bool) {
    let header: Header =
        serde_json::from_value(json!({"referee": VERSION, "game": game.name(), "players": players})).expect("a header");
    let header = Header { seed: Some(Seed(dice.draw(Source(0), u64::MAX))), ..header };
    let (scribe, mut lines) = (Scribe::new(Emit::view(VIEWER)), Vec::new());
    let Ok(mut judge) = game.sit(header, &mut Opened::default()) else { panic!("the header is right") };
    judge.play_at_random(dice, &mut |answer| {
        scribe.write(answer, &mut lines);
        true
    });
    let lines = String::from_utf8(lines).expect("UTF-8");
    (lines.lines().map(str::to_owned).collect(), judge.look().has_secrets())
}

/// Changes one part of a value at random.
fn spoil(value: &mut Value, dice: &mut Dice) {
    let inner = match value {
        Value::Array(list) if !list.is_empty() => Some(below(dice, list.len())),
        Value::Object(fields) if !fields.is_empty() => Some(below(dice, fields.len())),
        _ => None,
    };
    // Rather something deep inside.
    if let Some(at) = inner.filter(|_| below(dice, 5) > 0) {
        let part = match value {
            Value::Array(list) => list.get_mut(at),
            Value::Object(fields) => fields.values_mut().nth(at),
            _ => None,
        };
        return spoil(part.expect("one of them"), dice);
    }
    let any = [json!(null), json!([]), json!({}), json!(0), json!("x"), json!([[[[]]]]), json!(-1), json!(0.5)];
    let most = [0, 1, 2, 4, 5, 6, 127, 254, 255, 256, 65_536, 1 << 32, u64::MAX];
    *value = match (value.clone(), below(dice, 6)) {
        (_, 0) => any[below(dice, any.len())].clone(),
        (Value::Number(number), 1..=3) => {
            let near = number.as_u64().unwrap_or_default();
            [near.wrapping_add(1), near.wrapping_sub(1), near.wrapping_mul(2)][below(dice, 3)].into()
        }
        (Value::Number(_), _) => most[below(dice, most.len())].into(),
        (Value::Array(mut list), kind) if !list.is_empty() => {
            let one = list[below(dice, list.len())].clone();
            match kind {
                1 => drop(list.pop()),
                2 => list.reverse(),
                3 => list.extend(vec![one; 600]),
                _ => list.push(one),
            }
            list.into()
        }
        (Value::Object(mut fields), kind) if !fields.is_empty() => {
            let (key, other) = (below(dice, fields.len()), below(dice, fields.len()));
            let key = fields.keys().nth(key).expect("a key").clone();
            let other = fields.values().nth(other).expect("a value").clone();
            match kind {
                1 | 2 => drop(fields.shift_remove(&key)),
                3 => drop(fields.insert("x".to_owned(), other)),
                _ => drop(fields.insert(key, other)),
            }
            fields.into()
        }
        (Value::String(word), 1) => format!("{word}x").into(),
        (Value::String(_), kind) => {
            let words = ["disc", "white", "act", "over", "foot", "A1", "V01", "a1", "discount", "light"];
            words[(below(dice, words.len()) + kind) % words.len()].into()
        }
        (other, _) => json!([other]),
    };
}

/// Draws what a stream shows; returns the view that it now has, or why there is none.
fn drawn(stream: &mut Stream) -> Option<Result<Value, Unseen>> {
    let shown = stream.imagine()?;
    Some(shown.map(|(game, _)| {
        let picture = game.picture(VIEWER.player());
        assert!(!text(&picture, Style::default()).is_empty() && !svg(&picture).is_empty());
        game.view(VIEWER)
    }))
}

fn following(asked: Asked) -> Stream {
    let mut stream = Stream::new(asked, Emit::NONE);
    stream.watch(Memory::Events);
    stream.follow(VIEWER, None);
    stream
}

/// Applies the law to views alone.
pub(crate) fn alone() {
    for game in GAMES {
        let mut dice = Dice::new(3);
        let (mut shown, mut refused) = (0, 0);
        for players in game.players() {
            let (lines, _) = seen(*game, players, &mut dice);
            let lines = lines.iter().map(|line| serde_json::from_str::<Map<String, Value>>(line).expect("JSON"));
            let views: Vec<Value> = lines.filter_map(|mut line| line.remove("view")).collect();
            for look in 0..sample(150, 8000) {
                let view = &views[below(&mut dice, views.len())];
                let mut spoilt = view.clone();
                for _ in 0..look % 3 {
                    spoil(&mut spoilt, &mut dice);
                }
                let mut stream = following(Asked { game: Some(game.name().to_owned()), ..Asked::default() });
                let mut out = Vec::new();
                stream.line(Some(spoilt.to_string().as_bytes()), &mut out).expect("the command line fits");
                match drawn(&mut stream) {
                    Some(Ok(seen)) => {
                        assert_eq!(seen, spoilt, "{} shows something else", game.name());
                        shown += 1;
                    }
                    Some(Err(Unseen::False { line: 1, .. } | Unseen::NoSuchPlayer { .. })) => {
                        assert_ne!(&spoilt, view, "{} refuses its own view", game.name());
                        refused += 1;
                    }
                    other => assert!(other.is_none() && spoilt.as_object().is_none_or(Map::is_empty)),
                }
            }
        }
        assert!(shown > 40 && refused > 40, "{}: {shown} shown, {refused} refused", game.name());
    }
}

/// Applies the law to streams.
pub(crate) fn in_streams() {
    for game in GAMES {
        let mut dice = Dice::new(4);
        let (mut shown, mut refused, mut hides) = (0, 0, false);
        for players in game.players() {
            let (lines, secrets) = seen(*game, players, &mut dice);
            hides |= secrets;
            for _ in 0..sample(12, 600) {
                let mut lines = lines[..=below(&mut dice, lines.len())].to_vec();
                for _ in 0..=below(&mut dice, 3) {
                    // Rather near the end, where it matters for the picture.
                    let last = lines.len() - 1;
                    let at = if below(&mut dice, 2) == 0 {
                        below(&mut dice, lines.len())
                    } else {
                        last - below(&mut dice, 4).min(last)
                    };
                    let other = below(&mut dice, lines.len());
                    match below(&mut dice, 6) {
                        0 => drop(lines.remove(at)),
                        1 => lines.insert(at, lines[other].clone()),
                        2 => lines.swap(at, other),
                        _ => {
                            let mut line: Value = serde_json::from_str(&lines[at]).unwrap_or_default();
                            spoil(&mut line, &mut dice);
                            lines[at] = line.to_string();
                        }
                    }
                    if lines.is_empty() {
                        break;
                    }
                }
                let mut stream = following(Asked::default());
                for line in &lines {
                    stream.line(Some(line.as_bytes()), &mut Vec::new()).expect("there is no command line");
                }
                match drawn(&mut stream) {
                    Some(Ok(_)) => shown += 1,
                    Some(Err(_)) => refused += 1,
                    None => {}
                }
            }
        }
        assert!(!hides || shown > 0 && refused > 0, "{}: {shown} shown, {refused} refused", game.name());
    }
}
