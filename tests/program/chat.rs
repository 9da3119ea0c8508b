//! The harness for language models that is shipped, against a server of our own on loopback: models that answer well, badly,
//! slowly and in prose, and servers that are busy, cut answers off or hang up.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::{fs, thread};

use serde_json::Value;

use crate::beside::has_python;
use crate::pipes::{Ran, command, referee, root};

/// A server that ends with the test.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start() -> Server {
        let mut python = command("python3");
        python.arg("tests/models/server.py").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = python.spawn().expect("a server");
        let mut port = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut port).expect("a port");
        Server { child, port: port.trim().parse().expect("a number") }
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn bot(server: &Server, model: &str) -> String {
    let (url, program) = (server.url(), env!("CARGO_BIN_EXE_referee"));
    format!("env CHAT_URL={url} REFEREE={program} python3 fixtures/clients/chat.py --model {model}")
}

fn plays(game: &str, bots: &[&str], more: &[&str]) -> Ran {
    let fixed =
        ["--lists", "none", "--ask-text", "--on-illegal", "retry:30", "--clock", "/60", "--json", "--seed", "1"];
    let mut args = vec!["match", "--game", game];
    args.extend(bots.iter().flat_map(|bot| ["--bot", bot]));
    args.extend(fixed.iter().chain(more));
    referee(&args, "").ends(0)
}

fn game(ran: &Ran) -> Value {
    serde_json::from_str(ran.out.lines().next().expect("a game")).expect("JSON")
}

#[test]
fn a_model_plays_whatever_its_server_does() {
    if !has_python() {
        return;
    }
    let server = Server::start();
    for model in ["good", "good+prose", "fair+slow", "poor", "good+busy", "good+cut", "good+gone"] {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("chat-{model}"));
        let _ = fs::remove_dir_all(&folder);
        let path = folder.to_string_lossy().into_owned();
        let more = ["--max-turns", "8", "--transcripts", &path];
        let line = game(&plays("tectonic", &[&bot(&server, model), "@random"], &more));
        assert_eq!(
            (&line["causes"][0], &line["moves"][0]),
            (&Value::from("max_turns"), &Value::from(4)),
            "{model}: {line}"
        );
        let record = fs::read_to_string(folder.join("g0.jsonl")).expect("a transcript");
        let noted = record
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok()?["note"].as_str().map(str::to_owned));
        let noted: Vec<Value> = noted.filter_map(|note| serde_json::from_str(&note).ok()).collect();
        assert!(noted.len() == 4 && noted.iter().all(|note| note["seconds"].is_number()), "{model}: {noted:?}");
        assert!(
            noted.iter().all(|note| note["prompt_tokens"].as_u64() > Some(1000)),
            "the rules go with it: {noted:?}"
        );
        assert_eq!(
            noted.iter().any(|note| note["requests"].as_u64() > Some(1)),
            ["good+busy", "good+cut", "good+gone"].contains(&model),
            "{model}: {noted:?}"
        );
        referee(&["play", "--strict", "--emit", "none"], record).ends(0);
    }
}

#[test]
fn a_server_that_is_not_there_costs_the_game_and_not_the_match() {
    if !has_python() {
        return;
    }
    let program = env!("CARGO_BIN_EXE_referee");
    let bot = format!(
        "env CHAT_URL=http://127.0.0.1:9/v1 REFEREE={program} python3 fixtures/clients/chat.py --tries 2 --model none"
    );
    let line = game(&plays("tectonic", &[&bot, "@random"], &[]));
    assert_eq!(line["causes"][0], "exit", "{line}");
    assert!(line["why"][0].as_str().expect("why").contains("no answer in 2 requests"), "{line}");
}

#[test]
fn models_are_set_against_the_ladder() {
    if !has_python() {
        return;
    }
    let server = Server::start();
    let text = fs::read_to_string(root().join("fixtures/tournaments/models.toml")).expect("the file");
    let (head, _) = text.split_once("[[bots]]").expect("bots");
    let mut text = head.replace("on_illegal = \"retry:5\"", "on_illegal = \"retry:30\"").replace("retry:5", "retry:60");
    for model in ["good", "poor"] {
        text += &format!(
            "[[bots]]\nname = \"{model}\"\ncommand = \"{}\"\n",
            bot(&server, model).replace("fixtures/clients", &root().join("fixtures/clients").to_string_lossy())
        );
    }
    text += "[[bots]]\nname = \"random\"\ncommand = \"@random\"\n";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("chat-ladder");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let place = |name: &str| folder.join(name).to_string_lossy().into_owned();
    fs::write(place("models.toml"), text).expect("can write");
    let run = |game: &'static str| {
        let (config, journal) = (place("models.toml"), place(&format!("{game}.jsonl")));
        thread::spawn(move || {
            referee(&["tournament", "run", &config, "--game", game, "--journal", &journal], "").ends(0);
            journal
        })
    };
    let journals: Vec<String> =
        ["wigwam", "wangdo"].map(run).into_iter().map(|run| run.join().expect("played")).collect();
    let args: Vec<&str> = ["tournament", "legality"].into_iter().chain(journals.iter().map(String::as_str)).collect();
    let told = referee(&args, "").ends(0).out;
    assert!(told.contains("times  rule") && told.contains("wigwam."), "{told}");
    let counted: Value =
        serde_json::from_str(&referee(&[&args[..], &["--json"]].concat(), "").ends(0).out).expect("JSON");
    let of = |game: &str, bot: &str| {
        let all = counted["bots"].as_array().expect("bots").iter();
        all.clone().find(|of| of["game"] == game && of["bot"] == bot).expect("it played")["legality"]
            .as_f64()
            .expect("a share")
    };
    for game in ["wigwam", "wangdo"] {
        assert!(of(game, "random") > 0.99 && of(game, "good") > of(game, "poor"), "{game}: {told}");
    }
    let standings = referee(&["tournament", "standings", &journals[0]], "").ends(0).out;
    assert!(standings.contains("legal") && standings.contains("no answer"), "{standings}");
}
