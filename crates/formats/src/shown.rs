//! Puzzles as the program itself prints them: start and goal beside each other, with the numbers of rows and
//! columns, under the name of the puzzle.
//!
//! The line that says how cells are named is the mark by which such a text is known. Labels fix the lattice,
//! so these pictures have one reading each.

use crate::pair;
use saut_base::bad_input::BadInput;
use saut_peg::peg::picture::{Content, Picture};
use saut_peg::peg::{Cell, Geometry, Goal, Puzzle, notation};

/// Sign between the two pictures, in the middle row.
pub const ARROW: &str = "  ->  ";
/// The line of a pair on a board with eight directions, which the drawing does not show.
pub const DIAGONALS: &str = "geometry: square-diagonal";
/// Beginning of the line with the goal in words.
pub const GOAL: &str = "goal: ";
/// Beginning of the line with the peg in hand, under the old French rule.
pub const IN_HAND: &str = "in hand: the peg of ";

/// The puzzle that a printed text shows; `None` if the program has not printed it.
pub(super) fn read(text: &str, name: &str) -> Option<Result<Puzzle, BadInput>> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    if let Some(other) = other_command(&lines) {
        return Some(Err(other));
    }
    let legend = lines
        .iter()
        .position(|line| notation::LEGENDS.contains(line))?;
    let above = lines[..legend]
        .iter()
        .rev()
        .take_while(|line| !line.is_empty())
        .count();
    let pair = &lines[legend - above..legend];
    let arrow = pair.iter().find_map(|line| line.find(ARROW))?;
    Some(
        puzzle(pair, arrow, &lines, legend, name)
            .map_err(|bad| bad.within(format!("line {}", legend - above + 1))),
    )
}

/// Output of one of our commands that shows no puzzle whole.
fn other_command(lines: &[&str]) -> Option<BadInput> {
    let begins = |with: &str| lines.iter().any(|line| line.starts_with(with));
    let fact = "this is what saut hint prints: a position without its goal";
    let is_hint = begins("from here: ") || begins("the goal is met");
    is_hint.then(|| BadInput::new("", fact).remedy("give what saut show prints"))
}

fn puzzle(
    pair: &[&str],
    arrow: usize,
    lines: &[&str],
    legend: usize,
    name: &str,
) -> Result<Puzzle, BadInput> {
    let side = |begin: usize, end: usize| -> Vec<&str> {
        pair.iter()
            .map(|line| line.get(begin..end.min(line.len())).unwrap_or_default())
            .collect()
    };
    let (left, right) = (side(0, arrow), side(arrow + ARROW.len(), usize::MAX));
    let bad = |fact: &str| {
        BadInput::new("", fact.to_owned()).remedy("pass the text on as it was printed")
    };
    let is_triangle = left.iter().all(|line| row(line).is_some());
    let (Some(start), Some(goal)) = (picture(&left, is_triangle), picture(&right, is_triangle))
    else {
        return Err(bad(
            "the printed picture was changed: a row is no longer one",
        ));
    };
    let after = || lines[legend..].iter();
    let has_diagonals =
        after().any(|line| *line == DIAGONALS || line.contains(" holes (square-diagonal)"));
    let geometry = match (is_triangle, has_diagonals) {
        (true, _) => Geometry::Triangle,
        (false, true) => Geometry::SquareDiagonal,
        (false, false) => Geometry::Square,
    };
    let words = lines[legend..].iter().take_while(|line| !line.is_empty());
    let words = words.clone().find_map(|line| line.strip_prefix(GOAL));
    let board = start.board(geometry)?;
    let drawn = pair::drawn_goal(&board, &goal, "the start")?;
    let goals = [
        Goal::one_peg(&board),
        Goal::one_peg_in(drawn.open().clone()),
        drawn,
    ];
    let goal = goals.into_iter().find(|goal| goal.in_words() == words);
    let goal = goal.ok_or_else(|| bad("the words and the picture of the goal do not agree"))?;
    let position = pair::start_position(&board, &start)?;
    let heading = lines
        .iter()
        .find(|line| !line.is_empty())
        .filter(|_| !lines[..legend - pair.len()].is_empty());
    let (name, title) = heading.map_or((name, None), |line| match line.split_once(": ") {
        Some((name, title)) => (name, Some(title.to_owned())),
        None => (line, None),
    });
    let hand = after().find_map(|line| line.strip_prefix(IN_HAND)?.split_once(','));
    let mut puzzle = pair::puzzle(name, board, position, goal)?;
    puzzle.title = title;
    let Some((cell, _)) = hand else {
        if after().any(|line| line.starts_with("in hand: nothing")) {
            return Err(bad(
                "a game by the old French rule whose peg was put back is not read again",
            ));
        }
        return Ok(puzzle);
    };
    let hole = notation::read_cell(puzzle.board(), cell, notation::Digits::ColumnFirst);
    let hole = hole.and_then(|cell| puzzle.board().hole(cell));
    let hole = hole.ok_or_else(|| bad("the peg in hand is of no hole of the board"))?;
    puzzle
        .with_put_back(hole)
        .map_err(|no| bad(&no.to_string()))
}

/// Text right of the number of a row, or between the names of its first and last cell.
fn row(line: &str) -> Option<&str> {
    let line = line.trim();
    let (_, rest) = line.split_once("  ").filter(|(label, _)| is_label(label))?;
    let rest = match rest.trim_end().rsplit_once("  ") {
        Some((row, label)) if is_label(label) => row,
        _ => rest,
    };
    (!rest.trim().is_empty()).then_some(rest)
}

/// The number of a row, or the name of a cell.
fn is_label(text: &str) -> bool {
    let inside = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let (first, second) =
        inside.map_or((text, "0"), |pair| pair.split_once(',').unwrap_or_default());
    let is_number =
        |text: &str| !text.is_empty() && text.bytes().all(|symbol| symbol.is_ascii_digit());
    is_number(first) && is_number(second)
}

/// The holes of one side.
fn picture(lines: &[&str], is_triangle: bool) -> Option<Picture> {
    let rows: Vec<&str> = lines.iter().filter_map(|line| row(line)).collect();
    let mut holes = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (column, symbol) in row.chars().enumerate() {
            let content = match symbol {
                'o' => Content::Peg,
                '.' => Content::Vacancy,
                '?' => Content::Open,
                ' ' => continue,
                _ => return None,
            };
            let x = if is_triangle {
                let along = column.checked_sub(rows.len() - 1 - y)?;
                (along % 2 == 0).then_some(along / 2)?
            } else {
                column
            };
            holes.push((
                Cell::new(i16::try_from(x).ok()?, i16::try_from(y).ok()?),
                content,
            ));
        }
    }
    (!holes.is_empty()).then(|| Picture::of(holes))
}
