//! Planning: answers a request about any task by a race of engines. The answer is checked.
//!
//! The table of engines, their shares and the smallest engines are in `strategy`; every other engine has its own file.
//! The [`race`] runs the table.

mod strategy;

use std::time::Instant;

use crate::cost::improvement::Incumbent;
use crate::cost::narrow::cost_of;
use crate::decision::FORMULAS;
use crate::error::Error;
use crate::race::{Aim, PlanObserver, Raced, any_plan, race};
use crate::settings::{EncodingChoice, Minimise, Settings};
use crate::shortest::{NO_LEMMAS, NOTHING_KNOWN, shortest_encoding, shortest_within};
use crate::unsolvable::budgets::ResourceReductions;
use crate::work::Work;
use crate::{Decision, Verdict};
use saut_task::Checked;
use saut_task::domain::{Cost, Problem};
use saut_task::task::Task;
pub use strategy::PlanMethod;
use strategy::{before_the_shortest, table};

/// Answers a request about a task.
///
/// # Errors
/// Same as [`race`].
pub fn plan_task<P: Problem>(
    problem: &P,
    method: PlanMethod,
    settings: &Settings,
) -> Result<Raced<P>, Error> {
    let began = Instant::now();
    let (task, settings) = (problem.task(), &scaled(problem.task(), settings));
    let mut answer = match settings.minimise {
        Some(Minimise::Cost) => cheapest(problem, None, settings, &|_, _| {})?,
        Some(minimise) => {
            let any = any_plan(problem, before_the_shortest(task), settings)?;
            shorter(problem, any, minimise, NOTHING_KNOWN, settings)?
        }
        None => {
            let backends = strategy::backends(settings)?;
            let reductions = ResourceReductions::default();
            let table = table(task, method, settings, &backends, &reductions);
            any_plan(problem, table, settings)?
        }
    };
    answer.elapsed = began.elapsed();
    Ok(answer)
}

/// Searches for a plan of a part of a task, with about `work` of search; `None` if no plan was found. The result has no
/// certificate, because the task may have a plan even if the part has none. `C` is the type of the certificates of the
/// task.
///
/// # Errors
/// Same as [`race`].
pub fn find_plan<P: Problem, C>(
    problem: &P,
    work: Work,
    settings: &Settings,
) -> Result<Option<Decision<P::Plan, C>>, Error> {
    let backends = strategy::backends(settings)?;
    let table = strategy::plan_finders(problem.task(), work, settings, &backends);
    Ok(any_plan(problem, table, settings)?.plan_alone())
}

/// Returns the cheapest plan, or the best plan and the best bound within the limits. `given` is an initial plan with
/// its cost. `better` is called with every better plan when it is found.
///
/// # Errors
/// Same as [`race`].
pub fn cheapest<P: Problem>(
    problem: &P,
    given: Option<(P::Plan, Cost)>,
    settings: &Settings,
    better: &PlanObserver<'_, P>,
) -> Result<Raced<P>, Error> {
    by_cost(problem, given, settings, better, None)
}

/// Runs the race of [`cheapest`]. With `most`, each engine ends after this work times its share.
fn by_cost<P: Problem>(
    problem: &P,
    given: Option<(P::Plan, Cost)>,
    settings: &Settings,
    better: &PlanObserver<'_, P>,
    most: Option<Work>,
) -> Result<Raced<P>, Error> {
    let backends = strategy::backends(settings)?;
    let incumbent = Incumbent::default();
    let keep = |plan: &P::Plan, bound: Option<&Checked<P::Reason>>| {
        if let Some(actions) = problem.actions(plan) {
            let cost = cost_of(problem.task(), &actions);
            incumbent.put(actions, cost);
        }
        better(plan, bound);
    };
    let mut table = strategy::cheapest(problem.task(), settings, &backends, &incumbent);
    for slot in &mut table {
        slot.until = most.map(|work| work * slot.share);
    }
    race(problem, Aim::Cheapest, given, table, settings, &keep)
}

/// Work of cost engines per share before formulas are tried.
pub const BY_COST: Work = 150_000;

/// Finds a plan with the fewest actions, for a task in which every action costs 1. The cost engines run first, with the
/// work `first` per share. Formulas then continue from their bound.
///
/// # Errors
/// Same as [`race`].
pub fn fewest_actions<P: Problem>(
    problem: &P,
    first: Work,
    settings: &Settings,
) -> Result<Raced<P>, Error> {
    let began = Instant::now();
    let stop = &settings.stop;
    let half = stop.time_left().map(|left| stop.with_timeout(left / 2));
    let within = settings.until(half.unwrap_or_else(|| stop.child()));
    let found = by_cost(problem, None, &within, &|_, _| {}, Some(first))?;
    let bound = found.bound.as_ref().map_or(0, Checked::bound);
    let actions = found.plan().and_then(|plan| problem.actions(plan));
    let known = (
        usize::try_from(bound).unwrap_or(usize::MAX),
        actions.map(|actions| actions.len()),
    );
    let mut answer = shorter(problem, found, Minimise::Actions, known, settings)?;
    answer.elapsed = began.elapsed();
    Ok(answer)
}

/// Returns the settings. If the task is large, a requested encoding is replaced by its linear form.
fn scaled(task: &Task, settings: &Settings) -> Settings {
    let encoding = settings.encoding.map(|choice| match choice {
        EncodingChoice::Fixed(encoding) => EncodingChoice::Fixed(encoding.scaled_to(task)),
        varied => varied,
    });
    Settings {
        encoding,
        ..settings.clone()
    }
}

/// Share of the remaining time for the search for a shorter plan, if there is a plan. The rest is for checking the
/// proofs of lower bounds.
const SEARCH_SHARE: f64 = 0.875;

/// Finds a shortest plan, given the result of engines without formulas. `known` has their bound and the number of steps
/// of their plan, as in [`shortest_within`]. If a limit is reached earlier, the answer is the given plan with the
/// proofs known so far.
fn shorter<P: Problem>(
    problem: &P,
    mut answer: Raced<P>,
    minimise: Minimise,
    known: (usize, Option<usize>),
    settings: &Settings,
) -> Result<Raced<P>, Error> {
    if matches!(answer.verdict, Verdict::Infeasible(_)) || answer.optimal == Some(true) {
        return Ok(answer);
    }
    let has_plan = answer.is_decided();
    let stop = &settings.stop;
    let search = match stop.time_left().filter(|_| has_plan) {
        Some(left) => stop.with_timeout(left.mul_f64(SEARCH_SHARE)),
        None => stop.child(),
    };
    let began = Instant::now();
    let encoding = shortest_encoding(problem.task(), minimise, settings);
    let found: Raced<P> = shortest_within(problem, encoding, settings, &search, known, &NO_LEMMAS)?;
    if has_plan && !found.is_decided() {
        answer.optimal = Some(found.optimal == Some(true));
        answer.refuted = found.refuted;
        (answer.attempts, answer.conflicts) = (found.attempts, found.conflicts);
    } else {
        answer = Decision {
            stages: answer.stages,
            bound: answer.bound,
            ..found
        };
    }
    answer.book_since(FORMULAS, began);
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::{PlanMethod, fewest_actions, plan_task};
    use crate::Verdict;
    use crate::random_task::{Bare, Changed, random_task, shortest};
    use crate::settings::{EncodingChoice, Horizon, Settings};
    use saut_base::stop::Stop;
    use saut_task::Checked;
    use saut_task::encode::Encoding;
    use saut_task::task::{Action, Fluent, GoalConstraint, Pairs, Task, TaskParts};

    #[test]
    fn formulas_refute_every_horizon_if_their_invariants_exclude_the_goal() {
        let lamp = [Fluent::new(0), Fluent::new(1)];
        let switch = |from: Fluent, to: Fluent| {
            Action::new("switch", [from.is_true()], [from.is_false(), to.is_true()])
        };
        let parts = TaskParts {
            fluents: ["on", "off"].map(str::to_owned).to_vec(),
            actions: vec![switch(lamp[0], lamp[1]), switch(lamp[1], lamp[0])],
            start: vec![lamp[0]],
            goal: lamp
                .map(|one| GoalConstraint::Literal(one.is_true()))
                .to_vec(),
            ..TaskParts::default()
        };
        let task = Task::new(parts).unwrap();
        let pairs = Pairs::find(task.transitions(), usize::MAX, &Stop::default());
        let task = Bare(task.with_provable_pairs(pairs));
        let verdict = |settings: &Settings| {
            plan_task(&task, PlanMethod::Formulas, settings)
                .unwrap()
                .verdict
        };
        assert!(matches!(
            verdict(&Settings::default()),
            Verdict::Infeasible(_)
        ));
        // If a horizon is given, a plan with this horizon is requested.
        let at_two = Settings {
            horizon: Horizon::Steps(2),
            encoding: Some(EncodingChoice::Fixed(Encoding::Exists)),
            ..Settings::default()
        };
        assert!(matches!(verdict(&at_two), Verdict::Undecided(_)));
    }

    #[test]
    fn engines_of_costs_and_formulas_prove_the_fewest_actions_together() {
        let mut by_both = 0;
        for seed in 0..800 {
            let task = Bare(random_task(seed).with_costs(|_| 1));
            let Some(fewest) = shortest(&task.0) else {
                continue;
            };
            let found = fewest_actions(&task, 1, &Settings::default()).unwrap();
            assert_eq!(found.plan(), Some(&fewest), "seed {seed}");
            assert_eq!(found.optimal, Some(true), "seed {seed}");
            let bound = found.bound.as_ref().map_or(0, Checked::bound);
            let horizons = found.refuted.iter().map(|it| it.proof().horizon as u64);
            let horizons: Vec<u64> = horizons.collect();
            let first = horizons.first().copied();
            assert!(first.is_none_or(|first| first == bound), "seed {seed}");
            let last = horizons.last().map_or(bound, |last| last + 1);
            assert_eq!(last, fewest as u64, "seed {seed}");
            by_both += usize::from(bound > 0 && first.is_some());
        }
        assert!(by_both > 0, "{by_both}");
    }
}
