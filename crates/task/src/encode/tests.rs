//! The encodings with sets of actions per step, compared with a search over sets of actions on tiny tasks.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use itertools::Itertools;
use proptest::prelude::*;
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::TernaryVal;
use rustsat_batsat::BasicSolver;

use super::Encoding;
use super::disabling::Disabling;
use super::grammar::tests::any_encoding;
use super::invariants::Invariants;
use crate::Problem as _;
use crate::decode::decode;
use crate::formula::{Formula, Reads, literal};
use crate::model::Model;
use crate::proof::{Scope, scope};
use crate::random_task::{
    Bare, any_random_task, fewest_steps, play_set, random_task,
    random_task_with_conditional_effects, random_task_with_rules, shortest,
};
use crate::task::{ActionId, Fluent, Length, Pairs, Task};
use saut_base::stop::{Stop, StopReason};

/// The number of actions of a plan at this horizon; `None` if the formula is refuted.
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

/// A random task. Every other seed adds mutexes; every second pair of seeds adds derived fluents.
fn task(seed: u64) -> Bare {
    let task = any_random_task(seed / 2);
    let pairs = Pairs::find(task.transitions(), usize::MAX, &Stop::default());
    Bare(task.with_provable_pairs(pairs.filter(|_| seed.is_multiple_of(2))))
}

/// Whether the first action may change a fluent on which a derived precondition or an effect condition of the second
/// action depends.
fn touches(task: &Task, one: ActionId, other: ActionId) -> bool {
    let other = task.action(other);
    let needed = other.preconditions.iter().map(|need| need.fluent);
    let mut depends: HashSet<Fluent> = needed.filter(|&fluent| task.is_derived(fluent)).collect();
    depends.extend(other.conditions().map(|one| one.fluent));
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
    pairs.all(|(&earlier, &later)| !touches(task, earlier, later))
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
        for encoding in [Encoding::Forall, Encoding::ForallChain] {
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

/// One action per step: the formula is satisfiable if and only if some plan has exactly this many actions. Both
/// languages have the same plans.
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

/// The usual number of cases, or the number in the environment variable.
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
