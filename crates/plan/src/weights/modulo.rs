//! Linear invariants modulo a prime: weights that no action changes.
//!
//! Every action is a linear equation for the weights, and so is what the goal leaves open. Gauss
//! elimination tells whether the gap between goal and start follows from them; if it does not, there
//! are weights that keep all equations and have a gap. The position class of peg solitaire is the
//! case of modulus 2.

use std::collections::BTreeMap;

use super::changes::{Changes, Term};
use super::{CheckedWeights, WeightKind, check};
use crate::error::Error;
use saut_base::stop::Stop;
use saut_task::task::Task;

/// A linear form: the coefficient of each fluent that has one, from 1 to the modulus less one.
type Row = BTreeMap<usize, u32>;

/// The elimination ends without an answer when its rows have more entries together.
const MOST_ENTRIES: usize = 20_000_000;

/// Checked weights modulo a prime, if there are any and nothing is in the way of finding them.
///
/// # Errors
/// [`Error::Internal`] if the check refuses what was found.
///
/// # Panics
/// If the modulus is no prime below 1000: nothing else is calculated with here.
pub fn modulo(task: &Task, prime: u32, stop: &Stop) -> Result<Option<CheckedWeights>, Error> {
    let is_prime = (2..1000).contains(&prime) && (2..prime).all(|one| !prime.is_multiple_of(one));
    assert!(is_prime, "the modulus {prime} is no prime below 1000");
    let Some(weights) = find(&Changes::new(task), prime, stop) else {
        return Ok(None);
    };
    let checked = check(task, WeightKind::Modulo(prime), weights);
    checked
        .map(Some)
        .map_err(|no| Error::internal("weights of the planner are refused", no))
}

fn find(changes: &Changes, prime: u32, stop: &Stop) -> Option<Vec<i64>> {
    let field = Field(prime);
    let mut basis = Basis::default();
    for row in equations(changes, field) {
        if stop.stop_reason().is_some() || !basis.add(row, field) {
            return None;
        }
    }
    let mut gap = Row::new();
    for (fluent, &count) in changes.gap.iter().enumerate() {
        field.add(&mut gap, fluent, i64::from(count));
    }
    for part in changes.open.iter().filter(|part| part.one_is_true) {
        field.add(&mut gap, part.open[0].0, 1);
    }
    basis.reduce(&mut gap, field);
    let (&free, _) = gap.first_key_value()?;
    Some(basis.solution(free, changes.gap.len(), field))
}

/// The equations that the weights must keep, each a row whose product with them is zero.
fn equations(changes: &Changes, field: Field) -> impl Iterator<Item = Row> + '_ {
    let actions = changes.actions.iter().flat_map(move |(change, _)| {
        let alone = change
            .perhaps
            .iter()
            .map(|&(fluent, _)| Row::from([(fluent, 1)]));
        let mut sum = Row::new();
        for &(fluent, sign) in &change.sure {
            field.add(&mut sum, fluent, i64::from(sign));
        }
        alone.chain([sum])
    });
    let open = changes.open.iter().flat_map(move |part| {
        let like_the_first = move |&(fluent, _): &Term| {
            let mut row = Row::from([(fluent, 1)]);
            if part.one_is_true {
                field.add(&mut row, part.open[0].0, -1);
            }
            row
        };
        part.open.iter().map(like_the_first)
    });
    actions.chain(open)
}

#[derive(Clone, Copy)]
struct Field(u32);

impl Field {
    fn residue(self, number: i64) -> u32 {
        u32::try_from(number.rem_euclid(i64::from(self.0))).unwrap_or(0)
    }

    fn inverse(self, number: u32) -> u32 {
        let is_inverse = |other: &u32| number * other % self.0 == 1;
        (1..self.0).find(is_inverse).unwrap_or(1)
    }

    /// Adds to a coefficient.
    fn add(self, row: &mut Row, fluent: usize, number: i64) {
        let sum = self.residue(i64::from(row.get(&fluent).copied().unwrap_or(0)) + number);
        if sum == 0 {
            row.remove(&fluent);
        } else {
            row.insert(fluent, sum);
        }
    }
}

/// Rows by their first fluent, whose coefficient is 1.
#[derive(Default)]
struct Basis {
    rows: BTreeMap<usize, Row>,
    entries: usize,
}

impl Basis {
    /// Takes multiples of the rows away until no row begins where this one does.
    fn reduce(&self, row: &mut Row, field: Field) {
        while let Some((&first, &factor)) = row.first_key_value() {
            let Some(known) = self.rows.get(&first) else {
                return;
            };
            for (&fluent, &coefficient) in known {
                field.add(row, fluent, -i64::from(factor) * i64::from(coefficient));
            }
        }
    }

    /// Whether there is still room.
    fn add(&mut self, mut row: Row, field: Field) -> bool {
        self.reduce(&mut row, field);
        if let Some((&first, &factor)) = row.first_key_value() {
            let inverse = field.inverse(factor);
            for coefficient in row.values_mut() {
                *coefficient = *coefficient * inverse % field.0;
            }
            self.entries += row.len();
            self.rows.insert(first, row);
        }
        self.entries <= MOST_ENTRIES
    }

    /// Weights that keep all rows, with weight 1 for one fluent that no row begins with and 0 for the
    /// others of these.
    fn solution(&self, free: usize, fluents: usize, field: Field) -> Vec<i64> {
        let mut weights = vec![0; fluents];
        weights[free] = 1;
        for (&first, row) in self.rows.iter().rev() {
            let others = row.iter().skip(1);
            let sum: i64 = others
                .map(|(&f, &coefficient)| i64::from(coefficient) * weights[f])
                .sum();
            weights[first] = i64::from(field.residue(-sum));
        }
        weights
    }
}
