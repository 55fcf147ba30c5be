//! The finder of factors: into which sets the facts of a task are parted, so that some states are as good as others.
//!
//! Groups are factors; so are facts that serve one other fact only (a sample that is taken, that it was told), with
//! that.

use saut_task::task::{Fluent, Task};

/// Facts of a group, and facts that are put together.
const MOST_OF_A_GROUP: usize = 64;
const MOST_TOGETHER: usize = 6;

/// Factors of more than one fact, or a first one; the others are left to be factors of their own.
pub fn factors(task: &Task) -> Vec<Vec<Fluent>> {
    let count = task.fluents().len();
    let mut is_taken = vec![false; count];
    let mut groups: Vec<&[Fluent]> = task.groups().iter().map(|one| &*one.fluents).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    let mut factors = Vec::new();
    for group in groups {
        let is_free = group.iter().all(|one| !is_taken[one.index()]);
        if is_free && (2..=MOST_OF_A_GROUP).contains(&group.len()) {
            for one in group {
                is_taken[one.index()] = true;
            }
            factors.push(group.to_vec());
        }
    }
    let serves = served(task);
    let mut together: Vec<Vec<Fluent>> = vec![Vec::new(); count];
    for fact in task.fluent_ids().filter(|one| !is_taken[one.index()]) {
        let head = serves[fact.index()].filter(|one| !is_taken[one.index()]);
        let head = head.unwrap_or(fact);
        together[head.index()].push(fact);
    }
    for (head, mut facts) in task.fluent_ids().zip(together) {
        // A fact that is served and serves another stands with that.
        if !facts.contains(&head) && !facts.is_empty() && serves[head.index()].is_none() {
            facts.push(head);
        }
        if (2..=MOST_TOGETHER).contains(&facts.len()) {
            factors.push(facts);
        }
    }
    if factors.is_empty() {
        // A list of none says that only equal states are as good.
        factors.extend(task.fluent_ids().next().map(|one| vec![one]));
    }
    factors
}

/// By fact the one that every action which needs it makes, if it is none that the goal wants and no action needs it for
/// something else.
fn served(task: &Task) -> Vec<Option<Fluent>> {
    let mut makes: Vec<Option<Vec<Fluent>>> = vec![None; task.fluents().len()];
    for action in task.actions() {
        let adds: Vec<Fluent> = action.adds().collect();
        for need in action.preconditions.iter().filter(|need| need.value) {
            match &mut makes[need.fluent.index()] {
                Some(known) => known.retain(|one| adds.contains(one)),
                none => *none = Some(adds.clone()),
            }
        }
    }
    let mut is_wanted = vec![false; task.fluents().len()];
    for wish in task.goal_literals() {
        is_wanted[wish.fluent.index()] = true;
    }
    let facts = makes.into_iter().zip(task.fluent_ids());
    let only = facts.map(|(makes, fact)| {
        let makes = makes.filter(|_| !is_wanted[fact.index()])?;
        makes.into_iter().find(|&one| one != fact)
    });
    only.collect()
}
