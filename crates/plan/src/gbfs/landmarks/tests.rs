use std::collections::HashSet;

use super::{Landmarks, MAX_ATOMS, RelaxedTask, without_circles};
use crate::random_task::{any_random_task, random_task};
use crate::relaxed_task::DerivedFalse;
use saut_base::lists::number;
use saut_base::stop::Stop;
use saut_task::task::{Action, Fluent, GoalConstraint, Group, GroupKind, Task, TaskParts};

fn holds(atoms: &[u32], state: &[bool]) -> bool {
    let holds = |&atom: &u32| state[atom as usize / 2] == atom.is_multiple_of(2);
    atoms.iter().any(holds)
}

/// Whether a path to a goal exists on which `allows` holds for every state.
fn is_solvable(task: &Task, allows: impl Fn(&[bool]) -> bool) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![task.start().to_vec()];
    while let Some(state) = open.pop() {
        if !allows(&state) || !seen.insert(state.clone()) {
            continue;
        }
        if task.is_goal(&state) {
            return true;
        }
        for id in task.action_ids() {
            if task.action(id).is_applicable(&state) {
                let mut after = state.clone();
                task.apply(id, &mut after);
                open.push(after);
            }
        }
    }
    false
}

fn found(task: &Task) -> Landmarks {
    Landmarks::find(
        task,
        &RelaxedTask::new(task, DerivedFalse::Exact),
        &Stop::default(),
    )
    .expect("a small task")
}

#[test]
fn every_landmark_is_true_in_some_state_of_every_plan() {
    let (mut solvable, mut beyond_the_goal) = (0, 0);
    for seed in 0..6000 {
        let task = any_random_task(seed);
        if !is_solvable(&task, |_| true) {
            continue;
        }
        solvable += 1;
        let landmarks = found(&task);
        for (index, atoms) in landmarks.atoms.iter().enumerate() {
            let goal = task.goal().iter().any(
                |wish| matches!(wish, GoalConstraint::Literal(l) if atoms.contains(&number(l.index()))),
            );
            assert_eq!(landmarks.is_goal[index], goal, "seed {seed}");
            beyond_the_goal += usize::from(!goal && !holds(atoms, task.start()));
            let without = is_solvable(&task, |state| !holds(atoms, state));
            assert!(!without, "seed {seed}: {atoms:?} is not a landmark");
        }
    }
    assert!(
        solvable > 500 && beyond_the_goal > 50,
        "{solvable} {beyond_the_goal}"
    );
}

#[test]
fn landmark_orders_hold_before_every_first_achiever() {
    for seed in 0..1000 {
        let task = random_task(seed);
        if !is_solvable(&task, |_| true) {
            continue;
        }
        let landmarks = found(&task);
        for (needed, next) in landmarks.needed_for.iter().enumerate() {
            for &next in next {
                let (needed, next) = (&landmarks.atoms[needed], &landmarks.atoms[next as usize]);
                if holds(next, task.start()) {
                    continue;
                }
                // Without the needed atom in the previous state, no action achieves the landmark.
                let mut seen = HashSet::new();
                let mut open = vec![task.start().to_vec()];
                while let Some(state) = open.pop() {
                    if !seen.insert(state.clone()) {
                        continue;
                    }
                    for action in task.actions().iter().filter(|a| a.is_applicable(&state)) {
                        let mut after = state.clone();
                        action.apply(&mut after);
                        if holds(next, &after) {
                            assert!(holds(needed, &state), "seed {seed}");
                        } else {
                            open.push(after);
                        }
                    }
                }
            }
        }
    }
}

/// Returns a task in which one of several vans must take a parcel to its destination.
fn parcel(vans: usize) -> Task {
    let (home, place) = (Fluent::new(vans), Fluent::new(vans + 1));
    let moves = |name: &str, from: Fluent, to: Fluent| {
        Action::new(name, [from.is_true()], [from.is_false(), to.is_true()])
    };
    let all = (0..vans).map(Fluent::new);
    let actions = all.flat_map(|van| [moves("load", home, van), moves("unload", van, place)]);
    let parts = TaskParts {
        fluents: (0..vans + 2).map(|fluent| format!("f{fluent}")).collect(),
        actions: actions.collect(),
        start: vec![home],
        goal: vec![GoalConstraint::Literal(place.is_true())],
        ..TaskParts::default()
    };
    let group = Group {
        fluents: (0..vans + 2).map(Fluent::new).collect(),
        kind: GroupKind::ExactlyOne,
    };
    Task::new(parts).unwrap().with_provable_groups([group])
}

#[test]
fn a_parcel_must_be_in_one_of_a_few_vans() {
    let in_a_van = |vans: usize| {
        found(&parcel(vans))
            .atoms
            .contains(&(0..vans).map(|van| number(2 * van)).collect())
    };
    assert!(in_a_van(2) && in_a_van(MAX_ATOMS) && !in_a_van(MAX_ATOMS + 1));
}

#[test]
fn orders_in_a_circle_lose_one_of_them() {
    let mut after = vec![vec![1], vec![2], vec![0, 3], vec![]];
    without_circles(&mut after);
    assert_eq!(after.iter().map(Vec::len).sum::<usize>(), 3);
    let mut line = vec![vec![1, 2], vec![2], vec![]];
    let before = line.clone();
    without_circles(&mut line);
    assert_eq!(line, before);
}
