//! Every position on some solution, and values worked out level by level from the goal up.

use std::borrow::Borrow;

use crate::count::NotCounted;
use crate::search::bit_board::{BitBoard, Direction, bits_of};
use crate::search::checkpoints::Packing;
use crate::search::layer::{Layer, LayerContext};
use crate::search::layers::Layers;
use crate::search::limits::Halt;
use crate::search::values::Values;
use crate::search::{SearchSettings, Value};
use saut_base::random::Random;
use saut_peg::peg::Puzzle;

/// A position on a solution, and what else is known of the way to it.
pub(super) type State<X> = (u64, X);

/// The positions on some solution, in canonical form under the symmetries that fix the goal, or
/// all of them where these are too many to be listed.
#[derive(Debug)]
pub struct SolutionGraph {
    start: u64,
    pub(super) context: LayerContext,
    /// The symmetries that fix start and goal.
    fixing: BitBoard,
    /// By the number of jumps played.
    layers: Vec<Layer>,
}

impl SolutionGraph {
    /// Finds them.
    ///
    /// # Errors
    /// [`NotCounted`] at a limit, or on a board of more than 64 holes.
    pub fn new(puzzle: &Puzzle, settings: &SearchSettings) -> Result<Self, NotCounted> {
        if puzzle.board().put_back().is_some() {
            return Err(NotCounted::OLD_RULE);
        }
        let symmetries = BitBoard::of_goal(puzzle).ok_or(NotCounted::LARGE)?;
        let (fixing, ..) = BitBoard::of_puzzle(puzzle).ok_or(NotCounted::LARGE)?;
        let layers = Layers::on_solutions(puzzle, settings, symmetries)?;
        Ok(Self::of(puzzle, fixing, layers))
    }

    fn of(puzzle: &Puzzle, fixing: BitBoard, found: Layers) -> Self {
        Self {
            start: bits_of(puzzle.start()),
            context: found.context,
            fixing,
            layers: found.layers,
        }
    }

    /// Goes on, or not.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub fn check(&self) -> Result<(), Halt> {
        self.context.limits.check()
    }

    /// The start, a bit a hole.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The jumps as masks, and the symmetries.
    pub fn compact(&self) -> &BitBoard {
        &self.context.compact
    }

    /// Whether a position, in any form, meets the goal.
    pub fn is_goal(&self, position: u64) -> bool {
        self.context.wanted.is_met_by(position)
    }

    /// The holes that are vacant wherever the goal is met.
    pub fn vacant_at_end(&self) -> u64 {
        let wanted = self.context.wanted;
        wanted.board & !wanted.pegs & !wanted.open
    }

    /// Whether there is a solution at all.
    pub fn is_solvable(&self) -> bool {
        !self.layers.is_empty()
    }

    /// Image of each jump under each symmetry that fixes start and goal, the identity first.
    pub(super) fn fixing_symmetries(&self) -> Vec<Vec<usize>> {
        self.fixing.images_of_jumps()
    }

    /// Number of positions.
    pub fn positions(&self) -> u64 {
        self.layers.iter().map(Layer::len).sum()
    }

    /// Whether positions are taken up to the symmetries that fix the goal.
    pub fn is_up_to_symmetry(&self) -> bool {
        self.layers.first().is_none_or(Layer::is_list)
    }

    /// Visits solutions, as numbers of jumps, along states of which each position has one, depth first, until `found`
    /// says to stop; returns whether it never did. What `after` lists last comes first.
    pub(super) fn walk<X>(
        &self,
        first: X,
        after: impl Fn(&State<X>) -> Vec<(usize, State<X>)>,
        mut found: impl FnMut(&[usize]) -> bool,
    ) -> Result<bool, Halt> {
        let first = self
            .is_solvable()
            .then_some(((self.start, first), Vec::new()));
        let mut stack: Vec<(State<X>, Vec<usize>)> = first.into_iter().collect();
        while let Some((state, played)) = stack.pop() {
            self.check()?;
            if self.is_goal(state.0) && !found(&played) {
                return Ok(false);
            }
            for (jump, next) in after(&state) {
                let longer = played.iter().copied().chain([jump]);
                stack.push((next, longer.collect()));
            }
        }
        Ok(true)
    }

    /// Works out a value for every position, from the last level up. `value` is asked with a
    /// position and the values of all positions with fewer pegs.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or what `value` returns.
    pub fn values<T: Value>(
        &self,
        value: impl Fn(u64, &Values<T>) -> Result<T, Halt> + Sync,
    ) -> Result<Values<T>, Halt> {
        let top = self.start.count_ones() as usize;
        Values::new(&self.context, top, &self.layers, None, value)
    }

    /// [`Self::values`], resumed from the values that were kept, and keeping those of each new level.
    ///
    /// # Errors
    /// As [`Self::values`], or a level cannot be kept.
    pub fn kept_values<T: Value>(
        &self,
        stage: &str,
        packing: Packing<T>,
        value: impl Fn(u64, &Values<T>) -> Result<T, Halt> + Sync,
    ) -> Result<Values<T>, Halt> {
        let top = self.start.count_ones() as usize;
        let stage = self
            .layers
            .first()
            .map_or_else(String::new, |layer| layer.stage(stage));
        let kept = self.context.settings.kept(stage, packing);
        Values::new(&self.context, top, &self.layers, kept.as_ref(), value)
    }
}

/// A stream of draws.
pub type Draw = Random;

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
            let compact = own.compact();
            compact.children(Direction::Forward, position, |child| {
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
        let steps = self.graph().compact().steps(Direction::Forward, position);
        let children = steps.map(|(jump, child)| (jump, child, self.from(child)));
        children.filter(|&(_, _, number)| number > 0).collect()
    }

    /// A solution, drawn so that each is as likely as any other, as numbers of jumps of the
    /// board; `None` if there is none.
    pub fn draw(&self, random: &mut Draw) -> Option<Vec<usize>> {
        let mut position = self.graph().start();
        let mut rank = random.below_wide(self.all())?;
        let mut jumps = Vec::new();
        loop {
            // The solution that ends here comes first, then those of each jump.
            if self.graph().is_goal(position) {
                if rank == 0 {
                    return Some(jumps);
                }
                rank -= 1;
            }
            let mut children = self.jumps(position).into_iter();
            let (jump, child, _) = children.find(|&(_, _, number)| {
                let is_chosen = rank < number;
                rank -= if is_chosen { 0 } else { number };
                is_chosen
            })?;
            jumps.push(jump);
            position = child;
        }
    }
}

#[cfg(test)]
mod tests;
