//! Arguments: every command and flag, as clap sees them. Completions and man pages come from
//! these definitions too.

mod backends;
mod baseball;
mod bench;
mod census;
mod check;
mod count;
mod decode;
mod encode;
mod encoding;
mod explain;
mod family;
mod growth;
mod hint;
mod limits;
mod list;
mod named;
mod names;
mod plan;
mod play;
mod puzzle;
mod refused;
mod report;
mod save;
mod serve;
mod shards;
mod shorten;
mod show;
mod solve;
mod transform;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, Subcommand};

pub use backends::BackendNames;
pub use baseball::{Baseball, Compare, CountOf, DistancesOf, Tree, TreeFormat};
pub use bench::Bench;
pub use census::{Census, Classify, Generate};
pub use check::Check;
pub use count::Count;
pub use decode::Decode;
pub use encode::{Encode, Format, Names, PddlName};
pub use encoding::EncodingArguments;
pub use explain::{Explain, ExplainFormat, ExplainTask};
pub use family::Family;
pub use growth::{Growth, GrowthFormat};
pub use hint::Hint;
pub use limits::{Limits, Output, Printed};
pub use list::{Backends, List};
pub use plan::{Improve, PlanMethodName, PlanMinimiseName, PlanTask, Validate};
pub use play::Play;
pub use puzzle::{Directions, Ends, PuzzleArgument, known_names};
pub use report::Report;
pub use save::Save;
pub use serve::Serve;
pub use shards::{Conquer, Cube, JobStatus, Merge, Pieces, Submit};
pub use shorten::{Shorten, StyleName};
pub use show::{Show, ShowFormat, SvgStyle};
pub use solve::{MinimiseName, Solve};
pub use transform::Transform;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold());

const STATUS: &str = "Exit status: 0 solved, or done; 20 infeasible; 30 undecided within the \
    limits; 2 unusable input; 1 anything else.";

/// Planning by SAT and SMT, where every answer is checked: boards of peg solitaire, colour baseball and planning
/// tasks in PDDL or SAS+ are solved with a replayed plan, infeasible with a checked certificate, or undecided.
#[derive(Debug, Parser)]
#[command(name = "saut", version, styles = STYLES, after_help = STATUS, arg_required_else_help = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Whether one JSON document is asked for, as `--json` does of every command that has it.
    #[arg(skip)]
    pub json: bool,
}

impl Command {
    /// The limits of the command, if it has any.
    pub fn limits(&self) -> Option<&Limits> {
        match self {
            Self::Solve(arguments) => Some(&arguments.limits),
            Self::Check(arguments) => Some(&arguments.limits),
            Self::Explain(arguments) => Some(&arguments.limits),
            Self::Count(arguments) => Some(&arguments.limits),
            Self::Growth(arguments) => Some(&arguments.limits),
            Self::Hint(arguments) => Some(&arguments.limits),
            Self::Census(arguments) => Some(&arguments.limits),
            Self::Generate(arguments) => Some(&arguments.limits),
            Self::Classify(arguments) => Some(&arguments.limits),
            Self::Cube(arguments) => Some(&arguments.limits),
            Self::Merge(arguments) => Some(&arguments.limits),
            Self::Plan(arguments) => Some(&arguments.limits),
            Self::Validate(arguments) => Some(&arguments.limits),
            Self::Improve(arguments) => Some(&arguments.limits),
            Self::ExplainTask(arguments) => Some(&arguments.limits),
            _ => None,
        }
    }

    /// How the command writes formulas, if it does.
    pub fn encoding(&self) -> Option<&EncodingArguments> {
        match self {
            Self::Solve(arguments) => Some(&arguments.encoding),
            Self::Plan(arguments) => Some(&arguments.encoding),
            Self::Encode(arguments) => Some(&arguments.encoding),
            Self::Decode(arguments) => Some(&arguments.encoding),
            Self::Cube(arguments) => Some(&arguments.encoding),
            _ => None,
        }
    }

    /// The file that takes what would be printed, if one is named. Commands whose main result is a
    /// file (`show`, `encode`, `plan`, records, pages) write theirs themselves.
    pub fn out(&self) -> Option<&Path> {
        let printed = match self {
            Self::Solve(arguments) => &arguments.output,
            Self::Check(arguments) => &arguments.output,
            Self::Validate(arguments) => &arguments.output,
            Self::Explain(arguments) => &arguments.output,
            Self::ExplainTask(arguments) => &arguments.output,
            Self::Count(arguments) => &arguments.output,
            Self::Hint(arguments) => &arguments.output,
            Self::Decode(arguments) => &arguments.output,
            Self::Classify(arguments) => &arguments.output,
            Self::Baseball(Baseball::Compare(arguments)) => &arguments.output,
            Self::Baseball(Baseball::Count(arguments)) => &arguments.output,
            Self::Baseball(Baseball::Distances(arguments)) => &arguments.output,
            Self::List(arguments) => &arguments.output,
            Self::Backends(arguments) => &arguments.output,
            _ => return None,
        };
        printed.out.as_deref()
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Decide a puzzle and print the plan or the reason; with a domain and a problem, the same as plan
    #[command(after_help = STATUS)]
    Solve(Solve),
    /// Replay a plan or check a certificate again, without any solver; with a domain and a problem, the same as validate
    #[command(after_help = STATUS)]
    Check(Check),
    /// Decide any planning task in PDDL or SAS+, and write the plan
    #[command(after_help = STATUS)]
    Plan(PlanTask),
    /// Make a plan of a task in PDDL or SAS+ cheaper: what is superfluous, what is cheaper, how far from the bound
    #[command(after_help = STATUS)]
    Improve(Improve),
    /// Replay a plan on a task in PDDL or SAS+, and name its first wrong action; checks certificates, too
    #[command(after_help = STATUS)]
    Validate(Validate),
    /// Try every criterion of infeasibility and say what each finds, with weights on the board; with a domain and a problem,
    /// why there is no plan, and what would give one
    Explain(Explain),
    /// Say why a planning task has no plan, and what would give it one: the same as explain with a domain and a problem
    #[command(hide = true, after_help = STATUS)]
    ExplainTask(ExplainTask),
    /// Count exactly: solutions, games, boards
    #[command(after_help = STATUS)]
    Count(Count),
    /// Count growth tables: boards by distance from some first ones, beside printed numbers
    #[command(after_help = STATUS)]
    Growth(Growth),
    /// Say which jumps keep a position solvable, and which jump of a game was a mistake
    #[command(after_help = STATUS)]
    Hint(Hint),
    /// Write the formula or the planning problem of a puzzle
    Encode(Encode),
    /// Turn an outside solver's model into a replayed plan
    #[command(after_help = STATUS)]
    Decode(Decode),
    /// Draw a puzzle, or a plan jump by jump
    Show(Show),
    /// Play a puzzle in the terminal, with hints
    Play(Play),
    /// Turn a puzzle and its plan into others: the inverse play, the reversal, the images
    Transform(Transform),
    /// Open the studio: solve, play and explain puzzles in a browser
    Serve(Serve),
    /// Measure solvers and encodings on puzzles, with every claim checked
    #[command(after_help = bench::AFTER)]
    Bench(Bench),
    /// Write the benchmark family: formulas of graded hardness with known answers
    Family(Family),
    /// Turn records of measured runs into tables and plots
    Report(Report),
    /// Decide every figure of a board that has a symmetry, for one peg anywhere
    Census(Census),
    /// Make new puzzles: random figures with a symmetry that can be solved, rated
    Generate(Generate),
    /// Say whether a puzzle is possible, here or on a larger board, and why not
    #[command(after_help = STATUS)]
    Classify(Classify),
    /// Split the refutation of a puzzle or planning task into pieces for many machines
    Cube(Cube),
    /// Run one piece of a job
    #[command(after_help = STATUS)]
    Conquer(Conquer),
    /// Say what follows from all pieces of a job, or which are missing
    #[command(after_help = STATUS)]
    Merge(Merge),
    /// Say how far a job is, and what the rest may cost
    Status(JobStatus),
    /// Write the script that hands a job to Slurm, `HyperQueue`, GNU parallel or this machine
    Submit(Submit),
    /// Colour baseball: compare, count, distances, tree
    #[command(subcommand)]
    Baseball(Baseball),
    /// List the bundled puzzles and boards
    List(List),
    /// List the solvers: which are here, and how to get the others
    Backends(Backends),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one for every command into a directory
    Manual {
        /// Where to write saut.1, saut-solve.1 and so on
        directory: Option<PathBuf>,
    },
    /// Make one run of a benchmark, told on standard input
    #[command(hide = true, name = saut::bench::COMMAND)]
    BenchRun,
    /// Run a child program and end all that it leaves behind, also when the starter dies
    #[command(hide = true, name = saut::process::guard::COMMAND)]
    GuardChild {
        /// What the program reads
        input: PathBuf,
        /// The program
        program: OsString,
        /// Its arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}
