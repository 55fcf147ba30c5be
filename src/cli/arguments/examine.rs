//! Flags of the commands that examine puzzles, planning tasks and plans.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use saut::peg::notation::Digits;

use super::global::seconds;
use super::named::named;
use super::solve::Save;
use crate::cli::input::{Directions, Endpoints, PuzzleArgument, SubjectArguments};

/// `saut check`
#[derive(Debug, Args)]
pub struct Check {
    /// The puzzle, as for `saut solve`; or the domain of a planning task, which may be left out as for `saut plan`; or
    /// a formula in DIMACS
    #[arg(value_name = "PUZZLE|DOMAIN", required = true)]
    pub subject: Option<String>,

    /// The problem of a planning task
    #[arg(value_name = "PROBLEM", required_unless_present = "sas")]
    pub second: Option<String>,

    /// A file with a plan or a certificate, or - for standard input. A plan has moves such as 45/47, 75/73/53 or 46x44,
    /// actions of a planning task, or the JSON of `saut solve`. A certificate is the JSON of `saut solve`. For a
    /// formula, the file has a model as a solver prints it, or a proof in DRAT (text or binary), LRAT or FRAT (text)
    #[arg(value_name = "RESULT")]
    pub third: Option<String>,

    /// More plans or certificates of the same planning task
    #[arg(value_name = "RESULT")]
    pub more: Vec<String>,

    /// Read the output.sas of Fast Downward's translator instead of domain and problem
    #[arg(long, value_name = "FILE", conflicts_with = "second")]
    pub sas: Option<String>,

    /// Print the states of a plan of a planning task: its initial atoms, and the atoms that each step adds and removes
    #[arg(short, long)]
    pub verbose: bool,

    /// Use the command line and the messages of the validator VAL, as if saut were called as validate. The arguments
    /// are then: [-v] [-t EPSILON] [-s|-S] DOMAIN [PROBLEM [PLAN...]]
    #[arg(long)]
    pub val: bool,

    #[command(flatten)]
    pub ends: Endpoints,
    #[command(flatten)]
    pub directions: Directions,

    /// Set the first digit of a cell: column or row [default: column in 45/47, row in 46x44]
    #[arg(long, value_parser = named::<Digits>())]
    pub digits: Option<Digits>,

    /// Write the certificate of a planning task to FILE as a pseudo-Boolean formula (OPB). The proof goes to a file of
    /// the same name with the extension .pbp. `veripb FILE.opb FILE.pbp` checks them
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,
}

/// `saut lint`
#[derive(Debug, Args)]
pub struct Lint {
    /// The domain in PDDL, or a problem whose domain is next to it, as for `saut plan`
    pub domain: String,

    /// Problems of the domain
    #[arg(value_name = "PROBLEM")]
    pub problems: Vec<String>,
}

/// `saut explain`
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each field is a flag")]
pub struct Explain {
    #[command(flatten)]
    pub subject: SubjectArguments,

    /// Set the format of the explanation
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    pub format: ExplainFormat,

    /// Also print how often each kind of jump can occur in a plan, and a lower bound on the number of jumps
    #[arg(long)]
    pub jumps: bool,

    /// With --jumps: also decide whether a plan attains each limit. All positions on solutions are searched, and for
    /// each kind of jump, the output has a plan in which a jump of this kind occurs most often
    #[arg(long, requires = "jumps")]
    pub attained: bool,

    /// Also write goal - start as a sum of jumps. Each kind of sum is printed if it exists: with whole coefficients,
    /// with non-negative fractions, and with non-negative whole numbers
    #[arg(long)]
    pub witness: bool,

    /// With --witness: also print the matrix of the jumps, a basis of their relations and the general solution
    /// [default: on boards of at most 24 jumps]
    #[arg(long, requires = "witness")]
    pub matrix: bool,

    /// With --witness: check these coefficients, as in --coefficients "2,-1,1/2". Give one number for each jump, in
    /// the order of the columns of --matrix
    #[arg(
        long,
        value_name = "NUMBERS",
        requires = "witness",
        allow_hyphen_values = true
    )]
    pub coefficients: Option<String>,

    /// Also test whether the goal can be reached in some order, legal or not, if each jump in JUMPS is played at least
    /// the given number of times, as in --at-least "33/53=2 35/55". The default number is 1
    #[arg(long, value_name = "JUMPS")]
    pub at_least: Option<String>,

    /// Check whether the weights in FILE are a pagoda function and a facet, and whether they refute this puzzle. FILE
    /// has the weight of each hole, row by row from the top
    #[arg(long, value_name = "FILE")]
    pub weights: Option<String>,

    /// Also draw the reduction of start and goal to nine holes and to four, step by step
    #[arg(long)]
    pub reduction: bool,

    /// Also list the sixteen signatures, each with its two class invariants, as in (a,b), and with the holes in which a
    /// single peg has this signature
    #[arg(long)]
    pub classes: bool,

    /// Also list the facets of a small board up to its symmetries: every pagoda function is a sum of positive multiples
    /// of facets. For a large board, some facets are found from random pairs of positions, which depend on the seed
    #[arg(long)]
    pub facets: bool,
}

/// Output formats of `explain`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    /// Text, with boards drawn by characters
    Text,
    /// One SVG picture
    Svg,
}

/// `saut count`
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each field is a flag")]
pub struct Count {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// Also count all games: jump sequences from the start until no jump is left
    #[arg(long)]
    pub games: bool,

    /// Also count the boards that occur in some solution, by number of pegs
    #[arg(long)]
    pub boards: bool,

    /// Also count the boards that can be reached from the start, by number of pegs
    #[arg(long)]
    pub reachable: bool,

    /// Also count the boards from which the goal can be reached, by number of pegs
    #[arg(long)]
    pub backward: bool,

    /// With --backward: go back N jumps [default: until there are no more boards]
    #[arg(long, value_name = "N", requires = "backward")]
    pub distance: Option<usize>,

    /// Also compute the chance that random play wins, if all possible jumps are equally likely
    #[arg(long)]
    pub random_play: bool,

    /// With --random-play: also play N random games and estimate the chance from them
    #[arg(long, value_name = "N", requires = "random_play")]
    pub plays: Option<NonZeroU64>,

    /// Also analyse the graph of all positions as a matrix, on boards of at most ten holes. The output has its powers,
    /// their sum (paths) and its transitive closure, as in `saut count FILE:line-of-seven --matrix`
    #[arg(long)]
    pub matrix: bool,

    /// Also find a position of the board with the most successors, and count such positions. Example: `saut count
    /// english --successors --only`
    #[arg(long)]
    pub successors: bool,

    /// Also print, level by level, how many boards the count of the solutions visits
    #[arg(long)]
    pub levels: bool,

    /// Skip the count of the solutions, which may take long; print only the other results
    #[arg(long, conflicts_with = "levels")]
    pub only: bool,

    #[command(flatten)]
    pub save: Save,
}

/// `saut growth`
#[derive(Debug, Args)]
pub struct Growth {
    /// A TOML file such as docs/growth-french.toml. For each row of the table, it has the boards at distance 0, and
    /// optionally the numbers with which the results are compared
    pub table: String,

    /// Count up to this distance [default: the distance in the file]
    #[arg(long, value_name = "N")]
    pub distance: Option<usize>,

    /// Set the format of the table
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    pub format: GrowthFormat,
}

/// Output formats of `growth`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GrowthFormat {
    /// One line for each row
    Text,
    /// A page with one table
    Markdown,
}

/// `saut hint`
#[derive(Debug, Args)]
pub struct Hint {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// A file with the jumps played so far, as for `saut check`; - for standard input
    pub played: Option<String>,

    /// Use this position instead of the puzzle's start: a file with a picture, or the cells with pegs, as in "44 45 46"
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,

    /// Count the solutions after every jump, instead of only deciding whether there is one; this may take long
    #[arg(long)]
    pub count: bool,

    /// Limit the time for each jump, in seconds. The limit for the position itself is four times as long. The exit
    /// status is 30 if anything is left undecided
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "5",
        allow_hyphen_values = true, conflicts_with = "count")]
    pub jump_timeout: f64,
}

/// `saut transform`
#[derive(Debug, Args)]
pub struct Transform {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// A file with a plan of the puzzle, or - for standard input
    pub plan: Option<String>,

    /// Exchange pegs and vacancies and play backward: Leibniz's inverse play
    #[arg(long, group = "transformation")]
    pub complement: bool,

    /// Play the plan backward: each jump removes one peg and puts two back
    #[arg(long, group = "transformation")]
    pub reverse: bool,

    /// Apply symmetry number K. Without --complement, --reverse and --symmetry, the symmetries are listed
    #[arg(long, value_name = "K", group = "transformation")]
    pub symmetry: Option<usize>,

    /// Set the order of the digits of a cell in the plan: column or row first
    #[arg(long, value_parser = named::<Digits>())]
    pub digits: Option<Digits>,

    /// Print only the moves: of the transformed plan, or of the given plan without a transformation
    #[arg(long, conflicts_with = "json")]
    pub moves: bool,

    /// With --moves: set the notation of the moves, column-first as in 45/47 (Lucas) or row-first as in 46x44, with
    /// rows counted from the top
    #[arg(long, requires = "moves", value_parser = named::<Digits>(), default_value = "column-first")]
    pub notation: Digits,
}
