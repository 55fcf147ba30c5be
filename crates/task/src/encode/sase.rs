//! `sase`: the transitions of multi-valued variables are variables of the formula (SASE).
//!
//! The axioms A1–A8 are in `encodings/sase/README.md`. A multi-valued variable is a proved mutex group, and the members
//! of the group are its values. In each step, the variable makes a transition from its value to the same value, to
//! another value, or to none of its values. An action implies its transitions, and each transition that changes the
//! value requires an action. The plans are the same as in `forall`.
//!
//! There are two differences from the paper. First, the values between the steps are also variables of the formula. So
//! the size of a step is linear in the number of transitions, while the paper has clauses for every two consecutive
//! transitions. Second, facts that belong to no multi-valued variable are written as in `forall`.
//!
//! Huang, Chen, Zhang, *SAS+ planning as satisfiability* (Journal of Artificial Intelligence Research 43, 2012).

use rustc_hash::FxHashMap;
use rustsat::types::Lit;

use super::derived::derive;
use super::forall::Forall;
use super::language::FormulaBuilder;
use super::step_map::StepMap;
use super::unroll::Encode;
use super::writer::Writer;
use crate::formula::VarName;
use crate::task::{Action, Fluent, Task};

pub struct Sase<'a> {
    task: &'a Task,
    /// Writes the interference of actions and the invariants.
    forall: Forall<'a>,
    variable_of: Vec<Option<usize>>,
    /// The values of each multi-valued variable.
    values: Vec<Vec<Fluent>>,
    transitions: Vec<Transition>,
    /// The actions that add a value without requiring any value of the same variable.
    adders: Vec<(Fluent, usize)>,
}

/// A transition of a multi-valued variable.
struct Transition {
    from: Fluent,
    /// The new value; `None` if no value of the variable is true afterwards.
    to: Option<Fluent>,
    /// The actions that require the old value and make the transition.
    actions: Vec<usize>,
    /// The actions that delete the old value without requiring any value of the variable.
    deleters: Vec<usize>,
}

impl<'a> Sase<'a> {
    /// Creates the encoder. The multi-valued variables are formed from the mutex groups, the largest group first.
    /// Members that belong to an earlier variable, or that a conditional effect changes, are omitted.
    pub fn new(task: &'a Task) -> Self {
        let mut variable_of = vec![None; task.fluents().len()];
        let mut is_conditional = vec![false; task.fluents().len()];
        let conditional = task.actions().iter().flat_map(|one| &one.conditional);
        conditional.for_each(|one| is_conditional[one.effect.fluent.index()] = true);
        let mut groups: Vec<&[Fluent]> = task.groups().iter().map(|one| &*one.fluents).collect();
        groups.sort_by_key(|fluents| std::cmp::Reverse(fluents.len()));
        let mut values: Vec<Vec<Fluent>> = Vec::new();
        for group in groups {
            let is_free =
                |f: &&Fluent| variable_of[f.index()].is_none() && !is_conditional[f.index()];
            let members: Vec<Fluent> = group.iter().filter(is_free).copied().collect();
            if members.len() > 1 {
                let variable = Some(values.len());
                for value in &members {
                    variable_of[value.index()] = variable;
                }
                values.push(members);
            }
        }
        let transitions = transitions(task, &variable_of);
        let actions = task.actions().iter().enumerate();
        let adders = actions.flat_map(|(number, action)| {
            let adds = action.adds().filter(|&f| {
                let variable = variable_of[f.index()];
                variable.is_some() && !is_covered(action, variable, &variable_of)
            });
            adds.map(|f| (f, number)).collect::<Vec<_>>()
        });
        let adders = adders.collect();
        Self {
            task,
            forall: Forall::by_chains(task),
            variable_of,
            values,
            transitions,
            adders,
        }
    }

    /// A4 to A7: writes the transitions between a state and the next.
    fn transitions(&self, before: &[Lit], happens: &[Lit], after: &[Lit], out: &mut Writer) {
        let (mut leave, mut enter) = (
            vec![Vec::new(); before.len()],
            vec![Vec::new(); before.len()],
        );
        for one in &self.transitions {
            let makes = out.var(VarName::Auxiliary);
            leave[one.from.index()].push(makes);
            out.implies(makes, before[one.from.index()]); // A5: from its old value
            if let Some(to) = one.to {
                enter[to.index()].push(makes);
                out.implies(makes, after[to.index()]); // A5: to its new value
            } else {
                let variable = self.variable_of[one.from.index()];
                let values = variable.map(|variable| &self.values[variable]);
                for value in values.into_iter().flatten() {
                    out.implies(makes, !after[value.index()]); // A5: to no value
                }
            }
            for &action in &one.actions {
                out.implies(happens[action], makes); // A4: an action makes its transitions
            }
            if one.to != Some(one.from) {
                let sources = one.actions.iter().chain(&one.deleters);
                out.clause([!makes].into_iter().chain(sources.map(|&one| happens[one]))); // A6: by an action
            }
        }
        for &(value, action) in &self.adders {
            enter[value.index()].push(happens[action]);
        }
        for value in self.values.iter().flatten().map(|value| value.index()) {
            out.clause(
                [!before[value]]
                    .into_iter()
                    .chain(leave[value].iter().copied()),
            ); // A7: one from the value
            out.clause(
                [!after[value]]
                    .into_iter()
                    .chain(enter[value].iter().copied()),
            ); // A7: one to the value
        }
    }
}

/// Returns the transitions that the actions make, and for each value the transition that keeps the value.
fn transitions(task: &Task, variable_of: &[Option<usize>]) -> Vec<Transition> {
    let mut found: FxHashMap<(Fluent, Option<Fluent>), usize> = FxHashMap::default();
    let mut all: Vec<Transition> = Vec::new();
    let mut at = |from: Fluent, to: Option<Fluent>, all: &mut Vec<Transition>| {
        *found.entry((from, to)).or_insert_with(|| {
            let (actions, deleters) = (Vec::new(), Vec::new());
            all.push(Transition {
                from,
                to,
                actions,
                deleters,
            });
            all.len() - 1
        })
    };
    for value in task
        .fluent_ids()
        .filter(|f| variable_of[f.index()].is_some())
    {
        at(value, Some(value), &mut all);
    }
    for (number, action) in task.actions().iter().enumerate() {
        for (from, to) in moves(action, variable_of) {
            let transition = at(from, to, &mut all);
            all[transition].actions.push(number);
        }
        for deleted in action.deletes() {
            let variable = variable_of[deleted.index()];
            if variable.is_some() && !is_covered(action, variable, variable_of) {
                let transition = at(deleted, None, &mut all);
                all[transition].deleters.push(number);
            }
        }
    }
    all
}

/// Returns the transitions of an action. For each variable of which the action requires a value, this is a transition
/// from the required value.
fn moves<'t>(
    action: &'t Action,
    variable_of: &'t [Option<usize>],
) -> impl Iterator<Item = (Fluent, Option<Fluent>)> + 't {
    let needed = action.preconditions.iter().filter(|wanted| wanted.value);
    let needed =
        needed.filter_map(|wanted| Some((wanted.fluent, variable_of[wanted.fluent.index()]?)));
    needed.map(|(from, variable)| {
        let mut adds = action
            .adds()
            .filter(|f| variable_of[f.index()] == Some(variable));
        let stays = || (!action.deletes().any(|deleted| deleted == from)).then_some(from);
        (from, adds.next().or_else(stays))
    })
}

/// Whether the action requires a value of this variable.
fn is_covered(action: &Action, variable: Option<usize>, variable_of: &[Option<usize>]) -> bool {
    let mut needed = action.preconditions.iter().filter(|wanted| wanted.value);
    variable.is_some() && needed.any(|wanted| variable_of[wanted.fluent.index()] == variable)
}

impl Encode for Sase<'_> {
    type State = Vec<Lit>;
    type Builder = Writer;

    fn init(&self, out: &mut Writer) -> Vec<Lit> {
        out.start(self.task) // A1: the start
    }

    fn iter(&self, i: usize, state: &mut Vec<Lit>, out: &mut Writer) -> StepMap {
        let step = out.step(self.task, i, std::mem::take(state));
        let variable_of = &self.variable_of;
        out.preconditions_and_effects(self.task, &step, |action, fluent| {
            !is_covered(action, variable_of[fluent.index()], variable_of) // A3: as F4, F5
        });
        out.frame(self.task, &step, |f| variable_of[f.index()].is_none()); // A3: as F6
        self.transitions(&step.before, &step.happens, &step.after, out); // A4 to A7
        derive(self.task, &step.after, out); // D1 to D5
        self.forall.interference(out, &step.happens); // A8: as F3c
        self.forall.invariants(out, &step); // A8: as F7 to F9
        *state = step.after;
        StepMap::of(self.task.action_ids().zip(step.happens))
    }

    fn post(&self, state: &Vec<Lit>, _: usize, out: &mut Writer) {
        out.goal(self.task, state); // A2: the goal
    }
}
