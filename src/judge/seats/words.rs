//! # For language models
//!
//! A match can be played without lists and in words. What its header says in `match` besides:
//!
//! * `lists`: `full`; `number`: questions have no `legal`, but its length `legal_n`; `none`: neither, and no `exhaustive`. A
//!   bot then proposes actions and learns from refusals; a `pick` is no answer (`bad_message`).
//! * `on_unreadable`, if unreadable answers have a budget of their own: `retry:N` forgives so many for each question. Without
//!   it they are counted with the illegal actions that `on_illegal` forgives.
//! * `ask_text`: `true` if every question is put in words as well, as `text` in `ask`.
//!
//! A question in words tells who is asked, what has happened since they were asked last, what they see (the board as text, as
//! `referee show` draws it without colours), what kinds of action there are, each with examples of how it is written, and what
//! an answer looks like. It tells no more than `view` does. The examples are always the same: they show the notation, not what is
//! legal. After a refusal the text is what was wrong, with the rule. `referee rules GAME --format prompt` writes the rules.
//!
//! An answer in words is `{"ask":7,"say":"move c1 to c5 and turn d5"}`, whether or not the question was put in words. What is
//! said is read where it is unmistakable: an action in words as a person is shown it, whatever its capitals, articles and
//! punctuation, and so many of its words that no other legal action holds them. An action that is told in full and is illegal
//! is refused with its rules. Words that tell no action are no answer, and the refusal names the legal action that comes nearest,
//! if one is near. `say` has at most 2000 bytes.
//!
//! With an answer `note` keeps what a bot thought (the first 2000 bytes) and `eval`, a number, how it judges its position, better
//! for it the greater. Both stand in the record and are told to no player.
//!
//! An answer is all that a bot writes to a question. Lines before the answer that cannot be read, such as `thinking...`, are
//! faults, of which it is told; with `retry:N` they cost it one attempt at most, and the answer counts. A question that is put
//! again has a new id, and until one is answered an answer to any of its ids counts. What belongs to an id that was left
//! unanswered so is passed over when it comes later.
//!
//! Every answer that was not taken stands in the record, before what came of it, as
//! `{"attempt":{"player":1,"fault":"illegal","rules":["tectonic.hill-step"],"said":"…"}}`: `fault` is `unreadable` (not JSON),
//! `no_answer`, `illegal` or `late`, `why` says what could not be read, `said` are the first 1000 bytes of what it wrote, of
//! `bytes` where there were more. No other player is told.
//!
//! How many characters there are at most:
//!
//! {BUDGETS}

use std::collections::BTreeSet;

use super::super::scene::{Look as _, Scene};
use super::Ask;
use crate::breach::Breach;
use crate::game::{Game, Player, read_words};
use crate::render::text::{Style, text};
use crate::spoken::{Understood, folded, understood};
use crate::table::Broken;
use crate::text::{clipped_characters, count, harmless};
use crate::wire::kind_alone;

/// The question to a player on turn, made from the picture of their seat, so that it tells no more than their view does, and
/// never longer than [`Game::ASK_TEXT`].
pub(super) fn question<G: Game>(scene: &Scene<G>, player: Player, happened: &[String], ask: &Ask) -> String {
    let mut picture = scene.picture(Some(player));
    // It stands among what has happened.
    picture.last.clear();
    let (letter, name) = (picture.seats.get(player.index()).map_or('?', |seat| seat.letter), picture.name(player));
    let number = player.0;
    let called = if name == format!("player {number}") { String::new() } else { format!(", called {name}") };
    let head = format!(
        "You are player {number} of {} in {}{called}; on the board you are {letter}. This is step {}.\n",
        scene.players(),
        picture.title,
        scene.n() + 1
    );
    let foot = format!("{}{}", possible(scene), how::<G>(ask));
    let seen = board(&picture);
    let fixed = characters(&head) + characters(&foot) + characters(&seen) + 2;
    let story = story(happened, G::ASK_TEXT.saturating_sub(fixed));
    let mut whole = format!("{head}{story}\n{seen}\n{foot}");
    if characters(&whole) > G::ASK_TEXT {
        // Signs that can be guessed are explained in the rules, too.
        (picture.legend, picture.note) = (Vec::new(), String::new());
        let room = G::ASK_TEXT.saturating_sub(characters(&head) + characters(&foot) + 2);
        whole = format!("{head}\n{}\n{foot}", clipped_characters(&board(&picture), room));
    }
    harmless(&whole)
}

/// The question again, after an answer that was not taken.
pub(super) fn again<G: Game>(wrong: &[String], ask: &Ask) -> String {
    let mut text = String::from("Your answer was not taken:\n");
    let room = G::ASK_TEXT / 2;
    for wrong in wrong {
        let line = format!("- {wrong}\n");
        if characters(&text) + characters(&line) <= room {
            text += &line;
        }
    }
    if let Some(left) = ask.left {
        let kind = if ask.left_unreadable.is_some() { "illegal actions" } else { "such answers" };
        text += &format!("After this one {left} more {kind} are forgiven");
        text += &ask.left_unreadable.map_or_else(String::new, |left| format!(", and {left} that cannot be read"));
        text += ".\n";
    }
    text += "The position is the same, and it is still your turn.\n";
    harmless(&(text + &how::<G>(ask)))
}

/// The action that the player on turn means; an error says why it is none.
pub(super) fn meant<G: Game>(scene: &Scene<G>, words: &str) -> Result<G::Action, String> {
    let (legal, _) = scene.table.legal();
    let list: Vec<String> = legal.iter().map(G::action_in_words).collect();
    let names = scene.header.names.as_deref().unwrap_or_default();
    let told = read_words::<G>(words, names).map(|action| {
        let in_full = folded(&G::action_in_words(&action)) == folded(words);
        (action, in_full)
    });
    match understood(&list, words, told) {
        Understood::Listed { place, .. } => Ok(legal[place].clone()),
        Understood::Told { action, .. } => Ok(action),
        Understood::Several(all) => {
            Err(format!("these words fit more than one action, such as `{}`; say all of it", list[all[0]]))
        }
        Understood::Near(place) => Err(format!("these words tell no action; the nearest is `{}`", list[place])),
        Understood::Nothing => Err("these words tell no action, and none is near".to_owned()),
    }
}

/// A broken rule in words.
pub(super) fn refusal<B: Breach>(broken: &Broken<B>) -> String {
    let clause = broken.clause();
    format!("{broken}. {} [{}]", clause.statement, clause.id)
}

fn characters(text: &str) -> usize {
    text.chars().count()
}

fn board(picture: &crate::game::picture::Picture) -> String {
    text(picture, Style::default())
}

/// What has happened, the last of it where it is too long.
fn story(happened: &[String], room: usize) -> String {
    const BEGINNING: &str = "Since you were asked last:\n";
    let mut left = room.saturating_sub(BEGINNING.len() + 60);
    let mut lines: Vec<String> = Vec::new();
    for event in happened.iter().rev() {
        let line = format!("- {event}\n");
        let Some(rest) = left.checked_sub(characters(&line)) else { break };
        left = rest;
        lines.push(line);
    }
    let before = happened.len() - lines.len();
    if happened.is_empty() {
        return String::new();
    }
    let before = if before > 0 { format!("({} before that)\n", count(before, "event")) } else { String::new() };
    lines.reverse();
    format!("{BEGINNING}{before}{}", lines.concat())
}

/// What is possible, in kinds, each with examples of how it is written.
fn possible<G: Game>(scene: &Scene<G>) -> String {
    let (legal, _) = scene.table.legal();
    let kinds: BTreeSet<String> = legal.iter().map(kind::<G>).collect();
    let mut text = String::from("You may:\n");
    for kind in &kinds {
        let examples: Vec<String> = examples::<G>(kind).map(|example| format!("\"{example}\"")).collect();
        let examples =
            if examples.is_empty() { String::new() } else { format!(", written like {}", examples.join(" or ")) };
        text += &format!("- {kind}{examples}\n");
    }
    text + "The examples show how actions are written, not what is legal now.\n"
}

/// The kind of an action, in words.
fn kind<G: Game>(action: &G::Action) -> String {
    crate::wire::kind(&kind_alone(action)).unwrap_or_default().replace('_', " ")
}

/// How actions of a kind are written.
fn examples<G: Game>(kind: &str) -> impl Iterator<Item = &'static str> + use<'_, G> {
    G::NOTATION
        .iter()
        .copied()
        .filter(move |example| read_words::<G>(example, &[]).is_some_and(|action| self::kind::<G>(&action) == kind))
}

/// What an answer looks like.
fn how<G: Game>(ask: &Ask) -> String {
    let example = G::NOTATION.first().copied().unwrap_or("...");
    format!("Answer with one line of JSON, such as {{\"ask\":{},\"say\":\"{example}\"}}\n", ask.id)
}
