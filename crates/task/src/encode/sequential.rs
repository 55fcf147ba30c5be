//! `sequential`: one action per step, the textbook encoding.
//!
//! The axioms S1–S12 are in `encodings/sequential/README.md`. A step has exactly one action. So if every plan has the
//! same length, an unsatisfiable formula at this horizon proves infeasibility.
//!
//! Kautz and Selman, *Planning as satisfiability* (ECAI 1992), with explanatory frame axioms (Haas 1987).

use rustsat::types::Lit;

use super::AtMostOne;
use super::derived::derive;
use super::invariants::Invariants;
use super::language::FormulaBuilder;
use super::step_map::StepMap;
use super::unroll::Encode;
use super::writer::{Writer, at};
use crate::task::Task;

#[derive(Clone, Debug)]
pub struct Sequential<'a> {
    task: &'a Task,
    at_most_one: AtMostOne,
    invariants: Invariants<'a>,
}

/// Literals of all steps so far, for axioms about several steps.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The literals of the states, from time 0.
    states: Vec<Vec<Lit>>,
    /// For each action, its literal in every step.
    occurrences: Vec<Vec<Lit>>,
}

impl<'a> Sequential<'a> {
    pub fn new(task: &'a Task, at_most_one: AtMostOne) -> Self {
        Self {
            task,
            at_most_one,
            invariants: Invariants::of(task),
        }
    }

    /// S7, S8: writes the known facts about every state. Some depend on the numbers of steps before and after the
    /// state.
    fn known(&self, out: &mut Writer, states: &[Vec<Lit>]) {
        let (known, horizon) = (self.task.known(), states.len() - 1);
        for (time, state) in states.iter().enumerate() {
            for clause in &known.invariants {
                out.clause(clause.iter().map(|&wanted| at(state, wanted))); // S7
            }
            let bounds = known.bounds.iter();
            for bound in bounds.filter(|bound| bound.forbids(time, horizon - time)) {
                out.clause(bound.fluents.iter().map(|f| !state[f.index()])); // S8
            }
        }
    }

    /// S9: forbids the actions that occur in no plan. Forbids repetitions of the actions that occur at most once in
    /// every plan. Larger limits are not written.
    fn at_most(&self, out: &mut Writer, occurrences: &[Vec<Lit>]) {
        for &(action, most) in &self.task.known().at_most {
            let all = &occurrences[action.index()];
            match most {
                0 => all.iter().for_each(|&happens| out.clause([!happens])), // S9
                1 if all.len() > 1 => out.at_most_one(self.at_most_one, all), // S9
                _ => {}
            }
        }
    }

    /// S12: allows only known first actions in the first step.
    fn first(&self, out: &mut Writer, occurrences: &[Vec<Lit>]) {
        let first = &self.task.known().first;
        if first.is_empty() {
            return;
        }
        let others = self.task.action_ids();
        for action in others.filter(|action| !first.contains(action)) {
            if let Some(&happens) = occurrences[action.index()].first() {
                out.clause([!happens]); // S12
            }
        }
    }
}

impl Encode for Sequential<'_> {
    type State = Trace;
    type Builder = Writer;

    fn init(&self, out: &mut Writer) -> Trace {
        Trace {
            states: vec![out.start(self.task)], // S1: the start
            occurrences: vec![Vec::new(); self.task.actions().len()],
        }
    }

    fn iter(&self, i: usize, trace: &mut Trace, out: &mut Writer) -> StepMap {
        let step = out.step(self.task, i, trace.states[i - 1].clone());
        out.clause(step.happens.iter().copied()); // S3: some action
        out.at_most_one(self.at_most_one, &step.happens); // S3: and no second action
        out.preconditions_and_effects(self.task, &step, |_, _| true); // S4, S5
        out.frame(self.task, &step, |_| true); // S6
        derive(self.task, &step.after, out); // D1 to D5
        self.invariants.pairs(out, &step.after); // S10
        self.invariants.never(out, &step.happens); // S11
        for (all, &happens) in trace.occurrences.iter_mut().zip(&step.happens) {
            all.push(happens);
        }
        trace.states.push(step.after);
        StepMap::of(self.task.action_ids().zip(step.happens))
    }

    fn post(&self, trace: &Trace, horizon: usize, out: &mut Writer) {
        out.goal(self.task, &trace.states[horizon]); // S2: the goal
        self.known(out, &trace.states);
        self.at_most(out, &trace.occurrences);
        self.first(out, &trace.occurrences);
    }
}
