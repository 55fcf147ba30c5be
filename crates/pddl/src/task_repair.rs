//! Variants of a task: with fewer goals, or with another fact or number in the initial state.
//!
//! Variants help to find out why a task is infeasible. Each variant is a task in the same language, so results about a
//! variant are checked like results about any task.

mod different;

use std::collections::{BTreeMap, BTreeSet};

use num_traits::Signed;
use rustc_hash::{FxHashMap, FxHashSet};
use saut_base::lists::{distinct, number};
use saut_base::stop::{Stop, Ticker};
use saut_numeric::{Rational, rational};
use saut_task::task::rule::components;
use strum::IntoStaticStr;

use crate::condition::Condition;
use crate::ground::GroundTask;
use crate::obstacle::Obstacle;
use crate::planning_task::PlanningTask;
use crate::problem::{GroundAtom, ObjectsByType, Problem};
use crate::types::TypeId;
use crate::validate::State;

/// Maximum number of atoms of a predicate. Predicates with more atoms are skipped.
const MAX_ATOMS: usize = 20_000;
/// Maximum number of returned changes.
const MAX_CHANGES: usize = 4_000;

/// Kind of a change of the initial state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum ChangeKind {
    /// Another value of a quantity that actions can only decrease.
    Budget,
    /// Another number.
    Number,
    /// An additional fact of a predicate that no action changes.
    Fixed,
    /// Another value of a variable.
    Moved,
    /// An additional fact.
    Added,
    /// A removed fact.
    Removed,
}

/// A change of one fact or number of the initial state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialStateEdit {
    /// Kind of the change.
    pub kind: ChangeKind,
    /// The fact that no longer holds.
    pub without: Option<String>,
    /// The fact that is added. If a fact is removed, the added fact replaces it.
    pub with: Option<String>,
    made: Made,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Made {
    /// The removed atom and the added atom, if any.
    Atoms([Option<GroundAtom>; 2]),
    /// A function and its new value.
    Number(GroundAtom, Rational),
}

impl PlanningTask {
    /// Returns the parts of the goal that must all hold, in the order of the file, as PDDL text. The list is empty for
    /// a token reconfiguration task, because such a task has a fixed number of tokens.
    pub fn goal_parts(&self) -> Vec<String> {
        let stop = Stop::default();
        let state = State::initial(&self.problem, &stop);
        let all = self.problem.goal.conjuncts().into_iter();
        let all = all.filter(|_| self.tokens().is_none());
        all.map(|part| state.named(part, &[]).text).collect()
    }

    /// Returns the task with only these parts of the goal and these constraints, by their numbers from 0. The
    /// constraints are numbered after the parts of the goal.
    #[must_use]
    pub fn with_only(&self, kept: &BTreeSet<usize>) -> Self {
        let mut task = self.clone();
        let goals = self.problem.goal.conjuncts();
        let kept_goals = goals.iter().enumerate();
        let kept_goals = kept_goals.filter(|(number, _)| kept.contains(number));
        let kept_goals = kept_goals.map(|(_, &part)| part.clone()).collect();
        task.problem.goal = Condition::And(kept_goals);
        let mut numbers = goals.len()..;
        let constraints = &mut task.problem.trajectory.constraints;
        constraints.retain(|_| numbers.next().is_some_and(|number| kept.contains(&number)));
        task
    }

    /// Returns the constraints that every plan must satisfy, as PDDL text.
    pub fn constraint_parts(&self) -> Vec<String> {
        let stop = Stop::default();
        let state = State::initial(&self.problem, &stop);
        let constraints = &self.problem.trajectory.constraints;
        constraints
            .iter()
            .map(|one| state.named_constraint(one, &mut Vec::new()))
            .collect()
    }

    /// Returns the possible changes of one fact or number of the initial state. First come missing values and facts
    /// that make an odd object similar to other objects, then facts that an obstacle names. The other changes are
    /// ordered by their kind, and by how similar the added fact is to the initial facts. `ground` shows which values
    /// can only decrease.
    pub fn start_changes(
        &self,
        ground: Option<&GroundTask>,
        obstacles: &[Obstacle],
        stop: &Stop,
    ) -> Vec<InitialStateEdit> {
        if self.tokens().is_some() {
            return Vec::new();
        }
        let limits = Ticker::new(stop);
        let made = InitialStateEdits::new(&self.problem, ground, limits);
        let mut changes = made.all();
        changes.extend(made.removals(obstacles));
        let mut undefined: Vec<GroundAtom> = Vec::new();
        if self.problem.is_numeric {
            undefined.extend(obstacles.iter().filter_map(|one| one.undefined.clone()));
            undefined.extend(self.problem.undefined().into_iter().map(|(one, _)| one));
        }
        changes.extend(distinct(undefined).iter().flat_map(|one| made.values(one)));
        let initial = self.problem.initial.iter().collect();
        let profiles = Profiles::new(&self.problem);
        let named = |fact: &Option<String>, sign: [&str; 2]| {
            let fact = fact
                .as_ref()
                .map(|fact| format!("{}{fact}{}", sign[0], sign[1]));
            let all = || obstacles.iter().flat_map(|one| &one.links);
            fact.is_some_and(|fact| all().any(|link| link.unmet == fact))
        };
        changes.sort_by_cached_key(|change| {
            let is_value = change.kind == ChangeKind::Number && change.without.is_none();
            let is_named = is_value
                || named(&change.with, ["", ""])
                || change.with.is_none() && named(&change.without, ["(not ", ")"]);
            let (is_mirrored, fit) = match &change.made {
                Made::Atoms([_, Some(with)]) => {
                    (self.problem.is_mirrored(&initial, with), profiles.fit(with))
                }
                _ => (false, (false, 0, 0)),
            };
            // Added values keep their order.
            let text = change.with.clone().filter(|_| !is_value);
            let length = text.as_ref().map_or(0, String::len);
            let is_gap = is_value || fit.0 && change.without.is_none();
            let likeness = (!is_mirrored, fit.1, fit.2, length);
            (!is_gap, !is_named, change.kind, likeness, text)
        });
        changes.truncate(MAX_CHANGES);
        changes
    }

    /// Returns the task with a change of its initial state.
    #[must_use]
    pub fn with_start_change(&self, change: &InitialStateEdit) -> Self {
        let mut task = self.clone();
        let problem = &mut task.problem;
        match &change.made {
            Made::Atoms([without, with]) => {
                problem
                    .initial
                    .retain(|atom| Some(atom) != without.as_ref());
                problem.initial.extend(with.clone());
            }
            Made::Number(function, value) => {
                problem.values.insert(function.clone(), value.clone());
            }
        }
        task
    }
}

/// The number of times that an object occurs at each place of each predicate in the initial state.
type Profile = BTreeMap<(usize, usize), usize>;

/// The profiles of objects. An object is odd if no other object of its types has its profile.
struct Profiles<'a> {
    problem: &'a Problem,
    of: Vec<Profile>,
    /// Number of objects with these types and this profile.
    counts: FxHashMap<(&'a [TypeId], Profile), usize>,
    /// The parts of the profiles for single predicates.
    parts: FxHashSet<(&'a [TypeId], Profile)>,
}

impl<'a> Profiles<'a> {
    fn new(problem: &'a Problem) -> Self {
        let mut of = vec![Profile::new(); problem.objects.len()];
        for atom in &problem.initial {
            for (place, &object) in atom.arguments.iter().enumerate() {
                let profile = &mut of[object as usize];
                *profile.entry((atom.predicate, place)).or_default() += 1;
            }
        }
        let mut profiles = Self {
            problem,
            of: Vec::new(),
            counts: FxHashMap::default(),
            parts: FxHashSet::default(),
        };
        for (types, profile) in problem.objects.values().zip(&of) {
            let counts = &mut profiles.counts;
            *counts.entry((types, profile.clone())).or_default() += 1;
            let parts = profile
                .keys()
                .map(|&(predicate, _)| part(profile, predicate));
            profiles.parts.extend(parts.map(|part| (&types[..], part)));
        }
        Self { of, ..profiles }
    }

    /// Returns how well a missing fact fits its objects, as three values. The flag states whether the fact makes an odd
    /// object similar to other objects and makes no object odd. The numbers count the objects that are odd with the
    /// fact: by their whole profiles, and by the part of their profiles for the predicate.
    fn fit(&self, atom: &GroundAtom) -> (bool, usize, usize) {
        let (mut odd_before, mut odd, mut odd_part) = (0, 0, 0);
        for (place, &object) in atom.arguments.iter().enumerate() {
            let types = &*self.problem.objects[object as usize];
            let before = (types, self.of[object as usize].clone());
            let mut profile = before.1.clone();
            *profile.entry((atom.predicate, place)).or_default() += 1;
            let part = (types, part(&profile, atom.predicate));
            odd_part += usize::from(!self.parts.contains(&part));
            odd_before += usize::from(self.counts[&before] == 1);
            odd += usize::from(!self.counts.contains_key(&(types, profile)));
        }
        (odd == 0 && odd_before > 0, odd, odd_part)
    }
}

fn part(profile: &Profile, predicate: usize) -> Profile {
    let part = profile.range((predicate, 0)..(predicate + 1, 0));
    part.map(|(&key, &count)| (key, count)).collect()
}

/// Whether the graph has more than two vertices and some edges, but no cycle. The graph must not have an edge from a
/// vertex to itself.
fn has_no_way_back(count: usize, ways: &[(usize, usize)]) -> bool {
    let mut next = vec![Vec::new(); count];
    for &(from, to) in ways {
        next[from].push(number(to));
    }
    count > 2 && !ways.is_empty() && components(&next).len() == count
}

/// The name of an atom with a question mark in the place of one argument, and this place.
type Class = (String, usize);

struct InitialStateEdits<'a> {
    problem: &'a Problem,
    initial: FxHashSet<&'a GroundAtom>,
    /// For each class, its atom in the initial state; `None` if there are several.
    of_class: FxHashMap<Class, Option<&'a GroundAtom>>,
    /// For each value of an SAS+ variable, the initial value of the variable.
    value_at_start: FxHashMap<usize, &'a GroundAtom>,
    is_changed: Vec<bool>,
    /// The classes whose values can only decrease.
    falling: FxHashSet<Class>,
    limits: Ticker,
}

/// Returns the classes of an atom by its name.
fn classes(name: &str) -> Vec<Class> {
    let words: Vec<&str> = name.split(' ').collect();
    let class = |place: usize| {
        let mut words = words.clone();
        words[place + 1] = "?";
        (words.join(" "), place)
    };
    (0..words.len() - 1).map(class).collect()
}

/// Returns the classes whose facts are replaced by actions, but never in a cycle: an action that adds a fact of the
/// class deletes another fact of the class.
fn falling(ground: &GroundTask, limits: &Ticker) -> FxHashSet<Class> {
    let mut ways: FxHashMap<Class, Vec<(usize, usize)>> = FxHashMap::default();
    let mut broken: FxHashSet<Class> = FxHashSet::default();
    let classes = |fact: usize| classes(&ground.facts[fact]);
    for action in ground.actions.iter().map(|ground| &ground.action) {
        let of = |value: bool| {
            let effects = action.effects.iter().filter(move |one| one.value == value);
            effects.map(|one| one.fluent.index())
        };
        for to in of(true) {
            for class in classes(to) {
                if limits.spend(16 * (action.effects.len() + 1)).is_err() {
                    return FxHashSet::default();
                }
                match of(false).find(|&from| classes(from).contains(&class)) {
                    Some(from) => ways.entry(class).or_default().push((from, to)),
                    None => {
                        broken.insert(class);
                    }
                }
            }
        }
        let conditional = action.conditional.iter().map(|one| one.effect);
        let added = conditional.filter(|one| one.value);
        broken.extend(added.flat_map(|one| classes(one.fluent.index())));
    }
    let falls = ways.into_iter().filter(|(class, ways)| {
        let facts = distinct(ways.iter().flat_map(|&(from, to)| [from, to]));
        let place = |fact: usize| facts.binary_search(&fact).unwrap_or_default();
        let ways: Vec<(usize, usize)> = ways.iter().map(|&(a, b)| (place(a), place(b))).collect();
        !broken.contains(class) && has_no_way_back(facts.len(), &ways)
    });
    falls.map(|(class, _)| class).collect()
}

impl<'a> InitialStateEdits<'a> {
    fn new(problem: &'a Problem, ground: Option<&GroundTask>, limits: Ticker) -> Self {
        let mut of_class: FxHashMap<Class, Option<&GroundAtom>> = FxHashMap::default();
        for atom in problem
            .initial
            .iter()
            .take_while(|_| limits.spend(8).is_ok())
        {
            for class in classes(&problem.written(atom)) {
                let of_class = of_class.entry(class);
                of_class
                    .and_modify(|only| *only = None)
                    .or_insert(Some(atom));
            }
        }
        let mut value_at_start = FxHashMap::default();
        for values in &problem.domain.variables {
            let mut initial = problem.initial.iter();
            if let Some(now) = initial.find(|atom| values.contains(&atom.predicate)) {
                value_at_start.extend(values.iter().map(|&value| (value, now)));
            }
        }
        Self {
            problem,
            initial: problem.initial.iter().collect(),
            of_class,
            value_at_start,
            is_changed: problem.domain.changed_predicates(),
            falling: ground
                .map(|ground| falling(ground, &limits))
                .unwrap_or_default(),
            limits,
        }
    }

    fn goes_on(&self) -> bool {
        self.limits.spend(16).is_ok()
    }

    fn all(&self) -> Vec<InitialStateEdit> {
        let mut changes = Vec::new();
        let symbols = &self.problem.domain.symbols;
        for predicate in 0..symbols.predicates.len() {
            if symbols.derived[predicate] || changes.len() >= MAX_ATOMS {
                continue;
            }
            let atoms = self.atoms(predicate).into_iter();
            for with in atoms.take_while(|_| self.goes_on()) {
                // A missing fact that relates an object to itself is unlikely.
                let is_plain = distinct(&with.arguments).len() == with.arguments.len();
                if is_plain && !self.initial.contains(&with) {
                    changes.push(self.with(with));
                }
            }
        }
        let values = self.problem.values.iter();
        for (function, value) in values.take_while(|_| self.problem.is_numeric && self.goes_on()) {
            changes.extend(self.numbers(function, value));
        }
        let initial = self.problem.initial.iter();
        for without in initial.take_while(|_| self.goes_on()) {
            let is_value = self.value_at_start.contains_key(&without.predicate);
            if self.is_changed[without.predicate] && !is_value {
                changes.push(self.change(ChangeKind::Removed, Some(without.clone()), None));
            }
        }
        changes
    }

    /// Returns the removals of facts that no action changes and that an obstacle names.
    fn removals(&self, obstacles: &[Obstacle]) -> Vec<InitialStateEdit> {
        let links = obstacles.iter().flat_map(|one| &one.links);
        let named: FxHashSet<&str> = links.map(|link| &*link.unmet).collect();
        let is_named = |atom: &&GroundAtom| {
            let text = format!("(not ({}))", self.problem.written(atom));
            !self.is_changed[atom.predicate] && named.contains(&*text)
        };
        let initial = self.problem.initial.iter().filter(is_named);
        let removal =
            |atom: &GroundAtom| self.change(ChangeKind::Removed, Some(atom.clone()), None);
        initial.map(removal).collect()
    }

    /// Returns the changes that give a value to a function without one: the value for the same arguments in another
    /// order, values for other objects, or 1.
    fn values(&self, function: &GroundAtom) -> Vec<InitialStateEdit> {
        const MOST: usize = 3;
        let alike = |(other, value): (&GroundAtom, &'a Rational)| {
            let is_same = other.predicate == function.predicate;
            let is_mirror = distinct(&other.arguments) == distinct(&function.arguments);
            is_same.then_some((!is_mirror, value))
        };
        let mut values: Vec<Rational> = Vec::new();
        for (_, value) in distinct(self.problem.values.iter().filter_map(alike)) {
            if !values.contains(value) && values.len() < MOST {
                values.push(value.clone());
            }
        }
        if values.is_empty() {
            values.push(Rational::from_integer(1.into()));
        }
        let change = |value| self.number(function, None, value);
        values.into_iter().map(change).collect()
    }

    fn number(
        &self,
        of: &GroundAtom,
        without: Option<&Rational>,
        with: Rational,
    ) -> InitialStateEdit {
        let name = self.problem.written_function(of);
        let named = |value: &Rational| format!("(= ({name}) {})", rational::written(value));
        InitialStateEdit {
            kind: ChangeKind::Number,
            without: without.map(named),
            with: Some(named(&with)),
            made: Made::Number(of.clone(), with),
        }
    }

    /// Returns the changes of a number: larger by one, smaller by one, or doubled.
    fn numbers(&self, function: &GroundAtom, value: &Rational) -> Vec<InitialStateEdit> {
        let one = Rational::from_integer(1.into());
        let mut others = vec![value + &one, value - &one, value + value];
        others.retain(|other| other != value && (value.is_negative() || !other.is_negative()));
        others.dedup();
        let change = |other| self.number(function, Some(value), other);
        others.into_iter().map(change).collect()
    }

    fn change(
        &self,
        kind: ChangeKind,
        without: Option<GroundAtom>,
        with: Option<GroundAtom>,
    ) -> InitialStateEdit {
        let named = |atom: &GroundAtom| format!("({})", self.problem.written(atom));
        InitialStateEdit {
            kind,
            without: without.as_ref().map(named),
            with: with.as_ref().map(named),
            made: Made::Atoms([without, with]),
        }
    }

    /// Returns the change that adds an atom to the initial state. If the atom is a value of a variable, it replaces the
    /// current value.
    fn with(&self, with: GroundAtom) -> InitialStateEdit {
        let value = self.value_at_start.get(&with.predicate);
        if value.is_none() && !self.is_changed[with.predicate] {
            return self.change(ChangeKind::Fixed, None, Some(with));
        }
        let classes = classes(&self.problem.written(&with));
        // The other arguments seldom determine the first argument.
        let is_value = |class: &&Class| {
            class.1 > 0 || with.arguments.len() == 1 || self.falling.contains(*class)
        };
        let mut classes = classes.iter().rev().filter(is_value).filter_map(|class| {
            let before = (*self.of_class.get(class)?)?;
            Some((before, self.falling.contains(class)))
        });
        let replaced = match value {
            Some(&value) => Some((value, classes.any(|found| found == (value, true)))),
            None => classes.next(),
        };
        let Some((before, falls)) = replaced else {
            return self.change(ChangeKind::Added, None, Some(with));
        };
        let kind = if falls {
            ChangeKind::Budget
        } else {
            ChangeKind::Moved
        };
        self.change(kind, Some(before.clone()), Some(with))
    }

    /// Returns all atoms of a predicate over the objects of its types; empty if there are too many.
    fn atoms(&self, predicate: usize) -> Vec<GroundAtom> {
        let objects = ObjectsByType::new(self.problem);
        let parameters = &self.problem.domain.symbols.predicates[predicate];
        let mut all = Vec::new();
        let shown = objects.each(parameters, &mut Vec::new(), &mut |arguments| {
            all.push(GroundAtom::new(predicate, arguments.clone()));
            (all.len() <= MAX_ATOMS).then_some(()).ok_or(())
        });
        shown.map_or_else(|()| Vec::new(), |()| all)
    }
}
