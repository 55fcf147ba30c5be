//! The answer to a planning task as JSON.

use saut_base::named::Named as _;
use saut_criteria::certify::proof::WrittenProof;
use saut_pddl::{Measure, PlanStep, Reason, number_entry};
use saut_plan::{Method, Minimise, Verdict};
use saut_task::certificate::StoredProof;
use saut_task::proof::ProofFormat;
use saut_task::{Certificate, Checked};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::part::Part;
use super::{GivenPlan, PlanOrder, TaskAnswer};
use crate::kept::SavedProof;
use crate::schema::{self, Call, Seconds, StageEntry, Stopped, Unproved, stages};

/// Answer to a task that has a plan.
#[derive(Serialize, JsonSchema)]
pub struct TaskSolved<'a> {
    /// Always solved.
    #[schemars(extend("const" = "solved"))]
    verdict: &'static str,
    /// The actions of the validated plan.
    plan: Vec<String>,
    /// Number of actions.
    length: usize,
    /// The cost of the plan, if the task has a metric or the cost is minimised. For a numeric task, this is the metric
    /// if it is a whole number.
    #[schemars(with = "Option<schema::Cost>")]
    cost: Option<Value>,
    /// The metric of a numeric task.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<schema::Metric>")]
    metric: Option<String>,
    /// The encoding or search that found the plan.
    method: Option<&'static str>,
    /// The solver that answered.
    backend: Option<&'a str>,
    /// Number of encoded steps.
    horizon: Option<usize>,
    /// The call of the solver, if it is a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<Call>,
    /// Always true: the plan was validated.
    #[schemars(extend("const" = true))]
    checked: bool,
    /// The part of the task that was grounded, if the whole task was too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<Part>,
    /// The kind of puzzle that the task was recognised as, if the engines for boards found the first plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["peg solitaire"]))]
    recognised: Option<&'static str>,
    /// Whether no plan is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    /// The quantity to minimise, as requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["actions", "steps", "cost"]))]
    minimised: Option<&'static str>,
    /// Number of steps. A step can have several actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
    /// The order of the actions, with --minimise steps or --format dot.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<&'a PlanOrder>,
    #[serde(flatten)]
    common: Common<'a>,
}

/// Answer to a task that has no plan.
#[derive(Serialize, JsonSchema)]
pub struct TaskInfeasible<'a> {
    /// Always infeasible.
    #[schemars(extend("const" = "infeasible"))]
    verdict: &'static str,
    /// The certificate.
    #[schemars(schema_with = "schema::task_certificate")]
    certificate: Value,
    /// The method that found the certificate.
    method: Option<&'static str>,
    /// Always true: the checker has accepted the certificate.
    #[schemars(extend("const" = true))]
    checked: bool,
    #[serde(flatten)]
    common: Common<'a>,
}

/// Answer to a task that was not decided within the limits.
#[derive(Serialize, JsonSchema)]
pub struct TaskUndecided<'a> {
    #[serde(flatten)]
    stopped: Stopped,
    /// The reason why the grounder stopped, if it did.
    note: Option<&'a str>,
    #[serde(flatten)]
    common: Common<'a>,
}

/// Fields of every answer.
#[derive(Serialize, JsonSchema)]
struct Common<'a> {
    /// The name of the task.
    task: &'a str,
    /// Wall time.
    seconds: Seconds,
    /// Reason why no plan has fewer steps or actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<Refuted>,
    /// A bound: no plan costs less, or has a better metric.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<schema::Bound>")]
    bound: Option<Value>,
    /// The certificate for the bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "schema::task_certificate")]
    bound_certificate: Option<Value>,
    /// Refutations by solvers whose proofs were not checked within the limits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unproved: Vec<Unproved>,
    /// The plan that was given to saut improve.
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<&'a GivenPlan>,
    /// Time of each engine.
    stages: Vec<StageEntry>,
    #[serde(flatten)]
    kept: &'a SavedProof,
}

/// Refuted numbers of steps.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TaskLowerBound")]
struct Refuted {
    /// The refuted numbers of steps, each with its proof.
    #[schemars(with = "Vec<schema::Proof>")]
    refuted: Vec<WrittenProof>,
}

impl TaskAnswer {
    /// Returns the answer as JSON, with the time of each engine that ran.
    pub(crate) fn document(&self, kept: &SavedProof) -> serde_json::Result<Value> {
        let decision = &self.decision;
        let refuted = kept.entries(&decision.refuted);
        let is_bounded = match self.minimise {
            Some(Minimise::Cost) => !matches!(decision.verdict, Verdict::Infeasible(_)),
            Some(Minimise::Actions) => decision.bound.is_some(),
            Some(Minimise::Steps) | None => false,
        };
        let shown = decision.bound.as_ref().filter(|_| is_bounded);
        let common = Common {
            task: &self.task,
            seconds: decision.elapsed.into(),
            lower_bound: (!refuted.is_empty()).then_some(Refuted { refuted }),
            bound: self.bound().filter(|_| is_bounded).map(|it| it.value()),
            bound_certificate: shown.map(|it| certificate(it, kept)).transpose()?,
            unproved: schema::unproved(&decision.unproved),
            given: self.given.as_ref(),
            stages: stages(&decision.stages),
            kept,
        };
        let method = decision.method.as_ref();
        match &decision.verdict {
            Verdict::Solved(plan) => {
                let steps = plan.plan().steps.iter();
                serde_json::to_value(TaskSolved {
                    verdict: "solved",
                    plan: steps.map(PlanStep::written).collect(),
                    length: plan.length(),
                    cost: self.measure(plan).and_then(Measure::cost).map(number_entry),
                    metric: plan.measured(),
                    method: method.map(Method::name),
                    backend: method.and_then(Method::backend),
                    horizon: method.and_then(Method::horizon),
                    call: Call::of(method),
                    checked: true,
                    part: self.part,
                    recognised: self.is_board.then_some("peg solitaire"),
                    optimal: decision.optimal,
                    minimised: self.minimise.map(Minimise::name),
                    steps: self.steps(),
                    order: self.order(),
                    common,
                })
            }
            Verdict::Infeasible(checked) => serde_json::to_value(TaskInfeasible {
                verdict: "infeasible",
                certificate: certificate(checked, kept)?,
                method: method.map(Method::name),
                checked: true,
                common,
            }),
            Verdict::Undecided(why) => serde_json::to_value(TaskUndecided {
                stopped: (*why).into(),
                note: self.note.as_deref(),
                common,
            }),
        }
    }
}

/// Maximum number of states in the JSON output. Longer lists are left out, and `--proof` writes them to a file.
const MAX_STATES: usize = 5_000;

/// Returns a certificate as JSON. If its proof or its states were stored, the certificate names their file.
fn certificate(checked: &Checked<Reason>, kept: &SavedProof) -> serde_json::Result<Value> {
    let file = kept.file(0).map(|file| file.display().to_string());
    match checked.certificate() {
        Certificate::Proof(stored) => {
            serde_json::to_value(Certificate::<Reason>::Proof(StoredProof {
                format: kept.file(0).map_or(stored.format, ProofFormat::of_file),
                file,
                ..stored.clone()
            }))
        }
        Certificate::ClosedSet(set)
            if set.listing().is_some() && (file.is_some() || set.count() > MAX_STATES) =>
        {
            let set = set.in_file(file, kept.sha256().map(str::to_owned));
            serde_json::to_value(Certificate::<Reason>::ClosedSet(Box::new(set)))
        }
        certificate => serde_json::to_value(certificate),
    }
}
