//! Flags of `saut solve` that ask about all solutions together.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};

/// What to say of all solutions.
#[derive(Clone, Copy, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Shorten {
    /// With --minimise moves: count the plans that have the fewest moves, all and up to symmetry
    #[arg(long)]
    pub count_optimal: bool,

    /// With --minimise moves: how many of the plans that have the fewest moves have sweeps of which
    /// lengths, with a plan that has the longest sweep of them all
    #[arg(long)]
    pub sweep_lengths: bool,

    /// The longest sweep (a move of several jumps) that occurs in any solution, with a plan that has
    /// it, unless another plan is asked for
    #[arg(long)]
    pub longest_sweep: bool,

    /// Prefer plans of a kind
    #[arg(long, value_enum, value_name = "STYLE", conflicts_with = "minimise")]
    pub style: Option<StyleName>,

    /// Print every solution; with --minimise moves every plan that has the fewest moves
    #[arg(long, conflicts_with_all = ["longest_sweep", "style", "count_optimal", "sweep_lengths"])]
    pub all: bool,

    /// Print so many solutions, drawn at random, each as likely as any other
    #[arg(long, value_name = "N", conflicts_with_all = ["all", "minimise", "longest_sweep", "style"])]
    pub sample: Option<NonZeroUsize>,

    /// With --all or --sample: leave out solutions that differ from one before only by a symmetry
    /// of the puzzle or by the order of jumps that do not touch each other; with
    /// --minimise moves only by a symmetry, as exchanged jumps make other moves
    #[arg(long)]
    pub distinct: bool,
}

/// Kinds of plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StyleName {
    /// Fewest moves where a triple removal counts as one: a plan that a person can remember
    Packages,
}
