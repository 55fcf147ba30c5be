//! The engine for tasks in which every plan overspends a budget.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::amounts::{budgets, resources};
use crate::cost::astar::AStar;
use crate::cost::dominance_table::DominanceTable;
use crate::cost::potentials::SharedPotentials;
use crate::decision::Method;
use crate::engine::{Budget, Turn};
use crate::error::Error;
use crate::work::{Work, clocked};
use saut_base::stop::{Stop, StopReason};
use saut_task::bound::{Budget as Levels, Dominance, WithoutBudgets};
use saut_task::certificate::{Certificate, ClosedSet, Reduction};
use saut_task::domain::{CheckError, Cost, INFINITE};
use saut_task::task::{Fluent, Task};

/// Versions of the task without some of its budgets. They are computed in the first turn of the engine, and stored by
/// the owner of the table.
#[derive(Default)]
pub struct ResourceReductions(OnceLock<Vec<ResourceReduction>>);

struct ResourceReduction {
    budgets: Vec<Levels>,
    without: WithoutBudgets,
}

impl ResourceReduction {
    /// Converts a closed set of the reduced task to a closed set of the task.
    fn of_the_task(&self, task: &Task, set: ClosedSet<String>) -> ClosedSet<String> {
        let level = |(fluent, amount): &(Fluent, u64)| (task.fluent_name(*fluent).into(), *amount);
        let named = |budget: &Levels| budget.levels.iter().map(level).collect();
        let budgets = self.budgets.iter().map(named).collect();
        ClosedSet {
            bound: INFINITE,
            reductions: vec![Reduction::WithoutBudgets(budgets)],
            ..set
        }
    }
}

impl ResourceReductions {
    /// Returns the reductions by all budgets together, and then by each single budget.
    fn get(&self, task: &Task) -> &[ResourceReduction] {
        self.0.get_or_init(|| {
            if !task.is_plain() {
                return Vec::new();
            }
            let mut all = budgets(task);
            all.retain(|one| WithoutBudgets::of(task, std::slice::from_ref(one)).is_ok());
            let alone = all.iter().map(|one| vec![one.clone()]);
            let alone: Vec<Vec<Levels>> = alone.collect();
            let together = (all.len() > 1).then_some(all);
            let choices = together.into_iter().chain(alone);
            // With consumables, there are fewer states, but also less information.
            let choices = choices.flat_map(|budgets| {
                let resources = resources(task, &budgets);
                let with = budgets.iter().cloned().chain(resources.iter().cloned());
                let with = (!resources.is_empty()).then(|| with.collect());
                with.into_iter().chain([budgets])
            });
            let reduction = |budgets: Vec<Levels>| {
                let without = WithoutBudgets::of(task, &budgets).ok()?;
                Some(ResourceReduction { budgets, without })
            };
            choices.filter_map(reduction).collect()
        })
    }
}

/// A* on the task without its budgets, in which the cost of an action is the amount that it takes. A lower bound above
/// the available amount shows that there is no plan.
pub struct BudgetSearch<'a> {
    task: &'a Task,
    reductions: &'a ResourceReductions,
    /// Index of the current reduction.
    number: usize,
    search: Option<AStar<'a>>,
    /// Time limit of the next computation of a dominance relation.
    patience: Duration,
}

impl<'a> BudgetSearch<'a> {
    /// Number of literals read per unit of work when the task is reduced.
    const READ_A_WORK: usize = 20;
    /// Time limit of the first computation of a dominance relation. Each later computation has twice as much time as
    /// the one before, and follows turns of the other engines.
    const FIRST_PATIENCE: Duration = Duration::from_millis(200);

    /// Creates the search on the reductions of a task.
    pub const fn new(task: &'a Task, reductions: &'a ResourceReductions) -> Self {
        Self {
            task,
            reductions,
            number: 0,
            search: None,
            patience: Self::FIRST_PATIENCE,
        }
    }

    /// Returns the search on the reduced task for a plan that costs less than `limit`. The dominance is computed until
    /// `until`.
    fn begin(
        rest: &'a Task,
        limit: Cost,
        stop: &Stop,
        until: &Stop,
    ) -> Result<AStar<'a>, StopReason> {
        let factors = factors(rest);
        let search = match Dominance::of(rest, &factors, until) {
            Ok(dominance) if !dominance.is_equality() => {
                AStar::with_front(rest, DominanceTable::new(dominance, factors), true)
            }
            Err(CheckError::Stopped(why)) => return Err(why),
            // If the factors are too large, they are not used.
            _ => AStar::new(rest, SharedPotentials::default().get(rest, stop), true),
        };
        Ok(search.below(limit))
    }

    /// Runs a turn of the engine.
    ///
    /// # Errors
    /// An internal error: two parts of the program contradict each other.
    pub fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        if self.search.is_none() {
            budget.spend((self.task.size() / Self::READ_A_WORK) as Work);
        }
        let Some(reduction) = self.reductions.get(self.task).get(self.number) else {
            return Ok(Turn::Done(StopReason::NothingLeft));
        };
        let search = match &mut self.search {
            Some(search) => search,
            none => {
                let began = Instant::now();
                let limit = reduction.without.limit + 1;
                let stop = budget.stop;
                let until = stop.with_timeout(self.patience);
                let search = Self::begin(&reduction.without.task, limit, stop, &until);
                budget.spend(clocked(began.elapsed()));
                match search {
                    Ok(search) => none.insert(search),
                    Err(_) if stop.stop_reason().is_none() => {
                        self.patience *= 2;
                        return Ok(Turn::Paused);
                    }
                    Err(why) => return Ok(Turn::Done(why)),
                }
            }
        };
        Ok(match search.turn(budget)? {
            Turn::Bound(Certificate::ClosedSet(set), _) => {
                let set = reduction.of_the_task(self.task, *set);
                let certificate = Certificate::ClosedSet(Box::new(set));
                Turn::Bound(certificate, Method::Criterion("budgets"))
            }
            // There is a plan within the budgets, or there are too many states: the next reduction may still refute the
            // task.
            Turn::Plan(..) | Turn::Done(StopReason::TooLarge | StopReason::NothingLeft) => {
                self.search = None;
                self.number += 1;
                Turn::Paused
            }
            other => other,
        })
    }
}

/// Maximum number of facts of a factor: from a mutex group, and from combined facts.
const MAX_OF_A_GROUP: usize = 64;
const MAX_TOGETHER: usize = 6;

/// Divides the facts of a task into factors, so that some states may dominate others. Mutex groups are factors, unless
/// they are too large or overlap. A fact that serves another fact is put into a factor with it; for example,
/// `(have-sample s)` serves `(reported s)`. Each other fact is a separate factor, which the list omits. The list is
/// empty only if the task has no facts.
pub fn factors(task: &Task) -> Vec<Vec<Fluent>> {
    let count = task.fluents().len();
    let mut is_taken = vec![false; count];
    let mut groups: Vec<&[Fluent]> = task.groups().iter().map(|one| &*one.fluents).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    let mut factors = Vec::new();
    for group in groups {
        let is_free = group.iter().all(|one| !is_taken[one.index()]);
        if is_free && (2..=MAX_OF_A_GROUP).contains(&group.len()) {
            for one in group {
                is_taken[one.index()] = true;
            }
            factors.push(group.to_vec());
        }
    }
    let serves = served(task);
    let mut together: Vec<Vec<Fluent>> = vec![Vec::new(); count];
    for fact in task.fluent_ids().filter(|one| !is_taken[one.index()]) {
        let head = serves[fact.index()].filter(|one| !is_taken[one.index()]);
        let head = head.unwrap_or(fact);
        together[head.index()].push(fact);
    }
    for (head, mut facts) in task.fluent_ids().zip(together) {
        // A served fact that serves a third fact belongs to the factor of the third fact.
        if !facts.contains(&head) && !facts.is_empty() && serves[head.index()].is_none() {
            facts.push(head);
        }
        if (2..=MAX_TOGETHER).contains(&facts.len()) {
            factors.push(facts);
        }
    }
    if factors.is_empty() {
        // An empty list would mean that only equal states dominate each other.
        factors.extend(task.fluent_ids().next().map(|one| vec![one]));
    }
    factors
}

/// Returns, for each fact, a fact that it serves: every action that requires the fact makes the served fact true.
/// `None` for goal facts.
fn served(task: &Task) -> Vec<Option<Fluent>> {
    let mut makes: Vec<Option<Vec<Fluent>>> = vec![None; task.fluents().len()];
    for action in task.actions() {
        let adds: Vec<Fluent> = action.adds().collect();
        for need in action.preconditions.iter().filter(|need| need.value) {
            match &mut makes[need.fluent.index()] {
                Some(known) => known.retain(|one| adds.contains(one)),
                none => *none = Some(adds.clone()),
            }
        }
    }
    let mut is_wanted = vec![false; task.fluents().len()];
    for wish in task.goal_literals() {
        is_wanted[wish.fluent.index()] = true;
    }
    let facts = makes.into_iter().zip(task.fluent_ids());
    let only = facts.map(|(makes, fact)| {
        let makes = makes.filter(|_| !is_wanted[fact.index()])?;
        makes.into_iter().find(|&one| one != fact)
    });
    only.collect()
}
