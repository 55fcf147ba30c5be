//! `saut check` within limits: a search done again and a long proof end at a deadline, at a memory
//! limit or on request, with "undecided" and nothing said about the certificate.

#[path = "common/certificates.rs"]
mod certificates;
#[path = "common/saut.rs"]
mod program;

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use program::{Desk, Said, command};
use saut::certify::{self, Certificate, Rejected};
use saut::search::{ExhaustiveLevels, SearchSettings};
use saut::stop::{Stop, Why};
use serde_json::Value;

/// Levels of a game that has millions of boards; they need not be right to take long.
const LONG: &str = r#"{"puzzle": "square-7", "verdict": "infeasible",
    "certificate": {"kind": "exhaustive", "forward": [1, 2], "backward": [1]}}"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("long.json", LONG);
    desk
}

fn within(stop: Stop) -> SearchSettings {
    SearchSettings {
        stop,
        threads: 1,
        ..SearchSettings::default()
    }
}

#[test]
fn every_kind_that_takes_long_ends_at_a_limit_and_holds_without() {
    for (name, document) in certificates::documents("accepts") {
        let puzzle = certificates::puzzle(document["puzzle"].as_str().unwrap());
        let claim = certificates::claim(&document).unwrap();
        let is_long = matches!(claim, Certificate::Proof(_) | Certificate::Exhaustive(_));
        let over = within(Stop::new(Some(Duration::ZERO), None));
        let ended = certify::check_within(&puzzle, claim.clone(), &over);
        if is_long {
            assert_eq!(ended, Err(Rejected::Unfinished(Why::Timeout)), "{name}");
        } else {
            assert!(ended.is_ok(), "{name}");
        }
        assert!(certificates::checked(&document).is_ok(), "{name}");
    }
}

#[test]
fn a_request_ends_a_search_done_again() {
    let puzzle = saut::formats::bundled::named("square-7").unwrap();
    let claim = Certificate::Exhaustive(ExhaustiveLevels::default());
    let stop = Stop::default();
    let (asker, began) = (stop.clone(), Instant::now());
    let asking = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        asker.request();
    });
    let ended = certify::check_within(&puzzle, claim, &within(stop));
    assert_eq!(ended, Err(Rejected::Unfinished(Why::Interrupted)));
    assert!(
        began.elapsed() < Duration::from_secs(10),
        "{:?}",
        began.elapsed()
    );
    asking.join().unwrap();
}

#[test]
fn deadline_and_memory_limit_end_it_undecided() {
    let desk = desk();
    for (flags, reason) in [("--timeout 0.3", "timeout"), ("--memory 40", "memory")] {
        let said = desk.gives(
            30,
            &format!("check square-7 long.json {flags} --threads 1 --json"),
        );
        let document: Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(document["verdict"], "undecided", "{said:?}");
        assert_eq!(document["reason"], reason, "{said:?}");
        assert_eq!(document["checked"], false, "{said:?}");
        assert_eq!(document["kind"], "exhaustive", "{said:?}");
        assert_eq!(said.err, "", "nothing on standard error");
    }
    let said = desk.gives(30, "check square-7 long.json --timeout 0.3 --threads 1");
    assert!(said.out.starts_with("undecided: "), "{said:?}");
    assert!(
        said.out.contains("timeout") && said.out.contains("may hold or not"),
        "{said:?}"
    );
}

#[test]
fn an_interrupt_ends_it_undecided() {
    let desk = desk();
    let words = ["check", "square-7", "long.json", "--threads", "1", "--json"];
    let child = command(&desk.0, words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(500));
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let began = Instant::now();
    let said = Said::from(child.wait_with_output().unwrap());
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
    assert_eq!(said.status, Some(30), "{said:?}");
    assert!(said.out.contains(r#""reason":"interrupted""#), "{said:?}");
}

#[test]
fn a_limit_that_is_not_hit_changes_nothing() {
    let desk = desk();
    let pair = "[[puzzle]]\nname = \"seven\"\nstart = \"oo.o.oo\"\ngoal = \"o.....o\"\n";
    desk.write("seven.toml", pair);
    let levels = |backward: u8| {
        format!(
            r#"{{"verdict": "infeasible", "certificate":
            {{"kind": "exhaustive", "forward": [1, 1, 3], "backward": [{backward}]}}}}"#
        )
    };
    desk.write("right.json", levels(1));
    desk.write("wrong.json", levels(2));
    desk.gives(20, "check seven.toml right.json --timeout 60 --memory 4096");
    desk.gives(1, "check seven.toml wrong.json --timeout 60 --memory 4096");
    desk.gives(2, "check seven.toml right.json --timeout soon");
}
