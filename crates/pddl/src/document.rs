//! Certificates of documents, with the files beside them that they name.

use saut_base::BadInput;
use saut_base::beside::read_beside;
use saut_base::digest::sha256;
use saut_task::Certificate;
use saut_task::bound::Listing;
use saut_task::certificate::{States, StoredProof};
use serde_json::Value;

use crate::reason::Reason;

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
    if let Certificate::ClosedSet(set) = &mut certificate
        && let States::Kept {
            count,
            file: Some(file),
            sha256: sum,
        } = &set.states
    {
        let text = read_beside(place, file, memory_mib)?;
        let is_other = |sum: &String| *sum != sha256(&text);
        if sum.as_ref().is_some_and(is_other) {
            let fact = "it is not the file that the document names";
            return Err(BadInput::new(file, fact).remedy("its SHA-256 is another"));
        }
        let listing: Listing<String> = serde_json::from_slice(&text).map_err(bad)?;
        let states = listing.states.count();
        if states != *count {
            let fact = format!("the document says {count} states, and it lists {states}");
            return Err(BadInput::new(file, fact));
        }
        set.states = States::Listed(listing);
    }
    Ok(certificate)
}
