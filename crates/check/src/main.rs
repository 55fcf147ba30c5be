#![doc = include_str!("../README.md")]

mod arguments;
mod input;
mod outcome;
mod puzzle;
mod task;

use std::process::ExitCode;

use arguments::{Arguments, Question};
use outcome::Outcome;

fn main() -> ExitCode {
    let outcome = match Arguments::read(std::env::args_os()) {
        Ok(None) => {
            print!("{}", arguments::HELP);
            return ExitCode::SUCCESS;
        }
        Ok(Some(arguments)) => check(&arguments).map(|outcome| outcome.print(arguments.json)),
        Err(bad) => Err(bad),
    };
    match outcome {
        Ok(status) => status,
        Err(bad) => {
            eprintln!("saut-check: {bad}");
            ExitCode::from(2)
        }
    }
}

fn check(arguments: &Arguments) -> Result<Outcome, saut_base::BadInput> {
    let place = &arguments.document;
    let text = input::text(place)?;
    match &arguments.question {
        Question::Puzzle(named) => {
            let puzzle = puzzle::read(named)?;
            puzzle::check(&puzzle, place, &text, &arguments.stop).map_err(|bad| bad.within(place))
        }
        Question::Pddl(domain, problem) => {
            let task = task::read(domain, problem, &arguments.stop)?;
            task::check(&task, place, &text, &arguments.stop)
        }
        Question::Sas(file) => {
            let task = task::read_sas(file)?;
            task::check(&task, place, &text, &arguments.stop)
        }
    }
}
