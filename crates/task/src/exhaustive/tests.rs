use super::{Exploration, ExplorationEnding, explore};
use crate::bound::ClosedList;
use crate::packed::PackedTask;
use crate::random_task::{any_random_task, go, is, reachable, shortest, small_task};
use crate::task::Task;
use crate::{CheckError, ClosedSet, INFINITE};
use saut_base::bits;
use saut_base::stop::{Stop, StopReason};

/// Checks a list of states, all of cost 0.
fn check(
    task: &Task,
    states: impl IntoIterator<Item = Vec<bool>>,
    stop: &Stop,
) -> Result<(), CheckError> {
    let mut listed = ClosedList::default();
    for state in states {
        listed.add(&bits::from_values(&state), 0, &[]);
    }
    let set = ClosedSet::listed(task, INFINITE, Vec::new(), listed);
    set.check(task, stop).map(drop)
}

#[test]
fn the_visit_agrees_with_a_plain_one_and_a_missing_state_is_rejected() {
    let (mut plans, mut closed) = (0, 0);
    for seed in 0..1000 {
        let task = &any_random_task(seed);
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
fn a_turn_of_too_few_states_ends_without_an_answer() {
    let walk = small_task(9, (0..5).map(|place| go(place, place + 1)), &[0], &[is(8)]);
    let (mut exploration, mut left) = (Exploration::new(&walk), 3);
    let mut spend = |_| {
        left -= 1;
        left > 0
    };
    let (packed, stop) = (PackedTask::new(&walk), Stop::default());
    let ending = exploration.run(&packed, |_| true, &stop, &mut spend, u64::MAX);
    assert!(matches!(
        ending,
        ExplorationEnding::Stopped(StopReason::EffortSpent)
    ));
}
