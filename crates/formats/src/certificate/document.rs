//! Result documents: whether a file holds a certificate, a plan or neither, and what else it claims.

use saut_base::bad_input::BadInput;
use saut_base::read_limited::unmarked;
use saut_task::claims::{ClaimedVerdict, FalseClaim, beside_a_certificate};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use saut_criteria::certify::Certificate;

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
    let mut fields: Map<String, Value> = serde_json::from_str(text).map_err(no_document)?;
    let verdict = match ClaimedVerdict::of(&fields) {
        Ok(verdict) => verdict,
        Err(claim) => return Ok(Document::Refused(claim)),
    };
    let has = |name: &str| fields.get(name).filter(|value| !value.is_null());
    let value = match (verdict, has("certificate"), has("kind")) {
        (Some(ClaimedVerdict::Undecided), ..) => return Ok(Document::Undecided),
        (Some(ClaimedVerdict::Solved), Some(_), _) => {
            let fact = "says \"solved\" and has a certificate of the contrary";
            return Err(bad(fact.to_owned()));
        }
        (_, Some(certificate), _) => certificate.clone(),
        // A certificate that stands alone.
        (_, None, Some(_)) => fields.clone().into(),
        (Some(ClaimedVerdict::Infeasible), None, None) => {
            return Err(bad("says infeasible without a certificate".to_owned()));
        }
        _ => return Ok(Document::Plan),
    };
    let unread = |error| bad(format!("its certificate cannot be read: {error}"));
    let certificate: Box<Certificate> = serde_json::from_value(value).map_err(unread)?;
    let is_alone = fields.remove("certificate").is_none_or(|it| it.is_null());
    if is_alone {
        let own = serde_json::to_value(&certificate).unwrap_or_default();
        fields.retain(|name, _| own.get(name).is_none());
    }
    Ok(match beside_a_certificate(&fields, &NO_CLAIMS) {
        Ok(others) => Document::Infeasible(certificate, if is_alone { Vec::new() } else { others }),
        Err(claim) => Document::Refused(claim),
    })
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
        "optimal" => !matches!(claimed, Value::Null | Value::Bool(false)),
        _ => !NO_CLAIMS.contains(&name),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Document, read_document};

    #[test]
    fn fields_of_a_certificate_that_stands_alone_are_no_claims_of_a_plan() {
        let cubes = |name: &str, value: Value| {
            let mut document = json!({"kind": "cubes", "format": "drat", "encoding": "forall",
                "horizon": 1, "tree": [0], "pieces": [{"file": "a.drat", "sha256": "0".repeat(64)}]});
            document[name] = value;
            read_document(&document.to_string())
        };
        let read = cubes("note", json!("kept"));
        assert!(matches!(read, Ok(Document::Infeasible(..))), "{read:?}");
        for (name, value) in [
            ("moves", json!(3)),
            ("optimal", json!(true)),
            ("plan", json!([])),
        ] {
            let read = cubes(name, value);
            assert!(matches!(read, Ok(Document::Refused(_))), "{name}: {read:?}");
        }
    }
}
