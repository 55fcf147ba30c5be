//! Mutex groups: sets of facts of which at most one (or exactly one) holds in every reachable state.
//!
//! Candidates are found as in Helmert (*Concise finite-domain representations for PDDL planning tasks*, 2009, section
//! 5). A predicate has at most one counted argument, and the other arguments are matched to the parameters of the
//! invariant. A candidate begins with one predicate and is refined by another predicate if an action adds an atom of
//! the candidate without deleting one.
//!
//! The check is different: for each instance separately, it tests all ground actions by the condition of fam-groups
//! (Fiser and Komenda: *Fact-alternating mutex groups for classical planning*, 2018). So the check also accepts an
//! invariant that holds only for some parameters, or only for the reachable actions.

mod balance;

use crate::interned::InternedAction;
use crate::problem::GroundAtom;
use balance::{Candidate, Checker, refinements};
use rustc_hash::FxHashSet;
use saut_base::stop::{Stop, Ticker};
use saut_task::task::{Group, GroupKind};
use std::collections::VecDeque;

const MAX_CANDIDATES: usize = 300;

/// Maximum number of examined facts and effects, which limits the time for large tasks.
const MAX_WORK: usize = 150_000_000;

/// Finds mutex groups. `atoms` and `initial` are indexed by fact.
pub(crate) fn groups(
    atoms: &[GroundAtom],
    initial: &[bool],
    actions: &[InternedAction],
    stop: &Stop,
) -> Vec<Group> {
    let limits = Ticker::new(stop);
    let mut checker = Checker::new(atoms, initial, actions, &limits);
    let mut open: VecDeque<Candidate> = checker.first_candidates().into();
    let mut known: FxHashSet<Candidate> = open.iter().cloned().collect();
    let mut groups = Vec::new();
    for _ in 0..MAX_CANDIDATES {
        let Some(candidate) = open.pop_front() else {
            break;
        };
        if limits.check_now().is_err() || checker.work > MAX_WORK {
            break;
        }
        let (found, failure) = checker.check(&candidate);
        if limits.stop_reason().is_some() {
            break;
        }
        groups.extend(found);
        if let Some((action, key)) = failure {
            for refined in refinements(&candidate, &actions[action], &key, atoms) {
                if known.insert(refined.clone()) {
                    open.push_back(refined);
                }
            }
        }
    }
    without_subsets(groups, initial.len(), &limits)
}

/// Leaves out groups that a larger group implies.
fn without_subsets(mut groups: Vec<Group>, facts: usize, limits: &Ticker) -> Vec<Group> {
    groups.sort_by(|a, b| {
        let key = |group: &Group| {
            let is_weaker = group.kind == GroupKind::AtMostOne;
            (std::cmp::Reverse(group.fluents.len()), is_weaker)
        };
        key(a).cmp(&key(b)).then_with(|| a.fluents.cmp(&b.fluents))
    });
    let mut kept: Vec<Group> = Vec::new();
    let mut kept_with: Vec<Vec<usize>> = vec![Vec::new(); facts];
    for group in groups {
        if limits.stop_reason().is_some() {
            break;
        }
        let rarest = group
            .fluents
            .iter()
            .min_by_key(|fact| kept_with[fact.index()].len());
        let says_more = |number: &usize| {
            let _ = limits.spend(group.fluents.len());
            let larger = &kept[*number];
            (larger.kind == GroupKind::ExactlyOne || group.kind == GroupKind::AtMostOne)
                && group
                    .fluents
                    .iter()
                    .all(|fact| larger.fluents.binary_search(fact).is_ok())
        };
        if rarest.is_some_and(|fact| kept_with[fact.index()].iter().any(says_more)) {
            continue;
        }
        for fact in &group.fluents {
            kept_with[fact.index()].push(kept.len());
        }
        kept.push(group);
    }
    kept
}
