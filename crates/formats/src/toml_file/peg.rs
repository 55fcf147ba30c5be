//! Entries of peg solitaire: two pictures, or their shorthand on a named board.

use serde::Deserialize;
use toml::Spanned;

use super::written::Written;
use crate as formats;
use crate::place::{Located, shown};
use crate::shorthand;
use crate::{pair, picture, plan_file};
use saut_base::bad_input::BadInput;
use saut_peg::peg::picture::Picture;
use saut_peg::peg::{Board, Expectation, Geometry, Goal, Puzzle, boards};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    name: Spanned<String>,
    title: Option<String>,
    why: Option<String>,
    source: Option<String>,
    #[serde(default)]
    expect: Expect,
    fewest_moves: Option<usize>,
    #[serde(rename = "game")]
    _game: Option<String>,
    board: Option<Spanned<String>>,
    geometry: Option<Spanned<String>>,
    start: Spanned<String>,
    goal: Spanned<String>,
    put_back: Option<Spanned<String>>,
    plan: Option<Spanned<String>>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Expect {
    Solvable,
    Infeasible,
    #[default]
    Open,
}

impl Written for Entry {
    fn name(&self) -> &Spanned<String> {
        &self.name
    }

    fn entry(&self, text: &Located<'_>) -> Result<formats::Entry, BadInput> {
        puzzle(text, self).map(formats::Entry::from)
    }
}

/// The puzzle of an entry; lines and columns in messages are those of the file.
fn puzzle(text: &Located<'_>, entry: &Entry) -> Result<Puzzle, BadInput> {
    let geometry = entry
        .geometry
        .as_ref()
        .map(|name| geometry(text, name))
        .transpose()?;
    let name = entry.name.get_ref();
    let mut puzzle = match &entry.board {
        None => {
            let (start, read) = picture(text, &entry.start, geometry)?;
            let board = start.board(read)?;
            let position = pair::start_position(&board, &start)?;
            let goal = if let Some(goal) = one_peg(text, entry, &board) {
                goal?
            } else {
                let (goal, _) = picture(text, &entry.goal, Some(read))?;
                pair::drawn_goal(&board, &goal, "the start")?
            };
            pair::puzzle(name, board, position, goal)?
        }
        Some(board) => on_board(text, entry, named_board(text, board, geometry)?)?,
    };
    if let Some(cell) = &entry.put_back {
        puzzle = under_old_rule(puzzle, cell.get_ref())
            .map_err(|bad| bad.within("put_back").within(text.at(cell.span().start)))?;
    }
    puzzle.title.clone_from(&entry.title);
    puzzle.why.clone_from(&entry.why);
    puzzle.source.clone_from(&entry.source);
    puzzle.expect = match entry.expect {
        Expect::Solvable => Expectation::Solvable,
        Expect::Infeasible => Expectation::Infeasible,
        Expect::Open => Expectation::Open,
    };
    puzzle.fewest_moves = entry.fewest_moves;
    if let Some(listed) = &entry.plan {
        let plan = plan_file::read_plan_of(&puzzle, listed.get_ref(), None);
        let plan = plan.map_err(|bad| {
            let place = text.at(listed.span().start);
            bad.within("plan").within(place)
        })?;
        puzzle.plan = Some(plan.actions().copied().collect());
    }
    Ok(puzzle)
}

/// The puzzle under the old French rule, with the peg of this cell in hand.
fn under_old_rule(puzzle: Puzzle, cell: &str) -> Result<Puzzle, BadInput> {
    let listed = shorthand::cells(puzzle.board(), cell)?;
    let mut holes = listed.holes();
    let (Some(hole), None) = (holes.next(), holes.next()) else {
        let fact = "by the old French rule one peg is in hand, and several cells are listed";
        return Err(BadInput::new("", fact).remedy("name the one cell that it was taken from"));
    };
    puzzle.with_put_back(hole).map_err(|bad| {
        let remedy = "the peg in hand goes back where it was taken from: leave that cell vacant at the start";
        BadInput::new("", format!("\"{}\": {bad}", shown(cell))).remedy(remedy)
    })
}

/// A puzzle on a named board: each side drawn or in shorthand.
fn on_board(text: &Located<'_>, entry: &Entry, board: Board) -> Result<Puzzle, BadInput> {
    let listed = |side: &Spanned<String>| {
        shorthand::position(&board, side.get_ref())
            .map_err(|bad| bad.within(text.at(side.span().start)))
    };
    let start = if shorthand::is_drawn(entry.start.get_ref()) {
        let (start, _) = picture(text, &entry.start, Some(board.geometry()))?;
        pair::start_position(&board, &start)?
    } else {
        listed(&entry.start)?
    };
    let goal = if let Some(goal) = one_peg(text, entry, &board) {
        goal?
    } else if shorthand::is_drawn(entry.goal.get_ref()) {
        let (goal, _) = picture(text, &entry.goal, Some(board.geometry()))?;
        pair::drawn_goal(&board, &goal, "the board")?
    } else {
        Goal::exactly(listed(&entry.goal)?)
    };
    pair::puzzle(entry.name.get_ref(), board, start, goal)
}

/// The goal of one peg, if the entry has one.
fn one_peg(text: &Located<'_>, entry: &Entry, board: &Board) -> Option<Result<Goal, BadInput>> {
    let goal = shorthand::one_peg(board, entry.goal.get_ref())?;
    Some(goal.map_err(|bad| bad.within(text.at(entry.goal.span().start))))
}

fn named_board(
    text: &Located<'_>,
    name: &Spanned<String>,
    geometry: Option<Geometry>,
) -> Result<Board, BadInput> {
    let bad = |fact: String| BadInput::new(text.at(name.span().start), fact);
    let board = boards::named(name.get_ref()).ok_or_else(|| {
        bad(format!("no board is called \"{}\"", shown(name.get_ref())))
            .remedy(format!("there are {}", boards::NAMES.join(", ")))
    })?;
    match geometry {
        Some(geometry) if geometry != board.geometry() => {
            Board::new(geometry, board.cells().iter().copied()).map_err(|no| bad(no.to_string()))
        }
        _ => Ok(board),
    }
}

fn geometry(text: &Located<'_>, name: &Spanned<String>) -> Result<Geometry, BadInput> {
    name.get_ref().parse().map_err(|_| {
        let place = text.at(name.span().start);
        BadInput::new(
            place,
            format!("no geometry is called \"{}\"", shown(name.get_ref())),
        )
        .remedy("there are square, triangle and square-diagonal")
    })
}

/// Reads a picture and its geometry; lines and columns in messages are those of the file.
fn picture(
    text: &Located<'_>,
    drawn: &Spanned<String>,
    geometry: Option<Geometry>,
) -> Result<(Picture, Geometry), BadInput> {
    let begin = drawn.span().start;
    let line = text.line(begin);
    let raw = text.text.get(drawn.span()).unwrap_or_default();
    let rows = drawn.get_ref();
    let read = if let Some(inside) = raw.strip_prefix("\"\"\"").or(raw.strip_prefix("'''")) {
        let first = line + usize::from(inside.starts_with(['\n', '\r']));
        picture::read_field(rows, first, geometry)
    } else {
        picture::read_field(rows, line, geometry).map_err(|bad| {
            match rows
                .char_indices()
                .find(|&(_, symbol)| !picture::is_drawn(symbol))
            {
                Some((odd, _)) => BadInput {
                    place: text.at(begin + 1 + odd),
                    ..bad
                },
                None => bad,
            }
        })
    };
    read.map_err(|bad| {
        let bad = if bad.place.is_empty() {
            bad.within(text.at(begin))
        } else {
            bad
        };
        if shorthand::is_drawn(rows) {
            return bad;
        }
        bad.remedy(
            "draw a picture (o peg, . vacancy, ? open in a goal, space no hole), or name a board \
             (board = \"english\") and list cells",
        )
    })
}
