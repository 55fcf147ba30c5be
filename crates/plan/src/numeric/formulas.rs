//! Formulas of a numeric task for one horizon after another, for a solver of linear arithmetic.
//!
//! The encodings are from [`saut_numeric::encode`]; the solver is a program that reads SMT-LIB. If the program supports
//! sessions, it keeps running for all horizons: it receives each step once, and the goal of a horizon between `push`
//! and `pop`. If a turn ends before the answer, the program is paused, and continues in the next turn. Any other
//! program gets the whole script of a horizon, with the time of the turn as its limit; the next turn repeats this with
//! more time. A refuted horizon does not exclude longer plans, so the next horizon follows. If a model is not a plan of
//! the task, the solver is at fault.

use saut_numeric::encode::{IncrementalScript, NumericEncoding, why_not};
use saut_numeric::{NumericState, NumericTask, Refused};

use std::time::{Duration, Instant};

use super::relaxation::NumericHeuristic;
use crate::backend::{
    Answer, Availability, Backend, BackendError, Fault, GrowingSession, Reads, Response,
    SolveLimits, all, by_name,
};
use crate::decision::Method;
use crate::engine::{Budget, Turn};
use crate::error::Error;
use crate::settings::{Horizon, Settings};
use crate::work::clocked;
use saut_base::bad_input::BadInput;
use saut_base::stop::{Stop, StopReason};
use saut_task::formula::Formula;
use saut_task::plan::Plan;
use saut_task::task::ActionId;

/// Maximum number of steps of a formula.
const MAX_STEPS: usize = 1_000;

/// Formulas of growing horizons.
pub(crate) struct NumericFormulas<'a> {
    task: &'a NumericTask,
    /// Whether the relaxation reaches no action.
    is_empty: bool,
    script: IncrementalScript<'a>,
    horizon: usize,
    /// Whether the user requested this horizon, so that it is the only one.
    is_fixed: bool,
    /// The current backend, and the remaining ones.
    backend: Box<dyn Backend>,
    others: std::vec::IntoIter<Box<dyn Backend>>,
    /// The session of a backend that keeps running, and the horizon of an unanswered query.
    session: Option<(Box<dyn GrowingSession>, Option<usize>)>,
    /// Whether the backend gets the whole script of each horizon, because it has no sessions or its session failed.
    gets_whole_scripts: bool,
    seed: u64,
}

/// Returns the available solvers of linear arithmetic: the requested ones, or all.
///
/// # Errors
/// A name that is not a backend, or a solver that reads clauses.
pub(crate) fn arithmetic_backends(settings: &Settings) -> Result<Vec<Box<dyn Backend>>, BadInput> {
    if settings.backends.is_empty() {
        let is_here = |one: &dyn Backend| {
            one.reads() == Reads::SmtLib
                && !matches!(one.availability(), Availability::Missing { .. })
        };
        let all = all().into_iter();
        return Ok(all.filter(|one| is_here(one.as_ref())).collect());
    }
    let mut named = Vec::new();
    for name in &settings.backends {
        let backend = by_name(name)?;
        if backend.reads() == Reads::Clauses {
            let fact = format!(
                "{name} reads only clauses, but the formulas of a numeric task are SMT-LIB"
            );
            return Err(BadInput::new("--backend", fact)
                .remedy("choose a backend that reads SMT-LIB (saut backends)"));
        }
        named.push(backend);
    }
    Ok(named)
}

impl<'a> NumericFormulas<'a> {
    /// Creates the formulas for these solvers; `None` if there is no solver, or if the task cannot be encoded.
    pub fn new(
        task: &'a NumericTask,
        encoding: NumericEncoding,
        backends: Vec<Box<dyn Backend>>,
        settings: &Settings,
    ) -> Option<Self> {
        let mut others = backends.into_iter();
        let backend = others.next().filter(|_| why_not(task).is_none())?;
        let pattern = pattern(task).unwrap_or_default();
        let fixed = match settings.horizon {
            Horizon::Auto => None,
            Horizon::Steps(steps) => Some(steps),
        };
        let first = usize::from(encoding != NumericEncoding::Sequential);
        Some(Self {
            task,
            is_empty: pattern.is_empty(),
            script: IncrementalScript::new(task, encoding, pattern),
            horizon: fixed.unwrap_or(first),
            is_fixed: fixed.is_some(),
            backend,
            others,
            session: None,
            gets_whole_scripts: false,
            seed: settings.seed,
        })
    }

    /// Continues without a faulty solver. If the solver failed in a session, it gets whole scripts from now on.
    fn without(&mut self, fault: BackendError, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        if self.session.take().is_some() {
            self.gets_whole_scripts = true;
            budget
                .warnings
                .push(format!("the incremental session failed: {fault}"));
            return Ok(Turn::Paused);
        }
        if !self.next_backend() {
            return Err(fault.into());
        }
        budget.warnings.push(fault.to_string());
        Ok(Turn::Paused)
    }

    /// Changes to the next solver; returns false if there is none.
    fn next_backend(&mut self) -> bool {
        let next = self.others.next();
        (self.session, self.gets_whole_scripts) = (None, false);
        next.is_some_and(|next| {
            self.backend = next;
            true
        })
    }

    /// Writes the steps up to the horizon. Returns false if the turn is over before all are written.
    fn write(&mut self, budget: &mut Budget<'_>) -> bool {
        let began = Instant::now();
        while self.script.horizon() < self.horizon {
            // A started step is finished unless the race ends.
            if self.script.step(budget.stop).is_err() {
                return false;
            }
            if clocked(began.elapsed()) > budget.left() {
                break;
            }
        }
        budget.spend(clocked(began.elapsed()));
        self.script.horizon() == self.horizon
    }

    /// Asks the solver for a plan of the current horizon.
    fn answer(
        &mut self,
        run: &SolveLimits,
        budget: &mut Budget<'_>,
    ) -> Result<Response, BackendError> {
        if self.session.is_none() && !self.gets_whole_scripts {
            // If the session cannot be started, the call with a whole script reports the reason.
            self.session = self
                .backend
                .begin_growing(run)
                .map(|session| (session, None));
            self.gets_whole_scripts = self.session.is_none();
        }
        let Some((session, open)) = &mut self.session else {
            budget.tried(1, 0);
            let formula = Formula::Smt(self.script.script());
            return self.backend.solve(&formula, run);
        };
        if *open != Some(self.horizon) {
            budget.tried(1, 0);
            let goal = self.script.goal();
            session.ask(self.script.text(), &goal, self.script.symbols());
            *open = Some(self.horizon);
        }
        let response = session.go_on(run)?;
        match &response.answer {
            // The solver is paused, and continues in the next turn.
            Answer::Unknown(StopReason::Timeout) => {}
            Answer::Unknown(StopReason::SolverGaveUp) | Answer::Sat(_) | Answer::Unsat => {
                *open = None;
            }
            Answer::Unknown(_) => self.session = None,
        }
        Ok(response)
    }

    pub fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        let (name, horizon) = (self.backend.name().to_owned(), self.horizon);
        if horizon > MAX_STEPS || (self.is_empty && horizon > 1) {
            return Ok(Turn::Done(StopReason::NothingLeft));
        }
        if !self.write(budget) {
            return Ok(Turn::Paused);
        }
        let began = Instant::now();
        let stop = budget.stop;
        let run = SolveLimits {
            stop: stop.with_timeout(Duration::from_micros(budget.left())),
            seed: self.seed,
            ..SolveLimits::default()
        };
        let response = self.answer(&run, budget);
        budget.spend(clocked(began.elapsed()));
        let answer = match response {
            Err(fault) => return self.without(fault, budget),
            Ok(response) => response.answer,
        };
        match answer {
            Answer::Sat(model) => {
                let wrong = |fact: String| BackendError::new(&name, Fault::WrongModel, fact);
                let Some(plan) = self.script.plan(&model) else {
                    return self.without(
                        wrong("the model does not satisfy the formula".to_owned()),
                        budget,
                    );
                };
                if let Some(fact) = objection(self.task, &plan) {
                    return self.without(wrong(fact), budget);
                }
                let encoding = self.script.encoding().name();
                let method = Method::NumericFormula {
                    encoding,
                    horizon,
                    backend: name,
                };
                Ok(Turn::Plan(plan, method))
            }
            Answer::Unsat if self.is_fixed => Ok(Turn::Done(StopReason::HorizonRefuted {
                horizon,
                is_proved: false,
            })),
            Answer::Unsat => {
                self.horizon += 1;
                Ok(Turn::Paused)
            }
            // The solver simplifies a whole script more than a growing one, so it may solve the whole script.
            Answer::Unknown(StopReason::SolverGaveUp) if self.session.take().is_some() => {
                self.gets_whole_scripts = true;
                Ok(Turn::Paused)
            }
            Answer::Unknown(StopReason::SolverGaveUp) => {
                let over = Turn::Done(StopReason::SolverGaveUp);
                Ok(if self.next_backend() {
                    Turn::Paused
                } else {
                    over
                })
            }
            Answer::Unknown(_) => Ok(Turn::Paused),
        }
    }
}

/// Returns the order of actions in a step, by the costs of their preconditions in the relaxation of the initial state.
fn pattern(task: &NumericTask) -> Option<Vec<ActionId>> {
    NumericHeuristic::new(task)
        .order(&NumericState::start(task))
        .ok()
}

/// Returns the formula of a task for a horizon.
///
/// # Errors
/// The reason why there is no formula, in words.
pub fn formula<'a>(
    task: &'a NumericTask,
    encoding: NumericEncoding,
    horizon: usize,
    stop: &Stop,
) -> Result<IncrementalScript<'a>, String> {
    if let Some(why) = why_not(task) {
        return Err(why.to_owned());
    }
    let pattern = pattern(task).ok_or_else(|| "a number of the task is too large".to_owned())?;
    let mut script = IncrementalScript::new(task, encoding, pattern);
    for _ in 0..horizon {
        script.step(stop).map_err(|why| why.name().to_owned())?;
    }
    Ok(script)
}

/// Returns the reason why a plan is not valid for the task. `None` if the plan is valid, or if a number overflows. In
/// the latter case, the validation by the problem decides.
fn objection(task: &NumericTask, plan: &Plan<ActionId>) -> Option<String> {
    let mut state = NumericState::start(task);
    for action in plan.actions().map(|id| &task.actions[id.index()]) {
        state = match state.after(task, action) {
            Ok(after) => after,
            Err(Refused::TooLarge) => return None,
            Err(_) => return Some(format!("{} is not applicable", action.name)),
        };
    }
    let is_goal = state.meets(task, &task.goal);
    matches!(is_goal, Ok(false)).then(|| "the goal is not reached".to_owned())
}
