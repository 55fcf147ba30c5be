//! Recheck of an exhaustive certificate. The positions of each level are computed again; each is represented by its
//! smallest image under the symmetries that fix start and goal. The recheck does not repeat the strategy of the search:
//! it checks that the levels in the certificate are correct and leave no plan.

use std::collections::BTreeSet;

use saut::search::ExhaustiveLevels;

use super::cuts::Cuts;
use super::pair::Pair;

/// For each hole, whether it has a peg.
pub type Position = Vec<bool>;

/// Maps a cell to its image. The arguments are its column, its row, the sum of the first and last column, and the sum
/// of the first and last row.
type Turn = fn(i64, i64, i64, i64) -> (i64, i64);

/// Whether the levels are correct and prove that the puzzle is infeasible.
pub fn holds(pair: &Pair, claim: &ExhaustiveLevels) -> bool {
    let group = symmetries(pair);
    let images = |position: &Position| -> Vec<Position> {
        let turned = |image: &Vec<usize>| image.iter().map(|&hole| position[hole]).collect();
        group.iter().map(turned).collect()
    };
    let least = |position: Position| images(&position).into_iter().min().unwrap();
    let pegs = |position: &Position| position.iter().filter(|&&peg| peg).count();
    let top = pegs(&pair.start);
    // Goals in another position class are left out, because they are unreachable.
    let sets = claim.class.as_deref();
    if !sets
        .unwrap_or_default()
        .iter()
        .all(|set| is_kept(pair, set))
    {
        return false;
    }
    let is_of_class = |goal: &Position| match sets {
        None => pair.is_of_class(goal),
        Some(sets) => sets
            .iter()
            .all(|set| is_odd(set, goal) == is_odd(set, &pair.start)),
    };
    let may_count = |goal: &&Position| pegs(goal) < top && is_of_class(goal);
    let goals: Vec<Position> = pair.goals.iter().filter(may_count).cloned().collect();
    let bottom = pair
        .goals
        .iter()
        .map(pegs)
        .filter(|&number| number < top)
        .min();
    let Some(cuts) = Cuts::new(pair, claim, &group, &goals) else {
        return false;
    };
    let keeps = |position: &Position, is_forward: bool| cuts.keeps(position, is_forward);
    let with = |number: usize| -> BTreeSet<Position> {
        let some = goals.iter().filter(|goal| pegs(goal) == number);
        some.filter(|goal| keeps(goal, false))
            .cloned()
            .map(least)
            .collect()
    };
    let step = |level: &BTreeSet<Position>, is_forward: bool| -> BTreeSet<Position> {
        let children = level
            .iter()
            .flat_map(|position| played(pair, position, is_forward));
        children
            .filter(|child| keeps(child, is_forward))
            .map(least)
            .collect()
    };

    let mut forward = BTreeSet::from([least(pair.start.clone())]);
    let mut high = top;
    for (number, &boards) in claim.forward.iter().enumerate() {
        if number > 0 {
            forward = step(&forward, true);
            high -= 1;
        }
        let met = forward.iter().any(|position| pair.goals.contains(position));
        if met || forward.len() as u64 != boards {
            return false;
        }
        if forward.is_empty() && number + 1 < claim.forward.len() {
            return false;
        }
    }
    let (Some(bottom), false) = (bottom, claim.backward.is_empty()) else {
        // Without levels from the goal, the levels from the start must be complete.
        return forward.is_empty() || bottom.is_none_or(|bottom| high <= bottom);
    };
    let mut backward = BTreeSet::new();
    let mut low = bottom;
    for (number, &boards) in claim.backward.iter().enumerate() {
        low = bottom + number;
        backward = step(&backward, false);
        backward.extend(with(low));
        if backward.len() as u64 != boards {
            return false;
        }
    }
    let waiting = (low + 1..high).any(|number| goals.iter().any(|goal| pegs(goal) == number));
    let meets = || {
        let mut next = step(&forward, true).into_iter();
        next.any(|child| backward.contains(&child))
    };
    forward.is_empty()
        || (backward.is_empty() && !waiting)
        || low >= high
        || (low + 1 == high && !meets())
}

/// Whether every jump changes two or none of the holes in a set.
fn is_kept(pair: &Pair, set: &[u8]) -> bool {
    set.len() == pair.holes.len()
        && set.iter().all(|&part| part < 2)
        && pair.jumps.iter().all(|jump| {
            let parts = jump.iter().filter(|&&hole| set[hole] == 1);
            matches!(parts.count(), 0 | 2)
        })
}

/// Whether a set of holes contains an odd number of pegs.
fn is_odd(set: &[u8], position: &[bool]) -> bool {
    let parts = set.iter().zip(position);
    parts.filter(|&(&part, &peg)| part == 1 && peg).count() % 2 == 1
}

/// Returns the positions after one jump, or backward, after one reverse jump.
fn played<'a>(
    pair: &'a Pair,
    position: &'a Position,
    is_forward: bool,
) -> impl Iterator<Item = Position> + 'a {
    pair.jumps.iter().filter_map(move |&[from, over, to]| {
        let fits =
            [position[from], position[over], position[to]] == [is_forward, is_forward, !is_forward];
        let mut next = position.clone();
        for hole in [from, over, to] {
            next[hole] = !next[hole];
        }
        fits.then_some(next)
    })
}

/// Returns the rotations and reflections of a square grid that map the board, the start and the goals to themselves.
fn symmetries(pair: &Pair) -> Vec<Vec<usize>> {
    let span = |part: fn(&(i64, i64)) -> i64| {
        let values = pair.holes.iter().map(part);
        values.clone().min().unwrap() + values.max().unwrap()
    };
    let (across, down) = (span(|hole| hole.0), span(|hole| hole.1));
    let turns: [Turn; 8] = [
        |x, y, _, _| (x, y),
        |x, y, a, _| (a - x, y),
        |x, y, _, d| (x, d - y),
        |x, y, a, d| (a - x, d - y),
        |x, y, _, _| (y, x),
        |x, y, a, _| (y, a - x),
        |x, y, _, d| (d - y, x),
        |x, y, a, d| (d - y, a - x),
    ];
    let all = turns.iter().filter_map(|turn| {
        let image = pair.holes.iter().map(|&(x, y)| turn(x, y, across, down));
        let number = |cell| pair.holes.iter().position(|&hole| hole == cell);
        image.map(number).collect::<Option<Vec<usize>>>()
    });
    all.filter(|image| {
        let turned = |position: &Position| -> Position {
            image.iter().map(|&hole| position[hole]).collect()
        };
        turned(&pair.start) == pair.start
            && pair
                .goals
                .iter()
                .all(|goal| pair.goals.contains(&turned(goal)))
    })
    .collect()
}
