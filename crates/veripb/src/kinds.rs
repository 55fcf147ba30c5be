//! Certificates as invariants, where they can be written so.

use crate::{NotExported, PseudoBoolean, export};
use saut_base::stop::Stop;
use saut_task::certificate::Certificate;
use saut_task::task::Task;

/// Writes what a certificate shows of a task, with its proof.
///
/// # Errors
/// [`NotExported`], for kinds that have no such form [`NotExported::Kind`].
pub fn export_certificate<R>(
    task: &Task,
    certificate: &Certificate<R>,
    stop: &Stop,
) -> Result<PseudoBoolean, NotExported>
where
    for<'a> &'a R: Into<&'static str>,
{
    match certificate {
        Certificate::ClosedSet(set) => export(task, &(**set).clone().numbered(task)?, stop),
        Certificate::Proof(_) | Certificate::Own(_) => Err(NotExported::Kind(certificate.word())),
    }
}
