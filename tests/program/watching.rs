//! Games watched over HTTP: what is sent while a game is on, what a hostile client gets, and what many viewers cost.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::pipes::{referee, spawn};

/// The program, serving.
pub(crate) struct Served {
    pub(crate) child: Child,
    pub(crate) address: String,
}

impl Served {
    /// Watches a file.
    pub(crate) fn of(file: &Path) -> Served {
        let mut child = spawn(&["watch", &file.to_string_lossy()]);
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a link");
        let address = line.trim().strip_prefix("http://").and_then(|link| link.strip_suffix('/')).expect("a link");
        let served = Served { child, address: address.to_owned() };
        // The beginning of the file has been read.
        let mut list = served.events("/events", "");
        while list.next("games").0["games"].as_array().is_none_or(Vec::is_empty) {}
        served
    }

    /// Plays games that can be watched.
    pub(crate) fn playing(args: &[&str]) -> Served {
        let mut child = spawn(args);
        let mut told = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        while !line.contains("http://") {
            line.clear();
            assert!(told.read_line(&mut line).expect("a line") > 0, "no link");
        }
        let address = line.trim().rsplit("http://").next().expect("a link").trim_end_matches('/').to_owned();
        // What else it tells is read, so that it need not wait.
        thread::spawn(move || std::io::copy(&mut told, &mut std::io::sink()));
        Served { child, address }
    }

    /// A request with these lines besides the first; the `Host` is ours.
    pub(crate) fn ask(&self, first: &str, fields: &str, body: &str) -> TcpStream {
        self.send(&format!("{first} HTTP/1.1\r\nHost: {}\r\n{fields}\r\n{body}", self.address))
    }

    pub(crate) fn send(&self, bytes: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_mins(1))).expect("a timeout");
        stream.write_all(bytes.as_bytes()).expect("sent");
        stream
    }

    /// The whole answer to such a request.
    pub(crate) fn answer(&self, first: &str, fields: &str, body: &str) -> String {
        whole(self.ask(first, fields, body))
    }

    pub(crate) fn get(&self, path: &str) -> String {
        self.answer(&format!("GET {path}"), "", "")
    }

    /// The events below a path.
    pub(crate) fn events(&self, path: &str, fields: &str) -> Events {
        Events { stream: BufReader::new(self.ask(&format!("GET {path}"), fields, "")), read: String::new() }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn whole(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    // A refused client may be cut off before it has said everything.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8(answer).expect("UTF-8")
}

/// The status of an answer.
pub(crate) fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

/// A stream of events.
pub(crate) struct Events {
    stream: BufReader<TcpStream>,
    /// All that was sent.
    pub(crate) read: String,
}

impl Events {
    /// Reads up to the next event of this kind. Returns its data and its id.
    pub(crate) fn next(&mut self, kind: &str) -> (Value, String) {
        let (_, data, id) = self.either(&[kind]);
        (data, id)
    }

    /// Reads up to the next event of one of these kinds. Returns its kind, its data and its id.
    fn either(&mut self, kinds: &[&str]) -> (String, Value, String) {
        let (mut event, mut id) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            assert!(self.stream.read_line(&mut line).expect("an event") > 0, "no {kinds:?} in {}", self.read);
            self.read += &line;
            let line = line.trim_end();
            match line.split_once(": ") {
                Some(("event", said)) => said.clone_into(&mut event),
                Some(("id", said)) => said.clone_into(&mut id),
                Some(("data", data)) if kinds.contains(&&*event) => {
                    return (event, serde_json::from_str(data).expect("JSON"), id);
                }
                _ => {}
            }
        }
    }

    /// Reads steps until there are so many.
    pub(crate) fn steps(&mut self, many: usize) -> String {
        loop {
            let (news, id) = self.next("steps");
            let from = news["from"].as_u64().expect("a number") as usize;
            if from + news["steps"].as_array().expect("steps").len() >= many {
                return id;
            }
        }
    }
}

/// A bot that takes its time.
#[cfg(target_os = "linux")]
const SLOW: &str = "python3 -c \"import json,random,sys,time
for text in sys.stdin:
    line = json.loads(text)
    if 'ask' in line:
        time.sleep(0.08)
        print(json.dumps({'ask': line['ask']['id'], 'pick': random.randrange(line['legal_n'])}), flush=True)\"";

pub(crate) fn fresh(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The seed of the recorded game; no other number looks like it.
const SEED: &str = "9007199254740881";

/// A game with hidden cards, as lines.
pub(crate) fn recorded() -> Vec<String> {
    let args = ["random", "--game", "wongar", "--players", "4", "--seed", SEED, "--emit", "none"];
    referee(&args, "").ends(0).out.lines().map(|line| format!("{line}\n")).collect()
}

pub(crate) fn append(path: &Path, lines: &[String]) {
    let mut file = fs::File::options().append(true).create(true).open(path).expect("a file");
    file.write_all(lines.concat().as_bytes()).expect("written");
}

/// The texts of a page, each as it is written.
fn texts(page: &str) -> Vec<String> {
    let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).unwrap_or(page);
    let data: Value = serde_json::from_str(data).expect("data");
    data["texts"].as_array().expect("texts").iter().map(ToString::to_string).collect()
}

#[test]
fn while_a_game_is_on_only_the_public_view_is_sent() {
    let (lines, path) = (recorded(), fresh("watched-secrets.jsonl"));
    let _ = fs::remove_file(&path);
    let half = lines.len() / 2;
    append(&path, &lines[..half]);
    let part = lines[..half].concat();
    let all = texts(&referee(&["replay", "--legal", "0"], &part).out);
    let public = texts(&referee(&["replay", "--legal", "0", "--for", "public"], &part).out);
    let hidden: Vec<&String> = all.iter().filter(|text| !public.contains(text)).collect();
    assert!(hidden.len() > 10 && lines[0].contains(SEED), "there is something to hide: {hidden:?}");
    let served = Served::of(&path);
    let mut events = served.events("/games/1/events", "");
    events.steps(half);
    // Whatever is asked.
    let mut sent = events.read.clone();
    for path in
        ["/", "/now", "/games/1", "/games/1/whole", "/games/1/whole?for=all", "/games/1/events/0", "/games/../x"]
    {
        sent += &served.get(path);
    }
    for path in ["/games/1/events?for=0", "/now/events?viewer=all&whole=1"] {
        let mut events = served.events(path, "Last-Event-ID: 0-0\r\nCookie: viewer=0\r\n");
        events.steps(half);
        sent += &events.read;
    }
    assert_eq!(status(&served.get("/games/1/whole")), "403");
    assert!(!sent.contains(SEED), "the seed is told");
    for text in &hidden {
        assert!(!sent.contains(*text), "{text} is told");
    }
    assert!(public.iter().filter(|text| sent.contains(*text)).count() > 10, "the public view is told");
    // Once it is over, everything.
    append(&path, &lines[half..]);
    let (over, _) = events.next("over");
    let whole = served.get(over["whole"].as_str().expect("a link"));
    assert_eq!(status(&whole), "200");
    let body = whole.split("\r\n\r\n").nth(1).expect("a body");
    let told = texts(body);
    assert!(hidden.iter().all(|text| told.contains(text)), "everything is told");
    assert!(!whole.contains(SEED), "a page has no use for the seed");
}

#[test]
fn a_viewer_goes_on_where_the_connection_was_lost() {
    let (lines, path) = (recorded(), fresh("watched-again.jsonl"));
    let _ = fs::remove_file(&path);
    append(&path, &lines[..40]);
    let served = Served::of(&path);
    let mut events = served.events("/games/1/events", "");
    let id = events.steps(40);
    drop(events);
    append(&path, &lines[40..60]);
    let mut events = served.events("/games/1/events", &format!("Last-Event-ID: {id}\r\n"));
    let (news, _) = events.next("steps");
    assert_eq!(news["from"], 40, "only what is new");
    // An id of another run begins anew.
    let mut events = served.events("/games/1/events", "Last-Event-ID: 00000000000000000000000000000000-7\r\n");
    assert_eq!(events.next("steps").0["from"], 0);
    // A file that begins anew is another game.
    fs::write(&path, lines[..20].concat()).expect("written");
    let mut list = served.events("/events", "");
    while list.next("games").0["games"].as_array().expect("games").len() < 2 {}
    served.events("/games/2/events", "").steps(20);
}

#[test]
fn hostile_clients_are_refused() {
    let path = fresh("watched-hostile.jsonl");
    fs::write(&path, recorded()[..10].concat()).expect("written");
    let served = Served::of(&path);
    served.events("/games/1/events", "").steps(10);
    let json = "Content-Type: application/json\r\nContent-Length: 2\r\n";
    for (first, fields, body, wanted) in [
        ("POST /", json, "{}", "405"),
        ("POST /games/1", json, "{}", "405"),
        ("POST /games/1/events", "Content-Type: text/plain\r\nContent-Length: 2\r\n", "{}", "403"),
        (
            "POST /",
            "Origin: http://evil.example\r\nContent-Type: application/json\r\nContent-Length: 2\r\n",
            "{}",
            "403",
        ),
        ("PUT /", "", "", "405"),
        ("DELETE /games/1", "", "", "405"),
        ("OPTIONS /", "Origin: http://evil.example\r\n", "", "405"),
        ("GET /games/2", "", "", "404"),
        ("GET /../../etc/passwd", "", "", "404"),
        ("GET /games/1/%2e%2e", "", "", "404"),
        ("GET /", "Content-Length: 99999999999\r\n", "", "413"),
        ("GET /", "Content-Length: -1\r\n", "", "400"),
        ("GET /", "Transfer-Encoding: chunked\r\n", "", "400"),
        ("GET /", "Host: evil.example\r\n", "", "400"),
    ] {
        let answer = served.answer(first, fields, body);
        assert_eq!(status(&answer), wanted, "{first} {fields:?}: {answer}");
        assert!(!answer.contains("Access-Control"), "{answer}");
    }
    for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", ""] {
        let answer = whole(served.send(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")));
        assert_eq!(status(&answer), "403", "{host}: {answer}");
    }
    for host in ["localhost:1", "127.0.0.1", "[::1]:9"] {
        assert_eq!(status(&whole(served.send(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")))), "200", "{host}");
    }
    let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(10_000));
    assert_eq!(status(&whole(served.send(&long))), "431");
    assert_eq!(status(&whole(served.send(&format!("GET / HTTP/1.1\r\n{}\r\n", "X: y\r\n".repeat(100))))), "431");
    assert_eq!(status(&whole(served.send("\u{1}\u{2}\r\n\r\n"))), "400");
    let begun = Instant::now();
    assert_eq!(status(&whole(served.send("GET / HTTP/1.1\r\nHost"))), "408", "who does not finish is not waited for");
    assert!(begun.elapsed() > Duration::from_secs(5));
    let page = served.get("/games/1");
    for foreign in ["src=\"", "href=\"http", "@import", "url("] {
        assert!(!page.contains(foreign), "it loads something: {foreign}");
    }
    assert!(page.contains("default-src 'none'") && page.contains("Cache-Control: no-store"), "{page}");
}

/// The resident memory of a process, in KiB.
#[cfg(target_os = "linux")]
fn resident(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a size");
    line.trim().split(' ').next().and_then(|size| size.parse().ok()).expect("a number")
}

/// A hundred watch, one of whom reads nothing; all others see everything, and it costs little memory.
#[test]
#[cfg(target_os = "linux")]
fn a_hundred_can_watch_and_one_can_stall() {
    let (lines, path) = (recorded(), fresh("watched-hundred.jsonl"));
    let _ = fs::remove_file(&path);
    append(&path, &lines[..20]);
    let served = Served::of(&path);
    served.events("/games/1/events", "").steps(20);
    let alone = resident(&served.child);
    let stalled = served.ask("GET /games/1/events", "", "");
    let viewers: Vec<_> = (0..100)
        .map(|_| {
            let mut events = served.events("/games/1/events", "");
            events.steps(20);
            thread::spawn(move || {
                events.steps(200);
                events.read.matches("event: steps").count()
            })
        })
        .collect();
    for at in 20..200 {
        append(&path, &lines[at..=at]);
        thread::sleep(Duration::from_millis(2));
    }
    for viewer in viewers {
        assert!(viewer.join().expect("all steps") > 1);
    }
    let more = resident(&served.child).saturating_sub(alone);
    assert!(more < 64 << 10, "{more} KiB more");
    drop(stalled);
    // There is a last place.
    let mut crowd = Vec::new();
    for _ in 0..240 {
        let mut answer = [0; 12];
        let mut stream = served.ask("GET /games/1/events", "", "");
        stream.read_exact(&mut answer).expect("an answer");
        crowd.push((stream, String::from_utf8_lossy(&answer).into_owned()));
    }
    assert!(crowd.iter().filter(|(_, answer)| answer.ends_with("200")).count() <= 200, "a bound");
    assert!(crowd.last().is_some_and(|(_, answer)| answer.ends_with("503")));
    assert_eq!(status(&served.get("/")), "200", "others are served");
}

#[test]
fn a_page_can_be_served_for_a_while() {
    let ran = referee(&["watch", "-", "--idle", "0"], "").ends(0);
    assert!(ran.out.starts_with("http://127.0.0.1:"), "{ran:?}");
    for (listen, why) in [("nonsense", "is no address"), ("256.256.256.256:1", "cannot serve"), ("x:", "is no address")]
    {
        let ran = referee(&["watch", "-", "--listen", listen], "").ends(2);
        assert!(ran.err.contains(why), "{ran:?}");
    }
    assert!(referee(&["watch", "no-such-file.jsonl"], "").ends(2).err.contains("no-such-file"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_match_is_watched_while_it_is_played() {
    if !crate::beside::has_python() {
        return;
    }
    let folder = fresh("watched-match");
    let _ = fs::remove_dir_all(&folder);
    let transcripts = folder.to_string_lossy();
    let args =
        ["match", "--game", "wangdo", "--bot", SLOW, "--bot", "@random", "--games", "2", "--watch", "--anonymous"];
    let served = Served::playing(&[&args[..], &["--transcripts", &transcripts]].concat());
    let mut events = served.events("/now/events", "");
    events.steps(10);
    let (over, _) = events.next("over");
    assert_eq!(over["whole"], "/games/g0/whole");
    let whole = served.get("/games/g0/whole");
    assert_eq!(status(&whole), "200");
    let mut list = served.events("/events", "");
    let (listed, _) = list.next("games");
    let g0 = listed["games"].as_array().and_then(|games| games.iter().find(|game| game["id"] == "g0")).expect("a game");
    assert_eq!((&g0["on"], &g0["names"][1]), (&false.into(), &"player 1".into()));
    let result = g0["result"].as_str().expect("a result");
    assert!(result.starts_with("1. player ") && result.contains("; "), "the names are veiled here, too: {result}");
    // The next one follows.
    assert_eq!(events.next("over").0["whole"], "/games/g1/whole");
    events.next("bye");
    let (end, _) = list.next("bye");
    assert!(end.is_object() && list.read.contains("@random"), "the table comes with the list: {}", list.read);
    for game in ["g0", "g1"] {
        let transcript = fs::read_to_string(folder.join(format!("{game}.jsonl"))).expect("a transcript");
        let header: Value = serde_json::from_str(transcript.lines().next().expect("a header")).expect("JSON");
        for secret in [header["seed"].to_string(), header["match"]["nonce"].to_string()] {
            assert!(secret.len() > 10 && !events.read.contains(&secret) && !whole.contains(&secret), "{secret}");
        }
    }
    assert!(!events.read.contains("random"), "the names are veiled");
}

/// The players' own links, as the program tells them.
#[cfg(target_os = "linux")]
fn playing_people(args: &[&str], people: usize) -> (Served, Vec<String>) {
    let mut child = spawn(args);
    let mut told = BufReader::new(child.stderr.take().expect("a pipe"));
    let (mut address, mut seats) = (String::new(), Vec::new());
    while seats.len() < people {
        let mut line = String::new();
        assert!(told.read_line(&mut line).expect("a line") > 0, "no link");
        if let Some((_, link)) = line.trim().rsplit_once("http://") {
            let (host, path) = link.split_once('/').expect("a path");
            host.clone_into(&mut address);
            seats.extend(Some(format!("/{path}")).filter(|path| path.starts_with("/seats/")));
        }
    }
    thread::spawn(move || std::io::copy(&mut told, &mut std::io::sink()));
    (Served { child, address }, seats)
}

/// Sends an answer as the page does.
#[cfg(target_os = "linux")]
fn post(served: &Served, to: &str, answer: &Value) -> String {
    let body = answer.to_string();
    let fields = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    served.answer(&format!("POST {to}"), &fields, &body)
}

#[test]
#[cfg(target_os = "linux")]
fn people_play_each_with_a_link_of_their_own() {
    let bots = ["--bot", "@browser:Ann", "--bot", "@browser:Bob"];
    let (served, seats) =
        playing_people(&[&["match", "--game", "wangdo", "--seed", "7", "--max-turns", "90"][..], &bots].concat(), 2);
    let token = |seat: &str| seat.rsplit('/').next().expect("a token").to_owned();
    assert!(token(&seats[0]) != token(&seats[1]) && token(&seats[0]).len() == 32, "{seats:?}");
    let mut views: Vec<Events> = seats.iter().map(|seat| served.events(&format!("{seat}/events"), "")).collect();
    let (first, _) = views[0].next("ask");
    let mut public = served.events("/games/g0/events", "");
    let to = first["to"].as_str().expect("an address").to_owned();
    assert!(to.starts_with(&seats[0]), "{first}");
    // Nobody else answers, and nothing but the open question is answered.
    let pick = |id: &Value| serde_json::json!({"ask": id, "pick": 0});
    let wrong = "0".repeat(32);
    assert_eq!(status(&served.get(&format!("/seats/{wrong}"))), "403");
    assert_eq!(status(&served.get(&format!("/seats/{wrong}/events"))), "403");
    assert_eq!(status(&served.get(&format!("/seats/{}/events", &token(&seats[0])[..31]))), "403");
    for (path, wanted) in [
        (to.replace(&token(&seats[0]), &wrong), "403"),
        (to.replace(&token(&seats[0]), &token(&seats[1])), "409"),
        (to.replace("/g0", "/g1"), "409"),
        (format!("{}/events", seats[0]), "405"),
        ("/games/g0/answer".to_owned(), "405"),
    ] {
        let answer = post(&served, &path, &pick(&first["id"]));
        assert_eq!(status(&answer), wanted, "{path}: {answer}");
    }
    assert_eq!(status(&post(&served, &to, &serde_json::json!({"ask": 77, "pick": 0}))), "409");
    assert_eq!(
        status(&served.answer(&format!("POST {to}"), "Content-Type: application/json\r\nContent-Length: 1\r\n", "{")),
        "400"
    );
    let foreign = "Origin: http://evil.example\r\nContent-Type: application/json\r\nContent-Length: 20\r\n";
    assert_eq!(status(&served.answer(&format!("POST {to}"), foreign, "{\"ask\": 1, \"pick\": 0}")), "403");
    // Words that tell nothing are explained, and asked for again; so is an illegal action, as a step with its reasons.
    assert_eq!(status(&post(&served, &to, &serde_json::json!({"ask": first["id"], "say": "dance"}))), "204");
    let (again, _) = views[0].next("ask");
    assert!(again["why"].as_str().expect("a reason").contains("these words tell no action"), "{again}");
    assert_eq!(
        status(&post(&served, &to, &serde_json::json!({"ask": again["id"], "action": {"play": {"card": "discount"}}}))),
        "204"
    );
    let (again, _) = views[0].next("ask");
    assert!(again["id"].as_u64() > first["id"].as_u64(), "{again}");
    // They play to the end.
    assert_eq!(status(&post(&served, &to, &pick(&again["id"]))), "204");
    let served = std::sync::Arc::new(served);
    let play = |mut view: Events| {
        let served = std::sync::Arc::clone(&served);
        thread::spawn(move || {
            for _ in 0..2000 {
                let (kind, told, _) = view.either(&["ask", "over"]);
                if kind == "over" {
                    return view.read;
                }
                // Some are out of range, and refused.
                let id = told["id"].as_u64().expect("an id");
                let answer = serde_json::json!({"ask": id, "pick": id * 7919 % 5});
                assert_eq!(status(&post(&served, told["to"].as_str().expect("an address"), &answer)), "204");
            }
            panic!("it has no end");
        })
    };
    let players: Vec<_> = views.into_iter().map(play).collect();
    let seen: Vec<String> = players.into_iter().map(|player| player.join().expect("the end")).collect();
    // A seat sees its own cards, the other seat and the public do not.
    public.next("over");
    let cards = |read: &str| {
        let data = read.lines().filter_map(|line| line.strip_prefix("data: "));
        let all = data.filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let drawn = all.flat_map(|news| news["drawings"].as_array().cloned().unwrap_or_default());
        let said = drawn.filter_map(|drawing| drawing[1].as_str().map(str::to_owned));
        said.filter(|line| line.contains("Ann") && line.contains("seal cards: ")).collect::<Vec<String>>()
    };
    let [ann, bob, all] = [&seen[0], &seen[1], &public.read].map(|read| cards(read));
    assert!(ann.iter().any(|line| !line.contains('?')), "{ann:?}");
    for line in bob.iter().chain(&all) {
        assert!(line.contains('?') || line.ends_with("none"), "{line}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn people_play_one_game_at_a_time() {
    let args = ["match", "--game", "tectonic", "--bot", "@browser", "--bot", "@random", "--concurrency", "2"];
    assert!(referee(&args, "").ends(2).err.contains("one game at a time"));
    let args = ["match", "--game", "tectonic", "--bot", "@browser:", "--bot", "@random"];
    assert!(referee(&args, "").ends(2).err.contains("@browser:NAME"));
}

/// Two games share their luck: what was hidden in the first is told when the second is over.
#[test]
#[cfg(target_os = "linux")]
fn a_tournament_is_watched_and_its_luck_is_kept() {
    if !crate::beside::has_python() {
        return;
    }
    let bots = ["slow", "other"].map(|name| {
        let command = if name == "slow" {
            SLOW.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
        } else {
            "@random".to_owned()
        };
        format!("[[bots]]\nname = \"{name}\"\ncommand = \"{command}\"\n")
    });
    let config = fresh("watched.toml");
    // Short games, so that a page with everything is soon made.
    let head = "game = \"wangdo\"\nformat = \"round-robin\"\nblocks = 1\nseed = 5\nmax_turns = 80\nadjudicate = \"standing\"\n";
    fs::write(&config, format!("{head}{}", bots.concat())).expect("written");
    let journal = fresh("watched-tournament.jsonl");
    let _ = fs::remove_file(&journal);
    let (config, journal) = (config.to_string_lossy(), journal.to_string_lossy());
    let served = Served::playing(&["tournament", "run", &config, "--journal", &journal, "--watch"]);
    let mut list = served.events("/events", "");
    let first = loop {
        let (listed, _) = list.next("games");
        if let Some(game) = listed["games"].as_array().and_then(|games| games.first()) {
            break game["id"].as_str().expect("an id").to_owned();
        }
    };
    let mut events = served.events(&format!("/games/{first}/events"), "");
    let (over, _) = events.next("over");
    assert!(over["whole"].is_null(), "the other game is still to be played: {over}");
    assert_eq!(status(&served.get(&format!("/games/{first}/whole"))), "403");
    let (over, _) = events.next("over");
    assert_eq!(status(&served.get(over["whole"].as_str().expect("a link"))), "200");
    list.next("bye");
    assert!(list.read.contains("slow") && list.read.contains("Elo"), "the table: {}", list.read);
}
