//! Domains for tests, written for them, and a simulator of ground tasks.

#![allow(dead_code, reason = "other crates include a part of this")]

pub mod choice;
pub mod numeric_task;
pub mod pictures;
pub mod random_task;

use saut_pddl::{
    Compiled, GroundAction, GroundEffect, GroundTask, Grounding, GroundingLimits, LiftedDomain,
    NamedPlan, NotCompiled, NumericPlanningDomain, PlanningDomain, PlanningTask, Problem, Quality,
    ground, read_domain, read_problem,
};
use std::collections::{BTreeSet, HashMap, VecDeque};

/// The facts that hold.
pub type State = BTreeSet<u32>;

pub fn read(domain: &str, problem: &str) -> (LiftedDomain, Problem) {
    let domain = read_domain(domain, "domain.pddl").unwrap_or_else(|bad| panic!("{bad}"));
    let problem =
        read_problem(problem, "problem.pddl", &domain).unwrap_or_else(|bad| panic!("{bad}"));
    (domain, problem)
}

pub fn grounded(domain: &LiftedDomain, problem: &Problem) -> GroundTask {
    match ground(
        domain,
        problem,
        Quality::AnyPlan,
        &GroundingLimits::default(),
    ) {
        Grounding::Task(task) => *task,
        other => panic!("not a task: {other:?}"),
    }
}

/// Tasks of which a test knows whether they have numbers.
pub trait OfKind {
    fn classical(
        &self,
        quality: Quality,
        limits: &GroundingLimits,
    ) -> Result<PlanningDomain<'_>, NotCompiled>;
    fn numeric(
        &self,
        quality: Quality,
        limits: &GroundingLimits,
    ) -> Result<NumericPlanningDomain<'_>, NotCompiled>;
}

impl OfKind for PlanningTask {
    fn classical(
        &self,
        quality: Quality,
        limits: &GroundingLimits,
    ) -> Result<PlanningDomain<'_>, NotCompiled> {
        self.compile(quality, limits).and_then(Compiled::classical)
    }

    fn numeric(
        &self,
        quality: Quality,
        limits: &GroundingLimits,
    ) -> Result<NumericPlanningDomain<'_>, NotCompiled> {
        match self.compile(quality, limits)? {
            Compiled::Numeric(domain) => Ok(domain),
            Compiled::Classical(_) => panic!("a task with numbers"),
        }
    }
}

pub fn start(task: &GroundTask) -> State {
    task.initial.iter().copied().collect()
}

pub fn applicable(action: &GroundAction, state: &State) -> bool {
    action.positive.iter().all(|fact| state.contains(fact))
        && !action.negative.iter().any(|fact| state.contains(fact))
}

pub fn apply(action: &GroundAction, state: &State) -> State {
    let mut next = state.clone();
    let takes_place = |one: &&GroundEffect| {
        one.positive.iter().all(|fact| state.contains(fact))
            && !one.negative.iter().any(|fact| state.contains(fact))
    };
    let under_conditions = || action.conditional.iter().filter(takes_place);
    for fact in under_conditions().flat_map(|one| &one.deleted) {
        next.remove(fact);
    }
    for fact in &action.deleted {
        next.remove(fact);
    }
    next.extend(&action.added);
    next.extend(under_conditions().flat_map(|one| &one.added));
    next
}

pub fn is_goal(task: &GroundTask, state: &State) -> bool {
    task.positive_goal.iter().all(|fact| state.contains(fact))
        && !task.negative_goal.iter().any(|fact| state.contains(fact))
}

/// A plan with the fewest actions, by breadth-first search.
pub fn shortest_plan(task: &GroundTask) -> Option<NamedPlan> {
    let first = start(task);
    let mut before: HashMap<State, Option<(State, usize)>> = HashMap::new();
    before.insert(first.clone(), None);
    let mut open = VecDeque::from([first]);
    while let Some(state) = open.pop_front() {
        if is_goal(task, &state) {
            let mut names = Vec::new();
            let mut at = state;
            while let Some(Some((previous, action))) = before.get(&at) {
                let action = &task.actions[*action];
                if action.name != "(goal reached?)" {
                    names.push(action.name.clone());
                }
                at = previous.clone();
            }
            names.reverse();
            return Some(plan(&names.join("\n")));
        }
        for (number, action) in task.actions.iter().enumerate() {
            if applicable(action, &state) {
                let next = apply(action, &state);
                if !before.contains_key(&next) {
                    before.insert(next.clone(), Some((state.clone(), number)));
                    open.push_back(next);
                }
            }
        }
    }
    None
}

pub fn plan(text: &str) -> NamedPlan {
    NamedPlan::read(text, "plan").unwrap_or_else(|bad| panic!("{bad}"))
}
