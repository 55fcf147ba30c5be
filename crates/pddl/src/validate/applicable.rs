//! Computes the problem that begins in the state after a plan, and the steps that are applicable in the initial state.

use rustc_hash::FxHashSet;
use saut_base::stop::{Stop, StopReason};

use super::rejected::InvalidPlan;
use super::state::{State, rules};
use crate::datalog::AtomIndex;
use crate::domain::name_of;
use crate::judge::Judge as _;
use crate::plan::{NamedPlan, PlanStep};
use crate::problem::Problem;

/// Returns the problem that begins in the state after the plan. Constraints and preferences apply to this state and the
/// states after it.
///
/// # Errors
///
/// The first inapplicable step, or [`InvalidPlan::Unfinished`].
pub(crate) fn after(
    problem: &Problem,
    plan: &NamedPlan,
    stop: &Stop,
) -> Result<Problem, InvalidPlan> {
    let mut state = State::initial(problem, stop);
    for (place, step) in plan.steps.iter().enumerate() {
        let taken = state.take(step);
        if let Some(why) = state.ended() {
            return Err(InvalidPlan::Unfinished(why));
        }
        taken.map_err(|wrong| InvalidPlan::step(place, step, wrong))?;
    }
    let mut next = problem.clone();
    next.initial = state.holding.iter().cloned().collect();
    next.initial.sort();
    let numbers = state.numbers.iter();
    next.values
        .extend(numbers.map(|(function, value)| (function.clone(), value.clone())));
    Ok(next)
}

/// Returns at most `most` steps that are applicable in the initial state, in the order of the actions in the file, and
/// whether no further step is applicable.
///
/// # Errors
///
/// The limit that was reached.
pub(crate) fn applicable(
    problem: &Problem,
    most: usize,
    stop: &Stop,
) -> Result<(Vec<PlanStep>, bool), StopReason> {
    let start = State::initial(problem, stop);
    let mut index = AtomIndex::default();
    for atom in start.holding.iter().chain(&start.derived) {
        index.insert(atom);
    }
    let (mut listed, mut seen) = (Vec::new(), FxHashSet::default());
    for schema in &problem.domain.schemas {
        let mut found = Vec::new();
        for rule in rules(
            &schema.parameters,
            &schema.precondition,
            &FxHashSet::default(),
        ) {
            for mut values in rule.solutions(&start, &index, None)? {
                values.truncate(schema.parameters.len());
                found.push(values);
            }
        }
        found.sort_unstable();
        for values in found {
            let name = |&object: &u32| name_of(&problem.objects, object as usize).to_owned();
            let one = PlanStep {
                action: schema.name.clone(),
                arguments: values.iter().map(name).collect(),
            };
            if seen.contains(&one) {
                continue;
            }
            if listed.len() == most {
                return Ok((listed, false));
            }
            seen.insert(one.clone());
            listed.push(one);
        }
    }
    start.poll()?;
    Ok((listed, true))
}

#[cfg(test)]
mod tests {
    use saut_base::stop::Stop;

    use crate::{NamedPlan, PlanStep, PlanningTask, read_domain, read_problem};

    const DOMAIN: &str = "(define (domain d) (:requirements :adl)
        (:predicates (at ?x) (road ?x ?y) (wet ?x) (any))
        (:derived (any) (exists (?x) (wet ?x)))
        (:action go :parameters (?x ?y) :precondition (and (at ?x) (or (road ?x ?y) (road ?y ?x)))
          :effect (and (not (at ?x)) (at ?y)))
        (:action dive :parameters (?x) :precondition (and (at ?x) (not (any))) :effect (wet ?x))
        (:action rest))";
    const PROBLEM: &str = "(define (problem p) (:objects a b c) (:init (at b) (road a b) (road b c)
        (road c b)) (:goal (any)))";

    fn task() -> PlanningTask {
        let domain = read_domain(DOMAIN, "d").unwrap();
        PlanningTask::new(read_problem(PROBLEM, "p", &domain).unwrap())
    }

    fn listed(task: &PlanningTask, most: usize) -> (Vec<String>, bool) {
        let (steps, are_all) = task.applicable(most, &Stop::default()).unwrap();
        (steps.iter().map(PlanStep::written).collect(), are_all)
    }

    #[test]
    fn each_applicable_step_is_listed_once() {
        let all = ["(go b a)", "(go b c)", "(dive b)", "(rest)"].map(str::to_owned);
        assert_eq!(listed(&task(), 10), (all.to_vec(), true));
        assert_eq!(listed(&task(), 3), (all[..3].to_vec(), false));
    }

    #[test]
    fn a_problem_can_begin_after_a_plan() {
        let plan = NamedPlan::read("(dive b)\n(go b c)", "plan").unwrap();
        let task = task().after(&plan, &Stop::default()).unwrap();
        assert_eq!(listed(&task, 10).0, ["(go c b)", "(rest)"]);
        let empty = NamedPlan::default();
        assert!(task.validate(&empty, &Stop::default()).is_ok());
        let wrong = NamedPlan::read("(dive c)", "plan").unwrap();
        let why = task.after(&wrong, &Stop::default()).unwrap_err();
        assert_eq!(why.number(), Some(1));
    }
}
