//! Trajectory constraints and preferences: the validator, the monitors and the engines, each alone, against brute
//! force.
//!
//! `SAUT_CASES=10000 cargo test -p saut-pddl --test tasks trajectory` tries as many tasks.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::time::Duration;

use crate::common::random_task::Random;
use crate::common::{About, OfKind as _, cases, has_plan_at, read};
use saut_base::stop::{Stop, Ticker};
use saut_pddl::{
    Compiled, GroundTask, GroundingLimits, InvalidPlan, NotCompiled, PlanningTask, Quality, Reason,
    Stopped, ground, validate,
};
use saut_plan::planning::cheapest;
use saut_plan::{Minimise, Settings, Verdict};
use saut_task::certificate::Seen;
use saut_task::encode::Encoding;
use saut_task::exhaustive::{ExplorationEnding, explore};
use saut_task::{Certificate, Checked, Plan, Problem as _};

/// The objects.
const OBJECTS: usize = 3;

/// The bit of the fact `q`; those of `p` come before.
const Q: usize = OBJECTS;

/// Most steps of the plans that are tried.
const LONGEST: usize = 4;

/// An object, or the variable of a parameter or a quantifier.
#[derive(Clone, Copy)]
enum Term {
    Object(usize),
    X,
    Y,
}

/// A condition.
enum Formula {
    P(Term),
    Q,
    /// Derived: `q` or `p o0`.
    D,
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Exists(Box<Formula>),
    ForAll(Box<Formula>),
}

/// A constraint.
enum Constraint {
    AtEnd(Formula),
    Always(Formula),
    Sometime(Formula),
    AtMostOnce(Formula),
    After(Formula, Formula),
    Before(Formula, Formula),
    And(Vec<Constraint>),
    ForAll(Box<Constraint>),
}

struct Preference {
    name: usize,
    is_quantified: bool,
    constraint: Constraint,
}

struct Effect {
    condition: Option<Formula>,
    /// None is `q`.
    p: Option<Term>,
    value: bool,
}

/// An action with the parameter `?x`.
struct Schema {
    precondition: Formula,
    preference: Option<(usize, Formula)>,
    effects: Vec<Effect>,
    cost: u64,
}

struct Task {
    schemas: Vec<Schema>,
    start: u32,
    goal: Formula,
    /// Each with whether it stands in the domain.
    constraints: Vec<(bool, Constraint)>,
    preferences: Vec<Preference>,
    /// By the number of the name.
    weights: [u64; 3],
    factor: u64,
}

fn object(term: Term, x: usize, y: usize) -> usize {
    match term {
        Term::Object(object) => object,
        Term::X => x,
        Term::Y => y,
    }
}

impl Formula {
    fn random(random: &mut Random, x: bool, y: bool, depth: usize, derived: bool) -> Self {
        let term = |random: &mut Random| match random.below(4) {
            0 | 1 if x => Term::X,
            2 if y => Term::Y,
            _ => Term::Object(random.below(OBJECTS)),
        };
        let kinds = if depth == 0 { 5 } else { 9 };
        let inner = |random: &mut Random| Self::random(random, x, y, depth - 1, derived);
        match random.below(kinds) {
            0..=2 => Self::P(term(random)),
            3 => Self::Q,
            4 if derived => Self::D,
            4 => Self::Not(Box::new(Self::P(term(random)))),
            5 => Self::Not(Box::new(inner(random))),
            6 => Self::And(vec![inner(random), inner(random)]),
            7 => Self::Or(vec![inner(random), inner(random)]),
            _ if y => Self::Or(vec![inner(random), inner(random)]),
            _ => {
                let inner = Box::new(Self::random(random, x, true, depth - 1, derived));
                if random.below(2) == 0 {
                    Self::Exists(inner)
                } else {
                    Self::ForAll(inner)
                }
            }
        }
    }

    fn holds(&self, state: u32, x: usize, y: usize) -> bool {
        let bit = |bit: usize| state >> bit & 1 == 1;
        match self {
            Self::P(term) => bit(object(*term, x, y)),
            Self::Q => bit(Q),
            Self::D => bit(Q) || bit(0),
            Self::Not(inner) => !inner.holds(state, x, y),
            Self::And(parts) => parts.iter().all(|part| part.holds(state, x, y)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(state, x, y)),
            Self::Exists(inner) => (0..OBJECTS).any(|y| inner.holds(state, x, y)),
            Self::ForAll(inner) => (0..OBJECTS).all(|y| inner.holds(state, x, y)),
        }
    }

    fn written(&self) -> String {
        let all = |parts: &[Self]| {
            parts
                .iter()
                .map(Self::written)
                .collect::<Vec<_>>()
                .join(" ")
        };
        match self {
            Self::P(Term::Object(object)) => format!("(p o{object})"),
            Self::P(Term::X) => "(p ?x)".to_owned(),
            Self::P(Term::Y) => "(p ?y)".to_owned(),
            Self::Q => "(q)".to_owned(),
            Self::D => "(d)".to_owned(),
            Self::Not(inner) => format!("(not {})", inner.written()),
            Self::And(parts) => format!("(and {})", all(parts)),
            Self::Or(parts) => format!("(or {})", all(parts)),
            Self::Exists(inner) => format!("(exists (?y) {})", inner.written()),
            Self::ForAll(inner) => format!("(forall (?y) {})", inner.written()),
        }
    }
}

impl Constraint {
    fn random(random: &mut Random, x: bool, depth: usize, derived: bool) -> Self {
        let formula = |random: &mut Random| Formula::random(random, x, false, 1, derived);
        match random.below(if depth == 0 { 6 } else { 8 }) {
            0 => Self::AtEnd(formula(random)),
            1 => Self::Always(formula(random)),
            2 => Self::Sometime(formula(random)),
            3 => Self::AtMostOnce(formula(random)),
            4 => Self::After(formula(random), formula(random)),
            5 => Self::Before(formula(random), formula(random)),
            6 if !x => Self::ForAll(Box::new(Self::random(random, true, depth - 1, derived))),
            _ => {
                let parts = (0..2).map(|_| Self::random(random, x, depth - 1, derived));
                Self::And(parts.collect())
            }
        }
    }

    /// By the definitions of PDDL 3, with `i` and `j` as there.
    fn is_obeyed(&self, trace: &[u32], x: usize) -> bool {
        let holds = |formula: &Formula, i: usize| formula.holds(trace[i], x, 0);
        let mut all = 0..trace.len();
        let n = trace.len();
        match self {
            Self::AtEnd(f) => holds(f, n - 1),
            Self::Always(f) => all.all(|i| holds(f, i)),
            Self::Sometime(f) => all.any(|i| holds(f, i)),
            Self::AtMostOnce(f) => all.all(|i| {
                !holds(f, i)
                    || (i..n)
                        .any(|j| (i..=j).all(|k| holds(f, k)) && (j + 1..n).all(|k| !holds(f, k)))
            }),
            Self::After(f, g) => all.all(|i| !holds(f, i) || (i..n).any(|j| holds(g, j))),
            Self::Before(f, g) => all.all(|i| !holds(f, i) || (0..i).any(|j| holds(g, j))),
            Self::And(parts) => parts.iter().all(|part| part.is_obeyed(trace, x)),
            Self::ForAll(inner) => (0..OBJECTS).all(|x| inner.is_obeyed(trace, x)),
        }
    }

    fn written(&self) -> String {
        let two = |word: &str, f: &Formula, g: &Formula| {
            format!("({word} {} {})", f.written(), g.written())
        };
        match self {
            Self::AtEnd(f) => format!("(at end {})", f.written()),
            Self::Always(f) => format!("(always {})", f.written()),
            Self::Sometime(f) => format!("(sometime {})", f.written()),
            Self::AtMostOnce(f) => format!("(at-most-once {})", f.written()),
            Self::After(f, g) => two("sometime-after", f, g),
            Self::Before(f, g) => two("sometime-before", f, g),
            Self::And(parts) => {
                let parts: Vec<String> = parts.iter().map(Self::written).collect();
                format!("(and {})", parts.join(" "))
            }
            Self::ForAll(inner) => format!("(forall (?x) {})", inner.written()),
        }
    }
}

/// Verdict on a plan by the definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judged {
    Stuck,
    NoGoal,
    Violates,
    Plan(u64),
}

impl Task {
    fn random(seed: u64, derived: bool) -> Self {
        let mut random = Random(seed);
        let random = &mut random;
        let schemas = (0..2).map(|_| {
            let effects = (0..=random.below(3)).map(|_| Effect {
                condition: (random.below(4) == 0)
                    .then(|| Formula::random(random, true, false, 1, derived)),
                p: match random.below(4) {
                    0 => None,
                    1 => Some(Term::Object(random.below(OBJECTS))),
                    _ => Some(Term::X),
                },
                value: random.below(5) > 1,
            });
            let effects = effects.collect();
            let preference = (random.below(4) == 0).then(|| {
                let formula = Formula::random(random, true, false, 1, derived);
                (random.below(3), formula)
            });
            let depth = random.below(2);
            Schema {
                precondition: Formula::random(random, true, false, depth, derived),
                preference,
                effects,
                cost: random.below(3) as u64,
            }
        });
        let schemas: Vec<Schema> = schemas.collect();
        let constraints = (0..random.below(3)).map(|_| {
            let in_domain = random.below(4) == 0;
            // A domain knows no objects of the problem, but the constants, which all objects are here.
            (in_domain, Constraint::random(random, false, 2, derived))
        });
        let constraints = constraints.collect();
        let preferences = (0..random.below(4)).map(|_| {
            let is_quantified = random.below(3) == 0;
            let constraint = match random.below(3) {
                0 => Constraint::AtEnd(Formula::random(random, is_quantified, false, 1, derived)),
                _ => Constraint::random(random, is_quantified, 1, derived),
            };
            Preference {
                name: random.below(3),
                is_quantified,
                constraint,
            }
        });
        let preferences: Vec<Preference> = preferences.collect();
        Self {
            schemas,
            start: u32::try_from(random.below(1 << (OBJECTS + 1))).unwrap(),
            goal: Formula::random(random, false, false, 1, derived),
            constraints,
            preferences,
            weights: [random.below(4) as u64, random.below(4) as u64, 2],
            factor: random.below(3) as u64,
        }
    }

    /// The numbers of the names that preferences have.
    fn names(&self) -> Vec<usize> {
        let steps = self
            .schemas
            .iter()
            .filter_map(|one| one.preference.as_ref());
        let own = self.preferences.iter().map(|one| one.name);
        let mut names: Vec<usize> = own.chain(steps.map(|one| one.0)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn written(&self) -> (String, String) {
        let mut domain = "(define (domain d) (:requirements :adl :action-costs :constraints :preferences\n \
             :derived-predicates) (:constants o0 o1 o2)\n (:predicates (p ?x) (q) (d)) (:functions (total-cost))\n \
             (:derived (d) (or (q) (p o0)))\n"
            .to_owned();
        let constraints = |in_domain: bool| {
            let all = self.constraints.iter();
            let all = all.filter(|(is, _)| *is == in_domain);
            all.map(|(_, one)| one.written())
                .collect::<Vec<_>>()
                .join("\n ")
        };
        let _ = writeln!(domain, "(:constraints (and {}))", constraints(true));
        for (number, schema) in self.schemas.iter().enumerate() {
            let preference = schema.preference.as_ref();
            let preference = preference.map_or(String::new(), |(name, formula)| {
                format!("(preference n{name} {})", formula.written())
            });
            let effects = schema.effects.iter().map(|effect| {
                let atom = effect.p.map_or(Formula::Q, Formula::P).written();
                let atom = if effect.value {
                    atom
                } else {
                    format!("(not {atom})")
                };
                match &effect.condition {
                    Some(condition) => format!("(when {} {atom})", condition.written()),
                    None => atom,
                }
            });
            let _ = writeln!(
                domain,
                "(:action a{number} :parameters (?x) :precondition (and {} {preference})\n \
                 :effect (and (increase (total-cost) {}) {}))",
                schema.precondition.written(),
                schema.cost,
                effects.collect::<Vec<_>>().join(" ")
            );
        }
        domain.push(')');
        let facts = (0..=Q).filter(|bit| self.start >> bit & 1 == 1);
        let facts = facts.map(|bit| {
            if bit == Q {
                "(q)".to_owned()
            } else {
                format!("(p o{bit})")
            }
        });
        let (mut in_goal, mut in_constraints) = (String::new(), String::new());
        for preference in &self.preferences {
            let (place, inner) = match &preference.constraint {
                Constraint::AtEnd(formula) => (&mut in_goal, formula.written()),
                other => (&mut in_constraints, other.written()),
            };
            let text = format!("(preference n{} {inner})", preference.name);
            let _ = if preference.is_quantified {
                writeln!(place, " (forall (?x) {text})")
            } else {
                writeln!(place, " {text}")
            };
        }
        let names = self.names();
        let violations = names
            .iter()
            .map(|&name| format!("(* {} (is-violated n{name}))", self.weights[name]));
        let metric = if names.is_empty() {
            String::new()
        } else {
            let violations: Vec<String> = violations.collect();
            let factor = self.factor;
            format!(
                "(:metric minimize (+ (* {factor} (total-cost)) {} 7))",
                violations.join(" ")
            )
        };
        let problem = format!(
            "(define (problem p) (:domain d) (:init {})\n (:goal (and {} {in_goal}))\n (:constraints (and {} \
             {in_constraints}))\n {metric})",
            facts.collect::<Vec<_>>().join(" "),
            self.goal.written(),
            constraints(false),
        );
        (domain, problem)
    }

    /// The next state and the cost; none if the step cannot be taken.
    fn step(&self, state: u32, (schema, x): (usize, usize)) -> Option<(u32, u64)> {
        let has_metric = !self.names().is_empty();
        let schema = &self.schemas[schema];
        if !schema.precondition.holds(state, x, 0) {
            return None;
        }
        let takes_place = |effect: &&Effect| {
            effect
                .condition
                .as_ref()
                .is_none_or(|formula| formula.holds(state, x, 0))
        };
        let bit = |effect: &Effect| 1 << effect.p.map_or(Q, |term| object(term, x, 0));
        let mut next = state;
        for value in [false, true] {
            let effects = schema.effects.iter().filter(|one| one.value == value);
            for effect in effects.filter(takes_place) {
                next = if value {
                    next | bit(effect)
                } else {
                    next & !bit(effect)
                };
            }
        }
        let violated = schema.preference.as_ref();
        let violated = violated.filter(|(_, formula)| !formula.holds(state, x, 0));
        let price = violated.map_or(0, |(name, _)| self.weights[*name]);
        let cost = if has_metric {
            self.factor * schema.cost + price
        } else {
            1
        };
        Some((next, cost))
    }

    fn judge(&self, plan: &[(usize, usize)]) -> Judged {
        let (mut trace, mut cost) = (vec![self.start], 0);
        for &step in plan {
            let Some((next, more)) = self.step(trace[trace.len() - 1], step) else {
                return Judged::Stuck;
            };
            trace.push(next);
            cost += more;
        }
        self.judge_trace(&trace, cost)
    }

    fn judge_trace(&self, trace: &[u32], mut cost: u64) -> Judged {
        if !self.goal.holds(trace[trace.len() - 1], 0, 0) {
            return Judged::NoGoal;
        }
        if !self
            .constraints
            .iter()
            .all(|(_, one)| one.is_obeyed(trace, 0))
        {
            return Judged::Violates;
        }
        for preference in &self.preferences {
            let instances = 0..if preference.is_quantified { OBJECTS } else { 1 };
            let violated = instances.filter(|&x| !preference.constraint.is_obeyed(trace, x));
            cost += violated.count() as u64 * self.weights[preference.name];
        }
        Judged::Plan(cost)
    }

    fn steps(&self) -> Vec<(usize, usize)> {
        let schemas = 0..self.schemas.len();
        schemas
            .flat_map(|schema| (0..OBJECTS).map(move |x| (schema, x)))
            .collect()
    }

    /// The fewest steps and the least cost of all plans of at most `longest` steps.
    fn best(&self, longest: usize) -> Option<(usize, u64)> {
        let mut best: Option<(usize, u64)> = None;
        let mut open = vec![(vec![self.start], 0)];
        while let Some((trace, cost)) = open.pop() {
            if let Judged::Plan(whole) = self.judge_trace(&trace, cost) {
                let (steps, least) = best.unwrap_or((usize::MAX, u64::MAX));
                best = Some((steps.min(trace.len() - 1), least.min(whole)));
            }
            if trace.len() > longest {
                continue;
            }
            for step in self.steps() {
                if let Some((next, more)) = self.step(trace[trace.len() - 1], step) {
                    let mut trace = trace.clone();
                    trace.push(next);
                    open.push((trace, cost + more));
                }
            }
        }
        best
    }
}

/// The fewest steps and the least cost of the ground task's plans with at most so many steps.
fn best_of_ground(task: &GroundTask, longest: usize) -> Option<(usize, u64)> {
    let mut layer = BTreeMap::from([(crate::common::start(task), 0_u64)]);
    let mut best: Option<(usize, u64)> = None;
    for steps in 0..=longest {
        let mut next: BTreeMap<crate::common::State, u64> = BTreeMap::new();
        while let Some((state, cost)) = layer.pop_first() {
            if crate::common::is_goal(task, &state) {
                let (fewest, least) = best.unwrap_or((usize::MAX, u64::MAX));
                best = Some((fewest.min(steps), least.min(cost)));
            }
            for action in &task.actions {
                let after = crate::common::apply(action, &state);
                if crate::common::applicable(action, &state) && after != state {
                    let to = if action.is_step {
                        &mut next
                    } else {
                        &mut layer
                    };
                    let known = to.entry(after).or_insert(u64::MAX);
                    *known = (*known).min(cost + action.action.cost);
                }
            }
        }
        layer = next;
    }
    best
}

/// Shows so many random tasks, with what was read of each.
fn each(usual: u64, is_derived: fn(u64) -> bool, mut show: impl FnMut(u64, &Task, PlanningTask)) {
    for seed in 0..cases(usual) {
        let task = Task::random(seed, is_derived(seed));
        let (domain, problem) = task.written();
        let _about = About(|| format!("{seed}: {domain}\n{problem}"));
        show(seed, &task, crate::common::task(&domain, &problem));
    }
}

fn plan_text(plan: &[(usize, usize)]) -> String {
    let steps = plan.iter().map(|(schema, x)| format!("(a{schema} o{x})\n"));
    steps.collect()
}

#[test]
fn the_validator_judges_traces_by_the_definitions() {
    let mut seen = [0; 4];
    each(
        1500,
        |seed| seed % 3 == 0,
        |seed, task, source| {
            let mut random = Random(seed);
            let all = task.steps();
            for _ in 0..30 {
                let length = random.below(6);
                let plan: Vec<_> = (0..length).map(|_| all[random.below(all.len())]).collect();
                let text = plan_text(&plan);
                let judged = task.judge(&plan);
                let _about = About(|| text.clone());
                let found = match source.validate(&crate::common::plan(&text), &Stop::default()) {
                    Ok(valid) => Judged::Plan(valid.cost()),
                    Err(InvalidPlan::Step { .. }) => Judged::Stuck,
                    Err(InvalidPlan::Goal { .. }) => Judged::NoGoal,
                    Err(InvalidPlan::Constraint { .. }) => Judged::Violates,
                    Err(other) => panic!("{other}"),
                };
                assert_eq!(found, judged);
                seen[match judged {
                    Judged::Stuck => 0,
                    Judged::NoGoal => 1,
                    Judged::Violates => 2,
                    Judged::Plan(_) => 3,
                }] += 1;
            }
        },
    );
    assert!(seen.iter().all(|count| *count > 500), "{seen:?}");
}

#[test]
fn the_ground_task_has_the_plans_and_the_costs_of_the_definitions() {
    let (mut solvable, mut infeasible, mut priced, mut conditional) = (0, 0, 0, 0);
    each(
        1500,
        |seed| seed % 3 == 2,
        |seed, task, source| {
            // Where nothing is split into cases, conditional effects are kept.
            let limits = GroundingLimits {
                cases: if seed % 2 == 0 { 1 } else { 4096 },
                ..GroundingLimits::default()
            };
            let best = task.best(LONGEST);
            for quality in [Quality::AnyPlan, Quality::Cheapest] {
                let domain = source.compile(quality, &limits);
                let found = match domain.and_then(Compiled::classical) {
                    Ok(domain) if domain.ground().axioms.is_empty() => {
                        let mut actions = domain.ground().actions.iter();
                        let has_some = actions.any(|one| !one.action.conditional.is_empty());
                        conditional += usize::from(has_some);
                        best_of_ground(domain.ground(), LONGEST)
                    }
                    // The simulator of ground tasks knows no axioms: the test below has those.
                    Ok(_) => continue,
                    Err(NotCompiled::GoalUnreachable { .. }) => None,
                    Err(why) => panic!("{why}"),
                };
                if quality == Quality::Cheapest {
                    assert_eq!(found, best);
                    priced += usize::from(best.is_some_and(|best| best.1 > 0));
                } else {
                    assert_eq!(found.map(|it| it.0), best.map(|it| it.0));
                    solvable += usize::from(best.is_some());
                    infeasible += usize::from(best.is_none());
                }
            }
        },
    );
    let all = [solvable, infeasible, priced, conditional];
    assert!(all.iter().all(|count| *count > 40), "{all:?}");
}

/// The visit of every state, whose plan is replayed by the validator, and whose end says that there is none.
#[test]
fn searches_find_the_shortest_plans_of_the_definitions() {
    let (mut solvable, mut infeasible, mut with_rules) = (0, 0, 0);
    each(
        1500,
        |seed| seed % 2 == 0,
        |_, task, source| {
            let fewest = task.best(LONGEST).map(|best| best.0);
            let Ok(compiled) = source.classical(Quality::AnyPlan) else {
                assert_eq!(fewest, None);
                assert!(source.out_of_reach(&Stop::default()).is_ok());
                return;
            };
            with_rules += usize::from(!compiled.task().rules().is_empty());
            match explore(compiled.task(), &Stop::default()) {
                ExplorationEnding::Plan(path) => {
                    let valid = compiled.validate(Plan::sequential(path)).unwrap().0;
                    let length = valid.length();
                    assert_eq!(Some(length).filter(|it| *it <= LONGEST), fewest);
                    solvable += usize::from(fewest.is_some());
                    infeasible += usize::from(fewest.is_none());
                }
                ExplorationEnding::Closed { .. } => {
                    assert_eq!(fewest, None);
                    infeasible += 1;
                }
                ExplorationEnding::Stopped(why) => panic!("{why:?}"),
            }
        },
    );
    let all = [solvable, infeasible, with_rules];
    assert!(all.iter().all(|count| *count > 40), "{all:?}");
}

/// The race for the cheapest plan: its plans cost what the validator says, and its bounds are bounds, whose
/// certificates are accepted again.
#[test]
fn the_cheapest_plans_are_those_of_the_definitions() {
    let (mut solvable, mut optimal, mut infeasible) = (0, 0, 0);
    each(
        120,
        |_| false,
        |_, task, source| {
            let best = task.best(LONGEST).map(|best| best.1);
            let Ok(compiled) = source.classical(Quality::Cheapest) else {
                assert_eq!(best, None);
                return;
            };
            let settings = Settings {
                threads: NonZeroUsize::new(1),
                stop: Stop::new(Some(Duration::from_millis(400)), None),
                minimise: Some(Minimise::Cost),
                ..Settings::default()
            };
            let answer = cheapest(&compiled, None, &settings, &|_, _| {}).unwrap();
            let bound = match &answer.verdict {
                Verdict::Solved(plan) => {
                    solvable += 1;
                    optimal += usize::from(answer.optimal == Some(true));
                    if plan.length() <= LONGEST {
                        assert!(best.is_some_and(|best| best <= plan.cost()), "{best:?}");
                    }
                    if answer.optimal == Some(true) {
                        assert!(best.is_none_or(|best| best >= plan.cost()), "{best:?}");
                    }
                    answer.bound
                }
                Verdict::Infeasible(checked) => {
                    assert_eq!(best, None);
                    infeasible += 1;
                    Some((**checked).clone())
                }
                Verdict::Undecided(_) => answer.bound,
            };
            if let Some(bound) = bound {
                assert!(best.is_none_or(|best| best >= bound.bound()));
                let again = source.accept(again(&bound), &Stop::default());
                let again = again.unwrap_or_else(|why| panic!("{why}"));
                assert_eq!(again.checked().bound(), bound.bound());
            }
        },
    );
    let all = [solvable, optimal, infeasible];
    assert!(all.iter().all(|count| *count >= 10), "{all:?}");
}

/// The certificate as a document has it, with all that lies beside one.
fn again(checked: &Checked<Reason>) -> Certificate<Reason> {
    let mut certificate = checked.certificate().clone();
    if let (Certificate::Proof(stored), Seen::Refuted(refuted)) = (&mut certificate, checked.seen())
    {
        stored.bytes.clone_from(&refuted.proof().bytes);
    }
    certificate
}

#[test]
fn formulas_have_the_plans_of_the_definitions() {
    let (mut solvable, mut infeasible) = (0, 0);
    each(
        150,
        |seed| seed % 2 == 0,
        |_, task, source| {
            let fewest = task.best(LONGEST).map(|best| best.0);
            for quality in [Quality::AnyPlan, Quality::Cheapest] {
                let compiled = source.classical(quality);
                let Ok(compiled) = compiled else {
                    assert_eq!(fewest, None);
                    continue;
                };
                let Some(fewest) = fewest else {
                    infeasible += 1;
                    let steps = LONGEST.min(2) + compiled.goal_steps();
                    assert!(!has_plan_at(&compiled, Encoding::SEQUENTIAL, steps));
                    continue;
                };
                solvable += 1;
                let steps = fewest + compiled.goal_steps();
                for encoding in [
                    Encoding::SEQUENTIAL,
                    Encoding::Forall,
                    Encoding::Exists,
                    Encoding::R2_EXISTS,
                ] {
                    let has = has_plan_at(&compiled, encoding, steps);
                    assert!(has, "{encoding} {steps}");
                }
                if steps > 0 {
                    let has = has_plan_at(&compiled, Encoding::SEQUENTIAL, steps - 1);
                    assert!(!has, "{steps} - 1");
                }
            }
        },
    );
    assert!(solvable > 50 && infeasible > 20, "{solvable} {infeasible}");
}

const DOMAIN: &str = "(define (domain d) (:requirements :strips :typing :constraints :preferences)
  (:types place) (:predicates (at ?p - place) (road ?a ?b - place) (wet))
  (:functions (total-cost) - number)
  (:action go :parameters (?a ?b - place)
    :precondition (and (at ?a) (road ?a ?b) (preference dry (not (wet))))
    :effect (and (at ?b) (not (at ?a)) (increase (total-cost) 2))))";

fn problem(sections: &str) -> String {
    format!(
        "(define (problem p) (:domain d) (:objects a b c d - place)
         (:init (at a) (wet) (road a b) (road b c) (road a d) (road d c) (road c a)) {sections})"
    )
}

fn judged(sections: &str, plan: &str) -> Result<u64, String> {
    let (domain, problem) = read(DOMAIN, &problem(sections));
    let plan = plan.replace('>', "\n").replace('-', " ");
    let lines = plan.lines().map(|line| format!("(go {line})\n"));
    let plan = crate::common::plan(&lines.collect::<String>());
    let valid = validate(&domain, &problem, &plan);
    valid
        .map(|valid| valid.cost())
        .map_err(|why| why.to_string())
}

#[test]
fn what_a_plan_violates_is_named_with_the_step() {
    let goal = "(:goal (at c))";
    let with = |constraint: &str| format!("{goal} (:constraints {constraint})");
    for line in [
        "(always (not (at d))) | a-d>d-c | (always (not (at d))) is violated after step 1",
        "(sometime (at d)) | a-b>b-c | (sometime (at d)) is violated after step 2",
        "(forall (?p - place) (at-most-once (at ?p))) | a-b>b-c>c-a>a-b>b-c | (at-most-once (at a)) is violated after step 3",
        "(sometime-before (at c) (at d)) | a-b>b-c | (sometime-before (at c) (at d)) is violated after step 2",
        "(sometime-after (at a) (at d)) | a-b>b-c | (sometime-after (at a) (at d)) is violated at the start",
        "(at end (at d)) | a-b>b-c | (at end (at d)) is violated after step 2",
        "(always (not (at d))) | a-b>b-c",
        "(sometime (at d)) | a-d>d-c",
        "(forall (?p - place) (at-most-once (at ?p))) | a-b>b-c",
        "(sometime-before (at c) (at d)) | a-d>d-c",
        "(sometime-after (at a) (at d)) | a-d>d-c",
        "(at end (at c)) | a-b>b-c",
        "(and) | a-b>b-c",
    ] {
        let parts: Vec<&str> = line.split(" | ").collect();
        let message = parts.get(2).map(|fact| format!("the constraint {fact}"));
        let wanted = message.map_or(Ok(2), Err);
        assert_eq!(judged(&with(parts[0]), parts[1]), wanted, "{line}");
    }
}

#[test]
fn more_constraints_than_the_limits_allow_are_not_grounded() {
    let constraints = "(forall (?a ?b ?c ?d - place) (sometime (at ?a)))";
    let (domain, problem) = read(
        DOMAIN,
        &problem(&format!("(:goal (at c)) (:constraints {constraints})")),
    );
    let within = |facts, is_over| {
        let stop = Stop::default();
        if is_over {
            stop.request();
        }
        let limits = GroundingLimits {
            facts,
            stop: Ticker::new(&stop),
            ..GroundingLimits::default()
        };
        ground(&domain, &problem, Quality::AnyPlan, &limits)
    };
    assert!(within(1000, false).is_ok());
    assert_eq!(within(100, false), Err(Stopped::Facts.into()));
    assert_eq!(within(1000, true), Err(Stopped::Asked.into()));
}

#[test]
fn the_metric_counts_violations() {
    let goal = "(:goal (and (at c) (forall (?p - place) (preference here (at ?p)))))
         (:constraints (preference through (sometime (at d))))";
    let with = |metric: &str| format!("{goal} (:metric {metric})");
    for (line, cost) in [
        (
            "minimize (+ (total-cost) (* 10 (is-violated through))) | a-b>b-c",
            14,
        ),
        (
            "minimize (+ (total-cost) (* 10 (is-violated through))) | a-d>d-c",
            4,
        ),
        ("minimize (is-violated dry) | a-d>d-c", 2),
        ("minimize (is-violated here) | a-d>d-c", 3),
        (
            "maximize (- 100 (+ (is-violated here) (* 2 (total-cost)))) | a-d>d-c",
            11,
        ),
        ("minimize (* 3 (+ 1 (is-violated through))) | a-b>b-c", 3),
        ("minimize (total-cost) | a-b>b-c", 4),
    ] {
        let (metric, plan) = line.split_once(" | ").unwrap();
        assert_eq!(judged(&with(metric), plan), Ok(cost), "{metric}");
    }
}
