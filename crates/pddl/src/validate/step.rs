//! Performs one step of a plan.

use super::numbers::NumericChanges;
use super::rejected::{WrongStep, suggestion};
use super::state::State;
use crate::condition::{Expression, ObjectId};
use crate::domain::{Effect, Schema};
use crate::judge::Judge as _;
use crate::names::nearest;
use crate::plan::PlanStep;
use crate::problem::{GroundAtom, Problem};
use num_traits::ToPrimitive;
use saut_base::lists::number;
use saut_base::words::counted;
use saut_numeric::Rational;

impl<'a> State<'a> {
    /// Returns the schema of the step and the objects of its parameters. If there are several schemas, returns an
    /// applicable schema. All the words of a step together may also be the name of a schema without parameters.
    pub(super) fn schema(&self, step: &PlanStep) -> Result<(&'a Schema, Vec<ObjectId>), WrongStep> {
        let by_words = || {
            let words = step.written();
            Some((self.schemas.get(&words[1..words.len() - 1])?, &[][..]))
        };
        let by_name = self.schemas.get(step.action.as_str());
        let by_name = by_name.map(|schemas| (schemas, &step.arguments[..]));
        let Some((schemas, arguments)) = by_name.or_else(by_words) else {
            let known = suggestion(nearest(&step.action, self.schemas.keys().copied()));
            let why = format!("the domain has no such action{known}");
            return Err(WrongStep::Unknown(why));
        };
        let is_applicable = |schema: &&&Schema| self.holds(&schema.precondition, &mut Vec::new());
        let schema = match schemas[..] {
            [only] => only,
            _ => schemas.iter().find(is_applicable).unwrap_or(&schemas[0]),
        };
        Ok((schema, self.arguments(schema, arguments)?))
    }

    /// Performs the step and returns its cost. If the step is not applicable, the state does not change. If the
    /// validation ended early, the result is meaningless.
    pub(super) fn take(&mut self, step: &PlanStep) -> Result<u64, WrongStep> {
        let (schema, mut values) = self.schema(step)?;
        self.perform(schema, &mut values)
    }

    /// Like [`Self::take`], with these objects for the parameters.
    pub(super) fn perform(
        &mut self,
        schema: &Schema,
        values: &mut Vec<ObjectId>,
    ) -> Result<u64, WrongStep> {
        if let Some(unmet) = self.unmet(&schema.precondition, values) {
            return Err(WrongStep::Unmet(unmet));
        }
        let price = self.price_of_going_without(schema, values);
        // Atoms that become true (`true`) or false (`false`).
        let mut atoms: Vec<(GroundAtom, bool)> = Vec::new();
        let mut numeric = NumericChanges::new();
        let mut collected = Ok(());
        self.every_effect(schema, values, &mut |effect, values| {
            let set = effect.atoms.iter();
            atoms.extend(set.map(|(atom, adds)| (GroundAtom::of(atom, values), *adds)));
            collected = self.collect(effect, values, &mut numeric);
            collected.is_ok()
        });
        collected?;
        let cost = if self.problem.is_numeric() {
            1
        } else {
            // The sum cannot overflow: `read/cost.rs` rejects problems with steps that cost too much.
            self.cost(schema, values)? + price
        };
        let numbers = self.changed(numeric)?;
        // Deletions come before additions.
        atoms.sort_by_key(|(_, adds)| *adds);
        for (atom, adds) in atoms {
            if self.poll().is_err() {
                return Ok(cost);
            }
            if adds {
                self.holding.insert(atom);
            } else {
                self.holding.remove(&atom);
            }
        }
        self.numbers.extend(numbers);
        self.derive();
        Ok(cost)
    }

    /// Returns the objects that the step gives to the parameters.
    fn arguments(&self, schema: &Schema, names: &[String]) -> Result<Vec<ObjectId>, WrongStep> {
        let unknown = |why: String| Err(WrongStep::Unknown(why));
        let (given, declared) = (names.len(), schema.parameters.len());
        if given != declared {
            return unknown(format!(
                "the step has {}, but the action has {}",
                counted(given, "argument"),
                counted(declared, "parameter")
            ));
        }
        let mut values = Vec::with_capacity(given);
        for (name, parameter) in names.iter().zip(&schema.parameters) {
            let Some((id, _, types)) = self.problem.objects.get_full(name) else {
                let known = suggestion(nearest(name, self.problem.objects()));
                return unknown(format!("the problem has no object `{name}`{known}"));
            };
            let all = &self.problem.domain.symbols.types;
            if !all.fits(types, &parameter.types) {
                let wanted = all.written(&parameter.types);
                return unknown(format!("`{name}` is not of type {wanted}"));
            }
            values.push(number(id));
        }
        Ok(values)
    }

    /// Returns the total cost of the violated preferences of the precondition.
    fn price_of_going_without(&self, schema: &Schema, values: &mut Vec<ObjectId>) -> u64 {
        let trajectory = &self.problem.trajectory;
        let preferences = schema.preferences.iter();
        let violated = preferences.filter(|one| !self.holds(&one.wanted, values));
        violated.map(|one| trajectory.weight(&one.name)).sum()
    }

    fn cost(&self, schema: &Schema, values: &[ObjectId]) -> Result<u64, WrongStep> {
        let factor = self.problem.trajectory.cost_factor;
        if factor == 0 || !self.problem.minimises_cost {
            return Ok(0);
        }
        let cost = cost(self.problem, schema, values).map_err(|function| {
            let name = &self.problem.domain.symbols.functions.keys()[function];
            WrongStep::Impossible(format!("`{name}` has no value in `:init`"))
        });
        Ok(cost? * factor)
    }

    /// Adds the numeric changes by an effect that takes place, with these objects for its variables.
    fn collect(
        &self,
        effect: &Effect,
        values: &[ObjectId],
        numeric: &mut NumericChanges,
    ) -> Result<(), WrongStep> {
        // In a non-numeric task, the numeric effects are costs.
        if !self.problem.is_numeric() {
            return Ok(());
        }
        for change in &effect.numbers {
            let applied = GroundAtom::of(&change.function, values);
            let amount = self.value(&change.amount, values)?;
            numeric.push((applied, change.operator, amount));
        }
        Ok(())
    }
}

/// Returns the amount that an action adds to `total-cost`, in a non-numeric task.
///
/// # Errors
///
/// The number of a function that has no value.
pub(crate) fn cost(problem: &Problem, schema: &Schema, values: &[ObjectId]) -> Result<u64, usize> {
    let whole = |number: &Rational| number.to_integer().to_u64();
    let costs = schema.numeric_changes().map(|change| match &change.amount {
        Expression::Function(function) => {
            let value = problem.values.get(&GroundAtom::of(function, values));
            value.and_then(whole).ok_or(function.predicate)
        }
        Expression::Number(number) => Ok(whole(number).unwrap_or(0)),
        // The parser rejects all other amounts.
        _ => Ok(0),
    });
    costs.sum()
}
