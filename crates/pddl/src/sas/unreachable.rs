//! The check behind "not even the relaxation reaches the goal", on the variables of a SAS+ file.

use saut_base::stop::{Stop, Ticker};

use super::SasTask;
use crate::unreachable::RelaxedGoal;

/// Whether the relaxation of the task reaches its goal, if no value is ever lost. `stop` is asked again and
/// again.
pub(crate) fn check_relaxed_goal_sas(task: &SasTask, stop: &Stop) -> RelaxedGoal {
    let mut reached: Vec<Vec<bool>> = task
        .variables
        .iter()
        .map(|variable| vec![false; variable.values.len()])
        .collect();
    for (variable, &value) in task.initial.iter().enumerate() {
        reached[variable][value] = true;
    }
    let limits = Ticker::new(stop);
    let mut has_grown = true;
    while std::mem::take(&mut has_grown) {
        // What axioms determine may have its initial value at any time, and another where it follows.
        for axiom in &task.axioms {
            if limits.spend(axiom.conditions.len() + 1).is_err() {
                return RelaxedGoal::Stopped;
            }
            let mut conditions = axiom.conditions.iter();
            let is_known = reached[axiom.head.variable][axiom.head.value];
            if !is_known && conditions.all(|one| reached[one.variable][one.value]) {
                reached[axiom.head.variable][axiom.head.value] = true;
                has_grown = true;
            }
        }
        for operator in &task.operators {
            if limits.spend(operator.effects.len() + 1).is_err() {
                return RelaxedGoal::Stopped;
            }
            let mut asked = operator.preconditions();
            if !asked.all(|one| reached[one.variable][one.value]) {
                continue;
            }
            for effect in &operator.effects {
                let mut conditions = effect.conditions.iter();
                let can = conditions.all(|one| reached[one.variable][one.value]);
                if can && !reached[effect.variable][effect.after] {
                    reached[effect.variable][effect.after] = true;
                    has_grown = true;
                }
            }
        }
    }
    if task.goal.iter().all(|one| reached[one.variable][one.value]) {
        return RelaxedGoal::Reachable;
    }
    let reached = reached.iter().flatten().filter(|&&value| value).count();
    RelaxedGoal::Unreachable { reached }
}
