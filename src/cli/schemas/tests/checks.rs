//! Types that describe the documents of checks and of decoded plans.
#![expect(dead_code, reason = "only the forms of the types are used")]

use saut::answer::schema::{Bound, Cost, Metric, Package, Seconds, Stopped};
use schemars::JsonSchema;

use crate::cli::clauses::FormulaAnswer;

use super::Schemas;
use super::values::{False, Infeasible, Nullable, PuzzleName, Solved, TaskName, True, Undecided};

pub fn add(to: &mut Schemas) {
    to.add::<(
        OfPuzzle<BoardPlan>,
        OfPuzzle<BaseballPlan>,
        OfPuzzle<ManyPlans>,
        OfPuzzle<NoPlan>,
        Unfinished,
        Rejected,
        FormulaAnswer,
        Stopped,
    )>(
        "check",
        "Check of a document about a puzzle",
        "Output of saut check for a puzzle or a formula. The exit status is 3 if the document is rejected.",
    );
    to.add::<(Outcome,)>(
        "saut-check",
        "Verdict of saut-check",
        "Output of saut-check with --json.",
    );
    to.add::<(
        OfTask<Plan>,
        OfTask<NoPlanOfAnyLength>,
        OfTask<LowerBound>,
        Invalid,
        SeveralPlans,
        Stopped,
    )>(
        "validate",
        "Check of a plan or document about a planning task",
        "Output of saut check for a planning task.",
    );
}

/// A plan of a planning task that saut decode has read and validated.
#[derive(JsonSchema)]
pub struct Decoded {
    task: TaskName,
    verdict: Solved,
    /// The actions of the validated plan.
    plan: Vec<String>,
    /// Number of actions.
    length: usize,
    /// Name of the encoding.
    method: String,
    /// Number of encoded steps.
    horizon: usize,
    /// Number of variables of the formula.
    variables: usize,
    /// Number of clauses of the formula.
    clauses: usize,
    /// Always 0.
    seconds: Seconds,
    checked: True,
}

/// A formula without a model, as saut decode reports it.
#[derive(JsonSchema)]
pub struct DecodedRefutation {
    #[schemars(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    #[schemars(skip_serializing_if = "Option::is_none")]
    task: Option<String>,
    verdict: Undecided,
    #[schemars(extend("enum" = ["horizon-refuted", "solver-gave-up"]))]
    reason: String,
    /// Number of encoded steps, if the formula has no model.
    #[schemars(skip_serializing_if = "Option::is_none")]
    horizon: Option<usize>,
    /// Whether a proof was checked.
    #[schemars(skip_serializing_if = "Option::is_none")]
    proof_checked: Option<bool>,
    /// Name of the encoding.
    method: String,
    /// Always 0.
    seconds: Seconds,
}

/// A puzzle or a task without a plan, according to the proof given to saut decode.
#[derive(JsonSchema)]
pub struct DecodedInfeasible {
    #[schemars(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    #[schemars(skip_serializing_if = "Option::is_none")]
    task: Option<String>,
    verdict: Infeasible,
    certificate: DecodedCertificate,
    /// Name of the encoding.
    method: String,
    /// Always 0.
    seconds: Seconds,
    checked: True,
}

/// A certificate whose proof is in a separate file.
#[derive(JsonSchema)]
struct DecodedCertificate {
    /// Always proof.
    #[schemars(extend("const" = "proof"))]
    kind: String,
    /// The file of the proof, in the folder of the document.
    file: String,
    #[schemars(extend("enum" = ["drat", "lrat"]))]
    format: String,
    /// The encoding; for a task, with its options.
    encoding: String,
    /// For a puzzle: the encoding of at-most-one constraints in sequential.
    #[schemars(skip_serializing_if = "Option::is_none")]
    at_most_one: Option<String>,
    horizon: usize,
}

/// An accepted document about a puzzle, with the verified facts.
#[derive(JsonSchema)]
#[schemars(rename = "{F}OfPuzzle")]
struct OfPuzzle<F> {
    puzzle: PuzzleName,
    /// The claims that were not verified.
    unverified: Vec<String>,
    checked: True,
    #[serde(flatten)]
    shows: F,
}

/// A replayed plan of a board.
#[derive(JsonSchema)]
struct BoardPlan {
    verdict: Solved,
    /// Always plan.
    #[schemars(extend("const" = "plan"))]
    kind: String,
    /// Number of jumps.
    jumps: usize,
    /// Number of moves.
    moves: usize,
    /// Block removals in the plan.
    packages: Vec<Package>,
    /// Always true; missing unless the claim that no plan is shorter was verified.
    optimal: Option<bool>,
    /// The quantity that the plan minimises.
    #[schemars(extend("enum" = ["jumps", "moves", "steps"]))]
    measure: Option<String>,
}

/// A replayed plan of colour baseball.
#[derive(JsonSchema)]
struct BaseballPlan {
    verdict: Solved,
    /// Always plan.
    #[schemars(extend("const" = "plan"))]
    kind: String,
    /// Number of steps.
    length: usize,
    /// Whether the claim that no plan is shorter was verified.
    optimal: Option<bool>,
}

/// Several replayed plans.
#[derive(JsonSchema)]
struct ManyPlans {
    verdict: Solved,
    /// Always plans.
    #[schemars(extend("const" = "plans"))]
    kind: String,
    /// Number of plans.
    plans: usize,
}

/// An accepted certificate of infeasibility.
#[derive(JsonSchema)]
struct NoPlan {
    verdict: Infeasible,
    /// The kind of the certificate.
    kind: String,
}

/// A limit ended the check, so the document is neither accepted nor rejected.
#[derive(JsonSchema)]
struct Unfinished {
    puzzle: PuzzleName,
    verdict: Undecided,
    /// The claim or the kind of certificate that was being checked.
    kind: String,
    /// The limit that ended the check.
    reason: String,
    checked: False,
}

/// A rejected document.
#[derive(JsonSchema)]
pub struct Rejected {
    checked: False,
    /// Why the document was rejected.
    reason: String,
}

/// An accepted document about a planning task, with the verified facts.
#[derive(JsonSchema)]
#[schemars(rename = "{F}OfTask")]
struct OfTask<F> {
    task: TaskName,
    valid: True,
    /// Reasons why claims were not verified.
    unverified: Option<Vec<String>>,
    states: Option<States>,
    #[serde(flatten)]
    shows: F,
}

/// A validated plan.
#[derive(JsonSchema)]
struct Plan {
    /// Number of actions.
    length: usize,
    /// The sum of the costs of the actions, if the task has costs.
    cost: Nullable<Cost>,
    /// The metric of a numeric task.
    metric: Option<Metric>,
    /// Bound on the cost or the metric of every plan, if one is known.
    bound: Option<Nullable<Bound>>,
    /// Whether it was verified that no plan is better.
    optimal: Option<bool>,
    /// The quantity by which the plan is optimal.
    #[schemars(extend("enum" = ["actions", "steps", "cost"]))]
    measure: Option<String>,
}

/// A certificate that there is no plan.
#[derive(JsonSchema)]
struct NoPlanOfAnyLength {
    verdict: Infeasible,
    /// The kind of the certificate.
    kind: String,
    /// The reason why the certificate depends on the grounder, if it does.
    rests_on_grounder: Option<String>,
}

/// A lower bound, or refuted numbers of steps.
#[derive(JsonSchema)]
struct LowerBound {
    verdict: Undecided,
    /// Bound on the cost or the metric of every plan.
    bound: Option<Bound>,
    /// The refuted horizons.
    refuted: Option<Vec<RefutedHorizon>>,
}

/// A horizon for which the formula has no model.
#[derive(JsonSchema)]
struct RefutedHorizon {
    /// Number of steps of the formula.
    horizon: usize,
    /// Number of steps that no plan has.
    steps: usize,
    /// Name of the encoding.
    encoding: String,
}

/// A rejected plan or document.
#[derive(JsonSchema)]
struct Invalid {
    task: TaskName,
    valid: False,
    #[serde(flatten)]
    fault: InvalidReason,
    states: Option<States>,
}

/// Why a plan or document is rejected.
#[derive(JsonSchema)]
struct InvalidReason {
    /// The reason in words.
    reason: String,
    /// The number of the step, from 1, that is not applicable, that interferes with an earlier step, or after which a
    /// constraint is violated.
    step: Option<usize>,
    /// The step as written in the plan.
    action: Option<String>,
    /// The conditions of the step, or of the goal, that do not hold; at most 100.
    unmet: Option<Vec<String>>,
    /// Some atoms of the state that share an object or the predicate with one of the conditions.
    state: Option<Vec<String>>,
}

/// The states of a plan, up to its first step that is not applicable; with --verbose.
#[derive(JsonSchema)]
struct States {
    /// Atoms that no action changes.
    fixed: Vec<String>,
    /// The other atoms of the initial state.
    start: Vec<String>,
    /// The changes that each step makes.
    steps: Vec<StepChanges>,
}

/// Changes that a step makes.
#[derive(JsonSchema)]
struct StepChanges {
    /// The step as written in the plan.
    action: String,
    /// Atoms that the step adds.
    added: Vec<String>,
    /// Atoms that the step removes.
    removed: Vec<String>,
}

/// Several plans of a planning task.
#[derive(JsonSchema)]
struct SeveralPlans {
    task: TaskName,
    /// Whether all plans are valid.
    valid: bool,
    /// Each plan in the order of the command line: its file, and the fields that a single plan has. A file that cannot
    /// be used, or whose check was not finished, has only a reason.
    plans: Vec<serde_json::Map<String, serde_json::Value>>,
}

/// The outcome of saut-check.
#[derive(JsonSchema)]
#[serde(tag = "outcome", rename_all = "lowercase")]
enum Outcome {
    /// The document is accepted.
    Accepted {
        /// The fact that the document proves.
        fact: String,
        /// The claims that were not verified.
        unverified: Vec<String>,
    },
    /// The document is rejected.
    Refused {
        /// Why the document was rejected.
        fact: String,
    },
    /// A limit ended the check.
    Unfinished {
        /// The limit that ended the check.
        reason: String,
    },
}
