//! The encoding, its choices and its horizon.

use clap::Args;
use saut::decide::EncodingChoice;
use saut::encode::Encoding;

use super::named::{EncodingParser, NamedEncoding};

/// Encoding, with its choices.
#[derive(Debug, Args)]
pub struct EncodingArguments {
    /// The encoding, with its choices after slashes: sequential/ladder (how "at most one action" is written
    /// [default: pairwise]), forall/chain, r2-exists/ORDER/unfolded. ORDER is direction, or one that is new every
    /// step: fresh:SEED, walks:SEED (along random plays from start and goal, with removals of three pegs in a line as
    /// one action), layers:SEED (of relaxed reachability), supporters:SEED (of preconditions first); unfolded does not
    /// propagate the units of start and goal. Where none is named, encode and decode take naive (r2-exists with a
    /// horizon that is not the number of jumps; exists of planning tasks)
    #[arg(long, value_name = "NAME", value_parser = EncodingParser)]
    encoding: Option<NamedEncoding>,

    /// The number of steps, or auto
    #[arg(long, value_name = "N", default_value = "auto", value_parser = horizon)]
    pub horizon: HorizonArgument,
}

impl EncodingArguments {
    /// A flag that is given, if one is.
    pub fn given(&self) -> Option<&'static str> {
        let horizon = self.horizon.0.map(|_| "--horizon");
        self.encoding.map_or(horizon, |_| Some("--encoding"))
    }

    /// The encoding, if one was named.
    pub fn named(&self) -> Option<Encoding> {
        self.encoding.map(|named| named.encoding)
    }

    /// The choice of an encoding, if one was named.
    pub fn choice(&self) -> Option<EncodingChoice> {
        self.encoding.map(|named| named.choice)
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
