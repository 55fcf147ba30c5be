//! A task whose plans leave out at least one action of each given plan.
//!
//! For each action of a given plan, an atom records whether the action was taken. The goal also requires that at least
//! one of these actions was not taken. So plans of the changed task are also plans of the original task, and none of
//! them contains all actions of a given plan.
//!
//! Katz and Sohrabi: *Who needs these operators anyway: top quality planning with operator subset criteria* (2022).

use std::sync::Arc;

use crate::condition::{Atom, Condition, ObjectId, Term};
use crate::domain::{Effect, Schema};
use crate::plan::{NamedPlan, PlanStep};
use crate::planning_task::PlanningTask;
use crate::problem::Problem;
use saut_base::lists::number;

impl PlanningTask {
    /// Returns the task whose plans leave out at least one action of each of these plans.
    #[must_use]
    pub fn with_other_actions(&self, plans: &[NamedPlan]) -> Self {
        let mut task = self.clone();
        for (number, plan) in plans.iter().enumerate() {
            forbid(&mut task.problem, number, plan);
        }
        task
    }
}

/// Adds the goal that at least one action of a plan is not taken.
fn forbid(problem: &mut Problem, plan_number: usize, plan: &NamedPlan) {
    let mut steps: Vec<&PlanStep> = plan.steps.iter().collect();
    steps.sort_by_cached_key(|step| step.written());
    steps.dedup();
    let domain = Arc::make_mut(&mut problem.domain);
    let objects = &problem.objects;
    let mut not_taken = Vec::new();
    for (step_number, step) in steps.into_iter().enumerate() {
        // No name in a PDDL file has a space.
        let name = format!("step {step_number} of plan {plan_number}");
        let (place, _) = domain.symbols.predicates.insert_full(name, Vec::new());
        domain.symbols.derived.push(false);
        let taken = Atom::new(place, Vec::new());
        let arguments = step.arguments.iter();
        let values = arguments.filter_map(|name| objects.get_index_of(name).map(number));
        let values: Vec<ObjectId> = values.collect();
        for schema in domain
            .schemas
            .iter_mut()
            .filter(|schema| is_of(schema, step))
        {
            schema.effects.push(Effect {
                condition: if schema.parameters.is_empty() {
                    same(&[])
                } else {
                    same(&values)
                },
                atoms: vec![(taken.clone(), true)],
                ..Effect::default()
            });
        }
        not_taken.push(Condition::Literal(taken, false));
    }
    let goal = std::mem::replace(&mut problem.goal, Condition::And(Vec::new()));
    problem.goal = Condition::And(vec![goal, Condition::Or(not_taken)]);
}

/// Whether a step is an instance of this action. The words of a step may be the name of an action without parameters.
fn is_of(schema: &Schema, step: &PlanStep) -> bool {
    let words = step.written();
    let is_name = words[1..words.len() - 1] == schema.name;
    schema.name == step.action || (schema.parameters.is_empty() && is_name)
}

/// Returns the condition that the parameters of an action have these values.
fn same(values: &[ObjectId]) -> Condition {
    let equal = values.iter().enumerate();
    let equal = equal
        .map(|(level, &value)| Condition::Equal(Term::Variable(level), Term::Object(value), true));
    Condition::And(equal.collect())
}

#[cfg(test)]
mod tests {
    use saut_base::stop::Stop;

    use crate::{NamedPlan, PlanningTask, read_domain, read_problem};

    const DOMAIN: &str = "(define (domain d) (:requirements :strips) (:predicates (at ?x))
        (:action go :parameters (?x ?y) :precondition (at ?x) :effect (and (not (at ?x)) (at ?y)))
        (:action fly :effect (at c)))";
    const PROBLEM: &str = "(define (problem p) (:objects a b c) (:init (at a)) (:goal (at c)))";

    fn holds(given: &[&str], plan: &str) -> bool {
        let domain = read_domain(
            &DOMAIN.replace("(:predicates", "(:constants c) (:predicates"),
            "d",
        );
        let domain = domain.unwrap();
        let problem = PROBLEM.replace("a b c", "a b");
        let task = PlanningTask::new(read_problem(&problem, "p", &domain).unwrap());
        let read = |text: &str| NamedPlan::read(text, "plan").unwrap();
        let given: Vec<NamedPlan> = given.iter().map(|text| read(text)).collect();
        let task = task.with_other_actions(&given);
        task.validate(&read(plan), &Stop::default()).is_ok()
    }

    #[test]
    fn a_plan_with_all_actions_of_a_given_one_is_rejected() {
        let direct = "(go a c)";
        for plan in [direct, "(go a c)\n(go c b)\n(go b c)", "(fly)\n(go a c)"] {
            assert!(holds(&[], plan) && !holds(&[direct], plan), "{plan}");
        }
        let other = ["(fly)\n(go a c)", "(go a b)\n(go b c)"];
        assert!(!holds(&other, other[0]) && !holds(&other, other[1]));
    }

    #[test]
    fn a_plan_that_leaves_out_an_action_of_each_is_accepted() {
        assert!(holds(&["(go a c)"], "(fly)"));
        assert!(holds(&["(go a c)"], "(go a b)\n(go b c)"));
        assert!(holds(&["(go a c)", "(go a b)\n(go b c)"], "(fly)"));
    }
}
