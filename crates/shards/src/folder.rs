//! The folder of a job. Each file is written completely or not at all.
//!
//! A file is first written under another name, flushed to disk, and then renamed. A proof is named by its digest, so
//! that two runs of a piece cannot damage each other's proofs. The result of a piece is written last.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::{fs, io};

use saut_base::digest::sha256;
use saut_base::files::write_whole;
use saut_base::{BadInput, read_limited};

use crate::manifest::{DigestedDocument, FileEntry, Manifest, PieceName, PieceResult};

/// Maximum size of a manifest or result that is read.
const MAX_BYTES: u64 = 256 << 20;

/// Maximum size of a proof that is read.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// An open folder of a job.
#[derive(Clone, Debug)]
pub struct JobFolder {
    path: PathBuf,
    manifest: Manifest,
}

impl JobFolder {
    /// Creates a job. If the folder already has the same job, the folder is only opened.
    ///
    /// # Errors
    /// The folder has a different job, or cannot be written.
    pub fn create(path: &Path, manifest: &Manifest) -> Result<Self, BadInput> {
        let file = path.join("manifest.json");
        if file.exists() {
            let there = Self::open(path)?;
            if there.manifest == *manifest {
                return Ok(there);
            }
            let place = path.display().to_string();
            return Err(BadInput::new(place, "already has another job")
                .remedy("name another folder, or remove this folder"));
        }
        let pieces = path.join("pieces");
        fs::create_dir_all(&pieces).map_err(|error| unwritable(&pieces, &error))?;
        let folder = Self {
            path: path.to_owned(),
            manifest: manifest.clone(),
        };
        let text = serde_json::to_string_pretty(manifest).unwrap_or_default();
        folder.write("manifest.json", text.as_bytes())?;
        Ok(folder)
    }

    /// Opens an existing job.
    ///
    /// # Errors
    /// There is no job, or its manifest is damaged.
    pub fn open(path: &Path) -> Result<Self, BadInput> {
        let file = path.join("manifest.json");
        let text = read_limited::text_file(&file, MAX_BYTES)
            .map_err(|bad| bad.remedy("is it a folder that saut job split made?"))?;
        Ok(Self {
            path: path.to_owned(),
            manifest: Manifest::read(&text, &file)?,
        })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the question and pieces of the job.
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Writes a file of the folder.
    ///
    /// # Errors
    /// The file cannot be written. An earlier file of this name is then unchanged.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), BadInput> {
        let path = self.path.join(name);
        write_whole(&path, content).map_err(|error| unwritable(&path, &error))
    }

    /// Writes a file next to the results. Its name contains its digest.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(
        &self,
        piece: &PieceName,
        ending: &str,
        content: &[u8],
    ) -> Result<FileEntry, BadInput> {
        let digest = sha256(content);
        let file = format!("{piece}-{}{ending}", &digest[..16]);
        self.write(&format!("pieces/{file}"), content)?;
        Ok(FileEntry {
            file,
            bytes: content.len() as u64,
            sha256: digest,
        })
    }

    /// Writes the result of a piece.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(&self, piece: &PieceName, result: &PieceResult) -> Result<(), BadInput> {
        let text = serde_json::to_string(result).unwrap_or_default();
        self.write(&format!("pieces/{piece}.json"), text.as_bytes())
    }

    /// Returns the result of a piece, if there is one.
    ///
    /// # Errors
    /// The result is incomplete, or belongs to another job.
    pub fn result(&self, piece: &PieceName) -> Result<Option<PieceResult>, BadInput> {
        let path = self.path.join(format!("pieces/{piece}.json"));
        if !path.exists() {
            return Ok(None);
        }
        let place = path.display().to_string();
        let text = read_limited::text_file(&path, MAX_BYTES)?;
        let result = PieceResult::read(&text, &place)?;
        if result.manifest != self.manifest.sha256 || result.piece != piece.to_string() {
            return Err(BadInput::new(place, "belongs to another piece or job"));
        }
        Ok(Some(result))
    }

    /// Returns the path of a file that a result names.
    ///
    /// # Errors
    /// The path points outside of the folder.
    pub fn path_of(&self, entry: &FileEntry) -> Result<PathBuf, BadInput> {
        let name = Path::new(&entry.file);
        if name.components().count() != 1 || name.file_name() != Some(name.as_os_str()) {
            let fact = "is not the name of a file in the folder of the results";
            return Err(BadInput::new(&entry.file, fact));
        }
        Ok(self.path.join("pieces").join(name))
    }

    /// Checks that a file of a result exists and has its length. If `deep`, also checks its digest.
    ///
    /// # Errors
    /// The file does not exist, or has another length or digest.
    pub fn check_file(&self, entry: &FileEntry, deep: bool) -> Result<(), BadInput> {
        let path = self.path_of(entry)?;
        let place = path.display().to_string();
        let length = fs::metadata(&path).map(|facts| facts.len());
        let length = length.map_err(|_| BadInput::new(&place, "is missing"))?;
        if length != entry.bytes {
            let fact = format!("has {length} bytes, but {} were written", entry.bytes);
            return Err(BadInput::new(place, fact));
        }
        if deep && sha256(&read_limited::file(&path, MAX_FILE_BYTES)?) != entry.sha256 {
            let fact = "was changed: its SHA-256 differs";
            return Err(BadInput::new(place, fact));
        }
        Ok(())
    }
}

fn unwritable(path: &Path, error: &io::Error) -> BadInput {
    let place = path.display().to_string();
    let remedy = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "free space and run the piece again; finished pieces are kept"
        }
        _ => "does the folder exist, and is it writable?",
    };
    BadInput::new(place, format!("cannot be written ({error})")).remedy(remedy)
}

#[cfg(test)]
mod tests {
    use saut_criteria::certify::proof::Assumed;
    use saut_task::encode::Encoding;

    use super::JobFolder;
    use crate::manifest::{CubesPart, FileEntry, JobQuestion, Manifest};

    fn job(horizon: usize) -> Manifest {
        let question = JobQuestion::Puzzle {
            name: "p".to_owned(),
            toml: String::new(),
        };
        let cubes = CubesPart {
            encoding: Encoding::SEQUENTIAL,
            horizon,
            variables: 1,
            clauses: 0,
            formula_sha256: String::new(),
            tree: vec![1, 0, 0].try_into().unwrap(),
            assumed: Assumed::default(),
        };
        Manifest::new(question, cubes)
    }

    #[test]
    fn only_the_same_job_is_opened_again() {
        let desk = tempfile::tempdir().unwrap();
        JobFolder::create(desk.path(), &job(7)).unwrap();
        assert_eq!(
            JobFolder::create(desk.path(), &job(7)).unwrap().manifest(),
            &job(7)
        );
        let refused = JobFolder::create(desk.path(), &job(8))
            .unwrap_err()
            .to_string();
        assert!(refused.contains("another job"), "{refused}");
    }

    #[test]
    fn a_changed_manifest_is_rejected() {
        let desk = tempfile::tempdir().unwrap();
        JobFolder::create(desk.path(), &job(7)).unwrap();
        let file = desk.path().join("manifest.json");
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replace("\"horizon\": 7", "\"horizon\": 6")).unwrap();
        let refused = JobFolder::open(desk.path()).unwrap_err().to_string();
        assert!(refused.contains("SHA-256"), "{refused}");
    }

    #[test]
    fn a_changed_file_is_noticed_and_only_the_folder_is_searched() {
        let desk = tempfile::tempdir().unwrap();
        let folder = JobFolder::create(desk.path(), &job(7)).unwrap();
        let entry = folder.keep(&0.into(), ".drat", b"1 0\n").unwrap();
        assert_eq!(folder.check_file(&entry, true), Ok(()));
        let path = folder.path_of(&entry).unwrap();
        std::fs::write(&path, "2 0\n").unwrap();
        assert_eq!(folder.check_file(&entry, false), Ok(()));
        assert!(folder.check_file(&entry, true).is_err());
        std::fs::write(&path, "2 0").unwrap();
        assert!(folder.check_file(&entry, false).is_err());
        let elsewhere = FileEntry {
            file: "../manifest.json".to_owned(),
            ..entry
        };
        assert!(folder.check_file(&elsewhere, false).is_err());
    }
}
