//! LM-cut: a lower bound of the cost of every plan from a state, as cuts with shares.
//!
//! Each atom gets the cost of its dearest supporting condition (`h_max`). The atoms from which the goal
//! costs nothing more are the *goal zone*; the operators that lead from the other reachable atoms into it are a disjunctive action
//! landmark. It takes the least of their costs as its share, the costs go down by that, and so on until the goal
//! costs nothing.
//!
//! What is new here is what is written down: not the operators, but literals beyond the cut such that a checker finds
//! no crossing action but these ([`Cut`]). They are the goal zone and, for each operator outside the landmark that leads into it, one
//! of its conditions that are not reached without the landmark, and so on backwards. A cut holds in every state
//! in which none of its literals is true, so that states share them.
//!
//! An action with effects under conditions is several operators that pay together, once for each cut.
//!
//! Helmert and Domshlak, *Landmarks, critical paths and abstractions: what's the difference anyway?* (ICAPS 2009); Röger, Pommerening,
//! Helmert, *Optimal planning in the presence of conditional effects* (ECAI 2014).

use rustc_hash::FxHashMap;

use super::cost_queue::CostQueue;
use super::relaxed::Relaxed;
use crate::bound::{Cut, CutShare};
use crate::domain::{Cost, INFINITE};
use crate::lists::number;
use crate::task::{Literal, Task};
use crate::work::Work;

const UNREACHED: u64 = u64::MAX;

/// Cuts, each once.
#[derive(Debug, Default)]
pub struct Cuts {
    numbers: FxHashMap<Box<[u32]>, u32>,
    /// Number of literals of all together.
    literals: usize,
}

impl Cuts {
    fn number(&mut self, beyond: &[u32]) -> u32 {
        if let Some(&known) = self.numbers.get(beyond) {
            return known;
        }
        let new = number(self.numbers.len());
        self.literals += beyond.len();
        self.numbers.insert(beyond.into(), new);
        new
    }

    /// Number of cuts.
    pub fn count(&self) -> usize {
        self.numbers.len()
    }

    /// Memory that they take, in bytes.
    pub fn bytes(&self) -> usize {
        4 * self.literals + 40 * self.numbers.capacity()
    }

    /// All, by number.
    pub fn all(&self) -> Vec<Cut> {
        let mut all = vec![Cut { beyond: Vec::new() }; self.count()];
        for (beyond, &number) in &self.numbers {
            let literals = beyond.iter().map(|&atom| Literal::of_index(atom as usize));
            all[number as usize].beyond = literals.collect();
        }
        all
    }
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Zone {
    #[default]
    Open,
    /// Reached without going into the goal zone.
    Before,
    /// From here the goal costs nothing more.
    Goal,
}

#[derive(Clone, Copy)]
struct Progress {
    /// The conditions not reached yet.
    open: u32,
    /// The dearest condition.
    supporter: u32,
    /// Cost of the dearest condition.
    paid: u64,
}

/// The heuristic with room to work it out.
pub struct CutHeuristic {
    relaxed: Relaxed,
    untouched: Vec<Progress>,
    progress: Vec<Progress>,
    /// Cost that the payers of operators still pay after the shares taken.
    left: Vec<u64>,
    cost: Vec<u64>,
    zone: Vec<Zone>,
    queue: CostQueue,
    stack: Vec<u32>,
    landmark: Vec<u32>,
    /// Payers that have paid the share in work.
    has_paid: Vec<bool>,
    is_in_landmark: Vec<bool>,
    is_beyond: Vec<bool>,
    beyond: Vec<u32>,
    /// Operators looked at, since the beginning.
    looks: u64,
}

impl CutHeuristic {
    /// Operators that are looked at in about a microsecond.
    const LOOKS_A_WORK: u64 = 100;

    /// Of a task.
    pub fn new(task: &Task) -> Self {
        let relaxed = Relaxed::new(task);
        let operators = relaxed.payers.len();
        let untouched: Vec<Progress> = relaxed
            .needs
            .iter()
            .map(|needs| Progress {
                open: number(needs.len()),
                supporter: needs[0],
                paid: 0,
            })
            .collect();
        Self {
            progress: untouched.clone(),
            untouched,
            left: relaxed.costs.clone(),
            cost: vec![UNREACHED; relaxed.atoms],
            zone: vec![Zone::Open; relaxed.atoms],
            queue: CostQueue::default(),
            stack: Vec::new(),
            landmark: Vec::new(),
            has_paid: vec![false; relaxed.costs.len()],
            is_in_landmark: vec![false; operators],
            is_beyond: vec![false; relaxed.atoms],
            beyond: Vec::new(),
            looks: 0,
            relaxed,
        }
    }

    /// The work since the beginning.
    pub fn work(&self) -> Work {
        self.looks / Self::LOOKS_A_WORK
    }

    /// The bound of a state, and the cuts with shares that show it; infinite with one cut that nothing crosses.
    pub fn estimate(
        &mut self,
        values: &[bool],
        cuts: &mut Cuts,
        shares: &mut Vec<CutShare>,
    ) -> Cost {
        shares.clear();
        self.looks += self.relaxed.payers.len() as u64 / 4;
        self.left.copy_from_slice(&self.relaxed.costs);
        self.explore(values);
        let goal = self.relaxed.goal as usize;
        let mut sum = 0_u64;
        loop {
            if self.cost[goal] == 0 {
                return sum;
            }
            self.find_landmark(values);
            let least = self
                .landmark
                .iter()
                .map(|&one| self.left_of(one as usize))
                .min();
            let cut = self.cut(cuts);
            let share = least.unwrap_or(0);
            shares.push(CutShare { cut, share });
            if least.is_none() {
                shares.drain(..shares.len() - 1);
                return INFINITE;
            }
            sum = sum.saturating_add(share).min(INFINITE - 1);
            self.take(share);
        }
    }

    /// Cost left of an operator.
    fn left_of(&self, operator: usize) -> u64 {
        self.left[self.relaxed.payers[operator] as usize]
    }

    fn reach(&mut self, atom: u32, cost: u64) {
        let known = &mut self.cost[atom as usize];
        if cost < *known {
            *known = cost;
            self.queue.push(cost, atom);
        }
    }

    /// The `h_max` costs from a state.
    fn explore(&mut self, values: &[bool]) {
        self.cost.fill(UNREACHED);
        self.progress.copy_from_slice(&self.untouched);
        self.queue.clear();
        for atom in Literal::of_state(values) {
            self.reach(number(atom), 0);
        }
        self.reach(self.relaxed.always, 0);
        while let Some((cost, atom)) = self.queue.pop() {
            if cost > self.cost[atom as usize] {
                continue;
            }
            self.looks += self.relaxed.needed_by.of(atom as usize).len() as u64;
            for index in 0..self.relaxed.needed_by.of(atom as usize).len() {
                let operator = self.relaxed.needed_by.of(atom as usize)[index] as usize;
                let progress = &mut self.progress[operator];
                progress.open -= 1;
                if progress.open == 0 {
                    (progress.supporter, progress.paid) = (atom, cost);
                    self.offer(operator, cost);
                }
            }
        }
    }

    /// Atoms that an operator makes cost no more than this and the operator itself.
    fn offer(&mut self, operator: usize, paid: u64) {
        let cost = paid
            .saturating_add(self.left_of(operator))
            .min(UNREACHED - 1);
        for index in 0..self.relaxed.makes.of(operator).len() {
            let atom = self.relaxed.makes.of(operator)[index];
            self.reach(atom, cost);
        }
    }

    /// Takes the share off the costs of the landmark, and sees what costs less now.
    fn take(&mut self, share: u64) {
        self.queue.clear();
        for index in 0..self.landmark.len() {
            let payer = self.relaxed.payers[self.landmark[index] as usize] as usize;
            if std::mem::replace(&mut self.has_paid[payer], true) {
                continue;
            }
            self.left[payer] -= share;
            for index in 0..self.relaxed.paid_by.of(payer).len() {
                let operator = self.relaxed.paid_by.of(payer)[index] as usize;
                let Progress { open, paid, .. } = self.progress[operator];
                if open == 0 {
                    self.offer(operator, paid);
                }
            }
        }
        for &operator in &self.landmark {
            self.has_paid[self.relaxed.payers[operator as usize] as usize] = false;
        }
        while let Some((cost, atom)) = self.queue.pop() {
            if cost > self.cost[atom as usize] {
                continue;
            }
            self.looks += self.relaxed.needed_by.of(atom as usize).len() as u64;
            for index in 0..self.relaxed.needed_by.of(atom as usize).len() {
                let operator = self.relaxed.needed_by.of(atom as usize)[index] as usize;
                let Progress {
                    open,
                    supporter,
                    paid,
                } = self.progress[operator];
                if open > 0 || supporter != atom || paid <= cost {
                    continue;
                }
                let needs = self.relaxed.needs.of(operator).iter();
                let dearest = needs.max_by_key(|&&need| self.cost[need as usize]);
                let supporter = dearest.copied().unwrap_or(atom);
                let now = self.cost[supporter as usize];
                let progress = &mut self.progress[operator];
                progress.supporter = supporter;
                if now < paid {
                    progress.paid = now;
                    self.offer(operator, now);
                }
            }
        }
    }

    /// Marks the goal zone and what is reached before it; the operators between them are the landmark.
    fn find_landmark(&mut self, values: &[bool]) {
        self.zone.fill(Zone::Open);
        let goal = self.relaxed.goal;
        self.zone[goal as usize] = Zone::Goal;
        self.stack.push(goal);
        while let Some(atom) = self.stack.pop() {
            for &operator in self.relaxed.made_by.of(atom as usize) {
                let progress = self.progress[operator as usize];
                let is_free = progress.open == 0 && self.left_of(operator as usize) == 0;
                let zone = &mut self.zone[progress.supporter as usize];
                if is_free && *zone == Zone::Open {
                    *zone = Zone::Goal;
                    self.stack.push(progress.supporter);
                }
            }
        }
        self.landmark.clear();
        let start = Literal::of_state(values).map(number);
        for atom in start.chain([self.relaxed.always]) {
            if self.zone[atom as usize] == Zone::Open {
                self.zone[atom as usize] = Zone::Before;
                self.stack.push(atom);
            }
        }
        while let Some(atom) = self.stack.pop() {
            self.looks += self.relaxed.needed_by.of(atom as usize).len() as u64;
            for &operator in self.relaxed.needed_by.of(atom as usize) {
                let progress = self.progress[operator as usize];
                if progress.open > 0 || progress.supporter != atom {
                    continue;
                }
                let makes = self.relaxed.makes.of(operator as usize);
                if makes
                    .iter()
                    .any(|&made| self.zone[made as usize] == Zone::Goal)
                {
                    self.landmark.push(operator);
                    continue;
                }
                for &made in makes {
                    if self.zone[made as usize] == Zone::Open {
                        self.zone[made as usize] = Zone::Before;
                        self.stack.push(made);
                    }
                }
            }
        }
    }

    /// Literals such that every operator that makes one either needs one, or is in the landmark.
    fn cut(&mut self, cuts: &mut Cuts) -> u32 {
        for &operator in &self.landmark {
            self.is_in_landmark[operator as usize] = true;
        }
        let goal = self.relaxed.goal;
        self.is_beyond[goal as usize] = true;
        self.beyond.push(goal);
        let mut next = 0;
        while let Some(&atom) = self.beyond.get(next) {
            next += 1;
            self.looks += self.relaxed.made_by.of(atom as usize).len() as u64;
            for &operator in self.relaxed.made_by.of(atom as usize) {
                if self.is_in_landmark[operator as usize] {
                    continue;
                }
                let needs = self.relaxed.needs.of(operator as usize);
                if needs.iter().any(|&need| self.is_beyond[need as usize]) {
                    continue;
                }
                // Either its supporter was not reached before the goal zone, or it is never applicable at all.
                let progress = self.progress[operator as usize];
                let blocked = if progress.open == 0 {
                    Some(progress.supporter)
                } else {
                    let mut needs = needs.iter().copied();
                    needs.find(|&need| self.cost[need as usize] == UNREACHED)
                };
                let blocked = blocked.expect("an operator outside the landmark is blocked");
                self.is_beyond[blocked as usize] = true;
                self.beyond.push(blocked);
            }
        }
        for &operator in &self.landmark {
            self.is_in_landmark[operator as usize] = false;
        }
        for &atom in &self.beyond {
            self.is_beyond[atom as usize] = false;
        }
        let literals = self.relaxed.literals;
        self.beyond.retain(|&atom| (atom as usize) < literals);
        self.beyond.sort_unstable();
        let number = cuts.number(&self.beyond);
        self.beyond.clear();
        number
    }
}
