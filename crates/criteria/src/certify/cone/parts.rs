//! The parts of a tree, in words: what is assumed in each, and what its weights come to.

use std::fmt::Write;

use super::bounds::Bounds;
use super::leaf::Leaf;
use super::tree::{Assumption, Tree};
use crate::certify::drawing::{draw, jump_name};
use saut_peg::peg::Puzzle;

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
