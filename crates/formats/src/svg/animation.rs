//! A plan as a moving picture, without scripts: jump after jump, with a rest at the end, for ever.
//!
//! Every peg is an element whose opacity changes when a jump takes it or brings it; one peg more
//! does the jumping. Times are in thousandths of the whole. *SVG 1.1*, chapter 19 (SMIL).

use std::fmt::Write;

use super::diagram::Diagram;
use super::document::document;
use super::edges;
use super::layout::{Layout, Point};
use super::puzzle::{play, title};
use saut_peg::peg::{Hole, Jump, Puzzle};

/// Time of a jump with the wait after it, in milliseconds; and the rest at the end in jumps.
const BEAT: usize = 800;
const REST: usize = 3;

/// The plan as an animated picture. The jumps should have been replayed; of one that leaves the
/// board nothing is drawn.
pub fn animation(puzzle: &Puzzle, jumps: &[Jump]) -> String {
    let board = puzzle.board();
    let mut position = puzzle.start().clone();
    let on_board = jumps.iter().copied();
    let jumps: Vec<Jump> = on_board
        .filter(|&jump| play(puzzle, &mut position, jump))
        .collect();
    let layout = Layout::new(board).with_edges(edges::space(board));
    let empty = board.empty();
    let diagram = Diagram::of_position(board, &empty).with_coordinates();
    let description = format!("A plan of {} jumps, one after the other.", jumps.len());
    let clock = Clock {
        beats: jumps.len() + REST,
    };
    document(title(puzzle), &description, diagram.size(), |body| {
        diagram.draw(body, Point { x: 0, y: 0 }, diagram.size().x);
        for hole in 0..board.len() {
            let at = layout.centre(board.cell(hole));
            let changes = changes(puzzle, &jumps, hole);
            peg(body, at, puzzle.start().has(hole), &clock, &changes);
        }
        if !jumps.is_empty() {
            jumping_peg(body, &layout, &clock, &jumps);
        }
    })
}

/// Times at which a hole changes, in thousandths of a beat from the beginning.
fn changes(puzzle: &Puzzle, jumps: &[Jump], hole: Hole) -> Vec<usize> {
    let mut times = Vec::new();
    for (index, &jump) in jumps.iter().enumerate() {
        let [from, over, to] = puzzle.board().holes_of(jump);
        let begin = 1000 * (index + 1);
        if hole == from {
            times.push(begin);
        } else if hole == over {
            times.push(begin + 250);
        } else if hole == to {
            times.push(begin + 500);
        }
    }
    times
}

/// Turns beats into parts of the whole.
struct Clock {
    beats: usize,
}

impl Clock {
    /// A time as a fraction of the whole, with four places.
    fn part(&self, thousandths: usize) -> String {
        let part = thousandths * 10 / self.beats;
        format!("{}.{:04}", part / 10_000, part % 10_000)
    }

    fn milliseconds(&self) -> usize {
        self.beats * BEAT
    }

    fn animate(&self, attribute: &str, mode: &str, times: &[String], values: &[String]) -> String {
        format!(
            "<animate attributeName=\"{attribute}\" calcMode=\"{mode}\" dur=\"{}ms\" \
             repeatCount=\"indefinite\" keyTimes=\"{}\" values=\"{}\"/>",
            self.milliseconds(),
            times.join(";"),
            values.join(";")
        )
    }
}

/// A peg that comes and goes at these times; none is drawn where none ever stands.
fn peg(body: &mut String, Point { x, y }: Point, is_here: bool, clock: &Clock, changes: &[usize]) {
    if !is_here && changes.is_empty() {
        return;
    }
    let _ = write!(
        body,
        "<use href=\"#saut-peg\" x=\"{x}\" y=\"{y}\" opacity=\"{}\"",
        u8::from(is_here)
    );
    if changes.is_empty() {
        body.push_str("/>\n");
        return;
    }
    let mut times = vec!["0".to_owned()];
    let mut values = vec![u8::from(is_here).to_string()];
    for (&time, number) in changes.iter().zip(1..) {
        times.push(clock.part(time));
        values.push(u8::from(is_here != (number % 2 == 1)).to_string());
    }
    let animate = clock.animate("opacity", "discrete", &times, &values);
    let _ = writeln!(body, ">{animate}</use>");
}

/// The peg that jumps: seen only between leaving and landing.
fn jumping_peg(body: &mut String, layout: &Layout<'_>, clock: &Clock, jumps: &[Jump]) {
    let (mut times, mut seen_times) = (Vec::new(), vec!["0".to_owned()]);
    let (mut xs, mut ys, mut seen) = (Vec::new(), Vec::new(), vec!["0".to_owned()]);
    let first = layout.centre(jumps[0].from);
    let mut stand = |time: String, Point { x, y }: Point| {
        times.push(time);
        xs.push(x.to_string());
        ys.push(y.to_string());
    };
    stand("0".to_owned(), first);
    for (index, jump) in jumps.iter().enumerate() {
        let (leaves, lands) = (1000 * (index + 1), 1000 * (index + 1) + 500);
        stand(clock.part(leaves), layout.centre(jump.from));
        stand(clock.part(lands), layout.centre(jump.to));
        seen_times.extend([clock.part(leaves), clock.part(lands)]);
        seen.extend(["1".to_owned(), "0".to_owned()]);
    }
    stand("1".to_owned(), first);
    let _ = writeln!(
        body,
        "<use href=\"#saut-peg\" x=\"{}\" y=\"{}\" opacity=\"0\">{}{}{}</use>",
        first.x,
        first.y,
        clock.animate("x", "linear", &times, &xs),
        clock.animate("y", "linear", &times, &ys),
        clock.animate("opacity", "discrete", &seen_times, &seen),
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
