//! What no jump changes: sums of holes over the field of two elements.
//!
//! Suremain de Missery's and Reiss's position class, for any board, as the null space of the jumps,
//! and with it the parity of the number of pegs, which every jump turns over.

use crate::search::compact::Compact;

/// Whether a sum of holes is odd.
#[derive(Clone, Copy, Debug)]
pub struct Turned {
    /// In every position of the class.
    pub always: bool,
    /// The other way round where the number of pegs is odd.
    pub with_odd_pegs: bool,
}

impl Turned {
    /// Whether it is, with an odd number of pegs or not.
    pub const fn by(self, odd_pegs: bool) -> bool {
        self.always ^ (self.with_odd_pegs & odd_pegs)
    }
}

/// A sum of holes that is the same in all positions of a class, but for the parity of the pegs.
#[derive(Clone, Copy)]
pub struct Equation {
    /// The holes.
    pub holes: u64,
    /// Whether their sum is odd.
    pub turned: Turned,
}

/// The highest hole of a mask.
pub const fn top(mask: u64) -> u64 {
    1 << mask.ilog2()
}

/// The equations of a class and of the parity of pegs, each with a highest hole of its own.
pub fn equations(compact: &Compact, board: u64, member: u64) -> Vec<Equation> {
    let mut rows = Vec::new();
    for mask in compact.masks() {
        insert(&mut rows, mask.flip, |row| *row, |row, other| *row ^= other);
    }
    let pivots = rows.iter().fold(0, |mask, &row| mask | top(row));
    // A hole without a pivot is free: it with the rows' highest holes that need it is a sum that
    // every jump leaves as it is.
    let mut equations: Vec<Equation> = Vec::new();
    let add = |equations: &mut Vec<Equation>, holes: u64, turned| {
        let equation = Equation { holes, turned };
        let add = |sum: &mut Equation, other: Equation| {
            sum.holes ^= other.holes;
            sum.turned.always ^= other.turned.always;
            sum.turned.with_odd_pegs ^= other.turned.with_odd_pegs;
        };
        insert(equations, equation, |equation| equation.holes, add);
    };
    let mut free = board & !pivots;
    while free != 0 {
        let hole = free & free.wrapping_neg();
        free ^= hole;
        let needing = rows.iter().filter(|&&row| row & hole != 0);
        let holes = needing.fold(hole, |mask, &row| mask | top(row));
        let turned = Turned {
            always: (member & holes).count_ones() & 1 == 1,
            with_odd_pegs: false,
        };
        add(&mut equations, holes, turned);
    }
    let parity = Turned {
        always: false,
        with_odd_pegs: true,
    };
    add(&mut equations, board, parity);
    equations
}

/// Adds a row to rows in reduced echelon form.
fn insert<T: Copy>(
    rows: &mut Vec<T>,
    mut row: T,
    mask: impl Fn(&T) -> u64,
    add: impl Fn(&mut T, T),
) {
    for other in rows.iter() {
        if mask(&row) & top(mask(other)) != 0 {
            add(&mut row, *other);
        }
    }
    if mask(&row) == 0 {
        return;
    }
    let pivot = top(mask(&row));
    for other in rows.iter_mut() {
        if mask(other) & pivot != 0 {
            add(other, row);
        }
    }
    rows.push(row);
}
