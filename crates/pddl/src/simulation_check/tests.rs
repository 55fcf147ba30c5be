//! Tests with changed ground tasks. The check may accept a changed task only if its shortest plan is not longer.

use super::check_simulation;
use crate::ground::{GroundTask, GroundingLimits, compile, ground};
use crate::random_task::{Level, Random, random_task};
use crate::{Quality, read_domain, read_problem};
use saut_base::stop::Stop;
use saut_task::exhaustive::{ExplorationEnding, explore};
use saut_task::task::{Fluent, Literal};

/// Returns the minimal number of steps of a plan.
fn fewest(ground: &GroundTask) -> Option<usize> {
    let task = compile(ground, &GroundingLimits::default()).ok()?;
    match explore(&task, &Stop::default()) {
        ExplorationEnding::Plan(path) => {
            let steps = path.iter().filter(|id| ground.actions[id.index()].is_step);
            Some(steps.count())
        }
        ExplorationEnding::Closed { .. } => None,
        ended @ ExplorationEnding::Stopped(_) => panic!("{ended:?}"),
    }
}

fn pick<T>(list: &mut Vec<T>, random: &mut Random) -> Option<T> {
    (!list.is_empty()).then(|| list.swap_remove(random.below(list.len())))
}

fn spoil(task: &mut GroundTask, random: &mut Random) -> Option<()> {
    if task.facts.is_empty() || task.actions.is_empty() {
        return None;
    }
    let fluent = Fluent::new(random.below(task.facts.len()));
    let number = random.below(task.actions.len());
    let action = &mut task.actions[number].action;
    let kind = random.below(8);
    let value = matches!(kind, 1 | 3 | 6);
    let literal = Literal { fluent, value };
    let add = |list: &mut Vec<Literal>| {
        if list.iter().all(|one| one.fluent != fluent) {
            list.push(literal);
        }
    };
    match kind {
        0 => drop(pick(&mut task.actions, random)),
        1 | 2 => {
            let of_kind = action.effects.iter().enumerate();
            let of_kind = of_kind.filter(|(_, one)| one.value == value);
            let mut places: Vec<usize> = of_kind.map(|(place, _)| place).collect();
            action.effects.remove(pick(&mut places, random)?);
        }
        3 | 4 => add(&mut action.preconditions),
        5 => add(&mut action.effects),
        6 => add(&mut task.goal),
        7 if !task.initial.is_empty() => drop(pick(&mut task.initial, random)),
        _ => return None,
    }
    Some(())
}

#[test]
fn accepted_ground_tasks_keep_every_plan_and_faulty_ones_are_rejected() {
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
        let Ok(whole) = ground(&problem, Quality::AnyPlan, &limits) else {
            continue;
        };
        let opinion = |task: &GroundTask| {
            let compiled = compile(task, &limits).ok()?;
            let stop = Stop::default();
            Some(check_simulation(&problem, task, &compiled, &stop))
        };
        let steps = fewest(&whole);
        all += 1;
        covered += usize::from(opinion(&whole) == Some(Ok(())));
        let mut random = Random(seed);
        for _ in 0..8 {
            let mut spoiled = whole.clone();
            // A spoiled task may break the mutex groups; the planner's task keeps only the groups that it can prove.
            if spoil(&mut spoiled, &mut random).is_none() {
                continue;
            }
            match opinion(&spoiled) {
                Some(Ok(())) => {
                    let other = fewest(&spoiled);
                    let is_shorter =
                        steps.is_none_or(|steps| other.is_some_and(|other| other <= steps));
                    assert!(
                        is_shorter,
                        "{seed}: {steps:?} {other:?}\n{whole:?}\n{spoiled:?}"
                    );
                    harmless += 1;
                }
                Some(Err(_)) => open += 1,
                None => {}
            }
        }
    }
    assert!(all > 200 && covered * 10 > all * 8, "{covered} of {all}");
    assert!(open > 300, "{open} {harmless}");
}
