//! Cubing: splits a formula into cubes of similar hardness.
//!
//! A formula is split by look-ahead. For each candidate variable, both values are assumed and propagated. The variable
//! whose two branches have the most consequences is chosen (by their product, so that both branches count). States in
//! the middle of the plan are decided first. Then the solver repeats less work, and the cubes have similar hardness
//! (`results/cubes.md`). The hardest leaf, which has the fewest known literals, is split next. The tree need not be
//! trusted: any tree covers all assignments, and [`proof::check_cubes`](saut_task::proof::check_cubes) checks whether
//! its leaves are refuted.
//!
//! Heule, Kullmann, Wieringa, Biere, *Cube and conquer: guiding CDCL SAT solvers by lookaheads*
//! (HVC 2011).

use rustsat::instances::Cnf;
use rustsat::types::Lit;

use saut_base::stop::Stop;
use saut_task::formula::{VarName, dimacs, literal};
use saut_task::proof::{ClauseDatabase, Cube, CubeTree};

/// A leaf of the growing tree.
#[derive(Debug)]
struct Leaf {
    cube: Cube,
    /// Number of known literals under its cube; `None` if the leaf is not split further.
    known: Option<usize>,
    node: usize,
}

/// A node: `None` for a leaf, or a literal and the indices of its two branches.
type CubeNode = Option<(Lit, usize, usize)>;

/// Splits a formula, in which `decisions` are assumed, into `cubes` leaves. There are fewer leaves if the leaves become
/// easy, or if `stop` ends the work.
pub fn split(
    cnf: &Cnf,
    names: &[VarName],
    decisions: &[Lit],
    cubes: usize,
    stop: &Stop,
) -> CubeTree {
    let base = clauses(cnf, names.len());
    let (middle, all) = candidates(names);
    let mut nodes: Vec<CubeNode> = vec![None];
    let mut leaves = vec![Leaf {
        cube: decisions.to_vec(),
        known: Some(0),
        node: 0,
    }];
    while leaves.len() < cubes && stop.stop_reason().is_none() {
        let open = leaves.iter().enumerate();
        let hardest = open.filter_map(|(at, leaf)| Some((leaf.known?, at))).min();
        let Some((_, at)) = hardest else { break };
        let look = |candidates| look_ahead(&base, candidates, &leaves[at].cube, stop);
        let Some(branch) = look(&middle).or_else(|| look(&all)) else {
            leaves[at].known = None;
            continue;
        };
        let (literal, if_true, if_false) = branch;
        let leaf = leaves.remove(at);
        let first = nodes.len();
        nodes[leaf.node] = Some((literal, first, first + 1));
        for (literal, known) in [(literal, if_true), (!literal, if_false)] {
            let cube = leaf.cube.iter().copied().chain([literal]).collect();
            leaves.push(Leaf {
                cube,
                known: Some(known),
                node: nodes.len(),
            });
            nodes.push(None);
        }
    }
    tree(&nodes)
}

/// Converts a list of nodes to a tree. Each node precedes its branches in the list.
fn tree(nodes: &[CubeNode]) -> CubeTree {
    let mut trees: Vec<CubeTree> = vec![CubeTree::leaf(); nodes.len()];
    for (at, node) in nodes.iter().enumerate().rev() {
        if let &Some((literal, if_true, if_false)) = node {
            trees[at] = CubeTree::decision(literal, &trees[if_true], &trees[if_false]);
        }
    }
    trees.swap_remove(0)
}

fn clauses(cnf: &Cnf, variables: usize) -> ClauseDatabase {
    let mut clauses = ClauseDatabase::new(variables);
    for clause in cnf {
        let numbers: Vec<i32> = clause.iter().map(|&literal| number(literal)).collect();
        clauses.add(&numbers);
    }
    clauses
}

fn number(literal: Lit) -> i32 {
    i32::try_from(dimacs::number(literal)).expect("fewer than 2^30 variables")
}

/// Returns two lists of candidate variables: of the middle quarter of the steps, and of all steps. Candidates are state
/// variables, because they determine much of the steps before and after them. If the formula has no states, candidates
/// are action variables.
fn candidates(names: &[VarName]) -> (Vec<Lit>, Vec<Lit>) {
    let of = |time: fn(&VarName) -> Option<usize>| -> Vec<(Lit, usize)> {
        let all = names.iter().enumerate();
        all.filter_map(|(index, name)| Some((literal(index), time(name)?)))
            .collect()
    };
    let mut timed = of(|name| match *name {
        VarName::Fluent { time, .. } => Some(time),
        VarName::Version { step, .. } => Some(step),
        VarName::Action { .. } | VarName::Auxiliary => None,
    });
    if timed.is_empty() {
        timed = of(|name| match *name {
            VarName::Action { step, .. } => Some(step),
            _ => None,
        });
    }
    let last = timed.iter().map(|&(_, time)| time).max().unwrap_or(0);
    let is_middle = |&&(_, time): &&(Lit, usize)| 8 * (2 * time).abs_diff(last) <= 2 * last;
    let middle = timed.iter().filter(is_middle).map(|&(literal, _)| literal);
    (
        middle.collect(),
        timed.iter().map(|&(literal, _)| literal).collect(),
    )
}

/// A decision, and the numbers of known literals if it is true and if it is false.
type Branch = (Lit, usize, usize);

/// Returns the best decision under a cube. `None` if propagation refutes the cube, no candidate is open, or `stop` ends
/// the work. If one value of a candidate is contradictory, the other value is assumed permanently.
fn look_ahead(
    base: &ClauseDatabase,
    candidates: &[Lit],
    cube: &[Lit],
    stop: &Stop,
) -> Option<Branch> {
    let mut clauses = base.clone();
    let numbers: Vec<i32> = cube.iter().map(|&literal| number(literal)).collect();
    clauses.assume(&numbers);
    let mut best: Option<(u128, Branch)> = None;
    for &literal in candidates {
        if stop.stop_reason().is_some() || clauses.is_refuted() {
            return None;
        }
        let variable = number(literal);
        if clauses.is_settled(variable) {
            continue;
        }
        let before = clauses.consequences(&[])?;
        match [variable, -variable].map(|number| clauses.consequences(&[number])) {
            [None, None] => return None,
            [None, Some(_)] => clauses.assume(&[-variable]),
            [Some(_), None] => clauses.assume(&[variable]),
            [Some(if_true), Some(if_false)] => {
                let gain = |all: usize| (all.saturating_sub(before)) as u128;
                let (a, b) = (gain(if_true), gain(if_false));
                let promise = 1024 * a * b + a + b;
                if best.is_none_or(|(before, _)| promise > before) {
                    best = Some((promise, (literal, if_true, if_false)));
                }
            }
        }
    }
    let branch = best?.1;
    // Literals assumed later may have refuted the cube.
    (!clauses.is_refuted()).then_some(branch)
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use rustsat::instances::Cnf;
    use rustsat::types::Clause;

    use super::split;
    use saut_base::stop::Stop;
    use saut_task::formula::{VarName, literal};
    use saut_task::task::ActionId;

    /// Returns the pigeonhole formula with one hole too few. The variables are actions, so that they can be decided.
    fn pigeons(holes: usize) -> (Cnf, Vec<VarName>) {
        let sits = |pigeon: usize, hole: usize| literal(holes * pigeon + hole);
        let somewhere = (0..=holes).map(|pigeon| {
            (0..holes)
                .map(|hole| sits(pigeon, hole))
                .collect::<Clause>()
        });
        let apart = (0..=holes).tuple_combinations().flat_map(|(a, b)| {
            (0..holes).map(move |hole| [!sits(a, hole), !sits(b, hole)].into_iter().collect())
        });
        let cnf = somewhere.chain(apart).collect();
        let name = |index| VarName::Action {
            step: 1,
            action: ActionId::new(index),
        };
        (cnf, (0..holes * (holes + 1)).map(name).collect())
    }

    fn leaves(holes: usize, cubes: usize, stop: &Stop) -> usize {
        let (cnf, names) = pigeons(holes);
        split(&cnf, &names, &[], cubes, stop).leaves()
    }

    #[test]
    fn a_hard_formula_gets_as_many_leaves_as_are_wanted() {
        for cubes in [1, 2, 5, 16] {
            assert_eq!(leaves(7, cubes, &Stop::default()), cubes);
        }
    }

    #[test]
    fn a_formula_that_propagation_refutes_is_not_split() {
        assert_eq!(leaves(1, 8, &Stop::default()), 1);
        let stop = Stop::default();
        stop.request();
        assert_eq!(leaves(7, 8, &stop), 1);
    }

    #[test]
    fn the_cubes_of_a_piece_stand_below_its_own_decisions() {
        let (cnf, names) = pigeons(6);
        let tree = split(&cnf, &names, &[literal(0)], 4, &Stop::default());
        assert_eq!(tree.leaves(), 4);
        let decided = tree.cubes().concat();
        assert!(decided.iter().all(|literal| literal.vidx() != 0));
    }
}
