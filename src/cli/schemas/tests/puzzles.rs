//! Types that describe the documents about puzzles.
#![expect(dead_code, reason = "only the forms of the types are used")]

use saut::answer::schema::{Cell, Count, Jump, Package, Seconds, Step, Stopped};
use schemars::JsonSchema;

use super::Schemas;
use super::checks::Rejected;
use super::values::{BoardCertificate, Infeasible, Jumps, Nullable, PuzzleName, TaskName, True};

pub fn add(to: &mut Schemas) {
    to.command::<(Methods, AllStarts, Stopped)>("baseball-compare", "Hand methods");
    to.command::<(RandomStart,)>("baseball-random", "Random start");
    to.command::<(Counts,)>("baseball-count", "Configurations");
    to.command::<(Distances, UnknownDistances)>("baseball-distances", "Distances");
    to.command::<(Tree,)>("baseball-tree", "Tree");
    to.command::<(Census, Stopped)>("census", "Census");
    to.command::<(Classified, ManyClassified, ManyRated, Stopped)>("classify", "Class of a puzzle");
    to.add::<(PuzzleFormula, TaskFormula, PddlProblem)>(
        "encode",
        "Formula",
        "Output of saut encode: the formula or the PDDL problem, or its file, and its size.",
    );
    to.command::<(NewPuzzles,)>("generate", "New puzzles");
    to.command::<(Bundled,)>("list", "Bundled puzzles");
    to.add::<(Board, Certificate, Baseball, Collection, Rejected)>(
        "show",
        "Puzzle",
        "Output of saut show. Holes are numbered row by row through the pictures, as in certificates.",
    );
    to.command::<(BoardSymmetries, Image, Reversal, Rejected)>("transform", "Transformed puzzle");
}

/// The track of colour baseball.
#[derive(JsonSchema)]
#[schemars(with = "String", inline, extend("enum" = ["ring", "line"]))]
struct Track;

/// Whether there is a plan, as the file of the puzzle states.
#[derive(JsonSchema)]
#[schemars(with = "String", inline, extend("enum" = ["solvable", "infeasible", "open"]))]
struct Expectation;

/// The shortest plan, unless a limit ended its search, and the plan of each hand method.
#[derive(JsonSchema)]
struct Methods {
    puzzle: PuzzleName,
    methods: Vec<HandMethod>,
}

/// The mean and the maximum length of the plans of each method, over all starts with this number of bases.
#[derive(JsonSchema)]
struct AllStarts {
    bases: usize,
    /// Number of starts.
    starts: usize,
    methods: Vec<MethodLengths>,
}

/// A method and the lengths of its plans.
#[derive(JsonSchema)]
struct MethodLengths {
    /// The hand method, or `shortest`.
    method: String,
    /// Mean length.
    mean: f64,
    /// Maximum length.
    worst: usize,
    /// Number of starts with the maximum length.
    with_worst: usize,
}

/// The possible next steps of a game of colour baseball.
#[derive(JsonSchema)]
pub struct BaseballHints {
    puzzle: PuzzleName,
    /// Steps played so far.
    played: Vec<Step>,
    /// Whether every token is at home.
    solved: bool,
    /// Minimum number of steps to the goal.
    left: usize,
    steps: Vec<BaseballHint>,
}

/// A possible step.
#[derive(JsonSchema)]
struct BaseballHint {
    step: Step,
    /// Minimum number of steps to the goal after this step.
    left: usize,
    /// The hand methods that choose this step.
    methods: Vec<String>,
}

/// A random start.
#[derive(JsonSchema)]
struct RandomStart {
    bases: usize,
    /// The tokens on each base.
    start: Vec<Vec<usize>>,
}

/// A method and its plan.
#[derive(JsonSchema)]
struct HandMethod {
    /// The hand method, or `shortest`.
    method: String,
    length: usize,
    /// Whether it was proved that no plan is shorter; only for `shortest`.
    optimal: Option<bool>,
    plan: Vec<Step>,
}

#[derive(JsonSchema)]
struct Counts {
    bases: usize,
    /// Number of configurations with two places on each base.
    configurations: Count,
    /// Number of configurations without a hole.
    without_hole: Count,
}

/// Configurations by their distance from home.
#[derive(JsonSchema)]
struct Distances {
    bases: usize,
    track: Track,
    configurations: usize,
    /// Number of configurations at each distance, from 0.
    by_distance: Vec<usize>,
    worst: usize,
}

/// A limit ended the search for the distances.
#[derive(JsonSchema)]
struct UnknownDistances {
    bases: usize,
    track: Track,
    #[serde(flatten)]
    stopped: Stopped,
}

#[derive(JsonSchema)]
struct Tree {
    bases: usize,
    track: Track,
    configurations: usize,
    /// Number of configurations at each distance, from 0.
    by_distance: Vec<usize>,
    svg: Option<String>,
    text: Option<String>,
    file: Option<String>,
}

/// The figures of a board that have a symmetry.
#[derive(JsonSchema)]
struct Census {
    board: String,
    symmetry: String,
    /// The holes in which the last peg may be.
    finish: Option<String>,
    /// Number of figures by category: FIT, FTP, FPP and FIP.
    totals: std::collections::BTreeMap<String, usize>,
    figures: Vec<CensusFigure>,
}

/// A figure with its verdict.
#[derive(JsonSchema)]
struct CensusFigure {
    /// The holes row by row from the top: o for a peg, . for a vacancy.
    figure: String,
    pegs: usize,
    #[schemars(extend("enum" = ["solved", "infeasible", "undecided"]))]
    verdict: String,
    /// The reason: `plan`, the kind of the certificate, or the limit.
    reason: String,
    /// The cells in which the last peg can be.
    survivors: Vec<String>,
    /// The cells that a limit left undecided: it is unknown whether the last peg can be in them.
    unsettled: Option<Vec<String>>,
    seconds: Seconds,
    /// The median number of positions that blind play visits before it wins.
    difficulty: Option<u64>,
    plan: Option<Jumps>,
    certificate: Option<BoardCertificate>,
}

/// A puzzle with its class.
#[derive(JsonSchema)]
struct Classified {
    puzzle: PuzzleName,
    /// The class: `possible`, `impossible-anywhere`, `impossible-here`, `nothing-moves` or `undecided`.
    word: String,
    /// The French category: FIT, FIP, FTP or FPP.
    category: String,
    /// Number of rings of holes that, added around the board, make the puzzle solvable; null if none was found.
    possible_with_margin: Nullable<usize>,
    larger: Vec<LargerBoard>,
    certificate: Option<BoardCertificate>,
    plan: Option<Jumps>,
    reason: Option<String>,
}

/// The puzzle on a larger board.
#[derive(JsonSchema)]
struct LargerBoard {
    margin: usize,
    holes: usize,
    verdict: String,
    plan: Nullable<Jumps>,
}

#[derive(JsonSchema)]
struct ManyClassified {
    puzzles: Vec<Classified>,
}

/// Puzzles with their difficulties, the easiest first.
#[derive(JsonSchema)]
struct ManyRated {
    puzzles: Vec<Rated>,
    /// Number of blind games per puzzle; the difficulty is their median.
    games: usize,
}

/// A puzzle with its difficulty.
#[derive(JsonSchema)]
struct Rated {
    name: String,
    pegs: usize,
    /// The median number of positions that blind play visits before it wins.
    difficulty: Nullable<u64>,
    /// Number of digits of the difficulty.
    rating: Nullable<u64>,
    why: Nullable<String>,
}

#[derive(JsonSchema)]
struct PuzzleFormula {
    puzzle: PuzzleName,
    #[serde(flatten)]
    formula: FormulaFields,
}

#[derive(JsonSchema)]
struct TaskFormula {
    task: TaskName,
    #[serde(flatten)]
    formula: FormulaFields,
}

#[derive(JsonSchema)]
struct FormulaFields {
    encoding: String,
    horizon: usize,
    variables: usize,
    clauses: usize,
    text: Option<String>,
    file: Option<String>,
}

#[derive(JsonSchema)]
struct PddlProblem {
    puzzle: PuzzleName,
    text: Option<String>,
    file: Option<String>,
}

/// Generated puzzles. If a limit ended the generation early, there are also a verdict and a reason.
#[derive(JsonSchema)]
struct NewPuzzles {
    puzzles: Vec<NewPuzzle>,
    #[serde(flatten)]
    stopped: Option<Stopped>,
}

#[derive(JsonSchema)]
struct NewPuzzle {
    name: String,
    pegs: usize,
    /// The start, with the holes row by row from the top: o for a peg, . for a vacancy.
    figure: String,
    /// Number of holes, if the board is new.
    holes: Option<usize>,
    /// The median number of positions that blind play visits before it wins.
    difficulty: Option<Nullable<u64>>,
    plan: Option<Jumps>,
}

#[derive(JsonSchema)]
struct Bundled {
    boards: Vec<String>,
    puzzles: Vec<BundledPuzzle>,
}

#[derive(JsonSchema)]
struct BundledPuzzle {
    name: String,
    title: String,
    theme: String,
    expect: Expectation,
    /// Always baseball; missing for peg solitaire.
    #[schemars(extend("const" = "baseball"))]
    game: Option<String>,
    /// The board, if it has a name.
    board: Option<Nullable<String>>,
    holes: Option<usize>,
    pegs: Option<usize>,
    bases: Option<usize>,
    track: Option<Track>,
}

/// A board, with a plan if one was given.
#[derive(JsonSchema)]
struct Board {
    puzzle: PuzzleName,
    #[schemars(extend("enum" = ["square", "triangle", "square-diagonal"]))]
    geometry: String,
    start: String,
    goal: String,
    holes: usize,
    corners: usize,
    expect: Expectation,
    /// Always true if the goal is one peg in any one of the open holes, otherwise missing.
    one_peg: Option<True>,
    /// By the old rule of the French board: the hole whose peg is in hand and is put back once.
    put_back: Option<Cell>,
    plan: Option<Jumps>,
    packages: Option<Vec<Package>>,
    /// Number of remaining pegs, if a game stops before its goal.
    pegs_left: Option<usize>,
    svg: Option<String>,
    latex: Option<String>,
    html: Option<String>,
    /// Positions as lists of occupied cells.
    cells: Option<String>,
    file: Option<String>,
}

/// An accepted certificate, explained in a text or on a page.
#[derive(JsonSchema)]
struct Certificate {
    puzzle: PuzzleName,
    verdict: Infeasible,
    checked: True,
    text: Option<String>,
    html: Option<String>,
    file: Option<String>,
}

/// A puzzle of colour baseball, with a plan if one was given.
#[derive(JsonSchema)]
struct Baseball {
    puzzle: PuzzleName,
    /// Always baseball.
    #[schemars(extend("const" = "baseball"))]
    game: String,
    track: Track,
    /// Number of places on a base.
    capacity: usize,
    /// Tokens on each base at the start.
    start: Vec<Vec<u8>>,
    /// Tokens on each base at the goal.
    goal: Vec<Vec<u8>>,
    svg: String,
    plan: Option<Vec<Step>>,
    latex: Option<String>,
    html: Option<String>,
    file: Option<String>,
}

/// A page of all puzzles of a file.
#[derive(JsonSchema)]
struct Collection {
    puzzles: usize,
    html: Option<String>,
    file: Option<String>,
}

#[derive(JsonSchema)]
struct BoardSymmetries {
    puzzle: PuzzleName,
    /// The axes of the start as a sum: 1 for level, 2 for upright, 4 for rising, 8 for falling; null if the lines of
    /// the board are not rows and columns.
    axes: Nullable<u8>,
    symmetries: Vec<Symmetry>,
}

#[derive(JsonSchema)]
struct Symmetry {
    number: usize,
    name: String,
    fixes_start: bool,
    fixes_goal: bool,
}

/// The image of a puzzle, and of its plan if one was given.
#[derive(JsonSchema)]
struct Image {
    puzzle: PuzzleName,
    transformation: String,
    geometry: String,
    start: String,
    goal: String,
    /// Whether the new goal is one peg in any one of its open holes.
    one_peg: bool,
    /// Whether the image is the same puzzle.
    same: bool,
    plan: Option<Jumps>,
    moves: Option<usize>,
    checked: Option<True>,
}

/// A plan played backward.
#[derive(JsonSchema)]
struct Reversal {
    puzzle: PuzzleName,
    /// Always reversal.
    #[schemars(extend("const" = "reversal"))]
    transformation: String,
    /// Picture of the position at the end of the plan.
    start: String,
    /// Picture of the start of the puzzle.
    goal: String,
    /// The jumps in the order in which they are undone.
    undone: Vec<Jump>,
    checked: True,
}
