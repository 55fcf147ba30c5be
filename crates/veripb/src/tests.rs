//! Tests of exported bounds of tiny tasks. A small pseudo-Boolean proof checker in this file checks them, and they are
//! compared with an enumeration of all cases.

mod veripb;

use std::collections::{BTreeMap, HashMap};

use super::{NotExported, PseudoBoolean, export, step, unchecked};
use crate::random_task::{Changed as _, is, is_not, random_task, small_task, with_pairs};
use saut_base::bits;
use saut_base::random::Random;
use saut_base::stop::{Stop, StopReason};
use saut_task::bound::{ClosedList, CutShare, Listing, Potential, check_cuts};
use saut_task::certificate::{Reason, States};
use saut_task::invariant::InvariantForm;
use saut_task::task::{Action, ActionId, Fluent, Literal, Task};
use saut_task::{CheckError, ClosedSet, Cost, INFINITE};

/// A sum of literals with positive coefficients, and its lower bound.
#[derive(Clone, Debug)]
struct Constraint {
    terms: BTreeMap<usize, (i128, bool)>,
    least: i128,
}

impl Constraint {
    fn new(least: i128) -> Self {
        Self {
            terms: BTreeMap::new(),
            least,
        }
    }

    fn add(&mut self, factor: i128, var: usize, value: bool) {
        let old = match self.terms.remove(&var) {
            None => 0,
            Some((old, true)) => old,
            Some((old, false)) => {
                self.least -= old;
                -old
            }
        };
        let new = if value {
            old + factor
        } else {
            self.least -= factor;
            old - factor
        };
        if new > 0 {
            self.terms.insert(var, (new, true));
        } else if new < 0 {
            self.least -= new;
            self.terms.insert(var, (-new, false));
        }
    }

    /// Returns the slack under an assignment. It is negative if the constraint is violated.
    fn slack(&self, values: &HashMap<usize, bool>) -> i128 {
        let may = self
            .terms
            .iter()
            .filter(|(var, (_, value))| values.get(*var).is_none_or(|it| it == value));
        may.map(|(_, (factor, _))| factor).sum::<i128>() - self.least
    }
}

#[derive(Default)]
struct Reader {
    names: HashMap<String, usize>,
    constraints: Vec<Option<Constraint>>,
}

impl Reader {
    fn literal(&mut self, text: &str) -> (usize, bool) {
        let name = text.trim_start_matches('~');
        let next = self.names.len();
        (
            *self.names.entry(name.to_owned()).or_insert(next),
            name.len() == text.len(),
        )
    }

    fn constraint(&mut self, text: &str) -> Constraint {
        let (terms, least) = text.split_once(">=").expect("a constraint");
        let mut constraint = Constraint::new(least.trim().parse().expect("a number"));
        let words: Vec<&str> = terms.split_whitespace().collect();
        for term in words.chunks(2) {
            let (var, value) = self.literal(term[1]);
            constraint.add(term[0].parse().expect("a factor"), var, value);
        }
        constraint
    }

    fn formula(text: &str) -> Self {
        let mut reader = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('*')) {
            let line = line.strip_suffix(';').expect("an end");
            let constraint = reader.constraint(line);
            reader.constraints.push(Some(constraint));
        }
        let (names, constraints) = (reader.names.len(), reader.constraints.len());
        let said = format!("* #variable= {names} #constraint= {constraints}");
        assert_eq!(text.lines().next(), Some(said.as_str()));
        reader
    }

    fn propagates(&self, more: &[Constraint], values: &mut HashMap<usize, bool>) -> bool {
        loop {
            let mut is_done = true;
            for constraint in self.constraints.iter().flatten().chain(more) {
                let slack = constraint.slack(values);
                if slack < 0 {
                    return false;
                }
                for (&var, &(factor, value)) in &constraint.terms {
                    if factor > slack && !values.contains_key(&var) {
                        values.insert(var, value);
                        is_done = false;
                    }
                }
            }
            if is_done {
                return true;
            }
        }
    }

    fn sum(&self, words: &[&str]) -> Option<Constraint> {
        let mut stack: Vec<Constraint> = Vec::new();
        let mut last_is_number = None;
        for word in words {
            match *word {
                "+" => {
                    let other = stack.pop()?;
                    let sum = stack.last_mut()?;
                    sum.least += other.least;
                    for (var, (factor, value)) in other.terms {
                        sum.add(factor, var, value);
                    }
                }
                "*" => {
                    let factor: i128 = last_is_number.take()?;
                    stack.pop()?;
                    let product = stack.last_mut()?;
                    product.least *= factor;
                    product.terms.values_mut().for_each(|it| it.0 *= factor);
                }
                number => {
                    let number: i128 = number.parse().ok()?;
                    last_is_number = Some(number);
                    let id = usize::try_from(number).ok()?.checked_sub(1)?;
                    let there = self.constraints.get(id).cloned().flatten();
                    stack.push(there.unwrap_or(Constraint::new(0)));
                }
            }
        }
        stack.pop()
    }

    /// Whether the proof derives a contradiction.
    fn accepts(mut self, proof: &str) -> bool {
        for line in proof.lines().filter(|line| !line.starts_with('%')) {
            let line = line.trim_end_matches(';');
            let (rule, rest) = line.split_once(' ').expect("a rule");
            match rule {
                "pol" => {
                    let words: Vec<&str> = rest.split_whitespace().collect();
                    let Some(sum) = self.sum(&words) else {
                        return false;
                    };
                    self.constraints.push(Some(sum));
                }
                "rup" => {
                    let wanted = self.constraint(rest);
                    let mut negated = Constraint::new(1 - wanted.least);
                    for (&var, &(factor, value)) in &wanted.terms {
                        negated.add(-factor, var, value);
                    }
                    if self.propagates(&[negated], &mut HashMap::new()) {
                        return false;
                    }
                    self.constraints.push(Some(wanted));
                }
                "del" => {
                    for id in rest.split_whitespace().skip(1) {
                        let id: usize = id.parse().expect("a number");
                        self.constraints[id - 1] = None;
                    }
                }
                "conclusion" => {
                    let id: usize = rest
                        .rsplit(' ')
                        .next()
                        .and_then(|it| it.parse().ok())
                        .expect("a number");
                    let last = self.constraints[id - 1].as_ref();
                    return last.is_some_and(|it| it.terms.is_empty() && it.least > 0);
                }
                _ => {}
            }
        }
        false
    }

    /// Whether some case, state and cost satisfy the formula, by enumeration. All other variables follow from them.
    fn has_model(&mut self, task: &Task, digits: usize) -> bool {
        let actions = (0..task.actions().len()).map(|number| format!("a{number}"));
        let cases: Vec<String> = actions
            .chain(["start".to_owned(), "goal".to_owned()])
            .collect();
        let facts = task.fluents().len();
        for case in &cases {
            for bits in 0..1_usize << (facts + digits) {
                let mut values = HashMap::new();
                values.insert(self.literal(case).0, true);
                for place in 0..facts + digits {
                    let name = place
                        .checked_sub(facts)
                        .map_or(format!("x{place}"), |it| format!("c{it}"));
                    values.insert(self.literal(&name).0, bits >> place & 1 == 1);
                }
                if self.propagates(&[], &mut values) {
                    let open = self.names.len() - values.len();
                    assert_eq!(open, 0, "{open} variables do not follow");
                    return true;
                }
            }
        }
        false
    }
}

fn accepts(exported: &PseudoBoolean) -> bool {
    Reader::formula(&exported.formula).accepts(&exported.proof)
}

/// Returns the same set with another bound.
fn with(set: &ClosedSet<Fluent>, bound: Cost) -> ClosedSet<Fluent> {
    ClosedSet {
        bound,
        ..set.clone()
    }
}

fn states(set: &mut ClosedSet<Fluent>) -> &mut ClosedList {
    match &mut set.states {
        States::Listed(Listing { states, .. }) => states,
        _ => panic!("no listing"),
    }
}

/// Returns all reachable states with the costs of reaching them, and the cost of the cheapest plan.
fn cheapest(task: &Task) -> (ClosedList, u64) {
    let mut costs: BTreeMap<Vec<bool>, u64> = BTreeMap::from([(task.start().to_vec(), 0)]);
    let mut open = vec![task.start().to_vec()];
    while let Some(state) = open.pop() {
        for id in task
            .action_ids()
            .filter(|&id| task.action(id).is_applicable(&state))
        {
            let mut after = state.clone();
            task.apply(id, &mut after);
            let cost = costs[&state] + task.action(id).cost;
            if costs.get(&after).is_none_or(|&old| cost < old) {
                costs.insert(after.clone(), cost);
                open.push(after);
            }
        }
    }
    let mut closed = ClosedList::default();
    let goals = costs.iter().filter(|(state, _)| task.is_goal(state));
    let best = goals.map(|(_, &cost)| cost).min().unwrap_or(INFINITE);
    for (state, &cost) in &costs {
        closed.add(&bits::from_values(state), cost, &[]);
    }
    (closed, best)
}

fn priced(seed: u64) -> Task {
    let mut random = Random::new(seed ^ 0xc057);
    let costs: Vec<u64> = (0..8).map(|_| random.below(4) as u64).collect();
    random_task(seed).with_costs(|id: ActionId| costs[id.index() % 8])
}

#[test]
fn closed_states_are_proved_and_incomplete_ones_give_no_contradiction() {
    let stop = Stop::default();
    let (mut finite, mut infinite) = (0, 0);
    for seed in 0..300 {
        let task = priced(seed);
        let (closed, best) = cheapest(&task);
        let closed = ClosedSet::listed(&task, best, Vec::new(), closed);
        let exported = export(&task, &closed, &stop).expect("the cost of the cheapest plan");
        assert!(accepts(&exported), "seed {seed}, bound {best}");
        let has_model = |exported: &PseudoBoolean, bound| {
            Reader::formula(&exported.formula).has_model(&task, step::digits(bound))
        };
        assert!(!has_model(&exported, best), "seed {seed}, bound {best}");
        if best == INFINITE {
            infinite += 1;
            continue;
        }
        finite += 1;
        let more = best + 1;
        assert!(matches!(
            export(&task, &with(&closed, more), &stop),
            Err(NotExported::Check(CheckError::Rejected(_)))
        ));
        let wrong = unchecked(&task, &with(&closed, more), &stop).expect("a formula");
        assert!(!accepts(&wrong), "seed {seed}, bound {more}");
        assert!(has_model(&wrong, more), "seed {seed}, bound {more}");
    }
    assert!(finite > 50 && infinite > 50, "{finite}, {infinite}");
}

/// Returns random weights, random cuts, and some of the reachable states. Many of these reasons are not valid.
fn random_reasons(task: &Task, states: &ClosedList, seed: u64) -> ClosedSet<Fluent> {
    let mut random = Random::new(seed ^ 0x9e37);
    let facts = task.fluents().len();
    let (mut reasons, mut potentials) = (ClosedList::default(), Vec::new());
    for _ in 0..20 {
        let weights = (0..facts)
            .map(|_| [-4, -3, -2, -1, 0, 1, 2, 3, 4][random.below(9)])
            .collect();
        let scale = [0, 1, 2][random.below(3)];
        let potential = Potential { scale, weights };
        let reason = Reason::weights(scale, &potential.weights);
        if potentials.len() < 2 && potential.check(task).is_ok() {
            potentials.push(reason);
        }
    }
    for _ in 0..6 {
        let literals = 0..2 * facts;
        let beyond = literals
            .filter(|_| random.below(3) == 0)
            .map(Literal::of_index)
            .collect();
        reasons.cuts.push(beyond);
    }
    for number in 0..states.count() {
        let (words, cost, _) = states.state(number);
        let mut shares = Vec::new();
        for cut in 0..6 {
            let share = random.below(3) as u64;
            if random.below(3) == 0 {
                shares.push(CutShare { cut, share });
            }
        }
        let start = task.clone().with_start(&bits::values(words, facts));
        let is_leaf = check_cuts(&start, &reasons.cuts, &shares).is_ok();
        if random.below(5) > 0 {
            let shares = if is_leaf { shares.as_slice() } else { &[] };
            reasons.add(words, cost, shares);
        }
    }
    ClosedSet::listed(task, 0, potentials, reasons)
}

#[test]
fn every_reason_that_is_accepted_is_proved_up_to_its_bound() {
    let stop = Stop::default();
    let (mut proved, mut refused) = (0, 0);
    for seed in 0..500 {
        let mut task = priced(seed);
        if seed.is_multiple_of(2) {
            task = with_pairs(task);
        }
        let (all, best) = cheapest(&task);
        let mut reasons = random_reasons(&task, &all, seed);
        // Invalid cuts are removed.
        if reasons.check(&task, &stop).is_err() {
            let old = states(&mut reasons);
            let mut kept = ClosedList {
                cuts: std::mem::take(&mut old.cuts),
                ..ClosedList::default()
            };
            kept.cuts
                .retain(|cut| check_cuts(&task, std::slice::from_ref(cut), &[]).is_ok());
            for number in 0..old.count() {
                let (words, cost, _) = old.state(number);
                kept.add(words, cost, &[]);
            }
            *old = kept;
        }
        let tried = (1..=best.min(12)).chain(Some(INFINITE).filter(|it| *it == best));
        for bound in tried {
            let reasons = with(&reasons, bound);
            let is_shown = reasons.check(&task, &stop).is_ok();
            let written = unchecked(&task, &reasons, &stop).expect("a formula");
            if is_shown {
                proved += 1;
                assert!(accepts(&written), "seed {seed}, bound {bound}");
                let lean = export(&task, &reasons, &stop).expect("a bound that is shown");
                assert!(accepts(&lean), "seed {seed}, bound {bound}, lean");
            } else {
                refused += 1;
            }
        }
        // A bound above the cost of the cheapest plan is never proved, even with wrong reasons.
        if best < 12 {
            let wrong = unchecked(&task, &with(&reasons, best + 1), &stop).expect("a formula");
            assert!(!accepts(&wrong), "seed {seed}, bound {}", best + 1);
        }
    }
    assert!(proved > 100 && refused > 100, "{proved}, {refused}");
}

#[test]
fn groups_and_pairs_are_proved_again_if_weights_need_them() {
    let stop = Stop::default();
    let (mut with_groups, mut of_pairs) = (0, 0);
    for seed in 0..400 {
        let task = with_pairs(priced(seed));
        let (all, best) = cheapest(&task);
        let mut reasons = random_reasons(&task, &all, seed);
        *states(&mut reasons) = ClosedList::default();
        let grouped = task.clone().with_provable_pairs(None);
        let plain = grouped.clone().with_provable_groups([]);
        for bound in (1..=best.min(6)).chain(Some(INFINITE).filter(|it| *it == best)) {
            let [one, two, three] =
                [&plain, &grouped, &task].map(|it| with(&reasons, bound).check(it, &stop).is_ok());
            if three && !one {
                let exported = export(&task, &with(&reasons, bound), &stop).expect("a bound");
                assert!(accepts(&exported), "seed {seed}, bound {bound}");
                with_groups += usize::from(two);
                of_pairs += usize::from(!two);
            }
        }
    }
    let both = with_groups > 0 && of_pairs > 0;
    assert!(both, "{with_groups}, {of_pairs}");
}

#[test]
fn an_effect_without_change_does_not_raise_a_weight() {
    let [here, there, far, lit, dark] = [0, 1, 2, 3, 4];
    let as_they_are = [is(lit), is_not(dark)];
    let go = [&[is_not(here), is(there)][..], &as_they_are].concat();
    let mut actions = vec![
        Action::new("go", [is(here)], go),
        Action::new("on", [is(there)], [is_not(there), is(far)]),
        Action::new("switch", [is(there)], [is_not(lit), is(dark)]),
    ];
    // These actions affect other facts, so that propagation alone cannot add up the weights.
    actions.extend([5, 6, 7].map(|other| Action::new("turn", [is_not(other)], [is(other)])));
    let task = small_task(8, actions, &[here, lit], &[is(far), is(lit), is_not(dark)]);
    let task = with_pairs(task.with_costs(|id| if id.index() == 1 { 2 } else { 1 }));
    let reasons = |there, bound| {
        let reason = Reason::weights(1, &[0, there, 3, 7, -7, 1, 1, 1]);
        with(&ClosedSet::of_reason(reason), bound)
    };
    let stop = Stop::default();
    let exported = export(&task, &reasons(1, 3), &stop).expect("a bound");
    assert!(accepts(&exported));
    // The export fails without mutexes, with weights that rise too fast, and with a bound above the cost of the plan.
    let without = task.clone().with_provable_pairs(None);
    assert!(export(&without, &reasons(1, 3), &stop).is_err());
    for (bound, there) in [(3, 2), (4, 1)] {
        assert!(export(&task, &reasons(there, bound), &stop).is_err());
        let wrong = unchecked(&task, &reasons(there, bound), &stop).expect("a formula");
        assert!(!accepts(&wrong), "{bound}");
    }
}

#[test]
fn a_stopped_or_too_large_proof_is_reported() {
    let task = priced(1);
    let (closed, best) = cheapest(&task);
    let stop = Stop::default();
    stop.request();
    let closed = ClosedSet::listed(&task, best, Vec::new(), closed);
    let stopped = NotExported::Check(CheckError::Stopped(StopReason::Interrupted));
    assert_eq!(export(&task, &closed, &stop), Err(stopped));
}

#[test]
fn only_invariant_conjunctions_are_proved() {
    let stop = Stop::default();
    let (mut proved, mut refused) = ([0, 0], 0);
    for seed in 0..600 {
        let task = with_pairs(priced(seed));
        let (_, best) = cheapest(&task);
        let mut random = Random::new(seed ^ 0x51);
        for form in [InvariantForm::Never, InvariantForm::OneOf] {
            for _ in 0..30 {
                let mut all = Vec::new();
                for _ in 0..=random.below(3) {
                    let literals = 0..2 * task.fluents().len();
                    let some = literals
                        .filter(|_| random.below(3) == 0)
                        .map(Literal::of_index);
                    all.push(some.collect::<Vec<Literal>>());
                }
                let set = ClosedSet::of_reason(Reason::invariant(form, all.clone()));
                match export(&task, &set, &stop) {
                    Ok(exported) => {
                        assert!(accepts(&exported), "seed {seed}, {form:?}: {all:?}");
                        assert_eq!(best, INFINITE);
                        proved[usize::from(form == InvariantForm::OneOf)] += 1;
                    }
                    Err(NotExported::Check(CheckError::Rejected(_))) => refused += 1,
                    Err(other) => panic!("{other}"),
                }
            }
        }
    }
    let all = proved[0] > 20 && proved[1] > 20 && refused > 1000;
    assert!(all, "{proved:?}, {refused}");
}
