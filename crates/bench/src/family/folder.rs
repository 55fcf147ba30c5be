//! The folder of the family. The folder is written next to its final path under another name and then renamed. So it
//! exists completely or not at all.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use saut_base::BadInput;
use saut_base::digest::sha256;

/// A folder that is being written.
#[derive(Debug)]
pub struct FamilyFolder {
    place: PathBuf,
    work: TempDir,
    /// Every file with its checksum, in the order in which the files are written.
    files: Vec<(String, String)>,
    bytes: usize,
}

/// The file that marks a folder as a family.
pub const INDEX: &str = "index.csv";

/// The file with the checksums of all other files.
const CHECKSUMS: &str = "SHA256SUMS";

impl FamilyFolder {
    /// Prepares the folder.
    ///
    /// # Errors
    /// [`BadInput`] if the path is a file, a folder that is not empty (unless `force` is set and it is a family), or
    /// cannot be written.
    pub fn new(place: &Path, force: bool) -> Result<Self, BadInput> {
        let bad = |fact: &str| BadInput::new(place.display().to_string(), fact);
        if place.exists() && !place.is_dir() {
            return Err(bad("is a file").remedy("name a new folder"));
        }
        let is_replaceable = force && is_family(place);
        if !(is_empty(place) || is_replaceable) {
            let remedy = if force {
                "--force only replaces a folder that has nothing but a family; name another folder"
            } else {
                "name another folder, or replace a family with --force"
            };
            return Err(bad("is not empty").remedy(remedy));
        }
        let cannot = |error: io::Error| bad(&format!("cannot be written ({error})"));
        let parent = match place.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        fs::create_dir_all(parent).map_err(cannot)?;
        let work = tempfile::Builder::new()
            .prefix(".saut-family-")
            .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o755))
            .tempdir_in(parent)
            .map_err(cannot)?;
        Ok(Self {
            place: place.to_owned(),
            work,
            files: Vec::new(),
            bytes: 0,
        })
    }

    /// Writes a file and returns its checksum.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(
        &mut self,
        path: &str,
        content: &(impl AsRef<[u8]> + ?Sized),
    ) -> io::Result<String> {
        let content = content.as_ref();
        let full = self.work.path().join(path);
        if let Some(parent) = full.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&full, content)?;
        let sha256 = sha256(content);
        self.files.push((path.to_owned(), sha256.clone()));
        self.bytes += content.len();
        Ok(sha256)
    }

    /// Writes the checksums for `sha256sum --check`, and moves the folder to its final path. Returns the number of
    /// files and of bytes.
    ///
    /// # Errors
    /// A file cannot be written, or the folder cannot be moved. The earlier content of the path is then unchanged.
    pub fn finish(mut self) -> io::Result<(usize, usize)> {
        let sum = |(file, sha256): &(String, String)| format!("{sha256}  {file}\n");
        let sums: String = self.files.iter().map(sum).collect();
        self.write(CHECKSUMS, &sums)?;
        let work = self.work.path();
        if self.place.exists() {
            let aside = tempfile::Builder::new()
                .prefix(".saut-family-old-")
                .tempdir_in(work.parent().unwrap_or(Path::new(".")))?;
            let old = aside.path().join("old");
            fs::rename(&self.place, &old)?;
            if let Err(error) = fs::rename(work, &self.place) {
                fs::rename(&old, &self.place)?;
                return Err(error);
            }
        } else {
            fs::rename(work, &self.place)?;
        }
        // The folder has been moved, so that there is nothing left to delete.
        let _ = self.work.keep();
        Ok((self.files.len(), self.bytes))
    }
}

/// Whether a folder is a family and contains nothing else that would be lost.
fn is_family(place: &Path) -> bool {
    let Ok(sums) = fs::read_to_string(place.join(CHECKSUMS)) else {
        return false;
    };
    let listed = sums.lines().filter_map(|line| line.split_once("  "));
    let mut own: HashSet<PathBuf> = listed.map(|(_, file)| place.join(file)).collect();
    own.insert(place.join(CHECKSUMS));
    let mut folders = vec![place.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(folder) else {
            return false;
        };
        for entry in entries {
            match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?))) {
                Ok((path, kind)) if kind.is_dir() => folders.push(path),
                Ok((path, kind)) if kind.is_file() && own.contains(&path) => {}
                _ => return false,
            }
        }
    }
    place.join(INDEX).is_file()
}

/// Whether the path does not exist, or is an empty folder.
fn is_empty(place: &Path) -> bool {
    fs::read_dir(place).map_or(true, |mut entries| entries.next().is_none())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{CHECKSUMS, FamilyFolder, sha256};

    #[test]
    fn a_folder_appears_whole_or_not_at_all() {
        let desk = tempfile::tempdir().unwrap();
        let place = desk.path().join("a/b");
        let mut folder = FamilyFolder::new(&place, false).unwrap();
        folder.write("cnf/x.cnf", "p cnf 0 0\n").unwrap();
        assert!(!place.exists());
        drop(folder);
        assert_eq!(fs::read_dir(desk.path().join("a")).unwrap().count(), 0);
        let mut folder = FamilyFolder::new(&place, false).unwrap();
        folder.write("cnf/x.cnf", "p cnf 0 0\n").unwrap();
        folder.finish().unwrap();
        assert_eq!(
            fs::read_to_string(place.join("cnf/x.cnf")).unwrap(),
            "p cnf 0 0\n"
        );
    }

    #[test]
    fn only_a_family_is_replaced_and_only_when_asked() {
        let desk = tempfile::tempdir().unwrap();
        let place = desk.path().join("out");
        fs::create_dir(&place).unwrap();
        assert!(FamilyFolder::new(&place, false).is_ok());
        fs::write(place.join("thesis.tex"), "").unwrap();
        for force in [false, true] {
            assert_eq!(
                FamilyFolder::new(&place, force).unwrap_err().fact,
                "is not empty"
            );
        }
        // A family with other files in its folder is not replaced either.
        fs::create_dir(place.join("cnf")).unwrap();
        for (file, text) in [
            ("index.csv", ""),
            ("cnf/x.cnf", ""),
            ("SHA256SUMS", "00  index.csv\n00  cnf/x.cnf\n"),
        ] {
            fs::write(place.join(file), text).unwrap();
        }
        assert!(FamilyFolder::new(&place, true).is_err());
        fs::remove_file(place.join("thesis.tex")).unwrap();
        fs::write(place.join("cnf/mine"), "").unwrap();
        assert!(FamilyFolder::new(&place, true).is_err());
        fs::remove_file(place.join("cnf/mine")).unwrap();
        assert!(FamilyFolder::new(&place, false).is_err());
        let mut folder = FamilyFolder::new(&place, true).unwrap();
        folder.write("index.csv", "new").unwrap();
        assert_eq!(folder.finish().unwrap().0, 2);
        // Only the new file and its checksum are there.
        let sums = fs::read_to_string(place.join(CHECKSUMS)).unwrap();
        assert_eq!(sums, format!("{}  index.csv\n", sha256(b"new")));
        assert_eq!(fs::read_dir(&place).unwrap().count(), 2);
        assert_eq!(fs::read_dir(desk.path()).unwrap().count(), 1);
        assert_eq!(
            FamilyFolder::new(&place.join("index.csv"), true)
                .unwrap_err()
                .fact,
            "is a file"
        );
    }
}
