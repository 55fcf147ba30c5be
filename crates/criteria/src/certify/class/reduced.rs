//! The position class as the books show it: what a position comes down to in a square of four
//! holes.
//!
//! Two pegs three holes apart in a line may be taken away together, and so may three in a row;
//! or one may be put back for two: none of it changes the class. By such steps every position
//! comes down to one of the sixteen in a square of two by two holes, one for each class (on a
//! triangle, to one of the four in two neighbouring holes). Which holes they are is found here by
//! computing, so that odd boards have their square too.
//!
//! Suremain de Missery (1842); Reiss (1857); Busschop, *Recherches sur le jeu du solitaire* (1879).

use std::fmt::Write;

use super::by_hole;
use super::group;
use saut_peg::gf2::Echelon;
use saut_peg::peg::{Board, Hole, Position, Puzzle, notation};

/// Start and goal, reduced, and the single pegs and vacancies that go with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// The holes that are enough to show every class, nearest to the middle of the board, the lower and
    /// the left ones first: on boards of seven columns 33 34 43 44, as in the literature.
    pub square: Vec<Hole>,
    /// Position that the start comes down to, a part of the square.
    pub start: Position,
    /// Position that the goal comes down to, if it leaves no hole open.
    pub goal: Option<Position>,
    /// The holes where the class allows a last peg, from this start.
    pub survivors: Position,
    /// The holes where the class allows the only vacancy of a start, for this goal; `None` if the
    /// goal leaves holes open, or a peg is to be put back.
    pub vacancies: Option<Position>,
}

/// Reduces start and goal.
pub fn reduced(puzzle: &Puzzle) -> Reduced {
    let board = puzzle.board();
    let parities = by_hole(board);
    let square = square(board, &parities);
    let of = |position: &Position| position.holes().fold(0, |sum, hole| sum ^ parities[hole]);
    let within = |sum: u16| {
        let parts = 0..1_usize << square.len();
        let part = parts
            .map(|part| {
                square
                    .iter()
                    .zip(0..)
                    .filter(move |(_, bit)| part >> bit & 1 == 1)
            })
            .map(|part| Position::from_holes(board.len(), part.map(|(&hole, _)| hole)))
            .filter(|part| of(part) == sum);
        part.min_by_key(Position::pegs)
            .unwrap_or_else(|| board.empty())
    };
    let alone = |sum: u16| {
        Position::from_holes(
            board.len(),
            (0..board.drawn().len()).filter(|&hole| parities[hole] == sum),
        )
    };
    let (start, full) = (of(puzzle.start()), of(&board.full()));
    let goal = puzzle.goal().position().map(of);
    Reduced {
        start: within(start),
        goal: goal.map(within),
        survivors: alone(start),
        vacancies: goal
            .filter(|_| board.put_back().is_none())
            .map(|goal| alone(full ^ goal)),
        square,
    }
}

/// Independent holes that all others are sums of, those nearest to the middle of the board first, and of
/// those as near the lower and the left ones.
fn square(board: &Board, parities: &[u16]) -> Vec<Hole> {
    let away = |hole: Hole| {
        let cell = board.cell(hole);
        let across = i32::from(2 * cell.x) - i32::from(board.width() - 1);
        let down = i32::from(2 * cell.y) - i32::from(board.height() - 1);
        (across * across + down * down, -cell.y, cell.x)
    };
    let mut holes: Vec<Hole> = (0..board.drawn().len()).collect();
    holes.sort_by_key(|&hole| away(hole));
    let mut sums = Echelon::spanned_by([]);
    holes.retain(|&hole| sums.insert(u64::from(parities[hole])));
    holes.sort_unstable();
    holes
}

impl Reduced {
    /// The square with a position in it: `o`, `.`, and a space where no hole of the square is.
    pub fn picture(&self, board: &Board, position: &Position) -> String {
        let cells = || self.square.iter().map(|&hole| board.cell(hole));
        let left = cells().map(|cell| cell.x).min().unwrap_or(0);
        let mut text = String::new();
        for row in self
            .square
            .chunk_by(|&a, &b| board.cell(a).y == board.cell(b).y)
        {
            let mut line = String::from("  ");
            for &hole in row {
                let column = usize::from(board.cell(hole).x.abs_diff(left)) + 2;
                line.extend(std::iter::repeat_n(' ', column.saturating_sub(line.len())));
                line.push(if position.has(hole) { 'o' } else { '.' });
            }
            text += &(line + "\n");
        }
        text
    }

    /// For people: the squares, and the single pegs and vacancies.
    pub fn explanation(&self, puzzle: &Puzzle) -> String {
        let board = puzzle.board();
        let names = |holes: &Position| {
            let names: Vec<String> = holes
                .holes()
                .map(|hole| notation::cell_name(board, board.cell(hole)))
                .collect();
            if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(" ")
            }
        };
        if self.square.is_empty() {
            return "On this board all positions are of one class.\n".to_owned();
        }
        let square = Position::from_holes(board.len(), self.square.iter().copied());
        let mut text = format!(
            "Reduced to the holes {}, the start comes down to\n{}",
            names(&square),
            self.picture(board, &self.start),
        );
        if let Some(goal) = &self.goal {
            let _ = write!(text, "and the goal to\n{}", self.picture(board, goal));
        }
        if self.goal.is_some() || puzzle.goal().is_one_peg() {
            let _ = writeln!(text, "A last peg may stand in: {}.", names(&self.survivors));
        }
        if let Some(vacancies) = &self.vacancies {
            let _ = writeln!(text, "A first vacancy may be: {}.", names(vacancies));
        }
        text + &group::explanation(puzzle)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{by_hole, reduced};
    use saut_peg::peg::notation::cell_name;
    use saut_peg::peg::{Goal, Position, Puzzle, boards};

    fn single(board: &str, vacancy: usize, survivor: usize) -> Puzzle {
        let board = boards::named(board).unwrap();
        let hole = |hole| Position::from_holes(board.len(), [hole]);
        let (start, goal) = (hole(vacancy).complement(), Goal::exactly(hole(survivor)));
        Puzzle::new("", board, start, goal).unwrap()
    }

    fn names(puzzle: &Puzzle, holes: &Position) -> Vec<String> {
        let cell = |hole| cell_name(puzzle.board(), puzzle.board().cell(hole));
        let mut names: Vec<String> = holes.holes().map(cell).collect();
        names.sort();
        names
    }

    #[test]
    fn the_square_is_two_by_two_in_the_middle() {
        let puzzle = single("english", 16, 16);
        let reduced = reduced(&puzzle);
        let square = Position::from_holes(33, reduced.square.iter().copied());
        assert_eq!(names(&puzzle, &square), ["33", "34", "43", "44"]);
        assert_eq!(
            reduced.picture(puzzle.board(), &reduced.start),
            "  .o\n  ..\n"
        );
        assert_eq!(reduced.goal, Some(reduced.start));
        assert_eq!(super::reduced(&single("triangle-5", 4, 4)).square.len(), 2);
    }

    #[test]
    fn the_central_start_allows_five_last_pegs_and_the_central_goal_five_vacancies() {
        let puzzle = single("english", 16, 16);
        let reduced = reduced(&puzzle);
        let five = ["14", "41", "44", "47", "74"];
        assert_eq!(names(&puzzle, &reduced.survivors), five);
        assert_eq!(names(&puzzle, &reduced.vacancies.unwrap()), five);
    }

    #[test]
    fn of_sixteen_classes_nine_have_a_single_peg_and_six_have_none() {
        let board = boards::named("english").unwrap();
        let singles: BTreeSet<u16> = by_hole(&board).into_iter().collect();
        assert_eq!(singles.len(), 9);
        assert!(!singles.contains(&0));
    }

    #[test]
    fn the_full_english_board_is_of_the_empty_class_and_the_french_is_not() {
        for (name, is_empty) in [("english", true), ("french", false)] {
            let board = boards::named(name).unwrap();
            let full = by_hole(&board).into_iter().fold(0, |sum, one| sum ^ one);
            assert_eq!(full == 0, is_empty, "{name}");
        }
    }

    #[test]
    fn french_last_pegs_are_those_that_the_literature_lists() {
        let board = boards::named("french").unwrap();
        let hole = |name: &str| {
            (0..37)
                .find(|&hole| cell_name(&board, board.cell(hole)) == name)
                .unwrap()
        };
        for (vacancy, survivors) in [
            ("13", vec!["15", "42", "45", "75"]),
            ("24", vec!["31", "34", "37", "64"]),
            ("44", vec![]),
            ("46", vec!["15", "42", "45", "75"]),
        ] {
            let puzzle = single("french", hole(vacancy), 0);
            assert_eq!(
                names(&puzzle, &reduced(&puzzle).survivors),
                survivors,
                "{vacancy}"
            );
        }
    }
}
