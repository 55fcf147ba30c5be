//! Flags of `saut solve` that ask about all solutions together.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};

/// Requests about all solutions.
#[derive(Clone, Copy, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Shorten {
    /// With --minimise moves: count the plans that have the fewest moves, all and up to symmetry
    #[arg(long, requires = "minimise")]
    pub count_optimal: bool,

    /// With --minimise moves: count the plans with the fewest moves by the lengths of their sweeps, and print
    /// one with the longest sweep
    #[arg(long, requires = "minimise")]
    pub sweep_lengths: bool,

    /// Find the longest sweep (a move of several jumps) in any solution, and print a plan with it unless
    /// another plan is asked for
    #[arg(long)]
    pub longest_sweep: bool,

    /// Style of plan to prefer
    #[arg(long, value_enum, value_name = "STYLE", conflicts_with = "minimise")]
    pub style: Option<StyleName>,

    /// Print every solution; with --minimise moves every plan that has the fewest moves
    #[arg(long, group = "printed", conflicts_with_all = ["longest_sweep", "style", "count_optimal", "sweep_lengths"])]
    pub all: bool,

    /// Print N solutions, drawn uniformly at random
    #[arg(long, value_name = "N", group = "printed", conflicts_with_all = ["minimise", "longest_sweep", "style"])]
    pub sample: Option<NonZeroUsize>,

    /// With --all or --sample: leave out solutions that differ from one before only by a symmetry
    /// of the puzzle or by the order of jumps that do not touch each other; with
    /// --minimise moves only by a symmetry, as exchanged jumps make other moves
    #[arg(long, requires = "printed")]
    pub distinct: bool,
}

/// Kinds of plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StyleName {
    /// Fewest moves where a triple removal counts as one: a plan that a person can remember
    Packages,
}
