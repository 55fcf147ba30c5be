//! `saut solve`: its flags.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use saut::baseline::Baseline;
use saut::decide::MethodChoice;

use super::{EncodingArguments, Limits, Output, PuzzleArgument, Shorten, StrategyName};

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

    /// With --horizon N and an order that varies: give up after so many orders
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub orders: Option<u64>,

    /// One way to decide, alone: auto is all of them; the last five are the search programs of the
    /// older literature, which end undecided where there is no plan
    #[arg(long, value_enum, value_name = "NAME", default_value = "auto")]
    pub method: MethodName,

    /// Find a plan that is as short as possible; jumps differ only where the goal is open
    #[arg(long, value_enum, value_name = "WHAT")]
    pub minimise: Option<MinimiseName>,

    #[command(flatten)]
    pub shorten: Shorten,

    /// Colour baseball: play a hand method instead of searching
    #[arg(long, value_enum, value_name = "NAME")]
    pub strategy: Option<StrategyName>,

    /// Give `--encoding sequential` the jumps that no plan has, or has twice, found by integer
    /// programming; helps to refute
    #[arg(long)]
    pub jump_bounds: bool,

    /// Go to the formulas at once, without the criteria of infeasibility
    #[arg(long)]
    pub no_criteria: bool,

    /// Keep the proof of an infeasible puzzle, or of no shorter plan, in FILE, and its formula in
    /// FILE.cnf; where there is no such proof, it is said why
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
}

/// What can be made small.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum MinimiseName {
    /// The number of jumps
    Jumps,
    /// The number of moves, proved to be the fewest; a move is consecutive jumps of one peg
    Moves,
    /// The number of steps, each a set of jumps that can be played in any order
    Steps,
}

/// The methods by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum MethodName {
    /// Criteria, formulas and the exhaustive search, as they come
    Auto,
    /// Formulas alone
    Formulas,
    /// The exhaustive search from both ends alone (boards of at most 64 holes)
    Exhaustive,
    /// Depth first, jumps in the order of the holes
    DepthFirst,
    /// Depth first, the jump first that moves the pegs' centre of gravity least
    Gravity,
    /// Random play, from the start again when stuck
    RandomRestarts,
    /// Depth first with a table of the boards seen
    DepthFirstTable,
    /// The position first whose pegs are fewest and nearest to the centre
    BestFirst,
}

impl From<MethodName> for saut::method::MethodName {
    fn from(name: MethodName) -> Self {
        match name {
            MethodName::Auto => Self::Decide(MethodChoice::Auto),
            MethodName::Formulas => Self::Decide(MethodChoice::Formulas),
            MethodName::Exhaustive => Self::Decide(MethodChoice::Exhaustive),
            MethodName::DepthFirst => Self::Baseline(Baseline::DepthFirst),
            MethodName::Gravity => Self::Baseline(Baseline::Gravity),
            MethodName::RandomRestarts => Self::Baseline(Baseline::RandomRestarts),
            MethodName::DepthFirstTable => Self::Baseline(Baseline::DepthFirstTable),
            MethodName::BestFirst => Self::Baseline(Baseline::BestFirst),
        }
    }
}
