//! Lines whose action or draw is hidden, as they stand in a stream that was written for one player: the referee checks
//! what can be checked and says where it can judge no further.

use super::secrets::withhold;
use super::{Bench, Verdict, write_malformed};
use crate::game::Game;
use crate::strict;
use crate::table::{Broken, Next, TableBreach};
use crate::wire::{Body, HiddenLine, Object, has_secrets};

impl<G: Game> Bench<G> {
    /// Answers a line that cannot be read: its action or draw may be hidden.
    pub(super) fn unreadable(&mut self, bytes: &[u8], malformed: &strict::Malformed, out: &mut Vec<u8>) -> Verdict {
        if has_secrets::<G>()
            && let Ok(line) = strict::from_slice::<HiddenLine<G>>(bytes)
        {
            return self.hidden(line, out);
        }
        match self.viewer() {
            // What is wrong may quote what somebody else was about to do.
            Some(viewer) if self.table.next() != Next::Player(viewer) => {
                withhold(self.number, Some(self.table.next()), out);
            }
            _ => write_malformed(malformed, self.number, Some(self.table.next()), out),
        }
        Verdict { malformed: true, ..Verdict::default() }
    }

    /// Answers a line whose action or draw is hidden: it is refused if it would be whatever it is, otherwise the referee
    /// does not know how the game goes on.
    fn hidden(&mut self, line: HiddenLine<G>, out: &mut Vec<u8>) -> Verdict {
        let (body, mut line) = line.apart();
        self.broken.clear();
        let player = line.player.or(match self.table.next() {
            Next::Player(player) => Some(player),
            _ => None,
        });
        match &body {
            Body::Action(_) => {
                self.table.check_turn(player.unwrap_or_default(), line.by.is_some(), &mut self.broken);
            }
            Body::Chance(hidden) => {
                let due = self.table.check_draw_due(&mut self.broken);
                if due && !self.table.chances().iter().any(|(draw, _)| hidden.may_be(draw)) {
                    let possible = self.table.chances().len();
                    self.broken.push(Broken::Table(TableBreach::ChanceImpossible { possible }));
                }
            }
            _ => {}
        }
        if self.broken.is_empty() {
            return self.redact(out);
        }
        if self.viewer().is_some_and(|viewer| player != Some(viewer) || matches!(body, Body::Chance(_))) {
            line.note = None;
            return self.withhold_refusal(&line, out);
        }
        let mut object = Object::open(out);
        object.field("n", &(self.table.n() + 1));
        match &body {
            Body::Action(action) => {
                object.maybe("player", player.as_ref());
                object.field("action", action);
                object.maybe("by", line.by.as_ref());
            }
            Body::Chance(chance) => object.field("chance", chance),
            _ => {}
        }
        self.finish(object, &line, true, self.table.n() + 1)
    }

    /// Says that the game cannot be judged any further.
    pub(super) fn redact(&self, out: &mut Vec<u8>) -> Verdict {
        write_redacted(self.number, Some(self.table.next()), out);
        Verdict { redacted: true, ..Verdict::default() }
    }
}

/// Writes that a game cannot be judged any further.
pub fn write_redacted(number: u64, next: Option<Next>, out: &mut Vec<u8>) {
    let mut object = Object::open(out);
    let mut inner = Object::open(object.key("redacted"));
    inner.field("line", &number);
    inner.maybe("next", next.as_ref());
    inner.end();
    object.end_line();
}
