//! The picture in the terminal: the board with its coordinates, the moves, what is said, the keys.
//!
//! In a wide terminal the words stand beside the board, else beneath it. A board that is larger than its place is seen
//! around the cursor.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use saut::peg::{Board, Cell, Geometry, Hole, Jump, moves, notation};
use saut::visible::visible;

use super::table::Table;
use crate::cli::print;

const ACCENT: Color = Color::Cyan;
const FAINT: Style = Style::new().fg(Color::DarkGray);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

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

/// Places of things on the screen.
struct Places {
    board: Rect,
    words: Rect,
    /// The part of the board to the left of and above its place, which is not seen.
    hidden: (u16, u16),
}

impl Places {
    fn new(table: &Table, area: Rect) -> Self {
        let board = table.game().board();
        let (wide, high) = size(board);
        let [_, body] = Layout::vertical([Constraint::Length(2), Constraint::Fill(1)]).areas(area);
        let [left, words] = if body.width >= wide + WORDS {
            Layout::horizontal([Constraint::Length(wide + 2), Constraint::Fill(1)]).areas(body)
        } else {
            // What was said last is always seen.
            let high = (high + 1).min(body.height.saturating_sub(2));
            Layout::vertical([Constraint::Length(high), Constraint::Fill(1)]).areas(body)
        };
        let (x, y) = place(board, board.cell(table.cursor));
        let hidden = |whole: u16, seen: u16, at: u16| {
            let most = whole.saturating_sub(seen);
            at.saturating_sub(seen / 2).min(most)
        };
        Self {
            board: left,
            words,
            hidden: (hidden(wide, left.width, x), hidden(high, left.height, y)),
        }
    }

    /// The part of the screen for a text of the board that is so wide, if any of it is seen.
    fn on_screen(&self, (x, y): (u16, u16), wide: u16) -> Option<Rect> {
        let (x, y) = (x.checked_sub(self.hidden.0)?, y.checked_sub(self.hidden.1)?);
        let rect = Rect::new(self.board.x + x, self.board.y + y, wide, 1);
        let seen = rect.intersection(self.board);
        (seen == rect).then_some(rect)
    }
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

/// The hole at a place of the terminal.
pub fn hole_at(table: &Table, area: Rect, column: u16, row: u16) -> Option<Hole> {
    let (board, places) = (table.game().board(), Places::new(table, area));
    (0..board.len()).find(|&hole| {
        let rect = places.on_screen(place(board, board.cell(hole)), 3);
        rect.is_some_and(|rect| rect.contains((column, row).into()))
    })
}

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, table: &Table) {
    let puzzle = table.game().puzzle();
    let title = puzzle.title.as_deref().unwrap_or(puzzle.name());
    let title = Line::styled(visible(title).to_string(), BOLD);
    let area = frame.area();
    frame.render_widget(title, Rect { height: 1, ..area }.intersection(area));
    if table.has_help {
        let lines = HELP.map(|(key, words)| Line::from(format!("  {key:<21}{words}")));
        let below = Rect {
            y: area.y + 2,
            ..area
        };
        let text = Paragraph::new(lines.to_vec()).wrap(Wrap { trim: false });
        return frame.render_widget(text, below.intersection(area));
    }
    let places = Places::new(table, area);
    draw_board(frame, table, &places);
    let words = Paragraph::new(words(table)).wrap(Wrap { trim: false });
    frame.render_widget(words, places.words);
}

/// The holes, and the names of rows and columns.
fn draw_board(frame: &mut Frame<'_>, table: &Table, places: &Places) {
    let board = table.game().board();
    let mut write = |at: (u16, u16), text: String, style: Style| {
        let wide = u16::try_from(text.chars().count()).unwrap_or(0);
        if let Some(rect) = places.on_screen(at, wide) {
            frame.render_widget(Span::styled(text, style), rect);
        }
    };
    let (wide, far) = (usize::from(edge(board)) - 1, size(board).0);
    for (y, [left, right]) in (0..).zip(ends(board)) {
        write((0, y), format!("{left:>wide$}"), FAINT);
        write((far.saturating_sub(edge(board)), y), right, FAINT);
    }
    if board.geometry() != Geometry::Triangle {
        let foot = board.height().unsigned_abs();
        for (x, name) in (0..).zip(notation::column_labels(board)) {
            let (left, _) = place(board, Cell::new(x, board.height() - 1));
            write((left, foot), format!("{name:^3}"), FAINT);
        }
    }
    for hole in 0..board.len() {
        let (text, style) = looks(table, hole);
        write(place(board, board.cell(hole)), text, style);
    }
}

/// Look of a hole: a peg, a vacancy, one that the goal wants filled, a place to land.
fn looks(table: &Table, hole: Hole) -> (String, Style) {
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
    let mut style = Style::new();
    if table.held == Some(hole) || table.is_target(hole) || table.hint.is_some_and(is_hinted) {
        style = style.fg(ACCENT).add_modifier(Modifier::BOLD);
    } else if !game.position().has(hole) {
        style = FAINT;
    }
    if table.cursor == hole {
        (
            format!("[{symbol}]"),
            style.add_modifier(Modifier::REVERSED),
        )
    } else {
        (format!(" {symbol} "), style)
    }
}

/// Lines beside or beneath the board.
fn words(table: &Table) -> Vec<Line<'static>> {
    let game = table.game();
    let mut lines = vec![Line::styled(table.message.clone(), BOLD)];
    lines.extend(light(table));
    let names: Vec<String> = moves(game.played())
        .iter()
        .map(|sweep| notation::move_name(game.board(), sweep))
        .collect();
    let pegs = print::counted(game.position().pegs(), "peg");
    let jumps = print::counted(game.played().len(), "jump");
    lines.push(Line::from(format!("{pegs}, {jumps} played")));
    if let Some(goal) = game.puzzle().goal().in_words() {
        lines.push(Line::from(format!("goal: {goal}")));
    }
    lines.extend(KEYS.map(|keys| Line::styled(keys, FAINT)));
    // The moves are the longest, and the first that may be cut off.
    lines.push(Line::from(names.join("  ")));
    lines
}

/// The light, if it is on.
fn light(table: &Table) -> Option<Line<'static>> {
    if !table.has_light {
        return None;
    }
    let outlook = table.outlook.as_ref();
    Some(
        match outlook.map(|outlook| (outlook.winnable, outlook.solutions)) {
            Some((Some(true), Some(ways))) => {
                let words = format!(
                    "● still winnable: {} to the goal",
                    print::counted(ways, "way")
                );
                Line::styled(words, Style::new().fg(Color::Green))
            }
            Some((Some(true), None)) => {
                Line::styled("● still winnable", Style::new().fg(Color::Green))
            }
            Some((Some(false), _)) => {
                Line::styled("● no longer winnable", Style::new().fg(Color::Red))
            }
            Some((None, _)) => Line::styled("○ not known within the time", FAINT),
            None => Line::styled("○ looking …", FAINT),
        },
    )
}

#[cfg(test)]
mod tests;
