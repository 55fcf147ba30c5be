//! Makes ground actions from the solutions of the rules.

use super::formula::{ConditionGrounder, Formula, Numeric};
use super::limits::Stopped;
use super::monitors::Monitors;
use super::rule::{Body, GroundingRule, RuleKind, conditional};
use super::split::ActionTemplate;
use super::task::MissingCost;
use crate::condition::{Expression, ObjectId};
use crate::domain::{Effect, Schema, name_of};
use crate::interned::{ActionBuilder, InternedAction, Packed};
use crate::problem::GroundAtom;
use num_traits::ToPrimitive;
use rustc_hash::{FxBuildHasher, FxHashSet};
use saut_numeric::Rational;
use std::hash::BuildHasher;

pub(super) fn actions<'a>(
    formulas: &mut ConditionGrounder<'_, 'a>,
    rules: &[GroundingRule<'a>],
    monitors: &Monitors,
) -> Result<(Vec<InternedAction>, Option<MissingCost>), Stopped> {
    let mut actions = Vec::new();
    let mut unpriced = FxHashSet::default();
    let mut missing = None;
    let (reachable, limits) = (formulas.reachable, formulas.limits);
    for (number, rule) in rules.iter().enumerate() {
        let RuleKind::Schema(schema) = rule.of else {
            continue;
        };
        let parameters = formulas.context.domain.schemas[schema].parameters.len();
        let first = actions.len();
        let mut maker = ActionInstantiator {
            formulas,
            rule,
            schema,
            monitors,
        };
        for values in reachable.solutions[number].chunks_exact(rule.width()) {
            limits.poll(rule.width())?;
            if let Some(term) = maker.make(values, &mut actions)? {
                let values = &values[..parameters];
                unpriced.insert((schema, values.to_vec()));
                let context = maker.formulas.context;
                let name = &context.domain.schemas[schema].name;
                missing.get_or_insert_with(|| {
                    (term, format!("({})", context.problem.applied(name, values)))
                });
            }
            if actions.len() > limits.actions {
                let name = formulas.context.domain.schemas[schema].name.as_str();
                let size = (name, actions.len() - first);
                return Err(Stopped::Actions.with_largest(std::iter::once(size)));
            }
        }
        // Variables of `exists` can give the same action twice.
        if rule.body.sets.len() > parameters {
            remove_repeated(&mut actions, first);
        }
    }
    let missing = missing.map(|(term, action)| MissingCost {
        term,
        action,
        actions: unpriced.len(),
    });
    Ok((actions, missing))
}

pub(super) fn axioms<'a>(
    formulas: &mut ConditionGrounder<'_, 'a>,
    rules: &[GroundingRule<'a>],
) -> Result<Vec<InternedAction>, Stopped> {
    let mut axioms = Vec::new();
    let (reachable, limits) = (formulas.reachable, formulas.limits);
    for (number, rule) in rules.iter().enumerate() {
        let RuleKind::Axiom(axiom) = rule.of else {
            continue;
        };
        let domain = formulas.context.domain;
        let name = name_of(&domain.symbols.predicates, domain.axioms[axiom].predicate);
        for values in reachable.solutions[number].chunks_exact(rule.width()) {
            limits.poll(rule.width())?;
            let made = axiom_of(formulas, rule, values).map_err(|stopped| stopped.named(name))?;
            axioms.extend(made);
            if axioms.len() > limits.actions {
                return Err(Stopped::Actions);
            }
        }
    }
    remove_repeated(&mut axioms, 0);
    Ok(axioms)
}

/// Returns the ground axiom of one solution; `None` if its condition never holds.
fn axiom_of(
    formulas: &mut ConditionGrounder,
    rule: &GroundingRule,
    values: &[ObjectId],
) -> Result<Option<InternedAction>, Stopped> {
    let Some(mut lists) = literals(formulas, &rule.body, values) else {
        return Ok(None);
    };
    formulas.parts = 0;
    for rest in &rule.body.rest {
        let formula = formulas.of(rest.condition, &mut rest.values(values))?;
        let auxiliary = &mut formulas.auxiliary;
        if auxiliary.add_literals(&formula, &mut lists).is_none() {
            return Ok(None);
        }
    }
    for head in &rule.heads {
        let head = formulas.fact(head, values).ok();
        lists
            .effects
            .extend(head.map(|fact| Packed::new(fact, true)));
    }
    let mut heads = lists.effects.iter();
    let is_circular = heads.any(|head| lists.preconditions.contains(head));
    let lists = lists.tidy().filter(|_| !is_circular);
    Ok(lists.map(|lists| lists.action(None, &[], 0)))
}

/// Returns the literals of a body; `None` if one of them never holds.
fn literals(
    formulas: &mut ConditionGrounder,
    body: &Body,
    values: &[ObjectId],
) -> Option<ActionBuilder> {
    let mut lists = ActionBuilder::default();
    for (atom, holds) in &body.literals {
        match formulas.fact(atom, values) {
            Ok(fact) => lists.preconditions.push(Packed::new(fact, *holds)),
            Err(truth) if truth == *holds => {}
            Err(_) => return None,
        }
    }
    Some(lists)
}

/// Keeps only the first of equal actions. The function stores hashes instead of copies, because the actions may fill
/// half of the available memory.
fn remove_repeated(actions: &mut Vec<InternedAction>, first: usize) {
    let hashes = actions[first..]
        .iter()
        .map(|action| FxBuildHasher.hash_one(action));
    let mut by_hash: Vec<(u64, usize)> = hashes.zip(first..).collect();
    by_hash.sort_unstable();
    let mut is_repeated = vec![false; actions.len() - first];
    for (place, &(hash, number)) in by_hash.iter().enumerate() {
        let others = by_hash[..place].iter().rev();
        let mut others = others.take_while(|(other, _)| *other == hash);
        is_repeated[number - first] = others.any(|&(_, other)| actions[other] == actions[number]);
    }
    let mut is_repeated = is_repeated.into_iter();
    let mut number = 0;
    actions.retain(|_| {
        number += 1;
        number <= first || is_repeated.next() == Some(false)
    });
}

/// Makes the ground actions of one rule.
struct ActionInstantiator<'m, 'w, 'a> {
    formulas: &'m mut ConditionGrounder<'w, 'a>,
    rule: &'m GroundingRule<'a>,
    schema: usize,
    monitors: &'m Monitors,
}

impl ActionInstantiator<'_, '_, '_> {
    /// Adds the ground actions of one solution. If a term of the cost has no value, adds no action and returns the
    /// term.
    fn make(
        &mut self,
        values: &[ObjectId],
        actions: &mut Vec<InternedAction>,
    ) -> Result<Option<String>, Stopped> {
        let context = self.formulas.context;
        let schema = &context.domain.schemas[self.schema];
        let body = &self.rule.body;
        let Some(mut lists) = literals(self.formulas, body, values) else {
            return Ok(None);
        };
        let cost = match self.cost(schema, values) {
            Ok(cost) => cost,
            Err(term) => return Ok(Some(term)),
        };
        let arguments = &values[..schema.parameters.len()];
        for (number, effect) in schema.effects.iter().enumerate() {
            if effect.is_always() {
                self.change((number, effect), arguments, &mut lists.effects);
            }
        }
        let id = u32::try_from(self.schema).ok();
        let running = self.monitors.running;
        lists
            .preconditions
            .extend(running.map(|fact| Packed::new(fact, true)));
        let is_plain = body.rest.is_empty() && conditional(schema).next().is_none();
        if is_plain && !self.monitors.watch(schema, &lists) {
            actions.extend(lists.tidy().map(|lists| lists.action(id, arguments, cost)));
            return Ok(None);
        }
        let cases = self.cases(lists, values, schema).map_err(|stopped| {
            let name = context.problem.applied(&schema.name, arguments);
            stopped.named(&format!("({name})"))
        })?;
        let priced = |(case, price): (ActionBuilder, u64)| case.action(id, arguments, cost + price);
        actions.extend(cases.into_iter().map(priced));
        Ok(None)
    }

    fn cases(
        &mut self,
        lists: ActionBuilder,
        values: &[ObjectId],
        schema: &Schema,
    ) -> Result<Vec<(ActionBuilder, u64)>, Stopped> {
        self.formulas.parts = 0;
        let mut undecided = ActionTemplate {
            lists,
            ..ActionTemplate::default()
        };
        for rest in &self.rule.body.rest {
            let formula = self.formulas.of(rest.condition, &mut rest.values(values))?;
            undecided.precondition.push(formula);
        }
        let parameters = schema.parameters.len();
        let effects = schema.effects.iter().enumerate();
        for (number, effect) in effects.filter(|(_, effect)| !effect.is_always()) {
            let context = self.formulas.context;
            let mut values = values[..parameters].to_vec();
            let variables = &effect.variables;
            context
                .objects
                .each(variables, &mut values, &mut |values| {
                    self.formulas.limits.poll(0)?;
                    let condition = self.formulas.of(&effect.condition, values)?;
                    if condition != Formula::False {
                        let mut effects = Vec::new();
                        self.change((number, effect), values, &mut effects);
                        undecided.effects.push((condition, effects));
                    }
                    Ok::<(), Stopped>(())
                })?;
        }
        let limits = self.formulas.limits;
        self.monitors.extend(&mut undecided, limits)?;
        let arguments = &values[..parameters];
        let variants =
            self.monitors
                .with_or_without(schema, arguments, undecided, self.formulas)?;
        let most_cases = self.monitors.most_cases(limits.cases);
        let mut cases = Vec::new();
        for (undecided, price) in variants {
            let auxiliary = &mut self.formulas.auxiliary;
            let split = undecided.cases_or_facts(most_cases, auxiliary, limits)?;
            cases.extend(split.into_iter().map(|case| (case, price)));
        }
        Ok(cases)
    }

    /// Adds the literals that an effect makes true for these values of the variables.
    fn change(
        &mut self,
        (number, effect): (usize, &Effect),
        values: &[ObjectId],
        effects: &mut Vec<Packed>,
    ) {
        for (atom, adds) in &effect.atoms {
            let fact = self.formulas.fact(atom, values).ok();
            effects.extend(fact.map(|fact| Packed::new(fact, *adds)));
        }
        // In a non-numeric task, the numeric effects are costs.
        if !self.formulas.context.problem.is_numeric() {
            return;
        }
        for (place, change) in effect.numbers.iter().enumerate() {
            let meaning = Numeric::Change {
                change: change.clone().with_objects(values),
                of: [self.schema, number, place],
                chosen: values[values.len() - effect.variables.len()..].to_vec(),
            };
            let fact = self.formulas.auxiliary.numeric(meaning);
            effects.push(Packed::new(fact, true));
        }
    }

    /// Returns the cost of the action. If a term has no value in the problem, the error is this term, and the action is
    /// left out.
    fn cost(&self, schema: &Schema, values: &[ObjectId]) -> Result<u64, String> {
        let problem = self.formulas.context.problem;
        if !problem.minimises_cost || problem.is_numeric() {
            return Ok(1);
        }
        let factor = problem.trajectory.cost_factor;
        if factor == 0 {
            return Ok(0);
        }
        let whole = |number: &Rational| number.to_integer().to_u64();
        let costs = schema.numeric_changes().map(|change| match &change.amount {
            Expression::Function(function) => {
                let key = GroundAtom::of(function, values);
                let value = problem.values.get(&key).and_then(whole);
                value.ok_or_else(|| format!("({})", problem.written_function(&key)))
            }
            Expression::Number(number) => Ok(whole(number).unwrap_or(0)),
            _ => Ok(0),
        });
        let sum: u64 = costs.sum::<Result<_, _>>()?;
        Ok(sum * factor)
    }
}
