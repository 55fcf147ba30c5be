//! Classifies puzzles by the boards on which they are impossible, in the four terms of the old books.
//!
//! *Impossible on any board*: the position classes of start and goal differ, and jumps keep the class on every board.
//! *Nothing moves*: no jump is playable at the start. *Impossible on this board*: another certificate was checked.
//! *Possible*: a plan was found. A puzzle that is impossible on its board may be possible on a larger board. So the
//! board gets one ring of holes after another, up to a limit, until a plan is found.

use std::sync::Arc;
use std::time::Duration;

use crate::decide::{self, Settings, Verdict};
use saut_base::stop::StopReason;
use saut_criteria::certify::{self, Certificate, CheckedCertificate, Trivial};
use saut_peg::peg::{Board, Cell, Goal, Position, Puzzle};
use saut_peg::simulate::ReplayedPlan;

/// The category of a puzzle, by the boards on which it is impossible.
#[derive(Clone, Debug)]
pub enum Classification {
    /// Impossible on any board, because start and goal are in different position classes.
    AnyBoard(Box<CheckedCertificate>),
    /// Impossible, because no jump is playable at the start.
    NothingMoves(Box<CheckedCertificate>),
    /// Impossible on this board, with another certificate.
    ThisBoard(Box<CheckedCertificate>),
    /// Possible, with a plan.
    Possible(ReplayedPlan),
    /// Undecided, with the reason.
    Undecided(StopReason),
}

impl Classification {
    /// Returns the name used in results.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::AnyBoard(_) => "impossible-anywhere",
            Self::NothingMoves(_) => "nothing-moves",
            Self::ThisBoard(_) => "impossible-here",
            Self::Possible(_) => "possible",
            Self::Undecided(_) => "undecided",
        }
    }

    /// Returns the category as defined in a French study of the 37-hole board. `FIT` is impossible in theory, and `FIP`
    /// has a winning signature but no jump. `FTP` is possible in theory but impossible in practice on this board, or
    /// not known to be possible. `FPP` is possible in practice.
    pub const fn category(&self) -> &'static str {
        match self {
            Self::AnyBoard(_) => "FIT",
            Self::NothingMoves(_) => "FIP",
            Self::ThisBoard(_) | Self::Undecided(_) => "FTP",
            Self::Possible(_) => "FPP",
        }
    }
}

/// The category of a puzzle, and the verdicts on larger boards.
#[derive(Clone, Debug)]
pub struct ClassificationReport {
    /// The category of the puzzle.
    pub word: Classification,
    /// The puzzle on larger boards, with margins 1, 2, …, each with its verdict.
    pub larger: Vec<(Puzzle, Verdict)>,
}

impl ClassificationReport {
    /// Returns the smallest margin with which a plan was found; `None` if none was found.
    pub fn possible_margin(&self) -> Option<usize> {
        let solved = |(_, verdict): &(Puzzle, Verdict)| matches!(verdict, Verdict::Solved(_));
        self.larger.iter().position(solved).map(|index| index + 1)
    }
}

/// A margin of this width has a hole in every position class of a single peg. So if the position class refutes a puzzle
/// with this margin, the puzzle is impossible on any board.
const EVERY_CLASS: i16 = 3;

/// Time limit for one larger board.
const LARGER: Duration = Duration::from_secs(20);

/// Classifies a puzzle. Unless the puzzle is possible, or impossible on any board, it is also decided with margins up
/// to `most_margin`, each within twenty seconds.
///
/// # Errors
/// [`decide::Error`] if every backend failed.
pub fn classify(
    puzzle: &Puzzle,
    most_margin: i16,
    settings: &Settings,
) -> Result<ClassificationReport, decide::Error> {
    if let Some(certificate) = refuted_anywhere(puzzle) {
        return Ok(ClassificationReport {
            word: Classification::AnyBoard(Box::new(certificate)),
            larger: Vec::new(),
        });
    }
    let word = match decide::decide(puzzle, settings)?.verdict {
        Verdict::Solved(plan) => Classification::Possible(plan),
        Verdict::Undecided(why) => Classification::Undecided(why),
        Verdict::Infeasible(certificate) => match nothing_moves(puzzle) {
            Some(stuck) => Classification::NothingMoves(Box::new(stuck)),
            None => Classification::ThisBoard(certificate),
        },
    };
    let mut larger = Vec::new();
    if !matches!(word, Classification::Possible(_)) {
        for margin in 1..=most_margin {
            let Some(wide) = widened(puzzle, margin) else {
                break;
            };
            let limited = settings.until(settings.stop.with_timeout(LARGER));
            let verdict = decide::decide(&wide, &limited)?.verdict;
            let solved = matches!(verdict, Verdict::Solved(_));
            larger.push((wide, verdict));
            if solved {
                break;
            }
        }
    }
    Ok(ClassificationReport { word, larger })
}

/// Returns the certificate that a puzzle is impossible on any board, if its position class shows this.
fn refuted_anywhere(puzzle: &Puzzle) -> Option<CheckedCertificate> {
    let wide = widened(puzzle, EVERY_CLASS)?;
    let class = Certificate::Class(certify::class::find(&wide)?);
    certify::check(puzzle, class).ok()
}

/// Returns the certificate that no jump can be played at the start, if this is true.
fn nothing_moves(puzzle: &Puzzle) -> Option<CheckedCertificate> {
    certify::check(puzzle, Certificate::Trivial(Trivial::NoFirstJump)).ok()
}

/// The values of [`Classification::category`].
pub const CATEGORIES: [&str; 4] = ["FIT", "FTP", "FPP", "FIP"];

/// Returns the category of a figure with this goal. `is_solved` is the result of a census. A figure without pegs is
/// `FIT`, because no single peg has its signature.
pub fn category_of_figure(
    board: &Arc<Board>,
    figure: &Position,
    goal: &Goal,
    is_solved: bool,
) -> &'static str {
    if is_solved {
        return "FPP";
    }
    match Puzzle::new("figure", Arc::clone(board), figure.clone(), goal.clone()) {
        Ok(puzzle) if refuted_anywhere(&puzzle).is_none() => {
            if nothing_moves(&puzzle).is_some() {
                "FIP"
            } else {
                "FTP"
            }
        }
        _ => "FIT",
    }
}

/// Returns the puzzle on a board with `margin` additional rings of holes. The new holes are vacant. They must be vacant
/// in the goal, too, unless the goal is one peg anywhere on the board. `None` if the board would be too large.
fn widened(puzzle: &Puzzle, margin: i16) -> Option<Puzzle> {
    let old = puzzle.board();
    let ring = |cell: &Cell| {
        let (x, y) = (cell.x, cell.y);
        (-margin..=margin)
            .flat_map(move |dy| (-margin..=margin).map(move |dx| Cell::new(x + dx, y + dy)))
    };
    let cells = old.cells().iter().flat_map(ring);
    let board = Arc::new(Board::new(old.geometry(), cells).ok()?);
    // The leftmost column and the topmost row of the old board were 0.
    let moved = |position: &Position| {
        let cells = position.holes().map(|hole| old.cell(hole));
        let holes =
            cells.filter_map(|cell| board.hole(Cell::new(cell.x + margin, cell.y + margin)));
        Position::from_holes(board.len(), holes)
    };
    let goal = puzzle.goal();
    let goal = if goal.is_one_peg_anywhere() {
        Goal::one_peg(&board)
    } else if goal.is_one_peg() {
        Goal::one_peg_in(moved(goal.open()))
    } else {
        Goal::partial(&moved(goal.pegs()), moved(goal.open()))
    };
    let start = moved(puzzle.start());
    let name = format!("{}+{margin}", puzzle.name());
    Puzzle::new(name, Arc::clone(&board), start, goal).ok()
}

#[cfg(test)]
mod tests {
    use super::{classify, widened};
    use crate::decide::Settings;
    use saut_formats::picture;
    use saut_peg::peg::{Geometry, Puzzle};

    fn puzzle(picture: &str) -> Puzzle {
        picture::read_puzzle(picture, "p", Geometry::Square).unwrap()
    }

    fn word(picture: &str) -> (&'static str, &'static str, Option<usize>) {
        let classified = classify(&puzzle(picture), 2, &Settings::default()).unwrap();
        let (word, margin) = (&classified.word, classified.possible_margin());
        (word.name(), word.category(), margin)
    }

    #[test]
    fn the_four_words_and_larger_boards() {
        assert_eq!(word("oo.\n...\n...\n"), ("possible", "FPP", None));
        // The two pegs have the same colour, so all parity sums of the start are even. A single peg has odd sums.
        assert_eq!(
            word("o..o\n....\n....\n"),
            ("impossible-anywhere", "FIT", None)
        );
        // The pegs are at the edge; with a ring of holes around them, one can jump over the other.
        assert_eq!(word(".o.\n.o.\n"), ("nothing-moves", "FIP", Some(1)));
        // The first peg jumps to the right, and then the last peg jumps over it.
        assert_eq!(word("oo.o\n"), ("possible", "FPP", None));
    }

    #[test]
    fn a_margin_moves_everything_by_the_same() {
        let wide = widened(&puzzle("oo.\n\n..o\n"), 2).unwrap();
        assert_eq!((wide.board().width(), wide.board().height()), (7, 5));
        assert_eq!(wide.start().holes().collect::<Vec<_>>(), [16, 17]);
        assert_eq!(wide.goal().pegs().holes().collect::<Vec<_>>(), [18]);
    }
}
