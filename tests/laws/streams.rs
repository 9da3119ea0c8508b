//! Lines written for one player tell no more than their view: two games that the player cannot tell apart answer
//! every line that changes nothing with the same bytes, and so do secret events that the player cannot tell apart.

use referee::game::picture::Picture;
use referee::game::{Event, EventOf, Game, Numbers, Player, Sight, Turn};
use referee::judge::seats::{Ask, Chair, SeatedGame, Seats as _, Taken, Telling};
use referee::judge::{Emit, GameJudge, Judge as _, Scribe};
use referee::table::Table;
use referee::wire::{Attempt, AttemptFault, Claims, Header, Seed, Viewer};
use serde_json::{Map, Value, json};

/// A game written for a viewer from a given state, and the text written so far.
struct Written<G: Game> {
    bench: GameJudge<G>,
    scribe: Scribe,
    text: Vec<u8>,
}

impl<G: Game> Written<G> {
    fn begin(game: &G, players: u8, state: &G::State, viewer: Viewer) -> Written<G> {
        let table = Table::new(game.clone(), players, state.clone());
        let header = Header { seed: Some(Seed(1)), state: Some(json!({})), ..Header::default() };
        let mut bench = GameJudge::new(table, header, Claims::default(), Vec::new());
        let scribe = Scribe::new(Emit { legal: true, legal_ids: true, ..Emit::view(viewer) });
        let mut text = Vec::new();
        bench.open(1, &mut |answer| scribe.write(answer, &mut text));
        Written { bench, scribe, text }
    }

    /// Sends a line to the game; returns the answer.
    fn say(&mut self, line: &Value) -> &str {
        let before = self.text.len();
        let (scribe, text) = (self.scribe, &mut self.text);
        self.bench.line(line.to_string().as_bytes(), 2, &mut |answer| scribe.write(answer, text));
        std::str::from_utf8(&self.text[before..]).expect("answers are UTF-8")
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.text).expect("answers are UTF-8")
    }
}

/// Lines that change nothing, from any sender: queries, false claims, and lines refused in both games.
fn idle_lines<G: Game>(
    game: &G,
    twins: [&G::State; 2],
    players: u8,
    on_turn: Player,
    universe: &impl Fn(&G, &G::State, Player) -> Vec<G::Action>,
) -> Vec<Value> {
    let mut lines = vec![
        json!({"query": "legal"}),
        json!({"query": "legal_ids"}),
        json!({"query": "state"}),
        json!({"query": "undo"}),
    ];
    lines.extend((0..=players).map(|player| json!({"query": {"view": player}})));
    lines.push(json!({"query": {"view": "public"}}));
    lines.push(json!({"query": "header"}));
    lines.extend((0..=players).map(|player| json!({"query": {"picture": "svg", "for": player}})));
    lines.push(json!({"query": {"picture": "text"}}));
    lines.push(json!({"pick": 99_999, "note": "a guess"}));
    lines.push(json!({"id": 99_999, "note": "a guess"}));
    lines.extend((0..players).map(|player| json!({"player": player, "id": -1, "legal_ids": [0]})));
    lines.extend((0..players).map(|player| json!({"player": player, "pick": -1})));
    let claims = json!({
        "query": "undo", "digest": "0", "legal_n": 99_999, "exhaustive": false, "view": {}, "n": 77, "next": "over",
        "note": "a claim", "contradicted": [{"claim": "state", "claimed": 1, "actual": 2}],
    });
    lines.push(claims);
    // A guess that is right in only one of the two games gets the same answer in both.
    for state in twins {
        let mut legal = Vec::new();
        game.legal(state, &mut legal);
        let position = game.position(state, true);
        lines.push(json!({"query": "undo", "state": position}));
        lines.push(json!({"query": {"view": 0}, "state": position, "legal_n": legal.len(), "legal": legal}));
        for player in Player::all(players) {
            lines.push(json!({"query": "undo", "viewer": player, "view": game.view(state, Some(player))}));
            lines.push(json!({"player": player, "action": {"no such thing": state_text(game, state)}}));
        }
        let mut draws = Vec::new();
        if game.turn(state) == Turn::Chance {
            game.chances(state, &mut draws);
        }
        let draws: Vec<_> = draws.iter().map(|(chance, weight)| json!({"chance": chance, "weight": weight})).collect();
        lines.push(json!({"query": "legal", "draws": draws, "violations": [{"rule": state_text(game, state)}]}));
    }
    lines.push(json!({"action": {"no such thing": 1}}));
    // The answer to a malformed line says what would be right.
    for key in ["action", "pick", "id", "chance", "query", "forfeit", "player"] {
        lines.extend((0..players).map(|player| json!({"player": player, "action": 1, "chance": 1, key: null})));
        lines.extend((0..players).map(|player| json!({"player": player, "pick": 0, "chance": 1, key: []})));
    }
    lines.push(json!({"outcome": {"places": [1]}, "digest": "0"}));
    let numbers = Numbers::default();
    let actions = universe(game, twins[0], on_turn);
    for action in actions.iter().step_by(1 + actions.len() / 64) {
        let is_refused = |state: &G::State| {
            let (mut action, mut broken) = (action.clone(), Vec::new());
            game.canonical(state, on_turn, &mut action);
            game.check(state, on_turn, &action, &mut broken);
            !broken.is_empty()
        };
        if twins.iter().all(|state| is_refused(state)) {
            lines.push(json!({"player": on_turn, "action": action, "digest": "0", "note": "refused"}));
            if let Some(id) = numbers.of(game).and_then(|numbers| numbers.id(action)) {
                lines.push(json!({"player": on_turn, "id": id, "digest": "0", "note": "refused"}));
            }
        }
        lines.push(json!({"player": on_turn.next(players), "action": action}));
    }
    lines
}

fn state_text<G: Game>(game: &G, state: &G::State) -> String {
    serde_json::to_string(&game.position(state, true)).expect("positions can be written")
}

/// Applies the law to the players of a position in which `on_turn` must act or a draw is due.
pub(crate) fn streams_tell_no_more<G: Game>(
    game: &G,
    state: &G::State,
    players: u8,
    on_turn: Player,
    twin: impl Fn(Option<Player>) -> G::State,
    universe: &impl Fn(&G, &G::State, Player) -> Vec<G::Action>,
) {
    if !G::HAS_SECRETS {
        return;
    }
    for viewer in Viewer::all(players) {
        let twin = twin(viewer.player());
        let lines = idle_lines(game, [state, &twin], players, on_turn, universe);
        let [mut here, mut there] = [state, &twin].map(|state| Written::begin(game, players, state, viewer));
        assert_eq!(here.text(), there.text(), "{viewer:?} can tell two games apart as they begin");
        for line in lines {
            assert_eq!(here.say(&line), there.say(&line), "{viewer:?} can tell two games apart by {line}");
        }
        assert!(!here.text().contains("seed"), "{}", here.text());
        if let Some(viewer) = viewer.player() {
            feeds_tell_no_more(game, [state, &twin], players, on_turn, viewer, universe);
        }
    }
}

/// The lines sent to a seat in a game between bots are the same for two games that look alike to it, until they
/// differ.
fn feeds_tell_no_more<G: Game>(
    game: &G,
    twins: [&G::State; 2],
    players: u8,
    on_turn: Player,
    viewer: Player,
    universe: &impl Fn(&G, &G::State, Player) -> Vec<G::Action>,
) {
    let chairs = vec![Chair::Stream; usize::from(players)];
    let asks = vec![Ask { id: 1, bank_ms: Some(1000), ..Ask::default() }; usize::from(players)];
    let mut tables = twins.map(|state| {
        let table = Table::new(game.clone(), players, state.clone());
        let header = Header { seed: Some(Seed(1)), ..Header::default() };
        let mut tables = SeatedGame::new(table, header, Map::new(), &chairs);
        // The question in words tells no more than the rest.
        tables.want(viewer, Telling { text: true, ..Telling::default() });
        tables.watch(viewer);
        tables.begin(&asks);
        tables
    });
    let sent = |tables: &mut [SeatedGame<G>; 2]| {
        let [here, there] = tables.each_mut().map(|table| String::from_utf8_lossy(table.lines(viewer)).into_owned());
        assert!(here == there, "player {viewer} can tell two games apart:\n{here}\n{there}");
        here
    };
    assert!(!sent(&mut tables).contains("seed"));
    if game.turn(twins[0]) != Turn::Player(on_turn) {
        return;
    }
    let mut say = |line: &Value| {
        let line = line.to_string();
        let mut twin = twins.into_iter();
        let answers = tables.each_mut().map(|table| {
            // What a bot says in vain is told to no seat, so that it may differ.
            let said = twin.next().map(|state| state_text(game, state)).unwrap_or_default();
            let (player, fault) = (on_turn, AttemptFault::Unreadable);
            table.attempt(&Attempt { player, fault, rules: Vec::new(), why: said.clone(), said, bytes: None });
            let answer = table.answer(line.as_bytes(), &(1..=1), 3, &asks);
            match &answer {
                Taken::Refused(_) => table.ask_again(Some(asks[on_turn.index()])),
                Taken::BadJson(message) | Taken::BadMessage(message) => {
                    table.malformed(on_turn, message);
                    table.ask_again(Some(asks[on_turn.index()]));
                }
                Taken::Done | Taken::Stale | Taken::Hello(_) | Taken::Resigned => {}
            }
            answer
        });
        if on_turn == viewer {
            assert_eq!(answers[0], answers[1], "{line}");
        }
        answers
    };
    for line in [
        json!({"ask": 1, "pick": 99_999}),
        json!({"ask": 1, "pick": -1}),
        json!({"ask": 1, "id": -1}),
        json!({"ask": 2, "pick": 0}),
        json!([]),
    ] {
        say(&line);
    }
    let actions = universe(game, twins[0], on_turn);
    let step = 1 + actions.len() / 16;
    for action in actions.into_iter().step_by(step) {
        let is_refused = |state: &&G::State| {
            let (mut action, mut broken) = (action.clone(), Vec::new());
            game.canonical(state, on_turn, &mut action);
            game.check(state, on_turn, &action, &mut broken);
            !broken.is_empty()
        };
        if twins.iter().all(is_refused) {
            say(&json!({"ask": 1, "action": action}));
        }
    }
    let mut both = twins.map(|state| {
        let mut legal = Vec::new();
        game.legal(state, &mut legal);
        legal
    });
    let [here, there] = &mut both;
    here.retain(|action| there.contains(action));
    if let Some(action) = here.first() {
        let after = twins.map(|state| {
            let mut state = state.clone();
            game.apply(&mut state, on_turn, action);
            (game.view(&state, Some(viewer)), game.turn(&state))
        });
        if after[0] == after[1] && after[0].1 != Turn::Over {
            assert_eq!(say(&json!({"ask": 1, "action": action})), [Taken::Done, Taken::Done]);
        }
    }
    sent(&mut tables);
}

/// Secret events that a viewer cannot tell apart are written for that viewer with the same bytes, and drawn and told in the same
/// pictures and words.
pub(crate) fn secrets_are_written_alike<G: Game>(
    game: &G,
    before: &G::State,
    events: &[EventOf<G>],
    players: u8,
    viewer: Player,
) {
    let mut first: Option<(String, Picture)> = None;
    for event in events {
        assert_eq!(game.sees(before, event, Some(viewer)), Sight::Kind);
        let mut written = Written::begin(game, players, before, Viewer::Player(viewer));
        written.say(&match event {
            Event::Action(player, action) => json!({"player": player, "action": action, "note": format!("{event:?}")}),
            Event::Chance(chance) => json!({"chance": chance, "note": format!("{event:?}")}),
        });
        let text = written.text().to_owned();
        assert!(text.contains(":null}"), "{text}");
        // Questions in words are made of the pictures after every event.
        let told = (text, written.bench.look().picture(Some(viewer)));
        let known = first.get_or_insert_with(|| told.clone());
        assert_eq!(*known, told, "{viewer} can tell {event:?} from {:?}", events[0]);
    }
}
