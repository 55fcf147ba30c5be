#![doc = include_str!("../README.md")]
//!
//! The formula (OPB) says of a task, a bound and an invariant over states and what was paid for them: the start is
//! outside, or an action leads out, or a goal is inside; always for less than the bound. The proof (`VeriPB`, version
//! 3.0) shows that none of this can be. So by induction every plan that costs less than the bound stays inside, and
//! ends at no goal: there is none. With an infinite bound the formula has no costs, and there is no plan at all.
//!
//! The argument holds for any invariant; ours is made of the reasons of [`bound`](saut_task::bound). A listed state, a
//! weight and a set of cuts become gates, and so do the groups and pairs, which the proof has to show anew.
//!
//! Dold, Helmert, Nordström, Röger, Schindler, *Pseudo-Boolean proof logging for optimal classical planning* (ICAPS
//! 2025), for invariants over states and costs; Gocht and Nordström, *Certifying parity reasoning efficiently using
//! pseudo-Boolean proofs* (AAAI 2021), for the format. There the invariant is defined in the proof, and what the proof
//! derives is compared with what is wanted; here it stands in the formula, so that the verdict *unsatisfiable* says
//! everything.

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
use saut_task::bound::{BoundingStates, Potential};
use saut_task::certificate::{Certificate, Reason, Reduction, States};
use saut_task::domain::{CheckError, Cost};
use saut_task::task::{Fluent, Literal, Pairs, Task};
use saut_task::weights::dense;
use step::Step;

/// A formula, and a proof that it is unsatisfiable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PseudoBoolean {
    /// The formula, in the format OPB.
    pub formula: String,
    /// The proof, as `VeriPB` reads it.
    pub proof: String,
}

/// Reason why a bound is not written as a pseudo-Boolean proof.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NotExported {
    /// A kind of certificate that is no invariant of this form.
    #[error("{0}: there is no pseudo-Boolean form of this kind")]
    Kind(&'static str),
    /// The certificate does not show the bound, or its check was stopped.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// A formula beyond all use.
    #[error(
        "the formula would have about {literals} literals with its proof, more than {}",
        MOST_LITERALS
    )]
    TooLarge {
        /// About how many.
        literals: usize,
    },
}

/// The most literals of a formula.
const MOST_LITERALS: usize = 50_000_000;

/// Writes what a certificate shows of a task, with its proof.
///
/// # Errors
/// [`NotExported`], for kinds that have no such form [`NotExported::Kind`].
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

/// Writes a closed set of a task with its proof, with no more knowledge of reachable states than it needs.
///
/// # Errors
/// [`NotExported`].
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

/// Writes a closed set of a task with what would be its proof, if the reasons are right; for tests of checkers. All
/// groups and pairs of the task are used.
///
/// # Errors
/// [`NotExported`]; of the reasons nothing is rejected but a task with derived fluents or conditional effects.
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
        States::Visited(0) => Cow::Owned(BoundingStates::default()),
        States::Visited(_) if !set.reasons.is_empty() => {
            return Err(NotExported::Kind("visited states with reasons"));
        }
        States::Visited(_) => Cow::Owned(BoundingStates::reachable(task, stop)?),
        States::Listed(listing) if !listing.states.factors.is_empty() => {
            return Err(NotExported::Kind("dominance"));
        }
        States::Listed(listing) => listing.states.in_order(task, &listing.facts)?,
        States::Kept { .. } => return Err(CheckError::rejected("its states were not kept").into()),
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
    if literals > MOST_LITERALS {
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

/// About the literals of formula and proof.
fn literals(task: &Task, closed: &BoundingStates) -> usize {
    let makers = task.makers();
    let made_by = |literal: Literal| makers.of(literal.index()).len();
    let pairs = task.pairs().into_iter().flat_map(Pairs::iter);
    let cases = pairs.map(|(one, other)| 10 + 3 * (made_by(one) + made_by(other)));
    // Both copies of each state and each leaf, each with what follows from it and what it follows from.
    4 * (closed.count() * task.fluents().len() + closed.shares.len())
        + 3 * task.size()
        + cases.sum::<usize>()
}

#[cfg(test)]
#[path = "../../task/tests/common/random_task.rs"]
#[expect(dead_code, reason = "some of it serves the tests of other crates")]
mod random_task;

#[cfg(test)]
mod tests;
