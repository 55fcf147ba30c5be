//! When a formula is too large to be tried.

use std::num::NonZeroUsize;

use super::{Ending, Lineup, Portfolio};
use crate::backend::by_name;
use crate::encode::Encoding;
use crate::random_task::{Bare, random_task};
use crate::settings::{EncodingChoice, Horizon, Settings};
use crate::stop::StopReason;

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
fn a_formula_whose_bound_is_too_large_is_tried_if_it_is_not() {
    let bare = Bare(random_task(1));
    let written = Encoding::Exists.encode(&bare.0, 4).formula.clauses() as u128;
    assert!(written < Encoding::Exists.most_clauses(&bare.0, 4));
    assert_eq!(attempts(&bare, written).1, 1);
    let (ending, tried) = attempts(&bare, written - 1);
    assert!(matches!(ending, Ending::Undecided(StopReason::TooLarge)));
    assert_eq!(tried, 0);
}
