//! Tasks with one fault: an argument of a wrong type, an undeclared name, or a wrong number of arguments. The original
//! task is accepted; the changed task is rejected with the line and column of the fault.

use saut_pddl::{read_domain, read_problem};

#[derive(Clone, Copy, PartialEq)]
enum Type {
    Van,
    House,
    /// `(either boat house)`; a boat is a van.
    BoatOrHouse,
    /// `(either thing tool)`.
    ThingOrTool,
    Object,
}

use Type::{BoatOrHouse, House, Object, ThingOrTool, Van};

/// The predicates; `safe` is derived.
const PREDICATES: [(&str, &[Type]); 8] = [
    ("in", &[Van, House]),
    ("open", &[House]),
    ("any", &[BoatOrHouse]),
    ("safe", &[Van, BoatOrHouse]),
    ("p", &[]),
    ("q", &[Object]),
    ("r", &[Object, Object]),
    ("s", &[ThingOrTool]),
];
const FUNCTIONS: [(&str, &[Type]); 5] = [
    ("load", &[Van]),
    ("rent", &[House]),
    ("way", &[Van, BoatOrHouse]),
    ("spent", &[]),
    ("total-cost", &[]),
];

/// A term, and whether it can have each type, in the order of [`Type`]. A variable of type van may be a boat; an object
/// of type van is not a boat.
type Term = (&'static str, [bool; 4]);

const CONSTANTS: [Term; 4] = [
    ("k-van", [true, false, false, false]),
    ("k-boat", [true, false, true, false]),
    ("k-house", [false, true, true, false]),
    ("a", [false, false, false, true]),
];
const OBJECTS: [Term; 4] = [
    ("van1", [true, false, false, false]),
    ("house1", [false, true, true, false]),
    ("both1", [true, true, true, false]),
    ("b", [false, false, false, true]),
];
const VARIABLES: [Term; 5] = [
    ("?van", [true, false, true, false]),
    ("?boat", [true, false, true, false]),
    ("?house", [false, true, true, false]),
    ("?both", [true, true, true, false]),
    ("?special", [false, false, false, true]),
];

fn can_be((_, is): &Term, wanted: Type) -> bool {
    wanted == Object || is[wanted as usize]
}

/// A domain and a problem, in which `$0` and so on are replaced by [`PARTS`].
const DOMAIN: &str = "(define (domain d)
  (:types van house thing tool - object boat - van special - thing)
  (:constants k-van - van k-boat - boat k-house - house a - special)
  (:predicates (in ?v - van ?h - house) (open ?h - house) (any ?x - (either boat house)) (p) (q ?x) (r ?x ?y)
    (s ?x - (either thing tool)) (safe ?v - van ?x - (either boat house)))
  (:functions (load ?v - van) (rent ?h - house) - number (way ?v - van ?x - (either boat house)) - number (spent)
    (total-cost))
  $0
  (:action mine :parameters (?van - van ?boat - boat ?house - house ?both - (either van house) ?special - special)
    :precondition (and (in ?van ?house) (p) (exists (?w - house) (and (in k-boat ?w)
      (not (any ?both)))) $1)
    :effect (and (not (in ?van ?house)) (forall (?w - boat) (in ?w k-house)) (s ?special) (p)
      (when (or (open ?house) (r ?both a)) (any ?boat)) $2)))";
const PROBLEM: &str = "(define (problem p) (:domain d)
  (:objects van1 - van house1 - house both1 - (either van house) b - thing)
  (:init (in van1 house1) (any both1) (q b) (s a) (p) (= (load van1) 3) (= (rent house1) 2) (= (rent k-house) 1)
    (= (way k-boat both1) 2) (= (way van1 k-house) 0) (= (load both1) 1)
    (= (spent) 0) (= (total-cost) 0))
  (:goal (and (in both1 house1) (forall (?w - house) (imply (open ?w) (r b ?w))) $3)) $4)";

/// Parts of a classical and a numeric task.
const PARTS: [[&str; 5]; 2] = [
    [
        "(:constraints (and (always (or (in k-van k-house) (any k-boat))) (sometime-before (s a)
           (open k-house))))
         (:derived (safe ?v - van ?x - (either boat house))
           (exists (?w - house) (and (in ?v ?w) (or (any ?x) (q a)))))",
        "(imply (safe ?boat k-house) (r ?van ?both)) (s ?special)",
        "(increase (total-cost) (way ?van ?house))",
        "(preference wish (or (safe van1 house1) (s b)))",
        "(:constraints (sometime (in k-boat house1)))
         (:metric minimize (+ (total-cost) (* 3 (is-violated wish))))",
    ],
    [
        "",
        "(< (+ (load ?van) (rent ?house)) (* 2 (way ?boat ?both)))
         (not (>= (spent) (/ (rent k-house) 4)))",
        "(assign (load ?both) (- (rent ?house) 1)) (forall (?w - boat) (increase (load ?w) (way ?w k-boat)))
         (when (= (load k-van) (total-cost)) (decrease (spent) (load ?boat))) (increase (rent ?house) 1)",
        "(> (+ (load van1) (way k-boat both1)) (rent house1)) (<= (spent) 9)",
        "(:metric maximize (+ (- (spent) (load both1)) (* 2 (way van1 k-house))))",
    ],
];

/// A predicate or function applied to terms somewhere in a text.
struct Applied<'a> {
    list: usize,
    name: (usize, &'a str),
    arguments: Vec<(usize, &'a str)>,
}

const SECTIONS: [&str; 9] = [
    ":predicates",
    ":functions",
    ":derived",
    ":constraints",
    ":precondition",
    ":effect",
    ":init",
    ":goal",
    ":metric",
];

/// Returns all applied predicates and functions of a text, except in declarations.
fn all_applied(text: &str) -> Vec<Applied<'_>> {
    let mut found = Vec::new();
    let mut section = "";
    for (at, _) in text.match_indices(['(', ':']) {
        if text[at..].starts_with(':') {
            let begins = |word: &&&str| text[at..].starts_with(**word);
            section = SECTIONS.iter().find(begins).copied().unwrap_or("");
            continue;
        }
        let end = at + text[at..].find(')').unwrap();
        let inner = &text[at + 1..end];
        let mut words = inner.split_whitespace().map(|word| {
            let offset = word.as_ptr().addr() - text.as_ptr().addr();
            (offset, word)
        });
        let Some(name) = words.next() else { continue };
        let is_declared = types_of(name.1).is_some();
        if is_declared && !matches!(section, ":predicates" | ":functions") {
            // The variables in the head of an axiom have types, the last one in parentheses.
            let arguments = words.filter(|word| section != ":derived" || word.1.starts_with('?'));
            found.push(Applied {
                list: at,
                name,
                arguments: arguments.filter(|word| !word.1.contains('(')).collect(),
            });
        }
    }
    found
}

fn types_of(name: &str) -> Option<&'static [Type]> {
    let mut all = PREDICATES.iter().chain(&FUNCTIONS);
    all.find(|known| known.0 == name).map(|known| known.1)
}

/// Texts with a fault at this place, each with its position and a part of the message.
fn spoilt(text: &str, one: &Applied) -> Vec<(String, usize, &'static str)> {
    let replaced = |(at, word): (usize, &str), new: &str| {
        format!("{}{new}{}", &text[..at], &text[at + word.len()..])
    };
    let types = types_of(one.name.1).unwrap();
    let name = format!("{}x", one.name.1);
    let mut all = vec![(replaced(one.name, &name), one.name.0, "is not declared")];
    // The head of an axiom declares variables.
    let is_head = text[..one.list].ends_with("(:derived ");
    let behind = (one.name.0 + one.name.1.len(), "");
    let more = if is_head { " ?new -object" } else { " a" };
    all.push((replaced(behind, more), one.list, "it is declared with"));
    if is_head {
        let at = one.list + text[one.list..].find("?v - van").unwrap();
        let new = replaced((at, "?v - van"), "?v - house");
        all.push((new, at, "is of type house, but `safe` is declared for van"));
        return all;
    }
    let is_mine = text[..one.list].contains("(:action mine");
    let is_problem = text.starts_with("(define (problem");
    for (&argument, &wanted) in one.arguments.iter().zip(types) {
        let variables = VARIABLES.iter().filter(|_| is_mine);
        let objects = OBJECTS.iter().filter(|_| is_problem);
        let terms = CONSTANTS.iter().chain(variables).chain(objects);
        for (other, _) in terms.filter(|term| !can_be(term, wanted)) {
            all.push((replaced(argument, other), argument.0, "is declared for"));
        }
        for nobody in ["nobody", "?nobody"] {
            all.push((replaced(argument, nobody), argument.0, "is not declared"));
        }
        all.push((replaced(argument, ""), one.list, "it is declared with"));
    }
    all
}

/// Returns the line and column of an offset, counted from 1.
fn line_and_column(text: &str, at: usize) -> String {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    format!("{line}:{column}")
}

#[test]
fn a_task_with_one_wrong_word_is_rejected_at_that_place() {
    let mut refused = 0;
    for parts in PARTS {
        let [domain, problem] = [DOMAIN, PROBLEM].map(|text| {
            let parts = ["$0", "$1", "$2", "$3", "$4"].into_iter().zip(parts);
            parts.fold(text.to_owned(), |text, (place, part)| {
                text.replace(place, part)
            })
        });
        let whole = read_domain(&domain, "d").unwrap_or_else(|bad| panic!("{bad}\n{domain}"));
        read_problem(&problem, "p", &whole).unwrap_or_else(|bad| panic!("{bad}\n{problem}"));
        for (text, file) in [(&domain, "d"), (&problem, "p")] {
            for one in all_applied(text) {
                for (new, at, said) in spoilt(text, &one) {
                    let read = match file {
                        "d" => read_domain(&new, file).map(|_| ()),
                        _ => read_problem(&new, file, &whole).map(|_| ()),
                    };
                    let place = format!("{file}:{}: ", line_and_column(&new, at));
                    let bad = read.map_or_else(|bad| bad.to_string(), |()| "it was read".into());
                    assert!(
                        bad.starts_with(&place) && bad.contains(said),
                        "{place}{bad}\n{new}"
                    );
                    refused += 1;
                }
            }
        }
    }
    assert!(refused >= 900, "{refused}");
}
