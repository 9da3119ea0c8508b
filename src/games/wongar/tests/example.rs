//! The worked example of the rulebook (its steps S0 to S15): four players, free placement. Territory A
//! is west, B kangaroo, C hand, D north2, E north3.

use super::super::Reason;
use super::*;

const A: Territory = Territory::West;
const B: Territory = Territory::Kangaroo;
const C: Territory = Territory::Hand;
const D: Territory = Territory::North2;
const E: Territory = Territory::North3;
const GREEN: u8 = 0;
const RED: u8 = 1;
const ORANGE: u8 = 2;
const VIOLET: u8 = 3;

/// The set-up: what the example shows, and arbitrary cards where it is silent.
fn set_up() -> Play {
    let mut play = Play::start(4, &options(r#"{"free_placement":true}"#));
    for card in ["cylinder", "disc", "draw_four", "cube", "ancestor", "cube", "disc", "triple", "elder", "disc"] {
        play.draw(&format!(r#"{{"territory_card":"{card}"}}"#));
    }
    play.draw(r#"{"marker":0}"#).draw(r#"{"marker":3}"#);
    // All pieces stand on foot, except these.
    let apart = [(GREEN, "cylinder", 1, D), (RED, "disc", 1, D), (RED, "cube", 1, B), (ORANGE, "cylinder", 1, D)];
    for kind in ["disc", "cube", "cylinder"] {
        for turn in 1..=4 {
            for player in [GREEN, RED, ORANGE, VIOLET] {
                let elsewhere = apart.iter().find(|(who, what, when, _)| (*who, *what, *when) == (player, kind, turn));
                let territory = elsewhere.map_or(Territory::Foot, |(.., territory)| *territory);
                play.act(player, &format!(r#"{{"place":{{"kind":"{kind}","territory":"{territory}"}}}}"#));
            }
        }
    }
    for card in ["cube", "disc", "cube", "cylinder", "cylinder", "disc", "cube", "disc"] {
        play.draw(&format!(r#"{{"ritual_card":"{card}"}}"#));
    }
    play
}

fn taken(play: &Play, player: u8) -> Vec<TerritoryCard> {
    let counts = &play.state.taken[Player(player)];
    TerritoryCard::ALL.iter().copied().filter(|card| counts[*card] > 0).collect()
}

#[test]
fn the_worked_example() {
    let mut play = set_up();
    // S0
    let state = &play.state;
    assert_eq!(
        (state.time, state.boomerang, state.ancestor_pawn, state.elder_pawn),
        (1, Player(0), Player(0), Player(3))
    );
    assert_eq!((play.scores(), play.hand_sizes(), state.deck.total()), (vec![0; 4], vec![2; 4], 35));
    assert_eq!(
        (state.phase, state.deck[RitualCard::Scorpion]),
        (Phase::Privilege, 2),
        "nothing is turned up in round 1"
    );
    // S1
    play.draw(r#"{"ritual_card":"double"}"#);
    assert_eq!((play.hand_sizes(), play.state.deck.total(), play.state.aside), (vec![2, 2, 2, 3], 34, 0));
    // S2
    play.act(GREEN, r#"{"take":{"territory":"kangaroo"}}"#).act(GREEN, r#""draw""#);
    play.draw(r#"{"ritual_card":"disc"}"#).draw(r#"{"ritual_card":"disc"}"#);
    assert_eq!(play.there(GREEN, B), Pieces::of([0, 0, 1]));
    assert_eq!(
        (play.state.supply[Player(GREEN)][Kind::Cylinder], play.hand_sizes()[0], play.state.deck.total()),
        (7, 4, 32)
    );
    assert_eq!((play.state.piles[B].shows, taken(&play, GREEN)), (None, vec![TerritoryCard::Cylinder]));
    // S3
    play.act(RED, r#"{"take":{"territory":"hand"}}"#);
    assert_eq!((play.state.ancestor_pawn, play.state.boomerang), (Player(RED), Player(GREEN)));
    // S3x
    assert_eq!(play.refusal(RED, r#"{"move":{"figure":"ancestor","to":"north3"}}"#), ["ancestor-step"]);
    assert_eq!(play.refusal(RED, r#"{"move":{"figure":"ancestor","to":"hand"}}"#), ["figure-must-move"]);
    play.act(RED, r#"{"move":{"figure":"ancestor","to":"north2"}}"#);
    let present: Vec<Player> = play.state.seats().filter(|player| play.state.is_present(*player, D)).collect();
    assert_eq!(present, [Player(GREEN), Player(RED), Player(ORANGE)]);
    assert_eq!(play.refusal(VIOLET, r#"{"move_in":{"card":"cube","kind":"cube","from":["foot"]}}"#), ["not-present"]);
    // S4
    play.act(RED, r#"{"move_in":{"card":"cube","kind":"cube","from":["kangaroo"]}}"#);
    assert_eq!((play.there(RED, B), play.there(RED, D)), (Pieces::of([0, 0, 0]), Pieces::of([1, 1, 0])));
    assert_eq!((play.hand_sizes()[1], play.state.discards.total()), (1, 1));
    // S5
    play.act(ORANGE, r#"{"remove":{"card":"cylinder","kind":"cylinder","owners":[0]}}"#);
    assert_eq!((play.there(GREEN, D), play.state.supply[Player(GREEN)][Kind::Cylinder]), (Pieces::default(), 8));
    assert_eq!((play.hand_sizes()[2], play.state.discards.total()), (1, 2));
    // S6, S7
    play.act(RED, r#""pass""#);
    assert_eq!(play.refusal(RED, r#""pass""#), ["already-passed"]);
    // S8
    play.act(ORANGE, r#"{"remove":{"card":"disc","kind":"disc","owners":[1]}}"#);
    assert_eq!((play.state.supply[Player(RED)][Kind::Disc], play.hand_sizes()[2]), (15, 0));
    // S9
    assert_eq!((play.scores(), play.state.discards.total()), (vec![0, 4, 4, 0], 3));
    assert_eq!((taken(&play, RED), play.state.piles[C].shows), (vec![TerritoryCard::Ancestor], None));
    assert!(play.state.unverified.is_empty(), "this cell of the score table is printed");
    // S10
    play.act(ORANGE, r#"{"take":{"territory":"north3"}}"#);
    for card in ["cube", "scorpion", "disc", "cylinder", "double"] {
        play.draw(&format!(r#"{{"ritual_card":"{card}"}}"#));
    }
    assert_eq!((play.state.time, play.state.aside, play.state.deck.total()), (2, 1, 27));
    assert_eq!((play.hand_sizes()[2], play.scores()), (4, vec![0, 4, 2, 0]));
    assert_eq!(taken(&play, ORANGE), [TerritoryCard::DrawFour]);
    // S11
    play.act(VIOLET, r#"{"take":{"territory":"north2"}}"#);
    play.act(VIOLET, r#"{"place":{"kind":"disc","territory":"west"}}"#);
    assert_eq!(play.refusal(VIOLET, r#"{"place":{"kind":"cube","territory":"west"}}"#), ["place-kind"]);
    play.act(VIOLET, r#""draw""#).draw(r#"{"ritual_card":"cube"}"#);
    assert_eq!((play.there(VIOLET, D), play.there(VIOLET, A)), (Pieces::of([1, 0, 0]), Pieces::of([1, 0, 0])));
    assert_eq!((play.state.supply[Player(VIOLET)][Kind::Disc], play.hand_sizes()[3]), (12, 4));
    assert_eq!((play.state.deck.total(), taken(&play, VIOLET)), (26, vec![TerritoryCard::Disc]));
    // S12, S13
    let shown: Vec<bool> = [A, B, C, D, E].iter().map(|at| play.state.piles[*at].shows.is_some()).collect();
    assert_eq!(shown, [true, false, false, false, false]);
    assert_eq!((play.scores(), play.state.phase), (vec![0, 4, 2, 0], Phase::Reveal));
    assert_eq!(
        (play.state.boomerang, play.state.ancestor_pawn, play.state.turn),
        (Player(RED), Player(RED), Player(RED))
    );
    // S14: B, D, E, then C with its scorpion.
    for card in ["disc", "cube", "disc", "scorpion", "elder"] {
        play.draw(&format!(r#"{{"territory_card":"{card}"}}"#));
    }
    assert_eq!(play.state.time, 3);
    assert_eq!(taken(&play, RED), [TerritoryCard::Ancestor, TerritoryCard::Scorpion]);
    assert_eq!(play.scores(), [0, 1, 2, 0], "Orange, Green and Violet were behind Red");
    // S15
    play.draw(r#"{"ritual_card":"disc"}"#);
    assert_eq!((play.hand_sizes(), play.state.deck.total(), play.state.phase), (vec![4, 1, 4, 5], 25, Phase::Take));
    // Nothing is lost.
    assert_eq!(25 + (4 + 1 + 4 + 5) + play.state.discards.total() + u32::from(play.state.aside), 43);
    for player in play.state.seats() {
        for kind in Kind::ALL.iter().copied() {
            let on_board: u8 = Territory::ALL.iter().map(|at| play.state.pieces[*at][player][kind]).sum();
            assert_eq!(on_board + play.state.supply[player][kind], [18, 15, 12][kind as usize]);
        }
    }
    let left = |at: Territory| play.state.piles[at].cards.total() + 1;
    assert_eq!([A, B, C, D, E].map(left), [15, 14, 13, 14, 14]);
    assert_eq!(play.state.end, None::<Reason>);
    play.sound();
}
