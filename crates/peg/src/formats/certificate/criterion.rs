//! Named criteria as JSON: an object with the field `name` and what that criterion needs.

use serde::{Deserialize, Serialize};

use crate::certify::Criterion;
use crate::certify::cone::{Leaf, Tree};
use crate::certify::corner::Corner;
use crate::certify::golden::GoldenRatio;
use crate::certify::parity::Parity;
use crate::certify::playable::Playable;
use crate::certify::proof::JumpLimit;
use crate::peg::{Cell, Jump};

/// A named criterion as it stands in a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum CriterionEntry {
    /// A parity class that would have to gain pegs.
    Playable {
        /// Column and row modulo 2.
        class: [u8; 2],
    },
    /// Corners that cannot be left.
    Corner {
        /// Column and row of their class modulo 2.
        class: [u8; 2],
    },
    /// Weights by powers of the golden ratio.
    GoldenRatio {
        /// The cell that weighs 1.
        target: [i16; 2],
    },
    /// No whole numbers of jumps.
    IntegerCone {
        /// The parts with their weights.
        tree: TreeEntry,
    },
}

/// A tree of parts as it stands in a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TreeEntry {
    /// A part refuted by weights.
    Leaf {
        /// By hole, row by row from the top.
        weights: Vec<i64>,
        /// Charge on every jump.
        #[serde(default, skip_serializing_if = "is_nothing")]
        charge: i64,
    },
    /// A part cut in two.
    Split {
        /// The cells of the jump counted.
        from: [i16; 2],
        /// Cell where the jump lands.
        to: [i16; 2],
        /// The most times in the first part.
        most: u32,
        /// The first part.
        few: Box<Self>,
        /// The part with more.
        many: Box<Self>,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_nothing(charge: &i64) -> bool {
    *charge == 0
}

/// The entry of a criterion.
pub fn criterion_entry(criterion: &Criterion) -> CriterionEntry {
    let class = |class: Parity| [class.x, class.y];
    match criterion {
        Criterion::Playable(playable) => CriterionEntry::Playable {
            class: class(playable.class),
        },
        Criterion::Corner(corner) => CriterionEntry::Corner {
            class: class(corner.class),
        },
        Criterion::Golden(golden) => CriterionEntry::GoldenRatio {
            target: [golden.target.x, golden.target.y],
        },
        Criterion::IntegerCone(tree) => CriterionEntry::IntegerCone { tree: entry(tree) },
    }
}

/// The entry of a tree.
pub fn entry(tree: &Tree) -> TreeEntry {
    match tree {
        Tree::Leaf(Leaf { weights, charge }) => TreeEntry::Leaf {
            weights: weights.clone(),
            charge: *charge,
        },
        Tree::Split {
            jump,
            most,
            few,
            many,
        } => TreeEntry::Split {
            from: [jump.from.x, jump.from.y],
            to: [jump.to.x, jump.to.y],
            most: *most,
            few: Box::new(entry(few)),
            many: Box::new(entry(many)),
        },
    }
}

/// The criterion of an entry.
pub fn criterion(entry: CriterionEntry) -> Criterion {
    let parity = |[x, y]: [u8; 2]| Parity { x, y };
    match entry {
        CriterionEntry::Playable { class } => Criterion::Playable(Playable {
            class: parity(class),
        }),
        CriterionEntry::Corner { class } => Criterion::Corner(Corner {
            class: parity(class),
        }),
        CriterionEntry::GoldenRatio { target: [x, y] } => Criterion::Golden(GoldenRatio {
            target: Cell::new(x, y),
        }),
        CriterionEntry::IntegerCone { tree } => Criterion::IntegerCone(self::tree(tree)),
    }
}

pub(super) fn tree(entry: TreeEntry) -> Tree {
    match entry {
        TreeEntry::Leaf { weights, charge } => Tree::Leaf(Leaf { weights, charge }),
        TreeEntry::Split {
            from,
            to,
            most,
            few,
            many,
        } => Tree::Split {
            jump: Jump::between(Cell::new(from[0], from[1]), Cell::new(to[0], to[1])),
            most,
            few: Box::new(tree(*few)),
            many: Box::new(tree(*many)),
        },
    }
}

/// Most occurrences of a jump, as it stands in a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitEntry {
    from: [i16; 2],
    to: [i16; 2],
    most: u32,
    tree: TreeEntry,
}

/// The entry of a jump limit.
pub fn limit_entry(limit: &JumpLimit) -> LimitEntry {
    LimitEntry {
        from: [limit.jump.from.x, limit.jump.from.y],
        to: [limit.jump.to.x, limit.jump.to.y],
        most: limit.most,
        tree: entry(&limit.proof),
    }
}

/// The jump limit of an entry.
pub fn limit(entry: LimitEntry) -> JumpLimit {
    let [from, to] = [entry.from, entry.to].map(|[x, y]| Cell::new(x, y));
    JumpLimit {
        jump: Jump::between(from, to),
        most: entry.most,
        proof: tree(entry.tree),
    }
}
