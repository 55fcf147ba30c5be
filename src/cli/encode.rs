//! `saut encode` writes a formula or a planning problem; `saut decode` turns the output of an external solver into a
//! replayed plan.

use saut::BadInput;
use saut::formats::{Entry, pddl};
use saut::formula::Reads;
use saut::model::is_smtlib;
use serde_json::json;

use super::arguments::{Decode, Encode, Format, Global, Names, PddlName};
use super::formula::{Formula, Source, foreign};
use super::reply::{Failure, Reply, unusable};
use super::{input, status};

/// Runs `saut encode`.
pub fn encode(arguments: &Encode, global: &Global) -> Result<Reply, Failure> {
    let (asked, stop) = (&arguments.formula, &global.stop);
    let language = arguments.language(global);
    if asked.domain.is_some() {
        about_task(language, asked.names)?;
    }
    let source = Source::read(asked, stop)?;
    let (facts, text, line) = match (language, &source) {
        (Format::Pddl, Source::Puzzle(entry, _)) => {
            let text = problem(entry, arguments)?;
            (json!({"puzzle": entry.name()}), text, None)
        }
        (Format::Dimacs, Source::Task(task, _)) if task.is_numeric() => {
            let fact = "a numeric task cannot be written as clauses";
            return unusable("--format", fact, "write --format smtlib");
        }
        _ if arguments.pddl.is_some() => {
            let fact = "chooses the form of a PDDL problem, but a formula is written";
            return unusable("--pddl", fact, "add --format pddl, or leave it out");
        }
        _ => {
            let reads = match language {
                Format::Smtlib => Reads::SmtLib,
                Format::Dimacs | Format::Pddl => Reads::Clauses,
            };
            source.formula(&asked.encoding, reads, stop, |formula| {
                let text = formula.file(reads)?;
                Ok((formula.facts(), text, Some(formula.in_words())))
            })?
        }
    };
    let file = global.out.as_deref();
    let reply = Reply::content(facts, Some("text"), text, file)?;
    Ok(match file.zip(line).filter(|_| !global.json) {
        Some((file, line)) => reply.aside(format!("{}: {line}", file.display())),
        None => reply,
    })
}

/// Refuses options that do not apply to planning tasks.
fn about_task(language: Format, names: Option<Names>) -> Result<(), BadInput> {
    if language == Format::Pddl {
        let fact = "the task is already in PDDL";
        return unusable("--format", fact, "choose dimacs or smtlib");
    }
    if names == Some(Names::Coordinates) {
        let fact = "facts of a planning task have no column and no row";
        return unusable("--names coordinates", fact, "leave it out");
    }
    Ok(())
}

/// Returns a puzzle in PDDL, without a formula.
fn problem(entry: &Entry, arguments: &Encode) -> Result<String, BadInput> {
    let no = |flag, fact| unusable(flag, fact, "leave it out");
    if arguments.formula.names.is_some() {
        return no("--names", "a PDDL problem has its own names");
    }
    if let Some(flag) = arguments.formula.encoding.given() {
        return no(flag, "is for formulas, but a PDDL problem is not a formula");
    }
    let puzzle = entry.clone().peg()?;
    Ok(match arguments.pddl.unwrap_or(PddlName::Jumps) {
        PddlName::Jumps => pddl::write_problem(&puzzle, pddl::PddlForm::Jumps),
        PddlName::Sweeps => pddl::write_problem(&puzzle, pddl::PddlForm::Sweeps),
        PddlName::JumpsDomain => pddl::write_domain(pddl::PddlForm::Jumps),
        PddlName::SweepsDomain => pddl::write_domain(pddl::PddlForm::Sweeps),
    })
}

/// Runs `saut decode`. It writes the formula again, so the flags must be the same as for `saut encode`. It reads a plan
/// from the output and replays it by the rules.
pub fn decode(arguments: &Decode, global: &Global) -> Result<Reply, Failure> {
    let (asked, place, stop) = (&arguments.formula, &arguments.model, &global.stop);
    let source = Source::read(asked, stop)?;
    let said = input::text(place, stop)?;
    let reads = if is_smtlib(&said) {
        Reads::SmtLib
    } else {
        Reads::Clauses
    };
    source.formula(&asked.encoding, reads, stop, |formula| {
        reply(formula, &said, place)
    })
}

/// Returns the replayed plan in the output with this name. If the solver found no plan, its answer is returned
/// unchecked.
fn reply(formula: &Formula<'_>, said: &str, place: &str) -> Result<Reply, Failure> {
    let (noun, name) = formula.named;
    let plan = match formula.plan_of(said, place)? {
        Ok(plan) => plan,
        Err(word) => {
            let reason = format!("the solver says {word}");
            let document = json!({noun: name, "verdict": "undecided", "reason": reason});
            let text = format!("undecided: {reason}; there is no plan to check\n");
            return Ok(Reply::new(status::UNDECIDED, document, text));
        }
    };
    let replayed = (formula.replay)(plan).map_err(|refused| foreign(place, refused))?;
    let (measure, size) = replayed.size;
    let document = json!({
        noun: name, "verdict": "solved", "plan": replayed.plan, measure: size, "method": formula.method,
        "horizon": formula.horizon, "variables": formula.variables, "clauses": formula.clauses,
        "seconds": 0.0, "checked": true,
    });
    Ok(Reply::new(status::SOLVED, document, replayed.text))
}
