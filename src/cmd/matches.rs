//! `referee match`: bots play each other, game after game. Each worker has one process for every bot and plays one
//! game at a time with them. The processes are reused from game to game.

pub(crate) mod args;
pub(crate) mod entrants;
mod folders;
mod header;
pub(crate) mod start_probe;
pub(crate) mod tally;

use std::fs;
use std::io::BufWriter;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use clap::Args;
use referee::bots::limits::Own;
use referee::bots::log::Log;
use referee::bots::process::{Bot, Recipe};
use referee::bots::run::{GameReport, Limits, Onlooker, Person, Run, Sitter};
use referee::bots::watch::{become_judge, end_all};
use referee::commitment::Bits128;
use referee::contest::record::Start;
use referee::dice::Dice;
use referee::game::Outcome;
use referee::judge::seats::{Chair, Terms};
use referee::registry::{EditionFile, NoGame, Opened, Referee, for_players};
use referee::stream::Usage;
use referee::table::Draws;
use referee::wire::{Header, VERSION};
use serde_json::{Map, Value, json};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use self::args::LimitArgs;
pub(crate) use self::entrants::{Contender, Entrant, distinguish, entrant};
pub(crate) use self::folders::make_folders;
use self::folders::{all_there, create};
use self::header::limits_told;
use self::tally::Tally;
use super::human::{self, Human};
use super::live::{Guest, House, LiveArgs, Shown, Visit};
use super::numbers::{POSITIVE, seed, whole};
use super::processors::{self, CpuList};
use super::{Exit, GameArgs, Output, fingerprints, game, remark};

/// Arguments of `match`.
#[derive(Args)]
#[command(mut_arg("game", |arg| arg.help("The game to play")))]
#[command(mut_arg("players", |arg| arg.help("The number of players [default: as many as there are bots]")))]
#[command(after_help = "\
A bot is a command, @random, @mcts or @mcts:PLAYOUTS (ours), @human (you, at this terminal), or @browser or @browser:NAME (a \
person in a browser, whose own link is written to standard error). There is one for each \
player; they change seats from game to game. `referee protocol` describes what a bot reads and writes.

Each game has its own seed, from the operating system unless --seed or --seed-file gives one. The bots receive a \
commitment to it; the transcript holds the seed, so anyone can verify it. Bots can guess a typed --seed: use it for tests.

--watch serves pages on which the games can be watched in a browser (see `referee watch --help`).

With --json each game is a line, in order, and the last line is the summary (`referee schema wire/match-line`).

What confines a bot:
  always      its own session, a small environment (PATH, HOME, LANG, TMPDIR) and no files of
              the judge; as far as the kernel supports it, no signals to other processes, no
              inspecting them, no limits and priorities for them, no typing into terminals, no
              root powers except over files
  --sandbox   of the host only the system's programs and the bot's own folder, read-only; no
              network; no other processes; private files in /tmp and /dev/shm that count as
              memory; nothing is kept from game to game
  cgroup v2   where the system has delegated a control group to the judge alone: the kernel limits
              the memory of each bot and the number of its processes (1024), shares the processors
              out equally, counts their time, and ends or stops all that a bot has started:
              systemd-run --user --scope -p Delegate=yes referee match ...

`check-bot` and `match.held` of a transcript show which of these were in force. Without --sandbox a bot can read and write what you can, and lift \
the limits of its control group. \
--sandbox needs bubblewrap (`bwrap`). A bot's own folder is the folder of its program; --sandbox-read PATH adds more, \
such as an interpreter outside /usr.

Examples:
  referee match --game tectonic --bot @mcts:20 --bot @random --games 2 --seed 1
  referee match --game wangdo --bot 'python3 fixtures/clients/five_lines.py' --bot @mcts:20
  referee match --game wangdo --bot @random --bot @random --bot @mcts:10 --json")]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// A bot: a command, @random, @mcts, @mcts:PLAYOUTS, @human or @browser[:NAME]; one for each player
    #[arg(long = "bot", value_name = "CMD", required = true)]
    pub(crate) bots: Vec<String>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(POSITIVE), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// The seed of the match, for tests
    #[arg(long, value_name = "SEED", env = SEED, hide_env = true, value_parser = seed, allow_negative_numbers = true, conflicts_with = "seed_file")]
    pub(crate) seed: Option<u64>,
    /// A file with the seed of the match, 32 lower-case hexadecimal digits
    #[arg(long, value_name = "FILE")]
    pub(crate) seed_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// How many games run at the same time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole::<u64>(1..=256), allow_negative_numbers = true)]
    pub(crate) concurrency: u64,
    /// The processors for bots, such as 1,3-5: games that run at once get their own, and the judge the others
    #[arg(long, value_name = "LIST")]
    pub(crate) cpus: Option<CpuList>,
    #[command(flatten)]
    pub(crate) live: LiveArgs,
    /// End with code 4 if a bot was at fault
    #[arg(long)]
    pub(crate) fail_on_bot_fault: bool,
    /// Write one JSON line for each game and one for all
    #[arg(long)]
    pub(crate) json: bool,
}

/// The shortest time between two tables for those who watch.
const NOTICES: Duration = Duration::from_secs(1);

/// What all games of a match share.
pub(crate) struct Setting {
    pub(crate) game: &'static dyn Referee,
    pub(crate) players: u8,
    pub(crate) options: Map<String, Value>,
    pub(crate) editions: Vec<EditionFile>,
    pub(crate) limits: Limits,
    /// What of the limits holds for each entrant; none: the same for all.
    pub(crate) own: Vec<Own>,
    /// Whether opponents stay anonymous to bots.
    pub(crate) anonymous: bool,
    pub(crate) transcripts: Option<PathBuf>,
    pub(crate) log: Option<PathBuf>,
    /// Where the games can be watched.
    pub(crate) house: Option<Arc<House>>,
}

/// A game to play: the seating and the luck.
pub(crate) struct Plan {
    /// Its name in files and headers.
    pub(crate) id: String,
    /// The entrants by seat.
    pub(crate) seats: Vec<usize>,
    pub(crate) luck: referee::commitment::Luck,
    /// Seeds the choices of built-in players and random replacements.
    pub(crate) choice: u64,
    /// The position to begin from; `None`: the usual start.
    pub(crate) start: Option<Start>,
}

/// The result of a game.
pub(crate) struct Played {
    pub(crate) outcome: Option<Outcome>,
    pub(crate) report: GameReport,
    pub(crate) plies: u64,
    pub(crate) transcript: Option<PathBuf>,
    /// The game as a stream; empty if it was written to a transcript.
    pub(crate) record: Vec<u8>,
}

/// Plays games with the same entrants and reuses their processes.
pub(crate) struct Worker<'a> {
    setting: &'a Setting,
    entrants: &'a [Entrant],
    bots: Vec<Option<Bot>>,
    /// The processors of the bots; empty: any.
    processors: Vec<usize>,
    opened: Opened,
    stop: &'a AtomicBool,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        setting: &'a Setting,
        entrants: &'a [Entrant],
        processors: Vec<usize>,
        stop: &'a AtomicBool,
    ) -> Worker<'a> {
        Worker::with(setting, entrants, processors, stop, entrants.iter().map(|_| None).collect())
    }

    /// One that plays with processes that were started for the entrants before.
    pub(crate) fn with(
        setting: &'a Setting,
        entrants: &'a [Entrant],
        processors: Vec<usize>,
        stop: &'a AtomicBool,
        bots: Vec<Option<Bot>>,
    ) -> Worker<'a> {
        let opened = Opened::with(setting.editions.clone());
        Worker { setting, entrants, bots, processors, opened, stop }
    }

    /// Plays a game.
    pub(crate) fn play(&mut self, plan: &Plan) -> Result<Played> {
        let Setting { game, players, limits, .. } = self.setting;
        let commitment = plan.luck.commitment();
        let own = |seat: &usize| self.setting.own.get(*seat).copied().unwrap_or_else(|| limits.own());
        let own: Vec<Own> = plan.seats.iter().map(own).collect();
        let program = |seat: &usize| match &self.entrants[*seat].who {
            Contender::Program(recipe) => Some(recipe),
            _ => None,
        };
        let programs: Vec<&Recipe> = plan.seats.iter().filter_map(program).collect();
        let held = programs.iter().map(|recipe| recipe.held()).collect::<std::io::Result<Vec<_>>>();
        // What holds every bot: in a tournament some may have another runner.
        let held = held
            .context("cannot start a bot")?
            .into_iter()
            .reduce(|all, own| all.into_iter().filter(|layer| own.contains(layer)).collect());
        let files: Vec<Map<String, Value>> = plan.seats.iter().map(|seat| self.files(*seat)).collect::<Result<_>>()?;
        let told = |nonce: Option<String>| {
            let for_record = nonce.is_some();
            let veiled = self.setting.anonymous && !for_record;
            let terms = Terms {
                game_id: Some(plan.id.clone()),
                commitment: Some(commitment.clone()),
                position: plan.start.as_ref().map(|start| start.number),
                nonce,
                // Bots do not get these.
                held: held.as_ref().filter(|_| for_record).map(|held| json!(held)),
                files: held.as_ref().filter(|_| for_record).map(|_| files.clone()),
                names: veiled.then(|| (0..*players).map(|seat| format!("player {seat}")).collect()),
                ..limits_told(limits, &own)
            };
            terms.told()
        };
        let names: Vec<String> = plan.seats.iter().map(|entrant| self.entrants[*entrant].name.clone()).collect();
        // A bot may look at the page, too.
        let shown = if self.setting.anonymous { Shown::Veiled(names.len()) } else { Shown::Named(names.clone()) };
        let header = Header {
            referee: VERSION,
            game: game.name().to_owned(),
            players: Some(*players),
            seed: Some(plan.luck.seed),
            draws: Some(Draws::Referee),
            options: Some(self.setting.options.clone()),
            names: Some(names),
            match_: Some(told(Some(plan.luck.nonce.into()))),
            state: plan.start.as_ref().map(|start| start.state.clone()),
            ..Header::default()
        };
        let chair = |entrant: &usize| match self.entrants[*entrant].who {
            // Two players of one kind at a table need different random choices.
            Contender::BuiltIn(kind) => Chair::BuiltIn(kind, plan.choice),
            _ => Chair::Stream,
        };
        let chairs: Vec<Chair> = plan.seats.iter().map(chair).collect();
        let seated = game.seat(header, &mut self.opened, told(None), &chairs);
        let mut seats = seated.map_err(|refused| match refused {
            NoGame::Malformed(malformed) => Usage(malformed.message),
            NoGame::Refused(_) | NoGame::Redacted(_) => {
                Usage(format!("{}: no game can begin from its position", plan.id))
            }
        })?;
        for entrant in &plan.seats {
            if let (Contender::Program(_), None) = (&self.entrants[*entrant].who, &self.bots[*entrant]) {
                self.bots[*entrant] = Some(start_probe::start(&self.entrants[*entrant], &self.processors)?);
            }
        }
        // What a person waits for must arrive.
        let has_guests = plan.seats.iter().any(|seat| matches!(self.entrants[*seat].who, Contender::Guest(_)));
        let house = self.setting.house.as_ref();
        let mut spectator = house.map(|house| house.begin(&plan.id, game.title(), shown, has_guests));
        let mut visits = Vec::new();
        for (seat, entrant) in plan.seats.iter().enumerate() {
            if let (Contender::Guest(guest), Some(spectator)) = (&self.entrants[*entrant].who, &spectator) {
                visits.push(Visit::new(guest, spectator, seat));
            }
        }
        let mut visits = visits.iter_mut();
        let mut human = Human::new(*game);
        let mut person: Option<&mut dyn Person> = Some(&mut human);
        // Every seat has its own entrant.
        let mut slots: Vec<Option<&mut Option<Bot>>> = self.bots.iter_mut().map(Some).collect();
        let mut sitters = Vec::new();
        for entrant in &plan.seats {
            sitters.push(match &self.entrants[*entrant].who {
                Contender::BuiltIn(_) => Sitter::BuiltIn,
                Contender::Human => Sitter::Person(person.take().context("there is one person at the terminal")?),
                Contender::Guest(_) => Sitter::Person(visits.next().context("a guest is served by the pages")?),
                Contender::Program(_) => Sitter::Process(slots[*entrant].take().context("a bot sits at one seat")?),
            });
        }
        let mut log = Log::new(match &self.setting.log {
            Some(folder) => Some(Box::new(BufWriter::new(create(folder, &plan.id)?.0))),
            None => None,
        });
        let dice = Dice::new(plan.choice);
        let onlooker = spectator.as_mut().map(|spectator| Box::new(|part: &[u8]| spectator.tell(part)) as Onlooker<'_>);
        let report = Run::new(&mut *seats, sitters, (limits, own), dice, self.stop, &mut log).shown_to(onlooker).play();
        // From now on nothing is asked, and the record is whole.
        drop(spectator);
        if let Some(error) = log.finish() {
            return Err(error).context("cannot write the log");
        }
        // In the sandbox, neither a process nor its files may carry anything from game to game.
        if programs.iter().any(|recipe| recipe.sandbox.is_some()) {
            self.end();
        }
        let mut record = std::mem::take(seats.record());
        let mut transcript = None;
        if let Some(folder) = &self.setting.transcripts {
            let (mut file, path) = create(folder, &plan.id)?;
            std::io::Write::write_all(&mut file, &record).with_context(|| path.display().to_string())?;
            (record, transcript) = (Vec::new(), Some(path));
        }
        Ok(Played { outcome: seats.outcome(), report, plies: seats.plies(), transcript, record })
    }

    /// What an entrant is made of: its files with their SHA-256.
    fn files(&self, entrant: usize) -> Result<Map<String, Value>> {
        let Contender::Program(Recipe { command, directory, .. }) = &self.entrants[entrant].who else {
            return Ok(Map::new());
        };
        let files = fingerprints::of(command, directory.as_deref())?;
        Ok(files.into_iter().map(|(path, digest)| (path, json!(digest))).collect())
    }

    /// Describes an entrant's process that ended without being asked to.
    pub(crate) fn ended_by_itself(&mut self, entrant: usize) -> Option<String> {
        let bot = self.bots[entrant].as_mut()?;
        let status = bot.await_end(std::time::Duration::from_millis(200))?;
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
    pub(crate) fn end(&mut self) {
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

/// The variable that carries a typed seed, which any user could read on the command line of a running judge.
const SEED: &str = "REFEREE_SEED";

/// Restarts this program without the typed seed on its command line, if there was one.
fn hide_seed() -> Result<()> {
    let (mut rest, mut seed) = (Vec::new(), None);
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    while let Some(argument) = arguments.next() {
        match argument.to_str().and_then(|text| text.strip_prefix("--seed")) {
            Some("") => seed = arguments.next(),
            Some(value) if value.starts_with('=') => seed = Some(value[1..].into()),
            _ => rest.push(argument),
        }
    }
    let Some(seed) = seed else { return Ok(()) };
    let program = std::env::current_exe().context("cannot find this program")?;
    let error = Command::new(program).arg0(name).args(rest).env(SEED, seed).exec();
    Err(error).context("cannot restart")
}

/// Plays the match.
pub(crate) fn run(args: &MatchArgs) -> Result<Exit> {
    hide_seed()?;
    let asked = args.game.asked(None)?;
    let name = asked.game.ok_or_else(|| Usage("choose a game with --game; see `referee games`".to_owned()))?;
    let referee = game(&name)?;
    let runner = args.limits.runner(args.seed_file.as_slice());
    let mut entrants = args.bots.iter().map(|bot| entrant(bot, &runner)).collect::<Result<Vec<_>>>()?;
    distinguish(&mut entrants);
    let players = asked.players.unwrap_or(entrants.len().try_into().unwrap_or(u8::MAX));
    if usize::from(players) != entrants.len() {
        return Err(Usage(format!(
            "{players} players need {players} bots, not {}; give --bot for each",
            entrants.len()
        ))
        .into());
    }
    if !referee.players().contains(&players) {
        let said = for_players(referee.name(), &referee.players());
        return Err(Usage(format!("{said}; repeat --bot as many times")).into());
    }
    let humans = entrants.iter().filter(|entrant| matches!(entrant.who, Contender::Human)).count();
    if humans > 1 || (humans == 1 && args.concurrency > 1) {
        return Err(Usage("there is one person at the terminal, who plays one game at a time".to_owned()).into());
    }
    let guests: Vec<(&str, Arc<Guest>)> = entrants.iter().filter_map(Entrant::guest).collect();
    if !guests.is_empty() && args.concurrency > 1 {
        return Err(Usage("people play one game at a time, without --concurrency".to_owned()).into());
    }
    if entrants.iter().any(|entrant| matches!(entrant.who, Contender::Program(_))) {
        runner.try_out()?;
    }
    let secret = match (&args.seed, &args.seed_file) {
        (Some(seed), _) => Bits128::typed(*seed),
        (None, Some(path)) => {
            let text = fs::read_to_string(path).map_err(|error| Usage(format!("{}: {error}", path.display())))?;
            text.trim().parse().map_err(|wrong: String| Usage(format!("{}: {wrong}", path.display())))?
        }
        (None, None) => super::secret()?,
    };
    let editions = asked.editions.clone();
    let setting = Setting {
        game: referee,
        players,
        options: asked.options,
        editions: asked.editions,
        limits: args.limits.limits(),
        own: Vec::new(),
        anonymous: args.limits.anonymous,
        transcripts: args.limits.transcripts.clone(),
        log: args.limits.log.clone(),
        house: args.live.open(&editions, &guests)?,
    };
    let width = args.games.saturating_sub(1).to_string().len();
    let id = |number: u64| format!("g{number:0width$}");
    let is_ours = |name: &str| {
        name.strip_prefix('g').and_then(|n| n.parse().ok()).is_some_and(|n| n < args.games && id(n) == name)
    };
    make_folders(&args.limits, &is_ours)?;
    become_judge()?;
    let stop = stop_on_signals()?;
    let plan = |number: u64| {
        let id = id(number);
        let seats = (0..entrants.len()).map(|seat| (seat + number as usize) % entrants.len()).collect();
        Plan { luck: secret.block(&id), choice: secret.block(&format!("{id} choices")).seed.0, id, seats, start: None }
    };
    // The first worker plays with the processes that were tried out.
    let processors = processors::shared_out(args.cpus.as_ref(), args.concurrency.min(args.games) as usize)?;
    let mut tried = Some(start_probe::started(&entrants, &processors[0])?);
    let mut output = Output::open();
    let mut tally = Tally::new(&entrants);
    let progress = super::progress(args.games, args.json || humans > 0 || !guests.is_empty());
    let failed = thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for first in 0..args.concurrency.min(args.games) {
            let (sender, setting, entrants, stop, plan) = (sender.clone(), &setting, &entrants[..], &*stop, &plan);
            let bots = tried.take().unwrap_or_else(|| entrants.iter().map(|_| None).collect());
            let own = processors[first as usize].clone();
            scope.spawn(move || {
                let mut worker = Worker::with(setting, entrants, own, stop, bots);
                // Speed must not decide which process plays which games: a bot may remember earlier ones.
                for number in (first..args.games).step_by(args.concurrency as usize) {
                    if stop.load(Ordering::Relaxed) || human::has_left() {
                        break;
                    }
                    let played = worker.play(&plan(number));
                    if let Some(house) = &setting.house {
                        house.reveal(vec![id(number)]);
                    }
                    let failed = played.is_err();
                    if sender.send((number, played)).is_err() || failed {
                        stop.store(true, Ordering::Relaxed);
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = std::collections::BTreeMap::new();
        let mut due = 0;
        let mut failed = None;
        let mut noticed: Option<Instant> = None;
        for (number, played) in results {
            progress.inc(1);
            match played {
                Ok(played) => {
                    early.insert(number, played);
                }
                Err(error) => failed = failed.or(Some(error)),
            }
            while let Some(played) = early.remove(&due) {
                tally.add(&plan(due), &played, &entrants, args.json.then_some(&mut output));
                due += 1;
                if output.relieve().is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            if let Some(house) = &setting.house
                && noticed.is_none_or(|noticed| noticed.elapsed() > NOTICES)
            {
                house.notice(tally.table());
                noticed = Some(Instant::now());
            }
        }
        // A failed game leaves a gap; later games were still played.
        for (number, played) in early {
            tally.add(&plan(number), &played, &entrants, args.json.then_some(&mut output));
        }
        failed
    });
    progress.finish_and_clear();
    if tally.is_empty()
        && let Some(error) = failed
    {
        return Err(error);
    }
    if args.json {
        output.json(&tally.summary());
    } else {
        output.text(&tally.table());
    }
    output.flush()?;
    if let Some(house) = &setting.house {
        house.notice(tally.table());
        house.close();
    }
    // The games played before count.
    if let Some(error) = failed {
        return Err(error);
    }
    if stop.load(Ordering::Relaxed) {
        remark("stopped before the last game");
        return Ok(stopped());
    }
    all_there(&args.limits, args.games, &id)?;
    if humans > 0 {
        remark(human::parting());
    }
    Ok(if args.fail_on_bot_fault && tally.has_faults() { Exit::BotFault } else { Exit::Valid })
}

/// Whether one of the requests to end was SIGTERM.
static TERMINATED: AtomicBool = AtomicBool::new(false);

/// The exit code of a program asked to end early. It lets a cluster's scheduler recognise its own SIGTERM.
pub(crate) fn stopped() -> Exit {
    if TERMINATED.load(Ordering::Relaxed) { Exit::Terminated } else { Exit::Fault }
}

/// A flag that is set when the program is asked to end.
pub(crate) fn stop_on_signals() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            TERMINATED.fetch_or(signal == SIGTERM, Ordering::Relaxed);
            // The second request ends the program and the bots at once.
            if flag.swap(true, Ordering::Relaxed) {
                end_all();
                signal_hook::low_level::exit(130);
            }
        }
    });
    Ok(stop)
}
