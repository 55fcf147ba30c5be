//! `saut play` from outside: in a terminal of its own, and where there is none.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use super::interrupt;
use super::program::{Desk, command};

/// The longest that the program may take to show something.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program in a terminal of 80 columns and 24 rows.
struct Terminal {
    child: Child,
    keys: File,
    /// Kept open, so that its settings can be looked at.
    screen: File,
    shown: Receiver<Vec<u8>>,
    /// All that the program wrote.
    text: String,
}

/// Screen after all this was written: the program places every run of letters.
pub fn screen(text: &str) -> Vec<String> {
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

impl Terminal {
    fn open(desk: &Desk, arguments: &[&str]) -> Self {
        let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&keys).unwrap();
        unlockpt(&keys).unwrap();
        let name = ptsname(&keys, Vec::new()).unwrap();
        let open = || {
            let name = name.to_str().unwrap();
            let file = File::options().read(true).write(true).open(name);
            file.unwrap()
        };
        let screen = open();
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&screen, size).unwrap();
        let words = ["play"].iter().chain(arguments);
        let child = command(&desk.0, words)
            .env("TERM", "xterm")
            .stdin(Stdio::from(OwnedFd::from(open())))
            .stdout(Stdio::from(OwnedFd::from(open())))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let keys = File::from(keys);
        let mut output = keys.try_clone().unwrap();
        let (sender, shown) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // A terminal whose other end is closed cannot be read.
            while let Ok(number @ 1..) = output.read(&mut bytes) {
                if sender.send(bytes[..number].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            keys,
            screen,
            shown,
            text: String::new(),
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until this is seen.
    fn shows(&mut self, words: &str) {
        self.until(words, |text| {
            screen(text).iter().any(|row| row.contains(words))
        });
    }

    fn until(&mut self, what: &str, holds: impl Fn(&str) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !holds(&self.text) {
            let left = until.saturating_duration_since(Instant::now());
            let bytes = self.shown.recv_timeout(left);
            let bytes =
                bytes.unwrap_or_else(|_| panic!("no {what:?} in {:#?}", screen(&self.text)));
            self.text += &String::from_utf8_lossy(&bytes);
        }
    }

    /// Whether lines are edited and letters shown, as a shell has it.
    fn is_as_before(&self) -> bool {
        let modes = tcgetattr(&self.screen).unwrap().local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO)
    }

    /// The exit status, when the program has left the terminal as it was.
    fn ends(mut self) -> i32 {
        let left = "\u{1b}[?1049l";
        self.until(left, |text| text.contains(left));
        let status = self.child.wait().unwrap().code().unwrap_or(-1);
        assert!(self.is_as_before(), "the terminal is left as it was used");
        status
    }
}

#[test]
fn a_game_is_played_in_a_terminal_and_saved_as_a_plan_that_is_checked() {
    let desk = Desk::new();
    let puzzle = "triangle-15-corner";
    let mut terminal = Terminal::open(&desk, &[puzzle, "--save", "game.plan"]);
    terminal.shows("choose a peg");
    assert!(!terminal.is_as_before(), "keys come one by one");
    terminal.press("S");
    terminal.shows("no jump to save");
    terminal.press("w");
    terminal.shows("still winnable");
    terminal.press("h");
    terminal.shows("hint");
    terminal.press("s");
    terminal.shows("solved");
    terminal.press("nnnnnnnnnnnnn");
    terminal.shows("goal is reached");
    terminal.press("uu");
    terminal.shows("n plays it");
    terminal.press("?");
    terminal.shows("any key goes back");
    terminal.press(" nn");
    terminal.shows("goal is reached");
    terminal.press("S");
    terminal.shows("saved as game.plan");
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
    desk.gives(0, &format!("check {puzzle} game.plan"));
    desk.gives(1, "check triangle-15-edge game.plan");
}

#[test]
fn control_c_and_an_interrupt_give_the_terminal_back() {
    let desk = Desk::new();
    let mut terminal = Terminal::open(&desk, &["central"]);
    terminal.shows("choose a peg");
    terminal.press("s\u{3}");
    assert_eq!(terminal.ends(), 0);
    let mut terminal = Terminal::open(&desk, &["central"]);
    terminal.shows("choose a peg");
    interrupt(&terminal.child);
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn without_a_terminal_and_for_what_is_no_puzzle_it_says_what_to_do() {
    let desk = Desk::new();
    let said = desk.gives(2, "play central");
    assert!(
        said.out.is_empty() && said.err.contains("needs a terminal"),
        "{said:?}"
    );
    assert!(said.err.contains("--format html"), "{said:?}");
    let mut terminal = Terminal::open(&desk, &["no-such-puzzle"]);
    let mut told = String::new();
    let mut err = terminal.child.stderr.take().unwrap();
    err.read_to_string(&mut told).unwrap();
    assert_eq!(terminal.child.wait().unwrap().code(), Some(2));
    assert!(
        told.contains("no-such-puzzle") && terminal.is_as_before(),
        "{told}"
    );
}
