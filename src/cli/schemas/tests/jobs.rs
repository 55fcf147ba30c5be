//! Types that describe the documents of `saut job`.
#![expect(dead_code, reason = "only the forms of the types are used")]

use std::num::NonZeroUsize;

use saut::answer::Infeasible as NoPlan;
use saut::answer::schema::{Cost, Metric, Seconds, Stopped};
use schemars::JsonSchema;

use super::Schemas;
use super::values::{
    BoardCertificate, Infeasible, Jumps, Nullable, PuzzleName, Solved, TaskName, True, Undecided,
};

pub fn add(to: &mut Schemas) {
    to.add::<(PieceOutcome, Stopped)>("conquer", "Piece", "Output of saut job run.");
    to.add::<(NewJob, Refuted, Stopped)>("cube", "Job", "Output of saut job split.");
    to.add::<(SolvedPuzzle, SolvedTask, NoPlan, Unmerged)>(
        "merge",
        "Merged job",
        "Output of saut job merge.",
    );
    to.add::<(Status,)>("status", "State of a job", "Output of saut job status.");
    to.add::<(JobScript,)>("submit", "Script of a job", "Output of saut job submit.");
}

#[derive(JsonSchema)]
struct NewJob {
    /// The folder of the job.
    job: String,
    question: String,
    pieces: usize,
    manifest_sha256: String,
}

/// No job was made, because a criterion refutes the puzzle.
#[derive(JsonSchema)]
struct Refuted {
    puzzle: PuzzleName,
    verdict: Infeasible,
    certificate: BoardCertificate,
    checked: True,
}

#[derive(JsonSchema)]
struct PieceOutcome {
    piece: String,
    #[schemars(extend("enum" = ["done", "plan", "undecided"]))]
    outcome: String,
    reason: Option<String>,
    /// The parts of the piece that are not finished.
    left: Option<Vec<String>>,
}

#[derive(JsonSchema)]
struct Status {
    question: String,
    pieces: usize,
    done: usize,
    /// Finished share of the tree, from 0 to 1.
    #[schemars(range(min = 0))]
    share: f64,
    /// Processor time of the finished pieces and of splitting.
    cpu_seconds: Seconds,
    /// Processor time of the longest finished piece.
    longest_seconds: Seconds,
    /// Estimated processor time of all pieces.
    estimated_seconds: Nullable<f64>,
    /// Standard deviation of the estimate.
    deviation_seconds: Nullable<f64>,
    damaged: Vec<FaultyPiece>,
    /// The piece with a plan, if there is one.
    plan: Nullable<String>,
}

/// A piece that is missing or damaged.
#[derive(JsonSchema)]
struct FaultyPiece {
    piece: String,
    why: String,
}

#[derive(JsonSchema)]
struct JobScript {
    engine: String,
    script: String,
    command: Vec<String>,
    pieces: usize,
    /// Number of pieces that one task of the engine runs, one after another.
    pieces_a_task: NonZeroUsize,
    /// Whether saut runs the command.
    run: bool,
}

/// A plan of a puzzle.
#[derive(JsonSchema)]
struct SolvedPuzzle {
    puzzle: PuzzleName,
    plan: Jumps,
    moves: usize,
    #[serde(flatten)]
    found: FoundInPiece,
}

/// A plan of a planning task. The fields of the backend and the stages are missing, because pieces differ in both.
#[derive(JsonSchema)]
struct SolvedTask {
    task: TaskName,
    /// The actions of the validated plan, each as (ACTION OBJECT …).
    plan: Vec<String>,
    length: usize,
    /// The sum of the costs of the actions; null if the problem has no metric.
    cost: Nullable<Cost>,
    metric: Option<Metric>,
    #[serde(flatten)]
    found: FoundInPiece,
}

#[derive(JsonSchema)]
struct FoundInPiece {
    verdict: Solved,
    /// Always cubes.
    #[schemars(extend("const" = "cubes"))]
    method: String,
    horizon: usize,
    /// The piece that found the plan.
    piece: String,
    /// Processor time of all pieces.
    seconds: Seconds,
    checked: True,
}

/// A job without a merged answer: pieces are missing, a limit ended the check, or only plans with this number of steps
/// are refuted.
#[derive(JsonSchema)]
struct Unmerged {
    puzzle: Option<PuzzleName>,
    task: Option<TaskName>,
    verdict: Undecided,
    /// The reason: missing, horizon-refuted, or the limit.
    reason: String,
    /// The numbers of the missing pieces, without their parts.
    missing: Option<Vec<usize>>,
    missing_pieces: Option<Vec<FaultyPiece>>,
    /// The refuted number of steps.
    horizon: Option<usize>,
    encoding: Option<String>,
    proof_checked: Option<True>,
    pieces: Option<usize>,
    /// The refuted formula, its tree of cubes and the proof files of its leaves, as in the certificate of kind cubes.
    cubes: Option<serde_json::Map<String, serde_json::Value>>,
}
