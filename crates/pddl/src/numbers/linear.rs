//! Ground expressions as linear ones: functions that no ground action changes are the numbers that the problem gives.

use indexmap::IndexSet;
use num_traits::{One, Zero};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use saut_base::lists::number;
use saut_numeric::line::Line;
use saut_numeric::{Exact, Linear, Rational};

use crate::condition::{Expression, ObjectId};
use crate::ground::Stopped;
use crate::problem::GroundAtom;

/// The variables of a ground task, numbered when they are first used.
pub(super) struct Variables<'a> {
    /// The values at the start.
    values: &'a FxHashMap<GroundAtom, Rational>,
    /// The functions, with their arguments, that an action changes.
    changed: FxHashSet<GroundAtom>,
    /// The functions by number. `None` stands for all that has no value because a divisor is 0.
    pub(super) applied: IndexSet<Option<GroundAtom>, FxBuildHasher>,
}

/// A number that does not fit into the states of a search, or a product that is not linear after all.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLarge;

impl From<TooLarge> for Stopped {
    fn from(TooLarge: TooLarge) -> Self {
        Self::Numbers
    }
}

impl<'a> Variables<'a> {
    pub(super) fn new(
        values: &'a FxHashMap<GroundAtom, Rational>,
        changed: FxHashSet<GroundAtom>,
    ) -> Self {
        Self {
            values,
            changed,
            applied: IndexSet::default(),
        }
    }

    /// The number of a variable.
    pub(super) fn variable(&mut self, applied: Option<GroundAtom>) -> u32 {
        number(self.applied.insert_full(applied).0)
    }

    /// The value of a variable at the start.
    pub(super) fn initial(&self, variable: u32) -> Option<&Rational> {
        let applied = self.applied[variable as usize].as_ref()?;
        self.values.get(applied)
    }

    /// Whether a variable has no value at any time.
    pub(super) fn is_never(&self, variable: u32) -> bool {
        let applied = self.applied[variable as usize].as_ref();
        applied.is_none_or(|it| !self.changed.contains(it) && !self.values.contains_key(it))
    }

    /// The expression with these objects for its variables.
    pub(super) fn linear(
        &mut self,
        expression: &Expression,
        values: &[ObjectId],
    ) -> Result<Linear, TooLarge> {
        let sum = self.sum(expression, values)?;
        let fits = |number: &Rational| Exact::of(number).ok_or(TooLarge);
        // A variable that may lack a value stays also where it cancels out: without it there is no value.
        let counts = |(variable, number): &(&u32, &Rational)| {
            !number.is_zero() || self.initial(**variable).is_none()
        };
        let terms = sum.terms.iter().filter(counts);
        let terms = terms.map(|(variable, number)| Ok((*variable, fits(number)?)));
        Ok(Linear {
            constant: fits(&sum.constant)?,
            terms: terms.collect::<Result<_, _>>()?,
        })
    }

    fn sum(&mut self, expression: &Expression, values: &[ObjectId]) -> Result<Line<u32>, TooLarge> {
        Ok(match expression {
            Expression::Number(constant) => Line::number(constant.clone()),
            Expression::Function(function) => {
                let applied = GroundAtom::of(function, values);
                match self.values.get(&applied) {
                    Some(value) if !self.changed.contains(&applied) => Line::number(value.clone()),
                    _ => Line::variable(self.variable(Some(applied))),
                }
            }
            Expression::Sum(parts) => {
                let mut sum = Line::number(Rational::zero());
                for part in parts {
                    sum.add(&self.sum(part, values)?, &Rational::one());
                }
                sum
            }
            Expression::Negated(inner) => self.sum(inner, values)?.times(&-Rational::one()),
            Expression::Product(parts) => {
                let mut product = Line::number(Rational::one());
                for part in parts {
                    let part = self.sum(part, values)?;
                    product = self.product(product, part)?;
                }
                product
            }
            Expression::Quotient(parts) => {
                let above = self.sum(&parts[0], values)?;
                let mut below = self.sum(&parts[1], values)?;
                if below.terms.is_empty() {
                    below = if below.constant.is_zero() {
                        Line::variable(self.variable(None))
                    } else {
                        Line::number(below.constant.recip())
                    };
                }
                self.product(above, below)?
            }
        })
    }

    /// The product; where a factor has no value at any time, that factor.
    fn product(&self, left: Line<u32>, right: Line<u32>) -> Result<Line<u32>, TooLarge> {
        let never = [&left, &right]
            .into_iter()
            .flat_map(|line| line.terms.keys());
        let never = never.copied().find(|&variable| self.is_never(variable));
        if let Some(never) = never {
            return Ok(Line::variable(never));
        }
        match (left.terms.is_empty(), right.terms.is_empty()) {
            (true, _) => Ok(right.times(&left.constant)),
            (false, true) => Ok(left.times(&right.constant)),
            (false, false) => Err(TooLarge),
        }
    }
}
