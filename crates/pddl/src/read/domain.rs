//! Reads the sections of a domain.

use super::declare::{check_name, declare_objects, repeated_parameters, second_parameter};
use super::definition::{
    OBJECT_FLUENTS, definition, is_equality, note_missing, note_order, read_requirements,
};
use super::scope::{Scope, declaration};
use super::{numeric, strata, types};
use crate::condition::Parameter;
use crate::diagnostics::Source;
use crate::domain::{Axiom, Domain, Objects, Symbols, TOTAL_COST, Trajectory};
use crate::mention::NameKind;
use rustc_hash::FxHashSet;
use saut_base::BadInput;
use saut_base::sexp::{List, Sexp, shortened};

const ONCE: [&str; 6] = [
    ":requirements",
    ":types",
    ":constants",
    ":predicates",
    ":functions",
    ":constraints",
];

/// Sections that may occur several times.
const MANY: [&str; 2] = [":derived", ":action"];

pub(crate) fn read(source: &Source, list: &List) -> Result<Domain, BadInput> {
    let definition = definition(source, list, "domain", [&ONCE, &MANY])?;
    let body = |keyword: &str| definition.body(keyword);
    note_order(source, &definition.sections, &ONCE);
    let mut requirements = read_requirements(source, body(":requirements"))?;
    let types = types::read(source, body(":types"))?;
    let mut objects = Objects::default();
    declare_objects(source, &types, body(":constants"), &mut objects)?;
    let mut symbols = Symbols {
        types,
        objects,
        ..Symbols::default()
    };
    for item in body(":predicates") {
        if is_equality(item) {
            warn!([Name] source, item.at(), "`=` is declared as a predicate";
                "leave it out; it needs no declaration");
            continue;
        }
        let read = skeleton(source, &mut symbols, item, NameKind::Predicate);
        if let Some((name, parameters)) = source.keep(read)?
            && symbols.predicates.insert(name, parameters).is_some()
        {
            source.error(second(source, item, "predicate"))?;
        }
    }
    read_functions(source, &mut symbols, body(":functions"))?;
    let all = |keyword: &'static str| {
        let sections = definition.sections.iter();
        sections.filter(move |section| section.keyword.text == keyword)
    };
    let mut scope = Scope::new(source, &symbols, &symbols.objects);
    let axioms = all(":derived").map(|section| scope.axiom(section));
    let axioms: Vec<Axiom> = source.keep_all(axioms)?;
    let mut trajectory = Trajectory::default();
    if let Some(section) = definition.section(":constraints") {
        scope.constraints(section, &mut trajectory)?;
    }
    symbols.derived = vec![false; symbols.predicates.len()];
    for axiom in &axioms {
        symbols.derived[axiom.predicate] = true;
    }
    let strata = source.keep(strata::strata(source, &symbols, &axioms))?;
    let strata = strata.unwrap_or_default();
    let mut scope = Scope::new(source, &symbols, &symbols.objects);
    let (mut schemas, mut names) = (Vec::new(), FxHashSet::default());
    for section in all(":action") {
        let Some(schema) = source.keep(scope.action(section))? else {
            continue;
        };
        if !names.insert(schema.name.clone()) {
            source.error(second(source, &section.body[0], "action"))?;
        }
        schemas.push(schema);
    }
    let total_cost = symbols.functions.get_index_of(TOTAL_COST);
    let changed = numeric::changed(symbols.functions.len(), &schemas);
    scope.refuse_non_linear(&changed)?;
    let is_numeric = schemas
        .iter()
        .any(|schema| numeric::speaks(schema, total_cost));
    if let Some(axiom) = axioms.first().filter(|_| is_numeric) {
        report!([Unsupported] source, axiom.at, "saut does not support derived predicates in a domain with numbers";
            "compile the axioms away, or leave out the numbers");
    }
    note_missing(source, &requirements);
    // Undeclared requirements that were reported for the domain are not reported again for its problems.
    let used = source.used().into_iter();
    requirements.extend(used.map(|(requirement, _)| requirement.to_owned()));
    Ok(Domain {
        name: definition.name.text.to_owned(),
        symbols,
        schemas,
        axioms,
        strata,
        trajectory,
        requirements,
        changed,
        is_numeric,
        warnings: source.warnings(),
        ..Domain::default()
    })
}

/// Reads `(name ?x ?y - type)`.
fn skeleton(
    source: &Source,
    symbols: &mut Symbols,
    item: &Sexp,
    kind: NameKind,
) -> Result<(String, Vec<Parameter>), BadInput> {
    let what = &format!("a {}", <&str>::from(kind));
    let head = match item {
        Sexp::List(list) => list.head().map(|head| (head, list.rest())),
        Sexp::Name(_) => None,
    };
    let Some((head, rest)) = head else {
        bail!(source, item.at(), "this is not the declaration of {what}"; "write `(NAME ?x ?y - TYPE)`");
    };
    check_name(source, head, what)?;
    if matches!(
        head.text,
        "=" | "and" | "or" | "not" | "imply" | "exists" | "forall" | "when"
    ) {
        bail!([Name] source, head.at, "`{}` is a word of PDDL, not the name of {what}", head.text;
            "rename it; `=` need not be declared");
    }
    let before = source.error_count();
    let parameters = repeated_parameters(source, &symbols.types, rest);
    if parameters.is_err() || source.error_count() > before {
        symbols.faulty.insert(head.text.to_owned());
    }
    source.declares(kind, head, || match &parameters {
        Ok(parameters) => declaration(head.text, parameters, &symbols.types),
        Err(_) => String::new(),
    });
    let parameters = parameters?;
    if let Some(second) = second_parameter(&parameters, rest) {
        warn!([Duplicate] source, second.at, "`{second}` is declared twice"; "rename one of them");
    }
    Ok((head.text.to_owned(), parameters))
}

/// Reads functions such as `(total-cost) - number (distance ?from ?to) - number`.
fn read_functions(source: &Source, symbols: &mut Symbols, body: &[Sexp]) -> Result<(), BadInput> {
    let mut items = body.iter().peekable();
    let mut is_typed = true;
    while let Some(item) = items.next() {
        if let Sexp::Name(dash) = item {
            let is_number = |next: &&Sexp| matches!(next, Sexp::Name(n) if n.text == "number");
            if dash.text == "-" && is_typed {
                report!(source, dash.at, "there is no function before `-`"; "write `(NAME ...) - number`");
            }
            if dash.text == "-" && items.next_if(is_number).is_some() {
                is_typed = true;
                continue;
            }
            report!([Unsupported] source, dash.at, "the value of this function is not a number";
                "{OBJECT_FLUENTS}; or write `(NAME ...) - number`");
            items.next_if(|next| matches!(next, Sexp::Name(name) if name.text != "-"));
            is_typed = true;
            continue;
        }
        is_typed = false;
        let read = skeleton(source, symbols, item, NameKind::Function);
        let Some((name, parameters)) = source.keep(read)? else {
            continue;
        };
        if name == TOTAL_COST && !parameters.is_empty() {
            report!([Arity] source, item.at(), "`total-cost` has parameters";
                "declare it as `(total-cost) - number`");
        }
        if symbols.functions.insert(name, parameters).is_some() {
            source.error(second(source, item, "function"))?;
        }
    }
    Ok(())
}

fn second(source: &Source, item: &Sexp, what: &str) -> BadInput {
    let name = match item {
        Sexp::Name(name) => name.text,
        Sexp::List(list) => list.head().map_or("", |head| head.text),
    };
    bad!([Duplicate] source, item.at(), "there is a second {what} `{}`", shortened(name);
        "rename or remove one of them")
}
