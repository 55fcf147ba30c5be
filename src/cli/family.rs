//! `saut family`: writes the benchmark family, or measures what it needs to know.

use std::io::Write;
use std::time::Duration;

use saut::BadInput;
use saut::family::{self, Member, horizons, measure};
use saut::pose;
use saut::stop::Stop;

use super::arguments::Family;
use super::failure::Failure;
use super::status;

/// Runs `saut family`.
pub fn run(arguments: &Family) -> Result<u8, Failure> {
    let members = wanted(&arguments.only)?;
    measured(arguments, &members)
}

/// The members named, by part or puzzle; all if none is.
fn wanted(names: &[String]) -> Result<Vec<Member>, BadInput> {
    let mut members = family::members();
    let is_named =
        |member: &Member, name: &str| member.part == name || member.puzzle.name() == name;
    if let Some(unknown) = names
        .iter()
        .find(|name| !members.iter().any(|m| is_named(m, name)))
    {
        let fact = format!("neither a part nor a puzzle of the family is called \"{unknown}\"");
        let parts = family::PARTS.join(", ");
        return Err(BadInput::new("--only", fact).remedy(format!("the parts are {parts}")));
    }
    members.retain(|member| names.is_empty() || names.iter().any(|name| is_named(member, name)));
    Ok(members)
}

/// Measures and prints the file, entry by entry so that nothing is lost.
fn measured(arguments: &Family, members: &[Member]) -> Result<u8, Failure> {
    let limits = measure::Limits {
        each: Duration::from_secs(arguments.timeout),
        stop: Stop::default(),
    };
    let mut out = anstream::stdout().lock();
    write!(out, "{}", horizons::write(&[]))?;
    for member in members {
        let task = pose::peg_task(&member.puzzle);
        for encoding in measure::encodings(&member.puzzle, &task) {
            if let Some(entry) = measure::measure(&member.puzzle, encoding, &limits)? {
                write!(out, "{}", horizons::entry(&entry))?;
                out.flush()?;
            }
        }
    }
    Ok(status::SOLVED)
}
