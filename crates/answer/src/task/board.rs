//! Finds plans of peg solitaire tasks in PDDL by the engines for boards.
//!
//! A task is recognised by its facts: the parser of the competition problems ([`read_problem`]) converts it to a
//! puzzle. The correctness of an answer does not depend on this conversion: the plan is validated on the original task,
//! and a refutation of the puzzle is ignored.

use std::collections::HashMap;
use std::time::Duration;

use saut_formats::pddl::{cell_of, read_problem};
use saut_pddl::{NamedPlan, PlanStep, PlanningTask};
use saut_peg::peg::{Cell, Jump};
use saut_plan::planning::PlanMethod;
use saut_plan::{Error, Minimise, Settings, Verdict};
use saut_puzzles::decide::decide;

use super::part::TaskDecision;

/// Time limit of the engines for boards.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// The action in tasks that do not count moves.
const JUMP: &str = "jump";
/// The actions in tasks that count moves. A move is one or more jumps of the same peg.
const MOVES: [&str; 3] = ["jump-new-move", "jump-continue-move", "end-move"];

/// Returns a validated plan from the engines for boards. These engines are used if any plan is a valid answer, or if a
/// search then improves the first plan. Returns `None` if the task is not recognised as peg solitaire, or if the
/// engines find no plan in a quarter of the remaining time, at most [`TIME_LIMIT`].
///
/// # Errors
/// Same as [`decide`].
pub(super) fn plan(
    task: &PlanningTask,
    method: PlanMethod,
    settings: &Settings,
) -> Result<Option<TaskDecision>, Error> {
    let is_asked = matches!(settings.minimise, None | Some(Minimise::Cost));
    if method != PlanMethod::Auto || !is_asked || settings.names_a_formula() {
        return Ok(None);
    }
    let problem = task.problem();
    let schemas = problem.domain().schemas();
    let has = |name: &str| schemas.iter().any(|schema| schema.name == name);
    let has_moves = MOVES.iter().all(|name| has(name));
    if !has_moves && !has(JUMP) {
        return Ok(None);
    }
    let text = problem.untyped_pddl();
    let Some(Ok(puzzle)) = text.map(|text| read_problem(&text, problem.name())) else {
        return Ok(None);
    };
    let stop = &settings.stop;
    let time = stop
        .time_left()
        .map_or(TIME_LIMIT, |left| TIME_LIMIT.min(left / 4));
    let settings = Settings {
        minimise: None,
        ..settings.until(stop.with_timeout(time))
    };
    let decision = decide(&puzzle, &settings)?;
    let Verdict::Solved(found) = &decision.verdict else {
        return Ok(None);
    };
    let names = problem
        .objects()
        .filter_map(|name| Some((cell_of(name)?, name)));
    let steps = steps(&found.jumps(), has_moves, &names.collect());
    let Ok(plan) = task.validate(&NamedPlan::from(steps), stop) else {
        return Ok(None);
    };
    Ok(Some(TaskDecision {
        verdict: Verdict::Solved(plan),
        method: decision.method,
        attempts: decision.attempts,
        conflicts: decision.conflicts,
        warnings: decision.warnings,
        stages: decision.stages,
        ..TaskDecision::default()
    }))
}

/// Returns the actions for these jumps.
fn steps(jumps: &[Jump], has_moves: bool, names: &HashMap<Cell, &str>) -> Vec<PlanStep> {
    let [new_move, continue_move, end_move] = MOVES;
    let step = |action: &str, cells: &[Cell]| PlanStep {
        action: action.to_owned(),
        arguments: cells.iter().map(|cell| names[cell].to_owned()).collect(),
    };
    let mut steps = Vec::new();
    let mut last = None;
    for jump in jumps {
        let action = match last.replace(jump.to) {
            _ if !has_moves => JUMP,
            None => new_move,
            Some(cell) if cell == jump.from => continue_move,
            Some(cell) => {
                steps.push(step(end_move, &[cell]));
                new_move
            }
        };
        steps.push(step(action, &[jump.from, jump.over, jump.to]));
    }
    if let Some(cell) = last.filter(|_| has_moves) {
        steps.push(step(end_move, &[cell]));
    }
    steps
}

#[cfg(test)]
mod tests {
    use saut_formats::pddl::{PddlForm, write_domain, write_problem};
    use saut_formats::picture::read_puzzle;
    use saut_pddl::{PlanningTask, read_domain, read_problem};
    use saut_peg::peg::{Geometry, Puzzle};
    use saut_plan::planning::PlanMethod;
    use saut_plan::{Minimise, Settings};

    use super::super::TaskAnswer;

    fn puzzle(picture: &str) -> Puzzle {
        read_puzzle(picture, "board", Geometry::Square).unwrap()
    }

    fn task(domain: &str, puzzle: &Puzzle, form: PddlForm) -> PlanningTask {
        let domain = read_domain(domain, "domain").unwrap();
        let problem = write_problem(puzzle, form);
        PlanningTask::new(read_problem(&problem, "problem", &domain).unwrap())
    }

    fn solve(task: &PlanningTask, minimise: Option<Minimise>) -> TaskAnswer {
        let settings = Settings {
            minimise,
            ..Settings::default()
        };
        TaskAnswer::solve(task, PlanMethod::Auto, &settings, &|_, _| ()).unwrap()
    }

    #[test]
    fn a_task_of_either_form_is_solved_on_the_board() {
        for form in PddlForm::ALL {
            for pair in ["oo.o.\n\n....o", "oo.o\n\n.o.."] {
                let task = task(&write_domain(form), &puzzle(pair), form);
                let answer = solve(&task, None);
                assert!(answer.is_board && answer.decision.plan().is_some());
                let cheapest = solve(&task, Some(Minimise::Cost));
                assert!(cheapest.is_board);
                assert_eq!(cheapest.decision.optimal, Some(true));
            }
        }
    }

    #[test]
    fn an_infeasible_puzzle_is_refuted_as_a_task() {
        let form = PddlForm::Sweeps;
        let answer = solve(
            &task(&write_domain(form), &puzzle("oo.o\n\no..."), form),
            None,
        );
        assert!(!answer.is_board);
        assert!(answer.decision.is_decided() && answer.decision.plan().is_none());
    }

    #[test]
    fn a_plan_that_breaks_the_rules_of_the_task_is_ignored() {
        let form = PddlForm::Jumps;
        let changed = write_domain(form).replace("(free ?over)", "");
        let puzzle = puzzle("oo..\n\n..o.");
        let answer = solve(&task(&changed, &puzzle, form), None);
        assert!(!answer.is_board);
        assert!(answer.decision.plan().is_none());
    }
}
