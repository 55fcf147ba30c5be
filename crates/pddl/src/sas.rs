//! SAS+ files: what Fast Downward's translator writes as `output.sas`, format version 3.
//!
//! A second door into the planner, and a second grounder to compare ours with. The validator
//! here works on the variables and values of the file and shares nothing with the conversion
//! to a [`crate::GroundTask`].

mod convert;
mod lines;
mod read;
mod unreachable;
mod validate;

pub(crate) use unreachable::check_relaxed_goal_sas;
pub(crate) use validate::validate_sas;

/// A SAS+ task: finite variables, of which each has one value in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SasTask {
    /// The name of the file it was read from, without its ending.
    pub(crate) name: String,
    /// Whether costs count; if not, each operator costs 1.
    pub(crate) uses_costs: bool,
    pub(crate) variables: Vec<SasVariable>,
    pub(crate) mutex_groups: Vec<Vec<SasValue>>,
    /// For each variable its value.
    pub(crate) initial: Vec<usize>,
    pub(crate) goal: Vec<SasValue>,
    pub(crate) operators: Vec<SasOperator>,
}

/// A variable by the names of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SasVariable {
    pub(crate) values: Vec<String>,
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
    pub(crate) name: String,
    pub(crate) prevail: Vec<SasValue>,
    pub(crate) effects: Vec<SasEffect>,
    pub(crate) cost: u64,
}

/// The variable has the value `after` afterwards if the conditions hold before. If `before` is
/// given, the operator is applicable only where the variable has that value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SasEffect {
    pub(crate) conditions: Vec<SasValue>,
    pub(crate) variable: usize,
    pub(crate) before: Option<usize>,
    pub(crate) after: usize,
}
