//! Clauses with unit propagation: the engine of the proof checker.
//!
//! Two watched literals a clause (Moskewicz and others, *Chaff*, DAC 2001). Literals that follow
//! from the clauses alone stay assigned for good, also when a clause that they followed from is
//! deleted: they count as clauses of their own, as in DRAT-trim. What a check assumes is undone
//! after it.

mod explain;

use std::collections::HashMap;

use super::steps::Number;
use saut_base::lists::distinct;

pub use explain::Hint;

/// A literal: `2·variable + sign`.
type Code = usize;

fn code(number: Number) -> Code {
    2 * (number.unsigned_abs() as usize - 1) + usize::from(number < 0)
}

const fn negated(literal: Code) -> Code {
    literal ^ 1
}

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: usize,
    /// Another literal of the clause; if it is true, the clause need not be looked at.
    other: Code,
}

/// No clause: the literal is assumed.
const ASSUMED: usize = usize::MAX;

/// A contradiction.
#[derive(Clone, Copy, Debug, Default)]
enum Conflict {
    /// There was none.
    #[default]
    None,
    /// A clause all of whose literals are false.
    Clause(usize),
    /// A literal that is to be false and is true.
    Literal(Code),
}

#[derive(Clone, Debug)]
struct Clause {
    first: usize,
    len: usize,
    is_deleted: bool,
}

/// A set of clauses and the literals assigned.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    literals: Vec<Code>,
    all: Vec<Clause>,
    /// The clauses by their literals, up to order: of a hash value, those that are not deleted.
    by_hash: HashMap<u64, Vec<usize>>,
    watches: Vec<Vec<Watch>>,
    is_true: Vec<bool>,
    trail: Vec<Code>,
    /// For each literal of the trail the clause that it follows from; `ASSUMED` if it is assumed.
    reasons: Vec<usize>,
    /// Last contradiction.
    conflict: Conflict,
    /// Length of the trail that is propagated.
    propagated: usize,
    /// Length of the trail that follows from the clauses alone.
    settled: usize,
    is_refuted: bool,
}

impl Clauses {
    /// No clauses over this number of variables.
    pub fn new(variables: usize) -> Self {
        let mut clauses = Self::default();
        clauses.grow(variables);
        clauses
    }

    /// Makes room for this number of variables.
    pub fn grow(&mut self, variables: usize) {
        if 2 * variables > self.watches.len() {
            self.watches.resize_with(2 * variables, Vec::new);
            self.is_true.resize(2 * variables, false);
        }
    }

    /// The number of variables there is room for.
    pub fn variables(&self) -> usize {
        self.watches.len() / 2
    }

    /// Whether unit propagation alone refutes the clauses.
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    fn is_false(&self, literal: Code) -> bool {
        self.is_true[negated(literal)]
    }

    /// Adds a clause and propagates what follows for good. Its number is returned; a tautology says
    /// nothing and gets none.
    pub fn add(&mut self, numbers: &[Number]) -> Option<usize> {
        let mut literals = sorted(numbers);
        if literals.windows(2).any(|pair| pair[0] == negated(pair[1])) {
            return None;
        }
        let index = self.all.len();
        self.by_hash.entry(hash(&literals)).or_default().push(index);
        literals.sort_by_key(|&literal| self.is_false(literal)); // stable, those not false first
        let first = self.literals.len();
        self.all.push(Clause {
            first,
            len: literals.len(),
            is_deleted: false,
        });
        self.literals.extend_from_slice(&literals);
        if let [a, b, ..] = literals[..] {
            self.watches[a].push(Watch {
                clause: index,
                other: b,
            });
            self.watches[b].push(Watch {
                clause: index,
                other: a,
            });
        }
        let free = literals
            .iter()
            .filter(|&&literal| !self.is_false(literal))
            .count();
        match free {
            0 => {
                self.is_refuted = true;
                self.conflict = Conflict::Clause(index);
            }
            1 if !self.is_true[literals[0]] => {
                self.assign(literals[0], index);
                self.is_refuted |= !self.propagate();
            }
            _ => {}
        }
        self.settled = self.trail.len();
        Some(index)
    }

    /// Deletes a clause of these literals in any order and returns its number; `None` if there is
    /// none. What follows from it stays, and clauses of one literal are never deleted.
    pub fn delete(&mut self, numbers: &[Number]) -> Option<usize> {
        let literals = sorted(numbers);
        if literals.len() < 2 {
            return None;
        }
        let hash = hash(&literals);
        let same = |&&index: &&usize| {
            let mut own = self.clause(index).to_vec();
            own.sort_unstable();
            own == literals
        };
        let &index = self.by_hash.get(&hash)?.iter().find(same)?;
        self.remove(index, hash);
        Some(index)
    }

    /// Deletes the clause of this number, unless it has fewer than two literals; whether it was deleted.
    pub fn delete_numbered(&mut self, index: usize) -> bool {
        let mut literals = self.clause(index).to_vec();
        literals.sort_unstable();
        let is_deleted = literals.len() > 1;
        if is_deleted {
            self.remove(index, hash(&literals));
        }
        is_deleted
    }

    fn remove(&mut self, index: usize, hash: u64) {
        self.all[index].is_deleted = true;
        if let Some(all) = self.by_hash.get_mut(&hash) {
            all.retain(|&other| other != index);
        }
    }

    fn clause(&self, index: usize) -> &[Code] {
        let Clause { first, len, .. } = self.all[index];
        &self.literals[first..first + len]
    }

    /// Whether the clause follows by unit propagation (RUP), or may be added because every
    /// resolvent on its first literal does (RAT); `derivation` is told the reasons.
    pub fn follows(&mut self, numbers: &[Number], derivation: &mut impl Derivation) -> bool {
        let literals: Vec<Code> = numbers.iter().map(|&number| code(number)).collect();
        let contradicts = self.is_refuted || self.contradicts(&literals);
        let follows = if contradicts {
            derivation.contradiction(self);
            true
        } else {
            let pivot = literals.first().filter(|&&pivot| !self.was_false(pivot));
            pivot.is_some_and(|&pivot| self.is_rat(pivot, derivation))
        };
        self.undo(self.settled);
        follows
    }

    /// Number of literals that are true if these are assumed, they and what was true before included;
    /// `None` if that contradicts the clauses. For whoever looks ahead: no check asks it.
    pub fn consequences(&mut self, assumed: &[Number]) -> Option<usize> {
        let negated: Vec<Code> = assumed.iter().map(|&number| code(-number)).collect();
        let contradicts = self.is_refuted || self.contradicts(&negated);
        let all = self.trail.len();
        self.undo(self.settled);
        (!contradicts).then_some(all)
    }

    /// Assumes these literals for good: they count as clauses of their own.
    pub fn assume(&mut self, assumed: &[Number]) {
        for &number in assumed {
            let _ = self.add(&[number]);
        }
    }

    /// Whether the variable has a value for good.
    pub fn is_settled(&self, number: Number) -> bool {
        let literal = code(number);
        self.is_true[literal] || self.is_false(literal)
    }

    /// Whether a literal is false for good.
    fn was_false(&self, literal: Code) -> bool {
        self.trail[..self.settled].contains(&negated(literal))
    }

    /// Whether every resolvent on the pivot follows; the rest of the clause is assumed false.
    fn is_rat(&mut self, pivot: Code, derivation: &mut impl Derivation) -> bool {
        let before = self.trail.len();
        derivation.consequences(self);
        (0..self.all.len()).all(|index| {
            if self.all[index].is_deleted || !self.clause(index).contains(&negated(pivot)) {
                return true;
            }
            let rest = self.clause(index).iter().copied();
            let rest: Vec<Code> = rest.filter(|&literal| literal != negated(pivot)).collect();
            let contradicts = self.contradicts(&rest);
            derivation.resolvent(self, index, before);
            self.undo(before);
            contradicts
        })
    }

    /// Assumes all these literals false; whether that contradicts the clauses.
    fn contradicts(&mut self, literals: &[Code]) -> bool {
        for &literal in literals {
            if self.is_true[literal] {
                self.conflict = Conflict::Literal(literal);
                return true;
            }
            if !self.is_false(literal) {
                self.assign(negated(literal), ASSUMED);
            }
        }
        !self.propagate()
    }

    fn assign(&mut self, literal: Code, reason: usize) {
        self.is_true[literal] = true;
        self.trail.push(literal);
        self.reasons.push(reason);
    }

    fn undo(&mut self, len: usize) {
        for literal in self.trail.drain(len..) {
            self.is_true[literal] = false;
        }
        self.reasons.truncate(len);
        self.propagated = len;
    }

    /// Assigns all that follows; false if a clause has become false.
    fn propagate(&mut self) -> bool {
        while let Some(&assigned) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = negated(assigned);
            let mut watches = std::mem::take(&mut self.watches[falsified]);
            let mut is_consistent = true;
            watches.retain_mut(|watch| {
                !is_consistent || self.visit(watch, falsified, &mut is_consistent)
            });
            self.watches[falsified] = watches;
            if !is_consistent {
                return false;
            }
        }
        true
    }

    /// Looks at a clause of which a watched literal has become false. Whether it is to be watched
    /// there further.
    fn visit(&mut self, watch: &mut Watch, falsified: Code, is_consistent: &mut bool) -> bool {
        if self.is_true[watch.other] {
            return true;
        }
        let Clause {
            first,
            len,
            is_deleted,
        } = self.all[watch.clause];
        if is_deleted {
            return false;
        }
        if self.literals[first] == falsified {
            self.literals.swap(first, first + 1);
        }
        let other = self.literals[first];
        watch.other = other;
        if self.is_true[other] {
            return true;
        }
        for place in first + 2..first + len {
            let candidate = self.literals[place];
            if !self.is_false(candidate) {
                self.literals.swap(first + 1, place);
                self.watches[candidate].push(Watch {
                    clause: watch.clause,
                    other,
                });
                return false;
            }
        }
        if self.is_false(other) {
            *is_consistent = false;
            self.conflict = Conflict::Clause(watch.clause);
        } else {
            self.assign(other, watch.clause);
        }
        true
    }
}

/// The literals, each once, in order.
fn sorted(numbers: &[Number]) -> Vec<Code> {
    distinct(numbers.iter().map(|&number| code(number)))
}

/// A hash value of sorted literals (Fowler, Noll, Vo).
fn hash(literals: &[Code]) -> u64 {
    literals
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &literal| {
            (hash ^ literal as u64).wrapping_mul(0x0100_0000_01b3)
        })
}

/// Listener to the reasons why a clause follows, while the literals that propagation assigned are still there.
pub trait Derivation {
    /// Its negation is contradictory.
    fn contradiction(&mut self, _clauses: &Clauses) {}

    /// Its negation is not; this is all that follows from it.
    fn consequences(&mut self, _clauses: &Clauses) {}

    /// The resolvent with this clause follows. Literals from `before` on were assigned for it.
    fn resolvent(&mut self, _clauses: &Clauses, _clause: usize, _before: usize) {}
}

/// No listener.
impl Derivation for () {}
