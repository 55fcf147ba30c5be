//! A conversation with a child program: text is sent and received while the program runs.
//!
//! The same code runs a program that gets no queries, and waits for its end. The whole group is stopped (`SIGSTOP`)
//! between two queries, and when the time for an answer is over, so that the program uses no processor time. The next
//! wait continues the group. If this process dies meanwhile, the system wakes the group with a hang-up signal.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::path::PathBuf;
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Signal, kill_process_group};

use super::group::{Clock, Group, drain, text};
use super::memory::MemoryWatch;
use super::{ChildProgram, End, Exited, descendants, guard};
use crate::work::Meter;
use saut_base::stop::Stop;

/// Maximum number of pieces of output that wait to be read.
const MOST_PIECES: usize = 64;
/// Maximum output, in bytes. A program that prints more is ended.
const MOST_OUTPUT: u64 = 256 << 20;
/// Time that output may take to arrive after the end of the whole group.
const LAST_OUTPUT: Duration = Duration::from_secs(1);
/// Minimum and maximum polling interval of a running child; the interval grows.
const NAPS: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(10));

/// A running child program. Dropping it ends the program.
pub struct Conversation {
    group: Group,
    /// The exit status of the leader, until it is returned.
    status: Option<ExitStatus>,
    has_warden: bool,
    is_own: bool,
    /// Sender of text to the standard input of the program, until this input is closed.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
    said: Receiver<String>,
    /// Output that was not returned yet, and the length of its part that was searched for the mark.
    heard: Vec<u8>,
    searched: usize,
    /// With a warden: the pipe whose end shows the warden that this process died, the input of the program, and the
    /// pipe for its peak memory. The warden opens the last two by their paths.
    _held: Option<ChildStdin>,
    _input: Option<PipeReader>,
    peak: Option<(PipeReader, PipeWriter)>,
}

/// Runs a program until it ends or must stop.
///
/// # Errors
/// Error of the system if the program cannot be started or waited for.
pub fn run(job: ChildProgram, stop: &Stop, meter: Option<&Meter>) -> io::Result<End> {
    if let Some(why) = stop.stop_reason() {
        return Ok(End::Stopped(why));
    }
    let began = Instant::now();
    Conversation::begin(job)?.end(began, stop, meter)
}

/// The limits of one wait, and the clock that records its time in the meter.
struct LimitWatch<'a> {
    stop: &'a Stop,
    memory: MemoryWatch<'a>,
    meter: Option<&'a Meter>,
    clock: Option<Clock<'a>>,
}

impl Conversation {
    /// Starts a program.
    ///
    /// # Errors
    /// Error of the system.
    pub fn begin(job: ChildProgram) -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        let peak = io::pipe()?;
        let own = std::process::id();
        let path = |file: RawFd| PathBuf::from(format!("/proc/{own}/fd/{file}"));
        let paths = [path(reader.as_raw_fd()), path(peak.1.as_raw_fd())];
        // The standard input of a warden is the pipe whose end shows that this process died.
        let files = paths.each_ref().map(PathBuf::as_path);
        let guarded = || guard::command(&job.program, &job.arguments, files);
        let guarded = (!job.is_own && paths[0].exists()).then(guarded).flatten();
        let has_warden = guarded.is_some();
        let (mut command, kept) = if let Some(mut command) = guarded {
            command.stdin(Stdio::piped());
            (command, Some(reader))
        } else {
            let mut command = Command::new(&job.program);
            command.args(&job.arguments).stdin(reader);
            (command, None)
        };
        if let Some(folder) = &job.folder {
            command.current_dir(folder);
        }
        if let Some(folder) = &job.temporary {
            command.env("TMPDIR", folder);
        }
        let mut group = Group::start(&mut command)?;
        drop(command);
        let held = group.child.stdin.take();
        let said = drain(group.child.stderr.take())?;
        let (input, lines) = mpsc::channel();
        // The receiver exists, so this cannot fail.
        let _ = input.send(job.input);
        thread::Builder::new().spawn(move || write(writer, &lines))?;
        let (sender, output) = mpsc::sync_channel(MOST_PIECES);
        if let Some(mut pipe) = group.child.stdout.take() {
            thread::Builder::new().spawn(move || {
                let mut piece = [0; 1 << 13];
                while let Ok(count @ 1..) = pipe.read(&mut piece) {
                    if sender.send(piece[..count].to_vec()).is_err() {
                        return;
                    }
                }
            })?;
        }
        Ok(Self {
            group,
            status: None,
            has_warden,
            is_own: job.is_own,
            input: Some(input),
            output,
            said,
            heard: Vec::new(),
            searched: 0,
            _held: held,
            _input: kept,
            peak: has_warden.then_some(peak),
        })
    }

    /// Sends text to the program, which reads it during the next wait.
    pub fn say(&mut self, text: &str) {
        if let Some(input) = &self.input {
            // A program that no longer reads has ended; the next wait reports it.
            let _ = input.send(text.as_bytes().to_vec());
        }
    }

    /// Waits for a line that contains a mark, or until `stop` ends the wait. Returns the text before the line, or the
    /// reason why there is none.
    ///
    /// # Errors
    /// Error of the system.
    pub fn hear(
        &mut self,
        mark: &str,
        stop: &Stop,
        meter: Option<&Meter>,
    ) -> io::Result<Result<String, End>> {
        let mut watch = self.watch(Instant::now(), stop, meter);
        self.signal(Signal::CONT);
        let heard = loop {
            if let Some(text) = self.text_before(mark) {
                break Ok(text);
            }
            if let Some(end) = self.more(&mut watch)? {
                break Err(end);
            }
        };
        self.signal(Signal::STOP);
        Ok(heard)
    }

    /// Waits until the program ends or must stop. Its input is closed, unless the child is an instance of this program.
    /// `began` is the time of its start.
    ///
    /// # Errors
    /// Error of the system.
    fn end(mut self, began: Instant, stop: &Stop, meter: Option<&Meter>) -> io::Result<End> {
        if !self.is_own {
            self.input = None;
        }
        let mut watch = self.watch(began, stop, meter);
        loop {
            if let Some(end) = self.more(&mut watch)? {
                return Ok(end);
            }
        }
    }

    fn watch<'a>(
        &self,
        began: Instant,
        stop: &'a Stop,
        meter: Option<&'a Meter>,
    ) -> LimitWatch<'a> {
        LimitWatch {
            stop,
            memory: MemoryWatch::new(stop, self.group.leader, self.has_warden, meter),
            meter,
            clock: Some(Clock { began, meter }),
        }
    }

    fn signal(&self, signal: Signal) {
        if !self.group.is_reaped {
            let _ = kill_process_group(self.group.leader, signal);
        }
    }

    /// Waits for more output. Returns how the program ended if there cannot be more.
    fn more(&mut self, watch: &mut LimitWatch<'_>) -> io::Result<Option<End>> {
        let mut nap = NAPS.0;
        loop {
            if self.heard.len() as u64 > MOST_OUTPUT {
                return Ok(Some(End::TooMuchOutput));
            }
            if let Some(status) = self.status.take() {
                return Ok(Some(End::Exited(Exited {
                    status,
                    output: text(std::mem::take(&mut self.heard)),
                    said: self.said.recv_timeout(LAST_OUTPUT).unwrap_or_default(),
                })));
            }
            if self.group.is_reaped {
                return Err(io::Error::other("the program has been ended"));
            }
            if self.group.leader_has_ended()? {
                drop(watch.clock.take());
                self.finish()?;
                if let (Some(meter), Some(kib)) = (watch.meter, self.exact_peak()) {
                    meter.record_kib(kib);
                }
                return Ok(None);
            }
            let stop = watch.stop.stop_reason();
            if let Some(why) = stop.or_else(|| watch.memory.stop_reason()) {
                return Ok(Some(End::Stopped(why)));
            }
            match self.output.recv_timeout(nap) {
                Ok(piece) => {
                    self.heard.extend(piece);
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => thread::sleep(nap),
            }
            nap = (nap * 2).min(NAPS.1);
        }
    }

    /// Ends the remaining processes of the group, and reads the rest of the output. A process that left the group and
    /// keeps the output open is not waited for.
    fn finish(&mut self) -> io::Result<()> {
        self.status = Some(self.group.end()?);
        let end = Instant::now() + LAST_OUTPUT;
        while self.heard.len() as u64 <= MOST_OUTPUT {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(piece) = self.output.recv_timeout(left) else {
                break;
            };
            self.heard.extend(piece);
        }
        Ok(())
    }

    /// Returns the peak memory of the ended program in KiB, if its warden has reported it.
    fn exact_peak(&mut self) -> Option<u64> {
        let (mut reader, writer) = self.peak.take()?;
        drop(writer);
        let mut text = String::new();
        reader.read_to_string(&mut text).ok()?;
        text.parse().ok()
    }

    /// Removes and returns the text before the line with the mark, when the line is complete.
    fn text_before(&mut self, mark: &str) -> Option<String> {
        let mark = mark.as_bytes();
        let from = self.searched.saturating_sub(mark.len());
        let mut windows = self.heard[from..].windows(mark.len());
        let found = windows.position(|window| window == mark);
        let Some(at) = found.map(|at| at + from) else {
            self.searched = self.heard.len();
            return None;
        };
        self.searched = at;
        let end = at + self.heard[at..].iter().position(|byte| *byte == b'\n')?;
        let begin = self.heard[..at].iter().rposition(|byte| *byte == b'\n');
        let text =
            String::from_utf8_lossy(&self.heard[..begin.map_or(0, |it| it + 1)]).into_owned();
        self.heard.drain(..=end);
        self.searched = 0;
        Some(text)
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        if self.group.is_reaped {
            return;
        }
        if self.has_warden || self.is_own {
            descendants::end_tree(self.group.leader);
        } else {
            self.signal(Signal::CONT);
            self.group.ask_to_end();
        }
    }
}

/// Writes texts until there are no more, or the other side of the pipe is closed.
fn write(mut pipe: impl Write, texts: &Receiver<Vec<u8>>) {
    while let Ok(text) = texts.recv() {
        if pipe.write_all(&text).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{ChildProgram, Conversation, End, Exited};
    use saut_base::stop::{Stop, StopReason};

    fn shell(script: &str) -> Conversation {
        let job = ChildProgram {
            program: "/bin/sh".into(),
            arguments: ["-c", script].map(Into::into).to_vec(),
            ..ChildProgram::default()
        };
        Conversation::begin(job).unwrap()
    }

    fn soon() -> Stop {
        Stop::new(Some(Duration::from_millis(100)), None)
    }

    fn text(conversation: &mut Conversation, mark: &str) -> String {
        match conversation.hear(mark, &Stop::default(), None).unwrap() {
            Ok(text) => text,
            Err(End::Exited(Exited { status, said, .. })) => panic!("ended: {status} {said}"),
            Err(End::Stopped(_) | End::TooMuchOutput) => panic!("stopped"),
        }
    }

    #[test]
    fn much_is_said_while_nobody_listens_on_either_side() {
        let mut cat = shell("cat");
        let long = "x".repeat(1 << 20);
        cat.say(&long);
        cat.say(&long);
        cat.say("\nmark\n");
        assert_eq!(text(&mut cat, "mark").len(), (2 << 20) + 1);
    }

    #[test]
    fn one_that_is_not_done_is_held_and_goes_on_when_it_is_waited_for() {
        let mut counter =
            shell("i=0; while [ $i -lt 30 ]; do i=$((i+1)); sleep 0.02; done; echo done");
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(30) {
            let stop = Stop::new(Some(Duration::from_millis(50)), None);
            match counter.hear("done", &stop, None).unwrap() {
                Ok(text) => {
                    assert_eq!(text, "");
                    assert!(began.elapsed() > Duration::from_millis(500));
                    return;
                }
                Err(End::Stopped(why)) => assert_eq!(why, StopReason::Timeout),
                Err(End::Exited(_) | End::TooMuchOutput) => panic!("it ended"),
            }
        }
        panic!("it never went on");
    }

    #[test]
    fn one_that_dies_says_how() {
        let mut dying = shell("echo oh; echo no >&2; kill -9 $$");
        match dying.hear("mark", &Stop::default(), None).unwrap() {
            Err(End::Exited(exit)) => {
                assert_eq!((&*exit.output, &*exit.said), ("oh\n", "no\n"));
                assert_eq!(exit.in_words(), "(killed by signal 9): no");
            }
            Ok(_) | Err(End::Stopped(_) | End::TooMuchOutput) => panic!("it lives"),
        }
        assert!(dying.hear("mark", &Stop::default(), None).is_err());
    }

    #[test]
    fn one_that_does_not_listen_holds_nobody_up() {
        let began = Instant::now();
        let mut deaf = shell("trap '' TERM; while :; do sleep 1; done");
        deaf.say(&"x".repeat(1 << 20));
        let heard = deaf.hear("mark", &soon(), None).unwrap();
        assert!(matches!(heard, Err(End::Stopped(StopReason::Timeout))));
        drop(deaf);
        assert!(began.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn what_a_program_leaves_behind_does_not_hold_us_up() {
        let began = Instant::now();
        let mut left = shell("sleep 60 & echo said");
        let heard = left.hear("mark", &Stop::default(), None).unwrap();
        assert!(matches!(heard, Err(End::Exited(Exited { output, .. })) if output == "said\n"));
        assert!(began.elapsed() < Duration::from_secs(10));
    }
}
