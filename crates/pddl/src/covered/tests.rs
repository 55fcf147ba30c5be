//! Ground tasks that are spoiled, and what the second opinion says of them.

use super::{Coverage, coverage};
use crate::compile::compile;
use crate::ground::{GroundAction, GroundTask, Grounding, GroundingLimits, ground};
use crate::random_task::{Level, Random, random_task};
use crate::{Quality, read_domain, read_problem};
use std::collections::{BTreeSet, HashSet, VecDeque};

type State = BTreeSet<u32>;

fn next(action: &GroundAction, state: &State) -> Option<State> {
    let holds = |positive: &[u32], negative: &[u32]| {
        positive.iter().all(|fact| state.contains(fact))
            && !negative.iter().any(|fact| state.contains(fact))
    };
    if !holds(&action.positive, &action.negative) {
        return None;
    }
    let effects = action.conditional.iter();
    let effects = effects.filter(|one| holds(&one.positive, &one.negative));
    let mut after = state.clone();
    let deleted = effects.clone().flat_map(|one| &one.deleted);
    for fact in action.deleted.iter().chain(deleted) {
        after.remove(fact);
    }
    after.extend(
        action
            .added
            .iter()
            .chain(effects.flat_map(|one| &one.added)),
    );
    Some(after)
}

/// The fewest steps of a plan.
fn fewest(task: &GroundTask) -> Option<usize> {
    let start: State = task.initial.iter().copied().collect();
    let mut open = VecDeque::from([(start, 0)]);
    let mut known = HashSet::new();
    while let Some((state, steps)) = open.pop_front() {
        if !known.insert(state.clone()) {
            continue;
        }
        let wanted = task.positive_goal.iter().all(|fact| state.contains(fact));
        if wanted && !task.negative_goal.iter().any(|fact| state.contains(fact)) {
            return Some(steps);
        }
        for action in &task.actions {
            match next(action, &state) {
                Some(after) if action.is_step => open.push_back((after, steps + 1)),
                Some(after) => open.push_front((after, steps)),
                None => {}
            }
        }
    }
    None
}

fn pick<T>(list: &mut Vec<T>, random: &mut Random) -> Option<T> {
    (!list.is_empty()).then(|| list.swap_remove(random.below(list.len())))
}

/// Spoils the task in one place.
fn spoil(task: &mut GroundTask, random: &mut Random) -> Option<()> {
    if task.facts.is_empty() || task.actions.is_empty() {
        return None;
    }
    let fact = u32::try_from(random.below(task.facts.len())).ok()?;
    let number = random.below(task.actions.len());
    let action = &mut task.actions[number];
    let add = |list: &mut Vec<u32>| {
        list.push(fact);
        list.sort_unstable();
        list.dedup();
    };
    match random.below(8) {
        0 => drop(pick(&mut task.actions, random)),
        1 => drop(pick(&mut action.added, random)?),
        2 => drop(pick(&mut action.deleted, random)?),
        3 if !action.negative.contains(&fact) => add(&mut action.positive),
        4 if !action.positive.contains(&fact) => add(&mut action.negative),
        5 if !action.added.contains(&fact) => add(&mut action.deleted),
        6 if !task.negative_goal.contains(&fact) => add(&mut task.positive_goal),
        7 if !task.initial.is_empty() => drop(pick(&mut task.initial, random)),
        _ => return None,
    }
    Some(())
}

#[test]
fn what_is_covered_has_every_plan_and_what_is_spoiled_is_not_covered() {
    let (mut covered, mut all, mut open, mut harmless) = (0, 0, 0, 0);
    for seed in 0..600 {
        let level = Level {
            quantifiers: seed % 2 == 0,
            conditional: seed % 3 == 0,
        };
        let (domain, problem) = random_task(seed, level);
        let domain = read_domain(&domain, "d").unwrap();
        let problem = read_problem(&problem, "p", &domain).unwrap();
        let limits = GroundingLimits::default();
        let Grounding::Task(whole) = ground(&domain, &problem, Quality::AnyPlan, &limits) else {
            continue;
        };
        let opinion = |task: &GroundTask| {
            let compiled = compile(task, &limits).ok()?;
            Some(coverage(
                &domain,
                &problem,
                task,
                &compiled,
                &saut_base::stop::Stop::default(),
            ))
        };
        let steps = fewest(&whole);
        all += 1;
        covered += usize::from(opinion(&whole) == Some(Coverage::Covered));
        let mut random = Random(seed);
        for _ in 0..8 {
            let mut spoiled = (*whole).clone();
            // Groups may not hold of it any more; the planner's task takes those that it can prove.
            if spoil(&mut spoiled, &mut random).is_none() {
                continue;
            }
            match opinion(&spoiled) {
                Some(Coverage::Covered) => {
                    let other = fewest(&spoiled);
                    let is_shorter =
                        steps.is_none_or(|steps| other.is_some_and(|other| other <= steps));
                    assert!(
                        is_shorter,
                        "{seed}: {steps:?} {other:?}\n{whole:?}\n{spoiled:?}"
                    );
                    harmless += 1;
                }
                Some(Coverage::Open(_)) => open += 1,
                None => {}
            }
        }
    }
    assert!(all > 200 && covered * 10 > all * 8, "{covered} of {all}");
    assert!(open > 300, "{open} {harmless}");
}
