//! A viewer who reads nothing, who must not cost anything for long.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::beside::has_python;
use crate::watching::{Served, append, fresh, recorded};

/// Reads nothing and has little room for what it is sent; tells its port, and stays until its input ends.
const STALLED: &str = "
import socket, sys
viewer = socket.socket()
viewer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
viewer.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
host, port = sys.argv[1].split(':')
viewer.connect((host, int(port)))
viewer.sendall(f'GET /games/1/events HTTP/1.1\\r\\nHost: {sys.argv[1]}\\r\\n\\r\\n'.encode())
print(viewer.getsockname()[1], flush=True)
sys.stdin.read()
";

/// Whether the server at an address holds the connection to a client's port.
fn is_connected(address: &str, port: u16) -> bool {
    let own: u16 = address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
    let ends = [format!("0100007F:{own:04X}"), format!("0100007F:{port:04X}")];
    let table = fs::read_to_string("/proc/net/tcp").expect("connections");
    // An established connection has the state 01.
    table.lines().any(|line| line.split_whitespace().skip(1).take(3).eq([&*ends[0], &*ends[1], "01"]))
}

/// A viewer who reads nothing is cut off; the game goes on, and others see it.
#[test]
fn a_viewer_who_reads_nothing_is_cut_off() {
    if !has_python() {
        return;
    }
    let (lines, path) = (recorded(), fresh("watched-stalled.jsonl"));
    let _ = fs::remove_file(&path);
    append(&path, &lines[..20]);
    let served = Served::of(&path);
    let mut client = Command::new("python3");
    client.args(["-c", STALLED, &served.address]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut client = client.spawn().expect("a client");
    let mut port = String::new();
    BufReader::new(client.stdout.take().expect("a pipe")).read_line(&mut port).expect("a port");
    let port = port.trim().parse().expect("a number");
    assert!(is_connected(&served.address, port));
    let mut other = served.events("/games/1/events", "");
    append(&path, &lines[20..200]);
    other.steps(200);
    // However long that takes on a busy machine.
    let until = Instant::now() + Duration::from_mins(3);
    while is_connected(&served.address, port) {
        assert!(Instant::now() < until, "it is still served");
        thread::sleep(Duration::from_millis(100));
    }
    append(&path, &lines[200..201]);
    other.steps(201);
    drop(client.stdin.take());
    client.wait().expect("the client ends");
}
