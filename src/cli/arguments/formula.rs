//! Formulas: the encoding, the solvers, and the flags of `saut encode` and `decode` and of the commands of jobs.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use saut::decide::EncodingChoice;
use saut::encode::Encoding;
use saut::shards::PieceName;
use saut::shards::submit::Engine;
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::global::Global;
use super::named::{NamedEncoding, encoding, named};
use crate::cli::input::{Directions, PuzzleArgument};

/// Text below the flags in the help of `saut job split`.
const AFTER_SPLIT: &str = "\
The formula of the question is split by a binary tree of decisions; its leaves, the cubes, cover every \
assignment. `saut job run DIR --index I` refutes the formula under one of them with a proof that is \
checked, or finds a plan. `saut job merge DIR` puts the proofs together to one certificate that `saut check` \
accepts. Without --encoding it is sequential, one jump a step: its refutation covers every plan of a \
puzzle whose goal says how many pegs are left. For a planning task in PDDL give --domain and --horizon; \
a refutation then says that the formula of so many steps has no plan.

  saut job split hard-fr-03 job --cubes 16
  saut job submit job --engine slurm --run
  saut job status job
  saut job merge job && saut check hard-fr-03 job/result.json

A census and an experiment are split with --shard I/N.";

/// The names of solvers in the values of a flag, in their order.
pub fn solver_names(values: &[String]) -> Vec<String> {
    values.iter().flat_map(|value| parted(value)).collect()
}

/// The names in one value. Commas part names; what follows a colon, but that of method:NAME, is one command to its end.
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

/// Encoding, with its choices.
#[derive(Debug, Args)]
pub struct EncodingArguments {
    /// The encoding, with its choices after slashes: sequential/ladder (how "at most one action" is written
    /// [default: pairwise]), forall/chain, r2-exists/ORDER/unfolded. ORDER is direction, or one that is new every
    /// step: fresh:SEED, walks:SEED (along random plays from start and goal, with removals of three pegs in a line as
    /// one action), layers:SEED (of relaxed reachability), supporters:SEED (of preconditions first); unfolded does not
    /// propagate the units of start and goal. Where none is named, encode and decode take naive (r2-exists with a
    /// horizon that is not the number of jumps; exists of planning tasks)
    #[arg(long, value_name = "NAME", value_parser = encoding())]
    encoding: Option<NamedEncoding>,

    /// The number of steps, or auto
    #[arg(long, value_name = "N", default_value = "auto", value_parser = horizon)]
    pub horizon: HorizonArgument,
}

impl EncodingArguments {
    /// A flag that is given, if one is.
    pub fn given(&self) -> Option<&'static str> {
        let horizon = self.horizon.0.map(|_| "--horizon");
        self.encoding.map_or(horizon, |_| Some("--encoding"))
    }

    /// The encoding, if one was named.
    pub fn named(&self) -> Option<Encoding> {
        self.encoding.map(|named| named.encoding)
    }

    /// The choice of an encoding, if one was named.
    pub fn choice(&self) -> Option<EncodingChoice> {
        self.encoding.map(|named| named.choice)
    }
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

/// A formula that is written, or written again.
#[derive(Debug, Args)]
pub struct FormulaArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArgument,
    #[command(flatten)]
    pub encoding: EncodingArguments,

    /// The domain, if the problem is a planning task in PDDL
    #[arg(long, value_name = "FILE", conflicts_with_all = ["vacate", "finish", "geometry"])]
    pub domain: Option<String>,

    /// Names of variables [default: coordinates on a board of peg solitaire, else the names of the facts]
    #[arg(long, value_enum)]
    pub names: Option<Names>,
}

/// `saut encode`
#[derive(Debug, Args)]
pub struct Encode {
    #[command(flatten)]
    pub formula: FormulaArguments,

    /// Language of the formula [default: by the ending of the file: .cnf, .smt2 or .pddl; else dimacs, or smtlib of --encoding smt]
    #[arg(long, value_parser = named::<Format>())]
    pub format: Option<Format>,

    /// pddl: which of the two problem forms, and whether to write the domain instead [default: jumps]
    #[arg(long, value_enum)]
    pub pddl: Option<PddlName>,
}

impl Encode {
    /// The language: as asked for, or by the ending of the file, or what the encoding has.
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
    /// Clauses
    Dimacs,
    /// SMT-LIB 2
    Smtlib,
    /// A planning problem
    Pddl,
}

/// Naming schemes of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Names {
    /// By the name of the hole, `peg-42@3` and `jump-42-44@3`
    Cells,
    /// By step, column and row, counted from 0 at the top left, `i3x3y5` and `i3x3y5-x3y3`; symbols of SMT-LIB too
    Coordinates,
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
    pub formula: FormulaArguments,

    /// The solver's output; - for standard input
    #[arg(long, value_name = "FILE")]
    pub model: String,
}

/// `saut job split`
#[derive(Debug, Args)]
#[command(after_help = AFTER_SPLIT)]
pub struct Split {
    /// A puzzle: a bundled name, a file or FILE.toml:NAME; with --domain a problem in PDDL
    #[arg(value_name = "PUZZLE|PROBLEM")]
    pub puzzle: String,

    /// The folder of the job, which is created
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// The domain of a planning task, in PDDL
    #[arg(long, value_name = "FILE")]
    pub domain: Option<String>,

    /// Number of cubes
    #[arg(long, value_name = "N", default_value = "64")]
    pub cubes: NonZeroUsize,

    /// Write the formula and its cubes as iCNF too, for incremental solvers
    #[arg(long, value_name = "FILE")]
    pub icnf: Option<PathBuf>,

    /// Tell `sequential` which jumps no plan has, or has twice, found by integer programming; the job and
    /// the certificate keep the weights that prove it
    #[arg(long, conflicts_with = "domain")]
    pub jump_bounds: bool,

    /// Break symmetry in `sequential`: of first jumps that are images of each other, allow one; the
    /// certificate names them, and the check verifies the symmetries
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

    /// The piece, counted from 0; a part of one that was split as in 3.0
    #[arg(long, value_name = "I")]
    pub index: PieceName,

    #[command(flatten)]
    pub how: How,
}

/// Solver and limits for the pieces of a formula.
#[derive(Debug, Args)]
pub struct How {
    /// The solver of a formula; it must write proofs
    #[arg(long, value_name = "NAME", default_value = "varisat")]
    pub backend: String,

    /// Split a piece that takes more than N conflicts, its parts if they take more than 2N, and so on
    #[arg(long, value_name = "N")]
    pub conflicts: Option<u64>,

    /// Number of parts that a piece is split into
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

    /// Engine that runs the remaining pieces [default: local, if no other is on PATH]
    #[arg(long, value_name = "NAME", value_parser = named::<Engine>())]
    pub engine: Option<Engine>,

    /// Run the script after writing it
    #[arg(long)]
    pub run: bool,

    /// Most pieces at once, where the engine asks
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// A further word for the engine, as in --option=--partition=long; may be given again
    #[arg(long = "option", value_name = "WORD", allow_hyphen_values = true)]
    pub options: Vec<String>,

    #[command(flatten)]
    pub how: How,
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
        // An empty name is nobody's, and is refused with the names that there are.
        assert_eq!(parted("batsat,"), ["batsat", ""]);
    }
}
