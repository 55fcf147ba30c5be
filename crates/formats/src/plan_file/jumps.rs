//! Parses lists of jumps and sweeps, word by word.
//!
//! A triple removal in bold, `**24/26**`, removes the three pegs 24, 25 and 26 by three jumps. These jumps depend on
//! the position: they need a fourth peg on one side of an end of the line, and a vacancy on the other side of this end.
//! So the parser plays the plan from the start of its puzzle. If no three jumps are playable, the jumps for some other
//! position are used, and the simulator reports the error.
//!
//! Lucas, *Récréations mathématiques*, volume 1, where the fraction is set in bold type.

use std::borrow::Cow;
use std::collections::BTreeSet;

use itertools::Itertools as _;

use crate::pddl;
use crate::place::{at, is_number, shown};
use saut_base::bad_input::BadInput;
use saut_levels::packages;
use saut_levels::search::bit_board::{BitBoard, bits_of};
use saut_peg::peg::notation::{Digits, has_digits, read_cell};
use saut_peg::peg::{Board, Cell, Jump, Puzzle};
use saut_task::plan::Time;

/// The meaning of a word.
pub(super) enum Part {
    /// Jumps. The list is empty for a label.
    Jumps(Vec<Jump>),
    /// A triple removal of the pegs in these cells, with its place in the text.
    Triple([Cell; 3], String),
}

impl Part {
    /// Returns the jumps of a part that does not depend on the position.
    pub(super) fn without_position(self) -> Result<Vec<Jump>, BadInput> {
        match self {
            Self::Jumps(jumps) => Ok(jumps),
            Self::Triple(_, place) => Err(BadInput::new(
                place,
                "a triple removal in bold depends on the figure",
            )
            .remedy("write its three jumps, or also give the figure")),
        }
    }

    pub(super) fn jumps(&self) -> usize {
        match self {
            Self::Jumps(jumps) => jumps.len(),
            Self::Triple(..) => 3,
        }
    }
}

/// Returns the jumps of the parts of a text. The jumps of a triple removal depend on the position before it, so the
/// plan is played from the start of the puzzle.
pub(super) fn expand(puzzle: &Puzzle, parts: Vec<(usize, Part)>) -> Result<Vec<Jump>, BadInput> {
    let board = puzzle.board();
    let compact = BitBoard::fixing(board, &[]);
    let mut known = None;
    let mut position = bits_of(puzzle.start());
    let mut jumps = Vec::new();
    for (_, part) in parts {
        let played = match part {
            Part::Jumps(played) => played,
            Part::Triple(cells, place) => {
                let bad = |fact: &str| {
                    BadInput::new(&place, format!("the triple removal in bold {fact}"))
                        .remedy("**24/26** removes 24, 25 and 26, which are in a line")
                };
                let Some(compact) = &compact else {
                    return Err(bad("can only be read on boards of at most 64 holes"));
                };
                let bit = |cell| Some(1_u64 << board.hole(cell)?);
                let [Some(first), Some(middle), Some(last)] = cells.map(bit) else {
                    return Err(bad("has holes that the board does not have"));
                };
                let known = known.get_or_insert_with(|| packages::triples(compact));
                let cleared = first | middle | last;
                let mut triples = known.iter().filter(|one| one.cleared == cleared);
                let playable = triples.clone().find(|one| one.applies(position));
                let triple = playable.or_else(|| triples.next());
                let triple = triple.ok_or_else(|| bad("can never be played on this board"))?;
                triple.jumps.map(|jump| compact.jumps()[jump]).to_vec()
            }
        };
        let cells = played
            .iter()
            .flat_map(|jump| [jump.from, jump.over, jump.to]);
        let holes = cells.filter_map(|cell| board.hole(cell));
        for hole in holes.filter(|&hole| hole < BitBoard::MOST_HOLES) {
            position ^= 1 << hole;
        }
        jumps.extend(played);
    }
    Ok(jumps)
}

/// Parses all words of a text into parts, each with the number of its line, in the order of their times. A time such as
/// `0.000:` before a jump or a line is valid for all following jumps until the next time.
pub(super) fn parts(
    board: &Board,
    text: &str,
    digits: Option<Digits>,
) -> Result<Vec<(usize, Part)>, BadInput> {
    let mut parts = Vec::new();
    let mut bold = None;
    let mut times = BTreeSet::new();
    let mut time = None;
    let mut begin = |new: Time, place: String| {
        if times.insert(new.clone()) {
            return Ok(Some(new));
        }
        let bad = BadInput::new(place, "an earlier jump has the same time");
        Err(bad.remedy("give every jump a different time, or none"))
    };
    for (number, line) in (1..).zip(text.lines()) {
        let line = joined(line);
        let (of_line, rest) = without_number(&line);
        if let Some(of_line) = of_line {
            time = begin(of_line, at((number, 1)))?;
        }
        for (word, column) in words(&rest) {
            let place = at((number, column));
            if let Some(own) = word.strip_suffix(':').and_then(Time::read) {
                time = begin(own, place)?;
                continue;
            }
            let part = match in_bold(&mut bold, word, &place) {
                Some("") => continue,
                Some(inside) => triple(board, inside, digits, &place),
                None => jumps(board, word, digits).map(Part::Jumps),
            };
            let part = part.map_err(|bad| bad.within(place))?;
            parts.push((time.clone(), number, part));
        }
    }
    if let Some(place) = bold {
        return Err(BadInput::new(place, "the end of the bold text is missing")
            .remedy("put two stars before and after it, **24/26, 34/36**"));
    }
    if parts.iter().all(|(.., part)| part.jumps() == 0) {
        return Err(BadInput::new("", "there is no jump in the plan")
            .remedy("write a jump as 45/47, and a comment after #"));
    }
    parts.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    let parts = parts.into_iter().map(|(_, line, part)| (line, part));
    Ok(parts.collect())
}

/// Returns the jumps of a word that is not in bold. The result for a label is empty.
fn jumps(board: &Board, word: &str, digits: Option<Digits>) -> Result<Vec<Jump>, BadInput> {
    if let Some(cell) = word.strip_prefix('+') {
        let jump = read_cell(board, cell, digits.unwrap_or_default()).map(Jump::put_back);
        return jump.map(|jump| vec![jump]).ok_or_else(|| {
            BadInput::new("", format!("\"{}\" does not put back a peg", shown(word)))
                .remedy("write one cell after the plus, as in +44")
        });
    }
    if is_action(word) {
        return action(word);
    }
    if is_label(word) {
        return Ok(Vec::new());
    }
    sweep(board, word.trim_end_matches('.'), digits)
}

/// Returns the triple removal in a bold word, or an empty text for a word between two removals. Returns `None` if the
/// word is not in bold.
///
/// A run in bold, `**24/26, 34/36 et 43/23.**`, may span several lines. `began` is the place where the open run began.
fn in_bold<'a>(began: &mut Option<String>, word: &'a str, place: &str) -> Option<&'a str> {
    let rest = word.strip_prefix("**");
    if began.is_none() {
        rest?;
        *began = Some(place.to_owned());
    }
    let rest = rest.unwrap_or(word).trim_end_matches('.');
    let inside = rest.strip_suffix("**");
    if inside.is_some() {
        *began = None;
    }
    let inside = inside.unwrap_or(rest).trim_end_matches('.');
    let is_between = ["et", "and", "und"].contains(&inside);
    Some(if is_between { "" } else { inside })
}

/// Returns the triple removal of `24/26`.
fn triple(
    board: &Board,
    inside: &str,
    digits: Option<Digits>,
    place: &str,
) -> Result<Part, BadInput> {
    let jumps = sweep(board, inside, digits).unwrap_or_default();
    if let [Jump { from, over, to }] = jumps[..] {
        let step = (over.x - from.x, over.y - from.y);
        if from.step(step, 2) == to && board.geometry().directions().contains(&step) {
            return Ok(Part::Triple([from, over, to], place.to_owned()));
        }
    }
    let fact = format!("\"{}\" is not a triple removal", shown(inside));
    Err(BadInput::new("", fact)
        .remedy("write the first and the last of three pegs in a line in bold, **24/26**"))
}

/// First words of a line of a printed collection, before the number of the figure.
const FIGURE: [&str; 4] = ["fig", "figure", "no", "n\u{b0}"];

/// Whether a text before a colon is the name of a figure, `Fig.1` or `Figure 12`.
fn is_figure(before: &str) -> bool {
    let word = before
        .trim()
        .trim_end_matches(|symbol: char| symbol.is_ascii_digit());
    let name = word.trim_end_matches([' ', '.']).to_lowercase();
    word.len() < before.trim().len() && FIGURE.contains(&&*name)
}

/// Returns a line in which the spaces around signs between two cells, as in `46 x 44`, are moved after the jump.
fn joined(line: &str) -> Cow<'_, str> {
    let words: Vec<&str> = line.split(' ').collect();
    let is_cell = |word: &str| word.len() == 2 && is_number(word);
    let is_sign =
        |word: &str| ["x", "X", "\u{d7}", "/", "-", "\u{2013}", "\u{2192}"].contains(&word);
    let is_spaced = |three: &[&str]| is_cell(three[0]) && is_sign(three[1]) && is_cell(three[2]);
    if !words.windows(3).any(is_spaced) {
        return line.into();
    }
    let mut joined = String::new();
    for (index, word) in words.iter().enumerate() {
        let is_next = |at: usize| words.get(at..at + 3).is_some_and(is_spaced);
        let follows = index >= 1 && is_next(index - 1) || index >= 2 && is_next(index - 2);
        if index > 0 && !follows {
            joined.push(' ');
        }
        joined += word;
    }
    joined.into()
}

/// Returns the number or time before the first colon of a line, `10 : 15x35`, and the line without it and the colon.
/// The name of a figure, `Fig.1 :`, and a number without a colon before a jump, `10 15x35`, are also removed.
fn without_number(line: &str) -> (Option<Time>, Cow<'_, str>) {
    // 46:44 is a jump between cells of two digits.
    let is_sweep = |word: &str| {
        let mut cells = word.split([':', ',', ';']);
        cells.all(|cell| cell.len() == 2 && is_number(cell))
    };
    let first = line.split_whitespace().next().unwrap_or_default();
    match line.split_once(':') {
        Some(_) if is_sweep(first) && first.contains(':') => (None, line.into()),
        Some((before, after)) => {
            let time = Time::read(before.trim());
            if time.is_none() && !before.trim().is_empty() && !is_figure(before) {
                return (None, line.into());
            }
            let rest = format!("{} {after}", " ".repeat(before.len()));
            (time, rest.into())
        }
        None => {
            let rest = line
                .trim_start()
                .trim_start_matches(|it: char| it.is_ascii_digit());
            let number = line.len() - rest.len();
            let next = rest.split_whitespace().next().unwrap_or_default();
            let has_number = rest.starts_with(' ') && is_number(line[..number].trim());
            if has_number && next.starts_with(|it: char| it.is_ascii_digit()) && is_jump(next) {
                return (None, format!("{}{rest}", " ".repeat(number)).into());
            }
            (None, line.into())
        }
    }
}

/// Returns the words of a line with their columns. Text in brackets is one word.
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

/// Whether a word is an action such as `(jump a b c)`, and not a jump such as `(0,2)/(2,2)`.
fn is_action(word: &str) -> bool {
    word.strip_prefix('(').is_some_and(|inside| {
        inside
            .trim_start()
            .starts_with(|symbol: char| symbol.is_alphabetic())
    })
}

/// Whether a word is the number of a jump (`12.`, `12)`) or a duration (`[1.0]`) of a PDDL planner.
fn is_label(word: &str) -> bool {
    let inside = word.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let number = inside.or_else(|| word.strip_suffix(['.', ')']));
    number.is_some_and(|number| {
        let is_part = |symbol: char| symbol.is_ascii_digit() || symbol == '.';
        !number.starts_with('.') && !number.is_empty() && number.chars().all(is_part)
    })
}

/// Returns the jump of a PDDL action. The action `end-move` has no jump.
fn action(word: &str) -> Result<Vec<Jump>, BadInput> {
    let bad = |fact: &str| BadInput::new("", format!("{} {fact}", shown(word)));
    let small = word.to_lowercase();
    let inside = small.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let words: Vec<&str> = inside.unwrap_or_default().split_whitespace().collect();
    match words[..] {
        ["jump" | "jump-new-move" | "jump-continue-move", from, over, to] => {
            match [from, over, to].map(pddl::cell_of) {
                [Some(from), Some(over), Some(to)] => Ok(vec![Jump { from, over, to }]),
                _ => Err(bad("has a location without coordinates")
                    .remedy("locations are named pos-ROW-COLUMN, both from 0")),
            }
        }
        ["end-move", _] => Ok(Vec::new()),
        _ => Err(bad("is not an action of peg solitaire")
            .remedy("actions are jump, jump-new-move and jump-continue-move with three locations, and end-move")),
    }
}

/// Returns the jumps of a word such as `45/47` or `75x73x53`.
fn sweep(board: &Board, word: &str, digits: Option<Digits>) -> Result<Vec<Jump>, BadInput> {
    let bad = |fact: &str| {
        BadInput::new("", format!("\"{}\" {fact}", shown(word))).remedy(if has_digits(board) {
            "write a jump as 45/47, and a sweep as 75/73/53 or, row first, 75x73x53"
        } else {
            "on a board this large, write a jump as (0,2)/(2,2), with column and row from 0, from the left and \
             the top"
        })
    };
    if let Some(jump) = towards(board, word, digits.unwrap_or_default()) {
        return Ok(vec![jump]);
    }
    let (cells, crosses) = stops(word).ok_or_else(|| bad("is not a jump"))?;
    let order = digits.unwrap_or(if crosses {
        Digits::RowFirst
    } else {
        Digits::ColumnFirst
    });
    let cells = cells.iter().map(|cell| read_cell(board, cell, order));
    let cells: Option<Vec<Cell>> = cells.collect();
    match &without_jumped_over(board, cells.ok_or_else(|| bad("is not a jump"))?)[..] {
        [_] => Err(bad("is a cell, not a jump")),
        cells => Ok(cells
            .windows(2)
            .map(|pair| Jump::between(pair[0], pair[1]))
            .collect()),
    }
}

/// Returns the jump of a word such as `42R`: a cell, and the direction left, right, up or down (L, R, U or D). Returns
/// `None` for any other word.
fn towards(board: &Board, word: &str, digits: Digits) -> Option<Jump> {
    let (at, letter) = word.char_indices().next_back()?;
    let step = match letter {
        'L' => (-1, 0),
        'R' => (1, 0),
        'U' => (0, -1),
        'D' => (0, 1),
        _ => return None,
    };
    let from = read_cell(board, &word[..at], digits)?;
    board.hole(from)?;
    Some(Jump::between(from, from.step(step, 2)))
}

/// Returns the cells of a sweep without the cells that are jumped over, if the sweep names them as in `42-43-44`.
fn without_jumped_over(board: &Board, cells: Vec<Cell>) -> Vec<Cell> {
    let directions = board.geometry().directions();
    let step = |from: Cell, to: Cell| (to.x.wrapping_sub(from.x), to.y.wrapping_sub(from.y));
    let names_three = |three: &[Cell]| {
        let first = step(three[0], three[1]);
        directions.contains(&first) && step(three[1], three[2]) == first
    };
    let is_odd = cells.len() % 2 == 1 && cells.len() > 1;
    if !is_odd || !cells.windows(3).step_by(2).all(names_three) {
        return cells;
    }
    cells.into_iter().step_by(2).collect()
}

/// Whether a word is a jump or a sweep between cells of two digits.
fn is_jump(word: &str) -> bool {
    let cells = stops(word.trim_end_matches([',', ';', '.']));
    cells.is_some_and(|(cells, _)| cells.len() > 1 && cells.iter().all(|cell| cell.len() == 2))
}

/// Returns the cells of a sweep, and whether they are separated by crosses. Returns `None` if the separators differ.
fn stops(word: &str) -> Option<(Vec<&str>, bool)> {
    let mut inside = false;
    let mut kinds = Vec::new();
    let separates = |symbol: char| {
        inside = symbol == '(' || (inside && symbol != ')');
        let kind = match symbol {
            'x' | 'X' | '×' => Some('x'),
            '/' | '-' | '–' | '→' | '>' | ':' => Some('/'),
            _ => None,
        };
        let kind = kind.filter(|_| !inside);
        kinds.extend(kind);
        kind.is_some()
    };
    let cells: Vec<&str> = word.split(separates).collect();
    let crosses = kinds.first() == Some(&'x');
    kinds.iter().all_equal().then_some((cells, crosses))
}
