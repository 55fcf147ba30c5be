//! Claims of a document of `saut plan`: its certificate and its bound, with the files beside it that they name.

use std::cmp::Ordering;
use std::fmt::{self, Display};

use saut_numeric::{Rational, rational};
use saut_task::beside::read_beside;
use saut_task::certificate::StoredProof;
use saut_task::digest::sha256;
use saut_task::stop::Stop;
use saut_task::{BadInput, Certificate, NotAccepted};
use serde_json::Value;

use crate::planning_task::{Accepted, PlanningTask};
use crate::reason::{Reason, bound_of_metric};
use crate::validate::ValidatedPlan;

/// A bound on all plans, with its certificate; nothing is checked yet.
#[derive(Clone)]
pub struct ClaimedBound {
    bound: Bound,
    certificate: Certificate<Reason>,
}

/// Measure of which no plan has a better one.
#[derive(Clone)]
enum Bound {
    /// No plan costs less.
    Cost(u64),
    /// No plan has a better metric than this, in a task with numbers.
    Metric(Rational),
}

impl ClaimedBound {
    /// The bound that a document has with a certificate; nothing if it has none. `place` is the file of the document.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn of_document(
        document: &Value,
        place: &str,
        memory_mib: Option<u64>,
    ) -> Result<Option<Self>, BadInput> {
        if document["bound_certificate"].is_null() {
            return Ok(None);
        }
        let certificate = read_certificate(&document["bound_certificate"], place, memory_mib)?;
        let bound = match document["bound"].as_str() {
            Some(text) if bound_of_metric(&certificate).is_some() => {
                rational::read_written(text).ok().map(Bound::Metric)
            }
            _ => whole_number(&document["bound"]).map(Bound::Cost),
        };
        let no_number = || BadInput::new(place, "its \"bound\" is no number that a bound can be");
        Ok(Some(Self {
            bound: bound.ok_or_else(no_number)?,
            certificate,
        }))
    }

    /// The certificate.
    pub const fn certificate(&self) -> &Certificate<Reason> {
        &self.certificate
    }

    /// The bound, if its certificate shows it.
    ///
    /// # Errors
    /// [`NotAccepted`] with what is wrong with it, or with the limit that ended the check.
    pub fn accept(
        self,
        task: &PlanningTask,
        stop: &Stop,
    ) -> Result<(ShownBound, Accepted), NotAccepted> {
        let accepted = task.accept(self.certificate, stop);
        let accepted = accepted.map_err(|why| match why {
            NotAccepted::Refused(fact) => {
                NotAccepted::Refused(format!("the certificate of the bound is refused: {fact}"))
            }
            unfinished @ NotAccepted::Unfinished(_) => unfinished,
        })?;
        let too_much = |claimed: &dyn Display, shown: &dyn Display| {
            NotAccepted::refused(format_args!(
                "the claim \"bound\" ({claimed}) is wrong: its certificate shows {shown} only"
            ))
        };
        let mut is_maximised = false;
        match &self.bound {
            Bound::Cost(_) if task.has_metric() => {
                return Err(NotAccepted::refused(
                    "the claim \"bound\" is a number of costs, and that of a metric is a text",
                ));
            }
            Bound::Cost(claimed) => {
                let shown = accepted.checked().bound();
                if shown < *claimed {
                    return Err(too_much(claimed, &shown));
                }
            }
            Bound::Metric(_) if !task.has_metric() => {
                return Err(NotAccepted::refused(
                    "the claim \"bound\" is of a metric, and the problem has none",
                ));
            }
            Bound::Metric(claimed) => {
                let shown = bound_of_metric(accepted.checked().certificate());
                let shown = shown.unwrap_or("nothing");
                if rational::read_written(shown).as_ref() != Ok(claimed) {
                    return Err(too_much(&rational::written(claimed), &shown));
                }
                is_maximised = task.maximises_metric();
            }
        }
        let shown = ShownBound {
            bound: self.bound,
            is_maximised,
        };
        Ok((shown, accepted))
    }
}

/// A bound that its check has accepted.
#[derive(Clone)]
pub struct ShownBound {
    bound: Bound,
    is_maximised: bool,
}

impl ShownBound {
    /// A plan beside the bound: [`Ordering::Equal`], none is better; [`Ordering::Less`], it is better than any should
    /// be. Nothing if the plan has no value of the metric.
    pub fn beside(&self, plan: &ValidatedPlan) -> Option<Ordering> {
        match &self.bound {
            Bound::Cost(bound) => Some(plan.cost().cmp(bound)),
            Bound::Metric(bound) => {
                let ordering = plan.metric.as_ref()?.cmp(bound);
                Some(if self.is_maximised {
                    ordering.reverse()
                } else {
                    ordering
                })
            }
        }
    }

    /// The bound in words, with costs as they are to be written.
    pub fn in_words(&self, cost: impl Fn(u64) -> String) -> String {
        match &self.bound {
            Bound::Cost(bound) => format!("no plan costs less than {}", cost(*bound)),
            Bound::Metric(bound) => {
                let side = if self.is_maximised { "above" } else { "below" };
                format!("no plan has a metric {side} {}", rational::written(bound))
            }
        }
    }

    /// The bound as JSON: a number of costs, or the text of a metric.
    pub fn value(&self) -> Value {
        match &self.bound {
            Bound::Cost(bound) => number_entry(*bound),
            Bound::Metric(bound) => rational::written(bound).into(),
        }
    }
}

/// The bound in words.
impl fmt::Display for ShownBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(|cost| cost.to_string()))
    }
}

/// A whole number for a document: a text where it passes 2^53.
pub fn number_entry(number: u64) -> Value {
    if number > 1 << 53 {
        number.to_string().into()
    } else {
        number.into()
    }
}

/// A whole number of a document, which is a text where it passes 2^53.
pub fn whole_number(value: &Value) -> Option<u64> {
    match value {
        Value::String(text) => text.parse().ok(),
        other => other.as_u64(),
    }
}

/// Fields of closed states of kinds that are no longer read.
const NO_LONGER_READ: [&str; 2] = ["dead_ends", "symmetries"];

/// The certificate of a document, with the proof or the states of the file that it names. `place` is the file of the
/// document.
///
/// # Errors
/// The certificate or its file cannot be read, the certificate is of a kind that is no longer read, or the file is another
/// than the one that the document names.
pub fn read_certificate(
    entry: &Value,
    place: &str,
    memory_mib: Option<u64>,
) -> Result<Certificate<Reason>, BadInput> {
    let bad = |error: serde_json::Error| {
        BadInput::new(place, format!("the certificate cannot be read: {error}"))
            .remedy("docs/certificates.md says what every kind has")
    };
    if let Some(field) = NO_LONGER_READ.iter().find(|it| entry.get(it).is_some()) {
        let version = env!("CARGO_PKG_VERSION");
        let fact = format!(
            "this certificate is of kind closed-states with {field:?}, which saut {version} no longer reads"
        );
        return Err(BadInput::new(place, fact).remedy("plan again for one of another kind"));
    }
    let mut certificate = serde_json::from_value(entry.clone()).map_err(bad)?;
    if let Certificate::Proof(StoredProof {
        file: Some(file),
        bytes,
        ..
    }) = &mut certificate
    {
        *bytes = read_beside(place, file, memory_mib)?;
    }
    if let Certificate::ClosedStates(stored) = &mut certificate
        && let (Some(file), None) = (&stored.file, &stored.listing)
    {
        let text = read_beside(place, file, memory_mib)?;
        let is_other = |sum: &String| *sum != sha256(&text);
        if stored.sha256.as_ref().is_some_and(is_other) {
            let fact = "it is not the file that the document names";
            return Err(BadInput::new(file, fact).remedy("its SHA-256 is another"));
        }
        stored.listing = Some(serde_json::from_slice(&text).map_err(bad)?);
    }
    Ok(certificate)
}
