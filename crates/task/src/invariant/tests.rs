//! Tests of invariants of tiny tasks, compared with an enumeration of all states.

use std::collections::HashSet;

use super::InvariantForm;
use crate::CheckError;
use crate::certificate::{ClosedSet, Reason};
use crate::domain::not_plain;
use crate::random_task::{
    all_states, any_random_task, go, is, random_task, reachable, refuses, refuses_with, shortest,
    small_task, with_pairs,
};
use crate::task::{Action, Literal, Task};
use saut_base::random::Random;
use saut_base::stop::Stop;

fn check(
    task: &Task,
    form: InvariantForm,
    conjunctions: Vec<Vec<Literal>>,
    stop: &Stop,
) -> Result<(), CheckError> {
    let set = ClosedSet::of_reason(Reason::invariant(form, conjunctions));
    set.check(task, stop).map(drop)
}

/// Returns the conjunction of all literals of a state.
fn whole(state: &[bool]) -> Vec<Literal> {
    Literal::of_state(state).map(Literal::of_index).collect()
}

/// Returns the states from which a goal can be reached.
fn leading(task: &Task) -> Vec<Vec<bool>> {
    let all = || all_states(task.fluents().len());
    let mut found: Vec<Vec<bool>> = all().filter(|s| task.is_goal(s)).collect();
    let mut has_grown = true;
    while std::mem::take(&mut has_grown) {
        for state in all() {
            let leads = |id| {
                let mut after = state.clone();
                task.apply(id, &mut after);
                task.action(id).is_applicable(&state) && found.contains(&after)
            };
            if !found.contains(&state) && task.action_ids().any(leads) {
                found.push(state);
                has_grown = true;
            }
        }
    }
    found
}

#[test]
fn an_invariant_confirmed_by_brute_force_is_accepted() {
    let (mut reached, mut avoided) = (0, 0);
    for seed in 0..3000 {
        let task = random_task(seed);
        if shortest(&task).is_some() {
            continue;
        }
        let states = reachable(&task);
        let conjunctions = states.keys().map(|state| whole(state)).collect();
        let one_of = check(&task, InvariantForm::OneOf, conjunctions, &Stop::default());
        assert!(one_of.is_ok(), "seed {seed}: {one_of:?}");
        reached += 1;
        let wanted: HashSet<Literal> = task.goal_literals().collect();
        let goals = all_states(task.fluents().len()).filter(|state| task.is_goal(state));
        if goals.count() == 1 && wanted.len() == task.fluents().len() {
            let conjunctions = leading(&task).iter().map(|state| whole(state)).collect();
            let never = check(&task, InvariantForm::Never, conjunctions, &Stop::default());
            // If an action overwrites a fluent that it does not require, both states before the action are together
            // described by a shorter conjunction, which is not in the list.
            let asks = |action: &Action| {
                let mut changed = action.effects.iter().map(|effect| effect.fluent);
                changed.all(|one| action.preconditions.iter().any(|need| need.fluent == one))
            };
            let is_exact = task.actions().iter().all(asks);
            assert!(never.is_ok() || !is_exact, "seed {seed}: {never:?}");
            avoided += usize::from(never.is_ok());
        }
    }
    assert!(reached > 500 && avoided > 5, "{reached} {avoided}");
}

#[test]
fn nothing_false_is_ever_accepted() {
    let (mut accepted, mut refused, mut conditional) = ([0, 0], 0, 0);
    for seed in 0..20_000 {
        let task = with_pairs(any_random_task(seed));
        let mut random = Random::new(seed);
        let fluents = task.fluents().len();
        let states = reachable(&task);
        let has_plan = states.keys().any(|state| task.is_goal(state));
        for form in [InvariantForm::Never, InvariantForm::OneOf] {
            let count = 1 + random.below(3);
            let conjunctions: Vec<Vec<Literal>> = (0..count)
                .map(|_| {
                    let size = 1 + random.below(2);
                    let literals = (0..size).map(|_| Literal::of_index(random.below(2 * fluents)));
                    literals.collect()
                })
                .collect();
            let holds = |state: &Vec<bool>| {
                let holds = |one: &Vec<Literal>| one.iter().all(|it| it.holds(state));
                conjunctions.iter().any(holds)
            };
            match check(&task, form, conjunctions.clone(), &Stop::default()) {
                Ok(()) => {
                    assert!(!has_plan, "seed {seed}: {conjunctions:?}");
                    let wanted = form == InvariantForm::OneOf;
                    assert!(
                        states.keys().all(|state| holds(state) == wanted),
                        "seed {seed}"
                    );
                    accepted[usize::from(wanted)] += 1;
                }
                Err(why) if why == not_plain() => conditional += 1,
                Err(_) => refused += 1,
            }
        }
    }
    assert!(accepted.iter().all(|&count| count > 200), "{accepted:?}");
    assert!(
        refused > 1000 && conditional > 1000,
        "{refused} {conditional}"
    );
}

#[test]
fn a_list_with_a_state_missing_or_spoiled_is_rejected() {
    let (mut refused, mut kept) = (0, 0);
    for seed in 0..3000 {
        let task = random_task(seed);
        if shortest(&task).is_some() {
            continue;
        }
        let states: Vec<Vec<bool>> = reachable(&task).into_keys().collect();
        for left_out in 0..states.len() {
            let rest = states.iter().enumerate().filter(|(n, _)| *n != left_out);
            let rest: Vec<Vec<Literal>> = rest.map(|(_, state)| whole(state)).collect();
            let missing = check(&task, InvariantForm::OneOf, rest.clone(), &Stop::default());
            assert!(missing.is_err(), "seed {seed}");
            let mut turned = whole(&states[left_out]);
            let literal = (refused + left_out) % turned.len();
            turned[literal] = !turned[literal];
            let spoiled = rest.into_iter().chain([turned]).collect();
            match check(&task, InvariantForm::OneOf, spoiled, &Stop::default()) {
                Ok(()) => kept += 1,
                Err(_) => refused += 1,
            }
        }
    }
    // The conjunction with the flipped literal never covers the missing state.
    assert!(refused > 1000 && kept == 0, "{refused} {kept}");
}

/// Returns a task in which a token moves between the places 0 and 1, and the goal is place 2. With `has_door`, the
/// token can also move from 1 to 2.
fn walk(has_door: bool) -> Task {
    let steps = [go(0, 1), go(1, 0), go(1, 2)];
    small_task(
        3,
        steps.into_iter().take(2 + usize::from(has_door)),
        &[0],
        &[is(2)],
    )
}

fn stored(form: InvariantForm, conjunctions: &[&[&str]]) -> ClosedSet<String> {
    let literal = |name: &&str| serde_json::from_value((*name).into()).unwrap();
    let conjunction = |one: &&[&str]| one.iter().map(literal).collect();
    let conjunctions: Vec<Vec<Literal<String>>> = conjunctions.iter().map(conjunction).collect();
    ClosedSet::of_reason(match form {
        InvariantForm::Never => Reason::Never(conjunctions),
        InvariantForm::OneOf => Reason::OneOf(conjunctions),
    })
}

fn check_stored(set: &ClosedSet<String>, task: &Task, stop: &Stop) -> Result<(), CheckError> {
    set.clone().numbered(task)?.check(task, stop).map(drop)
}

#[test]
fn an_invariant_moved_to_a_solvable_twin_is_rejected() {
    let never = stored(InvariantForm::Never, &[&["f2"]]);
    let one_of = stored(InvariantForm::OneOf, &[&["not f2"]]);
    for invariant in [&never, &one_of] {
        assert!(check_stored(invariant, &walk(false), &Stop::default()).is_ok());
        refuses_with(
            check_stored(invariant, &walk(true), &Stop::default()),
            "go-1-2",
        );
    }
}

#[test]
fn every_fault_is_reported() {
    let wrong = |form, conjunctions: &[&[&str]], fact: &str| {
        let set = stored(form, conjunctions);
        refuses(check_stored(&set, &walk(false), &Stop::default()), fact);
    };
    let (never, one_of) = (InvariantForm::Never, InvariantForm::OneOf);
    let wants_none = "the goal implies none of the conjunctions";
    wrong(never, &[&["f0"]], wants_none);
    wrong(never, &[&["f0", "f1"]], wants_none);
    wrong(never, &[&["f7"]], "the ground task has no fact f7");
    let open = "go-1-0 may violate the invariant: not f0 and f1 and not f2";
    wrong(one_of, &[&["f1", "not f0", "not f2"]], open);
    wrong(one_of, &[&["f0"]], "the goal does not contradict f0");
    let open = "go-0-1 may violate the invariant: f0 and not f2";
    wrong(one_of, &[&["f0", "not f2"]], open);
    let uncovered = "the reasons do not cover the initial state";
    wrong(never, &[&["f2"], &["not f2"]], uncovered);
    wrong(one_of, &[], uncovered);
    wrong(never, &[&[]], uncovered);
    wrong(one_of, &[&[]], "the goal does not contradict ");
}

#[test]
fn a_stopped_check_neither_accepts_nor_rejects() {
    let stop = Stop::default();
    stop.request();
    let never = stored(InvariantForm::Never, &[&["f2"]]);
    let with_door = check_stored(&never, &walk(true), &stop).unwrap_err();
    assert!(matches!(with_door, CheckError::Stopped(_)));
}
