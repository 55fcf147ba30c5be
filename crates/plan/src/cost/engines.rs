//! The engines of cheap plans and of bounds.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::astar::{AStar, Found};
use super::eliminate::eliminate;
use super::eliminate_exactly::{cheapest_part, of_places};
use super::incumbent::Incumbent;
use super::narrow::cost_of;
use super::potentials::{Aim, potential};
use super::weighted::{self, WeightedSearch};
use super::windows::{Window, Windows};
use crate::decision::Method;
use crate::engine::{Budget, Engine, Turn, replay};
use crate::error::Error;
use crate::work::{Work, clocked};
use saut_base::stop::{Stop, StopReason};
use saut_task::bound::CheckedPotential;
use saut_task::certificate::Checked;
use saut_task::domain::{CheckError, Cost, Domain, INFINITE};
use saut_task::task::{ActionId, Task};

/// Potential functions that several engines share; the first that asks has them made.
#[derive(Clone, Default)]
pub struct SharedPotentials(Arc<OnceLock<Vec<CheckedPotential>>>);

impl SharedPotentials {
    /// The longest linear program.
    const LIMIT: Duration = Duration::from_secs(10);

    /// The functions of a task.
    pub(crate) fn get(&self, task: &Task, stop: &Stop) -> Vec<CheckedPotential> {
        let make = || {
            let left = stop.time_left().map_or(Self::LIMIT, |left| left / 16);
            let limit = left.min(Self::LIMIT);
            let aims = [Aim::Start, Aim::Walks].into_iter();
            aims.filter_map(|aim| potential(task, aim, limit, stop))
                .collect()
        };
        self.0.get_or_init(make).clone()
    }

    /// The functions, if somebody has had them made already.
    fn made(&self) -> Option<Vec<CheckedPotential>> {
        self.0.get().cloned()
    }
}

/// A*: the cheapest plan in the end, and bounds on the way there.
pub struct CheapestFirst<'a, D> {
    domain: &'a D,
    potentials: SharedPotentials,
    has_cuts: bool,
    search: Option<AStar<'a>>,
}

impl<'a, D: Domain> CheapestFirst<'a, D> {
    /// The first turn.
    const LEAST: Work = 200_000;

    /// With landmark cuts, or by potential functions alone.
    pub fn new(domain: &'a D, potentials: &SharedPotentials, has_cuts: bool) -> Self {
        Self {
            domain,
            potentials: potentials.clone(),
            has_cuts,
            search: None,
        }
    }
}

impl<D: Domain> Engine<D> for CheapestFirst<'_, D> {
    fn name(&self) -> &'static str {
        if self.has_cuts {
            "astar-lmcut"
        } else {
            "astar-potentials"
        }
    }

    fn least(&self) -> Work {
        Self::LEAST
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let (stop, best, most_mib) = (budget.stop().clone(), budget.best(), budget.memory_mib());
        let task = self.domain.task();
        let search = match &mut self.search {
            Some(search) => search,
            none => {
                let began = Instant::now();
                let potentials = self.potentials.get(task, &stop);
                budget.spend(clocked(began.elapsed()));
                none.insert(AStar::new(task, potentials, self.has_cuts))
            }
        };
        let found = search.run(&stop, best, most_mib, &mut |work| budget.spend(work));
        let expanded = search.counts().0;
        let method = Method::counted("astar", expanded);
        Ok(match found {
            Found::Plan(plan, _) => Turn::Plan(replay(self.domain, self.name(), plan)?, method),
            Found::AtLeast(bound, closed) => {
                budget.spend(closed.count() as Work);
                match Checked::bounded(task, bound, *closed, &stop) {
                    Ok(checked) => Turn::AtLeast(checked, method),
                    Err(CheckError::Stopped(why)) => Turn::Done(why),
                    Err(refused) => {
                        return Err(Error::internal("a bound of A* is refused", refused));
                    }
                }
            }
            Found::More => Turn::More,
            Found::Done(why) => Turn::Done(why),
        })
    }
}

/// Weighted A*, again and again with smaller weights.
pub struct Weighted<'a, D> {
    domain: &'a D,
    potentials: SharedPotentials,
    search: Option<WeightedSearch<'a>>,
    /// Whether it prunes by the potential functions. It does not have them made: their linear programs may take as long
    /// as many a plan.
    has_potentials: bool,
}

impl<'a, D: Domain> Weighted<'a, D> {
    /// The first turn.
    const LEAST: Work = 200_000;

    /// From the start of a task.
    pub fn new(domain: &'a D, potentials: &SharedPotentials) -> Self {
        Self {
            domain,
            potentials: potentials.clone(),
            search: None,
            has_potentials: false,
        }
    }
}

impl<D: Domain> Engine<D> for Weighted<'_, D> {
    fn name(&self) -> &'static str {
        "weighted-astar"
    }

    fn least(&self) -> Work {
        Self::LEAST
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let (stop, best, most_mib) = (budget.stop().clone(), budget.best(), budget.memory_mib());
        let task = self.domain.task();
        let search = self
            .search
            .get_or_insert_with(|| WeightedSearch::new(task, Vec::new()));
        if !self.has_potentials
            && let Some(potentials) = self.potentials.made()
        {
            search.bound_by(potentials);
            self.has_potentials = true;
        }
        Ok(
            match search.run(&stop, best, most_mib, &mut |work| budget.spend(work)) {
                weighted::Found::Plan(plan) => Turn::Plan(
                    replay(self.domain, "weighted A*", plan)?,
                    Method::search("weighted-astar"),
                ),
                weighted::Found::More => Turn::More,
                weighted::Found::Done(why) => Turn::Done(why),
            },
        )
    }
}

/// The best plan, made cheaper: without what it does not need, and window by window.
pub struct Improve<'a, D> {
    domain: &'a D,
    incumbent: &'a Incumbent,
    windows: Option<Windows<'a>>,
    /// The plan in work and its cost.
    plan: Vec<ActionId>,
    cost: Cost,
    /// The cost of the last plan whose parts were asked.
    parted: Cost,
}

impl<'a, D: Domain> Improve<'a, D> {
    /// The first turn.
    const LEAST: Work = 100_000;
    /// Charge for a turn without a plan to work on; without it the engine would be next again at once.
    const IDLE: Work = 20_000;
    /// The work of exact elimination for each plan.
    const PARTS: Work = 200_000;
    /// Exact elimination comes again when the plan is cheaper by this part.
    const NEXT_PART: Cost = 50;

    /// Engine that improves the best plan of `incumbent`, whenever there is a better one.
    pub fn new(domain: &'a D, incumbent: &'a Incumbent) -> Self {
        Self {
            domain,
            incumbent,
            windows: None,
            plan: Vec::new(),
            cost: INFINITE,
            parted: INFINITE,
        }
    }

    /// The plan in work, if it is cheaper than the best.
    fn better(&mut self, plan: Vec<ActionId>, best: Cost) -> Result<Option<Turn<D>>, Error> {
        self.cost = cost_of(self.domain.task(), &plan);
        self.plan = plan;
        if self.cost >= best {
            return Ok(None);
        }
        let plan = replay(self.domain, "the improvement", self.plan.iter().copied())?;
        Ok(Some(Turn::Plan(plan, Method::search("improved"))))
    }

    /// The cheapest part of the plan in work, if that is some cheaper than the last plan that was asked.
    fn part(&mut self, stop: &Stop, budget: &mut Budget<'_>) -> Result<Option<Turn<D>>, Error> {
        let is_asked = self.cost >= self.parted - self.parted / Self::NEXT_PART;
        if is_asked || self.plan.is_empty() {
            return Ok(None);
        }
        let (task, mut spent) = (self.domain.task(), 1);
        let part = cheapest_part(task, &self.plan, stop, Self::PARTS, &mut spent)?;
        budget.spend(spent);
        let turn = self.better(of_places(&self.plan, &part.kept), budget.best());
        self.parted = self.cost;
        turn
    }
}

impl<D: Domain> Engine<D> for Improve<'_, D> {
    fn name(&self) -> &'static str {
        "improve"
    }

    fn least(&self) -> Work {
        Self::LEAST
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let (task, stop, best) = (self.domain.task(), budget.stop().clone(), budget.best());
        if let Some((plan, _)) = self.incumbent.cheaper(self.cost) {
            let began = Instant::now();
            let plan = eliminate(task, &plan, &stop);
            budget.spend(clocked(began.elapsed()));
            if let Some(turn) = self.better(plan, best)? {
                return Ok(turn);
            }
        }
        if let Some(turn) = self.part(&stop, budget)? {
            return Ok(turn);
        }
        // Windows know neither derived fluents nor conditional effects.
        if self.plan.is_empty() || !task.is_plain() {
            budget.spend(Self::IDLE);
            return Ok(Turn::Waits);
        }
        let mut windows = match self.windows.take() {
            Some(windows) => windows,
            None => Windows::new(task)?,
        };
        let turn = loop {
            if let Some(why) = stop.stop_reason() {
                break Turn::Done(why);
            }
            let mut spent = 1;
            let window = windows.next(&self.plan, &stop, &mut spent)?;
            let may_go_on = budget.spend(spent);
            match window {
                Window::Cheaper(plan) => {
                    let plan = eliminate(task, &plan, &stop);
                    if let Some(turn) = self.better(plan, best)? {
                        break turn;
                    }
                }
                Window::Optimal => break Turn::Done(StopReason::NothingLeft),
                Window::Nothing => {}
            }
            if !may_go_on {
                break Turn::More;
            }
        };
        self.windows = Some(windows);
        Ok(turn)
    }
}

/// A plan that was there before the search.
pub struct Given<P>(pub Option<P>);

impl<D: Domain> Engine<D> for Given<D::Replayed> {
    fn name(&self) -> &'static str {
        "given"
    }

    fn turn(&mut self, _: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        Ok(match self.0.take() {
            Some(plan) => Turn::Plan(plan, Method::search("improved")),
            None => Turn::Done(StopReason::NothingLeft),
        })
    }
}
