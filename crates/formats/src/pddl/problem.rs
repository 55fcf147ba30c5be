//! Problems in PDDL, read as puzzles.
//!
//! The name of a location ends in its row and column, and the `IN-LINE` facts must be exactly the lines of the
//! board. A goal is a conjunction of `(occupied l)`, `(free l)` and their negations; locations not mentioned are
//! open. One form more is understood, because we write it: one peg anywhere, [`ONE_PEG`]; with `(free l)` beside
//! it, one peg elsewhere.

use std::collections::{HashMap, HashSet};

use crate::pair;
use crate::place::shown;
use saut_base::bad_input::BadInput;
use saut_base::sexp::{self, List, Sexp, Source, Tokens};
use saut_base::stop::Stop;
use saut_peg::peg::{Board, Cell, Geometry, Goal, Hole, Position, Puzzle};

/// The goal "one peg anywhere": some location is occupied, and every other is free.
pub(super) const ONE_PEG: &str = "(exists (?l - location) (and (occupied ?l) (forall (?m - location) (or (= ?l ?m) (free ?m)))))";

/// Reads a problem of either form; `place` names the text in messages.
///
/// # Errors
/// No PDDL, a domain and not a problem, another domain, `IN-LINE` facts that are not the lines
/// of a board, a location without content, or a board pair that makes no puzzle.
pub fn read_problem(text: &str, place: &str) -> Result<Puzzle, BadInput> {
    let text = &sexp::lower_case(text, place)?;
    let stop = &Stop::default();
    let source = Source { place, text, stop };
    let whole = sexp::parse(&source)?;
    Sections::read(source, &whole)?.puzzle()
}

/// A message about an expression.
fn bad(source: Source<'_>, sexp: &Sexp<'_>, fact: &str) -> BadInput {
    source.bad(sexp.at(), format!("{} {fact}", shown(sexp.text())))
}

/// The first word of a list, and what follows it.
fn call<'s, 'a>(sexp: &'s Sexp<'a>) -> Option<(&'a str, &'s [Sexp<'a>])> {
    let Sexp::List(list) = sexp else { return None };
    Some((list.head()?.text, list.rest()))
}

/// The parts of a problem that matter.
struct Sections<'s, 'a> {
    source: Source<'s>,
    name: &'a str,
    objects: &'s [Sexp<'a>],
    init: &'s [Sexp<'a>],
    goal: &'s Sexp<'a>,
}

impl<'s, 'a> Sections<'s, 'a> {
    fn read(source: Source<'s>, whole: &'s List<'a>) -> Result<Self, BadInput> {
        let remedy =
            "a problem is (define (problem NAME) (:domain …) (:objects …) (:init …) (:goal …))";
        if whole.head().is_none_or(|head| head.text != "define") {
            return Err(source.bad(whole.at, "this is no definition").remedy(remedy));
        }
        let mut found: HashMap<&str, (&Sexp<'a>, &[Sexp<'a>])> = HashMap::new();
        for section in whole.rest() {
            let (head, rest) = call(section).unwrap_or_default();
            match head {
                "domain" => {
                    return Err(bad(source, section, "begins a domain, not a problem")
                        .remedy("give the problem file; the rules are known"));
                }
                "problem" | ":domain" | ":objects" | ":init" | ":goal" | ":requirements"
                | ":metric" => {}
                _ => return Err(bad(source, section, "is no part of a problem").remedy(remedy)),
            }
            if found.insert(head, (section, rest)).is_some() {
                return Err(bad(source, section, "stands here a second time"));
            }
        }
        let part = |head: &str| {
            found.get(head).copied().ok_or_else(|| {
                let fact = format!("the problem has no part ({head} …)");
                BadInput::new(source.place, fact).remedy(remedy)
            })
        };
        let word = |head: &str| match part(head)? {
            (section, [Sexp::Name(word)]) => Ok((section, word.text)),
            (section, _) => Err(bad(source, section, "should have one name")),
        };
        let (_, name) = word("problem")?;
        let (section, domain) = word(":domain")?;
        if !domain.starts_with("pegsol") {
            let fact = format!("the problem is of domain \"{}\"", shown(domain));
            return Err(source.bad(section.at(), fact).remedy(
                "only peg solitaire is read as a puzzle, domains named pegsol…; saut plan DOMAIN PROBLEM decides any \
                 planning task, and other commands take it with --domain DOMAIN",
            ));
        }
        let ((_, objects), (_, init)) = (part(":objects")?, part(":init")?);
        match part(":goal")? {
            (_, [goal]) => Ok(Self {
                source,
                name,
                objects,
                init,
                goal,
            }),
            (section, _) => Err(bad(source, section, "should have one condition")),
        }
    }

    fn bad(&self, sexp: &Sexp<'_>, fact: &str) -> BadInput {
        bad(self.source, sexp, fact)
    }

    fn puzzle(&self) -> Result<Puzzle, BadInput> {
        let names = self.locations()?;
        let numbers: HashMap<&str, usize> = names.iter().copied().zip(0..).collect();
        let location = |word: &Sexp<'_>| {
            let number = numbers.get(word.text()).copied();
            number.ok_or_else(|| self.bad(word, "is not among the :objects"))
        };
        let facts = self.facts(names.len(), &location)?;
        let layout = lay_out(&names, &facts.lines).map_err(|bad| bad.within(self.source.place))?;
        let holes = layout.board.len();
        let mut start = Position::new(holes);
        for (name, (&hole, &content)) in
            names.iter().zip(layout.hole_of.iter().zip(&facts.occupied))
        {
            let peg = content.ok_or_else(|| {
                let fact = format!("{name} is neither occupied nor free in :init");
                BadInput::new(self.source.place, fact).remedy("every location is one of the two")
            })?;
            start.set(hole, peg);
        }
        let bad_goal = |fact: &str| self.source.bad(self.goal.at(), fact);
        let mut wanted = Wanted::default();
        self.conjunct(self.goal, true, &location, &mut wanted)?;
        let mut pegs = Position::new(holes);
        let mut open = layout.board.full();
        for (number, peg) in wanted.locations {
            let hole = layout.hole_of[number];
            if !open.has(hole) && pegs.has(hole) != peg {
                return Err(bad_goal(&format!(
                    "{} shall be occupied and free",
                    names[number]
                )));
            }
            open.set(hole, false);
            pegs.set(hole, peg);
        }
        let goal = match (wanted.one_peg, pegs.pegs()) {
            (false, _) => Goal::partial(&pegs, open),
            (true, 0) if open.is_empty() => {
                return Err(bad_goal("one peg is wanted, and every location free"));
            }
            (true, 0) => Goal::one_peg_in(open),
            (true, 1) => Goal::exactly(pegs),
            (true, more) => {
                return Err(bad_goal(&format!("one peg is wanted, and {more} occupied")));
            }
        };
        pair::puzzle(self.name, layout.board, start, goal)
            .map_err(|bad| bad.within(self.source.place))
    }

    /// The names in `(:objects a b - location c)`.
    fn locations(&self) -> Result<Vec<&'a str>, BadInput> {
        let mut names = Vec::new();
        let mut seen = HashSet::new();
        let mut words = self.objects.iter();
        while let Some(word) = words.next() {
            match word {
                Sexp::Name(name) if name.text == "-" => match words.next() {
                    Some(kind) if ["location", "object"].contains(&kind.text()) => {}
                    Some(kind) => return Err(self.bad(kind, "is not the type location")),
                    None => return Err(self.bad(word, "should be followed by a type")),
                },
                Sexp::Name(name) if seen.insert(name.text) => names.push(name.text),
                Sexp::Name(_) => return Err(self.bad(word, "is declared twice")),
                Sexp::List(_) => return Err(self.bad(word, "is no name of a location")),
            }
        }
        if names.is_empty() {
            let fact = "there is no location: the board is empty";
            return Err(BadInput::new(self.source.place, fact)
                .remedy("list them in (:objects pos-0-0 pos-0-1 … - location)"));
        }
        Ok(names)
    }

    /// The facts of `:init`; `location` gives the number of a name that is one.
    fn facts(
        &self,
        locations: usize,
        location: &impl Fn(&Sexp<'_>) -> Result<usize, BadInput>,
    ) -> Result<Facts, BadInput> {
        let mut facts = Facts {
            lines: HashSet::new(),
            occupied: vec![None; locations],
        };
        for fact in self.init {
            match call(fact) {
                Some(("in-line" | "in_line", [from, over, to])) => {
                    let line = [location(from)?, location(over)?, location(to)?];
                    facts.lines.insert(line);
                }
                Some((head @ ("occupied" | "free"), [hole])) => {
                    let number = location(hole)?;
                    let peg = head == "occupied";
                    if facts.occupied[number].is_some_and(|other| other != peg) {
                        return Err(self
                            .bad(fact, "contradicts an earlier fact")
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
                    return Err(self.bad(fact, "is no fact of peg solitaire").remedy(
                        "known are IN-LINE with three locations, occupied and free with one, \
                         move-ended, last-visited, and a cost",
                    ));
                }
            }
        }
        Ok(facts)
    }

    fn conjunct(
        &self,
        goal: &Sexp<'_>,
        positive: bool,
        location: &impl Fn(&Sexp<'_>) -> Result<usize, BadInput>,
        wanted: &mut Wanted,
    ) -> Result<(), BadInput> {
        let words = |text| Tokens::new(text).map(|name| name.text);
        match call(goal) {
            Some(("and", parts)) if positive => parts
                .iter()
                .try_for_each(|part| self.conjunct(part, true, location, wanted)),
            Some(("not", [inner])) if call(inner).is_none_or(|(head, _)| head != "and") => {
                self.conjunct(inner, !positive, location, wanted)
            }
            Some(("exists", _)) if positive && words(goal.text()).eq(words(ONE_PEG)) => {
                wanted.one_peg = true;
                Ok(())
            }
            Some((head @ ("occupied" | "free"), [hole])) => {
                let peg = positive == (head == "occupied");
                wanted.locations.push((location(hole)?, peg));
                Ok(())
            }
            // A move can always be ended, so it does not matter whether this is wanted.
            Some(("move-ended" | "move_ended", [])) if positive => Ok(()),
            Some(("preference", _)) => Err(self.bad(goal, "is a preference").remedy(
                "saut decides whether a goal can be reached, not how much of it; write (occupied …) \
                 and (free …) as the goal",
            )),
            _ => Err(self
                .bad(goal, "is no goal that can be used here")
                .remedy("a goal is (and …) of (occupied L), (free L) and (not …) of these")),
        }
    }
}

/// Facts of `:init` on locations, by number.
struct Facts {
    lines: HashSet<[usize; 3]>,
    occupied: Vec<Option<bool>>,
}

/// Content of a goal.
#[derive(Default)]
struct Wanted {
    /// Whether one peg alone may be left.
    one_peg: bool,
    /// Locations, and whether they shall be occupied.
    locations: Vec<(usize, bool)>,
}

/// Locations by number, with their holes on a board.
struct Layout {
    board: Board,
    hole_of: Vec<Hole>,
}

/// The cell that a name such as `pos-2-13` means: row 2, column 13.
pub(crate) fn cell_of(name: &str) -> Option<Cell> {
    let (rest, column) = ends_in_number(name)?;
    let rest = rest.strip_suffix(['-', '_', ','])?;
    let (_, row) = ends_in_number(rest)?;
    Some(Cell::new(column, row))
}

fn ends_in_number(name: &str) -> Option<(&str, i16)> {
    let rest = name.trim_end_matches(|symbol: char| symbol.is_ascii_digit());
    let number = name[rest.len()..]
        .parse()
        .ok()
        .filter(|&number| number < 8000)?;
    Some((rest, number))
}

/// Lays out locations (by name) such that `lines` (from, over, to; by number) are the lines.
fn lay_out(names: &[&str], lines: &HashSet<[usize; 3]>) -> Result<Layout, BadInput> {
    let cells = names.iter().map(|name| {
        cell_of(name).ok_or_else(|| {
            let fact = format!(
                "the location {} does not say its row and column",
                shown(name)
            );
            BadInput::new("", fact).remedy("locations are called pos-ROW-COLUMN")
        })
    });
    let cells: Vec<Cell> = cells.collect::<Result<_, _>>()?;
    if cells.iter().collect::<HashSet<_>>().len() < cells.len() {
        let fact = "two locations have the same row and column";
        return Err(BadInput::new("", fact));
    }
    let mut nearest: Option<Misfit> = None;
    for geometry in Geometry::ALL {
        match fit(geometry, &cells, lines)? {
            Ok(layout) => return Ok(layout),
            Err(misfit) => {
                if nearest
                    .as_ref()
                    .is_none_or(|other| misfit.lines < other.lines)
                {
                    nearest = Some(misfit);
                }
            }
        }
    }
    let fact = nearest.map_or_else(String::new, |Misfit { line, missing, .. }| {
        let [from, over, to] = line.map(|location| names[location]);
        let what = if missing {
            "is missing"
        } else {
            "is no straight line"
        };
        format!("(IN-LINE {from} {over} {to}) {what}")
    });
    Err(BadInput::new("", fact).remedy(
        "a board must have every line of three adjacent holes, both ways, of a square, triangular or eight-way grid",
    ))
}

/// Difference between facts and lines: the number of lines, and the first.
struct Misfit {
    lines: usize,
    line: [usize; 3],
    missing: bool,
}

/// The layout on these cells, if the facts are exactly its lines.
fn fit(
    geometry: Geometry,
    cells: &[Cell],
    lines: &HashSet<[usize; 3]>,
) -> Result<Result<Layout, Misfit>, BadInput> {
    let board = Board::new(geometry, cells.iter().copied());
    let board = board.map_err(|bad| BadInput::new("", bad.to_string()))?;
    let left = cells.iter().map(|cell| cell.x).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.y).min().unwrap_or(0);
    let holes = cells
        .iter()
        .map(|cell| board.hole(Cell::new(cell.x - left, cell.y - top)));
    let hole_of: Vec<Hole> = holes.flatten().collect();
    let mut location = vec![0; board.len()];
    for (number, &hole) in hole_of.iter().enumerate() {
        location[hole] = number;
    }
    let jumps = board
        .jumps()
        .iter()
        .map(|&jump| board.holes_of(jump).map(|hole| location[hole]));
    let jumps: HashSet<[usize; 3]> = jumps.collect();
    let missing = jumps.difference(lines).min();
    let surplus = lines.difference(&jumps).min();
    Ok(match missing.or(surplus) {
        None => Ok(Layout { board, hole_of }),
        Some(&line) => Err(Misfit {
            lines: jumps.symmetric_difference(lines).count(),
            line,
            missing: missing.is_some(),
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::cell_of;
    use saut_peg::peg::Cell;

    #[test]
    fn names_that_end_in_two_numbers_are_row_and_column() {
        assert_eq!(cell_of("pos-2-13"), Some(Cell::new(13, 2)));
        assert_eq!(cell_of("l0_1"), Some(Cell::new(1, 0)));
    }

    #[test]
    fn other_names_are_no_cells() {
        for name in [
            "location_10",
            "a",
            "",
            "pos-1-",
            "pos-1-99999",
            "pos-9000-1",
            "-1",
        ] {
            assert_eq!(cell_of(name), None, "{name}");
        }
    }
}
