//! `referee sit`: one seat of a game for a program that reads and writes lines; built-in players have the others. There are no
//! clocks and no processes, so it runs anywhere.

use std::fs::File;
use std::io::Write as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use referee::bots::attempts::kept;
use referee::commitment::Bits128;
use referee::game::Player;
use referee::judge::seats::{ANSWER_LIMIT, Ask, Chair, Lists, Seats, Taken, Telling, Terms};
use referee::lines::RawLine;
use referee::registry::{EditionFile, Opened, Referee, for_players};
use referee::search::BuiltIn;
use referee::stream::Usage;
use referee::strict;
use referee::table::{Draws, Next};
use referee::wire::{Abort, AbortCause, AttemptFault, Header, LINE_LIMIT, VERSION};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Exit, GameArgs, Output, read_lines, unfit};

/// Arguments of `sit`.
#[derive(Args)]
#[command(mut_arg("game", |arg| arg.help("The game to play")))]
#[command(after_help = "\
It writes what a bot reads in a match, and reads what a bot writes (`referee protocol`): every question has the view of the \
seat, the legal actions, and in `text` of `ask` all of it in words. A refused answer costs nothing: the question is put again. \
Nothing tells what is hidden from the seat, nor the seed.

Besides answers it reads {\"query\":\"words\"}, answered by the legal actions in words, in the order of the list, and \
{\"query\":\"undo\"}, which takes back the seat's last action and all that followed. Every line is answered by one or more, the \
last of which has `ask`, `words` or `outcome`; once the game is over, answers are `malformed`. It ends with its input.

Examples:
  echo '{\"ask\":1,\"say\":\"move c1 to c5\"}' | referee sit --game tectonic --bot @random --seed 1
  echo '{\"query\":\"words\"}' | referee sit --game wangdo --players 3 --seat 1 --bot @mcts:5")]
pub(crate) struct SitArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Your seat, from 0
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = super::numbers::whole::<u8>(0..=7), allow_negative_numbers = true)]
    pub(crate) seat: u8,
    /// A player of the other seats, @random, @mcts or @mcts:PLAYOUTS: one for all of them, or one for each
    #[arg(long = "bot", value_name = "BOT", default_value = "@mcts")]
    pub(crate) bots: Vec<String>,
    /// The seed of the draws and of the players' choices, for tests: by default the operating system supplies one
    #[arg(long, value_name = "SEED", value_parser = super::numbers::seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// How much you are told of what is legal: none, number (how many actions there are) or full
    #[arg(long, value_name = "HOW", default_value = "full")]
    pub(crate) lists: Lists,
    /// Write the game into this new file at the end, with the seed and every answer that was not taken
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

/// What may be asked besides.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Besides {
    query: Query,
}

#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Query {
    /// The legal actions in words.
    Words,
    /// To take back the last action.
    Undo,
}

/// How much of the record may be lines that were not taken, in bytes. What goes beyond is not kept.
const KEPT: usize = 1 << 20;

/// How the game was begun.
struct Plan {
    game: &'static dyn Referee,
    header: Header,
    shown: Map<String, Value>,
    chairs: Vec<Chair>,
    editions: Vec<EditionFile>,
    seat: Player,
    lists: Lists,
}

impl Plan {
    /// A game at its beginning.
    fn begin(&self) -> Result<Box<dyn Seats>> {
        let mut opened = Opened::with(self.editions.clone());
        let seated = self.game.seat(self.header.clone(), &mut opened, self.shown.clone(), &self.chairs);
        let mut seats = seated.map_err(unfit)?;
        seats.want(self.seat, Telling { lists: self.lists, longest: LINE_LIMIT / 2, text: true });
        seats.watch(self.seat);
        Ok(seats)
    }
}

/// A game in progress.
struct Sitting {
    plan: Plan,
    seats: Box<dyn Seats>,
    /// The number of the question that is open, and the first number under which it was put.
    id: u64,
    first: u64,
    /// The answers that have been taken, with their players and the numbers of the question.
    played: Vec<(Player, Vec<u8>, RangeInclusive<u64>)>,
    /// How many bytes of the record were not taken.
    refused: usize,
}

impl Sitting {
    fn new(plan: Plan) -> Result<Sitting> {
        let seats = plan.begin()?;
        let mut sitting = Sitting { plan, seats, id: 1, first: 1, played: Vec::new(), refused: 0 };
        sitting.seats.begin(&sitting.asks(1));
        sitting.let_others_act();
        Ok(sitting)
    }

    /// What each seat would be asked if it were next.
    fn asks(&self, id: u64) -> Vec<Ask> {
        vec![Ask { id, ..Ask::default() }; self.plan.chairs.len()]
    }

    /// Whether it is our turn.
    fn is_asked(&self) -> bool {
        self.seats.next() == Next::Player(self.plan.seat)
    }

    /// Lets the built-in players act until it is our turn.
    fn let_others_act(&mut self) {
        while let Next::Player(player) = self.seats.next() {
            if player == self.plan.seat {
                break;
            }
            if let Some(action) = self.seats.think(player, &self.asks(self.id)) {
                let answer = json!({"ask": 0, "action": action.value()}).to_string();
                self.played.push((player, answer.into_bytes(), 0..=0));
            }
        }
    }

    /// Takes a line.
    fn take(&mut self, line: &[u8]) -> Result<()> {
        if let Ok(asked) = strict::from_slice::<Besides>(line) {
            return match asked.query {
                Query::Words => {
                    self.words();
                    Ok(())
                }
                Query::Undo => self.undo(),
            };
        }
        if !self.is_asked() {
            self.complain("the game is over");
            return Ok(());
        }
        let before = self.seats.record().len();
        let asks = self.asks(self.id + 1);
        let ids = self.first..=self.id;
        let (fault, rules, why) = match self.seats.answer(line, &ids, 0, &asks) {
            Taken::Done => {
                self.id += 1;
                self.first = self.id;
                self.played.push((self.plan.seat, line.to_vec(), ids));
                self.let_others_act();
                return Ok(());
            }
            Taken::Hello(_) => {
                self.complain("who plays here need not be introduced");
                return Ok(());
            }
            Taken::Stale => {
                self.complain(&format!("this answers another question; the open one is {}", self.id));
                return Ok(());
            }
            Taken::Refused(rules) => (AttemptFault::Illegal, rules, String::new()),
            Taken::BadJson(why) => (AttemptFault::Unreadable, Vec::new(), why),
            Taken::BadMessage(why) => (AttemptFault::NoAnswer, Vec::new(), why),
            Taken::Resigned => (AttemptFault::NoAnswer, Vec::new(), "a seat cannot resign".to_owned()),
        };
        if fault != AttemptFault::Illegal {
            self.seats.malformed(self.plan.seat, &why);
        }
        self.keep(fault, &rules, &why, line, before);
        self.ask_again();
        Ok(())
    }

    /// Puts the question again after an answer that was not taken.
    fn ask_again(&mut self) {
        self.id += 1;
        self.seats.ask_again(Some(Ask { id: self.id, ..Ask::default() }));
    }

    /// Says what is wrong with a line that is no attempt at an answer.
    fn complain(&mut self, why: &str) {
        if self.is_asked() {
            self.seats.malformed(self.plan.seat, why);
            self.ask_again();
        } else {
            self.tell(&json!({"malformed": {"message": why}, "next": "over"}));
        }
    }

    /// Keeps in the record what was said in vain, as long as there is room for it.
    fn keep(&mut self, fault: AttemptFault, broken: &[String], why: &str, line: &[u8], before: usize) {
        self.seats.attempt(&kept(self.plan.seat, fault, broken, why, line));
        let record = self.seats.record();
        self.refused += record.len() - before;
        if self.refused > KEPT {
            record.truncate(before);
        }
    }

    /// Tells the legal actions in words.
    fn words(&mut self) {
        if !self.is_asked() {
            return self.complain("the game is over");
        }
        if self.plan.lists != Lists::Full {
            return self.complain("nothing that is legal is listed at this table");
        }
        self.tell(&json!({"words": self.seats.legal_in_words()}));
    }

    /// Adds a line of our own to those for our seat.
    fn tell(&mut self, told: &Value) {
        let lines = self.seats.lines(self.plan.seat);
        lines.extend_from_slice(told.to_string().as_bytes());
        lines.push(b'\n');
    }

    /// Takes back our last action and what followed from it: plays all that was before once more.
    fn undo(&mut self) -> Result<()> {
        let seat = self.plan.seat;
        let Some(last) = self.played.iter().rposition(|(player, ..)| *player == seat) else {
            self.complain("you have done nothing that could be taken back");
            return Ok(());
        };
        let undone = self.played.len() - last;
        self.played.truncate(last);
        self.seats = self.plan.begin()?;
        (self.id, self.refused) = (self.id + 1, 0);
        self.first = self.id;
        let asks = self.asks(self.id);
        self.seats.begin(&asks);
        for (player, answer, ids) in &self.played {
            if *player == seat {
                // What came before it has been told.
                self.seats.lines(seat).clear();
            }
            let again = self.seats.answer(answer, ids, 0, &asks);
            ensure!(again == Taken::Done, "the game cannot be played again");
        }
        let told = json!({"undone": undone}).to_string();
        let lines = self.seats.lines(seat);
        lines.splice(0..0, told.into_bytes().into_iter().chain([b'\n']));
        Ok(())
    }
}

/// Who plays at each seat.
fn chairs(args: &SitArgs, players: u8, choice: u64) -> Result<Vec<Chair>> {
    let others = usize::from(players) - 1;
    if ![1, others].contains(&args.bots.len()) {
        let said = format!("{others} other seats need one --bot for all of them, or {others}, not {}", args.bots.len());
        return Err(Usage(said).into());
    }
    let kinds: Result<Vec<BuiltIn>, _> = args.bots.iter().map(|bot| bot.parse()).collect();
    let kinds = kinds.map_err(Usage::from)?;
    let mut others = kinds.iter().cycle();
    let chair = |seat| if seat == args.seat { None } else { others.next() };
    Ok((0..players).map(chair).map(|kind| kind.map_or(Chair::Stream, |kind| Chair::BuiltIn(*kind, choice))).collect())
}

/// Plays until the input ends.
pub(crate) fn run(args: &SitArgs) -> Result<Exit> {
    let (game, asked) = args.game.chosen(None)?;
    let players = asked.players.unwrap_or(*game.players().start());
    if !game.players().contains(&players) || args.seat >= players {
        let said = for_players(game.name(), &game.players());
        let said = format!("{said}; there is no seat {} at a table of {players}", args.seat);
        return Err(Usage(said).into());
    }
    let secret = args.seed.map_or_else(super::secret, |seed| Ok(Bits128::typed(seed)))?;
    let (luck, choice) = (secret.block("g0"), secret.block("g0 choices").seed.0);
    let terms = Terms {
        commitment: Some(luck.commitment()),
        lists: Some(args.lists),
        ask_text: Some(true),
        bots: Some(args.bots.clone()),
        ..Terms::default()
    };
    let shown = terms.told();
    let told = Terms { nonce: Some(luck.nonce.into()), ..terms }.told();
    let header = Header {
        referee: VERSION,
        game: game.name().to_owned(),
        players: Some(players),
        seed: Some(luck.seed),
        draws: Some(Draws::Referee),
        options: Some(asked.options),
        match_: Some(told),
        ..Header::default()
    };
    let record = args.record.as_deref().map(new_file).transpose()?;
    let chairs = chairs(args, players, choice)?;
    let (seat, editions) = (Player(args.seat), asked.editions);
    let mut sitting = Sitting::new(Plan { game, header, shown, chairs, editions, seat, lists: args.lists })?;
    let mut output = Output::open();
    let hand_on = |sitting: &mut Sitting, out: &mut Vec<u8>| out.append(sitting.seats.lines(seat));
    hand_on(&mut sitting, &mut output.buffer);
    read_lines(None, &mut output, |line, out| {
        match line {
            RawLine::Whole(line) if line.trim_ascii().is_empty() => return Ok(false),
            RawLine::Whole(line) if line.len() <= ANSWER_LIMIT => sitting.take(line)?,
            _ => sitting.complain(&format!("an answer has at most {ANSWER_LIMIT} bytes")),
        }
        hand_on(&mut sitting, out);
        Ok(false)
    })?;
    output.flush()?;
    if let Some(mut file) = record {
        if sitting.is_asked() {
            sitting.seats.abort(&Abort { cause: AbortCause::OrganiserAbort, adjudicate: None });
        }
        file.write_all(sitting.seats.record()).context("cannot write the record")?;
    }
    Ok(Exit::Valid)
}

/// A file that is not there yet.
fn new_file(path: &Path) -> Result<File> {
    File::create_new(path).map_err(|error| Usage(format!("--record {}: {error}", path.display())).into())
}
