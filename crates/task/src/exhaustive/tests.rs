use super::{Exploration, ExplorationEnding, explore};
use crate::bound::BoundingStates;
use crate::packed::PackedTask;
use crate::random_task::{
    random_task_with_conditional_effects, random_task_with_rules, reachable, shortest,
};
use crate::task::{Action, Fluent, GoalConstraint, Task, TaskParts};
use crate::{CheckError, ClosedSet, INFINITE};
use saut_base::bits;
use saut_base::stop::{Stop, StopReason};

/// A token walks a row of places; `gap` is left out of its way.
struct Walk(Task);

impl Walk {
    fn new(places: usize, gap: Option<usize>) -> Self {
        let place = Fluent::new;
        let step = |n: usize| {
            let effects = [place(n).is_false(), place(n + 1).is_true()];
            Action::new(format!("step-{n}"), [place(n).is_true()], effects)
        };
        let parts = TaskParts {
            fluents: (0..places).map(|n| format!("at-{n}")).collect(),
            actions: (0..places - 1)
                .filter(|n| Some(*n) != gap)
                .map(step)
                .collect(),
            start: vec![place(0)],
            goal: vec![GoalConstraint::Literal(place(places - 1).is_true())],
            ..TaskParts::default()
        };
        Self(Task::new(parts).unwrap())
    }
}

/// Checks a list of states, of which none is said to cost anything.
fn check(
    task: &Task,
    states: impl IntoIterator<Item = Vec<bool>>,
    stop: &Stop,
) -> Result<(), CheckError> {
    let mut listed = BoundingStates::default();
    for state in states {
        listed.add(&bits::from_values(&state), 0, &[]);
    }
    let set = ClosedSet::listed(task, INFINITE, Vec::new(), listed);
    set.check(task, stop).map(drop)
}

#[test]
fn a_walk_has_a_shortest_plan() {
    let ending = explore(&Walk::new(9, None).0, &Stop::default());
    assert!(matches!(ending, ExplorationEnding::Plan(plan) if plan.len() == 8));
}

#[test]
fn a_walk_over_a_gap_is_infeasible() {
    let ending = explore(&Walk::new(9, Some(5)).0, &Stop::default());
    assert!(matches!(ending, ExplorationEnding::Closed { states: 6 }));
}

#[test]
fn with_derived_fluents_the_visit_agrees_with_a_plain_one_and_a_state_less_is_refused() {
    let (mut plans, mut closed) = (0, 0);
    for seed in 0..1000 {
        let task = &match seed % 2 {
            0 => random_task_with_rules(seed),
            _ => random_task_with_conditional_effects(seed),
        };
        let stop = Stop::default();
        match (explore(task, &stop), shortest(task)) {
            (ExplorationEnding::Plan(plan), Some(shortest)) => {
                assert_eq!(plan.len(), shortest, "seed {seed}");
                plans += 1;
            }
            (ExplorationEnding::Closed { states: count }, None) => {
                let states: Vec<Vec<bool>> = reachable(task).into_keys().collect();
                assert_eq!(count, states.len(), "seed {seed}");
                let visited = ClosedSet::visited(count).check(task, &stop);
                assert!(visited.is_ok(), "seed {seed}");
                assert!(ClosedSet::visited(count + 1).check(task, &stop).is_err());
                assert!(check(task, states.clone(), &stop).is_ok(), "seed {seed}");
                for left_out in 0..states.len() {
                    let others = states.iter().enumerate().filter(|(at, _)| *at != left_out);
                    let others = others.map(|(_, state)| state.clone());
                    assert!(check(task, others, &stop).is_err(), "seed {seed}");
                    closed += 1;
                }
            }
            (ending, shortest) => panic!("seed {seed}: {ending:?} {shortest:?}"),
        }
    }
    assert!(plans > 200 && closed > 500, "{plans} {closed}");
}

#[test]
fn a_set_that_is_not_closed_is_refused() {
    let walk = Walk::new(4, Some(2));
    let at = |place: usize| (0..4).map(|n| n == place).collect::<Vec<bool>>();
    let stop = Stop::default();
    let check = |states: &[usize]| check(&walk.0, states.iter().map(|&place| at(place)), &stop);
    assert_eq!(check(&[0, 1, 2]), Ok(()));
    assert_eq!(
        check(&[1, 2]),
        Err(CheckError::rejected(
            "the start is not among the states at cost 0"
        ))
    );
    assert_eq!(
        check(&[0, 1]),
        Err(CheckError::rejected(
            "step-1 leads from state 1 to one that is not bounded"
        ))
    );
    assert_eq!(
        check(&[0, 1, 2, 3]),
        Err(CheckError::rejected("state 3 is a goal at cost 0"))
    );
}

#[test]
fn a_turn_of_too_few_states_ends_without_an_answer() {
    let walk = Walk::new(9, Some(5));
    let (mut exploration, mut left) = (Exploration::new(&walk.0), 3);
    let mut spend = |_| {
        left -= 1;
        left > 0
    };
    let (packed, stop) = (PackedTask::new(&walk.0), Stop::default());
    let ending = exploration.run(&packed, |_| true, &stop, &mut spend, u64::MAX);
    assert!(matches!(
        ending,
        ExplorationEnding::Stopped(StopReason::EffortSpent)
    ));
}
