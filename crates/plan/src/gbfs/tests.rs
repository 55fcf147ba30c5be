use super::{EVALUATIONS_A_TURN, FIRST_EVALUATIONS, Gbfs, GreedyEnding, GreedySearch};
use crate::random_task::{
    Bare, random_task_with_conditional_effects, random_task_with_rules, shortest,
};
use saut_base::stop::{Stop, StopReason};
use saut_task::task::{Action, ActionId, Fluent, GoalConstraint, Task, TaskParts};
use saut_task::{Cost, Domain, Plan, RefusedReplay};

/// A row of lamps; lamp n can be switched if all lamps before it are off but the last of them.
struct Lamps(Task);

impl Lamps {
    fn new(count: usize, is_last_loose: bool) -> Self {
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
        Self(Task::new(parts).unwrap())
    }
}

saut_task::no_reasons!(Lamps);

impl Domain for Lamps {
    type Replayed = usize;

    fn task(&self) -> &Task {
        &self.0
    }

    fn replay(&self, plan: Plan<ActionId>) -> Result<usize, RefusedReplay> {
        let mut state = self.0.start().to_vec();
        for &action in plan.actions() {
            if !self.0.action(action).is_applicable(&state) {
                return Err(RefusedReplay::new("not applicable"));
            }
            self.0.action(action).apply(&mut state);
        }
        let is_goal = self.0.is_goal(&state);
        is_goal
            .then_some(plan.len())
            .ok_or(RefusedReplay::new("no goal"))
    }

    fn cost(&self, plan: &usize) -> Cost {
        *plan as Cost
    }
}

/// Result of a search without limits.
fn search(lamps: &Lamps) -> GreedySearch<usize> {
    Gbfs::new(lamps)
        .run(&Stop::default(), &mut |_| true)
        .unwrap()
}

#[test]
fn a_chinese_ring_puzzle_is_solved() {
    let outcome = search(&Lamps::new(6, false));
    assert!(matches!(outcome.ending, GreedyEnding::Plan(steps) if steps >= 32));
}

#[test]
fn a_lamp_without_a_switch_exhausts_the_search() {
    let outcome = search(&Lamps::new(6, true));
    assert!(matches!(outcome.ending, GreedyEnding::Exhausted));
}

#[test]
fn two_searches_end_when_one_has_seen_every_state() {
    // Lamps that are switched as one likes, and a coin that buys one of the two things that are wanted.
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
    let lamps = Lamps(Task::new(parts).unwrap());
    let mut search = Gbfs::new(&lamps);
    let outcome = search.run(&Stop::default(), &mut |_| true).unwrap();
    assert!(matches!(outcome.ending, GreedyEnding::Exhausted));
    // Without the coin nothing can be bought any more, which the relaxation sees: such states are entered and left.
    assert!(search.first.evaluated > FIRST_EVALUATIONS && search.second.is_some());
}

#[test]
fn two_searches_take_turns_and_find_a_plan_as_one_does() {
    let lamps = Lamps::new(12, false);
    let mut search = Gbfs::new(&lamps);
    let outcome = search.run(&Stop::default(), &mut |_| true).unwrap();
    assert!(matches!(outcome.ending, GreedyEnding::Plan(steps) if steps >= 2_048));
    let (first, second) = (search.first.evaluated, search.second.unwrap().evaluated);
    assert!(first.abs_diff(second + FIRST_EVALUATIONS) <= 2 * EVALUATIONS_A_TURN);
    assert_eq!(outcome.evaluated, first + second);
}

#[test]
fn with_derived_fluents_and_conditional_effects_a_search_finds_a_plan_just_where_there_is_one() {
    let mut found = [0, 0];
    for seed in 0..3000 {
        let domain = Bare(match seed % 2 {
            0 => random_task_with_rules(seed),
            _ => random_task_with_conditional_effects(seed),
        });
        let search = Gbfs::new(&domain).run(&Stop::default(), &mut |_| true);
        let ending = search.unwrap().ending;
        let is_plan = matches!(ending, GreedyEnding::Plan(_));
        assert!(
            is_plan || matches!(ending, GreedyEnding::Exhausted),
            "seed {seed}"
        );
        assert_eq!(
            is_plan,
            shortest(&domain.0).is_some(),
            "seed {seed}: {:?}",
            domain.0
        );
        found[usize::from(is_plan)] += 1;
    }
    assert!(found[0] > 500 && found[1] > 500, "{found:?}");
}

#[test]
fn a_budget_and_a_stop_end_the_search() {
    let stopped = |stop: &Stop, goes_on: bool| {
        let lamps = Lamps::new(9, false);
        let outcome = Gbfs::new(&lamps).run(stop, &mut |_| goes_on).unwrap();
        match outcome.ending {
            GreedyEnding::Stopped(why) => why,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(stopped(&Stop::default(), false), StopReason::EffortSpent);
    let stop = Stop::default();
    stop.request();
    assert_eq!(stopped(&stop, true), StopReason::Interrupted);
}

#[test]
fn a_search_that_was_interrupted_goes_on_to_the_same_plan() {
    let lamps = Lamps::new(6, false);
    let whole = search(&lamps);
    let mut piecewise = Gbfs::new(&lamps);
    let pieces = loop {
        let outcome = piecewise.run(&Stop::default(), &mut |_| false).unwrap();
        match outcome.ending {
            GreedyEnding::Stopped(why) => assert_eq!(why, StopReason::EffortSpent),
            _ => break outcome,
        }
    };
    assert_eq!(pieces.evaluated, whole.evaluated);
    let [GreedyEnding::Plan(one), GreedyEnding::Plan(other)] = [whole.ending, pieces.ending] else {
        panic!("two plans");
    };
    assert_eq!(one, other);
}
