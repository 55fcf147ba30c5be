//! Input that means harm: without end, of odd kinds, with control characters. All is bounded in
//! time and memory.

use std::fmt::Write as _;
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{Desk, Said, command};

/// Gives the program a text on standard input, again and again until it has ended or the text was
/// written so often.
fn fed(desk: &Desk, words: &str, text: &[u8], times: usize) -> Said {
    let mut child = command(&desk.0, words.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for _ in 0..times {
        match input.write_all(text) {
            Err(bad) if bad.kind() == ErrorKind::BrokenPipe => break,
            written => written.unwrap(),
        }
    }
    drop(input);
    child.wait_with_output().unwrap().into()
}

#[test]
fn endless_input_ends_the_program_and_not_the_memory() {
    let desk = Desk::new();
    let line = "45/47\n".repeat(20_000);
    let said = fed(&desk, "check central -", line.as_bytes(), 10_000);
    assert_eq!(said.status, Some(2), "{said:?}");
    assert!(
        said.err
            .contains("standard input: cannot be read: it has more than 64 MiB;"),
        "{said:?}"
    );
    let said = fed(&desk, "solve -", line.as_bytes(), 10_000);
    assert!(said.err.contains("it has more than 16 MiB;"), "{said:?}");
}

#[test]
fn silent_input_is_ended_by_the_time_limit() {
    let desk = Desk::new();
    for words in ["check central - --timeout 0.3", "solve - --timeout 0.3"] {
        let mut child = command(&desk.0, words.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The other end stays open.
        let input = child.stdin.take();
        let said: Said = child.wait_with_output().unwrap().into();
        drop(input);
        assert_eq!(said.status, Some(30), "{said:?}");
        assert!(
            said.err
                .contains("undecided: standard input: the time limit came"),
            "{said:?}"
        );
    }
}

#[test]
fn devices_pipes_and_folders_are_no_files() {
    let desk = Desk::new();
    let pipe = desk.0.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    for (file, fact) in [
        (
            "/dev/zero",
            "/dev/zero: this is no regular file; pipes and devices",
        ),
        (
            "./pipe",
            "./pipe: this pipe is empty, and nobody writes to it",
        ),
        ("/", "/: this is a directory; give a file in it"),
    ] {
        for words in [
            format!("check central {file}"),
            format!("solve {file}"),
            format!("hint central {file}"),
            format!("show central {file}"),
        ] {
            let said = desk.gives(2, &words);
            assert!(said.err.contains(fact), "{words}: {said:?}");
        }
    }
}

#[test]
fn long_files_are_read_in_time_that_grows_with_their_length() {
    let desk = Desk::new();
    let began = Instant::now();
    desk.write("lines", "45/47\n".repeat(700_000));
    desk.write("words", "45/47 ".repeat(700_000));
    desk.write("commas", "45/47,".repeat(700_000));
    for file in ["lines", "words", "commas"] {
        desk.gives(1, &format!("check central {file}"));
    }
    let mut many = String::new();
    for number in 0..20_000 {
        let _ = writeln!(
            many,
            "[[puzzle]]\nname = \"p{number}\"\nstart = \"oo.\"\ngoal = \"..o\""
        );
    }
    desk.write("many.toml", &many);
    desk.gives(0, "solve many.toml:p19999");
    let said = desk.gives(2, "solve many.toml");
    assert!(said.err.contains("there are 20000 puzzles in it: p0, ") && said.err.len() < 1000);
    // A loaded machine may be slow; what is quadratic takes minutes.
    assert!(
        began.elapsed() < Duration::from_secs(60),
        "{:?}",
        began.elapsed()
    );
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let desk = Desk::new();
    let title = "\\u001B]0;owned\\u0007\\u001B[2J\\u009B31m\\u202E\\u2066x\\u007F";
    desk.write(
        "title.toml",
        format!(
            "[[puzzle]]\nname = \"odd\"\ntitle = \"{title}\"\nwhy = \"{title}\"\nsource = \"{title}\"\n\
             start = \"oo.\"\ngoal = \"..o\"\n"
        ),
    );
    desk.write(
        "name.toml",
        format!("[[puzzle]]\nname = \"{title}\"\nstart = \"oo.\"\ngoal = \"..o\"\n"),
    );
    desk.write(
        "key.toml",
        format!("[[puzzle]]\n\"{title}\" = 1\nname = \"a\"\n"),
    );
    desk.write(
        "game.toml",
        format!("[[puzzle]]\nname = \"a\"\ngame = \"{title}\"\n"),
    );
    desk.write("plan", "\u{1b}[2J\u{202e}\n");
    desk.write("\u{1b}[2J.txt", "oo.\n");
    let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    for (status, arguments) in [
        (0, words("show title.toml")),
        (0, words("solve title.toml")),
        (0, words("hint title.toml")),
        (0, words("count title.toml")),
        (0, words("explain title.toml")),
        (0, words("classify title.toml")),
        (0, words("encode title.toml --format pddl")),
        (2, words("solve name.toml")),
        (2, words("solve key.toml")),
        (2, words("solve game.toml")),
        (2, words("check central plan")),
        (2, words("solve \u{1b}[2J")),
        (2, words("solve --\u{1b}[2J")),
        (2, words("\u{1b}[2J\u{202e}")),
        (2, words("solve central --seed \u{1b}[2J")),
        (2, words("list --board \u{1b}[2J")),
        (0, words("show ./\u{1b}[2J.txt")),
    ] {
        let said = desk.gives_one_of(&[status], &arguments);
        for text in [&said.out, &said.err] {
            let odd = text
                .chars()
                .find(|&symbol| symbol != '\n' && saut::visible::is_harmful(symbol));
            assert_eq!(odd, None, "{arguments:?}: {text:?}");
        }
    }
}
