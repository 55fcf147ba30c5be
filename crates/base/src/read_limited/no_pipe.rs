//! Named pipes on platforms that do not support them.

use std::path::Path;

use super::stream::Stoppable;
use crate::bad_input::BadInput;
use crate::stop::Stop;

/// Returns false, because pipes are not supported.
pub fn is_pipe(_: &Path) -> bool {
    false
}

/// Returns an error, because pipes are not supported.
///
/// # Errors
/// Always [`BadInput`].
pub fn pipe(path: &Path, _: &Stop) -> Result<Stoppable, BadInput> {
    Err(BadInput::new(
        path.display().to_string(),
        "pipes are not supported on this system",
    )
    .remedy("give a file"))
}
