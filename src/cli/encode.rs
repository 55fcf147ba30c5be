//! `saut encode`: writes a formula or a planning problem.

use std::io::Write;

use saut::formats::{Entry, pddl};
use saut::{BadInput, compile, encode};

use super::arguments::{Encode, Format, PddlName};
use super::failure::Failure;
use super::{input, settings, status};

/// Runs `saut encode`.
pub fn run(arguments: &Encode) -> Result<u8, Failure> {
    let entry = input::entry(&arguments.puzzle)?;
    let task = match &entry {
        Entry::Peg(puzzle) => compile::peg_task(puzzle),
        Entry::Baseball(puzzle) => compile::baseball_task(puzzle),
    };
    let mut facts = serde_json::json!({"puzzle": entry.name()});
    let text = if let Format::Pddl = arguments.format {
        let puzzle = entry.clone().peg()?;
        match arguments.pddl {
            PddlName::Jumps => pddl::write_problem(&puzzle, pddl::Form::Jumps),
            PddlName::Sweeps => pddl::write_problem(&puzzle, pddl::Form::Sweeps),
            PddlName::JumpsDomain => pddl::write_domain(pddl::Form::Jumps),
            PddlName::SweepsDomain => pddl::write_domain(pddl::Form::Sweeps),
        }
    } else {
        let encoding = settings::encoding(&arguments.encoding);
        let horizon = settings::single_horizon(&arguments.encoding, encoding, &task)?;
        let encoded = encoding.encode(&task, horizon);
        facts["encoding"] = format!("{encoding:#}").into();
        facts["horizon"] = horizon.into();
        facts["variables"] = encoded.formula.variables().into();
        facts["clauses"] = encoded.formula.clauses().into();
        match arguments.format {
            Format::Dimacs => encode::text::dimacs(&task, &encoded, entry.name())?,
            _ => encode::text::smtlib(&task, &encoded, entry.name()),
        }
    };
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
