//! The heuristic for numeric tasks: a relaxed plan in which every effect can be repeated arbitrarily.
//!
//! Conditions never become false. A numeric condition that does not hold is reached by one action, repeated until the
//! sum of its effects covers the difference. This is the additive heuristic with repetitions, as in ENHSP (Scala,
//! Haslum, Thiébaux and Ramirez: *Subgoaling techniques for satisficing and optimal numeric planning*, JAIR 68, 2020).
//! An effect whose size depends on the state is evaluated in the current state. If it does not help there, it is
//! assumed to help at a high cost. Therefore, an infinite estimate proves that no sequence of actions reaches the goal.
//!
//! The estimate is the size of the relaxed plan chosen by the additive costs, including repetitions. Such a plan may
//! consume resources that do not exist, for example fuel for ten moves if there is fuel for one. Therefore, the
//! consumption of its actions is compared with the resources in the state and with the production of the plan. Actions
//! are added for the missing amounts, for a limited number of rounds. The helpful actions are the actions of the final
//! plan that are applicable in the state.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use saut_numeric::task::{Branch, NumericEffect};
use saut_numeric::{Conditions, Exact, Linear, NumericState, NumericTask, Refused, Relation, Test};

use saut_base::lists::{distinct, number};
use saut_task::task::ActionId;

/// Assumed number of repetitions of an effect whose size is unknown in the state.
const OTHERWISE: u64 = 20;
/// Number of repetitions of an effect that does not help in the state but may help in another state. It exceeds the
/// repetitions of useful effects.
const OF_NO_USE: u64 = 1 << 16;
/// Maximum number of repetitions, so that sums do not overflow.
const MOST: u64 = 1 << 20;
const INFINITE: u64 = u64::MAX;
/// Maximum number of rounds in which actions for missing amounts are added.
const ROUNDS: usize = 8;

pub(super) struct StateEstimates {
    /// The size of the relaxed plan.
    pub(super) plain_size: u64,
    /// The size of the relaxed plan with the actions for missing amounts.
    pub(super) size: u64,
    /// The sum of the additive costs of the goal.
    pub(super) cost: u64,
    /// The number of goal conditions that do not hold.
    pub(super) open_goals: u64,
    pub(super) applicable: Vec<ActionId>,
    /// Applicable actions of the relaxed plan, in ascending order, with their numbers of repetitions.
    pub(super) helpful: Vec<(ActionId, u64)>,
}

/// An action, a conditional effect with the conditions of the action and the effect, or the rule of a derived fact.
#[derive(Default)]
struct Operator {
    /// The action; `None` for the rule of a derived fact.
    action: Option<u32>,
    /// Whether the operator is the unconditional part of an action.
    is_whole: bool,
    needs: Vec<u32>,
    makes: Vec<u32>,
    /// Numeric conditions that the operator may help to satisfy, and its effect on their expressions.
    helps: Vec<(u32, Help)>,
    /// Inequalities whose expression the operator changes by a constant. Larger values are better.
    changes: Vec<(u32, Exact)>,
}

/// Change of the expression of a numeric condition by an operator.
enum Help {
    /// Each application adds this number.
    By(Exact),
    /// The operator assigns this value, a function of the state before.
    To(Linear),
    /// The amount of the change is unknown.
    Unknown,
}

pub(super) struct NumericHeuristic<'a> {
    task: &'a NumericTask,
    operators: Vec<Operator>,
    /// For each literal, the operators that have it as a condition.
    needed_by: Vec<Vec<u32>>,
    goal: Vec<u32>,
    /// For each literal, its cost in the current state.
    costs: Vec<u64>,
    /// For each literal, the operator that reaches it, and its repetitions.
    supporters: Vec<(u32, u64)>,
    missing: Vec<u32>,
    sums: Vec<u64>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
    /// For each numeric condition, the operators that raise its expression by a constant.
    raised_by: Vec<Vec<(u32, Exact)>>,
    plan: RelaxedPlan,
    /// Work since the last call of `take_seen`.
    seen: u64,
}

/// A relaxed plan under construction.
#[derive(Default)]
struct RelaxedPlan {
    /// Number of repetitions of each operator.
    times: Vec<u64>,
    operators: Vec<u32>,
    /// Whether each literal is supported, and the literals that still need support.
    is_supported: Vec<bool>,
    open: Vec<u32>,
    /// For each numeric condition, the total change of its expression by the plan, and the greatest loss by an operator
    /// that has it as a condition. `None` if the plan does not change it.
    balances: Vec<Option<ConditionBalance>>,
}

/// Effect of a relaxed plan on the expression of a numeric condition.
#[derive(Clone, Copy)]
struct ConditionBalance {
    sum: Exact,
    last_loss: Exact,
}

/// Returns the number of the literal that requires a fact to be true or false.
const fn literal(fact: u32, holds: bool) -> u32 {
    2 * fact + !holds as u32
}

/// Returns the literals of conditions, in ascending order.
fn literals(task: &NumericTask, conditions: &[&Conditions]) -> Vec<u32> {
    let facts = number(task.facts.len());
    let mut literals = Vec::new();
    for one in conditions {
        literals.extend(one.positive.iter().map(|&fact| literal(fact, true)));
        literals.extend(one.negative.iter().map(|&fact| literal(fact, false)));
        literals.extend(one.tests.iter().map(|&test| 2 * facts + test));
    }
    distinct(literals)
}

impl<'a> NumericHeuristic<'a> {
    pub(super) fn new(task: &'a NumericTask) -> Self {
        let all = |conditions: &[&Conditions]| literals(task, conditions);
        let by_variable = task.tests_by_variable();
        let mut operators = Vec::new();
        for (action, number) in task.actions.iter().zip(0..) {
            for (place, branch) in action.branches.iter().enumerate() {
                let mut operator = Operator {
                    action: Some(number),
                    is_whole: place == 0,
                    needs: all(&[&action.conditions, &branch.conditions]),
                    makes: made(branch),
                    ..Operator::default()
                };
                operator.add_changes(task, branch, &action.effects, &by_variable);
                operators.push(operator);
            }
        }
        operators.extend(task.derived.iter().map(|rule| Operator {
            needs: all(&[&rule.body]),
            makes: vec![literal(rule.head, true)],
            ..Operator::default()
        }));
        let literals = 2 * task.facts.len() + task.tests.len();
        let mut needed_by = vec![Vec::new(); literals];
        let mut raised_by = vec![Vec::new(); task.tests.len()];
        for (operator, number) in operators.iter().zip(0..) {
            for &need in &operator.needs {
                needed_by[need as usize].push(number);
            }
            for &(test, change) in &operator.changes {
                if change.sign() > 0 {
                    raised_by[test as usize].push((number, change));
                }
            }
        }
        Self {
            task,
            goal: all(&[&task.goal]),
            costs: vec![INFINITE; literals],
            supporters: vec![(0, 0); literals],
            missing: vec![0; operators.len()],
            sums: vec![0; operators.len()],
            raised_by,
            plan: RelaxedPlan {
                times: vec![0; operators.len()],
                is_supported: vec![false; literals],
                balances: vec![None; task.tests.len()],
                ..RelaxedPlan::default()
            },
            operators,
            needed_by,
            queue: BinaryHeap::new(),
            seen: 0,
        }
    }

    pub(super) const fn task(&self) -> &'a NumericTask {
        self.task
    }

    /// Sets the goal of the following estimates.
    pub(super) fn aim(&mut self, goal: &Conditions) {
        self.goal = literals(self.task, &[goal]);
    }

    /// Returns the work since the last call.
    pub(super) fn take_seen(&mut self) -> u64 {
        std::mem::take(&mut self.seen)
    }

    /// Returns the work of an evaluation that visits the whole task.
    pub(super) fn whole(&self) -> u64 {
        let lists = self.operators.iter();
        let lists = lists.map(|it| it.needs.len() + it.makes.len() + it.helps.len() + 1);
        lists.sum::<usize>() as u64
    }

    /// Returns the estimate of a state; `None` if the goal cannot be reached from it.
    ///
    /// # Errors
    /// A number overflows, so nothing is known.
    pub(super) fn estimate(
        &mut self,
        state: &NumericState,
    ) -> Result<Option<StateEstimates>, Refused> {
        self.start(state)?;
        while let Some(Reverse((cost, literal))) = self.queue.pop() {
            if cost > self.costs[literal as usize] {
                continue;
            }
            for place in 0..self.needed_by[literal as usize].len() {
                let operator = self.needed_by[literal as usize][place];
                self.seen += 1;
                let at = operator as usize;
                self.missing[at] -= 1;
                self.sums[at] = self.sums[at].saturating_add(cost);
                if self.missing[at] == 0 {
                    self.fire(operator, state);
                }
            }
        }
        let costs = self.goal.iter().map(|&goal| self.costs[goal as usize]);
        let cost = costs.fold(0, u64::saturating_add);
        if cost == INFINITE {
            return Ok(None);
        }
        let open_goals = self.goal.iter();
        let open_goals = open_goals.filter(|&&goal| self.costs[goal as usize] > 0);
        let open_goals = open_goals.count() as u64;
        let (plain_size, size, helpful) = self.relaxed_plan(state);
        let reached = self.reached();
        let applicable = reached.filter_map(|(sum, action)| (sum == 0).then_some(action));
        Ok(Some(StateEstimates {
            plain_size,
            size,
            cost,
            open_goals,
            applicable: applicable.collect(),
            helpful,
        }))
    }

    /// Returns the reached actions, ordered by the costs of their conditions, cheapest first. An encoding uses this
    /// order as its pattern.
    ///
    /// # Errors
    /// A number overflows, so nothing is known.
    pub(super) fn order(&mut self, state: &NumericState) -> Result<Vec<ActionId>, Refused> {
        self.estimate(state)?;
        let mut reached: Vec<(u64, ActionId)> = self.reached().collect();
        reached.sort_unstable();
        Ok(reached.into_iter().map(|(_, action)| action).collect())
    }

    /// Returns the reached actions, each with the sum of the costs of its conditions.
    fn reached(&self) -> impl Iterator<Item = (u64, ActionId)> {
        let all = self.operators.iter().zip(&self.missing).zip(&self.sums);
        let reached = all.filter(|((it, missing), _)| it.is_whole && **missing == 0);
        reached.filter_map(|((it, _), sum)| Some((*sum, id(it)?)))
    }

    /// Sets the conditions that hold in the state to cost 0.
    fn start(&mut self, state: &NumericState) -> Result<(), Refused> {
        self.queue.clear();
        self.costs.fill(INFINITE);
        self.sums.fill(0);
        for (missing, operator) in self.missing.iter_mut().zip(&self.operators) {
            *missing = number(operator.needs.len());
        }
        let facts = number(self.task.facts.len());
        for fact in 0..facts {
            self.offer(literal(fact, state.has(fact)), 0, (0, 0));
        }
        for rule in &self.task.derived {
            self.offer(literal(rule.head, false), 0, (0, 0));
        }
        for (test, number) in self.task.tests.iter().zip(2 * facts..) {
            if state.passes(test)? {
                self.offer(number, 0, (0, 0));
            }
        }
        for operator in 0..number(self.operators.len()) {
            if self.missing[operator as usize] == 0 {
                self.fire(operator, state);
            }
        }
        Ok(())
    }

    fn offer(&mut self, literal: u32, cost: u64, supporter: (u32, u64)) {
        let known = &mut self.costs[literal as usize];
        if cost < *known {
            *known = cost;
            self.supporters[literal as usize] = supporter;
            self.queue.push(Reverse((cost, literal)));
        }
    }

    /// Updates the costs of the literals that an operator reaches, when all its conditions are reached.
    fn fire(&mut self, operator: u32, state: &NumericState) {
        let sum = self.sums[operator as usize];
        let facts = 2 * number(self.task.facts.len());
        let own = &self.operators[operator as usize];
        self.seen += (own.makes.len() + own.helps.len()) as u64;
        let step = u64::from(own.action.is_some());
        for place in 0..own.makes.len() {
            let made = self.operators[operator as usize].makes[place];
            self.offer(made, sum.saturating_add(step), (operator, step));
        }
        for place in 0..self.operators[operator as usize].helps.len() {
            let (test, help) = &self.operators[operator as usize].helps[place];
            let literal = facts + test;
            // A supporter costs at least one repetition.
            if self.costs[literal as usize] <= sum {
                continue;
            }
            let times = repetitions(&self.task.tests[*test as usize], help, state);
            if let Some(times) = times {
                let times = times.clamp(1, MOST);
                self.offer(literal, sum.saturating_add(times), (operator, times));
            }
        }
    }

    /// Returns the size of the relaxed plan, its size with the actions for missing amounts, and the helpful actions.
    fn relaxed_plan(&mut self, state: &NumericState) -> (u64, u64, Vec<(ActionId, u64)>) {
        for operator in self.plan.operators.drain(..) {
            self.plan.times[operator as usize] = 0;
        }
        self.plan.is_supported.fill(false);
        self.plan.open.clone_from(&self.goal);
        self.support();
        let plain_size = self.size();
        for _ in 0..ROUNDS {
            if !self.add_missing(state) {
                break;
            }
            self.support();
        }
        let operators = self.plan.operators.iter();
        let first = operators.map(|&operator| operator as usize);
        let first = first.filter(|&operator| self.sums[operator] == 0);
        let action = |operator| Some((id(&self.operators[operator])?, self.plan.times[operator]));
        let mut helpful: Vec<(ActionId, u64)> = first.filter_map(action).collect();
        helpful.sort_unstable_by_key(|&(action, times)| (action, Reverse(times)));
        helpful.dedup_by_key(|helpful| helpful.0);
        (plain_size, self.size(), helpful)
    }

    /// Returns the number of actions of the plan, with repetitions.
    fn size(&self) -> u64 {
        let is_action = |operator: &&u32| self.operators[**operator as usize].action.is_some();
        let operators = self.plan.operators.iter().filter(is_action);
        let times = operators.map(|&operator| self.plan.times[operator as usize]);
        times.fold(0, u64::saturating_add)
    }

    /// Adds the supporter of every open literal, and the conditions of the supporter.
    fn support(&mut self) {
        while let Some(literal) = self.plan.open.pop() {
            let at = literal as usize;
            if self.costs[at] == 0 || std::mem::replace(&mut self.plan.is_supported[at], true) {
                continue;
            }
            let (operator, repetitions) = self.supporters[at];
            let known = self.plan.times[operator as usize];
            self.apply(operator, repetitions.max(known));
        }
    }

    /// Sets the repetitions of an operator in the plan.
    fn apply(&mut self, operator: u32, times: u64) {
        let at = operator as usize;
        if self.plan.times[at] == 0 && times > 0 {
            self.plan.operators.push(operator);
            self.plan.open.extend(&self.operators[at].needs);
        }
        self.plan.times[at] = times;
    }

    /// Adds an operator for each numeric condition that the plan would violate, because it consumes more than is
    /// available. Returns whether an operator was added.
    fn add_missing(&mut self, state: &NumericState) -> bool {
        let facts = 2 * number(self.task.facts.len());
        let mut touched = Vec::new();
        for &operator in &self.plan.operators {
            let own = &self.operators[operator as usize];
            self.seen += own.changes.len() as u64;
            let times = i64::try_from(self.plan.times[operator as usize]).unwrap_or(i64::MAX);
            for &(test, change) in &own.changes {
                let balance = self.plan.balances[test as usize].get_or_insert_with(|| {
                    touched.push(test);
                    ConditionBalance {
                        sum: Exact::ZERO,
                        last_loss: Exact::ZERO,
                    }
                });
                let all = change.times(Exact::whole(times));
                if let Some(sum) = all.and_then(|all| balance.sum.plus(all)) {
                    balance.sum = sum;
                }
                if change < balance.last_loss && own.needs.binary_search(&(facts + test)).is_ok() {
                    balance.last_loss = change;
                }
            }
        }
        let mut has_added = false;
        for test in touched {
            let Some(balance) = self.plan.balances[test as usize].take() else {
                continue;
            };
            let is_goal = self.goal.binary_search(&(facts + test)).is_ok();
            if balance.last_loss.sign() == 0 && !is_goal {
                continue;
            }
            // The condition must hold before the last operator that needs it; a goal must also hold after it.
            let Test {
                linear, relation, ..
            } = &self.task.tests[test as usize];
            let now = linear.value(state.values()).ok();
            let loss = if is_goal {
                Exact::ZERO
            } else {
                balance.last_loss
            };
            let end = now.and_then(|now| now.plus(balance.sum)?.minus(loss));
            let Some(end) = end.filter(|end| !relation.holds(*end)) else {
                continue;
            };
            let raised_by = self.raised_by[test as usize].iter();
            let ways = raised_by.filter_map(|&(operator, change)| {
                let at = operator as usize;
                let times = steps(*relation, end, change)?.min(MOST);
                let is_new = u64::from(self.plan.times[at] == 0);
                let cost = (is_new * self.sums[at]).saturating_add(times);
                (self.missing[at] == 0).then_some((cost, operator, times))
            });
            if let Some((_, operator, times)) = ways.min() {
                let known = self.plan.times[operator as usize];
                self.apply(operator, known.saturating_add(times).min(MOST));
                has_added = true;
            }
        }
        has_added
    }
}

fn id(operator: &Operator) -> Option<ActionId> {
    operator.action.map(|action| ActionId::new(action as usize))
}

/// Returns the number of repetitions with which an operator satisfies a condition that fails in the state; `None` if it
/// does not help.
fn repetitions(test: &Test, help: &Help, state: &NumericState) -> Option<u64> {
    let Ok(now) = test.linear.value(state.values()) else {
        return Some(OTHERWISE);
    };
    let step = match help {
        Help::By(step) => *step,
        Help::Unknown => return Some(OTHERWISE),
        Help::To(after) => {
            let after = after.value(state.values()).ok();
            let Some(step) = after.and_then(|after| after.minus(now)) else {
                return Some(OTHERWISE);
            };
            return Some(steps(test.relation, now, step).unwrap_or(OF_NO_USE));
        }
    };
    steps(test.relation, now, step)
}

/// Returns the number of steps of this size from `now` until the relation to 0 holds; `None` if it never does.
fn steps(relation: Relation, now: Exact, step: Exact) -> Option<u64> {
    match relation {
        Relation::AtLeast | Relation::Above => {
            (step.sign() > 0).then(|| now.negated().quotient_up(step, relation == Relation::Above))
        }
        Relation::Equal if now.sign() > 0 => {
            (step.sign() < 0).then(|| now.quotient_up(step.negated(), false))
        }
        Relation::Equal => (step.sign() > 0).then(|| now.negated().quotient_up(step, false)),
        Relation::Unequal => (step.sign() != 0).then_some(1),
    }
}

fn made(branch: &Branch) -> Vec<u32> {
    let added = branch.added.iter().map(|&fact| literal(fact, true));
    let deleted = branch.deleted.iter();
    let deleted = deleted.filter(|fact| !branch.added.contains(fact));
    let deleted = deleted.map(|&fact| literal(fact, false));
    added.chain(deleted).collect()
}

impl Operator {
    /// Adds the numeric conditions that a branch may help to satisfy, and the inequalities whose expression it changes
    /// by the same amount in every state.
    fn add_changes(
        &mut self,
        task: &NumericTask,
        branch: &Branch,
        effects: &[NumericEffect],
        by_variable: &[Vec<u32>],
    ) {
        let own = branch.effects.iter();
        let effects: Vec<&NumericEffect> = own.map(|&effect| &effects[effect as usize]).collect();
        let tests = effects.iter();
        let tests = tests.flat_map(|effect| &by_variable[effect.variable as usize]);
        let tests: BTreeSet<u32> = tests.copied().collect();
        for number in tests {
            let Test {
                linear, relation, ..
            } = &task.tests[number as usize];
            let Some(step) = linear.step(effects.iter().copied()) else {
                self.helps.push((number, after(linear, &effects)));
                continue;
            };
            let is_inequality = matches!(relation, Relation::AtLeast | Relation::Above);
            if step.sign() != 0 && is_inequality {
                self.changes.push((number, step));
            }
            if step.sign() > 0 || (step.sign() < 0 && !is_inequality) {
                self.helps.push((number, Help::By(step)));
            }
        }
    }
}

/// Returns the expression of a numeric condition after the effects, as a function of the state before.
fn after(linear: &Linear, effects: &[&NumericEffect]) -> Help {
    let mut after = Some(linear.clone());
    for effect in effects {
        let factor = linear.coefficient(effect.variable);
        if factor.sign() == 0 {
            continue;
        }
        after = after.and_then(|after| {
            let without = after.plus_times(factor.negated(), &Linear::variable(effect.variable))?;
            without.plus_times(factor, &effect.change.after(effect.variable)?)
        });
    }
    after.map_or(Help::Unknown, Help::To)
}
