//! Turns: small supplies, triple cards, figures, the players' own cards.

use super::*;
use crate::games::wongar::names::Figure;
use crate::games::wongar::{OneOrTwo, Trigger};

const HAND: Territory = Territory::Hand;

/// A disc card on hand, with this many discs left for player 0.
fn disc_card(left: u8) -> Play {
    let mut play = Play::ready(3, &Options::default());
    play.show(HAND, TerritoryCard::Disc).clear_all();
    let discs = play.state.supply[Player(0)][Kind::Disc];
    play.stand(0, Territory::East, discs - left, 0, 0).sound();
    play
}

/// Makes all due draws.
fn draw_all(play: &mut Play, cards: u32) {
    let before = play.state.deck.total();
    while play.game.turn(&play.state) == Turn::Chance {
        let (chance, _) = play.chances()[0];
        play.game.apply_chance(&mut play.state, &chance);
    }
    assert_eq!(before - play.state.deck.total(), cards);
}

#[test]
fn a_card_without_piece_only_draws_two() {
    let mut play = disc_card(0);
    play.act(0, r#"{"take":{"territory":"hand"}}"#);
    assert_eq!(play.state.phase, Phase::Draw { left: 2 });
    draw_all(&mut play, 2);
    assert_eq!((play.state.turn, play.there(0, HAND).is_empty()), (Player(1), true));
}

#[test]
fn the_last_piece_goes_to_the_territory_of_the_card() {
    let mut play = disc_card(1);
    play.act(0, r#"{"take":{"territory":"hand"}}"#);
    assert_eq!((play.state.phase, play.there(0, HAND)), (Phase::Draw { left: 2 }, Pieces::of([1, 0, 0])));
    draw_all(&mut play, 2);
}

#[test]
fn with_two_pieces_one_may_be_placed_and_one_card_drawn() {
    let mut play = disc_card(2);
    play.act(0, r#"{"take":{"territory":"hand"}}"#);
    assert_eq!(play.legal().len(), 11);
    play.act(0, r#"{"place":{"kind":"disc","territory":"east"}}"#);
    assert_eq!(play.state.phase, Phase::Draw { left: 1 }, "drawing the rest just happens");
    draw_all(&mut play, 1);
    let mut other = disc_card(2);
    other.act(0, r#"{"take":{"territory":"hand"}}"#).act(0, r#""draw""#);
    draw_all(&mut other, 2);
}

#[test]
fn with_three_pieces_all_ways_are_open() {
    let mut play = disc_card(3);
    play.act(0, r#"{"take":{"territory":"hand"}}"#);
    assert_eq!(play.refusal(0, r#"{"place":{"kind":"cube","territory":"east"}}"#), ["place-kind"]);
    assert_eq!(
        play.refusal(0, r#"{"place":{"kind":"cube","territory":"south4"}}"#),
        ["place-kind", "no-such-territory"]
    );
    play.act(0, r#"{"place":{"kind":"disc","territory":"hand"}}"#)
        .act(0, r#"{"place":{"kind":"disc","territory":"foot"}}"#);
    assert_eq!((play.there(0, HAND), play.state.turn), (Pieces::of([2, 0, 0]), Player(1)));
    let mut mixed = Play { game: open(&options(r#"{"choose_ritual_cards":true}"#)), ..disc_card(3) };
    mixed.act(0, r#"{"take":{"territory":"hand"}}"#).act(0, r#"{"place":{"kind":"disc","territory":"hand"}}"#);
    mixed.act(0, r#""draw""#);
    assert_eq!(
        mixed.refusal(0, r#"{"place":{"kind":"disc","territory":"hand"}}"#),
        ["choice-due"],
        "place before draw"
    );
}

#[test]
fn a_triple_card_places_three_of_one_kind_or_what_is_left() {
    let triple = |options: &Options, supply: [u8; 3]| {
        let mut play = Play::ready(3, options);
        play.show(HAND, TerritoryCard::Triple).clear_all();
        let [discs, cubes, cylinders] = play.state.supply[Player(0)].0;
        play.stand(0, Territory::East, discs - supply[0], cubes - supply[1], cylinders - supply[2]).sound();
        play.act(0, r#"{"take":{"territory":"hand"}}"#);
        play
    };
    let mut play = triple(&Options::default(), [5, 2, 0]);
    assert_eq!(play.refusal(0, r#"{"choose":{"kind":"cylinder"}}"#), ["none-left"]);
    assert_eq!(play.refusal(0, r#""draw""#), ["triple-no-draw"]);
    assert_eq!(play.refusal(0, r#""stop""#), ["triple-due", "triple-in-full"], "the option is named at any time");
    play.act(0, r#"{"choose":{"kind":"cube"}}"#);
    assert_eq!(play.refusal(0, r#""stop""#), ["triple-in-full"]);
    assert_eq!(play.refusal(0, r#"{"place":{"kind":"disc","territory":"foot"}}"#), ["triple-one-kind"]);
    play.act(0, r#"{"place":{"kind":"cube","territory":"foot"}}"#)
        .act(0, r#"{"place":{"kind":"cube","territory":"west"}}"#);
    assert_eq!(play.state.turn, Player(1));
    assert_eq!(triple(&Options::default(), [0, 0, 0]).state.turn, Player(1), "nothing is left to choose");
    let only = triple(&Options::default(), [0, 7, 0]);
    assert_eq!(only.state.phase, Phase::Triple { kind: Kind::Cube, left: 3 }, "one kind is no choice");
    let fewer = options(r#"{"triple_may_place_fewer":true}"#);
    let mut play = triple(&fewer, [5, 5, 5]);
    play.act(0, r#"{"choose":{"kind":"disc"}}"#).act(0, r#""stop""#);
    assert_eq!((play.state.turn, play.there(0, HAND).is_empty()), (Player(1), true), "stopping before the first piece");
}

#[test]
fn an_ancestor_card_moves_the_ancestor_and_not_the_elder() {
    let mut play = Play::ready(3, &Options::default());
    play.show(Territory::East, TerritoryCard::Ancestor).clear_all().sound();
    play.act(0, r#"{"take":{"territory":"east"}}"#);
    assert_eq!(play.refusal(0, r#"{"move":{"figure":"elder","to":"north2"}}"#), ["wrong-figure"]);
    assert_eq!(play.refusal(0, r#"{"move":{"figure":"ancestor","to":"east"}}"#), ["ancestor-step"]);
    assert_eq!(play.refusal(0, r#"{"move":{"figure":"ancestor","to":"north4"}}"#), ["no-such-territory"]);
    assert_eq!(play.legal().len(), 6);
    play.act(0, r#"{"move":{"figure":"ancestor","to":"foot"}}"#);
    assert_eq!((play.state.turn, play.scores()), (Player(1), vec![0; 3]), "a ceremony without participants");
}

#[test]
fn the_elder_goes_one_or_two_steps_and_not_back() {
    let mut play = Play::ready(3, &options(r#"{"board":"G2"}"#));
    play.show(Territory::Kangaroo, TerritoryCard::Elder).clear_all().sound();
    play.act(0, r#"{"take":{"territory":"kangaroo"}}"#);
    assert_eq!(play.state.elder_pawn, Player(0));
    assert_eq!(play.refusal(0, r#"{"move":{"figure":"elder","to":"foot"}}"#), ["figure-must-move"]);
    assert_eq!(play.refusal(0, r#"{"move":{"figure":"elder","to":"west"}}"#), ["no-such-territory"]);
    assert_eq!(play.legal().len(), 9, "from foot everything is near");
    play.state.figures[1] = Territory::North4;
    assert_eq!(play.refusal(0, r#"{"move":{"figure":"elder","to":"kangaroo"}}"#), ["elder-steps"]);
    let reached: Vec<&str> =
        play.legal().iter().map(|action| if let Action::Move { to, .. } = action { to.name() } else { "" }).collect();
    assert_eq!(reached, ["north2", "north3", "hand", "foot", "south3", "south4"]);
}

#[test]
fn the_card_with_both_figures_brings_both_and_one_ceremony() {
    let mut play = Play::ready(4, &Options::default());
    play.show(Territory::West, TerritoryCard::Both).clear_all();
    play.stand(2, Territory::West, 1, 0, 0).give(2, &[RitualCard::Disc]).sound();
    play.act(0, r#"{"take":{"territory":"west"}}"#);
    assert_eq!((play.state.ancestor_pawn, play.state.elder_pawn), (Player(0), Player(0)), "both pawns with one player");
    assert_eq!(play.state.figures, [Territory::West; 2]);
    play.act(2, r#""pass""#);
    assert_eq!((play.scores(), play.state.turn), (vec![0, 0, 5, 0], Player(1)));
    assert_eq!(play.state.unverified.into_iter().collect::<Vec<_>>(), [Player(2)], "that cell is reconstructed");
    // Both figures are there already.
    let mut play = Play::ready(4, &Options::default());
    play.show(Territory::West, TerritoryCard::Both).clear_all().stand(2, Territory::West, 0, 1, 0);
    play.state.figures = [Territory::West; 2];
    play.sound();
    play.act(0, r#"{"take":{"territory":"west"}}"#);
    assert_eq!((play.scores(), play.state.figures), (vec![0, 0, 5, 0], [Territory::West; 2]));
}

#[test]
fn a_card_with_one_figure_keeps_its_row_where_the_other_stands() {
    let mut play = Play::ready(3, &Options::default());
    play.show(Territory::East, TerritoryCard::Ancestor).clear_all();
    play.stand(1, Territory::Foot, 2, 0, 0).sound();
    play.act(0, r#"{"take":{"territory":"east"}}"#).act(0, r#"{"move":{"figure":"ancestor","to":"foot"}}"#);
    assert_eq!(play.state.figures, [Territory::Foot; 2]);
    assert_eq!(play.scores(), [0, 4, 0]);
}

#[test]
fn a_card_of_ones_own_works_like_a_printed_one_and_is_gone() {
    let mut play = Play::ready(3, &options(r#"{"own_figures":true}"#));
    play.clear_all().stand(0, Territory::North2, 1, 1, 0).sound();
    assert_eq!(play.legal().len(), 12);
    play.act(0, r#"{"play_own":{"card":"ancestor"}}"#).act(0, r#"{"move":{"figure":"ancestor","to":"north2"}}"#);
    assert_eq!((play.scores(), play.state.taken[Player(0)].total()), (vec![8, 0, 0], 0));
    assert_eq!(play.state.own[Player(0)][Figure::Ancestor], 0);
    play.state.turn = Player(0);
    assert_eq!(play.refusal(0, r#"{"play_own":{"card":"ancestor"}}"#), ["own-card-gone"]);
    assert_eq!(play.refusal(0, r#""pass""#), ["no-passing"]);
    play.act(0, r#"{"play_own":{"card":"elder"}}"#);
    assert_eq!((play.state.elder_pawn, play.state.phase), (Player(0), Phase::Move { figure: Figure::Elder }));
    let off = Play::ready(3, &Options::default());
    assert_eq!(off.refusal(0, r#"{"play_own":{"card":"elder"}}"#), ["own-figures-off"]);
    assert_eq!(off.refusal(0, r#"{"choose_card":{"card":"disc"}}"#), ["wrong-decision", "choose-cards-off"]);
}

#[test]
fn only_face_up_cards_of_the_board_are_taken() {
    let mut play = Play::ready(3, &Options::default());
    play.show(HAND, TerritoryCard::Cube);
    play.act(0, r#"{"take":{"territory":"hand"}}"#).act(0, r#"{"place":{"kind":"cube","territory":"hand"}}"#);
    play.act(0, r#"{"place":{"kind":"cube","territory":"hand"}}"#);
    assert_eq!(play.refusal(1, r#"{"take":{"territory":"hand"}}"#), ["no-face-up-card"]);
    assert_eq!(play.refusal(1, r#"{"take":{"territory":"south4"}}"#), ["no-such-territory"]);
    play.give(1, &[RitualCard::Disc]);
    assert_eq!(play.refusal(1, r#"{"remove":{"card":"disc","kind":"disc","owners":[0]}}"#), ["wrong-decision"]);
}

#[test]
fn what_is_wrong_at_any_time_is_named_beside_the_wrong_decision() {
    let mut play = Play::ready(3, &Options::default());
    assert_eq!(
        play.refusal(0, r#"{"place":{"kind":"disc","territory":"north4"}}"#),
        ["wrong-decision", "no-such-territory"]
    );
    assert_eq!(
        play.refusal(0, r#"{"move":{"figure":"elder","to":"north4"}}"#),
        ["wrong-decision", "no-such-territory"]
    );
    assert_eq!(
        play.refusal(0, r#"{"remove":{"card":"scorpion","kind":"disc","owners":[0,7]}}"#),
        ["wrong-decision", "not-in-hand", "card-kind", "remove-own", "no-such-owner"],
        "a scorpion acts on no piece, so not on too many"
    );
    assert_eq!(
        play.refusal(0, r#"{"move_out":{"card":"cube","kind":"cube","to":["south4"]}}"#),
        ["wrong-decision", "not-in-hand", "no-such-territory"]
    );
    assert_eq!(
        play.refusal(0, r#"{"choose_card":{"card":"scorpion"}}"#),
        ["wrong-decision", "choose-cards-off", "scorpion-not-chosen"]
    );
    play.show(HAND, TerritoryCard::Cube).act(0, r#"{"take":{"territory":"hand"}}"#);
    assert_eq!(play.refusal(0, r#"{"play_own":{"card":"elder"}}"#), ["place-due", "own-figures-off"]);
    assert_eq!(play.refusal(0, r#"{"choose_card":{"card":"disc"}}"#), ["place-due", "choose-cards-off"]);
    assert_eq!(play.refusal(0, r#"{"take":{"territory":"north4"}}"#), ["place-due", "no-such-territory"]);
    assert_eq!(play.refusal(0, r#"{"take":{"territory":"hand"}}"#), ["place-due", "no-face-up-card"]);
    assert_eq!(
        play.refusal(0, r#"{"move":{"figure":"elder","to":"foot"}}"#),
        ["place-due"],
        "no figure must move for this card"
    );
    assert_eq!(play.refusal(0, r#"{"move":{"figure":"elder","to":"west"}}"#), ["place-due"]);
    play.clear_all();
    play.stand(0, Territory::Foot, 18, 0, 0);
    assert_eq!(play.refusal(0, r#"{"place":{"kind":"disc","territory":"foot"}}"#), ["place-kind", "none-left"]);
}

#[test]
fn canonical_lists_are_in_reading_order() {
    let play = Play::ready(3, &Options::default());
    let action = play.read(0, r#"{"move_out":{"card":"double","kind":"disc","to":["south3","north2"]}}"#);
    let Action::MoveOut { to, .. } = action else { panic!("{action:?}") };
    assert_eq!(to, OneOrTwo::Two(Territory::North2, Territory::South3));
    let action = play.read(0, r#"{"remove":{"card":"double","kind":"disc","owners":[2,1]}}"#);
    assert_eq!(serde_json::to_string(&action).unwrap(), r#"{"remove":{"card":"double","kind":"disc","owners":[1,2]}}"#);
    assert_eq!(Trigger::ALL.len(), 3);
}
