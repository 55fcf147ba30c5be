//! Findings of a check: a report on a document that holds, or the fault of one that was not found to hold.

use std::collections::HashSet;
use std::fmt;

use saut_base::BadInput;
use saut_base::stop::StopReason;
use saut_pddl::{Accepted, InvalidPlan};
use serde_json::{Map, Value};

/// Reason why a document was not found to hold.
#[derive(Debug)]
pub enum Fault {
    /// A claim is false.
    Refused(BadInput),
    /// A plan of a task does not hold.
    Invalid(Box<InvalidPlan>),
    /// A limit ended the check of this claim or kind of certificate, which may hold or not.
    Unfinished(String, StopReason),
    /// The document cannot be used.
    Unusable(BadInput),
    /// A failure of this program.
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
    /// A refusal: the place names what is refused.
    pub fn refused(place: impl Into<String>, fact: impl Into<String>) -> Self {
        Self::Refused(BadInput::new(place, fact))
    }

    /// The fault, placed in the file of this name.
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

/// Status of a claim that is not false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimStatus {
    /// It holds.
    Holds,
    /// It was not checked, for this reason.
    NotVerified(String),
}

/// Report on a document that holds.
#[derive(Debug, Default)]
pub struct Report {
    /// Whether a certificate shows that a puzzle has no plan.
    pub is_infeasible: bool,
    /// The word for the result in its first line.
    pub word: &'static str,
    /// What the document shows, in a line.
    pub fact: String,
    /// Further lines.
    pub details: String,
    /// Fields for programs.
    pub fields: Map<String, Value>,
    /// Remarks for standard error.
    pub notes: Vec<String>,
    /// The certificate of a task that was accepted.
    pub accepted: Option<Accepted>,
    pub(crate) holds: Vec<String>,
    /// Claims that were not verified, by their names, each with the reason.
    pub unverified: Vec<(String, String)>,
}

impl Report {
    /// The text for people.
    pub fn text(&self) -> String {
        format!("{}: {}\n{}", self.word, self.fact, self.details)
    }

    /// Sets a field for programs.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.fields.insert(name.to_owned(), value.into());
    }

    /// Adds a line for people.
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

    /// Records that a part of a claim is not verified, whatever the status of its other parts.
    pub fn leave_open(&mut self, claim: &str, reason: &str) {
        self.holds.retain(|one| one != claim);
        self.unverified.retain(|(one, _)| one != claim);
        self.record_unverified(claim, reason);
    }

    /// Whether a claim holds; nothing if the document does not make it.
    pub fn holds(&self, claim: &str) -> Option<bool> {
        let is_unverified = self.unverified.iter().any(|(one, _)| one == claim);
        let holds = self.holds.iter().any(|one| one == claim);
        (holds || is_unverified).then_some(holds)
    }

    /// Closes the report on a document about a puzzle.
    pub fn close_puzzle(&mut self, verdict: &'static str, kind: &str) {
        self.word = verdict;
        if !self.holds.is_empty() {
            self.line(&format!("holds as claimed: {}", self.holds.join(", ")));
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

    /// Closes the report on a document about a planning task.
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

    /// Names of the claims that were not verified, each once.
    pub fn unverified_names(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let names = self.unverified.iter().map(|(name, _)| name);
        names.filter(|name| seen.insert(*name)).cloned().collect()
    }
}

/// Fault of a claim that is false.
pub fn false_claim(claim: &str, fact: impl Into<String>) -> Fault {
    Fault::refused(format!("claim \"{claim}\" refused"), fact)
}

/// Compares a claim with the truth.
///
/// # Errors
/// They differ.
pub fn compare(claim: &str, claimed: &Value, real: impl Into<Value>) -> Result<ClaimStatus, Fault> {
    let real = real.into();
    if *claimed == real {
        return Ok(ClaimStatus::Holds);
    }
    let fact = format!("the document says {claimed}, and it is {real}");
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
