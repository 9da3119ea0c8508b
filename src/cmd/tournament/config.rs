//! Reads the organiser's file and checks everything that can be known before a game begins, so that a slip is found
//! before a journal depends on it.

use std::fmt::Display;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use referee::contest::config::{Bot, Config, ConfigFault, Hypotheses, misplaced};
#[cfg(target_os = "linux")]
use referee::matches::planned::{contender, runner};
use referee::registry::{NoGame, Opened, Referee, for_players};
use referee::stream::Usage;
use referee::text::is_utf16;
use referee::wire::{Header, VERSION};

use crate::cmd::numbers::{ANY, whole};
use crate::cmd::{game, read_edition};

/// The longest configuration.
const CONFIG_LIMIT: u64 = 1 << 20;

/// Settings that override the file's keys.
#[derive(Args, Clone)]
pub(crate) struct Flags {
    /// The game, in place of the file's `game`: one file serves several
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// How many sit at a table, in place of the file's `players`
    #[arg(long, value_name = "N", value_parser = whole::<u8>(2..=5), allow_negative_numbers = true)]
    players: Option<u8>,
    /// The most memory a bot may use, in MiB; overrides the file's `memory`
    #[arg(long, value_name = "MIB", value_parser = whole::<u64>(1..=1 << 30), allow_negative_numbers = true)]
    memory: Option<u64>,
    /// The most processor time a bot may use in a game while it is not its turn, in milliseconds; overrides the
    /// file's `idle_cpu_ms`
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(ANY), allow_negative_numbers = true)]
    idle_cpu_ms: Option<u64>,
    /// A program that runs each bot, such as a sandbox, with its arguments; overrides the file's `wrap`
    #[arg(long, value_name = "CMD", conflicts_with = "sandbox")]
    wrap: Option<String>,
    /// Run each bot in the built-in sandbox, which uses bubblewrap; overrides the file's `sandbox`
    #[arg(long)]
    sandbox: bool,
    /// Stop as soon as the test between two bots has decided; overrides the file's `sprt`
    #[arg(long, value_name = "ELO0,ELO1,ALPHA,BETA", allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
}

impl Flags {
    /// Puts these settings in place of those of the file.
    fn alter(&self, config: &mut Config) {
        if let Some(game) = &self.game {
            game.clone_into(&mut config.game);
        }
        config.players = self.players.unwrap_or(config.players);
        config.memory = self.memory.or(config.memory);
        config.idle_cpu_ms = self.idle_cpu_ms.or(config.idle_cpu_ms);
        config.wrap = self.wrap.clone().or(config.wrap.take());
        config.sandbox |= self.sandbox;
        config.sprt = self.sprt.or(config.sprt);
    }
}

/// A configuration that can be played, with its text.
pub(crate) struct Organised {
    pub(crate) config: Config,
    text: String,
    path: PathBuf,
}

impl Organised {
    /// Reads a configuration and checks that it can be played. It reports all faults that can be found together.
    pub(crate) fn read(path: &Path, flags: &Flags) -> Result<Organised> {
        let usage = |message: String| Usage(format!("{}: {message}", path.display()));
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(CONFIG_LIMIT + 1).read_to_end(&mut bytes));
        read.map_err(|error| usage(error.to_string()))?;
        if bytes.len() as u64 > CONFIG_LIMIT {
            return Err(usage(format!("a configuration has at most {CONFIG_LIMIT} bytes")).into());
        }
        let text = decoded(bytes).map_err(|fault| not_a_tournament(path, &[fault]))?;
        let mut config =
            Config::read_with(&text, |config| flags.alter(config)).map_err(|faults| not_a_tournament(path, &faults))?;
        path.parent().unwrap_or(Path::new("")).clone_into(&mut config.folder);
        let mut faults = game_faults(&config, &text);
        let of_programs = program_faults(&config).into_iter();
        faults.extend(of_programs.map(|(key, bot, why)| Config::fault(&text, key, bot, &why)));
        if let Some(why) = crate::cmd::positions::read(&config).err().filter(|_| faults.is_empty()) {
            faults.push(Config::fault(&text, "positions", None, &why));
        }
        if let Some(why) = config.transcripts.as_ref().and_then(|folder| folder_fault(Path::new(folder))) {
            faults.push(Config::fault(&text, "transcripts", None, &why));
        }
        if !faults.is_empty() {
            return Err(not_a_tournament(path, &faults));
        }
        Ok(Organised { config, text, path: path.to_owned() })
    }

    /// An error that names a top-level key and its line.
    pub(crate) fn refuse(&self, key: &str, why: &dyn Display) -> anyhow::Error {
        not_a_tournament(&self.path, &[Config::fault(&self.text, key, None, why)])
    }
}

/// The text of a configuration, which must be UTF-8.
fn decoded(bytes: Vec<u8>) -> Result<String, ConfigFault> {
    let fault = |line, message: &str| ConfigFault { line, key: String::new(), message: message.to_owned() };
    if is_utf16(&bytes) {
        return Err(fault(None, "this looks like UTF-16; save it as UTF-8"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + memchr::memchr_iter(b'\n', before).count();
        fault(Some(line), "this line has a character that is not UTF-8; save the file as UTF-8")
    })
}

fn not_a_tournament(path: &Path, faults: &[ConfigFault]) -> anyhow::Error {
    let faults: String = faults.iter().map(|fault| format!("\n  {fault}")).collect();
    Usage(format!("{}: not a tournament:{faults}", path.display())).into()
}

/// Why the game cannot be played with these settings.
fn game_faults(config: &Config, text: &str) -> Vec<ConfigFault> {
    let at = |key: &str, why: &dyn Display| vec![Config::fault(text, key, None, why)];
    let referee: &'static dyn Referee = match game(&config.game) {
        Ok(referee) => referee,
        Err(error) => return at("game", &error),
    };
    let edition = match config.edition.as_ref().map(|path| read_edition(Path::new(path))).transpose() {
        Ok(edition) => edition,
        Err(error) => return at("edition", &error),
    };
    if let Some(edition) = edition.as_ref().filter(|edition| edition.game != config.game) {
        return at("edition", &format!("it is an edition of {}, not of {}", edition.game, config.game));
    }
    if !referee.players().contains(&config.players) {
        return at("players", &for_players(&config.game, &referee.players()));
    }
    let header = Header {
        referee: VERSION,
        game: config.game.clone(),
        players: Some(config.players),
        options: Some(config.options.clone()),
        ..Header::default()
    };
    let editions: Vec<_> = edition.into_iter().collect();
    match referee.sit(header, &mut Opened::with(editions)) {
        Ok(_) => Vec::new(),
        Err(NoGame::Malformed(malformed)) => at("options", &below(config, &malformed.message)),
        Err(NoGame::Refused(_) | NoGame::Redacted(_)) => unreachable!("the header has no position"),
    }
}

/// What is wrong with the options. If the name is a key of the tournament, say that instead of suggesting a similar
/// option.
fn below(config: &Config, message: &str) -> String {
    let quoted = |key: &String| format!("`{key}`");
    let blamed = |key: &&String| !misplaced(key).is_empty() && message.contains(&quoted(key));
    let Some(key) = config.options.keys().find(blamed) else { return message.to_owned() };
    let start = message.split(&quoted(key)).next().unwrap_or_default();
    format!("{start}{}{}", quoted(key), misplaced(key))
}

/// A faulty key, the bot whose key it is, and why it is wrong.
type ProgramFault = (&'static str, Option<usize>, String);

/// What is wrong with what runs the bots, or else with their commands.
#[cfg(target_os = "linux")]
fn program_faults(config: &Config) -> Vec<ProgramFault> {
    let key = if config.sandbox { "sandbox" } else { "wrap" };
    let run = |bot: &Bot| runner(&config.terms(bot), &[]);
    if let Some(why) = config.bots.iter().find_map(|bot| run(bot).startable().err()) {
        return vec![(key, None, why)];
    }
    let of_bot = |at: usize| {
        let bot = config.seated(at);
        let fault = contender(&bot, config.place().as_deref(), &run(&bot)).err();
        fault.map(|(key, why)| (key, Some(at), why))
    };
    (0..config.bots.len()).filter_map(of_bot).collect()
}

/// The same on systems that cannot run programs: only names of built-in bots can be wrong.
#[cfg(not(target_os = "linux"))]
fn program_faults(config: &Config) -> Vec<ProgramFault> {
    let of_bot = |(at, bot): (usize, &Bot)| Some(("command", Some(at), bot.built_in()?.err()?));
    config.bots.iter().enumerate().filter_map(of_bot).collect()
}

/// Why no file can be written to a folder, which may still have to be created.
fn folder_fault(folder: &Path) -> Option<String> {
    let above = folder.ancestors().filter(|path| !path.as_os_str().is_empty());
    let there = above.into_iter().find(|path| path.exists())?;
    (!there.is_dir()).then(|| format!("{} is not a folder", there.display()))
}
