//! Classifying: on which boards a puzzle is impossible, in the four words of the old books.
//!
//! *Impossible on any board*: the position class differs, and jumps keep it wherever there are
//! holes. *Nothing moves*: no jump can be played. *Impossible on this board*: any other checked
//! certificate. *Possible*: a plan. What is impossible here may be possible on a larger board, so
//! margins of holes are laid around this one, one after the other, until a plan is found.

use std::sync::Arc;
use std::time::Duration;

use crate::decide::{self, Settings, Verdict};
use saut_base::stop::StopReason;
use saut_criteria::certify::{self, Certificate, CheckedCertificate, Trivial};
use saut_peg::peg::{Board, Cell, Goal, Position, Puzzle};
use saut_peg::simulate::ReplayedPlan;

/// The word for a puzzle.
#[derive(Clone, Debug)]
pub enum Classification {
    /// Impossible on any board, by class.
    AnyBoard(Box<CheckedCertificate>),
    /// Impossible because nothing moves.
    NothingMoves(Box<CheckedCertificate>),
    /// Impossible on this board.
    ThisBoard(Box<CheckedCertificate>),
    /// Possible.
    Possible(ReplayedPlan),
    /// Undecided, for this reason.
    Undecided(StopReason),
}

impl Classification {
    /// The word used in results.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::AnyBoard(_) => "impossible-anywhere",
            Self::NothingMoves(_) => "nothing-moves",
            Self::ThisBoard(_) => "impossible-here",
            Self::Possible(_) => "possible",
            Self::Undecided(_) => "undecided",
        }
    }

    /// The category in a French study of the 37-hole board: `FIT` impossible in theory, `FIP` of a
    /// winning signature but nothing moves, `FTP` possible in theory and, here or as far as known, not
    /// in practice, `FPP` possible in practice.
    pub const fn category(&self) -> &'static str {
        match self {
            Self::AnyBoard(_) => "FIT",
            Self::NothingMoves(_) => "FIP",
            Self::ThisBoard(_) | Self::Undecided(_) => "FTP",
            Self::Possible(_) => "FPP",
        }
    }
}

/// A puzzle with its word, and what larger boards change.
#[derive(Clone, Debug)]
pub struct Classified {
    /// The word.
    pub word: Classification,
    /// The puzzles on larger boards that were decided, by margin from 1, each with its verdict.
    pub larger: Vec<(Puzzle, Verdict)>,
}

impl Classified {
    /// The smallest margin with which there is a plan.
    pub fn possible_margin(&self) -> Option<usize> {
        let solved = |(_, verdict): &(Puzzle, Verdict)| matches!(verdict, Verdict::Solved(_));
        self.larger.iter().position(solved).map(|index| index + 1)
    }
}

/// With so wide a margin every class of one peg has a hole, so that what the class still refutes
/// is impossible on any board.
const EVERY_CLASS: i16 = 3;

/// The longest that one larger board is tried: where there is no plan, no search may end.
const LARGER: Duration = Duration::from_secs(20);

/// Classifies a puzzle, with margins up to `most_margin` if it is impossible here but not by
/// class. Each larger board is left undecided after twenty seconds.
///
/// # Errors
/// [`decide::Error`] if every backend failed.
pub fn classify(
    puzzle: &Puzzle,
    most_margin: i16,
    settings: &Settings,
) -> Result<Classified, decide::Error> {
    if let Some(certificate) = refuted_anywhere(puzzle) {
        return Ok(Classified {
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
    Ok(Classified { word, larger })
}

/// The certificate that a puzzle is impossible on any board.
fn refuted_anywhere(puzzle: &Puzzle) -> Option<CheckedCertificate> {
    let wide = widened(puzzle, EVERY_CLASS)?;
    let class = Certificate::Class(certify::class::find(&wide)?);
    certify::check(puzzle, class).ok()
}

/// The certificate that no jump can be played.
fn nothing_moves(puzzle: &Puzzle) -> Option<CheckedCertificate> {
    certify::check(puzzle, Certificate::Trivial(Trivial::NoFirstJump)).ok()
}

/// The categories of [`Classification::category`].
pub const CATEGORIES: [&str; 4] = ["FIT", "FTP", "FPP", "FIP"];

/// The category of a figure with this goal, of which a census knows whether it is solved. A figure without pegs is `FIT`:
/// its signature is a losing one.
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

/// The puzzle on a board with `margin` more rings of holes around it. The new holes are
/// vacant, and must be so in the goal, unless that is one peg anywhere on the board. `None` if that is too large.
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
        // Two pegs that never meet: one of each colour is wanted, and two of one are there.
        assert_eq!(
            word("o..o\n....\n....\n"),
            ("impossible-anywhere", "FIT", None)
        );
        // They stand against the edge; with a ring around them one jumps over the other.
        assert_eq!(word(".o.\n.o.\n"), ("nothing-moves", "FIP", Some(1)));
        // Two jump in turn to the last one's side only where there is room.
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
