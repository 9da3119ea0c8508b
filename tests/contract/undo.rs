//! Steps back at the table, across draws, rulings and the end of what is remembered.

use referee::dice::{Dice, RANDOM_PLAYER};
use referee::game::{Event, Game as _};
use referee::games::we_will_wok_you::WeWillWokYou;
use referee::table::{Draws, Next, Table};
use serde_json::json;

use super::table::{SEEDED, open, rules};
use crate::lines::{Session, play, reads_back};
use crate::sample::EMITS;
use crate::toy::{Options, Pouch};

#[test]
fn the_same_draws_come_again_after_a_step_back() {
    for emit in EMITS {
        let mut session = Session::open::<Pouch>(SEEDED, emit).expect("a game");
        let bid = r#"{"action":{"bid":{"amount":2}}}"#;
        let first = session.say(bid);
        assert_eq!(first.len(), 3);
        let back = session.say(r#"{"query":"undo"}"#);
        assert_eq!((&back[0]["undone"], &back[0]["n"]), (&json!(3), &json!(5)));
        assert_eq!(session.say(bid), first);
        session.say(bid);
        for _ in 0..2 {
            session.say(r#"{"query":"undo"}"#);
        }
        assert_eq!(session.say(bid), first);
        session.say(r#"{"query":"undo"}"#);
        let none = session.say(r#"{"query":"undo"}"#);
        assert_eq!(rules(&none[0]), ["table.nothing-to-undo"], "the deal was no player's line");
        assert_eq!(session.say(bid), first);
        if !emit.starts_with("view") {
            reads_back::<Pouch>(&session.text());
        }
    }
}

#[test]
fn given_draws_are_taken_back_one_by_one() {
    let mut session = open(r#"{"referee":1,"game":"pouch"}"#);
    let red = r#"{"chance":{"tile":"red"}}"#;
    session.say(red);
    session.say(red);
    let back = session.say(r#"{"query":"undo"}"#);
    assert_eq!((&back[0]["undone"], &back[0]["n"], &back[0]["next"]), (&json!(1), &json!(1), &json!("chance")));
    session.say(r#"{"query":"undo"}"#);
    assert_eq!(rules(&session.say(r#"{"query":"undo"}"#)[0]), ["table.nothing-to-undo"]);
    assert_eq!(rules(&session.say(red)[0]), [""; 0]);
}

/// A record begins with the draws as lines, and with everything before the oldest line that is kept.
#[test]
fn what_could_not_be_taken_back_cannot_be_in_the_record() {
    let bid = r#"{"action":{"bid":{"amount":1}}}"#;
    let header = r#"{"referee":1,"game":"pouch","seed":3,"options":{"turns":5000,"rich":0}}"#;
    // Undos, and what the refusal says of them: with no line, with one line and with more lines than are kept.
    for (bids, steps, said) in [(0, 0, 0), (0, 1, 0), (0, 5, 0), (1, 4, 9), (1, 99, 99), (513, 513, 1046)] {
        let mut session = Session::open::<Pouch>(header, "none").expect("a game");
        for _ in 0..bids {
            session.say(bid);
        }
        let answer = &session.say(&json!({"query": "undo", "undone": steps}).to_string())[0];
        assert_eq!((rules(answer), &answer["undone"]), (vec!["table.nothing-to-undo"], &json!(said)), "{bids} {steps}");
        session.say(bid);
        let read = play::<Pouch>(&session.text(), "none");
        assert_eq!((read.malformed, read.refused, read.contradicted), (0, 0, 0), "{bids} {steps}");
        assert_eq!(read.text(), session.text());
    }
    // A player of a game without secrets does not get the seed; without it, anyone may supply draws.
    let header = r#"{"referee":1,"game":"we-will-wok-you","seed":3}"#;
    reads_back::<WeWillWokYou>(&[header, r#"{"query":"undo","undone":1}"#].join("\n"));
}

/// A record has more lines than the game it records, but must allow as many undos.
#[test]
fn at_most_256_lines_are_taken_back_in_a_record_too() {
    let header = r#"{"referee":1,"game":"pouch","seed":3,"players":3,"options":{"turns":5000,"rich":0}}"#;
    let mut session = Session::open::<Pouch>(header, "none").expect("a game");
    session.say(r#"{"forfeit":{"player":1,"cause":"exit"}}"#);
    let mut next = 1;
    for _ in 0..400 {
        let answer = session.say(r#"{"action":{"bid":{"amount":1}}}"#);
        if answer.last().expect("an answer")["next"] == answer[0]["next"] && answer.len() == 1 {
            session.say(&json!({"action": {"name": {"next": next}}}).to_string());
            next = 1;
        }
    }
    for turn in 0..270 {
        let answer = session.say(r#"{"query":"undo"}"#);
        assert_eq!(answer[0].get("violations").is_some(), turn >= 256, "{turn}: {answer:?}");
    }
    session.say(r#"{"action":{"bid":{"amount":4}}}"#);
    let read = play::<Pouch>(&session.text(), "none");
    assert_eq!((read.malformed, read.refused, read.contradicted), (0, 0, 0));
    assert_eq!(read.text(), session.text());
}

/// Whether the table starts from a copy or from far back, it reaches the same position.
#[test]
fn steps_back_are_exact_however_long_the_game_is() {
    let game: Pouch = crate::laws::open(&Options { turns: 5000, rich: 0 });
    let start = game.start(3);
    let mut table = Table::new(game, 3, start).seeded(Some(3), Draws::Referee);
    let (mut dice, mut stood, mut longest, mut taken_back) = (Dice::new(1), Vec::new(), 0, 0);
    let mut below = |most: usize| dice.draw(RANDOM_PLAYER, most as u64) as usize;
    loop {
        while let Some(due) = table.due() {
            table.settle(due);
        }
        let Next::Player(_) = table.next() else { break };
        longest = table.n();
        stood.push((table.state().clone(), table.n()));
        if below(40) == 0 {
            let most = if below(4) == 0 { 257 } else { 9 };
            for _ in 0..below(stood.len().min(most)) {
                if table.undo(None).is_err() {
                    break;
                }
                taken_back += 1;
                stood.pop();
                let (state, n) = stood.last().expect("the first position stays");
                assert_eq!((table.state(), table.n()), (state, *n));
            }
        }
        let Next::Player(player) = table.next() else { panic!("somebody was to act here before") };
        let (legal, _) = table.legal();
        let action = legal[below(legal.len())].clone();
        table.perform_unchecked(Event::Action(player, action), false);
    }
    assert!(
        longest > 10_000 && taken_back > 1000,
        "{longest} events, {taken_back} steps back: there are no more copies"
    );
}
