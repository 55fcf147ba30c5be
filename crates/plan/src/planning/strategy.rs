//! The planning strategy: a table of engines with their shares, the order in which formulas are tried, and some short
//! engines (criteria, exhaustive search and weights). `results/design-diary.md` has measurements.

use std::time::{Duration, Instant};

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use crate::backend::{Backend, by_name};
use crate::cost::astar::AStar;
use crate::cost::improvement::{Incumbent, PlanImprovement};
use crate::cost::potentials::SharedPotentials;
use crate::cost::weighted::WeightedSearch;
use crate::decision::{BEST_FIRST, EXHAUSTIVE, Method, WIDTH};
use crate::engine::{Budget, Slot, Turn, When};
use crate::gbfs::Gbfs;
use crate::invariant::{PDR, PropertyDirected};
use crate::portfolio::{Formulas, Lineup};
use crate::settings::{EncodingChoice, Schedule, Settings};
use crate::unsolvable::budgets::{BudgetSearch, ResourceReductions};
use crate::unsolvable::counting::CardinalityAbstraction;
use crate::weights::{modulo, pagoda};
use crate::width::WidthSearch;
use crate::work::{Work, clocked};
use saut_base::bad_input::BadInput;
use saut_base::stop::StopReason;
use saut_task::certificate::{Certificate, ClosedSet};
use saut_task::encode::Encoding;
use saut_task::exhaustive::{Exploration, ExplorationEnding};
use saut_task::packed::PackedTask;
use saut_task::task::{Fluent, Task};

/// Work of the exhaustive search before the search for a shortest plan: the first number divided by the number of
/// actions, but at most the second number. The work per state grows with the number of actions. In every table, the
/// first turn of the exhaustive search has a tenth of this work.
const FEW_STATES: (Work, Work) = (200_000_000, 2_000_000);
/// Moduli for which invariant weights are searched.
const PRIMES: &[u32] = &[2, 3];
/// Maximum time of the first attempt at the linear program.
const STATE_EQUATION: Duration = Duration::from_secs(20);
/// Total work of all engines after which counting, budgets and property-directed reachability start. Most solvable
/// tasks have a plan by then.
const FIRST_UNSOLVABLE: Work = 3_000_000;
/// Work of first turns. They are short, so that the other engines do not delay an engine that needs little more than
/// its first turn.
const FIRST_FORMULAS: Work = 200_000;
const FIRST_SEARCH: Work = 200_000;
const FIRST_IMPROVEMENT: Work = 100_000;
const FIRST_PROPERTY_DIRECTED: Work = 100_000;
const FIRST_COUNTING: Work = 50_000;

/// The engines to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum PlanMethod {
    /// Searches, formulas and explicit-state search together.
    #[default]
    Auto,
    /// Only formulas.
    Formulas,
    /// Only greedy best-first search.
    Gbfs,
    /// Only best-first width search.
    Width,
    /// Only breadth-first search of all states.
    Exhaustive,
    /// Only property-directed reachability, which finds invariants, and sometimes plans.
    #[strum(serialize = "pdr")]
    PropertyDirected,
}

impl PlanMethod {
    /// Returns the reason why the method does not support numeric tasks; `None` if the method supports them.
    #[must_use]
    pub const fn why_no_numbers(self) -> Option<&'static str> {
        match self {
            Self::Auto | Self::Formulas | Self::Gbfs => None,
            Self::Width => Some("width search does not support numbers"),
            Self::Exhaustive => Some("a numeric task can have infinitely many states"),
            Self::PropertyDirected => {
                Some("property-directed reachability does not support numbers")
            }
        }
    }

    /// Whether the method searches for plans, so that it can use a plan of a part of the task.
    #[must_use]
    pub const fn searches_for_plans(self) -> bool {
        match self {
            Self::Auto | Self::Gbfs | Self::Width => true,
            Self::Formulas | Self::Exhaustive | Self::PropertyDirected => false,
        }
    }
}

/// Returns the engines for a request: the whole table of the strategy, or only the engine of a named method.
pub(super) fn table<'a, R: 'a>(
    task: &'a Task,
    method: PlanMethod,
    settings: &'a Settings,
    backends: &'a [Box<dyn Backend>],
    reductions: &'a ResourceReductions,
) -> Vec<Slot<'a, R>> {
    let threads = settings.threads();
    let formulas = |threads| {
        let formulas = Formulas::new(task, settings, backends, lineup(settings));
        formulas.engines(threads, FIRST_FORMULAS)
    };
    match method {
        PlanMethod::Auto if !settings.names_a_formula() => {
            let mut table = vec![
                pairs(task),
                greedy(task).share(12),
                width(task).share(4),
                every_state(task).share(2),
                invariants(task).share(2),
                state_equation(task).share(2),
            ];
            table.extend(formulas(threads - 1).map(|it| it.share(4)));
            let late = [
                counting(task),
                budgets(task, reductions),
                property_directed(task),
            ];
            table.extend(late.map(|it| it.share(2).from(FIRST_UNSOLVABLE)));
            table
        }
        PlanMethod::Auto | PlanMethod::Formulas => {
            // The formulas contain mutex invariants. If these invariants exclude the goal, every horizon is refuted.
            let excluded = (!settings.names_a_formula()).then(|| pairs(task));
            excluded.into_iter().chain(formulas(threads)).collect()
        }
        PlanMethod::Gbfs => vec![greedy(task)],
        PlanMethod::Width => vec![width(task)],
        PlanMethod::Exhaustive => vec![every_state(task)],
        PlanMethod::PropertyDirected => vec![property_directed(task)],
    }
}

/// Returns the engines that only find plans. Greedy search has four times the share of each formula engine, and at
/// most `2 * work`; a formula engine has at most `work / 2`. Greedy search only ends earlier with a plan, or when no
/// state is left.
pub(super) fn plan_finders<'a, R: 'a>(
    task: &'a Task,
    work: Work,
    settings: &'a Settings,
    backends: &'a [Box<dyn Backend>],
) -> Vec<Slot<'a, R>> {
    let lineup = Lineup {
        refutes: false,
        ..lineup(settings)
    };
    let formulas = Formulas::new(task, settings, backends, lineup);
    let formulas = formulas.engines(settings.threads() - 1, FIRST_FORMULAS);
    let mut table = vec![greedy(task).share(4).until(2 * work)];
    table.extend(formulas.map(|it| it.until(work / 2)));
    table
}

/// Share of each engine that searches for a first plan; greedy search has twice as much. The share is large, so that
/// these engines get about as much of the time as in the table for any plan.
const FIRST_PLAN: u64 = 24;
/// Total charge for waiting after which A* starts on a large task without a plan. The search for bounds should not
/// delay the first plan, but it must not wait forever on a task without a plan.
const PATIENCE: Work = 500_000;
/// A task whose actions have at most this many literals is small: A* does not wait, because it decides such a task
/// quickly.
const SMALL: usize = 20_000;

/// Returns the engines that find plans, make them cheaper, and find lower bounds.
pub(super) fn cheapest<'a, R: 'a>(
    task: &'a Task,
    settings: &'a Settings,
    backends: &'a [Box<dyn Backend>],
    incumbent: &'a Incumbent,
) -> Vec<Slot<'a, R>> {
    let potentials = SharedPotentials::default();
    let is_small = task.size() <= SMALL;
    let patience = if is_small { 0 } else { PATIENCE };
    let astar = |name, has_cuts| {
        let potentials = potentials.clone();
        let mut search = None;
        let turn = move |budget: &mut Budget<'_>| {
            let new = || {
                let began = Instant::now();
                let potentials = potentials.get(task, budget.stop);
                budget.spend(clocked(began.elapsed()));
                AStar::new(task, potentials, has_cuts)
            };
            search.get_or_insert_with(new).turn(budget)
        };
        Slot::new(name, FIRST_SEARCH, turn).when(When::AfterFirstPlan { patience })
    };
    let mut table = vec![
        pairs(task),
        greedy(task)
            .share(2 * FIRST_PLAN)
            .when(When::BeforeFirstPlan),
        width(task).share(FIRST_PLAN).when(When::BeforeFirstPlan),
        improvement(task, incumbent).share(4),
        weighted(task, potentials.clone()).share(6),
        astar("astar-lmcut", true).share(5),
        astar("astar-potentials", false).share(2),
    ];
    // Invariant weights do not support derived fluents or conditional effects.
    if task.is_plain() {
        table.push(invariants(task).when(When::BeforeFirstPlan));
    }
    let formulas = Formulas::new(task, settings, backends, lineup(settings));
    let formulas = formulas.engines(1, FIRST_FORMULAS);
    table.extend(formulas.map(|it| it.share(FIRST_PLAN).when(When::BeforeFirstPlan)));
    table
}

/// Returns the engines that may quickly find a plan of any length, or show that there is none.
pub(super) fn before_the_shortest<'a, R: 'a>(task: &'a Task) -> Vec<Slot<'a, R>> {
    vec![
        pairs(task),
        greedy(task).once(),
        every_state(task).until(few_states(task)),
        invariants(task),
    ]
}

/// The default solvers of formulas. `steered` chooses its decisions like a planner. `batsat` does not, and is for
/// formulas that are hard for `steered`.
const SOLVERS: [&str; 2] = ["steered", "batsat"];

/// Returns the requested solvers, or the default ones.
///
/// # Errors
/// A name that is not a backend.
pub(super) fn backends(settings: &Settings) -> Result<Vec<Box<dyn Backend>>, BadInput> {
    if settings.backends.is_empty() {
        return SOLVERS.iter().map(|name| by_name(name)).collect();
    }
    settings.backends()
}

/// Maximum number of clauses of a formula; 12 million take about 2 GB including the solver's copy.
const MAX_CLAUSES: u128 = 12_000_000;
/// Memory per written clause in bytes, used with a memory limit.
const BYTES_A_CLAUSE: u128 = 250;

/// Returns the lineup of formulas to try.
fn lineup(settings: &Settings) -> Lineup {
    let choices = match settings.encoding {
        Some(asked_for) => vec![(asked_for, 1)],
        None => vec![
            (EncodingChoice::Fixed(Encoding::Exists), 2),
            (EncodingChoice::MixedOrder, 1),
        ],
    };
    // If each step has exactly one action, a plan is found only at the horizon that is its number of actions.
    let is_exact =
        matches!(settings.encoding, Some(EncodingChoice::Fixed(one)) if one.is_sequential());
    let schedule = if is_exact {
        Schedule::EVERY
    } else {
        Schedule::Growing
    };
    Lineup {
        refutes: true,
        choices,
        schedule: settings.schedule.unwrap_or(schedule),
        first_conflicts: 5_000,
        most_clauses: MAX_CLAUSES.min(settings.stop.room(BYTES_A_CLAUSE)),
        by_turns: true,
        ..Lineup::of(settings)
    }
}

/// Creates the engine of greedy best-first search.
fn greedy<'a, R: 'a>(task: &'a Task) -> Slot<'a, R> {
    let mut search = Gbfs::new(task);
    Slot::new(BEST_FIRST, search.first_turn(), move |budget| {
        search.turn(budget)
    })
}

/// Creates the engine of width search. The search is created in its first turn.
fn width<'a, R: 'a>(task: &'a Task) -> Slot<'a, R> {
    let mut search = None;
    let turn = move |budget: &mut Budget<'_>| {
        let search = search.get_or_insert_with(|| WidthSearch::new(task));
        Ok(search.turn(budget))
    };
    Slot::new(WIDTH, FIRST_SEARCH, turn)
}

/// Creates the engine of weighted A*. The search is created in its first turn, because most tasks are decided earlier.
fn weighted<'a, R: 'a>(task: &'a Task, potentials: SharedPotentials) -> Slot<'a, R> {
    let mut search = None;
    let turn = move |budget: &mut Budget<'_>| {
        let new = || WeightedSearch::new(task, potentials.clone());
        search.get_or_insert_with(new).turn(budget)
    };
    Slot::new(WeightedSearch::NAME, FIRST_SEARCH, turn).memory_share(8)
}

/// Creates the engine of property-directed reachability. The search is created in its first turn.
fn property_directed<'a, R: 'a>(task: &'a Task) -> Slot<'a, R> {
    let mut search = None;
    let turn = move |budget: &mut Budget<'_>| {
        let new = || PropertyDirected::new(task, budget.memory_mib);
        search.get_or_insert_with(new).turn(budget)
    };
    Slot::new(PDR, FIRST_PROPERTY_DIRECTED, turn).memory_share(8)
}

/// Creates the engine that explores a projection with a counting invariant.
fn counting<'a, R: 'a>(task: &'a Task) -> Slot<'a, R> {
    let mut search = CardinalityAbstraction::new(task);
    let turn = move |budget: &mut Budget<'_>| search.turn(budget);
    Slot::new("counting", FIRST_COUNTING, turn).memory_share(16)
}

/// Creates the engine that explores the states without their resource levels, which are counted as budgets.
fn budgets<'a, R: 'a>(task: &'a Task, reductions: &'a ResourceReductions) -> Slot<'a, R> {
    let mut search = BudgetSearch::new(task, reductions);
    Slot::new("budgets", FIRST_SEARCH, move |budget| search.turn(budget))
}

/// Creates the engine that improves the best plan.
fn improvement<'a, R: 'a>(task: &'a Task, incumbent: &'a Incumbent) -> Slot<'a, R> {
    let mut improvement = PlanImprovement::new(task, incumbent);
    Slot::new("improve", FIRST_IMPROVEMENT, move |budget| {
        improvement.turn(budget)
    })
}

/// Creates the engine that refutes the task if two goal literals are mutex.
fn pairs<'a, R: 'a>(task: &'a Task) -> Slot<'a, R> {
    Slot::new("pairs", 1, move |_| {
        Ok(refuted_by(task, ClosedSet::excluded_goal(task)))
    })
}

/// Returns the work according to [`FEW_STATES`].
fn few_states(task: &Task) -> Work {
    let (times_actions, most) = FEW_STATES;
    let actions = task.actions().len().max(1) as Work;
    (times_actions / actions).min(most)
}

fn every_state<'a, R: 'a>(task: &'a Task) -> Slot<'a, R> {
    let mut exploration = None;
    Slot::new(EXHAUSTIVE, few_states(task) / 10, move |budget| {
        let new = || (PackedTask::new(task), Exploration::new(task));
        let (packed, exploration) = exploration.get_or_insert_with(new);
        let (stop, most_mib) = (budget.stop, budget.memory_mib);
        let method = Method::search(EXHAUSTIVE);
        let spend = &mut |work| budget.spend(work);
        let ending = exploration.run(packed, |_| true, stop, spend, most_mib);
        Ok(match ending {
            ExplorationEnding::Plan(plan) => Turn::path(plan, method),
            ExplorationEnding::Closed { states } => {
                let set = Box::new(ClosedSet::visited(states));
                Turn::Bound(Certificate::ClosedSet(set), method)
            }
            ExplorationEnding::Stopped(StopReason::TooLarge) => Turn::Done(StopReason::TooLarge),
            ExplorationEnding::Stopped(_) => Turn::Paused,
        })
    })
}

/// Creates the engine that finds weights whose total no action changes, modulo some primes.
fn invariants<'a, R: 'a>(task: &'a Task) -> Slot<'a, R> {
    let mut primes = PRIMES.iter();
    Slot::new("invariants", 1, move |budget| {
        let found = primes.find_map(|&prime| modulo(task, prime, budget.stop));
        Ok(refuted_by(task, found))
    })
}

/// Creates the engine of the state equation: weights whose total no action raises, found by linear programming. The
/// time limit is [`STATE_EQUATION`], or an eighth of the remaining time if that is less. If the time does not suffice,
/// the engine tries again in its next turns, each time with twice the time.
fn state_equation<'a, R: 'a>(task: &'a Task) -> Slot<'a, R> {
    // The last time limit that did not suffice.
    let mut before = Duration::ZERO;
    Slot::new("state-equation", 1, move |budget| {
        let began = Instant::now();
        let stop = budget.stop;
        let left = stop.time_left();
        let first = left.map_or(STATE_EQUATION, |left| STATE_EQUATION.min(left / 8));
        let part = first.max(2 * before);
        let part = left.map_or(part, |left| part.min(left / 2));
        let found = pagoda(task, part, stop);
        let took = began.elapsed();
        budget.spend(clocked(took));
        Ok(match found {
            None if took >= part && part > before => {
                before = part;
                Turn::Paused
            }
            found => refuted_by(task, found),
        })
    })
}

fn refuted_by(task: &Task, set: Option<ClosedSet<Fluent>>) -> Turn {
    let Some(set) = set else {
        return Turn::Done(StopReason::NothingLeft);
    };
    let method = Method::Criterion(set.kind());
    Turn::closed(task, set, method)
}
