//! A game of your own, judged by the same program: Nim with three piles. The player who takes the last counter wins.
//! The contract is `referee::game::Game`; `breaches!` declares broken rules, and every rule that an action breaks is
//! named.
//!
//! `cargo run --example own_game`

#![allow(clippy::print_stdout, reason = "it shows what happens")]

use referee::breach::Breach as _;
use referee::game::picture::{Panel, Picture};
use referee::game::rulebook::Rulebook;
use referee::game::{self, Draw, Fault, Game, Never, Outcome, Player, Rule, Source, Spoken, Turn};
use referee::judge::Emit;
use referee::stream::{Asked, Stream};
use referee::{Entry, Referee, Session, breaches, rules};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A check of this game.
type Check = game::Check<Nim>;

/// The rules; they have no options.
#[derive(Clone)]
struct Nim;

/// The number of counters in each pile, and the player to act. Once the piles are empty, that player has lost.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Piles {
    piles: [u8; 3],
    turn: Player,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Action {
    Take {
        /// The pile, from 0.
        pile: u8,
        /// The number of counters.
        counters: u8,
    },
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Options {}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Edition {
    id: String,
}

breaches! {
    /// The ways to break a rule.
    enum Broken {
        /// There are three piles, from 0 to 2.
        NoSuchPile { pile: u8 } = "nim.no-such-pile" [Decided "D1"] => "there is no pile {pile}",
        /// The player who acts takes at least one counter.
        NothingTaken {} = "nim.nothing-taken" [Printed "R1"] => "at least one counter is taken",
        /// No more counters can be taken than the pile has.
        TooMany { counters: u8, left: u8 } = "nim.too-many" [Printed "R1"]
            => "{counters} cannot be taken from a pile of {left}",
        /// A position must be possible in play.
        NoPosition {} = "nim.position" [Decided "D1"] => "this position cannot occur in the game",
    }
}

/// Each check finds one rule, and names the rules that it presupposes.
static TAKE: &[Check] = &[
    Check::new("nim.no-such-pile", &[], |_, state, _, Action::Take { pile, .. }, out| {
        if state.piles.get(usize::from(*pile)).is_none() {
            out.push(Broken::NoSuchPile { pile: *pile });
        }
    }),
    Check::new("nim.nothing-taken", &[], |_, _, _, Action::Take { counters, .. }, out| {
        if *counters == 0 {
            out.push(Broken::NothingTaken {});
        }
    }),
    Check::new("nim.too-many", &["nim.no-such-pile"], |_, state, _, Action::Take { pile, counters }, out| {
        let left = state.piles[usize::from(*pile)];
        if *counters > left {
            out.push(Broken::TooMany { counters: *counters, left });
        }
    }),
];

impl Game for Nim {
    const NAME: &'static str = "nim";
    const TITLE: &'static str = "Nim";
    const PLAYERS: std::ops::RangeInclusive<u8> = 2..=2;
    const EDITION: &'static str = r#"{"id":"usual"}"#;
    const RULES: &'static [Rule] = rules! {
        R1 Printed, Checked: "In turn each player takes one or more counters from one pile.";
        R2 Printed, BuiltIn("the outcome"): "The player who takes the last counter wins.";
        D1 Decided, Checked: "There are piles of three, four and five.";
    };
    const RULEBOOK: &'static Rulebook = &Rulebook { chapters: &[] };
    const LEGAL_ORDER: &'static str = "by pile, then by number";
    const HAS_POINTS: bool = false;

    type Options = Options;
    type Edition = Edition;
    type State = Piles;
    type Position = Piles;
    type Action = Action;
    type Chance = Never;
    type Breach = Broken;
    type View = Piles;
    type Details = ();

    fn open(_: &Edition, _: &Options) -> Result<Nim, Vec<Fault>> {
        Ok(Nim)
    }

    fn edition_id(&self) -> &'static str {
        "usual"
    }

    fn start(&self, _: u8) -> Piles {
        Piles { piles: [3, 4, 5], turn: Player(0) }
    }

    fn turn(&self, state: &Piles) -> Turn {
        if state.piles == [0; 3] { Turn::Over } else { Turn::Player(state.turn) }
    }

    fn outcome(&self, state: &Piles) -> Option<Outcome> {
        let won = |player: Player| i32::from(player != state.turn) * 2;
        let scores: Vec<i32> = Player::all(2).map(won).collect();
        (state.piles == [0; 3]).then(|| Outcome::ranked(&scores.clone(), scores, "last-counter"))
    }

    fn checks(_: &Action) -> &'static [Check] {
        TAKE
    }

    fn apply(&self, state: &mut Piles, player: Player, Action::Take { pile, counters }: &Action) {
        state.piles[usize::from(*pile)] -= counters;
        state.turn = player.next(2);
    }

    fn legal(&self, state: &Piles, out: &mut Vec<Action>) -> bool {
        for (pile, left) in (0..).zip(state.piles) {
            out.extend((1..=left).map(|counters| Action::Take { pile, counters }));
        }
        true
    }

    fn chances(&self, _: &Piles, _: &mut Vec<(Never, u32)>) -> Source {
        unreachable!("nothing is ever drawn")
    }

    fn apply_chance(&self, _: &mut Piles, chance: &Never) {
        match *chance {}
    }

    fn position(&self, state: &Piles, _: bool) -> Piles {
        state.clone()
    }

    fn restore(&self, players: u8, position: &Piles) -> Result<Piles, Vec<Broken>> {
        let possible = position.piles.iter().zip([3, 4, 5]).all(|(left, most)| *left <= most);
        if possible && position.turn.0 < players { Ok(position.clone()) } else { Err(vec![Broken::NoPosition {}]) }
    }

    fn view(&self, state: &Piles, _: Option<Player>) -> Piles {
        state.clone()
    }

    fn picture(&self, view: &Piles) -> Picture {
        let piles = view.piles.map(|left| "o".repeat(usize::from(left))).join(" | ");
        let panel = Panel { title: format!("Piles: {piles}"), ..Panel::default() };
        Picture { panels: vec![panel], ..Picture::of("Nim", 2) }
    }

    fn action_in_words(Action::Take { pile, counters }: &Action) -> String {
        format!("take {counters} from pile {pile}")
    }

    fn action_from_words(said: &mut Spoken<'_>) -> Option<Action> {
        if !said.says("take") {
            return None;
        }
        let counters = said.number()?;
        said.says("from pile");
        Some(Action::Take { pile: said.number()?, counters })
    }

    fn chance_in_words(chance: &Never) -> String {
        match *chance {}
    }

    fn reason_in_words(reason: &'static str) -> &'static str {
        if reason == "last-counter" { "the last counter is taken" } else { reason }
    }

    fn determinize(&self, view: &Piles, _: &mut dyn Draw) -> Result<Piles, Vec<Broken>> {
        self.restore(2, view)
    }
}

/// The games that this program judges.
static GAMES: &[&dyn Referee] = &[&Entry::<Nim>::NEW];

fn main() {
    // Played from Rust.
    let mut session = Session::<Nim>::of(Nim, None, None).expect("two can play");
    let refused = session.play(Action::Take { pile: 0, counters: 9 }).expect_err("there are three");
    println!("refused: {refused}");
    session.play(Action::Take { pile: 0, counters: 3 }).expect("it is legal");
    println!("{} ways to break a rule, {} legal actions", Broken::CLAUSES.len(), session.legal().len());

    // The same in lines of the protocol, as `referee play` reads them.
    let mut stream = Stream::of(GAMES, Asked::default(), Emit::STATE);
    let mut out = Vec::new();
    for line in [
        r#"{"referee":1,"game":"nim"}"#,
        r#"{"action":{"take":{"pile":7,"counters":0}}}"#,
        r#"{"action":{"take":{"pile":2,"counters":5}}}"#,
    ] {
        stream.line(Some(line.as_bytes()), &mut out).expect("there is no command line to contradict");
    }
    print!("{}", String::from_utf8_lossy(&out));
}
