//! The steps of a plan that can be taken one after the other where others are left out.

use saut_base::stop::Stop;

use super::state::State;
use crate::domain::LiftedDomain;
use crate::plan::NamedPlan;
use crate::problem::Problem;

/// Places of the steps that can be taken in their order, where those that cannot be are passed over. What is found
/// after `stop` means nothing.
pub(crate) fn applicable_part(
    domain: &LiftedDomain,
    problem: &Problem,
    plan: &NamedPlan,
    stop: &Stop,
) -> Vec<usize> {
    problem.assert_of(domain);
    let mut state = State::initial(domain, problem, stop);
    let mut taken = Vec::new();
    for (place, step) in plan.steps.iter().enumerate() {
        if !state.poll() {
            break;
        }
        if state.take(step).is_ok() {
            taken.push(place);
        }
    }
    taken
}
