//! Compares bit maps with lists, and tests stored levels: counts are resumed from them, and changed levels are
//! rejected.

use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::SolutionGraph;
use crate::count::{CountError, games, leading_to, reachable, solutions};
use crate::explore::{FewestMoves, Solutions, longest_sweep};
use crate::samples::{TWELVE, full_but, to_the_centre};
use crate::search::bit_board::BitBoard;
use crate::search::layers::MapSearch;
use crate::search::{CheckpointStore, SearchSettings};
use saut_peg::peg::{Goal, Position, Puzzle, boards};

fn by_maps(puzzle: &Puzzle, settings: &SearchSettings) -> Result<SolutionGraph, CountError> {
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
        let holes = boards::named(name).unwrap().len();
        let only = || Position::from_holes(holes, [last]);
        let open = Position::from_holes(holes, [1, 2, 5]);
        for puzzle in [
            full_but(name, vacant, Goal::one_peg),
            full_but(name, vacant, |_| Goal::exactly(only())),
            full_but(name, vacant, |_| Goal::partial(&only(), open)),
        ] {
            let listed = SolutionGraph::new(&puzzle, &settings).unwrap();
            let mapped = by_maps(&puzzle, &settings).unwrap();
            assert!(listed.is_up_to_symmetry());
            assert_eq!(mapped.is_up_to_symmetry(), !mapped.is_solvable());
            let facts = |graph: &SolutionGraph| {
                let fewest = FewestMoves::new(graph).unwrap();
                let plans = fewest.plans().unwrap();
                let sweep = longest_sweep(graph).unwrap().map(|(jumps, _)| jumps);
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

/// Returns a puzzle whose start has one vacancy in a corner, and whose goal is one peg anywhere.
fn triangle() -> Puzzle {
    full_but("triangle-5", 0, Goal::one_peg)
}

/// Returns settings that store the levels of the triangle in a directory.
fn keeping(directory: &Path) -> SearchSettings {
    SearchSettings {
        checkpoints: Some(Arc::new(
            CheckpointStore::open(directory, &triangle(), true).unwrap(),
        )),
        ..SearchSettings::default()
    }
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

fn moves_by_lists(settings: &SearchSettings) -> Result<String, CountError> {
    let graph = SolutionGraph::new(&triangle(), settings)?;
    shown(Ok(FewestMoves::new(&graph)?.moves()))
}

fn moves_by_maps(settings: &SearchSettings) -> Result<String, CountError> {
    let graph = by_maps(&triangle(), settings)?;
    shown(Ok(FewestMoves::new(&graph)?.moves()))
}

fn shown<T: Debug>(found: Result<T, CountError>) -> Result<String, CountError> {
    found.map(|found| format!("{found:?}"))
}

type Computation = fn(&SearchSettings) -> Result<String, CountError>;

/// Computations that store levels, each with a minimum number of stored levels.
const WORK: [(Computation, usize); 7] = [
    (moves_by_lists, 20),
    (moves_by_maps, 20),
    (|with| shown(solutions(&triangle(), with)), 5),
    (|with| shown(solutions(&to_the_centre(TWELVE), with)), 5),
    (
        |with| shown(games(triangle().board(), triangle().start(), with)),
        5,
    ),
    (
        |with| shown(reachable(triangle().board(), triangle().start(), with)),
        5,
    ),
    (|with| shown(leading_to(&triangle(), 6, with)), 5),
];

#[test]
fn a_count_resumed_from_any_levels_gives_the_same_numbers() {
    for (number, (work, fewest)) in WORK.into_iter().enumerate() {
        let wanted = work(&SearchSettings::default()).unwrap();
        let all = tempfile::tempdir().unwrap();
        assert_eq!(work(&keeping(all.path())).unwrap(), wanted, "{number}");
        let kept = files(all.path());
        assert!(kept.len() >= fewest, "{number}: {kept:?}");
        for left_out in 0..kept.len() {
            // One level is missing, or this level and all later levels.
            for until in [left_out + 1, kept.len()] {
                let some = tempfile::tempdir().unwrap();
                for path in kept[..left_out].iter().chain(&kept[until..]) {
                    fs::copy(path, some.path().join(path.file_name().unwrap())).unwrap();
                }
                let found = work(&keeping(some.path())).unwrap();
                assert_eq!(found, wanted, "{number} {left_out}");
                assert_eq!(files(some.path()).len(), kept.len(), "{number} {left_out}");
            }
        }
    }
}

#[test]
fn values_of_other_positions_are_rejected() {
    for moves in [moves_by_lists, moves_by_maps] {
        let directory = tempfile::tempdir().unwrap();
        moves(&keeping(directory.path())).unwrap();
        let settings = keeping(directory.path());
        let folder = settings.checkpoints.as_ref().unwrap();
        let kept = files(directory.path()).into_iter();
        let names = kept.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
        let is_of_values = |key: &String| {
            let words = folder.load(key).unwrap().unwrap();
            key.contains("fewest-moves") && !words.is_empty()
        };
        let key = names.into_iter().find(is_of_values).unwrap();
        let mut words = folder.load(&key).unwrap().unwrap();
        words[0] ^= 3;
        folder.save(&key, &mut words.into_iter()).unwrap();
        moves(&settings).unwrap_err();
        let fault = folder.fault().unwrap().to_string();
        assert!(fault.contains("is not the level"), "{fault}");
    }
}
