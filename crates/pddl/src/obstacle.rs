//! Obstacles: chains of actions from an unreachable part of the goal to a condition that cannot be met.
//!
//! Obstacles explain the parts of the goal that the delete relaxation does not reach ([`crate::relaxed`]). Each
//! unreached atom is linked to the actions that would add it, and each action to its conditions that are never met. The
//! chain is a cheapest path in this graph to a condition that no action changes. A missing fact whose mirror image (the
//! fact with two arguments swapped) is in the initial state has the lowest cost, because such facts are most often
//! forgotten. A chain is an explanation, not a proof.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;
use saut_base::stop::Stop;

use crate::condition::{ALWAYS, Atom, Condition, ObjectId, Parameter, Term};
use crate::datalog::nesting_depth;
use crate::domain::Schema;
use crate::judge::Judge as _;
use crate::planning_task::PlanningTask;
use crate::problem::{GroundAtom, ObjectsByType, Problem};
use crate::relaxed::{NumericRelaxation, Relaxation};
use crate::validate::{State, signed};

/// Maximum number of object choices that are examined for one atom.
const MAX_CHOICES: usize = 200_000;
/// Maximum number of actions that are kept for one atom.
const MAX_ACTIONS: usize = 24;
/// Maximum number of atoms that are examined for one part of the goal.
const MAX_ATOMS: usize = 400;

/// An unreachable part of the goal, and the chain to the condition that prevents it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The part of the goal.
    pub goal: String,
    /// The chain of actions that would achieve this part of the goal. Each has a condition that is never met, and the
    /// next action would meet it.
    pub links: Vec<Link>,
    /// Reason why the last condition cannot be met.
    pub why: String,
    /// The function without a value, if this is the reason.
    pub(crate) undefined: Option<GroundAtom>,
}

/// An action that would help, and its condition that is never met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Name of the action, such as `move cellar vault d3`.
    pub action: String,
    /// The condition, such as `(not (locked d3))`.
    pub unmet: String,
}

/// An atom that never gets the required truth value.
type Literal = (GroundAtom, bool);

#[derive(Clone)]
enum UnreachableCondition {
    Literal(Literal),
    /// Another condition, as PDDL text, and the reason why it is not met.
    Other(String, Why),
}

/// Reason why a condition cannot be met, and the function without a value, if this is the reason.
type Why = (String, Option<GroundAtom>);

/// An action that would give an atom the required truth value, and its unmet conditions.
type Helper = (String, Vec<UnreachableCondition>);

impl PlanningTask {
    /// Returns the parts of the goal that even the delete relaxation does not reach, each with its obstacle.
    pub fn obstacles(&self, stop: &Stop) -> Vec<Obstacle> {
        let problem = &self.problem;
        let numbers = if problem.is_numeric {
            NumericRelaxation::InRanges
        } else {
            NumericRelaxation::Any
        };
        let Ok(relaxed) = Relaxation::fixpoint(problem, numbers, false, stop) else {
            return Vec::new();
        };
        let looks = Looks {
            problem,
            state: State::initial(problem, stop),
            objects: ObjectsByType::new(problem),
            stop,
            relaxed: &relaxed,
        };
        let parts = problem.goal.conjuncts().into_iter();
        let unmet = parts.filter(|part| !relaxed.holds(part, &mut Vec::new()));
        unmet.map_while(|part| looks.obstacle(part)).collect()
    }
}

impl Problem {
    /// Whether the mirror image of a missing fact holds in the initial state, and another fact of the predicate holds
    /// together with its mirror image.
    pub(crate) fn is_mirrored(
        &self,
        initial: &FxHashSet<&GroundAtom>,
        missing: &GroundAtom,
    ) -> bool {
        let count = missing.arguments.len();
        let mut places =
            (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
        places.any(|(first, second)| {
            let is_mirrored = |atom: &GroundAtom| {
                let mut mirror = atom.clone();
                mirror.arguments.swap(first, second);
                mirror != *atom && initial.contains(&mirror)
            };
            let mut others = self
                .initial
                .iter()
                .filter(|one| one.predicate == missing.predicate);
            is_mirrored(missing) && others.any(is_mirrored)
        })
    }
}

struct Looks<'a> {
    problem: &'a Problem,
    state: State<'a>,
    objects: ObjectsByType<'a>,
    stop: &'a Stop,
    relaxed: &'a Relaxation<'a>,
}

impl Looks<'_> {
    /// Returns the obstacle of a part of the goal; `None` if a limit ended the search.
    fn obstacle(&self, part: &Condition) -> Option<Obstacle> {
        let goal = self.state.named(part, &[]).text;
        let (links, (why, undefined)) = match part {
            Condition::Literal(atom, value) => self.chain((GroundAtom::of(atom, &[]), *value))?,
            _ => (Vec::new(), self.why_not(part, &[])),
        };
        Some(Obstacle {
            goal,
            links,
            why,
            undefined,
        })
    }

    /// Returns the cheapest chain from a literal: its links, and the reason why the last condition is not met.
    fn chain(&self, goal: Literal) -> Option<(Vec<Link>, Why)> {
        let mut nodes = vec![(goal.clone(), None::<(usize, Link)>)];
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        let mut seen = FxHashSet::from_iter([goal]);
        let mut ends: BinaryHeap<Reverse<(usize, usize)>> = BinaryHeap::new();
        let mut others: Vec<(usize, Option<Link>, Why)> = Vec::new();
        while let Some(Reverse((cost, node))) = open.pop() {
            self.stop.stop_reason().is_none().then_some(())?;
            if ends.peek().is_some_and(|Reverse((best, _))| *best <= cost)
                || nodes.len() > MAX_ATOMS
            {
                break;
            }
            let (atom, value) = nodes[node].0.clone();
            let options = self.options(&atom, value);
            if options.is_empty() {
                others.push((node, None, (self.no_action(&atom, value), None)));
                ends.push(Reverse((cost + self.cost(&atom, value), others.len() - 1)));
            }
            for (action, unmet) in options {
                let more = 3 * (unmet.len() - 1);
                let Some(worst) = unmet.into_iter().max_by_key(|one| self.rank(one)) else {
                    continue;
                };
                match worst {
                    UnreachableCondition::Literal(literal) => {
                        let unmet = self.written(&literal);
                        if seen.insert(literal.clone()) {
                            nodes.push((literal, Some((node, Link { action, unmet }))));
                            open.push(Reverse((cost + 1 + more, nodes.len() - 1)));
                        }
                    }
                    UnreachableCondition::Other(unmet, why) => {
                        others.push((node, Some(Link { action, unmet }), why));
                        ends.push(Reverse((cost + 1 + more, others.len() - 1)));
                    }
                }
            }
        }
        let Some(Reverse((_, end))) = ends.pop() else {
            let why =
                "every action that would help requires another of these actions first".to_owned();
            return Some((Vec::new(), (why, None)));
        };
        let (mut node, last, why) = others.swap_remove(end);
        let mut links = Vec::from_iter(last);
        while let Some((before, link)) = nodes[node].1.clone() {
            links.push(link);
            node = before;
        }
        links.reverse();
        Some((links, why))
    }

    fn written(&self, (atom, value): &Literal) -> String {
        signed(format!("({})", self.problem.written(atom)), *value)
    }

    /// Whether an action or an axiom gives some atom of the predicate this value.
    fn is_set(&self, predicate: usize, value: bool) -> bool {
        let domain = &self.problem.domain;
        let derived = domain.symbols.derived[predicate];
        let mut set = domain.set_atoms();
        derived || set.any(|(atom, adds)| atom.predicate == predicate && *adds == value)
    }

    /// Returns the cost of ending a chain at an atom that no action changes.
    fn cost(&self, atom: &GroundAtom, value: bool) -> usize {
        if !value {
            return 1;
        }
        let initial = self.problem.initial.iter().collect();
        if self.problem.is_mirrored(&initial, atom) {
            0
        } else {
            4
        }
    }

    fn no_action(&self, atom: &GroundAtom, value: bool) -> String {
        let is_set = self.is_set(atom.predicate, value);
        match (value, is_set) {
            (true, false) => "this atom is not in `:init`, and no action makes it true".to_owned(),
            (true, true) => "no action makes this atom true".to_owned(),
            (false, _) => "no action makes this atom false".to_owned(),
        }
    }

    /// Returns the sort key of unmet conditions. The condition with the largest key is explained.
    fn rank(&self, unmet: &UnreachableCondition) -> usize {
        match unmet {
            UnreachableCondition::Literal((atom, value)) if self.is_set(atom.predicate, *value) => {
                0
            }
            UnreachableCondition::Other(..) => 1,
            UnreachableCondition::Literal(_) => 2,
        }
    }

    /// Returns the actions with the fewest unmet conditions that would give an atom this value.
    fn options(&self, atom: &GroundAtom, value: bool) -> Vec<Helper> {
        let domain = &self.problem.domain;
        let mut choices = Choices {
            looks: self,
            left: MAX_CHOICES,
            fewest: usize::MAX,
            found: Vec::new(),
        };
        for schema in &domain.schemas {
            for effect in &schema.effects {
                let setting = effect
                    .atoms
                    .iter()
                    .filter(|(set, adds)| set.predicate == atom.predicate && *adds == value);
                for (set, _) in setting {
                    let variables = [&schema.parameters[..], &effect.variables].concat();
                    let mut parts = schema.precondition.conjuncts();
                    if effect.condition != ALWAYS {
                        parts.extend(effect.condition.conjuncts());
                    }
                    choices.all((Some(schema), &variables), parts, set, atom);
                }
            }
        }
        for axiom in domain
            .axioms
            .iter()
            .filter(|axiom| value && axiom.predicate == atom.predicate)
        {
            let parts = axiom.condition.conjuncts();
            choices.all((None, &axiom.parameters), parts, &axiom.head(), atom);
        }
        choices.found
    }

    /// Returns the reason why a condition other than a literal is never met.
    fn why_not(&self, part: &Condition, values: &[ObjectId]) -> Why {
        if let Condition::Compare(comparison) = part {
            let functions = comparison.functions().into_iter();
            let mut functions = functions.map(|function| GroundAtom::of(function, values));
            let undefined =
                functions.find(|function| !self.relaxed.ranges.known.contains_key(function));
            if let Some(undefined) = undefined {
                let name = self.problem.written_function(&undefined);
                return (format!("`({name})` has no value"), Some(undefined));
            }
        }
        ("this condition is never true".to_owned(), None)
    }
}

/// A search for choices of objects for the variables of an action.
struct Choices<'l, 'a> {
    looks: &'l Looks<'a>,
    left: usize,
    fewest: usize,
    found: Vec<Helper>,
}

/// An action with conditions that are evaluated as soon as their variables have objects.
struct ActionCandidate<'c> {
    schema: Option<&'c Schema>,
    variables: &'c [Parameter],
    /// The conditions by their last variable; the first entry has the conditions without variables.
    parts: Vec<Vec<&'c Condition>>,
    /// For each variable, the object that the atom prescribes.
    fixed: Vec<Option<ObjectId>>,
    head: &'c GroundAtom,
}

impl Choices<'_, '_> {
    fn all(
        &mut self,
        (schema, variables): (Option<&Schema>, &[Parameter]),
        parts: Vec<&Condition>,
        set: &Atom,
        wanted: &GroundAtom,
    ) {
        let mut fixed = vec![None; variables.len()];
        for (term, &object) in set.arguments.iter().zip(&wanted.arguments) {
            match *term {
                Term::Object(own) if own != object => return,
                Term::Object(_) => {}
                Term::Variable(level) => {
                    let types = &variables[level].types;
                    if !self.looks.objects.fits(object, types)
                        || fixed[level].is_some_and(|own| own != object)
                    {
                        return;
                    }
                    fixed[level] = Some(object);
                }
            }
        }
        let mut by_level = vec![Vec::new(); variables.len() + 1];
        for part in parts {
            by_level[nesting_depth(part, variables.len())].push(part);
        }
        let chosen = ActionCandidate {
            schema,
            variables,
            parts: by_level,
            fixed,
            head: wanted,
        };
        self.go(&chosen, &mut Vec::new(), &mut Vec::new());
    }

    /// Chooses an object for the next variable. `unmet` contains the unmet conditions so far.
    fn go(
        &mut self,
        chosen: &ActionCandidate<'_>,
        values: &mut Vec<ObjectId>,
        unmet: &mut Vec<UnreachableCondition>,
    ) {
        let before = unmet.len();
        for part in &chosen.parts[values.len()] {
            self.looks.judge(part, values, unmet);
        }
        let Some(left) = self.left.checked_sub(1) else {
            return unmet.truncate(before);
        };
        self.left = left;
        if unmet.len() > self.fewest {
            return unmet.truncate(before);
        }
        if values.len() == chosen.variables.len() {
            if !unmet.is_empty() {
                self.keep(chosen, values, unmet);
            }
            return unmet.truncate(before);
        }
        let objects = match chosen.fixed[values.len()] {
            Some(object) => [object].into(),
            None => self.looks.objects.of(&chosen.variables[values.len()].types),
        };
        for &object in objects.iter() {
            values.push(object);
            self.go(chosen, values, unmet);
            values.pop();
        }
        unmet.truncate(before);
    }

    fn keep(
        &mut self,
        chosen: &ActionCandidate<'_>,
        values: &[ObjectId],
        unmet: &[UnreachableCondition],
    ) {
        if unmet.len() < self.fewest {
            self.fewest = unmet.len();
            self.found.clear();
        }
        // An action that needs its own effect does not help.
        let is_circle = |one: &UnreachableCondition| matches!(one, UnreachableCondition::Literal((atom, _)) if atom == chosen.head);
        if unmet.iter().any(is_circle) {
            return;
        }
        let problem = self.looks.problem;
        let action = match chosen.schema {
            Some(schema) => problem.applied(&schema.name, &values[..schema.parameters.len()]),
            None => format!("the axiom of ({})", problem.written(chosen.head)),
        };
        self.found.push((action, unmet.to_vec()));
        if self.found.len() > MAX_ACTIONS {
            // Only the most likely actions are kept.
            let price = |one: &UnreachableCondition| self.looks.price(one);
            let cost = |(_, unmet): &Helper| unmet.iter().map(price).sum::<usize>();
            self.found.sort_by_cached_key(cost);
            self.found.pop();
        }
    }
}

impl Looks<'_> {
    /// Adds a condition to `unmet` if it is never met.
    fn judge(
        &self,
        part: &Condition,
        values: &mut Vec<ObjectId>,
        unmet: &mut Vec<UnreachableCondition>,
    ) {
        if self.relaxed.holds(part, values) {
            return;
        }
        unmet.push(match part {
            Condition::Literal(atom, value) => {
                UnreachableCondition::Literal((GroundAtom::of(atom, values), *value))
            }
            _ => UnreachableCondition::Other(
                self.state.named(part, values).text,
                self.why_not(part, values),
            ),
        });
    }

    fn price(&self, unmet: &UnreachableCondition) -> usize {
        match unmet {
            UnreachableCondition::Literal((atom, value))
                if !self.is_set(atom.predicate, *value) =>
            {
                self.cost(atom, *value)
            }
            _ => 1,
        }
    }
}
