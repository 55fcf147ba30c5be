//! States with the least costs of reaching them, closed but for where a reason bounds the rest.
//!
//! Every plan that begins at the start goes from state to state of the set, and its cost so far is at least what the
//! set says of the state it is in: the start costs nothing, and no action leads to a state that is said to cost more
//! than the state before and the action together. It leaves the set, or ends in it, only where the cost so far and a
//! lower bound of the rest come to the bound. With a [`Dominance`] it may also go on, after each step, from a state of
//! the set as good as the one that it came to, which has a plan of no more actions that costs no more. With an infinite
//! bound and dead ends as the only reasons, the set shows that there is no plan.

use std::collections::HashMap;

use super::cost::plus;
use super::cut::CheckedCuts;
use super::state_table::{StateTable, Waiting, play, values_of, visit, words_of};
use super::{CheckedPotential, Cut, CutShare, Dominance, Potential};
use crate::domain::{CheckError, Cost, INFINITE};
use crate::task::{Fluent, Task};
use saut_base::stop::{Stop, Ticker};

/// States with their costs and reasons.
///
/// States without shares are *inner* states: their successors are looked at. Those with shares are leaves: the cuts
/// bound the rest. A successor that is not here is bounded by the potential functions, or a state that is here is as
/// good.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoundingStates {
    /// Potential functions for all states.
    pub potentials: Vec<Potential>,
    /// Cuts that leaves name.
    pub cuts: Vec<Cut>,
    /// The factors of a dominance; none where only equal states are as good.
    pub factors: Vec<Vec<Fluent>>,
    /// The fluents that are true in each state, 64 to a word, one state after the other.
    pub words: Vec<u64>,
    /// At least this has been paid when a plan reaches a state.
    pub costs: Vec<u64>,
    /// End of the shares of each state.
    pub ends: Vec<usize>,
    /// The shares, of all states one after the other.
    pub shares: Vec<CutShare>,
}

impl BoundingStates {
    /// All states that can be reached, if no goal is among them.
    ///
    /// # Errors
    /// [`CheckError`] if a goal is reached, the task has derived facts or conditional effects, or it was stopped.
    pub fn reachable(task: &Task, stop: &Stop) -> Result<Self, CheckError> {
        let states = visit(task, &mut |_| true, stop)?;
        let mut closed = Self::default();
        for number in 0..states.count() {
            closed.add(states.words(number), 0, &[]);
        }
        Ok(closed)
    }

    /// Adds a state; without shares it is an inner state.
    pub fn add(&mut self, words: &[u64], cost: u64, shares: &[CutShare]) {
        self.words.extend_from_slice(words);
        self.costs.push(cost);
        self.shares.extend_from_slice(shares);
        self.ends.push(self.shares.len());
    }

    /// The number of states.
    pub fn count(&self) -> usize {
        self.costs.len()
    }

    /// The words of a state, what has been paid there, and its shares.
    pub fn state(&self, number: usize) -> (&[u64], u64, &[CutShare]) {
        let width = self.words.len() / self.count().max(1);
        let words = &self.words[number * width..][..width];
        let shares = self.shares_of(number).unwrap_or_default();
        (words, self.costs[number], shares)
    }

    /// Leaves out the cuts that no state names.
    pub fn drop_unused_cuts(&mut self) {
        let mut numbers = vec![None; self.cuts.len()];
        let mut kept = Vec::new();
        for share in &mut self.shares {
            let old = share.cut as usize;
            let new = *numbers[old].get_or_insert_with(|| {
                kept.push(std::mem::take(&mut self.cuts[old]));
                saut_base::lists::number(kept.len() - 1)
            });
            share.cut = new;
        }
        self.cuts = kept;
    }

    /// The shares of a state.
    fn shares_of(&self, state: usize) -> Option<&[CutShare]> {
        let from = state.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.shares.get(from..self.ends[state])
    }

    /// Accepts the set as a proof that no plan costs less than `bound`.
    ///
    /// # Errors
    /// [`CheckError`] with the first thing that is wrong, or if it was stopped.
    pub fn check(&self, task: &Task, bound: Cost, stop: &Stop) -> Result<(), CheckError> {
        let (count, width) = (self.count(), task.fluents().len().div_ceil(64));
        if self.ends.len() != count || count.checked_mul(width) != Some(self.words.len()) {
            return Err(CheckError::rejected(
                "there is not one cost, one state and one end of shares each",
            ));
        }
        if self.ends.last().copied().unwrap_or(0) != self.shares.len() {
            return Err(CheckError::rejected(
                "the shares go on after the last state",
            ));
        }
        if !self.factors.is_empty() && !self.potentials.is_empty() {
            // They may rely on groups, which hold in states that can be reached; those of the set need not be.
            return Err(CheckError::rejected(
                "with factors there are no potential functions",
            ));
        }
        let potentials = self.potentials.iter().cloned();
        let potentials = potentials.map(|potential| potential.check(task));
        let potentials = potentials.collect::<Result<Vec<CheckedPotential>, _>>()?;
        let mut cuts = CheckedCuts::new(task, &self.cuts, stop)?;
        let table = StateTable::new(width, &self.words, count).map_err(no_state)?;
        let better = match self.factors.as_slice() {
            [] => None,
            factors => Some(Better::new(
                Dominance::of(task, factors, stop)?,
                &table,
                &self.costs,
            )?),
        };
        let set = Set {
            task,
            bound,
            closed: self,
            table,
            potentials,
            better,
            waiting: Waiting::new(task),
        };
        set.has_start()?;
        let mut after = vec![0; width];
        let limits = Ticker::new(stop);
        for state in 0..count {
            limits.spend(width).map_err(CheckError::Stopped)?;
            set.is_state(state)?;
            match self.shares_of(state) {
                None => {
                    return Err(CheckError::rejected(
                        "the shares of a state end before they begin",
                    ));
                }
                Some([]) => set.is_closed(state, &mut after, &limits)?,
                Some(shares) => {
                    let rest = cuts.bound(state, set.table.words(state), shares)?;
                    let sum = plus(self.costs[state], rest);
                    if sum < bound {
                        return Err(CheckError::rejected(format_args!(
                            "at state {state} it comes to {sum} only"
                        )));
                    }
                }
            }
        }
        Ok(())
    }
}

fn no_state(number: usize) -> CheckError {
    CheckError::rejected(format_args!(
        "state {number} is no state of the task, or stands there twice"
    ))
}

/// States of a set by what they have in common with all that they are as good as.
struct Better {
    dominance: Dominance,
    /// By rigid part the patterns of states, with their costs.
    states: HashMap<Vec<u64>, Vec<(Vec<u16>, u64)>>,
}

impl Better {
    fn new(
        dominance: Dominance,
        table: &StateTable<'_>,
        costs: &[u64],
    ) -> Result<Self, CheckError> {
        let mut states: HashMap<_, Vec<_>> = HashMap::new();
        for (number, &cost) in costs.iter().enumerate() {
            let words = table.words(number);
            let is_known = dominance.knows(words);
            let patterns = dominance.patterns(words).filter(|_| is_known);
            let patterns = patterns.ok_or(no_state(number))?;
            let rigid = dominance.rigid(words);
            states.entry(rigid).or_default().push((patterns, cost));
        }
        Ok(Self { dominance, states })
    }

    /// Whether a state is there that is as good and costs no more.
    fn has(&self, cost: u64, state: &[u64]) -> bool {
        let states = self.states.get(&self.dominance.rigid(state));
        let own = self.dominance.patterns(state);
        let is_better = |(better, paid): &(Vec<u16>, u64)| {
            *paid <= cost
                && own
                    .as_ref()
                    .is_some_and(|own| self.dominance.is_as_good(better, own))
        };
        states.is_some_and(|states| states.iter().any(is_better))
    }
}

struct Set<'a> {
    task: &'a Task,
    bound: Cost,
    closed: &'a BoundingStates,
    table: StateTable<'a>,
    potentials: Vec<CheckedPotential>,
    better: Option<Better>,
    waiting: Waiting<'a>,
}

impl Set<'_> {
    /// Whether so much, and what the rest costs after it by the potential functions, come to the bound, or a state of
    /// the set is as good and costs no more.
    fn is_bounded(&self, paid: u64, state: &[u64]) -> bool {
        let comes_to = |rest: u64| plus(paid, rest) >= self.bound;
        comes_to(0)
            || self.potentials.iter().any(|one| comes_to(one.bound(state)))
            || self.better.as_ref().is_some_and(|it| it.has(paid, state))
    }

    fn has_start(&self) -> Result<(), CheckError> {
        let start = words_of(self.task.start());
        let is_there = match self.table.number(&start) {
            Some(number) => self.closed.costs[number] == 0,
            None => self.is_bounded(0, &start),
        };
        is_there.then_some(()).ok_or(CheckError::rejected(
            "the start is not among the states at cost 0",
        ))
    }

    /// No bits beyond the last fluent.
    fn is_state(&self, state: usize) -> Result<(), CheckError> {
        let used = self.task.fluents().len() % 64;
        let last = self.table.words(state).last().copied().unwrap_or(0);
        if used != 0 && last >> used != 0 {
            return Err(no_state(state));
        }
        Ok(())
    }

    /// Plans at an inner state do not end there and go on to where they are looked after.
    fn is_closed(
        &self,
        state: usize,
        after: &mut [u64],
        limits: &Ticker,
    ) -> Result<(), CheckError> {
        let (words, cost) = (self.table.words(state), self.closed.costs[state]);
        if cost >= self.bound {
            return Ok(());
        }
        if self
            .task
            .is_goal(&values_of(words, self.task.fluents().len()))
        {
            return Err(CheckError::rejected(format_args!(
                "state {state} is a goal at cost {cost}"
            )));
        }
        self.waiting.try_each(words, |action| {
            limits.spend(words.len()).map_err(CheckError::Stopped)?;
            after.copy_from_slice(words);
            play(self.task, action, after);
            let paid = plus(cost, action.cost.min(INFINITE - 1));
            let is_kept = match self.table.number(after) {
                Some(number) => self.closed.costs[number] <= paid,
                None => false,
            };
            if is_kept || self.is_bounded(paid, after) {
                return Ok(());
            }
            Err(CheckError::rejected(format_args!(
                "{} leads from state {state} to one that is not bounded",
                action.name
            )))
        })
    }
}
