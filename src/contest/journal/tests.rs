//! Journals that are killed, torn, full, shared or not journals at all.

use super::super::record::tests::result;
use super::super::schedule::tests::config;
use super::*;

/// A disk with limited room. Written bytes stay in memory until synced.
#[derive(Clone, Debug, Default)]
struct Disk {
    bytes: Vec<u8>,
    room: usize,
    can_cut: bool,
    /// What a power failure would leave.
    synced: Vec<u8>,
    cannot_sync: bool,
}

impl Storage for Disk {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let fits = bytes.len().min(self.room - self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..fits]);
        if fits < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
    fn cut(&mut self, bytes: u64) -> io::Result<()> {
        if !self.can_cut {
            return Err(io::ErrorKind::Other.into());
        }
        self.bytes.truncate(bytes as usize);
        Ok(())
    }
    fn sync(&mut self) -> io::Result<()> {
        if self.cannot_sync {
            return Err(io::ErrorKind::Other.into());
        }
        self.synced.clone_from(&self.bytes);
        Ok(())
    }
}

fn secret() -> Bits128 {
    Bits128::typed(1)
}

fn read(disk: Disk) -> Result<Journal<Disk>, JournalFault> {
    let ledger = Ledger::read(&mut &disk.bytes[..])?;
    Ok(Journal { storage: disk, ledger, spoilt: false })
}

fn open(disk: Disk) -> Result<Journal<Disk>, JournalFault> {
    let config = config("swiss", 3, 2, "rounds = 2\nblocks = 2");
    read(disk)?.resume(&config, Files::default(), || Ok(secret()))
}

fn empty() -> Disk {
    Disk { room: usize::MAX, can_cut: true, ..Disk::default() }
}

fn games() -> [GameResult; 3] {
    [
        result("r1t1b1g1", &[("bot0", 1), ("bot1", 2)]),
        result("r1t1b1g2", &[("bot1", 2), ("bot0", 1)]),
        result("r1t1b2g1", &[("bot0", 1), ("bot1", 1)]),
    ]
}

/// Begins a round with one table.
fn begin<S: Storage>(journal: &mut Journal<S>, number: u32, table: [usize; 2], bye: usize) -> Result<(), JournalFault> {
    let names = ["bot0", "bot1", "bot2"].map(str::to_owned);
    journal.begin_round(number, &Round { tables: vec![table.to_vec()], byes: vec![bye] }, &names)
}

fn written() -> Journal<Disk> {
    let mut journal = open(empty()).expect("a new journal");
    begin(&mut journal, 1, [0, 1], 2).expect("written");
    for game in games() {
        journal.add_result(game).expect("written");
    }
    journal
}

#[test]
fn what_was_written_is_read_again() {
    let journal = written();
    let again = open(journal.storage.clone()).expect("the same configuration");
    assert_eq!(again.ledger, journal.ledger);
    assert_eq!(again.ledger.games.len(), 3);
    assert_eq!(again.seed(), Some(secret()));
    assert_eq!(again.storage.bytes, journal.storage.bytes, "reopening writes nothing");
    let opened = Ledger::read(&mut &again.storage.bytes[..]).expect("good").opening.expect("a first line");
    assert_eq!(opened.config.digest(), opened.config_sha256);
}

#[test]
fn killed_at_any_byte_at_most_the_torn_line_is_lost() {
    let whole = written().storage.bytes;
    for length in 0..=whole.len() {
        let disk = Disk { bytes: whole[..length].to_vec(), ..empty() };
        let mut journal = open(disk).expect("torn lines are dropped");
        let ends = whole[..length].split(|byte| *byte == b'\n').count() - 1;
        assert_eq!(journal.ledger.games.len(), ends.saturating_sub(2));
        begin(&mut journal, 1, [0, 1], 2).expect("written");
        for game in games() {
            if !journal.ledger.games.contains_key(&game.game_id) {
                journal.add_result(game).expect("written");
            }
        }
        assert!(journal.storage.bytes == whole, "resumed at {length}, it ends the same");
    }
}

#[test]
fn what_was_promised_outlives_a_power_failure() {
    let mut journal = open(empty()).expect("a new journal");
    let left = |journal: &Journal<Disk>| Ledger::read(&mut &journal.storage.synced[..]).expect("it can be read");
    assert_eq!(left(&journal), journal.ledger, "the secret seed is on the disk before anything depends on it");
    begin(&mut journal, 1, [0, 1], 2).expect("written");
    assert_eq!(left(&journal), journal.ledger);
    for game in games() {
        journal.add_result(game).expect("written");
        assert_eq!(left(&journal), journal.ledger);
    }
}

#[test]
fn what_may_not_have_reached_the_disk_is_not_promised() {
    let mut journal = written();
    let whole = journal.storage.bytes.clone();
    journal.storage.cannot_sync = true;
    let another = result("r1t1b2g2", &[("bot1", 1), ("bot0", 1)]);
    assert!(journal.add_result(another).is_err());
    assert_eq!((&journal.storage.bytes, journal.ledger.games.len()), (&whole, 3), "a failed append changes nothing");
}

/// A file that is not on a disk cannot be synced, and the system reports it.
#[cfg(target_os = "linux")]
#[test]
fn a_file_is_synced_by_the_system() {
    let mut nowhere = OpenOptions::new().append(true).open("/dev/null").expect("it can be written to");
    nowhere.append(b"a line\n").expect("it takes everything");
    let refused = nowhere.sync().expect_err("it has no disk");
    assert_eq!(refused.kind(), io::ErrorKind::InvalidInput);
    let refused = sync_names_in(Path::new("/dev/null")).expect_err("it has no disk");
    assert_eq!(refused.kind(), io::ErrorKind::InvalidInput);
}

#[test]
fn what_is_no_journal_is_left_as_it_is() {
    // Nothing can be cut here, so a file that is read without a fault fails to be cut.
    for notes in
        [&b"my precious notes, one line without an end"[..], b"{\"a\":1}", b"{\"tournaments\":", b"\0\xff\x80", b" "]
    {
        let disk = Disk { bytes: notes.to_vec(), can_cut: false, ..empty() };
        let said = open(disk).expect_err("it is not a journal");
        assert!(matches!(&said, JournalFault::Line(1, why) if why.contains("not a journal")), "{said}");
    }
    // A refused journal of another tournament keeps even its torn line.
    let mut disk = written().storage;
    disk.bytes.extend_from_slice(b"{\"result\":{");
    disk.can_cut = false;
    let other = config("swiss", 3, 2, "rounds = 1");
    let torn = read(disk).expect("a torn line is passed over");
    assert!(torn.ledger.torn);
    let refused = torn.resume(&other, Files::default(), || Ok(secret()));
    assert!(matches!(refused, Err(JournalFault::OtherConfig { .. })));
}

#[test]
fn what_differs_from_the_configuration_of_a_journal_is_named() {
    let said = |change: &dyn Fn(&mut Config)| {
        let mut here = written().ledger.opening.expect("a first line").config;
        change(&mut here);
        let refused = written().resume(&here, Files::default(), || Ok(secret()));
        refused.map(|_| ()).map_err(|fault| fault.to_string())
    };
    let says = |change: &dyn Fn(&mut Config), what: &str| {
        let message = said(change).expect_err(what);
        let end = if what.starts_with("blocks") {
            "extend` adds this to it"
        } else {
            "use another journal file for this one"
        };
        assert!(message.contains(what) && message.ends_with(end), "{message}");
    };
    assert_eq!(said(&|config| config.concurrency = 7), Ok(()), "that may change");
    says(&|config| config.blocks += 1, "blocks: ");
    says(&|config| config.memory = Some(5), "memory: none in the journal, 5 here");
    says(&|config| config.bots[1].command = "x".repeat(500), "bots.2.command: \"");
    says(&|config| drop(config.bots.pop()), "bots: ");
    says(
        &|config| drop(config.options.insert("setup".to_owned(), "S2".into())),
        "options.setup: none in the journal, \"S2\" here",
    );
    let all = said(&|config| config.bots.iter_mut().for_each(|bot| bot.name.push_str("é".repeat(3000).as_str())));
    assert!(all.expect_err("all bots").len() < 2000);
    let edition = written().resume(
        &written().ledger.opening.expect("a first line").config,
        Files { edition: Some(b"{}"), positions: Some(b"") },
        || Ok(secret()),
    );
    let said = edition.map(|_| ()).expect_err("an edition").to_string();
    assert!(said.contains("the edition file has SHA-256 of none") && said.contains("the positions file has"), "{said}");
}

#[test]
fn a_full_disk_loses_nothing() {
    let whole = written().storage.bytes;
    let first = whole.iter().position(|byte| *byte == b'\n').expect("a line") + 1;
    for room in first..whole.len() {
        let mut journal = open(Disk { room, ..empty() }).expect("the first line fits");
        let mut said = begin(&mut journal, 1, [0, 1], 2);
        for game in games() {
            said = said.and_then(|()| journal.add_result(game));
        }
        let said = said.expect_err("there is no room").to_string();
        assert!(said.contains("the disk is full"), "{said}");
        let there = journal.storage.bytes.clone();
        assert!(whole.starts_with(&there) && there.ends_with(b"\n"));
        // With more room it continues.
        journal.storage.room = usize::MAX;
        for game in games().into_iter().skip(journal.ledger.games.len()).take(1) {
            if journal.ledger.rounds.is_empty() {
                begin(&mut journal, 1, [0, 1], 2).expect("there is room");
            }
            journal.add_result(game).expect("there is room");
        }
        assert!(whole.starts_with(&journal.storage.bytes) && journal.storage.bytes.len() > there.len());
    }
}

#[test]
fn nothing_is_written_behind_a_torn_line() {
    let mut journal = written();
    journal.storage.room = journal.storage.bytes.len() + 10;
    journal.storage.can_cut = false;
    let another = result("r1t1b2g2", &[("bot1", 1), ("bot0", 1)]);
    assert!(journal.add_result(another.clone()).is_err());
    journal.storage.room = usize::MAX;
    let said = journal.add_result(another).expect_err("it would be unreadable").to_string();
    assert!(said.contains("could not be cut off"), "{said}");
    let read = Ledger::read(&mut &journal.storage.bytes[..]).expect("a torn line is dropped");
    assert!(read.torn && read.games.len() == 3);
}

#[test]
fn games_count_once_and_strange_lines_are_named() {
    let whole = String::from_utf8(written().storage.bytes).expect("text");
    let read = |text: String| Ledger::read(&mut text.as_bytes());
    let last = whole.lines().last().expect("a line");
    let twice = read(format!("{whole}{last}\n")).expect("a game that is there twice");
    assert_eq!((twice.games.len(), twice.duplicates.len()), (3, 1));
    let bad = |text: String, number: u64, because: &str| {
        let JournalFault::Line(line, message) = read(text).expect_err(because) else { panic!("another fault") };
        assert!(line == number && message.contains(because), "{line}: {message}");
    };
    let added = |line: &str, because: &str| bad(format!("{whole}{line}\n"), 6, because);
    let changed = |from: &str, to: &str, because: &str| added(&last.replace(from, to), because);
    let extended = |by: &str, because: &str| {
        added(&format!("{{\"extend\":{{\"config_sha256\":\"\",{by}}}}}"), because);
    };

    added("nonsense", "not a JSON value");
    added("", "the line ends where a value should begin");
    changed("bot1", "bot9", "no bot `bot9`");
    changed("plies", "plys", "did you mean `plies`?");
    bad(format!("{last}\n"), 1, "begins with a line `tournament`");
    bad(whole.replace("\"number\":1", "\"number\":2"), 2, "round 2 follows round 0");
    bad(whole.replacen("\"version\":2", "\"version\":1", 1), 1, "version 1");
    // Results that contradict the schedule or the seed.
    changed("r1t1b2g1", "r2t1b1g1", "no game r2t1b1g1 on the schedule");
    changed("r1t1b2g1", "r1t1b3g1", "no game r1t1b3g1 on the schedule");
    changed("r1t1b2g1", "r1t1b2g2", "game r1t1b2g2 is between bot1, bot0, not between bot0, bot1");
    changed("bot1", "bot2", "game r1t1b2g1 is between bot0, bot1, not between bot0, bot2");
    changed("r1t1b2g1", "r1t1b1g1", "does not belong to the seed of block r1t1b1");
    bad(whole.replacen("\"blocks\":2", "\"blocks\":3", 1), 1, "`config_sha256` is not the digest of");
    bad(whole.replacen("\"seed\":\"0", "\"seed\":\"1", 1), 3, "does not belong to the seed of block r1t1b1");
    bad(whole.replacen("[\"bot2\"]", "[\"bot7\"]", 1), 2, "no bot `bot7`");
    extended(r#""blocks":2"#, "`blocks` can only grow: 2 after 2");
    extended(r#""blocks":3"#, "`config_sha256` is not the digest");
    extended(r#""withdrawn":["x"]"#, "no bot `x`");
    added(whole.lines().next().expect("a line"), "only the first line");
}

#[test]
fn another_configuration_or_schedule_is_refused() {
    let other = config("swiss", 3, 2, "rounds = 1");
    let refused = written().resume(&other, Files::default(), || Ok(secret()));
    assert!(matches!(refused, Err(JournalFault::OtherConfig { .. })));
    let said = begin(&mut written(), 1, [0, 2], 1);
    assert!(matches!(said, Err(JournalFault::Line(2, _))));
    // The second round comes after the games of the first.
    let mut journal = written();
    begin(&mut journal, 2, [0, 2], 1).expect("written");
    let read = Ledger::read(&mut &journal.storage.bytes[..]).expect("good");
    assert_eq!((&read, &read.round_lines[..]), (&journal.ledger, &[2, 6][..]));
    let said = begin(&mut journal, 2, [1, 2], 0);
    assert!(matches!(said, Err(JournalFault::Line(6, _))));
}

#[test]
fn one_run_at_a_time() {
    let path = std::env::temp_dir().join(format!("referee-journal-{}", std::process::id()));
    let config = config("swiss", 3, 2, "rounds = 2\nblocks = 2");
    let open = || Journal::open(&path, &config, Files::default(), || Ok(secret()));
    let mut first = open().expect("a new file");
    begin(&mut first, 1, [0, 1], 2).expect("written");
    first.add_result(games()[0].clone()).expect("written");
    assert!(matches!(open(), Err(JournalFault::Locked)));
    drop(first);
    assert_eq!(open().expect("free again").ledger().games.len(), 1);
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&path).expect("there").permissions());
        assert_eq!(mode & 0o077, 0, "the seed is the organiser's");
    }
    std::fs::remove_file(&path).expect("can remove it");
}
