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
        "Why there is no plan, or no plan that costs less. The page Certificates of the documentation has the \
         fields of each kind and their conditions.",
    );
}

/// A certificate about a board.
#[derive(JsonSchema)]
#[schemars(rename = "board")]
#[serde(tag = "kind", rename_all = "lowercase")]
enum BoardCertificateKind {
    /// A trivial reason, such as no first jump.
    Trivial {
        /// The reason in words: "no peg in the goal", "no jump to spare", "no first jump", "no last jump" or "out of
        /// reach".
        reason: String,
    },
    /// Parities that every jump keeps, and that differ between start and goal.
    Class {
        /// Sums whose parity every jump keeps.
        sums: Vec<ColourSum>,
    },
    /// Weights whose total no jump changes modulo a number.
    Lattice {
        /// One entry for each modulus and its weights.
        weightings: Vec<Weighting>,
    },
    /// Weights whose total no jump raises (a pagoda function).
    Pagoda {
        /// Weight of each hole.
        weights: Vec<i64>,
    },
    /// One of the other criteria.
    Criterion {
        /// Name of the criterion: playable, corner, golden-ratio or integer-cone.
        name: String,
        /// For playable and corner: the class of holes, as the parities of column and row.
        class: Option<Vec<i64>>,
        /// For golden-ratio: the cell that no peg can reach.
        target: Option<Cell>,
        /// For integer-cone: the tree of splits, with weights in its leaves.
        tree: Option<SplitTree>,
    },
    /// Exhaustive search from both ends.
    Exhaustive {
        /// Numbers of positions after 0, 1, 2, … jumps from the start, up to symmetry and without pruned positions.
        forward: Vec<u64>,
        /// Numbers of positions 0, 1, 2, … jumps before a goal position, up to symmetry and without pruned positions.
        backward: Vec<u64>,
        /// Sets of holes, as a 1 or 0 for each hole. Goal positions were excluded if the number of pegs in a set has
        /// another parity than at the start.
        class: Option<Vec<Vec<i64>>>,
        /// Pagoda functions by which positions were pruned; each has one weight for each hole.
        pagodas: Option<Vec<Vec<i64>>>,
        /// Whether positions were also pruned if the remaining jumps must lose too much weight.
        losses: Option<bool>,
        /// Partitions of the board that prune further positions: the number of the region of each hole.
        regions: Option<Value>,
    },
    /// A proof that the formula has no model.
    Proof {
        #[serde(flatten)]
        proof: Proof,
        #[serde(flatten)]
        assumed: Assumed,
    },
    /// Proofs that the formula has no model under each of several cubes.
    Cubes {
        #[serde(flatten)]
        proof: Proof,
        #[serde(flatten)]
        assumed: Assumed,
        /// The decision tree in preorder: a variable, its branch *true*, its branch *false*; 0 is a leaf.
        tree: Vec<i64>,
        /// One proof for each cube, in the order of the leaves.
        pieces: Vec<Piece>,
    },
}

/// Facts that the formula assumes.
#[derive(JsonSchema)]
struct Assumed {
    /// Jumps that occur in no plan, or at most once, with the weights that prove it.
    jump_bounds: Option<Value>,
    /// The first jumps that are allowed; symmetries map all others to them.
    first_jumps: Option<Value>,
}

/// Two colours; every jump keeps the parity of the number of their pegs.
#[derive(JsonSchema)]
#[schemars(rename = "sum")]
struct ColourSum {
    /// The two numbers a, b of the colouring: hole (x, y) has the colour a·x + b·y mod 3.
    form: Vec<i64>,
    /// The two colours that are counted together.
    colours: Vec<i64>,
}

/// Weights whose total no jump changes modulo `modulus`.
#[derive(JsonSchema)]
#[schemars(rename = "weighting")]
struct Weighting {
    /// The modulus, at least 2.
    modulus: u64,
    /// Weight of each hole.
    weights: Vec<i64>,
}

/// A split by the number of times that a jump is played, or a leaf with weights.
#[derive(JsonSchema)]
#[schemars(rename = "tree")]
#[serde(untagged)]
enum SplitTree {
    /// A split of the plans by the number of times that they play this jump.
    Split {
        /// Cell of the jumping peg.
        from: Cell,
        /// Cell on which the jumping peg lands.
        to: Cell,
        /// The bound on the number of times that the jump is played.
        most: u64,
        /// The tree for plans that play the jump at most this number of times.
        few: Box<SplitTree>,
        /// The tree for all other plans.
        many: Box<SplitTree>,
    },
    /// A leaf: weights that refute the plans of this part.
    Leaf {
        /// Weight of each hole.
        weights: Vec<i64>,
        /// A constant that is subtracted from the gain of each jump; always 0 or missing.
        charge: Option<i64>,
    },
}

/// The proof for one cube, in its own file.
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
        /// Name of the criterion; range-reachability also computes the ranges of numbers.
        #[schemars(extend("enum" = ["relaxed-reachability", "range-reachability"]))]
        name: String,
        /// Number of atoms that are reachable if no fact is ever deleted.
        reached: u64,
    },
    /// All reachable states of a numeric task were visited, and none of them is a goal state below the bound.
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
    /// Weights of facts and functions whose total no action lowers.
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
    /// Lower bounds and states that no plan below the bound can leave.
    ClosedSet(ClosedSet),
}

/// Lower bounds and states that no plan below the bound can leave.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
struct ClosedSet {
    /// Kind of the certificate, which follows from the other fields.
    #[schemars(extend("enum" = ["pagoda", "lattice", "pairs", "invariant", "exhaustive", "closed-states"]))]
    kind: String,
    /// No plan costs less than this number. If the field is missing, no plan exists.
    bound: Option<Cost>,
    /// Relaxations of the task, in the order in which they are applied.
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
    /// The task with only some of its facts.
    Projection(Projection),
}

/// A projection to some facts. At least `at_least` of the counted facts are always true.
#[derive(JsonSchema)]
#[schemars(rename = "projection")]
#[serde(deny_unknown_fields)]
struct Projection {
    /// The names of the facts that remain.
    kept: Vec<String>,
    /// The minimum number of counted facts that are true in every state.
    at_least: u64,
    /// The names of the facts that are counted.
    counted: Vec<String>,
}

/// A lower bound on the cost from any state to the goal.
#[derive(JsonSchema)]
#[schemars(rename = "reason")]
#[serde(rename_all = "kebab-case")]
enum Reason {
    /// Weights whose total no action raises by more than `scale` times its cost.
    Weights(FactWeights),
    /// Weights whose total no action changes modulo a number.
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
    /// The modulus, at least 2.
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
    /// The states in the document.
    Listed(Listing),
    /// The states in a separate file.
    Kept(Kept),
}

/// Listed states in a separate file.
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

/// States, each with the cost of reaching it.
#[derive(JsonSchema)]
#[schemars(rename = "listing")]
struct Listing {
    /// The names of the facts; states and cuts refer to their positions.
    facts: Vec<String>,
    /// The cuts, as lists of literals. A literal is the position of a fact, from 1; it is negative if the fact must be
    /// false.
    cuts: Vec<Vec<i64>>,
    /// For dominance: sets of facts, as positions from 1. Each fact in no list forms a set by itself.
    factors: Option<Vec<Vec<i64>>>,
    /// One text per state: COST:DIGITS, followed in a leaf by CUT:SHARE for each cut. Two hexadecimal digits encode
    /// eight facts.
    states: Vec<String>,
}
