//! Requests of the studio about planning: reading a task, solving it, following a plan step by step, and writing
//! formulas.
//!
//! A task is given by the texts of a domain and a problem, never by file names. The displayed states of a plan come
//! from the validator's replay.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use saut_answer::print::grouped;
use saut_answer::{
    TaskAnswer, TaskExplanation, better_document, bound_in_words, plan_file, schema,
};
use saut_base::BadInput;
use saut_base::named::Named as _;
use saut_base::read_limited::limited;
use saut_base::stop::Stop;
use saut_pddl::{
    Bound, Compiled, GroundingError, GroundingLimits, Measure, NamedPlan, Objective,
    PlanningDomain, PlanningTask, Problem, Quality, Reason, Text, Trace, ValidatedPlan,
    number_entry, read_files,
};
use saut_plan::planning::PlanMethod;
use saut_plan::{Minimise, Settings};
use saut_task::encode::Encoding;
use saut_task::parallel::earliest_steps;
use saut_task::progress::Progress;
use saut_task::{Checked, Problem as _};
use serde_json::{Value, json};

use crate::library;
use crate::question::{ApiError, TaskQuestion};

/// Maximum numbers that the page shows: facts in a state, and changes by a plan.
const MOST_FACTS: usize = 20_000;
const MOST_CHANGES: usize = 200_000;

/// Maximum number of applicable steps that are listed.
const MOST_APPLICABLE: usize = 1_000;

/// Maximum number of clauses of a downloaded formula.
const MOST_CLAUSES: u128 = 500_000;

/// Number of steps of the downloaded formula if there is no plan.
const HORIZON: usize = 6;

/// Reads the task of a request. An error names the text (domain or problem) and the position of the fault.
///
/// # Errors
/// A text is invalid.
pub fn read(question: &TaskQuestion, stop: &Stop) -> Result<PlanningTask, ApiError> {
    lifted(question, stop).map(PlanningTask::new)
}

/// Reads the task of a request, with the state after its plan as initial state.
///
/// # Errors
/// Same as [`read`], or a step of the plan is not applicable.
pub fn read_after(question: &TaskQuestion, stop: &Stop) -> Result<PlanningTask, ApiError> {
    let task = read(question, stop)?;
    let plan = NamedPlan::read_within(&question.plan, "plan", stop).map_err(misread)?;
    if plan.steps.is_empty() {
        return Ok(task);
    }
    if task.has_trajectory() {
        let fact = "this operation is not supported for tasks with constraints or preferences, which depend on all \
            states \
            of a plan";
        return Err(ApiError::bad(fact));
    }
    let after = task.after(&plan, stop);
    after.map_err(|why| ApiError::bad(why.to_string()))
}

/// Lists the applicable steps after the plan of a request.
///
/// # Errors
/// Same as [`read_after`], or the time limit was reached.
pub fn applicable(question: &TaskQuestion, stop: &Stop) -> Result<String, ApiError> {
    let applicable = read_after(question, stop)?.applicable(MOST_APPLICABLE, stop);
    let (steps, are_all) = applicable.map_err(|why| ApiError::from(limited("task", why)))?;
    let steps: Vec<String> = steps.iter().map(saut_pddl::PlanStep::written).collect();
    Ok(json!({"steps": steps, "complete": are_all}).to_string())
}

fn lifted(question: &TaskQuestion, stop: &Stop) -> Result<Problem, ApiError> {
    let [domain, problem] = [(&question.domain, "domain"), (&question.problem, "problem")]
        .map(|(text, place)| Text { text, place });
    read_files(domain, problem, stop).map_err(misread)
}

/// Returns the task in the format of the page: its parts, its initial state and its goal, and warnings about the texts.
///
/// # Errors
/// A text is invalid, or the task has too many facts to show.
pub fn task(question: &TaskQuestion, stop: &Stop) -> Result<String, ApiError> {
    let problem = lifted(question, stop)?;
    let domain = problem.domain();
    let trace = traced(&problem, &NamedPlan::default(), stop)?;
    let goal = wanted(&PlanningTask::new(problem.clone()));
    refuse_many(trace.fixed.len(), MOST_FACTS, "facts")?;
    let warnings = domain.warnings().iter().chain(problem.warnings());
    let warnings: Vec<Value> = warnings.map(told).collect();
    Ok(json!({
        "task": problem.name(), "domain": domain.name(),
        "objects": problem.objects().collect::<Vec<_>>(),
        "actions": domain.schemas().iter().map(|schema| &schema.name).collect::<Vec<_>>(),
        "has_costs": problem.minimises_cost(),
        "start": trace.start, "fixed": trace.fixed, "goal": goal,
        "warnings": warnings,
    })
    .to_string())
}

/// Returns the states of a plan. Returns an error if the initial state has too many facts to be shown.
fn traced(problem: &Problem, plan: &NamedPlan, stop: &Stop) -> Result<Trace, ApiError> {
    let trace = saut_pddl::trace(problem, plan, stop);
    let trace = trace.map_err(|why| ApiError::from(limited("plan", why)))?;
    refuse_many(trace.start.len(), MOST_FACTS, "facts")?;
    Ok(trace)
}

/// Returns the atoms of the goal. Parts of the goal that are not atoms are omitted.
fn wanted(task: &PlanningTask) -> Vec<String> {
    let parts = task.goal_parts().into_iter();
    let atoms =
        parts.filter_map(|part| Some(part.strip_prefix('(')?.strip_suffix(')')?.to_owned()));
    atoms
        .filter(|atom| !atom.contains('(') && !atom.starts_with("= "))
        .collect()
}

/// Returns the quantity to minimise.
///
/// # Errors
/// There is no quantity with this name.
pub fn minimise(question: &TaskQuestion) -> Result<Option<Minimise>, ApiError> {
    match question.minimise.as_str() {
        "" => Ok(None),
        name => Minimise::by_name(name).map(Some).ok_or_else(|| {
            ApiError::bad(format!(
                "\"{name:.20}\" cannot be minimised; choose one of {}",
                Minimise::names()
            ))
        }),
    }
}

/// Solves a task. The answer is the same JSON as for `saut plan --json`, with additional texts. Events report stages
/// (`progress`) and better plans (`better`).
///
/// # Errors
/// The settings cannot be met, or an engine failed.
pub fn solve(
    task: &PlanningTask,
    settings: Settings,
    tell: impl Fn(&str, &Value) + Send + Sync + 'static,
) -> Result<String, ApiError> {
    let began = Instant::now();
    let objective = task.objective();
    let told = Arc::new(EventSender {
        event: Box::new(tell),
        objective,
        began,
        state: Mutex::new(Stages {
            bound: objective.bound(None),
            ..Stages::default()
        }),
    });
    let progress: Arc<dyn Progress> = Arc::clone(&told) as _;
    let settings = Settings {
        progress: Some(progress),
        ..settings
    };
    let better = |plan: &ValidatedPlan, bound: Option<&_>| told.better(plan, bound);
    let answer = TaskAnswer::solve(task, PlanMethod::Auto, &settings, &better)?;
    let told = answer.within(began.elapsed()).told_document();
    told.map(|document| document.to_string())
        .map_err(ApiError::from)
}

/// Returns the same JSON as `saut explain --json`: all reasons that were found, the conflicts between goals, and
/// helpful changes of the initial state.
///
/// # Errors
/// A text is invalid, or an engine failed.
pub fn explain(question: &TaskQuestion, stop: &Stop) -> Result<String, ApiError> {
    let task = read(question, stop)?;
    let settings = Settings {
        threads: NonZeroUsize::new(2),
        stop: stop.clone(),
        ..Settings::default()
    };
    Ok(schema::sorted(TaskExplanation::new(&task, &settings)?)?)
}

/// Returns the replay of a plan: the facts of the initial state, the changes by each step with the number of its
/// parallel step, and whether the goal is reached. If a step is not applicable, the replay ends before it.
///
/// # Errors
/// A text is invalid, or there is too much to show.
pub fn steps(question: &TaskQuestion, stop: &Stop) -> Result<String, ApiError> {
    let problem = lifted(question, stop)?;
    let plan = NamedPlan::read_within(&question.plan, "plan", stop).map_err(misread)?;
    let trace = traced(&problem, &plan, stop)?;
    let changes = trace.steps.iter();
    let changes: usize = changes.map(|it| it.added.len() + it.removed.len()).sum();
    refuse_many(changes, MOST_CHANGES, "changes")?;
    let task = PlanningTask::new(problem);
    let checked = task.validate(&plan, stop);
    let parallel = parallel(&task, &plan, stop);
    let Trace { start, steps, .. } = trace;
    let number = steps.len();
    let steps = steps.into_iter().zip(&plan.steps).enumerate();
    let steps = steps.map(|(number, (change, step))| {
        json!({
            "step": step.written(), "added": change.added, "removed": change.removed,
            "cost": change.cost,
            "at": parallel.as_ref().map(|steps| steps[number]),
        })
    });
    let steps: Vec<Value> = steps.collect();
    let measure = checked.as_ref().ok().map(ValidatedPlan::measure);
    Ok(json!({
        "start": start, "steps": steps, "reaches_goal": checked.is_ok(),
        "cost": measure.and_then(Measure::cost).map(number_entry),
        "metric": measure.and_then(Measure::metric),
        "measure": measure.map(|measure| measure.in_words(grouped)),
        "plan_file": checked.as_ref().map(plan_file).ok(),
        "problem": checked.as_ref().err().map(ToString::to_string),
        "unmet": checked.as_ref().err().and_then(|why| Some(why.unmet()?.conditions.clone())),
        "rest": plan.steps[number..].iter().map(saut_pddl::PlanStep::written).collect::<Vec<_>>(),
    })
    .to_string())
}

/// Returns the parallel step of each step of a plan, from 0, or `None` if the ground task lacks an action of the plan.
fn parallel(task: &PlanningTask, plan: &NamedPlan, stop: &Stop) -> Option<Vec<usize>> {
    let domain = compiled(task, stop).ok()?;
    let valid = task.validate(plan, stop).ok()?;
    let actions = domain.actions(&valid)?;
    let ordered = earliest_steps(domain.task(), &actions);
    let mut steps: HashMap<_, Vec<usize>> = HashMap::new();
    for (number, step) in ordered.steps.iter().enumerate().rev() {
        for &action in step {
            steps.entry(action).or_default().push(number);
        }
    }
    // If an action occurs several times, its steps are assigned in order.
    let of_plan = actions.iter().take(plan.steps.len());
    of_plan.map(|action| steps.get_mut(action)?.pop()).collect()
}

fn compiled<'a>(task: &'a PlanningTask, stop: &Stop) -> Result<PlanningDomain<'a>, GroundingError> {
    let compiled = task.compile(Quality::AnyPlan, &GroundingLimits::until(stop));
    compiled.and_then(Compiled::classical)
}

/// Returns the formula of a task. It has as many steps as the plan in the request has parallel steps, or 6 steps
/// without a plan.
///
/// # Errors
/// A text is invalid, the formula is too large, or there is no such download.
pub fn download(question: &TaskQuestion, stop: &Stop) -> Result<String, ApiError> {
    let task = read(question, stop)?;
    let plan = NamedPlan::read_within(&question.plan, "plan", stop).map_err(misread)?;
    let parallel = (!plan.steps.is_empty()).then(|| parallel(&task, &plan, stop));
    let last = parallel.flatten().and_then(|steps| steps.into_iter().max());
    let domain =
        compiled(&task, stop).map_err(|why| ApiError::bad(format!("no formula: {why}")))?;
    let horizon = last.map_or(HORIZON, |last| last + 1) + domain.goal_steps();
    let encoding = Encoding::Exists.scaled_to(domain.task());
    let clauses = encoding.most_clauses(domain.task(), horizon);
    if clauses > MOST_CLAUSES {
        return Err(ApiError::large(format!(
            "the formula with horizon {horizon} may have {clauses} clauses, which is too large for the studio; saut \
                encode writes the formula"
        )));
    }
    let encoded = encoding.encode(domain.task(), horizon);
    let title = format!("task {}", task.name());
    library::formula(&question.what, domain.task(), &encoded, &title)
}

fn refuse_many(number: usize, most: usize, what: &str) -> Result<(), ApiError> {
    if number <= most {
        return Ok(());
    }
    Err(ApiError::large(format!(
        "there are {number} {what}, but at most {most} are shown; saut plan supports such tasks"
    )))
}

/// Returns a message about the texts, with the positions of all their errors.
#[expect(
    clippy::needless_pass_by_value,
    reason = "map_err requires this signature"
)]
fn misread(bad: BadInput) -> ApiError {
    ApiError::bad(bad.to_string()).at(bad.all().map(told).collect())
}

/// Returns a message and its position as JSON, `{"message", "in", "line", "column"}`.
fn told(bad: &BadInput) -> Value {
    let at = bad.at.as_deref();
    let text = at.map_or(&bad.place, |at| &at.file);
    let [line, column] = [at.map(|at| at.line), at.map(|at| at.column)];
    json!({"message": bad.text(), "in": text, "line": line, "column": column})
}

/// Function that sends an event, given its name and its data.
type Event = Box<dyn Fn(&str, &Value) + Send + Sync>;

/// Sends progress as events: the active engines, the current formula, better plans and the bound.
struct EventSender {
    event: Event,
    objective: Objective,
    began: Instant,
    state: Mutex<Stages>,
}

/// State of the work, as reported by events.
#[derive(Default)]
struct Stages {
    turns: Vec<(String, u64)>,
    best: Option<Measure>,
    bound: Option<Bound>,
}

impl Stages {
    /// Stores a bound if it is stronger than the previous one.
    fn keep(&mut self, bound: Option<Bound>) {
        let is_more = |bound: &Bound| self.bound.as_ref().is_none_or(|old| bound.implies(old));
        if let Some(bound) = bound.filter(is_more) {
            self.bound = Some(bound);
        }
    }

    /// Returns the bound as text, compared with the best plan.
    fn bound_in_words(&self) -> Option<String> {
        let bound = self.bound.as_ref()?;
        Some(match &self.best {
            Some(best) => bound_in_words(bound, best)?,
            None => bound.in_words(grouped),
        })
    }
}

impl EventSender {
    fn state(&self) -> MutexGuard<'_, Stages> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, text: &str) {
        let state = self.state();
        let stages = state.turns.iter();
        let stages = stages.map(|(name, turns)| json!({"stage": name, "turns": turns}));
        let told = json!({
            "text": text, "stages": stages.collect::<Vec<_>>(),
            "bound": state.bound.as_ref().map(Bound::value), "bound_in_words": state.bound_in_words(),
        });
        drop(state);
        (self.event)("progress", &told);
    }

    fn better(&self, plan: &ValidatedPlan, shown: Option<&Checked<Reason>>) {
        let measure = plan.measure();
        let mut state = self.state();
        state.best = Some(measure.clone());
        state.keep(self.objective.bound(shown));
        let seconds = self.began.elapsed().as_secs_f64();
        let mut told = better_document(plan, state.bound.as_ref(), seconds);
        told["measure"] = measure.in_words(grouped).into();
        told["bound_in_words"] = state.bound_in_words().into();
        drop(state);
        (self.event)("better", &told);
    }
}

impl Progress for EventSender {
    fn attempt(&self, encoding: Encoding, horizon: usize, backend: &str, before: usize) {
        let (name, number) = (encoding.name(), before + 1);
        self.tell(&format!(
            "Formula {number}: {name}, horizon {horizon}, {backend}"
        ));
    }

    fn turn(&self, engine: &str) {
        let mut state = self.state();
        match state.turns.iter_mut().find(|(name, _)| name == engine) {
            Some((_, turns)) => *turns += 1,
            None => state.turns.push((engine.to_owned(), 1)),
        }
        drop(state);
        self.tell(engine);
    }

    fn at_least(&self, bound: u64) {
        self.state().keep(self.objective.bound_of_cost(bound));
    }
}
