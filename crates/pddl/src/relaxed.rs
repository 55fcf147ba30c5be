//! Facts that hold and that fail at some time if nothing is ever lost, on the task as it was read.
//!
//! If nothing ever stopped holding, and nothing that can become false ever stopped being false, more could be reached
//! than can be. What holds and what is false at some time grows to a fixpoint here ([`crate::datalog`]). What has a rest
//! about facts, or effects under conditions, is looked at again until nothing is new.
//!
//! The grounder's joins, rules and invariants have no part in it: what it says is checked by this. What axioms derive
//! holds at some time where their conditions do, and is taken to be false at some time always. Trajectory constraints
//! and preferences are passed over.
//!
//! Bonet and Geffner, *Planning as heuristic search* (2001), for the relaxation.

use rustc_hash::FxHashSet;

use crate::condition::{ALWAYS, Comparison, Condition, ObjectId, Parameter};
use crate::datalog::{Facts, Index, Judge, Rule, TURNS_OF_A_LOOK, fixpoint};
use crate::domain::{LiftedDomain, Schema};
use crate::effect::{Effect, SimpleEffect};
use crate::problem::{GroundAtom, ObjectsByType, Problem};
use saut_base::stop::{Stop, StopReason, Ticker};

/// Answers of a relaxation on single atoms and comparisons, and what follows for conditions.
pub(crate) trait Relaxation: Judge {
    /// Whether the atom holds at some time, or fails at some time.
    fn may_be(&self, atom: &GroundAtom, value: bool) -> bool;

    /// Whether the comparison is true at some time.
    fn may_compare(&self, comparison: &Comparison, values: &[ObjectId]) -> bool;

    /// Whether the condition holds at some time, each of its parts by itself.
    fn can(&self, condition: &Condition, values: &mut Vec<ObjectId>) -> bool {
        let _ = self.limits().spend(TURNS_OF_A_LOOK);
        match condition {
            Condition::Literal(atom, value) => self.may_be(&GroundAtom::of(atom, values), *value),
            Condition::Equal(left, right, value) => {
                (left.object(values) == right.object(values)) == *value
            }
            Condition::Compare(comparison) => self.may_compare(comparison, values),
            Condition::And(parts) => parts.iter().all(|part| self.can(part, values)),
            Condition::Or(parts) => parts.iter().any(|part| self.can(part, values)),
            Condition::ForAll(variables, inner) => {
                !self.some(variables, values, &mut |values| !self.can(inner, values))
            }
            Condition::Exists(variables, inner) => {
                self.some(variables, values, &mut |values| self.can(inner, values))
            }
        }
    }

    /// Whether some choice of objects for the variables passes.
    fn some(
        &self,
        variables: &[Parameter],
        values: &mut Vec<ObjectId>,
        passes: &mut dyn FnMut(&mut Vec<ObjectId>) -> bool,
    ) -> bool {
        let mut fails = |values: &mut Vec<ObjectId>| {
            let is_over = passes(values) || self.limits().spend(TURNS_OF_A_LOOK).is_err();
            if is_over { Err(()) } else { Ok(()) }
        };
        self.objects().each(variables, values, &mut fails).is_err()
    }

    /// Shows every choice of objects for the variables.
    fn each(
        &self,
        variables: &[Parameter],
        values: &mut Vec<ObjectId>,
        show: &mut dyn FnMut(&mut Vec<ObjectId>),
    ) {
        self.some(variables, values, &mut |values| {
            show(values);
            false
        });
    }
}

/// Facts that hold and that fail at some time, if nothing is ever lost.
pub(crate) struct Relaxed<'a> {
    domain: &'a LiftedDomain,
    problem: &'a Problem,
    initial: FxHashSet<GroundAtom>,
    holds: FxHashSet<GroundAtom>,
    /// Atoms of the start that were deleted; all others fail at the start.
    fails: FxHashSet<GroundAtom>,
    /// Facts that hold, as far as they were matched.
    index: Index,
    objects: ObjectsByType<'a>,
    limits: Ticker,
}

/// The rule of an action or an axiom.
fn rule(parameters: &[Parameter], condition: &Condition, effects: &[Effect]) -> Rule {
    let mut rule = Rule {
        variables: parameters.iter().map(|it| it.types.clone()).collect(),
        ..Rule::default()
    };
    for part in condition.conjuncts() {
        match part {
            Condition::Literal(atom, true) => rule.atoms.push(atom.clone()),
            other => rule.rest.push(other.clone()),
        }
    }
    let is_static = |rest: &Condition| matches!(rest, Condition::Equal(..));
    let is_sure = |effect: &Effect| effect.condition == ALWAYS;
    rule.is_simple = rule.rest.iter().all(is_static) && effects.iter().all(is_sure);
    rule
}

impl<'a> Relaxed<'a> {
    /// The fixpoint; with `until_goal` not further than to where the goal is met. `stop` is asked again and
    /// again.
    pub(crate) fn fixpoint(
        domain: &'a LiftedDomain,
        problem: &'a Problem,
        until_goal: bool,
        stop: &'a Stop,
    ) -> Result<Self, StopReason> {
        let initial: FxHashSet<GroundAtom> = problem.initial.iter().cloned().collect();
        let mut index = Index::default();
        for atom in &initial {
            index.insert(atom);
        }
        let mut relaxed = Self {
            domain,
            problem,
            holds: initial.clone(),
            initial,
            fails: FxHashSet::default(),
            index: Index::default(),
            objects: ObjectsByType::new(problem, domain.types()),
            limits: Ticker::new(stop),
        };
        // An axiom is taken for an action that adds its head.
        let axioms = domain.axioms.iter();
        let heads = axioms
            .clone()
            .map(|one| Effect::always(vec![SimpleEffect::Add(one.head())]));
        let heads: Vec<Effect> = heads.collect();
        let of_axioms = axioms
            .zip(&heads)
            .map(|(one, head)| (&one.parameters, &one.condition, std::slice::from_ref(head)));
        let schemas = domain.schemas.iter();
        let schemas = schemas.map(|one| (&one.parameters, &one.precondition, &one.effects[..]));
        let all: Vec<_> = schemas.chain(of_axioms).collect();
        let rules = all.iter();
        let rules =
            rules.map(|(parameters, condition, effects)| rule(parameters, condition, effects));
        let rules: Vec<Rule> = rules.collect();
        let mut growing = Growing {
            relaxed: &mut relaxed,
            effects: all.iter().map(|(_, _, effects)| *effects).collect(),
            until_goal,
        };
        fixpoint(&mut growing, &rules, &mut index)?;
        relaxed.index = index;
        Ok(relaxed)
    }

    /// Asks now and again whether to go on.
    pub(crate) fn poll(&self) -> Result<(), StopReason> {
        self.limits.spend(TURNS_OF_A_LOOK)
    }

    /// The atoms that hold at some time, in no order.
    pub(crate) fn holding(&self) -> &FxHashSet<GroundAtom> {
        &self.holds
    }

    /// Whether each part of the goal is met at some time.
    pub(crate) fn reaches_goal(&self) -> bool {
        self.can(&self.problem.goal, &mut Vec::new())
    }

    /// Every choice of objects for the parameters of the schema with which it may be applicable at some time.
    pub(crate) fn actions(&self, schema: &Schema) -> Result<Vec<Vec<ObjectId>>, StopReason> {
        let rule = rule(&schema.parameters, &schema.precondition, &schema.effects);
        rule.solutions(self, &self.index, None)
    }

    fn take(
        &mut self,
        effect: &Effect,
        values: &mut Vec<ObjectId>,
        new: &mut Vec<GroundAtom>,
    ) -> bool {
        let mut taken = Vec::new();
        self.each(&effect.variables, values, &mut |values| {
            if self.can(&effect.condition, values) {
                taken.extend(effect.changes.iter().filter_map(|change| match change {
                    SimpleEffect::Add(atom) => Some((GroundAtom::of(atom, values), true)),
                    SimpleEffect::Delete(atom) => Some((GroundAtom::of(atom, values), false)),
                    SimpleEffect::Number(_) => None,
                }));
            }
        });
        let mut has_changed = false;
        for (atom, adds) in taken {
            if !adds && self.initial.contains(&atom) {
                has_changed |= self.fails.insert(atom);
            } else if adds && self.holds.insert(atom.clone()) {
                has_changed = true;
                new.push(atom);
            }
        }
        has_changed
    }
}

/// The fixpoint under way.
struct Growing<'g, 'a> {
    relaxed: &'g mut Relaxed<'a>,
    /// The effects of each rule.
    effects: Vec<&'g [Effect]>,
    until_goal: bool,
}

impl Facts for Growing<'_, '_> {
    fn judge(&self) -> &dyn Judge {
        self.relaxed
    }

    fn take(&mut self, rule: usize, mut values: Vec<ObjectId>, new: &mut Vec<GroundAtom>) -> bool {
        let mut has_changed = false;
        for effect in self.effects[rule] {
            has_changed |= self.relaxed.take(effect, &mut values, new);
        }
        has_changed
    }

    fn is_enough(&self) -> bool {
        self.until_goal && self.relaxed.reaches_goal()
    }
}

impl Relaxation for Relaxed<'_> {
    fn may_be(&self, atom: &GroundAtom, value: bool) -> bool {
        if value {
            return self.holds.contains(atom);
        }
        let is_derived = self.domain.symbols.derived[atom.predicate];
        is_derived || !self.initial.contains(atom) || self.fails.contains(atom)
    }

    fn may_compare(&self, _: &Comparison, _: &[ObjectId]) -> bool {
        true
    }
}

impl Judge for Relaxed<'_> {
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
