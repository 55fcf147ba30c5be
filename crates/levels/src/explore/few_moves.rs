//! Finds plans of few moves quickly, without a proof of optimality: a beam from the start meets the endings of the
//! game.
//!
//! [`super::FewestMoves`] is exact, but needs all positions on solutions, and some boards have hundreds of millions of
//! such positions. In this module, the endings are the positions from which a few jumps reach the goal, each with its
//! fewest moves. On each level, the beam from the start keeps positions with few moves so far. At the level of the
//! endings, every position of the beam is looked up among the endings. Among positions with the same number of moves,
//! the beam prefers positions of small weight. The weights differ between beams.

use rustc_hash::FxHashMap;
use saut_base::random::Random;
use saut_base::stop::Stop;
use saut_peg::peg::{Jump, Puzzle};
use saut_task::plan::Plan;

use super::fewest_moves::Continuation;
use crate::search::bit_board::{BitBoard, Direction, bits_of};

/// Maximum size of a level of endings from which another level is computed.
const WIDEST: usize = 400_000;

/// The widths of the beams. Each width has one beam for each of [`STRENGTHS`]. The last width is repeated.
const WIDTHS: [usize; 4] = [500, 2_000, 8_000, 30_000];

/// Factors of the cost of a peg over which few jumps are possible, one for each beam of a width.
const STRENGTHS: [u64; 4] = [60, 120, 30, 200];

/// Number of positions between two checks of the limits.
const BETWEEN_LOOKS: usize = 1 << 10;

/// A number that is not a hole. It means that no move is in progress.
const NO_HOLE: u8 = 64;

/// The cost of a move.
const MOVE: u64 = 1000;

/// A position of the beam.
#[derive(Clone, Copy)]
struct Node {
    position: u64,
    /// The hole in which the last jump ended.
    last: u8,
    /// The number of moves so far.
    moves: u8,
    /// The index of the previous node in its level, and the jump from its position.
    parent: usize,
    jump: usize,
}

/// A search for plans with few moves.
#[derive(Debug)]
pub struct FewMoves {
    compact: BitBoard,
    start: u64,
    /// Number of jumps of every plan.
    jumps: usize,
    /// The endings, by number of jumps to the goal.
    endings: Vec<FxHashMap<u64, Continuation>>,
}

impl FewMoves {
    /// Computes the endings. `None` if the board has more than 64 holes, under the old French rule, if plans can have
    /// different numbers of jumps, if no jump is needed, or if a limit was reached.
    pub fn new(puzzle: &Puzzle, stop: &Stop) -> Option<Self> {
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let (fewest, most) = puzzle.jump_range();
        if board.put_back().is_some() || fewest != most || most == 0 {
            return None;
        }
        let compact = BitBoard::fixing(board, &[])?;
        let ends: Vec<u64> = match goal.position() {
            Some(end) => vec![bits_of(end)],
            None if goal.is_one_peg() => goal.open().holes().map(|hole| 1 << hole).collect(),
            None => return None,
        };
        let last = ends
            .into_iter()
            .map(|end| (end, Continuation::default()))
            .collect();
        let mut endings: Vec<FxHashMap<u64, Continuation>> = vec![last];
        while endings.len() < most && endings[endings.len() - 1].len() <= WIDEST {
            let mut next: FxHashMap<u64, Continuation> = FxHashMap::default();
            for (number, (&after, rest)) in endings[endings.len() - 1].iter().enumerate() {
                if number % BETWEEN_LOOKS == 0 && stop.stop_reason().is_some() {
                    return None;
                }
                for (jump, before) in compact.steps(Direction::Backward, after) {
                    let mask = &compact.masks()[jump];
                    let moves = 1 + rest.going_on(mask.target.trailing_zeros());
                    let found = Continuation {
                        moves,
                        holes: mask.from,
                    };
                    let known = next.entry(before).or_insert(found);
                    *known = known.or(found);
                }
            }
            endings.push(next);
        }
        Some(Self {
            start: bits_of(puzzle.start()),
            jumps: most,
            endings,
            compact,
        })
    }

    /// Runs beams until a limit is reached. Calls `tell` with each plan that has fewer moves than all previous plans.
    /// The plans are not replayed.
    pub fn improve(&self, seed: u64, stop: &Stop, mut tell: impl FnMut(usize, Plan<Jump>)) {
        let mut best = usize::MAX;
        let mut random = Random::new(seed);
        let last = WIDTHS[WIDTHS.len() - 1];
        let widths = WIDTHS.into_iter().chain(std::iter::repeat(last));
        let beams = widths.flat_map(|width| STRENGTHS.map(|strength| (width, strength)));
        for beam in beams {
            if stop.stop_reason().is_some() {
                return;
            }
            if let Some((moves, plan)) = self.beam(beam, &mut random, best, stop) {
                best = moves;
                tell(moves, plan);
            }
        }
    }

    /// Returns a plan with fewer moves than `below`, if a beam of this width finds one.
    fn beam(
        &self,
        (width, strength): (usize, u64),
        random: &mut Random,
        below: usize,
        stop: &Stop,
    ) -> Option<(usize, Plan<Jump>)> {
        // A peg costs more if few jumps are possible over its hole. The weight has a small random part.
        let masks = self.compact.masks();
        let weights: Vec<u64> = (0..u64::BITS)
            .map(|hole| {
                let over = masks.iter().filter(|mask| {
                    let over = mask.required & !mask.from;
                    over >> hole & 1 == 1
                });
                let seldom = 5_u64.saturating_sub(over.count() as u64);
                strength * seldom + random.below(40) as u64
            })
            .collect();
        let weight = |mut position: u64| {
            let mut sum = 0;
            while position != 0 {
                sum += weights[position.trailing_zeros() as usize];
                position &= position - 1;
            }
            sum
        };
        let first = Node {
            position: self.start,
            last: NO_HOLE,
            moves: 0,
            parent: 0,
            jump: 0,
        };
        let met = self.endings.len() - 1;
        let mut levels = vec![vec![first]];
        for left in (met..self.jumps).rev() {
            let mut children: FxHashMap<(u64, u8), Node> = FxHashMap::default();
            for (parent, node) in levels[levels.len() - 1].iter().enumerate() {
                if parent % BETWEEN_LOOKS == 0 && stop.stop_reason().is_some() {
                    return None;
                }
                for (jump, position) in self.compact.steps(Direction::Forward, node.position) {
                    let mask = &masks[jump];
                    let [from, to] = [mask.from, mask.target].map(bit_number);
                    let child = Node {
                        position,
                        last: to,
                        moves: node.moves + u8::from(node.last != from),
                        parent,
                        jump,
                    };
                    let known = children.entry((position, to)).or_insert(child);
                    if child.moves < known.moves {
                        *known = child;
                    }
                }
            }
            let mut children: Vec<Node> = children.into_values().collect();
            if left == met {
                levels.push(children);
                break;
            }
            children.sort_by_cached_key(|node| {
                let cost = u64::from(node.moves) * MOVE + weight(node.position);
                (cost, node.position, node.last)
            });
            children.truncate(width);
            levels.push(children);
        }
        let last = levels.pop()?;
        let total = |node: &Node| {
            let rest = self.endings[met].get(&node.position)?;
            Some(usize::from(node.moves + rest.going_on(node.last.into())))
        };
        let totals = last.iter().filter_map(|node| Some((total(node)?, *node)));
        let (moves, node) =
            totals.min_by_key(|(moves, node)| (*moves, node.position, node.last))?;
        (moves < below).then(|| (moves, self.plan(&levels, node)))
    }

    /// Returns the plan of a node at the level of the endings.
    fn plan(&self, levels: &[Vec<Node>], node: Node) -> Plan<Jump> {
        let mut jumps = Vec::new();
        let mut at = node;
        for level in levels.iter().rev() {
            jumps.push(at.jump);
            at = level[at.parent];
        }
        jumps.reverse();
        let (mut position, mut last) = (node.position, node.last);
        for endings in self.endings[..self.endings.len() - 1].iter().rev() {
            let next = self.compact.steps(Direction::Forward, position);
            let best = next.filter_map(|(jump, after)| {
                let mask = &self.compact.masks()[jump];
                let [from, to] = [mask.from, mask.target].map(bit_number);
                let rest = endings.get(&after)?.going_on(to.into());
                Some((u8::from(from != last) + rest, jump, after, to))
            });
            let Some((_, jump, after, to)) = best.min() else {
                break;
            };
            jumps.push(jump);
            (position, last) = (after, to);
        }
        Plan::sequential(jumps.into_iter().map(|jump| self.compact.jumps()[jump]))
    }
}

/// Returns the index of the only bit of a mask.
fn bit_number(mask: u64) -> u8 {
    u8::try_from(mask.trailing_zeros()).unwrap_or(NO_HOLE)
}

#[cfg(test)]
mod tests {
    use saut_base::stop::Stop;
    use saut_peg::peg::{Goal, Position, Puzzle, boards, moves};
    use saut_peg::simulate;

    use super::FewMoves;
    use crate::explore::{FewestMoves, SolutionGraph};
    use crate::search::SearchSettings;

    /// Returns the number of moves of the best plan that beams find in two seconds. Replays all plans.
    fn few(puzzle: &Puzzle) -> Option<usize> {
        let stop = Stop::default().with_timeout(std::time::Duration::from_secs(2));
        let search = FewMoves::new(puzzle, &stop)?;
        let mut best = None;
        search.improve(1, &stop, |moves_found, plan| {
            let plan = simulate::replay(puzzle, plan).unwrap();
            assert_eq!(moves(&plan.jumps()).len(), moves_found);
            assert!(best.is_none_or(|best| moves_found < best));
            best = Some(moves_found);
        });
        best
    }

    #[test]
    fn plans_play_and_are_never_better_than_the_fewest_moves() {
        for (name, vacancy, last) in [
            ("square-5", 6, None),
            ("triangle-5", 0, None),
            ("rectangle-5x4", 2, None),
        ] {
            let board = boards::named(name).unwrap();
            let puzzle = Puzzle::single_vacancy(name, board, vacancy, last).unwrap();
            let graph = SolutionGraph::new(&puzzle, &SearchSettings::default()).unwrap();
            let fewest = FewestMoves::new(&graph).unwrap().moves();
            let found = few(&puzzle);
            assert_eq!(found.is_some(), fewest.is_some(), "{name}");
            if let (Some(found), Some(fewest)) = (found, fewest) {
                assert!(
                    found >= fewest && found <= fewest + 3,
                    "{name}: {found} for {fewest}"
                );
            }
        }
    }

    #[test]
    #[ignore = "a minute"]
    fn the_corsair_is_solved_in_fewer_moves_than_the_printed_26() {
        let french = boards::named("french").unwrap();
        let hole = |x, y| french.hole(saut_peg::peg::Cell::new(x, y)).unwrap();
        let (vacancy, last) = (hole(4, 6), hole(2, 0));
        let corsair = Puzzle::single_vacancy("corsair", french, vacancy, Some(last)).unwrap();
        let stop = Stop::default().with_timeout(std::time::Duration::from_secs(60));
        let began = std::time::Instant::now();
        let search = FewMoves::new(&corsair, &stop).unwrap();
        let mut best = usize::MAX;
        search.improve(1, &stop, |moves, plan| {
            simulate::replay(&corsair, plan).unwrap();
            println!("{moves} moves after {:?}", began.elapsed());
            best = moves;
        });
        assert!(best < 26, "{best}");
    }

    #[test]
    fn goals_with_open_holes_and_boards_of_more_holes_are_not_searched() {
        let board = boards::named("square-4").unwrap();
        let start = Position::from_holes(16, 0..15);
        let open = Goal::partial(&Position::new(16), board.full());
        let puzzle = Puzzle::new("open", board, start, open).unwrap();
        assert!(FewMoves::new(&puzzle, &Stop::default()).is_none());
        let large = boards::named("square-9").unwrap();
        let large = Puzzle::single_vacancy("large", large, 40, None).unwrap();
        assert!(FewMoves::new(&large, &Stop::default()).is_none());
    }
}
