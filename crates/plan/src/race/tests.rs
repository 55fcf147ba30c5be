use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::{Aim, Raced, any_plan, race};
use crate::decision::EXHAUSTIVE;
use crate::engine::{Budget, Engine, Slot, Turn};
use crate::error::Error;
use crate::random_task::Bare;
use crate::settings::Settings;
use crate::work::Work;
use crate::{Decision, Method, Verdict};
use saut_base::stop::{Stop, StopReason};
use saut_task::certificate::Checked;
use saut_task::exhaustive::{ExplorationEnding, explore};
use saut_task::task::{Action, ActionId, Fluent, GoalConstraint, Task, TaskParts};
use saut_task::{Domain as _, Plan};

/// Lamps in a row, each lit from the one before; without the first switch nothing can be lit.
fn lamps(count: usize, has_switch: bool) -> Bare {
    let lamp = Fluent::new;
    let light = |n: usize| {
        let before = n.checked_sub(1).map(|before| lamp(before).is_true());
        Action::new(format!("light-{n}"), before, [lamp(n).is_true()])
    };
    let parts = TaskParts {
        fluents: (0..count).map(|n| format!("lamp-{n}")).collect(),
        actions: (usize::from(!has_switch)..count).map(light).collect(),
        goal: vec![GoalConstraint::Literal(lamp(count - 1).is_true())],
        ..TaskParts::default()
    };
    Bare(Task::new(parts).unwrap())
}

/// Answer of a play after some turns.
#[derive(Clone, Copy)]
enum Says {
    Plan,
    NoPlan,
    Nothing,
    Waits,
    Fault,
    Panic,
}

/// An engine that works a number of turns and then says what it was told to say.
struct Play<'a> {
    name: &'static str,
    bare: &'a Bare,
    after: usize,
    says: Says,
    /// The names of the engines in the order of their turns.
    turns: &'a Mutex<Vec<(&'static str, Work)>>,
}

impl Engine<Bare> for Play<'_> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn least(&self) -> Work {
        10
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<Bare>, Error> {
        let work = budget.left();
        self.turns.lock().unwrap().push((self.name, work));
        if self.after > 0 {
            self.after -= 1;
            budget.spend(work);
            return Ok(Turn::More);
        }
        Ok(match self.says {
            Says::Plan => {
                let actions = (0..self.bare.task().actions().len()).map(ActionId::new);
                let plan = self.bare.replay(Plan::sequential(actions)).unwrap();
                Turn::Plan(plan, Method::search(EXHAUSTIVE))
            }
            Says::NoPlan => {
                let dark = lamps(3, false);
                let ending = explore(&dark, &Stop::default()).unwrap();
                let ExplorationEnding::Infeasible(closed) = ending else {
                    panic!("{ending:?}");
                };
                Turn::AtLeast(Checked::closed(closed), Method::search(EXHAUSTIVE))
            }
            Says::Nothing => Turn::Done(StopReason::TooLarge),
            Says::Waits => Turn::Waits,
            Says::Fault => return Err(Error::internal("a play", "refused")),
            Says::Panic => panic!("as the test wants it"),
        })
    }
}

/// The names of engines in the order of their turns, with the work of each.
type Turns = Vec<(&'static str, Work)>;

fn on(threads: usize, stop: Stop) -> Settings {
    Settings {
        threads: NonZeroUsize::new(threads),
        stop,
        ..Settings::default()
    }
}

/// Result of a race of these on `threads` threads, and the turns.
fn run(
    plays: &[(&'static str, usize, Says, u64)],
    threads: usize,
) -> (Result<Raced<Bare>, Error>, Turns) {
    let (bare, turns) = (lamps(3, true), Mutex::new(Vec::new()));
    let slot = |&(name, after, says, share)| {
        let (bare, turns) = (&bare, &turns);
        let play = Play {
            name,
            bare,
            after,
            says,
            turns,
        };
        Slot::new(play).share(share)
    };
    let table = plays.iter().map(slot).collect();
    let stop = Stop::new(Some(Duration::from_secs(20)), None);
    let answer = any_plan(&bare, table, &on(threads, stop));
    (answer, turns.into_inner().unwrap())
}

#[test]
fn a_plan_ends_the_race_and_says_whose_it_is() {
    for threads in [1, 2, 4] {
        let (answer, _) = run(
            &[
                ("idle", 1_000_000, Says::Nothing, 1),
                ("quick", 3, Says::Plan, 1),
            ],
            threads,
        );
        assert!(matches!(answer.unwrap().verdict, Verdict::Solved(3)));
    }
}

#[test]
fn a_bound_that_is_infinite_ends_the_race_and_a_plan_besides_is_a_fault() {
    let (answer, _) = run(&[("no", 2, Says::NoPlan, 1)], 1);
    assert!(matches!(answer.unwrap().verdict, Verdict::Infeasible(_)));
    // A closed set of another task: the plan, which comes while the bound is under way, gives it away.
    let table = [("no", 2, Says::NoPlan, 1), ("yes", 2, Says::Plan, 1)];
    for threads in [2, 4] {
        let verdicts = (0..20).map(|_| run(&table, threads).0);
        for verdict in verdicts {
            let is_told = match verdict {
                Ok(Decision {
                    verdict: Verdict::Solved(_) | Verdict::Infeasible(_),
                    ..
                }) => true,
                Ok(_) => false,
                Err(error) => error.to_string().contains("contradict"),
            };
            assert!(is_told);
        }
    }
}

#[test]
fn a_panic_and_a_fault_end_all_and_are_never_undecided() {
    for threads in [1, 3] {
        for (says, word) in [
            (Says::Panic, "as the test wants it"),
            (Says::Fault, "refused"),
        ] {
            let (answer, _) = run(
                &[
                    ("endless", usize::MAX, Says::Nothing, 1),
                    ("bad", 2, says, 1),
                ],
                threads,
            );
            let error = answer.unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
    }
}

#[test]
fn where_all_are_done_the_most_telling_reason_is_the_answer() {
    let (answer, _) = run(&[("a", 1, Says::Nothing, 1), ("b", 4, Says::Nothing, 1)], 2);
    assert!(matches!(
        answer.unwrap().verdict,
        Verdict::Undecided(StopReason::TooLarge)
    ));
    let (answer, _) = run(&[], 2);
    assert!(matches!(
        answer.unwrap().verdict,
        Verdict::Undecided(StopReason::NothingLeft)
    ));
}

#[test]
fn who_only_waits_for_plans_of_others_keeps_no_race_alive() {
    let table = [("waits", 0, Says::Waits, 1), ("a", 3, Says::Nothing, 1)];
    for threads in [1, 2] {
        let (answer, turns) = run(&table, threads);
        assert!(matches!(
            answer.unwrap().verdict,
            Verdict::Undecided(StopReason::TooLarge)
        ));
        let of_a = turns.iter().filter(|(name, _)| *name == "a").count();
        assert_eq!(of_a, 4, "the other comes to its end");
    }
    let table = [("waits", 0, Says::Waits, 1), ("a", 3, Says::Plan, 1)];
    assert!(run(&table, 1).0.unwrap().is_decided());
}

#[test]
fn engines_begin_in_the_order_of_the_table_and_get_work_by_their_shares() {
    let table = [
        ("a", 40, Says::Nothing, 3),
        ("b", 40, Says::Nothing, 1),
        ("c", 12, Says::Plan, 3),
    ];
    let (answer, turns) = run(&table, 1);
    assert!(answer.unwrap().is_decided());
    let names: Vec<&str> = turns.iter().take(3).map(|(name, _)| *name).collect();
    assert_eq!(names, ["a", "b", "c"]);
    let spent = |of: &str| {
        turns
            .iter()
            .filter(|(name, _)| *name == of)
            .map(|(_, work)| work)
            .sum::<Work>()
    };
    let (of_a, of_b) = (spent("a"), spent("b"));
    assert!(2 * of_a > 3 * of_b && of_a < 6 * of_b, "{turns:?}");
    assert_eq!(turns, run(&table, 1).1, "the same seed, the same turns");
}

#[test]
fn a_limit_ends_what_never_ends() {
    let (bare, turns) = (lamps(3, true), Mutex::new(Vec::new()));
    let endless = || {
        let (bare, turns) = (&bare, &turns);
        let (name, after, says) = ("endless", usize::MAX, Says::Nothing);
        Slot::new(Play {
            name,
            bare,
            after,
            says,
            turns,
        })
    };
    for threads in [1, 2] {
        let stop = Stop::new(Some(Duration::from_millis(50)), None);
        let answer = race(
            &bare,
            Aim::Cheapest,
            vec![endless()],
            &on(threads, stop),
            &|_, _| {},
        );
        let verdict = answer.unwrap().verdict;
        assert!(matches!(verdict, Verdict::Undecided(StopReason::Timeout)));
    }
    let table = vec![endless().once()];
    let once = any_plan(&bare, table, &on(1, Stop::default()));
    assert!(matches!(
        once.unwrap().verdict,
        Verdict::Undecided(StopReason::EffortSpent)
    ));
}

/// An engine whose every turn has a plan that is better than the last, or none at all.
struct Improver<'a> {
    name: &'static str,
    /// The cost of the next plan.
    next: Option<usize>,
    left: usize,
    spent: &'a Mutex<Vec<(&'static str, Work)>>,
}

impl Engine<Bare> for Improver<'_> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn least(&self) -> Work {
        10
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<Bare>, Error> {
        if self.left == 0 {
            return Ok(Turn::Done(StopReason::NothingLeft));
        }
        self.left -= 1;
        budget.spend(10);
        self.spent.lock().unwrap().push((self.name, 10));
        Ok(match &mut self.next {
            Some(cost) => {
                *cost -= 1;
                Turn::Plan(*cost, Method::search(EXHAUSTIVE))
            }
            None => Turn::More,
        })
    }
}

#[test]
fn who_makes_plans_better_goes_on_with_it_for_a_while() {
    let (bare, spent) = (lamps(3, true), Mutex::new(Vec::new()));
    let slot = |name, next| {
        let (left, spent) = (200, &spent);
        Slot::new(Improver {
            name,
            next,
            left,
            spent,
        })
    };
    let table = vec![slot("better", Some(1_000)), slot("idle", None)];
    let answer = race(
        &bare,
        Aim::Cheapest,
        table,
        &on(1, Stop::default()),
        &|_, _| {},
    );
    assert!(matches!(answer.unwrap().verdict, Verdict::Solved(800)));
    let turns = spent.into_inner().unwrap();
    let of = |wanted| {
        turns[..200]
            .iter()
            .filter(|(name, _)| *name == wanted)
            .count()
    };
    let (better, idle) = (of("better"), of("idle"));
    assert!(
        better > 3 * idle && better < 5 * idle,
        "{better} and {idle}"
    );
}

/// Says that it is done when another like it has begun, or that it has waited in vain.
struct Meets<'a>(&'a AtomicUsize);

impl Engine<Bare> for Meets<'_> {
    fn name(&self) -> &'static str {
        "meets"
    }

    fn turn(&mut self, _: &mut Budget<'_>) -> Result<Turn<Bare>, Error> {
        self.0.fetch_add(1, Ordering::Relaxed);
        let began = Instant::now();
        while self.0.load(Ordering::Relaxed) < 2 {
            if began.elapsed() > Duration::from_millis(300) {
                return Ok(Turn::Done(StopReason::TooLarge));
            }
            std::thread::yield_now();
        }
        Ok(Turn::Done(StopReason::NothingLeft))
    }
}

#[test]
fn only_who_begins_beside_lets_others_begin() {
    for (is_beside, met) in [
        (true, StopReason::NothingLeft),
        (false, StopReason::TooLarge),
    ] {
        let (bare, begun) = (lamps(3, true), AtomicUsize::new(0));
        let slot = || Slot::new(Meets(&begun));
        let table = if is_beside {
            vec![slot().beside(), slot().beside()]
        } else {
            vec![slot(), slot()]
        };
        let answer = any_plan(&bare, table, &on(2, Stop::default())).unwrap();
        let Verdict::Undecided(why) = answer.verdict else {
            panic!("it has an answer");
        };
        assert_eq!(why, met);
    }
}

#[test]
fn who_waits_is_not_asked_while_another_works() {
    let table = [("waits", 0, Says::Waits, 1), ("a", 3, Says::Nothing, 1)];
    for threads in [1, 2] {
        let (_, turns) = run(&table, threads);
        let asked = turns.iter().filter(|(name, _)| *name == "waits").count();
        assert!(asked <= 5, "{asked} turns, and the other had four");
    }
}
