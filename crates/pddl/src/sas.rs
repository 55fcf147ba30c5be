//! SAS+ files: the output `output.sas` of Fast Downward's translator, format version 3.
//!
//! A file becomes a domain and a problem (`convert`), which are grounded, validated and checked like PDDL tasks.

use rustc_hash::FxHashMap;
use saut_base::BadInput;
use saut_base::lists::distinct;
use saut_base::sexp::shortened;
use saut_base::words::grouped;
use std::ops::Range;

mod convert;
mod read;

/// An SAS+ task: finite variables, each of which has one value in each state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SasTask {
    /// The name of the input file, without its extension.
    pub(crate) name: String,
    /// Whether the operators have costs; if not, each operator costs 1.
    pub(crate) uses_costs: bool,
    pub(crate) variables: Vec<SasVariable>,
    /// The name of each value in the file.
    pub(crate) names: Vec<String>,
    /// The variable of each value.
    pub(crate) variable_of: Vec<usize>,
    /// Groups of values of which, according to the file, at most one holds in a state.
    pub(crate) groups: Vec<Vec<SasValue>>,
    /// The initial value of each variable.
    pub(crate) initial: Vec<SasValue>,
    pub(crate) goal: Vec<SasValue>,
    pub(crate) operators: Vec<SasOperator>,
    /// The axioms, in the order of the file. Each has conditions and the value that its variable has if they hold. If a
    /// condition requires the initial value of a derived variable, this variable is in a lower layer.
    pub(crate) axioms: Vec<(Vec<SasValue>, SasValue)>,
}

/// The number of a value among the values of all variables, one variable after the other. Its predicate has the same
/// number.
pub(crate) type SasValue = usize;

/// A variable, given by its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SasVariable {
    pub(crate) values: Range<SasValue>,
    /// The layer of a variable that axioms determine. Such a variable has two values. Its value in the initial state is
    /// the default, which holds if no axiom derives the other value.
    pub(crate) layer: Option<usize>,
}

/// An operator: the required values of unchanged variables, and the effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SasOperator {
    /// Name in lower case, with one blank between words.
    pub(crate) name: String,
    pub(crate) prevail: Vec<SasValue>,
    pub(crate) effects: Vec<SasEffect>,
    pub(crate) cost: u64,
}

impl SasOperator {
    /// Returns the required values: first the values of variables that the operator does not change, then the values
    /// that its effects require.
    pub(crate) fn preconditions(&self) -> impl Iterator<Item = SasValue> {
        let before = self.effects.iter().filter_map(|effect| effect.before);
        self.prevail.iter().copied().chain(before)
    }
}

/// After the operator, the variable has the value `after` if the conditions hold before the operator, and no later
/// effect gives the variable another value. If `before` is given, the operator is applicable only if the variable has
/// that value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SasEffect {
    pub(crate) conditions: Vec<SasValue>,
    pub(crate) before: Option<SasValue>,
    pub(crate) after: SasValue,
}

/// Maximum number of effects that are examined to compare operators with the same name.
const MAX_COMPARED: usize = 10_000_000;

/// Whether two operators have the same cost, and the same effects apart from preconditions.
fn has_same_effects(one: &SasOperator, other: &SasOperator) -> bool {
    let mut pairs = one.effects.iter().zip(&other.effects);
    one.cost == other.cost
        && one.effects.len() == other.effects.len()
        && pairs.all(|(one, other)| one.after == other.after && one.conditions == other.conditions)
}

/// Values of variables.
type PartialState = FxHashMap<usize, SasValue>;

impl SasTask {
    /// Checks that operators with the same name have the same effects and costs whenever they are both applicable.
    /// `places` has the place of each operator in the file.
    ///
    /// The translator writes an operator for each case of an action whose precondition is a disjunction or has a
    /// quantifier, all with the name of the action. A step with this name executes an applicable operator among them.
    /// If two operators with one name did different things in a state, the meaning of a plan would be ambiguous.
    fn check_names(&self, places: &[String]) -> Result<(), BadInput> {
        let bad = |number: usize, others: &str| {
            let name = shortened(&self.operators[number].name);
            let fact = format!("operator `{name}` has the same name as {others}");
            BadInput::new(&places[number], fact).remedy("give each operator a unique name")
        };
        // The operators by name, grouped by equal effects.
        let mut by_name: FxHashMap<&str, Vec<Vec<usize>>> = FxHashMap::default();
        let mut compared = 0;
        for (number, operator) in self.operators.iter().enumerate() {
            let groups = by_name.entry(&operator.name).or_default();
            let own = |group: &Vec<usize>| has_same_effects(&self.operators[group[0]], operator);
            let own = groups.iter().position(own);
            let others = groups.iter().enumerate();
            let others = others.filter(|(group, _)| own != Some(*group));
            for &first in others.flat_map(|(_, group)| group) {
                let earlier = &self.operators[first];
                compared += 1 + earlier.effects.len() + operator.effects.len();
                if compared > MAX_COMPARED {
                    let most = grouped(MAX_COMPARED);
                    let others = format!(
                        "operators with other effects, but saut compares at most {most} effects of such operators"
                    );
                    return Err(bad(number, &others));
                }
                if !self.do_the_same(earlier, operator) {
                    let place = &places[first];
                    let others = format!(
                        "the operator of {place}, but their effects differ if both are applicable"
                    );
                    return Err(bad(number, &others));
                }
            }
            match own {
                Some(own) => groups[own].push(number),
                None => groups.push(vec![number]),
            }
        }
        Ok(())
    }

    /// Whether the operators have the same effects and costs in every state in which both are applicable.
    fn do_the_same(&self, one: &SasOperator, other: &SasOperator) -> bool {
        let mut known = PartialState::default();
        let mut asked = one.preconditions().chain(other.preconditions());
        if !asked.all(|value| self.agrees(&mut known, value)) {
            return true;
        }
        one.cost == other.cost && self.open_effects(one, &known) == self.open_effects(other, &known)
    }

    /// Records the value as known. Returns false if its variable is known to have another value.
    fn agrees(&self, known: &mut PartialState, value: SasValue) -> bool {
        *known.entry(self.variable_of[value]).or_insert(value) == value
    }

    /// Whether no state satisfies the conditions of both effects.
    fn exclude_each_other(&self, one: &SasEffect, other: &SasEffect) -> bool {
        let mut known = PartialState::default();
        let mut conditions = one.conditions.iter().chain(&other.conditions);
        !conditions.all(|&value| self.agrees(&mut known, value))
    }

    /// Returns the effects that can change something, given some known values. The effects are sorted by their
    /// variables. Only the conditions that are not known to hold are kept, in ascending order. The order of effects on
    /// the same variable is kept, because the last effect counts.
    fn open_effects(&self, operator: &SasOperator, known: &PartialState) -> Vec<SasEffect> {
        let mut kept: Vec<SasEffect> = Vec::new();
        for effect in &operator.effects {
            let mut with_conditions = known.clone();
            let mut conditions = effect.conditions.iter();
            if !conditions.all(|&one| self.agrees(&mut with_conditions, one)) {
                continue;
            }
            let open = effect.conditions.iter().copied();
            let open = open.filter(|&one| !known.contains_key(&self.variable_of[one]));
            let new = SasEffect {
                conditions: distinct(open),
                before: None,
                after: effect.after,
            };
            let variable = self.variable_of[effect.after];
            let has_it = with_conditions.get(&variable) == Some(&effect.after);
            let overrides = |earlier: &SasEffect| {
                self.variable_of[earlier.after] == variable
                    && earlier.after != effect.after
                    && !self.exclude_each_other(earlier, &new)
            };
            if !has_it || kept.iter().any(overrides) {
                kept.push(new);
            }
        }
        kept.sort_by_key(|effect| self.variable_of[effect.after]);
        kept
    }
}
