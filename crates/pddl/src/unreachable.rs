//! The check behind "not even the relaxation reaches the goal": a goal that is out of reach even if nothing is ever
//! lost ([`Relaxed`]) has no plan. The claim that is checked is the grounder's, which has no part in it.

use crate::domain::LiftedDomain;
use crate::problem::Problem;
use crate::relaxed::Relaxed;
use saut_base::stop::Stop;

/// Result of the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RelaxedGoal {
    /// There is no plan.
    Unreachable {
        /// Number of atoms of the fixpoint, the start among them.
        reached: usize,
    },
    /// The relaxation has a plan, which says nothing of the task.
    Reachable,
    /// It was stopped before the fixpoint.
    Stopped,
}

/// Whether the relaxation of the lifted task reaches its goal. `stop` is asked again and
/// again.
///
/// # Panics
///
/// If the problem was read with another domain.
pub fn check_relaxed_goal(domain: &LiftedDomain, problem: &Problem, stop: &Stop) -> RelaxedGoal {
    problem.assert_of(domain);
    let found = Relaxed::fixpoint(domain, problem, true, stop).and_then(|relaxed| {
        let reaches_goal = relaxed.reaches_goal();
        relaxed.poll()?;
        Ok((reaches_goal, relaxed.holding().len()))
    });
    match found {
        Err(_) => RelaxedGoal::Stopped,
        Ok((true, _)) => RelaxedGoal::Reachable,
        Ok((false, reached)) => RelaxedGoal::Unreachable { reached },
    }
}
