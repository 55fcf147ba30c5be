//! Random small numeric tasks with a simple, slow semantics over rationals, which shares no code with the planner.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;

use saut_base::random::Random;
use saut_numeric::Rational;

/// A state: the atoms that hold and the values of the functions.
type State = (BTreeSet<usize>, BTreeMap<usize, Rational>);

const ATOMS: usize = 2;
const FUNCTIONS: usize = 3;

/// The sum of a constant and of multiples of functions.
#[derive(Clone, Debug)]
struct Sum {
    constant: Rational,
    terms: Vec<(Rational, usize)>,
}

#[derive(Clone, Debug)]
enum Test {
    Atom(usize, bool),
    Compare(&'static str, Sum, Sum, bool),
    Or(Vec<Test>),
}

#[derive(Clone, Debug)]
enum Effect {
    Set(usize, bool),
    Number(&'static str, usize, Sum),
    When(Test, Box<Effect>),
}

#[derive(Clone, Debug)]
struct Action {
    tests: Vec<Test>,
    effects: Vec<Effect>,
}

/// The random task for a seed.
#[derive(Debug)]
pub struct RandomTask {
    start: State,
    actions: Vec<Action>,
    goal: Vec<Test>,
}

/// Result of a simple search.
#[derive(Debug)]
pub enum Outcome {
    Plan(Vec<String>),
    /// All states were visited, and none of them is a goal state.
    Nothing,
    /// The limit on states was reached.
    Open,
}

fn whole(number: i64) -> Rational {
    Rational::from_integer(number.into())
}

impl Sum {
    fn of(constant: Rational) -> Self {
        Self {
            constant,
            terms: Vec::new(),
        }
    }
}

fn number(random: &mut Random) -> Rational {
    let above = i64::try_from(random.below(7)).unwrap() - 2;
    let below = if random.below(6) == 0 { 2 } else { 1 };
    Rational::new(above.into(), below.into())
}

fn sum(random: &mut Random) -> Sum {
    let terms = match random.below(4) {
        0 | 1 => 0,
        2 => 1,
        _ => 2,
    };
    let term = |random: &mut Random| {
        let factor = [1, 1, 1, -1, 2][random.below(5)];
        (whole(factor), random.below(FUNCTIONS))
    };
    Sum {
        constant: number(random),
        terms: (0..terms).map(|_| term(random)).collect(),
    }
}

fn test(random: &mut Random, deep: bool) -> Test {
    match random.below(8) {
        0 | 1 => Test::Atom(random.below(ATOMS), random.below(3) > 0),
        2 if deep => Test::Or((0..2).map(|_| test(random, false)).collect()),
        _ => {
            let sign = ["<", "<=", "=", ">=", ">"][random.below(5)];
            let mut left = sum(random);
            if left.terms.is_empty() {
                left.terms.push((whole(1), random.below(FUNCTIONS)));
            }
            Test::Compare(sign, left, sum(random), random.below(5) > 0)
        }
    }
}

fn effect(random: &mut Random, deep: bool) -> Effect {
    match random.below(8) {
        0 | 1 => Effect::Set(random.below(ATOMS), random.below(3) > 0),
        2 if deep => Effect::When(test(random, true), Box::new(effect(random, false))),
        kind => {
            let word = match kind {
                3 | 4 => "increase",
                5 => "decrease",
                6 => "assign",
                _ => ["assign", "scale-up", "scale-down"][random.below(3)],
            };
            let mut amount = sum(random);
            if word.starts_with("scale") {
                amount.terms.clear();
                // A division by 0 is rejected by the parser.
                if word == "scale-down" && amount.constant == whole(0) {
                    amount.constant = whole(2);
                }
            } else if word != "assign" && random.below(2) == 0 {
                amount = Sum::of(whole(1));
            }
            Effect::Number(word, random.below(FUNCTIONS), amount)
        }
    }
}

impl RandomTask {
    pub fn of_seed(seed: u64) -> Self {
        let random = &mut Random::new(seed);
        let atoms = (0..ATOMS).filter(|_| random.below(2) == 0).collect();
        let values = (0..FUNCTIONS).filter_map(|function| {
            let value = number(random);
            (random.below(12) > 0).then_some((function, value))
        });
        let start = (atoms, values.collect());
        let action = |random: &mut Random| Action {
            tests: (0..random.below(3)).map(|_| test(random, true)).collect(),
            effects: (0..=random.below(3))
                .map(|_| effect(random, true))
                .collect(),
        };
        let actions = (0..2 + random.below(3)).map(|_| action(random)).collect();
        let goal = (0..=random.below(2)).map(|_| test(random, true)).collect();
        let mut task = Self {
            start,
            actions,
            goal,
        };
        // A goal on a value that is never assigned is rejected by the parser.
        for function in 0..FUNCTIONS {
            task.start.1.entry(function).or_insert_with(|| whole(0));
        }
        if seed.is_multiple_of(7) {
            task.start.1.remove(&0);
            let value = Sum::of(number(random));
            task.actions.push(Action {
                tests: vec![],
                effects: vec![Effect::Number("assign", 0, value)],
            });
        }
        task
    }

    pub fn written(&self) -> (String, String) {
        let mut domain = "(define (domain d) (:requirements :adl :fluents) (:predicates (p0) (p1))
 (:functions (f0) (f1) (f2))"
            .to_owned();
        for (number, action) in self.actions.iter().enumerate() {
            let tests: Vec<String> = action.tests.iter().map(written_test).collect();
            let effects: Vec<String> = action.effects.iter().map(written_effect).collect();
            write!(
                domain,
                "\n (:action a{number} :precondition (and {}) :effect (and {}))",
                tests.join(" "),
                effects.join(" ")
            )
            .unwrap();
        }
        domain.push(')');
        let mut init = String::new();
        for atom in &self.start.0 {
            write!(init, " (p{atom})").unwrap();
        }
        for (function, value) in &self.start.1 {
            write!(init, " (= (f{function}) {})", decimal(value)).unwrap();
        }
        let goal: Vec<String> = self.goal.iter().map(written_test).collect();
        let problem = format!(
            "(define (problem p) (:domain d) (:init{init}) (:goal (and {})))",
            goal.join(" ")
        );
        (domain, problem)
    }

    /// Visits at most `most` states, with their plans, in breadth-first order, until the callback returns true.
    fn visit(&self, most: usize, show: &mut dyn FnMut(&State, &[String]) -> bool) -> Outcome {
        let mut seen = BTreeSet::from([self.start.clone()]);
        let mut open = VecDeque::from([(self.start.clone(), Vec::new())]);
        while let Some((state, plan)) = open.pop_front() {
            if show(&state, &plan) {
                return Outcome::Plan(plan);
            }
            for (number, action) in self.actions.iter().enumerate() {
                let next = after(action, &state).filter(|next| seen.insert(next.clone()));
                let longer = || [&plan[..], &[format!("(a{number})")]].concat();
                open.extend(next.map(|next| (next, longer())));
            }
            if seen.len() > most {
                return Outcome::Open;
            }
        }
        Outcome::Nothing
    }

    /// Returns a shortest plan, if at most `most` states are visited.
    pub fn breadth_first(&self, most: usize) -> Outcome {
        self.visit(most, &mut |state, _| self.is_goal(state))
    }

    /// Returns the minimal value of a sum in a goal state; `None` if there are too many states, no goal state or no
    /// value.
    #[allow(dead_code, reason = "not every test file has a metric")]
    pub fn least(&self, terms: &[(i64, usize)], most: usize) -> Option<Rational> {
        let terms = terms.iter();
        let measured = Sum {
            constant: whole(0),
            terms: terms
                .map(|&(factor, function)| (whole(factor), function))
                .collect(),
        };
        let mut values = Vec::new();
        let outcome = self.visit(most, &mut |state, _| {
            if self.is_goal(state) {
                values.push(value(&measured, state));
            }
            false
        });
        let values: Option<Vec<Rational>> = values.into_iter().collect();
        values
            .filter(|_| matches!(outcome, Outcome::Nothing))?
            .into_iter()
            .min()
    }

    /// Whether the steps are applicable and end in a goal.
    pub fn reaches_goal(&self, steps: &[String]) -> bool {
        let mut state = self.start.clone();
        for step in steps {
            let number: usize = step.trim_matches(['(', 'a', ')']).parse().unwrap();
            match after(&self.actions[number], &state) {
                Some(next) => state = next,
                None => return false,
            }
        }
        self.is_goal(&state)
    }

    /// Returns all plans with at most two actions, and some random longer plans.
    #[allow(dead_code, reason = "not every test file draws plans")]
    pub fn plans(&self, most: usize) -> Vec<Vec<String>> {
        let name = |number: usize| format!("(a{number})");
        let all = self.actions.len();
        let mut plans = vec![Vec::new()];
        for first in 0..all {
            plans.push(vec![name(first)]);
            plans.extend((0..all).map(|second| vec![name(first), name(second)]));
        }
        let mut random = Random::new(all as u64);
        for _ in 0..most {
            let plan = (0..3 + random.below(4)).map(|_| name(random.below(all)));
            plans.push(plan.collect());
        }
        plans
    }

    fn is_goal(&self, state: &State) -> bool {
        self.goal.iter().all(|test| holds(test, state))
    }
}

fn value(sum: &Sum, state: &State) -> Option<Rational> {
    let mut total = sum.constant.clone();
    for (factor, function) in &sum.terms {
        total += factor * state.1.get(function)?;
    }
    Some(total)
}

fn holds(test: &Test, state: &State) -> bool {
    match test {
        Test::Atom(atom, wanted) => state.0.contains(atom) == *wanted,
        Test::Or(parts) => parts.iter().any(|part| holds(part, state)),
        Test::Compare(sign, left, right, wanted) => {
            let (Some(left), Some(right)) = (value(left, state), value(right, state)) else {
                return false;
            };
            let is = match *sign {
                "<" => left < right,
                "<=" => left <= right,
                "=" => left == right,
                ">=" => left >= right,
                _ => left > right,
            };
            is == *wanted
        }
    }
}

/// Returns the state after an action; `None` if the action is not applicable.
fn after(action: &Action, state: &State) -> Option<State> {
    if !action.tests.iter().all(|test| holds(test, state)) {
        return None;
    }
    let (mut on, mut off) = (BTreeSet::new(), BTreeSet::new());
    let mut numbers: BTreeMap<usize, Vec<(&str, Rational)>> = BTreeMap::new();
    for effect in &action.effects {
        let mut effect = effect;
        let mut takes_place = true;
        while let Effect::When(test, inner) = effect {
            takes_place &= holds(test, state);
            effect = inner;
        }
        match effect {
            _ if !takes_place => {}
            Effect::Set(atom, true) => {
                on.insert(*atom);
            }
            Effect::Set(atom, false) => {
                off.insert(*atom);
            }
            Effect::Number(word, function, amount) => {
                let amount = value(amount, state)?;
                numbers.entry(*function).or_default().push((word, amount));
            }
            Effect::When(..) => unreachable!("taken apart above"),
        }
    }
    let mut next = state.clone();
    next.0.retain(|atom| !off.contains(atom));
    next.0.extend(on);
    for (function, changes) in numbers {
        if changes
            .iter()
            .any(|(word, amount)| *word == "scale-down" && *amount == whole(0))
        {
            return None;
        }
        let is_sum = |word: &str| matches!(word, "increase" | "decrease");
        let is_scale = |word: &str| word.starts_with("scale");
        let alike = |is: &dyn Fn(&str) -> bool| changes.iter().all(|(word, _)| is(word));
        if changes.len() > 1 && !alike(&is_sum) && !alike(&is_scale) {
            return None;
        }
        let mut number = if changes[0].0 == "assign" {
            changes[0].1.clone()
        } else {
            state.1.get(&function)?.clone()
        };
        for (word, amount) in &changes {
            match *word {
                "increase" => number += amount,
                "decrease" => number -= amount,
                "scale-up" => number *= amount,
                "scale-down" => number /= amount,
                _ => {}
            }
        }
        next.1.insert(function, number);
    }
    Some(next)
}

fn decimal(number: &Rational) -> String {
    saut_numeric::rational::written(number)
}

fn written_sum(sum: &Sum) -> String {
    let mut text = decimal(&sum.constant);
    for (factor, function) in &sum.terms {
        let factor = decimal(factor);
        text = match factor.as_str() {
            "1" => format!("(+ {text} (f{function}))"),
            "-1" => format!("(- {text} (f{function}))"),
            _ => format!("(+ {text} (* {factor} (f{function})))"),
        };
    }
    text
}

fn written_test(test: &Test) -> String {
    let negated = |text: String, wanted: bool| {
        if wanted {
            text
        } else {
            format!("(not {text})")
        }
    };
    match test {
        Test::Atom(atom, wanted) => negated(format!("(p{atom})"), *wanted),
        Test::Or(parts) => {
            let parts: Vec<String> = parts.iter().map(written_test).collect();
            format!("(or {})", parts.join(" "))
        }
        Test::Compare(sign, left, right, wanted) => {
            let (left, right) = (written_sum(left), written_sum(right));
            negated(format!("({sign} {left} {right})"), *wanted)
        }
    }
}

fn written_effect(effect: &Effect) -> String {
    match effect {
        Effect::Set(atom, true) => format!("(p{atom})"),
        Effect::Set(atom, false) => format!("(not (p{atom}))"),
        Effect::Number(word, function, amount) => {
            format!("({word} (f{function}) {})", written_sum(amount))
        }
        Effect::When(test, inner) => {
            format!("(when {} {})", written_test(test), written_effect(inner))
        }
    }
}
