//! The check behind "not even the relaxation with ranges reaches the goal".
//!
//! Nothing ever stops holding, nothing that can become false ever stops being false, and a function has every value
//! between the least and the greatest that it may have: if the goal is out of reach then, there is no plan. Atoms and
//! ranges grow to a fixpoint by trying all objects for the parameters; a range that still grows after some rounds grows
//! without end. Where the precondition of an action bounds a function, its effects see the bounded range. The grounder
//! and the planner have no part in it, and all numbers are rationals.
//!
//! Scala, Haslum, Thiébaux and Ramirez: *Interval-based relaxation for general numeric planning* (ECAI 2016).

use num_traits::{Signed, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use saut_base::stop::{Stop, Ticker};
use saut_numeric::line::{Line, Range};
use saut_numeric::{Rational, rational};

use crate::condition::{ALWAYS, Comparator, Comparison, Condition, Expression, ObjectId, Term};
use crate::datalog::{Judge, TURNS_OF_A_LOOK};
use crate::domain::{LiftedDomain, Schema};
use crate::effect::{Effect, NumericChange, Operator, SimpleEffect};
use crate::problem::{GroundAtom, ObjectsByType, Problem};
use crate::relaxed::Relaxation;
use crate::unreachable::RelaxedGoal;

/// Rounds after which a range that still grows is taken to have no end.
const ROUNDS: usize = 24;

/// Whether a number in a range may stand so to 0.
fn may(range: &Range, comparator: Comparator) -> bool {
    let low = range.low.as_ref();
    let high = range.high.as_ref();
    match comparator {
        Comparator::Less => low.is_none_or(Rational::is_negative),
        Comparator::AtMost => low.is_none_or(|low| !low.is_positive()),
        Comparator::Equal => may(range, Comparator::AtMost) && may(range, Comparator::AtLeast),
        Comparator::AtLeast => high.is_none_or(|high| !high.is_negative()),
        Comparator::Greater => high.is_none_or(Rational::is_positive),
    }
}

/// A numeric change of an action.
struct Taken {
    key: GroundAtom,
    operator: Operator,
    amount: Range,
    /// Whether it takes place whenever the action does.
    is_certain: bool,
}

/// The ranges of the functions that may have a value.
type Ranges = FxHashMap<GroundAtom, Range>;

/// A linear expression over functions.
pub(super) type FunctionLine = Line<GroundAtom>;

/// The values that a function takes in the relaxation, written; without an end where they go on for ever.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReachedRange {
    /// `fuel truck`.
    pub function: String,
    /// The least value.
    pub low: Option<String>,
    /// The greatest value.
    pub high: Option<String>,
}

/// Whether the relaxation of the lifted task reaches its goal. `stop` is asked again and again.
pub(crate) fn check_ranges(domain: &LiftedDomain, problem: &Problem, stop: &Stop) -> RelaxedGoal {
    Sometime::start(domain, problem, stop).fixpoint(true)
}

/// The ranges of the functions that actions change, where the relaxation does not reach the goal.
pub(super) fn reached_ranges(
    domain: &LiftedDomain,
    problem: &Problem,
    stop: &Stop,
) -> Vec<ReachedRange> {
    let mut sometime = Sometime::start(domain, problem, stop);
    if !matches!(sometime.fixpoint(true), RelaxedGoal::Unreachable { .. }) {
        return Vec::new();
    }
    let written = |end: &Option<Rational>| end.as_ref().map(rational::written);
    let changed = sometime.ranges.iter();
    let changed = changed.filter(|(key, _)| domain.changed[key.predicate]);
    let mut all: Vec<ReachedRange> = changed
        .map(|(key, range)| ReachedRange {
            function: problem.written_function(domain, key),
            low: written(&range.low),
            high: written(&range.high),
        })
        .collect();
    all.sort_unstable();
    all
}

impl<'a> Sometime<'a> {
    /// Atoms and values at the start.
    pub(super) fn start(domain: &'a LiftedDomain, problem: &'a Problem, stop: &'a Stop) -> Self {
        let numbers = problem.numbers.iter();
        let values = numbers.flat_map(|numbers| &numbers.values);
        Self {
            domain,
            problem,
            initial: problem.initial.iter().cloned().collect(),
            holds: problem.initial.iter().cloned().collect(),
            fails: FxHashSet::default(),
            ranges: values
                .map(|(key, value)| (key.clone(), Range::point(value)))
                .collect(),
            widens: false,
            has_changed: false,
            objects: ObjectsByType::new(problem, domain.types()),
            limits: Ticker::new(stop),
        }
    }

    /// Applies all actions until nothing is new, or, where nothing else is wanted, the goal is reached.
    pub(super) fn fixpoint(&mut self, until_goal: bool) -> RelaxedGoal {
        let (domain, problem) = (self.domain, self.problem);
        for round in 0.. {
            self.widens = round >= ROUNDS;
            self.has_changed = false;
            if problem.numbers.is_none() || (until_goal && self.can(&problem.goal, &mut Vec::new()))
            {
                return self.unless_stopped(RelaxedGoal::Reachable);
            }
            for schema in &domain.schemas {
                if self.apply(schema).is_none() {
                    return RelaxedGoal::Stopped;
                }
            }
            if !self.has_changed {
                break;
            }
        }
        let found = if self.can(&problem.goal, &mut Vec::new()) {
            RelaxedGoal::Reachable
        } else {
            RelaxedGoal::Unreachable {
                reached: self.holds.len(),
            }
        };
        self.unless_stopped(found)
    }

    fn unless_stopped(&self, found: RelaxedGoal) -> RelaxedGoal {
        match self.limits.spend(0) {
            Err(_) => RelaxedGoal::Stopped,
            Ok(()) => found,
        }
    }
}

/// Atoms that hold and that are false, and values, at some time.
pub(super) struct Sometime<'a> {
    pub(super) domain: &'a LiftedDomain,
    pub(super) problem: &'a Problem,
    initial: FxHashSet<GroundAtom>,
    holds: FxHashSet<GroundAtom>,
    /// Atoms of the start that were deleted; all others fail at the start.
    fails: FxHashSet<GroundAtom>,
    pub(super) ranges: Ranges,
    widens: bool,
    has_changed: bool,
    objects: ObjectsByType<'a>,
    limits: Ticker,
}

impl Sometime<'_> {
    /// Applies the action with all objects that its precondition allows; `None` if stopped.
    fn apply(&mut self, schema: &Schema) -> Option<()> {
        self.each_choice(schema, &mut Vec::new(), &mut |sometime, values| {
            if let Some(bounds) = sometime.allows(schema, values) {
                let mut changes = Vec::new();
                for effect in &schema.effects {
                    sometime.take(effect, values, &bounds, &mut changes);
                }
                sometime.merge(changes, &bounds);
            }
            Some(())
        })
    }

    /// The ranges that the precondition leaves of functions that it compares, if it may hold.
    pub(super) fn allows(&self, schema: &Schema, values: &mut Vec<ObjectId>) -> Option<Ranges> {
        let mut bounds = Ranges::default();
        let may_hold = self.can(&schema.precondition, values)
            && self.bound(&schema.precondition, values, &mut bounds);
        may_hold.then_some(bounds)
    }

    /// Shows every choice of objects for the parameters whose atoms may hold; `None` if stopped.
    pub(super) fn each_choice(
        &mut self,
        schema: &Schema,
        values: &mut Vec<ObjectId>,
        show: &mut dyn FnMut(&mut Self, &mut Vec<ObjectId>) -> Option<()>,
    ) -> Option<()> {
        if self.limits.spend(TURNS_OF_A_LOOK).is_err() {
            return None;
        }
        let Some(parameter) = schema.parameters.get(values.len()) else {
            return show(self, values);
        };
        for &object in self.objects.of(&parameter.types).iter() {
            values.push(object);
            let may = self.may(&schema.precondition, values);
            let done = if may {
                self.each_choice(schema, values, show)
            } else {
                Some(())
            };
            values.pop();
            done?;
        }
        Some(())
    }

    /// Whether the atoms of a conjunction whose arguments are all chosen may hold.
    fn may(&self, condition: &Condition, values: &mut Vec<ObjectId>) -> bool {
        let chosen = values.len();
        let is_chosen = |term: &Term| !matches!(term, Term::Variable(level) if *level >= chosen);
        match condition {
            Condition::And(parts) => parts.iter().all(|part| self.may(part, values)),
            Condition::Literal(atom, true) => {
                !atom.arguments.iter().all(is_chosen) || self.can(condition, values)
            }
            Condition::Equal(left, right, _) => {
                !(is_chosen(left) && is_chosen(right)) || self.can(condition, values)
            }
            _ => true,
        }
    }

    /// Whether an atom holds at the start.
    pub(super) fn is_initial(&self, atom: &GroundAtom) -> bool {
        self.initial.contains(atom)
    }

    /// The left side less the right one, if both may have values.
    pub(super) fn difference(
        &self,
        comparison: &Comparison,
        values: &[ObjectId],
    ) -> Option<FunctionLine> {
        let mut line = self.line(&comparison.left, values)?;
        line.add(
            &self.line(&comparison.right, values)?,
            &Rational::from_integer((-1).into()),
        );
        Some(line)
    }

    /// The expression as a line; nothing if it never has a value.
    pub(super) fn line(
        &self,
        expression: &Expression,
        values: &[ObjectId],
    ) -> Option<FunctionLine> {
        let constant = FunctionLine::number;
        let one = Rational::from_integer(1.into());
        Some(match expression {
            Expression::Number(number) => constant(number.clone()),
            Expression::Function {
                function,
                arguments,
            } => {
                let key = GroundAtom::new(*function, arguments, values);
                let range = self.ranges.get(&key)?;
                match range.single() {
                    Some(number) if !self.domain.changed[*function] => constant(number.clone()),
                    _ => Line::variable(key),
                }
            }
            Expression::Sum(parts) => {
                let mut sum = constant(Rational::zero());
                for part in parts {
                    sum.add(&self.line(part, values)?, &one);
                }
                sum
            }
            Expression::Negated(inner) => self.line(inner, values)?.times(&-one),
            Expression::Product(parts) => {
                let mut product = constant(one);
                for part in parts {
                    let part = self.line(part, values)?;
                    let (line, factor) = if part.terms.is_empty() {
                        (product, part.constant)
                    } else {
                        // A reader refuses products of two functions that change.
                        (part, product.constant)
                    };
                    product = line.times(&factor);
                }
                product
            }
            Expression::Quotient(parts) => {
                let below = self.line(&parts[1], values)?;
                if below.constant.is_zero() {
                    return None;
                }
                let above = self.line(&parts[0], values)?;
                above.times(&below.constant.recip())
            }
        })
    }

    /// Takes down the ranges that the comparisons of a conjunction leave of those that are known; whether any values
    /// are left.
    fn bound(&self, condition: &Condition, values: &[ObjectId], bounds: &mut Ranges) -> bool {
        match condition {
            Condition::And(parts) => parts.iter().all(|part| self.bound(part, values, bounds)),
            Condition::Compare(comparison) => {
                let Some(line) = self.difference(comparison, values) else {
                    return false;
                };
                let (is_low, is_high) = match comparison.comparator {
                    Comparator::AtLeast | Comparator::Greater => (true, false),
                    Comparator::Less | Comparator::AtMost => (false, true),
                    Comparator::Equal => (true, true),
                };
                (!is_low || self.bound_line(&line, bounds, false))
                    && (!is_high || self.bound_line(&line, bounds, true))
            }
            _ => true,
        }
    }

    /// Bounds the functions of a line by that it is at most 0, or at least; whether any values are left.
    fn bound_line(&self, line: &FunctionLine, bounds: &mut Ranges, at_most: bool) -> bool {
        let sign = Rational::from_integer(if at_most { -1 } else { 1 }.into());
        for (key, factor) in &line.terms {
            let factor = factor * &sign;
            if factor.is_zero() {
                continue;
            }
            // factor * key >= - greatest of the others
            if self.limits.spend(line.terms.len()).is_err() {
                return false;
            }
            let mut others = Range::point(&(&line.constant * &sign));
            for (other, number) in line.terms.iter().filter(|(other, _)| *other != key) {
                let Some(range) = self.bounded(bounds, other) else {
                    return false;
                };
                others = others.plus(&range.times(&(number * &sign)));
            }
            let Some(greatest) = others.high else {
                continue;
            };
            let end = -greatest / &factor;
            let Some(range) = self.bounded(bounds, key) else {
                return false;
            };
            let mut range = range.clone();
            if factor.is_positive() {
                if range.low.as_ref().is_none_or(|low| *low < end) {
                    range.low = Some(end);
                }
            } else if range.high.as_ref().is_none_or(|high| *high > end) {
                range.high = Some(end);
            }
            let is_empty = range.is_empty();
            bounds.insert(key.clone(), range);
            if is_empty {
                return false;
            }
        }
        true
    }

    /// Takes an effect with every choice of objects for the variables: atoms at once, and numeric changes for all of the
    /// action together.
    fn take(
        &mut self,
        effect: &Effect,
        values: &mut Vec<ObjectId>,
        bounds: &Ranges,
        changes: &mut Vec<Taken>,
    ) {
        let is_certain = effect.condition == ALWAYS;
        let mut taken = Vec::new();
        self.each(&effect.variables, values, &mut |values| {
            if !self.can(&effect.condition, values) {
                return;
            }
            for change in &effect.changes {
                match change {
                    SimpleEffect::Add(atom) => taken.push((GroundAtom::of(atom, values), true)),
                    SimpleEffect::Delete(atom) => taken.push((GroundAtom::of(atom, values), false)),
                    SimpleEffect::Number(change) => {
                        changes.extend(self.taken(change, values, bounds, is_certain));
                    }
                }
            }
        });
        for (atom, adds) in taken {
            if adds {
                self.has_changed |= self.holds.insert(atom);
            } else if self.initial.contains(&atom) {
                self.has_changed |= self.fails.insert(atom);
            }
        }
    }

    /// A numeric change with the range of its amount; nothing if that has no value.
    fn taken(
        &self,
        change: &NumericChange,
        values: &[ObjectId],
        bounds: &Ranges,
        is_certain: bool,
    ) -> Option<Taken> {
        let line = self.line(&change.amount, values)?;
        Some(Taken {
            key: GroundAtom::new(change.function, &change.arguments, values),
            operator: change.operator,
            amount: line.range(|key| self.bounded(bounds, key))?,
            is_certain,
        })
    }

    /// Joins the new values of the functions that an action changes. What several effects add to one function is added
    /// up; of those that may not take place each has 0 in its range. Where several scale one, nothing is known.
    fn merge(&mut self, changes: Vec<Taken>, bounds: &Ranges) {
        let mut joined = Vec::new();
        let mut sums: FxHashMap<GroundAtom, Range> = FxHashMap::default();
        let mut scales: FxHashMap<GroundAtom, usize> = FxHashMap::default();
        for taken in &changes {
            if self.limits.spend(TURNS_OF_A_LOOK).is_err() {
                return;
            }
            if matches!(taken.operator, Operator::ScaleUp | Operator::ScaleDown) {
                *scales.entry(taken.key.clone()).or_default() += 1;
            }
        }
        let zero = Range::point(&Rational::zero());
        for taken in changes {
            if self.limits.spend(TURNS_OF_A_LOOK).is_err() {
                return;
            }
            let old = self.bounded(bounds, &taken.key);
            match (taken.operator, old) {
                (Operator::Assign, _) => joined.push((taken.key, taken.amount)),
                (_, None) => {}
                (Operator::Increase | Operator::Decrease, Some(_)) => {
                    let sign = if taken.operator == Operator::Increase {
                        1
                    } else {
                        -1
                    };
                    let mut amount = taken.amount.times(&Rational::from_integer(sign.into()));
                    if !taken.is_certain {
                        amount = amount.hull(&zero);
                    }
                    let sum = sums.entry(taken.key).or_insert_with(|| zero.clone());
                    *sum = sum.plus(&amount);
                }
                (Operator::ScaleUp | Operator::ScaleDown, Some(old)) => {
                    let is_alone = scales.get(&taken.key) == Some(&1);
                    let new = match taken.amount.single().filter(|_| is_alone) {
                        Some(factor) if taken.operator == Operator::ScaleUp => old.times(factor),
                        Some(divisor) if divisor.is_zero() => continue,
                        Some(divisor) => old.times(&divisor.recip()),
                        None => Range {
                            low: None,
                            high: None,
                        },
                    };
                    joined.push((taken.key, new));
                }
            }
        }
        for (key, sum) in sums {
            let _ = self.limits.spend(TURNS_OF_A_LOOK);
            if let Some(old) = self.bounded(bounds, &key) {
                let new = old.plus(&sum);
                joined.push((key, new));
            }
        }
        for (key, new) in joined {
            if self.limits.spend(TURNS_OF_A_LOOK).is_err() {
                return;
            }
            self.join(key, new);
        }
    }

    /// The range of a function, as far as it is known or bounded.
    fn bounded<'s>(&'s self, bounds: &'s Ranges, key: &GroundAtom) -> Option<&'s Range> {
        bounds.get(key).or_else(|| self.ranges.get(key))
    }

    fn join(&mut self, key: GroundAtom, new: Range) {
        let Some(known) = self.ranges.get_mut(&key) else {
            self.has_changed = true;
            self.ranges.insert(key, new);
            return;
        };
        let is_below = match (&new.low, &known.low) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(new), Some(known)) => new < known,
        };
        let is_above = match (&new.high, &known.high) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(new), Some(known)) => new > known,
        };
        if is_below {
            known.low = if self.widens { None } else { new.low };
        }
        if is_above {
            known.high = if self.widens { None } else { new.high };
        }
        self.has_changed |= is_below || is_above;
    }
}

impl Relaxation for Sometime<'_> {
    /// A derived atom may have any value.
    fn may_be(&self, atom: &GroundAtom, value: bool) -> bool {
        if value {
            self.holds.contains(atom) || self.domain.symbols.derived[atom.predicate]
        } else {
            !self.is_initial(atom) || self.fails.contains(atom)
        }
    }

    fn may_compare(&self, comparison: &Comparison, values: &[ObjectId]) -> bool {
        let line = self.difference(comparison, values);
        let range = line.and_then(|line| line.range(|key| self.ranges.get(key)));
        range.is_some_and(|range| may(&range, comparison.comparator))
    }
}

impl Judge for Sometime<'_> {
    fn objects(&self) -> &ObjectsByType<'_> {
        &self.objects
    }

    fn limits(&self) -> &Ticker {
        &self.limits
    }

    fn allows(&self, condition: &Condition, values: &mut Vec<ObjectId>) -> bool {
        self.can(condition, values)
    }
}
