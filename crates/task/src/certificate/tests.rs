//! Tests of the JSON form of closed sets, and of goals with two mutually exclusive literals.

use serde_json::{Value, json};

use super::{CheckDetails, ClosedSet, Reason};
use crate::random_task::{Changed as _, go, is, refuses, small_parts, with_pairs};
use crate::task::{Fluent, Literal, Rule, Task, TaskParts};
use saut_base::stop::Stop;

/// Returns a task in which a token moves in a cycle over three of five places. The goal requires it at all places in
/// `goal`.
fn round(goal: &[usize], rules: Vec<Rule>) -> Task {
    let steps = [go(0, 1), go(1, 2), go(2, 0)];
    let goal: Vec<Literal> = goal.iter().map(|&place| is(place)).collect();
    let parts = TaskParts {
        rules,
        ..small_parts(5, steps, &[0], &goal)
    };
    with_pairs(Task::new(parts).unwrap())
}

/// Returns the mutex that excludes the goal.
fn excluded(task: &Task) -> Option<Value> {
    let set = ClosedSet::excluded_goal(task)?;
    assert_eq!(set.kind(), "pairs");
    let seen = set.check(task, &Stop::default()).unwrap();
    assert!(matches!(seen, CheckDetails::Pairs(pairs) if pairs > 3));
    let document = serde_json::to_value(set.named(task)).unwrap();
    Some(document["reasons"][0]["never"][0].clone())
}

#[test]
fn a_goal_of_two_places_is_excluded_and_of_one_is_not() {
    let goal = |goal: &[usize]| excluded(&round(goal, Vec::new()));
    assert_eq!(goal(&[1, 2]), Some(json!(["f1", "f2"])));
    assert_eq!(goal(&[2]), None);
    assert_eq!(goal(&[2, 3]), Some(json!(["f2", "f3"])));
    assert_eq!(goal(&[3]), Some(json!(["f3", "f3"])));
    // The same certificate is found for a task with derived facts.
    let rule = Rule::new(Fluent::new(4), [!is(3)]);
    let derived = round(&[1, 2], vec![rule]);
    assert!(!derived.is_plain());
    assert_eq!(excluded(&derived), Some(json!(["f1", "f2"])));
    let without = round(&[1, 2], Vec::new()).with_provable_pairs(None);
    assert_eq!(excluded(&without), None);
}

#[test]
fn only_goal_facts_excluded_by_a_mutex_are_named() {
    let task = round(&[0, 1, 2], Vec::new());
    let check = |names: [&str; 2]| {
        let literal = |name: &str| serde_json::from_value::<Literal<String>>(name.into()).unwrap();
        let pair = names.map(literal).to_vec();
        let set = ClosedSet::of_reason(Reason::Never(vec![pair]));
        assert_eq!(set.kind(), "pairs");
        set.numbered(&task)?
            .check(&task, &Stop::default())
            .map(drop)
    };
    assert_eq!(check(["f1", "f2"]), Ok(()));
    assert_eq!(check(["f2", "f0"]), Ok(()));
    for wrong in [["f1", "f1"], ["f1", "f3"], ["f1", "not f2"]] {
        assert!(check(wrong).is_err(), "{wrong:?}");
    }
    refuses(check(["f1", "f7"]), "the ground task has no fact f7");
}

#[test]
fn reasons_that_hold_and_do_not_cover_the_start_leave_it_to_the_states() {
    let stop = Stop::default();
    // The token may initially be nowhere. Then it stays nowhere or enters the cycle.
    let task = round(&[3], Vec::new()).with_provable_pairs(None);
    let never = |states| ClosedSet {
        reasons: vec![Reason::Never(vec![vec![is(3)]])],
        ..ClosedSet::visited(states)
    };
    assert!(never(0).check(&task, &stop).is_ok());
    let full = task.clone().with_start(&[false, false, false, true, false]);
    refuses(
        never(0).check(&full, &stop),
        "the reasons do not cover the initial state",
    );
    refuses(never(1).check(&full, &stop), "state 0 is a goal at cost 0");
}
