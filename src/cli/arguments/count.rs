//! `saut count`: its flags.

use std::num::NonZeroU64;

use clap::Args;

use super::{PuzzleArgument, Save};

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
