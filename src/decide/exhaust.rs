//! The exhaustive two-ended search as a stage of `decide`.
//!
//! For boards of at most 64 holes. It comes after the portfolio has spent a first, bounded effort:
//! plans are found faster by formulas, and what these do not find is often not there.

use super::{Method, Settings, Verdict};
use crate::certify::{self, Certificate};
use crate::peg::Puzzle;
use crate::search::{self, Found, SearchSettings};
use crate::simulate;
use crate::stop::Stop;

/// Without a memory limit from outside the tables may grow to this.
const MEMORY_MIB: u64 = 4096;

/// The most holes of a board that it can be used for.
pub const MOST_HOLES: usize = 64;

/// A checked verdict, or `None` if the search does not come to an end within the limits.
pub fn exhaust(puzzle: &Puzzle, settings: &Settings) -> Option<(Verdict, Method)> {
    let limits = |stop: &Stop| stop.with_memory(stop.memory_mib().unwrap_or(MEMORY_MIB));
    let search = SearchSettings {
        stop: limits(&settings.stop),
        threads: settings.threads(),
        ..SearchSettings::default()
    };
    if let Some(progress) = &settings.progress {
        progress.searching();
    }
    let verdict = match search::exhaustive(puzzle, &search) {
        Found::Plan(plan) => Verdict::Solved(simulate::replay(puzzle, plan).ok()?),
        Found::Infeasible(levels) => {
            let certificate = certify::check(puzzle, Certificate::Exhaustive(levels)).ok()?;
            Verdict::Infeasible(Box::new(certificate))
        }
        Found::Unknown(_) | Found::NotApplicable(_) => return None,
    };
    Some((verdict, Method::Search))
}
