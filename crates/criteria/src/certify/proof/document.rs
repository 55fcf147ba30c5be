//! The JSON form of proofs: all data except the bytes of the proof, which are in a separate file.
//!
//! The encoding is written as its name with its options. Only the at-most-one form of `sequential` has a separate
//! field.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Assumed, Proof};
use saut_base::bad_input::BadInput;
use saut_base::named::Named;
use saut_task::encode::{AtMostOne, Encoding};
use saut_task::proof::{HorizonProof, ProofFormat};

/// A proof without its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenProof {
    /// The file of the proof, if the proof was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The format of the proof: `drat` or `lrat`.
    pub format: String,
    /// The encoding of the formula.
    #[serde(flatten)]
    pub encoding: EncodingEntry,
    /// The horizon of the formula.
    pub horizon: usize,
}

impl WrittenProof {
    /// Describes a proof. `file` is the name of its file, if the proof was written.
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

    /// Whether each step of the formula has exactly one action.
    pub fn is_sequential(&self) -> bool {
        Encoding::try_from(&self.encoding).is_ok_and(Encoding::is_sequential)
    }

    /// Returns the proof with these bytes.
    ///
    /// # Errors
    /// The format or the encoding is unknown.
    pub fn with_bytes(&self, bytes: Vec<u8>) -> Result<HorizonProof, BadInput> {
        let name = &self.format;
        let unknown = || {
            BadInput::new("format", format!("a {name} proof cannot be checked"))
                .remedy(format!("choose one of {}", ProofFormat::names()))
        };
        ProofFormat::by_name(name).ok_or_else(unknown)?;
        Ok(HorizonProof {
            encoding: Encoding::try_from(&self.encoding)?,
            horizon: self.horizon,
            bytes,
        })
    }
}

/// The fields of a [`Proof`] in JSON.
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

/// The encoding of the formula of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EncodingEntry {
    /// The name. Except for `sequential`, it includes the options: `forall/chain`, `r2-exists/walks:6`.
    encoding: String,
    /// The form of at-most-one in `sequential`; empty or missing for other encodings.
    #[serde(default)]
    at_most_one: String,
}

impl From<Encoding> for EncodingEntry {
    fn from(encoding: Encoding) -> Self {
        let (name, at_most_one) = match encoding {
            Encoding::Sequential { at_most_one } => {
                (encoding.name().to_owned(), at_most_one.to_string())
            }
            other => (other.to_string(), String::new()),
        };
        Self {
            encoding: name,
            at_most_one,
        }
    }
}

impl TryFrom<&EncodingEntry> for Encoding {
    type Error = BadInput;

    fn try_from(entry: &EncodingEntry) -> Result<Self, BadInput> {
        let mut encoding: Self = entry.encoding.parse()?;
        match &mut encoding {
            Self::Sequential { at_most_one } => {
                let said = AtMostOne::by_name(&entry.at_most_one).ok_or_else(|| {
                    BadInput::new("at_most_one", format!("{:?} is unknown", entry.at_most_one))
                        .remedy(format!("choose one of {}", AtMostOne::names()))
                })?;
                let is_chosen_by_name = entry.encoding.contains(['/', ',']);
                if is_chosen_by_name && *at_most_one != said {
                    let fact = format!("{said} contradicts the encoding {}", entry.encoding);
                    return Err(BadInput::new("at_most_one", fact));
                }
                *at_most_one = said;
            }
            Self::Smt => {
                let fact = "an SMT-LIB script has no clauses that a proof could refute";
                return Err(BadInput::new("encoding", fact));
            }
            _ if !entry.at_most_one.is_empty() => {
                let fact = format!(
                    "the encoding {} has no choice of an at-most-one constraint",
                    entry.encoding
                );
                return Err(BadInput::new("at_most_one", fact));
            }
            _ => {}
        }
        Ok(encoding)
    }
}

#[cfg(test)]
mod tests {
    use super::EncodingEntry;
    use saut_task::encode::{AtMostOne, Encoding, Order};

    fn read(encoding: &str, at_most_one: &str) -> Result<Encoding, String> {
        let text = format!(r#"{{"encoding": "{encoding}", "at_most_one": "{at_most_one}"}}"#);
        let entry: EncodingEntry = serde_json::from_str(&text).unwrap();
        Encoding::try_from(&entry).map_err(|bad| bad.to_string())
    }

    #[test]
    fn written_proofs_are_read_back_with_all_choices() {
        let r2_exists = Encoding::R2Exists {
            order: Order::Walks(6),
            fold: false,
        };
        let product = Encoding::Sequential {
            at_most_one: AtMostOne::Product,
        };
        let others = [
            Encoding::Naive,
            Encoding::Forall,
            Encoding::ForallChain,
            Encoding::Exists,
        ];
        for encoding in [r2_exists, product, Encoding::SEQUENTIAL]
            .into_iter()
            .chain(others)
        {
            let entry = EncodingEntry::from(encoding);
            assert_eq!(Encoding::try_from(&entry), Ok(encoding), "{entry:?}");
        }
        assert_eq!(read("sequential", "product"), Ok(product));
        assert_eq!(read("sequential/product", "product"), Ok(product));
        let without = |encoding: &str| {
            let text = format!(r#"{{"encoding": "{encoding}"}}"#);
            Encoding::try_from(&serde_json::from_str::<EncodingEntry>(&text).unwrap())
        };
        assert_eq!(without("forall"), Ok(Encoding::Forall));
        assert!(without("sequential").is_err());
    }

    #[test]
    fn unknown_or_unproved_entries_are_rejected() {
        for (encoding, at_most_one) in [
            ("sequential", ""),
            ("sequential", "none"),
            ("sequential/ladder", "pairwise"),
            ("sequential/ladder", ""),
            ("forall", "pairwise"),
            ("r2-exists/sideways", ""),
            ("smt", ""),
            ("believe-me", ""),
        ] {
            assert!(
                read(encoding, at_most_one).is_err(),
                "{encoding} {at_most_one}"
            );
        }
    }
}
