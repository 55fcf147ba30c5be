//! Draws a puzzle as a picture (start and goal side by side), and a plan as a sheet with one board per move or as an
//! animation.

use super::diagram::{Diagram, document, sheet};
use super::layout::{Layout, Point};
use saut_base::words::counted;
use saut_levels::packages::Composition;
use saut_peg::peg::{Board, Cell, GameLength, Hole, Jump, Puzzle, moves, notation};

use crate::in_words::start_in_words;

/// Returns the start and goal side by side.
pub fn puzzle(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let wanted = match puzzle.goal().in_words() {
        None => "goal".to_owned(),
        Some(words) => format!("goal: {}", words.replace("holes with ?", "dashed holes")),
    };
    let start = Diagram::of_position(board, puzzle.start()).captioned(start_in_words(puzzle));
    let goal = Diagram::of_goal(board, puzzle.goal()).captioned(wanted);
    let diagrams = [start, goal].map(Diagram::named);
    let description = format!(
        "A board of {} ({}) with {} at the start.",
        counted(board.drawn().len(), "hole"),
        board.geometry(),
        counted(puzzle.pegs_on_board(puzzle.start()), "peg")
    );
    sheet(title(puzzle), &description, 2, &diagrams, &legend(board))
}

/// Returns the meaning of the marks, and the names of cells.
fn legend(board: &Board) -> String {
    let rule = notation::legend(board);
    format!("filled: peg; empty: vacancy; {rule}")
}

/// The colours of pieces: the core, single jumps, and block removals.
const TINTS: [&str; Composition::COLOURS] = [
    "#0b6b7f", "#8a8478", "#d98c1f", "#5b8f3c", "#8e5fa8", "#c4503f", "#3f74c4",
];

/// Returns the start with the pieces of a plan in colours, or `None` if the board is too small to have pieces.
fn pieces_of<'a>(puzzle: &'a Puzzle, jumps: &[Jump]) -> Option<Diagram<'a>> {
    let (board, start) = (puzzle.board(), puzzle.start());
    let pieces = Composition::of(board, start, jumps)?;
    let tints = pieces.colours(board).into_iter();
    let tints = tints.map(|colour| colour.map(|colour| TINTS[colour]));
    let caption = format!(
        "a core of {} (blue-green), {}, {} (grey)",
        counted(pieces.core_holes, "hole"),
        counted(pieces.packages, "package"),
        counted(pieces.single_jumps, "single jump")
    );
    let mut diagram = Diagram::of_position(board, start).named();
    diagram.tints = tints.collect();
    Some(diagram.captioned(caption))
}

/// Returns the pieces of a plan in colours, as a picture, or `None` if the board is too small to have pieces.
pub fn pieces(puzzle: &Puzzle, jumps: &[Jump]) -> Option<String> {
    let diagram = pieces_of(puzzle, jumps)?;
    Some(diagram.document(title(puzzle), "The pieces of a plan in colours."))
}

/// Returns a sheet with the position before every move, the move as arrows, and the position at the end. On boards of
/// more than 64 holes, the sheet begins with the pieces of the plan.
///
/// The jumps should have been replayed. A jump that leaves the board is not drawn.
pub fn plan(puzzle: &Puzzle, jumps: &[Jump]) -> String {
    // The number of columns is chosen so that the sheet is a little higher than wide.
    let columns = |frames| {
        let is_enough = |columns: &usize| 10 * columns * columns >= 7 * frames;
        (1..frames).find(is_enough).unwrap_or(1)
    };
    frames(puzzle, jumps, columns)
}

/// Draws a film strip of the plan: the boards of [`plan()`] in one row.
pub fn strip(puzzle: &Puzzle, jumps: &[Jump]) -> String {
    frames(puzzle, jumps, |frames| frames)
}

/// Returns the frames of a plan in columns. `columns` returns the number of columns for a number of frames.
fn frames(puzzle: &Puzzle, jumps: &[Jump], columns: impl Fn(usize) -> usize) -> String {
    let board = puzzle.board();
    let mut position = puzzle.start().clone();
    let moves = moves(jumps);
    let mut diagrams: Vec<Diagram<'_>> = pieces_of(puzzle, jumps).into_iter().collect();
    for (sweep, number) in moves.iter().zip(1..) {
        let caption = format!("{number}. {}", notation::move_name(board, sweep));
        let mut diagram = Diagram::of_position(board, &position).named();
        diagram.arrows = sweep.jumps().to_vec();
        let arrows = &mut diagram.arrows;
        arrows.retain(|&jump| board.play(&mut position, jump));
        diagrams.push(diagram.captioned(caption));
    }
    let number = counted(GameLength::of(jumps).jumps, "jump");
    let end = format!("after {number}");
    let last = Diagram::of_position(board, &position).named();
    diagrams.push(last.captioned(end));
    let description = format!(
        "A plan of {number} in {}. Each numbered board shows the position before a move, with an arrow for each jump. \
         The last board shows the position at the end.",
        counted(moves.len(), "move")
    );
    let columns = columns(moves.len() + 1);
    let legend = legend(board);
    sheet(title(puzzle), &description, columns, &diagrams, &legend)
}

/// Returns the title, or the name if there is no title.
pub fn title(puzzle: &Puzzle) -> &str {
    puzzle.title.as_deref().unwrap_or(puzzle.name())
}

/// Time of a jump with the pause after it, in milliseconds. The pause at the end is a multiple of this time.
const BEAT: usize = 800;
const REST: usize = 3;

/// Returns the plan as an animation without scripts: jump after jump, with a pause at the end, repeated forever. The
/// jumps should have been replayed. A jump that leaves the board is not drawn.
///
/// Every peg is an element whose opacity changes when a jump removes it or puts it there. An additional peg moves along
/// the jumps. Times are in thousandths of a beat. *SVG 1.1*, chapter 19 (SMIL).
pub fn animation(puzzle: &Puzzle, jumps: &[Jump]) -> String {
    let board = puzzle.board();
    let mut position = puzzle.start().clone();
    let mut jumps = jumps.to_vec();
    jumps.retain(|&jump| board.play(&mut position, jump));
    let layout = Layout::new(board, true);
    let diagram = Diagram::of_position(board, &board.empty()).named();
    let number = counted(GameLength::of(&jumps).jumps, "jump");
    let description = format!("A plan of {number}, jump by jump.");
    let size = diagram.size();
    let mut body = diagram.draw((0, 0), size.0);
    for hole in 0..board.drawn().len() {
        body += &peg(puzzle, &jumps, hole, layout.centre(board.cell(hole)));
    }
    if !jumps.is_empty() {
        body += &jumping_peg(&layout, &jumps);
    }
    document(title(puzzle), &description, size, &body)
}

/// Returns an animation element that gives an attribute these values, each from its time on, in a plan of `jumps`
/// jumps.
fn animate(jumps: usize, attribute: &str, mode: &str, frames: &[(usize, i32)]) -> String {
    let beats = jumps + REST;
    let time = |thousandths: usize| match thousandths * 10 / beats {
        0 => "0".to_owned(),
        10_000 => "1".to_owned(),
        part => format!("0.{part:04}"),
    };
    let times: Vec<String> = frames.iter().map(|&(at, _)| time(at)).collect();
    let values: Vec<String> = frames.iter().map(|(_, value)| value.to_string()).collect();
    format!(
        "<animate attributeName=\"{attribute}\" calcMode=\"{mode}\" dur=\"{}ms\" \
         repeatCount=\"indefinite\" keyTimes=\"{}\" values=\"{}\"/>",
        beats * BEAT,
        times.join(";"),
        values.join(";")
    )
}

/// Returns the peg of a hole, which appears and disappears with the jumps. The text is empty if the hole never has a
/// peg.
fn peg(puzzle: &Puzzle, jumps: &[Jump], hole: Hole, (x, y): Point) -> String {
    let is_here = i32::from(puzzle.start().has(hole));
    let mut frames = vec![(0, is_here)];
    for (&jump, number) in jumps.iter().zip(1..) {
        let mut holes = puzzle.board().holes_of(jump).into_iter();
        // The first hole changes at the beginning of a beat, the second after a quarter of the beat, the third after
        // half a beat.
        if let Some(place) = holes.position(|other| other == hole) {
            let value = 1 - frames[frames.len() - 1].1;
            frames.push((1000 * number + 250 * place, value));
        }
    }
    let begin = format!("<use href=\"#saut-peg\" x=\"{x}\" y=\"{y}\" opacity=\"{is_here}\"");
    match (frames.len(), is_here) {
        (1, 0) => String::new(),
        (1, _) => begin + "/>\n",
        _ => {
            let animate = animate(jumps.len(), "opacity", "discrete", &frames);
            format!("{begin}>{animate}</use>\n")
        }
    }
}

/// Returns the jumping peg, which is visible only during a jump.
fn jumping_peg(layout: &Layout<'_>, jumps: &[Jump]) -> String {
    let begin = |jump: Jump| -> Cell {
        if jump.is_put_back() {
            jump.to
        } else {
            jump.from
        }
    };
    let (x, y) = layout.centre(begin(jumps[0]));
    let (mut xs, mut ys, mut seen) = (vec![(0, x)], vec![(0, y)], vec![(0, 0)]);
    for (jump, number) in jumps.iter().zip(1..) {
        let ends = [(begin(*jump), 0, 1), (jump.to, 500, 0)];
        for (cell, after, opacity) in ends {
            let (at, (x, y)) = (1000 * number + after, layout.centre(cell));
            xs.push((at, x));
            ys.push((at, y));
            seen.push((at, opacity));
        }
    }
    let end = 1000 * (jumps.len() + REST);
    xs.push((end, x));
    ys.push((end, y));
    let animate = |attribute, mode, frames| animate(jumps.len(), attribute, mode, frames);
    format!(
        "<use href=\"#saut-peg\" x=\"{x}\" y=\"{y}\" opacity=\"0\">{}{}{}</use>\n",
        animate("x", "linear", &xs),
        animate("y", "linear", &ys),
        animate("opacity", "discrete", &seen),
    )
}

#[cfg(test)]
mod tests {
    use super::animation;
    use saut_peg::peg::{Cell, Jump, boards};
    use saut_peg::peg::{Goal, Position, Puzzle};

    #[test]
    fn a_plan_moves_in_order_and_ends_before_it_begins_again() {
        let board = boards::named("rectangle-5x1").unwrap();
        let start = Position::from_holes(5, [0, 1, 3]);
        let puzzle = Puzzle::new("line", board.clone(), start, Goal::one_peg(&board)).unwrap();
        let jump = |from, to| Jump::between(Cell::new(from, 0), Cell::new(to, 0));
        let text = animation(&puzzle, &[jump(0, 2), jump(2, 4)]);
        // There are 5 beats, so the first jump is at one fifth of the time.
        assert!(
            text.contains("keyTimes=\"0;0.2000\" values=\"1;0\""),
            "{text}"
        );
        assert!(
            text.contains("keyTimes=\"0;0.3000;0.4000\" values=\"0;1;0\""),
            "{text}"
        );
        assert!(text.contains("values=\"26;26;66;66;106;26\""), "{text}");
        assert_eq!(text, animation(&puzzle, &[jump(0, 2), jump(2, 4)]));
        // Nothing moves without a jump on the board.
        assert!(!animation(&puzzle, &[jump(4, 6)]).contains("<animate"));
    }
}
