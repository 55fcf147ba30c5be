//! Describes puzzles and plans in words: a puzzle, oddities of its board, the length of a game, and its block removals
//! (also as JSON).

use itertools::Itertools as _;
use saut_base::words::counted;
use saut_levels::packages::BlockRemoval;
use saut_peg::peg::{Board, Cell, GameLength, Jump, Puzzle, boards, moves, notation};
use serde_json::{Value, json};

/// Returns the usual name of a board, or a description of a board without a name.
pub fn board_in_words(board: &Board) -> String {
    let count = counted(board.drawn().len(), "hole");
    let name = boards::name_of(&board.without_put_back());
    let Some(name) = name else {
        return format!(
            "a {} board of {} × {}, {count}",
            board.geometry(),
            board.width(),
            board.height()
        );
    };
    let name = match name.split_once('-') {
        Some(("triangle", rows)) => format!("the triangle of {rows} rows"),
        Some(("square", side)) => format!("the square of {side} × {side}"),
        Some((_, _)) => format!("the rectangle of {} × {}", board.width(), board.height()),
        None if name == "diamond" => "the diamond board".to_owned(),
        None => format!("the {}{} board", name[..1].to_uppercase(), &name[1..]),
    };
    format!("{name}, {count}")
}

/// Returns a puzzle in one line: board, holes, pegs and goal.
pub fn puzzle_in_words(puzzle: &Puzzle) -> String {
    let in_pegs = |pegs: usize| counted(pegs, "peg");
    let goal = puzzle.goal();
    let wanted = if goal.is_one_peg_anywhere() {
        "one peg anywhere".to_owned()
    } else if goal.is_one_peg() {
        format!("one peg in one of {} holes", goal.open().pegs())
    } else if let Some(position) = goal.position() {
        let holes = notation::hole_names(puzzle.board(), position.holes());
        match holes.len() {
            1..=3 => format!("{} in {}", in_pegs(holes.len()), holes.join(" ")),
            pegs => format!("{} as drawn", in_pegs(pegs)),
        }
    } else {
        let (pegs, open) = (goal.pegs().pegs(), goal.open().pegs());
        format!(
            "{} as drawn, and {} left open",
            in_pegs(pegs),
            counted(open, "hole")
        )
    };
    let pegs = in_pegs(puzzle.pegs_on_board(puzzle.start()));
    format!("{}, {pegs}; goal: {wanted}", board_in_words(puzzle.board()))
}

/// Returns the caption for a picture of the start. Under the old French rule, the caption names the peg in hand.
pub(crate) fn start_in_words(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    match board.put_back().filter(|_| puzzle.has_hand(puzzle.start())) {
        Some(hole) => format!(
            "start, the peg of {} in hand",
            notation::cell_name(board, board.cell(hole))
        ),
        None => "start".to_owned(),
    }
}

/// Describes oddities of a board or a start, which suggest that another puzzle was meant. Returns `None` if there are
/// none.
pub fn oddities(puzzle: &Puzzle) -> Option<String> {
    let board = puzzle.board();
    if board.jumps().is_empty() {
        return Some(
            "no three holes of this board are in a line, so no jump is possible".to_owned(),
        );
    }
    let mut sizes = parts(board);
    if sizes.len() > 1 {
        sizes.sort_unstable_by(|one, other| other.cmp(one));
        let shown: Vec<String> = sizes.iter().take(8).map(usize::to_string).collect();
        let more = if sizes.len() > shown.len() {
            ", …"
        } else {
            ""
        };
        return Some(format!(
            "the board has {} separate parts, with these numbers of holes: {}{more}; no jump leads from one part to \
                another",
            sizes.len(),
            shown.join(", ")
        ));
    }
    if puzzle.start().pegs() == board.len() {
        return Some("the start has a peg in every hole, so no jump can be played".to_owned());
    }
    None
}

/// Returns the sizes of the parts of a board that lines connect.
fn parts(board: &Board) -> Vec<usize> {
    // Each part is named by its first hole.
    let mut part: Vec<usize> = (0..board.len()).collect();
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for &jump in board.jumps() {
            let holes = board.holes_of(jump);
            let [one, two, three] = holes.map(|hole| part[hole]);
            let first = one.min(two).min(three);
            is_changed |= [one, two, three] != [first; 3];
            for hole in holes {
                part[hole] = first;
            }
        }
    }
    part.into_iter().counts().into_values().collect()
}

/// Returns the length of a game: `31 jumps in 18 moves`, and whether the peg in hand was put back.
pub fn length(jumps: &[Jump]) -> String {
    let GameLength {
        jumps,
        moves,
        put_backs,
    } = GameLength::of(jumps);
    let text = format!("{} in {}", counted(jumps, "jump"), counted(moves, "move"));
    text + if put_backs == 0 {
        ""
    } else {
        ", with the peg in hand put back"
    }
}

/// Returns the block removals of a plan, one per line. The text is empty if there are none.
pub fn blocks(board: &Board, jumps: &[Jump], blocks: &[BlockRemoval]) -> String {
    let line = |block: &BlockRemoval| {
        let cells = block.cleared.iter();
        let cleared = cells
            .map(|&cell| notation::cell_name(board, cell))
            .join(" ");
        let (first, last, name) = (block.first + 1, block.first + block.jumps, block.name());
        let played = moves(&jumps[block.first..last]);
        let mut names = played.iter().map(|sweep| notation::move_name(board, sweep));
        let played = names.join(" ");
        format!("  jumps {first}-{last}: {name} of {cleared} ({played})\n")
    };
    blocks.iter().map(line).collect()
}

/// Returns the block removals of a plan as JSON.
pub fn block_entries(blocks: &[BlockRemoval]) -> Value {
    let cells =
        |cells: &[Cell]| -> Value { cells.iter().map(|cell| json!([cell.x, cell.y])).collect() };
    let entry = |block: &BlockRemoval| {
        json!({
            "kind": block.name(),
            "first": block.first,
            "jumps": block.jumps,
            "cleared": cells(&block.cleared),
            "catalyst": cells(&block.catalyst),
        })
    };
    blocks.iter().map(entry).collect()
}
