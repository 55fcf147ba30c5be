//! Dominance: if state A dominates state B, then for every plan from B there is a plan from A with at most the same
//! cost.
//!
//! The facts of a task are partitioned into *factors*. The part of a state in a factor is its *pattern* in this factor.
//! A pattern is only considered if actions, restricted to the factor, can reach it from the pattern of the initial
//! state. A relation states which patterns of a factor are *as good* as others. A state A is as good as a state B if,
//! in every factor, the pattern of A is as good as the pattern of B.
//!
//! The relation is the greatest relation with two properties. The check computes it by removing pairs of patterns.
//!
//! - If a pattern agrees with the goal, all patterns that are as good also agree with the goal.
//! - Let A and B differ in only one factor, in which the pattern of A is as good as the pattern of B. For every action
//!   that is applicable in B, there is a response in A that leads to a state as good as the successor of B. The
//!   response is an applicable action that costs at most as much, or no action at all.
//!
//! Let A be as good as B. By induction over the factors, for every plan from B there is a plan from A with at most as
//! many actions and at most the same cost.
//!
//! Torralba and Hoffmann, *Simulation-based admissible dominance pruning* (IJCAI 2015).

use std::collections::{BTreeMap, HashMap};

use crate::domain::{CheckError, not_plain};
use crate::task::{Action, Fluent, GoalConstraint, Literal, Task};
use saut_base::bits;
use saut_base::stop::Stop;

/// The dominance relation between states of a task.
#[derive(Clone, Debug)]
pub struct Dominance {
    factors: Vec<Factor>,
    /// Numbers of the *loose* factors, in which some pattern is as good as a different pattern.
    loose: Vec<usize>,
    /// Bit mask of the facts of all other factors, in which patterns must be equal.
    rigid: Vec<u64>,
}

/// A set of facts with its reachable patterns.
#[derive(Clone, Debug)]
struct Factor {
    facts: Vec<usize>,
    patterns: Vec<u64>,
    numbers: HashMap<u64, u16>,
    /// For each pair of patterns, whether the second pattern is as good as the first.
    is_as_good: Vec<bool>,
}

/// The preconditions and effects of an action in a factor, or the goal in a factor. Each consists of a bit mask of
/// facts and a word with the values of these facts.
#[derive(Clone, Copy, Debug, Default)]
struct FactorProjection {
    needs: u64,
    needed: u64,
    sets: u64,
    set: u64,
}

/// The effect of an action on the patterns of a factor: the factor, and for each pattern the number of the resulting
/// pattern, or [`NEVER`].
type Move = (usize, Vec<u16>);

/// Marks a pattern in which the action is not applicable.
const NEVER: u16 = u16::MAX;

impl Dominance {
    /// Maximum number of facts of a factor, so that a pattern fits into a word.
    const MAX_FACTS: usize = 64;
    /// Maximum number of patterns of a factor.
    const MAX_PATTERNS: usize = 256;

    /// Computes the dominance for these factors. Each fact that is in no factor becomes a separate factor.
    ///
    /// # Errors
    /// [`CheckError`] if a factor is invalid, if the task has derived facts or conditional effects, if the goal is not
    /// a conjunction of literals, or if a limit ends the computation.
    pub fn of(task: &Task, factors: &[Vec<Fluent>], stop: &Stop) -> Result<Self, CheckError> {
        if !task.is_plain() {
            return Err(not_plain());
        }
        let is_literal = |wish: &GoalConstraint| matches!(wish, GoalConstraint::Literal(_));
        if !task.goal().iter().all(is_literal) {
            return CheckError::reject("the goal is not a conjunction of literals");
        }
        let count = task.fluents().len();
        let mut place = vec![None; count];
        let mut facts: Vec<Vec<usize>> = Vec::new();
        for factor in factors {
            let mut members = Vec::new();
            for fact in factor {
                let free = place.get_mut(fact.index()).filter(|it| it.is_none());
                let taken = CheckError::rejected(
                    "a factor has a fact that is not in the task, or is listed twice",
                );
                *free.ok_or(taken)? = Some((facts.len(), members.len()));
                members.push(fact.index());
            }
            if members.len() > Self::MAX_FACTS {
                return CheckError::reject("a factor has more than 64 facts");
            }
            facts.push(members);
        }
        let place: Vec<(usize, usize)> = place
            .into_iter()
            .enumerate()
            .map(|(fact, place)| {
                place.unwrap_or_else(|| {
                    facts.push(vec![fact]);
                    (facts.len() - 1, 0)
                })
            })
            .collect();
        let parts: Vec<Vec<(usize, FactorProjection)>> = task
            .actions()
            .iter()
            .map(|action| parts(action, &place))
            .collect();
        let mut by_factor = vec![Vec::new(); facts.len()];
        for (action, parts) in parts.iter().enumerate() {
            for &(factor, part) in parts {
                by_factor[factor].push((action, part));
            }
        }
        let mut goal = vec![FactorProjection::default(); facts.len()];
        for literal in task.goal_literals() {
            let (factor, bit) = place[literal.fluent.index()];
            need(&mut goal[factor], literal, bit);
        }
        let mut checked = Vec::new();
        let mut moves: Vec<Vec<Move>> = parts.iter().map(|_| Vec::new()).collect();
        for ((number, facts), goal) in facts.into_iter().enumerate().zip(goal) {
            let own = &by_factor[number];
            let factor = Factor::new(task, facts, own, goal)?;
            for &(action, part) in own {
                let after = factor.patterns.iter().map(|&one| factor.after(part, one));
                moves[action].push((number, after.collect()));
            }
            checked.push(factor);
        }
        let actions = by_factor
            .into_iter()
            .map(|own| own.into_iter().map(|one| one.0).collect());
        let mut relation = Relation {
            task,
            moves,
            actions: actions.collect(),
            factors: checked,
        };
        relation.strike_out(stop)?;
        Ok(Self::with(count, relation.factors))
    }

    fn with(facts: usize, factors: Vec<Factor>) -> Self {
        let mut is_rigid = vec![false; facts];
        let mut loose = Vec::new();
        for (number, factor) in factors.iter().enumerate() {
            if factor.is_loose() {
                loose.push(number);
            } else {
                factor.facts.iter().for_each(|&fact| is_rigid[fact] = true);
            }
        }
        Self {
            factors,
            loose,
            rigid: bits::from_values(&is_rigid),
        }
    }

    /// Whether no state is as good as a different state.
    pub fn is_equality(&self) -> bool {
        self.loose.is_empty()
    }

    /// Whether every pattern of a state is a reachable pattern of its factor.
    pub fn knows(&self, state: &[u64]) -> bool {
        self.factors.iter().all(|one| one.number(state).is_some())
    }

    /// Returns the rigid part of a state: its facts in all factors that are not loose. A state can be as good as
    /// another state only if both have the same rigid part.
    pub fn rigid(&self, state: &[u64]) -> Vec<u64> {
        let both = state.iter().zip(&self.rigid);
        both.map(|(word, mask)| word & mask).collect()
    }

    /// Returns the patterns of a state in all factors outside the rigid part. `None` if one of these patterns is not a
    /// reachable pattern of its factor.
    pub fn patterns(&self, state: &[u64]) -> Option<Vec<u16>> {
        let numbers = self
            .loose
            .iter()
            .map(|&one| self.factors[one].number(state));
        numbers.collect()
    }

    /// Whether a state with the patterns `better` is as good as a state with the patterns `worse`. Both states must
    /// have the same rigid part.
    pub fn is_as_good(&self, better: &[u16], worse: &[u16]) -> bool {
        let pairs = better.iter().zip(worse).zip(&self.loose);
        let mut pairs = pairs.filter(|((better, worse), _)| better != worse);
        pairs.all(|((&better, &worse), &factor)| self.factors[factor].has(worse, better))
    }
}

fn need(part: &mut FactorProjection, literal: Literal, bit: usize) {
    part.needs |= 1 << bit;
    part.needed |= u64::from(literal.value) << bit;
}

fn parts(action: &Action, place: &[(usize, usize)]) -> Vec<(usize, FactorProjection)> {
    let mut parts: BTreeMap<usize, FactorProjection> = BTreeMap::new();
    for &literal in &action.preconditions {
        let (factor, bit) = place[literal.fluent.index()];
        need(parts.entry(factor).or_default(), literal, bit);
    }
    for &literal in &action.effects {
        let (factor, bit) = place[literal.fluent.index()];
        let part = parts.entry(factor).or_default();
        part.sets |= 1 << bit;
        part.set |= u64::from(literal.value) << bit;
    }
    parts.into_iter().collect()
}

impl Factor {
    fn new(
        task: &Task,
        facts: Vec<usize>,
        actions: &[(usize, FactorProjection)],
        goal: FactorProjection,
    ) -> Result<Self, CheckError> {
        let bits = facts.iter().enumerate();
        let start = bits.map(|(bit, &fact)| u64::from(task.start()[fact]) << bit);
        let start = start.sum();
        let mut patterns = vec![start];
        let mut numbers = HashMap::from([(start, 0)]);
        let mut next = 0;
        while let Some(&pattern) = patterns.get(next) {
            next += 1;
            for (_, part) in actions {
                if pattern & part.needs != part.needed {
                    continue;
                }
                let after = pattern & !part.sets | part.set;
                if let std::collections::hash_map::Entry::Vacant(new) = numbers.entry(after) {
                    if patterns.len() == Dominance::MAX_PATTERNS {
                        return CheckError::reject("a factor has more than 256 patterns");
                    }
                    // There are at most `MAX_PATTERNS` patterns, so the number fits.
                    new.insert(u16::try_from(patterns.len()).unwrap_or(NEVER));
                    patterns.push(after);
                }
            }
        }
        let agrees = |pattern: u64| pattern & goal.needs == goal.needed;
        let pairs = patterns.iter().flat_map(|&worse| {
            let good = patterns.iter();
            good.map(move |&better| !agrees(worse) || agrees(better))
        });
        let is_as_good = pairs.collect();
        Ok(Self {
            facts,
            patterns,
            numbers,
            is_as_good,
        })
    }

    /// Returns the number of the pattern after an action, or [`NEVER`] if the action is not applicable.
    fn after(&self, part: FactorProjection, pattern: u64) -> u16 {
        if pattern & part.needs != part.needed {
            return NEVER;
        }
        self.numbers[&(pattern & !part.sets | part.set)]
    }

    fn number(&self, state: &[u64]) -> Option<u16> {
        let bits = self.facts.iter().enumerate();
        let pattern = bits.map(|(bit, fact)| u64::from(bits::get(state, *fact)) << bit);
        self.numbers.get(&pattern.sum::<u64>()).copied()
    }

    fn has(&self, worse: u16, better: u16) -> bool {
        self.is_as_good[usize::from(worse) * self.patterns.len() + usize::from(better)]
    }

    fn is_loose(&self) -> bool {
        let count = self.patterns.len();
        let mut pairs = self.is_as_good.iter().enumerate();
        pairs.any(|(pair, is)| *is && pair / count != pair % count)
    }
}

/// The computation of the relation: the pairs of patterns that are not yet removed, and the effects of actions.
struct Relation<'a> {
    task: &'a Task,
    /// For each action, its moves in all factors that it reads or changes.
    moves: Vec<Vec<Move>>,
    /// For each factor, the actions that read or change it.
    actions: Vec<Vec<usize>>,
    factors: Vec<Factor>,
}

impl Relation<'_> {
    fn strike_out(&mut self, stop: &Stop) -> Result<(), CheckError> {
        let mut is_done = false;
        while !std::mem::replace(&mut is_done, true) {
            for factor in 0..self.factors.len() {
                let count = self.factors[factor].patterns.len();
                for pair in 0..count * count {
                    let (worse, better) = (pair / count, pair % count);
                    if worse == better || !self.factors[factor].is_as_good[pair] {
                        continue;
                    }
                    if let Some(why) = stop.stop_reason() {
                        return Err(CheckError::Stopped(why));
                    }
                    if !self.are_all_answered(factor, worse, better) {
                        self.factors[factor].is_as_good[pair] = false;
                        is_done = false;
                    }
                }
            }
        }
        Ok(())
    }

    fn are_all_answered(&self, factor: usize, worse: usize, better: usize) -> bool {
        let here = |action: usize, pattern: usize| {
            let own = self.moves[action]
                .iter()
                .find(|(other, _)| *other == factor);
            own.map_or(NEVER, |(_, after)| after[pattern])
        };
        let as_good = |worse: u16, better: u16| self.factors[factor].has(worse, better);
        // There are at most `MAX_PATTERNS` patterns, so the number fits.
        let stays = u16::try_from(better).unwrap_or(NEVER);
        self.actions[factor].iter().all(|&action| {
            let after = here(action, worse);
            if after == NEVER {
                return true;
            }
            let is_answer = |&other: &usize| {
                let own = here(other, better);
                let costs = |one: usize| self.task.actions()[one].cost;
                own != NEVER
                    && costs(other) <= costs(action)
                    && as_good(after, own)
                    && self.is_as_good_elsewhere(factor, action, &self.moves[other])
            };
            is_answer(&action)
                || as_good(after, stays) && self.is_as_good_elsewhere(factor, action, &[])
                || self.actions[factor].iter().any(is_answer)
        })
    }

    /// Whether the moves `others` can replace the action in every factor except this one. For every pattern in which
    /// the action is applicable, the moves must be applicable and lead to a pattern that is as good.
    fn is_as_good_elsewhere(&self, factor: usize, action: usize, others: &[Move]) -> bool {
        let moves = &self.moves[action];
        let find = |of: &[Move], number: usize| of.iter().position(|(factor, _)| *factor == number);
        let is_as_good = |number: usize| {
            if number == factor {
                return true;
            }
            let one = find(moves, number).map(|at| &moves[at].1);
            let other = find(others, number).map(|at| &others[at].1);
            let count = self.factors[number].patterns.len();
            (0..count).zip(0_u16..).all(|(pattern, stays)| {
                let after = one.map_or(stays, |one| one[pattern]);
                let instead = other.map_or(stays, |other| other[pattern]);
                after == NEVER || instead != NEVER && self.factors[number].has(after, instead)
            })
        };
        let all = moves.iter().chain(others);
        all.map(|(factor, _)| *factor).all(is_as_good)
    }
}
