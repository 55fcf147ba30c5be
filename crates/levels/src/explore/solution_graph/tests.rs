//! Maps and lists agree; what was kept is gone on from, and not if it is other than was kept.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::SolutionGraph;
use crate::count::{NotCounted, games, leading_to, reachable, solutions};
use crate::explore::{FewestMoves, LongestSweep, OptimalPlans, Solutions};
use crate::samples::{TWELVE, to_the_centre};
use crate::search::SearchSettings;
use crate::search::bit_board::BitBoard;
use crate::search::checkpoints::LevelStore;
use crate::search::layers::MapSearch;
use crate::search::limits::Halt;
use saut_base::stop::StopReason;
use saut_peg::peg::{Goal, Position, Puzzle, boards};

fn by_maps(puzzle: &Puzzle, settings: &SearchSettings) -> Result<SolutionGraph, Halt> {
    let (fixing, ..) = BitBoard::of_puzzle(puzzle).unwrap();
    let maps = MapSearch::new(puzzle, settings, &fixing).unwrap();
    let layers = maps.on_solutions(false, false)?;
    Ok(SolutionGraph::of(puzzle, fixing, layers))
}

#[test]
fn bit_maps_and_lists_have_the_same_values() {
    let settings = SearchSettings::default();
    for (name, vacant, last) in [
        ("triangle-5", 0, 0),
        ("triangle-5", 4, 10),
        ("square-4", 1, 5),
        ("rectangle-4x5", 3, 9),
    ] {
        let board = boards::named(name).unwrap();
        let holes = board.len();
        let start = Position::from_holes(holes, (0..holes).filter(|&hole| hole != vacant));
        for goal in [
            Goal::one_peg(&board),
            Goal::exactly(Position::from_holes(holes, [last])),
            Goal::partial(
                &Position::from_holes(holes, [last]),
                Position::from_holes(holes, [1, 2, 5]),
            ),
        ] {
            let puzzle = Puzzle::new("p", board.clone(), start.clone(), goal).unwrap();
            let listed = SolutionGraph::new(&puzzle, &settings).unwrap();
            let mapped = by_maps(&puzzle, &settings).unwrap();
            assert!(listed.is_up_to_symmetry());
            assert_eq!(mapped.is_up_to_symmetry(), !mapped.is_solvable());
            let facts = |graph: &SolutionGraph| {
                let fewest = FewestMoves::new(graph).unwrap();
                let plans = OptimalPlans::new(&fewest).unwrap().plans();
                let sweep = LongestSweep::new(graph).unwrap().map(|sweep| sweep.jumps);
                let solutions = Solutions::new(graph).unwrap().all();
                (fewest.moves(), plans, sweep, solutions, graph.is_solvable())
            };
            assert_eq!(facts(&mapped), facts(&listed), "{name} {vacant}");
            if mapped.is_solvable() {
                let plan = FewestMoves::new(&mapped).unwrap().plan().unwrap();
                saut_peg::simulate::replay(&puzzle, plan).unwrap();
            }
        }
    }
}

/// Keeps levels in memory, and halts when a number of them have been kept.
#[derive(Debug, Default)]
struct InMemory {
    levels: Mutex<BTreeMap<String, Vec<u64>>>,
    most: Option<usize>,
    kept: AtomicUsize,
    refused: AtomicUsize,
}

impl LevelStore for InMemory {
    fn load(&self, key: &str) -> Result<Option<Vec<u64>>, Halt> {
        Ok(self.levels.lock().unwrap().get(key).cloned())
    }
    fn save(&self, key: &str, words: &mut dyn Iterator<Item = u64>) -> Result<(), Halt> {
        let kept = self.kept.fetch_add(1, Ordering::SeqCst);
        if self.most.is_some_and(|most| kept >= most) {
            return Err(Halt::Stopped(StopReason::Interrupted));
        }
        let levels = &mut self.levels.lock().unwrap();
        assert!(levels.insert(key.to_owned(), words.collect()).is_none());
        Ok(())
    }
    fn refuse(&self, _: &str) -> Halt {
        self.refused.fetch_add(1, Ordering::SeqCst);
        Halt::TooLarge
    }
}

/// One vacancy in a corner, to one peg anywhere.
fn triangle() -> Puzzle {
    let board = boards::named("triangle-5").unwrap();
    let start = Position::from_holes(15, 1..15);
    let goal = Goal::one_peg(&board);
    Puzzle::new("triangle", board, start, goal).unwrap()
}

fn keeping(kept: &Arc<InMemory>) -> SearchSettings {
    SearchSettings {
        checkpoints: Some(Arc::clone(kept) as Arc<dyn LevelStore>),
        ..SearchSettings::default()
    }
}

fn moves_by_lists(settings: &SearchSettings) -> Result<String, NotCounted> {
    let graph = SolutionGraph::new(&triangle(), settings)?;
    Ok(format!("{:?}", FewestMoves::new(&graph)?.moves()))
}

fn moves_by_maps(settings: &SearchSettings) -> Result<String, NotCounted> {
    let graph = by_maps(&triangle(), settings)?;
    Ok(format!("{:?}", FewestMoves::new(&graph)?.moves()))
}

type Work = fn(&SearchSettings) -> Result<String, NotCounted>;

/// What keeps levels, and the fewest levels that it keeps.
const WORK: [(Work, usize); 7] = [
    (moves_by_lists, 20),
    (moves_by_maps, 20),
    (
        |settings| Ok(format!("{:?}", solutions(&triangle(), settings)?)),
        5,
    ),
    (
        |settings| {
            Ok(format!(
                "{:?}",
                solutions(&to_the_centre(TWELVE), settings)?
            ))
        },
        5,
    ),
    (
        |settings| {
            Ok(format!(
                "{:?}",
                games(triangle().board(), triangle().start(), settings)?
            ))
        },
        5,
    ),
    (
        |settings| {
            Ok(format!(
                "{:?}",
                reachable(triangle().board(), triangle().start(), settings)?
            ))
        },
        5,
    ),
    (
        |settings| Ok(format!("{:?}", leading_to(&triangle(), 6, settings)?)),
        5,
    ),
];

#[test]
fn stopped_after_any_level_the_work_goes_on_to_the_same_numbers() {
    for (number, (work, fewest)) in WORK.into_iter().enumerate() {
        let wanted = work(&SearchSettings::default()).unwrap();
        let all = Arc::new(InMemory::default());
        assert_eq!(work(&keeping(&all)).unwrap(), wanted, "{number}");
        let levels = all.kept.load(Ordering::SeqCst);
        assert!(levels >= fewest, "{number}: {levels}");
        for most in 0..levels {
            let stopping = Arc::new(InMemory {
                most: Some(most),
                ..InMemory::default()
            });
            let fault = work(&keeping(&stopping)).unwrap_err();
            let is_stop = matches!(fault, NotCounted::Stopped(StopReason::Interrupted));
            assert!(is_stop, "{number}: {fault}");
            let levels_before = stopping.levels.lock().unwrap().clone();
            assert_eq!(levels_before.len(), most);
            let going_on = Arc::new(InMemory {
                levels: Mutex::new(levels_before),
                ..InMemory::default()
            });
            assert_eq!(
                work(&keeping(&going_on)).unwrap(),
                wanted,
                "{number} {most}"
            );
            let new = going_on.kept.load(Ordering::SeqCst);
            assert_eq!(new, levels - most, "{number} {most}");
        }
    }
}

#[test]
fn values_of_other_positions_are_refused() {
    for moves in [moves_by_lists, moves_by_maps] {
        let kept = Arc::new(InMemory::default());
        moves(&keeping(&kept)).unwrap();
        let mut levels = kept.levels.lock().unwrap();
        let changed = levels
            .iter_mut()
            .find(|(key, level)| key.contains("fewest-moves") && !level.is_empty());
        changed.unwrap().1[0] ^= 3;
        drop(levels);
        assert!(moves(&keeping(&kept)).is_err());
        assert_eq!(kept.refused.load(Ordering::SeqCst), 1);
    }
}
