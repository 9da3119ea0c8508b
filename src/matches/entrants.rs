//! The players of a match, checked as far as possible before the first game. A bot that cannot be started at all is the
//! organiser's mistake, not a loss.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::fs::{Access, access};

use super::NotPlayed;
use crate::bots::group::waited;
use crate::bots::process::Recipe;
use crate::bots::sandbox::{BUBBLEWRAP, INSTALL, Sandbox};
use crate::search::BuiltIn;
use crate::stream::Usage;
use crate::text::harmless;

/// How long a sandbox may take to run `true`.
const TRIAL: Duration = Duration::from_mins(1);

/// How the programs of a match are run.
#[derive(Clone, Debug)]
pub struct Runner {
    /// What runs them.
    pub by: RunBy,
    /// The most memory that a bot may use, in bytes.
    pub memory: u64,
}

/// What runs them.
#[derive(Clone, Debug)]
pub enum RunBy {
    /// Directly.
    Nothing,
    /// By the organiser's own program, with its arguments.
    Wrap(String),
    /// In the built-in sandbox.
    Sandbox(Sandbox),
}

impl Runner {
    /// How to start a bot with it.
    pub fn recipe(&self, words: Vec<String>) -> Result<Recipe, String> {
        let (before, sandbox) = match &self.by {
            RunBy::Nothing => (Vec::new(), None),
            RunBy::Wrap(wrap) => (split(wrap)?, None),
            RunBy::Sandbox(sandbox) => (Vec::new(), Some(sandbox.clone())),
        };
        let wrapped = !matches!(self.by, RunBy::Nothing);
        let command = before.into_iter().chain(words).collect();
        Ok(Recipe { command, wrapped, sandbox, memory: self.memory, ..Recipe::default() })
    }

    /// Whether the wrapping program exists.
    pub fn startable(&self) -> Result<(), String> {
        match &self.by {
            RunBy::Nothing => Ok(()),
            RunBy::Wrap(wrap) => {
                let words = split(wrap)?;
                let program = words.first().ok_or("--wrap needs a command")?;
                startable(program, Path::new(""), None)
            }
            RunBy::Sandbox(_) => startable(BUBBLEWRAP, Path::new(""), None).map_err(|_| INSTALL.to_owned()),
        }
    }

    /// Runs `true` with it, so that a mistake in its arguments is not blamed on every bot.
    pub fn try_out(&self) -> Result<(), NotPlayed> {
        let what = match &self.by {
            RunBy::Nothing => return Ok(()),
            RunBy::Wrap(wrap) => format!("--wrap '{wrap}'"),
            RunBy::Sandbox(_) => "--sandbox (bubblewrap)".to_owned(),
        };
        self.startable().map_err(Usage)?;
        let recipe = self.recipe(vec!["true".to_owned()]).map_err(Usage)?;
        let words = recipe.line().map_err(|error| Usage(error.to_string()))?;
        try_running(&words, &what)
    }
}

/// A kind of player.
#[derive(Clone, Debug)]
pub enum Contender {
    /// A program.
    Program(Recipe),
    /// A built-in player.
    BuiltIn(BuiltIn),
    /// A person.
    Person,
}

/// A player with its name.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Its name.
    pub name: String,
    /// The name with its folder, in case another player has the same name.
    pub longer: Option<String>,
    /// What it is.
    pub who: Contender,
}

/// The words of a command, as a shell would read them.
pub fn split(text: &str) -> Result<Vec<String>, String> {
    shell_words::split(text).map_err(|error| format!("`{text}`: {error}"))
}

/// Reads a built-in player or a bot's command.
pub fn entrant(text: &str, runner: &Runner) -> Result<Entrant, Usage> {
    if text.starts_with('@') {
        let kind: BuiltIn = text.parse()?;
        return Ok(Entrant { name: text.to_owned(), longer: None, who: Contender::BuiltIn(kind) });
    }
    let words = split(text).map_err(Usage)?;
    let Some(program) = words.first() else { return Err(Usage("a bot needs a command".to_owned())) };
    for_no_shell(text, &words).map_err(Usage)?;
    match &runner.by {
        RunBy::Nothing => {
            startable(program, Path::new(""), None).map_err(|why| Usage(format!("`{text}`: {why}")))?;
        }
        // Only the sandbox knows which programs it contains.
        RunBy::Wrap(wrap) => runner.startable().map_err(|why| Usage(format!("--wrap '{wrap}': {why}")))?,
        RunBy::Sandbox(_) => runner.startable().map_err(Usage)?,
    }
    // Name a bot after its own file, not after its interpreter, an option or an inline script.
    let names =
        |word: &&String| !word.starts_with('-') && !word.contains(char::is_whitespace) && word.parse::<f64>().is_err();
    let file = PathBuf::from(words.iter().rev().find(names).unwrap_or(program));
    let name = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
    let folder = file.parent().and_then(|folder| folder.file_name());
    let longer = folder.map(|folder| format!("{}/{name}", folder.to_string_lossy()));
    let recipe = runner.recipe(words).map_err(Usage)?;
    Ok(Entrant { name, longer, who: Contender::Program(recipe) })
}

/// Refuses commands that only a shell would understand.
pub fn for_no_shell(text: &str, words: &[String]) -> Result<(), String> {
    let operator = |word: &str| {
        let file = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '&');
        file.starts_with(['<', '>']) || ["|", "||", "&&", "&", ";"].contains(&word)
    };
    // A quoted word is an ordinary argument.
    let bare = |word: &&String| operator(word) && text.split_whitespace().any(|part| part == **word);
    let hint = match words.iter().find(bare) {
        Some(word) => format!("`{word}` has no effect, because no shell runs the command; use sh -c '...'"),
        None if words[0].contains('=') => {
            format!("no shell runs the command; set variables with env: env {}", words.join(" "))
        }
        None => return Ok(()),
    };
    Err(format!("`{text}`: {hint}"))
}

/// Checks that a program exists. A path is relative to the folder in which it starts; a name is searched for in
/// `path`, or in our own PATH.
pub fn startable(program: &str, directory: &Path, path: Option<&str>) -> Result<(), String> {
    let path = path.map(OsString::from).or_else(|| std::env::var_os("PATH")).unwrap_or_default();
    let places: Vec<PathBuf> = if program.contains('/') {
        vec![directory.join(program)]
    } else {
        std::env::split_paths(&path).map(|folder| folder.join(program)).collect()
    };
    let files: Vec<PathBuf> = places.into_iter().filter(|place| place.is_file()).collect();
    if let Some(file) = files.iter().find(|file| access(*file, Access::EXEC_OK).is_ok()) {
        return interpreted(file, &path);
    }
    match files.first() {
        None => Err(format!("there is no program `{program}`{}", meant(program, directory))),
        Some(file) => {
            let (runs, file) = (runner(file).unwrap_or("python3"), file.display());
            Err(format!(
                "{file} is not executable: run `chmod +x {file}`, or name the program that runs it: '{runs} {file}'"
            ))
        }
    }
}

/// Checks that the interpreter named in the first line of a script exists.
fn interpreted(file: &Path, path: &OsStr) -> Result<(), String> {
    let mut start = Vec::new();
    let read = File::open(file).and_then(|file| file.take(256).read_to_end(&mut start));
    // Leave unreadable files and non-scripts to the system.
    let Some(line) = read.ok().and_then(|_| start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()) else {
        return Ok(());
    };
    let line = String::from_utf8_lossy(line);
    let wrong = |why: &str| Err(format!("{}: its first line, `#!{}`, {why}", file.display(), line.trim_end()));
    if line.ends_with('\r') {
        return wrong("ends with CR LF, as on Windows, and the CR becomes part of the name; save the file with LF");
    }
    let mut words = line.split_whitespace();
    let Some(program) = words.next() else { return wrong("names no program") };
    if !Path::new(program).is_file() {
        return wrong("names a program that does not exist");
    }
    let sought = words.next().filter(|word| program.ends_with("/env") && !word.starts_with('-') && !word.contains('='));
    let is_there = |word: &str| std::env::split_paths(path).any(|folder| folder.join(word).is_file());
    if sought.is_some_and(|word| !word.contains('/') && !is_there(word)) {
        return wrong("names a program that does not exist");
    }
    Ok(())
}

/// A hint at what was meant by a program that does not exist, if the text suggests one.
fn meant(program: &str, directory: &Path) -> String {
    let built_in = format!("@{program}");
    if program == "human" || built_in.parse::<BuiltIn>().is_ok() {
        return format!(" (did you mean `{built_in}`?)");
    }
    let file = directory.join(program);
    if program.contains('/') || !file.is_file() {
        return String::new();
    }
    match runner(&file) {
        _ if access(&file, Access::EXEC_OK).is_ok() => {
            format!("; to start the file in this folder, write './{program}'")
        }
        Some(runs) => format!("; to start the file in this folder, write '{runs} {program}'"),
        None => {
            format!("; the file in this folder is not executable: run `chmod +x {program}` and write './{program}'")
        }
    }
}

/// The interpreter for a file of this name.
fn runner(file: &Path) -> Option<&'static str> {
    match file.extension()?.to_str()? {
        "py" => Some("python3"),
        "js" | "mjs" => Some("node"),
        "sh" => Some("sh"),
        "pl" => Some("perl"),
        "rb" => Some("ruby"),
        _ => None,
    }
}

/// Runs a command that should do nothing.
fn try_running(words: &[String], what: &str) -> Result<(), NotPlayed> {
    let Some((program, rest)) = words.split_first() else {
        return Err(Usage("--wrap needs a command".to_owned()).into());
    };
    let failed = |why: String| NotPlayed::from(Usage(format!("{what} cannot run even `true`: {why}")));
    let mut command = Command::new(program);
    command.args(rest).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
    let mut ended = Ok(None);
    waited(TRIAL, || {
        ended = child.try_wait();
        !matches!(ended, Ok(None))
    });
    let Some(status) = ended.map_err(NotPlayed::at(what))? else {
        let _ = child.kill();
        child.wait().map_err(NotPlayed::at(what))?;
        return Err(failed(format!("it did not end in {} s", TRIAL.as_secs())));
    };
    if status.success() {
        return Ok(());
    }
    let mut said = Vec::new();
    if let Some(stderr) = child.stderr.take() {
        stderr.take(1000).read_to_end(&mut said).map_err(NotPlayed::at(what))?;
    }
    Err(failed(format!("{status}: {}", harmless(String::from_utf8_lossy(&said).trim()))))
}

/// Makes names unique: by adding folders if that is enough, otherwise by numbers.
pub fn distinguish(entrants: &mut [Entrant]) {
    let short: Vec<String> = entrants.iter().map(|entrant| entrant.name.clone()).collect();
    for (entrant, name) in entrants.iter_mut().zip(&short) {
        if short.iter().filter(|other| *other == name).count() > 1
            && let Some(longer) = &entrant.longer
        {
            entrant.name.clone_from(longer);
        }
    }
    for at in 1..entrants.len() {
        let (before, rest) = entrants.split_at_mut(at);
        let name = rest[0].name.clone();
        let twins =
            before.iter().filter(|other| other.name == name || other.name.starts_with(&format!("{name}#"))).count();
        if twins > 0 {
            rest[0].name = format!("{name}#{}", twins + 1);
        }
    }
}
