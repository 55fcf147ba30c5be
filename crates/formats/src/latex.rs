//! Writes boards as LaTeX tables, which a document includes with `\input`.
//!
//! A board is a table with a column for each column of the board. On a triangle, a hole takes two narrow columns, so
//! that each row can be half a hole to the right of the row below. A plan is a table of such tables, one for each move,
//! with an arrow for each jump in the caption. Columns and rows are labelled. The commands `\sautpeg`, `\sautvacancy`
//! and `\sautopen` draw a peg, a vacancy and an open hole. A document can define them before the table, and [`Symbols`]
//! chooses their defaults. A resized box or a figure can contain the whole table.

use std::fmt::Write;

use itertools::Itertools as _;

use saut_base::bad_input::BadInput;
use saut_base::visible::visible;

use saut_peg::baseball::{self, Configuration, Step};
use saut_peg::peg::picture::Content;
use saut_peg::peg::{Board, Cell, Geometry, Jump, Position, Puzzle, moves, notation};

use crate::in_words::start_in_words;
use crate::place::shown;

/// The commands that draw holes, with the signs of pictures.
const DRAWN: [(&str, char); 6] = [
    ("\\sautpeg", '•'),
    ("\\sautvacancy", '∘'),
    ("\\sautopen", '?'),
    ("\\bullet", '•'),
    ("\\circ", '∘'),
    ("\\times", '×'),
];

/// Returns the pictures of LaTeX tables whose cells are commands such as `\circ` and `\times`: tables of this program,
/// and grids of `\xymatrix`. If the first row has only labels, cells to the right of its last label are left out.
/// Returns `None` if the text has no such table.
pub(crate) fn pictures(text: &str) -> Option<String> {
    const BEGIN: &str = "\\begin{tabular}";
    let text = text.split_once("\\xymatrix").map_or(text, |(_, grid)| grid);
    let sign = |cell: &str| {
        let cell = cell.lines().last().unwrap_or_default();
        let sign = DRAWN.iter().find(|(command, _)| cell.contains(command));
        sign.map_or(' ', |&(_, sign)| sign)
    };
    let mut rows = text
        .split("\\\\")
        .filter(|row| row.contains('&'))
        .peekable();
    let is_drawn = |row: &&str| row.split('&').any(|cell| sign(cell) != ' ');
    let header = rows.peek().filter(|row| !is_drawn(row));
    let width = header.map_or(usize::MAX, |row| row.split('&').count());
    let line = |row: &str| {
        let gap = if row.contains(BEGIN) { "\n" } else { "" };
        let table = row.rsplit(BEGIN).next().unwrap_or_default();
        gap.to_owned() + &table.split('&').take(width).map(sign).join(" ")
    };
    let drawn = rows.map(line).join("\n");
    drawn
        .contains(|sign: char| !sign.is_whitespace())
        .then_some(drawn)
}

/// Number of boards in a row.
const IN_A_ROW: usize = 6;

/// Commands that draw a peg and a vacancy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbols {
    peg: String,
    vacancy: String,
}

impl Default for Symbols {
    fn default() -> Self {
        Self {
            peg: "\\bullet".to_owned(),
            vacancy: "\\circ".to_owned(),
        }
    }
}

impl Symbols {
    /// Parses `PEG,VACANCY`, each a character or a command of mathematics mode, such as `\circ,\times`. Without a text,
    /// returns the default.
    ///
    /// # Errors
    /// The text has another form.
    pub fn read(text: Option<&str>) -> Result<Self, BadInput> {
        let Some(text) = text else {
            return Ok(Self::default());
        };
        let is_symbol = |symbol: &str| match symbol.strip_prefix('\\') {
            Some(name) => !name.is_empty() && name.chars().all(|it| it.is_ascii_alphabetic()),
            None => symbol.chars().count() == 1 && escaped(symbol) == symbol,
        };
        match text.split_once(',').map(|(peg, vacancy)| [peg.trim(), vacancy.trim()]) {
            Some([peg, vacancy]) if is_symbol(peg) && is_symbol(vacancy) && peg != vacancy => Ok(Self {
                peg: peg.to_owned(),
                vacancy: vacancy.to_owned(),
            }),
            _ => Err(BadInput::new("--symbols", format!("\"{}\" is not a pair of symbols", shown(text)))
                .remedy("give a command or a character for a peg and for a vacancy, as in \"\\circ,\\times\"")),
        }
    }
}

/// Returns the start and goal of a puzzle.
pub fn puzzle(puzzle: &Puzzle, symbols: &Symbols) -> String {
    let board = puzzle.board();
    let goal = match puzzle.goal().in_words() {
        Some(words) => format!("goal: {words}"),
        None => "goal".to_owned(),
    };
    let start = titled(&position(board, puzzle.start()), &start_in_words(puzzle));
    let wanted = table(board, |hole| Content::in_goal(puzzle.goal(), hole));
    let boards = [start, titled(&wanted, &goal)];
    head(puzzle.name(), puzzle.title.as_deref(), symbols) + &sheet(&boards)
}

/// Returns the start, and the position after every move of a game.
pub fn plan(puzzle: &Puzzle, jumps: &[Jump], symbols: &Symbols) -> String {
    let board = puzzle.board();
    let mut now = puzzle.start().clone();
    let mut boards = vec![titled(&position(board, &now), &start_in_words(puzzle))];
    for (number, sweep) in (1..).zip(moves(jumps)) {
        for &jump in sweep.jumps() {
            board.play(&mut now, jump);
        }
        let name = notation::move_name(board, &sweep);
        let arrows: String = sweep
            .jumps()
            .iter()
            .map(|jump| arrow(jump.direction()))
            .collect();
        let words = format!("{number}. {name}");
        boards.push(with_arrows(&position(board, &now), &words, &arrows));
    }
    head(puzzle.name(), puzzle.title.as_deref(), symbols) + &sheet(&boards)
}

/// Returns a game of colour baseball, with a row for the start and for every step, and a column for each base.
pub fn track(puzzle: &baseball::TrackPuzzle, steps: &[Step]) -> String {
    let mut text = head(puzzle.name(), puzzle.title.as_deref(), &Symbols::default());
    let bases = puzzle.bases();
    let _ = writeln!(text, "\\begin{{tabular}}{{rl*{{{bases}}}{{c}}}}");
    let row = |configuration: &Configuration| {
        let base = |base| {
            let tokens = configuration.on(base).iter().map(ToString::to_string);
            let holes = puzzle.capacity() - configuration.on(base).len();
            let vacancies = std::iter::repeat_n("\\sautvacancy".to_owned(), holes);
            tokens.chain(vacancies).join("\\,")
        };
        (0..bases).map(base).join(" & ")
    };
    let mut configuration = puzzle.start().clone();
    let _ = writeln!(text, "& & {} \\\\", row(&configuration));
    for (number, step) in (1..).zip(steps) {
        configuration.shift(*step);
        let (token, from, to) = (step.token, step.from, step.to);
        let row = row(&configuration);
        let _ = writeln!(text, "{number}. & {token}: {from} $\\to$ {to} & {row} \\\\");
    }
    text + "\\end{tabular}\n"
}

/// Returns the macros that the document may redefine, and the name of the puzzle in a comment.
fn head(name: &str, title: Option<&str>, symbols: &Symbols) -> String {
    let title = title.map_or(String::new(), |title| format!(": {}", visible(title)));
    let Symbols { peg, vacancy } = symbols;
    format!(
        "% {}{title}\n\
         \\providecommand{{\\sautpeg}}{{\\ensuremath{{{peg}}}}}\n\
         \\providecommand{{\\sautvacancy}}{{\\ensuremath{{{vacancy}}}}}\n\
         \\providecommand{{\\sautopen}}{{\\ensuremath{{?}}}}\n",
        visible(name)
    )
}

/// Returns an arrow in the direction of a jump, or an empty string for a peg that is put back.
fn arrow(direction: (i16, i16)) -> &'static str {
    match direction {
        (1, 0) => "\\rightarrow",
        (-1, 0) => "\\leftarrow",
        (0, 1) => "\\downarrow",
        (0, -1) => "\\uparrow",
        (1, 1) => "\\searrow",
        (-1, -1) => "\\nwarrow",
        (1, -1) => "\\nearrow",
        (-1, 1) => "\\swarrow",
        _ => "",
    }
}

/// Arranges boards in rows, as one table.
fn sheet(boards: &[String]) -> String {
    let columns = boards.len().min(IN_A_ROW);
    let mut text = format!("\\begin{{tabular}}{{*{{{columns}}}{{c}}}}\n");
    for row in boards.chunks(IN_A_ROW) {
        text += &row.join("&\n");
        text += "\\\\[2ex]\n";
    }
    text + "\\end{tabular}\n"
}

fn titled(board: &str, words: &str) -> String {
    with_arrows(board, words, "")
}

/// Returns a board above its caption and arrows.
fn with_arrows(board: &str, words: &str, arrows: &str) -> String {
    let words = escaped(words);
    let arrows = if arrows.is_empty() {
        String::new()
    } else {
        format!(" ${arrows}$")
    };
    format!("\\begin{{tabular}}[t]{{c}}\n{board}\\\\\n{words}{arrows}\n\\end{{tabular}}")
}

fn position(board: &Board, position: &Position) -> String {
    table(board, |hole| Content::in_position(position, hole))
}

fn table(board: &Board, content: impl Fn(usize) -> Content) -> String {
    let (width, height) = (board.width(), board.height());
    let is_triangle = board.geometry() == Geometry::Triangle;
    let symbol = |x, y| match board.hole(Cell::new(x, y)).map(&content) {
        None => "",
        Some(Content::Peg) => "\\sautpeg",
        Some(Content::Vacancy) => "\\sautvacancy",
        Some(Content::Open) => "\\sautopen",
    };
    let (columns, form, labels) = if is_triangle {
        (2 * width + height - 1, "@{}p{.6em}@{}", "")
    } else {
        (width, "@{\\,}c@{\\,}", "r@{\\ }")
    };
    let small = |label: &String| format!("{{\\tiny {label}}}");
    let rows = notation::row_labels(board);
    let mut text = format!("\\begin{{tabular}}{{{labels}*{{{columns}}}{{{form}}}}}\n");
    for (y, row) in (0..height).zip(&rows) {
        if !is_triangle {
            text.extend([small(row).as_str(), " & "]);
        }
        if is_triangle {
            text.extend((y + 1..height).map(|_| "& "));
        }
        let cell = |x| match (is_triangle, symbol(x, y)) {
            (true, symbol) => format!("\\multicolumn{{2}}{{@{{}}c@{{}}}}{{{symbol}}}"),
            (false, symbol) => symbol.to_owned(),
        };
        let _ = writeln!(text, "{} \\\\", (0..width).map(cell).join(" & "));
    }
    if !is_triangle {
        let columns = notation::column_labels(board);
        let _ = writeln!(text, "& {} \\\\", columns.iter().map(small).join(" & "));
    }
    text + "\\end{tabular}"
}

/// Returns a text with the special characters of LaTeX escaped.
pub fn escaped(text: &str) -> String {
    let safe = |symbol| match symbol {
        '\\' => "\\textbackslash{}".to_owned(),
        '~' => "\\textasciitilde{}".to_owned(),
        '^' => "\\textasciicircum{}".to_owned(),
        '{' | '}' | '$' | '&' | '#' | '%' | '_' => format!("\\{symbol}"),
        other => other.to_string(),
    };
    visible(text).chars().map(safe).collect()
}

#[cfg(test)]
mod tests {
    use super::{Symbols, escaped, pictures, plan, puzzle, track};
    use crate::bundled;
    use saut_peg::baseball;

    /// Asserts that environments are nested correctly, and that braces match.
    fn is_balanced(text: &str) {
        let mut open = Vec::new();
        for part in text.split('\\').skip(1) {
            if let Some(rest) = part.strip_prefix("begin{") {
                open.push(rest.split('}').next().unwrap());
            } else if let Some(rest) = part.strip_prefix("end{") {
                assert_eq!(open.pop(), rest.split('}').next(), "{text}");
            }
        }
        assert!(open.is_empty(), "{text}");
        let count = |symbol: char| text.chars().filter(|&one| one == symbol).count();
        assert_eq!(count('{'), count('}'), "{text}");
    }

    #[test]
    fn a_board_has_a_symbol_for_every_hole() {
        let central = bundled::named("central").unwrap();
        let drawn = puzzle(&central, &Symbols::default());
        is_balanced(&drawn);
        let body = drawn.split_once("\\begin").unwrap().1;
        let count = |word| body.matches(word).count();
        assert_eq!(
            (count("\\sautpeg"), count("\\sautvacancy")),
            (32 + 1, 1 + 32)
        );
        assert!(
            body.contains("{\\tiny 7} &  &  & \\sautpeg & \\sautpeg & \\sautpeg &  &  \\\\"),
            "{body}"
        );
    }

    #[test]
    fn tables_are_read_back_and_other_texts_are_not() {
        let central = bundled::named("central").unwrap();
        for symbols in [
            Symbols::default(),
            Symbols::read(Some("\\circ,\\times")).unwrap(),
        ] {
            let read = pictures(&puzzle(&central, &symbols)).unwrap();
            assert_eq!(
                (read.matches('•').count(), read.matches('∘').count()),
                (33, 33)
            );
        }
        let report = "$$\\xymatrix@1{\n & 0 & 1 & 2\\\\\n0 & & \\circ & &\n\\circ\\ar@{-)}[rr] & \\circ\\\\\n\
                      1 & \\circ & \\times & \\circ\\\\\n}$$\n";
        assert_eq!(pictures(report).unwrap(), "       \n    ∘  \n  ∘ × ∘");
        for text in [
            "oo.",
            "a & b \\\\ c & d",
            "the symbol $\\circ$",
            "fish & chips",
        ] {
            assert_eq!(pictures(text), None, "{text}");
        }
    }

    #[test]
    fn symbols_are_commands_or_characters() {
        let central = bundled::named("central").unwrap();
        let report = Symbols::read(Some("\\circ, \\times")).unwrap();
        let drawn = puzzle(&central, &report);
        assert!(
            drawn.contains("{\\sautpeg}{\\ensuremath{\\circ}}"),
            "{drawn}"
        );
        assert!(drawn.contains("{\\sautvacancy}{\\ensuremath{\\times}}"));
        assert_eq!(Symbols::read(None), Ok(Symbols::default()));
        for bad in [
            "\\circ",
            "o,o",
            ",x",
            "\\input{f},x",
            "\\,x",
            "a b,x",
            "%,x",
        ] {
            let bad = Symbols::read(Some(bad)).unwrap_err().to_string();
            assert!(bad.starts_with("--symbols: "), "{bad}");
        }
        let lucas = bundled::named("army-2").unwrap();
        let jumps: Vec<_> = lucas.board().jumps().to_vec();
        let first = jumps
            .iter()
            .find(|&&jump| lucas.board().can_play(lucas.start(), jump));
        let drawn = plan(&lucas, &[*first.unwrap()], &report);
        is_balanced(&drawn);
        assert!(drawn.contains("arrow$"), "{drawn}");
    }

    #[test]
    fn a_triangle_is_drawn_on_half_columns_and_a_plan_has_a_board_for_every_move() {
        let triangle = bundled::named("triangle-15-corner").unwrap();
        is_balanced(&puzzle(&triangle, &Symbols::default()));
        let jumps = triangle.board().jumps().iter().copied();
        let can = |&jump: &_| triangle.board().can_play(triangle.start(), jump);
        let first: Vec<_> = jumps.filter(can).take(1).collect();
        let drawn = plan(&triangle, &first, &Symbols::default());
        is_balanced(&drawn);
        assert_eq!(drawn.matches("[t]{c}").count(), 2, "{drawn}");
    }

    #[test]
    fn a_game_of_bases_has_a_row_for_every_step() {
        let start = baseball::Configuration::new([vec![1, 1], vec![0]]);
        let game =
            baseball::TrackPuzzle::new("a_b", baseball::Track::Ring, 2, start, None).unwrap();
        let steps = baseball::Strategy::GreedySweep.play(&game).unwrap();
        let drawn = track(&game, &steps);
        is_balanced(&drawn);
        assert_eq!(drawn.matches("\\\\\n").count(), steps.len() + 1);
    }

    #[test]
    fn latex_special_characters_are_escaped() {
        assert_eq!(
            escaped("50% {a_b} $x^2$ \\end # & ~"),
            "50\\% \\{a\\_b\\} \\$x\\textasciicircum{}2\\$ \\textbackslash{}end \\# \\& \\textasciitilde{}"
        );
        assert!(!escaped("a\nb").contains('\n'));
    }
}
