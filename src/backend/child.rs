//! Running a child program: text in, text out, and an end to it whatever happens.
//!
//! The child leads a process group of its own. Threads feed its standard input and drain its
//! standard output and error, so neither side can block the other, while this thread waits for
//! the end, the limits or a request to stop. In every case, also a panic, the whole group is
//! killed and the child reaped; a process it forked dies with it, unless it left the group.

mod memory;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process_group, test_kill_process_group, waitid,
};

use super::guard;
use crate::stop::{Stop, Why};
use memory::MemoryWatch;

/// More output than this is no answer.
const MOST_OUTPUT: u64 = 256 << 20;
/// So much of the end of standard error is kept.
const MOST_SAID: usize = 4096;
/// How long a child may take to tidy up after SIGTERM.
const GRACE: Duration = Duration::from_millis(50);
/// How long a killed group may take to be gone.
const DYING: Duration = Duration::from_millis(500);
/// How long output may take to arrive after the end of the whole group.
const LAST_OUTPUT: Duration = Duration::from_secs(1);
/// Naps between looks grow from the first to the second.
const NAPS: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(10));

/// What to run.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// What it reads on standard input.
    pub input: Vec<u8>,
}

/// How it ended.
#[derive(Clone, Debug)]
pub(super) enum End {
    /// By itself.
    Exited {
        /// Its exit status or signal.
        status: ExitStatus,
        /// All of its standard output.
        output: String,
        /// The end of its standard error.
        said: String,
    },
    /// It printed without end and was killed.
    TooMuchOutput,
    /// It was killed.
    Stopped(Why),
}

/// Runs it to its end, or until it is time to stop.
///
/// # Errors
/// What the system says if the program cannot be started or waited for.
pub(super) fn run(job: Job, stop: &Stop) -> io::Result<End> {
    if let Some(why) = stop.why() {
        return Ok(End::Stopped(why));
    }
    let mut command = guard::command(&job.program, &job.arguments);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    let mut group = Group::of(command.spawn()?)?;
    feed(&mut group.child, job.input)?;
    let mut output = Drain::new(group.child.stdout.take(), all)?;
    let mut said = Drain::new(group.child.stderr.take(), last)?;
    let mut memory = MemoryWatch::new(stop, group.leader);
    let mut nap = NAPS.0;
    while !group.leader_has_ended()? {
        if let Some(why) = stop.why().or_else(|| memory.why()) {
            group.ask_to_end();
            return Ok(End::Stopped(why));
        }
        if output.text.is_some() {
            thread::sleep(nap);
        } else if output.wait(nap) {
            if output.text == Some(None) {
                return Ok(End::TooMuchOutput);
            }
            nap = NAPS.0; // it closed its output, so the end is near
        }
        nap = (nap * 2).min(NAPS.1);
    }
    let status = group.finish()?;
    output.wait(LAST_OUTPUT);
    said.wait(LAST_OUTPUT);
    match output.text {
        None => Err(io::Error::other(
            "it left processes behind that hold its output",
        )),
        Some(None) => Ok(End::TooMuchOutput),
        Some(Some(output)) => Ok(End::Exited {
            status,
            output,
            said: said.text.flatten().unwrap_or_default(),
        }),
    }
}

/// How a program ended, in words.
pub(super) fn ending(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (None, Some(signal)) => format!("killed by signal {signal}"),
        (None, None) => "ended in an unknown way".to_owned(),
    }
}

/// A child and all it forks. Dropping it kills the group and reaps the child.
struct Group {
    child: Child,
    leader: Pid,
    reaped: bool,
}

impl Group {
    fn of(mut child: Child) -> io::Result<Self> {
        let leader = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let Some(leader) = leader else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(io::Error::other(
                "the system gave an impossible process number",
            ));
        };
        Ok(Self {
            child,
            leader,
            reaped: false,
        })
    }

    /// Whether the child has ended. It stays a zombie, so that its number, which is also that of
    /// the group, cannot be given to another process before the group is killed.
    fn leader_has_ended(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(self.leader), options) {
            Ok(status) => Ok(status.is_some()),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Lets the child tidy up for a moment.
    fn ask_to_end(&mut self) {
        let _ = kill_process_group(self.leader, Signal::TERM);
        let asked = Instant::now();
        while asked.elapsed() < GRACE && !self.leader_has_ended().unwrap_or(true) {
            thread::sleep(NAPS.0);
        }
    }

    /// Kills what is left of the group and reaps the child.
    fn finish(mut self) -> io::Result<ExitStatus> {
        self.end()
    }

    fn end(&mut self) -> io::Result<ExitStatus> {
        let _ = kill_process_group(self.leader, Signal::KILL);
        self.reaped = true;
        let status = self.child.wait();
        // Dying takes its time, above all with much memory to give back.
        let killed = Instant::now();
        while killed.elapsed() < DYING && test_kill_process_group(self.leader).is_ok() {
            thread::sleep(NAPS.0);
        }
        status
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.reaped {
            let _ = self.end();
        }
    }
}

/// Writes the input from a thread. A child that does not read all of it is not at fault.
fn feed(child: &mut Child, input: Vec<u8>) -> io::Result<()> {
    if let Some(mut stdin) = child.stdin.take() {
        thread::Builder::new().spawn(move || {
            let _ = stdin.write_all(&input);
        })?;
    }
    Ok(())
}

/// A thread that drains a pipe, and what it read when the pipe was closed.
struct Drain {
    receiver: Receiver<Option<String>>,
    /// `None` while the pipe is open; within, `None` if there was too much.
    text: Option<Option<String>>,
}

impl Drain {
    fn new<R: Read + Send + 'static>(
        pipe: Option<R>,
        read: fn(R) -> Option<String>,
    ) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        thread::Builder::new().spawn(move || {
            let _ = sender.send(pipe.map_or_else(|| Some(String::new()), read));
        })?;
        Ok(Self {
            receiver,
            text: None,
        })
    }

    /// Waits until the pipe is closed, at most so long. Whether that was now.
    fn wait(&mut self, time: Duration) -> bool {
        self.text.is_none() && {
            self.text = self.receiver.recv_timeout(time).ok();
            self.text.is_some()
        }
    }
}

/// All that comes, unless it is too much.
fn all(pipe: impl Read) -> Option<String> {
    let mut bytes = Vec::new();
    let _ = pipe.take(MOST_OUTPUT + 1).read_to_end(&mut bytes);
    (bytes.len() as u64 <= MOST_OUTPUT).then(|| text(bytes))
}

/// The end of what comes.
fn last(mut pipe: impl Read) -> Option<String> {
    let mut bytes = Vec::new();
    let mut chunk = [0; MOST_SAID];
    while let Ok(count @ 1..) = pipe.read(&mut chunk) {
        bytes.extend_from_slice(&chunk[..count]);
        bytes.drain(..bytes.len().saturating_sub(MOST_SAID));
    }
    Some(text(bytes))
}

/// Bytes as text, those that are none replaced.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{End, Job, run};
    use crate::stop::{Stop, Why};

    fn shell(script: &str, input: &str, stop: &Stop) -> End {
        let arguments = ["-c", script].map(Into::into).to_vec();
        let job = Job {
            program: "/bin/sh".into(),
            arguments,
            input: input.into(),
        };
        run(job, stop).expect("/bin/sh runs")
    }

    #[test]
    fn output_errors_and_status_come_back() {
        match shell("cat; echo oh >&2; exit 10", "text", &Stop::default()) {
            End::Exited {
                status,
                output,
                said,
            } => {
                assert_eq!(
                    (status.code(), &*output, &*said),
                    (Some(10), "text", "oh\n")
                );
            }
            end => panic!("{end:?}"),
        }
    }

    #[test]
    fn a_child_that_reads_nothing_or_writes_first_blocks_nobody() {
        let input = "x".repeat(1 << 20);
        assert!(matches!(
            shell("exit 0", &input, &Stop::default()),
            End::Exited { .. }
        ));
        match shell("head -c 1000000 /dev/zero; cat", &input, &Stop::default()) {
            End::Exited { output, .. } => assert_eq!(output.len(), 1_000_000 + (1 << 20)),
            end => panic!("{end:?}"),
        }
    }

    #[test]
    fn only_the_end_of_many_errors_is_kept() {
        match shell(
            "yes 'a line' | head -n 100000 >&2; echo last >&2",
            "",
            &Stop::default(),
        ) {
            End::Exited { said, .. } => {
                assert!(
                    said.len() <= super::MOST_SAID && said.ends_with("last\n"),
                    "{said}"
                );
            }
            end => panic!("{end:?}"),
        }
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
                matches!(shell(script, "", &stop), End::Stopped(Why::Timeout)),
                "{script}"
            );
            assert!(began.elapsed() < Duration::from_secs(5), "{script}");
        }
    }

    #[test]
    fn what_a_child_leaves_behind_does_not_hold_us_up() {
        let began = Instant::now();
        match shell("sleep 60 & echo done", "", &Stop::default()) {
            End::Exited { output, .. } => assert_eq!(output, "done\n"),
            end => panic!("{end:?}"),
        }
        assert!(began.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        let job = Job {
            program: "/nowhere/x".into(),
            arguments: vec![],
            input: vec![],
        };
        assert!(run(job, &Stop::default()).is_err());
    }
}
