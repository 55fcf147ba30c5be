//! Support: chooses an action that makes an open subgoal true. A subgoal is a goal literal, or a precondition of an
//! action that supports another subgoal.
//!
//! Starting from the goal at the last time, each subgoal is followed back to the time at which its literal was last
//! false. If an action that makes the literal true is known to happen at this time, the preconditions of this action
//! become subgoals. Otherwise, an action that may happen becomes a candidate, and its preconditions become subgoals.
//! The most active candidate is decided on. When no subgoal is open, fluents keep their values if they can, and no
//! further action happens.
//!
//! All data comes from the formula: from the names of its variables, and from the binary clauses, which express
//! preconditions and effects.
//!
//! Rintanen, *Planning as satisfiability: heuristics* (Artificial Intelligence 193, 2012).

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustsat::instances::Cnf;
use rustsat::types::Lit;

use super::activity::Activity;
use super::clauses::Code;
use saut_base::lists::{Lists, number};
use saut_base::random::Random;
use saut_task::formula::VarName;
use saut_task::formula::template::TransitionTemplate;

const NONE: u32 = u32::MAX;

/// Maximum number of candidates that are compared.
const MOST_CANDIDATES: usize = 50;

/// Maximum number of later steps for which the search tests whether an action may happen.
const FAR: usize = 200;

/// An open subgoal: a literal that must be true at a time. Subgoals that must become true early come first; among them,
/// the newest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Subgoal {
    early: Reverse<u32>,
    number: u32,
    slot: u32,
    time: u32,
}

/// The kind of decisions to make next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Subgoals,
    Inertia,
    Actions,
    Rest,
}

/// Meaning of the variables of a formula, and the choice of the next decision.
#[derive(Debug)]
pub struct PlanningHeuristic {
    fluents: usize,
    actions: usize,
    steps: usize,
    /// Variables of the fluents, ordered by time; then variables of the actions, ordered by step.
    fluent_variables: Vec<u32>,
    action_variables: Vec<u32>,
    /// Literal indices: `2·fluent`, plus 1 if the fluent must be false.
    goals: Vec<u32>,
    needs: Lists,
    makes: Lists,
    makers: Lists,
    /// For each variable, the index of its action, counted over all steps.
    places: Vec<u32>,
    /// For each step, the actions that happen, in the order in which they were assigned.
    happening: Vec<Vec<u32>>,
    random: Random,
    phase: Phase,
    next: usize,
    subgoals: BinaryHeap<Subgoal>,
    number: u32,
    candidates: Vec<Code>,
    /// The round in which each action variable was last visited.
    seen: Vec<u32>,
    round: u32,
    /// Number of facts and actions visited so far for the choice of actions.
    pub visits: u64,
}

/// Value of each literal: 1 for true, −1 for false, 0 for unassigned.
type Values = [i8];

impl PlanningHeuristic {
    /// Reads a formula. `None` if it has variables other than fluents between steps, actions and auxiliary variables,
    /// or if no unit clause constrains the last state.
    pub fn of(cnf: &Cnf, names: &[VarName], seed: u64) -> Option<Self> {
        let clauses = cnf.iter().map(|clause| Cow::Borrowed(clause.as_ref()));
        Self::read(names.len(), |variable| names[variable], clauses, seed)
    }

    /// Reads the formula of a template. `None` if no unit clause constrains the last state.
    pub fn of_template(template: &TransitionTemplate, horizon: usize, seed: u64) -> Option<Self> {
        let name = |variable| template.name(variable, horizon);
        let step = template.step().take_while(|_| horizon > 0);
        let goal = template.goal(horizon);
        let goal = goal.map(|clause| Cow::Owned(clause.collect()));
        let clauses = step.map(Cow::Borrowed).chain(goal);
        Self::read(template.variables(horizon), name, clauses, seed)
    }

    fn read<'c>(
        variables: usize,
        name: impl Fn(usize) -> VarName,
        clauses: impl Iterator<Item = Cow<'c, [Lit]>>,
        seed: u64,
    ) -> Option<Self> {
        let (mut fluents, mut actions, mut steps) = (0, 0, 0);
        for variable in 0..variables {
            match name(variable) {
                VarName::Fluent { time, fluent } => {
                    fluents = fluents.max(fluent.index() + 1);
                    steps = steps.max(time);
                }
                VarName::Action { action, .. } => actions = actions.max(action.index() + 1),
                VarName::Version { .. } => return None,
                VarName::Auxiliary => {}
            }
        }
        let mut fluent_variables = vec![NONE; fluents * (steps + 1)];
        let (mut action_variables, mut places) =
            (vec![NONE; actions * steps], vec![NONE; variables]);
        for (variable, own_place) in places.iter_mut().enumerate() {
            match name(variable) {
                VarName::Fluent { time, fluent } => {
                    fluent_variables[time * fluents + fluent.index()] = number(variable);
                }
                VarName::Action { step, action } => {
                    let place = step.checked_sub(1)? * actions + action.index();
                    *action_variables.get_mut(place)? = number(variable);
                    *own_place = number(place);
                }
                VarName::Version { .. } | VarName::Auxiliary => {}
            }
        }
        // The clauses contain the preconditions and effects of the actions, and the goal.
        let mut needs = vec![Vec::new(); actions];
        let (mut makes, mut goals) = (needs.clone(), Vec::new());
        for clause in clauses {
            match *clause {
                [wanted] => {
                    if let VarName::Fluent { time, fluent } = name(wanted.vidx())
                        && time == steps
                    {
                        goals.push(slot(fluent.index(), wanted.is_neg()));
                    }
                }
                [a, b] => {
                    for (first, second) in [(a, b), (b, a)] {
                        if let VarName::Action { step: 1, action } = name(first.vidx())
                            && let VarName::Fluent { time, fluent } = name(second.vidx())
                            && first.is_neg()
                        {
                            let slot = slot(fluent.index(), second.is_neg());
                            match time {
                                0 => needs[action.index()].push(slot),
                                1 => makes[action.index()].push(slot),
                                _ => {}
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        let makes = Lists::new(makes);
        (!goals.is_empty() && steps > 0).then(|| Self {
            seen: vec![0; action_variables.len()],
            actions,
            needs: Lists::new(needs),
            makers: makes.turned(2 * fluents),
            makes,
            places,
            happening: vec![Vec::new(); steps],
            random: Random::new(seed),
            phase: Phase::Subgoals,
            next: 0,
            subgoals: BinaryHeap::new(),
            number: 0,
            candidates: Vec::new(),
            round: 0,
            visits: 0,
            fluents,
            steps,
            fluent_variables,
            action_variables,
            goals,
        })
    }

    /// Records that a variable was assigned true, or that this assignment was undone. Assignments are undone in reverse
    /// order.
    pub fn note(&mut self, variable: usize, is_true: bool) {
        let Some(&place) = self.places.get(variable).filter(|&&place| place != NONE) else {
            return;
        };
        let place = place as usize;
        let happening = &mut self.happening[place / self.actions];
        if is_true {
            happening.push(number(place % self.actions));
        } else {
            happening.pop();
        }
    }

    /// Starts again after backtracking, because subgoals may be open again.
    pub fn rewind(&mut self) {
        (self.phase, self.next) = (Phase::Subgoals, 0);
    }

    /// Returns the next literal to decide on; `None` if all variables have a value.
    pub fn decide(&mut self, values: &Values, activity: &Activity) -> Option<Code> {
        if self.phase == Phase::Subgoals {
            if let Some(action) = self.wanted(values, activity) {
                return Some(action);
            }
            (self.phase, self.next) = (Phase::Inertia, self.fluents);
        }
        if self.phase == Phase::Inertia {
            while let Some(&variable) = self.fluent_variables.get(self.next) {
                let before = self.fluent_variables[self.next - self.fluents];
                self.next += 1;
                if is_open(values, variable) {
                    let was_true = before != NONE && values[2 * before as usize] == 1;
                    return Some(2 * variable + u32::from(!was_true));
                }
            }
            (self.phase, self.next) = (Phase::Actions, 0);
        }
        if self.phase == Phase::Actions {
            while let Some(&variable) = self.action_variables.get(self.next) {
                self.next += 1;
                if is_open(values, variable) {
                    return Some(2 * variable + 1);
                }
            }
            (self.phase, self.next) = (Phase::Rest, 0);
        }
        while 2 * self.next < values.len() {
            self.next += 1;
            if values[2 * (self.next - 1)] == 0 {
                return Some(number(2 * (self.next - 1) + 1));
            }
        }
        None
    }

    fn value(&self, values: &Values, slot: u32, time: usize) -> i8 {
        let variable = self.fluent_variables[time * self.fluents + slot as usize / 2];
        if variable == NONE {
            return 0;
        }
        values[2 * variable as usize + (slot & 1) as usize]
    }

    /// Returns the index of an action in a step, counted over all steps.
    fn place(&self, action: u32, step: usize) -> usize {
        (step - 1) * self.actions + action as usize
    }

    fn action_value(&self, values: &Values, place: usize) -> i8 {
        let variable = self.action_variables[place];
        if variable == NONE {
            return -1;
        }
        values[2 * variable as usize]
    }

    /// Adds a subgoal, unless its literal has been true since the initial state.
    fn subgoal(&mut self, values: &Values, slot: u32, time: usize) {
        let mut early = time;
        while early > 0 && self.value(values, slot, early) == 1 {
            early -= 1;
        }
        self.visits += (1 + time - early) as u64;
        let is_old = early == 0 && self.value(values, slot, 0) == 1;
        if !is_old {
            self.number += 1;
            self.subgoals.push(Subgoal {
                early: Reverse(number(early)),
                number: self.number,
                slot,
                time: number(time),
            });
        }
    }

    /// Chooses an action that makes an open subgoal true.
    fn wanted(&mut self, values: &Values, activity: &Activity) -> Option<Code> {
        self.round += 1;
        self.subgoals.clear();
        self.number = 0;
        self.candidates.clear();
        for index in 0..self.goals.len() {
            self.subgoal(values, self.goals[index], self.steps);
        }
        let mut first_step = None;
        while let Some(subgoal) = self.subgoals.pop() {
            let Some((action, step, happens)) = self.maker(values, subgoal) else {
                continue;
            };
            let place = self.place(action, step);
            if std::mem::replace(&mut self.seen[place], self.round) == self.round {
                continue;
            }
            // After the first candidate, only actions of earlier steps are considered.
            if first_step.is_some_and(|first| step >= first) {
                break;
            }
            if !happens {
                first_step.get_or_insert(step);
                self.candidates.push(2 * self.action_variables[place]);
                if self.candidates.len() >= MOST_CANDIDATES {
                    break;
                }
            }
            if step > 1 {
                for index in 0..self.needs.of(action as usize).len() {
                    let slot = self.needs.of(action as usize)[index];
                    self.subgoal(values, slot, step - 1);
                }
            }
        }
        let of = |code: &Code| activity.of(*code as usize / 2);
        let best = self.candidates.iter().map(of).reduce(f64::max)?;
        self.candidates.retain(|code| of(code) >= best);
        let chosen = self.random.below(self.candidates.len());
        self.candidates.get(chosen).copied()
    }

    /// Finds the action that makes the subgoal true after the time at which it was last false. Returns the action, its
    /// step, and whether it is known to happen. `None` if the subgoal has been true since the initial state, or if no
    /// action can make it true.
    fn maker(&mut self, values: &Values, subgoal: Subgoal) -> Option<(u32, usize, bool)> {
        for step in (1..=subgoal.time as usize).rev() {
            self.visits += 1;
            if self.value(values, subgoal.slot, step) == 1 {
                self.visits += self.happening[step - 1].len() as u64;
                let is_maker =
                    |action: &&u32| self.makes.of(**action as usize).contains(&subgoal.slot);
                let happening = self.happening[step - 1].iter();
                if let Some(&action) = happening.filter(is_maker).min() {
                    return Some((action, step, true));
                }
            }
            if self.value(values, subgoal.slot, step - 1) == -1 {
                let makers = self.makers.of(subgoal.slot as usize);
                self.visits += makers.len() as u64;
                return Some((self.most_patient(values, makers, step)?, step, false));
            }
        }
        None
    }

    /// Returns, among the actions that may happen in this step, the action that could still happen in the most later
    /// steps. Among equal actions, the first one is returned.
    fn most_patient(&self, values: &Values, actions: &[u32], step: usize) -> Option<u32> {
        let may_happen =
            |action: u32, step| self.action_value(values, self.place(action, step)) != -1;
        let last = (step + FAR).min(self.steps);
        let (mut best, mut beyond) = (None, step);
        for &action in actions {
            // A better action may happen in all steps up to `beyond`. Most actions fail at `beyond`, so this step is
            // tested first.
            if may_happen(action, beyond) && (step..beyond).all(|step| may_happen(action, step)) {
                best = Some(action);
                beyond += 1;
                while beyond <= last && may_happen(action, beyond) {
                    beyond += 1;
                }
                if beyond > last {
                    break;
                }
            }
        }
        best
    }
}

fn is_open(values: &Values, variable: u32) -> bool {
    variable != NONE && values[2 * variable as usize] == 0
}

fn slot(fluent: usize, is_negated: bool) -> u32 {
    number(2 * fluent + usize::from(is_negated))
}
