//! The least of HTTP that a page needs: one request for each connection, bounded in length, time and number, and answers that
//! a browser may use for nothing but the page itself.
//!
//! Anything that can reach the address can connect, so nothing here trusts a client. A request names its host by an address,
//! or by the name that the organiser gave: a page of another site that lets its name point here is refused.

use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs as _};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use referee::judge::seats::ANSWER_LIMIT;
use referee::stream::Usage;

/// The longest head of a request, and the most fields in it.
const HEAD: usize = 8 << 10;
const FIELDS: usize = 64;
/// How long a client may take to send its request, and to take any part of the answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many clients are served at the same time. Others are turned away.
const CLIENTS: usize = 256;
/// What a browser may do with any answer: show it, and nothing else.
const FIELDS_OF_ALL: &str = "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
     Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\nX-Frame-Options: DENY\r\n\
     Connection: close\r\n";

/// Where to serve: `HOST:PORT`, or only a port of the loopback address.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    host: String,
    port: u16,
}

impl Default for Address {
    /// Any free port of the loopback address.
    fn default() -> Address {
        Address { host: "127.0.0.1".to_owned(), port: 0 }
    }
}

impl FromStr for Address {
    type Err = String;
    fn from_str(text: &str) -> Result<Address, String> {
        let wrong = || format!("`{text}` is no address; write HOST:PORT, such as 127.0.0.1:8000, or a port");
        if text.is_empty() {
            return Ok(Address::default());
        }
        if let Ok(port) = text.parse() {
            return Ok(Address { port, ..Address::default() });
        }
        let (host, port) = text.rsplit_once(':').ok_or_else(wrong)?;
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let port = port.parse().ok().filter(|_| !host.is_empty()).ok_or_else(wrong)?;
        Ok(Address { host: host.to_owned(), port })
    }
}

/// A request.
#[derive(Debug, Default)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    /// The id of the last event that the client has seen; empty if it has seen none.
    pub(crate) last_event: String,
    pub(crate) body: Vec<u8>,
}

/// A status that is no success, and what to say.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Status(pub(crate) u16, pub(crate) &'static str);

/// The statuses that requests alone can earn.
const BAD: Status = Status(400, "This is no request that can be read.");
const SLOW: Status = Status(408, "The request took too long.");
const LONG: Status = Status(413, "The request is too long.");
const FIELDS_TOO_LONG: Status = Status(431, "The head of the request is too long.");
const HOST: Status = Status(403, "This host is not known here; use the address itself.");
const ORIGIN: Status = Status(403, "Only the page itself may answer.");

/// One connection.
pub(crate) struct Client {
    stream: TcpStream,
}

impl Client {
    /// Answers with a whole body.
    pub(crate) fn answer(&mut self, status: u16, kind: &str, body: &[u8]) -> io::Result<()> {
        let (reason, length) = (reason(status), body.len());
        let allow = if status == 405 { "Allow: GET\r\n" } else { "" };
        let head = format!(
            "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{allow}{FIELDS_OF_ALL}\r\n"
        );
        self.stream.write_all(head.as_bytes())?;
        self.stream.write_all(body)
    }

    /// Answers that it does not work.
    pub(crate) fn refuse(&mut self, Status(status, why): Status) -> io::Result<()> {
        self.answer(status, "text/plain; charset=utf-8", format!("{why}\n").as_bytes())
    }

    /// Begins a stream of events.
    pub(crate) fn begin_events(&mut self) -> io::Result<()> {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n{FIELDS_OF_ALL}\r\nretry: 1000\n\n");
        self.stream.write_all(head.as_bytes())
    }

    /// Sends a part of a stream of events. An error if the client has left or does not read.
    pub(crate) fn send(&mut self, part: &[u8]) -> io::Result<()> {
        self.stream.write_all(part)
    }

    /// Lets the client read the answer although it may still be sending.
    fn hang_up(&mut self) -> io::Result<()> {
        self.stream.shutdown(Shutdown::Write)?;
        let until = Instant::now() + Duration::from_secs(1);
        let mut rest = Vec::new();
        while rest.len() < ANSWER_LIMIT && self.more(&mut rest, ANSWER_LIMIT, until)? {}
        Ok(())
    }

    /// Reads the request.
    fn request(&mut self, known: &str) -> io::Result<Result<Request, Status>> {
        let until = Instant::now() + PATIENCE;
        let mut bytes = Vec::new();
        let (mut request, length, head) = loop {
            if bytes.len() >= HEAD {
                return Ok(Err(FIELDS_TOO_LONG));
            }
            if !self.more(&mut bytes, HEAD, until)? {
                return Ok(Err(SLOW));
            }
            let mut fields = [httparse::EMPTY_HEADER; FIELDS];
            let mut parsed = httparse::Request::new(&mut fields);
            match parsed.parse(&bytes) {
                Ok(httparse::Status::Partial) => {}
                Ok(httparse::Status::Complete(head)) => match understood(&parsed, known) {
                    Ok((request, length)) => break (request, length, head),
                    Err(status) => return Ok(Err(status)),
                },
                Err(httparse::Error::TooManyHeaders) => return Ok(Err(FIELDS_TOO_LONG)),
                Err(_) => return Ok(Err(BAD)),
            }
        };
        if length > ANSWER_LIMIT {
            return Ok(Err(LONG));
        }
        let mut body = bytes.split_off(head);
        while body.len() < length {
            if !self.more(&mut body, length, until)? {
                return Ok(Err(SLOW));
            }
        }
        body.truncate(length);
        request.body = body;
        Ok(Ok(request))
    }

    /// Reads some more, up to `most` bytes in all; `false`: the time is over.
    fn more(&mut self, bytes: &mut Vec<u8>, most: usize, until: Instant) -> io::Result<bool> {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(false);
        }
        self.stream.set_read_timeout(Some(left))?;
        let mut part = [0; 4096];
        let room = part.len().min(most - bytes.len());
        match self.stream.read(&mut part[..room]) {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                bytes.extend_from_slice(&part[..read]);
                Ok(true)
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => Ok(false),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(true),
            Err(error) => Err(error),
        }
    }
}

/// What a head says, and the length of the body.
fn understood(parsed: &httparse::Request<'_, '_>, known: &str) -> Result<(Request, usize), Status> {
    let field = |name: &str| {
        let mut all = parsed.headers.iter().filter(|field| field.name.eq_ignore_ascii_case(name));
        let value = all.next().map(|field| std::str::from_utf8(field.value).unwrap_or_default().trim());
        // Two of them may be read differently by others.
        if all.next().is_some() { Err(BAD) } else { Ok(value) }
    };
    let host = field("host")?.unwrap_or_default();
    if !is_ours(host, known) {
        return Err(HOST);
    }
    let (method, path) = (parsed.method.unwrap_or_default().to_owned(), parsed.path.unwrap_or_default().to_owned());
    if method != "GET" {
        let ours = field("origin")?.is_none_or(|origin| origin == format!("http://{host}"));
        // A form of another site cannot send this type.
        let typed = field("content-type")?.is_some_and(|kind| kind.starts_with("application/json"));
        if method == "POST" && !(ours && typed) {
            return Err(ORIGIN);
        }
    }
    if field("transfer-encoding")?.is_some() {
        return Err(BAD);
    }
    let length = field("content-length")?.map_or(Ok(0), |length| length.parse().map_err(|_| BAD))?;
    let last_event = field("last-event-id")?.unwrap_or_default().to_owned();
    Ok((Request { method, path, last_event, body: Vec::new() }, length))
}

/// Whether a request may name this host: an address, `localhost`, or the name that the organiser gave.
fn is_ours(host: &str, known: &str) -> bool {
    if host.parse::<SocketAddr>().is_ok() {
        return true;
    }
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() && !name.contains(':') => name,
        _ => host,
    };
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    bare.parse::<IpAddr>().is_ok() || name.eq_ignore_ascii_case("localhost") || name.eq_ignore_ascii_case(known)
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        _ => "Service Unavailable",
    }
}

/// How many clients are connected.
pub(crate) struct Counted(Arc<AtomicUsize>);

impl Counted {
    /// Counts one more; `None`: there are so many already.
    pub(crate) fn one(of: &Arc<AtomicUsize>, most: usize) -> Option<Counted> {
        if of.fetch_add(1, Ordering::Relaxed) < most {
            return Some(Counted(Arc::clone(of)));
        }
        of.fetch_sub(1, Ordering::Relaxed);
        None
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Serves at an address until the program ends: `serve` answers each request, on a thread of its own. Returns where.
pub(crate) fn listen(
    address: &Address,
    clients: &Arc<AtomicUsize>,
    serve: impl Fn(&Request, &mut Client) -> io::Result<()> + Send + Sync + 'static,
) -> Result<SocketAddr> {
    let Address { host, port } = address;
    let unfit = |error: io::Error| Usage(format!("cannot serve at {host}:{port}: {error}"));
    let places: Vec<SocketAddr> = (host.as_str(), *port).to_socket_addrs().map_err(unfit)?.collect();
    let listener = TcpListener::bind(&*places).map_err(unfit)?;
    let place = listener.local_addr().context("the server has no address")?;
    let (serve, known, clients) = (Arc::new(serve), host.clone(), Arc::clone(clients));
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(stream) = stream else {
                // There may be too many open files; some will be closed.
                thread::sleep(Duration::from_millis(50));
                continue;
            };
            let Some(counted) = Counted::one(&clients, CLIENTS) else { continue };
            let (serve, known) = (Arc::clone(&serve), known.clone());
            // Without a thread the connection is closed.
            let _ = thread::Builder::new().spawn(move || {
                let _counted = counted;
                let mut client = Client { stream };
                // If the client has left, there is nothing to do.
                let _ = client.stream.set_write_timeout(Some(PATIENCE)).and_then(|()| {
                    let _ = client.stream.set_nodelay(true);
                    match client.request(&known)? {
                        Ok(request) => serve(&request, &mut client),
                        Err(status) => client.refuse(status).and_then(|()| client.hang_up()),
                    }
                });
            });
        }
    });
    Ok(place)
}
