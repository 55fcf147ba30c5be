//! Small tasks: the part of a task that plans from a state to a goal can use, if they cost less than a bound.
//!
//! An action matters only if it can be part of a plan below the bound without superfluous actions. In such a plan, each
//! action makes a condition of a later action or of the goal true. So the sum of three costs must be below the bound:
//!
//! * the cost of reaching its preconditions (`h_max`: the cost of the most expensive precondition, without deletes),
//! * its own cost,
//! * the cost of the cheapest chain of actions from one of its effects to the goal.
//!
//! Facts that no such action changes are constant and are removed. For a window of a plan, the result is a task of a
//! few dozen actions.
//!
//! The actions of a small task may also be the actions of a plan, with one copy of an action for each occurrence.

use crate::attempt::{Attempt, AttemptResult, attempt_written};
use crate::backend::{SolveLimits, by_name};
use crate::bucket_queue::BucketQueue;
use crate::error::Error;
use crate::work::Work;
use saut_base::lists::{Lists, number};
use saut_base::stop::{Stop, StopReason};
use saut_task::domain::{Cost, INFINITE};
use saut_task::encode::Encoding;
use saut_task::formula::Reads;
use saut_task::task::{
    Action, ActionId, Fluent, GoalConstraint, Group, GroupKind, Literal, Task, TaskParts,
};

/// The solver of formulas with a cost bound.
const SOLVER: &str = "batsat";
/// Maximum product of the number of literals and the cost bound in these formulas.
const MAX_SIZE: usize = 1_000_000;

/// A task with some of the actions of a larger task. It has only the fluents that these actions change.
#[derive(Clone, Debug)]
pub struct Subtask {
    task: Task,
    /// For each action, the corresponding action of the larger task.
    actions: Vec<ActionId>,
}

impl Subtask {
    pub const fn task(&self) -> &Task {
        &self.task
    }

    /// Creates the task of these actions, in this order, from an initial state to a goal of literals. `None` if the
    /// goal requires a value that a constant fluent does not have.
    pub fn new(
        task: &Task,
        actions: &[ActionId],
        start: &[bool],
        goal: &[Literal],
    ) -> Option<Self> {
        const CONSTANT: u32 = u32::MAX;
        let mut number_of = vec![CONSTANT; task.fluents().len()];
        let mut is_read = vec![false; task.fluents().len()];
        let ids = actions.iter();
        let reads = ids.flat_map(|&id| &task.action(id).preconditions);
        for literal in reads.chain(goal) {
            is_read[literal.fluent.index()] = true;
        }
        let mut fluents = Vec::new();
        for effect in actions.iter().flat_map(|&id| &task.action(id).effects) {
            let fluent = effect.fluent.index();
            let changes = effect.value != start[fluent] && is_read[fluent];
            if changes && number_of[fluent] == CONSTANT {
                number_of[fluent] = number(fluents.len());
                fluents.push(fluent);
            }
        }
        let small = |literal: &Literal| {
            let here = number_of[literal.fluent.index()];
            (here != CONSTANT).then(|| Literal {
                fluent: Fluent::new(here as usize),
                value: literal.value,
            })
        };
        let is_kept = |literal: &Literal| {
            let is_constant = number_of[literal.fluent.index()] == CONSTANT;
            !is_constant || start[literal.fluent.index()] == literal.value
        };
        if !goal.iter().all(is_kept) {
            return None;
        }
        let can = |id: &ActionId| task.action(*id).preconditions.iter().all(is_kept);
        let actions: Vec<ActionId> = actions.iter().copied().filter(can).collect();
        let made = actions.iter().enumerate().map(|(place, &id)| {
            let action = task.action(id);
            let literals = |of: &[Literal]| of.iter().filter_map(small).collect::<Vec<Literal>>();
            let needs = literals(&action.preconditions);
            let mut made = Action::new("", needs, literals(&action.effects)).with_order_key(place);
            made.cost = action.cost;
            made
        });
        let at_start = (0..fluents.len()).filter(|&new| start[fluents[new]]);
        let goal = goal.iter().filter_map(small);
        let parts = TaskParts {
            fluents: vec![String::new(); fluents.len()],
            actions: made.collect(),
            start: at_start.map(Fluent::new).collect(),
            goal: goal.map(GoalConstraint::Literal).collect(),
            ..TaskParts::default()
        };
        let small_task = Task::new(parts).ok()?;
        let groups = task.groups().iter().filter_map(|group| {
            let mut members = Vec::new();
            let mut holds_always = false;
            for member in &group.fluents {
                match number_of[member.index()] {
                    CONSTANT => holds_always |= start[member.index()],
                    here => members.push(Fluent::new(here as usize)),
                }
            }
            let kind = if members.len() == group.fluents.len() {
                group.kind
            } else {
                GroupKind::AtMostOne
            };
            let fluents = members;
            (fluents.len() > 1 && !holds_always).then_some(Group { fluents, kind })
        });
        Some(Self {
            task: small_task.with_provable_groups(groups.collect::<Vec<Group>>()),
            actions,
        })
    }

    /// Translates actions of this task into actions of the larger task.
    pub fn originals(&self, plan: &[ActionId]) -> Vec<ActionId> {
        plan.iter().map(|&id| self.actions[id.index()]).collect()
    }

    /// Searches for a plan with this number of steps that costs less than `below`.
    ///
    /// # Errors
    /// A failure of the solver, or an internal error if its plan does not cost less.
    pub fn cheaper(
        &self,
        encoding: Encoding,
        horizon: usize,
        below: Cost,
        work: Work,
        stop: &Stop,
    ) -> Result<Attempt, Error> {
        let limits = SolveLimits {
            stop: stop.clone(),
            work: Some(work),
            ..SolveLimits::default()
        };
        let write = || {
            let encoded = encoding.encode_within(&self.task, horizon, Reads::Clauses, stop)?;
            let bounded = encoded.costing_at_most(&self.task, below - 1, MAX_SIZE);
            bounded.ok_or(StopReason::TooLarge)
        };
        let (what, solver) = ((encoding, horizon), by_name(SOLVER)?);
        let attempt = attempt_written(&self.task, what, write, &*solver, &limits)?;
        if let AttemptResult::Plan(plan) = &attempt.result {
            let actions: Vec<ActionId> = plan.actions().copied().collect();
            let cost = cost_of(&self.task, &actions);
            if cost >= below {
                let fact = format!("{cost} is not below {below}");
                return Err(Error::internal("a plan exceeds its cost bound", fact));
            }
        }
        Ok(attempt)
    }

    /// Returns a key that identifies the task, for hashing: its goal, its initial state and its actions.
    pub fn is_known_by(&self) -> impl std::hash::Hash + use<> {
        let goal: Vec<usize> = self.task.goal_literals().map(Literal::index).collect();
        (goal, self.task.start().to_vec(), self.actions.clone())
    }
}

/// Returns the total cost of some actions.
pub fn cost_of(task: &Task, plan: &[ActionId]) -> Cost {
    let costs = plan.iter().map(|&action| task.action(action).cost);
    costs.fold(0, u64::saturating_add)
}

/// A filter for the actions that matter, for a task without derived fluents and conditional effects.
pub struct RelevanceFilter<'a> {
    task: &'a Task,
    needed_by: Lists,
    made_by: Lists,
    /// The number of preconditions of each action.
    needs: Vec<u32>,
    queue: BucketQueue,
}

impl<'a> RelevanceFilter<'a> {
    pub fn new(task: &'a Task) -> Self {
        let literals = 2 * task.fluents().len();
        let numbers =
            |of: &[Literal]| -> Vec<u32> { of.iter().map(|one| number(one.index())).collect() };
        let needs = Lists::new(task.actions().iter().map(|one| numbers(&one.preconditions)));
        let makes = Lists::new(task.actions().iter().map(|one| numbers(&one.effects)));
        Self {
            task,
            needed_by: needs.turned(literals),
            made_by: makes.turned(literals),
            needs: needs.iter().map(|one| number(one.len())).collect(),
            queue: BucketQueue::default(),
        }
    }

    /// Creates the small task that contains every plan without superfluous actions that costs less than `below`. `None`
    /// if there is no such plan.
    pub fn subtask(&mut self, start: &[bool], goal: &[Literal], below: Cost) -> Option<Subtask> {
        let reached = self.reach(start, below);
        let kept = self.keep(&reached, goal, below);
        Subtask::new(self.task, &kept, start, goal)
    }

    /// Returns the estimated work of filtering once.
    pub fn work(&self) -> u64 {
        let literals = 2 * self.task.fluents().len();
        (self.needed_by.items() + self.made_by.items() + literals) as u64 / 200 + 1
    }

    /// Returns, for each action, the `h_max` cost of its preconditions.
    fn reach(&mut self, start: &[bool], below: Cost) -> Vec<Cost> {
        let actions = self.task.actions();
        let mut costs = vec![INFINITE; 2 * start.len()];
        let (mut reached, mut open) = (vec![INFINITE; actions.len()], self.needs.clone());
        self.queue.clear();
        for literal in Literal::of_state(start) {
            costs[literal] = 0;
            self.queue.push(0, number(literal));
        }
        let needs = self.needs.iter().enumerate();
        let free = needs.filter(|(_, needs)| **needs == 0);
        let mut ready: Vec<usize> = free.map(|(action, _)| action).collect();
        let mut cost = 0;
        loop {
            for action in ready.drain(..) {
                reached[action] = cost;
                let after = cost.saturating_add(actions[action].cost);
                for effect in actions[action].effects.iter().filter(|_| after < below) {
                    let known = &mut costs[effect.index()];
                    if after < *known {
                        *known = after;
                        self.queue.push(after, number(effect.index()));
                    }
                }
            }
            let Some((next, literal)) = self.queue.pop() else {
                return reached;
            };
            if next > costs[literal as usize] {
                continue;
            }
            cost = next;
            for &action in self.needed_by.of(literal as usize) {
                open[action as usize] -= 1;
                if open[action as usize] == 0 {
                    ready.push(action as usize);
                }
            }
        }
    }

    /// Returns the actions that matter, in their order.
    fn keep(&mut self, reached: &[Cost], goal: &[Literal], below: Cost) -> Vec<ActionId> {
        let actions = self.task.actions();
        // The cost of the cheapest chain of actions from each literal to the goal.
        let mut costs = vec![INFINITE; 2 * self.task.fluents().len()];
        let mut is_kept = vec![false; actions.len()];
        self.queue.clear();
        for wish in goal {
            costs[wish.index()] = 0;
            self.queue.push(0, number(wish.index()));
        }
        while let Some((rest, literal)) = self.queue.pop() {
            if rest > costs[literal as usize] {
                continue;
            }
            for &action in self.made_by.of(literal as usize) {
                let action = action as usize;
                let before = rest.saturating_add(actions[action].cost);
                if is_kept[action] || reached[action].saturating_add(before) >= below {
                    continue;
                }
                is_kept[action] = true;
                for need in &actions[action].preconditions {
                    let known = &mut costs[need.index()];
                    if before < *known {
                        *known = before;
                        self.queue.push(before, number(need.index()));
                    }
                }
            }
        }
        let kept = is_kept.into_iter().enumerate().filter(|(_, kept)| *kept);
        kept.map(|(action, _)| ActionId::new(action)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::RelevanceFilter;
    use crate::cost::tests::distances;
    use crate::random_task::Changed as _;
    use crate::random_task::random_task;
    use saut_base::random::Random;
    use saut_task::task::{Literal, Task};

    /// Returns the minimum cost of reaching a goal.
    fn cheapest(task: &Task, from: &[bool], goal: &[Literal]) -> Option<u64> {
        let all = distances(task, from).into_iter();
        let goals = all.filter(|(state, _)| goal.iter().all(|wish| wish.holds(state)));
        goals.map(|(_, cost)| cost).min()
    }

    #[test]
    fn a_small_task_has_the_cheapest_plan_below_the_bound_and_none_at_it() {
        let (mut found, mut none, mut smaller) = (0, 0, 0);
        for seed in 0..2000 {
            let mut random = Random::new(seed);
            let task = random_task(seed).with_costs(|_| random.below(5) as u64);
            let mut narrowing = RelevanceFilter::new(&task);
            for _ in 0..4 {
                let start: Vec<bool> = task.start().iter().map(|_| random.below(2) == 0).collect();
                let mut goal = Vec::new();
                for fluent in task.fluent_ids() {
                    if random.below(3) == 0 {
                        let value = random.below(2) == 0;
                        goal.push(Literal { fluent, value });
                    }
                }
                let real = cheapest(&task, &start, &goal);
                let bound = real.map_or(9, |real| real + random.below(4) as u64);
                let narrow = narrowing.subtask(&start, &goal, bound);
                let here = narrow.as_ref().and_then(|narrow| {
                    let small = narrow.task();
                    let goal: Vec<Literal> = small.goal_literals().collect();
                    cheapest(small, small.start(), &goal)
                });
                if let Some(real) = real.filter(|real| *real < bound) {
                    assert_eq!(here, Some(real), "seed {seed}");
                    found += 1;
                } else {
                    assert!(here.is_none_or(|here| here >= bound), "seed {seed}");
                    none += 1;
                }
                let left = narrow.map_or(0, |narrow| narrow.task().actions().len());
                smaller += u32::from(left < task.actions().len());
            }
        }
        assert!(
            found > 500 && none > 500 && smaller > 2000,
            "{found} {none} {smaller}"
        );
    }
}
