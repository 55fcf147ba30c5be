//! The benchmark family: its files, and the evidence for its answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::program::Desk;
use saut::attempt::{AttemptResult, attempt};
use saut::backend::{Answer, SolveLimits, by_name};
use saut::certify::{self, Certificate};
use saut::compile;
use saut::family::{self, horizons};
use saut::formats::bundled;
use saut::formula::dimacs;
use saut::model::Model;
use saut::peg::Expectation;
use saut::stop::Stop;
use saut_base::digest::sha256;

/// The puzzles of a small family: with plans, without plans, and with plans of several lengths.
const SMALL: &str = "army-2-w5,triangle-15-corner,twin-p05";

/// The columns of the index, on which external programs rely.
const COLUMNS: &str = "puzzle,family,holes,jumps,encoding,horizon,variables,clauses,expected,\
                       evidence,file,bytes,sha256";

fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

/// Returns the rows of the index. Each row maps columns to cells.
fn rows(index: &str) -> Vec<BTreeMap<String, String>> {
    assert_eq!(index.lines().next(), Some(COLUMNS));
    let mut reader = csv::Reader::from_reader(index.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

fn small_family() -> (Desk, BTreeMap<String, String>) {
    let desk = Desk::new();
    desk.gives(0, &format!("family out --only {SMALL}"));
    let files = files(&desk.0.path().join("out"));
    (desk, files)
}

#[test]
fn the_same_question_gives_the_same_bytes() {
    let (_first, one) = small_family();
    let (_second, other) = small_family();
    assert!(one == other);
}

/// The formulas must not change, except for the version in the comments. After an intended change, the message of this
/// test has the new digest.
#[test]
fn the_small_family_is_the_one_that_it_always_was() {
    let (_desk, files) = small_family();
    let version = format!("saut {},", env!("CARGO_PKG_VERSION"));
    let mut all = String::new();
    for (name, text) in files {
        if ["cnf/", "smt2/", "pddl/", "puzzles/"]
            .iter()
            .any(|folder| name.starts_with(folder))
        {
            all.extend([name.as_str(), "\n", &text.replace(&version, "saut X,")]);
        }
    }
    let golden = "e9d909ab5a97fbd8";
    assert_eq!(&sha256(all.as_bytes())[..16], golden);
}

#[test]
fn every_file_of_the_index_is_there_with_its_size_checksum_and_counts() {
    let (_desk, files) = small_family();
    let rows = rows(&files["index.csv"]);
    for row in &rows {
        let text = &files[&row["file"]];
        assert_eq!(text.len().to_string(), row["bytes"], "{row:?}");
        assert_eq!(sha256(text.as_bytes()), row["sha256"], "{row:?}");
        let answer = if row["expected"].is_empty() {
            "unknown"
        } else {
            &row["expected"]
        };
        assert!(
            row["file"]
                .rsplit_once('.')
                .unwrap()
                .0
                .ends_with(&format!("-{answer}"))
        );
        if row["file"].starts_with("cnf/") {
            let header = format!("\np cnf {} {}\n", row["variables"], row["clauses"]);
            assert!(text.contains(&header), "{row:?}");
            let clauses = text
                .lines()
                .filter(|line| line.ends_with(" 0") && !line.starts_with('c'));
            assert_eq!(clauses.count().to_string(), row["clauses"], "{row:?}");
        }
        if row["file"].starts_with("smt2/") {
            assert!(
                text.contains(&format!("(set-info :status {answer})")),
                "{row:?}"
            );
            assert_eq!(text.matches("(assert").count().to_string(), row["clauses"]);
        }
    }
    let json: serde_json::Value = serde_json::from_str(&files["index.json"]).unwrap();
    assert_eq!(json["instances"].as_array().unwrap().len(), rows.len());
    assert_eq!(json["instances"][0]["file"], rows[0]["file"].as_str());
    let sums = &files["SHA256SUMS"];
    for (name, text) in files.iter().filter(|(name, _)| *name != "SHA256SUMS") {
        let line = format!("{}  {name}\n", sha256(text.as_bytes()));
        assert!(sums.contains(&line), "{name}");
    }
}

#[test]
fn a_solver_agrees_with_every_file_and_its_models_are_plans() {
    let (desk, files) = small_family();
    let batsat = by_name("batsat").unwrap();
    let mut decoded = 0;
    for row in rows(&files["index.csv"]) {
        // These formulas are skipped, because counting is hard for resolution.
        if !row["file"].starts_with("cnf/") || row["evidence"] == "counting pegs" {
            continue;
        }
        let formula = dimacs::read(&files[&row["file"]]).unwrap();
        let answer = batsat
            .solve(&formula, &SolveLimits::default())
            .unwrap()
            .answer;
        let Answer::Sat(Model::Bits(bits)) = answer else {
            assert_eq!(row["expected"], "unsat", "{row:?}");
            continue;
        };
        assert_eq!(row["expected"], "sat", "{row:?}");
        let values: Vec<String> = (1..)
            .zip(bits)
            .map(|(number, bit)| format!("{}{number}", if bit { "" } else { "-" }))
            .collect();
        desk.write(
            "model",
            format!("s SATISFIABLE\nv {} 0\n", values.join(" ")),
        );
        let name = row["encoding"].split(',').next().unwrap();
        let (puzzle, horizon) = (&row["puzzle"], &row["horizon"]);
        let decode = format!("decode {puzzle} --encoding {name} --horizon {horizon} --model model");
        desk.gives(0, &decode);
        desk.write("model", "s SATISFIABLE\nv 1 0\n");
        desk.gives(2, &decode);
        decoded += 1;
    }
    assert!(decoded >= 5, "{decoded}");
}

#[test]
fn no_entry_of_the_table_speaks_of_another_formula() {
    let entries = horizons::read(horizons::FILE).unwrap();
    assert!(entries.len() > 100);
    for entry in entries {
        let puzzle = bundled::named(&entry.puzzle).unwrap();
        assert_eq!(puzzle.expect, Expectation::Solvable, "{}", entry.puzzle);
        let task = compile::peg_task(&puzzle);
        let of = |horizon| {
            let encoded = entry.encoding.encode(&task, horizon);
            horizons::fingerprint(&encoded.formula)
        };
        assert_eq!(of(entry.smallest), entry.smallest_formula, "{entry:?}");
        assert_ne!(of(entry.smallest + 1), entry.smallest_formula);
        if let (Some(refuted), Some(formula)) = (entry.refuted, &entry.refuted_formula) {
            assert_eq!(of(refuted), *formula, "{entry:?}");
        }
    }
}

/// Checks only small formulas, because the largest formulas would take hours in a test build.
#[test]
fn a_sample_of_the_table_is_found_again() {
    const MOST_CLAUSES: usize = 2_500;
    let (batsat, mut plans, mut proofs) = (by_name("batsat").unwrap(), 0, 0);
    let limits = horizons::MeasureLimits {
        each: std::time::Duration::from_secs(600),
        stop: Stop::default(),
    };
    for entry in horizons::read(horizons::FILE).unwrap() {
        let puzzle = bundled::named(&entry.puzzle).unwrap();
        let task = compile::peg_task(&puzzle);
        let encoding = entry.encoding;
        let clauses = encoding.encode(&task, entry.smallest).formula.clauses();
        if clauses > MOST_CLAUSES {
            continue;
        }
        let run = SolveLimits::default();
        let found = attempt(&task, encoding, entry.smallest, batsat.as_ref(), &run);
        assert!(
            matches!(found.unwrap().result, AttemptResult::Plan(_)),
            "{entry:?}"
        );
        plans += 1;
        if let Some(refuted) = entry.refuted {
            assert!(
                horizons::is_refuted(&task, encoding, refuted, &limits).unwrap(),
                "{entry:?}"
            );
            proofs += 1;
        }
        assert!(
            !horizons::is_refuted(&task, encoding, entry.smallest, &limits).unwrap(),
            "{entry:?}"
        );
    }
    assert!(
        plans >= 30 && proofs >= 25,
        "{plans} plans, {proofs} proofs"
    );
}

#[test]
fn every_infeasibility_certificate_is_accepted_only_for_its_puzzle() {
    let central = bundled::named("central").unwrap();
    let (mut accepted, mut searched) = (0, 0);
    for member in family::members() {
        if member.puzzle.expect != Expectation::Infeasible {
            continue;
        }
        let name = member.puzzle.name();
        let certificate = family::certificate_of(&member.puzzle)
            .unwrap_or_else(|| panic!("{name} has no certificate"));
        searched += usize::from(matches!(certificate, Certificate::Exhaustive(_)));
        if !matches!(certificate, Certificate::Exhaustive(_)) {
            assert!(
                certify::check(&central, certificate.clone()).is_err(),
                "{name}"
            );
        }
        certify::check(&member.puzzle, certificate).unwrap_or_else(|no| panic!("{name}: {no}"));
        accepted += 1;
    }
    assert!(accepted >= 20 && searched >= 5, "{accepted}, {searched}");
}
