//! Playable figures: random figures that blind play solves quickly, for a person who waits for a puzzle.
//!
//! [`generate`](super::generate()) decides every candidate, which may take minutes. This module accepts a candidate
//! only if a blind game wins within `MAX_POSITIONS` positions. All limits are numbers of positions or of candidates,
//! so a seed gives the same figure on every machine.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::decide;
use saut_base::stop::Stop;
use saut_criteria::certify;
use saut_peg::peg::{Board, Goal, Puzzle, SymmetryKind};
use saut_peg::simulate;

use super::difficulty::{Difficulty, play_within};
use super::figures::FigureSpace;
use super::generate::GeneratedFigure;
use super::sample::Sampler;

/// A blind game is aborted after this number of positions, which is enough to distinguish ratings up to 5.
const MAX_POSITIONS: u64 = 12_000;

/// Number of blind games for a figure: the first must be won, and the median of the others is the difficulty.
const GAMES: usize = 5;

/// After this number of candidates, or of positions in all games, the search returns its best figure.
const MAX_CANDIDATES: usize = 400;
const MAX_ALL_POSITIONS: u64 = 150_000;

/// Parameters of a playable figure.
#[derive(Clone, Debug)]
pub struct PlayableRequest {
    /// Kinds of symmetry, used in rotation.
    pub kinds: Vec<SymmetryKind>,
    /// Range of the number of pegs.
    pub pegs: RangeInclusive<usize>,
    /// The requested rating of the difficulty; `None` for any rating except trivial.
    pub rating: Option<u32>,
    /// The seed of the stream of candidates.
    pub seed: u64,
}

/// Returns the first figure with the requested rating for this seed, otherwise the figure with the nearest rating. The
/// goal is one peg anywhere. Returns `None` if blind play solves none of the candidates.
///
/// # Errors
/// An internal error if the simulator rejects the plan of a blind game.
pub fn playable(
    board: &Arc<Board>,
    request: &PlayableRequest,
    stop: &Stop,
) -> Result<Option<GeneratedFigure>, decide::Error> {
    let source = |&kind: &SymmetryKind| {
        let space = FigureSpace::new(board, kind).ok()?;
        let sampler = Sampler::new(&space.orbits, request.pegs.clone(), request.seed).ok()?;
        Some((space, sampler))
    };
    let mut sources: Vec<_> = request.kinds.iter().filter_map(source).collect();
    let far = |difficulty: Difficulty| {
        let own = difficulty.rating();
        let unrated = u32::from(own < 2);
        request
            .rating
            .map_or(unrated, |wanted| own.abs_diff(wanted))
    };
    let mut best: Option<(u32, GeneratedFigure)> = None;
    let mut looked_at = 0;
    for number in 0..MAX_CANDIDATES {
        if sources.is_empty() || looked_at > MAX_ALL_POSITIONS || stop.stop_reason().is_some() {
            break;
        }
        let turn = number % sources.len();
        let (space, sampler) = &mut sources[turn];
        let Some(chosen) = sampler.draw() else {
            continue;
        };
        let figure = space.least(&space.union(|orbit| chosen[orbit]));
        let goal = Goal::one_peg(board);
        let puzzle = Puzzle::new("candidate", Arc::clone(board), figure.clone(), goal);
        let Ok(puzzle) = puzzle else { continue };
        if certify::cheap_criteria(&puzzle)?.is_some() {
            continue;
        }
        let games = (0..GAMES).map_while(|game| {
            let played = play_within(&puzzle, request.seed, game, MAX_POSITIONS, stop)?;
            looked_at += played.looked_at;
            // The first game decides whether the figure is accepted.
            (game > 0 || played.won == Some(true)).then_some(played)
        });
        let mut games: Vec<_> = games.collect();
        if games.len() < GAMES {
            continue;
        }
        let plan = games.swap_remove(0).plan;
        let mut positions: Vec<u64> = games.iter().map(|game| game.looked_at).collect();
        positions.sort_unstable();
        let difficulty = Difficulty {
            positions: positions[positions.len() / 2],
        };
        if best
            .as_ref()
            .is_none_or(|(least, _)| far(difficulty) < *least)
        {
            let rejected = |no| decide::Error::internal("a plan of a blind game", no);
            let made = GeneratedFigure {
                figure,
                plan: simulate::replay(&puzzle, plan).map_err(rejected)?,
                difficulty: Some(difficulty),
            };
            best = Some((far(difficulty), made));
        }
        if best.as_ref().is_some_and(|(least, _)| *least == 0) {
            break;
        }
    }
    Ok(best.map(|(_, made)| made))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{PlayableRequest, playable};
    use saut_base::stop::Stop;
    use saut_peg::peg::{SymmetryKind, boards};

    fn request(seed: u64, rating: Option<u32>) -> PlayableRequest {
        PlayableRequest {
            kinds: vec![SymmetryKind::TwoAxes, SymmetryKind::OneDiagonal],
            pegs: 9..=14,
            rating,
            seed,
        }
    }

    #[test]
    fn a_seed_gives_one_figure_that_can_be_won_and_has_the_rating() {
        let board = Arc::new(boards::named("english").unwrap());
        for rating in [2, 3, 4] {
            let made = |seed| {
                let wanted = request(seed, Some(rating));
                playable(&board, &wanted, &Stop::default())
                    .unwrap()
                    .unwrap()
            };
            let first = made(1);
            assert_eq!(first.figure, made(1).figure);
            assert_ne!(first.figure, made(2).figure);
            assert!((9..=14).contains(&first.figure.pegs()));
            assert_eq!(first.plan.end().pegs(), 1);
            assert_eq!(first.difficulty.unwrap().rating(), rating);
        }
    }

    #[test]
    fn without_a_solvable_figure_there_is_none() {
        let board = Arc::new(boards::named("rectangle-5x1").unwrap());
        let wanted = PlayableRequest {
            kinds: vec![SymmetryKind::None],
            pegs: 5..=5,
            ..request(1, None)
        };
        let found = playable(&board, &wanted, &Stop::default()).unwrap();
        assert!(found.is_none());
    }
}
