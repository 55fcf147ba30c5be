//! Chains: clauses of linear size that forbid an action to *spoil* (falsify) a literal that a later action requires.
//!
//! For each literal that some action requires and some action spoils, these actions form a sequence. A variable between
//! two actions of the sequence is true if an action before it has spoiled the literal. Then no action after it that
//! requires the literal can happen. A sequence of n actions takes at most n variables and 3n clauses, instead of one
//! clause for each pair.
//!
//! Rintanen, Heljanko, Niemelä, *Planning as satisfiability: parallel plans and algorithms for plan
//! search* (Artificial Intelligence 170, 2006), section 3.2.3.

use rustsat::types::Lit;

use super::writer::Writer;
use crate::formula::VarName;
use crate::task::ActionId;

/// An action that requires the literal of a chain, or spoils it, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainElement {
    pub action: ActionId,
    /// Whether the action makes the literal false.
    pub spoils: bool,
    pub needs: bool,
}

/// Forbids actions that require the literal of the chain after actions that spoil it.
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
