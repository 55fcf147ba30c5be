//! Templates: a formula of one step, from which the formula of any horizon is unrolled.
//!
//! The clauses of a step are stored only once, because they are the same in every step. A solver may store the
//! two-literal clauses in this form and shift their variables to the current step.
//!
//! Rintanen, *Engineering efficient planners with SAT* (ECAI 2012).

use rustsat::instances::Cnf;
use rustsat::types::Lit;

use super::{Formula, Mark, Part, VarName};
use crate::task::{ActionId, Fluent};
use saut_base::lists::{Lists, number};
use saut_base::stop::{Stop, StopReason, Ticker};

/// The formula of one step, in three parts: initial state, step and goal.
///
/// Its variables are, in this order: the fluents before the step, the actions, the fluents after the step, the
/// auxiliary variables of the step, and the auxiliary variables of the goal.
#[derive(Clone, Debug)]
pub struct TransitionTemplate {
    /// Number of fluents of the task.
    pub fluents: usize,
    /// Number of action variables per step.
    pub actions: usize,
    /// Number of variables per step: actions, fluents after the step, and auxiliary variables.
    pub stride: usize,
    /// Number of auxiliary variables that only the goal uses.
    goal_auxiliary: usize,
    /// Estimated memory of the clauses of a step that do not have exactly two literals. The unit is the memory of one
    /// two-literal clause.
    longer: usize,
    start: Lists<Lit>,
    step: Lists<Lit>,
    goal: Lists<Lit>,
}

impl TransitionTemplate {
    /// Creates the template from the formula of one step and the marks at which its step and its goal begin.
    pub fn new(cnf: &Cnf, variables: usize, actions: usize, [step, goal]: [Mark; 2]) -> Self {
        let literals = |from: usize, to: usize| {
            let clauses = cnf.iter().skip(from).take(to - from);
            Lists::new(clauses.map(|clause| clause.iter().copied()))
        };
        let of_step = literals(step.clause, goal.clause);
        let longer = of_step.iter().filter(|clause| clause.len() != 2);
        Self {
            longer: longer.map(|clause| 1 + clause.len() / 16).sum(),
            fluents: step.variable,
            actions,
            stride: goal.variable - step.variable,
            goal_auxiliary: variables - goal.variable,
            start: literals(0, step.clause),
            step: of_step,
            goal: literals(goal.clause, cnf.len()),
        }
    }

    /// Returns the variable of a fluent at a time. Times are numbered from 0.
    pub const fn fluent(&self, time: usize, fluent: usize) -> usize {
        match time.checked_sub(1) {
            None => fluent,
            Some(before) => self.action(before + 1, self.actions) + fluent,
        }
    }

    /// Returns the variable of an action in a step. Steps are numbered from 1.
    pub const fn action(&self, step: usize, action: usize) -> usize {
        self.fluents + (step - 1) * self.stride + action
    }

    /// Returns the number of variables of the formula with this horizon.
    pub const fn variables(&self, horizon: usize) -> usize {
        self.fluents + horizon * self.stride + self.goal_auxiliary
    }

    /// Returns the number of clauses of the formula with this horizon.
    pub fn clauses(&self, horizon: usize) -> u128 {
        let step = self.step.count() as u128;
        step * horizon as u128 + (self.start.count() + self.goal.count()) as u128
    }

    /// Returns the estimated memory of the formula with this horizon, in a solver that stores the two-literal clauses
    /// once for all steps. The unit is the memory of one two-literal clause, and a variable counts as one unit.
    pub const fn kept_clauses(&self, horizon: usize) -> u128 {
        horizon as u128 * (self.stride + self.longer) as u128 + self.fluents as u128
    }

    /// Returns the clauses of the initial state.
    pub fn start(&self) -> impl Iterator<Item = &[Lit]> {
        self.start.iter()
    }

    /// Returns the clauses of the first step.
    pub fn step(&self) -> impl Iterator<Item = &[Lit]> {
        self.step.iter()
    }

    /// Shifts a literal of the first step to another step.
    pub fn in_step(&self, literal: Lit, step: usize) -> Lit {
        let variable = literal.vidx();
        let there = if variable < self.fluents {
            self.fluent(step - 1, variable)
        } else {
            variable + (step - 1) * self.stride
        };
        Lit::new(number(there), literal.is_neg())
    }

    /// Returns the clauses of the goal after `horizon` steps.
    pub fn goal(&self, horizon: usize) -> impl Iterator<Item = impl Iterator<Item = Lit>> {
        let at = move |literal: &Lit| {
            let own = literal.vidx() - self.fluents;
            let there = match own.checked_sub(self.stride) {
                Some(auxiliary) => self.fluents + horizon * self.stride + auxiliary,
                None => self.fluent(horizon, own - self.actions),
            };
            Lit::new(number(there), literal.is_neg())
        };
        self.goal.iter().map(move |clause| clause.iter().map(at))
    }

    /// Returns the meaning of a variable of the formula with this horizon.
    pub fn name(&self, variable: usize, horizon: usize) -> VarName {
        let state = |time, fluent| VarName::Fluent {
            time,
            fluent: Fluent::new(fluent),
        };
        let Some(own) = variable.checked_sub(self.fluents) else {
            return state(0, variable);
        };
        let (step, own) = (own / self.stride + 1, own % self.stride);
        match own.checked_sub(self.actions) {
            _ if step > horizon => VarName::Auxiliary,
            None => VarName::Action {
                step,
                action: ActionId::new(own),
            },
            Some(fluent) if fluent < self.fluents => state(step, fluent),
            Some(_) => VarName::Auxiliary,
        }
    }

    /// Writes the formula with this horizon.
    ///
    /// # Errors
    /// [`StopReason`] if a limit is reached before the formula is complete.
    pub fn unroll(&self, horizon: usize, stop: &Stop) -> Result<Formula, StopReason> {
        let mut cnf = Cnf::new();
        let limits = Ticker::lazy(stop);
        let start = self.start().map(|clause| clause.iter().copied().collect());
        start.for_each(|clause| cnf.add_clause(clause));
        for step in 1..=horizon {
            for clause in self.step() {
                let there = clause.iter().map(|&literal| self.in_step(literal, step));
                cnf.add_clause(there.collect());
                limits.check()?;
            }
        }
        let goal = self.goal(horizon).map(Iterator::collect);
        goal.for_each(|clause| cnf.add_clause(clause));
        let variables = 0..self.variables(horizon);
        let names = variables.map(|variable| self.name(variable, horizon));
        Ok(Formula::Cnf {
            cnf,
            names: names.collect(),
        })
    }

    /// Returns the number of the variable that, if assumed, requires the goal after `steps` steps, in a formula of
    /// `horizon` steps. This variable and the auxiliary variables of this goal come after the variables of all steps.
    pub const fn goal_assumption(&self, steps: usize, horizon: usize) -> usize {
        self.fluents + horizon * self.stride + steps * (1 + self.goal_auxiliary)
    }

    /// Returns the clauses of the goal after `steps` steps, in a formula of `horizon` steps. The clauses have an effect
    /// only if the variable of [`Self::goal_assumption`] is true.
    pub fn assumed_goal(
        &self,
        steps: usize,
        horizon: usize,
    ) -> impl Iterator<Item = impl Iterator<Item = Lit>> {
        let assumption = self.goal_assumption(steps, horizon);
        let end = self.fluents + steps * self.stride;
        let place = move |literal: Lit| match literal.vidx().checked_sub(end) {
            Some(auxiliary) => Lit::new(number(assumption + 1 + auxiliary), literal.is_neg()),
            None => literal,
        };
        let clauses = self.goal(steps);
        clauses.map(move |clause| {
            [Lit::new(number(assumption), true)]
                .into_iter()
                .chain(clause.map(place))
        })
    }

    /// Returns the number of the first clause of the goal in the formula with this horizon.
    pub fn goal_clause(&self, horizon: usize) -> usize {
        self.start.count() + horizon * self.step.count()
    }

    /// Returns the marks at which the parts of the formula with this horizon begin.
    pub fn marks(&self, horizon: usize) -> Vec<Mark> {
        let init = Mark {
            part: Part::Init,
            variable: 0,
            clause: 0,
        };
        let after = |steps: usize, part| Mark {
            part,
            variable: self.fluents + steps * self.stride,
            clause: self.goal_clause(steps),
        };
        let steps = (1..=horizon).map(|step| after(step - 1, Part::Iter(step)));
        let post = after(horizon, Part::Post);
        [init].into_iter().chain(steps).chain([post]).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::encode::Encoding;
    use crate::formula::{Formula, VarName};
    use crate::random_task::random_task;
    use saut_base::stop::Stop;

    #[test]
    fn template_sizes_agree_with_the_written_formula() {
        for (seed, horizon) in itertools::iproduct!(0..50, 0..4) {
            let task = random_task(seed);
            for encoding in [
                Encoding::Forall,
                Encoding::ForallChain,
                Encoding::Sase,
                Encoding::Exists,
            ] {
                let stop = Stop::default();
                let template = encoding.steps(&task, &stop).unwrap().unwrap().template;
                let Ok(Formula::Cnf { cnf, names }) = template.unroll(horizon, &stop) else {
                    panic!("clauses");
                };
                assert_eq!(cnf.len() as u128, template.clauses(horizon));
                assert_eq!(names.len(), template.variables(horizon));
                let mut literals = cnf.iter().flat_map(|clause| clause.iter());
                assert!(literals.all(|literal| literal.vidx() < names.len()));
                for (variable, name) in names.iter().enumerate() {
                    assert_eq!(template.name(variable, horizon), *name);
                    match *name {
                        VarName::Fluent { time, fluent } => {
                            assert_eq!(template.fluent(time, fluent.index()), variable);
                        }
                        VarName::Action { step, action } => {
                            assert_eq!(template.action(step, action.index()), variable);
                        }
                        VarName::Version { .. } => panic!("no versions"),
                        VarName::Auxiliary => {}
                    }
                }
            }
        }
    }
}
