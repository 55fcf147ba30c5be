//! Finds all solutions of a body that use one given tuple, by backtracking over a join plan. If a part of a body has no
//! solution, the solutions of the other parts are not enumerated (conflict-directed backjumping, Prosser 1993).

use rustc_hash::FxHashSet;
use saut_base::stop::Ticker;

use super::context::{GroundingContext, fill};
use super::join_plan::{Check, JoinPlan, JoinStep, variables};
use super::relation::Relation;
use super::rule::{Body, DeferredCondition};
use crate::condition::{Atom, Condition, ObjectId, Term};

/// The set of all variables. If a function returns this set, a solution was found or the search was given up, so the
/// caller must not jump back.
const EVERY: u64 = u64::MAX;

/// The empty set of variables.
const NOBODY: u64 = 0;

pub(super) struct Join<'j, 'a> {
    pub(super) context: &'j GroundingContext<'a>,
    pub(super) relations: &'j [Relation],
    pub(super) body: &'j Body<'a>,
    pub(super) plan: &'j JoinPlan,
    /// Number of tuples that hold in the initial state, for each predicate.
    pub(super) initial: &'j [u32],
    /// Relation and number of the tuple that triggered the join.
    pub(super) trigger: Option<(usize, u32)>,
    /// The values of the variables bound so far; the entries of other variables are meaningless.
    pub(super) values: Vec<ObjectId>,
    pub(super) key: Vec<u32>,
    /// The solutions, one after the other.
    pub(super) found: Vec<ObjectId>,
    /// The number of examined tuples.
    pub(super) work: u64,
    pub(super) limits: &'j Ticker,
    pub(super) stopped: bool,
    /// Maximum number of values in `found`.
    pub(super) most: usize,
    /// Set if one solution is enough for each instance of the head.
    pub(super) once: Option<FirstMatch<'j>>,
}

/// Restricts a join to one solution for each instance of the head, and to none for an instance that already has enough
/// solutions. For the variables that are not in the head, one assignment is enough, so the join does not enumerate the
/// product of independent parts of the body.
pub(super) struct FirstMatch<'j> {
    head: &'j Atom,
    is_enough: &'j dyn Fn(&[ObjectId]) -> bool,
    /// The instances of the head with a solution in this join.
    seen: FxHashSet<Vec<ObjectId>>,
    /// The amount of work at which the search for the current instance is given up.
    until: u64,
    /// Whether the search for the current instance has ended.
    is_over: bool,
}

impl<'j> FirstMatch<'j> {
    pub(super) fn new(head: &'j Atom, is_enough: &'j dyn Fn(&[ObjectId]) -> bool) -> Self {
        Self {
            head,
            is_enough,
            seen: FxHashSet::default(),
            until: u64::MAX,
            is_over: false,
        }
    }
}

/// Maximum number of tuples that are examined for one instance of the head.
const MAX_WORK_FOR_ONE: u64 = 500;

impl Join<'_, '_> {
    /// Begins the join with a trigger (the place of an atom and the number of a tuple), or without one.
    pub(super) fn begin_at(&mut self, atoms: &[Atom], trigger: Option<(usize, u32)>) {
        if trigger.is_none_or(|(atom, id)| self.fits(&atoms[atom], id))
            && self.first_that_fails(&self.plan.checks).is_none()
        {
            self.go(0);
        }
    }

    /// Gives the variables of an atom the values of a tuple; returns false if the tuple does not fit.
    fn fits(&mut self, atom: &Atom, id: u32) -> bool {
        let mut bound: u64 = 0;
        let tuple = self.relations[atom.predicate].tuple(id);
        atom.arguments.iter().zip(tuple).all(|(term, given)| {
            if let Term::Variable(variable) = *term
                && bound >> variable & 1 == 0
            {
                bound |= 1 << variable;
                self.values[variable] = *given;
            }
            term.object(&self.values) == *given
        })
    }

    /// Continues the join from a step of the plan. If there is no solution, returns the variables that caused the
    /// failure. The same values of these variables always fail, so steps that bind none of them need not try their next
    /// tuple.
    fn go(&mut self, depth: usize) -> u64 {
        let Some(once) = self.once.as_mut().filter(|_| depth == self.plan.first) else {
            return self.go_on(depth);
        };
        let mut tuple = Vec::new();
        fill(&mut tuple, once.head, &self.values);
        if once.seen.contains(&tuple) || (once.is_enough)(&tuple) {
            return variables(&once.head.arguments);
        }
        once.until = self.work + MAX_WORK_FOR_ONE;
        let before = self.found.len();
        let blame = self.go_on(depth);
        if let Some(once) = &mut self.once {
            once.is_over = false;
            once.until = u64::MAX;
            if self.found.len() > before {
                once.seen.insert(tuple);
            }
        }
        blame
    }

    fn go_on(&mut self, depth: usize) -> u64 {
        let Some(step) = self.plan.steps.get(depth) else {
            self.found.extend_from_slice(&self.values);
            self.stopped |= self.found.len() > self.most;
            if let Some(once) = &mut self.once {
                once.is_over = true;
            }
            return EVERY;
        };
        let relation = &self.relations[step.relation];
        let mut blame = step.needed;
        let mut go_to = |join: &mut Self, id: u32| {
            let of_tuple = join.try_tuple(depth, step, id, relation);
            if of_tuple & step.bound == 0 && of_tuple != NOBODY {
                return Some(of_tuple);
            }
            blame |= of_tuple & !step.bound;
            join.is_over().then_some(EVERY)
        };
        let ended = match &step.index {
            Some((index, terms)) => {
                self.key.clear();
                let values = &self.values;
                self.key
                    .extend(terms.iter().map(|term| term.object(values)));
                let ids = relation.matches(*index, &self.key);
                ids.iter().find_map(|id| go_to(self, *id))
            }
            None => (0..relation.processed()).find_map(|id| go_to(self, id)),
        };
        ended.unwrap_or(blame)
    }

    /// Continues with a tuple. Returns the variables that caused a failure, or [`NOBODY`] if the tuple alone caused it.
    fn try_tuple(&mut self, depth: usize, step: &JoinStep, id: u32, relation: &Relation) -> u64 {
        self.work += 1;
        if self.limits.stop_reason().is_some() {
            self.stopped = true;
            return EVERY;
        }
        if let Some(once) = &mut self.once
            && self.work > once.until
        {
            once.is_over = true;
            return EVERY;
        }
        if step.older_only && self.trigger == Some((step.relation, id)) {
            return NOBODY;
        }
        let tuple = relation.tuple(id);
        for (column, variable) in &step.binds {
            self.values[*variable] = tuple[*column];
        }
        let mut repeats = step.repeats.iter();
        if !repeats.all(|(column, variable)| tuple[*column] == self.values[*variable]) {
            return NOBODY;
        }
        match self.first_that_fails(&step.checks) {
            Some(blame) => blame,
            None => self.go(depth + 1),
        }
    }

    fn is_over(&self) -> bool {
        self.stopped || self.once.as_ref().is_some_and(|once| once.is_over)
    }

    /// Returns the variables of the first check that fails.
    fn first_that_fails(&mut self, checks: &[(u64, Check)]) -> Option<u64> {
        let failed = checks.iter().find(|(_, check)| !self.holds(check));
        failed.map(|(needed, _)| *needed)
    }

    fn holds(&mut self, check: &Check) -> bool {
        match check {
            Check::Equal(left, right, holds) => {
                (left.object(&self.values) == right.object(&self.values)) == *holds
            }
            Check::Present(lookup, older_only) => match self.find(lookup) {
                Some(id) => {
                    id < self.relations[lookup.predicate].processed()
                        && !(*older_only && self.trigger == Some((lookup.predicate, id)))
                }
                None => false,
            },
            Check::Absent(lookup) => match self.find(lookup) {
                Some(id) => id >= self.initial[lookup.predicate],
                None => true,
            },
            Check::May(number) => {
                let (rest, values) = (&self.body.rest[*number], &self.values);
                let may = rest.may_hold(values, self.context, self.relations, self.limits);
                self.stopped |= self.limits.spend(0).is_err();
                may
            }
        }
    }

    fn find(&mut self, lookup: &Atom) -> Option<u32> {
        self.key.clear();
        let values = &self.values;
        self.key
            .extend(lookup.arguments.iter().map(|term| term.object(values)));
        self.relations[lookup.predicate].find(&self.key)
    }
}

impl DeferredCondition<'_> {
    /// Evaluates the condition over static atoms. Atoms of predicates that change may be true or false. If a limit was
    /// reached, the result is meaningless.
    pub(super) fn may_hold(
        &self,
        values: &[ObjectId],
        context: &GroundingContext,
        relations: &[Relation],
        limits: &Ticker,
    ) -> bool {
        let mut values = self.values(values);
        may_hold(self.condition, &mut values, context, relations, limits)
    }
}

fn may_hold(
    condition: &Condition,
    values: &mut Vec<ObjectId>,
    context: &GroundingContext,
    relations: &[Relation],
    limits: &Ticker,
) -> bool {
    let may = |condition: &Condition, values: &mut Vec<ObjectId>| {
        may_hold(condition, values, context, relations, limits)
    };
    match condition {
        Condition::Literal(atom, _) if !context.is_static(atom.predicate) => true,
        Condition::Literal(atom, holds) => {
            let mut tuple = Vec::new();
            fill(&mut tuple, atom, values);
            relations[atom.predicate].find(&tuple).is_some() == *holds
        }
        Condition::Equal(left, right, holds) => {
            (left.object(values) == right.object(values)) == *holds
        }
        Condition::Compare(comparison) => context.may_have_values(comparison, values),
        Condition::And(parts) => parts.iter().all(|part| may(part, values)),
        Condition::Or(parts) => parts.iter().any(|part| may(part, values)),
        Condition::ForAll(variables, inner) => {
            let mut ask = |values: &mut Vec<ObjectId>| {
                let goes_on = may(inner, values) && limits.stop_reason().is_none();
                goes_on.then_some(()).ok_or(())
            };
            context.objects.each(variables, values, &mut ask).is_ok()
        }
        Condition::Exists(variables, inner) => {
            let mut ask = |values: &mut Vec<ObjectId>| {
                let is_found = may(inner, values) || limits.stop_reason().is_some();
                if is_found { Err(()) } else { Ok(()) }
            };
            context.objects.each(variables, values, &mut ask).is_err()
        }
    }
}
