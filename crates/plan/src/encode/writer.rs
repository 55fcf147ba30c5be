//! The pen that encodings write clauses with: named variables and a few shapes of clauses, so
//! that an axiom is one line.

use rustsat::instances::Cnf;
use rustsat::types::Lit;

use crate::formula::{Formula, VarName, literal};
use crate::task::{GoalConstraint, Literal, Task};

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
        task.fluent_ids()
            .map(|fluent| self.var(VarName::Fluent { time, fluent }))
            .collect()
    }

    /// One variable per action of one step.
    pub fn actions(&mut self, task: &Task, step: usize) -> Vec<Lit> {
        task.action_ids()
            .map(|action| self.var(VarName::Action { step, action }))
            .collect()
    }

    /// INIT: the first state is the start.
    pub fn init(&mut self, task: &Task, state: &[Lit]) {
        for (&fluent, &value) in state.iter().zip(task.start()) {
            self.clause([signed(fluent, value)]);
        }
    }

    /// POST: the last state is as wanted; "at most one" is a sequential counter.
    pub fn post(&mut self, task: &Task, state: &[Lit]) {
        let at = |wanted: &Literal| signed(state[wanted.fluent.index()], wanted.value);
        for constraint in task.goal() {
            match constraint {
                GoalConstraint::Literal(wanted) => self.clause([at(wanted)]),
                GoalConstraint::AnyOf(literals) => self.clause(literals.iter().map(at)),
                GoalConstraint::AtMostOne(fluents) => {
                    let last: Vec<Lit> = fluents.iter().map(|f| state[f.index()]).collect();
                    super::AtMostOne::Ladder.write(self, &last);
                }
            }
        }
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
