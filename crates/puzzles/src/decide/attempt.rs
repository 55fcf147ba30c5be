//! One attempt: encode, solve, decode, replay. The corridor that every solver call goes down.

use std::time::{Duration, Instant};

use crate::peg::Puzzle;
use crate::pose;
use crate::simulate::{self, ReplayedPlan};
use saut_plan::backend::{Answer, Backend, Error, Run};
use saut_plan::decode;
use saut_plan::encode::Encoding;
use saut_plan::stop::Why;
use saut_plan::task::Task;

/// What an attempt found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A plan, replayed.
    Plan(ReplayedPlan),
    /// The backend says that the formula is unsatisfiable.
    Refuted,
    /// No answer within the limits of the attempt.
    GaveUp(Why),
}

/// What an attempt found and what it cost.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The result.
    pub found: Found,
    /// The encoding.
    pub encoding: Encoding,
    /// The number of steps.
    pub horizon: usize,
    /// The variables of the formula.
    pub variables: usize,
    /// The clauses of the formula.
    pub clauses: usize,
    /// A proof of [`Found::Refuted`], not yet checked.
    pub proof: Option<Vec<u8>>,
    /// Conflicts, where the backend tells.
    pub conflicts: Option<u64>,
    /// Time to write the formula.
    pub encode_time: Duration,
    /// Time to answer it, decode the model and replay the plan.
    pub solve_time: Duration,
}

/// Encodes, solves, decodes and replays once.
///
/// # Errors
/// The backend's failure; a model that decodes to no plan is [`Error::WrongModel`].
pub fn attempt(
    puzzle: &Puzzle,
    task: &Task,
    encoding: Encoding,
    horizon: usize,
    backend: &dyn Backend,
    run: &Run,
) -> Result<Attempt, Error> {
    let began = Instant::now();
    let encoded = encoding.encode(task, horizon);
    let encode_time = began.elapsed();
    let outcome = backend.solve(&encoded.formula, run)?;
    let wrong = |fact: String| Error::WrongModel {
        name: backend.name().to_owned(),
        fact,
    };
    let found = match outcome.answer {
        Answer::Sat(model) => {
            let plan = decode::decode(task, &encoded, &model).map_err(|e| wrong(e.to_string()))?;
            let plan = pose::peg_plan(puzzle, plan);
            Found::Plan(simulate::replay(puzzle, plan).map_err(|e| wrong(e.to_string()))?)
        }
        Answer::Unsat => Found::Refuted,
        Answer::Unknown(why) => Found::GaveUp(why),
    };
    Ok(Attempt {
        found,
        encoding,
        horizon,
        variables: encoded.formula.variables(),
        clauses: encoded.formula.clauses(),
        proof: outcome.proof,
        conflicts: outcome.effort.conflicts,
        encode_time,
        solve_time: began.elapsed().saturating_sub(encode_time),
    })
}
