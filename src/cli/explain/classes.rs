//! `saut explain --reduction` and `--classes`: the rule of three on the board.

use std::io::Write;

use saut::certify::class::group::Sums;
use saut::certify::class::{Nine, Reduction, Signature, congruent, reduction};
use saut::peg::{Position, Puzzle, notation};
use serde_json::{Value, json};

use crate::cli::print;
use crate::cli::reply::Failure;

const ONLY_SQUARES: &str = "the reduction is for boards whose lines are rows and columns";

/// Start, and goal if it is one position.
fn sides(puzzle: &Puzzle) -> Vec<(&'static str, &Position)> {
    let goal = puzzle.goal().position().map(|goal| ("goal", goal));
    std::iter::once(("start", puzzle.start()))
        .chain(goal)
        .collect()
}

/// The reductions for programs.
pub fn reduction_document(puzzle: &Puzzle) -> Value {
    let board = puzzle.board();
    let one = |(name, position): (&str, &Position)| {
        let reduced = reduction(board, position);
        let entry = reduced.map(|reduced| {
            let carried = reduced.carried.iter();
            json!({"corner": [reduced.corner.x, reduced.corner.y],
                "carried": carried.map(|(from, to)| json!([[from.x, from.y], [to.x, to.y]])).collect::<Vec<_>>(),
                "nine": reduced.nine, "six": reduced.six, "four": reduced.four,
                "signature": picture(reduced.signature), "class": reduced.signature.class_name(), "sums": Sums::of_signature(reduced.signature).to_string(), "winning": reduced.signature.is_winning()})
        });
        (name.to_owned(), entry.unwrap_or_default())
    };
    Value::Object(sides(puzzle).into_iter().map(one).collect())
}

/// The sixteen for programs.
pub fn document(puzzle: &Puzzle) -> Value {
    let board = puzzle.board();
    let entry = |signature: Signature| {
        let holes = congruent(board, signature).into_iter();
        let cells = holes.map(|hole| board.cell(hole));
        json!({"signature": picture(signature), "class": signature.class_name(), "sums": Sums::of_signature(signature).to_string(), "pegs": signature.pegs(), "winning": signature.is_winning(),
            "congruent": cells.map(|cell| [cell.x, cell.y]).collect::<Vec<_>>()})
    };
    if reduction(board, puzzle.start()).is_none() {
        return Value::Null;
    }
    Signature::all().into_iter().map(entry).collect()
}

/// The reductions for people.
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
                "carried by threes:"
            } else {
                "                  "
            };
            writeln!(out, "  {lead} {}", line.join(" "))?;
        }
        writeln!(
            out,
            "  pegs in the nine; the top row taken down; the right column taken left; pairs cancelled"
        )?;
        for row in rows(&reduced) {
            writeln!(out, "  {row}")?;
        }
        writeln!(out, "  {}", verdict(reduced.signature))?;
    }
    if let [start, goal] = signatures[..] {
        let words = if start == goal {
            "the same: the class does not refute"
        } else {
            "different: no plan exists on any board"
        };
        writeln!(out, "\n  signatures of start and goal: {words}")?;
    }
    Ok(())
}

/// The four stages side by side, row by row.
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
    let name = format!(
        "{}, sums {}",
        signature.class_name(),
        Sums::of_signature(signature)
    );
    match single {
        Some(place) => format!("winning: as one peg of the nine, {place}; class {name}"),
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

/// The sixteen for people.
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
        let holes = congruent(board, signature);
        let cells: Vec<String> = holes
            .iter()
            .map(|&hole| notation::cell_name(board, board.cell(hole)))
            .collect();
        let holes = if signature.is_winning() && cells.is_empty() {
            "one peg, in no hole of this board".to_owned()
        } else if signature.is_winning() {
            format!("one peg in {}", cells.join(" "))
        } else {
            "losing".to_owned()
        };
        let marks = [
            (start.signature == signature, "start"),
            (goal == Some(signature), "goal"),
        ];
        let marks: Vec<&str> = marks
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, mark)| *mark)
            .collect();
        let (name, picture) = (signature.class_name(), picture(signature));
        let sums = Sums::of_signature(signature);
        let line = format!(
            "  {name}  {picture}  {sums}  {holes:<32} {}",
            marks.join(", ")
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    let winning = all.iter().filter(|one| one.is_winning()).count();
    let empty = all.iter().filter(|one| one.pegs() == 0).count();
    let others = all.len() - winning - empty;
    Ok(writeln!(
        out,
        "  {winning} winning, as one peg; losing are the {empty} empty and {others} as two pegs of the nine in \
         no common line"
    )?)
}
