//! `saut count --matrix`: the graph of all positions of a small board as a matrix.

use std::fmt::Write;

use saut::answer::schema::Count;
use saut::count::{CountError, Paths, PositionGraph, Relation};
use saut::peg::Puzzle;
use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::print;

/// Maximum number of positions for which the matrix is drawn.
const MOST_DRAWN: usize = 128;

/// The graph of all positions of a board as a matrix.
#[derive(Serialize, JsonSchema)]
pub struct Matrix {
    /// The positions by their numbers, as pictures.
    positions: Vec<String>,
    /// Number of jumps.
    jumps: usize,
    /// The powers of the matrix.
    powers: Vec<Power>,
    /// Triples of two positions, by their numbers, and the number of paths from the first to the second, if not 0.
    paths: Vec<(usize, usize, Count)>,
    /// Number of pairs of positions in the reflexive transitive closure.
    pairs_in_closure: usize,
    /// Whether two algorithms compute the same numbers of paths.
    paths_agree: bool,
    /// Whether three algorithms compute the same closure.
    closures_agree: bool,
    /// Number of positions from which the complement can be reached.
    leading_to_complement: usize,
}

/// A power of the matrix.
#[derive(Serialize, JsonSchema)]
struct Power {
    /// Number of entries that are not 0: pairs of positions with a path of this length.
    pairs: usize,
    /// Sum of the entries: number of paths of this length.
    paths: Count,
}

impl From<&Paths> for Power {
    fn from(paths: &Paths) -> Self {
        let all = || paths.iter().flatten();
        Self {
            pairs: all().filter(|&&paths| paths > 0).count(),
            paths: Count(all().sum()),
        }
    }
}

/// Computes the matrices, and returns the document and the text. The sum of the powers and the closure are computed by
/// several algorithms, as a check.
///
/// # Errors
/// The board is too large.
pub fn report(puzzle: &Puzzle) -> Result<(Matrix, String), CountError> {
    let graph = PositionGraph::new(puzzle.board())?;
    let (powers, paths) = (graph.powers(), graph.paths_by_horner());
    let closure = graph.closure_by_warshall();
    let (squared, squarings) = graph.closure_by_squaring();
    let places = 0..graph.order();
    let is_related = |from: usize, to: usize| from == to || paths[from][to] > 0;
    let of_paths: Relation = places
        .clone()
        .map(|from| places.clone().map(|to| is_related(from, to)).collect())
        .collect();
    let leads = |place: &usize| paths[*place][graph.order() - 1 - place] > 0;
    let entries = paths.iter().enumerate().flat_map(|(from, row)| {
        let row = row.iter().enumerate().filter(|(_, paths)| **paths > 0);
        row.map(move |(to, &paths)| (from, to, Count(paths)))
    });
    let matrix = Matrix {
        positions: places.clone().map(|place| graph.picture(place)).collect(),
        jumps: places
            .clone()
            .map(|place| graph.successors(place).len())
            .sum(),
        powers: powers.iter().map(Power::from).collect(),
        paths: entries.collect(),
        pairs_in_closure: closure.iter().flatten().filter(|is| **is).count(),
        paths_agree: paths == graph.paths_by_warshall(false),
        closures_agree: squared == closure && of_paths == closure,
        leading_to_complement: places.filter(leads).count(),
    };
    let wrong_with_ones = different(&paths, &graph.paths_by_warshall(true));
    let mut text = table(&matrix, &Power::from(&paths), squarings);
    let _ = write!(
        text,
        "\n  M^{} = 0; M is strictly triangular; symmetric about its second diagonal: {}\n  {} can reach their \
         complements\n  if the diagonal is first set to 1, Warshall's algorithm with sums is wrong for {}",
        powers.len() + 1,
        if graph.is_symmetric() { "yes" } else { "no" },
        print::counted(matrix.leading_to_complement, "position"),
        print::counted(wrong_with_ones, "pair"),
    );
    text += &row(&graph, &paths, puzzle);
    if graph.order() <= MOST_DRAWN {
        text += &drawn(&graph, &closure);
    }
    Ok((matrix, text))
}

/// Returns a table with one line for each power of the matrix, for their sum, and for the closure.
fn table(matrix: &Matrix, sum: &Power, squarings: usize) -> String {
    let mut text = format!(
        "\nmatrix M with a row and a column for each of the {} of the board, by number of pegs; {}\n\x20 power      \
         pairs      paths",
        print::counted(matrix.positions.len(), "position"),
        print::counted(matrix.jumps, "jump"),
    );
    for (power, exponent) in matrix.powers.iter().zip(1..) {
        let (pairs, paths) = (power.pairs, print::grouped(power.paths.0));
        let _ = write!(text, "\n  M^{exponent:<4}{pairs:>10}{paths:>11}");
    }
    let _ = write!(
        text,
        "\n  S     {:>10}{:>11}   the sum of the powers: by Horner's rule, by Warshall's \
         algorithm with sums: {}\n  F     {:>10}              the closure: by Warshall's \
         algorithm, by {} of I + M, from S: {}",
        sum.pairs,
        print::grouped(sum.paths.0),
        agreement(matrix.paths_agree),
        matrix.pairs_in_closure,
        print::counted(squarings, "squaring"),
        agreement(matrix.closures_agree),
    );
    text
}

/// Returns a line with the number of paths from the start of a puzzle to all positions, and to its goal.
fn row(graph: &PositionGraph, paths: &Paths, puzzle: &Puzzle) -> String {
    let Some(start) = graph.place(puzzle.start()) else {
        return String::new();
    };
    let row = &paths[start];
    let ends = row.iter().filter(|&&paths| paths > 0).count();
    let paths = print::counted(row.iter().sum::<u128>(), "path");
    let ends = print::counted(ends, "position");
    let goal = puzzle.goal().position().and_then(|goal| graph.place(goal));
    let goal = goal.map_or(String::new(), |goal| {
        format!("; to the goal {}", print::grouped(row[goal]))
    });
    format!("\n  the row of the start: {paths} to {ends}{goal}")
}

/// Returns the number of pairs of different positions for which two matrices differ.
fn different(one: &Paths, other: &Paths) -> usize {
    let rows = one.iter().zip(other).enumerate();
    let of_row = rows.map(|(from, (one, other))| {
        let entries = one.iter().zip(other).enumerate();
        entries
            .filter(|&(to, (one, other))| to != from && one != other)
            .count()
    });
    of_row.sum()
}

const fn agreement(agree: bool) -> &'static str {
    if agree { "all agree" } else { "these differ" }
}

/// Draws a row for each position: `1` for a successor, `+` for a position after several jumps, `\` for the position
/// itself.
fn drawn(graph: &PositionGraph, closure: &Relation) -> String {
    let mut text = String::from(
        "\n\n  M and F: 1 for one jump, + for a longer path, \\ for the position itself\n",
    );
    for (from, row) in closure.iter().enumerate() {
        let entry = |(to, &is): (usize, &bool)| match is {
            _ if from == to => '\\',
            true if graph.successors(from).contains(&to) => '1',
            true => '+',
            false => '.',
        };
        let row: String = row.iter().enumerate().map(entry).collect();
        let _ = write!(text, "\n  {}  {row}", graph.picture(from));
    }
    text
}
