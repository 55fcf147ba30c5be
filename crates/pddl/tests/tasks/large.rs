//! A task with more than 30,000 actions: nothing computed for it has quadratic size.

use std::fmt::Write as _;

use saut_base::stop::held_mib;
use saut_pddl::{GroundingLimits, Quality, compile, ground, read_domain, read_problem};
use saut_task::encode::{AtMostOne, Encoding, Order};
use saut_task::task::Task;

const DELIVERY: &str = "(define (domain delivery)
  (:types place thing - object truck parcel - thing)
  (:predicates (road ?p ?q - place) (at ?t - thing ?p - place) (in ?c - parcel ?t - truck))
  (:action drive :parameters (?t - truck ?p ?q - place)
    :precondition (and (at ?t ?p) (road ?p ?q))
    :effect (and (at ?t ?q) (not (at ?t ?p))))
  (:action load :parameters (?c - parcel ?t - truck ?p - place)
    :precondition (and (at ?c ?p) (at ?t ?p))
    :effect (and (in ?c ?t) (not (at ?c ?p))))
  (:action unload :parameters (?c - parcel ?t - truck ?p - place)
    :precondition (and (in ?c ?t) (at ?t ?p))
    :effect (and (at ?c ?p) (not (in ?c ?t)))))";

/// Returns a problem in which trucks deliver parcels on a square grid of places.
fn delivery(side: usize, trucks: usize, parcels: usize) -> String {
    let place = |x: usize, y: usize| format!("p{x}-{y}");
    let all = || (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
    let places: Vec<String> = all().map(|(x, y)| place(x, y)).collect();
    let names = |letter: &str, count: usize| -> String {
        let names: Vec<String> = (0..count)
            .map(|number| format!("{letter}{number}"))
            .collect();
        names.join(" ")
    };
    let mut text = format!(
        "(define (problem grid) (:domain delivery)\n(:objects {} - place {} - truck {} - parcel)\n(:init ",
        places.join(" "),
        names("t", trucks),
        names("c", parcels),
    );
    for (x, y) in all() {
        for (other_x, other_y) in [(x + 1, y), (x, y + 1)] {
            if other_x < side && other_y < side {
                let (here, there) = (place(x, y), place(other_x, other_y));
                let _ = writeln!(text, "(road {here} {there}) (road {there} {here})");
            }
        }
    }
    for truck in 0..trucks {
        let _ = write!(text, "(at t{truck} {}) ", places[7 * truck % places.len()]);
    }
    let mut goal = String::new();
    for parcel in 0..parcels {
        let _ = write!(
            text,
            "(at c{parcel} {}) ",
            places[13 * parcel % places.len()]
        );
        let _ = write!(
            goal,
            "(at c{parcel} {}) ",
            places[(29 * parcel + 5) % places.len()]
        );
    }
    let _ = write!(text, ")\n(:goal (and {goal})))");
    text
}

fn task(side: usize, trucks: usize, parcels: usize) -> Task {
    let domain = read_domain(DELIVERY, "delivery").unwrap();
    let problem = read_problem(&delivery(side, trucks, parcels), "grid", &domain).unwrap();
    let limits = GroundingLimits::default();
    let ground = ground(&problem, Quality::AnyPlan, &limits).unwrap();
    compile(&ground, &limits).unwrap()
}

const LINEAR: [Encoding; 7] = [
    Encoding::Exists,
    Encoding::Sase,
    Encoding::ForallChain,
    Encoding::Sequential {
        at_most_one: AtMostOne::Ladder,
    },
    Encoding::Sequential {
        at_most_one: AtMostOne::Product,
    },
    Encoding::R2Exists {
        order: Order::Supporters(1),
        fold: true,
    },
    Encoding::R2Exists {
        order: Order::Layers(1),
        fold: false,
    },
];

#[test]
fn the_encodings_for_large_tasks_are_linear_in_the_task() {
    let task = task(10, 5, 30);
    let actions = task.actions().len();
    assert!(actions > 30_000, "{actions}");
    for encoding in LINEAR {
        let encoded = encoding.encode(&task, 3);
        let clauses = encoded.formula.clauses();
        let most = encoding.most_clauses(&task, 3);
        assert!(
            clauses as u128 <= most && clauses < 3 * 40 * actions,
            "{encoding}: {clauses}"
        );
        drop(encoded);
        let mib = held_mib();
        assert!(mib.is_none_or(|mib| mib < 4096), "{encoding}: {mib:?} MiB");
    }
}

#[test]
fn the_quadratic_forms_are_known_to_be_too_large_before_they_are_written() {
    let task = task(10, 5, 30);
    for quadratic in [Encoding::SEQUENTIAL, Encoding::Forall] {
        assert!(
            quadratic.most_clauses(&task, 3) > 1_000_000_000,
            "{quadratic}"
        );
        let linear = quadratic.scaled_to(&task);
        assert!(linear.most_clauses(&task, 3) < 10_000_000, "{linear}");
    }
}
