//! Every encoding and every built-in backend, compared with a search that does not use formulas.
//!
//! The tests use the start/goal pairs of two tiny boards. On the line of seven holes, all solvable pairs and every
//! seventh unsolvable pair are tried with every encoding and backend. On the 3×3 board, all solvable pairs and some
//! other pairs are tried with `r2-exists` and `sequential`. Each plan is decoded and replayed, so an unsolvable pair
//! could only be reported as solved if the simulator were also wrong. A wrong refutation is found because all solvable
//! pairs are tried.

use std::collections::HashSet;
use std::sync::Arc;

use saut::attempt::{AttemptResult, attempt};
use saut::backend::{Availability, Backend, SolveLimits, all, by_name};
use saut::compile;
use saut::encode::{AtMostOne, Encoding, Order};
use saut::peg::{BadPuzzle, Board, Goal, Hole, Position, Puzzle, boards};
use saut::simulate::replay;

/// The numbers of solvable and unsolvable pairs. A board of n holes has (4ⁿ + C(2n, n)) / 2 − 1 pairs in total.
const LINE_PAIRS: (usize, usize) = (487, 9_420);
const SQUARE_PAIRS: (usize, usize) = (2_449, 152_932);

/// For solvable and for unsolvable pairs: n means that every nth pair is tried.
type Every = [usize; 2];

/// A position as a bit set of holes.
type Bits = usize;

/// A board with its reachability relation, by a search over bit patterns.
struct Reachable {
    board: Arc<Board>,
    from: Vec<HashSet<Bits>>,
}

impl Reachable {
    fn new(name: &str) -> Self {
        let board = boards::named(name).unwrap();
        let jumps: Vec<[Hole; 3]> = board
            .jumps()
            .iter()
            .map(|&jump| board.holes_of(jump))
            .collect();
        let mut from: Vec<HashSet<Bits>> = Vec::new();
        // A jump removes a peg, so positions with fewer pegs come first.
        let mut order: Vec<Bits> = (0..1 << board.len()).collect();
        order.sort_by_key(|bits| bits.count_ones());
        from.resize(order.len(), HashSet::new());
        for bits in order {
            let mut found = HashSet::from([bits]);
            for &[from_hole, over, to] in &jumps {
                let taken = 1 << from_hole | 1 << over;
                if bits & taken == taken && bits & 1 << to == 0 {
                    found.extend(&from[bits & !taken | 1 << to]);
                }
            }
            from[bits] = found;
        }
        Self {
            board: Arc::new(board),
            from,
        }
    }

    fn positions(&self) -> usize {
        self.from.len()
    }

    fn position(&self, bits: Bits) -> Position {
        let holes = (0..self.board.len()).filter(|hole| bits >> hole & 1 == 1);
        Position::from_holes(self.board.len(), holes)
    }

    fn puzzle(&self, start: Bits, goal: Bits) -> Result<Puzzle, BadPuzzle> {
        let goal = Goal::exactly(self.position(goal));
        Puzzle::new("pair", Arc::clone(&self.board), self.position(start), goal)
    }

    /// Returns the start/goal pairs that form a valid puzzle.
    fn pairs(&self) -> impl Iterator<Item = (Bits, Bits)> {
        let positions = self.positions();
        (1..positions)
            .flat_map(move |start| (0..positions).map(move |goal| (start, goal)))
            .filter(|(start, goal)| goal.count_ones() <= start.count_ones())
    }

    /// Solves pairs with these encodings and backends. Returns the numbers of solvable and unsolvable pairs.
    fn compare(&self, questions: &[(Encoding, &dyn Backend)], every: Every) -> (usize, usize) {
        let mut seen = [0; 2];
        for (start, goal) in self.pairs() {
            let wanted = self.from[start].contains(&goal);
            let kind = usize::from(!wanted);
            seen[kind] += 1;
            if seen[kind] % every[kind] != 0 {
                continue;
            }
            let puzzle = self.puzzle(start, goal).unwrap();
            let task = compile::peg_task(&puzzle);
            let jumps = (start.count_ones() - goal.count_ones()) as usize;
            for &(encoding, backend) in questions {
                let attempt = attempt(&task, encoding, jumps, backend, &SolveLimits::default());
                let found = match attempt.unwrap().result {
                    AttemptResult::Plan(plan) => {
                        let plan = compile::peg_plan(&puzzle, plan);
                        assert_eq!(replay(&puzzle, plan).unwrap().jumps().len(), jumps);
                        true
                    }
                    AttemptResult::Refuted(_) => false,
                    AttemptResult::Unknown(why) => panic!("no limit was given, but {}", why.name()),
                };
                let name = backend.name();
                assert_eq!(found, wanted, "{encoding:?} {name}: {start:b} to {goal:b}");
            }
        }
        let [solved, refuted] = seen;
        (solved, refuted)
    }
}

/// Returns every clause encoding with all its options.
fn clause_encodings() -> Vec<Encoding> {
    let mut encodings: Vec<Encoding> = AtMostOne::ALL
        .iter()
        .map(|&at_most_one| Encoding::Sequential { at_most_one })
        .collect();
    encodings.extend([
        Encoding::Naive,
        Encoding::Forall,
        Encoding::Sase,
        Encoding::ForallChain,
        Encoding::Exists,
    ]);
    let orders = [Order::Grouped, Order::Fresh(1), Order::Walks(1)];
    let choices = itertools::iproduct!(orders, [true, false]);
    encodings.extend(choices.map(|(order, fold)| Encoding::R2Exists { order, fold }));
    encodings
}

fn backends() -> [Box<dyn Backend>; 2] {
    ["batsat", "varisat"].map(|name| by_name(name).unwrap())
}

/// Returns z3, if it is installed. Fails if `SAUT_REQUIRE_BACKENDS` requires it.
fn z3() -> Option<Box<dyn Backend>> {
    let z3 = all().into_iter().find(|backend| {
        backend.name() == "z3" && matches!(backend.availability(), Availability::Here { .. })
    });
    if z3.is_none() {
        let required = std::env::var("SAUT_REQUIRE_BACKENDS").unwrap_or_default();
        assert!(
            required.split_whitespace().all(|name| name != "z3"),
            "z3 is required"
        );
        println!("z3 is not here: smt was not compared");
    }
    z3
}

#[test]
fn on_the_line_of_seven_every_pair_with_a_plan_in_every_encoding_and_backend() {
    let (line, backends) = (Reachable::new("rectangle-7x1"), backends());
    let questions = clause_encodings().into_iter().flat_map(|encoding| {
        backends
            .iter()
            .map(move |backend| (encoding, backend.as_ref()))
    });
    let pairs = line.compare(&questions.collect::<Vec<_>>(), [1, 7]);
    assert_eq!(pairs, LINE_PAIRS);
}

#[test]
fn on_the_3x3_board_every_pair_with_a_plan_in_r2_exists_and_sequential() {
    let batsat = by_name("batsat").unwrap();
    let questions = [Encoding::R2_EXISTS, Encoding::SEQUENTIAL].map(|it| (it, batsat.as_ref()));
    let pairs = Reachable::new("square-3").compare(&questions, [1, 11]);
    assert_eq!(pairs, SQUARE_PAIRS);
}

#[test]
fn on_the_3x3_board_some_pairs_in_every_encoding_and_backend() {
    let square = Reachable::new("square-3");
    for (index, backend) in backends().into_iter().enumerate() {
        for (number, encoding) in clause_encodings().into_iter().enumerate() {
            // Each encoding and backend samples at a different rate, so that each tries different pairs.
            let every = [13 + number + 7 * index, 201 + 2 * (number + 40 * index)];
            let pairs = square.compare(&[(encoding, backend.as_ref())], every);
            assert_eq!(pairs, SQUARE_PAIRS);
        }
    }
}

#[test]
fn on_both_boards_some_pairs_in_smt() {
    let Some(z3) = z3() else { return };
    let smt = [(Encoding::Smt, z3.as_ref())];
    let line = Reachable::new("rectangle-7x1");
    assert_eq!(line.compare(&smt, [20, 97]), LINE_PAIRS);
    Reachable::new("square-3").compare(&smt, [400, 4999]);
}

#[test]
fn a_goal_with_more_pegs_than_the_start_is_rejected() {
    let line = Reachable::new("rectangle-7x1");
    for (start, goal) in
        (1..line.positions()).flat_map(|s| (0..line.positions()).map(move |g| (s, g)))
    {
        let more = goal.count_ones() > start.count_ones();
        assert_eq!(
            line.puzzle(start, goal).is_err(),
            more,
            "{start:b} to {goal:b}"
        );
    }
    assert_eq!(line.puzzle(0, 0), Err(BadPuzzle::NoPeg));
}
