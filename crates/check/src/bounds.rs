//! Checks lower bounds on numbers of jumps, moves or steps.

use saut_base::stop::Stop;
use saut_base::{BadInput, beside};
use saut_criteria::certify::Cubes;
use saut_criteria::certify::cubes::ProofFile;
use saut_criteria::certify::proof::{Assumed, WrittenProof};
use saut_criteria::compile;
use saut_formats::certificate::{ConeEntry, checked_cone, length_proof};
use saut_peg::peg::Puzzle;
use saut_task::CheckError;
use saut_task::encode::{AtMostOne, Encoding};
use saut_task::proof::{self, Scope, too_few};
use saut_task::task::Task;
use serde::Deserialize;
use serde_json::Value;

use crate::context::Context;
use crate::document::Document;
use crate::report::{ClaimStatus, Fault, false_claim};

/// Encoding of the formulas whose proofs show that no plan has a given number of actions.
pub const FEWEST_ACTIONS: Encoding = Encoding::Sequential {
    at_most_one: AtMostOne::Product,
};

/// The known parts of the field `lower_bound` of a document.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ClaimedProofs {
    by_pegs: Option<usize>,
    cone: Option<ConeEntry>,
    refuted: Vec<WrittenProof>,
}

/// Parses the field `lower_bound`. The result is empty if the document has no such field.
fn claimed_proofs(bound: Option<&Value>) -> Result<ClaimedProofs, BadInput> {
    let bad = |fact: String| BadInput::new("lower_bound", fact);
    match bound {
        None => Ok(ClaimedProofs::default()),
        Some(bound @ Value::Object(_)) => serde_json::from_value(bound.clone())
            .map_err(|error| bad(format!("the bound cannot be read: {error}"))),
        Some(_) => Err(bad("the bound is not a JSON object".to_owned())),
    }
}

/// Returns the reason if the lower bound of a document is not verified completely. Then the bound is not a JSON object,
/// or it has a field that is not in `known`.
pub fn unread(document: &Document, known: &[&str]) -> Option<String> {
    let Value::Object(parts) = document.get("lower_bound")? else {
        return Some("the bound is not a JSON object".to_owned());
    };
    let unknown = parts.keys().find(|name| !known.contains(&name.as_str()))?;
    Some(format!("the field \"{unknown}\" is not checked"))
}

/// The quantity that a plan is claimed to minimise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    Moves,
    /// Steps. A step may have several jumps.
    Steps,
    Jumps,
}

impl Measure {
    /// Returns the name of the quantity in documents.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Steps => "steps",
            Self::Jumps => "jumps",
        }
    }
}

/// Known fields of a bound on moves.
const OF_MOVES: [&str; 4] = ["by", "merson_regions", "moves", "positions"];
/// Known fields of a bound on jumps or steps.
const OF_JUMPS: [&str; 3] = ["by_pegs", "cone", "refuted"];

impl Context<'_, Puzzle> {
    fn bound_part(&self, part: &str) -> Option<&Value> {
        self.document.get("lower_bound")?.get(part)
    }

    /// Calls `unread` with the known fields of a bound on moves, or of any other bound.
    pub fn unread_bound(&self) -> Option<String> {
        let is_of_moves = self.bound_part("moves").is_some();
        let known: &[&str] = if is_of_moves { &OF_MOVES } else { &OF_JUMPS };
        unread(self.document, known)
    }

    /// Returns the quantity of the claim "optimal": moves if the bound is on moves, and steps if the document has
    /// steps. For other documents, the quantity is jumps if the bound has a field of `OF_JUMPS`, and moves otherwise.
    pub fn bound_measure(&self) -> Measure {
        let has = |part: &&str| self.bound_part(part).is_some();
        if has(&"moves") {
            Measure::Moves
        } else if self.document.get("steps").is_some() {
            Measure::Steps
        } else if OF_JUMPS.iter().any(has) {
            Measure::Jumps
        } else {
            Measure::Moves
        }
    }

    /// Checks the bound of a document that does not claim that its plan is optimal. The plan has `own` moves.
    ///
    /// # Errors
    /// A bound on moves is above `own`, or a field of another bound is wrong.
    pub fn bound_by_itself(&self, own: usize) -> Result<ClaimStatus, Fault> {
        if let Some(moves) = self.bound_part("moves") {
            if moves.as_u64().is_some_and(|moves| moves > own as u64) {
                let fact = format!("the document says {moves} moves, but its plan has only {own}");
                return Err(false_claim("lower_bound.moves", fact));
            }
            let reason =
                "the bound is on moves, and the document does not claim that its plan attains the bound".to_owned();
            return Ok(ClaimStatus::NotVerified(reason));
        }
        let (.., checked) = self.checked_bound()?;
        checked.exclude(None, Encoding::Forall, "steps")
    }

    /// Checks the claim that no plan has fewer than `own` jumps.
    ///
    /// # Errors
    /// No proof excludes plans with fewer jumps, or a field of the bound is wrong.
    pub fn fewest_jumps(&self, own: usize) -> Result<ClaimStatus, Fault> {
        let (task, least, checked) = self.checked_bound()?;
        let below = too_few(&task, FEWEST_ACTIONS, own).filter(|&jumps| jumps >= least);
        checked.exclude(below, FEWEST_ACTIONS, "jumps")
    }

    /// Checks the claim that no plan has fewer steps than the document states.
    ///
    /// # Errors
    /// No proof excludes plans with fewer steps, or a field of the bound is wrong.
    pub fn fewest_steps(&self) -> Result<ClaimStatus, Fault> {
        let (task, _, checked) = self.checked_bound()?;
        let steps = self.document.get("steps").and_then(Value::as_u64);
        let steps = steps.and_then(|steps| usize::try_from(steps).ok());
        let below = too_few(&task, Encoding::Forall, steps.unwrap_or(0));
        checked.exclude(below, Encoding::Forall, "steps")
    }

    /// Checks the bound by the number of pegs, the bound by the cone, and the proofs. Returns the task, the larger of
    /// the two bounds, and the checked proofs.
    fn checked_bound(&self) -> Result<(Task, usize, CheckedProofs), Fault> {
        let (puzzle, document) = (self.subject, self.document);
        let claimed = claimed_proofs(document.get("lower_bound"))?;
        let (mut least, _) = puzzle.jump_range();
        if let Some(by_pegs) = claimed.by_pegs.filter(|&by_pegs| by_pegs != least) {
            let fact = format!("the document says {by_pegs}, but the true value is {least}");
            return Err(false_claim("lower_bound.by_pegs", fact));
        }
        if let Some(cone) = claimed.cone {
            let proved = checked_cone(&cone, puzzle);
            least =
                least.max(proved.map_err(|no| false_claim("lower_bound.cone", no.to_string()))?);
        }
        let task = compile::peg_task(puzzle);
        let checked = check_proofs(&task, claimed.refuted, document, &self.search.stop)?;
        Ok((task, least, checked))
    }
}

/// Results of checked proofs.
#[derive(Debug, Default)]
pub struct CheckedProofs {
    /// The numbers of steps that no plan has, each with the encoding of its proof.
    pub refuted: Vec<(usize, &'static str)>,
    /// A number of steps whose proof was not stored.
    pub not_kept: Option<usize>,
    /// The number of checked proofs.
    pub proofs: usize,
}

impl CheckedProofs {
    /// Checks that, for each number of steps in `needed`, a proof about a formula of this encoding excludes plans with
    /// this number of steps. If a proof was not stored, the claim is not verified.
    ///
    /// # Errors
    /// No proof excludes plans with one of these numbers of steps.
    pub fn exclude(
        &self,
        needed: impl IntoIterator<Item = usize>,
        encoding: Encoding,
        noun: &str,
    ) -> Result<ClaimStatus, Fault> {
        if let Some(steps) = self.not_kept {
            return Ok(ClaimStatus::NotVerified(format!(
                "the proof for horizon {steps} was not kept; solve again with --proof FILE"
            )));
        }
        let is_excluded = |steps: usize| self.refuted.contains(&(steps, encoding.name()));
        match needed.into_iter().find(|&steps| !is_excluded(steps)) {
            None => Ok(ClaimStatus::Holds),
            Some(missing) => {
                let fact = format!(
                    "the document says optimal, but nothing excludes a plan of {missing} {noun}"
                );
                Err(Fault::refused("claim rejected", fact))
            }
        }
    }
}

/// Checks the proofs of the bound in a document about a task.
///
/// # Errors
/// The bound cannot be read, or [`check_proofs`] fails.
pub fn check_bound(task: &Task, document: &Document, stop: &Stop) -> Result<CheckedProofs, Fault> {
    let claimed = claimed_proofs(document.get("lower_bound"))?;
    check_proofs(task, claimed.refuted, document, stop)
}

/// Checks a refutation in pieces. The proof of each piece is a file in the folder of the document.
///
/// # Errors
/// Same as [`check_proofs`].
pub fn check_pieces(
    task: &Task,
    mut claim: Cubes,
    document: &Document,
    stop: &Stop,
) -> Result<CheckedProofs, Fault> {
    let fault = |fact: String| Fault::refused("proofs of the pieces rejected", fact);
    if claim.assumed != Assumed::default() {
        return Err(fault("a planning task has no jumps".to_owned()));
    }
    for proof in &mut claim.proofs {
        proof.path = beside::find_beside(document.place, &proof.path.display().to_string())?;
    }
    let (encoding, horizon) = (claim.encoding, claim.horizon);
    match proof::check_cubes(
        task,
        (encoding, horizon),
        &claim.tree,
        &claim.proofs,
        ProofFile::read,
        1,
        stop,
    ) {
        Ok(refuted) => Ok(CheckedProofs {
            proofs: refuted.pieces(),
            refuted: (refuted.scope() >= Scope::ThisHorizon)
                .then_some((horizon, encoding.name()))
                .into_iter()
                .collect(),
            ..CheckedProofs::default()
        }),
        Err(CheckError::Stopped(why)) => Err(Fault::Unfinished("proof".to_owned(), why)),
        Err(rejected) => Err(fault(rejected.to_string())),
    }
}

/// Checks the proofs of a document. Each proof is a file in the folder of the document.
///
/// # Errors
/// A proof is rejected or cannot be read, or its check was not finished.
pub fn check_proofs(
    task: &Task,
    entries: Vec<WrittenProof>,
    document: &Document,
    stop: &Stop,
) -> Result<CheckedProofs, Fault> {
    let mut checked = CheckedProofs::default();
    for entry in entries {
        if entry.file.is_none() {
            checked.not_kept = Some(entry.horizon);
            continue;
        }
        let beside = |file: &str| beside::read_beside(document.place, file, stop.memory_mib());
        let proof = length_proof(&entry, beside)?;
        let (horizon, encoding) = (proof.horizon, proof.encoding.name());
        match proof::check(task, proof, stop) {
            Ok(refuted) => {
                checked.proofs += 1;
                if refuted.scope() >= Scope::ThisHorizon {
                    checked.refuted.push((horizon, encoding));
                }
            }
            Err(CheckError::Stopped(why)) => {
                return Err(Fault::Unfinished("proof".to_owned(), why));
            }
            Err(rejected) => {
                let place = format!("proof for horizon {horizon} rejected");
                return Err(Fault::refused(place, rejected.to_string()));
            }
        }
    }
    Ok(checked)
}
