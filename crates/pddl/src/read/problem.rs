//! Reads the sections of a problem.

use super::cost::{
    is_total_cost, is_whole, is_without_arguments, refuse_large_steps, whole_number,
};
use super::declare::declare_objects;
use super::definition::{
    Section, definition, note_missing, note_order, read_requirements, temporal, unsupported,
};
use super::numbers::TOTAL_TIME;
use super::numeric::{compares, number};
use super::scope::Scope;
use super::trajectory::{direction, metric, weighed_cost};
use crate::condition::{ALWAYS, Atom, Condition, Expression};
use crate::diagnostics::{Code, Source};
use crate::domain::{Domain, MAX_COST, TOTAL_COST, Trajectory};
use crate::measure::{Direction, Objective};
use crate::mention::{Mention, NameKind};
use crate::names::nearest;
use crate::problem::{GroundAtom, Problem};
use indexmap::IndexSet;
use num_traits::{Signed, Zero};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
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

pub(crate) fn read(
    source: &Source,
    list: &List,
    domain: &Arc<Domain>,
) -> Result<Problem, BadInput> {
    let definition = definition(source, list, "problem", [&ONCE, &[]])?;
    let section = |keyword: &str| definition.section(keyword);
    let body = |keyword: &str| definition.body(keyword);
    let place = |keyword: &str| section(keyword).map_or(list.at, |section| section.keyword.at);
    source.keep(check_domain(source, section(":domain"), list.at, domain))?;
    if section(":init").is_none() {
        warn!([Missing] source, list.at, "the problem has no `:init`";
            "add `(:init ...)`; without it, no atom is true initially");
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
        let read = scope.constraints(section, &mut trajectory);
        source.keep(read)?;
    }
    let before_goal = source.mentions().len();
    let goal = match section(":goal").map(|s| (s.keyword, s.body)) {
        Some((_, [goal])) => scope.goal(goal, &mut trajectory.preferences),
        Some((keyword, _)) => Err(
            bad!(source, keyword.at, "expected one condition after `:goal`";
                "join several conditions with `(and ...)`"),
        ),
        // The section may be outside of the definition.
        None if source.has_error(Code::Misplaced) => Err(source.explained()),
        None => Err(
            bad!([Missing] source, list.at, "the problem has no `:goal`"; "add `(:goal (and ...))`"),
        ),
    };
    let goal = source.keep(goal)?.unwrap_or(ALWAYS);
    note_static_goals(source, &source.mentions()[before_goal..], domain);
    let is_numeric = domain.is_numeric
        || compares(&goal)
        || has_fractions(source, &initial, domain)
        || maximises_cost(&scope, section(":metric"), &trajectory, domain);
    let measured = measured(
        &scope,
        section(":metric"),
        &mut trajectory,
        domain,
        (is_numeric, place(":constraints")),
    );
    let (minimises_cost, measured) = source.keep(measured)?.unwrap_or(LENGTH);
    let total_cost = symbols.functions.get_index_of(TOTAL_COST);
    let total_cost = total_cost.map(|total| Atom::new(total, Vec::new()));
    let values = values(source, initial.values, total_cost.as_ref(), is_numeric)?;
    scope.refuse_non_linear(&domain.changed)?;
    let total_cost = total_cost.filter(|_| minimises_cost && is_numeric);
    let total_cost = total_cost.map(|total| (Expression::Function(total), Direction::Minimise));
    let metric = measured.or(total_cost);
    note_missing(source, &requirements);
    let mut problem = Problem {
        name: definition.name.text.to_owned(),
        goal,
        minimises_cost,
        is_numeric,
        metric,
        trajectory,
        initial: initial.atoms.into_iter().collect(),
        values,
        objects,
        warnings: source.warnings(),
        domain: Arc::clone(domain),
    };
    if problem.objective() == Objective::Cost {
        source.keep(refuse_large_steps(source, place(":metric"), &problem))?;
    }
    if is_numeric {
        source.keep(refuse_undefined(source, place(":goal"), &problem))?;
        for (function, action) in problem.undefined() {
            let function = problem.written_function(&function);
            warn!([NoValue] source, place(":init"), "`({function})` has no value in `:init`, and action `{action}` \
                needs this value";
                "add `(= ({function}) NUMBER)`");
        }
        problem.warnings = source.warnings();
    }
    Ok(problem)
}

/// Warns about predicates of the goal that no action changes.
fn note_static_goals(source: &Source, goal: &[Mention], domain: &Domain) {
    let changed = domain.changed_predicates();
    for one in goal.iter().filter(|one| one.kind == NameKind::Predicate) {
        let predicate = domain.symbols.predicates.get_index_of(&one.name);
        let is_static = |it: usize| !changed[it] && !domain.symbols.derived[it];
        if predicate.is_some_and(is_static) {
            hint!([Static] source, one.at, "the goal requires `{}`, which no action changes", shortened(&one.name);
                "is an effect missing?");
        }
    }
}

/// Whether the metric maximises the cost, so that the cost becomes a numeric metric. This is not possible with
/// constraints, preferences or axioms.
fn maximises_cost(
    scope: &Scope,
    section: Option<&Section>,
    trajectory: &Trajectory,
    domain: &Domain,
) -> bool {
    let is_plain = trajectory.constraints.is_empty() && trajectory.preferences.is_empty();
    let has_preferences = domain
        .schemas
        .iter()
        .any(|schema| !schema.preferences.is_empty());
    let sum = section.filter(|_| is_plain && !has_preferences && domain.axioms.is_empty());
    sum.and_then(|section| weighed_cost(scope, section))
        .is_some_and(|factor| factor.is_negative())
}

/// Reads another initial state of a problem. Predicates and functions that no action changes keep their facts and
/// values if the text has none for them.
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
    let atoms = fixed.cloned().chain(initial.atoms).collect();
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

/// Whether costs are fractions, so that the task becomes numeric. This is not possible with axioms.
fn has_fractions(source: &Source, initial: &Initial, domain: &Domain) -> bool {
    let total = domain.symbols.functions.get_index_of(TOTAL_COST);
    let most = Rational::from_integer(MAX_COST.into());
    let is_cost = |(function, value): &(GroundAtom, Name)| {
        let is_total = Some(function.predicate) == total;
        number(source, *value).is_ok_and(|number| {
            !number.is_negative()
                && number <= most
                && (!is_total || number.is_zero() && is_whole(*value))
        })
    };
    let mut values = initial.values.iter();
    domain.axioms.is_empty()
        && values.clone().any(|(_, value)| !is_whole(*value))
        && values.all(is_cost)
}

/// Reads the measure of plans. The weights of violated preferences are stored in the trajectory. A numeric task with
/// preferences or trajectory constraints is rejected, with a message at the place `at`.
fn measured(
    scope: &Scope,
    section: Option<&Section>,
    trajectory: &mut Trajectory,
    domain: &Domain,
    (is_numeric, at): (bool, u32),
) -> Result<Measured, BadInput> {
    let names = preferences(trajectory, domain);
    if (is_numeric || trajectory.conditions().any(compares))
        && !(names.is_empty() && trajectory.constraints.is_empty())
    {
        bail!([Unsupported] scope.source, at, "saut does not support trajectory constraints or preferences in a \
            numeric task";
            "leave out the numbers, or the constraints and preferences");
    }
    let Some(section) = section else {
        return Ok(LENGTH);
    };
    if let Some(metric) = metric(scope, section, &names, is_numeric)? {
        (trajectory.weights, trajectory.cost_factor) = metric;
        return Ok((true, None));
    }
    read_metric(scope, section, is_numeric)
}

fn preferences<'a>(trajectory: &'a Trajectory, domain: &'a Domain) -> Vec<&'a str> {
    let own = trajectory.preferences.iter().map(|one| one.name.as_str());
    let steps = domain.schemas.iter().flat_map(|schema| &schema.preferences);
    own.chain(steps.map(|one| one.name.as_str())).collect()
}

/// Checks the name in `:domain`. Some benchmarks name other domains, so a mismatch is not an error.
fn check_domain(
    source: &Source,
    section: Option<&Section>,
    at: u32,
    domain: &Domain,
) -> Result<(), BadInput> {
    let Some(section) = section else {
        warn!([Missing] source, at, "the problem has no `:domain`";
            "add `(:domain {})`", shortened(&domain.name));
        return Ok(());
    };
    let [Sexp::Name(named)] = section.body else {
        bail!(source, section.keyword.at, "expected one name after `:domain`";
            "write `(:domain {})`", shortened(&domain.name));
    };
    if named.text != domain.name {
        source.suspect(bad!([Contradiction] source, named.at,
            "the problem is for the domain `{named}`, but the given domain is `{}`",
            shortened(&domain.name);
            "is it the right file?"));
    }
    Ok(())
}

/// Atoms and values of the initial state.
#[derive(Default)]
struct Initial<'a> {
    atoms: IndexSet<GroundAtom, FxBuildHasher>,
    /// Atoms that `:init` negates, with their places.
    absent: Vec<(u32, GroundAtom)>,
    /// Functions, each with the word for its value.
    values: Vec<(GroundAtom, Name<'a>)>,
}

fn read_initial<'a>(scope: &Scope, body: &[Sexp<'a>]) -> Result<Initial<'a>, BadInput> {
    let mut initial = Initial::default();
    for (done, item) in body.iter().enumerate() {
        scope.source.poll(done)?;
        let read = initial.read(scope, item);
        scope.source.keep(read)?;
    }
    let mut absent = initial.absent.iter();
    match absent.find(|(_, atom)| initial.atoms.contains(atom)) {
        Some((at, _)) => bail!([Contradiction] scope.source, *at,
            "`:init` has this atom both as true and as false";
            "remove one of them; atoms that are not in `:init` are false"),
        None => Ok(initial),
    }
}

impl<'a> Initial<'a> {
    /// Reads one item of `:init`.
    fn read(&mut self, scope: &Scope, item: &Sexp<'a>) -> Result<(), BadInput> {
        let source = scope.source;
        let Sexp::List(list) = item else {
            bail!(source, item.at(), "expected an atom, found a word";
                "write `(PREDICATE OBJECT ...)`");
        };
        let head = scope.head(list)?;
        let is_predicate = scope.symbols.predicates.contains_key(head.text);
        if head.text == "=" {
            return self.read_value(scope, list, head);
        }
        if head.text == "not" {
            let [inner] = scope.exactly(list, head, "(not (PREDICATE ...))")?;
            let Sexp::List(inner) = inner else {
                bail!(source, inner.at(), "expected an atom, found a word";
                    "write `(not (PREDICATE OBJECT ...))`");
            };
            let atom = GroundAtom::of(&scope.atom(inner)?, &[]);
            self.absent.push((list.at, atom));
            return Ok(());
        }
        if head.text == "and" && !is_predicate {
            report!(source, head.at, "`and` is not allowed in `:init`"; "write the facts of `:init` without `and`");
            for item in list.rest() {
                let read = self.read(scope, item);
                source.keep(read)?;
            }
            return Ok(());
        }
        if is_timed(scope, list, head) {
            bail!([Unsupported] source, list.at,
                "`at` with a time: timed initial literals are not supported"; "{}", temporal());
        }
        if !is_predicate && matches!(head.text, "or" | "forall" | "exists" | "imply" | "when") {
            bail!(source, head.at, "`{head}` is not allowed in `:init`"; "`:init` lists the true atoms one by one");
        }
        if !is_predicate && matches!(head.text, "assign" | "increase" | ":=" | "==") {
            bail!(source, head.at, "`{head}` is not allowed in `:init`"; "write `(= (FUNCTION ...) NUMBER)`");
        }
        if !is_predicate && let Some(bad) = unsupported(source, head) {
            return Err(bad);
        }
        self.atoms
            .insert(GroundAtom::of(&scope.basic_atom(list)?, &[]));
        Ok(())
    }

    /// Reads a value such as `(= (distance a b) 3)`.
    fn read_value(&mut self, scope: &Scope, list: &List<'a>, head: Name) -> Result<(), BadInput> {
        let [function, value] = scope.exactly(list, head, "(= (FUNCTION ...) NUMBER)")?;
        let Sexp::Name(value) = value else {
            if let Sexp::Name(number) = function {
                bail!(scope.source, number.at, "expected a function, found `{number}`";
                    "write `(= {} {number})`", shortened(value.text()));
            }
            bail!(scope.source, value.at(), "expected a number, found a list";
                "write `(= (FUNCTION OBJECT ...) NUMBER)`");
        };
        let name = match function {
            Sexp::List(applied) => scope.head(applied)?,
            Sexp::Name(name) => *name,
        };
        if is_other_function(scope, name) {
            number(scope.source, *value)?;
            warn!([Undeclared] scope.source, name.at,
                "`:init` has a value for `{name}`, which is not a function of the domain";
                "leave out the value; it is not used");
            return Ok(());
        }
        let function = GroundAtom::of(&scope.function(function)?, &[]);
        self.values.push((function, *value));
        Ok(())
    }
}

/// Returns the values of functions in the initial state. In a non-numeric task, the values are costs, and `total-cost`
/// begins at 0.
fn values(
    source: &Source,
    values: Vec<(GroundAtom, Name)>,
    total_cost: Option<&Atom>,
    is_numeric: bool,
) -> Result<FxHashMap<GroundAtom, Rational>, BadInput> {
    let total_cost = total_cost.map(|total| GroundAtom::of(total, &[]));
    let mut known = FxHashMap::default();
    for (function, name) in values {
        let number = if is_numeric {
            let Some(number) = source.keep(number(source, name))? else {
                continue;
            };
            number
        } else {
            let Some(cost) = source.keep(whole_number(source, name))? else {
                continue;
            };
            if cost > 0 && Some(&function) == total_cost.as_ref() {
                warn!([Metric] source, name.at, "`total-cost` begins at {cost}, not at 0";
                    "saut prints the costs of plans without this value");
            }
            Rational::from_integer(cost.into())
        };
        let before = known.insert(function, number.clone());
        if before.is_some_and(|before| before != number) {
            report!([Contradiction] source, name.at, "this function has a second value"; "remove one of them");
        }
    }
    if let Some(total) = total_cost.filter(|_| is_numeric) {
        known.entry(total).or_insert_with(Rational::zero);
    }
    Ok(known)
}

/// Whether a word is undeclared and not similar to any function, so that it cannot be a misspelt function of the
/// domain.
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

/// The measure of plans: whether the total cost is minimised, and the expression that is optimised in the last state.
/// If there is neither, plans are measured by their length.
type Measured = (bool, Option<(Expression, Direction)>);

const LENGTH: Measured = (false, None);

fn read_metric(scope: &Scope, section: &Section, is_numeric: bool) -> Result<Measured, BadInput> {
    let source = scope.source;
    let (direction, measured) = direction(source, section)?;
    let is_minimised = direction == Direction::Minimise;
    if is_minimised && is_total_cost(measured) {
        scope.function(measured)?;
        source.uses(":action-costs", section.keyword.at);
        return Ok((true, None));
    }
    let is_time_alone = is_minimised && is_without_arguments(measured, TOTAL_TIME);
    let speaks_of_time = scope.measures_time(measured)?;
    if is_time_alone && !is_numeric || speaks_of_time && is_numeric {
        let metric = if is_time_alone {
            "the metric is `minimize (total-time)`"
        } else {
            "the metric uses `total-time`"
        };
        warn!([Metric] source, section.keyword.at, "{metric}, but the task has no times";
            "leave out the metric; then every action costs 1");
        return Ok(LENGTH);
    }
    if is_numeric {
        return Ok((false, Some((scope.measured(measured)?, direction))));
    }
    bail!([Metric] source, section.keyword.at, "the metric is not a sum of `total-cost` and numbers";
        "in a task without numbers, write `(:metric minimize (total-cost))`")
}

/// Rejects a goal that requires a comparison with a function that never has a value.
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
        bail!([NoValue] source, at, "the goal uses `({written})`, which has no value in `:init`";
            "add `(= ({written}) NUMBER)` to `:init`");
    }
    Ok(())
}
