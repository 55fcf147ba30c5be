//! Types of JSON values with a special format, and types that describe values of crates without schemas.
//!
//! A JSON output is a struct with `#[derive(Serialize, JsonSchema)]`. The comments of its fields become the
//! descriptions in the schema. A field whose type is from a crate without schemas takes its schema from this module:
//! `#[schemars(with = "Vec<schema::Jump>")]`.

use std::fmt;
use std::time::{Duration, Instant};

use saut_base::stop::StopReason;
use saut_plan::{Error, Method, StageSpend, UnprovedRefutation};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// A whole number, written as a string because it can exceed 2^53.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^[0-9]+$"))]
pub struct Count(pub u128);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

/// Wall time in seconds, rounded to a tenth of a millisecond.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(extend("minimum" = 0))]
pub struct Seconds(f64);

impl Seconds {
    /// Returns the time since `began`.
    pub fn since(began: Instant) -> Self {
        began.elapsed().into()
    }
}

impl From<Duration> for Seconds {
    fn from(elapsed: Duration) -> Self {
        Self((elapsed.as_secs_f64() * 10_000.0).round() / 10_000.0)
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// The share of an engine in the race of engines.
#[derive(Serialize, JsonSchema)]
pub struct StageEntry {
    /// Name of the engine.
    stage: &'static str,
    /// Wall time of all turns of the engine.
    seconds: Seconds,
    /// Work of all turns. A unit is roughly a third of a microsecond for planning tasks, and a microsecond for
    /// puzzles. The work, not the time, decides which engine is next.
    work: u64,
}

/// Returns the time and the work per engine, in the order of their first turns.
pub fn stages(spent: &[StageSpend]) -> Vec<StageEntry> {
    let stage = |spend: &StageSpend| StageEntry {
        stage: spend.stage,
        seconds: spend.elapsed.into(),
        work: spend.work,
    };
    spent.iter().map(stage).collect()
}

/// An undecided verdict with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stopped {
    /// Always undecided.
    #[schemars(extend("const" = "undecided"))]
    verdict: &'static str,
    /// The reason: timeout, memory, interrupted, effort-spent, solver-gave-up, exhausted, too-large, horizon-refuted,
    /// missing, …
    reason: &'static str,
}

impl From<StopReason> for Stopped {
    fn from(why: StopReason) -> Self {
        Self {
            verdict: "undecided",
            reason: why.name(),
        }
    }
}

/// A call of a solver program.
#[derive(Serialize, JsonSchema)]
pub struct Call {
    /// The command line, with {formula}, {result} and {proof} in place of file names.
    command: String,
    /// The exit status, or null if a signal or a limit ended the program.
    exit_status: Option<i32>,
    /// Size of the proof that the program wrote, in bytes, or null without a proof.
    proof_bytes: Option<u64>,
}

impl Call {
    /// Returns the call of the solver program that gave the answer, or `None` if the answer is not from a program.
    pub(crate) fn of(method: Option<&Method>) -> Option<Self> {
        let Method::Formula {
            call: Some(call), ..
        } = method?
        else {
            return None;
        };
        Some(Self {
            command: call.command.clone(),
            exit_status: call.exit_status,
            proof_bytes: call.proof_bytes,
        })
    }
}

/// A refutation by a solver, without a proof that was checked within the limits.
#[derive(Serialize, JsonSchema)]
pub struct Unproved {
    /// The solver.
    backend: String,
    /// The encoding of the formula.
    encoding: String,
    /// The number of steps of the formula.
    horizon: usize,
    /// Wall time until the solver refuted the formula.
    seconds: Seconds,
    /// Whether the solver wrote a proof.
    has_proof: bool,
}

pub(crate) fn unproved(all: &[UnprovedRefutation]) -> Vec<Unproved> {
    let one = |one: &UnprovedRefutation| Unproved {
        backend: one.backend.clone(),
        encoding: one.encoding.to_string(),
        horizon: one.horizon,
        seconds: one.elapsed.into(),
        has_proof: one.has_proof,
    };
    all.iter().map(one).collect()
}

/// A cell: column from the left and row from the top of the picture, counted from 0.
#[derive(JsonSchema)]
pub struct Cell(pub [i16; 2]);

/// A jump. Under the old rule of the French board, it can also be the return of the peg in hand to the board.
#[derive(JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum Jump {
    /// A jump of a peg over another peg.
    Over {
        /// Cell of the jumping peg.
        from: Cell,
        /// Cell of the peg that is removed.
        over: Cell,
        /// Cell where the jumping peg lands.
        to: Cell,
    },
    /// Return of the peg in hand to the board.
    PutBack {
        /// Cell where the peg is put back.
        put_back: Cell,
    },
}

/// A step of colour baseball.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "describes a type of another crate")]
pub struct Step {
    /// Colour of the token.
    token: u8,
    /// The base that the token leaves.
    from: u8,
    /// The base that the token moves to.
    to: u8,
}

/// Block removal: jumps of a plan that clear a block of pegs and restore the catalyst.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "describes a value of another crate")]
pub struct Package {
    /// The kind: triple removal, block removal, …
    kind: String,
    /// Index in the plan of the first jump of the removal, counted from 0.
    first: usize,
    /// Number of jumps.
    jumps: usize,
    /// The cleared pegs.
    cleared: Vec<Cell>,
    /// The cells whose content the jumps need and restore.
    catalyst: Vec<Cell>,
}

/// The lists of the configuration of colour baseball after a step.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "describes a value of another crate")]
pub struct Trace {
    /// The list L: the tokens, base after base, with -1 for the hole.
    l: Vec<i16>,
    /// The list SL: L without the hole.
    sl: Vec<i16>,
    /// Whether the step makes SL lexicographically smaller.
    falls: bool,
    /// Whether the step makes SL lexicographically larger.
    grows: bool,
    /// Whether the configuration before the step occurs again later.
    useless: bool,
}

/// A checked proof that no plan has this number of steps.
#[derive(JsonSchema)]
#[schemars(rename = "refuted")]
#[expect(dead_code, reason = "describes a type of another crate")]
pub struct Proof {
    /// Number of steps.
    horizon: usize,
    /// The encoding of the formula.
    encoding: String,
    /// The encoding of at-most-one constraints, if the encoding of the formula has a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most_one: Option<String>,
    /// Format of the proof.
    #[schemars(extend("enum" = ["drat", "lrat"]))]
    format: String,
    /// The file of the proof, in the folder of the document. This field is missing if the proof was not stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// A proof by the integer cone that no plan has fewer jumps.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "describes a type of another crate")]
pub struct Cone {
    /// The bound: no plan has fewer jumps.
    least: u32,
    /// The proof, as in certificates with the criterion integer-cone.
    #[schemars(schema_with = "tree")]
    tree: (),
}

fn tree(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"$ref": "certificate.json#/$defs/tree"})
}

/// A whole number, or a string if it exceeds 2^53.
#[derive(JsonSchema)]
#[serde(untagged)]
pub enum Cost {
    /// A number up to 2^53.
    Number(u64),
    /// A larger number.
    Text(#[schemars(regex(pattern = "^[0-9]+$"))] String),
}

/// The exact value of the metric of a numeric task: a decimal, or a fraction.
#[derive(JsonSchema)]
#[schemars(extend("pattern" = "^-?[0-9]+([.][0-9]+|/[1-9][0-9]*)?$"))]
pub struct Metric(pub String);

/// A bound on the cost or the metric of every plan.
#[derive(JsonSchema)]
#[serde(untagged)]
pub enum Bound {
    /// No plan costs less.
    Cost(Cost),
    /// No plan has a better metric.
    Metric(Metric),
}

/// Returns a value as JSON text, with its fields in alphabetical order.
///
/// # Errors
/// The value cannot be written as JSON, which is an internal error.
pub fn sorted(document: impl Serialize) -> Result<String, Error> {
    let value = serde_json::to_value(document);
    value
        .map(|it| it.to_string())
        .map_err(|error| Error::internal("a document", error))
}

/// Returns the schema of a value or null, for an optional field.
pub fn or_null<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let value = generator.subschema_for::<T>();
    json_schema!({"anyOf": [{"type": "null"}, value]})
}

/// Returns the schema of a certificate for a puzzle.
pub fn board_certificate(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"$ref": "certificate.json#/$defs/board"})
}

/// Returns the schema of a certificate for a planning task.
pub fn task_certificate(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"$ref": "certificate.json#/$defs/task"})
}
