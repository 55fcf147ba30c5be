use super::{EVALUATIONS_A_TURN, FIRST_EVALUATIONS, Gbfs};
use crate::engine::{Budget, Turn};
use crate::random_task::{random_task_with_conditional_effects, random_task_with_rules, shortest};
use saut_base::stop::{Stop, StopReason};
use saut_task::by_actions::is_plan;
use saut_task::task::{Action, Fluent, GoalConstraint, Task, TaskParts};

/// Returns a row of lamps. Lamp n can be switched if lamp n − 1 is on and all lamps before it are off. The goal is to
/// switch on the last lamp; if it is loose, no action switches it.
fn lamps(count: usize, is_last_loose: bool) -> Task {
    let lamp = Fluent::new;
    let mut actions = Vec::new();
    for n in 0..count - usize::from(is_last_loose) {
        for value in [true, false] {
            let before = n.checked_sub(1);
            let off = (0..before.unwrap_or(0)).map(|k| lamp(k).is_false());
            let wanted = off.chain(before.map(|k| lamp(k).is_true()));
            let [is, was] = [value, !value].map(|value| saut_task::task::Literal {
                fluent: lamp(n),
                value,
            });
            actions.push(Action::new(
                format!("switch-{n}"),
                wanted.chain([was]),
                [is],
            ));
        }
    }
    let parts = TaskParts {
        fluents: (0..count).map(|n| format!("lamp-{n}")).collect(),
        actions,
        goal: vec![GoalConstraint::Literal(lamp(count - 1).is_true())],
        ..TaskParts::default()
    };
    Task::new(parts).unwrap()
}

/// Returns the number of steps of the plan that a search finds, if it finds one.
fn search(gbfs: &mut Gbfs<'_>, task: &Task) -> Option<usize> {
    let stop = Stop::default();
    match gbfs.turn(&mut Budget::unlimited(&stop)).unwrap() {
        Turn::Plan(plan, _) => {
            let plan = plan.into_actions();
            assert!(is_plan(task, &plan));
            Some(plan.len())
        }
        Turn::Done(StopReason::NothingLeft) => None,
        turn => panic!("{turn:?}"),
    }
}

#[test]
fn a_chinese_ring_puzzle_is_solved_and_a_lamp_without_a_switch_exhausts_the_search() {
    let [rings, loose] = [false, true].map(|is_last_loose| lamps(6, is_last_loose));
    let steps = search(&mut Gbfs::new(&rings), &rings);
    assert!(steps.is_some_and(|steps| steps >= 32));
    assert_eq!(search(&mut Gbfs::new(&loose), &loose), None);
}

#[test]
fn two_searches_end_when_one_has_seen_every_state() {
    // The task has lamps that can be switched freely, and a coin that buys one of the two required goods.
    const LAMPS: usize = 11;
    let [coin, bread, wine] = [0, 1, 2].map(|more| Fluent::new(LAMPS + more));
    let mut actions = vec![
        Action::new(
            "buy-bread",
            [coin.is_true()],
            [coin.is_false(), bread.is_true()],
        ),
        Action::new(
            "buy-wine",
            [coin.is_true()],
            [coin.is_false(), wine.is_true()],
        ),
    ];
    for lamp in (0..LAMPS).map(Fluent::new) {
        let name = format!("switch-{}", lamp.index());
        actions.push(Action::new(
            name.clone(),
            [lamp.is_false()],
            [lamp.is_true()],
        ));
        actions.push(Action::new(name, [lamp.is_true()], [lamp.is_false()]));
    }
    let parts = TaskParts {
        fluents: (0..LAMPS + 3).map(|n| format!("fact-{n}")).collect(),
        actions,
        start: vec![coin],
        goal: [bread, wine]
            .map(|one| GoalConstraint::Literal(one.is_true()))
            .into(),
        ..TaskParts::default()
    };
    let task = Task::new(parts).unwrap();
    let mut gbfs = Gbfs::new(&task);
    assert_eq!(search(&mut gbfs, &task), None);
    // Without the coin, no good can be bought. The relaxation detects this, so such states are entered but not
    // expanded.
    assert!(gbfs.first.evaluated > FIRST_EVALUATIONS && gbfs.second.is_some());
}

#[test]
fn two_searches_take_turns_and_find_a_plan_as_one_does() {
    let rings = lamps(12, false);
    let mut gbfs = Gbfs::new(&rings);
    let steps = search(&mut gbfs, &rings);
    assert!(steps.is_some_and(|steps| steps >= 2_048));
    let (first, second) = (gbfs.first.evaluated, gbfs.second.unwrap().evaluated);
    assert!(first.abs_diff(second + FIRST_EVALUATIONS) <= 2 * EVALUATIONS_A_TURN);
}

#[test]
fn with_derived_fluents_and_conditional_effects_a_search_is_complete() {
    let mut found = [0, 0];
    for seed in 0..3000 {
        let task = match seed % 2 {
            0 => random_task_with_rules(seed),
            _ => random_task_with_conditional_effects(seed),
        };
        let has_plan = search(&mut Gbfs::new(&task), &task).is_some();
        assert_eq!(has_plan, shortest(&task).is_some(), "seed {seed}: {task:?}");
        found[usize::from(has_plan)] += 1;
    }
    assert!(found[0] > 500 && found[1] > 500, "{found:?}");
}

/// Returns a turn with a single evaluation.
fn brief(gbfs: &mut Gbfs<'_>) -> Turn {
    let stop = Stop::default();
    let mut budget = Budget::unlimited(&stop);
    budget.within(0, |budget| gbfs.turn(budget)).unwrap()
}

#[test]
fn a_budget_and_a_stop_end_the_turn() {
    let rings = lamps(9, false);
    assert!(matches!(brief(&mut Gbfs::new(&rings)), Turn::Paused));
    let stop = Stop::default();
    stop.request();
    let turn = Gbfs::new(&rings).turn(&mut Budget::unlimited(&stop));
    assert!(matches!(turn.unwrap(), Turn::Paused));
}

#[test]
fn an_interrupted_search_continues_to_the_same_plan() {
    let (rings, stop) = (lamps(6, false), Stop::default());
    let whole = Gbfs::new(&rings).turn(&mut Budget::unlimited(&stop));
    let mut piecewise = Gbfs::new(&rings);
    let pieces = loop {
        match brief(&mut piecewise) {
            Turn::Paused => {}
            turn => break turn,
        }
    };
    // The methods include the number of evaluated states.
    let (Turn::Plan(one, by), Turn::Plan(other, by_pieces)) = (whole.unwrap(), pieces) else {
        panic!("two plans");
    };
    assert_eq!((one, by), (other, by_pieces));
}
