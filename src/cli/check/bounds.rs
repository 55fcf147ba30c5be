//! Lower bounds: that no plan has fewer jumps, moves or steps.

use saut::domain::CheckError;
use saut::encode::Encoding;
use saut::formats::certificate::{ConeEntry, LengthEntry, checked_cone, length_proof};
use saut::proof::{self, Scope, too_few};
use saut::stop::{Stop, StopReason};
use saut::task::Task;
use saut::{BadInput, compile};
use saut_plan::shortest::FEWEST_ACTIONS;
use serde::Deserialize;
use serde_json::Value;

use super::claims::{BoardSubject, Claims};
use super::verified::{Outcome, refused};
use crate::cli::arguments::MinimiseName;
use crate::cli::proofs;
use crate::cli::reply::Failure;

/// Proofs about numbers of steps, as a document has them.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ClaimedProofs {
    by_pegs: Option<usize>,
    cone: Option<ConeEntry>,
    pub refuted: Vec<LengthEntry>,
}

impl ClaimedProofs {
    /// The proofs of a bound; none if there is no bound.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn of(bound: Option<&Value>) -> Result<Self, BadInput> {
        let bad = |fact: String| BadInput::new("lower_bound", fact);
        if bound.is_some_and(|bound| !bound.is_object()) {
            return Err(bad("it is no object".to_owned()));
        }
        let read = bound.map(|bound| serde_json::from_value(bound.clone()));
        let read = read.transpose();
        let read = read.map_err(|error| bad(format!("cannot be read: {error}")))?;
        Ok(read.unwrap_or_default())
    }
}

/// The reason why a bound of a document is not verified as a whole: it has a part that no check is for.
pub fn unread(claims: &Claims, known: &[&str]) -> Option<String> {
    let bound = claims.get("lower_bound").filter(|bound| !bound.is_null())?;
    let Some(parts) = bound.as_object() else {
        return Some("it is no object".to_owned());
    };
    let unknown = parts.keys().find(|name| !known.contains(&name.as_str()))?;
    Some(format!("no check is for its \"{unknown}\""))
}

/// The parts of a bound of moves.
const OF_MOVES: [&str; 4] = ["by", "merson_regions", "moves", "positions"];
/// The parts of any other bound of a board.
const OF_JUMPS: [&str; 3] = ["by_pegs", "cone", "refuted"];

/// As [`unread`], of a board.
pub fn unread_of_board(claims: &Claims) -> Option<String> {
    if is_of_moves(claims) {
        unread(claims, &OF_MOVES)
    } else {
        unread(claims, &OF_JUMPS)
    }
}

fn is_of_moves(claims: &Claims) -> bool {
    let bound = claims.get("lower_bound");
    bound.is_some_and(|bound| bound.get("moves").is_some())
}

/// Statements of checked proofs.
#[derive(Debug, Default)]
pub struct CheckedProofs {
    /// The numbers of steps that no plan has, each with what the refutation covers.
    pub refuted: Vec<(usize, &'static str)>,
    /// A number of steps whose proof was not kept.
    pub not_kept: Option<usize>,
    /// A limit ended the checks.
    pub unfinished: Option<StopReason>,
    /// The number of proofs that were checked.
    pub proofs: usize,
}

/// The measure of which a document says that its plan has fewest: moves if its bound is of moves, else steps if it has
/// any, else jumps if its bound is of jumps.
pub fn measure(claims: &Claims) -> MinimiseName {
    let bound = claims.get("lower_bound");
    let has = |name: &&str| bound.is_some_and(|bound| bound.get(*name).is_some());
    match claims.get("steps") {
        _ if is_of_moves(claims) => MinimiseName::Moves,
        Some(_) => MinimiseName::Steps,
        None if OF_JUMPS.iter().any(has) => MinimiseName::Jumps,
        None => MinimiseName::Moves,
    }
}

/// Checks the claim that a plan of so many jumps is one of the shortest, in the [`measure`] of the document. Nothing if
/// that is moves, of which there are no proofs.
pub fn optimal(subject: &BoardSubject, jumps: usize) -> Option<Result<Outcome, Failure>> {
    let bound = subject.claims.get("lower_bound");
    match measure(&subject.claims) {
        MinimiseName::Steps => Some(fewest_steps(subject, bound)),
        MinimiseName::Jumps => Some(fewest_jumps(subject, jumps, bound)),
        MinimiseName::Moves => None,
    }
}

/// The parts of a bound by themselves, where the document does not say that it is reached by its plan of so many moves.
///
/// # Errors
/// A part that does not hold.
pub fn lower_bound(subject: &BoardSubject, bound: &Value, own: usize) -> Result<Outcome, Failure> {
    if let Some(moves) = bound.get("moves") {
        if moves.as_u64().is_some_and(|moves| moves > own as u64) {
            let fact = format!("the document says {moves}, and its plan has {own}");
            return Err(refused("lower_bound.moves", fact));
        }
        let reason = "it is of moves, and not said to be reached".to_owned();
        return Ok(Outcome::NotVerified(reason));
    }
    let Parts { checked, .. } = parts(subject, Some(bound))?;
    checked.exclude(None, Encoding::Forall, "steps")
}

fn not_kept(steps: usize) -> Outcome {
    Outcome::NotVerified(format!(
        "the proof about {steps} was not kept; solve again with --proof FILE"
    ))
}

/// Parts of a bound, all checked.
struct Parts {
    task: Task,
    /// The bound by counting and by the cone.
    least: usize,
    checked: CheckedProofs,
}

fn parts(subject: &BoardSubject, bound: Option<&Value>) -> Result<Parts, Failure> {
    let claimed = ClaimedProofs::of(bound)?;
    let (mut least, _) = subject.puzzle.jump_range();
    if let Some(by_pegs) = claimed.by_pegs.filter(|&by_pegs| by_pegs != least) {
        let fact = format!("the document says {by_pegs}, and it is {least}");
        return Err(refused("lower_bound.by_pegs", fact));
    }
    if let Some(cone) = claimed.cone {
        let proved = checked_cone(&cone, &subject.puzzle);
        least = least.max(proved.map_err(|no| refused("lower_bound.cone", no.to_string()))?);
    }
    let task = compile::peg_task(&subject.puzzle);
    let checked = check_proofs(
        &task,
        claimed.refuted,
        &subject.claims.file,
        &subject.search.stop,
    )?;
    Ok(Parts {
        task,
        least,
        checked,
    })
}

fn fewest_jumps(
    subject: &BoardSubject,
    own: usize,
    bound: Option<&Value>,
) -> Result<Outcome, Failure> {
    let parts = parts(subject, bound)?;
    let below = too_few(&parts.task, FEWEST_ACTIONS, own);
    let below = below.filter(|&jumps| jumps >= parts.least);
    parts.checked.exclude(below, FEWEST_ACTIONS, "jumps")
}

fn fewest_steps(subject: &BoardSubject, bound: Option<&Value>) -> Result<Outcome, Failure> {
    let Parts { task, checked, .. } = parts(subject, bound)?;
    let steps = subject.claims.get("steps").and_then(Value::as_u64);
    let steps = steps.and_then(|steps| usize::try_from(steps).ok());
    let below = too_few(&task, Encoding::Forall, steps.unwrap_or(0));
    checked.exclude(below, Encoding::Forall, "steps")
}

impl CheckedProofs {
    /// Checks that the proofs, of formulas of this encoding, exclude all plans of these numbers of steps. Where a proof
    /// was not kept, nothing is verified: it is a claim as the others.
    ///
    /// # Errors
    /// A number that nothing excludes, although the document says so.
    pub fn exclude(
        &self,
        needed: impl IntoIterator<Item = usize>,
        encoding: Encoding,
        noun: &str,
    ) -> Result<Outcome, Failure> {
        if let Some(why) = self.unfinished {
            return Ok(Outcome::Unfinished(why));
        }
        if let Some(steps) = self.not_kept {
            return Ok(not_kept(steps));
        }
        let is_excluded = |steps: usize| {
            self.refuted
                .iter()
                .any(|&(one, by)| one == steps && by == encoding.name())
        };
        match needed.into_iter().find(|&steps| !is_excluded(steps)) {
            None => Ok(Outcome::Holds),
            Some(missing) => {
                let fact =
                    format!("it says optimal, but nothing excludes a plan of {missing} {noun}");
                Err(Failure::Refused(BadInput::new("claim refused", fact)))
            }
        }
    }
}

/// Checks the proofs of a document, each by its file beside the document.
///
/// # Errors
/// A proof that does not hold, or cannot be read.
pub fn check_proofs(
    task: &Task,
    entries: Vec<LengthEntry>,
    document: &str,
    stop: &Stop,
) -> Result<CheckedProofs, Failure> {
    let mut checked = CheckedProofs::default();
    for entry in entries {
        if !entry.is_kept() {
            checked.not_kept = Some(entry.horizon());
            continue;
        }
        let beside = |file: &str| proofs::read_beside(document, file, stop.memory_mib());
        let proof = length_proof(entry, beside)?;
        let (horizon, encoding) = (proof.horizon, proof.encoding.name());
        match proof::check(task, proof, stop) {
            Ok(refuted) => {
                checked.proofs += 1;
                if refuted.scope() >= Scope::ThisHorizon {
                    checked.refuted.push((horizon, encoding));
                }
            }
            Err(CheckError::Stopped(why)) => {
                checked.unfinished = Some(why);
                break;
            }
            Err(rejected) => {
                let place = format!("proof about {horizon} steps refused");
                return Err(Failure::Refused(BadInput::new(place, rejected.to_string())));
            }
        }
    }
    Ok(checked)
}
