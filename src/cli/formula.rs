//! One formula: `saut encode` writes it, and `saut decode` writes it anew and reads a model of it.
//!
//! A straight line for both: a puzzle or a planning task is read (`formula/source.rs`), its formula is asked for, with
//! encoding and horizon (`formula/choices.rs`), and written (`formula/written.rs`).

pub mod choices;
pub mod source;
pub mod written;

use saut::BadInput;
use saut::baseball::Puzzle;
use saut::compile::{BaseballDomain, PegDomain, peg_task_named};
use saut::encode::Encoding;
use saut::formats::Entry;
use saut::formula::{MOST_CLAUSES, Reads};
use saut::stop::Stop;
use saut_pddl::{
    Compiled, GroundingLimits, NotCompiled, NumericPlanningDomain, PlanningDomain, PlanningTask,
    Quality,
};
use saut_plan::numeric::{NumericEncoding, NumericProblem as _, formulas};
use saut_task::Problem as _;

use super::grounding;
use super::reply::Failure;
use choices::Choices;
use source::Source;
use written::Written;

/// A formula that is asked for.
pub struct Asked<'a> {
    /// Whether it is of a puzzle or a task, and the name of that.
    pub named: (&'static str, &'a str),
    pub subject: Subject<'a>,
    horizon: usize,
}

/// Subject of a formula, and who replays its plans; with the encoding.
pub enum Subject<'a> {
    Board(PegDomain<'a>, Encoding),
    Baseball(&'a Puzzle, BaseballDomain<'a>, Encoding),
    Task(PlanningDomain<'a>, Encoding),
    /// With the name of its file.
    Numbers(NumericPlanningDomain<'a>, NumericEncoding, &'a str),
}

impl<'a> Asked<'a> {
    /// The formula that is asked for of a puzzle or a task.
    ///
    /// # Errors
    /// The horizon is missing, the encoding has no numbers, or the task cannot be grounded.
    pub fn of(source: &'a Source, choices: &Choices, stop: &Stop) -> Result<Self, Failure> {
        let (subject, horizon) = match source {
            Source::Puzzle(Entry::Peg(puzzle), names) => {
                let domain = PegDomain::with_task(puzzle, peg_task_named(puzzle, *names));
                let (encoding, horizon) = choices.of_puzzle(domain.task())?;
                (Subject::Board(domain, encoding), horizon)
            }
            Source::Puzzle(Entry::Baseball(puzzle), _) => {
                let domain = BaseballDomain::new(puzzle);
                let (encoding, horizon) = choices.of_puzzle(domain.task())?;
                (Subject::Baseball(puzzle, domain, encoding), horizon)
            }
            Source::Task(task, file) if task.is_numeric() => {
                let (encoding, horizon) = choices.of_numbers()?;
                let domain = with_numbers(task, file, stop)?;
                (Subject::Numbers(domain, encoding, file), horizon)
            }
            Source::Task(task, file) => {
                let domain = grounding::classical(task, Quality::AnyPlan, file, stop)?;
                let (encoding, horizon) = choices.of_task(domain.task())?;
                (Subject::Task(domain, encoding), horizon)
            }
        };
        Ok(Self {
            named: source.named(),
            subject,
            horizon,
        })
    }

    /// Writes it for whoever reads this language.
    ///
    /// # Errors
    /// It is too large, or there is none.
    pub fn written(&self, reads: Reads, stop: &Stop) -> Result<Written<'_>, BadInput> {
        let horizon = self.horizon;
        let (task, encoding) = match &self.subject {
            Subject::Board(domain, encoding) => (domain.task(), encoding),
            Subject::Baseball(_, domain, encoding) => (domain.task(), encoding),
            Subject::Task(domain, encoding) => (domain.task(), encoding),
            Subject::Numbers(domain, encoding, file) => {
                let written = formulas::formula(domain.numeric(), *encoding, horizon, stop);
                return written
                    .map(Written::of_numbers)
                    .map_err(|why| no_formula(file, &why));
            }
        };
        let most = encoding.most_clauses(task, horizon);
        if most > MOST_CLAUSES {
            let fact = format!("a formula of this horizon may have {most} clauses");
            return Err(BadInput::new("--horizon", fact)
                .remedy("ask for fewer steps, or for an encoding that is linear in the task"));
        }
        let encoded = encoding.encode_for(task, horizon, reads);
        Ok(Written::of_task(task, encoded))
    }
}

fn no_formula(file: &str, why: &str) -> BadInput {
    BadInput::new(file, format!("there is no formula of it: {why}")).remedy("saut plan says why")
}

/// A task with numbers, grounded.
fn with_numbers<'a>(
    task: &'a PlanningTask,
    file: &str,
    stop: &Stop,
) -> Result<NumericPlanningDomain<'a>, Failure> {
    match task.compile(Quality::AnyPlan, &GroundingLimits::until(stop)) {
        Ok(Compiled::Numeric(domain)) => Ok(domain),
        Ok(Compiled::Classical(_)) => Err(Failure::internal("a task with numbers that has none")),
        Err(NotCompiled::Stopped(why)) => Err(why.bad_input(file, stop).into()),
        Err(other) => Err(no_formula(file, &other.to_string()).into()),
    }
}
