//! Certificates on file: every one in `accepts` is accepted, and every one in `rejects`, which is
//! one change apart from an accepted one, is refused. Then certificates of every kind that are
//! changed at random: what is still accepted must still be true.

#[path = "common/certificates.rs"]
mod certificates;
#[path = "common/saut.rs"]
mod program;

use std::fs;

use certificates::{checked, documents, folder, puzzle};
use program::Desk;
use proptest::prelude::*;
use saut::certify::{self, Certificate};
use saut::formats::certificate::{self, Document};
use serde_json::Value;

/// The places where two documents differ.
fn differences(a: &Value, b: &Value) -> usize {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).map(|(a, b)| differences(a, b)).sum()
        }
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => a
            .iter()
            .map(|(key, value)| differences(value, &b[key]))
            .sum(),
        _ => usize::from(a != b),
    }
}

#[test]
fn accepted_certificates_of_every_kind_are_accepted() {
    let reasons = [
        "no peg in the goal",
        "no jump to spare",
        "no first jump",
        "no last jump",
    ];
    let mut kinds = Vec::new();
    for (name, document) in documents("accepts") {
        match checked(&document) {
            Ok(checked) => kinds.push(match checked.certificate() {
                Certificate::Criterion(criterion) => criterion.name(),
                Certificate::Trivial(reason) => reasons[*reason as usize],
                _ => checked.kind(),
            }),
            Err(why) => panic!("{name}: {why}"),
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    let all = [
        "class",
        "corner",
        "exhaustive",
        "golden-ratio",
        "integer-cone",
        "lattice",
        "no first jump",
        "no jump to spare",
        "no last jump",
        "no peg in the goal",
        "pagoda",
        "playable",
        "proof",
    ];
    assert_eq!(kinds, all);
}

#[test]
fn certificates_one_change_apart_are_refused() {
    let accepted = documents("accepts");
    let mut left: Vec<&str> = accepted.iter().map(|(name, _)| name.as_str()).collect();
    for (name, document) in documents("rejects") {
        let (original, similar) = accepted
            .iter()
            .filter(|(other, _)| name.starts_with(other.as_str()))
            .max_by_key(|(other, _)| other.len())
            .unwrap_or_else(|| panic!("rejects/{name} belongs to nothing in accepts"));
        assert_eq!(differences(similar, &document), 1, "{name}");
        if let Ok(checked) = checked(&document) {
            panic!("{name} is accepted: {checked:?}");
        }
        left.retain(|other| other != original);
    }
    assert!(left.is_empty(), "nothing is rejected beside {left:?}");
}

#[test]
fn a_proof_with_one_clause_less_or_another_literal_is_refused() {
    let documents = documents("accepts");
    let (_, document) = documents.iter().find(|(name, _)| name == "proof").unwrap();
    let file = document["certificate"]["file"].as_str().unwrap();
    let proof = fs::read_to_string(folder().join(file)).unwrap();
    let lines: Vec<&str> = proof.lines().collect();
    assert!(lines.len() > 3, "the proof is too short for this test");
    let entry = |proof: String| {
        let Ok(Document::Infeasible(entry)) = certificate::read_document(&document.to_string())
        else {
            panic!("no certificate")
        };
        let claim = certificate::certificate(entry, |_| Ok(proof.into_bytes())).unwrap();
        certify::check(&puzzle("seven"), claim)
    };
    assert!(entry(proof.clone()).is_ok());
    assert!(entry(String::new()).is_err());
    assert!(entry(lines[..1].join("\n")).is_err());
    assert!(entry(format!("-1 0\n{proof}")).is_err());
}

/// Changes one number of a document, the `place`-th, by this much.
fn mutate(value: &mut Value, place: &mut usize, change: i64) {
    match value {
        Value::Number(number) => {
            if *place == 0 {
                let new = number.as_i64().unwrap_or(0).saturating_add(change);
                *value = Value::from(new);
            }
            *place = place.wrapping_sub(1);
        }
        Value::Array(values) => values
            .iter_mut()
            .for_each(|value| mutate(value, place, change)),
        Value::Object(values) => values
            .values_mut()
            .for_each(|value| mutate(value, place, change)),
        _ => {}
    }
}

fn numbers(value: &Value) -> usize {
    match value {
        Value::Number(_) => 1,
        Value::Array(values) => values.iter().map(numbers).sum(),
        Value::Object(values) => values.values().map(numbers).sum(),
        _ => 0,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Of a class, weights, a tree or levels, any number may be changed: no reader and no checker
    /// panics, and what is still accepted refutes no solvable puzzle.
    #[test]
    fn changed_certificates_prove_nothing_of_solvable_puzzles(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        change in prop_oneof![-3..4_i64, any::<i64>()],
    ) {
        let documents = documents("accepts");
        let (_, document) = which.get(&documents);
        // Levels are checked by searching again, so they get a small puzzle.
        let is_search = document["certificate"]["kind"] == "exhaustive";
        let mut certificate = document["certificate"].clone();
        let count = numbers(&certificate);
        if count > 0 {
            mutate(&mut certificate, &mut place.index(count), change);
        }
        let solvable = if is_search {
            puzzle("solvable")
        } else {
            saut::formats::bundled::named("central").unwrap()
        };
        let document = serde_json::json!({"verdict": "infeasible", "certificate": certificate});
        if let Ok(Document::Infeasible(entry)) = certificate::read_document(&document.to_string())
            && let Ok(claim) = certificate::certificate(entry, |_| Ok(Vec::new()))
        {
            prop_assert!(certify::check(&solvable, claim).is_err());
        }
    }
}

#[test]
fn saut_check_reads_what_saut_solve_has_written_with_a_proof_of_cadical() {
    let required = std::env::var("SAUT_REQUIRE_BACKENDS").unwrap_or_default();
    let is_here = std::process::Command::new("cadical")
        .arg("--version")
        .output()
        .is_ok();
    assert!(
        is_here || !required.contains("cadical"),
        "cadical is not here"
    );
    if !is_here {
        return;
    }
    let desk = Desk::new();
    desk.write(
        "seven.toml",
        "[[puzzle]]\nname = \"seven\"\nstart = \"oo.o.oo\"\ngoal = \"o.....o\"\n",
    );
    let said = desk.gives(
        20,
        "solve seven.toml --no-criteria --encoding sequential --backend cadical --proof p.drat --json",
    );
    assert!(said.out.contains("\"proof\""), "{said:?}");
    desk.write("result.json", &said.out);
    desk.gives(20, "check seven.toml result.json");
    let proof = fs::read(desk.0.path().join("p.drat")).unwrap();
    assert!(
        fs::read_to_string(desk.0.path().join("p.drat.cnf"))
            .unwrap()
            .contains("p cnf")
    );
    desk.write("p.drat", &proof[..proof.len() / 2]);
    desk.gives(1, "check seven.toml result.json");
}
