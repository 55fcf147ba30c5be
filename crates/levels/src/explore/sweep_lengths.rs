//! The lengths of the sweeps in the plans with the fewest moves: how many plans have which.
//!
//! A plan with the fewest moves is a path of best jumps. Beside the position and the hole where the
//! last jump landed, a path remembers the lengths of its moves; paths that agree in all three are
//! counted together, level by level. Symmetric plans have the same lengths, so for each list of
//! lengths the plans up to symmetry are the mean over the symmetries of the puzzle (Cauchy, Frobenius),
//! as in [`OptimalPlans`](super::OptimalPlans).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::fewest_moves::FewestMoves;
use crate::search::limits::Halt;
use saut_peg::peg::Jump;
use saut_task::plan::Plan;

/// The numbers of jumps of the moves of a plan, the longest first.
pub type Lengths = Vec<u8>;

/// A position, the hole where the last jump landed, the jumps of the move that is going on, and the
/// lengths of the moves before it.
type State = (u64, Option<u32>, u8, Lengths);

/// Number of plans with the fewest moves whose moves have the same lengths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfLengths {
    /// The lengths, the longest first.
    pub lengths: Lengths,
    /// Number of plans, as sequences of jumps.
    pub plans: u128,
    /// Number of plans, those that a symmetry of the puzzle turns into each other counted once.
    pub up_to_symmetry: u128,
}

/// The plans with the fewest moves by the lengths of their moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepLengths {
    /// A row for each list of lengths that occurs, those with the longest sweep first.
    pub rows: Vec<OfLengths>,
    /// A plan of the first row, not yet replayed.
    pub plan: Plan<Jump>,
}

impl SweepLengths {
    /// Counts them; `None` if there is no solution.
    ///
    /// # Errors
    /// [`Halt`] at a limit, or beyond 128 bits.
    pub fn new(fewest: &FewestMoves) -> Result<Option<Self>, Halt> {
        let levels = fewest.levels_by_lengths(|_| true)?;
        let plans = fewest.plans_by_lengths(&levels)?;
        let Some(best) = plans.keys().next().cloned() else {
            return Ok(None);
        };
        let symmetries = fewest.graph.fixing_symmetries();
        let mut sums: BTreeMap<Reverse<Lengths>, u128> = BTreeMap::new();
        for image in &symmetries {
            let left = fewest.levels_by_lengths(|jump| image[jump] == jump)?;
            for (lengths, plans) in fewest.plans_by_lengths(&left)? {
                let sum = sums.entry(lengths).or_default();
                *sum = sum.checked_add(plans).ok_or(Halt::TooLarge)?;
            }
        }
        let row = |(lengths, plans): (Reverse<Lengths>, u128)| OfLengths {
            up_to_symmetry: sums[&lengths] / (symmetries.len() as u128).max(1),
            lengths: lengths.0,
            plans,
        };
        Ok(Some(Self {
            plan: fewest.plan_of_lengths(&levels, &best.0),
            rows: plans.into_iter().map(row).collect(),
        }))
    }

    /// The longest sweep of these plans.
    pub fn longest(&self) -> u8 {
        self.rows[0].lengths.first().copied().unwrap_or(0)
    }

    /// The plans by their longest sweep, the longest first: its jumps, the plans as sequences of
    /// jumps and up to symmetry.
    pub fn by_longest(&self) -> Vec<(u8, u128, u128)> {
        let mut sums: BTreeMap<Reverse<u8>, (u128, u128)> = BTreeMap::new();
        for row in &self.rows {
            let longest = row.lengths.first().copied().unwrap_or(0);
            let (plans, up_to_symmetry) = sums.entry(Reverse(longest)).or_default();
            *plans += row.plans;
            *up_to_symmetry += row.up_to_symmetry;
        }
        let row =
            |(longest, (plans, up_to)): (Reverse<u8>, (u128, u128))| (longest.0, plans, up_to);
        sums.into_iter().map(row).collect()
    }
}

/// The lengths after the move that is going on has ended.
fn closed(lengths: &Lengths, going_on: u8) -> Lengths {
    let mut all = lengths.clone();
    if going_on > 0 {
        let place = all.partition_point(|&length| length >= going_on);
        all.insert(place, going_on);
    }
    all
}

impl FewestMoves<'_> {
    /// The states on best paths of allowed jumps by the number of jumps played, each with how many
    /// sequences lead to it.
    fn levels_by_lengths(
        &self,
        allowed: impl Fn(usize) -> bool,
    ) -> Result<Vec<BTreeMap<State, u128>>, Halt> {
        let mut levels = Vec::new();
        let first = (self.graph.start(), None, 0, Lengths::new());
        self.paths(
            first,
            |state| self.after(state),
            allowed,
            |level| {
                levels.push(level);
                Ok(())
            },
        )?;
        Ok(levels)
    }

    /// The best jumps from a state and the states after them.
    fn after(&self, (position, last, going_on, lengths): &State) -> Vec<(usize, State)> {
        let jumps = self.best_jumps(*position, *last).into_iter();
        let state = |(jump, child, landed): (usize, u64, u32)| {
            let goes_on = *last == Some(self.graph.context.compact.from(jump));
            let (length, lengths) = if goes_on {
                (going_on + 1, lengths.clone())
            } else {
                (1, closed(lengths, *going_on))
            };
            (jump, (child, Some(landed), length, lengths))
        };
        jumps.map(state).collect()
    }

    /// The sequences that have met the goal, by the lengths of their moves.
    fn plans_by_lengths(
        &self,
        levels: &[BTreeMap<State, u128>],
    ) -> Result<BTreeMap<Reverse<Lengths>, u128>, Halt> {
        let mut plans: BTreeMap<Reverse<Lengths>, u128> = BTreeMap::new();
        for ((position, _, going_on, lengths), &sequences) in levels.iter().flatten() {
            if self.graph.is_goal(*position) {
                let sum = plans
                    .entry(Reverse(closed(lengths, *going_on)))
                    .or_default();
                *sum = sum.checked_add(sequences).ok_or(Halt::TooLarge)?;
            }
        }
        Ok(plans)
    }

    /// A plan whose moves have these lengths, traced back from the goal.
    fn plan_of_lengths(&self, levels: &[BTreeMap<State, u128>], wanted: &Lengths) -> Plan<Jump> {
        let meets = |(position, _, going_on, lengths): &State| {
            self.graph.is_goal(*position) && closed(lengths, *going_on) == *wanted
        };
        let ends = levels.iter().enumerate().rev();
        let mut ends =
            ends.filter_map(|(played, level)| Some((played, level.keys().find(|it| meets(it))?)));
        let Some((mut played, end)) = ends.next() else {
            return Plan::sequential([]);
        };
        let mut state = end.clone();
        let mut jumps = Vec::new();
        while played > 0 {
            played -= 1;
            let leads = |before: &State| {
                let mut after = self.after(before).into_iter();
                let (jump, _) = after.find(|(_, after)| *after == state)?;
                Some((jump, before.clone()))
            };
            let Some((jump, before)) = levels[played].keys().find_map(leads) else {
                break;
            };
            jumps.push(self.graph.context.compact.jumps()[jump]);
            state = before;
        }
        jumps.reverse();
        Plan::sequential(jumps)
    }
}
