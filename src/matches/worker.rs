//! Plays the games of a match. A worker has one process for every bot and plays one game at a time with them; the
//! processes are reused from game to game.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::entrants::{Contender, Entrant};
use super::start_probe::start;
use super::{NotPlayed, fingerprints};
use crate::bots::limits::{Limits, Own};
use crate::bots::log::Log;
use crate::bots::process::{BotProcess, Recipe};
use crate::bots::run::{Conduct, GameReport, Onlooker, Person, Run, Sitter};
use crate::commitment::{Bits128, Luck};
use crate::contest::record::Start;
use crate::dice::Dice;
use crate::game::Outcome;
use crate::judge::seats::{Chair, Seats, Terms};
use crate::registry::{EditionFile, NoGame, Opened, Referee};
use crate::stream::Usage;
use crate::table::Draws;
use crate::wire::{Header, VERSION};

/// What all games of a match share.
pub struct Setting<'a> {
    /// The game to play.
    pub game: &'static dyn Referee,
    /// The number of players.
    pub players: u8,
    /// The rule options.
    pub options: Map<String, Value>,
    /// Editions to play with instead of the built-in one.
    pub editions: Vec<EditionFile>,
    /// The limits of bots.
    pub limits: Limits,
    /// What of the limits holds for each entrant; none: the same for all.
    pub own: Vec<Own>,
    /// Whether opponents stay anonymous to bots.
    pub anonymous: bool,
    /// The folder for transcripts, if they are wanted.
    pub transcripts: Option<PathBuf>,
    /// The folder for what each bot received and wrote.
    pub log: Option<PathBuf>,
    /// Where people play and watch.
    pub host: Option<&'a dyn Host>,
    /// Whether the games are entered in a journal.
    pub journaled: bool,
}

impl Setting<'_> {
    /// The usual one.
    pub fn new(game: &'static dyn Referee, players: u8) -> Self {
        Setting {
            game,
            players,
            options: Map::new(),
            editions: Vec::new(),
            limits: Limits::default(),
            own: Vec::new(),
            anonymous: false,
            transcripts: None,
            log: None,
            host: None,
            journaled: false,
        }
    }
}

/// Where people play and watch.
pub trait Host: Sync {
    /// A game begins, of `setting`, among these players by seat.
    fn begin<'a>(&'a self, setting: &'a Setting<'_>, plan: &'a Plan, players: &'a [&Entrant]) -> Party<'a>;
    /// Whether another game may begin.
    fn goes_on(&self) -> bool;
}

/// Those who take part in a game besides bots.
#[derive(Default)]
pub struct Party<'a> {
    /// Who watches.
    pub onlooker: Option<Onlooker<'a>>,
    /// The people by seat.
    pub people: Vec<Option<Box<dyn Person + 'a>>>,
}

/// A game to play: the seating and the luck.
pub struct Plan {
    /// Its name in files and headers.
    pub id: String,
    /// The entrants by seat.
    pub seats: Vec<usize>,
    /// Seed and nonce.
    pub luck: Luck,
    /// Seeds the choices of built-in players and random replacements.
    pub choice: u64,
    /// The position to begin from; `None`: the usual start.
    pub start: Option<Start>,
}

impl Plan {
    /// A game that begins as usual, with the luck of its name.
    pub fn new(id: String, seats: Vec<usize>, secret: Bits128) -> Plan {
        let choice = secret.block(&format!("{id} choices")).seed.0;
        Plan { luck: secret.block(&id), choice, id, seats, start: None }
    }
}

/// The result of a game.
pub struct Played {
    /// The result; `None`: it was called off.
    pub outcome: Option<Outcome>,
    /// The report on it.
    pub report: GameReport,
    /// How many actions and draws there were.
    pub plies: u64,
    /// The transcript that was written.
    pub transcript: Option<PathBuf>,
    /// The game as a stream; empty if it was written to a transcript.
    pub record: Vec<u8>,
    /// For a journal: the first line of the record without the seed, which other games may share.
    pub sealed: Vec<u8>,
    /// For a journal: the digest of what was played.
    pub play: Option<Bits128>,
}

/// Plays games with the same entrants and reuses their processes.
pub struct Worker<'a> {
    setting: &'a Setting<'a>,
    entrants: &'a [Entrant],
    /// The running processes of the entrants.
    pub bots: Vec<Option<BotProcess>>,
    /// The processors of the bots; empty: any.
    processors: Vec<usize>,
    opened: Opened,
    stop: &'a AtomicBool,
}

impl<'a> Worker<'a> {
    /// One that plays on these processors, or on any if there are none, until `stop` is set.
    pub fn new(
        setting: &'a Setting<'a>,
        entrants: &'a [Entrant],
        processors: Vec<usize>,
        stop: &'a AtomicBool,
    ) -> Worker<'a> {
        let (opened, bots) = (Opened::with(setting.editions.clone()), entrants.iter().map(|_| None).collect());
        Worker { setting, entrants, bots, processors, opened, stop }
    }

    /// Plays a game.
    pub fn play(&mut self, plan: &Plan) -> Result<Played, NotPlayed> {
        let own: Vec<Own> = plan.seats.iter().map(|entrant| self.own(*entrant)).collect();
        let mut seats = self.seated(plan, &own)?;
        for entrant in &plan.seats {
            if let (Contender::Program(_), None) = (&self.entrants[*entrant].who, &self.bots[*entrant]) {
                self.bots[*entrant] = Some(start(&self.entrants[*entrant], &self.processors)?);
            }
        }
        let players: Vec<&Entrant> = plan.seats.iter().map(|entrant| &self.entrants[*entrant]).collect();
        let host = self.setting.host;
        let mut party = host.map(|host| host.begin(self.setting, plan, &players)).unwrap_or_default();
        party.people.resize_with(plan.seats.len(), || None);
        // Every seat has its own entrant.
        let mut slots: Vec<Option<&mut Option<BotProcess>>> = self.bots.iter_mut().map(Some).collect();
        let mut sitters = Vec::new();
        for ((entrant, player), person) in plan.seats.iter().zip(&players).zip(&mut party.people) {
            let free = || Usage(format!("there is no place for `{}`", player.name));
            sitters.push(match &player.who {
                Contender::BuiltIn(_) => Sitter::BuiltIn,
                Contender::Person => Sitter::Person(&mut **person.as_mut().ok_or_else(free)?),
                Contender::Program(_) => Sitter::Process(slots[*entrant].take().ok_or_else(free)?),
            });
        }
        let mut log = Log::new(match &self.setting.log {
            Some(folder) => Some(Box::new(BufWriter::new(create(folder, &plan.id)?.0))),
            None => None,
        });
        let mut sealed = Vec::new();
        if self.setting.journaled {
            seats.digest_play();
            sealed = seats.sealed();
        }
        let conduct = Conduct { limits: &self.setting.limits, own, dice: Dice::new(plan.choice), stop: self.stop };
        let run = Run::new(&mut *seats, sitters, conduct, &mut log);
        // Once it is played, nothing is shown any more, and the record is whole.
        let report = run.shown_to(party.onlooker.take()).play();
        if let Some(error) = log.finish() {
            return Err(NotPlayed::at("cannot write the log")(error));
        }
        // In the sandbox, neither a process nor its files may carry anything from game to game.
        if self.programs(plan).iter().any(|recipe| recipe.sandbox.is_some()) {
            self.end();
        }
        let mut record = std::mem::take(seats.record());
        let mut transcript = None;
        if let Some(folder) = &self.setting.transcripts {
            let (mut file, path) = create(folder, &plan.id)?;
            file.write_all(&record).map_err(NotPlayed::at(path.display()))?;
            (record, transcript) = (Vec::new(), Some(path));
        }
        let (outcome, plies) = (seats.outcome(), seats.plies());
        Ok(Played { outcome, report, plies, transcript, record, sealed, play: seats.played() })
    }

    /// What of the limits holds for an entrant.
    fn own(&self, entrant: usize) -> Own {
        self.setting.own.get(entrant).copied().unwrap_or_else(|| self.setting.limits.own())
    }

    /// The programs that play in a game.
    fn programs(&self, plan: &Plan) -> Vec<&'a Recipe> {
        let entrants = self.entrants;
        let program = |entrant: &usize| match &entrants[*entrant].who {
            Contender::Program(recipe) => Some(recipe),
            _ => None,
        };
        plan.seats.iter().filter_map(program).collect()
    }

    /// The game, about to begin.
    fn seated(&mut self, plan: &Plan, own: &[Own]) -> Result<Box<dyn Seats>, NotPlayed> {
        let Setting { game, players, options, .. } = self.setting;
        let names: Vec<String> = plan.seats.iter().map(|entrant| self.entrants[*entrant].name.clone()).collect();
        let header = Header {
            referee: VERSION,
            game: game.name().to_owned(),
            players: Some(*players),
            seed: Some(plan.luck.seed),
            draws: Some(Draws::Referee),
            options: Some(options.clone()),
            names: Some(names),
            match_: Some(self.recorded(plan, own)?.told()),
            state: plan.start.as_ref().map(|start| start.state.clone()),
            ..Header::default()
        };
        let veiled = || (0..*players).map(|seat| format!("player {seat}")).collect();
        let shown = Terms { names: self.setting.anonymous.then(veiled), ..self.terms(plan, own) }.told();
        let chair = |entrant: &usize| match self.entrants[*entrant].who {
            // Two players of one kind at a table need different random choices.
            Contender::BuiltIn(kind) => Chair::BuiltIn(kind, plan.choice),
            _ => Chair::Stream,
        };
        let chairs: Vec<Chair> = plan.seats.iter().map(chair).collect();
        let unfit = |refused: NoGame| match refused {
            NoGame::Malformed(malformed) => malformed.message,
            _ => format!("{}: no game can begin from its position", plan.id),
        };
        game.seat(header, &mut self.opened, shown, &chairs).map_err(|refused| NotPlayed::Unfit(unfit(refused)))
    }

    /// What the headers of all seats say of the match.
    fn terms(&self, plan: &Plan, own: &[Own]) -> Terms {
        Terms {
            game_id: Some(plan.id.clone()),
            commitment: Some(plan.luck.commitment()),
            position: plan.start.as_ref().map(|start| start.number),
            ..self.setting.limits.told(own)
        }
    }

    /// The same in the record, which has the nonce, too, and what the bots are held by and made of.
    fn recorded(&self, plan: &Plan, own: &[Own]) -> Result<Terms, NotPlayed> {
        let held = self.programs(plan).into_iter().map(Recipe::held).collect::<io::Result<Vec<_>>>();
        // What holds every bot: in a tournament some may have another runner.
        let held = held.map_err(NotPlayed::at("cannot start a bot"))?.into_iter();
        let held = held.reduce(|all, own| all.into_iter().filter(|layer| own.contains(layer)).collect());
        let files = plan.seats.iter().map(|seat| self.files(*seat)).collect::<Result<Vec<_>, _>>()?;
        Ok(Terms {
            nonce: Some(plan.luck.nonce.into()),
            files: held.is_some().then_some(files),
            held: held.map(|held| json!(held)),
            ..self.terms(plan, own)
        })
    }

    /// What an entrant is made of: its files with their SHA-256.
    fn files(&self, entrant: usize) -> Result<Map<String, Value>, NotPlayed> {
        let Contender::Program(Recipe { command, directory, .. }) = &self.entrants[entrant].who else {
            return Ok(Map::new());
        };
        let files = fingerprints::of(command, directory.as_deref())?;
        Ok(files.into_iter().map(|(path, digest)| (path, json!(digest))).collect())
    }

    /// Describes an entrant's process that ended without being asked to.
    pub fn ended_by_itself(&mut self, entrant: usize) -> Option<String> {
        let bot = self.bots[entrant].as_mut()?;
        let status = bot.await_end(Duration::from_millis(200))?;
        let [_, errors] = bot.told_errors(&mut [0; 1 << 12]);
        self.bots[entrant] = None;
        let mut told =
            format!("it ended with {status} at the end of the game; it may keep running: another header may follow");
        if !errors.is_empty() {
            told += &format!("; it wrote to standard error: {errors}");
        }
        Some(told)
    }

    /// Ends all processes.
    pub fn end(&mut self) {
        let mut buffer = vec![0; 1 << 16];
        for bot in self.bots.iter_mut().filter_map(Option::take) {
            bot.end(&mut buffer);
        }
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

/// A new file for a game.
fn create(folder: &Path, id: &str) -> Result<(File, PathBuf), NotPlayed> {
    fs::create_dir_all(folder).map_err(NotPlayed::at(format!("cannot create the folder {}", folder.display())))?;
    let path = folder.join(format!("{id}.jsonl"));
    let file = File::create(&path).map_err(NotPlayed::at(format!("cannot write {}", path.display())))?;
    Ok((file, path))
}
