//! Infeasible pairs that no linear criterion refutes. A proof and the exhaustive search refute them.
//!
//! The two methods are independent. The proof is a DRAT refutation of the formula, verified by our checker. The search
//! visits positions and uses no formula.

use std::num::NonZeroUsize;

use crate::{one_thread, read_toml};
use saut::certify::{Certificate, check, class, lattice, pagoda, trivial};
use saut::decide::{EncodingChoice, Settings, Verdict, decide};
use saut::encode::Encoding;
use saut::peg::Puzzle;
use saut::search::{ExhaustiveResult, exhaustive};
use saut::stop::Stop;

fn pairs() -> Vec<Puzzle> {
    let text = include_str!("../../instances/hard-infeasible.toml");
    read_toml(text, "instances/hard-infeasible.toml").unwrap()
}

#[test]
fn no_linear_test_refutes_them() {
    for puzzle in pairs() {
        let name = puzzle.name();
        assert_eq!(trivial::find(&puzzle), None, "{name}");
        assert_eq!(class::find(&puzzle), None, "{name}");
        assert_eq!(lattice::find(&puzzle), None, "{name}");
        let found = pagoda::find(&puzzle, &Stop::default());
        assert_eq!(found, None, "{name}");
    }
}

#[test]
fn a_proof_and_the_search_both_refute_them() {
    let mut found = Vec::new();
    for puzzle in pairs().into_iter().step_by(5) {
        let name = puzzle.name();
        let by_proof = Settings {
            criteria: false,
            encoding: Some(EncodingChoice::Fixed(Encoding::SEQUENTIAL)),
            threads: NonZeroUsize::new(1),
            ..Settings::default()
        };
        match decide(&puzzle, &by_proof).unwrap().verdict {
            Verdict::Infeasible(certificate) => assert_eq!(certificate.kind(), "proof", "{name}"),
            other => panic!("{name}: {other:?}"),
        }
        let ExhaustiveResult::Infeasible(levels) = exhaustive(&puzzle, &one_thread()).unwrap()
        else {
            panic!("{name}: the search does not refute it");
        };
        found.push((puzzle, levels));
    }
    // The checker repeats the search.
    for (puzzle, levels) in found {
        let checked = check(&puzzle, Certificate::Exhaustive(levels));
        assert!(checked.is_ok(), "{}", puzzle.name());
    }
}
