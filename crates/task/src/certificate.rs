//! Certificates: why no plan of a task is cheaper than a bound, or why there is none at all.
//!
//! One type for every kind of task: closed sets of states, proofs, and the domain's own reasons. It is data, written as
//! JSON and read back by the same type; its facts have names, never numbers of a ground task. Only checks make a
//! [`Checked`].
//!
//! `docs/certificates.md` specifies every kind for readers that others write.

pub mod closed_set;

mod check;
mod words;

use std::fmt;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

pub use crate::bound::Projection;
use crate::domain::{CheckError, Cost, INFINITE, NoReason, Reasons};
use crate::encode::Encoding;
use crate::proof::{self, HorizonProof, ProofFormat, RefutedHorizon, Scope};
use crate::task::{Fluent, Task};
pub use closed_set::{ClosedSet, Reason, Reduction, States};
use saut_base::named::Named;
use saut_base::stop::Stop;

/// Reason why there is no plan; `R` are the reasons that only the domain knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate<R> {
    /// A closed set of states.
    ClosedSet(Box<ClosedSet<String>>),
    /// A refutation of a formula that has every plan.
    Proof(StoredProof),
    /// A criterion of the domain's own.
    Own(R),
}

/// A refutation whose proof lies in a file beside the document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredProof {
    /// Format of the proof.
    #[serde(serialize_with = "shown", deserialize_with = "parsed_format")]
    pub format: ProofFormat,
    /// The encoding that it is about, with its choices.
    pub encoding: Encoding,
    /// The number of steps.
    pub horizon: usize,
    /// The file, if it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The proof itself; whoever has read a document fills it in from the file.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

fn shown<S: Serializer>(value: &impl fmt::Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

fn parsed_format<'de, D: Deserializer<'de>>(from: D) -> Result<ProofFormat, D::Error> {
    let text = String::deserialize(from)?;
    let unknown = || D::Error::custom(format!("the format {text:?} of a proof is unknown"));
    ProofFormat::by_name(&text).ok_or_else(unknown)
}

/// Reads the content of a certificate.
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
                "of kind {kind:?} and without \"reasons\" it is in a form that saut 0.1.0 wrote before \
                 28 November 2026, which is no longer read; plan again"
            ))),
            _ => {
                let set: ClosedSet<String> = content(fields)?;
                if set.kind() != kind {
                    let fact = format!(
                        "it says that it is of kind {kind:?}, and it is {:?}",
                        set.kind()
                    );
                    return Err(D::Error::custom(fact));
                }
                Ok(Self::ClosedSet(Box::new(set)))
            }
        }
    }
}

/// With its kind.
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
    /// The word used in results.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::ClosedSet(set) => set.kind(),
            Self::Proof(_) => "proof",
            Self::Own(_) => "criterion",
        }
    }

    /// The one check: whether no plan of the task is cheaper than the bound for this reason, or there is none at all.
    ///
    /// # Errors
    /// [`CheckError`] with what is wrong with it, or with the limit that ended the check.
    pub fn check<J>(self, task: &Task, judge: &J, stop: &Stop) -> Result<Checked<R>, CheckError>
    where
        J: Reasons<Reason = R>,
    {
        match self {
            Self::ClosedSet(set) => Checked::closed_set(task, set.numbered(task)?, stop),
            Self::Proof(stored) => refuted(task, stored, stop),
            Self::Own(reason) => Checked::own(judge, reason, stop),
        }
    }
}

impl Certificate<NoReason> {
    /// The same for a problem with reasons of its own.
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
    /// The word used in answers: the kind, and of the domain's own reasons the name.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Own(reason) => reason.into(),
            Self::ClosedSet(_) | Self::Proof(_) => self.kind(),
        }
    }
}

fn refuted<R>(task: &Task, stored: StoredProof, stop: &Stop) -> Result<Checked<R>, CheckError> {
    if stored.bytes.is_empty() && stored.file.is_none() {
        let fact = "its proof was not kept; plan again with --proof FILE";
        return CheckError::reject(fact);
    }
    let (file, horizon, encoding) = (stored.file.clone(), stored.horizon, stored.encoding);
    let proof = HorizonProof {
        encoding,
        horizon,
        bytes: stored.bytes,
    };
    let refuted = proof::check(task, proof, stop)?;
    let some = |_| {
        let fact = format!("a refutation of {encoding} in {horizon} steps leaves plans out");
        CheckError::Rejected(fact)
    };
    let mut checked = Checked::proof(refuted).map_err(some)?;
    if let Certificate::Proof(stored) = &mut checked.certificate {
        stored.file = file;
    }
    Ok(checked)
}

/// A certificate that its check has accepted, and the bound that follows: no plan costs less.
#[derive(Clone, Debug)]
pub struct Checked<R> {
    bound: Cost,
    certificate: Certificate<R>,
    seen: Seen,
}

/// Facts that a check has seen on its way, for those who tell of it or keep it.
#[derive(Clone, Debug)]
pub enum Seen {
    /// A check without results beyond the certificate's own text.
    Nothing,
    /// The weight of the start, and the least weight of a goal; modulo a number, the only one.
    Totals {
        /// Weight of the start.
        start: i128,
        /// Least weight of a goal.
        goal: i128,
    },
    /// The refutation, with its proof and its task.
    Refuted(RefutedHorizon),
    /// A pair of literals, and the number of pairs that were proved with it.
    Pairs(usize),
}

impl<R> Checked<R> {
    /// A closed set that shows that no plan of a task costs less than its bound.
    ///
    /// # Errors
    /// [`CheckError`] with what is wrong with it, or with the limit that ended the check.
    pub fn closed_set(
        task: &Task,
        set: ClosedSet<Fluent>,
        stop: &Stop,
    ) -> Result<Self, CheckError> {
        let seen = set.check(task, stop)?;
        Ok(Self {
            bound: set.bound,
            certificate: Certificate::ClosedSet(Box::new(set.named(task))),
            seen,
        })
    }

    /// A refutation, if it speaks of every plan.
    ///
    /// # Errors
    /// The refutation itself, if it leaves plans out.
    pub fn proof(refuted: RefutedHorizon) -> Result<Self, RefutedHorizon> {
        if refuted.scope() != Scope::EveryPlan {
            return Err(refuted);
        }
        let proof = refuted.proof();
        let stored = StoredProof {
            format: proof.format(),
            encoding: proof.encoding,
            horizon: proof.horizon,
            file: None,
            bytes: Vec::new(),
        };
        Ok(Self {
            bound: INFINITE,
            certificate: Certificate::Proof(stored),
            seen: Seen::Refuted(refuted),
        })
    }

    /// A reason of the kind of task's own, which it accepts.
    ///
    /// # Errors
    /// [`CheckError`] with what is wrong with it.
    pub fn own<J>(judge: &J, reason: R, stop: &Stop) -> Result<Self, CheckError>
    where
        J: Reasons<Reason = R>,
    {
        let reason = judge.check(reason, stop)?;
        Ok(Self {
            bound: judge.bound(&reason),
            certificate: Certificate::Own(reason),
            seen: Seen::Nothing,
        })
    }

    /// The same certificate for a bound that is no larger, which it shows as well.
    #[must_use]
    pub fn lowered(self, bound: Cost) -> Self {
        Self {
            bound: self.bound.min(bound),
            ..self
        }
    }

    /// No plan costs less; [`INFINITE`]: there is none.
    pub const fn bound(&self) -> Cost {
        self.bound
    }

    /// The certificate.
    pub const fn certificate(&self) -> &Certificate<R> {
        &self.certificate
    }

    /// Facts that the check has seen.
    pub const fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The certificate, and what the check has seen.
    pub fn into_parts(self) -> (Certificate<R>, Seen) {
        (self.certificate, self.seen)
    }
}

#[cfg(test)]
mod tests;
