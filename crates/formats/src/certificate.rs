//! Certificates in documents: what stands there is the certificate itself ([`Certificate`]), an object with the field
//! `kind` and what that kind needs.
//!
//! A proof (DRAT or LRAT) stands in a file of its own, named by the field `file`; everything else is whole in the
//! document.

mod bound;

use std::path::{Path, PathBuf};

pub use bound::{ConeEntry, LengthEntry, checked_cone, cone_entry, length_entry, length_proof};
use serde::{Serialize, Serializer};

use saut_base::bad_input::BadInput;
use saut_criteria::certify::proof::{Assumed, WrittenProof};
use saut_criteria::certify::{Certificate, Proof};

/// A certificate whose proof was kept in a file, if that is given.
pub struct Entry<'a> {
    certificate: &'a Certificate,
    file: Option<String>,
}

/// The entry of a certificate; `file` is where its proof was kept.
pub fn entry<'a>(certificate: &'a Certificate, file: Option<&Path>) -> Entry<'a> {
    let file = file.map(|path| path.display().to_string());
    Entry { certificate, file }
}

impl Serialize for Entry<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(tag = "kind", rename = "proof")]
        struct Kept<'a> {
            #[serde(flatten)]
            proof: WrittenProof,
            #[serde(flatten)]
            assumed: &'a Assumed,
        }
        match (self.certificate, &self.file) {
            (Certificate::Proof(Proof { claim, assumed, .. }), Some(file)) => {
                let proof = WrittenProof::of(claim, Some(file.clone()));
                Kept { proof, assumed }.serialize(to)
            }
            (whole, _) => whole.serialize(to),
        }
    }
}

/// A certificate that was read, with what lies in files: a proof is read by `read_file`, and `find_file` says where one
/// of the proofs of pieces is.
///
/// # Errors
/// A proof that was not kept or cannot be read, or a file that is not there.
pub fn with_files(
    mut certificate: Certificate,
    read_file: impl FnOnce(&str) -> Result<Vec<u8>, BadInput>,
    mut find_file: impl FnMut(&str) -> Result<PathBuf, BadInput>,
) -> Result<Certificate, BadInput> {
    match &mut certificate {
        Certificate::Proof(proof) => {
            let not_kept = || {
                BadInput::new("certificate", "the proof was not kept")
                    .remedy("solve again with --proof FILE and check that result")
            };
            let file = proof.file.as_deref().ok_or_else(not_kept)?;
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
