//! `saut explain`: every criterion of infeasibility, which refutes, which does not, and why; of planning tasks in `task`.

mod classes;
mod facets;
mod jumps;
pub mod task;
mod witness;

use std::io::Write;

use saut::BadInput;
use saut::certify::survey::{Finding, Weighing, survey};
use saut::formats::criteria;
use saut::formats::svg::{Diagram, sheet};
use saut::peg::Puzzle;
use serde_json::Value;

use super::arguments::{Explain, ExplainFormat};
use super::failure::Failure;
use super::{input, print, settings, status};
pub use jumps::Jumps;

/// The parts of a tree that one bound of `--jumps` may take.
const PARTS: usize = 5000;

/// Runs `saut explain`.
pub fn run(arguments: &Explain) -> Result<u8, Failure> {
    let puzzle = input::entry(&arguments.puzzle)?.peg_under_any_rule()?;
    if puzzle.board().put_back().is_some() {
        refuse_more_than_criteria(arguments)?;
    }
    let stop = settings::stop(&arguments.limits);
    super::solve::stop_at_ctrl_c(&stop);
    let findings = survey(&puzzle, &stop);
    let jumps = match (arguments.jumps, arguments.attained) {
        (false, _) => None,
        (true, false) => Some(Jumps::new(&puzzle, PARTS, &stop)),
        (true, true) => {
            Some(Jumps::new(&puzzle, PARTS, &stop).attained(&puzzle, &arguments.limits)?)
        }
    };
    let listed = arguments
        .facets
        .then(|| facets::of(&puzzle, &stop))
        .transpose()?;
    let mut out = anstream::stdout().lock();
    let witness = arguments
        .witness
        .then(|| witness::Witness::new(&puzzle, PARTS, &stop));
    if arguments.output.json {
        let mut document = document(&puzzle, &findings, jumps.as_ref())?;
        if let Some(witness) = &witness {
            document["witness"] = witness.document();
        }
        if arguments.reduction {
            document["reduction"] = classes::reduction_document(&puzzle);
        }
        if arguments.classes {
            document["classes"] = classes::document(&puzzle);
        }
        if let Some(listed) = &listed {
            document["facets"] = facets::document(puzzle.board(), listed);
        }
        writeln!(out, "{document}")?;
    } else if arguments.format == ExplainFormat::Svg {
        write!(out, "{}", picture(&puzzle, &findings))?;
    } else {
        print_text(&mut out, &puzzle, &findings)?;
        if let Some(jumps) = &jumps {
            jumps.print(&mut out, &puzzle)?;
        }
        if let Some(witness) = &witness {
            witness.print(&mut out, &puzzle)?;
        }
        if arguments.reduction {
            classes::print_reduction(&mut out, &puzzle)?;
        }
        if arguments.classes {
            classes::print(&mut out, &puzzle)?;
        }
        if let Some(listed) = &listed {
            facets::print(&mut out, puzzle.board(), listed)?;
        }
    }
    Ok(status::SOLVED)
}

/// Under the old French rule the criteria are told, and nothing that is drawn or told of today's jumps only.
fn refuse_more_than_criteria(arguments: &Explain) -> Result<(), BadInput> {
    let asked = [
        ("--jumps", arguments.jumps),
        ("--facets", arguments.facets),
        ("--witness", arguments.witness),
        ("--reduction", arguments.reduction),
        ("--classes", arguments.classes),
        ("--format svg", arguments.format == ExplainFormat::Svg),
    ];
    match asked.into_iter().find(|&(_, is_asked)| is_asked) {
        None => Ok(()),
        Some((flag, _)) => {
            let fact = "is not made for the old French rule (put_back)";
            Err(BadInput::new(flag, fact).remedy("leave it out, or put_back out of the file"))
        }
    }
}

/// Findings, and what `--jumps` finds, as one JSON document.
fn document(
    puzzle: &Puzzle,
    findings: &[Finding],
    jumps: Option<&Jumps>,
) -> Result<Value, Failure> {
    let mut document = criteria::document(puzzle, findings)?;
    if let Some(jumps) = jumps {
        jumps.write_into(&mut document);
    }
    Ok(document)
}

fn print_text(out: &mut impl Write, puzzle: &Puzzle, findings: &[Finding]) -> Result<(), Failure> {
    let strong = print::STRONG;
    writeln!(
        out,
        "{strong}{}{strong:#}\n\n{}",
        puzzle.name(),
        print::pair(puzzle)
    )?;
    for finding in findings {
        let verdict = match (finding.refutes(), finding.is_settled) {
            (true, _) => "refutes",
            (false, true) => "does not refute",
            (false, false) => "not settled",
        };
        writeln!(out, "{strong}{}{strong:#}: {verdict}", finding.name)?;
        writeln!(out, "{}", indented(&finding.why))?;
        if !finding.refutes() {
            for weighing in &finding.weighings {
                let board = saut::certify::draw(puzzle.board(), |hole| weighing.weights[hole]);
                write!(out, "{}", indented(&board))?;
                writeln!(out, "  {}\n", sums(weighing))?;
            }
        }
    }
    let refuting = findings.iter().filter(|finding| finding.refutes()).count();
    let summary = if refuting == 0 && findings.iter().any(|finding| !finding.is_settled) {
        "No criterion was seen to refute it in the time there was; saut solve decides.".to_owned()
    } else if refuting == 0 {
        "No criterion refutes it; saut solve decides.".to_owned()
    } else {
        format!(
            "Infeasible, by {}.",
            print::counted(refuting, "criterion").replace("criterions", "criteria")
        )
    };
    Ok(writeln!(out, "{summary}")?)
}

fn sums(weighing: &Weighing) -> String {
    let Weighing {
        title, start, goal, ..
    } = weighing;
    format!("{title}: start {start}, goal {goal}")
}

fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n") + "\n"
}

/// Start, goal, and the weights of what refutes, on one sheet; of all criteria if none refutes.
fn picture(puzzle: &Puzzle, findings: &[Finding]) -> String {
    let board = puzzle.board();
    let mut diagrams = vec![
        Diagram::of_position(board, puzzle.start()).captioned("start"),
        Diagram::of_goal(board, puzzle.goal()).captioned("goal"),
    ];
    let is_refuted = findings.iter().any(Finding::refutes);
    for finding in findings {
        let verdict = match (finding.refutes(), is_refuted) {
            (true, _) => "refutes",
            (false, true) => continue,
            (false, false) => "does not refute",
        };
        for weighing in &finding.weighings {
            let caption = format!("{} {verdict}\n{}", finding.name, sums(weighing));
            let diagram = Diagram::of_position(board, puzzle.start());
            let weights = &weighing.weights;
            diagrams.push(diagram.labelled(|hole| weights[hole]).captioned(caption));
        }
    }
    let names = |refutes: bool| {
        let those = findings.iter().filter(|one| one.refutes() == refutes);
        let names: Vec<&str> = those.map(|one| one.name).collect();
        match &names[..] {
            [] => "none".to_owned(),
            names => names.join(", "),
        }
    };
    let verdicts = format!(
        "Refute it: {}.\nDo not refute it: {}.",
        names(true),
        names(false)
    );
    let title = format!("{}: criteria of infeasibility\n{verdicts}", puzzle.name());
    let columns = if board.width() > 12 { 2 } else { 4 };
    sheet(&title, &verdicts, columns, &diagrams)
}
