//! Counts boards level by level: boards that can be reached from a start, boards from which a goal can be reached, and
//! boards on solutions.

use std::sync::Arc;

use crate::search::SearchSettings;
use crate::search::bit_board::{BitBoard, Direction, bits_of};
use crate::search::dense::Maps;
use crate::search::goal_mask::{GoalLevels, GoalMask};
use crate::search::layer::{Layer, LayerContext};
use crate::search::layers::Layers;
use crate::search::level::Level;
use crate::search::limits::CountError;
use saut_peg::peg::{Board, Position, Puzzle};

/// Returns the number of positions with `pegs` pegs on a board of `holes` holes: the binomial coefficient. `None` if
/// the number exceeds 64 bits.
pub fn boards_with(holes: usize, pegs: usize) -> Option<u64> {
    let pegs = pegs.min(holes.checked_sub(pegs)?) as u128;
    let mut number = 1_u128;
    for index in 0..pegs {
        // The product of `index + 1` consecutive integers is divisible by `index + 1`.
        number = number.checked_mul(holes as u128 - index)? / (index + 1);
    }
    number.try_into().ok()
}

/// Counts the boards that can be reached from a start, level by level, down to the last nonempty level.
///
/// # Errors
/// [`CountError`] if a limit was reached, or the board has more than 64 holes.
pub fn reachable(
    board: &Board,
    start: &Position,
    settings: &SearchSettings,
) -> Result<Vec<LevelCount>, CountError> {
    let position = bits_of(start);
    let compact = BitBoard::fixing(board, &[position]).ok_or(CountError::LARGE)?;
    let wanted = GoalMask::exactly(bits_of(&board.full()), position);
    let context = LayerContext::new(compact, wanted, settings);
    let seeds = (position != 0).then(|| (start.pegs(), vec![position]));
    let seeds = seeds.into_iter().collect();
    let direction = Direction::Forward;
    grow(board, &context, seeds, direction, usize::MAX)
}

/// Counts the boards from which the goal of a puzzle can be reached, and ignores the start of the puzzle. The levels
/// begin at the goal positions with the fewest pegs, and there are at most `most_jumps` further levels. If the goal
/// leaves holes open, all goal positions with pegs are seeds.
///
/// # Errors
/// [`CountError`] if a limit was reached, the board has more than 64 holes, or the goal leaves more than 16 holes open.
pub fn leading_to(
    puzzle: &Puzzle,
    most_jumps: usize,
    settings: &SearchSettings,
) -> Result<Vec<LevelCount>, CountError> {
    let (compact, _, wanted) = BitBoard::of_goal(puzzle).ok_or(CountError::LARGE)?;
    let many = CountError::NotApplicable("the goal leaves more than 16 holes open");
    let seeds = wanted.listed_if(&compact, |_| true).ok_or(many)?;
    let context = LayerContext::new(compact, wanted, settings);
    let (board, direction) = (puzzle.board(), Direction::Backward);
    grow(board, &context, seeds, direction, most_jumps)
}

/// Counts the boards of the levels that grow from the seeds. The seeds are in canonical form, by number of pegs. Levels
/// are lists at first. If there is a single seed, wide levels are bit maps.
fn grow(
    board: &Board,
    context: &LayerContext,
    mut seeds: GoalLevels,
    direction: Direction,
    most_jumps: usize,
) -> Result<Vec<LevelCount>, CountError> {
    let stage = direction.select(&["reachable", "backward"]);
    let Some((mut pegs, first)) = seeds.pop_first() else {
        return Ok(Vec::new());
    };
    let mut maps = match first[..] {
        [member] if seeds.is_empty() => Maps::new(board, member),
        _ => None,
    };
    let units = first.into_iter().map(|position| (position, ()));
    let mut layer = Layer::List(Level::of(units, Level::<()>::shards_for(board.len())));
    let mut counts = vec![LevelCount::of(context, &layer, pegs)?];
    while counts.len() <= most_jumps {
        let is_wide = |maps: &mut Arc<Maps>| {
            layer.len() > maps.index.widest_listed(context.compact.order()) as u64
        };
        if let Some(maps) = maps.take_if(is_wide) {
            let images = layer.positions().flat_map(|at| context.compact.images(at));
            layer = Layer::dense(&maps, images, pegs, &context.limits)?;
        }
        pegs = match direction {
            Direction::Forward => pegs.saturating_sub(1),
            Direction::Backward => pegs + 1,
        };
        let own = seeds.remove(&pegs).unwrap_or_default();
        let make = || layer.expand(context, direction, pegs, &own);
        layer = if layer.is_list() {
            context.load_or_make(stage, pegs, &layer, make)?
        } else {
            make()?
        };
        if layer.is_empty() && seeds.is_empty() {
            break;
        }
        counts.push(LevelCount::of(context, &layer, pegs)?);
    }
    Ok(counts)
}

/// Counts of boards with the same number of pegs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelCount {
    /// Number of pegs of each of the boards.
    pub pegs: usize,
    /// Number of boards. Symmetric boards count separately.
    pub boards: u64,
    /// Number of boards up to symmetry. Depending on the function that counts, the symmetries fix the start, the goal,
    /// or both.
    pub up_to_symmetry: u64,
}

impl LevelCount {
    fn of(context: &LayerContext, layer: &Layer, pegs: usize) -> Result<Self, CountError> {
        Ok(Self {
            pegs,
            boards: layer.boards(context),
            up_to_symmetry: layer.up_to_symmetry(context, pegs)?,
        })
    }
}

/// Counts the boards on solutions by number of pegs, from the start down. `up_to_symmetry` refers to the symmetries
/// that fix start and goal. The list is empty if there is no solution.
///
/// # Errors
/// [`CountError`] if a limit was reached, or the board has more than 64 holes.
pub fn boards_on_solutions(
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> Result<Vec<LevelCount>, CountError> {
    let parts = BitBoard::of_puzzle(puzzle).ok_or(CountError::LARGE)?;
    let symmetries = parts.0.clone();
    let found = Layers::on_solutions(puzzle, settings, parts)?;
    let context = LayerContext::new(symmetries, found.context.wanted, settings);
    let pegs = (1..=puzzle.start().pegs()).rev();
    let counts = found.layers.iter().zip(pegs);
    let counts = counts.map(|(layer, pegs)| LevelCount::of(&context, layer, pegs));
    counts.collect()
}

#[cfg(test)]
mod tests {
    use super::boards_with;

    #[test]
    fn all_boards_are_counted_as_in_the_triangle_of_pascal() {
        for holes in 1..=64 {
            for pegs in 1..holes {
                let above = |pegs| boards_with(holes - 1, pegs).unwrap();
                assert_eq!(
                    boards_with(holes, pegs),
                    Some(above(pegs - 1) + above(pegs))
                );
            }
            assert_eq!(boards_with(holes, holes), Some(1));
        }
        assert_eq!((boards_with(3, 4), boards_with(200, 100)), (None, None));
    }
}
