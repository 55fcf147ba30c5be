//! Closed sets of states: the form of all certificates that need no solver.
//!
//! The set contains the initial state and no goal state, and no action leads out of it. The reasons of the certificate
//! describe some of its states, for example by weights. The checker visits all other states of the set, or they are
//! listed. (Eriksson, Röger, Helmert, *Unsolvability certificates for classical planning*, ICAPS 2017.) If the
//! certificate has a finite bound, plans may leave the set, but only at a cost of at least the bound.

use std::collections::BTreeMap;
use std::convert::Infallible;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::Value;

use crate::bound::{ClosedList, Listing, Projection};
use crate::domain::{Cost, INFINITE};
use crate::invariant::InvariantForm;
use crate::task::{Fluent, Literal, Task};

/// A set of states that no plan can leave at a cost below the bound. `F` is the type of facts: fluents of the task, or
/// their names in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(
    serialize = "F: Ord + Serialize, Literal<F>: Serialize, Listing<F>: Serialize",
    deserialize = "F: Ord + Deserialize<'de>, Literal<F>: Deserialize<'de>, Listing<F>: Deserialize<'de>"
))]
pub struct ClosedSet<F> {
    /// The bound: no plan costs less. [`INFINITE`], which is omitted in JSON, means that there is no plan.
    #[serde(
        default = "infinite",
        skip_serializing_if = "is_infinite",
        serialize_with = "write_cost",
        deserialize_with = "read_cost"
    )]
    pub bound: Cost,
    /// Relaxations of the task, in the order in which they are applied.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub reductions: Vec<Reduction<F>>,
    /// Reasons for the task after the reductions.
    pub reasons: Vec<Reason<F>>,
    /// The states that the reasons do not cover.
    pub states: States<F>,
}

/// A relaxation: each plan of the task, without the actions that have no effect in the reduced task, is a plan of the
/// reduced task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[serde(bound(
    serialize = "F: Ord + Serialize",
    deserialize = "F: Ord + Deserialize<'de>"
))]
pub enum Reduction<F> {
    /// Removes these budgets. Each is a map from the levels of the budget to their amounts. The cost of an action
    /// becomes the amount that the action takes from the budgets. The bound becomes the total initial amount plus one.
    WithoutBudgets(Vec<BTreeMap<F, u64>>),
    /// Projects the task to some facts, and excludes the states in which too few of the counted facts can be true.
    Projection(Projection<F>),
}

/// A reason why the remaining cost of some states is high: a lower bound on the cost from each state to the goal. The
/// lower bound of a dead end is [`INFINITE`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[serde(bound(
    serialize = "F: Ord + Serialize, Literal<F>: Serialize",
    deserialize = "F: Ord + Deserialize<'de>, Literal<F>: Deserialize<'de>"
))]
pub enum Reason<F> {
    /// A potential function: no action raises the weight of a state by more than `scale` times the cost of the action.
    /// If `scale` is 0, this is a pagoda function.
    Weights {
        /// Maximum weight that an action may add for each unit of its cost.
        scale: u32,
        /// The weights of facts. All other facts have the weight 0.
        weights: BTreeMap<F, i64>,
    },
    /// No action changes the weight of a state modulo `modulus`, and all goal states have the same weight modulo
    /// `modulus`.
    Residue {
        /// Modulus of the total weight.
        modulus: u32,
        /// The weights of facts. All other facts have the weight 0.
        weights: BTreeMap<F, i64>,
    },
    /// If all these conjunctions are false, no action makes one of them true. The goal implies one of them.
    Never(Vec<Vec<Literal<F>>>),
    /// If one of these conjunctions is true, every action leads to a state in which one of them is true. Each
    /// conjunction contradicts the goal.
    OneOf(Vec<Vec<Literal<F>>>),
}

/// The states that the reasons do not cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[serde(bound(
    serialize = "Listing<F>: Serialize",
    deserialize = "Listing<F>: Deserialize<'de>"
))]
pub enum States<F> {
    /// The checker visits the states, and expands exactly this number of them.
    Visited(usize),
    /// The states are listed, each with a lower bound on the cost of reaching it.
    Listed(Listing<F>),
    /// The states are stored outside the JSON document.
    Kept {
        /// Number of states.
        count: usize,
        /// Name of the file with the listing, in the folder of the JSON document. `None` if the listing was not stored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        file: Option<String>,
        /// The SHA-256 digest of the file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sha256: Option<String>,
    },
}

const fn infinite() -> Cost {
    INFINITE
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde requires this signature"
)]
const fn is_infinite(bound: &Cost) -> bool {
    *bound == INFINITE
}

/// Larger numbers are written as strings in JSON, because some JSON parsers round them.
const MAX_NUMBER: Cost = 1 << 53;

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde requires this signature"
)]
fn write_cost<S: Serializer>(cost: &Cost, to: S) -> Result<S::Ok, S::Error> {
    if *cost > MAX_NUMBER {
        to.collect_str(cost)
    } else {
        to.serialize_u64(*cost)
    }
}

fn read_cost<'de, D: Deserializer<'de>>(from: D) -> Result<Cost, D::Error> {
    let cost = match Value::deserialize(from)? {
        Value::String(text) => text.parse().ok(),
        number => number.as_u64(),
    };
    let no_cost = || D::Error::custom("a bound is a whole number below 2^64 - 1");
    cost.filter(|cost| *cost < INFINITE).ok_or_else(no_cost)
}

impl<F> ClosedSet<F> {
    /// Creates a set from a reason that covers the initial state.
    pub fn of_reason(reason: Reason<F>) -> Self {
        Self {
            reasons: vec![reason],
            ..Self::visited(0)
        }
    }

    /// Creates the set of all reachable states, given their number.
    pub const fn visited(count: usize) -> Self {
        Self {
            bound: INFINITE,
            reductions: Vec::new(),
            reasons: Vec::new(),
            states: States::Visited(count),
        }
    }

    /// Returns the kind of the certificate in answers. The content determines the kind.
    pub fn kind(&self) -> &'static str {
        if self.bound != INFINITE || !self.reductions.is_empty() {
            return "closed-states";
        }
        match (&self.reasons[..], &self.states) {
            ([Reason::Weights { scale: 0, .. }], States::Visited(0)) => "pagoda",
            ([Reason::Residue { .. }], States::Visited(0)) => "lattice",
            ([Reason::Never(all)], States::Visited(0)) if all.len() == 1 && all[0].len() == 2 => {
                "pairs"
            }
            ([Reason::Never(_) | Reason::OneOf(_)], States::Visited(0)) => "invariant",
            ([], States::Visited(_)) => "exhaustive",
            _ => "closed-states",
        }
    }

    /// Returns the number of states that are listed or visited.
    pub fn count(&self) -> usize {
        match &self.states {
            States::Visited(count) | States::Kept { count, .. } => *count,
            States::Listed(listing) => listing.states.count(),
        }
    }

    /// Returns the listed states, if there are any.
    pub const fn listing(&self) -> Option<&Listing<F>> {
        match &self.states {
            States::Listed(listing) => Some(listing),
            States::Visited(_) | States::Kept { .. } => None,
        }
    }

    /// Replaces each fact by the result of `f`, for example a name by a fluent.
    ///
    /// # Errors
    /// The first error of `f`.
    pub fn try_map<G: Ord, E>(
        self,
        f: &mut dyn FnMut(F) -> Result<G, E>,
    ) -> Result<ClosedSet<G>, E> {
        let reductions = self.reductions.into_iter().map(|one| one.try_map(f));
        let reductions = reductions.collect::<Result<_, E>>()?;
        let reasons = self.reasons.into_iter().map(|one| one.try_map(f));
        let reasons = reasons.collect::<Result<_, E>>()?;
        let states = match self.states {
            States::Visited(count) => States::Visited(count),
            States::Listed(Listing { facts, states }) => {
                let facts = each(facts, f)?;
                States::Listed(Listing { facts, states })
            }
            States::Kept {
                count,
                file,
                sha256,
            } => States::Kept {
                count,
                file,
                sha256,
            },
        };
        Ok(ClosedSet {
            bound: self.bound,
            reductions,
            reasons,
            states,
        })
    }
}

fn each<F, G, E, A: FromIterator<G>>(
    facts: impl IntoIterator<Item = F>,
    f: &mut dyn FnMut(F) -> Result<G, E>,
) -> Result<A, E> {
    facts.into_iter().map(f).collect()
}

fn keys<F, G: Ord, V, E>(
    values: BTreeMap<F, V>,
    f: &mut dyn FnMut(F) -> Result<G, E>,
) -> Result<BTreeMap<G, V>, E> {
    let pairs = values
        .into_iter()
        .map(|(fact, value)| Ok((f(fact)?, value)));
    pairs.collect()
}

impl<F> Reduction<F> {
    /// Like [`ClosedSet::try_map`].
    pub(super) fn try_map<G: Ord, E>(
        self,
        f: &mut dyn FnMut(F) -> Result<G, E>,
    ) -> Result<Reduction<G>, E> {
        Ok(match self {
            Self::WithoutBudgets(budgets) => {
                let budgets = budgets.into_iter().map(|levels| keys(levels, f));
                Reduction::WithoutBudgets(budgets.collect::<Result<_, E>>()?)
            }
            Self::Projection(Projection {
                kept,
                at_least,
                counted,
            }) => Reduction::Projection(Projection {
                kept: each(kept, f)?,
                at_least,
                counted: each(counted, f)?,
            }),
        })
    }
}

impl<F> Reason<F> {
    /// Returns the form and the conjunctions, if the reason is an invariant.
    pub fn conjunctions(&self) -> Option<(InvariantForm, &[Vec<Literal<F>>])> {
        match self {
            Self::Never(all) => Some((InvariantForm::Never, all)),
            Self::OneOf(all) => Some((InvariantForm::OneOf, all)),
            Self::Weights { .. } | Self::Residue { .. } => None,
        }
    }

    /// Like [`ClosedSet::try_map`].
    pub(super) fn try_map<G: Ord, E>(
        self,
        f: &mut dyn FnMut(F) -> Result<G, E>,
    ) -> Result<Reason<G>, E> {
        let mut conjunctions = |all: Vec<Vec<Literal<F>>>| {
            let literal = |Literal { fluent, value }| {
                let fluent = f(fluent)?;
                Ok(Literal { fluent, value })
            };
            let mut literal = literal;
            let all = all
                .into_iter()
                .map(|one| one.into_iter().map(&mut literal).collect());
            all.collect::<Result<Vec<Vec<Literal<G>>>, E>>()
        };
        Ok(match self {
            Self::Never(all) => Reason::Never(conjunctions(all)?),
            Self::OneOf(all) => Reason::OneOf(conjunctions(all)?),
            Self::Weights { scale, weights } => Reason::Weights {
                scale,
                weights: keys(weights, f)?,
            },
            Self::Residue { modulus, weights } => Reason::Residue {
                modulus,
                weights: keys(weights, f)?,
            },
        })
    }
}

impl ClosedSet<String> {
    /// Returns the same set with its states stored in `file`, or, without a file, with only their number.
    #[must_use]
    pub fn in_file(&self, file: Option<String>, sha256: Option<String>) -> Self {
        Self {
            bound: self.bound,
            reductions: self.reductions.clone(),
            reasons: self.reasons.clone(),
            states: States::Kept {
                count: self.count(),
                file,
                sha256,
            },
        }
    }
}

impl ClosedSet<Fluent> {
    /// Returns a closed set whose reason is a proved mutex of two goal literals. If a goal literal is never true, the
    /// reason contains it twice. `None` if the goal contains no mutex.
    pub fn excluded_goal(task: &Task) -> Option<Self> {
        let pairs = task.pairs()?;
        let goal: Vec<Literal> = task.goal_literals().collect();
        let pair = goal.iter().enumerate().find_map(|(index, &a)| {
            let mut others = goal[index..].iter();
            others.find(|&&b| pairs.exclude(a, b)).map(|&b| vec![a, b])
        });
        Some(Self::of_reason(Reason::Never(vec![pair?])))
    }

    /// Creates a set of listed states, with reasons.
    pub fn listed(
        task: &Task,
        bound: Cost,
        reasons: Vec<Reason<Fluent>>,
        states: ClosedList,
    ) -> Self {
        let facts = task.fluent_ids().collect();
        Self {
            bound,
            reductions: Vec::new(),
            reasons,
            states: States::Listed(Listing { facts, states }),
        }
    }

    /// Replaces the fluents by their names.
    pub fn named(self, task: &Task) -> ClosedSet<String> {
        let Ok(named) =
            self.try_map(&mut |fluent| Ok::<_, Infallible>(task.fluent_name(fluent).to_owned()));
        named
    }
}

impl Reason<Fluent> {
    /// Creates a reason from one weight for each fluent.
    pub fn weights(scale: u32, weights: &[i64]) -> Self {
        let weights = sparse(weights);
        Self::Weights { scale, weights }
    }

    /// Creates a reason from one weight for each fluent and the modulus of the total weight.
    pub fn residue(modulus: u32, weights: &[i64]) -> Self {
        let weights = sparse(weights);
        Self::Residue { modulus, weights }
    }

    /// Creates a reason from the conjunctions of an invariant.
    pub const fn invariant(form: InvariantForm, conjunctions: Vec<Vec<Literal>>) -> Self {
        match form {
            InvariantForm::Never => Self::Never(conjunctions),
            InvariantForm::OneOf => Self::OneOf(conjunctions),
        }
    }
}

fn sparse(weights: &[i64]) -> BTreeMap<Fluent, i64> {
    let all = weights.iter().enumerate();
    let all = all.filter(|(_, weight)| **weight != 0);
    all.map(|(fact, weight)| (Fluent::new(fact), *weight))
        .collect()
}
