//! Computes least fixpoints of rules over atoms, for the checks on the lifted task. A fixpoint contains the atoms that
//! the relaxation reaches ([`crate::relaxed`]), or the atoms that axioms derive in a state (`validate/state`).
//!
//! The atoms of a rule are matched with the atoms that hold. The atom with the fewest candidates is matched first. Then
//! the variables without an object range over all objects, and the further conditions of the rule are evaluated. A new
//! atom is matched with the other atoms once (semi-naive evaluation). The code is independent of the grounder's joins.

use crate::condition::{Atom, Condition, ObjectId, Term};
use crate::judge::Judge;
use crate::problem::GroundAtom;
use crate::types::TypeId;
use rustc_hash::FxHashMap;
use saut_base::stop::StopReason;

/// A rule, split into atoms and further conditions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rule {
    pub(crate) variables: Vec<Vec<TypeId>>,
    pub(crate) atoms: Vec<Atom>,
    /// Further conditions that must hold. Variables of their quantifiers are numbered after the variables of the rule.
    pub(crate) rest: Vec<Condition>,
    /// Whether the consequences depend only on the atoms of the rule. If so, each solution is applied once.
    pub(crate) is_simple: bool,
}

/// Applies the rules to the atoms of the index and to derived atoms until no new atom follows. `facts` is the state or
/// the relaxation whose facts grow. `take` applies a solution of the rule with the given number, collects the atoms
/// that newly hold, and returns whether anything changed. `is_enough` is called after each round, and returns whether
/// the computation can end.
///
/// # Errors
///
/// A limit ended the computation.
pub(crate) fn fixpoint<F: Judge>(
    facts: &mut F,
    rules: &[Rule],
    index: &mut AtomIndex,
    take: impl Fn(&mut F, usize, Vec<ObjectId>, &mut Vec<GroundAtom>) -> bool,
    is_enough: impl Fn(&mut F) -> bool,
) -> Result<(), StopReason> {
    // For each predicate, the rules that contain it, each with the place of the atom in the rule.
    let mut asking: FxHashMap<usize, Vec<(usize, usize)>> = FxHashMap::default();
    for (number, rule) in rules.iter().enumerate() {
        for (place, atom) in rule.atoms.iter().enumerate() {
            asking
                .entry(atom.predicate)
                .or_default()
                .push((number, place));
        }
    }
    let mut new = Vec::new();
    for round in 0.. {
        let mut has_changed = round == 0;
        for (number, rule) in rules.iter().enumerate() {
            if round == 0 || !rule.is_simple {
                for values in rule.solutions(facts, index, None)? {
                    has_changed |= take(facts, number, values, &mut new);
                }
            }
        }
        if !has_changed {
            break;
        }
        while let Some(atom) = new.pop() {
            index.insert(&atom);
            for &(number, place) in asking.get(&atom.predicate).into_iter().flatten() {
                let trigger = Some((place, &atom.arguments[..]));
                for values in rules[number].solutions(facts, index, trigger)? {
                    take(facts, number, values, &mut new);
                }
            }
        }
        if is_enough(facts) {
            break;
        }
    }
    facts.poll()
}

impl Rule {
    /// Returns the assignments of objects to the variables for which the atoms and the further conditions hold. A
    /// trigger is the place of an atom in the rule, and the arguments with which this atom is matched. With a trigger,
    /// only the assignments that use the trigger are returned.
    ///
    /// # Errors
    ///
    /// The limit that ended the computation.
    pub(crate) fn solutions(
        &self,
        judge: &dyn Judge,
        index: &AtomIndex,
        trigger: Option<(usize, &[ObjectId])>,
    ) -> Result<Vec<Vec<ObjectId>>, StopReason> {
        let mut join = RuleMatcher {
            rule: self,
            judge,
            index,
            values: vec![None; self.variables.len()],
            found: Vec::new(),
        };
        let all: Vec<&Atom> = self.atoms.iter().collect();
        match trigger {
            None => join.go(&all)?,
            Some((place, objects)) => {
                if join.bind(all[place], objects).is_some() {
                    join.go(&without(&all, place))?;
                }
            }
        }
        Ok(join.found)
    }
}

struct RuleMatcher<'j> {
    rule: &'j Rule,
    judge: &'j dyn Judge,
    index: &'j AtomIndex,
    values: Vec<Option<ObjectId>>,
    found: Vec<Vec<ObjectId>>,
}

impl RuleMatcher<'_> {
    /// Matches an atom of the rule with the arguments of an atom that holds. Returns the variables that got an object,
    /// or `None` if the atoms do not match.
    fn bind(&mut self, atom: &Atom, objects: &[ObjectId]) -> Option<Vec<usize>> {
        let mut bound = Vec::new();
        for (term, &object) in atom.arguments.iter().zip(objects) {
            let fits = match (*term, known(*term, &self.values)) {
                (_, Some(known)) => known == object,
                (Term::Variable(variable), None) => {
                    self.values[variable] = Some(object);
                    bound.push(variable);
                    let types = &self.rule.variables[variable];
                    self.judge.objects().fits(object, types)
                }
                (Term::Object(_), None) => false,
            };
            if !fits {
                self.free(bound);
                return None;
            }
        }
        Some(bound)
    }

    fn free(&mut self, variables: Vec<usize>) {
        for variable in variables {
            self.values[variable] = None;
        }
    }

    /// Matches the remaining atoms of the rule.
    fn go(&mut self, open: &[&Atom]) -> Result<(), StopReason> {
        self.judge.poll()?;
        let index = self.index;
        let numbers = open.iter().enumerate();
        let fewest = numbers.map(|(number, atom)| (index.fitting(atom, &self.values), number));
        let fewest = fewest.min_by_key(|((count, _), _)| *count);
        let Some(((count, listed), number)) = fewest else {
            return self.close();
        };
        let atom = open[number];
        let others = without(open, number);
        for at in 0..count {
            let fitting = listed.map_or(at, |numbers| numbers[at]);
            let objects = index.atom(atom.predicate, fitting);
            if let Some(bound) = self.bind(atom, objects) {
                self.go(&others)?;
                self.free(bound);
            }
        }
        Ok(())
    }

    /// Tries all objects for the variables without an object. A choice is a solution if the further conditions of the
    /// rule hold.
    fn close(&mut self) -> Result<(), StopReason> {
        self.judge.poll()?;
        let all: Vec<ObjectId> = self.values.iter().map_while(|value| *value).collect();
        let ready = |rest: &&Condition| nesting_depth(rest, self.values.len()) <= all.len();
        let holds = |rest: &Condition| self.judge.holds(rest, &mut all.clone());
        if !self.rule.rest.iter().filter(ready).all(holds) {
            return Ok(());
        }
        let Some(variable) = self.values.iter().position(Option::is_none) else {
            self.found.push(all);
            return Ok(());
        };
        let objects = self.judge.objects().of(&self.rule.variables[variable]);
        for &object in objects.iter() {
            self.values[variable] = Some(object);
            self.close()?;
        }
        self.values[variable] = None;
        Ok(())
    }
}

fn without<'r>(atoms: &[&'r Atom], number: usize) -> Vec<&'r Atom> {
    let others = atoms.iter().enumerate().filter(|(at, _)| *at != number);
    others.map(|(_, atom)| *atom).collect()
}

/// Returns the number of variables that must have values before the part can be evaluated. A part with a quantifier or
/// a comparison is evaluated when all variables have values.
pub(crate) fn nesting_depth(part: &Condition, all: usize) -> usize {
    let of = |term: &Term| match term {
        Term::Variable(level) => level + 1,
        Term::Object(_) => 0,
    };
    match part {
        Condition::Literal(atom, _) => atom.arguments.iter().map(of).max().unwrap_or(0),
        Condition::Equal(left, right, _) => of(left).max(of(right)),
        Condition::And(parts) | Condition::Or(parts) => {
            let depths = parts.iter().map(|part| nesting_depth(part, all));
            depths.max().unwrap_or(0)
        }
        Condition::Exists(..) | Condition::ForAll(..) | Condition::Compare(_) => all,
    }
}

#[derive(Default)]
pub(crate) struct AtomIndex {
    atoms: FxHashMap<usize, Vec<Vec<ObjectId>>>,
    at: FxHashMap<(usize, usize, ObjectId), Vec<usize>>,
}

impl AtomIndex {
    pub(crate) fn insert(&mut self, atom: &GroundAtom) {
        let known = self.atoms.entry(atom.predicate).or_default();
        for (place, &object) in atom.arguments.iter().enumerate() {
            let key = (atom.predicate, place, object);
            self.at.entry(key).or_default().push(known.len());
        }
        known.push(atom.arguments.clone());
    }

    fn atom(&self, predicate: usize, number: usize) -> &[ObjectId] {
        &self.atoms[&predicate][number]
    }

    /// Returns the number of atoms that may match, and their numbers; `None` in place of the numbers if all atoms of
    /// the predicate may match. The search uses one argument that has a value: the argument with the fewest matches.
    fn fitting(&self, atom: &Atom, values: &[Option<ObjectId>]) -> (usize, Option<&[usize]>) {
        let all = self.atoms.get(&atom.predicate).map_or(0, Vec::len);
        let places = atom.arguments.iter().enumerate();
        let some = places.filter_map(|(place, term)| {
            let key = (atom.predicate, place, known(*term, values)?);
            Some(self.at.get(&key).map_or(&[][..], Vec::as_slice))
        });
        let fewest = some.min_by_key(|some| some.len());
        let fewest = fewest.filter(|some| some.len() < all);
        (fewest.map_or(all, <[usize]>::len), fewest)
    }
}

/// Returns the object of a term; `None` for a variable without an object.
fn known(term: Term, values: &[Option<ObjectId>]) -> Option<ObjectId> {
    match term {
        Term::Variable(variable) => values[variable],
        Term::Object(object) => Some(object),
    }
}
