//! Proofs as they stand in documents: everything but the proof itself, which has a file of its own.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Assumed, EncodingEntry, Proof};
use saut_base::bad_input::BadInput;
use saut_base::named::Named;
use saut_task::encode::Encoding;
use saut_task::proof::{HorizonProof, ProofFormat};

/// A proof without its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenProof {
    /// The file, if it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// `drat` or `lrat`.
    pub format: String,
    /// The encoding that the proof is about.
    #[serde(flatten)]
    pub encoding: EncodingEntry,
    /// The number of steps.
    pub horizon: usize,
}

impl WrittenProof {
    /// A proof that lies in this file, if it was kept.
    pub fn of(proof: &HorizonProof, file: Option<String>) -> Self {
        let kept = file.as_deref().map(std::path::Path::new);
        Self {
            format: kept
                .map_or_else(|| proof.format(), ProofFormat::of_file)
                .to_string(),
            file,
            encoding: proof.encoding.into(),
            horizon: proof.horizon,
        }
    }

    /// The proof with these bytes.
    ///
    /// # Errors
    /// A format or an encoding that is unknown.
    pub fn with_bytes(&self, bytes: Vec<u8>) -> Result<HorizonProof, BadInput> {
        let name = &self.format;
        let unknown = || {
            BadInput::new("format", format!("a {name} proof cannot be checked"))
                .remedy(format!("there are {}", ProofFormat::names()))
        };
        ProofFormat::by_name(name).ok_or_else(unknown)?;
        Ok(HorizonProof {
            encoding: Encoding::try_from(&self.encoding)?,
            horizon: self.horizon,
            bytes,
        })
    }
}

/// The fields of a [`Proof`].
#[derive(Serialize, Deserialize)]
struct Fields<P, A> {
    #[serde(flatten)]
    proof: P,
    #[serde(flatten)]
    assumed: A,
}

impl Serialize for Proof {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let proof = WrittenProof::of(&self.claim, self.file.clone());
        let assumed = &self.assumed;
        Fields { proof, assumed }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Proof {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let fields: Fields<WrittenProof, Assumed> = Fields::deserialize(from)?;
        let claim = fields.proof.with_bytes(Vec::new());
        Ok(Self {
            claim: claim.map_err(de::Error::custom)?,
            file: fields.proof.file,
            assumed: fields.assumed,
        })
    }
}
