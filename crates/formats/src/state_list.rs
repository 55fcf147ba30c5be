//! Lists of occupied cells, `[24, 34, 44]`, and lists of such lists, as the French study prints positions and games:
//! cells in Lucas's digits, position after position. Positions can also be vectors of 0 and 1: one number per hole, row
//! by row from the top. A web page on the theory writes positions in this form.

use itertools::Itertools as _;

use crate::place::{is_number, shown};
use crate::shorthand::{board_named, cells};
use saut_base::bad_input::BadInput;
use saut_peg::peg::{Board, Goal, Jump, Position, Puzzle, boards, notation};

/// Whether a text is a list of cells, or of lists of cells.
pub(super) fn is_list(text: &str) -> bool {
    let text = without_dollars(text);
    let inside = text.trim_start_matches(['[', ' ', '\n', '\r']);
    text.starts_with('[') && inside.starts_with(|symbol: char| symbol.is_ascii_digit())
}

/// Whether a text is a list of cells without its brackets. The answer is only meaningful if a board is named.
pub(super) fn is_bare(text: &str) -> bool {
    let is_cell = |word: &str| word.len() == 2 && is_number(word);
    let mut words = text
        .split([',', ' ', '\n', '\r'])
        .filter(|word| !word.is_empty())
        .peekable();
    words.peek().is_some() && words.all(is_cell)
}

/// Returns the numbers of a text that has only zeros and ones, brackets and commas. `P:=vector(33,[1,…])` of Maple,
/// also after its prompt, is read as the numbers in square brackets.
fn numbers(text: &str) -> Option<Vec<bool>> {
    let is_between = |symbol: char| symbol.is_whitespace() || "()[]{},;$".contains(symbol);
    let words = text.split(is_between).filter(|word| !word.is_empty());
    let mut is_size = false;
    let is_number = |word: &&str| {
        let is_vector = word.ends_with(":=vector");
        !std::mem::replace(&mut is_size, is_vector) && !is_vector && *word != ">"
    };
    let numbers: Option<Vec<bool>> = words
        .filter(is_number)
        .map(|word| ["0", "1"].iter().position(|digit| *digit == word))
        .map(|digit| digit.map(|digit| digit == 1))
        .collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

/// Whether a text is one or several vectors of 0 and 1. The answer is only meaningful if a board is named.
pub(super) fn is_vector(text: &str) -> bool {
    numbers(text).is_some()
}

/// Removes the dollar signs around a formula.
fn without_dollars(text: &str) -> &str {
    text.trim().trim_matches('$').trim()
}

/// Returns the lists of a text, each as the text between its brackets.
fn lists(text: &str) -> Result<Vec<&str>, BadInput> {
    let bad = |fact: String| {
        BadInput::new("", fact).remedy("a position is [24, 34, 44], a game is [[24, 34], [44]]")
    };
    if is_bare(text) {
        return Ok(vec![text]);
    }
    let text = without_dollars(text);
    if text.contains("dots") || text.contains('…') || text.contains("...") {
        return Err(bad("the list leaves out cells".to_owned()));
    }
    let inside = text.strip_prefix('[');
    let inside = inside.and_then(|rest| rest.trim_end_matches('.').strip_suffix(']'));
    let Some(inside) = inside.map(str::trim) else {
        return Err(bad("the list has no closing bracket".to_owned()));
    };
    if !inside.starts_with('[') {
        return match inside.find(['[', ']']) {
            Some(at) => {
                let odd = shown(&inside[at..]);
                Err(bad(format!("\"{odd}\" cannot be in a list of cells")))
            }
            None => Ok(vec![inside]),
        };
    }
    let lists = inside.split('[').skip(1).map(|part| {
        let (list, after) = part.split_once(']').ok_or("")?;
        match after.trim() {
            "" | "," => Ok(list),
            odd => Err(odd),
        }
    });
    lists.collect::<Result<_, _>>().map_err(|odd| match odd {
        "" => bad("a list has no closing bracket".to_owned()),
        odd => bad(format!("\"{}\" cannot be between two lists", shown(odd))),
    })
}

/// Parses the positions of a text on a board.
fn positions(board: &Board, text: &str) -> Result<Vec<Position>, BadInput> {
    if let Some(numbers) = numbers(text) {
        let (given, holes) = (numbers.len(), board.len());
        if !given.is_multiple_of(holes) {
            let fact = format!(
                "there are {given} zeros and ones, which is not a multiple of the {holes} holes of the board"
            );
            let remedy = "give a 0 or 1 for each hole, row by row from the top; the goal comes after the start";
            return Err(BadInput::new("", fact).remedy(remedy));
        }
        let vector = |part: &[bool]| Position::from_holes(holes, part.iter().positions(|&peg| peg));
        return Ok(numbers.chunks(holes).map(vector).collect());
    }
    let numbered = lists(text)?.into_iter().zip(1..);
    numbered
        .map(|(list, number)| {
            cells(board, list).map_err(|bad| bad.within(format!("list {number}")))
        })
        .collect()
}

/// Returns the puzzle from the first position to the last. From a single position, the goal is one peg anywhere.
pub(super) fn puzzle(text: &str, name: &str, board: Option<&str>) -> Result<Puzzle, BadInput> {
    let board = match board.map(|name| name.trim().to_lowercase()) {
        Some(name) => board_named(&name, "--board")?,
        None => return Err(unsaid(text)),
    };
    let positions = positions(&board, text)?;
    let (start, goal) = match &positions[..] {
        [] => return Err(BadInput::new("", "no cell is listed")),
        [only] => (only, Goal::one_peg(&board)),
        [start, .., last] => (start, Goal::exactly(last.clone())),
    };
    Ok(Puzzle::new(name, board, start.clone(), goal)?)
}

/// Returns the message for a list without a board. It suggests boards that have all cells of the list.
fn unsaid(text: &str) -> BadInput {
    let fits =
        |name: &&str| boards::named(name).is_some_and(|board| positions(&board, text).is_ok());
    let named: Vec<&str> = ["english", "french", "german", "diamond"]
        .into_iter()
        .filter(fits)
        .collect();
    let bad = BadInput::new("", "a list of cells does not determine its board");
    match lists(text).err() {
        Some(error) => error,
        None if named.is_empty() => bad.remedy("give the board, as in --board square-9"),
        None => bad.remedy(format!(
            "give the board: --board {}",
            named.join(", or --board ")
        )),
    }
}

/// Returns the positions of a game as a list of lists of cells, one position per line, in a form that `jumps` reads.
pub fn write_positions(puzzle: &Puzzle, jumps: &[Jump]) -> String {
    let board = puzzle.board();
    let list = |position: &Position| {
        let mut names = notation::hole_names(
            board,
            position.holes().filter(|&hole| hole < board.drawn().len()),
        );
        names.sort();
        format!("[{}]", names.join(", "))
    };
    let mut position = puzzle.start().clone();
    let mut lists = vec![list(&position)];
    for &jump in jumps {
        board.play(&mut position, jump);
        lists.push(list(&position));
    }
    format!("[{}]\n", lists.join(",\n "))
}

/// Returns the jumps from each position to the next. The text must be a list of lists.
///
/// # Errors
/// No jump leads from a position to the next, or the list has a single position.
pub(super) fn jumps(board: &Board, text: &str) -> Result<Vec<Jump>, BadInput> {
    let positions = positions(board, text)?;
    if positions.len() < 2 {
        return Err(BadInput::new("", "this is one position, not a plan")
            .remedy("a plan is a list of positions, [[24, 34], [44]], or jumps, 24/44"));
    }
    let mut jumps = Vec::new();
    for (pair, number) in positions.windows(2).zip(2..) {
        let leads = |&&jump: &&Jump| {
            let mut next = pair[0].clone();
            board.play(&mut next, jump);
            board.can_play(&pair[0], jump) && next == pair[1]
        };
        let jump = board.jumps().iter().find(leads).ok_or_else(|| {
            let fact = "no jump leads from the previous list to this list";
            BadInput::new(format!("list {number}"), fact)
                .remedy("each list has the cells with pegs after the next jump")
        })?;
        jumps.push(*jump);
    }
    Ok(jumps)
}
