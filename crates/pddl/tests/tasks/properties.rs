//! Properties of random tasks: the ground task is equivalent to the lifted task, and mutex groups hold on every walk.

use crate::common::pictures::{
    BALLS, BALLS_PROBLEM, BLOCKS, HANOI, PARCELS, PARCELS_PROBLEM, blocks, hanoi,
};
use crate::common::random_task::{Level, Random, random_task};
use crate::common::{
    State, able, apply, ground_any, is_goal, reachable, read, shortest_plan, start,
};
use proptest::prelude::*;
use saut_base::stop::Stop;
use saut_pddl::{GroundTask, InvalidPlan, NamedPlan, Problem, trace, validate};
use saut_task::task::GroupKind;
use std::collections::BTreeSet;

fn check_groups(task: &GroundTask, state: &State) {
    for group in &task.mutex_groups {
        let holding = group
            .fluents
            .iter()
            .filter(|fact| state.contains(fact))
            .count();
        assert!(holding <= 1, "two facts of a mutex group hold");
        assert!(
            holding == 1 || group.kind != GroupKind::ExactlyOne,
            "no fact of an exactly-one group holds"
        );
    }
}

/// Takes random walks in the ground task and validates each walk.
fn walk(seed: u64, level: Level) {
    let (domain_text, problem_text) = random_task(seed, level);
    let problem = read(&domain_text, &problem_text);
    let Some(task) = reachable(&problem) else {
        return;
    };
    let mut random = Random(seed ^ 1);
    let mut state = start(&task);
    let mut text = String::new();
    for _ in 0..12 {
        check_groups(&task, &state);
        let able = able(&task, &state);
        if able.is_empty() {
            break;
        }
        let action = able[random.below(able.len())];
        for same in able.iter().filter(|other| other.name == action.name) {
            assert_eq!(
                apply(same, &state),
                apply(action, &state),
                "cases of one action differ"
            );
        }
        state = apply(action, &state);
        if action.is_step {
            text.push_str(&action.name);
            text.push('\n');
        }
        let verdict = validate(&problem, &crate::common::plan(&text));
        let is_valid = match verdict {
            Ok(_) => true,
            Err(InvalidPlan::Goal(_)) => false,
            Err(wrong) => panic!("{wrong}\n{domain_text}\n{problem_text}"),
        };
        // Once "goal reached?" is true, it stays true, even if later steps delete the goal.
        let has_fact = task.facts.contains(&"goal reached?".to_owned());
        assert!(is_goal(&task, &state) == is_valid || has_fact);
    }
}

/// Returns the last state of a plan, or the reason why it is invalid.
fn end_of(text: &str, problem: &Problem) -> Result<BTreeSet<String>, InvalidPlan> {
    let trace = trace(problem, &crate::common::plan(text), &Stop::default()).unwrap();
    if let Some(fault) = trace.fault {
        return Err(fault);
    }
    let mut state: BTreeSet<String> = trace.start.into_iter().collect();
    for change in trace.steps {
        state.retain(|atom| !change.removed.contains(atom));
        state.extend(change.added);
    }
    Ok(state)
}

#[test]
fn steps_that_may_have_the_same_time_lead_to_the_same_state_in_every_order() {
    let (mut agreed, mut interfered) = (0, 0);
    for seed in 0..1500 {
        let level = Level {
            quantifiers: seed % 2 == 0,
            conditional: seed % 3 > 0,
        };
        let (domain, problem) = random_task(seed, level);
        let task = read(&domain, &problem);
        let Ok(ground) = ground_any(&task) else {
            continue;
        };
        let mut random = Random(seed ^ 7);
        let mut state = start(&ground);
        let (mut before, mut time) = (String::new(), 0);
        for _ in 0..4 {
            let mut able = able(&ground, &state);
            able.retain(|action| action.is_step);
            if able.is_empty() {
                break;
            }
            let set: Vec<_> = (0..2 + random.below(2))
                .map(|_| able[random.below(able.len())])
                .collect();
            let line = |at: usize, one: usize| format!("{at}: {}\n", set[one].name);
            let all = 0..set.len();
            let together: String = all.clone().map(|one| line(time, one)).collect();
            let together = end_of(&(before.clone() + &together), &task);
            if let Err(why) = &together {
                assert!(matches!(why, InvalidPlan::Interference { .. }), "{why}");
                interfered += 1;
            } else {
                agreed += 1;
                for first in all.clone() {
                    for turn in [1, set.len() - 1] {
                        let order = all.clone().map(|at| (first + at * turn) % set.len());
                        let steps = order.zip(time..).map(|(one, at)| line(at, one));
                        let alone = end_of(&(before.clone() + &steps.collect::<String>()), &task);
                        assert_eq!(
                            alone,
                            together,
                            "{domain}\n{problem}\n{before}{}",
                            line(time, first)
                        );
                    }
                }
            }
            before += &line(time, 0);
            time += 1;
            state = apply(set[0], &state);
        }
    }
    assert!(agreed > 100 && interfered > 100, "{agreed} {interfered}");
}

/// Removes a delete effect of a small world, and checks the remaining mutex groups on a random walk.
fn walk_in_a_spoilt_world(seed: u64, world: usize) {
    let mut random = Random(seed);
    let (domain, problem) = [
        (BLOCKS, blocks("ac b d", "cbad")),
        (HANOI, hanoi(3)),
        (BALLS, BALLS_PROBLEM.to_owned()),
        (PARCELS, PARCELS_PROBLEM.to_owned()),
    ][world]
        .clone();
    let effects: Vec<usize> = domain.match_indices("(not (").map(|(at, _)| at).collect();
    let at = effects[random.below(effects.len())];
    let end = at + domain[at..].find("))").expect("the literal ends") + 2;
    let spoilt = format!("{}{}", &domain[..at], &domain[end..]);
    for text in [domain, &spoilt] {
        let problem = read(text, &problem);
        let Ok(task) = ground_any(&problem) else {
            continue;
        };
        assert!(text == spoilt || !task.mutex_groups.is_empty());
        let mut state = start(&task);
        for _ in 0..40 {
            check_groups(&task, &state);
            let able = able(&task, &state);
            if able.is_empty() {
                break;
            }
            state = apply(able[random.below(able.len())], &state);
        }
    }
}

/// If a shortest plan of the lifted task has at most two steps, asserts that a shortest plan of the ground task has the
/// same length.
fn short_plans_are_kept(seed: u64, level: Level) {
    let (domain_text, problem_text) = random_task(seed, level);
    let problem = read(&domain_text, &problem_text);
    let steps = all_steps(&problem);
    let mut plans = vec![NamedPlan::default()];
    for first in &steps {
        plans.push(crate::common::plan(first));
        if steps.len() <= 60 {
            plans.extend(
                steps
                    .iter()
                    .map(|second| crate::common::plan(&format!("{first}\n{second}"))),
            );
        }
    }
    let shortest = plans.iter().filter(|plan| validate(&problem, plan).is_ok());
    let shortest = shortest.map(|plan| plan.steps.len()).min();
    let found = reachable(&problem).and_then(|task| shortest_plan(&task));
    let found = found.map(|plan| plan.steps.len());
    if let Some(shortest) = shortest {
        assert_eq!(found, Some(shortest), "{domain_text}\n{problem_text}");
    }
    if let (Some(found), None) = (found, shortest) {
        assert!(found > 1, "{domain_text}\n{problem_text}");
    }
}

/// Returns the names of all ground actions, ignoring types.
fn all_steps(problem: &Problem) -> Vec<String> {
    let mut all = Vec::new();
    for schema in problem.domain().schemas() {
        let mut steps = vec![format!("({}", schema.name)];
        for _ in &schema.parameters {
            let extend = |step: &String| -> Vec<String> {
                let objects = problem.objects();
                objects.map(|object| format!("{step} {object}")).collect()
            };
            steps = steps.iter().flat_map(extend).collect();
        }
        all.extend(steps.into_iter().map(|step| step + ")"));
    }
    all
}

const PLAIN: Level = Level {
    quantifiers: false,
    conditional: false,
};
const ALL: Level = Level {
    quantifiers: true,
    conditional: true,
};

proptest! {
    #[test]
    fn walks_of_plain_tasks_are_accepted_by_the_validator(seed: u64) {
        walk(seed, PLAIN);
    }

    #[test]
    fn walks_of_tasks_with_all_features_are_accepted_by_the_validator(seed: u64) {
        walk(seed, ALL);
    }

    #[test]
    fn mutex_groups_of_spoilt_worlds_hold_on_every_walk(seed: u64, world in 0..4_usize) {
        walk_in_a_spoilt_world(seed, world);
    }

    #[test]
    fn grounding_keeps_short_plans(seed: u64) {
        short_plans_are_kept(seed, PLAIN);
    }

    #[test]
    fn grounding_with_all_features_keeps_short_plans(seed: u64) {
        short_plans_are_kept(seed, ALL);
    }
}
