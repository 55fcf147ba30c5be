//! Flags of `saut solve` and `saut improve`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use saut::BadInput;
use saut::baseball::Strategy;
use saut_plan::{Minimise, Schedule};
use strum::IntoStaticStr;

use super::formula::EncodingArguments;
use super::named::{method, named};
use crate::cli::input::SubjectArguments;

/// `saut solve`
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each field is a flag")]
pub struct Solve {
    #[command(flatten)]
    pub subject: SubjectArguments,
    #[command(flatten)]
    pub encoding: EncodingArguments,

    /// Use this solver (see `saut backends`), or dimacs:COMMAND or smtlib:COMMAND. Several solvers make a portfolio;
    /// separate them by commas, as in a,b, or repeat the flag. z3-crate is Z3 in process, if saut was built with
    /// `--features z3`. In COMMAND, {formula}, {result} and {proof} are replaced by files; without {formula}, the
    /// program reads standard input
    #[arg(long, value_name = "NAME")]
    pub backend: Vec<String>,

    /// With --horizon N and an order that is new at every step: stop after K orders [default: 1000]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), requires = "horizon")]
    pub orders: Option<u64>,

    /// Set the schedule of horizons for formulas. S tries one horizon at a time. A:N tries the first N horizons with
    /// equal effort. B:PERCENT tries all horizons with falling effort. C tries horizons that grow geometrically
    /// [default: C for planning tasks, a window of three horizons for puzzles]
    #[arg(long, value_name = "NAME", value_parser = str::parse::<Schedule>, conflicts_with = "horizon")]
    pub schedule: Option<Schedule>,

    /// Set the solving method; auto combines formulas and searches. The searches from depth-first to best-first are
    /// from older literature, and cannot prove that there is no plan; gbfs, width and pdr are only for planning tasks
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = method())]
    pub method: String,

    /// Search best first: try the position with the smallest total weight of its pegs first. FILE has the weight of
    /// each hole, row by row from the top
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["method", "minimise", "strategy", "longest_sweep", "style", "all", "sample"]
    )]
    pub weights: Option<String>,

    /// Minimise this quantity; the number of jumps varies only if the goal leaves holes open
    #[arg(long, aliases = ["minimize", "optimal"], value_enum, value_name = "WHAT")]
    pub minimise: Option<MinimiseName>,

    #[command(flatten)]
    pub shorten: Shorten,
    #[command(flatten)]
    pub save: Save,

    /// Colour baseball: use a method for play by hand instead of a search
    #[arg(
        long,
        value_name = "NAME",
        value_parser = named::<Strategy>(),
        conflicts_with_all = ["minimise", "longest_sweep", "style", "all", "sample"]
    )]
    pub strategy: Option<Strategy>,

    /// Colour baseball: print every step with the configuration after it, and mark useless steps. The configuration is
    /// printed with its lists L (base after base, -1 for the hole) and SL (without the hole)
    #[arg(long)]
    pub trace: bool,

    /// Puzzles: also print how the answer was found: the method, the formula, its solver, and the effort for all
    /// formulas
    #[arg(short, long)]
    pub verbose: bool,

    /// Add facts to `--encoding sequential`: jumps that occur in no plan, or at most once. Integer programming finds
    /// these facts, which help to refute puzzles
    #[arg(long)]
    pub jump_bounds: bool,

    /// Skip the infeasibility criteria
    #[arg(long)]
    pub no_criteria: bool,

    /// Planning tasks: print the plan as text, plans or dot. With plans, each better plan is printed as it is found,
    /// with its cost in a comment before it, for editors; with --json, there is one document per line. With dot, the
    /// order of the actions is printed for Graphviz
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text", conflicts_with_all = ["all", "sample"])]
    pub format: PlanFormat,

    /// Planning tasks: find up to K plans; with --minimise, the best plan comes first. Each plan leaves out an action
    /// of every earlier plan. -o FILE writes FILE.1 to FILE.K
    #[arg(long, value_name = "K", conflicts_with_all = ["proof", "all", "sample"])]
    pub plans: Option<NonZeroUsize>,

    /// Planning tasks: begin in the state of FILE, which has facts as in `:init`. Facts that no action changes may be
    /// left out
    #[arg(long, value_name = "FILE")]
    pub from_state: Option<String>,

    /// Write the proof that no plan exists, or that no plan is shorter, to FILE, and its formula to FILE.cnf. The
    /// format is LRAT if FILE ends in .lrat, otherwise DRAT. If there is no such proof, a message gives the reason
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
}

impl Solve {
    /// Whether plans with the fewest moves are requested.
    pub const fn asks_fewest_moves(&self) -> bool {
        matches!(self.minimise, Some(MinimiseName::Moves))
    }

    /// Returns the first given flag that concerns all solutions of a board.
    pub fn flag_of_all(&self) -> Option<&'static str> {
        let flags = &self.shorten;
        let given = [
            ("--all", flags.all),
            ("--sample", flags.sample.is_some()),
            ("--minimise moves", self.asks_fewest_moves()),
            ("--longest-sweep", flags.longest_sweep),
            ("--style", flags.style.is_some()),
        ];
        let mut given = given.into_iter().filter(|(_, is_given)| *is_given);
        given.next().map(|(flag, _)| flag)
    }
}

/// Formats of the plan of a planning task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlanFormat {
    /// The actions, and the verdict in words
    Text,
    /// Plan files, each better than the one before; all other output is in comments
    Plans,
    /// The order of the actions as a graph
    Dot,
}

/// Quantities to minimise.
#[derive(Clone, Copy, Debug, IntoStaticStr, ValueEnum)]
#[strum(serialize_all = "kebab-case")]
pub enum MinimiseName {
    /// The number of jumps on a board
    Jumps,
    /// The number of moves on a board, with a proof; a move is a sequence of consecutive jumps by one peg
    Moves,
    /// The number of steps, each a set of jumps or actions that can be done in any order
    Steps,
    /// The number of actions of a planning task
    Actions,
    /// The cost of a plan of a planning task: the sum of the costs of its actions (1 each without a metric), or its
    /// numeric metric. Better plans are printed as they are found, until the plan is proved optimal or the time is over
    Cost,
}

impl MinimiseName {
    /// Returns the name in JSON output.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Returns the quantity that formulas of a puzzle minimise: steps or actions (jumps). `None` for moves, which
    /// formulas do not minimise.
    ///
    /// # Errors
    /// The quantity is only for planning tasks.
    pub fn of_puzzle(self) -> Result<Option<Minimise>, BadInput> {
        match self {
            Self::Jumps => Ok(Some(Minimise::Actions)),
            Self::Steps => Ok(Some(Minimise::Steps)),
            Self::Moves => Ok(None),
            Self::Actions | Self::Cost => {
                let fact = format!("a puzzle has no {}", self.word());
                Err(BadInput::new("--minimise", fact).remedy("give jumps, moves or steps"))
            }
        }
    }

    /// Returns the quantity to minimise for a planning task.
    ///
    /// # Errors
    /// The quantity is only for boards.
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

/// Flags about all solutions of a puzzle.
#[derive(Clone, Copy, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each field is a flag")]
pub struct Shorten {
    /// With --minimise moves: count the plans with the fewest moves, all and up to symmetry
    #[arg(long, requires = "minimise")]
    pub count_optimal: bool,

    /// With --minimise moves: count the plans with the fewest moves by the lengths of their sweeps, and print
    /// one with the longest sweep
    #[arg(long, requires = "minimise")]
    pub sweep_lengths: bool,

    /// Find the longest sweep (a move of several jumps) in any solution. A plan with this sweep is printed, unless
    /// another plan is requested
    #[arg(long)]
    pub longest_sweep: bool,

    /// Prefer plans of this style
    #[arg(long, value_enum, value_name = "STYLE", conflicts_with = "minimise")]
    pub style: Option<StyleName>,

    /// Print every solution; with --minimise moves, every plan with the fewest moves
    #[arg(long, group = "printed", conflicts_with_all = ["longest_sweep", "style", "count_optimal", "sweep_lengths"])]
    pub all: bool,

    /// Print N solutions, drawn uniformly at random
    #[arg(long, value_name = "N", group = "printed", conflicts_with_all = ["minimise", "longest_sweep", "style"])]
    pub sample: Option<NonZeroUsize>,

    /// With --all or --sample: leave out solutions that are equivalent to an earlier one. Equivalent solutions differ
    /// only by a symmetry of the puzzle, or by the order of jumps that do not touch each other. With --minimise moves,
    /// only symmetry counts, because another order of jumps makes other moves
    #[arg(long, requires = "printed")]
    pub distinct: bool,
}

/// Styles of plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StyleName {
    /// Fewest moves, if a triple removal counts as one move: a plan that a person can remember
    Packages,
}

/// Folder of finished levels.
#[derive(Clone, Debug, Args)]
pub struct Save {
    /// Keep every finished level in DIR, so that an interrupted run can be resumed. This applies to counting, listing
    /// and comparing all solutions, but not to the levels of --boards
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,

    /// Resume from the levels kept in the directory of --save
    #[arg(long, requires = "save")]
    pub resume: bool,
}

/// `saut improve`
#[derive(Debug, Args)]
pub struct Improve {
    /// The domain in PDDL; it may be left out if it is next to the problem, as for `saut plan`
    pub domain: Option<String>,

    /// The problem in PDDL
    #[arg(required_unless_present = "sas")]
    pub problem: Option<String>,

    /// The plan to improve, with one (ACTION OBJECT ...) per line; - for standard input. If the plan is invalid, the
    /// actions before its first fault are kept, and the rest is planned
    pub plan: Option<String>,

    /// Read the output.sas of Fast Downward's translator instead of domain and problem
    #[arg(long, value_name = "FILE", conflicts_with = "problem")]
    pub sas: Option<String>,

    /// Begin in the state of FILE, as for `saut plan`
    #[arg(long, value_name = "FILE")]
    pub from_state: Option<String>,

    /// Write the states that prove the bound to FILE
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
}
