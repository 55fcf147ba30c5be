//! Reads the outer structure of a file, `(define (KIND name) (:keyword ...) ...)`, and its requirements. Also makes the
//! messages about unsupported features.

use saut_base::BadInput;
use saut_base::sexp::{List, Name, Sexp};

use crate::diagnostics::Source;
use crate::names::nearest;

/// Keywords of the parts of an action.
pub(super) const PARTS: [&str; 3] = [":parameters", ":precondition", ":effect"];

/// One section of a definition: `(:keyword ...)`.
pub(super) struct Section<'s, 'a> {
    pub(super) keyword: Name<'a>,
    pub(super) body: &'s [Sexp<'a>],
}

/// A file split into its name and its sections.
pub(super) struct Definition<'s, 'a> {
    pub(super) name: Name<'a>,
    pub(super) sections: Vec<Section<'s, 'a>>,
}

impl<'s, 'a> Definition<'s, 'a> {
    /// Returns the first section with this keyword.
    pub(super) fn section(&self, keyword: &str) -> Option<&Section<'s, 'a>> {
        let mut sections = self.sections.iter();
        sections.find(|section| section.keyword.text == keyword)
    }

    /// Returns the items of the first section with this keyword; empty if there is no such section.
    pub(super) fn body(&self, keyword: &str) -> &'s [Sexp<'a>] {
        self.section(keyword).map_or(&[], |section| section.body)
    }
}

/// Splits `(define (KIND name) (:keyword ...) ...)` into sections. The sections in `once` may occur once, and the
/// sections in `many` several times.
pub(super) fn definition<'s, 'a>(
    source: &Source,
    list: &'s List<'a>,
    kind: &str,
    [once, many]: [&[&'static str]; 2],
) -> Result<Definition<'s, 'a>, BadInput> {
    if list.head().is_none_or(|head| head.text != "define") {
        let at = list.items.first().map_or(list.at, Sexp::at);
        bail!(source, at, "this is not a `(define ...)`"; "a {kind} file is one `(define ({kind} NAME) ...)`");
    }
    let name = match list.rest().first() {
        Some(Sexp::List(title)) => match (title.head(), title.rest()) {
            (Some(head), [Sexp::Name(name)]) if head.text == kind => *name,
            (Some(head), _) if matches!(head.text, "domain" | "problem") && head.text != kind => {
                bail!(source, title.at, "this is a {}, not a {kind}", head.text;
                    "were the files swapped?");
            }
            _ => {
                bail!(source, title.at, "this is not `({kind} NAME)`";
                    "write `({kind} NAME)` with one name");
            }
        },
        other => {
            let at = other.map_or(list.at, Sexp::at);
            bail!(source, at, "there is no `({kind} NAME)` after `define`";
                "write `(define ({kind} NAME) ...)`");
        }
    };
    let known = [once, many].concat();
    let mut sections: Vec<Section> = Vec::new();
    let mut items = list.rest()[1..].iter().peekable();
    while let Some(item) = items.next() {
        let section = match item {
            Sexp::List(section) => section,
            Sexp::Name(stray) if PARTS.contains(&stray.text) => {
                report!([Misplaced] source, stray.at, "`{stray}` is outside of an action"; "{CLOSED_EARLY}");
                // Skip the value of the keyword, unless the next item is a section.
                items.next_if(|next| !is_section(next));
                continue;
            }
            Sexp::Name(stray) if known.contains(&stray.text) => {
                report!([Misplaced] source, stray.at, "`{stray}` has no parenthesis before it";
                    "write `({stray} ...)`");
                while items.next_if(|next| !is_section(next)).is_some() {}
                continue;
            }
            Sexp::Name(stray) => {
                report!([Misplaced] source, stray.at, "`{stray}` is between sections";
                    "put it into a section such as `(:init ...)`");
                continue;
            }
        };
        let Some(given) = section.head() else {
            report!(source, section.at, "this section has no keyword";
                "begin it with a keyword such as `:init`");
            continue;
        };
        let is_near = || nearest(given.text, known.iter().copied()).is_some();
        if !given.text.starts_with(':') && !sections.is_empty() && !is_near() {
            report!([Misplaced] source, given.at, "`{given}` is outside of a section"; "{CLOSED_EARLY}");
            // The items after this list are also outside of a section.
            while items.next_if(|next| !is_section(next)).is_some() {}
            continue;
        }
        if let (false, Some(bad)) = (known.contains(&given.text), unsupported(source, given)) {
            source.error(bad)?;
            continue;
        }
        let Some(text) = meant(source, given, &format!("a {kind}"), &known)? else {
            continue;
        };
        let keyword = Name { text, ..given };
        let is_second = |it: &Section| it.keyword.text == keyword.text;
        if once.contains(&keyword.text) && sections.iter().any(is_second) {
            report!([Duplicate] source, keyword.at, "there is a second `{}`", keyword.text; "join both");
            continue;
        }
        sections.push(Section {
            keyword,
            body: section.rest(),
        });
    }
    Ok(Definition { name, sections })
}

const CLOSED_EARLY: &str = "is a parenthesis closed too early before it?";

/// Whether a list begins with a keyword.
fn is_section(item: &Sexp) -> bool {
    matches!(item, Sexp::List(list) if list.head().is_some_and(|head| head.text.starts_with(':')))
}

/// Returns the most similar known word. If this is not the word itself, reports an error with a remedy.
pub(super) fn meant<'k>(
    source: &Source,
    word: Name,
    place: &str,
    known: &[&'k str],
) -> Result<Option<&'k str>, BadInput> {
    let near = nearest(word.text, known.iter().copied());
    if near != Some(word.text) {
        let remedy = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write one of `{}`", known.join("`, `")),
        };
        report!(source, word.at, "`{word}` is not allowed in {place}"; "{remedy}");
    }
    Ok(near)
}

/// Warns about sections in the wrong order. Sections that are not in `order` belong at the end.
pub(super) fn note_order(source: &Source, sections: &[Section], order: &[&str]) {
    let place = |section: &Section| {
        let mut known = order.iter();
        let found = known.position(|known| *known == section.keyword.text);
        found.unwrap_or(order.len())
    };
    for pair in sections.windows(2) {
        if place(&pair[0]) > place(&pair[1]) {
            let [before, behind] = [&pair[0], &pair[1]].map(|section| section.keyword);
            warn!([Order] source, behind.at, "`{}` is after `{}`", behind.text, before.text;
                "the grammar requires the opposite order");
        }
    }
}

/// Whether this is `(= ...)`.
pub(super) fn is_equality(item: &Sexp) -> bool {
    matches!(item, Sexp::List(list) if list.head().is_some_and(|head| head.text == "="))
}

/// Remedy for object fluents.
pub(super) const OBJECT_FLUENTS: &str = "object fluents are not supported; unified-planning compiles them away \
     (USERTYPE_FLUENTS_REMOVING)";

/// Returns the row of `features.txt` with a word: its kind, a fact and a remedy.
fn feature(word: &str) -> Option<[&'static str; 3]> {
    let rows = include_str!("features.txt").lines();
    let mut rows = rows
        .filter(|row| !row.starts_with('#'))
        .map(|row| row.split(" | "));
    rows.find_map(|mut row| {
        let is_it = row.next()?.split(' ').any(|known| known == word);
        is_it.then(|| Some([row.next()?, row.next()?, row.next()?]))?
    })
}

/// Whether a word belongs to an unsupported feature, or is at the wrong place.
pub(super) fn is_feature(word: &str) -> bool {
    feature(word).is_some_and(|[kind, ..]| kind != "requirement")
}

/// Returns the remedy for durative actions and timed initial literals.
pub(super) fn temporal() -> &'static str {
    feature(":durative-action").map_or("", |[.., remedy]| remedy)
}

/// Returns the message about the unsupported feature to which `word` belongs, if there is one.
pub(super) fn unsupported(source: &Source, word: Name) -> Option<BadInput> {
    let [kind, fact, remedy] = feature(word.text).filter(|row| row[0] != "requirement")?;
    Some(match kind {
        "misplaced" => bad!([Misplaced] source, word.at, "`{word}`: {fact}"; "{remedy}"),
        _ => bad!([Unsupported] source, word.at, "`{word}`: {fact} are not supported"; "{remedy}"),
    })
}

/// The known requirements. They include requirements of unsupported features, because some domains declare such a
/// requirement without using the feature. Only the use of the feature is rejected.
const KNOWN: &str = ":strips :typing :negative-preconditions :disjunctive-preconditions :equality \
     :existential-preconditions :universal-preconditions :quantified-preconditions :conditional-effects :adl \
     :action-costs :constants :fluents :numeric-fluents :object-fluents :goal-utilities :durative-actions \
     :duration-inequalities :continuous-effects :derived-predicates :timed-initial-literals :preferences :constraints \
     :time :ucpop :domain-axioms :universal-effects :either";

pub(super) fn read_requirements(source: &Source, body: &[Sexp]) -> Result<Vec<String>, BadInput> {
    let mut declared = Vec::new();
    for item in body {
        let Sexp::Name(flag) = item else {
            report!(source, item.at(), "there is a list among the requirements";
                "a requirement is one word, such as `:typing`");
            continue;
        };
        let known = KNOWN.split(' ');
        if known.clone().all(|known| known != flag.text) {
            source.error(unknown_requirement(source, *flag))?;
        }
        declared.push(flag.text.to_owned());
    }
    Ok(declared)
}

fn unknown_requirement(source: &Source, flag: Name) -> BadInput {
    let fact = "is not a known requirement";
    let remedy = match (feature(flag.text), nearest(flag.text, KNOWN.split(' '))) {
        (Some([.., remedy]), _) => remedy.to_owned(),
        (_, Some(known)) => format!("did you mean `{known}`?"),
        _ => "remove it if the domain does not need it".to_owned(),
    };
    bad!([Requirement] source, flag.at, "`{flag}` {fact}"; "{remedy}")
}

/// Returns the requirements that include the given requirement. `:adl` includes the requirements that the standard
/// lists, but not constraints, preferences, numbers and axioms.
fn including(requirement: &str) -> &'static [&'static str] {
    match requirement {
        ":typing" => &[":adl", ":ucpop", ":either"],
        ":equality" | ":disjunctive-preconditions" => &[":adl", ":ucpop"],
        ":negative-preconditions" => &[":disjunctive-preconditions", ":adl", ":ucpop"],
        ":existential-preconditions" | ":universal-preconditions" => {
            &[":quantified-preconditions", ":adl", ":ucpop"]
        }
        ":conditional-effects" => &[":universal-effects", ":adl", ":ucpop"],
        ":action-costs" => &[":fluents", ":numeric-fluents"],
        ":numeric-fluents" => &[":fluents"],
        ":derived-predicates" => &[":domain-axioms", ":ucpop"],
        _ => &[],
    }
}

/// Warns about requirements that the text uses but does not declare.
pub(super) fn note_missing(source: &Source, declared: &[String]) {
    let is_declared = |wanted: &str| {
        let is = |known: &str| declared.iter().any(|one| one == known);
        is(wanted) || including(wanted).iter().any(|one| is(one))
    };
    let mut missing = source.used();
    missing.retain(|(requirement, _)| !is_declared(requirement));
    let Some(&(_, first)) = missing.first() else {
        return;
    };
    let names = missing.iter().map(|(name, _)| format!("`{name}`"));
    let names = names.collect::<Vec<_>>().join(", ");
    warn!([Requirement] source, first, "the file uses {names}, which `:requirements` does not declare";
        "add it to `:requirements`");
}
