//! The table of single-vacancy games in `results/`: the result of the criteria for each row, and the first levels of
//! the game with the longest refutation.

use std::collections::HashSet;
use std::fs;
use std::sync::{Arc, Mutex};

use saut::certify::{self, Certificate};
use saut::count::CountError;
use saut::peg::Puzzle;
use saut::progress::LevelDone;
use saut::search::{ExhaustiveLevels, SearchSettings, exhaustive};
use saut::stop::{Stop, StopReason};
use saut_check::Document;

fn result(name: &str) -> String {
    fs::read_to_string(format!("{}/results/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn game(board: &str, vacancy: &str, last: &str) -> Puzzle {
    let text = format!(
        "[[puzzle]]\nname = \"game\"\nboard = \"{board}\"\nstart = \"full - {vacancy}\"\ngoal = \"{last}\"\n"
    );
    crate::read_toml(&text, "the table").unwrap().remove(0)
}

#[test]
fn every_game_is_decided_as_in_the_table_and_refuted_by_its_criterion() {
    let table = result("single-vacancy.csv");
    let mut games = HashSet::new();
    for row in table.lines().skip(1) {
        let [board, start, goal, verdict, reason, _] = row.split(',').collect::<Vec<_>>()[..]
        else {
            panic!("{row}")
        };
        assert!(["solved", "infeasible"].contains(&verdict), "{row}");
        let refuted = certify::quick(&game(board, start, goal))
            .unwrap()
            .map(|one| one.kind());
        let by_criterion = Some(reason).filter(|reason| ["class", "pagoda"].contains(reason));
        assert_eq!(refuted, by_criterion, "{row}");
        assert!(refuted.is_none() || verdict == "infeasible", "{row}");
        assert!(games.insert((board, start, goal)), "twice: {row}");
    }
    let of = |name: &str| games.iter().filter(|(board, _, _)| *board == name).count();
    assert_eq!((of("german"), of("diamond")), (276, 237));
}

/// Returns the number of positions in each level of a search from the start, up to the first level with `boards`
/// positions or more.
fn first_levels(
    puzzle: &Puzzle,
    pruning: &saut::search::PruningFunctions,
    boards: u64,
) -> Vec<u64> {
    let stop = Stop::default();
    let levels = Arc::new(Mutex::new(vec![1]));
    let (told, enough) = (Arc::clone(&levels), stop.clone());
    let progress = move |level: LevelDone| {
        if !level.from_goal {
            told.lock().unwrap().push(level.boards);
        }
        if level.boards >= boards {
            enough.request();
        }
    };
    let settings = SearchSettings {
        stop,
        pruning: pruning.clone(),
        progress: Some(Arc::new(progress)),
        ..SearchSettings::default()
    };
    assert_eq!(
        exhaustive(puzzle, &settings),
        Err(CountError::Stopped(StopReason::Interrupted))
    );
    levels.lock().unwrap().clone()
}

#[test]
fn first_levels_of_german_59_to_59_are_those_of_its_certificate() {
    let text = result("german-59-59.json");
    let read = Document::read(&text, "", None).unwrap();
    let (entry, _) = read.certificate().unwrap().unwrap();
    let Certificate::Exhaustive(ExhaustiveLevels {
        forward,
        backward,
        mut pruning,
        ..
    }) = entry
    else {
        panic!("no exhaustive search")
    };
    assert_eq!(forward, backward, "a complement problem");
    let puzzle = crate::read_toml(&result("german-59-59.toml"), "its file");
    let puzzle = puzzle.unwrap().remove(0);
    assert_eq!(forward.len() + backward.len(), puzzle.start().pegs());
    let levels = first_levels(&puzzle, &pruning, 10_000);
    assert_eq!(levels[..], forward[..levels.len()]);
    assert!(levels.len() > 8);
    pruning.losses = false;
    let uncut = first_levels(&puzzle, &pruning, 10_000);
    assert_ne!(uncut[..], forward[..uncut.len()]);
}
