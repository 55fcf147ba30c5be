//! Settings: limits and choices for one question, the same for every kind of task.

use std::num::NonZeroUsize;
use std::sync::Arc;

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use crate::backend::{self, Backend};
use saut_base::bad_input::BadInput;
use saut_base::stop::Stop;
use saut_task::encode::{Encoding, Order};
use saut_task::progress::Progress;

/// Solving method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum MethodChoice {
    /// Criteria, formulas and searches, as the strategy has them.
    #[default]
    Auto,
    /// Formulas alone.
    Formulas,
    /// The exhaustive search alone.
    Exhaustive,
}

impl MethodChoice {
    /// All of them.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Whether it solves formulas, and so has a use for encodings and backends.
    pub const fn has_formulas(self) -> bool {
        matches!(self, Self::Auto | Self::Formulas)
    }
}

/// Number of steps to encode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Horizon {
    /// The number of actions where that is known and a step is one action; else searched upward.
    #[default]
    Auto,
    /// This number of steps.
    Steps(usize),
}

/// Quantity to make as small as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Minimise {
    /// The number of steps, each a set of actions of which none changes what another needs or makes, so that they can
    /// be played in any order.
    Steps,
    /// The number of actions.
    Actions,
    /// The sum of what the actions cost, 1 each where the problem has no metric: better plans as they are found, until
    /// none can be cheaper or the time is over.
    Cost,
}

/// Encoding to use, and what of it is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingChoice {
    /// This one. Its action order is used as given.
    Fixed(Encoding),
    /// `r2-exists` with an action order along new random walks at every attempt, `direction` among
    /// them.
    VariedOrder {
        /// As in [`Encoding::R2Exists`].
        fold: bool,
    },
    /// `r2-exists`, folded, with a new order at every attempt that suits any task: supporters first,
    /// by layers of relaxed reachability, or random.
    MixedOrder,
}

/// Limits and choices.
#[derive(Clone)]
pub struct Settings {
    /// Solving method; one that solves no formula takes no encoding, backend, horizon or minimise.
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
    /// Number of action orders that may be tried at a fixed horizon before it is given up.
    pub most_orders: u64,
    /// Whether to look for jumps that no plan has, or has twice, and tell `sequential`; where the
    /// number of jumps is known.
    pub jump_bounds: bool,
    /// Whether a solver of formulas has to prove its refutations itself. Else another proves those without a proof.
    pub own_proofs: bool,
    /// Whether to try the criteria of infeasibility first.
    pub criteria: bool,
    /// Quantity to make small, if any.
    pub minimise: Option<Minimise>,
    /// Receiver of progress events.
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
            most_orders: 1000,
            jump_bounds: false,
            own_proofs: false,
            criteria: true,
            minimise: None,
            progress: None,
        }
    }
}

impl Settings {
    /// The default backends, fastest first.
    const PORTFOLIO: [&str; 2] = ["batsat", "varisat"];

    /// The backends that are asked for, or the default ones.
    ///
    /// # Errors
    /// A name that is none.
    pub fn backends(&self) -> Result<Vec<Box<dyn Backend>>, BadInput> {
        let default = Self::PORTFOLIO.map(str::to_owned).to_vec();
        let names = if self.backends.is_empty() {
            &default
        } else {
            &self.backends
        };
        names.iter().map(|name| backend::by_name(name)).collect()
    }

    /// The settings with other limits.
    #[must_use]
    pub fn until(&self, stop: Stop) -> Self {
        Self {
            stop,
            ..self.clone()
        }
    }

    /// Whether a way to write or solve formulas was asked for by name.
    pub fn names_a_formula(&self) -> bool {
        self.encoding.is_some() || !self.backends.is_empty() || self.horizon != Horizon::Auto
    }

    /// A choice that only a method with formulas has a use for, if one was made.
    pub fn named_choice(&self) -> Option<&'static str> {
        let given = [
            ("an encoding", self.encoding.is_some()),
            ("a backend", !self.backends.is_empty()),
            ("a horizon", self.horizon != Horizon::Auto),
            ("minimise", self.minimise.is_some()),
        ];
        let mut given = given.into_iter().filter(|(_, given)| *given);
        given.next().map(|(what, _)| what)
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads
            .or_else(|| std::thread::available_parallelism().ok())
            .map_or(1, NonZeroUsize::get)
    }

    /// The encoding that is asked for, or the best known.
    pub fn encoding(&self) -> EncodingChoice {
        let varied = EncodingChoice::VariedOrder { fold: true };
        self.encoding.unwrap_or(varied)
    }
}

impl EncodingChoice {
    /// The encoding of the `n`-th attempt of an arm.
    pub fn encoding(self, seed: u64) -> Encoding {
        match self {
            Self::Fixed(encoding) => encoding,
            Self::VariedOrder { fold } => Encoding::R2Exists {
                order: Order::Walks(seed),
                fold,
            },
            Self::MixedOrder => Encoding::R2Exists {
                order: Order::mixed(seed),
                fold: true,
            },
        }
    }

    /// The choice with the order `direction`, or `None` if its order does not vary.
    pub(crate) fn by_direction(self) -> Option<Self> {
        match self {
            Self::Fixed(_) | Self::MixedOrder => None,
            Self::VariedOrder { fold } => {
                let order = Order::Grouped;
                Some(Self::Fixed(Encoding::R2Exists { order, fold }))
            }
        }
    }

    /// Whether every attempt takes another order of actions.
    pub const fn is_varied(self) -> bool {
        matches!(self, Self::VariedOrder { .. } | Self::MixedOrder)
    }
}
