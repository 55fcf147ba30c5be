//! Runs a child program with text as its input and output, and always ends its process group.
//!
//! The child leads its own process group. A [`Conversation`] writes its standard input and reads its standard output
//! and error in separate threads, so that neither side can block the other. Meanwhile, the calling thread waits for the
//! end of the child, a limit, or a request to stop. In every case, even after a panic, the whole group is killed and
//! the child is reaped.
//!
//! With a warden ([`guard`]), or if the child is this program itself, all descendants of the child are ended, even if
//! they left the group or this process is killed. Otherwise, only the group is ended.

mod conversation;
pub mod descendants;
mod group;
pub mod guard;
mod memory;

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::ExitStatus;

use tempfile::NamedTempFile;

pub use crate::work::Meter;
pub use conversation::{Conversation, run};
pub use memory::{high_water_kib, ignores_hang_ups};
use saut_base::stop::StopReason;

/// Program to run.
#[derive(Clone, Debug, Default)]
pub struct ChildProgram {
    /// The path of the program.
    pub program: PathBuf,
    /// Arguments of the program.
    pub arguments: Vec<OsString>,
    /// Text for the standard input of the program.
    pub input: Vec<u8>,
    /// Whether the child is an instance of this program. The standard input of such a child stays open, so that the
    /// child notices when this process dies and needs no warden. The child adopts the orphans among its descendants, so
    /// that all descendants are found.
    pub is_own: bool,
    /// Folder in which the program runs; `None` for the current folder.
    pub folder: Option<PathBuf>,
    /// Folder for the temporary files of the program and its descendants; `None` for the default folder.
    pub temporary: Option<PathBuf>,
}

/// Result of a child program that ended by itself.
#[derive(Clone, Debug)]
pub struct Exited {
    /// Exit status or signal of the program.
    pub status: ExitStatus,
    /// Complete standard output of the program.
    pub output: String,
    /// Last part of the standard error of the program.
    pub said: String,
}

impl Exited {
    /// Returns the exit status and the last line of standard error: `(exit status 1): out of memory`.
    pub fn in_words(&self) -> String {
        let ending = match (self.status.code(), self.status.signal()) {
            (Some(code), _) => format!("exit status {code}"),
            (None, Some(signal)) => format!("killed by signal {signal}"),
            (None, None) => "unknown exit status".to_owned(),
        };
        let mut lines = self.said.lines().map(str::trim);
        let last = lines.rfind(|line| !line.is_empty());
        let last = last.map_or_else(String::new, |line| format!(": {line}"));
        format!("({ending}){last}")
    }
}

/// How a child program ended.
#[derive(Clone, Debug)]
pub enum End {
    /// The program ended by itself.
    Exited(Exited),
    /// The program printed too much output and was killed.
    TooMuchOutput,
    /// The program was killed for this reason.
    Stopped(StopReason),
}

/// Creates a temporary file with this text. The file name contains the ID of this process.
///
/// # Errors
/// The file cannot be written.
pub fn temporary_file(text: &[u8]) -> io::Result<NamedTempFile> {
    let prefix = format!("saut-{}-", std::process::id());
    let mut file = NamedTempFile::with_prefix(prefix)?;
    file.write_all(text)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{ChildProgram, End, Exited, run};
    use saut_base::stop::{Stop, StopReason};

    fn shell(script: &str, input: &str, stop: &Stop) -> End {
        let arguments = ["-c", script].map(Into::into).to_vec();
        let job = ChildProgram {
            program: "/bin/sh".into(),
            arguments,
            input: input.into(),
            ..ChildProgram::default()
        };
        run(job, stop, None).expect("/bin/sh runs")
    }

    fn exited(script: &str, input: &str) -> Exited {
        match shell(script, input, &Stop::default()) {
            End::Exited(exit) => exit,
            end => panic!("{end:?}"),
        }
    }

    #[test]
    fn output_errors_and_status_come_back() {
        let Exited {
            status,
            output,
            said,
        } = exited("cat; echo oh >&2; exit 10", "text");
        assert_eq!(
            (status.code(), &*output, &*said),
            (Some(10), "text", "oh\n")
        );
    }

    #[test]
    fn a_child_that_reads_nothing_or_writes_first_blocks_nobody() {
        let input = "x".repeat(1 << 20);
        exited("exit 0", &input);
        let output = exited("head -c 1000000 /dev/zero; cat", &input).output;
        assert_eq!(output.len(), 1_000_000 + (1 << 20));
    }

    #[test]
    fn only_the_end_of_many_errors_is_kept() {
        let said = exited("yes 'a line' | head -n 100000 >&2; echo last >&2", "").said;
        assert!(
            said.len() <= super::group::MOST_SAID && said.ends_with("last\n"),
            "{said}"
        );
    }

    #[test]
    fn a_child_that_does_not_end_is_ended_also_if_it_closed_its_output() {
        for script in [
            "sleep 60",
            "exec >&- 2>&-; sleep 60",
            "trap '' TERM; sleep 60; sleep 60",
        ] {
            let began = Instant::now();
            let stop = Stop::new(Some(Duration::from_millis(100)), None);
            assert!(
                matches!(shell(script, "", &stop), End::Stopped(StopReason::Timeout)),
                "{script}"
            );
            assert!(began.elapsed() < Duration::from_secs(5), "{script}");
        }
    }

    #[test]
    fn what_a_child_leaves_behind_does_not_hold_us_up() {
        let began = Instant::now();
        assert_eq!(exited("sleep 60 & echo done", "").output, "done\n");
        assert!(began.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        let job = ChildProgram {
            program: "/nowhere/x".into(),
            ..ChildProgram::default()
        };
        assert!(run(job, &Stop::default(), None).is_err());
    }
}
