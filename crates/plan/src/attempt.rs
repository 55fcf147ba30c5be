//! One attempt on a formula of a task: encode, solve, decode. If a model does not decode to a plan of the task, the
//! solver is at fault. A decoded plan is a claim until the problem has validated it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustsat::instances::Cnf;
use rustsat::types::Clause;

use crate::backend::{
    Answer, Backend, BackendError, Fault, ProgramCall, Response, Session, SolveLimits, SolverEffort,
};
use crate::work::{Work, clocked};
use saut_base::stop::{Stop, StopReason};
use saut_task::by_actions::replay;
use saut_task::decode;
use saut_task::domain::RefusedPlan;
use saut_task::encode::{Encoded, Encoding, Steps};
use saut_task::formula::Formula;
use saut_task::model::Model;
use saut_task::plan::Plan;
use saut_task::task::{ActionId, Task};

/// Name of the backend that proves a refutation if its solver wrote no proof.
pub const PROVER: &str = "varisat";

/// Result of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptResult {
    /// A plan of the task.
    Plan(Plan<ActionId>),
    /// The backend claims that the formula is unsatisfiable.
    Refuted(ClaimedRefutation),
    /// No answer within the limits of the attempt.
    Unknown(StopReason),
}

/// A backend's unchecked claim that a formula has no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedRefutation {
    /// Encoding of the formula.
    pub encoding: Encoding,
    /// Number of steps of the formula.
    pub horizon: usize,
    /// The proof that the backend returned with the claim, in DRAT or LRAT, if any.
    pub proof: Option<Vec<u8>>,
    /// Name of the backend that claims the refutation.
    pub backend: String,
    /// Time until the claim.
    pub elapsed: Duration,
}

impl ClaimedRefutation {
    /// Creates the claim that this formula has no model, without a proof.
    pub fn unproved(encoding: Encoding, horizon: usize) -> Self {
        Self {
            encoding,
            horizon,
            proof: None,
            backend: PROVER.to_owned(),
            elapsed: Duration::ZERO,
        }
    }
}

/// An attempt: the called backend, its answer and its effort.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The answer, with the plan or the claim.
    pub result: AttemptResult,
    /// Encoding of the formula.
    pub encoding: Encoding,
    /// Number of steps of the formula.
    pub horizon: usize,
    /// Name of the called backend.
    pub backend: String,
    /// Number of variables of the formula.
    pub variables: usize,
    /// Number of clauses of the formula.
    pub clauses: usize,
    /// Effort of the call, as the backend reports it.
    pub effort: SolverEffort,
    /// The call, if the backend is a program.
    pub call: Option<ProgramCall>,
    /// Time to write the formula; zero if it was written before.
    pub encode_time: Duration,
    /// Time until the backend answered.
    pub solve_time: Duration,
    /// Time to decode the model and to replay the plan.
    pub replay_time: Duration,
}

/// Number of clauses per unit of work that are written, or given to a solver as part of a template.
const CLAUSES_A_WORK: usize = 8;
/// Number of propagated literals per unit of work, for solvers that report no work.
const PROPAGATIONS_A_WORK: u64 = 8;

impl Attempt {
    /// Creates an attempt on this formula, without an answer yet.
    fn of(encoded: &Encoded, backend: &str) -> Self {
        let of = (encoded.encoding, encoded.horizon);
        Self {
            variables: encoded.formula.variables(),
            clauses: encoded.formula.clauses(),
            ..Self::ended(of, backend, AttemptResult::Unknown(StopReason::NothingLeft))
        }
    }

    /// Creates an attempt with this result, without a call of a solver.
    pub(crate) fn ended(
        (encoding, horizon): (Encoding, usize),
        by: &str,
        result: AttemptResult,
    ) -> Self {
        Self {
            result,
            encoding,
            horizon,
            backend: by.to_owned(),
            variables: 0,
            clauses: 0,
            effort: SolverEffort::default(),
            call: None,
            encode_time: Duration::ZERO,
            solve_time: Duration::ZERO,
            replay_time: Duration::ZERO,
        }
    }

    /// Returns the work of the attempt: the written clauses, and the work of the solver. If the backend reports neither
    /// work nor propagations, its time is converted to work.
    pub fn work(&self) -> Work {
        let is_written = !self.encode_time.is_zero();
        let written = usize::from(is_written) * self.clauses / CLAUSES_A_WORK;
        let propagated = || Some(self.effort.propagations? / PROPAGATIONS_A_WORK);
        let solved = self.effort.work.or_else(propagated);
        let solved = solved.unwrap_or_else(|| clocked(self.solve_time));
        1 + written as Work + solved
    }
}

/// Writes the formula of this encoding and horizon, solves it, and decodes the model.
///
/// # Errors
/// Same as [`attempt_encoded`].
pub fn attempt(
    task: &Task,
    encoding: Encoding,
    horizon: usize,
    backend: &dyn Backend,
    run: &SolveLimits,
) -> Result<Attempt, BackendError> {
    let write = || encoding.encode_within(task, horizon, backend.reads(), &run.stop);
    attempt_written(task, (encoding, horizon), write, backend, run)
}

/// Runs one attempt on a formula of this encoding and horizon, which `write` produces.
///
/// # Errors
/// Same as [`attempt_encoded`].
pub(crate) fn attempt_written(
    task: &Task,
    (encoding, horizon): (Encoding, usize),
    write: impl FnOnce() -> Result<Encoded, StopReason>,
    backend: &dyn Backend,
    run: &SolveLimits,
) -> Result<Attempt, BackendError> {
    let began = Instant::now();
    let written = write();
    let encode_time = began.elapsed();
    let mut attempt = match written {
        Ok(encoded) => attempt_encoded(task, &encoded, &[], backend, run)?,
        Err(why) => {
            let result = AttemptResult::Unknown(why);
            Attempt::ended((encoding, horizon), backend.name(), result)
        }
    };
    attempt.encode_time = encode_time;
    Ok(attempt)
}

/// Solves a formula that is already written, and decodes the model. `lemmas` are clauses that follow from the formula
/// and help its solver. With lemmas, no proof is requested, because a proof would use clauses that the formula does not
/// contain.
///
/// # Errors
/// A failure of the backend; [`Fault::WrongModel`] if the model does not decode to a plan of the task.
pub fn attempt_encoded(
    task: &Task,
    encoded: &Encoded,
    lemmas: &[Clause],
    backend: &dyn Backend,
    run: &SolveLimits,
) -> Result<Attempt, BackendError> {
    let began = Instant::now();
    let response = match &encoded.formula {
        Formula::Cnf { cnf, names } if !lemmas.is_empty() => {
            let clauses = cnf.iter().chain(lemmas).cloned();
            let (cnf, names) = (clauses.collect(), names.clone());
            let mut run = run.clone();
            run.proof = false;
            backend.solve(&Formula::Cnf { cnf, names }, &run)
        }
        formula => backend.solve(formula, run),
    }?;
    let read = |model: &Model| decode::decode(task, encoded, model);
    let attempt = Attempt::of(encoded, backend.name());
    concluded(task, attempt, read, response, began)
}

/// Completes an attempt with the solver's response to a call that started at `began`.
fn concluded(
    task: &Task,
    attempt: Attempt,
    read: impl FnOnce(&Model) -> Result<Plan<ActionId>, RefusedPlan>,
    response: Response,
    began: Instant,
) -> Result<Attempt, BackendError> {
    let solve_time = began.elapsed();
    let wrong = |no: RefusedPlan| BackendError::new(&attempt.backend, Fault::WrongModel, no);
    let result = match response.answer {
        Answer::Sat(model) => {
            let plan = read(&model).map_err(wrong)?;
            let actions: Vec<ActionId> = plan.actions().copied().collect();
            replay(task, &actions).map_err(wrong)?;
            AttemptResult::Plan(plan)
        }
        Answer::Unsat => AttemptResult::Refuted(ClaimedRefutation {
            encoding: attempt.encoding,
            horizon: attempt.horizon,
            proof: response.proof,
            backend: attempt.backend.clone(),
            elapsed: solve_time,
        }),
        Answer::Unknown(why) => AttemptResult::Unknown(why),
    };
    Ok(Attempt {
        result,
        effort: response.effort,
        call: response.call,
        solve_time,
        replay_time: began.elapsed().saturating_sub(solve_time),
        ..attempt
    })
}

/// An attempt in several turns. Between turns, the solver keeps the formula and the learnt clauses.
pub(crate) struct OpenAttempt {
    source: Source,
    /// The data of the attempt, without an answer. The encoding time is counted only in the first turn.
    attempt: Attempt,
    session: Box<dyn Session>,
}

pub(crate) enum Source {
    /// The part that the formulas of all horizons share, and the horizon. The formula is not written out.
    Steps(Arc<Steps>, usize),
    /// A written formula. Its clauses are deleted when the solver has a copy.
    Whole(Encoded),
}

impl Source {
    /// Returns the whole formula, and writes it if necessary.
    ///
    /// # Errors
    /// The reason why the formula was not written completely.
    pub fn encode(self, stop: &Stop) -> Result<Encoded, StopReason> {
        match self {
            Self::Steps(steps, horizon) => steps.encode(horizon, stop),
            Self::Whole(encoded) => Ok(encoded),
        }
    }
}

impl OpenAttempt {
    /// Gives the formula to the backend; `None` if the backend cannot keep a formula between turns.
    pub fn begin(mut source: Source, backend: &dyn Backend, run: &SolveLimits) -> Option<Self> {
        let began = Instant::now();
        let nothing = AttemptResult::Unknown(StopReason::NothingLeft);
        let (session, mut attempt) = match &mut source {
            Source::Steps(steps, horizon) => {
                let (template, horizon) = (&steps.template, *horizon);
                let attempt = Attempt {
                    variables: template.variables(horizon),
                    clauses: usize::try_from(template.clauses(horizon)).unwrap_or(usize::MAX),
                    ..Attempt::ended((steps.encoding, horizon), backend.name(), nothing)
                };
                (backend.begin_template(template, horizon, run)?, attempt)
            }
            Source::Whole(encoded) => {
                let session = backend.begin(&encoded.formula, run)?;
                let attempt = Attempt::of(encoded, backend.name());
                if let Formula::Cnf { cnf, .. } = &mut encoded.formula {
                    *cnf = Cnf::new();
                }
                (session, attempt)
            }
        };
        attempt.encode_time = began.elapsed();
        Some(Self {
            source,
            attempt,
            session,
        })
    }

    /// Returns the number of clauses that the solver keeps, as counted by [`TransitionTemplate::kept_clauses`].
    ///
    /// [`TransitionTemplate::kept_clauses`]: saut_task::formula::template::Template::kept_clauses
    pub fn kept_clauses(&self) -> u128 {
        match &self.source {
            Source::Steps(steps, horizon) => steps.template.kept_clauses(*horizon),
            Source::Whole(_) => self.attempt.clauses as u128,
        }
    }

    /// Continues the search for one turn, and decodes its result.
    ///
    /// # Errors
    /// Same as [`attempt_encoded`].
    pub fn go_on(&mut self, task: &Task, run: &SolveLimits) -> Result<Attempt, BackendError> {
        let began = Instant::now();
        let response = self.session.go_on(run)?;
        let read = |model: &Model| match &self.source {
            Source::Steps(steps, horizon) => decode::decode_steps(steps, *horizon, model),
            Source::Whole(encoded) => decode::decode(task, encoded, model),
        };
        let attempt = self.attempt.clone();
        self.attempt.encode_time = Duration::ZERO;
        concluded(task, attempt, read, response, began)
    }
}
