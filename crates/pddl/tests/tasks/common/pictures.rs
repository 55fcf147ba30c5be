//! Small worlds in PDDL. Some problems are made from pictures.

use std::fmt::Write as _;

/// Blocks on a table. Each line of a picture is a tower, from bottom to top.
pub const BLOCKS: &str = "
(define (domain towers)
  (:requirements :strips)
  (:predicates (upon ?x ?y) (floor ?x) (free ?x) (idle) (held ?x))
  (:action lift :parameters (?x)
    :precondition (and (free ?x) (floor ?x) (idle))
    :effect (and (not (floor ?x)) (not (free ?x)) (not (idle)) (held ?x)))
  (:action drop :parameters (?x)
    :precondition (held ?x)
    :effect (and (not (held ?x)) (free ?x) (idle) (floor ?x)))
  (:action pile :parameters (?x ?y)
    :precondition (and (held ?x) (free ?y))
    :effect (and (not (held ?x)) (not (free ?y)) (free ?x) (idle) (upon ?x ?y)))
  (:action take :parameters (?x ?y)
    :precondition (and (upon ?x ?y) (free ?x) (idle))
    :effect (and (held ?x) (free ?y) (not (free ?x)) (not (idle)) (not (upon ?x ?y)))))
";

/// Returns the problem that turns one picture of towers into another.
pub fn blocks(start: &str, goal: &str) -> String {
    let mut text = String::from("(define (problem towers-1) (:domain towers) (:objects");
    for block in start.chars().filter(|c| c.is_alphabetic()) {
        let _ = write!(text, " {block}");
    }
    text += ") (:init (idle)";
    for tower in start.split_whitespace() {
        text += &stacked(tower);
        let _ = write!(text, " (free {})", &tower[tower.len() - 1..]);
    }
    text += ") (:goal (and";
    for tower in goal.split_whitespace() {
        text += &stacked(tower);
    }
    text + ")))"
}

fn stacked(tower: &str) -> String {
    let mut text = format!(" (floor {})", &tower[..1]);
    for (below, above) in tower.chars().zip(tower.chars().skip(1)) {
        let _ = write!(text, " (upon {above} {below})");
    }
    text
}

/// Discs on three pegs, typed, with a static order of sizes.
pub const HANOI: &str = "
(define (domain discs)
  (:requirements :strips :typing)
  (:types disc peg - place)
  (:predicates (on ?d - disc ?p - place) (top ?p - place) (fits ?d - disc ?p - place))
  (:action shift :parameters (?d - disc ?from ?to - place)
    :precondition (and (on ?d ?from) (top ?d) (top ?to) (fits ?d ?to))
    :effect (and (on ?d ?to) (not (on ?d ?from)) (top ?from) (not (top ?to)))))
";

/// Returns the problem that moves all discs from the first peg to the last.
pub fn hanoi(discs: usize) -> String {
    let names: Vec<String> = (1..=discs).map(|disc| format!("d{disc}")).collect();
    let mut text = format!(
        "(define (problem discs-{discs}) (:domain discs)
           (:objects {} - disc left middle right - peg)
           (:init (top d1) (top middle) (top right) (on d{discs} left)",
        names.join(" ")
    );
    for (number, disc) in names.iter().enumerate() {
        for peg in ["left", "middle", "right"] {
            let _ = write!(text, " (fits {disc} {peg})");
        }
        for larger in &names[number + 1..] {
            let _ = write!(text, " (fits {disc} {larger})");
        }
        if let Some(below) = names.get(number + 1) {
            let _ = write!(text, " (on {disc} {below})");
        }
    }
    let _ = write!(text, ") (:goal (and (on d{discs} right)");
    for pair in names.windows(2) {
        let _ = write!(text, " (on {} {})", pair[0], pair[1]);
    }
    text + ")))"
}

/// A robot with two hands carries balls between two rooms. The domain uses costs, `either` and constants.
pub const BALLS: &str = "
(define (domain balls)
  (:requirements :typing :action-costs :equality)
  (:types ball lamp room hand)
  (:constants west east - room)
  (:predicates (robot ?r - room) (lies ?b - (either ball lamp) ?r - room)
               (holds ?h - hand ?b - (either ball lamp)) (empty ?h - hand))
  (:functions (total-cost) - number (effort ?b - (either ball lamp)) - number)
  (:action walk :parameters (?from ?to - room)
    :precondition (and (robot ?from) (not (= ?from ?to)))
    :effect (and (robot ?to) (not (robot ?from)) (increase (total-cost) 3)))
  (:action grasp :parameters (?b - (either ball lamp) ?r - room ?h - hand)
    :precondition (and (lies ?b ?r) (robot ?r) (empty ?h))
    :effect (and (holds ?h ?b) (not (lies ?b ?r)) (not (empty ?h))
                 (increase (total-cost) (effort ?b))))
  (:action release :parameters (?b - (either ball lamp) ?r - room ?h - hand)
    :precondition (and (holds ?h ?b) (robot ?r))
    :effect (and (lies ?b ?r) (empty ?h) (not (holds ?h ?b)))))
";

pub const BALLS_PROBLEM: &str = "
(define (problem balls-1) (:domain balls)
  (:objects red blue - ball light - lamp left right - hand)
  (:init (robot west) (lies red west) (lies blue west) (lies light west)
         (empty left) (empty right) (= (total-cost) 0)
         (= (effort red) 1) (= (effort blue) 1) (= (effort light) 5))
  (:goal (and (lies red east) (lies blue east) (lies light east)))
  (:metric minimize (total-cost)))
";

/// Parcels, vans and a ferry.
pub const PARCELS: &str = "
(define (domain parcels)
  (:types town harbour - place vehicle parcel - movable van ferry - vehicle)
  (:predicates (located ?m - movable ?p - place) (inside ?x - parcel ?v - vehicle)
               (road ?a ?b - place) (water ?a ?b - place))
  (:action drive :parameters (?v - van ?a ?b - place)
    :precondition (and (located ?v ?a) (road ?a ?b))
    :effect (and (located ?v ?b) (not (located ?v ?a))))
  (:action sail :parameters (?f - ferry ?a ?b - harbour)
    :precondition (and (located ?f ?a) (water ?a ?b))
    :effect (and (located ?f ?b) (not (located ?f ?a))))
  (:action put :parameters (?x - parcel ?v - vehicle ?a - place)
    :precondition (and (located ?x ?a) (located ?v ?a))
    :effect (and (inside ?x ?v) (not (located ?x ?a))))
  (:action fetch :parameters (?x - parcel ?v - vehicle ?a - place)
    :precondition (and (inside ?x ?v) (located ?v ?a))
    :effect (and (located ?x ?a) (not (inside ?x ?v)))))
";

/// A parcel crosses the water. The town of Far, with a van, cannot be reached.
pub const PARCELS_PROBLEM: &str = "
(define (problem parcels-1) (:domain parcels)
  (:objects inn - town far - town port quay - harbour
            v w z - van f - ferry x - parcel)
  (:init (road inn port) (road port inn) (water port quay) (water quay port)
         (located v inn) (located w quay) (located z far) (located f quay) (located x inn))
  (:goal (located x quay)))
";
