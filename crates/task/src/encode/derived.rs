//! Derived fluents in formulas: axioms D1–D5 of `encodings/derived/README.md`.
//!
//! In every state after a step, a derived fluent is true if and only if the rules derive it. By completion (Clark
//! 1978), a true derived fluent is supported by some rule with this head. If fluents depend on each other cyclically,
//! every fluent of the layer has a level, which is a binary number. A rule supports its head only if the levels of the
//! fluents in its body are smaller, so no cycle supports itself. The number of clauses is linear in the size of the
//! rules, times the logarithm of the size of the layer. The initial state needs no axioms, because its values are
//! known.
//!
//! Janhunen, *Representing normal programs with clauses* (ECAI 2004), for the levels; Rintanen, Heljanko, Niemelä
//! (2006), for derived preconditions as literals of the state before the step.

use rustc_hash::FxHashMap;

use crate::task::{Fluent, Layer, Task};

pub fn derive<L: Clauses>(task: &Task, state: &[L::Bit], out: &mut L) {
    for layer in task.layers() {
        let mut levels = layer.is_recursive().then(|| Levels::new(layer, out));
        let rules = &task.rules()[layer.rules.clone()];
        let mut from = 0;
        for &head in &layer.fluents {
            let own = rules[from..].iter().take_while(|rule| rule.head == head);
            let own = &rules[from..from + own.count()];
            from += own.len();
            let is_true = &state[head.index()];
            let mut supports = vec![(is_true.clone(), false)];
            for rule in own {
                let body = rule.body.iter();
                let body = body.map(|one| (state[one.fluent.index()].clone(), one.value));
                let body: Vec<(L::Bit, bool)> = body.collect();
                let broken = body.iter().map(|(bit, value)| (bit.clone(), !value));
                let follows: Vec<_> = broken.chain([(is_true.clone(), true)]).collect();
                out.any_of(&follows); // D1: a rule whose body holds makes its head true
                let circular = rule.body.iter().map(|one| one.fluent);
                let mut circular = circular
                    .filter(|&one| task.are_in_one_layer(head, one))
                    .peekable();
                if let ([only], None) = (&body[..], circular.peek()) {
                    supports.push(only.clone());
                    continue;
                }
                let support = out.fresh();
                for literal in body {
                    out.any_of(&[(support.clone(), false), literal]); // D3: a supporting rule has a true body
                }
                if let Some(levels) = &mut levels {
                    for one in circular {
                        let less = levels.less(one, head, out);
                        out.any_of(&[(support.clone(), false), (less, true)]); // D4: from smaller levels
                    }
                }
                supports.push((support, true));
            }
            out.any_of(&supports); // D2: a true fluent is supported
        }
    }
}

/// An output that can create variables and clauses.
pub trait Clauses {
    /// The type of a variable.
    type Bit: Clone;

    /// Creates an auxiliary variable.
    fn fresh(&mut self) -> Self::Bit;

    /// Adds the clause that at least one of the variables has its given value.
    fn any_of(&mut self, literals: &[(Self::Bit, bool)]);

    /// Adds clauses that allow at most one of the variables to be true.
    fn at_most_one(&mut self, bits: &[Self::Bit]);
}

/// The levels of a recursive layer.
struct Levels<B> {
    /// For each fluent, the bits of its level. The lowest bit comes first.
    bits: FxHashMap<Fluent, Vec<B>>,
    less: FxHashMap<(Fluent, Fluent), B>,
}

impl<B: Clone> Levels<B> {
    fn new<L: Clauses<Bit = B>>(layer: &Layer, out: &mut L) -> Self {
        let width = usize::BITS - (layer.fluents.len() - 1).leading_zeros();
        let fluents = layer.fluents.iter();
        Self {
            bits: fluents
                .map(|&one| (one, (0..width).map(|_| out.fresh()).collect()))
                .collect(),
            less: FxHashMap::default(),
        }
    }

    /// Returns a variable that implies that the level of `one` is smaller than the level of `other`.
    fn less<L: Clauses<Bit = B>>(&mut self, one: Fluent, other: Fluent, out: &mut L) -> B {
        if let Some(known) = self.less.get(&(one, other)) {
            return known.clone();
        }
        let (small, large) = (&self.bits[&one], &self.bits[&other]);
        let mut below: Option<B> = None;
        for (small, large) in small.iter().zip(large) {
            let less = out.fresh();
            let is = (less.clone(), false);
            // D5: either the levels have 0 and 1 at this bit, or they agree at this bit and the lower bits decide.
            out.any_of(&[is.clone(), (small.clone(), false), (large.clone(), true)]);
            let rest = below.map(|below| (below, true));
            let or_below = |literal: (B, bool)| {
                let clause = [is.clone(), literal].into_iter().chain(rest.clone());
                clause.collect::<Vec<_>>()
            };
            out.any_of(&or_below((small.clone(), false)));
            out.any_of(&or_below((large.clone(), true)));
            below = Some(less);
        }
        let less = below.expect("a recursive layer has two fluents, and a level one bit");
        self.less.insert((one, other), less.clone());
        less
    }
}

/// Returns an upper bound on the number of clauses that [`derive`] writes for a state.
pub fn most_clauses(task: &Task) -> u128 {
    let of_layer = |layer: &Layer| {
        let bits = u128::from(usize::BITS - layer.fluents.len().leading_zeros());
        let rules = task.rules()[layer.rules.clone()].iter();
        let per_literal = if layer.is_recursive() {
            2 + 3 * bits
        } else {
            1
        };
        let of_rules = rules.map(|rule| 1 + per_literal * rule.body.len() as u128);
        layer.fluents.len() as u128 + of_rules.sum::<u128>()
    };
    task.layers().iter().map(of_layer).sum()
}
