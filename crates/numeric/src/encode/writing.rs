//! Writer for SMT-LIB scripts. It stores the current term for each fact and each value. Conditions and effects refer to
//! these terms.
//!
//! The axioms are numbered as in `encodings/numeric/README.md`.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use saut_base::divisor::gcd;
use saut_task::encode::text::one_line;
use saut_task::formula::smtlib::{and, implies, not, or, signed, sum};

use crate::exact::Exact;
use crate::task::{Branch, Change, Conditions, Linear, NumericAction, NumericTask, Relation, Test};

/// A script that is being written.
pub(super) struct ScriptWriter<'a> {
    pub(super) task: &'a NumericTask,
    /// Whether all values are integers.
    pub(super) is_integral: bool,
    pub(super) text: String,
    pub(super) symbols: Vec<String>,
    /// The current term for each fact: `true` or `false` if the value is known.
    facts: Vec<String>,
    /// The current term for each variable.
    pub(super) values: Vec<String>,
    /// The names of terms so far, by sort and term.
    names: HashMap<(&'static str, String), String>,
    /// The formulas that were asserted.
    asserted: HashSet<String>,
    /// Whether each fact is derived.
    is_derived: Vec<bool>,
    /// For each variable, a term that is true if the variable has a value.
    pub(super) defined: Vec<String>,
}

impl<'a> ScriptWriter<'a> {
    pub(super) fn new(task: &'a NumericTask) -> Self {
        let is_integral = task.is_integral();
        let mut facts = vec!["false".to_owned(); task.facts.len()];
        for &fact in &task.initial {
            facts[fact as usize] = true.to_string(); // N1: the facts of the initial state
        }
        let defined = task.values.iter().map(|value| value.is_some().to_string());
        let mut writing = Self {
            task,
            is_integral,
            text: String::new(),
            symbols: Vec::new(),
            facts,
            values: Vec::new(),
            names: HashMap::new(),
            asserted: HashSet::new(),
            is_derived: vec![false; task.facts.len()],
            defined: defined.collect(),
        };
        for rule in &task.derived {
            writing.is_derived[rule.head as usize] = true;
        }
        let values = task.values.iter();
        let values = values.map(|value| writing.number(value.unwrap_or(Exact::ZERO)));
        writing.values = values.collect(); // N2: the values of the initial state
        writing
    }

    /// Asserts a formula, unless it was asserted before.
    pub(super) fn assert(&mut self, formula: &str) {
        if formula != "true" && self.asserted.insert(formula.to_owned()) {
            let _ = writeln!(self.text, "(assert {formula})");
        }
    }

    pub(super) fn declare(&mut self, symbol: &str, sort: &str) {
        let _ = writeln!(self.text, "(declare-fun {symbol} () {sort})");
        self.symbols.push(symbol.to_owned());
    }

    /// Defines a name for a term, and returns the name. Equal terms have the same name.
    pub(super) fn name(&mut self, sort: &'static str, term: &str) -> String {
        let number = self.names.len() + 1;
        let name = self.names.entry((sort, term.to_owned()));
        let text = &mut self.text;
        let name = name.or_insert_with(|| {
            let name = format!("t{number}");
            let _ = writeln!(text, "(define-fun {name} () {sort} {term})");
            name
        });
        name.clone()
    }

    /// Returns a name for a term, or the term if it is a constant or a name. A comment explains the name.
    fn named(&mut self, sort: &'static str, term: &str, meaning: &str) -> String {
        let is_constant = ["true", "false"].contains(&term) || constant(term).is_some();
        if is_constant {
            return term.to_owned();
        }
        let name = if term.starts_with('(') {
            self.name(sort, term)
        } else {
            term.to_owned()
        };
        let _ = writeln!(self.text, "; {} is {name}", one_line(meaning));
        name
    }

    /// Sets the current term of a variable. Returns its name.
    pub(super) fn set_value(&mut self, variable: u32, term: &str) -> String {
        let task = self.task;
        let meaning = format!("({})", task.variables[variable as usize]);
        let name = self.named(self.sort(), term, &meaning);
        self.values[variable as usize].clone_from(&name);
        name
    }

    /// Sets the term that is true if a variable has a value.
    pub(super) fn set_defined(&mut self, variable: u32, term: &str) {
        let task = self.task;
        let meaning = format!(
            "whether ({}) has a value",
            task.variables[variable as usize]
        );
        self.defined[variable as usize] = self.named("Bool", term, &meaning);
    }

    pub(super) const fn sort(&self) -> &'static str {
        if self.is_integral { "Int" } else { "Real" }
    }

    pub(super) fn number(&self, number: Exact) -> String {
        let (above, below) = (number.numerator(), number.denominator());
        let point = if self.is_integral { "" } else { ".0" };
        let size = above.unsigned_abs();
        let size = match below {
            1 => format!("{size}{point}"),
            _ => format!("(/ {size}{point} {below}{point})"),
        };
        if above < 0 {
            format!("(- {size})")
        } else {
            size
        }
    }

    /// Returns a linear expression as a term. If all values are integers, the coefficients must be integers as well.
    pub(super) fn linear(&self, linear: &Linear) -> String {
        let (mut parts, mut total) = (Vec::new(), linear.constant);
        for (variable, factor) in &linear.terms {
            let value = &self.values[*variable as usize];
            let known = constant(value).and_then(|value| value.times(*factor));
            match known.and_then(|known| total.plus(known)) {
                Some(sum) => total = sum,
                None => parts.push(self.times(*factor, value)),
            }
        }
        if total.sign() != 0 || parts.is_empty() {
            parts.push(self.number(total));
        }
        sum(&parts)
    }

    pub(super) fn times(&self, factor: Exact, term: &str) -> String {
        if factor == Exact::ONE {
            term.to_owned()
        } else {
            format!("(* {} {term})", self.number(factor))
        }
    }

    /// Returns a term that is true if all variables of the expression have values.
    fn is_defined(&self, linear: &Linear) -> String {
        let terms = linear.terms.iter();
        let defined = terms.map(|(variable, _)| self.defined[*variable as usize].clone());
        and(defined.collect())
    }

    /// Returns a term that compares an expression with 0. If `times` contains a number of repetitions and the change of
    /// the expression by each repetition, the comparison refers to the state before the last repetition.
    pub(super) fn test(&self, test: &Test, times: Option<(&str, Exact)>) -> String {
        // If all values are integers, the comparison is multiplied by a number that makes its coefficients integers.
        let terms = test.linear.terms.iter().map(|(_, factor)| *factor);
        let all = terms
            .chain([test.linear.constant])
            .chain(times.map(|it| it.1));
        let factor = all.map(|it| i128::from(it.denominator())).fold(1, lcm);
        let factor = i64::try_from(factor).ok().filter(|_| self.is_integral);
        let factor = factor.map_or(Exact::ONE, Exact::whole);
        let zero = Linear::number(Exact::ZERO);
        let scaled = zero.plus_times(factor, &test.linear);
        let mut left = self.linear(scaled.as_ref().unwrap_or(&test.linear));
        if let Some((count, step)) = times {
            let step = step.times(factor).unwrap_or(step);
            left = format!(
                "(+ {left} (* {} (- {count} {})))",
                self.number(step),
                self.number(Exact::ONE)
            );
        }
        if let Some(number) = constant(&left) {
            return test.relation.holds(number).to_string();
        }
        let zero = self.number(Exact::ZERO);
        match test.relation {
            Relation::AtLeast => format!("(>= {left} {zero})"),
            Relation::Above => format!("(> {left} {zero})"),
            Relation::Equal => format!("(= {left} {zero})"),
            Relation::Unequal => format!("(not (= {left} {zero}))"),
        }
    }

    pub(super) fn fact(&self, fact: u32, holds: bool) -> String {
        if self.is_derived[fact as usize] {
            let rules = self.task.derived.iter().filter(|rule| rule.head == fact);
            let any = or(rules.map(|rule| self.holds(&rule.body)).collect()); // N9
            return if holds { any } else { not(&any) };
        }
        signed(&self.facts[fact as usize], holds)
    }

    pub(super) fn holds(&self, conditions: &Conditions) -> String {
        let (positive, negative) = (conditions.positive.iter(), conditions.negative.iter());
        let positive = positive.map(|&fact| self.fact(fact, true));
        let negative = negative.map(|&fact| self.fact(fact, false));
        let tests = conditions.tests.iter();
        let tests = tests.map(|&test| {
            let test = &self.task.tests[test as usize];
            let (is_defined, holds) = (self.is_defined(&test.linear), self.test(test, None));
            if test.if_undefined {
                or(vec![not(&is_defined), holds])
            } else {
                and(vec![is_defined, holds])
            }
        });
        and(positive.chain(negative).chain(tests).collect())
    }

    /// Returns a term that is true if the action is applicable.
    pub(super) fn applicable(&self, action: &NumericAction) -> String {
        and(vec![self.holds(&action.conditions), self.needed(action)])
    }

    /// Returns a term that is true if all variables that the effects read have values. Only effects that take place
    /// count.
    fn needed(&self, action: &NumericAction) -> String {
        let mut all = Vec::new();
        for branch in &action.branches {
            let conditions = self.holds(&branch.conditions);
            for &effect in &branch.effects {
                let effect = &action.effects[effect as usize];
                let mut needs = Vec::new();
                if let Some(source) = effect.change.source() {
                    needs.push(self.is_defined(source));
                }
                if !matches!(effect.change, Change::Assign(_)) {
                    needs.push(self.defined[effect.variable as usize].clone());
                }
                let needs = and(needs);
                all.push(match conditions.as_str() {
                    "true" => needs,
                    "false" => "true".to_owned(),
                    conditions => implies(conditions, &needs),
                });
            }
        }
        and(all)
    }

    /// Returns, for each branch, the term that is true if the action is applied and the conditions of the branch hold.
    pub(super) fn triggers(&self, action: &NumericAction, chosen: &str) -> Vec<String> {
        let branches = action.branches.iter();
        let triggers =
            branches.map(|branch| and(vec![chosen.to_owned(), self.holds(&branch.conditions)]));
        triggers.collect()
    }

    pub(super) fn set_fact(&mut self, fact: u32, term: &str) {
        let task = self.task;
        let meaning = format!("({})", task.facts[fact as usize]);
        self.facts[fact as usize] = self.named("Bool", term, &meaning);
    }
}

/// Returns the value of a term that is a number in the form of [`ScriptWriter::number`]. `None` for any other term.
fn constant(term: &str) -> Option<Exact> {
    if let Some(inner) = term.strip_prefix("(- ").and_then(|it| it.strip_suffix(')')) {
        return (!inner.contains(' '))
            .then(|| constant(inner))?
            .map(Exact::negated);
    }
    let digits = term.strip_suffix(".0").unwrap_or(term);
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number).map(Exact::whole)
}

pub(super) fn choice(condition: &str, then: &str, otherwise: &str) -> String {
    if then == otherwise {
        then.to_owned()
    } else {
        format!("(ite {condition} {then} {otherwise})")
    }
}

/// Returns a term that is true if the trigger of one of the selected branches is true.
pub(super) fn any(
    action: &NumericAction,
    triggers: &[String],
    is_wanted: impl Fn(&Branch) -> bool,
) -> String {
    let of = action.branches.iter().zip(triggers);
    let of = of.filter(|(branch, _)| is_wanted(branch));
    or(of.map(|(_, trigger)| trigger.clone()).collect())
}

fn lcm(a: i128, b: i128) -> i128 {
    let shared = gcd(a.unsigned_abs(), b.unsigned_abs()).cast_signed();
    (a / shared).saturating_mul(b)
}
