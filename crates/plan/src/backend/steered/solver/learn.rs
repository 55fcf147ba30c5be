//! Clauses learnt from conflicts.

use super::Solver;
use crate::backend::LemmaExchange;
use crate::backend::steered::clauses::{Antecedent, Code, Conflict, Reason};
use rustsat::types::Lit;
use saut_base::lists::number;

impl Solver {
    /// Learns the clause of the first unique implication point, and jumps back to the level at which it asserts a
    /// literal.
    pub(super) fn learn(&mut self, conflict: Conflict) {
        let mut learnt = self.analyse(conflict);
        self.activity.decay();
        let level = |literal: Code| self.levels[literal as usize / 2];
        // The second literal has the highest level of the remaining literals.
        let second = (1..learnt.len()).max_by_key(|&place| level(learnt[place]));
        let mut back = 0;
        if let Some(second) = second {
            back = level(learnt[second]) as usize;
            learnt.swap(1, second);
        }
        let lbd = self.lbd(&learnt);
        self.note(b'a', &learnt);
        if let Some(goal) = self.goal
            && LemmaExchange::wants(learnt.len(), lbd as usize)
            && !learnt.contains(&(goal ^ 1))
        {
            let lemma = learnt.iter().map(|&one| Lit::new(one / 2, one % 2 == 1));
            self.lemmas.push(lemma.collect());
        }
        self.back_to(back);
        let reason = match learnt[..] {
            [_] => Reason::NOTHING,
            _ => Reason::clause(self.clauses.add(&learnt, Some(lbd))),
        };
        self.assign(learnt[0], reason);
    }

    /// Returns the clause learnt from a conflict, with the asserting literal first.
    fn analyse(&mut self, conflict: Conflict) -> Vec<Code> {
        let here = number(self.starts.len());
        let (mut learnt, mut open) = (vec![0], 0);
        let mut others = std::mem::take(&mut self.others);
        others.clear();
        match conflict {
            Conflict::Clause(clause) => others.extend_from_slice(self.clauses.literals(clause)),
            Conflict::Pair(pair) => others.extend(pair),
        }
        let mut at = self.trail.len();
        loop {
            for &literal in &others {
                let variable = literal as usize / 2;
                if self.marked[variable] || self.levels[variable] == 0 {
                    continue;
                }
                self.marked[variable] = true;
                self.activity.bump(variable);
                if self.levels[variable] == here {
                    open += 1;
                } else {
                    learnt.push(literal);
                }
            }
            // The next literal is the last marked literal on the trail. It has the current level.
            let literal = loop {
                at -= 1;
                if self.marked[self.trail[at] as usize / 2] {
                    break self.trail[at];
                }
            };
            open -= 1;
            if open == 0 {
                learnt[0] = literal ^ 1;
                break;
            }
            self.marked[literal as usize / 2] = false;
            others.clear();
            match self.reasons[literal as usize / 2].antecedent() {
                Antecedent::Nothing => {}
                Antecedent::Other(other) => others.push(other),
                Antecedent::Clause(clause) => {
                    let literals = self.clauses.literals(clause).iter();
                    others.extend(literals.filter(|&&other| other != literal));
                }
            }
        }
        self.others = others;
        let all = learnt.clone();
        let mut place = 0;
        learnt.retain(|&literal| {
            place += 1;
            place == 1 || !self.follows(literal)
        });
        for literal in all {
            self.marked[literal as usize / 2] = false;
        }
        learnt
    }

    /// Whether a literal of the learnt clause is redundant: every other literal of its reason is in the clause, or has
    /// level 0.
    fn follows(&self, literal: Code) -> bool {
        let variable = literal as usize / 2;
        let is_known = |other: Code| {
            let other = other as usize / 2;
            other == variable || self.marked[other] || self.levels[other] == 0
        };
        match self.reasons[variable].antecedent() {
            Antecedent::Nothing => false,
            Antecedent::Other(other) => is_known(other),
            Antecedent::Clause(clause) => {
                let literals = self.clauses.literals(clause);
                literals.iter().all(|&other| is_known(other))
            }
        }
    }

    /// Returns the number of decision levels in a clause.
    fn lbd(&mut self, clause: &[Code]) -> u32 {
        let mut lbd = 0;
        if self.level_marks.len() <= self.starts.len() {
            self.level_marks.resize(self.starts.len() + 1, 0);
        }
        for &literal in clause {
            let level = self.levels[literal as usize / 2] as usize;
            lbd += u32::from(
                std::mem::replace(&mut self.level_marks[level], self.conflicts) != self.conflicts,
            );
        }
        lbd
    }
}
