//! Types that describe the documents about solvers and experiments.
#![expect(dead_code, reason = "only the forms of the types are used")]

use std::collections::BTreeMap;

use saut::answer::schema::Seconds;
use saut::report::table::Column;
use saut::report::{Report, Runs, tables};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::Schemas;
use super::values::Nullable;

pub fn add(to: &mut Schemas) {
    to.command::<(Backends,)>("backends", "Solvers");
    to.command::<(ExperimentRuns,)>("bench", "Experiment");
    to.command::<(Family, Kit)>("family", "Benchmark family");
    to.command::<(ReportSummary, Text, Comparison)>("report", "Report");
}

#[derive(JsonSchema)]
struct Backends {
    backends: Vec<Backend>,
}

#[derive(JsonSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a field of the document"
)]
struct Backend {
    name: String,
    #[schemars(extend("enum" = ["dimacs", "smtlib"]))]
    reads: String,
    /// Whether the solver solves formulas of numeric tasks.
    arithmetic: bool,
    /// Whether the solver writes proofs of refutations, in DRAT or LRAT.
    proves: bool,
    /// Whether the solver keeps a formula between calls.
    incremental: bool,
    /// Whether the random choices of the solver depend on the seed.
    seed: bool,
    /// Whether the solver is installed.
    here: bool,
    version: Option<String>,
    /// How to install the solver, if it is not installed.
    remedy: Option<String>,
}

#[derive(JsonSchema)]
struct ExperimentRuns {
    experiment: String,
    runs: usize,
    /// Number of finished runs of this command.
    done: usize,
    /// Number of runs that earlier commands have recorded.
    there_before: usize,
    /// Number of runs of this command that count as solved.
    counted: usize,
    /// Number of runs of this command by their outcome.
    outcomes: BTreeMap<String, usize>,
    /// For each missing solver, how to install it.
    missing: BTreeMap<String, String>,
    /// Number of combinations that were left out, by the reason.
    left_out: BTreeMap<String, usize>,
    /// Records of wrong answers.
    wrong: Vec<Map<String, Value>>,
    interrupted: bool,
    records: String,
    machine: String,
    seconds: Seconds,
    folder: Option<String>,
    files: Option<Vec<String>>,
    notes: Option<Vec<String>>,
    table: Option<BenchTable>,
}

/// One row for each instance and solver.
#[derive(JsonSchema)]
#[schemars(schema_with = "table", inline)]
struct BenchTable;

/// Returns the schema of the table, which follows from its columns.
fn table(_: &mut SchemaGenerator) -> Schema {
    let value = |column: &Column| match column.key.as_str() {
        "runs_solved" => json!({"type": "array", "items": {"type": "integer", "minimum": 0}}),
        "holes" => json!({"type": ["integer", "null"], "minimum": 0}),
        _ if column.numbers => json!({"type": ["number", "null"]}),
        _ => json!({"type": "string"}),
    };
    let columns = tables::cells(&Report::new(Runs::default())).columns;
    let keys: Vec<&String> = columns.iter().map(|column| &column.key).collect();
    let values = columns.iter().map(value);
    let fields: Map<String, Value> = keys.iter().copied().cloned().zip(values).collect();
    json_schema!({
        "type": "array", "items": {"type": "object", "properties": fields, "required": keys},
    })
}

#[derive(JsonSchema)]
struct Family {
    directory: String,
    puzzles: usize,
    instances: usize,
    sat: usize,
    unsat: usize,
    /// Number of instances of unknown satisfiability.
    unknown: usize,
    files: usize,
    bytes: u64,
    left_out: usize,
}

/// A kit for a competition.
#[derive(JsonSchema)]
struct Kit {
    directory: String,
    /// Number of formulas that were measured.
    measured: usize,
    /// Number of formulas that were left out because a solver decided them too fast.
    too_easy: usize,
    /// Number of formulas that no solver decided within the limit.
    too_hard: usize,
    instances: Vec<KitInstance>,
}

#[derive(JsonSchema)]
struct KitInstance {
    file: String,
    /// Name of the puzzle or the task.
    subject: String,
    encoding: String,
    horizon: usize,
    variables: usize,
    clauses: usize,
    #[schemars(extend("enum" = ["sat", "unsat", null]))]
    expected: Nullable<String>,
    /// Evidence for the expected answer, or the reason why there is none.
    evidence: String,
    bytes: usize,
    sha256: String,
    seconds: Vec<SolverSeconds>,
}

#[derive(JsonSchema)]
struct SolverSeconds {
    solver: String,
    /// Wall-clock seconds; null if the solver found no answer within the limit.
    seconds: Nullable<f64>,
}

#[derive(JsonSchema)]
struct ReportSummary {
    report: String,
    runs: usize,
    instances: usize,
    summary: String,
    /// The solvers, the best first.
    solvers: Vec<Map<String, Value>>,
    /// Number of solved instances for each family.
    families: Vec<Map<String, Value>>,
    /// PAR-2 of each solver on each family.
    families_par2: Vec<Map<String, Value>>,
    /// Solved instances and PAR-2 of the virtual best solver, which takes the fastest ranked solver on each instance.
    virtual_best: BTreeMap<String, Nullable<f64>>,
    warnings: Vec<String>,
    /// Wrong or contradictory answers, each with its puzzle and an explanation.
    wrong: Vec<BTreeMap<String, String>>,
    directory: Option<String>,
    files: Option<Vec<String>>,
}

#[derive(JsonSchema)]
struct Text {
    #[schemars(extend("enum" = ["csv", "html", "markdown"]))]
    format: String,
    text: String,
}

/// Comparison of two files of records.
#[derive(JsonSchema)]
struct Comparison {
    before: String,
    now: String,
    rows: Vec<Map<String, Value>>,
    warnings: Vec<String>,
    #[serde(flatten)]
    others: Map<String, Value>,
}
