//! Clauses of two literals that are the same for every step, stored once.
//!
//! Nearly all clauses of a planning task are of this kind. They are stored with the variables of the first step. For
//! another step, the distance between the two steps is added to each literal.
//!
//! Rintanen, *Engineering efficient planners with SAT* (ECAI 2012).

use rustsat::types::Lit;

use super::clauses::{Code, code};
use saut_base::lists::{Lists, number};
use saut_task::formula::template::TransitionTemplate;

#[derive(Clone, Debug)]
pub struct StepPairs {
    fluents: u32,
    actions: u32,
    stride: u32,
    horizon: u32,
    /// For each literal of the first step: the other literals of its pairs that also belong to the step.
    own: Lists,
    /// For each literal of the first step: the other literals of its pairs that belong to the previous state.
    before: Lists,
    /// For each literal of the previous state: the other literals of its pairs, all of which belong to the step.
    after: Lists,
}

impl StepPairs {
    /// Collects the pairs of a template for this horizon.
    pub fn new(template: &TransitionTemplate, horizon: usize) -> Self {
        let fluents = template.fluents;
        let mut own = vec![Vec::new(); 2 * template.stride];
        let (mut before, mut after) = (own.clone(), vec![Vec::new(); 2 * fluents]);
        for clause in template.step().filter(|clause| is_pair(template, clause)) {
            for [one, other] in [[clause[0], clause[1]], [clause[1], clause[0]]] {
                let list = match (code(one) as usize).checked_sub(2 * fluents) {
                    None => &mut after[code(one) as usize],
                    Some(index) if other.vidx() < fluents => &mut before[index],
                    Some(index) => &mut own[index],
                };
                list.push(code(other));
            }
        }
        Self {
            fluents: number(fluents),
            actions: number(template.actions),
            stride: number(template.stride),
            horizon: number(horizon),
            own: Lists::new(own),
            before: Lists::new(before),
            after: Lists::new(after),
        }
    }

    /// Returns the other literals of all pairs with this literal, in three lists. The number next to each list must be
    /// added to the literals in it.
    pub fn others(&self, literal: Code) -> [(&[Code], Code); 3] {
        const NONE: (&[Code], Code) = (&[], 0);
        let own = (literal / 2).checked_sub(self.fluents);
        if own.map_or(0, |own| own / self.stride.max(1)) >= self.horizon {
            return [NONE; 3]; // a variable that occurs only in the goal
        }
        let Some(own) = own else {
            return [(self.after.of(literal as usize), 0), NONE, NONE];
        };
        let (earlier, place) = (own / self.stride, own % self.stride);
        let index = |place: u32| (2 * place + literal % 2) as usize;
        let shift = 2 * earlier * self.stride;
        // The variables of the initial state come first. The variables of every later state belong to the step before
        // it.
        let states = self.fluents + self.actions;
        let to_before = match earlier {
            0 => 0,
            _ => shift + 2 * states - 2 * self.stride,
        };
        let next = match place.checked_sub(self.actions) {
            Some(fluent) if fluent < self.fluents && earlier + 1 < self.horizon => {
                (self.after.of(index(fluent)), shift + 2 * self.stride)
            }
            _ => NONE,
        };
        let (own, before) = (self.own.of(index(place)), self.before.of(index(place)));
        [(own, shift), (before, to_before), next]
    }
}

/// Whether a clause of a step is stored here: it has two literals, of different variables, and at least one variable
/// belongs to the step.
pub fn is_pair(template: &TransitionTemplate, clause: &[Lit]) -> bool {
    match clause {
        [one, other] => {
            one.vidx() != other.vidx() && one.vidx().max(other.vidx()) >= template.fluents
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{StepPairs, code, is_pair};
    use crate::random_task::random_task;
    use saut_base::stop::Stop;
    use saut_task::encode::Encoding;

    #[test]
    fn the_others_are_those_of_the_clauses_written_out() {
        let mut seen = 0;
        for seed in 0..60 {
            let task = random_task(seed);
            for encoding in [Encoding::Forall, Encoding::Sase, Encoding::Exists] {
                let template = encoding
                    .steps(&task, &Stop::default())
                    .unwrap()
                    .unwrap()
                    .template;
                for horizon in 0..4 {
                    let mut written = BTreeSet::new();
                    for step in 1..=horizon {
                        for clause in template.step().filter(|clause| is_pair(&template, clause)) {
                            let [a, b] = [0, 1].map(|i| code(template.in_step(clause[i], step)));
                            written.extend([(a, b), (b, a)]);
                        }
                    }
                    let pairs = StepPairs::new(&template, horizon);
                    let mut read = BTreeSet::new();
                    for literal in 0..2 * u32::try_from(template.variables(horizon)).unwrap() {
                        for (list, shift) in pairs.others(literal) {
                            read.extend(list.iter().map(|other| (literal, other + shift)));
                        }
                    }
                    assert_eq!(read, written, "{encoding} {seed} {horizon}");
                    seen += written.len();
                }
            }
        }
        assert!(seen > 10_000, "{seen}");
    }
}
