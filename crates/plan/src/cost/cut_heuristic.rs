//! LM-cut: a lower bound on the cost of every plan from a state, given by cuts with shares.
//!
//! The supporter of an operator is its condition with the highest `h_max` cost. The atoms from which the goal is
//! reached at no further cost are the *goal zone*. The operators that lead from the other reachable atoms into the goal
//! zone are a disjunctive action landmark. The share of the landmark in the bound is the minimum cost of its operators.
//! The costs of these operators are reduced by the share, and the procedure repeats until the goal costs nothing.
//!
//! Our cuts are stored in a different form. A cut is not the set of its operators but the set of literals beyond it,
//! from which a checker determines the crossing actions ([`Cut`]). The set starts with the goal. For each operator
//! outside the landmark that makes one of the literals true, a condition of this operator is added that is not reached
//! without the landmark. A cut is valid in every state in which none of its literals is true, so different states share
//! it.
//!
//! A successor inherits the cuts of its predecessor that the action did not cross, with their shares. The search for
//! more cuts only uses the costs that remain after these shares.
//!
//! An action with conditional effects becomes several operators that pay together: once for each cut.
//!
//! Helmert and Domshlak, *Landmarks, critical paths and abstractions: what's the difference anyway?* (ICAPS 2009);
//! Röger, Pommerening, Helmert, *Optimal planning in the presence of conditional effects* (ECAI 2014). Pommerening and
//! Helmert, *Incremental LM-cut* (ICAPS 2013).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::bucket_queue::BucketQueue;
use crate::relaxed_task::{DerivedFalse, RelaxedTask};
use crate::work::Work;
use saut_base::bits::Mask;
use saut_base::lists::{Lists, distinct, number};
use saut_task::bound::{Cut, CutShare};
use saut_task::domain::{Cost, INFINITE};
use saut_task::task::{Fluent, Literal, Task};

const UNREACHED: u64 = u64::MAX;

/// A set of cuts without duplicates.
#[derive(Debug)]
pub struct Cuts {
    numbers: FxHashMap<Arc<[Mask]>, u32>,
    beyond: Vec<Arc<[Mask]>>,
    /// Payers of the operators that cross each cut.
    crossing: Lists,
    /// Total number of mask words of all cuts.
    words: usize,
}

impl Default for Cuts {
    fn default() -> Self {
        Self {
            numbers: FxHashMap::default(),
            beyond: Vec::new(),
            crossing: Lists::new(Vec::<Vec<u32>>::new()),
            words: 0,
        }
    }
}

impl Cuts {
    /// Returns the number of the cut with these literals, which must be sorted, and these payers. A new cut is added.
    fn number(&mut self, literals: &[u32], crossing: &[u32]) -> u32 {
        let literals = literals.iter().map(|&one| Literal::of_index(one as usize));
        let words = Literal::masks(literals);
        if let Some(&known) = self.numbers.get(words.as_slice()) {
            return known;
        }
        let (new, words): (u32, Arc<[Mask]>) = (number(self.beyond.len()), words.into());
        self.words += words.len();
        self.numbers.insert(Arc::clone(&words), new);
        self.beyond.push(words);
        self.crossing.push(crossing.iter().copied());
        new
    }

    pub fn bytes(&self) -> usize {
        24 * self.words + 4 * self.crossing.items() + 90 * self.beyond.capacity()
    }

    /// Whether a literal beyond a cut is true in a packed state. If so, the cut does not bound this state.
    pub fn is_beyond(&self, cut: u32, state: &[u64]) -> bool {
        self.beyond[cut as usize].iter().any(|one| one.meets(state))
    }

    /// Returns the sum of the shares. The sum is a lower bound for every state in which, for each cut, all literals
    /// beyond it are false. It is infinite if some cut has no crossing action.
    pub fn sum(&self, shares: impl IntoIterator<Item = CutShare>) -> Cost {
        let mut sum = 0_u64;
        for share in shares {
            if self.crossing.of(share.cut as usize).is_empty() {
                return INFINITE;
            }
            sum = sum.saturating_add(share.share).min(INFINITE - 1);
        }
        sum
    }

    /// Returns all cuts, by number.
    pub fn all(&self) -> Vec<Cut> {
        let literal = |(fluent, value): (usize, bool)| Literal {
            fluent: Fluent::new(fluent),
            value,
        };
        let cut = |words: &Arc<[Mask]>| words.iter().flat_map(Mask::iter).map(literal).collect();
        self.beyond.iter().map(cut).collect()
    }
}

/// The relaxed task for cuts. Every operator has at least one condition, and the goal is a single atom that operators
/// of cost 0 make true. Each conditional effect is a separate operator; the operators of an action pay together. The
/// rule of a derived fluent is an operator of cost 0. Negated derived fluents are true from the start. The atoms are
/// the literals of the task, by number, and a few additional atoms.
#[derive(Debug)]
pub struct CutTask {
    /// Number of atoms that are literals of the task. The other atoms represent parts of the goal.
    pub literals: usize,
    pub atoms: usize,
    pub always: u32,
    pub goal: u32,
    /// Conditions of each operator; every operator has at least one.
    pub needs: Lists,
    /// For each atom, the operators that have it as a condition.
    pub needed_by: Lists,
    /// The atoms that each operator makes true, if they are needed.
    pub makes: Lists,
    /// For each atom, the operators that make it true.
    pub made_by: Lists,
    /// Payer of each operator: the number of its action, or a separate number for an operator that costs nothing.
    pub payers: Vec<u32>,
    pub paid_by: Lists,
    pub costs: Vec<u64>,
}

impl CutTask {
    pub fn new(task: &Task) -> Self {
        let relaxed = RelaxedTask::new(task, DerivedFalse::Free);
        let literals = relaxed.literals;
        let (always, goal) = (number(literals), number(literals + 1));
        let mut atoms = literals + 2;
        let mut costs: Vec<u64> = task.actions().iter().map(|action| action.cost).collect();
        let mut free = || {
            costs.push(0);
            number(costs.len() - 1)
        };
        let mut operators: Vec<(Vec<u32>, Vec<u32>, u32)> = Vec::new();
        for (operator, needs) in relaxed.needs.iter().enumerate() {
            let needs = if needs.is_empty() { &[always] } else { needs };
            let makes = relaxed.makes.of(operator).to_vec();
            let payer = relaxed.played(operator).unwrap_or_else(&mut free);
            operators.push((needs.to_vec(), makes, payer));
        }
        let mut wanted = Vec::new();
        for ways in &relaxed.goals {
            if let [only] = ways[..] {
                wanted.push(only);
                continue;
            }
            let one = number(atoms);
            atoms += 1;
            wanted.push(one);
            operators.extend(ways.iter().map(|&way| (vec![way], vec![one], free())));
        }
        if wanted.is_empty() {
            wanted.push(always);
        }
        operators.push((distinct(wanted), vec![goal], free()));
        let needs = Lists::new(operators.iter().map(|one| one.0.iter().copied()));
        let needed_by = needs.turned(atoms);
        let makes = Lists::new(operators.iter().map(|one| one.1.iter().copied()));
        Self {
            literals,
            atoms,
            always,
            goal,
            made_by: makes.turned(atoms),
            needs,
            needed_by,
            makes,
            paid_by: Lists::new(operators.iter().map(|one| [one.2])).turned(costs.len()),
            payers: operators.iter().map(|one| one.2).collect(),
            costs,
        }
    }
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Zone {
    #[default]
    Open,
    /// The atom can be reached without passing through the goal zone.
    Before,
    /// The goal can be reached from the atom at no further cost.
    Goal,
}

#[derive(Clone, Copy)]
struct OperatorCounter {
    /// Number of conditions that are not reached yet.
    open: u32,
    /// The most expensive condition.
    supporter: u32,
    /// Cost of the most expensive condition.
    paid: u64,
}

pub struct CutHeuristic {
    relaxed: CutTask,
    untouched: Vec<OperatorCounter>,
    progress: Vec<OperatorCounter>,
    /// Cost of each payer, minus the shares of the cuts found so far.
    left: Vec<u64>,
    cost: Vec<u64>,
    zone: Vec<Zone>,
    queue: BucketQueue,
    stack: Vec<u32>,
    landmark: Vec<u32>,
    /// Payers of the current cut.
    crossing: Vec<u32>,
    is_in_landmark: Vec<bool>,
    is_beyond: Vec<bool>,
    beyond: Vec<u32>,
    looks: u64,
}

/// Lowers the costs of the atoms that an operator makes true, to the cost of its conditions plus its remaining cost.
fn offer(makes: &[u32], paid: u64, left: u64, costs: &mut [u64], queue: &mut BucketQueue) {
    let cost = paid.saturating_add(left).min(UNREACHED - 1);
    for &atom in makes {
        let known = &mut costs[atom as usize];
        if cost < *known {
            *known = cost;
            queue.push(cost, atom);
        }
    }
}

impl CutHeuristic {
    /// Number of operators that are visited per unit of work.
    const LOOKS_A_WORK: u64 = 100;

    pub fn new(task: &Task) -> Self {
        let relaxed = CutTask::new(task);
        let operators = relaxed.payers.len();
        let untouched = relaxed.needs.iter().map(|needs| OperatorCounter {
            open: number(needs.len()),
            supporter: needs[0],
            paid: 0,
        });
        let untouched: Vec<OperatorCounter> = untouched.collect();
        Self {
            progress: untouched.clone(),
            untouched,
            left: relaxed.costs.clone(),
            cost: vec![UNREACHED; relaxed.atoms],
            zone: vec![Zone::Open; relaxed.atoms],
            queue: BucketQueue::default(),
            stack: Vec::new(),
            landmark: Vec::new(),
            crossing: Vec::new(),
            is_in_landmark: vec![false; operators],
            is_beyond: vec![false; relaxed.atoms],
            beyond: Vec::new(),
            looks: 0,
            relaxed,
        }
    }

    pub fn work(&self) -> Work {
        self.looks / Self::LOOKS_A_WORK
    }

    /// Returns the bound of a state, and adds the cuts with shares that prove it to `shares`. The bound is infinite if
    /// some cut has no crossing operator.
    ///
    /// The given `shares` must already bound the state: in this state, all literals beyond their cuts are false. These
    /// shares are kept, and more shares are added until the bound is `enough`.
    pub fn estimate(
        &mut self,
        values: &[bool],
        enough: Cost,
        cuts: &mut Cuts,
        shares: &mut Vec<CutShare>,
    ) -> Cost {
        let mut sum = cuts.sum(shares.iter().copied());
        if sum >= enough {
            return sum;
        }
        self.looks += self.relaxed.payers.len() as u64 / 4;
        self.left.copy_from_slice(&self.relaxed.costs);
        for one in shares.iter() {
            for &payer in cuts.crossing.of(one.cut as usize) {
                self.left[payer as usize] -= one.share;
            }
        }
        self.explore(values);
        let goal = self.relaxed.goal as usize;
        loop {
            if self.cost[goal] == 0 || sum >= enough {
                return sum;
            }
            self.find_landmark(values);
            let cut = self.cut(cuts);
            let crossing = cuts.crossing.of(cut as usize);
            let least = crossing.iter().map(|&one| self.left[one as usize]).min();
            let share = least.unwrap_or(0);
            if least.is_none() {
                // The known shares are kept, because successors may have inherited them.
                shares.push(CutShare { cut, share });
                return INFINITE;
            }
            debug_assert!(share > 0, "the operators of a cut have a positive cost");
            if share == 0 {
                return sum;
            }
            match shares.iter_mut().find(|one| one.cut == cut) {
                Some(known) => known.share += share,
                None => shares.push(CutShare { cut, share }),
            }
            sum = sum.saturating_add(share).min(INFINITE - 1);
            self.take(crossing, share);
        }
    }

    /// Computes the `h_max` costs from a state.
    fn explore(&mut self, values: &[bool]) {
        self.progress.copy_from_slice(&self.untouched);
        self.cost.fill(UNREACHED);
        self.queue.clear();
        let (relaxed, left) = (&self.relaxed, &self.left[..]);
        let (costs, progress) = (&mut self.cost[..], &mut self.progress[..]);
        let (queue, mut looks) = (&mut self.queue, 0);
        for atom in Literal::of_state(values).chain([relaxed.always as usize]) {
            costs[atom] = 0;
            if !relaxed.needed_by.of(atom).is_empty() {
                queue.push(0, number(atom));
            }
        }
        while let Some((cost, atom)) = queue.pop() {
            if cost > costs[atom as usize] {
                continue;
            }
            let needed_by = relaxed.needed_by.of(atom as usize);
            looks += needed_by.len() as u64;
            for &operator in needed_by {
                let operator = operator as usize;
                let progress = &mut progress[operator];
                progress.open -= 1;
                if progress.open == 0 {
                    (progress.supporter, progress.paid) = (atom, cost);
                    let left = left[relaxed.payers[operator] as usize];
                    offer(relaxed.makes.of(operator), cost, left, costs, queue);
                }
            }
        }
        self.looks += looks;
    }

    /// Subtracts the share from the costs of the payers of a cut, and updates the `h_max` costs.
    fn take(&mut self, crossing: &[u32], share: u64) {
        let relaxed = &self.relaxed;
        let (costs, queue) = (self.cost.as_mut_slice(), &mut self.queue);
        queue.clear();
        for &payer in crossing {
            let payer = payer as usize;
            self.left[payer] -= share;
            for &operator in relaxed.paid_by.of(payer) {
                let operator = operator as usize;
                let OperatorCounter { open, paid, .. } = self.progress[operator];
                if open == 0 {
                    let makes = relaxed.makes.of(operator);
                    offer(makes, paid, self.left[payer], costs, queue);
                }
            }
        }
        let (left, progress, mut looks) = (&self.left[..], &mut self.progress[..], 0);
        while let Some((cost, atom)) = queue.pop() {
            if cost > costs[atom as usize] {
                continue;
            }
            let needed_by = relaxed.needed_by.of(atom as usize);
            looks += needed_by.len() as u64;
            for &operator in needed_by {
                let operator = operator as usize;
                let progress = &mut progress[operator];
                if progress.open > 0 || progress.supporter != atom || progress.paid <= cost {
                    continue;
                }
                // Among equally expensive conditions, the current supporter is kept.
                let (mut supporter, mut now) = (atom, cost);
                for &need in relaxed.needs.of(operator) {
                    let dear = costs[need as usize];
                    if dear > now {
                        (supporter, now) = (need, dear);
                    }
                }
                let is_cheaper = now < progress.paid;
                (progress.supporter, progress.paid) = (supporter, now);
                if is_cheaper {
                    let left = left[relaxed.payers[operator] as usize];
                    offer(relaxed.makes.of(operator), now, left, costs, queue);
                }
            }
        }
        self.looks += looks;
    }

    /// Marks the goal zone and the atoms reached before it. The operators from these atoms into the goal zone are the
    /// landmark.
    fn find_landmark(&mut self, values: &[bool]) {
        let (relaxed, progress, left) = (&self.relaxed, &self.progress[..], &self.left[..]);
        let (zone, mut looks) = (&mut self.zone[..], 0);
        zone.fill(Zone::Open);
        zone[relaxed.goal as usize] = Zone::Goal;
        self.stack.push(relaxed.goal);
        while let Some(atom) = self.stack.pop() {
            let made_by = relaxed.made_by.of(atom as usize);
            looks += made_by.len() as u64;
            for &operator in made_by {
                let progress = progress[operator as usize];
                let zone = &mut zone[progress.supporter as usize];
                if progress.open == 0 && *zone == Zone::Open {
                    let payer = relaxed.payers[operator as usize];
                    if left[payer as usize] == 0 {
                        *zone = Zone::Goal;
                        self.stack.push(progress.supporter);
                    }
                }
            }
        }
        self.landmark.clear();
        let start = Literal::of_state(values).map(number);
        for atom in start.chain([relaxed.always]) {
            if zone[atom as usize] == Zone::Open {
                zone[atom as usize] = Zone::Before;
                self.stack.push(atom);
            }
        }
        while let Some(atom) = self.stack.pop() {
            let needed_by = relaxed.needed_by.of(atom as usize);
            looks += needed_by.len() as u64;
            for &operator in needed_by {
                let progress = progress[operator as usize];
                if progress.open > 0 || progress.supporter != atom {
                    continue;
                }
                let makes = relaxed.makes.of(operator as usize);
                let is_goal = |&made: &u32| zone[made as usize] == Zone::Goal;
                if makes.iter().any(is_goal) {
                    self.landmark.push(operator);
                    continue;
                }
                for &made in makes {
                    if zone[made as usize] == Zone::Open {
                        zone[made as usize] = Zone::Before;
                        self.stack.push(made);
                    }
                }
            }
        }
        self.looks += looks;
    }

    /// Finds a set of literals such that every operator that makes one of them true is in the landmark or has one of
    /// them as a condition. An operator of the landmark crosses the cut, and pays, only if it makes one of the literals
    /// true and has none of them as a condition. So the payers of a cut do not depend on the state in which the cut was
    /// found.
    fn cut(&mut self, cuts: &mut Cuts) -> u32 {
        let (relaxed, progress, costs) = (&self.relaxed, &self.progress[..], &self.cost[..]);
        let (is_beyond, mut looks) = (&mut self.is_beyond[..], 0);
        let is_in_landmark = &mut self.is_in_landmark[..];
        for &operator in &self.landmark {
            is_in_landmark[operator as usize] = true;
        }
        is_beyond[relaxed.goal as usize] = true;
        self.beyond.push(relaxed.goal);
        let mut next = 0;
        while let Some(&atom) = self.beyond.get(next) {
            next += 1;
            let made_by = relaxed.made_by.of(atom as usize);
            looks += made_by.len() as u64;
            for &operator in made_by {
                if is_in_landmark[operator as usize] {
                    continue;
                }
                let needs = relaxed.needs.of(operator as usize);
                if needs.iter().any(|&need| is_beyond[need as usize]) {
                    continue;
                }
                // The operator is not in the landmark, so it is blocked: by its supporter, or by a precondition that is
                // never reached.
                let progress = progress[operator as usize];
                let blocked = if progress.open == 0 {
                    Some(progress.supporter)
                } else {
                    let mut needs = needs.iter().copied();
                    needs.find(|&need| costs[need as usize] == UNREACHED)
                };
                let blocked = blocked.expect("an operator outside the landmark is blocked");
                is_beyond[blocked as usize] = true;
                self.beyond.push(blocked);
            }
        }
        self.looks += looks;
        self.crossing.clear();
        for &operator in &self.landmark {
            is_in_landmark[operator as usize] = false;
            let is_beyond = |&atom: &u32| is_beyond[atom as usize];
            let needs = relaxed.needs.of(operator as usize);
            let makes = relaxed.makes.of(operator as usize);
            if makes.iter().any(is_beyond) && !needs.iter().any(is_beyond) {
                self.crossing.push(relaxed.payers[operator as usize]);
            }
        }
        self.crossing.sort_unstable();
        self.crossing.dedup();
        for &atom in &self.beyond {
            is_beyond[atom as usize] = false;
        }
        let literals = relaxed.literals;
        self.beyond.retain(|&atom| (atom as usize) < literals);
        self.beyond.sort_unstable();
        let number = cuts.number(&self.beyond, &self.crossing);
        self.beyond.clear();
        number
    }
}
