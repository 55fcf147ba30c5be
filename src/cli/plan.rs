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
use saut::settings::Settings;
use saut::stop::{Stop, StopReason};
use saut_pddl::{GroundingLimits, NotCompiled, PlanningTask, Stopped};
use saut_plan::certificate::Seen;
use saut_plan::planning::cheapest;
use saut_plan::proof::RefutedHorizon;
use saut_plan::{Decision, Method, Minimise, NotAccepted, Verdict, plan_task};

use super::arguments::{PlanMethodName, PlanMinimiseName, PlanTask};
use super::failure::Failure;
use super::planning::{self, TaskFiles};
use super::progress::Line;
use super::proofs::{self, Kept};
use super::solve::stop_at_ctrl_c;
use super::{settings, status, whole};
use answer::Decided;
pub use answer::{Answer, GivenPlan};
pub use better::BetterPlans;
use better::plan_file;
use document::document;
use text::print_text;

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
    let is_alone = matches!(method, PlanMethodName::Gbfs | PlanMethodName::Exhaustive);
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
    };
    if task.is_numeric() {
        numeric::refuse_unused(arguments)?;
    }
    match task.compile_numeric(&limits) {
        Ok(Some(domain)) => return numeric::answer(&domain, arguments.method, settings, answer),
        Ok(None) => {}
        Err(why) => return not_compiled(&task, why, settings, answer),
    }
    match task.compile(&limits) {
        Ok(domain) => {
            let place = files.all().last().map_or("", |place| place.as_str());
            answer.missing_cost = planning::warn_of_missing_cost(place, domain.ground());
            answer.goal_steps = domain.goal_steps();
            answer.decision = if settings.minimise == Some(Minimise::Cost) {
                let told = BetterPlans::new(arguments.plan_file.as_deref(), answer.has_costs);
                cheapest(&domain, None, settings, &|plan, cost, bound| {
                    told.tell(plan, cost, bound);
                })?
            } else {
                plan_task(&domain, arguments.method.into(), settings)?
            };
        }
        Err(why) => return not_compiled(&task, why, settings, answer),
    }
    Ok(answer)
}

/// The answer where there is no ground task.
fn not_compiled(
    task: &PlanningTask,
    why: NotCompiled,
    settings: &Settings,
    mut answer: Answer,
) -> Result<Answer, Failure> {
    answer.note = Some(why.to_string());
    answer.decision = match why {
        NotCompiled::Invalid(_) | NotCompiled::Numeric => return Err(Failure::internal(why)),
        NotCompiled::Stopped(why) => undecided(stopped(&why, &settings.stop)),
        NotCompiled::GoalUnreachable { .. } => out_of_reach(task, &settings.stop)?,
    };
    Ok(answer)
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

fn stopped(why: &Stopped, stop: &Stop) -> StopReason {
    match why {
        Stopped::Asked => stop.why().unwrap_or(StopReason::Interrupted),
        Stopped::Memory => StopReason::Memory,
        Stopped::Facts | Stopped::Actions | Stopped::Cases(_) | Stopped::Numbers => {
            StopReason::TooLarge
        }
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
    if let (Some(file), Verdict::Solved(plan)) = (wanted.plan_file, &answer.decision.verdict) {
        whole::write(file, plan_file(answer.has_costs, plan))?;
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
