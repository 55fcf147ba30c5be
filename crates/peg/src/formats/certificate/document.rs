//! Result documents: whether a file holds a certificate, a plan or neither, and what else it claims.

use saut_task::bad_input::BadInput;
use saut_task::claims::{ClaimedVerdict, FalseClaim, beside_a_certificate};
use saut_task::read_limited::unmarked;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use crate::certify::Certificate;

/// Fields that say where a plan came from, or what the simulator has just seen.
const NO_CLAIMS: [&str; 16] = [
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
    "piece",
    "made_of",
    "proof",
    "proof_reason",
];

/// Content of a result document.
#[derive(Debug)]
pub enum Document {
    /// It holds a certificate; with the names of its claims that no check is for.
    Infeasible(Box<Certificate>, Vec<String>),
    /// It says that the puzzle was not decided.
    Undecided,
    /// It is, or may be, a plan.
    Plan,
    /// It claims what cannot be, whatever the puzzle.
    Refused(FalseClaim),
}

/// Fields that no document may have twice.
#[derive(Deserialize)]
struct Once {
    #[serde(rename = "verdict")]
    _verdict: Option<IgnoredAny>,
    #[serde(rename = "certificate")]
    _certificate: Option<IgnoredAny>,
    #[serde(rename = "kind")]
    _kind: Option<IgnoredAny>,
}

/// Tells what a result file holds. Anything that is no JSON object with a verdict is a plan.
///
/// # Errors
/// A verdict "infeasible" with a certificate that cannot be read.
pub fn read_document(text: &str) -> Result<Document, BadInput> {
    let text = unmarked(text);
    if !text.trim_start().starts_with('{') {
        return Ok(Document::Plan);
    }
    let bad = |fact: String| BadInput::new("", fact);
    let no_document = |error| bad(format!("is no JSON document: {error}"));
    serde_json::from_str::<Once>(text).map_err(no_document)?;
    let fields: Map<String, Value> = serde_json::from_str(text).map_err(no_document)?;
    let verdict = match ClaimedVerdict::of(&fields) {
        Ok(verdict) => verdict,
        Err(claim) => return Ok(Document::Refused(claim)),
    };
    let has = |name: &str| fields.get(name).filter(|value| !value.is_null());
    let beside = |known: &[&str]| beside_a_certificate(&fields, known);
    let (value, others) = match (verdict, has("certificate"), has("kind")) {
        (Some(ClaimedVerdict::Undecided), ..) => return Ok(Document::Undecided),
        (Some(ClaimedVerdict::Solved), Some(_), _) => {
            let fact = "says \"solved\" and has a certificate of the contrary";
            return Err(bad(fact.to_owned()));
        }
        (_, Some(certificate), _) => {
            let known = [&NO_CLAIMS[..], &["certificate"]].concat();
            (certificate.clone(), beside(&known))
        }
        // The fields of a certificate that stands alone.
        (_, None, Some(_)) => (fields.clone().into(), beside(&[]).map(|_| Vec::new())),
        (Some(ClaimedVerdict::Infeasible), None, None) => {
            return Err(bad("says infeasible without a certificate".to_owned()));
        }
        _ => return Ok(Document::Plan),
    };
    match (serde_json::from_value(value), others) {
        (Err(error), _) => Err(bad(format!("its certificate cannot be read: {error}"))),
        (Ok(_), Err(claim)) => Ok(Document::Refused(claim)),
        (Ok(certificate), Ok(others)) => Ok(Document::Infeasible(certificate, others)),
    }
}

/// Every claim of a document about its plan that wants a check of its own; a bound that is reached is part of the claim
/// "optimal".
pub fn claims_of_a_plan(document: &Map<String, Value>) -> impl Iterator<Item = (&str, &Value)> {
    let is_optimal = document.get("optimal") == Some(&Value::Bool(true));
    let fields = document
        .iter()
        .map(|(name, claimed)| (name.as_str(), claimed));
    fields.filter(move |&(name, claimed)| match name {
        "lower_bound" => !is_optimal,
        "optimal" => *claimed != Value::Bool(false),
        _ => !NO_CLAIMS.contains(&name),
    })
}
