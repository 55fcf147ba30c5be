//! `saut decode`: an outside solver's output as a replayed plan.
//!
//! A straight line: the formula is written anew, so the flags must be those of `saut encode`; the output is read as a
//! plan of it, which the rules replay; and the plan is printed.

mod answer;

use saut::formula::Reads;
use saut::model::is_smtlib;

use super::arguments::{Decode, Global};
use super::formula::Asked;
use super::formula::source::Source;
use super::reply::{Failure, Reply};
use super::{input, settings};

/// Runs `saut decode`.
pub fn run(arguments: &Decode, global: &Global) -> Result<Reply, Failure> {
    let (choices, stop) = (settings::of_one_formula(&arguments.encoding), &global.stop);
    let (domain, place) = (arguments.domain.as_ref(), &arguments.model);
    let source = Source::read(&arguments.puzzle, domain, arguments.names, stop)?;
    let asked = Asked::of(&source, &choices, stop)?;
    let said = input::text(place, stop)?;
    let reads = if is_smtlib(&said) {
        Reads::SmtLib
    } else {
        Reads::Clauses
    };
    let written = asked.written(reads, stop)?;
    let found = written.plan_of(&said, place)?;
    answer::reply(&asked, &written, found, place)
}
