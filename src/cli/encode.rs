//! `saut encode`: writes a formula or a planning problem.

use std::io::Write;

use saut::encode::Encoding;
use saut::formats::{Entry, pddl};
use saut::peg::Cell;
use saut::task::Task;
use saut::{BadInput, compile, encode};
use saut_plan::Domain as _;
use serde_json::{Value, json};

use super::arguments::{Encode, Format, Names, PddlName};
use super::failure::Failure;
use super::{input, planning, settings, status, whole};

/// Runs `saut encode`.
pub fn run(arguments: &Encode) -> Result<u8, Failure> {
    let (facts, text) = match &arguments.domain {
        Some(domain) => planning_task(arguments, domain)?,
        None => puzzle(arguments)?,
    };
    print(arguments, facts, text)
}

/// A puzzle in the language that is asked for, with what is to be known of it.
fn puzzle(arguments: &Encode) -> Result<(Value, String), Failure> {
    let entry = input::entry(&arguments.puzzle)?;
    let coordinates = coordinates(arguments, &entry)?;
    let task = match &entry {
        Entry::Peg(puzzle) | Entry::OldRule(puzzle) => compile::peg_task(puzzle),
        Entry::Baseball(puzzle) => compile::baseball_task(puzzle),
    };
    let mut facts = json!({"puzzle": entry.name()});
    let text = if let Format::Pddl = arguments.format {
        let puzzle = entry.clone().peg()?;
        match arguments.pddl {
            PddlName::Jumps => pddl::write_problem(&puzzle, pddl::PddlForm::Jumps),
            PddlName::Sweeps => pddl::write_problem(&puzzle, pddl::PddlForm::Sweeps),
            PddlName::JumpsDomain => pddl::write_domain(pddl::PddlForm::Jumps),
            PddlName::SweepsDomain => pddl::write_domain(pddl::PddlForm::Sweeps),
        }
    } else {
        let encoding = settings::encoding(&arguments.encoding);
        formula(
            arguments,
            &task,
            encoding,
            (&format!("puzzle {}", entry.name()), coordinates),
            &mut facts,
        )?
    };
    Ok((facts, text))
}

/// The cells that the comments call a peg by, if it is to be called so.
fn coordinates<'a>(arguments: &Encode, entry: &'a Entry) -> Result<Option<&'a [Cell]>, BadInput> {
    let no = |fact| BadInput::new("--names coordinates", fact);
    match (arguments.names, arguments.format, entry) {
        (Names::Cells, ..) => Ok(None),
        (_, Format::Smtlib, Entry::Peg(puzzle)) => Ok(Some(puzzle.board().cells())),
        (_, Format::Smtlib, Entry::OldRule(_)) => Err(no(
            "a peg in hand, by the old French rule, has no column and no row",
        )
        .remedy("leave it out for a puzzle with put_back")),
        (_, Format::Smtlib, Entry::Baseball(_)) => {
            Err(no("a token on a base has no column and no row")
                .remedy("leave it out for colour baseball"))
        }
        (_, Format::Dimacs | Format::Pddl, _) => {
            Err(no("these names are for comments of SMT-LIB").remedy("add --format smtlib"))
        }
    }
}

/// A planning task in PDDL as a formula.
fn planning_task(arguments: &Encode, domain: &str) -> Result<(Value, String), Failure> {
    let file = &arguments.puzzle.puzzle;
    if let Format::Pddl = arguments.format {
        let bad = BadInput::new("--format", "the task is in PDDL already");
        return Err(bad.remedy("choose dimacs or smtlib").into());
    }
    if arguments.names == Names::Coordinates {
        let fact = "facts of a planning task have no column and no row";
        return Err(BadInput::new("--names coordinates", fact)
            .remedy("leave it out")
            .into());
    }
    planning::with_task(domain, file, |name, domain| {
        let task = domain.task();
        let encoding = planning::encoding(&arguments.encoding, task);
        let mut facts = json!({"task": name});
        let title = format!("task {name}");
        let text = formula(arguments, task, encoding, (&title, None), &mut facts)?;
        Ok((facts, text))
    })
}

/// No formula is written that may have more: these are about 8 GB.
const MOST_CLAUSES: u128 = 60_000_000;

/// The formula of a task as text.
fn formula(
    arguments: &Encode,
    task: &Task,
    encoding: Encoding,
    (title, coordinates): (&str, Option<&[Cell]>),
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
    let encoded = encoding.encode(task, horizon);
    facts["encoding"] = format!("{encoding:#}").into();
    facts["horizon"] = horizon.into();
    facts["variables"] = encoded.formula.variables().into();
    facts["clauses"] = encoded.formula.clauses().into();
    Ok(match arguments.format {
        Format::Dimacs => encode::text::dimacs_titled(task, &encoded, title)?,
        _ => match coordinates {
            None => encode::text::smtlib_titled(task, &encoded, title),
            Some(cells) => encode::text::smtlib_named(task, &encoded, title, &|fluent, time| {
                let Cell { x, y } = cells[fluent.index()];
                format!("i_{time}x_{x}y_{y}")
            }),
        },
    })
}

fn print(arguments: &Encode, mut facts: Value, text: String) -> Result<u8, Failure> {
    let mut out = anstream::stdout().lock();
    match &arguments.out {
        Some(file) => {
            let name = || file.display().to_string();
            whole::write(file, text)?;
            facts["file"] = name().into();
            if arguments.output.json {
                writeln!(out, "{facts}")?;
            }
        }
        None if arguments.output.json => {
            facts["text"] = text.into();
            writeln!(out, "{facts}")?;
        }
        None => out.write_all(text.as_bytes())?,
    }
    Ok(status::SOLVED)
}
