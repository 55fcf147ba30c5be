//! The pen that encodings write clauses with: named variables and a few shapes of clauses, so
//! that an axiom is one line.

use rustsat::instances::Cnf;
use rustsat::types::Lit;

use crate::formula::{Formula, VarName, literal};
use crate::task::{Fluent, Task};

/// A formula in the making.
#[derive(Debug, Default)]
pub struct Writer {
    pub cnf: Cnf,
    pub names: Vec<VarName>,
}

impl Writer {
    /// A new variable, as its positive literal.
    pub fn var(&mut self, name: VarName) -> Lit {
        self.names.push(name);
        literal(self.names.len() - 1)
    }

    /// A disjunction.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.cnf.add_clause(literals.into_iter().collect());
    }

    /// `a → b`
    pub fn implies(&mut self, a: Lit, b: Lit) {
        self.clause([!a, b]);
    }

    /// One variable per fluent of one time.
    pub fn state(&mut self, task: &Task, time: usize) -> Vec<Lit> {
        (0..task.fluents.len())
            .map(|fluent| self.var(VarName::Fluent { time, fluent }))
            .collect()
    }

    /// One variable per action of one step.
    pub fn actions(&mut self, task: &Task, step: usize) -> Vec<Lit> {
        (0..task.actions.len())
            .map(|action| self.var(VarName::Action { step, action }))
            .collect()
    }

    /// INIT: the first state is the start.
    pub fn init(&mut self, task: &Task, state: &[Lit]) {
        for (&fluent, &value) in state.iter().zip(&task.start) {
            self.clause([signed(fluent, value)]);
        }
    }

    /// POST: the last state is as wanted.
    pub fn post(&mut self, task: &Task, state: &[Lit]) {
        for &(fluent, value) in &task.goal {
            self.clause([signed(state[fluent], value)]);
        }
        self.at_most_one_at_end(task, |fluent| state[fluent]);
    }

    /// The goal's wish that at most one of some fluents is true, as a sequential counter.
    pub fn at_most_one_at_end(&mut self, task: &Task, literal: impl Fn(Fluent) -> Lit) {
        let literals: Vec<Lit> = task
            .at_most_one_at_end
            .iter()
            .map(|&f| literal(f))
            .collect();
        super::AtMostOne::Ladder.write(self, &literals);
    }

    /// The finished formula.
    pub fn formula(self) -> Formula {
        Formula::Cnf {
            cnf: self.cnf,
            names: self.names,
        }
    }
}

/// The literal that says that `literal` has this value.
pub fn signed(literal: Lit, value: bool) -> Lit {
    if value { literal } else { !literal }
}
