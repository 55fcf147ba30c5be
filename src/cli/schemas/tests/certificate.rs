//! Certificates, described.
#![expect(dead_code, reason = "only the forms of the types are used")]

use std::collections::BTreeMap;

use saut::answer::schema::{Cell, Cost, Metric, Proof};
use schemars::JsonSchema;
use serde_json::Value;

use super::Schemas;

pub fn add(to: &mut Schemas) {
    to.add::<(Board, Task)>(
        "certificate",
        "Certificate",
        "Why there is no plan, or none that costs less. What each kind holds, and when it holds, is in docs/certificates.md.",
    );
}

/// A certificate about a board.
#[derive(JsonSchema)]
#[schemars(rename = "board")]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Board {
    /// The numbers of pegs exclude every plan.
    Trivial {
        /// Why.
        reason: String,
    },
    /// The parity class.
    Class {
        /// Sums whose parity every jump keeps.
        sums: Vec<Sum>,
    },
    /// Weights modulo numbers.
    Lattice {
        /// The weights.
        weightings: Vec<Weighting>,
    },
    /// Weights that no jump raises.
    Pagoda {
        /// By hole.
        weights: Vec<i64>,
    },
    /// A criterion by its name.
    Criterion {
        /// playable, corner, golden-ratio or integer-cone.
        name: String,
        /// Of golden-ratio: the class.
        class: Option<Vec<i64>>,
        /// Of golden-ratio: the target.
        target: Option<Cell>,
        /// Of integer-cone: the proof.
        tree: Option<Tree>,
    },
    /// All positions from both ends.
    Exhaustive {
        /// Positions after 0, 1, 2, … jumps.
        forward: Vec<u64>,
        /// Positions before 0, 1, 2, … jumps.
        backward: Vec<u64>,
        /// Weights modulo 2 by which positions were left out.
        class: Option<Vec<Vec<i64>>>,
        /// Pagoda functions by which positions were left out.
        pagodas: Option<Vec<Vec<i64>>>,
        /// Whether losses of weight were counted.
        losses: Option<bool>,
        /// Regions.
        regions: Option<Value>,
    },
    /// A proof that the formula has no model.
    Proof {
        #[serde(flatten)]
        proof: Proof,
        #[serde(flatten)]
        assumed: Assumed,
    },
    /// A proof in pieces.
    Cubes {
        #[serde(flatten)]
        proof: Proof,
        #[serde(flatten)]
        assumed: Assumed,
        /// The tree of the splits.
        tree: Vec<i64>,
        /// The proofs of the cubes.
        pieces: Vec<Piece>,
    },
}

/// Facts that the formula takes for known.
#[derive(JsonSchema)]
struct Assumed {
    /// Bounds on how often jumps are played.
    jump_bounds: Option<Value>,
    /// The first jumps.
    first_jumps: Option<Value>,
}

/// Two colours whose pegs keep their parity.
#[derive(JsonSchema)]
#[schemars(rename = "sum")]
struct Sum {
    /// The form that colours the holes.
    form: Vec<i64>,
    /// The colours.
    colours: Vec<i64>,
}

/// Weights modulo a number that no jump changes.
#[derive(JsonSchema)]
#[schemars(rename = "weighting")]
struct Weighting {
    /// The number.
    modulus: u64,
    /// By hole.
    weights: Vec<i64>,
}

/// A split on how often a jump is played, or a leaf with weights.
#[derive(JsonSchema)]
#[schemars(rename = "tree")]
#[serde(untagged)]
enum Tree {
    /// A split.
    Split {
        /// Cell of the jumping peg.
        from: Cell,
        /// Cell where it lands.
        to: Cell,
        /// The jump is played at most this often, or more often.
        most: u64,
        /// The tree if it is played at most this often.
        few: Box<Tree>,
        /// The tree if it is played more often.
        many: Box<Tree>,
    },
    /// A leaf.
    Leaf {
        /// By hole.
        weights: Vec<i64>,
        /// The charge of each jump.
        charge: Option<i64>,
    },
}

/// The proof of a cube.
#[derive(JsonSchema)]
#[schemars(rename = "piece")]
struct Piece {
    /// Its file, beside the document.
    file: String,
    /// The SHA-256 of the file.
    sha256: Option<String>,
}

/// A certificate about a planning task.
#[derive(JsonSchema)]
#[schemars(rename = "task")]
#[serde(untagged)]
enum Task {
    /// The goal is out of reach even if nothing is ever lost.
    Reachability {
        /// Always criterion.
        #[schemars(extend("const" = "criterion"))]
        kind: String,
        /// Of numbers with their ranges.
        #[schemars(extend("enum" = ["relaxed-reachability", "range-reachability"]))]
        name: String,
        /// Number of atoms that are reached.
        reached: u64,
    },
    /// The states of a task with numbers.
    NumericStates {
        /// Always criterion.
        #[schemars(extend("const" = "criterion"))]
        kind: String,
        /// Always numeric-states.
        #[schemars(extend("const" = "numeric-states"))]
        name: String,
        /// Number of states.
        states: u64,
        /// No plan has a better metric, or fewer actions if the problem has none; without it there is no plan.
        bound: Option<Metric>,
    },
    /// Weights of facts and functions.
    NumericWeights {
        /// Always criterion.
        #[schemars(extend("const" = "criterion"))]
        kind: String,
        /// Always numeric-weights.
        #[schemars(extend("const" = "numeric-weights"))]
        name: String,
        /// No plan has a better metric, or fewer actions if the problem has none; without it there is no plan.
        bound: Option<Metric>,
        /// Weights of facts; all others weigh 0.
        facts: BTreeMap<String, Metric>,
        /// Weights of functions; all others weigh 0.
        functions: BTreeMap<String, Metric>,
        /// How often each comparison of the goal counts; without it none does.
        goal_tests: Option<Vec<Metric>>,
        /// By actions how often each comparison of the precondition counts; of others none does.
        action_tests: Option<BTreeMap<String, Vec<Metric>>>,
    },
    /// A proof that a formula has no model.
    Proof {
        /// Always proof.
        #[schemars(extend("const" = "proof"))]
        kind: String,
        #[serde(flatten)]
        proof: Proof,
    },
    /// A closed set of states.
    ClosedSet(ClosedSet),
}

/// A closed set of states.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
struct ClosedSet {
    /// Follows from the rest.
    #[schemars(extend("enum" = ["pagoda", "lattice", "pairs", "invariant", "exhaustive", "closed-states"]))]
    kind: String,
    /// No plan costs less; without it there is no plan.
    bound: Option<Cost>,
    /// Relaxations of the task.
    reductions: Option<Vec<Reduction>>,
    /// Lower bounds on the cost from any state to the goal.
    reasons: Vec<Reason>,
    /// The states that the reasons do not cover.
    states: States,
}

/// A relaxation of the task.
#[derive(JsonSchema)]
#[schemars(rename = "reduction")]
#[serde(rename_all = "kebab-case")]
enum Reduction {
    /// By level the amount that is left.
    WithoutBudgets(Vec<BTreeMap<String, u64>>),
    /// Facts that are kept.
    Projection(Projection),
}

/// The kept facts; at least a number of the counted facts are always true.
#[derive(JsonSchema)]
#[schemars(rename = "projection")]
#[serde(deny_unknown_fields)]
struct Projection {
    /// The kept facts.
    kept: Vec<String>,
    /// The number.
    at_least: u64,
    /// The counted facts.
    counted: Vec<String>,
}

/// A lower bound on the cost from any state to the goal.
#[derive(JsonSchema)]
#[schemars(rename = "reason")]
#[serde(rename_all = "kebab-case")]
enum Reason {
    /// Weights that no action raises.
    Weights(FactWeights),
    /// Weights modulo a number.
    Residue(FactResidue),
    /// Conjunctions of literals, a fact or `not ` and a fact, that never hold.
    Never(Vec<Vec<String>>),
    /// Conjunctions of literals of which one always holds.
    OneOf(Vec<Vec<String>>),
}

/// Weights of facts.
#[derive(JsonSchema)]
#[schemars(rename = "weights")]
#[serde(deny_unknown_fields)]
struct FactWeights {
    /// Weight that one unit of cost may add.
    scale: u64,
    /// By fact; all others weigh 0.
    weights: BTreeMap<String, i64>,
}

/// Weights of facts modulo a number.
#[derive(JsonSchema)]
#[schemars(rename = "residue")]
#[serde(deny_unknown_fields)]
struct FactResidue {
    /// The number.
    modulus: u64,
    /// By fact; all others weigh 0.
    weights: BTreeMap<String, i64>,
}

/// The states that the reasons do not cover.
#[derive(JsonSchema)]
#[schemars(rename = "states")]
#[serde(rename_all = "kebab-case")]
enum States {
    /// Number of states that are expanded.
    Visited(u64),
    /// A listing.
    Listed(Listing),
    /// A listing in a file.
    Kept(Kept),
}

/// A listing in a file.
#[derive(JsonSchema)]
#[schemars(rename = "kept")]
#[serde(deny_unknown_fields)]
struct Kept {
    /// Number of states.
    count: u64,
    /// The file, beside the document.
    file: Option<String>,
    /// The SHA-256 of the file.
    sha256: Option<String>,
}

/// States with the costs of reaching them.
#[derive(JsonSchema)]
#[schemars(rename = "listing")]
struct Listing {
    /// The facts.
    facts: Vec<String>,
    /// Cuts, each by places of facts and a number.
    cuts: Vec<Vec<i64>>,
    /// Sets of facts by place, from 1, of a dominance.
    factors: Option<Vec<Vec<i64>>>,
    /// The states.
    states: Vec<String>,
}
