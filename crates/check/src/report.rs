//! Results of a check: a report on an accepted document, or the fault of a rejected one.

use std::collections::HashSet;
use std::fmt;

use saut_base::BadInput;
use saut_base::stop::StopReason;
use saut_pddl::{Accepted, InvalidPlan};
use serde_json::{Map, Value};

/// Reason why a document was not accepted.
#[derive(Debug)]
pub enum Fault {
    /// A claim is false.
    Refused(BadInput),
    /// A plan of a task is invalid.
    Invalid(Box<InvalidPlan>),
    /// A limit ended the check. The text names the claim or the kind of certificate.
    Unfinished(String, StopReason),
    /// The document cannot be used.
    Unusable(BadInput),
    /// An internal error of this program.
    Internal(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(bad) | Self::Unusable(bad) => bad.fmt(f),
            Self::Invalid(why) => why.fmt(f),
            Self::Unfinished(_, why) => write!(f, "the check was not finished ({})", why.name()),
            Self::Internal(fact) => write!(f, "internal error: {fact}; please report it"),
        }
    }
}

impl From<BadInput> for Fault {
    fn from(bad: BadInput) -> Self {
        Self::Unusable(bad)
    }
}

impl Fault {
    /// Creates a rejection. The place names the rejected part.
    pub fn refused(place: impl Into<String>, fact: impl Into<String>) -> Self {
        Self::Refused(BadInput::new(place, fact))
    }

    /// Adds the name of the file to the fault.
    #[must_use]
    pub fn within(self, place: &str) -> Self {
        match self {
            Self::Refused(bad) => Self::Refused(bad.within(place)),
            Self::Invalid(why) => Self::refused(place, why.to_string()),
            Self::Unusable(bad) => Self::Unusable(bad.within(place)),
            other => other,
        }
    }
}

/// Status of a claim that is not refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimStatus {
    /// The claim is true.
    Holds,
    /// The claim was not checked, for this reason.
    NotVerified(String),
}

/// Report on an accepted document.
#[derive(Debug, Default)]
pub struct Report {
    /// Whether a certificate proves that a puzzle has no plan.
    pub is_infeasible: bool,
    /// The first word of the text output.
    pub word: &'static str,
    /// The main result, in one line.
    pub fact: String,
    /// Further lines of the text output.
    pub details: String,
    /// Fields of the JSON output.
    pub fields: Map<String, Value>,
    /// Remarks for standard error.
    pub notes: Vec<String>,
    /// The accepted certificate of a task.
    pub accepted: Option<Accepted>,
    pub(crate) holds: Vec<String>,
    /// Names of the claims that were not verified, each with the reason.
    pub unverified: Vec<(String, String)>,
}

impl Report {
    /// Returns the report as text.
    pub fn text(&self) -> String {
        format!("{}: {}\n{}", self.word, self.fact, self.details)
    }

    /// Sets a field for JSON.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.fields.insert(name.to_owned(), value.into());
    }

    /// Adds a line of text.
    pub fn line(&mut self, line: &str) {
        self.details.push_str(line);
        self.details.push('\n');
    }

    /// Records the status of a claim.
    pub fn record(&mut self, claim: &str, status: ClaimStatus) {
        match status {
            ClaimStatus::Holds => self.holds.push(claim.to_owned()),
            ClaimStatus::NotVerified(reason) => self.record_unverified(claim, reason),
        }
    }

    /// Records that a claim was not verified, for this reason.
    pub fn record_unverified(&mut self, claim: &str, reason: impl Into<String>) {
        self.unverified.push((claim.to_owned(), reason.into()));
    }

    /// Records that a claim was not verified, because a part of it is not checked. This replaces an earlier status.
    pub fn leave_open(&mut self, claim: &str, reason: &str) {
        self.holds.retain(|one| one != claim);
        self.unverified.retain(|(one, _)| one != claim);
        self.record_unverified(claim, reason);
    }

    /// Whether a claim was verified. Returns `None` if the document does not make the claim.
    pub fn holds(&self, claim: &str) -> Option<bool> {
        let is_unverified = self.unverified.iter().any(|(one, _)| one == claim);
        let holds = self.holds.iter().any(|one| one == claim);
        (holds || is_unverified).then_some(holds)
    }

    /// Completes the report on a document about a puzzle.
    pub fn close_puzzle(&mut self, verdict: &'static str, kind: &str) {
        self.word = verdict;
        if !self.holds.is_empty() {
            self.line(&format!("confirmed: {}", self.holds.join(", ")));
        }
        for (claim, reason) in self.unverified.clone() {
            self.line(&format!("not verified: {claim} ({reason})"));
        }
        let unverified: Value = self.unverified_names().into();
        self.set("unverified", unverified);
        self.set("verdict", verdict);
        self.set("kind", kind);
        self.set("checked", true);
    }

    /// Completes the report on a document about a planning task.
    pub fn close_task(&mut self) {
        self.word = "valid";
        self.set("valid", true);
        let reasons = self.unverified.iter().map(|(_, reason)| reason.clone());
        let reasons: Vec<String> = reasons.collect();
        for reason in &reasons {
            self.line(&format!("not verified: {reason}"));
        }
        if !reasons.is_empty() || self.fields.contains_key("optimal") {
            self.set("unverified", reasons);
        }
    }

    /// Returns the names of the claims that were not verified, each once.
    pub fn unverified_names(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let names = self.unverified.iter().map(|(name, _)| name);
        names.filter(|name| seen.insert(*name)).cloned().collect()
    }
}

/// Returns the fault of a false claim.
pub fn false_claim(claim: &str, fact: impl Into<String>) -> Fault {
    Fault::refused(format!("claim \"{claim}\" rejected"), fact)
}

/// Compares a claim with the true value.
///
/// # Errors
/// The claim differs from the true value.
pub fn compare(claim: &str, claimed: &Value, real: impl Into<Value>) -> Result<ClaimStatus, Fault> {
    let real = real.into();
    if *claimed == real {
        return Ok(ClaimStatus::Holds);
    }
    let fact = format!("the document says {claimed}, but the true value is {real}");
    Err(false_claim(claim, fact))
}

#[cfg(test)]
mod tests {
    use super::{ClaimStatus, compare};
    use serde_json::json;

    #[test]
    fn a_claim_is_compared_with_the_truth_and_its_type() {
        assert!(matches!(
            compare("moves", &json!(6), 6),
            Ok(ClaimStatus::Holds)
        ));
        for said in [json!(7), json!("6"), json!(null)] {
            assert!(compare("moves", &said, 6).is_err());
        }
    }
}
