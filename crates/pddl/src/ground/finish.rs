//! From reachable actions to the task: what can never be or does not matter is left out, and
//! the rest gets its numbers and names.

use super::Grounding;
use super::auxiliary::{Auxiliary, Numeric};
use super::forward::{Forward, forward};
use super::goal::GOAL_REACHED;
use super::instantiate::action_name;
use super::limits::{GroundingLimits, Stopped};
use super::reachable::Reachable;
use super::relevance::relevant;
use super::task::{GroundAction, GroundAxiom, GroundEffect, GroundTask, MutexGroup, Reached};
use super::world::World;
use crate::invariants::{self, RawGroup};
use crate::problem::GroundAtom;
use crate::raw::{RawAction, RawEffect, RawLists};
use rustc_hash::FxHashMap;

/// The facts by number.
struct Facts<'f, 'a> {
    world: &'f World<'a>,
    atoms: Vec<GroundAtom>,
    others: Vec<String>,
}

impl Facts<'_, '_> {
    fn name(&self, fact: usize) -> String {
        match self.atoms.get(fact) {
            Some(atom) => self.world.problem.written(self.world.domain, atom),
            None => self.others[fact - self.atoms.len()].clone(),
        }
    }
}

/// Does the rest of grounding. Where it `prunes`, actions that groups exclude are left out, and a goal out of
/// reach is told.
pub(super) fn finish(
    world: &World,
    reachable: &Reachable,
    actions: Vec<RawAction>,
    auxiliary: Auxiliary,
    goal: &[(u32, bool)],
    limits: &GroundingLimits,
    prunes: bool,
) -> Result<Grounding, Stopped> {
    let (atoms, mut initial) = atoms(world, reachable);
    debug_assert_eq!(atoms.len(), auxiliary.atoms as usize);
    initial.resize(atoms.len() + auxiliary.names.len(), false);
    for fact in &auxiliary.initial {
        initial[*fact as usize] = true;
    }
    let facts = Facts {
        world,
        atoms,
        others: auxiliary.names,
    };
    let (mut actions, mut axioms) = (actions, auxiliary.axioms);
    let numeric = auxiliary.numeric.iter();
    let (tests, numeric_changes): (Vec<_>, Vec<_>) =
        numeric.partition(|(meaning, _)| matches!(meaning, Numeric::Test(_)));
    let tests: Vec<u32> = tests.into_iter().map(|(_, fact)| *fact).collect();
    let mut reached = forward(&actions, &axioms, &initial, &tests, limits)?;
    keep_live(&mut actions, &mut axioms, &reached.live);
    limits.poll(0)?;
    let groups = match world.domain.variables[..] {
        [] => invariants::groups(&facts.atoms, &initial, &actions, limits.stop.stop()),
        _ => variables(world, &facts.atoms),
    };
    if prunes {
        let fewer = drop_contradictory(&mut actions, &groups, initial.len());
        if drop_contradictory(&mut axioms, &groups, initial.len()) || fewer {
            reached = forward(&actions, &axioms, &initial, &tests, limits)?;
            keep_live(&mut actions, &mut axioms, &reached.live);
        }
    }
    limits.poll(0)?;
    if let Some(atom) = goal_out_of_reach(goal, &reached, &facts).filter(|_| prunes) {
        return Ok(Grounding::GoalUnreachable { atom });
    }
    let changes = changing(&reached, &initial, goal);
    let actions = fold(actions, &changes, &reached.may_hold, limits)?;
    let mut axioms = fold(axioms, &changes, &reached.may_hold, limits)?;
    sort_axioms(&mut axioms);
    let goal: Vec<(u32, bool)> = goal
        .iter()
        .copied()
        .filter(|(fact, _)| changes[*fact as usize])
        .collect();
    // All numeric changes matter.
    let mut wanted = goal.clone();
    wanted.extend(numeric_changes.iter().map(|(_, fact)| (**fact, true)));
    let matters = relevant(&actions, &axioms, initial.len(), &wanted);
    let reached = Reached {
        facts: changes.iter().filter(|changes| **changes).count(),
        actions: actions.len(),
    };
    let mut numbers = vec![None; initial.len()];
    let kept: Vec<usize> = (0..initial.len())
        .filter(|fact| matters.facts[*fact])
        .collect();
    for (number, fact) in kept.iter().enumerate() {
        numbers[*fact] = u32::try_from(number).ok();
    }
    let renumber = |list: &[u32]| -> Vec<u32> {
        list.iter()
            .filter_map(|fact| numbers[*fact as usize])
            .collect()
    };
    let goals = |wanted: bool| -> Vec<u32> {
        let mut list: Vec<u32> = goal
            .iter()
            .filter(|(_, holds)| *holds == wanted)
            .map(|(fact, _)| *fact)
            .collect();
        list.sort_unstable();
        list.dedup();
        renumber(&list)
    };
    let at_start = kept.iter().filter(|fact| initial[**fact]);
    let mut ground_actions = Vec::new();
    for (action, matters) in actions.into_iter().zip(&matters.actions) {
        limits.poll(action.added.len() + action.deleted.len())?;
        if *matters {
            ground_actions.push(named(world, &action, renumber));
        }
    }
    let axioms = axioms
        .iter()
        .filter(|axiom| matters.facts[axiom.added[0] as usize]);
    let axioms = axioms.filter_map(|axiom| {
        Some(GroundAxiom {
            head: numbers[axiom.added[0] as usize]?,
            positive: renumber(&axiom.positive),
            negative: renumber(&axiom.negative),
        })
    });
    Ok(Grounding::Task(Box::new(GroundTask {
        axioms: axioms.collect(),
        name: world.problem.name.clone(),
        facts: kept.iter().map(|fact| facts.name(*fact)).collect(),
        initial: at_start.filter_map(|fact| numbers[*fact]).collect(),
        positive_goal: goals(true),
        negative_goal: goals(false),
        mutex_groups: renumbered(&groups, &reached_only(&changes), renumber),
        minimises_cost: world.problem.minimises_cost,
        missing_cost: None,
        numeric: {
            let numeric = auxiliary.numeric.into_iter();
            let kept =
                numeric.filter_map(|(meaning, fact)| Some((numbers[fact as usize]?, meaning)));
            kept.collect()
        },
        reachable: reached,
        actions: ground_actions,
    })))
}

/// Sorts them by their heads and then by their bodies, and leaves out what is there twice.
fn sort_axioms(axioms: &mut Vec<RawAction>) {
    axioms.sort_unstable_by(|a, b| {
        let key = |axiom: &RawAction| axiom.added[0];
        let bodies = |a: &RawAction, b: &RawAction| {
            (&a.positive, &a.negative).cmp(&(&b.positive, &b.negative))
        };
        key(a).cmp(&key(b)).then_with(|| bodies(a, b))
    });
    axioms.dedup();
}

/// The first part of the goal that cannot be.
fn goal_out_of_reach(goal: &[(u32, bool)], reached: &Forward, facts: &Facts) -> Option<String> {
    let is_out_of_reach = |&&(fact, holds): &&(u32, bool)| {
        let possible = if holds {
            &reached.may_hold
        } else {
            &reached.may_fail
        };
        !possible[fact as usize]
    };
    goal.iter().find(is_out_of_reach).map(|&(fact, holds)| {
        let not = if holds { "" } else { "not " };
        format!("{not}{}", facts.name(fact as usize))
    })
}

/// The facts that stay in the task: those that can change, and what is wanted and cannot be, so that its goal is not
/// met.
fn changing(reached: &Forward, initial: &[bool], goal: &[(u32, bool)]) -> Vec<bool> {
    let mut changes: Vec<bool> = (0..initial.len())
        .map(|fact| reached.may_hold[fact] && reached.may_fail[fact])
        .collect();
    for &(fact, holds) in goal {
        let fact = fact as usize;
        let at_start = !reached.may_fail[fact] || initial[fact];
        changes[fact] |= at_start != holds;
    }
    changes
}

/// All facts in the order of their numbers, and which of them hold at the start.
fn atoms(world: &World, reachable: &Reachable) -> (Vec<GroundAtom>, Vec<bool>) {
    let (mut atoms, mut initial) = (Vec::new(), Vec::new());
    for predicate in 0..world.added.len() {
        if world.is_static(predicate) {
            continue;
        }
        let relation = &reachable.relations[predicate];
        for id in 0..relation.len() {
            atoms.push(GroundAtom {
                predicate,
                arguments: relation.tuple(id).to_vec(),
            });
            initial.push(id < reachable.initial[predicate]);
        }
    }
    (atoms, initial)
}

/// The values of variables in SAS+ that are reached, for each variable.
fn variables(world: &World, atoms: &[GroundAtom]) -> Vec<RawGroup> {
    let numbers = atoms.iter().map(|atom| atom.predicate).zip(0..);
    let numbers: FxHashMap<usize, u32> = numbers.collect();
    let variables = world.domain.variables.iter();
    let is_basic = |values: &&Vec<usize>| !world.domain.symbols.derived[values[0]];
    let groups = variables.filter(is_basic).map(|values| RawGroup {
        facts: values
            .iter()
            .filter_map(|value| numbers.get(value).copied())
            .collect(),
        exactly_one: true,
    });
    groups.filter(|group| group.facts.len() > 1).collect()
}

fn keep_live(actions: &mut Vec<RawAction>, axioms: &mut Vec<RawAction>, live: &[bool]) {
    let mut live = live.iter();
    actions.retain(|_| live.next() == Some(&true));
    axioms.retain(|_| live.next() == Some(&true));
}

/// Leaves out actions of which two positive preconditions exclude each other; says whether
/// there were any.
fn drop_contradictory(actions: &mut Vec<RawAction>, groups: &[RawGroup], facts: usize) -> bool {
    let mut groups_of = vec![Vec::new(); facts];
    for (group, number) in groups.iter().zip(0_u32..) {
        for fact in &group.facts {
            groups_of[*fact as usize].push(number);
        }
    }
    let before = actions.len();
    let mut seen = Vec::new();
    actions.retain(|action| {
        seen.clear();
        for fact in &action.positive {
            seen.extend_from_slice(&groups_of[*fact as usize]);
        }
        seen.sort_unstable();
        seen.windows(2).all(|pair| pair[0] != pair[1])
    });
    actions.len() < before
}

/// Leaves out facts that never change, and actions that then change nothing. Of a condition, a fact that never changes
/// may also say that an effect never takes place.
fn fold(
    actions: Vec<RawAction>,
    changes: &[bool],
    may_hold: &[bool],
    limits: &GroundingLimits,
) -> Result<Vec<RawAction>, Stopped> {
    let kept = |list: &[u32]| -> Vec<u32> {
        list.iter()
            .copied()
            .filter(|fact| changes[*fact as usize])
            .collect()
    };
    let never = |fact: &u32, holds: bool| {
        let fact = *fact as usize;
        !changes[fact] && may_hold[fact] != holds
    };
    let conditional = |action: &RawAction| -> Vec<RawEffect> {
        let all = action.conditional.iter();
        let possible = all.filter(|one| {
            let mut wanted = one.positive.iter().map(|fact| (fact, true));
            let mut unwanted = one.negative.iter().map(|fact| (fact, false));
            !wanted.any(|(fact, holds)| never(fact, holds))
                && !unwanted.any(|(fact, holds)| never(fact, holds))
        });
        let folded = possible.map(|one| RawEffect {
            positive: kept(&one.positive),
            negative: kept(&one.negative),
            added: kept(&one.added),
            deleted: kept(&one.deleted),
        });
        folded
            .filter(|one| !(one.added.is_empty() && one.deleted.is_empty()))
            .collect()
    };
    let folded = actions.into_iter().map(|action| {
        limits.poll(action.added.len() + action.deleted.len())?;
        let lists = RawLists {
            positive: kept(&action.positive),
            negative: kept(&action.negative),
            added: kept(&action.added),
            deleted: kept(&action.deleted),
            conditional: conditional(&action),
        };
        let is_plain = lists.conditional.is_empty();
        let effect = !(lists.added.is_empty() && lists.deleted.is_empty() && is_plain);
        Ok(effect.then(|| lists.action(action.schema, &action.arguments, action.cost)))
    });
    folded.filter_map(Result::transpose).collect()
}

fn named(world: &World, action: &RawAction, renumber: impl Fn(&[u32]) -> Vec<u32>) -> GroundAction {
    let name = match action.schema {
        Some(schema) => {
            let schema = &world.domain.schemas[schema as usize];
            action_name(&schema.name, &action.arguments, world.problem)
        }
        None => format!("({GOAL_REACHED})"),
    };
    let effects = action.conditional.iter().map(|one| GroundEffect {
        positive: renumber(&one.positive),
        negative: renumber(&one.negative),
        added: renumber(&one.added),
        deleted: renumber(&one.deleted),
    });
    let effects = effects.filter(|one| !(one.added.is_empty() && one.deleted.is_empty()));
    GroundAction {
        name,
        is_step: action.schema.is_some(),
        positive: renumber(&action.positive),
        negative: renumber(&action.negative),
        added: renumber(&action.added),
        deleted: renumber(&action.deleted),
        conditional: effects.collect(),
        cost: action.cost,
    }
}

/// A group that lost a fact which can hold has at most one of the others; a fact that can never
/// hold is no loss.
fn renumbered(
    groups: &[RawGroup],
    changes: &dyn Fn(u32) -> bool,
    renumber: impl Fn(&[u32]) -> Vec<u32>,
) -> Vec<MutexGroup> {
    let mut list = Vec::new();
    for group in groups {
        let able: Vec<u32> = group
            .facts
            .iter()
            .copied()
            .filter(|fact| changes(*fact))
            .collect();
        let facts = renumber(&able);
        if facts.len() >= 2 {
            list.push(MutexGroup {
                exactly_one: group.exactly_one && facts.len() == able.len(),
                facts,
            });
        }
    }
    list
}

/// Facts that never change are in no group: those that never hold are no loss to it, and one
/// that always holds excludes all others, which then never hold.
fn reached_only(changes: &[bool]) -> impl Fn(u32) -> bool + '_ {
    |fact| changes[fact as usize]
}
