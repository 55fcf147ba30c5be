//! The parts of a tree, in words: what is assumed in each, and what its weights come to.

use super::{Bounds, Leaf, Tree};
use crate::certify::drawing::jump_name;
use crate::peg::Puzzle;

/// The most parts that are drawn.
pub const DRAWN: usize = 4;

/// One part.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// How often jumps are assumed to be played: "Always", or "If …".
    pub assumed: String,
    /// The weights that refute it.
    pub leaf: &'a Leaf,
    /// The most that the start can come to weigh by such jumps.
    pub start: i128,
    /// The least weight of the goal.
    pub goal: i128,
}

impl Tree {
    /// The parts of a tree that holds without bounds, from left to right. A part whose weights refute
    /// nothing is left out.
    pub fn parts(&self, puzzle: &Puzzle) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        let none = Bounds::none(puzzle.board().jumps().len());
        self.collect(puzzle, &none, &mut Vec::new(), &mut parts);
        parts
    }

    fn collect<'a>(
        &'a self,
        puzzle: &Puzzle,
        bounds: &Bounds,
        assumed: &mut Vec<String>,
        parts: &mut Vec<Part<'a>>,
    ) {
        match self {
            Self::Leaf(leaf) => {
                let words = match &assumed[..] {
                    [] => "Always".to_owned(),
                    all => format!("If {}", all.join(" and ")),
                };
                parts.extend(leaf.sums(puzzle, bounds).map(|(start, goal)| Part {
                    assumed: words,
                    leaf,
                    start,
                    goal,
                }));
            }
            Self::Split {
                jump,
                most,
                few,
                many,
            } => {
                let name = jump_name(puzzle.board(), *jump);
                let Some([fewer, rest]) = bounds.split(puzzle, *jump, *most) else {
                    return;
                };
                let at_most = match most {
                    0 => format!("{name} is never played"),
                    1 => format!("{name} is played at most once"),
                    most => format!("{name} is played at most {most} times"),
                };
                let at_least = match most.saturating_add(1) {
                    1 => format!("{name} is played at least once"),
                    more => format!("{name} is played at least {more} times"),
                };
                for (words, bounds, part) in [(at_most, fewer, few), (at_least, rest, many)] {
                    assumed.push(words);
                    part.collect(puzzle, &bounds, assumed, parts);
                    assumed.pop();
                }
            }
        }
    }
}
