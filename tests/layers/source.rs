//! Reading Rust source just well enough to see which modules it names.
//!
//! Comments and literals are blanked, items for tests only are cut out, and what is left is
//! searched for paths from the root of the crate.

use std::fs;
use std::path::{Path, PathBuf};

/// One file of `src/`.
pub struct Source {
    /// Its path below `src/`, with slashes.
    pub path: String,
    /// What stands in it.
    pub text: String,
    /// The same without comments, literals and items for tests.
    pub code: String,
}

impl Source {
    fn read(root: &Path, file: &Path) -> Self {
        let text = fs::read_to_string(file).unwrap();
        let path = file
            .strip_prefix(root)
            .unwrap()
            .to_str()
            .unwrap()
            .replace('\\', "/");
        let code = without_tests(&blanked(&text));
        Self { path, text, code }
    }

    /// The modules it is in, from the root of the crate.
    pub fn modules(&self) -> Vec<&str> {
        self.path.trim_end_matches(".rs").split('/').collect()
    }

    /// Whether it belongs to the program and not to the library.
    pub fn is_command_line(&self) -> bool {
        ["main", "cli", "web"].contains(&self.modules()[0])
    }
}

/// All files of `src/` that are not for tests only.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort_unstable();
    let is_for_tests = |file: &PathBuf| file.file_name().is_some_and(|name| name == "tests.rs");
    files.retain(|file| !is_for_tests(file));
    files.iter().map(|file| Source::read(&root, file)).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The names that code uses right below the root of the crate: `crate::a::b` and `crate::{c, d}`.
pub fn from_root(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || "_$".contains(c)) {
            continue;
        }
        let rest = code[at + "crate::".len()..].trim_start();
        match rest.strip_prefix('{') {
            Some(group) => names.extend(heads(group)),
            None => names.push(identifier(rest)),
        }
    }
    names
}

/// The first identifier of each path of a group whose opening brace has been read.
fn heads(group: &str) -> Vec<String> {
    let (mut names, mut depth, mut fresh) = (Vec::new(), 0, true);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => fresh = true,
            _ if fresh && !c.is_whitespace() => {
                names.push(identifier(&group[at..]));
                fresh = false;
            }
            _ => {}
        }
    }
    names
}

fn identifier(text: &str) -> String {
    text.chars()
        .take_while(|&c| c.is_alphanumeric() || c == '_')
        .collect()
}

/// The longest chain of `super::` in code.
pub fn longest_super(code: &str) -> usize {
    let chain = |(at, _): (usize, &str)| {
        let mut rest = &code[at..];
        let mut length = 0;
        while let Some(after) = rest.strip_prefix("super::") {
            (rest, length) = (after, length + 1);
        }
        length
    };
    code.match_indices("super::").map(chain).max().unwrap_or(0)
}

/// The same text with comments and what is between quotes replaced by spaces.
pub fn blanked(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => 1 + quoted(&rest[1..]),
            'r' if !code.ends_with(|c: char| c.is_alphanumeric() || c == '_') => raw_string(rest),
            '\'' => character(rest),
            _ => 0,
        };
        if length == 0 {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            code.push(' ');
            rest = &rest[length..];
        }
    }
    code
}

fn block_comment(text: &str) -> usize {
    text.find("*/").map_or(text.len(), |end| end + 2)
}

/// The length of what follows an opening quote, with the closing one.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The length of a raw string, or 0 if none begins here.
fn raw_string(text: &str) -> usize {
    let hashes = text[1..].chars().take_while(|&c| c == '#').count();
    if !text[1 + hashes..].starts_with('"') {
        return 0;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    let from = hashes + 2;
    text[from..]
        .find(&end)
        .map_or(text.len(), |at| from + at + end.len())
}

/// The length of a character literal, or 0 if it is a lifetime.
fn character(text: &str) -> usize {
    let mut inside = text[1..].char_indices();
    match inside.next() {
        Some((_, '\\')) => text[3..].find('\'').map_or(0, |at| at + 4),
        Some(_) => match inside.next() {
            Some((at, '\'')) => at + 2,
            _ => 0,
        },
        None => 0,
    }
}

/// Blanked code without the items that stand under `#[cfg(test)]`.
pub fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut kept = String::new();
    let mut rest = code;
    while let Some(at) = rest.find(MARK) {
        kept.push_str(&rest[..at]);
        rest = &rest[at + MARK.len()..];
        let mut depth = 0_usize;
        let end = rest.char_indices().find(|&(_, c)| {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && (c == ';' || c == '}')
        });
        rest = end.map_or("", |(end, _)| &rest[end + 1..]);
    }
    kept + rest
}
