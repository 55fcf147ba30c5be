//! `saut check --export FILE`: what a certificate shows, as a pseudo-Boolean formula in FILE and its proof beside
//! it, for `VeriPB` and other checkers that are not ours.

use std::path::Path;

use saut::BadInput;
use saut::read_limited;
use saut::stop::Stop;
use saut_pddl::{Compiled, GroundingLimits, NotCompiled, PlanningTask, Quality, Reason};
use saut_task::{Certificate, CheckError, Problem as _};
use saut_veripb::{NotExported, PseudoBoolean, export_certificate};

use crate::cli::reply::Failure;
use crate::cli::whole;

/// Writes both files.
pub fn export(
    task: &PlanningTask,
    certificate: &Certificate<Reason>,
    stop: &Stop,
    formula: &Path,
    proof: &Path,
) -> Result<(), Failure> {
    let exported = exported(task, certificate, stop).map_err(|why| match why {
        NotExported::Check(CheckError::Stopped(why)) => read_limited::limited("--export", why),
        NotExported::Kind(_) => BadInput::new("--export", why.to_string())
            .remedy("closed states, weights that no action raises, pairs, invariants and all states can be written"),
        NotExported::TooLarge { .. } => BadInput::new("--export", why.to_string())
            .remedy("a bound with fewer states is found by saut plan with a smaller --timeout or --memory"),
        NotExported::Check(CheckError::Rejected(_)) => {
            BadInput::new("--export", why.to_string())
        }
    })?;
    whole::write(formula, exported.formula)?;
    whole::write(proof, exported.proof)?;
    let (formula, proof) = (formula.display(), proof.display());
    tell!("saut: the formula and its proof are written; check them by: veripb {formula} {proof}");
    Ok(())
}

/// What the certificate shows of the ground task.
fn exported(
    task: &PlanningTask,
    certificate: &Certificate<Reason>,
    stop: &Stop,
) -> Result<PseudoBoolean, NotExported> {
    let limits = GroundingLimits::until(stop);
    let compiled = |quality| {
        let domain = task
            .compile(quality, &limits)
            .and_then(Compiled::classical)?;
        Ok(export_certificate(domain.task(), certificate, stop))
    };
    if task.may_be_shown_without_prices(certificate)
        && let Ok(Ok(exported)) = compiled(Quality::AnyPlan)
    {
        return Ok(exported);
    }
    match compiled(Quality::Cheapest) {
        Ok(exported) => exported,
        Err(NotCompiled::Stopped(why)) => Err(CheckError::Stopped(why.reason(stop)).into()),
        Err(why) => Err(CheckError::rejected(why).into()),
    }
}
