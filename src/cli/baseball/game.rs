//! `saut hint` and `saut play` for colour baseball.

use std::fmt::Write as _;
use std::io::{BufRead, Write as _, stdin};

use saut::BadInput;
use saut::answer::{describe, step_name};
use saut::baseball::{Configuration, Distances, Step, Strategy, TrackPuzzle, distances, picture};
use saut::decide::baseball::{Verdict, solve};
use saut::formats::step_file;
use saut::named::Named as _;
use saut::settings::Settings;
use saut::simulate;
use serde_json::json;

use crate::cli::arguments::Global;
use crate::cli::reply::{CommandOutput, Failure, of_work};
use crate::cli::{input, print, settings, status};

/// Maximum number of bases for which all distances are computed in advance.
const MAX_BASES: usize = 5;

struct Game<'a> {
    puzzle: &'a TrackPuzzle,
    played: Vec<Step>,
    now: Configuration,
    /// The distances of all configurations from home, if there are few bases.
    distances: Option<Distances>,
    settings: Settings,
}

impl<'a> Game<'a> {
    fn new(puzzle: &'a TrackPuzzle, settings: Settings) -> Self {
        let is_small = puzzle.bases() <= MAX_BASES && puzzle.capacity() == 2 && puzzle.wants_home();
        let goes_on = || settings.stop.stop_reason().is_none();
        let all = is_small.then(|| distances(puzzle.track(), puzzle.bases(), 2, goes_on));
        Self {
            distances: all.and_then(Result::ok),
            now: puzzle.start().clone(),
            played: Vec::new(),
            puzzle,
            settings,
        }
    }

    /// Plays a step.
    ///
    /// # Errors
    /// The rules forbid the step.
    fn play(&mut self, step: Step) -> Result<(), BadInput> {
        simulate::baseball::play(self.puzzle, &mut self.now, step)
            .map_err(|fault| BadInput::new(step_name(step), fault))?;
        self.played.push(step);
        Ok(())
    }

    /// Returns the minimum number of steps from a configuration to the goal, or `None` if it was not found within the
    /// limits.
    fn steps_left(&self, from: &Configuration) -> Option<usize> {
        if let Some(distances) = &self.distances {
            return distances.of(from);
        }
        let puzzle = self.from(from)?;
        let decision = solve(&puzzle, &self.settings).ok()?;
        match decision.verdict {
            Verdict::Solved(plan) if decision.optimal == Some(true) => Some(plan.plan().len()),
            _ => None,
        }
    }

    fn from(&self, start: &Configuration) -> Option<TrackPuzzle> {
        let (puzzle, goal) = (self.puzzle, self.puzzle.goal().clone());
        TrackPuzzle::new(
            puzzle.name(),
            puzzle.track(),
            puzzle.capacity(),
            start.clone(),
            Some(goal),
        )
        .ok()
    }

    /// Returns the legal steps, each with the minimum number of steps to the goal after it, and with the hand methods
    /// that choose it. The best steps come first.
    fn choices(&self) -> Vec<(Step, Option<usize>, Vec<&'static str>)> {
        let here = self.from(&self.now);
        let next = |strategy: &Strategy| {
            Some((
                strategy.name(),
                *strategy.play(here.as_ref()?).ok()?.first()?,
            ))
        };
        let methods: Vec<_> = Strategy::ALL.iter().filter_map(next).collect();
        let choice = |step: Step| {
            let by = methods.iter().filter(|(_, first)| *first == step);
            let left = self.steps_left(&self.now.after(step));
            (step, left, by.map(|(name, _)| *name).collect())
        };
        let mut choices: Vec<_> = self
            .puzzle
            .steps(&self.now)
            .into_iter()
            .map(choice)
            .collect();
        choices.sort_by_key(|(_, left, _)| left.unwrap_or(usize::MAX));
        choices
    }

    fn is_won(&self) -> bool {
        self.now == *self.puzzle.goal()
    }
}

fn steps_left(left: Option<usize>) -> String {
    left.map_or("undecided within the limits".to_owned(), |left| {
        format!("{} from the goal", print::counted(left, "step"))
    })
}

/// Runs `saut hint` for a game of colour baseball.
pub fn hint(
    puzzle: &TrackPuzzle,
    played: Option<&str>,
    global: &Global,
) -> Result<CommandOutput, Failure> {
    let mut game = Game::new(puzzle, settings::within(global));
    if let Some(file) = played {
        let within = |bad: BadInput| bad.within(file);
        let plan = step_file::read_steps(&input::text(file, &global.stop)?).map_err(within)?;
        for &step in plan.actions() {
            game.play(step)
                .map_err(|bad| Failure::Refused(within(bad)))?;
        }
    }
    let mut text = describe(puzzle);
    let now = picture::text(&game.now, puzzle.capacity());
    let (here, choices) = (game.steps_left(&game.now), game.choices());
    let _ = writeln!(
        text,
        "after {}: {now}, {}",
        print::counted(game.played.len(), "step"),
        steps_left(here)
    );
    let mut documents = Vec::new();
    for (step, left, by) in &choices {
        let is_best = here.zip(*left).is_some_and(|(here, left)| left < here);
        let mark = if is_best { "  <- shortest" } else { "" };
        let by_methods = if by.is_empty() {
            String::new()
        } else {
            format!("  ({})", by.join(", "))
        };
        let _ = writeln!(
            text,
            "  {:<8} {}{mark}{by_methods}",
            step_name(*step),
            steps_left(*left)
        );
        documents.push(json!({"step": step, "left": left, "methods": by}));
    }
    let is_open = here.is_none() || choices.iter().any(|(_, left, _)| left.is_none());
    let document = json!({
        "puzzle": puzzle.name(), "played": game.played, "solved": game.is_won(), "left": here, "steps": documents,
    });
    Ok(CommandOutput::new(of_work(!is_open), document, text))
}

const KEYS: &str =
    "type a step such as 4:0>1, or its number; h shows hints, u undoes a step, q quits";

/// Runs `saut play` for a game of colour baseball. Commands are read line by line from standard input, which need not
/// be a terminal.
pub fn play(puzzle: &TrackPuzzle, global: &Global) -> Result<CommandOutput, Failure> {
    let mut game = Game::new(puzzle, settings::within(global));
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}{KEYS}", describe(puzzle))?;
    let mut lines = stdin().lock().lines();
    loop {
        let now = picture::text(&game.now, puzzle.capacity());
        if game.is_won() {
            writeln!(
                out,
                "{now}\nthe goal is reached after {}",
                print::counted(game.played.len(), "step")
            )?;
            return Ok(CommandOutput::done(status::SOLVED));
        }
        let steps = puzzle.steps(&game.now);
        let listed = (1..)
            .zip(&steps)
            .map(|(number, step): (usize, _)| format!("{number} {}", step_name(*step)));
        write!(out, "{now}   {}\n> ", listed.collect::<Vec<_>>().join("  "))?;
        out.flush()?;
        let Some(line) = lines.next().transpose()? else {
            return Ok(CommandOutput::done(status::SOLVED));
        };
        match line.trim() {
            "q" => return Ok(CommandOutput::done(status::SOLVED)),
            "u" => {
                if let Some(Step { token, from, to }) = game.played.pop() {
                    game.now.shift(Step {
                        token,
                        from: to,
                        to: from,
                    });
                }
            }
            "h" => {
                for (step, left, _) in game.choices() {
                    writeln!(out, "  {:<8} {}", step_name(step), steps_left(left))?;
                }
            }
            typed => {
                let number = typed
                    .parse::<usize>()
                    .ok()
                    .and_then(|number| number.checked_sub(1));
                let chosen = number.and_then(|number| steps.get(number).copied());
                let read = || step_file::read_steps(typed).ok()?.actions().next().copied();
                match chosen.or_else(read) {
                    Some(step) => {
                        if let Err(bad) = game.play(step) {
                            writeln!(out, "{bad}")?;
                        }
                    }
                    None => writeln!(out, "{KEYS}")?,
                }
            }
        }
    }
}
