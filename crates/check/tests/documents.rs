//! The program on documents: those on file are accepted or refused as they should be, and what it links is listed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The exit status of the program on these, and what it says.
fn check(arguments: &[&Path]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_saut-check"))
        .args(arguments)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

/// Each puzzle of the documents on file, in a file of its own.
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
fn documents_about_puzzles_are_accepted_or_refused_as_their_folder_says() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = puzzles(folder.path());
    // Proofs lie beside their documents.
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
            let Ok(read) = serde_json::from_str::<serde_json::Value>(&text) else {
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

/// A cart that goes round a ring of three places, with this fuel and this goal.
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
fn documents_about_planning_tasks_are_accepted_and_what_is_spoiled_is_refused() {
    let infeasible = |certificate: &str| {
        format!("{{\"verdict\": \"infeasible\", \"certificate\": {certificate}}}")
    };
    let weights = |least: i64| {
        infeasible(&format!(
            "{{\"kind\": \"pagoda\", \"reasons\": [{{\"weights\": {{\"scale\": 0, \"weights\": \
             {{\"at(p1)\": {least}, \"at(p2)\": 2, \"full(u0)\": 1}}}}}}], \"states\": {{\"visited\": 0}}}}"
        ))
    };
    let pairs = "{\"kind\": \"pairs\", \"reasons\": [{\"never\": [[\"at(p1)\", \"at(p2)\"]]}], \"states\": {\"visited\": 0}}";
    let states = |states: u32| {
        infeasible(&format!(
            "{{\"kind\": \"exhaustive\", \"reasons\": [], \"states\": {{\"visited\": {states}}}}}"
        ))
    };
    let solved = |length: u32| {
        format!(
            "{{\"verdict\": \"solved\", \"plan\": [\"(drive p0 p1 u0)\"], \"length\": {length}, \"cost\": null}}"
        )
    };
    // A potential: a step away from the goal is worth one.
    let bound = |claimed: u32, weight: i32, optimal: bool| {
        format!(
            "{{\"verdict\": \"solved\", \"plan\": [\"(drive p0 p1 u0)\", \"(drive p1 p2 u1)\"], \"cost\": 2, \
             \"minimised\": \"cost\", \"optimal\": {optimal}, \"bound\": {claimed}, \"bound_certificate\": \
             {{\"kind\": \"closed-states\", \"bound\": {claimed}, \"states\": {{\"listed\": {{\"cuts\": [], \
             \"facts\": [\"at(p0)\", \"at(p1)\", \"at(p2)\", \"full(u0)\", \"full(u1)\"], \"states\": []}}}}, \
             \"reasons\": [{{\"weights\": {{\"scale\": 1, \
             \"weights\": {{\"at(p0)\": -2, \"at(p1)\": -1, \"at(p2)\": {weight}}}}}}}]}}}}"
        )
    };
    let without_plan = bound(2, 0, true).replace("solved", "undecided");
    let without_plan = without_plan.replace("\"plan\"", "\"former_plan\"");
    let lost = "{\"kind\": \"criterion\", \"name\": \"relaxed-reachability\"}";
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let domain = file("domain.pddl", DOMAIN);
    let cases: [(usize, &str, String, i32); 21] = [
        (
            2,
            "(at p2)",
            "(drive p0 p1 u0)\n(drive p1 p2 u1)\n".to_owned(),
            0,
        ),
        (
            2,
            "(at p2)",
            "(drive p0 p1 u0)\n(drive p1 p2 u0)\n".to_owned(),
            1,
        ),
        (1, "(at p1)", solved(1), 0),
        (1, "(at p1)", solved(2), 1),
        (1, "(at p2)", states(2), 0),
        (1, "(at p2)", states(3), 1),
        (2, "(at p2)", states(2), 1),
        (1, "(at p2)", weights(1), 0),
        (1, "(at p2)", weights(3), 1),
        (2, "(and (at p1) (at p2))", infeasible(pairs), 0),
        (2, "(at p2)", infeasible(pairs), 1),
        (1, "(lost)", infeasible(lost), 0),
        (2, "(at p2)", infeasible(lost), 1),
        (2, "(at p2)", infeasible("{\"kind\": \"magic\"}"), 2),
        (2, "(at p2)", bound(2, 0, true), 0),
        (2, "(at p2)", bound(2, 1, true), 1),
        (2, "(at p2)", bound(3, 0, true), 1),
        (2, "(at p2)", bound(1, 0, false), 0),
        (2, "(at p2)", bound(1, 0, true), 1),
        (
            2,
            "(at p2)",
            without_plan.replace("\"at(p2)\": 0", "\"at(p2)\": -1"),
            1,
        ),
        (2, "(at p2)", without_plan, 0),
    ];
    for (number, (fuel, goal, document, wanted)) in cases.into_iter().enumerate() {
        let problem = file("problem.pddl", &problem(fuel, goal));
        let document = file("document", &document);
        let (code, said) = check(&[&domain, &problem, &document]);
        assert_eq!(code, Some(wanted), "case {number}: {said}");
    }
}

/// A file in this folder.
fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

/// A document with these fields.
fn document(fields: &[&str]) -> String {
    format!("{{{}}}", fields.join(", "))
}

#[test]
fn a_verdict_that_a_plan_contradicts_or_that_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| file(folder.path(), name, text);
    let line = "[[puzzle]]\nname = \"line\"\nstart = \"oo.\"\ngoal = \"..o\"\n";
    let task = [
        file("domain.pddl", DOMAIN),
        file("problem.pddl", &problem(1, "(at p1)")),
    ];
    let jump = "\"plan\": [{\"from\": [0, 0], \"over\": [1, 0], \"to\": [2, 0]}]";
    let step = |(token, from, to): (u8, u8, u8)| {
        format!("{{\"token\": {token}, \"from\": {from}, \"to\": {to}}}")
    };
    let steps = [(1, 2, 0), (2, 1, 2), (1, 2, 1), (2, 1, 2), (1, 0, 1)].map(step);
    let steps = format!("\"plan\": [{}]", steps.join(", "));
    let cases = [
        (vec![file("line.toml", line)], jump),
        (vec![PathBuf::from("baseball-3")], &steps),
        (task.to_vec(), "\"plan\": [\"(drive p0 p1 u0)\"]"),
    ];
    for (question, plan) in &cases {
        for (verdict, wanted) in [
            ("\"verdict\": \"solved\"", 0),
            ("\"verdict\": \"infeasible\"", 1),
            ("\"verdict\": \"undecided\"", 1),
            ("\"verdict\": \"x\"", 1),
            ("\"verdict\": \"\"", 1),
            ("\"verdict\": null", 1),
        ] {
            let answer = file("answer", &document(&[verdict, plan]));
            let mut arguments: Vec<&Path> = question.iter().map(PathBuf::as_path).collect();
            arguments.push(&answer);
            let (code, said) = check(&arguments);
            assert_eq!(code, Some(wanted), "{verdict} {plan}: {said}");
            let is_named = said.contains("claim \"verdict\" refused: ");
            assert_eq!(is_named, wanted == 1, "{said}");
        }
        // What cannot be read is told with the file, once.
        let unknown = "\"certificate\": {\"kind\": \"nonsense\"}";
        let unreadable = file(
            "answer",
            &document(&["\"verdict\": \"infeasible\"", unknown]),
        );
        let mut arguments: Vec<&Path> = question.iter().map(PathBuf::as_path).collect();
        arguments.push(&unreadable);
        let (code, said) = check(&arguments);
        assert_eq!(code, Some(2), "{said}");
        assert_eq!(
            said.matches(unreadable.to_str().unwrap()).count(),
            1,
            "{said}"
        );
    }
    // A board's plan may stand without a verdict.
    let answer = file("answer", &document(&[jump]));
    assert_eq!(check(&[&cases[0].0[0], &answer]).0, Some(0));
}

#[test]
fn the_times_of_a_plan_order_its_steps() {
    let folder = tempfile::tempdir().unwrap();
    let domain = file(folder.path(), "domain.pddl", DOMAIN);
    let problem = file(folder.path(), "problem.pddl", &problem(2, "(at p2)"));
    for (plan, wanted) in [
        ("1: (drive p1 p2 u1)\n0.5: (drive p0 p1 u0)\n", 0),
        ("1: (drive p0 p1 u0)\n0.5: (drive p1 p2 u1)\n", 1),
        ("0: (drive p0 p1 u0)\n0: (drive p1 p2 u1)\n", 1),
        ("0: (drive p0 p1 u0)\n(drive p1 p2 u1)\n", 2),
    ] {
        let plan = file(folder.path(), "plan", plan);
        let (code, said) = check(&[&domain, &problem, &plan]);
        assert_eq!(code, Some(wanted), "{said}");
    }
}

#[test]
fn an_answer_of_the_token_challenge_is_refused_as_a_plan_is() {
    let instance = |name: &str| root().join("instances/reconfiguration").join(name);
    let folder = tempfile::tempdir().unwrap();
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
        let answer = file(folder.path(), "answer", sets);
        let (code, said) = check(&[
            &instance("cycle-7.col"),
            &instance("cycle-7-yes.dat"),
            &answer,
        ]);
        assert_eq!(code, Some(wanted), "{sets}: {said}");
    }
}

#[test]
fn claims_beside_a_plan_are_refused_where_they_are_false_and_named_where_no_check_is_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| file(folder.path(), name, text);
    let domain = file("domain.pddl", DOMAIN);
    let problem = file("problem.pddl", &problem(2, "(at p1)"));
    let checked = |more: &str| {
        let plan = "\"plan\": [\"(drive p0 p1 u0)\"], \"length\": 1, \"cost\": null";
        let answer = file(
            "answer",
            &document(&["\"verdict\": \"solved\"", plan, more]),
        );
        check(&[&domain, &problem, &answer, Path::new("--json")])
    };
    for (more, unverified) in [
        ("\"minimised\": \"actions\"", "[]"),
        ("\"bound\": 0", "[]"),
        ("\"optimal\": true", "[\"optimal\"]"),
        ("\"bound\": 1", "[\"bound\"]"),
        ("\"steps\": 1", "[\"steps\"]"),
        ("\"lower_bound\": {\"refuted\": []}", "[\"lower_bound\"]"),
        ("\"lower_bound\": 3", "[\"lower_bound\"]"),
        ("\"beauty\": 3", "[\"beauty\"]"),
    ] {
        let (code, said) = checked(more);
        assert_eq!(code, Some(0), "{more}: {said}");
        let named = format!("\"unverified\":{unverified}");
        assert!(said.contains(&named), "{more}: {said}");
    }
    for more in [
        "\"optimal\": \"true\"",
        "\"steps\": \"1\"",
        "\"minimised\": 3",
    ] {
        let (code, said) = checked(more);
        assert_eq!(code, Some(2), "{more}: {said}");
    }
    for more in [
        "\"metric\": \"1\"",
        "\"certificate\": {\"kind\": \"exhaustive\", \"reasons\": [], \"states\": {\"visited\": 2}}",
    ] {
        let (code, said) = checked(more);
        assert_eq!(code, Some(1), "{more}: {said}");
    }
    for (plan, wanted) in [
        ("\"length\": \"1\"", 2),
        ("\"length\": 2", 1),
        ("\"cost\": 7", 1),
    ] {
        let fields = [
            "\"verdict\": \"solved\"",
            "\"plan\": [\"(drive p0 p1 u0)\"]",
            plan,
        ];
        let answer = file("answer", &document(&fields));
        let (code, said) = check(&[&domain, &problem, &answer]);
        assert_eq!(code, Some(wanted), "{plan}: {said}");
    }
    // The bound of a metric is none of costs: 0 is as any other number, and the plan with 0 contradicts 1.
    let metric = file(
        "metric.pddl",
        "(define (domain d) (:requirements :numeric-fluents) (:predicates (p)) (:functions (f))
          (:action a :parameters () :effect (decrease (f) 1))
          (:action b :parameters () :effect (p)))",
    );
    let least = file(
        "least.pddl",
        "(define (problem p) (:domain d) (:init (= (f) 0)) (:goal (p)) (:metric minimize (f)))",
    );
    for (bound, status, part) in [
        ("0", 0, "\"unverified\":[\"bound\"]"),
        ("\"0\"", 0, "\"unverified\":[\"bound\"]"),
        ("-1", 0, "\"unverified\":[\"bound\"]"),
        ("null", 0, "\"unverified\":[]"),
        ("1", 1, "refused"),
    ] {
        let claim = format!("\"bound\": {bound}");
        let fields = ["\"verdict\": \"solved\"", "\"plan\": [\"(b)\"]", &claim];
        let answer = file("answer", &document(&fields));
        let (code, said) = check(&[&metric, &least, &answer, Path::new("--json")]);
        assert_eq!(code, Some(status), "{bound}: {said}");
        assert!(said.contains(part), "{bound}: {said}");
    }
    let (code, said) = checked("\"bound\": 2");
    assert_eq!(code, Some(1), "{said}");
    // For people.
    let answer = "{\"verdict\": \"solved\", \"plan\": [\"(drive p0 p1 u0)\"], \"optimal\": true}";
    let (_, said) = check(&[&domain, &problem, &file("answer", answer)]);
    assert!(said.contains("\nnot verified here: optimal\n"), "{said}");
}

#[test]
fn claims_about_a_plan_beside_a_certificate_that_there_is_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| file(folder.path(), name, text);
    let task = [
        file("domain.pddl", DOMAIN),
        file("problem.pddl", &problem(1, "(at p2)")),
    ];
    let states = "\"certificate\": {\"kind\": \"exhaustive\", \"reasons\": [], \"states\": {\"visited\": 2}}";
    let class = "\"certificate\": {\"kind\": \"class\", \"sums\": [{\"form\": [1, 1], \"colours\": [0, 1]}]}";
    let board = [PathBuf::from("french-central")];
    for (question, certificate) in [(&task[..], states), (&board[..], class)] {
        for (more, wanted, part) in [
            ("\"optimal\": false", 0, "\"unverified\":[]"),
            ("\"beauty\": 3", 0, "\"unverified\":[\"beauty\"]"),
            ("\"optimal\": true", 1, "refused"),
            ("\"length\": 1", 1, "refused"),
            ("\"plan\": []", 1, "refused"),
        ] {
            let fields = ["\"verdict\": \"infeasible\"", certificate, more];
            let answer = file("answer", &document(&fields));
            let mut arguments: Vec<&Path> = question.iter().map(PathBuf::as_path).collect();
            arguments.extend([answer.as_path(), Path::new("--json")]);
            let (code, said) = check(&arguments);
            assert_eq!(code, Some(wanted), "{more}: {said}");
            assert!(said.contains(part), "{more}: {said}");
        }
    }
}

/// All that the program is built from, by name.
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
    // The lock does not tell what only tests need; manifests do.
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
    let ours: Vec<&str> = linked
        .iter()
        .map(String::as_str)
        .filter(|it| it.starts_with("saut-"))
        .collect();
    assert_eq!(
        ours,
        [
            "saut-base",
            "saut-check",
            "saut-criteria",
            "saut-formats",
            "saut-levels",
            "saut-linear",
            "saut-numeric",
            "saut-pddl",
            "saut-peg",
            "saut-task"
        ]
    );
    for never in [
        "batsat",
        "rustsat-batsat",
        "varisat",
        "z3",
        "clap",
        "crossterm",
        "indicatif",
        "axum",
        "tokio",
        "hyper",
        "signal-hook",
        "proptest",
    ] {
        assert!(!linked.contains(never), "{never} is linked");
    }
    assert!(
        linked.contains("rustsat"),
        "the test reads the lock wrongly: {linked:?}"
    );
}
