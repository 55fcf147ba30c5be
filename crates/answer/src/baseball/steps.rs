//! Steps of colour baseball in words.

use itertools::Itertools;
use saut_peg::baseball::Step;

/// A step for people: `2:4>3` is token 2 from base 4 to base 3.
pub fn name(step: Step) -> String {
    format!("{}:{}>{}", step.token, step.from, step.to)
}

/// Steps as lines of words.
pub fn steps_in_words(steps: &[Step]) -> String {
    const IN_A_LINE: usize = 10;
    let line = |line: &[Step]| {
        let words = line.iter().map(|&step| name(step)).join(" ");
        format!("  {words}\n")
    };
    steps.chunks(IN_A_LINE).map(line).collect()
}
