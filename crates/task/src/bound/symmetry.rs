//! Symmetries: permutations of facts that leave a task as it is, and states up to them.
//!
//! A permutation of facts is a symmetry if it takes each action to an action and the goal to itself. What can be done
//! from a state can be done from its image, so that a state is dead if its image is. The start need not stay where it
//! is: a closed set of states may have any image of a state in its place.
//!
//! Groups and pairs are proved only of states that the start leads to, and need not hold of their images. So only those
//! groups and pairs are used whose images are all proved, too.
//!
//! Pochter, Zohar, Rosenschein, *Exploiting problem symmetries in state-based planners* (AAAI 2011); Domshlak, Katz,
//! Shleyfman, *Enhanced symmetry breaking in cost-optimal planning as forward search* (ICAPS 2012).

use std::collections::{HashMap, HashSet};

use super::RejectedBound;
use super::state_table::holds;
use crate::stop::Stop;
use crate::task::{Fluent, GoalConstraint, Group, Literal, Task};

/// Permutations of facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symmetries {
    /// The facts that some permutation moves, in the order in which states are compared.
    pub facts: Vec<Fluent>,
    /// Each as its cycles, in which a fact is taken to the next, and the last to the first.
    pub generators: Vec<Vec<Vec<Fluent>>>,
}

/// Symmetries that were checked, and the task with what is true of images, too. Only [`Symmetries::check`] makes one.
#[derive(Clone, Debug)]
pub struct CheckedSymmetries {
    task: Task,
    /// By generator the facts that it moves, in the order of comparison, each with the one that is taken to it.
    moves: Vec<Vec<(Fluent, Fluent)>>,
}

/// The constraints of a goal in a form that does not depend on any order.
fn sorted_wish(wish: &GoalConstraint, image: impl Fn(Fluent) -> Fluent) -> (u8, Vec<Literal>) {
    let moved = |literal: &Literal| Literal {
        fluent: image(literal.fluent),
        ..*literal
    };
    let (kind, mut literals) = match wish {
        GoalConstraint::Literal(one) => (0, vec![moved(one)]),
        GoalConstraint::AnyOf(any) => (1, any.iter().map(moved).collect()),
        GoalConstraint::AtMostOne(some) => (2, some.iter().map(|&f| image(f).is_true()).collect()),
    };
    literals.sort_unstable();
    if kind == 1 {
        literals.dedup();
    }
    (kind, literals)
}

fn sorted(literals: &[Literal], image: impl Fn(Fluent) -> Fluent) -> Vec<Literal> {
    let moved = literals.iter().map(|literal| Literal {
        fluent: image(literal.fluent),
        ..*literal
    });
    let mut moved: Vec<Literal> = moved.collect();
    moved.sort_unstable();
    moved
}

fn no(fact: String) -> RejectedBound {
    RejectedBound::NoSymmetry(fact)
}

impl Symmetries {
    /// Accepts permutations that take actions to actions and the goal to itself.
    ///
    /// # Errors
    /// [`RejectedBound`] with the first that does not, or if it was stopped.
    pub fn check(&self, task: &Task, stop: &Stop) -> Result<CheckedSymmetries, RejectedBound> {
        if !task.is_plain() {
            return Err(RejectedBound::NotPlain);
        }
        let images = self.images(task.fluents().len())?;
        let mut touching = vec![Vec::new(); task.fluents().len()];
        let mut known: HashSet<(Vec<Literal>, Vec<Literal>)> = HashSet::new();
        for (number, action) in task.actions().iter().enumerate() {
            for fluent in action.touched() {
                touching[fluent.index()].push(number);
            }
            let itself = |fluent| fluent;
            known.insert((
                sorted(&action.preconditions, itself),
                sorted(&action.effects, itself),
            ));
        }
        let goal = task.goal().iter();
        let goal: HashSet<_> = goal
            .map(|wish| sorted_wish(wish, |fluent| fluent))
            .collect();
        for (number, image) in images.iter().enumerate() {
            let of = |fluent: Fluent| image.get(&fluent).copied().unwrap_or(fluent);
            let mut wishes = task.goal().iter();
            if wishes.any(|wish| !goal.contains(&sorted_wish(wish, of))) {
                return Err(no(format!("permutation {number} changes the goal")));
            }
            let touched = image.keys().flat_map(|fluent| &touching[fluent.index()]);
            let touched: HashSet<usize> = touched.copied().collect();
            for (done, action) in touched.into_iter().enumerate() {
                if let Some(why) = done.is_multiple_of(1024).then(|| stop.why()).flatten() {
                    return Err(RejectedBound::Unfinished(why));
                }
                let action = &task.actions()[action];
                let moved = (
                    sorted(&action.preconditions, of),
                    sorted(&action.effects, of),
                );
                if !known.contains(&moved) {
                    let name = &action.name;
                    return Err(no(format!(
                        "permutation {number} takes {name} to no action"
                    )));
                }
            }
        }
        let place = self.facts.iter().zip(0_usize..);
        let place: HashMap<Fluent, usize> = place.map(|(&fluent, place)| (fluent, place)).collect();
        let moves = images.iter().map(|image| {
            let mut moves: Vec<(Fluent, Fluent)> = image.iter().map(|(&a, &b)| (b, a)).collect();
            moves.sort_unstable_by_key(|(to, _)| place[to]);
            moves
        });
        Ok(CheckedSymmetries {
            moves: moves.collect(),
            task: true_of_images(task, &images),
        })
    }

    /// By permutation what it takes each fact to that it moves.
    fn images(&self, fluents: usize) -> Result<Vec<HashMap<Fluent, Fluent>>, RejectedBound> {
        let listed: HashSet<Fluent> = self.facts.iter().copied().collect();
        if listed.len() != self.facts.len() || listed.iter().any(|one| one.index() >= fluents) {
            return Err(no("a fact is none of the task, or listed twice".to_owned()));
        }
        let image = |cycles: &Vec<Vec<Fluent>>| {
            let mut image = HashMap::new();
            for cycle in cycles {
                let next = cycle.iter().cycle().skip(1);
                for (&fluent, &next) in cycle.iter().zip(next) {
                    if !listed.contains(&fluent) || image.insert(fluent, next).is_some() {
                        let fluent = fluent.index();
                        return Err(no(format!("fact {fluent} is not listed, or moved twice")));
                    }
                }
            }
            Ok(image)
        };
        self.generators.iter().map(image).collect()
    }
}

/// The task with those groups and pairs alone whose images under all permutations, one after the other, are proved,
/// too.
fn true_of_images(task: &Task, images: &[HashMap<Fluent, Fluent>]) -> Task {
    let fluents = task.fluent_ids();
    let of = |image: &HashMap<Fluent, Fluent>, fluent: Fluent| {
        image.get(&fluent).copied().unwrap_or(fluent)
    };
    let key = |group: &Group, image: &HashMap<Fluent, Fluent>| {
        let mut members: Vec<Fluent> = group.fluents.iter().map(|&f| of(image, f)).collect();
        members.sort_unstable();
        (group.kind == crate::task::GroupKind::ExactlyOne, members)
    };
    let mut groups = task.groups().to_vec();
    loop {
        let none = HashMap::new();
        let known: HashSet<_> = groups.iter().map(|group| key(group, &none)).collect();
        let before = groups.len();
        groups.retain(|group| {
            images
                .iter()
                .all(|image| known.contains(&key(group, image)))
        });
        if groups.len() == before {
            break;
        }
    }
    let renamings = images.iter().map(|image| {
        let both = |fluent| [of(image, fluent).is_false(), of(image, fluent).is_true()];
        let mut renamed = vec![0; 2 * task.fluents().len()];
        for fluent in fluents.clone() {
            let own = [fluent.is_false(), fluent.is_true()];
            for (own, image) in own.into_iter().zip(both(fluent)) {
                renamed[own.index()] = image.index();
            }
        }
        renamed
    });
    let renamings: Vec<Vec<usize>> = renamings.collect();
    let pairs = task
        .pairs()
        .map(|pairs| pairs.whose_images_are_pairs(&renamings));
    task.clone().with_fewer_invariants(groups, pairs)
}

impl CheckedSymmetries {
    /// The task, with what is known of its states and of their images.
    pub const fn task(&self) -> &Task {
        &self.task
    }

    /// Takes a state to an image of it: each permutation in turn, again and again, is used that makes it smaller, until
    /// none does, but in no more rounds than there are permutations and one. Of two states the one is smaller in which
    /// the first fact that differs is true.
    pub fn put_in_order(&self, state: &mut [u64]) {
        for _ in 0..=self.moves.len() {
            let mut is_in_order = true;
            for moves in &self.moves {
                let value = |fluent: Fluent| holds(fluent.is_true(), state);
                let differs = moves.iter().find(|(to, from)| value(*to) != value(*from));
                if !differs.is_some_and(|(_, from)| value(*from)) {
                    continue;
                }
                is_in_order = false;
                let values: Vec<bool> = moves.iter().map(|(_, from)| value(*from)).collect();
                for ((to, _), value) in moves.iter().zip(values) {
                    let (word, bit) = (to.index() / 64, 1 << (to.index() % 64));
                    if value {
                        state[word] |= bit;
                    } else {
                        state[word] &= !bit;
                    }
                }
            }
            if is_in_order {
                return;
            }
        }
    }
}
