//! Parsing takes time that is linear in the length of the input.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::program::Desk;

#[test]
fn long_files_are_read_in_time_that_grows_with_their_length() {
    let desk = Desk::new();
    let began = Instant::now();
    desk.write("lines", "45/47\n".repeat(700_000));
    desk.write("words", "45/47 ".repeat(700_000));
    desk.write("commas", "45/47,".repeat(700_000));
    for file in ["lines", "words", "commas"] {
        desk.gives(3, &format!("check central {file}"));
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
    assert!(said.err.contains("the file has 20000 puzzles: p0, ") && said.err.len() < 1000);
    // The limit is generous for busy machines. A parser with quadratic time would need minutes.
    assert!(
        began.elapsed() < Duration::from_secs(60),
        "{:?}",
        began.elapsed()
    );
}
