//! The engine of tasks whose plans all spend more than their budgets.

use std::sync::OnceLock;
use std::time::Instant;

use super::amounts::{budgets, purses};
use crate::cost::astar::AStar;
use crate::cost::front::Front;
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

/// The task without some of its budgets, made when the engine has its first turn; whoever has the table keeps it.
#[derive(Default)]
pub struct ResourceReductions(OnceLock<Vec<ResourceReduction>>);

/// A task without some of its budgets.
struct ResourceReduction {
    budgets: Vec<Levels>,
    without: WithoutBudgets,
}

impl ResourceReduction {
    /// A closed set of the task without the budgets, as one of the task.
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
    /// All budgets together, then each alone.
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
            // With purses there are fewer states; without them more is known.
            let choices = choices.flat_map(|budgets| {
                let purses = purses(task, &budgets);
                let with = budgets.iter().cloned().chain(purses.iter().cloned());
                let with = (!purses.is_empty()).then(|| with.collect());
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

/// A* on the task without its budgets, where an action costs what it takes from them: whether every plan spends more
/// than there is.
pub struct BudgetSearch<'a> {
    task: &'a Task,
    reductions: &'a ResourceReductions,
    /// The number of the search in work.
    number: usize,
    search: Option<AStar<'a>>,
}

impl<'a> BudgetSearch<'a> {
    /// Literals that are read in a microsecond when a task is taken apart.
    const READ_A_WORK: usize = 20;

    /// On the tasks without some of the budgets of a task.
    pub const fn new(task: &'a Task, reductions: &'a ResourceReductions) -> Self {
        Self {
            task,
            reductions,
            number: 0,
            search: None,
        }
    }

    /// The search on the task without its budgets, for a plan that costs less than `limit`.
    fn begin(rest: &'a Task, limit: Cost, stop: &Stop) -> Result<AStar<'a>, StopReason> {
        let factors = factors(rest);
        let search = match Dominance::of(rest, &factors, stop) {
            Ok(dominance) if !dominance.is_equality() => {
                AStar::with_front(rest, Front::new(dominance, factors), true)
            }
            Err(CheckError::Stopped(why)) => return Err(why),
            // Factors that are too large are none.
            _ => AStar::new(rest, SharedPotentials::default().get(rest, stop), true),
        };
        Ok(search.below(limit))
    }

    /// A turn of the engine.
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
                match Self::begin(&reduction.without.task, limit, budget.stop()) {
                    Ok(search) => {
                        budget.spend(clocked(began.elapsed()));
                        none.insert(search)
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
            // A plan within the budgets, or no room for the states: the next choice of budgets may say more.
            Turn::Plan(..) | Turn::Done(StopReason::TooLarge | StopReason::NothingLeft) => {
                self.search = None;
                self.number += 1;
                Turn::Paused
            }
            other => other,
        })
    }
}

/// Facts of a group, and facts that are put together.
const MOST_OF_A_GROUP: usize = 64;
const MOST_TOGETHER: usize = 6;

/// Factors of more than one fact, or a first one: the sets into which the facts of a task are parted, so that some states
/// are as good as others. Groups are factors; so are facts that serve one other fact only (a sample that is taken, that it
/// was told), with that. The others are left to be factors of their own.
pub fn factors(task: &Task) -> Vec<Vec<Fluent>> {
    let count = task.fluents().len();
    let mut is_taken = vec![false; count];
    let mut groups: Vec<&[Fluent]> = task.groups().iter().map(|one| &*one.fluents).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    let mut factors = Vec::new();
    for group in groups {
        let is_free = group.iter().all(|one| !is_taken[one.index()]);
        if is_free && (2..=MOST_OF_A_GROUP).contains(&group.len()) {
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
        // A fact that is served and serves another stands with that.
        if !facts.contains(&head) && !facts.is_empty() && serves[head.index()].is_none() {
            facts.push(head);
        }
        if (2..=MOST_TOGETHER).contains(&facts.len()) {
            factors.push(facts);
        }
    }
    if factors.is_empty() {
        // A list of none says that only equal states are as good.
        factors.extend(task.fluent_ids().next().map(|one| vec![one]));
    }
    factors
}

/// By fact the one that every action which needs it makes, if it is none that the goal wants and no action needs it for
/// something else.
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
