//! Writer for CNF formulas: creates named variables and clauses, and writes the axioms that several encodings share.

use rustsat::OutOfMemory;
use rustsat::encodings::CollectClauses;
use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit};

use super::AtMostOne;
use super::conditional::all_of;
use super::derived::Clauses;
use super::language::{Branch, FluentCondition, FormulaBuilder};
use super::step_map::When;
use crate::formula::{Formula, Mark, Part, VarName, literal};
use crate::task::{Action, Conditional, Fluent, GoalConstraint, Literal, Task};
use saut_base::stop::{Stop, StopReason, Ticker};

/// A formula that is being written.
#[derive(Debug, Default)]
pub struct Writer {
    pub cnf: Cnf,
    pub names: Vec<VarName>,
    pub marks: Vec<Mark>,
    limits: Ticker,
}

impl Writer {
    /// Creates a variable and returns its positive literal.
    pub fn var(&mut self, name: VarName) -> Lit {
        self.names.push(name);
        literal(self.names.len() - 1)
    }

    /// Adds a clause.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        if self.limits.stop_reason().is_none() {
            self.cnf.add_clause(literals.into_iter().collect());
        }
    }

    /// Adds the clause `a → b`.
    pub fn implies(&mut self, a: Lit, b: Lit) {
        self.clause([!a, b]);
    }

    /// Adds clauses that allow at most one of the literals to be true.
    pub fn at_most_one(&mut self, form: AtMostOne, literals: &[Lit]) {
        let variables = form.write(self, self.names.len(), literals);
        self.names.resize(variables, VarName::Auxiliary);
    }

    /// Creates one variable for each action of a step.
    pub fn actions(&mut self, task: &Task, step: usize) -> Vec<Lit> {
        task.action_ids()
            .map(|action| self.var(VarName::Action { step, action }))
            .collect()
    }

    /// Creates the literals of a new step: its actions, then the state after it.
    pub fn step(&mut self, task: &Task, i: usize, before: Vec<Lit>) -> Step {
        let (happens, after) = (self.actions(task, i), self.state(task, i));
        let mut fires = Vec::new();
        if task.has_conditional_effects() {
            for (action, &happens) in task.actions().iter().zip(&happens) {
                let all = action.conditional.iter();
                fires.push(all.map(|one| self.fires(happens, &before, one)).collect());
            }
        }
        Step {
            before,
            happens,
            after,
            fires,
        }
    }

    /// C1: returns a literal that is true if and only if a conditional effect takes place. If the effect has no
    /// conditions, this is the literal of its action.
    fn fires(&mut self, happens: Lit, before: &[Lit], one: &Conditional) -> Lit {
        if one.conditions.is_empty() {
            return happens;
        }
        let conditions = one.conditions.iter();
        let conditions = conditions.map(|one| (before[one.fluent.index()], one.value));
        all_of(
            [(happens, true)].into_iter().chain(conditions).collect(),
            self,
        )
    }

    /// Writes that the preconditions of an action hold before the step, and its effects after the step. Only the
    /// literals of `chosen` fluents of each action are written.
    pub fn preconditions_and_effects(
        &mut self,
        task: &Task,
        step: &Step,
        chosen: impl Fn(&Action, Fluent) -> bool,
    ) {
        for (action, &happens) in task.actions().iter().zip(&step.happens) {
            let is_chosen = |literal: &&Literal| chosen(action, literal.fluent);
            for &wanted in action.preconditions.iter().filter(is_chosen) {
                self.implies(happens, at(&step.before, wanted));
            }
            for &effect in action.effects.iter().filter(is_chosen) {
                self.implies(happens, at(&step.after, effect));
            }
        }
        for (action, fires) in task.actions().iter().zip(&step.fires) {
            for (one, &fired) in action.conditional.iter().zip(fires) {
                let added = action.conditional_on(one.effect.fluent.is_true());
                let added = added
                    .filter(|_| !one.effect.value)
                    .map(|number| fires[number]);
                let after = [!fired, at(&step.after, one.effect)].into_iter();
                self.clause(after.chain(added)); // C2
            }
        }
    }

    /// Writes the explanatory frame axioms (Haas 1987) of the `chosen` fluents: a fluent only changes if an action that
    /// changes it happens. Derived fluents need no frame axioms, because the rules determine their values.
    pub fn frame(&mut self, task: &Task, step: &Step, chosen: impl Fn(Fluent) -> bool) {
        let fluents = task.fluents().len();
        // For each fluent, first the actions that make it false, then the actions that make it true.
        let mut changers = [vec![Vec::new(); fluents], vec![Vec::new(); fluents]];
        for (action, &happens) in task.actions().iter().zip(&step.happens) {
            for effect in &action.effects {
                changers[usize::from(effect.value)][effect.fluent.index()].push(happens);
            }
        }
        for (action, fires) in task.actions().iter().zip(&step.fires) {
            for (one, &fired) in action.conditional.iter().zip(fires) {
                changers[usize::from(one.effect.value)][one.effect.fluent.index()].push(fired); // C3
            }
        }
        let [deleters, adders] = changers;
        let basic = task.fluent_ids().filter(|&fluent| !task.is_derived(fluent));
        for fluent in basic.filter(|&fluent| chosen(fluent)).map(Fluent::index) {
            let (was, is) = (step.before[fluent], step.after[fluent]);
            let adders = adders[fluent].iter().copied();
            self.clause([was, !is].into_iter().chain(adders));
            let deleters = deleters[fluent].iter().copied();
            self.clause([!was, is].into_iter().chain(deleters));
        }
    }
}

impl Clauses for Writer {
    type Bit = Lit;

    fn fresh(&mut self) -> Lit {
        self.var(VarName::Auxiliary)
    }

    fn any_of(&mut self, literals: &[(Lit, bool)]) {
        self.clause(
            literals
                .iter()
                .map(|&(literal, value)| signed(literal, value)),
        );
    }

    fn at_most_one(&mut self, bits: &[Lit]) {
        let form = AtMostOne::linear(bits.len());
        Self::at_most_one(self, form, bits);
    }
}

impl CollectClauses for Writer {
    fn n_clauses(&self) -> usize {
        self.cnf.len()
    }

    fn extend_clauses<T: IntoIterator<Item = Clause>>(
        &mut self,
        clauses: T,
    ) -> Result<(), OutOfMemory> {
        for clause in clauses {
            if self.limits.stop_reason().is_none() {
                self.cnf.add_clause(clause);
            }
        }
        Ok(())
    }
}

/// The literals that the axioms of a step use.
#[derive(Clone, Debug)]
pub struct Step {
    /// Literals of the fluents before the step.
    pub before: Vec<Lit>,
    /// Literals of the actions, by number.
    pub happens: Vec<Lit>,
    /// Literals of the fluents after the step.
    pub after: Vec<Lit>,
    /// For each action, the literals of its conditional effects that take place; empty if no action has conditional
    /// effects.
    pub fires: Vec<Vec<Lit>>,
}

/// Returns the literal that is true if and only if `literal` has this value.
pub fn signed(literal: Lit, value: bool) -> Lit {
    if value { literal } else { !literal }
}

/// Returns the formula literal for a literal of the task in a state.
pub fn at(state: &[Lit], literal: Literal) -> Lit {
    signed(state[literal.fluent.index()], literal.value)
}

impl FormulaBuilder for Writer {
    fn within(stop: &Stop) -> Self {
        Self {
            limits: Ticker::lazy(stop),
            ..Self::default()
        }
    }

    fn check(&self) -> Result<(), StopReason> {
        self.limits.check_now()
    }

    fn mark(&mut self, part: Part) {
        self.marks.push(Mark {
            part,
            variable: self.names.len(),
            clause: self.cnf.len(),
        });
    }

    fn finish(self) -> (Formula, Vec<Mark>) {
        let (cnf, names) = (self.cnf, self.names);
        (Formula::Cnf { cnf, names }, self.marks)
    }

    fn start(&mut self, task: &Task) -> Vec<Lit> {
        let state = self.state(task, 0);
        for (&fluent, &value) in state.iter().zip(task.start()) {
            self.clause([signed(fluent, value)]);
        }
        state
    }

    fn state(&mut self, task: &Task, time: usize) -> Vec<Lit> {
        task.fluent_ids()
            .map(|fluent| self.var(VarName::Fluent { time, fluent }))
            .collect()
    }

    /// Creates a variable for each disjunct, and requires that at least one of these variables is true. The variable of
    /// a disjunct implies its parts.
    fn one_of(&mut self, task: &Task, i: usize, disjuncts: Vec<Branch<Lit>>) {
        let chosen = self.actions(task, i);
        self.mark(Part::Line("one of"));
        self.clause(chosen.iter().copied());
        for (part, number) in ["(1)", "(2)", "(3)"].into_iter().enumerate() {
            self.mark(Part::Line(number));
            for (&chosen, parts) in chosen.iter().zip(&disjuncts) {
                for says in &parts[part] {
                    match *says {
                        FluentCondition::Any(ref literals) => {
                            let literals = literals.iter().map(|&(bit, value)| signed(bit, value));
                            self.clause([!chosen].into_iter().chain(literals));
                        }
                        FluentCondition::Equal(a, b) => {
                            self.clause([!chosen, !a, b]);
                            self.clause([!chosen, a, !b]);
                        }
                    }
                }
            }
        }
    }

    fn goal(&mut self, task: &Task, state: &[Lit]) {
        for constraint in task.goal() {
            match constraint {
                GoalConstraint::Literal(wanted) => self.clause([at(state, *wanted)]),
                GoalConstraint::AnyOf(literals) => {
                    self.clause(literals.iter().map(|&wanted| at(state, wanted)));
                }
                GoalConstraint::AtMostOne(fluents) => {
                    let last: Vec<Lit> = fluents.iter().map(|f| state[f.index()]).collect();
                    self.at_most_one(AtMostOne::Ladder, &last);
                }
            }
        }
    }

    fn when(literal: &Lit) -> When {
        When::If(*literal)
    }
}
