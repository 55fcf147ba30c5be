//! `saut explain --reduction` and `--classes`: the rule of three on the board.

use std::collections::BTreeMap;
use std::io::Write;

use saut::answer::schema;
use saut::certify::class::{Nine, Reduction, Signature, congruent, reduction};
use saut::peg::{Cell, Position, Puzzle, notation};
use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::print;
use crate::cli::reply::Failure;

const ONLY_SQUARES: &str =
    "the reduction is only defined for boards whose lines are rows and columns";

/// Returns the start, and the goal if it is a single position.
fn sides(puzzle: &Puzzle) -> Vec<(&'static str, &Position)> {
    let goal = puzzle.goal().position().map(|goal| ("goal", goal));
    std::iter::once(("start", puzzle.start()))
        .chain(goal)
        .collect()
}

/// The reduction of a position to nine holes and to four.
#[derive(Serialize, JsonSchema)]
pub struct Reduced {
    /// The upper left cell of the nine holes.
    #[schemars(with = "schema::Cell")]
    corner: Cell,
    /// The pegs that were moved by multiples of three cells, each with its old and its new cell.
    #[schemars(with = "Vec<(schema::Cell, schema::Cell)>")]
    carried: Vec<(Cell, Cell)>,
    /// Number of pegs in each of the nine holes.
    nine: Nine,
    /// The numbers after the top row was moved down.
    six: Nine,
    /// The numbers after the right column was moved left.
    four: Nine,
    #[serde(flatten)]
    class: ClassDocument,
}

/// A signature with its class.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Signature")]
struct ClassDocument {
    /// The four holes as a picture, row by row.
    signature: String,
    /// Name of the class: G1 to G9 (winning) or P1 to P7 (losing).
    class: &'static str,
    /// The two class invariants (Avis, Deza, Onn), as in `(a,b)`: each is a, b, c or e, and no jump changes them.
    sums: String,
    /// Whether a single peg has this signature.
    winning: bool,
}

impl From<Signature> for ClassDocument {
    fn from(signature: Signature) -> Self {
        Self {
            signature: picture(signature),
            class: signature.class_name(),
            sums: signature.sums(),
            winning: signature.is_winning(),
        }
    }
}

/// One of the sixteen signatures on a board.
#[derive(Serialize, JsonSchema)]
pub struct Class {
    #[serde(flatten)]
    signature: ClassDocument,
    /// Number of pegs in the signature.
    pegs: usize,
    /// The holes in which a single peg has this signature.
    #[schemars(with = "Vec<schema::Cell>")]
    congruent: Vec<Cell>,
}

/// Returns the reductions of start and goal for JSON. They are null on a board whose lines are not rows and columns.
pub fn reduction_document(puzzle: &Puzzle) -> BTreeMap<&'static str, Option<Reduced>> {
    let one = |(name, position): (&'static str, &Position)| {
        let entry = reduction(puzzle.board(), position).map(|reduced| Reduced {
            corner: reduced.corner,
            class: reduced.signature.into(),
            carried: reduced.carried,
            nine: reduced.nine,
            six: reduced.six,
            four: reduced.four,
        });
        (name, entry)
    };
    sides(puzzle).into_iter().map(one).collect()
}

/// Returns the sixteen classes for JSON, or `None` on a board whose lines are not rows and columns.
pub fn document(puzzle: &Puzzle) -> Option<Vec<Class>> {
    let board = puzzle.board();
    reduction(board, puzzle.start())?;
    let entry = |signature: Signature| {
        let holes = congruent(board, signature).into_iter();
        Class {
            signature: signature.into(),
            pegs: signature.pegs(),
            congruent: holes.map(|hole| board.cell(hole)).collect(),
        }
    };
    Some(Signature::all().into_iter().map(entry).collect())
}

pub fn print_reduction(out: &mut impl Write, puzzle: &Puzzle) -> Result<(), Failure> {
    let strong = print::STRONG;
    let board = puzzle.board();
    let mut signatures = Vec::new();
    for (name, position) in sides(puzzle) {
        writeln!(out, "\n{strong}reduction of the {name}{strong:#}")?;
        let Some(reduced) = reduction(board, position) else {
            return Ok(writeln!(out, "  {ONLY_SQUARES}")?);
        };
        signatures.push(reduced.signature);
        let cell = |cell| notation::cell_name(board, cell);
        let carried = reduced.carried.iter();
        let carried: Vec<String> = carried
            .map(|&(from, to)| format!("{}-{}", cell(from), cell(to)))
            .collect();
        for (number, line) in carried.chunks(12).enumerate() {
            let lead = if number == 0 {
                "moved by threes:"
            } else {
                "                "
            };
            writeln!(out, "  {lead} {}", line.join(" "))?;
        }
        writeln!(
            out,
            "  pegs in the nine holes; with the top row moved down; with the right column moved left; modulo 2"
        )?;
        for row in rows(&reduced) {
            writeln!(out, "  {row}")?;
        }
        writeln!(out, "  {}", verdict(reduced.signature))?;
    }
    if let [start, goal] = signatures[..] {
        let words = if start == goal {
            "the same, so the position class does not refute the puzzle"
        } else {
            "different, so no plan exists on any board"
        };
        writeln!(out, "\n  signatures of start and goal: {words}")?;
    }
    Ok(())
}

/// Returns the rows of the picture with the four stages of the reduction next to each other.
fn rows(reduced: &Reduction) -> Vec<String> {
    let stage = |nine: &Nine, row: usize| nine[row].map(|pegs| format!("{pegs:>3}")).concat();
    let signature = |row: usize| match row {
        0 => "    ".to_owned(),
        _ => reduced.signature.0[row - 1]
            .map(|peg| if peg { " o" } else { " ." })
            .concat(),
    };
    let row = |row: usize| {
        format!(
            "{}   |{}   |{}   |{}",
            stage(&reduced.nine, row),
            stage(&reduced.six, row),
            stage(&reduced.four, row),
            signature(row),
        )
        .trim_end()
        .to_owned()
    };
    (0..3).map(row).collect()
}

fn verdict(signature: Signature) -> String {
    let single = signature.single().map(|(row, column)| {
        let rows = ["top", "middle", "bottom"];
        let columns = ["left", "middle", "right"];
        format!("{} row, {} column", rows[row], columns[column])
    });
    let name = format!("{}, sums {}", signature.class_name(), signature.sums());
    match single {
        Some(place) => {
            format!("winning: a single peg of the nine has this signature ({place}); class {name}")
        }
        None => format!("losing: no single peg has this signature; class {name}"),
    }
}

fn picture(signature: Signature) -> String {
    let row = |row: [bool; 2]| {
        row.map(|peg| if peg { 'o' } else { '.' })
            .iter()
            .collect::<String>()
    };
    signature.0.map(row).join("/")
}

pub fn print(out: &mut impl Write, puzzle: &Puzzle) -> Result<(), Failure> {
    let strong = print::STRONG;
    let board = puzzle.board();
    writeln!(out, "\n{strong}the sixteen signatures{strong:#}")?;
    let Some(start) = reduction(board, puzzle.start()) else {
        return Ok(writeln!(out, "  {ONLY_SQUARES}")?);
    };
    let goal = puzzle.goal().position();
    let goal = goal.and_then(|goal| Some(reduction(board, goal)?.signature));
    let all = Signature::all();
    for &signature in &all {
        let cells = notation::hole_names(board, congruent(board, signature));
        let holes = if signature.is_winning() && cells.is_empty() {
            "winning, no hole of this board".to_owned()
        } else if signature.is_winning() {
            format!("one peg in {}", cells.join(" "))
        } else {
            "losing".to_owned()
        };
        let mark = match (start.signature == signature, goal == Some(signature)) {
            (true, true) => "start, goal",
            (true, false) => "start",
            (false, true) => "goal",
            (false, false) => "",
        };
        let (name, picture) = (signature.class_name(), picture(signature));
        let sums = signature.sums();
        let line = format!("  {name}  {picture}  {sums}  {holes:<32} {mark}");
        writeln!(out, "{}", line.trim_end())?;
    }
    let winning = all.iter().filter(|one| one.is_winning()).count();
    let empty = all.iter().filter(|one| one.pegs() == 0).count();
    let others = all.len() - winning - empty;
    Ok(writeln!(
        out,
        "  {winning} are winning: a single peg has such a signature. The others are losing: {empty} empty, and {others} with \
         two pegs of the nine that share no line"
    )?)
}
