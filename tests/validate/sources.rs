//! What `validate` reads: files that change or may not be read, and pipes with a name.

use std::fs;
#[cfg(target_os = "linux")]
use std::io::Write as _;
use std::path::Path;

use serde_json::Value;

#[cfg(target_os = "linux")]
use super::pipes::{self, spawn};
use super::pipes::{HEADER, command, referee};
use super::planted::games;
use super::{file, folder, text};

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_changes_is_not_believed() {
    let folder = folder("changes");
    let content = games("tectonic", "2", 1, 1).concat() + &"\n".repeat(20_000_000);
    let path = file(&folder, "changing.jsonl", "");
    // The report about a file that grows or shrinks while open, and how often it did.
    let run = |grows: bool| {
        fs::write(&path, &content).expect("a file");
        let mut child = spawn(&["validate", "--each", text(&path)]);
        let handles = format!("/proc/{}/fd", child.id());
        let is_open = || {
            let mut handles = fs::read_dir(&handles).into_iter().flatten().flatten();
            handles.any(|handle| fs::read_link(handle.path()).is_ok_and(|to| to == path))
        };
        while !is_open() && child.try_wait().expect("a child").is_none() {}
        let mut file = fs::OpenOptions::new().append(true).open(&path).expect("the file");
        let (mut length, mut changes) = (content.len() as u64, 0);
        while child.try_wait().expect("a child").is_none() {
            changes += 1;
            length -= 1;
            if grows { file.write_all(b"\n") } else { file.set_len(length) }.expect("room");
            std::thread::sleep(std::time::Duration::from_micros(200));
        }
        (child.wait_with_output().expect("it ends"), changes)
    };
    for grows in [true, false] {
        // It may have read the file before the test sees it open.
        let (output, changes) = pipes::patience::in_time(|| run(grows), |(_, changes)| *changes < 3);
        assert_eq!(output.status.code(), Some(3));
        let out = String::from_utf8(output.stdout).expect("UTF-8");
        let last: Value = serde_json::from_str(out.lines().last().expect("a verdict")).expect("JSON");
        assert_eq!(last["verdict"], "unreadable", "{last}");
        assert_eq!(last["fault"]["message"], "the file changed while it was read");
        let (read, whole) = (last["fault"]["byte"].as_u64().expect("a place"), content.len() as u64);
        assert!(
            if grows { read < whole + changes / 2 } else { read < whole },
            "an end that runs away is not followed: {last}"
        );
    }
    fs::remove_file(&path).expect("it can go");
}

#[test]
fn what_may_not_be_read_is_said_and_the_rest_is_judged() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = folder("forbidden");
    let lock = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
    let closed = folder.join("b");
    fs::create_dir_all(&closed).expect("a folder");
    lock(&closed, 0);
    lock(&file(&folder, "a.jsonl", HEADER), 0);
    file(&folder, "c.jsonl", games("tectonic", "2", 1, 3).concat());
    let mut run = command(env!("CARGO_BIN_EXE_referee"));
    if fs::read(folder.join("a.jsonl")).is_ok() {
        // A root user may read everything, and must first give that up.
        let rights = "--bounding-set=-dac_override,-dac_read_search";
        if !command("setpriv").args([rights, "true"]).status().is_ok_and(|status| status.success()) {
            println!("not tested: there is no setpriv");
            return;
        }
        run = command("setpriv");
        run.args([rights, env!("CARGO_BIN_EXE_referee")]);
    }
    let output = run.args(["validate", "--each", text(&folder)]).output().expect("the program starts");
    lock(&closed, 0o700);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    let verdicts: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let kinds: Vec<&Value> = verdicts.iter().map(|verdict| &verdict["verdict"]).collect();
    assert_eq!(kinds, ["unreadable", "unreadable", "valid", "valid", "valid"]);
    for unread in &verdicts[..2] {
        assert!(unread["fault"]["message"].as_str().is_some_and(|said| said.contains("denied")), "{unread}");
    }
}

#[test]
fn a_pipe_with_a_name_is_read_if_it_is_named() {
    let folder = folder("pipes");
    let pipe = folder.join("pipe.jsonl");
    if !command("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        println!("not tested: there is no mkfifo");
        return;
    }
    file(&folder, "one.jsonl", games("tectonic", "2", 1, 1).concat());
    // In a folder it is skipped: it may never get a writer.
    assert_eq!(referee(&["validate", "--each", text(&folder)], "").ends(0).out.lines().count(), 1);
    let writer = {
        let (pipe, text) = (pipe.clone(), games("tectonic", "2", 1, 4).concat());
        std::thread::spawn(move || fs::write(pipe, text))
    };
    assert_eq!(referee(&["validate", "--each", text(&pipe)], "").ends(0).out.lines().count(), 4);
    writer.join().expect("no panic").expect("everything is read");
}

/// What `validate --each` says last about some bytes on standard input.
fn last_of(bytes: Vec<u8>, more: &[&str], code: i32) -> Value {
    let out = referee(&[&["validate", "--each"], more].concat(), bytes).ends(code).out;
    serde_json::from_str(out.lines().last().expect("a verdict")).expect("JSON")
}

#[test]
fn what_compressed_data_become_is_bounded() {
    let game = games("tectonic", "2", 1, 1).concat();
    let gzip = |text: &[u8]| {
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut writer, text).expect("memory");
        writer.finish().expect("memory")
    };
    // Many blank lines, in gzip and in zstd, where 128 KiB take four bytes.
    let blank = [game.as_bytes(), &b"\n".repeat(2 << 20)].concat();
    let block = |bytes: &[u8], kind: u32, length: usize| {
        [&((length as u32) << 3 | kind << 1).to_le_bytes()[..3], bytes].concat()
    };
    let frame = |window: u8, text: &[u8], blanks: usize| {
        let blanks = block(b"\n", 1, 128 << 10).repeat(blanks);
        let head = [0x28, 0xb5, 0x2f, 0xfd, 0, window];
        [&head[..], &block(text, 0, text.len()), &blanks, &[1, 0, 0]].concat()
    };
    for packed in [gzip(&blank), frame(7 << 3, game.as_bytes(), 16)] {
        assert_eq!(last_of(packed.clone(), &[], 0)["verdict"], "valid");
        let said = last_of(packed.clone(), &["--most-bytes", "1000000"], 3);
        let message = said["fault"]["message"].as_str().expect("a message");
        assert!(message.contains("become more than 1000000 bytes; --most-bytes allows more"), "{said}");
        let ran = referee(&["shrink", "--most-bytes", "1000"], packed).ends(74);
        assert!(ran.err.contains("become more than 1000 bytes"), "{ran:?}");
    }
    // By default it is 64 MiB, or 100 times what was read.
    let said = last_of(frame(7 << 3, game.as_bytes(), 520), &[], 3);
    assert!(said["fault"]["message"].as_str().is_some_and(|said| said.contains("more than 67108864 bytes")), "{said}");
    // The window is what is kept in memory: 32 MiB are read, 64 are not.
    assert_eq!(last_of(frame(15 << 3, game.as_bytes(), 0), &[], 0)["verdict"], "valid");
    let said = last_of(frame(16 << 3, game.as_bytes(), 0), &[], 3);
    let message = said["fault"]["message"].as_str().expect("a message");
    assert!(message.contains("64 MiB") && message.contains("zstd --long=25"), "{said}");
}

#[test]
fn gzip_with_zeros_behind_it_is_read_as_gzip_reads_it() {
    let game = games("tectonic", "2", 1, 1).concat();
    let gzip = |text: &[u8]| {
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut writer, text).expect("memory");
        writer.finish().expect("memory")
    };
    let (member, zeros) = (gzip(game.as_bytes()), vec![0; 100_000]);
    for (bytes, games, is_whole) in [
        ([&member[..], &zeros].concat(), 1, true),
        ([&member[..], &member, &zeros[..1]].concat(), 2, true),
        ([&member[..], &zeros, &member].concat(), 1, false),
        ([&member[..], &zeros, b"x"].concat(), 1, false),
    ] {
        let out = referee(&["validate", "--each"], &bytes).ends(if is_whole { 0 } else { 3 }).out;
        assert_eq!(out.lines().count(), games + usize::from(!is_whole), "{out}");
        assert!(is_whole || out.contains("something else follows"), "{out}");
        // The foreign judge.
        let path = file(&folder("padded"), "padded.gz", &bytes);
        if let Ok(run) = command("gzip").args(["-dc", text(&path)]).output() {
            let unpacked = String::from_utf8_lossy(&run.stdout).into_owned();
            assert_eq!((unpacked == game.repeat(games), run.status.success()), (true, is_whole), "{run:?}");
        }
    }
}
