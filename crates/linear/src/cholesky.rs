//! The factorisation `L D Lᵀ` of sparse symmetric matrices that have the same pattern. The unknowns are ordered once,
//! so that the factor has few entries. The factor is computed for each set of values.
//!
//! Davis, *Direct Methods for Sparse Linear Systems* (SIAM 2006), chapter 4, for the row by row factorisation; George
//! and Liu, *The evolution of the minimum degree ordering algorithm* (SIAM Review 31, 1989).

use std::collections::BTreeSet;

use saut_base::stop::Stop;

/// Maximum number of entries of a factor.
const MAX_ENTRIES: usize = 20_000_000;
/// Minimum pivot. If a pivot is smaller, the solution for its unknown is about 0.
const MIN_PIVOT: f64 = 1e-14;
/// Value for a missing parent or column.
const NONE: usize = usize::MAX;

/// A symmetric matrix and its factor.
pub struct Factor {
    /// For each position in the order, the unknown.
    order: Vec<usize>,
    /// For each unknown, its position in the order.
    place: Vec<usize>,
    /// For each column of the upper triangle, where its entries begin.
    upper_starts: Vec<usize>,
    /// The rows of the entries of the upper triangle, column by column.
    upper_rows: Vec<usize>,
    /// The values of the entries of the upper triangle.
    pub upper: Vec<f64>,
    /// For each column of the factor, the first row below the diagonal.
    parent: Vec<usize>,
    starts: Vec<usize>,
    rows: Vec<usize>,
    values: Vec<f64>,
    diagonal: Vec<f64>,
}

/// Computes a minimum degree order: the next unknown always has the fewest neighbours. Each unknown is returned with
/// these neighbours, which are the entries of its column of the factor. `None` if the factor has too many entries, or
/// if a limit was reached.
fn fewest_first(mut beside: Vec<BTreeSet<usize>>, stop: &Stop) -> Option<Vec<(usize, Vec<usize>)>> {
    let degrees = beside.iter().map(BTreeSet::len);
    let mut left: BTreeSet<(usize, usize)> = degrees.zip(0..).collect();
    let (mut order, mut entries) = (Vec::with_capacity(beside.len()), 0);
    while let Some((degree, next)) = left.pop_first() {
        entries += degree;
        if entries > MAX_ENTRIES || (order.len() % 64 == 0 && stop.stop_reason().is_some()) {
            return None;
        }
        let near: Vec<usize> = std::mem::take(&mut beside[next]).into_iter().collect();
        for &one in &near {
            left.remove(&(beside[one].len(), one));
            beside[one].remove(&next);
            let others = near.iter().copied().filter(|&other| other != one);
            beside[one].extend(others);
            left.insert((beside[one].len(), one));
        }
        order.push((next, near));
    }
    Some(order)
}

impl Factor {
    /// Creates the pattern of the matrix `Aᵀ A`, where A has these rows. Each row is a list of unknowns. `None` if the
    /// factor would be too large, or if a limit was reached.
    pub fn of_squares<'a>(
        unknowns: usize,
        rows: impl Iterator<Item = &'a [(usize, f64)]>,
        stop: &Stop,
    ) -> Option<Self> {
        let mut beside = vec![BTreeSet::new(); unknowns];
        for row in rows {
            for &(one, _) in row {
                let others = row.iter().map(|&(other, _)| other);
                beside[one].extend(others.filter(|&other| other != one));
            }
        }
        let (order, columns): (Vec<usize>, Vec<Vec<usize>>) =
            fewest_first(beside.clone(), stop)?.into_iter().unzip();
        let mut place = vec![0; unknowns];
        for (at, &unknown) in order.iter().enumerate() {
            place[unknown] = at;
        }
        let (mut upper_starts, mut upper_rows) = (vec![0], Vec::new());
        for (at, &unknown) in order.iter().enumerate() {
            let before = beside[unknown].iter().map(|&other| place[other]);
            let from = upper_rows.len();
            upper_rows.extend(before.filter(|&other| other < at));
            upper_rows.push(at);
            upper_rows[from..].sort_unstable();
            upper_starts.push(upper_rows.len());
        }
        let first = |column: &Vec<usize>| column.iter().map(|&one| place[one]).min();
        let parent = columns.iter().map(|column| first(column).unwrap_or(NONE));
        let parent = parent.collect();
        let mut starts = vec![0];
        let mut entries = 0;
        starts.extend(columns.iter().map(|column| {
            entries += column.len();
            entries
        }));
        Some(Self {
            order,
            place,
            upper: vec![0.0; upper_rows.len()],
            upper_starts,
            upper_rows,
            parent,
            starts,
            rows: vec![0; entries],
            values: vec![0.0; entries],
            diagonal: vec![0.0; unknowns],
        })
    }

    /// Returns the position of an entry of the matrix in `upper`. `None` if the pattern does not contain the entry.
    pub fn entry(&self, one: usize, other: usize) -> Option<usize> {
        let (one, other) = (self.place[one], self.place[other]);
        let (row, column) = (one.min(other), one.max(other));
        let from = self.upper_starts[column];
        let rows = &self.upper_rows[from..self.upper_starts[column + 1]];
        Some(from + rows.binary_search(&row).ok()?)
    }

    /// Computes the factor for the current values of the matrix. Returns false if a limit was reached.
    pub fn factorise(&mut self, stop: &Stop) -> bool {
        let unknowns = self.order.len();
        let (mut line, mut pattern) = (vec![0.0; unknowns], vec![0; unknowns]);
        let (mut seen, mut filled) = (vec![NONE; unknowns], vec![0; unknowns]);
        for at in 0..unknowns {
            if at % 256 == 0 && stop.stop_reason().is_some() {
                return false;
            }
            let mut top = unknowns;
            let mut pivot = 0.0;
            seen[at] = at;
            for place in self.upper_starts[at]..self.upper_starts[at + 1] {
                let mut up = self.upper_rows[place];
                if up == at {
                    pivot = self.upper[place];
                    continue;
                }
                line[up] += self.upper[place];
                let mut length = 0;
                while seen[up] != at {
                    pattern[length] = up;
                    length += 1;
                    seen[up] = at;
                    up = self.parent[up];
                }
                while length > 0 {
                    (top, length) = (top - 1, length - 1);
                    pattern[top] = pattern[length];
                }
            }
            for &column in &pattern[top..] {
                let value = std::mem::take(&mut line[column]);
                let from = self.starts[column];
                let to = from + filled[column];
                for place in from..to {
                    line[self.rows[place]] -= self.values[place] * value;
                }
                let scaled = value / self.diagonal[column];
                pivot -= scaled * value;
                (self.rows[to], self.values[to]) = (at, scaled);
                filled[column] += 1;
            }
            self.diagonal[at] = if pivot > MIN_PIVOT { pivot } else { 1e64 };
        }
        true
    }

    /// Solves the system with this right-hand side.
    pub fn solve(&self, wanted: &[f64]) -> Vec<f64> {
        let mut line: Vec<f64> = self.order.iter().map(|&unknown| wanted[unknown]).collect();
        let column = |at: usize| self.starts[at]..self.starts[at + 1];
        for at in 0..line.len() {
            let value = line[at];
            for place in column(at) {
                line[self.rows[place]] -= self.values[place] * value;
            }
        }
        for (value, pivot) in line.iter_mut().zip(&self.diagonal) {
            *value /= pivot;
        }
        for at in (0..line.len()).rev() {
            for place in column(at) {
                line[at] -= self.values[place] * line[self.rows[place]];
            }
        }
        self.place.iter().map(|&at| line[at]).collect()
    }
}
