//! The table's promises to every game, proven line by line on a game that uses all of them: draws by the referee and
//! recorded ones, forfeits among three, games called off, undos across draws, secrets.

use referee::dice::{Dice, FORFEITED};
use referee::game::{Event, Game as _, Player};
use referee::registry::NoGame;
use referee::table::{Draws, Next, Table};
use serde_json::{Value, json};

use crate::lines::{Session, play, reads_back};
use crate::toy::{COPIED, FOUND, Options, Pouch};

pub(super) const SEEDED: &str = r#"{"referee":1,"game":"pouch","seed":7}"#;
pub(super) const THREE: &str = r#"{"referee":1,"game":"pouch","seed":7,"players":3}"#;

pub(super) fn open(header: &str) -> Session {
    Session::open::<Pouch>(header, "state").unwrap_or_else(|wrong| panic!("{header}: {wrong:?}"))
}

pub(super) fn written(session: &Session) -> Vec<Value> {
    crate::lines::values(&session.out)
}

fn chances(session: &Session) -> Vec<Value> {
    written(session).iter().filter(|line| line["chance"].is_object()).map(|line| line["chance"].clone()).collect()
}

pub(super) fn rules(answer: &Value) -> Vec<&str> {
    let broken = answer["violations"].as_array().into_iter().flatten();
    broken.map(|violation| violation["rule"].as_str().expect("a rule has an id")).collect()
}

#[track_caller]
pub(super) fn malformed(header: &str, because: &str) {
    match Session::open::<Pouch>(header, "state") {
        Err(NoGame::Malformed(wrong)) => assert!(wrong.message.contains(because), "{header}: {wrong}"),
        Err(other) => panic!("{header}: {other:?}"),
        Ok(_) => panic!("{header}: was accepted"),
    }
}

#[test]
fn the_referee_draws_and_writes_it_down() {
    let session = open(SEEDED);
    let lines = written(&session);
    assert_eq!(lines[0]["draws"], "recorded");
    assert_eq!(lines[0]["next"], "chance");
    assert!(lines[0].get("state").is_none(), "nothing accompanies a line before a draw");
    // Two tiles for each player, then the die; the first turn brings no further tile.
    assert_eq!(lines.len(), 6);
    let numbers: Vec<u64> = lines[1..].iter().map(|line| line["n"].as_u64().expect("a number")).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    assert!(lines[1..5].iter().all(|line| line["chance"]["tile"].is_string() && line.get("state").is_none()));
    assert!(lines[5]["chance"]["die"].is_u64() && lines[5]["state"]["phase"] == "act");
    assert_eq!(lines[5]["next"], json!({"player": 0}));
}

#[test]
fn draws_depend_on_the_seed_and_the_source_alone() {
    let (mut bids, mut spends) = (open(SEEDED), open(SEEDED));
    for _ in 0..9 {
        bids.say(r#"{"action":{"bid":{"amount":3}}}"#);
        let legal = spends.listing();
        let spend = legal["legal"][0].clone();
        spends.say(&json!({"action": spend}).to_string());
    }
    let dice = |session: &Session| -> Vec<Value> {
        chances(session).into_iter().filter(|chance| chance["die"].is_u64()).collect()
    };
    assert!(dice(&bids).len() > 5);
    assert_eq!(dice(&bids), dice(&spends), "the same dice after any actions");
    assert_ne!(chances(&bids), chances(&open(r#"{"referee":1,"game":"pouch","seed":8}"#)));
}

#[test]
fn the_referee_makes_its_draws_alone() {
    let mut session = open(SEEDED);
    let answer = session.say(r#"{"chance":{"die":1}}"#);
    assert_eq!((answer.len(), rules(&answer[0])), (1, vec!["table.chance-not-due"]));
    assert_eq!(answer[0]["n"], 6);
    malformed(r#"{"referee":1,"game":"pouch","draws":"referee"}"#, "needs a `seed`");
}

#[test]
fn recorded_draws_without_a_seed_need_only_be_possible() {
    let mut session = open(r#"{"referee":1,"game":"pouch"}"#);
    assert_eq!(written(&session).len(), 1);
    let tiles = json!([
        {"chance": {"tile": "red"}, "weight": 6},
        {"chance": {"tile": "green"}, "weight": 6},
        {"chance": {"tile": "blue"}, "weight": 6},
    ]);
    let answer = session.say(r#"{"query":"legal"}"#);
    assert_eq!(answer, [json!({"query": "legal", "draws": tiles, "next": "chance"})]);
    assert_eq!(rules(&session.say(r#"{"action":{"bid":{"amount":1}}}"#)[0]), ["table.chance-due"]);
    let stranger = session.say(r#"{"player":7,"action":{"bid":{"amount":1}}}"#);
    assert_eq!(rules(&stranger[0]), ["table.no-such-player", "table.chance-due"], "in any phase");
    assert_eq!(rules(&session.say(r#"{"chance":{"die":1}}"#)[0]), ["table.chance-impossible"]);
    for _ in 0..4 {
        assert_eq!(rules(&session.say(r#"{"chance":{"tile":"red"}}"#)[0]), [""; 0]);
    }
    let answer = session.say(r#"{"query":"legal"}"#);
    assert_eq!(answer[0]["draws"][0], json!({"chance": {"die": 1}, "weight": 3}), "the weights of the other source");
    assert_eq!(rules(&session.say(r#"{"chance":{"die":4}}"#)[0]), ["table.chance-impossible"]);
    let answer = session.say(r#"{"chance":{"die":3}}"#);
    assert_eq!((answer[0]["n"].clone(), answer[0]["next"].clone()), (json!(5), json!({"player": 0})));
    assert_eq!(rules(&session.say(r#"{"chance":{"die":3}}"#)[0]), ["table.chance-not-due"]);
    session.say(r#"{"action":{"spend":{"tiles":["red"]}}}"#);
    let answer = session.say(r#"{"query":"legal"}"#);
    assert_eq!(answer[0]["draws"][0]["weight"], 2, "what is gone cannot come again");
}

#[test]
fn recorded_draws_with_a_seed_are_the_ones_it_gives() {
    let drawn = chances(&open(SEEDED));
    let mut session = open(r#"{"referee":1,"game":"pouch","seed":7,"draws":"recorded"}"#);
    for due in &drawn {
        let wrong = if *due == json!({"tile": "red"}) { json!({"tile": "blue"}) } else { json!({"tile": "red"}) };
        if due["tile"].is_string() {
            let answer = session.say(&json!({"chance": wrong}).to_string());
            assert_eq!(rules(&answer[0]), ["table.chance-contradicts-seed"]);
            assert_eq!(answer[0]["violations"][0]["facts"]["expected"], *due);
        }
        assert_eq!(rules(&session.say(&json!({"chance": due}).to_string())[0]), [""; 0]);
    }
}

#[test]
fn a_multiset_has_one_way_to_be_written() {
    let mut session = open(r#"{"referee":1,"game":"pouch"}"#);
    for tile in ["blue", "red", "red", "red"] {
        session.say(&json!({"chance": {"tile": tile}}).to_string());
    }
    session.say(r#"{"chance":{"die":3}}"#);
    let legal = session.say(r#"{"query":"legal"}"#).remove(0);
    let expected = json!([["blue"], ["red"], ["red", "blue"]]);
    let spends = legal["legal"].as_array().into_iter().flatten().filter_map(|action| action.get("spend"));
    assert_eq!(json!(spends.map(|spend| spend["tiles"].clone()).collect::<Vec<_>>()), expected);
    assert_eq!((&legal["legal_n"], &legal["exhaustive"]), (&json!(8), &json!(false)));
    assert_eq!(rules(&session.say(r#"{"action":{"bid":{"amount":1000}}}"#)[0]), ["pouch.bid-range"]);
    let answer = session.say(r#"{"action":{"spend":{"tiles":["green","blue","red","blue"]}}}"#);
    assert_eq!(rules(&answer[0]), ["pouch.too-many", "pouch.not-held", "pouch.not-held"], "every rule, in order");
    assert_eq!(answer[0]["action"], json!({"spend": {"tiles": ["red", "green", "blue", "blue"]}}));
    let answer = session.say(r#"{"action":{"spend":{"tiles":["blue","red"]}}}"#);
    assert_eq!(answer[0]["action"], json!({"spend": {"tiles": ["red", "blue"]}}));
    assert_eq!(answer[0]["next"], "chance");
}

#[test]
fn what_is_not_listed_may_be_legal() {
    let mut session = open(SEEDED);
    let answer = session.say(r#"{"action":{"bid":{"amount":999}}}"#);
    assert_eq!(rules(&answer[0]), [""; 0]);
    assert_eq!(answer.len(), 3, "the bid, a tile, the die: the only name is not asked for");
    let mut session = open(THREE);
    let answer = session.say(r#"{"action":{"bid":{"amount":999}}}"#);
    assert_eq!((answer.len(), &answer[0]["next"]), (1, &json!({"player": 0})), "with three there is a choice");
    assert_eq!(rules(&session.say(r#"{"action":{"bid":{"amount":1}}}"#)[0]), ["pouch.name-due"]);
    let answer = session.say(r#"{"action":{"name":{"next":2}}}"#);
    assert_eq!(answer[2]["next"], json!({"player": 2}));
}

#[test]
fn everything_an_action_breaks_is_said_for_its_sender() {
    let mut session = open(THREE);
    let answer = session.say(r#"{"player":2,"action":{"spend":{"tiles":[]}}}"#);
    assert_eq!(rules(&answer[0]), ["table.not-your-turn", "pouch.nothing-spent"]);
    assert_eq!(rules(&session.say(r#"{"player":3,"action":{"bid":{"amount":0}}}"#)[0]), ["table.no-such-player"]);
    let answer = session.say(r#"{"player":0,"by":"referee","action":{"bid":{"amount":1}}}"#);
    assert_eq!(rules(&answer[0]), ["table.not-forfeited"]);
}

#[test]
fn the_referee_plays_on_for_one_of_three() {
    let mut session = open(THREE);
    session.say(r#"{"forfeit":{"player":1,"cause":"time_move","over_ms":51}}"#);
    let again = session.say(r#"{"forfeit":{"player":1,"cause":"exit"}}"#);
    assert_eq!(rules(&again[0]), ["table.forfeited"]);
    assert_eq!(rules(&session.say(r#"{"forfeit":{"player":3,"cause":"exit"}}"#)[0]), ["table.no-such-player"]);
    while session.judge.look().next() != referee::table::Next::Over {
        let answer = session.say(r#"{"action":{"bid":{"amount":1}}}"#);
        if answer.len() == 1 && answer[0]["next"] != "over" {
            session.say(r#"{"action":{"name":{"next":1}}}"#);
        }
    }
    let lines = written(&session);
    let played: Vec<&Value> = lines.iter().filter(|line| line["by"] == "referee").collect();
    assert!(!played.is_empty() && played.iter().all(|line| line["player"] == 1 && line["action"].is_object()));
    let outcome = lines.last().expect("lines");
    assert_eq!(outcome["outcome"]["places"][1], 3, "{outcome}");
    assert_eq!(outcome["outcome"]["reason"], "turns");
    assert!(outcome["outcome"]["scores"].is_array() && outcome["details"]["left"].is_array());
    reads_back::<Pouch>(&session.text());
}

#[test]
fn what_the_referee_plays_follows_the_seed() {
    let mut session = open(THREE);
    for line in [r#"{"forfeit":{"player":1,"cause":"exit"}}"#, r#"{"action":{"bid":{"amount":1}}}"#] {
        session.say(line);
    }
    session.say(r#"{"action":{"name":{"next":1}}}"#);
    let text = session.text();
    let (before, rest) = text.split_once("\"by\":\"referee\"").expect("the referee played");
    let at = before.rfind('\n').expect("a line") + 1;
    let line: Value = serde_json::from_str(text[at..].lines().next().expect("a line")).expect("JSON");
    assert!(!rest.is_empty());
    for amount in 1..=5 {
        let mut again = play::<Pouch>(&text[..at], "none");
        let other = json!({"bid": {"amount": amount}});
        let answer = again.say(&json!({"player": 1, "by": "referee", "action": other}).to_string());
        let expected: &[&str] = if line["action"] == other { &[] } else { &["table.action-contradicts-seed"] };
        assert_eq!(rules(&answer[0]), expected);
        let own = again.say(&json!({"player": 1, "action": {"bid": {"amount": 0}}}).to_string());
        if !expected.is_empty() {
            assert_eq!(rules(&own[0]), ["table.forfeited", "pouch.bid-range"]);
        }
    }
    // Without the seed, any legal action is accepted.
    let unseeded = text[..at].replacen("\"seed\":7,", "", 1);
    let mut again = play::<Pouch>(&unseeded, "none");
    assert_eq!(rules(&again.say(r#"{"by":"referee","action":{"bid":{"amount":777}}}"#)[0]), [""; 0]);
}

/// The k-th action chosen for a forfeited player follows from the k-th word of its source, however many came before.
#[test]
fn each_action_of_a_forfeited_player_uses_a_word_up() {
    let game: Pouch = crate::laws::open(&Options::default());
    let start = game.start(3);
    let mut table = Table::new(game, 3, start).seeded(Some(7), Draws::Referee);
    let (mut dice, mut chosen) = (Dice::new(7), Vec::new());
    while table.next() != Next::Over {
        if table.n() == 8 {
            table.forfeit(Player(1)).expect("they are playing");
        }
        let Some(due) = table.due() else {
            let Next::Player(player) = table.next() else { panic!("nothing else is waited for") };
            let (legal, _) = table.legal();
            let action = legal.last().expect("an action").clone();
            table.perform_unchecked(Event::Action(player, action), false);
            continue;
        };
        if let Event::Action(_, action) = &due.event {
            let (legal, _) = table.legal();
            let at = dice.draw(FORFEITED, legal.len() as u64) as usize;
            assert_eq!(*action, legal[at], "action {} of those chosen", chosen.len());
            chosen.push(at);
        }
        table.settle(due);
    }
    assert!(chosen.len() > 2 && chosen.iter().any(|at| *at != chosen[0]), "{chosen:?}");
}

#[test]
fn the_last_one_standing_wins() {
    let mut session = open(THREE);
    session.say(r#"{"forfeit":{"player":2,"cause":"bad_json"}}"#);
    let answer = session.say(r#"{"forfeit":{"player":0,"cause":"exit"}}"#);
    assert_eq!(answer[0]["next"], "over");
    let outcome = json!({"places": [2, 1, 3], "scores": null, "reason": "forfeit"});
    assert_eq!(answer[1], json!({"outcome": outcome, "next": "over"}), "the earlier is the lower");
    assert_eq!(session.say(&json!({"outcome": outcome}).to_string()), [Value::Null; 0], "it is there already");
    for line in [
        r#"{"player":1,"action":{"bid":{"amount":1}}}"#,
        r#"{"chance":{"die":1}}"#,
        r#"{"forfeit":{"player":1,"cause":"exit"}}"#,
        r#"{"abort":{"cause":"max_turns"}}"#,
    ] {
        assert_eq!(rules(&session.say(line)[0]), ["table.game-over"], "{line}");
    }
    reads_back::<Pouch>(&session.text());
    let answer = session.say(r#"{"query":"undo"}"#);
    assert_eq!((&answer[0]["undone"], &answer[0]["next"]), (&json!(1), &json!({"player": 0})));
    let both = [r#"{"forfeit":{"player":0,"cause":"exit"}}"#, r#"{"query":"undo"}"#];
    let told = both.map(|line| session.say(line).iter().filter(|line| line["outcome"].is_object()).count());
    assert_eq!(told, [1, 0], "the end is told again when it comes again");
    reads_back::<Pouch>(&session.text());
}

#[test]
fn two_players_need_one_forfeit() {
    let mut session = open(SEEDED);
    let answer = session.say(r#"{"forfeit":{"player":0,"cause":"signal"}}"#);
    assert_eq!(answer[1]["outcome"], json!({"places": [2, 1], "scores": null, "reason": "forfeit"}));
}

#[test]
fn a_game_called_off_has_no_outcome() {
    let mut session = open(SEEDED);
    let answer = session.say(r#"{"abort":{"cause":"organiser_abort"},"note":"rain"}"#);
    assert_eq!((answer.len(), &answer[0]["next"], &answer[0]["note"]), (1, &json!("over"), &json!("rain")));
    let answer = session.say(r#"{"outcome":{"places":[1,1],"scores":[0,0],"reason":"turns"}}"#);
    assert_eq!(answer[0]["contradicted"][0]["actual"], Value::Null);
    reads_back::<Pouch>(&session.text());
    let answer = session.say(r#"{"query":"undo"}"#);
    assert_eq!(answer[0]["next"], json!({"player": 0}));
}

#[test]
fn a_view_tells_a_secret_to_its_owner_alone() {
    let mut session = Session::open::<Pouch>(SEEDED, "view:1").expect("a game");
    let last = written(&session).remove(5);
    assert_eq!(last["viewer"], 1);
    assert!(last["view"]["hands"][0].is_null() && last["view"]["hands"][1].is_array(), "{last}");
    assert_eq!(session.say(r#"{"query":{"view":1}}"#)[0]["view"], last["view"]);
    assert_eq!(rules(&session.say(r#"{"query":{"view":2}}"#)[0]), ["table.no-such-player"]);
    let mut session = open(SEEDED);
    let answer = session.say(r#"{"query":{"view":0}}"#);
    assert!(answer[0]["view"]["hands"][0].is_array() && answer[0]["view"]["hands"][1].is_null());
    assert_eq!((&answer[0]["player"], &answer[0]["view"]["sizes"]), (&json!(0), &json!([2, 2])));
    session.say(r#"{"forfeit":{"player":0,"cause":"exit"}}"#);
    reads_back::<Pouch>(&session.text());
}

/// The lines written for a player: their own draws in full, of other players' draws only the kind; no seed, no
/// refusals of others, no answer that the player may not know.
#[test]
fn what_is_written_for_a_player_keeps_secrets() {
    let mut session = Session::open::<Pouch>(SEEDED, "view:1").expect("a game");
    let dealt = written(&session);
    assert!(dealt[0].get("seed").is_none(), "{}", dealt[0]);
    let tiles: Vec<bool> = dealt[1..5].iter().map(|line| line["chance"]["tile"].is_null()).collect();
    assert_eq!(tiles, [true, false, true, false]);
    let withheld = |number: u64| vec![json!({"withheld": {"line": number}, "next": {"player": 0}})];
    let secrets = [
        r#"{"query":"state"}"#,
        r#"{"query":{"view":0}}"#,
        r#"{"query":"legal"}"#,
        r#"{"action":{"spend":{"tiles":["red","red","red"]}}}"#,
        r#"{"action":{"spend":{"tiles":["purple"]}}}"#,
        r#"{"chance":{"tile":"red"}}"#,
    ];
    for (number, secret) in (2..).zip(secrets) {
        assert_eq!(session.say(secret), withheld(number), "{secret}");
    }
    assert_eq!((session.refused, session.malformed, session.contradicted), (2, 1, 0));
    let own = session.say(r#"{"player":1,"action":{"bid":{"amount":0}},"note":"mine"}"#);
    assert_eq!((rules(&own[0]), &own[0]["note"]), (vec!["table.not-your-turn", "pouch.bid-range"], &json!("mine")));
    let claim = session.say(r#"{"action":{"bid":{"amount":1}},"digest":"","n":9,"note":"theirs"}"#);
    assert_eq!((claim[0].get("contradicted"), claim[0].get("note"), session.contradicted), (None, None, 1));
    let own = session.say(r#"{"player":1,"action":{"bid":{"amount":0}},"digest":"","n":99,"violations":[]}"#);
    let told = own[0]["contradicted"].as_array().expect("his own").iter();
    let told: Vec<_> = told.filter_map(|one| one["claim"].as_str()).collect();
    assert_eq!((told, session.contradicted), (vec!["violations", "n"], 2), "whether a guess was right is a secret");
    assert_eq!(session.say(r#"{"query":"state","violations":[{"rule":"x"}]}"#)[0]["withheld"]["line"], 11);
    assert_eq!(session.contradicted, 3, "the line was still judged");
    assert_eq!(session.say(r#"{"query":"legal"}"#)[0]["next"], json!({"player": 1}));
    assert!(session.say(r#"{"query":"legal"}"#)[0]["legal"].is_array(), "his own turn");
}

#[test]
fn a_hidden_event_ends_what_can_be_judged() {
    let hidden = r#"{"n":1,"chance":{"tile":null},"next":"chance"}"#;
    let mut session = open(r#"{"referee":1,"game":"pouch"}"#);
    assert_eq!(session.say(hidden), [json!({"redacted": {"line": 2, "next": "chance"}})]);
    assert_eq!(session.redacted, 1);
    let mut session = open(r#"{"referee":1,"game":"pouch"}"#);
    for _ in 0..4 {
        session.say(r#"{"chance":{"tile":"red"}}"#);
    }
    assert_eq!(rules(&session.say(r#"{"chance":{"tile":null}}"#)[0]), ["table.hidden-impossible"], "a die is due");
    let remark = session.say(r#"{"redacted":{"line":7}}"#);
    assert_eq!(rules(&remark[0]), ["table.hidden-impossible"], "a die is no secret");
    let again = session.say(&remark[0].to_string());
    assert_eq!((rules(&again[0]), session.refused, session.redacted), (vec!["table.hidden-impossible"], 2, 0));
    let mut session = open(SEEDED);
    let refused = session.say(hidden);
    assert_eq!((rules(&refused[0]), &refused[0]["chance"]), (vec!["table.chance-not-due"], &json!({"tile": null})));
    for wrong in [
        r#"{"chance":{"die":null}}"#,
        r#"{"chance":{"tile":null,"die":null}}"#,
        r#"{"chance":{"tile":null},"chance":{"tile":null}}"#,
        r#"{"chance":{"tile":null},"form":1}"#,
        r#"{"action":{"tile":null}}"#,
        r#"{"action":{"bid":null}}"#,
        r#"{"chance":{}}"#,
        r#"{"chance":null}"#,
    ] {
        assert_eq!(session.say(wrong)[0]["malformed"]["line"], session.malformed + 2, "{wrong}");
    }
    assert_eq!((session.refused, session.redacted), (1, 0));
}

#[test]
fn a_view_is_a_claim_that_is_verified() {
    let told = written(&Session::open::<Pouch>(SEEDED, "view:1").expect("a game")).remove(5)["view"].clone();
    let text = open(SEEDED).text();
    let die = text.lines().nth(5).expect("the die");
    let until = text.len() - die.len() - 1;
    let with = |change: &dyn Fn(&mut Value)| {
        let mut line: Value = serde_json::from_str(die).expect("JSON");
        (line["view"], line["viewer"]) = (told.clone(), json!(1));
        change(&mut line);
        let mut again = play::<Pouch>(&text[..until], "none");
        assert_eq!(again.contradicted, 0);
        let answer = again.say(&line.to_string());
        assert!(answer[0].get("violations").is_none());
        (again.contradicted, answer[0]["contradicted"].clone())
    };
    assert_eq!(with(&|_| ()).0, 0);
    let (n, found) = with(&|line| line["viewer"] = json!(0));
    assert_eq!((n, &found[0]["claim"]), (1, &json!("view")));
    let (n, found) = with(&|line| line["viewer"] = json!(7));
    assert_eq!((n, &found[0]["claim"]), (1, &json!("view")), "the seat is empty");
    let (n, found) = with(&|line| line["view"]["hands"][1] = Value::Null);
    assert_eq!((n, &found[0]["actual"]), (1, &told));
    let unnamed = |line: &mut Value| drop(line.as_object_mut().map(|line| line.remove("viewer")));
    assert_eq!(with(&unnamed).0, 0, "it is a view without a viewer");
    assert_eq!(with(&|line| (unnamed(line), line["view"]["hands"][1] = json!([])).1).0, 1);
}

#[test]
fn claimed_draws_are_verified() {
    let header = r#"{"referee":1,"game":"pouch"}"#;
    let weights = |list: Value| json!({"query": "legal", "draws": list}).to_string();
    let tile = |colour: &str, weight: u8| json!({"chance": {"tile": colour}, "weight": weight});
    let mut session = open(header);
    let reordered = json!([tile("blue", 6), tile("red", 6), tile("green", 6)]);
    assert!(session.say(&weights(reordered))[0].get("contradicted").is_none(), "another order is the same claim");
    for wrong in [
        json!([tile("red", 6), tile("green", 6)]),
        json!([tile("red", 5), tile("green", 6), tile("blue", 6)]),
        json!([tile("red", 6), tile("red", 6), tile("blue", 6)]),
    ] {
        assert_eq!(session.say(&weights(wrong))[0]["contradicted"][0]["claim"], "draws");
    }
}

#[test]
fn a_game_starts_from_a_position() {
    let position = json!({"turn":1,"phase":"act","die":2,"round":3,"hands":[["red"],["blue","blue"]],"scores":[4,0]});
    let header = json!({"referee":1,"game":"pouch","seed":7,"state":position}).to_string();
    let mut session = open(&header);
    assert_eq!(written(&session)[0]["next"], json!({"player": 1}));
    let answer = session.say(r#"{"action":{"spend":{"tiles":["blue","blue"]}}}"#);
    // The counters are at 0: the first tile and the first die of the seed.
    let whole = chances(&open(SEEDED));
    assert_eq!(answer[2]["chance"], whole[4]);
    reads_back::<Pouch>(&session.text());
    let wrong = json!({"turn":1,"phase":"roll","die":2,"round":3,"hands":[["red"],["blue"]],"scores":[4,0]});
    let header = json!({"referee":1,"game":"pouch","state":wrong}).to_string();
    assert!(matches!(Session::open::<Pouch>(&header, "none"), Err(NoGame::Refused(no_start)) if no_start.fate.refused));
}

#[test]
fn headers_that_do_not_fit_the_game() {
    malformed(r#"{"referee":1,"game":"pouch","players":4}"#, "2 to 3 players, not 4");
    malformed(r#"{"referee":1,"game":"pouch","names":["Ada"]}"#, "one name for each");
    malformed(r#"{"referee":1,"game":"pouch","options":{"turn":5}}"#, "did you mean `turns`?");
    malformed(r#"{"referee":1,"game":"pouch","options":{"turns":-5}}"#, "option `turns`");
    malformed(r#"{"referee":1,"game":"pouch","options":{"turns":0}}"#, "options.turns");
    malformed(r#"{"referee":1,"game":"pouch","state":{"turn":1}}"#, "`state`");
}

#[test]
fn what_is_sent_has_a_bound_and_so_has_what_it_broke() {
    let spend = |count: usize| json!({"action": {"spend": {"tiles": vec!["red"; count]}}}).to_string();
    let mut session = open(SEEDED);
    let answer = session.say(&spend(9000));
    assert_eq!(rules(&answer[0]), ["pouch.too-many", "pouch.not-held"]);
    let answer = session.say(&spend(12_000));
    assert!(answer[0]["malformed"]["message"].as_str().is_some_and(|said| said.contains("at most 65536 bytes")));
}

#[test]
fn what_a_finished_game_tells_is_found_out_once() {
    let mut session = open(r#"{"referee":1,"game":"pouch","seed":7,"options":{"turns":2}}"#);
    while session.judge.look().next() != Next::Over {
        session.say(r#"{"action":{"bid":{"amount":1}}}"#);
    }
    let end = written(&session).pop().expect("the outcome");
    let before = FOUND.get();
    for _ in 0..50 {
        assert_eq!(session.say(&end.to_string()), [Value::Null; 0], "the claim is right");
        let answers = session.say(&json!({"outcome": end["outcome"], "details": {"left": [99, 99]}}).to_string());
        assert_eq!(answers[0]["contradicted"][0]["actual"], end["details"]);
        let earlier = json!({"claim": "details", "claimed": 1, "actual": 2});
        session.say(&json!({"outcome": end["outcome"], "contradicted": [earlier]}).to_string());
    }
    assert_eq!(FOUND.get(), before, "it was found out when the game ended");
    session.say(r#"{"query":"undo"}"#);
    session.say(r#"{"action":{"bid":{"amount":1}}}"#);
    assert_eq!(FOUND.get(), before + 1, "another end is another position");
}

/// Claims about a position are compared with the position itself.
#[test]
fn no_claim_costs_a_copy_of_the_state() {
    let mut session = Session::open::<Pouch>(SEEDED, "none").expect("a game");
    let mut listed = session.say(r#"{"query":"legal"}"#).remove(0);
    for (key, claim) in [("n", json!(5)), ("digest", json!("0")), ("occurrence", json!(1)), ("view", json!({}))] {
        listed[key] = claim;
    }
    listed["state"] = session.say(r#"{"query":"state"}"#)[0]["state"].clone();
    let before = COPIED.get();
    session.say(&listed.to_string());
    assert_eq!((session.malformed, COPIED.get()), (0, before), "{listed}");
}
