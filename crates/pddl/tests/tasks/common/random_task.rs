//! Small random domains and problems with types, quantifiers and conditional effects.

use std::fmt::Write as _;

/// `SplitMix64`, so that a seed gives the same task everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap()
    }
}

const PREDICATES: [(&str, usize); 5] = [("p", 0), ("q", 1), ("r", 2), ("s", 1), ("u", 2)];
const TYPES: [&str; 4] = ["object", "thing", "tool", "(either tool thing)"];
const OBJECTS: [&str; 4] = ["a", "b", "c", "d"];

/// Features of the random tasks beyond conjunctions of literals.
#[derive(Clone, Copy)]
pub struct Level {
    pub quantifiers: bool,
    pub conditional: bool,
}

pub fn random_task(seed: u64, level: Level) -> (String, String) {
    let mut random = Random(seed);
    let random = &mut random;
    let mut domain = String::from(
        "(define (domain random) (:types thing tool - object special - thing)\n\
         (:constants a - special)\n\
         (:predicates (p) (q ?x) (r ?x ?y) (s ?x - (either thing tool)) (u ?x ?y))\n",
    );
    for number in 0..2 + random.below(3) {
        let mut variables = Vec::new();
        let mut parameters = String::new();
        for parameter in 0..random.below(4) {
            variables.push(format!("?v{parameter}"));
            let kind = TYPES[random.below(TYPES.len())];
            let _ = write!(parameters, "?v{parameter} - {kind} ");
        }
        let mut precondition = String::new();
        for _ in 0..random.below(4) {
            precondition += &condition(random, &mut variables, level, 2);
        }
        let mut effect = String::new();
        for _ in 0..=random.below(3) {
            effect += &self::effect(random, &mut variables, level);
        }
        let _ = write!(
            domain,
            "(:action act{number} :parameters ({parameters})\n :precondition (and {precondition})\n \
             :effect (and {effect}))\n"
        );
    }
    domain += ")";
    let mut problem = String::from(
        "(define (problem random) (:domain random) (:objects b - thing c d - tool) (:init ",
    );
    for _ in 0..random.below(8) {
        problem += &atom(random, &[]);
    }
    problem += ") (:goal (and ";
    for _ in 0..=random.below(2) {
        problem += &condition(random, &mut Vec::new(), level, 1);
    }
    problem += ")))";
    (domain, problem)
}

fn term(random: &mut Random, variables: &[String]) -> String {
    if variables.is_empty() || random.below(6) == 0 {
        // Only the constant can be named in a domain.
        let known = if variables.is_empty() {
            OBJECTS.len()
        } else {
            1
        };
        return OBJECTS[random.below(known)].to_owned();
    }
    variables[random.below(variables.len())].clone()
}

fn atom(random: &mut Random, variables: &[String]) -> String {
    let (name, arity) = PREDICATES[random.below(PREDICATES.len())];
    let arguments: Vec<String> = (0..arity).map(|_| term(random, variables)).collect();
    format!("({name} {})", arguments.join(" "))
}

fn literal(random: &mut Random, variables: &[String]) -> String {
    let atom = atom(random, variables);
    if random.below(4) == 0 {
        format!("(not {atom})")
    } else {
        atom
    }
}

fn condition(
    random: &mut Random,
    variables: &mut Vec<String>,
    level: Level,
    depth: usize,
) -> String {
    let domain_only = variables.is_empty();
    let pick = if depth == 0 { 0 } else { random.below(12) };
    match pick {
        6 if !domain_only => {
            let (left, right) = (term(random, variables), term(random, variables));
            format!("(not (= {left} {right}))")
        }
        7 if level.quantifiers => {
            let left = condition(random, variables, level, depth - 1);
            let right = condition(random, variables, level, depth - 1);
            let word = ["or", "imply", "and"][random.below(3)];
            format!("({word} {left} {right})")
        }
        8 | 9 if level.quantifiers => {
            let word = ["exists", "forall"][random.below(2)];
            let kind = TYPES[random.below(TYPES.len())];
            let name = format!("?w{depth}");
            variables.push(name.clone());
            let inner = condition(random, variables, level, depth - 1);
            variables.pop();
            format!("({word} ({name} - {kind}) {inner})")
        }
        10 if level.quantifiers => {
            let inner = condition(random, variables, level, depth - 1);
            format!("(not {inner})")
        }
        _ if domain_only => {
            // Without variables in scope, a domain can only use its constant.
            let constant = vec!["a".to_owned()];
            literal(random, &constant)
        }
        _ => literal(random, variables),
    }
}

fn effect(random: &mut Random, variables: &mut Vec<String>, level: Level) -> String {
    let only_constant = vec!["a".to_owned()];
    match random.below(6) {
        4 if level.conditional => {
            let condition = condition(random, variables, level, 1);
            let inner = effect(random, variables, level);
            format!("(when {condition} {inner})")
        }
        5 if level.conditional => {
            let name = format!("?e{}", variables.len());
            variables.push(name.clone());
            let inner = effect(random, variables, level);
            variables.pop();
            format!("(forall ({name} - thing) {inner})")
        }
        _ if variables.is_empty() => literal(random, &only_constant),
        _ => literal(random, variables),
    }
}
