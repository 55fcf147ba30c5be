//! Solves any task only by formulas, with a checked verdict.
//!
//! One call encodes, solves, decodes and checks. It is for kinds of task without a table of engines.

use std::time::Instant;

use crate::error::Error;
use crate::portfolio::{Formulas, Lineup};
use crate::race::{Raced, any_plan};
use crate::settings::{Minimise, Settings};
use crate::shortest::{shortest, shortest_encoding};
use crate::work::Work;
use saut_base::bad_input::BadInput;
use saut_task::domain::Problem;

/// Solves a task by formulas. The result is any plan, or a plan with the fewest actions or steps.
///
/// ```
/// use saut_plan::{Settings, Verdict, solve};
/// use saut_task::{Cost, Plan, Problem, RefusedPlan};
/// use saut_task::task::{Action, ActionId, Fluent, GoalConstraint, Task, TaskParts};
///
/// /// A light that is to be switched on.
/// struct Light(Task);
///
/// saut_task::no_reasons!(Light);
///
/// impl Problem for Light {
///     type Plan = usize;
///     fn task(&self) -> &Task {
///         &self.0
///     }
///     fn validate(&self, plan: Plan<ActionId>) -> Result<(usize, Cost), RefusedPlan> {
///         match plan.len() {
///             1 => Ok((1, 1)),
///             _ => Err(RefusedPlan::new("one press, no more and no less")),
///         }
///     }
/// }
///
/// let on = Fluent::new(0);
/// let light = Light(Task::new(TaskParts {
///     fluents: vec!["on".to_owned()],
///     actions: vec![Action::new("press", [on.is_false()], [on.is_true()])],
///     goal: vec![GoalConstraint::Literal(on.is_true())],
///     ..TaskParts::default()
/// })?);
/// let decision = solve(&light, &Settings::default())?;
/// assert!(matches!(decision.verdict, Verdict::Solved(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`enum@Error`] if the settings cannot be satisfied or every backend failed. Reaching a limit is not an error; the
/// verdict is then [`Verdict::Undecided`](crate::Verdict::Undecided).
pub fn solve<P: Problem>(problem: &P, settings: &Settings) -> Result<Raced<P>, Error> {
    let began = Instant::now();
    let mut answer = match settings.minimise {
        Some(Minimise::Cost) => {
            let fact = "solve does not find cheapest plans";
            return Err(BadInput::new("minimise", fact)
                .remedy("call plan_task")
                .into());
        }
        Some(minimise) => {
            let encoding = shortest_encoding(problem.task(), minimise, settings);
            shortest(problem, encoding, settings)?
        }
        None => {
            let (backends, lineup) = (settings.backends()?, Lineup::of(settings));
            let formulas = Formulas::new(problem.task(), settings, &backends, lineup);
            let table = formulas.engines(settings.threads(), Work::MAX).collect();
            any_plan(problem, table, settings)?
        }
    };
    answer.elapsed = began.elapsed();
    Ok(answer)
}
