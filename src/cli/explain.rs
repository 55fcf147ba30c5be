//! `saut explain`: every criterion of infeasibility, which refutes, which does not, and why; of planning tasks in
//! `task`.

mod classes;
mod facets;
mod jumps;
mod task;
mod witness;

use saut::BadInput;
use saut::answer::Explanation;

use super::arguments::{Explain, ExplainFormat, Global};
use super::reply::{Failure, Reply};
use super::solve::interruptible;
use super::{input, status};
use jumps::Jumps;

/// The parts of a tree that one bound of `--jumps` may take.
const PARTS: usize = 5000;

/// Runs `saut explain`.
pub fn run(arguments: &Explain, global: &Global) -> Result<Reply, Failure> {
    if arguments.subject.is_task() {
        global.refuse_other_than(&["sas"])?;
        return task::run(&arguments.subject, global);
    }
    let puzzle = input::entry(&arguments.subject.puzzle, &global.stop)?.peg_under_any_rule()?;
    if puzzle.board().put_back().is_some() {
        refuse_more_than_criteria(arguments)?;
    }
    let stop = interruptible(&global.stop);
    let explanation = Explanation::new(&puzzle, &stop)?;
    let jumps = match (arguments.jumps, arguments.attained) {
        (false, _) => None,
        (true, is_attained) => {
            let jumps = Jumps::new(&puzzle, explanation.refuted_by(), PARTS, &stop);
            Some(if is_attained {
                jumps.attained(&puzzle, global)?
            } else {
                jumps
            })
        }
    };
    let listed = arguments
        .facets
        .then(|| facets::of(&puzzle, &stop))
        .transpose()?;
    let mut document = explanation.document()?;
    let mut text = explanation.text().into_bytes();
    if let Some(jumps) = &jumps {
        jumps.write_into(&mut document);
        jumps.print(&mut text, &puzzle)?;
    }
    if arguments.witness {
        let witness = witness::Witness::new(&puzzle, PARTS, &stop);
        document["witness"] = witness.document();
        witness.print(&mut text, &puzzle)?;
    }
    if arguments.reduction {
        document["reduction"] = classes::reduction_document(&puzzle);
        classes::print_reduction(&mut text, &puzzle)?;
    }
    if arguments.classes {
        document["classes"] = classes::document(&puzzle);
        classes::print(&mut text, &puzzle)?;
    }
    if let Some(listed) = &listed {
        document["facets"] = facets::document(puzzle.board(), listed);
        facets::print(&mut text, puzzle.board(), listed)?;
    }
    if arguments.format == ExplainFormat::Svg {
        text = explanation.picture().into();
    }
    Ok(Reply::new(status::SOLVED, document, text))
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
