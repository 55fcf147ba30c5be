//! A comparison as a command line asks for it: the keys of a definition, which is from there on one like any other.
//! Every list is multiplied with every other.

use std::path::Path;

use saut_base::BadInput;

use super::Definition;
use super::keys::{self, Keys};

/// The name of every comparison: the keys of its runs must not depend on what else is compared, so
/// that a later comparison in the same folder takes up the runs that are there.
const NAME: &str = "comparison";

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
    pub fn of(wanted: Keys) -> Result<Self, BadInput> {
        let keys = Keys {
            name: Some(NAME.to_owned()),
            horizons: wanted.horizons.or_else(|| Some(vec!["auto".into()])),
            ..wanted
        };
        Self::parse(&keys::write(&keys)?, Path::new(""), &Keys::default())
    }
}

#[cfg(test)]
mod tests {
    use super::{Definition, Keys};
    use crate::bench::definition::{HorizonWish, horizon};
    use crate::bench::keys;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    fn wanted() -> Keys {
        Keys {
            puzzles: Some(words(&["central", "corsair"])),
            encodings: Some(words(&["sequential", "r2-exists"])),
            backends: Some(words(&["batsat", "dimacs:x --a=b,c"])),
            seeds: Some(vec![1, 2, 3]),
            timeout_seconds: Some(2.5),
            ..Keys::default()
        }
    }

    #[test]
    fn a_command_line_gives_the_definition_that_could_be_written() {
        let definition = Definition::of(wanted()).unwrap();
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
        let fewer = Keys {
            backends: Some(words(&["batsat"])),
            puzzles: Some(words(&["central"])),
            ..wanted()
        };
        let all = keys(&Definition::of(wanted()).unwrap());
        let fewer = keys(&Definition::of(fewer).unwrap());
        assert!(!fewer.is_empty() && fewer.iter().all(|key| all.contains(key)));
    }

    #[test]
    fn what_cannot_be_compared_is_refused() {
        let refused = |wanted: Keys| Definition::of(wanted).unwrap_err().to_string();
        let with = |change: fn(&mut Keys)| {
            let mut wanted = wanted();
            change(&mut wanted);
            refused(wanted)
        };
        for (message, wanted) in [
            (
                "backends: there is no backend \"x\"",
                with(|w| w.backends = Some(words(&["x"]))),
            ),
            (
                "seeds: the list is missing or empty",
                with(|w| w.seeds = Some(Vec::new())),
            ),
            (
                "horizons: \"far\" is no horizon",
                with(|w| w.horizons = Some(vec![horizon("far")])),
            ),
            (
                "puzzles: \"nobody\" is neither",
                with(|w| w.puzzles = Some(words(&["nobody"]))),
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
