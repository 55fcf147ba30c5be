#![doc = include_str!("../README.md")]
//!
//! The formula (OPB) describes a task, a bound, and an invariant over states and the cost of reaching them. The formula
//! states that the invariant is violated below the bound. This means that the initial state violates it, that an action
//! leads from a state that satisfies it to a state that violates it, or that a goal state satisfies it. The proof
//! (`VeriPB`, version 3.0) shows that this is impossible.
//!
//! By induction, a plan that costs less than the bound would only visit states that satisfy the invariant, and could
//! not end in a goal state. So there is no such plan. If the bound is infinite, the formula contains no costs, and
//! there is no plan at all.
//!
//! The argument holds for any invariant. Here, the invariant consists of the reasons of a closed set. Listed states,
//! weights, cuts and conjunctions become gates. Mutex groups and mutexes also become gates, and the proof derives them
//! again.
//!
//! Dold, Helmert, Nordström, Röger, Schindler, *Pseudo-Boolean proof logging for optimal classical planning* (ICAPS
//! 2025), for invariants over states and costs; Gocht and Nordström, *Certifying parity reasoning efficiently using
//! pseudo-Boolean proofs* (AAAI 2021), for the format. In the first paper, the proof defines the invariant, and the
//! derived constraint is compared with the expected one. Here, the formula contains the invariant, so the verdict
//! *unsatisfiable* is enough.

mod formula;
mod induction;
mod invariant;
mod proof;
mod step;

use std::borrow::Cow;

use thiserror::Error;

use formula::Formula;
use induction::Induction;
use invariant::{Invariant, Reasons};
use proof::Proof;
use saut_base::stop::Stop;
use saut_task::ClosedSet;
use saut_task::bound::{ClosedList, Potential};
use saut_task::certificate::{Certificate, Reason, Reduction, States};
use saut_task::domain::{CheckError, Cost};
use saut_task::task::{Fluent, Literal, Pairs, Task};
use saut_task::weights::dense;
use step::Step;

/// A pseudo-Boolean formula, and a proof that it is unsatisfiable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PseudoBoolean {
    /// The formula, in the format OPB.
    pub formula: String,
    /// The proof, in the format of `VeriPB`.
    pub proof: String,
}

/// Reason why a bound cannot be exported as a pseudo-Boolean proof.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NotExported {
    /// This kind of certificate has no pseudo-Boolean form.
    #[error("certificates of this kind cannot be exported: {0}")]
    Kind(&'static str),
    /// The certificate does not prove the bound, or its check was stopped.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// The formula would be too large.
    #[error(
        "the formula and its proof would have about {literals} literals, more than {}",
        MAX_LITERALS
    )]
    TooLarge {
        /// Estimated number of literals.
        literals: usize,
    },
}

/// Maximum number of literals in a formula and its proof.
const MAX_LITERALS: usize = 50_000_000;

/// Exports the bound of a certificate, with a proof.
///
/// # Errors
/// [`NotExported`] with the reason why the bound is not exported.
pub fn export_certificate<R>(
    task: &Task,
    certificate: &Certificate<R>,
    stop: &Stop,
) -> Result<PseudoBoolean, NotExported>
where
    for<'a> &'a R: Into<&'static str>,
{
    match certificate {
        Certificate::ClosedSet(set) => export(task, &(**set).clone().numbered(task)?, stop),
        Certificate::Proof(_) | Certificate::Own(_) => Err(NotExported::Kind(certificate.word())),
    }
}

/// Exports a closed set of a task, with a proof. Mutexes and mutex groups are only exported if the check of the set
/// needs them.
fn export(task: &Task, set: &ClosedSet<Fluent>, stop: &Stop) -> Result<PseudoBoolean, NotExported> {
    let without_pairs = task.clone().with_provable_pairs(None);
    let plain = without_pairs.clone().with_provable_groups([]);
    for task in [&plain, &without_pairs] {
        match set.check(task, stop) {
            Ok(_) => return unchecked(task, set, stop),
            Err(CheckError::Rejected(_)) => {}
            Err(stopped) => return Err(stopped.into()),
        }
    }
    set.check(task, stop)?;
    unchecked(task, set, stop)
}

/// Exports a closed set without a check of its reasons. The proof is only valid if the reasons are valid, so tests of
/// proof checkers can write invalid proofs. All mutex groups and mutexes of the task are exported.
fn unchecked(
    task: &Task,
    set: &ClosedSet<Fluent>,
    stop: &Stop,
) -> Result<PseudoBoolean, NotExported> {
    if let Some(reduction) = set.reductions.first() {
        return Err(NotExported::Kind(match reduction {
            Reduction::WithoutBudgets(_) => "budgets",
            Reduction::Projection(_) => "counted facts",
        }));
    }
    let mut potentials = Vec::new();
    let mut conjunctions = None;
    for reason in &set.reasons {
        match reason {
            Reason::Weights { scale, weights } => potentials.push(Potential {
                scale: *scale,
                weights: dense(task, weights),
            }),
            Reason::Residue { .. } => return Err(NotExported::Kind("lattice")),
            Reason::Never(_) | Reason::OneOf(_) if set.reasons.len() > 1 => {
                return Err(NotExported::Kind("invariants with other reasons"));
            }
            Reason::Never(_) | Reason::OneOf(_) => conjunctions = reason.conjunctions(),
        }
    }
    let states = match &set.states {
        States::Visited(0) => Cow::Owned(ClosedList::default()),
        States::Visited(_) if !set.reasons.is_empty() => {
            return Err(NotExported::Kind("visited states with reasons"));
        }
        States::Visited(_) => Cow::Owned(ClosedList::reachable(task, stop)?),
        States::Listed(listing) if !listing.states.factors.is_empty() => {
            return Err(NotExported::Kind("dominance"));
        }
        States::Listed(listing) => listing.states.in_order(task, &listing.facts)?,
        States::Kept { .. } => {
            return Err(CheckError::rejected("the states of the certificate were not kept").into());
        }
    };
    let shown = Reasons {
        closed: &states,
        potentials: &potentials,
        conjunctions,
    };
    written(task, set.bound, shown, stop)
}

fn written(
    task: &Task,
    bound: Cost,
    shown: Reasons<'_>,
    stop: &Stop,
) -> Result<PseudoBoolean, NotExported> {
    if !task.is_plain() {
        let fact = "the task has derived facts or conditional effects";
        return Err(CheckError::rejected(fact).into());
    }
    let literals = literals(task, shown.closed);
    if literals > MAX_LITERALS {
        return Err(NotExported::TooLarge { literals });
    }
    let mut formula = Formula::default();
    let one_step = Step::write(&mut formula, task, bound);
    let invariant = Invariant::write(&mut formula, task, bound, shown);
    let mut proof = Proof::new(formula.constraints());
    let induction = Induction {
        task,
        bound,
        shown,
        step: &one_step,
        invariant: &invariant,
        stop,
    };
    let proved = induction.prove(&mut proof);
    proved.map_err(CheckError::Stopped)?;
    let variables = 4 * task.fluents().len() + task.actions().len() + 2 + 2 * step::digits(bound);
    Ok(PseudoBoolean {
        formula: formula.finish(variables),
        proof: proof.finish(),
    })
}

/// Returns the estimated number of literals of the formula and the proof.
fn literals(task: &Task, closed: &ClosedList) -> usize {
    let makers = task.makers();
    let made_by = |literal: Literal| makers.of(literal.index()).len();
    let pairs = task.pairs().into_iter().flat_map(Pairs::iter);
    let cases = pairs.map(|(one, other)| 10 + 3 * (made_by(one) + made_by(other)));
    // Each state and each leaf has two copies, and each copy has two implications.
    4 * (closed.count() * task.fluents().len() + closed.shares.len())
        + 3 * task.size()
        + cases.sum::<usize>()
}

#[cfg(test)]
#[path = "../../task/tests/common/random_task.rs"]
#[expect(dead_code, reason = "the tests of other crates use the rest")]
mod random_task;

#[cfg(test)]
mod tests;
