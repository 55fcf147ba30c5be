//! `saut solve` of a planning task, in PDDL or SAS+ (also `saut plan`), `saut improve`, and the plan files of a run: better
//! plans as they are found, the plan at the end, and none of an earlier run.

pub mod several;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use saut::BadInput;
use saut::answer::{
    Answer, Better, GivenPlan, Repair, SubjectNames, TaskAnswer, better_document, bound_in_words,
    plan_file,
};
use saut::named::Named as _;
use saut::settings::Settings;
use saut::stop::Stop;
use saut_check::{Document, plan_of};
use saut_pddl::{
    Compiled, InvalidPlan, NamedPlan, PlanStep, PlanningTask, Quality, Reason, ValidatedPlan,
};
use saut_plan::Minimise;
use saut_plan::cost::eliminate::cheapest_part;
use saut_plan::numeric::cheapest_numeric;
use saut_plan::planning::{PlanMethod, cheapest};
use saut_plan::work::Work;
use saut_task::{Checked, Problem as _};

use super::arguments::{Global, Improve, PlanFormat, Solve, method_named};
use super::print::{counted, grouped};
use super::progress::Line;
use super::reply::{Failure, Reply, unusable};
use super::whole::{self, numbered};
use super::{input, settings};

/// Flags for planning tasks.
const OF_TASKS: [&str; 10] = [
    "sas",
    "method",
    "minimise",
    "proof",
    "backend",
    "encoding",
    "horizon",
    "format",
    "plans",
    "from-state",
];

/// The work of looking for the actions that are superfluous together and cost the most, about two seconds; after that
/// they are those of the greedy elimination.
const SUPERFLUOUS: Work = 2_000_000;
/// The time of leaving out actions of a plan with numbers one by one.
const LEAVING_OUT: Duration = Duration::from_secs(2);
/// The time of looking for the rest of a plan after its good part.
const REPAIR: Duration = Duration::from_secs(30);

/// Runs `saut solve` of a planning task.
pub fn run(arguments: &Solve, names: &SubjectNames<'_>, global: &Global) -> Result<Reply, Failure> {
    global.refuse_other_than(&OF_TASKS)?;
    let name = &arguments.method;
    let method = method_named(PlanMethod::by_name(name), name, "planning tasks")?;
    let settings = settings::of_plan(arguments, method, global)?;
    let (out, proof) = (global.out.as_deref(), arguments.proof.as_deref());
    let outputs = [("-o", out), ("--proof", proof)];
    let format = arguments.format;
    if format == PlanFormat::Dot && arguments.plans.is_some() {
        return unusable(
            "--format dot",
            "it is of one plan, and --plans finds several",
            "leave one out",
        );
    }
    let inputs = [names.first, names.problem.unwrap_or_default()];
    let plans = PlanFiles::new(out, &inputs)?.printing(format, global.json);
    let is_ordered = format == PlanFormat::Dot || settings.minimise == Some(Minimise::Steps);
    Line::new().over(settings, |settings| -> Result<Reply, Failure> {
        let stop = &settings.stop;
        let task = input::task(names, &outputs, out, global.strict, stop)?;
        let task = in_state(task, arguments.from_state.as_deref(), stop)?;
        if let Some(most) = arguments.plans {
            return several::run(&task, most.get(), method, settings, plans);
        }
        let better = |plan: &ValidatedPlan, bound: Option<&_>| plans.tell(plan, bound);
        let answer = TaskAnswer::solve(&task, method, settings, &better).map_err(Failure::from);
        let mut answer = answer.inspect_err(|failure| {
            if !matches!(failure, Failure::Input(_)) {
                plans.remove_older();
            }
        })?;
        if is_ordered {
            let ordered = answer.with_order(&task, stop);
            answer = ordered.map_err(|why| input::not_compiled(why, task.name(), stop))?;
        }
        plans.finish(answer, proof, &global.stop)
    })
}

/// The task in the state of a file, if one is named.
fn in_state(task: PlanningTask, file: Option<&str>, stop: &Stop) -> Result<PlanningTask, BadInput> {
    match file {
        Some(file) => task.from_state(&input::text(file, stop)?, file, stop),
        None => Ok(task),
    }
}

/// Runs `saut improve`: begins with a plan, also of another planner, says which of its actions are superfluous, and makes
/// it cheaper for as long as there is time, with a checked bound beside it.
pub fn improve(arguments: &Improve, global: &Global) -> Result<Reply, Failure> {
    let words = [&arguments.domain, &arguments.problem, &arguments.plan].map(Option::as_ref);
    let (names, place) = input::names_with_document(arguments.sas.as_ref(), words, "saut improve");
    let (out, proof) = (global.out.as_deref(), arguments.proof.as_deref());
    let inputs = [names.first, names.problem.unwrap_or_default(), place];
    let plans = PlanFiles::new(out, &inputs)?;
    let settings = Settings {
        minimise: Some(Minimise::Cost),
        ..settings::within(global)
    };
    let outputs = [("-o", out), ("--proof", proof)];
    let task = input::task(&names, &outputs, out, global.strict, &settings.stop)?;
    let task = in_state(task, arguments.from_state.as_deref(), &settings.stop)?;
    let text = input::text(place, &global.stop)?;
    let plan = plan_of(&Document::read(&text, place, None)?, &settings.stop)?;
    let validate = |plan: &NamedPlan| task.validate(plan, &settings.stop);
    let plan = match (validate(&plan), plan.in_sequence()) {
        (Ok(_), Some(sequence)) => sequence,
        _ => plan,
    };
    let (valid, repair) = match validate(&plan) {
        Ok(valid) => (valid, None),
        Err(why @ InvalidPlan::Unfinished(_)) => return Err(no_plan(place, &why)),
        Err(why) => repaired(&task, &plan, &why, place, &settings)?,
    };
    let better = |plan: &ValidatedPlan, bound: Option<&_>| plans.tell(plan, bound);
    let answer = improved(&task, valid, repair, &settings, &better)?;
    plans.finish(answer, proof, &global.stop)
}

/// A plan that begins as one that does not hold, up to its fault; or, if the rest is not found from there, another plan.
fn repaired(
    task: &PlanningTask,
    plan: &NamedPlan,
    why: &InvalidPlan,
    place: &str,
    settings: &Settings,
) -> Result<(ValidatedPlan, Option<Repair>), Failure> {
    let kept = match why {
        _ if task.has_trajectory() => 0,
        InvalidPlan::Step { number, .. } => number - 1,
        InvalidPlan::Interference { numbers, .. } => numbers[0] - 1,
        InvalidPlan::Goal(_) => plan.steps.len(),
        InvalidPlan::Constraint { .. } | InvalidPlan::Unfinished(_) => 0,
    };
    let part = |kept| match kept {
        0 => "another plan is looked for".to_owned(),
        kept => format!("the rest is planned after {}", counted(kept, "action")),
    };
    for kept in [kept, 0].into_iter().take(if kept == 0 { 1 } else { 2 }) {
        tell!("saut: {place}: {why}; {}", part(kept));
        let mut steps = plan.steps[..kept].to_vec();
        let begun = steps.clone().into();
        let rest = task.after(&begun, &settings.stop);
        let rest = rest.map_err(|why| no_plan(place, &why))?;
        let stop = match kept {
            0 => settings.stop.clone(),
            _ => settings.stop.with_timeout(REPAIR),
        };
        let settings = Settings {
            minimise: None,
            stop,
            ..settings.clone()
        };
        let found = TaskAnswer::solve(&rest, PlanMethod::Auto, &settings, &|_, _| ())?;
        let Some(found) = found.decision().plan() else {
            continue;
        };
        steps.extend(found.plan().steps.iter().cloned());
        let valid = task.validate(&steps.into(), &settings.stop);
        let valid = valid.map_err(|why| Failure::internal(format!("a repaired plan: {why}")))?;
        let fault = why.to_string();
        return Ok((valid, Some(Repair { fault, kept })));
    }
    Err(no_plan(place, why))
}

/// Improves a plan, and lists its superfluous actions.
fn improved(
    task: &PlanningTask,
    valid: ValidatedPlan,
    repair: Option<Repair>,
    settings: &Settings,
    better: Better<'_>,
) -> Result<TaskAnswer, Failure> {
    let stop = &settings.stop;
    match input::compiled(task, Quality::Cheapest, task.name(), stop)? {
        Compiled::Numeric(domain) => {
            // It continues from the plan without its superfluous actions.
            let reduced = domain.reduced(valid.clone(), &stop.with_timeout(LEAVING_OUT));
            let given = GivenPlan::new(&valid, &reduced.kept).repaired(repair);
            let decision = cheapest_numeric(&domain, Some(reduced.plan), settings, better)?;
            Ok(TaskAnswer::improved(task, given, 0, decision))
        }
        Compiled::Classical(domain) => {
            let kept = match domain.actions(&valid) {
                Some(actions) => cheapest_part(domain.task(), &actions, SUPERFLUOUS, stop)?.kept,
                None => (0..valid.length()).collect(),
            };
            let given = GivenPlan::new(&valid, &kept).repaired(repair);
            let (steps, cost) = (domain.goal_steps(), valid.cost());
            let decision = cheapest(&domain, Some((valid, cost)), settings, better)?;
            Ok(TaskAnswer::improved(task, given, steps, decision))
        }
    }
}

/// The plan that was given is refused, or a limit ended its replay.
fn no_plan(place: &str, why: &InvalidPlan) -> Failure {
    let mut bad = BadInput::new(place, format!("it is no plan: {why}"));
    if let InvalidPlan::Unfinished(why) = why {
        bad.limit = Some(*why);
        return bad.into();
    }
    Failure::Refused(bad)
}

/// Tells of each better plan on standard error, and writes it as `PLAN.1`, `PLAN.2` and so on beside `PLAN`. The files of
/// an earlier run with these names are removed before the first plan is written, or where there is none.
struct PlanFiles<'a> {
    file: Option<&'a Path>,
    format: PlanFormat,
    is_json: bool,
    began: Instant,
    told: Mutex<Told>,
}

/// The plans that were told so far.
#[derive(Default)]
struct Told {
    count: usize,
    last: Option<NamedPlan>,
}

impl<'a> PlanFiles<'a> {
    /// From now on; the file is the one of the best plan.
    ///
    /// # Errors
    /// A file that is read would be written, or removed, as one of `PLAN.1`, `PLAN.2` and so on.
    fn new(file: Option<&'a Path>, inputs: &[&str]) -> Result<Self, BadInput> {
        whole::check_numbered(file, inputs)?;
        Ok(Self {
            file,
            format: PlanFormat::Text,
            is_json: false,
            began: Instant::now(),
            told: Mutex::default(),
        })
    }

    /// In this format on standard output.
    fn printing(self, format: PlanFormat, is_json: bool) -> Self {
        Self {
            format,
            is_json,
            ..self
        }
    }

    /// A plan that is better than those before it.
    fn tell(&self, plan: &ValidatedPlan, shown: Option<&Checked<Reason>>) {
        let seconds = self.began.elapsed().as_secs_f64();
        let measure = plan.measure();
        let bound = measure.objective().bound(shown);
        let words = bound
            .as_ref()
            .and_then(|bound| bound_in_words(bound, measure));
        let words = words.map_or(String::new(), |words| format!("; {words}"));
        let measure = measure.in_words(grouped);
        tell!("saut: {seconds:.2} s: a plan of {measure}{words}");
        self.keep(plan);
        if self.format == PlanFormat::Plans {
            let text = match self.is_json {
                true => better_document(plan, bound.as_ref(), seconds).to_string() + "\n",
                false => with_cost(plan),
            };
            let mut out = std::io::stdout().lock();
            // Whether somebody reads it shows at the end.
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        }
    }

    /// Writes the next numbered file, and removes the older ones before the first.
    fn keep(&self, plan: &ValidatedPlan) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.count == 0 {
            self.remove_older();
        }
        told.count += 1;
        told.last = Some(plan.plan().clone());
        if let Some(file) = self.file {
            let name = numbered(file, told.count);
            if let Err(bad) = whole::write(&name, plan_file(plan)) {
                tell!("saut: warning: {bad}");
            }
        }
    }

    /// Writes what the answer has for the file of the best plan, if it has anything, and gives the reply, with what
    /// became of the file for its proof.
    ///
    /// # Errors
    /// A file cannot be written.
    fn finish(
        self,
        answer: TaskAnswer,
        proof: Option<&Path>,
        stop: &Stop,
    ) -> Result<Reply, Failure> {
        let answer = answer.within(self.began.elapsed());
        let told = self
            .told
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if told.count == 0 {
            remove_older(self.file);
        }
        if let (Some(file), Some(plan)) = (self.file, answer.plan_file()) {
            whole::write(file, plan)?;
        }
        let plan = answer.decision().plan().cloned();
        let dot = plan.as_ref().and_then(|plan| {
            let actions: Vec<String> = plan.plan().steps.iter().map(PlanStep::written).collect();
            Some(answer.order()?.dot(&actions))
        });
        let answer = Answer::from(answer);
        let text = match self.format {
            PlanFormat::Text => None,
            PlanFormat::Dot if plan.is_none() => None,
            PlanFormat::Dot => match dot {
                Some(dot) => Some(dot),
                None => {
                    let fact =
                        "the order is only known of plans of up to 1,000 actions, without numbers";
                    return unusable("--format dot", fact, "leave it out");
                }
            },
            PlanFormat::Plans => {
                let plan = plan.as_ref();
                let is_new = |plan: &&ValidatedPlan| told.last.as_ref() != Some(plan.plan());
                let last = plan.filter(is_new).map_or(String::new(), with_cost);
                let written = plan.map_or(String::new(), |plan| plan.plan().written());
                let text = answer.text();
                let rest = text.strip_prefix(&*written).unwrap_or(&text).trim().lines();
                let rest = rest.map(|line| format!("; {line}\n"));
                Some(last + &rest.collect::<String>())
            }
        };
        let reply = Reply::answer(answer, proof, stop)?;
        Ok(match text {
            Some(text) => reply.with_text(text),
            None => reply,
        })
    }

    /// Removes the file of the best plan, and `PLAN.1`, `PLAN.2` and so on up to the first that is not there. Nothing
    /// but a regular file is removed.
    fn remove_older(&self) {
        remove_older(self.file);
    }
}

/// Removes the file of the best plan and the numbered files, if a file is named.
fn remove_older(file: Option<&Path>) {
    let Some(file) = file else { return };
    // A link stays, and leads to no file then.
    let best = file.canonicalize().ok().filter(|it| it.is_file());
    let is_plain = |it: &PathBuf| it.symlink_metadata().is_ok_and(|there| there.is_file());
    let better = (1..).map(|number| numbered(file, number));
    for old in best.into_iter().chain(better.take_while(is_plain)) {
        if let Err(error) = fs::remove_file(&old) {
            let old = old.display();
            tell!("saut: warning: {old} is of an earlier run, and cannot be removed ({error})");
            return;
        }
    }
}

/// A plan file with its cost in a comment before the actions, as editors look for it.
fn with_cost(plan: &ValidatedPlan) -> String {
    let cost = plan.measured().unwrap_or_else(|| plan.cost().to_string());
    format!("; cost: {cost}\n{}\n", plan.plan().written())
}
