//! Random small tasks in ADL whose goal leaves a choice, with a meaning of their own: formulas are evaluated here,
//! so that nothing is shared with the grounder or the validator. Some have axioms, recursive ones and negated ones.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::random_task::Random;

/// Nullary and unary predicates over two objects: eight atoms; then those that axioms derive, five atoms.
const PREDICATES: [(&str, bool); 9] = [
    ("p", false),
    ("q", false),
    ("r", false),
    ("z", false),
    ("s", true),
    ("t", true),
    ("d", false),
    ("e", true),
    ("f", true),
];
/// Number of predicates that are not derived.
const BASIC: usize = 6;
const OBJECTS: [&str; 2] = ["a", "b"];
const ATOMS: usize = 8;

/// Bit n is atom n.
pub type Bits = u16;

/// A formula. A term is an object, or the variable that the nearest quantifier or the action binds.
#[derive(Clone, Debug)]
enum Formula {
    Atom(usize, Option<usize>),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Imply(Box<[Formula; 2]>),
    Exists(Box<Formula>),
    Forall(Box<Formula>),
}

/// An effect: a literal, perhaps of every object, perhaps under a condition.
#[derive(Clone, Debug)]
struct Effect {
    of_all: bool,
    condition: Option<Formula>,
    atom: (usize, Option<usize>),
    adds: bool,
}

#[derive(Clone, Debug)]
struct Schema {
    has_parameter: bool,
    precondition: Formula,
    effects: Vec<Effect>,
}

/// A rule: the atoms of a derived predicate hold where the condition does.
#[derive(Clone, Debug)]
struct Axiom {
    predicate: usize,
    condition: Formula,
}

/// A task of this kind.
#[derive(Clone, Debug)]
pub struct Choice {
    schemas: Vec<Schema>,
    /// Each asks for negated derived predicates of lower strata only; by strata.
    axioms: Vec<Vec<Axiom>>,
    start: Bits,
    goal: Formula,
}

/// Features that a task may use in its actions beyond conjunctions of literals.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Actions {
    Plain,
    Adl,
    /// ADL with axioms.
    Axioms,
}

/// Derived predicates that a condition may ask for.
#[derive(Clone, Copy)]
struct Scope {
    has_variable: bool,
    /// The strata of the derived predicates; none where there are none.
    strata: Option<[usize; 3]>,
    /// Stratum of the axiom.
    own: usize,
    /// Whether an odd number of negations is around.
    is_negated: bool,
}

impl Scope {
    fn negated(self) -> Self {
        Self {
            is_negated: !self.is_negated,
            ..self
        }
    }

    fn with_variable(self) -> Self {
        Self {
            has_variable: true,
            ..self
        }
    }

    /// Whether an atom of the predicate may stand here, under one more negation if that is said.
    fn allows(self, predicate: usize, is_negated: bool) -> bool {
        let Some(derived) = predicate.checked_sub(BASIC) else {
            return true;
        };
        self.strata.is_some_and(|strata| {
            let is_negated = self.is_negated != is_negated;
            strata[derived] < self.own || strata[derived] == self.own && !is_negated
        })
    }
}

/// The number of an atom; a term without an object stands for `bound`.
fn atom(predicate: usize, term: Option<usize>, bound: usize) -> usize {
    let first = [0, 1, 2, 3, 4, 6, 8, 9, 11][predicate];
    if PREDICATES[predicate].1 {
        first + term.unwrap_or(bound)
    } else {
        first
    }
}

impl Formula {
    fn holds(&self, state: Bits, bound: usize) -> bool {
        let mut objects = 0..OBJECTS.len();
        match self {
            Self::Atom(predicate, term) => state >> atom(*predicate, *term, bound) & 1 == 1,
            Self::Not(inner) => !inner.holds(state, bound),
            Self::And(parts) => parts.iter().all(|part| part.holds(state, bound)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(state, bound)),
            Self::Imply(both) => !both[0].holds(state, bound) || both[1].holds(state, bound),
            Self::Exists(inner) => objects.any(|object| inner.holds(state, object)),
            Self::Forall(inner) => objects.all(|object| inner.holds(state, object)),
        }
    }

    fn written(&self, variable: &str) -> String {
        let all = |word: &str, parts: &[Self]| {
            let parts: Vec<String> = parts.iter().map(|part| part.written(variable)).collect();
            format!("({word} {})", parts.join(" "))
        };
        match self {
            Self::Atom(predicate, term) => written(*predicate, *term, variable),
            Self::Not(inner) => format!("(not {})", inner.written(variable)),
            Self::And(parts) => all("and", parts),
            Self::Or(parts) => all("or", parts),
            Self::Imply(both) => all("imply", &both[..]),
            Self::Exists(inner) => format!("(exists (?y) {})", inner.written("?y")),
            Self::Forall(inner) => format!("(forall (?y) {})", inner.written("?y")),
        }
    }
}

fn written(predicate: usize, term: Option<usize>, variable: &str) -> String {
    match PREDICATES[predicate] {
        (name, false) => format!("({name})"),
        (name, true) => format!(
            "({name} {})",
            term.map_or(variable, |object| OBJECTS[object])
        ),
    }
}

/// A predicate that is not derived with its term; without a variable in sight every term is an object.
fn random_atom(random: &mut Random, has_variable: bool) -> (usize, Option<usize>) {
    let predicate = random.below(BASIC);
    let is_object = !has_variable || random.below(3) == 0;
    (predicate, is_object.then(|| random.below(OBJECTS.len())))
}

fn literal(random: &mut Random, scope: Scope) -> Formula {
    let (mut predicate, term) = random_atom(random, scope.has_variable);
    let is_negated = random.below(3) == 0;
    if scope.strata.is_some() && random.below(2) == 0 {
        let derived = BASIC + random.below(PREDICATES.len() - BASIC);
        if scope.allows(derived, is_negated) {
            predicate = derived;
        }
    }
    let atom = Formula::Atom(predicate, term);
    if is_negated {
        Formula::Not(atom.into())
    } else {
        atom
    }
}

fn some(random: &mut Random, scope: Scope, depth: usize) -> Vec<Formula> {
    let count = 2 + random.below(2);
    (0..count).map(|_| formula(random, scope, depth)).collect()
}

fn formula(random: &mut Random, scope: Scope, depth: usize) -> Formula {
    let below = depth.saturating_sub(1);
    match if depth == 0 { 9 } else { random.below(10) } {
        0 | 1 => Formula::Or(some(random, scope, below)),
        2 => Formula::And(some(random, scope, below)),
        3 => Formula::Not(formula(random, scope.negated(), below).into()),
        4 => Formula::Exists(formula(random, scope.with_variable(), below).into()),
        5 => Formula::Forall(formula(random, scope.with_variable(), below).into()),
        6 => {
            let [left, right] = [scope.negated(), scope].map(|scope| formula(random, scope, below));
            Formula::Imply(Box::new([left, right]))
        }
        _ => literal(random, scope),
    }
}

/// A goal of which the outermost sign leaves a choice.
fn goal(random: &mut Random, scope: Scope) -> Formula {
    let ways = |random: &mut Random, scope| {
        let count = 2 + random.below(2);
        let all = (0..count).map(|_| formula(random, scope, 1));
        Formula::And(all.collect())
    };
    match random.below(5) {
        0 => Formula::Exists(ways(random, scope.with_variable()).into()),
        1 => Formula::Not(Formula::And(some(random, scope, 1)).into()),
        2 => Formula::Imply(Box::new([formula(random, scope, 1), ways(random, scope)])),
        _ => Formula::Or((0..2).map(|_| ways(random, scope)).collect()),
    }
}

/// Axioms by strata.
fn axioms(random: &mut Random, strata: [usize; 3]) -> Vec<Vec<Axiom>> {
    let mut all = vec![Vec::new(); 3];
    for (derived, &own) in strata.iter().enumerate() {
        let predicate = BASIC + derived;
        for _ in 0..random.below(4) {
            let scope = Scope {
                has_variable: PREDICATES[predicate].1,
                strata: Some(strata),
                own,
                is_negated: false,
            };
            let depth = random.below(3);
            let condition = formula(random, scope, depth);
            all[own].push(Axiom {
                predicate,
                condition,
            });
        }
    }
    // Two that depend on each other, each beside something else.
    let own = strata[1];
    if strata[2] == own && random.below(3) > 0 {
        for (predicate, other) in [(BASIC + 1, BASIC + 2), (BASIC + 2, BASIC + 1)] {
            let scope = Scope {
                has_variable: true,
                strata: None,
                own,
                is_negated: false,
            };
            let term = [None, None, Some(0), Some(1)][random.below(4)];
            let circle = Formula::And(vec![Formula::Atom(other, term), literal(random, scope)]);
            let condition = Formula::Or(vec![
                circle,
                Formula::And((0..2).map(|_| literal(random, scope)).collect()),
            ]);
            all[own].push(Axiom {
                predicate,
                condition,
            });
        }
    }
    all
}

impl Choice {
    /// The task of this seed.
    pub fn random(seed: u64, actions: Actions) -> Self {
        let mut random = Random(seed);
        let random = &mut random;
        let is_adl = actions != Actions::Plain;
        let strata = (actions == Actions::Axioms).then(|| match random.below(2) {
            0 => [0; 3],
            _ => [0; 3].map(|_: usize| random.below(3)),
        });
        let axioms = strata
            .map(|strata| axioms(random, strata))
            .unwrap_or_default();
        let scope = |has_variable| Scope {
            has_variable,
            strata,
            own: 3,
            is_negated: false,
        };
        let schema = |random: &mut Random| {
            let has_parameter = random.below(2) == 0;
            let precondition = match random.below(5) {
                0 | 1 if is_adl => formula(random, scope(has_parameter), 2),
                0 => Formula::And(Vec::new()),
                1 => Formula::And(
                    (0..2)
                        .map(|_| literal(random, scope(has_parameter)))
                        .collect(),
                ),
                _ => literal(random, scope(has_parameter)),
            };
            let effect = |random: &mut Random| {
                let of_all = is_adl && random.below(6) == 0;
                let has_variable = has_parameter || of_all;
                let is_conditional = is_adl && random.below(4) == 0;
                Effect {
                    of_all,
                    condition: is_conditional.then(|| formula(random, scope(has_variable), 1)),
                    atom: random_atom(random, has_variable),
                    adds: random.below(3) > 0,
                }
            };
            let count = 1 + random.below(3);
            Schema {
                has_parameter,
                precondition,
                effects: (0..count).map(|_| effect(random)).collect(),
            }
        };
        let count = 4 + random.below(3);
        let schemas = (0..count).map(|_| schema(random)).collect();
        let start = (0..ATOMS).filter(|_| random.below(4) == 0);
        let start = start.fold(0, |bits, atom| bits | 1 << atom);
        // Goals that hold at the start say little.
        let start = derive(&axioms, start);
        let mut goals = (0..8).map(|_| goal(random, scope(false)));
        let goal = goals.find(|goal| !goal.holds(start, 0));
        Self {
            schemas,
            axioms,
            start,
            goal: goal.unwrap_or(Formula::Or(Vec::new())),
        }
    }

    /// Domain and problem in PDDL.
    pub fn written(&self) -> (String, String) {
        let mut domain = "(define (domain choice) (:requirements :adl) (:constants a b)\n\
             (:predicates (p) (q) (r) (z) (s ?x) (t ?x) (d) (e ?x) (f ?x))\n"
            .to_owned();
        for axiom in self.axioms.iter().flatten() {
            let (head, condition) = (written(axiom.predicate, None, "?x"), &axiom.condition);
            let _ = writeln!(domain, "(:derived {head} {})", condition.written("?x"));
        }
        for (number, schema) in self.schemas.iter().enumerate() {
            let parameter = if schema.has_parameter { "?x" } else { "" };
            let effects: Vec<String> = schema.effects.iter().map(Effect::written).collect();
            let _ = write!(
                domain,
                "(:action a{number} :parameters ({parameter}) :precondition {}\n  :effect (and {}))\n",
                schema.precondition.written("?x"),
                effects.join(" ")
            );
        }
        domain += ")";
        let start: String = (0..BASIC)
            .flat_map(|predicate| (0..OBJECTS.len()).map(move |object| (predicate, object)))
            .filter(|&(predicate, object)| {
                (PREDICATES[predicate].1 || object == 0)
                    && self.start >> atom(predicate, Some(object), 0) & 1 == 1
            })
            .map(|(predicate, object)| written(predicate, Some(object), ""))
            .collect();
        let goal = self.goal.written("?none");
        let problem =
            format!("(define (problem choice) (:domain choice) (:init {start}) (:goal {goal}))");
        (domain, problem)
    }

    /// The actions with their objects: every schema, and every object that it may be about.
    fn actions(&self) -> Vec<(&Schema, usize)> {
        let objects = |schema: &Schema| 0..if schema.has_parameter { 2 } else { 1 };
        let all = self.schemas.iter();
        all.flat_map(|schema| objects(schema).map(move |object| (schema, object)))
            .collect()
    }

    /// The fewest actions of a plan.
    pub fn fewest_actions(&self) -> Option<usize> {
        let actions = self.actions();
        let next = |&state: &Bits| {
            let after = actions.iter().filter_map(|action| self.play(action, state));
            after.collect::<Vec<_>>()
        };
        layers(self.start, |&state| self.goal.holds(state, 0), next)
    }

    /// Whether these actions, by their names with their objects, can be cut into so many steps of which every order
    /// leads to the goal.
    pub fn is_plan_of_steps(&self, plan: &[String], steps: usize) -> bool {
        let all = self.actions();
        let named = |name: &String| {
            let number = all.iter().position(|action| self.name(*action) == *name);
            number.map(|number| all[number])
        };
        let plan: Option<Vec<(&Schema, usize)>> = plan.iter().map(named).collect();
        plan.is_some_and(|plan| self.works(&plan, &BTreeSet::from([self.start]), steps))
    }

    /// Whether actions can be cut into `steps` steps of which every order works, from each of these states.
    fn works(&self, plan: &[(&Schema, usize)], states: &BTreeSet<Bits>, steps: usize) -> bool {
        if plan.is_empty() {
            return states.iter().all(|&state| self.goal.holds(state, 0));
        }
        steps > 0
            && (1..=plan.len()).any(|cut| {
                let step = &plan[..cut];
                let one = |number: usize, &state: &Bits| self.play(&step[number], state);
                let ends = all_orders(cut, states, one).pop().flatten();
                ends.is_some_and(|ends| self.works(&plan[cut..], &ends, steps - 1))
            })
    }

    /// The state after an action, if it can be played.
    fn play(&self, action: &(&Schema, usize), state: Bits) -> Option<Bits> {
        play(action, state).map(|after| derive(&self.axioms, after))
    }

    /// The names of all actions with their objects.
    pub fn names(&self) -> Vec<String> {
        self.actions()
            .into_iter()
            .map(|action| self.name(action))
            .collect()
    }

    /// Replays actions, by their numbers among [`names`](Self::names): the number of those that can be played, and
    /// whether all can be and lead to the goal.
    pub fn judge(&self, plan: &[usize]) -> (usize, bool) {
        let actions = self.actions();
        let mut state = self.start;
        for (played, &number) in plan.iter().enumerate() {
            match self.play(&actions[number], state) {
                Some(after) => state = after,
                None => return (played, false),
            }
        }
        (plan.len(), self.goal.holds(state, 0))
    }

    /// `(a0 b)`.
    fn name(&self, (schema, object): (&Schema, usize)) -> String {
        let number = self
            .schemas
            .iter()
            .position(|one| std::ptr::eq(one, schema));
        let number = number.unwrap_or_default();
        if schema.has_parameter {
            format!("(a{number} {})", OBJECTS[object])
        } else {
            format!("(a{number})")
        }
    }
}

impl Effect {
    fn written(&self) -> String {
        let variable = if self.of_all { "?e" } else { "?x" };
        let mut text = written(self.atom.0, self.atom.1, variable);
        if !self.adds {
            text = format!("(not {text})");
        }
        if let Some(condition) = &self.condition {
            text = format!("(when {} {text})", condition.written(variable));
        }
        if self.of_all {
            text = format!("(forall (?e) {text})");
        }
        text
    }
}

/// Facts that follow in a state: stratum after stratum until nothing new does.
fn derive(axioms: &[Vec<Axiom>], state: Bits) -> Bits {
    let mut state = state & ((1 << ATOMS) - 1);
    for stratum in axioms {
        loop {
            let before = state;
            for axiom in stratum {
                for object in 0..OBJECTS.len() {
                    if axiom.condition.holds(state, object) {
                        state |= 1 << atom(axiom.predicate, None, object);
                    }
                }
            }
            if state == before {
                break;
            }
        }
    }
    state
}

/// The state after an action, if it can be played: what is deleted goes before what is added comes.
fn play(&(schema, object): &(&Schema, usize), state: Bits) -> Option<Bits> {
    let of = |adds: bool| {
        let effects = schema
            .effects
            .iter()
            .filter(move |effect| effect.adds == adds);
        let bits = effects.flat_map(|effect| {
            let objects = if effect.of_all {
                0..2
            } else {
                object..object + 1
            };
            let happens = |&object: &usize| {
                let condition = effect.condition.as_ref();
                condition.is_none_or(|condition| condition.holds(state, object))
            };
            let (predicate, term) = effect.atom;
            objects
                .filter(happens)
                .map(move |object| atom(predicate, term, object))
        });
        bits.fold(0, |bits: Bits, atom| bits | 1 << atom)
    };
    let can = schema.precondition.holds(state, object);
    can.then(|| state & !of(false) | of(true))
}

/// The number of steps to the first state that is wanted, by breadth-first search.
pub fn layers<S: Ord + Clone>(
    start: S,
    is_goal: impl Fn(&S) -> bool,
    next: impl Fn(&S) -> Vec<S>,
) -> Option<usize> {
    let mut seen = BTreeSet::from([start.clone()]);
    let mut layer = vec![start];
    for steps in 0.. {
        if layer.iter().any(&is_goal) {
            return Some(steps);
        }
        let after: BTreeSet<S> = layer.iter().flat_map(&next).collect();
        layer = after
            .into_iter()
            .filter(|state| seen.insert(state.clone()))
            .collect();
        if layer.is_empty() {
            break;
        }
    }
    None
}

/// The states after the sets of actions that can be played in every order from here and always lead to the same
/// state.
pub fn every_order<S: Ord + Clone>(
    actions: usize,
    state: &S,
    play: impl Fn(usize, &S) -> Option<S>,
) -> Vec<S> {
    let can: Vec<usize> = (0..actions)
        .filter(|&number| play(number, state).is_some())
        .collect();
    let states = BTreeSet::from([state.clone()]);
    let ends = all_orders(can.len(), &states, |bit, state| play(can[bit], state));
    let single = ends.into_iter().flatten().filter(|ends| ends.len() == 1);
    single.flatten().collect()
}

/// For every set of actions, as bits, the states to which its orders lead from any of these; `None` if one cannot be
/// played. An order of a set is one of a smaller set and a last action.
fn all_orders<S: Ord + Clone>(
    actions: usize,
    states: &BTreeSet<S>,
    play: impl Fn(usize, &S) -> Option<S>,
) -> Vec<Option<BTreeSet<S>>> {
    let mut ends: Vec<Option<BTreeSet<S>>> = vec![None; 1 << actions];
    ends[0] = Some(states.clone());
    for set in 1..ends.len() {
        let in_set = |bit: &usize| set >> bit & 1 == 1;
        let mut all = Some(BTreeSet::new());
        for last in (0..actions).filter(in_set) {
            let after = ends[set & !(1 << last)].as_ref().and_then(|before| {
                let after = before.iter().map(|state| play(last, state));
                after.collect::<Option<BTreeSet<S>>>()
            });
            all = after.map(|after| all.into_iter().flatten().chain(after).collect());
            if all.is_none() {
                break;
            }
        }
        ends[set] = all;
    }
    ends
}
