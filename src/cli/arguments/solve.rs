//! `saut solve`: its flags.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use saut::BadInput;
use saut::baseball::Strategy;
use saut_plan::Minimise;

use super::named::{method, named};
use super::{BackendNames, EncodingArguments, Save, Shorten, SubjectArguments};

/// `saut solve`
#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub subject: SubjectArguments,
    #[command(flatten)]
    pub encoding: EncodingArguments,

    #[command(flatten)]
    pub backends: BackendNames,

    /// With --horizon N and an order that varies: give up after K orders
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), requires = "horizon")]
    pub orders: Option<u64>,

    /// Solving method; auto combines them all. depth-first to best-first are searches of the older literature, which
    /// prove nothing if there is no plan; gbfs and pdr are for planning tasks
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = method())]
    pub method: String,

    /// Quantity to minimise; the number of jumps varies only where the goal leaves holes open
    #[arg(long, aliases = ["minimize", "optimal"], value_enum, value_name = "WHAT")]
    pub minimise: Option<MinimiseName>,

    #[command(flatten)]
    pub shorten: Shorten,
    #[command(flatten)]
    pub save: Save,

    /// Colour baseball: play a hand method instead of searching
    #[arg(
        long,
        value_name = "NAME",
        value_parser = named::<Strategy>(),
        conflicts_with_all = ["minimise", "longest_sweep", "style", "all", "sample"]
    )]
    pub strategy: Option<Strategy>,

    /// Colour baseball: print every step with the configuration after it, its lists L (base after base,
    /// -1 for the hole) and SL (without the hole), and which steps are useless
    #[arg(long)]
    pub trace: bool,

    /// Tell `--encoding sequential` which jumps no plan has, or has twice, found by integer
    /// programming; this helps to refute
    #[arg(long)]
    pub jump_bounds: bool,

    /// Skip the criteria of infeasibility
    #[arg(long)]
    pub no_criteria: bool,

    /// Keep the proof of an infeasible puzzle, or of no shorter plan, in FILE, and its formula in
    /// FILE.cnf; LRAT if FILE ends in .lrat, and else DRAT. If there is no such proof, a message says why
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
}

/// Quantities to minimise.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum MinimiseName {
    /// The number of jumps of a board
    Jumps,
    /// The number of moves of a board, proved to be the fewest; a move is consecutive jumps of one peg
    Moves,
    /// The number of steps, each a set of jumps or actions that can be done in any order
    Steps,
    /// The number of actions of a planning task
    Actions,
    /// The sum of the costs of the actions of a planning task, 1 each without a metric, or its numeric metric: better
    /// plans as they are found, until none can be cheaper or the time is over
    Cost,
}

impl MinimiseName {
    /// Its word in documents.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Jumps => "jumps",
            Self::Moves => "moves",
            Self::Steps => "steps",
            Self::Actions => "actions",
            Self::Cost => "cost",
        }
    }

    /// The quantity of a planning task.
    ///
    /// # Errors
    /// It is of boards.
    pub fn of_task(self) -> Result<Minimise, BadInput> {
        match self {
            Self::Steps => Ok(Minimise::Steps),
            Self::Actions => Ok(Minimise::Actions),
            Self::Cost => Ok(Minimise::Cost),
            Self::Jumps | Self::Moves => {
                let fact = format!("a planning task has no {}", self.word());
                Err(BadInput::new("--minimise", fact).remedy("give actions, steps or cost"))
            }
        }
    }
}
