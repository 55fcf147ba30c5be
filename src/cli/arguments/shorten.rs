//! Flags of `saut solve` that ask about all solutions together.

use clap::Args;

/// What to say of all solutions.
#[derive(Clone, Copy, Debug, Args)]
pub struct Shorten {
    /// With --minimise moves: count the plans that have the fewest moves
    #[arg(long, requires = "minimise")]
    pub count_optimal: bool,

    /// The longest sweep (a move of several jumps) that occurs in any solution, with a plan
    #[arg(long)]
    pub longest_sweep: bool,
}
