//! The old French rule, by which a peg in hand is put back. Every solving method is compared with exhaustive play by
//! another implementation of the rules, which represents the hand differently.

use std::collections::HashMap;
use std::sync::Arc;

use crate::{one_thread, read_toml};
use saut::certify::{self, survey};
use saut::count;
use saut::decide::{Settings, Verdict, decide};
use saut::encode::Encoding;
use saut::explore::SolutionGraph;
use saut::formats::{Entry, plan_file, toml_file};
use saut::peg::{Board, Goal, Hole, Jump, Position, Puzzle, boards};
use saut::plan::Plan;
use saut::random::Random;
use saut::search::{ExhaustiveResult, exhaustive};
use saut::settings::{EncodingChoice, MethodChoice};
use saut::simulate;
use saut::stop::Stop;

const BOARDS: [&str; 4] = ["square-3", "rectangle-4x3", "rectangle-6x1", "triangle-4"];

/// Exhaustive play of a game, with memoization.
struct Played<'a> {
    board: &'a Board,
    taken_from: Hole,
    goal: &'a dyn Fn(u64) -> bool,
    known: HashMap<(u64, bool), u128>,
}

impl Played<'_> {
    /// Returns the number of games from here that reach the goal with an empty hand.
    fn solutions(&mut self, pegs: u64, in_hand: bool) -> u128 {
        if let Some(&known) = self.known.get(&(pegs, in_hand)) {
            return known;
        }
        let mut sum = u128::from(!in_hand && (self.goal)(pegs));
        let has = |hole: Hole| pegs >> hole & 1 == 1;
        for &jump in self.board.jumps() {
            let [from, over, to] = self.board.holes_of(jump);
            if has(from) && has(over) && !has(to) {
                sum += self.solutions(pegs ^ (1 << from | 1 << over | 1 << to), in_hand);
            }
        }
        if in_hand && !has(self.taken_from) {
            sum += self.solutions(pegs | 1 << self.taken_from, false);
        }
        self.known.insert((pegs, in_hand), sum);
        sum
    }
}

struct Counted {
    puzzle: Puzzle,
    solutions: u128,
}

fn counted(board: &Arc<Board>, start: &Position, goal: &Goal, taken_from: Hole) -> Counted {
    let plain = Puzzle::new("old", Arc::clone(board), start.clone(), goal.clone()).unwrap();
    let is_met = |pegs: u64| {
        let holes = (0..board.len()).filter(|hole| pegs >> hole & 1 == 1);
        goal.is_met_by(&Position::from_holes(board.len(), holes))
    };
    let mut played = Played {
        board,
        taken_from,
        goal: &is_met,
        known: HashMap::new(),
    };
    let pegs = start.holes().fold(0, |pegs, hole| pegs | 1 << hole);
    Counted {
        solutions: played.solutions(pegs, true),
        puzzle: plain.with_put_back(taken_from).unwrap(),
    }
}

/// Calls `check` for random puzzles. The goals alternate: one peg anywhere, one peg in one of two holes, one peg in
/// exactly the hole `taken_from`, and a partial goal.
fn random_puzzles(rounds: usize, check: &mut impl FnMut(&Counted)) {
    let mut random = Random::new(18);
    for name in BOARDS {
        let board = Arc::new(boards::named(name).unwrap());
        for round in 0..rounds {
            let taken_from = random.below(board.len());
            let few = 1 + random.below(3);
            let pegs =
                (0..board.len()).filter(|&hole| hole != taken_from && random.below(few + 1) > 0);
            let start = Position::from_holes(board.len(), pegs);
            if start.is_empty() {
                continue;
            }
            let goal = match round % 4 {
                0 => Goal::one_peg(&board),
                1 => Goal::one_peg_in(Position::from_holes(board.len(), [0, board.len() / 2])),
                2 => Goal::exactly(Position::from_holes(board.len(), [taken_from])),
                _ => {
                    let pegs = (0..board.len()).filter(|_| random.below(4) == 0).take(2);
                    let pegs = Position::from_holes(board.len(), pegs);
                    let open = Position::from_holes(board.len(), [random.below(board.len())]);
                    Goal::partial(&pegs, open)
                }
            };
            if goal.peg_range().0 > start.pegs() {
                continue;
            }
            check(&counted(&board, &start, &goal, taken_from));
        }
    }
}

/// Compares the exhaustive search and the criteria with the number of solutions. Returns the number of criteria that
/// refute the puzzle.
fn search(it: &Counted) -> usize {
    let is_solvable = it.solutions > 0;
    match exhaustive(&it.puzzle, &one_thread()).unwrap() {
        ExhaustiveResult::Plan(plan) => {
            assert!(is_solvable && simulate::replay(&it.puzzle, plan).is_ok());
        }
        ExhaustiveResult::Infeasible(_) => assert!(!is_solvable, "{:?}", it.puzzle),
    }
    let findings = survey(&it.puzzle, &Stop::default()).unwrap();
    let refuting = findings.iter().filter(|finding| finding.refutes());
    assert!(!is_solvable || refuting.clone().next().is_none());
    refuting.count()
}

/// Compares a decision by all methods, or by formulas of one encoding, with the number of solutions.
fn decision(it: &Counted, encoding: Option<Encoding>) {
    let is_solvable = it.solutions > 0;
    let mut settings = Settings::default();
    if let Some(encoding) = encoding {
        settings.method = MethodChoice::Formulas;
        settings.encoding = Some(EncodingChoice::Fixed(encoding));
        settings.criteria = false;
    }
    match decide(&it.puzzle, &settings).unwrap().verdict {
        Verdict::Solved(plan) => {
            assert!(is_solvable, "{:?}", it.puzzle);
            let put_back = plan.jumps().into_iter().filter(|jump| jump.is_put_back());
            assert_eq!(put_back.count(), 1);
        }
        Verdict::Infeasible(_) => assert!(!is_solvable, "{:?}", it.puzzle),
        // If the goal has open holes, solutions may have several lengths, and one formula does not refute all lengths.
        Verdict::Undecided(why) => assert!(!is_solvable && encoding.is_some(), "{why:?}"),
    }
}

#[test]
fn every_path_agrees_with_games_tried_out() {
    let (mut number, mut refuting, mut seen, mut of_formulas) = (0, 0, [0; 2], [0; 2]);
    random_puzzles(200, &mut |it| {
        let is_solvable = it.solutions > 0;
        let count = count::solutions(&it.puzzle, &one_thread()).unwrap();
        assert_eq!(count.solutions, it.solutions, "{:?}", it.puzzle);
        seen[usize::from(is_solvable)] += 1;
        number += 1;
        if number % 8 == 0 {
            refuting += search(it);
        }
        if number % 60 == 0 {
            decision(it, None);
        }
        // Refutations of formulas with many jumps are slow, and only `sequential` refutes puzzles with any goal.
        if number % 7 == 0 && it.puzzle.start().pegs() <= 8 {
            decision(it, Some(Encoding::SEQUENTIAL));
            let others = [Encoding::Forall, Encoding::Exists, Encoding::R2_EXISTS];
            for encoding in others.into_iter().filter(|_| is_solvable) {
                decision(it, Some(encoding));
            }
            of_formulas[usize::from(is_solvable)] += 1;
        }
    });
    assert!(seen[0] > 40 && seen[1] > 40, "{seen:?}");
    assert!(refuting > 20, "{refuting}");
    assert!(of_formulas[0] > 20 && of_formulas[1] > 3, "{of_formulas:?}");
}

/// Returns a puzzle on a line of four holes. Its solution is 11/31, then the peg of 41 is put back, then 41/21.
fn line() -> Puzzle {
    let text = "[[puzzle]]\nname = \"line\"\nboard = \"rectangle-4x1\"\nstart = \"11 21\"\ngoal = \"21\"\nput_back = \"41\"\n";
    read_toml(text, "line.toml").unwrap().remove(0)
}

fn plan(text: &str) -> Plan<Jump> {
    plan_file::read_plan(&line(), text, None).unwrap()
}

#[test]
fn the_simulator_puts_the_peg_back_once_into_its_hole() {
    assert!(simulate::replay(&line(), plan("11/31 +41 41/21")).is_ok());
    for (jumps, why) in [
        (
            "11/31 +41 +41",
            "jump 3 (+41): no peg in hand was taken from 41",
        ),
        (
            "11/31 +11",
            "jump 2 (+11): no peg in hand was taken from 11",
        ),
        (
            "11/31",
            "after its only jump, the position is not the goal: the peg in hand was not put back",
        ),
        ("41/21", "jump 1 (41/21): there is no peg at 41"),
        ("+51", "jump 1 (+(4,0)): there is no hole at (4,0)"),
    ] {
        let rejected = simulate::replay(&line(), plan(jumps)).unwrap_err();
        assert_eq!(rejected.to_string(), why);
    }
}

#[test]
fn files_and_plans_are_read_as_they_are_written() {
    let written = toml_file::write_toml(&[line()]);
    assert!(written.contains("put_back = \"41\""), "{written}");
    assert_eq!(read_toml(&written, "").unwrap(), [line()]);
    let jumps: Vec<Jump> = plan("11/31 +41 41/21").actions().copied().collect();
    let text = plan_file::write_plan(line().board(), &jumps);
    assert_eq!(text, "11/31\n+41\n41/21\n");
    let json = r#"[{"from":[0,0],"to":[2,0]},{"put_back":[3,0]},{"from":[3,0],"to":[1,0]}]"#;
    assert_eq!(plan(json), plan(&text));
}

#[test]
fn methods_without_the_old_rule_reject_it() {
    let entry = Entry::from(line());
    assert!(entry.is_of_old_rule());
    assert!(
        entry
            .peg()
            .unwrap_err()
            .to_string()
            .contains("old French rule")
    );
    assert!(SolutionGraph::new(&line(), &one_thread()).is_err());
}

#[test]
fn standard_certificates_are_rejected_under_the_old_rule() {
    // Weights that do not include the hand are for another board.
    let today = Puzzle::new(
        "today",
        boards::named("rectangle-4x1").unwrap(),
        Position::from_holes(4, [0, 1]),
        Goal::exactly(Position::from_holes(4, [1])),
    )
    .unwrap();
    let decision = decide(&today, &Settings::default()).unwrap();
    let Verdict::Infeasible(checked) = decision.verdict else {
        panic!("11 21 to 21 needs the peg of 41");
    };
    assert!(certify::check(&line(), checked.certificate().clone()).is_err());
}

#[test]
fn the_symmetries_are_those_that_leave_the_hole_in_its_place() {
    let french = boards::named("french").unwrap();
    for (hole, order) in [(18, 8), (0, 1)] {
        let board = french.with_put_back(hole);
        let fixing = french
            .symmetries()
            .into_iter()
            .filter(|it| it.image()[hole] == hole);
        assert_eq!(board.symmetries().len(), fixing.count());
        assert!(board.symmetries().len() >= order);
        for symmetry in board.symmetries() {
            for &jump in board.jumps() {
                assert!(board.jumps().contains(&symmetry.jump(jump)));
            }
        }
        assert_eq!(board.without_put_back(), french);
    }
}
