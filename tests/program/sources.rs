//! The statements of the sources in `docs/sources.toml`, from which `docs/site_pages.py` generates the page *Claims
//! checked*. Every fast command prints the quoted numbers, and every other command has a recorded run.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::process::{Command, Output};

use saut::formats::{bundled, plan_file};
use saut::peg::{Cell, GameLength};
use saut::simulate;
use serde::Deserialize;

use crate::pages::{root, words};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    row: Vec<Row>,
}

/// A statement of a source.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    document: String,
    place: String,
    says: String,
    command: Option<String>,
    /// Texts that the output must contain: the numbers that the page quotes.
    #[serde(default)]
    found: Vec<String>,
    /// Whether the result agrees with the source: `agrees`, `differs`, `open`, `lost` or `reason`.
    agreement: String,
    #[serde(default)]
    note: String,
    /// The cost of the command: `quick`, or `recorded` for a command whose output is in a file.
    cost: Option<String>,
    /// The file with the output.
    record: Option<String>,
    #[serde(default)]
    exit: i32,
}

/// The sources. Their titles are in `docs/site_pages.py`.
const DOCUMENTS: [&str; 4] = ["theory", "formula", "orange", "french"];

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(root().join("docs/sources.toml")).unwrap();
    let page: Page = toml::from_str(&text).unwrap();
    page.row
}

#[test]
fn every_row_has_a_command_with_a_run_or_a_reason() {
    let rows = rows();
    for row in &rows {
        let id = &row.id;
        assert_eq!(
            rows.iter().filter(|other| other.id == *id).count(),
            1,
            "{id}"
        );
        assert!(DOCUMENTS.contains(&row.document.as_str()), "{id}");
        assert!(!row.place.is_empty() && !row.says.is_empty(), "{id}");
        match (row.command.as_deref(), row.cost.as_deref()) {
            (None, None) => {
                assert!(!row.note.is_empty(), "{id}: no command and no reason");
                assert!(
                    ["open", "lost", "reason"].contains(&row.agreement.as_str()),
                    "{id}"
                );
            }
            (Some(_), Some("quick")) => assert!(row.record.is_none(), "{id}"),
            (Some(_), Some("recorded")) => assert!(row.record.is_some(), "{id}"),
            other => panic!("{id}: {other:?}"),
        }
        if ["agrees", "differs"].contains(&row.agreement.as_str()) {
            assert!(!row.found.is_empty(), "{id}: nothing was found");
        }
        assert!(
            row.agreement != "open" || row.note.starts_with("gap: "),
            "{id}"
        );
    }
}

fn run(command: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_saut"));
    let program = program.args(words(command)).current_dir(root());
    program.output().unwrap()
}

/// Checks that an output has the texts and the exit status of a row. An error contains the missing texts.
fn check(row: &Row, output: &Output) -> Result<(), String> {
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    let out = format!("\n{out}\n{err}");
    let missing: Vec<&String> = row.found.iter().filter(|it| !out.contains(*it)).collect();
    if missing.is_empty() && output.status.code() == Some(row.exit) {
        return Ok(());
    }
    let Row { id, command, .. } = row;
    let status = output.status;
    Err(format!(
        "{id}: saut {command:?}: {status}, without {missing:?}"
    ))
}

#[test]
fn every_fast_command_prints_the_quoted_output() {
    let rows = rows();
    let mut outputs = HashMap::new();
    let mut wrong = Vec::new();
    for row in rows
        .iter()
        .filter(|row| row.cost.as_deref() == Some("quick"))
    {
        let command = row.command.as_deref().unwrap();
        let output = outputs.entry(command).or_insert_with(|| run(command));
        wrong.extend(check(row, output).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_wrong_number_is_noticed() {
    let mut rows = rows();
    let row = rows
        .iter_mut()
        .find(|row| row.id == "french-nine-solutions")
        .unwrap();
    row.found = vec!["33 solutions".to_owned()];
    assert!(check(row, &run(row.command.as_deref().unwrap())).is_err());
}

#[test]
fn every_other_command_has_a_recorded_run() {
    for row in rows()
        .iter()
        .filter(|row| row.cost.as_deref() == Some("recorded"))
    {
        let file = row.record.as_deref().unwrap();
        let text =
            fs::read_to_string(root().join(file)).unwrap_or_else(|no| panic!("{file}: {no}"));
        for found in &row.found {
            assert!(
                text.contains(found.trim()),
                "{}: {file} has no {found:?}",
                row.id
            );
        }
        if file.starts_with("docs/runs/") {
            let command = format!("$ saut {}\n", row.command.as_deref().unwrap());
            assert!(
                text.starts_with(&command),
                "{}: {file} is of another command",
                row.id
            );
        }
    }
}

/// Returns the files of this repository that a text names: words that begin with a folder of the repository and a
/// slash.
fn mentions(text: &str) -> Vec<&str> {
    const FOLDERS: [&str; 8] = [
        "crates/",
        "docs/",
        "encodings/",
        "examples/",
        "instances/",
        "results/",
        "src/",
        "tests/",
    ];
    let is_outside = |c: char| !(c.is_alphanumeric() || "/._-".contains(c));
    let words = text.split(is_outside);
    let words = words.map(|word| word.trim_end_matches(['.', '-']));
    words
        .filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder)))
        .collect()
}

fn is_missing(mention: &str) -> bool {
    !root().join(mention).exists()
}

#[test]
fn every_file_that_the_sources_name_exists() {
    let files = [
        "docs/sources.toml",
        "docs/contradictions.md",
        "docs/growth.md",
        "docs/reference/pddl.md",
        "instances/README.md",
    ];
    let mut missing = Vec::new();
    for file in files {
        let text = fs::read_to_string(root().join(file)).unwrap();
        let gone = mentions(&text).into_iter().filter(|one| is_missing(one));
        missing.extend(gone.map(|one| format!("{file}: {one}")));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn a_file_that_has_moved_is_noticed() {
    let text =
        "tests/library/counts.rs checks it, (tests/moved.rs) does not, nor `docs/runs/none.txt`.";
    let found = mentions(text);
    assert_eq!(
        found,
        [
            "tests/library/counts.rs",
            "tests/moved.rs",
            "docs/runs/none.txt"
        ]
    );
    let missing: Vec<&&str> = found.iter().filter(|one| is_missing(one)).collect();
    assert_eq!(missing, [&"tests/moved.rs", &"docs/runs/none.txt"]);
}

/// Returns the plans in the output of `saut solve --all`. Each plan follows a line with its number.
fn listed(text: &str) -> Vec<String> {
    let mut plans: Vec<String> = Vec::new();
    for line in text.lines() {
        let number = format!("{}.", plans.len() + 1);
        if line == number {
            plans.push(String::new());
        } else if let Some(plan) = plans.last_mut().filter(|_| line.starts_with("  ")) {
            plan.push_str(line);
        }
    }
    plans
}

#[test]
fn the_936_plans_of_eighteen_moves_are_replayed_and_no_two_are_images_of_each_other() {
    let text = fs::read_to_string(root().join("docs/runs/central-all-fewest-moves.txt")).unwrap();
    let central = bundled::named("central").unwrap();
    let mut images = HashSet::new();
    let plans = listed(&text);
    for plan in &plans {
        let plan = plan_file::read_plan(&central, plan, None).unwrap();
        let replayed = simulate::replay(&central, plan).unwrap();
        let jumps = replayed.jumps();
        assert_eq!(GameLength::of(&jumps).moves, 18);
        for number in 0..8 {
            let image = |cell: Cell| {
                let (x, y) = match number & 4 {
                    0 => (cell.x, cell.y),
                    _ => (cell.y, cell.x),
                };
                let turned = |value, bit| if number & bit == 0 { value } else { 6 - value };
                (turned(x, 1), turned(y, 2))
            };
            let image = jumps.iter().map(|jump| (image(jump.from), image(jump.to)));
            assert!(
                images.insert(image.collect::<Vec<_>>()),
                "an image of another"
            );
        }
    }
    assert_eq!((plans.len(), images.len()), (936, 7488));
}
