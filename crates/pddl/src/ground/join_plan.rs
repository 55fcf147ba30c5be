//! Chooses the order in which the atoms of a body are joined, by a greedy algorithm.
//!
//! The next atom is the atom with the fewest matching tuples, given the variables that already have values. This number
//! is estimated from the sizes of the relations and the numbers of values in their columns. Conditions that need no new
//! value (inequalities, atoms whose variables all have values, ...) are checked as early as possible.

use super::relation::Relation;
use super::rule::{Body, DeferredCondition};
use crate::condition::{Atom, Term};

/// A join order for a body whose trigger has given values to some variables.
pub(super) struct JoinPlan {
    /// Conditions that are checked before the first step, each with its set of variables.
    pub(super) checks: Vec<(u64, Check)>,
    pub(super) steps: Vec<JoinStep>,
    /// Number of steps after which the requested variables have values.
    pub(super) first: usize,
}

/// A step of a join, which visits the matching tuples of a relation.
pub(super) struct JoinStep {
    pub(super) relation: usize,
    /// The index to use, and the terms for its columns. Without an index, the step visits all tuples.
    pub(super) index: Option<(usize, Vec<Term>)>,
    /// Columns that give values to variables, each with its variable.
    pub(super) binds: Vec<(usize, usize)>,
    /// Columns that must agree with a variable that the same step binds, each with this variable.
    pub(super) repeats: Vec<(usize, usize)>,
    /// Whether to leave out the tuple that triggered the join. The join with this atom as the trigger has already found
    /// the solutions with this tuple.
    pub(super) older_only: bool,
    /// The set of the variables that get values.
    pub(super) bound: u64,
    /// The set of the variables of the atom that already have values.
    pub(super) needed: u64,
    /// Conditions that are checked for each tuple, each with its set of variables.
    pub(super) checks: Vec<(u64, Check)>,
}

/// A check on variables that have values.
pub(super) enum Check {
    /// The tuple is in the relation (and is not the trigger, if the flag is set).
    Present(Atom, bool),
    /// The tuple does not hold in the initial state. This check is only used for predicates whose atoms no action
    /// deletes.
    Absent(Atom),
    Equal(Term, Term, bool),
    /// The [`DeferredCondition`] with this number may hold.
    May(usize),
}

/// Makes the plan for a join that begins with the atom `trigger`, or without a trigger. The variables of the terms
/// `first` get their values before others.
pub(super) fn plan(
    body: &Body,
    atoms: &[Atom],
    absent: &[Atom],
    trigger: Option<usize>,
    first: &[Term],
    relations: &mut [Relation],
) -> JoinPlan {
    let first = variables(first);
    let all = 0..atoms.len();
    let mut open: Vec<usize> = all.filter(|atom| Some(*atom) != trigger).collect();
    let mut waiting = first_checks(body, absent);
    let mut bound = trigger.map_or(0, |trigger| variables(&atoms[trigger].arguments));
    let older_only = |atom: usize| trigger.is_some_and(|trigger| atom < trigger);
    // Removes and returns all parts that can be checked now.
    let mut ready = |open: &mut Vec<usize>, bound: u64| {
        let known = |needed: u64| needed & !bound == 0;
        let ready = waiting.extract_if(.., |(needed, _)| known(*needed));
        let mut ready: Vec<(u64, Check)> = ready.collect();
        for atom in open.extract_if(.., |atom| known(variables(&atoms[*atom].arguments))) {
            let present = Check::Present(atoms[atom].clone(), older_only(atom));
            ready.push((variables(&atoms[atom].arguments), present));
        }
        ready
    };
    let mut plan = JoinPlan {
        checks: ready(&mut open, bound),
        steps: Vec::new(),
        first: 0,
    };
    while !open.is_empty() {
        let cost = |atom: usize| {
            let columns = atoms[atom].arguments.iter().enumerate();
            let known = columns.filter(|(_, term)| variables(&[**term]) & !bound == 0);
            relations[atoms[atom].predicate].estimate(known.map(|(column, _)| column))
        };
        let wanted = first & !bound;
        let rank = |atom: &usize| {
            let is_late = wanted != 0 && variables(&atoms[*atom].arguments) & wanted == 0;
            (is_late, cost(*atom))
        };
        let ranked = open.iter().map(rank).enumerate();
        let best = ranked.min_by(|(_, (a, x)), (_, (b, y))| a.cmp(b).then(x.total_cmp(y)));
        let atom = open.remove(best.map_or(0, |(place, _)| place));
        let mut step = step(&atoms[atom], bound, older_only(atom), relations);
        bound |= variables(&atoms[atom].arguments);
        step.checks = ready(&mut open, bound);
        plan.steps.push(step);
        if wanted != 0 {
            plan.first = plan.steps.len();
        }
    }
    plan
}

fn step(atom: &Atom, bound: u64, older_only: bool, relations: &mut [Relation]) -> JoinStep {
    let (mut columns, mut key) = (Vec::new(), Vec::new());
    let (mut binds, mut repeats): (Vec<(usize, usize)>, _) = (Vec::new(), Vec::new());
    for (column, term) in atom.arguments.iter().enumerate() {
        match *term {
            Term::Variable(variable) if bound >> variable & 1 == 0 => {
                if binds.iter().any(|(_, known)| *known == variable) {
                    repeats.push((column, variable));
                } else {
                    binds.push((column, variable));
                }
            }
            known => {
                columns.push(column);
                key.push(known);
            }
        }
    }
    let relation = &mut relations[atom.predicate];
    JoinStep {
        relation: atom.predicate,
        index: (!columns.is_empty()).then(|| (relation.index(&columns), key)),
        binds,
        repeats,
        older_only,
        bound: variables(&atom.arguments) & !bound,
        needed: variables(&atom.arguments) & bound,
        checks: Vec::new(),
    }
}

fn first_checks(body: &Body, absent: &[Atom]) -> Vec<(u64, Check)> {
    let mut checks = Vec::new();
    for &(left, right, holds) in &body.equations {
        checks.push((variables(&[left, right]), Check::Equal(left, right, holds)));
    }
    for lookup in absent {
        checks.push((variables(&lookup.arguments), Check::Absent(lookup.clone())));
    }
    for (number, rest) in body.rest.iter().enumerate() {
        checks.push((needed(rest), Check::May(number)));
    }
    checks
}

/// Returns the set of variables among the terms, one bit each.
pub(super) fn variables(terms: &[Term]) -> u64 {
    terms.iter().fold(0, |set, term| match term {
        Term::Variable(variable) => set | 1 << variable,
        Term::Object(_) => set,
    })
}

/// Returns the set of variables in a deferred condition.
fn needed(rest: &DeferredCondition) -> u64 {
    let renamed = |term: Term| match term {
        Term::Variable(level) => rest.levels.get(level).copied(),
        Term::Object(_) => None,
    };
    let terms = rest.condition.terms().into_iter();
    variables(&terms.filter_map(renamed).collect::<Vec<_>>())
}
