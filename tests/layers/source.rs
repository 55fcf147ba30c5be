//! A minimal parser of Rust source, which finds the modules that a file uses.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

pub struct Source {
    /// Path of the file from the root of the workspace, such as `crates/task/src/encode/forall.rs`.
    pub path: String,
    /// Text of the file, without full-line comments and without tests.
    pub code: String,
}

impl Source {
    /// Returns the module of the file directly below the root of its crate.
    pub fn room(&self) -> &str {
        let (_, below) = self.path.rsplit_once("src/").unwrap();
        below.split(['/', '.']).next().unwrap()
    }

    /// Returns the names that the file uses directly below the root of its crate, `saut_peg`, `saut_levels`,
    /// `saut_criteria`, `saut_plan` or `saut_task`.
    pub fn names(&self) -> BTreeSet<&str> {
        let roots = [
            "crate::",
            "saut_peg::",
            "saut_levels::",
            "saut_criteria::",
            "saut_plan::",
            "saut_task::",
        ];
        let names = roots.map(|root| names_below(root, &self.code));
        names.into_iter().flatten().collect()
    }
}

/// Returns all files of `crates/*/src` and `src`, except files named `tests.rs`.
pub fn sources() -> Vec<Source> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = vec![workspace.join("src")];
    let crates = fs::read_dir(workspace.join("crates")).unwrap();
    let crates = crates.map(|one| one.unwrap().path());
    folders.extend(
        crates
            .filter(|path| path.is_dir())
            .map(|path| path.join("src")),
    );
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let file = entry.unwrap().path();
            if file.is_dir() {
                folders.push(file);
            } else if file.extension().is_some_and(|ending| ending == "rs")
                && !file.ends_with("tests.rs")
            {
                let path = file.strip_prefix(workspace).unwrap();
                let path = path.to_str().unwrap().replace('\\', "/");
                let code = code_of(&fs::read_to_string(&file).unwrap());
                sources.push(Source { path, code });
            }
        }
    }
    sources
}

/// Returns a text without full-line comments and without the test module at its end.
pub fn code_of(text: &str) -> String {
    let is_of_tests = |at: &usize| {
        let condition = text[..*at].lines().next_back().unwrap_or_default();
        condition == "#[cfg(test)]" || condition.starts_with("#[cfg(all(test, ")
    };
    let mut modules = text.match_indices("\nmod tests").map(|(at, _)| at);
    let end = modules.find(is_of_tests).unwrap_or(text.len());
    let lines = text[..end].lines();
    let code = lines.filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

/// Returns the first names of the paths below a root: `a` and `c` of `crate::a::b` and `crate::{c::d}`.
pub fn names_below<'a>(root: &str, code: &'a str) -> Vec<&'a str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = Vec::new();
    for (at, _) in code.match_indices(root) {
        if code[..at].ends_with(is_name) {
            continue;
        }
        let (mut depth, mut begins) = (0, true);
        for (at, c) in code[at..]
            .char_indices()
            .map(|(i, c)| (at + i, c))
            .skip(root.len())
        {
            let path = &code[at..];
            if begins && is_name(c) {
                names.push(path.split(|c| !is_name(c)).next().unwrap());
            }
            begins = (begins && c.is_whitespace()) || matches!((c, depth), ('{', 0) | (',', 1));
            depth += i32::from(c == '{') - i32::from(c == '}');
            if depth == 0 {
                break;
            }
        }
    }
    names
}
