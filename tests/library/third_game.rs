//! An example of another game: tokens on a line are sorted by swaps of neighbours. The game uses only the public API of
//! `saut_plan` and `saut_task`.

use saut_plan::{Minimise, Settings, Verdict, solve};
use saut_task::task::{Action, ActionId, Fluent, GoalConstraint, Task, TaskParts};
use saut_task::{Cost, Plan, Problem, RefusedPlan};

struct Line(Vec<usize>, Task);

/// Returns the swap with this number: a place, the token there, and the token to its right.
fn swap(number: usize, tokens: usize) -> [usize; 3] {
    [
        number / tokens / tokens,
        number / tokens % tokens,
        number % tokens,
    ]
}

impl Line {
    fn new(line: &[usize]) -> Self {
        let n = line.len();
        let at = |place, token| Fluent::new(place * n + token);
        let action = |number| {
            let [place, left, right] = swap(number, n);
            let (before, after) = ([left, right], [right, left]);
            let hold = |tokens: [usize; 2]| [0, 1].map(|side| at(place + side, tokens[side]));
            let effects = hold(before).map(Fluent::is_false).into_iter();
            let effects = effects.chain(hold(after).map(Fluent::is_true));
            Action::new(
                format!("swap-{number}"),
                hold(before).map(Fluent::is_true),
                effects,
            )
        };
        let task = Task::new(TaskParts {
            fluents: (0..n * n).map(|fluent| format!("at-{fluent}")).collect(),
            actions: (0..(n - 1) * n * n).map(action).collect(),
            start: line
                .iter()
                .enumerate()
                .map(|(place, &token)| at(place, token))
                .collect(),
            goal: (0..n)
                .map(|place| GoalConstraint::Literal(at(place, place).is_true()))
                .collect(),
            ..TaskParts::default()
        });
        Self(line.to_vec(), task.unwrap())
    }
}

saut_task::no_reasons!(Line);

impl Problem for Line {
    type Plan = usize;

    fn task(&self) -> &Task {
        &self.1
    }

    fn validate(&self, plan: Plan<ActionId>) -> Result<(usize, Cost), RefusedPlan> {
        let mut line = self.0.clone();
        for id in plan.actions() {
            let [place, left, right] = swap(id.index(), line.len());
            if line[place..place + 2] != [left, right] {
                return Err(RefusedPlan::new(format!(
                    "{left} {right} is not at {place}"
                )));
            }
            line.swap(place, place + 1);
        }
        let is_sorted = line.is_sorted().then_some((plan.len(), plan.len() as Cost));
        is_sorted.ok_or_else(|| RefusedPlan::new(format!("{line:?} is not in order")))
    }
}

#[test]
fn the_fewest_swaps_are_the_inversions() {
    let fewest = Settings {
        minimise: Some(Minimise::Actions),
        ..Settings::default()
    };
    for (line, inversions) in [(&[0, 1, 2][..], 0), (&[2, 0, 1], 2), (&[3, 1, 2, 0], 5)] {
        let decision = solve(&Line::new(line), &fewest).unwrap();
        assert!(matches!(decision.verdict, Verdict::Solved(swaps) if swaps == inversions));
        assert_eq!(decision.optimal, Some(true), "{line:?}");
        let any = solve(&Line::new(line), &Settings::default()).unwrap();
        assert!(matches!(any.verdict, Verdict::Solved(_)), "{line:?}");
    }
}

#[test]
fn a_plan_with_missing_or_too_few_swaps_is_rejected() {
    let line = Line::new(&[1, 0]);
    let replay = |numbers: &[usize]| {
        let plan = Plan::sequential(numbers.iter().copied().map(ActionId::new));
        let swaps = line.validate(plan).map(|(swaps, _)| swaps);
        swaps.map_err(|refused| refused.to_string())
    };
    assert_eq!(replay(&[2]), Ok(1));
    assert_eq!(replay(&[1]), Err("0 1 is not at 0".to_owned()));
    assert_eq!(replay(&[]), Err("[1, 0] is not in order".to_owned()));
}
