//! `saut encode`: writes a formula or a planning problem.

use std::io::Write;

use saut::encode::Encoding;
use saut::formats::{Entry, pddl};
use saut::task::Task;
use saut::{BadInput, compile, encode};
use saut_pddl::{Grounding, GroundingLimits};
use serde_json::{Value, json};

use super::arguments::{Encode, Format, PddlName};
use super::failure::Failure;
use super::{input, settings, status};

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
    let task = match &entry {
        Entry::Peg(puzzle) => compile::peg_task(puzzle),
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
            &format!("puzzle {}", entry.name()),
            &mut facts,
        )?
    };
    Ok((facts, text))
}

/// A planning task in PDDL as a formula.
fn planning_task(arguments: &Encode, domain: &str) -> Result<(Value, String), Failure> {
    let file = &arguments.puzzle.puzzle;
    if let Format::Pddl = arguments.format {
        let bad = BadInput::new("--format", "the task is in PDDL already");
        return Err(bad.remedy("choose dimacs or smtlib").into());
    }
    let domain = saut_pddl::read_domain(&input::text(domain)?, domain)?;
    let problem = saut_pddl::read_problem(&input::text(file)?, file, &domain)?;
    let ground = match saut_pddl::ground(&domain, &problem, &GroundingLimits::default()) {
        Grounding::Task(ground) => ground,
        Grounding::GoalUnreachable { atom } => {
            let fact = format!("({atom}) is out of reach, so there is nothing to encode");
            return Err(BadInput::new(file, fact)
                .remedy("saut plan says why")
                .into());
        }
        Grounding::Stopped(why) => {
            return Err(BadInput::new(file, format!("it cannot be grounded: {why}")).into());
        }
    };
    let task = saut_pddl::compile(&ground)
        .map_err(|error| Failure::Other(format!("internal error: {error}; please report it")))?;
    let mut facts = json!({"task": problem.name()});
    let named = arguments.encoding.encoding.is_some();
    let encoding = match settings::encoding(&arguments.encoding) {
        chosen if named || settings::encoding_choice(&arguments.encoding).is_some() => chosen,
        _ => Encoding::Exists,
    };
    let encoding = encoding.scaled_to(&task);
    let title = format!("task {}", problem.name());
    let text = formula(arguments, &task, encoding, &title, &mut facts)?;
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
    let encoded = encoding.encode(task, horizon);
    facts["encoding"] = format!("{encoding:#}").into();
    facts["horizon"] = horizon.into();
    facts["variables"] = encoded.formula.variables().into();
    facts["clauses"] = encoded.formula.clauses().into();
    Ok(match arguments.format {
        Format::Dimacs => encode::text::dimacs_titled(task, &encoded, title)?,
        _ => encode::text::smtlib_titled(task, &encoded, title),
    })
}

fn print(arguments: &Encode, mut facts: Value, text: String) -> Result<u8, Failure> {
    let mut out = anstream::stdout().lock();
    match &arguments.out {
        Some(file) => {
            let name = || file.display().to_string();
            let cannot = |error| BadInput::new(name(), format!("cannot be written ({error})"));
            std::fs::write(file, text).map_err(cannot)?;
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
