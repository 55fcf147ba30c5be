#![doc = include_str!("../README.md")]

mod arguments;
mod outcome;
mod puzzle;
mod task;

use std::process::ExitCode;

use arguments::{Arguments, Question};
use outcome::Outcome;

/// The longest document that is read, in bytes.
const LONGEST: u64 = 1 << 30;

fn main() -> ExitCode {
    let outcome = match Arguments::read(std::env::args_os()) {
        Ok(None) => {
            print!("{}", arguments::HELP);
            return ExitCode::SUCCESS;
        }
        Ok(Some(arguments)) => check(&arguments),
        Err(bad) => Err(bad),
    };
    match outcome {
        Ok(outcome) => outcome.print(),
        Err(bad) => {
            eprintln!("saut-check: {bad}");
            ExitCode::from(2)
        }
    }
}

fn check(arguments: &Arguments) -> Result<Outcome, saut_task::BadInput> {
    let place = &arguments.document;
    let text = text(place)?;
    let within = |bad: saut_task::BadInput| bad.within(place);
    match &arguments.question {
        Question::Puzzle(named) => {
            let puzzle = puzzle::read(named)?;
            puzzle::check(&puzzle, place, &text, &arguments.stop).map_err(within)
        }
        Question::Pddl(domain, problem) => {
            let task = task::read(domain, problem, &arguments.stop)?;
            task::check(&task, place, &text, &arguments.stop).map_err(within)
        }
        Question::Sas(file) => {
            let task = task::read_sas(file)?;
            task::check(&task, place, &text, &arguments.stop).map_err(within)
        }
    }
}

/// The text of a file.
fn text(place: &str) -> Result<String, saut_task::BadInput> {
    let bytes = saut_task::read_limited::file(std::path::Path::new(place), LONGEST)?;
    let (text, told) = saut_task::read_limited::text_or_latin_1(bytes, place)?;
    if let Some(warning) = told {
        eprintln!("saut-check: warning: {warning}");
    }
    Ok(text)
}
