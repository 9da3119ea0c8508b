//! The settings of a game between bots, in one list: the organiser's file and every planned game have all of them, and
//! both turn them by the same code into the limits that the judge keeps.

use crate::bots::limits::Own;

/// What holds for one bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotTerms {
    /// Its limits.
    pub own: Own,
    /// The program that runs it.
    pub wrap: Option<String>,
    /// What it may read in the built-in sandbox; `None`: it does not run there.
    pub read: Option<Vec<String>>,
}

/// Hands the list to another macro. `clock` stands apart, because the digest of a configuration depends on the order of
/// its keys.
macro_rules! with_settings {
    ($then:ident $($rest:tt)*) => {
        $then! {
            {
                /// Time to think, `BANK+INC/MOVE` in seconds. Absent: the default of `match`.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                clock: Option<Clock>,
            }
            {
                /// What an illegal action costs.
                #[serde(default)]
                on_illegal: OnIllegal,
                /// What an answer costs that cannot be read or is none. Absent: what an illegal action costs, of which it
                /// counts as one.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                on_unreadable: Option<OnIllegal>,
                /// How much bots are told of what is legal. Absent: the actions.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                lists: Option<Lists>,
                /// Whether questions are put to bots in words as well.
                #[serde(default, skip_serializing_if = "is_usual")]
                ask_text: bool,
                /// How many milliseconds past its deadline an answer may arrive. Absent: the default of `match`.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                margin_ms: Option<u64>,
                /// How many milliseconds a new process has to send its first line. Absent: the default of `match`.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                start_ms: Option<u64>,
                /// The most memory a bot may use, in MiB. Absent: the default of `match`.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                #[schemars(range(min = 1, max = 1_073_741_824))]
                memory: Option<u64>,
                /// The most processor time a bot may use in a game while it is not its turn, in milliseconds. Absent: the
                /// default of `match`.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                idle_cpu_ms: Option<u64>,
                /// A program that runs each bot, such as a sandbox, with its arguments; the bot's command follows them.
                /// Absent: none.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                wrap: Option<String>,
                /// Whether each bot runs in the built-in sandbox, which uses bubblewrap.
                #[serde(default, skip_serializing_if = "is_usual")]
                sandbox: bool,
                /// Files and folders that bots in the sandbox may read besides the system's programs and their own
                /// folders.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                sandbox_read: Vec<String>,
                /// Whether bots may run while it is not their turn. Absent: not in the sandbox, but without it.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pondering: Option<Pondering>,
                /// Whether bots see `player 0`, `player 1` and so on instead of names.
                #[serde(default, skip_serializing_if = "is_usual")]
                anonymous: bool,
                /// A loss on time is void if the judge itself was stopped for this many milliseconds meanwhile. Absent:
                /// never.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                void_lag: Option<u64>,
                /// The same if the judge waited this long for a processor. Bots that compute on all processors can bring
                /// it about. Absent: never.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                void_wait: Option<u64>,
                /// After how many events a game is called off. Absent: the default of `match`.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                max_turns: Option<u32>,
                /// What becomes of such a game. Absent: it does not count.
                #[serde(default, skip_serializing_if = "is_usual")]
                adjudicate: Adjudicate,
                /// Whether bots may resign.
                #[serde(default, skip_serializing_if = "is_usual")]
                resign: bool,
                /// The folder in which transcripts are kept. Absent: none are.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                transcripts: Option<String>,
            }
            $($rest)*
        }
    };
}

/// Declares a type with all settings: `clock` after the first of its own fields, the others after the second ones.
macro_rules! settings_in {
    (
        { $(#[$of_clock:meta])* $clock:ident: $clock_type:ty, }
        { $($(#[$of:meta])* $field:ident: $type:ty,)* }
        $(#[$about:meta])* pub struct $name:ident { $($first:tt)* } { $($second:tt)* } { $($third:tt)* }
    ) => {
        $(#[$about])*
        pub struct $name {
            $($first)*
            $(#[$of_clock])*
            pub $clock: $clock_type,
            $($second)*
            $($(#[$of])* pub $field: $type,)*
            $($third)*
        }

        impl $name {
            /// Its limits, as the judge keeps them.
            pub fn limits(&self) -> crate::bots::limits::Limits {
                let usual = crate::bots::limits::Limits::default();
                crate::bots::limits::Limits {
                    clock: self.clock.unwrap_or(usual.clock),
                    start_ms: self.start_ms.unwrap_or(usual.start_ms),
                    margin_ms: self.margin_ms.unwrap_or(usual.margin_ms),
                    memory: self.memory.map_or(usual.memory, |mib| mib << 20),
                    idle_cpu_ms: self.idle_cpu_ms.unwrap_or(usual.idle_cpu_ms),
                    pondering: Pondering::holds(self.pondering, self.sandbox),
                    on_illegal: self.on_illegal,
                    on_unreadable: self.on_unreadable,
                    lists: self.lists.unwrap_or(usual.lists),
                    ask_text: self.ask_text,
                    max_turns: self.max_turns.map_or(usual.max_turns, |most| Some(most.into()).filter(|most| *most > 0)),
                    adjudicate: self.adjudicate.how(),
                    resign: self.resign,
                    void_lag_ms: self.void_lag,
                    void_wait_ms: self.void_wait,
                }
            }

            /// What holds for one of its bots, which may have odds of its own.
            pub fn terms(&self, bot: &Bot) -> crate::contest::config::BotTerms {
                let usual = self.limits();
                let sandbox = bot.sandbox.unwrap_or(self.sandbox && bot.wrap.is_none());
                let wrap = bot.wrap.as_ref().or(self.wrap.as_ref()).filter(|wrap| !wrap.is_empty() && !sandbox);
                crate::contest::config::BotTerms {
                    own: crate::bots::limits::Own {
                        clock: bot.clock.unwrap_or(usual.clock),
                        memory: bot.memory.map_or(usual.memory, |mib| mib << 20),
                        pondering: Pondering::holds(self.pondering, sandbox),
                    },
                    wrap: wrap.cloned(),
                    read: sandbox.then(|| self.sandbox_read.clone()),
                }
            }
        }
    };
}

/// A value with all settings of another one.
macro_rules! with_settings_of {
    (
        { $(#[$of_clock:meta])* $clock:ident: $clock_type:ty, }
        { $($(#[$of:meta])* $field:ident: $type:ty,)* }
        $other:expr => $name:ident { $($own:tt)* }
    ) => {
        $name { $clock: $other.$clock, $($field: $other.$field.clone(),)* $($own)* }
    };
}

pub(in crate::contest) use {settings_in, with_settings, with_settings_of};
