//! Certificates as closed states, where they can be written so.

use crate::{NotExported, PseudoBoolean, export, export_invariant};
use saut_base::stop::Stop;
use saut_task::bound::{BoundingStates, Potential};
use saut_task::certificate::{Certificate, Criterion, StoredStates, named_weights};
use saut_task::domain::{CheckError, Cost, INFINITE};
use saut_task::invariant::InvariantForm;
use saut_task::task::{Literal, Task};

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
    let (bound, closed) = match certificate {
        Certificate::ClosedStates(stored) => listed(task, stored)?,
        Certificate::Pagoda { weights } => {
            let weights = named_weights(task, weights.clone())?;
            let potentials = vec![Potential { scale: 0, weights }];
            let closed = BoundingStates {
                potentials,
                ..BoundingStates::default()
            };
            (INFINITE, closed)
        }
        Certificate::Exhaustive { .. } => (INFINITE, BoundingStates::reachable(task, stop)?),
        Certificate::Criterion(Criterion::Pairs { excluded, .. }) => {
            let never = [excluded.to_vec()];
            return conjunctions(task, InvariantForm::Never, &never, stop);
        }
        Certificate::Invariant(stored) => {
            return conjunctions(task, stored.form, &stored.conjunctions, stop);
        }
        Certificate::Lattice { .. }
        | Certificate::Proof(_)
        | Certificate::Criterion(Criterion::Own(_)) => {
            return Err(NotExported::Kind(certificate.word()));
        }
    };
    export(task, bound, &closed, stop)
}

/// Conjunctions by the names of their literals.
fn conjunctions(
    task: &Task,
    form: InvariantForm,
    named: &[Vec<String>],
    stop: &Stop,
) -> Result<PseudoBoolean, NotExported> {
    let literals = task.literals_by_name();
    let literal = |name: &String| {
        let unknown = || CheckError::rejected(format_args!("the ground task has no fact {name}"));
        literals.get(name).copied().ok_or_else(unknown)
    };
    let conjunction = |names: &Vec<String>| names.iter().map(literal).collect();
    let all = named.iter().map(conjunction);
    let all: Vec<Vec<Literal>> = all.collect::<Result<_, CheckError>>()?;
    export_invariant(task, form, &all, stop)
}

fn listed(task: &Task, stored: &StoredStates) -> Result<(Cost, BoundingStates), NotExported> {
    if !stored.budgets.is_empty() {
        return Err(NotExported::Kind("budgets"));
    }
    if stored.counting.is_some() {
        return Err(NotExported::Kind("counted facts"));
    }
    let kept = || CheckError::rejected("its states were not kept");
    let listing = stored.listing.as_ref().ok_or_else(kept)?;
    let closed = listing.read(task).map_err(CheckError::rejected)?;
    if !closed.factors.is_empty() {
        return Err(NotExported::Kind("dominance"));
    }
    Ok((stored.bound, closed))
}
