//! A method by name: one way to decide, alone, so that ways can be compared.

use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use super::{
    Decision, EncodingChoice, Error, Horizon, Method, Minimise, Settings, Verdict, exhaust,
};
use crate::peg::Puzzle;
use saut_plan::bad_input::BadInput;
use saut_plan::encode::Encoding;

/// Which way to go.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumMessage, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum MethodChoice {
    /// Criteria, formulas and the exhaustive search, as they come.
    #[default]
    Auto,
    /// Formulas alone.
    Formulas,
    /// The exhaustive search from both ends alone (boards of at most 64 holes).
    Exhaustive,
}

impl Settings {
    /// Refuses choices about formulas together with a method that has none, or that fewest steps
    /// leave no room for.
    pub(super) fn check_method(&self) -> Result<(), BadInput> {
        self.check_steps()?;
        match self.method {
            MethodChoice::Auto | MethodChoice::Formulas => Ok(()),
            MethodChoice::Exhaustive => self.refuse_formulas(self.method.into()),
        }
    }

    /// Refuses choices about formulas for a method that has none.
    ///
    /// # Errors
    /// [`BadInput`] that names the choice.
    pub fn refuse_formulas(&self, method: &str) -> Result<(), BadInput> {
        let given = [
            ("an encoding", self.encoding.is_some()),
            ("a backend", !self.backends.is_empty()),
            ("a horizon", self.horizon != Horizon::Auto),
            ("minimise", self.minimise.is_some()),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((what, _)) => {
                let fact = format!("{method} solves no formula and has no use for {what}");
                Err(BadInput::new("--method", fact).remedy("leave one of the two out"))
            }
            None => Ok(()),
        }
    }

    fn check_steps(&self) -> Result<(), BadInput> {
        let forall = EncodingChoice::Fixed(Encoding::Forall);
        let given = [
            (
                "an encoding",
                self.encoding.is_some_and(|one| one != forall),
            ),
            ("a horizon", self.horizon != Horizon::Auto),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((what, _)) if self.minimise == Some(Minimise::Steps) => {
                let fact = format!(
                    "steps are those of forall, at one horizon after the other; \
                     that leaves no choice of {what}"
                );
                Err(BadInput::new("--minimise", fact).remedy("leave one of the two out"))
            }
            _ => Ok(()),
        }
    }
}

/// The verdict of the exhaustive search.
pub fn by_search(puzzle: &Puzzle, settings: &Settings) -> Result<Decision, Error> {
    let (holes, most) = (puzzle.board().len(), exhaust::MOST_HOLES);
    if holes > most {
        let fact = format!("exhaustive is for at most {most} holes, and this board has {holes}");
        return Err(BadInput::new("--method", fact)
            .remedy("choose another method, or none")
            .into());
    }
    let mut decision = Decision::default();
    decision.set(match exhaust::exhaust(puzzle, settings) {
        Ok(found) => found,
        Err(why) => (Verdict::Undecided(why), Method::Search),
    });
    Ok(decision)
}
