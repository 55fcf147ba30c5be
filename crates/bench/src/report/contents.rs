//! Names with several contents: a puzzle or a formula that was edited between two measurements. Each
//! content is an instance of its own, called by the name and the beginning of its key.

use std::collections::{BTreeMap, BTreeSet};

use super::read::Runs;

/// Number of digits of a key that are shown.
const DIGITS: usize = 6;

/// Gives every content of a name that has several a name of its own, with a warning to each of these
/// runs. A record without a content is taken as it always was: by its name.
pub fn tell_apart(sides: &mut [&mut Runs]) {
    let mut contents: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for record in sides.iter().flat_map(|runs| &runs.records) {
        if !record.content.is_empty() {
            let of_name = contents.entry(record.puzzle.clone()).or_default();
            of_name.insert(record.content.clone());
        }
    }
    contents.retain(|_, contents| contents.len() > 1);
    for runs in sides {
        for record in &mut runs.records {
            if contents.contains_key(&record.puzzle) && !record.content.is_empty() {
                record.puzzle = called(&record.puzzle, &record.content);
            }
        }
        for (name, contents) in &contents {
            let names: Vec<String> = contents.iter().map(|one| called(name, one)).collect();
            runs.warnings.push(format!(
                "{name} was {} things in turn, which are shown apart: {}",
                contents.len(),
                names.join(", ")
            ));
        }
    }
}

fn called(name: &str, content: &str) -> String {
    let key = content.split_whitespace().next_back().unwrap_or(content);
    let digits: String = key.chars().take(DIGITS).collect();
    format!("{name} [{digits}]")
}

#[cfg(test)]
mod tests {
    use super::tell_apart;
    use crate::record::{Record, RunOutcome};
    use crate::report::doubt::doubts;
    use crate::report::{Report, Runs};

    fn runs(of: &[(&str, RunOutcome)]) -> Runs {
        let record = |&(content, outcome): &(&str, RunOutcome)| Record {
            puzzle: "p".to_owned(),
            content: content.to_owned(),
            backend: "b".to_owned(),
            outcome,
            checked: true,
            ..Record::default()
        };
        Runs {
            records: of.iter().map(record).collect(),
            warnings: Vec::new(),
        }
    }

    #[test]
    fn two_puzzles_of_one_name_do_not_contradict_each_other() {
        let edited = [
            ("puzzle 1234567", RunOutcome::Solved),
            ("puzzle 89abcdef", RunOutcome::Infeasible),
        ];
        let report = Report::new(runs(&edited));
        let names: Vec<String> = report
            .instances
            .iter()
            .map(super::super::cell::Instance::name)
            .collect();
        assert_eq!(names, ["p [123456]", "p [89abcd]"]);
        assert_eq!(doubts(&report), []);
        assert!(report.warnings[0].starts_with("p was 2 things in turn"));
    }

    #[test]
    fn one_puzzle_still_does_with_and_without_its_key() {
        for keys in [["k", "k"], ["", "k"], ["", ""]] {
            let runs = runs(&[
                (keys[0], RunOutcome::Solved),
                (keys[1], RunOutcome::Infeasible),
            ]);
            let report = Report::new(runs);
            assert_eq!((report.instances.len(), doubts(&report).len()), (1, 1));
        }
    }

    #[test]
    fn sides_of_a_comparison_are_told_apart_together() {
        let (mut old, mut new) = (
            runs(&[("a", RunOutcome::Solved)]),
            runs(&[("b", RunOutcome::Solved)]),
        );
        tell_apart(&mut [&mut old, &mut new]);
        assert_ne!(old.records[0].puzzle, new.records[0].puzzle);
        assert_eq!((old.warnings.len(), new.warnings.len()), (1, 1));
    }
}
