//! From flags to settings of the library.

use saut::BadInput;
use saut::backend::{self, Availability, Backend, Reads};
use saut::decide::{EncodingChoice, Minimise, Settings};
use saut::encode::{Encoding, Order};
use saut::task::Task;

use super::arguments::{BackendNames, EncodingArguments, Solve};
use super::input;
use super::question::{Measure, Question};
use super::reply::Failure;

/// Settings that `solve` was asked for.
pub fn settings(arguments: &Solve, question: Question) -> Settings {
    let choices = &arguments.encoding;
    let defaults = Settings::default();
    Settings {
        encoding: encoding_choice(choices),
        horizon: choices.horizon.into(),
        threads: arguments.limits.threads,
        seed: arguments.limits.seed,
        most_orders: arguments.orders.unwrap_or(defaults.most_orders),
        stop: input::stop(),
        jump_bounds: arguments.jump_bounds,
        criteria: !arguments.no_criteria,
        minimise: match question {
            Question::Fewest(Measure::Jumps) => Some(Minimise::Actions),
            Question::Fewest(Measure::Steps) => Some(Minimise::Steps),
            _ => None,
        },
        ..defaults
    }
}

/// The encoding that was asked for, if one was.
pub fn encoding_choice(choices: &EncodingArguments) -> Option<EncodingChoice> {
    let any = choices.encoding.is_none() && !choices.left_packing && !choices.no_fold;
    match (encoding(choices), choices.order) {
        (_, None) if any => None,
        (
            Encoding::R2Exists {
                order: Order::GROUPED,
                left_packing,
                fold,
            },
            None,
        ) => Some(EncodingChoice::VariedOrder { left_packing, fold }),
        (fixed, _) => Some(EncodingChoice::Fixed(fixed)),
    }
}

/// The encoding `smt` goes to backends that read SMT-LIB only: those named, or all that are here.
pub fn backends(
    arguments: &BackendNames,
    encoding: &EncodingArguments,
) -> Result<Vec<String>, BadInput> {
    let named = arguments.all();
    if !matches!(encoding.encoding, Some(Encoding::Smt { .. })) {
        return Ok(named);
    }
    for name in &named {
        if backend::by_name(name)?.reads() == Reads::Clauses {
            let fact = format!("{name} reads clauses, and the encoding smt has none");
            return Err(BadInput::new("--backend", fact).remedy(
                "choose another encoding, or a backend that reads SMT-LIB (saut backends)",
            ));
        }
    }
    if !named.is_empty() {
        return Ok(named);
    }
    let is_here = |backend: &dyn Backend| {
        backend.reads() == Reads::SmtLib
            && !matches!(backend.availability(), Availability::Missing { .. })
    };
    let all = backend::all().into_iter();
    let here: Vec<String> = all
        .filter(|one| is_here(one.as_ref()))
        .map(|one| one.name().to_owned())
        .collect();
    if here.is_empty() {
        return Err(
            BadInput::new("--encoding", "smt needs an SMT solver, and none is here")
                .remedy("choose another encoding, or get one that saut backends names"),
        );
    }
    Ok(here)
}

/// The encoding named, `r2-exists` if none is, with the choices that have a flag of their own.
pub fn encoding(arguments: &EncodingArguments) -> Encoding {
    let mut encoding = arguments.encoding.unwrap_or(Encoding::R2_EXISTS);
    match &mut encoding {
        Encoding::Sequential { at_most_one } => {
            *at_most_one = arguments.at_most_one.unwrap_or(*at_most_one);
        }
        Encoding::Naive | Encoding::Forall | Encoding::ForallChain | Encoding::Exists => {}
        Encoding::R2Exists {
            order,
            left_packing,
            fold,
        } => {
            *order = arguments.order.unwrap_or(*order);
            *left_packing |= arguments.left_packing;
            *fold &= !arguments.no_fold;
        }
        Encoding::Smt { form } => *form = arguments.smt_form.unwrap_or(*form),
    }
    encoding
}

/// The encoding of a formula that is written, or whose model is read: `naive` where nothing is said. A choice of
/// `r2-exists`, or a horizon that is not the number of jumps, means that one.
pub fn written_encoding(arguments: &EncodingArguments, task: &Task) -> Encoding {
    let horizon = arguments.horizon.0;
    let is_plain = arguments.encoding.is_none()
        && (horizon.is_none() || horizon == task.length().exactly())
        && arguments.order.is_none()
        && !arguments.left_packing
        && !arguments.no_fold;
    match (is_plain, arguments.at_most_one, arguments.smt_form) {
        (true, None, None) => Encoding::Naive,
        (true, Some(at_most_one), _) => Encoding::Sequential { at_most_one },
        (true, None, Some(form)) => Encoding::Smt { form },
        (false, ..) => encoding(arguments),
    }
}

/// The horizon for a single formula: as given, or the number of jumps where a step is one jump.
pub fn single_horizon(
    arguments: &EncodingArguments,
    encoding: Encoding,
    task: &Task,
) -> Result<usize, BadInput> {
    let (length, name) = (task.length(), encoding.name());
    match (arguments.horizon.0, length.exactly()) {
        (Some(steps), _) => Ok(steps),
        (None, Some(length)) if encoding.is_sequential() => Ok(length),
        (None, None) if encoding.is_sequential() => {
            let least = length.at_least;
            let range = match length.at_most {
                Some(most) => format!("{least} to {most}"),
                None => format!("{least} or more"),
            };
            let fact = format!("plans may have {range} actions, and a step of {name} is one");
            Err(BadInput::new("--horizon", fact).remedy("give the number of actions of a plan"))
        }
        (None, _) => {
            let fact = format!("auto does not say how many steps of {name} to write");
            let remedy = format!(
                "give a number; saut solve, and of a planning task saut plan, finds one with --encoding {name}"
            );
            Err(BadInput::new("--horizon", fact).remedy(remedy))
        }
    }
}

/// The settings that the flags make, with the backends that are here.
pub fn found_settings(arguments: &Solve, question: Question) -> Result<saut::Settings, Failure> {
    Ok(saut::Settings {
        backends: backends(&arguments.backends, &arguments.encoding)?,
        ..settings(arguments, question)
    })
}
