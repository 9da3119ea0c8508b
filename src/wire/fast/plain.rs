//! A fast reader for the lines that make up nearly all of a stream: an event with at most its number, its player, what
//! is next and how long it took, written exactly as the referee writes it. All other lines are left to the general
//! reader, which also accepts every line that is accepted here.

use std::ops::Range;

use super::written::Written;
use crate::game::{Game, Player};
use crate::table::Next;
use crate::wire::{Awaited, Body, Claims, Line, Pick, Whole};

/// A line `{"n":1,"player":0,"action":…,"next":…,"ms":…}` or `{"n":1,"player":0,"chance":…,"next":…,"ms":…}`. Every key
/// except that of the event may be missing.
pub struct Plain<G: Game> {
    /// The number that the line claims.
    pub n: Option<u64>,
    /// Who acts, or whose draw it is.
    pub player: Option<Player>,
    /// The event: an action or a draw.
    pub body: Body<G::Action, G::Chance>,
    /// What the line claims is next.
    pub next: Option<Next>,
    /// Milliseconds.
    pub ms: Option<u64>,
}

/// Reads a line, if it is plain.
#[inline]
pub fn read_event<G: Game>(line: &[u8]) -> Option<Plain<G>> {
    let mut line = Written::new(simdutf8::basic::from_utf8(line).ok()?);
    let plain = Plain::begin(&mut line)?;
    line.is_read().then_some(plain)
}

/// Reads the shortest answers of a bot, `{"ask":7,"pick":3}` and `{"ask":7,"id":123}`: the number of the question, and the action.
pub fn read_pick(line: &[u8]) -> Option<(u64, Pick)> {
    let mut line = Written::new(simdutf8::basic::from_utf8(line).ok()?);
    let id = line.passes("{\"ask\":").then(|| line.number())??;
    let pick: fn(Whole) -> Pick =
        if line.passes(",\"pick\":") { Pick::Place } else { line.passes(",\"id\":").then_some(Pick::Id)? };
    let number = Whole(i64::try_from(line.number()?).ok()?);
    (line.passes("}") && line.is_read()).then_some((id, pick(number)))
}

/// The plain lines that a text begins with.
pub struct Events<'a>(Written<'a>);

impl<'a> Events<'a> {
    /// Those of this text, which begins with a line.
    pub fn of(text: &'a str) -> Events<'a> {
        Events(Written::new(text))
    }

    /// Reads the next line and its end, if it is plain, and tells which bytes of the text they are. After a line that is not
    /// plain there is none.
    pub fn read<G: Game>(&mut self) -> Option<(Plain<G>, Range<usize>)> {
        let start = self.0.at();
        let plain = Plain::begin(&mut self.0)?;
        self.0.passes("\r");
        self.0.passes("\n").then(|| (plain, start..self.0.at()))
    }
}

impl<G: Game> Plain<G> {
    #[inline]
    fn begin(line: &mut Written<'_>) -> Option<Plain<G>> {
        let mut n = None;
        let mut player = None;
        let mut comma = line.passes("{\"n\":");
        if comma {
            n = Some(line.number()?);
        } else if !line.passes("{") {
            return None;
        }
        if line.passes(if comma { ",\"player\":" } else { "\"player\":" }) {
            player = Some(read_player(line)?);
            comma = true;
        }
        let body = if line.passes(if comma { ",\"action\":" } else { "\"action\":" }) {
            Body::Action(line.value()?)
        } else if line.passes(if comma { ",\"chance\":" } else { "\"chance\":" }) {
            Body::Chance(line.value()?)
        } else {
            return None;
        };
        let mut next = None;
        if line.passes(",\"next\":") {
            next = Some(if line.passes("{\"player\":") {
                let player = read_player(line)?;
                line.passes("}").then_some(Next::Player(player))?
            } else if line.passes("\"chance\"") {
                Next::Chance
            } else {
                line.passes("\"over\"").then_some(Next::Over)?
            });
        }
        let ms = if line.passes(",\"ms\":") { Some(line.number()?) } else { None };
        line.passes("}").then_some(Plain { n, player, body, next, ms })
    }
}

fn read_player(line: &mut Written<'_>) -> Option<Player> {
    Some(Player(u8::try_from(line.number()?).ok()?))
}

/// A line to put plain ones into. It has some thirty parts, of which a plain line has five; making them all anew costs more than
/// reading the line.
pub struct Frame<G: Game>(Box<Line<G>>);

impl<G: Game> Default for Frame<G> {
    fn default() -> Self {
        let (claims, body) = (Claims::default(), Body::Remark);
        Frame(Box::new(Line {
            body,
            player: None,
            by: None,
            undone: None,
            claims,
            ms: None,
            note: None,
            eval: None,
            ask: None,
        }))
    }
}

impl<G: Game> Frame<G> {
    /// The line with the parts of this one, instead of those that it had, but for the body, which is beside it.
    #[inline]
    pub fn line(&mut self, plain: Plain<G>) -> (&Line<G>, Body<G::Action, G::Chance>) {
        let Plain { n, player, body, next, ms } = plain;
        let line = &mut *self.0;
        (line.player, line.ms) = (player, ms);
        (line.claims.n, line.claims.next) = (n, next.map(|next| Awaited::from(Some(next))));
        (line, body)
    }
}
