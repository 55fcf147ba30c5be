//! Backends: the SAT and SMT solvers that `saut` can call.
//!
//! A backend gets a formula and limits, and returns an answer. It does not know the puzzle or the encoding. Each
//! in-process solver has one file here, and each solver program has one entry in `programs/programs.json`. Solvers are
//! not trusted: a model is decoded and its plan is replayed, and a refutation needs a proof.

mod batsat;
mod in_process;
mod interface;
#[cfg(feature = "ipasir")]
mod ipasir;
mod lemmas;
#[cfg(not(all(feature = "ipasir", feature = "z3")))]
mod not_built_in;
#[cfg(unix)]
mod programs;
mod steered;
mod varisat;
#[cfg(feature = "z3")]
mod z3;

pub use crate::work::Meter;
pub use interface::{
    Availability, Backend, BackendError, Fault, GrowingSession, ProgramCall, Response, Session,
    SolveLimits, SolverEffort,
};
pub use lemmas::LemmaExchange;
#[cfg(unix)]
pub use programs::{PLACEHOLDERS, ask_version, find_program};

pub use saut_task::formula::Reads;
pub use saut_task::model::Answer;

use saut_base::BadInput;

/// Names of the backends that run in process, including backends that this build does not have. All other backends are
/// programs.
pub const IN_PROCESS: [&str; 5] = ["batsat", "varisat", "steered", "ipasir", "z3-crate"];

/// Returns all backends known by name: the in-process backends, then the programs, whether installed or not. A library
/// whose feature is off is listed as missing.
pub fn all() -> Vec<Box<dyn Backend>> {
    let built_in: [Box<dyn Backend>; 5] = [
        Box::new(batsat::Batsat),
        Box::new(varisat::Varisat),
        Box::new(steered::Steered),
        #[cfg(feature = "ipasir")]
        Box::new(ipasir::Ipasir),
        #[cfg(not(feature = "ipasir"))]
        Box::new(not_built_in::IPASIR),
        #[cfg(feature = "z3")]
        Box::new(z3::Z3),
        #[cfg(not(feature = "z3"))]
        Box::new(not_built_in::Z3_CRATE),
    ];
    let all = built_in.into_iter();
    #[cfg(unix)]
    let all = all.chain(programs::known());
    all.collect()
}

/// Returns the backend with this name. `dimacs:COMMAND` and `smtlib:COMMAND` name any solver program.
///
/// # Errors
/// [`BadInput`] if there is no such backend, or if COMMAND is empty or has an unknown placeholder. For an unknown name,
/// the remedy lists the most similar names, or all names. A missing program is only reported when the backend is
/// called.
pub fn by_name(name: &str) -> Result<Box<dyn Backend>, BadInput> {
    #[cfg(unix)]
    if let Some(program) = programs::by_command(name) {
        return program;
    }
    let mut all = all().into_iter();
    let named = all.find(|backend| backend.name() == name);
    named.ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> BadInput {
    const NEAR: f64 = 0.7;
    let all = all();
    let names: Vec<&str> = all.iter().map(|backend| backend.name()).collect();
    let mut near = names.clone();
    near.retain(|known| strsim::jaro_winkler(known, &name.to_lowercase()) > NEAR);
    let remedy = if near.is_empty() {
        let names = names.join(", ");
        format!("backends are {names}, dimacs:COMMAND and smtlib:COMMAND")
    } else {
        format!("did you mean {}?", near.join(" or "))
    };
    BadInput::new("--backend", format!("there is no backend {name:?}")).remedy(remedy)
}

#[cfg(test)]
mod tests {
    use super::{IN_PROCESS, all, by_name};
    use crate::backend::{Availability, Reads};

    #[test]
    fn every_backend_is_found_by_its_own_name_and_listed_where_it_is_built_in() {
        let mut names = std::collections::BTreeSet::new();
        for backend in all() {
            let name = backend.name();
            assert_eq!(by_name(name).unwrap().name(), name);
            assert!(names.insert(name.to_owned()), "{name}");
            let is_built_in = matches!(backend.availability(), Availability::BuiltIn { .. });
            let is_built_here = (cfg!(feature = "ipasir") || name != "ipasir")
                && (cfg!(feature = "z3") || name != "z3-crate");
            assert_eq!(
                is_built_in,
                IN_PROCESS.contains(&name) && is_built_here,
                "{name}"
            );
        }
    }

    #[cfg(not(feature = "z3"))]
    #[test]
    fn a_library_that_is_not_built_in_says_how_to_build_it_in() {
        use crate::backend::SolveLimits;
        use saut_task::formula::{Formula, Script};
        let z3 = by_name("z3-crate").unwrap();
        assert_eq!(z3.reads(), Reads::SmtLib);
        let script = Formula::Smt(Script {
            text: String::new(),
            symbols: Vec::new(),
        });
        let refused = z3.solve(&script, &SolveLimits::default()).unwrap_err();
        let message = refused.to_string();
        assert!(
            message.starts_with("backend z3-crate: not installed; not built in: `cargo install"),
            "{message}"
        );
        assert!(message.contains("--features z3"), "{message}");
    }

    #[test]
    fn any_command_is_a_backend() {
        let backend = by_name("smtlib:solver --flag").unwrap();
        assert_eq!(
            (backend.name(), backend.reads()),
            ("smtlib:solver --flag", Reads::SmtLib)
        );
        assert_eq!(by_name("dimacs:x").unwrap().reads(), Reads::Clauses);
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_nearest_ones() {
        for (name, wanted) in [
            ("cadicla", "did you mean cadical"),
            ("Minisat", "minisat"),
            ("qqqq", "backends are batsat, varisat"),
            ("dimacs:", "names no program"),
        ] {
            let message = by_name(name).err().expect("no such backend").to_string();
            assert!(message.contains(wanted), "{message}");
        }
    }
}
