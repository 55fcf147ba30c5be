//! What is asked of `decide`: limits, choices, and whom to tell how it goes.

use std::num::NonZeroUsize;
use std::sync::Arc;

use super::MethodChoice;
use crate::search;
use saut_plan::backend::{self, Backend};
use saut_plan::bad_input::BadInput;
use saut_plan::encode::{Encoding, Order};
use saut_plan::stop::Stop;

/// How many steps to encode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Horizon {
    /// The number of jumps where that is known and a step is one jump; else searched upward.
    #[default]
    Auto,
    /// So many.
    Steps(usize),
}

/// What to make as small as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minimise {
    /// The number of jumps; open only where the goal leaves holes open.
    Jumps,
    /// The number of steps of `forall`, each a set of jumps that can be played in any order.
    Steps,
}

/// Which encoding to use, and what of it is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingChoice {
    /// This one. Its action order is used as given.
    Fixed(Encoding),
    /// `r2-exists` with a new random action order at every attempt, `direction` among them.
    VariedOrder {
        /// As in [`Encoding::R2Exists`].
        left_packing: bool,
        /// As in [`Encoding::R2Exists`].
        fold: bool,
    },
}

/// Someone who wants to know how it goes. Called from several threads, at every attempt.
pub trait Progress: Send + Sync {
    /// An attempt begins: the encoding and horizon, and how many came before it.
    fn attempt(&self, encoding: Encoding, horizon: usize, backend: &str, before: usize);

    /// The exhaustive search begins.
    fn searching(&self) {}

    /// The exhaustive search has finished a level.
    fn searched(&self, _level: search::Progress) {}

    /// A baseline plays: its name, and the positions that it has entered.
    fn playing(&self, _baseline: &str, _nodes: u64) {}
}

/// Limits and choices.
#[derive(Clone)]
pub struct Settings {
    /// Which way to go; one that solves no formula takes no encoding, backend, horizon or minimise.
    pub method: MethodChoice,
    /// The backends by name; empty means the portfolio of those built in.
    pub backends: Vec<String>,
    /// The encoding; `None` means the best known, `r2-exists` with varied orders.
    pub encoding: Option<EncodingChoice>,
    /// The number of steps.
    pub horizon: Horizon,
    /// Threads; `None` means one per core.
    pub threads: Option<NonZeroUsize>,
    /// The seed of all random choices.
    pub seed: u64,
    /// Deadline, memory limit and interruption.
    pub stop: Stop,
    /// Whether to look for jumps that no plan has, or has twice, and tell `sequential`; where the
    /// number of jumps is known.
    pub jump_bounds: bool,
    /// Whether to try the criteria of infeasibility first.
    pub criteria: bool,
    /// What to make small, if anything.
    pub minimise: Option<Minimise>,
    /// Whom to tell.
    pub progress: Option<Arc<dyn Progress>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            method: MethodChoice::Auto,
            backends: Vec::new(),
            encoding: None,
            horizon: Horizon::Auto,
            threads: None,
            seed: 0,
            stop: Stop::default(),
            jump_bounds: false,
            criteria: true,
            minimise: None,
            progress: None,
        }
    }
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings")
            .field("method", &self.method)
            .field("backends", &self.backends)
            .field("encoding", &self.encoding)
            .field("horizon", &self.horizon)
            .field("threads", &self.threads)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

impl Settings {
    /// The default backends, fastest first.
    const PORTFOLIO: [&str; 2] = ["batsat", "varisat"];

    pub(super) fn backends(&self) -> Result<Vec<Box<dyn Backend>>, BadInput> {
        let default = Self::PORTFOLIO.map(str::to_owned).to_vec();
        let names = if self.backends.is_empty() {
            &default
        } else {
            &self.backends
        };
        names.iter().map(|name| backend::by_name(name)).collect()
    }

    /// Whether the exhaustive search may help: not if a way to solve was asked for by name.
    pub(super) fn searches(&self) -> bool {
        self.criteria
            && self.method == MethodChoice::Auto
            && self.encoding.is_none()
            && self.backends.is_empty()
            && self.horizon == Horizon::Auto
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
            .or_else(|| std::thread::available_parallelism().ok())
            .map_or(1, NonZeroUsize::get)
    }

    /// The same on half of the threads, or `None` if there is only one.
    pub(super) fn halved(&self) -> Option<Self> {
        let threads = NonZeroUsize::new(self.threads() / 2)?;
        Some(Self {
            threads: Some(threads),
            ..self.clone()
        })
    }

    pub(super) fn encoding(&self) -> EncodingChoice {
        self.encoding.unwrap_or(EncodingChoice::VariedOrder {
            left_packing: false,
            fold: true,
        })
    }
}

impl EncodingChoice {
    /// The encoding of the `n`-th attempt of an arm.
    pub(super) fn encoding(self, seed: u64) -> Encoding {
        match self {
            Self::Fixed(encoding) => encoding,
            Self::VariedOrder { left_packing, fold } => Encoding::R2Exists {
                order: Order::fresh(seed),
                left_packing,
                fold,
            },
        }
    }

    /// The same with the order `direction`, or `None` if the order does not vary.
    pub(super) fn by_direction(self) -> Option<Self> {
        match self {
            Self::Fixed(_) => None,
            Self::VariedOrder { left_packing, fold } => {
                let order = Order::DIRECTION;
                Some(Self::Fixed(Encoding::R2Exists {
                    order,
                    left_packing,
                    fold,
                }))
            }
        }
    }

    pub(super) fn is_varied(self) -> bool {
        matches!(self, Self::VariedOrder { .. })
    }
}
