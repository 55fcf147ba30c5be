//! The exhaustive two-ended search as a stage of `decide`.
//!
//! For boards of at most 64 holes. It comes after the portfolio has spent a first, bounded effort:
//! plans are found faster by formulas, and what these do not find is often not there.

use super::thin::thin;
use super::{Method, Settings, Verdict};
use crate::certify::{self, Certificate, Rejected};
use crate::peg::Puzzle;
use crate::search::{self, Found, SearchSettings};
use crate::simulate;
use crate::stop::{Stop, Why};

/// Without a memory limit from outside the tables may grow to this.
const MEMORY_MIB: u64 = 4096;

/// How many pagoda functions positions are weighed with.
const PAGODAS: usize = 64;

/// With so few pegs the search is over before such functions are found.
const FEW_PEGS: usize = 20;

/// On so small a board the search to the end takes no longer than one that keeps some positions.
pub const FEW_HOLES: usize = 40;

/// The most holes of a board that it can be used for.
pub const MOST_HOLES: usize = 64;

/// A checked verdict, or why the search did not come to an end.
pub fn exhaust(puzzle: &Puzzle, settings: &Settings) -> Result<(Verdict, Method), Why> {
    let limits = |stop: &Stop| stop.with_memory(stop.memory_mib().unwrap_or(MEMORY_MIB));
    let unaided = SearchSettings {
        stop: limits(&settings.stop),
        threads: settings.threads(),
        ..SearchSettings::default()
    };
    if let Some(progress) = &settings.progress {
        progress.searching();
    }
    let pagodas = if puzzle.start().pegs() > FEW_PEGS {
        certify::cutting(puzzle, PAGODAS, &settings.stop)
    } else {
        Vec::new()
    };
    if puzzle.board().len() > FEW_HOLES
        && let Some(found) = thin(puzzle, &pagodas, settings)
    {
        return Ok(found);
    }
    let search = SearchSettings {
        pagodas,
        ..unaided.clone()
    };
    let verdict = match search::exhaustive(puzzle, &search) {
        Found::Plan(plan) => {
            Verdict::Solved(simulate::replay(puzzle, plan).map_err(|_| Why::Exhausted)?)
        }
        Found::Infeasible(levels) => {
            let claim = Certificate::Exhaustive(levels);
            let certificate = certify::check_within(puzzle, claim, &unaided).map_err(
                |rejected| match rejected {
                    Rejected::Unfinished(why) => why,
                    _ => Why::Exhausted,
                },
            )?;
            Verdict::Infeasible(Box::new(certificate))
        }
        Found::Unknown(why) => return Err(why),
        Found::NotApplicable(_) => return Err(Why::Exhausted),
    };
    Ok((verdict, Method::Search))
}
