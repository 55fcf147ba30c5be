//! Sparse Gaussian elimination modulo a prime, so that the numbers remain small. From a solution modulo a large prime,
//! fractions can be recovered.
//!
//! Wang, *A p-adic algorithm for univariate partial fractions* (SYMSAC 1981), for the recovery of fractions.

use std::collections::BTreeMap;

use itertools::{EitherOrBoth, Itertools as _};
use saut_base::divisor::gcd;

/// The prime 2^61 − 1.
pub const LARGE_PRIME: u64 = (1 << 61) - 1;
/// Bound on the numerators and denominators of fractions. Twice its square is less than the large prime.
const MAX_PART: u64 = 1 << 29;
/// Bound on the integers that are computed from fractions.
const MAX_WHOLE: i128 = 1_000_000_000_000_000;

/// An equation "sum = 0": the unknowns in order, each with its coefficient as a residue. Coefficients 0 are omitted.
pub type Equation = Vec<(usize, u64)>;

/// The field of residues modulo a prime.
#[derive(Clone, Copy, Debug)]
pub struct PrimeField(pub u64);

impl PrimeField {
    /// Returns the residue of a number.
    pub fn residue(self, number: i64) -> u64 {
        let size = number.unsigned_abs() % self.0;
        if number < 0 { self.minus(size) } else { size }
    }

    /// Returns the sum of two residues.
    pub const fn sum(self, one: u64, other: u64) -> u64 {
        (one + other) % self.0
    }

    /// Returns the product of two residues.
    pub const fn product(self, one: u64, other: u64) -> u64 {
        #[expect(clippy::cast_possible_truncation, reason = "below the prime")]
        let product = (one as u128 * other as u128 % self.0 as u128) as u64;
        product
    }

    /// Returns the additive inverse.
    pub const fn minus(self, one: u64) -> u64 {
        (self.0 - one) % self.0
    }

    /// Returns the multiplicative inverse.
    pub fn inverse(self, one: u64) -> u64 {
        let (mut power, mut square, mut left) = (1, one, self.0 - 2);
        while left > 0 {
            if left & 1 == 1 {
                power = self.product(power, square);
            }
            square = self.product(square, square);
            left >>= 1;
        }
        power
    }

    /// Adds a multiple of an equation to another one.
    pub fn add_multiple(self, equation: &mut Equation, factor: u64, other: &Equation) {
        let before = std::mem::take(equation);
        let multiple = other.iter();
        let multiple = multiple.map(|&(unknown, one)| (unknown, self.product(factor, one)));
        let terms = before
            .into_iter()
            .merge_join_by(multiple, |a, b| a.0.cmp(&b.0));
        let sums = terms.map(|terms| match terms {
            EitherOrBoth::Left(term) | EitherOrBoth::Right(term) => term,
            EitherOrBoth::Both((unknown, one), (_, other)) => (unknown, self.sum(one, other)),
        });
        equation.extend(sums.filter(|&(_, sum)| sum > 0));
    }

    /// Returns the equation of these terms, in any order.
    pub fn equation(self, terms: impl IntoIterator<Item = (usize, u64)>) -> Equation {
        let mut equation = Equation::new();
        for (unknown, residue) in terms {
            self.add(&mut equation, unknown, residue);
        }
        equation
    }

    /// Adds a residue to the coefficient of an unknown.
    pub fn add(self, equation: &mut Equation, unknown: usize, residue: u64) {
        match equation.binary_search_by_key(&unknown, |&(unknown, _)| unknown) {
            Err(_) if residue == 0 => {}
            Err(place) => equation.insert(place, (unknown, residue)),
            Ok(place) => {
                equation[place].1 = self.sum(equation[place].1, residue);
                if equation[place].1 == 0 {
                    equation.remove(place);
                }
            }
        }
    }
}

/// Equations in echelon form.
#[derive(Clone, Debug)]
pub struct Elimination {
    field: PrimeField,
    /// The equations by their first unknown, whose coefficient is 1.
    equations: BTreeMap<usize, Equation>,
    /// Total number of coefficients of the equations.
    pub entries: usize,
    /// Number of coefficient additions so far.
    pub touched: usize,
}

impl Elimination {
    /// Creates an empty system.
    pub const fn new(field: PrimeField) -> Self {
        Self {
            field,
            equations: BTreeMap::new(),
            entries: 0,
            touched: 0,
        }
    }

    /// Returns the number of independent equations.
    pub fn rank(&self) -> usize {
        self.equations.len()
    }

    /// Subtracts multiples of the equations of the system from `equation`, until none of them begins with the same
    /// unknown.
    pub fn reduce(&mut self, equation: &mut Equation) {
        while let Some(&(first, factor)) = equation.first() {
            let Some(known) = self.equations.get(&first) else {
                return;
            };
            self.touched += known.len();
            let factor = self.field.minus(factor);
            self.field.add_multiple(equation, factor, known);
        }
    }

    /// Adds an equation to the system, if it does not follow from the others.
    pub fn add(&mut self, mut equation: Equation) {
        self.reduce(&mut equation);
        if let Some(&(first, factor)) = equation.first() {
            let inverse = self.field.inverse(factor);
            for (_, coefficient) in &mut equation {
                *coefficient = self.field.product(*coefficient, inverse);
            }
            self.entries += equation.len();
            self.equations.insert(first, equation);
        }
    }

    /// Returns the solution for these values of the free unknowns. An unknown is free if no equation begins with it.
    pub fn solution(&self, unknowns: usize, free: impl Fn(usize) -> u64) -> Vec<u64> {
        let is_free = |unknown| !self.equations.contains_key(&unknown);
        let values = (0..unknowns).map(|one| if is_free(one) { free(one) } else { 0 });
        let mut values: Vec<u64> = values.collect();
        for (&first, equation) in self.equations.iter().rev() {
            let others = equation.iter().skip(1);
            let terms = others.map(|&(one, times)| self.field.product(times, values[one]));
            let sum = terms.fold(0, |sum, term| self.field.sum(sum, term));
            values[first] = self.field.minus(sum);
        }
        values
    }
}

/// Returns the fraction with small numerator and denominator that has this residue modulo the large prime.
fn fraction(residue: u64) -> Option<(i64, i64)> {
    let (mut large, mut small) = (i128::from(LARGE_PRIME), i128::from(residue));
    let (mut before, mut times) = (0_i128, 1_i128);
    while small >= i128::from(MAX_PART) {
        let whole = large / small;
        (large, small) = (small, large - whole * small);
        (before, times) = (times, before - whole * times);
    }
    let (above, below) = if times < 0 {
        (-small, -times)
    } else {
        (small, times)
    };
    let is_small = below > 0 && below < i128::from(MAX_PART);
    let parts = (i64::try_from(above).ok()?, i64::try_from(below).ok()?);
    is_small.then_some(parts)
}

/// Recovers fractions from their residues modulo the large prime, and multiplies them by their common denominator.
/// `None` if the residues do not belong to fractions with small numerators and denominators.
pub fn whole_multiples(residues: &[u64]) -> Option<Vec<i64>> {
    let parts = residues.iter().map(|&residue| fraction(residue));
    let parts: Vec<(i64, i64)> = parts.collect::<Option<_>>()?;
    let mut multiple = 1_i128;
    for &(_, below) in &parts {
        let shared = gcd(multiple.unsigned_abs(), u128::from(below.unsigned_abs()));
        multiple *= i128::from(below) / shared.cast_signed();
        if multiple > MAX_WHOLE {
            return None;
        }
    }
    let scaled = parts.into_iter().map(|(above, below)| {
        let whole = i128::from(above) * (multiple / i128::from(below));
        (whole.abs() < MAX_WHOLE).then(|| i64::try_from(whole).ok())?
    });
    scaled.collect()
}

#[cfg(test)]
mod tests {
    use saut_base::random::Random;

    use super::{Elimination, Equation, LARGE_PRIME, PrimeField, fraction, whole_multiples};

    #[test]
    fn fractions_come_back_from_their_residues() {
        let field = PrimeField(LARGE_PRIME);
        for (above, below) in [
            (0_i64, 1_i64),
            (1, 3),
            (-80, 81),
            (177_145, 177_147),
            (-7, 1),
        ] {
            let residue = field.product(field.residue(above), field.inverse(field.residue(below)));
            assert_eq!(fraction(residue), Some((above, below)));
        }
        assert_eq!(fraction(1_234_567_890_123_456_789), None);
        let third = field.inverse(3);
        assert_eq!(
            whole_multiples(&[third, field.minus(1), 0]),
            Some(vec![1, -3, 0])
        );
    }

    #[test]
    fn solutions_solve_all_equations_that_were_added() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let field = PrimeField([2, 3, 5, LARGE_PRIME][random.below(4)]);
            let unknowns = 1 + random.below(12);
            let mut elimination = Elimination::new(field);
            let mut all = Vec::new();
            for _ in 0..random.below(15) {
                let mut equation = Equation::new();
                for _ in 0..random.below(4) {
                    let number = i64::try_from(random.below(9)).unwrap() - 4;
                    field.add(&mut equation, random.below(unknowns), field.residue(number));
                }
                all.push(equation.clone());
                elimination.add(equation.clone());
                elimination.reduce(&mut equation);
                assert!(equation.is_empty(), "seed {seed}");
            }
            assert!(elimination.rank() <= unknowns.min(all.len()));
            let values = elimination.solution(unknowns, |one| {
                field.residue(i64::try_from(one).unwrap() + 1)
            });
            for equation in all {
                let terms = equation
                    .iter()
                    .map(|&(one, times)| field.product(times, values[one]));
                assert_eq!(terms.fold(0, |a, b| field.sum(a, b)), 0, "seed {seed}");
            }
        }
    }
}
