//! Compares counted work with processor time. Planning methods share the time by counted work. If a method counts too
//! little work, it takes time from the others.
//!
//! `cargo test --release --test slow work_clock -- --ignored --nocapture --test-threads 1` prints the table.

use std::num::NonZeroUsize;
use std::time::Duration;

use itertools::Itertools as _;
use rustix::time::{ClockId, clock_gettime};
use saut::settings::Settings;
use saut::stop::Stop;
use saut_pddl::{Compiled, GroundingLimits, PlanningTask, Quality, read_domain, read_problem};
use saut_plan::planning::{PlanMethod, plan_task};
use strum::VariantArray as _;

/// Time limit of a method on a task.
const LIMIT: Duration = Duration::from_secs(2);
/// Minimum time of a comparison, in seconds. Shorter runs mainly prepare the search.
const MIN_SECONDS: f64 = 0.2;
/// Minimum number of tasks that are compared for each method.
const MIN_TASKS: usize = 7;

fn processor_seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(now).unwrap().as_secs_f64()
}

/// Joins one text for each number below `count`.
fn each(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).join(" ")
}

fn task(domain: &str, objects: &str, init: &str, goal: &str) -> PlanningTask {
    let problem = format!(
        "(define (problem p) (:domain d) (:objects {objects}) (:init {init}) (:goal (and {goal})))"
    );
    let domain = format!("(define (domain d) {domain})");
    let domain = read_domain(&domain, "domain.pddl").unwrap();
    PlanningTask::new(read_problem(&problem, "problem.pddl", &domain).unwrap())
}

/// Lists the pairs of neighbouring cells of a square.
fn neighbours(side: usize) -> String {
    let cells = 0..side * side;
    let pairs = cells
        .clone()
        .cartesian_product(cells)
        .filter(|(one, other)| {
            (one / side).abs_diff(other / side) + (one % side).abs_diff(other % side) == 1
        });
    pairs
        .map(|(one, other)| format!("(near c{one} c{other})"))
        .join(" ")
}

/// Returns a sliding-tile puzzle whose tiles are in reverse order.
fn sliding_tiles(side: usize) -> PlanningTask {
    let (cells, near) = (side * side, neighbours(side));
    let tiles = cells - 1;
    task(
        "(:predicates (near ?a ?b) (at ?t ?c) (free ?c))
         (:action slide :parameters (?t ?a ?b)
           :precondition (and (near ?a ?b) (at ?t ?a) (free ?b))
           :effect (and (at ?t ?b) (free ?a) (not (at ?t ?a)) (not (free ?b))))",
        &(each(cells, |cell| format!("c{cell}")) + " " + &each(tiles, |tile| format!("t{tile}"))),
        &(near
            + &each(tiles, |tile| format!("(at t{tile} c{tile})"))
            + &format!("(free c{tiles})")),
        &each(tiles, |tile| format!("(at t{tile} c{})", tiles - 1 - tile)),
    )
}

fn tower(disks: usize) -> PlanningTask {
    let places = |place: usize| {
        if place < disks {
            format!("d{place}")
        } else {
            format!("p{}", place - disks)
        }
    };
    let smaller = (0..disks)
        .cartesian_product(0..disks + 3)
        .filter(|(disk, place)| disk < place);
    let smaller = smaller.map(|(disk, place)| format!("(smaller d{disk} {})", places(place)));
    let stack = |peg: &str| {
        each(disks, |disk| {
            if disk + 1 < disks {
                format!("(on d{disk} d{})", disk + 1)
            } else {
                format!("(on d{disk} {peg})")
            }
        })
    };
    task(
        "(:predicates (smaller ?a ?b) (on ?a ?b) (clear ?a))
         (:action move :parameters (?d ?a ?b)
           :precondition (and (smaller ?d ?b) (on ?d ?a) (clear ?d) (clear ?b))
           :effect (and (on ?d ?b) (clear ?a) (not (on ?d ?a)) (not (clear ?b))))",
        &each(disks + 3, places),
        &(smaller.format(" ").to_string() + &stack("p0") + "(clear d0) (clear p1) (clear p2)"),
        &stack("p2"),
    )
}

/// Returns a task without a plan: birds, and one hole too few for them.
fn pigeons(birds: usize) -> PlanningTask {
    task(
        "(:requirements :typing) (:types bird hole) (:predicates (in ?b - bird ?h - hole) (free ?h - hole) (home ?b - bird) (out ?b - bird))
         (:action enter :parameters (?b - bird ?h - hole)
           :precondition (and (out ?b) (free ?h))
           :effect (and (in ?b ?h) (home ?b) (not (out ?b)) (not (free ?h))))
         (:action leave :parameters (?b - bird ?h - hole)
           :precondition (in ?b ?h)
           :effect (and (out ?b) (free ?h) (not (home ?b)) (not (in ?b ?h))))",
        &(each(birds, |bird| format!("b{bird}")) + " - bird " + &each(birds - 1, |hole| format!("h{hole}")) + " - hole"),
        &(each(birds, |bird| format!("(out b{bird})")) + &each(birds - 1, |hole| format!("(free h{hole})"))),
        &each(birds, |bird| format!("(home b{bird})")),
    )
}

/// Returns a task without a plan: a walk must visit each cell of a square of odd side once, but it begins next to a
/// corner.
fn walk(side: usize) -> PlanningTask {
    let (cells, near) = (side * side, neighbours(side));
    task(
        "(:predicates (near ?a ?b) (at ?c) (new ?c) (seen ?c))
         (:action step :parameters (?a ?b)
           :precondition (and (near ?a ?b) (at ?a) (new ?b))
           :effect (and (at ?b) (seen ?b) (not (at ?a)) (not (new ?b))))",
        &each(cells, |cell| format!("c{cell}")),
        &(near
            + "(at c1) (seen c1)"
            + &each(cells, |cell| {
                if cell == 1 {
                    String::new()
                } else {
                    format!("(new c{cell})")
                }
            })),
        &each(cells, |cell| format!("(seen c{cell})")),
    )
}

/// Returns a task with parcels on a ring road, and with one unit of fuel for each town.
fn parcels(towns: usize, count: usize) -> PlanningTask {
    task(
        "(:requirements :typing) (:types town parcel fuel)
         (:predicates (road ?a ?b - town) (van ?t - town) (at ?p - parcel ?t - town) (on ?p - parcel) (left ?f - fuel))
         (:action drive :parameters (?a ?b - town ?f - fuel)
           :precondition (and (road ?a ?b) (van ?a) (left ?f))
           :effect (and (van ?b) (not (van ?a)) (not (left ?f))))
         (:action load :parameters (?p - parcel ?t - town)
           :precondition (and (at ?p ?t) (van ?t)) :effect (and (on ?p) (not (at ?p ?t))))
         (:action unload :parameters (?p - parcel ?t - town)
           :precondition (and (on ?p) (van ?t)) :effect (and (at ?p ?t) (not (on ?p))))",
        &(each(towns, |town| format!("w{town}")) + " - town " + &each(count, |parcel| format!("p{parcel}")) + " - parcel "
            + &each(towns, |unit| format!("f{unit}")) + " - fuel"),
        &(each(towns, |town| format!("(road w{town} w{})", (town + 1) % towns)) + "(van w0)"
            + &each(towns, |unit| format!("(left f{unit})"))
            + &each(count, |parcel| format!("(at p{parcel} w{})", parcel % towns))),
        &each(count, |parcel| format!("(at p{parcel} w{})", (parcel + towns / 2 + 1) % towns)),
    )
}

/// Returns the work per second of a method, or `None` if the method ended too early for a comparison.
fn rate(task: &PlanningTask, method: PlanMethod) -> Option<f64> {
    let settings = Settings {
        threads: NonZeroUsize::new(1),
        stop: Stop::default().with_timeout(LIMIT),
        ..Settings::default()
    };
    let compiled = task.compile(Quality::AnyPlan, &GroundingLimits::default());
    let task = compiled.and_then(Compiled::classical).unwrap();
    let began = processor_seconds();
    let answer = plan_task(&task, method, &settings).unwrap();
    let seconds = processor_seconds() - began;
    let work: u64 = answer.stages.iter().map(|stage| stage.work).sum();
    let work = f64::from(u32::try_from(work).unwrap());
    (seconds >= MIN_SECONDS).then_some(work / seconds)
}

#[test]
#[ignore = "measures time"]
fn work_clock_of_each_engine_is_within_a_factor_of_two() {
    let tasks = [
        ("tiles 4", sliding_tiles(4)),
        ("tiles 5", sliding_tiles(5)),
        ("tower 9", tower(9)),
        ("tower 12", tower(12)),
        ("pigeons 12", pigeons(12)),
        ("pigeons 30", pigeons(30)),
        ("walk 7", walk(7)),
        ("walk 11", walk(11)),
        ("parcels 8", parcels(8, 8)),
        ("parcels 16", parcels(16, 24)),
    ];
    let alone = |method: &&PlanMethod| **method != PlanMethod::Auto;
    let methods = PlanMethod::VARIANTS.iter().filter(alone);
    let rates: Vec<(PlanMethod, &str, f64)> = methods
        .clone()
        .cartesian_product(&tasks)
        .filter_map(|(&method, (name, task))| Some((method, *name, rate(task, method)?)))
        .collect();
    let unit = median(rates.iter().map(|(.., rate)| *rate).collect());
    for (method, name, rate) in &rates {
        println!("{method:?} {name}: {:.2}", rate / unit);
    }
    for method in methods {
        let own = rates.iter().filter(|(other, ..)| other == method);
        let own: Vec<f64> = own.map(|(.., rate)| rate / unit).collect();
        let (count, median) = (own.len(), median(own));
        println!("{method:?}: {count} tasks, median {median:.2}");
        assert!(count >= MIN_TASKS, "{method:?}: {count}");
        assert!((0.5..=2.0).contains(&median), "{method:?}: {median}");
    }
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
