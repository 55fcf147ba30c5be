//! Tests of the journal: continued runs, and rejected files.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::{CensusJournal, read_figures};
use crate::census::{CensusSettings, DecidedFigure, Selection, category_of_figure};
use crate::decide::Verdict;
use saut_base::bad_input::BadInput;
use saut_base::stop::Stop;
use saut_formats::census::{CensusHeader, write_csv};
use saut_peg::peg::{Board, Goal, Position, SymmetryKind, boards};

/// A row of five holes has (2^5 + 2^3) / 2 = 20 figures up to reflection.
const KIND: SymmetryKind = SymmetryKind::None;

fn board() -> Arc<Board> {
    Arc::new(boards::named("rectangle-5x1").unwrap())
}

fn heading(finish: Option<&str>) -> CensusHeader {
    CensusHeader {
        census: "rectangle-5x1".to_owned(),
        symmetry: KIND.to_string(),
        finish: finish.map(ToOwned::to_owned),
    }
}

fn open(path: &Path) -> Result<CensusJournal, BadInput> {
    CensusJournal::open(path, &heading(None), &board())
}

fn settings() -> CensusSettings {
    CensusSettings {
        stop: Stop::default(),
        figure_limit: None,
        threads: std::num::NonZeroUsize::new(1),
        seed: 0,
        rates: true,
        goal: Goal::one_peg(&board()),
    }
}

/// Decides the figures without a verdict; returns their number, and the table without times.
fn go_on(register: &mut CensusJournal) -> (usize, String) {
    let board = board();
    let figures = Selection::all(KIND)
        .figures(&board, &Stop::default())
        .unwrap();
    let mut new = 0;
    for figure in &figures {
        if register.decided(figure).is_none() {
            let decided = DecidedFigure::new(&board, figure, &settings()).unwrap();
            register.add(&board, &decided).unwrap();
            new += 1;
        }
    }
    let table = write_csv(figures.iter().filter_map(|figure| register.get(figure)));
    let without_times = |line: &str| line.rsplit_once(',').unwrap().0.to_owned();
    (
        new,
        table
            .lines()
            .map(without_times)
            .collect::<Vec<_>>()
            .join("\n"),
    )
}

#[test]
fn a_torn_census_file_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    let (new, table) = go_on(&mut open(&path).unwrap());
    assert_eq!(new, 20);
    assert_eq!(table, go_on(&mut CensusJournal::default()).1);
    let text = fs::read(&path).unwrap();
    let lines = text.split(|&byte| byte == b'\n').count() - 1;
    assert_eq!(lines, 21);
    for cut in [0, 5, 60, text.len() / 2, text.len() - 1] {
        fs::write(&path, &text[..cut]).unwrap();
        let whole = text[..cut].split(|&byte| byte == b'\n').count() - 1;
        let (new, again) = go_on(&mut open(&path).unwrap());
        assert_eq!(new, 21 - whole.max(1), "cut at {cut}");
        assert_eq!(again, table);
        assert_eq!(go_on(&mut open(&path).unwrap()).0, 0);
    }
}

#[test]
fn concatenated_files_are_one_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    go_on(&mut open(&path).unwrap());
    let text = fs::read_to_string(&path).unwrap();
    let (head, rest) = text.split_once('\n').unwrap();
    let lines: Vec<&str> = rest.lines().collect();
    let (first, second) = lines.split_at(7);
    let both = [&[head], first, &[head], second].concat().join("\n") + "\n";
    fs::write(&path, both).unwrap();
    assert_eq!(go_on(&mut open(&path).unwrap()).0, 0);
}

#[test]
fn false_records_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    go_on(&mut open(&path).unwrap());
    let text = fs::read_to_string(&path).unwrap();
    let refused = |text: &str, fact: &str| {
        fs::write(&path, text).unwrap();
        let bad = open(&path).unwrap_err().to_string();
        assert!(bad.contains(fact), "{bad}");
    };
    refused("some other file\n", "is not a file of census records");
    refused("no line end", "is incomplete and not a record");
    refused(
        &text.replace("rectangle-5x1", "rectangle-6x1"),
        "the records are for rectangle-6x1",
    );
    refused(
        &text.replacen("\"pegs\":3", "\"pegs\":4", 1),
        "the figure has 3 pegs, not 4",
    );
    // A solved figure gets a wrong plan, or none.
    let solved = text.lines().find(|line| line.contains("\"over\"")).unwrap();
    let begin = solved.find("\"over\":").unwrap();
    let digit = begin
        + solved[begin..]
            .find(|symbol: char| symbol.is_ascii_digit())
            .unwrap();
    let mut other = solved.to_owned();
    let changed = if &solved[digit..=digit] == "9" {
        "8"
    } else {
        "9"
    };
    other.replace_range(digit..=digit, changed);
    refused(&text.replace(solved, &other), "the plan was rejected");
    let infeasible = text
        .lines()
        .find(|line| line.contains("\"certificate\""))
        .unwrap();
    let lie = infeasible.replace("infeasible", "solved");
    refused(
        &text.replace(infeasible, &lie),
        "has no plan or certificate",
    );
}

#[test]
fn a_journal_gives_its_figures_and_false_records_are_rejected() {
    let text = include_str!("../../../census/french-four-axes.jsonl");
    let figures = read_figures(text, &Stop::default()).unwrap();
    assert_eq!(figures.summary(), "30 can be solved, 226 cannot");
    assert_eq!(figures.board.len(), 37);
    let (heading, records) = text.split_once('\n').unwrap();
    let refused = |text: &str, why: &str| {
        let bad = read_figures(text, &Stop::default()).unwrap_err();
        assert!(bad.to_string().contains(why), "{bad}");
    };
    refused("", "is not a file of census records");
    refused(records, "is not a file of census records");
    refused(
        &heading.replace("french", "/etc/passwd"),
        "no board is called",
    );
    let stop = Stop::default();
    stop.request();
    let bad = read_figures(text, &stop).unwrap_err().to_string();
    assert!(bad.contains("takes too long"), "{bad}");
}

#[test]
fn a_second_writer_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    let mut first = open(&path).unwrap();
    let second = open(&path).unwrap_err().to_string();
    assert!(second.contains("another saut census"), "{second}");
    let (new, table) = go_on(&mut first);
    assert_eq!(new, 20);
    drop(first);
    assert_eq!(go_on(&mut open(&path).unwrap()), (0, table));
}

#[test]
fn records_of_another_last_hole_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    go_on(&mut open(&path).unwrap());
    let other = CensusJournal::open(&path, &heading(Some("11")), &board());
    let bad = other.unwrap_err().to_string();
    assert!(
        bad.contains(
            "the records are for rectangle-5x1 with none, not for rectangle-5x1 with none to 11"
        ),
        "{bad}"
    );
    let nowhere = CensusJournal::open(&folder.path().join("new"), &heading(Some("12")), &board());
    assert!(
        nowhere
            .unwrap_err()
            .to_string()
            .contains("is not a hole of the board")
    );
}

#[test]
fn every_figure_to_one_hole_is_decided_for_that_hole() {
    let board = board();
    let end = Goal::one_peg_in(Position::from_holes(5, [4]));
    let settings = CensusSettings {
        goal: end.clone(),
        ..settings()
    };
    let decide = |holes: &[usize]| {
        let figure = Position::from_holes(5, holes.iter().copied());
        let decided = DecidedFigure::new(&board, &figure, &settings).unwrap();
        let is_solved = matches!(decided.verdict, Some(Verdict::Solved(_)));
        (
            decided.survivors.clone(),
            category_of_figure(&board, &figure, &end, is_solved),
        )
    };
    assert_eq!(decide(&[2, 3]), (vec![4], "FPP"));
    // These games can only end in the first hole.
    assert_eq!(decide(&[1, 2]).0, [0; 0]);
    assert_eq!(decide(&[0, 4]).1, "FIT");
    assert_eq!(decide(&[]).1, "FIT");
}
