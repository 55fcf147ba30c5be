//! Neither the plan parser nor the simulator, which replays the parsed plan, ever panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saut::formats::{bundled, plan_file::read_plan};
use saut::simulate::replay;

fuzz_target!(|text: &str| {
    let Ok(puzzle) = bundled::named("central") else {
        return;
    };
    if let Ok(plan) = read_plan(&puzzle, text, None) {
        let _ = replay(&puzzle, plan);
    }
});
