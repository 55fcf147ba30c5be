//! Cuts: disjunctive action landmarks, defined by the literals *beyond* the cut.
//!
//! Initially, all literals beyond the cut are false, and the goal requires one of them. So every plan has a *crossing*
//! action: an action that requires no literal beyond the cut and makes one of them true. A conditional effect crosses
//! the cut only if none of its conditions is beyond the cut. If a derived fluent is beyond the cut, the body of each of
//! its rules must contain a literal beyond the cut. So the fluent cannot be derived before the cut is crossed.
//!
//! The search for bounds chooses the literals. The check only computes the crossing actions and tests the conditions
//! above.

use std::collections::HashMap;

use crate::domain::{CheckError, Cost, INFINITE, plus};
use crate::task::{Conditional, Fluent, GoalConstraint, Literal, Rule, Task};
use saut_base::bits::{self, Mask};
use saut_base::lists::distinct;
use saut_base::stop::{Stop, Ticker};

/// The literals beyond a cut. They are false before the cut is crossed, and the goal requires at least one of them.
pub type Cut = Vec<Literal>;

/// The part of the cost of each crossing action that counts for a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutShare {
    /// The index of the cut in the list of cuts.
    pub cut: u32,
    /// The part of the cost. It has no meaning if no action crosses the cut.
    pub share: u64,
}

/// Checked cuts of a task, with their crossing actions.
pub struct CheckedCuts<'a> {
    task: &'a Task,
    /// For each cut, the literals beyond it and its crossing actions.
    cuts: Vec<(Vec<Mask>, Vec<usize>)>,
    /// For each action, the sum of its shares for the current state.
    spent: Vec<u64>,
}

impl<'a> CheckedCuts<'a> {
    /// Computes the crossing actions of each cut.
    ///
    /// # Errors
    /// [`CheckError`] if a cut contains a fluent that the task does not have, if the goal requires no literal beyond a
    /// cut, if a derived literal beyond a cut may follow from literals that are not beyond the cut, or if a limit ends
    /// the check.
    pub fn new(task: &'a Task, cuts: &[Cut], stop: &Stop) -> Result<Self, CheckError> {
        let limits = Ticker::new(stop);
        let fluents = task.fluents().len();
        let makers = task.makers();
        let mut rules: HashMap<Fluent, Vec<&Rule>> = HashMap::new();
        for rule in task.rules() {
            rules.entry(rule.head).or_default().push(rule);
        }
        let mut is_beyond = vec![false; 2 * fluents];
        let mut checked = Vec::with_capacity(cuts.len());
        for (number, cut) in cuts.iter().enumerate() {
            let far = |literal: &&Literal| literal.fluent.index() >= fluents;
            if let Some(far) = cut.iter().find(far) {
                return CheckError::reject(format_args!(
                    "cut {number} names fluent {}, but the task has only {fluents} fluents",
                    far.fluent.index()
                ));
            }
            for literal in cut {
                is_beyond[literal.index()] = true;
            }
            let follows = |one: &&Literal| {
                let is_body_near = |rule: &&Rule| !rule.body.iter().any(|it| is_beyond[it.index()]);
                let own = rules.get(&one.fluent).into_iter().flatten();
                task.is_derived(one.fluent)
                    && (!one.value || own.copied().any(|it| is_body_near(&it)))
            };
            if let Some(derived) = cut.iter().find(follows) {
                let fact = task.literal_name(*derived);
                return CheckError::reject(format_args!(
                    "{fact} is beyond cut {number}, but may follow from facts before the cut"
                ));
            }
            let wants_beyond = |wish: &GoalConstraint| match wish {
                GoalConstraint::Literal(literal) => is_beyond[literal.index()],
                GoalConstraint::AnyOf(any) => any.iter().all(|one| is_beyond[one.index()]),
                GoalConstraint::AtMostOne(_) => false,
            };
            if !task.goal().iter().any(wants_beyond) {
                return CheckError::reject(format_args!(
                    "the goal requires nothing beyond cut {number}"
                ));
            }
            let candidates = cut.iter().flat_map(|one| makers.of(one.index()));
            let candidates = candidates.take_while(|_| limits.spend(4).is_ok());
            let candidates = candidates.map(|&action| action as usize);
            let crosses = |&action: &usize| {
                let action = &task.actions()[action];
                let are_near =
                    |needs: &[Literal]| !needs.iter().any(|need| is_beyond[need.index()]);
                let is_sure = action.effects.iter().any(|one| is_beyond[one.index()]);
                let may_make =
                    |one: &Conditional| is_beyond[one.effect.index()] && are_near(&one.conditions);
                are_near(&action.preconditions)
                    && (is_sure || action.conditional.iter().any(may_make))
            };
            let crossing = distinct(candidates.filter(crosses));
            limits.check().map_err(CheckError::Stopped)?;
            checked.push((Literal::masks(cut.iter().copied()), crossing));
            for literal in cut {
                is_beyond[literal.index()] = false;
            }
        }
        Ok(Self {
            task,
            cuts: checked,
            spent: vec![0; task.actions().len()],
        })
    }

    /// Returns the lower bound that these shares prove on the cost of every plan from a state. `number` identifies the
    /// state in messages.
    ///
    /// # Errors
    /// [`CheckError`] if a cut does not exist, if a literal beyond a cut is true in the state, or if the shares of an
    /// action total more than its cost.
    pub fn bound(
        &mut self,
        number: usize,
        state: &[u64],
        shares: &[CutShare],
    ) -> Result<Cost, CheckError> {
        let sum = self.add_up(number, state, shares);
        for share in shares {
            if let Some((_, crossing)) = self.cuts.get(share.cut as usize) {
                for &action in crossing {
                    self.spent[action] = 0;
                }
            }
        }
        sum
    }

    fn add_up(
        &mut self,
        number: usize,
        state: &[u64],
        shares: &[CutShare],
    ) -> Result<Cost, CheckError> {
        let mut sum = 0;
        for &CutShare { cut, share } in shares {
            let cut = cut as usize;
            let cuts = self.cuts.len();
            let Some((beyond, crossing)) = self.cuts.get(cut) else {
                return CheckError::reject(format_args!(
                    "state {number} names cut {cut}, but there are only {cuts} cuts"
                ));
            };
            if beyond.iter().any(|mask| mask.meets(state)) {
                return CheckError::reject(format_args!("state {number} is beyond cut {cut}"));
            }
            if crossing.is_empty() {
                sum = INFINITE;
            }
            for &action in crossing {
                let (spent, all) = (&mut self.spent[action], &self.task.actions()[action]);
                match spent.checked_add(share).filter(|sum| *sum <= all.cost) {
                    Some(sum) => *spent = sum,
                    None => {
                        return CheckError::reject(format_args!(
                            "at state {number}, the shares of {} total more than its cost",
                            all.name
                        ));
                    }
                }
            }
            sum = plus(sum, share.min(INFINITE - 1));
        }
        Ok(sum)
    }
}

/// Returns the lower bound that cuts with these shares prove on the cost of every plan of a task.
///
/// # Errors
/// [`CheckError`] with the first defect.
pub fn check_cuts(task: &Task, cuts: &[Cut], shares: &[CutShare]) -> Result<Cost, CheckError> {
    let start = bits::from_values(task.start());
    CheckedCuts::new(task, cuts, &Stop::default())?.bound(0, &start, shares)
}
