//! The commands print exactly the stored output: help, answers, reasons, JSON documents and errors, with exit statuses.
//!
//! A file in `tests/printed/` is a transcript. `$ ` starts a line of bash, and `> ` continues it. The next lines are
//! its standard output, its standard error after `! `, and the exit status of each call of `saut` after `? `, unless
//! it is 0. Times are masked. All commands use one thread and a seed, so the output is reproducible. `SAUT_BLESS=1
//! cargo test --test program printed` rewrites the transcripts. List the changes in `CHANGELOG.md`.

use std::fmt::Write as _;
use std::fs;

use regex::{Captures, Regex};

use crate::pages;
use crate::program::{Desk, program};

/// Numbers that differ from run to run.
const TIMES: &str =
    r#"(?<before>(?:seconds|work)": ?)[0-9.]+(e-[0-9]+)?|[0-9]+\.[0-9]+(?<after> m?s\b)"#;

/// Returns a folder with the files for the commands.
fn desk() -> Desk {
    let desk = pages::desk();
    for file in fs::read_dir(pages::root().join("tests/printed/files")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), desk.0.path().join(file.file_name())).unwrap();
    }
    desk
}

fn commands(transcript: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in transcript.lines() {
        if let Some(first) = line.strip_prefix("$ ") {
            commands.push(first.to_owned());
            goes_on = true;
        } else if let Some(next) = line.strip_prefix("> ").filter(|_| goes_on) {
            let command = commands.last_mut().unwrap();
            command.push('\n');
            command.push_str(next);
        } else {
            goes_on = false;
        }
    }
    commands
}

/// Returns the command with its output, in the format of a transcript.
fn run(desk: &Desk, command: &str, times: &Regex) -> String {
    let told = r#""$@"; local status=$?; [ $status = 0 ] || echo "? $status" >&2; return $status"#;
    let saut = format!("saut() {{ '{}' {told}; }}\n", program().display());
    let said = pages::shell(desk, &(saut + command));
    // On a busy machine, progress lines are printed on standard error, and `2>&1` mixes them with the output.
    let progress = Regex::new("^saut: ([0-9]+ s[,:] |a plan of [0-9]+ moves)").unwrap();
    let out = said.out.split_inclusive('\n');
    let is_merged = command.contains("2>&1");
    let out: String = out
        .filter(|line| !is_merged || !progress.is_match(line))
        .collect();
    let mut text = format!("$ {}\n{out}", command.replace('\n', "\n> "));
    if !text.ends_with('\n') {
        text.push('\n');
    }
    for line in said.err.lines().filter(|line| !progress.is_match(line)) {
        let mark = if line.starts_with("? ") { "" } else { "! " };
        writeln!(text, "{mark}{line}").unwrap();
    }
    masked(&text, times)
}

fn masked(text: &str, times: &Regex) -> String {
    let part =
        |found: &Captures, name| found.name(name).map_or("", |part| part.as_str()).to_owned();
    let mask = |found: &Captures| format!("{}TIME{}", part(found, "before"), part(found, "after"));
    times.replace_all(text, mask).into_owned()
}

/// Runs the commands of a transcript again, and compares the output.
fn holds(name: &str) {
    let path = pages::root().join("tests/printed").join(name);
    let (desk, times) = (desk(), Regex::new(TIMES).unwrap());
    let frozen = fs::read_to_string(&path).unwrap();
    let commands = commands(&frozen).into_iter();
    let printed: Vec<String> = commands
        .map(|command| run(&desk, &command, &times))
        .collect();
    if std::env::var_os("SAUT_BLESS").is_some_and(|value| value == "1") {
        fs::write(&path, printed.concat()).unwrap();
    }
    let mut rest = fs::read_to_string(&path).unwrap();
    for printed in printed {
        let Some(behind) = rest.strip_prefix(&printed) else {
            let pairs = || printed.lines().zip(rest.lines());
            let (now, before) = pairs()
                .find(|(now, before)| now != before)
                .unwrap_or_default();
            panic!("{name}: it printed\n{before}\nand prints\n{now}\nin\n{printed}");
        };
        rest = behind.to_owned();
    }
    assert_eq!(rest, "");
}

macro_rules! transcripts {
    ($($name:ident)*) => {
        $(#[test] fn $name() { holds(concat!(stringify!($name), ".txt")); })*
    };
}

transcripts! {
    baseball bench bounds check criteria doors figures formulas games jobs numbers pictures plan refused reports solve tasks typed written
}

#[test]
fn only_times_are_masked() {
    let times = Regex::new(TIMES).unwrap();
    for (text, expected) in [
        (r#""seconds":0.0021,"#, r#""seconds":TIME,"#),
        (r#""work":1457}"#, r#""work":TIME}"#),
        (r#"{"encode_seconds": 2e-5}"#, r#"{"encode_seconds": TIME}"#),
        ("; 0.01 s, 1 formula", "; TIME s, 1 formula"),
        (
            "1 at the start; 1, 0, 0 in 3 steps",
            "1 at the start; 1, 0, 0 in 3 steps",
        ),
        (r#""solutions":"12""#, r#""solutions":"12""#),
    ] {
        assert_eq!(masked(text, &times), expected);
    }
}
