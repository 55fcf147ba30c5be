//! The list of backends, and whether each is here.

use super::{Backend, batsat, varisat};

/// Whether a backend can be used on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Availability {
    /// Part of this program.
    BuiltIn {
        /// Its version.
        version: String,
    },
    /// A program on PATH.
    Here {
        /// Where.
        path: std::path::PathBuf,
        /// What it says of its version.
        version: String,
    },
    /// Not here.
    Missing {
        /// How to get it.
        remedy: String,
    },
}

/// All
pub fn all() -> Vec<Box<dyn Backend>> {
    vec![Box::new(batsat::Batsat), Box::new(varisat::Varisat)]
}
/// By name
pub fn by_name(name: &str) -> Result<Box<dyn Backend>, crate::BadInput> {
    all().into_iter().find(|b| b.name() == name).ok_or(crate::BadInput::new(name, "no"))
}
