//! Tests of formulas that are too large to be tried, and of the results of attempts that end early.

use std::num::NonZeroUsize;
use std::time::Duration;

use super::{Formulas, Lineup};
use crate::backend::by_name;
use crate::decision::Verdict;
use crate::engine::{Budget, Turn};
use crate::random_task::random_task;
use crate::settings::{EncodingChoice, Horizon, Settings};
use crate::solve::solve;
use saut_base::stop::{Stop, StopReason};
use saut_task::domain::{Cost, Problem, RefusedPlan};
use saut_task::encode::Encoding;
use saut_task::plan::Plan;
use saut_task::task::{Action, ActionId, Fluent, GoalConstraint, Task, TaskParts};

/// Runs the solver steered on a formula of four steps with a limit on its clauses. Returns the turn and the number of
/// attempts.
fn attempts(task: &Task, most_clauses: u128) -> (Turn, usize) {
    let lineup = Lineup {
        choices: vec![(EncodingChoice::Fixed(Encoding::Exists), 1)],
        most_clauses,
        ..Lineup::of(&Settings::default())
    };
    let settings = Settings {
        horizon: Horizon::Steps(4),
        threads: NonZeroUsize::new(1),
        ..Settings::default()
    };
    let backends = [by_name("steered").unwrap()];
    let formulas = Formulas::new(task, &settings, &backends, lineup);
    let stop = Stop::default();
    let mut budget = Budget::unlimited(&stop);
    (formulas.turn(&mut budget).unwrap(), budget.attempts)
}

#[test]
fn a_formula_whose_bound_is_too_large_is_tried_if_it_is_not() {
    let task = random_task(1);
    let written = Encoding::Exists.encode(&task, 4).formula.clauses() as u128;
    assert!(written < Encoding::Exists.most_clauses(&task, 4));
    assert_eq!(attempts(&task, written).1, 1);
    let (turn, tried) = attempts(&task, written - 1);
    assert!(matches!(turn, Turn::Done(StopReason::TooLarge)));
    assert_eq!(tried, 0);
}

/// Returns a task in which each of two tokens walks along its own row of places.
pub(crate) fn walks(places: usize) -> Task {
    let at = |token: usize, place: usize| Fluent::new(token * places + place);
    let tokens = [0, 1];
    let step = |(token, place): (usize, usize)| {
        let (from, to) = (at(token, place), at(token, place + 1));
        let effects = [from.is_false(), to.is_true()];
        Action::new(format!("step-{token}-{place}"), [from.is_true()], effects)
    };
    let steps = tokens.map(|token| (0..places - 1).map(move |place| (token, place)));
    let goals = tokens.map(|token| GoalConstraint::Literal(at(token, places - 1).is_true()));
    Task::new(TaskParts {
        fluents: (0..2 * places).map(|n| format!("f-{n}")).collect(),
        actions: steps.into_iter().flatten().map(step).collect(),
        start: tokens.map(|token| at(token, 0)).to_vec(),
        goal: goals.to_vec(),
        ..TaskParts::default()
    })
    .unwrap()
}

#[test]
fn an_attempt_has_no_more_conflicts_than_the_turn_where_work_is_counted_by_them() {
    const MOST: u64 = 5;
    let conflicts = |of_a_conflict| {
        let task = walks(6);
        let settings = Settings {
            horizon: Horizon::Steps(9), // one too few
            threads: NonZeroUsize::new(1),
            ..Settings::default()
        };
        let lineup = Lineup {
            choices: vec![(EncodingChoice::Fixed(Encoding::SEQUENTIAL), 1)],
            of_a_conflict,
            ..Lineup::of(&settings)
        };
        let backends = [by_name("steered").unwrap()];
        let formulas = Formulas::new(&task, &settings, &backends, lineup);
        let stop = Stop::default();
        Budget::unlimited(&stop).aside(MOST, |budget| {
            formulas.turn(budget).unwrap();
            budget.conflicts
        })
    };
    assert!(conflicts(Some(1)) <= MOST);
    assert!(conflicts(None) > MOST);
}

#[test]
fn a_backend_at_fault_is_left_out_and_the_fault_of_the_last_is_an_error() {
    let task = walks(6);
    let settings = Settings {
        horizon: Horizon::Steps(10),
        ..Settings::default()
    };
    let turn = |names: [&str; 2]| {
        let lineup = Lineup {
            choices: vec![(EncodingChoice::Fixed(Encoding::SEQUENTIAL), 1)],
            ..Lineup::of(&settings)
        };
        let (stop, backends) = (Stop::default(), names.map(|name| by_name(name).unwrap()));
        let formulas = Formulas::new(&task, &settings, &backends, lineup);
        let mut budget = Budget::unlimited(&stop);
        let turn = formulas.turn(&mut budget);
        turn.map(|turn| (turn, budget.warnings.len()))
    };
    let found = turn(["dimacs:false", "batsat"]).unwrap();
    assert!(matches!(found, (Turn::Plan(..), 1)), "{found:?}");
    assert!(turn(["dimacs:false", "dimacs:true"]).is_err());
}

/// Runs a shell script as a solver on a refutable formula, with some threads. Returns the reason why the portfolio
/// ended, the number of unproved refutations, and the number of calls.
fn calls(script: &str, placeholders: &str, threads: usize) -> (StopReason, usize, usize) {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("script"), script).unwrap();
    let (script, log) = (file("script"), file("log"));
    let name = format!(
        "dimacs:/bin/sh {} {} {placeholders}",
        script.display(),
        log.display()
    );
    let settings = Settings {
        backends: vec![name],
        encoding: Some(EncodingChoice::Fixed(Encoding::Forall)),
        horizon: Horizon::Steps(3), // five are needed
        threads: NonZeroUsize::new(threads),
        stop: Stop::new(Some(Duration::from_secs(20)), None),
        own_proofs: true,
        ..Settings::default()
    };
    let decision = solve(&Walks(walks(6)), &settings).unwrap();
    let Verdict::Undecided(why) = decision.verdict else {
        panic!("{:?}", decision.verdict);
    };
    let log = std::fs::read_to_string(log).unwrap_or_default();
    (why, decision.unproved.len(), log.lines().count())
}

#[derive(Debug)]
struct Walks(Task);

saut_task::no_reasons!(Walks);

impl Problem for Walks {
    type Plan = ();

    fn task(&self) -> &Task {
        &self.0
    }

    fn validate(&self, _: Plan<ActionId>) -> Result<((), Cost), RefusedPlan> {
        Ok(((), 1))
    }
}

#[test]
fn a_solver_that_gives_up_is_called_once_for_a_formula() {
    for threads in [1, 3] {
        let unknown = "cat > /dev/null; echo call >> $1; echo s UNKNOWN";
        assert_eq!(
            calls(unknown, "", threads),
            (StopReason::SolverGaveUp, 0, 1)
        );
    }
}

#[test]
fn a_command_without_a_seed_runs_once_and_its_unproved_claim_is_reported() {
    let claims = "cat > /dev/null; echo call >> $1; sleep 0.3; echo s UNSATISFIABLE";
    let refuted = StopReason::HorizonRefuted {
        horizon: 3,
        is_proved: false,
    };
    assert_eq!(calls(claims, "", 3), (refuted, 1, 1));
    assert_eq!(calls(claims, "{seed} {threads}", 3), (refuted, 1, 1));
    // Copies with different seeds run at the same time.
    let (why, _, number) = calls(claims, "{seed}", 2);
    assert_eq!((why, number), (refuted, 2));
}
