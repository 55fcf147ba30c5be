//! Claims of a document of `saut plan`: its certificate and its bound, with the files beside it that they name.

use saut_base::BadInput;
use saut_base::beside::read_beside;
use saut_base::digest::sha256;
use saut_base::stop::Stop;
use saut_task::bound::Listing;
use saut_task::certificate::{States, StoredProof};
use saut_task::{Certificate, CheckError};
use serde_json::Value;

use crate::measure::Bound;
use crate::planning_task::{Accepted, PlanningTask};
use crate::reason::Reason;

/// A bound on all plans that a document claims; nothing is checked yet.
#[derive(Clone)]
pub struct ClaimedBound {
    bound: Bound,
    certificate: Option<Certificate<Reason>>,
}

impl ClaimedBound {
    /// The bound that a document of this task claims; nothing if it claims none. `place` is the file of the document.
    ///
    /// # Errors
    /// The bound or its certificate cannot be read.
    pub fn of_document(
        document: &Value,
        task: &PlanningTask,
        place: &str,
        memory_mib: Option<u64>,
    ) -> Result<Option<Self>, BadInput> {
        let (bound, entry) = (&document["bound"], &document["bound_certificate"]);
        if bound.is_null() && entry.is_null() {
            return Ok(None);
        }
        let read = |entry| read_certificate(entry, place, memory_mib);
        let certificate = Some(entry).filter(|entry| !entry.is_null()).map(read);
        let no_number = || BadInput::new(place, "its \"bound\" is no number that a bound can be");
        Ok(Some(Self {
            certificate: certificate.transpose()?,
            bound: task
                .objective()
                .claimed_bound(bound)
                .ok_or_else(no_number)?,
        }))
    }

    /// The bound.
    pub const fn bound(&self) -> &Bound {
        &self.bound
    }

    /// The certificate.
    pub const fn certificate(&self) -> Option<&Certificate<Reason>> {
        self.certificate.as_ref()
    }

    /// Whether nothing shows the bound: it has no certificate, and says more than that nothing costs less than nothing.
    pub fn is_unverified(&self) -> bool {
        self.certificate.is_none() && self.bound != Bound::Cost(0)
    }

    /// What its certificate shows, which is the bound or more; nothing if it has none.
    ///
    /// # Errors
    /// [`CheckError`] with what is wrong with it, or with the limit that ended the check.
    pub fn accept(self, task: &PlanningTask, stop: &Stop) -> Result<Option<Accepted>, CheckError> {
        let Some(certificate) = self.certificate else {
            return Ok(None);
        };
        let accepted = task.accept(certificate, stop);
        let accepted = accepted.map_err(|why| match why {
            CheckError::Rejected(fact) => {
                CheckError::Rejected(format!("the certificate of the bound is refused: {fact}"))
            }
            unfinished @ CheckError::Stopped(_) => unfinished,
        })?;
        match task.objective().bound(Some(accepted.checked())) {
            Some(shown) if shown.implies(&self.bound) => Ok(Some(accepted)),
            shown => Err(CheckError::rejected(format_args!(
                "the claim \"bound\" is wrong: it says that {}, and its certificate shows {} only",
                self.bound,
                shown.map_or_else(|| "no bound".to_owned(), |shown| format!("that {shown}"))
            ))),
        }
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
