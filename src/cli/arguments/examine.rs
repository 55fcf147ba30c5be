//! Commands that examine a puzzle, or a task, and its plans: their flags.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use saut::peg::notation::Digits;

use super::global::seconds;
use super::named::named;
use super::solve::Save;
use crate::cli::input::{Directions, Ends, PuzzleArgument, SubjectArguments};

/// `saut check`
#[derive(Debug, Args)]
pub struct Check {
    /// The puzzle, as for `saut solve`; or the domain of a planning task, which may be left out as for `saut plan`
    #[arg(value_name = "PUZZLE|DOMAIN", required = true)]
    pub subject: Option<String>,

    /// The problem of a planning task
    #[arg(value_name = "PROBLEM", required_unless_present = "sas")]
    pub second: Option<String>,

    /// A file with a plan (moves such as 45/47, 75/73/53 or 46x44, actions of a planning task, or the JSON of
    /// `saut solve`) or a certificate (the JSON of `saut solve`); - for standard input
    #[arg(value_name = "RESULT")]
    pub third: Option<String>,

    /// Further plans or certificates of the same planning task
    #[arg(value_name = "RESULT")]
    pub more: Vec<String>,

    /// A task as Fast Downward's translator writes it (output.sas), instead of domain and problem
    #[arg(long, value_name = "FILE", conflicts_with = "second")]
    pub sas: Option<String>,

    /// Print the states of a plan of a planning task: the atoms at its start, and those that each step adds and removes
    #[arg(short, long)]
    pub verbose: bool,

    /// Speak the command line and the phrases of the validator VAL; this is also the case if the program is called as
    /// validate. Then the arguments are: [-v] [-t EPSILON] [-s|-S] DOMAIN [PROBLEM [PLAN...]]
    #[arg(long)]
    pub val: bool,

    #[command(flatten)]
    pub ends: Ends,
    #[command(flatten)]
    pub directions: Directions,

    /// First digit of a cell: column or row [default: the column in 45/47, the row in 46x44]
    #[arg(long, value_parser = named::<Digits>())]
    pub digits: Option<Digits>,

    /// Write the certificate of a planning task as a pseudo-Boolean formula (OPB), and its proof beside it, with the
    /// ending .pbp: `veripb FILE.opb FILE.pbp` checks them
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,
}

/// `saut lint`
#[derive(Debug, Args)]
pub struct Lint {
    /// The domain in PDDL; or a problem whose domain is beside it, as for `saut plan`
    pub domain: String,

    /// Problems of the domain
    #[arg(value_name = "PROBLEM")]
    pub problems: Vec<String>,
}

/// `saut explain`
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Explain {
    #[command(flatten)]
    pub subject: SubjectArguments,

    /// Format of the explanation
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    pub format: ExplainFormat,

    /// Also say how often each kind of jump can occur in any plan, and how few jumps there must be
    #[arg(long)]
    pub jumps: bool,

    /// With --jumps: also say whether a plan attains each limit, by every position on a solution, with
    /// a plan that has the jump as often as any
    #[arg(long, requires = "jumps")]
    pub attained: bool,

    /// Also write goal - start as a sum of jumps: with whole coefficients, with non-negative
    /// fractions, with non-negative whole numbers, as far as there is such a sum
    #[arg(long)]
    pub witness: bool,

    /// With --witness: also print the matrix of the jumps, a basis of the relations among them and the general solution
    /// [default: on boards of at most 24 jumps]
    #[arg(long, requires = "witness")]
    pub matrix: bool,

    /// With --witness: check coefficients, one for each jump in the order of the columns of --matrix, as in
    /// --coefficients "2,-1,1/2"
    #[arg(
        long,
        value_name = "NUMBERS",
        requires = "witness",
        allow_hyphen_values = true
    )]
    pub coefficients: Option<String>,

    /// Also say whether a plan may have several jumps so often at least, as in --at-least "33/53=2 35/55=1"
    #[arg(long, value_name = "JUMPS")]
    pub at_least: Option<String>,

    /// Check weights of your own, a number for each hole row by row from the top: whether they are a pagoda function and a
    /// facet, and what they say of this puzzle
    #[arg(long, value_name = "FILE")]
    pub weights: Option<String>,

    /// Also draw the reduction of start and goal step by step, to nine holes and to four
    #[arg(long)]
    pub reduction: bool,

    /// Also list the sixteen signatures with their sums in the group of a, b, c and e, and the holes in
    /// which a single peg has each
    #[arg(long)]
    pub classes: bool,

    /// Also list the facets of a small board up to its symmetries: the pagoda functions that all others
    /// are sums of; of a large board some of them, found for random pairs of positions with the seed
    #[arg(long)]
    pub facets: bool,
}

/// Output formats of `explain`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    /// With characters
    Text,
    /// As one picture, to standard output
    Svg,
}

/// `saut count`
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Count {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// Also all games: jump sequences from the start until no jump is left
    #[arg(long)]
    pub games: bool,

    /// Also the boards that lie on some solution, by number of pegs
    #[arg(long)]
    pub boards: bool,

    /// Also the boards that can be reached from the start, by number of pegs
    #[arg(long)]
    pub reachable: bool,

    /// Also the boards from which the goal can be reached, by number of pegs
    #[arg(long)]
    pub backward: bool,

    /// With --backward: number of jumps to go back [default: until there are no more boards]
    #[arg(long, value_name = "N", requires = "backward")]
    pub distance: Option<usize>,

    /// Also the chance that random play wins, each jump that can be played as likely as any other
    #[arg(long)]
    pub random_play: bool,

    /// With --random-play: also play N random games and estimate the chance from them
    #[arg(long, value_name = "N", requires = "random_play")]
    pub plays: Option<NonZeroU64>,

    /// Also the graph of all positions of a board of at most ten holes as a matrix: its powers, the sum
    /// of these (paths) and its transitive closure, as in `saut count FILE:line-of-seven --matrix`
    #[arg(long)]
    pub matrix: bool,

    /// Also a position of the board with the most successors, and the number of such positions, as
    /// in `saut count english --successors --only`
    #[arg(long)]
    pub successors: bool,

    /// Also the boards that the count of the solutions went through, by level
    #[arg(long)]
    pub levels: bool,

    /// Skip counting the solutions, which may take long; print only what the other flags ask for
    #[arg(long, conflicts_with = "levels")]
    pub only: bool,

    #[command(flatten)]
    pub save: Save,
}

/// `saut growth`
#[derive(Debug, Args)]
pub struct Growth {
    /// A file with the first boards of each row, and numbers to compare with if it has any
    /// (such as docs/growth-french.toml)
    pub table: String,

    /// The farthest distance [default: as the file says]
    #[arg(long, value_name = "N")]
    pub distance: Option<usize>,

    /// Format of the table
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

    /// Instead of the puzzle's start: a file with a picture of the position, or the cells with
    /// pegs, as in "44 45 46"
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,

    /// Count the solutions after every jump, which may take long, instead of only deciding it
    #[arg(long)]
    pub count: bool,

    /// Time limit in seconds for each jump, and four times that for the position itself; the exit status
    /// is 30 if anything is left undecided
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

    /// Play the plan backward: each move takes one peg and puts two back
    #[arg(long, group = "transformation")]
    pub reverse: bool,

    /// The image under symmetry number K; without any of these three flags the symmetries
    /// are listed
    #[arg(long, value_name = "K", group = "transformation")]
    pub symmetry: Option<usize>,

    /// Order of the digits of a cell in the plan: column or row first
    #[arg(long, value_parser = named::<Digits>())]
    pub digits: Option<Digits>,

    /// Print the moves of the new plan and nothing else; without any of the three flags those of the plan given
    #[arg(long, conflicts_with = "json")]
    pub moves: bool,

    /// With --moves: notation of the moves, column-first as in 45/47 (Lucas) or row-first as in 46x44,
    /// the row counted from the top
    #[arg(long, requires = "moves", value_parser = named::<Digits>(), default_value = "column-first")]
    pub notation: Digits,
}
