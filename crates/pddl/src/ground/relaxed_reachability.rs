//! Finds the reachable ground actions and facts, and the actions and facts that are relevant for the goal.
//!
//! The joins ignore negative preconditions on facts that are deleted, conditions that are split later, and mutex
//! groups. Relaxed reachability over ground actions considers all of them, in linear time. Leaving out irrelevant
//! actions only loses plans with superfluous steps.

use rustc_hash::FxHashMap;
use saut_base::lists::{Lists, number};

use super::limits::{GroundingLimits, Stopped};
use crate::interned::{ActionBuilder, InternedAction, Packed};

/// Computes which facts can become true and which can become false. Derived facts, the heads of axioms, can be false in
/// the initial state unless they always hold. The tests, facts that represent comparisons, can be true and false in
/// every state. Actions and axioms that are never applicable are left out. Returns for each literal, by its index,
/// whether it may become true.
pub(super) fn relaxed_reachability(
    actions: &mut Vec<InternedAction>,
    axioms: &mut Vec<InternedAction>,
    initial: &[bool],
    tests: &[u32],
    limits: &GroundingLimits,
) -> Result<Vec<bool>, Stopped> {
    let (mut may_be, mut live) = fixpoint(actions, axioms, initial, tests, limits)?;
    let always = always(axioms, &may_be, limits)?;
    if always.contains(&true) {
        let initial: Vec<bool> = initial.iter().zip(&always).map(|(a, b)| *a || *b).collect();
        (may_be, live) = fixpoint(actions, axioms, &initial, tests, limits)?;
    }
    let mut live = live.into_iter();
    actions.retain(|_| live.next() == Some(true));
    axioms.retain(|_| live.next() == Some(true));
    Ok(may_be)
}

/// Returns the derived facts that hold in every state, because they follow from facts that always or never hold.
fn always(
    axioms: &[InternedAction],
    may_be: &[bool],
    limits: &GroundingLimits,
) -> Result<Vec<bool>, Stopped> {
    let facts = may_be.len() / 2;
    let mut is_derived = vec![false; facts];
    for head in axioms.iter().flat_map(|axiom| &axiom.effects) {
        is_derived[head.fact() as usize] = true;
    }
    let mut always = vec![false; facts];
    let mut has_grown = true;
    while std::mem::take(&mut has_grown) {
        for axiom in axioms {
            limits.poll(0)?;
            let is_sure = |one: &Packed| {
                let fact = one.fact() as usize;
                let is_decided = !one.holds() || !is_derived[fact];
                one.holds() && always[fact] || is_decided && !may_be[one.negated().index()]
            };
            if axiom.preconditions.iter().all(is_sure) {
                for head in &axiom.effects {
                    let head = head.fact() as usize;
                    has_grown |= !std::mem::replace(&mut always[head], true);
                }
            }
        }
    }
    Ok(always)
}

/// Returns for each literal, by its index, whether it may become true. The second list states for each action, and then
/// for each axiom, whether it may become applicable.
fn fixpoint(
    actions: &[InternedAction],
    axioms: &[InternedAction],
    initial: &[bool],
    tests: &[u32],
    limits: &GroundingLimits,
) -> Result<(Vec<bool>, Vec<bool>), Stopped> {
    let facts = initial.len();
    let conditional = actions.iter().flat_map(of_conditional);
    let conditional = conditional.map(|one| limits.poll(one.preconditions.len()).map(|()| one));
    let conditional: Vec<InternedAction> = conditional.collect::<Result<_, _>>()?;
    let all: Vec<&InternedAction> = actions.iter().chain(axioms).chain(&conditional).collect();
    let asked = all
        .iter()
        .map(|action| action.preconditions.iter().map(|one| number(one.index())));
    let occurrences = Lists::new(asked).turned(2 * facts);
    let (mut may_be, mut live) = (vec![false; 2 * facts], vec![false; all.len()]);
    let mut waiting: Vec<usize> = all.iter().map(|it| it.preconditions.len()).collect();
    let at_start = initial.iter().zip(0..);
    let at_start = at_start.map(|(holds, fact)| Packed::new(fact, *holds));
    let tests = tests.iter().map(|test| Packed::new(*test, true));
    let mut literals: Vec<Packed> = at_start.chain(tests).collect();
    for literal in &literals {
        may_be[literal.index()] = true;
    }
    let mut ready: Vec<usize> = (0..all.len()).filter(|a| waiting[*a] == 0).collect();
    loop {
        while let Some(action) = ready.pop() {
            limits.poll(all[action].effects.len())?;
            live[action] = true;
            for &effect in &all[action].effects {
                if !std::mem::replace(&mut may_be[effect.index()], true) {
                    literals.push(effect);
                }
            }
        }
        let Some(literal) = literals.pop() else {
            return Ok((may_be, live));
        };
        limits.poll(occurrences.of(literal.index()).len())?;
        for action in occurrences.of(literal.index()) {
            let action = *action as usize;
            waiting[action] -= 1;
            if waiting[action] == 0 {
                ready.push(action);
            }
        }
    }
}

/// Returns the conditional effects of an action as actions, whose preconditions include the conditions.
fn of_conditional(action: &InternedAction) -> impl Iterator<Item = InternedAction> + '_ {
    action.conditional.iter().filter_map(|effect| {
        let lists = ActionBuilder {
            preconditions: [&action.preconditions[..], &effect.conditions].concat(),
            effects: effect.effects.clone(),
            conditional: Vec::new(),
        };
        Some(lists.tidy()?.action(None, &[], 0))
    })
}

/// Searches backward from the goal. Returns for each fact and for each action whether it is relevant.
///
/// An axiom is relevant if its head is relevant. A derived fact is true if the body of one of its axioms is true, and
/// false if all bodies are false.
pub(super) fn relevant(
    actions: &[InternedAction],
    axioms: &[InternedAction],
    facts: usize,
    goal: &[Packed],
) -> (Vec<bool>, Vec<bool>) {
    let heads = axioms
        .iter()
        .map(|axiom| axiom.effects.iter().map(|head| head.fact()));
    let by_head = Lists::new(heads).turned(facts);
    let effects = actions
        .iter()
        .map(|action| action.effects.iter().map(|one| number(one.index())));
    let makers = Lists::new(effects).turned(2 * facts);
    // A conditional effect on a relevant fact makes its conditions relevant in both polarities.
    let mut conditional: FxHashMap<u32, Vec<(usize, usize)>> = FxHashMap::default();
    for (place, action) in actions.iter().enumerate() {
        for (effect, one) in action.conditional.iter().enumerate() {
            for changed in &one.effects {
                let making = conditional.entry(changed.fact()).or_default();
                making.push((place, effect));
            }
        }
    }
    let mut needed = vec![false; 2 * facts];
    let mut relevant_facts = vec![false; facts];
    let mut relevant_actions = vec![false; actions.len()];
    let mut open: Vec<Packed> = goal.to_vec();
    while let Some(literal) = open.pop() {
        if std::mem::replace(&mut needed[literal.index()], true) {
            continue;
        }
        let fact = literal.fact();
        relevant_facts[fact as usize] = true;
        for &axiom in by_head.of(fact as usize) {
            let body = axioms[axiom as usize].preconditions.iter();
            let asked = |one: &Packed| if literal.holds() { *one } else { one.negated() };
            open.extend(body.map(asked));
        }
        let mut making = makers.of(literal.index()).to_vec();
        for &(maker, effect) in conditional.get(&fact).into_iter().flatten() {
            let conditions = actions[maker].conditional[effect].conditions.iter();
            open.extend(conditions.flat_map(|one| [*one, one.negated()]));
            making.push(number(maker));
        }
        for maker in making {
            let maker = maker as usize;
            if !std::mem::replace(&mut relevant_actions[maker], true) {
                open.extend(&actions[maker].preconditions);
            }
        }
    }
    (relevant_facts, relevant_actions)
}
