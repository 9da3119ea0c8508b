//! Reads a position from outside. It accepts every position that play can reach, and returns every fault of others.
//!
//! The parts are checked first. Only if they are sound is the phase checked: whether it can have come about and
//! leaves the choice it asks for. Two things are not checked. First, whether the game should already have ended in a
//! stalemate, because cards played in this turn may have caused it. Second, whether the number of tokens fits the
//! round: a position from a real game may be given without its round, which is then 1.

use super::breach::Breach;
use super::counts::{Cards, Steles};
use super::draws::empty;
use super::names::{Card, Colour, Knowledge, Token};
use super::position::{Numbers, Position, Site, Waiting};
use super::turn::excess;
use super::{DRAWN, Declared, MOST_STELES, Payment, Phase, Reason, State, Wangdo, slots};
use crate::breach::none_of;
use crate::game::{Game, Player};

/// The parts that must be sound before the phase can be checked.
const LAID_OUT: [&str; 13] = [
    "wangdo.position-village-absent",
    "wangdo.position-village-empty",
    "wangdo.position-bear",
    "wangdo.position-tokens",
    "wangdo.position-column",
    "wangdo.position-temple",
    "wangdo.position-steles",
    "wangdo.position-reserve",
    "wangdo.position-hand",
    "wangdo.position-cards",
    "wangdo.position-deck",
    "wangdo.position-new-cards",
    "wangdo.position-played",
];

/// Reads a position, or returns every fault of it.
pub(super) fn restore(game: &Wangdo, players: u8, position: &Position) -> Result<State, Vec<Breach>> {
    let mut faults = Vec::new();
    let written = position.players.len();
    let described = written == usize::from(players);
    if !described {
        faults.push(Breach::PositionPlayers { written, players });
    }
    let (turn, round) = (position.turn, position.round);
    let seated = turn.0 < players;
    if !seated {
        faults.push(Breach::PositionTurn { turn, players });
    }
    if round == 0 {
        faults.push(Breach::PositionRound { round });
    }
    let mut state = game.start(players);
    state.turn = if seated { turn } else { Player(0) };
    state.round = round;
    state.discarded = position.played.iter().copied().collect();
    let setup = position.phase == Waiting::Setup;
    read_villages(game, &mut state, position, setup, &mut faults);
    check_temples(game, position, &mut faults);
    // Everything counted belongs in part to some player.
    if described {
        read_tokens(game, &mut state, position, setup, &mut faults);
        read_cards(game, &mut state, position, seated, &mut faults);
        read_steles(game, &mut state, position, seated, &mut faults);
    }
    if let Some(phase) = read_phase(position, &mut faults) {
        state.phase = phase;
        // A phase belongs to the player on turn.
        if described && seated {
            if none_of(&faults, &LAID_OUT) {
                check_phase(game, &mut state, position, &mut faults);
            }
            check_turn(game, &mut state, position.owed, &mut faults);
        }
    }
    check_round(game, &state, position, &mut faults);
    if faults.is_empty() { Ok(state) } else { Err(faults) }
}

fn read_villages(game: &Wangdo, state: &mut State, position: &Position, setup: bool, faults: &mut Vec<Breach>) {
    let players = state.players;
    for (village, site) in &position.villages {
        let village = *village;
        if !Wangdo::villages(players).has(village) {
            faults.push(Breach::PositionVillageAbsent { village, players, data: game.sources.paths });
            continue;
        }
        match site {
            Site::Stele(colour) => state.steles[*colour as usize].insert(village),
            Site::Token(token) => state.lay(village, *token),
        }
    }
    if !setup {
        faults.extend(empty(state).into_iter().map(|village| Breach::PositionVillageEmpty { village }));
    }
}

fn read_tokens(game: &Wangdo, state: &mut State, position: &Position, setup: bool, faults: &mut Vec<Breach>) {
    let slots = slots(state.players);
    let mut bears = !setup && !state.bears.is_empty();
    for (player, owner) in Player::all(state.players).zip(&position.players) {
        let mut tokens = [0u8; 9];
        for token in &owner.tokens {
            tokens[*token as usize] = tokens[*token as usize].saturating_add(1);
        }
        let [own @ .., of_bears] = tokens;
        bears |= of_bears > 0;
        state.seat_mut(player).tokens = own;
        for knowledge in Knowledge::ALL {
            let count = state.seat(player).of(knowledge);
            if count > slots {
                faults.push(Breach::PositionColumn { player, knowledge, count, slots });
            }
        }
    }
    if bears {
        faults.push(Breach::PositionBear {});
    }
    let in_play = game.tokens(state.players);
    for token in Token::ALL {
        let on_board = |token: Token| match token.knowledge() {
            None => state.bears,
            Some(knowledge) if token.sealed() => state.tokens[knowledge as usize].and(state.sealed),
            Some(knowledge) => state.tokens[knowledge as usize].without(state.sealed),
        };
        let mut count = on_board(token).len();
        if token != Token::Bear {
            for seat in state.taken() {
                count = count.saturating_add(seat.tokens[token as usize]);
            }
        }
        let in_play = in_play[token as usize];
        // During the set-up tokens may still be missing; afterwards there are no bears.
        if count > in_play || (!setup && token != Token::Bear && count < in_play) {
            faults.push(Breach::PositionTokens { token, count, in_play, data: game.sources.tokens });
        }
    }
}

/// Only if the player on turn is known is it known whose cards can be new and who may still have to draw one.
fn read_cards(game: &Wangdo, state: &mut State, position: &Position, seated: bool, faults: &mut Vec<Breach>) {
    let slots = slots(state.players);
    let over = matches!(position.phase, Waiting::Over(_));
    let waiting = matches!(position.phase, Waiting::SealCard { .. });
    let (mut drawn, mut columns) = (u16::from(total(state.discarded)), 0);
    let mut count = state.discarded;
    for (player, owner) in Player::all(state.players).zip(&position.players) {
        let (old, new): (Cards, Cards) =
            (owner.cards.iter().copied().collect(), owner.new_cards.iter().copied().collect());
        let hand = old.plus(new);
        count = count.plus(hand);
        state.seat_mut(player).cards = hand;
        if seated && player == state.turn && !over {
            state.fresh = new;
        } else if seated && new != Cards::NONE {
            faults.push(Breach::PositionNewCards { player });
        }
        // The card for the column just filled has not been drawn yet.
        let due = seated && player == state.turn && waiting;
        let full = state.seat(player).columns(slots).saturating_sub(u8::from(due));
        let cards = total(hand);
        if cards > full {
            faults.push(Breach::PositionHand { player, cards, columns: full });
        }
        drawn += u16::from(cards);
        columns += u16::from(full);
    }
    if drawn != columns.saturating_sub(u16::from(waiting && !seated)) {
        faults.push(Breach::PositionCards { cards: drawn, columns });
    }
    let too_many = count.beyond(game.deck);
    faults.extend(too_many.map(|(card, count, copies)| {
        let data = game.card_source(card);
        Breach::PositionDeck { card, count, copies, data }
    }));
    let card = Card::ThreeSeals;
    if state.discarded[card] > 0 {
        faults.push(Breach::PositionPlayed { card, data: game.card_source(card) });
    }
}

/// All cards; lists from outside may be longer than any deck.
fn total(cards: Cards) -> u8 {
    cards.0.iter().fold(0, |total, count| total.saturating_add(*count))
}

fn check_temples(game: &Wangdo, position: &Position, faults: &mut Vec<Breach>) {
    let too_many = Steles::from(position.temples).beyond(Steles([game.altars - 1; 4]));
    let data = game.sources.altars;
    faults.extend(too_many.map(|(temple, count, most)| Breach::PositionTemple { temple, count, most, data }));
}

/// Only if the player on turn is known are the other players known.
fn read_steles(game: &Wangdo, state: &mut State, position: &Position, seated: bool, faults: &mut Vec<Breach>) {
    let temples = Steles::from(position.temples);
    let aside = match &position.phase {
        Waiting::Pay { aside, .. } | Waiting::Ritual { aside, .. } => *aside,
        _ => Steles::NONE,
    };
    let over = matches!(position.phase, Waiting::Over(_));
    for (player, owner) in Player::all(state.players).zip(&position.players) {
        let Numbers { white, orange, black, blue } = owner.reserve;
        let count = [white, orange, black, blue].into_iter().fold(0u8, u8::saturating_add);
        if count > MOST_STELES && seated && (player != state.turn || over) {
            faults.push(Breach::PositionReserve { player, count });
        }
        state.seat_mut(player).reserve = owner.reserve.into();
    }
    for colour in Colour::ALL {
        let temple = temples[colour];
        let reserves: u16 = state.taken().iter().map(|seat| u16::from(seat.reserve[colour])).sum();
        let open = u16::from(state.steles[colour as usize].len()) + u16::from(temple) + u16::from(aside[colour]);
        let (count, all) = (reserves + open, game.steles[colour]);
        // With more steles than exist, the rest says nothing about the bag.
        let Some(actual) = u16::from(all).checked_sub(count) else {
            faults.push(Breach::PositionSteles { colour, count, all, data: game.sources.steles });
            continue;
        };
        let actual = actual as u8;
        state.bag[colour] = actual;
        let written = position.bag.map_or(actual, |bag| Steles::from(bag)[colour]);
        if written != actual {
            faults.push(Breach::PositionBag { colour, written, actual });
        }
    }
    state.temples = temples;
}

/// Reads what the position waits for.
fn read_phase(position: &Position, faults: &mut Vec<Breach>) -> Option<Phase> {
    let payment = |due: Steles, left: Option<u8>, aside| Payment { due, left: left.unwrap_or(due.total()), aside };
    Some(match &position.phase {
        Waiting::Setup => Phase::Setup,
        Waiting::Act => Phase::Act,
        Waiting::Declared(cards) => {
            let Some(declared) = read_declared(cards) else {
                let fault = "these cards cannot be declared together";
                faults.push(Breach::PositionPhase { phase: "declared", fault });
                return None;
            };
            Phase::Declared(declared)
        }
        Waiting::Draw { left } => Phase::Draw(*left),
        Waiting::SealCard { due, left } => Phase::Card(payment(*due, *left, Steles::NONE)),
        Waiting::Pay { due, left, aside } => Phase::Pay(payment(*due, *left, *aside)),
        Waiting::Ritual { temple, due, left, aside } => Phase::Ritual(payment(*due, *left, *aside), *temple),
        Waiting::Return => Phase::Return,
        Waiting::Over(reason) => Phase::Over(*reason),
    })
}

/// Checks that the phase can have come about and leaves a choice.
fn check_phase(game: &Wangdo, state: &mut State, position: &Position, faults: &mut Vec<Breach>) {
    let mut fault = |phase, fault| faults.push(Breach::PositionPhase { phase, fault });
    let player = state.turn;
    let seat = state.seat(player);
    match state.phase {
        Phase::Setup => check_setup(game, state, position, faults),
        Phase::Act => {}
        Phase::Declared(declared) => {
            let cards: Cards = match &position.phase {
                Waiting::Declared(cards) => cards.iter().copied().collect(),
                _ => Cards::NONE,
            };
            if cards.minus(state.discarded) != Cards::NONE {
                fault("declared", "a declared card is not among the cards that were played");
            }
            let possible = game.leads_on(state, player, declared, state.playable(player));
            if !possible {
                fault("declared", "no such action is legal");
            }
        }
        Phase::Draw(left) => {
            let drawn = DRAWN.saturating_sub(left);
            if left == 0 || left > DRAWN || left > state.bag.total() {
                fault("draw", "so many steles cannot be drawn");
            } else if state.bag.total() > left && seat.reserve.total() < drawn {
                // Fewer than three are drawn only if the bag holds no more.
                fault("draw", "the steles drawn before are not in the reserve");
            }
        }
        Phase::Card(payment) => {
            if seat.columns(slots(state.players)) == 0 {
                fault("seal_card", "the player on turn has no full column");
            } else if let Some(wrong) = wrong_payment(game, state, payment, None) {
                fault("seal_card", wrong);
            }
        }
        Phase::Pay(payment) => {
            if let Some(wrong) = wrong_payment(game, state, payment, None) {
                fault("pay", wrong);
            } else if payment.left == 0 || !game.pay_is_asked(state, player, payment) {
                fault("pay", "there is nothing to choose");
            }
        }
        Phase::Ritual(payment, temple) => {
            if let Some(wrong) = wrong_payment(game, state, payment, Some(temple)) {
                fault("ritual", wrong);
            } else if state.temples[temple] > 0 {
                fault("ritual", "the temple that was filled is not empty");
            } else if state.bag[temple] < game.altars {
                fault("ritual", "the steles of the temple that was filled are not in the bag");
            } else if game.picks(state, player, payment, temple).count() < 2 {
                fault("ritual", "there is nothing to choose");
            }
        }
        Phase::Return => {
            let several = Colour::ALL.into_iter().filter(|colour| seat.reserve[*colour] > 0).count() > 1;
            if excess(seat) == 0 || !several {
                fault("return", "there is nothing to choose");
            }
        }
        Phase::Over(reason) => check_over(game, state, reason, faults),
    }
}

/// What these cards alter together; `None` if they cannot be declared for one action.
pub(super) fn read_declared(cards: &[Card]) -> Option<Declared> {
    let count = |card| cards.iter().filter(|other| **other == card).count();
    let (discounts, same, three) = (count(Card::Discount), count(Card::SameColour), count(Card::TempleThree));
    match (discounts, same, three) {
        (0, 0, 1) if cards.len() == 1 => Some(Declared::Take),
        (_, 0 | 1, 0) if !cards.is_empty() && cards.len() == discounts + same => {
            Some(Declared::Place { discounts: u8::try_from(discounts).ok()?, same_colour: same == 1 })
        }
        _ => None,
    }
}

/// What is wrong with a payment in progress or about to begin; whether it leaves a choice is checked elsewhere.
/// `filled` is the temple of the present ritual.
fn wrong_payment(game: &Wangdo, state: &State, payment: Payment, filled: Option<Colour>) -> Option<&'static str> {
    let Payment { due, left, aside } = payment;
    let saved = due.total().checked_sub(left);
    if saved.is_none_or(|saved| left > 0 && saved > state.discarded[Card::Discount]) || (left == 0 && saved != Some(0))
    {
        return Some("`left` does not fit what is due");
    }
    if game.options.ritual_pays && !aside.is_empty() {
        return Some("steles lie apart only with `ritual_pays: false`");
    }
    if state.seat(state.turn).count() == 0 {
        return Some("the player on turn has no token to pay for");
    }
    let mut of_price = due;
    if let Some(temple) = filled {
        // The stele that filled the temple is part of the price too.
        of_price[temple] = of_price[temple].saturating_add(1);
    }
    let begins = matches!(state.phase, Phase::Card(_)) && left > 0;
    let may_touch = state.discarded[Card::SameColour] > 0;
    // A ritual brings at most one stele for each one paid, and nothing has been taken in this ritual yet.
    let apart = aside.total().saturating_add(u8::from(filled.is_some()));
    let placed = |village| {
        let price = game.price(state, village);
        let fits = if begins { price == due } else { price.cover(of_price) };
        fits && apart <= price.total() - due.total().min(price.total())
            && (may_touch || state.stele(village).is_none_or(|stele| price[stele] == 0))
    };
    if !state.occupied().into_iter().any(placed) {
        return Some("this is the price of no stele on the board that can have been placed now");
    }
    if filled.is_some() {
        return None;
    }
    let payable = game.payable(payment, state.seat(state.turn).reserve, state.temples);
    (!payable).then_some("it cannot be paid")
}

fn check_over(game: &Wangdo, state: &State, written: Reason, faults: &mut Vec<Breach>) {
    let last = state.turn.0 + 1 == state.players;
    let limit = game.options.max_rounds;
    let in_time = limit == 0 || state.round <= limit;
    let full = state.any_full();
    let over = match written {
        Reason::BoardFull => full && last && in_time,
        Reason::Stalemate => !full && in_time && game.stalemate(state),
        Reason::RoundLimit => !full && last && limit > 0 && state.round == limit && !game.stalemate(state),
    };
    if !over {
        faults.push(Breach::PositionNotOver { written });
    }
}

/// Reads the number of owed standard actions. Cards that add one may have been played in earlier turns, so there is
/// only a range. The number tells what must have happened in this turn.
fn check_turn(game: &Wangdo, state: &mut State, written: Option<u8>, faults: &mut Vec<Breach>) {
    let player = state.turn;
    let added = state.discarded[Card::ExtraAction];
    let with_added = added.saturating_add(1);
    let chooses = matches!(state.phase, Phase::Setup | Phase::Act | Phase::Declared(_));
    let owed = written.unwrap_or(u8::from(chooses));
    let (least, most) = match state.phase {
        Phase::Setup => (1, 1),
        Phase::Act => (u8::from(state.playable(player) == Cards::NONE), with_added),
        Phase::Declared(_) => (1, with_added),
        Phase::Draw(_) if state.discarded[Card::DrawThree] > 0 => (0, with_added),
        Phase::Draw(_) | Phase::Card(_) | Phase::Pay(_) | Phase::Ritual(..) => (0, added),
        Phase::Return | Phase::Over(_) => (0, 0),
    };
    if !(least..=most).contains(&owed) {
        // What was done in this turn follows from what is still owed.
        return faults.push(Breach::PositionOwed { owed, least, most });
    }
    state.owed = owed;
    // Every card gained in this turn comes from a placement; the one for the column just filled is still to be drawn.
    let gained = total(state.fresh).saturating_add(u8::from(matches!(state.phase, Phase::Card(_))));
    let done = with_added - owed;
    if gained > done {
        faults.push(Breach::PositionNewCards { player });
    }
    if matches!(state.phase, Phase::Over(_)) {
        return;
    }
    // The card being drawn or the price being paid does not count.
    if none_of(faults, &LAID_OUT) && none_of(faults, &["wangdo.position-phase"]) {
        check_gain(game, state, done, gained, faults);
    }
    if done == 0 && state.is_full(state.seat(player)) {
        let fault = "the player on turn has done nothing yet and has a full board";
        faults.push(Breach::PositionDecided { reason: Reason::BoardFull, fault });
    }
}

/// The game has ended if a board was filled in an earlier round, or before this turn by the player on turn, and after
/// the last round.
fn check_round(game: &Wangdo, state: &State, position: &Position, faults: &mut Vec<Breach>) {
    if matches!(position.phase, Waiting::Over(_)) {
        return;
    }
    let mut later = state.taken().iter().skip(position.turn.index() + 1);
    if later.any(|seat| state.is_full(seat)) {
        let fault = "a player who comes after the one on turn has a full board";
        faults.push(Breach::PositionDecided { reason: Reason::BoardFull, fault });
    }
    let limit = game.options.max_rounds;
    if limit > 0 && state.round > limit {
        let fault = "this is a later round than `max_rounds` allows";
        faults.push(Breach::PositionDecided { reason: Reason::RoundLimit, fault });
    }
}

/// A turn begins with at most ten steles, and no standard action or card brings more than three. A placement takes
/// one away, since rituals never bring more than was paid. An exchange brings as many as it takes.
fn check_gain(game: &Wangdo, state: &State, done: u8, gained: u8, faults: &mut Vec<Breach>) {
    let player = state.turn;
    let to_draw = if let Phase::Draw(left) = state.phase { left } else { 0 };
    let paying = match state.phase {
        Phase::Card(payment) | Phase::Pay(payment) | Phase::Ritual(payment, _) => Some(payment),
        _ => None,
    };
    let placed = gained.max(u8::from(paying.is_some()));
    let gains = done.saturating_sub(placed).saturating_add(state.discarded[Card::DrawThree]);
    // In a ritual, one more stele has been paid than can have been taken.
    let lost = to_draw + placed + u8::from(matches!(state.phase, Phase::Ritual(..)));
    let most = DRAWN.saturating_mul(gains).saturating_add(MOST_STELES).saturating_sub(lost);
    let aside = paying.map_or(0, |payment| payment.aside.total());
    let count = state.seat(player).reserve.total().saturating_add(aside);
    if count > most {
        let cards = [Card::ExtraAction, Card::DrawThree].into_iter().filter(|card| state.discarded[*card] > 0);
        let data = cards.map(|card| game.card_source(card)).max();
        faults.push(Breach::PositionGain { player, count, most, data });
    }
}

/// The set-up lays out tokens in the order of the villages, then replaces bears in the same order, then draws steles
/// in the order of the seats.
fn check_setup(game: &Wangdo, state: &State, position: &Position, faults: &mut Vec<Breach>) {
    let mut fault = |fault| faults.push(Breach::PositionSetup { fault });
    if state.round != 1 || state.turn != Player(0) {
        fault("it is before the first turn");
    }
    if state.temples != Steles([1; 4]) {
        fault("every temple has one stele");
    }
    if state.taken().iter().any(|seat| seat.count() > 0) || state.discarded != Cards::NONE {
        fault("no player has tokens or cards");
    }
    debug_assert_eq!(position.players.len(), state.taken().len());
    let missing = empty(state);
    let placed = state.occupied();
    let drawn: Vec<u8> = state.taken().iter().map(|seat| seat.reserve.total()).collect();
    if let Some(first) = missing.first() {
        if state.free().or(state.bears).or(placed).into_iter().any(|village| village > first) {
            fault("villages get their tokens in order");
        }
        if !placed.is_empty() {
            fault("bears are replaced when all tokens are laid out");
        }
    } else {
        if placed.len() + state.bears.len() != game.tokens(state.players)[Token::Bear as usize] {
            fault("there are as many bears and steles on villages as bear tokens");
        }
        if let Some(first) = state.bears.first()
            && placed.into_iter().any(|village| village > first)
        {
            fault("bears are replaced in order");
        }
    }
    let started = drawn.iter().any(|count| *count > 0);
    if started && !(missing.is_empty() && state.bears.is_empty()) {
        fault("players draw when all bears are replaced");
    }
    // All seats before the one that draws have three steles, all after it have none.
    let drawing = drawn.iter().position(|count| *count != DRAWN);
    let in_order = drawing.is_none_or(|at| drawn[at] < DRAWN && drawn[at + 1..].iter().all(|count| *count == 0));
    if !in_order {
        fault("players draw three steles each, in seat order");
    } else if drawing.is_none() {
        fault("it is complete");
    }
}
