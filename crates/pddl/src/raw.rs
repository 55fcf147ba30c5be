//! A ground action while it is being worked on.

/// Facts are numbers; all lists are sorted and have no number twice. A ground axiom is one, too: it adds its head, and
/// deletes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RawAction {
    /// The schema; none for the actions that make a disjunctive goal one fact.
    pub(crate) schema: Option<u32>,
    /// The objects for the parameters.
    pub(crate) arguments: Box<[u32]>,
    pub(crate) positive: Box<[u32]>,
    pub(crate) negative: Box<[u32]>,
    pub(crate) added: Box<[u32]>,
    pub(crate) deleted: Box<[u32]>,
    pub(crate) conditional: Box<[RawEffect]>,
    pub(crate) cost: u64,
}

/// Changes where conditions hold before. Facts are in no order, and what is both deleted and added is added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct RawEffect {
    pub(crate) positive: Vec<u32>,
    pub(crate) negative: Vec<u32>,
    pub(crate) added: Vec<u32>,
    pub(crate) deleted: Vec<u32>,
}

/// Conditions and changes as they are collected.
#[derive(Clone, Default)]
pub(crate) struct RawLists {
    pub(crate) positive: Vec<u32>,
    pub(crate) negative: Vec<u32>,
    pub(crate) added: Vec<u32>,
    pub(crate) deleted: Vec<u32>,
    pub(crate) conditional: Vec<RawEffect>,
}

impl RawLists {
    /// Sorts the lists and leaves out what changes nothing: deletions of what is added as well, additions of what holds
    /// before, deletions of what does not hold before. Gives nothing if the precondition contradicts itself. With
    /// conditional effects everything counts: what is added stays even if a condition deletes it.
    pub(crate) fn tidy(mut self) -> Option<Self> {
        for list in [
            &mut self.positive,
            &mut self.negative,
            &mut self.added,
            &mut self.deleted,
        ] {
            list.sort_unstable();
            list.dedup();
        }
        let has = |list: &[u32], fact: &u32| list.binary_search(fact).is_ok();
        if self.positive.iter().any(|fact| has(&self.negative, fact)) {
            return None;
        }
        if !self.conditional.is_empty() {
            return Some(self);
        }
        self.deleted
            .retain(|fact| !has(&self.added, fact) && !has(&self.negative, fact));
        self.added.retain(|fact| !has(&self.positive, fact));
        Some(self)
    }

    /// The action with these lists.
    pub(crate) fn action(self, schema: Option<u32>, arguments: &[u32], cost: u64) -> RawAction {
        RawAction {
            schema,
            arguments: arguments.into(),
            positive: self.positive.into(),
            negative: self.negative.into(),
            added: self.added.into(),
            deleted: self.deleted.into(),
            conditional: self.conditional.into(),
            cost,
        }
    }
}
