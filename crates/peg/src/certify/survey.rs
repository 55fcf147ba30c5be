//! A survey: every criterion, whether it refutes the puzzle or not, and why.
//!
//! [`super::quick`] stops at the first that refutes; here all are tried, cheapest first, and one
//! that does not refute says what it found instead. A refutation is only told if its certificate
//! has been checked.

mod silent;
mod weighing;

use std::time::{Duration, Instant};

pub use weighing::Weighing;

use super::cone::{self, Bounds, ConeResult, search};
use super::{
    Certificate, CheckedCertificate, Criterion, Pagoda, class, corner, golden, lattice, of_ours,
    pagoda, playable, trivial,
};
use crate::peg::Puzzle;
use saut_task::Internal;
use saut_task::stop::Stop;

/// Finding of one criterion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its name in results.
    pub name: &'static str,
    /// The certificate, if it refutes.
    pub certificate: Option<CheckedCertificate>,
    /// Whether it was looked at to its end; if not, it may refute or not.
    pub is_settled: bool,
    /// Explanation for people: why it refutes, or why it does not.
    pub why: String,
    /// Numbers on the board, if they say something.
    pub weighings: Vec<Weighing>,
}

impl Finding {
    /// Whether the puzzle is infeasible by this criterion.
    pub const fn refutes(&self) -> bool {
        self.certificate.is_some()
    }
}

/// The names, in the order of the survey.
pub const NAMES: [&str; 8] = [
    "trivial",
    "class",
    "lattice",
    "playable",
    "corner",
    "pagoda",
    "golden-ratio",
    "integer-cone",
];

/// The parts that the integer cone may take.
const PARTS: usize = 2000;

/// The longest that linear programs may run where no deadline is given.
const LIMIT: Duration = Duration::from_secs(30);

/// Tries every criterion.
///
/// # Errors
/// The check refuses what a finder made.
pub fn survey(puzzle: &Puzzle, stop: &Stop) -> Result<Vec<Finding>, Internal> {
    let named = |criterion| Some(Certificate::Criterion(criterion));
    let began = Instant::now();
    let limit = stop.time_left().unwrap_or(LIMIT);
    let mut is_outside_lattice = false;
    NAMES
        .into_iter()
        .map(|name| {
            let (mut silence, mut is_settled) = (String::new(), true);
            let claim = match name {
                "trivial" => trivial::find(puzzle)
                    .or_else(|| trivial::out_of_reach(puzzle))
                    .map(Certificate::Trivial),
                "class" => class::find(puzzle).map(Certificate::Class),
                "lattice" => {
                    let found = lattice::find(puzzle);
                    is_outside_lattice = found.is_some();
                    found.map(Certificate::Lattice)
                }
                "playable" => playable::find(puzzle)
                    .map(Criterion::Playable)
                    .and_then(named),
                "corner" => corner::find(puzzle).map(Criterion::Corner).and_then(named),
                "pagoda" => {
                    let found = pagoda::find_within(puzzle, &stop.with_timeout(limit))
                        .map(Certificate::Pagoda);
                    if found.is_none() && (stop.why().is_some() || began.elapsed() >= limit) {
                        silence.push_str(silent::NO_TIME);
                        is_settled = false;
                    }
                    found
                }
                "golden-ratio" => golden::find(puzzle).map(Criterion::Golden).and_then(named),
                "integer-cone" if is_outside_lattice => {
                    silence.push_str(silent::NO_NUMBERS_AT_ALL);
                    None
                }
                "integer-cone" => {
                    let bounds = Bounds::none(puzzle.board().jumps().len());
                    let stop = stop.with_timeout(limit.min(LIMIT));
                    let found = search(puzzle, &bounds, PARTS, &stop);
                    silence = silent::integer_cone(puzzle, &found);
                    match found {
                        ConeResult::Refuted(tree) => named(Criterion::IntegerCone { tree }),
                        ConeResult::Numbers(_) => None,
                        ConeResult::GaveUp => {
                            is_settled = false;
                            None
                        }
                    }
                }
                other => unreachable!("{other} is among the names and has no arm"),
            };
            let certificate = claim.map(|claim| of_ours(puzzle, claim)).transpose()?;
            Ok(Finding {
                is_settled: is_settled || certificate.is_some(),
                ..finding(puzzle, name, certificate, silence)
            })
        })
        .collect()
}

fn finding(
    puzzle: &Puzzle,
    name: &'static str,
    certificate: Option<CheckedCertificate>,
    silence: String,
) -> Finding {
    let why = match &certificate {
        Some(certificate) => certificate.explanation(puzzle),
        None if puzzle.goal().is_met_by(puzzle.start()) => {
            "The start already is as the goal wants it.\n".to_owned()
        }
        None if !silence.is_empty() => silence,
        None => silent::why(puzzle, name).unwrap_or_default(),
    };
    Finding {
        name,
        weighings: weighings(puzzle, name, certificate.as_ref()),
        certificate,
        is_settled: true,
        why,
    }
}

/// The numbers that belong to a criterion: those of its certificate, or those that it compared in
/// vain.
fn weighings(
    puzzle: &Puzzle,
    name: &str,
    certificate: Option<&CheckedCertificate>,
) -> Vec<Weighing> {
    let weighed = |title: &str, pagoda: Pagoda| Weighing {
        title: title.to_owned(),
        start: pagoda.total(puzzle.start()).to_string(),
        goal: pagoda.goal_total(puzzle).to_string(),
        weights: pagoda.weights,
    };
    match certificate.map(CheckedCertificate::certificate) {
        Some(Certificate::Class(class)) => {
            let sums = class.sums.iter();
            sums.map(|&sum| silent::counted(puzzle, sum)).collect()
        }
        Some(Certificate::Lattice(lattice)) => {
            let weightings = lattice.weightings.iter();
            weightings
                .map(|weights| Weighing {
                    title: format!("modulo {}", weights.modulus),
                    start: weights.total(puzzle.start()).to_string(),
                    goal: weights.total(puzzle.goal().pegs()).to_string(),
                    weights: weights.weights.clone(),
                })
                .collect()
        }
        Some(Certificate::Pagoda(pagoda)) => {
            let title = if pagoda.is_facet(puzzle.board()) {
                "pagoda function (a facet)"
            } else {
                "pagoda function"
            };
            vec![weighed(title, pagoda.clone())]
        }
        Some(Certificate::Criterion(Criterion::Playable(playable))) => {
            vec![weighed("the class", playable.weights(puzzle.board()))]
        }
        Some(Certificate::Criterion(Criterion::Corner(corner))) => {
            vec![weighed("corners and exits", corner.weights(puzzle.board()))]
        }
        Some(Certificate::Criterion(Criterion::Golden(golden))) => {
            let sums = golden.sums(puzzle).into_iter();
            sums.map(|(start, goal)| Weighing {
                title: "d of the weights s^d, s = (sqrt 5 - 1)/2".to_owned(),
                weights: golden.distances(puzzle.board()),
                start: start.to_string(),
                goal: goal.to_string(),
            })
            .collect()
        }
        Some(Certificate::Criterion(Criterion::IntegerCone { tree })) => {
            let parts = tree.parts(puzzle).into_iter().take(cone::DRAWN);
            parts
                .map(|part| Weighing {
                    title: part.assumed,
                    weights: part.leaf.weights.clone(),
                    start: format!("and jumps at most {}", part.start),
                    goal: part.goal.to_string(),
                })
                .collect()
        }
        Some(_) => Vec::new(),
        None => silent::weighings(puzzle, name, weighed),
    }
}

#[cfg(test)]
mod tests;
