//! The certificates on file in `tests/certificates`: documents, the puzzles that they are about,
//! and the way from a document to a verdict.

use std::fs;
use std::path::{Path, PathBuf};

use saut::BadInput;
use saut::certify::{self, Certificate, CheckedCertificate};
use saut::formats::certificate::{self, Document};
use saut::formats::toml_file;
use saut::peg::Puzzle;
use serde_json::Value;

/// Where they are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates")
}

/// The puzzle of that name.
pub fn puzzle(name: &str) -> Puzzle {
    let text = fs::read_to_string(folder().join("puzzles.toml")).unwrap();
    let puzzles = toml_file::read_toml(&text, "puzzles.toml").unwrap();
    puzzles
        .into_iter()
        .find(|puzzle| puzzle.name() == name)
        .unwrap_or_else(|| panic!("no puzzle {name}"))
}

/// The documents of a folder, by file name without ending, in order.
pub fn documents(kind: &str) -> Vec<(String, Value)> {
    let mut documents: Vec<(String, Value)> = fs::read_dir(folder().join(kind))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, serde_json::from_str(&text).unwrap())
        })
        .collect();
    documents.sort_by(|a, b| a.0.cmp(&b.0));
    documents
}

/// Reads what a document claims.
pub fn claim(document: &Value) -> Result<Certificate, String> {
    let entry = match certificate::read_document(&document.to_string()) {
        Ok(Document::Infeasible(entry)) => entry,
        Ok(other) => return Err(format!("{other:?}")),
        Err(bad) => return Err(bad.to_string()),
    };
    let beside = |file: &str| {
        fs::read(folder().join(file)).map_err(|error| BadInput::new(file, error.to_string()))
    };
    certificate::certificate(entry, beside).map_err(|bad| bad.to_string())
}

/// Reads and checks a document for its puzzle; a refusal may come from either.
pub fn checked(document: &Value) -> Result<CheckedCertificate, String> {
    let puzzle = puzzle(document["puzzle"].as_str().unwrap());
    certify::check(&puzzle, claim(document)?).map_err(|rejected| rejected.to_string())
}
