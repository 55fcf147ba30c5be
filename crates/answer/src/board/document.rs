//! JSON output for puzzles of peg solitaire.

use std::borrow::Cow;

use saut_base::stop::StopReason;
use saut_criteria::certify::Certificate;
use saut_criteria::certify::cone::FewestJumps;
use saut_criteria::certify::proof::WrittenProof;
use saut_formats::certificate::{self, ConeEntry, cone_entry};
use saut_levels::packages::Composition;
use saut_peg::peg::{GameLength, Jump};
use saut_peg::simulate::ReplayedPlan;
use saut_plan::{Method, Minimise, UnprovedRefutation};
use saut_puzzles::decide::Verdict;
use schemars::JsonSchema;
use serde::Serialize;

use super::BoardAnswer;
use crate::kept::SavedProof;
use crate::print::{self, SweepLengthsEntry};
use crate::schema::{self, Call, Count, Seconds, StageEntry, Stopped, Unproved, stages};

impl BoardAnswer {
    pub(crate) fn document(&self, kept: SavedProof) -> serde_json::Result<String> {
        let (puzzle, decision) = (&self.puzzle, &self.decision);
        let name = puzzle.name();
        let seconds = decision.elapsed.into();
        let found = AnswerMethod::new(decision.method.as_ref());
        match &decision.verdict {
            Verdict::Solved(plan) => {
                let is_of_steps = self.minimise == Some(Minimise::Steps);
                let steps = self.fewest_steps().filter(|_| is_of_steps);
                let refuted = || kept.entries(&decision.refuted);
                let lower_bound = match (self.minimise, steps) {
                    (Some(Minimise::Actions), _) => {
                        let (by_pegs, _) = puzzle.jump_range();
                        let says_more = |bound: &&FewestJumps| bound.least as usize > by_pegs;
                        let bound = self.bound.as_ref().filter(says_more);
                        Some(LowerBound::Jumps {
                            by_pegs,
                            cone: bound.and_then(cone_entry),
                            refuted: refuted(),
                        })
                    }
                    (_, Some(_)) => Some(LowerBound::Steps { refuted: refuted() }),
                    _ => None,
                };
                let solved = Solved {
                    optimal: decision.optimal,
                    ..Solved::new(name, plan.jumps(), found, seconds)
                };
                let facts = RequestedFacts {
                    lower_bound,
                    steps,
                    made_of: self.made_of(plan),
                    ..RequestedFacts::default()
                };
                Document::write(solved, facts, kept)
            }
            Verdict::Infeasible(checked) => {
                let infeasible = Infeasible {
                    puzzle: name,
                    verdict: "infeasible",
                    certificate: certificate::kept_in(checked.certificate(), kept.file(0)),
                    method: &found.method,
                    seconds,
                    checked: true,
                    call: found.call,
                };
                Document::write(infeasible, RequestedFacts::default(), kept)
            }
            Verdict::Undecided(why) => {
                let undecided = Undecided {
                    method: Some(found.method).filter(|method| !method.is_empty()),
                    nodes: found.nodes,
                    tries: found.tries,
                    ..Undecided::new(name, *why, &decision.unproved, seconds)
                };
                let facts = RequestedFacts {
                    stages: stages(&decision.stages),
                    ..RequestedFacts::default()
                };
                Document::write(undecided, facts, kept)
            }
        }
    }

    /// Returns the parts of a plan that was combined from pieces.
    pub(super) fn made_of(&self, plan: &ReplayedPlan) -> Option<PlanParts> {
        let Some(Method::Pieces { windows }) = self.decision.method else {
            return None;
        };
        let puzzle = &self.puzzle;
        let pieces = Composition::new(puzzle.board(), puzzle.start(), &plan.jumps());
        Some(PlanParts {
            packages: pieces.packages,
            single_jumps: pieces.single_jumps,
            windows,
            core_holes: pieces.core_holes,
            core_jumps: pieces.core_jumps,
        })
    }
}

/// JSON output: an answer, and the additional facts that were requested.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "{A}Document")]
pub struct Document<A> {
    /// The answer, or the plan.
    #[serde(flatten)]
    pub(crate) solved: A,
    /// The additional facts that were requested.
    #[serde(flatten)]
    pub(crate) facts: RequestedFacts,
    /// Result of `--proof`.
    #[serde(flatten)]
    pub(crate) kept: SavedProof,
}

impl<A: Serialize> Document<A> {
    /// Writes the answer as JSON.
    ///
    /// # Errors
    /// The answer cannot be written as JSON, which is an internal error.
    pub fn write(solved: A, facts: RequestedFacts, kept: SavedProof) -> serde_json::Result<String> {
        serde_json::to_string(&Self {
            solved,
            facts,
            kept,
        })
    }
}

/// Answer to a puzzle that has a plan.
#[derive(Serialize, JsonSchema)]
pub struct Solved {
    /// The name of the puzzle.
    pub puzzle: String,
    /// Always solved.
    #[schemars(extend("const" = "solved"))]
    pub verdict: &'static str,
    /// The jumps of the replayed plan.
    #[schemars(with = "Vec<schema::Jump>")]
    pub plan: Vec<Jump>,
    /// Number of moves of the plan.
    pub moves: usize,
    /// Whether no plan has fewer moves, jumps or steps (the requested quantity).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// How the answer was found.
    #[serde(flatten)]
    pub found: AnswerMethod,
    /// Wall time.
    pub seconds: Seconds,
    /// Always true: the simulator has replayed the plan.
    #[schemars(extend("const" = true))]
    pub checked: bool,
}

impl Solved {
    /// Creates the answer with a replayed plan, which may not be the shortest.
    pub fn new(puzzle: &str, plan: Vec<Jump>, found: AnswerMethod, seconds: Seconds) -> Self {
        Self {
            puzzle: puzzle.to_owned(),
            verdict: "solved",
            moves: GameLength::of(&plan).moves,
            plan,
            optimal: None,
            found,
            seconds,
            checked: true,
        }
    }
}

/// Method of an answer. Fields that do not apply are left out. For example, a search has no horizon.
#[derive(Default, Serialize, JsonSchema)]
pub struct AnswerMethod {
    /// The encoding or search that found the answer.
    pub method: String,
    /// The solver that answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend: Option<String>,
    /// Number of encoded steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizon: Option<usize>,
    /// Number of variables of the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<usize>,
    /// Number of clauses of the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clauses: Option<usize>,
    /// The call of the solver, if it is a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<Call>,
    /// Number of positions that a search visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Number of games that random play began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<u64>,
}

impl AnswerMethod {
    /// Creates the fields of this method.
    pub fn new(method: Option<&Method>) -> Self {
        let (variables, clauses) = match method {
            Some(&Method::Formula {
                variables, clauses, ..
            }) => (Some(variables), Some(clauses)),
            _ => (None, None),
        };
        Self {
            method: method.map_or("", Method::name).to_owned(),
            backend: method.and_then(Method::backend).map(str::to_owned),
            horizon: method.and_then(Method::horizon),
            variables,
            clauses,
            call: Call::of(method),
            nodes: method.and_then(Method::nodes),
            tries: method.and_then(Method::tries),
        }
    }
}

/// Answer to a puzzle that has no plan.
#[derive(Serialize, JsonSchema)]
pub struct Infeasible<'a> {
    /// The name of the puzzle.
    puzzle: &'a str,
    /// Always infeasible.
    #[schemars(extend("const" = "infeasible"))]
    verdict: &'static str,
    /// The certificate.
    #[schemars(schema_with = "schema::board_certificate")]
    certificate: Cow<'a, Certificate>,
    /// Method that found the certificate.
    method: &'a str,
    /// Wall time.
    seconds: Seconds,
    /// Always true: the checker has accepted the certificate.
    #[schemars(extend("const" = true))]
    checked: bool,
    /// The call of the solver that wrote the proof, if it is a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<Call>,
}

/// Answer to a puzzle that was not decided within the limits.
#[derive(Serialize, JsonSchema)]
pub struct Undecided {
    /// The name of the puzzle.
    puzzle: String,
    #[serde(flatten)]
    stopped: Stopped,
    /// The refuted horizon, if the reason is horizon-refuted.
    #[serde(skip_serializing_if = "Option::is_none")]
    horizon: Option<usize>,
    /// Whether a proof of the refutation was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_checked: Option<bool>,
    /// Refutations by solvers whose proofs were not checked within the limits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unproved: Vec<Unproved>,
    /// The method, if one was chosen by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    /// Number of positions that a search visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    /// Number of games that random play began.
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<u64>,
    /// Wall time.
    seconds: Seconds,
}

impl Undecided {
    /// Creates the answer to an undecided puzzle. `why` is the reason.
    pub(crate) fn new(
        puzzle: &str,
        why: StopReason,
        unproved: &[UnprovedRefutation],
        seconds: Seconds,
    ) -> Self {
        let (horizon, proof_checked) = match why {
            StopReason::HorizonRefuted { horizon, is_proved } => (Some(horizon), Some(is_proved)),
            _ => (None, None),
        };
        Self {
            puzzle: puzzle.to_owned(),
            stopped: why.into(),
            horizon,
            proof_checked,
            unproved: schema::unproved(unproved),
            method: None,
            nodes: None,
            tries: None,
            seconds,
        }
    }
}

/// Requested facts about a plan, or about all plans. Facts that were not requested are left out.
#[derive(Default, Serialize, JsonSchema)]
pub struct RequestedFacts {
    /// Number of jumps of the longest sweep in any solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_sweep: Option<usize>,
    /// Reason why no plan is shorter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<LowerBound>,
    /// Number of plans with the minimum number of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_plans: Option<Count>,
    /// Number of plans with the minimum number of moves, up to symmetry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_plans_up_to_symmetry: Option<Count>,
    /// Numbers of plans with the minimum number of moves, by the lengths (numbers of jumps) of their moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_sweep_lengths: Option<Vec<SweepLengthsEntry>>,
    /// The block removals of the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<schema::Package>>")]
    pub packages: Option<serde_json::Value>,
    /// The parts from which the plan of a large board was combined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_of: Option<PlanParts>,
    /// Number of moves of the plan, if a triple removal counts as one move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<usize>,
    /// Number of steps of the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    /// The engines that ran, if the puzzle is undecided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<StageEntry>,
}

/// The parts from which the plan of a large board was combined.
#[derive(Serialize, JsonSchema)]
pub struct PlanParts {
    /// Number of block removals outside the core.
    packages: usize,
    /// Number of other jumps outside the core.
    single_jumps: usize,
    /// Number of windows around the core that a formula cleared. Their jumps are included in the packages and in the
    /// single jumps.
    windows: usize,
    /// Number of holes of the core.
    core_holes: usize,
    /// Number of jumps in the core.
    core_jumps: usize,
}

impl PlanParts {
    pub(super) fn in_words(&self) -> String {
        let windows = match self.windows {
            0 => String::new(),
            some => format!(", some of them in {},", print::counted(some, "window")),
        };
        format!(
            "made of {} and {}{windows} around a core of {}, which needs {}",
            print::counted(self.packages, "package"),
            print::counted(self.single_jumps, "single jump"),
            print::counted(self.core_holes, "hole"),
            print::counted(self.core_jumps, "jump"),
        )
    }
}

/// Value of `by` if the minimum number of moves was computed from every position on a solution.
pub const BY_POSITIONS: &str = "every position on a solution";

/// Reason why no plan is shorter.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum LowerBound {
    /// No plan has fewer moves.
    Moves {
        /// How the minimum was computed.
        by: &'static str,
        /// Number of disjoint Merson regions. Each region needs a move that starts inside it.
        merson_regions: usize,
        /// Minimum number of moves.
        moves: usize,
        /// Number of positions for which the bound was computed.
        positions: u64,
    },
    /// No plan has fewer jumps.
    Jumps {
        /// Lower bound by counting: the number of pegs that must be removed.
        by_pegs: usize,
        /// Lower bound on the number of jumps by the integer cone.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<schema::Cone>")]
        cone: Option<ConeEntry>,
        /// Refuted numbers of jumps, each with its proof.
        #[schemars(with = "Vec<schema::Proof>")]
        refuted: Vec<WrittenProof>,
    },
    /// No plan has fewer steps.
    Steps {
        /// Refuted numbers of steps, each with its proof.
        #[schemars(with = "Vec<schema::Proof>")]
        refuted: Vec<WrittenProof>,
    },
    /// No plan of colour baseball has fewer steps.
    Distances {
        /// The sum of the distances of the tokens. On a line, it is the sum of the crossings that each border between
        /// bases needs.
        by_distances: usize,
        /// Refuted numbers of steps, each with its proof.
        #[schemars(with = "Vec<schema::Proof>")]
        refuted: Vec<WrittenProof>,
    },
}
