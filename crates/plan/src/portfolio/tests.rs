//! When a formula is too large to be tried.

use std::num::NonZeroUsize;

use super::{Ending, Lineup, Portfolio};
use crate::backend::by_name;
use crate::encode::Encoding;
use crate::formula::Formula;
use crate::random_task::{Bare, random_task};
use crate::settings::{EncodingChoice, Horizon, Settings};

const EVEN: [Encoding; 3] = [Encoding::Exists, Encoding::Forall, Encoding::ForallChain];

fn clauses(bare: &Bare, encoding: Encoding, horizon: usize) -> u128 {
    match encoding.encode(&bare.0, horizon).formula {
        Formula::Cnf { cnf, .. } => cnf.len() as u128,
        Formula::Smt(_) => unreachable!("clauses were asked for"),
    }
}

#[test]
fn no_step_is_larger_than_the_formula_of_one() {
    for seed in 0..200 {
        let bare = Bare(random_task(seed));
        for encoding in EVEN {
            let one = clauses(&bare, encoding, 1);
            for horizon in 2..6 {
                let all = clauses(&bare, encoding, horizon);
                assert!(all <= one * horizon as u128, "{seed} {encoding} {horizon}");
            }
        }
    }
}

/// Steered on a formula of four steps that may have so many clauses: what it says, and how often it
/// was asked.
fn attempts(bare: &Bare, most_clauses: u128) -> (Ending<usize>, usize) {
    let lineup = Lineup {
        choices: vec![(EncodingChoice::Fixed(Encoding::Exists), 1)],
        most_clauses,
        ..Lineup::of(&Settings::default())
    };
    let settings = Settings {
        horizon: Horizon::Steps(4),
        threads: NonZeroUsize::new(1),
        ..Settings::default()
    };
    let backends = [by_name("steered").unwrap()];
    let mut portfolio = Portfolio::of_lineup(bare, &settings, &backends, lineup);
    let outcome = portfolio.run(&settings, None).unwrap();
    (outcome.ending, outcome.attempts)
}

#[test]
fn a_formula_whose_bound_is_too_large_is_tried_if_its_steps_are_not() {
    let bare = Bare(random_task(1));
    let written = 4 * clauses(&bare, Encoding::Exists, 1);
    assert!(written < Encoding::Exists.most_clauses(&bare.0, 4));
    assert_eq!(attempts(&bare, written).1, 1);
    let (ending, tried) = attempts(&bare, written - 1);
    assert!(matches!(ending, Ending::Undecided(_)));
    assert_eq!(tried, 0);
}
