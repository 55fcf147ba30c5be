//! The proof that the invariant holds initially, that every action preserves it, and that it excludes goal states.
//!
//! The proof adds constraints if propagation cannot combine them. All other constraints follow by propagation, case by
//! case. There is a case for each action for a potential function or a mutex group, and a case for each state and each
//! action for the list.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::formula::{Gate, Id, Lit, Var};
use crate::invariant::{Invariant, Place, Reasons};
use crate::proof::Proof;
use crate::step::Step;
use saut_base::bits;
use saut_base::lists::{Lists, distinct};
use saut_base::stop::{Stop, StopReason};
use saut_task::domain::{Cost, INFINITE};
use saut_task::task::{Action, Fluent, GroupKind, Literal, Task};

/// The data of a proof.
#[derive(Clone, Copy, Debug)]
pub struct Induction<'a> {
    pub task: &'a Task,
    pub bound: Cost,
    /// The reasons for the bound.
    pub shown: Reasons<'a>,
    pub step: &'a Step,
    pub invariant: &'a Invariant<'a>,
    pub stop: &'a Stop,
}

impl Induction<'_> {
    /// Writes the proof.
    ///
    /// # Errors
    /// [`StopReason`] if a limit is reached.
    pub fn prove(self, proof: &mut Proof) -> Result<(), StopReason> {
        proof.comment("known: mutex groups and mutexes are preserved");
        self.groups(proof)?;
        self.pairs(proof)?;
        let known = self.invariant.known;
        proof.follows(&[!known.before, known.after]);
        proof.comment("potential functions");
        for number in 0..self.invariant.potentials.len() {
            self.go_on()?;
            self.potential(proof, number);
        }
        proof.comment("cuts, and their combinations in leaves");
        self.leaves(proof)?;
        proof.comment("listed states");
        self.states(proof)?;
        proof.comment("conjunctions");
        self.conjunctions(proof)?;
        proof.comment("start, goal, and every step");
        proof.follows(&[Var::Start.is_false()]);
        proof.follows(&[Var::Goal.is_false()]);
        Ok(())
    }

    fn go_on(&self) -> Result<(), StopReason> {
        self.stop.check()
    }

    fn actions(&self) -> impl Iterator<Item = (Lit, &Action)> {
        let actions = self.task.actions().iter().enumerate();
        actions.map(|(number, action)| (Var::Action(number).is_true(), action))
    }

    fn groups(&self, proof: &mut Proof) -> Result<(), StopReason> {
        for (group, gates) in self.task.groups().iter().zip(&self.invariant.groups) {
            self.go_on()?;
            let members: HashSet<Fluent> = group.fluents.iter().copied().collect();
            let mut cases = Vec::new();
            let rises = |fact: usize| [self.step.change[fact][1], self.step.rises_by[fact]];
            let adds = |action: &Action| action.adds().any(|it| members.contains(&it));
            self.count(proof, gates.at_most, (&members, rises), adds, &mut cases);
            if let Some(at_least) = gates.at_least {
                let falls = |fact: usize| [self.step.change[fact][0], self.step.falls_by[fact]];
                let deletes = |action: &Action| action.deletes().any(|it| members.contains(&it));
                self.count(proof, at_least, (&members, falls), deletes, &mut cases);
            }
            proof.forget(&mut cases);
        }
        Ok(())
    }

    /// Derives that every action preserves a gate over the number of true members of a group. The derivation adds the
    /// changes of the members, and has a case for each action that may violate the gate.
    fn count(
        &self,
        proof: &mut Proof,
        gate: Gate,
        (members, changes): (&HashSet<Fluent>, impl Fn(usize) -> [Id; 2]),
        may_break: impl Fn(&Action) -> bool,
        cases: &mut Vec<Id>,
    ) {
        let known = self.invariant.known.before;
        for (own, action) in self.actions() {
            if may_break(action) {
                cases.push(proof.follows(&[!known, !own, gate.after]));
            }
        }
        let mut parts = vec![(gate.if_before, 1), (gate.if_not_after, 1)];
        for member in members {
            parts.extend(changes(member.index()).map(|id| (id, 1)));
        }
        cases.push(proof.sum(&parts));
        proof.follows(&[!known, gate.after]);
    }

    fn pairs(&self, proof: &mut Proof) -> Result<(), StopReason> {
        let known = self.invariant.known.before;
        let makers = self.task.makers();
        for (pair, gate) in &self.invariant.pairs {
            self.go_on()?;
            let mut cases: Vec<Id> = making(&makers, pair.iter().copied())
                .map(|own| proof.follows(&[!known, !own, gate.after]))
                .collect();
            proof.follows(&[!known, gate.after]);
            proof.forget(&mut cases);
        }
        Ok(())
    }

    /// Derives two clauses about a reason that holds before the step: the state is not a goal state, and some reason
    /// holds after the step.
    fn goes_on(&self, proof: &mut Proof, reason: Gate) {
        let Invariant { known, reasons, .. } = self.invariant;
        let [start, goal] = [Var::Start, Var::Goal].map(Var::is_true);
        proof.follows(&[!known.before, !reason.before, !goal]);
        let clause = [!known.before, !reason.before, reasons.after, start, goal];
        proof.follows(&clause);
    }

    fn potential(&self, proof: &mut Proof, number: usize) {
        let function = &self.invariant.potentials[number];
        let (gate, known) = (function.gate, self.invariant.known.before);
        let scale = i128::from(function.potential.scale);
        let weights = &function.potential.weights;
        let mut parts = vec![(gate.if_before, 1), (gate.if_not_after, 1)];
        let mut makers = Vec::new();
        for (fact, &weight) in weights.iter().enumerate() {
            let (size, step) = (i128::from(weight).abs(), self.step);
            let (change, by) = if weight > 0 {
                (step.change[fact][1], step.rises_by[fact])
            } else {
                (step.change[fact][0], step.falls_by[fact])
            };
            parts.push((change, size));
            makers.push((by, size));
        }
        if let Some(costs) = self.step.costs {
            parts.push((costs.not_less, scale));
        }
        // The first sum is enough for actions where propagation detects that an effect changes nothing. The second sum
        // also uses which actions change each fact.
        let changes = proof.sum(&parts);
        makers.push((changes, 1));
        let mut cases = vec![changes, proof.sum(&makers)];
        for (own, action) in self.actions() {
            let raised = |effect: &Literal| {
                let weight = i128::from(weights[effect.fluent.index()]);
                if effect.value { weight } else { -weight }.max(0)
            };
            let most: i128 = action.effects.iter().map(raised).sum();
            if most > scale * i128::from(action.cost) {
                cases.push(proof.follows(&[!known, !gate.before, !own, gate.after]));
            }
        }
        cases.push(self.goal_weighs(proof, number));
        self.goes_on(proof, gate);
        proof.forget(&mut cases);
    }

    /// Derives a sum from which propagation shows that the function excludes goal states.
    fn goal_weighs(&self, proof: &mut Proof, number: usize) -> Id {
        let function = &self.invariant.potentials[number];
        let weight = |fluent: &Fluent| i128::from(function.potential.weights[fluent.index()]);
        let mut parts = vec![(function.gate.if_before, 1)];
        if let Some(costs) = self.step.costs {
            let scale = i128::from(function.potential.scale);
            parts.push((costs.before_bound, scale));
        }
        let wanted: Vec<Literal> = self.task.goal_literals().collect();
        let value = |fluent: &Fluent| self.task.mutexes().value(&wanted, *fluent);
        let mut taken: HashSet<Fluent> = HashSet::new();
        for (group, gates) in self.task.groups().iter().zip(&self.invariant.groups) {
            let members = group.fluents.iter().copied();
            let new: Vec<Fluent> = members.filter(|one| taken.insert(*one)).collect();
            let has_true = new.iter().any(|one| value(one) == Some(true));
            let open = new.iter().filter(|one| value(one).is_none());
            let Some(least) = open.map(weight).min() else {
                continue;
            };
            let is_whole = new.len() == group.fluents.len();
            let is_one = is_whole && group.kind == GroupKind::ExactlyOne && !has_true;
            if least < 0 {
                parts.push((gates.at_most.if_before, -least));
            } else if let Some(at_least) = gates.at_least.filter(|_| is_one) {
                parts.push((at_least.if_before, least));
            }
        }
        proof.sum(&parts)
    }

    fn leaves(&self, proof: &mut Proof) -> Result<(), StopReason> {
        let mut is_kept: BTreeMap<u32, [Id; 2]> = BTreeMap::new();
        for (&number, cut) in &self.invariant.cuts {
            self.go_on()?;
            let mut clause = vec![!cut.gate.before, cut.gate.after];
            clause.extend(cut.crossing.iter().map(|&it| Var::Action(it).is_true()));
            let step = proof.follows(&clause);
            let goal = proof.follows(&[!cut.gate.before, Var::Goal.is_false()]);
            is_kept.insert(number, [step, goal]);
        }
        for (number, leaf) in self.invariant.leaves.iter().enumerate() {
            if number.is_multiple_of(64) {
                self.go_on()?;
            }
            let mut sums = Vec::new();
            if let Some(costs) = self.step.costs.filter(|_| !leaf.shares.is_empty()) {
                let of = |which: usize| {
                    let part =
                        |(cut, share): &(u32, i128)| Some((is_kept.get(cut)?[which], *share));
                    leaf.shares.iter().filter_map(part).collect::<Vec<_>>()
                };
                let mut parts = vec![(leaf.gate.if_before, 1), (leaf.gate.if_not_after, 1)];
                parts.extend(of(0));
                parts.push((costs.not_less, 1));
                sums.push(proof.sum(&parts));
                let mut parts = vec![(leaf.gate.if_before, 1), (costs.before_bound, 1)];
                parts.extend(of(1));
                sums.push(proof.sum(&parts));
            }
            self.goes_on(proof, leaf.gate);
            proof.forget(&mut sums);
        }
        Ok(())
    }

    fn conjunctions(&self, proof: &mut Proof) -> Result<(), StopReason> {
        let all = self
            .shown
            .conjunctions
            .zip(self.invariant.conjunctions.as_ref());
        let Some(((_, conjunctions), gates)) = all else {
            return Ok(());
        };
        let makers = self.task.makers();
        let Invariant { known, reasons, .. } = self.invariant;
        for (conjunction, gate) in conjunctions.iter().zip(&gates.each) {
            self.go_on()?;
            // *Never*: if no conjunction is true before the step, this conjunction is false after the step. *One-of*:
            // if this conjunction is true before the step, some reason holds after the step.
            let (from, to) = gates.none.map_or((*gate, *reasons), |none| (none, *gate));
            let is_never = gates.none.is_some();
            let changed = |&one: &Literal| if is_never { one } else { !one };
            let clause = |own: Lit| [!known.before, !from.before, !own, to.after];
            let mut cases: Vec<Id> = making(&makers, conjunction.iter().map(changed))
                .map(|own| proof.follows(&clause(own)))
                .collect();
            if is_never {
                proof.follows(&[!known.before, !from.before, to.after]);
            } else {
                self.goes_on(proof, *gate);
            }
            proof.forget(&mut cases);
        }
        if let Some(none) = gates.none {
            self.goes_on(proof, none);
        }
        Ok(())
    }

    fn states(&self, proof: &mut Proof) -> Result<(), StopReason> {
        let closed = self.shown.closed;
        let mut numbers: HashMap<&[u64], usize> = HashMap::new();
        numbers.extend((0..closed.count()).map(|state| (closed.state(state).0, state)));
        let mut by_cost: BTreeMap<u64, Vec<(usize, Gate)>> = BTreeMap::new();
        for (state, place) in self.invariant.places.iter().enumerate() {
            if let Place::Inner(gate) = place {
                let cost = if self.bound == INFINITE {
                    0
                } else {
                    closed.costs[state]
                };
                by_cost.entry(cost).or_default().push((state, *gate));
            }
        }
        for (cost, states) in by_cost {
            let mut paid = Paid::new(*self, cost, proof);
            for (state, gate) in states {
                self.go_on()?;
                let mut cases = Vec::new();
                let words = closed.state(state).0;
                for (own, action) in self.actions() {
                    if !action
                        .preconditions
                        .iter()
                        .all(|need| bits::get(words, need.fluent.index()) == need.value)
                    {
                        continue;
                    }
                    let mut after = words.to_vec();
                    for effect in &action.effects {
                        bits::set(&mut after, effect.fluent.index(), effect.value);
                    }
                    let to = numbers.get(after.as_slice()).copied();
                    let target = paid.target(proof, action.cost, to, &after);
                    let mut clause = vec![!gate.before, !own];
                    clause.extend(target.map(|gate| gate.after));
                    cases.push(proof.follows(&clause));
                }
                self.goes_on(proof, gate);
                proof.forget(&mut cases);
            }
            paid.forget(proof);
        }
        Ok(())
    }
}

/// Returns the actions that make at least one of the literals true.
fn making(makers: &Lists, literals: impl Iterator<Item = Literal>) -> impl Iterator<Item = Lit> {
    let actions = distinct(literals.flat_map(|one| makers.of(one.index()).iter().copied()));
    let actions = actions.into_iter();
    actions.map(|action| Var::Action(action as usize).is_true())
}

/// Lemmas about the cost after an action, if the cost before it is at least `cost`. Each lemma is derived when it is
/// first needed.
struct Paid<'a> {
    of: Induction<'a>,
    cost: i128,
    /// The cost after the action, minus the cost of the action, is at least `cost`. The lemma only exists if the bound
    /// is finite.
    base: Option<Id>,
    /// The cost after the action reaches the bound, which is impossible.
    beyond: Option<Id>,
    /// For each amount, the lemma about the gate of this amount.
    thresholds: HashMap<i128, Id>,
    /// For each potential function, the lemma about its gate.
    potentials: HashMap<usize, Id>,
    /// For each combination of cuts, the lemma about its gate.
    leaves: HashMap<usize, Id>,
}

impl<'a> Paid<'a> {
    fn new(of: Induction<'a>, cost: u64, proof: &mut Proof) -> Self {
        let cost = i128::from(cost);
        let gate = of.invariant.paid.get(&cost);
        let base = of
            .step
            .costs
            .zip(gate)
            .map(|(costs, gate)| proof.sum(&[(gate.if_before, 1), (costs.not_less, 1)]));
        Self {
            of,
            cost,
            base,
            beyond: None,
            thresholds: HashMap::new(),
            potentials: HashMap::new(),
            leaves: HashMap::new(),
        }
    }

    /// Returns the gate of a reason that holds after an action of this cost. `None` if the cost reaches the bound, or
    /// if there is no such reason.
    fn target(
        &mut self,
        proof: &mut Proof,
        cost: u64,
        to: Option<usize>,
        after: &[u64],
    ) -> Option<Gate> {
        let paid = self.cost + i128::from(cost);
        let (of, bound) = (self.of, i128::from(self.of.bound));
        if let (Some(costs), Some(base)) = (of.step.costs, self.base)
            && paid >= bound
        {
            self.beyond
                .get_or_insert_with(|| proof.sum(&[(base, 1), (costs.after_bound, 1)]));
            return None;
        }
        let is_infinite = of.bound == INFINITE;
        if let Some(to) = to {
            let least = i128::from(of.shown.closed.costs[to]);
            match of.invariant.places[to] {
                Place::Inner(gate) if is_infinite || least <= paid => {
                    self.has_paid(proof, least);
                    return Some(gate);
                }
                Place::Leaf(leaf) if is_infinite || least <= paid => {
                    self.leaf(proof, leaf);
                    return Some(of.invariant.leaves[leaf].gate);
                }
                _ => {}
            }
        }
        let says = |number: &usize| {
            let function = &of.invariant.potentials[*number];
            let weights = function.potential.weights.iter().enumerate();
            let own = weights.filter(|(fact, _)| bits::get(after, *fact));
            let missing = function.goal - own.map(|(_, &it)| i128::from(it)).sum::<i128>();
            match i128::from(function.potential.scale) {
                0 => missing > 0,
                scale => !is_infinite && missing > scale * (bound - 1 - paid),
            }
        };
        let number = (0..of.invariant.potentials.len()).find(says)?;
        let function = &of.invariant.potentials[number];
        if let Some(base) = self.base.filter(|_| function.potential.scale > 0) {
            self.potentials.entry(number).or_insert_with(|| {
                let scale = i128::from(function.potential.scale);
                proof.sum(&[(base, scale), (function.gate.if_not_after, 1)])
            });
        }
        Some(function.gate)
    }

    /// Derives that the cost after the action is at least this amount, so that propagation can use it.
    fn has_paid(&mut self, proof: &mut Proof, amount: i128) {
        let gate = self.of.invariant.paid.get(&amount).filter(|_| amount > 0);
        if let Some((base, gate)) = self.base.zip(gate) {
            let lemma = || proof.sum(&[(base, 1), (gate.if_not_after, 1)]);
            self.thresholds.entry(amount).or_insert_with(lemma);
        }
    }

    fn leaf(&mut self, proof: &mut Proof, number: usize) {
        let leaf = &self.of.invariant.leaves[number];
        let gate = self.of.invariant.paid.get(&leaf.from);
        if leaf.shares.is_empty() || self.base.is_none() {
            return;
        }
        self.has_paid(proof, leaf.from);
        if let Some(gate) = gate {
            let lemma = || proof.sum(&[(gate.if_after, 1), (leaf.gate.if_not_after, 1)]);
            self.leaves.entry(number).or_insert_with(lemma);
        }
    }

    fn forget(self, proof: &mut Proof) {
        let lemmas = self
            .thresholds
            .into_values()
            .chain(self.potentials.into_values());
        let lemmas = lemmas.chain(self.leaves.into_values());
        let mut all: Vec<Id> = lemmas.chain(self.base).chain(self.beyond).collect();
        all.sort_unstable();
        proof.forget(&mut all);
    }
}
