//! The invariant of a bound, as gates over a state and the cost of reaching it.
//!
//! The invariant holds if all mutex groups and mutexes hold, and at least one of these reasons holds:
//!
//! - The state is in the list, and the cost of reaching it is at least its listed cost.
//! - A potential function, or the cuts of a leaf, prove that the total cost of a plan through the state reaches the
//!   bound.
//! - None of the conjunctions holds (*never*), or one of them holds (*one-of*).

use std::collections::BTreeMap;

use crate::formula::{Formula, Gate, Lit, Term, Var, as_sum, plain};
use crate::step::{before, paid};
use saut_base::bits;
use saut_base::lists::distinct;
use saut_task::bound::{ClosedList, CutShare, Potential};
use saut_task::domain::{Cost, INFINITE};
use saut_task::invariant::InvariantForm;
use saut_task::task::{Action, Group, GroupKind, Literal, Pairs, Task};
use saut_task::weights::WeightChecker;

/// The gates of a mutex group of the task.
#[derive(Clone, Copy, Debug)]
pub struct GroupGates {
    /// At most one member is true.
    pub at_most: Gate,
    /// At least one member is true; `None` if the group does not guarantee this.
    pub at_least: Option<Gate>,
}

/// The gate of a potential function.
#[derive(Debug)]
pub struct PotentialGate<'a> {
    /// The function proves that the total cost reaches the bound.
    pub gate: Gate,
    pub potential: &'a Potential,
    /// Lower bound on the weight of a goal state.
    pub goal: i128,
}

/// The gate of a cut.
#[derive(Debug)]
pub struct CutGate {
    /// All literals beyond the cut are false.
    pub gate: Gate,
    /// The actions that cross the cut.
    pub crossing: Vec<usize>,
}

/// The gate of the cuts of a leaf.
#[derive(Debug)]
pub struct CutsGate {
    /// The cost so far, plus the shares of all cuts that are not yet crossed, reaches the bound. If a cut has no
    /// crossing actions, the gate is the gate of this cut.
    pub gate: Gate,
    /// The shares by cut; empty if a cut has no crossing actions.
    pub shares: Vec<(u32, i128)>,
    /// Minimum cost so far for which the gate is true if no cut is crossed yet.
    pub from: i128,
}

/// The reasons of an invariant.
#[derive(Clone, Copy, Debug)]
pub struct Reasons<'a> {
    /// States and cuts.
    pub closed: &'a ClosedList,
    pub potentials: &'a [Potential],
    /// The conjunctions of an inductive invariant.
    pub conjunctions: Option<(InvariantForm, &'a [Vec<Literal>])>,
}

/// The gates of the conjunctions.
#[derive(Debug)]
pub struct ConjunctionGates {
    /// The gate of each conjunction. It is true if and only if the conjunction is false (*never*) or true (*one-of*).
    pub each: Vec<Gate>,
    /// The gate that is true if and only if no conjunction holds. It only exists for *never*.
    pub none: Option<Gate>,
}

/// The gate of a listed state.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// An inner state has a separate gate.
    Inner(Gate),
    /// A leaf has the gate of its cuts. This is its number in [`Invariant::leaves`].
    Leaf(usize),
    /// A state whose cost reaches the bound has no gate.
    Beyond,
}

/// The gates of the invariant.
#[derive(Debug)]
pub struct Invariant<'a> {
    /// The gates of each mutex group of the task.
    pub groups: Vec<GroupGates>,
    /// The gate of each mutex of the task.
    pub pairs: Vec<([Literal; 2], Gate)>,
    /// The gate that is true if and only if all mutex groups and mutexes hold.
    pub known: Gate,
    pub potentials: Vec<PotentialGate<'a>>,
    /// The cuts to which leaves refer.
    pub cuts: BTreeMap<u32, CutGate>,
    /// The cuts of leaves. Each combination of cuts and shares occurs once.
    pub leaves: Vec<CutsGate>,
    pub conjunctions: Option<ConjunctionGates>,
    /// The gate of each listed state.
    pub places: Vec<Place>,
    /// For each amount, the gate that is true if and only if the cost so far is at least this amount.
    pub paid: BTreeMap<i128, Gate>,
    /// The gate that is true if and only if at least one of the reasons holds.
    pub reasons: Gate,
}

impl<'a> Invariant<'a> {
    /// Writes the gates of the invariant, and the constraint that some step violates it.
    pub fn write(
        formula: &mut Formula,
        task: &Task,
        bound: Cost,
        Reasons {
            closed,
            potentials,
            conjunctions,
        }: Reasons<'a>,
    ) -> Self {
        formula.comment("known: mutex groups and mutexes");
        let groups = groups(formula, task);
        let pairs = pairs(formula, task);
        let known = groups.iter().flat_map(|it| [Some(it.at_most), it.at_least]);
        let known = known.flatten().chain(pairs.iter().map(|pair| pair.1));
        let known: Vec<Lit> = known.map(|gate| gate.before).collect();
        let known = formula.all_of(&known);
        formula.comment("potential functions");
        let used = potentials.iter();
        let used = used.filter(|it| bound != INFINITE || it.scale == 0);
        let potentials: Vec<PotentialGate<'_>> =
            used.map(|it| potential(formula, task, bound, it)).collect();
        formula.comment("cuts, and their combinations in leaves");
        let cuts = cuts(formula, task, closed);
        let (leaves, of_state) = leaves(formula, bound, closed, &cuts);
        let paid = thresholds(formula, bound, closed, &leaves);
        formula.comment("listed states");
        let place = |(state, leaf): (usize, Option<usize>)| match leaf {
            Some(leaf) => Place::Leaf(leaf),
            None if closed.costs[state] >= bound => Place::Beyond,
            None => Place::Inner(inner(formula, task, closed, state, &paid)),
        };
        let places: Vec<Place> = of_state.into_iter().enumerate().map(place).collect();
        formula.comment("conjunctions");
        let conjunctions = conjunctions.map(|(form, all)| gates_of(formula, form, all));
        formula.comment("the invariant: known, and at least one of the reasons");
        let inner = places.iter().filter_map(|place| match place {
            Place::Inner(gate) => Some(*gate),
            Place::Leaf(_) | Place::Beyond => None,
        });
        let reasons = potentials.iter().map(|it| it.gate);
        let reasons = reasons.chain(leaves.iter().map(|it| it.gate)).chain(inner);
        let reasons = reasons.chain(conjunctions.iter().flat_map(ConjunctionGates::reasons));
        let reasons: Vec<Lit> = reasons.map(|gate| gate.before).collect();
        let reasons = formula.any_of(&reasons);
        let all = formula.all_of(&[known.before, reasons.before]);
        formula.comment(
            "the invariant holds before, or start is true; it does not hold after, or goal is true",
        );
        formula.clause([all.before, Var::Start.is_true()]);
        formula.clause([!all.after, Var::Goal.is_true()]);
        Self {
            groups,
            pairs,
            known,
            potentials,
            cuts,
            leaves,
            conjunctions,
            places,
            paid,
            reasons,
        }
    }
}

impl ConjunctionGates {
    /// Returns the gates that are reasons: the gate for "no conjunction holds" (*never*), or the gates of the
    /// conjunctions (*one-of*).
    pub fn reasons(&self) -> Vec<Gate> {
        self.none
            .map_or_else(|| self.each.clone(), |none| vec![none])
    }
}

fn gates_of(formula: &mut Formula, form: InvariantForm, all: &[Vec<Literal>]) -> ConjunctionGates {
    let each = all.iter().map(|conjunction| {
        let literals = conjunction.iter().map(|&one| before(one));
        match form {
            InvariantForm::Never => formula.any_of(&literals.map(|one| !one).collect::<Vec<_>>()),
            InvariantForm::OneOf => formula.all_of(&literals.collect::<Vec<_>>()),
        }
    });
    let each: Vec<Gate> = each.collect();
    let all: Vec<Lit> = each.iter().map(|gate| gate.before).collect();
    let none = (form == InvariantForm::Never).then(|| formula.all_of(&all));
    ConjunctionGates { each, none }
}

fn groups(formula: &mut Formula, task: &Task) -> Vec<GroupGates> {
    let group = |group: &Group| {
        let all_but_one = as_sum(group.fluents.len()) - 1;
        let falsehoods = group.fluents.iter().map(|one| before(one.is_false()));
        let at_most = formula.gate(&plain(falsehoods), all_but_one);
        let members = group.fluents.iter().map(|it| before(it.is_true()));
        let members: Vec<Lit> = members.collect();
        let has_one = group.kind == GroupKind::ExactlyOne;
        let at_least = has_one.then(|| formula.any_of(&members));
        GroupGates { at_most, at_least }
    };
    task.groups().iter().map(group).collect()
}

fn pairs(formula: &mut Formula, task: &Task) -> Vec<([Literal; 2], Gate)> {
    let pairs = task.pairs().into_iter().flat_map(Pairs::iter);
    let pair = |(one, other): (Literal, Literal)| {
        let mut literals = vec![!before(one), !before(other)];
        literals.dedup();
        ([one, other], formula.any_of(&literals))
    };
    pairs.map(pair).collect()
}

fn potential<'a>(
    formula: &mut Formula,
    task: &Task,
    bound: Cost,
    potential: &'a Potential,
) -> PotentialGate<'a> {
    let goal = WeightChecker::new(task, &potential.weights).least_goal();
    let scale = i128::from(potential.scale);
    let weights = potential.weights.iter().enumerate();
    let weights = weights.map(|(fact, &it)| (-i128::from(it), Var::Fact(fact).is_true()));
    let missing = if scale == 0 {
        0
    } else {
        scale * (i128::from(bound) - 1)
    };
    let terms: Vec<Term> = paid(bound, scale).into_iter().chain(weights).collect();
    PotentialGate {
        gate: formula.gate(&terms, missing + 1 - goal),
        potential,
        goal,
    }
}

fn cuts(formula: &mut Formula, task: &Task, closed: &ClosedList) -> BTreeMap<u32, CutGate> {
    let cut = |number: u32| {
        let beyond = closed.cuts.get(number as usize)?;
        let beyond = distinct(beyond.iter().copied());
        let near: Vec<Lit> = beyond.iter().map(|&one| !before(one)).collect();
        let crosses = |action: &Action| {
            let makes = action.effects.iter().any(|one| beyond.contains(one));
            makes && !action.preconditions.iter().any(|one| beyond.contains(one))
        };
        let actions = task.actions().iter().enumerate();
        let crossing = actions.filter(|(_, action)| crosses(action));
        let cut = CutGate {
            crossing: crossing.map(|(action, _)| action).collect(),
            gate: formula.all_of(&near),
        };
        Some((number, cut))
    };
    let numbers = distinct(closed.shares.iter().map(|share| share.cut));
    numbers.into_iter().filter_map(cut).collect()
}

/// Writes a gate for each combination of cuts and shares. Also returns, for each listed state, the number of its
/// combination.
fn leaves(
    formula: &mut Formula,
    bound: Cost,
    closed: &ClosedList,
    cuts: &BTreeMap<u32, CutGate>,
) -> (Vec<CutsGate>, Vec<Option<usize>>) {
    let mut known: BTreeMap<Vec<(u32, i128)>, usize> = BTreeMap::new();
    let mut leaves: Vec<CutsGate> = Vec::new();
    let mut of_state = Vec::with_capacity(closed.count());
    for state in 0..closed.count() {
        let (_, _, shares) = closed.state(state);
        if shares.is_empty() {
            of_state.push(None);
            continue;
        }
        let shares = together(shares, cuts);
        let next = leaves.len();
        let number = *known.entry(shares.clone()).or_insert(next);
        if number == next {
            leaves.push(leaf(formula, bound, shares, cuts));
        }
        of_state.push(Some(number));
    }
    (leaves, of_state)
}

/// Returns the shares of a leaf by cut. If a cut has no crossing actions, only this cut is returned, without a share.
fn together(shares: &[CutShare], cuts: &BTreeMap<u32, CutGate>) -> Vec<(u32, i128)> {
    let is_open = |cut: u32| cuts.get(&cut).is_some_and(|it| it.crossing.is_empty());
    if let Some(open) = shares.iter().find(|share| is_open(share.cut)) {
        return vec![(open.cut, 0)];
    }
    let mut by_cut: BTreeMap<u32, i128> = BTreeMap::new();
    for share in shares.iter().filter(|share| share.share > 0) {
        *by_cut.entry(share.cut).or_default() += i128::from(share.share);
    }
    by_cut.into_iter().collect()
}

fn leaf(
    formula: &mut Formula,
    bound: Cost,
    shares: Vec<(u32, i128)>,
    cuts: &BTreeMap<u32, CutGate>,
) -> CutsGate {
    let gate_of = |cut: &u32| cuts.get(cut).map(|it| it.gate);
    if let [(cut, 0)] = shares.as_slice()
        && let Some(gate) = gate_of(cut)
    {
        return CutsGate {
            gate,
            shares: Vec::new(),
            from: 0,
        };
    }
    // No sum of shares reaches an infinite bound.
    let wanted = i128::from(bound);
    let uncrossed = shares
        .iter()
        .filter_map(|(cut, share)| Some((*share, gate_of(cut)?.before)));
    let terms: Vec<Term> = paid(bound, 1).into_iter().chain(uncrossed).collect();
    let sum: i128 = shares.iter().map(|(_, share)| share).sum();
    CutsGate {
        gate: formula.gate(&terms, wanted),
        from: (wanted - sum).max(0),
        shares,
    }
}

/// Writes a gate for each amount that the proof compares with the cost so far: the costs of states, and the amounts
/// that leaves require.
fn thresholds(
    formula: &mut Formula,
    bound: Cost,
    closed: &ClosedList,
    leaves: &[CutsGate],
) -> BTreeMap<i128, Gate> {
    formula.comment("cost so far");
    let mut amounts: Vec<i128> = closed.costs.iter().map(|&cost| i128::from(cost)).collect();
    if bound == INFINITE {
        amounts = vec![0];
    }
    amounts.extend(leaves.iter().map(|leaf| leaf.from));
    amounts.push(0);
    amounts.retain(|amount| *amount < i128::from(bound));
    let amounts = distinct(amounts).into_iter();
    amounts
        .map(|amount| (amount, formula.gate(&paid(bound, 1), amount)))
        .collect()
}

fn inner(
    formula: &mut Formula,
    task: &Task,
    closed: &ClosedList,
    state: usize,
    paid: &BTreeMap<i128, Gate>,
) -> Gate {
    let (words, cost, _) = closed.state(state);
    let fact = |number: usize| Var::Fact(number).is(bits::get(words, number));
    let mut literals: Vec<Lit> = (0..task.fluents().len()).map(fact).collect();
    if let Some(gate) = paid.get(&i128::from(cost)).filter(|_| cost > 0) {
        literals.push(gate.before);
    }
    formula.all_of(&literals)
}
