//! SAS+ files: what Fast Downward's translator writes as `output.sas`, format version 3.
//!
//! A file becomes a domain and a problem (`convert`), which are grounded, validated and checked as those in PDDL are.

mod cases;
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
