//! The laws that every game obeys, checked over random games. [`obey`] takes a game with its action universe: a
//! function that lists actions worth trying in a position, legal or not.

mod ends;
mod numbers;
mod open;
mod scored;
mod spoilt;
mod streams;
mod told;

use std::fmt::Debug;

use referee::breach::Breach as _;
use referee::dice::{Dice, RANDOM_PLAYER, Supply};
use referee::game::{Event, EventOf, Game, MOST_LISTED, Numbers, Player, Sight, Source, Turn};
use referee::strict;
use referee::table::{Draws, Next, Table};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::sample::sample;
pub(crate) use ends::every_game_ends;
use numbers::{no_number_is_another_action, numbers_lead_back, numbers_play_alike};
use open::what_is_open_is_known;
use spoilt::Spoiler;
use streams::{secrets_are_written_alike, streams_tell_no_more};
use told::{each_is_told_apart, ends_are_told, words_lead_back};

/// How to try a game. The daily sample plays a sixteenth of the games and checks the costly laws less often.
pub(crate) struct Trial<G: Game> {
    /// The rules.
    pub game: G,
    /// The number of players.
    pub players: u8,
    /// The seeds of the games.
    pub seeds: std::ops::Range<u64>,
    /// The costly laws are checked once in this many decisions.
    pub every: u64,
    /// No game may have more events than this.
    pub most_events: u64,
}

/// A game under its default edition and these options.
pub(crate) fn open<G: Game>(options: &G::Options) -> G {
    let edition: G::Edition = strict::from_slice(G::EDITION.as_bytes()).expect("the default edition can be read");
    G::open(&edition, options).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// What the trials met, to assert that they covered something.
#[derive(Default, Debug)]
pub(crate) struct Met {
    pub decisions: u64,
    pub spoiler: Spoiler,
    pub draws: u64,
    /// Draws that belong to a player.
    pub owned: u64,
    pub legal: u64,
    pub accepted: u64,
    pub refused: u64,
    pub reasons: std::collections::BTreeMap<&'static str, u64>,
    pub rules: std::collections::BTreeMap<&'static str, u64>,
}

/// Plays the trial's games at random and checks every law along the way. Some actions of the universe must be
/// accepted and some refused.
pub(crate) fn obey<G: Game>(trial: &Trial<G>, universe: impl Fn(&G, &G::State, Player) -> Vec<G::Action>) -> Met {
    let all = trial.seeds.end - trial.seeds.start;
    let seeds = trial.seeds.start..trial.seeds.start + sample(all.div_ceil(16), all);
    let every = sample((9 * trial.every).min(250), trial.every);
    let trial = &Trial { game: trial.game.clone(), seeds, every, ..*trial };
    let mut met = Met::default();
    let numbers = Numbers::default();
    for seed in trial.seeds.clone() {
        one_game(trial, seed, &universe, &numbers, &mut met);
        undo_is_exact(trial, seed);
        numbers_play_alike(trial, &numbers, seed);
    }
    let Met { decisions, accepted, refused, .. } = met;
    assert!(
        accepted > 0 && refused > 0,
        "of the universe {accepted} actions were accepted and {refused} refused in {decisions} decisions: it needs both, \
         and a trial that looks at it (`every`, `seeds`)"
    );
    met
}

fn one_game<G: Game>(
    trial: &Trial<G>,
    seed: u64,
    universe: &impl Fn(&G, &G::State, Player) -> Vec<G::Action>,
    numbers: &Numbers<G>,
    met: &mut Met,
) {
    let game = &trial.game;
    let numbers = numbers.of(game);
    let mut dice = Dice::new(seed);
    let mut spoiling = Dice::new(!seed);
    let mut state = game.start(trial.players);
    let mut legal = Vec::new();
    let mut told = scored::Told::default();
    // The first check of a sample comes early, because the whole sample may be shorter than one interval.
    let is_due = |count: u64| count % trial.every == sample(5, 0);
    for events in 0.. {
        assert!(events < trial.most_events, "seed {seed}: more than {events} events");
        written_and_read_back(game, trial.players, &state);
        match game.turn(&state) {
            Turn::Over => {
                let outcome = game.outcome(&state).expect("a finished game has an outcome");
                assert_eq!(outcome.places.len(), usize::from(trial.players));
                assert!(outcome.places.contains(&1), "some player is first");
                if let Some(scores) = outcome.scores.as_ref().filter(|_| !G::HAS_POINTS) {
                    let draw = outcome.places.iter().all(|place| *place == 1);
                    let won = |place: &u8| if draw { 1 } else { 2 * i32::from(*place == 1) };
                    assert_eq!(*scores, outcome.places.iter().map(won).collect::<Vec<_>>(), "scores are no points");
                }
                ends_are_told::<G>(outcome.reason);
                told.end::<G>(&outcome);
                *met.reasons.entry(outcome.reason).or_default() += 1;
                break;
            }
            Turn::Chance => {
                assert_eq!(game.outcome(&state), None);
                met.draws += 1;
                met.owned += u64::from(game.drawer(&state).is_some());
                if is_due(met.draws) {
                    everybody_knows_the_drawer(trial, &state, seed);
                    what_is_told_is_known(game, &state, trial.players);
                    let twin = |viewer| twin(game, &state, viewer, seed);
                    streams_tell_no_more(game, &state, trial.players, Player(0), twin, universe);
                }
                let chance = random_draw(game, &state, &mut dice);
                let event = Event::Chance(chance);
                strangers_learn_nothing(trial, &state, &event);
                told.perform(game, &mut state, trial.players, &event);
            }
            Turn::Player(player) => {
                assert_eq!(game.outcome(&state), None);
                assert!(player.0 < trial.players);
                legal.clear();
                let exhaustive = game.legal(&state, &mut legal);
                listed_is_accepted(game, &state, player, &legal);
                each_is_told_apart(legal.iter().map(G::action_in_words));
                numbers_lead_back(numbers, &legal);
                met.decisions += 1;
                met.legal += legal.len() as u64;
                if is_due(met.decisions) {
                    words_lead_back::<G>(&legal);
                    accepted_is_listed(game, &state, player, &legal, exhaustive, universe, met);
                    what_is_told_is_known(game, &state, trial.players);
                    views_tell_no_more(game, &state, trial.players, player, universe, seed);
                    let actions = universe(game, &state, player);
                    no_number_is_another_action(numbers, &actions);
                    let some: Vec<_> = actions.iter().step_by(1 + actions.len() / 24).cloned().collect();
                    what_is_open_is_known(game, &state, trial.players, &some, seed);
                    let twin = |viewer| twin(game, &state, viewer, seed);
                    for _ in 0..3 {
                        met.spoiler.spoil(game, &state, trial.players, &mut spoiling);
                    }
                    streams_tell_no_more(game, &state, trial.players, player, twin, universe);
                }
                let at = dice.draw(RANDOM_PLAYER, legal.len() as u64) as usize;
                let event = Event::Action(player, legal[at].clone());
                strangers_learn_nothing(trial, &state, &event);
                told.perform(game, &mut state, trial.players, &event);
            }
        }
    }
}

/// A game that a player cannot tell from the real one.
fn twin<G: Game>(game: &G, state: &G::State, viewer: Option<Player>, seed: u64) -> G::State {
    let view = game.view(state, viewer);
    game.determinize(&view, &mut Supply(&mut Dice::new(seed), Source(0))).expect("a view")
}

/// A state can be written and read back, with memory exactly, and equal states give equal bytes.
fn written_and_read_back<G: Game>(game: &G, players: u8, state: &G::State) {
    let position = game.position(state, true);
    let again: G::Position = through_json(&position);
    let restored = game.restore(players, &again).unwrap_or_else(|faults| panic!("{position:?}: {faults:?}"));
    assert_eq!(&restored, state, "a state written with memory reads back as it was");
    let short: G::Position = through_json(&game.position(state, false));
    game.restore(players, &short).unwrap_or_else(|faults| panic!("{short:?}: {faults:?}"));
}

/// Writes a value and reads it back with the strict reader; checks that value and bytes are the same.
fn through_json<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> T {
    let bytes = serde_json::to_vec(value).expect("values can be written");
    let text = String::from_utf8_lossy(&bytes);
    let again: T = strict::from_slice(&bytes).unwrap_or_else(|malformed| panic!("{text}: {malformed}"));
    assert_eq!(&again, value, "{text}");
    assert_eq!(serde_json::to_vec(&again).expect("values can be written"), bytes);
    again
}

/// All players know whose draw is due and what it is for: every view says it. The drawer sees everything hidden of a
/// draw.
fn everybody_knows_the_drawer<G: Game>(trial: &Trial<G>, state: &G::State, seed: u64) {
    let Trial { game, players, .. } = trial;
    let drawer = game.drawer(state);
    assert!(drawer.is_none_or(|drawer| drawer.0 < *players), "{drawer:?} does not sit at the table");
    for viewer in Player::all(*players).map(Some).chain([None]) {
        let twin = twin(game, state, viewer, seed);
        assert_eq!(game.drawer(&twin), drawer, "{viewer:?} cannot tell whose draw it is");
        assert_eq!(game.draw_purpose(&twin), game.draw_purpose(state), "{viewer:?} cannot tell what it is for");
    }
    let mut draws = Vec::new();
    game.chances(state, &mut draws);
    for event in draws.into_iter().map(|(chance, _)| Event::Chance(chance)) {
        let told = |viewer| game.sees(state, &event, viewer) == Sight::Full;
        let hidden = !Player::all(*players).map(Some).chain([None]).all(told);
        assert!(!hidden || drawer.is_some_and(|drawer| told(Some(drawer))), "the drawer does not see {event:?}");
    }
}

fn random_draw<G: Game>(game: &G, state: &G::State, dice: &mut Dice) -> G::Chance {
    let mut draws = Vec::new();
    let source = game.chances(state, &mut draws);
    assert!(source < Source(100), "games use sources 0 to 99");
    assert!(!draws.is_empty(), "a draw that is due is possible");
    each_is_told_apart(draws.iter().map(|(chance, _)| G::chance_in_words(chance)));
    for (i, (chance, weight)) in draws.iter().enumerate() {
        assert!(*weight > 0, "{chance:?} cannot be drawn");
        assert!(draws[..i].iter().all(|(other, _)| other != chance), "{chance:?} is listed twice");
        through_json(chance);
    }
    let at = dice.peek_weighted(source, &draws);
    dice.advance(source);
    draws.swap_remove(at).0
}

/// Every listed action is canonical, unique and accepted.
fn listed_is_accepted<G: Game>(game: &G, state: &G::State, player: Player, legal: &[G::Action]) {
    assert!(!legal.is_empty(), "a player on turn can do something: {state:?}");
    assert!(legal.len() <= MOST_LISTED, "{} actions are listed in {state:?}", legal.len());
    let mut broken = Vec::new();
    for (i, action) in legal.iter().enumerate() {
        game.check(state, player, action, &mut broken);
        assert!(broken.is_empty(), "{action:?} is listed but breaks {broken:?} in {state:?}");
        if legal.len() < 300 {
            assert!(!legal[..i].contains(action), "{action:?} is listed twice");
        }
        let mut canonical = action.clone();
        game.canonical(state, player, &mut canonical);
        assert_eq!(&canonical, action, "listed actions are canonical");
    }
    for action in legal.iter().step_by(1 + legal.len() / 16) {
        through_json(action);
    }
}

/// Every accepted action is listed; every refusal gives its reasons, in words.
fn accepted_is_listed<G: Game>(
    game: &G,
    state: &G::State,
    player: Player,
    legal: &[G::Action],
    exhaustive: bool,
    universe: &impl Fn(&G, &G::State, Player) -> Vec<G::Action>,
    met: &mut Met,
) {
    let mut broken = Vec::new();
    let view = game.view(state, Some(player));
    for (number, mut action) in universe(game, state, player).into_iter().enumerate() {
        if number % 29 == 0 {
            tried_is_drawn(game, &view, player, &action);
        }
        game.canonical(state, player, &mut action);
        let once = action.clone();
        game.canonical(state, player, &mut action);
        assert_eq!(action, once, "canonical actions stay as they are");
        broken.clear();
        game.check(state, player, &action, &mut broken);
        checks_hide_nothing(game, state, player, &action, &broken);
        if broken.is_empty() {
            met.accepted += 1;
            assert!(!exhaustive || legal.contains(&action), "{action:?} is accepted but not listed in {state:?}");
        } else {
            met.refused += 1;
            assert!(!legal.contains(&action));
            for breach in &broken {
                *met.rules.entry(breach.clause().id).or_default() += 1;
                assert!(!breach.to_string().is_empty());
                assert!(serde_json::to_value(breach).expect("facts can be written").is_object(), "{breach:?}");
            }
        }
    }
}

/// Any action that was tried can be drawn, and its way leads over places of the board.
fn tried_is_drawn<G: Game>(game: &G, view: &G::View, player: Player, action: &G::Action) {
    let mut picture = game.picture(view);
    game.picture_event(&mut picture, view, &Event::Action(player, action.clone()));
    let board = picture.board;
    assert!(board.trail.iter().all(|at| *at < board.places.len()), "{action:?} leads over {:?}", board.trail);
}

/// Every check finds exactly the rule that it declares, and everything found is reported unless a presupposed rule
/// was broken.
fn checks_hide_nothing<G: Game>(
    game: &G,
    state: &G::State,
    player: Player,
    action: &G::Action,
    reported: &[G::Breach],
) {
    let mut known: Vec<&str> = Vec::new();
    let mut due = Vec::new();
    for check in G::checks(action) {
        for id in check.after {
            assert!(known.contains(id), "what finds {:?} presupposes {id}, which nothing before it finds", check.finds);
        }
        assert!(!known.contains(&check.finds), "two checks find {}", check.finds);
        known.push(check.finds);
        if check.after.iter().any(|id| reported.iter().any(|breach| breach.clause().id == *id)) {
            continue;
        }
        // A check does not see what others found, so it cannot depend on it.
        let mut found = Vec::new();
        (check.find)(game, state, player, action, &mut found);
        for breach in &found {
            let id = breach.clause().id;
            assert_eq!(id, check.finds, "a check finds another rule than it says");
        }
        due.append(&mut found);
    }
    assert_eq!(due, reported, "{action:?} breaks more or less than is reported in {state:?}");
}

/// A view says everything its owner knows and nothing more: a state dealt anew from it gives the same view, is
/// without fault, and offers and refuses its owner the same actions for the same reasons.
fn views_tell_no_more<G: Game>(
    game: &G,
    state: &G::State,
    players: u8,
    on_turn: Player,
    universe: &impl Fn(&G, &G::State, Player) -> Vec<G::Action>,
    seed: u64,
) {
    let mut dice = Dice::new(seed);
    for viewer in Player::all(players).map(Some).chain([None]) {
        let view = game.view(state, viewer);
        let twin = game.determinize(&view, &mut Supply(&mut dice, Source(0))).expect("a view");
        assert_eq!(through_json(&view), view, "a view is read as it is written");
        assert_eq!(game.view(&twin, viewer), view, "a twin looks the same to {viewer:?}");
        assert_eq!(game.turn(&twin), game.turn(state), "everybody knows whose turn it is");
        let position: G::Position = through_json(&game.position(&twin, true));
        assert_eq!(game.restore(players, &position).as_ref(), Ok(&twin), "a twin is a possible state");
        if viewer != Some(on_turn) {
            continue;
        }
        let (mut here, mut there) = (Vec::new(), Vec::new());
        assert_eq!(game.legal(state, &mut here), game.legal(&twin, &mut there));
        assert_eq!(here, there, "what is legal depends on what {viewer:?} knows alone");
        for mut action in universe(game, state, on_turn) {
            let (mut here, mut there) = (Vec::new(), Vec::new());
            let mut same = action.clone();
            game.canonical(state, on_turn, &mut action);
            game.canonical(&twin, on_turn, &mut same);
            assert_eq!(action, same);
            game.check(state, on_turn, &action, &mut here);
            game.check(&twin, on_turn, &action, &mut there);
            assert_eq!(here, there, "what {action:?} breaks depends on what {viewer:?} knows alone");
        }
    }
}

/// The state after an event.
fn after<G: Game>(game: &G, before: &G::State, event: &EventOf<G>) -> G::State {
    let mut state = before.clone();
    match event {
        Event::Action(player, action) => game.apply(&mut state, *player, action),
        Event::Chance(chance) => game.apply_chance(&mut state, chance),
    }
    state
}

/// If a viewer may not see an event in full, their view afterwards is the same whichever it was. The exception is a
/// viewer whose decision is due next and shows them what was hidden; no other viewer sees it.
fn strangers_learn_nothing<G: Game>(trial: &Trial<G>, before: &G::State, event: &EventOf<G>) {
    let Trial { game, players, .. } = trial;
    let players = *players;
    for viewer in Player::all(players).map(Some).chain([None]) {
        if game.sees(before, event, viewer) == Sight::Full {
            continue;
        }
        let next = self::after(game, before, event);
        if game.turn(&next) == viewer.map_or(Turn::Over, Turn::Player) && game.shows_hidden(&next) {
            continue;
        }
        let after = |event: &EventOf<G>| game.view(&after(game, before, event), viewer);
        let (kind, secrets) = match event {
            Event::Action(_, action) => (serde_json::to_value(action), G::SECRET_ACTIONS),
            Event::Chance(chance) => (serde_json::to_value(chance), G::SECRET_DRAWS),
        };
        let kind = kind.expect("events can be written");
        assert!(secrets.iter().any(|secret| !kind[secret].is_null()), "{kind} is not among {secrets:?}");
        let seen = after(event);
        let mut others = Vec::new();
        match event {
            Event::Action(player, _) => {
                let mut legal = Vec::new();
                game.legal(before, &mut legal);
                others.extend(legal.into_iter().map(|action| Event::Action(*player, action)));
            }
            Event::Chance(_) => {
                let mut draws = Vec::new();
                game.chances(before, &mut draws);
                others.extend(draws.into_iter().map(|(chance, _)| Event::Chance(chance)));
            }
        }
        others.retain(|other| game.sees(before, other, viewer) == Sight::Kind);
        let mut others: Vec<_> = others.iter().step_by(1 + others.len() / 8).cloned().collect();
        others.push(event.clone());
        for other in &others {
            assert_eq!(after(other), seen, "{viewer:?} can tell {event:?} from {other:?}");
        }
        if let Some(viewer) = viewer {
            secrets_are_written_alike(game, before, &others, players, viewer);
        }
    }
}

/// What a viewer is told in full is in their view from then on: if two events lead to different states and the viewer
/// is told which one happened, the two views differ. Otherwise a secret is told, or the view forgets.
fn what_is_told_is_known<G: Game>(game: &G, before: &G::State, players: u8) {
    let (mut legal, mut draws) = (Vec::new(), Vec::new());
    let events: Vec<EventOf<G>> = match game.turn(before) {
        Turn::Player(player) => {
            game.legal(before, &mut legal);
            legal.into_iter().map(|action| Event::Action(player, action)).collect()
        }
        Turn::Chance => {
            game.chances(before, &mut draws);
            draws.into_iter().map(|(chance, _)| Event::Chance(chance)).collect()
        }
        Turn::Over => return,
    };
    let some = events.iter().step_by(1 + events.len() / 8);
    let after: Vec<_> = some.map(|event| (event, after(game, before, event))).collect();
    for viewer in Player::all(players).map(Some).chain([None]) {
        let told = after.iter().filter(|(event, _)| game.sees(before, event, viewer) == Sight::Full);
        let told: Vec<_> = told.map(|(event, state)| (event, state, game.view(state, viewer))).collect();
        for (at, (one, here, seen)) in told.iter().enumerate() {
            for (other, there, also) in &told[..at] {
                assert!(
                    seen != also || here == there,
                    "{viewer:?} is told whether {one:?} or {other:?} happens (`sees`), but their view is the same after both"
                );
            }
        }
    }
}

fn settle<G: Game>(table: &mut Table<G>) {
    while let Some(due) = table.due() {
        table.settle(due);
    }
}

/// The table lists what the game lists in this position, whatever the table has kept from before.
fn lists_anew<G: Game>(table: &Table<G>) {
    let mut legal = Vec::new();
    if let Next::Player(_) = table.next() {
        table.game().legal(table.state(), &mut legal);
    }
    assert_eq!(table.legal().0, legal);
}

/// Undo at a table leads exactly to the earlier position, and replaying gives the same game.
fn undo_is_exact<G: Game>(trial: &Trial<G>, seed: u64) {
    let start = trial.game.start(trial.players);
    let mut table = Table::new(trial.game.clone(), trial.players, start).seeded(Some(seed), Draws::Referee);
    let mut dice = Dice::new(seed ^ 0x5eed);
    let mut history = Vec::new();
    settle(&mut table);
    for _ in 0..60 {
        let Next::Player(player) = table.next() else { break };
        history.push((table.state().clone(), table.n()));
        let (legal, _) = table.legal();
        let action = legal[dice.draw(RANDOM_PLAYER, legal.len() as u64) as usize].clone();
        table.perform_unchecked(Event::Action(player, action), false);
        settle(&mut table);
        if dice.draw(RANDOM_PLAYER, 4) == 0 {
            let ahead = (table.state().clone(), table.n());
            let Next::Player(player) = table.next() else { break };
            let action = table.legal().0[0].clone();
            table.perform_unchecked(Event::Action(player, action.clone()), false);
            settle(&mut table);
            let further = table.state().clone();
            table.undo(None).expect("a line can be taken back");
            assert_eq!((table.state(), table.n()), (&ahead.0, ahead.1));
            lists_anew(&table);
            table.perform_unchecked(Event::Action(player, action), false);
            settle(&mut table);
            assert_eq!(table.state(), &further, "the same draws come again");
            table.undo(None).expect("a line can be taken back");
        }
    }
    while let Some((state, n)) = history.pop() {
        table.undo(None).expect("a line can be taken back");
        assert_eq!((table.state(), table.n()), (&state, n));
        lists_anew(&table);
    }
    assert!(table.undo(None).is_err());
}
