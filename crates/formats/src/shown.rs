//! Prints boards with the numbers of rows and columns, and parses puzzles from this output. In this output, start and
//! goal are side by side, below the name of the puzzle.
//!
//! The parser recognises such a text by the line that explains the names of cells. Labels determine the lattice, so
//! each of these pictures has a single reading.

use crate::picture::{drawn_goal, start_position};
use crate::place::is_number;
use saut_base::bad_input::BadInput;
use saut_peg::peg::picture::{self, Picture};
use saut_peg::peg::{Board, Geometry, Goal, Puzzle, notation};

/// Sign between the two pictures, in the middle row.
pub const ARROW: &str = "  ->  ";
/// The line that names the geometry with eight directions, which the drawing of a board does not show.
pub const DIAGONALS: &str = "geometry: square-diagonal";
/// Beginning of the line with the goal in words.
pub const GOAL: &str = "goal: ";
/// Beginning of the line with the peg in hand, under the old French rule.
pub const IN_HAND: &str = "in hand: the peg of ";

/// A drawn board: lines of text, with coordinates.
pub struct Drawing {
    /// The lines from the top. If columns are not slanted, the last lines have the numbers of the columns.
    pub lines: Vec<String>,
    /// The number of lines that show rows of the board.
    pub rows: usize,
    /// The width of the widest line, in characters.
    pub width: usize,
}

/// Draws a picture of the board with its coordinates: the numbers of rows and columns. If columns are slanted, the
/// coordinates are the names of the first and the last cell of every row.
pub fn drawn(board: &Board, drawn: &str) -> Drawing {
    let placed = picture::placed_rows(board, drawn);
    let is_leaning = board.geometry() == Geometry::Triangle;
    let ends: Vec<[String; 2]> = if is_leaning {
        notation::row_ends(board)
    } else {
        let labels = notation::row_labels(board).into_iter();
        labels.map(|label| [label, String::new()]).collect()
    };
    let wide = ends.iter().map(|[left, _]| left.len()).max().unwrap_or(0);
    let rows = placed.iter().map(|row| row.chars().count());
    let row_wide = if is_leaning {
        rows.max().unwrap_or(0)
    } else {
        0
    };
    let line = |(row, [left, right]): (&String, &[String; 2])| {
        let line = format!("{left:>wide$}  {row:<row_wide$}  {right}");
        line.trim_end().to_owned()
    };
    let mut lines: Vec<String> = placed.iter().zip(&ends).map(line).collect();
    let rows = lines.len();
    if !is_leaning {
        let labels = notation::column_labels(board);
        let high = labels.iter().map(String::len).max().unwrap_or(0);
        for digit in 0..high {
            let digits = labels.iter().map(|label| {
                let before = high - label.len();
                let symbol = digit.checked_sub(before).map(|at| label.as_bytes()[at]);
                symbol.map_or(' ', char::from)
            });
            lines.push(format!("{:wide$}  {}", "", digits.collect::<String>()));
        }
    }
    let width = lines.iter().map(|line| line.chars().count()).max();
    Drawing {
        lines,
        rows,
        width: width.unwrap_or(0),
    }
}

/// Returns the drawing of a position without colours, for messages.
pub fn plain_position(board: &Board, picture: &str) -> String {
    let lines = drawn(board, picture).lines;
    lines.iter().flat_map(|line| ["  ", line, "\n"]).collect()
}

/// Returns the puzzle that a printed text shows, or `None` if saut has not printed the text.
pub(super) fn read(text: &str, name: &str) -> Option<Result<Puzzle, BadInput>> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let is_legend = |line: &&str| notation::LEGENDS.contains(line);
    let legend = lines.iter().position(is_legend)?;
    let blank = lines[..legend].iter().rposition(|line| line.is_empty());
    let first = blank.map_or(0, |blank| blank + 1);
    let arrow = lines[first..legend]
        .iter()
        .find_map(|line| line.find(ARROW))?;
    let read = puzzle(&lines, first, legend, arrow, name);
    Some(read.map_err(|bad| bad.within(format!("line {}", first + 1))))
}

/// Returns the puzzle of a text, from the line where the pictures begin, the legend below them, and the column of the
/// arrow.
fn puzzle(
    lines: &[&str],
    first: usize,
    legend: usize,
    arrow: usize,
    name: &str,
) -> Result<Puzzle, BadInput> {
    let pair = &lines[first..legend];
    let side = |begin: usize, end: usize| -> Vec<&str> {
        pair.iter()
            .map(|line| line.get(begin..end.min(line.len())).unwrap_or_default())
            .collect()
    };
    let (left, right) = (side(0, arrow), side(arrow + ARROW.len(), usize::MAX));
    let bad =
        |fact: &str| BadInput::new("", fact.to_owned()).remedy("do not change the printed text");
    let is_triangle = left.iter().all(|line| row(line).is_some());
    let (Some(start), Some(goal)) = (holes(&left, is_triangle), holes(&right, is_triangle)) else {
        let fact = "the printed picture was changed: a row cannot be read";
        return Err(bad(fact));
    };
    let after = || lines[legend..].iter();
    let has_diagonals =
        after().any(|line| *line == DIAGONALS || line.contains(" holes (square-diagonal)"));
    let geometry = match (is_triangle, has_diagonals) {
        (true, _) => Geometry::Triangle,
        (false, true) => Geometry::SquareDiagonal,
        (false, false) => Geometry::Square,
    };
    let mut words = after().take_while(|line| !line.is_empty());
    let words = words.find_map(|line| line.strip_prefix(GOAL));
    let board = start.board(geometry)?;
    let drawn = drawn_goal(&board, &goal, "the start")?;
    let goals = [
        Goal::one_peg(&board),
        Goal::one_peg_in(drawn.open().clone()),
        drawn,
    ];
    let goal = goals.into_iter().find(|goal| goal.in_words() == words);
    let goal = goal.ok_or_else(|| bad("the words and the picture of the goal do not agree"))?;
    let position = start_position(&board, &start)?;
    let heading = lines.iter().find(|line| first > 0 && !line.is_empty());
    let (name, title) = match heading.map(|line| line.split_once(": ").ok_or(*line)) {
        Some(Ok((name, title))) => (name, Some(title.to_owned())),
        Some(Err(name)) => (name, None),
        None => (name, None),
    };
    let hand = after().find_map(|line| line.strip_prefix(IN_HAND)?.split_once(','));
    let mut puzzle = Puzzle::new(name, board, position, goal)?;
    puzzle.title = title;
    let Some((cell, _)) = hand else {
        if after().any(|line| line.starts_with("in hand: nothing")) {
            return Err(bad(
                "a game by the old French rule cannot be read after its peg was put back",
            ));
        }
        return Ok(puzzle);
    };
    let hole = notation::read_cell(puzzle.board(), cell, notation::Digits::ColumnFirst);
    let hole = hole.and_then(|cell| puzzle.board().hole(cell));
    let hole = hole.ok_or_else(|| bad("the peg in hand is not from a hole of the board"))?;
    puzzle
        .with_put_back(hole)
        .map_err(|no| bad(&no.to_string()))
}

/// Returns the row without its labels: the number at the left, or the names of the first and last cell.
fn row(line: &str) -> Option<&str> {
    let line = line.trim();
    let (_, rest) = line.split_once("  ").filter(|(label, _)| is_label(label))?;
    let rest = match rest.trim_end().rsplit_once("  ") {
        Some((row, label)) if is_label(label) => row,
        _ => rest,
    };
    (!rest.trim().is_empty()).then_some(rest)
}

/// Whether a text is a label: the number of a row, or the name of a cell.
fn is_label(text: &str) -> bool {
    let pair = text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let pair = pair.map(|pair| pair.split_once(',').unwrap_or_default());
    let (first, second) = pair.unwrap_or((text, "0"));
    is_number(first) && is_number(second)
}

/// Returns the holes of one side. On a triangle, there is a space between two holes, and each row is half a hole to the
/// left of the row above.
fn holes(lines: &[&str], is_triangle: bool) -> Option<Picture> {
    let rows: Vec<&str> = lines.iter().filter_map(|line| row(line)).collect();
    let place = |(y, row): (usize, &&str)| {
        let signs = |text: &str| text.chars().filter(|&sign| sign != ' ').count();
        let (first, step) = if is_triangle {
            (rows.len() - 1 - y, 2)
        } else {
            (0, 1)
        };
        let placed: String = row.chars().skip(first).step_by(step).collect();
        (signs(&placed) == signs(row)).then_some(placed)
    };
    let placed: Option<Vec<String>> = rows.iter().enumerate().map(place).collect();
    Picture::read(&placed?.join("\n"), 1).ok()
}
