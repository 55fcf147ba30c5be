//! `saut serve` as a process: its answers, rejected clients and requests, and robustness.

#[path = "serve/planning.rs"]
mod planning;
#[path = "serve/server.rs"]
mod server;

use std::io::Write as _;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::Server;

const ARROW: &str = ".o..\n....\n.ooo\n\n.o..\n....\n....\n";
const PLANS: &str = "oo.\n\n..o\n";

/// Returns a puzzle that no method decides soon.
fn long() -> String {
    let full = "o".repeat(15);
    let picture = |middle: &str, row: &str| {
        let rows = (0..15).map(|y| if y == 7 { middle } else { row });
        rows.collect::<Vec<_>>().join("\n")
    };
    let (peg, vacancy) = ("o".repeat(7), ".".repeat(7));
    let start = picture(&format!("{peg}.{peg}"), &full);
    let goal = picture(&format!("{vacancy}o{vacancy}"), &".".repeat(15));
    format!("{start}\n\n{goal}\n")
}

#[test]
fn it_listens_on_loopback_and_answers_with_a_strict_policy_in_few_bytes() {
    let server = Server::start();
    assert!(server.address.ip().is_loopback());
    let mut bytes = 0;
    for path in [
        "/",
        "/planning",
        "/api/puzzles",
        "/api/tasks",
        "/web/codemirror.js",
        "/web/editor.js",
        "/web/follow.js",
        "/web/grid.js",
        "/web/link.js",
        "/web/page.js",
        "/web/planning.css",
        "/web/planning.js",
        "/web/rules.js",
        "/web/saut.css",
        "/web/server.js",
        "/web/studio.css",
        "/web/studio.js",
        "/web/whynot.js",
    ] {
        let said = server.get(path);
        assert_eq!(said.status, 200, "{path}");
        let policy =
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'";
        assert!(said.head.contains(policy), "{path}");
        assert!(!said.head.contains("unsafe"), "{path}");
        if !path.ends_with("codemirror.js") && path != "/api/puzzles" {
            bytes += said.body.len();
        }
    }
    assert!(bytes < 300_000, "{bytes} bytes without the editor");
    assert_eq!(server.get("/web/build").status, 404);
}

#[test]
fn documents_are_those_of_the_command_line() {
    let server = Server::start();
    let solved = server.solve(&json!({"puzzle": PLANS}));
    assert_eq!(
        (&solved["verdict"], &solved["checked"], &solved["moves"]),
        (&json!("solved"), &json!(true), &json!(1))
    );
    assert_eq!(
        solved["plan"],
        json!([{"from": [0, 0], "over": [1, 0], "to": [2, 0]}])
    );
    let refused = server.solve(&json!({"puzzle": "ooo\n\n..o\n"}));
    assert_eq!(refused["verdict"], "infeasible");
    assert!(refused["certificate"]["kind"].is_string());
    let baseball = server.solve(&json!({"puzzle": "baseball-3"}));
    assert_eq!(
        (&baseball["length"], &baseball["optimal"]),
        (&json!(5), &json!(true))
    );

    let said = server.ask("/api/explain", &json!({"puzzle": "central"}));
    assert_eq!(said["criteria"][0]["name"], "trivial");
    let said = server.ask("/api/hint", &json!({"puzzle": PLANS}));
    assert_eq!(
        (&said["winnable"], &said["solutions"]),
        (&json!(true), &json!("1"))
    );
    let said = server.ask("/api/check", &json!({"puzzle": PLANS, "text": "11/31"}));
    assert_eq!(said["plan"].as_array().map(Vec::len), Some(1));
    let said = server.ask("/api/puzzle", &json!({"puzzle": ARROW}));
    assert_eq!(
        (&said["geometry"], &said["one_peg"]),
        (&json!("square"), &json!(false))
    );
    for (what, begins) in [
        ("dimacs", "c "),
        ("smtlib", ";"),
        ("pddl", "("),
        ("svg", "<svg"),
        ("html", "<!DOCTYPE"),
    ] {
        let said = server.post(
            "/api/download",
            &json!({"puzzle": PLANS, "what": what}).to_string(),
        );
        assert!(
            said.status == 200 && said.body.starts_with(begins),
            "{what}: {}",
            said.body
        );
    }
}

#[test]
fn a_game_continues_from_its_position() {
    let server = Server::start();
    let played = json!([{"from": [0, 0], "to": [2, 0]}]);
    let line = "oo.o.\n\n....o\n";
    let solved = server.solve(&json!({"puzzle": line, "played": played}));
    assert_eq!(
        solved["plan"],
        json!([{"from": [2, 0], "over": [3, 0], "to": [4, 0]}])
    );
    let wrong = json!([{"from": [1, 0], "to": [3, 0]}]);
    let wrong = json!({"puzzle": line, "played": wrong}).to_string();
    server.refuses("/api/solve", &wrong, 400, "jump 1");
}

#[test]
fn a_hint_follows_the_game_and_is_fast_for_a_known_puzzle() {
    let server = Server::start();
    let ask =
        |played: &[Value]| server.ask("/api/hint", &json!({"puzzle": "central", "played": played}));
    let mut played = Vec::new();
    let first = ask(&played);
    assert_eq!(
        (&first["winnable"], first["plan"].as_array().unwrap().len()),
        (&json!(true), 31)
    );
    let plan = first["plan"].as_array().unwrap();
    for (number, jump) in plan.iter().enumerate() {
        played.push(jump.clone());
        let said = ask(&played);
        assert_eq!(said["winnable"], true, "after {} jumps", number + 1);
        assert_eq!(said["plan"].as_array().unwrap().len(), 30 - number);
    }
    assert_eq!(ask(&played)["solutions"], "1");
    // After these jumps, the goal is unreachable, because a peg is isolated at the edge.
    let lost = [
        json!({"from": [3, 1], "to": [3, 3]}),
        json!({"from": [3, 4], "to": [3, 2]}),
        json!({"from": [3, 6], "to": [3, 4]}),
        json!({"from": [1, 3], "to": [3, 3]}),
    ];
    // The first answers may be null. The server computes the winning positions while the test repeats the request.
    let since = Instant::now();
    let mut said = ask(&lost);
    while said["winnable"].is_null() && since.elapsed() < Duration::from_secs(120) {
        said = ask(&lost);
    }
    assert!(said["winnable"].is_boolean(), "{said}");
    let wrong = json!({"puzzle": "central", "played": [{"from": [0, 0], "to": [2, 0]}]});
    assert_eq!(server.post("/api/hint", &wrong.to_string()).status, 400);
}

#[test]
fn the_figures_of_a_census_come_with_solvable_ones_first() {
    let server = Server::start();
    for (name, all, solvable) in [("french", 256, 30), ("english", 128, 13)] {
        let said = server.get(&format!("/api/census/{name}"));
        let said: Value = serde_json::from_str(&said.body).unwrap();
        let figures = said["puzzles"].as_array().unwrap();
        assert_eq!(figures.len(), all);
        let (first, others) = figures.split_at(solvable);
        assert!(first.iter().all(|figure| figure["expect"] == "solvable"));
        assert!(others.iter().all(|figure| figure["expect"] == "infeasible"));
    }
    for name in ["german", "..%2fcentral", ""] {
        assert_eq!(
            server.get(&format!("/api/census/{name}")).status,
            404,
            "{name}"
        );
    }
}

#[test]
fn a_census_file_is_shown_and_others_are_rejected() {
    let server = Server::start();
    let text = include_str!("../crates/puzzles/census/french-four-axes.jsonl");
    let said = server.ask("/api/census", &json!({"text": text}));
    let figures = said["puzzles"].as_array().unwrap();
    assert_eq!(
        (figures.len(), said["summary"].as_str().unwrap()),
        (256, "30 can be solved, 226 cannot")
    );
    assert_eq!(figures[29]["expect"], "solvable");
    assert_eq!(figures[30]["expect"], "infeasible");
    let heading = "{\"census\":\"rectangle-64x20\",\"symmetry\":\"none\"}\n";
    for (text, status, why) in [
        ("/etc/passwd", 400, "not a file of census records"),
        // The figure has only four pegs.
        (&text.replacen("\"pegs\":4", "\"pegs\":5", 1), 400, "line 4"),
        (heading, 413, "1280 holes"),
        (&text.repeat(30), 413, "2048 KiB"),
    ] {
        let question = json!({"text": text}).to_string();
        server.refuses("/api/census", &question, status, why);
    }
    let path = json!({"path": "results/census/french-four-axes.jsonl"}).to_string();
    server.refuses("/api/census", &path, 400, "");
}

#[test]
fn cheap_answers_are_returned_immediately() {
    let server = Server::start();
    let ask = |puzzle: &str, at_once: bool| {
        let question = json!({"puzzle": puzzle, "at_once": at_once});
        server.ask("/api/hint", &question)
    };
    assert_eq!(ask(PLANS, true)["winnable"], true);
    // For a board with 225 holes, there is no immediate answer.
    let since = Instant::now();
    assert_eq!(ask(&long(), true)["winnable"], Value::Null);
    assert!(since.elapsed() < Duration::from_secs(2));
}

#[test]
fn other_pages_and_other_names_are_rejected() {
    let server = Server::start();
    let (here, port) = (server.address.to_string(), server.address.port());
    let body = json!({"puzzle": PLANS}).to_string();
    let evil = format!("evil.example:{port}");
    for host in ["evil.example", &evil, "127.0.0.1:1", ""] {
        let said = server.request("GET", "/", &[("Host", host)], "");
        assert_eq!(said.status, 403, "{host}");
    }
    let json = "application/json";
    let own = format!("http://{here}");
    let by_name = format!("localhost:{port}");
    let in_capitals = format!("http://LOCALHOST:{port}");
    // Another server may use another address of this machine.
    let (other, sixth) = (
        format!("http://127.0.0.2:{port}"),
        format!("http://[::1]:{port}"),
    );
    for (host, origin, kind, status) in [
        (&here, "http://evil.example", json, 403),
        (&here, "null", json, 403),
        (&here, "https://127.0.0.1", json, 403),
        (&here, "file://", json, 403),
        (&here, "http://127.0.0.1:1", json, 403),
        (&here, &other, json, 403),
        (&here, "http://localhost:1", json, 403),
        (&here, &sixth, json, 403),
        (&here, &own, json, 200),
        // Media types and host names are case-insensitive.
        (&by_name, &in_capitals, "Application/JSON", 200),
        (
            &by_name,
            &in_capitals,
            "APPLICATION/JSON ; charset=utf-8",
            200,
        ),
        // A form on another page cannot send this media type.
        (&here, &own, "text/plain", 415),
    ] {
        let headers = [
            ("Host", host.as_str()),
            ("Origin", origin),
            ("Content-Type", kind),
        ];
        let said = server.request("POST", "/api/hint", &headers, &body);
        assert_eq!(said.status, status, "{host} {origin} {kind}");
    }
    // An invalid name is rejected like any other invalid request.
    let said = server.request("GET", "/api/census/%ff", &[("Host", here.as_str())], "");
    assert!(said.status == 400 && said.body.starts_with('{'), "{said:?}");
}

#[test]
fn no_file_is_read_whatever_it_is_called() {
    let server = Server::start();
    for name in [
        "/etc/passwd",
        "../../Cargo.toml",
        "instances/classics.toml",
        "Cargo.toml",
        "-",
        "",
        "./central",
    ] {
        let question = json!({"puzzle": name}).to_string();
        server.refuses("/api/puzzle", &question, 400, "no bundled puzzle");
    }
    for path in [
        "/web/../Cargo.toml",
        "/web/%2e%2e%2fCargo.toml",
        "/web//etc/passwd",
        "/Cargo.toml",
        "/web/",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn too_large_or_senseless_requests_are_rejected_with_a_message() {
    let server = Server::start();
    let puzzle = |text: String| json!({"puzzle": text}).to_string();
    let many = "[[puzzle]]\nname = \"p\"\nboard = \"square-64\"\nstart = \"full - 11\"\ngoal = \"one peg\"\n";
    let (rows, path) = (
        "o".repeat(60) + "\n",
        r#"{"puzzle": "central", "path": "x"}"#,
    );
    for (body, status, why) in [
        (&*puzzle("o".repeat(300 << 10)), 413, ""),
        (&puzzle(rows.repeat(20)), 413, "1200 holes"),
        (&puzzle(many.repeat(9)), 400, ""),
        ("", 400, ""),
        ("{", 400, ""),
        ("[]", 400, ""),
        ("null", 400, ""),
        ("{\"puzzle\": 7}", 400, ""),
        (path, 400, ""),
        ("\u{0}", 400, ""),
    ] {
        server.refuses("/api/solve", body, status, why);
    }
    assert_eq!(server.get("/api/solve").status, 405);
    assert_eq!(server.post("/api/nothing", "{}").status, 404);
}

#[test]
fn a_closed_connection_ends_its_solve_and_too_many_are_rejected() {
    let server = Server::start();
    let question = json!({"puzzle": long()}).to_string();
    let first = server.begin("/api/solve", &question);
    let second = server.begin("/api/solve", &question);
    let third = server.post("/api/solve", &question);
    assert_eq!(third.status, 429, "{third:?}");
    drop((first, second));
    let since = Instant::now();
    loop {
        let said = server.post("/api/solve", &json!({"puzzle": PLANS}).to_string());
        if said.status == 200 {
            break;
        }
        assert!(
            since.elapsed() < Duration::from_secs(20),
            "the solves of closed connections go on"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_thousand_hostile_requests_leave_it_answering() {
    let server = Server::start();
    // These requests come first, so that only the growth of the memory is measured.
    server.ask("/api/hint", &json!({"puzzle": PLANS}));
    server.get("/api/puzzles");
    let before = server.resident_mib();
    let silent: Vec<_> = (0..200).map(|_| server.connect()).collect();
    let large = json!({"puzzle": "o".repeat(300 << 10)}).to_string();
    let deep = json!({"domain": "(".repeat(9_000), "problem": ""}).to_string();
    std::thread::scope(|scope| {
        for worker in 0..8 {
            let (server, large, deep) = (&server, &large, &deep);
            scope.spawn(move || {
                for number in 0..125 {
                    match (worker + number) % 10 {
                        0 => drop(server.post("/api/solve", large)),
                        1 => drop(server.raw(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")),
                        2 => drop(
                            server.post("/api/solve", "{\"puzzle\": \"[[puzzle]]\\nname = 1\"}"),
                        ),
                        3 => drop(
                            server
                                .raw(b"POST /api/solve HTTP/1.1\r\nContent-Length: 99999\r\n\r\nx"),
                        ),
                        4 => drop(server.request("GET", "/", &[("Host", "evil.example")], "")),
                        5 => drop(server.raw(&vec![b'A'; 20_000])),
                        6 => drop(
                            server.post("/api/hint", &json!({"puzzle": "ooo\n...\n"}).to_string()),
                        ),
                        7 => drop(server.post("/api/task", deep)),
                        8 => drop(server.post("/api/task/solve", large)),
                        _ => drop(server.raw(b"GET /\r\nHost: \xff\xfe\r\n\r\n")),
                    }
                }
            });
        }
    });
    assert_eq!(server.get("/").status, 200);
    drop(silent);
    assert_eq!(server.solve(&json!({"puzzle": PLANS}))["verdict"], "solved");
    let after = server.resident_mib();
    assert!(after < before + 64, "from {before} to {after} MiB");
    assert_eq!(server.children(), "", "no child is left");
}

#[test]
fn slow_bodies_do_not_hold_up_a_question() {
    let server = Server::start();
    let here = server.address.to_string();
    let slow: Vec<_> = (0..520)
        .map(|_| {
            let mut stream = server.connect();
            let head = format!(
                "POST /api/solve HTTP/1.1\r\nHost: {here}\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{{"
            );
            let _ = stream.write_all(head.as_bytes());
            stream
        })
        .collect();
    let since = Instant::now();
    assert_eq!(server.get("/").status, 200);
    assert_eq!(server.solve(&json!({"puzzle": PLANS}))["verdict"], "solved");
    // A slow body is awaited for ten seconds, so this answer did not wait for the slow bodies.
    assert!(
        since.elapsed() < Duration::from_secs(5),
        "{:?}",
        since.elapsed()
    );
    drop(slow);
}
