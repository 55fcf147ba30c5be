//! The PDDL parser never panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saut::formats::pddl::read_problem;

fuzz_target!(|text: &str| {
    let _ = read_problem(text, "fuzz.pddl");
});
