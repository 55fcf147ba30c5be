//! Finds the changes of facts and functions by all actions that are reachable in the relaxation with ranges, on the
//! parsed task. Weights depend only on these changes.
//!
//! Only conjuncts that are literals or comparisons count in a condition, with `forall` expanded over all objects. A
//! conditional effect may take place or not. An action is left out if the amount of an unconditional effect never has a
//! value.

use std::collections::BTreeMap;

use indexmap::IndexSet;
use num_traits::One;
use rustc_hash::{FxBuildHasher, FxHashMap};
use saut_base::lists::number;
use saut_base::stop::{Stop, StopReason};
use saut_numeric::Rational;
use saut_numeric::linear_expr::LinearExpr;
use saut_numeric::weights::{ActionDelta, DeltaTable, Deltas, LineTest};
use saut_task::CheckError;

use crate::condition::{ALWAYS, Comparator, Comparison, Condition, ObjectId};
use crate::domain::{Effect, NumericChange, Operator, Schema};
use crate::judge::Judge as _;
use crate::names::term;
use crate::problem::{GroundAtom, Problem};
use crate::relaxed::{ENDLESS, FunctionLine, NumericRelaxation, Relaxation};

const MAX_ACTIONS: usize = 500_000;

/// Atoms or functions, numbered in the order of their first occurrence.
type NumberedAtoms = IndexSet<GroundAtom, FxBuildHasher>;

/// Literals and comparisons that a condition implies.
type Requirements = (FxHashMap<GroundAtom, bool>, Vec<LineTest>);

/// Kinds of effects of an action on one fact: effects that take place whenever the action is applied, and effects that
/// may take place or not.
#[derive(Clone, Copy, Default)]
struct FactEffect {
    /// Whether the action always deletes the fact, and whether it always adds the fact.
    sets: [bool; 2],
    may_set: [bool; 2],
}

/// Operator and amount of a change of a function, and whether the change is unconditional.
type NumericUse = (Operator, FunctionLine, bool);

type EffectSummary = (
    BTreeMap<GroundAtom, FactEffect>,
    BTreeMap<GroundAtom, Vec<NumericUse>>,
);

struct DeltaBuilder<'r> {
    relaxed: &'r Relaxation<'r>,
    facts: NumberedAtoms,
    functions: NumberedAtoms,
}

/// Returns the changes by all actions of a numeric task, and the facts and functions that the actions change.
///
/// # Errors
/// The task has derived predicates, or a limit was reached.
pub(super) fn flows(problem: &Problem, stop: &Stop) -> Result<DeltaTable, CheckError> {
    if !problem.domain.axioms.is_empty() {
        return Err(CheckError::rejected(
            "weights do not support derived predicates",
        ));
    }
    let relaxed = Relaxation::fixpoint(problem, NumericRelaxation::InRanges, false, stop);
    let relaxed = relaxed.map_err(CheckError::Stopped)?;
    let mut making = DeltaBuilder {
        relaxed: &relaxed,
        facts: NumberedAtoms::default(),
        functions: NumberedAtoms::default(),
    };
    let mut actions = Vec::new();
    for schema in &problem.domain.schemas {
        for mut values in relaxed.actions(schema).map_err(CheckError::Stopped)? {
            let bounds = relaxed.ranges.bounds(schema, &values, &relaxed.limits);
            if bounds.is_some() {
                actions.extend(making.flow(schema, &mut values));
            }
            if actions.len() > MAX_ACTIONS {
                return Err(CheckError::Stopped(StopReason::TooLarge));
            }
        }
    }
    let flows = making.finish(actions);
    relaxed.poll().map_err(CheckError::Stopped)?;
    Ok(flows)
}

impl DeltaBuilder<'_> {
    /// Returns the changes by one action, unless the action is never applicable.
    fn flow(&mut self, schema: &Schema, values: &mut Vec<ObjectId>) -> Option<ActionDelta> {
        let (known, tests) = self.required(&schema.precondition, values);
        let mut taken = EffectSummary::default();
        let relaxed = self.relaxed;
        let may_take_place = relaxed.every_effect(schema, values, &mut |effect, values| {
            take(&mut taken, relaxed, effect, values).is_some()
        });
        if !may_take_place {
            return None;
        }
        let mut flow = ActionDelta {
            action: format!("({})", self.relaxed.problem.applied(&schema.name, values)),
            facts: Vec::new(),
            sure: Vec::new(),
            perhaps: Vec::new(),
            unknown: Vec::new(),
            tests,
        };
        let (facts, functions) = taken;
        for (atom, touched) in facts {
            let before = known.get(&atom).copied();
            let before = [false, true].map(|value| {
                before.is_none_or(|before| before == value) && self.relaxed.has_value(&atom, value)
            });
            let fact = number(self.facts.insert_full(atom).0);
            flow.facts.push((fact, touched.deltas(before)));
        }
        for (function, changes) in functions {
            let function = number(self.functions.insert_full(function).0);
            self.change(function, changes, &mut flow);
        }
        Some(flow)
    }

    fn change(&mut self, function: u32, changes: Vec<NumericUse>, flow: &mut ActionDelta) {
        let is_sum = |(operator, ..): &NumericUse| *operator == Operator::Increase;
        if changes.len() > 1 && !changes.iter().all(is_sum) {
            flow.unknown.push(function);
            return;
        }
        for (operator, amount, is_sure) in changes {
            let mut amount = self.numbered(amount);
            let more = match operator {
                Operator::Increase => amount,
                Operator::Assign => {
                    *amount.terms.entry(function).or_default() -= Rational::one();
                    amount
                }
                Operator::Scale if !amount.terms.is_empty() => {
                    flow.unknown.push(function);
                    continue;
                }
                Operator::Scale => {
                    LinearExpr::variable(function).times(&(amount.constant - Rational::one()))
                }
            };
            let list = if is_sure {
                &mut flow.sure
            } else {
                &mut flow.perhaps
            };
            list.push((function, more));
        }
    }

    /// Returns a linear expression over numbered functions.
    fn numbered(&mut self, line: FunctionLine) -> LinearExpr<u32> {
        let terms = line.terms.into_iter();
        let mut numbered = |function| number(self.functions.insert_full(function).0);
        LinearExpr {
            constant: line.constant,
            terms: terms
                .map(|(function, factor)| (numbered(function), factor))
                .collect(),
        }
    }

    /// Returns the literals and comparisons that hold whenever the condition holds.
    fn required(&mut self, condition: &Condition, values: &mut Vec<ObjectId>) -> Requirements {
        let (mut facts, mut tests) = Requirements::default();
        let mut add = |(more_facts, more_tests): Requirements| {
            facts.extend(more_facts);
            tests.extend(more_tests);
        };
        match condition {
            Condition::Literal(atom, value) => {
                facts.insert(GroundAtom::of(atom, values), *value);
            }
            Condition::And(parts) => {
                for part in parts {
                    add(self.required(part, values));
                }
            }
            Condition::ForAll(variables, inner) => {
                self.relaxed.every(variables, values, &mut |values| {
                    add(self.required(inner, values));
                    true
                });
            }
            Condition::Compare(comparison) => tests.extend(self.test(comparison, values)),
            Condition::Equal(..) | Condition::Or(_) | Condition::Exists(..) => {}
        }
        (facts, tests)
    }

    /// Returns the comparison as "linear expression >= 0"; `None` if the expression never has a value.
    fn test(&mut self, comparison: &Comparison, values: &[ObjectId]) -> Option<LineTest> {
        let difference = self.relaxed.ranges.difference(comparison, values)?;
        let mut line = self.numbered(difference);
        let comparator = comparison.comparator;
        if matches!(comparator, Comparator::Less | Comparator::AtMost) {
            line = line.times(&-Rational::one());
        }
        Some(LineTest {
            line,
            is_strict: matches!(comparator, Comparator::Less | Comparator::Greater),
            is_equal: comparator == Comparator::Equal,
        })
    }

    /// Returns the table of the changes, with the initial state, the goal and the metric.
    fn finish(mut self, actions: Vec<ActionDelta>) -> DeltaTable {
        let (relaxed, problem) = (self.relaxed, self.relaxed.problem);
        let (known, goal_tests) = self.required(&problem.goal, &mut Vec::new());
        let metric = problem.metric.as_ref().and_then(|(metric, direction)| {
            let line = self.numbered(relaxed.ranges.line(metric, &[])?);
            Some(line.times(&direction.turned(Rational::one())))
        });
        let (facts, functions) = (self.facts.iter(), self.functions.iter());
        let goal =
            |atom: &GroundAtom| match [false, true].map(|value| relaxed.has_value(atom, value)) {
                [true, true] => known.get(atom).copied(),
                [_, value] => Some(value),
            };
        let range = |function: &GroundAtom| {
            relaxed
                .ranges
                .known
                .get(function)
                .unwrap_or(&ENDLESS)
                .clone()
        };
        let value = |function: &GroundAtom| problem.values.get(function).cloned();
        let written = |function| term(&problem.written_function(function));
        DeltaTable {
            goal: facts.clone().map(goal).collect(),
            goal_tests,
            metric,
            start: facts
                .clone()
                .map(|atom| relaxed.initial.contains(atom))
                .collect(),
            ranges: functions.clone().map(range).collect(),
            values: functions.clone().map(value).collect(),
            facts: facts.map(|atom| term(&problem.written(atom))).collect(),
            functions: functions.map(written).collect(),
            actions,
        }
    }
}

impl FactEffect {
    /// Returns the possible changes of the fact. `before` states whether the fact may be false before the action, and
    /// whether it may be true.
    fn deltas(self, before: [bool; 2]) -> Deltas {
        // Additions come after deletions.
        let after = |before: bool, after: bool| match self.sets {
            [_, true] => after,
            [true, false] => !after || self.may_set[1],
            [false, false] => before == after || self.may_set[usize::from(after)],
        };
        let may = |one: bool, other: bool| before[usize::from(one)] && after(one, other);
        Deltas {
            falls: may(true, false),
            stays: may(false, false) || may(true, true),
            rises: may(false, true),
        }
    }
}

/// Records an effect with these objects for its variables; `None` if the action is never applicable.
fn take(
    (facts, functions): &mut EffectSummary,
    relaxed: &Relaxation,
    effect: &Effect,
    values: &[ObjectId],
) -> Option<()> {
    let is_sure = effect.condition == ALWAYS;
    let amounts = effect.numbers.iter();
    let amounts = amounts.map(|change| amount(relaxed, change, values));
    // If a condition holds and a value is missing, the action cannot be applied.
    let Some(amounts) = amounts.collect::<Option<Vec<_>>>() else {
        return (!is_sure).then_some(());
    };
    for (function, operator, amount) in amounts {
        let changes = functions.entry(function).or_default();
        changes.push((operator, amount, is_sure));
    }
    for (atom, adds) in &effect.atoms {
        let touched = facts.entry(GroundAtom::of(atom, values)).or_default();
        let kind = if is_sure {
            &mut touched.sets
        } else {
            &mut touched.may_set
        };
        kind[usize::from(*adds)] = true;
    }
    Some(())
}

/// Returns a numeric change with these objects; `None` if the change needs a value that never exists.
fn amount(
    relaxed: &Relaxation,
    change: &NumericChange,
    values: &[ObjectId],
) -> Option<(GroundAtom, Operator, FunctionLine)> {
    let function = GroundAtom::of(&change.function, values);
    let amount = relaxed.ranges.line(&change.amount, values)?;
    if change.operator != Operator::Assign {
        relaxed.ranges.known.get(&function)?;
    }
    Some((function, change.operator, amount))
}
