//! Machine files: what the records were measured on, quoted as it stands.
//!
//! A benchmark writes `NAME.machine.toml` beside `NAME.jsonl`. A report only quotes it, so any text
//! will do.

use std::path::{Path, PathBuf};

use super::markup;

/// The largest part of a machine file that is quoted, in characters.
const LONGEST: usize = 20_000;

/// A machine file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Machine {
    /// A machine file with that text, cut off if it is very long.
    pub fn new(name: impl Into<String>, text: &str) -> Self {
        let text: String = text.chars().take(LONGEST).collect();
        Self {
            name: name.into(),
            text: text.trim().to_owned(),
        }
    }

    /// The value of a key anywhere in it: `"AMD EPYC"` of `processor = "AMD EPYC"`, unquoted.
    pub fn value(&self, keys: &[&str]) -> Option<String> {
        let lines = self.text.lines().filter_map(|line| line.split_once('='));
        let found = lines
            .map(|(key, value)| (key.trim(), value.trim().trim_matches('"')))
            .find(|(key, _)| keys.contains(key));
        found.map(|(_, value)| value.to_owned())
    }

    /// As a quotation for HTML.
    pub(super) fn html(&self) -> String {
        let (name, lines) = (markup::escaped(&self.name), self.text.lines());
        let lines: Vec<String> = lines.map(markup::escaped).collect();
        format!(
            "<details><summary>The machine: {name}</summary>\n<pre>{}</pre></details>\n",
            lines.join("\n")
        )
    }
}

/// The places where the machine file of a record file may be, the likeliest first.
pub fn beside(records: &Path) -> [PathBuf; 2] {
    let mut whole = records.as_os_str().to_owned();
    whole.push(".machine.toml");
    [records.with_extension("machine.toml"), PathBuf::from(whole)]
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Machine, beside};

    #[test]
    fn a_machine_file_lies_beside_its_records() {
        let [first, second] = beside(Path::new("results/a.jsonl"));
        assert_eq!(first, Path::new("results/a.machine.toml"));
        assert_eq!(second, Path::new("results/a.jsonl.machine.toml"));
    }

    #[test]
    fn values_are_found_by_key_and_others_are_not() {
        let machine = Machine::new("m", "[cpu]\nprocessor = \"A <1>\"\ncores = 2\n");
        assert_eq!(
            machine.value(&["cpu", "processor"]).as_deref(),
            Some("A <1>")
        );
        assert_eq!(machine.value(&["memory"]), None);
        assert!(machine.html().contains("&quot;A &lt;1&gt;&quot;"));
    }
}
