//! The parser of bare pictures never panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saut::formats::{ReadOptions, load_bytes};
use saut::peg::Geometry;

fuzz_target!(|bytes: &[u8]| {
    let options = ReadOptions {
        picture: Geometry::SquareDiagonal.into(),
        ..ReadOptions::default()
    };
    let _ = load_bytes(bytes, "fuzz.txt", &options);
});
