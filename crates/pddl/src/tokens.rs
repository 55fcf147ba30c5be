//! Token reconfiguration as in the `CoRe` challenge: tokens move from one independent set of a graph to another, one
//! token at a time.
//!
//! A token jumps from its vertex to any other vertex, and no two tokens are ever on neighbouring vertices. In the
//! planning task, a jump is two actions, `lift` and `drop`, and the token is held between them. So the number of
//! actions grows with the number of vertices, and not with the number of pairs of vertices. Instances are a graph in
//! DIMACS (`.col`) and a file with the start and the target (`.dat`); an answer is a list of sets, one per line.
//!
//! Soh, Okamoto, Ito: *Core Challenge 2022* (arXiv:2208.02495). The page of the challenge describes the formats.

mod files;

use crate::condition::{Atom, Condition, Parameter, Term};
use crate::domain::{Declarations, Domain, Effect, Schema};
use crate::problem::{GroundAtom, Problem};
use crate::types::OBJECT;

/// A graph with the initial and the target positions of the tokens. Vertices are numbered from 0 here, and from 1 in
/// files and names; only the writer of names and the parsers convert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenTask {
    /// The name of the file with the tokens, without its extension.
    pub(crate) name: String,
    /// The neighbours of each vertex, sorted.
    pub(crate) neighbours: Vec<Vec<u32>>,
    /// The vertices with a token in the initial state, sorted.
    pub(crate) start: Vec<u32>,
    /// The vertices with a token in the target, sorted.
    pub(crate) target: Vec<u32>,
}

/// Returns the number of a vertex in files.
pub(crate) const fn vertex_name(vertex: u32) -> u32 {
    vertex + 1
}

fn token(vertex: Term) -> Atom {
    Atom::new(0, vec![vertex])
}

const HELD: Atom = Atom::new(1, Vec::new());

impl TokenTask {
    /// Returns the number of vertices.
    pub fn vertices(&self) -> usize {
        self.neighbours.len()
    }

    /// Returns the planning task: facts for a token on each vertex, and a fact for a held token. Each vertex has its
    /// own action that drops a token on it, with its neighbours in the precondition.
    pub(crate) fn lifted(&self) -> Problem {
        let vertices = 0..saut_base::lists::number(self.vertices());
        let names = vertices.clone().map(|it| vertex_name(it).to_string());
        let parameters = vec![Parameter {
            name: "?v".to_owned(),
            types: vec![OBJECT],
        }];
        let predicates = Declarations::from_iter([
            ("token".to_owned(), parameters.clone()),
            ("held".to_owned(), Vec::new()),
        ]);
        let action = |name, parameters, precondition, added, deleted| Schema {
            name,
            parameters,
            precondition: Condition::And(precondition),
            preferences: Vec::new(),
            effects: vec![Effect::always(
                vec![(added, true), (deleted, false)],
                Vec::new(),
            )],
        };
        let lifted = token(Term::Variable(0));
        let precondition = vec![
            Condition::Literal(lifted.clone(), true),
            Condition::Literal(HELD, false),
        ];
        let lift = action("lift".to_owned(), parameters, precondition, HELD, lifted);
        let drop = |vertex: u32| {
            let own = token(Term::Object(vertex));
            let near = self.neighbours[vertex as usize].iter();
            let near = near.map(|&near| Condition::Literal(token(Term::Object(near)), false));
            let needed = [
                Condition::Literal(HELD, true),
                Condition::Literal(own.clone(), false),
            ];
            let needed = needed.into_iter().chain(near).collect();
            let name = format!("drop {}", vertex_name(vertex));
            action(name, Vec::new(), needed, own, HELD)
        };
        let mut domain = Domain::untyped(&self.name, predicates, names.collect());
        domain.schemas = [lift].into_iter().chain(vertices.map(drop)).collect();
        let on = |&vertex: &u32| GroundAtom::of(&token(Term::Object(vertex)), &[]);
        let wanted = |&vertex: &u32| Condition::Literal(token(Term::Object(vertex)), true);
        let initial = self.start.iter().map(on).collect();
        let goal = Condition::And(self.target.iter().map(wanted).collect());
        Problem::untyped(domain, initial, goal, false)
    }
}

#[cfg(test)]
mod tests;
