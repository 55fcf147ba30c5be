//! `saut encode` writes a formula or a planning problem. `saut decode` reads the output of an external solver: a model,
//! from which it extracts and replays a plan, or a proof, which it checks.

use std::path::Path;

use saut::BadInput;
use saut::formats::{Entry, pddl};
use saut::formula::Reads;
use saut::model::is_smtlib;
use saut::plan::Plan;
use saut::proof::from_frat;
use saut::read_limited::{MOST_RECORD_BYTES, limited};
use saut::stop::StopReason;
use saut::task::ActionId;
use saut::words::counted;
use saut_check::Fault;
use saut_task::CheckError;
use serde_json::{Value, json};

use super::arguments::{Decode, Encode, Format, Global, Names, PddlName};
use super::formula::{Formula, Source, completed, foreign, not_bundled};
use super::reply::{CommandOutput, Failure, unusable};
use super::{input, settings, status, whole};

pub fn encode(arguments: &Encode, global: &Global) -> Result<CommandOutput, Failure> {
    let (asked, stop) = (&arguments.formula, &global.stop);
    let language = arguments.language(global);
    if asked.is_task() {
        about_task(language, asked.names)?;
    }
    let source = Source::read(asked, stop)?;
    let (facts, text, line) = match (language, &source) {
        (Format::Pddl, Source::Puzzle(entry, _)) => {
            let text = problem(entry, arguments)?;
            (json!({"puzzle": entry.name()}), text, None)
        }
        (Format::Dimacs | Format::Icnf | Format::Wcnf | Format::Opb, Source::Task(task, _))
            if task.is_numeric() =>
        {
            let fact = "a numeric task has no formula in this format";
            return unusable("--format", fact, "give --format smtlib");
        }
        _ if arguments.pddl.is_some() => {
            let fact = "selects the form of a PDDL problem, but the output is a formula";
            return unusable("--pddl", fact, "add --format pddl, or leave it out");
        }
        _ => {
            let reads = match language {
                Format::Smtlib => Reads::SmtLib,
                Format::Dimacs | Format::Icnf | Format::Wcnf | Format::Opb | Format::Pddl => {
                    Reads::Clauses
                }
            };
            source.formula(&asked.encoding, asked.minimise, reads, stop, |formula| {
                let text = formula.file(language, asked.minimise)?;
                if let Some(file) = &arguments.map {
                    whole::write(file, format!("{}\n", formula.map()))?;
                }
                Ok((formula.facts(), text, Some(formula.in_words())))
            })?
        }
    };
    let file = global.out.as_deref();
    let reply = CommandOutput::content(facts, Some("text"), text, file)?;
    Ok(match file.zip(line).filter(|_| !global.json) {
        Some((file, line)) => reply.aside(format!("{}: {line}", file.display())),
        None => reply,
    })
}

/// Rejects options that do not apply to planning tasks.
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

/// Returns a puzzle in PDDL. Rejects flags for formulas.
fn problem(entry: &Entry, arguments: &Encode) -> Result<String, BadInput> {
    let no = |flag, fact| unusable(flag, fact, "leave it out");
    if arguments.map.is_some() {
        return no("--map", "a PDDL problem has no variables");
    }
    if arguments.formula.names.is_some() {
        return no("--names", "the names of a PDDL problem are fixed");
    }
    if let Some(flag) = arguments.formula.encoding.given() {
        return no(
            flag,
            "is only for formulas, but the output is a PDDL problem",
        );
    }
    let puzzle = entry.clone().peg()?;
    Ok(match arguments.pddl.unwrap_or(PddlName::Jumps) {
        PddlName::Jumps => pddl::write_problem(&puzzle, pddl::PddlForm::Jumps),
        PddlName::Sweeps => pddl::write_problem(&puzzle, pddl::PddlForm::Sweeps),
        PddlName::JumpsDomain => pddl::write_domain(pddl::PddlForm::Jumps),
        PddlName::SweepsDomain => pddl::write_domain(pddl::PddlForm::Sweeps),
    })
}

/// Runs `saut decode`. The formula is generated again, from the flags or from the first lines of the given formula. A
/// plan is then extracted from the model and replayed, or a proof is checked that the formula has no model.
pub fn decode(arguments: &Decode, global: &Global) -> Result<CommandOutput, Failure> {
    let stop = &global.stop;
    let (asked, formula_text) = &completed(&arguments.formula, stop)?;
    let source = Source::read(asked, stop)?;
    let proof = arguments.proof.as_deref();
    let said = arguments
        .model
        .as_deref()
        .map(|place| Ok((input::text(place, stop)?, place)));
    let said = said
        .transpose()
        .map_err(|bad: BadInput| Failure::from(bad))?;
    let is_script = said.as_ref().is_some_and(|(text, _)| is_smtlib(text));
    let reads = if is_script && proof.is_none() && formula_text.is_none() {
        Reads::SmtLib
    } else {
        Reads::Clauses
    };
    source.formula(&asked.encoding, asked.minimise, reads, stop, |formula| {
        if let Some(text) = formula_text
            && !formula.is_in(text, asked.minimise)?
        {
            return Err(not_bundled(input::name(&arguments.formula.subject.puzzle), text).into());
        }
        let claimed = match &said {
            Some((text, place)) => match formula.plan_of(text, place)? {
                Ok(plan) => return solved(formula, plan, place),
                Err(word) => Some(word),
            },
            None => None,
        };
        match (claimed, proof) {
            (None | Some("unsatisfiable"), Some(file)) => refuted(formula, file, global),
            (claimed, _) => Ok(unproved(formula, claimed.unwrap_or("unknown"))),
        }
    })
}

/// Replays the plan of a model, and returns the reply. `place` is the name of the file with the model.
fn solved(
    formula: &Formula<'_>,
    plan: Plan<ActionId>,
    place: &str,
) -> Result<CommandOutput, Failure> {
    let replayed = (formula.replay)(plan).map_err(|refused| foreign(place, refused))?;
    let (measure, size) = replayed.size;
    let mut document = formula.answer("solved");
    document["horizon"] = formula.horizon.into();
    document["variables"] = formula.variables.into();
    document["clauses"] = formula.clauses.into();
    document["plan"] = replayed.plan;
    document[measure] = size.into();
    document["checked"] = true.into();
    Ok(CommandOutput::new(status::SOLVED, document, replayed.text))
}

/// Returns the reply for a solver that found no model. Its answer is not checked.
fn unproved(formula: &Formula<'_>, word: &str) -> CommandOutput {
    if word != "unsatisfiable" {
        let mut document = formula.answer("undecided");
        document["reason"] = StopReason::SolverGaveUp.name().into();
        let text = format!("undecided: the answer of the solver is {word}\n");
        return CommandOutput::new(status::UNDECIDED, document, text);
    }
    let text = "undecided: the answer of the solver is unsatisfiable, without a proof; give its proof with --proof\n";
    CommandOutput::new(status::UNDECIDED, horizon_refuted(formula, false), text)
}

/// Returns the document for a formula without a model.
fn horizon_refuted(formula: &Formula<'_>, is_proved: bool) -> Value {
    let horizon = formula.horizon;
    let mut document = formula.answer("undecided");
    document["reason"] = StopReason::HorizonRefuted { horizon, is_proved }
        .name()
        .into();
    document["horizon"] = horizon.into();
    document["proof_checked"] = is_proved.into();
    document
}

/// Checks a solver's proof, and returns the reply that follows from it.
fn refuted(formula: &Formula<'_>, file: &str, global: &Global) -> Result<CommandOutput, Failure> {
    let stop = &settings::within(global).stop;
    let bytes = from_frat(input::bytes_of_at_most(file, MOST_RECORD_BYTES, stop)?);
    let certificate = match formula.refuted(bytes, Path::new(file), stop) {
        Ok(certificate) => certificate,
        Err(CheckError::Stopped(why)) => return Err(limited(file, why).into()),
        Err(CheckError::Rejected(fact)) => {
            return Err(Fault::Refused(BadInput::new(file, fact)).into());
        }
    };
    let (horizon, method) = (formula.horizon, formula.method);
    if let Some(certificate) = certificate {
        let mut document = formula.answer("infeasible");
        document["certificate"] = certificate;
        document["checked"] = true.into();
        let text = format!(
            "infeasible: the formula of {method} with {} has no model; the proof was checked\n",
            counted(horizon, "step")
        );
        return Ok(CommandOutput::new(status::INFEASIBLE, document, text));
    }
    let text = format!(
        "undecided: {method} has no plan in {}; the proof was checked\n",
        counted(horizon, "step")
    );
    Ok(CommandOutput::new(
        status::UNDECIDED,
        horizon_refuted(formula, true),
        text,
    ))
}
