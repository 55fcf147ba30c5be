//! Checks that actions at the same time do not interfere: no action changes an atom or function that another action
//! needs or changes.
//!
//! An action needs all atoms and functions of its precondition and of the conditions of its effects, even if they do
//! not affect the truth value in the current state. Parts of conditions that are the same in every state are left out.
//! Several actions may add the same atom, delete it, or increase and decrease the same function. Then every order of
//! the actions leads to the same state.
//!
//! Fox and Long: *PDDL2.1* (2003), definition 12. A condition on a derived atom needs all atoms from which it may
//! follow (Edelkamp and Hoffmann: *PDDL2.2*, 2004).

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::rejected::InvalidPlan;
use super::state::State;
use super::trace::changing;
use crate::condition::{Condition, Expression, ObjectId};
use crate::domain::{Effect, Operator, Schema};
use crate::judge::Judge as _;
use crate::plan::PlanStep;
use crate::problem::GroundAtom;

/// Use of a part of a state by an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// A condition or an amount reads the part.
    Reads,
    /// The action gives the atom this truth value.
    Becomes(bool),
    /// A change that commutes with other changes of this kind.
    Adds,
    /// A change that does not commute with any other use.
    Assigns,
}

impl Use {
    /// Whether two actions with these uses of one part commute.
    const fn agrees(self, other: Self) -> bool {
        match (self, other) {
            (Self::Reads, Self::Reads) | (Self::Adds, Self::Adds) => true,
            (Self::Becomes(one), Self::Becomes(other)) => one == other,
            _ => false,
        }
    }
}

/// Part of a state that an action uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum StatePart {
    Atom(GroundAtom),
    /// All atoms of a predicate.
    Predicate(usize),
    Number(GroundAtom),
}

/// Uses of the parts of a state by the actions of one happening.
struct Happening<'a> {
    state: &'a State<'a>,
    /// For each predicate, whether its atoms may change.
    changing: Vec<bool>,
    /// For each part, the steps that use it.
    uses: FxHashMap<StatePart, Vec<(usize, Use)>>,
    /// The first two steps that interfere, and the part that both of them use.
    clash: Option<([usize; 2], StatePart)>,
    place: usize,
}

impl State<'_> {
    /// Checks that the actions of these steps of a plan do not interfere if all of them are executed in this state.
    pub(super) fn check_together(
        &self,
        steps: &[PlanStep],
        places: Range<usize>,
    ) -> Result<(), InvalidPlan> {
        if places.len() < 2 {
            return Ok(());
        }
        let mut happening = Happening {
            state: self,
            changing: changing(&self.problem.domain),
            uses: FxHashMap::default(),
            clash: None,
            place: 0,
        };
        for place in places {
            let step = &steps[place];
            let known = self.schema(step);
            let (schema, mut values) =
                known.map_err(|wrong| InvalidPlan::step(place, step, wrong))?;
            happening.place = place;
            happening.take(schema, &mut values);
        }
        let Some((places, part)) = happening.clash else {
            return Ok(());
        };
        Err(InvalidPlan::Interference {
            numbers: places.map(|place| place + 1),
            steps: places.map(|place| steps[place].written()),
            with: match part {
                StatePart::Atom(atom) => format!("({})", self.problem.written(&atom)),
                StatePart::Number(it) => format!("({})", self.problem.written_function(&it)),
                StatePart::Predicate(it) => {
                    let predicates = &self.problem.domain.symbols.predicates;
                    format!("`{}`", predicates.keys()[it])
                }
            },
        })
    }
}

impl Happening<'_> {
    fn take(&mut self, schema: &Schema, values: &mut Vec<ObjectId>) {
        self.reads(&schema.precondition, values);
        for soft in &schema.preferences {
            self.reads(&soft.wanted, values);
        }
        // An atom that is both deleted and added holds afterwards.
        let mut set: FxHashMap<GroundAtom, bool> = FxHashMap::default();
        for effect in &schema.effects {
            self.changes(effect, values, &mut set);
        }
        for (atom, value) in set {
            self.note(StatePart::Predicate(atom.predicate), Use::Adds);
            self.note(StatePart::Atom(atom), Use::Becomes(value));
        }
    }

    fn note(&mut self, part: StatePart, by: Use) {
        let uses = self.uses.entry(part.clone()).or_default();
        let mut others = uses.iter().filter(|(other, _)| *other != self.place);
        if let Some((other, _)) = others.find(|(_, other)| !by.agrees(*other)) {
            self.clash.get_or_insert(([*other, self.place], part));
        } else if !uses.iter().any(|(_, known)| *known == by) {
            uses.push((self.place, by));
        }
    }

    fn reads(&mut self, condition: &Condition, values: &mut Vec<ObjectId>) {
        if self.fixed(condition, values).is_some() {
            return;
        }
        match condition {
            Condition::Literal(atom, _) => {
                if !self.state.problem.domain.symbols.derived[atom.predicate] {
                    self.note(StatePart::Atom(GroundAtom::of(atom, values)), Use::Reads);
                }
                for predicate in self.behind(atom.predicate) {
                    self.note(StatePart::Predicate(predicate), Use::Reads);
                }
            }
            Condition::Equal(..) => {}
            Condition::Compare(comparison) => {
                self.reads_numbers(&comparison.left, values);
                self.reads_numbers(&comparison.right, values);
            }
            Condition::And(parts) | Condition::Or(parts) => {
                for part in parts {
                    self.reads(part, values);
                }
            }
            Condition::Exists(variables, inner) | Condition::ForAll(variables, inner) => {
                self.state.every(variables, values, &mut |values| {
                    self.reads(inner, values);
                    true
                });
            }
        }
    }

    fn reads_numbers(&mut self, expression: &Expression, values: &[ObjectId]) {
        for function in expression.functions() {
            self.note(
                StatePart::Number(GroundAtom::of(function, values)),
                Use::Reads,
            );
        }
    }

    fn changes(
        &mut self,
        effect: &Effect,
        values: &mut Vec<ObjectId>,
        set: &mut FxHashMap<GroundAtom, bool>,
    ) {
        let state = self.state;
        state.every(&effect.variables, values, &mut |values| {
            self.reads(&effect.condition, values);
            if state.holds(&effect.condition, values) {
                for (atom, adds) in &effect.atoms {
                    *set.entry(GroundAtom::of(atom, values)).or_default() |= adds;
                }
                for change in &effect.numbers {
                    let by = match change.operator {
                        Operator::Increase => Use::Adds,
                        Operator::Assign | Operator::Scale => Use::Assigns,
                    };
                    self.note(
                        StatePart::Number(GroundAtom::of(&change.function, values)),
                        by,
                    );
                    self.reads_numbers(&change.amount, values);
                }
            }
            true
        });
    }

    /// Returns the truth value of the condition, if it is the same in every state.
    fn fixed(&self, condition: &Condition, values: &mut Vec<ObjectId>) -> Option<bool> {
        match condition {
            Condition::Literal(atom, _) if self.changing[atom.predicate] => None,
            Condition::Literal(..) | Condition::Equal(..) => {
                Some(self.state.holds(condition, values))
            }
            Condition::And(parts) | Condition::Or(parts) => {
                let decides = matches!(condition, Condition::Or(_));
                let parts = parts.iter().map(|part| self.fixed(part, values));
                let parts: Vec<Option<bool>> = parts.collect();
                if parts.contains(&Some(decides)) {
                    return Some(decides);
                }
                (!parts.contains(&None)).then_some(!decides)
            }
            Condition::Exists(..) | Condition::ForAll(..) | Condition::Compare(_) => None,
        }
    }

    /// Returns the predicates from whose atoms the atoms of this predicate may follow by axioms.
    fn behind(&self, derived: usize) -> FxHashSet<usize> {
        let all = &self.state.problem.domain.axioms;
        let (mut found, mut open) = (FxHashSet::default(), vec![derived]);
        while let Some(one) = open.pop() {
            let axioms = all.iter().filter(|axiom| axiom.predicate == one);
            for (atom, _) in axioms.flat_map(|axiom| axiom.condition.atoms()) {
                if found.insert(atom.predicate) {
                    open.push(atom.predicate);
                }
            }
        }
        found
    }
}
