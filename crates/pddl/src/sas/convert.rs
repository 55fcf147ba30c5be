//! Converts an SAS+ task to a domain and a problem. Each value of a variable becomes a predicate without parameters,
//! and exactly one of the predicates of a variable holds in each state. Each operator becomes an action without
//! parameters. The mutex groups of the file are kept as claims without a proof.

use super::read::with_single_blanks;
use super::{PartialState, SasEffect, SasOperator, SasTask, SasValue};
use crate::condition::{Atom, Condition, Expression};
use crate::domain::{Axiom, Declarations, Domain, Effect, NumericChange, Operator, Schema};
use crate::planning_task::PlanningTask;
use crate::problem::{GroundAtom, Problem};
use rustc_hash::FxHashMap;
use saut_base::lists::distinct;
use saut_numeric::Rational;

impl From<SasTask> for PlanningTask {
    fn from(task: SasTask) -> Self {
        let mut domain = Domain::untyped(&task.name, task.predicates(), Vec::new());
        let is_derived = |&variable: &usize| task.variables[variable].layer.is_some();
        domain.symbols.derived = task.variable_of.iter().map(is_derived).collect();
        let variables = task.variables.iter().map(|one| one.values.clone());
        domain.variables = variables.map(Iterator::collect).collect();
        domain.claimed_groups.clone_from(&task.groups);
        domain.schemas = task.operators.iter().map(|one| task.schema(one)).collect();
        task.add_axioms(&mut domain);
        let basic = task.initial.iter();
        let basic = basic.filter(|&&value| !domain.symbols.derived[value]);
        let initial = basic
            .map(|&value| GroundAtom::new(value, Vec::new()))
            .collect();
        let goal = all(&task.goal);
        Self::new(Problem::untyped(domain, initial, goal, task.uses_costs))
    }
}

fn atom(value: SasValue) -> Atom {
    Atom::new(value, Vec::new())
}

fn literal(value: SasValue) -> Condition {
    Condition::Literal(atom(value), true)
}

fn all(values: &[SasValue]) -> Condition {
    Condition::And(values.iter().copied().map(literal).collect())
}

impl SasTask {
    /// Returns the predicates, in the order of variables and values. If several values have the same name, or a name
    /// has a question mark, the name gets a prefix with the numbers of its variable and value. The prefix distinguishes
    /// these names from the names of auxiliary facts, which also have question marks.
    fn predicates(&self) -> Declarations {
        let names = self.names.iter().zip(&self.variable_of);
        let names: Vec<String> = names.map(|(name, &of)| predicate_name(name, of)).collect();
        let mut times: FxHashMap<&str, usize> = FxHashMap::default();
        for name in &names {
            *times.entry(name).or_default() += 1;
        }
        let unique = |(number, name): (usize, &String)| {
            if times[name.as_str()] == 1 && !name.contains('?') {
                return name.clone();
            }
            let variable = self.variable_of[number];
            let value = number - self.variables[variable].values.start;
            format!("value? {variable} {value} {name}")
        };
        let names = names.iter().enumerate().map(unique);
        names.map(|name| (name, Vec::new())).collect()
    }

    /// Returns the values by their variables.
    fn by_variable(&self, values: impl Iterator<Item = SasValue>) -> PartialState {
        values
            .map(|value| (self.variable_of[value], value))
            .collect()
    }

    fn schema(&self, operator: &SasOperator) -> Schema {
        let precondition: Vec<SasValue> = operator.preconditions().collect();
        let known = self.by_variable(operator.preconditions());
        let cost = self.uses_costs.then(|| NumericChange {
            operator: Operator::Increase,
            function: Atom::new(0, Vec::new()),
            amount: Expression::Number(Rational::from_integer(operator.cost.into())),
        });
        let mut effects = vec![Effect::always(Vec::new(), cost.into_iter().collect())];
        for (number, effect) in operator.effects.iter().enumerate() {
            let variable = self.variable_of[effect.after];
            let before = known.get(&variable);
            let gone = self.variables[variable].values.clone();
            let gone = gone.filter(|value| *value != effect.after);
            let gone = gone.filter(|value| before.is_none_or(|before| before == value));
            let gone = gone.map(|value| (atom(value), false));
            let atoms = gone.chain([(atom(effect.after), true)]);
            let mut conditions: Vec<Condition> =
                effect.conditions.iter().copied().map(literal).collect();
            conditions.extend(self.not_overridden(operator, number));
            if conditions.is_empty() {
                effects[0].atoms.extend(atoms);
            } else {
                effects.push(Effect {
                    condition: Condition::And(conditions),
                    atoms: atoms.collect(),
                    ..Effect::default()
                });
            }
        }
        Schema {
            name: operator.name.clone(),
            precondition: all(&precondition),
            effects,
            ..Schema::default()
        }
    }

    /// Returns, for each later effect that may give the same variable another value, the condition that it does not
    /// take place: the last of several effects on one variable counts.
    fn not_overridden(&self, operator: &SasOperator, number: usize) -> Vec<Condition> {
        let effect = &operator.effects[number];
        let variable = self.variable_of[effect.after];
        let later = operator.effects[number + 1..].iter();
        let mut later = later
            .filter(|later| {
                later.after != effect.after && self.variable_of[later.after] == variable
            })
            .peekable();
        if later.peek().is_none() {
            return Vec::new();
        }
        let conditions = effect.conditions.iter().copied();
        let known = self.by_variable(operator.preconditions().chain(conditions));
        let known = |value: SasValue| known.get(&self.variable_of[value]).copied();
        let may_take_place = |later: &&SasEffect| {
            let mut conditions = later.conditions.iter();
            conditions.all(|&one| known(one).is_none_or(|value| value == one))
        };
        let does_not = |later: &SasEffect| {
            let open = later.conditions.iter().copied();
            let open = open.filter(|&one| known(one).is_none());
            Condition::And(open.map(literal).collect()).negated()
        };
        later.filter(may_take_place).map(does_not).collect()
    }

    /// Adds the axioms of the file, by layers. After each layer come axioms that give each of its variables the initial
    /// value if it does not have the other value.
    fn add_axioms(&self, domain: &mut Domain) {
        let layers = distinct(self.variables.iter().filter_map(|known| known.layer));
        for layer in layers {
            let is_here = |variable: usize| self.variables[variable].layer == Some(layer);
            let of_file = self.axioms.iter();
            let of_file = of_file.filter(|(_, head)| is_here(self.variable_of[*head]));
            let of_file = of_file.map(|(conditions, head)| (*head, all(conditions)));
            let here = (0..self.variables.len()).filter(|&variable| is_here(variable));
            let defaults = here.flat_map(|variable| {
                let default = self.initial[variable];
                let others = self.variables[variable].values.clone();
                let others = others.filter(move |value| *value != default);
                others.map(move |other| (default, literal(other).negated()))
            });
            let (of_file, defaults): (Vec<_>, Vec<_>) = (of_file.collect(), defaults.collect());
            for stratum in [of_file, defaults] {
                let next = domain.axioms.len();
                domain.strata.push((next..next + stratum.len()).collect());
                let axioms = stratum.into_iter().map(|(predicate, condition)| Axiom {
                    predicate,
                    parameters: Vec::new(),
                    condition,
                    at: 0,
                });
                domain.axioms.extend(axioms);
            }
        }
    }
}

/// Returns the name for a value: `Atom on(a, b)` becomes `on a b`, its negation `not on a b`, and a value that is not
/// an atom gets a name with the variable's number.
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
