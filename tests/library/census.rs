//! The stored tables of all figures with four axes of symmetry are complete and consistent, and agree with earlier
//! results.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use saut::census::{CensusJournal, Selection};
use saut::formats::bundled;
use saut::formats::census::{CensusHeader, FigureEntry, figure_name, write_csv};
use saut::peg::{Board, Position, SymmetryKind, boards, notation};
use saut::stop::Stop;

const KIND: SymmetryKind = SymmetryKind::FourAxes;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("results/census")
        .join(name)
}

/// Returns the figures of a table in order, with their records. When a table is opened, every plan is replayed, and
/// every certificate is checked, except certificates of the exhaustive search.
fn table(name: &str) -> (Arc<Board>, Vec<(Position, FigureEntry)>) {
    let board = Arc::new(boards::named(name).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("records");
    fs::copy(file(&format!("{name}-four-axes.jsonl")), &copy).unwrap();
    let heading = CensusHeader {
        census: name.to_owned(),
        symmetry: KIND.to_string(),
        finish: None,
    };
    let register =
        CensusJournal::open(&copy, &heading, &board).unwrap_or_else(|bad| panic!("{bad}"));
    let figures = Selection::all(KIND)
        .figures(&board, &Stop::default())
        .unwrap();
    let entry = |figure: Position| {
        let entry = register.decided(&figure).expect("decided").clone();
        (figure, entry)
    };
    (board, figures.into_iter().map(entry).collect())
}

#[test]
fn the_tables_are_derived_from_records_that_hold_and_nothing_is_undecided() {
    for (name, number) in [("french", 256), ("english", 128)] {
        let (_, entries) = table(name);
        assert_eq!(entries.len(), number);
        let csv = fs::read_to_string(file(&format!("{name}-four-axes.csv"))).unwrap();
        assert_eq!(write_csv(entries.iter().map(|(_, entry)| entry)), csv);
        for (_, entry) in &entries {
            assert!(entry.is_decided() && entry.unsettled.is_empty());
            assert_eq!(entry.verdict == "solved", !entry.survivors.is_empty());
        }
    }
}

#[test]
fn figures_of_the_catalogue_with_four_axes_are_solved_and_their_last_holes_are_survivors() {
    let mut found = 0;
    for name in ["french", "english"] {
        let (board, entries) = table(name);
        let by_figure: BTreeMap<String, FigureEntry> = entries
            .into_iter()
            .map(|(figure, entry)| (figure_name(&figure), entry))
            .collect();
        for puzzle in bundled::all() {
            let Some(goal) = puzzle.goal().position() else {
                continue;
            };
            if puzzle.board().cells() != board.cells() || goal.pegs() != 1 {
                continue;
            }
            let Some(entry) = by_figure.get(&figure_name(puzzle.start())) else {
                continue;
            };
            let last = goal.holes().next().unwrap();
            let last = notation::cell_name(&board, board.cell(last));
            let solvable = puzzle.expect == saut::peg::Expectation::Solvable;
            assert_eq!(
                entry.survivors.contains(&last),
                solvable,
                "{}",
                puzzle.name()
            );
            found += 1;
        }
    }
    assert!(found >= 25, "{found}");
}

#[test]
fn survivors_are_as_symmetric_as_the_figures() {
    for name in ["french", "english"] {
        let (board, entries) = table(name);
        for (figure, entry) in entries {
            let holes: Vec<usize> = (0..board.len())
                .filter(|&hole| {
                    let cell = notation::cell_name(&board, board.cell(hole));
                    entry.survivors.contains(&cell)
                })
                .collect();
            assert_eq!(holes.len(), entry.survivors.len());
            for symmetry in board.symmetries() {
                assert!(
                    holes
                        .iter()
                        .all(|&hole| holes.contains(&symmetry.image()[hole]))
                );
                assert_eq!(symmetry.position(&figure), figure);
            }
        }
    }
}
