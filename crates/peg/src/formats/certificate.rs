//! Certificates as JSON: an object with the field `kind` and what that kind needs.
//!
//! A proof stands in a file of its own (DRAT or LRAT), named by the field `file`; everything else is
//! whole in the document.

mod assumed;
mod bound;
mod criterion;
mod cubes;
mod document;
mod encoding;

use std::path::Path;

pub use assumed::AssumedEntry;
pub use bound::{ConeEntry, LengthEntry, checked_cone, cone_entry, length_entry, length_proof};
pub use criterion::{CriterionEntry, LimitEntry, limit, limit_entry};
use criterion::{criterion, criterion_entry};
pub use cubes::{CubesEntry, PieceEntry, certificate_of_cubes, cubes_entry};
pub use document::{Document, read_document};
pub use encoding::EncodingEntry;
use serde::{Deserialize, Serialize};

use crate::certify::lattice::Weights;
use crate::certify::{Certificate, Class, Lattice, Pagoda, Proof, Trivial, class::ParitySum};
use crate::search::{ExhaustiveLevels, PruningFunctions};
use saut_task::bad_input::BadInput;
use saut_task::named::Named;
use saut_task::proof::{HorizonProof, ProofFormat};

/// A certificate as it stands in a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum CertificateEntry {
    /// Counting pegs or looking at one jump is enough.
    Trivial {
        /// Trivial reason.
        reason: String,
    },
    /// Parity sums.
    Class {
        /// The sums.
        sums: Vec<SumEntry>,
    },
    /// Weights modulo a number.
    Lattice {
        /// The weightings, by hole.
        weightings: Vec<WeightsEntry>,
    },
    /// A pagoda function.
    Pagoda {
        /// The weights, by hole, row by row from the top.
        weights: Vec<i64>,
    },
    /// A named criterion.
    Criterion(CriterionEntry),
    /// A DRAT proof.
    Proof {
        /// File of the proof, if it was kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        file: Option<String>,
        /// `drat` or `lrat`.
        format: String,
        /// The encoding that the proof is about.
        #[serde(flatten)]
        encoding: EncodingEntry,
        /// The number of steps.
        horizon: usize,
        /// Facts that the formula takes for known.
        #[serde(flatten)]
        assumed: AssumedEntry,
    },
    /// DRAT proofs, one for each cube of a tree.
    Cubes(CubesEntry),
    /// Boards visited at each level from each end.
    Exhaustive {
        /// From the start on.
        forward: Vec<u64>,
        /// From the goal back.
        backward: Vec<u64>,
        /// Pagoda functions that cut off positions.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pagodas: Vec<Vec<i32>>,
        /// Whether they also cut off positions that would have to lose more weight than there is.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        losses: bool,
        /// Divisions of the board, a region a hole, in which they do the same.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        regions: Vec<Vec<u8>>,
        /// Sets of holes, 1 for a hole of the set, in which every jump keeps the parity of the
        /// pegs; positions of the goal with another parity than the start were left out. Without
        /// the field, every position of another position class was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        class: Option<Vec<Vec<u8>>>,
    },
}

/// A parity sum: holes (x, y) by `a·x + b·y mod 3`, two of the three colours counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SumEntry {
    form: [i16; 2],
    colours: [u8; 2],
}

/// Weights modulo a number, by hole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WeightsEntry {
    modulus: i64,
    weights: Vec<i64>,
}

const TRIVIAL: [(&str, Trivial); 5] = [
    ("no peg in the goal", Trivial::NoPegInGoal),
    ("no jump to spare", Trivial::NoJumpToSpare),
    ("no first jump", Trivial::NoFirstJump),
    ("no last jump", Trivial::NoLastJump),
    ("out of reach", Trivial::OutOfReach),
];

/// The entry of a certificate; `file` is where its proof was kept.
pub fn entry(certificate: &Certificate, file: Option<&Path>) -> CertificateEntry {
    match certificate {
        Certificate::Trivial(reason) => CertificateEntry::Trivial {
            reason: TRIVIAL
                .iter()
                .find(|(_, r)| r == reason)
                .map_or("", |(name, _)| name)
                .into(),
        },
        Certificate::Class(Class { sums }) => {
            let entry = |sum: &ParitySum| SumEntry {
                form: [sum.form.0, sum.form.1],
                colours: sum.colours,
            };
            CertificateEntry::Class {
                sums: sums.iter().map(entry).collect(),
            }
        }
        Certificate::Lattice(Lattice { weightings }) => {
            let entry = |w: &Weights| WeightsEntry {
                modulus: w.modulus,
                weights: w.weights.clone(),
            };
            CertificateEntry::Lattice {
                weightings: weightings.iter().map(entry).collect(),
            }
        }
        Certificate::Pagoda(Pagoda { weights }) => CertificateEntry::Pagoda {
            weights: weights.clone(),
        },
        Certificate::Criterion(criterion) => {
            CertificateEntry::Criterion(criterion_entry(criterion))
        }
        Certificate::Proof(proof) => CertificateEntry::Proof {
            file: file.map(|path| path.display().to_string()),
            format: format_of(&proof.claim, file),
            encoding: proof.claim.encoding.into(),
            horizon: proof.claim.horizon,
            assumed: (&proof.assumed).into(),
        },
        Certificate::Cubes(cubes) => CertificateEntry::Cubes(cubes_entry(cubes)),
        Certificate::Exhaustive(levels) => CertificateEntry::Exhaustive {
            forward: levels.forward.clone(),
            backward: levels.backward.clone(),
            pagodas: levels.pruning.pagodas.clone(),
            losses: levels.pruning.losses,
            regions: levels.pruning.regions.clone(),
            class: levels.class.clone(),
        },
    }
}

/// Format of a proof: that of its file, if it was kept.
fn format_of(proof: &HorizonProof, file: Option<&Path>) -> String {
    file.map_or(proof.format, ProofFormat::of_file).to_string()
}

fn proof_format(name: &str) -> Result<ProofFormat, BadInput> {
    ProofFormat::by_name(name).ok_or_else(|| {
        BadInput::new("format", format!("a {name} proof cannot be checked"))
            .remedy(format!("there are {}", ProofFormat::names()))
    })
}

/// The certificate of an entry; the file of a proof is read by `read_file`.
///
/// # Errors
/// A reason, format or encoding that is unknown, or a proof that cannot be read.
pub fn certificate(
    entry: CertificateEntry,
    read_file: impl FnOnce(&str) -> Result<Vec<u8>, BadInput>,
) -> Result<Certificate, BadInput> {
    let bad = |fact: String| BadInput::new("certificate", fact);
    let within = |bad: BadInput| bad.within("certificate");
    Ok(match entry {
        CertificateEntry::Trivial { reason } => {
            let found = TRIVIAL.iter().find(|(name, _)| *name == reason);
            let names = TRIVIAL.map(|(name, _)| name).join(", ");
            let unknown = || {
                bad(format!("\"{reason}\" is no trivial reason"))
                    .remedy(format!("there are: {names}"))
            };
            Certificate::Trivial(found.ok_or_else(unknown)?.1)
        }
        CertificateEntry::Class { sums } => {
            let sum = |s: SumEntry| ParitySum {
                form: s.form.into(),
                colours: s.colours,
            };
            Certificate::Class(Class {
                sums: sums.into_iter().map(sum).collect(),
            })
        }
        CertificateEntry::Lattice { weightings } => {
            let weights = |w: WeightsEntry| Weights {
                modulus: w.modulus,
                weights: w.weights,
            };
            let weightings = weightings.into_iter().map(weights).collect();
            Certificate::Lattice(Lattice { weightings })
        }
        CertificateEntry::Pagoda { weights } => Certificate::Pagoda(Pagoda { weights }),
        CertificateEntry::Criterion(entry) => Certificate::Criterion(criterion(entry)),
        CertificateEntry::Proof {
            file,
            format,
            encoding,
            horizon,
            assumed,
        } => {
            let file = file.ok_or_else(|| {
                bad("the proof was not kept".to_owned())
                    .remedy("solve again with --proof FILE and check that result")
            })?;
            let claim = HorizonProof {
                encoding: (&encoding).try_into().map_err(within)?,
                horizon,
                format: proof_format(&format).map_err(within)?,
                bytes: read_file(&file)?,
            };
            Certificate::Proof(Proof {
                claim,
                assumed: assumed.into(),
            })
        }
        CertificateEntry::Cubes(_) => {
            return Err(bad("its proofs are in files of their own".to_owned())
                .remedy("read it with the reader of certificates in pieces"));
        }
        CertificateEntry::Exhaustive {
            forward,
            backward,
            pagodas,
            losses,
            regions,
            class,
        } => Certificate::Exhaustive(ExhaustiveLevels {
            forward,
            backward,
            pruning: PruningFunctions {
                pagodas,
                losses,
                regions,
            },
            class,
        }),
    })
}
