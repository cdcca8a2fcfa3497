//! `boxwright serve` from the outside: what it answers, what it refuses, and that it can be left running.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A server that ends with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let mut command = common::boxwright();
        command.args(["serve", "--port", "0"]).args(arguments).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("it says where it is");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next()).expect("an address");
        Server { address: address.to_owned(), child }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout can be set");
        stream
    }

    /// Sends bytes and reads until the server closes.
    fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // The server may refuse and close before all is sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n",
            self.address,
            body.len()
        );
        Answer::parse(&self.raw(&[head.as_bytes(), body].concat()))
    }

    fn get(&self, path: &str) -> Answer {
        self.request("GET", path, "", b"")
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("POST", path, "Content-Type: application/json\r\n", body.to_string().as_bytes())
    }

    fn health(&self) -> Value {
        self.get("/api/health").json()
    }

    /// Bytes of memory in use, after what is being given back was given back.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find(|l| l.starts_with("VmRSS:")).expect("a line about memory");
        line.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).expect("a number") * 1024
    }

    fn wait_until_idle(&self) {
        let begun = Instant::now();
        while self.health()["running"] != 0 || self.health()["waiting"] != 0 {
            assert!(begun.elapsed() < Duration::from_secs(20), "{}", self.health());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn parse(text: &str) -> Answer {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        let head = head.to_ascii_lowercase();
        // Chunks are what servers of events send; their sizes are lines of their own.
        let is_size = |line: &&str| !(line.len() <= 8 && line.bytes().all(|b| b.is_ascii_hexdigit()));
        let body = if head.contains("transfer-encoding: chunked") {
            body.split("\r\n").filter(is_size).collect()
        } else {
            body.to_owned()
        };
        Answer { status, head, body }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The data of an event.
    fn event(&self, name: &str) -> Option<Value> {
        let event = self.body.split("\n\n").find(|e| e.starts_with(&format!("event: {name}\n")))?;
        serde_json::from_str(event.split("data: ").nth(1)?).ok()
    }
}

#[test]
fn the_page_and_the_interface_answer() {
    let server = Server::start(&[]);
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<title>boxwright</title>") && page.head.contains("default-src 'none'"));
    assert!(page.head.contains("x-content-type-options: nosniff") && page.head.contains("x-frame-options: deny"));
    assert!(server.request("GET", "/app.js", "Accept-Encoding: gzip\r\n", b"").head.contains("content-encoding: gzip"));
    let tag = page.head.split("etag: ").nth(1).and_then(|rest| rest.split("\r\n").next()).expect("a tag").to_owned();
    assert_eq!(server.request("GET", "/", &format!("If-None-Match: {tag}\r\n"), b"").status, 304);
    assert_eq!(server.get("/api/library").json()["collections"].as_array().map(Vec::len), Some(4));
    let strategies = server.get("/api/strategies").json();
    let fess = strategies["sokoban"].as_array().unwrap().iter().find(|s| s["name"] == "fess").unwrap();
    assert_eq!(fess["objectives"], json!(["any"]));
    assert_eq!(server.get("/api/openapi.json").json()["openapi"], "3.1.0");

    let read = server.request(
        "POST",
        "/api/read?name=x.xsb",
        "Content-Type: application/octet-stream\r\n",
        common::EASY.as_bytes(),
    );
    assert_eq!(read.json()["levels"][0]["rows"], json!(["#####", "#@$.#", "#####"]));
    let solved = server.post("/api/solve", &json!({ "text": common::EASY, "objective": "pushes" }));
    assert_eq!((solved.status, solved.event("done").unwrap()["solution"].clone()), (200, json!("R")));
    let lost = server.post("/api/inspect", &json!({ "text": common::UNSOLVABLE })).json();
    assert_eq!(lost["lost"]["kind"], "dead-square");
}

#[test]
fn wrong_requests_are_refused_with_a_reason() {
    let server = Server::start(&[]);
    let refused = |answer: &Answer, status: u16, words: &str| {
        assert!(answer.status == status && answer.json()["error"].as_str().unwrap().contains(words), "{answer:?}");
        assert!(answer.head.contains("content-security-policy"), "{answer:?}");
    };
    refused(&server.get("/../Cargo.toml"), 404, "Not Found");
    refused(&server.get("/api/solve"), 405, "Method");
    refused(&server.request("DELETE", "/", "", b""), 405, "Method");
    refused(&server.request("POST", "/api/solve", "", b"{}"), 415, "application/json");
    refused(&server.request("POST", "/api/solve", "Content-Type: application/json\r\n", b"{"), 400, "JSON");
    refused(&server.post("/api/solve", &json!({})), 422, "text");
    refused(&server.post("/api/solve", &json!({ "text": "#####\n# $.#\n#####\n" })), 422, "no player");
    refused(&server.post("/api/solve", &json!({ "text": common::EASY, "strategy": "magic" })), 422, "magic");
    refused(&server.post("/api/solve", &json!({ "text": common::EASY, "objective": "fame" })), 422, "fame");
    let both = json!({ "text": common::EASY, "strategy": "fess", "objective": "pushes" });
    refused(&server.post("/api/solve", &both), 422, "pushes");
    let wide = format!("{}\n#@$.{}#\n{}\n", "#".repeat(5000), " ".repeat(4995), "#".repeat(5000));
    refused(&server.post("/api/solve", &json!({ "text": wide })), 422, "more than 10000");
    refused(&server.post("/api/picture", &json!({ "text": common::EASY, "format": "gif" })), 422, "solution");
    let huge = vec![b'#'; (4 << 20) + 1];
    let read = "Content-Type: application/octet-stream\r\n";
    refused(&server.request("POST", "/api/read", read, &huge[..]), 413, "at most");
    refused(&server.request("GET", "/", "Origin: http://evil.example\r\n", b""), 403, "other sites");
    let rebound = server.raw(b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    refused(&Answer::parse(&rebound), 421, "localhost");
}

/// A search that goes on until it is stopped.
fn endless() -> Value {
    json!({ "text": common::hard_room(12), "strategy": "bfs" })
}

/// Begins a search and leaves it running.
fn begin(server: &Server) -> TcpStream {
    let body = endless().to_string();
    let mut stream = server.connect();
    let head = format!(
        "POST /api/solve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).expect("it reads");
    stream
}

/// Reads from a stream until some text comes.
fn read_until(stream: &mut TcpStream, wanted: &str) -> String {
    let mut text = String::new();
    let mut buffer = [0; 1024];
    while !text.contains(wanted) {
        let read = stream.read(&mut buffer).expect("the stream goes on");
        assert!(read > 0, "the stream ended: {text}");
        text.push_str(&String::from_utf8_lossy(&buffer[..read]));
    }
    text
}

#[test]
fn searches_wait_their_turn_and_end_with_their_connection() {
    let server = Server::start(&["--searches", "1", "--waiting", "1"]);
    let mut first = begin(&server);
    read_until(&mut first, "event: progress");
    let mut second = begin(&server);
    assert!(read_until(&mut second, "data: {\"position\"").contains("event: queued"));
    let third = server.post("/api/solve", &endless());
    assert!(third.status == 503 && third.head.contains("retry-after"), "{third:?}");
    assert_eq!(server.health()["waiting"], 1);
    drop(first);
    read_until(&mut second, "event: started");
    drop(second);
    server.wait_until_idle();
}

#[test]
fn limits_on_time_and_memory_hold() {
    let server = Server::start(&["--time", "1s", "--memory", "64MiB"]);
    let begun = Instant::now();
    let answer = server.post("/api/solve", &json!({ "text": common::hard_room(12), "strategy": "bfs", "time": 1000 }));
    let report = answer.event("done").expect("an answer");
    assert_eq!(report["status"], "stopped");
    assert!(report["peak_bytes"].as_u64().unwrap() < 80 << 20, "{report}");
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn an_address_that_lets_others_in_is_warned_about() {
    let mut command = common::boxwright();
    command.args(["serve", "--port", "0", "--address", "0.0.0.0"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut line = String::new();
    BufReader::new(child.stderr.take().expect("piped")).read_line(&mut line).expect("it says something");
    child.kill().and_then(|()| child.wait()).expect("it ends");
    assert!(line.starts_with("warning: everybody who can reach"), "{line}");
}

/// What clients send who have lost their way.
fn garbage(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    match seed % 5 {
        0 => (0..2000).map(|_| next() as u8).collect(),
        1 => b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        2 => format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(100_000)).into_bytes(),
        3 => b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzzzz\r\n".to_vec(),
        _ => {
            let body: Vec<u8> = (0..500).map(|_| next() as u8).collect();
            let head = "POST /api/read HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/octet-stream\r\n";
            [format!("{head}Content-Length: {}\r\n\r\n", body.len()).as_bytes(), &body].concat()
        }
    }
}

#[test]
fn two_hundred_clients_slow_ones_and_garbage_leave_it_as_it_was() {
    let server = Server::start(&["--searches", "2", "--waiting", "300"]);
    let level = json!({ "text": common::hard_room(3), "time": 5 });
    // Once, so that everything is loaded that is loaded once.
    for _ in 0..4 {
        assert_eq!(server.post("/api/solve", &level).status, 200);
        assert_eq!(server.get("/").status, 200);
    }
    let before = server.memory();

    // Clients that never finish their request stay connected through it all.
    let mut slow: Vec<TcpStream> = (0..100).map(|_| server.connect()).collect();
    for (i, stream) in slow.iter_mut().enumerate() {
        let begun: &[u8] = if i % 2 == 0 {
            b"GET / HT"
        } else {
            b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        };
        stream.write_all(begun).expect("it reads");
    }
    // And some that ask for much and read nothing.
    let deaf: Vec<TcpStream> = (0..20).map(|_| begin(&server)).collect();
    drop(deaf);

    std::thread::scope(|scope| {
        for client in 0..200_u64 {
            let (server, level) = (&server, &level);
            scope.spawn(move || {
                assert_eq!(server.get("/").status, 200);
                let inspected = server.post("/api/inspect", &json!({ "text": common::EASY }));
                assert_eq!(inspected.status, 200, "{inspected:?}");
                let solved = server.post("/api/solve", level);
                assert!(solved.event("done").is_some_and(|r| r["status"] == "solved"), "{solved:?}");
                server.raw(&garbage(client));
            });
        }
    });
    for stream in &slow {
        let _ = stream.shutdown(Shutdown::Both);
    }
    drop(slow);
    server.wait_until_idle();

    let mut times: Vec<Duration> = (0..21)
        .map(|_| {
            let begun = Instant::now();
            assert_eq!(server.get("/api/health").status, 200);
            begun.elapsed()
        })
        .collect();
    times.sort();
    assert!(times[10] < Duration::from_millis(50), "{times:?}");
    // What was freed is given back within seconds.
    let begun = Instant::now();
    while server.memory() > before + (12 << 20) && begun.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(100));
    }
    let after = server.memory();
    eprintln!("memory: {} KiB before, {} KiB after; median answer {:?}", before / 1024, after / 1024, times[10]);
    assert!(after < before + (12 << 20), "{before} before, {after} after");
}
