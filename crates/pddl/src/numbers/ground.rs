//! Makes the ground numeric task from a ground task in which facts represent comparisons and numeric effects.

use indexmap::{IndexMap, IndexSet};
use num_traits::{One, Zero};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use saut_base::lists::number;
use saut_numeric::linear_expr::LinearExpr;
use saut_numeric::task::{Branch, DerivedFact, NumericEffect};
use saut_numeric::{
    Change, Conditions, Exact, Linear, NumericAction, NumericTask, Rational, Relation, Test,
};
use saut_task::task::Literal;

use crate::condition::{Comparator, Comparison, Expression};
use crate::domain::{NumericChange, Operator};
use crate::ground::formula::Numeric;
use crate::ground::{GroundAction, GroundTask, GroundingLimits, Stopped};
use crate::problem::{GroundAtom, Problem};

/// Functions with their arguments. `None` represents a quotient with the divisor 0, which never has a value.
type Variables = IndexSet<Option<GroundAtom>, FxBuildHasher>;

/// The numeric effects of an action, by the facts that replace them.
type Effects = IndexMap<u32, NumericEffect, FxBuildHasher>;

/// Replaces the facts that represent comparisons and numeric effects by tests and effects on numbers. The task has a
/// metric if `has_metric` is set.
///
/// # Errors
/// A number does not fit into a state, or a limit was reached.
pub(super) fn numeric_task(
    problem: &Problem,
    ground: &GroundTask,
    has_metric: bool,
    limits: &GroundingLimits,
) -> Result<NumericTask, Stopped> {
    let mut first = NumericTaskBuilder::new(problem, ground);
    let task = first.task(ground, has_metric, limits)?;
    let ignored = spectators(&task, first.variables);
    if ignored.is_empty() {
        return Ok(task);
    }
    let mut second = NumericTaskBuilder {
        ignored,
        dropped: first.dropped,
        ..NumericTaskBuilder::new(problem, ground)
    };
    second.task(ground, has_metric, limits)
}

struct NumericTaskBuilder<'a> {
    problem: &'a Problem,
    numeric: &'a FxHashMap<u32, Numeric>,
    /// The new number of each fact of the ground task; `None` for a fact that represents a comparison or a change.
    facts: Vec<Option<u32>>,
    /// The functions that an action changes.
    changed: FxHashSet<GroundAtom>,
    /// Functions whose changes are ignored.
    ignored: Variables,
    /// Indexes of ground actions that are never applicable.
    dropped: FxHashSet<usize>,
    /// The variables, in the order of their first use.
    variables: Variables,
    tests: IndexSet<Test, FxBuildHasher>,
    /// Results of comparisons: a test, or a truth value.
    known: FxHashMap<(u32, bool), Result<u32, bool>>,
}

impl<'a> NumericTaskBuilder<'a> {
    fn new(problem: &'a Problem, ground: &'a GroundTask) -> Self {
        let mut next = 0..;
        let facts = (0..ground.facts.len()).map(|fact| {
            let is_number = ground.numeric.contains_key(&number(fact));
            if is_number { None } else { next.next() }
        });
        let changed = ground.numeric.values().filter_map(|meaning| match meaning {
            Numeric::Change { change, .. } => Some(GroundAtom::of(&change.function, &[])),
            Numeric::Test(_) => None,
        });
        Self {
            problem,
            numeric: &ground.numeric,
            facts: facts.collect(),
            changed: changed.collect(),
            ignored: Variables::default(),
            dropped: FxHashSet::default(),
            variables: Variables::default(),
            tests: IndexSet::default(),
            known: FxHashMap::default(),
        }
    }

    fn task(
        &mut self,
        ground: &GroundTask,
        has_metric: bool,
        limits: &GroundingLimits,
    ) -> Result<NumericTask, Stopped> {
        let goal = self.conditions(&ground.goal)?;
        let metric = self.problem.metric.as_ref().filter(|_| has_metric);
        let metric = metric.map(|(metric, direction)| {
            let line = self.line(metric)?;
            self.linear(&line.times(&direction.turned(Rational::one())))
        });
        let metric = metric.transpose()?;
        let mut actions = Vec::new();
        for (place, action) in ground.actions.iter().enumerate() {
            limits.poll(action.action.effects.len() + action.action.conditional.len())?;
            if self.dropped.contains(&place) {
                continue;
            }
            match self.action(action)? {
                Some(action) => actions.push(action),
                None => drop(self.dropped.insert(place)),
            }
        }
        // If constant numbers of the problem make the goal false, the goal becomes a test that always fails.
        let goal = goal.unwrap_or_else(|| Conditions {
            tests: vec![self.test(Test {
                linear: Linear::number(Exact::ZERO),
                relation: Relation::Unequal,
                if_undefined: false,
            })],
            ..Conditions::default()
        });
        let mut derived = Vec::new();
        for axiom in &ground.axioms {
            let body = self.conditions(&axiom.body)?;
            let head = self.facts[axiom.head.index()].zip(body);
            derived.extend(head.map(|(head, body)| DerivedFact { head, body }));
        }
        let name = |applied: &Option<GroundAtom>| match applied {
            Some(applied) => self.problem.written_function(applied),
            None => "division by zero".to_owned(),
        };
        let values = (0..number(self.variables.len())).map(|variable| {
            let initial = self.initial(variable);
            initial
                .map(|it| Exact::of(it).ok_or(Stopped::Numbers))
                .transpose()
        });
        let values = values.collect::<Result<_, _>>()?;
        let facts = ground.facts.iter().zip(&self.facts);
        let facts = facts.filter_map(|(fact, own)| own.map(|_| fact.clone()));
        let initial = ground.initial.iter();
        Ok(NumericTask {
            facts: facts.collect(),
            variables: self.variables.iter().map(name).collect(),
            initial: initial
                .filter_map(|fact| self.facts[fact.index()])
                .collect(),
            values,
            tests: self.tests.iter().cloned().collect(),
            derived,
            actions,
            goal,
            metric,
        })
    }

    fn test(&mut self, test: Test) -> u32 {
        number(self.tests.insert_full(test).0)
    }

    /// Returns the conditions that these facts represent, unless constant numbers of the problem make them false.
    fn conditions(&mut self, literals: &[Literal]) -> Result<Option<Conditions>, Stopped> {
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

    /// Returns the test of a comparison, or its truth value if no action changes it.
    fn comparison(
        &mut self,
        fact: u32,
        comparison: &Comparison,
        holds: bool,
    ) -> Result<Result<u32, bool>, Stopped> {
        if let Some(known) = self.known.get(&(fact, holds)) {
            return Ok(*known);
        }
        let mut difference = self.line(&comparison.left)?;
        difference.add(&self.line(&comparison.right)?, &-Rational::one());
        let comparator = Some(comparison.comparator);
        let comparator = comparator.filter(|_| holds);
        let comparator = comparator.or_else(|| comparison.comparator.negated());
        if matches!(comparator, Some(Comparator::Less | Comparator::AtMost)) {
            difference = difference.times(&-Rational::one());
        }
        let relation = match comparator {
            Some(Comparator::Less | Comparator::Greater) => Relation::Above,
            Some(Comparator::AtMost | Comparator::AtLeast) => Relation::AtLeast,
            Some(Comparator::Equal) => Relation::Equal,
            None => Relation::Unequal,
        };
        let linear = self.linear(&difference)?;
        let found = match linear.as_number() {
            _ if self.is_never(&linear) => Err(!holds),
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

    /// Returns the action with its numeric tests and effects; `None` if the action is never applicable.
    fn action(&mut self, ground: &GroundAction) -> Result<Option<NumericAction>, Stopped> {
        let action = &ground.action;
        let Some(conditions) = self.conditions(&action.preconditions)? else {
            return Ok(None);
        };
        let mut all = Effects::default();
        let effects = action.effects.iter().copied();
        let mut branches = vec![self.branch(Conditions::default(), effects, &mut all)?];
        let mut sources = all.values().filter_map(|effect| effect.change.source());
        if sources.any(|source| self.is_never(source)) {
            return Ok(None);
        }
        for alike in action
            .conditional
            .chunk_by(|one, other| one.conditions == other.conditions)
        {
            if let Some(conditions) = self.conditions(&alike[0].conditions)? {
                let effects = alike.iter().map(|one| one.effect);
                branches.push(self.branch(conditions, effects, &mut all)?);
            }
        }
        Ok(Some(NumericAction {
            name: ground.name.clone(),
            is_step: ground.is_step,
            conditions,
            branches,
            effects: all.into_values().collect(),
        }))
    }

    fn branch(
        &mut self,
        conditions: Conditions,
        effects: impl Iterator<Item = Literal>,
        all: &mut Effects,
    ) -> Result<Branch, Stopped> {
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
                    let function = Some(GroundAtom::of(&change.function, &[]));
                    if self.ignored.contains(&function) {
                        continue;
                    }
                    if !all.contains_key(&fact) {
                        let effect = self.effect(function, change)?;
                        all.insert(fact, effect);
                    }
                    branch.effects.extend(all.get_index_of(&fact).map(number));
                }
                Some(Numeric::Test(_)) => {}
            }
        }
        Ok(branch)
    }

    fn effect(
        &mut self,
        function: Option<GroundAtom>,
        change: &NumericChange,
    ) -> Result<NumericEffect, Stopped> {
        let variable = self.variable(function);
        let amount = self.line(&change.amount)?;
        let linear = self.linear(&amount)?;
        let change = match (change.operator, linear.as_number()) {
            (Operator::Assign, _) => Change::Assign(linear),
            // If a factor is not a constant, its linear expression never has a value. An increase by this expression
            // never has a value either.
            (Operator::Increase, _) | (Operator::Scale, None) => Change::Increase(linear),
            (Operator::Scale, Some(factor)) => Change::Scale(factor),
        };
        Ok(NumericEffect { variable, change })
    }

    fn variable(&mut self, function: Option<GroundAtom>) -> u32 {
        number(self.variables.insert_full(function).0)
    }

    /// Returns the value of a variable in the initial state.
    fn initial(&self, variable: u32) -> Option<&Rational> {
        let function = self.variables[variable as usize].as_ref()?;
        self.problem.values.get(function)
    }

    /// Whether an expression never has a value.
    fn is_never(&self, linear: &Linear) -> bool {
        let mut variables = linear.terms.iter().map(|(variable, _)| *variable);
        variables.any(|variable| self.never_has_value(variable))
    }

    fn never_has_value(&self, variable: u32) -> bool {
        let function = self.variables[variable as usize].as_ref();
        self.initial(variable).is_none() && function.is_none_or(|it| !self.changed.contains(it))
    }

    /// Returns the linear expression in the number type of states.
    fn linear(&self, line: &LinearExpr<u32>) -> Result<Linear, Stopped> {
        let fits = |number: &Rational| Exact::of(number).ok_or(Stopped::Numbers);
        // A variable that may lack a value is kept even if it cancels out: if it lacks a value, so does the expression.
        let counts = |(variable, number): &(&u32, &Rational)| {
            !number.is_zero() || self.initial(**variable).is_none()
        };
        let terms = line.terms.iter().filter(counts);
        let terms = terms.map(|(variable, number)| Ok((*variable, fits(number)?)));
        Ok(Linear {
            constant: fits(&line.constant)?,
            terms: terms.collect::<Result<_, _>>()?,
        })
    }

    /// Returns a ground expression as a linear expression: functions that no ground action changes are replaced by
    /// their values in the problem.
    fn line(&mut self, expression: &Expression) -> Result<LinearExpr<u32>, Stopped> {
        Ok(match expression {
            Expression::Number(constant) => LinearExpr::number(constant.clone()),
            Expression::Function(function) => {
                let function = GroundAtom::of(function, &[]);
                match self.problem.values.get(&function) {
                    Some(value) if !self.changed.contains(&function) => {
                        LinearExpr::number(value.clone())
                    }
                    _ => LinearExpr::variable(self.variable(Some(function))),
                }
            }
            Expression::Sum(parts) => {
                let mut sum = LinearExpr::number(Rational::zero());
                for part in parts {
                    sum.add(&self.line(part)?, &Rational::one());
                }
                sum
            }
            Expression::Negated(inner) => self.line(inner)?.times(&-Rational::one()),
            Expression::Product(parts) => {
                let mut product = LinearExpr::number(Rational::one());
                for part in parts {
                    let part = self.line(part)?;
                    product = self.product(product, part)?;
                }
                product
            }
            Expression::Quotient(parts) => {
                let above = self.line(&parts[0])?;
                let mut below = self.line(&parts[1])?;
                if below.terms.is_empty() {
                    below = if below.constant.is_zero() {
                        LinearExpr::variable(self.variable(None))
                    } else {
                        LinearExpr::number(below.constant.recip())
                    };
                }
                self.product(above, below)?
            }
        })
    }

    /// Returns the product of the factors. If a factor never has a value, returns this factor.
    fn product(
        &self,
        left: LinearExpr<u32>,
        right: LinearExpr<u32>,
    ) -> Result<LinearExpr<u32>, Stopped> {
        let mut all = left.terms.keys().chain(right.terms.keys()).copied();
        if let Some(never) = all.find(|variable| self.never_has_value(*variable)) {
            return Ok(LinearExpr::variable(never));
        }
        match (left.terms.is_empty(), right.terms.is_empty()) {
            (true, _) => Ok(right.times(&left.constant)),
            (false, true) => Ok(left.times(&right.constant)),
            (false, false) => Err(Stopped::Numbers),
        }
    }
}

/// Returns the variables that no condition and no metric depends on: states that differ only in these variables are
/// equivalent. Variables that may lack a value are excluded, and so are variables that an action changes in ways that
/// depend on the order of the effects.
fn spectators(task: &NumericTask, variables: Variables) -> Variables {
    let mut matters: Vec<bool> = task.values.iter().map(Option::is_none).collect();
    let read = task.tests.iter().map(|test| &test.linear);
    for (variable, _) in read.chain(&task.metric).flat_map(|it| &it.terms) {
        matters[*variable as usize] = true;
    }
    let lacks = |linear: &Linear| {
        let mut terms = linear.terms.iter();
        terms.any(|(variable, _)| task.values[*variable as usize].is_none())
    };
    for action in &task.actions {
        for (place, effect) in action.effects.iter().enumerate() {
            let depends_on_order = |other: &NumericEffect| {
                let is_sum = |effect: &NumericEffect| matches!(effect.change, Change::Increase(_));
                let is_scale = |effect: &NumericEffect| matches!(effect.change, Change::Scale(_));
                let is_alike =
                    is_sum(effect) && is_sum(other) || is_scale(effect) && is_scale(other);
                other.variable == effect.variable && !is_alike
            };
            let mut earlier = action.effects[..place].iter();
            if earlier.any(depends_on_order) || effect.change.source().is_some_and(lacks) {
                matters[effect.variable as usize] = true;
            }
        }
    }
    let effects = || task.actions.iter().flat_map(|action| &action.effects);
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for effect in effects().filter(|effect| effect.change.source().is_some()) {
            if matters[effect.variable as usize] {
                let sources = effect.change.source().into_iter();
                for (variable, _) in sources.flat_map(|source| &source.terms) {
                    has_changed |= !std::mem::replace(&mut matters[*variable as usize], true);
                }
            }
        }
    }
    let all = variables.into_iter().zip(matters);
    all.filter_map(|(variable, matters)| (!matters).then_some(variable))
        .collect()
}
