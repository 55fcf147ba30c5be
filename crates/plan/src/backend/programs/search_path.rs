//! Finding a program on PATH, as a shell would.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The first executable file of that name. A name with a slash is a path of its own.
pub fn find(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| is_executable(path));
    }
    let folders = env::var_os("PATH")?;
    let mut files = env::split_paths(&folders)
        .filter(|folder| !folder.as_os_str().is_empty())
        .map(|folder| folder.join(name));
    files.find(|file| is_executable(file))
}

fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn the_shell_is_found_by_name_and_by_path() {
        assert!(find("sh").is_some_and(|path| path.is_absolute()));
        assert_eq!(find("/bin/sh"), Some("/bin/sh".into()));
    }

    #[test]
    fn a_folder_a_plain_file_and_nothing_are_no_programs() {
        for name in [
            "/bin",
            "/etc/passwd",
            "/nowhere/sh",
            "no-such-program-anywhere",
            "",
        ] {
            assert_eq!(find(name), None, "{name}");
        }
    }
}
