//! The ground task with numbers, from the ground task with facts in their places.

use rustc_hash::FxHashMap;
use saut_base::lists::number;
use saut_numeric::task::{Branch, DerivedFact, NumericEffect};
use saut_numeric::{Change, Conditions, Exact, Linear, NumericAction, NumericTask, Relation, Test};
use saut_task::task::Literal;

use super::linear::{TooLarge, Variables};
use crate::condition::{Comparator, Comparison, Expression};
use crate::domain::LiftedDomain;
use crate::effect::{NumericChange, Operator};
use crate::ground::auxiliary::Numeric;
use crate::ground::{GroundAction, GroundTask, GroundingLimits, Stopped};
use crate::measure::Direction;
use crate::problem::{GroundAtom, Problem};

/// Puts the numbers back, the metric among them where it is to be made small.
///
/// # Errors
/// A number does not fit, or it is time to stop.
pub(super) fn numeric_task(
    domain: &LiftedDomain,
    problem: &Problem,
    ground: &GroundTask,
    has_metric: bool,
    limits: &GroundingLimits,
) -> Result<NumericTask, Stopped> {
    let is_fact = |fact: &usize| !ground.numeric.contains_key(&number(*fact));
    let facts: Vec<usize> = (0..ground.facts.len()).filter(is_fact).collect();
    let mut numbers_of_facts = vec![None; ground.facts.len()];
    for (fact, own) in facts.iter().zip(0..) {
        numbers_of_facts[*fact] = Some(own);
    }
    let changed = ground.numeric.values().filter_map(|meaning| match meaning {
        Numeric::Change { change, .. } => Some(GroundAtom::of(&change.function, &[])),
        Numeric::Test(_) => None,
    });
    let mut making = Making {
        numeric: &ground.numeric,
        facts: numbers_of_facts,
        variables: Variables::new(&problem.values, changed.collect()),
        tests: Vec::new(),
        test_index: FxHashMap::default(),
        known: FxHashMap::default(),
    };
    let goal = making.conditions(&ground.goal)?;
    let mut metric = None;
    if let Some((expression, direction)) = problem.metric.as_ref().filter(|_| has_metric) {
        let factor = match direction {
            Direction::Minimise => Exact::ONE,
            Direction::Maximise => Exact::ONE.negated(),
        };
        let linear = making.variables.linear(expression, &[])?;
        let zero = Linear::number(Exact::ZERO);
        metric = Some(zero.plus_times(factor, &linear).ok_or(TooLarge)?);
    }
    let mut made = Vec::new();
    for action in &ground.actions {
        limits.poll(action.action.effects.len() + action.action.conditional.len())?;
        made.extend(making.action(action)?);
    }
    // A goal that a number of the problem refutes is refuted in every state.
    let goal = goal.unwrap_or_else(|| Conditions {
        tests: vec![making.test(Test {
            linear: Linear::number(Exact::ZERO),
            relation: Relation::Unequal,
            if_undefined: false,
        })],
        ..Conditions::default()
    });
    let mut derived = Vec::new();
    for axiom in &ground.axioms {
        let body = making.conditions(&axiom.body)?;
        let head = making.facts[axiom.head.index()];
        derived.extend(
            head.zip(body)
                .map(|(head, body)| DerivedFact { head, body }),
        );
    }
    let initial = ground.initial.iter();
    let initial = initial.filter_map(|fact| making.facts[fact.index()]);
    let name = |applied: &Option<GroundAtom>| match applied {
        Some(applied) => problem.written_function(domain, applied),
        None => "division by zero".to_owned(),
    };
    let values = (0..making.variables.applied.len()).map(|variable| {
        let variable = u32::try_from(variable).unwrap_or(u32::MAX);
        let initial = making.variables.initial(variable);
        initial.map(|it| Exact::of(it).ok_or(TooLarge)).transpose()
    });
    let facts = facts.into_iter();
    let task = NumericTask {
        facts: facts.map(|fact| ground.facts[fact].clone()).collect(),
        variables: making.variables.applied.iter().map(name).collect(),
        initial: initial.collect(),
        values: values.collect::<Result<_, _>>()?,
        tests: making.tests,
        derived,
        actions: made,
        goal,
        metric,
    };
    Ok(without_spectators(task))
}

struct Making<'a> {
    numeric: &'a FxHashMap<u32, Numeric>,
    /// For each fact of the ground task its number, if it stands for no number.
    facts: Vec<Option<u32>>,
    variables: Variables<'a>,
    tests: Vec<Test>,
    test_index: FxHashMap<Test, u32>,
    /// Results of comparisons: a test, or their truth.
    known: FxHashMap<(u32, bool), Result<u32, bool>>,
}

impl Making<'_> {
    fn test(&mut self, test: Test) -> u32 {
        if let Some(&known) = self.test_index.get(&test) {
            return known;
        }
        let number = u32::try_from(self.tests.len()).unwrap_or(u32::MAX);
        self.tests.push(test.clone());
        self.test_index.insert(test, number);
        number
    }

    /// The conditions of these facts, unless a number of the problem refutes them.
    fn conditions(&mut self, literals: &[Literal]) -> Result<Option<Conditions>, TooLarge> {
        let mut conditions = Conditions::default();
        for literal in literals {
            let (fact, holds) = (number(literal.fluent.index()), literal.value);
            match self.numeric.get(&fact) {
                None if holds => conditions.positive.extend(self.facts[fact as usize]),
                None => conditions.negative.extend(self.facts[fact as usize]),
                Some(Numeric::Test(comparison)) => {
                    match self.comparison(fact, comparison, holds)? {
                        Ok(test) => conditions.tests.push(test),
                        Err(true) => {}
                        Err(false) => return Ok(None),
                    }
                }
                Some(Numeric::Change { .. }) => {}
            }
        }
        conditions.tests.sort_unstable();
        conditions.tests.dedup();
        Ok(Some(conditions))
    }

    /// The test that a comparison is, or its truth where no action changes it.
    fn comparison(
        &mut self,
        fact: u32,
        comparison: &Comparison,
        holds: bool,
    ) -> Result<Result<u32, bool>, TooLarge> {
        if let Some(known) = self.known.get(&(fact, holds)) {
            return Ok(*known);
        }
        let (left, right) = (&comparison.left, &comparison.right);
        let mut difference = |a: &Expression, b: &Expression| {
            let minus = Expression::Negated(Box::new(b.clone()));
            let difference = Expression::Sum(vec![a.clone(), minus]);
            self.variables.linear(&difference, &[])
        };
        let (linear, relation) = match (comparison.comparator, holds) {
            (Comparator::Equal, true) => (difference(left, right)?, Relation::Equal),
            (Comparator::Equal, false) => (difference(left, right)?, Relation::Unequal),
            (Comparator::AtLeast, true) | (Comparator::Less, false) => {
                (difference(left, right)?, Relation::AtLeast)
            }
            (Comparator::AtMost, true) | (Comparator::Greater, false) => {
                (difference(right, left)?, Relation::AtLeast)
            }
            (Comparator::Greater, true) | (Comparator::AtMost, false) => {
                (difference(left, right)?, Relation::Above)
            }
            (Comparator::Less, true) | (Comparator::AtLeast, false) => {
                (difference(right, left)?, Relation::Above)
            }
        };
        let mut terms = linear.terms.iter();
        let never = terms.any(|(variable, _)| self.variables.is_never(*variable));
        let found = match linear.as_number() {
            _ if never => Err(!holds),
            Some(number) => Err(relation.holds(number)),
            None => Ok(self.test(Test {
                linear,
                relation,
                if_undefined: !holds,
            })),
        };
        self.known.insert((fact, holds), found);
        Ok(found)
    }

    /// The action with its numbers, unless it can never be applied.
    fn action(&mut self, ground: &GroundAction) -> Result<Option<NumericAction>, TooLarge> {
        let action = &ground.action;
        let Some(conditions) = self.conditions(&action.preconditions)? else {
            return Ok(None);
        };
        let mut made = NumericAction {
            name: ground.name.clone(),
            is_step: ground.is_step,
            conditions,
            branches: Vec::new(),
            effects: Vec::new(),
        };
        let mut numbered = FxHashMap::default();
        let effects = action.effects.iter().copied();
        let first = self.branch(Conditions::default(), effects, &mut made, &mut numbered)?;
        let is_never = made.effects.iter().any(|effect| {
            let source = effect.change.source();
            let mut terms = source.iter().flat_map(|source| &source.terms);
            terms.any(|(variable, _)| self.variables.is_never(*variable))
        });
        if is_never {
            return Ok(None);
        }
        made.branches.push(first);
        for all in action
            .conditional
            .chunk_by(|one, other| one.conditions == other.conditions)
        {
            if let Some(conditions) = self.conditions(&all[0].conditions)? {
                let effects = all.iter().map(|one| one.effect);
                let branch = self.branch(conditions, effects, &mut made, &mut numbered)?;
                made.branches.push(branch);
            }
        }
        Ok(Some(made))
    }

    fn branch(
        &mut self,
        conditions: Conditions,
        effects: impl Iterator<Item = Literal>,
        action: &mut NumericAction,
        numbered: &mut FxHashMap<u32, u32>,
    ) -> Result<Branch, TooLarge> {
        let mut branch = Branch {
            conditions,
            ..Branch::default()
        };
        for literal in effects {
            let fact = number(literal.fluent.index());
            match self.numeric.get(&fact) {
                None if literal.value => branch.added.extend(self.facts[fact as usize]),
                None => branch.deleted.extend(self.facts[fact as usize]),
                Some(Numeric::Change { change, .. }) => {
                    let own = if let Some(&known) = numbered.get(&fact) {
                        known
                    } else {
                        let effect = effect(&mut self.variables, change)?;
                        action.effects.push(effect);
                        let own = number(action.effects.len() - 1);
                        numbered.insert(fact, own);
                        own
                    };
                    branch.effects.push(own);
                }
                Some(Numeric::Test(_)) => {}
            }
        }
        Ok(branch)
    }
}

fn effect(variables: &mut Variables, change: &NumericChange) -> Result<NumericEffect, TooLarge> {
    let variable = variables.variable(Some(GroundAtom::of(&change.function, &[])));
    let amount = variables.linear(&change.amount, &[])?;
    let change = match (change.operator, amount.as_number()) {
        (Operator::Assign, _) => Change::Assign(amount),
        // A factor without a value: whoever asks for it finds none.
        (Operator::Increase, _) | (Operator::ScaleUp | Operator::ScaleDown, None) => {
            Change::Increase(amount)
        }
        (Operator::Decrease, _) => {
            let negated = Linear::number(Exact::ZERO).plus_times(Exact::ONE.negated(), &amount);
            Change::Increase(negated.ok_or(TooLarge)?)
        }
        (Operator::ScaleUp, Some(factor)) => Change::Scale(factor),
        (Operator::ScaleDown, Some(factor)) => match factor.inverse() {
            Some(factor) => Change::Scale(factor),
            // A division by zero: the expression is undefined in every state.
            None => return division_by_zero(variables, variable),
        },
    };
    Ok(NumericEffect { variable, change })
}

fn division_by_zero(variables: &mut Variables, variable: u32) -> Result<NumericEffect, TooLarge> {
    use num_traits::{One, Zero};
    use saut_numeric::Rational;
    let parts = [Rational::one(), Rational::zero()].map(Expression::Number);
    let amount = variables.linear(&Expression::Quotient(Box::new(parts)), &[])?;
    Ok(NumericEffect {
        variable,
        change: Change::Increase(amount),
    })
}

/// The task without variables that no condition and no metric depends on: states that differ in them alone are the
/// same. A variable stays that may lack a value, or that one action changes in ways that depend on their order.
fn without_spectators(task: NumericTask) -> NumericTask {
    let mut matters: Vec<bool> = task.values.iter().map(Option::is_none).collect();
    for test in &task.tests {
        for (variable, _) in &test.linear.terms {
            matters[*variable as usize] = true;
        }
    }
    for (variable, _) in task.metric.iter().flat_map(|metric| &metric.terms) {
        matters[*variable as usize] = true;
    }
    let lacks = |linear: &Linear| {
        let mut terms = linear.terms.iter();
        terms.any(|(variable, _)| task.values[*variable as usize].is_none())
    };
    for action in &task.actions {
        let mut kinds: FxHashMap<u32, (u8, bool)> = FxHashMap::default();
        for effect in &action.effects {
            let kind = match effect.change {
                Change::Assign(_) => 0,
                Change::Increase(_) => 1,
                Change::Scale(_) => 2,
            };
            let entry = kinds.entry(effect.variable).or_insert((kind, false));
            entry.1 |= entry.0 != kind;
            let is_second_assign = kind == 0
                && action
                    .effects
                    .iter()
                    .filter(|it| it.variable == effect.variable)
                    .count()
                    > 1;
            if entry.1 || is_second_assign || effect.change.source().is_some_and(lacks) {
                matters[effect.variable as usize] = true;
            }
        }
    }
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for effect in task.actions.iter().flat_map(|action| &action.effects) {
            let Some(source) = effect.change.source() else {
                continue;
            };
            if matters[effect.variable as usize] {
                for (variable, _) in &source.terms {
                    has_changed |= !std::mem::replace(&mut matters[*variable as usize], true);
                }
            }
        }
    }
    renumbered(task, &matters)
}

fn renumbered(mut task: NumericTask, matters: &[bool]) -> NumericTask {
    let mut numbers = vec![0; matters.len()];
    let mut next = 0;
    for (number, matters) in numbers.iter_mut().zip(matters) {
        *number = next;
        next += u32::from(*matters);
    }
    let rename = |linear: &mut Linear| {
        for (variable, _) in &mut linear.terms {
            *variable = numbers[*variable as usize];
        }
    };
    for test in &mut task.tests {
        rename(&mut test.linear);
    }
    task.metric.iter_mut().for_each(rename);
    for action in &mut task.actions {
        let mut places = vec![None; action.effects.len()];
        let mut kept = Vec::new();
        for (place, mut effect) in std::mem::take(&mut action.effects).into_iter().enumerate() {
            if !matters[effect.variable as usize] {
                continue;
            }
            effect.variable = numbers[effect.variable as usize];
            if let Change::Assign(source) | Change::Increase(source) = &mut effect.change {
                rename(source);
            }
            places[place] = u32::try_from(kept.len()).ok();
            kept.push(effect);
        }
        action.effects = kept;
        for branch in &mut action.branches {
            let effects = std::mem::take(&mut branch.effects).into_iter();
            branch.effects = effects.filter_map(|it| places[it as usize]).collect();
        }
    }
    let mut matters_next = matters.iter();
    task.variables
        .retain(|_| *matters_next.next().unwrap_or(&true));
    let mut matters_next = matters.iter();
    task.values
        .retain(|_| *matters_next.next().unwrap_or(&true));
    task
}
