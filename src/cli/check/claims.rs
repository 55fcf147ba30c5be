//! Claims of a document about its plan beyond being one: each claim is verified, refused, or named as
//! not verified.
//!
//! Nothing is believed because we wrote it: moves are counted, steps fitted, bounds computed and proofs
//! checked again. What speaks of all plans and has no certificate (fewest moves, the longest sweep) is
//! worked out anew from every position on a solution, within the limits given.

use std::fmt::Write as _;

use saut::BadInput;
use saut::peg::Puzzle;
use saut::search::SearchSettings;
use saut::simulate::ReplayedPlan;
use saut::stop::StopReason;
use serde_json::{Map, Value};

use super::super::reply::Failure;

/// Fields that say where a plan came from, or what the simulator has just seen.
pub const NO_CLAIMS: [&str; 14] = [
    "puzzle",
    "verdict",
    "plan",
    "method",
    "backend",
    "horizon",
    "variables",
    "clauses",
    "nodes",
    "tries",
    "seconds",
    "checked",
    "proof",
    "proof_reason",
];

/// A document with a plan that has been replayed.
pub struct Claims<'a> {
    pub puzzle: &'a Puzzle,
    pub plan: &'a ReplayedPlan,
    pub fields: Map<String, Value>,
    /// The name of the document, beside which its proofs lie.
    pub document: &'a str,
    pub search: SearchSettings,
}

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
    pub holds: Vec<String>,
    /// The claims that nobody has verified, with the reason.
    pub unverified: Vec<(String, String)>,
    /// A claim whose check a limit ended.
    pub unfinished: Option<(String, StopReason)>,
}

impl Verified {
    /// Records the outcome of a claim.
    pub fn book(&mut self, claim: &str, outcome: Outcome) {
        let claim = claim.to_owned();
        match outcome {
            Outcome::Holds => self.holds.push(claim),
            Outcome::NotVerified(reason) => self.unverified.push((claim, reason)),
            Outcome::Unfinished(why) => self.unfinished = Some((claim, why)),
        }
    }

    /// The names of the claims that nobody has verified.
    pub fn unverified_names(&self) -> Vec<&str> {
        self.unverified
            .iter()
            .map(|(claim, _)| claim.as_str())
            .collect()
    }

    /// Whether a claim holds.
    pub fn has(&self, claim: &str) -> bool {
        self.holds.iter().any(|one| one == claim)
    }

    /// A line for the claims that hold and one for each that nobody has verified.
    pub fn lines(&self) -> String {
        let mut text = String::new();
        if !self.holds.is_empty() {
            let _ = writeln!(text, "holds as claimed: {}", self.holds.join(", "));
        }
        for (claim, reason) in &self.unverified {
            let _ = writeln!(text, "not verified: {claim} ({reason})");
        }
        text
    }
}

/// The fields of a document; none if it is a list of jumps.
pub fn fields(text: &str) -> Map<String, Value> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_object = text.trim_start().starts_with('{');
    let read = is_object.then(|| serde_json::from_str(text).ok()).flatten();
    read.unwrap_or_default()
}

/// Says that a document names another puzzle or task than the one it is checked for: nothing rests on the name.
pub fn warn_of_name(document: &str, said: Option<&Value>, name: &str) {
    if let Some(said) = said.and_then(Value::as_str).filter(|said| *said != name) {
        tell!("saut: warning: {document} says it is of {said}, and is checked for {name}");
    }
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
