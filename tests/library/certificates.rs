//! Certificates on file: every one in `accepts` is accepted, and every one in `rejects`, which is
//! one change apart from an accepted one, is refused. Then certificates of every kind that are
//! changed at random: what is still accepted must still be true. A check that takes long ends at
//! a limit.

use std::fs;
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use crate::certificate_files::{accepts, checked, claim, folder, puzzle, rejects};
use proptest::prelude::*;
use saut::certify::{self, Certificate, RejectedCertificate};
use saut::formats::bundled;
use saut::formats::certificate;
use saut::peg::Puzzle;
use saut::search::{ExhaustiveLevels, SearchSettings};
use saut::stop::{Stop, StopReason};
use saut_check::Document;
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
    for (name, document) in accepts() {
        match checked(document) {
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
    let mut left: Vec<&str> = accepts().iter().map(|(name, _)| name.as_str()).collect();
    for (name, document) in rejects() {
        let (original, similar) = accepts()
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
    let mut accepted = accepts().iter();
    let (_, document) = accepted.find(|(name, _)| name == "proof").unwrap();
    let file = document["certificate"]["file"].as_str().unwrap();
    let proof = fs::read_to_string(folder().join(file)).unwrap();
    let lines: Vec<&str> = proof.lines().collect();
    assert!(lines.len() > 3, "the proof is too short for this test");
    let entry = |proof: String| {
        let text = document.to_string();
        let read = Document::read(&text, "", None).unwrap();
        let (entry, _) = read.certificate().unwrap().unwrap();
        let claim =
            certificate::with_files(entry, |_| Ok(proof.into_bytes()), |file| Ok(file.into()))
                .unwrap();
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

static CENTRAL: LazyLock<Puzzle> = LazyLock::new(|| bundled::named("central").unwrap());

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Changed numbers in a class, weights, a tree or levels: no reader and no checker panics, and a certificate that
    /// is still accepted refutes no solvable puzzle.
    #[test]
    fn changed_certificates_prove_nothing_of_solvable_puzzles(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        change in prop_oneof![-3..4_i64, any::<i64>()],
    ) {
        let (_, document) = which.get(accepts());
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
            CENTRAL.clone()
        };
        let document = serde_json::json!({"verdict": "infeasible", "certificate": certificate});
        let text = document.to_string();
        if let Ok(Some((entry, _))) = Document::read(&text, "", None).unwrap().certificate()
            && let Ok(claim) = certificate::with_files(entry, |_| Ok(Vec::new()), |file| Ok(file.into()))
        {
            prop_assert!(certify::check(&solvable, claim).is_err());
        }
    }
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
    for (name, document) in accepts() {
        let puzzle = puzzle(document["puzzle"].as_str().unwrap());
        let claimed = claim(document).unwrap();
        let is_long = matches!(claimed, Certificate::Proof(_) | Certificate::Exhaustive(_));
        let over = within(Stop::new(Some(Duration::ZERO), None));
        let ended = certify::check_within(&puzzle, claimed, &over);
        if is_long {
            assert_eq!(
                ended,
                Err(RejectedCertificate::Unfinished(StopReason::Timeout)),
                "{name}"
            );
        } else {
            assert!(ended.is_ok(), "{name}");
        }
        assert!(checked(document).is_ok(), "{name}");
    }
}

#[test]
fn a_request_ends_a_search_done_again() {
    let puzzle = bundled::named("square-7").unwrap();
    let claim = Certificate::Exhaustive(ExhaustiveLevels::default());
    let stop = Stop::default();
    let (asker, began) = (stop.clone(), Instant::now());
    let asking = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        asker.request();
    });
    let ended = certify::check_within(&puzzle, claim, &within(stop));
    assert_eq!(
        ended,
        Err(RejectedCertificate::Unfinished(StopReason::Interrupted))
    );
    assert!(
        began.elapsed() < Duration::from_secs(10),
        "{:?}",
        began.elapsed()
    );
    asking.join().unwrap();
}
