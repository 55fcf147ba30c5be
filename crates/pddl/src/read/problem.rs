//! The sections of a problem.

use super::cost::{
    is_total_cost, is_whole, is_without_arguments, refuse_large_steps, whole_number,
};
use super::declare::declare_objects;
use super::definition::{
    Section, definition, note_missing, note_order, read_requirements, unsupported,
};
use super::numbers::TOTAL_TIME;
use super::numeric::{compares, number};
use super::scope::Scope;
use super::trajectory::metric;
use crate::condition::{Atom, Condition, Expression};
use crate::diagnostics::Source;
use crate::domain::{LiftedDomain, MOST_COST, TOTAL_COST, Trajectory};
use crate::measure::{Direction, Objective};
use crate::names::nearest;
use crate::problem::{GroundAtom, Problem};
use num_traits::{Signed, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp, shortened};
use saut_numeric::Rational;
use std::sync::Arc;

const ONCE: [&str; 8] = [
    ":domain",
    ":requirements",
    ":objects",
    ":init",
    ":goal",
    ":constraints",
    ":metric",
    ":length",
];

pub(super) fn read(
    source: &Source,
    list: &List,
    domain: &Arc<LiftedDomain>,
) -> Result<Problem, BadInput> {
    let definition = definition(source, list, "problem", [&ONCE, &[]])?;
    let section = |keyword: &str| definition.section(keyword);
    let body = |keyword: &str| definition.body(keyword);
    let place = |keyword: &str| section(keyword).map_or(list.at, |section| section.keyword.at);
    check_domain(source, section(":domain"), list.at, domain)?;
    if section(":init").is_none() {
        warn!(source, list.at, "the problem has no `:init`";
            "add `(:init ...)`; without it nothing holds at the start");
    }
    note_order(source, &definition.sections, &ONCE);
    let mut requirements = read_requirements(source, body(":requirements"))?;
    requirements.extend_from_slice(&domain.requirements);
    let symbols = &domain.symbols;
    let mut objects = symbols.objects.clone();
    declare_objects(source, &symbols.types, body(":objects"), &mut objects)?;
    let mut scope = Scope::new(source, symbols, &objects);
    let initial = read_initial(&scope, body(":init"))?;
    let mut trajectory = domain.trajectory.clone();
    if let Some(section) = section(":constraints") {
        scope.constraints(section, &mut trajectory)?;
    }
    let goal = match section(":goal").map(|s| (s.keyword, s.body)) {
        Some((_, [goal])) => scope.goal(goal, &mut trajectory.preferences)?,
        Some((keyword, _)) => {
            bail!(source, keyword.at, "`:goal` is not followed by one condition";
                "join several by `(and ...)`");
        }
        None => {
            bail!(source, list.at, "the problem has no `:goal`"; "add `(:goal (and ...))`");
        }
    };
    let is_numeric =
        domain.is_numeric || compares(&goal) || has_fractions(source, &initial, domain);
    let measured = measured(
        &scope,
        section(":metric"),
        &mut trajectory,
        domain,
        (is_numeric, place(":constraints")),
    )?;
    let minimises_cost = matches!(measured, Measured::TotalCost);
    let total_cost = symbols.functions.get_index_of(TOTAL_COST);
    let total_cost = total_cost.map(|total| Atom::new(total, Vec::new()));
    let values = values(source, initial.values, total_cost.as_ref(), is_numeric)?;
    scope
        .products
        .refuse_non_linear(source, &symbols.functions, &domain.changed)?;
    let metric = match measured {
        Measured::Number(metric, direction) => Some((metric, direction)),
        Measured::TotalCost => total_cost
            .filter(|_| is_numeric)
            .map(|total| (Expression::Function(total), Direction::Minimise)),
        Measured::Length => None,
    };
    note_missing(source, &requirements);
    let problem = Problem {
        name: definition.name.text.to_owned(),
        goal,
        minimises_cost,
        is_numeric,
        metric,
        trajectory,
        initial: initial.atoms,
        values,
        objects,
        warnings: source.warnings(),
        domain: Arc::clone(domain),
    };
    if problem.objective() == Objective::Cost {
        refuse_large_steps(source, place(":metric"), &problem)?;
    }
    if is_numeric {
        refuse_undefined(source, place(":goal"), &problem)?;
    }
    Ok(problem)
}

/// Reads another initial state of a problem. Of predicates and functions that no action changes, those stay of which the
/// state has none.
pub(super) fn read_state(
    source: &Source,
    list: &List,
    problem: &Problem,
) -> Result<Problem, BadInput> {
    let (domain, symbols) = (&problem.domain, &problem.domain.symbols);
    let scope = Scope::new(source, symbols, &problem.objects);
    let initial = read_initial(&scope, list.rest())?;
    let total_cost = symbols.functions.get_index_of(TOTAL_COST);
    let total_cost = total_cost.map(|total| Atom::new(total, Vec::new()));
    let values = values(
        source,
        initial.values,
        total_cost.as_ref(),
        problem.is_numeric,
    )?;
    let of_state = |atoms: &mut dyn Iterator<Item = &GroundAtom>| -> FxHashSet<usize> {
        atoms.map(|atom| atom.predicate).collect()
    };
    let changed = domain.changed_predicates();
    let own = of_state(&mut initial.atoms.iter());
    let fixed = problem.initial.iter();
    let fixed = fixed.filter(|atom| !changed[atom.predicate] && !own.contains(&atom.predicate));
    let atoms = fixed
        .cloned()
        .chain(initial.atoms.iter().cloned())
        .collect();
    let own = of_state(&mut values.keys());
    let total = total_cost.map(|total| total.predicate);
    let mut all = problem.values.clone();
    all.retain(|function, _| {
        let function = function.predicate;
        Some(function) == total || !domain.changed[function] && !own.contains(&function)
    });
    all.extend(values);
    Ok(Problem {
        initial: atoms,
        values: all,
        ..problem.clone()
    })
}

/// Whether costs are fractions, which makes the task one with numbers, if it can be one.
fn has_fractions(source: &Source, initial: &Initial, domain: &LiftedDomain) -> bool {
    let total = domain.symbols.functions.get_index_of(TOTAL_COST);
    let most = Rational::from_integer(MOST_COST.into());
    let is_cost = |value: &Value| {
        let is_total = Some(value.function.predicate) == total;
        number(source, value.name).is_ok_and(|number| {
            !number.is_negative()
                && number <= most
                && (!is_total || number.is_zero() && is_whole(value.name))
        })
    };
    let mut values = initial.values.iter();
    domain.axioms.is_empty()
        && values.clone().any(|value| !is_whole(value.name))
        && values.all(is_cost)
}

/// Measure of a plan. Violations of preferences get their weights in the trajectory; tasks with numbers
/// have none, which is said of the place `at`.
fn measured(
    scope: &Scope,
    section: Option<&Section>,
    trajectory: &mut Trajectory,
    domain: &LiftedDomain,
    (is_numeric, at): (bool, u32),
) -> Result<Measured, BadInput> {
    let names = preferences(trajectory, domain);
    if (is_numeric || trajectory.conditions().any(compares))
        && !(names.is_empty() && trajectory.constraints.is_empty())
    {
        bail!(scope.source, at, "trajectory constraints or preferences in a task with numbers";
            "leave one of the two out");
    }
    let Some(section) = section else {
        return Ok(Measured::Length);
    };
    let Some(metric) = metric(scope, section, &names)? else {
        return read_metric(scope, section, is_numeric);
    };
    (trajectory.weights, trajectory.cost_factor) = metric;
    Ok(Measured::TotalCost)
}

/// The names of all preferences.
fn preferences<'a>(trajectory: &'a Trajectory, domain: &'a LiftedDomain) -> Vec<&'a str> {
    let own = trajectory.preferences.iter().map(|one| one.name.as_str());
    let steps = domain.schemas.iter().flat_map(|schema| &schema.preferences);
    own.chain(steps.map(|one| one.name.as_str())).collect()
}

/// Checks the name in `:domain`. Benchmarks name other domains, so that it is no error.
fn check_domain(
    source: &Source,
    section: Option<&Section>,
    at: u32,
    domain: &LiftedDomain,
) -> Result<(), BadInput> {
    let Some(section) = section else {
        warn!(source, at, "the problem has no `:domain`";
            "add `(:domain {})`", shortened(&domain.name));
        return Ok(());
    };
    let [Sexp::Name(named)] = section.body else {
        bail!(source, section.keyword.at, "`:domain` is not followed by one name";
            "write `(:domain {})`", shortened(&domain.name));
    };
    if named.text != domain.name {
        warn!(source, named.at,
            "the problem is of the domain `{named}`, and the domain given is `{}`",
            shortened(&domain.name);
            "were two files mixed up?");
    }
    Ok(())
}

/// Atoms and values at the start.
#[derive(Default)]
struct Initial<'a> {
    atoms: Vec<GroundAtom>,
    values: Vec<Value<'a>>,
}

/// A function and the word for its value at the start.
struct Value<'a> {
    function: GroundAtom,
    name: Name<'a>,
}

fn read_initial<'a>(scope: &Scope, body: &[Sexp<'a>]) -> Result<Initial<'a>, BadInput> {
    let mut initial = Initial::default();
    let mut known = FxHashSet::default();
    let mut absent: Vec<(u32, GroundAtom)> = Vec::new();
    for (done, item) in body.iter().enumerate() {
        scope.source.poll(done)?;
        let Sexp::List(list) = item else {
            bail!(scope.source, item.at(), "a word where an atom is expected";
                "write `(PREDICATE OBJECT ...)`");
        };
        let head = scope.head(list)?;
        if head.text == "=" {
            read_value(scope, list, head, &mut initial)?;
        } else if head.text == "not" {
            let [inner] = scope.exactly(list, head, "(not (PREDICATE ...))")?;
            let Sexp::List(inner) = inner else {
                bail!(scope.source, inner.at(), "a word where an atom is expected");
            };
            absent.push((list.at, GroundAtom::of(&scope.atom(inner)?, &[])));
        } else if is_timed(scope, list, head) {
            bail!(scope.source, list.at,
                "`at` with a time: timed initial literals are not supported";
                "compile them away first, or use a temporal planner");
        } else {
            if !scope.symbols.predicates.contains_key(head.text)
                && let Some(bad) = unsupported(scope.source, head)
            {
                return Err(bad);
            }
            let atom = GroundAtom::of(&scope.basic_atom(list)?, &[]);
            if known.insert(atom.clone()) {
                initial.atoms.push(atom);
            }
        }
    }
    match absent.iter().find(|(_, atom)| known.contains(atom)) {
        Some((at, _)) => bail!(scope.source, *at,
            "an atom that is in `:init` and is said not to hold";
            "remove one of the two; what is not in `:init` does not hold"),
        None => Ok(initial),
    }
}

/// `(= (distance a b) 3)`.
fn read_value<'a>(
    scope: &Scope,
    list: &List<'a>,
    head: Name,
    initial: &mut Initial<'a>,
) -> Result<(), BadInput> {
    let [function, value] = scope.exactly(list, head, "(= (FUNCTION ...) NUMBER)")?;
    let Sexp::Name(value) = value else {
        bail!(
            scope.source,
            value.at(),
            "a list where a number is expected"
        );
    };
    let name = match function {
        Sexp::List(applied) => scope.head(applied)?,
        Sexp::Name(name) => *name,
    };
    if is_other_function(scope, name) {
        number(scope.source, *value)?;
        warn!(scope.source, name.at,
            "a value of `{name}`, which is no function of the domain";
            "leave it out; nothing asks for it");
        return Ok(());
    }
    initial.values.push(Value {
        function: GroundAtom::of(&scope.function(function)?, &[]),
        name: *value,
    });
    Ok(())
}

/// The values of functions at the start. In a task without numbers they are costs, and `total-cost` begins at 0.
fn values(
    source: &Source,
    values: Vec<Value>,
    total_cost: Option<&Atom>,
    is_numeric: bool,
) -> Result<FxHashMap<GroundAtom, Rational>, BadInput> {
    let total_cost = total_cost.map(|total| GroundAtom::of(total, &[]));
    let mut known = FxHashMap::default();
    for value in values {
        let (function, name) = (value.function, value.name);
        let number = if is_numeric {
            number(source, name)?
        } else {
            let cost = whole_number(source, name)?;
            if cost > 0 && Some(&function) == total_cost.as_ref() {
                bail!(source, name.at, "`total-cost` that does not begin at 0";
                    "write 0, and add the number to the cost of the plan");
            }
            Rational::from_integer(cost.into())
        };
        let before = known.insert(function, number.clone());
        if before.is_some_and(|before| before != number) {
            bail!(source, name.at, "a second value for this function"; "remove one of the two");
        }
    }
    if let Some(total) = total_cost.filter(|_| is_numeric) {
        known.entry(total).or_insert_with(Rational::zero);
    }
    Ok(known)
}

/// Whether a word is the name of nothing declared and unlike all functions, so that none of the domain was meant.
fn is_other_function(scope: &Scope, name: Name) -> bool {
    let symbols = scope.symbols;
    let known = symbols.functions.keys().map(String::as_str);
    !symbols.functions.contains_key(name.text)
        && !symbols.predicates.contains_key(name.text)
        && name.text.starts_with(|c: char| c.is_ascii_alphabetic())
        && nearest(name.text, known).is_none()
}

/// Whether this is `(at 5 (atom))`.
fn is_timed(scope: &Scope, list: &List, head: Name) -> bool {
    let is_time =
        matches!(list.rest(), [Sexp::Name(time), Sexp::List(_)] if scope.is_number(*time));
    head.text == "at" && is_time
}

/// Measure of a plan.
enum Measured {
    /// The number of its actions.
    Length,
    /// Their cost.
    TotalCost,
    /// A number of the last state.
    Number(Expression, Direction),
}

fn read_metric(scope: &Scope, section: &Section, is_numeric: bool) -> Result<Measured, BadInput> {
    let source = scope.source;
    let [Sexp::Name(direction), measured] = section.body else {
        bail!(source, section.keyword.at, "`:metric` without its two parts";
            "write `(:metric minimize (total-cost))`");
    };
    let directions = ["minimize", "maximize"];
    if !directions.contains(&direction.text) {
        let remedy = match nearest(direction.text, directions) {
            Some(known) => format!("did you mean `{known}`?"),
            None => "write `minimize` or `maximize`".to_owned(),
        };
        bail!(source, direction.at, "`{direction}` in a metric"; "{remedy}");
    }
    let is_maximised = direction.text == "maximize";
    if !is_maximised && is_total_cost(measured) {
        scope.function(measured)?;
        source.uses(":action-costs", section.keyword.at);
        return Ok(Measured::TotalCost);
    }
    let is_time_alone = !is_maximised && is_without_arguments(measured, TOTAL_TIME);
    let speaks_of_time = scope.measures_time(measured)?;
    if is_time_alone && !is_numeric || speaks_of_time && is_numeric {
        let metric = if is_time_alone {
            "`minimize (total-time)`"
        } else {
            "a metric of `total-time`"
        };
        warn!(source, section.keyword.at, "{metric} in a task without time";
            "leave it out; without a metric every action costs 1");
        return Ok(Measured::Length);
    }
    if is_numeric {
        let direction = if is_maximised {
            Direction::Maximise
        } else {
            Direction::Minimise
        };
        return Ok(Measured::Number(scope.measured(measured)?, direction));
    }
    bail!(source, section.keyword.at, "a metric other than `minimize (total-cost)`";
        "remove it, or express it by `total-cost`")
}

/// Refuses a goal that asks for the value of a function that has none and never gets one.
fn refuse_undefined(source: &Source, at: u32, problem: &Problem) -> Result<(), BadInput> {
    let parts = problem.goal.conjuncts();
    let comparisons = parts.iter().filter_map(|part| match part {
        Condition::Compare(comparison) => Some(comparison.functions()),
        _ => None,
    });
    let changed = &problem.domain.changed;
    let constant = comparisons
        .flatten()
        .filter(|function| !changed[function.predicate]);
    let mut constant = constant.map(|function| GroundAtom::of(function, &[]));
    if let Some(undefined) = constant.find(|function| !problem.values.contains_key(function)) {
        let written = problem.written_function(&undefined);
        bail!(source, at, "the goal asks for `({written})`, which has no value in `:init`";
            "add `(= ({written}) NUMBER)` to `:init`");
    }
    Ok(())
}
