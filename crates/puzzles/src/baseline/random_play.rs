//! Random play with restarts: games from the start, until a game is won.
//!
//! Random play remembers nothing, so it cannot detect that no plan exists. In this case it runs until a limit is
//! reached, unless the start has no jump.
//!
//! A [`Player`] chooses the jumps. [`AnyJump`] plays each playable jump with equal probability; optionally, it
//! considers only one of several jumps that are images of each other under the symmetries of the position. [`PegOrder`]
//! draws a new order of the pegs for each game. It always plays a jump of the first peg in this order that can jump.
//!
//! [`PegOrder`] follows a French study of the 37-hole board. Its program stores a position as a list of pegs. It
//! shuffles the list before each game and counts the shuffles ("orders tested"); a game has no further random choices.
//! The program searches the list from the front. For each peg it tries a jump to the right, to the left, up and down,
//! and plays the first possible jump. The jumping peg keeps its place in the list, and the removed peg leaves the list.
//! The lists that the study prints for the nine-peg cross follow these rules.
//!
//! A puzzle can have solutions although no order of the pegs wins. An example is the triangle of nine pegs in the
//! orientation of `instances/figures-french.toml`.
//!
//! The text of the study also mentions a random choice among all playable jumps. Its numbers of games contradict this
//! choice. With it, the share of won games of the double cross is twenty times the share that the study reports.

use super::game::{BaselineGame, Budget, Path};
use saut_base::random::Random;
use saut_base::stop::StopReason;
use saut_peg::peg::{Hole, Position, Puzzle};

/// Chooses the jumps of games.
pub trait Player {
    /// Prepares a new game.
    fn begin(&mut self) {}

    /// Returns the next jump, which the caller plays. `None` if no jump is playable.
    fn choose(&mut self, at: &Position) -> Option<usize>;
}

/// A player that chooses every playable jump with equal probability.
pub struct AnyJump<'a> {
    game: &'a BaselineGame<'a>,
    /// The images of the holes and of the jumps, for each symmetry that keeps the goal, except the identity.
    images: Vec<(Vec<Hole>, Vec<usize>)>,
    random: Random,
    playable: Vec<usize>,
}

/// Returns the images of the holes under each symmetry of the board that keeps the goal, except the identity.
pub fn images(puzzle: &Puzzle) -> Vec<Vec<Hole>> {
    let (board, goal) = (puzzle.board(), puzzle.goal());
    let keeps_goal = |image: &Vec<Hole>| {
        (0..board.len()).all(|hole| goal.wants(hole) == goal.wants(image[hole]))
    };
    let symmetries = board.symmetries();
    let others = symmetries.iter().filter(|symmetry| !symmetry.is_identity());
    let images = others.map(|symmetry| symmetry.image().to_vec());
    images.filter(keeps_goal).collect()
}

impl<'a> AnyJump<'a> {
    /// Creates a player. With `up_to_symmetry`, it considers only one of several symmetric jumps.
    ///
    /// # Panics
    /// Never: a symmetry of the board maps every jump to a jump.
    pub fn new(game: &'a BaselineGame<'a>, up_to_symmetry: bool, seed: u64) -> Self {
        let with_jumps = |image: Vec<Hole>| {
            let turned = |holes: &[Hole; 3]| {
                let holes = holes.map(|hole| image[hole]);
                let found = game.jumps.iter().position(|&jump| jump == holes);
                found.expect("a jump of the board")
            };
            let jumps = game.jumps.iter().map(turned).collect();
            (image, jumps)
        };
        let images = up_to_symmetry.then(|| images(game.puzzle));
        Self {
            images: images.into_iter().flatten().map(with_jumps).collect(),
            game,
            random: Random::new(seed),
            playable: Vec::new(),
        }
    }
}

impl Player for AnyJump<'_> {
    fn choose(&mut self, at: &Position) -> Option<usize> {
        self.playable.clear();
        self.playable.extend(self.game.playable(at));
        // Keeps only the first of several jumps that are images of each other under symmetries of the position.
        for (image, jumps) in &self.images {
            if at.mapped(image) == *at {
                self.playable.retain(|&jump| jump <= jumps[jump]);
            }
        }
        let number = self.playable.len();
        (number > 0).then(|| self.playable[self.random.below(number)])
    }
}

/// The directions that are tried first for a peg: right, left, up, down.
const FIRST: [(i16, i16); 4] = [(1, 0), (-1, 0), (0, -1), (0, 1)];

/// A player with an order of the pegs. It plays a jump of the first peg that can jump.
pub struct PegOrder<'a> {
    game: &'a BaselineGame<'a>,
    /// The jumps from each hole, in the order in which they are tried.
    jumps: Vec<Vec<usize>>,
    /// Holes of the remaining pegs, in the order of this game.
    order: Vec<Hole>,
    random: Random,
}

impl<'a> PegOrder<'a> {
    pub fn new(game: &'a BaselineGame<'a>, seed: u64) -> Self {
        let jumps_of = |hole: Hole| {
            let all = 0..game.jumps.len();
            let mut jumps: Vec<usize> = all.filter(|&jump| game.jumps[jump][0] == hole).collect();
            // The sort is stable: other directions keep the order of the board.
            jumps.sort_by_key(|&jump| {
                let direction = game.names[jump].direction();
                let first = FIRST.iter().position(|&one| one == direction);
                first.unwrap_or(FIRST.len())
            });
            jumps
        };
        Self {
            jumps: (0..game.puzzle.start().len()).map(jumps_of).collect(),
            order: Vec::new(),
            random: Random::new(seed),
            game,
        }
    }

    /// Updates the order after a jump of the peg at index `place`.
    fn play(&mut self, place: usize, jump: usize) {
        let [_, over, to] = self.game.jumps[jump];
        self.order[place] = to;
        self.order.retain(|&hole| hole != over);
    }
}

impl Player for PegOrder<'_> {
    fn begin(&mut self) {
        self.order = self.game.puzzle.start().holes().collect();
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

/// Plays until a game is won.
///
/// # Errors
/// The limit that was reached, or [`StopReason::NothingLeft`] if a game ends without any jump.
pub fn search(
    game: &BaselineGame<'_>,
    player: &mut impl Player,
    watch: &mut Budget<'_>,
) -> Result<Path, StopReason> {
    let mut path = Path::new();
    loop {
        let mut at = game.puzzle.start().clone();
        path.clear();
        watch.tries += 1;
        watch.enter()?;
        player.begin();
        loop {
            if game.is_goal(&at, path.len()) {
                return Ok(path);
            }
            if game.is_last(path.len()) {
                break;
            }
            let Some(jump) = player.choose(&at) else {
                break;
            };
            game.turn(&mut at, jump);
            path.push(jump);
            watch.enter()?;
        }
        if path.is_empty() {
            return Err(StopReason::NothingLeft);
        }
    }
}

#[cfg(test)]
mod tests;
