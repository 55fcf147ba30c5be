//! Question to `saut solve`: one, parsed once from the flags. Flags that contradict each
//! other, or mean nothing for the game, are refused here with what to do instead, so that none is
//! passed over in silence.

use std::num::NonZeroUsize;

use saut::BadInput;
use saut::formats::Entry;

use saut::baseball::Strategy;
use saut::decide::{MethodChoice, Minimise};
use saut::encode::Encoding;
use saut::method::MethodName;
use saut::peg::Puzzle;

use super::arguments::{MinimiseName, Solve, StyleName, method_named};

/// The question.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// Any plan, or that there is none; of colour baseball the shortest.
    Any,
    /// A plan with the fewest jumps, which are its actions, or steps, by formulas.
    Fewest(Minimise),
    /// Something about all solutions together, by every position on a solution.
    OfAll(OfAll),
    /// The plan of a hand method.
    ByHand(Strategy),
}

/// Question about all solutions together.
#[derive(Clone, Copy, Debug)]
pub enum OfAll {
    /// Bests of them.
    Best(Best),
    /// Every solution.
    Every {
        /// One for each class.
        distinct: bool,
        /// Only those with the fewest moves.
        fewest_moves: bool,
    },
    /// Solutions drawn at random.
    Sample {
        /// Number of solutions.
        number: NonZeroUsize,
        /// One for each class.
        distinct: bool,
    },
}

/// Bests to be told of all solutions together; at least one of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
pub struct Best {
    /// The fewest moves.
    pub fewest_moves: bool,
    /// Number of plans with so few.
    pub count_optimal: bool,
    /// Number of them by lengths of their sweeps.
    pub sweep_lengths: bool,
    /// The longest sweep.
    pub longest_sweep: bool,
    /// A plan that a person can remember.
    pub packages: bool,
}

impl Question {
    /// The question that the flags ask of a puzzle.
    pub fn of(arguments: &Solve, entry: &Entry) -> Result<Self, BadInput> {
        let question = Self::parse(arguments)?;
        match entry {
            Entry::Peg(_) if entry.is_of_old_rule() && question.is_of_all_solutions() => {
                let fact = "is not made for the old French rule (put_back)";
                return Err(BadInput::new(question.flag(), fact).remedy(
                    "leave it out, or put_back out of the file; saut count counts the solutions",
                ));
            }
            Entry::Peg(puzzle) => question.for_peg(arguments, puzzle)?,
            Entry::Baseball(_) => question.for_baseball(arguments)?,
        }
        Ok(question)
    }

    fn parse(arguments: &Solve) -> Result<Self, BadInput> {
        let asked = &arguments.shorten;
        let fewest_moves = matches!(arguments.minimise, Some(MinimiseName::Moves));
        let of_fewest_moves = [
            ("--all", asked.all),
            ("--count-optimal", asked.count_optimal),
            ("--sweep-lengths", asked.sweep_lengths),
            ("--longest-sweep", asked.longest_sweep),
        ];
        let of_fewest_moves = of_fewest_moves.iter().find(|(_, is_given)| *is_given);
        if let (Some(minimise), Some((flag, _))) = (arguments.minimise, of_fewest_moves)
            && !fewest_moves
        {
            let fact = format!(
                "goes with --minimise moves, not with --minimise {}",
                minimise.word()
            );
            return Err(BadInput::new(*flag, fact).remedy("leave one of the two out"));
        }
        let asks_of_all = !asked.all
            && (fewest_moves || asked.longest_sweep || asked.style == Some(StyleName::Packages));
        if arguments.save.save.is_some() && !asks_of_all {
            let fact = "keeps levels of a search of all solutions, and this is none";
            let remedy =
                "add --minimise moves, --longest-sweep or --style packages, or leave it out";
            return Err(BadInput::new("--save", fact).remedy(remedy));
        }
        let distinct = asked.distinct;
        let best = Best {
            fewest_moves,
            count_optimal: asked.count_optimal,
            sweep_lengths: asked.sweep_lengths,
            longest_sweep: asked.longest_sweep,
            packages: asked.style == Some(StyleName::Packages),
        };
        let question = match (asked.sample, arguments.minimise) {
            _ if asked.all => Self::OfAll(OfAll::Every {
                distinct,
                fewest_moves,
            }),
            (Some(number), _) => Self::OfAll(OfAll::Sample { number, distinct }),
            _ if asks_of_all => Self::OfAll(OfAll::Best(best)),
            (None, Some(MinimiseName::Jumps)) => Self::Fewest(Minimise::Actions),
            (None, Some(MinimiseName::Steps)) => Self::Fewest(Minimise::Steps),
            (None, Some(other @ (MinimiseName::Actions | MinimiseName::Cost))) => {
                let fact = format!("a puzzle has no {}", other.word());
                return Err(BadInput::new("--minimise", fact).remedy("give jumps, moves or steps"));
            }
            (None, Some(MinimiseName::Moves) | None) => Self::Any,
        };
        Ok(match arguments.strategy {
            None => question,
            Some(strategy) => Self::ByHand(strategy),
        })
    }

    fn for_peg(self, arguments: &Solve, puzzle: &Puzzle) -> Result<(), BadInput> {
        if arguments.trace {
            let fact = "the lists of a configuration are of colour baseball";
            return Err(BadInput::new("--trace", fact)
                .remedy("saut show PUZZLE PLAN draws a plan of peg solitaire move by move"));
        }
        if let Self::ByHand(_) = self {
            let fact = "the hand methods are for colour baseball";
            return Err(BadInput::new("--strategy", fact).remedy("leave it out for peg solitaire"));
        }
        let (at_least, at_most) = puzzle.jump_range();
        if let (Self::Fewest(Minimise::Actions), Some(named)) = (self, arguments.encoding.named())
            && at_least < at_most
            && !named.is_sequential()
        {
            tell!(
                "saut: {named} finds the first plan; whether fewer jumps do is asked of sequential"
            );
        }
        if arguments.jump_bounds && !self.is_of_all_solutions() {
            let named = arguments.encoding.named();
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
        match about_formulas(arguments)? {
            Some(choice) if self.is_of_all_solutions() => {
                let question = self.flag();
                let fact =
                    format!("{question} solves no formula: it looks at all positions on solutions");
                Err(BadInput::new(choice, fact).remedy("leave one of the two out"))
            }
            _ => Ok(()),
        }
    }

    fn for_baseball(self, arguments: &Solve) -> Result<(), BadInput> {
        let name = match self {
            _ if self.is_of_all_solutions() => self.flag(),
            _ if arguments.orders.is_some() => "--orders",
            _ if arguments.jump_bounds => "--jump-bounds",
            _ => return Ok(()),
        };
        Err(BadInput::new(name, "is for peg solitaire")
            .remedy("leave it out: of colour baseball the shortest plan is found"))
    }

    const fn is_of_all_solutions(self) -> bool {
        matches!(self, Self::OfAll(_))
    }

    /// The flag that asks it.
    const fn flag(self) -> &'static str {
        match self {
            Self::Any => "no flag",
            Self::Fewest(Minimise::Actions | Minimise::Cost) => "--minimise jumps",
            Self::Fewest(Minimise::Steps) => "--minimise steps",
            Self::OfAll(OfAll::Best(best)) if best.fewest_moves => "--minimise moves",
            Self::OfAll(OfAll::Best(best)) if best.longest_sweep => "--longest-sweep",
            Self::OfAll(OfAll::Best(_)) => "--style",
            Self::OfAll(OfAll::Every { .. }) => "--all",
            Self::OfAll(OfAll::Sample { .. }) => "--sample",
            Self::ByHand(_) => "--strategy",
        }
    }
}

/// The method for boards that is asked for.
///
/// # Errors
/// It is for planning tasks.
pub fn method_of(arguments: &Solve) -> Result<MethodName, BadInput> {
    method_named(arguments.method.parse().ok(), &arguments.method, "puzzles")
}

/// A flag that chooses how formulas are written or solved, if there is one.
fn about_formulas(arguments: &Solve) -> Result<Option<&'static str>, BadInput> {
    let is_auto = matches!(
        method_of(arguments)?,
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
