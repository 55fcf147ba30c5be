//! The stored certificates: every document in `accepts` is accepted. Every document in `rejects` differs from an
//! accepted document by one change, and is rejected. A long check stops at a limit.

use std::time::Duration;

use crate::certificate_files::{accepts, checked, claim, puzzle, rejects};
use saut::certify::{self, Certificate};
use saut::search::SearchSettings;
use saut::stop::{Stop, StopReason};
use saut_task::CheckError;
use serde_json::Value;

/// Returns the number of places in which two documents differ.
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
fn certificates_one_change_apart_are_rejected() {
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
fn every_kind_that_takes_long_ends_at_a_limit_and_holds_without() {
    for (name, document) in accepts() {
        let puzzle = puzzle(document["puzzle"].as_str().unwrap());
        let claimed = claim(document).unwrap();
        let is_long = matches!(claimed, Certificate::Proof(_) | Certificate::Exhaustive(_));
        let over = SearchSettings {
            stop: Stop::new(Some(Duration::ZERO), None),
            ..SearchSettings::default()
        };
        let ended = certify::check_within(&puzzle, claimed, &over);
        if is_long {
            assert_eq!(
                ended,
                Err(CheckError::Stopped(StopReason::Timeout)),
                "{name}"
            );
        } else {
            assert!(ended.is_ok(), "{name}");
        }
        assert!(checked(document).is_ok(), "{name}");
    }
}
