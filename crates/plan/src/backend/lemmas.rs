//! Lemmas: learnt clauses that the solvers of different horizons exchange.
//!
//! All horizons of an encoding share the clauses of the initial state (INIT) and of the steps. A solver that exchanges
//! lemmas has the goal of its horizon only as an assumption. A learnt clause without this assumption follows from INIT
//! and the steps, so it holds at every horizon that has its variables. A refutation with lemmas is a claim without a
//! proof. Another call writes the proof.
//!
//! Eén and Sörensson, *Temporal induction by incremental SAT solving* (BMC 2003); Gocht and Balyo, *Accelerating SAT
//! based planning with incremental SAT solving* (ICAPS 2017).

use std::sync::{Arc, Mutex, PoisonError};

use rustsat::types::Lit;

use saut_task::formula::template::TransitionTemplate;

/// Maximum number of exchanged lemmas of an encoding.
const MAX_LEMMAS: usize = 50_000;

/// Lemmas with the horizons of the solvers that learnt them.
type Pool = Mutex<Vec<(usize, Vec<Lit>)>>;

/// Exchange of lemmas between the horizons of an encoding, for the solver of one horizon.
#[derive(Clone, Debug)]
pub struct LemmaExchange {
    pool: Arc<Pool>,
    horizon: usize,
    /// Number of variables of INIT and the steps. They come before the variables of the goal.
    variables: usize,
    /// Number of clauses of INIT and the steps. They come before the clauses of the goal.
    pub clauses: usize,
}

impl LemmaExchange {
    /// Maximum number of decision levels in an exchanged lemma (its LBD). If the solver does not report levels, this is
    /// the maximum number of literals.
    pub const MAX_LEVELS: usize = 2;
    /// Maximum number of literals of an exchanged lemma.
    const MAX_LITERALS: usize = 8;

    /// Whether a learnt clause with this number of literals and decision levels is exchanged.
    pub const fn wants(literals: usize, levels: usize) -> bool {
        literals <= Self::MAX_LITERALS && levels <= Self::MAX_LEVELS
    }

    /// Creates an exchange without lemmas, for the formulas of this template.
    pub fn new(template: &TransitionTemplate) -> Self {
        let exchange = Self {
            pool: Arc::default(),
            horizon: 0,
            variables: 0,
            clauses: 0,
        };
        exchange.at(template, 0)
    }

    /// Returns the same exchange, for the solver of another horizon.
    #[must_use]
    pub fn at(&self, template: &TransitionTemplate, horizon: usize) -> Self {
        Self {
            pool: Arc::clone(&self.pool),
            horizon,
            variables: template.fluents + horizon * template.stride,
            clauses: template.goal_clause(horizon),
        }
    }

    /// Returns the lemmas of other horizons from number `seen` on, and updates `seen`. Lemmas with variables that this
    /// horizon does not have are omitted.
    pub fn take(&self, seen: &mut usize) -> Vec<Vec<Lit>> {
        let pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let new = pool[*seen..].iter();
        let fits = |lemma: &[Lit]| lemma.iter().all(|one| one.vidx() < self.variables);
        let new = new.filter(|(by, lemma)| *by != self.horizon && fits(lemma));
        *seen = pool.len();
        new.map(|(_, lemma)| lemma.clone()).collect()
    }

    /// Adds learnt clauses of this horizon for the other solvers. Clauses with variables of the goal are not added.
    pub fn give(&self, learnt: impl IntoIterator<Item = Vec<Lit>>) {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let room = MAX_LEMMAS.saturating_sub(pool.len());
        let is_lemma = |clause: &Vec<Lit>| clause.iter().all(|one| one.vidx() < self.variables);
        let lemmas = learnt.into_iter().filter(is_lemma).take(room);
        pool.extend(lemmas.map(|lemma| (self.horizon, lemma)));
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use rustsat::instances::Cnf;

    use super::LemmaExchange;
    use crate::backend::{Answer, Response, SolveLimits, by_name};
    use crate::random_task::random_task;
    use saut_base::stop::Stop;
    use saut_task::encode::Encoding;
    use saut_task::formula::Formula;

    #[test]
    fn lemmas_follow_from_the_steps_and_change_no_answer() {
        let solvers = ["steered", "batsat"].map(|name| by_name(name).unwrap());
        let (stop, mut lemmas, mut refuted) = (Stop::default(), 0, 0);
        let encodings = [Encoding::Forall, Encoding::Exists, Encoding::Sase];
        for (seed, encoding) in (0..400).cartesian_product(encodings) {
            let task = random_task(seed);
            let steps = encoding.steps(&task, &stop).unwrap().unwrap();
            let template = &steps.template;
            let exchange = LemmaExchange::new(template);
            for (horizon, solver) in [3, 1, 4, 2].into_iter().cartesian_product(&solvers) {
                let formula = steps.encode(horizon, &stop).unwrap().formula;
                let alone = solver.solve(&formula, &SolveLimits::default()).unwrap();
                let run = SolveLimits {
                    seed,
                    proof: true,
                    lemmas: Some(exchange.at(template, horizon)),
                    ..SolveLimits::default()
                };
                let session = solver.begin_template(template, horizon, &run);
                let Response { answer, proof, .. } = match session {
                    Some(mut session) => session.go_on(&run).unwrap(),
                    None => solver.solve(&formula, &run).unwrap(),
                };
                let (claim, name) = (answer == Answer::Unsat, solver.name());
                assert_eq!(
                    claim,
                    alone.answer == Answer::Unsat,
                    "{name} {encoding} {seed}"
                );
                // A solver with lemmas writes no proof: the proof would use clauses that the formula does not contain.
                assert!(proof.is_none(), "{name}");
                refuted += usize::from(claim);
            }
            let Ok(Formula::Cnf { cnf, names }) = template.unroll(4, &stop) else {
                panic!("clauses");
            };
            for lemma in exchange.at(template, 5).take(&mut 0) {
                let without_goal = cnf.iter().take(template.goal_clause(4)).cloned();
                let mut counterexample: Cnf = without_goal.collect();
                for &one in &lemma {
                    counterexample.add_unit(!one);
                }
                let (cnf, names) = (counterexample, names.clone());
                let run = SolveLimits::default();
                let response = solvers[1]
                    .solve(&Formula::Cnf { cnf, names }, &run)
                    .unwrap();
                assert_eq!(
                    response.answer,
                    Answer::Unsat,
                    "{encoding} {seed} {lemma:?}"
                );
                lemmas += 1;
            }
        }
        assert!(lemmas > 20 && refuted > 50, "{lemmas} {refuted}");
    }
}
