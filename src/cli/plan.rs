//! `saut solve` of a planning task, in PDDL or SAS+ (also `saut plan`), `saut improve`, and the plan files of a run: better
//! plans as they are found, the plan at the end, and none of an earlier run.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use saut::BadInput;
use saut::answer::{
    Answer, Better, GivenPlan, Question, SubjectNames, TaskAnswer, bound_in_words, plan_file, solve,
};
use saut::named::Named as _;
use saut::settings::Settings;
use saut::stop::Stop;
use saut_check::{Document, plan_of};
use saut_pddl::{Compiled, InvalidPlan, NamedPlan, PlanningTask, Quality, Reason, ValidatedPlan};
use saut_plan::Minimise;
use saut_plan::cost::eliminate::cheapest_part;
use saut_plan::numeric::cheapest_numeric;
use saut_plan::planning::{PlanMethod, cheapest};
use saut_plan::work::Work;
use saut_task::{Checked, Problem as _};

use super::arguments::{Global, Improve, Solve, method_named};
use super::print::grouped;
use super::progress::Line;
use super::reply::{Failure, Reply};
use super::whole::{self, numbered};
use super::{input, settings};

/// Flags for planning tasks.
const OF_TASKS: [&str; 7] = [
    "sas", "method", "minimise", "proof", "backend", "encoding", "horizon",
];

/// The work of looking for the actions that are superfluous together and cost the most, about two seconds; after that
/// they are those of the greedy elimination.
const SUPERFLUOUS: Work = 2_000_000;
/// The time of leaving out actions of a plan with numbers one by one.
const LEAVING_OUT: Duration = Duration::from_secs(2);

/// Runs `saut solve` of a planning task.
pub fn run(arguments: &Solve, names: &SubjectNames<'_>, global: &Global) -> Result<Reply, Failure> {
    global.refuse_other_than(&OF_TASKS)?;
    let name = &arguments.method;
    let method = method_named(PlanMethod::by_name(name), name, "planning tasks")?;
    let settings = settings::of_plan(arguments, method, global)?;
    let (out, proof) = (global.out.as_deref(), arguments.proof.as_deref());
    let outputs = [("-o", out), ("--proof", proof)];
    let plans = PlanFiles::new(out, &[names.first, names.problem.unwrap_or_default()])?;
    let answer = Line::new().over(settings, |settings| -> Result<_, Failure> {
        let task = input::task(names, &outputs, out, global.strict, &settings.stop)?;
        let better = |plan: &ValidatedPlan, bound: Option<&_>| plans.tell(plan, bound);
        let question = Question {
            task_method: method,
            better: &better,
            ..task.into()
        };
        let answer = solve(&question, settings).map_err(Failure::from);
        answer.inspect_err(|failure| {
            if !matches!(failure, Failure::Input(_)) {
                plans.remove_older();
            }
        })
    })?;
    plans.finish(answer, proof, &global.stop)
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
    let text = input::text(place, &global.stop)?;
    let plan = plan_of(&Document::read(&text, place, None)?, &settings.stop)?;
    let validate = |plan: &NamedPlan| task.validate(plan, &settings.stop);
    let mut valid = validate(&plan).map_err(|why| no_plan(place, "it is no plan", &why))?;
    if let Some(sequence) = plan.in_sequence() {
        let fact = "it is no plan with its actions one after another";
        valid = validate(&sequence).map_err(|why| no_plan(place, fact, &why))?;
    }
    let better = |plan: &ValidatedPlan, bound: Option<&_>| plans.tell(plan, bound);
    let answer = improved(&task, valid, &settings, &better)?;
    plans.finish(answer.into(), proof, &global.stop)
}

/// Improves a plan, and lists its superfluous actions.
fn improved(
    task: &PlanningTask,
    valid: ValidatedPlan,
    settings: &Settings,
    better: Better<'_>,
) -> Result<TaskAnswer, Failure> {
    let stop = &settings.stop;
    match input::compiled(task, Quality::Cheapest, task.name(), stop)? {
        Compiled::Numeric(domain) => {
            // It continues from the plan without its superfluous actions.
            let reduced = domain.reduced(valid.clone(), &stop.with_timeout(LEAVING_OUT));
            let given = GivenPlan::new(&valid, &reduced.kept);
            let decision = cheapest_numeric(&domain, Some(reduced.plan), settings, better)?;
            Ok(TaskAnswer::improved(task, given, 0, decision))
        }
        Compiled::Classical(domain) => {
            let kept = match domain.actions(&valid) {
                Some(actions) => cheapest_part(domain.task(), &actions, SUPERFLUOUS, stop)?.kept,
                None => (0..valid.length()).collect(),
            };
            let given = GivenPlan::new(&valid, &kept);
            let (steps, cost) = (domain.goal_steps(), valid.cost());
            let decision = cheapest(&domain, Some((valid, cost)), settings, better)?;
            Ok(TaskAnswer::improved(task, given, steps, decision))
        }
    }
}

/// The plan that was given is refused, or a limit ended its replay.
fn no_plan(place: &str, fact: &str, why: &InvalidPlan) -> Failure {
    let mut bad = BadInput::new(place, format!("{fact}: {why}"));
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
    began: Instant,
    count: Mutex<usize>,
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
            began: Instant::now(),
            count: Mutex::new(0),
        })
    }

    /// A plan that is better than those before it.
    fn tell(&self, plan: &ValidatedPlan, shown: Option<&Checked<Reason>>) {
        let seconds = self.began.elapsed().as_secs_f64();
        let measure = plan.measure();
        let bound = measure.objective().bound(shown);
        let bound = bound.map_or(String::new(), |bound| {
            format!("; {}", bound_in_words(&bound, measure))
        });
        let measure = measure.in_words(grouped);
        tell!("saut: {seconds:.2} s: a plan of {measure}{bound}");
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        if *count == 0 {
            self.remove_older();
        }
        *count += 1;
        if let Some(file) = self.file {
            let name = numbered(file, *count);
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
    fn finish(self, answer: Answer, proof: Option<&Path>, stop: &Stop) -> Result<Reply, Failure> {
        let answer = answer.within(self.began.elapsed());
        let count = self.count.lock().map(|count| *count);
        if count.is_ok_and(|count| count == 0) {
            self.remove_older();
        }
        if let (Some(file), Some(plan)) = (self.file, answer.plan_file()) {
            whole::write(file, plan)?;
        }
        Reply::answer(answer, proof, stop)
    }

    /// Removes the file of the best plan, and `PLAN.1`, `PLAN.2` and so on up to the first that is not there. Nothing
    /// but a regular file is removed.
    fn remove_older(&self) {
        let Some(file) = self.file else { return };
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
}
