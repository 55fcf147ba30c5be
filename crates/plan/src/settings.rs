//! Settings: the limits and choices for one request. All kinds of task share them.

mod schedule;

use std::num::NonZeroUsize;
use std::sync::Arc;

use strum::{EnumMessage, IntoStaticStr, VariantArray};

pub use schedule::Schedule;

use crate::backend::{self, Backend};
use saut_base::bad_input::BadInput;
use saut_base::stop::Stop;
use saut_task::encode::{Encoding, Order};
use saut_task::progress::Progress;

/// Solving method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum MethodChoice {
    /// Criteria, formulas and searches, combined by the strategy.
    #[default]
    Auto,
    /// Only formulas.
    Formulas,
    /// Only the exhaustive search.
    Exhaustive,
}

impl MethodChoice {
    /// All methods.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Whether the method solves formulas, and therefore uses encodings and backends.
    pub const fn has_formulas(self) -> bool {
        matches!(self, Self::Auto | Self::Formulas)
    }
}

/// Number of steps to encode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Horizon {
    /// The number of actions, if it is known and each step has one action. Otherwise, horizons are searched upward.
    #[default]
    Auto,
    /// This number of steps.
    Steps(usize),
}

/// Quantity to minimise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Minimise {
    /// The number of steps. A step is a set of actions that can be executed in any order: none of them changes a fact
    /// that another action of the step needs or makes.
    Steps,
    /// The number of actions.
    Actions,
    /// The sum of the costs of the actions; each action costs 1 if the problem has no metric. Better plans are reported
    /// as they are found, until none can be cheaper or the time is over.
    Cost,
}

/// The encoding, and whether its action order is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingChoice {
    /// This encoding, with the same action order at every attempt.
    Fixed(Encoding),
    /// `r2-exists` with a new action order at every attempt. The orders follow random walks, and one arm of the
    /// portfolio uses the order `direction`.
    VariedOrder {
        /// Whether the formula is folded, as in [`Encoding::R2Exists`].
        fold: bool,
    },
    /// `r2-exists`, folded, with a new order at every attempt, which works for any task. The order has supporters
    /// first, follows layers of relaxed reachability, or is random.
    MixedOrder,
}

/// Limits and choices of a request.
#[derive(Clone)]
pub struct Settings {
    /// Solving method. On boards, it is an error to combine a method without formulas with a choice that only matters
    /// for formulas (see [`Settings::named_choice`]).
    pub method: MethodChoice,
    /// The backends by name; if empty, the default portfolio is used.
    pub backends: Vec<String>,
    /// The encoding; `None` means the default for this kind of task, on boards `r2-exists` with varied orders.
    pub encoding: Option<EncodingChoice>,
    /// The number of steps.
    pub horizon: Horizon,
    /// The schedule of horizons; `None` means the default for this kind of task.
    pub schedule: Option<Schedule>,
    /// Number of threads; `None` means one per core.
    pub threads: Option<NonZeroUsize>,
    /// The seed of all random choices.
    pub seed: u64,
    /// Deadline, memory limit and interruption.
    pub stop: Stop,
    /// Maximum number of action orders tried at a fixed horizon.
    pub most_orders: u64,
    /// Whether to find the jumps that occur in no plan, or at most once in every plan, and to add these facts to the
    /// encoding `sequential`. This requires that the number of jumps is known.
    pub jump_bounds: bool,
    /// Whether a refutation needs a proof by the solver that claims it. Otherwise, the prover proves refutations for
    /// which the solver gave no proof.
    pub own_proofs: bool,
    /// Whether to try the criteria of infeasibility first.
    pub criteria: bool,
    /// Quantity to minimise, if any.
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
            schedule: None,
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

    /// Returns the requested backends, or the default ones.
    ///
    /// # Errors
    /// A name that is not a backend.
    pub fn backends(&self) -> Result<Vec<Box<dyn Backend>>, BadInput> {
        let default = Self::PORTFOLIO.map(str::to_owned).to_vec();
        let names = if self.backends.is_empty() {
            &default
        } else {
            &self.backends
        };
        names.iter().map(|name| backend::by_name(name)).collect()
    }

    /// Returns a copy of the settings with these limits.
    #[must_use]
    pub fn until(&self, stop: Stop) -> Self {
        Self {
            stop,
            ..self.clone()
        }
    }

    /// Whether the user selected an encoding, a backend or a horizon.
    pub fn names_a_formula(&self) -> bool {
        self.encoding.is_some() || !self.backends.is_empty() || self.horizon != Horizon::Auto
    }

    /// Returns the name of a choice that only matters for formulas, if one was made.
    pub fn named_choice(&self) -> Option<&'static str> {
        let given = [
            ("an encoding", self.encoding.is_some()),
            ("a backend", !self.backends.is_empty()),
            ("a horizon", self.horizon != Horizon::Auto),
            ("a schedule", self.schedule.is_some()),
            ("minimise", self.minimise.is_some()),
        ];
        let mut given = given.into_iter().filter(|(_, given)| *given);
        given.next().map(|(what, _)| what)
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.threads
            .or_else(|| std::thread::available_parallelism().ok())
            .map_or(1, NonZeroUsize::get)
    }

    /// Returns the requested encoding, or folded `r2-exists` with varied orders.
    pub fn encoding(&self) -> EncodingChoice {
        let varied = EncodingChoice::VariedOrder { fold: true };
        self.encoding.unwrap_or(varied)
    }
}

impl EncodingChoice {
    /// Returns the encoding of an attempt with this seed.
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

    /// Returns the choice with the order `direction`; `None` if its order does not vary.
    pub(crate) fn by_direction(self) -> Option<Self> {
        match self {
            Self::Fixed(_) | Self::MixedOrder => None,
            Self::VariedOrder { fold } => {
                let order = Order::Grouped;
                Some(Self::Fixed(Encoding::R2Exists { order, fold }))
            }
        }
    }

    /// Whether every attempt uses a different action order.
    pub const fn is_varied(self) -> bool {
        matches!(self, Self::VariedOrder { .. } | Self::MixedOrder)
    }
}
