//! The solver: conflict-driven clause learning. If the formula encodes a planning task, [`PlanningHeuristic`] chooses
//! the decisions.
//!
//! Marques-Silva and Sakallah, *GRASP* (ICCAD 1996); Moskewicz and others, *Chaff* (DAC 2001); Eén and
//! Sörensson, *An extensible SAT-solver* (SAT 2003); Audemard and Simon, *Predicting learnt clauses quality*
//! (IJCAI 2009).

mod learn;

use super::activity::Activity;
use super::clauses::{ClauseRef, Clauses, Code, Conflict, Reason, Watch};
use super::pairs::StepPairs;
use super::support::PlanningHeuristic;
use crate::backend::SolveLimits;
use crate::work::Work;
use rustsat::types::Lit;
use saut_base::lists::{distinct, number};
use saut_base::stop::StopReason;

/// Conflicts between restarts: constant with steered decisions, otherwise multiplied by Luby's sequence.
const STEERED_RESTART: u64 = 250;
const RESTART: u64 = 100;

/// Maximum number of learnt clauses at first, and its increase after each reduction.
const KEPT: usize = 4_000;
const KEPT_MORE: usize = 500;

/// Number of decisions and conflicts between two checks of the limits.
const LOOK_EVERY: u64 = 256;

#[derive(Debug)]
pub struct Solver {
    clauses: Clauses,
    /// Further clauses, which are the same for every step.
    pairs: Option<StepPairs>,
    /// Value of each literal: 1 for true, −1 for false, 0 for unassigned.
    values: Vec<i8>,
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    trail: Vec<Code>,
    /// Start of each decision level in the trail.
    starts: Vec<usize>,
    propagated: usize,
    activity: Activity,
    /// The last value of each variable, for phase saving.
    was_true: Vec<bool>,
    support: Option<PlanningHeuristic>,
    is_refuted: bool,
    restarts: u64,
    kept: usize,
    proof: Option<Vec<u8>>,
    /// The literal that is assumed, so that the goal holds.
    pub goal: Option<Code>,
    /// Learnt clauses without the goal literal, since the last call of [`Solver::take_lemmas`].
    lemmas: Vec<Vec<Lit>>,
    marked: Vec<bool>,
    level_marks: Vec<u64>,
    /// Literals of the visited clause, except the literal that it implies.
    others: Vec<Code>,
    pub conflicts: u64,
    pub decisions: u64,
    /// Number of propagated literals.
    pub propagations: u64,
    /// Number of clauses whose literals a propagation looked at, without pairs.
    clause_visits: u64,
    /// Number of pairs that a propagation looked at.
    pair_visits: u64,
}

/// Number of propagations, without visits, per unit of work.
const EFFORT_A_WORK: u64 = 12;
/// Time of a clause visit, in propagations. A clause is usually not in the cache.
const CLAUSE_VISIT: u64 = 7;
/// Number of pairs that are visited in the time of one propagation.
const PAIRS_A_PROPAGATION: u64 = 24;
/// Number of facts and actions that the choice of an action visits in the time of one propagation.
const VISITS_A_PROPAGATION: u64 = 8;

impl Solver {
    /// Creates a solver for variables with these activities. At first, it has only the clauses of `pairs`.
    pub fn new(
        activities: Vec<f64>,
        support: Option<PlanningHeuristic>,
        pairs: Option<StepPairs>,
        has_proof: bool,
    ) -> Self {
        let variables = activities.len();
        Self {
            clauses: Clauses::new(variables),
            pairs,
            values: vec![0; 2 * variables],
            levels: vec![0; variables],
            reasons: vec![Reason::NOTHING; variables],
            trail: Vec::with_capacity(variables),
            starts: Vec::new(),
            propagated: 0,
            activity: Activity::new(activities, support.is_none()),
            was_true: vec![false; variables],
            support,
            is_refuted: false,
            restarts: 0,
            kept: KEPT,
            proof: has_proof.then(Vec::new),
            goal: None,
            lemmas: Vec::new(),
            marked: vec![false; variables],
            level_marks: Vec::new(),
            others: Vec::new(),
            conflicts: 0,
            decisions: 0,
            propagations: 0,
            clause_visits: 0,
            pair_visits: 0,
        }
    }

    /// Adds a clause of the formula, or a clause that follows from it. The decision level must be 0.
    pub fn add(&mut self, literals: impl Iterator<Item = Code>) {
        let mut clause = distinct(literals);
        let is_true = |&literal: &Code| self.values[literal as usize] == 1;
        if clause.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) || clause.iter().any(is_true) {
            return;
        }
        clause.retain(|&literal| self.values[literal as usize] == 0);
        match clause[..] {
            [] => self.is_refuted = true,
            [unit] => self.assign(unit, Reason::NOTHING),
            _ => {
                self.clauses.add(&clause, None);
            }
        }
    }

    /// Returns whether the formula has a model. Continues the search until this is known, or until a limit of this call
    /// is reached. The limits of conflicts and work are checked after each conflict.
    pub fn run(&mut self, limits: &SolveLimits) -> Result<bool, StopReason> {
        self.back_to(0);
        if self.is_refuted || self.propagate().is_some() {
            return Ok(self.refuted());
        }
        let upto = |now: u64, most: Option<u64>| most.map_or(u64::MAX, |it| now.saturating_add(it));
        let most_conflicts = upto(self.conflicts, limits.conflicts);
        let most_work = upto(self.work(), limits.work);
        let mut until_restart = self.interval();
        for look in 0_u64.. {
            if look.is_multiple_of(LOOK_EVERY) {
                limits.stop.check()?;
            }
            if let Some(conflict) = self.propagate() {
                if self.starts.is_empty() {
                    return Ok(self.refuted());
                }
                self.conflicts += 1;
                until_restart = until_restart.saturating_sub(1);
                self.learn(conflict);
                if self.conflicts >= most_conflicts || self.work() >= most_work {
                    return Err(StopReason::EffortSpent);
                }
            } else if until_restart == 0 {
                self.restarts += 1;
                until_restart = self.interval();
                self.back_to(0);
                if self.clauses.learnt() > self.kept {
                    self.reduce();
                }
            } else if self.is_goal_refuted() {
                return Ok(self.refuted());
            } else {
                match self.decide() {
                    Some(literal) => {
                        self.decisions += 1;
                        self.starts.push(self.trail.len());
                        self.assign(literal, Reason::NOTHING);
                    }
                    None => return Ok(true),
                }
            }
        }
        Err(StopReason::EffortSpent)
    }

    /// Returns the work of all calls: propagations, with their visits, and visits for the choice of actions.
    pub fn work(&self) -> Work {
        let visits = self.support.as_ref().map_or(0, |support| support.visits);
        let visits = visits / VISITS_A_PROPAGATION + self.pair_visits / PAIRS_A_PROPAGATION;
        let clauses = CLAUSE_VISIT * self.clause_visits;
        (self.propagations + clauses + visits) / EFFORT_A_WORK
    }

    /// Whether the model makes the variable true.
    pub fn is_true(&self, variable: usize) -> bool {
        self.values[2 * variable] == 1
    }

    /// Returns the clauses that were learnt since the last call, do not contain the goal literal, and are worth giving
    /// to other solvers.
    pub fn take_lemmas(&mut self) -> Vec<Vec<Lit>> {
        std::mem::take(&mut self.lemmas)
    }

    /// Returns the DRAT proof in binary, if one was recorded.
    pub fn take_proof(&mut self) -> Option<Vec<u8>> {
        self.proof.take()
    }

    fn refuted(&mut self) -> bool {
        self.is_refuted = true;
        self.note(b'a', &[]);
        false
    }

    fn interval(&self) -> u64 {
        if self.support.is_some() {
            STEERED_RESTART
        } else {
            RESTART * luby(self.restarts)
        }
    }

    /// Whether propagation without decisions has made the goal literal false. Then the goal holds in no model.
    fn is_goal_refuted(&self) -> bool {
        let goal = self.goal.filter(|_| self.starts.is_empty());
        goal.is_some_and(|goal| self.values[goal as usize] == -1)
    }

    fn decide(&mut self) -> Option<Code> {
        if self.starts.is_empty() && self.goal.is_some() {
            return self.goal;
        }
        if let Some(support) = &mut self.support {
            return support.decide(&self.values, &self.activity);
        }
        loop {
            let variable = self.activity.pop()?;
            if self.values[2 * variable] == 0 {
                return Some(number(2 * variable + usize::from(!self.was_true[variable])));
            }
        }
    }

    fn assign(&mut self, literal: Code, reason: Reason) {
        let variable = literal as usize / 2;
        self.values[literal as usize] = 1;
        self.values[literal as usize ^ 1] = -1;
        self.levels[variable] = number(self.starts.len());
        self.reasons[variable] = reason;
        self.trail.push(literal);
        if let Some(support) = self.support.as_mut().filter(|_| literal.is_multiple_of(2)) {
            support.note(variable, true);
        }
    }

    /// Undoes all decisions above this level.
    pub fn back_to(&mut self, level: usize) {
        let Some(&start) = self.starts.get(level) else {
            return;
        };
        for &literal in &self.trail[start..] {
            let variable = literal as usize / 2;
            self.values[literal as usize] = 0;
            self.values[literal as usize ^ 1] = 0;
            let is_true = literal.is_multiple_of(2);
            self.was_true[variable] = is_true;
            if let Some(support) = self.support.as_mut().filter(|_| is_true) {
                support.note(variable, false);
            }
            self.activity.insert(variable);
        }
        self.trail.truncate(start);
        self.starts.truncate(level);
        self.propagated = start;
        if let Some(support) = &mut self.support {
            support.rewind();
        }
    }

    /// Propagates all assigned literals; returns a clause that became false, if there is one.
    fn propagate(&mut self) -> Option<Conflict> {
        let pairs = self.pairs.take();
        let mut conflict = None;
        while conflict.is_none()
            && let Some(&literal) = self.trail.get(self.propagated)
        {
            self.propagated += 1;
            self.propagations += 1;
            let falsified = literal ^ 1;
            let pairs = pairs.as_ref();
            conflict = pairs.and_then(|pairs| self.visit_pairs(pairs, falsified));
            if conflict.is_none() {
                conflict = self.visit_watches(falsified).map(Conflict::Clause);
            }
        }
        self.pairs = pairs;
        conflict
    }

    /// Propagates a false literal through the pairs that every step has.
    fn visit_pairs(&mut self, pairs: &StepPairs, falsified: Code) -> Option<Conflict> {
        for (others, shift) in pairs.others(falsified) {
            self.pair_visits += others.len() as u64;
            for other in others {
                let other = other + shift;
                match self.values[other as usize] {
                    0 => self.assign(other, Reason::other(falsified)),
                    1 => {}
                    _ => return Some(Conflict::Pair([other, falsified])),
                }
            }
        }
        None
    }

    /// Propagates a false literal through the clauses that watch it.
    fn visit_watches(&mut self, falsified: Code) -> Option<ClauseRef> {
        let mut watches = self.clauses.watches.take(falsified)?;
        let (mut kept, mut next, mut conflict) = (0, 0, None);
        while conflict.is_none() && next < watches.len() {
            let watch = watches[next];
            next += 1;
            if let Some(watch) = self.visit(watch, falsified) {
                watches[kept] = watch;
                kept += 1;
                match self.values[watch.other as usize] {
                    0 => self.assign(watch.other, Reason::clause(watch.clause)),
                    1 => {}
                    _ => conflict = Some(watch.clause),
                }
            }
        }
        watches.copy_within(next.., kept);
        watches.truncate(kept + watches.len() - next);
        self.clauses.watches.put(falsified, watches);
        conflict
    }

    /// Updates a clause of which a watched literal is now false. Returns the entry if the clause keeps watching this
    /// literal, because `other` is true or no other literal can be watched. Returns `None` if the clause now watches
    /// another literal.
    fn visit(&mut self, watch: Watch, falsified: Code) -> Option<Watch> {
        if watch.is_binary || self.values[watch.other as usize] == 1 {
            return Some(watch);
        }
        self.clause_visits += 1;
        let literals = self.clauses.literals_mut(watch.clause);
        if literals[0] == falsified {
            literals.swap(0, 1);
        }
        let watch = Watch {
            other: literals[0],
            ..watch
        };
        if self.values[watch.other as usize] == 1 {
            return Some(watch);
        }
        let Some(place) = self.clauses.find_watch(watch.clause, &self.values) else {
            return Some(watch);
        };
        let literals = self.clauses.literals_mut(watch.clause);
        literals.swap(1, place);
        let new = literals[1];
        self.clauses.watches.push(new, watch);
        None
    }

    /// Deletes learnt clauses. The decision level must be 0.
    fn reduce(&mut self) {
        self.kept += KEPT_MORE;
        for &literal in &self.trail {
            self.reasons[literal as usize / 2] = Reason::NOTHING;
        }
        let (clauses, values, proof) = (&mut self.clauses, &self.values, &mut self.proof);
        clauses.reduce(
            |literals| literals.iter().any(|&one| values[one as usize] == 1),
            |literals| write(proof, b'd', literals),
        );
    }

    fn note(&mut self, kind: u8, clause: &[Code]) {
        write(&mut self.proof, kind, clause);
    }
}

/// Writes a step of a DRAT proof in binary.
fn write(proof: &mut Option<Vec<u8>>, kind: u8, clause: &[Code]) {
    let Some(proof) = proof else {
        return;
    };
    proof.push(kind);
    for &literal in clause {
        // Variables count from 1 in DRAT.
        let mut number = literal + 2;
        while number > 0x7f {
            proof.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        proof.push(number.to_le_bytes()[0]);
    }
    proof.push(0);
}

/// Returns the number at this index of Luby's sequence: 1, 1, 2, 1, 1, 2, 4, …
fn luby(mut index: u64) -> u64 {
    loop {
        let length = (index + 2).next_power_of_two();
        if length == index + 2 {
            return length / 2;
        }
        index -= length / 2 - 1;
    }
}

#[cfg(test)]
mod tests;
