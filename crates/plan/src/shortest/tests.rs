use std::num::NonZeroUsize;
use std::time::Duration;

use super::{FEWEST_ACTIONS, NO_LEMMAS, shorten, shortest, shortest_within};
use crate::Error;
use crate::backend;
use crate::decision::{Decision, Method, Verdict};
use crate::random_task::{self, Bare, random_task};
use crate::settings::Settings;
use saut_base::stop::{Stop, StopReason};
use saut_task::encode::Encoding;
use saut_task::task::{ActionId, Task};
use saut_task::{Cost, NoReason, Plan, Problem, RefusedPlan};

type Found = Decision<usize, NoReason>;

fn on(threads: usize) -> Settings {
    Settings {
        threads: NonZeroUsize::new(threads),
        ..Settings::default()
    }
}

/// Returns the refuted horizons in increasing order.
fn refuted(found: &Found) -> Vec<usize> {
    let all = found.refuted.iter();
    all.map(|refuted| refuted.proof().horizon).collect()
}

fn up_to(horizon: usize) -> Vec<usize> {
    (0..horizon).collect()
}

const fn length(found: &Found) -> Option<usize> {
    match found.verdict {
        Verdict::Solved(length) => Some(length),
        _ => None,
    }
}

/// Returns tiny solvable tasks with the lengths of their shortest plans.
fn solvable(count: u64) -> impl Iterator<Item = (Bare, usize)> {
    let tasks = (0..count).map(random_task);
    tasks.filter_map(|task| random_task::shortest(&task).map(|fewest| (Bare(task), fewest)))
}

#[test]
fn shortest_plans_are_those_of_brute_force_on_any_number_of_threads() {
    let mut longest = 0;
    for (task, fewest) in solvable(150) {
        for threads in [1, 3] {
            let found: Found = shortest(&task, FEWEST_ACTIONS, &on(threads)).unwrap();
            assert_eq!((length(&found), found.optimal), (Some(fewest), Some(true)));
            assert_eq!(refuted(&found), up_to(fewest));
            assert!(found.attempts > fewest && found.stages.is_empty());
        }
        longest = longest.max(fewest);
    }
    assert!(longest >= 3, "{longest}");
}

#[test]
fn the_horizon_before_the_last_suffices_if_steps_may_be_empty() {
    let mut some = 0;
    for (task, fewest) in solvable(300) {
        let found: Found = shortest(&task, Encoding::Forall, &on(2)).unwrap();
        let Some(Method::Formula { horizon, .. }) = found.method else {
            panic!("{found:?}");
        };
        assert!(horizon <= fewest);
        let below: Vec<usize> = horizon.checked_sub(1).into_iter().collect();
        assert_eq!(refuted(&found), below);
        assert_eq!(found.optimal, Some(true));
        some += usize::from(horizon > 1);
    }
    assert!(some > 5, "{some}");
}

#[test]
fn a_plan_in_hand_is_shortened_as_far_as_it_goes() {
    let backends = [backend::by_name("batsat").unwrap()];
    for (task, fewest) in solvable(60) {
        for threads in [1, 3] {
            let shorten = |below| -> Found {
                shorten(&task, FEWEST_ACTIONS, below, &on(threads), &backends).unwrap()
            };
            let found = shorten(0..fewest + 3);
            assert_eq!((length(&found), found.optimal), (Some(fewest), Some(true)));
            assert_eq!(refuted(&found), up_to(fewest));
            // The known plan is the shortest.
            let found = shorten(0..fewest);
            assert_eq!((length(&found), found.optimal), (None, Some(true)));
            assert_eq!(refuted(&found), up_to(fewest));
            // With a bound from another source, nothing is left to be proved.
            let found = shorten(fewest..fewest + 1);
            assert_eq!((length(&found), found.optimal), (Some(fewest), Some(true)));
            assert!(found.refuted.is_empty());
        }
    }
}

#[test]
fn only_horizons_from_a_bound_on_are_proved() {
    let settings = on(1);
    for (task, fewest) in solvable(60) {
        for bound in 0..=fewest {
            for (in_hand, length_found) in [
                (None, Some(fewest)),
                (Some(fewest + 2), Some(fewest)),
                (Some(fewest), None),
            ] {
                let (known, stop) = ((bound, in_hand), &settings.stop);
                let found: Found =
                    shortest_within(&task, FEWEST_ACTIONS, &settings, stop, known, &NO_LEMMAS)
                        .unwrap();
                assert_eq!((length(&found), found.optimal), (length_found, Some(true)));
                assert_eq!(refuted(&found), (bound..fewest).collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn limits_leave_it_open() {
    let over = Settings {
        stop: Stop::new(Some(Duration::ZERO), None),
        ..on(2)
    };
    let (task, fewest) = solvable(100).find(|(_, fewest)| *fewest > 1).unwrap();
    let found: Found = shortest(&task, FEWEST_ACTIONS, &over).unwrap();
    assert!(matches!(
        found.verdict,
        Verdict::Undecided(StopReason::Timeout)
    ));
    assert_eq!(found.optimal, None);
    let backends = [backend::by_name("batsat").unwrap()];
    let found: Found = shorten(&task, FEWEST_ACTIONS, 0..fewest, &over, &backends).unwrap();
    assert_eq!((length(&found), found.optimal), (None, Some(false)));
}

/// A problem that cannot validate plans.
struct Broken {
    task: Task,
    answer: fn() -> Result<(), RefusedPlan>,
}

saut_task::no_reasons!(Broken);

impl Problem for Broken {
    type Plan = ();

    fn task(&self) -> &Task {
        &self.task
    }

    fn validate(&self, _: Plan<ActionId>) -> Result<((), Cost), RefusedPlan> {
        (self.answer)().map(|()| ((), 0))
    }
}

#[test]
fn a_panicking_or_rejecting_replay_ends_with_an_error() {
    let (Bare(task), _) = solvable(100).find(|(_, fewest)| *fewest > 1).unwrap();
    let breaks: fn() -> Result<(), RefusedPlan> = || panic!("as the test wants it");
    let refuses: fn() -> _ = || Err(RefusedPlan::new("it is refused"));
    for (answer, fault) in [(breaks, "as the test wants it"), (refuses, "it is refused")] {
        let task = task.clone();
        let broken = Broken { task, answer };
        for threads in [1, 3] {
            let error: Result<Decision<(), NoReason>, Error> =
                shortest(&broken, FEWEST_ACTIONS, &on(threads));
            let error = error.unwrap_err().to_string();
            assert!(error.contains(fault), "{error}");
        }
    }
}
