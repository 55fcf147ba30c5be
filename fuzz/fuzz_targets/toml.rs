//! What the TOML reader accepts, it writes such that it reads the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saut::formats::toml_file::{read_toml, write_toml};

fuzz_target!(|text: &str| {
    if let Ok(puzzles) = read_toml(text, "fuzz.toml") {
        assert_eq!(
            read_toml(&write_toml(&puzzles), "again").as_ref(),
            Ok(&puzzles)
        );
    }
});
