//! A domain: the actions, axioms, constraints and preferences that several problems share.
//!
//! Gerevini and Long: *Plan constraints and preferences in PDDL3* (2005). Constraints about time (`within`,
//! `hold-during`, ...) are not supported: states have no time in a classical task. The grounder compiles the
//! constraints into monitors (`ground/monitors`). The validator evaluates them on the states of a plan, without a
//! monitor (`validate/trajectory`).

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use saut_base::BadInput;
use strum::{EnumString, IntoStaticStr, VariantNames};

use crate::condition::{
    ALWAYS, Atom, Comparison, Condition, Expression, ObjectId, Parameter, Term,
};
use crate::types::{OBJECT, TypeId, Types};

/// A domain from [`crate::read_domain`]. Every name in it is declared, and every atom has one argument for each
/// parameter of its predicate.
#[derive(Clone, Debug, Default)]
pub struct Domain {
    pub(crate) name: String,
    pub(crate) symbols: Symbols,
    pub(crate) schemas: Vec<Schema>,
    pub(crate) axioms: Vec<Axiom>,
    /// For each stratum, the numbers of its axioms. An axiom negates only predicates of earlier strata.
    pub(crate) strata: Vec<Vec<usize>>,
    /// Constraints and preferences that apply to every problem of the domain.
    pub(crate) trajectory: Trajectory,
    /// Declared requirements, and requirements that are used without a declaration.
    pub(crate) requirements: Vec<String>,
    pub(crate) warnings: Vec<BadInput>,
    /// For each function, whether an action changes it.
    pub(crate) changed: Vec<bool>,
    /// Whether an action compares numbers, or changes numbers other than costs.
    pub(crate) is_numeric: bool,
    /// For each variable of an SAS+ file, the predicates without parameters that represent its values. Exactly one of
    /// them holds in every state.
    pub(crate) variables: Vec<Vec<usize>>,
    /// Mutex groups that an SAS+ file claims: at most one predicate of a group holds in every state. These groups must
    /// not be used without a proof.
    pub(crate) claimed_groups: Vec<Vec<usize>>,
}

/// The declared names of a domain.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symbols {
    pub(crate) types: Types,
    pub(crate) predicates: Declarations,
    pub(crate) functions: Declarations,
    /// For each predicate, whether axioms derive it.
    pub(crate) derived: Vec<bool>,
    pub(crate) objects: Objects,
    /// Names whose declarations have errors. Further errors about these names are not reported.
    pub(crate) faulty: FxHashSet<String>,
}

/// The parameters of predicates or functions, by the name in lower case. The position in the map is the number of the
/// predicate or function.
pub(crate) type Declarations = IndexMap<String, Vec<Parameter>, FxBuildHasher>;

/// Returns the name of a declared predicate, function or object.
pub(crate) fn name_of<T>(declared: &IndexMap<String, T, FxBuildHasher>, number: usize) -> &str {
    declared.get_index(number).map_or("", |(name, _)| name)
}

/// The types of objects, by the name in lower case. The position in the map is the number of the object. An object that
/// was declared with `either` has several types. It is accepted if one of these types is accepted.
pub(crate) type Objects = IndexMap<String, Vec<TypeId>, FxBuildHasher>;

/// An action with parameters.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// Name in lower case.
    pub name: String,
    /// Parameters; each choice of objects for them gives a ground action.
    pub parameters: Vec<Parameter>,
    /// Condition that must hold before the action.
    pub precondition: Condition,
    /// Conditions that a step may violate at a cost.
    pub preferences: Vec<Preference<Condition>>,
    /// Effects of the action.
    pub effects: Vec<Effect>,
}

impl Schema {
    /// Returns all numeric changes of the action. In a non-numeric task, the changes add numbers and values of
    /// functions to `total-cost`, without a condition.
    pub(crate) fn numeric_changes(&self) -> impl Iterator<Item = &NumericChange> {
        self.effects.iter().flat_map(|effect| &effect.numbers)
    }

    /// Whether the action reads a function: in a condition, in an amount, or because it increases or scales the
    /// function.
    pub(crate) fn needs(&self, function: usize) -> bool {
        let conditions = self.effects.iter().map(|effect| &effect.condition);
        let conditions = conditions.chain([&self.precondition]);
        let compared = conditions
            .flat_map(Condition::comparisons)
            .flat_map(Comparison::functions);
        let amounts = self.numeric_changes().flat_map(|change| {
            let changed = (change.operator != Operator::Assign).then_some(&change.function);
            change.amount.functions().into_iter().chain(changed)
        });
        compared
            .chain(amounts)
            .any(|atom| atom.predicate == function)
    }
}

/// A rule: an atom of a derived predicate holds in every state in which the condition holds.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// The number of the predicate.
    pub predicate: usize,
    /// The arguments of the derived atom, which are different variables.
    pub parameters: Vec<Parameter>,
    /// Condition over these parameters.
    pub condition: Condition,
    /// Place of the axiom in the text.
    pub(crate) at: u32,
}

impl Axiom {
    /// Returns the atom that the axiom derives.
    pub(crate) fn head(&self) -> Atom {
        let arguments = (0..self.parameters.len()).map(Term::Variable);
        Atom::new(self.predicate, arguments.collect())
    }
}

impl Domain {
    /// Creates a domain without types, actions or axioms. Its only function is `total-cost`.
    pub(crate) fn untyped(name: &str, predicates: Declarations, constants: Vec<String>) -> Self {
        let constants = constants.into_iter().map(|name| (name, vec![OBJECT]));
        Self {
            name: name.to_owned(),
            symbols: Symbols {
                types: Types::default(),
                derived: vec![false; predicates.len()],
                predicates,
                functions: Declarations::from_iter([(TOTAL_COST.to_owned(), Vec::new())]),
                objects: constants.collect(),
                faulty: FxHashSet::default(),
            },
            changed: vec![true],
            ..Self::default()
        }
    }

    /// Returns the atoms that actions add (`true`) or delete (`false`).
    pub(crate) fn set_atoms(&self) -> impl Iterator<Item = &(Atom, bool)> {
        let effects = self.schemas.iter().flat_map(|schema| &schema.effects);
        effects.flat_map(|effect| &effect.atoms)
    }

    /// Returns, for each predicate, whether an action adds or deletes it.
    pub(crate) fn changed_predicates(&self) -> Vec<bool> {
        let mut changed = vec![false; self.symbols.predicates.len()];
        for (atom, _) in self.set_atoms() {
            changed[atom.predicate] = true;
        }
        changed
    }

    /// Returns the name in `(define (domain ...))`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the warnings about the domain.
    pub fn warnings(&self) -> &[BadInput] {
        &self.warnings
    }

    /// Returns the actions with parameters, in the order of the file.
    pub fn schemas(&self) -> &[Schema] {
        &self.schemas
    }
}

/// Changes that an action makes for every choice of objects for which the condition holds. All conditions are evaluated
/// before anything changes. An atom that the same action both adds and deletes holds afterwards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Variables of the quantifiers; their levels follow the levels of the action's parameters.
    pub variables: Vec<Parameter>,
    /// Condition on the state before the action.
    pub condition: Condition,
    /// Atoms that the effect adds (`true`) or deletes (`false`).
    pub atoms: Vec<(Atom, bool)>,
    /// Changes of the values of functions.
    pub numbers: Vec<NumericChange>,
}

impl Effect {
    pub(crate) fn always(atoms: Vec<(Atom, bool)>, numbers: Vec<NumericChange>) -> Self {
        Self {
            atoms,
            numbers,
            ..Self::default()
        }
    }

    /// Whether the effect has no condition and no quantifiers.
    pub(crate) fn is_always(&self) -> bool {
        self.variables.is_empty() && self.condition == ALWAYS
    }
}

/// Change of the value of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumericChange {
    /// Operation that combines the value with the amount.
    pub operator: Operator,
    /// The function, with its arguments.
    pub function: Atom,
    /// The amount, evaluated in the state before the action.
    pub amount: Expression,
}

impl NumericChange {
    /// Replaces the variables of the change by these objects.
    pub(crate) fn with_objects(mut self, values: &[ObjectId]) -> Self {
        let terms = self.function.arguments.iter_mut();
        for term in terms.chain(self.amount.terms_mut()) {
            *term = Term::Object(term.object(values));
        }
        self
    }
}

/// Operation of a numeric effect. `decrease` is stored as an increase by the negated amount, and `scale-down` as a
/// scaling by the inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// Replaces the value by the amount.
    Assign,
    /// Adds the amount to the value.
    Increase,
    /// Multiplies the value by the amount.
    Scale,
}

/// Maximum cost of an action. Sums of millions of such costs fit into 64 bits.
pub(crate) const MAX_COST: u64 = 1_000_000_000_000;

/// Name of the function for the sum of the action costs.
pub(crate) const TOTAL_COST: &str = "total-cost";

/// A constraint on the sequence of states of a plan, which begins with the initial state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// A constraint on the states in which one or two conditions hold.
    Modal(Modal, Vec<Condition>),
    /// All of these constraints, for every choice of objects.
    ForAll(Vec<Parameter>, Vec<Constraint>),
}

/// Kind of a constraint, named as in PDDL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Modal {
    /// The condition holds in the last state.
    #[strum(serialize = "at end")]
    AtEnd,
    /// The condition holds in every state.
    Always,
    /// The condition holds in at least one state.
    Sometime,
    /// The states in which the condition holds are consecutive; there may be no such state.
    AtMostOnce,
    /// For every state in which the first condition holds, the second holds in the same or a later state.
    SometimeAfter,
    /// Before every state in which the first condition holds, there is a state in which the second holds.
    SometimeBefore,
}

/// Constraints that a plan may violate at a cost, or a part of a precondition that a step may violate at a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preference<T> {
    /// The name in lower case; preferences with the same name are counted together.
    pub name: String,
    /// The variables of the quantifiers around the preference. Each choice of objects is a separate preference.
    pub parameters: Vec<Parameter>,
    /// The preferred constraints or condition. Its variables are these parameters and, in a precondition, also the
    /// parameters of the action.
    pub wanted: T,
}

/// Constraints and preferences of a problem and its domain about the states of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trajectory {
    /// Constraints that every plan must satisfy.
    pub constraints: Vec<Constraint>,
    /// Preferences of the goal and of the constraints.
    pub preferences: Vec<Preference<Vec<Constraint>>>,
    /// Cost of one violation, by the name of the preference. Other preferences cost nothing.
    pub(crate) weights: FxHashMap<String, u64>,
    /// Factor of the costs of actions in the metric.
    pub(crate) cost_factor: u64,
}

impl Default for Trajectory {
    /// Returns a value without constraints and preferences. The factor of the costs of actions is 1.
    fn default() -> Self {
        Self {
            constraints: Vec::new(),
            preferences: Vec::new(),
            weights: FxHashMap::default(),
            cost_factor: 1,
        }
    }
}

impl Constraint {
    fn conditions(&self) -> Vec<&Condition> {
        match self {
            Self::Modal(_, conditions) => conditions.iter().collect(),
            Self::ForAll(_, inner) => inner.iter().flat_map(Self::conditions).collect(),
        }
    }
}

impl Trajectory {
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let soft = self.preferences.iter().flat_map(|one| &one.wanted);
        soft.chain(&self.constraints)
            .flat_map(Constraint::conditions)
    }

    /// Returns the cost of one violation of a preference.
    pub fn weight(&self, preference: &str) -> u64 {
        self.weights.get(preference).copied().unwrap_or(0)
    }

    /// Returns the preferences whose violation costs something.
    pub(crate) fn weighed(&self) -> impl Iterator<Item = (&Preference<Vec<Constraint>>, u64)> {
        let all = self.preferences.iter();
        let weighed = all.map(|one| (one, self.weight(&one.name)));
        weighed.filter(|(_, weight)| *weight > 0)
    }
}
