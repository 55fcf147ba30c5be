//! Clauses with unit propagation, for the proof checker.
//!
//! Each clause has two watched literals (Moskewicz and others, *Chaff*, DAC 2001). Literals that the clauses imply by
//! unit propagation remain assigned permanently, even if a clause from which they follow is deleted. As in DRAT-trim,
//! these literals count as unit clauses. The assumptions of a check are undone after the check.

mod explain;

use std::collections::HashMap;

use super::steps::DimacsLit;
use saut_base::lists::distinct;

pub use explain::Hint;

/// A literal: `2·variable + sign`.
type LitIndex = usize;

fn code(number: DimacsLit) -> LitIndex {
    2 * (number.unsigned_abs() as usize - 1) + usize::from(number < 0)
}

const fn negated(literal: LitIndex) -> LitIndex {
    literal ^ 1
}

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: usize,
    /// Another literal of the clause. If it is true, the clause need not be visited.
    other: LitIndex,
}

/// Used instead of a clause number for assumed literals, which follow from no clause.
const ASSUMED: usize = usize::MAX;

#[derive(Clone, Copy, Debug, Default)]
enum Conflict {
    #[default]
    None,
    /// All literals of this clause are false.
    Clause(usize),
    /// This literal is true, but was assumed to be false.
    Literal(LitIndex),
}

#[derive(Clone, Debug)]
struct Clause {
    first: usize,
    len: usize,
    is_deleted: bool,
}

/// A set of clauses and the current assignment.
#[derive(Clone, Debug, Default)]
pub struct ClauseDatabase {
    literals: Vec<LitIndex>,
    all: Vec<Clause>,
    /// Clauses that are not deleted, by a hash value of their literals in any order.
    by_hash: HashMap<u64, Vec<usize>>,
    watches: Vec<Vec<Watch>>,
    is_true: Vec<bool>,
    trail: Vec<LitIndex>,
    /// For each literal of the trail, the clause from which it follows; `ASSUMED` if it is assumed.
    reasons: Vec<usize>,
    conflict: Conflict,
    /// Number of literals on the trail that are propagated.
    propagated: usize,
    /// Number of permanently assigned literals, which come first on the trail.
    settled: usize,
    is_refuted: bool,
}

impl ClauseDatabase {
    /// Creates an empty set of clauses over this number of variables.
    pub fn new(variables: usize) -> Self {
        let mut clauses = Self::default();
        clauses.grow(variables);
        clauses
    }

    /// Increases the number of variables, if it is smaller than this number.
    pub fn grow(&mut self, variables: usize) {
        if 2 * variables > self.watches.len() {
            self.watches.resize_with(2 * variables, Vec::new);
            self.is_true.resize(2 * variables, false);
        }
    }

    /// Returns the number of variables.
    pub fn variables(&self) -> usize {
        self.watches.len() / 2
    }

    /// Whether unit propagation alone refutes the clauses.
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    fn is_false(&self, literal: LitIndex) -> bool {
        self.is_true[negated(literal)]
    }

    /// Adds a clause and permanently propagates its consequences. Returns the number of the clause, or `None` for a
    /// tautology, which is not stored.
    pub fn add(&mut self, numbers: &[DimacsLit]) -> Option<usize> {
        let mut literals = sorted(numbers);
        if literals.windows(2).any(|pair| pair[0] == negated(pair[1])) {
            return None;
        }
        let index = self.all.len();
        self.by_hash.entry(hash(&literals)).or_default().push(index);
        literals.sort_by_key(|&literal| self.is_false(literal)); // literals that are not false come first
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

    /// Deletes a clause with these literals, in any order. Returns its number, or `None` if no clause was deleted.
    /// Consequences of the clause remain, and unit clauses are never deleted.
    pub fn delete(&mut self, numbers: &[DimacsLit]) -> Option<usize> {
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

    /// Deletes the clause with this number, unless it has fewer than two literals. Returns whether the clause was
    /// deleted.
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

    fn clause(&self, index: usize) -> &[LitIndex] {
        let Clause { first, len, .. } = self.all[index];
        &self.literals[first..first + len]
    }

    /// Whether a clause follows by unit propagation (RUP), or every resolvent on its first literal follows in this way
    /// (RAT). The reasons are passed to `derivation`.
    pub fn follows(
        &mut self,
        numbers: &[DimacsLit],
        derivation: &mut impl DerivationObserver,
    ) -> bool {
        let literals: Vec<LitIndex> = numbers.iter().map(|&number| code(number)).collect();
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

    /// Returns the total number of true literals if these literals are assumed. `None` if the assumptions contradict
    /// the clauses. This function is for lookahead heuristics, and no check uses it.
    pub fn consequences(&mut self, assumed: &[DimacsLit]) -> Option<usize> {
        let negated: Vec<LitIndex> = assumed.iter().map(|&number| code(-number)).collect();
        let contradicts = self.is_refuted || self.contradicts(&negated);
        let all = self.trail.len();
        self.undo(self.settled);
        (!contradicts).then_some(all)
    }

    /// Adds these literals as unit clauses.
    pub fn assume(&mut self, assumed: &[DimacsLit]) {
        for &number in assumed {
            let _ = self.add(&[number]);
        }
    }

    /// Whether the variable is assigned permanently.
    pub fn is_settled(&self, number: DimacsLit) -> bool {
        let literal = code(number);
        self.is_true[literal] || self.is_false(literal)
    }

    /// Whether the literal is permanently false.
    fn was_false(&self, literal: LitIndex) -> bool {
        self.trail[..self.settled].contains(&negated(literal))
    }

    /// Whether every resolvent on the pivot follows. All literals of the clause are already assumed to be false.
    fn is_rat(&mut self, pivot: LitIndex, derivation: &mut impl DerivationObserver) -> bool {
        let before = self.trail.len();
        derivation.consequences(self);
        (0..self.all.len()).all(|index| {
            if self.all[index].is_deleted || !self.clause(index).contains(&negated(pivot)) {
                return true;
            }
            let rest = self.clause(index).iter().copied();
            let rest: Vec<LitIndex> = rest.filter(|&literal| literal != negated(pivot)).collect();
            let contradicts = self.contradicts(&rest);
            derivation.resolvent(self, index, before);
            self.undo(before);
            contradicts
        })
    }

    /// Assumes that all these literals are false. Returns whether this contradicts the clauses.
    fn contradicts(&mut self, literals: &[LitIndex]) -> bool {
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

    fn assign(&mut self, literal: LitIndex, reason: usize) {
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

    /// Propagates all consequences. Returns false if a clause becomes false.
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

    /// Visits a clause in which a watched literal has become false. Returns whether the clause remains in the watch
    /// list of this literal.
    fn visit(&mut self, watch: &mut Watch, falsified: LitIndex, is_consistent: &mut bool) -> bool {
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

fn sorted(numbers: &[DimacsLit]) -> Vec<LitIndex> {
    distinct(numbers.iter().map(|&number| code(number)))
}

/// Returns the hash value of sorted literals (Fowler, Noll, Vo).
fn hash(literals: &[LitIndex]) -> u64 {
    literals
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &literal| {
            (hash ^ literal as u64).wrapping_mul(0x0100_0000_01b3)
        })
}

/// An observer of the steps of a proof during the check. The first three methods report the reasons for a clause. They
/// are called while the propagated literals are still assigned.
pub trait DerivationObserver {
    /// Reports that the negation of the clause leads to a contradiction.
    fn contradiction(&mut self, _clauses: &ClauseDatabase) {}

    /// Reports that propagation from the negation of the clause finds no contradiction. Its consequences are assigned.
    fn consequences(&mut self, _clauses: &ClauseDatabase) {}

    /// Reports that the resolvent with this clause was examined. The literals of the trail from position `before` were
    /// assigned for this resolvent.
    fn resolvent(&mut self, _clauses: &ClauseDatabase, _clause: usize, _before: usize) {}

    /// Reports that a clause of the formula was added. Its number is `None` for a tautology.
    fn given(&mut self, _clauses: &ClauseDatabase, _clause: Option<usize>) {}

    /// Reports that a clause of the proof was verified and added. Its number is `None` for a tautology.
    fn lemma(
        &mut self,
        _clauses: &ClauseDatabase,
        _literals: &[DimacsLit],
        _clause: Option<usize>,
    ) {
    }

    /// Reports that a clause was deleted.
    fn deleted(&mut self, _clause: usize) {}
}

impl DerivationObserver for () {}
