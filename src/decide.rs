//! Deciding: from a puzzle to a verdict that has been checked.
//!
//! Cheapest first: the criteria of [`crate::certify`], then a portfolio of encodings, horizons,
//! action orders and seeds over the backends, under one deadline. `Solved` holds a plan that the
//! simulator has replayed and `Infeasible` a certificate that the checker has accepted; there is
//! no other way to make them.

mod arm;
mod attempt;
mod exhaust;
mod minimise;
mod portfolio;
mod refute;
mod settings;

use std::time::{Duration, Instant};

use thiserror::Error;

use crate::backend::{self, Backend};
use crate::bad_input::BadInput;
use crate::certify::{self, CheckedCertificate};
use crate::encode::Encoding;
use crate::peg::Puzzle;
use crate::pose;
use crate::simulate::ReplayedPlan;
use crate::stop::Why;

use portfolio::Ending;

pub use attempt::{Attempt, Found, attempt};
pub use settings::{EncodingChoice, Horizon, Minimise, Progress, Settings};

/// The answer to a puzzle.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// A plan, replayed.
    Solved(ReplayedPlan),
    /// No plan of any length, with a checked reason.
    Infeasible(Box<CheckedCertificate>),
    /// Neither, and the limit that was hit.
    Undecided(Why),
}

/// A verdict, what gave it and what it cost.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// What gave it: an encoding with its choices, a criterion, a search.
    pub method: Option<Method>,
    /// Wall-clock time from the question to the answer.
    pub elapsed: Duration,
    /// The number of formulas that were tried.
    pub attempts: usize,
    /// Conflicts of all attempts together, where the backends told.
    pub conflicts: u64,
    /// Whether the plan was asked to be, and is proved to be, as short as possible.
    pub optimal: Option<bool>,
    /// Faults of backends that the portfolio went on without.
    pub warnings: Vec<String>,
}

/// What gave a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// A formula.
    Formula {
        /// The encoding with its choices.
        encoding: Encoding,
        /// The number of steps.
        horizon: usize,
        /// The backend.
        backend: String,
        /// The variables of the formula.
        variables: usize,
        /// The clauses of the formula.
        clauses: usize,
    },
    /// A criterion, by the kind of its certificate.
    Criterion(&'static str),
    /// The exhaustive two-ended search.
    Search,
}

impl Method {
    /// The word used in results.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Formula { encoding, .. } => encoding.name(),
            Self::Criterion(kind) => kind,
            Self::Search => "exhaustive",
        }
    }
}

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

/// Decides a puzzle.
///
/// # Errors
/// [`Error`] if the settings cannot be met or every backend failed. Limits that were hit are no
/// error but [`Verdict::Undecided`].
pub fn decide(puzzle: &Puzzle, settings: &Settings) -> Result<Decision, Error> {
    let began = Instant::now();
    let backends = settings.backends()?;
    let mut decision = match settings.criteria.then(|| certify::quick(puzzle)).flatten() {
        Some(certificate) => Decision::by_criterion(certificate),
        None => by_formula(puzzle, settings, &backends)?,
    };
    decision.elapsed = began.elapsed();
    Ok(decision)
}

/// Formulas first, with a bounded effort; then the exhaustive search; then formulas to the end.
fn by_formula(
    puzzle: &Puzzle,
    settings: &Settings,
    backends: &[Box<dyn Backend>],
) -> Result<Decision, Error> {
    let task = pose::peg_task(puzzle);
    let mut arms = arm::arms(&task, settings, backends);
    let mut decision = Decision::default();
    let searches = settings.searches() && puzzle.board().len() <= exhaust::MOST_HOLES;
    for most_effort in [searches.then(|| first_effort(puzzle)), None] {
        let played = portfolio::run(puzzle, &task, settings, backends, &mut arms, most_effort)?;
        decision.attempts += played.attempts;
        decision.conflicts += played.conflicts;
        decision.warnings.extend(played.warnings);
        let (verdict, method) = match played.ending {
            Ending::Plan(attempt, backend) => {
                let method = Method::of(&attempt, backend);
                let Found::Plan(plan) = attempt.found else { unreachable!("it ends with a plan") };
                (Verdict::Solved(plan), Some(method))
            }
            Ending::Refuted(claim, backend) => {
                let (verdict, method) = refute::refute(puzzle, &task, settings, claim, backend)?;
                (verdict, Some(method))
            }
            Ending::Neither(Why::Exhausted) if most_effort.is_some() => {
                match exhaust::exhaust(puzzle, settings) {
                    Some((verdict, method)) => (verdict, Some(method)),
                    None => continue,
                }
            }
            Ending::Neither(why) => (Verdict::Undecided(why), None),
        };
        (decision.verdict, decision.method) = (verdict, method);
        break;
    }
    if settings.minimise == Some(Minimise::Jumps) {
        minimise::jumps(puzzle, &task, settings, backends, &mut decision)?;
    }
    Ok(decision)
}

/// What the formulas may cost, in conflicts, before the exhaustive search is tried: about a
/// second on the English board, and less where that search takes no time.
fn first_effort(puzzle: &Puzzle) -> u64 {
    2 * (puzzle.board().len() as u64).pow(3)
}

impl Default for Decision {
    fn default() -> Self {
        Self {
            verdict: Verdict::Undecided(Why::Exhausted),
            method: None,
            elapsed: Duration::ZERO,
            attempts: 0,
            conflicts: 0,
            optimal: None,
            warnings: Vec::new(),
        }
    }
}

impl Decision {
    fn by_criterion(certificate: CheckedCertificate) -> Self {
        let method = Method::Criterion(certificate.certificate().kind());
        let verdict = Verdict::Infeasible(Box::new(certificate));
        Self { verdict, method: Some(method), ..Self::default() }
    }
}

impl Method {
    fn of(attempt: &Attempt, backend: String) -> Self {
        Self::Formula {
            encoding: attempt.encoding,
            horizon: attempt.horizon,
            backend,
            variables: attempt.variables,
            clauses: attempt.clauses,
        }
    }
}
