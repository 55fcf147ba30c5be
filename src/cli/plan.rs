//! `saut plan`: any planning task, in PDDL or SAS+, and the same three answers.

mod answer;
mod better;
mod document;
mod numeric;
mod text;

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use saut::BadInput;
use saut::answer::Kept;
use saut::settings::Settings;
use saut::stop::{Stop, StopReason};
use saut_pddl::{GroundingLimits, NotCompiled, PlanningTask, ValidatedPlan};
use saut_plan::certificate::Seen;
use saut_plan::planning::PlanMethod;
use saut_plan::planning::cheapest;
use saut_plan::proof::RefutedHorizon;
use saut_plan::{Cost, Decision, Method, Minimise, NotAccepted, Verdict, plan_task};
use serde_json::Value;

use super::arguments::{PlanMethodName, PlanMinimiseName, PlanTask};
use super::failure::Failure;
use super::planning::TaskFiles;
use super::progress::Line;
use super::proofs;
use super::solve::stop_at_ctrl_c;
use super::{settings, status, whole};
use answer::Decided;
pub use answer::{Answer, GivenPlan};
pub use better::BetterPlans;
use better::plan_file;
use document::document;
pub use document::number;
use text::print_text;
pub use text::why_not;

/// Where an answer goes.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The plan file of the competitions.
    pub plan_file: Option<&'a Path>,
    /// What shows the bound.
    pub proof: Option<&'a Path>,
    /// Whether a document is printed.
    pub json: bool,
}

impl<'a> Wanted<'a> {
    fn of(arguments: &'a PlanTask) -> Self {
        Self {
            plan_file: arguments.plan_file.as_deref(),
            proof: arguments.proof.as_deref(),
            json: arguments.output.json,
        }
    }

    /// That the files can be written, and are none of those that are read.
    pub fn check(self, inputs: &[&String]) -> Result<(), Failure> {
        let files = [("-o", self.plan_file), ("--proof", self.proof)];
        whole::are_apart(&files, inputs)?;
        for (_, file) in files {
            if let Some(file) = file {
                whole::is_possible(file)?;
            }
        }
        Ok(())
    }
}

/// Runs `saut plan`.
pub fn run(arguments: &PlanTask) -> Result<u8, Failure> {
    let files = files(arguments)?;
    Wanted::of(arguments).check(&files.all())?;
    let began = Instant::now();
    let settings = asked(arguments)?;
    refuse_contradictions(arguments, &settings)?;
    stop_at_ctrl_c(&settings.stop);
    let line = Line::new();
    let settings = Settings {
        progress: Some(line.clone()),
        ..settings
    };
    let answer = answer(arguments, &files, &settings);
    line.clear();
    let mut answer = answer?;
    answer.decision.elapsed = began.elapsed();
    print_answer(Wanted::of(arguments), &answer, &settings.stop)
}

fn files(arguments: &PlanTask) -> Result<TaskFiles, BadInput> {
    match (&arguments.sas, &arguments.domain) {
        (Some(file), _) => Ok(TaskFiles::Sas(file.clone())),
        (None, Some(first)) => {
            TaskFiles::pddl(first, arguments.problem.as_deref(), "saut plan", "")
        }
        (None, None) => Err(BadInput::new("saut plan", "a problem is missing")
            .remedy("give a domain and a problem, or --sas FILE")),
    }
}

fn asked(arguments: &PlanTask) -> Result<Settings, BadInput> {
    let choices = &arguments.encoding;
    Ok(Settings {
        backends: settings::backends(&arguments.backends, choices)?,
        encoding: settings::encoding_choice(choices),
        horizon: choices.horizon.into(),
        threads: arguments.limits.threads,
        seed: arguments.limits.seed,
        stop: settings::stop(&arguments.limits),
        minimise: arguments.minimise.map(|what| match what {
            PlanMinimiseName::Steps => Minimise::Steps,
            PlanMinimiseName::Actions => Minimise::Actions,
            PlanMinimiseName::Cost => Minimise::Cost,
        }),
        ..Settings::default()
    })
}

/// Two flags of which one would be passed over.
fn refuse_contradictions(arguments: &PlanTask, settings: &Settings) -> Result<(), BadInput> {
    let (choices, method) = (&arguments.encoding, arguments.method);
    let is_alone = !matches!(method, PlanMethodName::Auto | PlanMethodName::Formulas);
    let (flag, fact) = match (arguments.minimise, settings.named_choice()) {
        (Some(PlanMinimiseName::Cost), _) if method != PlanMethodName::Auto => (
            "--method",
            "--minimise cost has methods of its own".to_owned(),
        ),
        (_, Some(what)) if is_alone => (
            "--method",
            format!("this method solves no formula and has no use for {what}"),
        ),
        (Some(_), _) if choices.horizon.0.is_some() => (
            "--horizon",
            "--minimise finds the number of steps itself".to_owned(),
        ),
        (Some(PlanMinimiseName::Steps), _) if choices.encoding.is_some() => (
            "--encoding",
            "--minimise steps has an encoding of its own".to_owned(),
        ),
        (Some(PlanMinimiseName::Actions), _)
            if choices.encoding.is_some_and(|it| !it.is_sequential()) =>
        {
            let fact = "--minimise actions has one action a step, and this encoding has more";
            ("--encoding", fact.to_owned())
        }
        _ => return Ok(()),
    };
    Err(BadInput::new(flag, fact).remedy("leave one of the two out"))
}

fn answer(arguments: &PlanTask, files: &TaskFiles, settings: &Settings) -> Result<Answer, Failure> {
    let task = files.read(arguments.strict, &settings.stop)?;
    let place = files.all().last().map_or("", |place| place.as_str());
    let told = BetterPlans::new(arguments.plan_file.as_deref(), task.minimises_cost());
    let better = |plan: &ValidatedPlan, cost, bound| told.tell(plan, cost, bound);
    let answer = answer_of(&task, arguments.method.into(), settings, &better)?;
    if let Some(missing) = &answer.missing_cost {
        tell!("saut: warning: {place}: {missing}");
    }
    Ok(answer)
}

/// What comes of a task that has been read. `better` hears of each better plan where a cheap one is asked for: the
/// plan, its cost and the best bound.
pub fn answer_of(
    task: &PlanningTask,
    method: PlanMethod,
    settings: &Settings,
    better: &(dyn Fn(&ValidatedPlan, Cost, Cost) + Sync),
) -> Result<Answer, Failure> {
    let should_stop = || settings.stop.why().is_some();
    let limits = GroundingLimits {
        should_stop: &should_stop,
        ..GroundingLimits::default()
    };
    let mut answer = Answer {
        task: task.name().to_owned(),
        has_costs: task.minimises_cost(),
        decision: Decision::default(),
        note: None,
        goal_steps: 0,
        minimise: settings.minimise,
        missing_cost: None,
        given: None,
        written: None,
    };
    let compiled = match task.compile_numeric(&limits) {
        Ok(Some(domain)) => return numeric::answer(&domain, method, settings, answer),
        Ok(None) if settings.minimise == Some(Minimise::Cost) => task.compile_for_cost(&limits),
        Ok(None) => task.compile(&limits),
        Err(why) => Err(why),
    };
    match compiled {
        Ok(domain) => {
            let missing = domain.ground().missing_cost.as_ref();
            answer.missing_cost = missing.map(ToString::to_string);
            answer.goal_steps = domain.goal_steps();
            answer.decision = if settings.minimise == Some(Minimise::Cost) {
                cheapest(&domain, None, settings, better)?
            } else {
                plan_task(&domain, method, settings)?
            };
        }
        Err(why) => {
            answer.note = Some(why.to_string());
            answer.decision = match why {
                NotCompiled::Invalid(_) | NotCompiled::Numeric => {
                    return Err(Failure::internal(why));
                }
                NotCompiled::Stopped(why) => undecided(why.reason(&settings.stop)),
                NotCompiled::GoalUnreachable { .. } => out_of_reach(task, &settings.stop)?,
            };
        }
    }
    if let PlanningTask::Tokens(tokens) = &task {
        answer.written = match &answer.decision.verdict {
            Verdict::Solved(plan) => Some(tokens.answer(Some(plan))),
            Verdict::Infeasible(_) => Some(tokens.answer(None)),
            Verdict::Undecided(_) => None,
        };
    }
    Ok(answer)
}

/// The document of an answer that keeps no files, with what stands in it in words: why there is no plan, or what is
/// known of its cost.
pub fn told_document(answer: &Answer) -> Result<Value, Failure> {
    let mut told = document(answer, &Kept::default())?;
    if let Some(words) = text::in_words(answer) {
        told["in_words"] = words.into();
    }
    Ok(told)
}

/// What the grounder says is a claim; the verdict is the check's.
fn out_of_reach(task: &PlanningTask, stop: &Stop) -> Result<Decided, Failure> {
    match task.out_of_reach(stop) {
        Ok(checked) => {
            let mut decision = Decision::default();
            let method = Method::Criterion("relaxed-reachability");
            decision.set(Verdict::Infeasible(Box::new(checked)), method);
            Ok(decision)
        }
        Err(NotAccepted::Unfinished(why)) => Ok(undecided(why)),
        Err(NotAccepted::Refused(fact)) => Err(Failure::internal(format_args!(
            "the grounder says that the goal is out of reach: {fact}"
        ))),
    }
}

fn undecided(why: StopReason) -> Decided {
    Decision {
        verdict: Verdict::Undecided(why),
        ..Decision::default()
    }
}

/// The horizons that the answer says are too small.
fn refuted(decision: &Decided) -> &[RefutedHorizon] {
    if let Verdict::Infeasible(checked) = &decision.verdict
        && let Seen::Refuted(refuted) = checked.seen()
    {
        return std::slice::from_ref(refuted);
    }
    &decision.refuted
}

/// Keeps the proofs that the answer rests on.
fn keep_proofs(wanted: Wanted<'_>, decision: &Decided, stop: &Stop) -> Result<Kept, Failure> {
    let shows = match &decision.verdict {
        Verdict::Infeasible(checked) => Some(&**checked),
        _ => decision.bound.as_ref(),
    };
    if let (Some(file), Some(Seen::States(closed))) =
        (wanted.proof, shows.map(saut_plan::Checked::seen))
    {
        return proofs::keep_states(&closed.listing(), file);
    }
    let reason = match &decision.verdict {
        Verdict::Infeasible(checked) => {
            let word = checked.certificate().word();
            format!("the certificate ({word}) is no DRAT proof")
        }
        Verdict::Solved(_) => match decision.optimal {
            None => "the task is solved, and its plan needs no proof".to_owned(),
            Some(true) => "that no plan has fewer needs no proof here".to_owned(),
            Some(false) => "that no plan has fewer was not proved".to_owned(),
        },
        Verdict::Undecided(why) => format!("nothing was proved, the end was {}", why.name()),
    };
    proofs::keep_all(refuted(decision), wanted.proof, &reason, stop)
}

/// Prints what came of a task, and writes the files that were asked for.
pub fn print_answer(wanted: Wanted<'_>, answer: &Answer, stop: &Stop) -> Result<u8, Failure> {
    for warning in &answer.decision.warnings {
        tell!("saut: warning: {warning}; went on without it");
    }
    match (wanted.plan_file, &answer.written, &answer.decision.verdict) {
        (Some(file), Some(written), _) => whole::write(file, written)?,
        (Some(file), None, Verdict::Solved(plan)) => {
            whole::write(file, plan_file(answer.has_costs, plan))?;
        }
        _ => {}
    }
    let kept = keep_proofs(wanted, &answer.decision, stop)?;
    if wanted.json {
        writeln!(anstream::stdout(), "{}", document(answer, &kept)?)?;
    } else {
        print_text(answer)?;
    }
    Ok(match answer.decision.verdict {
        Verdict::Solved(_) => status::SOLVED,
        Verdict::Infeasible(_) => status::INFEASIBLE,
        Verdict::Undecided(_) => status::UNDECIDED,
    })
}
