//! The encoding, its choices and its horizon.

use clap::Args;
use saut::encode::{AtMostOne, Encoding, Order};

use super::named::{EncodingParser, named};

/// Encoding, with its choices.
#[derive(Debug, Args)]
pub struct EncodingArguments {
    /// The encoding; its choices may stand behind slashes, as in sequential/ladder, forall/chain
    /// or r2-exists/fresh:7/unfolded. Where none is named, encode and decode take naive
    /// (r2-exists with an order or with a horizon that is not the number of jumps; exists of planning tasks)
    #[arg(long, value_name = "NAME", value_parser = EncodingParser)]
    pub encoding: Option<Encoding>,

    /// The number of steps, or auto
    #[arg(long, value_name = "N", default_value = "auto", value_parser = horizon)]
    pub horizon: HorizonArgument,

    /// sequential: how "at most one action" is written [default: pairwise]
    #[arg(long, value_name = "NAME", value_parser = named::<AtMostOne>())]
    pub at_most_one: Option<AtMostOne>,

    /// r2-exists: the order of the actions: direction, or one that is new every step:
    /// fresh:SEED, walks:SEED (along random plays from start and goal, with removals of three
    /// pegs in a line as one action), layers:SEED (of relaxed
    /// reachability), supporters:SEED (of preconditions first)
    #[arg(long, value_name = "ORDER", value_parser = str::parse::<Order>)]
    pub order: Option<Order>,

    /// r2-exists: do not propagate the units of start and goal
    #[arg(long)]
    pub no_fold: bool,
}

impl EncodingArguments {
    /// A flag that is given, if one is.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--encoding", self.encoding.is_some()),
            ("--horizon", self.horizon.0.is_some()),
            ("--at-most-one", self.at_most_one.is_some()),
            ("--order", self.order.is_some()),
            ("--no-fold", self.no_fold),
        ];
        given.into_iter().find_map(|(name, is)| is.then_some(name))
    }

    /// A flag that the encoding named has no use for, with the encoding that has.
    pub fn unused(&self) -> Option<(&'static str, &'static str)> {
        let encoding = self.encoding?;
        let is_r2_exists = matches!(encoding, Encoding::R2Exists { .. });
        let is_sequential = matches!(encoding, Encoding::Sequential { .. });
        let given = [
            (
                "--order",
                self.order.is_some() && !is_r2_exists,
                "r2-exists",
            ),
            ("--no-fold", self.no_fold && !is_r2_exists, "r2-exists"),
            (
                "--at-most-one",
                self.at_most_one.is_some() && !is_sequential,
                "sequential",
            ),
        ];
        given
            .into_iter()
            .find_map(|(flag, is_unused, of)| is_unused.then_some((flag, of)))
    }
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
