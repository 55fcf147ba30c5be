//! Labels: what a solver is called in tables and plots.
//!
//! A solver here is a backend with an encoding, `batsat+r2-exists`. Its version and the choices of
//! the encoding are left out as long as the records have only one.

use std::collections::{BTreeMap, BTreeSet};

use saut_plan::backend::IN_PROCESS;
use serde::Serialize;

use crate::record::Record;

/// Identity of a solver: backend, version, encoding.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Identity {
    /// The backend, planner or method.
    pub backend: String,
    /// Its version.
    pub version: String,
    /// The encoding with all choices, or `-`.
    pub encoding: String,
}

impl From<&Record> for Identity {
    fn from(record: &Record) -> Self {
        Self {
            backend: record.backend.clone(),
            version: record.version.clone(),
            encoding: record.encoding.clone(),
        }
    }
}

impl Identity {
    /// The name of the encoding without its choices; `-` for a method without a formula.
    pub fn encoding_name(&self) -> &str {
        match parts(&self.encoding).next() {
            Some(name) if !name.is_empty() => name,
            _ => "-",
        }
    }

    /// Place where the solver works: the process that is measured, or a child of it, whose start
    /// and input count too.
    pub fn place(&self) -> &'static str {
        let backend = self.backend.as_str();
        if IN_PROCESS.contains(&backend) || backend == "saut" || self.backend.starts_with("method:")
        {
            "in process"
        } else {
            "child process"
        }
    }

    /// The label with everything in it.
    pub fn whole(&self) -> String {
        join(
            &format!("{} {}", self.backend, self.version),
            &self.encoding,
        )
    }
}

/// Short labels of these solvers, no two the same.
pub fn labels(identities: &BTreeSet<Identity>) -> BTreeMap<Identity, String> {
    let label = |identity: &Identity| {
        let several = identities
            .iter()
            .any(|other| other.backend == identity.backend && other.version != identity.version);
        let backend = if several {
            format!("{} {}", identity.backend, identity.version)
        } else {
            identity.backend.clone()
        };
        join(&backend, &short(identity, identities))
    };
    let short: BTreeMap<Identity, String> = identities
        .iter()
        .map(|one| (one.clone(), label(one)))
        .collect();
    let distinct: BTreeSet<&String> = short.values().collect();
    if distinct.len() == short.len() {
        short
    } else {
        let numbered = identities.iter().enumerate();
        numbered
            .map(|(number, one)| (one.clone(), format!("{} ({})", one.whole(), number + 1)))
            .collect()
    }
}

/// The encoding's name, and those of its choices in which the records differ.
pub fn short(identity: &Identity, identities: &BTreeSet<Identity>) -> String {
    let name = identity.encoding_name();
    let same_name: Vec<&Identity> = identities
        .iter()
        .filter(|other| other.encoding_name() == name)
        .collect();
    let everywhere = |part: &str| {
        same_name
            .iter()
            .all(|other| parts(&other.encoding).any(|it| it == part))
    };
    let choices = parts(&identity.encoding)
        .skip(1)
        .filter(|part| !everywhere(part));
    let words: Vec<&str> = std::iter::once(name).chain(choices).collect();
    words.join("/")
}

fn parts(encoding: &str) -> impl Iterator<Item = &str> {
    encoding.split('/')
}

fn join(backend: &str, encoding: &str) -> String {
    match encoding {
        "-" | "" => backend.trim().to_owned(),
        encoding => format!("{}+{encoding}", backend.trim()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Identity, labels};

    fn of(solvers: &[(&str, &str, &str)]) -> Vec<String> {
        let identity = |&(backend, version, encoding): &(&str, &str, &str)| Identity {
            backend: backend.to_owned(),
            version: version.to_owned(),
            encoding: encoding.to_owned(),
        };
        let all: Vec<Identity> = solvers.iter().map(identity).collect();
        let labels = labels(&all.iter().cloned().collect::<BTreeSet<_>>());
        all.iter().map(|one| labels[one].clone()).collect()
    }

    #[test]
    fn what_all_have_in_common_is_left_out() {
        let r2 = "r2-exists/fresh:1";
        assert_eq!(
            of(&[("batsat", "0.6", r2), ("varisat", "0.2", "-")]),
            ["batsat+r2-exists", "varisat"]
        );
    }

    #[test]
    fn solvers_in_process_and_programs_are_told_apart() {
        let place = |backend: &str| {
            let backend = backend.to_owned();
            Identity {
                backend,
                ..Identity::default()
            }
            .place()
        };
        for own in ["batsat", "steered", "z3-crate", "saut", "method:gravity"] {
            assert_eq!(place(own), "in process", "{own}");
        }
        for program in ["cadical", "z3", "dimacs:minisat", "planner:x", "batsat2"] {
            assert_eq!(place(program), "child process", "{program}");
        }
    }

    #[test]
    fn what_tells_two_apart_is_shown() {
        assert_eq!(
            of(&[
                ("z3", "4.8", "r2-exists/fresh:1"),
                ("z3", "4.9", "r2-exists/fresh:1/unfolded"),
            ]),
            ["z3 4.8+r2-exists", "z3 4.9+r2-exists/unfolded"]
        );
        assert_eq!(
            of(&[("a", "", "b"), ("a+b", "", "-")]),
            ["a+b (1)", "a+b (2)"]
        );
    }
}
