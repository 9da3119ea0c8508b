//! Judges blocks: one game after another, each up to its first fault.

use super::finding::found;
use super::games::Block;
use super::verdict::{Exercised, Finding, Kind, Verdict};
use crate::games::GAMES;
use crate::judge::answer::{Answer, Audience};
use crate::judge::{Confirmed, Judge};
use crate::registry::{EditionFile, NoGame, Opened, find};
use crate::stream::{no_game, read_header, too_long};
use crate::strict::Malformed;
use crate::table::Next;
use crate::wire::fast::other_seed;
use crate::wire::{LINE_LIMIT, begins_game, is_skipped, says_withheld};
use memchr::memchr;

/// Where a line stands in its file.
#[derive(Copy, Clone, Default)]
struct Place {
    line: u64,
    byte: u64,
}

/// Judges the blocks of a source one after another. Between sources, and after a block that ends with a whole game, it
/// keeps nothing that could change a verdict.
#[derive(Default)]
pub struct Checker {
    /// Whether verdicts include what was exercised.
    coverage: bool,
    /// Whether a game is judged on after a fault, as `play` does.
    goes_on: bool,
    /// Whether verdicts have digests of what was played.
    traces: bool,
    opened: Opened,
    /// The verdict on the current game so far; absent before the first header of a file.
    on: Option<Verdict>,
    judge: Option<Box<dyn Judge>>,
    /// The last header that was read.
    header: Vec<u8>,
    /// The judge of that header's game, once the game has left it without a fault, to be used again.
    idle: Option<Box<dyn Judge>>,
    /// The last line with content.
    said: Place,
    /// The first withheld line of the current game, as a fault. It counts only if there is no other.
    withheld: Option<Finding>,
}

impl Checker {
    /// A checker with these editions besides the built-in ones; with `coverage`, verdicts include what was exercised.
    pub fn new(editions: &[EditionFile], coverage: bool) -> Checker {
        Checker { coverage, opened: Opened::with(editions.to_vec()), ..Checker::default() }
    }

    /// The same, but with `all_faults` it judges a game on after a fault, as `play` does, and verdicts have later faults too.
    #[must_use]
    pub fn with_all_faults(self, all_faults: bool) -> Checker {
        Checker { goes_on: all_faults, ..self }
    }

    /// The same, but with `traces` verdicts have digests of what was played; see [`Repeats`](super::repeats::Repeats).
    #[must_use]
    pub fn with_traces(self, traces: bool) -> Checker {
        Checker { traces, ..self }
    }

    /// Judges a block. `sink` gets the verdicts of the games that end in it, one by one. The caller must fill in `file`
    /// and the number `game`, which is `None` if the verdict is not about a game.
    pub fn check(&mut self, block: &Block, sink: &mut dyn FnMut(Verdict)) {
        let bytes = &block.bytes[..];
        // Checking UTF-8 once for all lines costs less than for each line.
        let readable = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
        };
        let (mut at, mut line) = (0, block.line);
        while at < bytes.len() {
            if let (Some(judge), Some(text)) = (&mut self.judge, readable.get(at..)) {
                let passed = judge.pass(text);
                if passed.lines > 0 {
                    self.said = Place { line: line + passed.lines - 1, byte: block.byte + (at + passed.last) as u64 };
                    (at, line) = (at + passed.bytes, line + passed.lines);
                    continue;
                }
            }
            let end = memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end);
            if end == bytes.len() && block.error.is_some() {
                // This is where the source could not be read.
                break;
            }
            let text = bytes[at..end].strip_suffix(b"\r").unwrap_or(&bytes[at..end]);
            let place = Place { line, byte: block.byte + at as u64 };
            if begins_game(text) {
                self.end_game(sink);
                self.said = place;
                self.begin(text, place);
            } else if text.len() > LINE_LIMIT {
                self.line(Err(too_long()), place);
            } else if !text.trim_ascii().is_empty() {
                self.line(Ok(text), place);
            }
            (at, line) = (end + 1, line + 1);
        }
        if let Some(error) = &block.error {
            let end = Place { line, byte: block.byte + at.min(bytes.len()) as u64 };
            self.break_off(error, end, sink);
        } else if block.whole {
            self.end_game(sink);
        }
    }

    /// Whether the current game has a fault, so that its later lines are not judged.
    pub fn is_at_fault(&self) -> bool {
        self.on.as_ref().is_some_and(|on| on.fault.is_some())
    }

    /// Begins a game.
    fn begin(&mut self, text: &[u8], place: Place) {
        let mut verdict = Verdict::new(place.line, place.byte);
        verdict.game = Some(0);
        self.withheld = None;
        if let Some(mut judge) = self.idle.take()
            && let Some(seed) = other_seed(&self.header, text)
            && judge.open_anew(seed)
        {
            verdict.plays = Some(judge.look().header().game.clone());
            self.judge = Some(judge);
            self.on = Some(verdict);
            return;
        }
        self.header.clear();
        self.header.extend_from_slice(text);
        let read = if text.len() > LINE_LIMIT { Err(too_long()) } else { read_header(text) };
        let sat = read.map_err(NoGame::Malformed).and_then(|header| {
            verdict.plays = Some(header.game.clone());
            let game = find(GAMES, &header.game).map_err(NoGame::Malformed)?;
            game.sit(header, &mut self.opened)
        });
        let mut fault = None;
        match sat {
            Ok(mut judge) => {
                if self.traces {
                    judge.trace();
                }
                let fate = judge.open(place.line, &mut |answer| note(answer, &mut fault));
                self.judge = Some(judge);
                self.on = Some(verdict);
                if fate.contradicted {
                    self.fault(Kind::Contradicted, fault, place, 0);
                }
            }
            Err(NoGame::Malformed(malformed)) => {
                verdict.plays = None;
                self.on = Some(verdict);
                self.malformed(&malformed, place);
            }
            Err(NoGame::Redacted(no_start) | NoGame::Refused(no_start)) => {
                // A position that is recorded as refused is no fault, but it begins no game either.
                let fate = no_start.fate;
                let kind = match (fate.contradicted, fate.redacted, fate.refused) {
                    (true, ..) => Kind::Contradicted,
                    (false, true, _) => Kind::Redacted,
                    (false, false, true) => Kind::Refused,
                    (false, false, false) => Kind::Truncated,
                };
                no_start.answer(place.line, &mut |answer| fault = Some(found(answer, kind)));
                if self.coverage && !fate.redacted {
                    let options = no_start.header.options.clone().unwrap_or_default();
                    verdict.exercised = Some(Box::new(Exercised { options, ..Exercised::default() }));
                }
                verdict.refusals += u64::from(kind == Kind::Truncated);
                self.on = Some(verdict);
                self.fault(kind, fault, place, 0);
            }
        }
    }

    /// Judges a line that is not blank and not a header. An error: the line cannot be read in any game.
    fn line(&mut self, text: Result<&[u8], Malformed>, place: Place) {
        if let Some(on) = self.on.as_mut().filter(|on| on.fault.is_some())
            && (!self.goes_on || self.judge.is_none())
        {
            on.skipped += 1;
            return;
        }
        let Some(judge) = &mut self.judge else {
            let remark = text.as_ref().ok().filter(|text| is_skipped(text));
            if remark.is_some_and(|remark| says_withheld(remark)) {
                self.on = Some(Verdict::new(place.line, place.byte));
                self.fault(Kind::Redacted, Some(withheld(place, 0)), place, 0);
            } else if remark.is_none() {
                let malformed = text.map_or_else(|malformed| malformed, |text| no_game(text, None));
                self.on = Some(Verdict::new(place.line, place.byte));
                self.malformed(&malformed, place);
            }
            return;
        };
        let ply = judge.look().n();
        let mut fault = None;
        // What a fault that is only counted says can be long, and is not asked for.
        let counted = self.on.as_ref().is_some_and(Verdict::is_full);
        let hear = &mut |answer: &Answer<'_>| {
            if !counted {
                note(answer, &mut fault);
            }
        };
        let remark = text.as_ref().ok().copied();
        let Confirmed { fate, unfounded } = match text {
            Ok(text) => judge.confirm(text, place.line, hear),
            Err(malformed) => Confirmed { fate: judge.unread(&malformed, place.line, hear), ..Confirmed::default() },
        };
        if !fate.skipped {
            self.said = place;
        } else if self.withheld.is_none() && remark.is_some_and(says_withheld) {
            self.withheld = Some(withheld(place, ply));
        }
        if let Some(kind) = Kind::of(fate) {
            self.fault(kind, fault, place, ply);
        } else if unfounded {
            let message = "no refused action of this player comes before".to_owned();
            let fault = Finding { claims: vec!["cause".to_owned()], message, ..Finding::default() };
            self.fault(Kind::Contradicted, Some(fault), place, ply);
        }
    }

    /// Ends the current game because of a malformed line.
    fn malformed(&mut self, malformed: &Malformed, place: Place) {
        let answer = Answer::malformed(malformed, place.line, Audience::ALL, None);
        let fault = found(&answer, Kind::Malformed);
        self.fault(Kind::Malformed, Some(fault), place, 0);
    }

    /// Ends the current game because of a fault, unless all its faults are asked for and it can be judged on.
    fn fault(&mut self, kind: Kind, fault: Option<Finding>, place: Place, ply: u64) {
        let Some(on) = &mut self.on else { return };
        let fault = Finding { line: place.line, byte: place.byte, ply, ..fault.unwrap_or_default() };
        if on.fault.is_some() {
            on.add_later(kind, fault);
        } else {
            (on.verdict, on.fault) = (kind, Some(fault));
        }
        if self.goes_on && self.judge.is_some() && kind != Kind::Redacted {
            return;
        }
        if let Some(judge) = self.judge.take() {
            account(&*judge, on, self.coverage);
            on.plies = ply;
            on.end = None;
        }
    }

    /// Ends the current game, if any, at the end of its lines.
    fn end_game(&mut self, sink: &mut dyn FnMut(Verdict)) {
        let Some(mut on) = self.on.take() else { return };
        if let Some(judge) = self.judge.take() {
            account(&*judge, &mut on, self.coverage);
            if on.fault.is_some() {
                (on.end, self.withheld) = (None, None);
            } else if judge.look().next() != Next::Over {
                let next = match judge.look().next() {
                    Next::Player(player) => format!("{player} must act"),
                    _ => "a draw is due".to_owned(),
                };
                on.verdict = Kind::Truncated;
                let (line, byte) = (self.said.line, self.said.byte);
                let message = format!("the game has not ended: {next}");
                on.fault = Some(Finding { line, byte, ply: judge.look().n(), message, ..Finding::default() });
            }
            if let Some(fault) = self.withheld.take() {
                (on.verdict, on.fault, on.end) = (Kind::Redacted, Some(fault), None);
            }
            self.idle = Some(judge);
        }
        sink(on);
    }

    /// Handles a source that cannot be read any further. A game that had already ended keeps its verdict.
    fn break_off(&mut self, error: &str, end: Place, sink: &mut dyn FnMut(Verdict)) {
        let mut unjudged = Verdict::of_file(Kind::Unreadable, end.line, end.byte, error);
        let ended = self.judge.as_ref().is_some_and(|judge| judge.look().next() == Next::Over);
        if !ended
            && let Some(judge) = self.judge.take()
            && let Some(mut on) = self.on.take()
        {
            account(&*judge, &mut on, self.coverage);
            on.end = None;
            if let Some(fault) = &mut unjudged.fault {
                fault.ply = judge.look().n();
            }
            // With all faults, others may come before it.
            if let Some(fault) = std::mem::replace(&mut on.fault, unjudged.fault.take()) {
                on.add_later(on.verdict, fault);
            }
            on.verdict = unjudged.verdict;
            sink(on);
            return;
        }
        self.end_game(sink);
        sink(unjudged);
    }
}

/// The fault of a line that is withheld from the viewer of the stream.
fn withheld(Place { line, byte }: Place, ply: u64) -> Finding {
    let message = "a line is withheld, so not everything could be judged".to_owned();
    Finding { line, byte, ply, message, ..Finding::default() }
}

/// Records the result of a game.
fn account(judge: &dyn Judge, verdict: &mut Verdict, coverage: bool) {
    let account = judge.account();
    verdict.traced = judge.traced().to_vec();
    verdict.plies = judge.look().n();
    verdict.refusals = account.refusals;
    verdict.forfeits = account.forfeits.iter().map(|(_, cause)| *cause).collect();
    verdict.abort = account.abort;
    verdict.end = match account.abort {
        Some(_) => Some("abort".to_owned()),
        None => judge.look().outcome().map(|outcome| outcome.reason.to_owned()),
    };
    if coverage {
        let options = judge.look().header().options.clone().unwrap_or_default();
        let rules = account.confirmed.into_iter().map(|(rule, count)| (rule.to_owned(), count)).collect();
        verdict.exercised = Some(Box::new(Exercised { options, rules }));
    }
}

/// Records the first answer that finds a fault.
fn note(answer: &Answer<'_>, fault: &mut Option<Finding>) {
    if let (None, Some(kind)) = (&fault, Kind::of(answer.fate)) {
        *fault = Some(found(answer, kind));
    }
}
