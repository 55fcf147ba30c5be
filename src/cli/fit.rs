//! Flags of `saut solve` that mean nothing together, or nothing for the game: refused with what to
//! do instead, so that none is passed over in silence.

use saut::BadInput;
use saut::method::MethodName;

use super::arguments::{MinimiseName, Solve};
use super::{plans, shorten};

/// Refuses what does not fit for peg solitaire.
pub fn for_peg(arguments: &Solve) -> Result<(), BadInput> {
    let asked = &arguments.shorten;
    if arguments.strategy.is_some() {
        let fact = "the hand methods are for colour baseball";
        return Err(BadInput::new("--strategy", fact).remedy("leave it out for peg solitaire"));
    }
    if asked.distinct && !plans::is_asked(arguments) {
        let fact = "says which solutions to print, and none are";
        return Err(BadInput::new("--distinct", fact).remedy("add --all or --sample N"));
    }
    let fewest_moves = matches!(arguments.minimise, Some(MinimiseName::Moves));
    if asked.count_optimal && !fewest_moves {
        let fact = "counts the plans with the fewest moves, which are not asked for";
        return Err(BadInput::new("--count-optimal", fact).remedy("add --minimise moves"));
    }
    if asked.longest_sweep && arguments.minimise.is_some() && !fewest_moves {
        let fact = "goes with no --minimise but moves";
        return Err(BadInput::new("--longest-sweep", fact).remedy("ask one after the other"));
    }
    match (of_all_solutions(arguments), about_formulas(arguments)) {
        (Some(question), Some(choice)) => {
            let fact =
                format!("{question} solves no formula: it looks at all positions on solutions");
            Err(BadInput::new(choice, fact).remedy("leave one of the two out"))
        }
        _ => Ok(()),
    }
}

/// Refuses what does not fit for colour baseball.
pub fn for_baseball(arguments: &Solve) -> Result<(), BadInput> {
    let asked = &arguments.shorten;
    let given = [
        ("--distinct", asked.distinct),
        ("--count-optimal", asked.count_optimal),
    ];
    let given = given.into_iter().find_map(|(name, is)| is.then_some(name));
    match given.or(of_all_solutions(arguments)) {
        None => Ok(()),
        Some(name) => Err(BadInput::new(name, "is for peg solitaire")
            .remedy("leave it out: of colour baseball the shortest plan is found")),
    }
}

/// The flag that asks about all solutions together, if there is one.
fn of_all_solutions(arguments: &Solve) -> Option<&'static str> {
    let asked = &arguments.shorten;
    if plans::is_asked(arguments) {
        Some(if asked.all { "--all" } else { "--sample" })
    } else if !shorten::is_asked(arguments) {
        None
    } else if arguments.minimise.is_some() {
        Some("--minimise moves")
    } else if asked.longest_sweep {
        Some("--longest-sweep")
    } else {
        Some("--style")
    }
}

/// A flag that chooses how formulas are written or solved, if there is one.
fn about_formulas(arguments: &Solve) -> Option<&'static str> {
    let encoding = &arguments.encoding;
    let given = [
        ("--encoding", encoding.encoding.is_some()),
        ("--horizon", encoding.horizon.0.is_some()),
        ("--order", encoding.order.is_some()),
        ("--left-packing", encoding.left_packing),
        ("--no-fold", encoding.no_fold),
        ("--backend", !arguments.backend.is_empty()),
        ("--method", arguments.method != MethodName::default()),
    ];
    given.into_iter().find_map(|(name, is)| is.then_some(name))
}
