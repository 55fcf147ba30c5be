//! Answer the work of a solver off its statistics.
//!
//! `CaDiCaL` and Kissat write `c conflicts: 12 …`, `MiniSat` and Glucose `conflicts : 12 …`,
//! `CryptoMiniSat` `c conflicts : 12`, z3 `(:conflicts 12`. The last such line counts.

use crate::backend::SolverEffort;

impl SolverEffort {
    /// Work that the output of a solver tells.
    pub(super) fn read(output: &str) -> Self {
        let mut effort = Self::default();
        for (name, number) in output.lines().filter_map(entry) {
            let slot = match name.strip_prefix("sat-").unwrap_or(name) {
                "conflicts" => &mut effort.conflicts,
                "decisions" => &mut effort.decisions,
                "propagations" => &mut effort.propagations,
                _ => continue,
            };
            *slot = Some(number);
        }
        effort
    }
}

/// A line of statistics: its name and number.
fn entry(line: &str) -> Option<(&str, u64)> {
    let line = line.trim();
    let (name, rest) = match line.trim_start_matches('(').strip_prefix(':') {
        Some(keyword) => keyword.split_once(' ')?,
        None => line.strip_prefix("c ").unwrap_or(line).split_once(':')?,
    };
    let number = rest
        .split_whitespace()
        .next()?
        .trim_end_matches(')')
        .parse()
        .ok()?;
    Some((name.trim(), number))
}

#[cfg(test)]
mod tests {
    use super::SolverEffort;

    #[test]
    fn statistics_of_known_solvers_are_read() {
        let wanted = SolverEffort {
            conflicts: Some(12),
            decisions: Some(3),
            propagations: Some(45),
        };
        for output in [
            "c conflicts:     12     3.00 per second\nc decisions: 3 0.1 x\nc propagations: 45 1 M\n",
            "conflicts             : 12             (0 /sec)\ndecisions : 3\npropagations : 45",
            "c conflicts   : 9\nc conflicts  : 12\nc decisions : 3\nc propagations : 45 (52K props/s)",
            "(:conflicts 12\n :decisions    3\n :propagations 45)\n",
            " :sat-conflicts 12\n :sat-decisions 3\n :sat-propagations 45\n",
        ] {
            assert_eq!(SolverEffort::read(output), wanted, "{output}");
        }
    }

    #[test]
    fn other_lines_are_not_taken_for_statistics() {
        let output = "c decisions/conflicts : 4\nc last restart ## conflicts : 5\nv 1 2 0\n\
                      conflicts many\nconflicts:\n(:time 0.1)\nc conflicts: -3\n";
        assert_eq!(SolverEffort::read(output), SolverEffort::default());
    }
}
