//! Weights by interior points: the linear program of all weights, for tasks on which the simplex method is too slow.
//!
//! All weights are between −1 and 1, and the goal is to weigh as much more than the start as can be. First as that
//! says; then with a little that is drawn for each weight, which leads to a corner, where weights are simple fractions.

use super::changes::{Changes, Row};
use super::exact::whole;
use super::rounding::multiples;
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_linear::{Program, Sum};

/// Programs of so many rows have all of them from the beginning.
const ALL_ROWS: usize = 20_000;
/// No program of more rows is begun.
const MOST_ROWS: usize = 400_000;
/// Rows that are broken by less are taken for satisfied.
const TOLERANCE: f64 = 1e-6;
/// Rows join the program if they are broken, or would be with so much more weight.
const NEARLY: f64 = 1e-3;
/// Optimality gap of the first solution, which keeps away from rows that are not quite equal, and of the last.
const MIDDLE: f64 = 1e-6;
const CORNER: f64 = 1e-12;
/// Guesses, tried in this order, of the distance up to which two numbers are taken for equal.
const EQUAL: [f64; 4] = [1e-6, 1e-8, 1e-10, 1e-5];
/// Bound of the random objective of all weights together, as a part of the gap.
const DRAWN: f64 = 0.2;

/// The unknowns of a program: weights, the least weight of each open part, and of fluents that may change what is above
/// and below 0.
struct Unknowns {
    fluents: usize,
    parts: Vec<Option<usize>>,
    count: usize,
}

impl Unknowns {
    fn of(changes: &Changes) -> Self {
        let mut parts = vec![None; changes.fluents];
        let mut count = changes.fluents + changes.open.len();
        for &(fluent, _) in changes.actions.iter().flat_map(|one| &one.perhaps) {
            if parts[fluent].is_none() {
                parts[fluent] = Some(count);
                count += 2;
            }
        }
        Self {
            fluents: changes.fluents,
            parts,
            count,
        }
    }

    fn sum(&self, row: &Row<'_>) -> Sum {
        match row {
            Row::Action(change) => {
                let sure = change.sure.iter();
                let sure = sure.map(|&(fluent, sign)| (fluent, f64::from(sign)));
                let perhaps = change.perhaps.iter().filter_map(|&(fluent, sign)| {
                    let part = self.parts[fluent]?;
                    Some((part + usize::from(sign < 0), 1.0))
                });
                sure.chain(perhaps).collect()
            }
            Row::Member(part, fluent) => vec![(self.fluents + part, 1.0), (*fluent, -1.0)],
        }
    }

    /// Constraints that do not depend on the actions: a part is at least its weight and at least 0, and the least
    /// weight of an open part that may have no true fact is at most 0.
    fn always(&self, changes: &Changes) -> Vec<Sum> {
        let mut sums = Vec::new();
        for (fluent, part) in self.parts.iter().enumerate() {
            let Some(part) = *part else { continue };
            sums.push(vec![(fluent, 1.0), (part, -1.0)]);
            sums.push(vec![(fluent, -1.0), (part + 1, -1.0)]);
            sums.extend([vec![(part, -1.0)], vec![(part + 1, -1.0)]]);
        }
        let open = changes.open.iter().enumerate();
        let may_be_none = open.filter(|(_, open)| !open.one_is_true);
        sums.extend(may_be_none.map(|(part, _)| vec![(self.fluents + part, 1.0)]));
        sums
    }

    fn gain(&self, changes: &Changes) -> Vec<f64> {
        let mut gain = vec![0.0; self.count];
        for (gain, &count) in gain.iter_mut().zip(&changes.gap) {
            *gain = f64::from(count);
        }
        gain[self.fluents..][..changes.open.len()].fill(1.0);
        gain
    }
}

/// Tells `accept` of whole weights that no action raises, as far as floating point says, and by which every goal weighs
/// more than the start, until it accepts some.
pub fn propose<T>(
    changes: &Changes,
    stop: &Stop,
    mut accept: impl FnMut(Vec<i64>) -> Option<T>,
) -> Option<T> {
    let all = changes.rows();
    if all.len() > MOST_ROWS {
        return None;
    }
    let unknowns = Unknowns::of(changes);
    let mut program = Program {
        gain: unknowns.gain(changes),
        sums: unknowns.always(changes),
    };
    let is_small = all.len() <= ALL_ROWS;
    let is_first = |row: &Row<'_>| is_small || matches!(row, Row::Member(..));
    let (first, mut waiting): (Vec<_>, Vec<_>) = all.into_iter().partition(is_first);
    program
        .sums
        .extend(first.iter().map(|row| unknowns.sum(row)));
    let middle = solved(&mut program, &unknowns, &mut waiting, MIDDLE, stop)?;
    let gains = program.gain.iter().zip(&middle);
    let gap: f64 = gains.map(|(gain, weight)| gain * weight).sum();
    #[expect(clippy::cast_precision_loss, reason = "a number of fluents")]
    let most = DRAWN * gap / unknowns.fluents as f64;
    let mut random = Random::new(0);
    for gain in &mut program.gain[..unknowns.fluents] {
        *gain += most * (2.0 * random.share() - 1.0);
    }
    let corner = solved(&mut program, &unknowns, &mut waiting, CORNER, stop);
    for at in corner.iter().chain([&middle]) {
        for near in EQUAL {
            let sums = program.sums.iter().map(Vec::as_slice);
            let weights = whole(at, sums, unknowns.fluents, near);
            if let Some(accepted) = weights.and_then(&mut accept) {
                return Some(accepted);
            }
        }
    }
    multiples(&middle[..unknowns.fluents], changes).find_map(accept)
}

/// The best unknowns, once no row that waits is broken; those that are join.
fn solved(
    program: &mut Program,
    unknowns: &Unknowns,
    waiting: &mut Vec<Row<'_>>,
    near: f64,
    stop: &Stop,
) -> Option<Vec<f64>> {
    loop {
        let at = program.solve(near, stop)?;
        let weights = &at[..unknowns.fluents];
        let by = |row: &Row<'_>| match row {
            Row::Action(change) => change.by(weights),
            Row::Member(..) => 0.0,
        };
        if !waiting.iter().any(|row| by(row) > TOLERANCE) {
            return Some(at);
        }
        // Those that are nearly broken would be next.
        let joins = |row: &Row<'_>| by(row) > -NEARLY;
        let (new, rest): (Vec<_>, Vec<_>) = std::mem::take(waiting).into_iter().partition(joins);
        *waiting = rest;
        let new = new.iter().map(|row| unknowns.sum(row));
        program.sums.extend(new);
    }
}
