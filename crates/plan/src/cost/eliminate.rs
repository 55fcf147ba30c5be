//! Action elimination: removes actions that a plan does not need.
//!
//! Greedy elimination removes an action together with all later actions that then become inapplicable. If the goal is
//! still reached, the set is *redundant*. The most expensive redundant set is removed first, until no redundant set is
//! left.
//!
//! Exact elimination finds the cheapest subsequence of the plan that is a plan. The actions of the plan become a small
//! task, with one copy of an action for each occurrence. This task is encoded by `r2-exists` with one step and the
//! order of the plan: every action occurs once and is optional, so the models are the subsequences that are plans. The
//! cost bound is lowered from one model to the next until there is no model (the linear search of `MaxSAT` solvers).
//! Finding the cheapest subsequence is NP-hard (Fink and Yang, 1992); greedy elimination runs first.
//!
//! Nakhost and Müller, *Action elimination and plan neighborhood graph search* (ICAPS 2010); Balyo, Chrpa, Kilani, *On
//! different strategies for eliminating redundant actions from plans* (`SoCS` 2014).

use super::narrow::{Subtask, cost_of};
use crate::attempt::AttemptResult;
use crate::error::Error;
use crate::work::Work;
use saut_base::stop::Stop;
use saut_task::by_actions::is_plan;
use saut_task::encode::{Encoding, Order};
use saut_task::task::{ActionId, Literal, Task};

/// Returns the places of a plan that remain after greedy elimination. If `plan` is invalid, all places are returned. If
/// `stop` ends the work early, redundant actions may remain.
pub fn eliminate(task: &Task, plan: &[ActionId], stop: &Stop) -> Vec<usize> {
    let mut places: Vec<usize> = (0..plan.len()).collect();
    let mut plan = plan.to_vec();
    if redundant(task, &plan, plan.len()).is_none() {
        return places;
    }
    loop {
        let mut dearest: Option<(u64, usize, Vec<bool>)> = None;
        for first in 0..plan.len() {
            if stop.stop_reason().is_some() {
                return places;
            }
            let Some(is_left_out) = redundant(task, &plan, first) else {
                continue;
            };
            let left_out = plan.iter().zip(&is_left_out).filter(|(_, out)| **out);
            let left_out: Vec<ActionId> = left_out.map(|(&action, _)| action).collect();
            let (cost, count) = (cost_of(task, &left_out), left_out.len());
            let old = dearest.as_ref();
            if old.is_none_or(|old| (cost, count) > (old.0, old.1)) {
                dearest = Some((cost, count, is_left_out));
            }
        }
        let Some((_, _, is_left_out)) = dearest else {
            return places;
        };
        let kept = (0..plan.len()).filter(|&place| !is_left_out[place]);
        let kept: Vec<usize> = kept.collect();
        places = kept.iter().map(|&place| places[place]).collect();
        plan = of_places(&plan, &kept);
    }
}

/// Finds the actions that are removed together with the action at `first`; `None` if the goal is not reached without
/// these actions. If `first` is the length of `plan`, no action is removed, and `None` means that `plan` is invalid.
fn redundant(task: &Task, plan: &[ActionId], first: usize) -> Option<Vec<bool>> {
    let mut state = task.start().to_vec();
    let mut is_left_out = vec![false; plan.len()];
    for (place, &id) in plan.iter().enumerate() {
        let action = task.action(id);
        if place == first || !action.is_applicable(&state) {
            if first == plan.len() {
                return None;
            }
            is_left_out[place] = true;
        } else {
            task.apply(id, &mut state);
        }
    }
    task.is_goal(&state).then_some(is_left_out)
}

/// The encoding for exact elimination.
const PARTS: Encoding = Encoding::R2Exists {
    order: Order::Grouped,
    fold: false,
};

/// The cheapest subsequence found for a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReducedPlan {
    /// Places of the kept actions in the original plan.
    pub kept: Vec<usize>,
    /// Whether this subsequence is the cheapest: it costs nothing, or the solver claims that none is cheaper. This
    /// claim is not checked.
    pub is_least: bool,
    /// The work of the solver.
    pub spent: Work,
}

/// Finds the cheapest subsequence of a plan that is a plan, with at most `work` for the solver. If the task has derived
/// fluents, conditional effects or a goal that is not a conjunction of literals, only greedy elimination is used. If
/// `plan` is invalid, all of its places are returned.
///
/// # Errors
/// A failure of the solver, or an internal contradiction.
pub fn cheapest_part(
    task: &Task,
    plan: &[ActionId],
    work: Work,
    stop: &Stop,
) -> Result<ReducedPlan, Error> {
    let mut part = ReducedPlan {
        kept: eliminate(task, plan, stop),
        is_least: false,
        spent: 0,
    };
    let goal: Vec<Literal> = task.goal_literals().collect();
    if !task.is_plain() || goal.len() != task.goal().len() || !is_plan(task, plan) {
        return Ok(part);
    }
    let Some(small) = Subtask::new(task, plan, task.start(), &goal) else {
        return Ok(part);
    };
    if small.task().actions().len() != plan.len() {
        let fact = "no earlier action makes a precondition true";
        return Err(Error::internal("the plan is invalid", fact));
    }
    loop {
        let cost = cost_of(task, &of_places(plan, &part.kept));
        part.is_least = cost == 0;
        if part.is_least || part.spent >= work {
            return Ok(part);
        }
        let attempt = small.cheaper(PARTS, 1, cost, work - part.spent, stop)?;
        part.spent += attempt.work();
        match attempt.result {
            AttemptResult::Plan(model) => {
                // Actions of cost 0 may still be redundant.
                let places: Vec<usize> = model.actions().map(|id| id.index()).collect();
                let left = eliminate(task, &of_places(plan, &places), stop);
                part.kept = left.into_iter().map(|place| places[place]).collect();
            }
            result => {
                part.is_least = matches!(result, AttemptResult::Refuted(_));
                return Ok(part);
            }
        }
    }
}

/// Returns the actions at some places of a plan.
pub fn of_places(plan: &[ActionId], places: &[usize]) -> Vec<ActionId> {
    places.iter().map(|&place| plan[place]).collect()
}

#[cfg(test)]
mod tests {
    use super::{cheapest_part, cost_of, eliminate, is_plan, of_places};
    use crate::random_task::Changed as _;
    use crate::random_task::any_random_task;
    use crate::random_task::random_walk;
    use saut_base::random::Random;
    use saut_base::stop::Stop;
    use saut_task::task::{ActionId, Task};

    /// Returns the subsequences of a plan that are plans.
    fn parts(task: &Task, plan: &[ActionId]) -> impl Iterator<Item = Vec<ActionId>> {
        let part = |bits: usize| -> Vec<ActionId> {
            let kept = (0..plan.len()).filter(|place| bits >> place & 1 == 1);
            kept.map(|place| plan[place]).collect()
        };
        let parts = (0..1_usize << plan.len()).map(part);
        parts.filter(|part| is_plan(task, part))
    }

    #[test]
    fn parts_are_plans_the_exact_one_is_the_cheapest_and_the_greedy_one_mostly_the_shortest() {
        let stop = Stop::default();
        let (mut shorter, mut shortest, mut all) = (0, 0, 0);
        let (mut exact, mut cheaper, mut greedy_only, mut none) = (0, 0, 0, 0);
        for seed in 0..4000 {
            let mut random = Random::new(seed);
            // If all actions have the same cost, the cheapest subsequence is the shortest.
            let is_priced = seed % 4 < 2;
            let mut price = || if is_priced { random.below(5) as u64 } else { 1 };
            let task = any_random_task(seed).with_costs(|_| price());
            let walk = random_walk(&task, &mut random, 9, |_, _| true);
            let greedy = of_places(&walk, &eliminate(&task, &walk, &stop));
            let part = cheapest_part(&task, &walk, 10_000_000, &stop).unwrap();
            let kept = of_places(&walk, &part.kept);
            if !is_plan(&task, &walk) {
                assert!(
                    greedy == walk && kept == walk && !part.is_least,
                    "seed {seed}"
                );
                none += 1;
                continue;
            }
            assert!(
                is_plan(&task, &greedy) && is_plan(&task, &kept),
                "seed {seed}"
            );
            for place in 0..greedy.len() {
                let mut less = greedy.clone();
                less.remove(place);
                assert!(!is_plan(&task, &less), "seed {seed}");
            }
            if !is_priced {
                let fewest = parts(&task, &walk).map(|part| part.len()).min();
                all += 1;
                shorter += u32::from(greedy.len() < walk.len());
                shortest += u32::from(Some(greedy.len()) == fewest);
            }
            let cost = cost_of(&task, &kept);
            assert!(cost <= cost_of(&task, &greedy), "seed {seed}");
            if part.is_least {
                let least = parts(&task, &walk).map(|part| cost_of(&task, &part)).min();
                assert_eq!(Some(cost), least, "seed {seed}");
                exact += 1;
            } else {
                assert!(!task.is_plain() || task.goal_literals().count() < task.goal().len());
                greedy_only += 1;
            }
            cheaper += u32::from(cost < cost_of(&task, &greedy));
        }
        assert!(
            all > 300 && shorter > 200 && shortest * 10 > all * 9,
            "{all} {shorter} {shortest}"
        );
        assert!(
            exact > 200 && cheaper > 0 && greedy_only > 20 && none > 200,
            "{exact} {cheaper} {greedy_only} {none}"
        );
    }

    #[test]
    fn without_work_the_greedy_reduction_is_not_called_minimal() {
        let (mut unsaid, mut said) = (0, 0);
        for seed in 0..500 {
            let mut random = Random::new(seed);
            let task = any_random_task(seed).with_costs(|_| 1);
            let walk = random_walk(&task, &mut random, 9, |_, _| true);
            let part = cheapest_part(&task, &walk, 0, &Stop::default()).unwrap();
            let cost = cost_of(&task, &of_places(&walk, &part.kept));
            assert!(
                part.spent == 0 && (cost == 0 || !part.is_least),
                "seed {seed}"
            );
            said += u32::from(part.is_least);
            unsaid += u32::from(!part.is_least);
        }
        assert!(unsaid > 100 && said > 0, "{unsaid} {said}");
    }
}
