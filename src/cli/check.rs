//! `saut check` (also `saut validate`): replays plans and checks certificates with the library of `saut-check`.
//!
//! No solver is used. An encoder only generates the formula that a proof refutes. `searches` has the checks that need a
//! search or the grounder, and `val` has the command line and the messages of VAL.

mod searches;
mod states;
mod unfinished;
pub mod val;

use std::path::{Path, PathBuf};

use saut::answer::SubjectNames;
use saut::formats::Entry;
use saut::peg::notation::Digits;
use saut::stop::Stop;
use saut::{BadInput, read_limited};
use saut_check::{Document, Fault, Report, Subject, check};
use saut_pddl::{Compiled, GroundingError, GroundingLimits, PlanningTask, Quality, Reason};
use saut_task::{Certificate, CheckError, Problem as _};
use saut_veripb::{NotExported, PseudoBoolean, export_certificate};
use serde_json::{Map, Value, json};

use super::arguments::{Check, Global};
use super::reply::{CommandOutput, Failure, unusable};
use super::{clauses, input, settings, status, whole};
use searches::Searches;
use states::states;

pub fn run(arguments: &Check, global: &Global) -> Result<CommandOutput, Failure> {
    let words = [&arguments.subject, &arguments.second, &arguments.third].map(Option::as_ref);
    if let (None, None, [Some(formula), Some(document), None]) =
        (&arguments.sas, &arguments.export, words)
        && input::is_formula(formula)
    {
        return clauses::check(formula, document, global);
    }
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
        global.refuse_other_than(&["sas", "export", "verbose"])?;
        input::task(&names, &[], None, global.strict, &global.stop)?.into()
    } else if export.is_some() {
        let fact = "is only for planning tasks, but this is a puzzle";
        return unusable("--export", fact, "leave it out");
    } else if arguments.verbose || !arguments.more.is_empty() {
        let fact = "several results and --verbose are only for planning tasks";
        return unusable(
            "saut check",
            fact,
            "for a puzzle, give one RESULT and leave out --verbose",
        );
    } else {
        input::entry_of(&names, &global.stop)?.into()
    };
    let subject = CheckContext {
        name: match &subject {
            Subject::Puzzle(entry) => entry.name().to_owned(),
            Subject::Task(task) => task.name().to_owned(),
        },
        subject,
        export,
        is_verbose: arguments.verbose,
        digits: arguments.digits,
    };
    if arguments.more.is_empty() {
        subject.check_one(place, global)
    } else {
        let more = arguments.more.iter().map(String::as_str);
        subject.check_several([place].into_iter().chain(more), global)
    }
}

/// The subject of a check (a puzzle or a planning task), and the options.
struct CheckContext<'a> {
    subject: Subject,
    name: String,
    /// The files for the pseudo-Boolean formula of a certificate and for its proof.
    export: Option<(&'a Path, PathBuf)>,
    is_verbose: bool,
    digits: Option<Digits>,
}

impl CheckContext<'_> {
    fn check_one(&self, place: &str, global: &Global) -> Result<CommandOutput, Failure> {
        let text = match &self.subject {
            Subject::Puzzle(_) => input::plan_text(place, &global.stop)?,
            Subject::Task(_) => input::text(place, &global.stop)?,
        };
        let document = Document::read(&text, place, self.digits)?;
        let traced = self.states(&document, &global.stop)?;
        let report = match self.report(&document, global) {
            Ok(report) => report,
            Err(fault) => {
                let unfinished = match (&fault, &self.subject) {
                    (Fault::Refused(_), Subject::Puzzle(Entry::Peg(puzzle))) => {
                        unfinished::message(puzzle, &text, self.digits, global)
                    }
                    _ => None,
                };
                let fault = unfinished.map_or(fault, |bad| Fault::Refused(bad.within(place)));
                return self.not_held(fault, place, traced.as_ref(), global.json);
            }
        };
        if let (Some((formula, proof)), Subject::Task(task)) = (&self.export, &self.subject) {
            let Some(accepted) = &report.accepted else {
                let fact = "the document has no certificate of a bound or of infeasibility";
                let remedy = "give the JSON of saut plan --minimise cost, or of an infeasible task";
                return unusable("--export", fact, remedy);
            };
            let certificate = accepted.checked().certificate();
            write_export(task, certificate, &global.stop, formula, proof)?;
        }
        let text = format!("{}{}", text_of(traced.as_ref()), report.text());
        let status = if report.is_infeasible {
            status::INFEASIBLE
        } else {
            status::SOLVED
        };
        let mut document = report.fields;
        document.insert(noun(&self.subject).to_owned(), self.name.as_str().into());
        document.extend(traced.map(field));
        Ok(CommandOutput::new(status, Value::Object(document), text))
    }

    /// Checks several documents about a planning task. The exit status is the worst status of a document.
    fn check_several<'p>(
        &self,
        places: impl Iterator<Item = &'p str>,
        global: &Global,
    ) -> Result<CommandOutput, Failure> {
        if self.export.is_some() {
            return unusable(
                "--export",
                "needs one document, but several are given",
                "give one",
            );
        }
        let (mut worst, mut plans, mut text) = (status::SOLVED, Vec::new(), String::new());
        for place in places {
            let (status, mut fields, words) = self.outcome_of_many(place, global)?;
            let severity = |status| match status {
                status::SOLVED => 0,
                status::UNDECIDED => 1,
                status::REJECTED => 2,
                _ => 3,
            };
            if severity(status) > severity(worst) {
                worst = status;
            }
            text.push_str(&words);
            fields.insert("file".to_owned(), place.into());
            plans.push(Value::Object(fields));
        }
        let valid = worst == status::SOLVED;
        let document = json!({"task": self.name, "valid": valid, "plans": plans});
        Ok(CommandOutput::new(worst, document, text))
    }

    /// Checks one of several documents. Returns the exit status, the fields and the text.
    fn outcome_of_many(
        &self,
        place: &str,
        global: &Global,
    ) -> Result<(u8, Map<String, Value>, String), Failure> {
        let mut traced = None;
        let mut checked = || {
            let text = input::text(place, &global.stop)?;
            let document = Document::read(&text, place, None)?;
            traced = self.states(&document, &global.stop)?;
            self.report(&document, global)
        };
        let checked = checked();
        let (status, mut fields, words) = match checked {
            Ok(report) => (status::SOLVED, report.fields.clone(), report.text()),
            Err(Fault::Internal(fact)) => return Err(Failure::internal(fact)),
            Err(fault) => {
                let (status, word) = match &fault {
                    Fault::Unusable(_) => (status::BAD_INPUT, "unusable"),
                    Fault::Unfinished(..) => (status::UNDECIDED, "undecided"),
                    _ => (status::REJECTED, "invalid"),
                };
                (status, fields_of(&fault), format!("{word}: {fault}\n"))
            }
        };
        let text = format!("{}{place}: {words}", text_of(traced.as_ref()));
        fields.extend(traced.map(field));
        Ok((status, fields, text))
    }

    /// Checks a document, prints warnings and notes, and returns the report.
    fn report(&self, document: &Document, global: &Global) -> Result<Report, Fault> {
        let checked = settings::searching(&settings::within(global), |search, _| {
            check(&self.subject, document, &search, &Searches::default())
        });
        if let Some(warning) = document.warning_of_name(noun(&self.subject), &self.name)
            && !matches!(checked, Err(Fault::Unusable(_)))
        {
            tell!("saut: warning: {warning}");
        }
        let report = checked?;
        for note in &report.notes {
            tell!("saut: note: {note}");
        }
        Ok(report)
    }

    /// Returns the states of the plan in a document, if requested.
    fn states(
        &self,
        document: &Document,
        stop: &Stop,
    ) -> Result<Option<(String, Value)>, BadInput> {
        match &self.subject {
            Subject::Task(task) if self.is_verbose => states(task, document, stop).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns the reply or the failure for a document that was not accepted.
    fn not_held(
        &self,
        fault: Fault,
        place: &str,
        states: Option<&(String, Value)>,
        json: bool,
    ) -> Result<CommandOutput, Failure> {
        match (fault, &self.subject) {
            (Fault::Unfinished(kind, why), Subject::Puzzle(_)) => {
                let reason = why.name();
                let document = json!({
                    "puzzle": self.name, "verdict": "undecided", "kind": kind, "reason": reason,
                    "checked": false,
                });
                let text = format!(
                    "undecided: the check ({kind}) was not finished ({reason}), so the result may be valid or \
                     invalid\n"
                );
                Ok(CommandOutput::new(status::UNDECIDED, document, text))
            }
            (Fault::Unfinished(_, why), Subject::Task(_)) => {
                let fact = format!("the check was not finished ({})", why.name());
                let mut bad =
                    BadInput::new(place, fact).remedy("give the check more time or memory");
                bad.limit = Some(why);
                Err(bad.into())
            }
            (fault @ (Fault::Refused(_) | Fault::Invalid(_)), Subject::Task(_)) => {
                if !json && states.is_none() {
                    return Err(Failure::from(fault.within(place)));
                }
                let mut document = fields_of(&fault);
                document.insert("task".to_owned(), self.name.as_str().into());
                document.extend(states.cloned().map(field));
                let reply = CommandOutput::new(status::REJECTED, document, text_of(states));
                Ok(if json {
                    reply
                } else {
                    reply.aside(format!("saut: {}", fault.within(place)))
                })
            }
            (fault, _) => Err(fault.into()),
        }
    }
}

/// Returns the fields for a rejected document about a task.
fn fields_of(fault: &Fault) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("valid".to_owned(), false.into());
    fields.insert("reason".to_owned(), fault.to_string().into());
    let Fault::Invalid(why) = fault else {
        return fields;
    };
    let unmet = why.unmet();
    for (name, value) in [
        ("step", why.number().map(Value::from)),
        ("action", why.step_text().map(Value::from)),
        ("unmet", unmet.map(|unmet| unmet.conditions.clone().into())),
        ("state", unmet.map(|unmet| unmet.state.clone().into())),
    ] {
        fields.extend(value.map(|value| (name.to_owned(), value)));
    }
    fields
}

fn text_of(states: Option<&(String, Value)>) -> &str {
    states.map_or("", |(text, _)| text)
}

fn field((_, states): (String, Value)) -> (String, Value) {
    ("states".to_owned(), states)
}

const fn noun(subject: &Subject) -> &'static str {
    match subject {
        Subject::Puzzle(_) => "puzzle",
        Subject::Task(_) => "task",
    }
}

/// Returns the files of `--export`: for the formula and for its proof.
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
        let fact = "the extension .pbp is for the proof, which is written next to the formula";
        return Err(BadInput::new("--export", fact).remedy("name a file with the extension .opb"));
    }
    let inputs = [names.first, names.problem.unwrap_or_default(), place];
    whole::check(&[("--export", Some(proof.as_path()))], &inputs)?;
    Ok(Some((formula, proof)))
}

/// Writes the claim of a certificate as a pseudo-Boolean formula, and its proof, for `VeriPB` and other external
/// checkers.
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
                "certificates with closed states, weights whose total no action raises, mutexes, invariants or \
                 all reachable states can be exported",
            ),
            NotExported::TooLarge { .. } => bad.remedy(
                "saut plan with a smaller --timeout or --memory finds a bound with fewer states",
            ),
        }
    })?;
    whole::write(formula, exported.formula)?;
    whole::write(proof, exported.proof)?;
    let (formula, proof) = (formula.display(), proof.display());
    tell!("saut: the formula and its proof are written; to check them: veripb {formula} {proof}");
    Ok(())
}

/// Returns the claim of the certificate about the ground task as a pseudo-Boolean formula.
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
        Err(GroundingError::Stopped(why)) => Err(CheckError::Stopped(why.reason(stop)).into()),
        Err(why) => Err(CheckError::rejected(why).into()),
    }
}
