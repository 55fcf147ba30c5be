//! The encodings of steps that are sets, against a search over sets of actions on tiny tasks.

use itertools::Itertools;
use proptest::prelude::*;

use super::Encoding;
use super::disabling::Disabling;
use super::invariants::Invariants;
use crate::attempt::{AttemptResult, attempt};
use crate::backend::{SolveLimits, by_name};
use crate::proof::{Scope, scope};
use crate::random_task::{Bare, fewest_steps, play_set, random_task, shortest};
use crate::task::{ActionId, Pairs};

/// The number of actions of a plan at this horizon, or none if the formula is refuted.
fn plan_at(domain: &Bare, encoding: Encoding, horizon: usize) -> Option<usize> {
    let batsat = by_name("batsat").unwrap();
    let limits = SolveLimits::default();
    match attempt(domain, encoding, horizon, batsat.as_ref(), &limits)
        .unwrap()
        .result
    {
        AttemptResult::Plan(length) => Some(length),
        AttemptResult::Refuted(_) => None,
        AttemptResult::Unknown(why) => panic!("{why:?}"),
    }
}

/// A random task, every other one with its pairs.
fn task(seed: u64) -> Bare {
    let task = random_task(seed / 2);
    let pairs = Pairs::find(&task, usize::MAX, &|| false);
    Bare(task.with_provable_pairs(pairs.filter(|_| seed.is_multiple_of(2))))
}

/// A formula is satisfiable just if a plan of so many steps or fewer exists.
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
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn exists_has_just_the_plans_whose_steps_can_be_played_in_its_order(seed: u64) {
        compare(seed, Encoding::Exists, |domain| {
            let order = Disabling::of(&domain.0, &Invariants::of(&domain.0)).order();
            fewest_steps(&domain.0, |state, set| {
                let ids = order.iter().map(|&(id, _)| id);
                let set = ids.filter(|id| set.contains(id)).collect_vec();
                play_set(&domain.0, state, &set)
            })
        });
    }

    #[test]
    fn forall_in_both_forms_has_just_the_plans_whose_steps_any_order_suits(seed: u64) {
        for encoding in [Encoding::Forall, Encoding::ForallChain] {
            compare(seed, encoding, |domain| {
                fewest_steps(&domain.0, |state, set| {
                    let orders = set.iter().copied().permutations(set.len());
                    let mut ends = orders.map(|order: Vec<ActionId>| play_set(&domain.0, state, &order));
                    ends.all_equal_value().ok().flatten()
                })
            });
        }
    }

    #[test]
    fn a_refutation_of_exists_says_that_no_plan_has_so_few_actions(seed: u64) {
        let domain = task(seed);
        if let Some(length) = shortest(&domain.0) {
            prop_assume!(length < 6);
            prop_assert!(plan_at(&domain, Encoding::Exists, length).is_some());
        }
        prop_assert_eq!(scope(&domain.0, Encoding::Exists, 99), Scope::ThisOrder);
    }
}
