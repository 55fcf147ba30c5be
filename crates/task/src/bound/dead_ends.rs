//! Dead ends: reasons why no goal lies behind a state, and the set of states that is closed but for them.
//!
//! - A potential function of scale 0: no action raises the weight of a state, so that a goal that weighs more is out of
//!   reach.
//! - A [`Trap`]: literals and pairs of literals of which none is true, and of which no action makes one true where none
//!   is. A goal has one.
//! - The relaxation: adding all effects and deleting none never reaches the goal.
//!
//! Each reason is checked once and says of every state whether it is dead. So nobody has to write down states: whoever
//! checks begins at the start, plays every action, stops at dead ends, and meets no goal. What is written down is how
//! many states that are.
//!
//! Pommerening and Seipp, *Fishing for undetected dead ends* (2016), for potentials; Lipovetzky, Muise, Geffner,
//! *Traps, invariants, and dead-ends* (ICAPS 2016); Steinmetz and Hoffmann, *State space search nogood learning* (AIJ
//! 245, 2017).

use std::collections::HashSet;

use super::state_table::{GrowingStates, Waiting, apply, holds, values_of, words_of};
use super::{
    BoundingStates, CheckedCounting, CheckedPotential, CheckedSymmetries, CountingInvariant, Cut,
    CutShare, Potential, RejectedBound, Symmetries, projected,
};
use crate::domain::INFINITE;
use crate::stop::Stop;
use crate::task::{Action, Fluent, GoalConstraint, Literal, Task};

/// Literals and pairs of literals, as conjunctions. A state in which none is true is dead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trap {
    /// The literals.
    pub literals: Vec<Literal>,
    /// The pairs.
    pub pairs: Vec<[Literal; 2]>,
}

/// Reasons why states are dead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeadEnds {
    /// Potential functions of scale 0.
    pub potentials: Vec<Potential>,
    /// Traps.
    pub traps: Vec<Trap>,
    /// Whether states are dead from which the relaxation does not reach the goal.
    pub relaxed: bool,
}

/// Dead ends of what is left of a task when some facts are left out and states are taken up to symmetries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClosedOrbits {
    /// The facts that are kept, if not all are. What follows is about the projection onto them, and has its numbers.
    pub kept: Option<Vec<Fluent>>,
    /// Number of facts that are true, as far as it is known; in the numbers of the whole task.
    pub counting: Option<CountingInvariant>,
    /// The symmetries; there may be none.
    pub symmetries: Symmetries,
    /// The dead ends.
    pub reasons: DeadEnds,
}

impl ClosedOrbits {
    /// The number of states that can be reached without passing a dead end, if no goal is among them.
    ///
    /// # Errors
    /// [`RejectedBound`] with the first thing that is wrong, or if it was stopped.
    pub fn close(&self, task: &Task, stop: &Stop) -> Result<usize, RejectedBound> {
        let projection = self.kept.as_deref().map(|kept| projected(task, kept));
        let projection = projection.transpose()?;
        let whole = task;
        let task = projection.as_ref().unwrap_or(whole);
        if let Some(counting) = &self.counting {
            let (Some(kept), true) = (&self.kept, self.symmetries.generators.is_empty()) else {
                return Err(RejectedBound::Shape(
                    "facts are counted in projections, and without symmetries",
                ));
            };
            let mut counting = counting.check(whole, kept)?;
            return self.reasons.close_where(&mut counting, task, stop);
        }
        if self.symmetries.generators.is_empty() {
            return self.reasons.close(task, stop);
        }
        let symmetries = self.symmetries.check(task, stop)?;
        self.reasons.close_up_to(&symmetries, stop)
    }
}

impl Trap {
    /// Accepts a trap: every goal has one of its conjunctions, and no action makes one true in a state in which none
    /// is.
    ///
    /// # Errors
    /// [`RejectedBound`] with what is wrong with it.
    pub fn check(self, task: &Task) -> Result<CheckedTrap, RejectedBound> {
        if !task.is_plain() {
            return Err(RejectedBound::NotPlain);
        }
        let fluents = task.fluents().len();
        let all = self.pairs.iter().flatten().chain(&self.literals);
        let no = |fact: String| Err(RejectedBound::NoTrap(fact));
        if let Some(far) = all.clone().find(|one| one.fluent.index() >= fluents) {
            return no(format!("it names fluent {}", far.fluent.index()));
        }
        let mut making = vec![Vec::new(); 2 * fluents];
        for action in task.actions() {
            for effect in &action.effects {
                making[effect.index()].push(action);
            }
        }
        let set = Conjunctions::new(task, &self);
        if !set.goal_has_one() {
            return no("a goal may have none of its conjunctions".to_owned());
        }
        let singles = self.literals.iter().map(std::slice::from_ref);
        let pairs = self.pairs.iter().map(<[Literal; 2]>::as_slice);
        for conjunction in singles.chain(pairs) {
            let makers = conjunction.iter().flat_map(|one| &making[one.index()]);
            for action in makers {
                if !set.is_kept_by(conjunction, action) {
                    return no(format!("{} may make a conjunction true", action.name));
                }
            }
        }
        Ok(CheckedTrap::new(self, fluents))
    }
}

/// The conjunctions of a trap, to be asked whether literals have one.
struct Conjunctions<'a> {
    task: &'a Task,
    has_literal: Vec<bool>,
    pairs: HashSet<[Literal; 2]>,
}

impl<'a> Conjunctions<'a> {
    fn new(task: &'a Task, trap: &Trap) -> Self {
        let mut has_literal = vec![false; 2 * task.fluents().len()];
        for literal in &trap.literals {
            has_literal[literal.index()] = true;
        }
        Self {
            task,
            has_literal,
            pairs: trap.pairs.iter().copied().collect(),
        }
    }

    fn have_one(&self, literals: &[Literal]) -> bool {
        let mut each = literals.iter();
        each.any(|&one| {
            let with = |&other: &Literal| {
                self.pairs.contains(&[one, other]) || self.pairs.contains(&[other, one])
            };
            self.has_literal[one.index()] || (!self.pairs.is_empty() && literals.iter().any(with))
        })
    }

    /// Whether every goal has a conjunction: what it wants in any case, or with each of a choice.
    fn goal_has_one(&self) -> bool {
        let wanted: Vec<Literal> = self.task.goal_literals().collect();
        let any_way = |wish: &GoalConstraint| match wish {
            GoalConstraint::AnyOf(any) => any.iter().all(|&one| {
                let mut with = wanted.clone();
                with.push(one);
                self.have_one(&with)
            }),
            GoalConstraint::Literal(_) | GoalConstraint::AtMostOne(_) => false,
        };
        self.have_one(&wanted) || self.task.goal().iter().any(any_way)
    }

    /// Whether no state without conjunctions has this one after the action.
    fn is_kept_by(&self, conjunction: &[Literal], action: &Action) -> bool {
        if conjunction
            .iter()
            .any(|one| action.effects.contains(&!*one))
        {
            return true;
        }
        let mut before = action.preconditions.clone();
        let left = conjunction
            .iter()
            .filter(|one| !action.effects.contains(one));
        before.extend(left);
        self.have_one(&before) || self.are_apart(&before)
    }

    /// Whether literals are never true together.
    fn are_apart(&self, literals: &[Literal]) -> bool {
        let mut each = literals.iter();
        each.any(|&one| {
            let pairs = self.task.pairs();
            let excludes = |&other: &Literal| {
                one == !other || pairs.is_some_and(|pairs| pairs.exclude(one, other))
            };
            literals.iter().any(excludes)
        })
    }
}

/// A trap that was checked. Only [`Trap::check`] makes one.
#[derive(Clone, Debug)]
pub struct CheckedTrap {
    trap: Trap,
    /// Words with the fluents that must be false, and those that must be true.
    words: Vec<(usize, u64, u64)>,
}

impl CheckedTrap {
    fn new(trap: Trap, fluents: usize) -> Self {
        let mut words = vec![(0_u64, 0_u64); fluents.div_ceil(64)];
        for literal in &trap.literals {
            let (no, yes) = &mut words[literal.fluent.index() / 64];
            *(if literal.value { no } else { yes }) |= 1 << (literal.fluent.index() % 64);
        }
        let words = words.into_iter().enumerate();
        let words = words.filter(|(_, (no, yes))| no | yes != 0);
        Self {
            words: words.map(|(word, (no, yes))| (word, no, yes)).collect(),
            trap,
        }
    }

    /// Whether a state has none of the conjunctions.
    pub fn holds(&self, state: &[u64]) -> bool {
        let is_clear =
            |&(word, no, yes): &(usize, u64, u64)| state[word] & no == 0 && !state[word] & yes == 0;
        let is_broken = |pair: &[Literal; 2]| pair.iter().all(|&one| holds(one, state));
        self.words.iter().all(is_clear) && !self.trap.pairs.iter().any(is_broken)
    }
}

impl DeadEnds {
    /// The number of states that can be reached without passing a dead end, if no goal is among them.
    ///
    /// # Errors
    /// [`RejectedBound`] with the first thing that is wrong, or if it was stopped.
    pub fn close(&self, task: &Task, stop: &Stop) -> Result<usize, RejectedBound> {
        self.count(task, &mut |_| true, None, stop)
    }

    /// The number of possible states of a projection that can be reached without passing a dead end, if no goal is among
    /// them.
    fn close_where(
        &self,
        counting: &mut CheckedCounting,
        projection: &Task,
        stop: &Stop,
    ) -> Result<usize, RejectedBound> {
        let mut is_possible = |state: &[u64]| counting.is_possible(state);
        self.count(projection, &mut is_possible, None, stop)
    }

    /// The number of states up to symmetries of the task that can be reached without passing a dead end, if no goal is
    /// among them.
    ///
    /// # Errors
    /// As [`DeadEnds::close`].
    pub fn close_up_to(
        &self,
        symmetries: &CheckedSymmetries,
        stop: &Stop,
    ) -> Result<usize, RejectedBound> {
        self.count(symmetries.task(), &mut |_| true, Some(symmetries), stop)
    }

    fn count(
        &self,
        task: &Task,
        is_possible: &mut dyn FnMut(&[u64]) -> bool,
        symmetries: Option<&CheckedSymmetries>,
        stop: &Stop,
    ) -> Result<usize, RejectedBound> {
        let mut count = 0;
        self.visit(task, is_possible, symmetries, stop, &mut |_, why| {
            count += usize::from(why.is_none());
        })?;
        Ok(count)
    }

    /// Closed set of states: those that can be reached, and the dead ends beside them, each with a cut that nothing
    /// crosses, or bounded by a potential function.
    ///
    /// # Errors
    /// [`RejectedBound`] as [`DeadEnds::close`], and if a trap with pairs is needed, which is no cut.
    pub fn listed(&self, task: &Task, stop: &Stop) -> Result<BoundingStates, RejectedBound> {
        let mut closed = BoundingStates {
            potentials: self.potentials.clone(),
            ..BoundingStates::default()
        };
        let mut has_pairs = false;
        self.visit(task, &mut |_| true, None, stop, &mut |state, why| {
            let beyond = match why {
                Some(DeadBy::Potential) => return,
                None => return closed.add(state, 0, &[]),
                Some(DeadBy::Trap(trap)) => {
                    has_pairs |= !trap.pairs.is_empty();
                    trap.literals.clone()
                }
                Some(DeadBy::Relaxation(is_reached)) => unreached(is_reached),
            };
            let cut = crate::lists::number(closed.cuts.len());
            closed.cuts.push(Cut { beyond });
            closed.add(state, 0, &[CutShare { cut, share: 0 }]);
        })?;
        if has_pairs {
            return Err(RejectedBound::NoTrap("its pairs are no cut".to_owned()));
        }
        Ok(closed)
    }

    /// Tells of each state that can be reached without passing a dead end, and of the dead ends, each once; of one
    /// state for all that symmetries exchange. States that are not possible are passed over.
    fn visit(
        &self,
        task: &Task,
        is_possible: &mut dyn FnMut(&[u64]) -> bool,
        symmetries: Option<&CheckedSymmetries>,
        stop: &Stop,
        tell: &mut dyn FnMut(&[u64], Option<DeadBy<'_>>),
    ) -> Result<(), RejectedBound> {
        if !task.is_plain() {
            return Err(RejectedBound::NotPlain);
        }
        let potentials = self.potentials.iter().cloned().map(|one| {
            if one.scale != 0 {
                return Err(RejectedBound::Shape("a dead end has the scale 0"));
            }
            one.check(task)
        });
        let potentials = potentials.collect::<Result<Vec<CheckedPotential>, _>>()?;
        let mut traps = Vec::with_capacity(self.traps.len());
        for trap in &self.traps {
            if let Some(why) = stop.why() {
                return Err(RejectedBound::Unfinished(why));
            }
            traps.push(trap.clone().check(task)?);
        }
        let mut reasons = CheckedDeadEnds {
            potentials,
            traps,
            relaxation: self.relaxed.then(|| Relaxation::new(task)),
        };
        let waiting = Waiting::new(task);
        let put_in_order = |state: &mut [u64]| {
            if let Some(symmetries) = symmetries {
                symmetries.put_in_order(state);
            }
        };
        let mut start = words_of(task.start());
        put_in_order(&mut start);
        let mut states = GrowingStates::new(start.len());
        match reasons.of(&start) {
            None => states.insert(&start),
            why => tell(&start, why),
        }
        let mut dead = GrowingStates::new(start.len());
        let (mut words, mut after) = (start.clone(), start);
        let mut next = 0;
        while next < states.count() {
            if let Some(why) = next.is_multiple_of(64).then(|| stop.why()).flatten() {
                return Err(RejectedBound::Unfinished(why));
            }
            words.copy_from_slice(states.words(next));
            if task.is_goal(&values_of(&words, task.fluents().len())) {
                return Err(RejectedBound::Goal {
                    state: next,
                    cost: 0,
                });
            }
            tell(&words, None);
            waiting.try_each(&words, |action| {
                after.copy_from_slice(&words);
                apply(action, &mut after);
                put_in_order(&mut after);
                if is_possible(&after) && !states.contains(&after) && !dead.contains(&after) {
                    match reasons.of(&after) {
                        None => states.insert(&after),
                        why => {
                            dead.insert(&after);
                            tell(&after, why);
                        }
                    }
                }
                Ok::<(), RejectedBound>(())
            })?;
            next += 1;
        }
        Ok(())
    }
}

/// Reasons that were checked, to be asked of states.
struct CheckedDeadEnds<'a> {
    potentials: Vec<CheckedPotential>,
    traps: Vec<CheckedTrap>,
    relaxation: Option<Relaxation<'a>>,
}

impl CheckedDeadEnds<'_> {
    /// Reason why a state is dead, if it is.
    fn of(&mut self, state: &[u64]) -> Option<DeadBy<'_>> {
        let mut potentials = self.potentials.iter();
        if potentials.any(|one| one.bound(state) == INFINITE) {
            return Some(DeadBy::Potential);
        }
        if let Some(trap) = self.traps.iter().find(|trap| trap.holds(state)) {
            return Some(DeadBy::Trap(&trap.trap));
        }
        let relaxation = self.relaxation.as_mut()?;
        let is_dead = !relaxation.reaches_goal(state);
        is_dead.then_some(DeadBy::Relaxation(&relaxation.is_reached))
    }
}

/// Reason why a state is dead.
enum DeadBy<'a> {
    Potential,
    Trap(&'a Trap),
    /// By literal whether the relaxation reaches it.
    Relaxation(&'a [bool]),
}

/// The relaxation, worked out anew for each state: an action whose preconditions were all reached adds its effects.
struct Relaxation<'a> {
    task: &'a Task,
    /// By literal the actions that need it.
    needing: Vec<Vec<u32>>,
    /// The actions that need nothing.
    free: Vec<u32>,
    open: Vec<u32>,
    is_reached: Vec<bool>,
    reached: Vec<Literal>,
}

impl<'a> Relaxation<'a> {
    fn new(task: &'a Task) -> Self {
        let literals = 2 * task.fluents().len();
        let (mut needing, mut free) = (vec![Vec::new(); literals], Vec::new());
        for (action, number) in task.actions().iter().zip(0_u32..) {
            for need in &action.preconditions {
                needing[need.index()].push(number);
            }
            if action.preconditions.is_empty() {
                free.push(number);
            }
        }
        Self {
            task,
            needing,
            free,
            open: Vec::new(),
            is_reached: vec![false; literals],
            reached: Vec::new(),
        }
    }

    fn reach(&mut self, literal: Literal) {
        if !std::mem::replace(&mut self.is_reached[literal.index()], true) {
            self.reached.push(literal);
        }
    }

    fn reaches_goal(&mut self, state: &[u64]) -> bool {
        self.is_reached.fill(false);
        self.reached.clear();
        self.open.clear();
        let needs = self.task.actions().iter();
        self.open
            .extend(needs.map(|one| crate::lists::number(one.preconditions.len())));
        for fluent in self.task.fluent_ids() {
            let is_true = holds(fluent.is_true(), state);
            self.reach(if is_true {
                fluent.is_true()
            } else {
                fluent.is_false()
            });
        }
        for index in 0..self.free.len() {
            self.play(self.free[index]);
        }
        let mut next = 0;
        while let Some(&literal) = self.reached.get(next) {
            next += 1;
            for index in 0..self.needing[literal.index()].len() {
                let action = self.needing[literal.index()][index];
                let open = &mut self.open[action as usize];
                *open -= 1;
                if *open == 0 {
                    self.play(action);
                }
            }
        }
        let is_reached = |literal: &Literal| self.is_reached[literal.index()];
        self.task.goal().iter().all(|wish| match wish {
            GoalConstraint::Literal(literal) => is_reached(literal),
            GoalConstraint::AnyOf(any) => any.iter().any(is_reached),
            GoalConstraint::AtMostOne(_) => true,
        })
    }

    fn play(&mut self, action: u32) {
        let task = self.task;
        for &effect in &task.actions()[action as usize].effects {
            self.reach(effect);
        }
    }
}

/// The literals that were not reached.
fn unreached(is_reached: &[bool]) -> Vec<Literal> {
    let unreached = is_reached.iter().enumerate().filter(|(_, is)| !**is);
    unreached
        .map(|(literal, _)| Literal::of_index(literal))
        .collect()
}
