//! The exhaustive two-ended search as a stage of `decide`.
//!
//! For boards of at most 64 holes. It comes after the portfolio has spent a first, bounded effort:
//! plans are found faster by formulas, and what these do not find is often not there.

use std::sync::Arc;

use super::{Error, Settings, Verdict};
use saut_base::stop::StopReason;
use saut_criteria::certify::{self, Certificate, RejectedCertificate};
use saut_levels::search::limits::free_mib;
use saut_levels::search::{self, ExhaustiveResult, PruningFunctions, SearchSettings};
use saut_peg::peg::Puzzle;
use saut_peg::simulate;

/// Without a memory limit from outside the tables may grow to half of what the machine has free,
/// and to this in any case.
const MEMORY_MIB: u64 = 4096;

fn memory_mib() -> u64 {
    free_mib().map_or(MEMORY_MIB, |free| MEMORY_MIB.max(free / 2))
}

/// With so few pegs the search to the end takes no time.
pub const FEW_PEGS: usize = 20;

/// Number of pagoda functions with which positions are weighed.
const PAGODAS: usize = 32;

/// Functions that cut off positions of the puzzle.
pub fn pruning_functions(puzzle: &Puzzle, settings: &Settings) -> PruningFunctions {
    if let Some(progress) = &settings.progress {
        progress.searching();
    }
    // With few pegs the search is over before such functions are found.
    if puzzle.start().pegs() > FEW_PEGS {
        certify::pruning_functions(puzzle, PAGODAS, &settings.stop)
    } else {
        PruningFunctions::default()
    }
}

/// A checked verdict, as long as no level has more positions than the limit; undecided if the search did not come to an
/// end.
pub fn within(
    puzzle: &Puzzle,
    pruning: &PruningFunctions,
    settings: &Settings,
    widest: usize,
) -> Result<Verdict, Error> {
    let told = settings.progress.clone().map(|progress| {
        let told = move |level: search::LevelProgress| progress.searched(level.into());
        Arc::new(told) as Arc<dyn Fn(search::LevelProgress) + Send + Sync>
    });
    let memory = settings.stop.memory_mib().unwrap_or_else(memory_mib);
    let unaided = SearchSettings {
        stop: settings.stop.with_memory(memory),
        threads: settings.threads(),
        progress: told,
        ..SearchSettings::default()
    };
    let search = SearchSettings {
        pruning: pruning.clone(),
        widest: Some(widest),
        ..unaided.clone()
    };
    Ok(match search::exhaustive(puzzle, &search) {
        ExhaustiveResult::Plan(plan) => {
            let replayed = simulate::replay(puzzle, plan);
            Verdict::Solved(replayed.map_err(|refused| {
                Error::internal("the plan of the exhaustive search is refused", refused)
            })?)
        }
        ExhaustiveResult::Infeasible(levels) => {
            let claim = Certificate::Exhaustive(levels);
            match certify::check_within(puzzle, claim, &unaided) {
                Ok(certificate) => Verdict::Infeasible(Box::new(certificate)),
                Err(RejectedCertificate::Unfinished(why)) => Verdict::Undecided(why),
                Err(rejected) => {
                    let what = "the certificate of the exhaustive search is refused";
                    return Err(Error::internal(what, rejected));
                }
            }
        }
        ExhaustiveResult::Unknown(why) => Verdict::Undecided(why),
        ExhaustiveResult::NotApplicable(_) => Verdict::Undecided(StopReason::TooLarge),
    })
}
