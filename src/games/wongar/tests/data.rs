//! The edition: the default data against the numbered rules, and every fault of wrong data.

use super::*;
use crate::game::Fault;
use crate::games::wongar::names::{Figure, Trigger};
use crate::games::wongar::rulebook::board;
use crate::games::wongar::rules::RULES;

fn opened(change: impl FnOnce(&mut serde_json::Value)) -> Result<Wongar, Vec<Fault>> {
    let mut edition: serde_json::Value = serde_json::from_str(Wongar::EDITION).unwrap();
    change(&mut edition);
    Wongar::open(
        &strict::from_value(&edition).unwrap(),
        &Options { own_figures: true, own_doubles: true, ..Options::default() },
    )
}

#[test]
fn points_rise_along_rows_and_columns() {
    let game = open(&Options::default());
    let points = game.points.map(|row| row.map(|cell| cell.value));
    let rows = [Trigger::Elder, Trigger::Ancestor, Trigger::Both].map(|trigger| points[trigger as usize]);
    assert_eq!(rows, [[3, 5, 7], [4, 6, 8], [5, 7, 9]]);
    assert!(rows.iter().all(|row| row.is_sorted_by(|a, b| a < b)));
    assert!((0..3).all(|section| rows.is_sorted_by(|a, b| a[section] < b[section])));
    let reconstructed = game.points.iter().flatten().filter(|cell| cell.source != crate::game::Provenance::Printed);
    assert_eq!(reconstructed.count(), 8, "one cell is known");
}

#[test]
fn boards_have_the_edges_of_the_rules_page() {
    for (name, edges) in [("G1", 19), ("G2", 15)] {
        let game = open(&options(&format!(r#"{{"board":"{name}"}}"#)));
        let board = game.board();
        let degrees: usize = board.order.iter().map(|at| board.neighbours(*at).count()).sum();
        assert_eq!(degrees, 2 * edges);
        assert!(board.adjacent(Territory::Hand, Territory::Foot) && board.adjacent(Territory::Hand, Territory::North2));
        assert!(board.adjacent(Territory::Kangaroo, Territory::North2));
        assert!(
            board.order.iter().all(|a| board.order.iter().all(|b| board.adjacent(*a, *b) == board.adjacent(*b, *a)))
        );
        for figure in [Territory::Hand, Territory::Foot] {
            let reach = board.reach(Figure::Elder, figure);
            assert_eq!(reach.len(), 9, "from the middle the elder reaches everything");
            assert!(!reach.has(figure) && !reach.is_empty());
        }
    }
}

#[test]
fn the_rulebook_names_the_neighbours() {
    for (name, told) in [("G1", board::G1_PATHS), ("G2", board::G2_PATHS)] {
        let game = open(&options(&format!(r#"{{"board":"{name}"}}"#)));
        let board = game.board();
        let near = |at| board.neighbours(at).map(|near| near.to_string()).collect::<Vec<_>>().join(", ");
        let data: Vec<_> = board.order.iter().map(|at| (at.to_string(), near(*at))).collect();
        let told: Vec<_> = told.iter().map(|(at, near)| (at.to_string(), near.to_string())).collect();
        assert_eq!(told, data);
    }
}

#[test]
fn sections_have_four_squares() {
    for (time, points) in [(1, 4), (4, 4), (5, 6), (8, 6), (9, 8), (11, 8)] {
        let mut play = Play::ready(3, &Options::default());
        play.show(Territory::East, TerritoryCard::Ancestor).clear_all().stand(1, Territory::Foot, 0, 0, 1);
        play.state.time = time;
        // An even number of scorpions has been drawn and returned, or one more.
        play.state.aside = 1 - time % 2;
        play.state.deck[RitualCard::Scorpion] -= 1 - time % 2;
        play.sound();
        play.act(0, r#"{"take":{"territory":"east"}}"#).act(0, r#"{"move":{"figure":"ancestor","to":"foot"}}"#);
        assert_eq!(play.scores(), [0, points, 0]);
        assert_eq!(play.state.unverified.is_empty(), time < 5);
    }
}

#[test]
fn marks_of_the_edition_reach_faults_and_results() {
    use crate::breach::Breach as _;
    use crate::game::Provenance::{Printed, Reconstructed};
    let mut edition: serde_json::Value = serde_json::from_str(Wongar::EDITION).unwrap();
    edition["bonus"]["source"] = "reconstructed".into();
    edition["pieces"]["source"] = "reconstructed".into();
    let open =
        |edition: &serde_json::Value| Wongar::open(&strict::from_value(edition).unwrap(), &Options::default()).unwrap();
    let mut play = Play::ready(3, &Options::default());
    play.show(Territory::East, TerritoryCard::Disc).act(0, r#"{"take":{"territory":"east"}}"#);
    play.game = open(&edition);
    let details = play.game.details(&play.state).unwrap();
    assert_eq!(details.scores_rest_on_reconstructed.into_iter().collect::<Vec<_>>(), [Player(0)], "he gets the bonus");
    assert!(details.places_rest_on_reconstructed);
    let mut position = play.game.position(&play.state, true);
    position.players[1].supply[Kind::Disc] -= 1;
    assert_eq!(play.game.restore(3, &position).unwrap_err()[0].data(), Some(Reconstructed));
    let mut position = play.game.position(&play.state, true);
    position.deck[RitualCard::Disc] -= 1;
    assert_eq!(play.game.restore(3, &position).unwrap_err()[0].data(), Some(Printed));
    edition["x_square"]["source"] = "reconstructed".into();
    let details = open(&edition).details(&play.state).unwrap();
    assert_eq!(details.scores_rest_on_reconstructed.len(), 3);
}

#[test]
fn doubles_are_dealt_where_they_are_in_the_deck() {
    let mut edition: serde_json::Value = serde_json::from_str(Wongar::EDITION).unwrap();
    edition["ritual_cards"]["deck"] = serde_json::json!({"disc": 5, "double": 5, "scorpion": 2});
    let opens = |rules| Wongar::open(&strict::from_value(&edition).unwrap(), &options(rules)).is_ok();
    assert!(opens("{}") && !opens(r#"{"own_doubles":true}"#));
}

#[test]
fn every_fault_of_an_edition_is_named() {
    assert!(opened(|_| {}).is_ok());
    let faults = opened(|edition| {
        edition["pieces"]["each"]["cube"] = 3.into();
        edition["territory_cards"]["pile"]["elder"] = 0.into();
        edition["territory_cards"]["pile"]["disc"] = 21.into();
        edition["ritual_cards"]["deck"]["scorpion"] = 3.into();
        edition["ritual_cards"]["deck"]["double"] = 4.into();
        edition["ritual_cards"]["deck"]["disc"] = 41.into();
        edition["x_square"]["value"] = 1.into();
        edition["points"]["elder"][2]["value"] = 51.into();
        edition["bonus"]["value"] = 51.into();
        edition["id"] = "".into();
        edition["boards"]["G1"]["reading_order"][3] = "north2".into();
        edition["boards"]["G1"]["reading_order"][5] = "south4".into();
        edition["boards"]["G1"]["rows"] = serde_json::json!([5, 4, 2]);
        edition["boards"]["G2"]["rows"] = serde_json::json!([]);
        edition["boards"]["G2"]["edges"][0] = serde_json::json!(["hand", "hand"]);
        edition["boards"]["G2"]["edges"][1] = serde_json::json!(["south2", "south1"]);
    })
    .unwrap_err();
    let named: Vec<&str> = faults.iter().map(|fault| fault.at.as_str()).collect();
    for at in [
        "pieces.each.cube",
        "territory_cards.pile.disc",
        "territory_cards.pile.elder",
        "ritual_cards.deck.disc",
        "ritual_cards.deck.scorpion",
        "ritual_cards.deck.double",
        "x_square.value",
        "points.elder[2].value",
        "bonus.value",
        "id",
        "boards.G1.reading_order[3]",
        "boards.G1.reading_order",
        "boards.G1.rows",
        "boards.G2.rows",
        "boards.G1.edges[1]",
        "boards.G1.edges",
        "boards.G2.edges[0]",
        "boards.G2.edges[3]",
    ] {
        assert!(named.contains(&at), "{at} is missing: {faults:?}");
    }
    let few = opened(|edition| {
        for card in ["disc", "cube", "cylinder", "triple", "both", "draw_four"] {
            edition["territory_cards"]["pile"][card] = 0.into();
        }
        edition["territory_cards"]["pile"]["ancestor"] = 1.into();
        edition["territory_cards"]["pile"]["elder"] = 1.into();
        edition["ritual_cards"]["deck"] = serde_json::json!({"disc": 4, "cube": 5, "double": 5, "scorpion": 2});
    });
    let at: Vec<String> = few.unwrap_err().into_iter().map(|fault| fault.at).collect();
    assert_eq!(at, ["territory_cards.pile", "ritual_cards.deck"]);
}

#[test]
fn rules_are_numbered_in_order() {
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    let numbers = |letter: char| -> Vec<u8> {
        ids.iter().filter_map(|id| id.strip_prefix(letter)).map(|number| number.parse().unwrap()).collect()
    };
    assert_eq!(numbers('R'), (1..=95).collect::<Vec<_>>());
    assert_eq!(numbers('D'), (1..=45).collect::<Vec<_>>());
    let left_out = [19, 22, 24, 25];
    assert_eq!(numbers('P'), (1..=27).filter(|number| !left_out.contains(number)).collect::<Vec<_>>());
}
