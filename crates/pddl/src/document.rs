//! Claims of a document of `saut plan`: its certificate and its bound, with the files beside it that they name.

use saut_task::beside::read_beside;
use saut_task::certificate::StoredProof;
use saut_task::digest::sha256;
use saut_task::{BadInput, Certificate};
use serde_json::Value;

use crate::reason::Reason;

/// A bound of the cost of every plan, with its certificate; nothing is checked yet.
#[derive(Clone)]
pub struct ClaimedBound {
    /// No plan costs less.
    pub bound: u64,
    /// Certificate of the bound.
    pub certificate: Certificate<Reason>,
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
        let no_number = || BadInput::new(place, "its \"bound\" is no whole number");
        Ok(Some(Self {
            bound: whole_number(&document["bound"]).ok_or_else(no_number)?,
            certificate: read_certificate(&document["bound_certificate"], place, memory_mib)?,
        }))
    }
}

/// A whole number of a document, which is a text where it passes 2^53.
pub fn whole_number(value: &Value) -> Option<u64> {
    match value {
        Value::String(text) => text.parse().ok(),
        other => other.as_u64(),
    }
}

/// The certificate of a document, with the proof or the states of the file that it names. `place` is the file of the
/// document.
///
/// # Errors
/// The certificate or its file cannot be read, or the file is another than the one that the document names.
pub fn read_certificate(
    entry: &Value,
    place: &str,
    memory_mib: Option<u64>,
) -> Result<Certificate<Reason>, BadInput> {
    let bad = |error: serde_json::Error| {
        BadInput::new(place, format!("the certificate cannot be read: {error}"))
            .remedy("docs/certificates.md says what every kind has")
    };
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
