//! Lines whose action or draw is hidden, as they stand in a stream that was written for one player: the referee checks
//! what can be checked and says where it can judge no further.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::claims::compare;
use super::secrets::write_withheld;
use super::{Bench, Drawer, Emit, Verdict, header_object, write_found, write_malformed};
use crate::game::{Event, EventOf, Game, Player, Sight};
use crate::strict::{self, Malformed};
use crate::table::{Broken, Next, TableBreach};
use crate::wire::{Body, Contradiction, Header, HiddenLine, Kinds, Line, Object, advise, kind, kinds};

impl<G: Game> Bench<G> {
    /// Answers a line that cannot be read: its action or draw may be hidden.
    pub(super) fn unreadable(&mut self, bytes: &[u8], malformed: &Malformed, out: &mut Vec<u8>) -> Verdict {
        if G::HAS_SECRETS
            && let Ok(line) = strict::from_slice::<HiddenLine<G>>(bytes)
        {
            return self.hidden(line, out);
        }
        // What is wrong may quote what somebody else was about to do.
        let sent =
            serde_json::from_slice::<Sent>(bytes).ok().filter(|sent| sent.action.is_some() || sent.pick.is_some());
        let sender = sent.as_ref().and_then(|sent| sent.player.or(self.on_turn()));
        self.own = self.may_hear(sender);
        // Nobody's action: a line that is an action without the key for it tells what somebody was about to do, too.
        if !self.own {
            return self.malformed(malformed, out);
        }
        let bare = sent.is_none() && strict::from_slice::<G::Action>(bytes).is_ok();
        let (mut said, mut about_action) = (malformed.clone(), sent.is_some());
        let mut meant = sent.as_ref().and_then(|sent| sent.action.as_ref().and_then(kind).map(str::to_owned));
        if bare {
            let message = "an action is written {\"action\":...}, this is what belongs inside".to_owned();
            said = Malformed { message, line: None, column: None };
        } else if let Ok(line) = strict::from_slice::<Map<String, Value>>(bytes) {
            let kinds = Kinds { actions: kinds::<G::Action>(), draws: kinds::<G::Chance>() };
            let alone = |kind: &str| strict::from_value::<G::Action>(&Value::from(kind)).is_ok();
            if let Some(advice) = advise(&line, &malformed.message, &kinds, alone) {
                about_action |= advice.kind.is_some();
                meant = advice.kind.or(meant);
                said = Malformed { column: malformed.column, line: malformed.line, ..Malformed::new(advice.message) };
            }
            // Which draws are left tells what the others hold.
            let may_show = self.table.next() == Next::Chance && self.emit.may_list(&mut self.table);
            if line.contains_key("chance") && may_show {
                let drawn = self.table.chances().first().map(|(draw, _)| json!({"chance": draw}).to_string());
                said.message.extend(drawn.map(|draw| format!("; a draw that is possible now is written {draw}")));
            }
        }
        let sender = sender.or(self.on_turn());
        if about_action && let Some(example) = self.example(sender, meant.as_deref()) {
            said.message.push_str(&format!("; an action that is possible now is written {example}"));
        }
        self.malformed(&said, out)
    }

    /// An action that the player on turn can do now, as it is written, if possible of this kind. `None`: it is another
    /// player who asks.
    fn example(&mut self, sender: Option<Player>, wanted: Option<&str>) -> Option<String> {
        /// Longer than this is no help.
        const LONGEST: usize = 200;
        if sender != self.on_turn() {
            return None;
        }
        let (legal, _) = self.table.legal();
        let written = |action: &G::Action| serde_json::to_value(action).unwrap_or_default();
        // Kinds stand together in the lists, and no more is looked at than a person would.
        let same = legal.iter().take(2000).map(written).find(|action| kind(action) == wanted);
        let action = same.or_else(|| legal.first().map(written))?;
        Some(json!({"action": action}).to_string()).filter(|text| text.len() <= LONGEST)
    }

    /// Answers a line that is not of the protocol.
    pub(super) fn malformed(&mut self, malformed: &Malformed, out: &mut Vec<u8>) -> Verdict {
        let next = Some(self.table.next());
        if self.own {
            write_malformed(malformed, self.number, next, out);
        } else {
            write_withheld(self.number, next, out);
        }
        Verdict { malformed: true, ..Verdict::default() }
    }

    /// Answers a line whose action or draw is hidden: it is refused if it would be whatever it is, otherwise the referee
    /// does not know how the game goes on.
    fn hidden(&mut self, line: HiddenLine<G>, out: &mut Vec<u8>) -> Verdict {
        self.own = self.is_own(&line);
        let (body, mut line) = line.apart();
        self.broken.clear();
        let player = line.player.or(self.on_turn());
        let sender = player.unwrap_or_default();
        self.drawer = matches!(body, Body::Chance(_)).then(|| Drawer(self.table.drawer()));
        let possible = match &body {
            Body::Action(hidden) => {
                !self.table.check_turn(sender, line.by.is_some(), &mut self.broken)
                    || self.may_hide(sender, |event| matches!(event, Event::Action(_, action) if hidden.may_be(action)))
            }
            Body::Chance(hidden) => {
                !self.table.check_draw_due(&mut self.broken)
                    || self.may_hide(sender, |event| matches!(event, Event::Chance(draw) if hidden.may_be(draw)))
            }
            _ => true,
        };
        if !possible {
            self.broken.push(Broken::Table(TableBreach::HiddenImpossible {}));
        }
        if self.broken.is_empty() {
            return self.redact(&line, out);
        }
        if !self.own {
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
            Body::Chance(chance) => {
                object.maybe("player", self.drawer.and_then(|Drawer(drawer)| drawer).as_ref());
                object.field("chance", chance);
            }
            _ => {}
        }
        self.finish(object, &line, true, self.table.n() + 1)
    }

    /// Whether among the events that are possible now there is one that is meant and would be hidden from some player.
    /// Actions are taken to be those of `sender`.
    fn may_hide(&mut self, sender: Player, is_meant: impl Fn(&EventOf<G>) -> bool) -> bool {
        let events: Vec<EventOf<G>> = match self.table.next() {
            Next::Player(_) => {
                self.table.legal().0.iter().map(|action| Event::Action(sender, action.clone())).collect()
            }
            Next::Chance => self.table.chances().iter().map(|(draw, _)| Event::Chance(draw.clone())).collect(),
            Next::Over => Vec::new(),
        };
        let (game, state) = (self.table.game(), self.table.state());
        let is_hidden = |event: &EventOf<G>| {
            Player::all(self.table.players()).any(|viewer| game.sees(state, event, Some(viewer)) == Sight::Kind)
        };
        events.iter().any(|event| is_meant(event) && is_hidden(event))
    }

    /// Answers the remark that something was hidden, which is refused where nothing can be.
    pub(super) fn remarked(&mut self, line: &Line<G>, out: &mut Vec<u8>) -> Verdict {
        let on_turn = self.on_turn().unwrap_or_default();
        if G::HAS_SECRETS && self.may_hide(on_turn, |_| true) {
            return self.redact(line, out);
        }
        self.broken.clear();
        self.broken.push(Broken::Table(TableBreach::HiddenImpossible {}));
        if !self.own {
            return self.withhold_refusal(line, out);
        }
        let mut object = Object::open(out);
        Object::open(object.key("redacted")).end();
        self.finish(object, line, true, self.table.n() + 1)
    }

    /// Says that the game cannot be judged any further. Of what the line claims only its number and whose draw it is can be
    /// verified.
    fn redact(&self, line: &Line<G>, out: &mut Vec<u8>) -> Verdict {
        let n = self.table.n() + 1;
        let mut found = Vec::new();
        compare(&mut found, "n", line.claims.n.as_ref(), || n);
        self.verify_drawer(line, &mut found);
        write_redacted(self.number, Some(self.table.next()), &found, out);
        Verdict { redacted: true, contradicted: !found.is_empty(), ..Verdict::default() }
    }
}

/// What can be seen of an action that cannot be read.
#[derive(Deserialize)]
struct Sent {
    player: Option<Player>,
    action: Option<Value>,
    pick: Option<Value>,
}

/// Answers a header whose position is hidden: the header itself, so that what is written belongs to this game.
pub fn write_redacted_header(
    mut header: Header,
    number: u64,
    contradicted: &[Contradiction],
    emit: Emit,
    out: &mut Vec<u8>,
) {
    if emit.viewer.is_some() {
        (header.seed, header.note) = (None, None);
    }
    let mut object = header_object(&header, out);
    object.field("state", &Value::Null);
    if !contradicted.is_empty() {
        write_found(contradicted, &mut object);
    }
    let mut inner = Object::open(object.key("redacted"));
    inner.field("line", &number);
    inner.end();
    object.maybe("ms", header.ms.as_ref());
    if let Some(note) = &header.note {
        object.spare("note", note);
    }
    object.end_line();
}

/// Writes that a game cannot be judged any further, and what is false in the line that hides something.
fn write_redacted(number: u64, next: Option<Next>, found: &[Contradiction], out: &mut Vec<u8>) {
    let mut object = Object::open(out);
    let mut inner = Object::open(object.key("redacted"));
    inner.field("line", &number);
    inner.maybe("next", next.as_ref());
    inner.end();
    if !found.is_empty() {
        write_found(found, &mut object);
    }
    object.end_line();
}
