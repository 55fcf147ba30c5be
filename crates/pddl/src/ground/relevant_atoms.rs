//! Makes a part of a task: the same task with fewer ground actions. The planner searches a part for a first plan if the
//! whole task has too many actions.
//!
//! A part is defined on the lifted task. Some atoms are *near*, and an action belongs to the part if all atoms that it
//! adds unconditionally are near. So a part is grounded like any task, with exact axioms, conditional effects and
//! negated conditions. Each plan of the part is a plan of the whole task. If the part is unsolvable, the whole task may
//! still be solvable.
//!
//! The first near atoms are the atoms that the steps of a relaxed plan add or delete, followed by the atoms of further
//! relaxed plans. All other reached atoms follow. Among these, atoms of predicates with few atoms come first, and atoms
//! of one predicate have the order in which the relaxation reaches them. The relaxation keeps only a few achievers for
//! every atom ([`FirstAchievers`]). So the relaxation needs little memory. If a precondition has parts that share no
//! parameter, the relaxation does not enumerate the product of their solutions. The relaxation terminates even if there
//! are too many actions to list. It may leave out relevant atoms.
//!
//! Gnad, Torralba, Dominguez, Areces and Bustos: *Learning How to Ground a Plan* (AAAI 2019), for the idea of partial
//! grounding. The authors choose single actions by learned priorities.

use super::context::{GroundingContext, fill};
use super::limits::{GroundingLimits, Stopped};
use super::reachable::{AtomId, Evaluation, FirstAchievers, MAX_ACHIEVERS};
use super::rule::{GroundingRule, RuleKind, always, changed, rules};
use crate::condition::{ALWAYS, Atom, Condition, ObjectId};
use crate::domain::{Effect, Schema};
use crate::problem::{GroundAtom, Problem};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::sync::Arc;

/// Returns the candidates for near atoms, in the order in which they become near. Also returns the number of atoms of
/// the first relaxed plan. `None` if the relaxation does not reach the goal.
///
/// # Errors
/// A limit was reached.
pub(crate) fn relevant_atoms(
    problem: &Problem,
    limits: &GroundingLimits,
) -> Result<Option<(Vec<GroundAtom>, usize)>, Stopped> {
    let (problem, goal) = with_goal_as_atom(problem);
    let context = GroundingContext::new(&problem);
    let rules = rules_by_head(&context);
    let mut evaluation = Evaluation::new(&context, &rules, limits);
    evaluation.achievers = Some(FirstAchievers::new(goal));
    evaluation.run()?;
    let relations = &evaluation.reachable.relations;
    if relations[goal].len() == 0 {
        return Ok(None);
    }
    let mut atoms: IndexSet<GroundAtom, FxBuildHasher> = IndexSet::default();
    let mut first = 0;
    for turn in 0..2 * MAX_ACHIEVERS {
        for (schema, arguments) in relaxed_plan(&evaluation, goal, turn) {
            let changed = |adds| changed(always(&context.domain.schemas[schema]), adds);
            let all = changed(true).chain(changed(false));
            let near = all.filter(|atom| atom.predicate != goal);
            atoms.extend(near.map(|atom| GroundAtom::of(atom, arguments)));
        }
        first = if turn == 0 { atoms.len() } else { first };
    }
    let mut reached = evaluation.queue.clone();
    reached.retain(|(predicate, _)| *predicate != goal);
    reached.sort_by_key(|(predicate, _)| (relations[*predicate].len(), *predicate));
    for (predicate, id) in reached {
        let tuple = relations[predicate].tuple(id).to_vec();
        atoms.insert(GroundAtom::new(predicate, tuple));
    }
    Ok(Some((atoms.into_iter().collect(), first)))
}

/// Returns the part of a task with these near atoms.
pub(crate) fn part(problem: &Problem, near: &[GroundAtom]) -> Problem {
    let mut problem = problem.clone();
    let domain = Arc::make_mut(&mut problem.domain);
    let predicates = domain.symbols.predicates.len();
    for predicate in 0..predicates {
        let symbols = &mut domain.symbols;
        let parameters = symbols.predicates[predicate].clone();
        // No name in a file has a question mark after its first character.
        let name = format!("near? {}", symbols.predicates.keys()[predicate]);
        symbols.predicates.insert(name, parameters);
        symbols.derived.push(false);
    }
    for schema in &mut domain.schemas {
        let near = |atom: &Atom| {
            let near = Atom::new(predicates + atom.predicate, atom.arguments.clone());
            Condition::Literal(near, true)
        };
        let mut parts: Vec<Condition> = changed(always(schema), true).map(near).collect();
        parts.push(std::mem::replace(&mut schema.precondition, ALWAYS));
        schema.precondition = Condition::And(parts);
    }
    let near = near.iter().cloned().map(|atom| GroundAtom {
        predicate: predicates + atom.predicate,
        ..atom
    });
    problem.initial.extend(near);
    problem
}

/// Returns the rules of a task, split so that each has one head.
fn rules_by_head<'a>(context: &GroundingContext<'a>) -> Vec<GroundingRule<'a>> {
    let by_head = |rule: GroundingRule<'a>| {
        let heads = rule.heads.into_iter();
        heads.map(move |head| GroundingRule {
            body: rule.body.clone(),
            heads: vec![head],
            of: rule.of,
        })
    };
    rules(context).into_iter().flat_map(by_head).collect()
}

/// Returns the steps of a relaxed plan, as schemas with their arguments. Different turns choose different achievers for
/// each atom.
fn relaxed_plan<'e>(
    evaluation: &'e Evaluation,
    goal: usize,
    turn: usize,
) -> Vec<(usize, &'e [ObjectId])> {
    let mut steps = Vec::new();
    let mut open: Vec<AtomId> = vec![(goal, 0)];
    let mut seen: FxHashSet<AtomId> = FxHashSet::default();
    let achievers = evaluation.achievers.as_ref();
    while let Some(atom) = open.pop() {
        let all = achievers.and_then(|known| known.of_atom.get(&atom));
        let Some(all) = all.filter(|_| seen.insert(atom)) else {
            continue;
        };
        let (rule, values) = &all[(turn * (1 + atom.1 as usize)) % all.len()];
        let rule = &evaluation.rules[*rule];
        let mut tuple = Vec::new();
        for (needed, _) in rule.body.literals.iter().filter(|(_, holds)| *holds) {
            fill(&mut tuple, needed, values);
            let known = evaluation.reachable.relations[needed.predicate].find(&tuple);
            open.extend(known.map(|id| (needed.predicate, id)));
        }
        if let RuleKind::Schema(schema) | RuleKind::Effect(schema) = rule.of {
            let parameters = evaluation.context.domain.schemas[schema].parameters.len();
            steps.push((schema, &values[..parameters]));
        }
    }
    steps
}

/// Returns the problem with an additional action that adds an atom if the goal holds, and the predicate of the atom.
fn with_goal_as_atom(problem: &Problem) -> (Problem, usize) {
    let mut problem = problem.clone();
    let domain = Arc::make_mut(&mut problem.domain);
    let name = "goal reached?".to_owned();
    let (goal, _) = domain.symbols.predicates.insert_full(name, Vec::new());
    domain.symbols.derived.push(false);
    let reached = Atom::new(goal, Vec::new());
    domain.schemas.push(Schema {
        name: "reach?".to_owned(),
        precondition: problem.goal.clone(),
        effects: vec![Effect::always(vec![(reached, true)], Vec::new())],
        ..Schema::default()
    });
    (problem, goal)
}
