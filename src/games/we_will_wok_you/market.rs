//! The market: lines of coins, rows of ingredients, taking a coin, buying a row, passing, and the draws that fill the
//! table.

use std::borrow::Cow;
use std::fmt::{self, Display};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::breach::Breach;
use super::cards::Face;
use super::woks::Woks;
use super::{Action, Chance, Check, FinalPass, State, WeWillWokYou};
use crate::game::{MOST_LISTED, Player, Source};
use crate::names;

/// A line of coins, written as the number of cards in each of the two rows beside it: 3 or 2 (R11).
///
/// ```
/// use referee::games::we_will_wok_you::market::{Line, Row};
///
/// assert_eq!(Line::ALL.map(Line::number), [3, 2]);
/// assert!(Row::ALL.iter().all(|row| row.full() == row.line().number()));
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Line {
    /// Beside the rows A1 and A2, of three cards each.
    Three,
    /// Beside the rows B1 and B2, of two cards each.
    Two,
}

impl Line {
    /// Both lines, in order.
    pub const ALL: [Line; 2] = [Line::Three, Line::Two];

    /// The number in JSON.
    pub fn number(self) -> u8 {
        [3, 2][self as usize]
    }
}

impl Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.number())
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.number().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Line, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Line;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number 3 or 2, how many cards there are in the rows beside the line")
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Line, E> {
                let line = Line::ALL.into_iter().find(|line| u64::from(line.number()) == number);
                line.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
            }
        }
        deserializer.deserialize_u8(Number)
    }
}

impl JsonSchema for Line {
    fn schema_name() -> Cow<'static, str> {
        "Line".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "type": "integer",
            "enum": [3, 2],
            "description": "A line of coins, by the number of cards in the rows beside it.",
        })
    }
}

names! {
    /// A row of ingredients.
    ///
    /// ```
    /// use referee::games::we_will_wok_you::WeWillWokYou;
    /// use referee::games::we_will_wok_you::market::{Line, Row};
    /// use referee::{Session, Setup};
    ///
    /// let session = Session::<WeWillWokYou>::open(&Setup::new().seed(1))?;
    /// // The coins in the line beside a row are its price.
    /// assert_eq!((Row::B2.line(), session.state().price(Row::B2)), (Line::Two, session.state().lines[1]));
    /// # Ok::<(), referee::Refused>(())
    /// ```
    #[allow(missing_docs, reason = "A rows have three cards and lie beside line 3, B rows two beside line 2")]
    pub enum Row {
        A1 = "A1",
        A2 = "A2",
        B1 = "B1",
        B2 = "B2",
    }
}

impl Row {
    /// The line of coins beside the row.
    pub fn line(self) -> Line {
        match self {
            Row::A1 | Row::A2 => Line::Three,
            Row::B1 | Row::B2 => Line::Two,
        }
    }

    /// How many cards a full row has (R28).
    pub fn full(self) -> u8 {
        self.line().number()
    }
}

/// An action that rules out passing.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Possible {
    /// A line has a coin to spare.
    TakeCoin,
    /// The player can pay for a row.
    Buy,
    /// The player can pay for a wok card.
    Lay,
}

impl Display for Possible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Possible::TakeCoin => "take a coin",
            Possible::Buy => "buy a row",
            Possible::Lay => "pay for a wok card",
        })
    }
}

/// What the next draw is for.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Due {
    /// An ingredient that is removed from the game (R9).
    Removed,
    /// An ingredient for a row (R11, R28).
    Row(Row),
    /// A wok card for the table (R13).
    Wok,
}

/// The coins in line 3 and line 2 at the start (R11).
#[doc(hidden)]
pub const LINES: [u8; 2] = [6, 4];

/// The coins each player starts with (R14).
#[doc(hidden)]
pub const COINS: u8 = 3;

/// How many ingredients are removed in a game of `players` (R9).
#[doc(hidden)]
pub fn removed(players: u8) -> u8 {
    12 * 4u8.saturating_sub(players)
}

/// How many wok cards are in play in a game of `players` (R13).
#[doc(hidden)]
pub fn woks_in_play(players: u8) -> u8 {
    6 + 3 * players
}

impl State {
    /// The coins beside a row: its price (R12).
    pub fn price(&self, row: Row) -> u8 {
        self.lines[row.line() as usize]
    }

    /// The rows with cards that a player can pay for.
    fn affordable(&self, player: Player) -> impl Iterator<Item = Row> {
        let coins = self.seat(player).coins;
        Row::ALL.into_iter().filter(move |row| !self.rows[*row as usize].is_empty() && self.price(*row) <= coins)
    }

    /// All wok cards on the table or owned by a player.
    pub fn woks(&self) -> Woks {
        self.seats().iter().fold(self.market, |all, seat| all.or(seat.woks))
    }

    /// The draw that is due before any player can act. While there is a pile, every row is full except the one being
    /// filled, so the rows show it.
    pub fn due(&self) -> Option<Due> {
        if !self.pile.is_empty() {
            if self.removed.len() < removed(self.players) {
                return Some(Due::Removed);
            }
            let short = |row: &Row| self.rows[*row as usize].len() < row.full();
            if let Some(row) = Row::ALL.into_iter().find(short) {
                return Some(Due::Row(row));
            }
        }
        (self.undealt > 0).then_some(Due::Wok)
    }

    /// Whether a line has no ingredients left beside it (R30, D4).
    pub fn line_is_bare(&self) -> bool {
        let empty = |row: Row| self.rows[row as usize].is_empty();
        (empty(Row::A1) && empty(Row::A2)) || (empty(Row::B1) && empty(Row::B2))
    }

    /// Ends a turn and gives it to the next player. It counts down the last actions; after them player 0 declares.
    pub(super) fn end_turn(&mut self) {
        self.turn = self.turn.next(self.players);
        if let Some(left) = &mut self.last {
            *left -= 1;
            if *left == 0 {
                self.turn = Player(0);
            }
        } else if self.line_is_bare() {
            self.last = Some(self.players);
        }
    }
}

/// Only a declaration can follow the last actions.
pub(super) const DECLARATION_DUE: Check =
    Check::new("we-will-wok-you.declaration-due", &[], |_, state, _, _, broken| {
        if state.last == Some(0) {
            broken.push(Breach::DeclarationDue {});
        }
    });

/// Only taking a wok card can follow a payment.
pub(super) const WOK_DUE: Check = Check::new("we-will-wok-you.wok-due", &[], |_, state, _, _, broken| {
    if state.taking {
        broken.push(Breach::WokDue {});
    }
});

/// The checks for taking a coin.
pub(super) static TAKE_COIN: [Check; 3] = [
    DECLARATION_DUE,
    WOK_DUE,
    Check::new("we-will-wok-you.last-coin", &[], |_, state, _, action, broken| {
        let Action::TakeCoin { line } = *action else { return };
        if state.lines[line as usize] <= 1 {
            broken.push(Breach::LastCoin { line });
        }
    }),
];

/// The checks for buying a row.
pub(super) static BUY: [Check; 4] = [
    DECLARATION_DUE,
    WOK_DUE,
    Check::new("we-will-wok-you.row-empty", &[], |_, state, _, action, broken| {
        let Action::Buy { row } = *action else { return };
        if state.rows[row as usize].is_empty() {
            broken.push(Breach::RowEmpty { row });
        }
    }),
    Check::new("we-will-wok-you.coins-short", &[], |_, state, player, action, broken| {
        let Action::Buy { row } = *action else { return };
        let (price, coins) = (state.price(row), state.seat(player).coins);
        if coins < price {
            broken.push(Breach::CoinsShort { row, price, coins });
        }
    }),
];

/// Whether another action is possible matters only while an action of a turn is due.
const AN_ACTION_IS_DUE: &[&str] = &["we-will-wok-you.declaration-due", "we-will-wok-you.wok-due"];

/// The checks for a pass.
pub(super) static PASS: [Check; 4] = [
    DECLARATION_DUE,
    WOK_DUE,
    Check::new("we-will-wok-you.pass-with-actions", AN_ACTION_IS_DUE, |_, state, player, _, broken| {
        let mut possible = WeWillWokYou::possible(state, player).peekable();
        if state.last.is_none() && possible.peek().is_some() {
            broken.push(Breach::PassWithActions { possible: possible.collect() });
        }
    }),
    Check::new("we-will-wok-you.last-action-declined", AN_ACTION_IS_DUE, |game, state, player, _, broken| {
        let mut possible = WeWillWokYou::possible(state, player).peekable();
        if state.last.is_some() && !game.may_decline(state) && possible.peek().is_some() {
            broken.push(Breach::LastActionDeclined { possible: possible.collect() });
        }
    }),
];

impl WeWillWokYou {
    pub(super) fn take_coin(state: &mut State, player: Player, line: Line) {
        state.lines[line as usize] -= 1;
        state.seat_mut(player).coins += 1;
        state.end_turn();
    }

    /// Buys a row. The turn ends when the row has been refilled, at once if there is no pile (R28, R29, P28).
    pub(super) fn buy(state: &mut State, player: Player, row: Row) {
        let price = state.price(row);
        let cards = std::mem::take(&mut state.rows[row as usize]);
        state.lines[row.line() as usize] += price;
        let seat = state.seat_mut(player);
        seat.coins -= price;
        seat.hand.extend(cards.faces().iter().copied());
        if state.pile.is_empty() {
            state.end_turn();
        }
    }

    /// The player's possible actions other than passing.
    fn possible(state: &State, player: Player) -> impl Iterator<Item = Possible> {
        let seat = state.seat(player);
        let coin = state.lines.iter().any(|coins| *coins > 1);
        let buy = state.affordable(player).next().is_some();
        let lay = !state.market.is_empty() && Self::can_pay(&seat.hand);
        [(coin, Possible::TakeCoin), (buy, Possible::Buy), (lay, Possible::Lay)]
            .into_iter()
            .filter_map(|(can, possible)| can.then_some(possible))
    }

    /// Whether a last action may be declined (D3, P17).
    fn may_decline(&self, state: &State) -> bool {
        self.options.final_pass == FinalPass::Allowed && state.last.is_some()
    }

    /// Appends every action of the player on turn, as far as there is room: coins, rows, payments, and a pass if
    /// allowed. Returns whether the list is complete.
    pub(super) fn list_turn(&self, state: &State, out: &mut Vec<Action>) -> bool {
        let first = out.len();
        let seat = state.seat(state.turn);
        let spare = Line::ALL.into_iter().filter(|line| state.lines[*line as usize] > 1);
        out.extend(spare.map(|line| Action::TakeCoin { line }));
        out.extend(state.affordable(state.turn).map(|row| Action::Buy { row }));
        // Keep room for the pass.
        let most = first + MOST_LISTED - 1;
        let all = state.market.is_empty() || self.list_payments(&seat.hand, most, out);
        if out.len() == first || self.may_decline(state) {
            out.push(Action::Pass);
        }
        all
    }

    /// Appends the possible draws: faces in deck order, each weighted by its copies in the pile; wok cards by id.
    pub(super) fn list_draws(state: &State, out: &mut Vec<(Chance, u32)>) -> Source {
        if state.due() == Some(Due::Wok) {
            out.extend(state.woks().others().iter().map(|wok| (Chance::Wok(wok), 1)));
            Source(1)
        } else {
            out.extend_from_slice(state.pile.draws());
            Source(0)
        }
    }

    /// Puts a drawn ingredient in its place. The draw that completes a refill ends the buyer's turn.
    pub(super) fn draw_ingredient(state: &mut State, face: Face) {
        let due = state.due();
        state.pile.remove(face);
        match due {
            Some(Due::Removed) => {
                state.removed.insert(face);
            }
            Some(Due::Row(row)) => {
                state.rows[row as usize].insert(face);
                let refilled = !matches!(state.due(), Some(Due::Row(_)));
                // Before the wok cards are laid out, the table is being set up and no turn ends.
                if refilled && state.undealt == 0 {
                    state.end_turn();
                }
            }
            Some(Due::Wok) | None => {}
        }
    }
}
