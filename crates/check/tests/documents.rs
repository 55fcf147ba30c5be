//! `saut-check` on result files: it accepts or rejects the stored files as expected. One test lists all crates that the
//! program links.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the exit status and the output of the program for these arguments.
fn check(arguments: &[&Path]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_saut-check"))
        .args(arguments)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

/// A domain and a problem, or a puzzle, in a folder with its result files.
struct Question {
    folder: TempDir,
    names: Vec<PathBuf>,
}

impl Question {
    fn task(domain: &str, problem: &str) -> Self {
        let mut question = Self::of(&[]);
        for (name, text) in [("domain.pddl", domain), ("problem.pddl", problem)] {
            question.names.push(question.file(name, text));
        }
        question
    }

    fn of(names: &[&Path]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Self { folder, names }
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// Returns the exit status and the output of the program for a result file.
    fn check(&self, answer: &str, options: &[&str]) -> (Option<i32>, String) {
        let answer = self.file("answer", answer);
        let files = self.names.iter().chain([&answer]).map(PathBuf::as_path);
        let all: Vec<&Path> = files.chain(options.iter().map(Path::new)).collect();
        check(&all)
    }
}

/// Returns the puzzles of the stored result files, each in its own file.
fn puzzles(folder: &Path) -> BTreeMap<String, PathBuf> {
    let text = fs::read_to_string(root().join("tests/certificates/puzzles.toml")).unwrap();
    let one = |puzzle: &str| {
        let name = puzzle.split("name = \"").nth(1).unwrap();
        let name = name.split('"').next().unwrap().to_owned();
        let path = folder.join(format!("{name}.toml"));
        fs::write(&path, format!("[[puzzle]]{puzzle}")).unwrap();
        (name, path)
    };
    text.split("[[puzzle]]").skip(1).map(one).collect()
}

#[test]
fn puzzle_documents_are_accepted_or_rejected_by_their_folder() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = puzzles(folder.path());
    // Proofs are next to their result files.
    for proof in fs::read_dir(root().join("tests/certificates")).unwrap() {
        let proof = proof.unwrap().path();
        if proof.extension().is_some_and(|ending| ending == "drat") {
            fs::copy(&proof, folder.path().join(proof.file_name().unwrap())).unwrap();
        }
    }
    for (kind, wanted) in [("accepts", &[0][..]), ("rejects", &[1, 2])] {
        let documents = fs::read_dir(root().join("tests/certificates").join(kind)).unwrap();
        let mut count = 0;
        for document in documents.map(|entry| entry.unwrap().path()) {
            if document.extension().is_none_or(|ending| ending != "json") {
                continue;
            }
            let text = fs::read_to_string(&document).unwrap();
            let Ok(read) = serde_json::from_str::<Value>(&text) else {
                continue;
            };
            let puzzle = &puzzles[read["puzzle"].as_str().unwrap()];
            let beside = folder.path().join("document.json");
            fs::copy(&document, &beside).unwrap();
            let (status, said) = check(&[puzzle, &beside]);
            assert!(wanted.contains(&status.unwrap()), "{document:?}: {said}");
            count += 1;
        }
        assert!(count >= 15, "{kind}: {count}");
    }
}

const DOMAIN: &str = "(define (domain ring)
  (:types place unit)
  (:predicates (at ?p - place) (next ?p ?q - place) (full ?u - unit) (lost))
  (:action drive :parameters (?p ?q - place ?u - unit)
    :precondition (and (at ?p) (next ?p ?q) (full ?u))
    :effect (and (at ?q) (not (at ?p)) (not (full ?u)))))";

/// Returns a problem about a cart on a ring of three places, with this amount of fuel and this goal.
fn problem(fuel: usize, goal: &str) -> String {
    let units: Vec<String> = (0..fuel).map(|unit| format!("u{unit}")).collect();
    let facts: Vec<String> = units.iter().map(|unit| format!("(full {unit})")).collect();
    format!(
        "(define (problem round) (:domain ring) (:objects p0 p1 p2 - place {} - unit)
           (:init (at p0) (next p0 p1) (next p1 p2) (next p2 p0) {}) (:goal {goal}))",
        units.join(" "),
        facts.join(" ")
    )
}

#[test]
fn task_documents_are_accepted_and_spoiled_ones_rejected() {
    let infeasible = |certificate: Value| {
        json!({"verdict": "infeasible", "certificate": certificate}).to_string()
    };
    let weights = |least: i64| {
        let weights = json!({"at(p1)": least, "at(p2)": 2, "full(u0)": 1});
        let reason = json!({"weights": {"scale": 0, "weights": weights}});
        infeasible(json!({"kind": "pagoda", "reasons": [reason], "states": {"visited": 0}}))
    };
    let pairs = || {
        let reason = json!({"never": [["at(p1)", "at(p2)"]]});
        infeasible(json!({"kind": "pairs", "reasons": [reason], "states": {"visited": 0}}))
    };
    let states = |states: u32| {
        infeasible(json!({"kind": "exhaustive", "reasons": [], "states": {"visited": states}}))
    };
    let solved = |length: u32| {
        json!({"verdict": "solved", "plan": ["(drive p0 p1 u0)"], "length": length, "cost": null})
            .to_string()
    };
    // A potential: each step away from the goal adds one.
    let bound = |claimed: u32, weight: i32, optimal: bool| {
        let weights = json!({"at(p0)": -2, "at(p1)": -1, "at(p2)": weight});
        let facts = ["at(p0)", "at(p1)", "at(p2)", "full(u0)", "full(u1)"];
        let certificate = json!({
            "kind": "closed-states", "bound": claimed, "reasons": [{"weights": {"scale": 1, "weights": weights}}],
            "states": {"listed": {"cuts": [], "facts": facts, "states": []}},
        });
        json!({
            "verdict": "solved", "plan": ["(drive p0 p1 u0)", "(drive p1 p2 u1)"], "cost": 2, "minimised": "cost",
            "optimal": optimal, "bound": claimed, "bound_certificate": certificate,
        })
        .to_string()
    };
    let without_plan = |weight| {
        let solved = bound(2, weight, true).replace("solved", "undecided");
        solved.replace("\"plan\"", "\"former_plan\"")
    };
    let lost = || infeasible(json!({"kind": "criterion", "name": "relaxed-reachability"}));
    let steps = |last: &str| format!("(drive p0 p1 u0)\n(drive p1 p2 {last})\n");
    let both = "(and (at p1) (at p2))";
    for (number, (fuel, goal, answer, wanted)) in [
        (2, "(at p2)", steps("u1"), 0),
        (2, "(at p2)", steps("u0"), 1),
        (1, "(at p1)", solved(1), 0),
        (1, "(at p1)", solved(2), 1),
        (1, "(at p2)", states(2), 0),
        (1, "(at p2)", states(3), 1),
        (2, "(at p2)", states(2), 1),
        (1, "(at p2)", weights(1), 0),
        (1, "(at p2)", weights(3), 1),
        (2, both, pairs(), 0),
        (2, "(at p2)", pairs(), 1),
        (1, "(lost)", lost(), 0),
        (2, "(at p2)", lost(), 1),
        (2, "(at p2)", infeasible(json!({"kind": "magic"})), 2),
        (2, "(at p2)", bound(2, 0, true), 0),
        (2, "(at p2)", bound(2, 1, true), 1),
        (2, "(at p2)", bound(3, 0, true), 1),
        (2, "(at p2)", bound(1, 0, false), 0),
        (2, "(at p2)", bound(1, 0, true), 1),
        (2, "(at p2)", without_plan(-1), 1),
        (2, "(at p2)", without_plan(0), 0),
    ]
    .into_iter()
    .enumerate()
    {
        let question = Question::task(DOMAIN, &problem(fuel, goal));
        let (code, said) = question.check(&answer, &[]);
        assert_eq!(code, Some(wanted), "case {number}: {said}");
    }
    let question = Question::task(DOMAIN, &problem(2, "(at p2)"));
    let (_, said) = question.check(&bound(2, 0, true), &[]);
    assert!(said.contains("\nno plan costs less: checked\n"), "{said}");
}

/// Returns a document with these fields and one additional field.
fn document(mut fields: Value, name: &str, value: &Value) -> String {
    fields[name] = value.clone();
    fields.to_string()
}

#[test]
fn a_contradicted_or_invalid_verdict_is_rejected() {
    let line = "[[puzzle]]\nname = \"line\"\nstart = \"oo.\"\ngoal = \"..o\"\n";
    let mut board = Question::of(&[]);
    board.names.push(board.file("line.toml", line));
    let jump = json!({"plan": [{"from": [0, 0], "over": [1, 0], "to": [2, 0]}]});
    let step = |(token, from, to)| json!({"token": token, "from": from, "to": to});
    let steps = [(1, 2, 0), (2, 1, 2), (1, 2, 1), (2, 1, 2), (1, 0, 1)].map(step);
    let baseball = Question::of(&[Path::new("baseball-3")]);
    let task = Question::task(DOMAIN, &problem(1, "(at p1)"));
    for (question, plan) in [
        (&board, &jump),
        (&baseball, &json!({"plan": steps})),
        (&task, &json!({"plan": ["(drive p0 p1 u0)"]})),
    ] {
        for (verdict, wanted) in [
            (json!("solved"), 0),
            (json!("infeasible"), 1),
            (json!("undecided"), 1),
            (json!("x"), 1),
            (json!(""), 1),
            (json!(null), 1),
            (json!(7), 1),
            (json!(["solved"]), 1),
        ] {
            let answer = document(plan.clone(), "verdict", &verdict);
            let (code, said) = question.check(&answer, &[]);
            assert_eq!(code, Some(wanted), "{verdict} {plan}: {said}");
            let is_named = said.contains("claim \"verdict\" rejected: ");
            assert_eq!(is_named, wanted == 1, "{said}");
        }
        // An unreadable document is reported once, with its file name.
        let unknown = json!({"verdict": "infeasible", "certificate": {"kind": "nonsense"}});
        let (code, said) = question.check(&unknown.to_string(), &[]);
        assert_eq!(code, Some(2), "{said}");
        let place = question.folder.path().join("answer");
        let times = said.matches(place.to_str().unwrap()).count();
        assert_eq!(times, 1, "{said}");
    }
    for verdict in ["infeasible", "undecided"] {
        let plans = json!({"verdict": verdict, "plans": []}).to_string();
        let (code, said) = board.check(&plans, &[]);
        assert!(code == Some(1) && said.contains("but has a plan"), "{said}");
    }
    // A plan of a board does not need a verdict.
    assert_eq!(board.check(&jump.to_string(), &[]).0, Some(0));
}

#[test]
fn the_times_of_a_plan_order_its_steps() {
    let question = Question::task(DOMAIN, &problem(2, "(at p2)"));
    for (plan, wanted) in [
        ("1: (drive p1 p2 u1)\n0.5: (drive p0 p1 u0)\n", 0),
        ("1: (drive p0 p1 u0)\n0.5: (drive p1 p2 u1)\n", 1),
        ("0: (drive p0 p1 u0)\n0: (drive p1 p2 u1)\n", 1),
        ("0: (drive p0 p1 u0)\n(drive p1 p2 u1)\n", 2),
    ] {
        let (code, said) = question.check(plan, &[]);
        assert_eq!(code, Some(wanted), "{said}");
    }
}

#[test]
fn an_answer_of_the_token_challenge_is_rejected_like_a_plan() {
    let files = ["cycle-7.col", "cycle-7-yes.dat"];
    let [graph, tokens] = files.map(|name| root().join("instances/reconfiguration").join(name));
    let question = Question::of(&[&graph, &tokens]);
    for (sets, wanted) in [
        ("a YES\na 1 3 5\na 1 3 6\na 1 4 6\na 2 4 6\n", 0),
        ("a YES\na 1 3 5\na 1 3 6\na 1 4 6\n", 1),
        ("a YES\na 1 3 5\na 1 4 6\na 2 4 6\n", 1),
        ("a YES\na 1 3 6\na 1 4 6\na 2 4 6\n", 1),
        ("a YES\na 1 3 5\na 1 2 5\n", 1),
        ("a YES\na 1 3 5\na 1 3 99\n", 1),
        ("a YES\n", 1),
        ("a NO\n", 2),
        ("a YES\na 1 3 5\nb 1 3 6\n", 2),
    ] {
        let (code, said) = question.check(sets, &[]);
        assert_eq!(code, Some(wanted), "{sets}: {said}");
    }
}

#[test]
fn false_claims_next_to_a_plan_are_rejected_and_uncheckable_ones_named() {
    let question = Question::task(DOMAIN, &problem(2, "(at p1)"));
    let solved =
        json!({"verdict": "solved", "plan": ["(drive p0 p1 u0)"], "length": 1, "cost": null});
    let certificate = json!({"kind": "exhaustive", "reasons": [], "states": {"visited": 2}});
    for (name, value, status, part) in [
        ("minimised", json!("actions"), 0, "\"unverified\":[]"),
        ("bound", json!(0), 0, "\"unverified\":[]"),
        ("optimal", json!(true), 0, "\"unverified\":[\"optimal\"]"),
        ("bound", json!(1), 0, "\"unverified\":[\"bound\"]"),
        ("steps", json!(1), 0, "\"unverified\":[\"steps\"]"),
        (
            "lower_bound",
            json!({"refuted": []}),
            0,
            "\"unverified\":[\"lower_bound\"]",
        ),
        (
            "lower_bound",
            json!(3),
            0,
            "\"unverified\":[\"lower_bound\"]",
        ),
        ("beauty", json!(3), 0, "\"unverified\":[\"beauty\"]"),
        ("optimal", json!("true"), 2, ""),
        ("steps", json!("1"), 2, ""),
        ("minimised", json!(3), 2, ""),
        ("length", json!("1"), 2, ""),
        ("metric", json!("1"), 1, "refused"),
        ("certificate", certificate, 1, "refused"),
        ("bound", json!(2), 1, "refused"),
        ("length", json!(2), 1, "refused"),
        ("cost", json!(7), 1, "refused"),
    ] {
        let (code, said) = question.check(&document(solved.clone(), name, &value), &["--json"]);
        assert_eq!(code, Some(status), "{name} {value}: {said}");
        assert!(said.contains(part), "{name} {value}: {said}");
    }
    let (_, said) = question.check(&document(solved, "optimal", &json!(true)), &[]);
    assert!(said.contains("\nnot verified: optimal\n"), "{said}");
}

#[test]
fn the_bound_of_a_metric_is_none_of_costs() {
    // 0 is an ordinary number, so the plan with metric 0 contradicts the bound 1.
    let question = Question::task(
        "(define (domain d) (:requirements :numeric-fluents) (:predicates (p)) (:functions (f))
          (:action a :parameters () :effect (decrease (f) 1))
          (:action b :parameters () :effect (p)))",
        "(define (problem p) (:domain d) (:init (= (f) 0)) (:goal (p)) (:metric minimize (f)))",
    );
    for (bound, status, part) in [
        (json!(0), 0, "\"unverified\":[\"bound\"]"),
        (json!("0"), 0, "\"unverified\":[\"bound\"]"),
        (json!(-1), 0, "\"unverified\":[\"bound\"]"),
        (json!(null), 0, "\"unverified\":[]"),
        (json!(1), 1, "refused"),
    ] {
        let answer = json!({"verdict": "solved", "plan": ["(b)"], "bound": bound});
        let (code, said) = question.check(&answer.to_string(), &["--json"]);
        assert_eq!(code, Some(status), "{bound}: {said}");
        assert!(said.contains(part), "{bound}: {said}");
    }
}

#[test]
fn plan_claims_next_to_an_infeasibility_certificate_are_rejected() {
    let states = json!({"kind": "exhaustive", "reasons": [], "states": {"visited": 2}});
    let class = json!({"kind": "class", "sums": [{"form": [1, 1], "colours": [0, 1]}]});
    let task = Question::task(DOMAIN, &problem(1, "(at p2)"));
    let board = Question::of(&[Path::new("french-central")]);
    for (question, certificate) in [(task, states), (board, class)] {
        let infeasible = json!({"verdict": "infeasible", "certificate": certificate});
        for (name, value, wanted, part) in [
            ("optimal", json!(false), 0, "\"unverified\":[]"),
            ("beauty", json!(3), 0, "\"unverified\":[\"beauty\"]"),
            ("beauty", json!(null), 0, "\"unverified\":[]"),
            ("plan", json!(null), 0, "\"unverified\":[]"),
            ("moves", json!(null), 0, "\"unverified\":[]"),
            (
                "optimal_plans",
                json!("0"),
                0,
                "\"unverified\":[\"optimal_plans\"]",
            ),
            ("optimal_plans", json!("17"), 1, "refused"),
            ("optimal", json!(true), 1, "refused"),
            ("length", json!(1), 1, "refused"),
            ("moves", json!(3), 1, "refused"),
            ("steps", json!(-5), 1, "refused"),
            ("plan", json!([]), 1, "refused"),
        ] {
            let answer = document(infeasible.clone(), name, &value);
            let (code, said) = question.check(&answer, &["--json"]);
            assert_eq!(code, Some(wanted), "{name} {value}: {said}");
            assert!(said.contains(part), "{name} {value}: {said}");
        }
    }
}

/// Returns the names of all crates that the program links.
fn linked() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let lock: toml::Table = text.parse().unwrap();
    let mut needs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in lock["package"].as_array().unwrap() {
        let list = package.get("dependencies").and_then(toml::Value::as_array);
        let list = list.into_iter().flatten().filter_map(toml::Value::as_str);
        let names = list.filter_map(|entry| entry.split(' ').next());
        needs
            .entry(package["name"].as_str().unwrap())
            .or_default()
            .extend(names);
    }
    // Cargo.lock does not distinguish dev-dependencies, but the manifests do.
    let of_ours = |name: &str| {
        let folder = name.strip_prefix("saut-").unwrap_or(name);
        let manifest = root().join("crates").join(folder).join("Cargo.toml");
        let manifest: toml::Table = fs::read_to_string(manifest).unwrap().parse().unwrap();
        let needed = manifest["dependencies"].as_table().unwrap();
        let is_there = |need: &toml::Value| {
            let optional = need.get("optional").and_then(toml::Value::as_bool);
            optional != Some(true)
        };
        let needed = needed.iter().filter(|(_, need)| is_there(need));
        needed.map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let (mut all, mut left) = (BTreeSet::new(), vec!["saut-check".to_owned()]);
    while let Some(name) = left.pop() {
        if all.insert(name.clone()) {
            match name.strip_prefix("saut-") {
                Some(_) => left.extend(of_ours(&name)),
                None => left.extend(needs[name.as_str()].iter().map(|&it| it.to_owned())),
            }
        }
    }
    all
}

#[test]
fn no_solver_of_formulas_no_terminal_and_no_server_is_linked() {
    let linked = linked();
    let ours = linked.iter().filter_map(|name| name.strip_prefix("saut-"));
    let wanted = "base check criteria formats levels linear numeric pddl peg task";
    assert!(ours.eq(wanted.split(' ')), "{linked:?}");
    let solvers = ["batsat", "rustsat-batsat", "varisat", "z3"];
    let programs = [
        "clap",
        "crossterm",
        "indicatif",
        "axum",
        "tokio",
        "hyper",
        "signal-hook",
    ];
    for never in solvers.into_iter().chain(programs).chain(["proptest"]) {
        assert!(!linked.contains(never), "{never} is linked");
    }
    let is_read = linked.contains("rustsat");
    assert!(is_read, "the test reads the lock wrongly: {linked:?}");
}
