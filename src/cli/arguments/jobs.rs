//! `saut cube`, `conquer`, `merge`, `status` and `submit`: their flags.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use saut::shards::PieceName;
use saut::shards::submit::Engine;

use super::formula::EncodingArguments;
use super::named::named;
use super::subject::Directions;

/// Text below the flags in the help of `cube`.
const AFTER_CUBE: &str = "\
The formula of the question is split by a binary tree of decisions; its leaves, the cubes, cover every \
assignment. `saut conquer DIR --index I` refutes the formula under one of them with a proof that is \
checked, or finds a plan. `saut merge DIR` puts the proofs together to one certificate that `saut check` \
accepts. Without --encoding it is sequential, one jump a step: its refutation covers every plan of a \
puzzle whose goal says how many pegs are left. For a planning task in PDDL give --domain and --horizon; \
a refutation then says that the formula of so many steps has no plan.

  saut cube hard-fr-03 job --cubes 16
  saut submit job --engine slurm --run
  saut status job
  saut merge job && saut check hard-fr-03 job/result.json

A census and an experiment are split with --shard I/N.";

/// `saut cube`
#[derive(Debug, Args)]
#[command(after_help = AFTER_CUBE)]
pub struct Cube {
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

/// `saut conquer`
#[derive(Debug, Args)]
pub struct Conquer {
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

/// `saut merge` and `saut status`
#[derive(Debug, Args)]
pub struct JobArgument {
    /// The folder of the job
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// `saut submit`
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
