//! PDDL: the peg solitaire problems of the International Planning Competitions.
//!
//! Two forms exist. With *sweeps* (2008, sequential tracks) `jump-new-move` costs 1 and `jump-continue-move` costs 0,
//! so the cost of a plan is its number of moves. With *jumps* (2016, unsolvability track), there is one action `jump`,
//! and the goal may be partial. Both share the predicates `IN-LINE`, `occupied` and `free`. Problems of both forms can
//! be read. The written problems and domains have the same names and parameters of predicates and actions, so that
//! planners and problems of the competitions work with these files.
//!
//! A location is named `pos-ROW-COLUMN`, both from 0, as in the 2008 problems. Other names that end in row and column
//! can be read, too. The `IN-LINE` facts must be exactly the lines of the board. A goal is a conjunction of `(occupied
//! l)`, `(free l)` and their negations. Locations that are not mentioned are open. The goal of one peg anywhere is a
//! quantified condition. Together with `(free l)`, it means one peg in a hole other than l.

use std::collections::{BTreeMap, HashMap, HashSet};

use itertools::Itertools as _;

use crate::place::shown;
use saut_base::bad_input::BadInput;
use saut_base::sexp::{self, List, Sexp, Source, Tokens};
use saut_base::stop::Stop;
use saut_peg::peg::{Board, Cell, Geometry, Goal, Hole, Position, Puzzle};

/// The two forms of the domain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PddlForm {
    /// A move of several jumps costs 1.
    #[default]
    Sweeps,
    /// Single jumps, without costs.
    Jumps,
}

impl PddlForm {
    /// Both forms of the domain.
    pub const ALL: [Self; 2] = [Self::Sweeps, Self::Jumps];

    /// Returns the name of the domain in the competitions.
    pub const fn domain(self) -> &'static str {
        match self {
            Self::Sweeps => "pegsolitaire-sequential",
            Self::Jumps => "pegsolitaire-invasion",
        }
    }
}

/// The goal "one peg anywhere": some location is occupied, and all other locations are free.
const ONE_PEG: &str = "(exists (?l - location) (and (occupied ?l) (forall (?m - location) (or (= ?l ?m) (free ?m)))))";

/// Reads a problem of either form. `place` names the text in messages.
///
/// # Errors
/// The text is not PDDL, is a domain, or is a problem of another domain. The `IN-LINE` facts are not the lines of a
/// board. A location has no content. Start and goal do not make a puzzle.
pub fn read_problem(text: &str, place: &str) -> Result<Puzzle, BadInput> {
    let text = &sexp::lower_case(text, place)?;
    let stop = &Stop::default();
    let source = Source { place, text, stop };
    let whole = sexp::parse(&source)?;
    Sections::read(source, &whole)?.puzzle()
}

fn bad(source: Source<'_>, sexp: &Sexp<'_>, fact: &str) -> BadInput {
    source.bad(sexp.at(), format!("{} {fact}", shown(sexp.text())))
}

/// Returns the first word of a list, and the rest of the list.
fn call<'s, 'a>(sexp: &'s Sexp<'a>) -> Option<(&'a str, &'s [Sexp<'a>])> {
    let Sexp::List(list) = sexp else { return None };
    Some((list.head()?.text, list.rest()))
}

/// The relevant parts of a problem.
struct Sections<'s, 'a> {
    source: Source<'s>,
    name: &'a str,
    objects: &'s [Sexp<'a>],
    init: &'s [Sexp<'a>],
    goal: &'s Sexp<'a>,
}

impl<'s, 'a> Sections<'s, 'a> {
    fn read(source: Source<'s>, whole: &'s List<'a>) -> Result<Self, BadInput> {
        const PARTS: &str = "problem :domain :objects :init :goal :requirements :metric";
        let remedy =
            "a problem is (define (problem NAME) (:domain …) (:objects …) (:init …) (:goal …))";
        if whole.head().is_none_or(|head| head.text != "define") {
            return Err(source
                .bad(whole.at, "this is not a `(define ...)`")
                .remedy(remedy));
        }
        let mut found: HashMap<&str, (&Sexp<'a>, &[Sexp<'a>])> = HashMap::new();
        for section in whole.rest() {
            let (head, rest) = call(section).unwrap_or_default();
            if head == "domain" {
                return Err(bad(source, section, "begins a domain, not a problem")
                    .remedy("give the problem file; saut knows the rules"));
            }
            if !PARTS.split(' ').contains(&head) {
                return Err(bad(source, section, "is not a part of a problem").remedy(remedy));
            }
            if found.insert(head, (section, rest)).is_some() {
                return Err(bad(source, section, "occurs a second time"));
            }
        }
        let part = |head: &str| {
            found.get(head).copied().ok_or_else(|| {
                let fact = format!("the problem has no part ({head} …)");
                BadInput::new(source.place, fact).remedy(remedy)
            })
        };
        let only = |head: &str, what: &str| match part(head)? {
            (_, [only]) => Ok(only),
            (section, _) => Err(bad(source, section, &format!("needs one {what}"))),
        };
        let domain = only(":domain", "name")?;
        if !domain.text().starts_with("pegsol") {
            let fact = format!("the problem is of domain \"{}\"", shown(domain.text()));
            return Err(source.bad(part(":domain")?.0.at(), fact).remedy(
                "only problems of peg solitaire (domains named pegsol…) are puzzles; saut plan DOMAIN PROBLEM decides \
                 any planning task, and other commands read a planning task with --domain DOMAIN",
            ));
        }
        Ok(Self {
            source,
            name: only("problem", "name")?.text(),
            objects: part(":objects")?.1,
            init: part(":init")?.1,
            goal: only(":goal", "condition")?,
        })
    }

    /// Returns the names in `(:objects a b - location c)`.
    fn names(&self) -> Result<Vec<&'a str>, BadInput> {
        let bad = |sexp, fact| Err(bad(self.source, sexp, fact));
        let mut names = Vec::new();
        let mut seen = HashSet::new();
        let mut words = self.objects.iter();
        while let Some(word) = words.next() {
            match word {
                Sexp::Name(name) if name.text == "-" => match words.next() {
                    Some(kind) if ["location", "object"].contains(&kind.text()) => {}
                    Some(kind) => return bad(kind, "is not the type location"),
                    None => return bad(word, "should be followed by a type"),
                },
                Sexp::Name(name) if seen.insert(name.text) => names.push(name.text),
                Sexp::Name(_) => return bad(word, "is declared twice"),
                Sexp::List(_) => return bad(word, "is not the name of a location"),
            }
        }
        Ok(names)
    }

    fn puzzle(&self) -> Result<Puzzle, BadInput> {
        let within = |bad: BadInput| bad.within(self.source.place);
        let locations = Locations::new(self.source, &self.names()?).map_err(within)?;
        let mut start = locations.board.empty();
        let mut known = locations.board.empty();
        let mut lines = HashSet::new();
        for fact in self.init {
            match call(fact) {
                Some(("in-line" | "in_line", [from, over, to])) => {
                    let [from, over, to] = [from, over, to].map(|it| locations.hole(it));
                    lines.insert([from?, over?, to?]);
                }
                Some((head @ ("occupied" | "free"), [hole])) => {
                    let (hole, peg) = (locations.hole(hole)?, head == "occupied");
                    if known.has(hole) && start.has(hole) != peg {
                        return Err(bad(self.source, fact, "contradicts an earlier fact")
                            .remedy("a location is occupied or free, not both"));
                    }
                    known.set(hole, true);
                    start.set(hole, peg);
                }
                // These facts only affect the cost.
                Some(
                    ("move-ended" | "move_ended", [])
                    | ("last-visited" | "last_visited", [_])
                    | ("=", _),
                ) => {}
                _ => {
                    return Err(
                        bad(self.source, fact, "is not a fact of peg solitaire").remedy(
                            "facts are IN-LINE with three locations, occupied and free with one, move-ended, \
                             last-visited, and a cost",
                        ),
                    );
                }
            }
        }
        let board = locations.with_lines(&lines).map_err(within)?;
        if let Some(hole) = known.complement().holes().next() {
            let name = locations.names[hole];
            let fact = format!("{name} is neither occupied nor free in :init");
            return Err(
                within(BadInput::new("", fact)).remedy("every location must be occupied or free")
            );
        }
        let bad_goal = |fact: &str| Err(self.source.bad(self.goal.at(), fact));
        let mut wanted = GoalContent {
            one_peg: false,
            pegs: board.empty(),
            open: board.full(),
        };
        locations.conjunct(self.goal, true, &mut wanted)?;
        let GoalContent { pegs, open, .. } = wanted;
        let goal = match (wanted.one_peg, pegs.pegs()) {
            (false, _) => Goal::partial(&pegs, open),
            (true, 0) if open.is_empty() => {
                return bad_goal("one peg is required, but every location must be free");
            }
            (true, 0) => Goal::one_peg_in(open),
            (true, 1) => Goal::exactly(pegs),
            (true, more) => {
                return bad_goal(&format!(
                    "one peg is required, but {more} locations must be occupied"
                ));
            }
        };
        let puzzle = Puzzle::new(self.name, board, start, goal);
        puzzle.map_err(|bad| within(bad.into()))
    }
}

struct GoalContent {
    /// Whether exactly one peg must be left.
    one_peg: bool,
    pegs: Position,
    /// The holes that no part of the goal mentions.
    open: Position,
}

/// The locations of a problem as the holes of a board whose lines are not known yet.
struct Locations<'s, 'a> {
    source: Source<'s>,
    board: Board,
    holes: HashMap<&'a str, Hole>,
    names: Vec<&'a str>,
}

impl<'s, 'a> Locations<'s, 'a> {
    fn new(source: Source<'s>, names: &[&'a str]) -> Result<Self, BadInput> {
        let bad = |fact: &str| BadInput::new("", fact);
        if names.is_empty() {
            return Err(bad("there is no location, so the board is empty")
                .remedy("list the locations in (:objects pos-0-0 pos-0-1 … - location)"));
        }
        let cell = |name: &'a str| {
            let fact = || {
                format!(
                    "the name of the location {} does not give its row and column",
                    shown(name)
                )
            };
            let cell = cell_of(name).map(|cell| (cell, name));
            cell.ok_or_else(|| bad(&fact()).remedy("locations are called pos-ROW-COLUMN"))
        };
        let cells = names.iter().map(|name| cell(name));
        // The map sorts the cells, and holes are numbered in this order.
        let cells: BTreeMap<Cell, &str> = cells.collect::<Result<_, _>>()?;
        if cells.len() < names.len() {
            return Err(bad("two locations have the same row and column"));
        }
        let board = Board::new(Geometry::Square, cells.keys().copied());
        let names: Vec<&str> = cells.into_values().collect();
        Ok(Self {
            source,
            board: board.map_err(bad)?,
            holes: names.iter().copied().zip(0..).collect(),
            names,
        })
    }

    fn hole(&self, word: &Sexp<'_>) -> Result<Hole, BadInput> {
        let hole = self.holes.get(word.text()).copied();
        hole.ok_or_else(|| bad(self.source, word, "is not among the :objects"))
    }

    /// Returns the board whose lines, in one of the geometries, are exactly `lines`.
    fn with_lines(&self, lines: &HashSet<[Hole; 3]>) -> Result<Board, BadInput> {
        let mut nearest = (usize::MAX, String::new());
        for geometry in Geometry::ALL {
            let board = Board::new(geometry, self.board.cells().iter().copied())
                .map_err(|bad| BadInput::new("", bad))?;
            let jumps = board.jumps().iter().map(|&jump| board.holes_of(jump));
            let jumps: HashSet<[Hole; 3]> = jumps.collect();
            let missing = jumps
                .difference(lines)
                .min()
                .map(|line| (line, "is missing"));
            let surplus = || Some((lines.difference(&jumps).min()?, "is not a straight line"));
            let Some((line, fault)) = missing.or_else(surplus) else {
                return Ok(board);
            };
            let [from, over, to] = line.map(|hole| self.names[hole]);
            let number = jumps.symmetric_difference(lines).count();
            if number < nearest.0 {
                nearest = (number, format!("(IN-LINE {from} {over} {to}) {fault}"));
            }
        }
        Err(BadInput::new("", nearest.1).remedy(
            "a board must have every line of three adjacent holes of a square, triangular or eight-way grid, in \
             both directions",
        ))
    }

    /// Adds a part of the goal, or its negation.
    fn conjunct(
        &self,
        goal: &Sexp<'_>,
        positive: bool,
        wanted: &mut GoalContent,
    ) -> Result<(), BadInput> {
        let words = |text| Tokens::new(text).map(|name| name.text);
        match call(goal) {
            Some(("and", parts)) if positive => {
                for part in parts {
                    self.conjunct(part, true, wanted)?;
                }
            }
            Some(("not", [inner])) if call(inner).is_none_or(|(head, _)| head != "and") => {
                self.conjunct(inner, !positive, wanted)?;
            }
            Some(("exists", _)) if positive && words(goal.text()).eq(words(ONE_PEG)) => {
                wanted.one_peg = true;
            }
            Some((head @ ("occupied" | "free"), [location])) => {
                let (hole, peg) = (self.hole(location)?, positive == (head == "occupied"));
                if !wanted.open.has(hole) && wanted.pegs.has(hole) != peg {
                    return Err(bad(self.source, location, "must be both occupied and free"));
                }
                wanted.open.set(hole, false);
                wanted.pegs.set(hole, peg);
            }
            // A move can always be ended, so this part of the goal has no effect.
            Some(("move-ended" | "move_ended", [])) if positive => {}
            Some(("preference", _)) => {
                return Err(bad(self.source, goal, "is a preference").remedy(
                    "saut does not support preferences for puzzles; write (occupied …) \
                     and (free …) as the goal",
                ));
            }
            _ => {
                return Err(bad(self.source, goal, "is not a supported goal")
                    .remedy("write the goal with (occupied L), (free L), and, and not"));
            }
        }
        Ok(())
    }
}

/// Returns the cell named by `pos-2-13`: row 2, column 13. Returns `None` if the name does not end in two numbers.
pub fn cell_of(name: &str) -> Option<Cell> {
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

/// Returns the domain: predicates and actions.
pub fn write_domain(form: PddlForm) -> String {
    let domain = match form {
        PddlForm::Sweeps => include_str!("pddl/sweeps.pddl"),
        PddlForm::Jumps => include_str!("pddl/jumps.pddl"),
    };
    domain.to_owned()
}

/// Returns a puzzle as a problem of the domain in this form. The goal does not mention open holes. The goal of one peg
/// in one of several holes needs a planner that supports quantified conditions.
pub fn write_problem(puzzle: &Puzzle, form: PddlForm) -> String {
    let (board, goal) = (puzzle.board(), puzzle.goal());
    let location = |hole| {
        let Cell { x, y } = board.cell(hole);
        format!("pos-{y}-{x}")
    };
    let content = |hole, peg| {
        let what = if peg { "occupied" } else { "free" };
        format!("({what} {})", location(hole))
    };
    let holes = || 0..board.len();
    let objects = holes().map(|hole| format!("\n    {} - location", location(hole)));
    // Each jump is next to the jump in the opposite direction.
    let jumps = board.jumps().iter().map(|&jump| board.holes_of(jump));
    let jumps = jumps.sorted_by_key(|&[from, over, to]| (from.min(to), over, from > to));
    let lines = jumps.map(|line| {
        let [from, over, to] = line.map(location);
        format!("\n    (IN-LINE {from} {over} {to})")
    });
    let start = puzzle.start();
    let start = holes().map(|hole| format!("\n    {}", content(hole, start.has(hole))));
    let wanted = if goal.is_one_peg_anywhere() {
        ONE_PEG.to_owned()
    } else {
        let one_peg = goal.is_one_peg().then(|| ONE_PEG.to_owned());
        let contents = holes().filter_map(|hole| Some(content(hole, goal.wants(hole)?)));
        let parts = one_peg.into_iter().chain(contents);
        let parts = parts.map(|part| format!("\n      {part}"));
        format!("(and{}\n    )", parts.collect::<String>())
    };
    let (costs, metric) = match form {
        PddlForm::Jumps => ("", ""),
        PddlForm::Sweeps => (
            "\n    (= (total-cost) 0)\n    (move-ended)",
            "\n  (:metric minimize (total-cost))",
        ),
    };
    format!(
        "(define (problem {})\n  (:domain {})\n  (:objects{}\n  )\n  (:init{costs}{}{}\n  )\n  \
         (:goal\n    {wanted}\n  ){metric}\n)\n",
        name(puzzle.name()),
        form.domain(),
        objects.collect::<String>(),
        lines.collect::<String>(),
        start.collect::<String>(),
    )
}

/// Converts a puzzle's name to a name in PDDL: lower-case letters, digits, `-` and `_`, with a letter first.
fn name(name: &str) -> String {
    let is_other = |symbol: char| !symbol.is_ascii_alphanumeric() && symbol != '_';
    let mut safe = name.to_lowercase().replace(is_other, "-");
    if !safe.starts_with(|symbol: char| symbol.is_ascii_lowercase()) {
        safe.insert_str(0, "puzzle-");
    }
    safe
}

#[cfg(test)]
mod tests;
