//! Window neighbourhoods: replans parts of a plan.
//!
//! A window is a set of actions of a plan that can be executed consecutively. It is a contiguous part of the plan, or
//! it consists of actions that are connected in its [partial order](PartialOrder), around one action or around two
//! unordered actions. A window leads from the state before it to a state that satisfies all needs of the rest of the
//! plan and of the goal. Any cheaper sequence of actions to such a state makes the plan cheaper. Actions that no
//! cheaper sequence needs are [removed](RelevanceFilter) from the task of the window.
//!
//! There are three *subsolvers* for a window: A* with landmark cuts, weighted A*, and a formula of ∃-steps with a cost
//! bound. Only A* can prove that no plan of the window is cheaper. The formula can handle long windows with many
//! unordered actions. An *arm* is a combination of a shape and a subsolver. Its windows move over the plan, overlap,
//! and grow after all windows of one size were tried. The next window comes from the arm that has saved the most per
//! work so far. No window is tried twice with the same subsolver and the same work.
//!
//! Siddiqui and Haslum, *Continuing plan quality optimisation* (JAIR 54, 2015); Balyo, Barták, Surynek, *Shortening
//! plans by local re-planning* (ICTAI 2012), for windows by SAT.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::AtomicU64;

use saut_base::divisor::gcd;

use super::astar::AStar;
use super::narrow::{RelevanceFilter, Subtask, cost_of};
use super::partial_order::PartialOrder;
use super::potentials::SharedPotentials;
use super::weighted::WeightedSearch;
use crate::attempt::AttemptResult;
use crate::engine::{Budget, Turn};
use crate::error::Error;
use crate::work::Work;
use saut_base::random::Random;
use saut_base::stop::{Stop, StopReason};
use saut_task::domain::Cost;
use saut_task::encode::Encoding;
use saut_task::task::{ActionId, Literal, Task};

/// Maximum work of a window in the first round.
const FIRST_WORK: Work = 20_000;
/// Initial credit of an arm: savings in millionths of the cost of the plan, and work spent.
const HOPE: (u64, Work) = (2_000, 300_000);
/// Work of an arm above which its work and its savings are halved, so that recent windows count more.
const MEMORY: Work = 4_000_000;
/// Maximum number of clauses of a formula: per unit of work of its window, and in total.
const CLAUSES_A_WORK: u128 = 16;
const MAX_CLAUSES: u128 = 1_000_000;
/// Number of pairs of sums that are added per unit of work, and the maximum number of sums per node of the totalizer.
const PAIRS_A_WORK: Work = 40;
const MAX_SUMS: Work = 400;
/// Maximum memory of a search in a window, in MiB.
const MAX_MIB: u64 = 256;

/// Shape of a window: how its actions are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WindowShape {
    /// Consecutive actions of the plan.
    Stretch,
    /// An action, and the nearest actions that must come before or after it.
    Chain,
    /// Two unordered actions, and the nearest actions that must come before or after them.
    Pair,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Subsolver {
    Cuts,
    Greedy,
    Formulas,
}

/// The windows of one shape, replanned by one subsolver.
#[derive(Debug)]
struct BanditArm {
    shape: WindowShape,
    subsolver: Subsolver,
    /// Number of actions of a window.
    length: usize,
    /// Place of the next window.
    next: usize,
    /// Maximum work of a window.
    work: Work,
    /// Number of completed sweeps over all sizes.
    rounds: usize,
    /// Savings in millionths of the cost of the plan.
    saved: u64,
    spent: Work,
}

impl BanditArm {
    const fn new(shape: WindowShape, subsolver: Subsolver) -> Self {
        Self {
            shape,
            subsolver,
            length: Self::first_length(subsolver),
            next: 0,
            work: FIRST_WORK,
            rounds: 0,
            saved: 0,
            spent: 0,
        }
    }

    const fn first_length(subsolver: Subsolver) -> usize {
        match subsolver {
            Subsolver::Cuts => 6,
            Subsolver::Greedy => 12,
            Subsolver::Formulas => 10,
        }
    }

    /// Returns the estimated savings per work.
    fn rate(&self) -> u128 {
        let (saved, spent) = (self.saved + HOPE.0, self.spent + HOPE.1);
        u128::from(saved) * 1_000_000_000 / u128::from(spent)
    }

    fn charge(&mut self, spent: Work) {
        self.spent += spent;
        if self.spent > MEMORY {
            (self.spent, self.saved) = (self.spent / 2, self.saved / 2);
        }
    }

    /// Continues with the next place of a plan, the next size, or more work per window.
    fn advance(&mut self, length: usize) {
        self.next += match self.shape {
            WindowShape::Stretch => (self.length / 2).max(1),
            WindowShape::Chain | WindowShape::Pair => (self.length / 3).max(1),
        };
        if self.next < length {
            return;
        }
        self.next = 0;
        if self.length < length {
            self.length += self.length / 2;
        } else {
            self.length = Self::first_length(self.subsolver);
            self.work = self.work.saturating_mul(3);
            self.rounds += 1;
        }
    }
}

pub struct WindowNeighbourhood<'a> {
    task: &'a Task,
    /// The goal, if all its constraints are literals.
    goal: Option<Vec<Literal>>,
    narrowing: RelevanceFilter<'a>,
    arms: Vec<BanditArm>,
    /// The plan of the last window, and its partial order if it is not too long.
    ordered: Option<(Vec<ActionId>, Option<PartialOrder>)>,
    /// Hashes of the windows tried so far, each with its subsolver and its work.
    asked: HashSet<u64>,
    random: Random,
}

/// Result of replanning a window.
pub enum Window {
    /// A cheaper plan.
    Cheaper(Vec<ActionId>),
    /// No cheaper plan was found for the window.
    Nothing,
    /// The whole plan has minimum cost.
    Optimal,
}

/// A plan, divided by a window.
struct Cut {
    before: Vec<ActionId>,
    inside: Vec<ActionId>,
    after: Vec<ActionId>,
    /// Number of steps that suffice for the actions of the window.
    layers: usize,
}

impl<'a> WindowNeighbourhood<'a> {
    /// Creates the windows for plans of a task without derived fluents and conditional effects.
    pub fn new(task: &'a Task) -> Self {
        let literals: Vec<Literal> = task.goal_literals().collect();
        let arms = [
            (WindowShape::Stretch, Subsolver::Cuts),
            (WindowShape::Chain, Subsolver::Cuts),
            (WindowShape::Chain, Subsolver::Formulas),
            (WindowShape::Stretch, Subsolver::Greedy),
            (WindowShape::Pair, Subsolver::Formulas),
            (WindowShape::Stretch, Subsolver::Formulas),
            (WindowShape::Pair, Subsolver::Cuts),
            (WindowShape::Chain, Subsolver::Greedy),
        ];
        Self {
            task,
            goal: (literals.len() == task.goal().len()).then_some(literals),
            narrowing: RelevanceFilter::new(task),
            arms: arms.map(|arm| BanditArm::new(arm.0, arm.1)).into(),
            ordered: None,
            asked: HashSet::new(),
            random: Random::new(0),
        }
    }

    /// Replans the next window of a valid plan, and adds the work to `spent`.
    ///
    /// # Errors
    /// A backend's failure, or an internal contradiction.
    pub fn next(
        &mut self,
        plan: &[ActionId],
        stop: &Stop,
        spent: &mut Work,
    ) -> Result<Window, Error> {
        // Among equal arms, the first one is taken.
        let arms = (0..self.arms.len()).rev();
        let at = arms.max_by_key(|&arm| self.arms[arm].rate()).unwrap_or(0);
        let mut used = self.narrowing.work();
        let all = cost_of(self.task, plan);
        let window = self.ask(at, plan, stop, &mut used)?;
        *spent += used;
        let arm = &mut self.arms[at];
        arm.charge(used);
        match &window {
            Window::Cheaper(cheaper) => {
                let less = all.saturating_sub(cost_of(self.task, cheaper));
                let part = u128::from(less) * 1_000_000 / u128::from(all.max(1));
                arm.saved += u64::try_from(part).unwrap_or(1_000_000);
            }
            Window::Nothing | Window::Optimal => arm.advance(plan.len()),
        }
        Ok(window)
    }

    fn ask(
        &mut self,
        arm: usize,
        plan: &[ActionId],
        stop: &Stop,
        spent: &mut Work,
    ) -> Result<Window, Error> {
        let Some(cut) = self.cut(arm, plan, spent) else {
            return Ok(Window::Nothing);
        };
        let old = cost_of(self.task, &cut.inside);
        if old == 0 {
            return Ok(Window::Nothing);
        }
        let start = state_after(self.task, self.task.start(), &cut.before);
        let goal = self.needed(&start, &cut);
        let BanditArm {
            subsolver,
            work,
            rounds,
            ..
        } = self.arms[arm];
        let narrowed = self.narrowing.subtask(&start, &goal, old);
        let Some(small) = narrowed else {
            return Ok(self.nothing(plan, &cut));
        };
        *spent += small.task().size() as Work / 8;
        let known = (small.is_known_by(), old);
        let (any, this) = (hash(&known), hash(&(&known, subsolver, work)));
        if self.asked.contains(&any) || !self.asked.insert(this) {
            return Ok(Window::Nothing);
        }
        let best = AtomicU64::new(old);
        let mut budget = Budget::new(work, 1, MAX_MIB, stop, &best);
        let found = match subsolver {
            Subsolver::Cuts => by_cuts(&small, &mut budget)?,
            Subsolver::Greedy => greedily(&small, &mut budget)?,
            Subsolver::Formulas => {
                // A cheaper plan may need more steps. Every other round allows many additional steps.
                let spare = if rounds.is_multiple_of(2) {
                    1
                } else {
                    2 + cut.layers / 2
                };
                let horizon = cut.layers + spare;
                by_formula(&small, old, horizon, &mut budget)?
            }
        };
        *spent += budget.spent();
        Ok(match found {
            Window::Cheaper(part) => {
                let parts = [cut.before, small.originals(&part), cut.after];
                Window::Cheaper(parts.concat())
            }
            Window::Optimal => {
                self.asked.insert(any);
                self.nothing(plan, &cut)
            }
            Window::Nothing => Window::Nothing,
        })
    }

    /// Returns the result for a window in which no plan is cheaper. The plan is optimal if the window was the whole
    /// plan and the goal is a conjunction of literals.
    fn nothing(&self, plan: &[ActionId], cut: &Cut) -> Window {
        if cut.inside.len() == plan.len() && self.goal.is_some() {
            return Window::Optimal;
        }
        Window::Nothing
    }

    /// Returns the next window of an arm; `None` if the plan has no window of this shape at the next place.
    fn cut(&mut self, arm: usize, plan: &[ActionId], spent: &mut Work) -> Option<Cut> {
        let BanditArm {
            shape,
            length,
            next,
            ..
        } = self.arms[arm];
        if self.ordered.as_ref().is_none_or(|(old, _)| old != plan) {
            let goal = self.goal.clone().unwrap_or_else(|| {
                let last = state_after(self.task, self.task.start(), plan);
                literals_of(&last)
            });
            let order = PartialOrder::of(self.task, plan, &goal);
            *spent += (plan.len() * plan.len() / 2_000) as Work + 1;
            self.ordered = Some((plan.to_vec(), order));
        }
        let order = self.ordered.as_ref().and_then(|(_, order)| order.as_ref());
        let seed = next.min(plan.len().checked_sub(1)?);
        let Some(order) = order.filter(|_| shape != WindowShape::Stretch) else {
            let last = (seed + length).min(plan.len());
            let places: Vec<usize> = (seed..last).collect();
            return (shape == WindowShape::Stretch).then(|| Cut {
                before: plan[..seed].to_vec(),
                inside: plan[seed..last].to_vec(),
                after: plan[last..].to_vec(),
                layers: order.map_or(places.len(), |order| order.layers(&places)),
            });
        };
        let mut window = order.window();
        window.add(seed, length);
        if shape == WindowShape::Pair {
            let random = &mut self.random;
            let mut draw = || {
                // Half of the draws are near the seed.
                let far = [plan.len(), 2 * length][random.below(2)].min(plan.len());
                (seed.saturating_sub(far / 2) + random.below(far)).min(plan.len() - 1)
            };
            let is_apart = |one: &usize| {
                *one != seed && !order.is_before(*one, seed) && !order.is_before(seed, *one)
            };
            let other = (0..8).map(|_| draw()).find(is_apart)?;
            window.add(other, length);
        }
        for turn in 0.. {
            let (one, other) = (window.next(), window.previous());
            let grown = if turn % 2 == 0 {
                one.or(other)
            } else {
                other.or(one)
            };
            if window.count() >= length || !grown.is_some_and(|place| window.add(place, length)) {
                break;
            }
        }
        let layers = order.layers(&window.places());
        let parts = window.parts(plan.len());
        let [before, inside, after] =
            parts.map(|places| places.into_iter().map(|place| plan[place]).collect());
        Some(Cut {
            before,
            inside,
            after,
            layers,
        })
    }

    /// Returns the literals that must hold after a window, so that the rest of the plan can be executed and reaches the
    /// goal.
    fn needed(&self, start: &[bool], cut: &Cut) -> Vec<Literal> {
        let Some(goal) = &self.goal else {
            return literals_of(&state_after(self.task, start, &cut.inside));
        };
        let mut needed: Vec<Option<bool>> = vec![None; self.task.fluents().len()];
        for literal in goal {
            needed[literal.fluent.index()] = Some(literal.value);
        }
        for &action in cut.after.iter().rev() {
            let action = self.task.action(action);
            for effect in &action.effects {
                needed[effect.fluent.index()] = None;
            }
            for need in &action.preconditions {
                needed[need.fluent.index()] = Some(need.value);
            }
        }
        let literals = self.task.fluent_ids().zip(needed);
        let literals = literals.filter_map(|(fluent, value)| {
            let value = value?;
            Some(Literal { fluent, value })
        });
        literals.collect()
    }
}

/// Searches for a plan with `horizon` ∃-steps that costs less than `old`.
fn by_formula(
    small: &Subtask,
    old: Cost,
    horizon: usize,
    budget: &mut Budget<'_>,
) -> Result<Window, Error> {
    let (task, work) = (small.task(), budget.left());
    let encoding = Encoding::Exists.scaled_to(task);
    let most = MAX_CLAUSES.min(u128::from(work) * CLAUSES_A_WORK);
    let sums = || pairs_of_sums(task, horizon, old - 1) / PAIRS_A_WORK;
    if encoding.most_clauses(task, horizon) > most || sums() > work {
        return Ok(Window::Nothing);
    }
    let attempt = small.cheaper(encoding, horizon, old, work, budget.stop)?;
    budget.spend(sums() + attempt.work());
    Ok(match attempt.result {
        AttemptResult::Plan(part) => Window::Cheaper(part.into_actions()),
        AttemptResult::Refuted(_) | AttemptResult::Unknown(_) => Window::Nothing,
    })
}

/// Estimates the number of pairs of sums that the totalizer adds to bound the cost: sums of two actions, of four, and
/// so on. The number of different sums per node is bounded by the number of choices and by the largest cost.
fn pairs_of_sums(task: &Task, horizon: usize, most: Cost) -> Work {
    let costs = || task.actions().iter().map(|action| action.cost);
    let unit = costs().fold(0, gcd).max(1);
    let most = (most / unit).min(MAX_SUMS);
    let heaviest = costs().max().unwrap_or(0) / unit;
    let priced = costs().filter(|&cost| cost > 0).count();
    let mut nodes = priced.saturating_mul(horizon) as Work;
    let (mut sums, mut sum, mut pairs) = (1_u64, heaviest, 0_u64);
    while nodes > 1 {
        nodes /= 2;
        pairs = pairs.saturating_add(nodes.saturating_mul(sums * sums));
        sum = sum.saturating_mul(2);
        sums = ((sums + 1) * (sums + 1) - 1).min(sum).min(most).max(1);
    }
    pairs
}

/// Searches for a plan of a small task that costs less than the best cost of the budget. The plan is the cheapest one
/// if the work suffices.
fn by_cuts(small: &Subtask, budget: &mut Budget<'_>) -> Result<Window, Error> {
    let mut search = AStar::new(small.task(), Vec::new(), true).without_bounds();
    let mut best = Window::Nothing;
    loop {
        let turn = search.turn(budget)?;
        let is_over = matches!(turn, Turn::Done(StopReason::NothingLeft));
        match (turn.into_path(), &best) {
            (Some(plan), _) => best = Window::Cheaper(plan),
            (None, Window::Nothing) if is_over => return Ok(Window::Optimal),
            (None, _) => return Ok(best),
        }
    }
}

/// Searches for a plan of a small task that costs less than the best cost of the budget, without a proof that it is the
/// cheapest.
fn greedily(small: &Subtask, budget: &mut Budget<'_>) -> Result<Window, Error> {
    let search = WeightedSearch::new(small.task(), SharedPotentials::default());
    let plan = search.without_landmarks().turn(budget)?.into_path();
    Ok(plan.map_or(Window::Nothing, Window::Cheaper))
}

fn state_after(task: &Task, start: &[bool], plan: &[ActionId]) -> Vec<bool> {
    let mut state = start.to_vec();
    for &action in plan {
        task.action(action).apply(&mut state);
    }
    state
}

fn literals_of(state: &[bool]) -> Vec<Literal> {
    Literal::of_state(state).map(Literal::of_index).collect()
}

fn hash(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::{Subsolver, Window, WindowNeighbourhood, WindowShape, cost_of};
    use crate::cost::tests::{cheapest, random_plan, two_walkers};
    use crate::random_task::Changed as _;
    use crate::random_task::random_task;
    use saut_base::random::Random;
    use saut_base::stop::Stop;
    use saut_task::by_actions::is_plan;

    #[test]
    fn every_arm_makes_plans_cheaper_and_none_cheaper_than_the_cheapest() {
        let stop = Stop::default();
        let arms = WindowNeighbourhood::new(&random_task(0)).arms.len();
        let (mut saved, mut least, mut dearer) = (vec![0; arms], 0, 0);
        for seed in 0..1500 {
            let mut random = Random::new(seed);
            let task = random_task(seed).with_costs(|_| random.below(5) as u64);
            let Some(walk) = random_plan(&task, &mut random, 12) else {
                continue;
            };
            let real = cheapest(&task, task.start());
            for (arm, saved) in saved.iter_mut().enumerate() {
                let mut windows = WindowNeighbourhood::new(&task);
                let (mut plan, mut spent) = (walk.clone(), 0);
                for _ in 0..30 {
                    match windows.ask(arm, &plan, &stop, &mut spent).unwrap() {
                        Window::Cheaper(cheaper) => {
                            assert!(is_plan(&task, &cheaper), "seed {seed}");
                            assert!(cost_of(&task, &cheaper) < cost_of(&task, &plan));
                            plan = cheaper;
                            *saved += 1;
                        }
                        Window::Nothing => windows.arms[arm].advance(plan.len()),
                        Window::Optimal => {
                            assert_eq!(cost_of(&task, &plan), real, "seed {seed}");
                            least += 1;
                            break;
                        }
                    }
                    if plan.is_empty() {
                        break;
                    }
                }
                let cost = cost_of(&task, &plan);
                assert!(cost >= real, "seed {seed}");
                dearer += u32::from(cost > real);
            }
        }
        assert!(saved.iter().all(|&saved| saved > 20), "{saved:?}");
        assert!(least > 100 && dearer > 0, "{least} {dearer}");
    }

    #[test]
    fn a_chain_of_six_improves_if_no_stretch_of_six_does() {
        let (task, plan) = two_walkers(20);
        assert!(is_plan(&task, &plan));
        let stop = Stop::default();
        for subsolver in [Subsolver::Cuts, Subsolver::Formulas] {
            for (shape, is_cheaper) in [(WindowShape::Stretch, false), (WindowShape::Chain, true)] {
                let mut windows = WindowNeighbourhood::new(&task);
                let arm = windows
                    .arms
                    .iter()
                    .position(|arm| arm.shape == shape && arm.subsolver == subsolver);
                let arm = arm.unwrap();
                windows.arms[arm].length = 6;
                windows.arms[arm].work = 1_000_000;
                // The cheap lane needs two more steps.
                windows.arms[arm].rounds = 1;
                let (mut spent, mut found) = (0, false);
                while windows.arms[arm].length == 6 {
                    if let Window::Cheaper(cheaper) =
                        windows.ask(arm, &plan, &stop, &mut spent).unwrap()
                    {
                        assert!(is_plan(&task, &cheaper));
                        found = true;
                    }
                    windows.arms[arm].advance(plan.len());
                }
                assert_eq!(found, is_cheaper, "{shape:?} {subsolver:?}");
            }
        }
    }

    #[test]
    fn the_arms_together_lead_two_walkers_along_the_cheap_lane() {
        let (task, mut plan) = two_walkers(20);
        let (mut windows, mut spent) = (WindowNeighbourhood::new(&task), 0);
        let least = 2 * (19 + 12);
        while cost_of(&task, &plan) > least && spent < 60_000_000 {
            if let Window::Cheaper(cheaper) =
                windows.next(&plan, &Stop::default(), &mut spent).unwrap()
            {
                plan = cheaper;
            }
        }
        assert!(is_plan(&task, &plan));
        assert_eq!(cost_of(&task, &plan), least);
    }
}
