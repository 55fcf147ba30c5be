//! Checks that a limit has ended.

use saut::stop::StopReason;

use crate::cli::reply::Reply;
use crate::cli::status;

/// Says that a limit ended the check, so that the certificate may hold or not.
pub fn unfinished(puzzle: &str, kind: &str, why: StopReason) -> Reply {
    let reason = why.name();
    let document = serde_json::json!({"puzzle": puzzle, "verdict": "undecided", "kind": kind,
        "reason": reason, "checked": false});
    let text = format!(
        "undecided: the check of the certificate ({kind}) was not finished ({reason}); it may \
         hold or not\n"
    );
    Reply::new(status::UNDECIDED, document, text)
}
