//! Finds statements about the start and the goal in the sentences of a page.

use saut_base::bad_input::BadInput;

use super::block::on_line;
use super::candidates::Drawn;
use super::page::Page;
use super::words::{Place, Sentence, Statement, said};
use saut_peg::peg::Board;
use saut_peg::peg::notation::{Digits, read_cell};
use saut_peg::peg::picture::{Content, Picture};
use saut_peg::peg::{Cell, Geometry};

#[derive(Debug, Default)]
pub(super) struct Statements {
    /// Place of the last peg, and the line of the statement.
    one_peg: Option<(usize, Place)>,
    /// Place of the only vacancy at the start, and the line of the statement.
    vacancy: Option<(usize, Place)>,
    /// Whether names of cells can refer to labels.
    is_labelled: bool,
}

impl Statements {
    /// Returns the statements in the sentences of a page.
    ///
    /// # Errors
    /// A sentence is not understood although no goal is drawn, or sentences contradict each other.
    pub fn of(page: &Page) -> Result<Self, BadInput> {
        let mut told = Self {
            is_labelled: page.blocks.iter().any(|block| block.is_labelled),
            ..Self::default()
        };
        for sentence in &page.sentences {
            match said(&sentence.text) {
                Statement::Prose | Statement::Title => {}
                Statement::OnePeg(place) => merge(&mut told.one_peg, sentence, place)?,
                Statement::Vacant(place) => merge(&mut told.vacancy, sentence, place)?,
                _ if page.blocks.len() > 1 => {}
                Statement::UnknownGoal => return Err(unknown(sentence, "goal")),
                Statement::UnknownRule => return Err(unknown(sentence, "rules")),
            }
        }
        Ok(told)
    }

    /// Returns the pictures with the goal from the statements.
    ///
    /// # Errors
    /// The pictures show something else, or have no such hole.
    pub fn apply(&self, drawn: Drawn) -> Result<Drawn, BadInput> {
        let board = drawn.start.board(drawn.geometry)?;
        let disagree = |line: usize, what: &str| {
            let fact = format!("the words and the picture of the {what} do not agree");
            on_line(line, fact).remedy("change one of them, or begin a comment with ;")
        };
        if let Some((line, place)) = &self.vacancy {
            let cell = self.cell(*line, place, &board, &drawn.start)?;
            if vacancies(&drawn.start) != [cell] {
                return Err(disagree(*line, "start"));
            }
        }
        let Some((line, place)) = &self.one_peg else {
            return Ok(drawn);
        };
        let is_one_peg = |goal: &Picture, cell: Option<Cell>| {
            let pegs: Vec<Cell> = goal.cells_with(Content::Peg).collect();
            let is_there = cell.is_none_or(|cell| pegs[..] == [cell]);
            pegs.len() == 1 && is_there && goal.cells_with(Content::Open).next().is_none()
        };
        let cell = match place {
            Place::Anywhere => None,
            _ => Some(self.cell(*line, place, &board, &drawn.start)?),
        };
        let goal = match (&drawn.goal, cell) {
            (Some(goal), cell) if !is_one_peg(goal, cell) => return Err(disagree(*line, "goal")),
            (Some(_), _) | (None, None) => return Ok(drawn),
            (None, Some(cell)) => {
                let holes = drawn.start.cells().map(|other| (other, Content::Vacancy));
                let others = holes.filter(|(other, _)| *other != cell);
                Picture::of(others.chain([(cell, Content::Peg)]))
            }
        };
        let goal = Some(goal);
        Ok(Drawn { goal, ..drawn })
    }

    fn cell(
        &self,
        line: usize,
        place: &Place,
        board: &Board,
        start: &Picture,
    ) -> Result<Cell, BadInput> {
        let found = match place {
            Place::Anywhere => Err("expected one hole, but the words mean any hole".to_owned()),
            Place::Centre => {
                centre(board).ok_or_else(|| "this board has no hole in its centre".to_owned())
            }
            Place::FirstVacancy => match vacancies(start)[..] {
                [cell] => Ok(cell),
                ref all => Err(format!(
                    "the words mean the starting hole, but {} holes are vacant at the start",
                    all.len()
                )),
            },
            Place::Cell(name) if self.is_labelled => Err(format!(
                "it is unclear whether \"{name}\" names a cell by its labels or by its column and row"
            )),
            Place::Cell(name) => {
                let cell = read_cell(board, name, Digits::ColumnFirst);
                let cell = cell.filter(|&cell| board.hole(cell).is_some());
                cell.ok_or_else(|| format!("\"{name}\" is not a hole of the board"))
            }
        };
        let remedy =
            "draw the goal below the start, or leave out the words and give --finish CELLS";
        found.map_err(|fact| on_line(line, fact).remedy(remedy))
    }
}

/// Merges a place with the place of an earlier sentence. A named place is more precise than "anywhere".
fn merge(
    known: &mut Option<(usize, Place)>,
    sentence: &Sentence,
    place: Place,
) -> Result<(), BadInput> {
    let other = known.as_ref().map(|(_, other)| other);
    match other {
        Some(other) if *other == place || place == Place::Anywhere => {}
        None | Some(Place::Anywhere) => *known = Some((sentence.line, place)),
        Some(_) => {
            let bad = on_line(sentence.line, "the words name two places for one peg");
            return Err(bad.remedy("leave out one of them"));
        }
    }
    Ok(())
}

fn unknown(sentence: &Sentence, subject: &str) -> BadInput {
    on_line(sentence.line, format!("the words about the {subject} are not understood"),
    )
    .remedy(
        "write \"one peg in the centre\", \"last peg at 44\" or \"last peg in the starting hole\", draw the goal \
         below the start, leave out the words and give --finish CELLS, or begin a comment with ;",
    )
}

/// Returns warnings about sentences without effect: prose, and comments about the puzzle that begin with `#`. If a goal
/// is drawn, words about the goal or the rules that are not understood also give warnings.
pub(super) fn unread(page: &Page) -> Vec<BadInput> {
    let has_goal = page.blocks.len() > 1;
    let told = |sentence: &Sentence, fact: &str| {
        let shown: String = sentence.text.chars().take(60).collect();
        on_line(sentence.line, format!("{fact}: \"{shown}\""))
    };
    let comments = page.comments.iter().filter(|one| match said(&one.text) {
        Statement::Prose | Statement::Title => false,
        Statement::OnePeg(_)
        | Statement::Vacant(_)
        | Statement::UnknownGoal
        | Statement::UnknownRule => true,
    });
    let comments = comments.map(|one| told(one, "this comment is ignored"));
    let sentences = page.sentences.iter().filter(|one| match said(&one.text) {
        Statement::Prose => true,
        Statement::UnknownGoal | Statement::UnknownRule => has_goal,
        Statement::Title | Statement::OnePeg(_) | Statement::Vacant(_) => false,
    });
    let fact = "these words are not part of the puzzle, and are ignored";
    comments
        .chain(sentences.map(|one| told(one, fact)))
        .collect()
}

fn vacancies(start: &Picture) -> Vec<Cell> {
    start.cells_with(Content::Vacancy).collect()
}

/// Returns the hole in the centre: the centre of gravity of all holes and, except on triangles, the middle of the rows
/// and columns. Returns `None` if no hole is there.
fn centre(board: &Board) -> Option<Cell> {
    let cells = board.cells();
    let number = i64::try_from(cells.len()).ok()?;
    let middle = |along: fn(&Cell) -> i16| -> Option<i16> {
        let sum: i64 = cells.iter().map(|cell| i64::from(along(cell))).sum();
        i16::try_from(sum / number)
            .ok()
            .filter(|_| sum % number == 0)
    };
    let centre = Cell::new(middle(|cell| cell.x)?, middle(|cell| cell.y)?);
    let is_middle = board.geometry() == Geometry::Triangle
        || (2 * centre.x + 1 == board.width() && 2 * centre.y + 1 == board.height());
    (is_middle && board.hole(centre).is_some()).then_some(centre)
}
