//! The machine file: what the runs were made on and with, beside the records.
//!
//! Every record names its machine file. When an experiment goes on elsewhere, or with other
//! versions, that gets a file of its own with a number.

use std::fs;
use std::path::{Path, PathBuf};

use saut_plan::BadInput;

use super::utc;

/// Machine and programs.
#[derive(Clone, Debug)]
pub struct Machine {
    /// When it was first used, in UTC.
    date: String,
    experiment: String,
    processor: String,
    cores: usize,
    memory_mib: u64,
    kernel: String,
    saut: String,
    rustc: String,
    profile: String,
    jobs: usize,
    solver: Vec<SolverEntry>,
}

#[derive(Clone, Debug)]
struct SolverEntry {
    name: String,
    command: String,
    version: String,
}

impl Machine {
    /// This machine, with solvers as (name, command, version).
    pub fn this(experiment: &str, jobs: usize, solvers: Vec<(String, String, String)>) -> Self {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let value = |text: &str, name: &str| {
            let mut lines = text.lines();
            let line = lines.find_map(|line| line.strip_prefix(name));
            line.map_or_else(
                || "unknown".to_owned(),
                |line| line.trim_start_matches([' ', '\t', ':']).trim().to_owned(),
            )
        };
        let memory = value(&read("/proc/meminfo"), "MemTotal:");
        let kib = memory.split_whitespace().next().map(str::parse::<u64>);
        let kernel = read("/proc/sys/kernel/osrelease");
        let entry = |(name, command, version)| SolverEntry {
            name,
            command,
            version,
        };
        Self {
            date: utc::now(),
            experiment: experiment.to_owned(),
            processor: value(&read("/proc/cpuinfo"), "model name"),
            cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            memory_mib: kib.and_then(Result::ok).unwrap_or(0) / 1024,
            kernel: format!("{} {}", std::env::consts::OS, kernel.trim()),
            saut: env!("CARGO_PKG_VERSION").to_owned(),
            rustc: env!("SAUT_RUSTC").to_owned(),
            profile: if cfg!(debug_assertions) {
                "with debug assertions"
            } else {
                "release"
            }
            .to_owned(),
            jobs,
            solver: solvers.into_iter().map(entry).collect(),
        }
    }

    /// Writes it beside the records, unless the same machine is described there already; returns
    /// the name of the file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep(&self, records: &Path) -> Result<String, BadInput> {
        let text = self.text();
        let without_date = |text: &str| {
            let lines = text.lines().filter(|line| !line.starts_with("date = "));
            lines.collect::<Vec<_>>().join("\n")
        };
        let mut number = 1;
        loop {
            let path = beside(records, number);
            let name = path.file_name().unwrap_or_default().display().to_string();
            match fs::read_to_string(&path) {
                Ok(there) if without_date(&there) == without_date(&text) => return Ok(name),
                Ok(_) => number += 1,
                Err(_) => {
                    let half = path.with_extension("toml.half");
                    let written = fs::write(&half, &text).and_then(|()| fs::rename(&half, &path));
                    return written.map(|()| name).map_err(|error| {
                        let place = path.display().to_string();
                        BadInput::new(place, format!("cannot be written ({error})"))
                    });
                }
            }
        }
    }

    fn text(&self) -> String {
        use std::fmt::Write;
        let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
        let mut text = String::new();
        for (name, value) in [
            ("date", &self.date),
            ("experiment", &self.experiment),
            ("processor", &self.processor),
            ("kernel", &self.kernel),
            ("saut", &self.saut),
            ("rustc", &self.rustc),
            ("profile", &self.profile),
        ] {
            let _ = writeln!(text, "{name} = {}", quoted(value));
        }
        let _ = writeln!(text, "cores = {}", self.cores);
        let _ = writeln!(text, "memory_mib = {}", self.memory_mib);
        let _ = writeln!(text, "jobs = {}", self.jobs);
        for SolverEntry {
            name,
            command,
            version,
        } in &self.solver
        {
            let [name, command, version] = [name, command, version].map(|text| quoted(text));
            let _ = write!(
                text,
                "\n[[solver]]\nname = {name}\ncommand = {command}\nversion = {version}\n"
            );
        }
        text
    }
}

fn beside(records: &Path, number: usize) -> PathBuf {
    match number {
        1 => records.with_extension("machine.toml"),
        _ => records.with_extension(format!("machine-{number}.toml")),
    }
}

#[cfg(test)]
mod tests {
    use super::Machine;

    fn machine(version: &str) -> Machine {
        let solver = (
            "x".to_owned(),
            "dimacs:x \"y\"".to_owned(),
            version.to_owned(),
        );
        Machine::this("test", 1, vec![solver])
    }

    #[test]
    fn the_same_machine_has_one_file_and_another_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let records = folder.path().join("r.jsonl");
        let name = machine("1").keep(&records).unwrap();
        assert_eq!(name, "r.machine.toml");
        assert_eq!(machine("1").keep(&records).unwrap(), name);
        assert_eq!(machine("2").keep(&records).unwrap(), "r.machine-2.toml");
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        let read: toml::Table = text.parse().unwrap();
        assert!(
            read["rustc"].as_str().unwrap().starts_with("rustc "),
            "{text}"
        );
        assert_eq!(
            read["solver"][0]["command"].as_str(),
            Some("dimacs:x \"y\"")
        );
        assert!(
            machine("1")
                .keep(&folder.path().join("no/r.jsonl"))
                .is_err()
        );
    }
}
