//! Proofs in pieces as JSON: the tree of decisions in preorder, and the files of the proofs.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{AssumedEntry, EncodingEntry};
use crate::certify::cubes::ProofFile;
use crate::certify::{Certificate, Cubes};
use saut_task::bad_input::BadInput;
use saut_task::proof::CubeTree;

/// A proof in pieces as it stands in a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CubesEntry {
    /// Always `drat`.
    pub format: String,
    /// The encoding that the proofs are about.
    #[serde(flatten)]
    pub encoding: EncodingEntry,
    /// The number of steps.
    pub horizon: usize,
    /// The decisions in preorder: the DIMACS number of a variable, then the branch where it is true
    /// and the branch where it is false; 0 for a leaf.
    pub tree: Vec<u32>,
    /// The proof of each leaf, in the order of the tree.
    pub pieces: Vec<PieceEntry>,
    /// Facts that the formula takes for known.
    #[serde(flatten)]
    pub assumed: AssumedEntry,
}

/// The proof of a leaf.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceEntry {
    /// The file, beside the document or below its folder.
    pub file: String,
    /// The SHA-256 of its bytes.
    pub sha256: String,
}

/// The entry of a proof in pieces; files are named as the claim names them.
pub fn cubes_entry(cubes: &Cubes) -> CubesEntry {
    let piece = |proof: &ProofFile| PieceEntry {
        file: proof.path.display().to_string(),
        sha256: proof.sha256.clone(),
    };
    CubesEntry {
        format: "drat".to_owned(),
        encoding: cubes.encoding.into(),
        horizon: cubes.horizon,
        tree: cubes.tree.preorder().to_vec(),
        pieces: cubes.proofs.iter().map(piece).collect(),
        assumed: (&cubes.assumed).into(),
    }
}

/// The certificate of an entry; `find_file` says where a file is that the document names.
///
/// # Errors
/// A format or encoding that is unknown, numbers that are no tree, or a file that is not there.
pub fn certificate_of_cubes(
    entry: CubesEntry,
    mut find_file: impl FnMut(&str) -> Result<PathBuf, BadInput>,
) -> Result<Certificate, BadInput> {
    let bad = |fact: String| BadInput::new("certificate", fact);
    if entry.format != "drat" {
        let fact = format!("{} proofs in pieces cannot be checked", entry.format);
        return Err(bad(fact).remedy("drat proofs can"));
    }
    let tree = CubeTree::from_preorder(entry.tree).map_err(|no| bad(no.to_string()))?;
    let proof = |piece: PieceEntry| {
        Ok(ProofFile {
            path: find_file(&piece.file)?,
            sha256: piece.sha256,
        })
    };
    Ok(Certificate::Cubes(Cubes {
        encoding: (&entry.encoding)
            .try_into()
            .map_err(|bad: BadInput| bad.within("certificate"))?,
        horizon: entry.horizon,
        tree,
        proofs: entry
            .pieces
            .into_iter()
            .map(proof)
            .collect::<Result<_, BadInput>>()?,
        assumed: entry.assumed.into(),
    }))
}
