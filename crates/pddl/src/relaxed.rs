//! Delete relaxation of the lifted task: the atoms that can be true and the atoms that can be false at some time.
//!
//! In the relaxation, an atom that has held once holds forever, and an atom that has been false once also counts as
//! false forever. So the relaxation reaches every atom that the task can reach. Both sets of atoms grow to a fixpoint
//! ([`crate::datalog`]). Rules with further conditions on the state, with conditional effects or with numeric effects
//! are evaluated again until nothing changes. If even the relaxation does not reach the goal, the task is infeasible.
//! With [`Ranges`], a function has every value between its minimum and its maximum. Without ranges, every comparison
//! may hold.
//!
//! This code is independent of the grounder's joins, rules and invariants, because it checks their results. A derived
//! atom holds at some time if its condition holds at some time. It is always assumed to be false at some time.
//! Trajectory constraints and preferences are ignored.
//!
//! Bonet and Geffner, *Planning as heuristic search* (2001), for the relaxation.

mod ranges;

use rustc_hash::FxHashSet;
use saut_base::stop::{Stop, StopReason, Ticker};
use saut_numeric::{Rational, rational};

use crate::condition::{ALWAYS, Comparison, Condition, ObjectId};
use crate::datalog::{AtomIndex, Rule, fixpoint};
use crate::domain::{Effect, Schema};
use crate::judge::Judge;
use crate::problem::{GroundAtom, ObjectsByType, Problem};
use ranges::Ranges;
pub(crate) use ranges::{ENDLESS, FunctionLine};

/// The fixpoint of the relaxation.
pub(crate) struct Relaxation<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) initial: FxHashSet<GroundAtom>,
    /// Atoms that hold at some time.
    pub(crate) holds: FxHashSet<GroundAtom>,
    /// Atoms of the initial state that were deleted. Atoms outside of the initial state are false initially, so they
    /// are not stored.
    fails: FxHashSet<GroundAtom>,
    pub(crate) ranges: Ranges<'a>,
    /// Atoms that hold and have already been matched.
    index: AtomIndex,
    objects: ObjectsByType<'a>,
    pub(crate) limits: Ticker,
}

/// Values that functions can have in a relaxation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumericRelaxation {
    Any,
    /// Each function has the values of a range.
    InRanges,
}

/// Returns the number of atoms that the relaxation reaches, including the initial atoms, if it does not reach the goal.
/// In this case, there is no plan. Returns `None` if the relaxation reaches the goal, which does not imply anything
/// about the task.
///
/// # Errors
///
/// The limit that ended the computation before the fixpoint.
pub(crate) fn unreachable_goal(
    problem: &Problem,
    numbers: NumericRelaxation,
    stop: &Stop,
) -> Result<Option<usize>, StopReason> {
    let relaxed = Relaxation::fixpoint(problem, numbers, true, stop)?;
    let reached = (!relaxed.reaches_goal()).then_some(relaxed.holds.len());
    relaxed.poll()?;
    Ok(reached)
}

/// Returns the functions that actions change, such as `fuel truck`, each with the ends of its range as text, if the
/// relaxation does not reach the goal.
pub(crate) fn reached_ranges(problem: &Problem, stop: &Stop) -> Vec<(String, [Option<String>; 2])> {
    let relaxed = Relaxation::fixpoint(problem, NumericRelaxation::InRanges, true, stop);
    let Some(relaxed) = relaxed.ok().filter(|relaxed| !relaxed.reaches_goal()) else {
        return Vec::new();
    };
    let written = |end: &Option<Rational>| end.as_ref().map(rational::written);
    let all = relaxed.ranges.known.iter();
    let changed = all.filter(|(function, _)| problem.domain.changed[function.predicate]);
    let changed = changed.map(|(function, range)| {
        let ends = [written(&range.low), written(&range.high)];
        (problem.written_function(function), ends)
    });
    let mut changed: Vec<_> = changed.collect();
    changed.sort_unstable();
    changed
}

impl<'a> Relaxation<'a> {
    /// Computes the fixpoint; with `until_goal`, stops when the goal is satisfied. `stop` is polled regularly.
    pub(crate) fn fixpoint(
        problem: &'a Problem,
        numbers: NumericRelaxation,
        until_goal: bool,
        stop: &'a Stop,
    ) -> Result<Self, StopReason> {
        let initial: FxHashSet<GroundAtom> = problem.initial.iter().cloned().collect();
        let mut index = AtomIndex::default();
        for atom in &initial {
            index.insert(atom);
        }
        let mut relaxed = Self {
            problem,
            holds: initial.clone(),
            initial,
            fails: FxHashSet::default(),
            ranges: Ranges::new(problem, numbers == NumericRelaxation::InRanges),
            index: AtomIndex::default(),
            objects: ObjectsByType::new(problem),
            limits: Ticker::new(stop),
        };
        // An axiom is treated as an action that adds its head.
        let domain = &problem.domain;
        let axioms = domain.axioms.iter().map(|axiom| Schema {
            parameters: axiom.parameters.clone(),
            precondition: axiom.condition.clone(),
            effects: vec![Effect::always(vec![(axiom.head(), true)], Vec::new())],
            ..Schema::default()
        });
        let axioms: Vec<Schema> = axioms.collect();
        let schemas: Vec<&Schema> = domain.schemas.iter().chain(&axioms).collect();
        let rules: Vec<Rule> = schemas.iter().map(|one| relaxed.rule(one)).collect();
        let take = |relaxed: &mut Self, rule: usize, values, new: &mut Vec<_>| {
            relaxed.take(schemas[rule], values, new)
        };
        fixpoint(&mut relaxed, &rules, &mut index, take, |relaxed| {
            relaxed.ranges.rounds += 1;
            until_goal && relaxed.reaches_goal()
        })?;
        relaxed.index = index;
        Ok(relaxed)
    }

    fn rule(&self, schema: &Schema) -> Rule {
        let variables = schema.parameters.iter().map(|one| one.types.clone());
        let mut rule = Rule {
            variables: variables.collect(),
            ..Rule::default()
        };
        for part in schema.precondition.conjuncts() {
            match part {
                Condition::Literal(atom, true) => rule.atoms.push(atom.clone()),
                other => rule.rest.push(other.clone()),
            }
        }
        let is_static = |rest: &Condition| matches!(rest, Condition::Equal(..));
        let is_sure = |effect: &Effect| effect.condition == ALWAYS;
        rule.is_simple = !self.ranges.grow_by(schema)
            && rule.rest.iter().all(is_static)
            && schema.effects.iter().all(is_sure);
        rule
    }

    /// Whether each part of the goal holds at some time.
    fn reaches_goal(&self) -> bool {
        self.holds(&self.problem.goal, &mut Vec::new())
    }

    /// Returns every choice of objects for the parameters for which the schema may become applicable.
    pub(crate) fn actions(&self, schema: &Schema) -> Result<Vec<Vec<ObjectId>>, StopReason> {
        self.rule(schema).solutions(self, &self.index, None)
    }

    /// Applies the effects of an action. Returns whether anything changed.
    fn take(
        &mut self,
        schema: &Schema,
        mut values: Vec<ObjectId>,
        new: &mut Vec<GroundAtom>,
    ) -> bool {
        let Some(bounds) = self.ranges.bounds(schema, &values, &self.limits) else {
            return false;
        };
        let (mut atoms, mut numbers) = (Vec::new(), Vec::new());
        self.every_effect(schema, &mut values, &mut |effect, values| {
            let is_sure = effect.condition == ALWAYS;
            let set = effect.atoms.iter();
            atoms.extend(set.map(|(atom, adds)| (GroundAtom::of(atom, values), *adds)));
            let taken = |change| self.ranges.taken(change, values, &bounds, is_sure);
            numbers.extend(effect.numbers.iter().filter_map(taken));
            true
        });
        let mut has_changed = false;
        for (atom, adds) in atoms {
            if !adds && self.initial.contains(&atom) {
                has_changed |= self.fails.insert(atom);
            } else if adds && self.holds.insert(atom.clone()) {
                has_changed = true;
                new.push(atom);
            }
        }
        has_changed | self.ranges.merge(numbers, &bounds, &self.limits)
    }
}

impl Judge for Relaxation<'_> {
    fn objects(&self) -> &ObjectsByType<'_> {
        &self.objects
    }

    fn limits(&self) -> &Ticker {
        &self.limits
    }

    /// Whether the atom has this value at some time.
    fn has_value(&self, atom: &GroundAtom, value: bool) -> bool {
        if value {
            return self.holds.contains(atom);
        }
        let is_derived = self.problem.domain.symbols.derived[atom.predicate];
        is_derived || !self.initial.contains(atom) || self.fails.contains(atom)
    }

    fn compares(&self, comparison: &Comparison, values: &[ObjectId]) -> bool {
        self.ranges.may_compare(comparison, values)
    }
}
