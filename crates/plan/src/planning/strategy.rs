//! The strategy of planning as a table: engines with their shares, and how formulas are tried.
//! `docs/planning.md` says what was measured.

use std::time::Duration;

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::engines::{EveryState, Formulas, Invariants, OneCriterion, StateEquation};
use crate::backend::{Backend, by_name};
use crate::cost::engines::{CheapestFirst, Given, Improve, SharedPotentials, Weighted};
use crate::cost::incumbent::Incumbent;
use crate::engine::{Slot, When};
use crate::gbfs::Gbfs;
use crate::invariant::PropertyDirected;
use crate::portfolio::{Lineup, Schedule};
use crate::settings::{EncodingChoice, Settings};
use crate::unsolvable::budgets::{Overspent, Reductions};
use crate::unsolvable::counting::Counted;
use crate::work::Work;
use saut_base::bad_input::BadInput;
use saut_task::certificate::CriterionName;
use saut_task::domain::Domain;
use saut_task::encode::Encoding;
use saut_task::task::Task;

/// The first turn of the visit of every state, times the actions of the task: some ten actions are applicable in
/// each of the states that may be few. No more than the second number.
const FIRST_VISIT: (Work, Work) = (200_000_000, 2_000_000);
/// Weights are looked for modulo these.
const PRIMES: &[u32] = &[2, 3];
/// The longest linear program.
const STATE_EQUATION: Duration = Duration::from_secs(20);
/// Counting, budgets and property-directed reachability begin when all have spent this: most tasks that have a plan have
/// one by then.
const FIRST_UNSOLVABLE: Work = 3_000_000;
/// The first turn of formulas.
const FIRST_FORMULAS: Work = 1_000_000;

/// The engines to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum PlanMethod {
    /// Search, formulas and the visit of every state, as they come.
    #[default]
    Auto,
    /// Formulas alone.
    Formulas,
    /// Greedy best-first search alone.
    Gbfs,
    /// Every state, breadth first.
    Exhaustive,
    /// Property-directed reachability alone: invariants, and plans on the way.
    #[strum(serialize = "pdr")]
    PropertyDirected,
}

impl PlanMethod {
    /// Why it has no use for a task with numbers, if it has none.
    #[must_use]
    pub const fn why_no_numbers(self) -> Option<&'static str> {
        match self {
            Self::Auto | Self::Formulas | Self::Gbfs => None,
            Self::Exhaustive => Some("the states of a task with numbers need not be finitely many"),
            Self::PropertyDirected => Some("property-directed reachability knows no numbers"),
        }
    }

    /// Whether it searches for plans, so that a plan of a part of the task serves it.
    #[must_use]
    pub const fn searches_for_plans(self) -> bool {
        match self {
            Self::Auto | Self::Gbfs => true,
            Self::Formulas | Self::Exhaustive | Self::PropertyDirected => false,
        }
    }
}

/// The criteria that need no search, an engine each.
fn criteria<D: Domain>(task: &Task) -> impl Iterator<Item = Slot<'_, D>> {
    let names = CriterionName::ALL.iter();
    names.map(|&name| Slot::new(OneCriterion(task, name)))
}

/// The engines for a question: all as the strategy has them, or the one that was named.
pub(super) fn table<'a, D: Domain>(
    domain: &'a D,
    method: PlanMethod,
    settings: &'a Settings,
    backends: &'a [Box<dyn Backend>],
    reductions: &'a Reductions,
) -> Vec<Slot<'a, D>> {
    let task = domain.task();
    let threads = settings.threads();
    let formulas = || {
        let lineup = lineup(settings);
        Slot::new(Formulas::new(
            domain,
            settings,
            backends,
            lineup,
            FIRST_FORMULAS,
        ))
    };
    let greedy = || Slot::new(Gbfs::new(domain));
    let property_directed = || Slot::new(PropertyDirected::new(domain)).memory_share(8);
    let every_state = || Slot::new(every_state(domain));
    match method {
        PlanMethod::Auto if !settings.names_a_formula() => criteria(task)
            .chain([
                greedy().share(4),
                every_state().share(2),
                Slot::new(Invariants::new(task, PRIMES)).share(2),
                Slot::new(StateEquation::new(task, STATE_EQUATION)).share(2),
                formulas().share(4).threads(threads - 1),
                Slot::new(Counted::new(domain))
                    .memory_share(16)
                    .share(2)
                    .from(FIRST_UNSOLVABLE),
                Slot::new(Overspent::new(domain, reductions))
                    .share(2)
                    .from(FIRST_UNSOLVABLE),
                property_directed().share(2).from(FIRST_UNSOLVABLE),
            ])
            .collect(),
        PlanMethod::Auto | PlanMethod::Formulas => vec![formulas().threads(threads)],
        PlanMethod::Gbfs => vec![greedy()],
        PlanMethod::Exhaustive => vec![every_state()],
        PlanMethod::PropertyDirected => vec![property_directed()],
    }
}

/// Engines that find plans and show nothing else: half of the work is for the search, which has seen all that there is
/// where it ends before, and half for formulas.
pub(super) fn plan_finders<'a, D: Domain>(
    domain: &'a D,
    work: Work,
    settings: &'a Settings,
    backends: &'a [Box<dyn Backend>],
) -> Vec<Slot<'a, D>> {
    let lineup = Lineup {
        refutes: false,
        ..lineup(settings)
    };
    let formulas = Formulas::new(domain, settings, backends, lineup, FIRST_FORMULAS);
    let threads = settings.threads();
    vec![
        Slot::new(Gbfs::new(domain)).share(2).until(work),
        Slot::new(formulas).until(work / 2).threads(threads - 1),
    ]
}

fn every_state<D: Domain>(domain: &D) -> EveryState<'_, D> {
    let (times_actions, most) = FIRST_VISIT;
    let actions = domain.task().actions().len().max(1) as Work;
    EveryState::new(domain, (times_actions / actions).min(most))
}

/// As long as there is no plan, each of the two that look for any has this share beside the 15 of the others: as much
/// of the time as in the table of any plan.
const FIRST_PLAN: u64 = 24;
/// A* waits for a plan where the task is large, until it has been charged this: what bounds plans should not keep the
/// first one back, and there may be none.
const PATIENCE: Work = 500_000;
/// Literals of all actions of a task for which it does not wait: it is decided in little time.
const SMALL: usize = 20_000;

/// Engines that find plans, make them cheaper, and bound them from below.
pub(super) fn cheapest<'a, D: Domain>(
    domain: &'a D,
    given: Option<D::Replayed>,
    settings: &'a Settings,
    backends: &'a [Box<dyn Backend>],
    incumbent: &'a Incumbent,
) -> Vec<Slot<'a, D>> {
    let task = domain.task();
    let potentials = SharedPotentials::default();
    let is_small = task.size() <= SMALL;
    let patience = if is_small { 0 } else { PATIENCE };
    let search = |has_cuts| {
        Slot::new(CheapestFirst::new(domain, &potentials, has_cuts))
            .when(When::AfterFirstPlan { patience })
    };
    let lineup = lineup(settings);
    let formulas = Formulas::new(domain, settings, backends, lineup, FIRST_FORMULAS);
    let mut table = vec![Slot::new(Given(given))];
    table.extend(criteria(task));
    table.extend([
        Slot::new(Gbfs::new(domain))
            .share(FIRST_PLAN)
            .when(When::BeforeFirstPlan),
        Slot::new(Improve::new(domain, incumbent)).share(4),
        Slot::new(Weighted::new(domain, &potentials))
            .share(3)
            .memory_share(8),
        search(true).share(5),
        search(false).share(2),
    ]);
    // They know neither derived fluents nor conditional effects.
    if task.is_plain() {
        table.push(Slot::new(Invariants::new(task, PRIMES)).when(When::BeforeFirstPlan));
    }
    let formulas = Slot::new(formulas).share(FIRST_PLAN);
    table.push(formulas.when(When::BeforeFirstPlan));
    table
}

/// Engines that may quickly have a plan, of any length, or show that there is none.
pub(super) fn before_the_shortest<D: Domain>(domain: &D) -> Vec<Slot<'_, D>> {
    criteria(domain.task())
        .chain([
            Slot::new(Gbfs::new(domain)).once(),
            Slot::new(every_state(domain)).once(),
            Slot::new(Invariants::new(domain.task(), PRIMES)),
        ])
        .collect()
}

/// Horizons are tried far up, because a plan is found sooner where it may be longer than it need be.
const SCHEDULE: Schedule = Schedule::C {
    first: 5,
    growth: 141,
    share: 90,
};

/// Every horizon.
const EVERY: Schedule = Schedule::B { share: 90 };

/// The solvers of formulas, unless others are asked for: the one that decides as a planner would, and one
/// that does not, for what the first finds hard.
const SOLVERS: [&str; 2] = ["steered", "batsat"];

/// The solvers that are asked for, or those of the strategy.
///
/// # Errors
/// A name that is none.
pub(super) fn backends(settings: &Settings) -> Result<Vec<Box<dyn Backend>>, BadInput> {
    if settings.backends.is_empty() {
        return SOLVERS.iter().map(|name| by_name(name)).collect();
    }
    settings.backends()
}

/// A formula with more clauses than this is not written: 12 million are about 2 GB with the solver's
/// copy.
const MOST_CLAUSES: u128 = 12_000_000;
/// Solvers keep no more than this together, 2 to 3 GB with what they learn.
const MOST_KEPT: u128 = 40_000_000;
/// Memory of a clause, in bytes, where there is a limit of memory: one that is written, and one that
/// is kept, of which there may be as many again.
const BYTES_A_CLAUSE: u128 = 250;
const BYTES_A_KEPT_CLAUSE: u128 = 100;

/// Lineup of formulas to try.
fn lineup(settings: &Settings) -> Lineup {
    let choices = match settings.encoding {
        Some(asked_for) => vec![(asked_for, 1)],
        None => vec![
            (EncodingChoice::Fixed(Encoding::Exists), 2),
            (EncodingChoice::MixedOrder, 1),
        ],
    };
    // Where a step has just one action, only the right number of steps has a plan.
    let is_exact =
        matches!(settings.encoding, Some(EncodingChoice::Fixed(one)) if one.is_sequential());
    let schedule = if is_exact { EVERY } else { SCHEDULE };
    Lineup {
        refutes: true,
        choices,
        schedule,
        first_conflicts: 5_000,
        most_clauses: MOST_CLAUSES.min(settings.stop.room(BYTES_A_CLAUSE)),
        most_kept: MOST_KEPT.min(settings.stop.room(BYTES_A_KEPT_CLAUSE)),
        by_turns: true,
        ends_attempts: false,
    }
}
