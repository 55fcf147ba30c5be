//! A* on packed states: finds a cheapest plan, and certified lower bounds during the search.
//!
//! A new state is estimated by potential functions and by the cuts of its predecessor that the action did not cross.
//! Both are cheap. More cuts are computed when the state is taken from the open list (lazy evaluation). If they raise
//! the estimate, the state is put back. No more cuts are computed than needed to reach the cost of the best plan. The
//! heuristic is not consistent because of the cuts, so a state is reopened when it is reached at a lower cost.
//!
//! The minimum f of the open list is a lower bound on the cost of every plan. Its certificate is [`ClosedList`]: the
//! states expanded below the bound, and the reasons of the states at their border. A state is not stored if its cost
//! and its potential together reach the cost of the best plan.
//!
//! The search may use a *front*: the table of its states that no other state dominates. Then a state is expanded only
//! if no other state is as good and costs at most as much. If an action of cost 0 leads to a better state, only this
//! action is considered.
//!
//! Hart, Nilsson, Raphael (1968); Karpas and Domshlak (IJCAI 2009) for lazy evaluation; Pommerening and Helmert (ICAPS
//! 2013) for inherited cuts. The certificate is new.

use std::collections::BTreeMap;

use super::cut_heuristic::{CutHeuristic, Cuts};
use super::dominance_table::DominanceTable;
use crate::decision::Method;
use crate::engine::{Budget, Turn};
use crate::error::Error;
use crate::work::Work;
use saut_base::bits;
use saut_base::stop::StopReason;
use saut_task::bound::{CheckedPotential, ClosedList, CutShare};
use saut_task::certificate::{ClosedSet, Reason};
use saut_task::domain::{Cost, INFINITE};
use saut_task::packed::PackedTask;
use saut_task::states::VisitedStates;
use saut_task::task::{ActionId, Task};

struct Node {
    /// Minimum known cost of reaching the state.
    paid: Cost,
    /// A lower bound on the remaining cost; [`INFINITE`] for a dead end.
    rest: Cost,
    /// Computed cuts of the state. Cuts are added but never removed, because successors inherit them.
    reason: Box<[CutShare]>,
    /// State whose cuts are used until cuts are computed for this state.
    heir_of: u32,
    stage: Stage,
    has_cuts: bool,
    /// Whether the computation of cuts stopped early because they reached the cost of the best plan.
    is_partial: bool,
}

/// Stage of a state in the search, for its current cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Open,
    Expanded,
    /// The state need not be expanded, because another state is as good and costs at most as much.
    Dominated,
}

/// A resumable A* search.
pub struct AStar<'a> {
    task: &'a Task,
    packed: PackedTask<'a>,
    potentials: Vec<CheckedPotential>,
    heuristic: Option<CutHeuristic>,
    front: Option<DominanceTable>,
    cuts: Cuts,
    /// Number of cut shares stored in all nodes.
    kept_shares: usize,
    states: VisitedStates,
    nodes: Vec<Node>,
    /// The open list by f, then by the estimated remaining cost: among states of equal f, the state nearest to the goal
    /// comes first, and among these the latest.
    open: BTreeMap<(Cost, Cost), Vec<u32>>,
    /// The cost of the best known plan, or a given limit.
    best: Cost,
    /// The goal state of the last plan, if this plan is not reported yet.
    goal: Option<u32>,
    /// The last reported bound, and the number of states at that time.
    reported: (Cost, usize),
    expanded: u64,
    applicable: Vec<ActionId>,
    after: Vec<u64>,
    shares: Vec<CutShare>,
}

impl<'a> AStar<'a> {
    /// Estimated bytes per state in addition to its words.
    const BYTES_A_STATE: usize = 100;
    const BYTES_A_SHARE: usize = 16;
    /// Estimated additional bytes per state of the front.
    const BYTES_IN_FRONT: usize = 120;
    /// Factor by which the number of states must grow between two reported bounds.
    const GROWTH: usize = 2;
    /// Number of visited actions per unit of work. The next constants give the work of entering a state, of weighing a
    /// word by a potential function, and of checking a cut, as numbers of visited actions.
    const LOOKS_A_WORK: usize = 100;
    const LOOKS_A_STATE: usize = 30;
    const LOOKS_A_WORD: usize = 4;
    const LOOKS_A_CUT: usize = 2;

    /// Starts a search from the initial state with these potential functions, with or without landmark cuts.
    pub fn new(task: &'a Task, potentials: Vec<CheckedPotential>, has_cuts: bool) -> Self {
        let start = bits::from_values(task.start());
        let mut search = Self {
            task,
            packed: PackedTask::new(task),
            heuristic: has_cuts.then(|| CutHeuristic::new(task)),
            front: None,
            cuts: Cuts::default(),
            kept_shares: 0,
            states: VisitedStates::new(&start),
            nodes: Vec::new(),
            open: BTreeMap::new(),
            best: INFINITE,
            goal: None,
            reported: (0, 0),
            expanded: 0,
            applicable: Vec::new(),
            after: start.clone(),
            shares: Vec::new(),
            potentials,
        };
        let rest = search.by_potentials(&start);
        search.nodes.push(Node::new(0, rest, 0));
        search.push(0);
        if task.is_goal(task.start()) {
            search.goal = Some(0);
        }
        search
    }

    /// Starts a search with a front, and without potential functions.
    pub fn with_front(task: &'a Task, mut front: DominanceTable, has_cuts: bool) -> Self {
        let mut search = Self::new(task, Vec::new(), has_cuts);
        front.add(0, search.states.words(0), 0);
        search.front = Some(front);
        search
    }

    /// Restricts the search to plans that cost less than `limit`. Smaller bounds are not reported.
    #[must_use]
    pub fn below(mut self, limit: Cost) -> Self {
        self.best = limit;
        self.reported = (limit.saturating_sub(1), 0);
        self
    }

    /// Disables reports of bounds.
    #[must_use]
    pub fn without_bounds(mut self) -> Self {
        self.reported = (INFINITE, 0);
        self
    }

    /// Returns the memory used by the search, in MiB.
    pub fn mib(&self) -> u64 {
        let shares = self.kept_shares * Self::BYTES_A_SHARE;
        let nodes = self.nodes.capacity() * Self::BYTES_A_STATE;
        let in_front = self.front.as_ref().map_or(0, |_| self.nodes.len());
        let front = in_front * Self::BYTES_IN_FRONT;
        self.states.mib() + ((nodes + shares + front + self.cuts.bytes()) >> 20) as u64
    }

    /// Returns the minimum f of the open list, but at most the cost of the best plan.
    fn bound(&mut self) -> Cost {
        while let Some(mut first) = self.open.first_entry() {
            let (f, _) = *first.key();
            let nodes = &self.nodes;
            let is_open = |&state: &u32| nodes[state as usize].is_open_at(f);
            while first.get().last().is_some_and(|state| !is_open(state)) {
                first.get_mut().pop();
            }
            if first.get().is_empty() {
                first.remove();
                continue;
            }
            return f.min(self.best);
        }
        self.best
    }

    fn pop(&mut self) -> Option<u32> {
        self.open.first_entry()?.get_mut().pop()
    }

    /// Adds a state to the open list if it may lead to a cheaper plan.
    fn push(&mut self, state: u32) {
        let node = &self.nodes[state as usize];
        let key = (node.f(), node.rest);
        if key.0 < self.best {
            self.open.entry(key).or_default().push(state);
        }
    }

    /// Returns the cuts known for a state: the cuts computed for it, or otherwise the cuts of its predecessor that also
    /// bound it.
    fn shares_of<'b>(&'b self, node: &'b Node, words: &'b [u64]) -> impl Iterator<Item = CutShare> {
        let is_own = !node.reason.is_empty();
        let reason = if is_own {
            &node.reason
        } else {
            &self.nodes[node.heir_of as usize].reason
        };
        let is_near = move |share: &&CutShare| is_own || !self.cuts.is_beyond(share.cut, words);
        reason.iter().filter(is_near).copied()
    }

    /// Returns the bound of a state from the cuts of its predecessor.
    fn by_inheritance(&self, before: u32, state: &[u64]) -> Cost {
        let reason = self.nodes[before as usize].reason.iter();
        let near = reason.filter(|share| !self.cuts.is_beyond(share.cut, state));
        self.cuts.sum(near.copied())
    }

    fn by_potentials(&self, state: &[u64]) -> Cost {
        let all = self.potentials.iter().map(|one| one.bound(state));
        all.max().unwrap_or(0)
    }

    /// Computes the cuts of a state or expands it; returns the work.
    fn visit(&mut self, state: u32) -> Work {
        let Some(mut front) = self.front.take() else {
            return self.look_at(state);
        };
        let (mut work, mut looks) = (0, 0);
        let mut is_dominated = self.nodes[state as usize].stage == Stage::Dominated;
        if !is_dominated {
            is_dominated = self.is_dominated(state, &mut front, &mut looks);
            work = (1 + looks / Self::LOOKS_A_WORK) as Work;
        }
        self.front = Some(front);
        if !is_dominated {
            work += self.look_at(state);
        }
        work
    }

    /// Whether another state is as good as this one and costs at most as much, or actions of cost 0 lead to a better
    /// state. In the second case, the better state is entered.
    fn is_dominated(&mut self, state: u32, front: &mut DominanceTable, looks: &mut usize) -> bool {
        let (words, paid) = (self.states.words(state), self.nodes[state as usize].paid);
        let mut better = None;
        if !front.is_dominated(Some(state), words, paid, looks) {
            let Some((first, second)) = self.improvement(state, front, looks) else {
                return false;
            };
            better = match second {
                None => Some((state, first)),
                Some(second) => match self.pass(state, first, paid, front) {
                    None => return false,
                    Some(from) => Some((from, second)),
                },
            };
        }
        front.remove(state, self.states.words(state));
        self.nodes[state as usize].stage = Stage::Dominated;
        if let Some((from, action)) = better {
            self.enter(from, action, paid, Some(front), looks);
        }
        true
    }

    /// Finds an action of cost 0 that leads to a better state. If there is none, finds two such actions in a row that
    /// lead to a state better than both states before it.
    fn improvement(
        &self,
        state: u32,
        front: &DominanceTable,
        looks: &mut usize,
    ) -> Option<(ActionId, Option<ActionId>)> {
        let words = self.states.words(state);
        let (mut first, mut second) = (Vec::new(), Vec::new());
        *looks += self.packed.applicable(words, &mut first);
        first.retain(|&action| self.task.action(action).cost == 0);
        let (mut after, mut then) = (words.to_vec(), words.to_vec());
        let mut pair = None;
        for &action in &first {
            after.copy_from_slice(words);
            self.packed.apply(action, &mut after);
            if front.is_better(&after, words) {
                return Some((action, None));
            }
            if pair.is_some() {
                continue;
            }
            *looks += self.packed.applicable(&after, &mut second);
            let next = second.iter().copied().find(|&next| {
                then.copy_from_slice(&after);
                self.packed.apply(next, &mut then);
                self.task.action(next).cost == 0
                    && front.is_better(&then, words)
                    && front.is_better(&then, &after)
            });
            pair = next.map(|next| (action, Some(next)));
        }
        pair
    }

    /// Enters the intermediate state between two actions of cost 0. This state is not in the front, because the state
    /// after it is better.
    fn pass(
        &mut self,
        from: u32,
        action: ActionId,
        paid: Cost,
        front: &mut DominanceTable,
    ) -> Option<u32> {
        let mut after = self.states.words(from).to_vec();
        self.packed.apply(action, &mut after);
        let Some(state) = self.states.number(&after) else {
            let state = self.states.enter(&after, from, action)?;
            self.nodes.push(Node {
                stage: Stage::Dominated,
                ..Node::new(paid, 0, from)
            });
            return Some(state);
        };
        let node = &mut self.nodes[state as usize];
        if paid < node.paid {
            node.paid = paid;
            node.stage = Stage::Dominated;
            self.states.reach(state, from, action);
        }
        if self.nodes[state as usize].stage == Stage::Dominated {
            front.remove(state, &after);
        }
        Some(state)
    }

    fn look_at(&mut self, state: u32) -> Work {
        if self.heuristic.is_none() || self.nodes[state as usize].has_cuts {
            return self.expand(state);
        }
        let (node, words) = (&self.nodes[state as usize], self.states.words(state));
        let mut shares = std::mem::take(&mut self.shares);
        shares.clear();
        shares.extend(self.shares_of(node, words));
        let (enough, values) = (self.best - node.paid, self.packed.values(words));
        let Some(heuristic) = &mut self.heuristic else {
            return self.expand(state);
        };
        let before = heuristic.work();
        let rest = heuristic.estimate(&values, enough, &mut self.cuts, &mut shares);
        let work = 1 + heuristic.work() - before;
        let node = &mut self.nodes[state as usize];
        (node.has_cuts, node.is_partial) = (true, enough <= rest && rest < INFINITE);
        self.kept_shares += shares.len() - node.reason.len().min(shares.len());
        node.reason = shares.as_slice().into();
        self.shares = shares;
        if rest <= node.rest {
            return work + self.expand(state);
        }
        node.rest = rest;
        if rest < INFINITE {
            self.push(state);
        }
        work
    }

    fn expand(&mut self, state: u32) -> Work {
        self.expanded += 1;
        let paid = self.nodes[state as usize].paid;
        self.nodes[state as usize].stage = Stage::Expanded;
        let mut applicable = std::mem::take(&mut self.applicable);
        let words = self.states.words(state);
        let weighed = words.len() * self.potentials.len() * Self::LOOKS_A_WORD;
        let inherited = self.nodes[state as usize].reason.len() * Self::LOOKS_A_CUT;
        let mut looked = self.packed.applicable(words, &mut applicable);
        let mut front = self.front.take();
        for &action in &applicable {
            self.enter(state, action, paid, front.as_mut(), &mut looked);
        }
        self.front = front;
        let entered = applicable.len() * (Self::LOOKS_A_STATE + weighed + inherited);
        let work = 1 + (looked + entered) / Self::LOOKS_A_WORK;
        self.applicable = applicable;
        work as Work
    }

    /// Enters the state after an action, unless this cannot lead to a cheaper plan. `looks` counts the compared states
    /// of the front.
    fn enter(
        &mut self,
        parent: u32,
        action: ActionId,
        before: Cost,
        front: Option<&mut DominanceTable>,
        looks: &mut usize,
    ) -> Option<()> {
        let cost = self.task.action(action).cost;
        let paid = before.saturating_add(cost).min(INFINITE - 1);
        if paid >= self.best {
            return None;
        }
        self.after.clear();
        self.after.extend_from_slice(self.states.words(parent));
        self.packed.apply(action, &mut self.after);
        let inherited = self.by_inheritance(parent, &self.after);
        let known = self.states.number(&self.after);
        let state = if let Some(state) = known {
            let node = &mut self.nodes[state as usize];
            let is_cheaper = paid < node.paid;
            let has_more = !node.has_cuts && inherited > node.rest;
            if !is_cheaper && (node.stage == Stage::Dominated || !has_more) {
                return None;
            }
            if has_more && node.reason.is_empty() {
                (node.rest, node.heir_of) = (inherited, parent);
            }
            if is_cheaper {
                node.paid = paid;
                node.has_cuts &= !node.is_partial;
                if let Some(front) = front {
                    if node.stage == Stage::Dominated
                        && front.is_dominated(None, &self.after, paid, looks)
                    {
                        return None;
                    }
                    front.add(state, &self.after, paid);
                }
                node.stage = Stage::Open;
                self.states.reach(state, parent, action);
            }
            (self.nodes[state as usize].rest < INFINITE).then_some(state)?
        } else {
            let by_potentials = self.by_potentials(&self.after);
            if paid.saturating_add(by_potentials) >= self.best {
                return None;
            }
            if let Some(front) = &front
                && front.is_dominated(None, &self.after, paid, looks)
            {
                return None;
            }
            let state = self.states.enter(&self.after, parent, action)?;
            let rest = by_potentials.max(inherited);
            self.nodes.push(Node::new(paid, rest, parent));
            if let Some(front) = front {
                front.add(state, &self.after, paid);
            }
            state
        };
        if self.packed.is_goal(&self.after) {
            self.best = paid;
            self.goal = Some(state);
        }
        self.push(state);
        Some(())
    }

    /// Returns a plan that was found and not reported yet.
    fn plan(&mut self) -> Option<Turn> {
        let goal = self.goal.take()?;
        let paid = self.nodes[goal as usize].paid;
        self.best = self.best.min(paid);
        Some(Turn::path(self.states.path_to(goal), self.method()))
    }

    const fn method(&self) -> Method {
        Method::counted("astar", self.expanded)
    }

    /// Reports the bound with its states, if it has risen and the number of states has grown by [`Self::GROWTH`], or if
    /// the search is over.
    fn report(&mut self, bound: Cost, is_over: bool, budget: &mut Budget<'_>) -> Option<Turn> {
        let is_grown = self.states.count() >= Self::GROWTH * self.reported.1;
        if bound <= self.reported.0 || !(is_grown || is_over) {
            return None;
        }
        self.reported = (bound, self.states.count());
        let reasons = self.potentials.iter().map(CheckedPotential::potential);
        let reasons = reasons.map(|one| Reason::weights(one.scale, &one.weights));
        let states = self.closed(bound);
        let set = ClosedSet::listed(self.task, bound, reasons.collect(), states);
        budget.spend((self.states.count() + set.count()) as Work);
        Some(Turn::closed(self.task, set, self.method()))
    }

    /// Returns the states that certify a bound: all states reached from the initial state without passing a state whose
    /// reason suffices. With a front, these are all its states.
    fn closed(&self, bound: Cost) -> ClosedList {
        let mut closed = ClosedList {
            cuts: self.cuts.all(),
            ..ClosedList::default()
        };
        if let Some(front) = &self.front {
            closed.factors.clone_from(&front.factors);
            let nodes = (0..).zip(&self.nodes);
            for (number, node) in nodes.filter(|(_, node)| node.stage != Stage::Dominated) {
                let words = self.states.words(number);
                let shares: Vec<CutShare> = self.shares_of(node, words).collect();
                let rest = self.cuts.sum(shares.iter().copied());
                let is_leaf = node.paid.saturating_add(rest) >= bound;
                closed.add(words, node.paid, if is_leaf { &shares } else { &[] });
            }
            closed.drop_unused_cuts();
            return closed;
        }
        let mut is_seen = vec![false; self.states.count()];
        let (mut waiting, mut applicable, mut after) = (vec![0_u32], Vec::new(), Vec::new());
        let mut shares = Vec::new();
        is_seen[0] = true;
        while let Some(state) = waiting.pop() {
            let (node, words) = (&self.nodes[state as usize], self.states.words(state));
            let comes_to = |rest: Cost| node.paid.saturating_add(rest) >= bound;
            if bound < INFINITE && (comes_to(0) || comes_to(self.by_potentials(words))) {
                continue;
            }
            shares.clear();
            shares.extend(self.shares_of(node, words));
            if comes_to(self.cuts.sum(shares.iter().copied())) {
                closed.add(words, node.paid, &shares);
                continue;
            }
            closed.add(words, node.paid, &[]);
            self.packed.applicable(words, &mut applicable);
            for &action in &applicable {
                after.clear();
                after.extend_from_slice(words);
                self.packed.apply(action, &mut after);
                if let Some(next) = self.states.number(&after)
                    && !std::mem::replace(&mut is_seen[next as usize], true)
                {
                    waiting.push(next);
                }
            }
        }
        closed.drop_unused_cuts();
        closed
    }

    /// Runs a turn of the engine. The turn ends with a plan that is cheaper than the best plan, with a bound to report,
    /// when the budget is spent, or at a limit.
    ///
    /// # Errors
    /// An internal error: two parts of the program contradict each other.
    pub fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn, Error> {
        self.best = self.best.min(budget.best());
        let mut may_go_on = true;
        for turn in 0_u64.. {
            if let Some(plan) = self.plan() {
                return Ok(plan);
            }
            let bound = self.bound();
            let is_over = bound >= self.best;
            if is_over || !may_go_on {
                let told = self.report(bound, is_over, budget);
                let over = is_over.then_some(Turn::Done(StopReason::NothingLeft));
                return Ok(told.or(over).unwrap_or(Turn::Paused));
            }
            let look = turn.is_multiple_of(16);
            if let Some(why) = look.then(|| budget.stop.stop_reason()).flatten() {
                return Ok(Turn::Done(why));
            }
            if turn.is_multiple_of(256) && self.mib() > budget.memory_mib {
                let is_new = bound > self.reported.0;
                let told = is_new.then(|| self.report(bound, true, budget)).flatten();
                return Ok(told.unwrap_or(Turn::Done(StopReason::TooLarge)));
            }
            let Some(state) = self.pop() else { continue };
            may_go_on = budget.spend(self.visit(state));
        }
        Ok(Turn::Paused)
    }
}

impl Node {
    fn new(paid: Cost, rest: Cost, heir_of: u32) -> Self {
        Self {
            paid,
            rest,
            reason: Box::default(),
            heir_of,
            stage: Stage::Open,
            has_cuts: false,
            is_partial: false,
        }
    }

    fn f(&self) -> Cost {
        if self.rest == INFINITE {
            return INFINITE;
        }
        self.paid.saturating_add(self.rest).min(INFINITE - 1)
    }

    fn is_open_at(&self, f: Cost) -> bool {
        self.stage == Stage::Open && self.f() == f
    }
}
