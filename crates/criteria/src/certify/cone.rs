//! Integer cone: infeasibility because no numbers of jumps add up to the difference.
//!
//! A plan plays every jump a whole number of times, in some order. Forget the order, and what is
//! left is a system of linear equations in non-negative integers: the holes gain and lose as many
//! pegs as the jumps say. If it has no solution, no plan exists. Where it has none in fractions
//! either, a pagoda function says so; this criterion goes further, by halving: some jump occurs
//! at most k times, or at least k + 1 times, and so on, until each part is refuted by weights.
//!
//! Kiyomi and Matsui, *Integer programming based algorithms for peg solitaire problems* (2001).
//! They stop at the answer of a solver; here the tree of parts is kept, with integer weights at
//! its leaves, so that a few lines of integer arithmetic can check it.
//!
//! A leaf weighs the holes. Jumps that occur between `least` and `most` times change the total weight by
//! no more than their gains times these; if the goal needs a larger change, the part has no
//! solution. With a limit on all jumps together, each jump may be charged some weight, which the
//! limit pays back. Without bounds this is a pagoda function (the lemma of Farkas, in integers).

mod search;

pub use search::{
    ConeAim, ConeResult, FewestJumps, IntegerCone, JumpBound, Relaxed, fewest_jumps, jump_bound,
    jump_bounds, limit, relaxed, search,
};

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::certify::weights::{Weights, draw, no_such_jump};
use saut_peg::peg::notation::jump_name;
use saut_peg::peg::{Jump, Puzzle, Symmetry, by_ends};
use saut_task::CheckError;

/// For every jump of a board, the fewest and the most times it may occur; and the most jumps in
/// all, if that is assumed too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// By jump, in the order of the board.
    pub least: Vec<u32>,
    /// By jump; `None` if there is no limit.
    pub most: Vec<Option<u32>>,
    /// The most jumps in all.
    pub total: Option<u32>,
}

impl Bounds {
    /// No bounds, for this number of jumps.
    pub fn none(jumps: usize) -> Self {
        Self {
            least: vec![0; jumps],
            most: vec![None; jumps],
            total: None,
        }
    }

    /// These bounds, with at most `total` jumps in all.
    #[must_use]
    pub fn with_total(self, total: u32) -> Self {
        Self {
            total: Some(total),
            ..self
        }
    }

    /// These bounds, with at least `least` occurrences of a jump.
    #[must_use]
    pub fn with_least(mut self, jump: usize, least: u32) -> Self {
        self.least[jump] = self.least[jump].max(least);
        self
    }

    /// These bounds split in two: a jump occurs ≤ `most` times, or ≥ `most + 1` times.
    pub fn split(&self, jump: usize, most: u32) -> [Self; 2] {
        let mut few = self.clone();
        few.most[jump] = few.most[jump].into_iter().chain([most]).min();
        let many = self.clone().with_least(jump, most.saturating_add(1));
        [few, many]
    }
}

/// Weights that refute one part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaf {
    /// One weight a hole.
    pub weights: Vec<i64>,
    /// Charge on every jump; 0 unless all jumps together are limited.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub charge: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_nothing(charge: &i64) -> bool {
    *charge == 0
}

impl Leaf {
    /// Checks that the weights refute the part.
    fn check(&self, puzzle: &Puzzle, bounds: &Bounds) -> Result<(), CheckError> {
        let (start, goal) = self.sums(puzzle, bounds)?;
        Weights::check_gap(start, goal)
    }

    /// The most that the start can come to weigh by jumps within the bounds, and the least weight
    /// of the goal.
    fn sums(&self, puzzle: &Puzzle, bounds: &Bounds) -> Result<(i128, i128), CheckError> {
        let board = puzzle.board();
        Weights::check_size(&self.weights, board)?;
        let charge = i128::from(self.charge);
        let mut most_gain = match bounds.total {
            Some(total) if charge >= 0 => charge * i128::from(total),
            _ if charge == 0 => 0,
            _ => {
                return CheckError::reject(format_args!("jumps may not be charged {charge} here"));
            }
        };
        for (index, &jump) in board.jumps().iter().enumerate() {
            let [from, over, to] = board.holes_of(jump).map(|hole| self.weights[hole]);
            let gain = i128::from(to) - i128::from(from) - i128::from(over) - charge;
            let times = match bounds.most[index] {
                Some(most) if gain > 0 => most,
                None if gain > 0 => {
                    let jump = jump_name(board, jump);
                    return CheckError::reject(format_args!(
                        "the jump {jump} adds weight: {from} + {over} < {to}"
                    ));
                }
                _ => bounds.least[index],
            };
            most_gain += gain * i128::from(times);
        }
        let weights = Weights::pagoda(self.weights.clone());
        let start = weights.total(puzzle.start()) + most_gain;
        Ok((start, weights.goal_total(puzzle)))
    }
}

/// The deepest tree.
pub const MOST_DEPTH: usize = 64;

/// A refutation in parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tree {
    /// A part refuted by weights.
    Leaf(Leaf),
    /// A part cut in two.
    Split {
        /// The jump that is counted.
        #[serde(flatten, with = "by_ends")]
        jump: Jump,
        /// It occurs ≤ `most` times in the first part, ≥ `most + 1` times in the other.
        most: u32,
        /// The first part.
        few: Box<Self>,
        /// The other part.
        many: Box<Self>,
    },
}

/// Assumption on a jump in one half of a part cut in two.
struct Assumption {
    pub jump: Jump,
    pub most: u32,
    /// Whether it occurs ≥ `most + 1` times; else ≤ `most` times.
    pub is_more: bool,
}

impl Tree {
    /// Checks that under these bounds no numbers of jumps lead from the start into the goal.
    ///
    /// # Errors
    /// [`CheckError`] with what is wrong with a leaf, a jump that the board has not, or a tree
    /// deeper than [`MOST_DEPTH`].
    pub fn check(&self, puzzle: &Puzzle, bounds: &Bounds) -> Result<(), CheckError> {
        let mut check = |leaf: &Leaf, bounds: &Bounds, _: &[Assumption]| leaf.check(puzzle, bounds);
        self.walk(puzzle, bounds, &mut Vec::new(), &mut check)
    }

    /// Calls `visit` with each leaf from left to right, its bounds, and what is assumed there, until
    /// it is refused.
    fn walk<'a>(
        &'a self,
        puzzle: &Puzzle,
        bounds: &Bounds,
        assumed: &mut Vec<Assumption>,
        visit: &mut impl FnMut(&'a Leaf, &Bounds, &[Assumption]) -> Result<(), CheckError>,
    ) -> Result<(), CheckError> {
        match self {
            Self::Leaf(leaf) => visit(leaf, bounds, assumed),
            Self::Split { .. } if assumed.len() >= MOST_DEPTH => Err(CheckError::rejected(
                format_args!("the tree of parts is deeper than {MOST_DEPTH}"),
            )),
            &Self::Split {
                jump,
                most,
                ref few,
                ref many,
            } => {
                let Some(number) = puzzle.board().number(jump) else {
                    return Err(no_such_jump(puzzle.board(), jump));
                };
                let [fewer, more] = bounds.split(number, most);
                for (part, bounds, is_more) in [(few, fewer, false), (many, more, true)] {
                    assumed.push(Assumption {
                        jump,
                        most,
                        is_more,
                    });
                    part.walk(puzzle, &bounds, assumed, visit)?;
                    assumed.pop();
                }
                Ok(())
            }
        }
    }

    /// The tree for the problem turned over by one of its symmetries.
    #[must_use]
    pub fn image(&self, symmetry: &Symmetry) -> Self {
        match self {
            Self::Leaf(Leaf { weights, charge }) => Self::Leaf(Leaf {
                weights: symmetry.values(weights),
                charge: *charge,
            }),
            Self::Split {
                jump,
                most,
                few,
                many,
            } => Self::Split {
                jump: symmetry.jump(*jump),
                most: *most,
                few: Box::new(few.image(symmetry)),
                many: Box::new(many.image(symmetry)),
            },
        }
    }

    /// The number of leaves.
    pub fn leaves(&self) -> usize {
        match self {
            Self::Leaf(_) => 1,
            Self::Split { few, many, .. } => few.leaves() + many.leaves(),
        }
    }
}

/// The most parts that are drawn.
pub const DRAWN: usize = 4;

/// A tree of more parts is summed up.
const MOST_EXPLAINED: usize = 16;

/// One part.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// Assumed bounds on jumps: "Always", or "If …".
    pub assumed: String,
    /// The weights that refute it.
    pub leaf: &'a Leaf,
    /// The most that the start can come to weigh by such jumps.
    pub start: i128,
    /// The least weight of the goal.
    pub goal: i128,
}

impl Assumption {
    /// The assumption for people.
    fn words(&self, puzzle: &Puzzle) -> String {
        let times = match (self.is_more, self.most) {
            (false, 0) => "never played".to_owned(),
            (false, 1) => "played at most once".to_owned(),
            (false, most) => format!("played at most {most} times"),
            (true, 0) => "played at least once".to_owned(),
            (true, most) => format!("played at least {} times", most.saturating_add(1)),
        };
        format!("{} is {times}", jump_name(puzzle.board(), self.jump))
    }
}

impl Tree {
    /// The parts of a tree that holds without bounds, from left to right. A part whose weights refute
    /// nothing is left out.
    pub fn parts(&self, puzzle: &Puzzle) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        let none = Bounds::none(puzzle.board().jumps().len());
        let mut collect = |leaf, bounds: &Bounds, assumed: &[Assumption]| {
            let words: Vec<String> = assumed.iter().map(|one| one.words(puzzle)).collect();
            let assumed = match &words[..] {
                [] => "Always".to_owned(),
                all => format!("If {}", all.join(" and ")),
            };
            let sums = Leaf::sums(leaf, puzzle, bounds);
            parts.extend(sums.map(|(start, goal)| Part {
                assumed,
                leaf,
                start,
                goal,
            }));
            Ok(())
        };
        // A tree that holds is walked to its end.
        let _ = self.walk(puzzle, &none, &mut Vec::new(), &mut collect);
        parts
    }

    /// The reason for people: the cuts, and the weights of the first few parts.
    pub fn explanation(&self, puzzle: &Puzzle) -> String {
        let mut text = String::from(
            "No whole numbers of jumps, in whatever order, take away and bring just the pegs that \
             the goal wants.\n",
        );
        let parts = self.parts(puzzle);
        // Of many parts each has a dozen assumptions, and a few of them show nothing.
        if parts.len() > MOST_EXPLAINED {
            let _ = writeln!(
                text,
                "By cases, how often some jumps are played: {} parts, each refuted by weights of its own.",
                parts.len()
            );
            return text;
        }
        for part in parts.iter().take(DRAWN) {
            let _ = writeln!(text, "{}, these weights refute it:", part.assumed);
            text += &draw(puzzle.board(), |hole| part.leaf.weights[hole]);
            let _ = writeln!(
                text,
                "Start and jumps come to at most {}, the goal weighs {}.",
                part.start, part.goal
            );
        }
        if parts.len() > DRAWN {
            let _ = writeln!(text, "And so on, in {} parts.", parts.len());
        }
        text
    }
}

#[cfg(test)]
mod tests;
