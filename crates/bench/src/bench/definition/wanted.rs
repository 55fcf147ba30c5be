//! A comparison as a command line asks for it: turned into the keys of a definition, and from there
//! on a definition like any other.

use std::path::Path;

use saut_plan::BadInput;
use saut_plan::encode::Encoding;

use super::keys::{self, Keys};
use super::{Definition, Overrides};

/// The name of every comparison: the keys of its runs must not depend on what else is compared, so
/// that a later comparison in the same folder takes up the runs that are there.
const NAME: &str = "comparison";

/// A comparison: every list is multiplied with every other.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Bundled puzzles, files of puzzles or clauses, folders.
    pub subjects: Vec<String>,
    /// The encodings; of none, `r2-exists`.
    pub encodings: Vec<Encoding>,
    /// The horizons as in a definition; of none, `auto`.
    pub horizons: Vec<String>,
    /// The solvers by name.
    pub backends: Vec<String>,
    /// Number of seeds, from 1.
    pub seeds: u64,
    /// Wall-clock seconds of each run; `None` as in a definition.
    pub timeout_seconds: Option<f64>,
    /// Its memory in MiB, 0 for no limit.
    pub memory_mib: Option<u64>,
    /// Threads of whatever `saut` does itself.
    pub threads: Option<usize>,
}

impl Definition {
    /// Whether a text is a definition, by its keys: a file of puzzles has `[[puzzle]]`.
    pub fn is_one(text: &str) -> bool {
        match text.parse::<toml::Table>() {
            Ok(table) => !table.contains_key("puzzle"),
            Err(_) => true,
        }
    }

    /// The definition of a comparison; files are looked for in the current folder.
    ///
    /// # Errors
    /// As [`Definition::read`].
    pub fn of(wanted: &Wanted) -> Result<Self, BadInput> {
        let horizon = |word: &String| match word.parse::<i64>() {
            Ok(steps) => toml::Value::Integer(steps),
            Err(_) => toml::Value::String(word.clone()),
        };
        let auto = || vec!["auto".into()];
        let horizons: Vec<toml::Value> = wanted.horizons.iter().map(horizon).collect();
        let encodings: Vec<String> = wanted.encodings.iter().map(Encoding::to_string).collect();
        let keys = Keys {
            name: Some(NAME.to_owned()),
            puzzles: Some(wanted.subjects.clone()),
            encodings: (!encodings.is_empty()).then_some(encodings),
            horizons: Some(if horizons.is_empty() {
                auto()
            } else {
                horizons
            }),
            backends: Some(wanted.backends.clone()),
            seeds: Some((1..=wanted.seeds).collect()),
            timeout_seconds: wanted.timeout_seconds,
            memory_mib: wanted.memory_mib,
            threads: wanted.threads,
            ..Keys::default()
        };
        Self::parse(&keys::write(&keys)?, Path::new(""), Overrides::default())
    }
}

#[cfg(test)]
mod tests {
    use super::{Definition, Wanted};
    use crate::bench::definition::HorizonWish;
    use crate::bench::keys;

    fn wanted() -> Wanted {
        Wanted {
            subjects: vec!["central".to_owned(), "corsair".to_owned()],
            encodings: vec!["sequential".parse().unwrap(), "r2-exists".parse().unwrap()],
            backends: vec!["batsat".to_owned(), "dimacs:x --a=b,c".to_owned()],
            seeds: 3,
            timeout_seconds: Some(2.5),
            ..Wanted::default()
        }
    }

    #[test]
    fn a_command_line_gives_the_definition_that_could_be_written() {
        let definition = Definition::of(&wanted()).unwrap();
        let [set] = &definition.sets[..] else {
            panic!("{definition:?}")
        };
        assert_eq!((set.subjects.len(), set.solvers.len()), (2, 2));
        assert_eq!(set.seeds, [1, 2, 3]);
        assert_eq!(set.horizons, [HorizonWish::Auto]);
        assert_eq!(set.limits.timeout_seconds.to_bits(), 2.5_f64.to_bits());
        assert_eq!(keys(&definition).len(), 2 * 2 * 2 * 3);
        assert!(Definition::is_one(&definition.text), "{}", definition.text);
        assert!(!Definition::is_one("[[puzzle]]\nname = \"a\"\n"));
    }

    #[test]
    fn one_more_backend_leaves_the_other_runs_what_they_were() {
        let fewer = Wanted {
            backends: vec!["batsat".to_owned()],
            subjects: vec!["central".to_owned()],
            ..wanted()
        };
        let all = keys(&Definition::of(&wanted()).unwrap());
        let fewer = keys(&Definition::of(&fewer).unwrap());
        assert!(!fewer.is_empty() && fewer.iter().all(|key| all.contains(key)));
    }

    #[test]
    fn what_cannot_be_compared_is_refused() {
        let refused = |wanted: Wanted| Definition::of(&wanted).unwrap_err().to_string();
        let with = |change: fn(&mut Wanted)| {
            let mut wanted = wanted();
            change(&mut wanted);
            refused(wanted)
        };
        for (message, wanted) in [
            (
                "backends: there is no backend \"x\"",
                with(|w| w.backends = vec!["x".into()]),
            ),
            ("seeds: the list is missing or empty", with(|w| w.seeds = 0)),
            (
                "horizons: \"far\" is no horizon",
                with(|w| w.horizons = vec!["far".into()]),
            ),
            (
                "puzzles: \"nobody\" is neither",
                with(|w| w.subjects = vec!["nobody".into()]),
            ),
            (
                "timeout_seconds: 0 seconds",
                with(|w| w.timeout_seconds = Some(0.0)),
            ),
        ] {
            assert!(wanted.starts_with(message), "{wanted}");
        }
    }
}
