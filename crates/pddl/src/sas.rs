//! SAS+ files: what Fast Downward's translator writes as `output.sas`, format version 3.
//!
//! A file becomes a domain and a problem (`convert`), which are grounded, validated and checked as those in PDDL are.

use rustc_hash::FxHashMap;
use saut_base::BadInput;
use saut_base::lists::distinct;
use saut_base::sexp::shortened;
use saut_base::words::grouped;

mod convert;
mod read;

/// A SAS+ task: finite variables, of which each has one value in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SasTask {
    /// The name of the file it was read from, without its ending.
    pub(crate) name: String,
    /// Whether costs count; if not, each operator costs 1.
    pub(crate) uses_costs: bool,
    pub(crate) variables: Vec<SasVariable>,
    /// Values of which at most one holds in a state, as the file claims.
    pub(crate) groups: Vec<Vec<SasValue>>,
    /// For each variable its value.
    pub(crate) initial: Vec<usize>,
    pub(crate) goal: Vec<SasValue>,
    pub(crate) operators: Vec<SasOperator>,
    /// In the order of the file.
    pub(crate) axioms: Vec<SasAxiom>,
}

/// A variable by the names of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SasVariable {
    pub(crate) values: Vec<String>,
    /// The layer of a variable that axioms determine. It has two values, of which the initial state has the one that
    /// holds where no axiom says otherwise.
    pub(crate) layer: Option<usize>,
}

/// A variable has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SasValue {
    pub(crate) variable: usize,
    pub(crate) value: usize,
}

/// An operator: the variables it asks for, and those it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SasOperator {
    /// In lower case, with one blank between words.
    pub(crate) name: String,
    pub(crate) prevail: Vec<SasValue>,
    pub(crate) effects: Vec<SasEffect>,
    pub(crate) cost: u64,
}

impl SasOperator {
    /// The values that it asks for: those of variables that it leaves as they are, then those that effects ask for.
    pub(crate) fn preconditions(&self) -> impl Iterator<Item = SasValue> {
        let before = self.effects.iter().filter_map(|effect| {
            Some(SasValue {
                variable: effect.variable,
                value: effect.before?,
            })
        });
        self.prevail.iter().copied().chain(before)
    }
}

/// The variable has this value where the conditions hold; a condition that a derived variable has its initial value
/// is of a lower layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SasAxiom {
    pub(crate) conditions: Vec<SasValue>,
    pub(crate) head: SasValue,
}

/// The variable has the value `after` afterwards if the conditions hold before, and no later effect of the operator
/// gives it another one. If `before` is given, the operator is applicable only where the variable has that value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SasEffect {
    pub(crate) conditions: Vec<SasValue>,
    pub(crate) variable: usize,
    pub(crate) before: Option<usize>,
    pub(crate) after: usize,
}

/// Most effects that are looked at to compare operators of one name, some seconds of work.
const MOST_COMPARED: usize = 10_000_000;

/// Reason why a name has no certain meaning. Operators are numbers.
enum Ambiguous {
    /// Two that do not do the same where both are applicable.
    Different(usize, usize),
    /// An operator with which there is more to compare than is compared.
    TooMany(usize),
}

impl Ambiguous {
    fn bad_input<'p>(
        self,
        operators: &[SasOperator],
        place: impl Fn(usize) -> &'p str,
    ) -> BadInput {
        let name = |number: usize| shortened(&operators[number].name);
        let (number, fact) = match self {
            Self::Different(first, second) => {
                let (name, first) = (name(second), place(first));
                let fact = format!(
                    "operator `{name}` has the name of the one of {first}, and does not do the same where both are applicable"
                );
                (second, fact)
            }
            Self::TooMany(number) => {
                let (name, most) = (name(number), grouped(MOST_COMPARED));
                let fact = format!(
                    "operator `{name}` has the name of others with other effects, and no more than {most} of such effects \
                     are compared"
                );
                (number, fact)
            }
        };
        BadInput::new(place(number), fact).remedy("give each operator a name of its own")
    }
}

/// Checks that operators of one name do the same where they are applicable.
///
/// The translator writes an operator for each case of an action whose precondition is a disjunction or has a quantifier,
/// all with the name of the action. A step of a plan means any of them that is applicable. If two of one name did
/// different things in a state, a plan would have no certain meaning.
fn check_names(operators: &[SasOperator]) -> Result<(), Ambiguous> {
    // By name the operators, those with the same effects together.
    let mut by_name: FxHashMap<&str, Vec<Vec<usize>>> = FxHashMap::default();
    let mut compared = 0;
    for (number, operator) in operators.iter().enumerate() {
        let groups = by_name.entry(&operator.name).or_default();
        let own = |group: &Vec<usize>| has_same_effects(&operators[group[0]], operator);
        let own = groups.iter().position(own);
        let others = groups.iter().enumerate();
        let others = others.filter(|(group, _)| own != Some(*group));
        for &first in others.flat_map(|(_, group)| group) {
            let earlier = &operators[first];
            compared += 1 + earlier.effects.len() + operator.effects.len();
            if compared > MOST_COMPARED {
                return Err(Ambiguous::TooMany(number));
            }
            if !do_the_same(earlier, operator) {
                return Err(Ambiguous::Different(first, number));
            }
        }
        match own {
            Some(own) => groups[own].push(number),
            None => groups.push(vec![number]),
        }
    }
    Ok(())
}

/// Whether they are the same but for what they ask for.
fn has_same_effects(one: &SasOperator, other: &SasOperator) -> bool {
    let parts = |effect: &SasEffect| (effect.variable, effect.after);
    let mut pairs = one.effects.iter().zip(&other.effects);
    one.cost == other.cost
        && one.effects.len() == other.effects.len()
        && pairs
            .all(|(one, other)| parts(one) == parts(other) && one.conditions == other.conditions)
}

/// Values of variables.
type Known = FxHashMap<usize, usize>;

/// Whether the operators do the same in every state in which both are applicable.
fn do_the_same(one: &SasOperator, other: &SasOperator) -> bool {
    let mut known = Known::default();
    let asked = one.preconditions().chain(other.preconditions());
    if !asked.into_iter().all(|value| agrees(&mut known, value)) {
        return true;
    }
    one.cost == other.cost && what_happens(one, &known) == what_happens(other, &known)
}

/// Takes the value as known; false if the variable is known to have another one.
fn agrees(known: &mut Known, value: SasValue) -> bool {
    *known.entry(value.variable).or_insert(value.value) == value.value
}

/// An effect where some values are known.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Happens {
    variable: usize,
    /// Sorted, without what is known.
    conditions: Vec<(usize, usize)>,
    after: usize,
}

impl Happens {
    /// Whether there is no state where both take place.
    fn excludes(&self, other: &Self) -> bool {
        let differs = |(variable, value): &(usize, usize)| {
            let mut others = other.conditions.iter();
            others.any(|(other, its)| other == variable && its != value)
        };
        self.conditions.iter().any(differs)
    }
}

/// The effects where some values are known, by variables, without those that can change nothing. Of effects on one
/// variable the order is kept: the last one counts.
fn what_happens(operator: &SasOperator, known: &Known) -> Vec<Happens> {
    let mut kept: Vec<Happens> = Vec::new();
    for effect in &operator.effects {
        let mut with_conditions = known.clone();
        let conditions = effect.conditions.iter();
        if !conditions
            .clone()
            .all(|one| agrees(&mut with_conditions, *one))
        {
            continue;
        }
        let open = conditions.filter(|one| !known.contains_key(&one.variable));
        let open = distinct(open.map(|one| (one.variable, one.value)));
        let happens = Happens {
            variable: effect.variable,
            conditions: open,
            after: effect.after,
        };
        let has_it = with_conditions.get(&effect.variable) == Some(&effect.after);
        let overrides = |earlier: &Happens| {
            let is_other = earlier.variable == happens.variable && earlier.after != happens.after;
            is_other && !earlier.excludes(&happens)
        };
        if !has_it || kept.iter().any(overrides) {
            kept.push(happens);
        }
    }
    kept.sort_by_key(|effect| effect.variable);
    kept
}
