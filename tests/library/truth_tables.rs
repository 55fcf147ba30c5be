//! Small encodings as truth tables.
//!
//! Every assignment of the action variables (for a script: of all symbols) is compared with the semantics of the task,
//! which is simulated by its definition. The encoding must admit all plans and nothing else.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use itertools::Itertools;
use rustsat::instances::Cnf;
use rustsat::types::Clause;
use saut::backend::{Answer, SolveLimits, by_name};
use saut::compile::peg_task;
use saut::encode::{AtMostOne, Encoded, Encoding, Order, StepMap, When};
use saut::formula::{Formula, VarName};
use saut::model::{Model, Value};
use saut::peg::picture::{Content, Picture};
use saut::peg::{Geometry, Goal, Puzzle};
use saut::task::{Action, ActionId, Fluent, GoalConstraint, Literal, Task, TaskParts};

mod script;
mod semantics;

use script::Script;
use semantics::{is_plan, play};

/// Returns the parts of a task. `goal` lists fluents with their values.
fn parts(actions: Vec<Action>, start: Vec<bool>, goal: Vec<(usize, bool)>) -> TaskParts {
    let wish = |(fluent, value)| {
        let fluent = Fluent::new(fluent);
        GoalConstraint::Literal(Literal { fluent, value })
    };
    TaskParts {
        fluents: (0..start.len())
            .map(|fluent| format!("f{fluent}"))
            .collect(),
        actions,
        start: start
            .into_iter()
            .positions(|value| value)
            .map(Fluent::new)
            .collect(),
        goal: goal.into_iter().map(wish).collect(),
        ..TaskParts::default()
    }
}

fn task(actions: Vec<Action>, start: Vec<bool>, goal: Vec<(usize, bool)>) -> Task {
    Task::new(parts(actions, start, goal)).unwrap()
}

/// The number of ways in which an action can involve one fluent: three preconditions times three effects.
const KINDS: usize = 9;

/// Returns an action that involves each fluent in the way given by its kind.
fn action(number: usize, kinds: &[usize]) -> Action {
    let of = |divide: usize| {
        let digits = kinds.iter().map(move |kind| kind / divide % 3).enumerate();
        digits.filter_map(|(fluent, digit)| match digit {
            1 => Some(Fluent::new(fluent).is_true()),
            2 => Some(Fluent::new(fluent).is_false()),
            _ => None,
        })
    };
    Action::new(format!("a{number}"), of(1), of(3)).with_order_key(number)
}

fn rows(columns: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << columns).map(move |row| (0..columns).map(|c| row >> c & 1 == 1).collect())
}

/// Whether there is a model in which exactly the chosen actions occur. `chosen` is indexed by step and action.
fn admits(encoded: &Encoded, chosen: &[Vec<bool>]) -> bool {
    let Formula::Cnf { cnf, names } = &encoded.formula else {
        panic!("a script has no action variables");
    };
    let mut cnf = cnf.clone();
    for (step, chosen) in chosen.iter().enumerate() {
        let offered: HashMap<ActionId, &When> = encoded
            .steps
            .get(step)
            .into_iter()
            .flat_map(StepMap::actions)
            .map(|(id, when)| (*id, when))
            .collect();
        for (id, &happens) in chosen.iter().enumerate() {
            match offered.get(&ActionId::new(id)) {
                Some(When::If(literal)) => {
                    let unit = if happens { *literal } else { !*literal };
                    cnf.add_clause(std::iter::once(unit).collect::<Clause>());
                }
                Some(When::Always) if happens => {}
                None if !happens => {}
                _ => return false,
            }
        }
    }
    matches!(answer(cnf, names), Answer::Sat(_))
}

fn answer(cnf: Cnf, names: &[VarName]) -> Answer {
    let names = names.to_vec();
    let batsat = by_name("batsat").unwrap();
    let response = batsat.solve(&Formula::Cnf { cnf, names }, &SolveLimits::default());
    response.unwrap().answer
}

/// Compares all rows of the truth table of a task. Returns the number of rows that are plans.
fn compare(task: &Task, encoding: Encoding, horizon: usize) -> usize {
    let encoded = encoding.encode(task, horizon);
    let mut plans = 0;
    for row in rows(task.actions().len() * horizon) {
        let chosen = row
            .chunks(task.actions().len())
            .map(<[bool]>::to_vec)
            .collect_vec();
        let (wanted, given) = (is_plan(task, encoding, &chosen), admits(&encoded, &chosen));
        assert_eq!(
            given, wanted,
            "{encoding:?}, horizon {horizon}: whether {chosen:?} is a plan; {task:?}"
        );
        plans += usize::from(wanted);
    }
    plans
}

/// Returns the clause encodings with all options that change a formula of two actions.
fn encodings() -> Vec<Encoding> {
    let mut all = vec![
        Encoding::SEQUENTIAL,
        Encoding::Forall,
        Encoding::ForallChain,
        Encoding::Sase,
        Encoding::Exists,
    ];
    let orders = [Order::Grouped, Order::Fresh(1), Order::Walks(1)];
    let choices = itertools::iproduct!(orders, [false, true]);
    all.extend(choices.map(|(order, fold)| Encoding::R2Exists { order, fold }));
    all
}

/// Compares a task in all encodings at each of these horizons.
fn compare_all(task: &Task, horizons: RangeInclusive<usize>) {
    for horizon in horizons {
        for encoding in encodings() {
            compare(task, encoding, horizon);
        }
        compare_over_states(task, horizon);
    }
}

fn goals(fluent: usize) -> [Vec<(usize, bool)>; 3] {
    [vec![], vec![(fluent, false)], vec![(fluent, true)]]
}

#[test]
fn exactly_one_of_one_to_six_in_every_form() {
    for &at_most_one in AtMostOne::ALL {
        let name = at_most_one.to_string();
        for inputs in 1..=6 {
            let idle = (0..inputs).map(|id| action(id, &[0])).collect();
            let task = task(idle, vec![false], vec![]);
            let encoded = Encoding::Sequential { at_most_one }.encode(&task, 1);
            for row in rows(inputs) {
                let wanted = row.iter().filter(|&&value| value).count() == 1;
                assert_eq!(
                    admits(&encoded, std::slice::from_ref(&row)),
                    wanted,
                    "{name}: {row:?}"
                );
            }
        }
    }
}

#[test]
fn at_most_one_at_the_end_in_every_encoding() {
    for start in rows(4) {
        // The only action has no effect, or deletes the first fluent.
        for kind in [0, 6] {
            let actions = vec![action(0, &[kind, 0, 0, 0])];
            let mut parts = parts(actions, start.clone(), vec![]);
            parts
                .goal
                .push(GoalConstraint::AtMostOne((0..4).map(Fluent::new).collect()));
            let task = Task::new(parts).unwrap();
            compare_all(&task, 1..=1);
        }
    }
}

#[test]
fn any_of_some_literals_at_the_end_in_every_encoding() {
    for start in rows(3) {
        for kind in [0, 3, 6] {
            let mut parts = parts(vec![action(0, &[kind, 0, 0])], start.clone(), vec![]);
            let [a, b, c] = [0, 1, 2].map(Fluent::new);
            parts.goal = vec![GoalConstraint::AnyOf(vec![
                a.is_true(),
                b.is_false(),
                c.is_true(),
            ])];
            let task = Task::new(parts).unwrap();
            compare_all(&task, 1..=1);
        }
    }
}

#[test]
fn one_action_on_one_fluent() {
    let mut plans = 0;
    for (kind, start) in (0..KINDS).cartesian_product([false, true]) {
        for goal in goals(0) {
            let task = task(vec![action(0, &[kind])], vec![start], goal);
            for (encoding, horizon) in encodings().into_iter().cartesian_product(0..=3) {
                plans += compare(&task, encoding, horizon);
            }
            (0..=2).for_each(|horizon| compare_over_states(&task, horizon));
        }
    }
    assert!(plans > 0);
}

#[test]
fn two_actions_on_one_fluent() {
    for (kinds, start) in (0..KINDS * KINDS).cartesian_product([false, true]) {
        for goal in goals(0) {
            let actions = vec![action(0, &[kinds / KINDS]), action(1, &[kinds % KINDS])];
            let task = task(actions, vec![start], goal);
            compare_all(&task, 1..=2);
        }
    }
}

#[test]
fn two_actions_on_two_fluents() {
    // Every 61st of the 9^4 pairs of actions is tried. 61 has no common factor with 9 or 4.
    const EVERY: usize = 61;
    for number in (0..KINDS.pow(4)).step_by(EVERY) {
        let kind = |place| number / KINDS.pow(place) % KINDS;
        let actions = vec![
            action(0, &[kind(0), kind(1)]),
            action(1, &[kind(2), kind(3)]),
        ];
        let start = vec![number.is_multiple_of(2), number / EVERY % 4 > 1];
        let goal = goals(number % 2)[number % 3].clone();
        let task = task(actions, start, goal);
        for (encoding, horizon) in encodings().into_iter().cartesian_product(1..=2) {
            compare(&task, encoding, horizon);
        }
        compare_over_states(&task, 1);
    }
}

#[test]
fn an_action_that_adds_and_deletes_a_fact_adds_it() {
    let fluent = Fluent::new(0);
    let both = Action::new("both", [], [fluent.is_true(), fluent.is_false()]);
    for start in [false, true] {
        for (goal, possible) in [(true, true), (false, false)] {
            let task = task(vec![both.clone()], vec![start], vec![(0, goal)]);
            for encoding in encodings() {
                let encoded = encoding.encode(&task, 1);
                assert_eq!(admits(&encoded, &[vec![true]]), possible, "{encoding:?}");
            }
            compare_over_states(&task, 1);
        }
    }
}

#[test]
fn no_action_at_all() {
    for (start, goal) in [(true, true), (true, false)] {
        let task = task(vec![], vec![start], vec![(0, goal)]);
        for encoding in encodings() {
            let still = !encoding.is_sequential();
            assert_eq!(
                admits(&encoding.encode(&task, 0), &[]),
                start == goal,
                "{encoding:?}"
            );
            assert_eq!(
                admits(&encoding.encode(&task, 1), &[]),
                still && start == goal,
                "{encoding:?}"
            );
        }
    }
}

/// Evaluates the clauses of `naive` for every sequence of states. They must be satisfiable if and only if actions lead
/// from each state to the next, and the last state is a goal state.
fn compare_states(task: &Task, horizon: usize) {
    let encoded = Encoding::Naive.encode(task, horizon);
    let Formula::Cnf { cnf, names } = &encoded.formula else {
        panic!("naive writes clauses")
    };
    let fluents = task.fluents().len();
    let ids = || task.action_ids();
    let leads = |before: &[bool], after: &[bool]| {
        ids().any(|id| play(task, before, &[id]).is_some_and(|end| end == after))
    };
    for row in rows(fluents * (horizon + 1)) {
        let states: Vec<&[bool]> = (0..=horizon)
            .map(|time| &row[time * fluents..][..fluents])
            .collect();
        let is_path = states[0] == task.start()
            && states.windows(2).all(|pair| leads(pair[0], pair[1]))
            && task.is_goal(states[horizon]);
        let mut with_units = cnf.clone();
        for (variable, name) in names.iter().enumerate() {
            if let VarName::Fluent { time, fluent } = *name {
                let literal = saut::formula::literal(variable);
                let is_true = states[time][fluent.index()];
                let unit = if is_true { literal } else { !literal };
                with_units.add_clause(std::iter::once(unit).collect::<Clause>());
            }
        }
        match answer(with_units, names) {
            Answer::Sat(model) => {
                assert!(is_path, "horizon {horizon}: {states:?} of {task:?}");
                let plan = saut::decode::decode(task, &encoded, &model).unwrap();
                let actions = plan.actions().copied().collect_vec();
                let end = play(task, task.start(), &actions);
                assert_eq!(end.as_deref(), Some(states[horizon]));
            }
            answer => assert!(
                !is_path,
                "{answer:?}, horizon {horizon}: {states:?} of {task:?}"
            ),
        }
    }
}

/// Checks the encoding over states as clauses (`naive`) and as a script (`smt`).
fn compare_over_states(task: &Task, horizon: usize) {
    compare_states(task, horizon);
    compare_scripts(task, horizon);
}

/// Evaluates the script of `smt` for every assignment of its symbols.
fn compare_scripts(task: &Task, horizon: usize) {
    let encoded = Encoding::Smt.encode(task, horizon);
    let Formula::Smt(formula) = &encoded.formula else {
        panic!("smt writes scripts")
    };
    let script = Script::read(&formula.text);
    let size = formula.symbols.len();
    assert!(size <= 12, "{size} symbols are too many for a table");
    let mut plans = Vec::new();
    for row in rows(size) {
        let values = row.into_iter().map(Value::Boolean);
        let values = formula.symbols.iter().cloned().zip(values).collect();
        if script.holds(&values) {
            let plan = saut::decode::decode(task, &encoded, &Model::Symbols(values)).unwrap();
            plans.push(plan.actions().copied().collect_vec());
        }
    }
    let wanted = (0..horizon)
        .map(|_| task.action_ids())
        .multi_cartesian_product();
    let wanted =
        wanted.filter(|ids| play(task, task.start(), ids).is_some_and(|end| task.is_goal(&end)));
    // The script has no symbols for actions, so plans with the same states have the same model.
    let states = |ids: &Vec<ActionId>| -> Vec<_> {
        (0..=ids.len())
            .map(|n| play(task, task.start(), &ids[..n]).unwrap())
            .collect()
    };
    let plans = plans.into_iter().unique_by(states).sorted_unstable();
    let wanted = wanted.unique_by(states).sorted_unstable();
    assert_eq!(
        plans.collect_vec(),
        wanted.collect_vec(),
        "horizon {horizon}: {task:?}"
    );
}

/// Returns the task of a puzzle on a line, from the picture `start` to the picture `goal`, or to one peg anywhere.
fn line(start: &str, goal: Option<&str>) -> Task {
    let start = Picture::read(start, 1).unwrap();
    let board = start.board(Geometry::Square).unwrap();
    let goal = goal.map_or_else(
        || Goal::one_peg(&board),
        |goal| {
            let goal = Picture::read(goal, 1).unwrap();
            Goal::exactly(goal.holes(&board, Content::Peg).unwrap())
        },
    );
    let start = start.holes(&board, Content::Peg).unwrap();
    peg_task(&Puzzle::new("line", board, start, goal).unwrap())
}

/// Returns the number of assignments to the actions that can be extended to a model.
fn projected_models(encoded: &Encoded) -> usize {
    let Formula::Cnf { cnf, names } = &encoded.formula else {
        panic!("clauses");
    };
    let literals = encoded.steps.iter().flat_map(StepMap::actions);
    let literals = literals.filter_map(|(_, when)| match when {
        When::If(literal) => Some(*literal),
        _ => None,
    });
    let literals = literals.collect_vec();
    let (mut cnf, mut found) = (cnf.clone(), 0);
    while let Answer::Sat(Model::Bits(bits)) = answer(cnf.clone(), names) {
        found += 1;
        let differ = literals.iter().map(|&literal| {
            let is_true = bits[literal.vidx()] == literal.is_pos();
            if is_true { !literal } else { literal }
        });
        cnf.add_clause(differ.collect());
    }
    found
}

#[test]
fn small_puzzles_have_a_choice_of_jumps_for_each_plan_in_every_encoding() {
    let mut found = 0;
    for (start, goal) in [
        ("oo.o.", Some("....o")),
        ("oo.oo", Some(".o..o")),
        (".o.oo", None),
    ] {
        let task = line(start, goal);
        for encoding in encodings() {
            let choices = rows(2 * task.actions().len());
            let plans = choices.filter(|row| {
                let steps = row.chunks(task.actions().len()).map(<[bool]>::to_vec);
                is_plan(&task, encoding, &steps.collect_vec())
            });
            let (plans, encoded) = (plans.count(), encoding.encode(&task, 2));
            assert_eq!(projected_models(&encoded), plans, "{encoding}, {start}");
            found += plans;
        }
    }
    assert!(found >= 30, "{found}");
}
