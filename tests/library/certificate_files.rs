//! The documents in `tests/certificates`, their puzzles, and the check of a document.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use saut::BadInput;
use saut::certify::{self, Certificate, CheckedCertificate};
use saut::formats::{bundled, certificate};
use saut::peg::Puzzle;
use saut_check::Document;
use serde_json::Value;

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates")
}

/// Returns the puzzle with this name in `puzzles.toml`, otherwise the bundled puzzle.
pub fn puzzle(name: &str) -> Puzzle {
    static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
        let text = fs::read_to_string(folder().join("puzzles.toml")).unwrap();
        crate::read_toml(&text, "puzzles.toml").unwrap()
    });
    let mut puzzles = PUZZLES.iter();
    let found = puzzles.find(|puzzle| puzzle.name() == name);
    found.map_or_else(|| bundled::named(name).unwrap(), Clone::clone)
}

/// The name of a file without its extension, and the document in the file.
pub type Named = (String, Value);

/// Returns the documents that must be accepted, sorted by name.
pub fn accepts() -> &'static [Named] {
    static ACCEPTS: LazyLock<Vec<Named>> = LazyLock::new(|| documents("accepts"));
    &ACCEPTS
}

/// Returns the documents that must be rejected, sorted by name.
pub fn rejects() -> Vec<Named> {
    documents("rejects")
}

fn documents(kind: &str) -> Vec<Named> {
    let mut documents: Vec<Named> = fs::read_dir(folder().join(kind))
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

pub fn claim(document: &Value) -> Result<Certificate, String> {
    let text = document.to_string();
    let read = Document::read(&text, "", None).map_err(|bad| bad.to_string())?;
    let found = read.certificate().map_err(|fault| format!("{fault:?}"))?;
    let (entry, _) = found.ok_or("no certificate")?;
    let beside = |file: &str| {
        fs::read(folder().join(file)).map_err(|error| BadInput::new(file, error.to_string()))
    };
    certificate::with_files(entry, beside, |file| Ok(folder().join(file)))
        .map_err(|bad| bad.to_string())
}

pub fn checked(document: &Value) -> Result<CheckedCertificate, String> {
    let puzzle = puzzle(document["puzzle"].as_str().unwrap());
    certify::check(&puzzle, claim(document)?).map_err(|rejected| rejected.to_string())
}
