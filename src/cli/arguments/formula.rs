//! Flags for formulas: the encoding and the horizon, and the flags of `saut encode`, `saut decode` and `saut job`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use saut::decide::EncodingChoice;
use saut::encode::Encoding;
use saut::encode::objective::Minimised;
use saut::shards::PieceName;
use saut::shards::submit::Engine;
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::global::Global;
use super::named::{NamedEncoding, encoding, named};
use crate::cli::input::{Directions, SubjectArguments};

/// Text below the flags in the help of `saut job split`.
const AFTER_SPLIT: &str = "\
The formula of the puzzle or task is split by a binary tree of decisions. Its leaves, the cubes, cover every \
assignment. `saut job run DIR --index I` refutes the formula under one cube with a proof that is \
checked, or finds a plan. `saut job merge DIR` combines the proofs into one certificate that `saut check` \
accepts. The default encoding is sequential, with one jump per step: its refutation covers every plan of a \
puzzle whose goal fixes the number of pegs. For a planning task in PDDL, give --horizon; \
a refutation then shows that the formula with this number of steps has no plan.

  saut job split hard-fr-03 job --cubes 16
  saut job submit job --engine slurm --run
  saut job status job
  saut job merge job && saut check hard-fr-03 job/result.json

To split a census or an experiment, use `saut census --shard I/N` or `saut bench --shard I/N`.";

/// Returns all names of solvers in the values of a flag.
pub fn solver_names(values: &[String]) -> Vec<String> {
    values.iter().flat_map(|value| parted(value)).collect()
}

/// Returns the names in one value. Names are separated by commas. A name with a colon, except method:NAME, is a command
/// that extends to the end of the value.
fn parted(value: &str) -> Vec<String> {
    let is_command = |text: &str| text.contains(':') && !text.trim().starts_with("method:");
    let mut names = Vec::new();
    let mut rest = value;
    while let Some((name, others)) = rest.split_once(',')
        && !is_command(name)
    {
        names.push(name.trim().to_owned());
        rest = others;
    }
    names.push(if is_command(rest) { rest } else { rest.trim() }.to_owned());
    names
}

/// Encoding and horizon of a formula.
#[derive(Clone, Debug, Args)]
pub struct EncodingArguments {
    /// Use this encoding, with options after slashes, as in forall/chain or sequential/ladder. The option of sequential
    /// is the encoding of "at most one action" [default: pairwise]. r2-exists has two options, as in
    /// r2-exists/ORDER/unfolded. ORDER is direction, or one of four orders that are new at every step. fresh:SEED is
    /// random, walks:SEED goes along random plays from start and goal (a removal of three pegs in a line is then one
    /// action), layers:SEED follows relaxed reachability, and supporters:SEED puts supporters of preconditions first.
    /// With unfolded, the unit clauses of start and goal are not propagated. Without this flag, encode and decode use
    /// exists for planning tasks. For puzzles, they use r2-exists if --horizon is given, otherwise naive
    #[arg(long, value_name = "NAME", value_parser = encoding())]
    encoding: Option<NamedEncoding>,

    /// Set the number of steps; auto determines this number
    #[arg(long, value_name = "N", default_value = "auto", value_parser = horizon, allow_hyphen_values = true)]
    pub horizon: HorizonArgument,
}

impl EncodingArguments {
    /// Parses the line that names the encoding and the horizon in a formula of `saut encode`.
    pub fn of_header(line: &str) -> Option<Self> {
        let (encoding, horizon) = line
            .strip_prefix("c encoding ")?
            .rsplit_once(", horizon ")?;
        Some(Self {
            encoding: Some(encoding.parse().ok()?),
            horizon: HorizonArgument(Some(horizon.parse().ok()?)),
        })
    }

    /// Returns `--encoding` or `--horizon` if one of these flags is given.
    pub fn given(&self) -> Option<&'static str> {
        let horizon = self.horizon.0.map(|_| "--horizon");
        self.encoding.map_or(horizon, |_| Some("--encoding"))
    }

    /// Returns the encoding, if one was named.
    pub fn named(&self) -> Option<Encoding> {
        self.encoding.map(|named| named.encoding)
    }

    /// Returns the choice of an encoding, if one was named.
    pub fn choice(&self) -> Option<EncodingChoice> {
        self.encoding.map(|named| named.choice)
    }
}

/// The value of `--horizon`; `None` for auto.
#[derive(Clone, Copy, Debug)]
pub struct HorizonArgument(pub Option<usize>);

fn horizon(text: &str) -> Result<HorizonArgument, String> {
    match (text, text.parse::<usize>()) {
        ("auto", _) => Ok(HorizonArgument(None)),
        (_, Ok(steps)) if steps <= 100_000 => Ok(HorizonArgument(Some(steps))),
        _ => Err("expected auto or a number of steps from 0 to 100000".to_owned()),
    }
}

/// Arguments that determine a formula.
#[derive(Clone, Debug, Args)]
pub struct FormulaArguments {
    #[command(flatten)]
    pub subject: SubjectArguments,
    #[command(flatten)]
    pub encoding: EncodingArguments,

    /// Read the domain of a planning task in PDDL from FILE; the domain may also be given before the problem
    #[arg(long, value_name = "FILE", conflicts_with_all = ["vacate", "finish", "geometry", "problem", "sas"])]
    pub domain: Option<String>,

    /// Planning tasks: minimise the number of actions, or the cost, in the formats wcnf and opb. Give decode the same
    /// value
    #[arg(
        long,
        alias = "minimize",
        value_parser = named::<Minimised>(),
        value_name = "WHAT",
        default_value = "actions"
    )]
    pub minimise: Minimised,

    /// Set the names of variables [default: coordinates on a board of peg solitaire, otherwise the names of the facts]
    #[arg(long, value_enum)]
    pub names: Option<Names>,
}

impl FormulaArguments {
    /// Whether the formula is of a planning task.
    pub fn is_task(&self) -> bool {
        self.domain.is_some() || self.subject.is_task()
    }
}

/// `saut encode`
#[derive(Debug, Args)]
pub struct Encode {
    #[command(flatten)]
    pub formula: FormulaArguments,

    /// Set the language of the formula [default: by the extension of the file: .cnf, .smt2, .wcnf, .opb or .pddl;
    /// otherwise dimacs, or smtlib with --encoding smt]
    #[arg(long, value_parser = named::<Format>())]
    pub format: Option<Format>,

    /// Also write the meaning of every variable to FILE, as JSON
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,

    /// For pddl: write the problem or the domain, with plain jumps or with sweeps [default: jumps]
    #[arg(long, value_enum)]
    pub pddl: Option<PddlName>,
}

impl Encode {
    /// Returns the requested language. The default is the language of the output file's extension, otherwise the
    /// language of the encoding.
    pub fn language(&self, global: &Global) -> Format {
        let is_script = matches!(self.formula.encoding.named(), Some(Encoding::Smt));
        let own = if is_script {
            Format::Smtlib
        } else {
            Format::Dimacs
        };
        self.format.or_else(|| global.format()).unwrap_or(own)
    }
}

/// Output formats of `encode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Format {
    /// Clauses (CNF)
    Dimacs,
    /// Clauses of all horizons up to --horizon, with one assumption for the goal of each (iCNF)
    Icnf,
    /// SMT-LIB 2
    Smtlib,
    /// Hard and soft clauses, which minimise the number of actions or the cost
    Wcnf,
    /// Pseudo-Boolean constraints with the same objective
    Opb,
    /// A planning problem
    Pddl,
}

/// Naming schemes of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Names {
    /// By the name of the hole, as in `peg-42@3` and `jump-42-44@3`
    Cells,
    /// By step, column and row, counted from 0 at the top left, as in `i3x3y5` and `i3x3y5-x3y3`; valid symbols of
    /// SMT-LIB
    Coordinates,
}

/// The domains and problems in PDDL that `encode` can write for a puzzle.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum PddlName {
    /// The problem with plain jumps
    Jumps,
    /// The problem with sweeps; each move costs 1
    Sweeps,
    /// The domain with plain jumps
    JumpsDomain,
    /// The domain with sweeps
    SweepsDomain,
}

/// `saut decode`
#[derive(Debug, Args)]
pub struct Decode {
    #[command(flatten)]
    pub formula: FormulaArguments,

    /// Read the solver's output from FILE; - for standard input
    #[arg(long, value_name = "FILE", required_unless_present = "proof")]
    pub model: Option<String>,

    /// Check the solver's proof in FILE, in DRAT or LRAT, that the formula has no model. If the formula covers every
    /// plan, the puzzle or task is infeasible; otherwise, there is no plan in this number of steps
    #[arg(long, value_name = "FILE")]
    pub proof: Option<String>,
}

/// `saut job split`
#[derive(Debug, Args)]
#[command(after_help = AFTER_SPLIT)]
pub struct Split {
    /// A puzzle: a bundled name, a file or FILE.toml:NAME; or a planning task: a problem in PDDL
    #[arg(value_name = "PUZZLE|PROBLEM")]
    pub puzzle: String,

    /// The folder of the job, which is created
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// Read the domain of a planning task from FILE [default: the domain next to the problem]
    #[arg(long, value_name = "FILE")]
    pub domain: Option<String>,

    /// Split into N cubes
    #[arg(long, value_name = "N", default_value = "64")]
    pub cubes: NonZeroUsize,

    /// Also write the formula and its cubes to FILE as iCNF, for incremental solvers
    #[arg(long, value_name = "FILE")]
    pub icnf: Option<PathBuf>,

    /// Add facts to `sequential`: jumps that occur in no plan, or at most once. Integer programming finds these
    /// facts. The job and the certificate contain the weights that prove the facts
    #[arg(long, conflicts_with = "domain")]
    pub jump_bounds: bool,

    /// Break symmetry in `sequential`: allow only one of the first jumps that are images of each other. The certificate
    /// names these jumps, and the check verifies the symmetries
    #[arg(long, conflicts_with = "domain")]
    pub first_jumps: bool,

    #[command(flatten)]
    pub encoding: EncodingArguments,
    #[command(flatten)]
    pub directions: Directions,
}

/// `saut job run`
#[derive(Debug, Args)]
pub struct RunPiece {
    /// The folder of the job
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// Run piece I, counted from 0, or a part of a split piece: 3.0 is the first part of piece 3
    #[arg(long, value_name = "I")]
    pub index: PieceName,

    #[command(flatten)]
    pub how: PieceSolver,
}

/// Solver and limits for the pieces of a formula.
#[derive(Debug, Args)]
pub struct PieceSolver {
    /// Use this solver for the formula; it must write proofs
    #[arg(long, value_name = "NAME", default_value = "varisat")]
    pub backend: String,

    /// Split a piece after N conflicts (at least 100), its parts after 2N, and so on. If a part is as hard as its
    /// piece, all limits are raised
    #[arg(long, value_name = "N")]
    pub conflicts: Option<u64>,

    /// Split a piece into N parts
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u16).range(2..))]
    pub parts: u16,
}

/// `saut job merge` and `saut job status`
#[derive(Debug, Args)]
pub struct JobFolderArgument {
    /// The folder of the job
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// `saut job submit`
#[derive(Debug, Args)]
pub struct Submit {
    /// The folder of the job
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// Run the remaining pieces with this engine [default: local; required if another engine is on PATH]
    #[arg(long, value_name = "NAME", value_parser = named::<Engine>())]
    pub engine: Option<Engine>,

    /// Run the script after writing it
    #[arg(long)]
    pub run: bool,

    /// Run at most N pieces at the same time (slurm, parallel, local; hq ignores N)
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// Pass WORD to the engine, as in --option=--partition=long; may be repeated
    #[arg(long = "option", value_name = "WORD", allow_hyphen_values = true)]
    pub options: Vec<String>,

    #[command(flatten)]
    pub how: PieceSolver,
}

#[cfg(test)]
mod tests {
    use super::parted;

    #[test]
    fn commas_part_names_and_not_the_words_of_a_command() {
        assert_eq!(parted("batsat"), ["batsat"]);
        assert_eq!(parted("batsat,varisat"), ["batsat", "varisat"]);
        assert_eq!(parted("batsat, varisat"), ["batsat", "varisat"]);
        let methods = "batsat,method:gravity, method:depth-first";
        assert_eq!(
            parted(methods),
            ["batsat", "method:gravity", "method:depth-first"]
        );
        let command = "dimacs:solver --with=a,b {formula}";
        assert_eq!(parted(command), [command]);
        assert_eq!(parted(&format!("batsat,{command}")), ["batsat", command]);
        // An empty name is kept, because it is rejected later with a list of the known names.
        assert_eq!(parted("batsat,"), ["batsat", ""]);
    }
}
