//! Shorthand for positions on a named board: `full`, `full - 44 45`, `44 45 46`, and for goals on
//! any board: `one peg`, `one peg in [14, 47]`.

use std::borrow::Cow;

use crate::place::{is_number, shown};
use saut_base::bad_input::BadInput;
use saut_peg::peg::notation::{Digits, cell_name, has_digits, read_cell, row_ends};
use saut_peg::peg::{Board, Cell, Goal, Position, boards};

/// Returns the board with this name. `place` is the place of the name in messages.
pub(super) fn board_named(name: &str, place: impl Into<String>) -> Result<Board, BadInput> {
    boards::named(name).ok_or_else(|| {
        BadInput::new(place, format!("no board is called \"{}\"", shown(name)))
            .remedy(format!("choose one of {}", boards::NAMES.join(", ")))
    })
}

/// Returns the goal of one peg, anywhere or in one of the listed cells. Returns `None` if the text does not begin with
/// `one peg`.
pub(super) fn one_peg(board: &Board, text: &str) -> Option<Result<Goal, BadInput>> {
    let rest = after_word(after_word(text, "one")?, "peg")?;
    if rest.is_empty() {
        return Some(Ok(Goal::one_peg(board)));
    }
    let listed = after_word(rest, "in").map(str::trim);
    let inside = listed.and_then(|list| list.strip_prefix('[')?.strip_suffix(']'));
    let Some(inside) = inside else {
        let fact = format!("\"{}\" cannot come after \"one peg\"", shown(rest));
        let remedy = "write \"one peg in [14, 47]\", or \"one peg\" for anywhere";
        return Some(Err(BadInput::new("", fact).remedy(remedy)));
    };
    Some(cells(board, inside).map(Goal::one_peg_in))
}

/// Returns the text after a word, without the space around it, or `None` if the text does not begin with the word.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.trim().strip_prefix(word)?;
    let ends = rest.is_empty() || rest.starts_with(|symbol: char| !symbol.is_alphanumeric());
    ends.then(|| rest.trim())
}

/// Whether commas separate the cells of a text. Commas inside the brackets of a cell do not count.
pub(crate) fn has_commas(text: &str) -> bool {
    let mut parts = text.split('(').map(|part| part.rsplit(')').next());
    parts.any(|part| part.is_some_and(|outside| outside.contains(',')))
}

/// Whether a text is a picture. Shorthand contains a digit or a lower-case letter other than `o`; a picture does not.
pub(super) fn is_drawn(text: &str) -> bool {
    !text.contains(|symbol: char| {
        symbol.is_ascii_digit() || symbol.is_ascii_lowercase() && symbol != 'o'
    })
}

/// Returns the position that a shorthand means.
pub(super) fn position(board: &Board, text: &str) -> Result<Position, BadInput> {
    let text = text.trim();
    let Some(rest) = text.strip_prefix("full").map(str::trim_start) else {
        return cells(board, text);
    };
    match rest.strip_prefix('-') {
        Some(listed) => Ok(cells(board, listed)?.complement()),
        None if rest.is_empty() => Ok(board.full()),
        None => {
            let fact = format!("\"{}\" cannot come after \"full\"", shown(rest));
            Err(BadInput::new("", fact).remedy("write \"full - 44\" for all holes but 44"))
        }
    }
}

/// Returns the position with pegs in the listed cells. The list may be in square brackets.
///
/// # Errors
/// A word is not a cell, or not a hole of the board.
pub fn cells(board: &Board, text: &str) -> Result<Position, BadInput> {
    let text = text.trim();
    let inside = text.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let remedy = if has_digits(board) {
        "a cell is two digits: the column from the left, and the row from below, both from 1"
    } else {
        "on a board this large, a cell is (column,row), from the left and the top, both from 0"
    };
    let mut position = board.empty();
    for name in names(inside.unwrap_or(text)) {
        let bad = |fact: &str| BadInput::new("", format!("\"{}\" {fact}", shown(name)));
        let cell = read_cell(board, name, Digits::ColumnFirst).ok_or_else(|| {
            let pair = as_pair(board, name);
            let pair = pair.map(|pair| format!(": write \"{pair}\", with the quotes"));
            bad("is not a cell").remedy(remedy.to_owned() + &pair.unwrap_or_default())
        })?;
        let hole = board.hole(cell).ok_or_else(|| {
            let row = usize::try_from(cell.y).ok();
            let ends = row.and_then(|row| row_ends(board).into_iter().nth(row));
            let ends =
                ends.map(|[first, last]| format!("its row has the cells {first} to {last}; "));
            bad("is not a hole of the board").remedy(ends.unwrap_or_default() + remedy)
        })?;
        if position.has(hole) {
            return Err(bad("is listed twice"));
        }
        position.set(hole, true);
    }
    if position.is_empty() {
        return Err(BadInput::new("", "no cell is listed").remedy("list cells, as in \"44 45\""));
    }
    Ok(position)
}

/// Cells that a user has typed, with names from the labels of a printed board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typed {
    pub holes: Position,
    /// The cells by the names that the board shows, with the separators that were typed.
    pub names: String,
    /// Meaning of pairs or letters on a board labelled with digits, in words.
    pub meaning: Option<&'static str>,
}

/// Meanings of pairs on a board whose cells are two digits.
const FROM_THE_CORNER: &str = "column and row from 0, from the left and the top";
const NOT_FROM_THE_MIDDLE: &str =
    "column and row from 0, from the left and the top (with a sign, as in (+1,0), from the middle)";
const FROM_THE_MIDDLE: &str = "steps right and up from the middle";
const BY_LETTER: &str = "the letter of the column, and the row from the top";

/// A parser of the name of a cell.
type ReadCell<'a> = dyn Fn(&str) -> Option<Cell> + 'a;

/// Reads cells as people type them. On a board whose cells have two digits, a pair `(3,2)` counts from the upper left
/// corner, from 0, as in the variable names of formulas. If a pair has a sign, as in `(+2,0)`, all pairs count from the
/// middle, right and up. Pairs without a sign count from the middle if all of them are holes only in this reading.
/// `other` is another text of the same command. Its pairs are read in the same way.
pub(crate) fn cells_as_shown(board: &Board, text: &str, other: &str) -> Result<Typed, BadInput> {
    let is_pair = |name: &&str| name.starts_with('(');
    let pairs = || names(text).chain(names(other)).filter(is_pair);
    let is_lettered = |name: &&str| name.starts_with(|sign: char| sign.is_ascii_alphabetic());
    let has_pairs = has_digits(board) && names(text).any(|name| is_pair(&name));
    let has_letters = has_digits(board) && names(text).any(|name| is_lettered(&name));
    let has_signs = pairs().any(|pair| pair.contains(['+', '-', '\u{2212}']));
    if !has_pairs && !has_signs && !has_letters {
        return Ok(Typed {
            holes: cells(board, text)?,
            names: text.to_owned(),
            meaning: None,
        });
    }
    let from_middle = |pair: &str| {
        let pair = pair.replace('\u{2212}', "-");
        let cell = read_cell(board, &pair, Digits::ColumnFirst)?;
        let has_middle = board.width() % 2 == 1 && board.height() % 2 == 1;
        let x = cell.x.checked_add(board.width() / 2)?;
        let y = (board.height() / 2).checked_sub(cell.y)?;
        has_middle.then_some(Cell::new(x, y))
    };
    let is_hole = |cell: Option<Cell>| cell.is_some_and(|cell| board.hole(cell).is_some());
    let all = |read: &ReadCell<'_>| pairs().all(|pair| is_hole(read(pair)));
    let from_corner = |pair: &str| read_cell(board, pair, Digits::ColumnFirst);
    let (read, meaning): (&ReadCell<'_>, _) =
        if !has_signs && (all(&from_corner) || !all(&from_middle)) {
            let is_ambiguous = all(&from_corner) && all(&from_middle);
            (
                &from_corner,
                if is_ambiguous {
                    NOT_FROM_THE_MIDDLE
                } else {
                    FROM_THE_CORNER
                },
            )
        } else {
            (&from_middle, FROM_THE_MIDDLE)
        };
    let mut renamed = String::new();
    let mut rest = text;
    for name in names(text) {
        let at = rest.find(name).unwrap_or(0);
        renamed += &rest[..at];
        let cell = if is_lettered(&name) {
            from_corner(name)
        } else {
            read(name).filter(|_| is_pair(&name))
        };
        match cell.filter(|cell| board.hole(*cell).is_some()) {
            Some(cell) => renamed += &cell_name(board, cell),
            None if is_pair(&name) => {
                let fact = format!("\"{}\" is not a hole of the board", shown(name));
                let remedy = format!(
                    "a pair is {FROM_THE_CORNER}, or, with a sign as in (+2,0), {FROM_THE_MIDDLE}; two digits \
                     are the column, and the row from below, both from 1"
                );
                return Err(BadInput::new("", fact).remedy(remedy));
            }
            None => renamed += name,
        }
        rest = &rest[at + name.len()..];
    }
    renamed += rest;
    Ok(Typed {
        holes: cells(board, &renamed)?,
        names: renamed,
        meaning: Some(if has_letters && !has_pairs {
            BY_LETTER
        } else {
            meaning
        }),
    })
}

/// Returns the pair that two digits probably mean on a board whose cells are pairs.
fn as_pair(board: &Board, name: &str) -> Option<String> {
    let is_meant = !has_digits(board) && name.len() == 2 && is_number(name);
    let pair = is_meant.then(|| format!("({},{})", &name[..1], &name[1..]))?;
    let cell = read_cell(board, &pair, Digits::ColumnFirst)?;
    board.hole(cell).map(|_| pair)
}

/// Adds brackets around bare pairs of typed cells, as in `4,4 5,5`. This is unambiguous, because a single number is not
/// a cell on a board whose cells are pairs.
pub(crate) fn bracketed<'a>(board: &Board, text: &'a str) -> Cow<'a, str> {
    let is_pair = |word: &str| {
        let pair = word.split_once(',');
        pair.is_some_and(|(x, y)| is_number(x) && is_number(y))
    };
    if has_digits(board) || !text.split_whitespace().all(is_pair) {
        return text.into();
    }
    let words = text.split_whitespace().map(|word| format!("({word})"));
    words.collect::<Vec<_>>().join(" ").into()
}

/// Returns the words between spaces and commas. A comma inside brackets belongs to its word.
pub(crate) fn names(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.split(move |symbol: char| {
        match symbol {
            '(' => inside = true,
            ')' => inside = false,
            _ => {}
        }
        !inside && (symbol.is_whitespace() || symbol == ',')
    })
    .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{bracketed, cells_as_shown, has_commas, is_drawn, one_peg, position};
    use saut_peg::peg::boards::named;

    #[test]
    fn cells_are_listed_or_left_out_of_the_full_board() {
        let english = named("english").unwrap();
        assert_eq!(position(&english, "full - 44, 45").unwrap().pegs(), 31);
        assert_eq!(position(&english, " full ").unwrap().pegs(), 33);
        assert_eq!(position(&english, "44 45 (3,4)").unwrap().pegs(), 3);
        assert_eq!(position(&english, "[44, 45]").unwrap().pegs(), 2);
        assert!(position(&english, "[44, 45").is_err());
        let large = named("square-11").unwrap();
        let listed = position(&large, "full - (0, 2),(10,10)").unwrap();
        assert_eq!(listed.pegs(), 119);
    }

    #[test]
    fn a_hole_outside_the_board_is_rejected() {
        let english = named("english").unwrap();
        for (text, message) in [
            ("11", "\"11\" is not a hole of the board"),
            ("full - 444", "\"444\" is not a cell"),
            ("full 44", "\"44\" cannot come after \"full\""),
            ("44 44", "\"44\" is listed twice"),
            ("full -", "no cell is listed"),
            ("one peg in [11, 44]", "\"11\" is not a hole of the board"),
            ("one peg in [44 44]", "\"44\" is listed twice"),
            ("one peg in []", "no cell is listed"),
            ("one peg in 44", "\"in 44\" cannot come after \"one peg\""),
            ("one peg at 44", "\"at 44\" cannot come after \"one peg\""),
        ] {
            let goal = one_peg(&english, text);
            let bad = goal.map_or_else(|| position(&english, text).err(), Result::err);
            assert_eq!(bad.unwrap().fact, message);
        }
        let remedy = |text| position(&english, text).unwrap_err().remedy.unwrap();
        assert!(remedy("11").starts_with("its row has the cells 31 to 51;"));
        assert!(!remedy("19").contains("has the cells"));
    }

    #[test]
    fn pairs_count_from_the_corner_or_with_signs_from_the_middle() {
        let english = named("english").unwrap();
        let names = |text| cells_as_shown(&english, text, "").unwrap().names;
        for (text, shown) in [
            ("(3,2)", "45"),
            ("44 (4, 4)", "44 53"),
            ("(0,2),(6,4)", "15,73"),
            ("(0,0)", "44"),
            ("(1,1) (3,1)", "55 75"),
            ("(+2,0)", "64"),
            ("(-1,-3)", "31"),
            ("(\u{2212}1,\u{2212}3), (0,0)", "31, 44"),
            ("44, 45", "44, 45"),
            ("d2", "46"),
            ("c1 g4 44", "37 74 44"),
        ] {
            assert_eq!(names(text), shown, "{text}");
        }
        let meaning = |text| cells_as_shown(&english, text, "").unwrap().meaning;
        assert!(meaning("d2").unwrap().contains("the row from the top"));
        assert!(meaning("(3,2)").unwrap().ends_with("the left and the top"));
        assert!(
            meaning("(3,1)")
                .unwrap()
                .contains("the top (with a sign, as in (+1,0), from the middle")
        );
        assert!(meaning("(0,0)").unwrap().contains("middle"));
        assert!(meaning("(0,0) 45").unwrap().contains("middle") && meaning("44").is_none());
        let beside = |text, other| cells_as_shown(&english, text, other).map(|it| it.names);
        for (text, other, shown) in [
            ("(0,2)", "(0,0)", "Some(\"46\")"),
            ("(0,3)", "(0,0)", "Some(\"47\")"),
            ("(0,3)", "(+1,0)", "Some(\"47\")"),
            ("(0,3)", "44 (3,0)", "Some(\"14\")"),
            ("(1,0)", "(0,3)", "Some(\"54\")"),
            ("44", "(+1,0)", "Some(\"44\")"),
        ] {
            assert_eq!(
                format!("{:?}", beside(text, other).ok()),
                shown,
                "{text} {other}"
            );
        }
        let large = named("square-11").unwrap();
        let typed = cells_as_shown(&large, "(0, 2),(10,10)", "").unwrap();
        assert_eq!((typed.holes.pegs(), typed.meaning), (2, None));
        assert_eq!(cells_as_shown(&large, "(+0,0)", "").unwrap().names, "(5,5)");
    }

    #[test]
    fn a_pair_outside_the_board_in_both_orders_is_rejected() {
        let english = named("english").unwrap();
        let bad = |text| cells_as_shown(&english, text, "").unwrap_err().to_string();
        assert!(bad("(9,9)").contains("\"(9,9)\" is not a hole of the board; a pair is column"));
        assert!(bad("(+3,+3)").contains("is not a hole of the board"));
        assert!(bad("(0,0) (3,2)").contains("\"(0,0)\" is not a hole of the board"));
        assert!(bad("(0,2) (0,2)").contains("is listed twice"));
        assert!(bad("(").contains("is no"));
        let even = named("square-4").unwrap();
        assert!(cells_as_shown(&even, "(+0,0)", "").is_err());
        let large = named("square-11").unwrap();
        let bad = cells_as_shown(&large, "44", "").unwrap_err().to_string();
        assert!(bad.ends_with("write \"(4,4)\", with the quotes"), "{bad}");
    }

    #[test]
    fn unambiguous_pairs_need_no_brackets() {
        let (english, large) = (named("english").unwrap(), named("square-11").unwrap());
        assert_eq!(bracketed(&large, "4,4  10,5"), "(4,4) (10,5)");
        for text in ["4, 4", "4,4,5,5", "44", "(4,4)"] {
            assert_eq!(bracketed(&large, text), text);
        }
        assert_eq!(bracketed(&english, "4,4"), "4,4");
    }

    #[test]
    fn pictures_and_shorthand_are_distinguished() {
        assert!(is_drawn("  ooo\no.?X\n") && is_drawn(""));
        assert!(!is_drawn("full - 44") && !is_drawn("44") && !is_drawn("one peg"));
        assert!(has_commas("14,47") && has_commas("(0,1), (1,0)") && !has_commas("(0,1) (1,0)"));
    }

    #[test]
    fn one_peg_is_wanted_anywhere_or_in_one_of_the_listed_holes() {
        let english = named("english").unwrap();
        let goal = |text: &str| one_peg(&english, text).map(Result::unwrap);
        assert!(goal(" one  peg ").unwrap().is_one_peg_anywhere());
        assert!(goal("one").is_none() && goal("one pegs").is_none() && goal("44").is_none());
        let four = goal("one peg in [14, 47 74,41]").unwrap();
        assert!(four.is_one_peg() && !four.is_one_peg_anywhere());
        assert_eq!(four.open().pegs(), 4);
        // The goal of one peg in one hole is a position.
        let one = goal("one peg in [44]").unwrap();
        assert_eq!(one.position().unwrap().pegs(), 1);
    }
}
