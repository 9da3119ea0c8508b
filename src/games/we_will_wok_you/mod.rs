//! We Will Wok You: a market in which coins set the prices, cards whose symbols buy wok cards, and a final declaration
//! that puts cooks and ingredients on them.
//!
//! * [`cards`]: the faces of ingredient cards and multisets of them; [`woks`]: the wok cards and their effects;
//! * [`market`]: coins, rows, passing, the end of a turn and the draws; [`pile`]: the draw pile; [`lay`]: taking a
//!   wok card;
//! * [`declaration`]: the final declaration as JSON; `judging`: its checks; [`score`]: its points; [`optimum`]: the
//!   best possible declaration;
//! * [`picture`]: the picture; `components`: the contents of the box; [`position`]: the state as JSON, and the faults
//!   of one from outside;
//! * [`edition`]: the faces and the wok cards; [`breach`]: the ways to break a rule; [`rules`]: the numbered rules;
//!   `words`: texts for people.
//!
//! Every draw is face up and every action is public, so nothing is hidden: the order of the pile is not in the state, and
//! the view of every player is the position (P25).

#[doc(hidden)]
pub mod breach;
pub mod cards;
mod components;
pub mod declaration;
#[doc(hidden)]
pub mod edition;
mod groups;
mod judging;
#[doc(hidden)]
pub mod lay;
pub mod market;
#[doc(hidden)]
pub mod optimum;
#[doc(hidden)]
pub mod picture;
#[doc(hidden)]
pub mod pile;
pub mod position;
mod rulebook;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod score;
#[cfg(test)]
mod tests;
pub mod woks;
mod words;

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::breach::Breach;
use self::cards::{Cards, Face, INGREDIENTS};
use self::declaration::Declaration;
use self::edition::Edition;
use self::market::{Due, Line, Row};
use self::pile::Pile;
use self::position::{Position, is_false};
use self::woks::{Wok, WokCards, Woks};
use crate::game::picture::{Panel, Picture};
use crate::game::rulebook::Rulebook;
use crate::game::{
    self, ByPlayer, Draw, DrawKind, Event, EventOf, Fault, Gain, Game, Outcome, Player, Provenance, Rule, Source, Turn,
    described,
};
use crate::spoken::Spoken;

/// The only reason for an end: the rows beside a line are empty.
const ROWS_EMPTY: &str = "rows-empty";

/// The most players.
#[doc(hidden)]
pub const SEATS: usize = 4;

/// The value of a declaration.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// Points of all wok cards (R46).
    pub points: u16,
    /// Ingredients on no wok, 0 to 63; with equal points, more of them win (R47).
    pub unused: u8,
}

/// One player's things.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Seat {
    /// Coins in hand.
    pub coins: u8,
    /// Ingredients in hand.
    pub hand: Cards,
    /// Ingredients laid in front of him as payments (R35).
    pub laid: Cards,
    /// His wok cards.
    pub woks: Woks,
    /// The player's declaration at the end; `None`: none yet.
    pub score: Option<Score>,
}

impl Seat {
    /// How many ingredients he has, in hand and laid.
    pub fn cards(&self) -> u8 {
        self.hand.len() + self.laid.len()
    }
}

/// The state of a game. Which draw is due follows from it ([`State::due`]).
#[doc = include_str!("examples/state.md")]
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct State {
    /// How many play, 2 to 4.
    pub players: u8,
    /// The player to act; during a refill the buyer, after the end player 0.
    pub turn: Player,
    /// The draw pile.
    pub pile: Pile,
    /// The ingredients removed at the start.
    pub removed: Cards,
    /// The rows A1, A2, B1 and B2.
    pub rows: [Cards; 4],
    /// The coins in line 3 and line 2.
    pub lines: [u8; 2],
    /// The wok cards on the table.
    pub market: Woks,
    /// How many wok cards are still to be laid out (R13).
    pub undealt: u8,
    /// Whether the player on turn has paid for a wok card and must choose it.
    pub taking: bool,
    /// How many last actions are left; `None` before the end is triggered, 0 when declarations are made (R40, R41).
    pub last: Option<u8>,
    /// The players' things; unused seats are empty.
    pub all_seats: [Seat; SEATS],
}

impl State {
    /// The seats that are taken, in turn order.
    pub fn seats(&self) -> &[Seat] {
        &self.all_seats[..usize::from(self.players)]
    }

    /// What a player has.
    pub fn seat(&self, player: Player) -> &Seat {
        &self.all_seats[player.index()]
    }

    pub(crate) fn seat_mut(&mut self, player: Player) -> &mut Seat {
        &mut self.all_seats[player.index()]
    }

    /// Whether all players have declared.
    pub fn is_over(&self) -> bool {
        self.seats().iter().all(|seat| seat.score.is_some())
    }
}

/// What a player may do.
#[doc = include_str!("examples/action.md")]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Take a coin from a line (R21).
    TakeCoin {
        /// The line.
        line: Line,
    },
    /// Buy a row for the coins beside it (R25).
    Buy {
        /// The row.
        row: Row,
    },
    /// Lay cards from the hand that pay for a wok card (R32); the choice of the card follows.
    Lay {
        /// The payment.
        // Every event of a record takes as much room as the largest action.
        cards: Box<Cards>,
    },
    /// Take a wok card that has been paid for (R34).
    TakeWok {
        /// The card.
        wok: Wok,
    },
    /// Do nothing (R20).
    Pass,
    /// Put cooks and ingredients on your red cards at the end (R41).
    Score(Declaration),
}

/// What may be drawn.
#[doc = include_str!("examples/chance.md")]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Chance {
    /// An ingredient from the pile.
    Ingredient(Face),
    /// A wok card during set-up.
    Wok(Wok),
}

/// Whether a player may decline their last action, which every player has after the end was triggered (D3).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FinalPass {
    /// A player who can act must act, as in every other turn.
    #[default]
    Forbidden,
    /// A player may pass instead of their last action, whatever they could do.
    Allowed,
}

/// How many identical symbols a payment for a wok card shows (D7).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Payment {
    /// Exactly four symbols, no more.
    #[default]
    ExactlyFour,
    /// Four symbols or more; every card must still show the symbol.
    AtLeastFour,
}

/// Whether a player must give every cook to a red card in the final declaration (D13).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cooks {
    /// Every cook must be given away, if the player has a red card that suits him.
    #[default]
    Compulsory,
    /// Any cook may be left out; he then has no effect.
    Optional,
}

/// Which wok of a concert gets which value of a double-wok man (D17).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DoubleMan {
    /// As printed: the left wok gets the left value, the right wok the right one.
    #[default]
    PrintedOrder,
    /// The player may exchange the two values, which the declaration says with `mirror`.
    PlayerChoice,
}

/// The options of We Will Wok You.
#[doc = include_str!("examples/options.md")]
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Whether a player may decline their last action, which every player has after the end was triggered.
    pub final_pass: FinalPass,
    /// How many identical symbols a payment for a wok card shows.
    pub payment: Payment,
    /// Whether a player must give every cook to a red card in the final declaration.
    pub cooks: Cooks,
    /// Which wok of a concert gets which of the two values of a double-wok man.
    pub double_man: DoubleMan,
}

/// Details of a finished game: each player's declaration and the best possible one.
#[doc = include_str!("examples/details.md")]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Details {
    /// An entry for each player.
    pub players: Vec<PlayerDetails>,
}

/// One player's declaration and the best possible one.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, JsonSchema)]
pub struct PlayerDetails {
    /// The actual declaration.
    pub declared: Score,
    /// The best possible declaration: the most points, and with these the most unused ingredients.
    pub best: Best,
    /// His coins, which decide if points and unused ingredients are equal (R48).
    pub coins: u8,
}

/// A best declaration.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Best {
    /// Its points.
    pub points: u16,
    /// The ingredients it leaves unused.
    pub unused: u8,
    /// Whether a better one may exist, because the search was given up ([`optimum::MOST_STEPS`]). Absent: no.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lower_bound: bool,
    /// Its entries; other declarations may be equally good.
    pub woks: Vec<declaration::Filled>,
}

/// A check of this game.
type Check = game::Check<WeWillWokYou>;

/// We Will Wok You under one edition and one set of options.
#[doc = include_str!("examples/we_will_wok_you.md")]
#[derive(Clone, Debug)]
pub struct WeWillWokYou {
    options: Options,
    edition: String,
    /// All ingredient cards.
    deck: Cards,
    /// How well the faces of each ingredient are founded.
    deck_source: [Provenance; INGREDIENTS],
    woks: WokCards,
    /// The number of steps after which the search is given up: [`optimum::MOST_STEPS`], or fewer in some tests.
    most_steps: u32,
}

impl WeWillWokYou {
    /// The wok cards of the edition.
    pub fn wok_cards(&self) -> &WokCards {
        &self.woks
    }

    fn mirrors(&self) -> bool {
        self.options.double_man == DoubleMan::PlayerChoice
    }
}

impl Game for WeWillWokYou {
    const NAME: &'static str = "we-will-wok-you";
    const TITLE: &'static str = "We Will Wok You";
    const PLAYERS: RangeInclusive<u8> = 2..=4;
    const EDITION: &'static str = include_str!("edition.json");
    const RULES: &'static [Rule] = rules::RULES;
    const RULEBOOK: &'static Rulebook = &rulebook::RULEBOOK;
    const NOTATION: &'static [&'static str] = words::NOTATION;
    const LEGAL_ORDER: &'static str = words::LEGAL_ORDER;
    const DRAWS: &'static [DrawKind] = words::DRAWS;
    const ASK_TEXT: usize = 6000;
    const RULES_PROMPT: usize = 20_000;

    type Options = Options;
    type Edition = Edition;
    type State = State;
    type Position = Position;
    type Action = Action;
    type Chance = Chance;
    type Breach = Breach;
    type View = Position;
    type Details = Details;

    fn open(edition: &Edition, options: &Options) -> Result<WeWillWokYou, Vec<Fault>> {
        let mut faults = Vec::new();
        let (deck, deck_source) = edition.deck(&mut faults);
        let woks = edition.wok_cards(&mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(WeWillWokYou {
            options: options.clone(),
            edition: edition.id.clone(),
            deck,
            deck_source,
            woks,
            most_steps: optimum::MOST_STEPS,
        })
    }

    fn edition_id(&self) -> &str {
        &self.edition
    }

    fn start(&self, players: u8) -> State {
        let mut state = State {
            players,
            turn: Player(0),
            pile: Pile::of(&self.deck),
            removed: Cards::NONE,
            rows: [Cards::NONE; 4],
            lines: market::LINES,
            market: Woks::NONE,
            undealt: market::woks_in_play(players),
            taking: false,
            last: None,
            all_seats: [Seat::default(); SEATS],
        };
        for player in Player::all(players) {
            state.seat_mut(player).coins = market::COINS;
        }
        state
    }

    fn turn(&self, state: &State) -> Turn {
        if state.due().is_some() {
            Turn::Chance
        } else if state.last == Some(0) && state.is_over() {
            Turn::Over
        } else {
            Turn::Player(state.turn)
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let scores: Option<Vec<Score>> = state.seats().iter().map(|seat| seat.score).collect();
        let scores = scores?;
        // Points, then unused ingredients, then coins (R46 to R49).
        let keys: Vec<(Score, u8)> =
            scores.iter().zip(state.seats()).map(|(score, seat)| (*score, seat.coins)).collect();
        Some(Outcome::ranked(&keys, scores.iter().map(|score| i32::from(score.points)).collect(), ROWS_EMPTY))
    }

    fn details(&self, state: &State) -> Option<Details> {
        let players = state.seats().iter().map(|seat| {
            let (declaration, exact) = self.best_declaration(seat);
            let Score { points, unused } = self.count(seat, &declaration);
            Some(PlayerDetails {
                declared: seat.score?,
                best: Best { points, unused, lower_bound: !exact, woks: declaration.woks },
                coins: seat.coins,
            })
        });
        Some(Details { players: players.collect::<Option<_>>()? })
    }

    fn canonical(&self, state: &State, player: Player, action: &mut Action) {
        if let Action::Score(declaration) = action {
            declaration.canonical(&self.woks, self.mirrors(), state.seat(player).woks);
        }
    }

    fn checks(action: &Action) -> &'static [Check] {
        match action {
            Action::TakeCoin { .. } => &market::TAKE_COIN,
            Action::Buy { .. } => &market::BUY,
            Action::Lay { .. } => &lay::LAY,
            Action::TakeWok { .. } => &lay::TAKE_WOK,
            Action::Pass => &market::PASS,
            Action::Score(_) => &judging::SCORE,
        }
    }

    fn apply(&self, state: &mut State, player: Player, action: &Action) {
        match action {
            Action::TakeCoin { line } => Self::take_coin(state, player, *line),
            Action::Buy { row } => Self::buy(state, player, *row),
            Action::Lay { cards } => Self::lay(state, player, cards),
            Action::TakeWok { wok } => Self::take_wok(state, player, *wok),
            Action::Pass => state.end_turn(),
            Action::Score(declaration) => {
                let score = self.count(state.seat(player), declaration);
                state.seat_mut(player).score = Some(score);
                state.turn = state.turn.next(state.players);
            }
        }
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) -> bool {
        if state.last == Some(0) {
            out.push(Action::Score(self.best_declaration(state.seat(state.turn)).0));
            return false;
        }
        if state.taking {
            out.extend(state.market.iter().map(|wok| Action::TakeWok { wok }));
            return true;
        }
        self.list_turn(state, out)
    }

    fn chances(&self, state: &State, out: &mut Vec<(Chance, u32)>) -> Source {
        Self::list_draws(state, out)
    }

    fn draw_purpose(&self, state: &State) -> String {
        match state.due() {
            Some(Due::Removed) => "to be removed".to_owned(),
            Some(Due::Row(row)) => format!("for row {row}"),
            Some(Due::Wok) | None => "for the table".to_owned(),
        }
    }

    fn apply_chance(&self, state: &mut State, chance: &Chance) {
        match chance {
            Chance::Ingredient(face) => Self::draw_ingredient(state, *face),
            Chance::Wok(wok) => {
                state.market.insert(*wok);
                state.undealt -= 1;
            }
        }
    }

    fn position(&self, state: &State, _memory: bool) -> Position {
        Position::of(state)
    }

    fn restore(&self, players: u8, position: &Position) -> Result<State, Vec<Breach>> {
        position::restore(self, players, position)
    }

    fn view(&self, state: &State, _viewer: Option<Player>) -> Position {
        Position::of(state)
    }

    fn picture(&self, view: &Position) -> Picture {
        self.draw(view)
    }

    fn picture_event(&self, picture: &mut Picture, _: &Position, event: &EventOf<WeWillWokYou>) {
        self.draw_event(picture, event);
    }

    fn action_in_words(action: &Action) -> String {
        words::action(action)
    }

    fn action_from_words(said: &mut Spoken<'_>) -> Option<Action> {
        words::read(said)
    }

    fn chance_in_words(chance: &Chance) -> String {
        words::chance(*chance)
    }

    fn reason_in_words(reason: &'static str) -> &'static str {
        words::reason(reason)
    }

    fn scored(&self, before: &State, event: &EventOf<WeWillWokYou>) -> Vec<Gain> {
        let Event::Action(player, Action::Score(declaration)) = event else { return Vec::new() };
        let each = self.each_counted(before.seat(*player), declaration).filter(|(_, points)| *points > 0);
        let gain = |(wok, points): (Wok, u16)| Gain {
            player: *player,
            points: points.into(),
            why: self.in_brief(wok),
            at: None,
        };
        each.map(gain).collect()
    }

    fn components(&self) -> Vec<Panel> {
        self.parts()
    }

    fn determinize(&self, view: &Position, _draw: &mut dyn Draw) -> Result<State, Vec<Breach>> {
        position::restore(self, described(view.players.len(), &Self::PLAYERS), view)
    }

    /// Points, then unused ingredients, then coins (R46 to R49): of the actual declaration, or of the best one
    /// possible now.
    fn standing(&self, state: &State) -> Option<ByPlayer<i32>> {
        let mut keys = ByPlayer::default();
        for (player, seat) in Player::all(state.players).zip(state.seats()) {
            let score = seat.score.or_else(|| self.best_score(seat)).unwrap_or_default();
            keys[player] = i32::from(score.points) << 14 | i32::from(score.unused) << 8 | i32::from(seat.coins);
        }
        Some(keys)
    }
}
