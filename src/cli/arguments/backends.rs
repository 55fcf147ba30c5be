//! The names of solvers, one to a flag or several with commas.

use clap::Args;

/// `--backend`
#[derive(Clone, Debug, Default, Args)]
pub struct BackendNames {
    /// A solver (see `saut backends`), or dimacs:COMMAND or smtlib:COMMAND; several, as in a,b or by
    /// flags of their own, make a portfolio. z3-crate is Z3 in process, in a saut that was built with
    /// `--features z3`. In a COMMAND {formula}, {result} and {proof} stand for
    /// files; without {formula} the program reads standard input
    #[arg(long, value_name = "NAME")]
    backend: Vec<String>,
}

impl BackendNames {
    /// The names, in their order. Commas part names, and belong to a command: what follows the first
    /// colon is one command to its end.
    pub fn all(&self) -> Vec<String> {
        self.backend
            .iter()
            .flat_map(|value| parted(value))
            .collect()
    }

    /// Whether none was given.
    pub fn is_empty(&self) -> bool {
        self.backend.is_empty()
    }
}

/// The names in one value: commas part names, and belong to a command, which goes on to the end.
pub fn parted(value: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = value;
    while let Some((name, others)) = rest.split_once(',')
        && !name.contains(':')
    {
        names.push(name.trim().to_owned());
        rest = others;
    }
    let is_command = rest.contains(':');
    names.push(if is_command { rest } else { rest.trim() }.to_owned());
    names
}

#[cfg(test)]
mod tests {
    use super::parted;

    #[test]
    fn commas_part_names_and_not_the_words_of_a_command() {
        assert_eq!(parted("batsat"), ["batsat"]);
        assert_eq!(parted("batsat,varisat"), ["batsat", "varisat"]);
        assert_eq!(parted("batsat, varisat"), ["batsat", "varisat"]);
        let command = "dimacs:solver --with=a,b {formula}";
        assert_eq!(parted(command), [command]);
        assert_eq!(parted(&format!("batsat,{command}")), ["batsat", command]);
        // An empty name is nobody's, and is refused with the names that there are.
        assert_eq!(parted("batsat,"), ["batsat", ""]);
    }
}
