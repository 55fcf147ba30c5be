//! The check of certificates.
//!
//! The check of a closed set applies the reductions, checks each reason once, and expands the states in the order of
//! their costs. It does not expand a leaf: a state whose cost, plus a lower bound from a reason or from cuts, reaches
//! the bound. No other state may be a goal. Each successor of such a state must be a leaf, be visited or listed, or be
//! dominated by a listed state (see [`Dominance`]).
//!
//! So every plan moves from state to state of the set, and its cost so far is at least the cost of the current state.
//! It can leave the set only from a leaf. From there, the total cost is at least the bound.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use super::closed_set::{ClosedSet, Reason, Reduction, States};
use super::{Certificate, CheckDetails, Checked, StoredProof};
use crate::bound::{
    ActionIndex, Budget, CheckedCounting, CheckedCuts, CheckedPotential, ClosedList, Dominance,
    Potential, Renaming, StateTable, WithoutBudgets, holds, play, project,
};
use crate::domain::{CheckError, Cost, INFINITE, Reasons, plus};
use crate::invariant::{self, InvariantForm};
use crate::proof::{self, HorizonProof, RefutedHorizon, Scope};
use crate::task::{Fluent, Literal, Task};
use crate::weights::{CheckedResidue, dense};
use saut_base::bits;
use saut_base::lists::distinct;
use saut_base::stop::{Stop, Ticker};

impl<R> Certificate<R> {
    /// Checks whether the certificate proves that no plan of the task costs less than its bound, or that there is no
    /// plan.
    ///
    /// # Errors
    /// [`CheckError`] with the reason for the rejection, or with the limit that ended the check.
    pub fn check<J>(self, task: &Task, judge: &J, stop: &Stop) -> Result<Checked<R>, CheckError>
    where
        J: Reasons<Reason = R>,
    {
        match self {
            Self::ClosedSet(set) => Checked::closed_set(task, set.numbered(task)?, stop),
            Self::Proof(stored) => refuted(task, stored, stop),
            Self::Own(reason) => Checked::own(judge, reason, stop),
        }
    }
}

impl<R> Checked<R> {
    /// Checks whether a closed set proves that no plan of the task costs less than its bound.
    ///
    /// # Errors
    /// [`CheckError`] with the reason for the rejection, or with the limit that ended the check.
    pub fn closed_set(
        task: &Task,
        set: ClosedSet<Fluent>,
        stop: &Stop,
    ) -> Result<Self, CheckError> {
        let seen = set.check(task, stop)?;
        Ok(Self {
            bound: set.bound,
            certificate: Certificate::ClosedSet(Box::new(set.named(task))),
            seen,
        })
    }

    /// Accepts a checked refutation if it excludes every plan.
    ///
    /// # Errors
    /// Returns the refutation unchanged if it does not exclude every plan.
    pub fn proof(refuted: RefutedHorizon) -> Result<Self, RefutedHorizon> {
        if refuted.scope() != Scope::EveryPlan {
            return Err(refuted);
        }
        let proof = refuted.proof();
        let stored = StoredProof {
            format: proof.format(),
            encoding: proof.encoding,
            horizon: proof.horizon,
            file: None,
            bytes: Vec::new(),
        };
        Ok(Self {
            bound: INFINITE,
            certificate: Certificate::Proof(stored),
            seen: CheckDetails::Refuted(refuted),
        })
    }

    /// Checks a reason that exists only for one kind of problem, with [`Reasons::check`].
    ///
    /// # Errors
    /// [`CheckError`] from [`Reasons::check`].
    pub fn own<J>(judge: &J, reason: R, stop: &Stop) -> Result<Self, CheckError>
    where
        J: Reasons<Reason = R>,
    {
        let reason = judge.check(reason, stop)?;
        Ok(Self {
            bound: judge.bound(&reason),
            certificate: Certificate::Own(reason),
            seen: CheckDetails::Nothing,
        })
    }
}

fn refuted<R>(task: &Task, stored: StoredProof, stop: &Stop) -> Result<Checked<R>, CheckError> {
    if stored.bytes.is_empty() && stored.file.is_none() {
        let fact = "the proof was not kept; plan again with --proof FILE";
        return CheckError::reject(fact);
    }
    let (file, horizon, encoding) = (stored.file.clone(), stored.horizon, stored.encoding);
    let proof = HorizonProof {
        encoding,
        horizon,
        bytes: stored.bytes,
    };
    let refuted = proof::check(task, proof, stop)?;
    let some = |_| {
        let fact =
            format!("a refutation of {encoding} at horizon {horizon} does not exclude every plan");
        CheckError::Rejected(fact)
    };
    let mut checked = Checked::proof(refuted).map_err(some)?;
    if let Certificate::Proof(stored) = &mut checked.certificate {
        stored.file = file;
    }
    Ok(checked)
}

impl ClosedSet<String> {
    /// Replaces the names of facts by the fluents of a task.
    ///
    /// # Errors
    /// [`CheckError::Rejected`] with the first name that the task does not have.
    pub fn numbered(self, task: &Task) -> Result<ClosedSet<Fluent>, CheckError> {
        let names = task.fluents().iter().map(String::as_str);
        let numbers: HashMap<&str, Fluent> = names.zip(task.fluent_ids()).collect();
        self.try_map(&mut |name| {
            let unknown =
                || CheckError::rejected(format_args!("the ground task has no fact {name}"));
            numbers.get(name.as_str()).copied().ok_or_else(unknown)
        })
    }
}

impl ClosedSet<Fluent> {
    /// Checks whether the set proves that no plan of the task costs less than its bound.
    ///
    /// # Errors
    /// [`CheckError`] with the first defect, or with the limit that ended the check.
    pub fn check(&self, task: &Task, stop: &Stop) -> Result<CheckDetails, CheckError> {
        let mut task = Cow::Borrowed(task);
        let mut bound = self.bound;
        // For each fluent of the task, its fluent in the reduced task.
        let mut numbers: Vec<Option<Fluent>> = task.fluent_ids().map(Some).collect();
        // The invariant of the last reduction, if this is a projection.
        let mut counting = None;
        for reduction in &self.reductions {
            let reduction = reduction.clone().try_map(&mut |fluent| {
                let number = numbers.get(fluent.index()).copied().flatten();
                let left_out = "a reduction names a fact that its task does not have";
                number.ok_or_else(|| CheckError::rejected(left_out))
            })?;
            let (new, kept);
            (new, bound, kept, counting) = reduced(&task, bound, reduction)?;
            task = Cow::Owned(new);
            let old = numbers.into_iter();
            numbers = old.map(|fluent| kept.get(fluent?)).collect();
        }
        let number = &mut |fluent: Fluent| {
            let number = numbers.get(fluent.index()).copied().flatten();
            let left_out = || {
                CheckError::rejected("a reason or a state names a fact that the task does not have")
            };
            number.ok_or_else(left_out)
        };
        let task = &*task;
        let mut reasons = Vec::with_capacity(self.reasons.len() + 1);
        for reason in &self.reasons {
            reasons.push(reason.clone().try_map(number)?.check(task, stop)?);
        }
        let seen = match (&reasons[..], &self.states) {
            ([one], States::Visited(_)) => one.seen(task),
            _ => CheckDetails::Nothing,
        };
        reasons.extend(counting.map(CheckedReason::Counting));
        match &self.states {
            States::Visited(count) => {
                let mut check = Check::new(task, bound, reasons, None, stop)?;
                check.run(*count)?;
                if check.expanded != *count {
                    return CheckError::reject(format_args!(
                        "the certificate claims {count} states, but there are {}",
                        check.expanded
                    ));
                }
            }
            States::Listed(listing) => {
                let facts = listing.facts.iter().map(|&fact| number(fact));
                let facts = facts.collect::<Result<Vec<Fluent>, CheckError>>()?;
                let states = listing.states.in_order(task, &facts)?;
                let mut check = Check::new(task, bound, reasons, Some(&states), stop)?;
                check.run(usize::MAX)?;
            }
            States::Kept { .. } => {
                let fact = "the states were not kept; plan again with --proof FILE";
                return CheckError::reject(fact);
            }
        }
        Ok(seen)
    }
}

impl ClosedList {
    /// Returns all reachable states, if no goal state is reachable.
    ///
    /// # Errors
    /// [`CheckError`] if a goal state is reachable, or if a limit ends the search.
    pub fn reachable(task: &Task, stop: &Stop) -> Result<Self, CheckError> {
        let mut check = Check::new(task, INFINITE, Vec::new(), None, stop)?;
        check.run(usize::MAX)?;
        let mut states = Self::default();
        for number in 0..check.costs.len() {
            states.add(check.table.words(number), 0, &[]);
        }
        Ok(states)
    }
}

/// Applies a reduction. Returns the reduced task, its bound, the numbers of the kept facts in this task, and the
/// invariant of a projection.
fn reduced(
    task: &Task,
    bound: Cost,
    reduction: Reduction<Fluent>,
) -> Result<(Task, Cost, Renaming, Option<CheckedCounting>), CheckError> {
    match reduction {
        Reduction::WithoutBudgets(_) if bound != INFINITE => CheckError::reject(
            "a reduction without budgets can only show that there is no plan; it cannot bound a cost",
        ),
        Reduction::WithoutBudgets(budgets) => {
            let is_level = |fluent| budgets.iter().any(|one| one.contains_key(&fluent));
            let numbers = Renaming::of(task, |fluent| !is_level(fluent));
            let budgets = budgets.iter().map(|levels| Budget {
                levels: levels.iter().map(|(&level, &left)| (level, left)).collect(),
            });
            let budgets: Vec<Budget> = budgets.collect();
            let without = WithoutBudgets::of(task, &budgets)?;
            Ok((without.task, without.limit + 1, numbers, None))
        }
        Reduction::Projection(projection) => {
            let (new, numbers) = project(task, &projection.kept)?;
            let counting = projection.check(task)?;
            Ok((new, bound, numbers, Some(counting)))
        }
    }
}

/// A checked reason.
enum CheckedReason {
    Weights(CheckedPotential),
    Residue(CheckedResidue),
    Conjunctions(InvariantForm, Vec<Vec<Literal>>),
    Counting(CheckedCounting),
}

impl Reason<Fluent> {
    fn check(self, task: &Task, stop: &Stop) -> Result<CheckedReason, CheckError> {
        stop.check().map_err(CheckError::Stopped)?;
        let checked = |form, all: Vec<Vec<Literal>>| {
            let all: Vec<Vec<Literal>> = all.into_iter().map(distinct).collect();
            invariant::check(task, form, &all, stop)?;
            Ok(CheckedReason::Conjunctions(form, all))
        };
        Ok(match self {
            Self::Weights { scale, weights } => {
                let weights = dense(task, &weights);
                CheckedReason::Weights(Potential { scale, weights }.check(task)?)
            }
            Self::Residue { modulus, weights } => {
                CheckedReason::Residue(CheckedResidue::of(task, modulus, dense(task, &weights))?)
            }
            Self::Never(all) => checked(InvariantForm::Never, all)?,
            Self::OneOf(all) => checked(InvariantForm::OneOf, all)?,
        })
    }
}

impl CheckedReason {
    /// Returns a lower bound on the cost from a reachable state to the goal.
    fn bound(&mut self, state: &[u64]) -> Cost {
        let is_dead = match self {
            Self::Weights(potential) => return potential.bound(state),
            Self::Residue(residue) => residue.is_dead(state),
            Self::Conjunctions(form, all) => {
                let hold = |one: &Vec<Literal>| one.iter().all(|&literal| holds(literal, state));
                let one_holds = all.iter().any(hold);
                match form {
                    InvariantForm::Never => !one_holds,
                    InvariantForm::OneOf => one_holds,
                }
            }
            Self::Counting(counting) => !counting.is_possible(state),
        };
        if is_dead { INFINITE } else { 0 }
    }

    fn seen(&self, task: &Task) -> CheckDetails {
        let total = |weights: &[i64]| {
            let weights = weights
                .iter()
                .zip(task.start())
                .filter(|(_, value)| **value);
            weights.map(|(&weight, _)| i128::from(weight)).sum()
        };
        match self {
            Self::Weights(checked) => CheckDetails::Totals {
                start: total(&checked.potential().weights),
                goal: checked.goal().into(),
            },
            Self::Residue(checked) => CheckDetails::Totals {
                start: total(checked.weights()),
                goal: checked.goal(),
            },
            Self::Conjunctions(InvariantForm::Never, all) => match (&all[..], task.pairs()) {
                ([one], Some(pairs)) if pairs.contradict(one) => {
                    CheckDetails::Pairs(pairs.iter().count())
                }
                _ => CheckDetails::Nothing,
            },
            Self::Conjunctions(InvariantForm::OneOf, _) | Self::Counting(_) => {
                CheckDetails::Nothing
            }
        }
    }
}

struct Check<'a> {
    task: &'a Task,
    bound: Cost,
    reasons: Vec<CheckedReason>,
    listed: Option<&'a ClosedList>,
    cuts: Option<CheckedCuts<'a>>,
    better: Option<DominanceTable>,
    table: StateTable<'a>,
    costs: Vec<Cost>,
    /// States to expand, by cost. A state may also occur under an outdated, higher cost.
    open: BTreeMap<Cost, Vec<usize>>,
    expanded: usize,
    limits: Ticker,
}

impl<'a> Check<'a> {
    fn new(
        task: &'a Task,
        bound: Cost,
        reasons: Vec<CheckedReason>,
        listed: Option<&'a ClosedList>,
        stop: &Stop,
    ) -> Result<Self, CheckError> {
        let width = bits::words(task.fluents().len());
        let mut check = Self {
            task,
            bound,
            reasons,
            listed,
            cuts: None,
            better: None,
            table: StateTable::new(width),
            costs: Vec::new(),
            open: BTreeMap::new(),
            expanded: 0,
            limits: Ticker::new(stop),
        };
        if let Some(states) = listed {
            check.table = StateTable::of(width, &states.words, states.count()).map_err(no_state)?;
            check.costs.clone_from(&states.costs);
            for (number, &cost) in states.costs.iter().enumerate().rev() {
                check.open.entry(cost).or_default().push(number);
            }
            check.cuts = Some(CheckedCuts::new(task, &states.cuts, stop)?);
            if !states.factors.is_empty() {
                if !check.reasons.is_empty() {
                    // Reasons may rely on mutex groups, which only hold in reachable states. Listed states need not be
                    // reachable.
                    return CheckError::reject("a set with factors cannot have reasons");
                }
                let dominance = Dominance::of(task, &states.factors, stop)?;
                check.better = Some(DominanceTable::new(dominance, &check.table, &check.costs)?);
            }
        }
        Ok(check)
    }

    /// Expands up to `most` states, the cheapest first, starting with the initial state or with all listed states.
    fn run(&mut self, most: usize) -> Result<(), CheckError> {
        let waiting = ActionIndex::new(self.task);
        let mut state = bits::from_values(self.task.start());
        let mut after = state.clone();
        if !self.reach(&state, 0) {
            let fact = "the initial state is not among the states at cost 0";
            return CheckError::reject(fact);
        }
        while let Some((cost, number)) = self.next() {
            state.copy_from_slice(self.table.words(number));
            self.look()?;
            if self.is_leaf(number, &state)? || cost >= self.bound {
                continue;
            }
            if self.expanded == most {
                return Err(match most {
                    0 => CheckError::rejected("the reasons do not cover the initial state"),
                    _ => CheckError::rejected(format_args!(
                        "the certificate claims {most} states, but there are more"
                    )),
                });
            }
            self.expanded += 1;
            let values = bits::values(&state, self.task.fluents().len());
            if self.task.is_goal(&values) {
                return CheckError::reject(format_args!("state {number} is a goal at cost {cost}"));
            }
            waiting.try_each(&state, |action| {
                self.look()?;
                after.copy_from_slice(&state);
                play(self.task, action, &mut after);
                let paid = match (self.listed, self.bound) {
                    // If the bound is infinite, costs have no influence.
                    (None, INFINITE) => 0,
                    _ => plus(cost, action.cost.min(INFINITE - 1)),
                };
                let leads_out = || {
                    CheckError::rejected(format_args!(
                        "{} leads from state {number} to a state that is not in the set at this cost",
                        action.name
                    ))
                };
                self.reach(&after, paid).then_some(()).ok_or_else(leads_out)
            })?;
        }
        Ok(())
    }

    fn look(&self) -> Result<(), CheckError> {
        let width = bits::words(self.task.fluents().len());
        self.limits.spend(width).map_err(CheckError::Stopped)
    }

    /// Returns the cheapest state that is still to be expanded.
    fn next(&mut self) -> Option<(Cost, usize)> {
        loop {
            let mut cheapest = self.open.first_entry()?;
            let cost = *cheapest.key();
            match cheapest.get_mut().pop() {
                Some(number) if self.costs[number] == cost => return Some((cost, number)),
                Some(_) => {}
                None => drop(cheapest.remove()),
            }
        }
    }

    /// Whether the listed state with this number is a leaf because of its cuts. `state` contains its bits.
    ///
    /// # Errors
    /// [`CheckError`] if the cuts are invalid, or if the cost of the state plus the lower bound of its cuts is less
    /// than the bound of the certificate.
    fn is_leaf(&mut self, number: usize, state: &[u64]) -> Result<bool, CheckError> {
        let (Some(listed), Some(cuts)) = (self.listed, &mut self.cuts) else {
            return Ok(false);
        };
        let shares = listed.state(number).2;
        if shares.is_empty() {
            return Ok(false);
        }
        let sum = plus(self.costs[number], cuts.bound(number, state, shares)?);
        if sum < self.bound {
            return CheckError::reject(format_args!(
                "at state {number}, the cuts prove only the bound {sum}"
            ));
        }
        Ok(true)
    }

    /// Records that a plan reaches a state at this cost. Returns whether the state is in the set or is a leaf.
    fn reach(&mut self, state: &[u64], paid: Cost) -> bool {
        if self.listed.is_some() {
            let known = self.table.number(state);
            return known.is_some_and(|number| self.costs[number] <= paid)
                || self.is_bounded(state, paid)
                || self.better.as_ref().is_some_and(|it| it.has(paid, state));
        }
        if self.is_bounded(state, paid) {
            return true;
        }
        let number = self.table.insert(state);
        match self.costs.get_mut(number) {
            Some(known) if *known <= paid => return true,
            Some(known) => *known = paid,
            None => self.costs.push(paid),
        }
        self.open.entry(paid).or_default().push(number);
        true
    }

    /// Whether this cost, plus the lower bound from a reason, reaches the bound.
    fn is_bounded(&mut self, state: &[u64], paid: Cost) -> bool {
        let bound = self.bound;
        let mut reasons = self.reasons.iter_mut();
        paid >= bound || reasons.any(|one| plus(paid, one.bound(state)) >= bound)
    }
}

/// The listed states, grouped by the values of the rigid facts, in which a dominating state must agree.
struct DominanceTable {
    dominance: Dominance,
    /// For each combination of these values, the patterns and the costs of the states.
    states: HashMap<Vec<u64>, Vec<(Vec<u16>, Cost)>>,
}

impl DominanceTable {
    fn new(
        dominance: Dominance,
        table: &StateTable<'_>,
        costs: &[Cost],
    ) -> Result<Self, CheckError> {
        let mut states: HashMap<_, Vec<_>> = HashMap::new();
        for (number, &cost) in costs.iter().enumerate() {
            let words = table.words(number);
            let is_known = dominance.knows(words);
            let patterns = dominance.patterns(words).filter(|_| is_known);
            let patterns = patterns.ok_or_else(|| no_state(number))?;
            let rigid = dominance.rigid(words);
            states.entry(rigid).or_default().push((patterns, cost));
        }
        Ok(Self { dominance, states })
    }

    /// Whether a listed state is as good as this state and has at most this cost.
    fn has(&self, cost: Cost, state: &[u64]) -> bool {
        let states = self.states.get(&self.dominance.rigid(state));
        let own = self.dominance.patterns(state);
        let is_better = |(better, paid): &(Vec<u16>, Cost)| {
            *paid <= cost
                && own
                    .as_ref()
                    .is_some_and(|own| self.dominance.is_as_good(better, own))
        };
        states.is_some_and(|states| states.iter().any(is_better))
    }
}

fn no_state(number: usize) -> CheckError {
    CheckError::rejected(format_args!(
        "state {number} is not a state of the task, or is listed twice"
    ))
}
