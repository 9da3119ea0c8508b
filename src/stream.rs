//! A stream of lines with one game after another. It finds the headers, opens the games, passes every other line to the
//! current game, and keeps count. It knows no rules of a game and does no input or output itself.

mod room;
mod tally;

use std::fmt;

use serde_json::{Map, Value};

use crate::games::GAMES;
use crate::judge::answer::{About, Answer, Audience};
use crate::judge::{Emit, Hear, Judge, Look, Memory, Scribe, Unseen};
use crate::registry::{EditionFile, NoGame, Opened, Referee, check_version, find, no_numbers};
use crate::strict::{self, Malformed, misread};
use crate::wire::{
    Header, LINE_LIMIT, Seed, Shallow, VERSION, Viewer, is_header, is_skipped, names_table, note_of, says_withheld,
};

pub use self::room::{MOST_TABLES, Room};
pub use self::tally::Tally;

/// What the command line says about every game. It is the header if the stream has none; otherwise it fills the gaps of
/// each header.
#[doc = include_str!("stream/examples/asked.md")]
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// `--game`
    pub game: Option<String>,
    /// `--players`
    pub players: Option<u8>,
    /// `--seed`
    pub seed: Option<u64>,
    /// `--option K=V`; a value that is a number, `true` or `false` is read as JSON.
    pub options: Map<String, Value>,
    /// `--edition FILE`
    pub editions: Vec<EditionFile>,
    /// Whether answers that find a fault give the line's number, because the stream comes from a file.
    pub numbered: bool,
    /// Whether the lines repeat saved games, until [`Stream::go_on`].
    pub resumes: bool,
    /// Whether the names in headers are left out.
    pub unnamed: bool,
}

impl Asked {
    /// Whether it can fill any gap.
    fn fills(&self) -> bool {
        self.players.is_some() || self.seed.is_some() || !self.options.is_empty()
    }
}

/// The command line does not fit this stream.
#[doc = include_str!("stream/examples/usage.md")]
#[derive(Debug)]
pub struct Usage(pub String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

impl From<Malformed> for Usage {
    fn from(wrong: Malformed) -> Usage {
        Usage(wrong.to_string())
    }
}

/// The most faults of an edition listed; an edition file may have any length.
const MOST_FAULTS: usize = 50;

/// Reads the text of an edition of any game, or names its faults; `name` is that of its file.
#[doc = include_str!("stream/examples/read_edition.md")]
pub fn read_edition(name: &dyn fmt::Display, text: &str) -> Result<EditionFile, Usage> {
    let usage = |message: String| Usage(format!("{name}: {message}"));
    let any: Value = strict::from_slice(text.as_bytes()).map_err(|malformed| usage(malformed.to_string()))?;
    let game = any["game"].as_str().ok_or_else(|| usage("an edition must name its `game`".to_owned()))?;
    let game = find(GAMES, game).map_err(|wrong| usage(wrong.to_string()))?;
    game.read_edition(text).map_err(|faults| {
        let mut lines: Vec<String> = faults.iter().take(MOST_FAULTS).map(|fault| format!("\n  {fault}")).collect();
        if faults.len() > MOST_FAULTS {
            lines.push(format!("\n  and {} more", faults.len() - MOST_FAULTS));
        }
        usage(format!("not an edition of {}:{}", game.title(), lines.concat()))
    })
}

/// A header says something else than the command line.
struct Contradicted(String);

/// Why a line belongs to no game: the last header, on line `refused`, began none, or the stream does not begin with a
/// header; then the message also says what the line seems to be.
pub(crate) fn no_game(line: &[u8], refused: Option<u64>) -> Malformed {
    if let Some(header) = refused {
        return Malformed::new(format!("no game: the header on line {header} began none, as its answer says"));
    }
    let header = "a header must come first, on a line of its own, such as {\"referee\":1,\"game\":\"tectonic\"}";
    let nearly = strict::read::<Map<String, Value>>(line).is_some_and(|line| line.contains_key("game"));
    let why = misread(line).or(nearly.then_some("a header says `\"referee\":1`, the version of the protocol"));
    Malformed::new(why.map_or_else(|| format!("no game: {header}"), |why| format!("no game: {header}; {why}")))
}

/// Why a line that is too long is not read.
pub(crate) fn too_long() -> Malformed {
    Malformed::new(format!("a line may have at most {LINE_LIMIT} bytes"))
}

/// Reads a line that [`is_header`] recognises. It ends the game before it even if it cannot be read.
#[doc(hidden)]
pub fn read_header(line: &[u8]) -> Result<Header, Malformed> {
    let header = Header::read(line)?;
    check_version(&header).map(|()| header)
}

/// Who hears the answers of a stream.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Hearers {
    All,
    /// Only the scribe that writes them.
    Scribe,
}

/// A stream; see the module.
///
/// ```
/// use referee::judge::Emit;
/// use referee::stream::{Asked, Stream};
///
/// let mut stream = Stream::new(Asked::default(), Emit::NONE);
/// // As bytes,
/// let mut answers = Vec::new();
/// stream.line(Some(br#"{"referee":1,"game":"tectonic"}"#), &mut answers)?;
/// assert!(answers.ends_with(b"\n"));
/// // or as values.
/// let mut refused = Vec::new();
/// stream.put(Some(br#"{"action":{"move":{"from":"c1","to":"c10"}}}"#), &mut |answer| {
///     let told = answer.told(None).expect("the organiser hears everything");
///     refused.extend(told.violations().iter().map(|violation| violation.rule));
/// })?;
/// assert_eq!(refused, ["tectonic.mount-range", "tectonic.occupied"]);
/// assert_eq!(stream.tally.refused, 1);
/// assert_eq!(stream.look().map(|game| game.n()), Some(0));
/// # Ok::<(), referee::stream::Usage>(())
/// ```
pub struct Stream {
    asked: Asked,
    /// The games that can be played.
    games: &'static [&'static dyn Referee],
    /// How answers are written by default.
    scribe: Scribe,
    judge: Option<Box<dyn Judge>>,
    /// What games remember for pictures; `None`: nothing.
    memory: Option<Memory>,
    hearers: Hearers,
    /// Whether the current game can no longer be judged.
    redacted: bool,
    /// For whose pictures such games are followed, and up to which event.
    follows: Option<(Viewer, Option<u64>)>,
    /// Such a game.
    followed: Option<Box<dyn Judge>>,
    /// The number of the last header, if it began no game.
    refused: Option<u64>,
    opened: Opened,
    /// Whether any header or line has been seen.
    begun: bool,
    /// The number of headers so far, that of the command line included.
    headers: u64,
    /// The number of the last line, from 1.
    number: u64,
    /// The number of the last line with content: not a blank one or a remark of an earlier run.
    said: u64,
    /// The counts so far.
    pub tally: Tally,
}

impl Stream {
    /// A new stream, with its viewer and what is added to its lines.
    pub fn new(asked: Asked, emit: Emit) -> Stream {
        Stream::of(GAMES, asked, emit)
    }

    /// The same for a list of games of your own; [`GAMES`] are the games of this crate.
    pub fn of(games: &'static [&'static dyn Referee], asked: Asked, emit: Emit) -> Stream {
        let scribe = Scribe { emit, numbered: asked.numbered, brief: false };
        let opened = Opened::with(asked.editions.clone());
        Stream {
            games,
            asked,
            scribe,
            judge: None,
            memory: None,
            hearers: Hearers::All,
            redacted: false,
            follows: None,
            followed: None,
            refused: None,
            opened,
            begun: false,
            headers: 0,
            number: 0,
            said: 0,
            tally: Tally::default(),
        }
    }

    /// From now on games remember what happened last, for pictures.
    pub fn watch(&mut self, memory: Memory) {
        self.memory = Some(memory);
    }

    /// Games that begin from now on remember nothing for pictures, which is quicker.
    pub fn unwatch(&mut self) {
        self.memory = None;
    }

    /// From now on games that cannot be judged, since the stream was written for a viewer, are followed as far as this viewer
    /// can know what happens, up to an event; see [`Stream::imagine`]. A view instead of a game is taken as well.
    pub fn follow(&mut self, viewer: Viewer, until: Option<u64>) {
        self.follows = Some((viewer, until));
    }

    /// The answers are written by the scribe of this stream and heard by no others. What others may hear is then not worked
    /// out.
    #[must_use]
    pub fn for_its_scribe(self) -> Stream {
        Stream { hearers: Hearers::Scribe, ..self }
    }

    /// How answers are written.
    pub fn scribe(&self) -> Scribe {
        self.scribe
    }

    /// The number of headers so far, that of the command line included.
    pub fn headers(&self) -> u64 {
        self.headers
    }

    /// Takes the next line and writes the answers. `None`: a line that was too long.
    pub fn line(&mut self, bytes: Option<&[u8]>, out: &mut Vec<u8>) -> Result<(), Usage> {
        let scribe = self.scribe;
        self.put(bytes, &mut |answer| scribe.write(answer, out))
    }

    /// Takes the next line and passes on the answers. `None`: a line that was too long.
    pub fn put(&mut self, bytes: Option<&[u8]>, hear: &mut Hear<'_>) -> Result<(), Usage> {
        self.take(bytes, false, hear).map(|_| ())
    }

    /// Takes a line that is too long to read, of which the beginning is known. A header ends the game before it like any other.
    pub fn too_long(&mut self, beginning: &[u8], hear: &mut Hear<'_>) -> Result<(), Usage> {
        if !is_header(beginning) {
            return self.put(None, hear);
        }
        self.leave(hear);
        self.number += 1;
        self.headers += 1;
        (self.begun, self.said, self.refused) = (true, self.number, Some(self.number));
        self.malformed(&too_long(), Some(beginning), true, hear);
        Ok(())
    }

    /// The same. Returns whether the line was answered: if `leaves`, one that names a table is left alone.
    fn take(&mut self, bytes: Option<&[u8]>, leaves: bool, hear: &mut Hear<'_>) -> Result<bool, Usage> {
        self.number += 1;
        if let (Some(bytes), Some(judge)) = (bytes, &mut self.judge)
            && let Some(fate) = judge.event(bytes, self.number, hear)
        {
            self.tally.add(fate);
            self.said = self.number;
            return Ok(true);
        }
        let is_left = |bytes: Option<&[u8]>| leaves && bytes.is_some_and(names_table);
        let answered = match bytes {
            Some(bytes) if bytes.trim_ascii().is_empty() => true,
            Some(line) if is_header(line) => {
                if is_left(bytes) {
                    self.number -= 1;
                    return Ok(false);
                }
                // Also a header that begins no game ends the one before it, so that no line is judged in the wrong game.
                self.leave(hear);
                self.said = self.number;
                self.header(line, hear)?;
                self.refused = (self.judge.is_none() && !self.redacted).then_some(self.number);
                true
            }
            _ if self.judge.is_none() && is_left(bytes) => false,
            _ => {
                self.open_own(hear)?;
                self.other(bytes, leaves, hear)
            }
        };
        self.number -= u64::from(!answered);
        if let Some(judge) = self.judge.as_mut().filter(|_| answered) {
            // Also a line that is passed over may be the last of the record.
            judge.passed_by(self.number, hear);
        }
        Ok(answered)
    }

    /// Begins the game of the command line, if the stream has not begun with a header.
    pub fn begin(&mut self, out: &mut Vec<u8>) -> Result<(), Usage> {
        let scribe = self.scribe;
        self.open_own(&mut |answer| scribe.write(answer, out))
    }

    /// The same, but passes on the answers.
    pub fn open_own(&mut self, hear: &mut Hear<'_>) -> Result<(), Usage> {
        if self.begun || self.asked.game.is_none() {
            self.begun = true;
            return Ok(());
        }
        let header =
            Header { referee: VERSION, game: self.asked.game.clone().unwrap_or_default(), ..Header::default() };
        self.begun = true;
        self.headers += 1;
        // Only the command line itself can be wrong here.
        let (header, unfilled) = self.fill(header).map_err(|Contradicted(message)| Usage(message))?;
        self.open(header, unfilled, hear)?.map_err(|malformed| Usage(malformed.message))
    }

    /// Ends what is repeated: from now on the referee makes the draws of the game that is on.
    pub fn go_on(&mut self, hear: &mut Hear<'_>) {
        self.asked.resumes = false;
        if let Some(judge) = &mut self.judge {
            judge.go_on(self.number, hear);
        }
    }

    /// Ends the stream.
    pub fn end(&mut self, out: &mut Vec<u8>) -> Result<(), Usage> {
        let scribe = self.scribe;
        self.close(&mut |answer| scribe.write(answer, out))
    }

    /// The same, but passes on the answers.
    pub fn close(&mut self, hear: &mut Hear<'_>) -> Result<(), Usage> {
        self.open_own(hear)?;
        self.leave(hear);
        Ok(())
    }

    /// Answers a line that is not a header, as [`Stream::take`] does.
    fn other(&mut self, bytes: Option<&[u8]>, leaves: bool, hear: &mut Hear<'_>) -> bool {
        let skipped = self.tally.skipped;
        if !self.answer_other(bytes, leaves, hear) {
            return false;
        }
        if self.tally.skipped == skipped {
            self.said = self.number;
        } else if bytes.is_some_and(says_withheld) {
            self.tally.passed_over += 1;
        }
        true
    }

    fn answer_other(&mut self, bytes: Option<&[u8]>, leaves: bool, hear: &mut Hear<'_>) -> bool {
        if !self.redacted && bytes.is_some_and(|bytes| self.beholds(bytes)) {
            hear(&Answer::new(About::Redacted, self.number, None));
            return true;
        }
        match (bytes, &mut self.judge) {
            _ if self.redacted => self.unjudged(bytes, hear),
            (None, judge) => match judge {
                Some(judge) => self.tally.add(judge.unread(&too_long(), self.number, hear)),
                None => self.malformed(&too_long(), bytes, false, hear),
            },
            (Some(bytes), Some(judge)) => {
                let Some(fate) = judge.line_here(bytes, self.number, leaves, hear) else { return false };
                self.tally.add(fate);
                if fate.redacted {
                    self.followed = self.judge.take().filter(|_| self.follows.is_some());
                    self.redacted = true;
                    if let (Some((viewer, until)), Some(judge)) = (self.follows, &mut self.followed) {
                        judge.follower().follow(viewer.player(), until);
                        judge.follower().pursue(bytes, self.number);
                    }
                }
            }
            (Some(bytes), None) if is_skipped(bytes) => self.tally.skipped += 1,
            (Some(bytes), None) => self.malformed(&no_game(bytes, self.refused), Some(bytes), false, hear),
        }
        true
    }

    /// Answers a line of a game that can no longer be judged; only remarks of an earlier run get no answer.
    fn unjudged(&mut self, bytes: Option<&[u8]>, hear: &mut Hear<'_>) {
        self.tally.unjudged += 1;
        if let (Some(judge), Some(bytes)) = (&mut self.followed, bytes) {
            judge.follower().pursue(bytes, self.number);
        }
        if !bytes.is_some_and(is_skipped) {
            hear(&Answer::new(About::Redacted, self.number, None));
        }
    }

    /// Whether the first line of a stream without headers is a view, or has one; then the game is followed from there.
    fn beholds(&mut self, bytes: &[u8]) -> bool {
        let Some((viewer, until)) = self.follows.filter(|_| self.said == 0 && self.headers == 1) else { return false };
        let any_players = self.asked.players.is_none();
        let line = (bytes, self.number);
        if !self.judge.as_mut().is_some_and(|judge| judge.follower().behold(viewer.player(), until, line, any_players))
        {
            return false;
        }
        self.followed = self.judge.take();
        self.redacted = true;
        true
    }

    /// `quotes`: the message may repeat a secret such as the seed.
    fn malformed(&mut self, malformed: &Malformed, line: Option<&[u8]>, quotes: bool, hear: &mut Hear<'_>) {
        let to = if quotes { Audience::ORGANISER } else { Audience::ALL };
        let game = self.judge.as_ref().map(|judge| judge.look());
        let note = line.and_then(note_of);
        let mut answer = Answer::malformed(malformed, self.number, to, game);
        (answer.note, answer.own, answer.header) = (note.as_deref(), Audience::ORGANISER, line.is_some_and(is_header));
        hear(&answer);
        self.tally.malformed += 1;
    }

    fn header(&mut self, line: &[u8], hear: &mut Hear<'_>) -> Result<(), Usage> {
        self.begun = true;
        self.headers += 1;
        let filled = read_header(line).map(|header| self.fill(header));
        let (malformed, quotes) = match filled {
            Ok(Ok((header, unfilled))) => match self.open(header, unfilled, hear)? {
                Ok(()) => return Ok(()),
                Err(malformed) => (malformed, true),
            },
            // The stream goes on: another header may fit. What the command line says is no secret.
            Ok(Err(Contradicted(message))) => (Malformed::new(message), false),
            Err(malformed) => (malformed, true),
        };
        self.malformed(&malformed, Some(line), quotes, hear);
        Ok(())
    }

    /// Begins a game, or says why its header is malformed. `unfilled` is the header as it came, if it was filled.
    fn open(
        &mut self,
        header: Header,
        unfilled: Option<Header>,
        hear: &mut Hear<'_>,
    ) -> Result<Result<(), Malformed>, Usage> {
        match self.sit(header) {
            Ok(mut judge) => {
                self.seats_viewer(judge.look().players())?;
                let emit = self.scribe.emit_of(judge.look().header());
                if emit.legal_ids && judge.look().action_space().is_none() {
                    return Err(Usage(format!("--emit {}", no_numbers(&judge.look().header().game))));
                }
                if let Some(memory) = self.memory {
                    judge.watch(memory);
                }
                if self.hearers == Hearers::Scribe {
                    judge.listen(Audience::of(emit.viewer));
                }
                let fate = judge.open(self.number, hear);
                self.tally.add(fate);
                self.judge = Some(judge);
            }
            Err(NoGame::Refused(no_start) | NoGame::Redacted(no_start)) => {
                self.seats_viewer(no_start.header.players.unwrap_or_default())?;
                self.redacted = no_start.fate.redacted;
                if self.redacted {
                    self.follow_hidden(&no_start.header);
                }
                self.tally.passed_over += u64::from(no_start.unjudged);
                no_start.answer(self.number, hear);
                self.tally.add(no_start.fate);
            }
            Err(NoGame::Malformed(malformed)) => {
                // If the header alone is fine, the values from the command line are at fault.
                let alone = unfilled.map(|header| self.sit(header));
                if alone.is_some_and(|alone| !matches!(alone, Err(NoGame::Malformed(_)))) {
                    return Err(Usage(malformed.message));
                }
                return Ok(Err(malformed));
            }
        }
        Ok(Ok(()))
    }

    /// Follows a game whose start is hidden.
    fn follow_hidden(&mut self, header: &Header) {
        let Some((viewer, until)) = self.follows else { return };
        let own = header.viewer.is_none_or(|of| of == viewer);
        let view = header.view.as_ref().filter(|_| own).map(|Shallow(view)| view);
        let open = Header { state: None, redacted: None, view: None, viewer: None, ..header.clone() };
        self.followed = self.sit(open).ok();
        if let Some(judge) = &mut self.followed {
            if let Some(memory) = self.memory {
                judge.watch(memory);
            }
            judge.follower().follow_hidden(viewer.player(), until, view, self.number);
        }
    }

    fn sit(&mut self, header: Header) -> Result<Box<dyn Judge>, NoGame> {
        let game = find(self.games, &header.game).map_err(NoGame::Malformed)?;
        game.sit(header, &mut self.opened)
    }

    /// Checks that the viewer of the stream exists in a game of this many players.
    fn seats_viewer(&self, players: u8) -> Result<(), Usage> {
        match self.scribe.emit.viewer.filter(|viewer: &Viewer| !viewer.is_at(players)) {
            Some(viewer) => Err(Usage(format!("--emit view:{viewer}: there is no such player in this game"))),
            None => Ok(()),
        }
    }

    /// Fills the gaps of a header from the command line; where both give a value, they must agree. Returns it with what it
    /// was before, if anything can have been filled.
    fn fill(&self, mut header: Header) -> Result<(Header, Option<Header>), Contradicted> {
        fn agree<T: PartialEq + Clone + fmt::Display>(
            flag: &str,
            asked: Option<&T>,
            slot: &mut Option<T>,
        ) -> Result<(), Contradicted> {
            match (asked, &slot) {
                (Some(asked), Some(given)) if asked != given => {
                    Err(Contradicted(format!("{flag} {asked} contradicts the header, which says {given}")))
                }
                (Some(asked), None) => {
                    *slot = Some(asked.clone());
                    Ok(())
                }
                _ => Ok(()),
            }
        }
        let unfilled = self.asked.fills().then(|| header.clone());
        let mut game = Some(std::mem::take(&mut header.game));
        agree("--game", self.asked.game.as_ref(), &mut game)?;
        header.game = game.unwrap_or_default();
        agree("--players", self.asked.players.as_ref(), &mut header.players)?;
        let mut seed = header.seed.map(|seed| seed.0);
        // The answer must not tell the seeds to a viewer.
        agree("--seed", self.asked.seed.as_ref(), &mut seed)
            .map_err(|_| Contradicted("--seed contradicts the seed in the header".to_owned()))?;
        header.seed = seed.map(Seed);
        if self.asked.resumes {
            header.resume = Some(u64::MAX);
        }
        if self.asked.unnamed {
            header.names = None;
        }
        if !self.asked.options.is_empty() {
            let options = header.options.get_or_insert_default();
            for (key, value) in &self.asked.options {
                let mut slot = options.remove(key);
                agree(&format!("--option {key}"), Some(value), &mut slot)?;
                options.extend(slot.map(|value| (key.clone(), value)));
            }
        }
        Ok((header, unfilled))
    }

    /// Ends the current game, if any, after the last line with content.
    fn leave(&mut self, hear: &mut Hear<'_>) {
        self.redacted = false;
        self.followed = None;
        if let Some(judge) = self.judge.take() {
            hear(&Answer::new(About::Left, self.said, Some(judge.look())));
        }
    }

    /// Whether the current game can no longer be judged because something is hidden.
    pub fn is_redacted(&self) -> bool {
        self.redacted
    }

    /// Puts the current game, if it is followed, where its lines lead, and returns it with whether all of it could be followed.
    /// To its viewer, and to no other, it looks as the true one. `None`: it is not followed.
    #[doc(hidden)]
    pub fn imagine(&mut self) -> Option<Result<(&dyn Look, bool), Unseen>> {
        let judge = self.followed.as_mut()?;
        let complete = judge.follower().imagine();
        Some(complete.map(|complete| (judge.look(), complete)))
    }

    /// The current game, read-only.
    pub fn look(&self) -> Option<&dyn Look> {
        self.judge.as_ref().map(|judge| judge.look())
    }

    /// The current game.
    #[doc(hidden)]
    pub fn judge(&mut self) -> Option<&mut (dyn Judge + 'static)> {
        self.judge.as_deref_mut()
    }
}
