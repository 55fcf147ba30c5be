//! The graph of all positions on solutions, with values that are computed level by level from the goal up.

use std::borrow::Borrow;

use crate::search::bit_board::{BitBoard, Direction, bits_of};
use crate::search::checkpoints::WordCodec;
use crate::search::layer::{Layer, LayerContext};
use crate::search::layers::Layers;
use crate::search::limits::CountError;
use crate::search::values::Values;
use crate::search::{SearchSettings, Value};
use saut_base::random::Random;
use saut_peg::peg::Puzzle;

/// A position on a solution, with data about the path to this position.
pub(super) type State<X> = (u64, X);

/// The positions on solutions, in canonical form under the symmetries that fix the goal. If there are too many of them
/// for lists, the graph has all positions on solutions, as bit maps.
#[derive(Debug)]
pub struct SolutionGraph {
    start: u64,
    pub(super) context: LayerContext,
    /// The board with the symmetries that fix start and goal.
    fixing: BitBoard,
    /// The positions by the number of jumps played.
    layers: Vec<Layer>,
}

impl SolutionGraph {
    /// Finds the positions on solutions.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, if the board has more than 64 holes, or under the old French rule.
    pub fn new(puzzle: &Puzzle, settings: &SearchSettings) -> Result<Self, CountError> {
        if puzzle.board().put_back().is_some() {
            return Err(CountError::OLD_RULE);
        }
        let symmetries = BitBoard::of_goal(puzzle).ok_or(CountError::LARGE)?;
        let (fixing, ..) = BitBoard::of_puzzle(puzzle).ok_or(CountError::LARGE)?;
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

    /// Checks the limits.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached.
    pub fn check(&self) -> Result<(), CountError> {
        self.context.limits.check()
    }

    /// Returns the start, one bit per hole.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Returns the board with its jumps as masks, and the symmetries of the graph.
    pub fn compact(&self) -> &BitBoard {
        &self.context.compact
    }

    /// Whether a position meets the goal. The position need not be canonical.
    pub fn is_goal(&self, position: u64) -> bool {
        self.context.wanted.is_met_by(position)
    }

    /// Returns the holes that are vacant in every goal position.
    pub fn vacant_at_end(&self) -> u64 {
        let wanted = self.context.wanted;
        wanted.board & !wanted.pegs & !wanted.open
    }

    /// Whether there is a solution.
    pub fn is_solvable(&self) -> bool {
        !self.layers.is_empty()
    }

    /// Returns the images of the jumps under each symmetry that fixes start and goal. The identity is first.
    pub(super) fn fixing_symmetries(&self) -> Vec<Vec<usize>> {
        self.fixing.images_of_jumps()
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.layers.iter().map(Layer::len).sum()
    }

    /// Whether a position represents its images under the symmetries that fix the goal.
    pub fn is_up_to_symmetry(&self) -> bool {
        self.layers.first().is_none_or(Layer::is_list)
    }

    /// Calls `found` with solutions, as lists of jump numbers, until `found` returns false. Returns whether all
    /// solutions were enumerated. The search is depth first; `after` returns the successors of a state, and the last
    /// successor is visited first.
    pub(super) fn walk<X>(
        &self,
        first: X,
        after: impl Fn(&State<X>) -> Vec<(usize, State<X>)>,
        mut found: impl FnMut(&[usize]) -> bool,
    ) -> Result<bool, CountError> {
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

    /// Computes a value for every position, from the last level up. `value` gets a position and the values of all
    /// positions with fewer pegs.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or the error that `value` returns.
    pub fn values<T: Value>(
        &self,
        value: impl Fn(u64, &Values<T>) -> Result<T, CountError> + Sync,
    ) -> Result<Values<T>, CountError> {
        let top = self.start.count_ones() as usize;
        Values::new(&self.context, top, &self.layers, None, value)
    }

    /// As [`Self::values`], but loads the stored values, and stores the values of each new level.
    ///
    /// # Errors
    /// Same as [`Self::values`], or if a level cannot be stored.
    pub fn kept_values<T: Value>(
        &self,
        stage: &str,
        packing: WordCodec<T>,
        value: impl Fn(u64, &Values<T>) -> Result<T, CountError> + Sync,
    ) -> Result<Values<T>, CountError> {
        let top = self.start.count_ones() as usize;
        let stage = self
            .layers
            .first()
            .map_or_else(String::new, |layer| layer.stage(stage));
        let kept = self.context.settings.kept(stage, packing);
        Values::new(&self.context, top, &self.layers, kept.as_ref(), value)
    }
}

/// The numbers of solutions from all positions on solutions.
#[derive(Debug)]
pub struct Solutions<G> {
    graph: G,
    numbers: Values<u128>,
}

impl<G: Borrow<SolutionGraph>> Solutions<G> {
    /// Computes the number of solutions from every position, from the goal up. [`crate::count::solutions`] uses another
    /// method, so each of the two functions can check the other.
    ///
    /// # Errors
    /// [`CountError`] if a limit was reached, or a number exceeds 128 bits.
    pub fn new(graph: G) -> Result<Self, CountError> {
        let own = graph.borrow();
        let numbers = own.values(|position, below: &Values<u128>| {
            let mut number = Some(u128::from(own.is_goal(position)));
            let compact = own.compact();
            compact.children(Direction::Forward, position, |child| {
                let more = below.get(child).unwrap_or(0);
                number = number.and_then(|number| number.checked_add(more));
            });
            number.ok_or(CountError::TooLarge)
        })?;
        Ok(Self { graph, numbers })
    }

    /// Returns the graph of the positions on solutions.
    pub fn graph(&self) -> &SolutionGraph {
        self.graph.borrow()
    }

    /// Returns the number of solutions from a position, which need not be canonical.
    pub fn from(&self, position: u64) -> u128 {
        let canonical = self.graph().compact().canonical(position);
        self.numbers.get(canonical).unwrap_or(0)
    }

    /// Returns the number of solutions from the start.
    pub fn all(&self) -> u128 {
        self.from(self.graph().start())
    }

    /// Returns the jumps that begin a solution from a position. Each entry has the number of the jump, the position
    /// after the jump, and the number of solutions that begin with the jump.
    pub fn jumps(&self, position: u64) -> Vec<(usize, u64, u128)> {
        let steps = self.graph().compact().steps(Direction::Forward, position);
        let children = steps.map(|(jump, child)| (jump, child, self.from(child)));
        children.filter(|&(_, _, number)| number > 0).collect()
    }

    /// Draws a solution uniformly at random, as a list of jump numbers. `None` if there is no solution.
    pub fn draw(&self, random: &mut Random) -> Option<Vec<usize>> {
        let mut position = self.graph().start();
        let mut rank = random.below_wide(self.all())?;
        let mut jumps = Vec::new();
        loop {
            // Solutions are ranked: first the solution that ends in this position, then the solutions of each jump in
            // turn.
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
