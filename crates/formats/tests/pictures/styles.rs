//! Styles of the texts in `tests/pictures/texts/`: ways to draw a board with one or two positions.

use saut_formats::picture::{Choice, GivenSigns};
use saut_peg::peg::picture::Content;
use saut_peg::peg::{Cell, Geometry};

/// A board to draw: the cells with their content at the start and, optionally, in the goal.
pub struct Pair {
    pub geometry: Geometry,
    pub start: Vec<(Cell, Content)>,
    pub goal: Option<Vec<(Cell, Content)>>,
}

/// Signs for a peg, a vacancy, a hole left open and no hole.
#[derive(Clone, Copy)]
pub struct Signs {
    pub name: &'static str,
    pub peg: char,
    pub vacancy: char,
    pub none: &'static str,
}

pub const SIGNS: [Signs; 20] = [
    signs("ours", 'o', '.', " "),
    signs("capitals", 'O', '.', " "),
    signs("hash", '#', '.', " "),
    signs("x", 'x', '.', " "),
    signs("X and _", 'X', '_', " "),
    signs("stars", '*', '.', " "),
    signs("bits", '1', '0', " "),
    signs("discs", '●', '○', " "),
    signs("bullets", '•', '.', " "),
    signs("middle dots", '●', '·', " "),
    signs("squares", '■', '□', " "),
    signs("ring and cross", '∘', '×', " "),
    signs("emoji", '🔵', '⚪', "  "),
    signs("full width", 'Ｏ', '．', "\u{3000}"),
    signs("discs, wide spaces", '●', '○', "\u{3000}"),
    // Each of these is ambiguous.
    signs("X and O", 'X', 'O', " "),
    signs("o and x", 'o', 'x', " "),
    signs("encyclopedia", '·', 'o', " "),
    signs("stars and o", '*', 'o', " "),
    signs("letters", 'P', 'E', " "),
];

const fn signs(name: &'static str, peg: char, vacancy: char, none: &'static str) -> Signs {
    Signs {
        name,
        peg,
        vacancy,
        none,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One character per hole.
    Dense,
    /// One space between holes.
    Spaced,
    /// Two spaces between holes.
    Wide,
    /// Aligned rows, with `--geometry`.
    WithFlag,
    /// `#` for each cell of the bounding box that is not a hole.
    Framed,
    /// `|` between holes.
    Bars,
    /// A table of `+`, `-` and `|`.
    Grid,
    /// A box around the picture.
    Boxed,
    /// Digits for the rows and letters below the columns.
    Labelled,
    /// Holes in brackets.
    Brackets,
}

pub const LAYOUTS: [Layout; 10] = {
    use Layout::{Bars, Boxed, Brackets, Dense, Framed, Grid, Labelled, Spaced, Wide, WithFlag};
    [
        Dense, Spaced, Wide, WithFlag, Framed, Bars, Grid, Boxed, Labelled, Brackets,
    ]
};

/// How start and goal are presented: their order, and the text around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    Bare,
    Quoted,
    Fenced,
    Captions,
    Arrow,
    Indented,
}

pub const SETTINGS: [Setting; 6] = {
    use Setting::{Arrow, Bare, Captions, Fenced, Indented, Quoted};
    [Bare, Quoted, Fenced, Captions, Arrow, Indented]
};

/// Whether a layout supports these signs. Wide signs take two columns, which tables do not show. A weak sign cannot
/// form a frame.
pub fn fits(layout: Layout, signs: Signs, geometry: Geometry) -> bool {
    let is_wide = signs.none != " ";
    let is_plain = matches!(layout, Layout::Dense | Layout::Spaced);
    match geometry {
        Geometry::Triangle => {
            matches!(layout, Layout::Spaced | Layout::Wide | Layout::WithFlag)
                && (!is_wide || layout == Layout::WithFlag)
        }
        _ if layout == Layout::Framed => !is_wide && !"#xX■".contains(signs.peg),
        _ if is_wide => is_plain,
        _ => true,
    }
}

/// Returns the command-line options for a layout.
pub fn choice(layout: Layout, geometry: Geometry) -> Choice {
    let asked = layout == Layout::WithFlag || geometry == Geometry::SquareDiagonal;
    Choice {
        geometry: asked.then_some(geometry),
        given: GivenSigns::default(),
    }
}

/// Returns the text for a start and a goal.
pub fn draw(pair: &Pair, signs: Signs, layout: Layout, setting: Setting) -> String {
    let start = picture(&pair.start, pair.geometry, signs, layout);
    let goal = pair
        .goal
        .as_ref()
        .map(|goal| picture(goal, pair.geometry, signs, layout));
    let lines = |rows: &[String]| rows.join("\n") + "\n";
    match (setting, goal) {
        (Setting::Arrow, Some(goal)) => {
            let wide = start.iter().map(|row| columns(row)).max().unwrap_or(0);
            let beside = |(y, (left, right)): (usize, (&String, &String))| {
                let space = " ".repeat(wide - columns(left));
                let arrow = if y == start.len() / 2 {
                    "  ->  "
                } else {
                    "      "
                };
                format!("{left}{space}{arrow}{right}").trim_end().to_owned()
            };
            let rows: Vec<String> = start.iter().zip(&goal).enumerate().map(beside).collect();
            lines(&rows)
        }
        (Setting::Captions, Some(goal)) => {
            format!("Start:\n{}\nGoal:\n{}", lines(&start), lines(&goal))
        }
        (_, goal) => {
            let mut text = lines(&start);
            if let Some(goal) = goal {
                text = format!("{text}\n{}", lines(&goal));
            }
            match setting {
                Setting::Quoted => before_lines("> ", &text),
                Setting::Fenced => format!("My puzzle:\n\n```\n{text}```\nthanks\n"),
                Setting::Indented => before_lines("      ", &text),
                _ => text,
            }
        }
    }
}

/// Returns a text with this prefix on every line.
fn before_lines(mark: &str, text: &str) -> String {
    text.lines().flat_map(|line| [mark, line, "\n"]).collect()
}

/// Returns the columns of a text for the arrow setting, in which each character takes one column.
fn columns(text: &str) -> usize {
    text.chars().count()
}

fn picture(
    holes: &[(Cell, Content)],
    geometry: Geometry,
    signs: Signs,
    layout: Layout,
) -> Vec<String> {
    let right = holes.iter().map(|(cell, _)| cell.x).max().unwrap_or(0);
    let bottom = holes.iter().map(|(cell, _)| cell.y).max().unwrap_or(0);
    let sign = |x: i16, y: i16| {
        let hole = holes.iter().find(|(cell, _)| *cell == Cell::new(x, y))?;
        Some(match hole.1 {
            Content::Peg => signs.peg,
            Content::Vacancy => signs.vacancy,
            Content::Open if signs.none != " " => '？',
            Content::Open => '?',
        })
    };
    let cell = |x: i16, y: i16| sign(x, y).map_or(signs.none.to_owned(), String::from);
    let row = |y: i16, between: &str| -> String {
        let cells: Vec<String> = (0..=right).map(|x| cell(x, y)).collect();
        cells.join(between).trim_end().to_owned()
    };
    let one = |symbol: Option<char>| symbol.unwrap_or(' ');
    if geometry == Geometry::Triangle && layout != Layout::WithFlag {
        let half = if layout == Layout::Wide { 2 } else { 1 };
        let width = usize::try_from(2 * right + bottom + 1).unwrap_or(0) * half + 1;
        let row = |y| {
            let mut line = vec![' '; width];
            for (x, symbol) in (0..=right).filter_map(|x| Some((x, sign(x, y)?))) {
                line[usize::try_from(2 * x + bottom - y).unwrap_or(0) * half] = symbol;
            }
            line.into_iter().collect::<String>().trim_end().to_owned()
        };
        let rows: Vec<String> = (0..=bottom).map(row).collect();
        let left = |row: &String| row.len() - row.trim_start_matches(' ').len();
        let drawn = rows.iter().filter(|row| !row.is_empty());
        let indent = drawn.map(left).min().unwrap_or(0);
        let moved = |row: &String| row[indent.min(row.len())..].to_owned();
        return rows.iter().map(moved).collect();
    }
    let all = 0..=bottom;
    match layout {
        Layout::Dense | Layout::WithFlag => all.map(|y| row(y, "")).collect(),
        Layout::Spaced => all
            .map(|y| row(y, if signs.none == "  " { "  " } else { " " }))
            .collect(),
        Layout::Wide => all.map(|y| row(y, "  ")).collect(),
        Layout::Framed => {
            let line = |y| -> String { (0..=right).map(|x| sign(x, y).unwrap_or('#')).collect() };
            all.map(line).collect()
        }
        Layout::Bars => {
            let line = |y| -> String { (0..=right).flat_map(|x| ['|', one(sign(x, y))]).collect() };
            all.map(|y| line(y) + "|").collect()
        }
        Layout::Brackets => {
            let line = |y| -> String {
                let hole = |x| sign(x, y).map_or("   ".to_owned(), |symbol| format!("[{symbol}]"));
                (0..=right).map(hole).collect()
            };
            all.map(|y| line(y).trim_end().to_owned()).collect()
        }
        Layout::Grid => {
            let rule = "+---".repeat(usize::try_from(right + 1).unwrap_or(0)) + "+";
            let line = |y| -> String {
                (0..=right)
                    .flat_map(|x| ['|', ' ', one(sign(x, y)), ' '])
                    .collect()
            };
            let mut rows = vec![rule.clone()];
            for y in all {
                rows.extend([line(y) + "|", rule.clone()]);
            }
            rows
        }
        Layout::Boxed => {
            let wide = usize::try_from(right + 1).unwrap_or(0);
            let mut rows = vec![format!("┌{}┐", "─".repeat(wide + 2))];
            for y in all {
                let line: String = (0..=right).map(|x| one(sign(x, y))).collect();
                rows.push(format!("│ {line} │"));
            }
            rows.push(format!("└{}┘", "─".repeat(wide + 2)));
            rows
        }
        Layout::Labelled => {
            let letters: String = (0..=right)
                .zip('a'..='z')
                .map(|(_, letter)| letter)
                .collect();
            let rows = all.map(|y| format!("{:>2} {}", bottom - y + 1, row(y, "")));
            rows.chain([format!("   {letters}")]).collect()
        }
    }
}
