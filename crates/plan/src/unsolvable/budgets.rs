//! The engine of tasks whose plans all spend more than their budgets.

use std::sync::OnceLock;
use std::time::Instant;

use super::amounts::{budgets, purses};
use super::factors::factors;
use crate::cost::astar::{self, AStar};
use crate::cost::engines::SharedPotentials;
use crate::cost::front::Front;
use crate::decision::Method;
use crate::engine::{Budget, Engine, Turn};
use crate::error::Error;
use crate::work::{Work, clocked};
use saut_base::stop::StopReason;
use saut_task::bound::{Budget as Levels, Dominance, WithoutBudgets};
use saut_task::certificate::Checked;
use saut_task::domain::{CheckError, Domain};
use saut_task::task::Task;

/// The task without some of its budgets, made when the engine has its first turn; whoever has the table keeps it.
#[derive(Default)]
pub struct Reductions(OnceLock<Vec<Spending>>);

/// A task without some of its budgets.
struct Spending {
    budgets: Vec<Levels>,
    without: WithoutBudgets,
}

impl Reductions {
    /// All budgets together, then each alone.
    fn spendings(&self, task: &Task) -> &[Spending] {
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
            let spending = |budgets: Vec<Levels>| {
                let without = WithoutBudgets::of(task, &budgets).ok()?;
                Some(Spending { budgets, without })
            };
            choices.filter_map(spending).collect()
        })
    }
}

/// A* on the task without its budgets, where an action costs what it takes from them: whether every plan spends more
/// than there is.
pub struct Overspent<'a, D> {
    domain: &'a D,
    reductions: &'a Reductions,
    /// The number of the search in work.
    number: usize,
    search: Option<AStar<'a>>,
}

impl<'a, D: Domain> Overspent<'a, D> {
    /// The first turn.
    const LEAST: Work = 200_000;
    /// Literals that are read in a microsecond when a task is taken apart.
    const READ_A_WORK: usize = 20;

    /// On the tasks without some of the budgets of a task.
    pub const fn new(domain: &'a D, reductions: &'a Reductions) -> Self {
        Self {
            domain,
            reductions,
            number: 0,
            search: None,
        }
    }
}

impl<D: Domain> Engine<D> for Overspent<'_, D> {
    fn name(&self) -> &'static str {
        "budgets"
    }

    fn least(&self) -> Work {
        Self::LEAST
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let (task, stop) = (self.domain.task(), budget.stop().clone());
        if self.search.is_none() {
            budget.spend((task.size() / Self::READ_A_WORK) as Work);
        }
        let Some(spending) = self.reductions.spendings(task).get(self.number) else {
            return Ok(Turn::Done(StopReason::NothingLeft));
        };
        let (rest, enough) = (spending.without.task(), spending.without.limit() + 1);
        let search = match &mut self.search {
            Some(search) => search,
            none => {
                let began = Instant::now();
                let factors = factors(rest);
                let mut search = match Dominance::of(rest, &factors, &stop) {
                    Ok(dominance) if !dominance.is_equality() => {
                        AStar::with_front(rest, Front::new(dominance, factors), true)
                    }
                    Err(CheckError::Stopped(why)) => return Ok(Turn::Done(why)),
                    // Factors that are too large are none.
                    _ => {
                        let potentials = SharedPotentials::default().get(rest, &stop);
                        AStar::new(rest, potentials, true)
                    }
                };
                budget.spend(clocked(began.elapsed()));
                search.tell_from(enough);
                none.insert(search)
            }
        };
        let most_mib = budget.memory_mib();
        let mut spend = |work| budget.spend(work);
        match search.run(&stop, enough, most_mib, &mut spend) {
            astar::Found::AtLeast(_, closed) => {
                budget.spend(closed.count() as Work);
                let checked = Checked::overspent(task, &spending.budgets, *closed, &stop);
                match checked {
                    Ok(checked) => Ok(Turn::AtLeast(checked, Method::Criterion("budgets"))),
                    Err(CheckError::Stopped(why)) => Ok(Turn::Done(why)),
                    Err(refused) => Err(Error::internal("a spent budget is refused", refused)),
                }
            }
            astar::Found::More => Ok(Turn::More),
            // A plan within the budgets, or no room for the states: the next choice of budgets may say more.
            astar::Found::Plan(..)
            | astar::Found::Done(StopReason::TooLarge | StopReason::NothingLeft) => {
                self.search = None;
                self.number += 1;
                Ok(Turn::More)
            }
            astar::Found::Done(why) => Ok(Turn::Done(why)),
        }
    }
}
