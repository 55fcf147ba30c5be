//! Ground formulas over reachable facts, simplified while they are made.

use rustc_hash::FxHashMap;

/// A formula over facts by number. `And` and `Or` have two parts at least.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Formula {
    True,
    False,
    /// The fact holds, or does not hold.
    Literal(u32, bool),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl Formula {
    /// All (or one, if `all` is false) of the parts, simplified.
    pub(super) fn of(parts: Vec<Formula>, all: bool) -> Self {
        let (neutral, decisive) = if all {
            (Self::True, Self::False)
        } else {
            (Self::False, Self::True)
        };
        let mut kept = Vec::new();
        for part in parts {
            if part == decisive {
                return decisive;
            }
            match part {
                Self::And(inner) if all => kept.extend(inner),
                Self::Or(inner) if !all => kept.extend(inner),
                part if part == neutral => {}
                part => kept.push(part),
            }
        }
        if kept.len() > 1 {
            return if all { Self::And(kept) } else { Self::Or(kept) };
        }
        kept.pop().unwrap_or(neutral)
    }

    /// All of the parts.
    pub(crate) fn all(parts: Vec<Formula>) -> Self {
        Self::of(parts, true)
    }

    /// Rest of the formula when some facts are known to hold or not to hold.
    pub(super) fn given(&self, known: &FxHashMap<u32, bool>) -> Self {
        let inner = |parts: &[Self]| parts.iter().map(|part| part.given(known)).collect();
        match self {
            Self::Literal(fact, holds) => match known.get(fact) {
                Some(truth) if truth == holds => Self::True,
                Some(_) => Self::False,
                None => self.clone(),
            },
            Self::And(parts) => Self::of(inner(parts), true),
            Self::Or(parts) => Self::of(inner(parts), false),
            constant => constant.clone(),
        }
    }

    /// The formula that holds where this one does not.
    pub(super) fn negated(&self) -> Self {
        let inner = |parts: &[Self]| parts.iter().map(Self::negated).collect();
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Literal(fact, holds) => Self::Literal(*fact, !holds),
            Self::And(parts) => Self::of(inner(parts), false),
            Self::Or(parts) => Self::of(inner(parts), true),
        }
    }

    /// The formula with another one for each fact.
    pub(super) fn replaced(&self, fact: &dyn Fn(u32) -> Self) -> Self {
        let inner = |parts: &[Self]| parts.iter().map(|part| part.replaced(fact)).collect();
        match self {
            Self::Literal(number, true) => fact(*number),
            Self::Literal(number, false) => fact(*number).negated(),
            Self::And(parts) => Self::of(inner(parts), true),
            Self::Or(parts) => Self::of(inner(parts), false),
            constant => constant.clone(),
        }
    }

    /// Whether it holds where exactly these facts do.
    pub(super) fn holds(&self, fact: &dyn Fn(u32) -> bool) -> bool {
        match self {
            Self::True => true,
            Self::False => false,
            Self::Literal(number, holds) => fact(*number) == *holds,
            Self::And(parts) => parts.iter().all(|part| part.holds(fact)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(fact)),
        }
    }

    /// Adds all facts that it speaks of.
    pub(super) fn add_facts(&self, facts: &mut Vec<u32>) {
        match self {
            Self::True | Self::False => {}
            Self::Literal(fact, _) => facts.push(*fact),
            Self::And(parts) | Self::Or(parts) => {
                for part in parts {
                    part.add_facts(facts);
                }
            }
        }
    }

    /// Number of its parts, of whatever size.
    pub(super) fn parts(&self) -> usize {
        match self {
            Self::True | Self::False | Self::Literal(..) => 1,
            Self::And(parts) | Self::Or(parts) => parts.len(),
        }
    }

    /// The first fact that the formula speaks of.
    pub(super) fn first_fact(&self) -> Option<u32> {
        match self {
            Self::True | Self::False => None,
            Self::Literal(fact, _) => Some(*fact),
            Self::And(parts) | Self::Or(parts) => parts.iter().find_map(Self::first_fact),
        }
    }
}
