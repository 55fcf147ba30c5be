//! The sections of a problem.

use super::cost::{is_total_cost, whole_number};
use super::declare::declare_objects;
use super::definition::{Section, definition, note_order, refuse_repeated};
use super::scope::Scope;
use super::trajectory::metric;
use super::{refuse, requirement};
use crate::condition::{Atom, Term};
use crate::domain::LiftedDomain;
use crate::names::nearest;
use crate::oddities::Oddity;
use crate::problem::{GroundAtom, Problem};
use crate::sexp::{List, Name, Sexp, Source, shortened};
use crate::trajectory::Trajectory;
use rustc_hash::{FxHashMap, FxHashSet};
use saut_task::BadInput;

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
    for Section { keyword, .. } in sections {
        if ONCE.contains(&keyword.text) {
            continue;
        }
        if let Some(bad) = refuse::unsupported(source, *keyword) {
            return Err(bad);
        }
        let bad = source.bad(
            keyword.at,
            format!("`{}` in a problem", shortened(keyword.text)),
        );
        return Err(match nearest(keyword.text, ONCE) {
            Some(known) => bad.remedy(format!("did you mean `{known}`?")),
            None => bad.remedy(format!("a problem has {}", ONCE.join(", "))),
        });
    }
    refuse_repeated(source, sections, &ONCE)?;
    let section = |keyword: &str| sections.iter().find(|s| s.keyword.text == keyword);
    let body = |keyword: &str| -> &[Sexp] { section(keyword).map_or(&[], |s| s.body) };
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
            return Err(source
                .bad(keyword.at, "`:goal` is not followed by one condition")
                .remedy("join several by `(and ...)`"));
        }
        None => {
            return Err(source
                .bad(list.at, "the problem has no `:goal`")
                .remedy("add `(:goal (and ...))`"));
        }
    };
    let counted = section(":metric").map(|s| metric(source, s, &preferences(&trajectory, domain)));
    let minimises_cost = match counted.transpose()?.flatten() {
        Some(metric) => {
            (trajectory.weights, trajectory.cost_factor) = (metric.weights, metric.cost_factor);
            true
        }
        None => section(":metric").map_or(Ok(false), |s| read_metric(source, s))?,
    };
    requirement::note_missing(source, &requirements);
    let other = other_domain(source, body(":domain"), domain);
    let warnings = other.into_iter().chain(source.odd.told());
    Ok(Problem {
        name: definition.name.text.to_owned(),
        goal,
        minimises_cost,
        trajectory,
        initial: initial.atoms,
        values: initial.values,
        objects,
        object_index,
        warnings: warnings.collect(),
        fingerprint: domain.fingerprint,
    })
}

/// The names of all preferences.
fn preferences<'a>(trajectory: &'a Trajectory, domain: &'a LiftedDomain) -> Vec<&'a str> {
    let own = trajectory.preferences.iter().map(|one| one.name.as_str());
    let steps = domain.schemas.iter().flat_map(|schema| &schema.preferences);
    own.chain(steps.map(|one| one.name.as_str())).collect()
}

/// That the problem names another domain. Benchmarks do, so that it is no error.
fn other_domain(source: &Source, body: &[Sexp], domain: &LiftedDomain) -> Option<BadInput> {
    let [Sexp::Name(named)] = body else {
        return None;
    };
    (named.text != domain.name).then(|| {
        let fact = format!(
            "the problem is of the domain `{}`, and the domain given is `{}`",
            shortened(named.text),
            shortened(&domain.name)
        );
        let bad = source.bad(named.at, fact);
        bad.remedy("were two files mixed up?")
    })
}

/// What holds at the start.
#[derive(Default)]
struct Initial {
    atoms: Vec<GroundAtom>,
    values: FxHashMap<GroundAtom, u64>,
}

fn read_initial(scope: &Scope, body: &[Sexp]) -> Result<Initial, BadInput> {
    let mut initial = Initial::default();
    let mut known = FxHashSet::default();
    let mut absent: Vec<(u32, GroundAtom)> = Vec::new();
    for (done, item) in body.iter().enumerate() {
        scope.source.poll(done)?;
        let Sexp::List(list) = item else {
            return Err(scope
                .source
                .bad(item.at(), "a word where an atom is expected")
                .remedy("write `(PREDICATE OBJECT ...)`"));
        };
        let head = scope.head(list)?;
        if head.text == "=" {
            read_value(scope, list, head, &mut initial.values)?;
        } else if head.text == "not" {
            let [inner] = scope.exactly(list, head, "(not (PREDICATE ...))")?;
            let Sexp::List(inner) = inner else {
                return Err(scope
                    .source
                    .bad(inner.at(), "a word where an atom is expected"));
            };
            absent.push((list.at, ground(&scope.atom(inner)?)));
        } else if is_timed(scope, list, head) {
            return Err(scope
                .source
                .bad(
                    list.at,
                    "`at` with a time: timed initial literals are not supported",
                )
                .remedy("compile them away first, or use a temporal planner"));
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
        Some((at, _)) => Err(scope
            .source
            .bad(*at, "an atom that is in `:init` and is said not to hold")
            .remedy("remove one of the two; what is not in `:init` does not hold")),
        None => Ok(initial),
    }
}

/// `(= (distance a b) 3)`; `total-cost` itself can only begin at 0.
fn read_value(
    scope: &Scope,
    list: &List,
    head: Name,
    values: &mut FxHashMap<GroundAtom, u64>,
) -> Result<(), BadInput> {
    let [function, value] = scope.exactly(list, head, "(= (FUNCTION ...) NUMBER)")?;
    let Sexp::Name(value) = value else {
        return Err(scope
            .source
            .bad(value.at(), "a list where a number is expected"));
    };
    if is_total_cost(function) {
        if whole_number(scope.source, *value)? == 0 {
            return Ok(());
        }
        let bad = scope
            .source
            .bad(value.at, "`total-cost` that does not begin at 0");
        return Err(bad.remedy("write 0, and add the number to the cost of the plan"));
    }
    let (name, arguments) = match function {
        Sexp::List(applied) => {
            let name = scope.head(applied)?;
            let number = scope.function(name)?;
            (
                number,
                scope.arguments(applied, &scope.symbols.functions[number])?,
            )
        }
        Sexp::Name(name) => (scope.function(*name)?, Vec::new()),
    };
    if scope.symbols.functions[name].parameters.len() != arguments.len() {
        return Err(scope
            .source
            .bad(function.at(), "a function without its arguments"));
    }
    let key = ground(&Atom {
        predicate: name,
        arguments,
    });
    let number = whole_number(scope.source, *value)?;
    if values
        .insert(key, number)
        .is_some_and(|before| before != number)
    {
        return Err(scope
            .source
            .bad(list.at, "a second value for this function")
            .remedy("remove one of the two"));
    }
    Ok(())
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

fn read_metric(source: &Source, section: &Section) -> Result<bool, BadInput> {
    match section.body {
        [Sexp::Name(direction), measured]
            if direction.text == "minimize" && is_total_cost(measured) =>
        {
            source.odd.uses(":action-costs", section.keyword.at);
            Ok(true)
        }
        [Sexp::Name(direction), measured]
            if direction.text == "minimize" && is_total_time(measured) =>
        {
            source.odd.add(Oddity::TotalTime, || {
                let fact = "`minimize (total-time)` in a task without time";
                let bad = source.bad(section.keyword.at, fact);
                bad.remedy("it is passed over: every action costs 1")
            });
            Ok(false)
        }
        _ => Err(source
            .bad(
                section.keyword.at,
                "a metric other than `minimize (total-cost)`",
            )
            .remedy("remove it, or express it by `total-cost`")),
    }
}

/// Whether this is `(total-time)` or `total-time`.
fn is_total_time(item: &Sexp) -> bool {
    let name = match item {
        Sexp::Name(name) => Some(*name),
        Sexp::List(list) => list.head().filter(|_| list.rest().is_empty()),
    };
    name.is_some_and(|name| name.text == "total-time")
}
