//! Generates random solvable figures with a symmetry, and measures their difficulty.
//!
//! Candidates come from one stream of random figures. Several are decided at a time, each on one thread. They are
//! accepted in the order of the stream, so a seed gives the same puzzles for every number of threads. Candidates that
//! are infeasible, or not solved within the memory limit, are skipped. On boards of more than 64 holes, candidates
//! without a verdict after ten seconds are also skipped. Only on these boards does the result depend on time.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::decide::{self, Settings, Verdict, search_settings};
use saut_base::bad_input::BadInput;
use saut_base::stop::{Stop, StopReason};
use saut_criteria::certify;
use saut_levels::count::CountError;
use saut_levels::search::{self, ExhaustiveResult};
use saut_peg::peg::{Board, Goal, Position, Puzzle, SymmetryKind};
use saut_peg::simulate::{self, ReplayedPlan};

use super::difficulty::{Difficulty, play};
use super::figures::FigureSpace;
use super::sample::Sampler;

/// Parameters of the generator.
#[derive(Clone, Debug)]
pub struct Generation {
    /// The symmetry that every figure has.
    pub kind: SymmetryKind,
    /// Range of the number of pegs.
    pub pegs: RangeInclusive<usize>,
    /// Goal: one peg anywhere, or in some of the holes.
    pub goal: Goal,
    /// Number of figures to generate.
    pub count: usize,
    /// The seed of the stream of candidates.
    pub seed: u64,
    /// Figures that are not generated, in any orientation.
    pub avoided: Vec<Position>,
    /// Number of candidates decided at a time.
    pub threads: NonZeroUsize,
    /// Deadline, memory limit and interruption.
    pub stop: Stop,
}

/// A generated figure.
#[derive(Clone, Debug)]
pub struct GeneratedFigure {
    /// The pegs of the figure.
    pub figure: Position,
    /// A replayed plan to one peg.
    pub plan: ReplayedPlan,
    /// Difficulty, if it can be measured.
    pub difficulty: Option<Difficulty>,
}

/// The stream ends after this number of repeated candidates in a row.
const MAX_REPEATED: usize = 4096;

/// Number of blind games before the exhaustive search.
const BLIND_GAMES: usize = 2;

/// Time limit for a candidate on a board that is too large for the exhaustive search.
const LARGE_BOARD: Duration = Duration::from_secs(10);

/// Maximum number of candidates per requested figure.
const MAX_CANDIDATES: usize = 2000;

/// Generates figures, the easiest first. Also returns why there are fewer figures than requested:
/// [`StopReason::NothingLeft`] if no more were found. If a limit was reached, the figures found so far are in the order
/// of the stream. `progress` is called with the number of figures found and the number of candidates so far.
///
/// # Errors
/// The board lacks the symmetry, no figure was found, or every backend failed.
pub fn generate(
    board: &Arc<Board>,
    generation: &Generation,
    progress: &dyn Fn(usize, usize),
) -> Result<(Vec<GeneratedFigure>, Option<StopReason>), decide::Error> {
    let space = FigureSpace::new(board, generation.kind)?;
    let pegs = (*generation.pegs.start()).max(2)..=*generation.pegs.end();
    if pegs.is_empty() {
        let bad = BadInput::new("--pegs", "a puzzle needs a start with at least 2 pegs");
        return Err(bad.remedy("widen the range of pegs").into());
    }
    let mut sampler = Sampler::new(&space.orbits, pegs, generation.seed)?;
    let avoided = generation.avoided.iter();
    let mut seen: HashSet<Position> = avoided.map(|figure| space.least_image(figure)).collect();
    let mut fresh = || -> Option<Position> {
        for _ in 0..MAX_REPEATED {
            let chosen = sampler.draw()?;
            let figure = space.union(|orbit| chosen[orbit]);
            if seen.insert(space.least_image(&figure)) {
                return Some(space.least(&figure));
            }
        }
        None
    };
    let mut made = Vec::new();
    let mut looked_at = 0;
    let stopped = loop {
        if made.len() >= generation.count {
            break None;
        }
        progress(made.len(), looked_at);
        let candidates: Vec<Position> = (0..generation.threads.get())
            .map_while(|_| fresh())
            .collect();
        looked_at += candidates.len();
        let most = MAX_CANDIDATES.saturating_mul(generation.count);
        if candidates.is_empty() || looked_at > most {
            if !made.is_empty() {
                break Some(StopReason::NothingLeft);
            }
            let fact = "no solvable figure was found";
            let bad = BadInput::new(format!("symmetry {}", generation.kind), fact);
            let remedy = "widen the range of pegs, or choose another symmetry";
            return Err(bad.remedy(remedy).into());
        }
        let results: Vec<_> = thread::scope(|scope| {
            let decide = |figure| scope.spawn(|| candidate(board, figure, generation));
            let working: Vec<_> = candidates.into_iter().map(decide).collect();
            let joined = working.into_iter().map(thread::ScopedJoinHandle::join);
            joined
                .map(|one| one.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        for result in results {
            made.extend(result?);
        }
        if let Some(why) = generation.stop.stop_reason() {
            return Ok((made, Some(why)));
        }
    };
    made.truncate(generation.count);
    made.sort_by_key(|figure| figure.difficulty.map_or(0, |it| it.positions));
    Ok((made, stopped))
}

/// Returns the figure, if it is solvable.
fn candidate(
    board: &Arc<Board>,
    figure: Position,
    generation: &Generation,
) -> Result<Option<GeneratedFigure>, decide::Error> {
    let goal = generation.goal.clone();
    let Ok(puzzle) = Puzzle::new("candidate", Arc::clone(board), figure.clone(), goal) else {
        return Ok(None);
    };
    Ok(plan(&puzzle, generation)?.map(|plan| GeneratedFigure {
        figure,
        plan,
        difficulty: Difficulty::measured(&puzzle, generation.seed, &generation.stop),
    }))
}

/// Decides a candidate: by the criteria, then by a few blind games, which solve most figures, then by the exhaustive
/// search on one thread. A board that is too large for this search is decided by the portfolio.
fn plan(puzzle: &Puzzle, generation: &Generation) -> Result<Option<ReplayedPlan>, decide::Error> {
    let stop = &generation.stop;
    if certify::quick_within(puzzle, stop)?.is_some() {
        return Ok(None);
    }
    let replayed = |plan| {
        let refused = |no| decide::Error::internal("a plan of a candidate", no);
        simulate::replay(puzzle, plan).map(Some).map_err(refused)
    };
    for game in 0..BLIND_GAMES {
        let Some(game) = play(puzzle, generation.seed, game, stop) else {
            break;
        };
        match game.won {
            Some(true) => return replayed(game.plan),
            Some(false) => return Ok(None),
            None => {}
        }
    }
    match search::exhaustive(puzzle, &search_settings(stop, 1)) {
        Ok(ExhaustiveResult::Plan(plan)) => return replayed(plan),
        Err(CountError::NotApplicable(_)) => {}
        Ok(ExhaustiveResult::Infeasible(_)) | Err(_) => return Ok(None),
    }
    let settings = Settings {
        threads: Some(NonZeroUsize::MIN),
        seed: generation.seed,
        stop: stop.with_timeout(LARGE_BOARD),
        ..Settings::default()
    };
    Ok(match decide::decide(puzzle, &settings)?.verdict {
        Verdict::Solved(plan) => Some(plan),
        Verdict::Infeasible(_) | Verdict::Undecided(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Arc;

    use super::{GeneratedFigure, Generation};
    use crate::census::figures::FigureSpace;
    use crate::decide::Error;
    use saut_base::stop::{Stop, StopReason};
    use saut_peg::peg::{Board, Cell, Goal, Position, SymmetryKind, boards};

    fn generate(board: &Arc<Board>, wanted: &Generation) -> Result<Vec<GeneratedFigure>, Error> {
        super::generate(board, wanted, &|_, _| {}).map(|(made, _)| made)
    }

    fn generation(count: usize, seed: u64, threads: usize) -> Generation {
        Generation {
            kind: SymmetryKind::OneAxis,
            pegs: 6..=8,
            goal: Goal::one_peg(&boards::named("english").unwrap()),
            count,
            seed,
            avoided: Vec::new(),
            threads: NonZeroUsize::new(threads).unwrap(),
            stop: Stop::default(),
        }
    }

    #[test]
    fn a_seed_gives_the_same_figures_on_any_number_of_threads() {
        let board = Arc::new(boards::named("english").unwrap());
        let figures = |seed, threads| -> Vec<_> {
            let made = generate(&board, &generation(4, seed, threads)).unwrap();
            made.into_iter()
                .map(|made| (made.figure, made.plan, made.difficulty))
                .collect()
        };
        let four = figures(5, 1);
        assert_eq!(four, figures(5, 3));
        assert_ne!(four, figures(6, 1));
        let group = SymmetryKind::OneAxis.group(&board).unwrap();
        for (figure, plan, _) in &four {
            assert!((6..=8).contains(&figure.pegs()));
            assert_eq!(plan.end().pegs(), 1);
            assert!(
                group
                    .iter()
                    .all(|symmetry| symmetry.position(figure) == *figure)
            );
        }
    }

    #[test]
    fn the_last_peg_is_in_the_requested_hole() {
        let board = Arc::new(boards::named("english").unwrap());
        let middle = board.hole(Cell::new(3, 3)).unwrap();
        let last = Position::from_holes(board.len(), [middle]);
        let wanted = Generation {
            goal: Goal::one_peg_in(last.clone()),
            ..generation(3, 5, 1)
        };
        let made = generate(&board, &wanted).unwrap();
        assert!(made.len() == 3 && made.iter().all(|made| *made.plan.end() == last));
    }

    #[test]
    fn no_image_of_an_avoided_puzzle_is_generated() {
        let board = Arc::new(boards::named("english").unwrap());
        let first = generate(&board, &generation(3, 5, 1)).unwrap();
        let turn = &board.symmetries()[3];
        let avoided: Vec<_> = first
            .iter()
            .map(|made| turn.position(&made.figure))
            .collect();
        let second = Generation {
            avoided: avoided.clone(),
            ..generation(3, 5, 1)
        };
        let space = FigureSpace::new(&board, SymmetryKind::None).unwrap();
        let avoided: Vec<_> = avoided
            .iter()
            .map(|figure| space.least_image(figure))
            .collect();
        let mut made = generate(&board, &second).unwrap().into_iter();
        assert!(made.all(|made| !avoided.contains(&space.least_image(&made.figure))));
    }

    #[test]
    fn too_few_puzzles_are_all_generated_and_none_is_an_error() {
        let board = Arc::new(boards::named("rectangle-5x1").unwrap());
        let wanted = |pegs| Generation {
            kind: SymmetryKind::None,
            pegs,
            goal: Goal::one_peg(&board),
            ..generation(20, 1, 2)
        };
        let (made, stopped) = super::generate(&board, &wanted(2..=3), &|_, _| {}).unwrap();
        assert_eq!((made.len(), stopped), (4, Some(StopReason::NothingLeft)));
        let refused = generate(&board, &wanted(5..=5)).unwrap_err();
        let is_of_input =
            matches!(&refused, Error::Settings(bad) if bad.fact.starts_with("no solvable figure"));
        assert!(is_of_input, "{refused}");
    }
}
