//! Puzzles that the TOML parser accepts are unchanged after writing and parsing them again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saut::formats::toml_file::write_toml;
use saut::formats::{Loaded, ReadOptions, load_bytes};

fuzz_target!(|text: &str| {
    let read = |text: &str| {
        let loaded = load_bytes(text.as_bytes(), "fuzz.toml", &ReadOptions::default());
        loaded.and_then(Loaded::puzzles)
    };
    if let Ok(puzzles) = read(text) {
        assert_eq!(read(&write_toml(&puzzles)).as_ref(), Ok(&puzzles));
    }
});
