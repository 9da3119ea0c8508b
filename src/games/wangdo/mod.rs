//! Wangdo: bear princes raise steles in villages, pay for them at the temples and learn in return. Two to four players;
//! the player who fills their board with knowledge ends the game.
//!
//! * [`mod@names`] and [`counts`]: colours, tokens, cards, villages, and counts of them; [`state`]: the state of a game;
//! * [`take`], [`place`], [`pay`], [`cards`]: the actions, each with checks, effect and listing; [`pay`] also decides
//!   whether a price can be paid at all, [`declare`] whether cards together make an action possible, and [`swaps`]
//!   has the cards that exchange steles;
//! * [`turn`]: the turn as a whole, its end, and the end of the game; [`draws`]: all draws;
//! * [`picture`]: the picture, [`components`]: the contents of the box; [`position`]: the state as JSON, [`restore`]:
//!   the faults of one from outside, [`view`]: what a player knows, `words`: texts for people;
//! * [`edition`]: paths and numbers; [`breach`]: the ways to break a rule; [`rules`]: the numbered rules.

#[doc(hidden)]
pub mod breach;
#[doc(hidden)]
pub mod cards;
#[doc(hidden)]
pub mod components;
pub mod counts;
#[doc(hidden)]
pub mod declare;
#[doc(hidden)]
pub mod draws;
#[doc(hidden)]
pub mod edition;
pub mod names;
#[doc(hidden)]
pub mod pay;
#[doc(hidden)]
pub mod picture;
#[doc(hidden)]
pub mod place;
#[doc(hidden)]
pub mod position;
#[doc(hidden)]
pub mod restore;
mod rulebook;
#[doc(hidden)]
pub mod rules;
pub mod seal;
pub mod state;
#[doc(hidden)]
pub mod swaps;
#[doc(hidden)]
pub mod take;
#[doc(hidden)]
pub mod turn;
pub mod view;
mod words;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use self::breach::Breach;
use self::counts::{Cards, Steles};
use self::edition::{Edition, Near, Tokens};
use self::names::{Card, Colour, Token, VILLAGES, Village, Villages};
use self::position::Position;
use self::seal::Seal;
pub use self::state::{DRAWN, Declared, MOST_STELES, Payment, Phase, Reason, Seat, State, slots};
use self::view::View;
use crate::game::picture::{Panel, Picture};
use crate::game::rulebook::Rulebook;
use crate::game::{
    self, ByPlayer, Draw, DrawKind, Event, EventOf, Fault, Gain, Game, Outcome, Player, Provenance, Rule, Sight,
    Source, Turn, reason_called,
};
use crate::spoken::Spoken;
use crate::text::a;

/// What a player may do.
///
/// ```
/// use referee::games::wangdo::counts::Steles;
/// use referee::games::wangdo::{Action, Wangdo};
/// use referee::{Session, Setup};
///
/// let mut session = Session::<Wangdo>::open(&Setup::new().seed(7))?;
/// let [white, ..] = session.state().temples.0;
/// // Two steles from the temples, but not two of the white one.
/// let refused = session.play(Action::Take { steles: Steles([white + 1, 0, 0, 0]) }).unwrap_err();
/// assert!(refused.violations().iter().all(|violation| violation.rule.starts_with("wangdo.")));
/// session.play(Action::Draw)?;
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Take steles from the temples (standard action).
    Take {
        /// Two; three with `temple_three`; fewer only when the temples hold fewer.
        steles: Steles,
    },
    /// Draw three steles from the bag (standard action).
    Draw,
    /// Place a stele on a village and take its token (standard action).
    Place {
        /// The village.
        village: Village,
        /// The stele, from the player's reserve.
        stele: Colour,
    },
    /// Pay one stele of the price.
    Pay {
        /// The stele, from the player's reserve.
        stele: Colour,
    },
    /// Take a stele from another temple, or nothing, in a ritual.
    Ritual {
        /// The stele; `null`: none.
        #[serde(with = "crate::game::or_null")]
        #[schemars(schema_with = "colour_or_null")]
        take: Option<Colour>,
    },
    /// Play a seal card.
    Seal(Seal),
    /// Return steles to the bag, down to ten.
    Return {
        /// Exactly the excess.
        steles: Steles,
    },
    /// Give up an owed standard action; only if none is possible.
    Pass,
    /// Play no more cards.
    EndTurn,
}

// In this order, on which what learners observe depends.
fn colour_or_null(generator: &mut SchemaGenerator) -> Schema {
    schemars::json_schema!({"anyOf": [generator.subschema_for::<Colour>(), {"type": "null"}]})
}

/// What may be drawn.
///
/// ```
/// use referee::games::wangdo::names::Token;
/// use referee::games::wangdo::{Chance, Wangdo};
/// use referee::{Session, Setup};
///
/// // Without a seed, tokens are laid on the villages as at the table.
/// let mut session = Session::<Wangdo>::open(&Setup::new())?;
/// session.draw(Chance::Token(Token::Bear))?;
/// assert_eq!(session.state().bears.len(), 1);
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// The token laid on the next village.
    Token(Token),
    /// A stele from the bag.
    Stele(Colour),
    /// A seal card from the pile.
    SealCard(Card),
}

/// The options of Wangdo.
///
/// ```
/// use referee::games::wangdo::Options;
///
/// let options: Options = serde_json::from_str(r#"{"max_rounds":50}"#).expect("they are options");
/// assert_eq!(options, Options { max_rounds: 50, ..Options::default() });
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Whether a stele gained in a ritual may pay the rest of the same price (D7, P10). `true`: it joins the reserve at
    /// once and may pay. `false`: it lies apart until the price is paid, which the rest of the reserve must cover.
    pub ritual_pays: bool,
    /// The number of complete rounds after which the game ends although no board is full; the player with the most tokens
    /// then wins (P7). `0`: there is no limit.
    pub max_rounds: u32,
    /// Whether the game ends when all can see that no player can ever gain a token again (P6). `true`: it does, and the
    /// player with the most tokens wins. `false`: it goes on, until the round limit if there is one.
    pub stalemate: bool,
    /// The Dragon Seals that one unused card `three_seals` counts when the winner is found (P15b). `3`: three in all. `4`:
    /// three for its face and one for its back.
    #[schemars(range(min = 3, max = 4))]
    pub three_seals: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options { ritual_pays: true, max_rounds: 200, stalemate: true, three_seals: 3 }
    }
}

/// Details of a finished game besides places and scores.
///
/// ```
/// use referee::game::Game as _;
/// use referee::games::wangdo::Wangdo;
/// use referee::{Session, Setup};
///
/// let mut session = Session::<Wangdo>::open(&Setup::new().seed(7))?;
/// while !session.legal().is_empty() {
///     let last = session.legal().last().cloned().expect("there is one");
///     session.play(last)?;
/// }
/// // Among players with full boards the most seals win.
/// let details = session.game().details(session.state()).expect("the game is over");
/// assert_eq!(details.seals.len(), 2);
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Details {
    /// Dragon Seals of each player (R29).
    pub seals: Vec<u8>,
    /// Whether the board of each player is full.
    pub full: Vec<bool>,
}

/// How well the data in force are founded.
#[derive(Copy, Clone, Debug)]
pub(super) struct Sources {
    /// The paths.
    pub(super) paths: Provenance,
    /// The altars of a temple.
    pub(super) altars: Provenance,
    /// The weaker of both: a payment depends on it.
    pub(super) payment: Provenance,
    /// The steles of each colour.
    pub(super) steles: Provenance,
    /// The weakest provenance among the numbers of tokens.
    pub(super) tokens: Provenance,
    /// The seal cards, by design.
    pub(super) cards: [Provenance; 8],
}

type Check = game::Check<Wangdo>;

/// Wangdo under one edition and one set of options.
///
/// ```
/// use referee::games::wangdo::{Action, Wangdo};
/// use referee::{Session, Setup};
///
/// let mut session = Session::<Wangdo>::open(&Setup::new().players(3).seed(7))?;
/// let place = session.legal().iter().find_map(|action| match action {
///     Action::Place { village, .. } => Some((*village, action.clone())),
///     _ => None,
/// });
/// let (village, place) = place.expect("a village is free");
/// // The price depends on the steles beside the village.
/// let price = session.game().price(session.state(), village);
/// session.play(place)?;
/// assert!(price.total() <= 4);
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Debug)]
pub struct Wangdo {
    options: Options,
    edition: String,
    /// The paths without and with part P.
    near: [Near; 2],
    /// Column and row of every village in pictures.
    places: [[u8; 2]; VILLAGES],
    altars: u8,
    steles: Steles,
    /// The tokens in play without and with part P, by [`Token`].
    tokens: [[u8; 9]; 2],
    deck: Cards,
    sources: Sources,
}

impl Wangdo {
    /// The villages in play (R1).
    pub fn villages(players: u8) -> Villages {
        if players == 4 { Villages::ALL } else { Villages::ALL.without(Villages::PART_P) }
    }

    /// The villages joined to this one by a path.
    pub fn near(&self, players: u8, village: Village) -> Villages {
        self.near[usize::from(players == 4)][village.index()]
    }

    /// The tokens in play, by [`Token`].
    pub(super) fn tokens(&self, players: u8) -> &[u8; 9] {
        &self.tokens[usize::from(players == 4)]
    }

    /// The steles beside a village, by colour: the price of placing a stele there (R17).
    pub fn price(&self, state: &State, village: Village) -> Steles {
        let near = self.near(state.players, village);
        Steles(state.steles.map(|steles| near.and(steles).len()))
    }
}

impl Game for Wangdo {
    const NAME: &'static str = "wangdo";
    const TITLE: &'static str = "Wangdo";
    const PLAYERS: RangeInclusive<u8> = 2..=4;
    const EDITION: &'static str = include_str!("edition.json");
    const SECRET_DRAWS: &'static [&'static str] = &["seal_card"];
    const RULES: &'static [Rule] = rules::RULES;
    const RULEBOOK: &'static Rulebook = &rulebook::RULEBOOK;
    const NOTATION: &'static [&'static str] = words::NOTATION;
    const LEGAL_ORDER: &'static str = words::LEGAL_ORDER;
    const DRAWS: &'static [DrawKind] = words::DRAWS;
    const MORE_NOTATION: &'static [&'static str] = &["play Extra Action", "play Discount", "play Three Seals"];
    const ASK_TEXT: usize = 4500;
    const RULES_PROMPT: usize = 20_000;

    type Options = Options;
    type Edition = Edition;
    type State = State;
    type Position = Position;
    type Action = Action;
    type Chance = Chance;
    type Breach = Breach;
    type View = View;
    type Details = Details;

    fn open(edition: &Edition, options: &Options) -> Result<Wangdo, Vec<Fault>> {
        let mut faults = Vec::new();
        edition.faults(&mut faults);
        if !(3..=4).contains(&options.three_seals) {
            let message = format!("is 3 or 4 (P15b), not {}", options.three_seals);
            faults.push(Fault::new("options.three_seals", message));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let (deck, cards) = edition.deck();
        let (paths, altars) = (edition.board.source, edition.temples.source);
        let Tokens { per_type, left_out_per_type, bears } = &edition.tokens;
        let sources = Sources {
            paths,
            altars,
            payment: paths.max(altars),
            steles: edition.steles.source,
            tokens: per_type.source.max(left_out_per_type.source).max(bears.source),
            cards,
        };
        Ok(Wangdo {
            options: options.clone(),
            edition: edition.id.clone(),
            near: [edition.near(false), edition.near(true)],
            places: edition.places(),
            altars: edition.temples.altars,
            steles: edition.box_of_steles(),
            tokens: [edition.tokens_in_play(false), edition.tokens_in_play(true)],
            deck,
            sources,
        })
    }

    fn edition_id(&self) -> &str {
        &self.edition
    }

    fn start(&self, players: u8) -> State {
        let temples = Steles([1; 4]);
        State {
            players,
            turn: Player(0),
            round: 1,
            owed: 1,
            phase: Phase::Setup,
            tokens: [Villages::NONE; 4],
            sealed: Villages::NONE,
            bears: Villages::NONE,
            steles: [Villages::NONE; 4],
            temples,
            bag: self.steles.minus(temples),
            seats: [Seat::default(); 4],
            fresh: Cards::NONE,
            discarded: Cards::NONE,
        }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Setup | Phase::Draw(_) | Phase::Card(_) => Turn::Chance,
            Phase::Over(_) => Turn::Over,
            _ => Turn::Player(state.turn),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.result(state)
    }

    fn details(&self, state: &State) -> Option<Details> {
        Some(Details {
            seals: state.taken().iter().map(|seat| self.seals(seat)).collect(),
            full: state.taken().iter().map(|seat| state.is_full(seat)).collect(),
        })
    }

    fn canonical(&self, _state: &State, _player: Player, action: &mut Action) {
        // Multisets have one representation by their type.
        if let Action::Seal(Seal::BoardSwap { villages }) = action {
            villages.sort_unstable();
        }
    }

    fn checks(action: &Action) -> &'static [Check] {
        match action {
            Action::Take { .. } => &take::TAKE,
            Action::Draw => &take::DRAW,
            Action::Place { .. } => &place::PLACE,
            Action::Pay { .. } => &pay::PAY,
            Action::Ritual { .. } => &pay::RITUAL,
            Action::Seal(seal) => cards::checks(seal),
            Action::Return { .. } => &turn::RETURN,
            Action::Pass => &turn::PASS,
            Action::EndTurn => &turn::END_TURN,
        }
    }

    fn apply(&self, state: &mut State, player: Player, action: &Action) {
        match action {
            Action::Take { steles } => self.take(state, player, *steles),
            Action::Draw => take::draw(state),
            Action::Place { village, stele } => self.place(state, player, *village, *stele),
            Action::Pay { stele } => self.pay(state, player, *stele),
            Action::Ritual { take } => self.ritual(state, player, *take),
            Action::Seal(seal) => self.seal(state, player, seal),
            Action::Return { steles } => self.give_back(state, player, *steles),
            Action::Pass => {
                state.owed -= 1;
                self.settle(state);
            }
            Action::EndTurn => self.end_turn(state),
        }
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) -> bool {
        let player = state.turn;
        match state.phase {
            Phase::Act => {
                if state.owed > 0 {
                    let before = out.len();
                    take::list_takes(state, out);
                    if !state.bag.is_empty() {
                        out.push(Action::Draw);
                    }
                    self.list_places(state, player, out);
                    if out.len() == before {
                        out.push(Action::Pass);
                    }
                }
                self.list_seals(state, player, out);
                if state.owed == 0 {
                    out.push(Action::EndTurn);
                }
            }
            Phase::Declared(Declared::Take) => {
                take::list_takes(state, out);
                self.list_seals(state, player, out);
            }
            Phase::Declared(Declared::Place { .. }) => {
                self.list_places(state, player, out);
                self.list_seals(state, player, out);
            }
            Phase::Pay(payment) => out.extend(self.pays(state, player, payment).map(|stele| Action::Pay { stele })),
            Phase::Ritual(payment, temple) => {
                out.extend(self.picks(state, player, payment, temple).map(|take| Action::Ritual { take }));
            }
            Phase::Return => turn::list_returns(state, player, out),
            Phase::Setup | Phase::Draw(_) | Phase::Card(_) | Phase::Over(_) => {}
        }
        true
    }

    fn chances(&self, state: &State, out: &mut Vec<(Chance, u32)>) -> Source {
        self.list_draws(state, out)
    }

    fn drawer(&self, state: &State) -> Option<Player> {
        draws::drawer(state)
    }

    fn draw_purpose(&self, state: &State) -> String {
        draws::purpose(state)
    }

    fn apply_chance(&self, state: &mut State, chance: &Chance) {
        self.drawn(state, *chance);
    }

    fn position(&self, state: &State, _memory: bool) -> Position {
        Position::of(state)
    }

    fn restore(&self, players: u8, position: &Position) -> Result<State, Vec<Breach>> {
        restore::restore(self, players, position)
    }

    fn view(&self, state: &State, viewer: Option<Player>) -> View {
        View::of(self, state, viewer)
    }

    fn sees(&self, before: &State, event: &EventOf<Wangdo>, viewer: Option<Player>) -> Sight {
        self.sight(before, event, viewer)
    }

    /// Seal cards alter what can be placed and taken, so an attempt may show that a player holds one.
    fn is_open(&self, state: &State, player: Player, _tried: Option<&Action>) -> bool {
        state.seat(player).cards == Cards::NONE
    }

    fn picture(&self, view: &View) -> Picture {
        self.draw(view)
    }

    fn picture_event(&self, picture: &mut Picture, _: &View, event: &EventOf<Wangdo>) {
        Wangdo::draw_event(picture, event);
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
        reason_called(reason, &Reason::ALL, Reason::name, words::ending)
    }

    /// A point for each token (R28, P7).
    fn scored(&self, before: &State, event: &EventOf<Wangdo>) -> Vec<Gain> {
        let Event::Action(player, Action::Place { village, .. }) = event else { return Vec::new() };
        let token = before.token(*village).filter(|token| token.knowledge().is_some());
        let gain = |token| Gain {
            player: *player,
            points: 1,
            why: format!("{} from {village}", a(words::token(token))),
            at: Some(village.to_string()),
        };
        token.map(gain).into_iter().collect()
    }

    fn components(&self) -> Vec<Panel> {
        self.box_of_components()
    }

    fn determinize(&self, view: &View, draw: &mut dyn Draw) -> Result<State, Vec<Breach>> {
        view::determinize(self, view, draw)
    }

    /// As after the last round: tokens, then seals. Once a board is full, only full boards compete, by seals.
    fn standing(&self, state: &State) -> Option<ByPlayer<i32>> {
        let mut keys = ByPlayer::default();
        let any_full = state.any_full();
        for (player, seat) in Player::all(state.players).zip(state.taken()) {
            let first = if any_full { state.is_full(seat).into() } else { seat.count() };
            keys[player] = if any_full && first == 0 { 0 } else { i32::from(first) << 8 | i32::from(self.seals(seat)) };
        }
        Some(keys)
    }
}
