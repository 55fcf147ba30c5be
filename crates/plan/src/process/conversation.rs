//! A child program that is spoken with: text goes in and comes out for as long as it lives.
//!
//! It is started, guarded and ended as one that runs to its end. Between two questions, and where there was no time to
//! wait for an answer, its whole group is held (`SIGSTOP`), so that it takes no time of the processor; the next wait lets
//! it go on. If we die while it is held, the system wakes it to hang up.

use std::ffi::OsString;
use std::io::{self, PipeReader, Read, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use rustix::process::{Signal, kill_process_group};

use super::group::{Clock, Drain, Group, LAST_OUTPUT, MOST_OUTPUT, NAPS, last};
use super::memory::MemoryWatch;
use super::{End, Exited, descendants, guard};
use crate::work::Meter;
use saut_base::stop::Stop;

/// Pieces of output that wait to be heard.
const MOST_PIECES: usize = 64;

/// A program that is spoken with. Dropping it ends the program.
pub struct Conversation {
    group: Option<Group>,
    has_warden: bool,
    input: Sender<Vec<u8>>,
    output: Receiver<Vec<u8>>,
    said: Drain<String>,
    /// Output that was not asked for yet, and how much of it has been searched.
    heard: Vec<u8>,
    searched: usize,
    /// Below a warden: the pipe that tells it of our end, and the input of the program, which it opens by its path.
    _held: Option<ChildStdin>,
    _input: Option<PipeReader>,
}

impl Conversation {
    /// Starts a program.
    ///
    /// # Errors
    /// Error of the system.
    pub fn begin(program: &Path, arguments: &[OsString]) -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        let (own, reading) = (std::process::id(), reader.as_raw_fd());
        let path = PathBuf::from(format!("/proc/{own}/fd/{reading}"));
        // The standard input of a warden is the pipe that tells it of our end.
        let guarded = || guard::command(program, arguments, &path);
        let guarded = path.exists().then(guarded).flatten();
        let has_warden = guarded.is_some();
        let (mut command, kept) = if let Some(mut command) = guarded {
            command.stdin(Stdio::piped());
            (command, Some(reader))
        } else {
            let mut command = Command::new(program);
            command.args(arguments).stdin(reader);
            (command, None)
        };
        let mut group = Group::start(&mut command)?;
        drop(command);
        let held = group.child.stdin.take();
        let said = Drain::new(group.child.stderr.take(), last)?;
        let (input, lines) = mpsc::channel();
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
            group: Some(group),
            has_warden,
            input,
            output,
            said,
            heard: Vec::new(),
            searched: 0,
            _held: held,
            _input: kept,
        })
    }

    /// Says something to it, which it hears when it is next waited for.
    pub fn say(&mut self, text: &str) {
        // A program that does not listen has ended, which the next wait tells.
        let _ = self.input.send(text.as_bytes().to_vec());
    }

    /// Waits for a line that has a mark in it, at most until it is time to stop; returns the text before it, or the
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
        let Some(group) = &self.group else {
            return Err(io::Error::other("the program has been ended"));
        };
        let leader = group.leader;
        let clock = Clock {
            began: Instant::now(),
            meter,
        };
        let mut memory = MemoryWatch::new(stop, leader, self.has_warden, meter);
        let mut nap = NAPS.0;
        let mut quiet: Option<Instant> = None;
        let _ = kill_process_group(leader, Signal::CONT);
        let heard = loop {
            if let Some(text) = self.text_before(mark) {
                break Ok(text);
            }
            if self.heard.len() as u64 > MOST_OUTPUT {
                break Err(End::TooMuchOutput);
            }
            if let Some(why) = stop.stop_reason().or_else(|| memory.stop_reason()) {
                break Err(End::Stopped(why));
            }
            match self.output.recv_timeout(nap) {
                Ok(piece) => {
                    self.heard.extend(piece);
                    (nap, quiet) = (NAPS.0, None);
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => nap = (nap * 2).min(NAPS.1),
                Err(RecvTimeoutError::Disconnected) => return self.ended().map(Err),
            }
            let group = self.group.as_ref();
            if group.map_or(Ok(true), Group::leader_has_ended)? {
                // What it leaves behind may hold its output.
                let since = *quiet.get_or_insert_with(Instant::now);
                if since.elapsed() > LAST_OUTPUT {
                    return self.ended().map(Err);
                }
            }
        };
        let _ = kill_process_group(leader, Signal::STOP);
        drop(clock);
        Ok(heard)
    }

    /// Text before the line that has the mark, once the whole line is there; it is then forgotten.
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

    /// The end of a program that has closed its output.
    fn ended(&mut self) -> io::Result<End> {
        let Some(group) = self.group.take() else {
            return Err(io::Error::other("the program has been ended"));
        };
        let dying = Instant::now();
        while !group.leader_has_ended()? && dying.elapsed() < LAST_OUTPUT {
            thread::sleep(NAPS.0);
        }
        let status = group.finish()?;
        self.said.wait(LAST_OUTPUT);
        let output = String::from_utf8_lossy(&std::mem::take(&mut self.heard)).into_owned();
        let said = self.said.result.take().unwrap_or_default();
        Ok(End::Exited(Exited {
            status,
            output,
            said,
        }))
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let Some(group) = &mut self.group else {
            return;
        };
        if self.has_warden {
            descendants::end_tree(group.leader);
        } else {
            let _ = kill_process_group(group.leader, Signal::CONT);
            group.ask_to_end();
        }
    }
}

/// Writes what comes, until nothing comes or nobody reads.
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

    use super::{Conversation, End, Exited};
    use saut_base::stop::{Stop, StopReason};

    fn shell(script: &str) -> Conversation {
        Conversation::begin("/bin/sh".as_ref(), &["-c".into(), script.into()]).unwrap()
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
            Err(End::Exited(Exited {
                status,
                output,
                said,
            })) => {
                let how = super::super::ending(status);
                assert_eq!(
                    (&*how, &*output, &*said),
                    ("killed by signal 9", "oh\n", "no\n")
                );
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
