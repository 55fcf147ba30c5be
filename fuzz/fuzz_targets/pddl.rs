//! No text makes the PDDL reader panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saut::formats::pddl::read_problem;

fuzz_target!(|text: &str| {
    let _ = read_problem(text, "fuzz.pddl");
});
