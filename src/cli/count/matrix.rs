//! `saut count --matrix`: the graph of all positions of a small board as a matrix.

use std::fmt::Write;

use saut::answer::schema::Count;
use saut::count::{NotCounted, Paths, PositionGraph, Relation};
use saut::peg::{Board, Puzzle};
use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::print;

/// The most positions of which the matrix is drawn.
const MOST_DRAWN: usize = 128;

/// The matrices of a board, each worked out in several ways.
struct Matrices {
    graph: PositionGraph,
    powers: Vec<Paths>,
    paths: Paths,
    closure: Relation,
    /// The squarings of I + M that the closure took.
    squarings: usize,
    /// Whether Horner's rule and Warshall's algorithm with sums find the same paths.
    paths_agree: bool,
    /// Whether Warshall's algorithm, squaring and the paths give the same closure.
    closures_agree: bool,
    /// The pairs for which Warshall's algorithm with sums is wrong with ones on the diagonal.
    wrong_with_ones: usize,
    /// The positions that lead to their complement.
    complements: usize,
    jumps: usize,
}

impl Matrices {
    fn new(board: &Board) -> Result<Self, NotCounted> {
        let graph = PositionGraph::new(board)?;
        let (powers, paths) = (graph.powers(), graph.paths_by_horner());
        let closure = graph.closure_by_warshall();
        let (squared, squarings) = graph.closure_by_squaring();
        let places = 0..graph.len();
        let is_related = |from: usize, to: usize| from == to || paths[from][to] > 0;
        let of_paths: Relation = places
            .clone()
            .map(|from| places.clone().map(|to| is_related(from, to)).collect())
            .collect();
        let leads = |place: &usize| paths[*place][graph.len() - 1 - place] > 0;
        Ok(Self {
            paths_agree: paths == graph.paths_by_warshall(false),
            closures_agree: squared == closure && of_paths == closure,
            wrong_with_ones: different(&paths, &graph.paths_by_warshall(true)),
            complements: places.clone().filter(leads).count(),
            jumps: places.map(|place| graph.successors(place).len()).sum(),
            graph,
            powers,
            paths,
            closure,
            squarings,
        })
    }

    /// A line for each matrix.
    fn table(&self) -> String {
        let mut text = format!(
            "\nall {} of the board as a matrix M, a row and a column for each, by their pegs: {}\n\
             \x20 power      pairs      paths",
            print::counted(self.graph.len(), "position"),
            print::counted(self.jumps, "jump"),
        );
        for (power, exponent) in self.powers.iter().zip(1..) {
            let (pairs, paths) = size(power);
            let paths = print::grouped(paths);
            let _ = write!(text, "\n  M^{exponent:<4}{pairs:>10}{paths:>11}");
        }
        let (pairs, paths) = size(&self.paths);
        let _ = write!(
            text,
            "\n  S     {pairs:>10}{:>11}   the sum of the powers: by Horner's rule, by Warshall's \
             algorithm with sums: {}",
            print::grouped(paths),
            agreement(self.paths_agree),
        );
        let _ = write!(
            text,
            "\n  F     {:>10}              the closure: by Warshall's algorithm, by {} of I + M, \
             from S: {}",
            related(&self.closure),
            print::counted(self.squarings, "squaring"),
            agreement(self.closures_agree),
        );
        let symmetric = if self.graph.is_symmetric() {
            "yes"
        } else {
            "no"
        };
        let _ = write!(
            text,
            "\n  M^{} = 0; M is strictly triangular, and symmetric about its second diagonal: \
             {symmetric}\n  complements that can be reached: from {}\n  with ones on the diagonal \
             beforehand, Warshall's algorithm with sums is wrong for {}",
            self.powers.len() + 1,
            print::counted(self.complements, "position"),
            print::counted(self.wrong_with_ones, "pair"),
        );
        text
    }

    /// The paths from the start of a puzzle, and those to its goal.
    fn row(&self, puzzle: &Puzzle) -> String {
        let Some(start) = self.graph.place(puzzle.start()) else {
            return String::new();
        };
        let row = &self.paths[start];
        let ends = row.iter().filter(|&&paths| paths > 0).count();
        let paths = print::counted(row.iter().sum::<u128>(), "path");
        let ends = print::counted(ends, "position");
        let goal = puzzle.goal().position();
        let goal = goal.and_then(|goal| self.graph.place(goal));
        let goal = goal.map_or(String::new(), |goal| {
            format!("; to the goal {}", print::grouped(row[goal]))
        });
        format!("\n  the row of the start: {paths} to {ends}{goal}")
    }

    /// For programs.
    fn document(&self) -> Matrix {
        let rows = self.paths.iter().enumerate();
        let paths = rows.flat_map(|(from, row)| {
            let row = row.iter().enumerate().filter(|(_, paths)| **paths > 0);
            row.map(move |(to, &paths)| (from, to, Count(paths)))
        });
        let powers = self.powers.iter().map(|power| {
            let (pairs, paths) = size(power);
            let paths = Count(paths);
            Power { pairs, paths }
        });
        Matrix {
            positions: (0..self.graph.len())
                .map(|place| self.graph.picture(place))
                .collect(),
            jumps: self.jumps,
            powers: powers.collect(),
            paths: paths.collect(),
            pairs_in_closure: related(&self.closure),
            paths_agree: self.paths_agree,
            closures_agree: self.closures_agree,
            leading_to_complement: self.complements,
        }
    }
}

/// The graph of all positions of a board as a matrix.
#[derive(Serialize, JsonSchema)]
pub struct Matrix {
    /// The positions by their numbers, as pictures.
    positions: Vec<String>,
    /// Number of jumps.
    jumps: usize,
    /// The powers of the matrix.
    powers: Vec<Power>,
    /// Number of paths from a position to another, where there are any.
    paths: Vec<(usize, usize, Count)>,
    /// Number of pairs in the transitive closure.
    pairs_in_closure: usize,
    /// Whether two algorithms find the same paths.
    paths_agree: bool,
    /// Whether three algorithms find the same closure.
    closures_agree: bool,
    /// Number of positions that lead to their complement.
    leading_to_complement: usize,
}

/// A power of the matrix.
#[derive(Serialize, JsonSchema)]
struct Power {
    /// Number of entries that are not 0.
    pairs: usize,
    /// Their sum.
    paths: Count,
}

/// Works the matrices out, each in several ways: the document and the text.
///
/// # Errors
/// The board is too large.
pub fn report(puzzle: &Puzzle) -> Result<(Matrix, String), NotCounted> {
    let matrices = Matrices::new(puzzle.board())?;
    let mut text = matrices.table() + &matrices.row(puzzle);
    if matrices.graph.len() <= MOST_DRAWN {
        text.push_str(&drawn(&matrices.graph, &matrices.closure));
    }
    Ok((matrices.document(), text))
}

/// Number of entries that are not 0, and their sum.
fn size(paths: &Paths) -> (usize, u128) {
    let all = || paths.iter().flatten();
    (all().filter(|&&paths| paths > 0).count(), all().sum())
}

fn related(relation: &Relation) -> usize {
    relation.iter().flatten().filter(|is| **is).count()
}

/// The pairs of different positions for which two matrices differ.
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

/// A row for each position: `1` where a jump leads to, `+` where more lead to, `\` itself.
fn drawn(graph: &PositionGraph, closure: &Relation) -> String {
    let mut text =
        String::from("\n\n  M and F: 1 a jump, + a path of more, \\ the position itself\n");
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
