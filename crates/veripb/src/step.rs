//! One step of a task as pseudo-Boolean constraints.
//!
//! Exactly one case applies: the state is the initial state, the state is a goal state, or an action leads from one
//! state to the next. In the first two cases, nothing changes. The cost is always less than the bound.

use crate::formula::{Formula, Id, Lit, Term, Var, plain};
use saut_task::domain::{Cost, INFINITE};
use saut_task::task::{GoalConstraint, Literal, Task};

/// Numbers of the constraints of a step.
#[derive(Debug)]
pub struct Step {
    /// For each fact, the two inequalities of the equation after = before + rises − falls: at least, and at most.
    pub change: Vec<[Id; 2]>,
    /// For each fact: only an action that makes the fact true changes it from false to true.
    pub rises_by: Vec<Id>,
    /// For each fact: only an action that makes the fact false changes it from true to false.
    pub falls_by: Vec<Id>,
    /// The constraints on the costs, if the bound is finite.
    pub costs: Option<Costs>,
}

/// Numbers of the constraints on the costs.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// The cost after the step is at least the cost before the step plus the cost of the action.
    pub not_less: Id,
    /// The cost before the step is less than the bound.
    pub before_bound: Id,
    /// The cost after the step is less than the bound.
    pub after_bound: Id,
}

/// Returns the literal of a fact before the step.
pub const fn before(literal: Literal) -> Lit {
    Var::Fact(literal.fluent.index()).is(literal.value)
}

/// Returns the literal of a fact after the step.
pub const fn after(literal: Literal) -> Lit {
    Var::FactAfter(literal.fluent.index()).is(literal.value)
}

/// Returns the number of binary digits of the costs below the bound.
pub const fn digits(bound: Cost) -> usize {
    if bound == INFINITE {
        return 0;
    }
    let most = bound.saturating_sub(1);
    (Cost::BITS - most.leading_zeros()) as usize
}

/// Returns the cost before the step, multiplied by a factor, as a sum over its binary digits.
pub fn paid(bound: Cost, factor: i128) -> Vec<Term> {
    let digit = |number: usize| (factor << number, Var::Paid(number).is_true());
    (0..digits(bound)).map(digit).collect()
}

impl Step {
    /// Writes the step of a task, for plans that cost less than the bound.
    pub fn write(formula: &mut Formula, task: &Task, bound: Cost) -> Self {
        names(formula, task);
        let facts = task.fluents().len();
        formula.comment("exactly one case: start, goal or an action");
        let actions = (0..task.actions().len()).map(Var::Action);
        let cases = [Var::Start, Var::Goal].into_iter().chain(actions);
        formula.equal(&plain(cases.map(Var::is_true)), 1);
        formula.comment("initial state");
        for (number, &value) in task.start().iter().enumerate() {
            formula.clause([Var::Start.is_false(), Var::Fact(number).is(value)]);
        }
        formula.comment("goal");
        for wish in task.goal() {
            want(formula, wish);
        }
        formula.comment("actions: preconditions and effects");
        let (mut makers, mut breakers) = (vec![Vec::new(); facts], vec![Vec::new(); facts]);
        for (number, action) in task.actions().iter().enumerate() {
            let own = Var::Action(number);
            for &need in &action.preconditions {
                formula.clause([own.is_false(), before(need)]);
            }
            for &effect in &action.effects {
                formula.clause([own.is_false(), after(effect)]);
                let by = if effect.value {
                    &mut makers
                } else {
                    &mut breakers
                };
                by[effect.fluent.index()].push(own.is_true());
            }
        }
        formula.comment("facts: after = before + rises - falls; only actions change them");
        let mut step = Self {
            change: Vec::with_capacity(facts),
            rises_by: Vec::with_capacity(facts),
            falls_by: Vec::with_capacity(facts),
            costs: None,
        };
        for (number, (makers, breakers)) in makers.into_iter().zip(breakers).enumerate() {
            let (rises, falls) = (Var::Rises(number), Var::Falls(number));
            let terms = [
                (1, Var::FactAfter(number).is_true()),
                (-1, Var::Fact(number).is_true()),
                (-1, rises.is_true()),
                (1, falls.is_true()),
            ];
            step.change.push(formula.equal(&terms, 0));
            formula.clause([rises.is_false(), falls.is_false()]);
            let by = |change: Var, all: Vec<Lit>| std::iter::once(change.is_false()).chain(all);
            step.rises_by.push(formula.clause(by(rises, makers)));
            step.falls_by.push(formula.clause(by(falls, breakers)));
        }
        if bound != INFINITE {
            step.costs = Some(costs(formula, task, bound));
        }
        step
    }
}

fn names(formula: &mut Formula, task: &Task) {
    for (number, name) in task.fluents().iter().enumerate() {
        formula.comment(&format!("x{number} = {}", name.escape_default()));
    }
    for (number, action) in task.actions().iter().enumerate() {
        let (name, cost) = (action.name.escape_default(), action.cost);
        formula.comment(&format!("a{number} = {name} cost {cost}"));
    }
}

fn want(formula: &mut Formula, wish: &GoalConstraint) {
    let no_goal = Var::Goal.is_false();
    match wish {
        GoalConstraint::Literal(literal) => {
            formula.clause([no_goal, before(*literal)]);
        }
        GoalConstraint::AnyOf(any) => {
            formula.clause(std::iter::once(no_goal).chain(any.iter().map(|&one| before(one))));
        }
        GoalConstraint::AtMostOne(some) => {
            let all_but_one = crate::formula::as_sum(some.len()) - 1;
            let mut terms = plain(some.iter().map(|one| before(one.is_false())));
            terms.push((all_but_one.max(1), no_goal));
            formula.at_least(&terms, all_but_one);
        }
    }
}

fn costs(formula: &mut Formula, task: &Task, bound: Cost) -> Costs {
    formula.comment("costs: after = before + cost of the action; less than the bound");
    let count = digits(bound);
    for number in 0..count {
        formula.clause([Var::Start.is_false(), Var::Paid(number).is_false()]);
    }
    let after = |factor: i128| {
        let terms = paid(bound, factor).into_iter().enumerate();
        terms.map(|(number, (factor, _))| (factor, Var::PaidAfter(number).is_true()))
    };
    let mut terms: Vec<Term> = after(1).chain(paid(bound, -1)).collect();
    let actions = task.actions().iter().enumerate();
    let priced = actions.filter(|(_, action)| action.cost != 0);
    terms.extend(priced.map(|(number, it)| (-i128::from(it.cost), Var::Action(number).is_true())));
    let [not_less, _] = formula.equal(&terms, 0);
    let least = 1 - i128::from(bound);
    Costs {
        not_less,
        before_bound: formula.at_least(&paid(bound, -1), least),
        after_bound: formula.at_least(&after(-1).collect::<Vec<_>>(), least),
    }
}
