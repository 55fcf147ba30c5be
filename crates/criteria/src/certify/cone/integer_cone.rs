//! The integer cone as a criterion: a tree without bounds, and the jumps that add up where there is none.

use serde::{Deserialize, Serialize};

use std::time::Duration;

use super::bounds::Bounds;
use super::branch::{ConeResult, search};
use super::parts::DRAWN;
use super::tree::Tree;
use crate::certify::drawing::jump_name;
use crate::certify::{NotRefuted, Refutation, RejectedCertificate, Weighing, lattice};
use saut_base::stop::Stop;
use saut_peg::peg::Puzzle;

/// A refutation of all numbers of jumps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntegerCone {
    /// The parts, each refuted by weights.
    pub tree: Tree,
}

/// The parts that a look may take, and the time.
const LIMITS: (usize, Duration) = (2000, Duration::from_secs(30));

impl Refutation for IntegerCone {
    fn look(puzzle: &Puzzle, stop: &Stop) -> Result<Self, NotRefuted> {
        if lattice::find(puzzle).is_some() {
            return Err(NotRefuted::open(
                "Not looked into: by the lattice no whole numbers of jumps add up \
                 to what the goal wants, even if jumps could be taken back.\n",
            ));
        }
        let (parts, most) = LIMITS;
        let bounds = Bounds::none(puzzle.board().jumps().len());
        match search(puzzle, &bounds, parts, &stop.with_timeout(most)) {
            ConeResult::Refuted(tree) => Ok(Self { tree }),
            ConeResult::Numbers(numbers) => Err(NotRefuted::settled(move |puzzle| {
                (added_up(puzzle, &numbers), Vec::new())
            })),
            ConeResult::GaveUp => Err(NotRefuted::open(
                "Not settled within the parts and the time allowed.\n",
            )),
        }
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), RejectedCertificate> {
        let bounds = Bounds::none(puzzle.board().jumps().len());
        self.tree.check(puzzle, &bounds)
    }

    fn explanation(&self, puzzle: &Puzzle) -> String {
        self.tree.explanation(puzzle)
    }

    fn weighings(&self, puzzle: &Puzzle) -> Vec<Weighing> {
        let parts = self.tree.parts(puzzle).into_iter().take(DRAWN);
        parts
            .map(|part| Weighing {
                title: part.assumed,
                weights: part.leaf.weights.clone(),
                start: format!("and jumps at most {}", part.start),
                goal: part.goal.to_string(),
            })
            .collect()
    }
}

/// Numbers of jumps that the criterion cannot refute.
fn added_up(puzzle: &Puzzle, numbers: &[u32]) -> String {
    let jumps = puzzle.board().jumps().iter().zip(numbers);
    let played: Vec<String> = jumps
        .filter(|(_, number)| **number > 0)
        .map(|(&jump, &number)| {
            let name = jump_name(puzzle.board(), jump);
            if number == 1 {
                name
            } else {
                format!("{number} times {name}")
            }
        })
        .collect();
    format!(
        "These jumps add up to what the goal wants, though perhaps in no order that can \
         be played: {}.\n",
        played.join(", ")
    )
}
