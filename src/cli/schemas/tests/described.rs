//! Documents of crates that know no schemas, described.
#![expect(dead_code, reason = "only the forms of the types are used")]

use saut::answer::schema::{self, Bound, Cost, Metric, Package, Seconds};
use schemars::JsonSchema;

/// A plan of a planning task that saut decode replayed.
#[derive(JsonSchema)]
pub struct Decoded {
    /// The name of the task.
    task: String,
    /// Always solved.
    #[schemars(extend("const" = "solved"))]
    verdict: String,
    /// The actions, replayed by the validator.
    plan: Vec<String>,
    /// Number of actions.
    length: usize,
    /// The encoding.
    method: String,
    /// The number of steps encoded.
    horizon: usize,
    /// The variables of the formula.
    variables: usize,
    /// The clauses of the formula.
    clauses: usize,
    /// Always 0.
    seconds: Seconds,
    /// Always true.
    #[schemars(extend("const" = true))]
    checked: bool,
}

/// A document about a puzzle that holds; `F` is what it shows.
#[derive(JsonSchema)]
#[schemars(rename = "{F}OfPuzzle")]
pub struct OfPuzzle<F> {
    /// The name of the puzzle.
    puzzle: String,
    /// The claims that were not verified.
    unverified: Vec<String>,
    /// Always true.
    #[schemars(extend("const" = true))]
    checked: bool,
    #[serde(flatten)]
    shows: F,
}

/// A plan of a board that was replayed.
#[derive(JsonSchema)]
pub struct BoardPlan {
    /// Always solved.
    #[schemars(extend("const" = "solved"))]
    verdict: String,
    /// Always plan.
    #[schemars(extend("const" = "plan"))]
    kind: String,
    /// Number of jumps.
    jumps: usize,
    /// Number of moves.
    moves: usize,
    /// Block removals.
    packages: Vec<Package>,
    /// Always true: no plan is shorter, as the document says.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    /// The measure of which the plan has the fewest.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["jumps", "moves", "steps"]))]
    measure: Option<String>,
}

/// A plan of colour baseball that was replayed.
#[derive(JsonSchema)]
pub struct BaseballPlan {
    /// Always solved.
    #[schemars(extend("const" = "solved"))]
    verdict: String,
    /// Always plan.
    #[schemars(extend("const" = "plan"))]
    kind: String,
    /// Number of steps.
    length: usize,
    /// Whether the claim that no plan is shorter was verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
}

/// Plans that were replayed.
#[derive(JsonSchema)]
pub struct ManyPlans {
    /// Always solved.
    #[schemars(extend("const" = "solved"))]
    verdict: String,
    /// Always plans.
    #[schemars(extend("const" = "plans"))]
    kind: String,
    /// Their number.
    plans: usize,
}

/// A certificate of infeasibility that holds.
#[derive(JsonSchema)]
pub struct NoPlan {
    /// Always infeasible.
    #[schemars(extend("const" = "infeasible"))]
    verdict: String,
    /// The kind of the certificate.
    kind: String,
}

/// A limit ended the check: the document may hold or not.
#[derive(JsonSchema)]
pub struct Unfinished {
    /// The name of the puzzle.
    puzzle: String,
    /// Always undecided.
    #[schemars(extend("const" = "undecided"))]
    verdict: String,
    /// The claim or the kind of certificate that was being checked.
    kind: String,
    /// The limit.
    reason: String,
    /// Always false.
    #[schemars(extend("const" = false))]
    checked: bool,
}

/// A document that does not hold.
#[derive(JsonSchema)]
pub struct Rejected {
    /// Always false.
    #[schemars(extend("const" = false))]
    checked: bool,
    /// The reason.
    reason: String,
}

/// A document about a planning task that holds; `F` is what it shows.
#[derive(JsonSchema)]
#[schemars(rename = "{F}OfTask")]
pub struct OfTask<F> {
    /// The name of the task.
    task: String,
    /// Always true.
    #[schemars(extend("const" = true))]
    valid: bool,
    /// Why claims were not verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    unverified: Option<Vec<String>>,
    #[serde(flatten)]
    shows: F,
}

/// A plan that was replayed.
#[derive(JsonSchema)]
pub struct Plan {
    /// Number of actions.
    length: usize,
    /// The sum of the costs of the actions, if the task has costs.
    cost: Option<Cost>,
    /// The metric of a task with numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<Metric>,
    /// No plan is better, if this is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "schema::or_null::<Bound>")]
    bound: Option<Bound>,
    /// Whether it was verified that no plan is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    /// The measure by which it is the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["actions", "steps", "cost"]))]
    measure: Option<String>,
}

/// A certificate that there is no plan.
#[derive(JsonSchema)]
pub struct NoPlanOfAnyLength {
    /// Always infeasible.
    #[schemars(extend("const" = "infeasible"))]
    verdict: String,
    /// The kind of the certificate.
    kind: String,
    /// Why it rests on the grounder, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    rests_on_grounder: Option<String>,
}

/// A bound, or numbers of steps that no plan has.
#[derive(JsonSchema)]
pub struct LowerBound {
    /// Always undecided.
    #[schemars(extend("const" = "undecided"))]
    verdict: String,
    /// No plan is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Bound>,
    /// Horizons without a plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted: Option<Vec<RefutedHorizon>>,
}

/// A horizon without a plan.
#[derive(JsonSchema)]
pub struct RefutedHorizon {
    /// Steps of the formula.
    horizon: usize,
    /// Steps of a plan.
    steps: usize,
    /// The encoding.
    encoding: String,
}

/// A plan or document that does not hold.
#[derive(JsonSchema)]
pub struct Invalid {
    /// The name of the task.
    task: String,
    /// Always false.
    #[schemars(extend("const" = false))]
    valid: bool,
    /// The reason.
    reason: String,
}

/// The outcome of saut-check.
#[derive(JsonSchema)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Outcome {
    /// The document holds.
    Accepted {
        /// What it shows.
        fact: String,
        /// The claims that were not verified.
        unverified: Vec<String>,
    },
    /// It does not hold.
    Refused {
        /// The reason.
        fact: String,
    },
    /// A limit ended the check.
    Unfinished {
        /// The limit.
        reason: String,
    },
}
