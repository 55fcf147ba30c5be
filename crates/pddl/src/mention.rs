//! Mentions: each place of a file at which a name is declared or used. The linter and the language server use them.

use strum::IntoStaticStr;

/// Kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum NameKind {
    /// A type.
    Type,
    /// A predicate.
    Predicate,
    /// A function.
    Function,
    /// A constant of a domain or an object of a problem.
    Object,
    /// An action.
    Action,
    /// A parameter or a variable of a quantifier, with the offset of the list that declares it.
    Variable(u32),
}

/// A place at which a name is declared or used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Kind of the name.
    pub kind: NameKind,
    /// The name, in lower case.
    pub name: String,
    /// Offset of the name in the text.
    pub at: u32,
    /// The declaration in PDDL, if the name is declared at this place.
    pub declaration: Option<String>,
}
