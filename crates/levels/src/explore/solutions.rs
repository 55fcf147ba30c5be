//! Numbers of solutions that begin in each position, and solutions drawn at random, each as likely as
//! any other.

use std::borrow::Borrow;

use super::solution_graph::SolutionGraph;
use crate::search::bit_board::Direction;
use crate::search::limits::Halt;
use crate::search::values::Values;
use saut_base::random::Random;

/// The number of solutions from every position on one.
#[derive(Debug)]
pub struct Solutions<G> {
    graph: G,
    numbers: Values<u128>,
}

impl<G: Borrow<SolutionGraph>> Solutions<G> {
    /// Works them out. This is a way of counting apart from [`crate::count::solutions`]: from the
    /// goal up alone, position by position, without joining two ends.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or beyond 128 bits.
    pub fn new(graph: G) -> Result<Self, Halt> {
        let own = graph.borrow();
        let numbers = own.values(|position, below: &Values<u128>| {
            let mut number = Some(u128::from(own.is_goal(position)));
            own.compact()
                .children(Direction::Forward, position, |child| {
                    let more = below.get(child).unwrap_or(0);
                    number = number.and_then(|number| number.checked_add(more));
                });
            number.ok_or(Halt::TooLarge)
        })?;
        Ok(Self { graph, numbers })
    }

    /// The positions.
    pub fn graph(&self) -> &SolutionGraph {
        self.graph.borrow()
    }

    /// The number of solutions from a position in any form: jump sequences to the goal.
    pub fn from(&self, position: u64) -> u128 {
        let canonical = self.graph().compact().canonical(position);
        self.numbers.get(canonical).unwrap_or(0)
    }

    /// The number of solutions from the start.
    pub fn all(&self) -> u128 {
        self.from(self.graph().start())
    }

    /// The jumps that keep a position solvable: number of the jump, position after it, solutions
    /// that begin so.
    pub fn jumps(&self, position: u64) -> Vec<(usize, u64, u128)> {
        let masks = self.graph().compact().masks().iter().enumerate();
        let playable = masks.filter(|(_, mask)| position & mask.touched == mask.required);
        let children = playable.map(|(jump, mask)| {
            let child = position ^ mask.touched;
            (jump, child, self.from(child))
        });
        children.filter(|&(_, _, number)| number > 0).collect()
    }

    /// A solution, drawn so that each is as likely as any other, as numbers of jumps of the
    /// board; `None` if there is none.
    pub fn draw(&self, random: &mut Draw) -> Option<Vec<usize>> {
        let mut position = self.graph().start();
        let mut rank = random.0.below_wide(self.all())?;
        let mut jumps = Vec::new();
        loop {
            // The solution that ends here comes first, then those of each jump.
            if self.graph().is_goal(position) {
                if rank == 0 {
                    return Some(jumps);
                }
                rank -= 1;
            }
            let mut chosen = None;
            for (jump, child, number) in self.jumps(position) {
                if rank < number {
                    chosen = Some((jump, child));
                    break;
                }
                rank -= number;
            }
            let (jump, child) = chosen?;
            jumps.push(jump);
            position = child;
        }
    }
}

/// A stream of draws.
#[derive(Clone, Debug)]
pub struct Draw(Random);

impl Draw {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }
}
