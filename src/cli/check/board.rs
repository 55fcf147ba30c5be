//! Documents on a board of peg solitaire: a certificate that is checked, or plans that are replayed.

use std::fmt::Write as _;

use saut::BadInput;
use saut::certify::{self, Certificate, RejectedCertificate};
use saut::formats::certificate::{self, Document};
use saut::formats::text_kind::{self, TextKind};
use serde_json::{Value, json};

use super::claims::BoardSubject;
use super::verdict::{Fault, Judge, Verdict};
use super::{many_plans, one_plan};
use crate::cli::{proofs, status};

impl Judge for BoardSubject {
    fn verdict(&self) -> Result<Verdict, Fault> {
        let claims = &self.claims;
        match document(&claims.text)? {
            Document::Undecided => Err(BadInput::new(
                "",
                "says undecided: there is nothing to check",
            )
            .remedy("solve again with a longer --timeout"))?,
            Document::Infeasible(read, unverified) => {
                claims.warn_of_name(self.puzzle.name());
                let memory_mib = self.search.stop.memory_mib();
                infeasible(self, claim(&claims.file, *read, memory_mib)?, &unverified)
            }
            Document::Refused(claim) => Err(Fault::Refused(claim.refusal())),
            Document::Plan => match (claims.get("plan"), claims.get("plans")) {
                (None, Some(Value::Array(plans))) => many_plans::verdict(self, plans),
                _ => one_plan::verdict(self),
            },
        }
    }
}

/// Document in a result file; one of another kind is named.
pub fn document(text: &str) -> Result<Document, BadInput> {
    let reads = |kind| matches!(kind, TextKind::PuzzleAnswer | TextKind::Json);
    let other = || text_kind::other_than(text, "a plan or a certificate", reads);
    certificate::read_document(text).map_err(|bad| other().unwrap_or(bad))
}

/// The certificate of a document, with the proofs that lie beside it.
pub fn claim(
    document: &str,
    certificate: Certificate,
    memory_mib: Option<u64>,
) -> Result<Certificate, BadInput> {
    certificate::with_files(
        certificate,
        |file| proofs::read_beside(document, file, memory_mib),
        |file| proofs::find_beside(document, file),
    )
}

/// Checks a certificate; `unverified` is what else its document says.
fn infeasible(
    subject: &BoardSubject,
    claim: Certificate,
    unverified: &[String],
) -> Result<Verdict, Fault> {
    let puzzle = &subject.puzzle;
    let kind = claim.kind();
    let checked =
        certify::check_within(puzzle, claim, &subject.search).map_err(|why| match why {
            RejectedCertificate::Unfinished(why) => Fault::Unfinished(kind.to_owned(), why),
            why => Fault::Refused(BadInput::new("certificate refused", why.to_string())),
        })?;
    let (kind, why) = (checked.kind(), checked.explanation(puzzle));
    let mut text = format!("infeasible: the certificate ({kind}) holds\n{why}");
    for claim in unverified {
        let _ = writeln!(text, "not verified: {claim} (no check is for it)");
    }
    Ok(Verdict {
        status: status::INFEASIBLE,
        document: json!({
            "verdict": "infeasible", "kind": kind, "unverified": unverified, "checked": true,
        }),
        text,
    })
}
