//! Compares the joins with enumeration. On small random tasks, every rule is tried with every choice of objects until
//! nothing new is found. Both must find the same facts and solutions.

use super::context::{GroundingContext, fill};
use super::reachable::{Reachable, reachable};
use super::rule::{GroundingRule, rules};
use super::{GroundingLimits, relation::Relation};
use crate::condition::Term;
use crate::random_task::{Level, random_task};
use crate::read::{read_domain, read_problem};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Facts, each as a predicate and its arguments.
type Facts = BTreeSet<(usize, Vec<u32>)>;

/// Returns all choices of objects for the variables of the rule.
fn choices(context: &GroundingContext, rule: &GroundingRule) -> Vec<Vec<u32>> {
    let mut choices = vec![Vec::new()];
    for set in &rule.body.sets {
        let members = &context.members()[*set];
        let longer = choices.iter().flat_map(|choice: &Vec<u32>| {
            members
                .iter()
                .map(|object| [&choice[..], &[*object]].concat())
        });
        choices = longer.collect();
    }
    choices
}

/// Whether the body holds if exactly `facts` are reachable.
fn holds(
    context: &GroundingContext,
    rule: &GroundingRule,
    values: &[u32],
    initial: &Facts,
    facts: &Facts,
) -> bool {
    let atom = |atom: &crate::condition::Atom| {
        let mut tuple = Vec::new();
        fill(&mut tuple, atom, values);
        (atom.predicate, tuple)
    };
    let body = &rule.body;
    let same = |(left, right, holds): &(Term, Term, bool)| {
        (left.object(values) == right.object(values)) == *holds
    };
    let mut relations: Vec<Relation> = Vec::new();
    for parameters in context.domain.symbols.predicates.values() {
        relations.push(Relation::new(parameters.len()));
    }
    for (predicate, tuple) in initial {
        relations[*predicate].insert(tuple);
    }
    let limits = saut_base::stop::Ticker::default();
    body.literals.iter().all(|(one, holds)| match holds {
        true => facts.contains(&atom(one)),
        false => context.deleted[one.predicate] || !initial.contains(&atom(one)),
    }) && body.equations.iter().all(same)
        && body
            .rest
            .iter()
            .all(|rest| rest.may_hold(values, context, &relations, &limits))
}

/// Computes the fixpoint by enumeration. Returns its facts and the solutions of each rule.
fn enumerated(
    context: &GroundingContext,
    rules: &[GroundingRule],
    initial: &Facts,
) -> (Facts, Vec<Vec<Vec<u32>>>) {
    let mut facts = initial.clone();
    loop {
        let mut found = facts.clone();
        let mut solutions = Vec::new();
        for rule in rules {
            let mut of_rule = choices(context, rule);
            of_rule.retain(|values| holds(context, rule, values, initial, &facts));
            for values in &of_rule {
                for head in &rule.heads {
                    let mut tuple = Vec::new();
                    fill(&mut tuple, head, values);
                    found.insert((head.predicate, tuple));
                }
            }
            solutions.push(of_rule);
        }
        if found == facts {
            return (facts, solutions);
        }
        facts = found;
    }
}

fn joined(
    context: &GroundingContext,
    joined: &Reachable,
    rules: &[GroundingRule],
) -> (Facts, Vec<Vec<Vec<u32>>>) {
    let mut facts = Facts::new();
    for predicate in 0..context.added.len() {
        let relation = &joined.relations[predicate];
        facts.extend((0..relation.len()).map(|id| (predicate, relation.tuple(id).to_vec())));
    }
    let solutions = rules.iter().zip(&joined.solutions).map(|(rule, flat)| {
        let width = rule.width();
        let variables = rule.body.sets.len();
        let mut solutions: Vec<Vec<u32>> = flat
            .chunks_exact(width)
            .map(|values| values[..variables].to_vec())
            .collect();
        solutions.sort();
        solutions
    });
    (facts, solutions.collect())
}

fn compare(seed: u64, level: Level) {
    let (domain_text, problem_text) = random_task(seed, level);
    let domain = read_domain(&domain_text, "d").expect("a domain");
    let problem = read_problem(&problem_text, "p", &domain).expect("a problem");
    let context = GroundingContext::new(&problem);
    let rules = rules(&context);
    let initial: Facts = problem
        .initial
        .iter()
        .map(|atom| (atom.predicate, atom.arguments.clone()))
        .collect();
    let found =
        reachable(&context, &rules, &GroundingLimits::default()).expect("no limit is reached");
    let (facts, solutions) = joined(&context, &found, &rules);
    let (all_facts, mut all_solutions) = enumerated(&context, &rules, &initial);
    assert_eq!(facts, all_facts, "{domain_text}\n{problem_text}");
    for (number, rule) in rules.iter().enumerate() {
        if matches!(rule.of, super::rule::RuleKind::Effect(_)) {
            continue;
        }
        all_solutions[number].sort();
        assert_eq!(
            solutions[number], all_solutions[number],
            "{domain_text}\n{problem_text}"
        );
    }
}

proptest! {
    #[test]
    fn joins_agree_with_enumeration(seed: u64) {
        compare(seed, Level { quantifiers: false, conditional: false });
    }

    #[test]
    fn joins_agree_with_enumeration_with_all_features(seed: u64) {
        compare(seed, Level { quantifiers: true, conditional: true });
    }
}
