//! Many tables on one stream. A line that names a table (`{"table":"a7",…}`) belongs to a stream of its own, which answers it as
//! it would alone; a line that names none belongs to the table without a name, which is a [`Stream`] like any other. So no
//! table can notice another one, and what is kept are the games that are on.

use std::collections::BTreeMap;

use super::{Asked, Stream, Tally, Usage};
use crate::breach::Breach as _;
use crate::games::GAMES;
use crate::judge::answer::Answer;
use crate::judge::{Emit, Hear, Memory, Scribe, violation};
use crate::registry::{NoGame, Opened, Referee, refuse};
use crate::strict::Malformed;
use crate::table::TableBreach;
use crate::wire::{Close, Header, begins_with_table, is_header, names_table, take_table, write_json};

/// How many tables with a name there can be at a time.
#[doc(hidden)]
pub const MOST_TABLES: usize = 256;

/// A table with a name.
struct Seated {
    stream: Stream,
    /// The field that its lines begin with: `"table":"a7",`.
    field: Vec<u8>,
}

/// A stream of many tables; see the module.
#[doc(hidden)]
pub struct Room {
    asked: Asked,
    games: &'static [&'static dyn Referee],
    scribe: Scribe,
    memory: Option<Memory>,
    /// The table without a name.
    nameless: Stream,
    /// The tables with a name.
    tables: BTreeMap<Box<str>, Seated>,
    /// Whether any line has named a table.
    named: bool,
    /// Which table the last line belonged to; empty: that without a name.
    last: String,
    /// The rules that a table opened last, for the next one.
    opened: Opened,
    /// What lines came to at tables that are closed.
    gone: Tally,
    /// The line that is being answered, without the name of its table.
    rest: Vec<u8>,
}

impl Room {
    /// A stream about to begin, with what accompanies its lines where the header asks for nothing else.
    pub fn new(asked: Asked, emit: Emit) -> Room {
        Room::of(GAMES, asked, emit)
    }

    /// The same for games of your own.
    pub fn of(games: &'static [&'static dyn Referee], asked: Asked, emit: Emit) -> Room {
        let nameless = Stream::of(games, asked.clone(), emit).for_its_scribe();
        let (scribe, opened) = (nameless.scribe(), Opened::with(asked.editions.clone()));
        Room {
            asked,
            games,
            scribe,
            memory: None,
            nameless,
            tables: BTreeMap::new(),
            named: false,
            last: String::new(),
            opened,
            gone: Tally::default(),
            rest: Vec::new(),
        }
    }

    /// From now on games remember what happened last, so that pictures can show it.
    pub fn watch(&mut self, memory: Memory) {
        self.memory = Some(memory);
        self.nameless.watch(memory);
    }

    /// Begins the game of the command line, if there is one and the table without a name has not begun.
    pub fn begin(&mut self, out: &mut Vec<u8>) -> Result<(), Usage> {
        self.nameless.begin(out)
    }

    /// Takes the next line and writes the answers.
    pub fn line(&mut self, line: &[u8], out: &mut Vec<u8>) -> Result<(), Usage> {
        if !begins_with_table(line) {
            let scribe = self.scribe;
            if self.nameless.take(Some(line), true, &mut |answer| scribe.write(answer, out))? {
                self.last.clear();
                return Ok(());
            }
        }
        self.named(line, true, out)
    }

    /// Takes a line that is too long to read; only its beginning is known.
    pub fn too_long(&mut self, beginning: &[u8], out: &mut Vec<u8>) -> Result<(), Usage> {
        if names_table(beginning) {
            return self.named(beginning, false, out);
        }
        self.last.clear();
        let scribe = self.scribe;
        self.nameless.too_long(beginning, &mut |answer| scribe.write(answer, out))
    }

    /// Answers a line that names a table; `whole`: it is not too long.
    fn named(&mut self, line: &[u8], whole: bool, out: &mut Vec<u8>) -> Result<(), Usage> {
        let mut rest = std::mem::take(&mut self.rest);
        let answered = match take_table(line, &mut rest) {
            None => self.nameless.line(Some(line), out),
            Some(Err(malformed)) => {
                self.last.clear();
                let scribe = self.scribe;
                self.nameless.number += 1;
                let hear: &mut Hear<'_> = &mut |answer| scribe.write(answer, out);
                if self.nameless.redacted {
                    self.nameless.unjudged(Some(line), hear);
                } else {
                    self.nameless.malformed(&malformed, None, true, hear);
                }
                Ok(())
            }
            Some(Ok(name)) => {
                self.named = true;
                self.of_table(&name, &rest, whole, out);
                if *self.last != *name {
                    self.last.clear();
                    self.last.push_str(&name);
                }
                Ok(())
            }
        };
        self.rest = rest;
        answered
    }

    /// Answers a line of a table. If it is not `whole`, it is the beginning of one that is too long.
    fn of_table(&mut self, name: &str, line: &[u8], whole: bool, out: &mut Vec<u8>) {
        let scribe = self.scribe;
        let begins = whole && is_header(line);
        if let Some(Seated { stream, field }) = self.tables.get_mut(name) {
            if whole && Close::is_said(line) {
                return self.free(name, out);
            }
            if begins {
                std::mem::swap(&mut stream.opened, &mut self.opened);
            }
            said(stream, line, whole, &mut |answer| scribe.write_behind(field, answer, out));
            if begins {
                std::mem::swap(&mut stream.opened, &mut self.opened);
            }
            return;
        }
        // A header makes a table; whatever else comes is answered as on a stream that begins with it, and forgotten.
        let field = named_field(name);
        let mut stream = Stream::of(self.games, self.asked.clone(), self.scribe.emit).for_its_scribe();
        (stream.begun, stream.memory) = (true, self.memory);
        let mut hear = |answer: &Answer<'_>| scribe.write_behind(&field, answer, out);
        let full = begins && self.tables.len() >= MOST_TABLES;
        if full {
            too_many(&mut stream, line, &mut hear);
        } else {
            std::mem::swap(&mut stream.opened, &mut self.opened);
            said(&mut stream, line, whole, &mut hear);
            std::mem::swap(&mut stream.opened, &mut self.opened);
        }
        if begins && !full {
            self.tables.insert(name.into(), Seated { stream, field });
        } else {
            self.gone = self.gone.and(stream.tally);
        }
    }

    /// Ends the stream of a table, and forgets it.
    fn free(&mut self, name: &str, out: &mut Vec<u8>) {
        let Some(seated) = self.tables.remove(name) else { return };
        let field = self.leave(seated, out);
        out.push(b'{');
        out.extend_from_slice(&field);
        out.extend_from_slice(b"\"close\":true}\n");
    }

    /// Ends the stream of a table. Returns the field with its name.
    fn leave(&mut self, mut seated: Seated, out: &mut Vec<u8>) -> Vec<u8> {
        let scribe = self.scribe;
        seated.stream.leave(&mut |answer| scribe.write_behind(&seated.field, answer, out));
        self.gone = self.gone.and(seated.stream.tally);
        seated.field
    }

    /// Ends what is repeated, at all tables: from now on the referee makes the draws.
    pub fn go_on(&mut self, out: &mut Vec<u8>) {
        let scribe = self.scribe;
        self.asked.resumes = false;
        self.nameless.go_on(&mut |answer| scribe.write(answer, out));
        for Seated { stream, field } in self.tables.values_mut() {
            stream.go_on(&mut |answer| scribe.write_behind(field, answer, out));
        }
    }

    /// Ends the tables: first the one without a name, then the others.
    pub fn end(&mut self, out: &mut Vec<u8>) -> Result<(), Usage> {
        // A game of the command line begins where nothing is said, but not beside tables that have names.
        self.nameless.begun |= self.named;
        self.nameless.end(out)?;
        for seated in std::mem::take(&mut self.tables).into_values() {
            self.leave(seated, out);
        }
        Ok(())
    }

    /// The table that the last line belonged to, with its name; empty: it has none. `None`: it is not there any more.
    pub fn last(&self) -> Option<(&str, &Stream)> {
        if self.last.is_empty() {
            return Some(("", &self.nameless));
        }
        self.tables.get(&*self.last).map(|seated| (&*self.last, &seated.stream))
    }

    /// Whether nothing was wrong at the table of the last line and at those that are closed.
    pub fn is_clean(&self) -> bool {
        self.gone.is_clean() && self.last().is_none_or(|(_, stream)| stream.tally.is_clean())
    }

    /// What lines came to so far, at all tables.
    pub fn tally(&self) -> Tally {
        let named = self.tables.values().map(|seated| seated.stream.tally);
        named.fold(self.gone.and(self.nameless.tally), Tally::and)
    }
}

/// Lets a stream answer a line, or one that is too long, of which this is the beginning. What the command line contradicts is the
/// header's fault here, since other tables go on.
fn said(stream: &mut Stream, line: &[u8], whole: bool, hear: &mut Hear<'_>) {
    let taken = if whole { stream.put(Some(line), hear) } else { stream.too_long(line, hear) };
    if let Err(Usage(message)) = taken {
        stream.malformed(&Malformed::new(message), Some(line), true, hear);
    }
}

/// The field that the lines of a table begin with.
fn named_field(name: &str) -> Vec<u8> {
    let mut field = b"\"table\":".to_vec();
    write_json(&mut field, name);
    field.push(b',');
    field
}

/// Refuses a header that would make a table too many.
fn too_many(stream: &mut Stream, header: &[u8], hear: &mut Hear<'_>) {
    stream.number = 1;
    let header = match Header::read(header) {
        // Without its position it always fits into the answer.
        Ok(header) => Header { state: None, ..header },
        Err(malformed) => return stream.malformed(&malformed, Some(header), true, hear),
    };
    let breach = TableBreach::TooManyTables { most: MOST_TABLES };
    let violations = vec![violation(breach.clause(), &breach, breach.data())];
    if let NoGame::Refused(refused) = refuse(header, violations, Vec::new(), true) {
        refused.answer(1, hear);
        stream.tally.add(refused.fate);
    }
}
