//! Checks that a limit has ended.

use std::io::Write;

use saut::stop::StopReason;

use crate::cli::arguments::Check;
use crate::cli::failure::Failure;
use crate::cli::status;

/// Says that a limit ended the check, so that the certificate may hold or not.
pub fn unfinished(
    arguments: &Check,
    puzzle: &str,
    kind: &str,
    why: StopReason,
) -> Result<u8, Failure> {
    let mut out = anstream::stdout();
    let reason = why.name();
    if arguments.output.json {
        let document = serde_json::json!({"puzzle": puzzle, "verdict": "undecided", "kind": kind,
            "reason": reason, "checked": false});
        writeln!(out, "{document}")?;
    } else {
        writeln!(
            out,
            "undecided: the check of the certificate ({kind}) was not finished ({reason}); it may \
             hold or not"
        )?;
    }
    Ok(status::UNDECIDED)
}
