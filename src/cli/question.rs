//! Question to `saut solve`: one, parsed once from the flags. Flags that contradict each
//! other, or mean nothing for the game, are refused here with what to do instead, so that none is
//! passed over in silence.

use saut::BadInput;
use saut::answer::PuzzleMethod;
use saut::baseball::Strategy;
use saut::decide::{MethodChoice, Minimise};
use saut::encode::Encoding;
use saut::formats::Entry;
use saut::method::MethodName;
use saut::peg::Puzzle;

use super::arguments::{MinimiseName, Shorten, Solve, method_named};
use super::reply::unusable;

/// The question.
#[derive(Clone, Copy, Debug)]
pub enum PuzzleQuestion {
    /// Any plan, or that there is none; of colour baseball the shortest.
    Any,
    /// A plan with the fewest jumps, which are its actions, or steps, by formulas.
    Fewest(Minimise),
    /// Facts about all solutions together, by every position on a solution.
    OfAll(OfAll),
    /// The plan of a hand method.
    ByHand(Strategy),
}

/// Question about all solutions together.
#[derive(Clone, Copy, Debug)]
pub struct OfAll {
    /// Whether plans with the fewest moves are asked for.
    pub fewest_moves: bool,
    pub flags: Shorten,
}

impl OfAll {
    /// Whether plans are to be listed.
    pub const fn lists_plans(self) -> bool {
        self.flags.all || self.flags.sample.is_some()
    }

    /// The flag that asks it.
    const fn flag(self) -> &'static str {
        match self.flags {
            Shorten { all: true, .. } => "--all",
            Shorten {
                sample: Some(_), ..
            } => "--sample",
            _ if self.fewest_moves => "--minimise moves",
            Shorten {
                longest_sweep: true,
                ..
            } => "--longest-sweep",
            _ => "--style",
        }
    }
}

impl PuzzleQuestion {
    /// The question that the flags ask of a puzzle.
    pub fn of(arguments: &Solve, entry: &Entry) -> Result<Self, BadInput> {
        let asked = Self::parse(arguments)?;
        let of_all = match asked {
            Self::OfAll(of_all) => Some(of_all.flag()),
            _ => None,
        };
        match (entry, of_all) {
            (Entry::Peg(_), Some(flag)) if entry.is_of_old_rule() => {
                let fact = "is not made for the old French rule (put_back)";
                let remedy =
                    "leave it out, or put_back out of the file; saut count counts the solutions";
                return unusable(flag, fact, remedy);
            }
            (Entry::Peg(puzzle), _) => asked.for_peg(arguments, puzzle, of_all)?,
            (Entry::Baseball(_), _) => {
                let of_orders = arguments.orders.map(|_| "--orders");
                let of_bounds = arguments.jump_bounds.then_some("--jump-bounds");
                if let Some(flag) = of_all.or(of_orders).or(of_bounds) {
                    let remedy = "leave it out: of colour baseball the shortest plan is found";
                    return unusable(flag, "is for peg solitaire", remedy);
                }
            }
        }
        Ok(asked)
    }

    fn parse(arguments: &Solve) -> Result<Self, BadInput> {
        let flags = arguments.shorten;
        let fewest_moves = matches!(arguments.minimise, Some(MinimiseName::Moves));
        let of_fewest_moves = [
            ("--all", flags.all),
            ("--count-optimal", flags.count_optimal),
            ("--sweep-lengths", flags.sweep_lengths),
            ("--longest-sweep", flags.longest_sweep),
        ];
        let of_fewest_moves = of_fewest_moves.iter().find(|(_, is_given)| *is_given);
        if let (Some(minimise), Some((flag, _))) = (arguments.minimise, of_fewest_moves)
            && !fewest_moves
        {
            let fact = format!(
                "goes with --minimise moves, not with --minimise {}",
                minimise.word()
            );
            return unusable(*flag, fact, "leave one of the two out");
        }
        let of_all = OfAll {
            fewest_moves,
            flags,
        };
        let seeks_best =
            !flags.all && (fewest_moves || flags.longest_sweep || flags.style.is_some());
        if arguments.save.save.is_some() && !seeks_best {
            let fact = "keeps levels of a search of all solutions, and this is none";
            let remedy =
                "add --minimise moves, --longest-sweep or --style packages, or leave it out";
            return unusable("--save", fact, remedy);
        }
        let asked = match arguments.minimise {
            _ if seeks_best || of_all.lists_plans() => Self::OfAll(of_all),
            Some(MinimiseName::Jumps) => Self::Fewest(Minimise::Actions),
            Some(MinimiseName::Steps) => Self::Fewest(Minimise::Steps),
            Some(other @ (MinimiseName::Actions | MinimiseName::Cost)) => {
                let fact = format!("a puzzle has no {}", other.word());
                return unusable("--minimise", fact, "give jumps, moves or steps");
            }
            Some(MinimiseName::Moves) | None => Self::Any,
        };
        Ok(arguments.strategy.map_or(asked, Self::ByHand))
    }

    fn for_peg(
        self,
        arguments: &Solve,
        puzzle: &Puzzle,
        of_all: Option<&str>,
    ) -> Result<(), BadInput> {
        if arguments.trace {
            let fact = "the lists of a configuration are of colour baseball";
            let remedy = "saut show PUZZLE PLAN draws a plan of peg solitaire move by move";
            return unusable("--trace", fact, remedy);
        }
        if let Self::ByHand(_) = self {
            let fact = "the hand methods are for colour baseball";
            return unusable("--strategy", fact, "leave it out for peg solitaire");
        }
        if let (Some(flag), Some(choice)) = (of_all, about_formulas(arguments)?) {
            let fact = format!("{flag} solves no formula: it looks at all positions on solutions");
            return unusable(choice, fact, "leave one of the two out");
        }
        let (at_least, at_most) = puzzle.jump_range();
        let named = arguments.encoding.named();
        if let (Self::Fewest(Minimise::Actions), Some(named)) = (self, named)
            && at_least < at_most
            && !named.is_sequential()
        {
            tell!(
                "saut: {named} finds the first plan; whether fewer jumps do is asked of sequential"
            );
        }
        if arguments.jump_bounds {
            if !matches!(named, Some(Encoding::Sequential { .. })) {
                tell!(
                    "saut: --jump-bounds does nothing here: the bounds are told to --encoding sequential alone"
                );
            } else if at_least < at_most {
                tell!(
                    "saut: --jump-bounds does nothing here: plans of {} may have {at_least} to {at_most} jumps",
                    puzzle.name()
                );
            }
        }
        Ok(())
    }
}

/// The method for a puzzle that is asked for.
///
/// # Errors
/// It is for planning tasks.
pub fn method_of(arguments: &Solve, asked: PuzzleQuestion) -> Result<PuzzleMethod, BadInput> {
    Ok(PuzzleMethod {
        board: Some(method_for_boards(arguments)?),
        strategy: match asked {
            PuzzleQuestion::ByHand(strategy) => Some(strategy),
            _ => None,
        },
        is_traced: arguments.trace,
    })
}

fn method_for_boards(arguments: &Solve) -> Result<MethodName, BadInput> {
    method_named(arguments.method.parse().ok(), &arguments.method, "puzzles")
}

/// A flag that chooses how formulas are written or solved, if there is one.
fn about_formulas(arguments: &Solve) -> Result<Option<&'static str>, BadInput> {
    let is_auto = matches!(
        method_for_boards(arguments)?,
        MethodName::Decide(MethodChoice::Auto)
    );
    let given = [
        ("--orders", arguments.orders.is_some()),
        ("--jump-bounds", arguments.jump_bounds),
        ("--backend", !arguments.backends.is_empty()),
        ("--method", !is_auto),
    ];
    let of_encoding = arguments.encoding.given();
    Ok(of_encoding.or_else(|| given.into_iter().find_map(|(name, is)| is.then_some(name))))
}
