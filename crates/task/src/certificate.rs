//! Certificates: why no plan of a task costs less than a bound, or why there is no plan at all.
//!
//! A certificate is a closed set of states, a proof, or a reason that exists only for one kind of problem, such as
//! boards. It has a JSON form, and identifies facts by name, never by their numbers in a ground task. Only checks
//! create a [`Checked`].
//!
//! `docs/reference/certificates/tasks.md` specifies every kind, for authors of other checkers.

pub mod closed_set;

mod check;
mod words;

use std::fmt;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

pub use crate::bound::Projection;
use crate::domain::{Cost, NoReason};
use crate::encode::Encoding;
use crate::proof::{ProofFormat, RefutedHorizon};
pub use closed_set::{ClosedSet, Reason, Reduction, States};
use saut_base::named::Named;

/// Reason why no plan costs less than a bound, or why there is no plan. `R` is the type of the reasons that exist only
/// for this kind of problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate<R> {
    /// A closed set of states.
    ClosedSet(Box<ClosedSet<String>>),
    /// A refutation of a formula that covers every plan.
    Proof(StoredProof),
    /// A reason that exists only for this kind of problem.
    Own(R),
}

/// The refutation of a formula, with its proof in a separate file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredProof {
    /// Format of the proof.
    #[serde(serialize_with = "shown", deserialize_with = "parsed_format")]
    pub format: ProofFormat,
    /// The encoding of the refuted formula, with its options.
    pub encoding: Encoding,
    /// Horizon of the refuted formula.
    pub horizon: usize,
    /// Name of the file with the proof, if the proof was stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The proof. It is not part of the JSON form, so the caller has to load it from the file.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

fn shown<S: Serializer>(value: &impl fmt::Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

fn parsed_format<'de, D: Deserializer<'de>>(from: D) -> Result<ProofFormat, D::Error> {
    let text = String::deserialize(from)?;
    let unknown = || D::Error::custom(format!("the proof format {text:?} is unknown"));
    ProofFormat::by_name(&text).ok_or_else(unknown)
}

fn content<T: DeserializeOwned, E: serde::de::Error>(fields: Map<String, Value>) -> Result<T, E> {
    serde_json::from_value(Value::Object(fields)).map_err(E::custom)
}

impl<'de, R: DeserializeOwned> Deserialize<'de> for Certificate<R> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut fields = Map::deserialize(from)?;
        let kind = fields.remove("kind");
        let kind = kind.as_ref().and_then(Value::as_str);
        let kind = kind.ok_or_else(|| D::Error::missing_field("kind"))?;
        match kind {
            "criterion" if fields.get("name").is_none_or(|name| name != "pairs") => {
                content(fields).map(Self::Own)
            }
            "proof" => content(fields).map(Self::Proof),
            _ if !fields.contains_key("reasons") => Err(D::Error::custom(format_args!(
                "the certificate has the kind {kind:?} but no \"reasons\"; saut 0.1.0 wrote this form before 28 \
                 November 2026, and it is no longer read; plan again"
            ))),
            _ => {
                let set: ClosedSet<String> = content(fields)?;
                if set.kind() != kind {
                    let fact = format!(
                        "the certificate names the kind {kind:?}, but its content has the kind {:?}",
                        set.kind()
                    );
                    return Err(D::Error::custom(fact));
                }
                Ok(Self::ClosedSet(Box::new(set)))
            }
        }
    }
}

impl<R: Serialize> Serialize for Certificate<R> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Tagged<'a, T> {
            kind: &'a str,
            #[serde(flatten)]
            content: &'a T,
        }
        let kind = self.kind();
        match self {
            Self::ClosedSet(content) => Tagged { kind, content }.serialize(to),
            Self::Proof(content) => Tagged { kind, content }.serialize(to),
            Self::Own(content) => Tagged { kind, content }.serialize(to),
        }
    }
}

impl<R> Certificate<R> {
    /// Returns the kind of the certificate, as in the JSON form.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::ClosedSet(set) => set.kind(),
            Self::Proof(_) => "proof",
            Self::Own(_) => "criterion",
        }
    }
}

impl Certificate<NoReason> {
    /// Converts the certificate to the certificate type of any domain, including domains with their own reasons.
    pub fn for_any<R>(self) -> Certificate<R> {
        match self {
            Self::ClosedSet(set) => Certificate::ClosedSet(set),
            Self::Proof(stored) => Certificate::Proof(stored),
            Self::Own(reason) => match reason {},
        }
    }
}

impl<R> Certificate<R>
where
    for<'a> &'a R: Into<&'static str>,
{
    /// Returns the name of the certificate in answers: its kind, or the name of an [`Own`](Self::Own) reason.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Own(reason) => reason.into(),
            Self::ClosedSet(_) | Self::Proof(_) => self.kind(),
        }
    }
}

/// A certificate that the check has accepted, with the proved bound.
#[derive(Clone, Debug)]
pub struct Checked<R> {
    bound: Cost,
    certificate: Certificate<R>,
    seen: CheckDetails,
}

/// Additional results of a check, to be printed or stored.
#[derive(Clone, Debug)]
pub enum CheckDetails {
    /// The check has no additional results.
    Nothing,
    /// The weights of the initial state and of the goal states.
    Totals {
        /// Weight of the initial state.
        start: i128,
        /// Lower bound on the weight of a goal state. For weights modulo k, the weight modulo k of all goal states.
        goal: i128,
    },
    /// The refuted formula, with its proof.
    Refuted(RefutedHorizon),
    /// Number of mutexes that were proved together with the mutex that excludes the goal.
    Pairs(usize),
}

impl<R> Checked<R> {
    /// Lowers the bound to this value, if the bound is higher. A certificate for a bound also proves every lower bound.
    #[must_use]
    pub fn lowered(self, bound: Cost) -> Self {
        Self {
            bound: self.bound.min(bound),
            ..self
        }
    }

    /// Returns the bound: no plan costs less. [`INFINITE`](crate::domain::INFINITE) means that there is no plan.
    pub const fn bound(&self) -> Cost {
        self.bound
    }

    /// Returns the certificate.
    pub const fn certificate(&self) -> &Certificate<R> {
        &self.certificate
    }

    /// Returns the additional results of the check.
    pub const fn seen(&self) -> &CheckDetails {
        &self.seen
    }

    /// Returns the certificate and the additional results of the check.
    pub fn into_parts(self) -> (Certificate<R>, CheckDetails) {
        (self.certificate, self.seen)
    }
}

#[cfg(test)]
mod tests;
