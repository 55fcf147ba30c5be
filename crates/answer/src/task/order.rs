//! The order of the actions of a plan: which actions must come before others, and which can be in the same step.

use std::fmt::Write as _;

use saut_base::stop::Stop;
use saut_pddl::{Compiled, GroundingError, GroundingLimits, PlanningTask, Quality, ValidatedPlan};
use saut_plan::cost::partial_order::PartialOrder;
use saut_task::Problem as _;
use saut_task::parallel::earliest_steps;
use schemars::JsonSchema;
use serde::Serialize;

/// Maximum number of actions of a plan whose order is computed. The order can have a pair for any two actions, so it
/// grows quadratically.
const MAX_ACTIONS: usize = 1_000;

/// The order of the actions of a plan, by their numbers from 1.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlanOrder {
    /// The steps. The actions of a step can be executed in any order, or at the same time.
    steps: Vec<Vec<usize>>,
    /// Pairs of actions. The first action of a pair must come before the second. Pairs that follow from others are left
    /// out. If the actions have conditional effects or derived preconditions, the only constraint is that each action
    /// comes after the previous step.
    before: Vec<[usize; 2]>,
}

impl PlanOrder {
    /// Returns the order of a plan. Returns `None` for numeric tasks, for plans that are too long, and for plans with
    /// an action that the ground task does not have.
    pub(super) fn of(
        source: &PlanningTask,
        plan: &ValidatedPlan,
        stop: &Stop,
    ) -> Result<Option<Self>, GroundingError> {
        if source.is_numeric() || plan.length() > MAX_ACTIONS {
            return Ok(None);
        }
        let limits = GroundingLimits::until(stop);
        let domain = source
            .compile(Quality::AnyPlan, &limits)
            .and_then(Compiled::classical)?;
        let Some(actions) = domain.actions(plan) else {
            return Ok(None);
        };
        let (task, count) = (domain.task(), plan.length());
        let places = |step: &Vec<_>, free: &mut Vec<bool>| -> Vec<usize> {
            let mut places: Vec<usize> = Vec::new();
            for action in step {
                let mut all = (0..count).filter(|&place| actions[place] == *action);
                if let Some(place) = all.find(|&place| free[place]) {
                    free[place] = false;
                    places.push(place);
                }
            }
            places.sort_unstable();
            places
        };
        let mut free = vec![true; count];
        let steps = earliest_steps(task, &actions).steps;
        let steps: Vec<Vec<usize>> = steps.iter().map(|step| places(step, &mut free)).collect();
        let steps: Vec<Vec<usize>> = steps.into_iter().filter(|step| !step.is_empty()).collect();
        let before = direct(task, &actions, count).unwrap_or_else(|| chain(&steps));
        let numbered = |place: &usize| place + 1;
        Ok(Some(Self {
            steps: steps
                .iter()
                .map(|step| step.iter().map(numbered).collect())
                .collect(),
            before: before
                .into_iter()
                .map(|pair| pair.map(|place| place + 1))
                .collect(),
        }))
    }

    /// Returns the order as a graph in DOT, the language of Graphviz. `actions` has the labels of the nodes.
    pub fn dot(&self, actions: &[String]) -> String {
        let mut text = "digraph plan {\n  rankdir=LR\n  node [shape=box]\n".to_owned();
        for (number, action) in (1..).zip(actions) {
            let label = action.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "  {number} [label=\"{number} {label}\"]");
        }
        for step in &self.steps {
            let numbers: Vec<String> = step.iter().map(usize::to_string).collect();
            let _ = writeln!(text, "  {{ rank=same; {} }}", numbers.join("; "));
        }
        for [one, other] in &self.before {
            let _ = writeln!(text, "  {one} -> {other}");
        }
        text.push_str("}\n");
        text
    }
}

/// Returns the pairs that do not follow from others, or `None` if the task has conditional effects or derived fluents.
fn direct(
    task: &saut_task::task::Task,
    actions: &[saut_task::task::ActionId],
    count: usize,
) -> Option<Vec<[usize; 2]>> {
    if !task.is_plain() {
        return None;
    }
    let order = PartialOrder::of_goal(task, actions)?;
    let mut pairs = Vec::new();
    for other in 0..count {
        let mut kept: Vec<usize> = Vec::new();
        for one in (0..other).rev() {
            let follows = kept.iter().any(|&between| order.is_before(one, between));
            if order.is_before(one, other) && !follows {
                kept.push(one);
            }
        }
        kept.reverse();
        pairs.extend(kept.into_iter().map(|one| [one, other]));
    }
    Some(pairs)
}

/// Orders each action of a step after each action of the previous step.
fn chain(steps: &[Vec<usize>]) -> Vec<[usize; 2]> {
    let pairs = steps.windows(2).flat_map(|two| {
        let one = two[0].iter();
        one.flat_map(|&one| two[1].iter().map(move |&other| [one, other]))
    });
    pairs.collect()
}
