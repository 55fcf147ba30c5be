//! Tasks that have no plan even if most of their facts are left out: a projection that grows where its plans fail.
//!
//! The first projection has one fact that the goal wants, with those that exclude it. A plan of a projection is played
//! on the whole task: where a precondition does not hold, or the goal is not reached at the end, the facts that were
//! left out join. A projection without a plan is the answer; one that takes all turns is never finished, and others
//! have found something by then.
//!
//! A projection is searched up to its own symmetries, of which it has more than the task: what told objects apart may
//! be left out.
//!
//! The search of a projection begins anew with every turn, which is longer than the one before.
//!
//! Rovner, Sievers, Helmert, *Counterexample-guided abstraction refinement for pattern selection in optimal classical
//! planning* (ICAPS 2019); Ståhlberg, *Tailoring pattern databases for unsolvable planning instances* (ICAPS 2017).

use std::time::Instant;

use rustc_hash::FxHashMap;

use super::engines::accepted;
use super::search::{DeadEndSearch, Found};
use crate::bound::{ClosedOrbits, RejectedBound, projected};
use crate::by_actions::ByActions;
use crate::decision::Method;
use crate::domain::Domain;
use crate::engine::{Budget, Engine, Turn, replay};
use crate::error::Error;
use crate::gbfs::{Gbfs, GreedyEnding};
use crate::stop::{Stop, StopReason};
use crate::symmetry::{Orbits, interchangeable};
use crate::task::{Action, ActionId, Fluent, GoalConstraint, Literal, Task};
use crate::work::{Work, clocked};

/// Facts that are kept or left out together: a group, less what other groups have.
struct Variables {
    /// By fact its variable.
    of: Vec<usize>,
    facts: Vec<Vec<Fluent>>,
}

impl Variables {
    fn of(task: &Task) -> Self {
        let mut groups: Vec<&[Fluent]> = task.groups().iter().map(|it| &it.fluents[..]).collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        let mut of = vec![usize::MAX; task.fluents().len()];
        let mut facts: Vec<Vec<Fluent>> = Vec::new();
        let single: Vec<[Fluent; 1]> = task.fluent_ids().map(|fluent| [fluent]).collect();
        let single = single.iter().map(<[Fluent; 1]>::as_slice);
        for group in groups.into_iter().chain(single) {
            let free = group.iter().filter(|one| of[one.index()] == usize::MAX);
            let free: Vec<Fluent> = free.copied().collect();
            if !free.is_empty() {
                for one in &free {
                    of[one.index()] = facts.len();
                }
                facts.push(free);
            }
        }
        Self { of, facts }
    }
}

/// The end of the search of a projection.
enum Searched {
    Plan(Vec<ActionId>),
    Closed(ClosedOrbits),
    More,
    Done(StopReason),
}

/// Result of a plan of a projection on the whole task.
enum Played {
    /// A plan.
    Plan(Vec<ActionId>),
    /// The variables that were left out and would have stopped it, the first ones.
    Fails(Vec<usize>),
}

/// Growing projections of a task.
pub struct Projections<'a, D> {
    domain: &'a D,
    most_mib: u64,
    /// None before the first turn.
    variables: Option<Variables>,
    /// By variable whether it is kept, and the number of those.
    is_kept: Vec<bool>,
    kept: usize,
}

impl<'a, D: Domain> Projections<'a, D> {
    /// Memory that the states may take where there is no limit of memory, in MiB. Their check takes as much again.
    const ENOUGH_MIB: u64 = 512;
    /// The first turn.
    const LEAST: Work = 300_000;
    /// The searches of a projection work by turns of so much.
    const SLICE: Work = 5_000;
    /// Literals that are read in about a microsecond when a projection is made.
    const READ_A_WORK: usize = 20;
    /// One more variable joins at a time for so many that are kept.
    const ONE_FOR: usize = 8;

    /// From the start of a task.
    pub fn new(domain: &'a D, memory_mib: Option<u64>) -> Self {
        Self {
            domain,
            most_mib: memory_mib.map_or(Self::ENOUGH_MIB, |mib| mib / 12),
            variables: None,
            is_kept: Vec::new(),
            kept: 0,
        }
    }

    /// The facts of the variables that are kept.
    fn facts(&self, variables: &Variables) -> Vec<Fluent> {
        let facts = self.domain.task().fluent_ids();
        facts
            .filter(|one| self.is_kept[variables.of[one.index()]])
            .collect()
    }

    fn keep(&mut self, variable: usize) {
        if !std::mem::replace(&mut self.is_kept[variable], true) {
            self.kept += 1;
        }
    }

    /// A plan of a projection, or that it has none.
    fn search(
        &self,
        part: &ByActions,
        facts: &[Fluent],
        budget: &mut Budget<'_>,
    ) -> Result<Searched, Error> {
        let stop: Stop = budget.stop().clone();
        // Symmetries and landmarks are looked for without being counted.
        let mut began = Some(Instant::now());
        let symmetries = interchangeable(&part.0, &stop);
        let checked = match symmetries.check(&part.0, &stop) {
            Ok(checked) => checked,
            Err(RejectedBound::Unfinished(why)) => return Ok(Searched::Done(why)),
            Err(refused) => return Err(Error::internal("symmetries are refused", refused)),
        };
        let mut greedy = Some(Gbfs::new(part));
        let orbits = Orbits::new(&symmetries);
        let mut closed = DeadEndSearch::up_to(checked.task(), orbits).breadth_first();
        loop {
            for turn in 0..2 {
                if budget.left() == 0 {
                    return Ok(Searched::More);
                }
                let mut slice = Self::SLICE;
                let mut spend = |work| {
                    slice = slice.saturating_sub(work);
                    budget.spend(work) && slice > 0
                };
                if let Some(search) = greedy.as_mut().filter(|_| turn == 0) {
                    let ending = search.run(&stop, &mut spend)?.ending;
                    if let Some(began) = began.take() {
                        budget.spend(clocked(began.elapsed()));
                    }
                    match ending {
                        GreedyEnding::Plan(plan) => return Ok(Searched::Plan(plan)),
                        GreedyEnding::Exhausted => greedy = None,
                        GreedyEnding::Stopped(_) => {}
                    }
                    continue;
                }
                match closed.run(&stop, self.most_mib, &mut spend) {
                    Found::Plan(plan) => return Ok(Searched::Plan(plan)),
                    Found::Closed(reasons) => {
                        return Ok(Searched::Closed(ClosedOrbits {
                            kept: Some(facts.to_vec()),
                            counting: None,
                            symmetries,
                            reasons: *reasons,
                        }));
                    }
                    Found::More => {}
                    Found::Done(why) => return Ok(Searched::Done(why)),
                }
            }
        }
    }

    /// Plays a plan of a projection on the whole task, whatever does not hold.
    fn play(
        &self,
        part: &Task,
        facts: &[Fluent],
        plan: &[ActionId],
        variables: &Variables,
    ) -> Played {
        let task = self.domain.task();
        let most = 1 + self.kept / Self::ONE_FOR;
        let back = |literals: &[Literal]| {
            let renamed = literals.iter().map(|literal| Literal {
                fluent: facts[literal.fluent.index()],
                ..*literal
            });
            let mut renamed: Vec<Literal> = renamed.collect();
            renamed.sort_unstable();
            renamed
        };
        let key = |action: &Action| (back(&action.preconditions), back(&action.effects));
        let is_kept = |one: &&Literal| self.is_kept[variables.of[one.fluent.index()]];
        let steps: Vec<_> = plan.iter().map(|&id| key(part.action(id))).collect();
        let mut same: FxHashMap<_, Vec<ActionId>> = FxHashMap::default();
        for step in &steps {
            same.insert(step, Vec::new());
        }
        for id in task.action_ids() {
            let kept = |literals: &[Literal]| {
                let mut kept: Vec<Literal> = literals.iter().filter(is_kept).copied().collect();
                kept.sort_unstable();
                kept
            };
            let action = task.action(id);
            let key = (kept(&action.preconditions), kept(&action.effects));
            if let Some(all) = same.get_mut(&key) {
                all.push(id);
            }
        }
        let (mut state, mut played, mut failed) = (task.start().to_vec(), Vec::new(), Vec::new());
        let mut fail = |fluent: Fluent| {
            let variable = variables.of[fluent.index()];
            let is_new = !self.is_kept[variable] && !failed.contains(&variable);
            if is_new {
                failed.push(variable);
            }
            failed.len() >= most
        };
        for step in &steps {
            let missing = |id: &ActionId| {
                let needs = task.action(*id).preconditions.iter();
                needs.filter(|need| !need.holds(&state)).count()
            };
            let Some(&id) = same[step].iter().min_by_key(|id| missing(id)) else {
                return Played::Fails(Vec::new());
            };
            let needs = task.action(id).preconditions.iter();
            let missing = needs.filter(|need| !need.holds(&state));
            if missing.map(|need| need.fluent).any(&mut fail) {
                return Played::Fails(failed);
            }
            task.apply(id, &mut state);
            played.push(id);
        }
        let open = task.goal().iter().filter(|wish| !wish.holds(&state));
        let mut open = open.flat_map(GoalConstraint::fluents);
        if open.any(&mut fail) || !failed.is_empty() {
            return Played::Fails(failed);
        }
        Played::Plan(played)
    }
}

impl<D: Domain> Engine<D> for Projections<'_, D> {
    fn name(&self) -> &'static str {
        "projection"
    }

    fn least(&self) -> Work {
        Self::LEAST
    }

    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let task = self.domain.task();
        let nothing = Ok(Turn::Done(StopReason::NothingLeft));
        if !task.is_plain() {
            return nothing;
        }
        let variables = if let Some(variables) = self.variables.take() {
            variables
        } else {
            let mut wanted = task.goal().iter().flat_map(GoalConstraint::fluents);
            let Some(first) = wanted.next() else {
                return nothing;
            };
            let variables = Variables::of(task);
            self.is_kept = vec![false; variables.facts.len()];
            self.keep(variables.of[first.index()]);
            variables
        };
        let ended = self.grow(&variables, budget);
        self.variables = Some(variables);
        ended
    }
}

impl<D: Domain> Projections<'_, D> {
    fn grow(&mut self, variables: &Variables, budget: &mut Budget<'_>) -> Result<Turn<D>, Error> {
        let task = self.domain.task();
        let method = Method::Criterion("projection");
        // The whole task is for others.
        while self.kept < variables.facts.len() {
            let facts = self.facts(variables);
            let part = projected(task, &facts);
            let part = ByActions(part.map_err(|why| Error::internal("no projection", why))?);
            let is_left = budget.spend((2 * task.size() / Self::READ_A_WORK) as Work);
            if !is_left || budget.stop().why().is_some() {
                return Ok(Turn::More);
            }
            let plan = match self.search(&part, &facts, budget)? {
                Searched::Plan(plan) => plan,
                Searched::Closed(closed) => {
                    let stop = budget.stop().clone();
                    return accepted(task, &closed, method, &stop);
                }
                Searched::More => return Ok(Turn::More),
                Searched::Done(why) => return Ok(Turn::Done(why)),
            };
            match self.play(&part.0, &facts, &plan, variables) {
                Played::Plan(plan) => {
                    return Ok(Turn::Plan(replay(self.domain, "projection", plan)?, method));
                }
                Played::Fails(failed) if failed.is_empty() => {
                    return Err(Error::internal(
                        "a plan of a projection fails",
                        "and nothing that was left out stops it",
                    ));
                }
                Played::Fails(failed) => failed.into_iter().for_each(|one| self.keep(one)),
            }
        }
        Ok(Turn::Done(StopReason::NothingLeft))
    }
}
