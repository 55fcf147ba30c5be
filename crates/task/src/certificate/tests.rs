//! Documents of closed sets, and goals of which two literals are never true together.

use crate::random_task::Changed as _;
use serde_json::{Value, json};

use super::{ClosedSet, Reason, Seen};
use crate::domain::CheckError;
use crate::task::{Action, Fluent, GoalConstraint, Literal, Pairs, Rule, Task, TaskParts};
use saut_base::stop::Stop;

/// A token goes round three places; it is wanted in some of them.
fn round(goal: &[usize], rules: Vec<Rule>) -> Task {
    let at = Fluent::new;
    let step = |n: usize| {
        let (from, to) = (at(n), at((n + 1) % 3));
        Action::new(
            format!("step-{n}"),
            [from.is_true()],
            [from.is_false(), to.is_true()],
        )
    };
    let wanted = goal
        .iter()
        .map(|&n| GoalConstraint::Literal(at(n).is_true()));
    let task = Task::new(TaskParts {
        fluents: (0..5).map(|n| format!("at-{n}")).collect(),
        actions: (0..3).map(step).collect(),
        rules,
        start: vec![at(0)],
        goal: wanted.collect(),
        ..TaskParts::default()
    })
    .unwrap();
    let pairs = Pairs::find(task.transitions(), usize::MAX, &Stop::default());
    task.with_provable_pairs(pairs)
}

/// The pair of a goal that excludes it.
fn excluded(task: &Task) -> Option<Value> {
    let set = ClosedSet::excluded_goal(task)?;
    assert_eq!(set.kind(), "pairs");
    let seen = set.check(task, &Stop::default()).unwrap();
    assert!(matches!(seen, Seen::Pairs(pairs) if pairs > 3));
    let document = serde_json::to_value(set.named(task)).unwrap();
    Some(document["reasons"][0]["never"][0].clone())
}

#[test]
fn a_goal_of_two_places_is_excluded_and_of_one_is_not() {
    let goal = |goal: &[usize]| excluded(&round(goal, Vec::new()));
    assert_eq!(goal(&[1, 2]), Some(json!(["at-1", "at-2"])));
    assert_eq!(goal(&[2]), None);
    assert_eq!(goal(&[2, 3]), Some(json!(["at-2", "at-3"])));
    assert_eq!(goal(&[3]), Some(json!(["at-3", "at-3"])));
    // Where there are derived facts as well.
    let rule = Rule::new(Fluent::new(4), [Fluent::new(3).is_false()]);
    let derived = round(&[1, 2], vec![rule]);
    assert!(!derived.is_plain());
    assert_eq!(excluded(&derived), Some(json!(["at-1", "at-2"])));
    let without = round(&[1, 2], Vec::new()).with_provable_pairs(None);
    assert_eq!(excluded(&without), None);
}

#[test]
fn only_names_that_the_goal_wants_and_a_pair_excludes_are_taken() {
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
    assert_eq!(check(["at-1", "at-2"]), Ok(()));
    assert_eq!(check(["at-2", "at-0"]), Ok(()));
    for wrong in [["at-1", "at-1"], ["at-1", "at-3"], ["at-1", "not at-2"]] {
        assert!(check(wrong).is_err(), "{wrong:?}");
    }
    let unknown = CheckError::rejected("the ground task has no fact at-7");
    assert_eq!(check(["at-1", "at-7"]), Err(unknown));
}

#[test]
fn reasons_that_hold_and_do_not_cover_the_start_leave_it_to_the_states() {
    let stop = Stop::default();
    // The token may be nowhere at first; then it stays so, or steps into the round.
    let task = round(&[3], Vec::new()).with_provable_pairs(None);
    let never = |states| ClosedSet {
        reasons: vec![Reason::Never(vec![vec![Fluent::new(3).is_true()]])],
        ..ClosedSet::visited(states)
    };
    assert!(never(0).check(&task, &stop).is_ok());
    let full = task.clone().with_start(&[false, false, false, true, false]);
    let refused = never(0).check(&full, &stop).map(drop);
    assert_eq!(
        refused,
        Err(CheckError::rejected("its reasons do not cover the start"))
    );
    let goal = never(1).check(&full, &stop).map(drop);
    let wanted = CheckError::rejected("state 0 is a goal at cost 0");
    assert_eq!(goal, Err(wanted));
    // Without reasons all three places are visited.
    assert!(ClosedSet::visited(3).check(&task, &stop).is_ok());
    assert!(ClosedSet::visited(2).check(&task, &stop).is_err());
    stop.request();
    let stopped = ClosedSet::visited(3).check(&task, &stop).map(drop);
    assert!(
        matches!(stopped, Err(CheckError::Stopped(_))),
        "{stopped:?}"
    );
}
