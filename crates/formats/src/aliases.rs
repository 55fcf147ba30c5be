//! Finds the puzzle that a typed name means: `english`, `Triangle`, `square-6`, `french-44-41`.
//!
//! A puzzle's own name always comes first. Any other name is converted to lower case. It is tried as one of
//! [`bundled::aliases`], then as a board (its central game), and finally as a board with two cells.

use itertools::Itertools as _;
use saut_base::bad_input::BadInput;
use saut_peg::peg::{Board, Goal, Puzzle, boards};

use crate::place::is_number;
use crate::shorthand::{Typed, bracketed, cells_as_shown, has_commas, names};
use crate::{Entry, bundled};

/// Returns the goal that a list of cells means: pegs in exactly these cells. If commas separate the cells, the goal is
/// one peg in one of these cells.
///
/// # Errors
/// A cell is not on the board.
pub fn goal_of_cells(board: &Board, text: &str) -> Result<Goal, BadInput> {
    let typed = cells_as_shown(board, &bracketed(board, text), "")?;
    Ok(goal_of(typed))
}

/// Returns the goal that parsed cells mean.
fn goal_of(typed: Typed) -> Goal {
    if has_commas(&typed.names) {
        Goal::one_peg_in(typed.holes)
    } else {
        Goal::exactly(typed.holes)
    }
}

/// Returns the puzzle that a name means, if no bundled puzzle has this name.
pub(super) fn entry(name: &str) -> Option<Entry> {
    let small = name.trim().to_lowercase().replace(' ', "-");
    let known = bundled::aliases().find(|(alias, _)| *alias == small);
    let meant = known.map_or(small.as_str(), |(_, puzzle)| puzzle);
    bundled::find(meant)
        .or_else(|| bundled::find(&format!("{small}-central")))
        .or_else(|| central(meant).map(Entry::from))
        .or_else(|| pair_of_cells(&small).map(Entry::from))
}

/// Returns the central game of a board: its middle hole is vacant at the start, and the goal is one peg. If the middle
/// hole is exactly the middle of the board, and the board is not a triangle, the last peg must be in this hole. On
/// other boards, the last peg may be anywhere.
fn central(name: &str) -> Option<Puzzle> {
    if boards::by_number_of_holes(name).is_some() {
        return None;
    }
    let board = boards::named(name)?;
    let hole = board.middle();
    let ends_there = board.is_centre(hole) && !name.starts_with("triangle");
    let title = format!("Board {name} ({} holes), middle hole empty", board.len());
    let last = ends_there.then_some(hole);
    let mut puzzle = Puzzle::single_vacancy(name, board, hole, last).ok()?;
    puzzle.title = Some(title);
    Some(puzzle)
}

/// Returns the puzzle of a name such as `english-44-41`: the board is full except for 44, and the goal is one peg in
/// 41. Returns `None` for any other name.
fn pair_of_cells(name: &str) -> Option<Puzzle> {
    let (rest, finish) = name.rsplit_once('-')?;
    let (board, vacate) = rest.rsplit_once('-')?;
    let two_digits = |cell: &str| cell.len() == 2 && is_number(cell);
    if !two_digits(vacate) || !two_digits(finish) {
        return None;
    }
    let board = boards::named(board)?;
    let start = cells_as_shown(&board, vacate, "").ok()?.holes.complement();
    let goal = goal_of_cells(&board, finish).ok()?;
    Puzzle::new(name, board, start, goal).ok()
}

/// Returns another problem on the board of a puzzle. With `vacate`, the start is the full board without the pegs in
/// these cells. Without `vacate`, the start of the puzzle is kept. With `finish`, the goal is pegs in exactly these
/// cells or, if commas separate the cells, one peg in one of them. Without `finish`, the goal is one peg anywhere.
///
/// # Errors
/// A cell is not on the board, or start and goal do not make a puzzle.
pub fn with_ends(
    puzzle: &Puzzle,
    vacate: Option<&str>,
    finish: Option<&str>,
) -> Result<Puzzle, BadInput> {
    let board = puzzle.board();
    let mut name = boards::name_of(board).unwrap_or_else(|| puzzle.name().to_owned());
    let mut add = |cells: &str, between: &str| {
        name = format!("{name}-{}", names(cells).join(between));
    };
    let mut meanings = Vec::new();
    let mut read = |flag: &str, cells: &str| {
        let other = if flag == "--vacate" { finish } else { vacate };
        let typed = cells_as_shown(board, &bracketed(board, cells), other.unwrap_or_default());
        let typed = typed.map_err(|bad| bad.within(flag))?;
        let meaning = typed.meaning;
        meanings.extend(meaning.map(|meaning| format!("{cells} is {}, {meaning}", typed.names)));
        Ok::<_, BadInput>(typed)
    };
    let (start, begin) = if let Some(cells) = vacate {
        let Typed { holes, names, .. } = read("--vacate", cells)?;
        add(&names, "+");
        let begin = format!("Start with {names} empty");
        (holes.complement(), begin)
    } else {
        let begin = format!("Start as {}", puzzle.name());
        (puzzle.start().clone(), begin)
    };
    let (goal, end) = match finish {
        Some(cells) => {
            let typed = read("--finish", cells)?;
            let names = typed.names.clone();
            let (between, words) = match typed.holes.pegs() {
                1 => ("+", "in "),
                _ if has_commas(&names) => ("|", "in one of "),
                _ => ("+", "with pegs in "),
            };
            add(&names, between);
            (goal_of(typed), format!("{words}{names}"))
        }
        None => (Goal::one_peg(board), "anywhere".to_owned()),
    };
    let flag = vacate.map_or("--finish", |_| "--vacate");
    let changed = Puzzle::new(&name, board.clone(), start, goal);
    let mut changed = changed.map_err(|bad| BadInput::from(bad).within(flag))?;
    meanings.insert(0, format!("{begin}, finish {end}"));
    changed.title = Some(meanings.join("; "));
    Ok(changed)
}

#[cfg(test)]
mod tests {
    use super::{entry, with_ends};
    use crate::bundled;
    use saut_peg::peg::boards;

    fn name_of(text: &str) -> Option<String> {
        entry(text).map(|entry| entry.name().to_owned())
    }

    #[test]
    fn names_are_taken_as_people_type_them() {
        for (typed, meant) in [
            ("english", "central"),
            ("English", "central"),
            ("CENTRAL", "central"),
            ("french", "corsair"),
            ("European", "french-45-43"),
            ("triangle", "triangle-15-corner"),
            ("cracker", "triangle-15-corner"),
            ("Army", "army-4"),
            ("square-6", "square-6-central"),
            ("square-5", "square-5"),
            ("english-44-41", "english-44-41"),
        ] {
            assert_eq!(name_of(typed).as_deref(), Some(meant), "{typed}");
        }
        let unknown = "anglais english-44 english-44-99 square-0 x-44-41";
        for typed in unknown.split(' ').chain([""]) {
            assert_eq!(name_of(typed), None, "{typed}");
        }
    }

    #[test]
    fn no_puzzle_has_the_name_of_an_alias() {
        for (alias, _) in bundled::aliases() {
            assert!(bundled::names().all(|name| name != alias), "{alias}");
        }
    }

    #[test]
    fn no_puzzle_has_the_name_of_a_board_that_it_is_not_on() {
        for puzzle in bundled::all() {
            let name = puzzle.name();
            let is_family = boards::NAMES
                .iter()
                .any(|board| board.split_once('-').is_some_and(|(word, _)| word == name));
            assert!(!is_family, "{name}");
            if let Some(board) = boards::named(name) {
                assert_eq!(board, **puzzle.board(), "{name}");
            }
        }
    }

    #[test]
    fn ends_change_start_and_goal() {
        let central = bundled::named("central").unwrap();
        let changed = with_ends(&central, Some("44"), Some("41")).unwrap();
        assert_eq!(
            (changed.name(), changed.start().pegs()),
            ("english-44-41", 32)
        );
        assert_eq!(changed.goal().pegs().pegs(), 1);
        let both = with_ends(&central, Some("44"), Some("41 44")).unwrap();
        assert_eq!(both.goal().position().unwrap().pegs(), 2);
        let one = with_ends(&central, Some("44"), Some("14,47, 74,41")).unwrap();
        assert_eq!(one.name(), "english-44-14|47|74|41");
        assert!(one.goal().is_one_peg() && one.goal().open().pegs() == 4);
        let open = with_ends(&central, Some("41 44"), None).unwrap();
        assert!(open.goal().is_one_peg() && open.start().pegs() == 31);
        let large = bundled::named("square-11").unwrap();
        let pair = with_ends(&large, Some("(4,4)"), None).unwrap();
        assert_eq!(pair.name(), "square-11-(4,4)");
        let bare = with_ends(&large, Some("4,4"), Some("5,4")).unwrap();
        assert_eq!(bare.name(), "square-11-(4,4)-(5,4)");
        assert_eq!(bare.goal().pegs().pegs(), 1);
        let bad = with_ends(&central, Some("11"), None)
            .unwrap_err()
            .to_string();
        assert!(
            bad.starts_with("--vacate: \"11\" is not a hole of the board;"),
            "{bad}"
        );
    }
}
