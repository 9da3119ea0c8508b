//! Replay pages: what their steps add and remove amounts to the whole picture of every step, although a page draws anew
//! only the parts that changed.

use std::collections::BTreeSet;

use referee::games::GAMES;
use referee::judge::{Emit, Memory};
use referee::render::page::{Page, Step};
use referee::render::svg::sheet;
use referee::render::words::said;
use referee::stream::{Asked, Stream};
use referee::wire::Viewer;
use serde_json::Value;

/// A layer with a drawing, its place and its part; lines that describe a picture have a layer of their own.
type Seen = BTreeSet<(u64, String, [u64; 3])>;

/// What a picture shows, drawn at once.
fn whole(picture: &referee::game::picture::Picture) -> Seen {
    let sprites = sheet(picture).sprites.into_iter();
    let drawn = sprites.map(|one| (one.layer as u64, one.svg, [one.x.into(), one.y.into(), one.part as u64]));
    let lines = said(picture).into_iter().map(|line| (6, line.text, [line.order.into(), 0, 0]));
    drawn.chain(lines).collect()
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("a place")
}

/// What each step of a viewer shows, from the changes that the page tells.
fn told(page: &Value, viewer: usize) -> Vec<Seen> {
    let mut shown = Seen::new();
    let sprite = |at: &Value| {
        let [drawing, x, y, part] = [0, 1, 2, 3].map(|of| page["sprites"][number(at)][of].as_u64().expect("a number"));
        let drawing = &page["drawings"][drawing as usize];
        (drawing[0].as_u64().expect("a layer"), drawing[1].as_str().expect("a drawing").to_owned(), [x, y, part])
    };
    let each = |change: &Value| change.as_array().expect("a list").iter().map(sprite).collect::<Vec<_>>();
    let steps = page["games"][0]["views"][viewer]["steps"].as_array().expect("steps").iter();
    let step = |step: &Value| {
        let change = &page["changes"][number(&step[0])];
        for gone in each(&change[0]) {
            assert!(shown.remove(&gone), "{gone:?} is not there");
        }
        for come in each(&change[1]) {
            assert!(shown.insert(come.clone()), "{come:?} is there already");
        }
        shown.clone()
    };
    steps.map(step).collect()
}

#[test]
fn the_changes_of_a_page_amount_to_its_pictures() {
    for game in GAMES {
        let players = *game.players().end();
        let header = format!(r#"{{"referee":1,"game":"{}","seed":5,"players":{players}}}"#, game.name());
        let mut stream = Stream::new(Asked::default(), Emit::NONE);
        stream.watch(Memory::Events);
        let viewers: Vec<Option<Viewer>> = [None, Some(Viewer::Public)]
            .into_iter()
            .chain((0..players).map(|player| Some(Viewer::Player(referee::game::Player(player)))))
            .collect();
        let (mut page, mut due) = (Page::default(), vec![Vec::new(); viewers.len()]);
        page.game(game.name(), &viewers.iter().map(|viewer| format!("{viewer:?}")).collect::<Vec<_>>());
        // A refusal, a malformed line and an undo come between the actions.
        let lines = (0..60).map(|at| match at % 9 {
            4 => r#"{"query":"undo"}"#,
            6 => r#"{"pick":99999}"#,
            7 => "{",
            _ => r#"{"pick":0}"#,
        });
        for line in std::iter::once(&*header).chain(lines) {
            let mut look = |answer: &referee::judge::answer::Answer<'_>| {
                let Some(game) = answer.game else { return };
                for (at, picture) in game.pictures(&viewers).iter().enumerate() {
                    page.step(at, picture, Step::default());
                    due[at].push(whole(picture));
                }
            };
            stream.put(Some(line.as_bytes()), &mut look).expect("a game");
        }
        let page: Value = serde_json::from_str(&page.data()).expect("JSON");
        for (at, due) in due.into_iter().enumerate() {
            assert!(due.len() > 50, "{}: {} steps", game.name(), due.len());
            for (step, (told, due)) in told(&page, at).into_iter().zip(due).enumerate() {
                assert_eq!(told, due, "{}, step {step} as {:?} sees it", game.name(), viewers[at]);
            }
        }
    }
}
