//! `saut check` (also `saut validate`): replays a plan or checks a certificate, by the library of `saut-check`. What needs
//! a search or the grounder is checked in `searches`. No solver and no encoder, except for the formula of a proof, and for the
//! look whether a game that is not finished can still be won.

mod searches;

use std::path::{Path, PathBuf};
use std::time::Duration;

use saut::answer::SubjectNames;
use saut::formats::{Entry, plan_file, shown};
use saut::peg::{Puzzle, picture};
use saut::play::{Foresight, Game};
use saut::stop::Stop;
use saut::{BadInput, read_limited};
use saut_check::{Document, Fault, Subject, check};
use saut_pddl::{Compiled, GroundingLimits, NotCompiled, PlanningTask, Quality, Reason};
use saut_task::{Certificate, CheckError, Problem as _};
use saut_veripb::{NotExported, PseudoBoolean, export_certificate};
use serde_json::{Value, json};

use super::arguments::{Check, Global};
use super::reply::{Failure, Reply, unusable};
use super::{input, print, settings, status, whole};
use searches::Searches;

/// Runs `saut check`.
pub fn run(arguments: &Check, global: &Global) -> Result<Reply, Failure> {
    let words = [&arguments.subject, &arguments.second, &arguments.third].map(Option::as_ref);
    let (typed, place) = input::names_with_document(arguments.sas.as_ref(), words, "saut check");
    let names = SubjectNames {
        options: arguments.directions.options(),
        vacate: arguments.ends.vacate.as_deref(),
        finish: arguments.ends.finish.as_deref(),
        put_back: arguments.ends.put_back.as_deref(),
        ..typed
    };
    let export = exported(arguments, &names, place)?;
    let subject: Subject = if names.is_task() {
        global.refuse_other_than(&["sas", "export"])?;
        input::task(&names, &[], None, global.strict, &global.stop)?.into()
    } else if export.is_some() {
        let fact = "is for planning tasks, and this is a puzzle";
        return unusable("--export", fact, "leave it out");
    } else {
        input::entry_of(&names, &global.stop)?.into()
    };
    let name = match &subject {
        Subject::Puzzle(entry) => entry.name(),
        Subject::Task(task) => task.name(),
    };
    let text = match &subject {
        Subject::Puzzle(_) => input::plan_text(place, &global.stop)?,
        Subject::Task(_) => input::text(place, &global.stop)?,
    };
    let document = Document::read(&text, place, arguments.digits)?;
    let checked = settings::searching(&settings::within(global), |search, _| {
        check(&subject, &document, &search, &Searches::default())
    });
    if let Some(warning) = document.warning_of_name(noun(&subject), name)
        && !matches!(checked, Err(Fault::Unusable(_)))
    {
        tell!("saut: warning: {warning}");
    }
    let report = match checked {
        Ok(report) => report,
        Err(fault) => {
            let unfinished = match (&fault, &subject) {
                (Fault::Refused(_), Subject::Puzzle(Entry::Peg(puzzle))) => {
                    unfinished_game(puzzle, &text, arguments, global)
                }
                _ => None,
            };
            let fault = unfinished.map_or(fault, |bad| Fault::Refused(bad.within(place)));
            return not_held(fault, &subject, name, place, global.json);
        }
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
        write_export(task, certificate, &global.stop, formula, proof)?;
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

/// The longest that the look takes whether a game can still be won.
const LOOK: Duration = Duration::from_secs(10);

/// The message about a game that is legal as far as it goes: its jumps, the pegs that are left, and whether it can still be
/// won. `None` if the text is something else.
fn unfinished_game(
    puzzle: &Puzzle,
    text: &str,
    arguments: &Check,
    global: &Global,
) -> Option<BadInput> {
    if text.trim_start().starts_with(['{', '[']) || puzzle.board().put_back().is_some() {
        return None;
    }
    let plan = plan_file::read_plan(puzzle, text, arguments.digits).ok()?;
    let mut game = Game::new(puzzle.clone());
    for &jump in plan.actions() {
        game.play(jump).ok()?;
    }
    let mut settings = settings::within(global);
    settings.stop = settings.stop.with_timeout(LOOK);
    let outlook = Foresight::new(puzzle.clone()).look(game.positions(), &settings);
    let fate = match outlook.ok()?.winnable {
        Some(true) => "it can still be won",
        Some(false) => "it can no longer be won",
        None => "it is not known whether it can still be won",
    };
    let jumps = print::counted(game.played().len(), "legal jump");
    let pegs = print::counted(game.position().pegs(), "peg");
    let picture = picture::draw_position(puzzle.board(), game.position());
    let picture = shown::plain_position(puzzle.board(), &picture);
    let fact = format!("{jumps}, {pegs} left, {fate}\n{}", picture.trim_end());
    Some(BadInput::new("game not finished", fact))
}

const fn noun(subject: &Subject) -> &'static str {
    match subject {
        Subject::Puzzle(_) => "puzzle",
        Subject::Task(_) => "task",
    }
}

/// The files of the formula and of its proof, if they are to be written.
fn exported<'a>(
    arguments: &'a Check,
    names: &SubjectNames<'_>,
    place: &str,
) -> Result<Option<(&'a Path, PathBuf)>, BadInput> {
    let Some(formula) = arguments.export.as_deref() else {
        return Ok(None);
    };
    let proof = formula.with_extension("pbp");
    if proof == formula {
        let fact = "FILE is for the formula; the proof goes into a file ending in .pbp beside it";
        return Err(BadInput::new("--export", fact).remedy("name a file ending in .opb"));
    }
    let inputs = [names.first, names.problem.unwrap_or_default(), place];
    whole::check(&[("--export", Some(proof.as_path()))], &inputs)?;
    Ok(Some((formula, proof)))
}

/// Writes what a certificate shows as a pseudo-Boolean formula, and its proof, for `VeriPB` and other checkers that are
/// not ours.
fn write_export(
    task: &PlanningTask,
    certificate: &Certificate<Reason>,
    stop: &Stop,
    formula: &Path,
    proof: &Path,
) -> Result<(), Failure> {
    let exported = pseudo_boolean(task, certificate, stop).map_err(|why| {
        let bad = BadInput::new("--export", why.to_string());
        match why {
            NotExported::Check(CheckError::Stopped(why)) => read_limited::limited("--export", why),
            NotExported::Check(CheckError::Rejected(_)) => bad,
            NotExported::Kind(_) => bad.remedy(
                "closed states, weights that no action raises, pairs, invariants and all states can be written",
            ),
            NotExported::TooLarge { .. } => bad.remedy(
                "a bound with fewer states is found by saut plan with a smaller --timeout or --memory",
            ),
        }
    })?;
    whole::write(formula, exported.formula)?;
    whole::write(proof, exported.proof)?;
    let (formula, proof) = (formula.display(), proof.display());
    tell!("saut: the formula and its proof are written; check them by: veripb {formula} {proof}");
    Ok(())
}

/// What the certificate shows of the ground task.
fn pseudo_boolean(
    task: &PlanningTask,
    certificate: &Certificate<Reason>,
    stop: &Stop,
) -> Result<PseudoBoolean, NotExported> {
    let limits = GroundingLimits::until(stop);
    let compiled = |quality| {
        let domain = task
            .compile(quality, &limits)
            .and_then(Compiled::classical)?;
        Ok(export_certificate(domain.task(), certificate, stop))
    };
    if task.may_be_shown_without_prices(certificate)
        && let Ok(Ok(exported)) = compiled(Quality::AnyPlan)
    {
        return Ok(exported);
    }
    match compiled(Quality::Cheapest) {
        Ok(exported) => exported,
        Err(NotCompiled::Stopped(why)) => Err(CheckError::Stopped(why.reason(stop)).into()),
        Err(why) => Err(CheckError::rejected(why).into()),
    }
}

/// The reply or the failure of a document about the subject of this name that was not found to hold.
fn not_held(
    fault: Fault,
    subject: &Subject,
    name: &str,
    place: &str,
    json: bool,
) -> Result<Reply, Failure> {
    match (fault, subject) {
        (Fault::Unfinished(kind, why), Subject::Puzzle(_)) => {
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
        (Fault::Unfinished(_, why), Subject::Task(_)) => {
            let fact = format!("the check was not finished ({})", why.name());
            let mut bad = BadInput::new(place, fact).remedy("give it more time or memory");
            bad.limit = Some(why);
            Err(bad.into())
        }
        (Fault::Refused(why), Subject::Task(_)) if json => {
            let document = json!({"task": name, "valid": false, "reason": why.to_string()});
            Ok(Reply::new(status::FAILED, document, ""))
        }
        (Fault::Refused(why), Subject::Task(_)) => Err(Failure::Refused(why.within(place))),
        (fault, _) => Err(fault.into()),
    }
}
