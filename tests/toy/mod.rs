//! Pouch, a small game that exists only in the tests. It uses every side of the contract that a game without chance
//! leaves alone: two sources of chance, one of them secret; an action that is a multiset; a decision that just happens
//! when only one answer is left; a list of legal actions that is not exhaustive; and two or three players.
//!
//! Each player holds tiles that the others do not see. In his turn a player draws a tile from the bag (source 1), rolls a
//! die (source 0: one three times in six, two twice, three once), and then either spends up to that many tiles for their
//! points, or bids any number up to 999 for a point and names who is next. Spending passes the turn on.

use std::cell::{Cell, RefCell};
use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use referee::game::picture::Picture;
use referee::game::rulebook::Rulebook;
use referee::game::{self, Draw, Event, EventOf, Fault, Gain, Game, Outcome, Player, Rule, Sight, Source, Turn};
use referee::spoken::Spoken;
use referee::{breaches, rules};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod position;
mod words;

pub(crate) use position::{Position, View};

/// The highest bid; far more than are listed.
const HIGHEST_BID: u16 = 999;
/// The number of bids listed.
const LISTED_BIDS: u16 = 5;
/// The tiles in hand at the start.
const DEALT: u8 = 2;

#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tile {
    Red,
    Green,
    Blue,
}

impl Tile {
    pub(crate) const ALL: [Tile; 3] = [Tile::Red, Tile::Green, Tile::Blue];
}

impl Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["red", "green", "blue"][*self as usize])
    }
}

/// The number of tiles of each colour.
pub(crate) type Tiles = [u8; 3];

pub(crate) fn total(tiles: Tiles) -> u8 {
    tiles.iter().sum()
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    Draw,
    Roll,
    Act,
    Name,
    Over,
}

#[derive(Eq, PartialEq, Debug)]
pub(crate) struct State {
    pub(crate) players: u8,
    pub(crate) hands: [Tiles; 3],
    pub(crate) spent: Tiles,
    pub(crate) scores: [u16; 3],
    pub(crate) turn: u8,
    pub(crate) phase: Phase,
    /// The value of the die; 0 before it is rolled.
    pub(crate) die: u8,
    /// The number of the turn; 0 while the tiles are dealt.
    pub(crate) round: u16,
}

impl Clone for State {
    fn clone(&self) -> State {
        COPIED.set(COPIED.get() + 1);
        State { ..*self }
    }
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Action {
    /// A multiset: the order does not matter.
    Spend {
        tiles: Vec<Tile>,
    },
    Bid {
        amount: u16,
    },
    Name {
        next: Player,
    },
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Chance {
    Tile(Tile),
    Die(u8),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Options {
    /// The number of turns after which the game ends.
    pub(crate) turns: u16,
    /// The points that win at once; 0: off.
    pub(crate) rich: u16,
}

impl Default for Options {
    fn default() -> Options {
        Options { turns: 9, rich: 30 }
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edition {
    pub(crate) game: String,
    pub(crate) id: String,
    pub(crate) each: u8,
}

thread_local! {
    /// How often this thread computed the details of a finished game, which is expensive in other games.
    pub(crate) static FOUND: Cell<u64> = const { Cell::new(0) };
    /// How often this thread copied a state, which in other games may contain every earlier position.
    pub(crate) static COPIED: Cell<u64> = const { Cell::new(0) };
    /// The hands of every state that this thread dealt anew from a view.
    pub(crate) static IMAGINED: RefCell<Vec<[Tiles; 3]>> = const { RefCell::new(Vec::new()) };
}

/// Details of a finished game: the tiles left in each hand.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Details {
    left: Vec<u8>,
}

breaches! {
    /// Every way to break a rule of Pouch.
    pub(crate) enum Breach {
        /// A decision is answered before anything else is done.
        NameDue {} = "pouch.name-due" [Printed "R1"] => "say who is next",
        /// A player names who is next only after a bid.
        NameNotDue {} = "pouch.name-not-due" [Printed "R1"] => "no player can be named now",
        /// The player named must sit at the table and be another player.
        NameWrong { next: Player } = "pouch.name-wrong" [Printed "R1"] => "{next} cannot be named",
        /// At least one tile is spent.
        NothingSpent {} = "pouch.nothing-spent" [Printed "R2"] => "at least one tile is spent",
        /// No more tiles are spent than the die shows.
        TooMany { die: u8, spent: usize } = "pouch.too-many" [Printed "R2"] => "the die shows {die}, these are {spent}",
        /// A player spends what he holds.
        NotHeld { tile: Tile, held: u8, spent: u8 } = "pouch.not-held" [Printed "R2"]
            => "{spent} {tile} tiles are spent, {held} are held",
        /// A bid is from 1 to 999.
        BidRange { amount: u16 } = "pouch.bid-range" [Decided "R3"] => "{amount} is no bid",
        /// A position has a hand and a score for each player.
        Seats { hands: usize, players: u8 } = "pouch.seats" [Decided] => "{hands} hands for {players} players",
        /// No more tiles are about than there are.
        TooManyTiles { tile: Tile, count: u32, each: u8 } = "pouch.too-many-tiles" [Decided]
            => "there are {count} {tile} tiles, the bag holds {each}",
        /// The parts of a position fit each other.
        PhaseWrong { phase: &'static str } = "pouch.phase-wrong" [Decided] => "the position cannot be in phase {phase}",
    }
}

/// A check of this game.
type Check = game::Check<Pouch>;

#[derive(Clone, Debug)]
pub(crate) struct Pouch {
    pub(crate) options: Options,
    id: String,
    pub(crate) each: u8,
}

impl Pouch {
    /// The tiles that are neither held nor spent.
    pub(crate) fn bag(&self, state: &State) -> Tiles {
        let mut bag = [self.each; 3];
        for tiles in state.hands.iter().chain([&state.spent]) {
            for (left, gone) in bag.iter_mut().zip(tiles) {
                *left -= gone;
            }
        }
        bag
    }

    fn rich(&self, state: &State) -> bool {
        self.options.rich > 0 && state.scores.iter().any(|score| *score >= self.options.rich)
    }

    /// Begins the turn of a player, or ends the game.
    fn pass_to(&self, state: &mut State, next: u8) {
        state.die = 0;
        state.turn = next;
        state.round += 1;
        state.phase = if self.rich(state) || state.round > self.options.turns {
            Phase::Over
        } else if total(self.bag(state)) > 0 {
            Phase::Draw
        } else {
            Phase::Roll
        };
    }
}

static NAME_CHECKS: [Check; 2] = [
    Check::new("pouch.name-not-due", &[], |_, state, _, _, broken| {
        if state.phase != Phase::Name {
            broken.push(Breach::NameNotDue {});
        }
    }),
    Check::new("pouch.name-wrong", &[], |_, state, player, action, broken| {
        let Action::Name { next } = *action else { return };
        if next.0 >= state.players || next == player {
            broken.push(Breach::NameWrong { next });
        }
    }),
];

const NAME_DUE: Check = Check::new("pouch.name-due", &[], |_, state, _, _, broken| {
    if state.phase == Phase::Name {
        broken.push(Breach::NameDue {});
    }
});

static BID_CHECKS: [Check; 2] = [
    NAME_DUE,
    Check::new("pouch.bid-range", &[], |_, _, _, action, broken| {
        let Action::Bid { amount } = *action else { return };
        if !(1..=HIGHEST_BID).contains(&amount) {
            broken.push(Breach::BidRange { amount });
        }
    }),
];

static SPEND_CHECKS: [Check; 4] = [
    NAME_DUE,
    Check::new("pouch.nothing-spent", &[], |_, _, _, action, broken| {
        let Action::Spend { tiles } = action else { return };
        if tiles.is_empty() {
            broken.push(Breach::NothingSpent {});
        }
    }),
    // While a name is due, there is no die.
    Check::new("pouch.too-many", &["pouch.name-due"], |_, state, _, action, broken| {
        let Action::Spend { tiles } = action else { return };
        if tiles.len() > state.die.into() {
            broken.push(Breach::TooMany { die: state.die, spent: tiles.len() });
        }
    }),
    Check::new("pouch.not-held", &[], find_not_held),
];

fn find_not_held(_: &Pouch, state: &State, player: Player, action: &Action, broken: &mut Vec<Breach>) {
    let Action::Spend { tiles } = action else { return };
    for tile in Tile::ALL {
        let spent = tiles.iter().filter(|other| **other == tile).count() as u8;
        let held = state.hands[player.index()][tile as usize];
        if spent > held {
            broken.push(Breach::NotHeld { tile, held, spent });
        }
    }
}

impl Game for Pouch {
    const NAME: &'static str = "pouch";
    const TITLE: &'static str = "Pouch";
    const PLAYERS: RangeInclusive<u8> = 2..=3;
    const EDITION: &'static str = r#"{"game":"pouch","id":"toy-1","each":6}"#;
    const SECRET_DRAWS: &'static [&'static str] = &["tile"];
    const RULES: &'static [Rule] = rules! {
        R1 Printed, Checked: "After a bid the player names who is next.";
    };
    const RULEBOOK: &'static Rulebook = &Rulebook { chapters: &[] };
    const LEGAL_ORDER: &'static str = "by what is named";

    type Options = Options;
    type Edition = Edition;
    type State = State;
    type Position = Position;
    type Action = Action;
    type Chance = Chance;
    type Breach = Breach;
    type View = View;
    type Details = Details;

    fn open(edition: &Edition, options: &Options) -> Result<Pouch, Vec<Fault>> {
        let mut faults = Vec::new();
        if edition.game != "pouch" {
            faults.push(Fault::new("game", "is not `pouch`"));
        }
        if !(2..=50).contains(&edition.each) {
            faults.push(Fault::new("each", "is 2 to 50"));
        }
        if options.turns == 0 || options.turns > 5000 {
            faults.push(Fault::new("options.turns", "is 1 to 5000"));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Pouch { options: options.clone(), id: edition.id.clone(), each: edition.each })
    }

    fn edition_id(&self) -> &str {
        &self.id
    }

    fn start(&self, players: u8) -> State {
        let (hands, spent, scores) = ([[0; 3]; 3], [0; 3], [0; 3]);
        State { players, hands, spent, scores, turn: 0, phase: Phase::Draw, die: 0, round: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Draw | Phase::Roll => Turn::Chance,
            Phase::Act | Phase::Name => Turn::Player(Player(state.turn)),
            Phase::Over => Turn::Over,
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let scores: Vec<i32> = state.scores[..state.players.into()].iter().copied().map(i32::from).collect();
        let reason = if self.rich(state) { "rich" } else { "turns" };
        (state.phase == Phase::Over).then(|| Outcome::ranked(&scores.clone(), scores, reason))
    }

    fn details(&self, state: &State) -> Option<Details> {
        FOUND.set(FOUND.get() + 1);
        Some(Details { left: state.hands[..state.players.into()].iter().copied().map(total).collect() })
    }

    fn canonical(&self, _: &State, _: Player, action: &mut Action) {
        if let Action::Spend { tiles } = action {
            tiles.sort_unstable();
        }
    }

    fn checks(action: &Action) -> &'static [Check] {
        match action {
            Action::Name { .. } => &NAME_CHECKS,
            Action::Bid { .. } => &BID_CHECKS,
            Action::Spend { .. } => &SPEND_CHECKS,
        }
    }

    fn apply(&self, state: &mut State, player: Player, action: &Action) {
        match action {
            Action::Spend { tiles } => {
                for tile in tiles {
                    state.hands[player.index()][*tile as usize] -= 1;
                    state.spent[*tile as usize] += 1;
                    state.scores[player.index()] += *tile as u16 + 1;
                }
                self.pass_to(state, player.next(state.players).0);
            }
            Action::Bid { .. } => {
                state.scores[player.index()] += 1;
                state.phase = Phase::Name;
                if state.players == 2 {
                    // Only one answer is left, so it happens by itself.
                    self.pass_to(state, player.next(2).0);
                }
            }
            Action::Name { next } => self.pass_to(state, next.0),
        }
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) -> bool {
        let me = Player(state.turn);
        if state.phase == Phase::Name {
            out.extend(Player::all(state.players).filter(|next| *next != me).map(|next| Action::Name { next }));
            return true;
        }
        let [red, green, blue] = state.hands[me.index()];
        for r in 0..=red.min(state.die) {
            for g in 0..=green.min(state.die - r) {
                for b in 0..=blue.min(state.die - r - g) {
                    let counts = [(Tile::Red, r), (Tile::Green, g), (Tile::Blue, b)];
                    let tiles: Vec<Tile> =
                        counts.into_iter().flat_map(|(tile, n)| std::iter::repeat_n(tile, n.into())).collect();
                    if !tiles.is_empty() {
                        out.push(Action::Spend { tiles });
                    }
                }
            }
        }
        out.extend((1..=LISTED_BIDS).map(|amount| Action::Bid { amount }));
        false
    }

    fn chances(&self, state: &State, out: &mut Vec<(Chance, u32)>) -> Source {
        if state.phase == Phase::Roll {
            out.extend([(Chance::Die(1), 3), (Chance::Die(2), 2), (Chance::Die(3), 1)]);
            return Source(0);
        }
        let bag = self.bag(state);
        let left = Tile::ALL.map(|tile| (Chance::Tile(tile), u32::from(bag[tile as usize])));
        out.extend(left.into_iter().filter(|(_, weight)| *weight > 0));
        Source(1)
    }

    /// A tile is dealt to or drawn by a player; the die belongs to no player.
    fn drawer(&self, state: &State) -> Option<Player> {
        (state.phase == Phase::Draw).then_some(Player(state.turn))
    }

    fn apply_chance(&self, state: &mut State, chance: &Chance) {
        match chance {
            Chance::Tile(tile) => {
                state.hands[usize::from(state.turn)][*tile as usize] += 1;
                state.phase = Phase::Roll;
                if state.round == 0 {
                    let last = Player(state.players - 1).index();
                    let dealt = total(state.hands[last]) == DEALT;
                    state.turn = if dealt { 0 } else { (state.turn + 1) % state.players };
                    state.round = u16::from(dealt);
                    state.phase = if dealt { Phase::Roll } else { Phase::Draw };
                }
            }
            Chance::Die(die) => {
                state.die = *die;
                state.phase = Phase::Act;
            }
        }
    }

    fn position(&self, state: &State, _memory: bool) -> Position {
        Position::of(state)
    }

    fn restore(&self, players: u8, position: &Position) -> Result<State, Vec<Breach>> {
        position.restore(self, players)
    }

    fn view(&self, state: &State, viewer: Option<Player>) -> View {
        View::of(state, viewer)
    }

    fn sees(&self, before: &State, event: &EventOf<Pouch>, viewer: Option<Player>) -> Sight {
        match event {
            Event::Chance(Chance::Tile(_)) if viewer != Some(Player(before.turn)) => Sight::Kind,
            _ => Sight::Full,
        }
    }

    fn picture(&self, view: &View) -> Picture {
        view.draw()
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

    fn scored(&self, _: &State, event: &EventOf<Pouch>) -> Vec<Gain> {
        let (player, points, why) = match event {
            Event::Action(player, Action::Spend { tiles }) => {
                (*player, tiles.iter().map(|tile| *tile as i32 + 1).sum(), "tiles that were spent")
            }
            Event::Action(player, Action::Bid { .. }) => (*player, 1, "a bid"),
            _ => return Vec::new(),
        };
        vec![Gain { player, points, why: why.to_owned(), at: None }]
    }

    fn determinize(&self, view: &View, draw: &mut dyn Draw) -> Result<State, Vec<Breach>> {
        let state = view.deal(self, draw);
        IMAGINED.with_borrow_mut(|all| all.push(state.hands));
        Ok(state)
    }
}
