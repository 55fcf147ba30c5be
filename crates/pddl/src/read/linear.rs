//! Linear expressions: of the factors of a product at most one changes, and no divisor does.
//!
//! Which functions change is known when all actions have been read, so products are taken down with their places and
//! looked at in the end.

use std::cell::RefCell;

use crate::condition::Expression;
use crate::diagnostics::Source;
use crate::domain::{Declarations, Schema, name_of};
use saut_base::BadInput;
use saut_base::sexp::shortened;

/// The products of a file: each with its place and the functions of its factors. What must be a constant stands twice.
#[derive(Default)]
pub(super) struct Products(RefCell<Vec<(u32, Vec<Vec<usize>>)>>);

impl Products {
    /// Takes down a product.
    pub(super) fn note(&self, at: u32, factors: &[Expression]) {
        let factors = factors.iter().map(|factor| {
            let functions = factor.functions().into_iter();
            functions.map(|function| function.predicate).collect()
        });
        self.0.borrow_mut().push((at, factors.collect()));
    }

    /// Takes down a factor or divisor, which must be a constant.
    pub(super) fn note_factor(&self, at: u32, factor: &Expression) {
        self.note(at, &[factor.clone(), factor.clone()]);
    }

    /// Refuses products of two factors that change.
    ///
    /// # Errors
    /// The first.
    pub(super) fn refuse_non_linear(
        &self,
        source: &Source,
        declared: &Declarations,
        changed: &[bool],
    ) -> Result<(), BadInput> {
        for (at, factors) in self.0.borrow().iter() {
            let is_variable = |of: &&Vec<usize>| of.iter().any(|&function| changed[function]);
            let mut variable = factors.iter().filter(is_variable);
            if let (Some(first), Some(second)) = (variable.next(), variable.next()) {
                let name = |of: &[usize]| {
                    let mut of = of.iter().filter(|function| changed[**function]);
                    let name = of.next().map(|&it| name_of(declared, it));
                    shortened(name.unwrap_or_default())
                };
                return Err(non_linear(source, *at, &name(first), &name(second)));
            }
        }
        Ok(())
    }
}

fn non_linear(source: &Source, at: u32, first: &str, second: &str) -> BadInput {
    bad!(source, at,
        "not linear: `{first}` and `{second}`, which actions change, are multiplied, or one divides or scales";
        "multiply and divide by numbers and by functions that no action changes")
}

/// For each function whether an action changes it.
pub(super) fn changed(functions: usize, schemas: &[Schema]) -> Vec<bool> {
    let mut changed = vec![false; functions];
    for change in schemas.iter().flat_map(Schema::numeric_changes) {
        changed[change.function.predicate] = true;
    }
    changed
}
