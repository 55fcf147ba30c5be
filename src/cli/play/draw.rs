//! The picture in the terminal: the board with its coordinates, the moves, what is said, the keys.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use saut::peg::{Board, Cell, Geometry, Hole, moves, notation};

use super::game::Game;

/// The accent, and what is less important.
const ACCENT: Color = Color::Cyan;
const FAINT: Color = Color::DarkGray;

/// The width of a hole, and the space for the names of rows.
const WIDE: u16 = 4;
const EDGE: u16 = 4;

/// The rows above the board: title and a blank one.
const ABOVE: u16 = 2;

const KEYS: [&str; 4] = [
    "arrows, Enter, Esc or mouse: play",
    "u undo · r restart · h hint · w winnable?",
    "s solve from here · n next of the plan",
    "S save · q quit",
];

/// Where a hole is drawn, from the left and top of the board's own part.
fn place(board: &Board, cell: Cell) -> (u16, u16) {
    let lean = if board.geometry() == Geometry::Triangle {
        WIDE / 2 * (unsigned(board.height()) - 1 - unsigned(cell.y))
    } else {
        0
    };
    (
        EDGE + lean + WIDE * unsigned(cell.x),
        ABOVE + unsigned(cell.y),
    )
}

fn unsigned(number: i16) -> u16 {
    number.unsigned_abs()
}

/// The width of the board's own part.
fn width(board: &Board) -> u16 {
    let right = board.cells().iter().map(|&cell| place(board, cell).0);
    right.max().unwrap_or(0) + WIDE
}

/// The hole at a place of the terminal.
pub fn hole_at(game: &Game, area: Rect, column: u16, row: u16) -> Option<Hole> {
    let board = game.board();
    let (column, row) = (column.checked_sub(area.x)?, row.checked_sub(area.y)?);
    (0..board.len()).find(|&hole| {
        let (x, y) = place(board, board.cell(hole));
        y == row && (x..x + WIDE - 1).contains(&column)
    })
}

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, game: &Game, has_light: bool) {
    let wide = width(game.board()) + 2;
    let [left, right] =
        Layout::horizontal([Constraint::Length(wide), Constraint::Fill(1)]).areas(frame.area());
    let title = game
        .puzzle()
        .title
        .as_deref()
        .unwrap_or(game.puzzle().name());
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Line::styled(title.to_owned(), bold), frame.area());
    board(frame, left, game);
    frame.render_widget(
        Paragraph::new(side(game, has_light)).wrap(Wrap { trim: false }),
        below(right, ABOVE),
    );
}

fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect {
        y: area.y + rows,
        height: area.height - rows,
        ..area
    }
}

/// The holes, each with its name in the edge.
fn board(frame: &mut Frame<'_>, area: Rect, game: &Game) {
    let board = game.board();
    let faint = Style::new().fg(FAINT);
    let mut write = |(x, y): (u16, u16), text: String, style: Style| {
        let wide = u16::try_from(text.chars().count()).unwrap_or(WIDE);
        let place = Rect::new(area.x + x, area.y + y, wide, 1);
        frame.render_widget(Span::styled(text, style), place.intersection(area));
    };
    let digits = notation::has_digits(board);
    for y in 0..board.height() {
        let name = if digits { board.height() - y } else { y };
        write((0, ABOVE + unsigned(y)), format!("{name:>2}"), faint);
    }
    let foot = ABOVE + unsigned(board.height());
    for x in 0..board.width() {
        let name = if digits { x + 1 } else { x };
        let (left, _) = place(board, Cell::new(x, board.height() - 1));
        write((left + 1, foot), name.to_string(), faint);
    }
    for hole in 0..board.len() {
        let cell = board.cell(hole);
        let (text, style) = looks(game, hole);
        write(place(board, cell), text, style);
    }
}

/// How a hole looks: a peg, a vacancy, one that the goal wants filled, a place to land.
fn looks(game: &Game, hole: Hole) -> (String, Style) {
    let cell = game.board().cell(hole);
    let wants = game.puzzle().goal().wants(hole) == Some(true);
    let symbol = match (game.position().has(hole), game.is_target(hole), wants) {
        (true, ..) => '●',
        (false, true, _) => '◌',
        (false, false, true) => '○',
        (false, false, false) => '·',
    };
    let is_hinted = |jump: saut::peg::Jump| [jump.from, jump.to].contains(&cell);
    let mut style = Style::new();
    if game.held == Some(hole) || game.is_target(hole) || game.hint.is_some_and(is_hinted) {
        style = style.fg(ACCENT).add_modifier(Modifier::BOLD);
    } else if !game.position().has(hole) {
        style = style.fg(FAINT);
    }
    if game.cursor == hole {
        return (
            format!("[{symbol}]"),
            style.add_modifier(Modifier::REVERSED),
        );
    }
    (format!(" {symbol} "), style)
}

/// What stands beside the board.
fn side(game: &Game, has_light: bool) -> Vec<Line<'static>> {
    let mut lines = vec![Line::from(game.message.clone())];
    let light = match (has_light, game.winnable) {
        (false, _) => Span::raw(""),
        (true, Some(true)) => Span::styled("● still winnable", Style::new().fg(Color::Green)),
        (true, Some(false)) => Span::styled("● no longer winnable", Style::new().fg(Color::Red)),
        (true, None) => Span::styled("○ not known yet", Style::new().fg(FAINT)),
    };
    lines.push(Line::from(light));
    let names = moves(game.played());
    let names: Vec<String> = names
        .iter()
        .map(|sweep| notation::move_name(game.board(), sweep))
        .collect();
    let pegs = game.position().pegs();
    lines.push(Line::from(format!(
        "{pegs} pegs, {} jumps played",
        game.played().len()
    )));
    lines.push(Line::from(names.join("  ")));
    lines.push(Line::default());
    let faint = Style::new().fg(FAINT);
    lines.extend(KEYS.map(|keys| Line::styled(keys, faint)));
    lines
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::layout::Rect;
    use saut::formats::bundled;

    use super::super::game::Game;
    use super::{draw, hole_at};

    #[test]
    fn the_board_is_drawn_with_its_coordinates_and_can_be_clicked() {
        let game = Game::new(bundled::named("central").unwrap());
        let mut terminal = Terminal::new(TestBackend::new(80, 14)).unwrap();
        terminal.draw(|frame| draw(frame, &game, true)).unwrap();
        let buffer = terminal.backend().buffer();
        let row = |y: u16| -> String {
            (0..80)
                .map(|x| buffer[(x, y)].symbol().to_owned())
                .collect()
        };
        assert!(row(2).starts_with(" 7           ●   ●   ●"), "{}", row(2));
        assert!(
            row(5).starts_with(" 4   ●   ●   ●  [○]  ●   ●   ●"),
            "{}",
            row(5)
        );
        assert!(row(9).starts_with("     1   2   3   4"), "{}", row(9));
        let area = Rect::new(0, 0, 80, 14);
        assert_eq!(hole_at(&game, area, 17, 5), Some(16));
        assert_eq!(hole_at(&game, area, 5, 2), None);
    }

    #[test]
    fn a_terminal_that_is_too_small_is_no_failure() {
        let game = Game::new(bundled::named("central").unwrap());
        let mut terminal = Terminal::new(TestBackend::new(10, 3)).unwrap();
        terminal.draw(|frame| draw(frame, &game, false)).unwrap();
    }
}
