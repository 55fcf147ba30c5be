//! A folder with tiny puzzles, fake solvers and records for the tests of `saut bench`.

use std::fs;
use std::path::PathBuf;

use saut::record::Record;

use crate::program::{Desk, Said};

/// Two puzzles on a line of five holes: one with a plan of two jumps, and one without a plan.
const PUZZLES: &str = "\
[[puzzle]]
name = \"yes\"
start = \"oo.o.\"
goal = \".o...\"
[[puzzle]]
name = \"no\"
start = \"oo.oo\"
goal = \"..o..\"
";

/// A folder with puzzles, fake solvers and a definition.
pub struct Bench {
    pub desk: Desk,
}

impl Bench {
    pub fn new() -> Self {
        let desk = Desk::new();
        desk.write("p.toml", PUZZLES);
        Self { desk }
    }

    /// Writes a shell script that simulates a solver, and returns the name of its backend. The script is run by `sh`,
    /// because the system may refuse to execute a file that was just written.
    pub fn fake(&self, name: &str, script: &str) -> String {
        let path = self.desk.write(name, script);
        format!("dimacs:/bin/sh {}", path.display())
    }

    /// Writes a definition with these additional keys and lines.
    pub fn define(&self, puzzles: &str, backends: &[String], more: &str) {
        self.define_with("sequential", puzzles, backends, more);
    }

    pub fn define_with(&self, encoding: &str, puzzles: &str, backends: &[String], more: &str) {
        let text = format!(
            "name = \"test\"\npuzzles = {puzzles}\nbackends = {backends:?}\n\
             encodings = [\"{encoding}\"]\n{more}\n"
        );
        self.desk.write("d.toml", text);
    }

    pub fn run(&self, arguments: &str) -> Said {
        let words = ["bench", "d.toml"].into_iter();
        self.desk.run(words.chain(arguments.split_whitespace()))
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.desk.0.path().join(name)
    }

    /// Returns the records of a file. Asserts that every line is a record.
    pub fn records(&self, name: &str) -> Vec<Record> {
        let text = fs::read_to_string(self.file(name)).unwrap_or_default();
        assert!(text.is_empty() || text.ends_with('\n'), "{text}");
        let record =
            |line| serde_json::from_str(line).unwrap_or_else(|bad| panic!("{bad}: {line}"));
        text.lines().map(record).collect()
    }
}

/// Returns the commands of the running processes that work in this folder or name it in their command. These are all
/// processes that a bench in the folder has started.
pub fn processes_naming(folder: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let named = |entry: fs::DirEntry| {
        let path = entry.path();
        let command = fs::read(path.join("cmdline")).ok()?;
        let folder_now = fs::read_link(path.join("cwd")).ok()?;
        let command = String::from_utf8_lossy(&command).replace('\0', " ");
        let own = entry.file_name().to_str()?.parse() == Ok(std::process::id());
        let is_named = command.contains(folder) || folder_now.starts_with(folder);
        (is_named && !own && !command.is_empty()).then_some(command)
    };
    entries.filter_map(named).collect()
}
