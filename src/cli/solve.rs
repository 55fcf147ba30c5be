//! `saut solve` for puzzles.
//!
//! Flags that contradict each other, or do not apply to the game, are rejected before the puzzle is solved. So no flag
//! is silently ignored.

use saut::BadInput;
use saut::answer::{PuzzleMethod, Question, SubjectNames, solve};
use saut::decide::{MethodChoice, Minimise};
use saut::encode::Encoding;
use saut::formats::Entry;
use saut::method::MethodName;
use saut::peg::Puzzle;

use super::arguments::{Global, MinimiseName, Solve, method_named};
use super::progress::Line;
use super::reply::{CommandOutput, Failure, unusable};
use super::{input, plans, settings, shorten};

/// Runs `saut solve` for a puzzle.
pub fn run(
    arguments: &Solve,
    names: &SubjectNames<'_>,
    global: &Global,
) -> Result<CommandOutput, Failure> {
    for flag in ["format", "plans", "from-state"] {
        if global.given.iter().any(|given| given == flag) {
            return unusable(
                format!("--{flag}"),
                "this option is only for planning tasks",
                "leave it out",
            );
        }
    }
    let entry = input::entry_of(names, &global.stop)?;
    let minimise = minimised(arguments, &entry)?;
    let settings = settings::of_solve(arguments, minimise, global)?;
    let weights = match (&arguments.weights, &entry) {
        (Some(file), Entry::Peg(puzzle)) => {
            Some(input::weights(puzzle.board(), file, &global.stop)?)
        }
        _ => None,
    };
    let puzzle_method = PuzzleMethod {
        weights,
        board: Some(method_for_boards(arguments)?),
        strategy: arguments.strategy,
        is_traced: arguments.trace,
        is_verbose: arguments.verbose || about_formulas(arguments)?.is_some(),
    };
    if let (Some(_), Entry::Peg(puzzle)) = (arguments.flag_of_all(), &entry) {
        let flags = &arguments.shorten;
        let reply = if flags.all || flags.sample.is_some() {
            plans::run(arguments, puzzle, &settings, global.json)?
        } else {
            shorten::run(arguments, puzzle, &settings)?
        };
        // If there is no solution, the puzzle is solved as without these flags, to find a certificate.
        if let Some(reply) = reply {
            return Ok(reply);
        }
    }
    let line = match (&entry, settings.stop.time_left()) {
        (Entry::Peg(_), None) => Line::without_limit(),
        _ => Line::new(),
    };
    let question = Question {
        puzzle_method,
        ..entry.into()
    };
    let answer = line.over(settings, |settings| solve(&question, settings))?;
    CommandOutput::answer(answer, arguments.proof.as_deref(), &global.stop)
}

/// Checks the flags, and returns the quantity that formulas minimise, if there is one.
///
/// # Errors
/// Flags contradict each other, or do not apply to the puzzle.
fn minimised(arguments: &Solve, entry: &Entry) -> Result<Option<Minimise>, BadInput> {
    let flags = arguments.shorten;
    let fewest_moves = arguments.asks_fewest_moves();
    let of_fewest_moves = [
        ("--all", flags.all),
        ("--count-optimal", flags.count_optimal),
        ("--sweep-lengths", flags.sweep_lengths),
        ("--longest-sweep", flags.longest_sweep),
    ];
    let of_fewest_moves = of_fewest_moves.iter().find(|(_, is_given)| *is_given);
    if let (Some(minimise), Some((flag, _))) = (arguments.minimise, of_fewest_moves)
        && !fewest_moves
    {
        let fact = format!("needs --minimise moves, not --minimise {}", minimise.word());
        return unusable(*flag, fact, "leave out one of the two");
    }
    let seeks_best = !flags.all && (fewest_moves || flags.longest_sweep || flags.style.is_some());
    if arguments.save.save.is_some() && !seeks_best {
        let fact = "is only for searches for all solutions";
        let remedy = "add --minimise moves, --longest-sweep or --style packages, or leave it out";
        return unusable("--save", fact, remedy);
    }
    let minimise = arguments
        .minimise
        .map(MinimiseName::of_puzzle)
        .transpose()?;
    let of_all = arguments.flag_of_all();
    match (entry, of_all) {
        (Entry::Peg(_), Some(flag)) if entry.is_of_old_rule() => {
            let fact = "does not support the old French rule (put_back)";
            let remedy =
                "leave out the flag, or put_back in the file; saut count counts the solutions";
            return unusable(flag, fact, remedy);
        }
        (Entry::Peg(puzzle), _) => refuse_for_board(arguments, puzzle)?,
        (Entry::Baseball(_), _) => {
            let of_orders = arguments.orders.map(|_| "--orders");
            let of_schedule = arguments.schedule.map(|_| "--schedule");
            let of_bounds = arguments.jump_bounds.then_some("--jump-bounds");
            let of_weights = arguments.weights.as_ref().map(|_| "--weights");
            let given = [of_all, of_orders, of_schedule, of_bounds, of_weights];
            if let Some(flag) = given.into_iter().flatten().next() {
                let remedy =
                    "leave it out; for colour baseball, saut always finds the shortest plan";
                return unusable(flag, "is only for peg solitaire", remedy);
            }
        }
    }
    Ok(minimise.flatten())
}

/// Checks the flags for a board. The flags for all puzzles are checked by [`minimised`].
fn refuse_for_board(arguments: &Solve, puzzle: &Puzzle) -> Result<(), BadInput> {
    if arguments.trace {
        let fact = "is only for colour baseball";
        let remedy = "saut show PUZZLE PLAN draws a plan of peg solitaire move by move";
        return unusable("--trace", fact, remedy);
    }
    if arguments.strategy.is_some() {
        let fact = "is only for colour baseball";
        return unusable("--strategy", fact, "leave it out for peg solitaire");
    }
    if let (Some(flag), Some(choice)) = (arguments.flag_of_all(), about_formulas(arguments)?) {
        let fact = format!("{flag} does not use formulas, but searches all positions on solutions");
        return unusable(choice, fact, "leave out one of the two");
    }
    let (at_least, at_most) = puzzle.jump_range();
    let named = arguments.encoding.named();
    if let (Some(MinimiseName::Jumps), Some(named)) = (arguments.minimise, named)
        && at_least < at_most
        && !named.is_sequential()
    {
        tell!(
            "saut: the encoding {named} stops at its first plan; use --encoding sequential to prove that no \
            plan has fewer jumps"
        );
    }
    if arguments.jump_bounds {
        if !matches!(named, Some(Encoding::Sequential { .. })) {
            tell!(
                "saut: --jump-bounds has no effect here: only --encoding sequential uses the bounds"
            );
        } else if at_least < at_most {
            tell!(
                "saut: --jump-bounds has no effect here: plans of {} may have {at_least} to {at_most} jumps",
                puzzle.name()
            );
        }
    }
    Ok(())
}

/// Returns the method, or an error if this option is only for planning tasks.
fn method_for_boards(arguments: &Solve) -> Result<MethodName, BadInput> {
    method_named(arguments.method.parse().ok(), &arguments.method, "puzzles")
}

/// Returns the first given flag that concerns formulas or the method, if there is one.
fn about_formulas(arguments: &Solve) -> Result<Option<&'static str>, BadInput> {
    let is_auto = method_for_boards(arguments)? == MethodName::Decide(MethodChoice::Auto);
    let given = [
        ("--orders", arguments.orders.is_some()),
        ("--schedule", arguments.schedule.is_some()),
        ("--jump-bounds", arguments.jump_bounds),
        ("--backend", !arguments.backend.is_empty()),
        ("--method", !is_auto),
        ("--weights", arguments.weights.is_some()),
    ];
    let of_encoding = arguments.encoding.given();
    Ok(of_encoding.or_else(|| given.into_iter().find_map(|(name, is)| is.then_some(name))))
}
