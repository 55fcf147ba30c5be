//! A plan as a moving picture, without scripts: jump after jump, with a rest at the end, for ever.
//!
//! Every peg is an element whose opacity changes when a jump takes it or brings it; one more peg
//! does the jumping. Times are in thousandths of a beat. *SVG 1.1*, chapter 19 (SMIL).

use std::fmt::Write;

use super::diagram::Diagram;
use super::document::document;
use super::layout::{Layout, Point};
use super::puzzle::title;
use saut_peg::peg::{Hole, Jump, Puzzle};

/// Time of a jump with the wait after it, in milliseconds; and the rest at the end in jumps.
const BEAT: usize = 800;
const REST: usize = 3;

/// The plan as an animated picture. The jumps should have been replayed; of one that leaves the
/// board nothing is drawn.
pub fn animation(puzzle: &Puzzle, jumps: &[Jump]) -> String {
    let board = puzzle.board();
    let mut position = puzzle.start().clone();
    let mut jumps = jumps.to_vec();
    jumps.retain(|&jump| board.play(&mut position, jump));
    let layout = Layout::new(board, true);
    let diagram = Diagram::of_position(board, &board.empty()).named();
    let description = format!("A plan of {} jumps, one after the other.", jumps.len());
    document(title(puzzle), &description, diagram.size(), |body| {
        diagram.draw(body, (0, 0), diagram.size().0);
        for hole in 0..board.len() {
            peg(body, puzzle, &jumps, hole, layout.centre(board.cell(hole)));
        }
        if !jumps.is_empty() {
            jumping_peg(body, &layout, &jumps);
        }
    })
}

/// An element that gives an attribute these values, each from its time on, in a plan of this number of jumps.
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

/// The peg of a hole, which comes and goes with the jumps; none is drawn if there never is one.
fn peg(body: &mut String, puzzle: &Puzzle, jumps: &[Jump], hole: Hole, (x, y): Point) {
    let is_here = i32::from(puzzle.start().has(hole));
    let mut frames = vec![(0, is_here)];
    for (&jump, number) in jumps.iter().zip(1..) {
        let mut holes = puzzle.board().holes_of(jump).into_iter();
        // The first hole changes at the beginning of a beat, the second a quarter later, the third at half of it.
        if let Some(place) = holes.position(|other| other == hole) {
            let value = 1 - frames[frames.len() - 1].1;
            frames.push((1000 * number + 250 * place, value));
        }
    }
    let begin = format!("<use href=\"#saut-peg\" x=\"{x}\" y=\"{y}\" opacity=\"{is_here}\"");
    let _ = match (frames.len(), is_here) {
        (1, 0) => Ok(()),
        (1, _) => writeln!(body, "{begin}/>"),
        _ => {
            let animate = animate(jumps.len(), "opacity", "discrete", &frames);
            writeln!(body, "{begin}>{animate}</use>")
        }
    };
}

/// The peg that jumps: seen only between leaving and landing.
fn jumping_peg(body: &mut String, layout: &Layout<'_>, jumps: &[Jump]) {
    let (x, y) = layout.centre(jumps[0].from);
    let (mut xs, mut ys, mut seen) = (vec![(0, x)], vec![(0, y)], vec![(0, 0)]);
    for (jump, number) in jumps.iter().zip(1..) {
        let ends = [(jump.from, 0, 1), (jump.to, 500, 0)];
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
    let _ = writeln!(
        body,
        "<use href=\"#saut-peg\" x=\"{x}\" y=\"{y}\" opacity=\"0\">{}{}{}</use>",
        animate("x", "linear", &xs),
        animate("y", "linear", &ys),
        animate("opacity", "discrete", &seen),
    );
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
        // 5 beats: the first jump at one fifth of the time.
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
