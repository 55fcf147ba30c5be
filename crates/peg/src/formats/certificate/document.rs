//! Result documents: whether a file holds a certificate, a plan or neither.

use serde::Deserialize;

use crate::certify::Certificate;
use saut_task::bad_input::BadInput;
use saut_task::read_limited::unmarked;

/// Content of a result document.
#[derive(Debug)]
pub enum Document {
    /// It holds a certificate.
    Infeasible(Box<Certificate>),
    /// It says that the puzzle was not decided.
    Undecided,
    /// It is, or may be, a plan.
    Plan,
}

/// Tells what a result file holds. Anything that is no JSON object with a verdict is a plan.
///
/// # Errors
/// A verdict "infeasible" with a certificate that cannot be read.
pub fn read_document(text: &str) -> Result<Document, BadInput> {
    #[derive(Deserialize)]
    struct Head {
        verdict: Option<String>,
        certificate: Option<serde_json::Value>,
        kind: Option<String>,
    }
    let text = unmarked(text);
    if !text.trim_start().starts_with('{') {
        return Ok(Document::Plan);
    }
    let bad = |fact: String| BadInput::new("", fact);
    let head: Head =
        serde_json::from_str(text).map_err(|error| bad(format!("is no JSON document: {error}")))?;
    let value = match (head.verdict.as_deref(), head.certificate, head.kind) {
        (Some("undecided"), ..) => return Ok(Document::Undecided),
        (Some(verdict), Some(_), _) if verdict != "infeasible" => {
            return Err(bad(format!(
                "says {verdict:?} and has a certificate of the contrary"
            )));
        }
        (_, Some(certificate), _) => certificate,
        (_, None, Some(_)) => serde_json::from_str(text).unwrap_or_default(),
        (Some("infeasible"), None, None) => {
            return Err(bad("says infeasible without a certificate".to_owned()));
        }
        _ => return Ok(Document::Plan),
    };
    serde_json::from_value(value)
        .map(Document::Infeasible)
        .map_err(|error| bad(format!("its certificate cannot be read: {error}")))
}
