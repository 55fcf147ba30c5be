//! A server of the studio for one test, and a client that can send any bytes.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// Maximum time that the client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server on a free port, which is stopped at the end of the test.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
}

#[derive(Debug)]
pub struct Said {
    pub status: u16,
    pub head: String,
    pub body: String,
}

/// The events of a response: the document, and the earlier events with their names.
pub struct Told {
    pub document: Value,
    pub others: Vec<(String, Value)>,
}

impl Server {
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_saut"))
            .args(["serve", "--port", "0", "--threads", "2"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let (_, rest) = line.split_once("http://").unwrap();
        let address = rest.split('/').next().unwrap().parse().unwrap();
        Self { child, address }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends exactly these bytes, and returns the response, which may be empty.
    pub fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // The server may close the connection before it has read everything.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Sends a request, and leaves the connection open.
    pub fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> TcpStream {
        let mut stream = self.connect();
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            let _ = write!(request, "{name}: {value}\r\n");
        }
        let _ = write!(request, "Content-Length: {}\r\n\r\n", body.len());
        let _ = stream.write_all(request.as_bytes());
        let _ = stream.write_all(body.as_bytes());
        stream
    }

    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Said {
        Said::read(self.send(method, path, headers, body))
    }

    pub fn get(&self, path: &str) -> Said {
        self.request("GET", path, &[("Host", &self.address.to_string())], "")
    }

    /// Sends a request as JSON, and leaves the connection open.
    pub fn pose(&self, path: &str, body: &str) -> TcpStream {
        let here = self.address.to_string();
        let headers = [
            ("Host", here.as_str()),
            ("Content-Type", "application/json"),
        ];
        self.send("POST", path, &headers, body)
    }

    pub fn post(&self, path: &str, body: &str) -> Said {
        Said::read(self.pose(path, body))
    }

    /// Posts a request and asserts that it is rejected with this status and a message that contains these words.
    pub fn refuses(&self, path: &str, body: &str, status: u16, words: &str) {
        let said = self.post(path, body);
        let error: Value = serde_json::from_str(&said.body).unwrap();
        let sentence = error["error"].as_str().unwrap_or_default();
        let is_meant = said.status == status && sentence.contains(words);
        assert!(
            is_meant && !sentence.is_empty(),
            "{path} {body:.60}: {said:?}"
        );
    }

    /// Sends a request, asserts that it is answered, and returns the answer.
    pub fn ask(&self, path: &str, question: &Value) -> Value {
        let said = self.post(path, &question.to_string());
        assert_eq!(said.status, 200, "{path}: {said:?}");
        serde_json::from_str(&said.body).unwrap()
    }

    /// Sends a request that needs a long computation, and waits until the response begins. At this time, the
    /// computation has begun, too.
    pub fn begin(&self, path: &str, body: &str) -> TcpStream {
        let mut stream = self.pose(path, body);
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        stream
    }

    pub fn solve(&self, question: &Value) -> Value {
        self.events("/api/solve", question).document
    }

    pub fn events(&self, path: &str, question: &Value) -> Told {
        let said = self.post(path, &question.to_string());
        assert!(said.head.contains("text/event-stream"), "{said:?}");
        let mut others = Vec::new();
        for event in said.body.split("\n\n") {
            let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
            let (Some(name), Some(data)) = (field("event: "), field("data: ")) else {
                continue;
            };
            let data = serde_json::from_str(data).unwrap_or_else(|_| panic!("{said:?}"));
            if name == "document" {
                let document = data;
                return Told { document, others };
            }
            others.push((name.to_owned(), data));
        }
        panic!("{said:?}");
    }

    pub fn resident_mib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        kib.unwrap_or(0) >> 10
    }

    /// Returns the process IDs of the child processes of all threads of the server.
    pub fn children(&self) -> String {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id()));
        let threads = threads.into_iter().flatten().flatten();
        let children = |thread: std::fs::DirEntry| {
            std::fs::read_to_string(thread.path().join("children")).unwrap_or_default()
        };
        threads.map(children).collect()
    }
}

impl Said {
    fn read(mut stream: TcpStream) -> Self {
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let text = String::from_utf8_lossy(&answer);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        Self {
            status: status.unwrap_or(0),
            head: head.to_lowercase(),
            body: body.to_owned(),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
