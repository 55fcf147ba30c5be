//! Tasks that are nearly the same: with fewer goals, or with another fact or number at the start.
//!
//! For whoever wants to know what of a task stands in the way. They are tasks in their own right, of the language of
//! the one they were made from, so that what is said of them is checked as for any.

use num_traits::Signed;
use rustc_hash::{FxHashMap, FxHashSet};
use saut_base::stop::{Stop, Ticker};
use saut_numeric::{Rational, rational};

use crate::condition::{Condition, ObjectId, Parameter, Term};
use crate::domain::LiftedDomain;
use crate::effect::SimpleEffect;
use crate::ground::GroundTask;
use crate::planning_task::PlanningTask;
use crate::problem::{GroundAtom, Problem};
use crate::sas::SasTask;

/// A predicate with more atoms than this is passed over.
const MOST_ATOMS: usize = 20_000;
/// Most changes that are made.
const MOST_CHANGES: usize = 4_000;

/// Kind of a change of the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeKind {
    /// Another value of something that actions only ever bring down.
    Budget,
    /// A number more or less.
    Number,
    /// A fact more that no action changes.
    Fixed,
    /// Another value of something that has one.
    Moved,
    /// A fact more.
    Added,
    /// A fact less.
    Removed,
}

/// One fact of the start changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartChange {
    /// Kind of the change.
    pub kind: ChangeKind,
    /// The fact that no longer holds.
    pub without: Option<String>,
    /// The fact that holds instead, or beside the others.
    pub with: Option<String>,
    made: Made,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Made {
    Atoms {
        without: Option<GroundAtom>,
        with: Option<GroundAtom>,
    },
    Value {
        variable: usize,
        value: usize,
    },
    Number {
        function: GroundAtom,
        value: Rational,
    },
}

/// An atom without variables.
fn ground(condition: &Condition) -> Option<GroundAtom> {
    let Condition::Atom(atom) = condition else {
        return None;
    };
    let object = |term: &Term| match term {
        Term::Object(object) => Some(*object),
        Term::Variable(_) => None,
    };
    Some(GroundAtom {
        predicate: atom.predicate,
        arguments: atom.arguments.iter().map(object).collect::<Option<_>>()?,
    })
}

fn part_name(domain: &LiftedDomain, problem: &Problem, number: usize, part: &Condition) -> String {
    let named = |atom: GroundAtom| format!("({})", problem.written(domain, &atom));
    let negated = |part: &Condition| match part {
        Condition::Not(inner) => ground(inner).map(|atom| format!("(not {})", named(atom))),
        _ => None,
    };
    let simple = ground(part).map(named).or_else(|| negated(part));
    simple.unwrap_or_else(|| format!("part {} of the goal", number + 1))
}

impl PlanningTask {
    /// The parts of the goal that must all hold, in the order of the file, as people write them.
    pub fn goal_parts(&self) -> Vec<String> {
        match self {
            Self::Pddl(pair) => {
                let (domain, problem) = &**pair;
                let all = problem.goal.conjuncts().into_iter().enumerate();
                all.map(|(number, part)| part_name(domain, problem, number, part))
                    .collect()
            }
            Self::Sas(sas) => {
                let value = |one: &crate::sas::SasValue| sas_name(sas, one.variable, one.value);
                sas.goal.iter().map(value).collect()
            }
            // Fewer tokens are another task.
            Self::Tokens(_) => Vec::new(),
        }
    }

    /// The task with these parts of the goal only, by their numbers from 0.
    #[must_use]
    pub fn with_goal_parts(&self, kept: &[usize]) -> Self {
        match self {
            Self::Pddl(pair) => {
                let (domain, mut problem) = (**pair).clone();
                let all = problem.goal.conjuncts();
                let kept = kept.iter().filter_map(|&number| all.get(number).copied());
                problem.goal = Condition::And(kept.cloned().collect());
                Self::pddl(domain, problem)
            }
            Self::Sas(sas) => {
                let kept = kept
                    .iter()
                    .filter_map(|&number| sas.goal.get(number).copied());
                let goal = kept.collect();
                Self::Sas(SasTask {
                    goal,
                    ..sas.clone()
                })
            }
            Self::Tokens(tokens) => Self::Tokens(tokens.clone()),
        }
    }

    /// The ways to change one fact of the start, those first that a modeller would think of first. `ground` tells what
    /// only ever falls.
    pub fn start_changes(&self, ground: Option<&GroundTask>, stop: &Stop) -> Vec<StartChange> {
        let limits = Ticker::new(stop);
        let mut changes = match self {
            Self::Pddl(pair) => Changes::new(&pair.0, &pair.1, ground, limits).all(),
            Self::Sas(sas) => sas_changes(sas, &limits),
            Self::Tokens(_) => Vec::new(),
        };
        changes.sort_by(|a, b| {
            let key =
                |change: &StartChange| (change.kind, change.with.as_ref().map_or(0, String::len));
            key(a).cmp(&key(b)).then_with(|| a.with.cmp(&b.with))
        });
        changes.truncate(MOST_CHANGES);
        changes
    }

    /// The task with a change of its start.
    #[must_use]
    pub fn with_start_change(&self, change: &StartChange) -> Self {
        match (self, &change.made) {
            (Self::Pddl(pair), Made::Atoms { without, with }) => {
                let (domain, mut problem) = (**pair).clone();
                problem
                    .initial
                    .retain(|atom| Some(atom) != without.as_ref());
                problem.initial.extend(with.clone());
                Self::pddl(domain, problem)
            }
            (Self::Pddl(pair), Made::Number { function, value }) => {
                let (domain, mut problem) = (**pair).clone();
                if let Some(numbers) = &mut problem.numbers {
                    numbers.values.insert(function.clone(), value.clone());
                }
                Self::pddl(domain, problem)
            }
            (Self::Sas(sas), &Made::Value { variable, value }) => {
                let mut changed = sas.clone();
                changed.initial[variable] = value;
                Self::Sas(changed)
            }
            (other, _) => other.clone(),
        }
    }
}

/// A value of a SAS+ file as an atom where it is one.
fn sas_name(sas: &SasTask, variable: usize, value: usize) -> String {
    let name = &sas.variables[variable].values[value];
    let atom = |name: &str| {
        let words = name.split(['(', ')', ',']).map(str::trim);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        format!("({})", words.join(" "))
    };
    match (
        name.strip_prefix("Atom "),
        name.strip_prefix("NegatedAtom "),
    ) {
        (Some(name), _) => atom(name),
        (_, Some(name)) => format!("(not {})", atom(name)),
        _ => format!("variable {variable}: {name}"),
    }
}

fn sas_changes(sas: &SasTask, limits: &Ticker) -> Vec<StartChange> {
    // For each variable the ways of operators from value to value, unless one leads there from any.
    let mut ways: Vec<Option<Vec<(usize, usize)>>> = vec![Some(Vec::new()); sas.variables.len()];
    let effects = sas.operators.iter().flat_map(|operator| &operator.effects);
    for effect in effects.take_while(|_| limits.stop_reason().is_none()) {
        let ways = &mut ways[effect.variable];
        match (effect.before, ways.as_mut()) {
            (Some(before), Some(ways)) => ways.push((before, effect.after)),
            (None, _) => *ways = None,
            (_, None) => {}
        }
    }
    let variables = sas.variables.iter().enumerate();
    let basic = variables.filter(|(_, known)| known.layer.is_none());
    let changes = basic.flat_map(|(variable, known)| {
        let now = sas.initial[variable];
        let values = known.values.len();
        let ways = ways[variable].as_ref();
        let falls = ways.is_some_and(|ways| has_no_way_back(values, ways));
        let others = (0..known.values.len()).filter(move |&value| value != now);
        others.map(move |value| StartChange {
            kind: if falls {
                ChangeKind::Budget
            } else {
                ChangeKind::Moved
            },
            without: Some(sas_name(sas, variable, now)),
            with: Some(sas_name(sas, variable, value)),
            made: Made::Value { variable, value },
        })
    });
    changes.take_while(|_| limits.spend(16).is_ok()).collect()
}

/// Whether there is a way, and none leads in a circle.
fn has_no_way_back(count: usize, ways: &[(usize, usize)]) -> bool {
    // Values that lead on to nothing, and then those that only led to them, until none is left, or a circle.
    let mut leads_on = vec![0_usize; count];
    let mut led_from = vec![Vec::new(); count];
    for &(from, to) in ways {
        leads_on[from] += 1;
        led_from[to].push(from);
    }
    let mut ends: Vec<usize> = (0..count).filter(|&value| leads_on[value] == 0).collect();
    let mut left = count;
    while let Some(end) = ends.pop() {
        left -= 1;
        for &from in &led_from[end] {
            leads_on[from] -= 1;
            if leads_on[from] == 0 {
                ends.push(from);
            }
        }
    }
    count > 2 && !ways.is_empty() && left == 0
}

/// A predicate with all arguments but one.
type Class = (usize, usize, Vec<ObjectId>);

struct Changes<'a> {
    domain: &'a LiftedDomain,
    problem: &'a Problem,
    initial: FxHashSet<&'a GroundAtom>,
    /// The atom of the start by class, where there is only one.
    of_class: FxHashMap<Class, Option<&'a GroundAtom>>,
    /// The predicates that actions change.
    is_changed: Vec<bool>,
    /// The classes, by the names of their facts without the one argument, that only ever fall.
    falling: FxHashSet<(String, usize)>,
    limits: Ticker,
}

/// The words of a fact without the one at a place, with a mark there.
fn without_word(fact: &str, place: usize) -> Option<String> {
    let mut words: Vec<&str> = fact.split(' ').collect();
    *words.get_mut(place + 1)? = "?";
    Some(words.join(" "))
}

/// The classes of facts of which actions exchange one for another, never in a circle.
fn falling(ground: &GroundTask, limits: &Ticker) -> FxHashSet<(String, usize)> {
    let mut ways: FxHashMap<(String, usize), Vec<(usize, usize)>> = FxHashMap::default();
    let mut broken: FxHashSet<(String, usize)> = FxHashSet::default();
    let classes = |fact: usize| {
        let name = &ground.facts[fact];
        let places = 0..name.split(' ').count().saturating_sub(1);
        let class = move |place| Some((without_word(name, place)?, place));
        places.filter_map(class).collect::<Vec<_>>()
    };
    for action in &ground.actions {
        let added = action.added.iter().map(|&fact| fact as usize);
        for to in added {
            for class in classes(to) {
                if limits.spend(16 * (action.deleted.len() + 1)).is_err() {
                    return FxHashSet::default();
                }
                let mut gone = action.deleted.iter().map(|&fact| fact as usize);
                match gone.find(|&from| classes(from).contains(&class)) {
                    Some(from) => ways.entry(class).or_default().push((from, to)),
                    None => {
                        broken.insert(class);
                    }
                }
            }
        }
        if !action.conditional.is_empty() {
            let added = action.conditional.iter().flat_map(|one| &one.added);
            broken.extend(added.flat_map(|&fact| classes(fact as usize)));
        }
    }
    let falls = ways.into_iter().filter(|(class, ways)| {
        let mut facts: Vec<usize> = ways.iter().flat_map(|&(from, to)| [from, to]).collect();
        facts.sort_unstable();
        facts.dedup();
        let place = |fact: usize| facts.binary_search(&fact).unwrap_or_default();
        let ways: Vec<(usize, usize)> = ways.iter().map(|&(a, b)| (place(a), place(b))).collect();
        !broken.contains(class) && has_no_way_back(facts.len(), &ways)
    });
    falls.map(|(class, _)| class).collect()
}

impl<'a> Changes<'a> {
    fn new(
        domain: &'a LiftedDomain,
        problem: &'a Problem,
        ground: Option<&GroundTask>,
        limits: Ticker,
    ) -> Self {
        let mut is_changed = vec![false; domain.symbols.predicates.len()];
        let effects = domain.schemas.iter().flat_map(|schema| &schema.effects);
        for change in effects.flat_map(|effect| &effect.changes) {
            match change {
                SimpleEffect::Add(atom) | SimpleEffect::Delete(atom) => {
                    is_changed[atom.predicate] = true;
                }
                SimpleEffect::Number(_) => {}
            }
        }
        let mut of_class: FxHashMap<Class, Option<&GroundAtom>> = FxHashMap::default();
        for atom in problem
            .initial
            .iter()
            .take_while(|_| limits.spend(8).is_ok())
        {
            for place in 0..atom.arguments.len() {
                let of_class = of_class.entry(class(atom, place));
                of_class
                    .and_modify(|only| *only = None)
                    .or_insert(Some(atom));
            }
        }
        Self {
            domain,
            problem,
            initial: problem.initial.iter().collect(),
            of_class,
            is_changed,
            falling: ground
                .map(|ground| falling(ground, &limits))
                .unwrap_or_default(),
            limits,
        }
    }

    fn all(&self) -> Vec<StartChange> {
        let mut changes = Vec::new();
        for predicate in 0..self.domain.symbols.predicates.len() {
            if self.domain.symbols.derived[predicate] || changes.len() >= MOST_ATOMS {
                continue;
            }
            for with in self.atoms(predicate) {
                if self.limits.spend(16).is_err() {
                    break;
                }
                // What relates a thing to itself nobody has forgotten.
                let mut arguments = with.arguments.clone();
                arguments.sort_unstable();
                arguments.dedup();
                let is_plain = arguments.len() == with.arguments.len();
                if is_plain && !self.initial.contains(&with) {
                    changes.push(self.with(with));
                }
            }
        }
        if let Some(numbers) = &self.problem.numbers {
            for (function, value) in &numbers.values {
                if self.limits.spend(16).is_err() {
                    break;
                }
                changes.extend(self.numbers(function, value));
            }
        }
        for without in &self.problem.initial {
            if self.limits.spend(16).is_err() {
                break;
            }
            if self.is_changed[without.predicate] {
                changes.push(self.change(ChangeKind::Removed, Some(without.clone()), None));
            }
        }
        changes
    }

    /// A number that is one more, one less, or twice as great.
    fn numbers(&self, function: &GroundAtom, value: &Rational) -> Vec<StartChange> {
        let one = Rational::from_integer(1.into());
        let name = self.problem.written_function(self.domain, function);
        let named = |value: &Rational| format!("(= ({name}) {})", rational::written(value));
        let mut others = vec![value + &one, value - &one, value + value];
        others.retain(|other| other != value && (value.is_negative() || !other.is_negative()));
        others.dedup();
        let change = |other: Rational| StartChange {
            kind: ChangeKind::Number,
            without: Some(named(value)),
            with: Some(named(&other)),
            made: Made::Number {
                function: function.clone(),
                value: other,
            },
        };
        others.into_iter().map(change).collect()
    }

    fn change(
        &self,
        kind: ChangeKind,
        without: Option<GroundAtom>,
        with: Option<GroundAtom>,
    ) -> StartChange {
        let named = |atom: &GroundAtom| format!("({})", self.problem.written(self.domain, atom));
        StartChange {
            kind,
            without: without.as_ref().map(named),
            with: with.as_ref().map(named),
            made: Made::Atoms { without, with },
        }
    }

    /// An atom that does not hold at the start is made to; what has one value gets another.
    fn with(&self, with: GroundAtom) -> StartChange {
        if !self.is_changed[with.predicate] {
            return self.change(ChangeKind::Fixed, None, Some(with));
        }
        let places = (0..with.arguments.len()).rev();
        for place in places {
            let own = class(&with, place);
            let Some(&Some(before)) = self.of_class.get(&own) else {
                continue;
            };
            let name = self.problem.written(self.domain, &with);
            let falls = without_word(&name, place)
                .is_some_and(|name| self.falling.contains(&(name, place)));
            let kind = if falls {
                ChangeKind::Budget
            } else {
                ChangeKind::Moved
            };
            return self.change(kind, Some(before.clone()), Some(with));
        }
        self.change(ChangeKind::Added, None, Some(with))
    }

    /// All atoms of a predicate over the objects of its types; none where they are too many.
    fn atoms(&self, predicate: usize) -> Vec<GroundAtom> {
        let symbols = &self.domain.symbols;
        let fitting = |one: &Parameter| self.problem.objects_of(&one.types, &symbols.types);
        let parameters = symbols.predicates[predicate].parameters.iter();
        let choices: Vec<Vec<ObjectId>> = parameters.map(fitting).collect();
        let mut count = 1_usize;
        for choice in &choices {
            count = count.saturating_mul(choice.len());
        }
        if count > MOST_ATOMS {
            return Vec::new();
        }
        let mut all = vec![Vec::new()];
        for choice in &choices {
            let longer = all.iter().flat_map(|begun: &Vec<ObjectId>| {
                choice.iter().map(|&object| {
                    let mut longer = begun.clone();
                    longer.push(object);
                    longer
                })
            });
            all = longer.collect();
        }
        let atom = |arguments| GroundAtom {
            predicate,
            arguments,
        };
        all.into_iter().map(atom).collect()
    }
}

fn class(atom: &GroundAtom, place: usize) -> Class {
    let mut others = atom.arguments.clone();
    others.remove(place);
    (atom.predicate, place, others)
}
