//! Makes pages of games from the answers of a judge: each answer becomes a step for each viewer, with what that viewer may
//! know. `replay` writes whole games this way, and a page that watches a game gets each step as it comes.

use referee::bots::cause::Cause;
use referee::game::Player;
use referee::game::picture::Picture;
use referee::judge::answer::{About, Answer, Told};
use referee::judge::{Listing, Look};
use referee::render::Refusal;
use referee::render::page::{Decided, Legal, Page, Step};
use referee::stream::Usage;
use referee::table::Next;
use referee::text::{count, escaped, harmless};
use referee::wire::Viewer;

use super::show::at_table;

/// A page in progress.
#[derive(Default)]
pub(crate) struct Steps {
    /// The page so far.
    pub(crate) page: Page,
    /// The number of its pictures: where something is hidden, at each step one for each viewer.
    pub(crate) pictures: usize,
    /// The only viewer; `None`: every viewer has a view of their own, and one sees everything.
    viewer: Option<Viewer>,
    /// The most legal actions listed at a step.
    listed: usize,
    /// The same where the viewer is to act.
    own: usize,
    /// The viewers of the current game; `None` sees everything.
    viewers: Vec<Option<Viewer>>,
    /// What each viewer saw at the last step, if that was a line that could not be read. Such a line changes nothing, so that
    /// after another one the pictures are the same.
    unread: Vec<Picture>,
}

impl Steps {
    /// An empty page.
    pub(crate) fn new(viewer: Option<Viewer>, listed: usize) -> Steps {
        Steps { viewer, listed, own: listed, ..Steps::default() }
    }

    /// An empty page for one viewer, who needs longer lists to act.
    pub(crate) fn for_one(viewer: Viewer, listed: usize, own: usize) -> Steps {
        Steps { own, ..Steps::new(Some(viewer), listed) }
    }

    /// Begins a game.
    fn begin(&mut self, game: &dyn Look) -> Result<(), Usage> {
        let players = game.players();
        self.viewers = if let Some(viewer) = self.viewer {
            at_table(viewer, players)?;
            vec![Some(viewer)]
        } else {
            let everybody = std::iter::once(Viewer::Public).chain(Player::all(players).map(Viewer::Player));
            // If nothing is hidden, the public sees everything.
            game.has_secrets().then_some(None).into_iter().chain(everybody.map(Some)).collect()
        };
        let picture = game.picture(None);
        let name = |viewer: &Option<Viewer>| match viewer {
            None => "all players together".to_owned(),
            Some(Viewer::Public) => "the public".to_owned(),
            Some(Viewer::Player(player)) => picture.name(*player).to_owned(),
        };
        let names: Vec<String> = self.viewers.iter().map(name).collect();
        self.page.game(&picture.title, &names);
        Ok(())
    }

    /// Whether an answer becomes a step.
    pub(crate) fn is_step(answer: &Answer<'_>) -> bool {
        let (Some(whole), Some(game)) = (answer.told(None), answer.game) else { return false };
        match whole.about() {
            // Queries change nothing, and a finished game was not cut short.
            About::Redacted | About::Query(_) => false,
            About::Left => game.next() != Next::Over,
            About::End => game.outcome().is_some(),
            _ => true,
        }
    }

    /// Adds a step for every viewer.
    pub(crate) fn look(&mut self, answer: &Answer<'_>) -> Result<(), Usage> {
        let (Some(whole), Some(game)) = (answer.told(None), answer.game) else { return Ok(()) };
        if !Steps::is_step(answer) {
            return Ok(());
        }
        if matches!(whole.about(), About::Header(_)) {
            self.begin(game)?;
        }
        self.pictures += if game.has_secrets() { self.viewers.len() } else { 1 };
        let unread = matches!(whole.about(), About::Malformed(_));
        let mut pictures = std::mem::take(&mut self.unread);
        if !unread {
            pictures.clear();
        }
        if pictures.is_empty() {
            // Where nothing is hidden, all see the same.
            pictures = game.pictures(if game.has_secrets() { &self.viewers } else { &self.viewers[..1] });
        }
        for (at, viewer) in self.viewers.iter().enumerate() {
            let picture = &mut pictures[if game.has_secrets() { at } else { 0 }];
            if let (true, Some(Viewer::Player(player))) = (self.own > self.listed, viewer) {
                // What they have is what they choose from.
                picture.panels.sort_by_key(|panel| !panel.above && panel.owner != Some(*player));
            }
            if !matches!(whole.about(), About::Event { .. }) {
                // It was told at its event.
                picture.scored.clear();
            }
            // What players noted and said in vain is theirs, unless the page is for everybody.
            let all = self.viewer.is_none() && (viewer.is_none() || !game.has_secrets());
            let told = if all { Some(whole) } else { answer.shown(*viewer) };
            // Who may not know what was wrong does not learn whether it could be read.
            let is_refused = !whole.violations().is_empty() || (told.is_none() && answer.fate.malformed);
            let refused =
                is_refused.then(|| told.as_ref().map_or_else(Vec::new, |told| Refusal::of(told.violations())));
            let acts =
                matches!((game.next(), viewer), (Next::Player(next), Some(Viewer::Player(player))) if next == *player);
            let listing = game.listing(*viewer, if acts { self.own } else { self.listed });
            let words = words_of(picture, answer, &whole, told.is_some());
            let noted = told.as_ref().is_some_and(|told| told.note().is_some() || told.eval().is_some());
            let decided = decided(&whole, answer.ms, noted);
            let fault = last_words(&whole, told.is_some(), noted);
            self.page.step(at, picture, Step { words, refused, legal: listing.map(legal), decided, fault });
        }
        if unread {
            self.unread = pictures;
        }
        Ok(())
    }
}

/// What happened, in words. `told`: the viewer may know all of it.
fn words_of(picture: &Picture, answer: &Answer<'_>, whole: &Told<'_, '_>, told: bool) -> String {
    let named = |player: Player| match picture.name(player) {
        "" => player.to_string(),
        name => name.to_owned(),
    };
    let by = |player: Option<Player>| player.map(|player| format!("{}: ", named(player))).unwrap_or_default();
    if !told && (answer.fate.malformed || !whole.violations().is_empty()) {
        return "A line was refused; this viewer may not see it".to_owned();
    }
    if !whole.violations().is_empty() {
        return match whole.about() {
            About::Undo { .. } => "undo refused".to_owned(),
            About::Event { event, .. } if event.is_draw() => {
                format!("drawing {} refused", event.in_words(None).unwrap_or_default())
            }
            About::Event { player, event, .. } => {
                format!("{}{} refused", by(player), event.in_words(None).unwrap_or_default())
            }
            About::Pick { player, pick, .. } => format!("{}{} {} refused", by(player), pick.key(), pick.number()),
            _ => "a ruling refused".to_owned(),
        };
    }
    match whole.about() {
        About::Header(_) => "The start".to_owned(),
        About::Malformed(wrong) => {
            format!("A line does not follow the protocol: {}", escaped(&wrong.told(None).message))
        }
        About::Undo { undone, .. } => format!("Taken back: {}", count(undone, "step")),
        About::Forfeit(forfeit) => {
            let over = forfeit.over_ms.map(|over| format!(", by {over} ms")).unwrap_or_default();
            format!("{} loses: {}{over}", named(forfeit.player), Cause::from(forfeit.cause).words())
        }
        About::Attempt(attempt) => {
            let why = Some(&attempt.why).filter(|why| told && !why.is_empty());
            let why = why.map(|why| format!(": {}", harmless(why))).unwrap_or_default();
            format!("{}: an answer was not taken, {}{why}", named(attempt.player), attempt.fault.words())
        }
        About::Abort(abort) => format!("Called off: {}", Cause::from(abort.cause).words()),
        About::End => picture.waits.clone(),
        About::Stated if answer.game.is_some_and(|game| game.outcome().is_some()) => picture.waits.clone(),
        About::Left => "The record ends here".to_owned(),
        _ => picture.last.clone(),
    }
}

/// The last words of who is at fault: what they said in vain, or what the judge noted about their loss; `None`: it was no fault.
/// `said` and `noted`: whether to show either.
fn last_words(whole: &Told<'_, '_>, said: bool, noted: bool) -> Option<String> {
    let words = match whole.about() {
        About::Attempt(attempt) => Some(&*attempt.said).filter(|_| said),
        About::Forfeit(_) => whole.note().filter(|_| noted),
        About::Abort(_) => None,
        _ => return None,
    };
    Some(harmless(words.unwrap_or_default()))
}

/// The decision in a line. `notes`: whether to show a player's notes on it.
fn decided(whole: &Told<'_, '_>, ms: Option<u64>, notes: bool) -> Option<Decided> {
    let About::Event { player: Some(player), event, .. } = whole.about() else { return None };
    if !whole.violations().is_empty() || event.is_draw() {
        return None;
    }
    let note = whole.note().map(|note| escaped(note).to_string());
    let eval = whole.eval().map(|eval| format!("evaluation {eval}"));
    let all: Vec<String> = note.into_iter().chain(eval).filter(|_| notes).collect();
    let note = all.join("; ");
    Some(Decided { player, ms, note })
}

fn legal(listing: Listing) -> Legal {
    let Listing { first, count, exhaustive } = listing;
    Legal { first, count, exhaustive }
}
