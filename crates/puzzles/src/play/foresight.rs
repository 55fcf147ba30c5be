//! Foresight: whether the goal can still be reached, and how, remembered from question to question.
//!
//! All winning positions answer, once a thread of its own has worked them out. Until then, and where
//! they are too many, what is remembered answers first, then a walk into the endings, then a whole
//! decision. A plan that was found answers for every position on it.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use crate::decide::{Error, Settings, Verdict, decide};
use crate::peg::{Jump, Position, Puzzle};
use crate::simulate;
use saut_plan::plan::Plan;
use saut_plan::stop::Stop;

use super::endings::{Endings, Walk};
use super::winning::{Growing, Growth};

/// More positions than this are not remembered.
const MOST: usize = 1 << 16;

/// The endings that the first question works out have no level after one with more positions than this,
/// and may take this long. Wider ones come from beside.
const NARROW: usize = 30_000;
const GROWTH: Duration = Duration::from_millis(800);

/// The longest that walks may take.
const WALKS: Duration = Duration::from_millis(30);

/// Where winning positions were too many, those of a later position of the game are tried, after so
/// many more jumps.
const FEWER: usize = 2;

/// What is known of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// Whether the goal can be reached; `None` if that was not found out in time.
    pub winnable: Option<bool>,
    /// The jumps to it, if there are: replayed.
    pub plan: Vec<Jump>,
    /// How many ways lead to it, where that is quick to say.
    pub solutions: Option<u128>,
}

/// What is known of the positions of games of one puzzle.
#[derive(Debug)]
pub struct Foresight {
    puzzle: Puzzle,
    /// Worked out from the first question on.
    endings: Option<Endings>,
    /// All winning positions from some position of the game on.
    winning: Option<Growing>,
    /// The next jump of a plan that was replayed.
    ways: HashMap<Position, Jump>,
    dead: HashSet<Position>,
}

impl Foresight {
    /// Nothing is known yet.
    pub fn new(puzzle: Puzzle) -> Self {
        Self {
            endings: Endings::new(&puzzle, NARROW),
            winning: None,
            puzzle,
            ways: HashMap::new(),
            dead: HashSet::new(),
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// What can be said of the last of some positions of a game of this puzzle, first to last, by all
    /// means.
    ///
    /// # Errors
    /// [`Error`] if a setting cannot be used, or something is at fault.
    pub fn look(&mut self, game: &[Position], settings: &Settings) -> Result<Outlook, Error> {
        if let Some(outlook) = self.recall(game, &settings.stop) {
            return Ok(outlook);
        }
        let last = game.last().unwrap_or(self.puzzle.start()).clone();
        let Some(here) = self.puzzle_at(&last) else {
            return Ok(Outlook::default());
        };
        let verdict = decide(&here, settings)?.verdict;
        Ok(self.learn(&last, &verdict))
    }

    /// What can be said of it at once, without a decision; `None` if nothing can. What follows a dead
    /// position is dead.
    pub fn recall(&mut self, game: &[Position], stop: &Stop) -> Option<Outlook> {
        let position = game.last().unwrap_or(self.puzzle.start()).clone();
        self.look_ahead(game, stop);
        if let Some(outlook) = self.read(game) {
            return Some(outlook);
        }
        let is_goal = self.puzzle.goal().is_met_by(&position);
        if is_goal || self.ways.contains_key(&position) {
            return Some(self.won(&position));
        }
        let is_dead = game.iter().any(|position| self.dead.contains(position));
        if is_dead || self.puzzle_at(&position).is_none() {
            return Some(lost());
        }
        let stop = stop.with_timeout(WALKS);
        match self.endings.as_mut()?.walk(&position, &stop) {
            Walk::Plan(plan) => {
                self.remember(&position, &plan);
                let knows = self.ways.contains_key(&position);
                knows.then(|| self.won(&position))
            }
            Walk::Dead => {
                self.bury(&position);
                Some(lost())
            }
            Walk::Unknown => None,
        }
    }

    /// Has all winning positions worked out beside: from the start of the game on, or, where those were too
    /// many, from where the game stands.
    fn look_ahead(&mut self, game: &[Position], stop: &Stop) {
        let Some(endings) = &mut self.endings else {
            return;
        };
        let here = game.last().unwrap_or(self.puzzle.start());
        let next = match &self.winning {
            None => {
                endings.grow(&stop.with_timeout(GROWTH));
                Some(game.first().unwrap_or(here))
            }
            Some(winning) => {
                if let Some(wide) = winning.take_endings() {
                    *endings = wide;
                }
                let says_all = matches!(winning.growth(), Growth::Known(_));
                if says_all && winning.from() == self.puzzle.start() && endings.is_grown() {
                    // They are asked no more; the memory goes back.
                    if let Some(none) = Endings::new(&self.puzzle, NARROW) {
                        *endings = none;
                    }
                }
                let further = winning.from().pegs().saturating_sub(here.pegs());
                let were_too_many = matches!(winning.growth(), Growth::GivenUp);
                let is_elsewhere = !game.contains(winning.from());
                let is_due = were_too_many && further >= FEWER || is_elsewhere && further > 0;
                is_due.then_some(here)
            }
        };
        if let Some(puzzle) = next.and_then(|position| self.puzzle_at(position)) {
            // It outlasts the question; only the memory is limited alike.
            let stop = Stop::new(None, stop.memory_mib());
            self.winning = Some(Growing::begin(puzzle, stop));
        }
    }

    /// What all winning positions say of the last position of a game, if they are known.
    fn read(&mut self, game: &[Position]) -> Option<Outlook> {
        let winning = self.winning.as_ref()?;
        let Growth::Known(all) = winning.growth() else {
            return None;
        };
        if !game.contains(winning.from()) {
            return None;
        }
        let position = game.last()?.clone();
        let number = all.solutions(&position);
        if number == 0 {
            return Some(lost());
        }
        let plan = all.plan(&position);
        self.remember(&position, &plan);
        let mut outlook = self.won(&position);
        outlook.solutions = Some(number);
        outlook.winnable.is_some().then_some(outlook)
    }

    /// Takes note of what was decided of a position.
    pub fn learn(&mut self, position: &Position, verdict: &Verdict) -> Outlook {
        match verdict {
            Verdict::Solved(plan) => {
                self.remember(position, &plan.jumps());
                self.won(position)
            }
            Verdict::Infeasible(_) => {
                self.bury(position);
                lost()
            }
            Verdict::Undecided(_) => Outlook::default(),
        }
    }

    /// The last of some positions of a game, first to last, from which the goal can be reached: what
    /// follows a dead position is dead. `None` if there is none, or a limit came first.
    ///
    /// # Errors
    /// As [`Foresight::look`].
    pub fn last_winning(
        &mut self,
        positions: &[Position],
        settings: &Settings,
    ) -> Result<Option<usize>, Error> {
        // The last that is known to be winnable is before `low`; all from `high` on are dead.
        let (mut low, mut high) = (0, positions.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.look(&positions[..=middle], settings)?.winnable {
                Some(true) => low = middle + 1,
                Some(false) => high = middle,
                None => return Ok(None),
            }
        }
        Ok(low.checked_sub(1))
    }

    /// The puzzle that begins in a position; `None` if it has too few pegs for the goal.
    fn puzzle_at(&self, position: &Position) -> Option<Puzzle> {
        let (board, goal) = (self.puzzle.board().clone(), self.puzzle.goal().clone());
        Puzzle::new(self.puzzle.name(), board, position.clone(), goal).ok()
    }

    /// Takes note of every position of a plan, if it holds.
    fn remember(&mut self, position: &Position, plan: &[Jump]) {
        let Some(here) = self.puzzle_at(position) else {
            return;
        };
        if simulate::replay(&here, Plan::sequential(plan.to_vec())).is_err() {
            return;
        }
        if self.ways.len() > MOST {
            self.ways.clear();
        }
        let mut position = position.clone();
        for &jump in plan {
            let before = position.clone();
            if simulate::play(self.puzzle.board(), &mut position, jump).is_ok() {
                self.ways.insert(before, jump);
            }
        }
    }

    fn bury(&mut self, position: &Position) {
        if self.dead.len() < MOST {
            self.dead.insert(position.clone());
        }
    }

    /// The outlook of a position on a plan.
    fn won(&self, position: &Position) -> Outlook {
        let (mut plan, mut at) = (Vec::new(), position.clone());
        while !self.puzzle.goal().is_met_by(&at) {
            let Some(&jump) = self.ways.get(&at) else {
                break;
            };
            if simulate::play(self.puzzle.board(), &mut at, jump).is_err() {
                break;
            }
            plan.push(jump);
        }
        let endings = self.endings.as_ref();
        Outlook {
            winnable: self.puzzle.goal().is_met_by(&at).then_some(true),
            plan,
            solutions: endings.and_then(|endings| endings.solutions(position)),
        }
    }
}

fn lost() -> Outlook {
    Outlook {
        winnable: Some(false),
        plan: Vec::new(),
        solutions: Some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::{Foresight, Growth};
    use crate::decide::Settings;
    use crate::peg::{Board, Goal, Jump, Position, Puzzle, boards};
    use crate::play::Game;
    use saut_plan::random::Random;

    fn game(board: &str, vacant: usize, goal: impl Fn(&Board) -> Goal) -> Game {
        let board = boards::named(board).unwrap();
        let mut start = board.full();
        start.set(vacant, false);
        let goal = goal(&board);
        Game::new(Puzzle::new("p", board, start, goal).unwrap())
    }

    /// Plays the first jump that leads to a dead position, if one does.
    fn blunder(game: &Game, foresight: &mut Foresight) -> Option<Jump> {
        let jumps = game.board().jumps().iter().copied();
        let mut blunders = jumps.filter(|&jump| {
            let mut next = game.clone();
            next.play(jump).is_ok()
                && foresight
                    .look(next.positions(), &Settings::default())
                    .unwrap()
                    .winnable
                    == Some(false)
        });
        blunders.next()
    }

    #[test]
    fn the_way_back_leads_to_just_before_the_blunder() {
        let mut game = game("square-4", 1, Goal::one_peg);
        let mut foresight = Foresight::new(game.puzzle().clone());
        let outlook = foresight
            .look(game.positions(), &Settings::default())
            .unwrap();
        assert_eq!(outlook.winnable, Some(true));
        assert!(game.follow(outlook.plan));
        let blunder = loop {
            if let Some(jump) = blunder(&game, &mut foresight) {
                break jump;
            }
            game.play(game.ahead()[0]).unwrap();
        };
        let before = game.played().len();
        game.play(blunder).unwrap();
        while let Some(jump) = (0..16).find_map(|hole| game.jumps_from(hole).first().copied()) {
            game.play(jump).unwrap();
        }
        let settings = Settings::default();
        let last = foresight.last_winning(game.positions(), &settings).unwrap();
        assert_eq!(last, Some(before));
    }

    #[test]
    fn a_plan_answers_for_every_position_on_it_without_another_question() {
        let mut game = game("square-9", 40, Goal::one_peg);
        let mut foresight = Foresight::new(game.puzzle().clone());
        let settings = Settings::default();
        let plan = foresight.look(game.positions(), &settings).unwrap().plan;
        for jump in plan {
            assert!(foresight.recall(game.positions(), &settings.stop).is_some());
            game.play(jump).unwrap();
        }
        assert!(game.is_won());
    }

    /// Asks about every position of games that go on at random from a game; how many questions that are,
    /// and how many of them are not answered.
    fn asked(foresight: &mut Foresight, from: &Game, games: u64) -> (usize, usize) {
        let (mut asked, mut unknown) = (0, 0);
        for seed in 0..games {
            let (mut game, mut random) = (from.clone(), Random::new(seed));
            loop {
                asked += 1;
                let known = foresight.recall(game.positions(), &Settings::default().stop);
                unknown += usize::from(known.is_none());
                let holes = 0..game.board().len();
                let mut jumps: Vec<Jump> = holes.flat_map(|hole| game.jumps_from(hole)).collect();
                random.shuffle(&mut jumps);
                match jumps.pop() {
                    Some(jump) => game.play(jump).unwrap(),
                    None => break,
                }
            }
        }
        (asked, unknown)
    }

    /// The central game on the English board.
    fn central() -> Game {
        game("english", 16, |_| {
            Goal::exactly(Position::from_holes(33, [16]))
        })
    }

    #[test]
    fn many_questions_of_games_on_the_english_board_need_no_decision() {
        let mut foresight = Foresight::new(central().puzzle().clone());
        let (asked, unknown) = asked(&mut foresight, &central(), 6);
        assert!(
            asked > 100 && unknown * 3 < asked * 2,
            "{unknown} of {asked}"
        );
    }

    #[test]
    fn once_winning_positions_are_known_no_question_of_an_english_game_is_open() {
        // After nine jumps at random: these winning positions are few enough for a test.
        let (mut game, mut random) = (central(), Random::new(3));
        while game.position().pegs() > 23 {
            let mut jumps: Vec<Jump> = (0..33).flat_map(|hole| game.jumps_from(hole)).collect();
            random.shuffle(&mut jumps);
            game.play(jumps[0]).unwrap();
        }
        let (board, goal) = (game.board().clone(), game.puzzle().goal().clone());
        let here = Puzzle::new("later", board, game.position().clone(), goal);
        let later = Game::new(here.unwrap());
        let mut foresight = Foresight::new(later.puzzle().clone());
        foresight.recall(later.positions(), &Settings::default().stop);
        wait(&foresight);
        let (asked, unknown) = asked(&mut foresight, &later, 10);
        assert!(asked > 100);
        assert_eq!(unknown, 0);
    }

    /// Waits until all winning positions are worked out.
    fn wait(foresight: &Foresight) {
        let growth = || foresight.winning.as_ref().unwrap().growth();
        while matches!(growth(), Growth::Growing) {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        assert!(matches!(growth(), Growth::Known(_)));
    }

    #[test]
    fn once_all_winning_positions_are_known_every_question_is_answered() {
        let puzzle = game("rectangle-4x5", 3, Goal::one_peg).puzzle().clone();
        let mut foresight = Foresight::new(puzzle.clone());
        let stop = Settings::default().stop;
        foresight.recall(&[puzzle.start().clone()], &stop);
        wait(&foresight);
        foresight.endings = None;
        for seed in 0..20 {
            let mut game = Game::new(puzzle.clone());
            let mut random = Random::new(seed);
            let mut was_dead = false;
            loop {
                let outlook = foresight.recall(game.positions(), &stop).unwrap();
                let winnable = outlook.winnable.unwrap();
                assert!(!(was_dead && winnable));
                was_dead = !winnable;
                assert_eq!(outlook.solutions.unwrap() > 0, winnable);
                assert!(game.clone().follow(outlook.plan));
                let holes = 0..20;
                let mut jumps: Vec<Jump> = holes.flat_map(|hole| game.jumps_from(hole)).collect();
                random.shuffle(&mut jumps);
                match jumps.pop() {
                    Some(jump) => game.play(jump).unwrap(),
                    None => break,
                }
            }
            assert_eq!(game.is_won(), !was_dead);
        }
    }

    #[test]
    fn winning_positions_begin_further_on_in_a_game_that_they_do_not_cover() {
        let mut game = game("square-4", 1, Goal::one_peg);
        let mut foresight = Foresight::new(game.puzzle().clone());
        let stop = Settings::default().stop;
        let plan = foresight.look(game.positions(), &Settings::default());
        game.follow(plan.unwrap().plan);
        for _ in 0..3 {
            game.play(game.ahead()[0]).unwrap();
        }
        // Of another way to play, which does not pass through where they begin.
        let elsewhere = [game.position().clone()];
        foresight.recall(&elsewhere, &stop);
        let begins = foresight.winning.as_ref().unwrap().from().clone();
        assert_eq!(begins, elsewhere[0]);
        // And a game that has gone less far than they begin does not start them again.
        foresight.recall(&game.positions()[..2], &stop);
        assert_eq!(foresight.winning.as_ref().unwrap().from(), &begins);
    }

    #[test]
    fn what_follows_a_dead_position_is_dead_without_a_question() {
        let board = boards::named("rectangle-6x1").unwrap();
        let start = Position::from_holes(6, [0, 1, 3, 4]);
        let goal = Goal::exactly(Position::from_holes(6, [0]));
        let mut game = Game::new(Puzzle::new("p", board, start, goal).unwrap());
        let mut foresight = Foresight::new(game.puzzle().clone());
        foresight.endings = None;
        let settings = Settings::default();
        assert_eq!(foresight.recall(game.positions(), &settings.stop), None);
        let outlook = foresight.look(game.positions(), &settings).unwrap();
        assert_eq!(outlook.winnable, Some(false));
        game.play(game.jump_between(0, 2).unwrap()).unwrap();
        let recalled = foresight.recall(game.positions(), &settings.stop);
        assert_eq!(recalled.and_then(|outlook| outlook.winnable), Some(false));
        let alone = &game.positions()[1..];
        assert_eq!(foresight.recall(alone, &settings.stop), None);
    }

    #[test]
    fn a_game_that_never_was_winnable_has_no_way_back() {
        let corner = |_: &Board| Goal::exactly(Position::from_holes(9, [0]));
        let game = game("square-3", 1, corner);
        let mut foresight = Foresight::new(game.puzzle().clone());
        let settings = Settings::default();
        assert_eq!(
            foresight
                .look(game.positions(), &settings)
                .unwrap()
                .winnable,
            Some(false)
        );
        assert_eq!(
            foresight.last_winning(game.positions(), &settings).unwrap(),
            None
        );
    }
}
