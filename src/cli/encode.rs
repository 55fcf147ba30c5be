//! `saut encode`: writes a formula or a planning problem.

pub mod numeric;

use saut::backend::Reads;
use saut::compile::PegNames;
use saut::encode::Encoding;
use saut::formats::{Entry, pddl};
use saut::formula::MOST_CLAUSES;
use saut::task::Task;
use saut::{BadInput, compile, encode};
use saut_plan::Domain as _;
use serde_json::{Value, json};

use super::arguments::{Encode, Format, Names, PddlName};
use super::grounding;
use super::planning::{self, TaskFiles};
use super::reply::{Failure, Reply};
use super::{input, settings, whole};

/// Runs `saut encode`.
pub fn run(arguments: &Encode) -> Result<Reply, Failure> {
    let inputs: Vec<&String> = [&arguments.puzzle.puzzle]
        .into_iter()
        .chain(&arguments.domain)
        .collect();
    whole::check(&[("-o", arguments.out.as_deref())], &inputs)?;
    let (facts, text) = match &arguments.domain {
        Some(domain) => planning_task(arguments, domain)?,
        None => puzzle(arguments)?,
    };
    let file = arguments.out.as_deref();
    let aside = file
        .zip(facts["encoding"].as_str())
        .map(|(file, encoding)| {
            let number = |key: &str| facts[key].to_string();
            let [horizon, variables, clauses] = ["horizon", "variables", "clauses"].map(number);
            let file = file.display();
            format!(
                "{file}: {encoding}, horizon {horizon}, {variables} variables, {clauses} clauses"
            )
        });
    let reply = Reply::content(facts, Some("text"), text, file)?;
    Ok(match aside.filter(|_| !arguments.output.json) {
        Some(line) => reply.aside(line),
        None => reply,
    })
}

/// A puzzle in the language that is asked for, with what is to be known of it.
fn puzzle(arguments: &Encode) -> Result<(Value, String), Failure> {
    let entry = input::entry(&arguments.puzzle)?;
    let names = names(arguments.names, &entry)?;
    let mut facts = json!({"puzzle": entry.name()});
    if let Format::Pddl = arguments.language() {
        if arguments.names.is_some() {
            let no = BadInput::new("--names", "a problem in PDDL has names of its own");
            return Err(no.remedy("leave it out").into());
        }
        let puzzle = entry.clone().peg()?;
        let text = match arguments.pddl {
            PddlName::Jumps => pddl::write_problem(&puzzle, pddl::PddlForm::Jumps),
            PddlName::Sweeps => pddl::write_problem(&puzzle, pddl::PddlForm::Sweeps),
            PddlName::JumpsDomain => pddl::write_domain(pddl::PddlForm::Jumps),
            PddlName::SweepsDomain => pddl::write_domain(pddl::PddlForm::Sweeps),
        };
        return Ok((facts, text));
    }
    let task = match &entry {
        Entry::Peg(puzzle) | Entry::OldRule(puzzle) => compile::peg_task_named(puzzle, names),
        Entry::Baseball(puzzle) => compile::baseball_task(puzzle),
    };
    let encoding = settings::written_encoding(&arguments.encoding, &task);
    let title = format!("puzzle {}", entry.name());
    let text = formula(arguments, &task, encoding, &title, &mut facts)?;
    Ok((facts, text))
}

/// Names of the variables of a puzzle.
pub fn names(asked: Option<Names>, entry: &Entry) -> Result<PegNames, BadInput> {
    let no = |fact| BadInput::new("--names coordinates", fact);
    match (asked, entry) {
        (Some(Names::Cells), _) => Ok(PegNames::Cells),
        (None, _) | (_, Entry::Peg(_)) => Ok(PegNames::Coordinates),
        (_, Entry::OldRule(_)) => Err(no(
            "a peg in hand, by the old French rule, has no column and no row",
        )
        .remedy("leave it out for a puzzle with put_back")),
        (_, Entry::Baseball(_)) => Err(no("a token on a base has no column and no row")
            .remedy("leave it out for colour baseball")),
    }
}

/// A planning task in PDDL as a formula.
fn planning_task(arguments: &Encode, domain: &str) -> Result<(Value, String), Failure> {
    let file = &arguments.puzzle.puzzle;
    if let Format::Pddl = arguments.language() {
        let bad = BadInput::new("--format", "the task is in PDDL already");
        return Err(bad.remedy("choose dimacs or smtlib").into());
    }
    if arguments.names == Some(Names::Coordinates) {
        let fact = "facts of a planning task have no column and no row";
        return Err(BadInput::new("--names coordinates", fact)
            .remedy("leave it out")
            .into());
    }
    let stop = input::stop();
    let files = TaskFiles::Pddl(domain.to_owned(), file.clone());
    let read = planning::read(&files, false, &stop)?;
    if read.is_numeric() {
        return numeric::formula(arguments, &read, file);
    }
    let domain = grounding::compiled(&read, file, &stop)?;
    let (task, name) = (domain.task(), read.name());
    let encoding = planning::encoding(&arguments.encoding, task);
    let mut facts = json!({"task": name});
    let title = format!("task {name}");
    let text = formula(arguments, task, encoding, &title, &mut facts)?;
    Ok((facts, text))
}

/// The formula of a task as text.
fn formula(
    arguments: &Encode,
    task: &Task,
    encoding: Encoding,
    title: &str,
    facts: &mut Value,
) -> Result<String, Failure> {
    let horizon = settings::single_horizon(&arguments.encoding, encoding, task)?;
    let most = encoding.most_clauses(task, horizon);
    if most > MOST_CLAUSES {
        let fact = format!("a formula of this horizon may have {most} clauses");
        return Err(BadInput::new("--horizon", fact)
            .remedy("ask for fewer steps, or for an encoding that is linear in the task")
            .into());
    }
    let format = arguments.language();
    let reads = match format {
        Format::Smtlib => Reads::SmtLib,
        Format::Dimacs | Format::Pddl => Reads::Clauses,
    };
    let encoded = encoding.encode_for(task, horizon, reads);
    facts["encoding"] = format!("{encoding:#}").into();
    facts["horizon"] = horizon.into();
    facts["variables"] = encoded.formula.variables().into();
    facts["clauses"] = encoded.formula.clauses().into();
    Ok(match format {
        Format::Smtlib => encode::text::smtlib_titled(task, &encoded, title),
        Format::Dimacs | Format::Pddl => encode::text::dimacs_titled(task, &encoded, title)?,
    })
}
