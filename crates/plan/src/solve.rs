//! Solving: any task by formulas alone, from the question to a checked verdict.
//!
//! The whole path from encoding to checked verdict in one call, for a kind of task that has no table of engines of its
//! own.

use std::time::Instant;

use crate::backend::SolveLimits;
use crate::bad_input::BadInput;
use crate::decision::{Decision, Method, Verdict};
use crate::domain::Domain;
use crate::encode::{AtMostOne, Encoding};
use crate::error::Error;
use crate::portfolio::{Ending, Portfolio};
use crate::proof::{RefutedHorizon, Scope};
use crate::refute::{ClaimedRefutation, Proved, prove};
use crate::settings::{EncodingChoice, Minimise, Settings};
use crate::shortest::shortest;
use crate::stop::StopReason;

/// The encoding of fewest actions, unless another is asked for: it has fewer clauses than pairwise.
pub const FEWEST_ACTIONS: Encoding = Encoding::Sequential {
    at_most_one: AtMostOne::Product,
};

/// Solves a task by formulas: any plan, or one with the fewest actions or steps.
///
/// ```
/// use saut_plan::{Cost, Domain, Plan, RefusedReplay, Settings, Verdict, solve};
/// use saut_plan::task::{Action, ActionId, Fluent, GoalConstraint, Task, TaskParts};
///
/// /// A light that is to be switched on.
/// struct Light(Task);
///
/// saut_plan::no_reasons!(Light);
///
/// impl Domain for Light {
///     type Replayed = usize;
///     fn task(&self) -> &Task {
///         &self.0
///     }
///     fn replay(&self, plan: Plan<ActionId>) -> Result<usize, RefusedReplay> {
///         match plan.len() {
///             1 => Ok(1),
///             _ => Err(RefusedReplay::new("one press, no more and no less")),
///         }
///     }
///     fn cost(&self, presses: &usize) -> Cost {
///         *presses as Cost
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
/// [`enum@Error`] if the settings cannot be met or every backend failed. Limits that were hit are no
/// error but [`Verdict::Undecided`].
pub fn solve<D: Domain>(
    domain: &D,
    settings: &Settings,
) -> Result<Decision<D::Replayed, RefutedHorizon>, Error> {
    let began = Instant::now();
    let mut decision = Decision::default();
    if settings.minimise == Some(Minimise::Cost) {
        let fact = "formulas alone find no cheapest plan";
        return Err(BadInput::new("minimise", fact)
            .remedy("ask plan_task")
            .into());
    }
    if let Some(minimise) = settings.minimise {
        let encoding = shortest_encoding(domain, minimise, settings);
        decision = shortest(domain, encoding, settings)?;
    } else {
        let backends = settings.backends()?;
        let outcome = Portfolio::new(domain, settings, &backends).run(settings, None)?;
        (decision.attempts, decision.conflicts) = (outcome.attempts, outcome.conflicts);
        decision.warnings = outcome.warnings;
        match outcome.ending {
            Ending::Plan(plan, method) => decision.set(Verdict::Solved(plan), method),
            Ending::Undecided(why) => decision.verdict = Verdict::Undecided(why),
            Ending::Refuted(claim, method) => {
                refuted(domain, settings, claim, method, &mut decision)?;
            }
        }
    }
    decision.elapsed = began.elapsed();
    Ok(decision)
}

/// The encoding of a shortest plan in this measure.
pub fn shortest_encoding<D: Domain>(
    domain: &D,
    minimise: Minimise,
    settings: &Settings,
) -> Encoding {
    match (minimise, settings.encoding) {
        (Minimise::Steps, _) => Encoding::Forall.scaled_to(domain.task()),
        (Minimise::Actions, Some(EncodingChoice::Fixed(encoding))) if encoding.is_sequential() => {
            encoding
        }
        (Minimise::Actions | Minimise::Cost, _) => FEWEST_ACTIONS,
    }
}

/// Proves what a backend claims, and says what follows.
fn refuted<D: Domain>(
    domain: &D,
    settings: &Settings,
    claim: ClaimedRefutation,
    mut method: Method,
    decision: &mut Decision<D::Replayed, RefutedHorizon>,
) -> Result<(), Error> {
    let (horizon, claimant) = (claim.horizon, claim.backend.clone());
    let run = SolveLimits {
        stop: settings.stop.clone(),
        ..SolveLimits::default()
    };
    let verdict = match prove(domain, claim, &run)? {
        Proved::Plan(plan, by_prover) => {
            decision.warnings.push(format!(
                "{claimant} says that there is no plan of {horizon} steps, and there is one"
            ));
            method = by_prover;
            Verdict::Solved(plan)
        }
        Proved::Unknown(why) => Verdict::Undecided(match why {
            StopReason::TooLarge => StopReason::HorizonRefuted {
                horizon,
                is_proved: false,
            },
            limit => limit,
        }),
        Proved::Refuted(refuted, prover) => {
            method = method.proved_by(prover, refuted.proof().encoding);
            if refuted.scope() == Scope::EveryPlan {
                Verdict::Infeasible(Box::new(refuted))
            } else {
                decision.refuted.push(refuted);
                Verdict::Undecided(StopReason::HorizonRefuted {
                    horizon,
                    is_proved: true,
                })
            }
        }
    };
    decision.set(verdict, method);
    Ok(())
}
