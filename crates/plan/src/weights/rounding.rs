//! Integer weights from the weights of a linear program: multiples of simple fractions, or rounded weights that are
//! repaired.
//!
//! The result is a proposal. A separate check decides whether it is useful.

use super::changes::Changes;

/// Maximum multiplier of the weights.
const MAX_MULTIPLE: u64 = 720;

/// Returns integer multiples of weights. Small multipliers come first, for weights that are simple fractions. Powers of
/// two follow, with rounded and repaired weights.
pub fn multiples<'a>(
    weights: &'a [f64],
    changes: &'a Changes,
) -> impl Iterator<Item = Vec<i64>> + 'a {
    let simple = (1..=MAX_MULTIPLE).filter_map(|multiple| whole(weights, multiple, 1e-4));
    let powers = [10, 15, 20, 25, 30, 35, 40].into_iter();
    let rounded = powers.filter_map(|power| {
        let mut rounded = whole(weights, 1 << power, 0.5)?;
        repair(&mut rounded, changes).then_some(rounded)
    });
    simple.chain(rounded)
}

/// Maximum number of sweeps over all actions that repair rounded weights, and of visited actions in all sweeps.
const SWEEPS: usize = 300;
const LOOKS: usize = 5_000_000;

/// Repairs rounded weights: if an action raises the weight of a state, the largest weight (in absolute value) that it
/// changes is adjusted by the same amount. Returns whether no action raises the weight at the end.
fn repair(weights: &mut [i64], changes: &Changes) -> bool {
    for _ in 0..SWEEPS.min(1 + LOOKS / (1 + changes.actions.len())) {
        let mut is_kept = true;
        for (change, _) in &changes.actions {
            let by = i64::try_from(change.by_whole(weights)).unwrap_or(i64::MAX);
            if by <= 0 {
                continue;
            }
            is_kept = false;
            let all = change.sure.iter().chain(&change.perhaps);
            let heaviest = all.max_by_key(|(unknown, _)| weights[*unknown].abs());
            if let Some(&(unknown, times)) = heaviest {
                weights[unknown] -= i64::from(times.signum()) * by;
            }
        }
        if is_kept {
            return true;
        }
    }
    false
}

/// Returns the weights times `multiple`, if they are within `near_by` of integers.
pub fn whole(weights: &[f64], multiple: u64, near_by: f64) -> Option<Vec<i64>> {
    #[expect(clippy::cast_precision_loss, reason = "at most 2^40")]
    let factor = multiple as f64;
    let one = |weight: &f64| {
        let times = weight * factor;
        let near = times.round();
        #[expect(clippy::cast_possible_truncation, reason = "below 10^15")]
        ((times - near).abs() <= near_by && near.abs() < 1e15).then_some(near as i64)
    };
    weights.iter().map(one).collect()
}
