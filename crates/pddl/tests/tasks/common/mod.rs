//! Domains for tests, written for them, and a simulator of ground tasks.

#![allow(dead_code, reason = "other crates include a part of this")]

pub mod choice;
pub mod numeric_task;
pub mod pictures;
pub mod random_task;

use saut_pddl::{
    Compiled, GroundAction, GroundTask, Grounding, GroundingLimits, LiftedDomain, NamedPlan,
    NotCompiled, NumericPlanningDomain, PlanningDomain, PlanningTask, Problem, Quality, ground,
    read_domain, read_problem,
};
use saut_task::task::{Fluent, Literal};
use std::collections::{BTreeSet, HashMap, VecDeque};

/// The facts that hold.
pub type State = BTreeSet<Fluent>;

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

fn hold(literals: &[Literal], state: &State) -> bool {
    let mut literals = literals.iter();
    literals.all(|one| state.contains(&one.fluent) == one.value)
}

pub fn applicable(ground: &GroundAction, state: &State) -> bool {
    hold(&ground.action.preconditions, state)
}

pub fn apply(ground: &GroundAction, state: &State) -> State {
    let conditional = ground.action.conditional.iter();
    let conditional = conditional.filter(|one| hold(&one.conditions, state));
    let mut effects = ground.action.effects.clone();
    effects.extend(conditional.map(|one| one.effect));
    let mut next = state.clone();
    for deleted in effects.iter().filter(|one| !one.value) {
        next.remove(&deleted.fluent);
    }
    next.extend(effects.iter().filter(|one| one.value).map(|one| one.fluent));
    next
}

pub fn is_goal(task: &GroundTask, state: &State) -> bool {
    hold(&task.goal, state)
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
