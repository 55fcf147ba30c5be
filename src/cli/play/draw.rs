//! Drawing of the game in the terminal: the board with its coordinates, the message, the keys and the moves.
//!
//! In a wide terminal, the text is next to the board, otherwise below it. If a board does not fit, the part around the
//! cursor is shown.

use std::fmt::{self, Display};

use crossterm::cursor::MoveTo;
use crossterm::style::{ContentStyle, Stylize};
use itertools::Itertools;
use saut::peg::{Cell, GameLength, Geometry, Hole, Jump, moves, notation};
use saut::visible::visible;

use super::table::GameView;
use crate::cli::print;

type TextLine = (String, ContentStyle);

fn plain() -> ContentStyle {
    ContentStyle::new()
}

fn faint() -> ContentStyle {
    plain().dark_grey()
}

/// Minimum width of the text next to the board.
const WORDS: usize = 30;

/// The first row of the body, below the title and an empty line.
const BODY: usize = 2;

const KEYS: [&str; 4] = [
    "arrows, Tab, Enter, Esc or mouse: play",
    "u undo · r restart · h hint · w winnable?",
    "b back to winning · s solve · n next / redo",
    "S save · q quit · ? keys",
];

const HELP: [(&str, &str); 15] = [
    ("arrows", "go to the next hole in this direction"),
    (
        "Tab",
        "go to the next peg that can jump, or hole to land in",
    ),
    ("Enter, Space, mouse", "take the peg, and let it jump"),
    ("Esc", "put the peg back"),
    ("u, Ctrl-Z", "undo the last jump"),
    ("p", "put the peg in hand back (old French rule)"),
    ("n, Ctrl-Y", "redo, or the next jump of a solution"),
    ("r", "restart the game"),
    ("h", "show a jump that wins"),
    ("w", "show whether the game can still be won"),
    ("b", "go back to the last winning position"),
    ("s", "solve from here; then n plays the next jump"),
    ("S", "save the game"),
    ("q, Ctrl-C", "quit"),
    ("?", "show these keys; any key closes them"),
];

/// A character of the terminal, and the hole that a click on it selects.
type Symbol = (char, ContentStyle, Option<Hole>);

/// Rows of characters. `Display` writes all rows to the terminal.
#[derive(PartialEq, Eq)]
pub struct Screen(Vec<Vec<Symbol>>);

impl Screen {
    fn new(wide: usize, high: usize) -> Self {
        Self(vec![vec![(' ', plain(), None); wide]; high])
    }

    fn size(&self) -> (usize, usize) {
        (self.0.first().map_or(0, Vec::len), self.0.len())
    }

    /// Writes symbols from left to right. Symbols outside of the screen are cut off.
    fn write(&mut self, (x, y): (usize, usize), symbols: impl IntoIterator<Item = Symbol>) {
        let row = self.0.get_mut(y).into_iter().flatten();
        for (place, symbol) in row.skip(x).zip(symbols) {
            *place = symbol;
        }
    }

    fn write_text(&mut self, place: (usize, usize), (text, style): &TextLine, hole: Option<Hole>) {
        self.write(place, text.chars().map(|symbol| (symbol, *style, hole)));
    }

    /// Writes lines from this position downwards. Lines that are too long are broken at spaces.
    fn write_lines(&mut self, (x, y): (usize, usize), lines: &[TextLine]) {
        let wide = self.size().0.saturating_sub(x);
        let broken = lines.iter().flat_map(|(text, style)| {
            let lines = wrapped(text, wide).into_iter();
            lines.map(|line| (line, *style))
        });
        for (y, line) in (y..self.0.len()).zip(broken) {
            self.write_text((x, y), &line, None);
        }
    }

    /// Returns the hole at a position in the terminal, if there is one.
    pub fn hole(&self, column: u16, row: u16) -> Option<Hole> {
        self.0.get(usize::from(row))?.get(usize::from(column))?.2
    }
}

impl Display for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, row) in (0..).zip(&self.0) {
            write!(f, "{}", MoveTo(0, y))?;
            for (style, run) in &row.iter().chunk_by(|(_, style, _)| *style) {
                let text: String = run.map(|(symbol, ..)| symbol).collect();
                write!(f, "{}", style.apply(text))?;
            }
        }
        Ok(())
    }
}

fn wrapped(text: &str, wide: usize) -> Vec<String> {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in text.split_inclusive(' ') {
        for piece in &word.chars().chunks(wide.max(1)) {
            let piece: String = piece.collect();
            if line.chars().count() + piece.trim_end().chars().count() > wide {
                lines.push(std::mem::take(&mut line));
            }
            line += &piece;
        }
    }
    lines.push(line);
    lines
}

pub fn draw(table: &GameView, (wide, high): (u16, u16)) -> Screen {
    let (wide, high) = (usize::from(wide), usize::from(high));
    let mut screen = Screen::new(wide, high);
    let puzzle = table.game().puzzle();
    let title = puzzle.title.as_deref().unwrap_or(puzzle.name());
    screen.write_text((0, 0), &(visible(title).to_string(), plain().bold()), None);
    if table.has_help {
        let lines = HELP.map(|(key, words)| (format!("  {key:<21}{words}"), plain()));
        screen.write_lines((0, BODY), &lines);
        return screen;
    }
    let (board, cursor) = board(table);
    let (whole, body) = (board.size(), high.saturating_sub(BODY));
    let is_beside = wide >= whole.0 + WORDS;
    let (seen, words_at) = if is_beside {
        ((whole.0 + 2, body), (whole.0 + 2, BODY))
    } else {
        // The last message is always visible.
        let rows = (whole.1 + 1).min(body.saturating_sub(2));
        ((wide, rows), (0, BODY + rows))
    };
    let hidden = |whole: usize, seen: usize, cursor: usize| {
        let most = whole.saturating_sub(seen);
        cursor.saturating_sub(seen / 2).min(most)
    };
    let left = hidden(whole.0, seen.0, cursor.0);
    let above = hidden(whole.1, seen.1, cursor.1);
    let rows = board.0.into_iter().skip(above).take(seen.1);
    for (y, row) in (BODY..).zip(rows) {
        screen.write((0, y), row.into_iter().skip(left).take(seen.0));
    }
    screen.write_lines(words_at, &words(table));
    screen
}

/// Draws the whole board with the labels of rows and columns, and returns it with the position of the cursor. On a
/// triangle, each row begins half a hole to the left of the row above, and has labels at both ends.
fn board(table: &GameView) -> (Screen, (usize, usize)) {
    let board = table.game().board();
    let is_triangle = board.geometry() == Geometry::Triangle;
    let (pitch, slope, ends) = if is_triangle {
        (4, 2, notation::row_ends(board))
    } else {
        let labels = notation::row_labels(board).into_iter();
        (3, 0, labels.map(|label| [label, String::new()]).collect())
    };
    let widest = ends.iter().map(|[left, _]| left.len()).max();
    let (names, high) = (widest.unwrap_or(0).max(3), ends.len());
    let place = |cell: Cell| {
        let [x, y] = [cell.x, cell.y].map(|part| usize::from(part.unsigned_abs()));
        (names + 1 + slope * (high - 1 - y) + pitch * x, y)
    };
    let right = board.drawn().iter().map(|&cell| place(cell).0 + 3);
    let right = right.max().unwrap_or(0);
    let wide = right + if is_triangle { names + 1 } else { 0 };
    let mut drawn = Screen::new(wide, high + 1);
    for (y, [first, last]) in ends.into_iter().enumerate() {
        drawn.write_text((0, y), &(format!("{first:>names$}"), faint()), None);
        drawn.write_text((right, y), &(last, faint()), None);
    }
    if !is_triangle {
        for (x, name) in (0..).zip(notation::column_labels(board)) {
            let (left, _) = place(Cell::new(x, 0));
            drawn.write_text((left, high), &(format!("{name:^3}"), faint()), None);
        }
    }
    for hole in 0..board.drawn().len() {
        drawn.write_text(place(board.cell(hole)), &looks(table, hole), Some(hole));
    }
    (drawn, place(board.cell(table.cursor)))
}

/// Returns the symbol of a hole and its style. There are symbols for a peg, a vacancy, a vacancy that is full in the
/// goal, and a hole where the selected peg can land.
fn looks(table: &GameView, hole: Hole) -> TextLine {
    let game = table.game();
    let cell = game.board().cell(hole);
    let goal = game.puzzle().goal();
    let (has_peg, is_target) = (game.position().has(hole), table.is_target(hole));
    let symbol = match (has_peg, is_target, goal.wants(hole)) {
        (true, ..) => '●',
        (_, true, _) => '◎',
        (_, _, Some(true)) => '○',
        _ => '·',
    };
    let is_hinted = |jump: Jump| [jump.from, jump.to].contains(&cell);
    let is_hinted = table.hint.is_some_and(is_hinted);
    let style = if table.held == Some(hole) || is_target || is_hinted {
        plain().dark_cyan().bold()
    } else if has_peg {
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

/// Returns the lines of text next to or below the board.
fn words(table: &GameView) -> Vec<TextLine> {
    let game = table.game();
    let mut lines = vec![(table.message.clone(), plain().bold())];
    lines.extend(light(table));
    let names = moves(game.played());
    let names = names
        .iter()
        .map(|sweep| notation::move_name(game.board(), sweep));
    let names = names.collect::<Vec<_>>().join("  ");
    let pegs = print::counted(game.puzzle().pegs_on_board(game.position()), "peg");
    let jumps = print::counted(GameLength::of(game.played()).jumps, "jump");
    lines.push((format!("{pegs}, {jumps} played"), plain()));
    let hand = game
        .board()
        .put_back()
        .filter(|_| game.puzzle().has_hand(game.position()));
    if let Some(hole) = hand {
        let name = notation::cell_name(game.board(), game.board().cell(hole));
        lines.push((
            format!("in hand: the peg of {name}; p puts it back"),
            plain(),
        ));
    }
    if let Some(goal) = game.puzzle().goal().in_words() {
        lines.push((format!("goal: {goal}"), plain()));
    }
    lines.extend(KEYS.map(|keys| (keys.to_owned(), faint())));
    // The list of moves is last, so that it is cut off first.
    lines.push((names, plain()));
    lines
}

fn light(table: &GameView) -> Option<TextLine> {
    let (game, outlook) = (table.game(), table.outlook.as_ref());
    let known = outlook.map(|it| (it.winnable, it.solutions));
    let words = match known {
        Some((Some(true), _)) if game.is_won() => "● the goal is reached",
        Some((Some(true), Some(_))) => "● still winnable: ",
        Some((Some(true), None)) => "● still winnable",
        Some((Some(false), _)) if game.played().is_empty() => "● this puzzle can't be won",
        Some((Some(false), _)) => "● no longer winnable",
        Some((None, _)) => "○ undecided within the limit",
        None => "○ looking …",
    };
    let ways = outlook
        .and_then(|it| it.solutions)
        .filter(|_| words.ends_with(": "));
    let ways = ways.map_or_else(String::new, |ways| {
        print::counted(ways, "way") + " to the goal"
    });
    let style = match known.and_then(|(winnable, _)| winnable) {
        Some(true) => plain().dark_green(),
        Some(false) => plain().dark_red(),
        None => faint(),
    };
    table.has_light.then(|| (format!("{words}{ways}"), style))
}

#[cfg(test)]
mod tests;
