//! Proof files that a JSON document names.
//!
//! A proof must be in the folder of the document or in a folder below it. So a document from an unknown source cannot
//! open any other file of the machine.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use crate::bad_input::BadInput;
use crate::read_limited;

/// Returns the name by which a document refers to a file. This is the given path, or only the file name if the path is
/// absolute or contains `..`.
pub fn in_document(file: &Path) -> PathBuf {
    match file.file_name() {
        Some(name) if !is_beside(file) => PathBuf::from(name),
        _ => file.to_owned(),
    }
}

/// Whether a path leads to a file in its initial folder or below.
fn is_beside(file: &Path) -> bool {
    let is_plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    file.components().all(is_plain) && file.file_name().is_some()
}

/// Maximum size of a proof.
const MAX_BYTES: u64 = 1 << 30;

/// Finds a proof that a document names: a regular file in the folder of the document or below.
///
/// # Errors
/// [`BadInput`] if the name leads out of this folder, or if there is no regular file with this name.
pub fn find_beside(document: &str, file: &str) -> Result<PathBuf, BadInput> {
    let bad = |fact: &str| BadInput::new(file, fact);
    let named = Path::new(file);
    if !is_beside(named) {
        let fact = "a document may only name a proof in its own folder, without an absolute path or \"..\"";
        return Err(
            bad(fact).remedy("put both into one folder, and write only the name of the file")
        );
    }
    let folder = match Path::new(document).parent() {
        Some(folder) if document != "-" && !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // If the document and the proof were written to the same folder, the name in the document may begin with this
    // folder.
    let alone = folder.join(named.file_name().unwrap_or_default());
    let whole = folder.join(named);
    let path = if !whole.exists() && alone.exists() {
        alone
    } else {
        whole
    };
    let unreadable = |error: std::io::Error| unreadable(file, &error);
    let real = path.canonicalize().map_err(unreadable)?;
    if !real.starts_with(folder.canonicalize().map_err(unreadable)?) {
        return Err(bad("leads out of the folder of the document")
            .remedy("put the file itself into the folder of the document"));
    }
    if !std::fs::metadata(&real).map_err(unreadable)?.is_file() {
        return Err(bad("is not a regular file")
            .remedy("put the file itself into the folder of the document"));
    }
    Ok(real)
}

fn unreadable(file: &str, error: &std::io::Error) -> BadInput {
    read_limited::unreadable(file, error).remedy("is it in the same folder as the document?")
}

/// Reads the proof that [`find_beside`] finds. `memory_mib` is the memory limit, if there is one.
///
/// # Errors
/// Same as [`find_beside`], and [`BadInput`] if the file is too large or cannot be read.
pub fn read_beside(
    document: &str,
    file: &str,
    memory_mib: Option<u64>,
) -> Result<Vec<u8>, BadInput> {
    let real = find_beside(document, file)?;
    let most = memory_mib.map_or(MAX_BYTES, |mib| MAX_BYTES.min(mib.saturating_mul(1 << 20)));
    let too_large =
        || BadInput::new(file, format!("is larger than {most} bytes")).remedy("allow more memory");
    let unreadable = |error: std::io::Error| unreadable(file, &error);
    let opened = File::open(&real).map_err(unreadable)?;
    if opened.metadata().map_err(unreadable)?.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    let length = opened.take(most + 1).read_to_end(&mut bytes);
    if length.map_err(unreadable)? as u64 > most {
        return Err(too_large());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{in_document, is_beside};

    #[test]
    fn a_document_names_files_in_its_folder() {
        for (given, named) in [
            ("p.drat", "p.drat"),
            ("./p.drat", "./p.drat"),
            ("out/p.drat", "out/p.drat"),
            ("/tmp/p.drat", "p.drat"),
            ("../p.drat", "p.drat"),
            ("out/../p.drat", "p.drat"),
        ] {
            assert_eq!(in_document(Path::new(given)), Path::new(named), "{given}");
        }
        for elsewhere in ["/dev/zero", "..", "../p", "a/../../p", "", "."] {
            assert!(!is_beside(Path::new(elsewhere)), "{elsewhere}");
        }
    }
}
