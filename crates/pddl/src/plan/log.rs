//! Plans in the logs of FF, Metric-FF and Fast Downward.

use std::fmt::Write as _;

/// Returns the last plan of a log as a plan file; `None` if the text is not such a log, or has no plan.
pub(super) fn plan_of_log(text: &str) -> Option<String> {
    after_phrase(text, "found legal plan as follows", |lines| {
        Some(of_ff(lines))
    })
    .or_else(|| after_phrase(text, "Solution found", of_fast_downward))
}

/// Returns the plan after the last line that contains the phrase.
fn after_phrase(
    text: &str,
    phrase: &str,
    plan: impl Fn(&mut dyn Iterator<Item = &str>) -> Option<String>,
) -> Option<String> {
    let mut found = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.contains(phrase) {
            found = plan(&mut lines.clone()).or(found);
        }
    }
    found
}

/// Reads `step 0: MOVE A B`, then ` 1: MOVE B C`, up to a line of another form.
fn of_ff(lines: &mut dyn Iterator<Item = &str>) -> String {
    let mut plan = String::new();
    for line in lines.skip_while(|line| line.trim().is_empty()) {
        let line = line.trim().trim_start_matches("step").trim_start();
        let step = line.split_once(": ");
        let step = step.filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()));
        let Some((_, words)) = step else { break };
        // Metric-FF compiles complex goals into an additional action.
        if words.trim() != "REACH-GOAL" {
            let _ = writeln!(plan, "({})", words.trim());
        }
    }
    plan
}

/// Reads lines such as `move a b (1)`, where the number is the cost, up to the line with the length.
fn of_fast_downward(lines: &mut dyn Iterator<Item = &str>) -> Option<String> {
    let mut plan = String::new();
    for line in lines {
        if line.contains("Plan length: ") {
            return Some(plan);
        }
        let step = line
            .strip_suffix(')')
            .and_then(|line| line.rsplit_once(" ("));
        let step = step.filter(|(_, cost)| cost.parse::<u64>().is_ok());
        if let Some((words, _)) = step.filter(|_| !line.starts_with('[')) {
            let _ = writeln!(plan, "({words})");
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::plan_of_log;

    #[test]
    fn the_plan_of_ff_ends_at_the_first_other_line() {
        let log = "ff: parsing domain file\n\nff: found legal plan as follows\n\n\
                   step    0: MOVE A B\n        1: PICK-UP B\n        2: REACH-GOAL\n     \n\n\
                   time spent: 0.00 seconds\n 7: not a step\n";
        assert_eq!(
            plan_of_log(log).as_deref(),
            Some("(MOVE A B)\n(PICK-UP B)\n")
        );
    }

    #[test]
    fn the_last_plan_of_fast_downward_counts() {
        let log = "[t=0.01s, 9872 KB] Solution found!\n[t=0.01s, 9872 KB] Actual search time: 0.0s\n\
                   move a b (1)\nwait (0)\n[t=0.01s, 9872 KB] Plan length: 2 step(s).\n\
                   Solution found!\nmove a c (3)\nPlan length: 1 step(s).\nPlan cost: 3\n\
                   Solution found!\nmove a d (1)\nSearch stopped without finding the end of it.\n";
        assert_eq!(plan_of_log(log).as_deref(), Some("(move a c)\n"));
    }

    #[test]
    fn other_texts_have_no_plan_of_a_log() {
        for text in ["(move a b)\n", "", "Solution found!\nmove a b (1)\n"] {
            assert_eq!(plan_of_log(text), None, "{text}");
        }
    }
}
