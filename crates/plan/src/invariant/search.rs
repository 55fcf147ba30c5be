//! The search in one direction: obligations by layer, reasons why obligations lead nowhere, and the test for equal
//! layers.

use std::collections::BTreeSet;

use saut_task::invariant::InvariantForm;

use super::frames::{Frames, INFINITY_FRAME};
use super::moves::Moves;
use crate::decision::Method;
use crate::engine::{Budget, Turn};
use saut_base::bits;
use saut_base::lists::number;
use saut_base::stop::StopReason;
use saut_task::certificate::{self, ClosedSet};
use saut_task::task::Literal;

/// The name in answers and result files.
pub const PDR: &str = "pdr";

/// Number of look-ups per unit of work, which includes the work between look-ups.
const LOOKED_A_WORK: u64 = 18;
/// Number of conjunctions that are compared for each move that a reason must block.
const COMPARED: usize = 6;
/// Number of unmet goals that are tried as the seed of a reason.
const SEEDS: usize = 4;

/// A row (a set of literals) from which the search tries to reach the other end.
struct Obligation {
    row: Vec<u64>,
    /// The previous obligation, and the move from it.
    from: Option<(u32, u32)>,
    /// The possible moves, and how many of them are known to lead nowhere within the steps of the layer.
    moves: Option<(Vec<u32>, usize)>,
}

/// Literals of a row that suffice to show that a move leads nowhere.
#[derive(Clone)]
struct Justification {
    chosen: u32,
    literals: Vec<u32>,
    /// The layer of the conjunction into which the move leads; [`INFINITY_FRAME`] if the move is impossible.
    layer: u32,
}

impl Justification {
    /// Creates the justification by a literal that contradicts the needs of the move.
    fn against(chosen: u32, literal: u32) -> Self {
        Self {
            chosen,
            literals: vec![literal],
            layer: INFINITY_FRAME,
        }
    }
}

/// Literals of a row from which the other end is not reached, with justifications for all moves that could remove one
/// of them.
struct BlockedLiterals {
    literals: Vec<u32>,
    justifications: Vec<Justification>,
}

/// The kind of the next step.
enum SearchPhase {
    Search,
    /// Conjunctions of a layer are moved to the next layer if possible.
    Propagate {
        layer: u32,
        left: Vec<u32>,
    },
}

pub struct PdrSearch<'a> {
    moves: Moves<'a>,
    frames: Frames,
    obligations: Vec<Obligation>,
    /// For each layer, its open obligations, the newest last.
    open: Vec<Vec<u32>>,
    /// The highest layer.
    top: u32,
    phase: SearchPhase,
    most_bytes: u64,
    /// Number of moves stored in obligations.
    kept: usize,
    after: Vec<u64>,
    counted: u64,
}

impl<'a> PdrSearch<'a> {
    pub fn new(moves: Moves<'a>, most_bytes: u64) -> Self {
        let frames = Frames::new(moves.literals, &moves.base);
        let mut search = Self {
            moves,
            frames,
            obligations: Vec::new(),
            open: Vec::new(),
            top: 0,
            phase: SearchPhase::Search,
            most_bytes,
            kept: 0,
            after: Vec::new(),
            counted: 0,
        };
        search.begin();
        search
    }

    /// Returns the layer of a row: the minimum number of steps in which it may reach the other end.
    fn rank(&mut self, row: &[u64]) -> u32 {
        let holding = self.frames.holding(row, 0);
        let layers = holding.iter().map(|&entry| self.frames.entry(entry).layer);
        layers.max().map_or(0, |layer| layer.saturating_add(1))
    }

    /// Restarts with the start row as the only obligation.
    fn begin(&mut self) {
        self.obligations.clear();
        self.kept = 0;
        self.open = vec![Vec::new(); self.top as usize + 1];
        let row = self.moves.start.clone();
        let rank = self.rank(&row);
        if rank <= self.top {
            self.obligations.push(Obligation {
                row,
                from: None,
                moves: None,
            });
            self.open[rank as usize].push(0);
        }
    }

    /// Continues until the search has a result or the budget is spent.
    pub fn run(&mut self, budget: &mut Budget<'_>) -> Turn {
        loop {
            let work = 1 + (self.frames.looked - self.counted) / LOOKED_A_WORK;
            self.counted = self.frames.looked;
            if !budget.spend(work) || budget.stop.stop_reason().is_some() {
                return Turn::Paused;
            }
            let found = match std::mem::replace(&mut self.phase, SearchPhase::Search) {
                SearchPhase::Search => self.step(),
                SearchPhase::Propagate { layer, left } => self.propagate(layer, left),
            };
            if let Some(found) = found {
                return found;
            }
        }
    }

    /// Processes the newest open obligation of the lowest layer.
    fn step(&mut self) -> Option<Turn> {
        if let Some(full) = self.make_room() {
            return Some(full);
        }
        let lowest = self.open.iter().position(|open| !open.is_empty());
        let Some(layer) = lowest else {
            let start = self.moves.start.clone();
            if !self.frames.holding(&start, INFINITY_FRAME).is_empty() {
                return Some(self.invariant(INFINITY_FRAME));
            }
            if self.top == 0 {
                self.top = 1;
                self.begin();
                return None;
            }
            let left = self.frames.of_layer(1);
            self.phase = SearchPhase::Propagate { layer: 1, left };
            return None;
        };
        let own = *self.open[layer].last()?;
        let steps = u32::try_from(layer).unwrap_or(INFINITY_FRAME);
        if layer == 0 {
            return Some(self.path(own));
        }
        let row = std::mem::take(&mut self.obligations[own as usize].row);
        let found = self.extend(own, &row, steps);
        self.obligations[own as usize].row = row;
        found
    }

    fn extend(&mut self, own: u32, row: &[u64], steps: u32) -> Option<Turn> {
        let rank = self.rank(row);
        if rank > steps {
            self.close(own, steps, rank);
            return None;
        }
        let below = self.frames.holding(row, steps - 1);
        let (moves, mut done) = if let Some(known) = self.obligations[own as usize].moves.take() {
            known
        } else {
            let moves = self.possible(row);
            self.kept += moves.len();
            (moves, 0)
        };
        while done < moves.len() {
            let chosen = moves[done];
            if !self.is_blocked(row, &below, chosen, steps - 1) {
                let after = self.after.clone();
                let rank = self.rank(&after);
                let number = u32::try_from(self.obligations.len()).unwrap_or(u32::MAX);
                self.obligations[own as usize].moves = Some((moves, done));
                self.obligations.push(Obligation {
                    row: after,
                    from: Some((own, chosen)),
                    moves: None,
                });
                self.open[rank.min(steps - 1) as usize].push(number);
                return None;
            }
            done += 1;
        }
        self.obligations[own as usize].moves = Some((moves, 0));
        let (reason, layer) = self.reason(row, &below, steps);
        self.frames.add(reason, layer);
        self.close(own, steps, layer.saturating_add(1));
        None
    }

    /// Defers an obligation to a higher layer: it may reach the other end in more steps.
    fn close(&mut self, own: u32, steps: u32, rank: u32) {
        self.open[steps as usize].pop();
        if let Some((_, done)) = &mut self.obligations[own as usize].moves {
            *done = 0;
        }
        if rank <= self.top {
            self.open[rank as usize].push(own);
        } else if let Some((moves, _)) = self.obligations[own as usize].moves.take() {
            self.kept -= moves.len();
        }
    }

    /// Drops the obligations if they use too much memory. The conjunctions are kept.
    fn make_room(&mut self) -> Option<Turn> {
        let bytes = self.moves.start.len() as u64 * 8 + 64;
        let taken = self.obligations.len() as u64 * bytes + 4 * self.kept as u64;
        let learned = self.frames.size as u64 * 24;
        if learned > self.most_bytes {
            return Some(Turn::Done(StopReason::TooLarge));
        }
        if taken + learned > self.most_bytes {
            if self.obligations.len() < 1000 {
                return Some(Turn::Done(StopReason::TooLarge));
            }
            self.begin();
        }
        None
    }

    /// Returns the moves that are possible in a row.
    fn possible(&mut self, row: &[u64]) -> Vec<u32> {
        let mut found = self.moves.always.clone();
        for literal in bits::iter(row) {
            for &chosen in self.moves.tried.of(literal) {
                self.frames.looked += 2;
                if !self.moves.is_against(row, chosen) {
                    found.push(chosen);
                }
            }
        }
        if self.moves.form == InvariantForm::Never {
            found.sort_unstable();
            found.dedup();
        }
        found
    }

    /// Whether a move leads into a conjunction of at least this layer. Stores the row after the move in `after`.
    fn is_blocked(&mut self, row: &[u64], below: &[u32], chosen: u32, layer: u32) -> bool {
        let mut after = std::mem::take(&mut self.after);
        self.moves.apply(row, chosen, &mut after);
        let mut is_blocked = self.is_excluded(&after, chosen);
        if !is_blocked {
            self.frames.looked += below.len() as u64;
            is_blocked = below.iter().any(|&entry| self.frames.holds(entry, &after));
        }
        if !is_blocked {
            let (mut found, new) = (Vec::new(), self.moves.new_of(row, chosen));
            self.frames.some_with(&after, new, layer, 1, &mut found);
            is_blocked = !found.is_empty();
        }
        self.after = after;
        is_blocked
    }

    /// Whether the literals that a move adds are mutex with the remaining ones. This cannot happen forwards.
    fn is_excluded(&self, after: &[u64], chosen: u32) -> bool {
        let mut new = self.moves.sets.of(chosen as usize).iter();
        self.moves.form == InvariantForm::Never && new.any(|&one| self.moves.excludes(after, one))
    }

    /// Returns the reason why a row does not reach the other end within `steps` steps, and the layer for which the
    /// reason holds.
    fn reason(&mut self, row: &[u64], below: &[u32], steps: u32) -> (Vec<u32>, u32) {
        let base = self.moves.base.iter();
        let holds = |one: &&Vec<u32>| one.iter().all(|&it| bits::get(row, it as usize));
        let mut seeds: Vec<Vec<u32>> = base.filter(holds).cloned().collect();
        let takers = |seed: &Vec<u32>| -> usize {
            let takers = |&one: &u32| self.moves.takers.of(one as usize).len();
            seed.iter().map(takers).sum()
        };
        seeds.sort_by_key(takers);
        seeds.truncate(SEEDS);
        let mut best: Option<BlockedLiterals> = None;
        for seed in &seeds {
            let most = best.as_ref().map_or(usize::MAX, |best| best.literals.len());
            let reason = self.generalize(row, below, steps, seed, most);
            let is_better = |reason: &BlockedLiterals| reason.literals.len() < most;
            best = reason.filter(is_better).or(best);
        }
        match best {
            Some(reason) => self.minimised(reason, steps - 1),
            None => (bits::iter(row).map(number).collect(), steps),
        }
    }

    /// Constructs a reason from one unmet goal. Each move that could remove one of its literals is blocked by a literal
    /// that contradicts the needs of the move, or by a conjunction into which the move leads. `None` if the reason
    /// becomes longer than `most`.
    fn generalize(
        &mut self,
        row: &[u64],
        below: &[u32],
        steps: u32,
        seed: &[u32],
        most: usize,
    ) -> Option<BlockedLiterals> {
        let mut justifications = Vec::new();
        let mut reason = self.moves.row(seed);
        let mut all: Vec<u32> = seed.to_vec();
        let mut next = 0;
        let mut answers = Vec::new();
        while let Some(&literal) = all.get(next) {
            next += 1;
            if all.len() > most {
                return None;
            }
            for at in 0..self.moves.takers.of(literal as usize).len() {
                let chosen = self.moves.takers.of(literal as usize)[at];
                self.frames.looked += 2;
                if let Some(one) = self.moves.against(&reason, chosen) {
                    justifications.push(Justification::against(chosen, one));
                    continue;
                }
                answers.clear();
                self.answers(row, below, chosen, steps - 1, &mut answers);
                let cost = |answer: &Justification| -> usize {
                    let all = answer.literals.iter();
                    let new = all.filter(|&&one| !bits::get(&reason, one as usize));
                    let takers = |one: &u32| self.moves.takers.of(*one as usize).len();
                    new.map(|one| 8 + takers(one).min(64)).sum()
                };
                let best = answers.iter().min_by_key(|answer| cost(answer))?.clone();
                for &one in &best.literals {
                    if !bits::get(&reason, one as usize) {
                        bits::set(&mut reason, one as usize, true);
                        all.push(one);
                    }
                }
                justifications.push(best);
            }
        }
        all.sort_unstable();
        Some(BlockedLiterals {
            literals: all,
            justifications,
        })
    }

    /// Collects the justifications by which a row blocks a move.
    fn answers(
        &mut self,
        row: &[u64],
        below: &[u32],
        chosen: u32,
        layer: u32,
        answers: &mut Vec<Justification>,
    ) {
        for &need in self.moves.needs.of(chosen as usize) {
            self.against(row, need, chosen, &[], answers);
        }
        let mut after = std::mem::take(&mut self.after);
        self.moves.apply(row, chosen, &mut after);
        let sets = self.moves.sets.of(chosen as usize);
        if self.moves.form == InvariantForm::Never {
            for &new in sets {
                self.against(&after, new, chosen, sets, answers);
            }
        }
        let mut found = Vec::new();
        let holds = |entry: &&u32| self.frames.holds(**entry, &after);
        found.extend(below.iter().filter(holds).take(COMPARED));
        self.frames.looked += below.len() as u64;
        let most = found.len() + COMPARED;
        let new = self.moves.new_of(row, chosen);
        self.frames.some_with(&after, new, layer, most, &mut found);
        for entry in found {
            answers.push(self.justification(chosen, entry));
        }
        self.after = after;
    }

    /// Justifies a blocked move by a conjunction into which it leads.
    fn justification(&self, chosen: u32, entry: u32) -> Justification {
        let sets = self.moves.sets.of(chosen as usize);
        let all = self.frames.entry(entry).literals.iter().copied();
        Justification {
            chosen,
            literals: all.filter(|one| !sets.contains(one)).collect(),
            layer: self.frames.entry(entry).layer,
        }
    }

    /// Adds justifications by literals of a row that are never true together with `literal`. Literals of `but` are left
    /// out.
    fn against(
        &self,
        row: &[u64],
        literal: u32,
        chosen: u32,
        but: &[u32],
        answers: &mut Vec<Justification>,
    ) {
        if bits::get(row, (literal ^ 1) as usize) {
            answers.push(Justification::against(chosen, literal ^ 1));
            return;
        }
        let excluded = self.moves.mutexes.row(Literal::of_index(literal as usize));
        let others = bits::of_words(bits::common(excluded, row)).map(number);
        let others = others.filter(|one| !but.contains(one));
        let others = others.take(COMPARED);
        answers.extend(others.map(|one| Justification::against(chosen, one)));
    }

    /// Returns the lowest layer of the conjunctions into which the moves from a known conjunction lead. `None` if a
    /// move leads into no conjunction of this layer or a higher layer. [`INFINITY_FRAME`] if every move is impossible
    /// or leads into a conjunction of that layer. The move that caused the last `None` is tried first.
    fn propagates(&mut self, entry: u32) -> Option<u32> {
        let known = self.frames.entry(entry);
        let (layer, witness, literals) = (known.layer, known.witness, known.literals.clone());
        let row = self.moves.row(&literals);
        if let Some(chosen) = witness {
            self.answer(&row, chosen, layer)?;
        }
        let mut least = INFINITY_FRAME;
        for &literal in &literals {
            for at in 0..self.moves.takers.of(literal as usize).len() {
                let chosen = self.moves.takers.of(literal as usize)[at];
                let Some(answer) = self.answer(&row, chosen, layer) else {
                    self.frames.entry_mut(entry).witness = Some(chosen);
                    return None;
                };
                least = least
                    .min(answer.map_or(INFINITY_FRAME, |entry| self.frames.entry(entry).layer));
            }
        }
        Some(least)
    }

    /// The obstacle to a move from a conjunction: a conjunction of the highest layer into which it leads, or
    /// `Some(None)` if the move is impossible. `None` if there is no obstacle.
    #[expect(
        clippy::option_option,
        reason = "no answer, and an answer without a conjunction"
    )]
    fn answer(&mut self, row: &[u64], chosen: u32, layer: u32) -> Option<Option<u32>> {
        self.frames.looked += 2;
        if self.moves.is_against(row, chosen) {
            return Some(None);
        }
        let mut after = std::mem::take(&mut self.after);
        self.moves.apply(row, chosen, &mut after);
        let answer = if self.is_excluded(&after, chosen) {
            Some(None)
        } else {
            self.latest(row, &after, chosen, layer).map(Some)
        };
        self.after = after;
        answer
    }

    /// Returns a conjunction of at least this layer that holds after a move. A conjunction of the highest layer with a
    /// new literal is preferred.
    fn latest(&mut self, row: &[u64], after: &[u64], chosen: u32, layer: u32) -> Option<u32> {
        let new = self.moves.new_of(row, chosen);
        let latest = self.frames.latest_with(after, new, layer);
        latest.or_else(|| self.frames.first_holding(after, layer))
    }

    /// Removes unnecessary literals from a reason, and returns it with the layer for which it holds. For each removed
    /// literal, only the moves whose justification contains it are justified again.
    fn minimised(&mut self, reason: BlockedLiterals, layer: u32) -> (Vec<u32>, u32) {
        let BlockedLiterals {
            mut literals,
            mut justifications,
        } = reason;
        let mut row = self.moves.row(&literals);
        for one in literals.clone().into_iter().rev() {
            bits::set(&mut row, one as usize, false);
            let holds = |base: &Vec<u32>| base.iter().all(|&it| bits::get(&row, it as usize));
            let less = if self.moves.base.iter().any(holds) {
                self.without(&row, one, &justifications, layer)
            } else {
                None
            };
            match less {
                Some(changed) => {
                    literals.retain(|&other| other != one);
                    justifications.retain(|justification| !justification.literals.contains(&one));
                    justifications.extend(changed);
                }
                None => bits::set(&mut row, one as usize, true),
            }
        }
        let least = justifications.iter().map(|one| one.layer).min();
        let layer = least.map_or(INFINITY_FRAME, |least| least.saturating_add(1));
        (literals, layer)
    }

    /// Returns new justifications after a literal was removed from the row, for the moves whose justification contained
    /// it.
    fn without(
        &mut self,
        row: &[u64],
        gone: u32,
        justifications: &[Justification],
        layer: u32,
    ) -> Option<Vec<Justification>> {
        let mut changed = Vec::new();
        let all = justifications.iter();
        for one in all.filter(|one| one.literals.contains(&gone)) {
            let chosen = one.chosen;
            let mut taken = self.moves.taken(chosen).iter();
            if !taken.any(|&one| bits::get(row, one as usize)) {
                continue; // the move no longer removes a literal of the row
            }
            changed.push(self.supported(row, chosen, layer)?);
        }
        Some(changed)
    }

    /// Returns a justification by which a row blocks a move.
    fn supported(&mut self, row: &[u64], chosen: u32, layer: u32) -> Option<Justification> {
        if let Some(one) = self.moves.against(row, chosen) {
            return Some(Justification::against(chosen, one));
        }
        let mut after = std::mem::take(&mut self.after);
        self.moves.apply(row, chosen, &mut after);
        let sets = self.moves.sets.of(chosen as usize);
        let mut answers = Vec::new();
        if self.moves.form == InvariantForm::Never {
            for &new in sets {
                self.against(&after, new, chosen, sets, &mut answers);
            }
        }
        if answers.is_empty() {
            let entry = self.latest(row, &after, chosen, layer);
            answers.extend(entry.map(|entry| self.justification(chosen, entry)));
        }
        self.after = after;
        answers.into_iter().next()
    }

    /// Tries to move one conjunction to the next layer. After all of them, tests whether two layers are equal.
    fn propagate(&mut self, layer: u32, mut left: Vec<u32>) -> Option<Turn> {
        while let Some(entry) = left.pop() {
            if self.frames.entry(entry).is_gone || self.frames.entry(entry).layer != layer {
                continue;
            }
            if let Some(over) = self.propagates(entry) {
                self.frames.entry_mut(entry).layer = over.saturating_add(1);
            }
            self.phase = SearchPhase::Propagate { layer, left };
            return None;
        }
        if self.frames.of_layer(layer).is_empty() {
            return Some(self.invariant(layer + 1));
        }
        if layer < self.top {
            let left = self.frames.of_layer(layer + 1);
            self.phase = SearchPhase::Propagate {
                layer: layer + 1,
                left,
            };
            return None;
        }
        self.top += 1;
        self.begin();
        None
    }

    /// Returns the actions of the path to an obligation.
    fn path(&self, last: u32) -> Turn {
        let mut actions = Vec::new();
        let mut from = self.obligations[last as usize].from;
        while let Some((before, chosen)) = from {
            actions.push(self.moves.actions[chosen as usize]);
            from = self.obligations[before as usize].from;
        }
        // A search from the goal finds the last action first.
        if self.moves.form == InvariantForm::OneOf {
            actions.reverse();
        }
        Turn::path(actions, Method::search(PDR))
    }

    /// Returns the inductive invariant made of conjunctions of at least this layer. Only the conjunctions that the
    /// start row needs, directly or indirectly, are included.
    fn invariant(&mut self, layer: u32) -> Turn {
        let start = self.moves.start.clone();
        let holding = self.frames.holding(&start, layer);
        let length = |one: &u32| self.frames.entry(*one).literals.len();
        let Some(first) = holding.into_iter().min_by_key(length) else {
            return Turn::Paused;
        };
        let mut needed = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(entry) = open.pop() {
            let literals = self.frames.entry(entry).literals.clone();
            let row = self.moves.row(&literals);
            for &literal in &literals {
                for at in 0..self.moves.takers.of(literal as usize).len() {
                    let chosen = self.moves.takers.of(literal as usize)[at];
                    if let Some(Some(next)) = self.answer(&row, chosen, layer)
                        && needed.insert(next)
                    {
                        open.push(next);
                    }
                }
            }
        }
        let literals = |one| Moves::literals(&self.frames.entry(one).literals);
        let conjunctions: Vec<Vec<Literal>> = needed.into_iter().map(literals).collect();
        let reason = certificate::Reason::invariant(self.moves.form, conjunctions);
        let set = ClosedSet::of_reason(reason);
        Turn::closed(self.moves.task, set, Method::search(PDR))
    }
}
