//! All solutions of a body that use one given tuple, by backtracking over a join plan.

use super::body::Body;
use super::join_plan::{Check, JoinPlan, Lookup, Step};
use super::possible::Possible;
use super::relation::Relation;
use super::world::{World, value};
use crate::condition::{ObjectId, Term};

/// A join under way.
pub(super) struct Join<'j, 'a> {
    pub(super) world: &'j World<'a>,
    pub(super) relations: &'j [Relation],
    pub(super) body: &'j Body<'a>,
    pub(super) plan: &'j JoinPlan,
    /// For each predicate the number of tuples that hold at the start.
    pub(super) initial: &'j [u32],
    /// Relation and number of the tuple that triggered the join.
    pub(super) trigger: Option<(usize, u32)>,
    /// The values of the variables so far; those behind are left over from before.
    pub(super) values: Vec<ObjectId>,
    pub(super) key: Vec<u32>,
    /// The solutions, one after the other.
    pub(super) found: Vec<ObjectId>,
    /// The number of tuples looked at.
    pub(super) work: u64,
    pub(super) should_stop: &'j dyn Fn() -> bool,
    pub(super) stopped: bool,
    /// Most values in `found`.
    pub(super) most: usize,
}

impl Join<'_, '_> {
    /// Begins with the trigger's tuple for this atom.
    pub(super) fn begin_with(&mut self, atom: &Lookup, tuple: &[u32]) {
        let mut bound: u64 = 0;
        for (term, given) in atom.arguments.iter().zip(tuple) {
            match *term {
                Term::Variable(variable) if bound >> variable & 1 == 0 => {
                    bound |= 1 << variable;
                    self.values[variable] = *given;
                }
                known if value(known, &self.values) != *given => return,
                _ => {}
            }
        }
        self.begin();
    }

    /// Begins with the first step.
    pub(super) fn begin(&mut self) {
        if self.all_hold(&self.plan.checks) {
            self.go(0);
        }
    }

    fn go(&mut self, depth: usize) {
        let Some(step) = self.plan.steps.get(depth) else {
            self.found.extend_from_slice(&self.values);
            self.stopped |= self.found.len() > self.most;
            return;
        };
        let relation = &self.relations[step.relation];
        match &step.index {
            Some((index, terms)) => {
                self.key.clear();
                let values = &self.values;
                self.key
                    .extend(terms.iter().map(|term| value(*term, values)));
                for id in relation.matches(*index, &self.key) {
                    self.try_tuple(depth, step, *id, relation);
                    if self.stopped {
                        return;
                    }
                }
            }
            None => {
                for id in 0..relation.processed() {
                    self.try_tuple(depth, step, id, relation);
                    if self.stopped {
                        return;
                    }
                }
            }
        }
    }

    fn try_tuple(&mut self, depth: usize, step: &Step, id: u32, relation: &Relation) {
        self.work += 1;
        if self.work.is_multiple_of(4096) && (self.should_stop)() {
            self.stopped = true;
            return;
        }
        if step.older_only && self.trigger == Some((step.relation, id)) {
            return;
        }
        let tuple = relation.tuple(id);
        for (column, variable) in &step.binds {
            self.values[*variable] = tuple[*column];
        }
        let mut repeats = step.repeats.iter();
        if repeats.all(|(column, variable)| tuple[*column] == self.values[*variable])
            && self.all_hold(&step.checks)
        {
            self.go(depth + 1);
        }
    }

    fn all_hold(&mut self, checks: &[Check]) -> bool {
        checks.iter().all(|check| self.holds(check))
    }

    fn holds(&mut self, check: &Check) -> bool {
        match check {
            Check::Equal(left, right, holds) => {
                (value(*left, &self.values) == value(*right, &self.values)) == *holds
            }
            Check::Present(lookup, older_only) => match self.find(lookup) {
                Some(id) => {
                    id < self.relations[lookup.relation].processed()
                        && !(*older_only && self.trigger == Some((lookup.relation, id)))
                }
                None => false,
            },
            Check::Absent(lookup) => match self.find(lookup) {
                Some(id) => id >= self.initial[lookup.relation],
                None => true,
            },
            Check::May(number) => {
                let rest = &self.body.rest[*number];
                let known = rest.levels.iter().map(|term| value(*term, &self.values));
                let mut levels: Vec<ObjectId> = known.collect();
                let possible = Possible {
                    world: self.world,
                    relations: self.relations,
                };
                possible.may(rest.condition, rest.holds, &mut levels)
            }
        }
    }

    fn find(&mut self, lookup: &Lookup) -> Option<u32> {
        self.key.clear();
        let values = &self.values;
        self.key
            .extend(lookup.arguments.iter().map(|term| value(*term, values)));
        self.relations[lookup.relation].find(&self.key)
    }
}
