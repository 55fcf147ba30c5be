//! Colour baseball on the command line: what differs from peg solitaire, and its own commands.

mod check;
mod decode;
mod show;
mod solve;
mod tables;
mod trace;
mod tree;

use std::io::Write;

use saut::baseball::{Configuration, Puzzle, Step};
use saut::simulate::baseball::ReplayedSteps;

pub use check::check;
pub use decode::decode;
pub use show::show;
pub use solve::solve;
pub use tables::run;

use super::failure::Failure;
use super::print;

/// The tokens of every base, for JSON.
fn bases(configuration: &Configuration) -> Vec<&[u8]> {
    (0..configuration.bases())
        .map(|base| configuration.on(base))
        .collect()
}

/// The steps of a plan, for JSON.
fn entries(plan: &ReplayedSteps) -> Vec<Step> {
    plan.steps()
}

/// A step for people: `2: 4->3` is token 2 from base 4 to base 3.
fn name(step: Step) -> String {
    format!("{}:{}>{}", step.token, step.from, step.to)
}

/// Steps as lines of words.
fn print_steps(out: &mut impl Write, steps: &[Step]) -> Result<(), Failure> {
    const IN_A_LINE: usize = 10;
    for line in steps.chunks(IN_A_LINE) {
        let words: Vec<String> = line.iter().map(|&step| name(step)).collect();
        writeln!(out, "  {}", words.join(" "))?;
    }
    Ok(())
}

/// Name, title, start and goal.
fn describe(out: &mut impl Write, puzzle: &Puzzle) -> Result<(), Failure> {
    let strong = print::STRONG;
    let title = puzzle
        .title
        .as_ref()
        .map_or(String::new(), |title| format!(": {title}"));
    let draw = |configuration| saut::baseball::picture::text(configuration, puzzle.capacity());
    writeln!(out, "{strong}{}{strong:#}{title}", puzzle.name())?;
    writeln!(
        out,
        "\n  {}\n  -> {}\n",
        draw(puzzle.start()),
        draw(puzzle.goal())
    )?;
    Ok(())
}
