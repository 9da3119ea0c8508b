//! What pages are sent: the steps of a game as one viewer sees them, made while somebody looks, and everything once it may be
//! told. All viewers of a kind read the same list, each at their own pace, so one who does not read holds up no other and
//! costs no memory.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use referee::game::MOST_LISTED;
use referee::judge::{Emit, Hear, Memory};
use referee::stream::{Asked, Stream};
use referee::wire::{BEGINNING, LINE_LIMIT, Viewer};

use super::http::Status;
use super::table::{Bell, Stage, Table, locked};
use crate::cmd::secret;
use crate::cmd::steps::Steps;

/// The most legal actions listed at a step.
const LISTED: usize = 30;
/// How many bytes of steps are held for the viewers of one kind, and in all.
const MOST_STEPS: usize = 32 << 20;
const MOST_HELD: usize = 256 << 20;
/// The most lines of a game that is shown whole. Longer ones are for `referee replay`.
const MOST_LINES: usize = 30_000;
/// How many pages with everything are held.
const WHOLES: usize = 4;
/// The longest wait for something new, and how long steps are held for viewers who come back.
const WAIT: Duration = Duration::from_mins(1);

/// How many games with steps are remembered without need.
const MOST_CHANNELS: usize = 64;

/// A game, who looks at it, and the steps that they see.
type Look = (Arc<Table>, Viewer, Arc<Channel>);

/// All pages.
pub(super) struct Pages {
    channels: Mutex<Vec<Look>>,
    /// The pages with everything that were asked for last.
    wholes: Mutex<VecDeque<(Arc<Table>, Arc<str>)>>,
    /// How the records are read: the editions that replace the built-in ones.
    asked: Asked,
    bell: Arc<Bell>,
    /// The bytes of all steps that are held.
    held: AtomicUsize,
}

/// The steps of a game as one viewer sees them, so far.
pub(super) struct Channel {
    /// Its name, which no other has.
    pub(super) name: String,
    /// How many look at it.
    viewers: AtomicUsize,
    log: Mutex<Log>,
    pages: Arc<Pages>,
}

#[derive(Default)]
struct Log {
    /// Each a list of steps, as an event.
    parts: Vec<Arc<str>>,
    /// How much of the record they tell, in bytes.
    reached: usize,
    held: usize,
}

impl Channel {
    pub(super) fn is_looked_at(&self) -> bool {
        self.viewers.load(Ordering::Relaxed) > 0
    }

    /// The part at a place, and how much of the record the parts up to it tell; `None`: it is not there yet.
    pub(super) fn part(&self, place: usize) -> (Option<Arc<str>>, usize) {
        let log = locked(&self.log);
        (log.parts.get(place).cloned(), log.reached)
    }

    /// Adds a part. Returns whether there is room for more.
    fn push(&self, part: Option<String>, reached: usize) -> bool {
        let mut log = locked(&self.log);
        log.reached = reached;
        if let Some(part) = part {
            log.held += part.len();
            let all = self.pages.held.fetch_add(part.len(), Ordering::Relaxed) + part.len();
            log.parts.push(part.into());
            return log.held <= MOST_STEPS && all <= MOST_HELD;
        }
        true
    }

    /// Nothing more comes, whatever follows in the record.
    fn finish(&self) {
        locked(&self.log).reached = usize::MAX;
        self.pages.bell.ring();
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        self.pages.held.fetch_sub(locked(&self.log).held, Ordering::Relaxed);
    }
}

/// A channel that somebody looks at.
pub(super) struct Looked(Arc<Channel>);

impl Looked {
    pub(super) fn at(channel: &Arc<Channel>) -> Looked {
        channel.viewers.fetch_add(1, Ordering::Relaxed);
        Looked(Arc::clone(channel))
    }

    pub(super) fn channel(&self) -> &Channel {
        &self.0
    }
}

impl Drop for Looked {
    fn drop(&mut self) {
        self.0.viewers.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Ends a channel even if what fills it fails.
struct Filling(Arc<Channel>);

impl Drop for Filling {
    fn drop(&mut self) {
        self.0.finish();
    }
}

impl Pages {
    pub(super) fn new(asked: Asked, bell: &Arc<Bell>) -> Arc<Pages> {
        let (channels, wholes) = (Mutex::default(), Mutex::default());
        Arc::new(Pages { channels, wholes, asked, bell: Arc::clone(bell), held: AtomicUsize::new(0) })
    }

    /// The steps of a game as a viewer sees them. Making them begins when they are first asked for.
    pub(super) fn looked_at(self: &Arc<Pages>, table: &Arc<Table>, viewer: Viewer) -> Looked {
        let mut channels = locked(&self.channels);
        if let Some((_, _, channel)) = channels.iter().find(|(of, by, _)| Arc::ptr_eq(of, table) && *by == viewer) {
            return Looked::at(channel);
        }
        if channels.len() > MOST_CHANNELS || self.held.load(Ordering::Relaxed) > MOST_HELD / 2 {
            channels.retain(|(table, _, channel)| channel.is_looked_at() || table.at().0 == Stage::On);
        }
        let channel = self.begin(table, viewer);
        let looked = Looked::at(&channel);
        channels.push((Arc::clone(table), viewer, channel));
        looked
    }

    /// Lets go of steps that are not looked at. Returns whether that is so.
    fn let_go(&self, channel: &Arc<Channel>) -> bool {
        let mut channels = locked(&self.channels);
        let unneeded = !channel.is_looked_at();
        channels.retain(|(_, _, other)| !unneeded || !Arc::ptr_eq(other, channel));
        unneeded
    }

    /// Begins to make the steps of a game for a viewer.
    fn begin(self: &Arc<Pages>, table: &Arc<Table>, viewer: Viewer) -> Arc<Channel> {
        // If the system has no random numbers, its place in memory tells it from all others of this run.
        let name = secret().map_or_else(|_| format!("{:p}", Arc::as_ptr(table)), String::from);
        let (viewers, log) = (AtomicUsize::new(0), Mutex::default());
        let channel = Arc::new(Channel { name, viewers, log, pages: Arc::clone(self) });
        let (filling, table) = (Filling(Arc::clone(&channel)), Arc::clone(table));
        // Without a thread it ends at once.
        let _ = thread::Builder::new().spawn(move || fill(&filling.0, &table, viewer));
        channel
    }

    /// Everything about a game, if it may be told.
    pub(super) fn whole(&self, table: &Arc<Table>) -> Result<Arc<str>, Status> {
        let (stage, _, cut) = table.at();
        if stage != Stage::Open {
            return Err(Status(403, "The game is not over; until then only the public view is shown."));
        }
        if cut {
            return Err(Status(404, "Not all of this game is kept here."));
        }
        // One at a time, so that many who ask at once need no more than one.
        let mut wholes = locked(&self.wholes);
        if let Some((_, whole)) = wholes.iter().find(|(of, _)| Arc::ptr_eq(of, table)) {
            return Ok(Arc::clone(whole));
        }
        let record = table.since(0);
        if memchr::memchr_iter(b'\n', &record).count() > MOST_LINES {
            return Err(Status(404, "The game is too long to be shown whole here; `referee replay` writes it."));
        }
        let mut reader = Reader::new(self, table, Steps::new(None, LISTED));
        reader.read(&record);
        let whole: Arc<str> = reader.steps.page.data().into();
        wholes.push_back((Arc::clone(table), Arc::clone(&whole)));
        if wholes.len() > WHOLES {
            wholes.pop_front();
        }
        Ok(whole)
    }
}

/// Makes the steps of a game as its record grows, while somebody looks.
fn fill(channel: &Arc<Channel>, table: &Table, viewer: Viewer) {
    let pages = &channel.pages;
    let mut reader = Reader::new(pages, table, Steps::for_one(viewer, LISTED, MOST_LISTED));
    let (mut reached, mut looked_at) = (0, Instant::now());
    loop {
        let times = pages.bell.times();
        let (stage, _, _) = table.at();
        let more = table.since(reached);
        if channel.is_looked_at() {
            looked_at = Instant::now();
        }
        if more.is_empty() || !channel.is_looked_at() {
            let ended = more.is_empty() && stage != Stage::On;
            // Those who come later are shown everything, or begin anew.
            let unneeded = looked_at.elapsed() > WAIT && pages.let_go(channel);
            if ended || stage == Stage::Open || unneeded {
                return;
            }
            pages.bell.wait(times, WAIT);
            continue;
        }
        reader.read(&more);
        reached += more.len();
        if !channel.push(reader.steps.page.news(), reached) {
            return;
        }
        pages.bell.ring();
    }
}

/// Reads a record and makes its steps.
struct Reader {
    stream: Stream,
    steps: Steps,
}

impl Reader {
    fn new(pages: &Pages, table: &Table, steps: Steps) -> Reader {
        let asked = Asked { unnamed: table.veiled, ..pages.asked.clone() };
        let mut stream = Stream::new(asked, Emit::NONE);
        stream.watch(Memory::Events);
        Reader { stream, steps }
    }

    fn read(&mut self, part: &[u8]) {
        let Reader { stream, steps } = self;
        for line in part.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let hear: &mut Hear<'_> = &mut |answer| drop(steps.look(answer));
            // A line that cannot be judged makes no step.
            let _ = match line.len() {
                0..=LINE_LIMIT => stream.put(Some(line), hear),
                _ => stream.too_long(&line[..BEGINNING], hear),
            };
        }
    }
}
