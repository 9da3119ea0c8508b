//! The state of a game: where everything is, and what the position waits for.

use std::fmt::{self, Display};

use super::counts::{Cards, Steles};
use super::names::{Colour, Knowledge, Token, Village, Villages};
use crate::game::Player;
use crate::names;

/// Steles a player may keep at the end of their turn (R12).
#[doc(hidden)]
pub const MOST_STELES: u8 = 10;
/// Steles a player draws at the start (R6), and with `draw` and `draw_three` (R11).
#[doc(hidden)]
pub const DRAWN: u8 = 3;

/// Slots of a column of a player board (R2).
#[doc(hidden)]
pub const fn slots(players: u8) -> u8 {
    if players == 2 { 3 } else { 2 }
}

/// One player's things.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Seat {
    /// The steles, in view of all.
    pub reserve: Steles,
    /// The tokens on the board, by [`Token`]; there are no bears.
    pub tokens: [u8; 8],
    /// The seal cards in hand, hidden from the others.
    pub cards: Cards,
}

impl Seat {
    /// Tokens of one type on the board.
    pub fn of(&self, knowledge: Knowledge) -> u8 {
        let [plain, sealed] = [false, true].map(|sealed| self.tokens[Token::of(knowledge, sealed) as usize]);
        // Counts from outside may be greater than any column.
        plain.saturating_add(sealed)
    }

    /// All tokens on the board.
    pub fn count(&self) -> u8 {
        self.tokens.iter().sum()
    }

    /// How many columns are full.
    pub fn columns(&self, slots: u8) -> u8 {
        Knowledge::ALL.into_iter().filter(|knowledge| self.of(*knowledge) >= slots).count() as u8
    }

    /// Dragon Seals on tokens.
    pub fn sealed(&self) -> u8 {
        let sealed = Token::ALL.into_iter().zip(self.tokens).filter(|(token, _)| token.sealed());
        sealed.map(|(_, count)| count).sum()
    }
}

/// What alters the next standard action.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Declared {
    /// The action is a placement.
    Place {
        /// How many cards `discount` lower its price.
        discounts: u8,
        /// Whether a card `same_colour` lets it stand beside its own colour.
        same_colour: bool,
    },
    /// The action takes three steles from the temples (`temple_three`).
    Take,
}

impl Declared {
    /// The kind of action that was declared: `place` or `take`.
    pub fn action(self) -> &'static str {
        match self {
            Declared::Place { .. } => "place",
            Declared::Take => "take",
        }
    }
}

/// A price that is being paid.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Payment {
    /// The steles that may still be paid; none if nothing is left to pay.
    pub due: Steles,
    /// How many steles must still be paid; discounts make it fewer than `due`.
    pub left: u8,
    /// Steles gained in rituals that lie apart until the price is paid (`ritual_pays: false`, P10).
    pub aside: Steles,
}

impl Display for Payment {
    /// `1 black and 2 blue`, or with a discount `2 out of 1 black and 2 blue`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.left < self.due.total() {
            write!(f, "{} out of ", self.left)?;
        }
        self.due.fmt(f)
    }
}

/// What a position waits for.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Phase {
    /// Tokens are laid out, bears replaced and first steles drawn, in this order.
    Setup,
    /// The player on turn chooses a standard action or a card, or ends the turn.
    Act,
    /// They have declared how to alter their standard action, which must follow.
    Declared(Declared),
    /// They draw this many more steles from the bag.
    Draw(u8),
    /// They draw a seal card for a full column; then they pay.
    Card(Payment),
    /// They choose a stele to pay.
    Pay(Payment),
    /// They have filled this temple and may take a stele from another one.
    Ritual(Payment, Colour),
    /// They return steles down to ten.
    Return,
    /// Nothing; the game is over.
    Over(Reason),
}

names! {
    /// Why a game ended.
    #[doc(hidden)]
    pub enum Reason {
        /// A board was full when a round ended (R27).
        BoardFull = "board-full",
        /// No player could ever gain a token again (P6).
        Stalemate = "stalemate",
        /// As many rounds were played as the option `max_rounds` allows (P7).
        RoundLimit = "round-limit",
    }
}

/// The state of a game.
///
/// ```
/// use referee::game::Player;
/// use referee::games::wangdo::Wangdo;
/// use referee::{Session, Setup};
///
/// let session = Session::<Wangdo>::open(&Setup::new().seed(1))?;
/// let state = session.state();
/// assert_eq!((state.round, state.seat(Player(0)).reserve.total()), (1, 3));
/// // Four steles stand on the board, and every other village has a token.
/// assert_eq!((state.occupied().len(), state.free().len()), (4, 28));
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct State {
    /// How many play, 2 to 4.
    pub players: u8,
    /// The player on turn; at the end, the last player.
    pub turn: Player,
    /// The round, from 1.
    pub round: u32,
    /// Standard actions that the player on turn still owes, without the one in progress.
    pub owed: u8,
    /// What the position waits for.
    pub phase: Phase,
    /// Villages with a token of knowledge, by type.
    pub tokens: [Villages; 4],
    /// Those among them whose token carries a Dragon Seal.
    pub sealed: Villages,
    /// Villages with a bear token, until they are replaced.
    pub bears: Villages,
    /// Villages with a stele, by colour.
    pub steles: [Villages; 4],
    /// Steles on the altars of each temple.
    pub temples: Steles,
    /// Steles in the bag.
    pub bag: Steles,
    /// The players; unused seats are empty.
    pub seats: [Seat; 4],
    /// The cards of the player on turn that were gained in this turn (R25).
    pub fresh: Cards,
    /// The cards that were played, in view of all.
    pub discarded: Cards,
}

impl State {
    /// What a player has.
    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[player.index()]
    }

    pub(super) fn seat_mut(&mut self, player: Player) -> &mut Seat {
        &mut self.seats[player.index()]
    }

    /// Villages that still have a token of knowledge.
    pub fn free(&self) -> Villages {
        self.tokens[0].or(self.tokens[1]).or(self.tokens[2]).or(self.tokens[3])
    }

    /// Villages with a stele.
    pub fn occupied(&self) -> Villages {
        self.steles[0].or(self.steles[1]).or(self.steles[2]).or(self.steles[3])
    }

    /// The stele on a village.
    pub fn stele(&self, village: Village) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| self.steles[*colour as usize].has(village))
    }

    /// The token on a village.
    pub fn token(&self, village: Village) -> Option<Token> {
        if self.bears.has(village) {
            return Some(Token::Bear);
        }
        let knowledge = Knowledge::ALL.into_iter().find(|knowledge| self.tokens[*knowledge as usize].has(village))?;
        Some(Token::of(knowledge, self.sealed.has(village)))
    }

    pub(super) fn lay(&mut self, village: Village, token: Token) {
        match token.knowledge() {
            Some(knowledge) => self.tokens[knowledge as usize].insert(village),
            None => self.bears.insert(village),
        }
        if token.sealed() {
            self.sealed.insert(village);
        }
    }

    /// The seal cards a player can play now: those held before this turn (R25).
    pub fn playable(&self, player: Player) -> Cards {
        let cards = self.seat(player).cards;
        if player == self.turn { cards.minus(self.fresh) } else { cards }
    }

    /// What alters the standard action to come; `None`: nothing was declared.
    pub fn declared(&self) -> Option<Declared> {
        if let Phase::Declared(declared) = self.phase { Some(declared) } else { None }
    }

    /// What alters a placement that is made now: the discounts, and whether it may stand beside its own colour.
    pub fn altered(&self) -> (u8, bool) {
        match self.declared() {
            Some(Declared::Place { discounts, same_colour }) => (discounts, same_colour),
            _ => (0, false),
        }
    }

    /// The price that is being paid, a ritual in the middle of it included; `None`: none is.
    pub fn payment(&self) -> Option<Payment> {
        if let Phase::Pay(payment) | Phase::Ritual(payment, _) = self.phase { Some(payment) } else { None }
    }

    /// Whether a player's board is full.
    pub(super) fn is_full(&self, seat: &Seat) -> bool {
        seat.columns(slots(self.players)) == 4
    }

    /// Whether any player's board is full.
    pub(super) fn any_full(&self) -> bool {
        self.taken().iter().any(|seat| self.is_full(seat))
    }

    /// The seats that are taken.
    pub fn taken(&self) -> &[Seat] {
        &self.seats[..usize::from(self.players)]
    }
}
