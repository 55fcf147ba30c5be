//! The keys of a definition, as they stand in the file.

use serde::{Deserialize, Serialize};

use saut_base::BadInput;

/// The keys of a file, or of a set in it, or those that a command line asks for. Only a file has a name, programs and
/// sets: these keys stand in one struct all the same, because serde cannot refuse unknown keys of a flattened one.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    /// The name of the experiment.
    pub name: Option<String>,
    /// Short names for commands.
    #[serde(default)]
    pub program: Vec<ProgramEntry>,
    /// The sets.
    #[serde(default)]
    pub set: Vec<Self>,
    /// The family, in every record.
    pub family: Option<String>,
    /// Bundled puzzles, files of puzzles, tasks or clauses, folders.
    pub puzzles: Option<Vec<String>>,
    /// The encodings; of none, `r2-exists`.
    pub encodings: Option<Vec<String>>,
    /// The horizons: words, or numbers of steps.
    pub horizons: Option<Vec<toml::Value>>,
    /// The solvers by name.
    pub backends: Option<Vec<String>>,
    /// The seeds.
    pub seeds: Option<Vec<u64>>,
    /// Wall-clock seconds of each run.
    pub timeout_seconds: Option<f64>,
    /// Its memory, 0 for no limit.
    pub memory_mib: Option<u64>,
    /// Wall-clock seconds for the check of a refutation.
    pub check_timeout_seconds: Option<f64>,
    /// Threads of whatever `saut` does itself.
    pub threads: Option<usize>,
}

/// A short name for a command.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramEntry {
    /// The name.
    pub name: String,
    /// The command.
    pub command: String,
    /// A command that prints its version; of a machine file, the version.
    pub version: Option<String>,
}

/// Reads the keys.
///
/// # Errors
/// The text is no TOML, or a key is unknown or of another type; the place is line and column.
pub fn read(text: &str) -> Result<Keys, BadInput> {
    toml::from_str(text).map_err(|bad: toml::de::Error| {
        let place = bad.span().map(|span| place(text, span.start));
        let fact = bad.message().trim().replace('\n', ", ");
        BadInput::new(place.unwrap_or_default(), fact)
    })
}

/// Line and column of a byte, both from 1.
fn place(text: &str, byte: usize) -> String {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    format!("line {line}, column {column}")
}

/// A horizon as a word of the command line: a number of steps, or another word.
pub fn horizon(word: &str) -> toml::Value {
    word.parse::<i64>()
        .map_or_else(|_| word.into(), toml::Value::Integer)
}

impl Keys {
    /// These keys, of a set or a command line, and where one is not given that of the file.
    #[must_use]
    pub fn over(self, file: &Self) -> Self {
        let file = file.clone();
        Self {
            family: self.family.or(file.family),
            puzzles: self.puzzles.or(file.puzzles),
            encodings: self.encodings.or(file.encodings),
            horizons: self.horizons.or(file.horizons),
            backends: self.backends.or(file.backends),
            seeds: self.seeds.or(file.seeds),
            timeout_seconds: self.timeout_seconds.or(file.timeout_seconds),
            memory_mib: self.memory_mib.or(file.memory_mib),
            check_timeout_seconds: self.check_timeout_seconds.or(file.check_timeout_seconds),
            threads: self.threads.or(file.threads),
            ..self
        }
    }

    /// Refuses in a set what only a file has.
    ///
    /// # Errors
    /// A key that only a file has.
    pub fn check_set(&self) -> Result<(), BadInput> {
        let only_of_files = [
            ("name", self.name.is_some()),
            ("program", !self.program.is_empty()),
            ("set", !self.set.is_empty()),
        ];
        match only_of_files.into_iter().find(|(_, given)| *given) {
            Some((key, _)) => Err(BadInput::new(key, "a set has no such key")
                .remedy("write it above the first [[set]]")),
            None => Ok(()),
        }
    }
}
