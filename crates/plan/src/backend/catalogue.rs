//! The list of backends, and whether each is here.

#[cfg(unix)]
use super::programs;
use super::{Backend, batsat, steered, varisat, z3};
use saut_base::BadInput;

/// The names of those that can be part of a program, whether of this one or not; all others are programs.
pub const IN_PROCESS: [&str; 4] = ["batsat", "varisat", "steered", "z3-crate"];

/// All backends known by name: those in process, then the programs, whether here or not. A library
/// whose feature is off is listed too, as missing.
pub fn all() -> Vec<Box<dyn Backend>> {
    let built_in: [Box<dyn Backend>; 4] = [
        Box::new(batsat::Batsat),
        Box::new(varisat::Varisat),
        Box::new(steered::Steered),
        Box::new(z3::Z3),
    ];
    let all = built_in.into_iter();
    #[cfg(unix)]
    let all = all.chain(programs::known());
    all.collect()
}

/// The backend of that name, or any program as `dimacs:COMMAND` or `smtlib:COMMAND`.
///
/// # Errors
/// [`BadInput`] with the nearest names if there is none. That the program of a backend is not
/// here is only noticed when it is called.
pub fn by_name(name: &str) -> Result<Box<dyn Backend>, BadInput> {
    #[cfg(unix)]
    if let Some(program) = programs::by_command(name) {
        return program;
    }
    all()
        .into_iter()
        .find(|backend| backend.name() == name)
        .ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> BadInput {
    const NEAR: f64 = 0.7;
    let all = all();
    let near: Vec<&str> = all
        .iter()
        .map(|backend| backend.name())
        .filter(|known| strsim::jaro_winkler(known, &name.to_lowercase()) > NEAR)
        .collect();
    let remedy = if near.is_empty() {
        let names: Vec<&str> = all.iter().map(|backend| backend.name()).collect();
        format!(
            "known are {}, dimacs:COMMAND and smtlib:COMMAND",
            names.join(", ")
        )
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
    fn every_backend_is_found_by_its_own_name_and_no_two_share_one() {
        let mut names = std::collections::BTreeSet::new();
        for backend in all() {
            assert_eq!(by_name(backend.name()).unwrap().name(), backend.name());
            assert!(
                names.insert(backend.name().to_owned()),
                "{}",
                backend.name()
            );
        }
    }

    #[test]
    fn what_is_built_in_is_listed() {
        for backend in all() {
            let is_built_in = matches!(backend.availability(), Availability::BuiltIn { .. });
            let name = backend.name();
            let is_built_here = name != "z3-crate" || cfg!(feature = "z3");
            let is_in_process = IN_PROCESS.contains(&name);
            assert_eq!(is_built_in, is_in_process && is_built_here, "{name}");
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
            message.starts_with("backend z3-crate: it is not here; not built in: `cargo install"),
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
        let message = |name| by_name(name).err().expect("no such backend").to_string();
        assert!(
            message("cadicla").contains("did you mean cadical"),
            "{}",
            message("cadicla")
        );
        assert!(
            message("Minisat").contains("minisat"),
            "{}",
            message("Minisat")
        );
        assert!(
            message("qqqq").contains("known are batsat, varisat"),
            "{}",
            message("qqqq")
        );
        assert!(
            message("dimacs:").contains("names no program"),
            "{}",
            message("dimacs:")
        );
    }
}
