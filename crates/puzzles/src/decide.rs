//! Deciding: from a puzzle to a verdict that has been checked.
//!
//! Cheapest first: the criteria of [`crate::certify`], then a portfolio of encodings, horizons,
//! action orders and seeds over the backends, under one deadline. `Solved` holds a plan that the
//! simulator has replayed and `Infeasible` a certificate that the checker has accepted; there is
//! no other way to make them.

mod arm;
mod attempt;
pub mod baseball;
mod decision;
mod dual;
mod exhaust;
mod formulas;
mod method;
mod minimise;
mod portfolio;
mod refute;
mod settings;
pub mod shortest;
mod stages;
mod steps;
mod thin;

use std::time::{Duration, Instant};

use thiserror::Error;

use crate::certify;
use crate::certify::proof::{jump_limits, known_limits};
use crate::peg::Puzzle;
use crate::pose;
use saut_plan::backend::{self, Backend};
use saut_plan::bad_input::BadInput;

use formulas::{Formulas, Phase};

pub use attempt::{Attempt, Found, attempt};
pub use decision::{Decision, Method, Verdict};
pub use method::MethodChoice;
pub use settings::{EncodingChoice, Horizon, Minimise, Progress, Settings};

/// Why a puzzle could not be worked on; never an answer.
#[derive(Clone, Debug, Error)]
pub enum Error {
    /// A backend is missing or at fault, and there is no other to go on with.
    #[error(transparent)]
    Backend(#[from] backend::Error),
    /// The settings ask for something that is not.
    #[error(transparent)]
    Settings(#[from] BadInput),
}

/// What the search for jump bounds may take.
const JUMP_BOUNDS_TIME: Duration = Duration::from_secs(20);

/// What the integer cone may take before formulas are tried.
const WHOLE_NUMBERS_TIME: Duration = Duration::from_millis(500);

/// Decides a puzzle.
///
/// # Errors
/// [`enum@Error`] if the settings cannot be met or every backend failed. Limits that were hit are no
/// error but [`Verdict::Undecided`].
pub fn decide(puzzle: &Puzzle, settings: &Settings) -> Result<Decision, Error> {
    let began = Instant::now();
    settings.check_method()?;
    let mut decision = match settings.method {
        MethodChoice::Exhaustive => method::by_search(puzzle, settings)?,
        MethodChoice::Auto | MethodChoice::Formulas => as_they_come(puzzle, settings)?,
    };
    decision.elapsed = began.elapsed();
    Ok(decision)
}

/// The criteria, then what needs time.
fn as_they_come(puzzle: &Puzzle, settings: &Settings) -> Result<Decision, Error> {
    let backends = settings.backends()?;
    let tries_criteria = settings.criteria && settings.method == MethodChoice::Auto;
    let whole_numbers =
        || certify::whole_numbers(puzzle, &settings.stop.within(WHOLE_NUMBERS_TIME));
    let criteria = || certify::quick(puzzle).or_else(whole_numbers);
    match tries_criteria.then(criteria).flatten() {
        Some(certificate) => Ok(Decision::by_criterion(certificate)),
        None => by_formula(puzzle, settings, &backends),
    }
}

/// Formulas first, with a bounded effort; then the searches, with more of them beside.
fn by_formula(
    puzzle: &Puzzle,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
) -> Result<Decision, Error> {
    let mut task = pose::peg_task(puzzle);
    if settings.minimise == Some(Minimise::Steps) {
        return steps::steps(puzzle, &task, settings);
    }
    let limits = if settings.jump_bounds && task.length.exactly().is_some() {
        jump_limits(puzzle, &settings.stop.within(JUMP_BOUNDS_TIME))
    } else {
        Vec::new()
    };
    task.known.at_most = known_limits(puzzle, &limits);
    let mut formulas = Formulas {
        puzzle,
        task: &task,
        backends,
        arms: arm::arms(&task, settings, backends),
        limits,
        decision: Decision::default(),
    };
    let searches = settings.searches() && puzzle.board().len() <= exhaust::MOST_HOLES;
    let first = searches.then(|| first_effort(puzzle, settings.threads()));
    stages::stages(&mut formulas, settings, first)?;
    let mut decision = formulas.decision;
    if settings.minimise == Some(Minimise::Jumps) {
        minimise::jumps(puzzle, &task, settings, backends, &mut decision)?;
    }
    Ok(decision)
}

/// What the formulas may cost, in conflicts, before the exhaustive search begins: a second or so
/// on the English board, and less where that search takes no time: on a small board, or with few
/// pegs, where one short attempt has to do. With one thread they get more, because then nothing
/// goes on beside it.
fn first_effort(puzzle: &Puzzle, threads: usize) -> u64 {
    const FEW_PEGS: usize = 20;
    const SHORT: u64 = 2000;
    if puzzle.start().pegs() <= FEW_PEGS {
        return SHORT;
    }
    let cube = (puzzle.board().len() as u64).pow(3);
    if threads == 1 { 16 * cube } else { 8 * cube }
}
