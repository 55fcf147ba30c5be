//! Formulas with an objective: a plan within the horizon with the fewest actions, or with the lowest cost.
//!
//! WCNF, the format of the `MaxSAT` evaluations since 2022, has hard clauses and weighted soft clauses. OPB, the format
//! of the pseudo-Boolean competitions, has linear constraints and a linear objective. The variables have the same
//! numbers as in DIMACS, so the models of all formats are decoded in the same way.

use std::collections::BTreeMap;

use rustsat::types::{Clause, Lit};

use super::text::{ClauseFile, write_file};
use super::{Encoded, StepMap, When};
use crate::formula::{Formula, dimacs};
use crate::task::Task;
use saut_base::BadInput;
use strum::{EnumMessage, IntoStaticStr, VariantArray};

/// The quantity that a plan minimises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Minimised {
    /// The number of actions.
    #[default]
    Actions,
    /// The sum of the costs of the actions.
    Cost,
}

/// A format of formulas with an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightedFormat {
    /// Hard clauses and weighted soft clauses.
    Wcnf,
    /// Pseudo-Boolean constraints.
    Opb,
}

/// Returns the objective of a formula: the total weight of the actions that happen in every model, and the weight of
/// each action literal. `None` if the formula has no literals for actions.
fn objective(
    task: &Task,
    encoded: &Encoded,
    minimised: Minimised,
) -> Option<(u64, Vec<(Lit, u64)>)> {
    let (mut constant, mut weights) = (0, BTreeMap::new());
    for step in &encoded.steps {
        let StepMap::Actions(actions) = step else {
            return None;
        };
        for (action, when) in actions {
            let weight = match minimised {
                Minimised::Actions => 1,
                Minimised::Cost => task.action(*action).cost,
            };
            match when {
                When::Always => constant += weight,
                When::If(literal) => *weights.entry(*literal).or_insert(0) += weight,
                When::Symbol(_) => return None,
            }
        }
    }
    let weights = weights.into_iter().filter(|&(_, weight)| weight > 0);
    Some((constant, weights.collect()))
}

/// Writes a formula with its objective, under a title such as `task crossing`.
///
/// # Errors
/// [`BadInput`] if the encoding has no clauses, or no variables for actions.
pub fn weighted(
    task: &Task,
    encoded: &Encoded,
    title: &str,
    (format, minimised): (WeightedFormat, Minimised),
) -> Result<String, BadInput> {
    let is_clauses = matches!(encoded.formula, Formula::Cnf { .. });
    let objective = objective(task, encoded, minimised).filter(|_| is_clauses);
    let Some((constant, weights)) = objective else {
        let name = encoded.encoding.name();
        let fact =
            format!("the encoding {name} has no variables for actions, which an objective needs");
        let remedy = "choose sequential, forall, exists or r2-exists";
        return Err(BadInput::new("--format", fact).remedy(remedy));
    };
    let quantity = match minimised {
        Minimised::Actions => "number of actions",
        Minimised::Cost => "cost",
    };
    let note = format!("minimise the {quantity}: the sum of the weights, plus {constant}");
    let (variables, clauses) = (encoded.formula.variables(), encoded.formula.clauses());
    let file = match format {
        WeightedFormat::Wcnf => ClauseFile {
            comment: "c",
            first: None,
            header: format!("c {note}\n"),
            clause: |text, clause| {
                text.push_str("h ");
                dimacs::write_clause(text, clause);
            },
            last: weights
                .iter()
                .map(|(literal, weight)| soft(*literal, *weight))
                .collect(),
        },
        WeightedFormat::Opb => ClauseFile {
            comment: "*",
            first: Some(format!("* #variable= {variables} #constraint= {clauses}\n")),
            header: format!("* {note}\nmin: {};\n", terms(&weights)),
            clause: constraint,
            last: String::new(),
        },
    };
    write_file(task, encoded, title, &file)
}

/// Returns the soft clause that requires a literal to be false.
fn soft(literal: Lit, weight: u64) -> String {
    format!("{weight} {} 0\n", dimacs::number(!literal))
}

/// Appends a clause as a constraint of OPB.
fn constraint(text: &mut String, clause: &Clause) {
    if clause.is_empty() {
        text.push_str("0 x1 ");
    }
    text.extend(clause.iter().map(|&literal| term(literal, 1)));
    text.push_str(">= 1 ;\n");
}

fn terms(weights: &[(Lit, u64)]) -> String {
    weights
        .iter()
        .map(|&(literal, weight)| term(literal, weight))
        .collect()
}

fn term(literal: Lit, weight: u64) -> String {
    let sign = if literal.is_pos() { "" } else { "~" };
    format!("+{weight} {sign}x{} ", literal.vidx() + 1)
}
