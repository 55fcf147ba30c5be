//! Parts of tasks, for a first plan if there are too many ground actions. Plans of a part are plans of the whole task;
//! if the task is unsolvable, so is every part.

use std::num::NonZeroUsize;

use crate::common::choice::{Actions, Choice};
use crate::common::random_task::{Level, random_task};
use crate::common::{About, grounded, reachable, read, shortest_plan, task};
use saut_base::stop::Stop;
use saut_pddl::{
    GroundingError, GroundingLimits, PlanningTask, Quality, Stopped, ValidatedPlan, ground,
};
use saut_plan::planning::find_plan;
use saut_plan::{Decision, Settings, Verdict};
use saut_task::Checked;

/// Returns the plan of the first solvable part, and the numbers of actions of all parts up to it.
fn plan_of_parts(task: &PlanningTask) -> (Option<ValidatedPlan>, Vec<usize>) {
    let settings = Settings {
        threads: NonZeroUsize::new(1),
        ..Settings::default()
    };
    let limits = GroundingLimits::default();
    let mut sizes = Vec::new();
    let Some(mut parts) = task.partial_grounding(&limits).unwrap() else {
        return (None, sizes);
    };
    while let Some(part) = parts.next_part(&limits) {
        let Ok(part) = part else { continue };
        sizes.push(part.actions());
        let found: Option<Decision<ValidatedPlan, Checked<()>>> =
            find_plan(&part, 20_000, &settings).unwrap();
        let verdict = found.map(|found| found.verdict);
        match verdict {
            Some(Verdict::Solved(plan)) => return (Some(plan), sizes),
            Some(_) => panic!("the only possible result for a part is a plan"),
            None => {}
        }
    }
    (None, sizes)
}

/// Numbers of tasks with a plan, without a plan, and with a plan from a part.
#[derive(Debug, Default)]
struct Seen {
    solvable: usize,
    infeasible: usize,
    by_part: usize,
}

impl Seen {
    fn check(&mut self, (domain, problem): (&str, &str), has_plan: bool) {
        let task = task(domain, problem);
        let (plan, _) = plan_of_parts(&task);
        let _about = About(|| format!("{domain}\n{problem}"));
        if let Some(plan) = &plan {
            let replayed = task.validate(plan.plan(), &Stop::default());
            assert!(replayed.is_ok() && has_plan);
        }
        self.solvable += usize::from(has_plan);
        self.infeasible += usize::from(!has_plan);
        self.by_part += usize::from(plan.is_some());
    }

    fn assert_many(&self) {
        let most = self.by_part * 10 > self.solvable * 9;
        assert!(
            self.infeasible > 20 && self.solvable > 50 && most,
            "{self:?}"
        );
    }
}

#[test]
fn plans_of_parts_are_plans_of_tasks_with_all_features() {
    let level = Level {
        quantifiers: true,
        conditional: true,
    };
    let mut seen = Seen::default();
    for seed in 0..300 {
        let (domain, problem) = random_task(seed, level);
        let whole = reachable(&read(&domain, &problem));
        let plan = whole.and_then(|task| shortest_plan(&task));
        seen.check((&domain, &problem), plan.is_some());
    }
    seen.assert_many();
}

#[test]
fn plans_of_parts_are_plans_of_tasks_with_axioms_and_conditional_effects() {
    let mut seen = Seen::default();
    for seed in 0..150 {
        for kind in [Actions::Axioms, Actions::Adl] {
            let choice = Choice::random(seed, kind);
            let (domain, problem) = choice.written();
            seen.check((&domain, &problem), choice.fewest_actions().is_some());
        }
    }
    seen.assert_many();
}

const LETTERS: &str = "(define (domain letters) (:types place letter)
  (:predicates (at ?l - letter ?p - place) (van ?p - place) (aboard ?l - letter))
  (:action drive :parameters (?p ?q - place) :precondition (van ?p)
    :effect (and (not (van ?p)) (van ?q)))
  (:action load :parameters (?l - letter ?p - place) :precondition (and (van ?p) (at ?l ?p))
    :effect (and (not (at ?l ?p)) (aboard ?l)))
  (:action unload :parameters (?l - letter ?p - place) :precondition (and (van ?p) (aboard ?l))
    :effect (and (not (aboard ?l)) (at ?l ?p))))";

/// Returns a problem with a van at the first of many places, and a letter at another place.
fn letters(places: usize, goal: &str) -> String {
    let names: Vec<String> = (0..places).map(|place| format!("p{place}")).collect();
    format!(
        "(define (problem far) (:domain letters) (:objects {} - place a - letter)
         (:init (van p0) (at a p7)) (:goal {goal}))",
        names.join(" ")
    )
}

#[test]
fn the_first_part_of_a_large_task_has_few_actions() {
    let problem = read(LETTERS, &letters(100, "(and (at a p9) (van p0))"));
    assert!(grounded(&problem).actions.len() > 9_000);
    let few = GroundingLimits {
        actions: 1_000,
        ..GroundingLimits::default()
    };
    let stopped = Err(GroundingError::Stopped(Stopped::Actions));
    assert_eq!(ground(&problem, Quality::AnyPlan, &few), stopped);
    let task = PlanningTask::new(problem);
    let (plan, sizes) = plan_of_parts(&task);
    assert_eq!(plan.map(|plan| plan.length()), Some(6));
    assert!(sizes.len() == 1 && sizes[0] < 30, "{sizes:?}");
}

#[test]
fn a_relaxed_unreachable_goal_has_no_partial_task() {
    let problem = letters(20, "(at a p9)").replace("(van p0)", "");
    let task = task(LETTERS, &problem);
    let parts = task.partial_grounding(&GroundingLimits::default());
    assert!(parts.unwrap().is_none());
}

#[test]
fn parts_grow_until_nothing_is_left() {
    // The letter cannot be at two places.
    let task = task(LETTERS, &letters(20, "(and (at a p9) (at a p8))"));
    let (plan, sizes) = plan_of_parts(&task);
    assert!(plan.is_none() && sizes.len() > 2, "{sizes:?}");
    assert!(sizes.windows(2).all(|two| two[0] <= two[1]), "{sizes:?}");
}
