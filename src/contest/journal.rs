//! The journal: one append-only file of JSON lines that holds everything about a tournament. The first line holds the
//! configuration and the secret seed. Each round paired by results, each finished game and each extension
//! ([`Extension`]) adds a line. A line reaches the disk before anything depends on it, so a killed run loses only the
//! games in flight. The same command resumes the tournament.
//!
//! A last line without a line end was torn by a kill or a full disk. It is dropped, and its game is played again. Any
//! other unreadable line is an error, because its content is lost. A file whose first line is torn and does not begin
//! like a journal is refused and left unchanged. If a game appears twice, the first result counts, unless that one
//! failed by the judge's own fault.
//!
//! Reading checks the digest of the configuration; that every game is on the schedule, with the right bots on the
//! right seats; and that its commitment belongs to the seed of its block. It cannot check that a result is true, or
//! that a knockout table was tied when it played another block. `places` and `causes` can be checked against a
//! transcript.
//!
//! Only the owner can read the file: the seed reveals the luck of future games.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::config::{Config, Format, is_usual};
use super::course::Course;
use super::extension::{Extension, Stages};
use super::knockout::EXTRA_BLOCKS;
use super::record::{Duplicate, GameResult, Games, tell, tournament};
use super::schedule::{self, Block, BlockId, GameId, Round};
use crate::commitment::Bits128;
use crate::strict;
use crate::text::hex;

/// The version of the journal's lines.
pub const VERSION: u32 = 2;

/// The longest line that is read; a round of 256 bots is far shorter.
const LINE_LIMIT: u64 = 1 << 22;

/// How every journal begins. It tells a torn first line from a file that is not a journal.
const BEGINNING: &[u8] = b"{\"tournament\":{\"version\":";

/// A line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "Entry")]
pub enum JournalLine {
    /// The first line: the tournament.
    Tournament(Box<Opening>),
    /// The pairing of a round.
    Round(Pairing),
    /// The result of a game.
    Result(Box<GameResult>),
    /// What has been added to the tournament.
    Extend(Extension),
    /// What the bots of all later games are made of.
    Bots(Vec<BotFile>),
}

/// What the first line says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// [`VERSION`].
    pub version: u32,
    /// See [`Config::digest`].
    pub config_sha256: String,
    /// The SHA-256 of the edition file's bytes. Absent: the built-in edition is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition_sha256: Option<String>,
    /// The SHA-256 of the bytes of the file of positions. Absent: games begin as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions_sha256: Option<String>,
    /// The secret seed of all luck.
    pub seed: Bits128,
    /// Whether bots could remember the luck of one game of a block for the next: its games share it, and programs run
    /// without the sandbox.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub luck_can_be_remembered: bool,
    /// The configuration.
    pub config: Config,
}

/// A round that was paired by results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// Its number, from 1.
    pub number: u32,
    /// The names at each table.
    pub tables: Vec<Vec<String>>,
    /// Who sits out.
    pub byes: Vec<String>,
}

/// A file that a bot is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BotFile {
    /// The name of the bot.
    pub bot: String,
    /// The path of its program, or of another file that its command names.
    pub path: String,
    /// The SHA-256 of the file.
    pub sha256: String,
}

impl Pairing {
    /// The pairing of a round among bots with these names.
    fn of(number: u32, round: &Round, names: &[String]) -> Pairing {
        let seated = |bots: &Vec<usize>| bots.iter().map(|bot| names[*bot].clone()).collect::<Vec<_>>();
        Pairing { number, tables: round.tables.iter().map(seated).collect(), byes: seated(&round.byes) }
    }
}

/// What is wrong with a journal.
#[derive(Debug)]
pub enum JournalFault {
    /// A line, counted from 1, cannot be read or does not belong there.
    Line(u64, String),
    /// Another run is writing to it.
    Locked,
    /// It belongs to another configuration or edition.
    OtherConfig {
        /// What differs, in words.
        differences: Vec<String>,
        /// Whether the tournament could be extended so.
        extends: bool,
    },
    /// Reading or writing failed. Earlier lines are safe.
    Io(&'static str, io::Error),
}

/// What to do about a full disk.
pub const FULL: &str = "the disk is full; all earlier lines are safe; free some space and run the same command again";

impl fmt::Display for JournalFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalFault::Line(number, message) => write!(f, "line {number} of the journal: {message}"),
            JournalFault::Locked => f.write_str("another run is writing to this journal"),
            JournalFault::OtherConfig { differences, extends } => write!(
                f,
                "the journal belongs to another tournament: {}; {}",
                differences.join("; "),
                if *extends { "`tournament extend` adds this to it" } else { "use another journal file for this one" }
            ),
            JournalFault::Io(what, error) if error.kind() == io::ErrorKind::StorageFull => write!(f, "{what}: {FULL}"),
            JournalFault::Io(what, error) => write!(f, "{what}: {error}"),
        }
    }
}

impl std::error::Error for JournalFault {}

/// The content of a journal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    /// The first line; `None` if nothing has been written yet.
    pub opening: Option<Opening>,
    /// The name in its results; see [`tournament`].
    pub name: Bits128,
    /// The configurations so far; `None` as for `opening`.
    pub stages: Option<Stages>,
    /// What has been added, in order, each with the number of games that had ended.
    pub extensions: Vec<(Extension, usize)>,
    /// The rounds paired by results, in order.
    pub rounds: Vec<Pairing>,
    /// The line number of each round, from 1.
    pub round_lines: Vec<u64>,
    /// What the bots of the last games are made of; `None`: nothing has been noted.
    pub files: Option<Vec<BotFile>>,
    /// The games that have ended.
    pub games: Games,
    /// Repeated results, in the order of the file.
    pub duplicates: Vec<Duplicate>,
    /// Whether a torn last line was dropped.
    pub torn: bool,
    /// How many whole lines there are.
    pub lines: u64,
    /// How many bytes hold them.
    pub bytes: u64,
}

impl Ledger {
    /// Reads a journal.
    pub fn read(reader: &mut dyn BufRead) -> Result<Ledger, JournalFault> {
        let mut ledger = Ledger::default();
        let mut text = Vec::new();
        for number in 1.. {
            text.clear();
            reader
                .take(LINE_LIMIT)
                .read_until(b'\n', &mut text)
                .map_err(|error| JournalFault::Io("cannot read the journal", error))?;
            if text.last() != Some(&b'\n') {
                if text.len() as u64 == LINE_LIMIT {
                    return Err(JournalFault::Line(number, format!("it is longer than {LINE_LIMIT} bytes")));
                }
                if number == 1 && !text.starts_with(BEGINNING) && !BEGINNING.starts_with(&text) {
                    let message =
                        "this file is not a journal, which begins with `{\"tournament\":`; it was not changed";
                    return Err(JournalFault::Line(number, message.to_owned()));
                }
                ledger.torn = !text.is_empty();
                break;
            }
            let line =
                strict::from_slice(&text).map_err(|malformed| JournalFault::Line(number, malformed.to_string()))?;
            ledger.add(line).map_err(|message| JournalFault::Line(number, message))?;
            ledger.bytes += text.len() as u64;
        }
        Ok(ledger)
    }

    /// The configuration now; `None` if nothing has been written yet.
    pub fn config(&self) -> Option<&Config> {
        self.stages.as_ref().map(Stages::latest)
    }

    /// How many games of a block have ended.
    pub fn ended(&self, block: BlockId) -> usize {
        self.games.range(Block::ids(block)).count()
    }

    /// The bots of a game by seat; `None` if there is no such game.
    fn seated<'a>(config: &'a Config, rounds: &[Pairing], id: GameId) -> Option<Vec<&'a str>> {
        let BlockId { round, table, block } = id.block;
        let nth = |number: u32| (number as usize).checked_sub(1);
        let bots = if config.format.is_fixed() {
            schedule::fixed_table(config, table).filter(|_| round == 1)?
        } else {
            let names = rounds.get(nth(round)?)?.tables.get(nth(table)?)?;
            names.iter().map(|name| config.number(name)).collect::<Option<_>>()?
        };
        let more = if matches!(config.format, Format::Knockout | Format::Groups) { EXTRA_BLOCKS } else { 0 };
        if !(1..=config.blocks.saturating_add(more)).contains(&block) {
            return None;
        }
        let (_, seats) = Block::new(round, table, block, &bots).games().find(|(it, _)| *it == id)?;
        Some(seats.iter().map(|bot| &*config.bots[*bot].name).collect())
    }

    /// The rounds, counted from 0, whose pairing is not that of the course that follows from the results.
    pub fn mispaired(&self, course: &Course) -> impl Iterator<Item = usize> {
        let names = self.config().map(Config::names).unwrap_or_default();
        let paired = move |nth: usize| Some(Pairing::of(nth as u32 + 1, course.rounds.get(nth)?, &names));
        (0..self.rounds.len()).filter(move |nth| paired(*nth).as_ref() != self.rounds.get(*nth))
    }

    /// The fault of such a round.
    pub(super) fn pairing_fault(&self, nth: usize) -> JournalFault {
        let line = self.round_lines.get(nth).copied().unwrap_or_default();
        JournalFault::Line(line, format!("the pairing of round {} does not follow from the results before it", nth + 1))
    }

    /// Checks whether a result belongs into this journal; the error says why not.
    pub fn fits(&self, game: &GameResult) -> Result<(), String> {
        let (Some(opening), Some(config)) = (&self.opening, self.config()) else {
            return Err("the journal is empty".to_owned());
        };
        game.check()?;
        if game.tournament.is_some_and(|name| name != self.name) {
            return Err("`tournament` names another tournament".to_owned());
        }
        are_known(config, &game.bots)?;
        if game.bots.len() != usize::from(config.players) {
            return Err(format!("tables seat {}, not {}", config.players, game.bots.len()));
        }
        let id = game.game_id;
        let Some(seated) = Ledger::seated(config, &self.rounds, id) else {
            return Err(format!("there is no game {id} on the schedule"));
        };
        if seated != game.bots {
            return Err(format!("game {id} is between {}, not between {}", seated.join(", "), game.bots.join(", ")));
        }
        if game.commitment != opening.config.luck.luck(opening.seed, id).commitment() {
            return Err(format!("`commitment` does not belong to the seed of block {}", id.block));
        }
        Ok(())
    }

    /// Adds the next line.
    pub fn add(&mut self, line: JournalLine) -> Result<(), String> {
        self.lines += 1;
        if self.opening.is_none() {
            let JournalLine::Tournament(opening) = line else {
                return Err("a journal begins with a line `tournament`".to_owned());
            };
            if opening.version != VERSION {
                return Err(format!("this is version {}, but only version {VERSION} can be read", opening.version));
            }
            if opening.config.digest() != opening.config_sha256 {
                return Err("`config_sha256` is not the digest of the configuration in this line".to_owned());
            }
            for (what, named, digest) in [
                ("edition", &opening.config.edition, &opening.edition_sha256),
                ("positions", &opening.config.positions, &opening.positions_sha256),
            ] {
                if named.is_some() != digest.is_some() {
                    return Err(format!("`{what}_sha256` must be present exactly if the configuration names `{what}`"));
                }
            }
            self.name = tournament(&opening.config_sha256, opening.seed);
            self.stages = Some((&opening.config).into());
            self.opening = Some(*opening);
            return Ok(());
        }
        let Some(stages) = &mut self.stages else { return Err("the configuration is missing".to_owned()) };
        let config = stages.latest();
        match line {
            JournalLine::Extend(extension) => {
                let grown = extension.applied(config)?;
                stages.push(self.rounds.len() as u32, grown);
                self.extensions.push((extension, self.games.len()));
            }
            JournalLine::Tournament(_) => return Err("only the first line of a journal is a `tournament`".to_owned()),
            JournalLine::Round(round) => {
                if round.number as usize != self.rounds.len() + 1 {
                    return Err(format!("round {} follows round {}", round.number, self.rounds.len()));
                }
                let players = usize::from(config.players);
                are_known(config, round.tables.iter().flatten().chain(&round.byes))?;
                if config.format.is_fixed() || round.tables.iter().any(|table| table.len() != players) {
                    return Err(format!("this tournament cannot have such a round; its tables seat {players}"));
                }
                self.rounds.push(round);
                self.round_lines.push(self.lines);
            }
            JournalLine::Bots(files) => {
                are_known(config, files.iter().map(|file| &file.bot))?;
                self.files = Some(files);
            }
            JournalLine::Result(mut game) => {
                game.tournament.get_or_insert(self.name);
                self.fits(&game)?;
                tell(&mut self.games, &mut self.duplicates, game);
            }
        }
        Ok(())
    }
}

/// An error if a bot of these names is none of the tournament.
fn are_known<'a>(config: &Config, names: impl IntoIterator<Item = &'a String>) -> Result<(), String> {
    let stranger = names.into_iter().find(|name| config.number(name).is_none());
    stranger.map_or(Ok(()), |name| Err(format!("there is no bot `{name}` in this tournament")))
}

/// Where a journal is kept.
pub trait Storage {
    /// Appends bytes. After an error, some of them may have been written.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Cuts the storage to this many bytes.
    fn cut(&mut self, bytes: u64) -> io::Result<()>;
    /// Returns when everything is on the disk.
    fn sync(&mut self) -> io::Result<()>;
}

impl Storage for File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }
    fn cut(&mut self, bytes: u64) -> io::Result<()> {
        self.set_len(bytes)
    }
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// The bytes of the files that a configuration names.
#[derive(Copy, Clone, Debug, Default)]
pub struct Files<'a> {
    /// The edition.
    pub edition: Option<&'a [u8]>,
    /// The positions.
    pub positions: Option<&'a [u8]>,
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal<S = File> {
    storage: S,
    ledger: Ledger,
    /// Whether a torn line could not be cut off. Lines after it would be unreadable.
    spoilt: bool,
}

impl Journal<File> {
    /// Opens or creates the journal of a tournament. `files` holds the bytes of the files that the
    /// configuration names. `secret` supplies a seed if the journal is new and the configuration has none. The
    /// file stays locked until the journal is dropped.
    pub fn open(
        path: &Path,
        config: &Config,
        files: Files<'_>,
        secret: impl FnOnce() -> io::Result<Bits128>,
    ) -> Result<Journal, JournalFault> {
        let journal = locked(path, true)?.resume(config, files, secret)?;
        sync_name(path);
        Ok(journal)
    }

    /// Opens the journal of a tournament that has begun, whatever its configuration.
    pub fn reopen(path: &Path) -> Result<Journal, JournalFault> {
        let mut journal = locked(path, false)?;
        if journal.ledger.opening.is_none() {
            return Err(JournalFault::Line(1, "the journal is empty".to_owned()));
        }
        journal.cut()?;
        Ok(journal)
    }
}

/// Opens, locks and reads a journal.
fn locked(path: &Path, create: bool) -> Result<Journal, JournalFault> {
    let cannot = |error| JournalFault::Io("cannot open the journal", error);
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(create);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(cannot)?;
    // A pipe would be read for ever.
    if !file.metadata().map_err(cannot)?.is_file() {
        return Err(cannot(io::Error::other("it is not a regular file")));
    }
    lock(&file).map_err(|error| match error {
        TryLockError::WouldBlock => JournalFault::Locked,
        TryLockError::Error(error) => cannot(error),
    })?;
    let ledger = Ledger::read(&mut BufReader::new(&file))?;
    Ok(Journal { storage: file, ledger, spoilt: false })
}

/// Writes a new file's name to the disk, not only its content. Not every system can sync a folder, so failures are
/// ignored.
pub fn sync_name(file: &Path) {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = sync_names_in(folder);
}

fn sync_names_in(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Locks a journal, or a folder of transcripts. A child process of a killed run holds the lock until it executes another
/// program. A short wait tells such a lock from one of a running tournament.
pub fn lock(file: &File) -> Result<(), TryLockError> {
    let until = Instant::now() + Duration::from_secs(3);
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < until => thread::sleep(Duration::from_millis(10)),
            locked => return locked,
        }
    }
}

impl<S: Storage> Journal<S> {
    /// Resumes what was read from the storage.
    fn resume(
        mut self,
        config: &Config,
        files: Files<'_>,
        secret: impl FnOnce() -> io::Result<Bits128>,
    ) -> Result<Self, JournalFault> {
        // Bots that have left because of their faults need not be marked in the file.
        let config = &self.ledger.config().map_or_else(|| config.clone(), |now| config.without_leavers(now));
        let config_sha256 = config.digest();
        let [edition_sha256, positions_sha256] =
            [files.edition, files.positions].map(|bytes| bytes.map(|bytes| hex(&Sha256::digest(bytes))));
        if let Some(opening) = &self.ledger.opening {
            if let Some(now) = self.ledger.config().filter(|now| now.digest() != config_sha256) {
                let extends = matches!(Extension::between(now, config), Ok(Some(_)));
                return Err(JournalFault::OtherConfig { differences: now.differs_from(config), extends });
            }
            let of = |digest: &Option<String>| digest.clone().unwrap_or_else(|| "of none".to_owned());
            let pairs = [
                ("edition", &opening.edition_sha256, &edition_sha256),
                ("positions", &opening.positions_sha256, &positions_sha256),
            ];
            let differ = pairs.into_iter().filter(|(_, theirs, ours)| theirs != ours).map(|(what, theirs, ours)| {
                format!("the {what} file has SHA-256 {} in the journal, {} here", of(theirs), of(ours))
            });
            let differences: Vec<String> = differ.collect();
            if !differences.is_empty() {
                return Err(JournalFault::OtherConfig { differences, extends: false });
            }
        }
        // Check that the journal belongs to this tournament before cutting, so a refused journal stays unchanged.
        self.cut()?;
        if self.ledger.opening.is_none() {
            let seed = match config.seed {
                Some(typed) => Bits128::typed(typed),
                None => secret().map_err(|error| JournalFault::Io("cannot get a seed from the system", error))?,
            };
            let opening = Opening {
                version: VERSION,
                config_sha256,
                edition_sha256,
                positions_sha256,
                seed,
                luck_can_be_remembered: config.luck_can_be_remembered(),
                config: config.clone(),
            };
            self.append(JournalLine::Tournament(Box::new(opening)))?;
        }
        Ok(self)
    }

    /// Cuts a torn line off.
    fn cut(&mut self) -> Result<(), JournalFault> {
        if !self.ledger.torn {
            return Ok(());
        }
        let cut = self.storage.cut(self.ledger.bytes);
        cut.map_err(|error| JournalFault::Io("cannot cut the torn line off", error))
    }

    /// Its content, with the lines appended since it was opened.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The secret seed of all luck.
    pub fn seed(&self) -> Option<Bits128> {
        self.ledger.opening.as_ref().map(|opening| opening.seed)
    }

    /// Writes the result of a game. It is on the disk when this returns.
    pub fn add_result(&mut self, result: GameResult) -> Result<(), JournalFault> {
        self.append(JournalLine::Result(Box::new(result)))
    }

    /// Writes what is added to the tournament.
    pub fn extend(&mut self, extension: Extension) -> Result<(), JournalFault> {
        self.append(JournalLine::Extend(extension))
    }

    /// Writes what the bots of all later games are made of.
    pub fn note_files(&mut self, files: Vec<BotFile>) -> Result<(), JournalFault> {
        self.append(JournalLine::Bots(files))
    }

    /// Writes the pairing of a round, unless it is there already. A different pairing there means that the journal
    /// belongs to another schedule.
    pub fn begin_round(&mut self, number: u32, round: &Round, names: &[String]) -> Result<(), JournalFault> {
        let round = Pairing::of(number, round, names);
        let nth = number as usize - 1;
        match self.ledger.rounds.get(nth) {
            None => self.append(JournalLine::Round(round)),
            Some(there) if *there == round => Ok(()),
            Some(_) => Err(self.ledger.pairing_fault(nth)),
        }
    }

    /// Appends a line. If that fails, the journal is as before.
    fn append(&mut self, line: JournalLine) -> Result<(), JournalFault> {
        let cannot = |error| JournalFault::Io("cannot write to the journal", error);
        if self.spoilt {
            return Err(cannot(io::Error::other("an earlier torn line could not be cut off")));
        }
        let mut bytes = serde_json::to_vec(&line).map_err(|error| cannot(error.into()))?;
        bytes.push(b'\n');
        if let Err(error) = self.storage.append(&bytes).and_then(|()| self.storage.sync()) {
            self.spoilt = self.storage.cut(self.ledger.bytes).is_err();
            return Err(cannot(error));
        }
        self.ledger.bytes += bytes.len() as u64;
        self.ledger.add(line).map_err(|message| cannot(io::Error::other(message)))
    }
}

#[cfg(unix)]
impl Journal {
    /// An error if the file at this path is no longer this journal: it was deleted or replaced.
    pub fn is_still_at(&self, path: &Path) -> Result<(), JournalFault> {
        use std::os::unix::fs::MetadataExt as _;
        let lost = |error| JournalFault::Io("the journal was deleted or replaced while it was written", error);
        let (own, there) = (self.storage.metadata().map_err(lost)?, path.metadata().map_err(lost)?);
        let same = (own.dev(), own.ino()) == (there.dev(), there.ino());
        if same { Ok(()) } else { Err(lost(io::Error::other("another file has its name"))) }
    }
}

#[cfg(test)]
mod tests;
