//! Claims of a document about its plan beyond being one: each is verified, refused, or named as not verified.
//!
//! Nothing is believed because we wrote it: moves are counted, steps fitted, bounds computed and proofs
//! checked again. What speaks of all plans and has no certificate (fewest moves, the longest sweep) is
//! worked out anew from every position on a solution, within the limits given.

use std::fmt::Write as _;

use saut::BadInput;
use saut::stop::StopReason;
use serde_json::Value;

use super::claims::Claims;
use super::verdict::{Fault, Verdict};
use crate::cli::reply::Failure;
use crate::cli::status;

/// Outcome of a claim that is not false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Holds,
    /// With the reason.
    NotVerified(String),
    /// A limit ended the check.
    Unfinished(StopReason),
}

/// Outcomes of all claims.
#[derive(Debug, Default)]
pub struct Verified {
    /// The claims that hold.
    holds: Vec<String>,
    /// The claims that nobody has verified, with the reason.
    unverified: Vec<(String, String)>,
    /// A claim whose check a limit ended.
    unfinished: Option<(String, StopReason)>,
}

impl Verified {
    /// Verifies every claim of a document with a plan that has been replayed, those of the names in `last` behind the
    /// others and in that order.
    ///
    /// # Errors
    /// The first claim that is false.
    pub fn of(
        claims: &Claims,
        last: &[&str],
        verify: impl Fn(&str, &Value) -> Result<Outcome, Failure>,
    ) -> Result<Self, Failure> {
        let mut verified = Self::default();
        let first = claims.to_verify().filter(|(name, _)| !last.contains(name));
        let behind = last
            .iter()
            .filter_map(|&name| claims.get(name).map(|it| (name, it)));
        for (name, claimed) in first.chain(behind) {
            if name == "optimal" && *claimed != Value::Bool(true) {
                let fact = format!("it says {claimed}, which is neither true nor false");
                return Err(refused(name, fact));
            }
            verified.book(name, verify(name, claimed)?);
        }
        Ok(verified)
    }

    /// Records the outcome of a claim.
    pub fn book(&mut self, claim: &str, outcome: Outcome) {
        let claim = claim.to_owned();
        match outcome {
            Outcome::Holds => self.holds.push(claim),
            Outcome::NotVerified(reason) => self.unverified.push((claim, reason)),
            Outcome::Unfinished(why) => self.unfinished = Some((claim, why)),
        }
    }

    /// Records that a part of a claim is not verified, whatever came of the others, for this reason.
    pub fn leave_open(&mut self, claim: &str, reason: &str) {
        self.holds.retain(|one| one != claim);
        self.unverified.retain(|(one, _)| one != claim);
        self.book(claim, Outcome::NotVerified(reason.to_owned()));
    }

    /// Whether a claim holds; nothing if nobody has verified it, or the document does not make it.
    pub fn holds(&self, claim: &str) -> Option<bool> {
        let is_unverified = self.unverified.iter().any(|(one, _)| one == claim);
        let holds = self.holds.iter().any(|one| one == claim);
        (holds || is_unverified).then_some(holds)
    }

    /// The verdict on plans of this kind that were replayed, with what else the document is to have; `head` is its line
    /// for people.
    ///
    /// # Errors
    /// A limit ended the check of a claim.
    pub fn solved(self, kind: &str, mut document: Value, head: &str) -> Result<Verdict, Fault> {
        if let Some((claim, why)) = self.unfinished {
            return Err(Fault::Unfinished(claim, why));
        }
        let mut text = format!("solved: {head}\n");
        if !self.holds.is_empty() {
            let _ = writeln!(text, "holds as claimed: {}", self.holds.join(", "));
        }
        for (claim, reason) in &self.unverified {
            let _ = writeln!(text, "not verified: {claim} ({reason})");
        }
        let unverified = self.unverified.into_iter().map(|(claim, _)| claim);
        document["unverified"] = unverified.collect();
        document["verdict"] = "solved".into();
        document["kind"] = kind.into();
        document["checked"] = true.into();
        let status = status::SOLVED;
        Ok(Verdict {
            status,
            document,
            text,
        })
    }
}

/// The outcome of a field that no check is for.
pub fn unknown() -> Outcome {
    Outcome::NotVerified("saut does not know this field".to_owned())
}

/// A claim that is false.
pub fn refused(claim: &str, fact: impl Into<String>) -> Failure {
    let place = format!("claim \"{claim}\" refused");
    Failure::Refused(BadInput::new(place, fact))
}

/// Says that a claim holds, or refuses it: the document says `claimed`, the truth is `real`.
pub fn compare(claim: &str, claimed: &Value, real: impl Into<Value>) -> Result<Outcome, Failure> {
    let real = real.into();
    if *claimed == real {
        return Ok(Outcome::Holds);
    }
    let fact = format!("the document says {claimed}, and it is {real}");
    Err(refused(claim, fact))
}
