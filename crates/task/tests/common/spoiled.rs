//! Listed states with one defect, to test that the checks reject them.

use saut_base::random::Random;
use saut_task::certificate::{ClosedSet, Reason, States};
use saut_task::task::{Fluent, Literal};

/// Returns the set after a random change to one entry. `None` if the change is impossible or has no effect.
pub fn spoiled(closed: &ClosedSet<Fluent>, random: &mut Random) -> Option<ClosedSet<Fluent>> {
    let mut set = closed.clone();
    let States::Listed(listing) = &mut set.states else {
        return None;
    };
    let spoiled = &mut listing.states;
    let moved = |random: &mut Random, number: &mut u64| {
        *number = match random.below(3) {
            0 => number.wrapping_add(1),
            1 => number.wrapping_sub(1),
            _ => random.next(),
        };
    };
    let pick = |random: &mut Random, count: usize| (count > 0).then(|| random.below(count));
    match random.below(9) {
        0 => {
            let at = pick(random, spoiled.costs.len())?;
            moved(random, &mut spoiled.costs[at]);
        }
        1 => {
            let at = pick(random, spoiled.words.len())?;
            spoiled.words[at] ^= 1 << random.below(7);
        }
        2 => {
            let at = pick(random, spoiled.shares.len())?;
            moved(random, &mut spoiled.shares[at].share);
        }
        3 => {
            let at = pick(random, spoiled.shares.len())?;
            spoiled.shares[at].cut = random.below(spoiled.cuts.len() + 1).try_into().unwrap();
        }
        4 => {
            let at = pick(random, spoiled.ends.len())?;
            spoiled.ends[at] = random.below(spoiled.shares.len() + 2);
        }
        5 => {
            let at = pick(random, spoiled.cuts.len())?;
            let literal = pick(random, spoiled.cuts[at].len())?;
            let new = spoiled.cuts[at][literal].index() ^ (1 + random.below(15));
            spoiled.cuts[at][literal] = Literal::of_index(new);
        }
        6 => {
            let at = pick(random, set.reasons.len())?;
            if let Reason::Weights { weights, .. } = &mut set.reasons[at] {
                let number = pick(random, weights.len())?;
                let weight = weights.values_mut().nth(number)?;
                *weight += [1, -1, 5, i64::MAX / 2][random.below(4)];
            }
        }
        7 => {
            let at = pick(random, set.reasons.len())?;
            if let Reason::Weights { scale, .. } = &mut set.reasons[at] {
                *scale = scale.wrapping_sub(1);
            }
        }
        _ => {
            // Removes a state.
            let at = pick(random, spoiled.costs.len())?;
            let width = spoiled.words.len() / spoiled.costs.len();
            spoiled.costs.remove(at);
            spoiled.words.drain(at * width..(at + 1) * width);
            let end = spoiled.ends.remove(at);
            let from = at.checked_sub(1).map_or(0, |before| spoiled.ends[before]);
            spoiled.shares.drain(from..end);
            spoiled.ends[at..]
                .iter_mut()
                .for_each(|later| *later -= end - from);
        }
    }
    (set != *closed).then_some(set)
}
