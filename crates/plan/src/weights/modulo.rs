//! Linear invariants modulo a prime: weights whose total no action changes modulo the prime.
//!
//! Every action gives a linear equation for the weights, and so does every fact that the goal does not determine.
//! Gaussian elimination decides whether these equations imply that goal and initial state have the same weight. If not,
//! some weights satisfy all equations and distinguish goal and initial state. The position class of peg solitaire is
//! the case of modulus 2.

use super::changes::{Changes, Term};
use saut_base::stop::Stop;
use saut_linear::{Elimination, Equation, PrimeField};
use saut_task::certificate::{ClosedSet, Reason};
use saut_task::task::{Fluent, Task};

/// Maximum number of coefficients of all equations; the elimination gives up if there are more.
const MAX_ENTRIES: usize = 20_000_000;

/// Finds weights modulo a prime. `None` if there are none, or a limit is reached.
///
/// # Panics
/// If the modulus is not a prime below 1000.
pub fn modulo(task: &Task, prime: u32, stop: &Stop) -> Option<ClosedSet<Fluent>> {
    let is_prime = (2..1000).contains(&prime) && (2..prime).all(|one| !prime.is_multiple_of(one));
    assert!(is_prime, "the modulus {prime} is not a prime below 1000");
    let weights = find(&Changes::new(task), prime, stop)?;
    Some(ClosedSet::of_reason(Reason::residue(prime, &weights)))
}

fn find(changes: &Changes, prime: u32, stop: &Stop) -> Option<Vec<i64>> {
    let field = PrimeField(prime.into());
    let mut elimination = Elimination::new(field);
    let mut equations: Vec<Equation> = equations(changes, field).collect();
    // Short equations first, so that the others stay short.
    equations.sort_by_key(Equation::len);
    for equation in equations {
        elimination.add(equation);
        if stop.stop_reason().is_some() || elimination.entries > MAX_ENTRIES {
            return None;
        }
    }
    let certain = changes.open.iter().filter(|part| part.one_is_true);
    let certain = certain.map(|part| part.open[0]);
    let gap = (0..).zip(changes.gap.iter().copied());
    let mut gap = sum(gap.chain(certain), field);
    elimination.reduce(&mut gap);
    let &(free, _) = gap.first()?;
    let weights = elimination.solution(changes.gap.len(), |one| u64::from(one == free));
    Some(weights.into_iter().map(u64::cast_signed).collect())
}

/// Returns the equations that the weights must satisfy.
fn equations(changes: &Changes, field: PrimeField) -> impl Iterator<Item = Equation> + '_ {
    let actions = changes.actions.iter().flat_map(move |(change, _)| {
        let alone = change.perhaps.iter().map(move |&term| sum([term], field));
        alone.chain([sum(change.sure.iter().copied(), field)])
    });
    let open = changes.open.iter().flat_map(move |part| {
        let (first, _) = part.open[0];
        let like_the_first = part.one_is_true.then_some((first, -1));
        let open = part.open.iter();
        open.map(move |&term| sum([term].into_iter().chain(like_the_first), field))
    });
    actions.chain(open)
}

fn sum(terms: impl IntoIterator<Item = Term>, field: PrimeField) -> Equation {
    let terms = terms.into_iter();
    field.equation(terms.map(|(fluent, times)| (fluent, field.residue(times.into()))))
}
