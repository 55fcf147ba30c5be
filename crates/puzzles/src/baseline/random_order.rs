//! An order of the pegs, drawn anew for each game: the first peg of it that can jump does.
//!
//! A French study of the 37-hole board keeps a position as a list of pegs. It shuffles the list before
//! each game and counts the shuffles, the "orders tested"; within a game nothing more is drawn. The list
//! is gone through from its front; each peg is asked whether it can jump to the right, to the left, up
//! or down, in this order, and the first jump that can be played is. A peg that has jumped keeps its
//! place in the list, and one that was jumped over leaves it: so go the lists of the nine-peg cross that
//! the study prints.
//!
//! A puzzle with solutions may have none that an order plays, and then no shuffle ever wins: so it is with the triangle
//! of nine pegs as it lies in `instances/figures-french.toml`.
//!
//! Its prose also speaks of jumps drawn among all that can be played. Its numbers of games do not fit
//! that: a draw among all jumps wins the double cross twenty times as often as it says.

use super::game::BaselineGame;
use super::random_restarts::Player;
use saut_base::random::Random;
use saut_peg::peg::{Hole, Position};

/// The directions in which a peg is asked to jump, `dy` downwards; others come after them.
const FIRST: [(i16, i16); 4] = [(1, 0), (-1, 0), (0, -1), (0, 1)];

/// A player who goes by an order of the pegs.
pub struct PegOrder<'a> {
    game: &'a BaselineGame,
    /// The jumps from each hole, in the order in which they are tried.
    jumps: Vec<Vec<usize>>,
    /// Holes with pegs at the start.
    pegs: Vec<Hole>,
    /// Holes of the pegs that are left, in their order.
    order: Vec<Hole>,
    random: Random,
}

impl<'a> PegOrder<'a> {
    /// The player of a seed.
    pub fn new(game: &'a BaselineGame, seed: u64) -> Self {
        let holes = 0..game.start().len();
        let jumps_of = |hole: Hole| {
            let all = 0..game.jumps();
            let mut jumps: Vec<usize> = all.filter(|&jump| game.holes(jump)[0] == hole).collect();
            let place = |&jump: &usize| {
                let direction = game.direction(jump);
                let first = FIRST.iter().position(|&one| one == direction);
                first.unwrap_or(FIRST.len())
            };
            // Stable: further directions stay as the board has them.
            jumps.sort_by_key(place);
            jumps
        };
        Self {
            jumps: holes.map(jumps_of).collect(),
            pegs: game.start().holes().collect(),
            order: Vec::new(),
            random: Random::new(seed),
            game,
        }
    }

    /// Lets the peg at this place of the order jump: it keeps its place, and the one jumped over goes.
    fn play(&mut self, place: usize, jump: usize) {
        let [_, over, to] = self.game.holes(jump);
        self.order[place] = to;
        self.order.retain(|&hole| hole != over);
    }
}

impl Player for PegOrder<'_> {
    fn begin(&mut self) {
        self.order.clone_from(&self.pegs);
        self.random.shuffle(&mut self.order);
    }

    fn choose(&mut self, at: &Position) -> Option<usize> {
        let playable = |&jump: &usize| self.game.can_play(at, jump);
        let first = |&hole: &Hole| self.jumps[hole].iter().copied().find(playable);
        let mut pegs = self.order.iter().enumerate();
        let (place, jump) = pegs.find_map(|(place, hole)| Some((place, first(hole)?)))?;
        self.play(place, jump);
        Some(jump)
    }
}

#[cfg(test)]
mod tests;
