//! The promises of the bots: they are deterministic, use only their view, take a winning move, and never fail.

use super::{Bot, BuiltIn, MOST_PLAYOUTS, PLAYOUTS};
use crate::dice::{Dice, Supply};
use crate::every_game;
use crate::game::{Game, Player, Source, Turn};
use crate::games::tectonic::TecTonic;
use crate::games::wangdo::Wangdo;
use crate::games::we_will_wok_you::WeWillWokYou;
use crate::games::wongar::{Action, Wongar};
use crate::strict;

fn open<G: Game>() -> G {
    let edition: G::Edition = strict::from_slice(G::EDITION.as_bytes()).expect("the built-in edition");
    G::open(&edition, &G::Options::default()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Plays at random on every seat.
const RANDOM: fn(Player) -> BuiltIn = |_| BuiltIn::Random;

fn mcts(playouts: u32) -> BuiltIn {
    BuiltIn::Mcts { playouts }
}

/// Plays a game of bots, or its first `most` events; `look` sees every position in which a player is to act, and what they
/// chose. Returns whether the game ended.
fn play<G: Game>(
    players: u8,
    seed: u64,
    most: u32,
    kind: impl Fn(Player) -> BuiltIn,
    mut look: impl FnMut(&G, &G::State, Player, &G::Action),
) -> bool {
    let game: G = open();
    let mut bots: Vec<Bot<G>> =
        Player::all(players).map(|player| Bot::new(&game, players, player, kind(player), seed)).collect();
    let (mut dice, mut state, mut draws) = (Dice::new(seed), game.start(players), Vec::new());
    for _ in 0..most {
        match game.turn(&state) {
            Turn::Over => return true,
            Turn::Chance => {
                draws.clear();
                let source = game.chances(&state, &mut draws);
                let at = dice.peek_weighted(source, &draws);
                dice.advance(source);
                game.apply_chance(&mut state, &draws[at].0);
            }
            Turn::Player(player) => {
                let action = bots[player.index()].choose(&game.view(&state, Some(player)));
                look(&game, &state, player, &action);
                game.apply(&mut state, player, &action);
            }
        }
    }
    false
}

/// Every choice is in the list, with few playouts and nearly always to the end of the game, even if the list is
/// incomplete.
fn only_listed_actions<G: Game>() {
    // Longer games are broken off.
    let most = 1000;
    for players in G::PLAYERS {
        for seed in 0..2 {
            let kind = |player: Player| if player.0 == 0 { mcts(2 + seed as u32) } else { BuiltIn::Random };
            let mut decisions = 0;
            let over = play::<G>(players, seed, most, kind, |game, state, player, action| {
                let mut legal = Vec::new();
                game.legal(state, &mut legal);
                assert!(legal.contains(action), "{player}: {action:?}");
                decisions += 1;
            });
            assert!(over || decisions > most / 2, "{decisions} decisions");
        }
    }
}

#[test]
fn bots_choose_listed_actions_in_every_game() {
    every_game!(for only_listed_actions());
}

/// Games with the same seeds are the same, and another seed is another game.
fn repeats<G: Game>() {
    let record = |seed| {
        let mut record = Vec::new();
        play::<G>(*G::PLAYERS.start(), seed, 80, |_| mcts(20), |_, _, _, action| record.push(action.clone()));
        record
    };
    let first = record(7);
    assert!(!first.is_empty() && first == record(7));
    assert!((8..24).any(|seed| record(seed) != first), "{}: sixteen games that are all the same", G::NAME);
}

#[test]
fn equal_seeds_give_equal_games() {
    every_game!(for repeats());
}

/// The choice is the same in every state with the same view, and a game with secrets has several such states.
fn knows_its_view_alone<G: Game>() {
    let (mut others, players) = (0, *G::PLAYERS.end());
    play::<G>(players, 3, 400, RANDOM, |game, state, player, _| {
        let view = game.view(state, Some(player));
        let twin = game.determinize(&view, &mut Supply(&mut Dice::new(11), Source(0))).expect("a view");
        if twin == *state || others > 10 {
            return;
        }
        others += 1;
        let choose = |state| Bot::new(game, players, player, mcts(30), 5).choose(&game.view(state, Some(player)));
        assert_eq!(choose(state), choose(&twin));
    });
    assert_eq!(others > 0, G::HAS_SECRETS, "{}: {others} positions look like another", G::NAME);
}

#[test]
fn what_is_hidden_changes_no_choice() {
    every_game!(for knows_its_view_alone());
}

/// In many ceremonies the tree has more answers of the next player than any of twenty deals allows: what that player may do
/// depends on the cards that they hold.
#[test]
fn the_tree_covers_many_deals() {
    let mut covers = 0;
    play::<Wongar>(3, 1, 400, RANDOM, |game, state, seat, action| {
        // After these none was found, so searching there only takes time.
        if matches!(action, Action::Take { .. } | Action::Place { .. } | Action::Choose { .. }) {
            return;
        }
        let view = game.view(state, Some(seat));
        let mut bot = Bot::new(game, 3, seat, mcts(300), 5);
        bot.choose(&view);
        let mut dice = Dice::new(7);
        let mut deal = || game.determinize(&view, &mut Supply(&mut dice, Source(0))).expect("a view");
        let deals: Vec<_> = (0..20).map(|_| deal()).collect();
        for (action, answers) in bot.tree.answers() {
            let answers_in = |deal: &<Wongar as Game>::State| {
                let (mut after, mut legal) = (deal.clone(), Vec::new());
                game.apply(&mut after, seat, action);
                // What is drawn before the answer differs from playout to playout in any deal.
                matches!(game.turn(&after), Turn::Player(_)).then(|| game.legal(&after, &mut legal))?;
                Some(legal.len())
            };
            let most: Option<Vec<usize>> = deals.iter().map(answers_in).collect();
            covers += usize::from(most.is_some_and(|most| most.iter().all(|most| answers > *most)));
        }
    });
    assert!(covers > 10, "{covers} actions have answers of more than one deal");
}

#[test]
fn a_win_at_once_is_taken() {
    let mut met = 0;
    for seed in 0..4 {
        play::<TecTonic>(2, seed, 20_000, RANDOM, |game, state, player, _| {
            let mut legal = Vec::new();
            game.legal(state, &mut legal);
            let wins = |action: &_| {
                let mut after = state.clone();
                game.apply(&mut after, player, action);
                game.outcome(&after)
                    .is_some_and(|outcome| outcome.places[player.index()] == 1 && outcome.places != [1, 1])
            };
            let winning = legal.iter().filter(|action| wins(action)).count();
            if winning == 1 && legal.len() > 10 {
                met += 1;
                let mut bot = Bot::new(game, 2, player, mcts(PLAYOUTS), seed);
                assert!(wins(&bot.choose(&game.view(state, Some(player)))), "{state:?}");
            }
        });
    }
    assert!(met > 3, "{met} positions with one winning move");
}

#[test]
fn the_tree_has_a_node_for_each_playout_at_most() {
    let game: Wangdo = open();
    let mut bot = Bot::new(&game, 2, Player(0), mcts(300), 1);
    let mut moves = 0;
    play::<Wangdo>(2, 1, 300, RANDOM, |game, state, player, _| {
        if player == Player(0) && moves < 10 {
            bot.choose(&game.view(state, Some(player)));
            moves += 1;
            assert!(bot.tree.size() <= 301, "{} nodes", bot.tree.size());
        }
    });
    assert_eq!(moves, 10);
}

/// At the end of a game exactly the winners lead the standing, if the rules rank unfinished games like finished ones.
fn the_standing_is_the_outcomes_order<G: Game>() {
    for players in G::PLAYERS {
        for seed in 0..5 {
            let mut last = None;
            let over = play::<G>(players, seed, 5000, RANDOM, |game, state, player, action| {
                last = Some((game.clone(), state.clone(), player, action.clone()));
            });
            let (game, mut state, player, action) = last.expect("a decision");
            game.apply(&mut state, player, &action);
            let Some(outcome) = game.outcome(&state) else { continue };
            let keys = game.standing(&state).expect("a standing");
            let best = Player::all(players).map(|player| keys[player]).max();
            for player in Player::all(players) {
                let first = outcome.places[player.index()] == 1;
                assert!(over && first == (Some(keys[player]) == best), "seed {seed}: {outcome:?}, {keys:?}");
            }
        }
    }
}

#[test]
fn standings_are_the_order_of_outcomes() {
    the_standing_is_the_outcomes_order::<Wangdo>();
    the_standing_is_the_outcomes_order::<WeWillWokYou>();
    the_standing_is_the_outcomes_order::<Wongar>();
}

#[test]
fn names_are_read_strictly() {
    assert_eq!("@random".parse(), Ok(BuiltIn::Random));
    assert_eq!("@mcts".parse(), Ok(mcts(PLAYOUTS)));
    assert_eq!("@mcts:1".parse(), Ok(mcts(1)));
    assert_eq!("@mcts:1000000".parse(), Ok(mcts(MOST_PLAYOUTS)));
    assert_eq!(mcts(500).to_string().parse(), Ok(mcts(500)));
    assert_eq!(BuiltIn::Random.to_string().parse(), Ok(BuiltIn::Random));
    let error = |text: &str| text.parse::<BuiltIn>().expect_err("no bot").to_string();
    for wrong in ["@mcts:0", "@mcts:1000001", "@mcts:", "@mcts:+5", "@mcts:5:5", "@mcts: 5", "@mcts:99999999999999"] {
        assert!(error(wrong).contains("from 1 to 1000000"), "{wrong}: {}", error(wrong));
    }
    assert!(error("@random:5").contains("takes no number"));
    assert!(error("@mtcs:5").contains("did you mean `@mcts`?"));
    assert!(error("randm").contains("did you mean `@random`?"));
    assert!(error("@alphabeta").contains("they are `@random` and `@mcts`"));
}
