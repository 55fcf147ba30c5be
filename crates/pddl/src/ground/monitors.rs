//! Compiles trajectory constraints and preferences into facts, preconditions and effects.
//!
//! A monitor is one fact or a few facts that record whether the earlier states satisfied or violated a constraint.
//! Every ground action that can change a condition of the constraint gets a new precondition or conditional effect.
//! This precondition or effect contains the *regression* of the condition: a formula over the state before the action
//! that is true if and only if the condition holds after the action. Other actions stay unchanged: if an action changes
//! no condition of a constraint, the constraint keeps its truth value.
//!
//! A hard constraint forbids actions that would violate it; a preferred constraint gets a fact that marks it as
//! violated. Conditions with derived facts have no simple regression. For them, every action updates the monitor from
//! the state before the action, and the goal checks the last state.
//!
//! Preferences with a violation cost are evaluated after the last step. One action marks the goal as reached. Then, for
//! each preference in a fixed order, either an action confirms that it holds, or another action pays for it.
//!
//! Bonassi, Gerevini, Percassi, Scala: *On Planning with Qualitative State-Trajectory Constraints in PDDL3 by Compiling
//! them Away* (ICAPS 2021), for the regression; Keyder and Geffner: *Soft Goals Can Be Compiled Away* (2009), for the
//! last steps.

use super::formula::{ConditionGrounder, DefinedFacts, Formula};
use super::limits::{GroundingLimits, Stopped};
use super::split::{ActionTemplate, ConditionalEffect};
use crate::condition::{Condition, ObjectId};
use crate::domain::{Constraint, Modal, Schema};
use crate::interned::{ActionBuilder, InternedAction, Packed};
use crate::measure::Quality;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Maximum number of preferences with a violation cost in the precondition of one action. The action gets a variant for
/// every subset of these preferences.
const MAX_CHOICES: usize = 8;

/// Maximum number of cases of one action if there are monitors. Each monitor may multiply the cases. Above this limit,
/// the action keeps its conditional effects.
const MAX_CASES: usize = 16;

#[derive(Default)]
pub(super) struct Monitors {
    watching: Vec<Monitor>,
    /// For each fact, the numbers of the monitors whose conditions contain it.
    by_fact: FxHashMap<u32, Vec<usize>>,
    /// The monitors with derived facts in their conditions.
    derived: Vec<usize>,
    /// Formula that must hold at the end in addition to the problem's goal.
    pub(super) goal: Formula,
    /// For each preference, the formula that holds at the end if the preference is satisfied, and the violation cost.
    soft: Vec<(Formula, u64)>,
    /// The fact "the plan has not ended", which is a precondition of every step.
    pub(super) running: Option<u32>,
    /// Violation costs of the preferences in preconditions, by name.
    prices: FxHashMap<String, u64>,
    /// For each atom by number, whether it holds in the initial state.
    start: Vec<bool>,
    /// Number of constraints so far, each for one choice of objects.
    instances: usize,
}

struct Monitor {
    modal: Modal,
    first: Formula,
    second: Formula,
    /// Fact that the first condition has held (`at-most-once`, `sometime`), that the second condition has held
    /// (`sometime-before`), or that the second condition must still hold (`sometime-after`).
    mark: u32,
    /// Fact that the constraint is violated; `None` if a violation is forbidden, or if only the end of the plan
    /// decides.
    broken: Option<u32>,
    /// Fact that the first condition has held in a state but not in a later state. Only monitors with derived facts in
    /// their conditions have this fact.
    over: Option<u32>,
}

fn is(fact: u32) -> Formula {
    Formula::Literal(fact, true)
}

fn is_not(fact: u32) -> Formula {
    Formula::Literal(fact, false)
}

const fn on(fact: u32) -> Packed {
    Packed::new(fact, true)
}

const fn off(fact: u32) -> Packed {
    Packed::new(fact, false)
}

impl Monitors {
    /// Creates the monitors of the constraints. If a cheapest plan is required, also creates the monitors of the
    /// preferences.
    pub(super) fn new(formulas: &mut ConditionGrounder, quality: Quality) -> Result<Self, Stopped> {
        let context = formulas.context;
        let trajectory = &context.problem.trajectory;
        let mut monitors = Self {
            start: formulas.reachable.initial_facts(context),
            ..Self::default()
        };
        monitors.goal = monitors.add(formulas, &trajectory.constraints, &mut Vec::new(), true)?;
        if quality == Quality::Cheapest {
            monitors.prices.clone_from(&trajectory.weights);
            for (preference, price) in trajectory.weighed() {
                let (variables, mut values) = (&preference.parameters, Vec::new());
                context
                    .objects
                    .each(variables, &mut values, &mut |values| {
                        let end = monitors.add(formulas, &preference.wanted, values, false)?;
                        if end != Formula::True {
                            monitors.soft.push((end, price));
                        }
                        Ok::<(), Stopped>(())
                    })?;
            }
        }
        if !monitors.soft.is_empty() {
            let running = formulas.auxiliary.fact("running?".to_owned());
            formulas.auxiliary.initial.push(running);
            monitors.running = Some(running);
        }
        for (number, monitor) in monitors.watching.iter().enumerate() {
            let mut facts = Vec::new();
            if !monitors.derived.contains(&number) {
                monitor.first.add_facts(&mut facts);
                monitor.second.add_facts(&mut facts);
            }
            for fact in BTreeSet::from_iter(facts) {
                monitors.by_fact.entry(fact).or_default().push(number);
            }
        }
        Ok(monitors)
    }

    /// Adds the monitors of constraints. Returns the formula that must hold at the end.
    fn add(
        &mut self,
        formulas: &mut ConditionGrounder,
        constraints: &[Constraint],
        values: &mut Vec<ObjectId>,
        is_hard: bool,
    ) -> Result<Formula, Stopped> {
        let mut ends = Vec::new();
        for constraint in constraints {
            self.instances += 1;
            formulas.limits.poll(0)?;
            if self.instances > formulas.limits.facts {
                return Err(Stopped::Facts);
            }
            match constraint {
                Constraint::ForAll(variables, inner) => {
                    let context = formulas.context;
                    context.objects.each(variables, values, &mut |values| {
                        ends.push(self.add(formulas, inner, values, is_hard)?);
                        Ok::<(), Stopped>(())
                    })?;
                }
                Constraint::Modal(Modal::AtEnd, conditions) => {
                    ends.push(formula(formulas, &conditions[0], values)?);
                }
                Constraint::Modal(modal, conditions) => {
                    ends.push(self.add_monitor(formulas, *modal, conditions, values, is_hard)?);
                }
            }
        }
        Ok(Formula::all(ends))
    }

    /// Adds the monitor of one constraint. Returns the formula that must hold at the end.
    fn add_monitor(
        &mut self,
        formulas: &mut ConditionGrounder,
        modal: Modal,
        conditions: &[Condition],
        values: &mut Vec<ObjectId>,
        is_hard: bool,
    ) -> Result<Formula, Stopped> {
        let derived = &formulas.context.domain.symbols.derived;
        let mut atoms = conditions.iter().flat_map(Condition::atoms);
        let is_derived = atoms.any(|(atom, _)| derived[atom.predicate]);
        let first = formula(formulas, &conditions[0], values)?;
        let second = conditions.get(1);
        let second = second.map_or(Ok(Formula::False), |one| formula(formulas, one, values))?;
        let number = self.watching.len();
        let mut mark = |word: &str| formulas.auxiliary.fact(format!("{word}? {number}"));
        let mut monitor = Monitor {
            modal,
            first,
            second,
            mark: 0,
            broken: None,
            over: None,
        };
        if is_derived {
            monitor.mark = mark("seen");
            monitor.broken = Some(mark("broken"));
            monitor.over = Some(mark("over"));
            let end = monitor.end();
            self.derived.push(number);
            self.watching.push(monitor);
            return Ok(end);
        }
        let start = |formula: &Formula| formula.holds(&|fact| self.start[fact as usize]);
        let (first_at_start, second_at_start) = (start(&monitor.first), start(&monitor.second));
        let settled = match modal {
            Modal::Always | Modal::SometimeBefore if first_at_start != (modal == Modal::Always) => {
                Some(Formula::False)
            }
            Modal::Always if monitor.first == Formula::True => Some(Formula::True),
            Modal::Sometime if first_at_start => Some(Formula::True),
            Modal::Sometime if monitor.first == Formula::False => Some(Formula::False),
            Modal::SometimeBefore if second_at_start => Some(Formula::True),
            Modal::AtMostOnce | Modal::SometimeAfter | Modal::SometimeBefore
                if monitor.first == Formula::False =>
            {
                Some(Formula::True)
            }
            _ => None,
        };
        if let Some(settled) = settled {
            return Ok(settled);
        }
        let holds_at_start = match modal {
            Modal::AtMostOnce => first_at_start,
            Modal::SometimeAfter => first_at_start && !second_at_start,
            _ => false,
        };
        if modal != Modal::Always {
            monitor.mark = mark("seen");
        }
        let can_break = !matches!(modal, Modal::Sometime | Modal::SometimeAfter);
        if !is_hard && can_break {
            monitor.broken = Some(mark("broken"));
        }
        if holds_at_start {
            formulas.auxiliary.initial.push(monitor.mark);
        }
        let end = match modal {
            Modal::Sometime => is(monitor.mark),
            Modal::SometimeAfter => is_not(monitor.mark),
            _ => monitor.broken.map_or(Formula::True, is_not),
        };
        self.watching.push(monitor);
        Ok(end)
    }

    pub(super) fn most_cases(&self, usual: usize) -> usize {
        if self.watching.is_empty() {
            usual
        } else {
            usual.min(MAX_CASES)
        }
    }

    /// Whether an action without conditional effects has to be extended for a monitor or a preference.
    pub(super) fn watch(&self, schema: &Schema, lists: &ActionBuilder) -> bool {
        let mut changed = lists.effects.iter().map(|one| one.fact());
        !self.derived.is_empty()
            || schema
                .preferences
                .iter()
                .any(|one| self.prices.contains_key(&one.name))
            || !self.by_fact.is_empty() && changed.any(|fact| self.by_fact.contains_key(&fact))
    }

    /// Adds to an action the preconditions and effects that the monitors need.
    pub(super) fn extend(
        &self,
        undecided: &mut ActionTemplate,
        limits: &GroundingLimits,
    ) -> Result<(), Stopped> {
        let conditional = undecided.effects.iter().flat_map(|(_, effects)| effects);
        let changed = undecided.lists.effects.iter().chain(conditional);
        let watching = changed.filter_map(|one| self.by_fact.get(&one.fact()));
        let watching: BTreeSet<usize> = watching.flatten().copied().collect();
        if watching.is_empty() && self.derived.is_empty() {
            return Ok(());
        }
        let mut more = ActionTemplate::default();
        let sure: FxHashSet<Packed> = undecided.lists.effects.iter().copied().collect();
        let known = undecided.lists.preconditions.iter();
        let known = known.map(|one| (one.fact(), one.holds())).collect();
        for number in watching {
            limits.poll(undecided.effects.len())?;
            let monitor = &self.watching[number];
            let formulas = [&monitor.first, &monitor.second];
            let after = formulas.map(|formula| regression(formula, &sure, &undecided.effects));
            if after != [monitor.first.clone(), monitor.second.clone()] {
                let after = after.map(|formula| formula.given(&known));
                monitor.step(after, &known, &mut more);
            }
        }
        for &number in &self.derived {
            limits.poll(known.len())?;
            let monitor = &self.watching[number];
            let before = [&monitor.first, &monitor.second];
            let before = before.map(|formula| formula.given(&known));
            monitor.step(before, &known, &mut more);
        }
        undecided.precondition.append(&mut more.precondition);
        undecided.effects.append(&mut more.effects);
        Ok(())
    }

    /// Returns the variants of the action: one for each set of satisfied preferences of its precondition. Only
    /// preferences with a violation cost count. The violated preferences add their costs.
    pub(super) fn with_or_without(
        &self,
        schema: &Schema,
        arguments: &[ObjectId],
        undecided: ActionTemplate,
        formulas: &mut ConditionGrounder,
    ) -> Result<Vec<(ActionTemplate, u64)>, Stopped> {
        let mut variants = vec![(undecided, 0)];
        let priced = schema.preferences.iter();
        let priced = priced.filter_map(|one| Some((one, *self.prices.get(&one.name)?)));
        let priced: Vec<_> = priced.filter(|(_, price)| *price > 0).collect();
        if priced.len() > MAX_CHOICES {
            return Err(Stopped::Cases(String::new()));
        }
        for (preference, price) in priced {
            let holds = formulas.of(&preference.wanted, &mut arguments.to_vec())?;
            let with = |formula: Formula, extra: u64| {
                move |(undecided, sum): &(ActionTemplate, u64)| {
                    let mut undecided = undecided.clone();
                    undecided.precondition.push(formula.clone());
                    (undecided, sum + extra)
                }
            };
            let without = variants.iter().map(with(holds.negated(), price));
            let without: Vec<_> = without.collect();
            variants = variants.iter().map(with(holds, 0)).collect();
            variants.extend(without);
        }
        Ok(variants)
    }

    /// Adds the actions that follow the last step, if there are preferences. Returns the fact "all preferences are
    /// confirmed or paid for".
    pub(super) fn settle(
        &self,
        goal: &Formula,
        auxiliary: &mut DefinedFacts,
        actions: &mut Vec<InternedAction>,
        limits: &GroundingLimits,
    ) -> Result<Option<u32>, Stopped> {
        let Some(running) = self.running else {
            return Ok(None);
        };
        let mut stage = auxiliary.fact("settled? 0".to_owned());
        let mut add =
            |condition: Option<&Formula>, stages: [u32; 2], cost, aux: &mut DefinedFacts| {
                let undecided = ActionTemplate {
                    lists: ActionBuilder {
                        preconditions: vec![on(stages[0])],
                        effects: vec![off(stages[0]), on(stages[1])],
                        ..ActionBuilder::default()
                    },
                    precondition: condition.into_iter().cloned().collect(),
                    ..ActionTemplate::default()
                };
                let cases = undecided.cases_or_facts(limits.cases, aux, limits)?;
                actions.extend(cases.into_iter().map(|case| case.action(None, &[], cost)));
                Ok::<(), Stopped>(())
            };
        add(Some(goal), [running, stage], 0, auxiliary)?;
        for (number, (obeyed, price)) in self.soft.iter().enumerate() {
            let next = auxiliary.fact(format!("settled? {}", number + 1));
            add(Some(obeyed), [stage, next], 0, auxiliary)?;
            add(None, [stage, next], *price, auxiliary)?;
            stage = next;
        }
        Ok(Some(stage))
    }
}

impl Monitor {
    /// Returns the formula that must hold at the end, for a monitor with derived facts, whose marks do not yet cover
    /// the last state.
    fn end(&self) -> Formula {
        let Self { first, second, .. } = self;
        let not_broken = self.broken.map_or(Formula::True, is_not);
        match self.modal {
            Modal::AtEnd | Modal::Always => Formula::all([not_broken, first.clone()]),
            Modal::Sometime => Formula::any([is(self.mark), first.clone()]),
            Modal::AtMostOnce => {
                let not_over = self.over.map_or(Formula::True, is_not);
                let last = Formula::any([not_over, first.negated()]);
                Formula::all([not_broken, last])
            }
            Modal::SometimeAfter => {
                let nothing_due = Formula::all([is_not(self.mark), first.negated()]);
                Formula::any([second.clone(), nothing_due])
            }
            Modal::SometimeBefore => {
                let last = Formula::any([first.negated(), is(self.mark)]);
                Formula::all([not_broken, last])
            }
        }
    }

    /// Adds to an action the preconditions and effects that the monitor needs. The formulas are the regressions of the
    /// two conditions, or the conditions themselves if they have derived facts.
    fn step(
        &self,
        [first, second]: [Formula; 2],
        known: &FxHashMap<u32, bool>,
        action: &mut ActionTemplate,
    ) {
        let breaks = match (self.modal, self.over) {
            (Modal::AtEnd | Modal::Always, _) => first.negated(),
            (Modal::Sometime | Modal::SometimeAfter, _) => Formula::False,
            (Modal::AtMostOnce, Some(over)) => {
                let ends = Formula::all([is(self.mark), first.negated()]);
                when(action, ends, &[on(over)]);
                Formula::all([is(over), first.clone()])
            }
            (Modal::AtMostOnce, None) => {
                let begins = self.first.given(known).negated();
                Formula::all([is(self.mark), first.clone(), begins])
            }
            (Modal::SometimeBefore, _) => Formula::all([first.clone(), is_not(self.mark)]),
        };
        match self.broken {
            Some(broken) => when(action, breaks, &[on(broken)]),
            None if breaks == Formula::False => {}
            None => action.precondition.push(breaks.negated()),
        }
        match self.modal {
            Modal::AtEnd | Modal::Always => {}
            Modal::Sometime | Modal::AtMostOnce => when(action, first, &[on(self.mark)]),
            Modal::SometimeBefore => when(action, second, &[on(self.mark)]),
            Modal::SometimeAfter => {
                let due = Formula::all([first, second.negated()]);
                when(action, due, &[on(self.mark)]);
                when(action, second, &[off(self.mark)]);
            }
        }
    }
}

/// Adds one conditional effect for each part of a disjunction, so that a disjunction does not need an auxiliary fact.
fn when(action: &mut ActionTemplate, condition: Formula, effects: &[Packed]) {
    let parts = match condition {
        Formula::False => return,
        Formula::Or(parts) => parts,
        other => vec![other],
    };
    let parts = parts.into_iter();
    action
        .effects
        .extend(parts.map(|condition| (condition, effects.to_vec())));
}

/// Returns the regression of a formula: it holds before the action if and only if the formula holds after the action.
/// The action has unconditional (`sure`) and conditional effects.
fn regression(
    formula: &Formula,
    sure: &FxHashSet<Packed>,
    conditional: &[ConditionalEffect],
) -> Formula {
    formula.replaced(&|fact| {
        if sure.contains(&on(fact)) {
            return Formula::True;
        }
        let under = |effect: Packed| {
            let making = conditional.iter();
            let making = making.filter(move |(_, effects)| effects.contains(&effect));
            Formula::any(making.map(|(condition, _)| condition.clone()))
        };
        let added = under(on(fact));
        if sure.contains(&off(fact)) {
            return added;
        }
        let deleted = under(off(fact));
        Formula::any([added, Formula::all([is(fact), deleted.negated()])])
    })
}

fn formula(
    formulas: &mut ConditionGrounder,
    condition: &Condition,
    values: &mut Vec<ObjectId>,
) -> Result<Formula, Stopped> {
    formulas.parts = 0;
    let formula = formulas.of(condition, values);
    formula.map_err(|stopped| stopped.named("a trajectory constraint"))
}
