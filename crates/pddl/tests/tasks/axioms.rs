//! Derived predicates: compares each search and each encoding with brute force. `trajectory.rs` tests the validator.
//!
//! `SAUT_CASES=10000 cargo test -p saut-pddl --test tasks axioms` tries 10,000 tasks.

use crate::common::choice::{Actions, Choice};
use crate::common::{About, OfKind as _, cases, has_plan_at, read, task};
use saut_base::stop::Stop;
use saut_pddl::{Compiled, GroundingError, GroundingLimits, PlanningTask, Quality};
use saut_plan::engine::{Budget, Turn};
use saut_plan::gbfs::Gbfs;
use saut_task::encode::Encoding;
use saut_task::exhaustive::{ExplorationEnding, explore};
use saut_task::task::Layer;
use saut_task::{Plan, Problem as _};

#[derive(Debug, Default)]
struct Seen {
    solvable: usize,
    infeasible: usize,
    unreachable: usize,
    with_derived: usize,
    recursive: usize,
    conditional: usize,
}

fn check(number: u64, kind: Actions, cases: usize, seen: &mut Seen) {
    let choice = Choice::random(number, kind);
    let (domain_text, problem_text) = choice.written();
    let problem = read(&domain_text, &problem_text);
    let _about = About(|| format!("{number}: {domain_text}\n{problem_text}"));
    let fewest = choice.fewest_actions();
    let source = PlanningTask::new(problem);
    let is_out_of_reach = source
        .check_relaxed_unreachability(&Stop::default())
        .is_ok();
    assert!(!is_out_of_reach || fewest.is_none());
    let limits = GroundingLimits {
        cases,
        ..GroundingLimits::default()
    };
    let compiled = source.compile(Quality::AnyPlan, &limits);
    let pddl = match compiled.and_then(Compiled::classical) {
        Ok(pddl) => pddl,
        Err(GroundingError::GoalUnreachable { .. }) => {
            assert!(is_out_of_reach);
            assert_eq!(fewest, None);
            seen.unreachable += 1;
            return;
        }
        Err(why) => panic!("{why}"),
    };
    let task = pddl.task();
    seen.conditional += usize::from(task.has_conditional_effects());
    seen.with_derived += usize::from(!task.rules().is_empty());
    seen.recursive += usize::from(task.layers().iter().any(Layer::is_recursive));
    let stop = Stop::default();
    let says_goal = pddl.goal_steps();
    match explore(task, &stop) {
        ExplorationEnding::Plan(path) => {
            let plan = pddl.validate(Plan::sequential(path)).unwrap().0;
            assert_eq!(Some(plan.length()), fewest);
        }
        ExplorationEnding::Closed { .. } => assert_eq!(fewest, None),
        ExplorationEnding::Stopped(why) => panic!("{why:?}"),
    }
    match Gbfs::new(task).turn(&mut Budget::unlimited(&stop)).unwrap() {
        Turn::Plan(plan, _) => {
            assert!(pddl.validate(plan).is_ok() && fewest.is_some());
        }
        Turn::Done(_) => assert!(fewest.is_none()),
        turn => panic!("{turn:?}"),
    }
    let Some(fewest) = fewest else {
        seen.infeasible += 1;
        for encoding in [Encoding::SEQUENTIAL, Encoding::Exists, Encoding::R2_EXISTS] {
            assert!(!has_plan_at(&pddl, encoding, 3), "{encoding}");
        }
        return;
    };
    seen.solvable += 1;
    let steps = fewest + says_goal;
    for encoding in Encoding::ALL {
        if matches!(encoding, Encoding::Smt) {
            continue;
        }
        assert!(has_plan_at(&pddl, encoding, steps), "{encoding}");
        if encoding.is_sequential() && steps > 0 {
            assert!(!has_plan_at(&pddl, encoding, steps - 1), "{encoding}");
        }
    }
}

#[test]
fn searches_and_formulas_agree_with_brute_force() {
    let mut seen = Seen::default();
    for seed in 0..cases(400) {
        check(seed, Actions::Axioms, 4096, &mut seen);
    }
    assert!(seen.solvable > 100 && seen.infeasible > 20, "{seen:?}");
    assert!(seen.with_derived > 100 && seen.recursive > 20, "{seen:?}");
}

/// If no action is split into cases, all disjunctions become derived facts, and conditional effects are kept.
#[test]
fn disjunctions_as_facts_and_conditional_effects_agree_with_brute_force() {
    let mut seen = Seen::default();
    for seed in 0..cases(400) {
        check(seed, Actions::Axioms, 1, &mut seen);
        check(seed, Actions::Adl, 1, &mut seen);
    }
    assert!(seen.solvable > 100 && seen.infeasible > 20, "{seen:?}");
    assert!(seen.with_derived > 150 && seen.conditional > 50, "{seen:?}");
}

/// Returns a task whose goal has `count` disjunctions of five facts each. Every action adds one fact.
fn disjunctions(count: usize) -> (String, String) {
    let facts = |row: usize| (0..5).map(move |column| format!("(f{row}x{column})"));
    let all: Vec<String> = (0..count).flat_map(facts).collect();
    let actions = all.iter().enumerate();
    let actions: String = actions
        .map(|(n, fact)| format!("(:action a{n} :effect {fact})"))
        .collect::<Vec<_>>()
        .concat();
    let goal = (0..count).map(|row| format!("(or {})", facts(row).collect::<String>()));
    let domain = format!(
        "(define (domain d) (:requirements :adl) (:predicates {}) {actions})",
        all.concat()
    );
    let problem = format!(
        "(define (problem p) (:domain d) (:init) (:goal (and {})))",
        goal.collect::<String>()
    );
    (domain, problem)
}

#[test]
fn a_goal_of_many_disjunctions_is_not_multiplied_out() {
    for (count, axioms) in [(2, 0), (6, 30), (60, 300)] {
        let (domain, problem) = disjunctions(count);
        let source = task(&domain, &problem);
        let task = source.classical(Quality::AnyPlan).unwrap();
        assert_eq!(task.ground().axioms.len(), axioms);
        let stop = Stop::default();
        let turn = Gbfs::new(task.task()).turn(&mut Budget::unlimited(&stop));
        let Turn::Plan(plan, _) = turn.unwrap() else {
            panic!("{count} disjunctions");
        };
        assert_eq!(task.validate(plan).unwrap().0.length(), count);
    }
}

/// Atoms in a cycle of axioms hold only if one of them is derived in another way.
#[test]
fn a_circle_does_not_support_itself() {
    let domain = "(define (domain d) (:requirements :adl :derived-predicates)
      (:predicates (edge ?x ?y) (lit ?x) (reached ?x) (start ?x) (won))
      (:derived (reached ?x) (or (start ?x) (exists (?y) (and (reached ?y) (edge ?y ?x)))))
      (:action light :parameters (?x) :precondition (reached ?x) :effect (lit ?x))
      (:action cut :parameters (?x ?y) :precondition (edge ?x ?y) :effect (not (edge ?x ?y)))
      (:action begin :parameters (?x) :precondition (not (exists (?y) (edge ?y ?x))) :effect (start ?x)))";
    let task = |init: &str| {
        let problem = format!(
            "(define (problem p) (:domain d) (:objects a b c) (:init {init}) (:goal (lit c)))"
        );
        PlanningTask::new(read(domain, &problem))
    };
    let fewest = |source: &PlanningTask| {
        let pddl = source.classical(Quality::AnyPlan).unwrap();
        let lengths = 0..5;
        let found =
            |encoding, length: &usize| has_plan_at(&pddl, encoding, *length + pddl.goal_steps());
        let naive = lengths
            .clone()
            .find(|length| found(Encoding::Naive, length));
        assert_eq!(
            naive,
            lengths
                .clone()
                .find(|length| found(Encoding::SEQUENTIAL, length))
        );
        naive
    };
    assert_eq!(fewest(&task("(start a) (edge a b) (edge b c)")), Some(1));
    // b and c are connected only to each other, so one of them must be freed first.
    assert_eq!(fewest(&task("(edge a b) (edge b c) (edge c b)")), Some(2));
    assert_eq!(fewest(&task("(edge b c) (edge c b)")), Some(3));
}
