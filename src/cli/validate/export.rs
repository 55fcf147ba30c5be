//! `saut validate --export FILE`: what a certificate shows, as a pseudo-Boolean formula in FILE and its proof beside
//! it, for `VeriPB` and other checkers that are not ours.

use std::path::{Path, PathBuf};

use saut::BadInput;
use saut::stop::Stop;
use saut_pddl::{PlanningTask, Reason};
use saut_plan::Certificate;
use saut_plan::pseudo_boolean::NotExported;

use super::shortest::unfinished;
use crate::cli::reply::Failure;
use crate::cli::whole;

/// File of the proof of a formula.
pub fn proof_file(formula: &Path) -> PathBuf {
    formula.with_extension("pbp")
}

/// Checks that both files have names of their own and a folder that is there.
pub fn is_possible(formula: &Path, inputs: &[&String]) -> Result<(), BadInput> {
    let proof = proof_file(formula);
    if proof == formula {
        let fact = "FILE is for the formula; the proof goes into a file ending in .pbp beside it";
        return Err(BadInput::new("--export", fact).remedy("name a file ending in .opb"));
    }
    let outputs = [("--export", Some(formula)), ("--export", Some(&proof))];
    whole::check(&outputs, inputs)
}

/// Writes both files.
pub fn export(
    task: &PlanningTask,
    certificate: &Certificate<Reason>,
    place: &str,
    formula: &Path,
    stop: &Stop,
) -> Result<(), Failure> {
    let exported = task.export(certificate, stop).map_err(|why| match why {
        NotExported::Unfinished(why) => unfinished(place, why),
        NotExported::Kind(_) => BadInput::new("--export", why.to_string())
            .remedy("closed states, dead ends, weights that no action raises, pairs, invariants and all states can be written")
            .into(),
        NotExported::TooLarge { .. } => BadInput::new("--export", why.to_string())
            .remedy("a bound with fewer states is found by saut plan with a smaller --timeout or --memory")
            .into(),
        NotExported::Rejected(_) | NotExported::Unread(_) => {
            Failure::from(BadInput::new("--export", why.to_string()))
        }
    })?;
    let proof = proof_file(formula);
    whole::write(formula, exported.formula)?;
    whole::write(&proof, exported.proof)?;
    let (formula, proof) = (formula.display(), proof.display());
    tell!("saut: the formula and its proof are written; check them by: veripb {formula} {proof}");
    Ok(())
}

/// Failure where there is nothing to write and it was asked for.
pub fn nothing_to_write() -> Failure {
    BadInput::new("--export", "the document has no certificate of a bound")
        .remedy("plan with --minimise cost --json, or give a document that says infeasible")
        .into()
}
