//! Lower bounds: that no plan has fewer jumps, moves or steps.

use saut_base::stop::Stop;
use saut_base::{BadInput, beside};
use saut_criteria::certify::proof::WrittenProof;
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

/// The encoding of proofs about numbers of actions.
pub const FEWEST_ACTIONS: Encoding = Encoding::Sequential {
    at_most_one: AtMostOne::Product,
};

/// Proofs about numbers of steps, as a document has them.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ClaimedProofs {
    by_pegs: Option<usize>,
    cone: Option<ConeEntry>,
    refuted: Vec<WrittenProof>,
}

/// The proofs of a bound; none if there is no bound.
fn claimed_proofs(bound: Option<&Value>) -> Result<ClaimedProofs, BadInput> {
    let bad = |fact: String| BadInput::new("lower_bound", fact);
    match bound {
        None => Ok(ClaimedProofs::default()),
        Some(bound @ Value::Object(_)) => serde_json::from_value(bound.clone())
            .map_err(|error| bad(format!("cannot be read: {error}"))),
        Some(_) => Err(bad("it is no object".to_owned())),
    }
}

/// The reason why a bound of a document is not verified as a whole: it has a part that no check is for.
pub fn unread(document: &Document, known: &[&str]) -> Option<String> {
    let Value::Object(parts) = document.get("lower_bound")? else {
        return Some("it is no object".to_owned());
    };
    let unknown = parts.keys().find(|name| !known.contains(&name.as_str()))?;
    Some(format!("no check is for its \"{unknown}\""))
}

/// The measure of which a document says that its plan has fewest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Moves.
    Moves,
    /// Steps of several jumps.
    Steps,
    /// Jumps.
    Jumps,
}

impl Measure {
    /// Its word in documents.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Steps => "steps",
            Self::Jumps => "jumps",
        }
    }
}

/// The parts of a bound of moves.
const OF_MOVES: [&str; 4] = ["by", "merson_regions", "moves", "positions"];
/// The parts of any other bound of a board.
const OF_JUMPS: [&str; 3] = ["by_pegs", "cone", "refuted"];

/// The lower bound of a document about a board.
pub struct LowerBound<'a> {
    context: &'a Context<'a, Puzzle>,
    bound: Option<&'a Value>,
}

impl<'a> LowerBound<'a> {
    /// The bound of the document.
    pub fn of(context: &'a Context<'a, Puzzle>) -> Self {
        let bound = context.document.get("lower_bound");
        Self { context, bound }
    }

    fn has(&self, part: &str) -> bool {
        self.bound.is_some_and(|bound| bound.get(part).is_some())
    }

    /// As [`unread`].
    pub fn unread(&self) -> Option<String> {
        let is_of_moves = self.has("moves");
        let known: &[&str] = if is_of_moves { &OF_MOVES } else { &OF_JUMPS };
        unread(self.context.document, known)
    }

    /// Moves if the bound is of moves, else steps if the document has any, else jumps if the bound is of jumps.
    pub fn measure(&self) -> Measure {
        if self.has("moves") {
            Measure::Moves
        } else if self.context.document.get("steps").is_some() {
            Measure::Steps
        } else if OF_JUMPS.iter().any(|part| self.has(part)) {
            Measure::Jumps
        } else {
            Measure::Moves
        }
    }

    /// Checks the parts of the bound if the document does not say that its plan, of `own` moves, reaches it.
    ///
    /// # Errors
    /// A part does not hold.
    pub fn by_itself(&self, own: usize) -> Result<ClaimStatus, Fault> {
        if let Some(moves) = self.bound.and_then(|bound| bound.get("moves")) {
            if moves.as_u64().is_some_and(|moves| moves > own as u64) {
                let fact = format!("the document says {moves}, and its plan has {own}");
                return Err(false_claim("lower_bound.moves", fact));
            }
            let reason = "it is of moves, and not said to be reached".to_owned();
            return Ok(ClaimStatus::NotVerified(reason));
        }
        let (.., checked) = self.parts()?;
        checked.exclude(None, Encoding::Forall, "steps")
    }

    /// Checks the claim that no plan has fewer than `own` jumps.
    ///
    /// # Errors
    /// Nothing excludes fewer jumps, or a part of the bound does not hold.
    pub fn fewest_jumps(&self, own: usize) -> Result<ClaimStatus, Fault> {
        let (task, least, checked) = self.parts()?;
        let below = too_few(&task, FEWEST_ACTIONS, own).filter(|&jumps| jumps >= least);
        checked.exclude(below, FEWEST_ACTIONS, "jumps")
    }

    /// Checks the claim that no plan has fewer steps than the document says.
    ///
    /// # Errors
    /// Nothing excludes fewer steps, or a part of the bound does not hold.
    pub fn fewest_steps(&self) -> Result<ClaimStatus, Fault> {
        let (task, _, checked) = self.parts()?;
        let steps = self.context.document.get("steps").and_then(Value::as_u64);
        let steps = steps.and_then(|steps| usize::try_from(steps).ok());
        let below = too_few(&task, Encoding::Forall, steps.unwrap_or(0));
        checked.exclude(below, Encoding::Forall, "steps")
    }

    /// The task, the bound by counting and by the cone, and the proofs, all checked.
    fn parts(&self) -> Result<(Task, usize, CheckedProofs), Fault> {
        let puzzle = self.context.subject;
        let claimed = claimed_proofs(self.bound)?;
        let (mut least, _) = puzzle.jump_range();
        if let Some(by_pegs) = claimed.by_pegs.filter(|&by_pegs| by_pegs != least) {
            let fact = format!("the document says {by_pegs}, and it is {least}");
            return Err(false_claim("lower_bound.by_pegs", fact));
        }
        if let Some(cone) = claimed.cone {
            let proved = checked_cone(&cone, puzzle);
            least =
                least.max(proved.map_err(|no| false_claim("lower_bound.cone", no.to_string()))?);
        }
        let task = compile::peg_task(puzzle);
        let (document, stop) = (self.context.document, &self.context.search.stop);
        let checked = check_proofs(&task, claimed.refuted, document, stop)?;
        Ok((task, least, checked))
    }
}

/// Statements of checked proofs.
#[derive(Debug, Default)]
pub struct CheckedProofs {
    /// The numbers of steps that no plan has, each with the encoding of its proof.
    pub refuted: Vec<(usize, &'static str)>,
    /// A number of steps whose proof was not kept.
    pub not_kept: Option<usize>,
    /// The number of proofs that were checked.
    pub proofs: usize,
}

impl CheckedProofs {
    /// Checks that the proofs, of formulas of this encoding, exclude all plans of these numbers of steps. If a proof was
    /// not kept, the claim is not verified.
    ///
    /// # Errors
    /// A number that nothing excludes, although the document says so.
    pub fn exclude(
        &self,
        needed: impl IntoIterator<Item = usize>,
        encoding: Encoding,
        noun: &str,
    ) -> Result<ClaimStatus, Fault> {
        if let Some(steps) = self.not_kept {
            return Ok(ClaimStatus::NotVerified(format!(
                "the proof about {steps} was not kept; solve again with --proof FILE"
            )));
        }
        let is_excluded = |steps: usize| self.refuted.contains(&(steps, encoding.name()));
        match needed.into_iter().find(|&steps| !is_excluded(steps)) {
            None => Ok(ClaimStatus::Holds),
            Some(missing) => {
                let fact =
                    format!("it says optimal, but nothing excludes a plan of {missing} {noun}");
                Err(Fault::refused("claim refused", fact))
            }
        }
    }
}

/// Checks the proofs of the bound of a document about a task.
///
/// # Errors
/// A bound that cannot be read; as [`check_proofs`].
pub fn check_bound(task: &Task, document: &Document, stop: &Stop) -> Result<CheckedProofs, Fault> {
    let claimed = claimed_proofs(document.get("lower_bound"))?;
    check_proofs(task, claimed.refuted, document, stop)
}

/// Checks the proofs of a document, each by its file beside the document.
///
/// # Errors
/// A proof that does not hold, or cannot be read, or whose check was not finished.
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
                let place = format!("proof about {horizon} steps refused");
                return Err(Fault::refused(place, rejected.to_string()));
            }
        }
    }
    Ok(checked)
}
