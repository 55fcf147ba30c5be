//! Pipes with a name, where the machine has none.

use std::path::Path;

use super::stream::Stoppable;
use crate::bad_input::BadInput;
use crate::stop::Stop;

/// Whether this is the name of a pipe: it never is.
pub fn is_pipe(_: &Path) -> bool {
    false
}

/// A pipe as an input.
///
/// # Errors
/// There is none.
pub fn pipe(path: &Path, _: &Stop) -> Result<Stoppable, BadInput> {
    Err(BadInput::new(path.display().to_string(), "there are no pipes here").remedy("give a file"))
}
