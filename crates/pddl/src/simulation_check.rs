//! Checks that the ground task has every plan of the parsed task, without code of the grounder.
//!
//! Certificates are about the ground task. This check shows that the ground task is an abstraction of the parsed task,
//! so that a certificate for the ground task is valid for both tasks. The facts of the ground task are some atoms of
//! the parsed task, and both tasks have the same initial state. If a step changes these atoms, a ground action of the
//! same name makes the same changes at no higher cost.
//!
//! The steps are enumerated by the plain fixpoint ([`Relaxation`]), and the check relies on its atoms. Each step has
//! the conditions and effects of the parsed task. If the conditions or effects depend on an unknown fact, the check
//! assumes both values of this fact in turn. A step may also lack a ground action if its precondition requires two
//! facts of a mutex group of the task. [`Task`] has proved these groups from its actions. By induction over its steps,
//! a plan never contains such a step.
//!
//! The ground task leaves out effects that only give a fact a value that no condition needs. So a state of the ground
//! task may differ from the state of the plan in some facts, but no condition needs the values that these facts have in
//! the plan. Every action that is applicable in the plan is still applicable in the ground task.
//!
//! Seipp and Helmert: *Counterexample-Guided Cartesian Abstraction Refinement* (2018), section 2, for abstractions.

use rustc_hash::{FxHashMap, FxHashSet};
use saut_base::lists::number;
use saut_base::stop::{Stop, StopReason};
use saut_task::task::{Fluent, Literal, Task};

use crate::condition::{Condition, ObjectId};
use crate::domain::{Effect, Schema};
use crate::ground::{GroundAction, GroundTask};
use crate::judge::Judge as _;
use crate::measure::Objective;
use crate::problem::{GroundAtom, Problem};
use crate::relaxed::{NumericRelaxation, Relaxation};
use crate::validate::cost;

/// Maximum number of assumptions about one step.
const MAX_ASSUMPTIONS: usize = 4096;

/// Reason why the check failed to show that every plan of the parsed task has a corresponding plan of the ground task.
type Mismatch = String;

fn stopped(_: StopReason) -> Mismatch {
    "a limit ended the check of the ground actions against the files".into()
}

/// Checks the ground task, which is also the task of the planner, against the parsed task. `stop` is polled regularly.
///
/// # Errors
///
/// The [`Mismatch`], which is also returned for tasks that the check does not support.
pub(crate) fn check_simulation(
    problem: &Problem,
    ground: &GroundTask,
    task: &Task,
    stop: &Stop,
) -> Result<(), Mismatch> {
    if !problem.trajectory.constraints.is_empty() || !problem.trajectory.weights.is_empty() {
        return Err("the task has trajectory constraints or preferences".into());
    }
    if !problem.domain.axioms.is_empty() {
        return Err("the task has axioms".into());
    }
    if !ground.axioms.is_empty() {
        return Err("the ground task has auxiliary facts for conditions".into());
    }
    let relaxed =
        Relaxation::fixpoint(problem, NumericRelaxation::Any, false, stop).map_err(stopped)?;
    let mut checker = SimulationCheck::new(problem, ground, task, &relaxed)?;
    checker.check_start()?;
    let goal = checker.check_goal();
    // If the run has been stopped, the result is meaningless.
    relaxed.poll().map_err(stopped)?;
    goal?;
    for schema in &problem.domain.schemas {
        for values in relaxed.actions(schema).map_err(stopped)? {
            let covered = checker.check_step(schema, values);
            relaxed.poll().map_err(stopped)?;
            covered?;
        }
    }
    Ok(())
}

/// A fact by number: first the facts of the ground task, then other atoms.
type Fact = u32;

#[derive(Clone, Debug, PartialEq, Eq)]
enum GroundCondition {
    Literal(Fact, bool),
    /// The conjunction of the parts (true without parts), or their disjunction (false without parts).
    Parts(Vec<GroundCondition>, bool),
}

/// Truth value of a formula if some facts are known. If these facts do not determine the truth value, the error is an
/// unknown fact of the formula.
type Truth = Result<bool, Fact>;

impl GroundCondition {
    fn truth(&self, known: &PartialAssignment) -> Truth {
        match self {
            Self::Literal(fact, value) => truth_of(*fact, *value, known),
            Self::Parts(parts, all) => joined(parts.iter().map(|part| part.truth(known)), *all),
        }
    }

    /// Records the literals that the formula implies.
    fn note(&self, known: &mut PartialAssignment) {
        match self {
            Self::Literal(fact, value) => {
                known.entry(*fact).or_insert(*value);
            }
            Self::Parts(parts, true) => {
                for part in parts {
                    part.note(known);
                }
            }
            Self::Parts(_, false) => {}
        }
    }
}

type PartialAssignment = FxHashMap<Fact, bool>;

/// A change of a fact of the ground task to a value, if the condition holds.
type FactChange = (GroundCondition, Fact, bool);

struct SimulationCheck<'c> {
    problem: &'c Problem,
    ground: &'c GroundTask,
    task: &'c Task,
    relaxed: &'c Relaxation<'c>,
    /// Number of each atom that may hold.
    numbers: FxHashMap<GroundAtom, Fact>,
    /// The ground actions by the name of their step. The actions that mark the goal as reached are stored under the
    /// empty name.
    steps: FxHashMap<&'c str, Vec<&'c GroundAction>>,
    /// For each fact of the ground task, whether a precondition, an effect condition or the goal requires it to be
    /// false, and whether one requires it to be true.
    needed: Vec<[bool; 2]>,
    assumptions: usize,
}

impl<'c> SimulationCheck<'c> {
    fn new(
        problem: &'c Problem,
        ground: &'c GroundTask,
        task: &'c Task,
        relaxed: &'c Relaxation<'c>,
    ) -> Result<Self, Mismatch> {
        let mut by_name: FxHashMap<&str, Fact> = FxHashMap::default();
        for (name, number) in ground.facts.iter().zip(0..) {
            if by_name.insert(name, number).is_some() {
                return Err(format!(
                    "two facts of the ground task have the name ({name})"
                ));
            }
        }
        let mut next = number(ground.facts.len());
        let mut numbers = FxHashMap::default();
        for atom in &relaxed.holds {
            let name = problem.written(atom);
            let number = by_name.get(name.as_str()).copied().unwrap_or_else(|| {
                next += 1;
                next - 1
            });
            numbers.insert(atom.clone(), number);
        }
        let mut steps: FxHashMap<&str, Vec<&GroundAction>> = FxHashMap::default();
        for action in &ground.actions {
            let name = if action.is_step { &action.name } else { "" };
            steps.entry(name).or_default().push(action);
        }
        Ok(Self {
            problem,
            ground,
            task,
            relaxed,
            numbers,
            steps,
            needed: needed(ground),
            assumptions: 0,
        })
    }

    /// Checks that both tasks have the same initial state.
    fn check_start(&self) -> Result<(), Mismatch> {
        let initial = self.problem.initial.iter();
        let initial: FxHashSet<Fact> = initial.map(|atom| self.numbers[atom]).collect();
        let at_start = self.ground.initial.iter();
        let at_start: FxHashSet<Fact> = at_start.map(|fact| number(fact.index())).collect();
        let mut names = (0..).zip(&self.ground.facts);
        match names.find(|(fact, _)| initial.contains(fact) != at_start.contains(fact)) {
            None => Ok(()),
            Some((_, name)) => Err(format!(
                "the initial value of ({name}) differs from the problem"
            )),
        }
    }

    /// Checks that every goal state of the problem is a goal state of the ground task, or that an action can mark the
    /// goal as reached in this state.
    fn check_goal(&mut self) -> Result<(), Mismatch> {
        // The goal is checked like a step without changes; its ground action must lead to the goal of the ground task.
        let step = GroundStep {
            precondition: self.formula(&self.problem.goal, &mut Vec::new()),
            changes: Vec::new(),
            cost: 0,
            candidates: self.candidates(""),
            is_goal: true,
        };
        if self.begin(&step) {
            return Ok(());
        }
        Err("the goal of the ground task differs from the goal of the problem".into())
    }

    fn candidates(&self, name: &str) -> Vec<&'c GroundAction> {
        self.steps.get(name).cloned().unwrap_or_default()
    }

    /// Whether a step is covered. The check begins without assumptions.
    fn begin(&mut self, step: &GroundStep) -> bool {
        let mut known = PartialAssignment::default();
        step.precondition.note(&mut known);
        self.assumptions = 0;
        self.step_is_covered(step, &mut known)
    }

    /// Whether the step is covered for both values of a fact.
    fn assume(&mut self, fact: Fact, step: &GroundStep, known: &mut PartialAssignment) -> bool {
        self.assumptions += 1;
        let is_over = self.relaxed.limits().check_now().is_err();
        if is_over || self.assumptions > MAX_ASSUMPTIONS {
            return false;
        }
        [true, false].into_iter().all(|value| {
            known.insert(fact, value);
            let is_covered = self.step_is_covered(step, known);
            known.remove(&fact);
            is_covered
        })
    }

    fn check_step(&mut self, schema: &Schema, mut values: Vec<ObjectId>) -> Result<(), Mismatch> {
        let cost = match self.problem.objective() {
            Objective::Cost => cost(self.problem, schema, &values),
            _ => Ok(1),
        };
        // A step whose cost has no value is never applicable.
        let Ok(cost) = cost else { return Ok(()) };
        let precondition = self.formula(&schema.precondition, &mut values);
        let mut changes = Vec::new();
        for effect in &schema.effects {
            self.changes(effect, &mut values, &mut changes);
        }
        if changes.is_empty() {
            return Ok(());
        }
        let name = format!("({})", self.problem.applied(&schema.name, &values));
        let candidates = self.candidates(&name);
        let step = GroundStep {
            precondition,
            changes,
            cost,
            candidates,
            is_goal: false,
        };
        if self.begin(&step) {
            return Ok(());
        }
        Err(if self.assumptions > MAX_ASSUMPTIONS {
            format!("{name} has too many cases")
        } else {
            format!("{name} is not a ground action, for a reason that the check does not cover")
        })
    }

    fn step_is_covered(&mut self, step: &GroundStep, known: &mut PartialAssignment) -> bool {
        match step.precondition.truth(known) {
            Ok(false) => return true,
            Ok(true) => {}
            Err(fact) => return self.assume(fact, step, known),
        }
        if self.is_excluded(known) {
            return true;
        }
        // An atom that is both deleted and added holds afterwards.
        let mut after = PartialAssignment::default();
        for (condition, fact, value) in &step.changes {
            match condition.truth(known) {
                Ok(false) => {}
                Err(fact) => return self.assume(fact, step, known),
                Ok(true) => *after.entry(*fact).or_insert(*value) |= value,
            }
        }
        let is_covered_by = |ground: &PartialAssignment| {
            if step.is_goal {
                let mut goal = self
                    .ground
                    .goal
                    .iter()
                    .map(|one| (fact_of(*one), one.value));
                return goal.all(|(fact, value)| {
                    ground.get(&fact).or_else(|| known.get(&fact)) == Some(&value)
                });
            }
            self.is_covered_by(&after, ground, known)
        };
        if is_covered_by(&PartialAssignment::default()) {
            return true;
        }
        let mut open = None;
        for action in &step.candidates {
            match after_ground(action, known) {
                Ok(Some(ground)) if action.action.cost <= step.cost && is_covered_by(&ground) => {
                    return true;
                }
                Ok(_) => {}
                Err(fact) => {
                    open.get_or_insert(fact);
                }
            }
        }
        // An effect may change nothing because the fact already has that value.
        let mut unknown = after.keys().filter(|fact| !known.contains_key(fact));
        let open = open.or_else(|| unknown.next().copied());
        open.is_some_and(|fact| self.assume(fact, step, known))
    }

    /// Whether the ground task and the plan stay in the same state, except for values that no condition needs, if the
    /// step changes facts like `step` and the ground action like `ground`.
    fn is_covered_by(
        &self,
        step: &PartialAssignment,
        ground: &PartialAssignment,
        known: &PartialAssignment,
    ) -> bool {
        let has = |fact: Fact, value: bool| known.get(&fact) == Some(&value);
        let of_step = step.iter().all(|(&fact, &value)| {
            !self.is_needed(fact, value)
                || ground
                    .get(&fact)
                    .map_or(has(fact, value), |other| *other == value)
        });
        let unmatched = ground.iter().filter(|(fact, _)| !step.contains_key(fact));
        let mut unmatched = unmatched.map(|(&fact, &value)| (fact, value));
        of_step && unmatched.all(|(fact, value)| has(fact, value) || !self.is_needed(fact, !value))
    }

    /// Whether a fact belongs to the ground task and some condition requires it to have this value.
    fn is_needed(&self, fact: Fact, value: bool) -> bool {
        let needed = self.needed.get(fact as usize);
        needed.is_some_and(|needed| needed[usize::from(value)])
    }

    /// Whether two known facts contradict a mutex that the task has proved.
    fn is_excluded(&self, known: &PartialAssignment) -> bool {
        // Facts whose known value is not needed may differ in the ground task.
        let tracked = known.iter();
        let tracked = tracked.filter(|(fact, value)| self.is_needed(**fact, **value));
        let literals = tracked.map(|(fact, holds)| Literal {
            fluent: Fluent::new(*fact as usize),
            value: *holds,
        });
        let literals: Vec<Literal> = literals.collect();
        let _ = self.relaxed.limits().spend(literals.len().pow(2) / 2);
        self.task.mutexes().contradict(&literals)
    }

    fn formula(&self, condition: &Condition, values: &mut Vec<ObjectId>) -> GroundCondition {
        let _ = self.relaxed.poll();
        let all = matches!(condition, Condition::And(_) | Condition::ForAll(..));
        match condition {
            Condition::Literal(atom, holds) => {
                let atom = GroundAtom::of(atom, values);
                if !self.relaxed.has_value(&atom, *holds) {
                    return constant(false);
                }
                if !self.relaxed.has_value(&atom, !holds) {
                    return constant(true);
                }
                GroundCondition::Literal(self.numbers[&atom], *holds)
            }
            // Numeric tasks have no ground task of this kind, so the check is never called for them.
            Condition::Compare(_) => constant(true),
            Condition::Equal(left, right, holds) => {
                constant((left.object(values) == right.object(values)) == *holds)
            }
            Condition::And(parts) | Condition::Or(parts) => {
                let parts = parts.iter().map(|part| self.formula(part, values));
                together(parts.collect(), all)
            }
            Condition::ForAll(variables, inner) | Condition::Exists(variables, inner) => {
                let mut parts = Vec::new();
                self.relaxed.every(variables, values, &mut |values| {
                    parts.push(self.formula(inner, values));
                    parts.last() != Some(&constant(!all))
                });
                together(parts, all)
            }
        }
    }

    /// Adds the changes that an effect makes to the facts of the ground task.
    fn changes(&self, effect: &Effect, values: &mut Vec<ObjectId>, changes: &mut Vec<FactChange>) {
        self.relaxed
            .every(&effect.variables, values, &mut |values| {
                let condition = self.formula(&effect.condition, values);
                if condition == constant(false) {
                    return true;
                }
                for (atom, value) in &effect.atoms {
                    let fact = self.numbers.get(&GroundAtom::of(atom, values)).copied();
                    let fact = fact.filter(|fact| (*fact as usize) < self.ground.facts.len());
                    changes.extend(fact.map(|fact| (condition.clone(), fact, *value)));
                }
                true
            });
    }
}

struct GroundStep<'c> {
    precondition: GroundCondition,
    changes: Vec<FactChange>,
    cost: u64,
    /// The ground actions with the same name.
    candidates: Vec<&'c GroundAction>,
    /// Whether this represents the goal instead of a step of a plan.
    is_goal: bool,
}

fn constant(truth: bool) -> GroundCondition {
    GroundCondition::Parts(Vec::new(), truth)
}

/// Returns the conjunction or disjunction of the parts.
fn together(mut parts: Vec<GroundCondition>, all: bool) -> GroundCondition {
    if parts.contains(&constant(!all)) {
        return constant(!all);
    }
    parts.retain(|part| *part != constant(all));
    if parts.len() == 1 {
        return parts.remove(0);
    }
    GroundCondition::Parts(parts, all)
}

fn fact_of(literal: Literal) -> Fact {
    number(literal.fluent.index())
}

fn truth_of(fact: Fact, value: bool, known: &PartialAssignment) -> Truth {
    known.get(&fact).map(|known| *known == value).ok_or(fact)
}

/// Returns the truth value of a conjunction (or a disjunction) of parts with these truth values.
fn joined(parts: impl Iterator<Item = Truth>, all: bool) -> Truth {
    let mut joined = Ok(all);
    for truth in parts {
        if truth == Ok(!all) {
            return truth;
        }
        joined = joined.and(truth);
    }
    joined
}

/// Returns the truth value of the conjunction of the literals.
fn hold(literals: &[Literal], known: &PartialAssignment) -> Truth {
    let literals = literals.iter();
    let truths = literals.map(|one| truth_of(fact_of(*one), one.value, known));
    joined(truths, true)
}

/// Returns the changes by a ground action; `None` if it is not applicable. If the known facts do not determine the
/// changes, the error is a fact on which the changes depend.
fn after_ground(
    ground: &GroundAction,
    known: &PartialAssignment,
) -> Result<Option<PartialAssignment>, Fact> {
    if !hold(&ground.action.preconditions, known)? {
        return Ok(None);
    }
    let mut effects = ground.action.effects.clone();
    for one in &ground.action.conditional {
        if hold(&one.conditions, known)? {
            effects.push(one.effect);
        }
    }
    // A fact that is both deleted and added holds afterwards.
    effects.sort_by_key(|one| one.value);
    let effects = effects.into_iter();
    let effects = effects.map(|one| (fact_of(one), one.value));
    Ok(Some(effects.collect()))
}

/// Returns, for each fact, whether some condition requires it to be false, and whether some condition requires it to be
/// true.
fn needed(ground: &GroundTask) -> Vec<[bool; 2]> {
    let mut needed = vec![[false; 2]; ground.facts.len()];
    let mut note = |literals: &[Literal], is_both: bool| {
        for literal in literals {
            let needed = &mut needed[literal.fluent.index()];
            needed[usize::from(literal.value)] = true;
            needed[usize::from(!literal.value)] |= is_both;
        }
    };
    note(&ground.goal, false);
    for action in &ground.actions {
        note(&action.action.preconditions, false);
        // The effect must take place in both tasks or in neither, so both values of its condition count as needed.
        for effect in &action.action.conditional {
            note(&effect.conditions, true);
        }
    }
    needed
}

#[cfg(test)]
mod tests;
