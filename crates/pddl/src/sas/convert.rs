//! A SAS+ task as a domain and a problem: a predicate without parameters for each value of each variable, of which
//! exactly one holds, and an action without parameters for each operator. The mutex groups of the file are claims.

use super::read::with_single_blanks;
use super::{SasEffect, SasOperator, SasTask, SasValue};
use crate::condition::{Atom, Condition, Expression};
use crate::domain::{
    Axiom, Declarations, Effect, LiftedDomain, NumericChange, Operator, Schema, SimpleEffect,
};
use crate::planning_task::PlanningTask;
use crate::problem::{GroundAtom, Problem};
use rustc_hash::FxHashMap;
use saut_base::lists::distinct;
use saut_numeric::Rational;

impl From<SasTask> for PlanningTask {
    fn from(task: SasTask) -> Self {
        let mut converter = Converter {
            task: &task,
            first: Vec::new(),
        };
        let predicates = converter.predicates();
        let mut domain = LiftedDomain::untyped(&task.name, predicates, Vec::new());
        let variables = task.variables.iter().enumerate();
        for (variable, known) in variables.clone() {
            let values = 0..known.values.len();
            let values = values.map(|value| converter.predicate(SasValue { variable, value }));
            let values: Vec<usize> = values.collect();
            if known.layer.is_some() {
                for &value in &values {
                    domain.symbols.derived[value] = true;
                }
            }
            domain.variables.push(values);
        }
        let groups = task.groups.iter().map(|group| {
            let predicates = group.iter().map(|value| converter.predicate(*value));
            predicates.collect()
        });
        domain.claimed_groups = groups.collect();
        let operators = task.operators.iter();
        domain.schemas = operators.map(|one| converter.schema(one)).collect();
        converter.add_axioms(&mut domain);
        let basic = variables.filter(|(_, known)| known.layer.is_none());
        let initial = basic.map(|(variable, _)| {
            let value = task.initial[variable];
            let predicate = converter.predicate(SasValue { variable, value });
            GroundAtom::new(predicate, Vec::new())
        });
        let (initial, goal) = (initial.collect(), converter.all(&task.goal));
        let goal = Condition::And(goal);
        Self::new(Problem::untyped(domain, initial, goal, task.uses_costs))
    }
}

struct Converter<'c> {
    task: &'c SasTask,
    /// For each variable the number of the predicate of its first value.
    first: Vec<usize>,
}

impl Converter<'_> {
    /// The predicates, in the order of variables and values. A name of several values gets the numbers of variable and
    /// value. A question mark is in the names of auxiliary facts.
    fn predicates(&mut self) -> Declarations {
        let mut names: Vec<String> = Vec::new();
        for (number, variable) in self.task.variables.iter().enumerate() {
            self.first.push(names.len());
            let values = variable.values.iter();
            names.extend(values.map(|value| predicate_name(value, number)));
        }
        let mut times: FxHashMap<&str, usize> = FxHashMap::default();
        for name in &names {
            *times.entry(name).or_default() += 1;
        }
        let unique = |(number, name): (usize, &String)| {
            if times[name.as_str()] == 1 && !name.contains('?') {
                return name.clone();
            }
            let variable = self.first.partition_point(|first| *first <= number) - 1;
            let value = number - self.first[variable];
            format!("value? {variable} {value} {name}")
        };
        let names = names.iter().enumerate().map(unique);
        names.map(|name| (name, Vec::new())).collect()
    }

    fn predicate(&self, value: SasValue) -> usize {
        self.first[value.variable] + value.value
    }

    fn atom(&self, value: SasValue) -> Atom {
        Atom::new(self.predicate(value), Vec::new())
    }

    fn all<'v>(&self, values: impl IntoIterator<Item = &'v SasValue>) -> Vec<Condition> {
        let values = values.into_iter();
        values
            .map(|value| Condition::Literal(self.atom(*value), true))
            .collect()
    }

    fn schema(&self, operator: &SasOperator) -> Schema {
        let precondition: Vec<SasValue> = operator.preconditions().collect();
        let known = precondition.iter().map(|one| (one.variable, one.value));
        let known: FxHashMap<usize, usize> = known.collect();
        let mut always = Vec::new();
        if self.task.uses_costs {
            always.push(SimpleEffect::Number(Box::new(NumericChange {
                operator: Operator::Increase,
                function: Atom::new(0, Vec::new()),
                amount: Expression::Number(Rational::from_integer(operator.cost.into())),
            })));
        }
        let mut effects = vec![Effect::always(always)];
        for (number, effect) in operator.effects.iter().enumerate() {
            let SasEffect {
                variable, after, ..
            } = *effect;
            let values = 0..self.task.variables[variable].values.len();
            let before = known.get(&variable);
            let gone = values.filter(|value| *value != after);
            let gone = gone.filter(|value| before.is_none_or(|before| before == value));
            let atom = |value| self.atom(SasValue { variable, value });
            let gone = gone.map(|value| SimpleEffect::Set(atom(value), false));
            let changes = gone.chain([SimpleEffect::Set(atom(after), true)]);
            let mut conditions = self.all(&effect.conditions);
            conditions.extend(self.not_overridden(operator, number));
            if conditions.is_empty() {
                effects[0].changes.extend(changes);
            } else {
                effects.push(Effect {
                    variables: Vec::new(),
                    condition: Condition::And(conditions),
                    changes: changes.collect(),
                });
            }
        }
        Schema {
            name: operator.name.clone(),
            parameters: Vec::new(),
            precondition: Condition::And(self.all(&precondition)),
            preferences: Vec::new(),
            effects,
        }
    }

    /// For each later effect that may give the variable of an effect another value, that it does not take place: of
    /// several effects on one variable the last one counts.
    fn not_overridden(&self, operator: &SasOperator, number: usize) -> Vec<Condition> {
        let effect = &operator.effects[number];
        let later = operator.effects[number + 1..].iter();
        let mut later = later
            .filter(|later| later.variable == effect.variable && later.after != effect.after)
            .peekable();
        if later.peek().is_none() {
            return Vec::new();
        }
        let preconditions = operator.preconditions();
        let known: FxHashMap<usize, usize> = preconditions
            .chain(effect.conditions.iter().copied())
            .map(|known| (known.variable, known.value))
            .collect();
        let may_take_place = |later: &&SasEffect| {
            let mut conditions = later.conditions.iter();
            conditions.all(|one| {
                let known = known.get(&one.variable);
                known.is_none_or(|value| *value == one.value)
            })
        };
        let does_not = |later: &SasEffect| {
            let open = later.conditions.iter();
            let open = open.filter(|one| !known.contains_key(&one.variable));
            Condition::And(self.all(open)).negated()
        };
        later.filter(may_take_place).map(does_not).collect()
    }

    /// The axioms of the file, by layers; and behind each layer, that a variable of it has its initial value where it has
    /// not the other.
    fn add_axioms(&self, domain: &mut LiftedDomain) {
        let variables = self.task.variables.iter();
        let layers = distinct(variables.filter_map(|known| known.layer));
        for layer in layers {
            let is_here = |variable: usize| self.task.variables[variable].layer == Some(layer);
            let of_file = self.task.axioms.iter();
            let of_file = of_file.filter(|axiom| is_here(axiom.head.variable));
            let of_file = of_file.map(|one| (one.head, Condition::And(self.all(&one.conditions))));
            let here = (0..self.task.variables.len()).filter(|&variable| is_here(variable));
            let defaults = here.map(|variable| {
                let value = self.task.initial[variable];
                let other = SasValue {
                    variable,
                    value: 1 - value,
                };
                let condition = Condition::Literal(self.atom(other), false);
                (SasValue { variable, value }, condition)
            });
            let (of_file, defaults): (Vec<_>, Vec<_>) = (of_file.collect(), defaults.collect());
            for stratum in [of_file, defaults] {
                let next = domain.axioms.len();
                domain.strata.push((next..next + stratum.len()).collect());
                domain
                    .axioms
                    .extend(stratum.into_iter().map(|(head, condition)| Axiom {
                        predicate: self.predicate(head),
                        parameters: Vec::new(),
                        condition,
                        at: 0,
                    }));
            }
        }
    }
}

/// `Atom on(a, b)` becomes `on a b`, its negation `not on a b`, and what is none of the atoms
/// of a variable gets the variable's number.
fn predicate_name(value: &str, variable: usize) -> String {
    let (not, atom) = match (
        value.strip_prefix("Atom "),
        value.strip_prefix("NegatedAtom "),
    ) {
        (Some(atom), _) => ("", atom),
        (_, Some(atom)) => ("not ", atom),
        _ => return with_single_blanks(&format!("variable {variable}: {value}")),
    };
    with_single_blanks(&format!("{not}{}", atom.replace(['(', ')', ','], " ")))
}
