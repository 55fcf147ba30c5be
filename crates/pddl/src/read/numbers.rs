//! Numbers: comparisons, arithmetic and numeric effects (PDDL 2.1, level 2).
//!
//! Fox and Long: *PDDL2.1* (2003), section 2. What is not linear is refused where it stands (`read/linear.rs`).

use super::cost::is_total_cost;
use super::numeric::{ANOTHER_UNIT, fits, number};
use super::scope::Scope;
use crate::condition::{Comparator, Comparison, Condition, Expression, Term};
use crate::effect::{Effect, NumericChange, Operator, TOTAL_COST};
use crate::sexp::{List, Name, Sexp, shortened};
use num_traits::Zero;
use saut_numeric::{Exact, Rational};
use saut_task::BadInput;

impl Scope<'_> {
    /// `(<= NUMBER NUMBER)` and its like.
    pub(super) fn comparison(&self, list: &List, head: Name) -> Result<Condition, BadInput> {
        self.source.odd.uses(":numeric-fluents", head.at);
        let comparator = match head.text {
            "<" => Comparator::Less,
            "<=" => Comparator::AtMost,
            ">" => Comparator::Greater,
            ">=" => Comparator::AtLeast,
            _ => Comparator::Equal,
        };
        let shape = format!("({} NUMBER NUMBER)", head.text);
        let [left, right] = self.exactly(list, head, &shape)?;
        Ok(Condition::Compare(Box::new(Comparison {
            comparator,
            left: self.expression(left)?,
            right: self.expression(right)?,
        })))
    }

    /// A number, the value of a function, or what is computed of such.
    pub(super) fn expression(&self, item: &Sexp) -> Result<Expression, BadInput> {
        let list = match item {
            Sexp::Name(name) => return number(self.source, *name).map(Expression::Number),
            Sexp::List(list) => list,
        };
        let head = self.head(list)?;
        if self.symbols.function_index.contains_key(head.text) {
            return self.applied(list);
        }
        let parts = || -> Result<Vec<Expression>, BadInput> {
            let parts = list.rest().iter().map(|part| self.expression(part));
            parts.collect()
        };
        let wrong = |shape: &str| {
            let fact = format!("`{}` with {} parts", head.text, list.rest().len());
            let bad = self.source.bad(list.at, fact);
            bad.remedy(format!("write `{shape}`"))
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
                    let bad = self.source.bad(list.at, "division by 0");
                    return Err(bad.remedy("divide by another number"));
                }
                Ok(parts) => Expression::Quotient(Box::new(parts)),
                Err(_) => return Err(wrong("(/ NUMBER NUMBER)")),
            },
            _ => return self.applied(list),
        };
        match &expression {
            Expression::Sum(parts) | Expression::Product(parts) if parts.is_empty() => {
                Err(wrong("(+ NUMBER NUMBER ...)"))
            }
            Expression::Product(parts) => {
                let factors = parts.iter().map(|part| match part {
                    Expression::Number(factor) => Some(factor),
                    _ => None,
                });
                let product: Option<Rational> = factors
                    .collect::<Option<Vec<_>>>()
                    .map(|all| all.into_iter().product());
                if product.is_some_and(|product| !fits(&product)) {
                    let fact = format!("a product that {}", Exact::TOO_LARGE);
                    return Err(self.source.bad(list.at, fact).remedy(ANOTHER_UNIT));
                }
                self.products.note(list.at, parts);
                Ok(expression)
            }
            Expression::Quotient(parts) => {
                self.products.note_factor(list.at, &parts[1]);
                Ok(expression)
            }
            _ => Ok(expression),
        }
    }

    /// The first name in an expression that ought to be a function and is not declared.
    pub(super) fn unknown_function<'a>(&self, item: &Sexp<'a>) -> Option<Name<'a>> {
        let is_unknown = |name: &Name| !self.symbols.function_index.contains_key(name.text);
        match item {
            Sexp::Name(name) => {
                let is_word = name.text.starts_with(|c: char| c.is_ascii_alphabetic());
                Some(*name).filter(|name| is_word && is_unknown(name))
            }
            Sexp::List(list) => {
                let head = list.head()?;
                if matches!(head.text, "+" | "-" | "*" | "/") {
                    return list.rest().iter().find_map(|it| self.unknown_function(it));
                }
                Some(head).filter(is_unknown)
            }
        }
    }

    /// Expression that a metric measures: there a function without arguments may stand without parentheses.
    pub(super) fn measured(&self, item: &Sexp) -> Result<Expression, BadInput> {
        match item {
            Sexp::Name(name) if self.symbols.function_index.contains_key(name.text) => {
                let function = self.function(*name)?;
                if self.symbols.functions[function].parameters.is_empty() {
                    return Ok(Expression::Function {
                        function,
                        arguments: Vec::new(),
                    });
                }
                let bad = self.source.bad(name.at, "a function without its arguments");
                Err(bad.remedy("write `(FUNCTION OBJECT ...)`"))
            }
            _ => self.expression(item),
        }
    }

    /// `(FUNCTION TERM ...)`.
    fn applied(&self, list: &List) -> Result<Expression, BadInput> {
        let function = self.function(self.head(list)?)?;
        let arguments = self.arguments(list, &self.symbols.functions[function])?;
        Ok(Expression::Function {
            function,
            arguments,
        })
    }

    /// `(increase (FUNCTION TERM ...) NUMBER)` and its like.
    pub(super) fn change(&self, list: &List, head: Name) -> Result<Effect, BadInput> {
        self.source.odd.uses(":numeric-fluents", head.at);
        let operator = match head.text {
            "assign" => Operator::Assign,
            "increase" => Operator::Increase,
            "decrease" => Operator::Decrease,
            "scale-up" => Operator::ScaleUp,
            _ => Operator::ScaleDown,
        };
        let shape = format!("({} (FUNCTION ...) NUMBER)", head.text);
        let [changed, amount] = self.exactly(list, head, &shape)?;
        let (function, arguments) = match changed {
            Sexp::List(applied) => match self.applied(applied)? {
                Expression::Function {
                    function,
                    arguments,
                } => (function, arguments),
                _ => (0, Vec::<Term>::new()),
            },
            Sexp::Name(name) if is_total_cost(changed) => (
                self.function(Name {
                    text: TOTAL_COST,
                    at: name.at,
                })?,
                Vec::new(),
            ),
            Sexp::Name(name) => {
                let fact = format!("`{}` is no function", shortened(name.text));
                let bad = self.source.bad(name.at, fact);
                return Err(bad.remedy(format!("write `{shape}`")));
            }
        };
        let amount = self.expression(amount)?;
        match &amount {
            Expression::Number(zero) if operator == Operator::ScaleDown && zero.is_zero() => {
                let bad = self.source.bad(list.at, "division by 0");
                return Err(bad.remedy("divide by another number"));
            }
            _ if matches!(operator, Operator::ScaleUp | Operator::ScaleDown) => {
                self.products.note_factor(list.at, &amount);
            }
            _ => {}
        }
        Ok(Effect::Change(Box::new(NumericChange {
            operator,
            function,
            arguments,
            amount,
        })))
    }
}
