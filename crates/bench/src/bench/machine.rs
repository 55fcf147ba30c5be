//! The machine file: a description of the machine and the programs of the runs, next to the records.
//!
//! Every record names its machine file. When an experiment continues on another machine or with other versions, a new
//! machine file with a number is written.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use saut_base::BadInput;
use saut_base::files::write_whole;
use saut_base::read_limited::{self, MOST_PUZZLE_BYTES};
use serde::Serialize;

use super::definition::ProgramEntry;
use super::solver::Solver;

/// Description of the machine and the programs.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// Time of first use, in UTC.
    date: String,
    experiment: String,
    processor: String,
    kernel: String,
    saut: String,
    rustc: String,
    profile: String,
    cores: usize,
    memory_mib: u64,
    jobs: usize,
    solver: Vec<ProgramEntry>,
}

impl Machine {
    /// Describes this machine, without solvers.
    pub fn this(experiment: &str, jobs: usize) -> Self {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let value = |text: &str, name: &str| {
            let mut lines = text.lines();
            let line = lines.find_map(|line| line.strip_prefix(name));
            let value = line.map(|line| line.trim_start_matches([' ', '\t', ':']).trim());
            value.unwrap_or("unknown").to_owned()
        };
        let memory = value(&read("/proc/meminfo"), "MemTotal:");
        let kib = memory.split_whitespace().next().map(str::parse::<u64>);
        let kernel = read("/proc/sys/kernel/osrelease");
        let is_checked = cfg!(debug_assertions);
        let profile = if is_checked {
            "with debug assertions"
        } else {
            "release"
        };
        Self {
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            experiment: experiment.to_owned(),
            processor: value(&read("/proc/cpuinfo"), "model name"),
            cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            memory_mib: kib.and_then(Result::ok).unwrap_or(0) / 1024,
            kernel: format!("{} {}", std::env::consts::OS, kernel.trim()),
            saut: env!("CARGO_PKG_VERSION").to_owned(),
            rustc: env!("SAUT_RUSTC").to_owned(),
            profile: profile.to_owned(),
            jobs,
            solver: Vec::new(),
        }
    }

    /// Adds a solver, unless it is already in the list.
    pub fn add(&mut self, solver: &Solver, version: &str) {
        let entry = ProgramEntry {
            name: solver.name.clone(),
            command: solver.command.clone(),
            version: Some(version.to_owned()),
        };
        if !self.solver.contains(&entry) {
            self.solver.push(entry);
        }
    }

    /// Writes the description next to the records, unless a file there already describes the same machine. Returns the
    /// name of the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&self, records: &Path) -> Result<String, BadInput> {
        let text = toml::to_string(self).unwrap_or_default();
        let without_date = |text: &str| {
            let lines = text.lines().filter(|line| !line.starts_with("date = "));
            lines.collect::<Vec<_>>().join("\n")
        };
        let mut number = 1;
        loop {
            let path = records.with_extension(match number {
                1 => "machine.toml".to_owned(),
                _ => format!("machine-{number}.toml"),
            });
            let name = path.file_name().unwrap_or_default().display().to_string();
            match read_limited::text_file(&path, MOST_PUZZLE_BYTES) {
                Ok(there) if without_date(&there) == without_date(&text) => return Ok(name),
                Ok(_) => number += 1,
                Err(_) => {
                    let written = write_whole(&path, text.as_bytes());
                    return written.map(|()| name).map_err(|error| {
                        let place = path.display().to_string();
                        BadInput::new(place, format!("cannot be written ({error})"))
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Machine;
    use crate::bench::solver::Solver;

    fn machine(version: &str) -> Machine {
        let mut machine = Machine::this("test", 1);
        let solver = Solver::by_command("x", "dimacs:x \"y\"", None).unwrap();
        machine.add(&solver, version);
        machine
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
