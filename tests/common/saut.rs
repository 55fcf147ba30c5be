//! What the tests of the command line share: the built program, and what it said.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

/// The program, with arguments between spaces, in this folder. No colour is asked for or forbidden.
pub fn command(folder: &TempDir, arguments: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("saut"));
    command.args(arguments.split_whitespace()).current_dir(folder.path());
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

/// What a run of the program said.
#[derive(Debug)]
pub struct Said {
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let said =
            Self { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
        assert!(!said.err.contains("panicked"), "{said:?}");
        said
    }
}

/// A folder for the files of one test.
pub struct Desk(pub TempDir);

impl Desk {
    pub fn new() -> Self {
        Self(tempfile::Builder::new().prefix("desk-").tempdir().unwrap())
    }

    /// Runs the program in it.
    pub fn run(&self, arguments: &str) -> Said {
        command(&self.0, arguments).output().unwrap().into()
    }

    /// Runs the program in it; the exit status must be this one.
    pub fn gives(&self, status: i32, arguments: &str) -> Said {
        let said = self.run(arguments);
        assert_eq!(said.status, Some(status), "saut {arguments}: {said:?}");
        said
    }

    /// Puts a file on it.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, content).unwrap();
        path
    }
}
