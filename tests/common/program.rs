//! Runs the built program. Several tests of the command line use this module.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// Returns the program under test: the path in `SAUT_PROGRAM`, for example of a release build, or the program that was
/// built with the tests.
pub fn program() -> PathBuf {
    let built = || env!("CARGO_BIN_EXE_saut").into();
    std::env::var_os("SAUT_PROGRAM").map_or_else(built, PathBuf::from)
}

/// Returns the command that runs the program with these arguments in this folder. Variables that control colours are
/// removed.
pub fn command(folder: &TempDir, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(program());
    command.args(words).current_dir(folder.path());
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

#[derive(Debug)]
pub struct Said {
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let said = Self {
            status: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        };
        assert!(!said.err.contains("panicked"), "{said:?}");
        said
    }
}

impl Said {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|bad| panic!("{bad}: {self:?}"))
    }
}

pub struct Desk(pub TempDir);

impl Desk {
    pub fn new() -> Self {
        Self(tempfile::Builder::new().prefix("desk-").tempdir().unwrap())
    }

    /// Runs the program in the folder.
    pub fn run(&self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Said {
        command(&self.0, words).output().unwrap().into()
    }

    /// Runs the program in the folder with these arguments, and asserts one of these exit statuses.
    pub fn gives_one_of(&self, statuses: &[i32], words: &[String]) -> Said {
        let said = self.run(words);
        let status = said.status.unwrap_or(-1);
        assert!(
            statuses.contains(&status),
            "saut {}: {said:?}",
            words.join(" ")
        );
        said
    }

    /// Runs the program with arguments separated by spaces, and asserts this exit status.
    pub fn gives(&self, status: i32, arguments: &str) -> Said {
        let words: Vec<String> = arguments.split_whitespace().map(Into::into).collect();
        self.gives_one_of(&[status], &words)
    }

    /// Writes a file into the folder.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, content).unwrap();
        path
    }
}
