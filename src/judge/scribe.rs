//! Writes answers as lines. [`Answer::told`] decides what the viewer of a line may know; the scribe only writes it in
//! the form of the protocol.

use super::answer::{About, Answer, Told};
use super::bounded::{write_found, write_violations};
use super::scene::Look;
use super::{Emit, write_header};
use crate::table::Next;
use crate::wire::{Awaited, Fields, Header, MalformedRemark, Object, Picture, Query, Remark, Viewer};

/// How answers are written.
#[doc(hidden)]
#[derive(Copy, Clone, Debug, Default)]
pub struct Scribe {
    /// What is added to lines, and which viewer they are for.
    pub emit: Emit,
    /// Whether answers that find a fault give the line's number, because the stream comes from a file.
    pub numbered: bool,
    /// Whether only the first differing entries of a falsely claimed list are written, for a reader who only wants to
    /// know what is false.
    pub brief: bool,
}

impl Scribe {
    /// A scribe for lines that do not come from a file.
    pub fn new(emit: Emit) -> Scribe {
        Scribe { emit, ..Scribe::default() }
    }

    /// Appends an answer to a buffer; writes nothing if there is nothing to say.
    pub fn write(self, answer: &Answer<'_>, out: &mut Vec<u8>) {
        self.of_game(answer).write_told(answer, out);
    }

    /// The same, but the line begins with these fields, each followed by a comma.
    pub fn write_behind(self, fields: &[u8], answer: &Answer<'_>, out: &mut Vec<u8>) {
        let start = out.len();
        self.write(answer, out);
        if out.len() > start {
            out.splice(start + 1..=start, fields.iter().copied());
        }
    }

    /// The scribe with the `emit` of the game's header; a stream for one viewer keeps its own.
    fn of_game(self, answer: &Answer<'_>) -> Scribe {
        let header = match (answer.game, answer.about) {
            (Some(game), _) => Some(game.header()),
            (None, About::Header(said) | About::HiddenHeader(said)) => Some(said.header()),
            _ => None,
        };
        header.map_or(self, |header| Scribe { emit: self.emit_of(header), ..self })
    }

    /// What is added to the lines of a game with this header.
    pub(crate) fn emit_of(self, header: &Header) -> Emit {
        header.emit.filter(|_| self.emit.viewer.is_none()).unwrap_or(self.emit)
    }

    fn write_told(self, answer: &Answer<'_>, out: &mut Vec<u8>) {
        match answer.told(self.emit.viewer) {
            Some(told) if says_something(answer, &told) => self.object(answer, &told, false, out).end_line(),
            Some(_) => {}
            None => write_withheld(answer, out),
        }
    }

    /// The fields of an answer as written for the organiser, and the keys of what was cut.
    pub fn fields(self, answer: &Answer<'_>) -> (Fields, Vec<&'static str>) {
        let mut out = Vec::new();
        let told = answer.told(None);
        told.map(|told| self.object(answer, &told, true, &mut out).end_fields()).unwrap_or_default()
    }

    /// Writes an answer without the end of its line.
    fn object<'o>(self, answer: &Answer<'_>, told: &Told<'_, '_>, marked: bool, out: &'o mut Vec<u8>) -> Object<'o> {
        let mut object = Object::open(out);
        if marked {
            object.mark();
        }
        self.write_parts(answer, told, &mut object);
        if answer.accompanied
            && self.emit != Emit::NONE
            && let Some(game) = answer.game
        {
            self.accompany(Some(&told.about()), game, &mut object);
        }
        object.maybe("ms", answer.ms.as_ref());
        if let Some(note) = told.note() {
            object.spare("note", note);
        }
        object.maybe("eval", told.eval());
        object
    }

    /// Begins the line of an answer: its subject, what is wrong, and what is next.
    pub(super) fn begin<'o>(self, answer: &Answer<'_>, told: &Told<'_, '_>, out: &'o mut Vec<u8>) -> Object<'o> {
        let mut object = Object::open(out);
        self.write_parts(answer, told, &mut object);
        object
    }

    fn write_parts(self, answer: &Answer<'_>, told: &Told<'_, '_>, object: &mut Object<'_>) {
        self.write_about(answer, told, object);
        if !told.violations().is_empty() {
            write_violations(told.violations(), object);
        }
        if told.is_contradicted() {
            let found: Vec<_> = told.contradicted().collect();
            write_found(&found, self.brief, object);
            if self.brief && found.iter().any(|one| one.is_list()) {
                object.note_cut("contradicted");
            }
        }
        let redacted = matches!(told.about(), About::Redacted | About::HiddenHeader(_));
        if self.numbered && !redacted && (answer.fate.refused || told.is_contradicted()) {
            object.field("line", &answer.number);
        }
        match told.about() {
            About::HiddenHeader(_) => write_inner("redacted", answer.number, None, object),
            About::Redacted | About::Left => {}
            // Where no game is on, a header must come.
            About::Header(_) | About::Malformed(_) => object.field("next", &Awaited::from(answer.next)),
            _ => object.maybe("next", answer.next.as_ref()),
        }
    }

    fn write_about(self, answer: &Answer<'_>, told: &Told<'_, '_>, object: &mut Object<'_>) {
        let viewer = self.emit.viewer;
        match told.about() {
            About::Header(said) => {
                write_header(said.header(), said.seed(viewer), object);
                match said.start(viewer) {
                    Some(None) => object.field("state", &None::<u8>),
                    Some(Some(start)) => {
                        object.spare_with("state", |out| start.write(out));
                    }
                    None => {}
                }
            }
            About::HiddenHeader(said) => {
                write_header(said.header(), said.seed(viewer), object);
                object.field("state", &None::<u8>);
            }
            About::Event { n, player, by, event } => {
                object.field("n", &n);
                object.maybe("player", player.as_ref());
                // Short keys that the compiler knows cost a few stores.
                let out = if event.is_draw() { object.key("chance") } else { object.key("action") };
                event.write(viewer, out);
                object.maybe("by", by.as_ref());
            }
            About::Pick { n, player, by, pick } => {
                object.field("n", &n);
                object.maybe("player", player.as_ref());
                object.field(pick.key(), &pick.number());
                object.maybe("by", by.as_ref());
            }
            About::Forfeit(forfeit) => object.field("forfeit", forfeit),
            About::Abort(abort) => object.field("abort", abort),
            About::Attempt(attempt) => drop(object.spare("attempt", attempt)),
            About::Undo { undone, n } => {
                object.field("query", &Query::Undo);
                object.field("undone", &undone);
                object.maybe("n", n.as_ref());
            }
            About::Query(query) => {
                object.field("query", &query);
                if let Some(game) = answer.game.filter(|_| told.violations().is_empty()) {
                    write_query(query, viewer, game, object);
                }
            }
            About::End | About::Stated => {
                if let Some(game) = answer.game {
                    match told.about() {
                        About::End => game.write_outcome(object),
                        _ => game.outcome().is_some_and(|outcome| {
                            object.field("outcome", &outcome);
                            true
                        }),
                    };
                }
            }
            About::Malformed(wrong) => {
                let malformed = wrong.told(viewer);
                let (line, column) = (Some(answer.number), malformed.column);
                object.field("malformed", &MalformedRemark { line, column, message: &malformed.message });
            }
            About::Redacted => write_inner("redacted", answer.number, answer.next, object),
            About::NotRedacted => object.field("redacted", &Remark { line: None, next: None }),
            About::Left => write_inner("truncated", answer.number, answer.next, object),
        }
    }

    /// Writes what `--emit` requests, unless a draw is due.
    pub(super) fn accompany(self, about: Option<&About<'_>>, game: &dyn Look, object: &mut Object<'_>) {
        let emit = self.emit;
        if emit.legal_ids && matches!(about, Some(About::Header(_))) {
            object.maybe("action_space", game.action_space().as_ref());
        }
        if game.next() == Next::Chance {
            return;
        }
        if emit.state {
            match about {
                // A usual start that is too long is left out without mention in `cut`, since a header with a cut state
                // cannot be read back. A special start has been written already.
                Some(About::Header(said)) if said.start(None).is_none() => game.fit_state(object),
                Some(About::Header(_)) => {}
                _ => drop(game.write_state(false, object)),
            }
            object.maybe("occurrence", game.occurrence().as_ref());
        }
        let actor = match game.next() {
            Next::Player(player) => Viewer::Player(player),
            _ => Viewer::Public,
        };
        if let Some(viewer) = emit.viewer.or(emit.actor.then_some(actor))
            && game.write_view(viewer, object)
        {
            object.field("viewer", &viewer);
        }
        if (emit.legal || emit.legal_ids) && game.may_list(emit.viewer) {
            game.write_listing(emit, object);
        }
        if emit.digest {
            object.field("digest", &game.digest());
        }
    }
}

/// Whether the answer says anything.
fn says_something(answer: &Answer<'_>, told: &Told<'_, '_>) -> bool {
    match told.about() {
        // An outcome that is stated rightly has been written already.
        About::Stated => told.is_contradicted(),
        // Only a game that is not over is truncated.
        About::Left => answer.next != Some(Next::Over),
        // A game that was called off has no outcome.
        About::End => answer.game.is_some_and(|game| game.outcome().is_some()),
        _ => true,
    }
}

/// Writes the answer to a question. `told` is the viewer who reads it.
fn write_query(query: Query, told: Option<Viewer>, game: &dyn Look, object: &mut Object<'_>) {
    match query {
        Query::Undo => {}
        Query::Header => {
            let header = game.header();
            let mut inner = Object::open(object.key("header"));
            write_header(header, header.seed.filter(|_| told.is_none()), &mut inner);
            inner.end();
        }
        Query::Picture(Picture { picture, viewer }) => {
            object.spare("picture", game.drawn(viewer.and_then(Viewer::player), picture));
        }
        Query::Legal => game.write_listing(Emit::LEGAL, object),
        Query::LegalIds => game.write_listing(Emit { legal_ids: true, ..Emit::NONE }, object),
        Query::State => {
            game.write_state(true, object);
            object.maybe("occurrence", game.occurrence().as_ref());
        }
        Query::View(viewer) => {
            game.write_view(viewer, object);
            match viewer {
                Viewer::Player(player) => object.field("player", &player),
                Viewer::Public => object.field("viewer", &viewer),
            }
        }
    }
}

/// Writes a remark about a line.
fn write_inner(key: &str, number: u64, next: Option<Next>, object: &mut Object<'_>) {
    object.field(key, &Remark { line: Some(number), next: next.map(|next| Awaited::from(Some(next))) });
}

/// Answers a line about which the viewer may know nothing else.
fn write_withheld(answer: &Answer<'_>, out: &mut Vec<u8>) {
    let mut object = Object::open(out);
    write_inner("withheld", answer.number, None, &mut object);
    object.field("next", &Awaited::from(answer.next));
    object.end_line();
}

/// Whether the start position fits into the answer to a header; without it the answer would begin another game.
pub(super) fn start_fits(header: &Header, start: &dyn super::answer::Json) -> bool {
    let mut out = Vec::new();
    let mut object = Object::open(&mut out);
    write_header(header, header.seed, &mut object);
    object.spare_with("state", |out| start.write(out))
}
