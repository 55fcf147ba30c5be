//! Methods of `saut` by name, as `method:NAME` in a definition.

use crate::BadInput;
use crate::decide::Settings;

/// The names that there are.
const NAMES: [&str; 0] = [];

/// Whether there is a method of that name.
///
/// # Errors
/// There is none.
pub fn check(name: &str) -> Result<(), BadInput> {
    if NAMES.contains(&name) {
        return Ok(());
    }
    let fact = format!("there is no method {name:?}");
    Err(BadInput::new("", fact).remedy(if NAMES.is_empty() {
        "this version has none; saut alone is what saut solve does".to_owned()
    } else {
        format!("there are {}", NAMES.join(", "))
    }))
}

/// The settings with which `decide` uses that method alone.
///
/// # Errors
/// As [`check`].
pub fn settings(name: &str, settings: Settings) -> Result<Settings, BadInput> {
    check(name)?;
    Ok(settings)
}
