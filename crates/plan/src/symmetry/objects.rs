//! Interchangeable objects: two whose exchange, in the names of all facts, takes actions to actions and the goal to
//! itself.
//!
//! The names of facts are ground atoms, `at(truck,paris)`; what stands between the brackets are the objects. A name is
//! only a hint: whether the exchange is a symmetry is seen on the task. That two can stand for each other is
//! transitive, so that each object is tried with one of each class; and the exchanges of neighbours give all
//! permutations of a class.
//!
//! Fox and Long, *The detection and exploitation of symmetry in planning problems* (IJCAI 1999).

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bound::Symmetries;
use crate::stop::Stop;
use crate::task::{Action, Fluent, GoalConstraint, Literal, Task};

/// More objects are not tried: each takes time, and a task with so many is rarely small up to symmetry.
const MOST_OBJECTS: usize = 2_000;
/// Most literals that are read for all exchanges together.
const MOST_READ: usize = 200_000_000;

/// Number of times that an object stands at each place of each predicate: what interchangeable objects agree in.
type Profile<'a> = Vec<(&'a str, usize, usize)>;

/// A fact as an atom.
struct Atom<'a> {
    head: &'a str,
    objects: Vec<usize>,
}

/// The facts of a task as atoms.
struct Atoms<'a> {
    by_fluent: Vec<Atom<'a>>,
    fluents: FxHashMap<(&'a str, Vec<usize>), Fluent>,
    /// By object the facts that name it.
    naming: Vec<Vec<Fluent>>,
}

impl<'a> Atoms<'a> {
    fn of(task: &'a Task) -> Self {
        let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
        let mut naming: Vec<Vec<Fluent>> = Vec::new();
        let mut atoms = Vec::with_capacity(task.fluents().len());
        let mut fluents = FxHashMap::default();
        for (name, fluent) in task.fluents().iter().zip(task.fluent_ids()) {
            let (head, rest) = name.split_once('(').unwrap_or((name, ""));
            let words = rest.strip_suffix(')').unwrap_or("").split(',');
            let words = words.filter(|word| !word.is_empty());
            let words = words.map(|word| {
                let next = numbers.len();
                *numbers.entry(word).or_insert(next)
            });
            let objects: Vec<usize> = words.collect();
            naming.resize_with(numbers.len(), Vec::new);
            for &object in &objects {
                if naming[object].last() != Some(&fluent) {
                    naming[object].push(fluent);
                }
            }
            fluents.insert((head, objects.clone()), fluent);
            atoms.push(Atom { head, objects });
        }
        Self {
            by_fluent: atoms,
            fluents,
            naming,
        }
    }

    /// The facts that change when two objects are exchanged, each with its image; `None` if an image is no fact.
    fn exchange(&self, one: usize, other: usize) -> Option<FxHashMap<Fluent, Fluent>> {
        let mut image = FxHashMap::default();
        for &fluent in self.naming[one].iter().chain(&self.naming[other]) {
            let atom = &self.by_fluent[fluent.index()];
            let exchanged = atom.objects.iter().map(|&object| match object {
                it if it == one => other,
                it if it == other => one,
                it => it,
            });
            let key = (atom.head, exchanged.collect());
            let to = *self.fluents.get(&key)?;
            if to != fluent {
                image.insert(fluent, to);
            }
        }
        Some(image)
    }

    fn profile(&self, object: usize) -> Profile<'a> {
        let mut counts: BTreeMap<(&str, usize), usize> = BTreeMap::new();
        for &fluent in &self.naming[object] {
            let atom = &self.by_fluent[fluent.index()];
            let places = atom.objects.iter().enumerate();
            for (place, _) in places.filter(|(_, it)| **it == object) {
                *counts.entry((atom.head, place)).or_default() += 1;
            }
        }
        let counts = counts.into_iter();
        counts
            .map(|((head, place), count)| (head, place, count))
            .collect()
    }
}

/// Task on which exchanges are tried.
struct Exchanges<'a> {
    task: &'a Task,
    /// By action the sum of the marks of its literals, which does not depend on their order.
    actions: FxHashSet<u64>,
    /// By fact the actions that name it.
    touching: Vec<Vec<u32>>,
    goal: Vec<u64>,
    read: usize,
}

/// A number for a literal in a place, spread over 64 bits (the end of `splitmix64`).
const fn mark(literal: usize, place: u64) -> u64 {
    let mut mixed = (literal as u64 * 4 + place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn sum(literals: &[Literal], place: u64, image: &FxHashMap<Fluent, Fluent>) -> u64 {
    let marks = literals.iter().map(|literal| {
        let fluent = image
            .get(&literal.fluent)
            .copied()
            .unwrap_or(literal.fluent);
        mark(Literal { fluent, ..*literal }.index(), place)
    });
    marks.fold(0, u64::wrapping_add)
}

fn marked(action: &Action, image: &FxHashMap<Fluent, Fluent>) -> u64 {
    sum(&action.preconditions, 0, image).wrapping_add(sum(&action.effects, 1, image))
}

fn wishes(task: &Task, image: &FxHashMap<Fluent, Fluent>) -> Vec<u64> {
    let wish = |wish: &GoalConstraint| match wish {
        GoalConstraint::Literal(one) => sum(&[*one], 0, image),
        GoalConstraint::AnyOf(any) => sum(any, 1, image),
        GoalConstraint::AtMostOne(some) => {
            let some: Vec<Literal> = some.iter().map(|one| one.is_true()).collect();
            sum(&some, 2, image)
        }
    };
    let mut wishes: Vec<u64> = task.goal().iter().map(wish).collect();
    wishes.sort_unstable();
    wishes
}

impl<'a> Exchanges<'a> {
    fn of(task: &'a Task) -> Self {
        let none = FxHashMap::default();
        let mut touching = vec![Vec::new(); task.fluents().len()];
        for (action, number) in task.actions().iter().zip(0..) {
            for fluent in action.touched() {
                touching[fluent.index()].push(number);
            }
        }
        let actions = task.actions().iter();
        Self {
            task,
            actions: actions.map(|one| marked(one, &none)).collect(),
            touching,
            goal: wishes(task, &none),
            read: 0,
        }
    }

    fn is_symmetry(&mut self, image: &FxHashMap<Fluent, Fluent>) -> bool {
        if wishes(self.task, image) != self.goal {
            return false;
        }
        for fluent in image.keys() {
            for &action in &self.touching[fluent.index()] {
                let action = &self.task.actions()[action as usize];
                self.read += action.preconditions.len() + action.effects.len();
                if !self.actions.contains(&marked(action, image)) {
                    return false;
                }
            }
        }
        true
    }
}

/// The exchanges of neighbours in each class of objects that can stand for each other; none where there are none, or it
/// took too long.
pub fn interchangeable(task: &Task, stop: &Stop) -> Symmetries {
    if !task.is_plain() {
        return Symmetries::default();
    }
    let atoms = Atoms::of(task);
    let classes = classes(task, &atoms, stop).unwrap_or_default();
    let mut place = vec![None; atoms.naming.len()];
    for (class, objects) in classes.iter().enumerate() {
        for (number, &object) in objects.iter().enumerate() {
            place[object] = Some((class, number));
        }
    }
    // One property of the objects of a class after the other, so that all exchanges compare them in the same order.
    let key = |fluent: &Fluent| {
        let atom = &atoms.by_fluent[fluent.index()];
        let (mut shape, mut numbers) = (Vec::new(), Vec::new());
        for &object in &atom.objects {
            match place[object] {
                Some((class, number)) => {
                    shape.push((0, class));
                    numbers.push(number);
                }
                None => shape.push((1, object)),
            }
        }
        (atom.head, shape, numbers)
    };
    let mut facts: Vec<Fluent> = Vec::new();
    let mut generators = Vec::new();
    for class in &classes {
        let exchanges = class.windows(2);
        for image in exchanges.filter_map(|two| atoms.exchange(two[0], two[1])) {
            let pairs = image.iter().filter(|(fluent, image)| fluent < image);
            let mut cycles: Vec<Vec<Fluent>> = pairs.map(|(&a, &b)| vec![a, b]).collect();
            cycles.sort_unstable();
            facts.extend(image.keys());
            generators.push(cycles);
        }
    }
    facts.sort_unstable();
    facts.dedup();
    facts.sort_by_cached_key(key);
    Symmetries { facts, generators }
}

/// The classes of two objects and more; `None` if it took too long.
fn classes(task: &Task, atoms: &Atoms<'_>, stop: &Stop) -> Option<Vec<Vec<usize>>> {
    if atoms.naming.len() > MOST_OBJECTS {
        return None;
    }
    let mut alike: BTreeMap<Profile<'_>, Vec<usize>> = BTreeMap::new();
    for object in 0..atoms.naming.len() {
        alike.entry(atoms.profile(object)).or_default().push(object);
    }
    alike.retain(|_, objects| objects.len() > 1);
    if alike.is_empty() {
        return None;
    }
    let mut exchanges = Exchanges::of(task);
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for objects in alike.into_values() {
        let from = classes.len();
        for object in objects {
            if stop.why().is_some() || exchanges.read > MOST_READ {
                return None;
            }
            let with = classes[from..].iter().position(|class| {
                let image = atoms.exchange(class[0], object);
                image.is_some_and(|image| exchanges.is_symmetry(&image))
            });
            match with {
                Some(class) => classes[from + class].push(object),
                None => classes.push(vec![object]),
            }
        }
    }
    classes.retain(|class| class.len() > 1);
    Some(classes)
}
