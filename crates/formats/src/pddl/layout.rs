//! Layout: which holes the locations of a problem are.
//!
//! A name ending in two numbers gives row and column. Some problems number their locations
//! otherwise; then the board is laid out from the `IN-LINE` facts alone ([`super::embed`]). In
//! either case the facts must in the end be exactly the lines of the board: that is checked here.

use std::collections::HashSet;

use saut_base::bad_input::BadInput;
use saut_peg::peg::{Board, Cell, Geometry, Hole};

use super::embed;

/// Locations by number, with their holes on a board.
pub(super) struct Layout {
    pub(super) board: Board,
    pub(super) hole_of: Vec<Hole>,
}

/// The cell that a name such as `pos-2-13` means: row 2, column 13.
pub(crate) fn cell_of(name: &str) -> Option<Cell> {
    let (rest, column) = ends_in_number(name)?;
    let rest = rest.strip_suffix(['-', '_', ','])?;
    let (_, row) = ends_in_number(rest)?;
    Some(Cell::new(column, row))
}

fn ends_in_number(name: &str) -> Option<(&str, i16)> {
    let rest = name.trim_end_matches(|symbol: char| symbol.is_ascii_digit());
    let number = name[rest.len()..]
        .parse()
        .ok()
        .filter(|&number| number < 8000)?;
    Some((rest, number))
}

/// Lays out locations (by name) such that `lines` (from, over, to; by number) are the lines.
pub(super) fn lay_out(names: &[String], lines: &HashSet<[usize; 3]>) -> Result<Layout, BadInput> {
    let written: Option<Vec<Cell>> = names.iter().map(|name| cell_of(name)).collect();
    let written = written.filter(|cells| cells.iter().collect::<HashSet<_>>().len() == cells.len());
    if let Some(cells) = &written
        && let Some(layout) = Geometry::ALL
            .into_iter()
            .find_map(|way| fit(way, cells, lines).ok())
    {
        return Ok(layout);
    }
    for geometry in Geometry::ALL {
        if let Some(cells) = embed::embed(geometry, names.len(), lines)
            && let Ok(layout) = fit(geometry, &cells, lines)
        {
            return Ok(layout);
        }
    }
    let remedy = "a board must have every line of three adjacent holes, both ways, of a square, \
                  triangular or eight-way grid";
    let misfits = written.iter().flat_map(|cells| {
        Geometry::ALL
            .into_iter()
            .filter_map(|way| fit(way, cells, lines).err().flatten())
    });
    Err(match misfits.min_by_key(|misfit| misfit.lines) {
        Some(Misfit { line, missing, .. }) => {
            let [from, over, to] = line.map(|location| &names[location]);
            let what = if missing {
                "is missing"
            } else {
                "is no straight line"
            };
            BadInput::new("", format!("(IN-LINE {from} {over} {to}) {what}"))
        }
        None => BadInput::new(
            "",
            "the locations cannot be laid out as a board by their IN-LINE facts",
        ),
    }
    .remedy(remedy))
}

/// Difference between facts and lines: the number of lines, and the first.
struct Misfit {
    lines: usize,
    line: [usize; 3],
    missing: bool,
}

/// The layout on these cells, if the facts are exactly its lines. No misfit is given if the
/// cells make no board at all.
fn fit(
    geometry: Geometry,
    cells: &[Cell],
    lines: &HashSet<[usize; 3]>,
) -> Result<Layout, Option<Misfit>> {
    let board = Board::new(geometry, cells.iter().copied()).map_err(|_| None)?;
    let left = cells.iter().map(|cell| cell.x).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.y).min().unwrap_or(0);
    let hole_of: Option<Vec<Hole>> = cells
        .iter()
        .map(|cell| board.hole(Cell::new(cell.x - left, cell.y - top)))
        .collect();
    let hole_of = hole_of.ok_or(None)?;
    let mut location = vec![0; board.len()];
    for (number, &hole) in hole_of.iter().enumerate() {
        location[hole] = number;
    }
    let jumps = board
        .jumps()
        .iter()
        .map(|&jump| board.holes_of(jump).map(|hole| location[hole]));
    let jumps: HashSet<[usize; 3]> = jumps.collect();
    let missing = jumps.difference(lines).min();
    let surplus = lines.difference(&jumps).min();
    match missing.or(surplus) {
        None => Ok(Layout { board, hole_of }),
        Some(&line) => Err(Some(Misfit {
            lines: jumps.symmetric_difference(lines).count(),
            line,
            missing: missing.is_some(),
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::cell_of;
    use saut_peg::peg::Cell;

    #[test]
    fn names_that_end_in_two_numbers_are_row_and_column() {
        assert_eq!(cell_of("pos-2-13"), Some(Cell::new(13, 2)));
        assert_eq!(cell_of("l0_1"), Some(Cell::new(1, 0)));
    }

    #[test]
    fn other_names_are_no_cells() {
        for name in [
            "location_10",
            "a",
            "",
            "pos-1-",
            "pos-1-99999",
            "pos-9000-1",
            "-1",
        ] {
            assert_eq!(cell_of(name), None, "{name}");
        }
    }
}
