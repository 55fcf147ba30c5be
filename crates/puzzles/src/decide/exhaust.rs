//! The exhaustive two-ended search as a stage of `decide`.
//!
//! For boards of at most 64 holes. It comes after the portfolio has spent a first, bounded effort:
//! plans are found faster by formulas, and what these do not find is often not there.

use std::sync::Arc;

use super::thin::thin;
use super::{Method, Settings, Verdict};
use crate::certify::{self, Certificate, Rejected};
use crate::peg::Puzzle;
use crate::search::limits::free_mib;
use crate::search::{self, ExhaustiveResult, PruningFunctions, SearchSettings};
use crate::simulate;
use saut_plan::stop::Why;

/// Without a memory limit from outside the tables may grow to half of what the machine has free,
/// and to this in any case.
const MEMORY_MIB: u64 = 4096;

fn memory_mib() -> u64 {
    free_mib().map_or(MEMORY_MIB, |free| MEMORY_MIB.max(free / 2))
}

/// How many pagoda functions positions are weighed with.
const PAGODAS: usize = 32;

/// With so few pegs the search is over before such functions are found.
const FEW_PEGS: usize = 20;

/// On so small a board the search to the end takes no longer than one that keeps some positions.
pub const FEW_HOLES: usize = 40;

/// The most holes of a board that it can be used for.
pub const MOST_HOLES: usize = 64;

/// What cuts off positions of the puzzle.
pub fn cuts(puzzle: &Puzzle, settings: &Settings) -> PruningFunctions {
    if let Some(progress) = &settings.progress {
        progress.searching();
    }
    if puzzle.start().pegs() > FEW_PEGS {
        certify::pruning_functions(puzzle, PAGODAS, &settings.stop)
    } else {
        PruningFunctions::default()
    }
}

/// A checked verdict of the thin search or of the one to the end, or why that did not come there.
pub fn exhaust(puzzle: &Puzzle, settings: &Settings) -> Result<(Verdict, Method), Why> {
    let cuts = cuts(puzzle, settings);
    let is_large = puzzle.board().len() > FEW_HOLES;
    match is_large.then(|| thin(puzzle, &cuts, settings)).flatten() {
        Some(found) => Ok(found),
        None => to_the_end(puzzle, &cuts, settings),
    }
}

/// A checked verdict, or why the search did not come to an end.
pub fn to_the_end(
    puzzle: &Puzzle,
    cuts: &PruningFunctions,
    settings: &Settings,
) -> Result<(Verdict, Method), Why> {
    let told = settings.progress.clone().map(|progress| {
        let told = move |level| progress.searched(level);
        Arc::new(told) as Arc<dyn Fn(search::Progress) + Send + Sync>
    });
    let memory = settings.stop.memory_mib().unwrap_or_else(memory_mib);
    let unaided = SearchSettings {
        stop: settings.stop.with_memory(memory),
        threads: settings.threads(),
        progress: told,
        ..SearchSettings::default()
    };
    let search = SearchSettings {
        pruning: cuts.clone(),
        ..unaided.clone()
    };
    let verdict = match search::exhaustive(puzzle, &search) {
        ExhaustiveResult::Plan(plan) => {
            Verdict::Solved(simulate::replay(puzzle, plan).map_err(|_| Why::Exhausted)?)
        }
        ExhaustiveResult::Infeasible(levels) => {
            let claim = Certificate::Exhaustive(levels);
            let certificate = certify::check_within(puzzle, claim, &unaided).map_err(
                |rejected| match rejected {
                    Rejected::Unfinished(why) => why,
                    _ => Why::Exhausted,
                },
            )?;
            Verdict::Infeasible(Box::new(certificate))
        }
        ExhaustiveResult::Unknown(why) => return Err(why),
        ExhaustiveResult::NotApplicable(_) => return Err(Why::Exhausted),
    };
    Ok((verdict, Method::Search))
}
