//! Property-directed reachability on tiny tasks, against a search that visits every state.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use super::moves::Moves;
use super::search::PdrSearch;
use super::{InvariantForm, PropertyDirected};
use crate::decision::Verdict;
use crate::engine::{Budget, Slot, Turn};
use crate::race::any_plan;
use crate::random_task::{Bare, any_random_task, random_task, shortest};
use crate::settings::Settings;
use saut_base::stop::{Stop, StopReason};
use saut_task::by_actions::is_plan;
use saut_task::task::{Pairs, Task};

fn with_pairs(task: Task, seed: u64) -> Task {
    if seed.is_multiple_of(3) {
        return task;
    }
    let pairs = Pairs::find(task.transitions(), usize::MAX, &Stop::default());
    task.with_provable_pairs(pairs)
}

/// Each direction alone decides each task, with the same result as brute force.
#[test]
fn both_directions_agree_with_explicit_search() {
    let mut seen: BTreeMap<(bool, bool), usize> = BTreeMap::new();
    for seed in 0..6000 {
        let task = with_pairs(random_task(seed), seed);
        let has_plan = shortest(&task).is_some();
        for moves in [Moves::forwards(&task), Moves::backwards(&task)]
            .into_iter()
            .flatten()
        {
            let form = moves.form;
            let mut search = PdrSearch::new(moves, 1 << 30);
            let stop = Stop::default();
            let mut budget = Budget::unlimited(&stop);
            let found = budget.within(1_000_000, |budget| search.run(budget));
            let is_plan = match found {
                Turn::Plan(plan, _) => {
                    let is_right = is_plan(&task, &plan.into_actions());
                    assert!(is_right, "seed {seed} {form:?}");
                    true
                }
                Turn::Bound(certificate, _) => {
                    let bare = Bare(task.clone());
                    let checked = certificate.check(&task, &bare, &stop);
                    assert!(checked.is_ok(), "seed {seed} {form:?}: {checked:?}");
                    false
                }
                turn => panic!("seed {seed} {form:?}: {turn:?}"),
            };
            assert_eq!(is_plan, has_plan, "seed {seed} {form:?}");
            *seen
                .entry((form == InvariantForm::Never, is_plan))
                .or_default() += 1;
        }
    }
    assert!(
        seen.len() == 4 && seen.values().all(|&count| count > 500),
        "{seen:?}"
    );
}

#[test]
fn as_an_engine_it_answers_plain_tasks_and_is_silent_on_others() {
    let (mut plans, mut invariants, mut silent) = (0, 0, 0);
    for seed in 0..600 {
        let task = any_random_task(seed);
        let (is_plain, has_plan) = (task.is_plain(), shortest(&task).is_some());
        let domain = Bare(task);
        let mut search = PropertyDirected::new(&domain.0, 1024);
        let table = vec![Slot::new("pdr", 1, |budget| search.turn(budget))];
        let stop = Stop::default();
        let raced = any_plan(
            &domain,
            table,
            &Settings {
                threads: NonZeroUsize::new(1),
                ..Settings::default()
            },
        )
        .unwrap();
        match raced.verdict {
            Verdict::Solved(_) => {
                assert!(has_plan, "seed {seed}");
                plans += 1;
            }
            Verdict::Infeasible(checked) => {
                assert!(!has_plan, "seed {seed}");
                let certificate = checked.certificate().clone();
                assert!(["invariant", "pairs"].contains(&certificate.kind()));
                assert!(certificate.check(&domain.0, &domain, &stop).is_ok());
                invariants += 1;
            }
            Verdict::Undecided(why) => {
                assert!(!is_plain && why == StopReason::NothingLeft, "seed {seed}");
                silent += 1;
            }
        }
    }
    assert!(
        plans > 50 && invariants > 50 && silent > 50,
        "{plans} {invariants} {silent}"
    );
}

#[test]
fn without_memory_it_gives_up_and_claims_nothing() {
    let (mut gave_up, mut answered) = (0, 0);
    for seed in 0..300 {
        let task = random_task(seed);
        let moves = Moves::forwards(&task).unwrap();
        let stop = Stop::default();
        match PdrSearch::new(moves, 50).run(&mut Budget::unlimited(&stop)) {
            Turn::Done(StopReason::TooLarge) => gave_up += 1,
            Turn::Plan(..) => assert!(shortest(&task).is_some()),
            Turn::Bound(..) => answered += 1,
            turn => panic!("seed {seed}: {turn:?}"),
        }
    }
    assert!(gave_up > 50, "{gave_up} {answered}");
}
