//! The limits that the organiser of a match sets for bots.

use super::cause::OnIllegal;
use super::clock::Clock;
use crate::judge::seats::{ClockTerms, LIST_LIMIT, LimitTerms, Lists, SeatTerms, Telling, Terms};
use crate::table::Adjudication;
use crate::wire::AttemptFault;

crate::names! {
    /// Whether a bot may run while it is not its turn.
    pub enum Pondering {
        /// It may.
        On = "on",
        /// It is stopped then.
        Off = "off",
    }
}

impl Pondering {
    /// What holds unless the organiser says it.
    pub fn usual(in_sandbox: bool) -> Pondering {
        if in_sandbox { Pondering::Off } else { Pondering::On }
    }

    /// Whether a bot may ponder.
    pub fn holds(said: Option<Pondering>, in_sandbox: bool) -> bool {
        said.unwrap_or_else(|| Pondering::usual(in_sandbox)) == Pondering::On
    }
}

/// The limits that may differ from bot to bot.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Own {
    /// How long it may think.
    pub clock: Clock,
    /// Its memory, as in [`Limits`].
    pub memory: u64,
    /// Whether it may run while it is not its turn.
    pub pondering: bool,
}

crate::names! {
    /// What becomes of a game that exceeds the limit on its length.
    #[derive(Default)]
    pub enum Adjudicate {
        /// It is decided as the rules rank the players in its last position.
        Standing = "standing",
        /// It is a draw.
        Draw = "draw",
        /// It does not count.
        #[default]
        Void = "void",
    }
}

impl Adjudicate {
    /// How it is decided; `None`: not at all.
    pub fn how(self) -> Option<Adjudication> {
        match self {
            Adjudicate::Standing => Some(Adjudication::Standing),
            Adjudicate::Draw => Some(Adjudication::Draw),
            Adjudicate::Void => None,
        }
    }
}

/// The limits of bots.
///
/// ```
/// use referee::matches::{Limits, Match, NotPlayed};
/// use referee::table::Adjudication;
///
/// // A game that takes more than three turns is decided as it stands.
/// let limits = Limits { max_turns: Some(3), adjudicate: Some(Adjudication::Standing), ..Limits::default() };
/// let report = Match::new("wigwam")?.bot("@random").bot("@random").limits(limits).seed(1).play()?;
/// assert_eq!(report.games[0].reason, "adjudicated");
/// # Ok::<(), NotPlayed>(())
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// How long they may think.
    pub clock: Clock,
    /// How long a process may take to write its first line, in milliseconds.
    pub start_ms: u64,
    /// The allowance added to every time limit for the transfer of messages, in milliseconds.
    pub margin_ms: u64,
    /// Resident memory of all processes of a bot, in bytes. Shared memory counts once.
    pub memory: u64,
    /// Processor time that a bot may use in a game while it is not its turn, in milliseconds.
    pub idle_cpu_ms: u64,
    /// Whether a bot may run while it is not its turn.
    pub pondering: bool,
    /// What an illegal action costs.
    pub on_illegal: OnIllegal,
    /// What an answer costs that cannot be read, or is none; `None`: what an illegal action costs, of which it is one.
    pub on_unreadable: Option<OnIllegal>,
    /// How much bots are told of what is legal.
    pub lists: Lists,
    /// Whether questions are put in words as well.
    pub ask_text: bool,
    /// The number of actions and draws after which a game is called off; `None`: never.
    pub max_turns: Option<u64>,
    /// How such a game is decided; `None`: it does not count.
    pub adjudicate: Option<Adjudication>,
    /// Whether bots may resign.
    pub resign: bool,
    /// A loss on time is void if the judge itself was stopped for this many milliseconds meanwhile; `None`: never.
    pub void_lag_ms: Option<u64>,
    /// A loss on time is void if the judge waited this many milliseconds for a processor meanwhile; `None`: never.
    pub void_wait_ms: Option<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            clock: Clock::default(),
            start_ms: 10_000,
            margin_ms: 50,
            memory: 1 << 30,
            idle_cpu_ms: 5_000,
            pondering: true,
            on_illegal: OnIllegal::default(),
            on_unreadable: None,
            lists: Lists::Full,
            ask_text: false,
            max_turns: Some(20_000),
            adjudicate: None,
            resign: false,
            void_lag_ms: None,
            void_wait_ms: None,
        }
    }
}

impl Limits {
    /// What of them may differ from bot to bot.
    pub fn own(&self) -> Own {
        Own { clock: self.clock, memory: self.memory, pondering: self.pondering }
    }

    /// What headers say of them, and for each seat of its own if some differ.
    pub fn told(&self, own: &[Own]) -> Terms {
        let clock = |clock: Clock| {
            let Clock { bank_ms, inc_ms, move_ms } = clock;
            clock.is_limit().then_some(ClockTerms { bank_ms, inc_ms, move_ms })
        };
        let of_seat = |own: &Own| SeatTerms { clock: clock(own.clock), memory: own.memory, pondering: own.pondering };
        Terms {
            clock: Some(clock(self.clock)),
            limits: Some(LimitTerms {
                start_ms: self.start_ms,
                margin_ms: self.margin_ms,
                memory: self.memory,
                idle_cpu_ms: self.idle_cpu_ms,
                pondering: self.pondering,
                max_turns: self.max_turns.unwrap_or_default(),
            }),
            by_seat: own.iter().any(|own| *own != self.own()).then(|| own.iter().map(of_seat).collect()),
            adjudicate: self.adjudicate,
            resign: self.resign.then_some(true),
            on_illegal: Some(self.on_illegal.to_string()),
            on_unreadable: self.on_unreadable.map(|cost| cost.to_string()),
            lists: Some(self.lists),
            ask_text: self.ask_text.then_some(true),
            ..Terms::default()
        }
    }

    /// What a bot is told with a question; `full`: it wants the lists of legal actions.
    pub fn telling(&self, full: bool) -> Telling {
        let lists = if self.lists == Lists::Full && !full { Lists::Number } else { self.lists };
        Telling { lists, longest: LIST_LIMIT, text: self.ask_text }
    }

    /// What an answer costs that was not taken.
    pub fn cost(&self, fault: AttemptFault) -> OnIllegal {
        match fault {
            AttemptFault::Illegal => self.on_illegal,
            _ => self.on_unreadable.unwrap_or(self.on_illegal),
        }
    }
}

/// How many more answers to a question are forgiven.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Patience {
    illegal: u32,
    /// `None`: they count as illegal actions do.
    unreadable: Option<u32>,
}

impl Patience {
    /// That for a new question.
    pub fn of(limits: &Limits) -> Patience {
        let retries = |cost: OnIllegal| if let OnIllegal::Retry(attempts) = cost { attempts } else { 0 };
        Patience { illegal: retries(limits.on_illegal), unreadable: limits.on_unreadable.map(retries) }
    }

    /// Forgives an answer; `false`: there is no patience left.
    pub fn forgive(&mut self, fault: AttemptFault) -> bool {
        let left = match (fault, &mut self.unreadable) {
            (AttemptFault::Illegal, _) | (_, None) => &mut self.illegal,
            (_, Some(left)) => left,
        };
        let rest = left.checked_sub(1);
        *left = rest.unwrap_or_default();
        rest.is_some()
    }

    /// How many more illegal actions are forgiven, and how many that cannot be read if that is counted apart.
    pub fn left(self) -> (u32, Option<u32>) {
        (self.illegal, self.unreadable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_by_name() {
        assert_eq!(("on".parse(), "off".parse()), (Ok(Pondering::On), Ok(Pondering::Off)));
        assert!("ON".parse::<Pondering>().is_err());
        let all = [
            ("standing", Adjudicate::Standing, Some(Adjudication::Standing)),
            ("draw", Adjudicate::Draw, Some(Adjudication::Draw)),
            ("void", Adjudicate::Void, None),
        ];
        for (name, adjudicate, how) in all {
            assert_eq!((name.parse(), adjudicate.to_string()), (Ok(adjudicate), name.to_owned()));
            assert_eq!((adjudicate.how(), adjudicate == Adjudicate::default()), (how, how.is_none()));
        }
        assert!("drawn".parse::<Adjudicate>().is_err());
    }

    #[test]
    fn a_bot_ponders_if_it_may_or_has_no_sandbox_and_nothing_is_said() {
        for in_sandbox in [false, true] {
            assert!(Pondering::holds(Some(Pondering::On), in_sandbox));
            assert!(!Pondering::holds(Some(Pondering::Off), in_sandbox));
            assert_eq!(Pondering::holds(None, in_sandbox), !in_sandbox);
        }
    }

    #[test]
    fn a_bot_is_told_no_more_than_it_may_know_and_wants() {
        let told = |lists: Lists, full: bool| Limits { lists, ..Limits::default() }.telling(full).lists;
        assert_eq!([told(Lists::Full, true), told(Lists::Full, false)], [Lists::Full, Lists::Number]);
        for lists in [Lists::None, Lists::Number] {
            assert_eq!([told(lists, true), told(lists, false)], [lists; 2]);
        }
    }

    #[test]
    fn what_cannot_be_read_costs_what_an_illegal_action_does_unless_the_organiser_says_it() {
        use AttemptFault::{Illegal, Late, NoAnswer, Unreadable};
        let mut limits = Limits { on_illegal: OnIllegal::Retry(2), ..Limits::default() };
        assert!([Illegal, Late, NoAnswer, Unreadable].iter().all(|fault| limits.cost(*fault) == OnIllegal::Retry(2)));
        let mut patience = Patience::of(&limits);
        assert_eq!(patience.left(), (2, None));
        assert!(patience.forgive(Unreadable) && patience.forgive(Illegal) && !patience.forgive(NoAnswer));
        assert!(!patience.forgive(Illegal), "what is used up stays so");
        assert_eq!(patience.left(), (0, None));

        limits.on_unreadable = Some(OnIllegal::Retry(1));
        assert_eq!(limits.cost(Illegal), OnIllegal::Retry(2));
        assert!([Late, NoAnswer, Unreadable].iter().all(|fault| limits.cost(*fault) == OnIllegal::Retry(1)));
        let mut patience = Patience::of(&limits);
        assert!(patience.forgive(NoAnswer) && !patience.forgive(Unreadable));
        assert_eq!(patience.left(), (2, Some(0)));
        assert!(patience.forgive(Illegal) && patience.forgive(Illegal) && !patience.forgive(Illegal));

        limits.on_unreadable = Some(OnIllegal::Random);
        assert_eq!(Patience::of(&limits).left(), (2, Some(0)), "only `retry` asks again");
    }
}
