//! The state as JSON, made for people to read and write: cards by face, wok cards by id, coins by line.
//!
//! ```json
//! {"turn":0,
//!  "lines":{"3":6,"2":4},
//!  "rows":{"A1":["tuna","prawn:bowl","chicken"],"A2":["carrot","carrot","octopus:star"],
//!          "B1":["broccoli","tuna:bowl"],"B2":["chicken:spoon+spoon","prawn:cookie"]},
//!  "woks":["W01","W05","W08"],
//!  "players":[{"coins":3,"hand":["broccoli"],"laid":["tuna:bowl+bowl","chicken:bowl+bowl"],"woks":["W16"]},{"coins":3}],
//!  "removed":["broccoli:star"],
//!  "pile":39}
//! ```
//!
//! Empty lists may be left out. `pile` is the number of all other cards; it may be left out, and if given it must be
//! right. `taking` means that the player on turn has paid for a wok card and must choose it. `last` is the number of
//! last actions left (0: declarations are due), and a player's `score` is their declaration.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::breach::Breach;
use super::cards::{Cards, Face};
use super::lay::PRICE;
use super::market::{COINS, Due, LINES, Line, Row, removed, woks_in_play};
use super::pile::Pile;
use super::woks::{Wok, repeated};
use super::{SEATS, Score, Seat, State, WeWillWokYou};
use crate::breach::none_of;
use crate::game::{Game, Player};

/// A position as JSON; see the module.
///
/// ```
/// use referee::games::we_will_wok_you::WeWillWokYou;
/// use referee::{Session, Setup};
///
/// let session = Session::<WeWillWokYou>::open(&Setup::new().seed(1))?;
/// // Nothing is hidden but the order of the pile, which is no part of a position.
/// let view = session.view(None);
/// assert_eq!((view.players[0].coins, view.rows.a1.len()), (3, 3));
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The player to act.
    pub turn: Player,
    /// The coins in the two lines.
    pub lines: Lines,
    /// The ingredients on offer.
    #[serde(default)]
    pub rows: Rows,
    /// The wok cards on the table.
    #[serde(default)]
    pub woks: Vec<Wok>,
    /// The players' things, player 0 first.
    pub players: Vec<Place>,
    /// Whether the player on turn has paid for a wok card and must choose it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub taking: bool,
    /// The number of last actions left, 0 while declarations are due. Absent: the end has not been triggered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<u8>,
    /// The ingredients removed at the start.
    #[serde(default, skip_serializing_if = "Cards::is_empty")]
    pub removed: Cards,
    /// The number of cards in the draw pile. Absent: all other cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pile: Option<u8>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
pub(super) fn is_false(flag: &bool) -> bool {
    !*flag
}

/// Coins by line.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    /// Beside the rows A1 and A2.
    #[serde(rename = "3")]
    pub three: u8,
    /// Beside the rows B1 and B2.
    #[serde(rename = "2")]
    pub two: u8,
}

/// Ingredients by row.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "UPPERCASE")]
#[allow(missing_docs, reason = "the rows are named as in JSON")]
pub struct Rows {
    #[serde(skip_serializing_if = "Cards::is_empty")]
    pub a1: Cards,
    #[serde(skip_serializing_if = "Cards::is_empty")]
    pub a2: Cards,
    #[serde(skip_serializing_if = "Cards::is_empty")]
    pub b1: Cards,
    #[serde(skip_serializing_if = "Cards::is_empty")]
    pub b2: Cards,
}

/// One player's things.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Coins in hand.
    pub coins: u8,
    /// Ingredients in hand.
    #[serde(default, skip_serializing_if = "Cards::is_empty")]
    pub hand: Cards,
    /// Ingredients laid as payments.
    #[serde(default, skip_serializing_if = "Cards::is_empty")]
    pub laid: Cards,
    /// Wok cards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub woks: Vec<Wok>,
    /// The player's declaration at the end. Absent: none yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
}

impl Position {
    /// Converts a state.
    pub fn of(state: &State) -> Position {
        let [a1, a2, b1, b2] = state.rows;
        let place = |seat: &Seat| Place {
            coins: seat.coins,
            hand: seat.hand,
            laid: seat.laid,
            woks: seat.woks.iter().collect(),
            score: seat.score,
        };
        Position {
            turn: state.turn,
            lines: Lines { three: state.lines[0], two: state.lines[1] },
            rows: Rows { a1, a2, b1, b2 },
            woks: state.market.iter().collect(),
            players: state.seats().iter().map(place).collect(),
            taking: state.taking,
            last: state.last,
            removed: state.removed,
            pile: Some(state.pile.len()),
        }
    }
}

/// The places of the cards show whether the table is still being set up, and what was paid.
const CARDS: [&str; 5] = [
    "we-will-wok-you.position-players",
    "we-will-wok-you.position-deck",
    "we-will-wok-you.position-removed",
    "we-will-wok-you.position-wok-twice",
    "we-will-wok-you.position-woks",
];

/// Reads a position from outside, or returns every fault of it.
pub(super) fn restore(game: &WeWillWokYou, players: u8, position: &Position) -> Result<State, Vec<Breach>> {
    let mut faults = Vec::new();
    let written = position.players.len();
    if written != usize::from(players) {
        faults.push(Breach::PositionPlayers { written: written.min(255) as u8, players });
    }
    let state = read(game, players, position, &mut faults);
    check_counts(&state, position, &mut faults);
    check_laid(game, &state, &mut faults);
    if none_of(&faults, &CARDS) {
        match state.due() {
            Some(Due::Removed | Due::Wok) => check_set_up(&state, &mut faults),
            Some(Due::Row(_)) if state.woks().len() < woks_in_play(players) => check_set_up(&state, &mut faults),
            _ => check_play(game, &state, &mut faults),
        }
    }
    if faults.is_empty() { Ok(state) } else { Err(faults) }
}

/// Reads where the cards are; all others are in the pile.
fn read(game: &WeWillWokYou, players: u8, position: &Position, faults: &mut Vec<Breach>) -> State {
    let rows = &position.rows;
    let mut state = game.start(players);
    state.turn = position.turn;
    state.removed = position.removed;
    state.rows = [rows.a1, rows.a2, rows.b1, rows.b2];
    state.lines = [position.lines.three, position.lines.two];
    state.taking = position.taking;
    state.last = position.last;
    state.market = position.woks.iter().copied().collect();
    for (seat, place) in state.all_seats.iter_mut().zip(&position.players) {
        let woks = place.woks.iter().copied().collect();
        *seat = Seat { coins: place.coins, hand: place.hand, laid: place.laid, woks, score: place.score };
    }
    let owned = position.players.iter().take(SEATS).flat_map(|place| &place.woks);
    let woks = repeated(position.woks.iter().chain(owned).copied());
    faults.extend(woks.map(|wok| Breach::PositionWokTwice { wok }));
    state.undealt = woks_in_play(players).saturating_sub(state.woks().len());
    let seats = state.seats().iter().flat_map(|seat| [&seat.hand, &seat.laid]);
    let zones: Vec<&Cards> = seats.chain(&state.rows).chain([&state.removed]).collect();
    let mut pile = game.deck;
    for card in Face::all() {
        let count: u32 = zones.iter().map(|cards| u32::from(cards.count(card))).sum();
        let deck = game.deck.count(card);
        if count > u32::from(deck) {
            let data = game.deck_source[card.ingredient() as usize];
            faults.push(Breach::PositionDeck { card, count: count.min(255) as u8, deck, data });
        }
        for _ in 0..count {
            pile.remove(card);
        }
    }
    state.pile = Pile::of(&pile);
    state
}

/// Appends what does not add up, in any phase of the game.
fn check_counts(state: &State, position: &Position, faults: &mut Vec<Breach>) {
    if state.turn.0 >= state.players {
        faults.push(Breach::PositionTurn { turn: state.turn.0 });
    }
    // If some player's cards and coins are not described, the rest says nothing.
    let described = none_of(faults, &["we-will-wok-you.position-players"]);
    let actual = state.pile.len();
    if let Some(written) = position.pile.filter(|written| *written != actual) {
        // Neither does it with more cards than the deck has.
        if described && none_of(faults, &["we-will-wok-you.position-deck"]) {
            faults.push(Breach::PositionPile { written, actual });
        }
    }
    let (count, expected) = (state.removed.len(), removed(state.players));
    let rows_empty = state.rows.iter().all(Cards::is_empty);
    if count > expected || (count < expected && !(rows_empty && state.woks().is_empty())) {
        faults.push(Breach::PositionRemoved { count, expected });
    }
    let (count, expected) = (state.woks().len(), woks_in_play(state.players));
    let anybody_has = state.seats().iter().any(|seat| !seat.woks.is_empty() || seat.cards() > 0);
    if count > expected || (described && count < expected && anybody_has) {
        faults.push(Breach::PositionWoks { count, expected });
    }
    check_rows(state, faults);
    for line in Line::ALL {
        if state.lines[line as usize] == 0 {
            faults.push(Breach::PositionLine { line });
        }
    }
    let hands: u32 = state.seats().iter().map(|seat| u32::from(seat.coins)).sum();
    let count = hands + state.lines.iter().map(|coins| u32::from(*coins)).sum::<u32>();
    let expected = LINES.iter().map(|coins| u32::from(*coins)).sum::<u32>() + u32::from(COINS * state.players);
    if described && count != expected {
        faults.push(Breach::PositionCoins { count, expected });
    }
}

/// Appends the rows with too many cards, or too few while there is a pile. One row may be short: it is being filled.
/// During set-up the rows after it are empty, and all are full before the first wok card is drawn.
fn check_rows(state: &State, faults: &mut Vec<Breach>) {
    let woks = state.woks().len();
    let setting_up = woks == 0;
    let drawing_woks = 0 < woks && woks < woks_in_play(state.players);
    let mut filling = drawing_woks;
    for row in Row::ALL {
        let (count, full) = (state.rows[row as usize].len(), row.full());
        let wrong = match (state.pile.is_empty(), filling) {
            (false, true) if setting_up => count > 0,
            (false, true) => count != full,
            _ => count > full,
        };
        filling |= count < full;
        if wrong {
            faults.push(Breach::PositionRow { row, count, full });
        }
    }
}

/// Appends what has been done although the table is still being set up.
fn check_set_up(state: &State, faults: &mut Vec<Breach>) {
    let mut unless = |right: bool, what: &'static str| {
        if !right {
            faults.push(Breach::PositionSetUp { what });
        }
    };
    unless(state.turn == Player(0) || state.turn.0 >= state.players, "a player other than player 0 is on turn");
    let untouched = state.lines == LINES && state.seats().iter().all(|seat| seat.coins == COINS);
    unless(untouched, "coins have been moved");
    unless(state.seats().iter().all(|seat| seat.score.is_none()), "a player has declared");
    unless(!state.taking, "a wok card is being taken");
    unless(state.last.is_none(), "last actions are counted");
}

/// Appends the players whose payments do not fit their wok cards, if it is known whose these are and who is taking
/// one.
fn check_laid(game: &WeWillWokYou, state: &State, faults: &mut Vec<Breach>) {
    let cards = ["we-will-wok-you.position-players", "we-will-wok-you.position-wok-twice"];
    // No wok card is taken before all have been laid out.
    let taker = state.turn.0 < state.players && state.woks().len() >= woks_in_play(state.players);
    if !none_of(faults, &cards) || (state.taking && !taker) {
        return;
    }
    for player in Player::all(state.players) {
        let seat = state.seat(player);
        let woks = seat.woks.len() + u8::from(state.taking && player == state.turn);
        if !game.are_payments(&seat.laid, woks) {
            faults.push(Breach::PositionLaid { player: player.0, woks });
        }
    }
}

/// Appends the faults of a game in progress or finished.
fn check_play(game: &WeWillWokYou, state: &State, faults: &mut Vec<Breach>) {
    // The row being filled is known if every row is possible.
    let rows = none_of(faults, &["we-will-wok-you.position-row"]);
    let refilling = rows && state.due().is_some();
    let left = state.market.len();
    if state.taking && (left < 2 || refilling || state.last == Some(0)) {
        faults.push(Breach::PositionTaking { left });
    }
    if state.last.is_some() != state.line_is_bare() || state.last > Some(state.players) {
        faults.push(Breach::PositionLast { last: state.last });
    }
    // A refilled row must just have been bought: its price has doubled; and while there is a pile the row was full, so
    // the buyer, who is on turn, must hold at least that many cards.
    if rows
        && let Some(Due::Row(row)) = state.due()
        && state.turn.0 < state.players
    {
        let (price, hand) = (state.price(row), state.seat(state.turn).hand.len());
        if !price.is_multiple_of(2) || hand < row.full() {
            faults.push(Breach::PositionRefill { row, price, hand });
        }
    }
    check_scores(game, state, faults);
}

/// Appends declarations that cannot have been made: too early, out of order, or with a score that the cards cannot
/// give. The best score takes long to find, so it is computed only if all else is right.
fn check_scores(game: &WeWillWokYou, state: &State, faults: &mut Vec<Breach>) {
    let declaring = state.last == Some(0);
    let declared = state.seats().iter().take_while(|seat| seat.score.is_some()).count();
    for player in Player::all(state.players) {
        let seat = state.seat(player);
        let Some(score) = seat.score else { continue };
        if !declaring || player.index() >= declared || !game.may_score(seat, score) {
            faults.push(Breach::PositionScore { player: player.0 });
        }
    }
    let seated = state.turn.0 < state.players;
    if declaring && seated && state.turn.index() != declared % usize::from(state.players) {
        faults.push(Breach::PositionTurn { turn: state.turn.0 });
    }
    if faults.is_empty() {
        for player in Player::all(state.players) {
            let seat = state.seat(player);
            // If the best score is not known, any possible score is accepted.
            if seat.score.zip(game.best_score(seat)).is_some_and(|(score, best)| score > best) {
                faults.push(Breach::PositionScore { player: player.0 });
            }
        }
    }
}

const _: () = assert!(SEATS == 4 && PRICE == 4, "the tables of the set-up and of payments are made for these");
