//! Random tasks that are spoilt in one place: an argument of another type, a name that is not declared, another number of
//! arguments. The task is read; the spoilt one is refused with the line and the column of the fault.

use crate::common::random_task::{Level, Random, random_task};
use saut_pddl::{read_domain, read_problem};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Types of parameters.
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

/// The predicates, with those of the common random tasks; `safe` is derived.
const PREDICATES: [(&str, &[Type]); 9] = [
    ("in", &[Van, House]),
    ("open", &[House]),
    ("any", &[BoatOrHouse]),
    ("safe", &[Van, BoatOrHouse]),
    ("p", &[]),
    ("q", &[Object]),
    ("r", &[Object, Object]),
    ("s", &[ThingOrTool]),
    ("u", &[Object, Object]),
];
const DERIVED: &str = "safe";
const FUNCTIONS: [(&str, &[Type]); 5] = [
    ("load", &[Van]),
    ("rent", &[House]),
    ("way", &[Van, BoatOrHouse]),
    ("spent", &[]),
    ("total-cost", &[]),
];

/// A term, and whether it can be of each type, in the order of [`Type`]. A variable of type van may be a boat; a van
/// that is an object is none.
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
const PARAMETERS: &str =
    "?van - van ?boat - boat ?house - house ?both - (either van house) ?special - special";

fn can_be((_, is): &Term, wanted: Type) -> bool {
    wanted == Object || is[wanted as usize]
}

/// A task with typed predicates and functions. One with numbers has no axioms, constraints and preferences.
struct Writer {
    random: Random,
    terms: Vec<Term>,
    is_numeric: bool,
}

impl Writer {
    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    fn applied(&mut self, (name, types): (&str, &[Type])) -> String {
        let mut text = format!("({name}");
        for &wanted in types {
            let fitting = self.terms.iter().filter(|term| can_be(term, wanted));
            let fitting: Vec<&str> = fitting.map(|term| term.0).collect();
            let _ = write!(text, " {}", fitting[self.random.below(fitting.len())]);
        }
        text + ")"
    }

    fn atom(&mut self, with_derived: bool) -> String {
        loop {
            let predicate = PREDICATES[self.below(PREDICATES.len())];
            if predicate.0 != DERIVED || with_derived && !self.is_numeric {
                return self.applied(predicate);
            }
        }
    }

    fn value(&mut self) -> String {
        let function = FUNCTIONS[self.below(FUNCTIONS.len())];
        self.applied(function)
    }

    fn number(&mut self, depth: usize) -> String {
        match if depth == 0 { 0 } else { self.below(6) } {
            1 => format!("{}", self.below(5)),
            2 => format!("(* 2 {})", self.number(depth - 1)),
            3 => format!("(/ {} 4)", self.number(depth - 1)),
            4 | 5 => {
                let sign = ["+", "-"][self.below(2)];
                let (left, right) = (self.number(depth - 1), self.number(depth - 1));
                format!("({sign} {left} {right})")
            }
            _ => self.value(),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match if depth == 0 { 0 } else { self.below(7) } {
            1 => format!("(not {})", self.condition(depth - 1)),
            2 => {
                let word = ["and", "or", "imply"][self.below(3)];
                let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
                format!("({word} {left}\n    {right})")
            }
            3 => {
                let word = ["exists", "forall"][self.below(2)];
                self.terms.push(("?w", [false, true, true, false]));
                let inner = self.condition(depth - 1);
                self.terms.pop();
                format!("({word} (?w - house) {inner})")
            }
            4 | 5 if self.is_numeric => self.comparison(),
            _ => self.atom(false),
        }
    }

    fn comparison(&mut self) -> String {
        let sign = ["<", "<=", "=", ">=", ">"][self.below(5)];
        format!("({sign} {} {})", self.number(1), self.number(2))
    }

    /// A condition that compares numbers if the task has some.
    fn whole_condition(&mut self, depth: usize) -> String {
        let condition = self.condition(depth);
        if !self.is_numeric {
            return condition;
        }
        format!("(and {condition} {})", self.comparison())
    }

    fn effect(&mut self, depth: usize) -> String {
        match if depth == 0 { 0 } else { self.below(7) } {
            1 => format!("(not {})", self.atom(false)),
            2 => format!("(when {} {})", self.condition(1), self.effect(depth - 1)),
            3 => {
                self.terms.push(("?w", [true, false, true, false]));
                let inner = self.effect(depth - 1);
                self.terms.pop();
                format!("(forall (?w - boat)\n   {inner})")
            }
            4 | 5 if self.is_numeric => {
                let word = ["assign", "increase", "decrease"][self.below(3)];
                format!("({word} {} {})", self.value(), self.number(2))
            }
            _ => self.atom(false),
        }
    }

    fn constraint(&mut self) -> String {
        let word = ["always", "sometime", "at-most-once", "sometime-before"][self.below(4)];
        match word {
            "sometime-before" => format!("({word} {} {})", self.condition(1), self.condition(1)),
            _ => format!("({word} {})", self.condition(2)),
        }
    }

    /// A domain and a problem.
    fn task(seed: u64) -> [String; 2] {
        let all = Level {
            quantifiers: true,
            conditional: true,
        };
        let (domain, problem) = random_task(seed, all);
        let mut this = Self {
            random: Random(seed ^ 0x7ab1e),
            terms: CONSTANTS.to_vec(),
            is_numeric: seed.is_multiple_of(2),
        };
        let declared = "(in ?v - van ?h - house) (open ?h - house) (any ?x - (either boat house))\n \
                        (safe ?v - van ?x - (either boat house))";
        let functions = "(load ?v - van) (rent ?h - house) - number\n \
                         (way ?v - van ?x - (either boat house)) - number (spent) (total-cost)";
        let mut early = format!(" (:functions {functions})\n");
        if !this.is_numeric {
            let _ = writeln!(early, " (:constraints (and {}))", this.constraint());
            this.terms.extend([
                ("?v", [true, false, true, false]),
                ("?x", [false, true, true, false]),
            ]);
            let condition = this.condition(2);
            this.terms.truncate(CONSTANTS.len());
            let head = "(safe ?v - van ?x - (either boat house))";
            let _ = writeln!(early, " (:derived {head}\n   {condition})");
        }
        this.terms.extend(VARIABLES);
        let precondition = this.whole_condition(3);
        let last = if this.is_numeric {
            "(assign (load ?van) 1) (assign (rent ?house) 1) (assign (spent) 1)".to_owned()
        } else {
            let cost = ["load", "rent", "way"][this.below(3)];
            let cost = FUNCTIONS.iter().find(|function| function.0 == cost);
            format!("(increase (total-cost) {})", this.applied(*cost.unwrap()))
        };
        let effect = format!("(and {}\n   {} {last})", this.effect(2), this.effect(2));
        let late = format!(
            " (:action mine :parameters ({PARAMETERS})\n  :precondition {precondition}\n  :effect {effect})"
        );
        let domain = spliced(
            &domain,
            &[
                ("(:types ", "van house - object boat - van "),
                ("(:constants ", "k-van - van k-boat - boat k-house - house "),
                ("(:predicates ", &format!("{declared} ")),
                ("(u ?x ?y))\n", &early),
            ],
        );
        let domain = format!("{})", domain.strip_suffix(')').unwrap().to_owned() + &late);

        this.terms = [CONSTANTS, OBJECTS].concat();
        let mut init = String::new();
        for _ in 0..=this.below(3) {
            let _ = write!(init, "{}\n  ", this.atom(false).replace("(safe", "(in"));
        }
        let objects = this.terms.clone();
        // Goals ask for values that are given.
        for (name, types) in FUNCTIONS.iter().filter(|function| function.1.len() == 1) {
            for object in objects.iter().filter(|object| can_be(object, types[0])) {
                let _ = write!(init, "(= ({name} {}) 3) ", object.0);
            }
        }
        for van in objects.iter().filter(|object| can_be(object, Van)) {
            for other in objects.iter().filter(|object| can_be(object, BoatOrHouse)) {
                let _ = write!(init, "(= (way {} {}) 3)\n ", van.0, other.0);
            }
        }
        init += "(= (spent) 0) (= (total-cost) 0) ";
        let goal = this.whole_condition(2);
        let (preference, last) = if this.is_numeric {
            let word = ["minimize", "maximize"][this.below(2)];
            let metric = format!("(:metric {word} (+ {} 1))", this.number(2));
            (String::new(), metric)
        } else {
            let preference = format!("(preference wish {})", this.condition(1));
            let constraints = format!("(:constraints {})", this.constraint());
            let metric = "(:metric minimize (+ (total-cost) (* 3 (is-violated wish))))";
            (preference, format!("{constraints}\n {metric}"))
        };
        let problem = spliced(
            &problem,
            &[
                (
                    "(:objects ",
                    "van1 - van house1 - house both1 - (either van house) ",
                ),
                ("(:init ", &init),
                ("(:goal (and ", &format!("{goal} {preference}\n  ")),
            ],
        );
        let problem = problem.strip_suffix(')').unwrap().to_owned();
        [domain, format!("{problem}\n {last})")]
    }
}

/// The text with something behind each of these places.
fn spliced(text: &str, additions: &[(&str, &str)]) -> String {
    additions.iter().fold(text.to_owned(), |text, (at, added)| {
        assert!(text.contains(at), "{at}");
        text.replacen(at, &format!("{at}{added}"), 1)
    })
}

/// A predicate or function applied to terms somewhere in a text.
struct Applied<'a> {
    list: usize,
    name: (usize, &'a str),
    arguments: Vec<(usize, &'a str)>,
    /// Section of these, or part of an action, in which it stands.
    section: &'static str,
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

impl Applied<'_> {
    /// Its section, and whether it is a function.
    fn kind(&self) -> (&'static str, bool) {
        let is_this = |function: &(&str, &[Type])| function.0 == self.name.1;
        (self.section, FUNCTIONS.iter().any(is_this))
    }
}

/// All that is applied in a text, declarations aside.
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
            // The head of an axiom has types beside its variables, and the last of them in parentheses.
            let arguments = words.filter(|word| section != ":derived" || word.1.starts_with('?'));
            found.push(Applied {
                list: at,
                name,
                arguments: arguments.filter(|word| !word.1.contains('(')).collect(),
                section,
            });
        }
    }
    found
}

fn types_of(name: &str) -> Option<&'static [Type]> {
    let mut all = PREDICATES.iter().chain(&FUNCTIONS);
    all.find(|known| known.0 == name).map(|known| known.1)
}

const FAULTS: [&str; 4] = ["type", "name", "term", "arity"];

/// A text with this fault in one place, the place, and a part of the message; nothing if the fault cannot be there.
fn spoilt(
    text: &str,
    one: &Applied,
    fault: &str,
    random: &mut Random,
) -> Option<(String, usize, &'static str)> {
    let replaced = |(at, word): (usize, &str), new: &str| {
        format!("{}{new}{}", &text[..at], &text[at + word.len()..])
    };
    let types = types_of(one.name.1)?;
    // The head of an axiom declares variables.
    let is_head = text[..one.list].ends_with("(:derived ");
    let place = random.below(one.arguments.len().max(1));
    match fault {
        "type" if is_head => {
            let at = one.list + text[one.list..].find("?v - van")?;
            let new = replaced((at, "?v - van"), "?v - house");
            Some((new, at, "is of type house, and `safe` is declared for van"))
        }
        "type" => {
            let (argument, wanted) = (*one.arguments.get(place)?, types[place]);
            let is_mine = text[..one.list].contains("(:action mine");
            let is_problem = text.starts_with("(define (problem");
            let mut terms = CONSTANTS.to_vec();
            terms.extend(VARIABLES.iter().filter(|_| is_mine));
            terms.extend(OBJECTS.iter().filter(|_| is_problem));
            terms.retain(|term| !can_be(term, wanted));
            let new = terms.get(random.below(terms.len().max(1)))?.0;
            Some((replaced(argument, new), argument.0, "is declared for"))
        }
        "name" => {
            let last = &one.name.1[one.name.1.len() - 1..];
            let new = format!("{}{last}", one.name.1);
            Some((replaced(one.name, &new), one.name.0, "is not declared"))
        }
        "term" if !is_head => {
            let argument = *one.arguments.get(place)?;
            let new = ["nobody", "?nobody"][random.below(2)];
            Some((replaced(argument, new), argument.0, "is not declared"))
        }
        "arity" if is_head || types.is_empty() || random.below(2) == 0 => {
            let behind = (one.name.0 + one.name.1.len(), "");
            let new = if is_head { " ?new -object" } else { " a" };
            Some((replaced(behind, new), one.list, "it is declared with"))
        }
        "arity" => {
            let argument = *one.arguments.get(place)?;
            Some((replaced(argument, ""), one.list, "it is declared with"))
        }
        _ => None,
    }
}

/// Line and column of an offset, from 1.
fn line_and_column(text: &str, at: usize) -> String {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    format!("{line}:{column}")
}

/// Number of tasks that are drawn: `SAUT_RANDOM_TASKS`, if that is more than is drawn without it.
fn count(few: u64) -> u64 {
    let wanted = std::env::var("SAUT_RANDOM_TASKS").ok();
    let wanted = wanted.and_then(|wanted| wanted.parse().ok());
    wanted.unwrap_or(few).max(few)
}

#[test]
fn a_task_with_one_wrong_word_is_refused_at_that_place() {
    let mut seen: BTreeMap<((&str, bool), &str), usize> = BTreeMap::new();
    let wanted = count(1000);
    let mut refused = 0;
    for seed in 0.. {
        let texts = Writer::task(seed);
        let [domain, problem] = &texts;
        let whole =
            read_domain(domain, "d").unwrap_or_else(|bad| panic!("{seed}: {bad}\n{domain}"));
        if let Err(bad) = read_problem(problem, "p", &whole) {
            panic!("{seed}: {bad}\n{domain}\n{problem}");
        }
        let random = &mut Random(seed ^ 0xfa017);
        for (text, place) in texts.iter().zip(["d", "p"]) {
            let applied = all_applied(text);
            let mut kinds: Vec<_> = applied.iter().map(Applied::kind).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let kind = kinds[random.below(kinds.len())];
            let alike: Vec<_> = applied.iter().filter(|one| one.kind() == kind).collect();
            let one = alike[random.below(alike.len())];
            let fault = FAULTS[random.below(FAULTS.len())];
            let Some((new, at, said)) = spoilt(text, one, fault, random) else {
                continue;
            };
            let read = match place {
                "d" => read_domain(&new, place).map(|_| ()),
                _ => read_problem(&new, place, &whole).map(|_| ()),
            };
            let place = format!("{place}:{}: ", line_and_column(&new, at));
            let bad = read.map_or_else(|bad| bad.to_string(), |()| "it was read".to_owned());
            assert!(
                bad.starts_with(&place) && bad.contains(said),
                "{seed}: {fault} of {:?} at {place}{bad}\n{new}",
                one.name
            );
            *seen.entry((kind, fault)).or_default() += 1;
            refused += 1;
        }
        if refused >= wanted {
            break;
        }
    }
    let with_both = [":init", ":precondition", ":effect", ":goal"];
    let kinds = with_both.map(|section| [(section, false), (section, true)]);
    let others = [
        (":metric", true),
        (":derived", false),
        (":constraints", false),
    ];
    for kind in kinds.as_flattened().iter().chain(&others) {
        for fault in FAULTS {
            assert!(
                seen.contains_key(&(*kind, fault)),
                "{kind:?}, {fault}: {seen:?}"
            );
        }
    }
    println!("{refused} refused: {seen:?}");
}
