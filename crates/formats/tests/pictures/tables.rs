//! Random boards in tables, with empty fields, with frames, and with a sentence before or after. Each picture is parsed
//! as the drawn board, or is ambiguous with this board among its readings. A goal in words is recognised, and an
//! unknown goal is rejected.
//!
//! The ordinary test draws 100 boards. The full run is `SAUT_PICTURES=2000 cargo test --release -p saut-formats --test
//! pictures tables`.

use saut_base::BadInput;
use saut_base::random::Random;
use saut_formats::picture::{self, Choice, Drawn, Reading};
use saut_peg::peg::picture::{Content, Picture};
use saut_peg::peg::{Cell, Geometry};

use super::random_boards::board;

/// Number of boards in the ordinary test: a twentieth of the full run.
const BOARDS: usize = 100;

/// Signs for a peg and for a vacancy.
const SIGNS: [(char, char); 5] = [('1', '0'), ('o', '.'), ('X', '.'), ('●', '○'), ('🔵', '⚪')];

/// The fields of a row. An empty field is `None`.
type Row = [Option<char>];

/// A way to write the rows of a table, all with the same width.
type Layout = fn(&[Vec<Option<char>>]) -> Vec<String>;

const LAYOUTS: [Layout; 17] = [
    |rows| each(rows, |row| joined(row, ",")),
    |rows| each(rows, |row| joined(row, ", ")),
    |rows| each(rows, |row| joined(row, ";")),
    |rows| each(rows, |row| joined(row, ",") + ","),
    |rows| each(rows, |row| joined(row, ",").trim_end_matches(',').into()),
    |rows| {
        let quoted = |row: &Row| format!("\"{}\"", joined(row, "\",\""));
        each(rows, quoted)
    },
    |rows| each(rows, |row| format!("|{}|", joined(row, "|"))),
    |rows| {
        let narrow = |field: &Option<char>| field.map_or(" |".into(), |sign| format!(" {sign} |"));
        each(rows, |row| {
            format!("|{}", row.iter().map(narrow).collect::<String>())
        })
    },
    |rows| each(rows, |row| between_bars(row, "|")),
    |rows| {
        let underlined = |field: &Option<char>| format!("_{}_|", field.unwrap_or('_'));
        each(rows, |row| {
            format!("|{}", row.iter().map(underlined).collect::<String>())
        })
    },
    // Markdown, with a header row of letters. One or two letters cannot be a header, so narrow tables have no header.
    |rows| {
        let names: Vec<_> = ('a'..).take(rows[0].len()).map(Some).collect();
        let above = [between_bars(&names, "|"), rule("|", "---", "|", "|", rows)];
        let is_named = names.len() > 2;
        let above = above.into_iter().filter(|_| is_named);
        above
            .chain(each(rows, |row| between_bars(row, "|")))
            .collect()
    },
    |rows| {
        let mut lines = each(rows, |row| between_bars(row, "|"));
        lines.insert(1, rule("|", "---", "|", "|", rows));
        lines
    },
    |rows| {
        let lines = each(rows, |row| between_bars(row, "|"));
        let rule = rule("+", "---", "+", "+", rows);
        let ruled = lines.into_iter().flat_map(|line| [line, rule.clone()]);
        [rule.clone()].into_iter().chain(ruled).collect()
    },
    |rows| {
        let lines = each(rows, |row| between_bars(row, "│"));
        let mut ruled = vec![rule("┌", "───", "┬", "┐", rows)];
        for line in lines {
            ruled.extend([line, rule("├", "───", "┼", "┤", rows)]);
        }
        ruled.pop();
        ruled.push(rule("└", "───", "┴", "┘", rows));
        ruled
    },
    |rows| {
        let along = along(rows, "─");
        let above = vec![format!("┌─{along}─┐")];
        [
            above,
            each(rows, |row| format!("│ {} │", dense(row))),
            vec![format!("└─{along}─┘")],
        ]
        .concat()
    },
    |rows| {
        let rule = format!("+{}+", along(rows, "-"));
        [vec![rule.clone()], boxed(rows, "|"), vec![rule]].concat()
    },
    |rows| {
        let rule = format!("~{}~", along(rows, "~"));
        [vec![rule.clone()], boxed(rows, "~"), vec![rule]].concat()
    },
];

/// Sentences without a request.
const PROSE: [&str; 4] = [
    "Hi all, I found this in an old book.",
    "Can it be solved?",
    "This board is my grandfather's.",
    "My peg solitaire puzzle:",
];

/// Sentences with an unknown goal.
const UNKNOWN: [&str; 5] = [
    "Leave the last peg in a corner.",
    "Do not end in the centre!",
    "Leave two pegs.",
    "Jumps may be diagonal, too.",
    "The goal is a ring of marbles.",
];

fn text(field: Option<char>) -> String {
    field.map_or(String::new(), String::from)
}

fn each(rows: &[Vec<Option<char>>], line: impl Fn(&Row) -> String) -> Vec<String> {
    rows.iter().map(|row| line(row)).collect()
}

fn joined(fields: &Row, between: &str) -> String {
    let fields: Vec<String> = fields.iter().map(|&field| text(field)).collect();
    fields.join(between)
}

/// One sign per field, and blanks as wide as the signs of the row.
fn dense(fields: &Row) -> String {
    let is_wide = fields.iter().flatten().any(|&sign| "🔵⚪".contains(sign));
    let blank = if is_wide { "  " } else { " " };
    fields
        .iter()
        .map(|field| field.map_or(blank.to_owned(), String::from))
        .collect()
}

/// Rows with one sign per field, each between two marks.
fn boxed(rows: &[Vec<Option<char>>], mark: &str) -> Vec<String> {
    each(rows, |row| format!("{mark}{}{mark}", dense(row)))
}

/// Returns a line as long as a row with one sign per field.
fn along(rows: &[Vec<Option<char>>], mark: &str) -> String {
    mark.repeat(dense(&rows[0]).replace(['🔵', '⚪'], "  ").chars().count())
}

/// Three columns per field.
fn between_bars(fields: &Row, bar: &str) -> String {
    let field = |field: &Option<char>| format!(" {} {bar}", field.unwrap_or(' '));
    bar.to_owned() + &fields.iter().map(field).collect::<String>()
}

/// Returns a line above, between or below rows: its left end, the text of each field, the separator, its right end.
fn rule(left: &str, field: &str, between: &str, right: &str, rows: &[Vec<Option<char>>]) -> String {
    format!("{left}{}{right}", vec![field; rows[0].len()].join(between))
}

/// Returns the rows of a board as fields.
fn table(holes: &[(Cell, Content)], signs: (char, char), layout: Layout) -> String {
    let right = holes.iter().map(|(cell, _)| cell.x).max().unwrap();
    let bottom = holes.iter().map(|(cell, _)| cell.y).max().unwrap();
    let field = |x, y| {
        let hole = holes.iter().find(|(cell, _)| *cell == Cell::new(x, y))?;
        Some(if hole.1 == Content::Peg {
            signs.0
        } else {
            signs.1
        })
    };
    let row = |y| (0..=right).map(|x| field(x, y)).collect();
    let rows: Vec<Vec<Option<char>>> = (0..=bottom).map(row).collect();
    layout(&rows).join("\n") + "\n"
}

/// Number of texts by outcome.
#[derive(Debug, Default)]
struct Tally {
    decided: usize,
    asked: usize,
    refused: usize,
    doubtful: usize,
}

impl Tally {
    /// Counts a text with its reading and its expected reading: pictures, or an error with these words.
    fn add(&mut self, read: Result<&[Reading], &BadInput>, meant: Result<Drawn, &str>, text: &str) {
        match (read, meant) {
            (Ok([only]), Ok(meant)) => {
                assert_eq!(only.drawn, meant, "{text}");
                self.decided += 1;
            }
            (Ok(readings), Ok(meant)) => {
                let holds = readings.iter().any(|reading| reading.drawn == meant);
                assert!(holds, "{text}\nasked, and not held: {readings:#?}");
                self.asked += 1;
            }
            // The words fit only some of the readings.
            (Err(bad), Ok(_)) if bad.to_string().contains("can be read in several ways") => {
                self.asked += 1;
            }
            // Narrow fields can be two pictures: split at fields or at columns.
            (Err(bad), _) if bad.fact.contains("are not aligned") => {
                self.doubtful += 1;
            }
            (Err(bad), Err(fact)) => {
                assert!(bad.to_string().contains(fact), "{text}\n{bad}");
                self.refused += 1;
            }
            (read, meant) => panic!("{text}\nread {read:?}\nmeant {meant:?}"),
        }
    }
}

#[test]
fn boards_in_tables_are_read_with_the_stated_goal() {
    let wanted = std::env::var("SAUT_PICTURES").ok();
    let boards = wanted.map_or(BOARDS, |number| number.parse().unwrap());
    let mut random = Random::new(54);
    let mut tally = Tally::default();
    for number in 0..boards {
        let geometry =
            [Geometry::Square, Geometry::Square, Geometry::SquareDiagonal][random.below(3)];
        let cells = board(&mut random, geometry);
        let vacancy = cells[random.below(cells.len())];
        let peg = *cells.iter().find(|&&cell| cell != vacancy).unwrap();
        let is_only = random.below(2) == 0;
        let content = |is_peg| {
            if is_peg {
                Content::Peg
            } else {
                Content::Vacancy
            }
        };
        let mut hole = |&cell: &Cell| {
            let is_peg = cell != vacancy && (is_only || cell == peg || random.below(3) > 0);
            (cell, content(is_peg))
        };
        let start: Vec<(Cell, Content)> = cells.iter().map(&mut hole).collect();
        let pegs = start.iter().filter(|hole| hole.1 == Content::Peg).count();
        let goal_in =
            |cell: Cell| Picture::of(cells.iter().map(|&other| (other, content(other == cell))));
        let height = cells.iter().map(|cell| cell.y).max().unwrap() + 1;
        let last = cells[random.below(cells.len())];
        let name = format!("Finish at {}{}.", last.x + 1, height - last.y);
        let prose = PROSE[random.below(PROSE.len())];
        let mut sentences = vec![
            ("", Ok(None)),
            (prose, Ok(None)),
            ("Leave just one peg, anywhere.", Ok(None)),
            (name.as_str(), Ok(Some(goal_in(last)))),
            (
                UNKNOWN[random.below(UNKNOWN.len())],
                Err("are not understood"),
            ),
        ];
        let in_first = if pegs + 1 == start.len() {
            Ok(Some(goal_in(vacancy)))
        } else {
            Err("holes are vacant")
        };
        sentences.push(("The last peg must be in the starting hole", in_first));
        let choice = Choice {
            geometry: (geometry != Geometry::Square).then_some(geometry),
            ..Choice::default()
        };
        for layout in LAYOUTS {
            let rows = table(&start, SIGNS[random.below(SIGNS.len())], layout);
            let is_above = random.below(2) == 0;
            for (sentence, meant) in &sentences {
                let text = if is_above {
                    format!("{sentence}\n\n{rows}")
                } else {
                    format!("{rows}\n{sentence}\n")
                };
                let read = picture::read(&text, 1, choice);
                let meant = meant.clone().map(|goal| Drawn {
                    geometry,
                    start: Picture::of(start.iter().copied()),
                    goal,
                });
                tally.add(read.as_deref(), meant, &format!("board {number}:\n{text}"));
            }
        }
    }
    println!("{tally:?}");
    let Tally {
        decided,
        asked,
        refused,
        doubtful,
    } = tally;
    assert!(decided > 4 * (asked + doubtful) && refused * 2 < decided);
}
