//! The graph of all positions of a small board as a matrix.
//!
//! M has a row and a column for each position. An entry is 1 if a jump leads from the position of the row to the
//! position of the column. The entries of M^k are numbers of paths of k jumps. Each jump removes one peg. So all paths
//! between two positions have the same length, a power of M is 0, and S = M + M^2 + ... is a finite sum. The entries of
//! S are the numbers of all paths. The transitive closure F has the entry 1 if there is a path, possibly of length 0.
//!
//! The positions are sorted by their number of pegs and then as binary numbers. So M is strictly triangular, and the
//! complement of the i-th position is the i-th position from the end. M is symmetric about its second diagonal, because
//! undoing a jump is a jump between the complements.
//!
//! S is computed by Horner's rule, M(I + M(I + ...)), and by Warshall's algorithm with sums. F is computed by
//! Warshall's algorithm and by squaring I + M. Callers can compare the results. Roy (1959); Warshall, *A theorem on
//! Boolean matrices* (1962).

use super::CountError;
use crate::search::bit_board::{BitBoard, Direction, bits_of};
use saut_peg::peg::{Board, Position};

/// Maximum number of holes. With ten holes, the matrix has 1,024 rows.
const MOST_HOLES: usize = 10;

/// Numbers of paths between positions. Rows and columns are indices in the order of the positions.
pub type Paths = Vec<Vec<u128>>;

/// A Boolean matrix, row by row.
pub type Relation = Vec<Vec<bool>>;

/// The graph of the positions of a board.
#[derive(Clone, Debug)]
pub struct PositionGraph {
    holes: usize,
    /// The positions in the order of rows and columns, one bit per hole.
    positions: Vec<u64>,
    /// The indices of the successors of each position.
    successors: Vec<Vec<usize>>,
}

impl PositionGraph {
    /// Builds the graph.
    ///
    /// # Errors
    /// [`CountError::NotApplicable`] if the board has more than ten holes.
    pub fn new(board: &Board) -> Result<Self, CountError> {
        let holes = board.len();
        if holes > MOST_HOLES {
            return Err(CountError::NotApplicable(
                "the matrix has a row for each of the 2^n positions of n holes, so it is only for boards of at \
                 most ten holes",
            ));
        }
        let mut positions: Vec<u64> = (0..1_u64 << holes).collect();
        positions.sort_by_key(|&position| (position.count_ones(), position));
        let mut places = vec![0; positions.len()];
        for (place, &position) in positions.iter().enumerate() {
            places[word(position)] = place;
        }
        let compact = BitBoard::fixing(board, &[]).ok_or(CountError::LARGE)?;
        let after = |position: u64| {
            let steps = compact.steps(Direction::Forward, position);
            let mut after: Vec<usize> = steps.map(|(_, after)| places[word(after)]).collect();
            after.sort_unstable();
            after
        };
        let successors = positions.iter().map(|&position| after(position)).collect();
        Ok(Self {
            holes,
            positions,
            successors,
        })
    }

    /// Returns the number of positions.
    pub fn order(&self) -> usize {
        self.positions.len()
    }

    /// Returns the index of a position; `None` for a position of another board.
    pub fn place(&self, position: &Position) -> Option<usize> {
        let wanted = bits_of(position);
        self.positions.iter().position(|&one| one == wanted)
    }

    /// Returns the position with this index as a string: `o` for each peg and `.` for each vacancy.
    pub fn picture(&self, place: usize) -> String {
        let peg = |hole: usize| self.positions[place] >> hole & 1 == 1;
        (0..self.holes)
            .map(|hole| if peg(hole) { 'o' } else { '.' })
            .collect()
    }

    /// Returns the indices of the successors of the position with this index.
    pub fn successors(&self, place: usize) -> &[usize] {
        &self.successors[place]
    }

    /// Whether M is symmetric about its second diagonal: the reversed complement of every arc is an arc.
    pub fn is_symmetric(&self) -> bool {
        let last = self.order() - 1;
        let mut arcs = self.arcs();
        arcs.all(|(from, to)| self.successors[last - to].contains(&(last - from)))
    }

    fn arcs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let rows = self.successors.iter().enumerate();
        rows.flat_map(|(from, after)| after.iter().map(move |&to| (from, to)))
    }

    /// Returns the powers of M, from the first power to the last power that is not 0.
    pub fn powers(&self) -> Vec<Paths> {
        let mut powers = Vec::new();
        let mut power = self.times(&identity(self.order()));
        while power.iter().flatten().any(|&paths| paths > 0) {
            let next = self.times(&power);
            powers.push(power);
            power = next;
        }
        powers
    }

    /// Returns M times a matrix.
    fn times(&self, other: &Paths) -> Paths {
        let row = |after: &Vec<usize>| {
            let mut sum = vec![0; self.order()];
            for &place in after {
                for (sum, paths) in sum.iter_mut().zip(&other[place]) {
                    *sum += paths;
                }
            }
            sum
        };
        self.successors.iter().map(row).collect()
    }

    /// Computes S by Horner's rule.
    pub fn paths_by_horner(&self) -> Paths {
        let mut paths = vec![vec![0; self.order()]; self.order()];
        loop {
            for (place, row) in paths.iter_mut().enumerate() {
                row[place] += 1;
            }
            let next = self.times(&paths);
            for (place, row) in paths.iter_mut().enumerate() {
                row[place] -= 1;
            }
            if next == paths {
                return paths;
            }
            paths = next;
        }
    }

    /// Computes S by Warshall's algorithm with sums and products, which begins with 0 on the diagonal. With `ones`, the
    /// diagonal is 1, as for F. Then paths are counted several times, and the entries are not numbers of paths.
    pub fn paths_by_warshall(&self, ones: bool) -> Paths {
        let mut paths = vec![vec![0_u128; self.order()]; self.order()];
        for (from, to) in self.arcs() {
            paths[from][to] = 1;
        }
        for (place, row) in paths.iter_mut().enumerate() {
            row[place] = u128::from(ones);
        }
        for middle in 0..self.order() {
            for to in 0..self.order() {
                for from in 0..self.order() {
                    let onwards = paths[middle][to];
                    if onwards > 0 && paths[from][middle] > 0 {
                        let more = paths[from][middle].saturating_mul(onwards);
                        paths[from][to] = paths[from][to].saturating_add(more);
                    }
                }
            }
        }
        paths
    }

    /// Returns I + M.
    fn reflexive(&self) -> Relation {
        let mut relation = vec![vec![false; self.order()]; self.order()];
        for (place, row) in relation.iter_mut().enumerate() {
            row[place] = true;
            for &to in &self.successors[place] {
                row[to] = true;
            }
        }
        relation
    }

    /// Computes F by Warshall's algorithm.
    pub fn closure_by_warshall(&self) -> Relation {
        let mut closure = self.reflexive();
        for middle in 0..self.order() {
            let onwards = closure[middle].clone();
            for row in closure.iter_mut().filter(|row| row[middle]) {
                join(row, &onwards);
            }
        }
        closure
    }

    /// Computes F by squaring I + M until the matrix does not change. Also returns the number of squarings.
    pub fn closure_by_squaring(&self) -> (Relation, usize) {
        let (mut power, mut squares) = (self.reflexive(), 0);
        loop {
            let square = |row: &Vec<bool>| {
                let mut sum = vec![false; row.len()];
                for (place, _) in row.iter().enumerate().filter(|(_, is)| **is) {
                    join(&mut sum, &power[place]);
                }
                sum
            };
            let next: Relation = power.iter().map(square).collect();
            if next == power {
                return (power, squares);
            }
            (power, squares) = (next, squares + 1);
        }
    }
}

/// Sets each entry of a row to true if the entry of the other row is true.
fn join(row: &mut [bool], other: &[bool]) {
    for (one, other) in row.iter_mut().zip(other) {
        *one |= other;
    }
}

fn identity(size: usize) -> Paths {
    let row = |place| (0..size).map(|other| u128::from(other == place)).collect();
    (0..size).map(row).collect()
}

/// Converts a position, which has at most ten bits, to an index.
fn word(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Paths, PositionGraph};
    use crate::count::{CountError, games, solutions};
    use crate::search::SearchSettings;
    use saut_peg::peg::{Board, Goal, Position, Puzzle, boards};

    fn graph(name: &str) -> (Board, PositionGraph) {
        let board = boards::named(name).unwrap();
        let graph = PositionGraph::new(&board).unwrap();
        (board, graph)
    }

    /// Counts the paths between two positions by enumeration.
    fn walked(graph: &PositionGraph, from: usize, to: usize) -> u128 {
        let onwards = graph.successors(from).iter();
        onwards
            .map(|&next| u128::from(next == to) + walked(graph, next, to))
            .sum()
    }

    fn sum(powers: &[Paths], from: usize, to: usize) -> u128 {
        powers.iter().map(|power| power[from][to]).sum()
    }

    #[test]
    fn all_ways_to_the_paths_and_to_the_closure_agree() {
        for name in ["rectangle-7x1", "triangle-3", "rectangle-4x2", "square-3"] {
            let (_, graph) = graph(name);
            let paths = graph.paths_by_horner();
            assert_eq!(paths, graph.paths_by_warshall(false), "{name}");
            let (powers, closure) = (graph.powers(), graph.closure_by_warshall());
            assert_eq!(closure, graph.closure_by_squaring().0, "{name}");
            for from in 0..graph.order() {
                for to in 0..graph.order() {
                    assert_eq!(paths[from][to], walked(&graph, from, to), "{name}");
                    assert_eq!(paths[from][to], sum(&powers, from, to), "{name}");
                    assert_eq!(closure[from][to], from == to || paths[from][to] > 0);
                    assert!(paths[from][to] == 0 || from > to, "triangular");
                }
            }
            assert!(graph.is_symmetric(), "{name}");
        }
    }

    #[test]
    fn ones_on_the_diagonal_give_no_numbers_of_paths() {
        let (_, graph) = graph("rectangle-3x1");
        let pairs = |paths: &Paths| paths.iter().flatten().sum::<u128>();
        assert_eq!(pairs(&graph.paths_by_warshall(false)), 2);
        assert_ne!(
            graph.paths_by_warshall(true),
            graph.paths_by_warshall(false)
        );
    }

    #[test]
    fn a_row_and_an_entry_agree_with_counting_by_levels() {
        let (board, graph) = graph("square-3");
        let start = Position::from_holes(9, [0, 1, 3, 4, 5, 7]);
        let from = graph.place(&start).unwrap();
        let paths = graph.paths_by_horner();
        for (to, &found) in paths[from].iter().enumerate() {
            let holes = graph.picture(to);
            let pegs = holes.bytes().zip(0..).filter(|(symbol, _)| *symbol == b'o');
            let goal = Position::from_holes(9, pegs.map(|(_, hole)| hole));
            if goal.is_empty() || goal.pegs() >= start.pegs() {
                continue;
            }
            let goal = Goal::exactly(goal);
            let puzzle = Puzzle::new("p", board.clone(), start.clone(), goal).unwrap();
            let counted = solutions(&puzzle, &SearchSettings::default()).unwrap();
            assert_eq!(counted.solutions, found);
        }
        let ends = (0..graph.order()).filter(|&to| graph.successors(to).is_empty());
        let played: u128 = ends.map(|to| paths[from][to]).sum();
        let (all, _) = games(&board, &start, &SearchSettings::default()).unwrap();
        assert_eq!(all, played);
    }

    #[test]
    fn larger_boards_are_rejected() {
        let board = boards::named("english").unwrap();
        let refused = PositionGraph::new(&board).unwrap_err();
        assert!(matches!(refused, CountError::NotApplicable(_)));
        assert!(PositionGraph::new(&boards::named("rectangle-10x1").unwrap()).is_ok());
        assert!(PositionGraph::new(&boards::named("rectangle-11x1").unwrap()).is_err());
    }
}
