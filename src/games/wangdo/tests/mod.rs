//! Worked examples, corner cases and cross-checks. The laws of all games are tested elsewhere.

mod actions;
mod ends;
mod payments;
mod positions;
mod words;

use super::counts::{Cards, Steles};
use super::edition::Edition;
use super::names::{Card, Colour, Token, Village, Villages};
use super::{Action, Breach, Options, Phase, State, Wangdo};
use crate::breach::Breach as _;
use crate::game::{Fault, Game, Player, Provenance};
use crate::strict;

use Colour::{Black, Blue, Orange, White};

const P0: Player = Player(0);
const P1: Player = Player(1);

fn edition() -> Edition {
    strict::from_slice(Wangdo::EDITION.as_bytes()).unwrap()
}

fn game() -> Wangdo {
    Wangdo::open(&edition(), &Options::default()).unwrap()
}

fn apart() -> Wangdo {
    Wangdo::open(&edition(), &Options { ritual_pays: false, ..Options::default() }).unwrap()
}

fn at(name: &str) -> Village {
    Village::parse(name).unwrap()
}

fn steles(list: &[Colour]) -> Steles {
    list.iter().copied().collect()
}

/// A turn of player 0 on a board with a single stele, white on V38: tokens without seals, religion on V01, education
/// on V02, military on V03, trade on V04, and so on. Some of its numbers cannot occur in play, but the rules do not
/// check that.
fn blank(players: u8) -> State {
    let mut state = bare(players);
    put(&mut state, "V38", White);
    state
}

/// The same without any stele: no player could ever place one.
fn bare(players: u8) -> State {
    let mut state = game().start(players);
    state.phase = Phase::Act;
    for village in Wangdo::villages(players) {
        state.tokens[village.index() % 4].insert(village);
    }
    state
}

/// Puts a stele on a village, in place of its token.
fn put(state: &mut State, village: &str, stele: Colour) {
    for tokens in &mut state.tokens {
        tokens.remove(at(village));
    }
    state.steles[stele as usize].insert(at(village));
}

fn give(state: &mut State, player: Player, list: &[Colour]) {
    state.seat_mut(player).reserve = steles(list);
}

fn hold(state: &mut State, player: Player, cards: &[Card]) {
    state.seat_mut(player).cards = cards.iter().copied().collect();
}

/// An action from its JSON.
fn action(text: &str) -> Action {
    strict::from_slice(text.as_bytes()).unwrap_or_else(|malformed| panic!("{text}: {malformed}"))
}

/// The rules broken by an action of player 0, without the name of the game.
fn broken(game: &Wangdo, state: &State, text: &str) -> Vec<&'static str> {
    let mut action = action(text);
    game.canonical(state, P0, &mut action);
    let mut broken = Vec::new();
    game.check(state, P0, &action, &mut broken);
    broken.iter().map(id).collect()
}

fn id(breach: &Breach) -> &'static str {
    breach.clause().id.strip_prefix("wangdo.").unwrap()
}

/// Performs a legal action.
#[track_caller]
fn act(game: &Wangdo, state: &mut State, text: &str) {
    assert_eq!(broken(game, state, text), Vec::<&str>::new(), "{text}");
    let mut action = action(text);
    game.canonical(state, state.turn, &mut action);
    let player = state.turn;
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    assert!(legal.contains(&action), "{text} is not among {legal:?}");
    game.apply(state, player, &action);
}

fn legal(game: &Wangdo, state: &State) -> Vec<String> {
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    legal.iter().map(|action| serde_json::to_string(action).unwrap()).collect()
}

#[test]
fn the_board_is_the_one_described() {
    let game = game();
    for (players, villages, paths, degrees) in [(4, 40, 69, [8, 13, 12, 7]), (3, 32, 57, [7, 7, 11, 7])] {
        let all = Wangdo::villages(players);
        assert_eq!(all.len(), villages);
        let degree = |village| game.near(players, village).len();
        assert_eq!(all.into_iter().map(degree).sum::<u8>(), 2 * paths);
        for (count, of) in degrees.into_iter().zip(2..) {
            assert_eq!(
                all.into_iter().filter(|village| degree(*village) == of).count(),
                count,
                "{of} paths, {players} players"
            );
        }
    }
    // Parts A and B have the same number of paths in each village on both boards.
    for village in Wangdo::villages(2) {
        assert_eq!(game.near(2, village).len(), game.near(4, village).len());
    }
    assert_eq!(game.tokens(4).iter().sum::<u8>(), 40);
    assert_eq!(game.tokens(3).iter().sum::<u8>(), 32);
}

/// The faults of an edition after a change.
fn faults(change: impl FnOnce(&mut Edition)) -> Vec<Fault> {
    let mut edition = edition();
    change(&mut edition);
    Wangdo::open(&edition, &Options::default()).err().unwrap_or_default()
}

#[test]
fn every_fault_of_an_edition_is_named() {
    #[track_caller]
    fn check(change: impl FnOnce(&mut Edition), places: &[&str]) {
        let faults = faults(change);
        let at: Vec<&str> = faults.iter().map(|fault| fault.at.as_str()).collect();
        assert_eq!(at, places, "{faults:?}");
    }
    let path = |a: &str, b: &str| [a.to_owned(), b.to_owned()];
    check(|_| {}, &[]);
    check(|e| e.game = "wok".into(), &["game"]);
    check(|e| e.id.clear(), &["id"]);
    check(|e| e.board.paths.part_a.push(path("V01", "V41")), &["board.paths.part_a[26]"]);
    check(|e| e.board.paths.part_a.push(path("V01", "V17")), &["board.paths.part_a[26]"]);
    check(|e| e.board.paths.part_a.push(path("V01", "V01")), &["board.paths.part_a[26]"]);
    check(|e| e.board.paths.part_a.push(path("V02", "V01")), &["board.paths.part_a[26]"]);
    check(|e| e.board.paths.seam_without_p.push(path("V01", "V02")), &["board.paths.seam_without_p[4]"]);
    check(|e| e.board.paths.seam_without_p.clear(), &["board.paths"]);
    check(|e| e.board.paths.part_b.retain(|[a, b]| a != "V40" && b != "V40"), &["board.paths", "board.paths"]);
    check(
        |e| {
            let new = ["V01", "V03", "V04", "V05", "V07", "V08"].map(|other| path("V09", other));
            e.board.paths.part_a.extend(new);
            e.board.paths.part_a.push(path("V09", "V02"));
        },
        &["board.paths", "board.paths"],
    );
    check(|e| e.board.places.columns[2].push("V01".into()), &["board.places.columns[2]"]);
    check(|e| e.board.places.columns[2].push("V0".into()), &["board.places.columns[2]"]);
    check(|e| e.board.places.columns[2].truncate(3), &["board.places.columns"]);
    check(|e| e.board.places.columns.push(Vec::new()), &["board.places.columns", "board.places.columns[10]"]);
    check(|e| e.temples.altars = 1, &["temples.altars"]);
    check(|e| e.steles.white = 20, &["steles"]);
    check(|e| (e.steles.white, e.steles.blue) = (0, 42), &["steles.white"]);
    check(|e| e.tokens.per_type.plain = 6, &["tokens", "tokens"]);
    check(|e| e.tokens.left_out_per_type.sealed = 0, &["tokens"]);
    check(|e| e.tokens.left_out_per_type.sealed = 5, &["tokens.left_out_per_type.sealed", "tokens"]);
    check(
        |e| {
            (e.tokens.per_type.plain, e.tokens.bears.number) = (6, 0);
            e.steles.white = 22;
        },
        &["steles", "tokens.bears.number"],
    );
    check(|e| e.cards.discount.copies = 3, &["cards"]);
}

/// Random games preserve all things, and the numbers that the rules promise.
#[test]
fn nothing_is_lost_in_random_games() {
    let game = game();
    for (players, seeds) in [(2, 0..40), (3, 40..80), (4, 80..120)] {
        for seed in seeds {
            let mut dice = crate::dice::Dice::new(seed);
            let mut state = game.start(players);
            let (mut turns, mut last) = (vec![0; players.into()], None);
            let (mut legal, mut chances) = (Vec::new(), Vec::new());
            loop {
                conserved(&game, &state);
                match game.turn(&state) {
                    crate::game::Turn::Over => break,
                    crate::game::Turn::Chance => {
                        chances.clear();
                        let source = game.chances(&state, &mut chances);
                        let at = dice.peek_weighted(source, &chances);
                        dice.advance(source);
                        game.apply_chance(&mut state, &chances[at].0);
                    }
                    crate::game::Turn::Player(player) => {
                        if last.replace((state.round, player)) != Some((state.round, player)) {
                            turns[player.index()] += 1;
                            assert!(state.taken().iter().all(|seat| seat.reserve.total() <= 10));
                        }
                        legal.clear();
                        game.legal(&state, &mut legal);
                        let at = dice.draw(crate::dice::RANDOM_PLAYER, legal.len() as u64) as usize;
                        game.apply(&mut state, player, &legal[at]);
                    }
                }
            }
            if game.outcome(&state).unwrap().reason == "board-full" {
                assert!(turns.iter().all(|count| *count == turns[0]), "all have had equally many turns: {turns:?}");
            }
        }
    }
}

/// Two altars make many rituals, five few; every position on the way can be read back.
#[test]
fn every_position_on_the_way_is_read() {
    for (ritual_pays, altars) in [(true, 2), (false, 2), (true, 3), (false, 3), (true, 5), (false, 5)] {
        let mut edition = edition();
        edition.temples.altars = altars;
        let game = Wangdo::open(&edition, &Options { ritual_pays, max_rounds: 40, ..Options::default() }).unwrap();
        for seed in 0..60 {
            let mut dice = crate::dice::Dice::new(seed);
            let mut state = game.start(2 + (seed % 3) as u8);
            let (mut legal, mut chances) = (Vec::new(), Vec::new());
            loop {
                let position = game.position(&state, false);
                assert_eq!(game.restore(state.players, &position).as_ref(), Ok(&state), "seed {seed}");
                match game.turn(&state) {
                    crate::game::Turn::Over => break,
                    crate::game::Turn::Chance => {
                        chances.clear();
                        let source = game.chances(&state, &mut chances);
                        let at = dice.peek_weighted(source, &chances);
                        dice.advance(source);
                        game.apply_chance(&mut state, &chances[at].0);
                    }
                    crate::game::Turn::Player(player) => {
                        legal.clear();
                        game.legal(&state, &mut legal);
                        // Placements are rare among the legal actions; they lead to payments, rituals and cards.
                        let places = legal.iter().filter(|action| matches!(action, Action::Place { .. })).count();
                        let eager = places > 0 && dice.draw(crate::dice::RANDOM_PLAYER, 2) == 0;
                        if eager {
                            legal.retain(|action| matches!(action, Action::Place { .. }));
                        }
                        let at = dice.draw(crate::dice::RANDOM_PLAYER, legal.len() as u64) as usize;
                        game.apply(&mut state, player, &legal[at]);
                    }
                }
            }
        }
    }
}

fn conserved(game: &Wangdo, state: &State) {
    let apart = match state.phase {
        Phase::Pay(payment) | Phase::Ritual(payment, _) => payment.aside,
        _ => Steles::NONE,
    };
    for colour in Colour::ALL {
        let seats: u8 = state.taken().iter().map(|seat| seat.reserve[colour]).sum();
        let open = state.temples[colour] + state.bag[colour] + state.steles[colour as usize].len() + apart[colour];
        assert_eq!(seats + open, game.steles[colour], "{colour} steles");
        assert!(state.temples[colour] < game.altars);
    }
    if state.phase == Phase::Setup {
        return;
    }
    for token in Token::ALL.into_iter().take(8) {
        let on_board =
            Wangdo::villages(state.players).into_iter().filter(|village| state.token(*village) == Some(token)).count();
        let gained: u8 = state.taken().iter().map(|seat| seat.tokens[token as usize]).sum();
        assert_eq!(on_board as u8 + gained, game.tokens(state.players)[token as usize], "{token}");
    }
    let all = state.free().or(state.occupied());
    assert_eq!(all, Wangdo::villages(state.players));
    assert_eq!(state.free().and(state.occupied()), Villages::NONE);
    let gone = state.taken().iter().fold(state.discarded.total(), |sum, seat| sum + seat.cards.total());
    assert_eq!(gone + game.pile(state).total(), 16, "cards");
}
