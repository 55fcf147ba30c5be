//! The boards that lie on some solution: reached from the start, and the goal reached from them.

use super::level_count::level_count;
use super::{LevelCount, NotCounted};
use crate::search::bit_board::BitBoard;
use crate::search::dense::Dense;
use crate::search::{SearchSettings, TwoEnded};
use saut_base::stop::StopReason;
use saut_peg::peg::Puzzle;

/// The boards on some solution by number of pegs, from the start on, up to the symmetries that
/// fix start and goal and all together. Empty if there is no solution.
///
/// # Errors
/// [`NotCounted`] at a limit, or on a board of more than 64 holes.
pub fn boards_on_solutions(
    puzzle: &Puzzle,
    settings: &SearchSettings,
) -> Result<Vec<LevelCount>, NotCounted> {
    let dense = Dense::new(puzzle, settings);
    let mut search =
        TwoEnded::<()>::new(puzzle, settings, true, |_| ()).ok_or(NotCounted::LARGE)?;
    if let Some(dense) = &dense {
        search.widest = dense.numbering.widest_listed(search.compact.order());
    }
    let Some((levels, search)) = search.on_solutions(None)? else {
        let dense = dense.ok_or(NotCounted::Stopped(StopReason::TooLarge))?;
        return mapped(puzzle, &dense);
    };
    let pegs = (1..=search.top).rev();
    let levels = levels.iter().zip(pegs);
    Ok(levels
        .map(|(level, pegs)| level_count(&search.compact, level, pegs))
        .collect())
}

/// Levels by bit maps, in which the least of all images of a board is counted for its class.
fn mapped(puzzle: &Puzzle, dense: &Dense) -> Result<Vec<LevelCount>, NotCounted> {
    let (symmetries, ..) = BitBoard::of_puzzle(puzzle).ok_or(NotCounted::LARGE)?;
    let mut counts = Vec::new();
    let levels = dense.on_solutions()?;
    for (level, pegs) in levels
        .iter()
        .zip((1..=dense.start.count_ones() as usize).rev())
    {
        dense.limits.check()?;
        let positions = level.positions(&dense.numbering);
        let up_to_symmetry = match symmetries.order() {
            1 => level.len(),
            _ => positions
                .filter(|&position| symmetries.is_canonical(position))
                .count() as u64,
        };
        counts.push(LevelCount {
            pegs,
            boards: level.len(),
            up_to_symmetry,
        });
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::{boards_on_solutions, mapped};
    use crate::search::SearchSettings;
    use crate::search::dense::Dense;
    use saut_peg::peg::{Goal, Position, Puzzle, boards};

    #[test]
    fn bit_maps_and_lists_have_the_same_boards() {
        let cases = [
            ("triangle-5", vec![0], vec![12]),
            ("triangle-5", vec![4], vec![4]),
            ("square-4", vec![1, 2], vec![5]),
            ("square-5", vec![6], vec![8]),
            ("square-5", vec![12], vec![0, 24]),
        ];
        for (name, vacant, pegs) in cases {
            let board = boards::named(name).unwrap();
            let holes = board.len();
            let start =
                Position::from_holes(holes, (0..holes).filter(|hole| !vacant.contains(hole)));
            let last = Position::from_holes(holes, pegs.clone());
            let open = Position::from_holes(holes, 0..4);
            for goal in [
                Goal::exactly(last.clone()),
                Goal::one_peg(&board),
                Goal::partial(&last, open),
            ] {
                let puzzle = Puzzle::new("p", board.clone(), start.clone(), goal).unwrap();
                let settings = SearchSettings::default();
                let dense = Dense::new(&puzzle, &settings).unwrap();
                let listed = boards_on_solutions(&puzzle, &settings).unwrap();
                assert_eq!(
                    mapped(&puzzle, &dense).unwrap(),
                    listed,
                    "{name} {vacant:?}"
                );
            }
        }
    }
}
