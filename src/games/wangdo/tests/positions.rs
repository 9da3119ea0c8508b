//! Positions as JSON: which are read back, and every fault.

use serde_json::{Value, json};

use super::*;
use crate::games::wangdo::position::Position;

/// A position of two players in play: V01 black, V05 white, V09 blue, V13 orange, nothing gained yet.
fn sound() -> Value {
    let mut state = game().start(2);
    let mut left = *game().tokens(2);
    left[Token::Bear as usize] = 0;
    for (village, stele) in [("V01", Black), ("V05", White), ("V09", Blue), ("V13", Orange)] {
        put(&mut state, village, stele);
    }
    let free = Wangdo::villages(2).without(state.occupied());
    let tokens = Token::ALL.into_iter().flat_map(|token| vec![token; left[token as usize].into()]);
    for (village, token) in free.into_iter().zip(tokens) {
        state.tokens[token.knowledge().unwrap() as usize].insert(village);
        if token.sealed() {
            state.sealed.insert(village);
        }
    }
    state.phase = Phase::Act;
    give(&mut state, P0, &[White, Orange, Black]);
    give(&mut state, P1, &[Blue, Blue, Black]);
    let mut value = serde_json::to_value(Position::of(&state)).unwrap();
    value.as_object_mut().unwrap().remove("bag");
    value
}

/// The faults of a position, without the name of the game.
fn faults_of(game: &Wangdo, value: &Value) -> Vec<&'static str> {
    let text = value.to_string();
    let position: Position = strict::from_slice(text.as_bytes()).unwrap_or_else(|m| panic!("{text}: {m}"));
    game.restore(2, &position).err().unwrap_or_default().iter().map(id).collect()
}

#[track_caller]
fn check(change: impl FnOnce(&mut Value), faults: &[&str]) {
    let mut value = sound();
    change(&mut value);
    assert_eq!(faults_of(&game(), &value), faults, "{value}");
}

/// Gives player 0 tokens from the board, leaving steles of a free colour there: the count of tokens stays right.
fn gain(value: &mut Value, player: usize, villages: &[&str]) {
    for village in villages {
        let token = value["villages"][village].clone();
        value["players"][player]["tokens"].as_array_mut().unwrap().push(token);
        value["villages"][village] = json!("blue");
    }
}

#[test]
fn a_sound_position_is_read() {
    check(|_| {}, &[]);
    check(|v| v["bag"] = json!({"white": 18, "orange": 18, "black": 17, "blue": 17}), &[]);
    check(|v| v["owed"] = json!(1), &[]);
    let mut short = sound();
    for field in ["turn", "round", "owed", "phase", "played"] {
        short.as_object_mut().unwrap().remove(field);
    }
    assert_eq!(faults_of(&game(), &short), [""; 0]);
}

#[test]
fn no_fault_hides_another() {
    // No player is on turn; besides, there is a bear, an overfull temple and a round 0.
    let all = ["position-turn", "position-round", "position-temple", "position-bear"];
    check(
        |p| {
            p["turn"] = 7.into();
            p["round"] = 0.into();
            p["temples"]["white"] = 6.into();
            p["players"][0]["tokens"].as_array_mut().unwrap().push("bear".into());
        },
        &all,
    );
    check(
        |p| {
            p["bag"] = json!({"white": 77, "orange": 18, "black": 17, "blue": 17});
            p["owed"] = 7.into();
        },
        &["position-bag", "position-owed"],
    );
}

#[test]
fn faults_of_what_lies_where() {
    check(|v| v["players"] = json!([]), &["position-players"]);
    check(|v| v["turn"] = json!(2), &["position-turn"]);
    check(|v| v["round"] = json!(0), &["position-round"]);
    check(|v| (v["turn"], v["round"]) = (json!(2), json!(0)), &["position-turn", "position-round"]);
    check(|v| v["villages"]["V17"] = json!("white"), &["position-village-absent"]);
    check(
        |v| {
            v["villages"].as_object_mut().unwrap().remove("V01");
        },
        &["position-village-empty"],
    );
    check(|v| v["villages"]["V01"] = json!("bear"), &["position-bear"]);
    check(|v| v["players"][0]["tokens"] = json!(["bear"]), &["position-bear"]);
    check(|v| v["villages"]["V02"] = json!("white"), &["position-tokens"]);
    check(|v| v["villages"]["V01"] = json!("trade"), &["position-tokens"]);
    check(|v| v["temples"]["white"] = json!(5), &["position-temple"]);
    check(|v| v["temples"]["white"] = json!(255), &["position-temple", "position-steles"]);
    check(|v| v["players"][0]["reserve"]["blue"] = json!(20), &["position-steles"]);
    check(|v| v["bag"] = json!({"white": 17, "orange": 18, "black": 17, "blue": 17}), &["position-bag"]);
    check(|v| v["players"][1]["reserve"]["white"] = json!(8), &["position-reserve"]);
    check(|v| v["players"][0]["reserve"]["white"] = json!(8), &[]);
    check(|v| v["players"][0]["reserve"]["white"] = json!(9), &["position-gain"]);
    check(
        |v| v["players"][0]["reserve"] = json!({"white": 255, "orange": 255, "blue": 255}),
        &["position-steles", "position-steles", "position-steles"],
    );
}

#[test]
fn faults_of_tokens_and_cards() {
    // V02 to V04 and V06 are religion.
    check(|v| gain(v, 0, &["V02", "V03"]), &[]);
    check(|v| gain(v, 0, &["V02", "V03", "V04"]), &["position-cards"]);
    check(|v| gain(v, 0, &["V02", "V03", "V04", "V06"]), &["position-column", "position-cards"]);
    let column = |v: &mut Value| gain(v, 0, &["V02", "V03", "V04"]);
    let with = |cards: Value| {
        move |v: &mut Value| {
            column(v);
            v["players"][0]["cards"] = cards;
        }
    };
    check(with(json!(["discount"])), &[]);
    check(with(json!(["discount", "discount"])), &["position-hand", "position-cards"]);
    check(
        |v| {
            column(v);
            v["players"][1]["cards"] = json!(["discount"]);
        },
        &["position-hand"],
    );
    check(
        |v| {
            column(v);
            v["played"] = json!(["three_seals"]);
        },
        &["position-played"],
    );
    check(|v| v["played"] = json!(["discount", "discount", "discount"]), &["position-cards", "position-deck"]);
    check(
        |v| {
            column(v);
            v["players"][0]["new_cards"] = json!(["discount"]);
        },
        &["position-new-cards"],
    );
    check(
        |v| {
            column(v);
            (v["turn"], v["players"][0]["new_cards"]) = (json!(1), json!(["discount"]));
        },
        &["position-new-cards"],
    );
}

#[test]
fn faults_of_the_turn() {
    check(|v| v["owed"] = json!(2), &["position-owed"]);
    check(|v| v["owed"] = json!(0), &["position-owed"]);
    check(|v| v["phase"] = json!("return"), &["position-phase", "position-owed"]);
    let returning = |v: &mut Value| {
        (v["phase"], v["owed"]) = (json!("return"), json!(0));
        v["players"][0]["reserve"] = json!({"white": 9, "blue": 3});
    };
    check(returning, &[]);
    check(|v| (v["phase"], v["owed"]) = (json!({"draw": {"left": 2}}), json!(0)), &[]);
    let drawing = |count: u8| {
        move |v: &mut Value| {
            (v["phase"], v["owed"]) = (json!({"draw": {"left": 2}}), json!(0));
            v["players"][0]["reserve"] = json!({"white": count});
        }
    };
    check(drawing(11), &[]);
    check(drawing(12), &["position-gain"]);
    // The first of three has been drawn, unless the bag held no more than the other two.
    check(drawing(0), &["position-phase"]);
    check(
        |v| {
            returning(v);
            v["players"][0]["reserve"]["blue"] = json!(5);
        },
        &["position-gain"],
    );
    check(|v| (v["phase"], v["owed"]) = (json!({"draw": {"left": 4}}), json!(0)), &["position-phase"]);
    check(|v| (v["phase"], v["owed"]) = (json!({"seal_card": {"due": ["black"]}}), json!(0)), &["position-phase"]);
    check(|v| v["phase"] = json!({"declared": []}), &["position-phase"]);
    check(|v| v["phase"] = json!({"declared": ["temple_three", "discount"]}), &["position-phase"]);
    check(|v| v["phase"] = json!({"declared": ["discount"]}), &["position-phase"]);
    check(
        |v| {
            gain(v, 0, &["V02", "V03", "V04"]);
            (v["played"], v["phase"]) = (json!(["discount"]), json!({"declared": ["discount"]}));
            v["players"][0]["reserve"] = json!({});
        },
        &["position-phase"],
    );
    // No position waits for a payment that leaves no choice.
    let pay = |due: Value| move |v: &mut Value| (v["phase"], v["owed"]) = (json!({"pay": {"due": due}}), json!(0));
    check(pay(json!(["black"])), &["position-phase"]);
    check(pay(json!(["white", "orange", "black"])), &["position-phase"]);
    check(
        |v| {
            pay(json!(["orange", "blue"]))(v);
            v["temples"]["orange"] = json!(4);
            v["players"][0]["reserve"]["blue"] = json!(1);
        },
        &["position-phase"],
    );
    check(
        |v| {
            let phase = json!({"ritual": {"temple": "black"}});
            (v["phase"], v["owed"]) = (phase, json!(0));
        },
        &["position-phase"],
    );
    check(
        |v| {
            let phase = json!({"ritual": {"temple": "black"}});
            (v["phase"], v["owed"], v["temples"]["black"]) = (phase, json!(0), json!(0));
        },
        &["position-phase"],
    );
}

#[test]
fn faults_of_a_ritual() {
    // The blue stele on V02 costs the black one on V01 and the white one on V05.
    let ritual = |temple: &'static str| {
        let phase = json!({"ritual": {"temple": temple, "due": ["white"]}});
        move |v: &mut Value| (v["phase"], v["owed"], v["temples"][temple]) = (phase, json!(0), json!(0))
    };
    let placed = |v: &mut Value| gain(v, 0, &["V02"]);
    check(|v| (placed(v), ritual("black")(v)).1, &[]);
    // Orange is no part of that price.
    check(|v| (placed(v), ritual("orange")(v)).1, &["position-phase"]);
    // A player who pays has gained a token.
    check(|v| (gain(v, 1, &["V02"]), ritual("black")(v)).1, &["position-phase"]);
    // The five steles of the temple are in the bag.
    let black = |own: u8, other: u8| {
        move |v: &mut Value| {
            placed(v);
            ritual("black")(v);
            (v["players"][0]["reserve"]["black"], v["players"][1]["reserve"]) = (json!(own), json!({"black": other}));
        }
    };
    check(black(6, 9), &[]);
    check(black(6, 10), &["position-phase"]);
    // Out of ten steles one was placed and one was paid.
    check(black(7, 8), &["position-gain"]);
    // What lies apart was taken in rituals, one for each stele paid before this one.
    let apart_is = |white: u8| {
        let mut value = sound();
        placed(&mut value);
        ritual("black")(&mut value);
        value["phase"]["ritual"]["aside"] = json!(vec!["white"; usize::from(white)]);
        faults_of(&apart(), &value)
    };
    assert_eq!(apart_is(0), [""; 0]);
    assert_eq!(apart_is(1), ["position-phase"], "black is the first of two to be paid");
    // A stele comes beside its own colour only with the card for it.
    let touching = |card: &'static str| {
        move |v: &mut Value| {
            gain(v, 0, &["V02", "V03", "V04"]);
            ritual("black")(v);
            (v["villages"]["V02"], v["played"]) = (json!("black"), json!([card]));
        }
    };
    check(touching("same_colour"), &[]);
    check(touching("discount"), &["position-phase"]);
}

#[test]
fn faults_of_the_end() {
    for reason in ["board-full", "stalemate", "round-limit"] {
        check(|v| (v["phase"], v["owed"]) = (json!({"over": reason}), json!(0)), &["position-not-over"]);
    }
    // Three tokens of each type fill the board of two players.
    let full = |round: u32| {
        move |v: &mut Value| {
            let villages = v["villages"].as_object().unwrap().clone();
            for knowledge in ["religion", "education", "military", "trade"] {
                let of = |token: &&String| villages[*token].as_str().unwrap().starts_with(knowledge);
                let three: Vec<&str> = villages.keys().filter(of).take(3).map(String::as_str).collect();
                gain(v, 1, &three);
            }
            v["players"][1]["cards"] = json!(["discount", "discount", "draw_three", "draw_three"]);
            (v["round"], v["turn"], v["phase"]) = (json!(round), json!(1), json!({"over": "board-full"}));
            v["owed"] = json!(0);
        }
    };
    check(full(200), &[]);
    check(full(201), &["position-not-over"]);
    check(|v| v["round"] = json!(200), &[]);
    check(|v| v["round"] = json!(201), &["position-decided"]);
    check(
        |v| {
            (v["round"], v["turn"], v["phase"]) = (json!(200), json!(1), json!({"over": "round-limit"}));
            v["owed"] = json!(0);
        },
        &[],
    );
}

#[test]
fn steps_of_the_set_up() {
    let game = game();
    let start = serde_json::to_value(Position::of(&game.start(2))).unwrap();
    assert_eq!(faults_of(&game, &start), [""; 0]);
    let check = |change: &dyn Fn(&mut Value), faults: &[&str]| {
        let mut value = start.clone();
        value.as_object_mut().unwrap().remove("bag");
        change(&mut value);
        assert_eq!(faults_of(&game, &value), faults, "{value}");
    };
    check(&|v| v["villages"]["V01"] = json!("bear"), &[]);
    check(&|v| v["villages"]["V02"] = json!("bear"), &["position-setup"]);
    check(&|v| v["villages"]["V01"] = json!("white"), &["position-setup"]);
    check(&|v| v["temples"]["white"] = json!(2), &["position-setup"]);
    check(&|v| v["round"] = json!(2), &["position-setup"]);
    check(&|v| v["players"][0]["reserve"]["white"] = json!(1), &["position-setup"]);
    check(&|v| v["owed"] = json!(0), &["position-owed"]);
    check(
        &|v| {
            *v = sound();
            v["phase"] = json!("setup");
        },
        &["position-setup"],
    );
    check(
        &|v| {
            *v = sound();
            v["phase"] = json!("setup");
            v["players"][1]["reserve"] = json!({"white": 2});
        },
        &[],
    );
    check(
        &|v| {
            *v = sound();
            v["phase"] = json!("setup");
            v["players"][0]["reserve"] = json!({"white": 2});
        },
        &["position-setup"],
    );
}
