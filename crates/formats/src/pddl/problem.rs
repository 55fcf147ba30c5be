//! Problems in PDDL, read as puzzles.

use std::collections::{HashMap, HashSet};

use crate::pair;
use crate::place::{at, shown};
use saut_base::bad_input::BadInput;
use saut_peg::peg::{Goal, Position, Puzzle};

use super::goal::{self, Wanted};
use super::layout;
use super::sexpr::{self, Sexpr};

/// Reads a problem of either form.
///
/// # Errors
/// No PDDL, a domain and not a problem, another domain, `IN-LINE` facts that are not the lines
/// of a board, a location without content, or a board pair that makes no puzzle.
pub fn read_problem(text: &str) -> Result<Puzzle, BadInput> {
    let sections = Sections::read(&sexpr::read(text)?)?;
    let name = sections.name.clone();
    sections
        .puzzle()
        .map_err(|bad| bad.within(format!("\"{}\"", shown(&name))))
}

/// The parts of a problem that matter.
struct Sections {
    name: String,
    objects: Vec<Sexpr>,
    init: Vec<Sexpr>,
    goal: Sexpr,
}

impl Sections {
    fn read(whole: &Sexpr) -> Result<Self, BadInput> {
        let remedy =
            "a problem is (define (problem NAME) (:domain …) (:objects …) (:init …) (:goal …))";
        let Some(("define", sections)) = whole.call() else {
            return Err(whole.bad("is no definition").remedy(remedy));
        };
        let mut found: HashMap<&str, &Sexpr> = HashMap::new();
        for section in sections {
            let (head, _) = section
                .call()
                .ok_or_else(|| section.bad("is no part of a problem").remedy(remedy))?;
            match head {
                "domain" => {
                    return Err(section
                        .bad("begins a domain, not a problem")
                        .remedy("give the problem file; the rules are known"));
                }
                "problem" | ":domain" | ":objects" | ":init" | ":goal" | ":requirements"
                | ":metric" => {}
                _ => return Err(section.bad("is no part of a problem").remedy(remedy)),
            }
            if found.insert(head, section).is_some() {
                return Err(section.bad("stands here a second time"));
            }
        }
        let part = |head: &str| {
            found.get(head).copied().ok_or_else(|| {
                BadInput::new("", format!("the problem has no part ({head} …)")).remedy(remedy)
            })
        };
        let word = |section: &Sexpr| match section.items() {
            [_, Sexpr::Atom(word, _)] => Ok(word.clone()),
            _ => Err(section.bad("should have one name")),
        };
        let name = word(part("problem")?)?;
        let section = part(":domain")?;
        let domain = word(section)?;
        if !domain.starts_with("pegsol") {
            return Err(BadInput::new(
                at(section.place()),
                format!("the problem is of domain \"{}\"", shown(&domain)),
            )
            .remedy("only peg solitaire is read as a puzzle, domains named pegsol…; saut plan DOMAIN PROBLEM decides any \
                 planning task, and other commands take it with --domain DOMAIN"));
        }
        let rest =
            |section: &Sexpr| -> Vec<Sexpr> { section.items().iter().skip(1).cloned().collect() };
        let (objects, init) = (rest(part(":objects")?), rest(part(":init")?));
        let section = part(":goal")?;
        match section.items() {
            [_, goal] => Ok(Self {
                name,
                objects,
                init,
                goal: goal.clone(),
            }),
            _ => Err(section.bad("should have one condition")),
        }
    }

    fn puzzle(&self) -> Result<Puzzle, BadInput> {
        let names = locations(&self.objects)?;
        let numbers: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
        let location = |word: &Sexpr| {
            let number = word.atom().and_then(|name| numbers.get(name)).copied();
            number.ok_or_else(|| word.bad("is not among the :objects"))
        };
        let facts = Facts::read(&self.init, names.len(), &location)?;
        let layout = layout::lay_out(&names, &facts.lines)?;
        let holes = layout.board.len();
        let mut start = Position::new(holes);
        for (name, (&hole, &content)) in
            names.iter().zip(layout.hole_of.iter().zip(&facts.occupied))
        {
            let peg = content.ok_or_else(|| {
                BadInput::new("", format!("{name} is neither occupied nor free in :init"))
                    .remedy("every location is one of the two")
            })?;
            start.set(hole, peg);
        }
        let bad_goal = |fact: String| BadInput::new(at(self.goal.place()), fact);
        let Wanted { one_peg, locations } = goal::read(&self.goal, &location)?;
        let mut pegs = Position::new(holes);
        let mut open = layout.board.full();
        for (number, peg) in locations {
            let hole = layout.hole_of[number];
            if !open.has(hole) && pegs.has(hole) != peg {
                let fact = format!("{} shall be occupied and free", names[number]);
                return Err(bad_goal(fact));
            }
            open.set(hole, false);
            pegs.set(hole, peg);
        }
        let goal = match (one_peg, pegs.pegs()) {
            (false, _) => Goal::partial(&pegs, open),
            (true, 0) if open.is_empty() => {
                return Err(bad_goal(
                    "one peg is wanted, and every location free".to_owned(),
                ));
            }
            (true, 0) => Goal::one_peg_in(open),
            (true, 1) => Goal::exactly(pegs),
            (true, more) => {
                return Err(bad_goal(format!("one peg is wanted, and {more} occupied")));
            }
        };
        pair::puzzle(&self.name, layout.board, start, goal)
    }
}

/// The names in `(:objects a b - location c)`.
fn locations(objects: &[Sexpr]) -> Result<Vec<String>, BadInput> {
    let mut names = Vec::new();
    let mut seen = HashSet::new();
    let mut words = objects.iter();
    while let Some(word) = words.next() {
        match word.atom() {
            Some("-") => match words.next().map(|kind| (kind, kind.atom())) {
                Some((_, Some("location" | "object"))) => {}
                Some((kind, _)) => return Err(kind.bad("is not the type location")),
                None => return Err(word.bad("should be followed by a type")),
            },
            Some(name) if seen.insert(name) => names.push(name.to_owned()),
            Some(_) => return Err(word.bad("is declared twice")),
            None => return Err(word.bad("is no name of a location")),
        }
    }
    if names.is_empty() {
        return Err(
            BadInput::new("", "there is no location: the board is empty")
                .remedy("list them in (:objects pos-0-0 pos-0-1 … - location)"),
        );
    }
    Ok(names)
}

/// Facts of `:init` on locations, by number.
struct Facts {
    lines: HashSet<[usize; 3]>,
    occupied: Vec<Option<bool>>,
}

impl Facts {
    fn read(
        init: &[Sexpr],
        locations: usize,
        location: &impl Fn(&Sexpr) -> Result<usize, BadInput>,
    ) -> Result<Self, BadInput> {
        let mut facts = Self {
            lines: HashSet::new(),
            occupied: vec![None; locations],
        };
        for fact in init {
            match fact.call() {
                Some(("in-line" | "in_line", [from, over, to])) => {
                    facts
                        .lines
                        .insert([location(from)?, location(over)?, location(to)?]);
                }
                Some((head @ ("occupied" | "free"), [hole])) => {
                    let number = location(hole)?;
                    let peg = head == "occupied";
                    if facts.occupied[number].is_some_and(|other| other != peg) {
                        return Err(fact
                            .bad("contradicts an earlier fact")
                            .remedy("a location is occupied or free, not both"));
                    }
                    facts.occupied[number] = Some(peg);
                }
                // Where the last move stands matters for its cost only.
                Some(
                    ("move-ended" | "move_ended", [])
                    | ("last-visited" | "last_visited", [_])
                    | ("=", _),
                ) => {}
                _ => {
                    return Err(fact.bad("is no fact of peg solitaire").remedy(
                        "known are IN-LINE with three locations, occupied and free with one, \
                         move-ended, last-visited, and a cost",
                    ));
                }
            }
        }
        Ok(facts)
    }
}
