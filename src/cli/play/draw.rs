//! The picture in the terminal: the board with its coordinates, the moves, what is said, the keys.
//!
//! In a wide terminal the words stand beside the board, else beneath it. A board that is larger than its place is seen
//! around the cursor.

use std::fmt::{self, Display};

use crossterm::cursor::MoveTo;
use crossterm::style::{ContentStyle, Stylize};
use itertools::Itertools;
use saut::peg::{Board, Cell, Geometry, Hole, Jump, moves, notation};
use saut::visible::visible;

use super::table::Table;
use crate::cli::print;

/// A line of words.
type Line = (String, ContentStyle);

fn plain() -> ContentStyle {
    ContentStyle::new()
}

fn faint() -> ContentStyle {
    plain().dark_grey()
}

/// The least width of the words beside the board.
const WORDS: u16 = 30;

const KEYS: [&str; 4] = [
    "arrows, Tab, Enter, Esc or mouse: play",
    "u undo · r restart · h hint · w winnable?",
    "b back to winning · s solve · n next, or again",
    "S save as a plan · q quit · ? keys",
];

/// The keys one by one, for who asks.
const HELP: [(&str, &str); 14] = [
    ("arrows", "to the next hole that way"),
    ("Tab", "to the next peg that can jump"),
    ("Enter, Space, mouse", "take the peg, and let it jump"),
    ("Esc", "put the peg back"),
    ("u", "take the last jump back"),
    ("n", "play it again, or the next of a plan"),
    ("r", "from the start"),
    ("h", "show a jump that wins"),
    ("w", "a light: can it still be won?"),
    ("b", "back to the last position that could"),
    ("s", "solve from here; n plays it"),
    ("S", "save the game as a plan"),
    ("q, Ctrl-C", "quit"),
    ("?", "these keys; any key goes back"),
];

/// A part of the screen.
#[derive(Clone, Copy)]
struct Area {
    x: u16,
    y: u16,
    wide: u16,
    high: u16,
}

/// The characters of a terminal. Its `Display` writes all of them.
#[derive(PartialEq, Eq)]
pub struct Screen(Vec<Vec<(char, ContentStyle)>>);

impl Screen {
    /// Writes a text from left to right; the part outside of the screen is cut off.
    fn write(&mut self, (x, y): (u16, u16), text: &str, style: ContentStyle) {
        let row = self.0.get_mut(usize::from(y)).into_iter().flatten();
        for (place, symbol) in row.skip(x.into()).zip(text.chars()) {
            *place = (symbol, style);
        }
    }

    /// Writes lines into an area, broken at spaces.
    fn write_lines(&mut self, area: Area, lines: &[Line]) {
        let broken = lines.iter().flat_map(|(text, style)| {
            let lines = wrapped(text, area.wide.into());
            lines.into_iter().map(move |line| (line, *style))
        });
        for (y, (line, style)) in (area.y..area.y + area.high).zip(broken) {
            self.write((area.x, y), &line, style);
        }
    }
}

impl Display for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, row) in (0..).zip(&self.0) {
            write!(f, "{}", MoveTo(0, y))?;
            for (style, run) in &row.iter().chunk_by(|(_, style)| *style) {
                let text: String = run.map(|(symbol, _)| symbol).collect();
                write!(f, "{}", style.apply(text))?;
            }
        }
        Ok(())
    }
}

/// A text in lines of this width.
fn wrapped(text: &str, wide: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        for piece in &word.chars().chunks(wide.max(1)) {
            let piece: String = piece.collect();
            let all = lines.last().into_iter().map(|line| line.chars().count());
            if all.sum::<usize>() + piece.trim_end().chars().count() > wide {
                lines.push(String::new());
            }
            lines
                .last_mut()
                .into_iter()
                .for_each(|line| *line += &piece);
        }
    }
    lines
}

/// Places of things on the screen.
struct Places {
    board: Area,
    words: Area,
    /// The part of the board to the left of and above its place, which is not seen.
    hidden: (u16, u16),
}

impl Places {
    fn new(table: &Table, (width, height): (u16, u16)) -> Self {
        let board = table.game().board();
        let (wide, high) = size(board);
        let body = below_title((width, height));
        let is_beside = width >= wide + WORDS;
        let left = if is_beside {
            let wide = wide + 2;
            Area { wide, ..body }
        } else {
            // What was said last is always seen.
            let high = (high + 1).min(body.high.saturating_sub(2));
            Area { high, ..body }
        };
        let words = if is_beside {
            let (x, wide) = (left.wide, width - left.wide);
            Area { x, wide, ..body }
        } else {
            let (y, high) = (left.y + left.high, body.high - left.high);
            Area { y, high, ..body }
        };
        let (x, y) = place(board, board.cell(table.cursor));
        let hidden = |whole: u16, seen: u16, at: u16| {
            let most = whole.saturating_sub(seen);
            at.saturating_sub(seen / 2).min(most)
        };
        Self {
            board: left,
            words,
            hidden: (hidden(wide, left.wide, x), hidden(high, left.high, y)),
        }
    }

    /// Place on the screen of a text of the board that is so wide, if all of it is seen.
    fn on_screen(&self, (x, y): (u16, u16), wide: u16) -> Option<(u16, u16)> {
        let (x, y) = (x.checked_sub(self.hidden.0)?, y.checked_sub(self.hidden.1)?);
        let is_seen = x + wide <= self.board.wide && y < self.board.high;
        is_seen.then_some((self.board.x + x, self.board.y + y))
    }
}

/// The screen without the title and the empty line beneath it.
fn below_title((wide, height): (u16, u16)) -> Area {
    let (x, y, high) = (0, 2, height.saturating_sub(2));
    Area { x, y, wide, high }
}

/// The names at the left and at the right of each row: its number, or its first and last cell where the columns lean.
fn ends(board: &Board) -> Vec<[String; 2]> {
    if board.geometry() == Geometry::Triangle {
        return notation::row_ends(board);
    }
    let labels = notation::row_labels(board).into_iter();
    labels.map(|label| [label, String::new()]).collect()
}

/// The space for the names of rows at one side.
fn edge(board: &Board) -> u16 {
    let widest = ends(board).iter().map(|[left, _]| left.len()).max();
    u16::try_from(widest.unwrap_or(0)).unwrap_or(0).max(3) + 1
}

/// The columns from a hole to the next.
fn pitch(board: &Board) -> u16 {
    if board.geometry() == Geometry::Triangle {
        4
    } else {
        3
    }
}

/// Place where a hole is drawn, from the left and top of the board: rows of a triangle stand half a hole
/// to the left of the row above.
fn place(board: &Board, cell: Cell) -> (u16, u16) {
    let (x, y) = (cell.x.unsigned_abs(), cell.y.unsigned_abs());
    let lean = if board.geometry() == Geometry::Triangle {
        pitch(board) / 2 * (board.height().unsigned_abs() - 1 - y)
    } else {
        0
    };
    (edge(board) + lean + pitch(board) * x, y)
}

/// Width and height of the whole board, with its coordinates.
fn size(board: &Board) -> (u16, u16) {
    let right = board.cells().iter().map(|&cell| place(board, cell).0);
    let names = if board.geometry() == Geometry::Triangle {
        edge(board)
    } else {
        0
    };
    let wide = right.max().unwrap_or(0) + 3 + names;
    (wide, board.height().unsigned_abs() + 1)
}

/// The hole at a place of a terminal of this size.
pub fn hole_at(table: &Table, size: (u16, u16), column: u16, row: u16) -> Option<Hole> {
    let (board, places) = (table.game().board(), Places::new(table, size));
    (0..board.len()).find(|&hole| {
        let left = places.on_screen(place(board, board.cell(hole)), 3);
        left.is_some_and(|(x, y)| y == row && (x..x + 3).contains(&column))
    })
}

/// Draws everything in a terminal of this size.
pub fn draw(table: &Table, size: (u16, u16)) -> Screen {
    let (wide, high) = (usize::from(size.0), usize::from(size.1));
    let mut screen = Screen(vec![vec![(' ', plain()); wide]; high]);
    let puzzle = table.game().puzzle();
    let title = puzzle.title.as_deref().unwrap_or(puzzle.name());
    screen.write((0, 0), &visible(title), plain().bold());
    if table.has_help {
        let lines = HELP.map(|(key, words)| (format!("  {key:<21}{words}"), plain()));
        screen.write_lines(below_title(size), &lines);
        return screen;
    }
    let places = Places::new(table, size);
    draw_board(&mut screen, table, &places);
    screen.write_lines(places.words, &words(table));
    screen
}

/// The holes, and the names of rows and columns.
fn draw_board(screen: &mut Screen, table: &Table, places: &Places) {
    let board = table.game().board();
    let mut write = |at: (u16, u16), text: &str, style| {
        let wide = u16::try_from(text.chars().count()).unwrap_or(0);
        if let Some(place) = places.on_screen(at, wide) {
            screen.write(place, text, style);
        }
    };
    let (wide, far) = (usize::from(edge(board)) - 1, size(board).0);
    for (y, [left, right]) in (0..).zip(ends(board)) {
        write((0, y), &format!("{left:>wide$}"), faint());
        write((far.saturating_sub(edge(board)), y), &right, faint());
    }
    if board.geometry() != Geometry::Triangle {
        let foot = board.height().unsigned_abs();
        for (x, name) in (0..).zip(notation::column_labels(board)) {
            let (left, _) = place(board, Cell::new(x, board.height() - 1));
            write((left, foot), &format!("{name:^3}"), faint());
        }
    }
    for hole in 0..board.len() {
        let (text, style) = looks(table, hole);
        write(place(board, board.cell(hole)), &text, style);
    }
}

/// Look of a hole: a peg, a vacancy, one that the goal wants filled, a place to land.
fn looks(table: &Table, hole: Hole) -> Line {
    let game = table.game();
    let cell = game.board().cell(hole);
    let goal = game.puzzle().goal();
    let symbol = if game.position().has(hole) {
        '●'
    } else if table.is_target(hole) {
        '◎'
    } else if goal.wants(hole) == Some(true) {
        '○'
    } else {
        '·'
    };
    let is_hinted = |jump: Jump| [jump.from, jump.to].contains(&cell);
    let style =
        if table.held == Some(hole) || table.is_target(hole) || table.hint.is_some_and(is_hinted) {
            plain().dark_cyan().bold()
        } else if game.position().has(hole) {
            plain()
        } else {
            faint()
        };
    if table.cursor == hole {
        (format!("[{symbol}]"), style.reverse())
    } else {
        (format!(" {symbol} "), style)
    }
}

/// Lines beside or beneath the board.
fn words(table: &Table) -> Vec<Line> {
    let game = table.game();
    let mut lines = vec![(table.message.clone(), plain().bold())];
    lines.extend(light(table));
    let names: Vec<String> = moves(game.played())
        .iter()
        .map(|sweep| notation::move_name(game.board(), sweep))
        .collect();
    let pegs = print::counted(game.position().pegs(), "peg");
    let jumps = print::counted(game.played().len(), "jump");
    lines.push((format!("{pegs}, {jumps} played"), plain()));
    if let Some(goal) = game.puzzle().goal().in_words() {
        lines.push((format!("goal: {goal}"), plain()));
    }
    lines.extend(KEYS.map(|keys| (keys.to_owned(), faint())));
    // The moves are the longest, and the first that may be cut off.
    lines.push((names.join("  "), plain()));
    lines
}

/// The light, if it is on.
fn light(table: &Table) -> Option<Line> {
    if !table.has_light {
        return None;
    }
    let outlook = table.outlook.as_ref();
    let known = outlook.map(|outlook| (outlook.winnable, outlook.solutions));
    let (words, style) = match known {
        Some((Some(true), Some(ways))) => {
            let ways = print::counted(ways, "way");
            let words = format!("● still winnable: {ways} to the goal");
            return Some((words, plain().dark_green()));
        }
        Some((Some(true), None)) => ("● still winnable", plain().dark_green()),
        Some((Some(false), _)) => ("● no longer winnable", plain().dark_red()),
        Some((None, _)) => ("○ not known within the time", faint()),
        None => ("○ looking …", faint()),
    };
    Some((words.to_owned(), style))
}

#[cfg(test)]
mod tests;
