//! The keys of a definition, as they stand in the file.

use serde::Deserialize;

use saut_plan::BadInput;

/// A whole file.
pub struct File {
    pub name: String,
    pub program: Vec<ProgramEntry>,
    pub set: Vec<Keys>,
    pub keys: Keys,
}

/// The keys that may stand at the top and in a set.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    pub family: Option<String>,
    pub puzzles: Option<Vec<String>>,
    pub encodings: Option<Vec<String>>,
    pub horizons: Option<Vec<toml::Value>>,
    pub backends: Option<Vec<String>>,
    pub seeds: Option<Vec<u64>>,
    pub timeout_seconds: Option<f64>,
    pub memory_mib: Option<u64>,
    pub check_timeout_seconds: Option<f64>,
    pub threads: Option<usize>,
}

/// A short name for a command.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramEntry {
    pub name: String,
    pub command: String,
    pub version: Option<String>,
}

/// The file as TOML has it: the keys of [`Keys`] cannot be flattened into it without losing the
/// refusal of unknown ones, so they stand here again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(default)]
    name: String,
    #[serde(default)]
    program: Vec<ProgramEntry>,
    #[serde(default)]
    set: Vec<Keys>,
    family: Option<String>,
    puzzles: Option<Vec<String>>,
    encodings: Option<Vec<String>>,
    horizons: Option<Vec<toml::Value>>,
    backends: Option<Vec<String>>,
    seeds: Option<Vec<u64>>,
    timeout_seconds: Option<f64>,
    memory_mib: Option<u64>,
    check_timeout_seconds: Option<f64>,
    threads: Option<usize>,
}

/// Reads the keys.
///
/// # Errors
/// The text is no TOML, or a key is unknown or of another type; the place is line and column.
pub fn read(text: &str) -> Result<File, BadInput> {
    let raw: Raw = toml::from_str(text).map_err(|bad| {
        let place = bad.span().map(|span| place(text, span.start));
        let fact = bad.message().trim().replace('\n', ", ");
        BadInput::new(place.unwrap_or_default(), fact)
    })?;
    Ok(File {
        name: raw.name,
        program: raw.program,
        set: raw.set,
        keys: Keys {
            family: raw.family,
            puzzles: raw.puzzles,
            encodings: raw.encodings,
            horizons: raw.horizons,
            backends: raw.backends,
            seeds: raw.seeds,
            timeout_seconds: raw.timeout_seconds,
            memory_mib: raw.memory_mib,
            check_timeout_seconds: raw.check_timeout_seconds,
            threads: raw.threads,
        },
    })
}

/// Line and column of a byte, both from 1.
fn place(text: &str, byte: usize) -> String {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    format!("line {line}, column {column}")
}

impl Keys {
    /// These keys, and where one is not given that of the other.
    pub fn over(&self, other: &Self) -> Self {
        fn either<T: Clone>(own: Option<&T>, other: Option<&T>) -> Option<T> {
            own.or(other).cloned()
        }
        Self {
            family: either(self.family.as_ref(), other.family.as_ref()),
            puzzles: either(self.puzzles.as_ref(), other.puzzles.as_ref()),
            encodings: either(self.encodings.as_ref(), other.encodings.as_ref()),
            horizons: either(self.horizons.as_ref(), other.horizons.as_ref()),
            backends: either(self.backends.as_ref(), other.backends.as_ref()),
            seeds: either(self.seeds.as_ref(), other.seeds.as_ref()),
            timeout_seconds: self.timeout_seconds.or(other.timeout_seconds),
            memory_mib: self.memory_mib.or(other.memory_mib),
            check_timeout_seconds: self.check_timeout_seconds.or(other.check_timeout_seconds),
            threads: self.threads.or(other.threads),
        }
    }
}
