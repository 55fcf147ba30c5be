//! Parsers of values that are chosen by name. Help and completions list the names.

use std::ffi::OsStr;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};
use saut::BadInput;
use saut::decide::EncodingChoice;
use saut::encode::{Encoding, Order};
use saut::method::MethodName;
use saut::named::Named;
use saut_plan::planning::PlanMethod;

/// Returns the names of the values of `T`, with their help texts.
fn values<T: Named>() -> impl Iterator<Item = PossibleValue> {
    let value = |value: &T| PossibleValue::new(value.name()).help(value.help());
    T::VARIANTS.iter().map(value)
}

/// Returns a parser that accepts the names of the values of `T`.
pub fn named<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(values::<T>()).try_map(|name| T::by_name(&name).ok_or("no such name"))
}

/// Returns a parser that accepts the names of all methods, for boards and for planning tasks.
pub fn method() -> PossibleValuesParser {
    let value = |method: MethodName| PossibleValue::new(method.name()).help(method.help());
    let of_boards: Vec<PossibleValue> = MethodName::all().map(value).collect();
    let of_tasks = values::<PlanMethod>();
    let is_new = |one: &PossibleValue| of_boards.iter().all(|it| it.get_name() != one.get_name());
    let of_tasks: Vec<PossibleValue> = of_tasks.filter(is_new).collect();
    PossibleValuesParser::new(of_boards.into_iter().chain(of_tasks))
}

/// Returns the method, or the error that it does not exist for this subject (boards or planning tasks).
pub fn method_named<T>(method: Option<T>, name: &str, subject: &str) -> Result<T, BadInput> {
    let fact = || format!("{name} is not a method for {subject}");
    method.ok_or_else(|| {
        BadInput::new("--method", fact()).remedy("saut solve --help lists the methods")
    })
}

/// A parser that lists values in help and completions, and also accepts other values.
#[derive(Clone)]
pub struct SuggestingParser<P, V>(pub P, pub V);

impl<P, V, I> TypedValueParser for SuggestingParser<P, V>
where
    P: TypedValueParser,
    V: Fn() -> I + Clone + Send + Sync + 'static,
    I: Iterator<Item = PossibleValue> + 'static,
{
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, Error> {
        self.0.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.1)()))
    }
}

/// An encoding on the command line.
#[derive(Clone, Copy, Debug)]
pub struct NamedEncoding {
    pub encoding: Encoding,
    /// The encoding, or for `r2-exists` without a named order, several orders that are tried.
    pub choice: EncodingChoice,
}

impl FromStr for NamedEncoding {
    type Err = <Encoding as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let encoding = text.parse()?;
        let names_default = text.contains(&Order::Grouped.to_string());
        let choice = match encoding {
            Encoding::R2Exists {
                order: Order::Grouped,
                fold,
            } if !names_default => EncodingChoice::VariedOrder { fold },
            fixed => EncodingChoice::Fixed(fixed),
        };
        Ok(Self { encoding, choice })
    }
}

/// Returns a parser of encodings with options. Help and completions list the encodings without options.
pub fn encoding() -> impl TypedValueParser<Value = NamedEncoding> {
    let value = |one: Encoding| {
        PossibleValue::new(one.name()).help(match one {
            Encoding::Naive => {
                "One jump or action per step, with variables only for states: the plain formula"
            }
            Encoding::Sequential { .. } => "One jump or action per step",
            Encoding::Forall | Encoding::ForallChain => {
                "A set of jumps or actions per step, possible in any order"
            }
            Encoding::Exists => "A set of jumps or actions per step, possible in one fixed order",
            Encoding::R2Exists { .. } => {
                "Every jump or action at most once per step, in a fixed order"
            }
            Encoding::Sase => {
                "As forall, with variables for the transitions of mutex groups (SAS+)"
            }
            Encoding::Smt => "One jump or action per step, as SMT-LIB",
        })
    };
    let values = move || Encoding::ALL.into_iter().map(value);
    SuggestingParser(str::parse::<NamedEncoding>, values)
}
