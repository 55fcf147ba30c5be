//! Reasons for a clause: the clauses that unit propagation used, in the order in which they became unit.

use super::{ASSUMED, ClauseDatabase, Conflict, DimacsLit, LitIndex};

/// A clause that propagation used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The clause with this number.
    Clause(usize),
    /// A literal that is permanently true.
    Settled(DimacsLit),
}

fn number(literal: LitIndex) -> DimacsLit {
    let variable = DimacsLit::try_from(literal / 2 + 1).unwrap_or(DimacsLit::MAX);
    if literal.is_multiple_of(2) {
        variable
    } else {
        -variable
    }
}

impl ClauseDatabase {
    /// Returns the clauses that led to the last contradiction. Only literals of the trail from position `before` are
    /// explained.
    pub fn reasons_of_conflict(&self, before: usize) -> Vec<Hint> {
        let mut needed = Vec::new();
        let mut last = None;
        match self.conflict {
            Conflict::None => {}
            Conflict::Clause(clause) => {
                needed.extend_from_slice(self.clause(clause));
                last = Some(Hint::Clause(clause));
            }
            Conflict::Literal(literal) => needed.push(literal),
        }
        let mut hints = self.reasons(needed, before);
        hints.extend(last);
        hints
    }

    /// Returns the clauses that imply all assignments that are not permanent.
    pub fn reasons_of_all(&self) -> Vec<Hint> {
        self.reasons(self.trail[self.settled..].to_vec(), 0)
    }

    /// Returns the permanent literals of the trail from position `place`. Each is returned with the clause from which
    /// it follows, and with the other literals of this clause.
    pub fn settled_since(
        &self,
        place: usize,
    ) -> impl Iterator<Item = (DimacsLit, usize, Vec<DimacsLit>)> + '_ {
        (place..self.settled).map(|place| {
            let (literal, reason) = (self.trail[place], self.reasons[place]);
            let others = self.clause(reason).iter().copied();
            let others = others.filter(|&other| other != literal).map(number);
            (number(literal), reason, others.collect())
        })
    }

    /// Returns the number of permanently assigned literals.
    pub fn settled(&self) -> usize {
        self.settled
    }

    /// Returns the clauses that imply the values of these variables, in the order of the trail. Only assignments from
    /// position `before` are explained. Permanent literals come first.
    fn reasons(&self, needed: Vec<LitIndex>, before: usize) -> Vec<Hint> {
        let mut is_needed = vec![false; self.watches.len() / 2];
        let mut settled = Vec::new();
        let mut open = needed;
        let mut hints = Vec::new();
        let mut place = self.trail.len();
        loop {
            for literal in open.drain(..) {
                is_needed[literal / 2] = true;
            }
            // The latest needed literal on the trail.
            let next = (before.max(self.settled)..place)
                .rev()
                .find(|&place| is_needed[self.trail[place] / 2] && self.reasons[place] != ASSUMED);
            let Some(next) = next else { break };
            place = next;
            hints.push(Hint::Clause(self.reasons[place]));
            open.extend_from_slice(self.clause(self.reasons[place]));
        }
        for &literal in &self.trail[..self.settled] {
            if is_needed[literal / 2] {
                settled.push(Hint::Settled(number(literal)));
            }
        }
        hints.reverse();
        settled.extend(hints);
        settled
    }

    /// Returns the number and the literals of the clause that became false in the last contradiction.
    pub fn false_clause(&self) -> Option<(usize, Vec<DimacsLit>)> {
        match self.conflict {
            Conflict::Clause(clause) => {
                let literals = self.clause(clause).iter().copied();
                Some((clause, literals.map(number).collect()))
            }
            Conflict::None | Conflict::Literal(_) => None,
        }
    }
}
