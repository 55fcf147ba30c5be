//! `saut report` from outside: a golden summary, every format, and what it refuses.

use std::fs;
use std::path::Path;

use crate::program::Desk;
use serde_json::Value;

const TINY: &str = include_str!("../report/tiny.jsonl");

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("tiny.jsonl", TINY);
    desk
}

/// `SAUT_BLESS=1` writes the golden summary anew.
#[test]
fn the_summary_of_the_tiny_records_is_the_golden_one() {
    let said = desk().gives(0, "report tiny.jsonl");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report/tiny.md");
    if std::env::var_os("SAUT_BLESS").is_some_and(|value| value == "1") {
        fs::write(&path, &said.out).unwrap();
    }
    assert_eq!(said.out, fs::read_to_string(path).unwrap_or_default());
}

#[test]
fn every_column_of_the_runs_has_the_field_of_a_record() {
    let desk = desk();
    let told = TINY.replacen("\"decisions\":null", "\"decisions\":7", 1);
    let told = told.replacen("\"propagations\":null", "\"propagations\":9", 1);
    desk.write("tiny.jsonl", told);
    desk.gives(0, "report tiny.jsonl -o out --format csv");
    let csv = fs::read_to_string(desk.0.path().join("out/per-run.csv")).unwrap();
    let mut lines = csv::Reader::from_reader(csv.as_bytes());
    let columns = lines.headers().unwrap().clone();
    let runs: Vec<csv::StringRecord> = lines.records().map(Result::unwrap).collect();
    for (place, column) in columns.iter().enumerate() {
        let has_one = runs.iter().any(|run| !run[place].is_empty());
        assert!(has_one, "{column} is empty in every run");
    }
    assert_eq!((columns.len(), runs.len()), (29, 5));
}

#[test]
fn a_directory_gets_the_page_and_only_what_is_asked_for() {
    let desk = desk();
    for (flags, files) in [
        ("", &["index.html"][..]),
        ("--format html", &["index.html"]),
        (
            "--format markdown,html",
            &[
                "index.html",
                "summary.md",
                "what-the-numbers-do-not-show.md",
            ],
        ),
        (
            "--format markdown --format html",
            &[
                "index.html",
                "summary.md",
                "what-the-numbers-do-not-show.md",
            ],
        ),
    ] {
        let facts = desk
            .gives(0, &format!("report tiny.jsonl -o out --json {flags}"))
            .json();
        let mut names: Vec<&str> = facts["files"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        names.sort_unstable();
        assert_eq!(names, files, "{flags}");
        assert_eq!(
            fs::read_dir(desk.0.path().join("out")).unwrap().count(),
            files.len(),
            "{flags}"
        );
        fs::remove_dir_all(desk.0.path().join("out")).unwrap();
    }
    let said = desk.gives(0, "report tiny.jsonl -o out");
    assert!(said.out.contains("1 file in out"), "{said:?}");
    for flags in [
        "--format benchexec",
        "--format html,csv",
        "--format pdf",
        "-o out2 --format pdf",
    ] {
        desk.gives(2, &format!("report tiny.jsonl {flags}"));
    }
}

#[test]
fn a_directory_gets_every_format_and_the_same_bytes_each_time() {
    let desk = desk();
    desk.write("tiny.machine.toml", "processor = \"<fast>\"\n");
    let said = desk.gives(0, "report tiny.jsonl -o out --format all --json");
    let facts = said.json();
    assert_eq!(
        (
            facts["runs"].clone(),
            facts["wrong"].as_array().unwrap().len()
        ),
        (5.into(), 1)
    );
    let names: Vec<&str> = facts["files"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    for wanted in [
        "summary.md",
        "per-run.csv",
        "cactus.svg",
        "index.html",
        "001-batsat_r2-exists.results.xml",
    ] {
        assert!(names.contains(&wanted), "{names:?}");
    }
    desk.gives(0, "report tiny.jsonl -o again --format all");
    let read = |folder: &str, name: &str| {
        fs::read_to_string(desk.0.path().join(folder).join(name)).unwrap()
    };
    for name in &names {
        assert_eq!(read("out", name), read("again", name), "{name}");
        assert!(
            !read("out", name).contains("<fast>") || *name == "summary.md",
            "{name}"
        );
    }
    assert!(read("out", "index.html").contains("&lt;fast&gt;"));
    assert_eq!(
        fs::read_dir(desk.0.path().join("out")).unwrap().count(),
        names.len()
    );
}

#[test]
fn every_run_of_the_bundled_records_has_the_command_of_its_formula() {
    let desk = Desk::new();
    desk.write("r.jsonl", include_str!("../../results/naive-formula.jsonl"));
    let page = desk.gives(0, "report r.jsonl --format html").out;
    let page = page.replace('<', "\n");
    for command in [
        "encode central --encoding smt --format smtlib --horizon 31",
        "encode central --encoding sequential --horizon 31",
        "encode central --encoding r2-exists --horizon 5",
        "solve central",
    ] {
        assert!(page.contains(&format!("saut {command}\n")), "{command}");
    }
    // And the command can be given, with the choice by its name or by its flag.
    let short = desk.gives(0, "encode pegsol-p01 --encoding sequential/ladder");
    let flags = "encode pegsol-p01 --encoding sequential/ladder";
    assert_eq!(short.out, desk.gives(0, flags).out);
    let refused = desk.gives(2, "encode pegsol-p01 --encoding smt/integer");
    assert!(refused.err.contains("there is disjunction"), "{refused:?}");
}

#[test]
fn old_records_say_every_choice_in_words_and_count_as_the_same_solver() {
    let desk = Desk::new();
    let words = "\"r2-exists, order direction, folded, not packed\"";
    assert!(TINY.contains(words));
    desk.write("old.jsonl", TINY);
    desk.write("new.jsonl", TINY.replace(words, "\"r2-exists\""));
    let [old, new] = ["old", "new"].map(|name| desk.gives(0, &format!("report {name}.jsonl")));
    assert_eq!(old.out, new.out);
}

#[test]
fn names_that_are_formulas_or_markup_stay_text() {
    let desk = Desk::new();
    desk.write("odd.jsonl", TINY.replace("\"central\"", "\"=1+1 ~~x~~\""));
    let csv = desk.gives(0, "report odd.jsonl --format csv").out;
    assert!(
        csv.contains(",'=1+1 ~~x~~,") && !csv.contains(",=1"),
        "{csv}"
    );
    let summary = desk.gives(0, "report odd.jsonl").out;
    assert!(
        summary.contains("=1+1 \\~\\~x\\~\\~") && !summary.contains("~~x"),
        "{summary}"
    );
}

#[test]
fn wrong_answers_come_first_and_count_nowhere() {
    let said = desk().gives(0, "report tiny.jsonl");
    let (alarm, table) = (
        said.out.find("**WRONG: 1").unwrap(),
        said.out.find("## Solvers").unwrap(),
    );
    assert!(alarm < table);
    assert!(
        said.out
            .contains("| minisat+sequential | | | | | 0/2 | 1 |"),
        "{}",
        said.out
    );
    let right = TINY.lines().take(4).collect::<Vec<_>>().join("\n");
    let desk = Desk::new();
    desk.write("right.jsonl", right);
    assert!(!desk.gives(0, "report right.jsonl").out.contains("WRONG"));
}

#[test]
fn unusable_records_are_refused_with_place_fact_and_remedy() {
    let desk = desk();
    desk.write("empty.jsonl", "");
    desk.write("odd.jsonl", format!("hello\n{TINY}"));
    desk.write("binary.jsonl", [0xff, 0xfe, 0x00]);
    for (arguments, wanted) in [
        (
            "report empty.jsonl",
            "empty.jsonl: there are no records; `saut bench` writes them",
        ),
        (
            "report odd.jsonl",
            "odd.jsonl: line 1: is no record (expected value, column 1)",
        ),
        ("report binary.jsonl", "binary.jsonl: is no UTF-8 text"),
        (
            "report nowhere.jsonl",
            "nowhere.jsonl: there is no such file",
        ),
        (
            "report tiny.jsonl --format svg",
            "several files; say with -o",
        ),
        (
            "report tiny.jsonl --scatter batsat kissat",
            "no one solver \"kissat\"; they have batsat+r2-exists",
        ),
        (
            "report --compare tiny.jsonl empty.jsonl",
            "empty.jsonl: there are no records",
        ),
    ] {
        let said = desk.gives(2, arguments);
        assert!(said.err.contains(wanted), "{arguments}: {}", said.err);
        assert!(said.out.is_empty());
    }
    desk.gives(0, "report tiny.jsonl --scatter batsat minisat -o out");
    desk.gives(0, "report tiny.jsonl empty.jsonl");
}

#[test]
fn records_of_a_running_benchmark_are_reported_with_a_warning() {
    let desk = Desk::new();
    desk.write("torn.jsonl", &TINY[..TINY.len() - 30]);
    let said = desk.gives(0, "report torn.jsonl --json");
    assert_eq!(said.json()["runs"], 4);
    assert!(
        said.json()["warnings"][0]
            .as_str()
            .unwrap()
            .contains("line 5, the last, is unfinished")
    );
}

#[test]
fn a_comparison_names_what_differs_and_only_that() {
    let desk = desk();
    let slower = TINY.replace("\"wall_seconds\":0.5", "\"wall_seconds\":5.0");
    let slower = slower.replace("\"wall_seconds\":1.5", "\"wall_seconds\":6.0");
    desk.write("slower.jsonl", slower);
    let said = desk.gives(0, "report --compare tiny.jsonl slower.jsonl");
    assert!(
        said.out.contains(
            "| central, horizon 6 | batsat+r2-exists | 1.00 ± 50 % | 5.50 ± 9 % | 5.50× | slower |"
        ),
        "{}",
        said.out
    );
    let facts = desk
        .gives(0, "report --compare tiny.jsonl tiny.jsonl --json")
        .json();
    assert_eq!(
        (
            facts["slower"].clone(),
            facts["faster"].clone(),
            facts["same"].clone()
        ),
        (0.into(), 0.into(), 1.into())
    );
}
