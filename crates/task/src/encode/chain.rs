//! Chains: that no action spoils what a later one needs, in clauses linear in the task.
//!
//! For each literal that is both needed and spoiled, the actions that do either stand in a row. A
//! variable between two of them says that an action before it has spoiled the literal; an action that
//! needs it then does not happen. Where the row has n links these are at most n variables and 2n
//! clauses, instead of one clause for each pair.
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for plan
//! search* (Artificial Intelligence 170, 2006), section 3.2.3.

use rustsat::types::Lit;

use super::writer::Writer;
use crate::formula::VarName;
use crate::task::ActionId;

/// An action that needs a literal, or spoils it, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The action.
    pub action: ActionId,
    /// Whether it makes the literal false.
    pub spoils: bool,
    /// Whether it needs the literal.
    pub needs: bool,
}

/// No action that needs the literal of the chain happens after one that spoils it.
pub fn forbid<'a>(writer: &mut Writer, links: impl Iterator<Item = &'a Link>, happens: &[Lit]) {
    let mut spoiled: Option<Lit> = None;
    let mut spoilers: Vec<Lit> = Vec::new();
    for link in links {
        let action = happens[link.action.index()];
        if link.needs {
            if !spoilers.is_empty() {
                let now = writer.var(VarName::Auxiliary);
                for earlier in spoiled.into_iter().chain(spoilers.drain(..)) {
                    writer.implies(earlier, now);
                }
                spoiled = Some(now);
            }
            if let Some(spoiled) = spoiled {
                writer.implies(spoiled, !action);
            }
        }
        if link.spoils {
            spoilers.push(action);
        }
    }
}
