//! Changes of facts and functions by all actions that the relaxation with ranges lets happen, on the task as it was
//! read: all that weights depend on.
//!
//! Conditions count as far as they are conjunctions of literals and comparisons, `forall` written out for all objects.
//! An effect under a condition may take place or not. An action is left out if an effect of it never has a value.

use std::collections::BTreeMap;

use num_traits::{One, Zero};
use rustc_hash::FxHashMap;
use saut_base::stop::{Stop, StopReason};
use saut_numeric::Rational;
use saut_numeric::line::{Line, Range};
use saut_numeric::weights::{Deltas, Flow, Flows, LineTest};
use saut_task::CheckError;

use super::unreachable::{FunctionLine, Sometime};
use crate::condition::{ALWAYS, Comparator, Comparison, Condition, ObjectId};
use crate::datalog::Judge as _;
use crate::domain::{LiftedDomain, Schema};
use crate::effect::{Effect, NumericChange, Operator, SimpleEffect};
use crate::names::term;
use crate::problem::{GroundAtom, Problem};
use crate::relaxed::Relaxation;
use crate::unreachable::RelaxedGoal;

/// The most actions that are looked at.
const MOST_ACTIONS: usize = 500_000;

/// Numbers of things in the order in which they are met.
#[derive(Default)]
struct Numbered {
    numbers: FxHashMap<GroundAtom, u32>,
    things: Vec<GroundAtom>,
}

impl Numbered {
    fn number(&mut self, thing: GroundAtom) -> u32 {
        let next = u32::try_from(self.things.len()).unwrap_or(u32::MAX);
        let things = &mut self.things;
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            things.push(thing.clone());
            next
        })
    }
}

/// Facts and comparisons that a condition implies.
#[derive(Default)]
struct Known {
    facts: FxHashMap<GroundAtom, bool>,
    tests: Vec<LineTest>,
}

/// Kinds of effects on one fact that an action has.
#[derive(Clone, Copy, Default)]
struct Touches {
    adds: bool,
    deletes: bool,
}

/// Effects of an action on one fact.
#[derive(Clone, Copy, Default)]
struct Touched {
    /// Effects that take place whenever the action is applied.
    sure: Touches,
    /// Effects that may take place or not.
    perhaps: Touches,
}

/// Effects of an action.
#[derive(Default)]
struct Taken {
    facts: BTreeMap<GroundAtom, Touched>,
    /// By function what is done to it: the use of the amount, the amount, and whether it surely takes place.
    functions: BTreeMap<GroundAtom, Vec<(Operator, FunctionLine, bool)>>,
}

/// An action that can never be applied.
struct Never;

struct Making {
    facts: Numbered,
    functions: Numbered,
    actions: Vec<Flow>,
}

/// The changes by all actions of a task with numbers, and the things that they change.
///
/// # Errors
/// Stopped, or there are too many.
pub(super) fn flows(
    domain: &LiftedDomain,
    problem: &Problem,
    stop: &Stop,
) -> Result<Flows, CheckError> {
    if !domain.axioms.is_empty() {
        return Err(CheckError::rejected("it knows no derived predicates"));
    }
    let unfinished = || CheckError::Stopped(stop.stop_reason().unwrap_or(StopReason::TooLarge));
    let mut sometime = Sometime::start(domain, problem, stop);
    if sometime.fixpoint(false) == RelaxedGoal::Stopped {
        return Err(unfinished());
    }
    let mut making = Making {
        facts: Numbered::default(),
        functions: Numbered::default(),
        actions: Vec::new(),
    };
    for schema in &domain.schemas {
        let seen = sometime.each_choice(schema, &mut Vec::new(), &mut |sometime, values| {
            if sometime.allows(schema, values).is_some() {
                let flow = making.flow(sometime, schema, values);
                making.actions.extend(flow);
            }
            (making.actions.len() <= MOST_ACTIONS).then_some(())
        });
        seen.ok_or_else(unfinished)?;
    }
    let flows = making.finish(domain, problem, &sometime);
    if sometime.limits().spend(0).is_err() {
        return Err(unfinished());
    }
    Ok(flows)
}

impl Making {
    /// The changes by one action, unless it can never be applied.
    fn flow(
        &mut self,
        sometime: &Sometime,
        schema: &Schema,
        values: &mut Vec<ObjectId>,
    ) -> Option<Flow> {
        let mut known = Known::default();
        self.know(sometime, &schema.precondition, values, &mut known);
        let mut taken = Taken::default();
        for effect in &schema.effects {
            take(sometime, effect, values, &mut taken).ok()?;
        }
        let mut flow = Flow {
            action: format!("({})", sometime.problem.applied(&schema.name, values)),
            facts: Vec::new(),
            sure: Vec::new(),
            perhaps: Vec::new(),
            unknown: Vec::new(),
            tests: known.tests,
        };
        for (atom, touched) in taken.facts {
            let before = known.facts.get(&atom).copied();
            let before = [false, true].map(|value| {
                before.is_none_or(|before| before == value) && sometime.may_be(&atom, value)
            });
            flow.facts
                .push((self.facts.number(atom), touched.deltas(before)));
        }
        for (function, changes) in taken.functions {
            let number = self.functions.number(function);
            self.change(number, &changes, &mut flow).ok()?;
        }
        Some(flow)
    }

    /// Takes down what is done to a function.
    fn change(
        &mut self,
        function: u32,
        changes: &[(Operator, FunctionLine, bool)],
        flow: &mut Flow,
    ) -> Result<(), Never> {
        let is_sum = |(operator, ..): &(Operator, FunctionLine, bool)| {
            matches!(operator, Operator::Increase | Operator::Decrease)
        };
        if changes.len() > 1 && !changes.iter().all(is_sum) {
            flow.unknown.push(function);
            return Ok(());
        }
        for (operator, amount, is_sure) in changes {
            let mut amount = self.numbered(amount);
            let mut more = Line::number(Rational::zero());
            match operator {
                Operator::Increase => more = amount,
                Operator::Decrease => more = amount.times(&-Rational::one()),
                Operator::Assign => {
                    more = amount;
                    *more.terms.entry(function).or_default() -= Rational::one();
                }
                Operator::ScaleUp | Operator::ScaleDown if !amount.terms.is_empty() => {
                    flow.unknown.push(function);
                    continue;
                }
                Operator::ScaleDown if amount.constant.is_zero() && *is_sure => return Err(Never),
                Operator::ScaleDown if amount.constant.is_zero() => continue,
                Operator::ScaleUp | Operator::ScaleDown => {
                    if *operator == Operator::ScaleDown {
                        amount.constant = amount.constant.recip();
                    }
                    let factor = amount.constant - Rational::one();
                    more.terms.insert(function, factor);
                }
            }
            let list = if *is_sure {
                &mut flow.sure
            } else {
                &mut flow.perhaps
            };
            list.push((function, more));
        }
        Ok(())
    }

    /// A line over numbered functions.
    fn numbered(&mut self, line: &FunctionLine) -> Line<u32> {
        let terms = line.terms.iter();
        Line {
            constant: line.constant.clone(),
            terms: terms
                .map(|(function, factor)| (self.functions.number(function.clone()), factor.clone()))
                .collect(),
        }
    }

    /// Takes down what a condition says for sure where it holds.
    fn know(
        &mut self,
        sometime: &Sometime,
        condition: &Condition,
        values: &mut Vec<ObjectId>,
        known: &mut Known,
    ) {
        match condition {
            Condition::Literal(atom, value) => {
                known.facts.insert(GroundAtom::of(atom, values), *value);
            }
            Condition::And(parts) => {
                for part in parts {
                    self.know(sometime, part, values, known);
                }
            }
            Condition::ForAll(variables, inner) => {
                sometime.each(variables, values, &mut |values| {
                    self.know(sometime, inner, values, known);
                });
            }
            Condition::Compare(comparison) => {
                known.tests.extend(self.test(sometime, comparison, values));
            }
            Condition::Equal(..) | Condition::Or(_) | Condition::Exists(..) => {}
        }
    }

    /// The number of a comparison that is at least 0; nothing if it never has a value.
    fn test(
        &mut self,
        sometime: &Sometime,
        comparison: &Comparison,
        values: &[ObjectId],
    ) -> Option<LineTest> {
        let difference = sometime.difference(comparison, values)?;
        let difference = self.numbered(&difference);
        let comparator = comparison.comparator;
        let is_turned = matches!(comparator, Comparator::Less | Comparator::AtMost);
        let sign = Rational::from_integer(if is_turned { -1 } else { 1 }.into());
        Some(LineTest {
            line: difference.times(&sign),
            is_strict: matches!(comparator, Comparator::Less | Comparator::Greater),
            is_equal: comparator == Comparator::Equal,
        })
    }

    /// All of it, with start, goal and metric.
    fn finish(mut self, domain: &LiftedDomain, problem: &Problem, sometime: &Sometime) -> Flows {
        let mut known = Known::default();
        self.know(sometime, &problem.goal, &mut Vec::new(), &mut known);
        let numbers = problem.numbers.as_ref();
        let metric = numbers.and_then(|numbers| {
            let line = sometime.line(numbers.metric.as_ref()?, &[])?;
            let sign = Rational::from_integer(if numbers.is_maximised { -1 } else { 1 }.into());
            Some(self.numbered(&line).times(&sign))
        });
        let goal = self.facts.things.iter().map(|atom| {
            let may_be = [false, true].map(|value| sometime.may_be(atom, value));
            match may_be {
                [true, true] => known.facts.get(atom).copied(),
                [_, value] => Some(value),
            }
        });
        let range = |function: &GroundAtom| {
            let endless = Range {
                low: None,
                high: None,
            };
            sometime.ranges.get(function).cloned().unwrap_or(endless)
        };
        let value = |function: &GroundAtom| numbers.and_then(|it| it.values.get(function)).cloned();
        Flows {
            goal: goal.collect(),
            goal_tests: known.tests,
            metric,
            start: self
                .facts
                .things
                .iter()
                .map(|it| sometime.is_initial(it))
                .collect(),
            ranges: self.functions.things.iter().map(range).collect(),
            values: self.functions.things.iter().map(value).collect(),
            facts: self
                .facts
                .things
                .iter()
                .map(|it| term(&problem.written(domain, it)))
                .collect(),
            functions: {
                let functions = self.functions.things.iter();
                functions
                    .map(|it| term(&problem.written_function(domain, it)))
                    .collect()
            },
            actions: self.actions,
        }
    }
}

impl Touched {
    /// The changes that are possible where the fact may be false before, or true.
    fn deltas(self, before: [bool; 2]) -> Deltas {
        // Additions come after deletions.
        let Self { sure, perhaps } = self;
        let after = |before: bool, after: bool| match (sure.adds, sure.deletes) {
            (true, _) => after,
            (false, true) => !after || perhaps.adds,
            (false, false) => {
                before == after || (after && perhaps.adds) || (!after && perhaps.deletes)
            }
        };
        let may = |one: bool, other: bool| before[usize::from(one)] && after(one, other);
        Deltas {
            falls: may(true, false),
            stays: may(false, false) || may(true, true),
            rises: may(false, true),
        }
    }
}

/// Records an effect with objects for its variables.
fn take(
    sometime: &Sometime,
    effect: &Effect,
    values: &mut Vec<ObjectId>,
    taken: &mut Taken,
) -> Result<(), Never> {
    let mut done = Ok(());
    let is_sure = effect.condition == ALWAYS;
    sometime.some(&effect.variables, values, &mut |values| {
        if is_sure {
            done = take_changes(sometime, effect, values, is_sure, taken);
        } else if sometime.can(&effect.condition, values) {
            // If it needs a value that is not there, it does not take place, or the action does not.
            let mut perhaps = Taken::default();
            if take_changes(sometime, effect, values, is_sure, &mut perhaps).is_ok() {
                taken.join(perhaps);
            }
        }
        done.is_err()
    });
    done
}

fn take_changes(
    sometime: &Sometime,
    effect: &Effect,
    values: &[ObjectId],
    is_sure: bool,
    taken: &mut Taken,
) -> Result<(), Never> {
    for change in &effect.changes {
        let (atom, adds) = match change {
            SimpleEffect::Add(atom) => (atom, true),
            SimpleEffect::Delete(atom) => (atom, false),
            SimpleEffect::Number(change) => {
                take_change(sometime, change, values, is_sure, taken)?;
                continue;
            }
        };
        let touched = taken.facts.entry(GroundAtom::of(atom, values)).or_default();
        let touched = if is_sure {
            &mut touched.sure
        } else {
            &mut touched.perhaps
        };
        if adds {
            touched.adds = true;
        } else {
            touched.deletes = true;
        }
    }
    Ok(())
}

impl Taken {
    /// Adds the effects under a condition.
    fn join(&mut self, perhaps: Self) {
        for (atom, touched) in perhaps.facts {
            let known = self.facts.entry(atom).or_default();
            known.perhaps.adds |= touched.perhaps.adds;
            known.perhaps.deletes |= touched.perhaps.deletes;
        }
        for (function, changes) in perhaps.functions {
            self.functions.entry(function).or_default().extend(changes);
        }
    }
}

fn take_change(
    sometime: &Sometime,
    change: &NumericChange,
    values: &[ObjectId],
    is_sure: bool,
    taken: &mut Taken,
) -> Result<(), Never> {
    let function = GroundAtom::new(change.function, &change.arguments, values);
    let amount = sometime.line(&change.amount, values).ok_or(Never)?;
    if change.operator != Operator::Assign && !sometime.ranges.contains_key(&function) {
        return Err(Never);
    }
    let changes = taken.functions.entry(function).or_default();
    changes.push((change.operator, amount, is_sure));
    Ok(())
}
