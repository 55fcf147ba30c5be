//! Deciding: from a puzzle to a verdict that has been checked.
//!
//! Cheapest first: the criteria of [`crate::certify`], then a portfolio of encodings, horizons,
//! action orders and seeds over the backends, under one deadline. `Solved` holds a plan that the
//! simulator has replayed and `Infeasible` a certificate that the checker has accepted; there is
//! no other way to make them.

mod arm;
mod attempt;
pub mod baseball;
mod dual;
mod exhaust;
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

use crate::backend::{self, Backend};
use crate::bad_input::BadInput;
use crate::baseline::Baseline;
use crate::certify::proof::{JumpLimit, RefutedHorizon, jump_limits, known_limits};
use crate::certify::{self, CheckedCertificate};
use crate::encode::Encoding;
use crate::peg::Puzzle;
use crate::pose;
use crate::simulate::ReplayedPlan;
use crate::stop::Why;
use crate::task::Task;

use portfolio::Ending;

pub use attempt::{Attempt, Found, attempt};
pub use method::MethodChoice;
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
    /// What gave it: an encoding with its choices, a criterion, a search. A method that was asked
    /// for by name also stands beside [`Verdict::Undecided`].
    pub method: Option<Method>,
    /// Wall-clock time from the question to the answer.
    pub elapsed: Duration,
    /// The number of formulas that were tried.
    pub attempts: usize,
    /// Conflicts of all attempts together, where the backends told.
    pub conflicts: u64,
    /// Whether the plan was asked to be, and is proved to be, as short as possible.
    pub optimal: Option<bool>,
    /// The numbers of steps proved to be too few, if fewest steps were asked for.
    pub refuted: Vec<RefutedHorizon>,
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
    /// The two-ended search that keeps only some positions of each level.
    Thin,
    /// A search program of the older literature.
    Baseline {
        /// Which.
        baseline: Baseline,
        /// The positions that it entered, the start among them.
        nodes: u64,
    },
}

impl Method {
    /// The word used in results.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Formula { encoding, .. } => encoding.name(),
            Self::Criterion(kind) => kind,
            Self::Search => "exhaustive",
            Self::Thin => "thin-search",
            Self::Baseline { baseline, .. } => baseline.name(),
        }
    }

    /// The positions entered, where they were counted.
    pub const fn nodes(&self) -> Option<u64> {
        match self {
            Self::Baseline { nodes, .. } => Some(*nodes),
            _ => None,
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
        MethodChoice::Baseline(baseline) => method::by_baseline(puzzle, settings, baseline),
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

/// The formulas of a puzzle, and what they have come to.
struct Formulas<'a> {
    puzzle: &'a Puzzle,
    task: &'a Task,
    backends: &'a [Box<dyn Backend>],
    arms: Vec<arm::Arm>,
    limits: Vec<JumpLimit>,
    decision: Decision,
}

/// How a run of the portfolio ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// With a verdict, or a limit hit.
    Over,
    /// With the effort spent that was given.
    EffortSpent,
}

impl Formulas<'_> {
    fn play(&mut self, settings: &Settings, most_effort: Option<u64>) -> Result<Phase, Error> {
        let Self {
            puzzle,
            task,
            backends,
            ..
        } = *self;
        let arms = &mut self.arms;
        let played = portfolio::run(puzzle, task, settings, backends, arms, most_effort)?;
        self.decision.attempts += played.attempts;
        self.decision.conflicts += played.conflicts;
        self.decision.warnings.extend(played.warnings);
        let (verdict, method) = match played.ending {
            Ending::Plan(attempt, backend) => {
                let method = Method::of(&attempt, backend);
                let Found::Plan(plan) = attempt.found else {
                    unreachable!("it ends with a plan")
                };
                (Verdict::Solved(plan), Some(method))
            }
            Ending::Refuted(claim, backend) => {
                let (verdict, method) =
                    refute::refute(puzzle, task, &self.limits, settings, claim, backend)?;
                (verdict, Some(method))
            }
            Ending::Neither(why) => {
                self.decision.verdict = Verdict::Undecided(why);
                let spent = most_effort.is_some() && why == Why::Exhausted;
                return Ok(if spent {
                    Phase::EffortSpent
                } else {
                    Phase::Over
                });
            }
        };
        (self.decision.verdict, self.decision.method) = (verdict, method);
        Ok(Phase::Over)
    }
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

impl Default for Decision {
    fn default() -> Self {
        Self {
            verdict: Verdict::Undecided(Why::Exhausted),
            method: None,
            elapsed: Duration::ZERO,
            attempts: 0,
            conflicts: 0,
            optimal: None,
            refuted: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

impl Decision {
    fn set(&mut self, (verdict, method): (Verdict, Method)) {
        (self.verdict, self.method) = (verdict, Some(method));
    }

    fn by_criterion(certificate: CheckedCertificate) -> Self {
        let method = Method::Criterion(certificate.certificate().kind());
        let verdict = Verdict::Infeasible(Box::new(certificate));
        Self {
            verdict,
            method: Some(method),
            ..Self::default()
        }
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
