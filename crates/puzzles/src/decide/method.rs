//! Choices that do not go together, refused before anything is done.

use super::{EncodingChoice, Horizon, Minimise, Settings};
use super::{MethodChoice, strategy};
use saut_base::BadInput;
use saut_base::named::Named as _;
use saut_peg::peg::Puzzle;
use saut_task::encode::Encoding;

/// Refuses choices about formulas together with a method that has none, or that fewest steps leave
/// no room for; and the exhaustive search on a board that is too large for it.
pub fn check(puzzle: &Puzzle, settings: &Settings) -> Result<(), BadInput> {
    check_steps(settings)?;
    if let Some(what) = settings.named_choice()
        && !settings.method.has_formulas()
    {
        let method = settings.method.name();
        let fact = format!("{method} solves no formula and has no use for {what}");
        return Err(BadInput::new("--method", fact).remedy("leave one of the two out"));
    }
    let (holes, most) = (puzzle.board().len(), strategy::MOST_HOLES);
    if settings.method == MethodChoice::Exhaustive && holes > most {
        let fact = format!("exhaustive is for at most {most} holes, and this board has {holes}");
        return Err(BadInput::new("--method", fact).remedy("choose another method, or none"));
    }
    Ok(())
}

fn check_steps(settings: &Settings) -> Result<(), BadInput> {
    let forall = EncodingChoice::Fixed(Encoding::Forall);
    let given = [
        (
            "an encoding",
            settings.encoding.is_some_and(|one| one != forall),
        ),
        ("a horizon", settings.horizon != Horizon::Auto),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((what, _)) if settings.minimise == Some(Minimise::Steps) => {
            let fact = format!(
                "steps are those of forall, at one horizon after the other; \
                 that leaves no choice of {what}"
            );
            Err(BadInput::new("--minimise", fact).remedy("leave one of the two out"))
        }
        _ => Ok(()),
    }
}
