//! Chains: no action spoils a literal that a later action needs, in clauses that are linear in the size of the task.
//!
//! For each literal that some action needs and some action spoils, these actions form a sequence. A variable between
//! two of them is true if an action before it has spoiled the literal; an action after it that needs the literal then
//! cannot happen. A sequence of n actions takes at most n variables and 2n clauses, instead of one clause for each
//! pair.
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for plan
//! search* (Artificial Intelligence 170, 2006), section 3.2.3.

use rustsat::types::Lit;

use super::writer::Writer;
use crate::formula::VarName;
use crate::task::ActionId;

/// An action that needs a literal, or spoils it, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainElement {
    pub action: ActionId,
    /// Whether the action makes the literal false.
    pub spoils: bool,
    pub needs: bool,
}

/// Forbids that an action that needs the literal of the chain happens after an action that spoils it.
pub fn forbid<'a>(
    writer: &mut Writer,
    links: impl Iterator<Item = &'a ChainElement>,
    happens: &[Lit],
) {
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
