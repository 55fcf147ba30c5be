//! A comparison that the command line asks for: table, page and plots, going on after an interruption,
//! and what is refused.

use std::fs;

use serde_json::Value;

use crate::program::{Desk, Said};

/// A puzzle of two jumps, one without a plan, and a formula of each kind.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write(
        "p.toml",
        "[[puzzle]]\nname = \"yes\"\nstart = \"oo.o.\"\ngoal = \".o...\"\n\
         [[puzzle]]\nname = \"no\"\nstart = \"oo.o.\"\ngoal = \"o....\"\n",
    );
    fs::create_dir(desk.0.path().join("formulas")).unwrap();
    desk.write(
        "formulas/sat.cnf",
        "c two of three\np cnf 3 3\n1 2 0\n-1\n3 0\n-2 -3 0\n",
    );
    desk.write(
        "formulas/unsat.cnf",
        "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n",
    );
    desk
}

fn rows(said: &Said) -> Vec<Value> {
    said.json()["table"].as_array().unwrap().clone()
}

fn column(rows: &[Value], key: &str) -> Vec<String> {
    let text = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    rows.iter().map(|row| text(&row[key])).collect()
}

#[test]
fn a_comparison_prints_its_table_and_writes_page_and_plots_beside_the_records() {
    let desk = desk();
    let asked =
        "bench p.toml:yes --backends batsat,varisat --encodings sequential,forall --seeds 2";
    let said = desk.gives(0, asked);
    let table: Vec<&str> = said.out.lines().take(5).collect();
    assert!(
        table[0].contains("median") && table[0].contains("conflicts"),
        "{said:?}"
    );
    for row in &table[1..] {
        assert!(row.starts_with("yes "), "{said:?}");
        assert!(
            row.contains("solved   checked   replay") && row.contains("2/2"),
            "{said:?}"
        );
    }
    assert!(
        said.out
            .contains("page: saut-bench/index.html; plots beside it: cactus.svg"),
        "{said:?}"
    );
    let folder = desk.0.path().join("saut-bench");
    let page = fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(page.contains("plot-runs-yes") && page.contains("class=\"board\""));
    for file in [
        "runs-yes.svg",
        "cells.csv",
        "summary.md",
        "records.machine.toml",
    ] {
        assert!(folder.join(file).is_file(), "{file}");
    }
    let records = fs::read_to_string(folder.join("records.jsonl")).unwrap();
    assert_eq!(records.lines().count(), 8);
    // One more backend, and the eight runs are not made again.
    let more = desk.gives(
        0,
        &asked
            .replace("varisat", "varisat,no-such:x")
            .replace("no-such:x", "dimacs:no-such-solver"),
    );
    assert!(
        more.err.contains("8 of 12 runs are there already"),
        "{more:?}"
    );
    assert!(
        more.err
            .contains("warning: dimacs:no-such-solver is not here"),
        "{more:?}"
    );
    assert!(
        more.out
            .contains("note: dimacs:no-such-solver+forall was not there"),
        "{more:?}"
    );
}

#[test]
fn one_document_tells_horizons_sizes_and_who_checked() {
    let desk = desk();
    let said = desk.gives(
        0,
        "bench p.toml --backends batsat --encodings sequential --seeds 1 --json -o out",
    );
    let rows = rows(&said);
    assert_eq!(column(&rows, "instance"), ["no", "yes"]);
    assert_eq!(column(&rows, "outcome"), ["unproved", "solved"]);
    assert_eq!(column(&rows, "evidence"), ["missing", "checked"]);
    assert_eq!(column(&rows, "horizon"), ["2", "2"]);
    assert_eq!(column(&rows, "variables"), ["27.0", "27.0"]);
    assert_eq!(column(&rows, "checked_by")[1], "replay");
    let document = said.json();
    assert_eq!(
        (&document["folder"], &document["wrong"]),
        (&"out".into(), &Value::Array(vec![]))
    );
    let named = |name: &str| document["files"].as_array().unwrap().contains(&name.into());
    assert!(named("index.html") && named("cactus.svg") && !said.out.trim().contains('\n'));
    assert!(desk.0.path().join("out/records.jsonl").is_file());
}

#[test]
fn formulas_of_anybody_are_compared_and_their_answers_checked() {
    let desk = desk();
    let lying = "dimacs:/bin/sh lie.sh";
    desk.write("lie.sh", "echo s UNSATISFIABLE; exit 20\n");
    let mut words: Vec<String> =
        "bench formulas --seeds 1 --json -o f.jsonl --encodings sequential,forall --backends"
            .split(' ')
            .map(Into::into)
            .collect();
    words.push(format!("batsat,saut,{lying}"));
    let said = desk.gives_one_of(&[1], &words);
    let rows = rows(&said);
    // Once each, whatever encodings there are for puzzles.
    let told: Vec<(String, String, String)> = column(&rows, "instance")
        .into_iter()
        .zip(column(&rows, "solver"))
        .zip(column(&rows, "outcome"))
        .map(|((instance, solver), outcome)| (instance, solver, outcome))
        .collect();
    let is = |instance: &str, solver: &str, outcome: &str| {
        let wanted = (instance.to_owned(), solver.to_owned(), outcome.to_owned());
        assert!(told.contains(&wanted), "{wanted:?}: {told:?}");
    };
    assert_eq!(told.len(), 4, "{told:?}");
    is("formulas/sat.cnf", "batsat+cnf", "solved");
    is("formulas/unsat.cnf", "batsat+cnf", "unproved");
    is("formulas/unsat.cnf", &format!("{lying}+cnf"), "unproved");
    is("formulas/sat.cnf", &format!("{lying}+cnf"), "wrong");
    assert!(said.err.contains("only a backend reads it"), "{said:?}");
    assert!(
        desk.0.path().join("f/index.html").is_file() && desk.0.path().join("f.jsonl").is_file()
    );
}

#[test]
fn what_cannot_be_compared_is_refused_with_a_remedy() {
    let desk = desk();
    desk.write(
        "d.toml",
        "name = \"x\"\npuzzles = [\"p.toml\"]\nbackends = [\"batsat\"]\n",
    );
    desk.write("broken.cnf", "p cnf 1 1\n2 0\n");
    desk.write("short.cnf", "p cnf 3 5\n1 2 0\n-3 0\n");
    for (arguments, message) in [
        (
            "d.toml --seeds 2",
            "--seeds: d.toml is a definition, which says this itself",
        ),
        (
            "d.toml central",
            "d.toml: this is a definition and goes alone",
        ),
        ("d.toml -o d.toml", "-o: d.toml is read by the same command"),
        (
            "central --backends nobody",
            "backends: there is no backend \"nobody\"",
        ),
        (
            "central --encodings sequental",
            "there is no encoding \"sequental\"",
        ),
        (
            "central --encodings smt",
            "there is nothing to run: smt has no clauses",
        ),
        (
            "centrall",
            "puzzles: \"centrall\" is neither a bundled puzzle nor a file",
        ),
        (
            "broken.cnf",
            "broken.cnf: line 2: \"2\" is no literal of 1 variables",
        ),
        (
            "short.cnf",
            "short.cnf: line 1: the header promises 5 clauses, and the file has 2",
        ),
        (
            "central --backends dimacs:/x/lie.sh,batsat",
            "or repeat the flag",
        ),
        ("-", "a bench cannot read standard input"),
        ("central --seeds 0", "--seeds"),
    ] {
        let words = ["bench"].into_iter().chain(arguments.split(' '));
        let said = desk.run(words);
        assert_eq!(said.status, Some(2), "{arguments}: {said:?}");
        assert!(said.err.contains(message), "{arguments}: {said:?}");
    }
    assert!(!desk.0.path().join("saut-bench/records.jsonl").exists());
}

#[cfg(not(feature = "z3"))]
#[test]
fn a_backend_that_is_not_built_in_is_named_with_its_feature() {
    let desk = desk();
    let listed = desk.gives(0, "backends").out;
    let line = listed
        .lines()
        .find(|line| line.starts_with("z3-crate"))
        .unwrap();
    assert!(
        line.contains("missing") && line.contains("--features z3"),
        "{line}"
    );
    let asked = desk.run(["solve", "p.toml:yes", "--backend", "z3-crate"]);
    assert_eq!(asked.status, Some(1), "{asked:?}");
    assert!(
        asked.err.contains("not built in") && asked.err.contains("--features z3"),
        "{asked:?}"
    );
    let compared = desk.gives(
        0,
        "bench p.toml:yes --backends z3-crate,batsat --encodings sequential --seeds 1",
    );
    assert!(
        compared.err.contains("warning: z3-crate is not here"),
        "{compared:?}"
    );
    assert!(compared.err.contains("--features z3"), "{compared:?}");
}

#[test]
fn what_was_edited_under_its_name_is_two_instances_and_no_contradiction() {
    let desk = desk();
    let asked = "bench p.txt x.cnf --backends batsat --encodings sequential --seeds 1";
    desk.write("p.txt", "oo.\n\n..o\n");
    desk.write("x.cnf", "p cnf 1 1\n1 0\n");
    desk.gives(0, asked);
    desk.write("p.txt", "oo.o\n\n..o.\n");
    desk.write("x.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    let said = desk.gives(0, asked);
    assert!(
        said.out.contains("p [") && said.out.contains("x.cnf ["),
        "{said:?}"
    );
    let report = desk.gives(0, "report saut-bench/records.jsonl");
    assert!(
        !report.out.contains("one of the checks is wrong"),
        "{report:?}"
    );
    for name in ["p was 2 things", "x.cnf was 2 things"] {
        assert!(report.out.contains(name), "{report:?}");
    }
}

#[test]
fn the_page_of_a_folder_shows_all_its_records_by_horizon() {
    let desk = desk();
    let rest = "--backends batsat --encodings sequential --seeds 1 -o g";
    desk.gives(0, &format!("bench p.toml:yes --horizons 2,3 {rest}"));
    let said = desk.gives(0, &format!("bench p.toml:no {rest}"));
    for shown in [
        "yes, horizon 2",
        "yes, horizon 3",
        "(and 2 runs of other commands, shown too)",
    ] {
        assert!(said.out.contains(shown), "{shown}: {said:?}");
    }
    assert!(!said.out.contains("times are not comparable"), "{said:?}");
    let file = |name: &str| desk.0.path().join("g").join(name);
    let page = fs::read_to_string(file("index.html")).unwrap();
    assert!(page.contains("yes, horizon 3"));
    // A plot of no instance any more is removed.
    fs::write(file("runs-gone.svg"), "").unwrap();
    desk.gives(0, &format!("bench p.toml:no {rest}"));
    assert!(!file("runs-gone.svg").exists() && file("runs-no.svg").exists());
}
