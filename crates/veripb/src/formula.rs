//! Pseudo-Boolean formulas over the variables of one step, in the format OPB.
//!
//! A *gate* is a variable that is true if and only if a constraint over other variables holds. Each gate has two
//! copies: one over the state before the step, and one over the state after the step.

use std::fmt::{self, Write as _};

/// The number of a constraint in proofs, from 1.
pub type Id = u64;

/// A variable of the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Var {
    /// The fact is true before the step.
    Fact(usize),
    /// The fact is true after the step.
    FactAfter(usize),
    /// The fact becomes true in the step.
    Rises(usize),
    /// The fact becomes false in the step.
    Falls(usize),
    /// The step is this action.
    Action(usize),
    /// The state is the initial state, and there is no step.
    Start,
    /// The state is a goal state, and there is no step.
    Goal,
    /// A binary digit of the cost paid before the step.
    Paid(usize),
    /// A binary digit of the cost paid after the step.
    PaidAfter(usize),
    /// A gate over the state before the step.
    Gate(usize),
    /// The same gate over the state after the step.
    GateAfter(usize),
}

impl fmt::Display for Var {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fact(number) => write!(to, "x{number}"),
            Self::FactAfter(number) => write!(to, "n{number}"),
            Self::Rises(number) => write!(to, "u{number}"),
            Self::Falls(number) => write!(to, "d{number}"),
            Self::Action(number) => write!(to, "a{number}"),
            Self::Start => to.write_str("start"),
            Self::Goal => to.write_str("goal"),
            Self::Paid(number) => write!(to, "c{number}"),
            Self::PaidAfter(number) => write!(to, "e{number}"),
            Self::Gate(number) => write!(to, "g{number}"),
            Self::GateAfter(number) => write!(to, "h{number}"),
        }
    }
}

impl Var {
    pub const fn is_true(self) -> Lit {
        self.is(true)
    }

    pub const fn is_false(self) -> Lit {
        self.is(false)
    }

    pub const fn is(self, value: bool) -> Lit {
        Lit { var: self, value }
    }

    /// Returns the variable for the same fact, digit or gate after the step.
    const fn after(self) -> Self {
        match self {
            Self::Fact(number) => Self::FactAfter(number),
            Self::Paid(number) => Self::PaidAfter(number),
            Self::Gate(number) => Self::GateAfter(number),
            other => other,
        }
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lit {
    pub var: Var,
    pub value: bool,
}

impl fmt::Display for Lit {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.value {
            to.write_str("~")?;
        }
        self.var.fmt(to)
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        self.var.is(!self.value)
    }
}

/// A literal with its coefficient.
pub type Term = (i128, Lit);

/// Returns the literals with the coefficient 1.
pub fn plain(literals: impl IntoIterator<Item = Lit>) -> Vec<Term> {
    literals.into_iter().map(|literal| (1, literal)).collect()
}

/// A gate, with some of the constraints that define its copies.
#[derive(Clone, Copy, Debug)]
pub struct Gate {
    /// The copy before the step.
    pub before: Lit,
    /// The copy after the step.
    pub after: Lit,
    /// The constraint that must hold if the gate is true before the step.
    pub if_before: Id,
    /// The constraint that must hold if the gate is true after the step.
    pub if_after: Id,
    /// The constraint that must hold if the gate is false after the step.
    pub if_not_after: Id,
}

/// A formula that is being written.
#[derive(Debug, Default)]
pub struct Formula {
    text: String,
    constraints: Id,
    gates: usize,
}

impl Formula {
    pub fn comment(&mut self, comment: &str) {
        let _ = writeln!(self.text, "* {comment}");
    }

    pub fn at_least(&mut self, terms: &[Term], least: i128) -> Id {
        for (factor, literal) in terms {
            let _ = write!(self.text, "{factor:+} {literal} ");
        }
        let _ = writeln!(self.text, ">= {least} ;");
        self.constraints += 1;
        self.constraints
    }

    pub fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) -> Id {
        self.at_least(&plain(literals), 1)
    }

    /// Adds two constraints: the terms total at least `sum`, and they total at most `sum`.
    pub fn equal(&mut self, terms: &[Term], sum: i128) -> [Id; 2] {
        let negated: Vec<Term> = terms.iter().map(|&(factor, it)| (-factor, it)).collect();
        [self.at_least(terms, sum), self.at_least(&negated, -sum)]
    }

    /// Adds both copies of a gate that is true if and only if the terms total at least `least`.
    pub fn gate(&mut self, terms: &[Term], least: i128) -> Gate {
        let number = self.gates;
        self.gates += 1;
        let mut least = least;
        let positive = terms.iter().filter(|(factor, _)| *factor != 0);
        let positive: Vec<Term> = positive
            .map(|&(factor, literal)| {
                if factor > 0 {
                    (factor, literal)
                } else {
                    least -= factor;
                    (-factor, !literal)
                }
            })
            .collect();
        let least = least.max(0);
        let most: i128 = positive.iter().map(|(factor, _)| factor).sum();
        let [[if_before, _], [if_after, if_not_after]] = [false, true].map(|is_after| {
            let here = |literal: Lit| {
                let var = if is_after {
                    literal.var.after()
                } else {
                    literal.var
                };
                var.is(literal.value)
            };
            let own = here(Var::Gate(number).is_true());
            let mut terms: Vec<Term> = positive.iter().map(|&(f, it)| (f, here(it))).collect();
            terms.push((least.max(1), !own));
            let if_true = self.at_least(&terms, least);
            let mut terms: Vec<Term> = positive.iter().map(|&(f, it)| (f, !here(it))).collect();
            let missing = most - least + 1;
            terms.push((missing.max(1), own));
            let if_false = self.at_least(&terms, missing.max(0));
            [if_true, if_false]
        });
        Gate {
            before: Var::Gate(number).is_true(),
            after: Var::GateAfter(number).is_true(),
            if_before,
            if_after,
            if_not_after,
        }
    }

    pub fn all_of(&mut self, literals: &[Lit]) -> Gate {
        self.gate(&plain(literals.iter().copied()), as_sum(literals.len()))
    }

    pub fn any_of(&mut self, literals: &[Lit]) -> Gate {
        self.gate(&plain(literals.iter().copied()), 1)
    }

    pub const fn constraints(&self) -> Id {
        self.constraints
    }

    /// Returns the text of the formula, given the number of variables that are not gates.
    pub fn finish(self, variables: usize) -> String {
        let (variables, constraints) = (variables + 2 * self.gates, self.constraints);
        let head = format!("* #variable= {variables} #constraint= {constraints}\n");
        head + &self.text
    }
}

pub fn as_sum(count: usize) -> i128 {
    i128::try_from(count).unwrap_or(i128::MAX)
}
