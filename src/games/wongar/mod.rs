//! Wongar: majorities in ten territories. Players take the face-up cards of the territories, place pieces, move the
//! figures of the ancestor and the elder, and hold ceremonies where these arrive: ritual cards change who has the
//! majority, then majorities score. Scorpions in both decks move time on and sting the players who draw them.
//!
//! * [`mod@names`]: kinds of piece, cards, figures, territories, and counts of them;
//! * [`action`]: decisions and draws in JSON; [`state`]: the state of a game; [`board`]: which territories are
//!   adjacent;
//! * [`setup`]: everything before the first round; [`round`]: turning cards up, scorpions, drawing, the end of a round;
//! * [`turn`]: a player's turn; [`ceremony`]: ritual cards and scoring. Each has effect and listing. `Wongar::settle`
//!   performs everything that leaves no choice;
//! * [`checks`]: the checks for each action;
//! * [`components`]: the contents of the box; [`picture`]: the picture; [`position`]: the state as JSON, [`restore`]:
//!   the faults of one from outside, [`view`]: what each player knows;
//! * `words`: texts for people; [`finish`]: the final bonus and the results that depend on reconstructed numbers;
//! * [`edition`]: the data; [`breach`]: the ways to break a rule; [`rules`]: the numbered rules.

pub mod action;
#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod breach;
#[doc(hidden)]
pub mod ceremony;
#[doc(hidden)]
pub mod checks;
#[doc(hidden)]
pub mod components;
#[doc(hidden)]
pub mod edition;
mod every;
pub mod finish;
pub mod names;
#[doc(hidden)]
pub mod picture;
#[doc(hidden)]
pub mod position;
#[doc(hidden)]
pub mod restore;
#[doc(hidden)]
pub mod round;
mod rulebook;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod setup;
pub mod state;
#[doc(hidden)]
pub mod turn;
pub mod view;
mod words;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::action::{Action, Chance, OneOrTwo};
use self::board::Board;
use self::breach::Breach;
use self::edition::{Datum, DeckTable, Edition, PieceTable, PileTable};
use self::finish::Details;
use self::names::{RitualCard, Territory, TerritoryCard, Trigger};
use self::position::{Position, Writing};
pub use self::state::{Phase, Pile, State};
use self::view::View;
use crate::game::picture::{Panel, Picture};
use crate::game::rulebook::Rulebook;
use crate::game::{
    self, ByPlayer, Draw, DrawKind, Event, EventOf, Fault, Gain, Game, Outcome, Player, Rule, Sight, Source, Turn,
    reason_called,
};
use crate::names;
use crate::spoken::Spoken;

/// Pieces of each kind that a player has on the board at the start (R10).
#[doc(hidden)]
pub const EACH_AT_START: u8 = 4;
/// The limit of scores, up and down. No game comes near it. A position from outside may start from any score up to
/// here, and every later score must still be readable.
const MOST_POINTS: i32 = 1_000_000;
/// Where the ancestor and the elder figure start (R14, R15): the two territories in the middle.
const STARTS: [Territory; 2] = [Territory::Hand, Territory::Foot];
/// Ritual cards dealt to each player (R12).
#[doc(hidden)]
pub const DEALT: u8 = 2;

names! {
    /// The board.
    #[doc(hidden)]
    #[derive(Default)]
    pub enum BoardName {
        /// Three rows of 3, 4 and 3 territories, with hand and foot in the middle of the second; 19 paths (D3).
        #[default]
        G1 = "G1",
        /// Three rows of 4, 2 and 4 territories, with hand and foot as the second; 15 paths (P21).
        G2 = "G2",
    }
}

/// The options of Wongar. The five advanced rules are independent switches (D39).
///
/// ```
/// use referee::games::wongar::Wongar;
/// use referee::games::wongar::names::Territory;
/// use referee::{Session, Setup};
///
/// // Only the other board has this territory.
/// let session = Session::<Wongar>::open(&Setup::new().seed(1).option("board", "G2"))?;
/// assert!(session.game().board().has(Territory::North4));
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[allow(clippy::struct_excessive_bools, reason = "the rulebook offers independent switches")]
pub struct Options {
    /// Which ten territories there are and which are adjacent. No source shows the printed board.
    pub board: BoardName,
    /// `true`: a player who carries out a triple card may stop before every piece, even before the first (P9). `false`: three
    /// pieces, or as many as are left of the kind, must be placed (D19).
    pub triple_may_place_fewer: bool,
    /// `true`: a double card may act on one piece where it could act on two. `false`: it acts on two, and on one only where
    /// there is no second (D28).
    pub double_may_act_on_one: bool,
    /// `true`: each player gets an ancestor and an elder card of their own, to play once each instead of taking a card, and
    /// the piles have one less of both (R89). `false`: there are no such cards.
    pub own_figures: bool,
    /// `true`: each player starts with a double card, and the ritual deck has neither doubles nor scorpions (R91). `false`:
    /// the deck has all its cards.
    pub own_doubles: bool,
    /// `true`: the players place their first twelve pieces themselves, one at a time (R93). `false`: they are drawn from the
    /// bag.
    pub free_placement: bool,
    /// `true`: scorpions cost no points but still move time (R94). `false`: they sting.
    pub harmless_scorpions: bool,
    /// `true`: a player who is to draw a ritual card looks through the pile and chooses it (R95). `false`: it is the top card,
    /// drawn blindly.
    pub choose_ritual_cards: bool,
}

names! {
    /// Which trigger of the end came first (R85).
    #[doc(hidden)]
    pub enum Reason {
        /// The time marker reached the last square.
        ScorpionAtX = "scorpion-at-x",
        /// A territory has neither a face-up card nor a pile.
        PileExhausted = "pile-exhausted",
    }
}

/// A check of this game.
type Check = game::Check<Wongar>;

/// Wongar under one edition and one set of options.
///
/// ```
/// use referee::games::wongar::Wongar;
/// use referee::games::wongar::names::Territory;
/// use referee::{Session, Setup};
///
/// let session = Session::<Wongar>::open(&Setup::new().players(4).seed(1))?;
/// // The board says what is beside what.
/// let board = session.game().board();
/// assert!(board.neighbours(Territory::Hand).all(|other| board.adjacent(other, Territory::Hand)));
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Debug)]
pub struct Wongar {
    options: Options,
    edition: String,
    board: Board,
    pieces: PieceTable,
    /// A territory's cards, under the options in force.
    cards: PileTable,
    /// The ritual deck before anything is dealt, under the options in force; doubles dealt by `own_doubles` not counted.
    ritual: DeckTable,
    x_square: Datum,
    /// Points by cause and section.
    points: [[Datum; 3]; 3],
    bonus: Datum,
}

impl Wongar {
    /// The board in force.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Performs everything that leaves no choice and needs no draw.
    pub(crate) fn settle(&self, state: &mut State) {
        while self.step(state) {}
    }

    /// Whether an event that brings a ritual card into a hand ends the game.
    fn ends_with(&self, before: &State, event: &EventOf<Wongar>) -> bool {
        let last = before.turn.next(before.players) == before.boomerang;
        if before.end.is_none() || !last || !matches!(before.phase, Phase::Draw { .. }) {
            return false;
        }
        let mut after = before.clone();
        self.perform(&mut after, event);
        self.settle(&mut after);
        after.phase == Phase::Over
    }

    /// Performs an event without what follows by itself.
    fn perform(&self, state: &mut State, event: &EventOf<Wongar>) {
        match event {
            Event::Action(player, action) => self.act(state, *player, *action),
            Event::Chance(chance) => self.bring(state, *chance),
        }
    }

    fn act(&self, state: &mut State, player: Player, action: Action) {
        match action {
            Action::Take { territory } => turn::take(state, player, territory),
            Action::PlayOwn { card } => turn::play_own(state, player, card),
            Action::Place { kind, territory } => turn::place(state, player, kind, territory),
            Action::Draw => turn::draw_instead(state),
            Action::Choose { kind } => turn::choose(state, player, kind),
            Action::Stop => round::end_turn(state),
            Action::Move { figure, to } => turn::move_figure(state, figure, to),
            Action::ChooseCard { card } => round::choose_card(state, card),
            _ => self.act_in_ceremony(state, player, action),
        }
    }

    fn bring(&self, state: &mut State, chance: Chance) {
        match chance {
            Chance::TerritoryCard(card) => self.turn_up(state, card),
            Chance::Piece { player, kind } => self.fill(state, player, kind),
            Chance::RitualCard(card) if state.phase == Phase::SetupHands => self.deal(state, card),
            Chance::RitualCard(card) => self.drawn(state, card),
            Chance::Marker(player) => self.marker(state, player),
        }
    }

    /// Performs one thing that leaves no choice; false if a decision or a draw is due, or the game is over.
    fn step(&self, state: &mut State) -> bool {
        match state.phase {
            Phase::Reveal => self.step_reveal(state),
            Phase::Privilege | Phase::Draw { .. } => self.step_draw(state),
            Phase::Ceremony { card, at, passed, next } => self.step_ceremony(state, card, at, passed, next),
            phase if phase.is_set_up() => self.step_setup(state),
            _ => self.step_turn(state),
        }
    }
}

impl Game for Wongar {
    const NAME: &'static str = "wongar";
    const TITLE: &'static str = "Wongar";
    const PLAYERS: RangeInclusive<u8> = 3..=5;
    const EDITION: &'static str = include_str!("edition.json");
    const SECRET_ACTIONS: &'static [&'static str] = &["choose_card"];
    const SECRET_DRAWS: &'static [&'static str] = &["ritual_card"];
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
    type View = View;
    type Details = Details;

    fn open(edition: &Edition, options: &Options) -> Result<Wongar, Vec<Fault>> {
        let mut faults = Vec::new();
        edition.faults(options, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let (mut cards, mut ritual) = (edition.territory_cards, edition.ritual_cards);
        if options.own_figures {
            cards.pile[TerritoryCard::Ancestor] -= 1;
            cards.pile[TerritoryCard::Elder] -= 1;
        }
        if options.own_doubles {
            ritual.deck[RitualCard::Double] = 0;
            ritual.deck[RitualCard::Scorpion] = 0;
        }
        Ok(Wongar {
            options: options.clone(),
            edition: edition.id.clone(),
            board: Board::of(edition.board(options.board)),
            pieces: edition.pieces,
            cards,
            ritual,
            x_square: edition.x_square,
            points: Trigger::ALL.map(|trigger| *edition.points.row(trigger)),
            bonus: edition.bonus,
        })
    }

    fn edition_id(&self) -> &str {
        &self.edition
    }

    fn start(&self, players: u8) -> State {
        self.set_out(players)
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Over => Turn::Over,
            Phase::Reveal => Turn::Chance,
            Phase::Privilege | Phase::Draw { .. } if !self.options.choose_ritual_cards => Turn::Chance,
            Phase::Privilege | Phase::Draw { .. } => Turn::Player(state.drawer()),
            Phase::Ceremony { next, .. } => Turn::Player(next),
            phase if phase.is_set_up() && phase != Phase::SetupPlacement => Turn::Chance,
            _ => Turn::Player(state.turn),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.final_outcome(state)
    }

    fn details(&self, state: &State) -> Option<Details> {
        Some(self.final_details(state))
    }

    fn canonical(&self, _state: &State, _player: Player, action: &mut Action) {
        match action {
            Action::Remove { owners, .. } => owners.sort_by_key(|owner| owner),
            Action::MoveOut { to: territories, .. } | Action::MoveIn { from: territories, .. } => {
                territories.sort_by_key(|territory| self.board.place(territory));
            }
            _ => {}
        }
    }

    fn checks(action: &Action) -> &'static [Check] {
        checks::of(action)
    }

    fn apply(&self, state: &mut State, player: Player, action: &Action) {
        self.act(state, player, *action);
        self.settle(state);
    }

    fn all_actions(&self) -> Option<Vec<Action>> {
        Some(every::action(self))
    }

    fn action_key(action: &Action) -> u32 {
        every::key(*action)
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) -> bool {
        match state.phase {
            Phase::Privilege | Phase::Draw { .. } => {
                out.extend(round::choices(state.deck).map(|card| Action::ChooseCard { card }));
            }
            Phase::Ceremony { at, next, .. } => self.list_ceremony(state, at, next, out),
            _ => self.list_turn(state, out),
        }
        true
    }

    fn chances(&self, state: &State, out: &mut Vec<(Chance, u32)>) -> Source {
        match state.phase {
            Phase::SetupTerritories | Phase::Reveal => self.territory_chances(state, out),
            Phase::Privilege | Phase::Draw { .. } => round::ritual_chances(state, out),
            _ => setup::chances(state, out),
        }
    }

    /// The player who draws: ritual cards are dealt to or drawn by a player (R12, R25, R33), and the first player
    /// turns up the cards of a round (R22). The layout of the set-up belongs to no player.
    fn drawer(&self, state: &State) -> Option<Player> {
        match state.phase {
            Phase::SetupHands => Some(self.receiver(state)),
            Phase::Reveal => Some(state.boomerang),
            Phase::Privilege | Phase::Draw { .. } => Some(state.drawer()),
            _ => None,
        }
    }

    fn draw_purpose(&self, state: &State) -> String {
        let at = match state.phase {
            Phase::SetupTerritories | Phase::Reveal => self.due(state),
            Phase::SetupPieces => self.unfilled(state),
            Phase::SetupFirst => return "for the boomerang".to_owned(),
            Phase::SetupElder => return "for the elder pawn".to_owned(),
            _ => return "for the hand".to_owned(),
        };
        at.map(|territory| format!("for {territory}")).unwrap_or_default()
    }

    fn apply_chance(&self, state: &mut State, chance: &Chance) {
        self.bring(state, *chance);
        self.settle(state);
    }

    fn position(&self, state: &State, _memory: bool) -> Position {
        Writing::with(self, state, |player| state.hands[player], state.deck)
    }

    fn restore(&self, players: u8, position: &Position) -> Result<State, Vec<Breach>> {
        let hand = |player: Player| position.players[player.index()].hand;
        restore::restore(self, players, position, hand, position.deck)
    }

    fn view(&self, state: &State, viewer: Option<Player>) -> View {
        View::of(self, state, viewer)
    }

    /// Only the drawer sees a drawn card, except the last of a game: a finished game hides nothing.
    fn sees(&self, before: &State, event: &EventOf<Wongar>, viewer: Option<Player>) -> Sight {
        let owner = match event {
            Event::Action(player, Action::ChooseCard { .. }) => *player,
            Event::Chance(Chance::RitualCard(card)) if *card != RitualCard::Scorpion => {
                self.drawer(before).unwrap_or_default()
            }
            _ => return Sight::Full,
        };
        if viewer == Some(owner) || self.ends_with(before, event) { Sight::Full } else { Sight::Kind }
    }

    /// Ritual cards are played in ceremonies and chosen when drawn; no other action depends on them. A player who
    /// does not pass holds a card.
    fn is_open(&self, state: &State, _player: Player, tried: Option<&Action>) -> bool {
        use Action::{ChooseCard, MoveIn, MoveOut, Pass, Remove};
        let with_cards = |action: &Action| {
            matches!(action, ChooseCard { .. } | Remove { .. } | MoveOut { .. } | MoveIn { .. } | Pass)
        };
        !state.is_drawing() && !matches!(state.phase, Phase::Ceremony { .. }) && !tried.is_some_and(with_cards)
    }

    fn picture(&self, view: &View) -> Picture {
        self.draw(view)
    }

    fn picture_event(&self, picture: &mut Picture, view: &View, event: &EventOf<Wongar>) {
        self.draw_event(picture, view, event);
    }

    fn action_in_words(action: &Action) -> String {
        words::action(*action)
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

    fn scored(&self, before: &State, event: &EventOf<Wongar>) -> Vec<Gain> {
        self.gains(before, event)
    }

    fn components(&self) -> Vec<Panel> {
        self.parts()
    }

    /// Whether a player is looking through the ritual pile to choose a card (R95).
    fn shows_hidden(&self, state: &State) -> bool {
        self.options.choose_ritual_cards && state.is_drawing()
    }

    fn determinize(&self, view: &View, draw: &mut dyn Draw) -> Result<State, Vec<Breach>> {
        view::determinize(self, view, draw)
    }

    /// Points with the bonus (R86, R88).
    fn standing(&self, state: &State) -> Option<ByPlayer<i32>> {
        let mut keys = ByPlayer::default();
        state.seats().zip(self.totals(state)).for_each(|(player, total)| keys[player] = total);
        Some(keys)
    }
}
