//! Traps, learned from states in which the relaxation or pairs of literals do not reach the goal.
//!
//! All conjunctions that are not reached from a state are a trap, but a large one, which holds in few states. A small
//! one is made backwards from the goal: one of its conjunctions that is not reached, and for each action that would
//! make a conjunction of the trap true, one that is not reached of what would have to be true before it.
//!
//! Steinmetz and Hoffmann, *State space search nogood learning* (AIJ 245, 2017), for learning from conflicts.

use rustc_hash::FxHashSet;

use crate::bound::Trap;
use crate::cost::relaxed::Relaxed;
use crate::lists::number;
use crate::task::{GoalConstraint, Literal, Pairs, Task};

/// The relaxation from any state, with room to work it out.
pub struct RelaxedTraps {
    relaxed: Relaxed,
    untouched: Vec<u32>,
    open: Vec<u32>,
    is_reached: Vec<bool>,
    queue: Vec<u32>,
    is_beyond: Vec<bool>,
    beyond: Vec<u32>,
    /// Operators looked at, since the beginning.
    looks: u64,
}

impl RelaxedTraps {
    /// Traps of a task, none learned yet.
    pub fn new(task: &Task) -> Self {
        let relaxed = Relaxed::new(task);
        let untouched: Vec<u32> = relaxed.needs.iter().map(|one| number(one.len())).collect();
        Self {
            open: untouched.clone(),
            untouched,
            is_reached: vec![false; relaxed.atoms],
            queue: Vec::new(),
            is_beyond: vec![false; relaxed.atoms],
            beyond: Vec::new(),
            looks: 0,
            relaxed,
        }
    }

    /// Operators that were looked at since the beginning.
    pub const fn looks(&self) -> u64 {
        self.looks
    }

    fn reach(&mut self, atom: u32) {
        if !std::mem::replace(&mut self.is_reached[atom as usize], true) {
            self.queue.push(atom);
        }
    }

    /// Whether the relaxation reaches the goal from a state.
    pub fn reaches_goal(&mut self, values: &[bool]) -> bool {
        self.open.copy_from_slice(&self.untouched);
        self.is_reached.fill(false);
        self.queue.clear();
        self.looks += self.untouched.len() as u64 / 8;
        let start = Literal::of_state(values).map(number);
        for atom in start.chain([self.relaxed.always]) {
            self.reach(atom);
        }
        while let Some(atom) = self.queue.pop() {
            let needing = self.relaxed.needed_by.of(atom as usize).len();
            self.looks += needing as u64;
            for index in 0..needing {
                let operator = self.relaxed.needed_by.of(atom as usize)[index] as usize;
                self.open[operator] -= 1;
                if self.open[operator] == 0 {
                    for made in 0..self.relaxed.makes.of(operator).len() {
                        self.reach(self.relaxed.makes.of(operator)[made]);
                    }
                }
            }
        }
        self.is_reached[self.relaxed.goal as usize]
    }

    /// A trap that holds in the state that was asked for last, if the goal is not reached from it.
    pub fn trap(&mut self) -> Option<Trap> {
        let goal = self.relaxed.goal;
        if self.is_reached[goal as usize] {
            return None;
        }
        self.put_beyond(goal);
        let mut next = 0;
        while let Some(&atom) = self.beyond.get(next) {
            next += 1;
            for index in 0..self.relaxed.made_by.of(atom as usize).len() {
                let operator = self.relaxed.made_by.of(atom as usize)[index];
                let needs = self.relaxed.needs.of(operator as usize);
                self.looks += 1;
                if needs.iter().any(|&need| self.is_beyond[need as usize]) {
                    continue;
                }
                let unreached = needs.iter().copied();
                let unreached = unreached.filter(|&need| !self.is_reached[need as usize]);
                let makers = |need: &u32| self.relaxed.made_by.of(*need as usize).len();
                self.put_beyond(unreached.min_by_key(makers)?);
            }
        }
        for &atom in &self.beyond {
            self.is_beyond[atom as usize] = false;
        }
        let literals = self.relaxed.literals;
        let atoms = self.beyond.drain(..).map(|atom| atom as usize);
        let atoms = atoms.filter(|&atom| atom < literals);
        let mut literals: Vec<Literal> = atoms.map(Literal::of_index).collect();
        literals.sort_unstable();
        Some(Trap {
            literals,
            pairs: Vec::new(),
        })
    }

    fn put_beyond(&mut self, atom: u32) {
        self.is_beyond[atom as usize] = true;
        self.beyond.push(atom);
    }
}

/// A conjunction of one literal, twice, or of two.
type Conjunction = [Literal; 2];

/// Traps of pairs.
pub struct PairTraps<'a> {
    task: &'a Task,
    /// By literal the actions that make it true.
    making: Vec<Vec<u32>>,
}

/// A trap of more conjunctions is of no use.
const MOST_CONJUNCTIONS: usize = 20_000;

impl<'a> PairTraps<'a> {
    /// Traps of a task, none learned yet.
    pub fn new(task: &'a Task) -> Self {
        let mut making = vec![Vec::new(); 2 * task.fluents().len()];
        for (action, id) in task.actions().iter().zip(0..) {
            for effect in &action.effects {
                making[effect.index()].push(id);
            }
        }
        Self { task, making }
    }

    /// A trap that holds in a state, if pairs show that the goal is not reached from it.
    pub fn trap(
        &self,
        values: &[bool],
        most_work: usize,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<Trap> {
        let here = self.task.clone().with_start(values);
        let unreached = Pairs::find(here.transitions(), most_work, should_stop)?;
        let mut trap = Growing {
            unreached,
            has: FxHashSet::default(),
            all: Vec::new(),
        };
        self.put_goal(&mut trap)?;
        let mut next = 0;
        while let Some(&conjunction) = trap.all.get(next) {
            next += 1;
            if trap.all.len() > MOST_CONJUNCTIONS || should_stop() {
                return None;
            }
            for literal in distinct(&conjunction) {
                for &id in &self.making[literal.index()] {
                    let action = &self.task.actions()[id as usize];
                    let is_undone = |one: &Literal| action.effects.contains(&!*one);
                    let pairs = self.task.pairs();
                    if conjunction.iter().any(is_undone)
                        || pairs.is_some_and(|pairs| pairs.is_never(action))
                    {
                        continue;
                    }
                    let mut before = action.preconditions.clone();
                    let left = distinct(&conjunction);
                    before.extend(left.filter(|one| !action.effects.contains(one)));
                    let is_apart = |one: &Literal| {
                        let is_out = |two: &Literal| {
                            *one == !*two || pairs.is_some_and(|pairs| pairs.exclude(*one, *two))
                        };
                        before.iter().any(is_out)
                    };
                    if !before.iter().any(is_apart) {
                        trap.put_one_of(&before)?;
                    }
                }
            }
        }
        let (mut literals, mut pairs) = (Vec::new(), Vec::new());
        for [one, other] in trap.all {
            if one == other {
                literals.push(one);
            } else {
                pairs.push([one, other]);
            }
        }
        Some(Trap { literals, pairs })
    }

    fn put_goal(&self, trap: &mut Growing) -> Option<()> {
        let wanted: Vec<Literal> = self.task.goal_literals().collect();
        if trap.put_one_of(&wanted).is_some() {
            return Some(());
        }
        for wish in self.task.goal() {
            if let GoalConstraint::AnyOf(any) = wish {
                let with = |one: &Literal| [&wanted[..], &[*one]].concat();
                let is_out = |one: &Literal| trap.unreached_of(&with(one)).is_some();
                if any.iter().all(is_out) {
                    return any.iter().try_for_each(|one| trap.put_one_of(&with(one)));
                }
            }
        }
        None
    }
}

/// The literals of a conjunction, each once.
fn distinct(conjunction: &Conjunction) -> impl Iterator<Item = Literal> + '_ {
    let [one, other] = *conjunction;
    let other = Some(other).filter(|other| *other != one);
    std::iter::once(one).chain(other)
}

struct Growing {
    unreached: Pairs,
    has: FxHashSet<Conjunction>,
    all: Vec<Conjunction>,
}

impl Growing {
    /// A conjunction of these literals that is in the trap, or else one that is not reached; single literals first.
    fn unreached_of(&self, literals: &[Literal]) -> Option<Conjunction> {
        let mut found: Option<Conjunction> = None;
        for (index, &one) in literals.iter().enumerate() {
            for &other in &literals[index..] {
                let conjunction = [one.min(other), one.max(other)];
                if self.has.contains(&conjunction) {
                    return Some(conjunction);
                }
                let is_better = found.is_none_or(|[a, b]| a != b && one == other);
                if is_better && self.unreached.exclude(one, other) {
                    found = Some(conjunction);
                }
            }
        }
        found
    }

    fn put_one_of(&mut self, literals: &[Literal]) -> Option<()> {
        let conjunction = self.unreached_of(literals)?;
        if self.has.insert(conjunction) {
            self.all.push(conjunction);
        }
        Some(())
    }
}
