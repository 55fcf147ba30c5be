use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::{Aim, Raced, any_plan, race};
use crate::decision::EXHAUSTIVE;
use crate::engine::{Budget, Slot, Turn};
use crate::error::Error;
use crate::settings::Settings;
use crate::work::Work;
use crate::{Decision, Method, Verdict};
use saut_base::stop::{Stop, StopReason};
use saut_task::by_actions::replay;
use saut_task::certificate::Certificate;
use saut_task::task::{Action, ActionId, Fluent, GoalConstraint, Task, TaskParts};
use saut_task::{CheckError, Cost, Plan, Problem, Reasons, RefusedPlan};

/// A problem with lamps in a row, each lit from the previous lamp.
struct Lamps(Task);

impl Lamps {
    fn new(count: usize) -> Self {
        let lamp = Fluent::new;
        let light = |n: usize| {
            let before = n.checked_sub(1).map(|before| lamp(before).is_true());
            Action::new(format!("light-{n}"), before, [lamp(n).is_true()])
        };
        let parts = TaskParts {
            fluents: (0..count).map(|n| format!("lamp-{n}")).collect(),
            actions: (0..count).map(light).collect(),
            goal: vec![GoalConstraint::Literal(lamp(count - 1).is_true())],
            ..TaskParts::default()
        };
        Self(Task::new(parts).unwrap())
    }

    /// Returns a plan of this cost, in which the first lamp is lit repeatedly.
    fn plan(&self, cost: usize) -> Plan<ActionId> {
        let lamps = self.0.actions().len();
        let again = std::iter::repeat_n(0, cost - lamps);
        Plan::sequential(again.chain(0..lamps).map(ActionId::new))
    }
}

/// A reason that there is no plan, with the result of its check.
#[derive(Clone, Debug)]
struct TestReason(bool);

impl Reasons for Lamps {
    type Reason = TestReason;

    fn check(&self, reason: TestReason, _: &Stop) -> Result<TestReason, CheckError> {
        let refused = || CheckError::rejected("it is a lie");
        reason.0.then_some(reason).ok_or_else(refused)
    }
}

impl Problem for Lamps {
    type Plan = usize;

    fn task(&self) -> &Task {
        &self.0
    }

    fn validate(&self, plan: Plan<ActionId>) -> Result<(usize, Cost), RefusedPlan> {
        let actions = plan.into_actions();
        replay(&self.0, &actions).map(|()| (actions.len(), actions.len() as Cost))
    }
}

/// The result of an engine after some turns.
#[derive(Clone, Copy)]
enum Answer {
    Plan,
    NoGoal,
    NoPlan,
    Lie,
    Guess,
    Nothing,
    Waits,
    Fault,
    Panic,
    /// In each turn, a plan that costs one less than the previous plan. The first plan costs one less than this number.
    PlanObserver(usize),
    /// No result in this many turns.
    Idle(usize),
}

/// An engine that works for some turns, and then has a result.
struct ScriptedEngine<'a> {
    name: &'static str,
    lamps: &'a Lamps,
    after: usize,
    says: Answer,
    turns: &'a Mutex<Vec<(&'static str, Work)>>,
}

impl ScriptedEngine<'_> {
    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<TestReason>, Error> {
        let work = budget.left();
        self.turns.lock().unwrap().push((self.name, work));
        if self.after > 0 {
            self.after -= 1;
            budget.spend(work);
            return Ok(Turn::Paused);
        }
        let method = Method::search(EXHAUSTIVE);
        let own = |is_so| Certificate::Own(TestReason(is_so));
        Ok(match self.says {
            Answer::Plan => Turn::Plan(self.lamps.plan(3), method),
            Answer::NoGoal => Turn::Plan(Plan::sequential([]), method),
            Answer::NoPlan => Turn::Bound(own(true), method),
            Answer::Lie => Turn::Bound(own(false), method),
            Answer::Guess => Turn::Guess(own(false), method),
            Answer::Nothing => Turn::Done(StopReason::TooLarge),
            Answer::Waits => Turn::Blocked,
            Answer::Fault => return Err(Error::internal("a play", "refused")),
            Answer::Panic => panic!("as the test wants it"),
            Answer::PlanObserver(800) | Answer::Idle(0) => Turn::Done(StopReason::NothingLeft),
            Answer::PlanObserver(cost) => {
                budget.spend(10);
                self.says = Answer::PlanObserver(cost - 1);
                Turn::Plan(self.lamps.plan(cost - 1), method)
            }
            Answer::Idle(left) => {
                budget.spend(10);
                self.says = Answer::Idle(left - 1);
                Turn::Paused
            }
        })
    }
}

/// The names of engines in the order of their turns, with the work of each turn.
type TurnLog = Vec<(&'static str, Work)>;

fn on(threads: usize, stop: Stop) -> Settings {
    Settings {
        threads: NonZeroUsize::new(threads),
        stop,
        ..Settings::default()
    }
}

/// An engine: its name, the number of turns before its result, the result, and its share.
type EngineScript = (&'static str, usize, Answer, u64);

/// Returns the result of a race of these engines on `threads` threads, and the turns.
fn run(parts: &[EngineScript], threads: usize) -> (Result<Raced<Lamps>, Error>, TurnLog) {
    let stop = Stop::new(Some(Duration::from_secs(20)), None);
    run_for(Aim::AnyPlan, parts, |it| it, &on(threads, stop))
}

fn run_for(
    aim: Aim,
    parts: &[EngineScript],
    change: fn(Slot<'_, TestReason>) -> Slot<'_, TestReason>,
    settings: &Settings,
) -> (Result<Raced<Lamps>, Error>, TurnLog) {
    let (lamps, turns) = (Lamps::new(3), Mutex::new(Vec::new()));
    let slot = |&(name, after, says, share)| {
        let (lamps, turns) = (&lamps, &turns);
        let mut play = ScriptedEngine {
            name,
            lamps,
            after,
            says,
            turns,
        };
        change(Slot::own(name, 10, move |budget| play.turn(budget)).share(share))
    };
    let table = parts.iter().map(slot).collect();
    let answer = race(&lamps, aim, None, table, settings, &|_, _| {});
    (answer, turns.into_inner().unwrap())
}

#[test]
fn a_plan_ends_the_race() {
    let idle = ("idle", 1_000_000, Answer::Nothing, 1);
    for threads in [1, 2, 4] {
        let (answer, _) = run(&[idle, ("quick", 3, Answer::Plan, 1)], threads);
        assert!(matches!(answer.unwrap().verdict, Verdict::Solved(3)));
    }
}

#[test]
fn an_infinite_bound_ends_the_race_and_contradicts_a_plan() {
    let (answer, _) = run(&[("no", 2, Answer::NoPlan, 1)], 1);
    assert!(matches!(answer.unwrap().verdict, Verdict::Infeasible(_)));
    // A plan that is found while the bound is being checked shows that the bound is wrong.
    let table = [("no", 2, Answer::NoPlan, 1), ("yes", 2, Answer::Plan, 1)];
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
            (Answer::Panic, "as the test wants it"),
            (Answer::Fault, "refused"),
        ] {
            let endless = ("endless", usize::MAX, Answer::Nothing, 1);
            let (answer, _) = run(&[endless, ("bad", 2, says, 1)], threads);
            let error = answer.unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
    }
}

#[test]
fn a_rejected_claim_is_a_fault_unless_it_was_a_guess() {
    for (says, fault) in [
        (
            Answer::NoGoal,
            "a plan of bad was rejected: the last state is not a goal",
        ),
        (Answer::Lie, "a bound of bad was rejected: it is a lie"),
    ] {
        let (answer, _) = run(&[("bad", 2, says, 1)], 1);
        let error = answer.unwrap_err().to_string();
        assert!(error.contains(fault), "{error}");
    }
    let table = [("guess", 2, Answer::Guess, 1), ("a", 4, Answer::Plan, 1)];
    assert!(matches!(
        run(&table, 1).0.unwrap().verdict,
        Verdict::Solved(3)
    ));
}

#[test]
fn if_all_engines_end_the_most_informative_reason_is_the_answer() {
    let both = [("a", 1, Answer::Nothing, 1), ("b", 4, Answer::Nothing, 1)];
    for (table, wanted) in [
        (&both[..], StopReason::TooLarge),
        (&[], StopReason::NothingLeft),
    ] {
        let verdict = run(table, 2).0.unwrap().verdict;
        assert!(matches!(verdict, Verdict::Undecided(why) if why == wanted));
    }
}

#[test]
fn who_only_waits_for_plans_of_others_keeps_no_race_alive() {
    let table = [("waits", 0, Answer::Waits, 1), ("a", 3, Answer::Nothing, 1)];
    for threads in [1, 2] {
        let (answer, turns) = run(&table, threads);
        assert!(matches!(
            answer.unwrap().verdict,
            Verdict::Undecided(StopReason::TooLarge)
        ));
        let of_a = turns.iter().filter(|(name, _)| *name == "a").count();
        assert_eq!(of_a, 4, "the other comes to its end");
        let asked = turns.len() - of_a;
        assert!(asked <= 5, "{asked} turns, and the other had four");
    }
    let table = [("waits", 0, Answer::Waits, 1), ("a", 3, Answer::Plan, 1)];
    assert!(run(&table, 1).0.unwrap().is_decided());
}

#[test]
fn engines_begin_in_the_order_of_the_table_and_get_work_by_their_shares() {
    let table = [
        ("a", 40, Answer::Nothing, 3),
        ("b", 40, Answer::Nothing, 1),
        ("c", 12, Answer::Plan, 3),
    ];
    let (answer, turns) = run(&table, 1);
    assert!(answer.unwrap().is_decided());
    let names: Vec<&str> = turns.iter().take(3).map(|(name, _)| *name).collect();
    assert_eq!(names, ["a", "b", "c"]);
    let spent = |of: &str| -> Work {
        let turns = turns.iter().filter(|(name, _)| *name == of);
        turns.map(|(_, work)| work).sum()
    };
    let (of_a, of_b) = (spent("a"), spent("b"));
    assert!(2 * of_a > 3 * of_b && of_a < 6 * of_b, "{turns:?}");
    assert_eq!(turns, run(&table, 1).1, "the same seed, the same turns");
}

#[test]
fn a_limit_ends_an_endless_engine() {
    let endless = [("endless", usize::MAX, Answer::Nothing, 1)];
    let soon = || Stop::new(Some(Duration::from_millis(50)), None);
    let forever: fn(Slot<'_, TestReason>) -> Slot<'_, TestReason> = |it| it;
    for (aim, change, settings, wanted) in [
        (Aim::Cheapest, forever, on(1, soon()), StopReason::Timeout),
        (Aim::Cheapest, forever, on(2, soon()), StopReason::Timeout),
        (
            Aim::AnyPlan,
            |it| it.once(),
            on(1, Stop::default()),
            StopReason::EffortSpent,
        ),
    ] {
        let verdict = run_for(aim, &endless, change, &settings).0.unwrap().verdict;
        assert!(matches!(verdict, Verdict::Undecided(why) if why == wanted));
    }
}

#[test]
fn an_engine_that_improves_plans_gets_more_turns() {
    let parts = [
        ("better", 0, Answer::PlanObserver(1_000), 1),
        ("idle", 0, Answer::Idle(200), 1),
    ];
    let settings = on(1, Stop::default());
    let (answer, turns) = run_for(Aim::Cheapest, &parts, |it| it, &settings);
    assert!(matches!(answer.unwrap().verdict, Verdict::Solved(800)));
    let first = turns[..200].iter();
    let better = first.filter(|turn| turn.0 == "better").count();
    let idle = 200 - better;
    assert!(
        better > 3 * idle && better < 5 * idle,
        "{better} and {idle}"
    );
}

/// Ends with one reason if another clone starts within 300 ms, and with another reason if not.
fn meets(count: &AtomicUsize) -> Turn {
    count.fetch_add(1, Ordering::Relaxed);
    let began = Instant::now();
    while count.load(Ordering::Relaxed) < 2 {
        if began.elapsed() > Duration::from_millis(300) {
            return Turn::Done(StopReason::TooLarge);
        }
        std::thread::yield_now();
    }
    Turn::Done(StopReason::NothingLeft)
}

#[test]
fn only_clones_begin_together() {
    for (is_beside, met) in [
        (true, StopReason::NothingLeft),
        (false, StopReason::TooLarge),
    ] {
        let (lamps, begun) = (Lamps::new(3), AtomicUsize::new(0));
        let turn = |_: &mut Budget<'_>| Ok(meets(&begun));
        let table = if is_beside {
            Slot::each(2, "meets", 1, turn).collect()
        } else {
            [(); 2].map(|()| Slot::new("meets", 1, turn)).into()
        };
        let answer = any_plan(&lamps, table, &on(2, Stop::default())).unwrap();
        let Verdict::Undecided(why) = answer.verdict else {
            panic!("it has an answer");
        };
        assert_eq!(why, met);
    }
}
