//! Types that describe certificates.
#![expect(dead_code, reason = "only the forms of the types are used")]

use std::collections::BTreeMap;

use saut::answer::schema::{Cell, Cost, Metric, Proof};
use schemars::JsonSchema;
use serde_json::Value;

use super::Schemas;

pub fn add(to: &mut Schemas) {
    to.add::<(BoardCertificateKind, Task)>(
        "certificate",
        "Certificate",
        "Why there is no plan, or none that costs less. What each kind holds, and when it holds, is in docs/reference/certificates.",
    );
}

/// A certificate about a board.
#[derive(JsonSchema)]
#[schemars(rename = "board")]
#[serde(tag = "kind", rename_all = "lowercase")]
enum BoardCertificateKind {
    /// The numbers of pegs exclude every plan.
    Trivial {
        /// Reason in words.
        reason: String,
    },
    /// The parity class.
    Class {
        /// Sums whose parity every jump keeps.
        sums: Vec<ColourSum>,
    },
    /// Weights modulo numbers.
    Lattice {
        /// The weights.
        weightings: Vec<Weighting>,
    },
    /// Weights that no jump raises.
    Pagoda {
        /// Weight of each hole.
        weights: Vec<i64>,
    },
    /// A criterion, given by its name.
    Criterion {
        /// playable, corner, golden-ratio or integer-cone.
        name: String,
        /// The class, for golden-ratio.
        class: Option<Vec<i64>>,
        /// The target cell, for golden-ratio.
        target: Option<Cell>,
        /// The proof, for integer-cone.
        tree: Option<SplitTree>,
    },
    /// All positions, searched from both ends.
    Exhaustive {
        /// Positions after 0, 1, 2, … jumps.
        forward: Vec<u64>,
        /// Positions before 0, 1, 2, … jumps.
        backward: Vec<u64>,
        /// Weights modulo 2 by which positions were excluded.
        class: Option<Vec<Vec<i64>>>,
        /// Pagoda functions by which positions were excluded.
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

/// Facts that the formula assumes.
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
struct ColourSum {
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
    /// Weight of each hole.
    weights: Vec<i64>,
}

/// A split on how often a jump is played, or a leaf with weights.
#[derive(JsonSchema)]
#[schemars(rename = "tree")]
#[serde(untagged)]
enum SplitTree {
    /// A split.
    Split {
        /// Cell of the jumping peg.
        from: Cell,
        /// Cell on which the jumping peg lands.
        to: Cell,
        /// Bound of the split: the jump is played at most this often, or more often.
        most: u64,
        /// The tree if it is played at most this often.
        few: Box<SplitTree>,
        /// The tree if it is played more often.
        many: Box<SplitTree>,
    },
    /// A leaf.
    Leaf {
        /// Weight of each hole.
        weights: Vec<i64>,
        /// The charge of each jump.
        charge: Option<i64>,
    },
}

/// The proof of a cube.
#[derive(JsonSchema)]
#[schemars(rename = "piece")]
struct Piece {
    /// The file of the proof, in the folder of the document.
    file: String,
    /// The SHA-256 of the file.
    sha256: Option<String>,
}

/// A certificate about a planning task.
#[derive(JsonSchema)]
#[schemars(rename = "task")]
#[serde(untagged)]
enum Task {
    /// The goal is unreachable even if no fact is ever deleted.
    Reachability {
        /// Always criterion.
        #[schemars(extend("const" = "criterion"))]
        kind: String,
        /// Name of the criterion; range-reachability is for numbers with their ranges.
        #[schemars(extend("enum" = ["relaxed-reachability", "range-reachability"]))]
        name: String,
        /// Number of atoms that are reached.
        reached: u64,
    },
    /// The states of a numeric task.
    NumericStates {
        /// Always criterion.
        #[schemars(extend("const" = "criterion"))]
        kind: String,
        /// Always numeric-states.
        #[schemars(extend("const" = "numeric-states"))]
        name: String,
        /// Number of states.
        states: u64,
        /// Bound on the metric of every plan, or on its number of actions if the problem has no metric. If it is
        /// missing, no plan exists.
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
        /// Bound on the metric of every plan, or on its number of actions if the problem has no metric. If it is
        /// missing, no plan exists.
        bound: Option<Metric>,
        /// Weights of facts; all other facts weigh 0.
        facts: BTreeMap<String, Metric>,
        /// Weights of functions; all other functions weigh 0.
        functions: BTreeMap<String, Metric>,
        /// Factor of each comparison of the goal; if it is missing, all factors are 0.
        goal_tests: Option<Vec<Metric>>,
        /// Factors of the comparisons in the precondition of each action; the factors of other actions are 0.
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
    /// Kind of the certificate, which follows from the other fields.
    #[schemars(extend("enum" = ["pagoda", "lattice", "pairs", "invariant", "exhaustive", "closed-states"]))]
    kind: String,
    /// No plan costs less; if it is missing, no plan exists.
    bound: Option<Cost>,
    /// Relaxations of the task.
    reductions: Option<Vec<Reduction>>,
    /// Lower bounds on the cost from any state to the goal.
    reasons: Vec<Reason>,
    /// The states that the reasons do not cover.
    states: StateSet,
}

/// A relaxation of the task.
#[derive(JsonSchema)]
#[schemars(rename = "reduction")]
#[serde(rename_all = "kebab-case")]
enum Reduction {
    /// For each resource, the remaining amount of each resource level.
    WithoutBudgets(Vec<BTreeMap<String, u64>>),
    /// Facts that are kept.
    Projection(Projection),
}

/// The kept facts; at least a given number of the counted facts are always true.
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
    /// Conjunctions of literals that never hold. A literal is a fact, or `not ` and a fact.
    Never(Vec<Vec<String>>),
    /// Conjunctions of literals; at least one of them always holds.
    OneOf(Vec<Vec<String>>),
}

/// Weights of facts.
#[derive(JsonSchema)]
#[schemars(rename = "weights")]
#[serde(deny_unknown_fields)]
struct FactWeights {
    /// Weight that one unit of cost may add.
    scale: u64,
    /// Weight of each fact; all other facts weigh 0.
    weights: BTreeMap<String, i64>,
}

/// Weights of facts modulo a number.
#[derive(JsonSchema)]
#[schemars(rename = "residue")]
#[serde(deny_unknown_fields)]
struct FactResidue {
    /// The number.
    modulus: u64,
    /// Weight of each fact; all other facts weigh 0.
    weights: BTreeMap<String, i64>,
}

/// The states that the reasons do not cover.
#[derive(JsonSchema)]
#[schemars(rename = "states")]
#[serde(rename_all = "kebab-case")]
enum StateSet {
    /// Number of states that the check expands.
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
    /// The file, in the folder of the document.
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
    /// Cuts; each has positions of facts in the list, and a number.
    cuts: Vec<Vec<i64>>,
    /// Sets of facts of a dominance, by positions from 1 in the list.
    factors: Option<Vec<Vec<i64>>>,
    /// The states.
    states: Vec<String>,
}
