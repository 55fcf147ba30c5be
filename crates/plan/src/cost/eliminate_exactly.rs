//! Exact action elimination: the cheapest part of a plan, in its order, that is a plan.
//!
//! The actions of the plan, each as often as it stands there, become a small task, and the formula of `r2-exists` with
//! one step and the order of the plan has the parts of the plan that are plans as its models: every action once, each
//! optional. The cost bound is lowered from one model to the next until there is none (the linear search of `MaxSAT`
//! solvers).
//!
//! Balyo, Chrpa, Kilani, *On different strategies for eliminating redundant actions from plans* (`SoCS` 2014). Finding
//! the best part is NP-hard (Fink and Yang, 1992); the greedy elimination goes before.

use super::eliminate::eliminate;
use super::narrow::{Subtask, cost_of};
use crate::attempt::{AttemptResult, attempt_written};
use crate::backend::{SolveLimits, by_name};
use crate::error::Error;
use crate::work::Work;
use saut_base::stop::{Stop, StopReason};
use saut_task::by_actions::is_plan;
use saut_task::encode::{Encoding, Order};
use saut_task::task::{ActionId, Literal, Task};

/// The encoding of the parts of a plan.
const PARTS: Encoding = Encoding::R2Exists {
    order: Order::Grouped,
    fold: false,
};
/// The solver.
const SOLVER: &str = "batsat";
/// Literals times bound of the largest formula.
const MOST_SIZE: usize = 1_000_000;

/// The cheapest part found of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The places of its actions.
    pub kept: Vec<usize>,
    /// Whether the solver says that no part costs less; nobody has checked that.
    pub is_least: bool,
}

/// The cheapest part of a plan that is a plan, as far as `work` allows; that is charged to `spent`. Where the task has
/// derived fluents, conditional effects or a goal of more than literals it is the greedy one, and of what is no plan it
/// is all.
///
/// # Errors
/// The solver's failure, or a model that is no part of the plan.
pub fn cheapest_part(
    task: &Task,
    plan: &[ActionId],
    stop: &Stop,
    work: Work,
    spent: &mut Work,
) -> Result<Part, Error> {
    let mut part = Part {
        kept: eliminate(task, plan, stop),
        is_least: false,
    };
    let goal: Vec<Literal> = task.goal_literals().collect();
    if !task.is_plain() || goal.len() != task.goal().len() || !is_plan(task, plan) {
        return Ok(part);
    }
    let Some(small) = Subtask::new(task, plan, task.start(), &goal) else {
        return Ok(part);
    };
    if small.task().actions().len() != plan.len() {
        let fact = "an action of it needs what nothing makes";
        return Err(Error::internal("a plan is none", fact));
    }
    let solver = by_name(SOLVER)?;
    let limit = *spent + work;
    loop {
        let cost = cost_of(task, &of_places(plan, &part.kept));
        if cost == 0 {
            part.is_least = true;
            return Ok(part);
        }
        if *spent >= limit {
            return Ok(part);
        }
        let limits = SolveLimits {
            stop: stop.clone(),
            work: Some(limit - *spent),
            ..SolveLimits::default()
        };
        let write = || {
            let encoded = PARTS.encode_within(small.task(), 1, stop)?;
            let bounded = encoded.costing_at_most(small.task(), cost - 1, MOST_SIZE);
            bounded.ok_or(StopReason::TooLarge)
        };
        let attempt = attempt_written(small.task(), (PARTS, 1), write, &*solver, &limits)?;
        *spent += attempt.work();
        match attempt.result {
            AttemptResult::Plan(model) => {
                let model = model.into_actions();
                let less = cost_of(small.task(), &model);
                if less >= cost {
                    let fact = format!("{less} is not below {cost}");
                    return Err(Error::internal("a part of a plan within a bound", fact));
                }
                // What costs nothing may still be superfluous.
                let places: Vec<usize> = model.into_iter().map(ActionId::index).collect();
                let left = eliminate(task, &of_places(plan, &places), stop);
                part.kept = left.into_iter().map(|place| places[place]).collect();
            }
            AttemptResult::Refuted(_) => {
                part.is_least = true;
                return Ok(part);
            }
            AttemptResult::Unknown(_) => return Ok(part),
        }
    }
}

/// The actions at some places of a plan.
pub fn of_places(plan: &[ActionId], places: &[usize]) -> Vec<ActionId> {
    places.iter().map(|&place| plan[place]).collect()
}

#[cfg(test)]
mod tests {
    use super::{cheapest_part, eliminate, is_plan, of_places};
    use crate::cost::narrow::cost_of;
    use crate::cost::tests::random_walk;
    use crate::random_task::Changed as _;
    use crate::random_task::any_random_task;
    use saut_base::random::Random;
    use saut_base::stop::Stop;
    use saut_task::task::{ActionId, Task};

    /// The least cost of the parts of a plan that are plans, by trying all.
    fn least(task: &Task, plan: &[ActionId]) -> u64 {
        let part = |bits: usize| -> Vec<ActionId> {
            let kept = plan
                .iter()
                .enumerate()
                .filter(|(place, _)| bits >> place & 1 == 1);
            kept.map(|(_, &id)| id).collect()
        };
        let parts = (0..1_usize << plan.len()).map(part);
        let plans = parts.filter(|part| is_plan(task, part));
        plans.map(|plan| cost_of(task, &plan)).min().unwrap()
    }

    #[test]
    fn the_cheapest_part_is_that_of_trying_all_and_never_dearer_than_the_greedy_one() {
        let stop = Stop::default();
        let (mut exact, mut cheaper, mut greedy_only, mut none) = (0, 0, 0, 0);
        for seed in 0..4000 {
            let mut random = Random::new(seed);
            let task = any_random_task(seed).with_costs(|_| random.below(5) as u64);
            let walk = random_walk(&task, &mut random, 9);
            let mut spent = 0;
            let part = cheapest_part(&task, &walk, &stop, 10_000_000, &mut spent).unwrap();
            let kept = of_places(&walk, &part.kept);
            if !is_plan(&task, &walk) {
                assert!(kept == walk && !part.is_least, "seed {seed}");
                none += 1;
                continue;
            }
            assert!(is_plan(&task, &kept), "seed {seed}");
            let cost = cost_of(&task, &kept);
            let greedy = cost_of(&task, &of_places(&walk, &eliminate(&task, &walk, &stop)));
            assert!(cost <= greedy, "seed {seed}");
            if part.is_least {
                assert_eq!(cost, least(&task, &walk), "seed {seed}");
                exact += 1;
            } else {
                assert!(!task.is_plain() || task.goal_literals().count() < task.goal().len());
                greedy_only += 1;
            }
            cheaper += u32::from(cost < greedy);
        }
        assert!(
            exact > 200 && cheaper > 0 && greedy_only > 20 && none > 200,
            "{exact} {cheaper} {greedy_only} {none}"
        );
    }

    #[test]
    fn without_work_the_greedy_part_is_not_said_to_be_the_least() {
        let (mut unsaid, mut said) = (0, 0);
        for seed in 0..500 {
            let mut random = Random::new(seed);
            let task = any_random_task(seed).with_costs(|_| 1);
            let walk = random_walk(&task, &mut random, 9);
            let mut spent = 0;
            let part = cheapest_part(&task, &walk, &Stop::default(), 0, &mut spent).unwrap();
            let cost = cost_of(&task, &of_places(&walk, &part.kept));
            assert!(spent == 0 && (cost == 0 || !part.is_least), "seed {seed}");
            said += u32::from(part.is_least);
            unsaid += u32::from(!part.is_least);
        }
        assert!(unsaid > 100 && said > 0, "{unsaid} {said}");
    }
}
