//! Integer cone: infeasibility because no integer numbers of jumps change the start into the goal, in any order.
//!
//! A plan plays every jump an integer number of times, in some order. If the order is ignored, the changes of all holes
//! are a system of linear equations in non-negative integers. If this system has no solution, no plan exists. If it has
//! no fractional solution either, a pagoda function proves this. Otherwise, this criterion distinguishes cases: some
//! jump occurs at most k times, or at least k + 1 times, and so on, until weights refute each case (part).
//!
//! Kiyomi and Matsui, *Integer programming based algorithms for peg solitaire problems* (2001), rely on the answer of a
//! solver. In contrast, our certificate is the tree of parts with integer weights at its leaves, which a few lines of
//! integer arithmetic can check.
//!
//! A leaf assigns weights to the holes. If a jump occurs between `least` and `most` times, it increases the total
//! weight at most by its gain times one of these bounds. If the goal needs a larger increase, the part has no solution.
//! If the total number of jumps is limited, a charge may be subtracted from the gain of each jump; then the limit times
//! the charge is added once. Without bounds, the weights are a pagoda function (Farkas' lemma, in integers).

mod search;

pub use search::{
    ConeAim, ConeResult, FewestJumps, IntegerCone, JumpBound, RelaxationAnswer, fewest_jumps,
    jump_bound, jump_bounds, limit, relaxed, search,
};

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::certify::weights::{Weights, draw, no_such_jump};
use saut_peg::peg::notation::jump_name;
use saut_peg::peg::{Jump, Puzzle, Symmetry, by_ends};
use saut_task::CheckError;

/// Bounds on the number of occurrences of each jump of a board, and optionally on the total number of jumps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Lower bounds by jump, in the order of the board.
    pub least: Vec<u32>,
    /// Upper bounds by jump; `None` if there is no limit.
    pub most: Vec<Option<u32>>,
    /// Upper bound on the total number of jumps.
    pub total: Option<u32>,
}

impl Bounds {
    /// Creates bounds that exclude nothing, for a board with this number of jumps.
    pub fn none(jumps: usize) -> Self {
        Self {
            least: vec![0; jumps],
            most: vec![None; jumps],
            total: None,
        }
    }

    /// Returns these bounds with at most `total` jumps in total.
    #[must_use]
    pub fn with_total(self, total: u32) -> Self {
        Self {
            total: Some(total),
            ..self
        }
    }

    /// Returns these bounds with at least `least` occurrences of a jump.
    #[must_use]
    pub fn with_least(mut self, jump: usize, least: u32) -> Self {
        self.least[jump] = self.least[jump].max(least);
        self
    }

    /// Splits these bounds into two parts: a jump occurs ≤ `most` times, or ≥ `most + 1` times.
    pub fn split(&self, jump: usize, most: u32) -> [Self; 2] {
        let mut few = self.clone();
        few.most[jump] = few.most[jump].into_iter().chain([most]).min();
        let many = self.clone().with_least(jump, most.saturating_add(1));
        [few, many]
    }
}

/// Weights that refute a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaf {
    /// Weight of each hole.
    pub weights: Vec<i64>,
    /// The charge that is subtracted from the gain of each jump; 0 unless the total number of jumps is limited.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub charge: i64,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde requires this signature"
)]
const fn is_nothing(charge: &i64) -> bool {
    *charge == 0
}

impl Leaf {
    /// Checks that the weights refute the part.
    fn check(&self, puzzle: &Puzzle, bounds: &Bounds) -> Result<(), CheckError> {
        let (start, goal) = self.sums(puzzle, bounds)?;
        Weights::check_gap(start, goal)
    }

    /// Returns the largest weight to which jumps within the bounds can raise the weight of the start, and the minimum
    /// weight of a goal position.
    fn sums(&self, puzzle: &Puzzle, bounds: &Bounds) -> Result<(i128, i128), CheckError> {
        let board = puzzle.board();
        Weights::check_size(&self.weights, board)?;
        let charge = i128::from(self.charge);
        let mut most_gain = match bounds.total {
            Some(total) if charge >= 0 => charge * i128::from(total),
            _ if charge == 0 => 0,
            _ => {
                return CheckError::reject(format_args!(
                    "the charge {charge} is negative, or the number of jumps is not bounded"
                ));
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

/// Maximum depth of a tree.
pub const MAX_DEPTH: usize = 64;

/// A refutation by distinction of cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tree {
    /// A part that weights refute.
    Leaf(Leaf),
    /// A part that is split into two parts.
    Split {
        /// The jump whose occurrences are counted.
        #[serde(flatten, with = "by_ends")]
        jump: Jump,
        /// The jump occurs ≤ `most` times in the part `few`, and ≥ `most + 1` times in the part `many`.
        most: u32,
        /// The tree of the part in which the jump occurs at most `most` times.
        few: Box<Self>,
        /// The tree of the part in which the jump occurs more than `most` times.
        many: Box<Self>,
    },
}

/// The assumption on the occurrences of a jump in one part of a split.
struct Assumption {
    pub jump: Jump,
    pub most: u32,
    /// Whether the jump occurs ≥ `most + 1` times; otherwise it occurs ≤ `most` times.
    pub is_more: bool,
}

impl Tree {
    /// Checks that no integer numbers of jumps within these bounds change the start into a goal position.
    ///
    /// # Errors
    /// [`CheckError`] if a leaf is wrong, a jump is not on the board, or the tree is deeper than
    /// [`MAX_DEPTH`].
    pub fn check(&self, puzzle: &Puzzle, bounds: &Bounds) -> Result<(), CheckError> {
        let mut check = |leaf: &Leaf, bounds: &Bounds, _: &[Assumption]| leaf.check(puzzle, bounds);
        self.walk(puzzle, bounds, &mut Vec::new(), &mut check)
    }

    /// Calls `visit` with each leaf from left to right, its bounds and its assumptions, until
    /// `visit` returns an error.
    fn walk<'a>(
        &'a self,
        puzzle: &Puzzle,
        bounds: &Bounds,
        assumed: &mut Vec<Assumption>,
        visit: &mut impl FnMut(&'a Leaf, &Bounds, &[Assumption]) -> Result<(), CheckError>,
    ) -> Result<(), CheckError> {
        match self {
            Self::Leaf(leaf) => visit(leaf, bounds, assumed),
            Self::Split { .. } if assumed.len() >= MAX_DEPTH => Err(CheckError::rejected(
                format_args!("the tree of parts is deeper than {MAX_DEPTH}"),
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

    /// Returns the image of the tree under a symmetry of the puzzle.
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

    /// Returns the number of leaves.
    pub fn leaves(&self) -> usize {
        match self {
            Self::Leaf(_) => 1,
            Self::Split { few, many, .. } => few.leaves() + many.leaves(),
        }
    }
}

/// Maximum number of parts whose weights are drawn.
pub const DRAWN: usize = 4;

/// Maximum number of parts of a tree that is explained part by part.
const MAX_EXPLAINED: usize = 16;

/// A part of a tree.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// The assumptions on jumps in words: "Always", or "If …".
    pub assumed: String,
    /// The weights that refute the part.
    pub leaf: &'a Leaf,
    /// The largest weight that jumps within the bounds can reach from the start.
    pub start: i128,
    /// The minimum weight of a goal position.
    pub goal: i128,
}

impl Assumption {
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
    /// Returns the parts of a valid tree without other bounds, from left to right. Leaves out parts with invalid
    /// weights.
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
        // `collect` never fails, so all parts of a valid tree are visited.
        let _ = self.walk(puzzle, &none, &mut Vec::new(), &mut collect);
        parts
    }

    /// Explains the refutation in words: the splits, and the weights of the first few parts.
    pub fn explanation(&self, puzzle: &Puzzle) -> String {
        let mut text = String::from(
            "No whole numbers of jumps turn the start into a goal position, even if the order of the jumps is \
                ignored.\n",
        );
        let parts = self.parts(puzzle);
        // In a large tree, each part has about a dozen assumptions, so a few parts are not instructive.
        if parts.len() > MAX_EXPLAINED {
            let _ = writeln!(
                text,
                "The plans are split into {} parts by the numbers of times that some jumps are played. Each \
                 part is refuted by its own weights.",
                parts.len()
            );
            return text;
        }
        for part in parts.iter().take(DRAWN) {
            let _ = writeln!(text, "{}, these weights refute it:", part.assumed);
            text += &draw(puzzle.board(), |hole| part.leaf.weights[hole]);
            let _ = writeln!(
                text,
                "After any allowed jumps from the start, a position weighs at most {}; every goal position weighs \
                    at least {}.",
                part.start, part.goal
            );
        }
        if parts.len() > DRAWN {
            let _ = writeln!(
                text,
                "There are {} parts; the others are refuted in the same way.",
                parts.len()
            );
        }
        text
    }
}

#[cfg(test)]
mod tests;
