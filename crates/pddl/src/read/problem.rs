//! The sections of a problem.

use super::cost::{is_total_cost, is_without_arguments, refuse_large_steps, whole_number};
use super::declare::declare_objects;
use super::definition::{Section, definition, note_order, refuse_others, refuse_repeated};
use super::numbers::TOTAL_TIME;
use super::numeric::{compares, number};
use super::scope::Scope;
use super::trajectory::metric;
use super::{refuse, requirement};
use crate::condition::{Atom, Condition, Expression, Term};
use crate::diagnostics::Source;
use crate::domain::LiftedDomain;
use crate::effect::MOST_COST;
use crate::effect::TOTAL_COST;
use crate::names::nearest;
use crate::problem::{GroundAtom, Numbers, Problem};
use crate::trajectory::Trajectory;
use num_traits::{Signed, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp, shortened};
use saut_numeric::Rational;

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
    domain: &LiftedDomain,
) -> Result<Problem, BadInput> {
    let definition = definition(source, list, "problem")?;
    let sections = &definition.sections;
    refuse_others(source, sections, "problem", &ONCE)?;
    refuse_repeated(source, sections, &ONCE)?;
    let section = |keyword: &str| sections.iter().find(|s| s.keyword.text == keyword);
    let body = |keyword: &str| -> &[Sexp] { section(keyword).map_or(&[], |s| s.body) };
    check_domain(source, section(":domain"), list.at, domain)?;
    if section(":init").is_none() {
        warn!(source, NoInit, list.at, "the problem has no `:init`";
            "add `(:init ...)`; without it nothing holds at the start");
    }
    note_order(source, sections, &ONCE);
    let mut requirements = requirement::read(source, body(":requirements"))?;
    requirements.extend_from_slice(&domain.requirements);
    let symbols = &domain.symbols;
    let mut objects = symbols.objects.clone();
    let mut object_index = symbols.object_index.clone();
    declare_objects(
        source,
        &symbols.types,
        body(":objects"),
        &mut objects,
        &mut object_index,
    )?;
    let mut scope = Scope::new(source, symbols, &objects, &object_index);
    let initial = read_initial(&scope, body(":init"))?;
    let mut trajectory = Trajectory::default();
    (trajectory.constraints, trajectory.preferences) = domain.constraints.clone();
    if let Some(section) = section(":constraints") {
        let (hard, soft) = scope.constraints(section)?;
        trajectory.constraints.extend(hard);
        trajectory.preferences.extend(soft);
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
    let at = section(":constraints").map_or(list.at, |section| section.keyword.at);
    let measured = measured(
        &scope,
        section(":metric"),
        &mut trajectory,
        domain,
        (is_numeric, at),
    )?;
    let minimises_cost = matches!(measured, Measured::TotalCost);
    let metric = section(":metric").filter(|_| minimises_cost && !is_numeric);
    refuse_large_steps(source, metric, domain, &trajectory, &initial.values)?;
    scope
        .products
        .refuse_non_linear(source, &symbols.functions, &domain.changed)?;
    if let Some((_, name)) = initial.fractions.first().filter(|_| !is_numeric) {
        whole_number(source, *name)?;
        bail!(source, name.at, "`total-cost` that does not begin at 0";
            "write 0, and add the number to the cost of the plan");
    }
    let numbers = is_numeric
        .then(|| numbers(&scope, domain, &initial, measured))
        .transpose()?;
    if let Some(numbers) = &numbers {
        let place = section(":goal").map_or(list.at, |section| section.keyword.at);
        refuse_undefined(&scope, domain, numbers, &goal, place)?;
    }
    requirement::note_missing(source, &requirements);
    Ok(Problem {
        name: definition.name.text.to_owned(),
        goal,
        minimises_cost,
        trajectory,
        initial: initial.atoms,
        values: initial.values,
        objects,
        object_index,
        warnings: source.warnings.messages(),
        fingerprint: domain.fingerprint,
        numbers: numbers.map(Box::new),
    })
}

/// Whether costs are fractions, which makes the task one with numbers, where it can be one.
fn has_fractions(source: &Source, initial: &Initial, domain: &LiftedDomain) -> bool {
    let total = domain.symbols.function_index.get(TOTAL_COST);
    let most = Rational::from_integer(MOST_COST.into());
    let mut values = initial.fractions.iter();
    let is_cost = |(key, name): &(GroundAtom, Name)| {
        let number = number(source, *name);
        let fits = |it: &Rational| !it.is_negative() && *it <= most;
        total != Some(&key.predicate) && number.as_ref().is_ok_and(fits)
    };
    domain.axioms.is_empty() && !initial.fractions.is_empty() && values.all(is_cost)
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
    match metric(scope, section, &names)? {
        Some(metric) => {
            (trajectory.weights, trajectory.cost_factor) = (metric.weights, metric.cost_factor);
            Ok(Measured::TotalCost)
        }
        None => read_metric(scope, section, is_numeric),
    }
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
        warn!(source, NoDomain, at, "the problem has no `:domain`";
            "add `(:domain {})`", shortened(&domain.name));
        return Ok(());
    };
    let [Sexp::Name(named)] = section.body else {
        bail!(source, section.keyword.at, "`:domain` is not followed by one name";
            "write `(:domain {})`", shortened(&domain.name));
    };
    if named.text != domain.name {
        warn!(source, OtherDomain, named.at,
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
    values: FxHashMap<GroundAtom, u64>,
    /// The values that are no costs, as they stand there.
    fractions: Vec<(GroundAtom, Name<'a>)>,
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
            absent.push((list.at, ground(&scope.atom(inner)?)));
        } else if is_timed(scope, list, head) {
            bail!(scope.source, list.at,
                "`at` with a time: timed initial literals are not supported";
                "compile them away first, or use a temporal planner");
        } else {
            if !scope.symbols.predicate_index.contains_key(head.text)
                && let Some(bad) = refuse::unsupported(scope.source, head)
            {
                return Err(bad);
            }
            let atom = ground(&scope.basic_atom(list)?);
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

/// `(= (distance a b) 3)`; `total-cost` itself can only begin at 0.
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
        warn!(scope.source, Function, name.at,
            "a value of `{name}`, which is no function of the domain";
            "leave it out; nothing asks for it");
        return Ok(());
    }
    let (predicate, arguments) = scope.function(function)?;
    let key = ground(&Atom {
        predicate,
        arguments,
    });
    let is_again = match whole_number(scope.source, *value) {
        // The total of costs begins at 0; in a task with numbers it may begin elsewhere.
        Ok(number) if number == 0 || !is_total_cost(function) => {
            let before = initial.values.insert(key, number);
            before.is_some_and(|before| before != number)
        }
        _ => {
            initial.fractions.push((key, *value));
            false
        }
    };
    if is_again {
        bail!(scope.source, list.at, "a second value for this function"; "remove one of the two");
    }
    Ok(())
}

/// Whether a word is the name of nothing declared and unlike all functions, so that none of the domain was meant.
fn is_other_function(scope: &Scope, name: Name) -> bool {
    let symbols = scope.symbols;
    let is_in = |index: &FxHashMap<String, usize>| index.contains_key(name.text);
    let known = symbols.functions.iter().map(|known| known.name.as_str());
    !is_in(&symbols.function_index)
        && !is_in(&symbols.predicate_index)
        && name.text.starts_with(|c: char| c.is_ascii_alphabetic())
        && nearest(name.text, known).is_none()
}

/// Whether this is `(at 5 (atom))`.
fn is_timed(scope: &Scope, list: &List, head: Name) -> bool {
    head.text == "at"
        && match list.rest() {
            [Sexp::Name(time), Sexp::List(_)] => {
                !scope.object_index.contains_key(time.text) && time.text.parse::<f64>().is_ok()
            }
            _ => false,
        }
}

/// An atom without variables; there are none in sight where this is called.
fn ground(atom: &Atom) -> GroundAtom {
    let arguments = atom.arguments.iter().filter_map(|term| match term {
        Term::Object(object) => Some(*object),
        Term::Variable(_) => None,
    });
    GroundAtom {
        predicate: atom.predicate,
        arguments: arguments.collect(),
    }
}

/// Measure of a plan.
enum Measured {
    /// The number of its actions.
    Length,
    /// Their cost.
    TotalCost,
    /// A number of the last state, and whether it is to be large.
    Number(Expression, bool),
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
        source.warnings.uses(":action-costs", section.keyword.at);
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
        warn!(source, TotalTime, section.keyword.at, "{metric} in a task without time";
            "leave it out; without a metric every action costs 1");
        return Ok(Measured::Length);
    }
    if is_numeric {
        return Ok(Measured::Number(scope.measured(measured)?, is_maximised));
    }
    bail!(source, section.keyword.at, "a metric other than `minimize (total-cost)`";
        "remove it, or express it by `total-cost`")
}

/// Numbers of the problem.
fn numbers(
    scope: &Scope,
    domain: &LiftedDomain,
    initial: &Initial,
    metric: Measured,
) -> Result<Numbers, BadInput> {
    let whole = initial.values.iter();
    let whole = whole.map(|(key, &value)| (key.clone(), Rational::from_integer(value.into())));
    let mut values: FxHashMap<GroundAtom, Rational> = whole.collect();
    for (key, name) in &initial.fractions {
        let number = number(scope.source, *name)?;
        let before = values.insert(key.clone(), number.clone());
        if before.is_some_and(|before| before != number) {
            bail!(scope.source, name.at, "a second value for this function";
                "remove one of the two");
        }
    }
    let total_cost = domain.symbols.function_index.get(TOTAL_COST).copied();
    let total_cost = total_cost.map(|predicate| GroundAtom {
        predicate,
        arguments: Vec::new(),
    });
    if let Some(total) = &total_cost {
        values.entry(total.clone()).or_insert_with(Rational::zero);
    }
    let is_maximised = matches!(metric, Measured::Number(_, true));
    let metric = match (metric, total_cost) {
        (Measured::Number(metric, _), _) => Some(metric),
        (Measured::TotalCost, Some(total)) => Some(Expression::Function {
            function: total.predicate,
            arguments: Vec::new(),
        }),
        (Measured::TotalCost, None) | (Measured::Length, _) => None,
    };
    Ok(Numbers {
        values,
        metric,
        is_maximised,
    })
}

/// Refuses a goal that asks for the value of a function that has none and never gets one.
fn refuse_undefined(
    scope: &Scope,
    domain: &LiftedDomain,
    numbers: &Numbers,
    goal: &Condition,
    at: u32,
) -> Result<(), BadInput> {
    let parts = goal.conjuncts();
    let comparisons = parts.iter().filter_map(|part| match part {
        Condition::Compare(comparison) => Some(comparison.functions()),
        _ => None,
    });
    for (function, arguments) in comparisons.flatten() {
        let has_variable = arguments
            .iter()
            .any(|term| matches!(term, Term::Variable(_)));
        let key = ground(&Atom {
            predicate: function,
            arguments: arguments.to_vec(),
        });
        if has_variable || domain.changed[function] || numbers.values.contains_key(&key) {
            continue;
        }
        let mut written = domain.symbols.functions[function].name.clone();
        for object in &key.arguments {
            written.push(' ');
            written.push_str(&scope.objects[*object as usize].name);
        }
        bail!(scope.source, at, "the goal asks for `({written})`, which has no value in `:init`";
            "add `(= ({written}) NUMBER)` to `:init`");
    }
    Ok(())
}
