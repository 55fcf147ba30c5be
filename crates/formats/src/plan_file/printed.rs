//! The plan in what our commands print for people: `saut solve` and `saut show` with a plan.
//!
//! Such a text is known by the line that says how cells are named. What else we print of a puzzle has no plan in it
//! and is refused by the name of its command.

use std::borrow::Cow;

use saut_base::bad_input::BadInput;
use saut_peg::peg::notation;

/// The text with nothing but the plan left of what was printed around it; lines keep their numbers. Nothing if a plan
/// without jumps was printed.
///
/// # Errors
/// One of our commands has printed the text, and no plan is in it.
pub(super) fn plan(text: &str) -> Result<Option<Cow<'_, str>>, BadInput> {
    let begins = |with: &str| text.lines().any(|line| line.starts_with(with));
    let refused = |fact: &str, remedy: &str| Err(BadInput::new("", fact).remedy(remedy));
    let alone = |line: &&str| {
        let number = line.strip_suffix('.');
        number.is_some_and(|number| number.parse::<u64>().is_ok())
    };
    if text.lines().filter(alone).count() > 1 {
        return refused(
            "several plans are printed here, each below its number",
            "give one of them, or print them with --json",
        );
    }
    if !text
        .lines()
        .any(|line| notation::LEGENDS.contains(&line.trim_end()))
    {
        return Ok(Some(Cow::Borrowed(text)));
    }
    if begins("infeasible: ") {
        return refused(
            "says infeasible, and the certificate is not in the printed text",
            "solve again with --json, which prints it whole",
        );
    }
    if begins("undecided") {
        return refused(
            "says undecided: there is nothing to check",
            "solve again with a longer --timeout",
        );
    }
    let kept = if begins("solved: ") {
        after_verdict(text)
    } else {
        numbered(text)
    };
    if !kept.lines().all(str::is_empty) {
        return Ok(Some(Cow::Owned(kept)));
    }
    if begins("solved: 0 jumps ") {
        return Ok(None);
    }
    refused(
        "this is a puzzle as saut prints it, without a plan",
        "give what saut solve prints, or a list of jumps",
    )
}

/// The moves below the verdict; lines keep their numbers.
fn after_verdict(text: &str) -> String {
    let mut is_plan = false;
    kept(text, |line| {
        if line.starts_with("solved: ") {
            is_plan = true;
            return false;
        }
        // What is said of parts of the plan stands below it.
        is_plan &= !line.trim().is_empty() && !line.trim_start().starts_with("jump");
        is_plan
    })
}

/// The numbered lines, `12. 46/44`, that stand between positions.
fn numbered(text: &str) -> String {
    kept(text, |line| {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && line[digits..].starts_with(". ")
    })
}

fn kept<'a>(text: &'a str, mut keep: impl FnMut(&'a str) -> bool) -> String {
    let lines = text.lines().map(|line| if keep(line) { line } else { "" });
    lines.collect::<Vec<_>>().join("\n")
}
