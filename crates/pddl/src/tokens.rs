//! Token reconfiguration: from one independent set of a graph to another, one token at a time, as the `CoRe` challenge
//! has it.
//!
//! A token jumps from its vertex to any other, and no two tokens are ever on neighbours. As a planning task a jump is
//! two actions, `lift` and `drop`, so that there are as many actions as vertices, not as pairs of them; one token is
//! held between the two. Instances are a graph in DIMACS (`.col`) and a file with the start and the target (`.dat`); an
//! answer is a list of sets, one a line.
//!
//! Soh, Okamoto, Ito: *Core Challenge 2022* (arXiv:2208.02495), whose page gives the formats.

mod answer;
mod read;
mod validate;

use crate::ground::{GroundAction, GroundTask, Reached};

pub(crate) use validate::validate_tokens;

/// A graph with the tokens at the start and where they are wanted. Vertices count from 0 here and from 1 in files and
/// names; only the writer of names and the readers convert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenTask {
    /// The name of the file with the tokens, without its ending.
    pub(crate) name: String,
    /// By vertex its neighbours, sorted.
    pub(crate) neighbours: Vec<Vec<u32>>,
    /// The vertices with a token at the start, sorted.
    pub(crate) start: Vec<u32>,
    /// The vertices with a token at the end, sorted.
    pub(crate) target: Vec<u32>,
}

/// The number of a vertex in files.
pub(crate) const fn vertex_name(vertex: u32) -> u32 {
    vertex + 1
}

impl TokenTask {
    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.neighbours.len()
    }

    /// The task in facts: a token on each vertex, and whether one is held.
    pub fn ground(&self) -> GroundTask {
        let count = u32::try_from(self.vertices()).unwrap_or(u32::MAX);
        let held = count;
        let lift = |vertex: u32| GroundAction {
            positive: vec![vertex],
            negative: vec![held],
            added: vec![held],
            deleted: vec![vertex],
            ..action("lift", vertex)
        };
        let drop = |vertex: u32| {
            let mut negative = self.neighbours[vertex as usize].clone();
            negative.push(vertex);
            negative.sort_unstable();
            GroundAction {
                positive: vec![held],
                negative,
                added: vec![vertex],
                deleted: vec![held],
                ..action("drop", vertex)
            }
        };
        let facts = (0..count).map(|vertex| format!("token {}", vertex_name(vertex)));
        GroundTask {
            name: self.name.clone(),
            facts: facts.chain(["held".to_owned()]).collect(),
            actions: (0..count).map(lift).chain((0..count).map(drop)).collect(),
            axioms: Vec::new(),
            initial: self.start.clone(),
            positive_goal: self.target.clone(),
            negative_goal: Vec::new(),
            mutex_groups: Vec::new(),
            minimises_cost: false,
            missing_cost: None,
            reachable: Reached {
                facts: self.vertices() + 1,
                actions: 2 * self.vertices(),
            },
        }
    }
}

fn action(schema: &str, vertex: u32) -> GroundAction {
    GroundAction {
        name: format!("({schema} {})", vertex_name(vertex)),
        is_step: true,
        positive: Vec::new(),
        negative: Vec::new(),
        added: Vec::new(),
        deleted: Vec::new(),
        conditional: Vec::new(),
        cost: 1,
    }
}

#[cfg(test)]
mod tests;
