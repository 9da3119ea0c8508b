//! Lines whose action or draw is hidden, from a stream written for one viewer: the referee checks what can be checked
//! and says where it can judge no further.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::answer::{About, Answer, AnyEvent, Audience, Falsehood, Fate, Seen, Wrong};
use super::claims::{compare, verify_drawer};
use super::scene::Look as _;
use super::{Drawer, GameJudge, Hear, Incoming};
use crate::game::{Event, EventOf, Game, Player, Sight};
use crate::strict::{self, Malformed};
use crate::table::{Broken, Next, TableBreach};
use crate::wire::{
    Body, Claim, Hidden, HiddenLine, Kinds, Picture, Query, Viewer, advise, kind, kind_of, kinds, note_of, write_json,
};

impl<G: Game, const DRAW: bool> AnyEvent for Hidden<G, DRAW> {
    fn is_draw(&self) -> bool {
        DRAW
    }

    fn write(&self, out: &mut Vec<u8>) {
        write_json(out, self);
    }

    fn write_kind(&self, out: &mut Vec<u8>) {
        write_json(out, self);
    }

    fn in_words(&self) -> String {
        Hidden::in_words(self)
    }
}

impl<G: Game> GameJudge<G> {
    /// Answers a line that cannot be read: its action or draw may be hidden.
    pub(super) fn unreadable(&mut self, bytes: &[u8], malformed: &Malformed, number: u64, hear: &mut Hear<'_>) -> Fate {
        if G::HAS_SECRETS
            && memchr::memmem::find(bytes, b"null").is_some()
            && let Some(line) = strict::read::<HiddenLine<G>>(bytes)
        {
            return self.hidden(line, number, hear);
        }
        let note = note_of(bytes);
        // The error message may quote what another player was about to do.
        let sent = serde_json::from_slice::<Sent>(bytes)
            .ok()
            .filter(|sent| sent.action.is_some() || sent.pick.is_some() || sent.id.is_some());
        let sender = sent.as_ref().and_then(|sent| sent.player.or(self.on_turn()));
        // If it has no `action`, only the organiser may read the message: even an action outside its key reveals what a
        // player was about to do.
        let own = self.scene.hearers(sender);
        let noted = sender.map_or(Audience::ORGANISER, |sender| Audience::only(Viewer::Player(sender)));
        let bare = sent.is_none() && strict::read::<G::Action>(bytes).is_some();
        let (mut said, mut about_action, mut drawn) = (malformed.clone(), sent.is_some(), None);
        let mut meant = sent.as_ref().and_then(|sent| sent.action.as_ref().and_then(kind).map(str::to_owned));
        if bare {
            let message = "an action is written {\"action\":...}; this line is only the part inside".to_owned();
            said = Malformed { message, line: None, column: None };
        } else if let Some(line) = strict::read::<Map<String, Value>>(bytes) {
            let kinds = self.kinds.get_or_init(|| Kinds { actions: kinds::<G::Action>(), draws: kinds::<G::Chance>() });
            let alone = |kind: &str| strict::from_value::<G::Action>(&Value::from(kind)).is_ok();
            if let Some(advice) = advise(&line, &malformed.message, kinds, alone) {
                about_action |= advice.kind.is_some();
                meant = advice.kind.or(meant);
                said = Malformed { column: malformed.column, line: malformed.line, ..Malformed::new(advice.message) };
            }
            let table = &self.scene.table;
            if line.contains_key("chance") && table.next() == Next::Chance {
                drawn = table.chances().first().map(|(draw, _)| json!({"chance": draw}).to_string());
            }
        }
        let sender = sender.or(self.on_turn());
        let example = about_action.then(|| self.example(sender, meant.as_deref())).flatten();
        let with = |draw: Option<&String>| {
            let mut said = said.clone();
            said.message.extend(draw.map(|draw| format!("; a possible draw now: {draw}")));
            let example = example.as_ref();
            said.message.extend(example.map(|act| format!("; a legal action now: {act}")));
            said
        };
        let whole = with(drawn.as_ref());
        // The possible draws reveal what the others hold.
        let told = with(drawn.as_ref().filter(|_| self.scene.may_list(Some(Viewer::Public))));
        self.malformed(Wrong { told: &told, whole: &whole }, number, (note.as_deref(), noted), own, hear)
    }

    /// An action that is legal now, as it is written, preferably of the wanted kind. `None` if it is not the sender's
    /// turn.
    fn example(&self, sender: Option<Player>, wanted: Option<&str>) -> Option<String> {
        /// A longer example does not help.
        const LONGEST: usize = 200;
        if sender != self.on_turn() {
            return None;
        }
        let (legal, _) = self.scene.table.legal();
        // Actions of one kind stand together in the list, so it need not be searched one by one.
        let (mut rest, mut same) = (legal, None);
        while let Some(first) = rest.first() {
            let kind = kind_of(first);
            same = wanted.filter(|wanted| *wanted == kind).map(|_| first);
            if same.is_some() {
                break;
            }
            rest = &rest[rest.partition_point(|action| kind_of(action) == kind)..];
        }
        let action = serde_json::to_value(same.or(legal.first())?).unwrap_or_default();
        Some(json!({"action": action}).to_string()).filter(|text| text.len() <= LONGEST)
    }

    /// Answers a line that does not follow the protocol; `to` are those who may know why. `note` is the line's, with those
    /// who may read it.
    pub(super) fn malformed(
        &mut self,
        wrong: Wrong<'_>,
        number: u64,
        (note, own): (Option<&str>, Audience),
        to: Audience,
        hear: &mut Hear<'_>,
    ) -> Fate {
        self.scene.turn_page(false);
        self.scene.remember(None);
        let answer = Answer { note, own, ..Answer::malformed(wrong, number, to, Some(&self.scene)) };
        hear(&answer);
        answer.fate
    }

    /// Answers a line whose action or draw is hidden: refuses it if no event of its kind would be legal now. Otherwise
    /// the referee cannot know how the game continues.
    fn hidden(&mut self, line: HiddenLine<G>, number: u64, hear: &mut Hear<'_>) -> Fate {
        let own = self.heard_by(line.player, &line.body);
        let noted = self.noted_by(line.player, &line.body);
        let (body, line) = line.apart();
        self.broken.clear();
        let (player, by) = (line.player.or(self.on_turn()), line.by);
        let sender = player.unwrap_or_default();
        let drawer = matches!(body, Body::Chance(_)).then(|| Drawer(self.scene.table.drawer()));
        let possible = match &body {
            Body::Action(hidden) => {
                !self.scene.table.check_turn(sender, by.is_some(), &mut self.broken)
                    || self.may_hide(sender, |event| matches!(event, Event::Action(_, action) if hidden.may_be(action)))
            }
            Body::Chance(hidden) => {
                !self.scene.table.check_draw_due(&mut self.broken)
                    || self.may_hide(sender, |event| matches!(event, Event::Chance(draw) if hidden.may_be(draw)))
            }
            _ => true,
        };
        if !possible {
            self.broken.push(Broken::Table(TableBreach::HiddenImpossible {}));
        }
        let asked = Incoming { line: &line, plain: false, number, own, noted, drawer };
        if self.broken.is_empty() {
            return self.redact(&asked, hear);
        }
        self.scene.turn_page(false);
        self.scene.remember(None);
        let n = self.scene.table.n() + 1;
        let (event, player): (&dyn AnyEvent, _) = match &body {
            Body::Action(action) => (action, player),
            Body::Chance(chance) => (chance, drawer.and_then(|Drawer(drawer)| drawer)),
            // Nothing else can be hidden.
            _ => return Fate::default(),
        };
        let open = self.scene.onlookers(player, None, false);
        self.refuse(&asked, About::Event { n, player, by, event: Seen::new(event, Audience::ALL) }, open, hear)
    }

    /// Whether any event that is possible now satisfies `is_meant` and would be hidden from some player. Actions count
    /// as those of `sender`.
    fn may_hide(&self, sender: Player, is_meant: impl Fn(&EventOf<G>) -> bool) -> bool {
        let table = &self.scene.table;
        let (game, state) = (table.game(), table.state());
        let is_hidden = |event: &EventOf<G>| {
            Player::all(table.players()).any(|viewer| game.sees(state, event, Some(viewer)) == Sight::Kind)
        };
        // The list can be long, and where nothing is hidden all of it is looked at.
        let is_both = |event: EventOf<G>| is_hidden(&event) && is_meant(&event);
        match table.next() {
            Next::Player(_) => table.legal().0.iter().any(|action| is_both(Event::Action(sender, action.clone()))),
            Next::Chance => table.chances().iter().any(|(draw, _)| is_both(Event::Chance(draw.clone()))),
            Next::Over => false,
        }
    }

    /// Answers the remark that something was hidden; refuses it if nothing can be hidden now.
    pub(super) fn remarked(&mut self, asked: &Incoming<'_, G>, hear: &mut Hear<'_>) -> Fate {
        let on_turn = self.on_turn().unwrap_or_default();
        if G::HAS_SECRETS && self.may_hide(on_turn, |_| true) {
            return self.redact(asked, hear);
        }
        self.broken.clear();
        self.broken.push(Broken::Table(TableBreach::HiddenImpossible {}));
        self.scene.remember(None);
        let open = self.scene.onlookers(None, None, false);
        self.refuse(asked, About::NotRedacted, open, hear)
    }

    /// Says that the game cannot be judged any further. Of the line's claims, only its number and whose draw it is can
    /// be verified.
    fn redact(&self, asked: &Incoming<'_, G>, hear: &mut Hear<'_>) -> Fate {
        let n = self.scene.table.n() + 1;
        let mut found: Vec<Falsehood<'_>> = Vec::new();
        compare(&mut found, Claim::N, asked.line.claims.n.as_ref(), || n);
        verify_drawer(asked, &mut found);
        let fate = Fate { redacted: true, contradicted: !found.is_empty(), ..Fate::default() };
        let answer = Answer::new(About::Redacted, asked.number, Some(&self.scene));
        hear(&Answer { fate, contradicted: found, ..answer });
        fate
    }

    /// Who may hear the answer to a question.
    pub(super) fn may_hear(&self, query: Query) -> Audience {
        let scene = &self.scene;
        let players = scene.table.players();
        match query {
            _ if scene.hides_nothing() => Audience::ALL,
            Query::State => Audience::ORGANISER,
            Query::View(whose) | Query::Picture(Picture { viewer: Some(whose), .. }) => match whose {
                Viewer::Player(player) if player.0 < players => Audience::only(whose),
                // What everybody may know, or the refusal.
                _ => Audience::ALL,
            },
            Query::Undo | Query::Header | Query::Picture(_) => Audience::ALL,
            Query::Legal | Query::LegalIds => scene.listening(|viewer| scene.may_list(Some(viewer))),
        }
    }

    /// Who may know all that a line says, with its false claims: for an action, the player who sent it.
    pub(super) fn heard_by<A, C>(&self, player: Option<Player>, body: &Body<A, C>) -> Audience {
        self.scene.hearers(self.sender(player, body))
    }

    /// Who may read the note of a line: what players note about their actions is for no one else, even where nothing is hidden,
    /// and so is what the judge notes about the program of a player who loses.
    pub(super) fn noted_by<A, C>(&self, player: Option<Player>, body: &Body<A, C>) -> Audience {
        let only = |player| Audience::only(Viewer::Player(player));
        match body {
            Body::Forfeit(forfeit) => only(forfeit.player),
            _ => self.sender(player, body).map_or_else(|| self.scene.hearers(None), only),
        }
    }

    /// The player whose action a line is; `None`: it is no action.
    fn sender<A, C>(&self, player: Option<Player>, body: &Body<A, C>) -> Option<Player> {
        let action = matches!(body, Body::Action(_) | Body::Pick(_));
        player.or(self.on_turn()).filter(|_| action)
    }
}

/// The recognisable parts of an action that cannot be read.
#[derive(Deserialize)]
struct Sent {
    player: Option<Player>,
    action: Option<Value>,
    pick: Option<Value>,
    id: Option<Value>,
}
