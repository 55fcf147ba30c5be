//! Methods of `saut` by name, as `method:NAME` in a definition.

use saut_plan::BadInput;
use saut_puzzles::decide::{MethodChoice, Settings};

/// Whether there is a method of that name.
///
/// # Errors
/// There is none.
pub fn check(name: &str) -> Result<(), BadInput> {
    choice(name).map(|_| ())
}

/// The settings with which `decide` uses that method alone.
///
/// # Errors
/// As [`check`].
pub fn settings(name: &str, settings: Settings) -> Result<Settings, BadInput> {
    let method = choice(name)?;
    Ok(Settings { method, ..settings })
}

fn choice(name: &str) -> Result<MethodChoice, BadInput> {
    name.parse().map_err(|bad: BadInput| BadInput {
        place: String::new(),
        ..bad
    })
}
