//! Domains for tests, and a simulator of ground tasks.

#![allow(dead_code, reason = "other crates include a part of this module")]

pub mod choice;
pub mod numeric_task;
pub mod pictures;
pub mod random_task;

use saut_base::stop::Stop;
use saut_pddl::{
    Compiled, GroundAction, GroundTask, GroundingError, GroundingLimits, NamedPlan,
    NumericPlanningDomain, PlanningDomain, PlanningTask, Problem, Quality, Reason, ground,
    read_domain, read_problem,
};
use saut_plan::settings::{EncodingChoice, Horizon};
use saut_plan::{Settings, Verdict, solve};
use saut_task::encode::Encoding;
use saut_task::exhaustive::{ExplorationEnding, explore};
use saut_task::task::{Fluent, Literal};
use saut_task::{Certificate, Plan, Problem as _};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::num::NonZeroUsize;

pub type State = BTreeSet<Fluent>;

pub fn read(domain: &str, problem: &str) -> Problem {
    let domain = read_domain(domain, "domain.pddl").unwrap_or_else(|bad| panic!("{bad}"));
    read_problem(problem, "problem.pddl", &domain).unwrap_or_else(|bad| panic!("{bad}"))
}

/// Returns the ground task, with the default limits.
pub fn ground_any(problem: &Problem) -> Result<GroundTask, GroundingError> {
    ground(problem, Quality::AnyPlan, &GroundingLimits::default())
}

pub fn grounded(problem: &Problem) -> GroundTask {
    ground_any(problem).unwrap_or_else(|why| panic!("{why}"))
}

/// Returns the ground task; `None` if the relaxation does not reach the goal.
pub fn reachable(problem: &Problem) -> Option<GroundTask> {
    match ground_any(problem) {
        Ok(task) => Some(task),
        Err(GroundingError::GoalUnreachable { .. }) => None,
        Err(why) => panic!("{why}"),
    }
}

pub fn task(domain: &str, problem: &str) -> PlanningTask {
    PlanningTask::new(read(domain, problem))
}

/// Whether the certificate is accepted for the task.
pub fn accepts(task: &PlanningTask, certificate: &Certificate<Reason>) -> bool {
    task.accept(certificate.clone(), &Stop::default()).is_ok()
}

/// Prints a text if the test fails while this value exists.
pub struct About<F: Fn() -> String>(pub F);

impl<F: Fn() -> String> Drop for About<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", (self.0)());
        }
    }
}

/// Grounds a task with the default limits, as the kind that the test expects.
pub trait OfKind {
    fn classical(&self, quality: Quality) -> Result<PlanningDomain<'_>, GroundingError>;
    fn numeric(&self, quality: Quality) -> Result<NumericPlanningDomain<'_>, GroundingError>;
}

impl OfKind for PlanningTask {
    fn classical(&self, quality: Quality) -> Result<PlanningDomain<'_>, GroundingError> {
        let compiled = self.compile(quality, &GroundingLimits::default());
        compiled.and_then(Compiled::classical)
    }

    fn numeric(&self, quality: Quality) -> Result<NumericPlanningDomain<'_>, GroundingError> {
        match self.compile(quality, &GroundingLimits::default())? {
            Compiled::Numeric(domain) => Ok(domain),
            Compiled::Classical(_) => panic!("expected a numeric task"),
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

pub fn able<'t>(task: &'t GroundTask, state: &State) -> Vec<&'t GroundAction> {
    let actions = task.actions.iter();
    actions.filter(|action| applicable(action, state)).collect()
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

/// Returns a shortest plan, by breadth-first search.
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

/// Returns the minimal number of steps by explicit-state search over the ground task. The validator must accept the
/// plan.
pub fn fewest_by_search(source: &PlanningTask) -> Option<usize> {
    let task = match source.classical(Quality::AnyPlan) {
        Ok(task) => task,
        Err(GroundingError::GoalUnreachable { .. }) => return None,
        Err(other) => panic!("{other}"),
    };
    match explore(task.task(), &Stop::default()) {
        ExplorationEnding::Plan(path) => {
            let found = task.validate(Plan::sequential(path));
            let found = found.unwrap_or_else(|wrong| panic!("{wrong:?}"));
            Some(found.0.length())
        }
        ExplorationEnding::Closed { .. } => None,
        ended @ ExplorationEnding::Stopped(_) => panic!("{ended:?}"),
    }
}

/// Returns the number of cases of a test: the value of `SAUT_CASES` if it is set, otherwise `usual`.
pub fn cases(usual: u64) -> u64 {
    let asked = std::env::var("SAUT_CASES").ok();
    asked.and_then(|asked| asked.parse().ok()).unwrap_or(usual)
}

pub fn has_plan_at(task: &PlanningDomain, encoding: Encoding, steps: usize) -> bool {
    let settings = Settings {
        encoding: Some(EncodingChoice::Fixed(encoding)),
        backends: vec!["batsat".to_owned()],
        horizon: Horizon::Steps(steps),
        threads: NonZeroUsize::new(1),
        ..Settings::default()
    };
    let decision = solve(task, &settings).unwrap();
    matches!(decision.verdict, Verdict::Solved(_))
}

pub fn plan(text: &str) -> NamedPlan {
    NamedPlan::read(text, "plan").unwrap_or_else(|bad| panic!("{bad}"))
}
