//! Random small tasks in ADL with disjunctive or existential goals. This module evaluates formulas with its own code,
//! without code of the grounder or the validator. Some tasks have axioms, also with recursion and negation.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::random_task::Random;

/// Nullary and unary predicates over two objects: eight basic atoms, then five derived atoms.
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
/// Number of basic predicates.
const BASIC: usize = 6;
const OBJECTS: [&str; 2] = ["a", "b"];
const ATOMS: usize = 8;

/// A set of atoms: bit n is atom n.
pub type Bits = u16;

/// An object, the parameter of the enclosing schema or rule, or the variable of the innermost quantifier.
#[derive(Clone, Copy, Debug)]
pub enum Term {
    Object(usize),
    X,
    Y,
}

/// The values of the two variables.
type Bound = [usize; 2];

impl Term {
    fn object(self, [x, y]: Bound) -> usize {
        match self {
            Self::Object(object) => object,
            Self::X => x,
            Self::Y => y,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Formula {
    Atom(usize, Term),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Imply(Box<[Formula; 2]>),
    Exists(Box<Formula>),
    Forall(Box<Formula>),
}

/// An effect: a literal, optionally for every object, and optionally with a condition.
#[derive(Clone, Debug)]
struct Effect {
    of_all: bool,
    condition: Option<Formula>,
    atom: (usize, Term),
    adds: bool,
}

#[derive(Clone, Debug)]
pub struct Schema {
    has_parameter: bool,
    precondition: Formula,
    effects: Vec<Effect>,
}

/// A ground action: the index of its schema, and the object of its parameter.
pub type Action = (usize, usize);

/// A rule: the atoms of a derived predicate hold if the condition holds.
#[derive(Clone, Debug)]
struct Axiom {
    predicate: usize,
    condition: Formula,
}

#[derive(Clone, Debug)]
pub struct Choice {
    schemas: Vec<Schema>,
    /// The strata of the derived predicates, if any.
    strata: Option<[usize; 3]>,
    /// The rules by strata. Each uses negated derived predicates only of lower strata.
    axioms: Vec<Vec<Axiom>>,
    pub start: Bits,
    pub goal: Formula,
}

/// Features of actions beyond conjunctions of literals.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Actions {
    Plain,
    Adl,
    Axioms,
}

/// Variables in scope, and derived predicates that a condition may use.
#[derive(Clone, Copy)]
struct Scope {
    has_x: bool,
    has_y: bool,
    /// The strata of the derived predicates, if any.
    strata: Option<[usize; 3]>,
    own: usize,
    /// Whether the number of enclosing negations is odd.
    is_negated: bool,
}

impl Scope {
    fn new(has_x: bool, strata: Option<[usize; 3]>, own: usize) -> Self {
        Self {
            has_x,
            has_y: false,
            strata,
            own,
            is_negated: false,
        }
    }

    fn negated(self) -> Self {
        Self {
            is_negated: !self.is_negated,
            ..self
        }
    }

    fn quantified(self) -> Self {
        Self {
            has_y: true,
            ..self
        }
    }

    /// Whether an atom of the predicate is allowed at this place, within another negation if `is_negated`.
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

fn atom(predicate: usize, object: usize) -> usize {
    let first = [0, 1, 2, 3, 4, 6, 8, 9, 11][predicate];
    first + if PREDICATES[predicate].1 { object } else { 0 }
}

impl Formula {
    pub fn holds(&self, state: Bits, bound: Bound) -> bool {
        let mut objects = (0..OBJECTS.len()).map(|object| [bound[0], object]);
        match self {
            Self::Atom(predicate, term) => state >> atom(*predicate, term.object(bound)) & 1 == 1,
            Self::Not(inner) => !inner.holds(state, bound),
            Self::And(parts) => parts.iter().all(|part| part.holds(state, bound)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(state, bound)),
            Self::Imply(both) => !both[0].holds(state, bound) || both[1].holds(state, bound),
            Self::Exists(inner) => objects.any(|bound| inner.holds(state, bound)),
            Self::Forall(inner) => objects.all(|bound| inner.holds(state, bound)),
        }
    }

    pub fn written(&self) -> String {
        match self {
            Self::Atom(predicate, term) => written(*predicate, *term),
            Self::Not(inner) => format!("(not {})", inner.written()),
            Self::And(parts) => format!("(and {})", all_written(parts)),
            Self::Or(parts) => format!("(or {})", all_written(parts)),
            Self::Imply(both) => format!("(imply {})", all_written(&both[..])),
            Self::Exists(inner) => format!("(exists (?y) {})", inner.written()),
            Self::Forall(inner) => format!("(forall (?y) {})", inner.written()),
        }
    }
}

pub fn all_written(formulas: &[Formula]) -> String {
    let written: Vec<String> = formulas.iter().map(Formula::written).collect();
    written.join(" ")
}

fn written(predicate: usize, term: Term) -> String {
    let term = match (PREDICATES[predicate].1, term) {
        (false, _) => "",
        (true, Term::Object(object)) => OBJECTS[object],
        (true, Term::X) => "?x",
        (true, Term::Y) => "?y",
    };
    format!("({} {term})", PREDICATES[predicate].0)
}

/// Returns a basic predicate with its term.
fn random_atom(random: &mut Random, scope: Scope) -> (usize, Term) {
    let object = Term::Object(random.below(OBJECTS.len()));
    let variables = match (scope.has_x, scope.has_y) {
        (false, false) => [object; 2],
        (true, false) => [Term::X; 2],
        (false, true) => [Term::Y; 2],
        (true, true) => [Term::X, Term::Y],
    };
    let variable = variables[random.below(2)];
    let is_object = random.below(3) == 0;
    let term = if is_object { object } else { variable };
    (random.below(BASIC), term)
}

fn literal(random: &mut Random, scope: Scope) -> Formula {
    let (mut predicate, term) = random_atom(random, scope);
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
        4 => Formula::Exists(formula(random, scope.quantified(), below).into()),
        5 => Formula::Forall(formula(random, scope.quantified(), below).into()),
        6 => {
            let [left, right] = [scope.negated(), scope].map(|scope| formula(random, scope, below));
            Formula::Imply(Box::new([left, right]))
        }
        _ => literal(random, scope),
    }
}

/// Returns a goal whose outermost connective leaves a choice.
fn goal(random: &mut Random, scope: Scope) -> Formula {
    let ways = |random: &mut Random, scope| {
        let count = 2 + random.below(2);
        let all = (0..count).map(|_| formula(random, scope, 1));
        Formula::And(all.collect())
    };
    match random.below(5) {
        0 => Formula::Exists(ways(random, scope.quantified()).into()),
        1 => Formula::Not(Formula::And(some(random, scope, 1)).into()),
        2 => Formula::Imply(Box::new([formula(random, scope, 1), ways(random, scope)])),
        _ => Formula::Or((0..2).map(|_| ways(random, scope)).collect()),
    }
}

fn axioms(random: &mut Random, strata: [usize; 3]) -> Vec<Vec<Axiom>> {
    let mut all = vec![Vec::new(); 3];
    for (derived, &own) in strata.iter().enumerate() {
        let predicate = BASIC + derived;
        for _ in 0..random.below(4) {
            let scope = Scope::new(PREDICATES[predicate].1, Some(strata), own);
            let depth = random.below(3);
            let condition = formula(random, scope, depth);
            all[own].push(Axiom {
                predicate,
                condition,
            });
        }
    }
    // Two predicates that depend on each other, each with an alternative.
    let own = strata[1];
    if strata[2] == own && random.below(3) > 0 {
        for (predicate, other) in [(BASIC + 1, BASIC + 2), (BASIC + 2, BASIC + 1)] {
            let scope = Scope::new(true, None, own);
            let term = [Term::X, Term::X, Term::Object(0), Term::Object(1)][random.below(4)];
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
    pub fn random(seed: u64, actions: Actions) -> Self {
        let mut random = Random(seed);
        let schemas = 4 + random.below(3);
        Self::drawn(&mut random, actions, schemas)
    }

    pub fn drawn(random: &mut Random, actions: Actions, schemas: usize) -> Self {
        let is_adl = actions != Actions::Plain;
        let strata = (actions == Actions::Axioms).then(|| match random.below(2) {
            0 => [0; 3],
            _ => [0; 3].map(|_: usize| random.below(3)),
        });
        let axioms = strata.map(|strata| axioms(random, strata));
        let axioms = axioms.unwrap_or_default();
        let schema = |random: &mut Random| {
            let has_parameter = random.below(2) == 0;
            let scope = Scope::new(has_parameter, strata, 3);
            let precondition = match random.below(5) {
                0 | 1 if is_adl => formula(random, scope, 2),
                0 => Formula::And(Vec::new()),
                1 => Formula::And((0..2).map(|_| literal(random, scope)).collect()),
                _ => literal(random, scope),
            };
            let effect = |random: &mut Random| {
                let of_all = is_adl && random.below(6) == 0;
                let scope = Scope {
                    has_y: of_all,
                    ..scope
                };
                let is_conditional = is_adl && random.below(4) == 0;
                Effect {
                    of_all,
                    condition: is_conditional.then(|| formula(random, scope, 1)),
                    atom: random_atom(random, scope),
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
        let schemas = (0..schemas).map(|_| schema(random)).collect();
        let start = (0..ATOMS).filter(|_| random.below(4) == 0);
        let start = start.fold(0, |bits, atom| bits | 1 << atom);
        // Goals that hold initially test little.
        let start = derive(&axioms, start);
        let mut goals = (0..8).map(|_| goal(random, Scope::new(false, strata, 3)));
        let goal = goals.find(|goal| !goal.holds(start, [0, 0]));
        Self {
            schemas,
            strata,
            axioms,
            start,
            goal: goal.unwrap_or(Formula::Or(Vec::new())),
        }
    }

    /// Returns a formula over the predicates of the task, optionally with a parameter.
    pub fn formula(&self, random: &mut Random, has_parameter: bool) -> Formula {
        formula(random, Scope::new(has_parameter, self.strata, 3), 1)
    }

    /// Whether the actions of a schema have a parameter.
    pub fn has_parameter(&self, schema: usize) -> bool {
        self.schemas[schema].has_parameter
    }

    pub fn written(&self) -> (String, String) {
        self.written_with(["", "", ""], |_| Default::default())
    }

    /// Returns the domain and the problem in PDDL. The three texts are inserted into the domain, into the goal and
    /// after the goal. `more` returns texts for the precondition and the effect of each schema.
    pub fn written_with(
        &self,
        [in_domain, in_goal, behind]: [&str; 3],
        more: impl Fn(usize) -> [String; 2],
    ) -> (String, String) {
        let mut domain = format!(
            "(define (domain choice) (:requirements :adl) (:constants a b)\n\
             (:predicates (p) (q) (r) (z) (s ?x) (t ?x) (d) (e ?x) (f ?x)) {in_domain}\n"
        );
        for axiom in self.axioms.iter().flatten() {
            let (head, condition) = (written(axiom.predicate, Term::X), &axiom.condition);
            let _ = writeln!(domain, "(:derived {head} {})", condition.written());
        }
        for (number, schema) in self.schemas.iter().enumerate() {
            let parameter = if schema.has_parameter { "?x" } else { "" };
            let effects: Vec<String> = schema.effects.iter().map(Effect::written).collect();
            let [precondition, effect] = more(number);
            let _ = write!(
                domain,
                "(:action a{number} :parameters ({parameter}) :precondition (and {} {precondition})\n  \
                 :effect (and {} {effect}))\n",
                schema.precondition.written(),
                effects.join(" ")
            );
        }
        domain += ")";
        let atoms = (0..BASIC).flat_map(|predicate| {
            let objects = 0..if PREDICATES[predicate].1 { 2 } else { 1 };
            objects.map(move |object| (predicate, object))
        });
        let start =
            atoms.filter(|&(predicate, object)| self.start >> atom(predicate, object) & 1 == 1);
        let start = start.map(|(predicate, object)| written(predicate, Term::Object(object)));
        let (start, goal) = (start.collect::<String>(), self.goal.written());
        let problem = format!(
            "(define (problem choice) (:domain choice) (:init {start}) (:goal (and {goal} {in_goal}))\n {behind})"
        );
        (domain, problem)
    }

    pub fn actions(&self) -> Vec<Action> {
        let objects = |schema: usize| 0..if self.has_parameter(schema) { 2 } else { 1 };
        let all = 0..self.schemas.len();
        all.flat_map(|schema| objects(schema).map(move |object| (schema, object)))
            .collect()
    }

    /// Returns the number of actions of a shortest plan.
    pub fn fewest_actions(&self) -> Option<usize> {
        let actions = self.actions();
        let next = |&state: &Bits| {
            let after = actions
                .iter()
                .filter_map(|&action| self.play(action, state));
            after.collect::<Vec<_>>()
        };
        layers(self.start, |&state| self.is_goal(state), next)
    }

    /// Whether these actions, given by their names with objects, can be split into `steps` steps such that every order
    /// within the steps leads to the goal.
    pub fn is_plan_of_steps(&self, plan: &[String], steps: usize) -> bool {
        let all = self.actions();
        let named = |name: &String| {
            all.iter()
                .find(|action| self.name(**action) == *name)
                .copied()
        };
        let plan: Option<Vec<Action>> = plan.iter().map(named).collect();
        plan.is_some_and(|plan| self.works(&plan, &BTreeSet::from([self.start]), steps))
    }

    /// Whether actions can be split into `steps` steps such that every order leads from each of these states to the
    /// goal.
    fn works(&self, plan: &[Action], states: &BTreeSet<Bits>, steps: usize) -> bool {
        if plan.is_empty() {
            return states.iter().all(|&state| self.is_goal(state));
        }
        steps > 0
            && (1..=plan.len()).any(|cut| {
                let one = |number: usize, &state: &Bits| self.play(plan[number], state);
                let ends = all_orders(cut, states, one).pop().flatten();
                ends.is_some_and(|ends| self.works(&plan[cut..], &ends, steps - 1))
            })
    }

    pub fn is_goal(&self, state: Bits) -> bool {
        self.goal.holds(state, [0, 0])
    }

    /// Returns the state after an action; `None` if the action is not applicable. Deletions come before additions.
    pub fn play(&self, (schema, object): Action, state: Bits) -> Option<Bits> {
        let schema = &self.schemas[schema];
        let of = |adds: bool| {
            let effects = schema.effects.iter().filter(move |one| one.adds == adds);
            let bits = effects.flat_map(|effect| {
                let objects = 0..if effect.of_all { 2 } else { 1 };
                let bounds = objects.map(|other| [object, other]);
                let happens = |&bound: &Bound| {
                    let condition = effect.condition.as_ref();
                    condition.is_none_or(|condition| condition.holds(state, bound))
                };
                let (predicate, term) = effect.atom;
                let changed = move |bound| atom(predicate, term.object(bound));
                bounds.filter(happens).map(changed)
            });
            bits.fold(0, |bits: Bits, atom| bits | 1 << atom)
        };
        let can = schema.precondition.holds(state, [object, 0]);
        can.then(|| derive(&self.axioms, state & !of(false) | of(true)))
    }

    /// Returns the action as PDDL text, such as `(a0 b)`.
    pub fn name(&self, (schema, object): Action) -> String {
        if self.has_parameter(schema) {
            format!("(a{schema} {})", OBJECTS[object])
        } else {
            format!("(a{schema})")
        }
    }
}

impl Effect {
    fn written(&self) -> String {
        let mut text = written(self.atom.0, self.atom.1);
        if !self.adds {
            text = format!("(not {text})");
        }
        if let Some(condition) = &self.condition {
            text = format!("(when {} {text})", condition.written());
        }
        if self.of_all {
            text = format!("(forall (?y) {text})");
        }
        text
    }
}

/// Returns the facts that are derived in a state, one stratum after another until a fixpoint is reached.
fn derive(axioms: &[Vec<Axiom>], state: Bits) -> Bits {
    let mut state = state & ((1 << ATOMS) - 1);
    for stratum in axioms {
        loop {
            let before = state;
            for axiom in stratum {
                for object in 0..OBJECTS.len() {
                    if axiom.condition.holds(state, [object, 0]) {
                        state |= 1 << atom(axiom.predicate, object);
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

/// Returns the number of steps to the nearest goal state, by breadth-first search.
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

/// Returns the states after one ∀-step: a set of actions whose orders are all applicable and lead to the same state.
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

/// Returns, for every set of actions, the states to which its orders lead from any of these states, or `None` if one
/// order is not applicable. The bits of an index are the actions of the set. An order of a set is an order of a smaller
/// set, followed by a last action.
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
