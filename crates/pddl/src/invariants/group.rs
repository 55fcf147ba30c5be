//! Groups by the numbers of facts, as candidates become them.

/// Facts of which at most one holds; sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RawGroup {
    pub(crate) facts: Vec<u32>,
    pub(crate) exactly_one: bool,
}
