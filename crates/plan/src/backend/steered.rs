//! steered: a SAT solver for formulas of planning tasks, which is part of `saut`.
//!
//! The other backends decide on variables of recent conflicts. This solver decides on actions that make an open subgoal
//! true ([`support`]). No maintained SAT solver in Rust lets its caller choose decisions, so this module contains a
//! complete solver. If the fluents of the encoding have versions within a step, or no unit clause constrains the last
//! state, this solver decides like the other backends.

mod activity;
mod clauses;
mod pairs;
mod solver;
mod support;

use rustsat::types::Lit;

use super::{
    Answer, Availability, Backend, BackendError, Response, Session, SolveLimits, SolverEffort,
};
use clauses::{Code, code};
use pairs::{StepPairs, is_pair};
use saut_base::random::Random;
use saut_base::stop::StopReason;
use saut_task::formula::template::TransitionTemplate;
use saut_task::formula::{Formula, literal};
use saut_task::model::Model;
use solver::Solver;
use support::PlanningHeuristic;

/// Number of clauses that are read between two checks of the limits.
const LOOK_EVERY: usize = 1 << 14;

#[derive(Clone, Copy, Debug)]
pub struct Steered;

impl Backend for Steered {
    fn name(&self) -> &'static str {
        "steered"
    }

    fn proves(&self) -> bool {
        true
    }

    fn counts_conflicts(&self) -> bool {
        true
    }

    fn availability(&self) -> Availability {
        Availability::BuiltIn {
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    fn solve(&self, formula: &Formula, run: &SolveLimits) -> Result<Response, BackendError> {
        let needs_clauses = || BackendError::needs_clauses(self.name());
        let mut session = self.begin(formula, run).ok_or_else(needs_clauses)?;
        session.go_on(run)
    }

    fn works_by_turns(&self) -> bool {
        true
    }

    fn begin(&self, formula: &Formula, run: &SolveLimits) -> Option<Box<dyn Session>> {
        let Formula::Cnf { cnf, names } = formula else {
            return None;
        };
        let support = PlanningHeuristic::of(cnf, names, run.seed);
        let mut work = SteeredFormula::new(names.len(), support, None, run, None);
        work.read(cnf.iter().map(|clause| clause.iter().copied()), run);
        Some(Box::new(work))
    }

    fn begin_template(
        &self,
        template: &TransitionTemplate,
        horizon: usize,
        run: &SolveLimits,
    ) -> Option<Box<dyn Session>> {
        let support = PlanningHeuristic::of_template(template, horizon, run.seed);
        let pairs = StepPairs::new(template, horizon);
        let variables = template.variables(horizon);
        let goal = run.lemmas.as_ref().map(|_| literal(variables));
        let mut work = SteeredFormula::new(variables, support, Some(pairs), run, goal.map(code));
        work.read(template.start().map(|clause| clause.iter().copied()), run);
        let others = template.step().filter(|clause| !is_pair(template, clause));
        let others: Vec<&[Lit]> = others.collect();
        for step in 1..=horizon {
            let there = |&literal: &Lit| template.in_step(literal, step);
            work.read(others.iter().map(|clause| clause.iter().map(there)), run);
        }
        let goal = goal.map(|goal| !goal);
        let clauses = template.goal(horizon);
        work.read(clauses.map(|clause| goal.into_iter().chain(clause)), run);
        Some(Box::new(work))
    }
}

/// A formula and the solver that works on it.
struct SteeredFormula {
    solver: Solver,
    variables: usize,
    /// Number of lemmas of the exchange that were taken or skipped.
    seen: usize,
    /// Reason why the formula was not read completely; in this case, there is no answer.
    is_cut: Option<StopReason>,
}

impl SteeredFormula {
    fn new(
        variables: usize,
        support: Option<PlanningHeuristic>,
        pairs: Option<StepPairs>,
        run: &SolveLimits,
        goal: Option<Code>,
    ) -> Self {
        // The support heuristic breaks ties itself.
        let scale = if support.is_some() { 0.0 } else { 1e-3 };
        let mut random = Random::new(run.seed);
        let activities = variables + usize::from(goal.is_some());
        let activities = (0..activities).map(|_| random.share() * scale).collect();
        let has_proof = run.proof && goal.is_none();
        let mut solver = Solver::new(activities, support, pairs, has_proof);
        solver.goal = goal;
        Self {
            solver,
            variables,
            seen: 0,
            is_cut: None,
        }
    }

    fn read<C: Iterator<Item = Lit>>(
        &mut self,
        clauses: impl Iterator<Item = C>,
        run: &SolveLimits,
    ) {
        for (number, clause) in clauses.enumerate() {
            if number.is_multiple_of(LOOK_EVERY) {
                self.is_cut = self.is_cut.or_else(|| run.stop.stop_reason());
            }
            if self.is_cut.is_some() {
                return;
            }
            self.solver.add(clause.map(code));
        }
    }
}

impl Session for SteeredFormula {
    fn go_on(&mut self, run: &SolveLimits) -> Result<Response, BackendError> {
        if let Some(why) = self.is_cut {
            return Ok(Response::unknown(why));
        }
        let it = &self.solver;
        let before = (it.conflicts, it.decisions, it.propagations, it.work());
        if let Some(exchange) = &run.lemmas {
            self.solver.back_to(0);
            for lemma in exchange.take(&mut self.seen) {
                self.solver.add(lemma.into_iter().map(code));
            }
        }
        let outcome = self.solver.run(run);
        if let Some(exchange) = &run.lemmas {
            exchange.give(self.solver.take_lemmas());
        }
        let effort = SolverEffort {
            conflicts: Some(self.solver.conflicts - before.0),
            decisions: Some(self.solver.decisions - before.1),
            propagations: Some(self.solver.propagations - before.2),
            work: Some(self.solver.work() - before.3),
        };
        Ok(match outcome {
            Ok(true) => {
                let bits = (0..self.variables).map(|variable| self.solver.is_true(variable));
                Response::new(Answer::Sat(Model::Bits(bits.collect())), effort)
            }
            Ok(false) => Response {
                proof: self.solver.take_proof(),
                ..Response::new(Answer::Unsat, effort)
            },
            Err(why) => Response::new(Answer::Unknown(why), effort),
        })
    }
}

#[cfg(test)]
mod tests {
    use rustsat::types::Lit;

    use super::Steered;
    use crate::backend::{Answer, Backend, Response, SolveLimits, by_name};
    use crate::portfolio::tests::walks;
    use crate::random_task::random_task;
    use saut_base::stop::Stop;
    use saut_task::encode::Encoding;
    use saut_task::formula::Formula;
    use saut_task::model::Model;
    use saut_task::proof::check_drat;

    #[test]
    fn subgoals_lead_straight_to_a_plan() {
        let formula = Encoding::Exists.encode(&walks(9), 30).formula;
        let run = SolveLimits::default();
        let response = Steered.solve(&formula, &run).unwrap();
        assert!(matches!(response.answer, Answer::Sat(_)));
        assert_eq!(response.effort.conflicts, Some(0));
    }

    #[test]
    fn a_session_goes_on_where_it_was() {
        let formula = Encoding::SEQUENTIAL.encode(&walks(6), 9).formula;
        let run = SolveLimits {
            conflicts: Some(5),
            ..SolveLimits::default()
        };
        let mut session = Steered.begin(&formula, &run).unwrap();
        let mut conflicts = 0;
        let answer = loop {
            let response = session.go_on(&run).unwrap();
            conflicts += response.effort.conflicts.unwrap();
            assert!(response.effort.conflicts.unwrap() <= 5);
            match response.answer {
                Answer::Unknown(_) => {}
                answer => break answer,
            }
        };
        assert_eq!(answer, Answer::Unsat); // ten steps are needed
        assert!(conflicts > 5, "{conflicts}");
    }

    #[test]
    fn a_formula_that_was_not_read_to_its_end_has_no_answer() {
        let formula = Encoding::Exists.encode(&walks(9), 30).formula;
        let run = SolveLimits::default();
        run.stop.request();
        let mut session = Steered.begin(&formula, &run).unwrap();
        // The formula stays incomplete, even for a call without a limit.
        let response = session.go_on(&SolveLimits::default()).unwrap();
        assert!(matches!(response.answer, Answer::Unknown(_)));
    }

    /// Whether the formula has a model. Panics if the model or the proof is wrong.
    fn checked(formula: &Formula, response: Response) -> bool {
        let Formula::Cnf { cnf, names } = formula else {
            panic!("clauses");
        };
        match response.answer {
            Answer::Sat(Model::Bits(bits)) => {
                assert_eq!(bits.len(), names.len());
                let holds = |literal: &Lit| bits[literal.vidx()] == literal.is_pos();
                assert!(cnf.iter().all(|clause| clause.iter().any(holds)));
                true
            }
            Answer::Unsat => {
                check_drat(cnf, names.len(), &response.proof.unwrap()).unwrap();
                false
            }
            answer => panic!("{answer:?}"),
        }
    }

    #[test]
    fn subgoals_and_templates_do_not_change_the_answers() {
        let other = by_name("batsat").unwrap();
        let (mut yes, mut no, mut templates) = (0, 0, 0);
        for seed in 0..300 {
            let task = random_task(seed);
            for (encoding, horizon) in itertools::iproduct!(
                [
                    Encoding::SEQUENTIAL,
                    Encoding::Forall,
                    Encoding::ForallChain,
                    Encoding::Exists,
                    Encoding::R2_EXISTS,
                ],
                0..4
            ) {
                let run = SolveLimits {
                    seed,
                    proof: true,
                    ..SolveLimits::default()
                };
                let formula = encoding.encode(&task, horizon).formula;
                let has_model = checked(&formula, Steered.solve(&formula, &run).unwrap());
                let theirs = other.solve(&formula, &run).unwrap().answer;
                assert_eq!(has_model, theirs != Answer::Unsat, "{encoding} {seed}");
                *(if has_model { &mut yes } else { &mut no }) += 1;
                let stop = Stop::default();
                if let Some(steps) = encoding.steps(&task, &stop).unwrap() {
                    let formula = steps.encode(horizon, &stop).unwrap().formula;
                    let template = Steered.begin_template(&steps.template, horizon, &run);
                    let response = template.unwrap().go_on(&run).unwrap();
                    assert_eq!(checked(&formula, response), has_model, "{encoding} {seed}");
                    templates += 1;
                }
            }
        }
        assert!(
            yes > 200 && no > 200 && templates > 1000,
            "{yes} {no} {templates}"
        );
    }
}
