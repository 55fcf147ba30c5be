//! Random small tasks in ADL whose goal leaves a choice, with a meaning of their own: formulas are evaluated here,
//! so that nothing is shared with the grounder or the validator.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::random_task::Random;

/// Nullary and unary predicates over two objects: eight atoms.
const PREDICATES: [(&str, bool); 6] = [
    ("p", false),
    ("q", false),
    ("r", false),
    ("z", false),
    ("s", true),
    ("t", true),
];
const OBJECTS: [&str; 2] = ["a", "b"];
const ATOMS: usize = 8;

/// Bit n is atom n.
pub type Bits = u8;

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

/// A task of this kind.
#[derive(Clone, Debug)]
pub struct Choice {
    schemas: Vec<Schema>,
    start: Bits,
    goal: Formula,
}

/// What a task may use in its actions beyond conjunctions of literals.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Actions {
    Plain,
    Adl,
}

/// The number of an atom; a term without an object stands for `bound`.
fn atom(predicate: usize, term: Option<usize>, bound: usize) -> usize {
    if PREDICATES[predicate].1 {
        4 + 2 * (predicate - 4) + term.unwrap_or(bound)
    } else {
        predicate
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

/// A predicate with its term; without a variable in sight every term is an object.
fn random_atom(random: &mut Random, has_variable: bool) -> (usize, Option<usize>) {
    let predicate = random.below(PREDICATES.len());
    let is_object = !has_variable || random.below(3) == 0;
    (predicate, is_object.then(|| random.below(OBJECTS.len())))
}

fn literal(random: &mut Random, has_variable: bool) -> Formula {
    let (predicate, term) = random_atom(random, has_variable);
    let atom = Formula::Atom(predicate, term);
    match random.below(3) {
        0 => Formula::Not(atom.into()),
        _ => atom,
    }
}

fn some(random: &mut Random, has_variable: bool, depth: usize) -> Vec<Formula> {
    let count = 2 + random.below(2);
    (0..count)
        .map(|_| formula(random, has_variable, depth))
        .collect()
}

fn formula(random: &mut Random, has_variable: bool, depth: usize) -> Formula {
    let below = depth.saturating_sub(1);
    match if depth == 0 { 9 } else { random.below(10) } {
        0 | 1 => Formula::Or(some(random, has_variable, below)),
        2 => Formula::And(some(random, has_variable, below)),
        3 => Formula::Not(formula(random, has_variable, below).into()),
        4 => Formula::Exists(formula(random, true, below).into()),
        5 => Formula::Forall(formula(random, true, below).into()),
        6 => {
            let [left, right] = [0, 1].map(|_| formula(random, has_variable, below));
            Formula::Imply(Box::new([left, right]))
        }
        _ => literal(random, has_variable),
    }
}

/// A goal of which the outermost sign leaves a choice.
fn goal(random: &mut Random) -> Formula {
    let ways = |random: &mut Random, has_variable| {
        let count = 2 + random.below(2);
        let all = (0..count).map(|_| formula(random, has_variable, 1));
        Formula::And(all.collect())
    };
    match random.below(5) {
        0 => Formula::Exists(ways(random, true).into()),
        1 => Formula::Not(Formula::And(some(random, false, 1)).into()),
        2 => Formula::Imply(Box::new([formula(random, false, 1), ways(random, false)])),
        _ => Formula::Or((0..2).map(|_| ways(random, false)).collect()),
    }
}

impl Choice {
    /// The task of this seed.
    pub fn random(seed: u64, actions: Actions) -> Self {
        let mut random = Random(seed);
        let random = &mut random;
        let is_adl = actions == Actions::Adl;
        let schema = |random: &mut Random| {
            let has_parameter = random.below(2) == 0;
            let precondition = match random.below(5) {
                0 | 1 if is_adl => formula(random, has_parameter, 2),
                0 => Formula::And(Vec::new()),
                1 => Formula::And((0..2).map(|_| literal(random, has_parameter)).collect()),
                _ => literal(random, has_parameter),
            };
            let effect = |random: &mut Random| {
                let of_all = is_adl && random.below(6) == 0;
                let has_variable = has_parameter || of_all;
                let is_conditional = is_adl && random.below(4) == 0;
                Effect {
                    of_all,
                    condition: is_conditional.then(|| formula(random, has_variable, 1)),
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
        let mut goals = (0..8).map(|_| goal(random));
        let goal = goals.find(|goal| !goal.holds(start, 0));
        Self {
            schemas,
            start,
            goal: goal.unwrap_or(Formula::Or(Vec::new())),
        }
    }

    /// Domain and problem in PDDL.
    pub fn written(&self) -> (String, String) {
        let mut domain = "(define (domain choice) (:requirements :adl) (:constants a b)\n\
             (:predicates (p) (q) (r) (z) (s ?x) (t ?x))\n"
            .to_owned();
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
        let start: String = (0..PREDICATES.len())
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
            let after = actions.iter().filter_map(|action| play(action, state));
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

    /// The same from one of these states, whichever it is.
    fn works(&self, plan: &[(&Schema, usize)], states: &BTreeSet<Bits>, steps: usize) -> bool {
        if plan.is_empty() {
            return states.iter().all(|&state| self.goal.holds(state, 0));
        }
        steps > 0
            && (1..=plan.len()).any(|cut| {
                let step = &plan[..cut];
                let one = |number: usize, &state: &Bits| play(&step[number], state);
                let ends = all_orders(cut, states, one).pop().flatten();
                ends.is_some_and(|ends| self.works(&plan[cut..], &ends, steps - 1))
            })
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
