//! A script in the making: terms for all facts and values at one place, and an action tried there.
//!
//! The axioms have the numbers of `encodings/numeric/README.md`.

use std::fmt::Write as _;

use saut_task::divisor::gcd;
use saut_task::stop::{Stop, StopReason};
use saut_task::task::ActionId;

use super::kind::{MOST_TIMES, NumericEncoding};
use super::terms::{and, implies, not, or, sum};
use crate::exact::Exact;
use crate::task::{
    Branch, Change, Conditions, Linear, NumericAction, NumericEffect, NumericTask, Relation, Test,
};

/// The symbol of an action in a step.
pub(super) fn symbol(action: ActionId, step: usize) -> String {
    format!("a{}_{step}", action.index())
}

/// Whether an action may be rolled: applied several times in a row, it does several times what it does once, and where
/// its conditions hold for the first and for the last time, they hold in between.
pub fn rolls(task: &NumericTask, action: &NumericAction) -> bool {
    let [only] = &action.branches[..] else {
        return false;
    };
    let stays = |fact: &u32| !only.deleted.contains(fact) || only.added.contains(fact);
    let keeps_facts = action.conditions.positive.iter().all(stays)
        && !action
            .conditions
            .negative
            .iter()
            .any(|fact| only.added.contains(fact));
    let is_constant = |effect: &NumericEffect| match &effect.change {
        Change::Increase(source) => source.as_number().is_some(),
        Change::Assign(_) | Change::Scale(_) => false,
    };
    let keeps = |test: &u32| {
        let test = &task.tests[*test as usize];
        let step = step_of(&test.linear, action);
        step.is_some_and(|step| {
            step.sign() == 0 || matches!(test.relation, Relation::AtLeast | Relation::Above)
        })
    };
    !action.effects.is_empty()
        && action.effects.iter().all(is_constant)
        && keeps_facts
        && action.conditions.tests.iter().all(keeps)
}

/// By how much an action that adds constants changes an expression.
fn step_of(linear: &Linear, action: &NumericAction) -> Option<Exact> {
    let mut step = Exact::ZERO;
    for effect in &action.effects {
        let Change::Increase(source) = &effect.change else {
            return None;
        };
        let factor = linear.coefficient(effect.variable);
        step = step.plus(source.as_number()?.times(factor)?)?;
    }
    Some(step)
}

/// A fact within a step: known, or a term.
#[derive(Clone)]
pub(super) enum Fact {
    Known(bool),
    Term(String),
}

/// A script in the making.
pub(super) struct Writing<'a> {
    task: &'a NumericTask,
    encoding: NumericEncoding,
    is_integral: bool,
    pub(super) text: String,
    pub(super) symbols: Vec<String>,
    /// Terms for the facts and the variables at this place.
    facts: Vec<Fact>,
    pub(super) values: Vec<String>,
    /// Named terms so far.
    named: usize,
    /// For each fact whether it is derived.
    is_derived: Vec<bool>,
    /// For each variable the term that says whether it has a value.
    pub(super) defined: Vec<Fact>,
}

impl<'a> Writing<'a> {
    pub(super) fn new(task: &'a NumericTask, encoding: NumericEncoding) -> Self {
        let is_integral = task.is_integral();
        let mut facts = vec![Fact::Known(false); task.facts.len()];
        for &fact in &task.initial {
            facts[fact as usize] = Fact::Known(true); // N1: the facts of the start
        }
        let mut writing = Self {
            task,
            encoding,
            is_integral,
            text: String::new(),
            symbols: Vec::new(),
            facts,
            values: Vec::new(),
            named: 0,
            is_derived: vec![false; task.facts.len()],
            defined: task
                .values
                .iter()
                .map(|it| Fact::Known(it.is_some()))
                .collect(),
        };
        for rule in &task.derived {
            writing.is_derived[rule.head as usize] = true;
        }
        let values = task.values.iter();
        let values = values.map(|value| writing.number(value.unwrap_or(Exact::ZERO)));
        writing.values = values.collect(); // N2: the values of the start
        writing
    }

    /// The task that is written.
    pub(super) const fn task(&self) -> &'a NumericTask {
        self.task
    }

    /// Whether values are whole numbers.
    pub(super) const fn is_integral(&self) -> bool {
        self.is_integral
    }

    pub(super) fn assert(&mut self, formula: &str) {
        if formula != "true" {
            let _ = writeln!(self.text, "(assert {formula})");
        }
    }

    pub(super) fn declare(&mut self, symbol: &str, sort: &str) {
        let _ = writeln!(self.text, "(declare-fun {symbol} () {sort})");
        self.symbols.push(symbol.to_owned());
    }

    /// A name for a term.
    pub(super) fn name(&mut self, sort: &str, term: &str) -> String {
        self.named += 1;
        let name = format!("t{}", self.named);
        let _ = writeln!(self.text, "(define-fun {name} () {sort} {term})");
        name
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

    /// An expression; over whole numbers its coefficients must be whole.
    pub(super) fn linear(&self, linear: &Linear) -> String {
        let mut parts = Vec::new();
        for (variable, factor) in &linear.terms {
            let value = &self.values[*variable as usize];
            parts.push(self.times(*factor, value));
        }
        if linear.constant.sign() != 0 || parts.is_empty() {
            parts.push(self.number(linear.constant));
        }
        sum(&parts)
    }

    /// Product of a term and a factor.
    fn times(&self, factor: Exact, term: &str) -> String {
        if factor == Exact::ONE {
            term.to_owned()
        } else {
            format!("(* {} {term})", self.number(factor))
        }
    }

    /// Term that is true where all variables of the expression have values.
    fn is_defined(&self, linear: &Linear) -> String {
        let terms = linear.terms.iter();
        and(terms
            .map(|(variable, _)| self.has_value(*variable))
            .collect())
    }

    pub(super) fn has_value(&self, variable: u32) -> String {
        match &self.defined[variable as usize] {
            Fact::Known(known) => known.to_string(),
            Fact::Term(term) => term.clone(),
        }
    }

    /// Relation of an expression to 0, or, with a number of repetitions behind it, stands before the last of them.
    fn test(&self, test: &Test, times: Option<(&str, Exact)>) -> String {
        // Over whole numbers a test is multiplied until its coefficients are whole.
        let terms = test.linear.terms.iter().map(|(_, factor)| *factor);
        let all = terms
            .chain([test.linear.constant])
            .chain(times.map(|it| it.1));
        let factor = all.map(|it| i128::from(it.denominator())).fold(1, lcm);
        let factor = Exact::new(factor, 1).filter(|_| self.is_integral);
        let factor = factor.unwrap_or(Exact::ONE);
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
        match &self.facts[fact as usize] {
            Fact::Known(known) => (*known == holds).to_string(),
            Fact::Term(term) if holds => term.clone(),
            Fact::Term(term) => format!("(not {term})"),
        }
    }

    pub(super) fn holds(&self, conditions: &Conditions) -> String {
        let positive = conditions
            .positive
            .iter()
            .map(|&fact| self.fact(fact, true));
        let negative = conditions
            .negative
            .iter()
            .map(|&fact| self.fact(fact, false));
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

    pub(super) fn step(
        &mut self,
        step: usize,
        order: &[ActionId],
        limits: &Stop,
    ) -> Result<(), StopReason> {
        let count = self.task.actions.len();
        if self.encoding == NumericEncoding::Sequential {
            let number = format!("j_{step}");
            self.declare(&number, "Int");
            self.assert(&format!("(and (<= 0 {number}) (<= {number} {count}))")); // N3
            let mut is_left_out = vec![true; count];
            for action in order {
                is_left_out[action.index()] = false;
            }
            let left_out = (0..count).filter(|&action| is_left_out[action]);
            for action in left_out {
                self.assert(&format!("(not (= {number} {action}))")); // N3
            }
        }
        for (done, &action) in order.iter().enumerate() {
            if done.is_multiple_of(256)
                && let Some(why) = limits.why()
            {
                return Err(why);
            }
            self.action(step, action);
        }
        Ok(())
    }

    /// An action at its place in a step.
    fn action(&mut self, step: usize, id: ActionId) {
        let task = self.task;
        let action = &task.actions[id.index()];
        let conditions = and(vec![self.holds(&action.conditions), self.needed(action)]);
        let is_out = conditions == "false";
        if self.encoding == NumericEncoding::Sequential {
            let chosen = format!("(= j_{step} {})", id.index());
            self.assert(&implies(&chosen, &conditions)); // N4
            if !is_out {
                let chosen = self.name("Bool", &chosen);
                self.effects(action, &chosen);
            }
            return;
        }
        if is_out {
            return;
        }
        let chosen = symbol(id, step);
        if !rolls(task, action) {
            self.declare(&chosen, "Bool");
            self.assert(&implies(&chosen, &conditions)); // N4
            self.effects(action, &chosen);
            return;
        }
        self.declare(&chosen, "Int");
        self.assert(&format!("(and (<= 0 {chosen}) (<= {chosen} {MOST_TIMES}))")); // N5
        let is_applied = self.name("Bool", &format!("(> {chosen} 0)"));
        self.assert(&implies(&is_applied, &conditions)); // N4
        let times = if self.is_integral {
            chosen.clone()
        } else {
            self.name("Real", &format!("(to_real {chosen})"))
        };
        for &test in &action.conditions.tests {
            let test = &task.tests[test as usize];
            let down = step_of(&test.linear, action).filter(|step| step.sign() < 0);
            if let Some(down) = down {
                let last = self.test(test, Some((&times, down)));
                self.assert(&implies(&is_applied, &last)); // N6: the condition of the last time
            }
        }
        self.change_facts(action, &is_applied);
        for effect in &action.effects {
            if let Change::Increase(source) = &effect.change {
                let old = &self.values[effect.variable as usize];
                let new = format!("(+ {old} {})", self.times(source.constant, &times));
                self.values[effect.variable as usize] = self.name(self.sort(), &new); // N7
            }
        }
    }

    /// Term that is true if all variables which the effects of an action read have values, where these effects take
    /// place.
    pub(super) fn needed(&self, action: &NumericAction) -> String {
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
                    needs.push(self.has_value(effect.variable));
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

    /// For each branch the term that is true if the action is applied and the branch's conditions hold.
    pub(super) fn triggers(&self, action: &NumericAction, chosen: &str) -> Vec<String> {
        let branches = action.branches.iter();
        let triggers =
            branches.map(|branch| and(vec![chosen.to_owned(), self.holds(&branch.conditions)]));
        triggers.collect()
    }

    /// Changes by an action that is applied once.
    fn effects(&mut self, action: &NumericAction, chosen: &str) {
        // All branches see the state before; only then anything changes.
        let triggers = self.triggers(action, chosen);
        let (mut new, mut given) = (Vec::new(), Vec::new());
        let mut variables: Vec<u32> = action.effects.iter().map(|it| it.variable).collect();
        variables.sort_unstable();
        variables.dedup();
        for variable in variables {
            let old = self.values[variable as usize].clone();
            let mut sums = vec![old.clone()];
            let mut term = None;
            for (effect, number) in action.effects.iter().zip(0..) {
                if effect.variable != variable {
                    continue;
                }
                let trigger = any(action, &triggers, |branch| branch.effects.contains(&number));
                match &effect.change {
                    Change::Increase(source) => {
                        let (more, zero) = (self.linear(source), self.number(Exact::ZERO));
                        sums.push(format!("(ite {trigger} {more} {zero})"));
                    }
                    Change::Assign(source) => {
                        term = Some(format!("(ite {trigger} {} {old})", self.linear(source)));
                    }
                    Change::Scale(factor) => {
                        let factor = self.number(*factor);
                        term = Some(format!("(ite {trigger} (* {factor} {old}) {old})"));
                    }
                }
            }
            new.push((variable, term.unwrap_or_else(|| sum(&sums))));
            let is_known = matches!(self.defined[variable as usize], Fact::Known(true));
            let assigns = |it: &NumericEffect| {
                it.variable == variable && matches!(it.change, Change::Assign(_))
            };
            if let Some(number) = action.effects.iter().position(assigns)
                && !is_known
            {
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                let trigger = any(action, &triggers, |branch| branch.effects.contains(&number));
                given.push((variable, or(vec![trigger, self.has_value(variable)])));
            }
        }
        let facts: Vec<(u32, String)> = changed_facts(action)
            .into_iter()
            .map(|fact| {
                let added = any(action, &triggers, |branch| branch.added.contains(&fact));
                let deleted = any(action, &triggers, |branch| branch.deleted.contains(&fact));
                let stays = and(vec![self.fact(fact, true), not(&deleted)]);
                (fact, or(vec![added, stays]))
            })
            .collect();
        for (fact, term) in facts {
            self.set_fact(fact, &term);
        }
        for (variable, term) in new {
            self.values[variable as usize] = self.name(self.sort(), &term); // N7
        }
        for (variable, term) in given {
            self.defined[variable as usize] = match term.as_str() {
                "true" => Fact::Known(true),
                "false" => Fact::Known(false),
                term => Fact::Term(self.name("Bool", term)), // N7
            };
        }
    }

    fn change_facts(&mut self, action: &NumericAction, chosen: &str) {
        for fact in changed_facts(action) {
            let is_added = action.branches[0].added.contains(&fact);
            let old = self.fact(fact, true);
            let term = if is_added {
                or(vec![chosen.to_owned(), old])
            } else {
                and(vec![old, not(chosen)])
            };
            self.set_fact(fact, &term);
        }
    }

    pub(super) fn set_fact(&mut self, fact: u32, term: &str) {
        self.facts[fact as usize] = match term {
            "true" => Fact::Known(true),
            "false" => Fact::Known(false),
            term => Fact::Term(self.name("Bool", term)), // N7
        };
    }
}

/// Whether one of some branches is triggered.
pub(super) fn any(
    action: &NumericAction,
    triggers: &[String],
    is_wanted: impl Fn(&Branch) -> bool,
) -> String {
    let of = action.branches.iter().zip(triggers);
    let of = of.filter(|(branch, _)| is_wanted(branch));
    or(of.map(|(_, trigger)| trigger.clone()).collect())
}

/// The facts that an action may change, in ascending order.
pub(super) fn changed_facts(action: &NumericAction) -> Vec<u32> {
    let branches = action.branches.iter();
    let all = branches.flat_map(|branch| branch.added.iter().chain(&branch.deleted));
    let mut facts: Vec<u32> = all.copied().collect();
    facts.sort_unstable();
    facts.dedup();
    facts
}

fn lcm(a: i128, b: i128) -> i128 {
    let shared = gcd(a.unsigned_abs(), b.unsigned_abs()).cast_signed();
    (a / shared).saturating_mul(b)
}
