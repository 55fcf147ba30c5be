//! Shortest plans of tasks with disjunctive goals: actions, steps and horizons compared with brute force.

use std::num::NonZeroUsize;

use crate::common::choice::{Actions, Choice, every_order, layers};
use crate::common::{About, OfKind as _, applicable, apply, is_goal, start, task};
use saut_base::stop::Stop;
use saut_pddl::{GroundTask, GroundingError, NamedPlan, PlanStep, PlanningDomain, Quality};
use saut_plan::planning::{PlanMethod, plan_task};
use saut_plan::{Method, Minimise, Settings, Verdict};
use saut_task::Problem as _;
use saut_task::parallel::fewest_parallel_steps;

/// Maximum number of ground actions. With more actions, there are too many sets of actions.
const MAX_ACTIONS: usize = 12;

fn shortest<'a>(
    task: &PlanningDomain<'a>,
    minimise: Minimise,
) -> saut_plan::race::Raced<PlanningDomain<'a>> {
    let settings = Settings {
        minimise: Some(minimise),
        threads: NonZeroUsize::new(1),
        ..Settings::default()
    };
    plan_task(task, PlanMethod::Auto, &settings).unwrap()
}

/// Returns the minimal number of ∀-steps of the ground task, by trying all sets of its actions. `None` if there are too
/// many actions, or no plan.
fn fewest_ground_steps(task: &GroundTask) -> Option<usize> {
    let (says, actions): (Vec<_>, Vec<_>) = task.actions.iter().partition(|action| !action.is_step);
    if actions.len() > MAX_ACTIONS {
        return None;
    }
    let is_reached =
        |state: &_| is_goal(task, state) || says.iter().any(|action| applicable(action, state));
    let play = |number: usize, state: &_| {
        let action = actions[number];
        applicable(action, state).then(|| apply(action, state))
    };
    let next = |state: &_| every_order(actions.len(), state, play);
    layers(start(task), is_reached, next)
}

#[derive(Debug, Default)]
struct Seen {
    solvable: usize,
    with_steps: usize,
    /// Number of tasks with a plan that has fewer parallel steps than actions.
    parallel: usize,
}

fn check(number: u64, kind: Actions, seen: &mut Seen) {
    let choice = Choice::random(number, kind);
    let (domain, problem) = choice.written();
    let _about = About(|| format!("{number}: {domain}\n{problem}"));
    let fewest = choice.fewest_actions();
    let source = task(&domain, &problem);
    let pddl = match source.classical(Quality::AnyPlan) {
        Ok(pddl) => pddl,
        Err(GroundingError::GoalUnreachable { .. }) => {
            assert_eq!(fewest, None);
            return;
        }
        Err(why) => panic!("{why}"),
    };
    let decision = shortest(&pddl, Minimise::Actions);
    let Verdict::Solved(plan) = decision.verdict else {
        assert_eq!(fewest, None);
        assert!(matches!(decision.verdict, Verdict::Infeasible(_)));
        return;
    };
    assert_eq!(
        (Some(plan.length()), decision.optimal),
        (fewest, Some(true))
    );
    seen.solvable += 1;
    let decision = shortest(&pddl, Minimise::Steps);
    let (Verdict::Solved(plan), Some(Method::Formula { horizon, .. })) =
        (decision.verdict, decision.method)
    else {
        panic!("no plan of few steps");
    };
    assert_eq!(decision.optimal, Some(true));
    let actions = pddl.actions_of(plan.plan()).unwrap();
    let steps = fewest_parallel_steps(pddl.task(), &actions);
    assert_eq!(steps, Some(horizon - pddl.goal_steps()));
    let steps = steps.unwrap();
    seen.parallel += usize::from(steps < plan.length());
    if let Some(fewest) = fewest_ground_steps(pddl.ground()) {
        seen.with_steps += 1;
        assert_eq!(steps, fewest);
    }
    let names: Vec<String> = plan.plan().steps.iter().map(PlanStep::written).collect();
    assert!(choice.is_plan_of_steps(&names, steps));
}

fn check_many(tasks: u64) -> [Seen; 2] {
    [Actions::Plain, Actions::Adl].map(|kind| {
        let mut seen = Seen::default();
        for seed in 0..tasks / 2 {
            check(seed, kind, &mut seen);
        }
        seen
    })
}

#[test]
fn shortest_plans_of_goals_that_are_a_choice_are_those_of_brute_force() {
    for seen in check_many(800) {
        assert!(seen.solvable > 80 && seen.parallel > 8, "{seen:?}");
        assert!(seen.with_steps * 10 > seen.solvable * 6, "{seen:?}");
    }
}

const NEEDLESS: [&str; 2] = [
    "(define (domain needless) (:requirements :adl) (:predicates (p) (z))
  (:action a2 :precondition (p) :effect (and (z) (not (p))))
  (:action a3 :effect (and (z) (p))))",
    "(define (problem needless) (:domain needless) (:init) (:goal (or (z) (and (z) (not (p))))))",
];

#[test]
fn actions_parallel_to_the_goal_action_are_dropped() {
    let source = task(NEEDLESS[0], NEEDLESS[1]);
    let pddl = source.classical(Quality::AnyPlan).unwrap();
    let named = |name: &str| {
        let mut ids = pddl.task().action_ids();
        ids.find(|&id| pddl.task().action(id).name.starts_with(name))
            .unwrap()
    };
    let [a2, a3, reached] = ["a2", "a3", "goal"].map(named);
    let valid = |steps: &[&[_]]| {
        let steps = steps.iter().map(|step| step.to_vec()).collect();
        let valid = pddl.validate(saut_task::Plan { steps }).ok()?;
        Some(valid.0.plan().written())
    };
    for steps in [
        &[&[a3][..], &[a2, reached]][..],
        &[&[a3], &[reached, a2]],
        &[&[a3], &[reached]],
        // If the goal is reached within a step, only the actions before the goal action are kept.
        &[&[a3, reached, a2]],
        &[&[a3, a2]],
    ] {
        assert_eq!(valid(steps).as_deref(), Some("(a3)\n"));
    }
    assert_eq!(valid(&[&[reached, a3]]), None);
}

#[test]
fn an_action_named_like_the_goal_action_is_kept() {
    let domain = "(define (domain namesake) (:requirements :adl) (:predicates (goal ?x) (other))
      (:action goal :parameters (?x) :effect (goal ?x)))";
    let problem = "(define (problem namesake) (:domain namesake) (:objects reached reached1)
      (:init) (:goal (or (goal reached) (other))))";
    let source = task(domain, problem);
    let pddl = source.classical(Quality::AnyPlan).unwrap();
    let mut names = pddl.ground().facts.clone();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), pddl.ground().facts.len());
    let plan = NamedPlan::read("(goal reached)", "plan").unwrap();
    assert_eq!(pddl.actions_of(&plan).unwrap()[0].len(), 1);
    assert_eq!(shortest(&pddl, Minimise::Steps).optimal, Some(true));
}

/// Places in a row with parcels that are carried one by one. A plan is easy to find; a shortest plan is not.
fn carrying() -> (String, String) {
    let domain = "(define (domain carrying) (:types place parcel hand)
      (:predicates (at ?p - place) (lies ?o - parcel ?p - place) (holds ?h - hand ?o - parcel)
                   (free ?h - hand))
      (:action go :parameters (?p ?q - place) :precondition (at ?p)
        :effect (and (at ?q) (not (at ?p))))
      (:action take :parameters (?o - parcel ?p - place ?h - hand)
        :precondition (and (at ?p) (lies ?o ?p) (free ?h))
        :effect (and (holds ?h ?o) (not (lies ?o ?p)) (not (free ?h))))
      (:action put :parameters (?o - parcel ?p - place ?h - hand)
        :precondition (and (at ?p) (holds ?h ?o))
        :effect (and (lies ?o ?p) (free ?h) (not (holds ?h ?o)))))";
    let parcels: Vec<String> = (0..24).map(|number| format!("o{number}")).collect();
    let all = |place: &str| -> String {
        let lies = parcels.iter().map(|it| format!("(lies {it} {place})"));
        lies.collect()
    };
    let problem = format!(
        "(define (problem carrying) (:domain carrying)
          (:objects a b - place left right - hand {} - parcel)
          (:init (at a) (free left) (free right) {}) (:goal (and {})))",
        parcels.join(" "),
        all("a"),
        all("b")
    );
    (domain.to_owned(), problem)
}

#[test]
fn a_limit_keeps_the_plan_and_the_lower_bound() {
    let (domain, problem) = carrying();
    let source = task(&domain, &problem);
    let pddl = source.classical(Quality::AnyPlan).unwrap();
    for minimise in [Minimise::Actions, Minimise::Steps] {
        let settings = Settings {
            minimise: Some(minimise),
            threads: NonZeroUsize::new(1),
            stop: Stop::new(Some(std::time::Duration::from_secs(6)), None),
            ..Settings::default()
        };
        let decision = plan_task(&pddl, PlanMethod::Auto, &settings).unwrap();
        assert!(
            matches!(decision.verdict, Verdict::Solved(_)),
            "{minimise:?}"
        );
        assert_eq!(decision.optimal, Some(false), "{minimise:?}");
        assert!(!decision.refuted.is_empty(), "{minimise:?}");
    }
}
