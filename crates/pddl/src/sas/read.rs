//! Reads `output.sas`.
//!
//! Helmert: *The Fast Downward planning system* (2006). The documentation of Fast Downward describes the format.

use std::path::Path;

use saut_base::BadInput;
use saut_base::sexp::{check_length, shortened};

use super::{SasEffect, SasOperator, SasTask, SasValue, SasVariable};
use crate::domain::MAX_COST;

impl SasTask {
    /// Reads the text of an `output.sas`; `place` is its name in messages.
    ///
    /// # Errors
    ///
    /// [`BadInput`] if the text is not in format version 3.
    pub fn read(text: &str, place: &str) -> Result<Self, BadInput> {
        check_length(place, text)?;
        let mut lines = Lines::new(text, place);
        lines.expect("begin_version")?;
        let version: u64 = lines.number()?;
        if version != 3 {
            return Err(lines.bad(format!("expected format version 3, found {version}")));
        }
        lines.expect("end_version")?;
        lines.expect("begin_metric")?;
        let uses_costs = match lines.number::<u8>()? {
            0 => false,
            1 => true,
            _ => return Err(lines.bad("the metric is neither 0 nor 1")),
        };
        lines.expect("end_metric")?;
        let stem = Path::new(place).file_stem();
        let mut task = Self {
            name: stem.map_or(place.to_owned(), |name| name.to_string_lossy().into_owned()),
            uses_costs,
            ..Self::default()
        };
        lines.list(|lines| task.variable(lines))?;
        task.groups = lines.list(|lines| {
            lines.expect("begin_mutex_group")?;
            let group = task.values(lines)?;
            lines.expect("end_mutex_group")?;
            Ok(group)
        })?;
        lines.expect("begin_state")?;
        for variable in 0..task.variables.len() {
            let value = lines.number()?;
            task.initial.push(task.value(&lines, variable, value)?);
        }
        lines.expect("end_state")?;
        lines.expect("begin_goal")?;
        task.goal = task.values(&mut lines)?;
        lines.expect("end_goal")?;
        let operators = lines.list(|lines| task.operator(lines))?;
        let (operators, places): (_, Vec<String>) = operators.into_iter().unzip();
        task.operators = operators;
        task.axioms = lines.list(|lines| task.axiom(lines))?;
        if lines.rest.any(|line| !line.trim().is_empty()) {
            return Err(lines.bad("there is text after the axioms"));
        }
        task.check_names(&places)?;
        Ok(task)
    }

    fn variable(&mut self, lines: &mut Lines) -> Result<(), BadInput> {
        lines.expect("begin_variable")?;
        lines.next()?;
        let layer = match lines.number::<i64>()? {
            -1 => None,
            layer => Some(usize::try_from(layer).map_err(|_| lines.bad("the layer is below -1"))?),
        };
        let count: usize = lines.number()?;
        if layer.is_some() && count != 2 {
            return Err(
                lines.bad("axioms determine this variable, but it does not have two values")
            );
        }
        let first = self.names.len();
        for _ in 0..count {
            self.names.push(lines.next()?.to_owned());
            self.variable_of.push(self.variables.len());
        }
        lines.expect("end_variable")?;
        let values = first..self.names.len();
        self.variables.push(SasVariable { values, layer });
        Ok(())
    }

    fn value(&self, lines: &Lines, variable: usize, value: i64) -> Result<SasValue, BadInput> {
        let mut values = self
            .variables
            .get(variable)
            .map_or(0..0, |known| known.values.clone());
        let found = usize::try_from(value)
            .ok()
            .and_then(|value| values.nth(value));
        found.ok_or_else(|| lines.bad(format!("variable {variable} has no value {value}")))
    }

    fn pair(&self, lines: &Lines, pair: &[i64]) -> Result<SasValue, BadInput> {
        match pair {
            [variable, value] => {
                let variable = usize::try_from(*variable).unwrap_or(usize::MAX);
                self.value(lines, variable, *value)
            }
            _ => Err(lines.bad("expected a variable and a value")),
        }
    }

    /// Reads the number of pairs, and then the pairs, one per line.
    fn values(&self, lines: &mut Lines) -> Result<Vec<SasValue>, BadInput> {
        lines.list(|lines| {
            let pair = lines.numbers()?;
            self.pair(lines, &pair)
        })
    }

    fn axiom(&self, lines: &mut Lines) -> Result<(Vec<SasValue>, SasValue), BadInput> {
        lines.expect("begin_rule")?;
        let conditions = self.values(lines)?;
        let numbers = lines.numbers()?;
        let [variable, before, after] = numbers[..] else {
            return Err(lines.bad("this axiom does not have a variable and two values"));
        };
        let head = self.pair(lines, &[variable, after])?;
        let before = self.pair(lines, &[variable, before])?;
        let variable = self.variable_of[head];
        let Some(layer) = self.variables[variable].layer else {
            let fact =
                format!("this axiom sets variable {variable}, which axioms do not determine");
            return Err(lines.bad(fact));
        };
        let default = self.initial[variable];
        if before != default || head == default {
            let fact =
                format!("this axiom does not change variable {variable} from its initial value");
            return Err(lines.bad(fact));
        }
        let is_too_high = |one: &&SasValue| {
            let variable = self.variable_of[**one];
            let other = self.variables[variable].layer;
            let is_default = **one == self.initial[variable];
            other.is_some_and(|other| other > layer || other == layer && is_default)
        };
        if let Some(wrong) = conditions.iter().find(is_too_high) {
            let (one, other) = (variable, self.variable_of[*wrong]);
            let fact = format!(
                "this axiom of variable {one} depends on variable {other}, whose layer is too high"
            );
            return Err(lines.bad(fact));
        }
        lines.expect("end_rule")?;
        Ok((conditions, head))
    }

    /// Reads an operator. Also returns the place of its name.
    fn operator(&self, lines: &mut Lines) -> Result<(SasOperator, String), BadInput> {
        lines.expect("begin_operator")?;
        let name = operator_name(lines)?;
        let place = lines.place();
        let prevail = self.values(lines)?;
        let effects = lines.list(|lines| {
            let numbers = lines.numbers()?;
            self.effect(lines, &numbers)
        })?;
        let cost: u64 = lines.number()?;
        if cost > MAX_COST {
            return Err(lines.bad(format!("the cost is more than {MAX_COST}")));
        }
        lines.expect("end_operator")?;
        let operator = SasOperator {
            name,
            prevail,
            effects,
            cost: if self.uses_costs { cost } else { 1 },
        };
        Ok((operator, place))
    }

    /// Reads an effect: the number of its conditions, `VARIABLE VALUE` for each condition, and `VARIABLE BEFORE AFTER`.
    fn effect(&self, lines: &Lines, numbers: &[i64]) -> Result<SasEffect, BadInput> {
        let split = numbers.split_first().and_then(|(count, rest)| {
            let count = usize::try_from(*count).ok()?;
            let pairs = rest.len().checked_sub(3)?;
            (count.checked_mul(2)? == pairs).then(|| rest.split_at(pairs))
        });
        let Some((conditions, [variable, before, after])) = split else {
            return Err(lines.bad("this effect has too many or too few numbers"));
        };
        let pairs = conditions.chunks_exact(2);
        let after = self.pair(lines, &[*variable, *after])?;
        if self.variables[self.variable_of[after]].layer.is_some() {
            let fact = format!("this effect sets variable {variable}, which axioms determine");
            return Err(lines.bad(fact));
        }
        Ok(SasEffect {
            conditions: pairs
                .map(|pair| self.pair(lines, pair))
                .collect::<Result<_, _>>()?,
            before: match before {
                -1 => None,
                value => Some(self.value(lines, self.variable_of[after], *value)?),
            },
            after,
        })
    }
}

/// Returns the name of an operator in the form of plan steps: in lower case, with one blank between words.
fn operator_name(lines: &mut Lines) -> Result<String, BadInput> {
    let line = lines.next()?.to_ascii_lowercase();
    if line.is_empty() || line.contains(['(', ')', ';']) {
        let fact = format!(
            "a step of a plan cannot have the name `{}` of this operator",
            shortened(&line)
        );
        let bad = BadInput::new(lines.place(), fact);
        return Err(bad.remedy("give the operator a name without parentheses and semicolons"));
    }
    Ok(with_single_blanks(&line))
}

/// Lines that are still to be read.
struct Lines<'a> {
    place: &'a str,
    rest: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str, place: &'a str) -> Self {
        Self {
            place,
            rest: text.lines(),
            number: 0,
        }
    }

    /// Returns a message about the line read last.
    fn bad(&self, fact: impl Into<String>) -> BadInput {
        BadInput::new(self.place(), fact)
            .remedy("write the file again with Fast Downward's translator (format version 3)")
    }

    /// Returns the place of the line read last.
    fn place(&self) -> String {
        format!("{}:{}", self.place, self.number)
    }

    fn next(&mut self) -> Result<&'a str, BadInput> {
        self.number += 1;
        let line = self.rest.next().map(str::trim);
        line.ok_or_else(|| self.bad("the file is incomplete"))
    }

    fn expect(&mut self, wanted: &str) -> Result<(), BadInput> {
        let line = self.next()?;
        if line == wanted {
            return Ok(());
        }
        Err(self.bad(format!("expected `{wanted}`, found `{}`", shortened(line))))
    }

    /// Reads a line with the number of items that follow, and these items. Memory is allocated as the items are read,
    /// because a short file can announce a large number.
    fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, BadInput>,
    ) -> Result<Vec<T>, BadInput> {
        let mut list = Vec::new();
        for _ in 0..self.number::<usize>()? {
            list.push(read(self)?);
        }
        Ok(list)
    }

    /// Reads a line with one number.
    fn number<T: std::str::FromStr>(&mut self) -> Result<T, BadInput> {
        let line = self.next()?;
        let parsed = line.parse();
        parsed.map_err(|_| self.bad(format!("`{}` is not a valid number here", shortened(line))))
    }

    /// Reads a line of whole numbers, which may contain -1.
    fn numbers(&mut self) -> Result<Vec<i64>, BadInput> {
        let line = self.next()?;
        let parsed: Result<_, _> = line.split_ascii_whitespace().map(str::parse).collect();
        parsed.map_err(|_| {
            self.bad(format!(
                "`{}` is not a list of whole numbers",
                shortened(line)
            ))
        })
    }
}

/// Returns the words of a text with one blank between them.
pub(super) fn with_single_blanks(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
