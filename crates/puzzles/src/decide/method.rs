//! A method by name: one way to decide, alone, so that ways can be compared.
//!
//! A baseline that has searched everything in vain gives no certificate, so its verdict is
//! undecided ([`Why::Exhausted`]), with [`Method::Baseline`] beside it to say who came to the end.

use std::fmt;
use std::str::FromStr;

use super::{
    Decision, EncodingChoice, Error, Horizon, Method, Minimise, Settings, Verdict, exhaust,
};
use crate::baseline::{Baseline, Found};
use crate::peg::Puzzle;
use crate::simulate;
use saut_plan::bad_input::BadInput;
use saut_plan::encode::Encoding;
use saut_plan::stop::Why;

/// Which way to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MethodChoice {
    /// Criteria, formulas and the exhaustive search, as they come.
    #[default]
    Auto,
    /// Formulas alone.
    Formulas,
    /// The exhaustive two-ended search alone.
    Exhaustive,
    /// A search program of the older literature alone.
    Baseline(Baseline),
}

impl MethodChoice {
    /// The name that it is asked for by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Formulas => "formulas",
            Self::Exhaustive => "exhaustive",
            Self::Baseline(baseline) => baseline.name(),
        }
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let baselines = Baseline::ALL.into_iter().map(Self::Baseline);
        [Self::Auto, Self::Formulas, Self::Exhaustive]
            .into_iter()
            .chain(baselines)
    }

    /// Whether it solves formulas, and so has a use for encodings and backends.
    pub const fn has_formulas(self) -> bool {
        matches!(self, Self::Auto | Self::Formulas)
    }
}

impl fmt::Display for MethodChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for MethodChoice {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        Self::all()
            .find(|choice| choice.name() == text)
            .ok_or_else(|| {
                let names: Vec<_> = Self::all().map(Self::name).collect();
                let fact = format!("no method is called \"{text}\"");
                BadInput::new("--method", fact).remedy(format!("choose of {}", names.join(", ")))
            })
    }
}

impl Settings {
    /// Refuses choices about formulas together with a method that has none, or that fewest steps
    /// leave no room for.
    pub(super) fn check_method(&self) -> Result<(), BadInput> {
        self.check_steps()?;
        let given = [
            ("an encoding", self.encoding.is_some()),
            ("a backend", !self.backends.is_empty()),
            ("a horizon", self.horizon != Horizon::Auto),
            ("minimise", self.minimise.is_some()),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((what, _)) if !self.method.has_formulas() => {
                let fact = format!(
                    "{} solves no formula and has no use for {what}",
                    self.method
                );
                Err(BadInput::new("--method", fact).remedy("leave one of the two out"))
            }
            _ => Ok(()),
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

/// The verdict of a baseline.
pub fn by_baseline(puzzle: &Puzzle, settings: &Settings, baseline: Baseline) -> Decision {
    let progress = settings.progress.as_deref();
    let tell = progress.map(|progress| move |nodes| progress.playing(baseline.name(), nodes));
    if let Some(tell) = &tell {
        tell(0);
    }
    let tell = tell.as_ref().map(|tell| tell as &dyn Fn(u64));
    let searched = baseline.search(puzzle, settings.seed, &settings.stop, tell);
    let mut decision = Decision::default();
    let verdict = match searched.found {
        Found::Plan(plan) => match simulate::replay(puzzle, plan) {
            Ok(plan) => Verdict::Solved(plan),
            Err(rejected) => {
                let warning = format!("the plan of {baseline} is refused: {rejected}");
                decision.warnings.push(warning);
                Verdict::Undecided(Why::Exhausted)
            }
        },
        Found::NothingLeft => Verdict::Undecided(Why::Exhausted),
        Found::GaveUp(why) => Verdict::Undecided(why),
    };
    let nodes = searched.nodes;
    decision.set((verdict, Method::Baseline { baseline, nodes }));
    decision
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
