//! `saut plan`: any planning task, in PDDL or SAS+, and the same three answers.

mod answer;
mod document;
mod text;

use std::io::Write;
use std::time::Instant;

use saut::BadInput;
use saut::settings::Settings;
use saut::stop::{Stop, StopReason};
use saut_pddl::{
    Decided, GroundingLimits, NotCompiled, PlanningTask, Reason, RelaxedGoal, Stopped,
    ValidatedPlan, decide,
};
use saut_plan::proof::RefutedHorizon;
use saut_plan::{Decision, Method, Minimise, Verdict};

use super::arguments::{PlanMethodName, PlanMinimiseName, PlanTask};
use super::failure::Failure;
use super::planning::{self, TaskFiles};
use super::progress::Line;
use super::proofs::{self, Kept};
use super::solve::stop_at_ctrl_c;
use super::{settings, status, whole};
use answer::Answer;
use document::document;
use text::print_text;

/// Runs `saut plan`.
pub fn run(arguments: &PlanTask) -> Result<u8, Failure> {
    let files = files(arguments)?;
    let (plan, proof) = (arguments.plan_file.as_deref(), arguments.proof.as_deref());
    whole::are_apart(&[("-o", plan), ("--proof", proof)], &files.all())?;
    for file in [&arguments.plan_file, &arguments.proof]
        .into_iter()
        .flatten()
    {
        whole::is_possible(file)?;
    }
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
    print_answer(arguments, &answer, &settings.stop)
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
        }),
        ..Settings::default()
    })
}

/// Two flags of which one would be passed over.
fn refuse_contradictions(arguments: &PlanTask, settings: &Settings) -> Result<(), BadInput> {
    let (choices, method) = (&arguments.encoding, arguments.method);
    let is_alone = matches!(method, PlanMethodName::Gbfs | PlanMethodName::Exhaustive);
    let (flag, fact) = match (arguments.minimise, settings.named_choice()) {
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
    };
    match task.compile(&limits) {
        Ok(domain) => {
            let place = files.all().last().map_or("", |place| place.as_str());
            answer.missing_cost = planning::warn_of_missing_cost(place, domain.ground());
            answer.goal_steps = domain.goal_steps();
            answer.decision = decide(&domain, arguments.method.into(), settings)?;
        }
        Err(NotCompiled::Invalid(invalid)) => return Err(Failure::internal(invalid)),
        Err(why) => {
            answer.decision = match &why {
                NotCompiled::Stopped(why) => undecided(stopped(why, &settings.stop)),
                _ => out_of_reach(&task, &settings.stop),
            };
            answer.note = Some(why.to_string());
        }
    }
    Ok(answer)
}

/// What the grounder says is a claim; the verdict is the check's.
fn out_of_reach(task: &PlanningTask, stop: &Stop) -> Decided<ValidatedPlan> {
    match task.check_relaxed_goal(&|| stop.why().is_some()) {
        RelaxedGoal::Unreachable(reason) => infeasible(Reason::Relaxed(reason)),
        RelaxedGoal::Stopped => undecided(stop.why().unwrap_or(StopReason::NothingLeft)),
        RelaxedGoal::Reachable => undecided(StopReason::NothingLeft),
    }
}

fn infeasible(reason: Reason) -> Decided<ValidatedPlan> {
    let mut decision = Decision::default();
    let method = Method::Criterion(reason.name());
    decision.set(Verdict::Infeasible(Box::new(reason)), method);
    decision
}

fn undecided(why: StopReason) -> Decided<ValidatedPlan> {
    Decision {
        verdict: Verdict::Undecided(why),
        ..Decision::default()
    }
}

fn stopped(why: &Stopped, stop: &Stop) -> StopReason {
    match why {
        Stopped::Asked => stop.why().unwrap_or(StopReason::Interrupted),
        Stopped::Memory => StopReason::Memory,
        Stopped::Facts | Stopped::Actions | Stopped::Cases(_) => StopReason::TooLarge,
    }
}

/// The horizons that the answer says are too small.
fn refuted(decision: &Decided<ValidatedPlan>) -> &[RefutedHorizon] {
    if let Verdict::Infeasible(reason) = &decision.verdict
        && let Reason::Proof(refuted) = reason.as_ref()
    {
        return std::slice::from_ref(refuted);
    }
    &decision.refuted
}

/// Keeps the proofs that the answer rests on.
fn keep_proofs(
    arguments: &PlanTask,
    decision: &Decided<ValidatedPlan>,
    stop: &Stop,
) -> Result<Kept, Failure> {
    let reason = match &decision.verdict {
        Verdict::Infeasible(reason) => {
            format!("the certificate ({}) is no DRAT proof", reason.name())
        }
        Verdict::Solved(_) => match decision.optimal {
            None => "the task is solved, and its plan needs no proof".to_owned(),
            Some(true) => "that no plan has fewer needs no proof here".to_owned(),
            Some(false) => "that no plan has fewer was not proved".to_owned(),
        },
        Verdict::Undecided(why) => format!("nothing was proved, the end was {}", why.name()),
    };
    let file = arguments.proof.as_deref();
    proofs::keep_all(refuted(decision), file, &reason, stop)
}

fn print_answer(arguments: &PlanTask, answer: &Answer, stop: &Stop) -> Result<u8, Failure> {
    for warning in &answer.decision.warnings {
        tell!("saut: warning: {warning}; went on without it");
    }
    if let (Some(file), Verdict::Solved(plan)) = (&arguments.plan_file, &answer.decision.verdict) {
        whole::write(file, plan_file(answer, plan))?;
    }
    let kept = keep_proofs(arguments, &answer.decision, stop)?;
    if arguments.output.json {
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

/// The plan file of the competitions: its cost is the last line, as a comment.
fn plan_file(answer: &Answer, plan: &ValidatedPlan) -> String {
    let kind = if answer.has_costs { "general" } else { "unit" };
    format!(
        "{}; cost = {} ({kind} cost)\n",
        plan.plan().written(),
        plan.cost()
    )
}
