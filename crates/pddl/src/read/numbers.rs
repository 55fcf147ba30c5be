//! Reads comparisons, arithmetic expressions and numeric effects (PDDL 2.1, level 2).
//!
//! Fox and Long: *PDDL2.1* (2003), section 2. Products that are not linear are rejected (`read/numeric.rs`).

use super::cost::{is_total_cost, is_without_arguments};
use super::numeric::{ANOTHER_UNIT, fits, number};
use super::scope::Scope;
use crate::condition::{Atom, Comparator, Comparison, Condition, Expression};
use crate::domain::{NumericChange, Operator};
use crate::mention::NameKind;
use num_traits::{One, Zero};
use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp};
use saut_base::words::counted;
use saut_numeric::{Exact, Rational};

/// Name of the duration of a plan in the metrics of durative tasks.
pub(super) const TOTAL_TIME: &str = "total-time";

impl Scope<'_> {
    /// Reads `(<= NUMBER NUMBER)` and the other comparisons.
    pub(super) fn comparison(&self, list: &List, head: Name) -> Result<Condition, BadInput> {
        self.source.uses(":numeric-fluents", head.at);
        let comparator = head.text.parse().unwrap_or(Comparator::Equal);
        let shape = format!("({} NUMBER NUMBER)", head.text);
        let [left, right] = self.exactly(list, head, &shape)?;
        let sides = [self.expression(left), self.expression(right)];
        let sides = self.source.keep_all(sides)?;
        let Ok([left, right]) = <[Expression; 2]>::try_from(sides) else {
            return Err(self.source.explained());
        };
        Ok(Condition::Compare(Box::new(Comparison {
            comparator,
            left,
            right,
        })))
    }

    /// Reads a number, the value of a function, or an arithmetic expression of these.
    pub(super) fn expression(&self, item: &Sexp) -> Result<Expression, BadInput> {
        let list = match item {
            Sexp::Name(name) => return number(self.source, *name).map(Expression::Number),
            Sexp::List(list) => list,
        };
        let head = self.head(list)?;
        if self.symbols.functions.contains_key(head.text) {
            return self.function(item).map(Expression::Function);
        }
        let parts = || -> Result<Vec<Expression>, BadInput> {
            let parts = list.rest().iter().map(|part| self.expression(part));
            let parts = self.source.keep_all(parts)?;
            if parts.len() < list.rest().len() {
                return Err(self.source.explained());
            }
            Ok(parts)
        };
        let wrong = |shape: &str| {
            let given = counted(list.rest().len(), "part");
            bad!([Arity] self.source, list.at, "`{}` has {given}", head.text;
                "write `{shape}`")
        };
        let expression = match head.text {
            "+" => Expression::Sum(parts()?),
            "*" => Expression::Product(parts()?),
            "-" => {
                let mut parts = parts()?;
                match parts.len() {
                    1 => Expression::Negated(Box::new(parts.remove(0))),
                    2 => {
                        let right = Expression::Negated(Box::new(parts.remove(1)));
                        Expression::Sum(vec![parts.remove(0), right])
                    }
                    _ => return Err(wrong("(- NUMBER NUMBER)")),
                }
            }
            "/" => match <[Expression; 2]>::try_from(parts()?) {
                Ok([_, Expression::Number(zero)]) if zero.is_zero() => {
                    bail!([Number] self.source, list.at, "this expression divides by 0"; "divide by another number");
                }
                Ok(parts) => Expression::Quotient(Box::new(parts)),
                Err(_) => return Err(wrong("(/ NUMBER NUMBER)")),
            },
            _ => return self.function(item).map(Expression::Function),
        };
        if matches!(head.text, "+" | "*") && list.rest().len() == 1 {
            warn!([Arity] self.source, list.at, "`{}` has only one number", head.text;
                "is the second number missing? the grammar requires at least two");
        }
        match &expression {
            Expression::Sum(parts) | Expression::Product(parts) if parts.is_empty() => {
                Err(wrong("(+ NUMBER NUMBER ...)"))
            }
            Expression::Product(parts) => {
                let factors = parts.iter().map(|part| match part {
                    Expression::Number(factor) => Some(factor),
                    _ => None,
                });
                let product: Option<Rational> = factors.product();
                if product.is_some_and(|product| !fits(&product)) {
                    bail!([Number] self.source, list.at, "this product {}", Exact::TOO_LARGE;
                        "{ANOTHER_UNIT}");
                }
                self.note_product(list.at, parts);
                Ok(expression)
            }
            Expression::Quotient(parts) => {
                self.note_factor(list.at, &parts[1]);
                Ok(expression)
            }
            _ => Ok(expression),
        }
    }

    /// Reads the expression of a metric. In a metric, a function without arguments may be written without parentheses.
    pub(super) fn measured(&self, item: &Sexp) -> Result<Expression, BadInput> {
        match item {
            Sexp::Name(name) if name.text.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                self.function(item).map(Expression::Function)
            }
            _ => self.expression(item),
        }
    }

    /// Whether a metric contains `total-time`, which a domain without time does not declare. The rest of the metric
    /// must be an expression.
    pub(super) fn measures_time(&self, item: &Sexp) -> Result<bool, BadInput> {
        let head = match item {
            Sexp::Name(name) => *name,
            Sexp::List(list) => self.head(list)?,
        };
        if self.symbols.functions.contains_key(head.text) {
            return Ok(false);
        }
        match item {
            Sexp::List(list) if matches!(head.text, "+" | "-" | "*" | "/") => {
                let parts = list.rest().iter().map(|part| self.measures_time(part));
                let parts: Vec<bool> = parts.collect::<Result<_, _>>()?;
                Ok(parts.contains(&true))
            }
            _ if is_without_arguments(item, TOTAL_TIME) => Ok(true),
            _ => self.measured(item).map(|_| false),
        }
    }

    /// Reads a function and its arguments: `(FUNCTION TERM ...)`, or `FUNCTION` if it has no parameters.
    pub(super) fn function(&self, item: &Sexp) -> Result<Atom, BadInput> {
        let name = match item {
            Sexp::List(list) => return self.applied(list, NameKind::Function),
            Sexp::Name(name) => *name,
        };
        let function = self.declared(name, NameKind::Function)?;
        if self.symbols.functions[function].is_empty() {
            return Ok(Atom::new(function, Vec::new()));
        }
        bail!([Arity] self.source, name.at, "function `{name}` has no arguments here";
            "write `({name} OBJECT ...)`")
    }

    /// Reads `(increase (FUNCTION TERM ...) NUMBER)` and the other numeric effects.
    pub(super) fn change(&self, list: &List, head: Name) -> Result<NumericChange, BadInput> {
        let shape = format!("({} (FUNCTION ...) NUMBER)", head.text);
        let [changed, amount] = self.exactly(list, head, &shape)?;
        let function = match changed {
            Sexp::Name(name) if !is_total_cost(changed) => {
                bail!(self.source, name.at, "`{name}` is not a function"; "write `{shape}`");
            }
            _ => self.function(changed),
        };
        let function = self.source.keep(function)?;
        let amount = self.source.keep(self.expression(amount))?;
        let (Some(function), Some(amount)) = (function, amount) else {
            return Err(self.source.explained());
        };
        if matches!(head.text, "scale-up" | "scale-down") {
            self.note_factor(list.at, &amount);
        }
        let (operator, amount) = match (head.text, amount) {
            ("increase", amount) => (Operator::Increase, amount),
            ("decrease", amount) => (Operator::Increase, Expression::Negated(Box::new(amount))),
            ("scale-up", amount) => (Operator::Scale, amount),
            ("scale-down", Expression::Number(zero)) if zero.is_zero() => {
                bail!([Number] self.source, list.at, "this expression divides by 0"; "divide by another number");
            }
            ("scale-down", amount) => {
                let parts = [Expression::Number(Rational::one()), amount];
                (Operator::Scale, Expression::Quotient(Box::new(parts)))
            }
            (_, amount) => (Operator::Assign, amount),
        };
        Ok(NumericChange {
            operator,
            function,
            amount,
        })
    }
}
