//! Position class: infeasibility by the rule of three.
//!
//! Colour the holes with three colours so that every line has all three colours. A jump then changes the number of pegs
//! of each colour by one, so the parity of the pegs of two colours together never changes. If start and goal differ in
//! one of these parities, the puzzle is infeasible on any board.
//!
//! Suremain de Missery (1842); Reiss, *Beiträge zur Theorie des Solitär-Spiels* (1857). The colourings are linear,
//! `a·x + b·y mod 3`. There are two on square boards, one on triangular boards, and none on boards with diagonal lines.
//! A board without lines in some direction may have more. The check tests for each line that its holes have three
//! different colours.

mod reduction;

use serde::{Deserialize, Serialize};

use std::fmt::Write;

pub use reduction::{Nine, Reduction, Signature, congruent, reduction};

use super::weights::{check_number, draw, no_difference};
use super::{NotRefuted, Refutation, WeightTable, Weights};
use saut_base::stop::Stop;
use saut_peg::gf2::Echelon;
use saut_peg::peg::{Board, Hole, Position, Puzzle, notation};
use saut_task::CheckError;

/// The number of pegs of two colours of a colouring. If every line has three colours, jumps do not change its parity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParitySum {
    /// The colouring: hole (x, y) has colour `a·x + b·y mod 3`.
    pub form: (i16, i16),
    /// The two colours whose pegs are counted.
    pub colours: [u8; 2],
}

/// The linear colourings, up to exchanging two colours.
const FORMS: [(i16, i16); 4] = [(1, 1), (1, -1), (1, 0), (0, 1)];

fn colour(board: &Board, (a, b): (i16, i16), hole: Hole) -> u8 {
    let cell = board.cell(hole);
    let value = i64::from(a) * i64::from(cell.x) + i64::from(b) * i64::from(cell.y);
    u8::try_from(value.rem_euclid(3)).unwrap_or(0)
}

impl ParitySum {
    /// Whether the sum counts a peg in this hole.
    pub fn counts(self, board: &Board, hole: Hole) -> bool {
        let counted = board.counted_as(hole);
        counted.is_some_and(|hole| self.colours.contains(&colour(board, self.form, hole)))
    }

    /// Returns the number of counted pegs of a position.
    pub fn pegs(self, board: &Board, position: &Position) -> usize {
        position
            .holes()
            .filter(|&hole| self.counts(board, hole))
            .count()
    }

    /// Returns the table of the sum: 1 in each counted hole, 0 elsewhere.
    fn weighing(self, puzzle: &Puzzle) -> WeightTable {
        let board = puzzle.board();
        let [first, second] = self.colours;
        let form = match self.form {
            (1, 1) => "x + y",
            (1, -1) => "x - y",
            (1, 0) => "x",
            _ => "y",
        };
        WeightTable {
            title: format!("colours {first} and {second} of {form} modulo 3"),
            weights: self.weights(board).by_hole,
            start: self.pegs(board, puzzle.start()).to_string(),
            goal: self.pegs(board, puzzle.goal().pegs()).to_string(),
        }
    }

    fn weights(self, board: &Board) -> Weights {
        let counted = |hole| i64::from(self.counts(board, hole));
        Weights {
            modulus: Some(2),
            by_hole: (0..board.len()).map(counted).collect(),
        }
    }
}

/// Returns the three sums of a colouring. Jumps keep the parity of all three if and only if every line has three
/// colours.
fn of_form(form: (i16, i16)) -> [ParitySum; 3] {
    [[0, 1], [1, 2], [0, 2]].map(|colours| ParitySum { form, colours })
}

/// Returns the sums whose parity no jump changes, three for each colouring of the board.
pub fn kept(board: &Board) -> Vec<ParitySum> {
    let sums = FORMS.map(of_form);
    let is_kept = |sum: &ParitySum| sum.weights(board).check_jumps(board).is_ok();
    let kept = sums
        .into_iter()
        .filter(|of_form| of_form.iter().all(is_kept));
    kept.flatten().collect()
}

/// Returns the class of a single peg in each hole, with one bit for each sum of [`kept`]. The class of a position is
/// the XOR of the classes of its pegs.
pub fn by_hole(board: &Board) -> Vec<u16> {
    let sums = kept(board);
    let of_hole = |hole: Hole| {
        let counts = sums.iter().map(|sum| sum.counts(board, hole));
        counts
            .zip(0..)
            .map(|(counts, bit)| u16::from(counts) << bit)
            .sum()
    };
    (0..board.len()).map(of_hole).collect()
}

/// A set of parity sums: no goal position has the parities of the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// The sums. One sum suffices unless the goal leaves holes open.
    pub sums: Vec<ParitySum>,
}

/// Maximum number of sums in a certificate: two independent sums of each colouring.
const MAX_SUMS: usize = 2 * FORMS.len();

impl Refutation for Class {
    fn look(puzzle: &Puzzle, _: &Stop) -> Result<Self, NotRefuted> {
        find(puzzle).ok_or_else(|| NotRefuted::settled(not_refuted))
    }

    fn check(&self, puzzle: &Puzzle) -> Result<(), CheckError> {
        check_number(self.sums.len(), MAX_SUMS)?;
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let sums: Vec<Weights> = self.sums.iter().map(|sum| sum.weights(board)).collect();
        // Every line must have three colours. An even number of counted holes in each line does not suffice.
        let of_forms = self.sums.iter().flat_map(|sum| of_form(sum.form));
        let of_forms = of_forms.map(|sum| sum.weights(board));
        let mut all = of_forms.chain(sums.iter().cloned());
        all.try_for_each(|sum| sum.check_jumps(board))?;
        let of_hole = |hole: Hole| {
            let bits = sums.iter().zip(0..);
            bits.fold(0, |bits, (sum, bit)| {
                bits | u64::from(sum.by_hole[hole] == 1) << bit
            })
        };
        let of = |position: &Position| position.holes().fold(0, |bits, hole| bits ^ of_hole(hole));
        let (start, mut open) = (of(puzzle.start()), goal.open().holes().map(of_hole));
        let agrees = if goal.is_one_peg() {
            open.any(|parities| parities == start)
        } else {
            Echelon::spanned_by(open).contains(start ^ of(goal.pegs()))
        };
        (!agrees).then_some(()).ok_or_else(no_difference)
    }

    fn explanation(&self, puzzle: &Puzzle) -> String {
        let board = puzzle.board();
        let mut text = String::from(
            "Every line has one hole of each of three colours. So for any two colours, a jump keeps the parity \
             of the number of their pegs.\n",
        );
        for (index, sum) in self.sums.iter().enumerate() {
            let [first, second] = sum.colours;
            if index == 0 || self.sums[index - 1].form != sum.form {
                text += &draw(board, |hole| {
                    let counted = board.counted_as(hole);
                    counted.map_or(0, |hole| i64::from(colour(board, sum.form, hole)))
                });
                text += &by_colour(puzzle, sum.form);
            }
            let start = sum.pegs(board, puzzle.start());
            let _ = write!(
                text,
                "Pegs of colours {first} and {second}: {start} at the start"
            );
            if let Some(goal) = puzzle.goal().position() {
                let _ = write!(text, ", {} in the goal", sum.pegs(board, goal));
            }
            text += ".\n";
        }
        if puzzle.goal().position().is_none() {
            text += "No goal position has these parities.\n";
        }
        text + &reduced(puzzle).ends(puzzle)
    }

    fn details(&self, puzzle: &Puzzle) -> String {
        reduced(puzzle).pictures(puzzle)
    }

    fn weighings(&self, puzzle: &Puzzle) -> Vec<WeightTable> {
        self.sums.iter().map(|sum| sum.weighing(puzzle)).collect()
    }
}

/// Explains that the class does not refute the puzzle. If the goal is a single position, also returns the equal sums,
/// two of each colouring.
fn not_refuted(puzzle: &Puzzle) -> (String, Vec<WeightTable>) {
    let kept = kept(puzzle.board());
    if kept.is_empty() {
        let why = "The board has no colouring in which every line has three colours.\n";
        return (why.to_owned(), Vec::new());
    }
    let independent = kept.chunks(3).flat_map(|of_one| &of_one[..2]);
    let (agree, weighings) = if puzzle.goal().position().is_some() {
        let weighings = independent.map(|sum| sum.weighing(puzzle)).collect();
        (
            "Start and goal are in the same position class.\n",
            weighings,
        )
    } else {
        let agree = "Some goal position is in the same class as the start.\n";
        (agree, Vec::new())
    };
    let reduced = reduced(puzzle);
    let why = agree.to_owned() + &reduced.ends(puzzle) + &reduced.pictures(puzzle);
    (why, weighings)
}

/// Describes the number of pegs of each colour.
fn by_colour(puzzle: &Puzzle, form: (i16, i16)) -> String {
    let board = puzzle.board();
    let pegs = |position: &Position| {
        let mut pegs = [0_usize; 3];
        for hole in board.counted(position) {
            pegs[usize::from(colour(board, form, hole))] += 1;
        }
        pegs.map(|number| number.to_string()).join(", ")
    };
    let goal = puzzle.goal().position().map(pegs);
    let goal = goal.map_or(String::new(), |pegs| format!("; {pegs} in the goal"));
    format!(
        "Pegs of each colour: {} at the start{goal}.\n",
        pegs(puzzle.start())
    )
}

/// The position class as the books show it: the reduced start and goal, and the holes in which the last peg or the
/// first vacancy can be.
///
/// Three kinds of steps keep the class. They remove two pegs that are three holes apart in a straight line, remove
/// three neighbouring pegs of a line, or replace two pegs of a line by one peg in its third hole. On square boards,
/// such steps reduce every position to one of the sixteen positions of a square of two by two holes, one for each
/// class. On triangles, they reduce it to one of the four positions of two neighbouring holes. These holes are
/// computed, so unusual boards have them, too.
///
/// Busschop, *Recherches sur le jeu du solitaire* (1879).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// A minimal set of holes whose positions represent all classes. It has the holes nearest to the middle of the
    /// board, with lower and left holes first. On the English and the French board, these are 33 34 43 44, as in the
    /// literature.
    pub square: Vec<Hole>,
    /// The reduced start, a position within the square.
    pub start: Position,
    /// The reduced goal, if it leaves no hole open.
    pub goal: Option<Position>,
    /// The holes in which the class of the start allows the last peg.
    pub survivors: Position,
    /// The holes in which the class of the goal allows the only vacancy of a start. `None` if the goal leaves holes
    /// open, or under the old French rule, by which a peg is put back.
    pub vacancies: Option<Position>,
}

/// Reduces start and goal of a puzzle to the square.
pub fn reduced(puzzle: &Puzzle) -> Reduced {
    let board = puzzle.board();
    let parities = by_hole(board);
    let square = square(board, &parities);
    let of = |position: &Position| position.holes().fold(0, |sum, hole| sum ^ parities[hole]);
    let within = |sum: u16| {
        // The holes of the square are independent, so each class has exactly one position within the square.
        let mut parts = (0..1_usize << square.len()).map(|part| {
            let holes = square.iter().enumerate();
            let holes = holes.filter(|(bit, _)| part >> bit & 1 == 1);
            Position::from_holes(board.len(), holes.map(|(_, &hole)| hole))
        });
        let of_sum = parts.find(|part| of(part) == sum);
        of_sum.unwrap_or_else(|| board.empty())
    };
    let alone = |sum: u16| {
        let holes = (0..board.drawn().len()).filter(|&hole| parities[hole] == sum);
        Position::from_holes(board.len(), holes)
    };
    let (start, full) = (of(puzzle.start()), of(&board.full()));
    let goal = puzzle.goal().position().map(of);
    Reduced {
        start: within(start),
        goal: goal.map(within),
        survivors: alone(start),
        vacancies: goal
            .filter(|_| board.put_back().is_none())
            .map(|goal| alone(full ^ goal)),
        square,
    }
}

/// Returns independent holes that generate the classes of all other holes. Prefers holes near the middle of the board,
/// and among equally near holes, lower holes and holes on the left.
fn square(board: &Board, parities: &[u16]) -> Vec<Hole> {
    let away = |hole: Hole| {
        let cell = board.cell(hole);
        let across = i32::from(2 * cell.x) - i32::from(board.width() - 1);
        let down = i32::from(2 * cell.y) - i32::from(board.height() - 1);
        (across * across + down * down, -cell.y, cell.x)
    };
    let mut holes: Vec<Hole> = (0..board.drawn().len()).collect();
    holes.sort_by_key(|&hole| away(hole));
    let mut sums = Echelon::spanned_by([]);
    holes.retain(|&hole| sums.insert(u64::from(parities[hole])));
    holes.sort_unstable();
    holes
}

impl Reduced {
    /// Draws a position within the square with `o` and `.`, and with spaces for cells outside the square.
    pub fn picture(&self, board: &Board, position: &Position) -> String {
        let cells = || self.square.iter().map(|&hole| board.cell(hole));
        let left = cells().map(|cell| cell.x).min().unwrap_or(0);
        let mut text = String::new();
        for row in self
            .square
            .chunk_by(|&a, &b| board.cell(a).y == board.cell(b).y)
        {
            let mut line = String::from("  ");
            for &hole in row {
                let column = usize::from(board.cell(hole).x.abs_diff(left)) + 2;
                line.extend(std::iter::repeat_n(' ', column.saturating_sub(line.len())));
                line.push(if position.has(hole) { 'o' } else { '.' });
            }
            text += &(line + "\n");
        }
        text
    }

    /// Lists the holes in which the class allows the last peg and the first vacancy.
    pub fn ends(&self, puzzle: &Puzzle) -> String {
        if self.square.is_empty() {
            return "On this board, all positions are in one class.\n".to_owned();
        }
        let mut text = String::new();
        let mut line = |end: &str, holes: &Position| {
            let _ = writeln!(text, "The {end}: {}.", names(puzzle.board(), holes));
        };
        if self.goal.is_some() || puzzle.goal().is_one_peg() {
            line("last peg can be in", &self.survivors);
        }
        if let Some(vacancies) = &self.vacancies {
            line("first vacancy can be", vacancies);
        }
        text
    }

    /// Draws the reduced start and goal, and explains the class invariants. Empty if the board has only one class.
    pub fn pictures(&self, puzzle: &Puzzle) -> String {
        let board = puzzle.board();
        if self.square.is_empty() {
            return String::new();
        }
        let square = Position::from_holes(board.len(), self.square.iter().copied());
        let mut text = format!(
            "Reduced to the holes {}, the start becomes\n{}",
            names(board, &square),
            self.picture(board, &self.start),
        );
        if let Some(goal) = &self.goal {
            let _ = write!(text, "and the goal becomes\n{}", self.picture(board, goal));
        }
        text + &explain_sums(puzzle)
    }
}

fn names(board: &Board, holes: &Position) -> String {
    let names = notation::hole_names(board, holes.holes());
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(" ")
    }
}

/// Explains the class invariants φ of start, goal and full board. Empty if φ is not defined on the board.
fn explain_sums(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let sums = |holes: &mut dyn Iterator<Item = Hole>| {
        let reduced = reduction::of_holes(board, holes)?;
        Some(reduced.signature.sums())
    };
    let (Some(start), Some(full)) = (
        sums(&mut board.counted(puzzle.start())),
        sums(&mut (0..board.drawn().len())),
    ) else {
        return String::new();
    };
    let goal = puzzle.goal().position();
    let goal = goal.and_then(|goal| sums(&mut board.counted(goal)));
    let goal = goal.map_or(String::new(), |sums| format!("{sums} for the goal, "));
    // A peg that is put back changes the sums of the board.
    let complements = if full == "(e,e)" || board.put_back().is_some() {
        ""
    } else {
        ", so no position leads to its complement"
    };
    let hand = if puzzle.has_hand(puzzle.start()) {
        " with the peg in hand"
    } else {
        ""
    };
    format!(
        "The two class invariants (Avis, Deza, Onn): {start} for the start{hand}, {goal}{full} for the full \
         board{complements}.\n{}",
        letters(board)
    )
}

/// Explains the group, and draws the letters g1 and g2 of all holes.
fn letters(board: &Board) -> String {
    let drawn = [false, true].map(|is_second| {
        let letter =
            |hole| reduction::letters(board, board.cell(hole))[usize::from(is_second)].to_string();
        saut_peg::peg::picture::draw_texts(board, 2, letter)
    });
    let width = 2 * usize::from(board.width().unsigned_abs());
    let mut text = String::from(
        "Each hole has a letter g1 and a letter g2: a, b or c. The two invariants are the sums of these letters \
         over the pegs, by the rules e + x = x, x + x = e, a + b = c, b + c = a and c + a = b. The three holes \
         of every line have three different letters, so no jump changes the sums.\n",
    );
    let _ = writeln!(text, "{:<width$}   g2", " g1");
    for (first, second) in drawn[0].lines().zip(drawn[1].lines()) {
        let _ = writeln!(text, "{first:<width$}  {second}");
    }
    text
}

/// Returns the open holes of the goal in which a single peg has the class of the start. If there is no such hole, the
/// class refutes the puzzle, and all open holes are returned.
pub fn last_holes(puzzle: &Puzzle) -> Vec<Hole> {
    let board = puzzle.board();
    let classes = by_hole(board);
    let start = puzzle.start().holes();
    let wanted = start.fold(0, |sum, hole| sum ^ classes[hole]);
    let open = puzzle.goal().open();
    let holes: Vec<Hole> = open
        .holes()
        .filter(|&hole| classes[hole] == wanted)
        .collect();
    if holes.is_empty() {
        open.holes().collect()
    } else {
        holes
    }
}

/// Finds a certificate: one sum if it suffices, otherwise two sums of one colouring, otherwise two sums of every
/// colouring.
pub fn find(puzzle: &Puzzle) -> Option<Class> {
    let kept = kept(puzzle.board());
    let single = kept.iter().map(|&sum| vec![sum]);
    let double = kept.chunks(3).map(|sums| sums[..2].to_vec());
    let all = double.clone().collect::<Vec<_>>().concat();
    let mut candidates = single.chain(double).chain([all]).map(|sums| Class { sums });
    candidates.find(|class| class.check(puzzle).is_ok())
}

#[cfg(test)]
mod tests;
