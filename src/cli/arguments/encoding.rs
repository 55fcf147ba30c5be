//! The encoding, its choices and its horizon.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use saut::encode::{AtMostOne, Form, Order};

/// Which encoding, with its choices.
#[derive(Debug, Args)]
pub struct EncodingArguments {
    /// The encoding
    #[arg(long, value_enum, value_name = "NAME")]
    pub encoding: Option<EncodingName>,

    /// The number of steps, or auto
    #[arg(long, value_name = "N", default_value = "auto", value_parser = horizon)]
    pub horizon: HorizonArgument,

    /// sequential: how "at most one action" is written
    #[arg(long, value_name = "NAME", default_value = "pairwise", value_parser = one_of(AtMostOne::ALL))]
    pub at_most_one: AtMostOne,

    /// smt: how a step is written: a disjunction over the jumps with state equalities, or the number
    /// of the chosen jump as an integer
    #[arg(long, value_name = "NAME", default_value = "disjunction", value_parser = one_of(Form::ALL))]
    pub smt_form: Form,

    /// r2-exists: the order of the actions: direction, random:SEED or fresh:SEED (a new one every
    /// step), each also with -alternating
    #[arg(long, value_name = "ORDER", value_parser = str::parse::<Order>)]
    pub order: Option<Order>,

    /// r2-exists: an action needs a reason not to happen a step earlier
    #[arg(long)]
    pub left_packing: bool,

    /// r2-exists: do not propagate the units of start and goal
    #[arg(long)]
    pub no_fold: bool,
}

/// The encodings by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EncodingName {
    /// One jump a step
    Sequential,
    /// A set of jumps a step, playable in any order
    Forall,
    /// Every jump once a step, each optional, in a fixed order
    R2Exists,
    /// One jump a step, as SMT-LIB
    Smt,
}

/// The horizon as typed.
#[derive(Clone, Copy, Debug)]
pub struct HorizonArgument(pub Option<usize>);

impl From<HorizonArgument> for saut::settings::Horizon {
    fn from(typed: HorizonArgument) -> Self {
        typed.0.map_or(Self::Auto, Self::Steps)
    }
}

fn horizon(text: &str) -> Result<HorizonArgument, String> {
    match (text, text.parse::<usize>()) {
        ("auto", _) => Ok(HorizonArgument(None)),
        (_, Ok(steps)) if steps <= 100_000 => Ok(HorizonArgument(Some(steps))),
        _ => Err("neither auto nor a number of steps up to 100000".to_owned()),
    }
}

/// A parser of choices that the library has names for.
fn one_of<T, const N: usize>(all: [(&'static str, T); N]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let names = all.map(|(name, _)| name);
    PossibleValuesParser::new(names).try_map(move |text| {
        let chosen = all.iter().find(|(name, _)| *name == text);
        chosen.map(|&(_, choice)| choice).ok_or("no such name")
    })
}
