//! Compares weights of tiny tasks with an exhaustive search.

use std::time::Duration;

use proptest::prelude::*;

use super::changes::Changes;
use super::counters::Counters;
use super::pagoda::propose;
use super::{modulo, pagoda};
use crate::random_task::Changed as _;
use crate::random_task::{any_random_task, random_task, reachable, shortest};
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_task::certificate::{ClosedSet, Reason};
use saut_task::domain::CheckError;
use saut_task::task::{Action, Fluent, GoalConstraint, Group, GroupKind, Rule, Task, TaskParts};
use saut_task::weights::dense;

const SOON: Duration = Duration::from_secs(5);

/// Returns a task whose actions each switch two of the lamps. All lamps are off initially, and the goal requires `on`
/// of them to be on.
fn lamps(count: usize, on: usize) -> Task {
    let lamp = Fluent::new;
    let mut actions = Vec::new();
    for (a, b) in (0..count).flat_map(|a| (0..a).map(move |b| (a, b))) {
        for values in 0..4 {
            let [x, y] = [(a, values & 1 == 1), (b, values & 2 == 2)].map(|(lamp, value)| {
                let lamp = Fluent::new(lamp);
                if value {
                    lamp.is_true()
                } else {
                    lamp.is_false()
                }
            });
            actions.push(Action::new(
                format!("switch-{a}-{b}-{values}"),
                [x, y],
                [!x, !y],
            ));
        }
    }
    let goal = (0..count).map(|n| {
        if n < on {
            lamp(n).is_true()
        } else {
            lamp(n).is_false()
        }
    });
    Task::new(TaskParts {
        fluents: (0..count).map(|n| format!("lamp-{n}")).collect(),
        actions,
        goal: goal.map(GoalConstraint::Literal).collect(),
        ..TaskParts::default()
    })
    .unwrap()
}

/// Returns a task with two carts, each of which must drive from the first place to the third. Four units of fuel are
/// needed; `fuel` units exist.
fn carts(fuel: usize) -> Task {
    let at = |cart: usize, place: usize| Fluent::new(3 * cart + place);
    let unit = |number: usize| Fluent::new(6 + number);
    let mut actions = Vec::new();
    for (cart, from) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        for number in 0..fuel {
            let here = at(cart, from);
            actions.push(Action::new(
                format!("drive-{cart}-{from}-{number}"),
                [here.is_true(), unit(number).is_true()],
                [
                    here.is_false(),
                    at(cart, from + 1).is_true(),
                    unit(number).is_false(),
                ],
            ));
        }
    }
    let group = |cart: usize| Group {
        fluents: (0..3).map(|place| at(cart, place)).collect(),
        kind: GroupKind::ExactlyOne,
    };
    Task::new(TaskParts {
        fluents: (0..6 + fuel).map(|number| format!("f{number}")).collect(),
        actions,
        start: [at(0, 0), at(1, 0)]
            .into_iter()
            .chain((0..fuel).map(unit))
            .collect(),
        goal: [at(0, 2), at(1, 2)]
            .map(|f| GoalConstraint::Literal(f.is_true()))
            .to_vec(),
        groups: vec![group(0), group(1)],
        ..TaskParts::default()
    })
    .unwrap()
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Pagoda,
    Modulo(u32),
}

const MODULO_2: Kind = Kind::Modulo(2);

/// Returns a reason by weights of this kind.
fn of(kind: Kind, weights: &[i64]) -> ClosedSet<Fluent> {
    ClosedSet::of_reason(match kind {
        Kind::Pagoda => Reason::weights(0, weights),
        Kind::Modulo(modulus) => Reason::residue(modulus, weights),
    })
}

#[expect(clippy::needless_pass_by_value, reason = "so that calls are short")]
fn check(task: &Task, kind: Kind, weights: Vec<i64>) -> Result<ClosedSet<Fluent>, CheckError> {
    let set = of(kind, &weights);
    set.check(task, &Stop::default()).map(|_| set)
}

fn weights_of(task: &Task, set: &ClosedSet<Fluent>) -> Vec<i64> {
    match &set.reasons[..] {
        [Reason::Weights { weights, .. }] => dense(task, weights),
        _ => panic!("{set:?}"),
    }
}

#[test]
fn an_odd_number_of_lamps_is_refuted_modulo_2_and_an_even_one_is_not() {
    let stop = Stop::default();
    let odd = modulo(&lamps(5, 3), 2, &stop).unwrap();
    assert_eq!(odd, of(MODULO_2, &[1; 5]));
    assert_eq!(odd.kind(), "lattice");
    assert_eq!(modulo(&lamps(5, 2), 2, &stop), None);
    assert_eq!(modulo(&lamps(5, 3), 3, &stop), None);
}

#[test]
fn too_little_fuel_is_refuted_by_weights_and_enough_is_not() {
    let stop = Stop::default();
    let short = pagoda(&carts(3), SOON, &stop).unwrap();
    assert!(short.check(&carts(3), &stop).is_ok());
    assert!(short.check(&carts(4), &stop).is_err());
    assert_eq!(pagoda(&carts(4), SOON, &stop), None);
}

#[test]
fn every_weight_of_a_certificate_matters() {
    let task = lamps(5, 3);
    for fluent in 0..5 {
        let mut weights = vec![1; 5];
        weights[fluent] = 0;
        let refused = check(&task, MODULO_2, weights).unwrap_err();
        assert!(
            refused.to_string().contains("may change the weight by"),
            "{refused}"
        );
    }
    let task = carts(3);
    let good = weights_of(&task, &pagoda(&task, SOON, &Stop::default()).unwrap());
    for fluent in (0..good.len()).filter(|&fluent| good[fluent] != 0) {
        let mut weights = good.clone();
        weights[fluent] = -weights[fluent];
        assert!(
            check(&task, Kind::Pagoda, weights).is_err(),
            "fluent {fluent}"
        );
    }
}

/// Returns a task with two fluents, of which the goal requires the first one.
fn two(names: [&str; 2], rules: Vec<Rule>) -> Task {
    Task::new(TaskParts {
        fluents: names.map(str::to_owned).to_vec(),
        rules,
        goal: vec![GoalConstraint::Literal(Fluent::new(0).is_true())],
        ..TaskParts::default()
    })
    .unwrap()
}

#[test]
fn weights_of_another_number_modulus_gap_goal_or_derived_fluent_are_rejected() {
    let [lamp, dark] = [0, 1].map(Fluent::new);
    let derived = two(["lamp", "dark"], vec![Rule::new(dark, [lamp.is_false()])]);
    let open = two(["a", "b"], Vec::new());
    let door = Task::new(TaskParts {
        fluents: vec!["door".to_owned()],
        actions: vec![Action::new("push", [], [lamp.is_true()])],
        ..TaskParts::default()
    });
    let (three, door) = (lamps(3, 1), door.unwrap());
    assert!(check(&derived, Kind::Pagoda, vec![1, 0]).is_ok());
    assert!(check(&open, MODULO_2, vec![1, 0]).is_ok());
    for (task, kind, weights, wanted) in [
        (
            &three,
            Kind::Modulo(1),
            vec![1; 3],
            "the modulus 1 is less than 2",
        ),
        (
            &three,
            MODULO_2,
            vec![0; 3],
            "the reasons do not cover the initial state",
        ),
        (
            &three,
            Kind::Pagoda,
            vec![1; 3],
            "switch-1-0-0 may change the weight by 2",
        ),
        (
            &door,
            MODULO_2,
            vec![1],
            "it is unknown whether push changes door",
        ),
        (
            &derived,
            Kind::Pagoda,
            vec![1, -1],
            "dark is derived and has a weight",
        ),
        (
            &open,
            MODULO_2,
            vec![0, 1],
            "the weight of the goal is not determined: b may be true or false",
        ),
    ] {
        assert_eq!(check(task, kind, weights).unwrap_err().to_string(), wanted);
    }
    let other = of(Kind::Pagoda, &[1; 3]).named(&three);
    let message = other.numbered(&lamps(2, 1)).unwrap_err().to_string();
    assert!(
        message.starts_with("the ground task has no fact"),
        "{message}"
    );
}

proptest! {
    #[test]
    fn no_task_with_a_plan_is_refuted(seed: u64) {
        let task = any_random_task(seed);
        let stop = Stop::default();
        let mut refuted = pagoda(&task, SOON, &stop);
        for prime in [2, 3, 5] {
            refuted = refuted.or(modulo(&task, prime, &stop));
        }
        if let Some(weights) = refuted {
            prop_assert_eq!(shortest(&task), None, "{:?} {:?}", weights, task);
        }
    }

    #[test]
    fn no_weights_at_all_refute_a_task_with_a_plan(seed: u64) {
        let task = any_random_task(seed);
        prop_assume!(shortest(&task).is_some());
        let mut random = Random::new(seed ^ 1);
        for kind in [Kind::Pagoda, MODULO_2, Kind::Modulo(3)] {
            for _ in 0..40 {
                let weight = |_| i64::try_from(random.below(5)).unwrap() - 2;
                let weights = (0..task.fluents().len()).map(weight).collect();
                prop_assert!(check(&task, kind, weights).is_err(), "{:?}", task);
            }
        }
    }
}

/// Returns a task with `count` balls in one room. They are carried one by one to another room, where the goal requires
/// `wanted`.
fn balls(count: usize, wanted: usize) -> Task {
    let rooms = count.max(wanted) + 1;
    let left = |number: usize| Fluent::new(number);
    let carried = |number: usize| Fluent::new(rooms + number);
    let there = |number: usize| Fluent::new(rooms + 2 + number);
    let step = |from: Fluent, to: Fluent| [from.is_false(), to.is_true()];
    let mut actions = Vec::new();
    for number in 1..rooms {
        let needs = [left(number).is_true(), carried(0).is_true()];
        let effects = [
            step(left(number), left(number - 1)),
            step(carried(0), carried(1)),
        ];
        actions.push(Action::new(
            format!("take-{number}"),
            needs,
            effects.concat(),
        ));
        let needs = [there(number - 1).is_true(), carried(1).is_true()];
        let effects = [
            step(there(number - 1), there(number)),
            step(carried(1), carried(0)),
        ];
        actions.push(Action::new(
            format!("put-{number}"),
            needs,
            effects.concat(),
        ));
    }
    let group = |members: Vec<Fluent>| Group {
        fluents: members,
        kind: GroupKind::ExactlyOne,
    };
    Task::new(TaskParts {
        fluents: (0..2 * rooms + 2).map(|n| format!("f{n}")).collect(),
        actions,
        start: vec![left(count), carried(0), there(0)],
        goal: vec![GoalConstraint::Literal(there(wanted).is_true())],
        groups: vec![
            group((0..rooms).map(left).collect()),
            group((0..2).map(carried).collect()),
            group((0..rooms).map(there).collect()),
        ],
        ..TaskParts::default()
    })
    .unwrap()
}

#[test]
fn balls_that_are_not_there_are_counted() {
    let stop = Stop::default();
    let proposed = |task: &Task| {
        let counters = Counters::find(task, &Changes::new(task)).expect("three groups count");
        propose(&counters.changes, &stop, |values| {
            Some(counters.weights(&values))
        })
    };
    let task = balls(300, 301);
    let weights = proposed(&task).expect("the number of balls stays the same");
    // The difference between neighbouring places of the sequence is constant.
    let rise = weights[1] - weights[0];
    assert_ne!(rise, 0);
    for number in 1..302 {
        assert_eq!(weights[number] - weights[number - 1], rise);
    }
    assert!(pagoda(&task, SOON, &stop).is_some());
    let enough = balls(300, 300);
    assert_eq!(proposed(&enough), None);
    assert_eq!(pagoda(&enough, SOON, &stop), None);
}

/// Returns a task with pebbles on a square board. An action replaces a pebble by two pebbles, on the next places to the
/// right and below. The goal is that the three places of the corner are empty.
fn pebbles(width: usize) -> Task {
    let place = |x: usize, y: usize| Fluent::new(x + width * y);
    let inner = (0..width - 1).flat_map(|x| (0..width - 1).map(move |y| (x, y)));
    let actions = inner.map(|(x, y)| {
        let (from, right, down) = (place(x, y), place(x + 1, y), place(x, y + 1));
        let needs = [from.is_true(), right.is_false(), down.is_false()];
        let effects = [from.is_false(), right.is_true(), down.is_true()];
        Action::new(format!("split-{x}-{y}"), needs, effects)
    });
    let corner = vec![place(0, 0), place(1, 0), place(0, 1)];
    let free = corner
        .iter()
        .map(|one| GoalConstraint::Literal(one.is_false()));
    Task::new(TaskParts {
        fluents: (0..width * width).map(|n| format!("f{n}")).collect(),
        actions: actions.collect(),
        goal: free.collect(),
        start: corner,
        ..TaskParts::default()
    })
    .unwrap()
}

#[test]
fn counters_find_no_weights_that_interior_points_miss_and_no_task_with_a_plan_has_any() {
    let stop = Stop::default();
    let (mut found, mut none) = (0, 0);
    for seed in 0..3_000 {
        let task = random_task(seed);
        let accept = |weights| check(&task, Kind::Pagoda, weights).ok();
        let ours = propose(&Changes::new(&task), &stop, accept);
        let all = pagoda(&task, SOON, &stop);
        assert_eq!(ours.is_some(), all.is_some(), "seed {seed}");
        if let Some(weights) = ours {
            assert!(weights.check(&task, &stop).is_ok());
            assert!(
                !reachable(&task).keys().any(|state| task.is_goal(state)),
                "seed {seed}"
            );
            found += 1;
        } else {
            none += 1;
        }
    }
    assert_eq!((found, none), (1125, 1875));
}

#[test]
fn weights_of_many_sizes_are_made_whole() {
    let stop = Stop::default();
    // Each place weighs half as much as the previous one. On a board of ten by ten, the last place weighs 2^-18 of the
    // first.
    let found = pagoda(&pebbles(10), Duration::from_secs(60), &stop);
    let weights = weights_of(&pebbles(10), &found.expect("the pebbles have no room"));
    let heaviest = weights.iter().map(|weight| weight.abs()).max();
    assert!(heaviest > Some(720), "{weights:?}");
    for side in [6, 12, 20, 25, 30] {
        // An empty board is a goal, so there are no weights.
        let easier = pebbles(side).with_start(&vec![false; side * side]);
        for (task, has_weights) in [(pebbles(side), true), (easier, false)] {
            let accept = |weights| check(&task, Kind::Pagoda, weights).ok();
            let found = propose(&Changes::new(&task), &stop, accept);
            assert_eq!(found.is_some(), has_weights, "side {side}");
        }
    }
}
