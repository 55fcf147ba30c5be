//! Rechecks of certificates with weights: each theorem is checked again, goal position by goal position. From the
//! library, the rechecks use only the numbers of the certificate.

use saut::certify::class::ParitySum;
use saut::certify::cone::Tree;
use saut::certify::{Certificate, Criterion, Weights};

use super::pair::Pair;

/// Whether a certificate of weights proves that the puzzle is infeasible.
pub fn holds(pair: &Pair, claim: &Certificate) -> bool {
    match claim {
        Certificate::Class(class) => every_goal_differs(pair, &parities(pair, &class.sums)),
        Certificate::Lattice(lattice) => {
            let weightings = lattice.weightings.iter();
            let modulus = |one: &Weights| one.modulus.unwrap_or(0);
            let are_remainders = weightings.clone().all(|one| {
                modulus(one) > 1 && one.by_hole.iter().all(|&w| 0 <= w && w < modulus(one))
            });
            let wide = |one: &Weights| {
                (
                    modulus(one).into(),
                    one.by_hole.iter().map(|&w| w.into()).collect(),
                )
            };
            are_remainders && every_goal_differs(pair, &weightings.map(wide).collect::<Vec<_>>())
        }
        Certificate::Pagoda(pagoda) => {
            let weights: Vec<i128> = pagoda.by_hole.iter().map(|&w| w.into()).collect();
            outweighs(pair, &weights, &|_| (0, None), 0)
        }
        Certificate::Criterion(criterion) => criterion_holds(pair, criterion),
        other => panic!("{} is no weighted kind", other.kind()),
    }
}

type Modulo = (i128, Vec<i128>);

/// Converts parity sums to weights modulo 2.
fn parities(pair: &Pair, sums: &[ParitySum]) -> Vec<Modulo> {
    let weight = |sum: &ParitySum, (x, y): (i64, i64)| {
        let colour = (i64::from(sum.form.0) * x + i64::from(sum.form.1) * y).rem_euclid(3);
        i128::from(
            sum.colours
                .iter()
                .any(|&counted| i64::from(counted) == colour),
        )
    };
    let weights = |sum| pair.holes.iter().map(|&hole| weight(sum, hole)).collect();
    sums.iter().map(|sum| (2, weights(sum))).collect()
}

/// Whether no jump changes any of these weights, and every goal differs from the start in one of them.
fn every_goal_differs(pair: &Pair, weightings: &[Modulo]) -> bool {
    let holes = pair.holes.len();
    let is_kept = |(modulus, weights): &Modulo| {
        weights.len() == holes
            && pair.jumps.iter().all(|&[from, over, to]| {
                (weights[to] - weights[from] - weights[over]) % modulus == 0
            })
    };
    let differs = |goal: &Vec<bool>| {
        weightings.iter().any(|(modulus, weights)| {
            (Pair::weigh(goal, weights) - Pair::weigh(&pair.start, weights)) % modulus != 0
        })
    };
    weightings.iter().all(is_kept) && pair.goals.iter().all(differs)
}

/// Whether no goal position can be reached because of its weight: even if each jump is played as often as its limits
/// allow, the gained weight is less than the difference to the start. `times` returns the minimum and maximum number of
/// times that a jump is played.
fn outweighs(
    pair: &Pair,
    weights: &[i128],
    times: &dyn Fn(usize) -> (u32, Option<u32>),
    charge: i64,
) -> bool {
    if weights.len() != pair.holes.len() || charge != 0 {
        return false;
    }
    let mut gained = 0;
    for (index, &[from, over, to]) in pair.jumps.iter().enumerate() {
        let gain = weights[to] - weights[from] - weights[over];
        let (fewest, most) = times(index);
        match most {
            _ if gain <= 0 => gained += gain * i128::from(fewest),
            Some(most) => gained += gain * i128::from(most),
            None => return false,
        }
    }
    let start = Pair::weigh(&pair.start, weights);
    let is_far = |goal: &&Vec<bool>| Pair::weigh(goal, weights) - start > gained;
    // If the last peg may be anywhere, only holes that the position class allows count.
    let any = pair.goals.iter().any(|goal| pair.is_of_class(goal));
    let counts = |goal: &&Vec<bool>| !pair.is_one_peg || !any || pair.is_of_class(goal);
    pair.goals.iter().filter(counts).all(|goal| is_far(&goal))
}

fn criterion_holds(pair: &Pair, criterion: &Criterion) -> bool {
    let parity = |(x, y): (i64, i64)| (x.rem_euclid(2), y.rem_euclid(2));
    let pegs = |position: &[bool], counts: &dyn Fn(usize) -> bool| {
        let holes = (0..position.len()).filter(|&hole| position[hole] && counts(hole));
        i128::try_from(holes.count()).unwrap()
    };
    match criterion {
        Criterion::Playable(playable) => {
            let class = (i64::from(playable.class.0), i64::from(playable.class.1));
            let counts = |hole: usize| parity(pair.holes[hole]) == class;
            class.0 < 2
                && class.1 < 2
                && pair
                    .goals
                    .iter()
                    .all(|goal| pegs(goal, &counts) > pegs(&pair.start, &counts))
        }
        Criterion::Corner(corner) => {
            let class = (i64::from(corner.class.0), i64::from(corner.class.1));
            let is_middle = |hole| pair.jumps.iter().any(|&[_, over, _]| over == hole);
            let is_corner = |hole: usize| parity(pair.holes[hole]) == class && !is_middle(hole);
            let beside = [(1 - class.0, class.1), (class.0, 1 - class.1)];
            let is_exit = |hole: usize| beside.contains(&parity(pair.holes[hole]));
            let lost = |goal: &[bool], counts| pegs(&pair.start, counts) - pegs(goal, counts);
            let mut goals = pair.goals.iter();
            goals.all(|goal| lost(goal, &is_corner) > lost(goal, &is_exit))
        }
        Criterion::GoldenRatio(golden) => {
            let target = (i64::from(golden.target.x), i64::from(golden.target.y));
            let Some(at) = pair.holes.iter().position(|&hole| hole == target) else {
                return false;
            };
            let sigma = f64::midpoint(-1.0, 5_f64.sqrt());
            let weight = |&(x, y): &(i64, i64)| {
                sigma.powf(f64::from(
                    i32::try_from((x - target.0).abs() + (y - target.1).abs()).unwrap(),
                ))
            };
            let weights: Vec<f64> = pair.holes.iter().map(weight).collect();
            let total = |position: &[bool]| -> f64 {
                let pegs = position.iter().zip(&weights).filter(|(peg, _)| **peg);
                pegs.map(|(_, weight)| weight).sum()
            };
            let mut jumps = pair.jumps.iter();
            let is_pagoda = jumps.all(|&[a, b, c]| weights[a] + weights[b] > weights[c] - 1e-9);
            let mut goals = pair.goals.iter();
            is_pagoda && goals.all(|goal| goal[at] && total(goal) > total(&pair.start) + 1e-9)
        }
        Criterion::IntegerCone(cone) => tree_holds(pair, &cone.tree, &mut Vec::new()),
    }
}

/// Whether every leaf refutes its part of the plans. `cuts` has the limits on jumps on the path to the leaf.
fn tree_holds(pair: &Pair, tree: &Tree, cuts: &mut Vec<(usize, u32, Option<u32>)>) -> bool {
    match tree {
        Tree::Leaf(leaf) => {
            let weights: Vec<i128> = leaf.weights.iter().map(|&w| w.into()).collect();
            let times = |jump: usize| {
                let own = cuts.iter().filter(|(cut, ..)| *cut == jump);
                own.fold(
                    (0, None),
                    |(fewest, most): (u32, Option<u32>), &(_, low, high)| {
                        let most = most.into_iter().chain(high).min();
                        (fewest.max(low), most)
                    },
                )
            };
            outweighs(pair, &weights, &times, leaf.charge)
        }
        Tree::Split {
            jump,
            most,
            few,
            many,
        } => {
            let cells = [jump.from, jump.over, jump.to].map(|c| (i64::from(c.x), i64::from(c.y)));
            let own = |jump: &[usize; 3]| jump.map(|hole| pair.holes[hole]) == cells;
            let Some(index) = pair.jumps.iter().position(own) else {
                return false;
            };
            [(0, Some(*most), few), (most.saturating_add(1), None, many)]
                .into_iter()
                .all(|(low, high, part)| {
                    cuts.push((index, low, high));
                    let holds = tree_holds(pair, part, cuts);
                    cuts.pop();
                    holds
                })
        }
    }
}
