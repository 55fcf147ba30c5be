//! All facets of a small board: the extreme rays of the cone of its pagoda functions.
//!
//! The double description method: the cone begins as the whole space, given by as many lines as the
//! board has holes, and each jump cuts it once. A jump under which a line is not constant takes that
//! line: its half that loses weight becomes a ray, and everything else is moved along it until the
//! jump loses nothing. Otherwise the rays under which the jump gains weight go, and each of them leaves
//! with every neighbour that loses weight the ray between the two. Two rays are neighbours if no third
//! has no loss at all the jumps where neither of them has one.
//!
//! Motzkin, Raiffa, Thompson, Thrall, *The double description method* (1953); Fukuda, Prodon, *Double
//! description method revisited* (1996). The cone of a board: Avis and Deza, *On the solitaire cone and
//! its relationship to multi-commodity flows* (2001).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use thiserror::Error;

use crate::certify::Weights;
use saut_base::divisor::gcd;
use saut_base::random::Random;
use saut_base::stop::{Stop, StopReason};
use saut_peg::peg::{Board, Goal, Position, Puzzle};

/// The most jumps of a board whose facets are listed: a bit each.
const MOST_JUMPS: usize = 128;

/// The most rays at a time.
pub const MOST_RAYS: usize = 30_000;

/// A facet and how many images the symmetries of the board make of it, itself among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facet {
    /// The weights, the greatest of its images in dictionary order.
    pub weights: Weights,
    /// Number of images.
    pub images: usize,
}

/// Reasons why facets were not listed.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum NotListed {
    /// The board has too many jumps.
    #[error("the board has {0} jumps; facets are listed of boards with at most {MOST_JUMPS}")]
    Jumps(usize),
    /// Too many rays on the way.
    #[error(
        "there are more than {MOST_RAYS} weights on the way; facets of so large a board are too many"
    )]
    Rays,
    /// Some weights change nothing: no jump changes their sum.
    #[error(
        "no weights stand alone: on this board {0} independent sums of weights never change, and can be \
         added to any other"
    )]
    Lines(usize),
    /// A limit.
    #[error("a limit ended it ({})", .0.name())]
    Stopped(StopReason),
}

/// Weights, and at which jumps so far they lose nothing.
#[derive(Clone)]
struct Ray {
    weights: Vec<i64>,
    tight: u128,
}

/// The facets of a board up to its symmetries, those with the smallest weights first.
///
/// # Errors
/// [`NotListed`] for boards that are too large, or have no facets.
pub fn facets(board: &Board, stop: &Stop) -> Result<Vec<Facet>, NotListed> {
    let rays = rays(board, stop)?;
    let symmetries = board.symmetries();
    let mut classes: BTreeMap<Vec<i64>, usize> = BTreeMap::new();
    for ray in rays {
        let images = symmetries.iter().map(|symmetry| symmetry.values(&ray));
        let greatest = images.max().unwrap_or_default();
        *classes.entry(greatest).or_default() += 1;
    }
    let facet = |(weights, images)| Facet {
        weights: Weights::pagoda(weights),
        images,
    };
    let mut facets: Vec<Facet> = classes.into_iter().map(facet).collect();
    facets.sort_by_key(|facet| facet.weights.size());
    Ok(facets)
}

/// Facets of a board that has too many to list all: up to symmetry those that linear programs propose for `pairs` random
/// pairs of positions, in order of size.
///
/// # Errors
/// [`NotListed`] if a limit is hit before any is found.
pub fn some_facets(
    board: &Arc<Board>,
    pairs: usize,
    seed: u64,
    stop: &Stop,
) -> Result<Vec<Facet>, NotListed> {
    let symmetries = board.symmetries();
    let mut random = Random::new(seed);
    let mut found: BTreeMap<Vec<i64>, usize> = BTreeMap::new();
    for _ in 0..pairs {
        if let Some(why) = stop.stop_reason() {
            if found.is_empty() {
                return Err(NotListed::Stopped(why));
            }
            break;
        }
        let mut draw = |part: usize| {
            let pegs: Vec<usize> = (0..board.len())
                .filter(|_| random.below(part) == 0)
                .collect();
            Position::from_holes(board.len(), pegs)
        };
        let (start, goal) = (draw(2), draw(4));
        let Ok(pair) = Puzzle::new("pair", Arc::clone(board), start, Goal::exactly(goal)) else {
            continue;
        };
        let Some(weights) = super::find(&pair, stop).filter(|weights| weights.is_facet(board))
        else {
            continue;
        };
        let images: BTreeSet<Vec<i64>> = symmetries
            .iter()
            .map(|it| it.values(&weights.by_hole))
            .collect();
        let number = images.len();
        if let Some(greatest) = images.into_iter().next_back() {
            found.insert(greatest, number);
        }
    }
    let facet = |(weights, images)| Facet {
        weights: Weights::pagoda(weights),
        images,
    };
    let mut facets: Vec<Facet> = found.into_iter().map(facet).collect();
    facets.sort_by_key(|facet| facet.weights.size());
    Ok(facets)
}

/// All extreme rays, in whole numbers without a common factor.
fn rays(board: &Board, stop: &Stop) -> Result<Vec<Vec<i64>>, NotListed> {
    let jumps = board.jumps();
    if jumps.len() > MOST_JUMPS {
        return Err(NotListed::Jumps(jumps.len()));
    }
    let unit = |hole| {
        let mut weights = vec![0; board.len()];
        weights[hole] = 1;
        weights
    };
    let mut lines: Vec<Vec<i64>> = (0..board.len()).map(unit).collect();
    let mut rays: Vec<Ray> = Vec::new();
    for (number, &jump) in jumps.iter().enumerate() {
        let [from, over, to] = board.holes_of(jump);
        let loss = |weights: &[i64]| weights[from] + weights[over] - weights[to];
        let bit = 1_u128 << number;
        if let Some(place) = lines.iter().position(|line| loss(line) != 0) {
            let mut line = lines.swap_remove(place);
            if loss(&line) < 0 {
                for weight in &mut line {
                    *weight = -*weight;
                }
            }
            let moved = |weights: &[i64]| combined(weights, loss(&line), &line, -loss(weights));
            for other in &mut lines {
                *other = moved(other)?;
            }
            for ray in &mut rays {
                ray.weights = moved(&ray.weights)?;
                ray.tight |= bit;
            }
            let tight = bit - 1;
            rays.push(Ray {
                weights: line,
                tight,
            });
            continue;
        }
        let mut kept = Vec::new();
        let (mut losing, mut gaining) = (Vec::new(), Vec::new());
        for (index, ray) in rays.iter().enumerate() {
            match loss(&ray.weights) {
                0 => kept.push(Ray {
                    weights: ray.weights.clone(),
                    tight: ray.tight | bit,
                }),
                1.. => losing.push(index),
                _ => gaining.push(index),
            }
        }
        let needed = (board.len() - lines.len()).saturating_sub(2);
        for &bad in &gaining {
            stop.check().map_err(NotListed::Stopped)?;
            for &good in &losing {
                let common = rays[good].tight & rays[bad].tight;
                let holds = |(index, ray): (usize, &Ray)| {
                    index != good && index != bad && ray.tight & common == common
                };
                if (common.count_ones() as usize) < needed || rays.iter().enumerate().any(holds) {
                    continue;
                }
                let (one, other) = (&rays[good].weights, &rays[bad].weights);
                kept.push(Ray {
                    weights: combined(one, -loss(other), other, loss(one))?,
                    tight: common | bit,
                });
            }
            if kept.len() > MOST_RAYS {
                return Err(NotListed::Rays);
            }
        }
        kept.extend(losing.into_iter().map(|index| rays[index].clone()));
        rays = kept;
    }
    if !lines.is_empty() {
        return Err(NotListed::Lines(lines.len()));
    }
    Ok(rays.into_iter().map(|ray| ray.weights).collect())
}

/// `a * one + b * other`, divided by the common factor; `a` is positive. Weights that outgrow a word mean
/// a board that is far too large.
fn combined(one: &[i64], a: i64, other: &[i64], b: i64) -> Result<Vec<i64>, NotListed> {
    let sum = |(&one, &other): (&i64, &i64)| {
        i64::try_from(i128::from(one) * i128::from(a) + i128::from(other) * i128::from(b)).ok()
    };
    let sums: Option<Vec<i64>> = one.iter().zip(other).map(sum).collect();
    let mut sums = sums.ok_or(NotListed::Rays)?;
    let factor = sums
        .iter()
        .fold(0, |factor, sum| gcd(factor, sum.unsigned_abs()));
    let factor = i64::try_from(factor.max(1)).map_err(|_| NotListed::Rays)?;
    for sum in &mut sums {
        *sum /= factor;
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::{NotListed, facets, rays, some_facets};
    use crate::certify::Weights;
    use saut_base::stop::Stop;
    use saut_peg::peg::{Board, boards};

    fn board(name: &str) -> Board {
        boards::named(name).unwrap()
    }

    /// All extreme rays by trying every weighting in a box: those whose jumps without loss determine them.
    fn tried(board: &Board, most: i64) -> BTreeSet<Vec<i64>> {
        let mut all = BTreeSet::new();
        let mut weights = vec![-most; board.len()];
        loop {
            let loses = |&jump: &saut_peg::peg::Jump| {
                let [from, over, to] = board.holes_of(jump);
                weights[from] + weights[over] >= weights[to]
            };
            let one = Weights::pagoda(weights.clone());
            let factor = weights
                .iter()
                .fold(0, |f, w| super::gcd(f, w.unsigned_abs()));
            if factor == 1 && board.jumps().iter().all(loses) && one.is_facet(board) {
                all.insert(weights.clone());
            }
            let Some(place) = weights.iter().position(|&weight| weight < most) else {
                return all;
            };
            weights[place] += 1;
            weights[..place].fill(-most);
        }
    }

    #[test]
    fn the_facets_of_a_line_are_those_that_trying_finds() {
        for (length, number) in [(5, 9), (6, 17)] {
            let line = board(&format!("rectangle-{length}x1"));
            let listed = rays(&line, &Stop::default()).unwrap();
            let listed: BTreeSet<Vec<i64>> = listed.into_iter().collect();
            assert_eq!(
                (listed.len(), listed),
                (number, tried(&line, 4)),
                "{length}"
            );
        }
    }

    #[test]
    fn every_facet_of_a_small_board_is_one_and_its_images_are_counted() {
        for name in ["triangle-4", "triangle-5", "rectangle-4x3", "square-4"] {
            let board = board(name);
            let listed = facets(&board, &Stop::default()).unwrap();
            let all = rays(&board, &Stop::default()).unwrap();
            assert_eq!(
                listed.iter().map(|facet| facet.images).sum::<usize>(),
                all.len()
            );
            assert!(
                listed.iter().all(|facet| facet.weights.is_facet(&board)),
                "{name}"
            );
            let different: BTreeSet<&Vec<i64>> = all.iter().collect();
            assert_eq!(different.len(), all.len(), "{name}");
        }
    }

    #[test]
    fn some_facets_of_a_large_board_are_facets_and_none_twice() {
        let english = Arc::new(board("english"));
        let some = some_facets(&english, 30, 1, &Stop::default()).unwrap();
        assert!(some.len() > 3, "{}", some.len());
        let mut seen = BTreeSet::new();
        for facet in &some {
            assert!(facet.weights.is_facet(&english));
            assert!(seen.insert(&facet.weights.by_hole));
        }
        let at_once = Stop::new(Some(std::time::Duration::ZERO), None);
        assert!(matches!(
            some_facets(&english, 30, 1, &at_once),
            Err(NotListed::Stopped(_))
        ));
    }

    #[test]
    fn boards_without_facets_or_with_too_many_are_refused() {
        let listed = |name: &str| facets(&board(name), &Stop::default()).map(|all| all.len());
        assert!(matches!(listed("rectangle-3x1"), Err(NotListed::Lines(_))));
        assert_eq!(listed("square-8"), Err(NotListed::Jumps(192)));
        let at_once = Stop::new(Some(std::time::Duration::ZERO), None);
        assert!(matches!(
            facets(&board("square-4"), &at_once),
            Err(NotListed::Stopped(_))
        ));
    }
}
