//! Linear programs of many rows, of which few matter: those that a solution violates join until it violates none.

/// Rows that join a program.
#[derive(Clone, Copy, Debug)]
pub struct Joining {
    /// Programs of at most this number of rows have all of them from the beginning.
    pub all_up_to: usize,
    /// Maximum number of rows.
    pub max: usize,
    /// Number of rows that join at a time, the most violated ones; or twice as many as have joined.
    pub at_a_time: usize,
    /// A row that is violated by less counts as satisfied.
    pub tolerance: f64,
    /// Rows that are satisfied by less than this join the violated ones.
    pub margin: f64,
}

/// Rows of a linear program that have joined it, by number.
#[derive(Clone, Debug)]
pub struct LazyRows {
    joining: Joining,
    joined: Vec<usize>,
    is_joined: Vec<bool>,
}

impl LazyRows {
    /// Rows of a program with this number of rows.
    pub fn new(count: usize, joining: Joining) -> Self {
        let all = count <= joining.all_up_to;
        Self {
            joining,
            joined: (0..count).filter(|_| all).collect(),
            is_joined: vec![all; count],
        }
    }

    /// The first solution of joined rows that violates no row; `None` if `solve` finds none, or there are too many rows.
    pub fn solve<P>(
        &mut self,
        mut solve: impl FnMut(&[usize]) -> Option<P>,
        excess: impl Fn(&P, usize) -> f64,
    ) -> Option<P> {
        let Joining {
            max,
            at_a_time,
            tolerance,
            margin,
            ..
        } = self.joining;
        loop {
            let point = solve(&self.joined)?;
            let waiting = (0..self.is_joined.len()).filter(|&row| !self.is_joined[row]);
            let waiting = waiting.map(|row| (excess(&point, row), row));
            let mut joining: Vec<(f64, usize)> = waiting.filter(|one| one.0 > -margin).collect();
            joining.sort_by(|a, b| b.0.total_cmp(&a.0));
            if joining.first().is_none_or(|(worst, _)| *worst <= tolerance) {
                return Some(point);
            }
            joining.truncate(self.joined.len().max(at_a_time));
            if self.joined.len() + joining.len() > max {
                return None;
            }
            for (_, row) in joining {
                self.is_joined[row] = true;
                self.joined.push(row);
            }
        }
    }
}
