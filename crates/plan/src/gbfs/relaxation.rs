//! The FF heuristic: the cost of a relaxed plan, in which fluents never lose a value. If every action costs 1, this is
//! the length of the relaxed plan.
//!
//! The cost of each atom is estimated by the sum of the costs of the preconditions (`h_add`). A relaxed plan is
//! extracted backward from the goal along the cheapest actions.
//!
//! Keyder and Geffner, *Heuristics for planning with action costs revisited* (ECAI 2008).

use std::sync::Arc;

use crate::bucket_queue::BucketQueue;
use crate::relaxed_task::RelaxedTask;
use crate::work::Work;
use saut_base::lists::{Lists, distinct, number};
use saut_task::task::{ActionId, Literal};

pub struct HeuristicValue {
    /// The cost of the relaxed plan.
    pub cost: u32,
    pub applicable: Vec<ActionId>,
    /// Applicable actions of the relaxed plan, in order.
    pub preferred: Vec<ActionId>,
}

/// Times of the steps of a search, in fifths of a nanosecond. The times of greedy search were fitted to tasks of the
/// planning competitions. The times that only width search uses are estimates.
pub mod effort {
    use saut_task::packed::PackedTask;

    /// The fixed part of an estimate.
    pub const ESTIMATE: u64 = 10_000;
    /// Part of an estimate for each action of the task.
    pub const ACTION: u64 = 1;
    /// Part of an estimate for each atom of the task.
    pub const ATOM: u64 = 20;
    /// Each occurrence of a reached atom in a precondition.
    pub const PRECONDITION: u64 = 7;
    /// Each effect of a reached action.
    pub const EFFECT: u64 = 16;
    /// Each atom of a relaxed plan.
    pub const PLAN_ATOM: u64 = 150;
    /// Each successor.
    const SUCCESSOR: u64 = 200;
    /// Each word of the state of a successor.
    const WORD: u64 = 20;
    /// Each rule and each conditional effect that is evaluated for a successor.
    const CONDITION: u64 = 20;
    /// Each new state of width search.
    pub const NEW_STATE: u64 = 1_500;
    /// Each precondition that is tested when the applicable actions are computed.
    pub const ACTION_TEST: u64 = 35;
    /// Each goal, or atom of a relaxed plan, that is compared with a state.
    pub const COMPARED_ATOM: u64 = 5;
    /// Each pair of fluents that is compared with earlier pairs.
    pub const PAIR: u64 = 9;
    /// One unit of work.
    pub const A_WORK: u64 = 1_800;

    /// Returns the effort of computing a successor, which has this number of words.
    pub const fn successor(task: &PackedTask<'_>, words: usize) -> u64 {
        SUCCESSOR + WORD * words as u64 + CONDITION * task.conditions() as u64
    }
}

const UNREACHED: u32 = u32::MAX;
/// Maximum cost of an atom. Larger costs are reduced to this maximum, which has a bucket in the queue.
const DEAREST: u32 = 100_000;

/// Choice among actions that achieve an atom at the same cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreaking {
    /// The action that was reached first.
    First,
    /// The action that was reached last.
    Last,
}

/// Progress of the preconditions of an action. Both fields are in one record because they are read together, at random
/// places.
#[derive(Clone, Copy)]
struct PreconditionCounter {
    /// Number of preconditions that are not reached yet.
    open: u32,
    /// Sum of the costs of the reached preconditions.
    sum: u32,
}

/// The relaxed exploration with its working memory.
pub struct Relaxation {
    atoms: Arc<RelaxedTask>,
    ties: TieBreaking,
    /// Cost of each action. A conditional effect has the cost of its action, a rule costs 0.
    costs: Vec<u32>,
    /// Number of goals that require each atom, if each goal requires a single atom.
    wishes: Option<Vec<u32>>,
    /// Progress of each action before anything is reached.
    untouched: Vec<PreconditionCounter>,
    /// The actions without preconditions.
    free: Vec<u32>,
    cost: Vec<u32>,
    supporter: Vec<u32>,
    progress: Vec<PreconditionCounter>,
    /// Number of goals that do not hold in the state.
    open_goals: u32,
    /// The reached atoms that are not propagated yet.
    reached: BucketQueue,
    in_plan: Vec<bool>,
    /// Uncharged effort of the search, in fifths of a nanosecond.
    pub effort: u64,
}

impl Relaxation {
    /// Creates the relaxation of a task with these action costs, which must be at least 1.
    pub fn new(atoms: &Arc<RelaxedTask>, ties: TieBreaking, prices: &[u32]) -> Self {
        let actions = atoms.needs.count();
        let played = (0..actions).map(|action| atoms.played(action));
        let costs = played.map(|played| played.map_or(0, |played| prices[played as usize]));
        let costs = costs.collect();
        let needs = |action: usize| number(atoms.needs.of(action).len());
        let progress = |open| PreconditionCounter { open, sum: 0 };
        let untouched: Vec<PreconditionCounter> = (0..actions).map(needs).map(progress).collect();
        let is_free = |&action: &u32| needs(action as usize) == 0;
        let single = atoms.goals.iter().all(|goal| goal.len() == 1);
        let wishes = single.then(|| {
            let mut wishes = vec![0; atoms.count];
            for goal in &atoms.goals {
                wishes[goal[0] as usize] += 1;
            }
            wishes
        });
        Self {
            ties,
            wishes,
            costs,
            free: (0..number(actions)).filter(is_free).collect(),
            cost: vec![UNREACHED; atoms.count],
            supporter: vec![0; atoms.count],
            progress: untouched.clone(),
            untouched,
            reached: BucketQueue::default(),
            open_goals: 0,
            in_plan: vec![false; actions],
            effort: 0,
            atoms: Arc::clone(atoms),
        }
    }

    /// Returns the work since the last call. A fraction is left for the next call.
    pub fn take_work(&mut self) -> Work {
        let work = self.effort / effort::A_WORK;
        self.effort %= effort::A_WORK;
        work
    }

    /// Returns the work of an estimate that reaches every atom of the task.
    pub fn most_work(&self) -> Work {
        let (atoms, lists) = (&self.atoms, |lists: &Lists| lists.items() as u64);
        let steps =
            effort::PRECONDITION * lists(&atoms.needed_by) + effort::EFFECT * lists(&atoms.makes);
        1 + (self.fixed_effort() + steps) / effort::A_WORK
    }

    /// Returns the effort that every estimate has.
    fn fixed_effort(&self) -> u64 {
        let (actions, atoms) = (self.costs.len() as u64, self.cost.len() as u64);
        effort::ESTIMATE + effort::ACTION * actions + effort::ATOM * atoms
    }

    /// Returns the estimate of a state; `None` if not even the relaxation has a plan.
    pub fn estimate(&mut self, values: &[bool]) -> Option<HeuristicValue> {
        let applicable = self.begin(values);
        self.spread();
        let wanted = self.cheapest_goals()?;
        let (cost, preferred) = self.read_plan(wanted);
        Some(HeuristicValue {
            cost,
            applicable,
            preferred,
        })
    }

    /// Returns the atoms of a relaxed plan that do not hold in the state; `None` if not even the relaxation has a plan.
    pub fn plan_atoms(&mut self, values: &[bool]) -> Option<Vec<u32>> {
        self.begin(values);
        self.spread();
        let wanted = self.cheapest_goals()?;
        Some(distinct(self.extract_plan(wanted).1))
    }

    /// Returns the cheapest atom of each goal; `None` if a goal was not reached.
    fn cheapest_goals(&self) -> Option<Vec<u32>> {
        let cheapest = |goal: &Vec<u32>| {
            let cost = |&&atom: &&u32| self.cost[atom as usize];
            let cheapest = goal.iter().min_by_key(cost)?;
            (cost(&cheapest) < UNREACHED).then_some(*cheapest)
        };
        self.atoms.goals.iter().map(cheapest).collect()
    }

    /// Sets the atoms of the state to cost 0, and returns the applicable actions.
    fn begin(&mut self, values: &[bool]) -> Vec<ActionId> {
        self.effort += self.fixed_effort();
        self.cost.fill(UNREACHED);
        self.progress.copy_from_slice(&self.untouched);
        self.reached.clear();
        let atoms = Arc::clone(&self.atoms);
        let mut applicable = self.free.clone();
        for atom in Literal::of_state(values) {
            self.cost[atom] = 0;
            self.effort += effort::PRECONDITION * atoms.needed_by.of(atom).len() as u64;
            for &action in atoms.needed_by.of(atom) {
                let open = &mut self.progress[action as usize].open;
                *open -= 1;
                if *open == 0 {
                    applicable.push(action);
                }
            }
        }
        let goals = atoms.goals.iter().filter_map(|goal| goal.first());
        self.open_goals = number(goals.filter(|&&goal| self.cost[goal as usize] > 0).count());
        for &action in &applicable {
            self.reach(&atoms, action);
        }
        let all = applicable.iter().map(|&action| action as usize);
        let of_task = all.filter(|&action| action < atoms.actions);
        of_task.map(ActionId::new).collect()
    }

    /// Computes the costs of all other atoms, cheapest first, until the cost of every goal is known.
    fn spread(&mut self) {
        let atoms = Arc::clone(&self.atoms);
        let mut open_goals = self.open_goals;
        if self.wishes.is_some() && open_goals == 0 {
            return;
        }
        while let Some((paid, atom)) = self.reached.pop() {
            let paid = u32::try_from(paid).unwrap_or(DEAREST);
            let atom = atom as usize;
            if paid > self.cost[atom] {
                continue;
            }
            if let Some(wishes) = &self.wishes {
                open_goals -= wishes[atom];
                if open_goals == 0 {
                    return;
                }
            }
            self.effort += effort::PRECONDITION * atoms.needed_by.of(atom).len() as u64;
            for &action in atoms.needed_by.of(atom) {
                let progress = &mut self.progress[action as usize];
                progress.sum = progress.sum.saturating_add(paid);
                progress.open -= 1;
                if progress.open == 0 {
                    self.reach(&atoms, action);
                }
            }
        }
    }

    /// Updates the atoms that an action achieves, when all its preconditions are reached.
    fn reach(&mut self, atoms: &RelaxedTask, action: u32) {
        let sum = self.progress[action as usize].sum;
        self.effort += effort::EFFECT * (1 + atoms.makes.of(action as usize).len() as u64);
        let price = self.costs[action as usize];
        let cost = sum.saturating_add(price).min(DEAREST);
        // Actions that cost nothing, or whose costs were reduced to the maximum, could support each other in a cycle.
        let takes_equals = self.ties == TieBreaking::Last && price > 0 && cost < DEAREST;
        let (costs, supporters) = (&mut self.cost[..], &mut self.supporter[..]);
        for &atom in atoms.makes.of(action as usize) {
            let known = &mut costs[atom as usize];
            if cost < *known {
                *known = cost;
                supporters[atom as usize] = action;
                self.reached.push(cost.into(), atom);
            } else if takes_equals && cost == *known {
                supporters[atom as usize] = action;
            }
        }
    }

    /// Extracts the relaxed plan backward from the goal. Returns its actions, and the atoms for which they were chosen.
    fn extract_plan(&mut self, mut wanted: Vec<u32>) -> (Vec<usize>, Vec<u32>) {
        let (mut plan, mut reached) = (Vec::new(), Vec::new());
        while let Some(atom) = wanted.pop() {
            if self.cost[atom as usize] == 0 {
                continue;
            }
            reached.push(atom);
            let action = self.supporter[atom as usize] as usize;
            if !std::mem::replace(&mut self.in_plan[action], true) {
                plan.push(action);
                wanted.extend(self.atoms.needs.of(action));
            }
        }
        for &action in &plan {
            self.in_plan[action] = false;
        }
        self.effort += effort::PLAN_ATOM * reached.len() as u64;
        (plan, reached)
    }

    /// Returns the cost of the relaxed plan and its applicable actions.
    fn read_plan(&mut self, wanted: Vec<u32>) -> (u32, Vec<ActionId>) {
        let (plan, _) = self.extract_plan(wanted);
        // Several conditional effects of the same action count as one action.
        let played = |action: &usize| self.atoms.played(*action).map(|played| played as usize);
        let is_first = |action: &&usize| self.progress[**action].sum == 0;
        let first = plan.iter().filter(is_first);
        let preferred = distinct(first.filter_map(played).map(ActionId::new));
        let mut played: Vec<usize> = plan.iter().filter_map(played).collect();
        if !self.atoms.conditional.is_empty() {
            played.sort_unstable();
            played.dedup();
        }
        let costs = played.iter().map(|&action| self.costs[action]);
        (costs.fold(0, u32::saturating_add), preferred)
    }
}
