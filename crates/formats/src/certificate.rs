//! Certificates and lower bounds in JSON documents. A certificate ([`Certificate`]) is an object with the field `kind`
//! and the fields of that kind. A lower bound is a proof that no shorter plan exists.
//!
//! A proof (DRAT or LRAT) is a separate file, named by the field `file`. The document contains everything else.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use saut_base::bad_input::BadInput;
use saut_criteria::certify::cone::{Bounds, FewestJumps, Tree};
use saut_criteria::certify::proof::WrittenProof;
use saut_criteria::certify::{Certificate, Proof};
use saut_peg::peg::Puzzle;
use saut_task::CheckError;
use saut_task::encode::Encoding;
use saut_task::proof::HorizonProof;

/// Returns a certificate for JSON output. If `file` is given, the proof is replaced by this path.
pub fn kept_in<'a>(certificate: &'a Certificate, file: Option<&Path>) -> Cow<'a, Certificate> {
    match (certificate, file) {
        (Certificate::Proof(proof), Some(file)) => Cow::Owned(Certificate::Proof(Proof {
            claim: HorizonProof {
                bytes: Vec::new(),
                ..proof.claim
            },
            file: Some(file.display().to_string()),
            assumed: proof.assumed.clone(),
        })),
        (whole, _) => Cow::Borrowed(whole),
    }
}

/// Completes a certificate that was read from JSON: adds the contents of its files. `read_file` reads a proof.
/// `find_file` returns the path of the proof of a piece.
///
/// # Errors
/// A proof was not stored or cannot be read, or a file does not exist.
pub fn with_files(
    mut certificate: Certificate,
    read_file: impl FnOnce(&str) -> Result<Vec<u8>, BadInput>,
    mut find_file: impl FnMut(&str) -> Result<PathBuf, BadInput>,
) -> Result<Certificate, BadInput> {
    match &mut certificate {
        Certificate::Proof(proof) => {
            let file = proof
                .file
                .as_deref()
                .ok_or_else(|| not_kept("certificate"))?;
            proof.claim.bytes = read_file(file)?;
        }
        Certificate::Cubes(cubes) => {
            for piece in &mut cubes.proofs {
                piece.path = find_file(&piece.path.display().to_string())?;
            }
        }
        _ => {}
    }
    Ok(certificate)
}

fn not_kept(place: &str) -> BadInput {
    BadInput::new(place, "the proof was not kept")
        .remedy("solve again with --proof FILE, and check that result")
}

/// Returns the proof in an entry of a lower bound: no plan has exactly the number of steps that the entry names.
/// `read_file` reads its file.
///
/// # Errors
/// The proof was not stored or cannot be read, or its format or encoding is unknown.
pub fn length_proof(
    entry: &WrittenProof,
    read_file: impl FnOnce(&str) -> Result<Vec<u8>, BadInput>,
) -> Result<HorizonProof, BadInput> {
    let file = entry
        .file
        .as_deref()
        .ok_or_else(|| not_kept("lower_bound"))?;
    let within = |bad: BadInput| bad.within("lower_bound");
    let encoding = Encoding::try_from(&entry.encoding).map_err(within)?;
    if matches!(encoding, Encoding::Exists | Encoding::R2Exists { .. }) {
        let fact = format!("a proof for {encoding} does not cover plans in another order");
        return Err(within(BadInput::new("", fact)).remedy("proofs for sequential and forall do"));
    }
    let proof = entry.with_bytes(Vec::new()).map_err(within)?;
    Ok(HorizonProof {
        bytes: read_file(file)?,
        ..proof
    })
}

/// The proof that no plan has fewer jumps. It shows that no vector of jump counts with a smaller sum produces the
/// difference between start and goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConeEntry {
    /// Lower bound on the number of jumps of a plan.
    least: u32,
    /// The refutation of `least - 1` jumps.
    tree: Tree,
}

/// Returns the entry of a lower bound, or `None` if nothing is proved.
pub fn cone_entry(bound: &FewestJumps) -> Option<ConeEntry> {
    Some(ConeEntry {
        least: bound.least,
        tree: bound.proof.clone()?,
    })
}

/// Checks the tree of an entry and returns its lower bound on the number of jumps.
///
/// # Errors
/// The tree is wrong.
pub fn checked_cone(entry: &ConeEntry, puzzle: &Puzzle) -> Result<usize, CheckError> {
    if let Some(most) = entry.least.checked_sub(1) {
        let bounds = Bounds::none(puzzle.board().jumps().len()).with_total(most);
        entry.tree.check(puzzle, &bounds)?;
    }
    Ok(entry.least as usize)
}
