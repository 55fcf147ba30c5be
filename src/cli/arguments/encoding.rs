//! The encoding, its choices and its horizon.

use clap::{Args, ValueEnum};
use saut::encode::Order;

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
    #[arg(long, value_enum, value_name = "NAME", default_value = "pairwise")]
    pub at_most_one: AtMostOneName,

    /// smt: how a step is written
    #[arg(long, value_enum, value_name = "NAME", default_value = "disjunction")]
    pub smt_form: FormName,

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

fn horizon(text: &str) -> Result<HorizonArgument, String> {
    match (text, text.parse::<usize>()) {
        ("auto", _) => Ok(HorizonArgument(None)),
        (_, Ok(steps)) if steps <= 100_000 => Ok(HorizonArgument(Some(steps))),
        _ => Err("neither auto nor a number of steps up to 100000".to_owned()),
    }
}

/// At-most-one constraints by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum AtMostOneName {
    Pairwise,
    Ladder,
    Product,
    Bitwise,
    Commander,
    Bimander,
}

/// Forms of `smt` by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum FormName {
    /// A disjunction over the jumps, with state equalities
    Disjunction,
    /// The number of the chosen jump as an integer
    Integer,
}
