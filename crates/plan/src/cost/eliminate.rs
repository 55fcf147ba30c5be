//! Action elimination: actions that a plan does not need, left out.
//!
//! An action is tried to be left out together with all later ones that can then not be played any more. If the goal is
//! still reached, the set is *redundant*; the dearest redundant set goes first, until none is left.
//!
//! Nakhost and Müller, *Action elimination and plan neighborhood graph search* (ICAPS 2010); Balyo, Chrpa, Kilani, *On
//! different strategies for eliminating redundant actions from plans* (`SoCS` 2014), for the greedy order.

use saut_base::stop::Stop;
use saut_task::task::{ActionId, Task};

/// The places of the actions that are left in a plan without redundant sets of actions, the dearest first. All places if
/// the plan does not reach the goal, or as far as it came when `stop` says so.
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
            let (mut cost, mut count) = (0_u64, 0);
            for (&action, _) in left_out {
                cost = cost.saturating_add(task.action(action).cost);
                count += 1;
            }
            if dearest
                .as_ref()
                .is_none_or(|old| (cost, count) > (old.0, old.1))
            {
                dearest = Some((cost, count, is_left_out));
            }
        }
        let Some((_, _, is_left_out)) = dearest else {
            return places;
        };
        let mut left_out = is_left_out.iter();
        plan.retain(|_| left_out.next() != Some(&true));
        let mut left_out = is_left_out.iter();
        places.retain(|_| left_out.next() != Some(&true));
    }
}

/// The actions that go if one goes, if the goal is reached all the same.
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

#[cfg(test)]
mod tests {
    use super::eliminate;
    use crate::cost::eliminate_exactly::of_places;
    use crate::cost::tests::random_walk;
    use crate::random_task::any_random_task;
    use saut_base::random::Random;
    use saut_base::stop::Stop;
    use saut_task::by_actions::is_plan;
    use saut_task::task::{ActionId, Task};

    /// The fewest actions of the plan, in its order, that are a plan.
    fn fewest(task: &Task, plan: &[ActionId]) -> usize {
        let kept = |bits: usize| -> Vec<ActionId> {
            let kept = plan
                .iter()
                .enumerate()
                .filter(|(place, _)| bits >> place & 1 == 1);
            kept.map(|(_, &id)| id).collect()
        };
        let plans = (0..1_usize << plan.len())
            .map(kept)
            .filter(|kept| is_plan(task, kept));
        plans.map(|kept| kept.len()).min().unwrap()
    }

    #[test]
    fn what_is_left_is_a_plan_mostly_the_shortest_and_no_single_action_can_go() {
        let (mut shorter, mut shortest, mut all) = (0, 0, 0);
        for seed in 0..3000 {
            let task = any_random_task(seed);
            let mut random = Random::new(seed);
            let walk = random_walk(&task, &mut random, 10);
            let kept = of_places(&walk, &eliminate(&task, &walk, &Stop::default()));
            if !is_plan(&task, &walk) {
                assert_eq!(kept, walk, "seed {seed}");
                continue;
            }
            assert!(is_plan(&task, &kept), "seed {seed}");
            for place in 0..kept.len() {
                let mut less = kept.clone();
                less.remove(place);
                assert!(!is_plan(&task, &less), "seed {seed}");
            }
            all += 1;
            shorter += u32::from(kept.len() < walk.len());
            shortest += u32::from(kept.len() == fewest(&task, &walk));
        }
        assert!(
            all > 300 && shorter > 200 && shortest * 10 > all * 9,
            "{all} {shorter} {shortest}"
        );
    }
}
