//! Exact action elimination: the cheapest part of a plan, in its order, that is a plan.
//!
//! The actions of the plan, each as often as it stands there, become a small task, and the formula of `r2-exists` with one step and
//! the order of the plan has the parts of the plan that are plans as its models: every action once, each optional. The cost bound
//! is lowered from one model to the next until there is none (the linear search of `MaxSAT` solvers).
//!
//! Balyo, Chrpa, Kilani, *On different strategies for eliminating redundant actions from plans* (`SoCS` 2014). Finding the best part
//! is NP-hard (Fink and Yang, 1992); the greedy elimination goes before.

use super::narrow::{SmallTask, cost_of};
use crate::attempt::{AttemptResult, attempt_written};
use crate::backend::{Backend, SolveLimits};
use crate::domain::Domain as _;
use crate::encode::{Encoding, Order};
use crate::error::Error;
use crate::stop::{Stop, StopReason};
use crate::task::{ActionId, GoalConstraint, Literal, Task};
use crate::work::Work;

/// The encoding of the parts of a plan.
const PARTS: Encoding = Encoding::R2Exists {
    order: Order::GROUPED,
    left_packing: false,
    fold: false,
};
/// Literals times bound of the largest formula.
const MOST_SIZE: usize = 2_000_000;

/// The cheapest part found of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The places of its actions.
    pub kept: Vec<usize>,
    /// Whether the solver says that no part costs less; nobody has checked that.
    pub is_least: bool,
}

/// The cheapest part of a plan that is a plan, as far as `work` allows; that is charged to `spent`. `None` if the plan is none, or the
/// task has derived fluents, conditional effects or a goal of more than literals.
///
/// # Errors
/// The backend's failure, or a model that is no part of the plan.
pub fn cheapest_part(
    task: &Task,
    plan: &[ActionId],
    backend: &dyn Backend,
    stop: &Stop,
    work: Work,
    spent: &mut Work,
) -> Result<Option<Part>, Error> {
    let goal: Vec<Literal> = task.goal_literals().collect();
    let is_literal = |wish: &GoalConstraint| matches!(wish, GoalConstraint::Literal(_));
    if !task.is_plain() || !task.goal().iter().all(is_literal) || !is_plan(task, plan) {
        return Ok(None);
    }
    let mut part = Part {
        kept: (0..plan.len()).collect(),
        is_least: false,
    };
    let Some(small) = SmallTask::new(task, plan, task.start(), &goal) else {
        return Ok(None);
    };
    if small.task().actions().len() != plan.len() {
        return Err(Error::internal(
            "a plan has actions that need what nothing makes",
            plan.len(),
        ));
    }
    let mut cost = cost_of(task, plan);
    let limit = *spent + work;
    loop {
        if cost == 0 {
            part.is_least = true;
            return Ok(Some(part));
        }
        if *spent >= limit {
            return Ok(Some(part));
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
        let attempt = attempt_written(&small, (PARTS, 1), write, backend, &limits)?;
        *spent += attempt.work();
        match attempt.result {
            AttemptResult::Plan(kept) => {
                let less = small.cost(&kept);
                if less >= cost {
                    return Err(Error::internal(
                        "a part of a plan costs more than its bound",
                        less,
                    ));
                }
                cost = less;
                part.kept = kept.into_iter().map(ActionId::index).collect();
            }
            AttemptResult::Refuted(_) => {
                part.is_least = true;
                return Ok(Some(part));
            }
            AttemptResult::Unknown(_) => return Ok(Some(part)),
        }
    }
}

fn is_plan(task: &Task, plan: &[ActionId]) -> bool {
    let mut state = task.start().to_vec();
    let plays = plan.iter().all(|&id| {
        let can = task.action(id).is_applicable(&state);
        task.action(id).apply(&mut state);
        can
    });
    plays && task.is_goal(&state)
}

#[cfg(test)]
mod tests {
    use super::{cheapest_part, is_plan};
    use crate::backend::by_name;
    use crate::cost::eliminate::eliminate;
    use crate::cost::narrow::cost_of;
    use crate::random::Random;
    use crate::random_task::random_task;
    use crate::stop::Stop;
    use crate::task::{ActionId, Task};

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
        let backend = by_name("batsat").unwrap();
        let (mut all, mut cheaper, mut refused) = (0, 0, 0);
        for seed in 0..3000 {
            let mut random = Random::new(seed);
            let task = random_task(seed).with_costs(|_| random.below(5) as u64);
            let (mut state, mut walk) = (task.start().to_vec(), Vec::new());
            for _ in 0..9 {
                let ids = task
                    .action_ids()
                    .filter(|&id| task.action(id).is_applicable(&state));
                let ids: Vec<ActionId> = ids.collect();
                if ids.is_empty() {
                    break;
                }
                let id = ids[random.below(ids.len())];
                task.action(id).apply(&mut state);
                walk.push(id);
            }
            let mut spent = 0;
            let stop = Stop::default();
            let part =
                cheapest_part(&task, &walk, &*backend, &stop, 10_000_000, &mut spent).unwrap();
            let Some(part) = part else {
                refused += 1;
                continue;
            };
            assert!(task.is_goal(&state), "seed {seed}");
            let kept: Vec<ActionId> = part.kept.iter().map(|&place| walk[place]).collect();
            assert!(part.is_least && is_plan(&task, &kept), "seed {seed}");
            let cost = cost_of(&task, &kept);
            assert_eq!(cost, least(&task, &walk), "seed {seed}");
            let greedy = cost_of(&task, &eliminate(&task, &walk, &stop));
            assert!(cost <= greedy, "seed {seed}");
            all += 1;
            cheaper += u32::from(cost < greedy);
        }
        assert!(
            all > 200 && cheaper > 0 && refused > 200,
            "{all} {cheaper} {refused}"
        );
    }

    #[test]
    fn without_work_nothing_is_said_to_be_the_least() {
        let backend = by_name("batsat").unwrap();
        let task = (0..).map(random_task).find(|task| {
            let wanted = task.goal_literals().count();
            wanted == task.goal().len() && !task.is_goal(task.start())
        });
        let task = task.unwrap();
        let mut spent = 0;
        let none = cheapest_part(&task, &[], &*backend, &Stop::default(), 10, &mut spent);
        assert_eq!(none.unwrap(), None);
    }
}
