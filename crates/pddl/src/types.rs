//! The hierarchy of types.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use saut_base::bits;

/// The number of a type; [`OBJECT`] is the root of the hierarchy.
pub type TypeId = usize;

/// The type that every object has.
pub const OBJECT: TypeId = 0;

/// Maximum number of types that a domain may declare.
pub const MAX_TYPES: usize = 10_000;

/// Names of types, in the order of their numbers.
pub(crate) type Names = IndexSet<String, FxBuildHasher>;

/// All types of a domain, and the subtype relation.
#[derive(Clone, Debug)]
pub struct Types {
    pub(crate) names: Names,
    /// For each type, the bit set of its supertypes, including the type itself.
    ancestors: Vec<Vec<u64>>,
}

impl Default for Types {
    /// Returns a hierarchy that contains only [`OBJECT`].
    fn default() -> Self {
        Self {
            names: Names::from_iter(["object".to_owned()]),
            ancestors: vec![bits::row(1, [OBJECT])],
        }
    }
}

impl Types {
    /// Creates the hierarchy in which `parents[t]` are the direct supertypes of `t`.
    ///
    /// # Errors
    ///
    /// The first type that is a proper subtype of itself.
    pub(crate) fn new(names: Names, parents: &[Vec<TypeId>]) -> Result<Self, TypeId> {
        let mut ancestors = Vec::new();
        for (id, own_parents) in parents.iter().enumerate() {
            let mut own = bits::row(names.len(), [OBJECT]);
            let mut open = own_parents.clone();
            while let Some(ancestor) = open.pop() {
                if ancestor == id {
                    return Err(id);
                }
                if !bits::get(&own, ancestor) {
                    bits::set(&mut own, ancestor, true);
                    open.extend(&parents[ancestor]);
                }
            }
            bits::set(&mut own, id, true);
            ancestors.push(own);
        }
        Ok(Self { names, ancestors })
    }

    /// Whether a term that is declared with the types `declared` is accepted if one of the types `wanted` is required.
    pub fn fits(&self, declared: &[TypeId], wanted: &[TypeId]) -> bool {
        declared.iter().any(|have| {
            wanted
                .iter()
                .any(|want| bits::get(&self.ancestors[*have], *want))
        })
    }

    /// Whether one of the types `some` and one of the types `others` have a common subtype, so that an object can have
    /// both types.
    pub(crate) fn overlap(&self, some: &[TypeId], others: &[TypeId]) -> bool {
        let all = 0..self.names.len();
        let is_of = |id: TypeId, wanted: &[TypeId]| self.fits(&[id], wanted);
        self.fits(some, others)
            || all
                .into_iter()
                .any(|id| is_of(id, some) && is_of(id, others))
    }

    /// Returns the PDDL text of this choice of types: `block`, or `(either block table)`.
    pub fn written(&self, types: &[TypeId]) -> String {
        match types {
            [one] => self.names[*one].clone(),
            several => {
                let names: Vec<&str> = several.iter().map(|id| &*self.names[*id]).collect();
                format!("(either {})", names.join(" "))
            }
        }
    }
}
