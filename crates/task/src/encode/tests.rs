//! Compares the encodings that allow sets of actions per step with a search over such sets, on tiny tasks.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use itertools::Itertools;
use proptest::prelude::*;
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal};
use rustsat_batsat::BasicSolver;

use super::disabling::Disabling;
use super::grammar::tests::any_encoding;
use super::invariants::Invariants;
use super::{AtMostOne, Encoded, Encoding, Order, StepMap, When};
use crate::Problem as _;
use crate::decode::decode;
use crate::formula::{Formula, Reads, VarName, literal};
use crate::model::Model;
use crate::proof::{Scope, scope};
use crate::random_task::{
    Bare, any_random_task, fewest_steps, is, is_not, play_set, random_task,
    random_task_with_conditional_effects, random_task_with_rules, shortest, small_task,
};
use crate::task::{
    Action, ActionId, Fluent, GoalConstraint, Group, GroupKind, Length, Pairs, Task, TaskParts,
};
use saut_base::stop::{Stop, StopReason};

/// Returns the number of actions of a plan at this horizon; `None` if the formula is refuted.
fn plan_at(domain: &Bare, encoding: Encoding, horizon: usize) -> Option<usize> {
    let encoded = encoding.encode(domain.task(), horizon);
    let Formula::Cnf { cnf, names } = &encoded.formula else {
        panic!("{encoding} has no clauses")
    };
    let mut batsat = BasicSolver::default();
    batsat.add_cnf_ref(cnf).unwrap();
    if batsat.solve().unwrap() == SolverResult::Unsat {
        return None;
    }
    // A variable that occurs in no clause may have either value.
    let bit = |number: usize| {
        let value = batsat.var_val(literal(number).var());
        value.is_ok_and(|value| value == TernaryVal::True)
    };
    let model = Model::Bits((0..names.len()).map(bit).collect());
    let plan = decode(domain.task(), &encoded, &model).unwrap();
    Some(domain.validate(plan).unwrap().0)
}

/// Returns a random task of any kind. Every other seed adds mutexes.
fn task(seed: u64) -> Bare {
    let task = any_random_task(seed / 2);
    let pairs = Pairs::find(task.transitions(), usize::MAX, &Stop::default());
    Bare(task.with_provable_pairs(pairs.filter(|_| seed.is_multiple_of(2))))
}

#[test]
fn a_group_of_two_is_stated_once() {
    let lamp = [1, 0].map(Fluent::new);
    let switch =
        |name: &str, from: usize, to: usize| Action::new(name, [is(from)], [is_not(from), is(to)]);
    let task = Task::new(TaskParts {
        fluents: ["on", "off"].map(str::to_owned).to_vec(),
        actions: vec![switch("off", 0, 1), switch("on", 1, 0)],
        start: vec![lamp[1]],
        goal: vec![GoalConstraint::Literal(is(1))],
        groups: vec![Group {
            fluents: lamp.to_vec(),
            kind: GroupKind::ExactlyOne,
        }],
        ..TaskParts::default()
    })
    .unwrap();
    let pairs = Pairs::find(task.transitions(), usize::MAX, &Stop::default());
    let task = task.with_provable_pairs(pairs);
    assert_eq!(task.pairs().map(|pairs| pairs.iter().count()), Some(2));
    for encoding in [Encoding::Forall, Encoding::Exists, Encoding::Sase] {
        let Formula::Cnf { cnf, names } = encoding.encode(&task, 1).formula else {
            panic!("clauses");
        };
        for is_true in [true, false] {
            let states = |one: &Lit| {
                one.is_pos() == is_true
                    && matches!(names[one.vidx()], VarName::Fluent { time: 1, .. })
            };
            let pairs = cnf
                .iter()
                .filter(|one| one.len() == 2 && one.iter().all(states));
            assert_eq!(pairs.count(), 1, "{encoding} {is_true}");
        }
    }
}

/// Whether the action `one` may change a fluent on which a derived precondition or an effect condition of the action
/// `other` depends. With `only_derived`, as for `r2-exists`, conditions on other fluents do not count.
fn touches(task: &Task, one: ActionId, other: ActionId, only_derived: bool) -> bool {
    let other = task.action(other);
    let needed = other.preconditions.iter().map(|need| need.fluent);
    let mut depends: HashSet<Fluent> = needed.filter(|&fluent| task.is_derived(fluent)).collect();
    let conditions = other.conditions().map(|one| one.fluent);
    depends.extend(conditions.filter(|&fluent| !only_derived || task.is_derived(fluent)));
    loop {
        let before = depends.len();
        for rule in task.rules() {
            if depends.contains(&rule.head) {
                depends.extend(rule.body.iter().map(|literal| literal.fluent));
            }
        }
        if depends.len() == before {
            break;
        }
    }
    let mut effects = task.action(one).all_effects();
    effects.any(|effect| depends.contains(&effect.fluent))
}

/// Whether no action of this order touches a fluent on which a later action depends.
fn is_untouched(task: &Task, order: &[ActionId]) -> bool {
    let mut pairs = order.iter().tuple_combinations();
    pairs.all(|(&earlier, &later)| !touches(task, earlier, later, false))
}

/// Checks that a formula is satisfiable if and only if there is a plan of at most `horizon` steps.
fn compare(seed: u64, encoding: Encoding, fewest: impl Fn(&Bare) -> Option<usize>) {
    let domain = task(seed);
    let fewest = fewest(&domain);
    for horizon in 0..4 {
        let wanted = fewest.is_some_and(|fewest| fewest <= horizon);
        let found = plan_at(&domain, encoding, horizon);
        assert_eq!(
            found.is_some(),
            wanted,
            "{encoding}, horizon {horizon}: {:?}",
            domain.0
        );
    }
}

proptest! {
    #[test]
    fn exists_has_just_the_plans_whose_steps_can_be_played_in_its_order(seed: u64) {
        compare(seed, Encoding::Exists, |domain| {
            let order = Disabling::of(&domain.0, &Invariants::of(&domain.0)).order();
            fewest_steps(&domain.0, |state, set| {
                let ids = order.iter().map(|&(id, _)| id);
                let set = ids.filter(|id| set.contains(id)).collect_vec();
                if !is_untouched(&domain.0, &set) {
                    return None;
                }
                play_set(&domain.0, state, &set)
            })
        });
    }

    #[test]
    fn forall_in_both_forms_has_just_the_plans_whose_steps_any_order_suits(seed: u64) {
        for encoding in [Encoding::Forall, Encoding::ForallChain, Encoding::Sase] {
            compare(seed, encoding, |domain| {
                fewest_steps(&domain.0, |state, set| {
                    let mut orders = set.iter().copied().permutations(set.len());
                    if !orders.all(|order| is_untouched(&domain.0, &order)) {
                        return None;
                    }
                    let orders = set.iter().copied().permutations(set.len());
                    let mut ends = orders.map(|order: Vec<ActionId>| play_set(&domain.0, state, &order));
                    ends.all_equal_value().ok().flatten()
                })
            });
        }
    }

    #[test]
    fn what_is_refuted_where_no_plan_need_be_longer_has_no_plan(
        seed: u64,
        encoding in any_encoding(),
        spare in 0_usize..3,
    ) {
        let Bare(task) = task(seed);
        let shortest = shortest(&task).filter(|&length| length < 6);
        let at_most = shortest.unwrap_or(3) + spare;
        let domain = Bare(task.with_length(Length { at_least: 0, at_most: Some(at_most) }));
        let holds_fewer = !matches!(
            encoding,
            Encoding::Naive | Encoding::Sequential { .. } | Encoding::Smt
        );
        for horizon in 0..=at_most {
            let is_said = scope(&domain.0, encoding, horizon) == Scope::EveryPlan;
            let is_covered = holds_fewer || at_most == 0;
            prop_assert_eq!(is_said, is_covered && horizon == at_most, "{}, {}", encoding, horizon);
        }
        if let Some(length) = shortest && holds_fewer {
            prop_assert!(plan_at(&domain, encoding, length).is_some(), "{}, {}", encoding, length);
            prop_assert!(plan_at(&domain, encoding, at_most).is_some(), "{}, {}", encoding, at_most);
        }
    }
}

/// Compares `naive` and `sequential` with a search for plans of exactly this number of actions.
#[test]
fn one_action_a_step_has_just_the_plans_of_that_length_with_derived_fluents() {
    let mut found = [0, 0];
    for seed in 0..cases(400) {
        let domain = Bare(match seed % 2 {
            0 => random_task_with_rules(seed / 2),
            _ => random_task_with_conditional_effects(seed / 2),
        });
        let mut states = HashSet::from([domain.0.start().to_vec()]);
        for horizon in 0..4 {
            let wanted = states.iter().any(|state| domain.0.is_goal(state));
            for encoding in [Encoding::Naive, Encoding::SEQUENTIAL] {
                let plan = plan_at(&domain, encoding, horizon);
                assert_eq!(
                    plan,
                    wanted.then_some(horizon),
                    "{encoding} {horizon} {seed}: {:?}",
                    domain.0
                );
            }
            found[usize::from(wanted)] += 1;
            let next = states.iter().flat_map(|state| {
                let can = domain
                    .0
                    .action_ids()
                    .filter(|&id| domain.0.action(id).is_applicable(state));
                can.map(|id| {
                    let mut after = state.clone();
                    domain.0.apply(id, &mut after);
                    after
                })
            });
            states = next.collect();
        }
    }
    assert!(found[0] > 300 && found[1] > 100, "{found:?}");
}

/// Returns the number of models that differ in the actions of the steps.
fn models(encoded: &Encoded) -> usize {
    let Formula::Cnf { cnf, .. } = &encoded.formula else {
        panic!("clauses")
    };
    let literals = encoded.steps.iter().flat_map(StepMap::actions);
    let literals = literals.filter_map(|(_, when)| match when {
        When::If(literal) => Some(*literal),
        _ => None,
    });
    let literals = literals.collect_vec();
    let mut batsat = BasicSolver::default();
    batsat.add_cnf_ref(cnf).unwrap();
    let mut found = 0;
    while batsat.solve().unwrap() == SolverResult::Sat {
        found += 1;
        let differ = literals.iter().map(|&literal| {
            let value = batsat.var_val(literal.var());
            let is_true = value.is_ok_and(|value| value == TernaryVal::from(literal.is_pos()));
            if is_true { !literal } else { literal }
        });
        let differ = differ.collect();
        batsat.add_clause(differ).unwrap();
    }
    found
}

/// Returns the number of plans with `horizon` steps. `play` returns the state after a step with these actions, if the
/// step is allowed.
fn plans(
    task: &Task,
    horizon: usize,
    play: impl Fn(usize, &[bool], &[ActionId]) -> Option<Vec<bool>>,
) -> usize {
    let mut states = HashMap::from([(task.start().to_vec(), 1)]);
    for step in 1..=horizon {
        let mut next = HashMap::new();
        for ((state, count), set) in states
            .iter()
            .cartesian_product(task.action_ids().powerset())
        {
            if let Some(after) = play(step, state, &set) {
                *next.entry(after).or_insert(0) += count;
            }
        }
        states = next;
    }
    let goals = states.iter().filter(|(state, _)| task.is_goal(state));
    goals.map(|(_, count)| count).sum()
}

#[test]
fn every_formula_has_one_choice_of_actions_per_plan() {
    let mut found = 0;
    for (seed, horizon) in (0..cases(200)).cartesian_product(0..3) {
        let Bare(task) = task(seed);
        let count = |encoding: Encoding, plans: usize| {
            let models = models(&encoding.encode(&task, horizon));
            assert_eq!(models, plans, "{encoding} {horizon} {seed}: {task:?}");
        };
        let in_order = |state: &[bool], set: &[ActionId]| {
            set.iter().try_fold(state.to_vec(), |mut state, &id| {
                let can = task.action(id).is_applicable(&state);
                can.then(|| {
                    task.apply(id, &mut state);
                    state
                })
            })
        };
        let sequential = plans(&task, horizon, |_, state, set| {
            in_order(state, set).filter(|_| set.len() == 1)
        });
        for &at_most_one in AtMostOne::ALL {
            count(Encoding::Sequential { at_most_one }, sequential);
        }
        let forall = plans(&task, horizon, |_, state, set| {
            let mut orders = set.iter().copied().permutations(set.len());
            let untouched = orders.all(|order| is_untouched(&task, &order));
            let orders = set.iter().copied().permutations(set.len());
            let mut ends = orders.map(|order| play_set(&task, state, &order));
            ends.all_equal_value().ok().flatten().filter(|_| untouched)
        });
        count(Encoding::Forall, forall);
        count(Encoding::ForallChain, forall);
        count(Encoding::Sase, forall);
        for order in [Order::Grouped, Order::Supporters(seed), Order::Walks(seed)] {
            let r2_exists = plans(&task, horizon, |step, state, set| {
                let order = order.of_step(&task, step).into_iter();
                let set = order.filter(|id| set.contains(id)).collect_vec();
                let mut pairs = set.iter().tuple_combinations();
                let untouched = pairs.all(|(&a, &b)| !touches(&task, a, b, true));
                in_order(state, &set).filter(|_| untouched)
            });
            for fold in [false, true] {
                count(Encoding::R2Exists { order, fold }, r2_exists);
            }
            found += usize::from(r2_exists > 1);
        }
    }
    assert!(found > 200, "{found}");
}

#[test]
fn a_value_that_is_not_read_is_not_defined() {
    let (key, lamp, noise) = (0, 1, 2);
    let actions = [
        Action::new("take", [], [is(key), is(noise)]),
        Action::new("drop", [], [is_not(key), is_not(noise)]),
        Action::new("light", [is(key)], [is(lamp)]),
    ];
    let task = small_task(3, actions, &[], &[is(lamp)]);
    let encoding = Encoding::R2Exists {
        order: Order::Grouped,
        fold: false,
    };
    let Formula::Cnf { cnf, names } = encoding.encode(&task, 2).formula else {
        panic!("clauses");
    };
    let version = |name: &&VarName| matches!(name, VarName::Version { .. });
    // The key has a version after `drop` in the first step, and versions after `take` and `drop` in the second step.
    assert_eq!(names.iter().filter(version).count(), 4, "{names:?}");
    let texts = cnf
        .iter()
        .map(|clause| clause.iter().join(" "))
        .collect_vec();
    assert!(texts.iter().all_unique(), "{texts:?}");
}

#[test]
fn a_formula_of_r2_exists_has_no_clause_twice_and_no_tautology() {
    for (seed, fold) in (0..200).cartesian_product([false, true]) {
        let Bare(task) = task(seed);
        let order = Order::Supporters(seed);
        let encoded = Encoding::R2Exists { order, fold }.encode(&task, 3);
        let Formula::Cnf { cnf, .. } = encoded.formula else {
            panic!("clauses");
        };
        let sorted = |clause: &Clause| clause.iter().copied().sorted().collect_vec();
        assert!(cnf.iter().map(sorted).all_unique(), "seed {seed}");
        let is_tautology = |clause: &Clause| clause.iter().any(|&l| clause.iter().contains(&!l));
        assert!(!cnf.iter().any(is_tautology), "seed {seed}");
    }
}

/// Returns the number of cases in the environment variable `SAUT_CASES`, or this number if the variable is not set.
fn cases(usual: u64) -> u64 {
    let asked = std::env::var("SAUT_CASES").ok();
    asked.and_then(|asked| asked.parse().ok()).unwrap_or(usual)
}

#[test]
fn a_formula_is_not_written_when_it_is_time_to_stop() {
    let (asked, free) = (Stop::default(), Stop::default());
    asked.request();
    let task = random_task(3);
    for encoding in Encoding::ALL.into_iter().chain([Encoding::ForallChain]) {
        let written = encoding.encode_within(&task, 3, Reads::Clauses, &asked);
        assert_eq!(written, Err(StopReason::Interrupted), "{encoding}");
        let written = encoding.encode_within(&task, 3, Reads::Clauses, &free);
        assert_eq!(written.as_ref(), Ok(&encoding.encode(&task, 3)));
    }
}

#[test]
fn a_long_formula_ends_soon_after_the_time_is_over() {
    let task = random_task(3);
    let steps = 40_000_000 / task.actions().len().max(1);
    for encoding in [Encoding::Naive, Encoding::Exists, Encoding::R2_EXISTS] {
        let stop = Stop::new(Some(Duration::from_millis(100)), None);
        let began = Instant::now();
        let written = encoding.encode_within(&task, steps, Reads::Clauses, &stop);
        assert_eq!(written.unwrap_err(), StopReason::Timeout, "{encoding}");
        assert!(began.elapsed() < Duration::from_secs(5), "{encoding}");
    }
}
