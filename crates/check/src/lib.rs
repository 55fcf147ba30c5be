#![doc = include_str!("../README.md")]

mod bounds;
mod claims;
mod context;
mod document;
mod puzzle;
mod report;
pub mod subject;
mod task;

pub use bounds::{CheckedProofs, FEWEST_ACTIONS, check_pieces, check_proofs};
pub use claims::TaskClaims;
pub use context::{Context, ExtraChecks};
pub use document::Document;
pub use puzzle::{certificate_of, refused_plan};
pub use report::{ClaimStatus, Fault, Report, compare, false_claim};
pub use subject::Subject;
pub use task::plan_of;

use saut_formats::Entry;
use saut_levels::search::SearchSettings;

/// Checks a document about a subject within the limits of the search. `extra` has the checks that need a search.
///
/// # Errors
/// The document is rejected or unusable, or its check was not finished.
pub fn check(
    subject: &Subject,
    document: &Document,
    search: &SearchSettings,
    extra: &dyn ExtraChecks,
) -> Result<Report, Fault> {
    let within = |fault: Fault| fault.within(document.place);
    match subject {
        Subject::Puzzle(Entry::Peg(puzzle)) => {
            puzzle::check_board(&Context::new(&**puzzle, document, search, extra)).map_err(within)
        }
        Subject::Puzzle(Entry::Baseball(puzzle)) => {
            puzzle::check_baseball(&Context::new(&**puzzle, document, search, extra))
                .map_err(within)
        }
        Subject::Task(task) => task::check(&Context::new(&**task, document, search, extra)),
    }
}
