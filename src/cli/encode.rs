//! `saut encode`: writes a formula or a planning problem.

use saut::BadInput;
use saut::formats::{Entry, pddl};
use saut::formula::Reads;
use serde_json::json;

use super::arguments::{Encode, Format, Names, PddlName};
use super::formula::Asked;
use super::formula::source::Source;
use super::reply::{Failure, Reply};
use super::{input, settings};

/// Runs `saut encode`.
pub fn run(arguments: &Encode) -> Result<Reply, Failure> {
    let (file, domain) = (arguments.out.as_deref(), arguments.domain.as_ref());
    let language = arguments.language();
    if domain.is_some() {
        about_task(language, arguments.names)?;
    }
    let (choices, stop) = (settings::of_one_formula(&arguments.encoding), input::stop());
    let source = Source::read(&arguments.puzzle, domain, arguments.names, &stop)?;
    let (facts, text, line) = match (language, &source) {
        (Format::Pddl, Source::Puzzle(entry, _)) => {
            let text = problem(entry, arguments.names, arguments.pddl)?;
            (json!({"puzzle": entry.name()}), text, None)
        }
        (Format::Dimacs | Format::Pddl, Source::Task(task, _)) if task.is_numeric() => {
            let bad = BadInput::new("--format", "a task with numbers has no formula of clauses");
            return Err(bad.remedy("write --format smtlib").into());
        }
        _ => {
            let reads = match language {
                Format::Smtlib => Reads::SmtLib,
                Format::Dimacs | Format::Pddl => Reads::Clauses,
            };
            let asked = Asked::of(&source, &choices, &stop)?;
            let (written, named) = (asked.written(reads, &stop)?, asked.named);
            let text = written.file(named, reads)?;
            (written.facts(named), text, Some(written.in_words()))
        }
    };
    let reply = Reply::content(facts, Some("text"), text, file)?;
    let told = file.zip(line).filter(|_| !arguments.output.json);
    Ok(match told {
        Some((file, line)) => reply.aside(format!("{}: {line}", file.display())),
        None => reply,
    })
}

/// Refuses what a planning task has no use for.
fn about_task(language: Format, names: Option<Names>) -> Result<(), BadInput> {
    if language == Format::Pddl {
        let bad = BadInput::new("--format", "the task is in PDDL already");
        return Err(bad.remedy("choose dimacs or smtlib"));
    }
    if names == Some(Names::Coordinates) {
        let fact = "facts of a planning task have no column and no row";
        return Err(BadInput::new("--names coordinates", fact).remedy("leave it out"));
    }
    Ok(())
}

/// A puzzle in PDDL.
fn problem(entry: &Entry, names: Option<Names>, form: PddlName) -> Result<String, BadInput> {
    if names.is_some() {
        let no = BadInput::new("--names", "a problem in PDDL has names of its own");
        return Err(no.remedy("leave it out"));
    }
    let puzzle = entry.clone().peg()?;
    Ok(match form {
        PddlName::Jumps => pddl::write_problem(&puzzle, pddl::PddlForm::Jumps),
        PddlName::Sweeps => pddl::write_problem(&puzzle, pddl::PddlForm::Sweeps),
        PddlName::JumpsDomain => pddl::write_domain(pddl::PddlForm::Jumps),
        PddlName::SweepsDomain => pddl::write_domain(pddl::PddlForm::Sweeps),
    })
}
