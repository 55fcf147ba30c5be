//! Certificates: why no plan of a task is cheaper than a bound, or why there is none at all.
//!
//! One type for every kind of task: the generic kinds, and the domain's own reasons. It is data, written as JSON and
//! read back by the same type; its facts have names, never numbers of a ground task. [`Certificate::check`] is the one
//! check of all kinds, and with the checks of the kinds themselves the only maker of [`Checked`].
//!
//! `docs/certificates.md` specifies every kind for readers that others write.

mod words;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use strum::{IntoStaticStr, VariantArray};

use crate::bound::{
    BoundingStates, Budget, CountingInvariant, ListedCounting, Listing, WithoutBudgets, facts_named,
};
use crate::domain::{CheckError, Cost, INFINITE, NoReason, Problem, Reasons};
use crate::encode::Encoding;
use crate::excluded::ExcludedGoal;
use crate::exhaustive::{self, ClosedStates, Exploration, ExplorationEnding};
use crate::invariant::{CheckedInvariant, InvariantForm, StoredInvariant};
use crate::proof::{self, HorizonProof, ProofFormat, RefutedHorizon, RejectedProof, Scope};
use crate::task::{Fluent, Literal, Task};
use crate::weights::{self, CheckedWeights, WeightKind};
use saut_base::named::Named;
use saut_base::stop::Stop;

/// Reason why there is no plan; `R` are the reasons that only the domain knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Certificate<R> {
    /// A criterion with a name.
    Criterion(Criterion<R>),
    /// Every state that can be reached was visited, and none is a goal.
    Exhaustive {
        /// Their number.
        states: usize,
    },
    /// Weights that no action raises, and every goal weighs more than the start.
    Pagoda {
        /// The facts that weigh something.
        weights: BTreeMap<String, i64>,
    },
    /// Weights that no action changes modulo a number, and every goal weighs otherwise than the start.
    Lattice {
        /// The modulus.
        modulus: u32,
        /// The facts that weigh something.
        weights: BTreeMap<String, i64>,
    },
    /// A refutation of a formula that has every plan.
    Proof(StoredProof),
    /// States with the costs of reaching them, which no plan leaves for less than the bound, or for what there is to
    /// spend.
    ClosedStates(Box<StoredStates>),
    /// Conjunctions of literals that the actions keep false, or keep one of.
    Invariant(StoredInvariant),
}

/// The criteria with names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Criterion<R> {
    /// The goal wants two literals that are never true together, or one that is never true (then twice the same).
    Pairs {
        /// The two, as `at(truck,paris)` or `not at(truck,paris)`.
        excluded: [String; 2],
        /// Number of pairs that were proved with it, if it says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pairs: Option<usize>,
    },
    /// A reason of the domain's own.
    #[serde(untagged)]
    Own(R),
}

/// What is looked at of any task without a search. The certificate may be of any kind.
#[derive(Clone, Copy, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum CriterionName {
    /// [`Criterion::Pairs`].
    Pairs,
}

impl CriterionName {
    /// All, in the order in which they are tried.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// A criterion that does not refute a task, and why.
#[derive(Clone, Copy, Debug)]
pub enum NotRefuted {
    /// It was looked at to its end.
    Settled(&'static str),
    /// It may refute or not.
    Open(&'static str),
}

/// Closed states, in the document or in a file beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredStates {
    /// No plan costs less; [`INFINITE`], which is not written: there is none.
    #[serde(
        default = "infinite",
        skip_serializing_if = "is_infinite",
        serialize_with = "written_cost",
        deserialize_with = "read_cost"
    )]
    pub bound: Cost,
    /// Their number.
    pub count: usize,
    /// The states themselves, if they are few; whoever has read a document fills them in from the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listing: Option<Listing>,
    /// The file with the listing, if it was kept in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The SHA-256 of that file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Budgets, by level what is left: the states are those of the task without them, where no plan costs as little as
    /// there is to spend.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub budgets: Vec<BTreeMap<String, u64>>,
    /// Facts of which a certain number is always true. Then the states are all possible ones of the kept facts that can
    /// be reached, and are not listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counting: Option<ListedCounting>,
    /// The names of the kept facts, with `counting`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Vec<String>>,
}

impl StoredStates {
    const fn of(bound: Cost, count: usize) -> Self {
        Self {
            bound,
            count,
            listing: None,
            file: None,
            sha256: None,
            budgets: Vec::new(),
            counting: None,
            kept: None,
        }
    }
}

impl StoredStates {
    /// The claim that the states, of a task without these budgets, show that every plan would spend more than there is.
    pub fn with_budgets(self, task: &Task, budgets: &[Budget]) -> Certificate<NoReason> {
        let level = |(fluent, amount): &(Fluent, u64)| (task.fluent_name(*fluent).into(), *amount);
        let named = |budget: &Budget| budget.levels.iter().map(level).collect();
        Certificate::ClosedStates(Box::new(Self {
            bound: INFINITE,
            budgets: budgets.iter().map(named).collect(),
            ..self
        }))
    }
}

const fn infinite() -> Cost {
    INFINITE
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
const fn is_infinite(bound: &Cost) -> bool {
    *bound == INFINITE
}

/// Numbers that pass 2^53 are texts in JSON.
const MOST_NUMBER: Cost = 1 << 53;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn written_cost<S: Serializer>(cost: &Cost, to: S) -> Result<S::Ok, S::Error> {
    if *cost > MOST_NUMBER {
        to.collect_str(cost)
    } else {
        to.serialize_u64(*cost)
    }
}

fn read_cost<'de, D: Deserializer<'de>>(from: D) -> Result<Cost, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(Cost),
        Text(String),
    }
    let cost = match Written::deserialize(from)? {
        Written::Number(cost) => Some(cost),
        Written::Text(text) => text.parse().ok(),
    };
    let no_cost = || D::Error::custom("a bound is a whole number below 2^64 - 1");
    cost.filter(|cost| *cost < INFINITE).ok_or_else(no_cost)
}

/// A refutation whose proof lies in a file beside the document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredProof {
    /// Format of the proof.
    #[serde(serialize_with = "shown", deserialize_with = "parsed_format")]
    pub format: ProofFormat,
    /// The encoding that it is about, with its choices.
    #[serde(serialize_with = "shown", deserialize_with = "parsed")]
    pub encoding: Encoding,
    /// The number of steps.
    pub horizon: usize,
    /// The file, if it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The proof itself; whoever has read a document fills it in from the file.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

fn shown<S: Serializer>(value: &impl fmt::Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

fn parsed<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(
    from: D,
) -> Result<T, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map_err(D::Error::custom)
}

fn parsed_format<'de, D: Deserializer<'de>>(from: D) -> Result<ProofFormat, D::Error> {
    let text = String::deserialize(from)?;
    let unknown = || D::Error::custom(format!("the format {text:?} of a proof is unknown"));
    ProofFormat::by_name(&text).ok_or_else(unknown)
}

impl<R> Certificate<R> {
    /// The word used in results.
    pub fn kind(&self) -> &'static str {
        self.into()
    }

    /// The one check: whether no plan of the task is cheaper than the bound for this reason, or there is none at all.
    ///
    /// # Errors
    /// [`CheckError`] with what is wrong with it, or with the limit that ended the check.
    pub fn check<P>(self, problem: &P, stop: &Stop) -> Result<Checked<R>, CheckError>
    where
        P: Problem + Reasons<Reason = R>,
    {
        let task = problem.task();
        match self {
            Self::Criterion(Criterion::Own(reason)) => Checked::own(problem, reason, stop),
            Self::Criterion(Criterion::Pairs { excluded, pairs }) => {
                excludes(task, &excluded, pairs).map(Checked::excluded)
            }
            Self::Exhaustive { states } => visited(task, states, stop).map(Checked::closed),
            Self::Pagoda { weights } => weighed(task, WeightKind::Pagoda, weights),
            Self::Lattice { modulus, weights } => {
                weighed(task, WeightKind::Modulo(modulus), weights)
            }
            Self::Proof(stored) => refuted(task, stored, stop),
            Self::ClosedStates(stored) => bounded(task, *stored, stop),
            Self::Invariant(stored) => kept(task, &stored, stop),
        }
    }
}

impl Certificate<NoReason> {
    /// Claim that states show that no plan of a task costs less than a bound; [`INFINITE`]: that there is none.
    pub fn bounded(task: &Task, bound: Cost, closed: &BoundingStates) -> Self {
        Self::ClosedStates(Box::new(StoredStates {
            listing: Some(Listing::of(closed, task.fluents())),
            ..StoredStates::of(bound, closed.count())
        }))
    }

    /// Claim that none of the `count` states of kept facts that a counting invariant leaves possible is a goal.
    pub fn counted(
        task: &Task,
        counting: &CountingInvariant,
        kept: &[Fluent],
        count: usize,
    ) -> Self {
        let name = |&fluent: &Fluent| task.fluent_name(fluent).to_owned();
        Self::ClosedStates(Box::new(StoredStates {
            counting: Some(ListedCounting::of(counting, task)),
            kept: Some(kept.iter().map(name).collect()),
            ..StoredStates::of(INFINITE, count)
        }))
    }

    /// Claim that conjunctions are inductive, and leave no goal.
    pub fn invariant(task: &Task, form: InvariantForm, conjunctions: &[Vec<Literal>]) -> Self {
        Self::Invariant(StoredInvariant::of(task, form, conjunctions))
    }

    /// The same certificate for a problem with reasons of its own.
    pub fn for_any<R>(self) -> Certificate<R> {
        match self {
            Self::Criterion(Criterion::Pairs { excluded, pairs }) => {
                Certificate::Criterion(Criterion::Pairs { excluded, pairs })
            }
            Self::Criterion(Criterion::Own(none)) => match none {},
            Self::Exhaustive { states } => Certificate::Exhaustive { states },
            Self::Pagoda { weights } => Certificate::Pagoda { weights },
            Self::Lattice { modulus, weights } => Certificate::Lattice { modulus, weights },
            Self::Proof(stored) => Certificate::Proof(stored),
            Self::ClosedStates(stored) => Certificate::ClosedStates(stored),
            Self::Invariant(stored) => Certificate::Invariant(stored),
        }
    }
}

impl<R> Certificate<R>
where
    for<'a> &'a R: Into<&'static str>,
{
    /// The word used in answers: the kind, and of a criterion its name.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Criterion(Criterion::Pairs { .. }) => CriterionName::Pairs.into(),
            Self::Criterion(Criterion::Own(reason)) => reason.into(),
            _ => self.kind(),
        }
    }
}

fn excludes(
    task: &Task,
    names: &[String; 2],
    pairs: Option<usize>,
) -> Result<ExcludedGoal, CheckError> {
    let [a, b] = names;
    let Some(excluded) = ExcludedGoal::named(task, names.clone()) else {
        return Err(CheckError::rejected(format_args!(
            "it is not proved that the goal wants {a} and {b} and that they are never true together"
        )));
    };
    match pairs {
        Some(pairs) if pairs != excluded.pairs() => Err(CheckError::rejected(format_args!(
            "it says {pairs} pairs, and {} are proved",
            excluded.pairs()
        ))),
        _ => Ok(excluded),
    }
}

fn visited(task: &Task, states: usize, stop: &Stop) -> Result<ClosedStates, CheckError> {
    let mut exploration = Exploration::new(task);
    match exploration.run(stop, &mut |_| true, u64::MAX) {
        ExplorationEnding::Closed { states: reached } if reached == states => {}
        ExplorationEnding::Closed { states: reached } => {
            return Err(CheckError::rejected(format_args!(
                "it names {states} states, and {reached} can be reached"
            )));
        }
        ExplorationEnding::Plan(_) => return Err(CheckError::rejected("there is a plan")),
        ExplorationEnding::Stopped(why) => return Err(CheckError::Stopped(why)),
    }
    exhaustive::check(task, exploration.states(), stop)
}

/// Weights by the name of a fact, as weights by fluent.
///
/// # Errors
/// [`CheckError::Rejected`] with a name that the task does not have.
pub fn named_weights(task: &Task, by_fact: BTreeMap<String, i64>) -> Result<Vec<i64>, CheckError> {
    let fluents = task.fluents();
    let numbers = fluents.iter().zip(0..);
    let numbers: HashMap<&str, usize> = numbers.map(|(name, n)| (name.as_str(), n)).collect();
    let mut weights = vec![0; fluents.len()];
    for (fact, weight) in by_fact {
        let number = numbers.get(fact.as_str());
        let unknown = || CheckError::rejected(format_args!("the ground task has no fact {fact}"));
        weights[*number.ok_or_else(unknown)?] = weight;
    }
    Ok(weights)
}

fn weighed<R>(
    task: &Task,
    kind: WeightKind,
    by_fact: BTreeMap<String, i64>,
) -> Result<Checked<R>, CheckError> {
    let weights = named_weights(task, by_fact)?;
    let checked = weights::check(task, kind, weights)?;
    Ok(Checked::weights(task, &checked))
}

fn refuted<R>(task: &Task, stored: StoredProof, stop: &Stop) -> Result<Checked<R>, CheckError> {
    if stored.bytes.is_empty() && stored.file.is_none() {
        let fact = "its proof was not kept; plan again with --proof FILE";
        return Err(CheckError::rejected(fact));
    }
    let (file, horizon, encoding) = (stored.file.clone(), stored.horizon, stored.encoding);
    let proof = HorizonProof {
        encoding,
        horizon,
        bytes: stored.bytes,
    };
    let refuted = proof::check(task, proof, stop).map_err(|rejected| match rejected {
        RejectedProof::Unfinished(why) => CheckError::Stopped(why),
        other => CheckError::rejected(other),
    })?;
    let some = |_| {
        let fact = format!("a refutation of {encoding} in {horizon} steps leaves plans out");
        CheckError::Rejected(fact)
    };
    let mut checked = Checked::proof(refuted).map_err(some)?;
    if let Certificate::Proof(stored) = &mut checked.certificate {
        stored.file = file;
    }
    Ok(checked)
}

/// Budgets whose levels are given by name.
fn named_budgets(
    task: &Task,
    budgets: &[BTreeMap<String, u64>],
) -> Result<Vec<Budget>, CheckError> {
    let fluents = task.fluents().iter().zip(task.fluent_ids());
    let numbers: HashMap<&str, Fluent> = fluents.map(|(name, f)| (name.as_str(), f)).collect();
    let level = |(name, amount): (&String, &u64)| {
        let unknown = || CheckError::rejected(format_args!("the ground task has no fact {name}"));
        let fluent = numbers.get(name.as_str()).ok_or_else(unknown)?;
        Ok((*fluent, *amount))
    };
    let budget = |levels: &BTreeMap<String, u64>| {
        let levels = levels.iter().map(level).collect::<Result<_, _>>()?;
        Ok(Budget { levels })
    };
    budgets.iter().map(budget).collect()
}

fn counted<R>(task: &Task, stored: StoredStates, stop: &Stop) -> Result<Checked<R>, CheckError> {
    let (Some(counting), Some(kept)) = (&stored.counting, &stored.kept) else {
        let fact = "a document has \"counting\" with \"kept\", or neither";
        return Err(CheckError::rejected(fact));
    };
    let is_alone = stored.budgets.is_empty() && stored.listing.is_none();
    if stored.bound != INFINITE || !is_alone {
        let fact = "counted facts show that there is no plan, without a list of states";
        return Err(CheckError::rejected(fact));
    }
    let counting = counting.read(task).map_err(CheckError::rejected)?;
    let kept = facts_named(task, kept).map_err(CheckError::rejected)?;
    let count = counting.close(task, &kept, stop)?;
    if count != stored.count {
        return Err(CheckError::rejected(format_args!(
            "it says {} states, and there are {count}",
            stored.count
        )));
    }
    let certificate = Certificate::ClosedStates(Box::new(stored));
    Ok(Checked::no_plan(certificate, Seen::Nothing))
}

fn bounded<R>(task: &Task, stored: StoredStates, stop: &Stop) -> Result<Checked<R>, CheckError> {
    if stored.counting.is_some() || stored.kept.is_some() {
        return counted(task, stored, stop);
    }
    let Some(listing) = &stored.listing else {
        let fact = "its states were not kept; plan again with --proof FILE";
        return Err(CheckError::rejected(fact));
    };
    if listing.states.len() != stored.count {
        let states = listing.states.len();
        return Err(CheckError::rejected(format_args!(
            "it says {} states, and lists {states}",
            stored.count
        )));
    }
    let without;
    let (task, bound) = if stored.budgets.is_empty() {
        (task, stored.bound)
    } else if stored.bound == INFINITE {
        let budgets = named_budgets(task, &stored.budgets)?;
        without = WithoutBudgets::of(task, &budgets)?;
        (without.task(), without.limit() + 1)
    } else {
        let fact = "budgets show that there is no plan, and bound no cost";
        return Err(CheckError::rejected(fact));
    };
    let closed = listing.read(task).map_err(CheckError::rejected)?;
    closed.check(task, bound, stop)?;
    let facts = task.fluents().to_vec();
    Ok(Checked {
        bound: stored.bound,
        certificate: Certificate::ClosedStates(Box::new(stored)),
        seen: Seen::States(Box::new(SeenStates {
            facts,
            states: closed,
        })),
    })
}

fn kept<R>(task: &Task, stored: &StoredInvariant, stop: &Stop) -> Result<Checked<R>, CheckError> {
    let checked = stored.check(task, stop)?;
    Ok(Checked::invariant(task, &checked))
}

/// A certificate that its check has accepted, and the bound that follows: no plan costs less.
#[derive(Clone, Debug)]
pub struct Checked<R> {
    bound: Cost,
    certificate: Certificate<R>,
    seen: Seen,
}

/// Facts that a check has seen on its way, for those who tell of it or keep it.
#[derive(Clone, Debug)]
pub enum Seen {
    /// A check without results beyond the certificate's own text.
    Nothing,
    /// The weight of the start, and the least weight of a goal; modulo a number, the only one.
    Totals {
        /// Weight of the start.
        start: i128,
        /// Least weight of a goal.
        goal: i128,
    },
    /// The refutation, with its proof and its task.
    Refuted(RefutedHorizon),
    /// The states that show a bound.
    States(Box<SeenStates>),
}

/// The states that show a bound, with the names of their facts.
#[derive(Clone, Debug)]
pub struct SeenStates {
    facts: Vec<String>,
    states: BoundingStates,
}

impl SeenStates {
    /// The states, written down.
    pub fn listing(&self) -> Listing {
        Listing::of(&self.states, &self.facts)
    }
}

impl<R> Checked<R> {
    const fn no_plan(certificate: Certificate<R>, seen: Seen) -> Self {
        Self {
            bound: INFINITE,
            certificate,
            seen,
        }
    }

    /// The goal wants what is never true together.
    fn excluded(goal: ExcludedGoal) -> Self {
        let pairs = Criterion::Pairs {
            pairs: Some(goal.pairs()),
            excluded: goal.into_names(),
        };
        Self::no_plan(Certificate::Criterion(pairs), Seen::Nothing)
    }

    /// A criterion, if it refutes the task.
    ///
    /// # Errors
    /// The reason why it does not.
    pub fn criterion(task: &Task, name: CriterionName) -> Result<Self, NotRefuted> {
        match name {
            CriterionName::Pairs => match ExcludedGoal::of(task) {
                Some(excluded) => Ok(Self::excluded(excluded)),
                None if task.pairs().is_some() => Err(NotRefuted::Settled(
                    "no two facts of the goal exclude each other",
                )),
                None => Err(NotRefuted::Open(
                    "the task is too large for them, or has conditional effects",
                )),
            },
        }
    }

    /// All states that can be reached.
    #[expect(clippy::needless_pass_by_value, reason = "the evidence is used up")]
    fn closed(closed: ClosedStates) -> Self {
        let states = closed.states();
        Self::no_plan(Certificate::Exhaustive { states }, Seen::Nothing)
    }

    /// Weights that were checked for this task, whose facts have its names.
    pub fn weights(task: &Task, checked: &CheckedWeights) -> Self {
        let all = task.fluents().iter().zip(checked.weights());
        let weights = all
            .filter(|(_, weight)| **weight != 0)
            .map(|(fact, &weight)| (fact.clone(), weight))
            .collect();
        let certificate = match checked.kind() {
            WeightKind::Pagoda => Certificate::Pagoda { weights },
            WeightKind::Modulo(modulus) => Certificate::Lattice { modulus, weights },
        };
        let (start, goal) = (checked.start(), checked.goal());
        Self::no_plan(certificate, Seen::Totals { start, goal })
    }

    /// An invariant that was checked for this task, whose facts have its names.
    fn invariant(task: &Task, checked: &CheckedInvariant) -> Self {
        let stored = checked.stored(task);
        Self::no_plan(Certificate::Invariant(stored), Seen::Nothing)
    }

    /// A refutation, if it speaks of every plan.
    ///
    /// # Errors
    /// The refutation itself, if it leaves plans out.
    pub fn proof(refuted: RefutedHorizon) -> Result<Self, RefutedHorizon> {
        if refuted.scope() != Scope::EveryPlan {
            return Err(refuted);
        }
        let proof = refuted.proof();
        let stored = StoredProof {
            format: proof.format(),
            encoding: proof.encoding,
            horizon: proof.horizon,
            file: None,
            bytes: Vec::new(),
        };
        let certificate = Certificate::Proof(stored);
        Ok(Self::no_plan(certificate, Seen::Refuted(refuted)))
    }

    /// A reason of the kind of task's own, which it accepts.
    ///
    /// # Errors
    /// [`CheckError`] with what is wrong with it.
    pub fn own<J>(judge: &J, reason: R, stop: &Stop) -> Result<Self, CheckError>
    where
        J: Reasons<Reason = R>,
    {
        let reason = judge.check(reason, stop)?;
        let bound = judge.bound(&reason);
        let certificate = Certificate::Criterion(Criterion::Own(reason));
        Ok(Self {
            bound,
            ..Self::no_plan(certificate, Seen::Nothing)
        })
    }

    /// The same certificate for a bound that is no larger, which it shows as well.
    #[must_use]
    pub fn lowered(self, bound: Cost) -> Self {
        Self {
            bound: self.bound.min(bound),
            ..self
        }
    }

    /// No plan costs less; [`INFINITE`]: there is none.
    pub const fn bound(&self) -> Cost {
        self.bound
    }

    /// The certificate.
    pub const fn certificate(&self) -> &Certificate<R> {
        &self.certificate
    }

    /// Facts that the check has seen.
    pub const fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The certificate, and what the check has seen.
    pub fn into_parts(self) -> (Certificate<R>, Seen) {
        (self.certificate, self.seen)
    }
}
