//! The program in a pseudo-terminal. A game is played, then the terminal is closed or a signal is sent. The program
//! must exit soon, restore the terminal, and save the game.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Signal;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use crate::program::{Desk, program};
use crate::send;

/// Maximum time until the program shows an expected text.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Close,
    Send(Signal),
}

const WAYS: [Way; 4] = [
    Way::Close,
    Way::Send(Signal::HUP),
    Way::Send(Signal::TERM),
    Way::Send(Signal::INT),
];

struct Run {
    child: Child,
    terminal: File,
    name: String,
    shown: String,
}

/// Returns the rows of the screen after this output, in which escape sequences position the text.
fn screen(text: &str) -> Vec<String> {
    let mut rows = vec![vec![' '; 80]; 24];
    let (mut row, mut column) = (0, 0);
    let mut rest = text.chars();
    while let Some(letter) = rest.next() {
        if letter != '\u{1b}' {
            if let Some(place) = rows
                .get_mut(row)
                .and_then(|row: &mut Vec<char>| row.get_mut(column))
            {
                *place = letter;
            }
            column += 1;
        } else if rest.next() == Some('[') {
            let mut numbers = String::new();
            let end = rest.find(|&letter| {
                numbers.push(letter);
                letter.is_ascii_alphabetic()
            });
            if end == Some('H') {
                let mut places = numbers.trim_end_matches('H').split(';');
                let mut next = || {
                    places
                        .next()
                        .and_then(|place| place.parse().ok())
                        .unwrap_or(1)
                };
                (row, column) = (next() - 1, next() - 1);
            }
        }
    }
    rows.into_iter().map(String::from_iter).collect()
}

impl Run {
    fn begin(desk: &Desk, arguments: &str) -> Self {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        Self::begin_program(desk, program(), &words)
    }

    fn begin_program(desk: &Desk, program: impl AsRef<std::ffi::OsStr>, words: &[&str]) -> Self {
        let terminal =
            openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap();
        let name = name.to_str().unwrap().to_owned();
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&terminal, size).unwrap();
        let end = || Stdio::from(OwnedFd::from(other_end(&name)));
        // The process of the tests may ignore hang-ups and interrupts, and children would inherit this.
        let child = std::process::Command::new("env")
            .arg("--default-signal")
            .arg(program.as_ref())
            .args(words)
            .current_dir(desk.0.path())
            .env("TERM", "xterm")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        Self {
            child,
            terminal: terminal.into(),
            name,
            shown: String::new(),
        }
    }

    /// Waits until this text appears in a row of the screen or in the output.
    fn until(&mut self, words: &str) {
        let until = Instant::now() + PATIENCE;
        let is_shown = |text: &str| screen(text).iter().any(|row| row.contains(words));
        while !is_shown(&self.shown) && !self.shown.contains(words) {
            assert!(Instant::now() < until, "no {words:?} is shown");
            self.read(100);
        }
    }

    /// Reads the output for at most this number of milliseconds.
    fn read(&mut self, patience: i64) {
        let mut all = [PollFd::new(&self.terminal, PollFlags::IN)];
        let patience = Timespec {
            tv_sec: 0,
            tv_nsec: 1_000_000 * patience,
        };
        if poll(&mut all, Some(&patience)).is_ok_and(|ready| ready > 0) {
            let mut bytes = [0; 4096];
            let number = self.terminal.read(&mut bytes).unwrap_or(0);
            self.shown += &String::from_utf8_lossy(&bytes[..number]);
        }
    }

    /// Whether line editing and echo are on, as in a shell.
    fn is_as_before(&self) -> bool {
        let modes = tcgetattr(other_end(&self.name)).unwrap().local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO)
    }

    /// Waits for the end of the program, asserts that the terminal is restored, and returns the exit status.
    fn ends(&mut self) -> Option<i32> {
        let began = Instant::now();
        loop {
            // The output is read so that the program does not block.
            self.read(2);
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(self.is_as_before(), "the terminal is left as it was used");
                return status.code();
            }
            assert!(began.elapsed() < PATIENCE, "it goes on");
        }
    }

    fn press(&mut self, keys: &str) {
        self.terminal.write_all(keys.as_bytes()).unwrap();
    }

    /// Ends the run in this way. Returns the time until it ended, and its exit status (`None` for a signal).
    fn end(mut self, way: Way) -> (Duration, Option<i32>) {
        let began = Instant::now();
        let status = match way {
            Way::Close => {
                drop(self.terminal);
                self.child.wait().unwrap().code()
            }
            Way::Send(signal) => {
                send(&self.child, signal);
                self.ends()
            }
        };
        (began.elapsed(), status)
    }
}

fn other_end(name: &str) -> File {
    File::options().read(true).write(true).open(name).unwrap()
}

/// Whether a run that was ended by a signal has one of the allowed exit statuses, or ended by the signal itself.
fn is_orderly(status: Option<i32>) -> bool {
    matches!(status, None | Some(0 | 1 | 30))
}

/// Plays some jumps, ends the game in this way, and asserts that it is saved. Returns the time until the end.
fn play_and_end(way: Way, half_a_key: bool) -> Duration {
    let desk = Desk::new();
    let mut run = Run::begin(&desk, "play triangle-15-corner --save game.plan");
    run.until("choose");
    run.press("s");
    run.until("solved");
    run.press("nnn");
    // Wait until the jumps are played.
    std::thread::sleep(Duration::from_millis(300));
    if half_a_key {
        run.press("\u{1b}[");
        std::thread::sleep(Duration::from_millis(100));
    }
    let (elapsed, status) = run.end(way);
    assert_eq!(status, Some(0), "{way:?}");
    let kept = std::fs::read_to_string(desk.0.path().join("game.plan"));
    let kept = kept.unwrap_or_else(|bad| panic!("{way:?}: {bad}"));
    assert!(kept.contains("played by hand"), "{kept}");
    elapsed
}

/// Ends a command in this way while it works or waits. Returns the time until the end.
fn work_and_end(arguments: &str, words: &str, way: Way) -> Duration {
    let desk = Desk::new();
    let (domain, problem) = long_task();
    desk.write("d", domain);
    desk.write("p", problem);
    let mut run = Run::begin(&desk, arguments);
    if words.is_empty() {
        std::thread::sleep(Duration::from_millis(400));
    } else {
        run.until(words);
    }
    let (elapsed, status) = run.end(way);
    assert!(is_orderly(status), "{arguments}, {way:?}: {status:?}");
    elapsed
}

/// Returns a task that no search or formula solves soon. All lamps must be off, and each switch also toggles the
/// neighbouring lamps.
fn long_task() -> (String, String) {
    let switches = 60;
    let domain = "(define (domain lamps) (:requirements :adl) (:types lamp)
      (:predicates (on ?l - lamp) (next ?a ?b - lamp))
      (:action press :parameters (?l - lamp)
        :effect (forall (?m - lamp) (when (or (= ?l ?m) (next ?l ?m))
          (and (when (on ?m) (not (on ?m))) (when (not (on ?m)) (on ?m)))))))";
    let names: Vec<String> = (0..switches).map(|number| format!("l{number}")).collect();
    let next = (0..switches).flat_map(|one| [1, 7, 11].map(|step| (one, (one + step) % switches)));
    let next: Vec<String> = next
        .map(|(one, other)| format!("(next l{one} l{other})"))
        .collect();
    let lit = (0..switches).step_by(3);
    let lit: Vec<String> = lit.map(|number| format!("(on l{number})")).collect();
    let off = names.iter().map(|name| format!("(not (on {name}))"));
    let off: Vec<String> = off.collect();
    let [next, lit, off] = [next, lit, off].map(|all| all.concat());
    let problem = format!(
        "(define (problem dark) (:domain lamps) (:objects {} - lamp) (:init {next} {lit}) (:goal (and {off})))",
        names.join(" ")
    );
    (domain.to_owned(), problem)
}

/// Commands that the test ends, each with the text for which the test waits before.
const WORK: [(&str, &str); 3] = [
    ("serve --port 0", "studio"),
    ("plan d p", ""),
    ("solve corsair --encoding sequential", ""),
];

#[test]
fn a_closed_terminal_or_signal_ends_the_game_and_saves_it() {
    for way in WAYS {
        let mut took = vec![
            ("play", play_and_end(way, false)),
            ("play", play_and_end(way, true)),
        ];
        let work = |(arguments, words)| (arguments, work_and_end(arguments, words, way));
        took.extend(WORK.map(work));
        for (what, elapsed) in took {
            // The limit is generous, because test builds are slow and a machine may be busy.
            assert!(
                elapsed < Duration::from_secs(5),
                "{what}, {way:?}: {elapsed:?}"
            );
        }
    }
}

/// Returns a run that works for seconds, started by a line of `sh`.
fn long_run(desk: &Desk, before: &str) -> Child {
    let saut = program();
    let line = format!(
        "{before} exec {} solve corsair --encoding sequential --timeout 20",
        saut.display()
    );
    std::process::Command::new("env")
        .args(["--default-signal", "sh", "-c", &line])
        .current_dir(desk.0.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn a_hang_up_ends_a_run_unless_it_was_started_to_ignore_it() {
    let desk = Desk::new();
    let mut ended = long_run(&desk, "");
    std::thread::sleep(Duration::from_millis(500));
    send(&ended, Signal::HUP);
    let began = Instant::now();
    assert_eq!(ended.wait().unwrap().code(), Some(30));
    assert!(began.elapsed() < Duration::from_secs(5));
    // This run ignores the signal, like a program that `nohup` has started.
    let mut stays = long_run(&desk, "trap '' HUP;");
    for _ in 0..3 {
        std::thread::sleep(Duration::from_millis(500));
        send(&stays, Signal::HUP);
    }
    std::thread::sleep(Duration::from_millis(700));
    assert!(stays.try_wait().unwrap().is_none(), "the hang-up ended it");
    let began = Instant::now();
    send(&stays, Signal::TERM);
    let said = stays.wait_with_output().unwrap();
    assert_eq!(said.status.code(), Some(30));
    assert!(began.elapsed() < Duration::from_secs(5));
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.contains("undecided (interrupted)"), "{said}");
}

#[test]
fn a_terminal_that_is_closed_ends_no_run_that_ignores_hang_ups() {
    let desk = Desk::new();
    let line = format!(
        "trap '' HUP; exec {} solve corsair --encoding sequential --timeout 3 -o kept",
        program().display()
    );
    let run = Run::begin_program(&desk, "sh", &["-c", &line]);
    std::thread::sleep(Duration::from_millis(500));
    let Run {
        mut child,
        terminal,
        ..
    } = run;
    drop(terminal);
    assert_eq!(child.wait().unwrap().code(), Some(30));
    let kept = std::fs::read_to_string(desk.0.path().join("kept")).unwrap();
    assert!(kept.contains("undecided (timeout)"), "{kept}");
}

#[test]
fn a_game_is_played_in_a_terminal_and_saved_as_a_plan_that_is_checked() {
    let desk = Desk::new();
    let puzzle = "triangle-15-corner";
    let mut terminal = Run::begin(&desk, &format!("play {puzzle} --save game.plan"));
    terminal.until("choose a peg");
    assert!(!terminal.is_as_before(), "keys come one by one");
    terminal.press("S");
    terminal.until("no jump to save");
    let saved = desk.0.path().join("game.plan");
    assert!(!saved.exists(), "a refused save leaves no file");
    terminal.press("w");
    terminal.until("still winnable");
    terminal.press("h");
    terminal.until("hint");
    terminal.press("s");
    terminal.until("solved");
    terminal.press("n");
    terminal.until("1 jump played");
    terminal.press("S");
    terminal.until("saved as game.plan;");
    let begun = std::fs::read_to_string(&saved).unwrap();
    terminal.press("nnnnnnnnnnnn");
    terminal.until("goal is reached");
    terminal.press("uu");
    terminal.until("n plays it");
    terminal.press("?");
    terminal.until("any key closes them");
    terminal.press(" nn");
    terminal.until("goal is reached");
    terminal.press("S");
    // The message does not end with "the goal is not reached yet".
    terminal.until("saved as game.plan ");
    assert_ne!(std::fs::read_to_string(&saved).unwrap(), begun);
    terminal.press("q");
    assert_eq!(terminal.ends(), Some(0));
    desk.gives(0, &format!("check {puzzle} game.plan"));
    desk.gives(3, "check triangle-15-edge game.plan");
}

#[test]
fn control_c_and_an_interrupt_give_the_terminal_back() {
    let desk = Desk::new();
    let mut terminal = Run::begin(&desk, "play central");
    terminal.until("choose a peg");
    terminal.press("s\u{3}");
    assert_eq!(terminal.ends(), Some(0));
    let mut terminal = Run::begin(&desk, "play central");
    terminal.until("choose a peg");
    send(&terminal.child, Signal::INT);
    assert_eq!(terminal.ends(), Some(0));
}

#[test]
fn a_terminal_shows_an_error_for_other_inputs() {
    let desk = Desk::new();
    let mut terminal = Run::begin(&desk, "play no-such-puzzle");
    terminal.until("no-such-puzzle");
    assert_eq!(terminal.ends(), Some(2));
}
