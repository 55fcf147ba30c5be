//! The parsers of solver output never panic, for any text and any formula.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saut::encode::Encoding;
use saut::formats::bundled;
use saut::model::read_model;
use saut::compile;

fuzz_target!(|text: &str| {
    let Ok(puzzle) = bundled::named("pegsol-p01") else {
        return;
    };
    let task = compile::peg_task(&puzzle);
    for encoding in [Encoding::R2_EXISTS, Encoding::Smt] {
        let _ = read_model(text, &encoding.encode(&task, 2).formula, &task);
    }
});
