//! Lists of jumps and sweeps, word by word.

use crate::pddl;
use crate::place::{at, shown};
use saut_base::bad_input::BadInput;
use saut_peg::peg::notation::{Digits, has_digits, read_cell};
use saut_peg::peg::{Board, Cell, Jump};
use saut_task::plan::Time;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Meaning of a word.
pub(super) enum Part {
    /// Jumps, none for a label.
    Jumps(Vec<Jump>),
    /// A triple removal, of which the first and the last peg are given.
    Triple {
        first: Cell,
        last: Cell,
        place: String,
    },
}

/// Reads all jumps of a text.
pub(super) fn read(
    board: &Board,
    text: &str,
    digits: Option<Digits>,
) -> Result<Vec<Jump>, BadInput> {
    let mut jumps = Vec::new();
    for part in parts(board, text, digits)? {
        match part {
            Part::Jumps(more) => jumps.extend(more),
            Part::Triple { place, .. } => {
                let fact =
                    "a triple removal in bold can be read only from the start of a puzzle on";
                return Err(BadInput::new(place, fact).remedy("write its three jumps"));
            }
        }
    }
    Ok(jumps)
}

/// Reads all words of a text.
pub(super) fn parts(
    board: &Board,
    text: &str,
    digits: Option<Digits>,
) -> Result<Vec<Part>, BadInput> {
    let placed = placed_parts(board, text, digits)?.into_iter();
    Ok(placed.map(|(part, _)| part).collect())
}

/// Parts, each with the number of its line, in the order of their times: `0.000:` before a jump or a line, which holds
/// for all that follows until the next one.
pub(super) fn placed_parts(
    board: &Board,
    text: &str,
    digits: Option<Digits>,
) -> Result<Vec<(Part, usize)>, BadInput> {
    let mut parts = Vec::new();
    let mut bold = Bold::default();
    let mut times = BTreeSet::new();
    let mut begins = |time: Time, place: String| {
        if times.insert(time) {
            return Ok(());
        }
        let bad = BadInput::new(place, "a second jump with the same time");
        Err(bad.remedy("give each jump its own time, or none"))
    };
    let mut time = None;
    for (row, line) in text.lines().enumerate() {
        let (of_line, rest) = without_number(line);
        if let Some(of_line) = of_line {
            begins(of_line.clone(), at((row + 1, 1)))?;
            time = Some(of_line);
        }
        for (word, column) in words(&rest) {
            let place = at((row + 1, column));
            if let Some(own) = word.strip_suffix(':').and_then(Time::read) {
                begins(own.clone(), place)?;
                time = Some(own);
                continue;
            }
            let triple_in_run = bold.triple(word, &place);
            let read = if let Some(inside) = triple_in_run {
                if inside.is_empty() {
                    continue;
                }
                triple(board, inside, digits, &place)
            } else if let Some(cell) = word.strip_prefix('+') {
                put_back(board, cell, digits).map(|jump| Part::Jumps(vec![jump]))
            } else if is_action(word) {
                action(word).map(|jump| Part::Jumps(Vec::from_iter(jump)))
            } else if is_label(word) {
                Ok(Part::Jumps(Vec::new()))
            } else {
                sweep(board, word, digits).map(Part::Jumps)
            };
            let part = read.map_err(|bad| bad.within(place))?;
            parts.push((time.clone(), part, row + 1));
        }
    }
    if let Some(place) = bold.began {
        return Err(BadInput::new(place, "the bold run does not end")
            .remedy("two stars stand before and after it, **24/26, 34/36**"));
    }
    let is_empty = |part: &Part| matches!(part, Part::Jumps(jumps) if jumps.is_empty());
    if parts.iter().all(|(_, part, _)| is_empty(part)) {
        return Err(BadInput::new("", "there is no jump in the plan")
            .remedy("a jump is written 45/47, and a comment after #"));
    }
    parts.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    let placed = parts.into_iter().map(|(_, part, row)| (part, row));
    Ok(placed.collect())
}

/// The peg put back into this cell, by the old French rule.
fn put_back(board: &Board, cell: &str, digits: Option<Digits>) -> Result<Jump, BadInput> {
    let read = read_cell(board, cell, digits.unwrap_or_default());
    read.map(Jump::put_back).ok_or_else(|| {
        BadInput::new("", format!("\"+{}\" puts no peg back", shown(cell)))
            .remedy("after the plus stands one cell, as in +44")
    })
}

/// A run of triple removals in bold, `**24/26, 34/36 et 43/23.**`, which may go over several lines.
#[derive(Default)]
struct Bold {
    /// Beginning of the run that has not ended.
    began: Option<String>,
}

impl Bold {
    /// The triple removal that a word is, empty for a word between two; `None` if it is not in bold.
    fn triple<'a>(&mut self, word: &'a str, place: &str) -> Option<&'a str> {
        let rest = word.strip_prefix("**");
        if self.began.is_none() {
            rest?;
            self.began = Some(place.to_owned());
        }
        let rest = rest.unwrap_or(word);
        let inside = rest.trim_end_matches('.').strip_suffix("**");
        if inside.is_some() {
            self.began = None;
        }
        let inside = inside.unwrap_or(rest).trim_end_matches('.');
        Some(if matches!(inside, "et" | "and" | "und") {
            ""
        } else {
            inside
        })
    }
}

/// The number or time before a colon that a line begins with, `10 : 15x35`, and the line without it and the colon.
fn without_number(line: &str) -> (Option<Time>, Cow<'_, str>) {
    // 46:44 is a jump between cells of two digits.
    let is_sweep = |word: &str| {
        let mut cells = word.split([':', ',', ';']);
        cells.all(|cell| cell.len() == 2 && cell.bytes().all(|it| it.is_ascii_digit()))
    };
    let first = line.split_whitespace().next().unwrap_or_default();
    match line.split_once(':') {
        Some(_) if is_sweep(first) && first.contains(':') => (None, line.into()),
        Some((before, after)) => {
            let time = Time::read(before.trim());
            if time.is_none() && !before.trim().is_empty() {
                return (None, line.into());
            }
            let rest = format!("{} {after}", " ".repeat(before.len()));
            (time, rest.into())
        }
        None => (None, line.into()),
    }
}

/// The triple removal of `24/26`.
fn triple(
    board: &Board,
    inside: &str,
    digits: Option<Digits>,
    place: &str,
) -> Result<Part, BadInput> {
    let jumps = sweep(board, inside, digits).unwrap_or_default();
    let is_line = |jump: &&Jump| {
        let step = (jump.over.x - jump.from.x, jump.over.y - jump.from.y);
        let twice = (jump.to.x - jump.from.x, jump.to.y - jump.from.y);
        twice == (2 * step.0, 2 * step.1) && board.geometry().directions().contains(&step)
    };
    match &jumps[..] {
        [jump] if is_line(&jump) => Ok(Part::Triple {
            first: jump.from,
            last: jump.to,
            place: place.to_owned(),
        }),
        _ => Err(
            BadInput::new("", format!("\"{}\" is no triple removal", shown(inside)))
                .remedy("in bold stand the first and the last of three pegs in a line, **24/26**"),
        ),
    }
}

/// The words of a line with their columns; brackets hold a word together.
fn words(line: &str) -> Vec<(&str, usize)> {
    let mut words = Vec::new();
    let mut begin = None;
    let mut depth = 0_usize;
    let mut comment_at_semicolon = true;
    let mut column = 0;
    for (byte, symbol) in line.char_indices().chain([(line.len(), '\n')]) {
        column += 1;
        let separates = symbol == '\n'
            || symbol == '#'
            || depth == 0 && (symbol.is_whitespace() || ",;".contains(symbol));
        if separates {
            if let Some((first, column)) = begin.take() {
                let word = &line[first..byte];
                comment_at_semicolon = is_action(word);
                words.push((word, column));
            }
            if symbol == '#' || symbol == ';' && comment_at_semicolon {
                break;
            }
            continue;
        }
        begin.get_or_insert((byte, column));
        match symbol {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    words
}

/// `(jump a b c)` and not `(0,2)/(2,2)`.
fn is_action(word: &str) -> bool {
    word.strip_prefix('(').is_some_and(|inside| {
        inside
            .trim_start()
            .starts_with(|symbol: char| symbol.is_alphabetic())
    })
}

/// The number of a jump (`12.`, `12)`), or a duration (`[1.0]`) of a PDDL planner.
fn is_label(word: &str) -> bool {
    let inside = word
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let number = inside.or_else(|| word.strip_suffix(['.', ')']));
    number.is_some_and(|number| {
        number.starts_with(|symbol: char| symbol.is_ascii_digit())
            && number
                .chars()
                .all(|symbol| symbol.is_ascii_digit() || symbol == '.')
    })
}

/// The jump of a PDDL action; `end-move` is none.
fn action(word: &str) -> Result<Option<Jump>, BadInput> {
    let bad = |fact: &str| BadInput::new("", format!("{} {fact}", shown(word)));
    let small = word.to_lowercase();
    let inside = small
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let words: Vec<&str> = inside.unwrap_or_default().split_whitespace().collect();
    match words[..] {
        ["jump" | "jump-new-move" | "jump-continue-move", from, over, to] => {
            match [from, over, to].map(pddl::cell_of) {
                [Some(from), Some(over), Some(to)] => Ok(Some(Jump { from, over, to })),
                _ => Err(bad("has a location without coordinates")
                    .remedy("locations are named pos-ROW-COLUMN, both from 0")),
            }
        }
        ["end-move", _] => Ok(None),
        _ => Err(bad("is no action of peg solitaire")
            .remedy("known are jump, jump-new-move and jump-continue-move with three locations, and end-move")),
    }
}

/// The jumps of a word such as `45/47` or `75x73x53`.
fn sweep(board: &Board, word: &str, digits: Option<Digits>) -> Result<Vec<Jump>, BadInput> {
    let bad = |fact: &str| {
        BadInput::new("", format!("\"{}\" {fact}", shown(word))).remedy(if has_digits(board) {
            "a jump is written 45/47, a sweep 75/73/53 or, row first, 75x73x53"
        } else {
            "on a board this large a jump is written (0,2)/(2,2), from the left and the top, both from 0"
        })
    };
    let (cells, crosses) = stops(word).ok_or_else(|| bad("is no jump"))?;
    let order = digits.unwrap_or(if crosses {
        Digits::RowFirst
    } else {
        Digits::ColumnFirst
    });
    let cells: Option<Vec<Cell>> = cells
        .iter()
        .map(|cell| read_cell(board, cell, order))
        .collect();
    let cells = cells.ok_or_else(|| bad("is no jump"))?;
    if cells.len() < 2 {
        return Err(bad("is a cell and no jump"));
    }
    Ok(cells
        .windows(2)
        .map(|pair| Jump::between(pair[0], pair[1]))
        .collect())
}

/// The cells of a sweep, and whether crosses stand between them; all separators must agree.
fn stops(word: &str) -> Option<(Vec<&str>, bool)> {
    let mut cells = Vec::new();
    let mut separator = None;
    let mut rest = word;
    loop {
        let end = if rest.starts_with('(') {
            rest.find(')')? + 1
        } else {
            rest.find(|symbol: char| !symbol.is_ascii_digit())
                .unwrap_or(rest.len())
        };
        let (cell, after) = rest.split_at(end);
        cells.push(cell);
        let Some(symbol) = after.chars().next() else {
            break;
        };
        let kind = match symbol {
            'x' | 'X' | '×' => 'x',
            '/' | '-' | '–' | '→' | '>' | ':' => '/',
            _ => return None,
        };
        if separator.is_some_and(|other| other != kind) {
            return None;
        }
        separator = Some(kind);
        rest = &after[symbol.len_utf8()..];
    }
    Some((cells, separator == Some('x')))
}
