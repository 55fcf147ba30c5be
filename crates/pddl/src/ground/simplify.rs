//! The last phase of grounding. It leaves out facts and actions that are impossible or irrelevant, and numbers and
//! names the rest.

use super::context::GroundingContext;
use super::formula::{DefinedFacts, Numeric};
use super::goal::GOAL_REACHED;
use super::limits::{GroundingLimits, Stopped};
use super::reachable::{AtomId, Reachable};
use super::relaxed_reachability::{relaxed_reachability, relevant};
use super::task::{GroundAction, GroundTask, GroundingError};
use crate::interned::{self, ActionBuilder, InternedAction, InternedEffect, Packed};
use crate::invariants;
use crate::names::term;
use crate::problem::GroundAtom;
use saut_task::task::{Action, Conditional, Fluent, Group, GroupKind, Literal, Rule};

/// Completes the grounding. If `prunes` is set, actions whose preconditions violate a mutex group are left out, and an
/// unreachable goal is an error.
pub(super) fn simplify(
    context: &GroundingContext,
    reachable: &Reachable,
    actions: Vec<InternedAction>,
    auxiliary: DefinedFacts,
    goal: &[Packed],
    limits: &GroundingLimits,
    prunes: bool,
) -> Result<GroundTask, GroundingError> {
    let atom = |(predicate, id): AtomId| {
        GroundAtom::new(predicate, reachable.relations[predicate].tuple(id).to_vec())
    };
    let atoms: Vec<GroundAtom> = reachable.facts(context).map(atom).collect();
    let mut initial = reachable.initial_facts(context);
    initial.resize(atoms.len() + auxiliary.names.len(), false);
    for fact in &auxiliary.initial {
        initial[*fact as usize] = true;
    }
    let name = |fact: usize| match atoms.get(fact) {
        Some(atom) => context.problem.written(atom),
        None => auxiliary.names[fact - atoms.len()].clone(),
    };
    let (mut actions, mut axioms) = (actions, auxiliary.axioms);
    let numeric = auxiliary.numeric.iter();
    let (tests, numeric_changes): (Vec<_>, Vec<_>) =
        numeric.partition(|(meaning, _)| matches!(meaning, Numeric::Test(_)));
    let tests: Vec<u32> = tests.into_iter().map(|(_, fact)| *fact).collect();
    let mut reached = relaxed_reachability(&mut actions, &mut axioms, &initial, &tests, limits)?;
    limits.poll(0)?;
    let groups = match context.domain.variables[..] {
        [] => invariants::groups(&atoms, &initial, &actions, limits.stop.stop()),
        _ => variables(context, &atoms),
    };
    if prunes {
        let fewer = drop_contradictory(&mut actions, &groups, initial.len());
        if drop_contradictory(&mut axioms, &groups, initial.len()) || fewer {
            reached = relaxed_reachability(&mut actions, &mut axioms, &initial, &tests, limits)?;
        }
    }
    let claims = context.domain.claimed_groups.iter();
    let claims = claims.map(|values| group(&atoms, values, GroupKind::AtMostOne));
    let claims: Vec<Group> = claims.collect();
    limits.poll(0)?;
    if let Some(atom) = goal_out_of_reach(goal, &reached, &name).filter(|_| prunes) {
        return Err(GroundingError::GoalUnreachable { atom });
    }
    let changes = changing(&reached, &initial, goal);
    let actions = fold(actions, &changes, &reached, limits)?;
    let mut axioms = fold(axioms, &changes, &reached, limits)?;
    axioms.sort_unstable_by(|a, b| {
        (&a.effects, &a.preconditions).cmp(&(&b.effects, &b.preconditions))
    });
    axioms.dedup();
    let goal = goal.iter().copied();
    let mut goal: Vec<Packed> = goal.filter(|one| changes[one.fact() as usize]).collect();
    goal.sort_unstable_by_key(|one| (!one.holds(), *one));
    goal.dedup();
    // All numeric changes are relevant.
    let mut wanted = goal.clone();
    let made = numeric_changes
        .iter()
        .map(|(_, fact)| Packed::new(**fact, true));
    wanted.extend(made.filter(|one| changes[one.fact() as usize]));
    let (facts, matters) = relevant(&actions, &axioms, initial.len(), &wanted);
    let reachable_actions = actions.len();
    let mut numbers = vec![None; initial.len()];
    let all = 0..initial.len();
    let kept: Vec<usize> = all.filter(|fact| facts[*fact]).collect();
    for (number, fact) in kept.iter().enumerate() {
        numbers[*fact] = u32::try_from(number).ok();
    }
    let renumber = |list: &[Packed]| -> Vec<Literal> {
        let kept = list.iter().filter_map(|one| one.renumbered(&numbers));
        kept.collect()
    };
    let at_start = kept.iter().filter(|fact| initial[**fact]);
    let at_start = at_start.filter_map(|fact| numbers[*fact]);
    let mut ground_actions = Vec::new();
    for (action, matters) in actions.into_iter().zip(matters) {
        limits.poll(action.effects.len())?;
        if matters {
            ground_actions.push(named(context, &action, renumber));
        }
    }
    let axioms = axioms.iter().filter_map(|axiom| {
        let head = axiom.effects[0].renumbered(&numbers)?;
        Some(Rule::new(head.fluent, renumber(&axiom.preconditions)))
    });
    let numeric = auxiliary.numeric.into_iter();
    let numeric = numeric.filter_map(|(meaning, fact)| Some((numbers[fact as usize]?, meaning)));
    Ok(GroundTask {
        axioms: axioms.collect(),
        facts: kept.iter().map(|fact| name(*fact)).collect(),
        initial: at_start.map(fluent).collect(),
        goal: renumber(&goal),
        mutex_groups: renumbered(&groups, &changes, &numbers),
        claimed_groups: renumbered(&claims, &changes, &numbers),
        missing_cost: None,
        numeric: numeric.collect(),
        reachable_facts: changes.iter().filter(|changes| **changes).count(),
        reachable_actions,
        actions: ground_actions,
    })
}

fn fluent(fact: u32) -> Fluent {
    Fluent::new(fact as usize)
}

/// Returns the first part of the goal that is unreachable.
fn goal_out_of_reach(
    goal: &[Packed],
    reached: &[bool],
    name: &dyn Fn(usize) -> String,
) -> Option<String> {
    let mut goal = goal.iter();
    goal.find(|one| !reached[one.index()]).map(|one| {
        let not = if one.holds() { "" } else { "not " };
        format!("{not}{}", name(one.fact() as usize))
    })
}

/// Returns the facts that stay in the task: facts that can change, and goal facts that can never get the required
/// value, so that the goal stays unreachable.
fn changing(reached: &[bool], initial: &[bool], goal: &[Packed]) -> Vec<bool> {
    let facts = (0..).zip(initial).map(|(fact, _)| Packed::new(fact, true));
    let changes = facts.map(|one| reached[one.index()] && reached[one.negated().index()]);
    let mut changes: Vec<bool> = changes.collect();
    for one in goal {
        let fact = one.fact() as usize;
        let at_start = !reached[Packed::new(one.fact(), false).index()] || initial[fact];
        changes[fact] |= at_start != one.holds();
    }
    changes
}

/// Returns the reached values of each SAS+ variable as a mutex group.
fn variables(context: &GroundingContext, atoms: &[GroundAtom]) -> Vec<Group> {
    let variables = context.domain.variables.iter();
    let is_basic = |values: &&Vec<usize>| !context.domain.symbols.derived[values[0]];
    let groups = variables
        .filter(is_basic)
        .map(|values| group(atoms, values, GroupKind::ExactlyOne));
    groups.filter(|group| group.fluents.len() > 1).collect()
}

/// Returns the group of the reached facts of these predicates, which have no parameters.
fn group(atoms: &[GroundAtom], predicates: &[usize], kind: GroupKind) -> Group {
    // Facts are in the order of their predicates.
    let fact = |predicate: &usize| {
        let found = atoms.binary_search_by_key(predicate, |atom| atom.predicate);
        found.ok().map(Fluent::new)
    };
    let fluents = predicates.iter().filter_map(fact).collect();
    Group { fluents, kind }
}

/// Leaves out actions with two positive preconditions in the same mutex group. Returns whether there were such actions.
fn drop_contradictory(actions: &mut Vec<InternedAction>, groups: &[Group], facts: usize) -> bool {
    let mut groups_of = vec![Vec::new(); facts];
    for (group, number) in groups.iter().zip(0_u32..) {
        for fact in &group.fluents {
            groups_of[fact.index()].push(number);
        }
    }
    let before = actions.len();
    let mut seen = Vec::new();
    actions.retain(|action| {
        seen.clear();
        for fact in interned::facts(&action.preconditions, true) {
            seen.extend_from_slice(&groups_of[fact as usize]);
        }
        seen.sort_unstable();
        seen.windows(2).all(|pair| pair[0] != pair[1])
    });
    actions.len() < before
}

/// Leaves out facts that never change, and actions that then change nothing. A conditional effect is left out if a fact
/// that never changes makes its condition false.
fn fold(
    actions: Vec<InternedAction>,
    changes: &[bool],
    reached: &[bool],
    limits: &GroundingLimits,
) -> Result<Vec<InternedAction>, Stopped> {
    let kept = |list: &[Packed]| -> Vec<Packed> {
        let list = list.iter().copied();
        list.filter(|one| changes[one.fact() as usize]).collect()
    };
    let never = |one: &Packed| {
        let may_hold = reached[Packed::new(one.fact(), true).index()];
        !changes[one.fact() as usize] && may_hold != one.holds()
    };
    let folded = actions.into_iter().map(|action| {
        limits.poll(action.effects.len())?;
        let conditional = action.conditional.iter();
        let conditional = conditional.filter(|one| !one.conditions.iter().any(never));
        let conditional = conditional.map(|one| InternedEffect {
            conditions: kept(&one.conditions),
            effects: kept(&one.effects),
        });
        let lists = ActionBuilder {
            preconditions: kept(&action.preconditions),
            effects: kept(&action.effects),
            conditional: conditional.filter(|one| !one.effects.is_empty()).collect(),
        };
        let has_effects = !(lists.effects.is_empty() && lists.conditional.is_empty());
        Ok(has_effects.then(|| lists.action(action.schema, &action.arguments, action.cost)))
    });
    folded.filter_map(Result::transpose).collect()
}

fn named(
    context: &GroundingContext,
    action: &InternedAction,
    renumber: impl Fn(&[Packed]) -> Vec<Literal>,
) -> GroundAction {
    let name = match action.schema {
        Some(schema) => {
            let schema = &context.domain.schemas[schema as usize];
            context.problem.applied(&schema.name, &action.arguments)
        }
        None => GOAL_REACHED.to_owned(),
    };
    let conditional = action.conditional.iter().flat_map(|one| {
        let (conditions, effects) = (renumber(&one.conditions), renumber(&one.effects));
        effects.into_iter().map(move |effect| Conditional {
            conditions: conditions.clone(),
            effect,
        })
    });
    let (preconditions, effects) = (renumber(&action.preconditions), renumber(&action.effects));
    GroundAction {
        is_step: action.schema.is_some(),
        action: Action {
            conditional: conditional.collect(),
            cost: action.cost,
            ..Action::new(term(&name), preconditions, effects)
        },
        name: format!("({name})"),
    }
}

/// Returns the groups without the facts that are left out. Facts that never hold can be removed from a group without
/// any loss. A fact that always holds excludes all other facts of its group, so these never hold. A group that lost any
/// other fact is an at-most-one group over the remaining facts.
fn renumbered(groups: &[Group], changes: &[bool], numbers: &[Option<u32>]) -> Vec<Group> {
    let groups = groups.iter().map(|group| {
        let able = group.fluents.iter().filter(|fact| changes[fact.index()]);
        let kept = able.clone().filter_map(|fact| numbers[fact.index()]);
        let fluents: Vec<Fluent> = kept.map(fluent).collect();
        let has_lost = fluents.len() < able.count();
        let kind = if has_lost {
            GroupKind::AtMostOne
        } else {
            group.kind
        };
        Group { fluents, kind }
    });
    groups.filter(|group| group.fluents.len() >= 2).collect()
}
