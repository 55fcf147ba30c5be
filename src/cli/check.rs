//! `saut check` (also `saut validate`): replays a plan or checks a certificate, by the library of `saut-check`. What needs
//! a search or the grounder is checked here. No solver and no encoder, except for the formula of a proof.

mod all_solutions;
mod export;
mod lengths;
mod many_plans;

use std::cell::OnceCell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use saut::BadInput;
use saut::answer::SubjectNames;
use saut::count::NotCounted;
use saut::explore::SolutionGraph;
use saut::formats::certificate::LengthEntry;
use saut::peg::{Jump, Puzzle};
use saut_check::{
    ClaimStatus, Context, Document, ExtraChecks, Fault, Report, Subject, TaskClaims, check, compare,
};
use saut_pddl::{NamedPlan, PlanningTask};
use serde_json::{Value, json};

use super::arguments::{Check, Global};
use super::reply::{Failure, Reply, unusable};
use super::{input, settings, status, whole};

/// Runs `saut check`.
pub fn run(arguments: &Check, global: &Global) -> Result<Reply, Failure> {
    let export = exported(arguments)?;
    let (subject, place) = subject(arguments, global)?;
    let name = match &subject {
        Subject::Puzzle(entry) => entry.name(),
        Subject::Task(task) => task.name(),
    };
    let text = input::text(place, &global.stop)?;
    let document = Document::read(&text, place, arguments.digits)?;
    let (search, line) = settings::searching(global);
    let checked = check(&subject, &document, &search, &Searches::default());
    line.clear();
    if let Some(warning) = document.warning_of_name(noun(&subject), name)
        && !matches!(checked, Err(Fault::Unusable(_)))
    {
        tell!("saut: warning: {warning}");
    }
    let report = match (checked, &subject) {
        (Ok(report), _) => report,
        (Err(fault), Subject::Puzzle(_)) => return puzzle_fault(fault, name),
        (Err(fault), Subject::Task(_)) => return task_fault(fault, name, place, global.json),
    };
    for note in &report.notes {
        tell!("saut: note: {note}");
    }
    if let (Some((formula, proof)), Subject::Task(task)) = (&export, &subject) {
        let Some(accepted) = &report.accepted else {
            let fact = "the document has no certificate of a bound";
            let remedy =
                "plan with --minimise cost --json, or give a document that says infeasible";
            return unusable("--export", fact, remedy);
        };
        let certificate = accepted.checked().certificate();
        export::export(task, certificate, &search.stop, formula, proof)?;
    }
    let text = report.text();
    let status = if report.is_infeasible {
        status::INFEASIBLE
    } else {
        status::SOLVED
    };
    let mut document = report.fields;
    document.insert(noun(&subject).to_owned(), name.into());
    Ok(Reply::new(status, Value::Object(document), text))
}

const fn noun(subject: &Subject) -> &'static str {
    match subject {
        Subject::Puzzle(_) => "puzzle",
        Subject::Task(_) => "task",
    }
}

/// The subject that the arguments name, and the place of the document.
fn subject<'a>(arguments: &'a Check, global: &Global) -> Result<(Subject, &'a str), BadInput> {
    let words = [
        Some(&arguments.subject),
        arguments.second.as_ref(),
        arguments.third.as_ref(),
    ];
    let (names, place) = input::names_with_document(arguments.sas.as_ref(), words, "saut check");
    let names = SubjectNames {
        options: arguments.directions.options(),
        vacate: arguments.ends.vacate.as_deref(),
        finish: arguments.ends.finish.as_deref(),
        ..names
    };
    if names.is_task() {
        global.refuse_other_than(&["sas", "export"])?;
        let task = input::task(&names, &[], global.strict, &global.stop)?;
        return Ok((task.into(), place));
    }
    if arguments.export.is_some() {
        let fact = "is for planning tasks, and this is a puzzle";
        return unusable("--export", fact, "leave it out");
    }
    Ok((input::entry_of(&names, &global.stop)?.into(), place))
}

/// The files of the formula and of its proof, if they are to be written.
fn exported(arguments: &Check) -> Result<Option<(&Path, PathBuf)>, BadInput> {
    let Some(formula) = arguments.export.as_deref() else {
        return Ok(None);
    };
    let proof = formula.with_extension("pbp");
    if proof == formula {
        let fact = "FILE is for the formula; the proof goes into a file ending in .pbp beside it";
        return Err(BadInput::new("--export", fact).remedy("name a file ending in .opb"));
    }
    let words = [
        Some(&arguments.subject),
        arguments.second.as_ref(),
        arguments.third.as_ref(),
    ];
    let inputs: Vec<&String> = words.into_iter().flatten().chain(&arguments.sas).collect();
    whole::check(&[("--export", Some(proof.as_path()))], &inputs)?;
    Ok(Some((formula, proof)))
}

/// The reply or the failure of a document about a puzzle that was not found to hold.
fn puzzle_fault(fault: Fault, name: &str) -> Result<Reply, Failure> {
    match fault {
        Fault::Unfinished(kind, why) => {
            let reason = why.name();
            let document = json!({
                "puzzle": name, "verdict": "undecided", "kind": kind, "reason": reason,
                "checked": false,
            });
            let text = format!(
                "undecided: the check ({kind}) was not finished ({reason}); it may hold or not\n"
            );
            Ok(Reply::new(status::UNDECIDED, document, text))
        }
        fault => Err(fault.into()),
    }
}

/// The same for a planning task.
fn task_fault(fault: Fault, name: &str, place: &str, json: bool) -> Result<Reply, Failure> {
    match fault {
        Fault::Refused(why) if json => {
            let document = json!({"task": name, "valid": false, "reason": why.to_string()});
            Ok(Reply::new(status::FAILED, document, ""))
        }
        Fault::Refused(why) => Err(Failure::Refused(why.within(place))),
        Fault::Unfinished(_, why) => {
            let fact = format!("the check was not finished ({})", why.name());
            let mut bad = BadInput::new(place, fact).remedy("give it more time or memory");
            bad.limit = Some(why);
            Err(bad.into())
        }
        Fault::Unusable(bad) => Err(bad.into()),
    }
}

/// The checks that need a search or the grounder.
#[derive(Default)]
struct Searches {
    /// All solutions of the board, or the reason why they were not found.
    winning: OnceCell<Result<SolutionGraph, NotCounted>>,
}

impl ExtraChecks for Searches {
    fn of_all_solutions(
        &self,
        context: &Context<Puzzle>,
        (claim, claimed): (&str, &Value),
        moves: usize,
    ) -> Result<ClaimStatus, Fault> {
        let search = || SolutionGraph::new(context.subject, context.search);
        let winning = self.winning.get_or_init(search).as_ref();
        let checked = winning.map_err(|why| *why).and_then(|winning| {
            if claim == "optimal" {
                all_solutions::fewest_moves(winning, moves, context.document.get("lower_bound"))
            } else {
                all_solutions::real(winning, claim).map(|real| compare(claim, claimed, real))
            }
        });
        checked.unwrap_or_else(|why| all_solutions::not_counted(claim, why))
    }

    fn numbers_of_plans(
        &self,
        context: &Context<Puzzle>,
        plans: usize,
        different: &HashSet<Vec<Jump>>,
        report: &mut Report,
    ) -> Result<(), Fault> {
        many_plans::check(context, plans, different, report)
    }

    fn lengths(
        &self,
        context: &Context<PlanningTask>,
        claims: &TaskClaims,
        plan: &NamedPlan,
        report: &mut Report,
    ) -> Result<(), Fault> {
        lengths::check(context, claims, plan, report)
    }

    fn refuted_horizons(
        &self,
        context: &Context<PlanningTask>,
        refuted: Vec<LengthEntry>,
    ) -> Result<Report, Fault> {
        lengths::refuted_horizons(context, refuted)
    }
}
