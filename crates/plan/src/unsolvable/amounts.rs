//! Finds budgets: mutex groups whose facts are resource levels, and the amount of each level. An action only changes a
//! level to another level, from which no actions lead back.
//!
//! Actions that differ only in the levels take the same amount: `(drive a b)` burns two units at every level of the
//! tank. So the differences of amounts are unknowns, one for each such class of actions; classes that share a step
//! between two levels are merged. Two paths from the initial level to the same level give an equation. If the equations
//! have exactly one solution, up to a factor, it is used. Otherwise, the amount of a level is the length of the longest
//! path from this level.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashMap;

use saut_base::lists::number;
use saut_linear::{Elimination, Equation, LARGE_PRIME, PrimeField, whole_multiples};
use saut_task::bound::{Budget, WithoutBudgets};
use saut_task::task::{Action, Fluent, Group, Literal, Task};

/// Minimum number of levels of a budget: with two levels, the amounts give no more information than the facts.
const MIN_LEVELS: usize = 3;
/// Maximum number of unknowns of the equations that are solved.
const MAX_UNKNOWNS: usize = 200;

/// Returns the budgets of a task. Each is a claim that [`WithoutBudgets`] checks.
pub fn budgets(task: &Task) -> Vec<Budget> {
    let mut changing: Vec<Vec<u32>> = vec![Vec::new(); task.groups().len()];
    let groups = task.groups_by_fluent();
    for (action, id) in task.actions().iter().zip(0..) {
        for effect in &action.effects {
            for &group in groups.of(effect.fluent.index()) {
                changing[group as usize].push(id);
            }
        }
    }
    changing.iter_mut().for_each(Vec::dedup);
    let mut is_taken = vec![false; task.fluents().len()];
    let mut all = Vec::new();
    for (group, changing) in task.groups().iter().zip(&changing) {
        let is_free = group.fluents.iter().all(|one| !is_taken[one.index()]);
        if is_free && let Some(budget) = budget(task, group, changing) {
            for (level, _) in &budget.levels {
                is_taken[level.index()] = true;
            }
            all.push(budget);
        }
    }
    all
}

/// Returns consumables: single facts that can be treated like budgets, to reduce the number of states. They are only
/// used together with the given budgets. A consumable of the first kind is true only initially, and every action that
/// requires it uses it up; its amount is 0. A consumable of the second kind is bought only with budgets, and every
/// action that requires it uses it up; its amount is the lowest cost at which an action buys it.
pub fn resources(task: &Task, budgets: &[Budget]) -> Vec<Budget> {
    let resource = |fact: Fluent, amount: u64| Budget {
        levels: vec![(fact, amount)],
    };
    let uses = FactUses::of(task);
    let mut is_level = vec![false; task.fluents().len()];
    let levels = budgets.iter().flat_map(|one| &one.levels);
    levels.for_each(|(level, _)| is_level[level.index()] = true);
    let free = task.fluent_ids().filter(|one| !uses.is_wanted[one.index()]);
    let mut resources = Vec::new();
    for fact in free.clone().filter(|one| !is_level[one.index()]) {
        let is_there_once = task.start()[fact.index()] && uses.makers[fact.index()].is_empty();
        if is_there_once && uses.is_used_up[fact.index()] {
            resources.push(resource(fact, 0));
        }
    }
    let all: Vec<Budget> = budgets.iter().chain(&resources).cloned().collect();
    let Ok(mut prices) = WithoutBudgets::taken(task, &all) else {
        return Vec::new();
    };
    for one in &resources {
        is_level[one.levels[0].0.index()] = true;
    }
    for fact in free.filter(|one| !is_level[one.index()]) {
        let makers = &uses.makers[fact.index()];
        // The makers of the fact only require and change levels.
        let is_bought = |maker: &usize| {
            let action = &task.actions()[*maker];
            let mut literals = action.preconditions.iter().chain(&action.effects);
            literals.all(|one| one.fluent == fact || is_level[one.fluent.index()])
        };
        let is_empty = !task.start()[fact.index()];
        let price = makers.iter().filter_map(|&maker| prices[maker]).min();
        if let Some(price) = price.filter(|price| *price > 0)
            && is_empty
            && makers.iter().all(is_bought)
            && uses.is_used_up[fact.index()]
        {
            for &maker in makers {
                prices[maker] = prices[maker].map(|known| known - price);
            }
            resources.push(resource(fact, price));
        }
    }
    resources
}

/// How the facts of a task are made and used.
struct FactUses {
    /// Numbers of the actions that make each fact true.
    makers: Vec<Vec<usize>>,
    /// Whether some action requires the fact, and each such action makes it false.
    is_used_up: Vec<bool>,
    is_wanted: Vec<bool>,
}

impl FactUses {
    fn of(task: &Task) -> Self {
        let none = vec![false; task.fluents().len()];
        let mut makers = vec![Vec::new(); none.len()];
        let (mut is_used, mut is_kept) = (none.clone(), none.clone());
        for (number, action) in task.actions().iter().enumerate() {
            let added = action.adds();
            added.for_each(|one| makers[one.index()].push(number));
            for need in &action.preconditions {
                let is_spent = need.value && action.effects.contains(&!*need);
                let kind = if is_spent { &mut is_used } else { &mut is_kept };
                kind[need.fluent.index()] = true;
            }
        }
        let mut is_wanted = none;
        for wish in task.goal() {
            let facts = wish.fluents().into_iter();
            facts.for_each(|one| is_wanted[one.index()] = true);
        }
        let both = is_used.into_iter().zip(is_kept);
        let is_used_up = both.map(|(used, kept)| used && !kept).collect();
        Self {
            makers,
            is_used_up,
            is_wanted,
        }
    }
}

/// A step between two levels, given by their indices in the group, with the class of the actions that make the step.
struct LevelStep {
    from: usize,
    to: usize,
    class: u32,
}

struct LevelSteps {
    all: Vec<LevelStep>,
    /// Indices of levels that an action leaves without reaching another level, each with the class of the action. The
    /// remaining amount cannot be used later.
    last: Vec<(usize, u32)>,
}

fn budget(task: &Task, group: &Group, changing: &[u32]) -> Option<Budget> {
    if group.fluents.len() < MIN_LEVELS || changing.len() < MIN_LEVELS - 1 {
        return None;
    }
    let places: FxHashMap<Fluent, usize> = group.fluents.iter().copied().zip(0..).collect();
    let steps = steps(task, &places, changing)?;
    let longest = longest_ways(&steps.all, places.len())?;
    let mut start = group.fluents.iter();
    let start = start.position(|level| task.start()[level.index()])?;
    let (amounts, takes) = solved(&steps.all, start, places.len()).unwrap_or_else(|| {
        let takes = steps.last.iter().map(|&(_, class)| (class, 1));
        (longest, takes.collect())
    });
    // If no level is true, the amount counts as 0.
    let left = |&(from, class): &(usize, u32)| Some(amounts[from] - takes.get(&class)?);
    let least = steps.last.iter().filter_map(left).min();
    let least = amounts.iter().copied().chain(least).min()?;
    let whole = |amount: i128| u64::try_from(amount - least).ok();
    let amounts = amounts.into_iter().map(whole);
    let amounts = amounts.collect::<Option<Vec<u64>>>()?;
    let levels = group.fluents.iter().copied().zip(amounts).collect();
    Some(Budget { levels })
}

/// Returns the steps of a group, each once per class. `None` if an action changes the group in another way.
fn steps(task: &Task, places: &FxHashMap<Fluent, usize>, changing: &[u32]) -> Option<LevelSteps> {
    let mut classes: FxHashMap<(Vec<Literal>, Vec<Literal>), u32> = FxHashMap::default();
    let (mut all, mut last) = (Vec::new(), Vec::new());
    for &id in changing {
        let action = &task.actions()[id as usize];
        let is_level = |literal: &&Literal| places.contains_key(&literal.fluent);
        let place = |literal: &Literal| places[&literal.fluent];
        let mut needs = action.preconditions.iter().filter(is_level);
        let mut effects = action.effects.iter().filter(is_level);
        // Effects that delete fluents come first.
        let (need, left, to) = (needs.next()?, effects.next()?, effects.next());
        let is_left = need.value && left.fluent == need.fluent && !left.value;
        if !is_left || needs.next().is_some() || effects.next().is_some() {
            return None;
        }
        let from = place(need);
        let new = number(classes.len());
        let class = *classes.entry(rest(action, places)).or_insert(new);
        match to {
            None => last.push((from, class)),
            Some(to) if to.value => {
                let to = place(to);
                all.push(LevelStep { from, to, class });
            }
            Some(_) => return None,
        }
    }
    Some(LevelSteps { all, last })
}

/// Returns the preconditions and effects of an action that are not levels.
fn rest(action: &Action, places: &FxHashMap<Fluent, usize>) -> (Vec<Literal>, Vec<Literal>) {
    let kept = |literals: &[Literal]| {
        let mut others = literals.to_vec();
        others.retain(|one| !places.contains_key(&one.fluent));
        others.sort_unstable();
        others
    };
    (kept(&action.preconditions), kept(&action.effects))
}

/// Returns the number of steps of the longest path from each level; `None` if there is a cycle.
fn longest_ways(steps: &[LevelStep], levels: usize) -> Option<Vec<i128>> {
    let mut after = vec![Vec::new(); levels];
    let mut open = vec![0_u32; levels];
    for step in steps {
        after[step.to].push(step.from);
        open[step.from] += 1;
    }
    let mut longest = vec![0_i128; levels];
    let last = (0..levels).filter(|&level| open[level] == 0);
    let mut done: Vec<usize> = last.collect();
    let mut next = 0;
    while let Some(&level) = done.get(next) {
        next += 1;
        for &before in &after[level] {
            longest[before] = longest[before].max(longest[level] + 1);
            open[before] -= 1;
            if open[before] == 0 {
                done.push(before);
            }
        }
    }
    (done.len() == levels).then_some(longest)
}

/// Returns amounts of the levels such that every class of actions takes the same amount at all levels. Also returns
/// this amount for each class. `None` if the solution is not unique up to a factor.
fn solved(
    steps: &[LevelStep],
    start: usize,
    levels: usize,
) -> Option<(Vec<i128>, FxHashMap<u32, i128>)> {
    let classes: BTreeSet<u32> = steps.iter().map(|step| step.class).collect();
    // Later classes are eliminated before earlier ones that share a step with them.
    let unknown_of: FxHashMap<u32, usize> = classes.iter().rev().copied().zip(0..).collect();
    let field = PrimeField(LARGE_PRIME);
    let mut elimination = Elimination::new(field);
    let mut from = vec![Vec::new(); levels];
    let mut by_step: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for step in steps {
        let unknown = unknown_of[&step.class];
        let first = *by_step.entry((step.from, step.to)).or_insert(unknown);
        if first == unknown {
            from[step.from].push((step.to, unknown));
        } else {
            // Classes that share a step take the same amount.
            elimination.add(field.equation([(first, 1), (unknown, field.minus(1))]));
        }
    }
    if classes.len() - elimination.rank() > MAX_UNKNOWNS {
        return None;
    }
    // The amount taken on the path to each level, as a sum of unknowns.
    let mut taken: Vec<Option<Equation>> = vec![None; levels];
    taken[start] = Some(Equation::new());
    let mut queue = VecDeque::from([start]);
    while let Some(level) = queue.pop_front() {
        for &(to, unknown) in &from[level] {
            let mut sum = taken[level].clone()?;
            field.add(&mut sum, unknown, 1);
            match &taken[to] {
                None => {
                    taken[to] = Some(sum);
                    queue.push_back(to);
                }
                Some(known) => {
                    field.add_multiple(&mut sum, field.minus(1), known);
                    elimination.add(sum);
                }
            }
        }
    }
    let differences = only_solution(&elimination, classes.len())?;
    let spent = taken.iter().map(|taken| {
        let taken = taken.as_ref()?.iter();
        let each =
            taken.map(|&(unknown, times)| i128::from(times).checked_mul(differences[unknown]));
        each.sum::<Option<i128>>()
    });
    let mut spent: Vec<Option<i128>> = spent.collect();
    // Unreachable levels get their amounts from the levels after them.
    let mut is_done = false;
    while !std::mem::replace(&mut is_done, true) {
        for step in steps {
            let taken = differences[unknown_of[&step.class]];
            if let (None, Some(after)) = (spent[step.from], spent[step.to]) {
                spent[step.from] = Some(after - taken);
                is_done = false;
            }
        }
    }
    let most = spent.iter().flatten().copied().max()?;
    let amounts = spent.into_iter().map(|spent| most - spent.unwrap_or(most));
    let by_class = unknown_of.into_iter();
    let by_class = by_class.map(|(class, unknown)| (class, differences[unknown]));
    Some((amounts.collect(), by_class.collect()))
}

/// Returns the positive integers that solve the equations, if they are unique up to a factor.
fn only_solution(elimination: &Elimination, unknowns: usize) -> Option<Vec<i128>> {
    if elimination.rank() + 1 != unknowns {
        return None;
    }
    let solution = whole_multiples(&elimination.solution(unknowns, |_| 1))?;
    let positive = |one| (one > 0).then_some(i128::from(one));
    solution.into_iter().map(positive).collect()
}
