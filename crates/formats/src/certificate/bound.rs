//! Lower bounds as JSON: the proofs that every shorter plan is none.

use std::path::Path;

use serde::{Deserialize, Serialize};

use saut_base::bad_input::BadInput;
use saut_criteria::certify::RejectedCertificate;
use saut_criteria::certify::cone::{Bounds, FewestJumps, Tree};
use saut_criteria::certify::proof::WrittenProof;
use saut_peg::peg::Puzzle;
use saut_task::encode::Encoding;
use saut_task::proof::HorizonProof;

/// A proof that there is no plan of exactly `horizon` steps: a part of a lower bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LengthEntry(WrittenProof);

impl LengthEntry {
    /// The number of steps.
    pub const fn horizon(&self) -> usize {
        self.0.horizon
    }

    /// Whether its horizon counts single actions, not steps of several.
    pub fn is_sequential(&self) -> bool {
        Encoding::try_from(&self.0.encoding).is_ok_and(Encoding::is_sequential)
    }

    /// Whether there is a file with the proof.
    pub const fn is_kept(&self) -> bool {
        self.0.file.is_some()
    }
}

/// The entry of a proof about one length; `file` is where it was kept.
pub fn length_entry(proof: &HorizonProof, file: Option<&Path>) -> LengthEntry {
    LengthEntry(WrittenProof::of(
        proof,
        file.map(|path| path.display().to_string()),
    ))
}

/// The proof of an entry; its file is read by `read_file`.
///
/// # Errors
/// The proof was not kept or cannot be read, or its format or encoding is unknown.
pub fn length_proof(
    LengthEntry(entry): LengthEntry,
    read_file: impl FnOnce(&str) -> Result<Vec<u8>, BadInput>,
) -> Result<HorizonProof, BadInput> {
    let bad = |fact: String| BadInput::new("lower_bound", fact);
    let file = entry.file.as_deref().ok_or_else(|| {
        bad("the proof was not kept".to_owned())
            .remedy("solve again with --proof FILE and check that result")
    })?;
    let within = |bad: BadInput| bad.within("lower_bound");
    let encoding = Encoding::try_from(&entry.encoding).map_err(within)?;
    if matches!(encoding, Encoding::Exists | Encoding::R2Exists { .. }) {
        let fact = format!("a proof about {encoding} says nothing of plans in another order");
        return Err(bad(fact).remedy("proofs about sequential and forall do"));
    }
    let proof = entry.with_bytes(Vec::new()).map_err(within)?;
    Ok(HorizonProof {
        bytes: read_file(file)?,
        ..proof
    })
}

/// The proof that no plan has fewer jumps: no whole numbers of jumps add up to the difference
/// between start and goal, if they are fewer in all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConeEntry {
    /// No plan has fewer jumps than this.
    least: u32,
    /// Refutes one jump less.
    tree: Tree,
}

/// The entry of a lower bound; `None` if nothing is proved.
pub fn cone_entry(bound: &FewestJumps) -> Option<ConeEntry> {
    let tree = bound.proof.clone()?;
    let least = bound.least;
    Some(ConeEntry { least, tree })
}

/// Checks the tree of an entry; the number of jumps that no plan has fewer of.
///
/// # Errors
/// Fault of the tree.
pub fn checked_cone(entry: &ConeEntry, puzzle: &Puzzle) -> Result<usize, RejectedCertificate> {
    if let Some(most) = entry.least.checked_sub(1) {
        let bounds = Bounds::none(puzzle.board().jumps().len()).with_total(most);
        entry.tree.check(puzzle, &bounds)?;
    }
    Ok(entry.least as usize)
}
