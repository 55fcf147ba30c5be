//! Counting one half by bit maps where the other is its mirror image.
//!
//! As many sequences lead on from a position in the middle as lead to its image, so the half from
//! the start to the middle says all. Where start and goal have symmetries, what lies on solutions is listed
//! up to these; where they have none, it stays a map.

use super::mapped::{Valued, sum_of_products};
use super::solution_count::{SolutionCount, add};
use crate::search::Count;
use crate::search::bit_board::{BitBoard, Direction};
use crate::search::dense::{Aside, Dense, FixedPositions, MirrorImage};
use crate::search::index::LevelIndex;
use crate::search::level::Level;
use crate::search::limits::Halt;

/// Counts the solutions, up to the symmetries of start and goal. The levels that the count tells of are
/// those that the start reaches, up to symmetry, if none has more than `widest` positions, and otherwise
/// all boards on solutions.
///
/// # Errors
/// [`Halt`] at a limit, or beyond 128 bits.
pub(super) fn solutions(
    dense: &Dense,
    mirror: &MirrorImage,
    symmetries: &BitBoard,
    widest: usize,
) -> Result<SolutionCount, Halt> {
    let fixed = FixedPositions::new(dense.board, symmetries, &dense.numbering);
    let mut reached = Vec::new();
    let middle = mirror.holes().div_ceil(2);
    let mut seen = |pegs: usize, level: &_| {
        if let Some(fixed) = fixed.as_ref().filter(|_| pegs >= middle) {
            reached.push(fixed.up_to_symmetry(level, pegs));
        }
    };
    let (solutions, lengths) = if symmetries.order() == 1 {
        let half = dense.mirrored_half(mirror, &mut seen)?;
        let wide = joined::<u64>(dense, mirror, &half);
        let solutions = wide.or_else(|halt| match halt {
            Halt::TooLarge => joined::<u128>(dense, mirror, &half),
            stopped @ Halt::Stopped(_) => Err(stopped),
        })?;
        (solutions, half.iter().map(Aside::len).collect())
    } else {
        let half = dense.listed_half(mirror, symmetries, &mut seen)?;
        let wide = joined_up_to::<u64>(dense, mirror, symmetries, &half);
        let solutions = wide.or_else(|halt| match halt {
            Halt::TooLarge => joined_up_to::<u128>(dense, mirror, symmetries, &half),
            stopped @ Halt::Stopped(_) => Err(stopped),
        })?;
        let boards = |level: &Level<()>| {
            let orbits = level
                .iter()
                .map(|(position, ())| symmetries.orbit(position));
            orbits.sum::<u64>()
        };
        (solutions, half.iter().map(boards).collect::<Vec<u64>>())
    };
    // Nothing comes after an empty level.
    if let Some(empty) = reached.iter().position(|&boards| boards == 0) {
        reached.truncate(empty + 1);
    }
    let is_narrow = reached.iter().all(|&boards| boards <= widest as u64);
    Ok(SolutionCount {
        solutions,
        forward: if fixed.is_some() && is_narrow {
            reached
        } else {
            with_images(&lengths, mirror)
        },
        backward: Vec::new(),
    })
}

/// The lengths of the levels of both halves; none if there is no solution.
fn with_images(half: &[u64], mirror: &MirrorImage) -> Vec<u64> {
    if half.first().is_none_or(|&first| first == 0) {
        return Vec::new();
    }
    // With an odd number of holes the last two levels are images of each other.
    let own_images = 1 + mirror.holes() % 2;
    let images = half.iter().rev().skip(own_images);
    half.iter().chain(images).copied().collect()
}

/// The sum over the middle of the sequences that lead to a position, times those to its image.
fn joined<T: Count + Into<u128>>(
    dense: &Dense,
    mirror: &MirrorImage,
    half: &[Aside],
) -> Result<u128, Halt> {
    let (mut before, mut last): (Option<Valued<T>>, Option<Valued<T>>) = (None, None);
    for level in half {
        let next = Valued::ahead(dense, level, last.as_ref())?;
        (before, last) = (last, Some(next));
    }
    let Some(last) = last else {
        return Ok(0);
    };
    let of_images = if mirror.holes() % 2 == 1 {
        before.as_ref().unwrap_or(&last)
    } else {
        &last
    };
    let onward = last.ranked.values(&dense.numbering, &dense.limits, |at| {
        let image = dense.numbering.number(mirror.near_start(at.position));
        let place = of_images.ranked.rank(image);
        Ok(place.map_or_else(T::default, |place| of_images.values[place]))
    })?;
    sum_of_products(&last.values, &onward)
}

/// [`joined`] for lists up to symmetry.
fn joined_up_to<T: Count + Into<u128>>(
    dense: &Dense,
    mirror: &MirrorImage,
    symmetries: &BitBoard,
    half: &[Level<()>],
) -> Result<u128, Halt> {
    let (mut before, mut last): (Option<LevelIndex<T>>, Option<LevelIndex<T>>) = (None, None);
    for level in half {
        let next = level.valued(
            &|position| {
                let Some(before) = &last else {
                    return Ok(T::ONE);
                };
                let mut sum = Some(T::default());
                symmetries.children(Direction::Backward, position, |parent| {
                    let more = before.get(parent).unwrap_or_default();
                    sum = sum.and_then(|sum| sum.plus(more));
                });
                sum.ok_or(Halt::TooLarge)
            },
            &dense.limits,
        )?;
        (before, last) = (last, Some(next));
    }
    let (Some(level), Some(last)) = (half.last(), last) else {
        return Ok(0);
    };
    let of_images = before.filter(|_| mirror.holes() % 2 == 1);
    let of_images = of_images.as_ref().unwrap_or(&last);
    let mut solutions = 0_u128;
    for (position, ()) in level.iter() {
        let image = symmetries.canonical(mirror.near_start(position));
        let numbers = [last.get(position), of_images.get(image)];
        let [ahead, onward] = numbers.map(|number| number.unwrap_or_default().into());
        let product = ahead
            .checked_mul(onward)
            .and_then(|product| product.checked_mul(symmetries.orbit(position).into()));
        add(&mut solutions, product.ok_or(Halt::TooLarge)?)?;
    }
    Ok(solutions)
}

#[cfg(test)]
mod tests {
    use super::solutions;
    use crate::count::{SolutionCount, mapped};
    use crate::search::SearchSettings;
    use crate::search::bit_board::BitBoard;
    use crate::search::dense::Dense;
    use crate::search::limits::Halt;
    use saut_base::random::Random;
    use saut_base::stop::{Stop, StopReason};
    use saut_peg::peg::{Goal, Position, Puzzle, boards};

    /// From all holes but some to these, or to their image under a symmetry of the board.
    fn complement(name: &str, vacant: &[usize], symmetry: usize) -> Puzzle {
        let board = boards::named(name).unwrap();
        let holes = board.len();
        let all = board.symmetries();
        let image = all[symmetry % all.len()].image();
        let start = (0..holes).filter(|hole| !vacant.contains(hole));
        let start = Position::from_holes(holes, start);
        let goal = Position::from_holes(holes, vacant.iter().map(|&hole| image[hole]));
        Puzzle::new(name, board, start, Goal::exactly(goal)).unwrap()
    }

    /// `None` if the puzzle is not its own mirror image.
    fn mirrored(puzzle: &Puzzle, settings: &SearchSettings) -> Option<Result<SolutionCount, Halt>> {
        let dense = Dense::new(puzzle, settings).unwrap();
        let mirror = dense.mirror.as_ref()?;
        let (fixing, ..) = BitBoard::of_puzzle(puzzle).unwrap();
        // As the count does: symmetries are used where start and goal have the same.
        let (of_goal, ..) = BitBoard::of_goal(puzzle).unwrap();
        let symmetries = if of_goal.order() == fixing.order() {
            fixing
        } else {
            fixing.without_symmetries()
        };
        Some(solutions(&dense, mirror, &symmetries, usize::MAX))
    }

    #[test]
    fn half_the_levels_count_what_both_ends_count() {
        let mut random = Random::new(11);
        let (mut solvable, mut symmetric, mut others) = (0, 0, 0);
        // Boards of an odd and of an even number of holes.
        for name in [
            "triangle-5",
            "triangle-6",
            "square-4",
            "square-5",
            "rectangle-4x5",
        ] {
            let holes = boards::named(name).unwrap().len();
            for round in 0..16 {
                let vacant: Vec<usize> = (0..=round % 2).map(|_| random.below(holes)).collect();
                let puzzle = complement(name, &vacant, random.below(8));
                let settings = SearchSettings::default();
                let dense = Dense::new(&puzzle, &settings).unwrap();
                let both = mapped::solutions(&dense).unwrap();
                let graph = crate::explore::SolutionGraph::new(&puzzle, &settings).unwrap();
                let onward = crate::explore::Solutions::new(&graph).unwrap();
                assert_eq!(both.solutions, onward.all(), "{puzzle:?}");
                let Some(found) = mirrored(&puzzle, &settings) else {
                    others += 1;
                    continue;
                };
                assert_eq!(found.unwrap().solutions, onward.all(), "{puzzle:?}");
                solvable += usize::from(onward.all() > 0);
                symmetric += usize::from(BitBoard::of_puzzle(&puzzle).unwrap().0.order() > 1);
            }
        }
        let each = [solvable, symmetric, others];
        assert!(each.iter().all(|&number| number > 4), "{each:?}");
    }

    #[test]
    fn it_tells_of_the_levels_that_lists_tell_of() {
        let mut compared = 0;
        for name in ["triangle-5", "triangle-6", "square-5", "rectangle-4x6"] {
            for vacant in 0..boards::named(name).unwrap().len() {
                let puzzle = complement(name, &[vacant], 0);
                let settings = SearchSettings::default();
                let mirror = crate::count::mirrored::Mirror::of(&puzzle);
                let (Some(found), Some(mirror)) = (mirrored(&puzzle, &settings), mirror) else {
                    continue;
                };
                let listed = mirror.count::<u64>(usize::MAX, &settings);
                assert_eq!(Ok(Some(found.unwrap())), listed, "{name} {vacant}");
                compared += 1;
            }
        }
        assert!(compared > 10, "{compared}");
    }

    #[test]
    fn limits_end_it() {
        let puzzle = complement("english", &[16], 0);
        let stop = Stop::new(Some(std::time::Duration::ZERO), None);
        let settings = SearchSettings {
            stop,
            ..SearchSettings::default()
        };
        let ended = Halt::Stopped(StopReason::Timeout);
        assert_eq!(mirrored(&puzzle, &settings), Some(Err(ended)));
    }
}
