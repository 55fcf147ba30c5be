//! Arguments: every command and flag, as clap sees them. Completions and man pages come from
//! these definitions too.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use saut::encode::Order;
use saut::peg::Geometry;
use saut::peg::notation::Digits;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold());

const STATUS: &str = "Exit status: 0 solved, or done; 20 infeasible; 30 undecided within the \
    limits; 2 unusable input; 1 anything else.";

/// Decides peg solitaire puzzles by SAT and SMT: solved with a replayed plan, infeasible with a
/// checked certificate, or undecided.
#[derive(Debug, Parser)]
#[command(name = "saut", version, styles = STYLES, after_help = STATUS, arg_required_else_help = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Decide a puzzle and print the plan or the reason
    #[command(after_help = STATUS)]
    Solve(Solve),
    /// Replay a plan or check a certificate again, without any solver
    #[command(after_help = STATUS)]
    Check(Check),
    /// Write the formula or the planning problem of a puzzle
    Encode(Encode),
    /// Turn an outside solver's model into a replayed plan
    #[command(after_help = STATUS)]
    Decode(Decode),
    /// Draw a puzzle, or a plan jump by jump
    Show(Show),
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
    /// Become a child program that dies with its parent
    #[command(hide = true, name = saut::backend::guard::COMMAND)]
    GuardChild {
        /// The program
        program: OsString,
        /// Its arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

/// Which puzzle.
#[derive(Debug, Args)]
pub struct PuzzleArgument {
    /// A bundled name (see `saut list`), a file (.toml, .pddl or a bare picture), FILE.toml:NAME,
    /// or - for standard input
    #[arg(default_value = "central")]
    pub puzzle: String,

    /// The directions of a bare picture: square, triangle or square-diagonal
    #[arg(long, value_parser = str::parse::<Geometry>)]
    pub geometry: Option<Geometry>,
}

/// How to print.
#[derive(Clone, Copy, Debug, Args)]
pub struct Output {
    /// Print one JSON document and nothing else
    #[arg(long)]
    pub json: bool,
}

/// When to give up.
#[derive(Debug, Args)]
pub struct Limits {
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,

    /// Give up when more than so many MiB of memory are in use
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,

    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,

    /// The seed of all random choices; with one thread the same seed gives the same output
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds >= 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("not a number of seconds, 0 or more".to_owned()),
    }
}

/// Which encoding, with its choices.
#[derive(Debug, Args)]
pub struct EncodingArguments {
    /// The encoding
    #[arg(long, value_enum, value_name = "NAME")]
    pub encoding: Option<EncodingName>,

    /// The number of steps, or auto
    #[arg(long, value_name = "N", default_value = "auto", value_parser = horizon)]
    pub horizon: HorizonArgument,

    /// sequential: how "at most one action" is written
    #[arg(long, value_enum, value_name = "NAME", default_value = "pairwise")]
    pub at_most_one: AtMostOneName,

    /// smt: how a step is written
    #[arg(long, value_enum, value_name = "NAME", default_value = "disjunction")]
    pub smt_form: FormName,

    /// r2-exists: the order of the actions: direction, random:SEED or fresh:SEED (a new one every
    /// step), each also with -alternating
    #[arg(long, value_name = "ORDER", value_parser = str::parse::<Order>)]
    pub order: Option<Order>,

    /// r2-exists: an action needs a reason not to happen a step earlier
    #[arg(long)]
    pub left_packing: bool,

    /// r2-exists: do not propagate the units of start and goal
    #[arg(long)]
    pub no_fold: bool,
}

/// The encodings by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EncodingName {
    /// One jump a step
    Sequential,
    /// A set of jumps a step, playable in any order
    Forall,
    /// Every jump once a step, each optional, in a fixed order
    R2Exists,
    /// One jump a step, as SMT-LIB
    Smt,
}

/// The horizon as typed.
#[derive(Clone, Copy, Debug)]
pub struct HorizonArgument(pub Option<usize>);

fn horizon(text: &str) -> Result<HorizonArgument, String> {
    match (text, text.parse::<usize>()) {
        ("auto", _) => Ok(HorizonArgument(None)),
        (_, Ok(steps)) if steps <= 100_000 => Ok(HorizonArgument(Some(steps))),
        _ => Err("neither auto nor a number of steps up to 100000".to_owned()),
    }
}

/// At-most-one constraints by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum AtMostOneName {
    Pairwise,
    Ladder,
    Product,
    Bitwise,
    Commander,
    Bimander,
}

/// Forms of `smt` by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum FormName {
    /// A disjunction over the jumps, with state equalities
    Disjunction,
    /// The number of the chosen jump as an integer
    Integer,
}

/// `saut solve`
#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,
    #[command(flatten)]
    pub encoding: EncodingArguments,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: Output,

    /// A solver (see `saut backends`), or dimacs:COMMAND or smtlib:COMMAND; several make a
    /// portfolio
    #[arg(long, value_name = "NAME")]
    pub backend: Vec<String>,

    /// Find a plan that is as short as possible; jumps differ only where the goal is open
    #[arg(long, value_enum, value_name = "WHAT")]
    pub minimise: Option<MinimiseName>,

    /// Go to the formulas at once, without the criteria of infeasibility
    #[arg(long)]
    pub no_criteria: bool,

    /// Keep the proof of an infeasible puzzle in FILE, and its formula in FILE.cnf
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
}

/// What can be made small.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum MinimiseName {
    /// The number of jumps
    Jumps,
}

/// `saut check`
#[derive(Debug, Args)]
pub struct Check {
    /// The puzzle, as for `saut solve`
    pub puzzle: String,

    /// A file with a plan (moves such as 45/47, 75/73/53 or 46x44, a PDDL plan, or the JSON of
    /// `saut solve`) or a certificate (the JSON of `saut solve`); - for standard input
    pub result: String,

    /// The directions of a bare picture
    #[arg(long, value_parser = str::parse::<Geometry>)]
    pub geometry: Option<Geometry>,

    /// Which digit of a cell comes first [default: the column in 45/47, the row in 46x44]
    #[arg(long, value_enum)]
    pub digits: Option<DigitsName>,

    #[command(flatten)]
    pub output: Output,
}

/// Orders of digits by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum DigitsName {
    /// Column from the left, then row from below (Lucas)
    ColumnFirst,
    /// Row from the top, then column
    RowFirst,
}

impl From<DigitsName> for Digits {
    fn from(name: DigitsName) -> Self {
        match name {
            DigitsName::ColumnFirst => Self::ColumnFirst,
            DigitsName::RowFirst => Self::RowFirst,
        }
    }
}

/// `saut encode`
#[derive(Debug, Args)]
pub struct Encode {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,
    #[command(flatten)]
    pub encoding: EncodingArguments,
    #[command(flatten)]
    pub output: Output,

    /// The language
    #[arg(long, value_enum, default_value = "dimacs")]
    pub format: Format,

    /// pddl: which of the two problem forms, and whether to write the domain instead
    #[arg(long, value_enum, default_value = "jumps")]
    pub pddl: PddlName,

    /// Where to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// What `encode` writes.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    /// Clauses
    Dimacs,
    /// SMT-LIB 2
    Smtlib,
    /// A planning problem
    Pddl,
}

/// Forms of PDDL by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum PddlName {
    /// Plain jumps
    Jumps,
    /// Sweeps, each move at cost 1
    Sweeps,
    /// The domain file of plain jumps
    JumpsDomain,
    /// The domain file of sweeps
    SweepsDomain,
}

/// `saut decode`
#[derive(Debug, Args)]
pub struct Decode {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,
    #[command(flatten)]
    pub encoding: EncodingArguments,
    #[command(flatten)]
    pub output: Output,

    /// The solver's output; - for standard input
    #[arg(long, value_name = "FILE")]
    pub model: String,
}

/// `saut show`
#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,

    /// A file with a plan, to be shown move by move
    pub result: Option<String>,

    /// How to draw
    #[arg(long, value_enum, default_value = "text")]
    pub format: ShowFormat,

    #[command(flatten)]
    pub output: Output,
}

/// How `show` draws.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ShowFormat {
    /// With characters
    Text,
}

/// `saut list`
#[derive(Debug, Args)]
pub struct List {
    /// Only names that contain this
    pub filter: Option<String>,
    #[command(flatten)]
    pub output: Output,
}

/// `saut backends`
#[derive(Debug, Args)]
pub struct Backends {
    #[command(flatten)]
    pub output: Output,
}
